// SPDX-License-Identifier: Apache-2.0
// What a guard's outcome says of the variables in it: type tests, comparisons (by intervals and by the order
// of kinds), and, or, andalso, orelse and not of these. That a guard is not true can also mean that it
// raised, so a conclusion from that is drawn only where nothing can raise.
#include <string.h>

#include "erlang/analysis/infer.h"
#include "erlang/atoms.h"

enum { NESTING_MAX = 200 };

// ---- Operators ----

enum operator{
    OPERATOR_NONE,
    OPERATOR_TYPE_TEST,
    OPERATOR_IS_BOOLEAN,
    OPERATOR_IS_FUNCTION,
    OPERATOR_AND,
    OPERATOR_OR,
    OPERATOR_NOT,
    OPERATOR_COMPARISON,
};
enum comparison { COMPARE_LESS, COMPARE_LESS_EQUAL, COMPARE_EXACT, COMPARE_SAME };

struct operator_row {
    const char *name;
    uint32_t arity;
    enum operator op;
    kind_set kinds; // of a type test
    enum comparison comparison;
    bool swap, negate;
};
#define TEST(name, kinds)                                                                                    \
    { name, 1, OPERATOR_TYPE_TEST, kinds, 0, false, false }
#define COMPARE(name, c, swap, negate)                                                                       \
    { name, 2, OPERATOR_COMPARISON, 0, c, swap, negate }
static const struct operator_row operators[] = {
    TEST("is_integer", KIND_BIT(KIND_INT)),
    TEST("is_float", KIND_BIT(KIND_FLOAT)),
    TEST("is_number", KINDS_NUMBER),
    TEST("is_atom", KIND_BIT(KIND_ATOM)),
    TEST("is_list", KINDS_LIST),
    TEST("is_tuple", KIND_BIT(KIND_TUPLE)),
    TEST("is_map", KIND_BIT(KIND_MAP)),
    TEST("is_binary", KIND_BIT(KIND_BINARY)),
    TEST("is_bitstring", KINDS_BITS),
    TEST("is_pid", KIND_BIT(KIND_PID)),
    TEST("is_port", KIND_BIT(KIND_PORT)),
    TEST("is_reference", KIND_BIT(KIND_REF)),
    TEST("is_function", KIND_BIT(KIND_FUN)),
    {"is_boolean", 1, OPERATOR_IS_BOOLEAN, 0, 0, false, false},
    {"is_function", 2, OPERATOR_IS_FUNCTION, 0, 0, false, false},
    {"and", 2, OPERATOR_AND, 0, 0, false, false},
    {"or", 2, OPERATOR_OR, 0, 0, false, false},
    {"not", 1, OPERATOR_NOT, 0, 0, false, false},
    COMPARE("=:=", COMPARE_EXACT, false, false),
    COMPARE("=/=", COMPARE_EXACT, false, true),
    COMPARE("==", COMPARE_SAME, false, false),
    COMPARE("/=", COMPARE_SAME, false, true),
    COMPARE("<", COMPARE_LESS, false, false),
    COMPARE(">", COMPARE_LESS, true, false),
    COMPARE("=<", COMPARE_LESS_EQUAL, false, false),
    COMPARE(">=", COMPARE_LESS_EQUAL, true, false),
};
static const struct operator_row no_operator;

static struct hash_map by_symbol; // name and arity -> index in operators

static uint64_t operator_key(symbol name, uint32_t arity) {
    return (uint64_t)name << 2 | arity;
}

__attribute__((constructor)) static void operators_init(void) {
    for (uint32_t i = 0; i < sizeof operators / sizeof *operators; i++)
        hash_map_put(&by_symbol, operator_key(symbol_of(operators[i].name), operators[i].arity), i);
}

// The operator that e applies; one of OPERATOR_NONE if it is no call of one.
static const struct operator_row *operator_of(const struct core *e) {
    uint32_t i;
    if (e->tag != CORE_CALL || e->n < 3 || e->n > 4 || e->kid[0]->tag != CORE_LITERAL ||
        e->kid[0]->lit != atom_erlang || e->kid[1]->tag != CORE_LITERAL || !term_is_atom(e->kid[1]->lit) ||
        !hash_map_get(&by_symbol, operator_key(term_symbol(e->kid[1]->lit), e->n - 2), &i))
        return &no_operator;
    return &operators[i];
}

// Comparisons and tests of kinds: of any terms.
static bool gives_boolean(const struct operator_row *o) {
    return o->op == OPERATOR_COMPARISON || o->op == OPERATOR_TYPE_TEST || o->op == OPERATOR_IS_BOOLEAN;
}

// ---- Operands ----

// The shape of an operand, without looking into what cannot be a guard's.
static shape operand_type(struct pass *p, const struct core *e) {
    if (e->tag == CORE_VAR) return env_type(p, e->aux);
    if (e->tag == CORE_LITERAL) return infer_literal(p, e);
    if (gives_boolean(operator_of(e))) return shape_boolean(p->s);
    const struct bif *b = infer_bif(e);
    if (!b || p->nesting > NESTING_MAX || b->arity > 4) return SHAPE_ANY;
    shape args[4];
    p->nesting++;
    for (uint32_t i = 0; i < b->arity; i++) args[i] = operand_type(p, e->kid[2 + i]);
    p->nesting--;
    return signature_apply(p->a->signatures, b, args).result;
}

static bool cannot_raise(struct pass *p, const struct core *e) {
    if (e->tag == CORE_VAR || e->tag == CORE_LITERAL) return true;
    if (gives_boolean(operator_of(e))) {
        bool total = p->nesting < NESTING_MAX;
        p->nesting++;
        for (uint32_t i = 2; i < e->n && total; i++) total = cannot_raise(p, e->kid[i]);
        p->nesting--;
        return total;
    }
    const struct bif *b = infer_bif(e);
    if (!b || p->nesting > NESTING_MAX || b->arity > 4) return false;
    shape args[4];
    bool total = true;
    p->nesting++;
    for (uint32_t i = 0; i < b->arity && total; i++) {
        total = cannot_raise(p, e->kid[2 + i]);
        args[i] = operand_type(p, e->kid[2 + i]);
    }
    p->nesting--;
    return total && !signature_apply(p->a->signatures, b, args).fails;
}

// It gives true or false, whatever the variables are (within what is known of them).
static bool is_boolean(struct pass *p, const struct core *e) {
    return cannot_raise(p, e) && shape_subset(p->s, operand_type(p, e), shape_boolean(p->s));
}

static bool set_operand(struct pass *p, const struct core *e, shape type) {
    for (uint32_t steps = 0; e && e->tag == CORE_VAR && steps < 8; steps++) {
        env_narrow(p, e->aux, shape_meet(p->s, env_type(p, e->aux), type));
        if (env_type(p, e->aux) == SHAPE_NONE) return false;
        e = env_def(p, e->aux); // a variable that is another's name
    }
    return type != SHAPE_NONE;
}

// ---- Tests ----

static bool assume_type_test(struct pass *p, const struct core *e, kind_set kinds, bool truth) {
    const struct core *arg = e->kid[2];
    if (!cannot_raise(p, arg) && !truth) return true;
    shape a = operand_type(p, arg);
    return set_operand(p, arg, shape_keep(p->s, a, truth ? kinds : KINDS_ALL & ~kinds));
}

static bool assume_is_boolean(struct pass *p, const struct core *e, bool truth) {
    const struct core *arg = e->kid[2];
    if (!cannot_raise(p, arg) && !truth) return true;
    shape a = operand_type(p, arg);
    if (truth) return set_operand(p, arg, shape_meet(p->s, a, shape_boolean(p->s)));
    a = shape_minus_atom(p->s, a, term_symbol(atom_true));
    return set_operand(p, arg, shape_minus_atom(p->s, a, term_symbol(atom_false)));
}

// is_function(F, N): known funs are told apart by their arity.
static bool assume_is_function(struct pass *p, const struct core *e, bool truth) {
    const struct core *arg = e->kid[2], *arity = e->kid[3];
    if (arity->tag != CORE_LITERAL || !term_is_small(arity->lit) || term_small_value(arity->lit) < 0)
        return true;
    if (!cannot_raise(p, arg) && !truth) return true;
    shape a = operand_type(p, arg);
    const struct shape_data *d = shape_open(p->s, a, NULL);
    if (truth) a = shape_keep(p->s, a, KIND_BIT(KIND_FUN));
    if (d->flags & SHAPE_FUN) return set_operand(p, arg, a);
    const struct shape_data kept = *d;
    bool all = true, none = true;
    for (uint32_t i = 0; i < kept.n_funs; i++) {
        bool same = kept.funs[i].arity == (uint64_t)term_small_value(arity->lit);
        all &= same;
        none &= !same;
    }
    if (truth ? none : all)
        a = truth ? (shape)SHAPE_NONE : shape_keep(p->s, a, KINDS_ALL & ~KIND_BIT(KIND_FUN));
    return set_operand(p, arg, a);
}

// ---- Comparisons ----

static bool only_integers(const struct shape_data *d) {
    return d->flags == SHAPE_INT && !d->n_atoms && !d->n_tuples && !d->n_funs && !d->n_refs;
}

static bool only_numbers(const struct shape_data *d) {
    return !(d->flags & ~(uint32_t)(SHAPE_INT | SHAPE_FLOAT)) && !d->n_atoms && !d->n_tuples && !d->n_funs &&
           !d->n_refs;
}

// a < b, or a =< b. Numbers come before everything else.
static void order(struct pass *p, shape *a, shape *b, bool strict) {
    struct shapes *s = p->s;
    const struct shape_data *x = shape_open(s, *a, NULL), *y = shape_open(s, *b, NULL);
    shape low = *a, high = *b;
    if (only_numbers(y)) low = shape_keep(s, low, KINDS_NUMBER);
    if (only_integers(y) && y->hi != SHAPE_NO_HI)
        low = shape_clip(s, low, SHAPE_NO_LO, strict ? y->hi - 1 : y->hi);
    if (only_integers(x) && x->lo != SHAPE_NO_LO)
        high = shape_clip(s, high, strict ? x->lo + 1 : x->lo, SHAPE_NO_HI);
    *a = low;
    *b = high;
}

static bool has_parts_of_other_types(const struct shape_data *d) { // where == and =:= may differ
    return d->flags & (SHAPE_FLOAT | SHAPE_CONS | SHAPE_TUPLE | SHAPE_MAP) || d->n_tuples;
}

static shape without(struct pass *p, shape a, shape b) { // a single value taken from a set
    symbol atom;
    int64_t v;
    if (shape_is_atom(p->s, b, &atom)) return shape_minus_atom(p->s, a, atom);
    if (shape_is_int(p->s, b, &v)) return shape_minus_int(p->s, a, v);
    const struct shape_data *d = shape_of(p->s, b);
    bool nil = d->flags == SHAPE_NIL && !d->n_atoms && !d->n_tuples && !d->n_funs && !d->n_refs;
    return nil ? shape_with_flags(p->s, a, 0, SHAPE_NIL) : a;
}

static void equality(struct pass *p, shape *a, shape *b, bool exact, bool truth) {
    if (!truth) {
        shape x = without(p, *a, *b), y = without(p, *b, *a);
        *a = x;
        *b = y;
        return;
    }
    bool differ = has_parts_of_other_types(shape_open(p->s, *a, NULL)) ||
                  has_parts_of_other_types(shape_open(p->s, *b, NULL));
    if (!exact && differ) return;
    *a = *b = shape_meet(p->s, *a, *b);
}

// What the outcome says of the order of two variables; false: other outcomes have left nothing of it.
static bool relate(struct pass *p, const struct core *left, const struct core *right, enum comparison op,
                   bool truth) {
    static const uint8_t masks[] = {[COMPARE_LESS] = RELATION_LESS,
                                    [COMPARE_LESS_EQUAL] = RELATION_LESS | RELATION_EQUAL,
                                    [COMPARE_EXACT] = RELATION_EQUAL,
                                    [COMPARE_SAME] = RELATION_EQUAL};
    enum { ALL = RELATION_LESS | RELATION_EQUAL | RELATION_GREATER };
    if (left->tag != CORE_VAR || right->tag != CORE_VAR) return true;
    bool differ = has_parts_of_other_types(shape_open(p->s, env_type(p, left->aux), NULL)) &&
                  has_parts_of_other_types(shape_open(p->s, env_type(p, right->aux), NULL));
    if (op == COMPARE_EXACT && !truth && differ) return true; // 1 and 1.0
    return env_relate(p, left->aux, right->aux, truth ? masks[op] : ALL & ~masks[op]);
}

static bool assume_comparison(struct pass *p, const struct core *e, enum comparison op, bool swap,
                              bool truth) {
    const struct core *left = e->kid[2 + swap], *right = e->kid[3 - swap];
    if (!truth && !(cannot_raise(p, left) && cannot_raise(p, right))) return true;
    if (!relate(p, left, right, op, truth)) return false;
    shape a = operand_type(p, left), b = operand_type(p, right);
    if (op == COMPARE_EXACT || op == COMPARE_SAME)
        equality(p, &a, &b, op == COMPARE_EXACT, truth);
    else if (truth)
        order(p, &a, &b, op == COMPARE_LESS);
    else // not a < b: b =< a
        order(p, &b, &a, op == COMPARE_LESS_EQUAL);
    return set_operand(p, left, a) && set_operand(p, right, b);
}

// ---- Connectives ----

static bool could(struct pass *p, const struct core *e, bool truth) {
    uint32_t mark = p->trail.n;
    bool yes = guard_assume(p, e, truth);
    env_undo(p, mark);
    return yes;
}

// One of the two is as wanted, it is not known which.
static bool one_of(struct pass *p, const struct core *a, const struct core *b, bool truth) {
    bool first = could(p, a, truth), second = could(p, b, truth);
    if (first && second) return true;
    return first ? guard_assume(p, a, truth) : guard_assume(p, b, truth);
}

static bool assume_connective(struct pass *p, const struct core *e, bool conjunction, bool truth) {
    const struct core *a = e->kid[2], *b = e->kid[3];
    if (conjunction && truth) return guard_assume(p, a, true) && guard_assume(p, b, true);
    if (conjunction) return one_of(p, a, b, false);
    if (truth) return one_of(p, a, b, true);
    if (!is_boolean(p, a) || !is_boolean(p, b)) return true;
    return guard_assume(p, a, false) && guard_assume(p, b, false);
}

static bool is_clause(const struct core *clause, term literal) {
    return clause->n == 3 && clause->kid[0]->tag == CORE_LITERAL && clause->kid[0]->lit == literal &&
           clause->kid[1]->tag == CORE_LITERAL && clause->kid[1]->lit == atom_true;
}

// All clauses but the first two raise.
static bool others_raise(const struct core *e) {
    for (uint32_t i = 3; i < e->n; i++) {
        const struct core *body = core_behind_lines(e->kid[i]->kid[e->kid[i]->n - 1]);
        bool fails = body->tag == CORE_PRIMOP && !strcmp(symbol_text(body->aux), "match_fail");
        if (!fails && !infer_is_call(body, "erlang", "error", 1)) return false;
    }
    return true;
}

// case A of true -> B; false -> C; _ -> error end: andalso where C is false, orelse where B is true.
static bool assume_case(struct pass *p, const struct core *e, bool truth) {
    if (e->n < 3) return true;
    const struct core *a = e->kid[0], *yes = NULL, *no = NULL;
    for (uint32_t i = 1; i <= 2; i++) {
        if (is_clause(e->kid[i], atom_true)) yes = core_behind_lines(e->kid[i]->kid[2]);
        if (is_clause(e->kid[i], atom_false)) no = core_behind_lines(e->kid[i]->kid[2]);
    }
    if (!yes || !no || !others_raise(e)) return true;
    if (no->tag == CORE_LITERAL && no->lit == atom_false) {
        if (truth) return guard_assume(p, a, true) && guard_assume(p, yes, true);
        return one_of(p, a, yes, false);
    }
    if (yes->tag == CORE_LITERAL && yes->lit == atom_true) {
        if (truth) return one_of(p, a, no, true);
        if (!guard_assume(p, a, false)) return false;
        return !is_boolean(p, a) || guard_assume(p, no, false);
    }
    return true;
}

static bool assume_variable(struct pass *p, const struct core *e, bool truth) {
    shape a = env_type(p, e->aux);
    a = truth ? shape_meet(p->s, a, shape_atom(p->s, term_symbol(atom_true)))
              : shape_minus_atom(p->s, a, term_symbol(atom_true));
    const struct core *def = env_def(p, e->aux);
    env_narrow(p, e->aux, a);
    if (a == SHAPE_NONE) return false;
    return !def || guard_assume(p, def, truth); // that it has a value means that it did not raise
}

static bool assume_relation(struct pass *p, const struct core *e, const struct operator_row *o, bool truth) {
    const struct core *right = e->kid[3];
    bool with_true =
        o->comparison == COMPARE_EXACT && !o->negate && right->tag == CORE_LITERAL && right->lit == atom_true;
    if (with_true) return guard_assume(p, e->kid[2], truth);
    if (o->negate && !truth && !(cannot_raise(p, e->kid[2]) && cannot_raise(p, right))) return true;
    return assume_comparison(p, e, o->comparison, o->swap, truth != o->negate);
}

static bool assume_call(struct pass *p, const struct core *e, bool truth) {
    const struct operator_row *o = operator_of(e);
    switch (o->op) {
    case OPERATOR_TYPE_TEST: return assume_type_test(p, e, o->kinds, truth);
    case OPERATOR_IS_BOOLEAN: return assume_is_boolean(p, e, truth);
    case OPERATOR_IS_FUNCTION: return assume_is_function(p, e, truth);
    case OPERATOR_AND:
    case OPERATOR_OR: return assume_connective(p, e, o->op == OPERATOR_AND, truth);
    case OPERATOR_NOT: return !is_boolean(p, e->kid[2]) || guard_assume(p, e->kid[2], !truth);
    case OPERATOR_COMPARISON: return assume_relation(p, e, o, truth);
    case OPERATOR_NONE: break;
    }
    return true;
}

// try G of V -> V catch T, R -> false: how a guard that may raise looks.
static bool assume_try(struct pass *p, const struct core *e, bool truth) {
    if ((e->aux & 0xFF) != 1) return true;
    const struct core *var = e->kid[1], *body = e->kid[2], *handler = e->kid[e->n - 1];
    bool plain = body->tag == CORE_VAR && body->aux == var->aux && handler->tag == CORE_LITERAL &&
                 handler->lit == atom_false;
    return !plain || guard_assume(p, e->kid[0], truth);
}

// V, or V =:= true.
static bool is_test_of(const struct core *e, uint32_t var) {
    const struct operator_row *o = operator_of(e);
    bool exact = o->op == OPERATOR_COMPARISON && o->comparison == COMPARE_EXACT && !o->negate;
    if (exact && e->kid[3]->tag == CORE_LITERAL && e->kid[3]->lit == atom_true) e = e->kid[2];
    return e->tag == CORE_VAR && e->aux == var;
}

bool guard_assume(struct pass *p, const struct core *e, bool truth) {
    if (p->nesting > NESTING_MAX) return true;
    bool possible = true;
    p->nesting++;
    for (; e->tag == CORE_LET && e->aux == 1; e = e->kid[2]) {
        const struct core *arg = e->kid[1];
        bool total = cannot_raise(p, arg);
        if (!total && !truth && is_test_of(e->kid[2], e->kid[0]->aux)) {
            possible = guard_assume(p, arg, false);
            p->nesting--;
            return possible;
        }
        if (!total && !truth) { // not true perhaps because this raised
            p->nesting--;
            return true;
        }
        env_bind(p, e->kid[0]->aux, operand_type(p, arg), arg);
    }
    if (e->tag == CORE_LITERAL)
        possible = (e->lit == atom_true) == truth;
    else if (e->tag == CORE_VAR)
        possible = assume_variable(p, e, truth);
    else if (e->tag == CORE_CALL)
        possible = assume_call(p, e, truth);
    else if (e->tag == CORE_CASE)
        possible = assume_case(p, e, truth);
    else if (e->tag == CORE_TRY)
        possible = assume_try(p, e, truth);
    p->nesting--;
    return possible;
}
