// SPDX-License-Identifier: Apache-2.0
// Proofs by what is known of strings of unknown length (java/symbolic/summary.h). Programs of
// tests/java/summaries/Programs.java are proved or not, as their names say. And programs that fail on an
// input, by what the real JVM does with it (Claims.java), drawn at random: none may be proved, so what
// summaries require holds of all that the JVM does.
//
// FRISK_SUMMARY_CLAIMS sets how many, FRISK_SUMMARY_SEED the seed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "java/java.h"
#include "java/whole/main_mode.h"
#include "java/whole/main_prove.h"
#include "oracles/drive.h"
#include "tier.h"

static char *dir;
static struct java *java;
static uint32_t claims;

static void shell(const char *command, const char *a, const char *b) {
    char *argv[] = {"/bin/sh", "-c", (char *)command, "sh", (char *)a, (char *)b, NULL};
    struct output o = drive_run(argv, NULL, 180);
    if (o.status != 0) fail_msg("%s: %s", command, o.err);
    drive_free(&o);
}

static int set_up(void **state) {
    (void)state;
    struct diag d = {0};
    const char *n = getenv("FRISK_SUMMARY_CLAIMS"), *seed = getenv("FRISK_SUMMARY_SEED");
    struct str numbers = {0};
    dir = drive_scratch();
    claims = n ? (uint32_t)atoi(n) : tier_number(20, 120, 5000);
    str_addf(&numbers, "%u %s", claims, seed ? seed : "20");
    shell("java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC tests/java/summaries/Claims.java $2 \"$1\" && "
          "exec javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -d \"$1\" "
          "tests/java/verdicts/verdict/Verifier.java tests/java/summaries/Programs.java "
          "tests/java/summaries/Claims.java "
          "\"$1/ClaimPrograms.java\"",
          dir, numbers.at);
    str_free(&numbers);
    // A proof may take three times as long.
    struct java_options options = {.class_path = dir,
                                   .share_dir = "share/frisk",
                                   .input_class = "verdict.Verifier",
                                   .random_seconds = tier_number(20, 10, 10)};
    java = java_open(&options, &d);
    if (!java) fail_msg("%s", d.text);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    java_close(java);
    drive_remove(dir);
    free(dir);
    return 0;
}

static bool is_proved(const char *name) {
    struct diag d = {0};
    struct java_class *c = program_class_of(java->program, name),
                      *input = program_class_of(java->program, "verdict/Verifier");
    assert_non_null(c);
    struct java_method *m = java_class_find(c, "main", "([Ljava/lang/String;)V");
    struct unit *u = java_unit_new(java, m, &d);
    assert_non_null(u);
    struct java_unit *own = (struct java_unit *)u;
    if (!main_mode_bind(own, input, &d)) fail_msg("%s", d.text);
    main_prove(own);
    bool proved = u->proved;
    u->language->unit_free(u);
    return proved;
}

static void programs(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool proved;
    } all[] = {
        {"ProvedTrim", true},         {"OpenTrim", false},         {"OpenTrimSame", false},
        {"OpenTrimOther", false},     {"ProvedSubstring", true},   {"OpenSubstring", false},
        {"ProvedPrefix", true},       {"ProvedKeyValue", true},    {"OpenKeyValue", false},
        {"ProvedSuffix", true},       {"ProvedFind", true},        {"OpenFind", false},
        {"ProvedEqual", true},        {"OpenEqual", false},        {"ProvedCompare", true},
        {"ProvedCharAt", true},       {"OpenCharAt", false},       {"ProvedCase", true},
        {"OpenCase", false},          {"ProvedReplace", true},     {"ProvedBuilder", true},
        {"OpenReverse", false},       {"ProvedParse", true},       {"OpenParse", false},
        {"ProvedMatches", true},      {"OpenMatches", false},      {"OpenMap", false},
        {"OpenFindFrom", false},      {"OpenFindTextFrom", false}, {"ProvedHost", true},
        {"ProvedReplaceText", true},  {"OpenReplaceText", false},  {"OpenReplaceRegex", false},
        {"ProvedBuilderIndex", true}, {"ProvedBack", true},        {"ProvedBeginning", true},
        {"ProvedLoop", true},         {"OpenLoop", false},         {"OpenLoopFew", false},
        {"OpenLoopStep", false},      {"ProvedLoopTrim", true},    {"ProvedLoopState", true},
        {"OpenLoopState", false},     {"OpenLoopArray", false},    {"OpenLoopBuilder", false},
        {"OpenLoopRope", false},      {"OpenLoopObject", false},   {"OpenLoopInput", false},
        {"ProvedLoopTwice", true},    {"OpenLoopTwice", false},    {"OpenLoopOverflow", false},
        {"OpenLoopLong", false},
    };
    uint32_t wrong = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!tier_takes(i, 3) || is_proved(all[i].name) == all[i].proved) continue;
        print_message("%s is %sproved\n", all[i].name, all[i].proved ? "not " : "");
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void none_that_fails(void **state) {
    (void)state;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < claims; i++) {
        char name[32];
        snprintf(name, sizeof name, "Claim%u", i);
        if (!is_proved(name)) continue;
        print_message("%s is proved, and fails on the JVM\n", name);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest all[] = {cmocka_unit_test(programs), cmocka_unit_test(none_that_fails)};
    return cmocka_run_group_tests(all, set_up, tear_down);
}
