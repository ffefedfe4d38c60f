// SPDX-License-Identifier: Apache-2.0
// Which runs are discarded, and what is said where all are. Each row is a shell command in a scratch
// directory. How many runs are discarded is counted by hand: each unit returns one value for each of a few
// numbers, so it has one run for each.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"

static char *scratch, frisk[4096];

static void put(const char *name, const char *text) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static int set_up(void **state) {
    (void)state;
    scratch = drive_scratch();
    assert_non_null(realpath(drive_frisk(), frisk));
    put("dis.erl",
        "-module(dis).\n-export([values/1, terms/1, symbolic/1, divides/1, safe/1, no/1, over/1, drawn/1, "
        "hidden/1, left/1]).\n"
        "-spec values(0..6) -> none.\n"
        "values(0) -> skip; values(1) -> ok; values(2) -> true; values(3) -> ignore; values(4) -> "
        "undefined;\n"
        "values(5) -> frisk_discard; values(_) -> none.\n"
        "-spec terms(0..9) -> term().\n"
        "terms(0) -> 1; terms(1) -> 1.0; terms(2) -> \"a\"; terms(3) -> <<\"a\">>; terms(4) -> {skip, 1};\n"
        "terms(5) -> {skip, 1.0}; terms(6) -> #{a => 1}; terms(7) -> #{a => 1.0}; terms(8) -> [skip];\n"
        "terms(_) -> 0.0.\n"
        "-spec symbolic(integer()) -> term().\nsymbolic(X) -> {X, [a | X]}.\n"
        "-spec divides(integer()) -> integer().\ndivides(X) -> 10 div X.\n"
        "-spec safe(integer()) -> ok.\nsafe(X) when X > 5 -> ok; safe(_) -> skip.\n"
        "no(_) -> false.\nover(X) -> X > 100.\n"
        // The first input is discarded, and what fails is found by drawing.
        "-record(n, {f :: undefined | 1, b = <<>> :: binary()}).\n"
        "-spec drawn(#n{}) -> ok.\ndrawn(#n{b = <<>>}) -> skip; drawn(#n{f = F}) -> 1 = F, ok.\n"
        // What is compared with 5 cannot fail and is left alone.
        "-spec hidden(integer()) -> ok | skip.\n"
        "hidden(X) when X * X =:= -1 -> error(never); hidden(X) when X > 5 -> ok; hidden(_) -> skip.\n"
        "-spec left([integer()]) -> skip.\nleft([]) -> skip; left([9 | T]) -> left(T); left(_) -> skip.\n");
    put("Elixir.Wrap.erl",
        "-module('Elixir.Wrap').\n-export([f/1]).\n-spec f(0..16) -> term().\n"
        "f(0) -> skip; f(1) -> nil; f(2) -> <<\"no\">>; f(3) -> \"no\"; f(4) -> {error, <<\"no\">>};\n"
        "f(5) -> [{a, 1}, {'b c', 2}]; f(6) -> #{a => 1, <<\"b\">> => 2}; f(7) -> 'Elixir.Wrap.Cart';\n"
        "f(8) -> 'a b'; f(9) -> 1000.5; f(10) -> <<1, 2, \"ab\">>; f(11) -> [1 | 2];\n"
        "f(12) -> [233, 8364, 10]; f(13) -> 97; f(14) -> 255; f(15) -> -5; f(_) -> 'skip?'.\n");
    put("Never.java",
        "public class Never {\n"
        "    final int k;\n"
        "    public Never(int k) { if (k == k) throw new IllegalStateException(); this.k = k; }\n"
        "    public int over(int x) { return 10 / x; }\n"
        "    public int get() { return k; }\n"
        "}\n");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    drive_remove(scratch);
    free(scratch);
    return 0;
}

struct row {
    const char *name, *command;
    int status;
    const char *has[4], *lacks[3];
};

#define ERL "frisk erl -q -j 1 --no-replay --no-random --json r.json "
#define EACH                                                                                                 \
    "jq -c '.units // [.] | .[] | [.unit, .runs, .discarded, .errors, .complete, .all_discarded]' r.json"
#define KEPT "jq -c '[.cases[].input[0] | tonumber] | sort' r.json"

static const struct row rows[] = {
    {"no value discards its input",
     ERL "--goal coverage dis.erl dis:values/1 dis:terms/1; " EACH,
     0,
     {"[\"dis:values/1\",7,0,0,true,false]", "[\"dis:terms/1\",10,0,0,true,false]"},
     {"discarded\n"}},
    {"but may be outside of its spec",
     ERL "--check-return dis.erl dis:values/1; " EACH,
     0,
     {"returns skip", "returns frisk_discard", "[\"dis:values/1\",7,0,6,true,false]"},
     {"returns none"}},
    {"what is named discards, whatever its spec says of it",
     ERL "--check-return dis.erl dis:values/1 --discard skip --discard undefined; " EACH,
     0,
     {"returns ok", "[\"dis:values/1\",7,2,4,true,false]"},
     {"returns skip", "returns undefined"}},
    {"terms that are equal",
     ERL
     "--goal coverage dis.erl dis:terms/1 --discard 1 --discard '\"a\"' --discard '{skip, 1.0}' --discard "
     "'#{a => 1}'; " EACH "; " KEPT,
     0,
     {"[\"dis:terms/1\",10,4,0,true,false]", "\n[1,3,4,7,8,9]\n"},
     {NULL}},
    {"and the others", // of OTP 25, where -0.0 =:= 0.0
     ERL "--goal coverage dis.erl dis:terms/1 --discard 1.0 --discard '<<\"a\">>' --discard '{skip, 1}' "
         "--discard '#{a => 1.0}' --discard '[skip]' --discard -0.0; " EACH "; " KEPT,
     0,
     {"[\"dis:terms/1\",10,6,0,true,false]", "\n[0,2,5,6]\n"},
     {NULL}},
    {"one value of many",
     ERL "--goal coverage dis.erl dis:symbolic/1 --discard '{7, [a | 7]}'; " EACH,
     0,
     {"[\"dis:symbolic/1\",2,1,0,true,false]"},
     {NULL}},
    {"nothing was tested",
     "frisk erl -q -j 1 --no-replay --json r.json dis.erl dis:divides/1 dis:safe/1 --assume dis:no/1; " EACH
     "; jq -c '.units[0] | [.complete_to_depth, .open, .drawn > 0, .drawn == .drawn_discarded]' r.json",
     0,
     {"dis:divides/1: nothing was tested; all inputs were discarded", "nothing was tested of 1\n",
      "[\"dis:divides/1\",1,1,0,false,true]", "\n[false,0,true,true]\n"},
     {"proof: every path", "divides/1: no error found"}},
    {"a proof for all values is one for those that were discarded",
     ERL "dis.erl dis:safe/1 --assume dis:no/1; " EACH,
     0,
     {"proof: raises nothing", " for any input its spec allows", "[\"dis:safe/1\",1,1,0,true,true]"},
     {"nothing was tested"}},
    {"or whose first input was",
     ERL "dis.erl dis:safe/1 --discard skip; " EACH,
     0,
     {"proof: raises nothing", " for any input its spec allows", "[\"dis:safe/1\",1,1,0,true,true]"},
     {"nothing was tested"}},
    {"all that was returned says so",
     ERL "--goal coverage -n 3 dis.erl dis:left/1 --discard skip; " EACH,
     0,
     {"left/1: nothing was tested\n", "all inputs were discarded: nothing was tested; stopped after 3 runs",
      "[\"dis:left/1\",3,3,0,false,true]"},
     {"proof"}},
    {"an error beside discarded runs",
     "frisk erl -q -j 1 --json r.json dis.erl dis:drawn/1 --discard skip; " EACH,
     0,
     {"dis:drawn/1: 1 error\n", "confirmed", "[\"dis:drawn/1\",1,1,1,true,false]"},
     {"nothing was tested"}},
    {"a decision that cannot fail is seen where it decides what is discarded",
     "frisk erl -q -j 1 --no-replay --json r.json dis.erl dis:hidden/1 --discard skip; " EACH,
     0,
     {"proof: every path was tried", "0,true,false]"},
     {"nothing was tested"}},
    {"terms as Elixir writes them",
     ERL
     "--goal coverage Elixir.Wrap.erl Wrap.f/1 --discard :skip --discard nil --discard '\"no\"' --discard "
     "\"'no'\" --discard '{:error, \"no\"}' --discard '[a: 1, \"b c\": 2]' --discard '%{:a => 1, \"b\" => "
     "2}' "
     "--discard Wrap.Cart --discard ':\"a b\"' --discard 1_000.5 --discard '<<1, 2, \"ab\">>' --discard "
     "'[1 | 2]' --discard \"'\\u{e9}\\u20AC\\\\n'\" --discard '?a' --discard 0xFF --discard -5; " EACH
     "; " KEPT,
     0,
     {"[\"Wrap.f/1\",17,16,0,true,false]", "\n[16]\n"},
     {NULL}},
    {"each language reads what it can",
     ERL "--goal coverage dis.erl Elixir.Wrap.erl dis:terms/1 Wrap.f/1 --discard :skip --discard '{skip, "
         "1}'; " EACH,
     0,
     {"[\"dis:terms/1\",10,1,0,true,false]", "[\"Wrap.f/1\",17,1,0,true,false]"},
     {NULL}},
    {"no term",
     "frisk erl dis.erl dis:safe/1 --discard '{a, '",
     2,
     {"--discard wants a constant term of Erlang", "got '{a, '", "column"},
     {NULL}},
    {"two terms", "frisk erl dis.erl dis:safe/1 --discard 'a, b'", 2, {"these are 2 terms"}, {NULL}},
    {"no constant", "frisk erl dis.erl dis:safe/1 --discard 'f(X)'", 2, {"only constant terms"}, {NULL}},
    {"an empty one", "frisk erl dis.erl dis:safe/1 --discard ''", 2, {"there is nothing"}, {NULL}},
    {"Erlang's for Elixir",
     "frisk erl Elixir.Wrap.erl Wrap.f/1 --discard skip",
     2,
     {"--discard wants a constant term of Elixir", "the atom is :skip"},
     {NULL}},
    {"for Erlang alone", "frisk java Never --discard skip", 2, {"--discard", "are of frisk erl"}, {NULL}},
    {"objects that nothing makes",
     "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC Never.java && frisk java -q -j 1 --no-replay --json "
     "r.json -cp . Never; " EACH,
     0,
     {"Never#over(int): nothing was tested; all inputs were discarded", "Never#get(): nothing was tested",
      "[\"Never#over(int)\",1,1,0,false,true]", "nothing was tested of 2\n"},
     {"proof"}},
};

static void check_row(void **state) {
    const struct row *r = *state;
    char script[4096 + 1200], *argv[] = {"/bin/sh", "-c", script, NULL};
    snprintf(script, sizeof script, "cd %s && frisk() { '%s' \"$@\"; } && exec 2>&1 && { %s; }", scratch,
             frisk, r->command);
    struct output o = drive_run(argv, NULL, 120);
    bool right = o.status == r->status;
    for (size_t i = 0; i < 4 && r->has[i]; i++) right &= strstr(o.out, r->has[i]) != NULL;
    for (size_t i = 0; i < 3 && r->lacks[i]; i++) right &= strstr(o.out, r->lacks[i]) == NULL;
    if (!right) fail_msg("%s\nstatus %d, not %d\n%s%s", r->command, o.status, r->status, o.out, o.err);
    drive_free(&o);
}

int main(void) {
    enum { N = sizeof rows / sizeof *rows };
    static struct CMUnitTest tests[N];
    for (size_t i = 0; i < N; i++)
        tests[i] = (struct CMUnitTest){rows[i].name, check_row, NULL, NULL, (void *)(uintptr_t)&rows[i]};
    return _cmocka_run_group_tests("what is discarded", tests, N, set_up, tear_down);
}
