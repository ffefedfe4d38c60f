// SPDX-License-Identifier: Apache-2.0
// What claims about an Erlang unit may rest on besides the search itself (struct proof_rule): one table, from
// which the results take the names and doc/verdicts.md its rows. Programs that a rule must not prove:
// tests/oracles/not_proved.
#ifndef FRISK_ERLANG_RULES_H
#define FRISK_ERLANG_RULES_H

#define ERLANG_RULES(X)                                                                                      \
    X(SAFE_BRANCH, "safe-branch analysis",                                                                   \
      "code that raises nothing for the types it is called with is not searched")                            \
    X(SIZE_CHANGE, "size change",                                                                            \
      "calls end where every endless sequence of them made some argument smaller for ever")                  \
    X(COUNTED_LOOP, "counted loop", "integers that come nearer to a bound with each call reach it")          \
    X(LIBRARY_ENDS, "library loops", "sorting functions of lists, and maps over their iterators, end")       \
    X(LITERAL_SWITCH, "literal switch", "clauses of literals are one decision among those that are left")    \
    X(MIXED_NUMBERS, "mixed numbers", "an integer and a float are compared exactly, whatever their size")    \
    X(STRING_SHORTCUT, "string shortcut",                                                                    \
      "functions of string decide about all characters of a text at once where each stands alone")           \
    X(REGULAR_EXPRESSION, "regular expression", "a matcher of ours follows the expression byte by byte")     \
    X(RETURNED_VALUE, "returned value", "whether the spec allows what is returned is asked by code of ours")

enum erlang_rule {
#define X(name, text, what) ERLANG_RULE_##name,
    ERLANG_RULES(X)
#undef X
        ERLANG_RULE_COUNT
};

#endif
