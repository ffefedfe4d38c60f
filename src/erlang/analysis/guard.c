// SPDX-License-Identifier: Apache-2.0
// What a guard's outcome says of the variables in it and of the values it computes from them (numbering.c):
// type tests, comparisons (by intervals and by the order of kinds), and, or, xor, andalso, orelse and not of
// these. That a guard is not true can also mean that it raised, so a conclusion from that is drawn only where
// nothing can raise.
#include <string.h>

#include "erlang/analysis/infer.h"
#include "erlang/term/atoms.h"

enum { NESTING_MAX = 200, GUARDS_MAX = 2000000 };

bool infer_guards_left(const struct analysis *a, uint64_t n) {
    return a->guards + n < GUARDS_MAX;
}

// ---- Operators ----

enum operator{
    OPERATOR_NONE,
    OPERATOR_TYPE_TEST,
    OPERATOR_IS_BOOLEAN,
    OPERATOR_IS_FUNCTION,
    OPERATOR_AND,
    OPERATOR_OR,
    OPERATOR_XOR,
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
    {"xor", 2, OPERATOR_XOR, 0, 0, false, false},
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
static bool is_choice(const struct core *e, const struct core **yes, const struct core **no) {
    *yes = *no = NULL;
    if (e->tag != CORE_CASE || e->n < 3) return false;
    for (uint32_t i = 1; i <= 2; i++) {
        if (is_clause(e->kid[i], atom_true)) *yes = core_behind_lines(e->kid[i]->kid[2]);
        if (is_clause(e->kid[i], atom_false)) *no = core_behind_lines(e->kid[i]->kid[2]);
    }
    return *yes && *no && others_raise(e);
}

// try G of V -> V catch T, R -> false: how a guard that may raise looks.
static bool is_guarded(const struct core *e) {
    if (e->tag != CORE_TRY || (e->aux & 0xFF) != 1) return false;
    const struct core *var = e->kid[1], *body = e->kid[2], *handler = e->kid[e->n - 1];
    return body->tag == CORE_VAR && body->aux == var->aux && handler->tag == CORE_LITERAL &&
           handler->lit == atom_false;
}

// What an expression of a guard gives, and whether it may raise.
struct operand {
    shape type;
    bool total; // it cannot raise
};
static struct operand operand_of(struct pass *p, const struct core *e);

static struct operand operand_call(struct pass *p, const struct core *e) {
    enum { ARGUMENTS_MAX = 4 };
    const struct bif *b = infer_bif(e);
    if (!b || b->arity > ARGUMENTS_MAX) return (struct operand){SHAPE_ANY, false};
    shape args[ARGUMENTS_MAX];
    bool total = true;
    for (uint32_t i = 0; i < b->arity; i++) {
        struct operand o = operand_of(p, e->kid[2 + i]);
        args[i] = o.type;
        total &= o.total;
    }
    const struct operator_row *o = operator_of(e);
    if (gives_boolean(o)) return (struct operand){shape_boolean(p->s), total};
    struct signature_answer a = signature_apply(p->a->signatures, b, args);
    shape known = o->op == OPERATOR_NONE ? numbering_type(p, numbering_of(p, e)) : (shape)SHAPE_ANY;
    return (struct operand){known == SHAPE_ANY ? a.result : shape_meet(p->s, a.result, known),
                            total && !a.fails};
}

// The part behind andalso or orelse is only looked at where the first is so; that may be why it cannot raise.
static struct operand operand_choice(struct pass *p, const struct core *e) {
    const struct core *branch[2];
    if (!is_choice(e, &branch[0], &branch[1])) return (struct operand){SHAPE_ANY, false};
    struct operand first = operand_of(p, e->kid[0]), all = {SHAPE_NONE, first.total};
    if (!shape_subset(p->s, first.type, shape_boolean(p->s))) all.total = false;
    for (int i = 0; i < 2; i++) {
        uint32_t mark = p->trail.n;
        struct operand o = operand_of(p, branch[i]);
        if (!o.total && guard_assume(p, e->kid[0], i == 0)) o = operand_of(p, branch[i]);
        all.type = shape_union(p->s, all.type, o.type);
        all.total &= o.total;
        env_undo(p, mark);
    }
    return all;
}

static struct operand operand_let(struct pass *p, const struct core *e) {
    uint32_t mark = p->trail.n;
    bool total = true;
    for (; e->tag == CORE_LET && e->aux == 1; e = e->kid[2]) {
        struct operand o = operand_of(p, e->kid[1]);
        total &= o.total;
        env_bind(p, e->kid[0]->aux, o.type, e->kid[1]);
    }
    struct operand o = operand_of(p, e);
    env_undo(p, mark);
    return (struct operand){o.type, total && o.total};
}

static struct operand operand_of(struct pass *p, const struct core *e) {
    struct operand o = {SHAPE_ANY, false};
    if (e->tag == CORE_VAR) return (struct operand){env_type(p, e->aux), true};
    if (e->tag == CORE_LITERAL) return (struct operand){infer_literal(p, e), true};
    if (p->nesting > NESTING_MAX) return o;
    p->nesting++;
    if (e->tag == CORE_CALL)
        o = operand_call(p, e);
    else if (e->tag == CORE_CASE)
        o = operand_choice(p, e);
    else if (e->tag == CORE_LET && e->aux == 1)
        o = operand_let(p, e);
    else if (is_guarded(e)) {
        o = operand_of(p, e->kid[0]);
        if (!o.total) o.type = shape_union(p->s, o.type, shape_atom(p->s, term_symbol(atom_false)));
        o.total = true;
    }
    p->nesting--;
    return o;
}

static shape operand_type(struct pass *p, const struct core *e) {
    return operand_of(p, e).type;
}

static bool cannot_raise(struct pass *p, const struct core *e) {
    return operand_of(p, e).total;
}

// It gives true or false, whatever the variables are (within what is known of them).
static bool is_boolean(struct pass *p, const struct core *e) {
    struct operand o = operand_of(p, e);
    return o.total && shape_subset(p->s, o.type, shape_boolean(p->s));
}

// Of these parts of integers and floats, and nothing else.
static bool only(struct pass *p, shape a, uint32_t numbers) {
    const struct shape_data *d = shape_of(p->s, a);
    return !(d->flags & ~numbers) && !d->n_atoms && !d->n_tuples && !d->n_funs && !d->n_refs;
}

static bool only_integers(struct pass *p, shape a) {
    return only(p, a, SHAPE_INT);
}

static bool only_numbers(struct pass *p, shape a) {
    return only(p, a, SHAPE_INT | SHAPE_FLOAT);
}

static bool set_operand(struct pass *p, const struct core *e, shape type);

static shape apply_operator(struct pass *p, const char *name, shape a, shape b) {
    const shape args[2] = {a, b};
    return signature_apply(p->a->signatures, bif_find(term_symbol(atom_erlang), symbol_of(name), 2), args)
        .result;
}

// X + Y or X - Y is one of these integers: then X and Y are ..
static bool set_sum(struct pass *p, const struct core *e, bool minus, shape type) {
    const struct core *x = e->kid[2], *y = e->kid[3];
    shape a = operand_type(p, x), b = operand_type(p, y);
    if (!only_integers(p, a) || !only_integers(p, b)) return true;
    if (!set_operand(p, x, shape_meet(p->s, a, apply_operator(p, minus ? "+" : "-", type, b)))) return false;
    shape other = minus ? apply_operator(p, "-", a, type) : apply_operator(p, "-", type, a);
    return set_operand(p, y, shape_meet(p->s, b, other));
}

static shape of_magnitude(struct pass *p, shape a, int64_t lo, int64_t hi) { // of integers
    shape all = shape_clip(p->s, a, hi == SHAPE_NO_HI ? SHAPE_NO_LO : -hi, hi);
    return lo > 0 ? shape_minus_int(p->s, all, 0) : all;
}

// A call gives one of these: what its arguments then are.
static bool set_arguments(struct pass *p, const struct core *e, shape type) {
    const struct bif *b = infer_bif(e);
    if (!b || strcmp(b->module, "erlang") != 0 || !only_integers(p, type) || type == SHAPE_NONE) return true;
    if (b->arity == 2 && (!strcmp(b->name, "+") || !strcmp(b->name, "-")))
        return set_sum(p, e, b->name[0] == '-', type);
    if (b->arity != 1) return true;
    const struct shape_data *d = shape_open(p->s, type, NULL);
    const struct core *arg = e->kid[2];
    shape a = operand_type(p, arg);
    int64_t lo = d->lo, hi = d->hi;
    if (!strcmp(b->name, "length")) return set_operand(p, arg, shape_of_length(p->s, a, lo, hi));
    if (!strcmp(b->name, "tuple_size")) return set_operand(p, arg, shape_of_tuple_size(p->s, a, lo, hi));
    if (!strcmp(b->name, "byte_size")) {
        if (lo > 0 && lo < INT32_MAX) lo = (lo - 1) * 8 + 1; // so many bits are the least that need lo bytes
        hi = hi < INT32_MAX ? hi * 8 : SHAPE_NO_HI;
        return hi >= 0 && set_operand(p, arg, shape_of_bit_size(p->s, a, lo, hi));
    }
    if (!strcmp(b->name, "bit_size")) return set_operand(p, arg, shape_of_bit_size(p->s, a, lo, hi));
    if (!strcmp(b->name, "abs") && only_integers(p, a))
        return set_operand(p, arg, of_magnitude(p, a, lo, hi));
    return true;
}

// The value of e is of this type: so are the variables that it is, and the arguments it was computed from are
// what gives such. False: that cannot be.
static bool set_operand(struct pass *p, const struct core *e, shape type) {
    enum { NAMES_MAX = 8 };
    if (type == SHAPE_NONE) return false;
    if (e->tag == CORE_LITERAL || p->nesting > NESTING_MAX) return true;
    for (uint32_t names = 0; e && e->tag == CORE_VAR && names < NAMES_MAX; names++) {
        env_narrow(p, e->aux, shape_meet(p->s, env_type(p, e->aux), type));
        if (env_type(p, e->aux) == SHAPE_NONE) return false;
        if (!numbering_narrow(p, env_origin(p, e->aux), type)) return false;
        e = numbering_def(p, e->aux); // a variable that is another's name
    }
    if (!e || e->tag != CORE_CALL) return true;
    if (!numbering_narrow(p, numbering_of(p, e), type)) return false;
    p->nesting++;
    bool possible = set_arguments(p, e, type);
    p->nesting--;
    return possible;
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

// a < b, or a =< b. Numbers come before everything else.
static void order(struct pass *p, shape *a, shape *b, bool strict) {
    struct shapes *s = p->s;
    const struct shape_data *x = shape_open(s, *a, NULL), *y = shape_open(s, *b, NULL);
    shape low = *a, high = *b;
    if (only_numbers(p, *b)) low = shape_keep(s, low, KINDS_NUMBER);
    if (only_integers(p, *b) && y->hi != SHAPE_NO_HI)
        low = shape_clip(s, low, SHAPE_NO_LO, strict ? y->hi - 1 : y->hi);
    if (only_integers(p, *a) && x->lo != SHAPE_NO_LO)
        high = shape_clip(s, high, strict ? x->lo + 1 : x->lo, SHAPE_NO_HI);
    *a = low;
    *b = high;
}

// Whether a value of the one can be == to one of the other without being the same term: as 1 and 1.0 are.
static bool same_but_not_equal(struct pass *p, shape a, shape b) {
    const struct shape_data *x = shape_open(p->s, a, NULL), *y = shape_open(p->s, b, NULL);
    if (x->n_refs || y->n_refs) return true;
    const uint32_t numbers = SHAPE_INT | SHAPE_FLOAT, compound = SHAPE_CONS | SHAPE_TUPLE | SHAPE_MAP;
    if (x->flags & y->flags & compound) return true;
    if ((x->n_tuples || x->flags & SHAPE_TUPLE) && (y->n_tuples || y->flags & SHAPE_TUPLE)) return true;
    return (x->flags & SHAPE_FLOAT && y->flags & numbers) || (y->flags & SHAPE_FLOAT && x->flags & numbers);
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
    if (!exact && same_but_not_equal(p, *a, *b)) return;
    *a = *b = shape_meet(p->s, *a, *b);
}

// What the outcome says of the order of two values; false: other outcomes have left nothing of it.
static bool relate(struct pass *p, const struct core *left, shape a, const struct core *right, shape b,
                   enum comparison op, bool truth) {
    static const uint8_t masks[] = {[COMPARE_LESS] = RELATION_LESS,
                                    [COMPARE_LESS_EQUAL] = RELATION_LESS | RELATION_EQUAL,
                                    [COMPARE_EXACT] = RELATION_EQUAL,
                                    [COMPARE_SAME] = RELATION_EQUAL};
    enum { ALL = RELATION_LESS | RELATION_EQUAL | RELATION_GREATER };
    int64_t unused;
    if (only_integers(p, a) && only_integers(p, b) &&
        (shape_is_int(p->s, a, &unused) || shape_is_int(p->s, b, &unused)))
        return true; // intervals say as much
    if (op == COMPARE_EXACT && !truth && same_but_not_equal(p, a, b)) return true;
    return numbering_relate(p, numbering_of(p, left), numbering_of(p, right),
                            truth ? masks[op] : ALL & ~masks[op]);
}

static bool assume_comparison(struct pass *p, const struct core *e, enum comparison op, bool swap,
                              bool truth) {
    const struct core *left = e->kid[2 + swap], *right = e->kid[3 - swap];
    struct operand x = operand_of(p, left), y = operand_of(p, right);
    shape a = x.type, b = y.type;
    if (!truth && !(x.total && y.total)) return true;
    if (!relate(p, left, a, right, b, op, truth)) return false;
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

// Both ways are possible: which to take now; false: it is left open.
static bool choose(struct pass *p, bool *second) {
    p->choices++;
    if (!p->split.on || p->split.taken == SPLITS_MAX) return false;
    *second = p->split.way >> p->split.taken++ & 1;
    return true;
}

// One of the two is as wanted, it is not known which.
static bool one_of(struct pass *p, const struct core *a, const struct core *b, bool truth) {
    bool on = p->split.on, second;
    p->split.on = false;
    bool either = could(p, a, truth), other = could(p, b, truth);
    p->split.on = on;
    if (!either || !other)
        second = other;
    else if (!choose(p, &second))
        return true;
    return guard_assume(p, second ? b : a, truth);
}

static bool assume_connective(struct pass *p, const struct core *e, bool conjunction, bool truth) {
    const struct core *a = e->kid[2], *b = e->kid[3];
    if (conjunction && truth) return guard_assume(p, a, true) && guard_assume(p, b, true);
    if (conjunction) return one_of(p, a, b, false);
    if (truth) return one_of(p, a, b, true);
    if (!is_boolean(p, a) || !is_boolean(p, b)) return true;
    return guard_assume(p, a, false) && guard_assume(p, b, false);
}

static bool assume_both(struct pass *p, const struct core *a, bool first, const struct core *b, bool second) {
    return guard_assume(p, a, first) && guard_assume(p, b, second);
}

// One of the two is true, or: both are or none.
static bool assume_xor(struct pass *p, const struct core *e, bool truth) {
    const struct core *a = e->kid[2], *b = e->kid[3];
    if (!truth && !(is_boolean(p, a) && is_boolean(p, b))) return true;
    bool possible[2], on = p->split.on, way;
    p->split.on = false;
    for (int first = 0; first < 2; first++) {
        uint32_t mark = p->trail.n;
        possible[first] = assume_both(p, a, first, b, first != truth);
        env_undo(p, mark);
    }
    p->split.on = on;
    if (!possible[0] && !possible[1]) return false;
    if (!possible[0] || !possible[1])
        way = possible[1];
    else if (!choose(p, &way))
        return true;
    return assume_both(p, a, way, b, way != truth);
}

static bool assume_case(struct pass *p, const struct core *e, bool truth) {
    const struct core *a = e->kid[0], *yes, *no;
    if (!is_choice(e, &yes, &no)) return true;
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
    if (!set_operand(p, e, a)) return false;
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

static bool assume_value(struct pass *p, const struct core *e, bool truth) {
    struct operand o = operand_of(p, e);
    if (truth) return set_operand(p, e, shape_meet(p->s, o.type, shape_atom(p->s, term_symbol(atom_true))));
    return !o.total || set_operand(p, e, shape_minus_atom(p->s, o.type, term_symbol(atom_true)));
}

static bool assume_call(struct pass *p, const struct core *e, bool truth) {
    const struct operator_row *o = operator_of(e);
    switch (o->op) {
    case OPERATOR_TYPE_TEST: return assume_type_test(p, e, o->kinds, truth);
    case OPERATOR_IS_BOOLEAN: return assume_is_boolean(p, e, truth);
    case OPERATOR_IS_FUNCTION: return assume_is_function(p, e, truth);
    case OPERATOR_AND:
    case OPERATOR_OR: return assume_connective(p, e, o->op == OPERATOR_AND, truth);
    case OPERATOR_XOR: return assume_xor(p, e, truth);
    case OPERATOR_NOT: return !is_boolean(p, e->kid[2]) || guard_assume(p, e->kid[2], !truth);
    case OPERATOR_COMPARISON: return assume_relation(p, e, o, truth);
    case OPERATOR_NONE: return assume_value(p, e, truth);
    }
    return true;
}

// V, or V =:= true.
static bool is_test_of(const struct core *e, uint32_t var) {
    const struct operator_row *o = operator_of(e);
    bool exact = o->op == OPERATOR_COMPARISON && o->comparison == COMPARE_EXACT && !o->negate;
    if (exact && e->kid[3]->tag == CORE_LITERAL && e->kid[3]->lit == atom_true) e = e->kid[2];
    return e->tag == CORE_VAR && e->aux == var;
}

bool guard_assume(struct pass *p, const struct core *e, bool truth) {
    if (p->nesting > NESTING_MAX || p->a->guards == GUARDS_MAX) return true;
    bool possible = true;
    p->a->guards++;
    p->nesting++;
    for (; e->tag == CORE_LET && e->aux == 1; e = e->kid[2]) {
        const struct core *arg = e->kid[1];
        bool choice =
            arg->tag == CORE_CASE || arg->tag == CORE_TRY; // it is true or false, if it is the guard's
        struct operand o = truth && choice ? (struct operand){SHAPE_ANY, true} : operand_of(p, arg);
        if (!o.total && !truth && is_test_of(e->kid[2], e->kid[0]->aux)) {
            possible = guard_assume(p, arg, false);
            p->nesting--;
            return possible;
        }
        if (!o.total && !truth) { // not true perhaps because this raised
            p->nesting--;
            return true;
        }
        env_bind(p, e->kid[0]->aux, o.type, arg);
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
        possible = !is_guarded(e) || guard_assume(p, e->kid[0], truth);
    p->nesting--;
    return possible;
}
