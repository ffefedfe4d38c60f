// SPDX-License-Identifier: Apache-2.0
// Terms: order, equality and hashes agree; maps against a naive model; depth costs no C stack; shadows; bits;
// text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "erlang/term/arith.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"
#include "erlang/term/process.h"
#include "erlang/term/reason_text.h"

static struct arena heap;
static struct process process;

static int set_up(void **state) {
    arena_init(&heap, 0);
    process = (struct process){.heap = &heap};
    return 0;
}
static int tear_down(void **state) {
    arena_free(&heap);
    return 0;
}

static term atom(const char *text) {
    return term_atom(symbol_of(text));
}
static term big(const char *digits) {
    mpz_t z;
    mpz_init_set_str(z, digits, 10);
    term t = term_mpz(&heap, z);
    mpz_clear(z);
    return t;
}

static void assert_prints(term t, size_t max, const char *expected) {
    struct str s = {0};
    term_print(&s, t, max);
    assert_string_equal(str_text(&s), expected);
    str_free(&s);
}

// The reference manual's order, with pairs that compare equal (==) side by side.
static void order(void **state) {
    term one_float = term_float(&heap, 1.0), two53 = term_int(&heap, 9007199254740993);
    term ascending[] = {
        term_float(&heap, -1e300),
        big("-10000000000000000000000"),
        term_small(-1),
        term_small(0),
        term_small(1),
        term_float(&heap, 9007199254740992.0), // 2^53
        two53,                                 // 2^53 + 1: no float rounds it away
        big("10000000000000000000000"),
        atom("a"),
        atom("b"),
        term_imm(IMM_REF, 1),
        term_imm(IMM_PORT, 1),
        term_imm(IMM_PID, 1),
        term_tuple_of(&heap, NULL, 0),
        term_tuple_of(&heap, (term[]){atom("z")}, 1),
        term_tuple2(&heap, term_small(1), term_small(1)),
        map_empty,
        map_put(&heap, map_empty, term_small(1), term_small(2)),
        TERM_NIL,
        term_cons(&heap, term_small(1), TERM_NIL),
        term_cons(&heap, term_small(2), TERM_NIL),
        term_bits(&heap, (const uint8_t *)"", 0),
        term_bits(&heap, (const uint8_t *)"\1", 8),
        term_bits(&heap, (const uint8_t *)"\1\0", 9),
    };
    size_t n = sizeof ascending / sizeof *ascending;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            int expected = i < k ? -1 : i > k;
            int c = term_compare(ascending[i], ascending[k]);
            assert_int_equal((c > 0) - (c < 0), expected);
            assert_int_equal(term_equal(ascending[i], ascending[k]), i == k);
        }
    }
    assert_int_equal(term_compare(term_small(1), one_float), 0);
    assert_false(term_equal(term_small(1), one_float));
    assert_true(term_compare_keys(two53, one_float) < 0); // integers before floats in key order
    assert_true(term_equal(term_float(&heap, 0.0), term_float(&heap, -0.0)));
    assert_true(term_hash(term_float(&heap, 0.0)) == term_hash(term_float(&heap, -0.0)));
}

// ---- Random terms, small enough that equal ones occur ----
static unsigned random_below(unsigned n) {
    return (unsigned)rand() % n;
}

static term random_term(unsigned depth) {
    switch (random_below(depth ? 8 : 4)) {
    case 0: return term_small((int64_t)random_below(3));
    case 1: return term_float(&heap, random_below(3));
    case 2: return random_below(2) ? atom("a") : TERM_NIL;
    case 3: return big(random_below(2) ? "99999999999999999999" : "-99999999999999999999");
    case 4: return term_cons(&heap, random_term(depth - 1), random_term(depth - 1));
    case 5: return term_tuple2(&heap, random_term(depth - 1), random_term(depth - 1));
    case 6: {
        term map = map_empty;
        for (unsigned n = random_below(4); n; n--)
            map = map_put(&heap, map, random_term(depth - 1), random_term(depth - 1));
        return map;
    }
    default: {
        uint8_t bytes[2] = {(uint8_t)random_below(2), (uint8_t)random_below(256)};
        term whole = term_bits(&heap, bytes, 16);
        return term_sub_bits(&heap, whole, random_below(4), 1 + random_below(6));
    }
    }
}

static int sign(int c) {
    return (c > 0) - (c < 0);
}

static void order_laws(void **state) {
    enum { N = 120 };
    term t[N];
    srand(7);
    for (int i = 0; i < N; i++) t[i] = random_term(3);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++) {
            bool same = term_equal(t[i], t[k]);
            int c = sign(term_compare(t[i], t[k])), keys = sign(term_compare_keys(t[i], t[k]));
            assert_int_equal(c, -sign(term_compare(t[k], t[i])));
            assert_int_equal(keys, -sign(term_compare_keys(t[k], t[i])));
            assert_int_equal(keys == 0, same);
            if (same) assert_true(c == 0 && term_hash(t[i]) == term_hash(t[k]));
            for (int m = 0; m < N; m += 7) { // transitive
                if (c <= 0 && term_compare(t[k], t[m]) <= 0) assert_true(term_compare(t[i], t[m]) <= 0);
                if (keys <= 0 && term_compare_keys(t[k], t[m]) <= 0)
                    assert_true(term_compare_keys(t[i], t[m]) <= 0);
            }
        }
        term copy = term_copy(&heap, t[i]);
        assert_true(term_equal(copy, t[i]) && term_hash(copy) == term_hash(t[i]));
    }
}

// ---- Maps against two arrays ----
enum { KEYS = 400 };
struct model {
    term key[KEYS], value[KEYS];
    bool there[KEYS];
    uint64_t n;
};

static void check_map(term map, const struct model *m) {
    assert_int_equal(map_size(map), m->n);
    for (int i = 0; i < KEYS; i++) {
        term value;
        assert_int_equal(map_get(map, m->key[i], &value), m->there[i]);
        if (m->there[i]) assert_int_equal(value, m->value[i]);
    }
    struct map_iterator i;
    term key, value;
    uint64_t count = 0;
    map_iterate(&i, map);
    while (map_next(&i, &key, &value)) count++;
    assert_int_equal(count, m->n);
}

static term model_key(int i) {
    return i % 4 == 0   ? term_small(i)
           : i % 4 == 1 ? term_float(&heap, i)
           : i % 4 == 2 ? term_tuple2(&heap, term_small(i), atom("k"))
                        : term_string(&heap, (char[]){(char)('a' + i % 26), (char)('a' + i / 26), 0});
}

static void maps(void **state) {
    struct model m = {.n = 0};
    for (int i = 0; i < KEYS; i++) m.key[i] = model_key(i);
    srand(3);
    term map = map_empty, old = map_empty;
    struct model old_model = m;
    for (int step = 0; step < 6000; step++) {
        int k = (int)random_below(step % 2000 < 1000 ? KEYS : 60);
        if (random_below(step / 1000 % 2 ? 4 : 2)) {
            m.n += !m.there[k];
            m.there[k] = true;
            m.value[k] = term_small(step);
            map = map_put(&heap, map, model_key(k), m.value[k]);
        } else {
            m.n -= m.there[k];
            m.there[k] = false;
            map = map_remove(&heap, map, model_key(k));
        }
        if (step % 500 == 0) {
            check_map(old, &old_model); // persistent
            check_map(map, &m);
            old = map;
            old_model = m;
        }
    }
    // However a map came about, it is the same map.
    term keys[KEYS], values[KEYS];
    map_items(map, keys, values);
    term again = map_from_pairs(&heap, keys, values, m.n);
    assert_true(term_equal(map, again) && term_compare(map, again) == 0 &&
                term_hash(map) == term_hash(again));
    for (int i = 0; i < KEYS; i++) map = map_remove(&heap, map, m.key[i]);
    assert_true(term_equal(map, map_empty));
}

static void map_shadows(void **state) {
    for (int64_t n = 2; n < 200; n += 60) {
        term map = map_empty, sym = term_sym(&heap, term_small(5), 1), value;
        for (int64_t i = 0; i < n; i++) map = map_put(&heap, map, term_small(i), term_small(i));
        assert_false(term_shadowed(map));
        term shadowed = map_put(&heap, map, term_small(1), sym);
        assert_true(term_shadowed(shadowed));
        assert_true(map_get(shadowed, term_small(1), &value) && value == sym);
        assert_false(term_shadowed(map_remove(&heap, shadowed, term_small(1))));
        assert_false(term_shadowed(map_put(&heap, shadowed, term_small(1), term_small(1))));
        assert_true(term_shadowed(map_put(&heap, shadowed, term_small(0), term_small(1))));
        assert_true(
            term_equal(term_concrete(&heap, shadowed), map_put(&heap, map, term_small(1), term_small(5))));
    }
}

static void shadows(void **state) {
    term sym = term_sym(&heap, atom("x"), 9), plain = term_string(&heap, "rest");
    term list = term_cons(&heap, term_tuple2(&heap, term_small(1), sym), plain);
    assert_true(term_shadowed(list) && !term_shadowed(plain));
    term concrete = term_concrete(&heap, list);
    assert_false(term_shadowed(concrete));
    assert_int_equal(term_tl(concrete), plain); // what is plain is shared
    assert_prints(concrete, 0, "[{1,x},114,101,115,116]");
    assert_int_equal(term_concrete(&heap, plain), plain);
}

// A million levels: lists, tuples in tuples, lists in lists.
static void depth(void **state) {
    enum { DEEP = 1000000 };
    for (int shape = 0; shape < 3; shape++) {
        term t[2] = {TERM_NIL, TERM_NIL}, sym = term_sym(&heap, TERM_NIL, 1);
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i < DEEP; i++) {
                if (shape == 0) t[k] = term_cons(&heap, term_small(1), t[k]);
                if (shape == 1) t[k] = term_tuple_of(&heap, (term[]){t[k], term_small(1)}, 2);
                if (shape == 2) t[k] = term_cons(&heap, t[k], TERM_NIL);
            }
            sym = shape == 0 ? term_cons(&heap, term_small(1), sym) : term_tuple2(&heap, sym, t[k]);
        }
        assert_true(term_equal(t[0], t[1]));
        assert_int_equal(term_compare(t[0], t[1]), 0);
        assert_true(term_hash(t[0]) == term_hash(t[1]));
        assert_true(term_equal(term_copy(&heap, t[0]), t[1]));
        assert_false(term_shadowed(term_concrete(&heap, sym)));
        struct str s = {0};
        term_print(&s, t[0], 0);
        assert_true(s.n > DEEP);
        str_free(&s);
    }
}

static void integers(void **state) {
    int64_t values[] = {
        0,         1,        -1, TERM_SMALL_MAX, TERM_SMALL_MIN, TERM_SMALL_MAX + 1, TERM_SMALL_MIN - 1,
        INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        term t = term_int(&heap, values[i]);
        int64_t back;
        assert_true(term_get_int64(t, &back) && back == values[i]);
        mpz_t z;
        mpz_init(z);
        term_get_mpz(t, z);
        assert_true(mpz_cmp_si(z, values[i]) == 0);
        assert_true(term_equal(term_mpz(&heap, z), t));
        mpz_clear(z);
        assert_int_equal(term_is_small(t), values[i] >= TERM_SMALL_MIN && values[i] <= TERM_SMALL_MAX);
    }
}

// Every size, both byte orders, any alignment: what is written is read again, and equals the integer modulo
// 2^size.
static void bit_integers(void **state) {
    const char *numbers[] = {"0",
                             "1",
                             "-1",
                             "255",
                             "-128",
                             "1234567890123",
                             "-98765432109876543210987654321",
                             "99999999999999999999999999999999999999"};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        term number = big(numbers[k]);
        for (unsigned size = 1; size <= 140; size += 1 + size / 20) {
            for (unsigned before = 0; before < 9; before += 3) {
                for (int little = 0; little < 2; little++) {
                    struct bits_builder b = {0};
                    assert_true(bits_add_integer(&process, &b, term_small(-1), before, false));
                    assert_true(bits_add_integer(&process, &b, number, size, little));
                    term bits = bits_take(&b, &heap), got, expected, mask;
                    assert_int_equal(term_bits_of(bits)->size, before + size);
                    assert_true(bits_get_integer(&heap, bits, before, size, false, little, &got));
                    num_bsl(&process, term_small(1), term_small(size), &mask);
                    num_sub(&process, mask, term_small(1), &mask);
                    num_band(&process, number, mask, &expected);
                    assert_true(term_equal(got, expected));
                    assert_true(bits_get_integer(&heap, bits, before, size, true, little, &got));
                    num_band(&process, got, mask, &got);
                    assert_true(term_equal(got, expected));
                    assert_false(bits_get_integer(&heap, bits, before + 1, size, false, little, &got));
                }
            }
        }
    }
}

static void bit_layout(void **state) { // from the VM: <<16#ABC:12>>, <<16#ABC:12/little>>, <<1:3, 200:8>>
    struct bits_builder b = {0};
    bits_add_integer(&process, &b, term_small(0xABC), 12, false);
    assert_prints(bits_take(&b, &heap), 0, "<<171,12:4>>");
    bits_add_integer(&process, &b, term_small(0xABC), 12, true);
    assert_prints(bits_take(&b, &heap), 0, "<<188,10:4>>");
    bits_add_integer(&process, &b, term_small(1), 3, false);
    bits_add_integer(&process, &b, term_small(200), 8, false);
    assert_prints(bits_take(&b, &heap), 0, "<<57,0:3>>");
    bits_add_float(&process, &b, term_float(&heap, 1.5), 16, false); // <<1.5:16/float>>
    assert_prints(bits_take(&b, &heap), 0, "<<62,0>>");
    bits_add_float(&process, &b, term_small(3), 32, true); // <<3:32/float-little>>
    assert_prints(bits_take(&b, &heap), 0, "<<0,0,64,64>>");
    bits_add_utf16(&process, &b, term_small(0x10437), false); // <<16#10437/utf16>>
    assert_prints(bits_take(&b, &heap), 0, "<<216,1,220,55>>");
    assert_false(bits_add_utf8(&process, &b, term_small(0xD800)));
    assert_int_equal(process.reason, atom("badarg"));
    bits_add_float(&process, &b, term_float(&heap, 1e39), 32, false); // too large: infinity, in OTP 25
    assert_prints(bits_take(&b, &heap), 0, "<<127,128,0,0>>");
    assert_false(bits_add_float(&process, &b, term_float(&heap, 1), 24, false));
    assert_false(bits_add_integer(&process, &b, atom("a"), 8, false));
    bits_drop(&b);
}

static void code_points(void **state) {
    for (uint32_t c = 0; c <= 0x10FFFF; c += 1 + c / 50) {
        bool valid = c < 0xD800 || c > 0xDFFF;
        struct bits_builder b = {0};
        bits_add_integer(&process, &b, term_small(1), 3, false); // not aligned
        assert_int_equal(bits_add_utf8(&process, &b, term_small(c)), valid);
        if (valid) {
            uint64_t utf8_end = b.size, size;
            uint32_t back;
            bits_add_utf16(&process, &b, term_small(c), true);
            uint64_t utf16_end = b.size;
            bits_add_utf32(&process, &b, term_small(c), false);
            term bits = term_bits(&heap, b.bytes, b.size);
            assert_true(bits_get_utf8(bits, 3, &back, &size) && back == c && size == utf8_end - 3);
            assert_true(bits_get_utf16(bits, utf8_end, true, &back, &size) && back == c &&
                        size == utf16_end - utf8_end);
            assert_true(bits_get_utf32(bits, utf16_end, false, &back) && back == c);
        }
        bits_drop(&b);
    }
}

static void half_floats(void **state) { // all 65,536: there and back
    for (uint32_t h = 0; h < 65536; h++) {
        double d = bits_half_to_double((uint16_t)h);
        uint16_t back;
        if ((h >> 10 & 31) == 31) continue; // infinities and NaN
        assert_true(bits_double_to_half(d, &back));
        assert_int_equal(back, h);
    }
    uint16_t unused;
    assert_false(bits_double_to_half(65520, &unused));
}

static void text(void **state) {
    term list = term_list(&heap, (term[]){term_small(1), atom("two"), term_float(&heap, 3)}, 3, TERM_NIL);
    assert_prints(list, 0, "[1,two,3.0]");
    assert_prints(list, 6, "[1,two...");
    assert_prints(list, 100, "[1,two,3.0]");
    assert_prints(term_string(&heap, "h\xC3\xA9llo"), 2, "\"h..."); // not inside a character
    assert_prints(atom("if"), 0, "'if'");
    assert_prints(TERM_NIL, 0, "[]");
}

static void reasons(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"badarg", "badarg", true},
        {"badarg", "badarith", false},
        {"a", "ab", false},
        {"{badkey,1}", "{badkey,{a,b}}", true},
        {"{badkey,1}", "{badmap,1}", false},
        {"{a,1}", "{a,1,2}", false},
        {"{a}", "{a,1}", false},
        {"{a,1}", "{ab,1}", false},
        {"{}", "{a}", false},
        {"{}", "a", false},
        {"{a,\"}, ,\"}", "{a,[1,2,{3,4}]}", true},
        {"{'a,b',1}", "{'a,b',<<1,2>>}", true},
        {"{'a,b',1}", "{'a,c',1}", false},
        {"{'it\\'s,',1}", "{'it\\'s,',\"\\\",\"}", true},
        {"{a,#{1 => 2,3 => 4}}", "{a,#Fun<tiny.0.1>}", true},
        {"{1,2}", "{[a,b],2}", true}, // no tag
        {"{1,2}", "{a,2}", false},
        {"1", "-27", true},
        {"\"text\"", "[]", true},
        {"\"text\"", "<<\"text\">>", false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (erlang_same_reason(pairs[i].a, pairs[i].b) != pairs[i].same)
            fail_msg("%s and %s", pairs[i].a, pairs[i].b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(order_laws, set_up, tear_down),
        cmocka_unit_test_setup_teardown(maps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(map_shadows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shadows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(depth, set_up, tear_down),
        cmocka_unit_test_setup_teardown(integers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bit_integers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bit_layout, set_up, tear_down),
        cmocka_unit_test_setup_teardown(code_points, set_up, tear_down),
        cmocka_unit_test_setup_teardown(half_floats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(text, set_up, tear_down),
        cmocka_unit_test(reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
