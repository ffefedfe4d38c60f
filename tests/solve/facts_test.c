// SPDX-License-Identifier: Apache-2.0
// Facts: examples, and that they never say anything wrong about an input that satisfies what was assumed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "solve/facts.h"
#include "solve/sample.h"

struct fixture {
    struct expr_store *x;
    struct grammar *g;
    type_id type;
    struct variables *variables;
    struct facts *f;
    expr_id v;
};

static void open_facts(struct fixture *t, struct expr_store *x, struct grammar *g, type_id type) {
    *t = (struct fixture){.x = x, .g = g, .type = type};
    grammar_freeze(g);
    t->variables = variables_new();
    variables_add(t->variables, type, EXPR_NIL);
    t->f = facts_new(x, g, t->variables);
    t->v = expr_var(x, 0);
}

static void close_facts(struct fixture *t) {
    facts_free(t->f);
    variables_free(t->variables);
    grammar_free(t->g);
    expr_store_free(t->x);
}

static void begin(struct fixture *t, bool integers) { // of any term, or of a list of integers
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    type_id list = grammar_declare(g), in = grammar_declare(g);
    grammar_add_int(g, in, NULL, NULL);
    grammar_add_literal(g, list, EXPR_NIL);
    grammar_add_cons(g, list, in, list);
    open_facts(t, x, g, integers ? list : TYPE_ANY);
}

static void kinds_narrow(void **state) {
    struct fixture t;
    begin(&t, false);
    expr_id list = expr_kind(t.x, t.v, KINDS_LIST), nil = expr_eq(t.x, t.v, EXPR_NIL),
            cons = expr_kind(t.x, t.v, KIND_BIT(KIND_CONS));
    assert_int_equal(facts_test(t.f, list), TRUTH_OPEN);
    assert_true(facts_assume(t.f, list));
    assert_int_equal(facts_test(t.f, expr_kind(t.x, t.v, KIND_BIT(KIND_INT))), TRUTH_FALSE);
    assert_true(facts_assume(t.f, expr_not(t.x, nil)));
    assert_int_equal(facts_test(t.f, cons), TRUTH_TRUE);
    assert_int_equal(facts_kinds(t.f, t.v), KIND_BIT(KIND_CONS));
    assert_false(facts_assume(t.f, nil));
    facts_reset(t.f);
    assert_int_equal(facts_test(t.f, cons), TRUTH_OPEN);
    assert_int_equal(facts_kinds(t.f, t.v), KINDS_ALL);
    close_facts(&t);
}

static void types_imply(void **state) { // [integer()]: every element is an integer, every tail a list
    struct fixture t;
    begin(&t, true);
    assert_int_equal(facts_test(t.f, expr_kind(t.x, t.v, KINDS_LIST)), TRUTH_TRUE);
    expr_id l = t.v;
    for (int i = 0; i < 5; i++) {
        assert_true(facts_assume(t.f, expr_kind(t.x, l, KIND_BIT(KIND_CONS))));
        assert_int_equal(facts_test(t.f, expr_kind(t.x, expr_hd(t.x, l), KIND_BIT(KIND_INT))), TRUTH_TRUE);
        l = expr_tl(t.x, l);
        assert_int_equal(facts_test(t.f, expr_kind(t.x, l, KINDS_LIST)), TRUTH_TRUE);
        assert_int_equal(facts_test(t.f, expr_kind(t.x, l, KIND_BIT(KIND_CONS))), TRUTH_OPEN);
    }
    close_facts(&t);
}

static void intervals(void **state) { // not (42 < X), not (X = 42): so X < 42
    struct fixture t;
    begin(&t, true);
    assert_true(facts_assume(t.f, expr_kind(t.x, t.v, KIND_BIT(KIND_CONS))));
    expr_id hd = expr_hd(t.x, t.v), v = expr_ival(t.x, hd), n = expr_int(t.x, 42);
    assert_true(facts_assume(t.f, expr_not(t.x, expr_int_lt(t.x, n, v))));
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, v, n)), TRUTH_OPEN);
    assert_true(facts_assume(t.f, expr_not(t.x, expr_eq(t.x, hd, expr_int_term(t.x, n)))));
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, v, n)), TRUTH_TRUE);
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, v, expr_int(t.x, 41))), TRUTH_OPEN);
    assert_int_equal(facts_test(t.f, expr_int_eq(t.x, v, n)), TRUTH_FALSE);
    expr_id twice = expr_arith(t.x, EXPR_MUL_OP, v, expr_int(t.x, 2));
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, twice, expr_int(t.x, 83))), TRUTH_TRUE);
    close_facts(&t);
}

static void orders(void **state) { // x < y, so not y < x, not x = y
    struct fixture t;
    begin(&t, true);
    expr_id tl = expr_tl(t.x, t.v), a = expr_ival(t.x, expr_hd(t.x, t.v)),
            b = expr_ival(t.x, expr_hd(t.x, tl));
    assert_true(facts_assume(t.f, expr_kind(t.x, t.v, KIND_BIT(KIND_CONS))));
    assert_true(facts_assume(t.f, expr_kind(t.x, tl, KIND_BIT(KIND_CONS))));
    assert_true(facts_assume(t.f, expr_int_lt(t.x, a, b)));
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, b, a)), TRUTH_FALSE);
    assert_int_equal(facts_test(t.f, expr_int_eq(t.x, a, b)), TRUTH_FALSE);
    close_facts(&t);
}

static void begin_pair(struct fixture *t, expr_id parts[4]) { // of four terms of any type
    begin(t, false);
    assert_true(facts_assume(t->f, expr_arity(t->x, t->v, 4)));
    for (uint32_t i = 0; i < 4; i++) parts[i] = expr_elem(t->x, t->v, i);
}

// Of two numbers or atoms one is below the other, or they are the same; which follows from two of the three.
static void one_of_three(struct fixture *t, expr_id less, expr_id equal, expr_id greater) {
    expr_id all[3] = {less, equal, greater};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (i == j) continue;
            facts_reset(t->f);
            assert_true(facts_assume(t->f, expr_not(t->x, all[i])));
            assert_int_equal(facts_test(t->f, all[3 - i - j]), TRUTH_OPEN);
            assert_true(facts_assume(t->f, expr_not(t->x, all[j])));
            assert_int_equal(facts_test(t->f, all[3 - i - j]), TRUTH_TRUE);
            assert_false(facts_assume(t->f, expr_not(t->x, all[3 - i - j])));
        }
}

static void trichotomy(void **state) {
    struct fixture t;
    expr_id p[4];
    begin_pair(&t, p);
    expr_id a = expr_ival(t.x, p[0]), b = expr_ival(t.x, p[1]), f = expr_fval(t.x, p[2]),
            g = expr_fval(t.x, p[3]);
    one_of_three(&t, expr_int_lt(t.x, a, b), expr_int_eq(t.x, a, b), expr_int_lt(t.x, b, a));
    expr_id more = expr_arith(t.x, EXPR_ADD_OP, b, expr_int(t.x, 5));
    one_of_three(&t, expr_int_lt(t.x, a, more), expr_int_eq(t.x, a, more), expr_int_lt(t.x, more, a));
    one_of_three(&t, expr_float_lt(t.x, f, g), expr_float_eq(t.x, f, g), expr_float_lt(t.x, g, f));
    expr_id c = expr_unary(t.x, EXPR_TO_FLOAT_OP, a);
    one_of_three(&t, expr_float_lt(t.x, c, f), expr_float_eq(t.x, c, f), expr_float_lt(t.x, f, c));
    one_of_three(&t, expr_atom_lt(t.x, p[0], p[1]), expr_eq(t.x, p[0], p[1]), expr_atom_lt(t.x, p[1], p[0]));
    close_facts(&t);
}

static void orders_follow_each_other(void **state) { // a < b =< c < d + 1, so a < d + 1; and d < a cannot be
    struct fixture t;
    expr_id p[4];
    begin_pair(&t, p);
    expr_id v[4];
    for (int i = 0; i < 4; i++) v[i] = expr_ival(t.x, p[i]);
    expr_id d1 = expr_arith(t.x, EXPR_ADD_OP, v[3], expr_int(t.x, 1));
    assert_true(facts_assume(t.f, expr_int_lt(t.x, v[0], v[1])));
    assert_true(facts_assume(t.f, expr_not(t.x, expr_int_lt(t.x, v[2], v[1]))));
    assert_true(facts_assume(t.f, expr_int_lt(t.x, v[2], d1)));
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, v[0], d1)), TRUTH_TRUE);
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, v[0], v[3])), TRUTH_TRUE);
    assert_int_equal(facts_test(t.f, expr_int_eq(t.x, v[1], v[3])), TRUTH_OPEN);
    assert_int_equal(facts_test(t.f, expr_int_eq(t.x, v[0], v[3])), TRUTH_FALSE);
    assert_false(facts_assume(t.f, expr_int_lt(t.x, v[3], v[0])));
    close_facts(&t);
}

// An integer made a float is in the bounds of the integer, and the other way round up to 2^53.
static void converted_bounds(void **state) {
    struct fixture t;
    expr_id p[4];
    begin_pair(&t, p);
    expr_id a = expr_ival(t.x, p[0]), c = expr_unary(t.x, EXPR_TO_FLOAT_OP, a);
    assert_true(facts_assume(t.f, expr_float_lt(t.x, expr_float(t.x, 2.5), c)));
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, a, expr_int(t.x, 3))), TRUTH_FALSE);
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, a, expr_int(t.x, 4))), TRUTH_OPEN);
    assert_true(facts_assume(t.f, expr_int_lt(t.x, a, expr_int(t.x, 7))));
    assert_int_equal(facts_test(t.f, expr_float_lt(t.x, c, expr_float(t.x, 6.5))), TRUTH_TRUE);
    assert_int_equal(facts_test(t.f, expr_float_lt(t.x, c, expr_float(t.x, 6.0))), TRUTH_OPEN);
    assert_false(facts_assume(t.f, expr_float_lt(t.x, expr_float(t.x, 6.0), c)));
    close_facts(&t);
}

static expr_id none_of(struct fixture *t, expr_id term, const expr_id *literals, uint32_t n) {
    expr_id parts[8];
    assert_true(n <= 8);
    for (uint32_t i = 0; i < n; i++) parts[i] = expr_not(t->x, expr_eq(t->x, term, literals[i]));
    return expr_and(t->x, parts, n);
}

static void complete_switches(void **state) {
    struct fixture t;
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    type_id atoms = grammar_declare(g), range = grammar_declare(g), both = grammar_declare(g);
    expr_id a[3] = {expr_atom(x, symbol_of("a")), expr_atom(x, symbol_of("b")), expr_atom(x, symbol_of("c"))},
            n[4];
    mpz_t lo, hi;
    mpz_init_set_si(lo, 1);
    mpz_init_set_si(hi, 4);
    for (int i = 0; i < 3; i++) grammar_add_literal(g, atoms, a[i]);
    for (int i = 0; i < 4; i++) n[i] = expr_int_term(x, expr_int(x, i + 1));
    grammar_add_int(g, range, lo, hi);
    grammar_add_tuple(g, both, (type_id[]){atoms, range}, 2);
    open_facts(&t, x, g, both);
    expr_id p = expr_elem(x, t.v, 0), q = expr_elem(x, t.v, 1);
    assert_int_equal(facts_test(t.f, none_of(&t, p, a, 3)), TRUTH_FALSE);
    assert_int_equal(facts_test(t.f, none_of(&t, p, a, 2)), TRUTH_OPEN);
    assert_int_equal(facts_test(t.f, none_of(&t, q, n, 4)), TRUTH_FALSE);
    assert_int_equal(facts_test(t.f, none_of(&t, q, n + 1, 3)), TRUTH_OPEN);
    expr_id ways[3];
    for (int i = 0; i < 3; i++) ways[i] = expr_eq(x, p, a[i]);
    assert_int_equal(facts_test(t.f, expr_or(x, ways, 3)), TRUTH_TRUE);
    assert_true(facts_assume(t.f, none_of(&t, p, a, 1)));
    assert_int_equal(facts_test(t.f, none_of(&t, p, a + 1, 2)), TRUTH_FALSE);
    assert_true(facts_assume(t.f, none_of(&t, q, n + 1, 1)));
    expr_id rest[3] = {n[0], n[2], n[3]};
    assert_int_equal(facts_test(t.f, none_of(&t, q, rest, 3)), TRUTH_FALSE);
    assert_int_equal(facts_test(t.f, none_of(&t, q, rest, 2)), TRUTH_OPEN);
    mpz_clear(lo);
    mpz_clear(hi);
    close_facts(&t);
}

static void exclusions_stay(void **state) { // over merging of classes, for numbers and atoms alike
    struct fixture t;
    expr_id p[4];
    begin_pair(&t, p);
    for (int i = 0; i < 500; i += 2) {
        expr_id n = expr_int_term(t.x, expr_int(t.x, i)), m = expr_int_term(t.x, expr_int(t.x, i + 1));
        assert_true(facts_assume(t.f, expr_not(t.x, expr_eq(t.x, p[0], n))));
        assert_true(facts_assume(t.f, expr_not(t.x, expr_eq(t.x, p[1], m))));
    }
    expr_id a = expr_atom(t.x, symbol_of("a")), seven = expr_int_term(t.x, expr_int(t.x, 7));
    assert_true(facts_assume(t.f, expr_not(t.x, expr_eq(t.x, p[1], a))));
    assert_int_equal(facts_test(t.f, expr_eq(t.x, p[0], seven)), TRUTH_OPEN);
    assert_true(facts_assume(t.f, expr_eq(t.x, p[0], p[1])));
    assert_int_equal(facts_test(t.f, expr_eq(t.x, p[0], seven)), TRUTH_FALSE);
    assert_int_equal(facts_test(t.f, expr_eq(t.x, p[0], a)), TRUTH_FALSE);
    assert_true(facts_assume(t.f, expr_kind(t.x, p[0], KIND_BIT(KIND_INT))));
    assert_true(facts_assume(t.f, expr_not(t.x, expr_int_lt(t.x, expr_ival(t.x, p[0]), expr_int(t.x, 0)))));
    assert_int_equal(facts_test(t.f, expr_int_lt(t.x, expr_ival(t.x, p[1]), expr_int(t.x, 500))),
                     TRUTH_FALSE);
    facts_reset(t.f);
    assert_true(facts_assume(t.f, expr_arity(t.x, t.v, 4)));
    assert_int_equal(facts_test(t.f, expr_eq(t.x, p[0], seven)), TRUTH_OPEN);
    close_facts(&t);
}

static void equal_terms_have_equal_parts(void **state) {
    struct fixture t;
    begin(&t, false);
    expr_id a = expr_elem(t.x, t.v, 0), b = expr_elem(t.x, t.v, 1);
    assert_true(facts_assume(t.f, expr_arity(t.x, t.v, 2)));
    assert_true(facts_assume(t.f, expr_kind(t.x, a, KIND_BIT(KIND_CONS))));
    assert_true(facts_assume(t.f, expr_eq(t.x, expr_hd(t.x, a), expr_atom(t.x, symbol_of("ok")))));
    assert_true(facts_assume(t.f, expr_eq(t.x, a, b)));
    assert_int_equal(facts_test(t.f, expr_eq(t.x, expr_hd(t.x, b), expr_atom(t.x, symbol_of("ok")))),
                     TRUTH_TRUE);
    assert_int_equal(facts_test(t.f, expr_eq(t.x, expr_hd(t.x, b), expr_atom(t.x, symbol_of("no")))),
                     TRUTH_FALSE);
    assert_int_equal(facts_test(t.f, expr_eq(t.x, expr_tl(t.x, a), expr_tl(t.x, b))), TRUTH_TRUE);
    close_facts(&t);
}

static void alternatives_hang_together(void **state) { // {a, integer()} | {b, atom()}
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    type_id t1 = grammar_declare(g), a = grammar_declare(g), b = grammar_declare(g), in = grammar_declare(g),
            at = grammar_declare(g);
    grammar_add_literal(g, a, expr_atom(x, symbol_of("a")));
    grammar_add_literal(g, b, expr_atom(x, symbol_of("b")));
    grammar_add_int(g, in, NULL, NULL);
    grammar_add_simple(g, at, ALT_ATOM);
    grammar_add_tuple(g, t1, (type_id[]){a, in}, 2);
    grammar_add_tuple(g, t1, (type_id[]){b, at}, 2);
    struct fixture t;
    open_facts(&t, x, g, t1);
    expr_id tag = expr_elem(x, t.v, 0), is_b = expr_eq(x, tag, expr_atom(x, symbol_of("b")));
    expr_id is_int = expr_kind(x, expr_elem(x, t.v, 1), KIND_BIT(KIND_INT));
    assert_int_equal(facts_test(t.f, is_int), TRUTH_OPEN);
    assert_true(facts_assume(t.f, expr_not(x, expr_eq(x, tag, expr_atom(x, symbol_of("a"))))));
    assert_int_equal(facts_test(t.f, is_b), TRUTH_TRUE); // only one atom is left
    assert_int_equal(facts_test(t.f, is_int), TRUTH_FALSE);
    facts_reset(t.f);
    assert_true(facts_assume(t.f, is_int)); // and upwards
    assert_int_equal(facts_test(t.f, is_b), TRUTH_FALSE);
    close_facts(&t);
}

static void conjunctions(void **state) { // the default way of a switch over literals
    struct fixture t;
    begin(&t, false);
    expr_id parts[3];
    for (int i = 0; i < 3; i++)
        parts[i] = expr_not(t.x, expr_eq(t.x, t.v, expr_int_term(t.x, expr_int(t.x, i))));
    expr_id none = expr_and(t.x, parts, 3);
    assert_int_equal(facts_test(t.f, none), TRUTH_OPEN);
    assert_true(facts_assume(t.f, parts[0]));
    assert_true(facts_assume(t.f, parts[1]));
    assert_int_equal(facts_test(t.f, none), TRUTH_OPEN);
    assert_true(facts_assume(t.f, expr_not(t.x, none))); // so it is 2
    assert_int_equal(facts_test(t.f, expr_not(t.x, parts[2])), TRUTH_TRUE);
    facts_reset(t.f);
    assert_true(facts_assume(t.f, none));
    assert_int_equal(facts_test(t.f, parts[1]), TRUTH_TRUE);
    close_facts(&t);
}

static void tests_assume_nothing(void **state) { // asking about the head of t does not make t a list
    struct fixture t;
    begin(&t, false);
    facts_test(t.f, expr_kind(t.x, expr_hd(t.x, t.v), KIND_BIT(KIND_INT)));
    facts_test(t.f, expr_eq(t.x, t.v, expr_cons(t.x, expr_elem(t.x, t.v, 1), EXPR_NIL)));
    assert_int_equal(facts_kinds(t.f, t.v), KINDS_ALL);
    assert_true(facts_assume(t.f, expr_kind(t.x, t.v, KIND_BIT(KIND_ATOM))));
    close_facts(&t);
}

// What is true of an input that satisfies all that was assumed is never contradicted.
static void parts_that_are_not_there(void **state) { // two tails were asked about before both lists were []
    struct fixture t;
    expr_id parts[4];
    begin_pair(&t, parts);
    for (int i = 0; i < 2; i++) {
        expr_id tail = expr_tl(t.x, parts[i]);
        assert_int_equal(facts_test(t.f, expr_kind(t.x, tail, KIND_BIT(KIND_NIL))), TRUTH_OPEN);
        assert_int_equal(facts_test(t.f, expr_kind(t.x, expr_tl(t.x, tail), KIND_BIT(KIND_NIL))), TRUTH_OPEN);
    }
    for (int i = 0; i < 2; i++) {
        expr_id nil = expr_kind(t.x, parts[i], KIND_BIT(KIND_NIL));
        assert_int_equal(facts_test(t.f, nil), TRUTH_OPEN);
        assert_true(facts_assume(t.f, nil));
    }
    close_facts(&t);
}

static void never_wrong(void **state) {
    uint32_t rounds = getenv("ROUNDS") ? (uint32_t)atoi(getenv("ROUNDS")) : 3000, decided = 0, asked = 0;
    struct sampler r = {.state = 88172645463325252u, .x = expr_store_new()};
    for (uint32_t round = 0; round < rounds; round++) {
        expr_id values[2];
        if (random_grammar(&r) && (values[0] = member(&r, r.types[0], 4)) &&
            (values[1] = member(&r, r.types[1], 4)) && grammar_accepts(r.g, r.types[0], values[0]) &&
            grammar_accepts(r.g, r.types[1], values[1])) {
            struct binding at[2];
            struct model m = model_of(at, values, 2);
            struct variables *vars = variables_of(&r);
            struct facts *f = facts_new(r.x, r.g, vars);
            struct eval *v = eval_new(r.x);
            eval_begin(v, &m);
            for (uint32_t i = 0; i < 30; i++) {
                expr_id c = condition(&r, &m, 2);
                enum truth is = eval_bool(v, c), said = facts_test(f, c);
                asked++;
                decided += said != TRUTH_OPEN;
                if (said != TRUTH_OPEN && said != is && is != TRUTH_OPEN) {
                    struct str text = {0};
                    expr_print(r.x, c, &text);
                    fail_msg("round %u: said %d, is %d: %s", round, said, is, str_text(&text));
                }
                if (said == TRUTH_TRUE) assert_int_equal(is, TRUTH_TRUE);
                if (is == TRUTH_OPEN) continue;
                if (is == TRUTH_FALSE) c = expr_not(r.x, c);
                if (eval_bool(v, c) != TRUTH_TRUE) continue;
                if (!facts_assume(f, c)) {
                    struct str text = {0};
                    expr_print(r.x, c, &text);
                    fail_msg("round %u: refused %s", round, str_text(&text));
                }
                assert_int_equal(facts_test(f, c) == TRUTH_FALSE, false);
            }
            facts_free(f);
            variables_free(vars);
            eval_free(v);
        }
        grammar_free(r.g);
    }
    assert_true(decided > asked / 10); // they do say something
    expr_store_free(r.x);
}

// As a loop over a binary reads them; what one costs must not grow with the number of the others squared.
static void thousands_of_fields(void **state) {
    struct fixture t;
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    type_id bytes = grammar_declare(g);
    grammar_add_bits(g, bytes, 0, 8);
    grammar_add_bits(g, bytes, 4, 0);
    open_facts(&t, x, g, bytes);
    assert_true(
        facts_assume(t.f, expr_int_lt(x, expr_int(x, 8 * 6000 - 1), expr_unary(x, EXPR_BIT_SIZE_OP, t.v))));
    for (uint32_t i = 0; i < 6000; i++) {
        expr_id byte = expr_ival(x, expr_bits_get(x, t.v, (struct bit_field){8 * i, 8, 0}));
        expr_id ascii = expr_int_lt(x, byte, expr_int(x, 128));
        assert_int_equal(facts_test(t.f, ascii), TRUTH_OPEN);
        assert_true(facts_assume(t.f, ascii));
        assert_int_equal(facts_test(t.f, expr_int_lt(x, byte, expr_int(x, 256))), TRUTH_TRUE);
    }
    close_facts(&t);
}

// ---- Bits of an integer of a range, by trying all its values ----

enum { LEAST = -70, MOST = 200, WAYS = MOST - LEAST + 1 };

static expr_id random_bits_of(struct fixture *t, uint64_t *seed, expr_id v, int depth) {
    struct expr_store *x = t->x;
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint32_t r = (uint32_t)(*seed >> 33);
    expr_id of = depth > 0 ? random_bits_of(t, seed, v, depth - 1) : v;
    switch (r % 4) {
    case 0: return of;
    case 1: return expr_arith(x, EXPR_BAND_OP, of, expr_int(x, (1 << (r / 4 % 9)) - 1));
    case 2: return expr_arith(x, EXPR_BSL_OP, of, expr_int(x, -(int64_t)(r / 4 % 6)));
    default: return expr_arith(x, EXPR_ADD_OP, of, expr_int(x, (int64_t)(r / 4 % 9) - 4));
    }
}

static expr_id random_comparison(struct fixture *t, uint64_t *seed, expr_id v) {
    expr_id bits = random_bits_of(t, seed, v, 2);
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint32_t r = (uint32_t)(*seed >> 33);
    expr_id n = expr_int(t->x, (int64_t)(r / 4 % 80) - 10);
    expr_id c = r % 2 ? expr_int_eq(t->x, bits, n) : expr_int_lt(t->x, bits, n);
    return r / 2 % 2 ? expr_not(t->x, c) : c;
}

static void bits_of_a_range(void **state) {
    struct fixture t;
    struct expr_store *x = expr_store_new();
    struct grammar *g = grammar_new(x);
    type_id range = grammar_declare(g);
    mpz_t lo, hi;
    mpz_init_set_si(lo, LEAST);
    mpz_init_set_si(hi, MOST);
    grammar_add_int(g, range, lo, hi);
    open_facts(&t, x, g, range);
    struct eval *ev = eval_new(x);
    expr_id v = expr_ival(x, t.v);
    uint64_t seed = 5;
    uint32_t refused = 0, said = 0;
    for (int round = 0; round < 2000; round++) {
        bool left[WAYS];
        uint32_t n_left = WAYS;
        for (int i = 0; i < WAYS; i++) left[i] = true;
        facts_reset(t.f);
        for (int k = 0; k < 5; k++) {
            expr_id c = random_comparison(&t, &seed, v);
            uint32_t holds = 0;
            enum truth answer = facts_test(t.f, c);
            for (int i = 0; i < WAYS; i++) {
                struct binding at = {0, expr_int_term(x, expr_int(x, LEAST + i))};
                struct model m = {1, &at, t.variables};
                eval_begin(ev, &m);
                left[i] = left[i] && eval_bool(ev, c) == TRUTH_TRUE;
                holds += left[i];
            }
            if (answer == TRUTH_TRUE) assert_int_equal(holds, n_left);
            if (answer == TRUTH_FALSE) assert_int_equal(holds, 0);
            said += answer != TRUTH_OPEN;
            n_left = holds;
            if (!facts_assume(t.f, c)) {
                assert_int_equal(holds, 0);
                refused++;
                break;
            }
            struct interval known = facts_interval(t.f, v);
            for (int i = 0; i < WAYS; i++)
                if (left[i]) assert_true(interval_holds(known, LEAST + i));
        }
    }
    assert_true(said > 2000 && refused > 500);
    eval_free(ev);
    mpz_clear(lo);
    mpz_clear(hi);
    close_facts(&t);
}

// What is overdue is cut off: less is known then, nothing wrong, and the next query begins anew.
static void cut_off(void **state) {
    enum { CELLS = 400 };
    struct fixture t;
    begin(&t, true);
    const struct stop stop = {true};
    for (int late = 1; late >= 0; late--) {
        facts_reset(t.f);
        facts_watch(t.f, 0, late ? &stop : NULL);
        expr_id l = t.v;
        for (int i = 0; i < CELLS; i++, l = expr_tl(t.x, l))
            assert_true(facts_assume(t.f, expr_kind(t.x, l, KIND_BIT(KIND_CONS))));
        expr_id nil = expr_kind(t.x, l, KIND_BIT(KIND_NIL)), integer = expr_kind(t.x, l, KIND_BIT(KIND_INT));
        assert_int_equal(facts_test(t.f, nil), TRUTH_OPEN);
        assert_int_equal(facts_test(t.f, integer), late ? TRUTH_OPEN : TRUTH_FALSE);
        assert_int_equal(facts_cut_off(t.f), late);
    }
    facts_reset(t.f);
    facts_watch(t.f, 1e-9, NULL); // long over
    expr_id l = t.v;
    for (int i = 0; i < CELLS; i++, l = expr_tl(t.x, l))
        facts_assume(t.f, expr_kind(t.x, l, KIND_BIT(KIND_CONS)));
    assert_true(facts_cut_off(t.f));
    close_facts(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_narrow),
        cmocka_unit_test(cut_off),
        cmocka_unit_test(types_imply),
        cmocka_unit_test(intervals),
        cmocka_unit_test(orders),
        cmocka_unit_test(trichotomy),
        cmocka_unit_test(orders_follow_each_other),
        cmocka_unit_test(converted_bounds),
        cmocka_unit_test(complete_switches),
        cmocka_unit_test(exclusions_stay),
        cmocka_unit_test(equal_terms_have_equal_parts),
        cmocka_unit_test(alternatives_hang_together),
        cmocka_unit_test(conjunctions),
        cmocka_unit_test(tests_assume_nothing),
        cmocka_unit_test(parts_that_are_not_there),
        cmocka_unit_test(never_wrong),
        cmocka_unit_test(thousands_of_fields),
        cmocka_unit_test(bits_of_a_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
