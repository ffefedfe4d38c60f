// SPDX-License-Identifier: Apache-2.0
// Whole programs of frisk java (--error, --all, --arg, --any-args), the branch bound, and what code finds
// outside of itself: the machine (--env), standard input, files, the network. Each row is a shell command in
// a scratch directory with the classes of tests/cli/programs; what it must say follows from their source, or
// is what the real VM shows.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"

static char *scratch, frisk[4096];

// Standard output and error together are in out.
static struct output shell(const char *command) {
    static char script[8192];
    char *argv[] = {"/bin/sh", "-c", script, NULL};
    snprintf(script, sizeof script,
             "cd %s && frisk() { '%s' \"$@\"; } && java() { frisk java -q -j 1 -t 60 -cp . --json r.json "
             "\"$@\"; } && "
             "exec 2>&1 && { %s; }",
             scratch, frisk, command);
    return drive_run(argv, NULL, 200);
}

static int set_up(void **state) {
    (void)state;
    char command[8192], *argv[] = {"/bin/sh", "-c", command, NULL},
                        *real = realpath("tests/cli/programs", NULL);
    scratch = drive_scratch();
    assert_non_null(real);
    assert_non_null(realpath(drive_frisk(), frisk));
    snprintf(
        command, sizeof command,
        "cd %s && javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -d . %s/*.java && cp %s/machine.erl .",
        scratch, real, real);
    struct output o = drive_run(argv, NULL, 120);
    if (o.status) fail_msg("%s", o.err);
    drive_free(&o);
    free(real);
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
    const char *says[8];
    const char * not [3];
};

#define JQ(filter) "; jq -c '" filter "' r.json"

static const struct row rows[] = {
    {"the search goes on behind the first error",
     "java --main --all --input-class In Ends; echo status $?" JQ(
         "[.findings[] | [.reason, .group, .confirmed]]")
         JQ("[.complete, .outcomes.triggered, .options.all]"),
     {"3 errors", "status 1", "[\"java.lang.RuntimeException: four\",\"error\",true]",
      "[\"java.lang.IllegalStateException: five\",\"error\",true]",
      "[\"java.lang.AssertionError\",\"error\",true]", "[\"Ends$Odd\",\"uncounted\",true]",
      "\n[true,4,true]"},
     {NULL}},
    {"or ends with it",
     "java --main --no-replay --input-class In Ends" JQ("[.complete, .bounds_hit]"),
     {"1 error", "ended with the first error", "[false,[\"first error\"]]"},
     {NULL}},
    {"what does not count is no error, and the rest is proved",
     "java --main --no-replay --error RuntimeException --input-class In Asserts; echo status $?" JQ(
         "[.complete, .errors, .options.error, .findings[0].group]"),
     {"no error found", "there are no errors", "status 0", "[true,0,[\"RuntimeException\"],\"uncounted\"]"},
     {NULL}},
    {"as many classes as are named count",
     "java --main --no-replay --all --error Ends.Odd --error java.lang.IllegalStateException --input-class "
     "In Ends" JQ("[.findings[] | select(.group == \"error\") | .exception] | sort"),
     {"2 errors", "[\"Ends$Odd\",\"java.lang.IllegalStateException\"]"},
     {NULL}},
    {"methods, too: what is refused as a rule may be named",
     "java --no-replay --error ArrayStoreException Bounded#loop" JQ("[.errors, .findings[0].exception]"),
     {"[0,\"java.lang.ArithmeticException\"]"},
     {NULL}},
    {"classes that are none",
     "java --error Nope Args; java --error Args Args",
     {"no class Nope", "--error: Args is no exception"},
     {NULL}},
    {"options that need others",
     "java --all Args; java --arg x Args; java --any-args 2 Args; frisk erl --error X lists:nth/2",
     {"go with --main", "go with --main", "go with --main", "of frisk java"},
     {NULL}},
    {"arguments as they are",
     "java --main --no-replay --arg -n --arg 77 Args; java --main --no-replay --arg -n --arg '7 x' Args; "
     "java --main "
     "--no-replay Args",
     {"Args.main(new String[] {\"-n\", \"77\"})", "IllegalStateException: 77",
      "Args.main(new String[] {\"-n\", \"7 x\"})", "NumberFormatException",
      "proof: every path was tried; no input makes it fail (1 run"},
     {NULL}},
    {"and unknown ones",
     "java --main --all -n 400 --any-args 2 Args" JQ(
         "[.findings[] | select(.confirmed) | .exception] | unique")
         JQ("[.findings[].input | length] | unique") JQ(".assumes"),
     {"[\"java.lang.IllegalStateException\",\"java.lang.NumberFormatException\",\"java.lang."
      "RuntimeException\"]",
      "\n[2]\n", "[\"at most 2 unknown arguments of main\"]"},
     {NULL}},
    // k is 5 in the sixth decision at the loop's head. The third object of `raw` takes two decisions about
    // Raw.next; that there is no fourth one in `nodes` takes three about the parameter of Node's constructor.
    {"the branch bound is one of loops, heap shapes and constructions",
     "for b in 5 6; do java --no-replay --no-random --branch-bound $b Bounded#loop" JQ(
         "[.errors, .complete, .bounds_hit, .options.branch_bound]") "; done; for b in 1 2 3; do java -n "
                                                                     "100 --no-replay "
                                                                     "--no-random --branch-bound $b "
                                                                     "Bounded#raw Bounded#nodes" JQ(
                                                                         "[.units[] | (.findings | "
                                                                         "length)]") "; done",
     {"[0,false,[\"branch bound\"],5]", "[1,false,[\"branch bound\"],6]", "[0,0]\n", "[1,0]\n", "[1,1]\n"},
     {NULL}},
    {"the machine is taken as it is: as the real JVM has it",
     "for e in TZ=Asia/Tokyo 'TZ=<+03>-3'; do export \"$e\" LC_ALL=C MY_VAR=$e; $(which java) -cp . "
     "MachineReal | "
     "sort >real; java --no-replay -n 20 Machine >/dev/null; jq -r '.units[] | . as $u | .findings[] | "
     "$u.unit + \" "
     "\" + .reason' r.json | grep -v '#is(\\|#print(' | sort >ours; diff real ours && wc -l <ours" JQ(
         "[.units[] | select(.unit | test(\"#(is|date|print)\") | not) | .complete] | all")
         JQ("[.units[].assumes[]] | unique | map(select(test(\"locale|zone|processors|MY_VAR|line\")))") "; "
                                                                                                         "don"
                                                                                                         "e",
     {"16\ntrue\n", "\"default locale en",
      "\"environment variable MY_VAR\",\"line separator\",\"number of processors ",
      "\"time zone Asia/Tokyo\"", "\"time zone GMT+03:00\""},
     {"<", ">", "false"}},
    {"or nothing is proved that looks at it",
     "java --no-replay --env any -n 20 Machine >/dev/null" JQ(
         "[.units[] | select(.unit | test(\"#(is|<init>|print)\") | not) | .complete] | any")
         JQ("[[.units[].assumes[]], .units[0].options.env]"),
     {"false\n", "[[],\"any\"]"},
     {"true"}},
    {"standard input",
     "java -n 600 Reads >/dev/null" JQ(
         "[.units[] | .unit as $u | .findings[] | select(.confirmed and .exception == "
         "\"java.lang.ArithmeticException\") | $u | sub(\"\\\\(.*\"; \"\")] | unique")
         JQ("[.units[] | select(.unit == \"Reads#raw()\") | [.complete, .findings[0].input]][]"),
     {"[\"Reads#available\",\"Reads#line\",\"Reads#number\",\"Reads#raw\",\"Reads#some\"]",
      "[true,[\"System.in \\\"x\\\\u00c8\\\"\"]]"},
     {NULL}},
    {"a program that reads is proved",
     "java --main --no-replay Bytes",
     {"proof: every path was tried"},
     {NULL}},
    {"files and the network",
     "java Outside >/dev/null" JQ("[.units[] | select(.findings[0].confirmed) | [.unit, .complete]]")
         JQ("[.units[].unfinished[].reason]") JQ("[.units[].assumes[]] | unique"),
     {"[\"Outside#absent(int)\",true],[\"Outside#directory(int)\",true],[\"Outside#exists(int)\",true],"
      "[\"Outside#literal(int)\",true]]",
      "[\"no model for the file /etc/passwd\",\"no model for the network: java.net.Inet",
      "no model for the network: java.net.Socket", "\"file no/such/file (absent)\""},
     {NULL}},
    {"Erlang: the machine is taken as it is",
     "export MY_VAR=hello TZ=Asia/Tokyo; frisk erl -q -j 1 --json r.json -o out machine.erl >/dev/null" JQ(
         "[.units[] | [.unit, .complete, .errors]] | map(select(.[1])) | length")
         JQ("[.units[] | select(.unit == \"machine:zone/1\") | .findings[0].reason, .assumes[]]")
             JQ("[.units[] | select(.unit == \"machine:safe/1\") | .complete, .errors, .assumes[]]")
                 JQ("[.units[] | select(.unit == \"machine:count/1\") | .complete]"),
     {"7\n", "[\"{got,{{2020,1,1},{9,0,0}}}\",\"time zone JST\"]", "[true,0,\"os:getenv(\\\"MY_VAR\\\")\"]",
      "\n[false]\n"},
     {NULL}},
    // What the code shows without a run holds on all machines.
    {"Erlang: or nothing is proved that looks at it",
     "export MY_VAR=hello; frisk erl -q -j 1 --no-replay --env any --json r.json machine.erl >/dev/null" JQ(
         "[.units[] | select(.proved or .all_failed | not) | .complete] | any") JQ("[.units[].assumes[]]")
         JQ("[.units[] | select(.unit == \"machine:safe/1\") | .complete, .errors]"),
     {"false\n", "[]\n", "[false,0]"},
     {"true"}},
};

static void check(void **state) {
    const struct row *r = *state;
    const char *only = getenv("ROW"); // part of a name, for work on a few
    if (only && !strstr(r->name, only)) skip();
    struct output o = shell(r->command);
    const char *at = o.out;
    for (size_t i = 0; i < sizeof r->says / sizeof *r->says && r->says[i]; i++) { // in no order
        if (!strstr(at, r->says[i])) fail_msg("%s: not said: %s\nin:\n%s", r->name, r->says[i], o.out);
    }
    for (size_t i = 0; i < sizeof r->not / sizeof *r->not &&r->not [i]; i++)
        if (strstr(o.out, r->not [i])) fail_msg("%s: said: %s\nin:\n%s", r->name, r->not [i], o.out);
    drive_free(&o);
}

int main(void) {
    enum { N = sizeof rows / sizeof *rows };
    struct CMUnitTest all[N];
    for (size_t i = 0; i < N; i++)
        all[i] = (struct CMUnitTest){rows[i].name, check, NULL, NULL, (void *)(uintptr_t)&rows[i]};
    return _cmocka_run_group_tests("machine", all, N, set_up, tear_down);
}
