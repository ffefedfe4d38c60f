// SPDX-License-Identifier: Apache-2.0
// Built-in functions against the real VM: bif_cases.escript calls them there and prints arguments and
// outcomes; the same calls here must print the same.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/term/atoms.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"

enum { RANDOM_CALLS = 60, SHOWN = 40 };

static size_t decode_base64(const char *text, uint8_t *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = 0;
    uint32_t word = 0, bits = 0;
    for (; *text && *text != '='; text++) {
        word = word << 6 | (uint32_t)(strchr(digits, *text) - digits);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[n++] = (uint8_t)(word >> bits);
        }
    }
    return n;
}

static bool call(struct process *p, const char *module, const char *name, const term *args, uint32_t n,
                 term *result) {
    const struct bif *b = bif_find(symbol_of(module), symbol_of(name), n);
    if (!b) fail_msg("no %s:%s/%u in the table", module, name, n);
    assert_non_null(b->concrete);
    return b->concrete(p, args, result);
}

// The call's outcome as the escript prints it; NULL: no model.
static const char *outcome(struct process *p, const char *module, const char *name, term list,
                           struct str *out) {
    term args[8], value = TERM_NONE;
    uint32_t n = 0;
    for (; term_is_cons(list); list = term_tl(list)) args[n++] = term_hd(list);
    p->no_model = NULL;
    bool ok = call(p, module, name, args, n, &value);
    if (!ok && p->no_model) return NULL;
    term pair = ok ? term_tuple2(p->heap, term_atom(symbol_of("ok")), value)
                   : term_tuple2(p->heap, p->class_, p->reason);
    str_clear(out);
    term_print(out, pair, 0);
    return str_text(out);
}

struct tally {
    unsigned calls, wrong, no_model;
};

static void check_line(struct arena *heap, char *line, struct tally *t) {
    char *save, *module = strtok_r(line, "\t", &save), *name = strtok_r(NULL, "\t", &save);
    char *base64 = strtok_r(NULL, "\t", &save), *expected = strtok_r(NULL, "\n", &save);
    assert_non_null(expected);
    struct process p = {.heap = heap, .dictionary = map_empty};
    uint8_t *bytes = malloc(strlen(base64) + 1);
    size_t n = decode_base64(base64, bytes);
    term external = term_bits(heap, bytes, n * 8), args;
    free(bytes);
    if (!call(&p, "erlang", "binary_to_term", &external, 1, &args))
        fail_msg("arguments of %s:%s: %s", module, name, base64);
    struct str text = {0};
    const char *got = outcome(&p, module, name, args, &text);
    t->calls++;
    if (!got) {
        t->no_model++;
    } else if (strcmp(got, expected) != 0) {
        if (t->wrong++ < SHOWN) {
            struct str shown = {0};
            term_print(&shown, args, 300);
            print_error("%s:%s %s\n    vm    %.300s\n    frisk %.300s\n", module, name, str_text(&shown),
                        expected, got);
            str_free(&shown);
        }
    }
    str_free(&text);
}

static void like_the_vm(void **state) {
    char command[4096];
    snprintf(command, sizeof command, "escript %.*s/bif_cases.escript %d",
             (int)(strrchr(__FILE__, '/') - __FILE__), __FILE__, RANDOM_CALLS);
    FILE *f = getenv("BIF_CASES") ? fopen(getenv("BIF_CASES"), "r") : popen(command, "r");
    assert_non_null(f);
    struct arena heap;
    arena_init(&heap, 0);
    struct tally t = {0};
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, f) > 0) {
        check_line(&heap, line, &t);
        arena_reset(&heap);
    }
    free(line);
    arena_free(&heap);
    if (getenv("BIF_CASES")) {
        fclose(f);
    } else {
        assert_int_equal(pclose(f), 0);
    }
    print_message("%u calls, %u without a model, %u wrong\n", t.calls, t.no_model, t.wrong);
    assert_true(t.calls > 10000);
    assert_int_equal(t.wrong, 0);
    assert_true(t.no_model * 100 < t.calls);
}

// Every row that the interpreter does not handle itself (alone or at times) has a function; none is there
// twice.
static void table(void **state) {
    assert_true(bif_count >= 180);
    for (uint32_t i = 0; i < bif_count; i++) {
        const struct bif *b = &bif_table[i];
        assert_true(b->concrete != NULL || b->rule == RULE_CONTROL);
        assert_ptr_equal(bif_find(symbol_of(b->module), symbol_of(b->name), b->arity), b);
        assert_true(strchr(b->type, '>') != NULL);
    }
    assert_null(bif_find(symbol_of("erlang"), symbol_of("no_such_function"), 1));
    assert_null(bif_find(symbol_of("erlang"), symbol_of("+"), 3));
}

static void dictionary(void **state) {
    struct arena heap;
    arena_init(&heap, 0);
    struct process p = {.heap = &heap, .dictionary = map_empty};
    term r, undefined = term_atom(symbol_of("undefined")), pair[2] = {term_small(1), term_small(2)};
    assert_true(call(&p, "erlang", "put", pair, 2, &r) && r == undefined);
    pair[1] = term_small(3);
    assert_true(call(&p, "erlang", "put", pair, 2, &r) && r == term_small(2));
    assert_true(call(&p, "erlang", "get", pair, 1, &r) && r == term_small(3));
    assert_true(call(&p, "erlang", "erase", pair, 1, &r) && r == term_small(3));
    assert_true(call(&p, "erlang", "get", pair, 1, &r) && r == undefined);
    term ref1, ref2;
    assert_true(call(&p, "erlang", "make_ref", NULL, 0, &ref1) &&
                call(&p, "erlang", "make_ref", NULL, 0, &ref2));
    assert_true(term_is_imm(ref1, IMM_REF) && ref1 != ref2);
    arena_free(&heap);
}

// Results over the BEAM's limit raise; below it, but too large for a run, there is no model.
static void limits(void **state) {
    struct arena heap;
    arena_init(&heap, 0);
    struct process p = {.heap = &heap, .dictionary = map_empty};
    term r, shift[2] = {term_small(1), term_small(33554367)};
    assert_true(call(&p, "erlang", "bsl", shift, 2, &r)); // the largest power of two in OTP 25
    shift[1] = term_small(33554368);
    assert_false(call(&p, "erlang", "bsl", shift, 2, &r));
    assert_ptr_equal(p.no_model, NULL);
    assert_int_equal(p.reason, term_atom(symbol_of("system_limit")));
    shift[1] = term_small(1 << 22);
    term square[2];
    assert_true(call(&p, "erlang", "bsl", shift, 2, &square[0]));
    square[1] = term_small(-7);
    assert_true(call(&p, "erlang", "*", square, 2, &r));
    square[1] = square[0]; // some 40 s in the VM
    assert_false(call(&p, "erlang", "*", square, 2, &r));
    assert_non_null(p.no_model);
    p.no_model = NULL;
    term copy[2] = {term_bits(&heap, (const uint8_t *)"abcd", 32), term_small(1 << 28)};
    assert_false(call(&p, "binary", "copy", copy, 2, &r));
    assert_non_null(p.no_model);
    p.no_model = NULL;
    copy[1] = term_small(1 << 20);
    assert_true(call(&p, "binary", "copy", copy, 2, &r));
    const struct bits *copies = term_bits_of(r);
    assert_int_equal(copies->size, 32 << 20);
    for (uint64_t i = 0; i < copies->size; i += 8 * 4093)
        assert_int_equal(bits_byte(copies, i), "abcd"[i / 8 % 4]);
    copy[0] = r; // 2^62 bytes: no system_limit, the VM dies for want of memory
    copy[1] = term_small((int64_t)1 << 40);
    assert_false(call(&p, "binary", "copy", copy, 2, &r));
    assert_non_null(p.no_model);
    p.no_model = NULL;
    term many = TERM_NIL; // 4 GB written out
    for (int i = 0; i < 1000; i++) many = term_cons(&heap, copy[0], many);
    assert_false(call(&p, "erlang", "list_to_binary", &many, 1, &r));
    assert_non_null(p.no_model);
    arena_free(&heap);
}

static bool go_on(void *context) {
    int *looks = context;
    return --*looks > 0;
}

// A list of pairs with lists as keys.
static term pairs(struct arena *heap, int n) {
    term list = TERM_NIL;
    for (int i = 0; i < n; i++) {
        const term key[3] = {term_small(1), term_small(i), term_small(2)};
        list = term_cons(heap, term_tuple2(heap, term_list(heap, key, 3, TERM_NIL), term_small(i)), list);
    }
    return list;
}

// Long built-ins end early when time or visits are over, wherever that is.
static void long_calls_end(void **state) {
    struct arena heap;
    arena_init(&heap, 0);
    struct process p = {.heap = &heap, .dictionary = map_empty};
    term list = pairs(&heap, 200000), whole, part, args[2];
    assert_true(call(&p, "maps", "from_list", &list, 1, &whole));
    assert_int_equal(map_size(whole), 200000);
    int looks = 3;
    term_visits_begin(INT64_MAX, go_on, &looks);
    assert_true(call(&p, "maps", "from_list", &list, 1, &part));
    assert_int_equal(looks, 0);
    assert_false(term_visits_end());
    assert_in_range(map_size(part), 100, 100000);
    list = pairs(&heap, 60);
    assert_true(call(&p, "maps", "from_list", &list, 1, &args[1]));
    for (int most = 0; most < 1000; most++) {
        looks = 1000;
        term_visits_begin(most, go_on, &looks);
        call(&p, "maps", "from_list", &list, 1, &part);
        args[0] = term_tuple(term_hd(list))->at[0];
        call(&p, "maps", "remove", args, 2, &part);
        const term put[3] = {term_tuple2(&heap, TERM_NIL, TERM_NIL), TERM_NIL, part};
        call(&p, "maps", "put", put, 3, &whole);
        bool enough = term_visits_end();
        assert_true(!enough || map_size(part) == 59);
        assert_true(enough || most < 999);
    }
    arena_free(&heap);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table),          cmocka_unit_test(dictionary),  cmocka_unit_test(limits),
        cmocka_unit_test(long_calls_end), cmocka_unit_test(like_the_vm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
