// SPDX-License-Identifier: Apache-2.0
// Type grammars: freezing, smallest members, membership.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/grammar.h"

struct fixture {
    struct expr_store *x;
    struct grammar *g;
};

static void begin(struct fixture *t) {
    t->x = expr_store_new();
    t->g = grammar_new(t->x);
}

static void end(struct fixture *t) {
    grammar_free(t->g);
    expr_store_free(t->x);
}

static expr_id num(struct fixture *t, int64_t v) {
    return expr_int_term(t->x, expr_int(t->x, v));
}
static expr_id atom(struct fixture *t, const char *name) {
    return expr_atom(t->x, symbol_of(name));
}

static type_id range(struct fixture *t, long lo, long hi) {
    type_id r = grammar_declare(t->g);
    mpz_t a, b;
    mpz_init_set_si(a, lo);
    mpz_init_set_si(b, hi);
    grammar_add_int(t->g, r, a, b);
    mpz_clears(a, b, NULL);
    return r;
}

static type_id list_of(struct fixture *t, type_id elem) {
    type_id l = grammar_declare(t->g);
    grammar_add_literal(t->g, l, EXPR_NIL);
    grammar_add_cons(t->g, l, elem, l);
    return l;
}

static void lists(void **state) {
    struct fixture t;
    begin(&t);
    type_id month = range(&t, 1, 12), l = list_of(&t, month), nonempty = grammar_declare(t.g);
    grammar_add_cons(t.g, nonempty, month, l);
    grammar_freeze(t.g);
    assert_int_equal(grammar_smallest(t.g, l), EXPR_NIL);
    assert_int_equal(grammar_smallest(t.g, nonempty), expr_cons(t.x, num(&t, 1), EXPR_NIL));
    expr_id good = expr_cons(t.x, num(&t, 12), expr_cons(t.x, num(&t, 3), EXPR_NIL));
    assert_true(grammar_accepts(t.g, l, good));
    assert_true(grammar_accepts(t.g, nonempty, good));
    assert_false(grammar_accepts(t.g, nonempty, EXPR_NIL));
    assert_false(grammar_accepts(t.g, l, expr_cons(t.x, num(&t, 13), EXPR_NIL)));
    assert_false(grammar_accepts(t.g, l, expr_cons(t.x, num(&t, 1), num(&t, 1)))); // improper
    assert_int_equal(grammar_kinds(t.g, l), KINDS_LIST);
    end(&t);
}

static void recursion(void **state) { // tree() :: nil | {integer(), tree(), tree()}; endless() :: {endless()}
    struct fixture t;
    begin(&t);
    type_id tree = grammar_declare(t.g), leafless = grammar_declare(t.g), endless = grammar_declare(t.g),
            in = grammar_declare(t.g);
    grammar_add_int(t.g, in, NULL, NULL);
    grammar_add_tuple(t.g, tree, (type_id[]){in, tree, tree}, 3);
    grammar_add_literal(t.g, tree, atom(&t, "nil"));
    grammar_add_tuple(t.g, leafless, (type_id[]){in, tree, tree}, 3);
    grammar_add_tuple(t.g, endless, &endless, 1);
    grammar_freeze(t.g);
    assert_int_equal(grammar_smallest(t.g, tree), atom(&t, "nil"));
    expr_id node = expr_tuple(t.x, (expr_id[]){num(&t, 0), atom(&t, "nil"), atom(&t, "nil")}, 3);
    assert_int_equal(grammar_smallest(t.g, leafless), node);
    assert_false(grammar_inhabited(t.g, endless));
    assert_int_equal(grammar_count(t.g, endless), 0);
    assert_int_equal(grammar_smallest(t.g, endless), 0);
    assert_false(grammar_inhabited(t.g, TYPE_NEVER));
    expr_id deep = atom(&t, "nil"); // no recursion on the C stack
    for (int i = 0; i < 200000; i++)
        deep = expr_tuple(t.x, (expr_id[]){num(&t, i), deep, atom(&t, "nil")}, 3);
    assert_true(grammar_accepts(t.g, tree, deep));
    assert_false(grammar_accepts(t.g, tree, expr_tuple(t.x, (expr_id[]){num(&t, 1), deep, num(&t, 2)}, 3)));
    end(&t);
}

static void unions(void **state) { // a | b | (c | a); cyclic unions end
    struct fixture t;
    begin(&t);
    type_id u = grammar_declare(t.g), v = grammar_declare(t.g);
    grammar_add_literal(t.g, u, atom(&t, "bb"));
    grammar_add_type(t.g, u, v);
    grammar_add_literal(t.g, v, atom(&t, "c"));
    grammar_add_literal(t.g, v, atom(&t, "bb"));
    grammar_add_type(t.g, v, u);
    grammar_freeze(t.g);
    assert_int_equal(grammar_count(t.g, u), 2);
    assert_int_equal(grammar_count(t.g, v), 2);
    assert_true(grammar_accepts(t.g, u, atom(&t, "c")));
    assert_false(grammar_accepts(t.g, u, atom(&t, "d")));
    end(&t);
}

static void
shared_prefixes(void **state) { // [a]..b or [a]..c: both alternatives start alike at every element
    struct fixture t;
    begin(&t);
    type_id a = range(&t, 0, 0), p = grammar_declare(t.g), q = grammar_declare(t.g),
            both = grammar_declare(t.g);
    grammar_add_literal(t.g, p, atom(&t, "b"));
    grammar_add_literal(t.g, q, atom(&t, "c"));
    grammar_add_cons(t.g, p, a, both);
    grammar_add_cons(t.g, q, a, both);
    grammar_add_cons(t.g, both, a, p);
    grammar_add_cons(t.g, both, a, q);
    grammar_freeze(t.g);
    expr_id l = atom(&t, "c");
    for (int i = 0; i < 2001; i++) l = expr_cons(t.x, num(&t, 0), l);
    assert_true(grammar_accepts(t.g, both, l)); // exponential without memory
    assert_false(
        grammar_accepts(t.g, both, expr_cons(t.x, num(&t, 0), expr_cons(t.x, num(&t, 1), atom(&t, "c")))));
    end(&t);
}

static void maps(void **state) { // #{a := 1..3, atom() => nil}: the leftmost field that takes the key counts
    struct fixture t;
    begin(&t);
    type_id key = grammar_declare(t.g), any_atom = grammar_declare(t.g), nil = grammar_declare(t.g),
            m = grammar_declare(t.g);
    grammar_add_literal(t.g, key, atom(&t, "a"));
    grammar_add_simple(t.g, any_atom, ALT_ATOM);
    grammar_add_literal(t.g, nil, atom(&t, "nil"));
    grammar_add_map(t.g, m, (struct map_field[]){{key, range(&t, 1, 3), true}, {any_atom, nil, false}}, 2);
    grammar_freeze(t.g);
    expr_id a = atom(&t, "a"), b = atom(&t, "b"), n = atom(&t, "nil");
    assert_int_equal(grammar_smallest(t.g, m), expr_map(t.x, (expr_id[]){a, num(&t, 1)}, 1));
    assert_true(grammar_accepts(t.g, m, expr_map(t.x, (expr_id[]){a, num(&t, 3), b, n}, 2)));
    assert_false(grammar_accepts(t.g, m, expr_map(t.x, (expr_id[]){a, n}, 1)));
    assert_false(grammar_accepts(t.g, m, expr_map(t.x, (expr_id[]){b, n}, 1)));
    assert_false(grammar_accepts(t.g, m, expr_map(t.x, (expr_id[]){a, num(&t, 1), num(&t, 5), n}, 2)));
    end(&t);
}

static void functions(void **state) { // fun((_) -> a | b); f() :: fun(() -> f())
    struct fixture t;
    begin(&t);
    type_id ab = grammar_declare(t.g), f = grammar_declare(t.g), self = grammar_declare(t.g),
            none = grammar_declare(t.g);
    grammar_add_literal(t.g, ab, atom(&t, "a"));
    grammar_add_literal(t.g, ab, atom(&t, "b"));
    grammar_add_fun(t.g, f, 1, ab);
    grammar_add_fun(t.g, self, 0, self);
    grammar_add_fun(t.g, none, 2, TYPE_NEVER);
    grammar_freeze(t.g);
    assert_true(
        grammar_accepts(t.g, f, expr_fun(t.x, 1, (expr_id[]){num(&t, 1), atom(&t, "b")}, 1, atom(&t, "a"))));
    assert_false(
        grammar_accepts(t.g, f, expr_fun(t.x, 1, (expr_id[]){num(&t, 1), atom(&t, "c")}, 1, atom(&t, "a"))));
    assert_false(grammar_accepts(t.g, f, expr_fun(t.x, 1, NULL, 0, num(&t, 1))));
    assert_false(grammar_accepts(t.g, f, expr_fun(t.x, 2, NULL, 0, atom(&t, "a"))));
    assert_true(grammar_inhabited(t.g, self)); // functions that never return are functions
    assert_true(grammar_inhabited(t.g, none));
    end(&t);
}

static void bit_strings(void **state) { // <<_:4, _:_*8>>
    struct fixture t;
    begin(&t);
    type_id bits = grammar_declare(t.g), empty = grammar_declare(t.g);
    grammar_add_bits(t.g, bits, 4, 8);
    grammar_add_bits(t.g, empty, 0, 0);
    grammar_freeze(t.g);
    uint8_t bytes[3] = {0xAB, 0xCD, 0xE0};
    assert_true(grammar_accepts(t.g, bits, expr_bits(t.x, bytes, 20)));
    assert_false(grammar_accepts(t.g, bits, expr_bits(t.x, bytes, 16)));
    assert_int_equal(grammar_kinds(t.g, bits), KIND_BIT(KIND_BITSTRING));
    assert_int_equal(grammar_smallest(t.g, empty), expr_bits(t.x, bytes, 0));
    assert_false(grammar_accepts(t.g, empty, expr_bits(t.x, bytes, 8)));
    end(&t);
}

static void any_term(void **state) {
    struct fixture t;
    begin(&t);
    grammar_freeze(t.g);
    assert_int_equal(grammar_kinds(t.g, TYPE_ANY), KINDS_ALL);
    assert_int_equal(grammar_smallest(t.g, TYPE_ANY), num(&t, 0));
    assert_true(grammar_accepts(t.g, TYPE_ANY, expr_opaque(t.x, KIND_PORT, 3)));
    end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),           cmocka_unit_test(recursion), cmocka_unit_test(unions),
        cmocka_unit_test(shared_prefixes), cmocka_unit_test(maps),      cmocka_unit_test(functions),
        cmocka_unit_test(bit_strings),     cmocka_unit_test(any_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
