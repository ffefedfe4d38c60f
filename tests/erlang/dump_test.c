// SPDX-License-Identifier: Apache-2.0
// The reader of dumps against damage: real dumps cut at every length and with random bytes changed must be
// refused or read to a tree that keeps every promise of core.h. Run under the sanitizers, this is the test of
// its bounds.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "dump_walk.h"
#include "erlang/load/load.h"
#include "erlang/term/map.h"

static struct str dump; // of every_node.erl

static int setup_all(void **state) {
    char dir[] = "/tmp/frisk-dump-XXXXXX", name[256];
    assert_non_null(mkdtemp(dir));
    setenv("XDG_CACHE_HOME", dir, 1);
    const char *files[] = {"tests/erlang/every_node.erl"};
    struct loader_options o = {.files = files, .n_files = 1, .erl = "erl", .share_dir = "share/frisk"};
    struct loader *l = loader_new(&o);
    struct str request = {0};
    struct diag d = {0};
    uint8_t *reply = NULL;
    size_t n = 0;
    str_add_n(&request, "e\33tests/erlang/every_node.erl\0", 30);
    if (!loader_request(l, request.at, request.n, &reply, &n, 60, &d)) fail_msg("%s", d.text);
    assert_int_equal(reply[0], 0); // no included files
    str_add_n(&dump, (char *)reply + 1, n - 1);
    mem_free(reply);
    str_free(&request);
    loader_free(l);
    snprintf(name, sizeof name, "rm -rf %s", dir);
    assert_int_equal(system(name), 0);
    return 0;
}

static int teardown_all(void **state) {
    str_free(&dump);
    return 0;
}

// True if the bytes were accepted. Either way memory must stay linear in their number.
static bool try_dump(const void *bytes, size_t n) {
    struct arena a;
    struct diag d = {0};
    struct core_module *m = NULL;
    uint8_t *exact = mem_alloc(n ? n : 1); // so that the sanitizer sees one byte too many
    memcpy(exact, bytes, n);
    arena_init(&a, 0);
    bool ok = dump_read(exact, n, 1, &a, &m, &d);
    mem_free(exact);
    assert_true(arena_used(&a) < 256 * n + 100000);
    if (ok)
        walk_module(m);
    else
        assert_memory_equal(d.text, "damaged dump: ", 14);
    arena_free(&a);
    return ok;
}

static void a_real_dump_has_every_node(void **state) {
    struct arena a;
    struct diag d = {0};
    struct core_module *m = NULL;
    arena_init(&a, 0);
    if (!dump_read((uint8_t *)dump.at, dump.n, 1, &a, &m, &d)) fail_msg("%s", d.text);
    unsigned counts[CORE_TAG_COUNT] = {0};
    walk_count(m, counts);
    for (unsigned tag = 0; tag < CORE_TAG_COUNT; tag++)
        if (counts[tag] == 0) fail_msg("no node with tag %u", tag);
    walk_module(m);
    assert_int_equal(m->n_functions, 8); // six of the source, module_info/0 and /1
    arena_free(&a);
}

static void every_truncation_is_refused(void **state) {
    for (size_t n = 0; n < dump.n; n++)
        if (try_dump(dump.at, n)) fail_msg("%zu of %zu bytes are accepted", n, dump.n);
    struct str longer = {0};
    str_add_n(&longer, dump.at, dump.n);
    str_add_char(&longer, 0);
    assert_false(try_dump(longer.at, longer.n));
    str_free(&longer);
}

static uint64_t random_state = 88172645463325252u;
static uint32_t random_below(uint32_t n) { // xorshift64, Marsaglia 2003
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 16) % n);
}

static void random_damage_is_harmless(void **state) {
    char *bytes = mem_alloc(dump.n);
    unsigned accepted = 0;
    for (int round = 0; round < 20000; round++) {
        memcpy(bytes, dump.at, dump.n);
        for (uint32_t i = 0, n = 1 + random_below(3); i < n; i++) {
            uint32_t at = random_below((uint32_t)dump.n);
            switch (random_below(3)) {
            case 0: bytes[at] = (char)(bytes[at] ^ 1 << random_below(8)); break;
            case 1: bytes[at] = (char)random_below(256); break;
            default: bytes[at] = bytes[random_below((uint32_t)dump.n)]; break;
            }
        }
        accepted += try_dump(bytes, dump.n);
    }
    assert_in_range(accepted, 1,
                    19999); // damage in the text of an atom goes unseen, that in a node's kind does not
    mem_free(bytes);
}

// ---- Single terms, by hand ----

static bool read_term(const char *bytes, size_t n, struct arena *a, term *out) {
    struct diag d = {0};
    size_t at = 0;
    return dump_read_term((const uint8_t *)bytes, n, &at, a, out, &d) && at == n;
}

static void terms_are_read_as_documented(void **state) {
    struct arena a;
    term t = TERM_NONE;
    arena_init(&a, 0);
    assert_true(read_term("\x7F", 1, &a, &t) && t == term_small(63));
    assert_true(read_term("\3\x7F", 2, &a, &t) && t == term_small(-64));
    assert_true(read_term("\11\2\1\2ok\x80", 7, &a, &t)); // {ok, ok}
    assert_true(term_tuple(t)->at[0] == term_atom(symbol_of("ok")) &&
                term_tuple(t)->at[1] == term_tuple(t)->at[0]);
    assert_true(read_term("\7\1\x41\x42", 4, &a, &t) && term_hd(t) == term_small(1) &&
                term_tl(t) == term_small(2));
    assert_true(read_term("\10\2ab", 4, &a, &t) && term_equal(t, term_string(&a, "ab")));
    assert_true(read_term("\13\3\xA0", 3, &a, &t) && term_bits_of(t)->size == 3); // <<5:3>>
    assert_true(read_term("\5\xBF\xF8\0\0\0\0\0\0", 9, &a, &t) && term_float_value(t) == -1.5);
    assert_true(read_term("\12\1\x41\x42", 4, &a, &t) && map_size(t) == 1);
    static const struct {
        const char *bytes;
        size_t n;
    } bad[] = {
        {"", 0},
        {"\x80", 1},                                          // an atom nobody has named
        {"\1\5ok", 4},                                        // a text too short
        {"\1\1\xFF", 3},                                      // not UTF-8
        {"\11\xFF\xFF\xFF\xFF\x0F", 6},                       // 2^32 elements of nothing
        {"\3\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1", 12}, // more than 64 bits
        {"\5\x7F\xF0\0\0\0\0\0\0", 9},                        // infinity
        {"\12\2\x41\x41\x41\x41", 6},                         // a key twice
        {"\13\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\1", 11},    // 2^64 - 1 bits
        {"\14\x41\x41\1", 4},                                 // fun 1:1/1
        {"\15\1\2\x41\x41", 5},                               // a table of one argument and no result
        {"\x3F", 1},                                          // no such kind
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (read_term(bad[i].bytes, bad[i].n, &a, &t)) fail_msg("bad term %zu is accepted", i);
    arena_free(&a);
}

static void deep_and_long_terms_need_no_stack(void **state) {
    struct arena a;
    struct str bytes = {0}, again = {0};
    term t = TERM_NONE;
    arena_init(&a, 0);
    for (int i = 0; i < 3000000; i++) str_add_n(&bytes, "\11\1", 2); // {{{..}}}
    str_add_char(&bytes, 0);
    assert_true(read_term(bytes.at, bytes.n, &a, &t));
    assert_true(dump_write_term(&again, t));
    assert_int_equal(again.n, bytes.n);
    assert_memory_equal(again.at, bytes.at, bytes.n);
    str_free(&bytes);
    str_free(&again);
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_real_dump_has_every_node),        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(random_damage_is_harmless),         cmocka_unit_test(terms_are_read_as_documented),
        cmocka_unit_test(deep_and_long_terms_need_no_stack),
    };
    return cmocka_run_group_tests(tests, setup_all, teardown_all);
}
