// SPDX-License-Identifier: Apache-2.0
// Queries to the solving chain: those of the CutEr papers' examples, shapes, types, functions, maps, atoms,
// floats.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/vec.h"
#include "solve/sample.h"
#include "solve/solve.h"
#include "tier.h"

// One unit with the argument tuple of type `args` as its only variable.
struct unit {
    struct expr_store *x;
    struct grammar *g;
    type_id args;
    struct variables *variables;
    struct solver *s;
    VEC(expr_id) conditions;
    expr_id parent, answer;
};

static void begin(struct unit *u) {
    *u = (struct unit){.x = expr_store_new()};
    u->g = grammar_new(u->x);
    u->args = grammar_declare(u->g);
}

static void ready(struct unit *u) {
    grammar_freeze(u->g);
    u->variables = variables_new();
    u->s = solver_new(u->x, u->g, u->variables, NULL);
    u->parent = grammar_smallest(u->g, u->args);
    variables_add(u->variables, u->args, u->parent);
}

static void end(struct unit *u) {
    solver_free(u->s);
    variables_free(u->variables);
    grammar_free(u->g);
    expr_store_free(u->x);
    vec_free(&u->conditions);
}

// A unit of n arguments of these types.
static void unit_of(struct unit *u, const type_id *types, uint32_t n) {
    grammar_add_tuple(u->g, u->args, types, n);
    ready(u);
}

static type_id list_of(struct unit *u, type_id elem) {
    type_id t = grammar_declare(u->g);
    grammar_add_literal(u->g, t, EXPR_NIL);
    grammar_add_cons(u->g, t, elem, t);
    return t;
}

static type_id integer(struct unit *u) {
    type_id t = grammar_declare(u->g);
    grammar_add_int(u->g, t, NULL, NULL);
    return t;
}

static expr_id arg(struct unit *u, uint32_t i) {
    return expr_elem(u->x, expr_var(u->x, 0), i);
}
static expr_id num(struct unit *u, int64_t v) {
    return expr_int_term(u->x, expr_int(u->x, v));
}
static expr_id flo(struct unit *u, double v) {
    return expr_float_term(u->x, expr_float(u->x, v));
}
static expr_id atom(struct unit *u, const char *name) {
    return expr_atom(u->x, symbol_of(name));
}
static expr_id is_a(struct unit *u, expr_id t, kind_set kinds) {
    return expr_kind(u->x, t, kinds);
}
static expr_id eq(struct unit *u, expr_id a, expr_id b) {
    return expr_eq(u->x, a, b);
}
static expr_id no(struct unit *u, expr_id c) {
    return expr_not(u->x, c);
}
static expr_id lt(struct unit *u, expr_id a, expr_id b) {
    return expr_int_lt(u->x, a, b);
}
static expr_id ival(struct unit *u, expr_id t) {
    return expr_ival(u->x, t);
}
static expr_id lit(struct unit *u, int64_t v) {
    return expr_int(u->x, v);
}

static void start(struct unit *u) {
    vec_clear(&u->conditions);
}
static void add(struct unit *u, expr_id c) {
    vec_push(&u->conditions, c);
}

static enum answer ask(struct unit *u) {
    struct binding at;
    struct model parent = model_of(&at, &u->parent, 1), out;
    struct query q = {u->conditions.at, u->conditions.n, &parent};
    enum answer a = solver_solve(u->s, &q, &out);
    if (a != ANSWER_SAT) return a;
    u->answer = model_value(&out, 0);
    struct eval *v = eval_new(u->x); // models are checked here once more, by an evaluator of our own
    eval_begin(v, &out);
    for (uint32_t i = 0; i < u->conditions.n; i++)
        assert_int_equal(eval_bool(v, u->conditions.at[i]), TRUTH_TRUE);
    assert_true(grammar_accepts(u->g, u->args, u->answer));
    eval_free(v);
    return a;
}

static expr_id answer(struct unit *u, uint32_t i) {
    return expr_arg(u->x, u->answer, i);
}

// ---- The running example: foo(L) -> lists:foreach(fun fcmp/1, L); cmp(X) when X > 42; cmp(42); cmp(X) when
// X < 42 ----

// The comparison X > 42 as the order of terms has it: of integers, of floats, or by kind.
static void greater_42(struct unit *u, expr_id t, bool holds, kind_set kind) {
    add(u, is_a(u, t, kind));
    expr_id c = kind == KIND_BIT(KIND_INT) ? lt(u, lit(u, 42), ival(u, t))
                : kind == KIND_BIT(KIND_FLOAT)
                    ? expr_float_lt(u->x, expr_float(u->x, 42.0), expr_fval(u->x, t))
                    : EXPR_TRUE;
    add(u, holds ? c : no(u, c));
}

static void less_42(struct unit *u, expr_id t, bool holds, kind_set kind) {
    expr_id c = kind == KIND_BIT(KIND_INT) ? lt(u, ival(u, t), lit(u, 42))
                                           : expr_float_lt(u->x, expr_fval(u->x, t), expr_float(u->x, 42.0));
    add(u, holds ? c : no(u, c));
}

static void foo_queries(struct unit *u, enum answer not_a_list, enum answer float_answer) {
    expr_id l = arg(u, 0), cons = is_a(u, l, KIND_BIT(KIND_CONS)), hd = expr_hd(u->x, l);
    start(u); // (1) L = [H|T], H > 42
    add(u, cons);
    greater_42(u, hd, true, KIND_BIT(KIND_INT));
    assert_int_equal(ask(u), ANSWER_SAT);
    start(u); // (2) L = [H|T], not H > 42, H = 42
    add(u, cons);
    greater_42(u, hd, false, KIND_BIT(KIND_INT));
    add(u, eq(u, hd, num(u, 42)));
    assert_int_equal(ask(u), ANSWER_SAT);
    assert_int_equal(expr_arg(u->x, answer(u, 0), 0), num(u, 42));
    start(u); // (3) not L = [H|T], not L = []
    add(u, no(u, cons));
    add(u, no(u, eq(u, l, EXPR_NIL)));
    assert_int_equal(ask(u), not_a_list);
    start(u); // (4) of integers
    add(u, cons);
    greater_42(u, hd, false, KIND_BIT(KIND_INT));
    add(u, no(u, eq(u, hd, num(u, 42))));
    less_42(u, hd, false, KIND_BIT(KIND_INT));
    assert_int_equal(ask(u), ANSWER_UNSAT);
    start(u); // (4) of floats: 42.0
    add(u, cons);
    greater_42(u, hd, false, KIND_BIT(KIND_FLOAT));
    add(u, no(u, eq(u, hd, num(u, 42))));
    less_42(u, hd, false, KIND_BIT(KIND_FLOAT));
    assert_int_equal(ask(u), float_answer);
    if (float_answer == ANSWER_SAT) assert_int_equal(expr_arg(u->x, answer(u, 0), 0), flo(u, 42.0));
}

static void foo_untyped(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY}, 1);
    foo_queries(&u, ANSWER_SAT, ANSWER_SAT);
    end(&u);
}

static void foo_list_of_terms(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){list_of(&u, TYPE_ANY)}, 1);
    foo_queries(&u, ANSWER_UNSAT, ANSWER_SAT);
    end(&u);
}

static void foo_list_of_integers(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){list_of(&u, integer(&u))}, 1);
    foo_queries(&u, ANSWER_UNSAT, ANSWER_UNSAT);
    end(&u);
}

// ---- or(X, Y) as a decision tree: every alternative of every path is satisfiable ----

static void or_alternatives(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY, TYPE_ANY}, 2);
    const char *names[] = {"false", "true"};
    uint32_t sat = 0;
    for (int first = 0; first < 3; first++)
        for (int second = 0; second < 3 && (first < 2 || second == 0); second++) {
            start(&u);
            for (int i = 0; i < 2 && i <= first; i++) {
                expr_id c = eq(&u, arg(&u, 0), atom(&u, names[i]));
                add(&u, first == i ? c : no(&u, c));
            }
            for (int i = 0; first < 2 && i < 2 && i <= second; i++) {
                expr_id c = eq(&u, arg(&u, 1), atom(&u, names[i]));
                add(&u, second == i ? c : no(&u, c));
            }
            sat += ask(&u) == ANSWER_SAT;
        }
    assert_int_equal(sat, 7); // 3 for false, 3 for true, 1 for anything else
    start(&u);                // what naive pattern matching asks in vain
    add(&u, no(&u, eq(&u, arg(&u, 0), atom(&u, "false"))));
    add(&u, eq(&u, arg(&u, 0), atom(&u, "true")));
    add(&u, no(&u, eq(&u, arg(&u, 1), atom(&u, "true"))));
    add(&u, eq(&u, arg(&u, 0), atom(&u, "false")));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- -type l() :: [{l(), t()} | integer()]. -type t() :: {[t()], [t()]}. ----

static void mutually_recursive(void **state) {
    struct unit u;
    begin(&u);
    type_id t = grammar_declare(u.g), t1 = list_of(&u, t), l = grammar_declare(u.g),
            l1 = grammar_declare(u.g);
    grammar_add_tuple(u.g, t, (type_id[]){t1, t1}, 2);
    grammar_add_tuple(u.g, l1, (type_id[]){l, t}, 2);
    grammar_add_int(u.g, l1, NULL, NULL);
    grammar_add_literal(u.g, l, EXPR_NIL);
    grammar_add_cons(u.g, l, l1, l);
    unit_of(&u, (type_id[]){t, l}, 2);
    double before = clock_now();
    start(&u);
    add(&u, is_a(&u, expr_elem(u.x, arg(&u, 0), 0), KIND_BIT(KIND_CONS)));
    add(&u, is_a(&u, expr_elem(u.x, arg(&u, 0), 1), KIND_BIT(KIND_CONS)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    expr_id in = expr_hd(u.x, arg(&u, 1));
    add(&u, is_a(&u, arg(&u, 1), KIND_BIT(KIND_CONS)));
    add(&u, is_a(&u, in, KIND_BIT(KIND_TUPLE)));
    add(&u, is_a(&u, expr_elem(u.x, expr_elem(u.x, in, 1), 0), KIND_BIT(KIND_CONS)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, is_a(&u, expr_hd(u.x, expr_elem(u.x, expr_elem(u.x, in, 1), 0)), KIND_BIT(KIND_INT)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    assert_true(clock_now() - before < 0.1);
    end(&u);
}

// ---- -type tree() :: nil | {integer(), tree(), tree()}. A tree whose left child's left child is not nil, in
// order ----

static void trees(void **state) {
    struct unit u;
    begin(&u);
    type_id tree = grammar_declare(u.g), in = integer(&u);
    grammar_add_literal(u.g, tree, atom(&u, "nil"));
    grammar_add_tuple(u.g, tree, (type_id[]){in, tree, tree}, 3);
    unit_of(&u, (type_id[]){tree}, 1);
    expr_id root = arg(&u, 0), left = expr_elem(u.x, root, 1), leaf = expr_elem(u.x, left, 1);
    start(&u);
    add(&u, no(&u, eq(&u, root, atom(&u, "nil"))));
    add(&u, no(&u, eq(&u, left, atom(&u, "nil"))));
    add(&u, expr_arity(u.x, leaf, 3));
    expr_id a = ival(&u, expr_elem(u.x, root, 0)), b = ival(&u, expr_elem(u.x, left, 0)),
            c = ival(&u, expr_elem(u.x, leaf, 0));
    add(&u, lt(&u, b, a));
    add(&u, lt(&u, c, b));
    add(&u, eq(&u, expr_elem(u.x, leaf, 1), expr_elem(u.x, left, 2)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, no(&u, lt(&u, c, a)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- -type orddict(K, V) :: [{K, V}]; append(0, 1, [{0, 17} | _]) ----

static void orddict(void **state) {
    struct unit u;
    begin(&u);
    type_id entry = grammar_declare(u.g);
    grammar_add_tuple(u.g, entry, (type_id[]){TYPE_ANY, TYPE_ANY}, 2);
    unit_of(&u, (type_id[]){TYPE_ANY, TYPE_ANY, list_of(&u, entry)}, 3);
    expr_id hd = expr_hd(u.x, arg(&u, 2)), value = expr_elem(u.x, hd, 1);
    start(&u);
    add(&u, is_a(&u, arg(&u, 2), KIND_BIT(KIND_CONS)));
    add(&u, eq(&u, expr_elem(u.x, hd, 0), arg(&u, 0)));
    add(&u, no(&u, is_a(&u, value, KINDS_LIST)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    assert_int_equal(expr_arg(u.x, expr_arg(u.x, answer(&u, 2), 0), 0), answer(&u, 0));
    add(&u, no(&u, expr_arity(u.x, hd, 2)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- Overloaded clauses: f(integer(), a) ; f(atom(), b) ----

static void overloaded(void **state) {
    struct unit u;
    begin(&u);
    type_id a = grammar_declare(u.g), b = grammar_declare(u.g), any_atom = grammar_declare(u.g),
            in = integer(&u);
    grammar_add_literal(u.g, a, atom(&u, "a"));
    grammar_add_literal(u.g, b, atom(&u, "b"));
    grammar_add_simple(u.g, any_atom, ALT_ATOM);
    grammar_add_tuple(u.g, u.args, (type_id[]){in, a}, 2);
    grammar_add_tuple(u.g, u.args, (type_id[]){any_atom, b}, 2);
    ready(&u);
    start(&u);
    add(&u, is_a(&u, arg(&u, 0), KIND_BIT(KIND_ATOM)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    assert_int_equal(answer(&u, 1), atom(&u, "b"));
    add(&u, eq(&u, arg(&u, 1), atom(&u, "a")));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u);
    add(&u, no(&u, eq(&u, arg(&u, 1), atom(&u, "a"))));
    add(&u, no(&u, eq(&u, arg(&u, 1), atom(&u, "b"))));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- bar([integer()]): at least four elements whose sum is 42 ----

static void sum_is_42(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){list_of(&u, integer(&u))}, 1);
    start(&u);
    expr_id l = arg(&u, 0), sum = lit(&u, 0);
    for (int i = 0; i < 4; i++, l = expr_tl(u.x, l)) {
        add(&u, is_a(&u, l, KIND_BIT(KIND_CONS)));
        sum = expr_arith(u.x, EXPR_ADD_OP, ival(&u, expr_hd(u.x, l)), sum);
    }
    add(&u, is_a(&u, l, KIND_BIT(KIND_NIL)));
    add(&u, no(&u, lt(&u, lit(&u, 42), sum)));
    add(&u, expr_int_eq(u.x, sum, lit(&u, 42)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, expr_int_eq(u.x, expr_arith(u.x, EXPR_MUL_OP, lit(&u, 2), sum), lit(&u, 85)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- Numbers ----

static void big_integers(void **state) { // X > 2^70
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY}, 1);
    mpz_t big;
    mpz_init(big);
    mpz_ui_pow_ui(big, 2, 70);
    start(&u);
    add(&u, is_a(&u, arg(&u, 0), KIND_BIT(KIND_INT)));
    add(&u, lt(&u, expr_int_mpz(u.x, big), ival(&u, arg(&u, 0))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, lt(&u, ival(&u, arg(&u, 0)), lit(&u, 5)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    mpz_clear(big);
    end(&u);
}

static void ranges(void **state) { // -type date() :: {non_neg_integer(), 1..12, 1..31}
    struct unit u;
    begin(&u);
    mpz_t lo, hi;
    mpz_init_set_si(lo, 1);
    mpz_init_set_si(hi, 12);
    type_id month = grammar_declare(u.g), odd = grammar_declare(u.g);
    grammar_add_int(u.g, month, lo, hi);
    for (int i = 1; i < 10; i += 2) grammar_add_literal(u.g, odd, num(&u, i));
    unit_of(&u, (type_id[]){month, odd}, 2);
    expr_id m = ival(&u, arg(&u, 0)), o = ival(&u, arg(&u, 1));
    start(&u);
    add(&u, lt(&u, lit(&u, 11), m));
    assert_int_equal(ask(&u), ANSWER_SAT);
    assert_int_equal(answer(&u, 0), num(&u, 12));
    add(&u, lt(&u, lit(&u, 12), m));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // 4 is no member of 1 | 3 | 5 | 7 | 9
    add(&u, lt(&u, lit(&u, 3), o));
    add(&u, lt(&u, o, lit(&u, 5)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u);
    add(&u, expr_int_eq(u.x, expr_arith(u.x, EXPR_ADD_OP, m, o), lit(&u, 21)));
    assert_int_equal(ask(&u), ANSWER_SAT); // 12 + 9
    start(&u);
    add(&u, expr_int_eq(u.x, expr_arith(u.x, EXPR_ADD_OP, m, o), lit(&u, 22)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    mpz_clears(lo, hi, NULL);
    end(&u);
}

static void remainder_and_products(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){integer(&u), integer(&u)}, 2);
    expr_id a = ival(&u, arg(&u, 0)), b = ival(&u, arg(&u, 1));
    start(&u);
    add(&u, expr_int_eq(u.x, expr_arith(u.x, EXPR_REM_OP, a, lit(&u, 7)), lit(&u, 3)));
    add(&u, lt(&u, lit(&u, 1000), a));
    assert_int_equal(ask(&u), ANSWER_SAT);
    start(&u);
    add(&u, expr_int_eq(u.x, expr_arith(u.x, EXPR_MUL_OP, a, b), lit(&u, 91)));
    add(&u, lt(&u, lit(&u, 1), a));
    add(&u, lt(&u, a, b));
    assert_int_equal(ask(&u), ANSWER_SAT); // 7 * 13
    end(&u);
}

static void int_of_expression(void **state) { // X =:= Y + 1, as terms
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY, integer(&u)}, 2);
    start(&u);
    add(&u, lt(&u, lit(&u, 10), ival(&u, arg(&u, 1))));
    add(&u, eq(&u, arg(&u, 0),
               expr_int_term(u.x, expr_arith(u.x, EXPR_ADD_OP, ival(&u, arg(&u, 1)), lit(&u, 1)))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, lt(&u, ival(&u, arg(&u, 0)), lit(&u, 12)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

static void floats(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY, TYPE_ANY}, 2);
    expr_id a = expr_fval(u.x, arg(&u, 0)), b = expr_fval(u.x, arg(&u, 1));
    start(&u);
    add(&u, is_a(&u, arg(&u, 0), KIND_BIT(KIND_FLOAT)));
    add(&u, is_a(&u, arg(&u, 1), KIND_BIT(KIND_FLOAT)));
    add(&u, expr_float_lt(u.x, a, expr_float(u.x, 3.25)));
    add(&u, expr_float_lt(u.x, expr_float(u.x, 3.0), a));
    add(&u, expr_float_eq(u.x, expr_arith(u.x, EXPR_FADD_OP, a, b), expr_float(u.x, 10.0)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, expr_float_lt(u.x, a, expr_float(u.x, 3.0)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

static expr_id overflowing_sum(struct unit *u, expr_id a, expr_id b) { // |a + b| at least 2^1024, nearly
    expr_id half = expr_float(u->x, 0.5), end = expr_float(u->x, 0x1p1023);
    expr_id sum = expr_arith(u->x, EXPR_FADD_OP, expr_arith(u->x, EXPR_FMUL_OP, a, half),
                             expr_arith(u->x, EXPR_FMUL_OP, b, half));
    return no(u, expr_float_lt(u->x, sum, end));
}

// Sums of products of integers and floats at the end of what floats hold are decided without Z3: a product of
// each kind has to be large, and neither too large; squares are not negative.
static void ends_of_floats(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){integer(&u), integer(&u), TYPE_ANY, TYPE_ANY}, 4);
    for (uint32_t square = 0; square < 2; square++) {
        expr_id n = ival(&u, arg(&u, 0)), m = ival(&u, arg(&u, square ? 0 : 1));
        expr_id f = expr_fval(u.x, arg(&u, 2)), g = expr_fval(u.x, arg(&u, square ? 2 : 3));
        expr_id product = expr_arith(u.x, EXPR_MUL_OP, n, m), limit = lit(&u, 1); // 2^1024 - 2^970
        for (uint32_t i = 0; i < 54; i++) limit = expr_arith(u.x, EXPR_MUL_OP, limit, lit(&u, 2));
        limit = expr_arith(u.x, EXPR_SUB_OP, limit, lit(&u, 1));
        for (uint32_t i = 0; i < 97; i++) limit = expr_arith(u.x, EXPR_MUL_OP, limit, lit(&u, 1024));
        start(&u);
        for (uint32_t i = 2; i < 4; i++) add(&u, is_a(&u, arg(&u, i), KIND_BIT(KIND_FLOAT)));
        add(&u, lt(&u, product, limit));
        add(&u, no(&u, lt(&u, product, expr_arith(u.x, EXPR_SUB_OP, lit(&u, 0), limit))));
        expr_id whole = expr_unary(u.x, EXPR_TO_FLOAT_OP, product),
                part = expr_arith(u.x, EXPR_FMUL_OP, f, g);
        add(&u, overflowing_sum(&u, whole, part));
        assert_int_equal(ask(&u), ANSWER_SAT);
        u.conditions.n--;
        add(&u, expr_float_lt(u.x, expr_arith(u.x, EXPR_FADD_OP, whole, part), expr_float(u.x, 0)));
        assert_int_equal(ask(&u), square ? ANSWER_UNSAT : ANSWER_SAT);
    }
    assert_int_equal(solver_stats(u.s)->links[LINK_Z3].asked, 0);
    end(&u);
}

// ---- Different terms ----

static void different(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY, TYPE_ANY, TYPE_ANY}, 3);
    start(&u);
    add(&u, no(&u, eq(&u, arg(&u, 0), arg(&u, 1))));
    add(&u, no(&u, eq(&u, arg(&u, 0), arg(&u, 2))));
    add(&u, no(&u, eq(&u, arg(&u, 1), arg(&u, 2))));
    for (uint32_t i = 0; i < 3; i++) add(&u, is_a(&u, arg(&u, i), KIND_BIT(KIND_ATOM)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    start(&u); // two pairs, not the same
    for (uint32_t i = 0; i < 2; i++) add(&u, expr_arity(u.x, arg(&u, i), 2));
    add(&u, no(&u, eq(&u, arg(&u, 0), arg(&u, 1))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, eq(&u, expr_elem(u.x, arg(&u, 0), 0), expr_elem(u.x, arg(&u, 1), 0)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, eq(&u, expr_elem(u.x, arg(&u, 0), 1), expr_elem(u.x, arg(&u, 1), 1)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // not a literal pair
    expr_id pair = expr_tuple(u.x, (expr_id[]){atom(&u, "x"), num(&u, 1)}, 2);
    add(&u, expr_arity(u.x, arg(&u, 0), 2));
    add(&u, eq(&u, expr_elem(u.x, arg(&u, 0), 0), atom(&u, "x")));
    add(&u, no(&u, eq(&u, arg(&u, 0), pair)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, eq(&u, expr_elem(u.x, arg(&u, 0), 1), num(&u, 1)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

static void disjunctions(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){integer(&u), integer(&u)}, 2);
    expr_id a = ival(&u, arg(&u, 0)), b = ival(&u, arg(&u, 1));
    expr_id or1 = expr_or(u.x, (expr_id[]){lt(&u, a, lit(&u, 0)), lt(&u, lit(&u, 10), a)}, 2);
    expr_id or2 = expr_or(u.x, (expr_id[]){lt(&u, b, a), expr_int_eq(u.x, b, lit(&u, 100))}, 2);
    start(&u);
    add(&u, or1);
    add(&u, or2);
    add(&u, lt(&u, lit(&u, 5), b));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, no(&u, lt(&u, lit(&u, 10), a)));
    assert_int_equal(ask(&u), ANSWER_SAT); // a < 0, b = 100
    add(&u, lt(&u, b, lit(&u, 50)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- Atoms by their text ----

static void atoms_in_order(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY, TYPE_ANY}, 2);
    start(&u);
    for (uint32_t i = 0; i < 2; i++) add(&u, is_a(&u, arg(&u, i), KIND_BIT(KIND_ATOM)));
    add(&u, expr_atom_lt(u.x, atom(&u, "m"), arg(&u, 0)));
    add(&u, expr_atom_lt(u.x, arg(&u, 0), atom(&u, "mb")));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, expr_atom_lt(u.x, arg(&u, 0), arg(&u, 1)));
    add(&u, expr_atom_lt(u.x, arg(&u, 1), atom(&u, "n")));
    assert_int_equal(ask(&u), ANSWER_SAT);
    end(&u);
}

// An atom's text: [g, C | _] with C > $e of an atom other than get; of the atoms foo and bar alone; and
// shared by two.
static void texts_of_atoms(void **state) {
    struct unit u;
    begin(&u);
    type_id any_atom = grammar_declare(u.g), foo_bar = grammar_declare(u.g);
    grammar_add_simple(u.g, any_atom, ALT_ATOM);
    grammar_add_literal(u.g, foo_bar, atom(&u, "foo"));
    grammar_add_literal(u.g, foo_bar, atom(&u, "bar"));
    unit_of(&u, (type_id[]){any_atom, foo_bar, any_atom, list_of(&u, integer(&u))}, 4);
    expr_id text = expr_text(u.x, arg(&u, 0)), second = expr_hd(u.x, expr_tl(u.x, text));
    start(&u);
    add(&u, is_a(&u, text, KIND_BIT(KIND_CONS)));
    add(&u, eq(&u, expr_hd(u.x, text), num(&u, 'g')));
    add(&u, is_a(&u, expr_tl(u.x, text), KIND_BIT(KIND_CONS)));
    add(&u, lt(&u, lit(&u, 'd'), ival(&u, second)));
    add(&u, no(&u, eq(&u, text, expr_text(u.x, atom(&u, "ge")))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, lt(&u, ival(&u, second), lit(&u, 'f')));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, eq(&u, expr_tl(u.x, expr_tl(u.x, text)), EXPR_NIL)); // only ge is left
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // a surrogate is in no text
    add(&u, is_a(&u, text, KIND_BIT(KIND_CONS)));
    add(&u, eq(&u, expr_hd(u.x, text), num(&u, 0xD812)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // the one of two atoms whose second letter is a
    expr_id letters = expr_text(u.x, arg(&u, 1));
    add(&u, is_a(&u, letters, KIND_BIT(KIND_CONS)));
    add(&u, eq(&u, expr_hd(u.x, expr_tl(u.x, letters)), num(&u, 'a')));
    assert_int_equal(ask(&u), ANSWER_SAT);
    assert_int_equal(answer(&u, 1), atom(&u, "bar"));
    add(&u, eq(&u, expr_hd(u.x, letters), num(&u, 'f')));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // equal texts, different atoms
    add(&u, eq(&u, text, arg(&u, 3)));
    add(&u, eq(&u, expr_text(u.x, arg(&u, 2)), arg(&u, 3)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, no(&u, eq(&u, arg(&u, 0), arg(&u, 2))));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // the atom made of a list
    add(&u, eq(&u, expr_named(u.x, arg(&u, 3)), arg(&u, 2)));
    add(&u, is_a(&u, arg(&u, 3), KIND_BIT(KIND_CONS)));
    add(&u, eq(&u, expr_hd(u.x, arg(&u, 3)), num(&u, 'z')));
    assert_int_equal(ask(&u), ANSWER_SAT);
    end(&u);
}

// ---- Functions ----

static void functions(void **state) { // lists:map(F, [1, 2]) with F(1) =:= ok, F(2) =/= ok
    struct unit u;
    begin(&u);
    type_id f = grammar_declare(u.g), any_atom = grammar_declare(u.g);
    grammar_add_simple(u.g, any_atom, ALT_ATOM);
    grammar_add_fun(u.g, f, 1, any_atom);
    unit_of(&u, (type_id[]){f, TYPE_ANY, TYPE_ANY}, 3);
    expr_id one = expr_apply(u.x, arg(&u, 0), (expr_id[]){num(&u, 1)}, 1);
    expr_id two = expr_apply(u.x, arg(&u, 0), (expr_id[]){num(&u, 2)}, 1);
    start(&u);
    add(&u, eq(&u, one, atom(&u, "ok")));
    add(&u, no(&u, eq(&u, two, atom(&u, "ok"))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, is_a(&u, two, KIND_BIT(KIND_INT)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // F(A) =/= F(B): the arguments have to differ
    expr_id fa = expr_apply(u.x, arg(&u, 0), (expr_id[]){arg(&u, 1)}, 1);
    expr_id fb = expr_apply(u.x, arg(&u, 0), (expr_id[]){arg(&u, 2)}, 1);
    add(&u, no(&u, eq(&u, fa, fb)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    assert_int_not_equal(answer(&u, 1), answer(&u, 2));
    start(&u); // a function that returns a function, G(0)(1) =:= 7
    expr_id g0 = expr_apply(u.x, arg(&u, 1), (expr_id[]){num(&u, 0)}, 1);
    add(&u, expr_fun_arity(u.x, arg(&u, 1), 1));
    add(&u, expr_fun_arity(u.x, g0, 1));
    add(&u, eq(&u, expr_apply(u.x, g0, (expr_id[]){num(&u, 1)}, 1), num(&u, 7)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, no(&u, expr_fun_arity(u.x, g0, 1)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- Maps and bit strings ----

static void maps(void **state) { // #{name := atom(), age => integer()}
    struct unit u;
    begin(&u);
    type_id m = grammar_declare(u.g), name = grammar_declare(u.g), age = grammar_declare(u.g),
            any_atom = grammar_declare(u.g);
    grammar_add_literal(u.g, name, atom(&u, "name"));
    grammar_add_literal(u.g, age, atom(&u, "age"));
    grammar_add_simple(u.g, any_atom, ALT_ATOM);
    grammar_add_map(u.g, m, (struct map_field[]){{name, any_atom, true}, {age, integer(&u), false}}, 2);
    unit_of(&u, (type_id[]){m}, 1);
    expr_id map = arg(&u, 0), value = expr_map_get(u.x, map, atom(&u, "age"));
    start(&u);
    add(&u, expr_map_has(u.x, map, atom(&u, "age")));
    add(&u, lt(&u, lit(&u, 17), ival(&u, value)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, is_a(&u, value, KIND_BIT(KIND_ATOM)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u);
    add(&u, no(&u, expr_map_has(u.x, map, atom(&u, "age"))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    start(&u);
    add(&u, no(&u, expr_map_has(u.x, map, atom(&u, "name"))));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u);
    add(&u, expr_map_has(u.x, map, atom(&u, "size")));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

static void bit_strings(void **state) {
    struct unit u;
    begin(&u);
    type_id bits = grammar_declare(u.g);
    grammar_add_bits(u.g, bits, 3, 8);
    unit_of(&u, (type_id[]){TYPE_ANY, bits}, 2);
    start(&u);
    add(&u, is_a(&u, arg(&u, 0), KIND_BIT(KIND_BINARY)));
    add(&u, no(&u, eq(&u, arg(&u, 0), expr_bits(u.x, (const uint8_t *)"", 0))));
    add(&u, no(&u, eq(&u, arg(&u, 1), expr_bits(u.x, (const uint8_t *)"", 3))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, is_a(&u, arg(&u, 1), KIND_BIT(KIND_BINARY)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    start(&u); // possible, but no value that could be made
    add(&u, is_a(&u, arg(&u, 0), KIND_BIT(KIND_BINARY)));
    expr_id size = expr_unary(u.x, EXPR_BIT_SIZE_OP, arg(&u, 0)), huge = expr_int(u.x, INT64_C(1) << 40);
    add(&u, expr_int_lt(u.x, huge, size));
    assert_int_equal(ask(&u), ANSWER_UNKNOWN);
    end(&u);
}

// ---- What is not asked about stays as it was ----

static void keeps_the_rest(void **state) {
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY, list_of(&u, TYPE_ANY)}, 2);
    expr_id tail = expr_cons(u.x, atom(&u, "hello"), expr_cons(u.x, flo(&u, 2.5), EXPR_NIL));
    u.parent = expr_tuple(u.x, (expr_id[]){num(&u, 5), expr_cons(u.x, num(&u, 77), tail)}, 2);
    start(&u);
    add(&u, is_a(&u, arg(&u, 1), KIND_BIT(KIND_CONS)));
    add(&u, no(&u, is_a(&u, expr_hd(u.x, arg(&u, 1)), KIND_BIT(KIND_INT))));
    assert_int_equal(ask(&u), ANSWER_SAT);
    assert_int_equal(answer(&u, 0), num(&u, 5));
    assert_int_equal(expr_arg(u.x, answer(&u, 1), 1), tail);
    end(&u);
}

static void selectors_imply_shapes(void **state) { // a query need not say first that L is a cons cell
    struct unit u;
    begin(&u);
    unit_of(&u, (type_id[]){TYPE_ANY}, 1);
    start(&u);
    add(&u, is_a(&u, expr_hd(u.x, expr_tl(u.x, arg(&u, 0))), KIND_BIT(KIND_PID)));
    assert_int_equal(ask(&u), ANSWER_SAT);
    add(&u, is_a(&u, expr_tl(u.x, arg(&u, 0)), KIND_BIT(KIND_NIL)));
    assert_int_equal(ask(&u), ANSWER_UNSAT);
    end(&u);
}

// ---- Random queries ----

static bool all_hold(struct eval *v, const struct model *m, const expr_id *conditions, uint32_t n) {
    eval_begin(v, m);
    for (uint32_t i = 0; i < n; i++)
        if (eval_bool(v, conditions[i]) != TRUTH_TRUE) return false;
    return true;
}

static bool random_input(struct sampler *r, expr_id values[2], uint32_t depth) {
    for (int i = 0; i < 2; i++)
        if (!(values[i] = member(r, r->types[i], depth)) || !grammar_accepts(r->g, r->types[i], values[i]))
            return false;
    return true;
}

// Conditions that hold of a random input, the last one turned round. SAT: the model is checked by evaluation.
// UNSAT: no random input may satisfy the query.
static void random_queries(void **state) {
    uint32_t rounds = getenv("ROUNDS") ? (uint32_t)atoi(getenv("ROUNDS")) : tier_number(500, 1500, 1500),
             counts[3] = {0, 0, 0}, rejected = 0;
    uint64_t seed = getenv("SEED") ? strtoull(getenv("SEED"), NULL, 10) : 1;
    struct sampler r = {.state = 88172645463325252u * seed, .x = expr_store_new()};
    for (uint32_t round = 0; round < rounds; round++) {
        expr_id values[2], conditions[12];
        if (random_grammar(&r) && random_input(&r, values, 4)) {
            struct binding at[2], far_at[2];
            struct model m = model_of(at, values, 2), out;
            struct variables *vars = variables_of(&r);
            struct solve_options options = {.seconds = 1};
            struct solver *s = solver_new(r.x, r.g, vars, &options);
            struct eval *v = eval_new(r.x);
            for (uint32_t q = 0; q < 6; q++) {
                uint32_t n = 0;
                for (uint32_t i = 0; i < 20 && n < 1 + q * 2; i++) {
                    expr_id c = condition(&r, &m, 2);
                    eval_begin(v, &m);
                    if (eval_bool(v, c) == TRUTH_FALSE) c = expr_not(r.x, c);
                    if (eval_bool(v, c) == TRUTH_TRUE) conditions[n++] = c;
                }
                if (n == 0) continue;
                expr_id elsewhere[2]; // asked from another input: what holds of one cannot be unsatisfiable
                bool moved = random_input(&r, elsewhere, 3);
                struct model far = model_of(far_at, elsewhere, 2);
                struct query same = {conditions, n, moved ? &far : &m};
                enum answer a = solver_solve(s, &same, &out);
                if (a == ANSWER_UNSAT)
                    fail_msg("round %u: what holds of an input is said to be unsatisfiable", round);
                if (a == ANSWER_SAT) assert_true(all_hold(v, &out, conditions, n));
                conditions[n - 1] = expr_not(r.x, conditions[n - 1]);
                struct query query = {conditions, n, &m};
                a = solver_solve(s, &query, &out);
                counts[a]++;
                if (a == ANSWER_UNKNOWN && getenv("SHOW")) {
                    printf("unknown in round %u\n", round);
                    for (uint32_t i = 0; i < n; i++) {
                        struct str text = {0};
                        expr_print(r.x, conditions[i], &text);
                        printf("    %s\n", str_text(&text));
                        str_free(&text);
                    }
                }
                if (a == ANSWER_SAT) {
                    assert_true(all_hold(v, &out, conditions, n));
                    for (uint32_t i = 0; i < 2; i++)
                        assert_true(grammar_accepts(r.g, r.types[i], model_value(&out, i)));
                }
                for (uint32_t i = 0; a == ANSWER_UNSAT && i < 150; i++) {
                    expr_id other[2];
                    if (i > 20 && pick(&r, 2)) other[0] = values[0], other[1] = values[1];
                    if (i > 20) { // near the input, or anywhere
                        int k = (int)pick(&r, 2);
                        other[k] = member(&r, r.types[k], 4);
                        if (!other[k] || !grammar_accepts(r.g, r.types[k], other[k])) continue;
                        other[1 - k] = values[1 - k];
                    } else if (!random_input(&r, other, 3)) {
                        continue;
                    }
                    struct binding other_at[2];
                    struct model o = model_of(other_at, other, 2);
                    if (!all_hold(v, &o, conditions, n)) continue;
                    struct str text = {0};
                    print_types(&r, &text);
                    for (int k = 0; k < 2; k++) expr_print(r.x, other[k], &text), str_add(&text, "\n");
                    for (uint32_t j = 0; j < n; j++)
                        expr_print(r.x, conditions[j], &text), str_add(&text, "\n");
                    fail_msg("round %u: an input satisfies what is said to be unsatisfiable:\n%s", round,
                             str_text(&text));
                }
            }
            rejected += (uint32_t)solver_stats(s)->rejected;
            solver_free(s);
            variables_free(vars);
            eval_free(v);
        }
        grammar_free(r.g);
    }
    print_message("random queries: %u sat, %u unsat, %u unknown; %u models rejected\n", counts[0], counts[1],
                  counts[2], rejected);
    assert_true(counts[ANSWER_SAT] > rounds && counts[ANSWER_UNSAT] > rounds / 2);
    assert_true(counts[ANSWER_UNKNOWN] * 100 < counts[ANSWER_SAT] + counts[ANSWER_UNSAT]);
    expr_store_free(r.x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foo_untyped),
        cmocka_unit_test(foo_list_of_terms),
        cmocka_unit_test(foo_list_of_integers),
        cmocka_unit_test(or_alternatives),
        cmocka_unit_test(mutually_recursive),
        cmocka_unit_test(trees),
        cmocka_unit_test(orddict),
        cmocka_unit_test(overloaded),
        cmocka_unit_test(sum_is_42),
        cmocka_unit_test(big_integers),
        cmocka_unit_test(ranges),
        cmocka_unit_test(remainder_and_products),
        cmocka_unit_test(int_of_expression),
        cmocka_unit_test(floats),
        cmocka_unit_test(ends_of_floats),
        cmocka_unit_test(different),
        cmocka_unit_test(disjunctions),
        cmocka_unit_test(atoms_in_order),
        cmocka_unit_test(texts_of_atoms),
        cmocka_unit_test(functions),
        cmocka_unit_test(maps),
        cmocka_unit_test(bit_strings),
        cmocka_unit_test(keeps_the_rest),
        cmocka_unit_test(selectors_imply_shapes),
        cmocka_unit_test(random_queries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
