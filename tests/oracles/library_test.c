// SPDX-License-Identifier: Apache-2.0
// Whole modules, searched function by function in one run of frisk, for what the VM's library does: clocks,
// regular expressions, output, maps. What each function must be found to do was worked out by hand from its
// few lines; the real VM has confirmed each finding, or the test fails.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"
#include "tier.h"

#define LIMIT_SECONDS 120

// `findings`: "proof kind:reason" of each, in any order, separated by "; "; a '*' ends what is compared of a
// reason. EXACT: nothing may have been taken as concrete, and all of it was searched.
enum { ANY, EXACT };
struct expected {
    const char *unit, *findings;
    int exact;
};

static const struct expected moments[] = {
    {"moments:late/1", "", ANY},
    {"moments:elapsed/2", "", ANY},
    {"moments:year/1", "", ANY},
    {"moments:dice/1", "confirmed error:{bad_luck,*", ANY},
    {"moments:seeded/2", "confirmed error:{guessed,*", EXACT},
    {"moments:forward/1", "varies error:on_the_dot", ANY},
    {"moments:unique/1", "", ANY},
    {"moments:hashed/1", "confirmed error:nine", ANY},
    {"moments:legacy/1", "", EXACT},
    {"moments:counters/1", "confirmed error:five", ANY},
};

static const struct expected patterns[] = {
    {"patterns:matched/1", "confirmed error:striped", ANY},
    {"patterns:captured/1", "confirmed error:badarith", ANY},
    {"patterns:broken/1", "confirmed error:{badmatch,{error,{\"missing )\",2}}}", ANY},
    {"patterns:compiled/1", "confirmed error:{pairs,<<\"1\">>,<<\"2\">>}", ANY},
    {"patterns:deep/1", "confirmed error:long", ANY},
    {"patterns:cut/1", "confirmed error:cut", ANY},
    {"patterns:replaced/1", "confirmed error:replaced", ANY},
    {"patterns:unicode/1", "confirmed error:euro", ANY},
    {"patterns:misused/1", "confirmed error:badarg", ANY},
    {"patterns:dated/1", "confirmed error:badarith", EXACT},
    {"patterns:spelt/1", "confirmed error:address", EXACT},
    {"patterns:assigned/1", "confirmed error:on", EXACT},
    {"patterns:numbered/1", "confirmed error:numbers", EXACT},
    {"patterns:separated/1", "confirmed error:parts", EXACT},
    {"patterns:lowered/1", "confirmed error:get", ANY},
    {"patterns:raised/1", "confirmed error:get; confirmed error:{badarg,*", ANY},
    {"patterns:trimmed/1", "confirmed error:trimmed", EXACT},
    {"patterns:lexemes/1", "confirmed error:two", EXACT},
    {"patterns:backwards/1", "confirmed error:accent", ANY},
};

static const struct expected output[] = {
    {"output:printed/1", "confirmed error:seventeen", EXACT},
    {"output:formatted/2", "confirmed error:badarg", ANY},
    {"output:badly/1", "confirmed error:badarg", ANY},
    {"output:device/1", "confirmed error:badarg", EXACT},
    {"output:chars/1", "confirmed error:two", ANY},
    {"output:logged/1", "confirmed error:five", EXACT},
    {"output:asked/1", "confirmed error:nothing", ANY},
    {"output:many/1", "", ANY},
    {"output:shown/1", "confirmed error:large", EXACT},
    {"output:pretty/1", "confirmed error:pretty", EXACT},
    {"output:priced/1", "confirmed error:priced", ANY},
    {"output:rounded/1", "confirmed error:rounded; confirmed error:badarg", ANY},
};

static const struct expected associations[] = {
    {"associations:value/1", "confirmed error:found", EXACT},
    {"associations:optional/1", "confirmed error:foo; confirmed error:seven", EXACT},
    {"associations:found/1", "confirmed error:three", EXACT},
    {"associations:stored/2", "confirmed error:both", EXACT},
    {"associations:exactly/2", "confirmed error:nine; confirmed error:{badkey,k}", EXACT},
    {"associations:chosen/2", "confirmed error:nine", EXACT},
    {"associations:listed/1", "confirmed error:both; confirmed error:only_b", EXACT},
    {"associations:pairs/1", "confirmed error:both", EXACT},
    {"associations:folded/1", "confirmed error:sum", EXACT},
    {"associations:removed/1", "confirmed error:found", EXACT},
    {"associations:merged/2", "confirmed error:found", EXACT},
    {"associations:guarded/1", "confirmed error:large", EXACT},
    {"associations:nested/1", "confirmed error:{bad_port,*", EXACT},
    {"associations:no_map/1", "confirmed error:{badmap,*", EXACT},
    {"associations:equal/1", "confirmed error:equal", EXACT},
    {"associations:selected/1", "confirmed error:found", EXACT},
    {"associations:filtered/1", "confirmed error:two", EXACT},
    {"associations:text_key/1", "confirmed error:four", EXACT},
    {"associations:any_keys/1", "confirmed error:numbers; confirmed error:tuple", EXACT},
    {"associations:sized/1", "confirmed error:two", EXACT},
    {"associations:taken/1", "confirmed error:taken", EXACT},
    {"associations:updated/1", "confirmed error:ten", EXACT},
    {"associations:changed/2", "confirmed error:equal", EXACT},
    {"associations:grown/2", "confirmed error:grown", EXACT},
    {"associations:from_list/1", "confirmed error:both", ANY},
    {"associations:computed/1", "confirmed error:b", EXACT},
    {"associations:mapped/1", "confirmed error:mapped", EXACT},
    {"associations:put_chosen/2", "confirmed error:five; confirmed error:three", EXACT},
    {"associations:same/2", "confirmed error:same", EXACT},
    {"associations:absent/1", "", EXACT},
    {"associations:floats/1", "confirmed error:three", ANY},
    {"associations:tuple_keys/1", "confirmed error:three", ANY},
    {"associations:binary_keys/1", "confirmed error:three", ANY},
    {"associations:few_keys/1", "confirmed error:four", EXACT},
    {"associations:prefixed/1", "confirmed error:found", ANY},
    {"associations:begun/1", "confirmed error:found", EXACT},
    {"associations:begun_binary/1", "confirmed error:found", EXACT},
};

static const struct expected asked[] = {
    {"asked:checksum/1", "confirmed error:xyz", ANY},
    {"asked:packet/1", "confirmed error:request", ANY},
    {"asked:zipped/1", "confirmed error:abc", ANY},
    {"asked:system/1", "confirmed error:eight", EXACT},
    {"asked:options/1", "confirmed error:badarg", ANY},
    {"asked:unknown_item/1", "confirmed error:badarg", ANY},
    {"asked:memory/1", "confirmed error:used", ANY},
    {"asked:iovec/1", "confirmed error:xyz", ANY},
    {"asked:configured/1", "confirmed error:{badmatch,*", EXACT},
    {"asked:default/1", "confirmed error:limit", EXACT},
    {"asked:changed/1", "confirmed error:limit", EXACT},
    {"asked:unset/1", "confirmed error:{badmatch,*", EXACT},
    {"asked:all_settings/1", "confirmed error:found", ANY},
    {"asked:file/1", "confirmed error:some", ANY},
    {"asked:directory/1", "confirmed error:directory", ANY},
    {"asked:nobody/1", "confirmed exit:{noproc,*", EXACT},
    {"asked:sent/1", "confirmed error:badarg; confirmed error:silent", EXACT},
    {"asked:nameless/1", "confirmed error:[]; confirmed error:{trap_exit,true}", EXACT},
};

static const char *text_at(const json_t *o, const char *name) {
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

static bool matches(const char *pattern, size_t n, const char *text) {
    if (n && pattern[n - 1] == '*') return strncmp(pattern, text, n - 1) == 0;
    return strlen(text) == n && strncmp(pattern, text, n) == 0;
}

// Whether each finding is expected and each one expected is there.
static bool as_expected(const json_t *findings, const char *expected) {
    size_t found = json_array_size(findings), n = 0;
    bool taken[64] = {false};
    for (const char *at = expected; *at; n++) {
        const char *end = strstr(at, "; ");
        size_t length = end ? (size_t)(end - at) : strlen(at), i = 0;
        for (; i < found && i < 64; i++) {
            const json_t *f = json_array_get(findings, i);
            char text[400];
            snprintf(text, sizeof text, "%s %s:%s", text_at(f, "proof"), text_at(f, "kind"),
                     text_at(f, "reason"));
            if (!taken[i] && matches(at, length, text)) break;
        }
        if (i == found || i == 64) return false;
        taken[i] = true;
        at = end ? end + 2 : at + length;
    }
    return n == found;
}

static void show(const json_t *findings) {
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *f = json_array_get(findings, i);
        print_error("    %s: %s %s:%s %s\n", text_at(f, "call"), text_at(f, "proof"), text_at(f, "kind"),
                    text_at(f, "reason"), text_at(f, "real"));
    }
}

static bool check_unit(const json_t *units, const struct expected *x) {
    for (size_t i = 0; i < json_array_size(units); i++) {
        const json_t *u = json_array_get(units, i), *findings = json_object_get(u, "findings");
        if (strcmp(text_at(u, "unit"), x->unit) != 0) continue;
        bool good = as_expected(findings, x->findings);
        if (!good) print_error("%s: not \"%s\" but\n", x->unit, x->findings), show(findings);
        if (json_integer_value(json_object_get(u, "incomplete"))) {
            print_error("%s: runs without a model\n", x->unit);
            good = false;
        }
        if (x->exact && !json_is_true(json_object_get(u, "complete"))) {
            char *lost = json_dumps(json_object_get(u, "lost"), JSON_COMPACT);
            print_error("%s: not complete; lost: %s\n", x->unit, lost);
            free(lost);
            good = false;
        }
        return good;
    }
    print_error("%s was not searched\n", x->unit);
    return false;
}

static void check_module(const char *file, const struct expected *table, size_t n) {
    char *dir = drive_scratch(), path[200];
    snprintf(path, sizeof path, "tests/oracles/units/%s", file);
    char *argv[] = {
        (char *)drive_frisk(), "erl", "-q", "-j", "1", "-t", "4", "--json", "-", "-o", dir, path, NULL};
    struct output o = drive_run(argv, NULL, LIMIT_SECONDS);
    json_t *json = json_loads(o.out, 0, NULL);
    if (!json) fail_msg("%s: no result, status %d: %s", file, o.status, o.err);
    unsigned wrong = 0;
    for (size_t i = 0; i < n; i++) wrong += !check_unit(json_object_get(json, "units"), &table[i]);
    json_decref(json);
    drive_free(&o);
    drive_remove(dir);
    free(dir);
    assert_int_equal(wrong, 0);
}

#define CHECK(name)                                                                                          \
    static void test_##name(void **state) {                                                                  \
        check_module(#name ".erl", name, sizeof name / sizeof *name);                                        \
    }
CHECK(moments)
CHECK(patterns)
CHECK(output)
CHECK(associations)
CHECK(asked)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moments),      cmocka_unit_test(test_patterns), cmocka_unit_test(test_output),
        cmocka_unit_test(test_associations), cmocka_unit_test(test_asked),
    };
    size_t n = tier_is("fast") ? 2 : sizeof tests / sizeof *tests;
    return _cmocka_run_group_tests("library", tests, n, NULL, NULL);
}
