// SPDX-License-Identifier: Apache-2.0
// What claims about a Java unit may rest on besides the search itself (struct proof_rule): one table, from
// which the results take the names and doc/verdicts.md its rows. Programs that a rule must not prove:
// tests/java/rules.
#ifndef FRISK_JAVA_RULES_H
#define FRISK_JAVA_RULES_H

#define JAVA_RULES(X)                                                                                        \
    X(ACCESSOR, "accessor", "code that only gets, sets, computes and compares raises nothing")               \
    X(COUNTED_LOOP, "counted loop", "each loop has a rank: a counter towards its bound, or the like")        \
    X(STATE_MERGING, "state merging", "ways that part and meet again are followed as one")                   \
    X(STATE_MATCHING, "state matching", "a path that comes to a state another was in ends there")            \
    X(LOOP_INVARIANT, "loop invariant", "a loop over a text is cut where what it changes keeps relations")   \
    X(STRING_SUMMARY, "string summary", "what methods of strings give is taken from their documentation")    \
    X(REGEX_SUMMARY, "regex summary", "likewise of regular expressions that take no more of the stack")      \
    X(ROPE, "rope", "texts put together of pieces of unknown length stay so")                                \
    X(PIECEWISE_TABLE, "piecewise table", "a function of an index or character is the table of its results") \
    X(CONSTANT_STATIC, "constant static",                                                                    \
      "a static field that no code of a caller can change keeps its value")

enum java_rule {
#define X(name, text, what) JAVA_RULE_##name,
    JAVA_RULES(X)
#undef X
        JAVA_RULE_COUNT
};

#endif
