// SPDX-License-Identifier: Apache-2.0
// The examples and OTP's own functions, end to end. See check.h for what a line says.
// Sources of the witnesses and counts: "paper" is Giantsios, Papaspyrou and Sagonas, Concolic testing for
// functional languages, 2017; the others are worked out by hand from the few lines of the unit.
#include "oracles/check.h"

#define E "examples/"
static const struct oracle oracles[] = {
    // ---- The slice, and arithmetic behind guards ----
    {UNIT(E "slice.erl", "slice:f/1", "", PROOF, "slice:f(42)")},
    {UNIT(E "slice.erl", "slice:deep/1", "", PROOF, "slice:deep(1234)")},

    // ---- The running example (paper, 3.1, 4 and 7.1) ----
    {UNIT(E "running.erl", "running:foo/1", "-d 8", DEPTH, "running:foo([42])", "running:foo(0)",
          "running:foo([42.0])")},
    {UNIT(E "running.erl", "running:foo_terms/1", "-d 8", DEPTH, "running:foo_terms([42])",
          "running:foo_terms([42.0])")},
    {UNIT(E "running.erl", "running:foo_integers/1", "-d 8", DEPTH, "running:foo_integers([42])")},
    {UNIT(E "running.erl", "running:letter/1", "-d 8", DEPTH, "running:letter([42])")},
    {UNIT(E "running.erl", "running:bar/1", "-d 8", ANY, "running:bar([1323, 1888, -12894, 9725])")},

    // ---- or/2: 7 executions, 6 sat, 0 unsat (paper 6.1, simulated) ----
    {UNIT(E "truth.erl", "truth:either/2", "--no-prune --no-random", PROOF, "truth:either(a, true)",
          "truth:either(false, b)"),
     .sat = COUNT(6), .unsat = COUNT(0), .runs = COUNT(7)},
    {UNIT(E "truth.erl", "truth:both/2", "--no-prune", PROOF, NULL), .sat = COUNT(3), .runs = COUNT(4)},

    // ---- sq/2: one path for each K; the result, written out, would have 2^24 factors (paper 3.4) ----
    {UNIT(E "squares.erl", "squares:sq/2", "--no-prune", PROOF, NULL), .sat = COUNT(24), .runs = COUNT(25),
     .seconds = 20},
    {UNIT(E "squares.erl", "squares:hidden/2", "", ANY, "squares:hidden(3, 3)")},

    // ---- Two lists ----
    {UNIT(E "pairs.erl", "pairs:unmatched/2", "", DEPTH, "pairs:unmatched([1], [])")},
    {UNIT(E "pairs.erl", "pairs:dot/2", "-d 8", ANY, "pairs:dot([1], [])", "pairs:dot([10], [10])")},

    // ---- What types cannot tell (paper 7.3), and the wrappers that can ----
    {UNIT(NULL, "lists:nth/2", "-d 12", ANY, "lists:nth(39, [0])")},
    {UNIT(NULL, "orddict:append/3", "-d 10", ANY, "orddict:append(0, 1, [{0, 17}, {3, [12]}, {7, 29}])")},
    {UNIT(NULL, "calendar:day_of_the_week/3", "", ANY, "calendar:day_of_the_week(42, 4, 31)")},
    {UNIT(E "wrappers.erl", "wrappers:safe_append/3", "-d 8 --discard frisk_discard", DEPTH, NULL)},
    {UNIT(E "wrappers.erl", "wrappers:safe_nth/2", "-d 8 --discard frisk_discard", DEPTH, NULL)},
    {UNIT(E "wrappers.erl", "wrappers:test_day_of_the_week/3", "-t 20 --discard frisk_discard", ANY, NULL)},

    // ---- Recursive types (paper 6.2) ----
    {UNIT(E "trees.erl", "trees:nested/1", "-d 12", DEPTH, "trees:nested([{[17], {[], []}}])")},
    {UNIT(E "trees.erl", "trees:twins/1", "", PROOF, "trees:twins({[{[], []}], [{[], []}]})")},
    {UNIT(E "trees.erl", "trees:sum/1", "-d 8", DEPTH, "trees:sum({{leaf, 3, leaf}, 7, leaf})")},
    {UNIT(E "trees.erl", "trees:depth/1", "-d 6", DEPTH, NULL)},

    // ---- One kind of term each ----
    {UNIT(E "packet.erl", "packet:decode/1", "-d 10", PROOF, "packet:decode(<<7>>)")},
    {UNIT(E "packet.erl", "packet:greet/1", "", PROOF, "packet:greet(<<\"GET /xyz\">>)")},
    {UNIT(E "packet.erl", "packet:checksum/1", "", PROOF, "packet:checksum(<<201, 201, 72>>)")},
    {UNIT(E "money.erl", "money:split/2", "", ANY, "money:split(1.0, 0)")},
    {UNIT(E "money.erl", "money:exact/1", "", PROOF, "money:exact(3.25)")},
    {UNIT(E "money.erl", "money:tenth/1", "", ANY, "money:tenth(1)")},
    {UNIT(E "stock.erl", "stock:take/2", "", ANY, "stock:take(#{}, pears)",
          "stock:take(#{apples => 0}, apples)")},
    {UNIT(E "stock.erl", "stock:price/1", "", PROOF, "stock:price(#{weight => 501, kind => organic})")},
    {UNIT(E "parse.erl", "parse:number/1", "-d 10", ANY, "parse:number(\"137\")")},
    {UNIT(E "parse.erl", "parse:guarded/1", "", PROOF, "parse:guarded(42)")},
    {UNIT(E "parse.erl", "parse:classes/1", "--no-prune", PROOF, "parse:classes(1)", "parse:classes(2)",
          "parse:classes(3)"),
     .sat = COUNT(3), .runs = COUNT(4)},
    {UNIT(E "account.erl", "account:withdraw/2", "", PROOF,
          "account:withdraw({account, bob, -1, frozen}, 1)")},
    {UNIT(E "account.erl", "account:close/1", "", PROOF, "account:close({account, bank, 101, open})")},
    {UNIT(E "functions.erl", "functions:keep/2", "-d 12", ANY,
          "functions:keep(fun(_) -> true end, [1, 2, 3])")},
    {UNIT(E "functions.erl", "functions:twice/1", "", ANY, "functions:twice(fun(3) -> 42; (_) -> 3 end)")},
    {UNIT(E "functions.erl", "functions:apply_to/2", "", ANY,
          "functions:apply_to(fun(X) -> {ok, X} end, 1)")},
    {UNIT(E "keywords.erl", "keywords:note/1", "--no-prune", PROOF, "keywords:note(merge_all)"),
     .sat = COUNT(16), .runs = COUNT(17)},
    {UNIT(E "keywords.erl", "keywords:weekday/1", "-d 12", ANY, "keywords:weekday(\"\")")},

    // ---- A table of several hundred clauses: complete at the default depth, and nothing fails (tried on the
    // VM with
    // every module, function and arity named in it) ----
    {UNIT(NULL, "otp_internal:obsolete/3", "", PROOF, NULL), .seconds = 20},
};

int main(void) {
    return oracles_run("examples", oracles, sizeof oracles / sizeof *oracles);
}
