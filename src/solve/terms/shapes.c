// SPDX-License-Identifier: Apache-2.0
#include "solve/terms/terms.h"

#include <assert.h>

#include "base/clock.h"
#include "base/some_of.h"
#include "solve/numbers/numbers.h"

enum { STEPS_MAX = 4000, FAILURES_MAX = 60, Z3_SPLIT_MAX = 4, CLOCK_STEPS = 32 };

struct terms *terms_new(struct expr_store *x) {
    struct terms *t = mem_zalloc(sizeof *t);
    t->check = eval_new(x);
    return t;
}

void terms_free(struct terms *t) {
    if (!t) return;
    for (uint32_t i = 0; i < t->frames.n; i++) vec_free(&t->frames.at[i].saved.bytes);
    vec_free(&t->frames);
    vec_free(&t->todo);
    vec_free(&t->opts);
    vec_free(&t->values);
    vec_free(&t->state);
    vec_free(&t->build);
    vec_free(&t->changed);
    vec_free(&t->model);
    eval_free(t->check);
    mem_free(t);
}

struct model terms_model(const struct solver *s) {
    return (struct model){s->terms->model.n, s->terms->model.at, s->variables};
}

void shapes_put(struct solver *s, struct option o) {
    vec_push(&s->terms->todo, o);
}

expr_id shapes_parent_value(struct solver *s, class_id c) {
    const struct class *k = &s->f->classes.at[c];
    if (k->canon) return eval_value(s->parent, k->canon);
    if (k->value) return k->value;
    if (k->built) return eval_value(s->parent, k->built);
    if (!k->from) return 0;
    expr_id whole =
        shapes_parent_value(s, class_root(s->f, k->from)); // made by the builder: one step below a term
    if (!whole) return 0;
    if (k->key <= KEY_TL && expr_op(s->x, whole) == EXPR_CONS_OP)
        return expr_arg(s->x, whole, (uint32_t)k->key);
    if (KEY_SORT(k->key) == KEY_OF_ELEM && expr_op(s->x, whole) == EXPR_TUPLE_OP &&
        KEY_NUMBER(k->key) < expr_count(s->x, whole))
        return expr_arg(s->x, whole, KEY_NUMBER(k->key));
    return 0;
}

// ---- What is open ----

// Kinds in the order in which values look simple to a person.
static const uint8_t simple_first[KIND_COUNT] = {
    KIND_INT, KIND_NIL, KIND_ATOM, KIND_TUPLE, KIND_CONS, KIND_FLOAT,    KIND_BINARY,
    KIND_MAP, KIND_FUN, KIND_PID,  KIND_REF,   KIND_PORT, KIND_BITSTRING};

static void put_kinds(struct solver *s, class_id c) {
    assert(class_is_root(s->f, c));
    kind_set kinds = s->f->classes.at[c].kinds;
    expr_id parent = shapes_parent_value(s, c);
    if (parent && kinds & KIND_BIT(expr_ground_kind(s->x, parent))) {
        enum kind kind = expr_ground_kind(s->x, parent);
        shapes_put(s, (struct option){OPTION_KIND, c, 0, kind, 0});
        kinds &= ~KIND_BIT(kind);
    }
    for (uint32_t i = 0; i < KIND_COUNT; i++)
        if (kinds & KIND_BIT(simple_first[i]))
            shapes_put(s, (struct option){OPTION_KIND, c, 0, simple_first[i], 0});
}

// How well the parent's value fits an alternative.
enum fitness { FITS_NOT, FITS_BY_HEAD, FITS_WITH_PARTS };

static enum fitness fitness(struct solver *s, const struct alternative *a, expr_id parent) {
    if (!parent) return FITS_NOT;
    const struct expr_store *x = s->x;
    enum expr_op op = expr_op(x, parent);
    switch (SOME_OF(a->head)) {
    case ALT_LITERAL: return a->literal == parent ? FITS_WITH_PARTS : FITS_NOT;
    case ALT_ANY_TUPLE: return op == EXPR_TUPLE_OP ? FITS_WITH_PARTS : FITS_NOT;
    case ALT_ATOM: return op == EXPR_ATOM_OP ? FITS_WITH_PARTS : FITS_NOT;
    case ALT_CONS:
    case ALT_TUPLE: {
        if (op != (a->head == ALT_CONS ? EXPR_CONS_OP : EXPR_TUPLE_OP) || expr_count(x, parent) != a->n)
            return FITS_NOT;
        for (uint32_t i = 0; i < a->n; i++)
            if (!grammar_accepts(s->g, a->parts[i], expr_arg(x, parent, i))) return FITS_BY_HEAD;
        return FITS_WITH_PARTS;
    }
    case ALT_MAP: return op == EXPR_MAP_OP ? FITS_BY_HEAD : FITS_NOT;
    case ALT_FUN: return op == EXPR_FUN_OP && expr_imm(x, parent) == a->n ? FITS_BY_HEAD : FITS_NOT;
    case ALT_ANY_FUN: return op == EXPR_FUN_OP ? FITS_BY_HEAD : FITS_NOT;
    default: return FITS_BY_HEAD;
    }
}

static void put_pairs(struct solver *s, class_id c, uint32_t typing) {
    assert(typing && !s->f->typings.at[typing].any);
    const struct typing *t = &s->f->typings.at[typing];
    expr_id parent = shapes_parent_value(s, c);
    for (uint32_t want = FITS_WITH_PARTS + 1; want-- > 0;)
        for (uint32_t i = 0; i < t->n; i++) {
            struct pair p = s->f->pairs.at[t->first + i];
            if (fitness(s, grammar_alternative(s->g, p.type, p.alt), parent) == want)
                shapes_put(s, (struct option){OPTION_PAIR, c, 0, typing, i});
        }
}

// Alternatives matter where they have parts; of atoms only if the atom is compared with others that are not
// known, or its text matters.
static bool pairs_matter(const struct solver *s, class_id c) {
    const struct class *k = &s->f->classes.at[c];
    kind_set with_parts =
        KIND_BIT(KIND_CONS) | KIND_BIT(KIND_TUPLE) | KIND_BIT(KIND_MAP) | KIND_BIT(KIND_FUN);
    return k->kinds & with_parts || (k->kinds == KIND_BIT(KIND_ATOM) &&
                                     (k->apart || s->f->orders.n || class_child(s->f, c, KEY_TEXT)));
}

// Puts out the options of the first thing at class c that is open. False: nothing is.
static bool class_open(struct solver *s, class_id c) {
    struct facts *f = s->f;
    const struct class *k = &f->classes.at[c];
    if (class_root(f, c) != c || k->value || !class_is_defined(f, c)) return false;
    if (k->kinds & (k->kinds - 1)) {
        put_kinds(s, c);
        return true;
    }
    if (!pairs_matter(s, c)) return false;
    for (uint32_t t = k->typings; t; t = f->typings.at[t].next)
        if (!f->typings.at[t].any && f->typings.at[t].n > 1) {
            put_pairs(s, c, t);
            return true;
        }
    return false;
}

static bool truth_is(struct solver *s, expr_id part, bool holds) {
    return eval_bool(s->parent, part) == (holds ? TRUTH_TRUE : TRUTH_FALSE);
}

// A disjunction that is not implied: its parts are the options, first those true of the parent.
static bool clause_open(struct solver *s, struct known clause) {
    struct facts *f = s->f;
    enum expr_op op = expr_op(s->x, clause.condition);
    if (op != EXPR_AND_OP && op != EXPR_OR_OP) return false;
    enum truth now = clause.holds ? TRUTH_TRUE : TRUTH_FALSE;
    uint32_t n = expr_count(s->x, clause.condition);
    for (uint32_t i = 0; i < n; i++)
        if (facts_test(f, expr_arg(s->x, clause.condition, i)) == now &&
            (clause.holds ||
             facts_test(f, expr_not(s->x, expr_arg(s->x, clause.condition, i))) == TRUTH_TRUE))
            return false;
    if (s->numbers->whole && conditions_numeric(s, clause.condition)) return false;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < n; i++) {
            expr_id part = expr_arg(s->x, clause.condition, i);
            if (truth_is(s, part, clause.holds) == (pass == 0))
                shapes_put(s, (struct option){OPTION_ASSUME, 0, 0, part, clause.holds});
        }
    return true;
}

// False: nothing is open. True: todo holds the options.
static bool find_open(struct solver *s) {
    for (uint32_t i = 0; i < s->f->clauses.n; i++)
        if (clause_open(s, s->f->clauses.at[i])) return true;
    for (bool wrapped = s->terms->cursor <= 1;; wrapped = true) {
        for (; s->terms->cursor < s->f->classes.n; s->terms->cursor++)
            if (class_open(s, s->terms->cursor)) return true;
        s->terms->cursor = 1;
        if (wrapped) return false;
    }
}

// ---- Deciding ----

static bool decided(struct solver *s, struct option o) {
    struct facts *f = s->f;
    switch (o.what) {
    case OPTION_KIND: return class_narrow_kinds(f, class_root(f, o.c), KIND_BIT(o.a)) && facts_settle(f);
    case OPTION_PAIR: return typing_choose(f, class_root(f, o.c), o.a, o.b);
    case OPTION_ASSUME:
        return facts_assume(f, o.b ? o.a : expr_not(s->x, o.a)) && facts_propagate(f, NULL, 0);
    case OPTION_EXCLUDE: return class_exclude(f, class_root(f, o.c), o.a) && facts_settle(f);
    case OPTION_APART: {
        class_id c = class_root(f, o.c), d = class_root(f, o.d);
        enum truth equal = facts_compare(f, c, d, COMPARE_DEPTH);
        if (equal != TRUTH_OPEN) return equal == TRUTH_FALSE;
        expr_id v = class_value(f, c), w = class_value(f, d);
        if (v) return class_exclude(f, d, v) && facts_settle(f);
        if (w) return class_exclude(f, c, w) && facts_settle(f);
        class_set_apart(f, c, d);
        return facts_settle(f);
    }
    case OPTION_SIZE:
        if (o.b) return class_narrow_arity(f, class_root(f, o.c), o.a, o.a) && facts_settle(f);
        return class_exclude_shape(f, class_root(f, o.c), o.a, SHAPE_TUPLE) && facts_settle(f);
    case OPTION_EQUAL: facts_equate(f, o.c, o.d); return facts_settle(f);
    }
    return false;
}

static bool apply(struct solver *s, struct option o) {
    bool good = decided(s, o);
    s->terms->by_facts = s->terms->by_facts || !good;
    return good;
}

static bool try_next(struct solver *s) {
    while (s->terms->depth) {
        struct frame *top = &s->terms->frames.at[s->terms->depth - 1];
        assert(top->next <= top->n && top->first + top->n <= s->terms->opts.n);
        while (top->next < top->n) {
            facts_restore(s->f, &top->saved);
            s->terms->cursor = 1;
            if (apply(s, s->terms->opts.at[top->first + top->next++])) return true;
        }
        s->terms->opts.n = top->first;
        s->terms->depth--;
    }
    return false;
}

// The options in todo become a frame; the first that does not contradict the facts is taken.
static bool decide(struct solver *s) {
    if (s->terms->todo.n == 0 || !facts_settle(s->f)) {
        s->terms->by_facts = true;
        return false;
    }
    if (s->terms->todo.n == 1) {
        struct option only = s->terms->todo.at[0];
        vec_clear(&s->terms->todo);
        return apply(s, only);
    }
    if (s->terms->depth == s->terms->frames.n) vec_push(&s->terms->frames, (struct frame){0});
    struct frame *top = &s->terms->frames.at[s->terms->depth++];
    top->first = s->terms->opts.n;
    top->n = s->terms->todo.n;
    top->next = 0;
    for (uint32_t i = 0; i < s->terms->todo.n; i++) vec_push(&s->terms->opts, s->terms->todo.at[i]);
    vec_clear(&s->terms->todo);
    facts_save(s->f, &top->saved);
    uint32_t cursor = s->terms->cursor;
    if (apply(s, s->terms->opts.at[top->first + top->next++])) {
        s->terms->cursor = cursor;
        return true;
    }
    return false;
}

// All is decided: whether there are numbers, and a model then.
static enum outcome finish(struct solver *s) {
    bool good = !chain_has(s, LINK_FACTS) || facts_propagate(s->f, NULL, 0); // with all that was decided
    enum outcome r = good && conditions_prepare(s) ? bitstrings_prepare(s) : OUTCOME_REFUTED;
    s->terms->cursor = 1;
    if (r != OUTCOME_REFUTED && find_open(s)) return OUTCOME_AGAIN; // something new
    if (r == OUTCOME_DONE) {
        enum answer numbers = chain_run(s, CHAIN_NUMBERS);
        if (numbers != ANSWER_SAT) return numbers == ANSWER_UNSAT ? OUTCOME_REFUTED : OUTCOME_FAILED;
        r = build_model(s);
    }
    s->terms->by_facts = s->terms->by_facts || r == OUTCOME_REFUTED;
    return r;
}

static void start_over(struct solver *s) {
    if (s->terms->depth) facts_restore(s->f, &s->terms->frames.at[0].saved);
    s->terms->depth = 0;
    s->terms->cursor = 1;
    vec_clear(&s->terms->opts);
    vec_clear(&s->terms->todo);
}

// Disjunctions are split, for then most queries need no arithmetic that is hard. Where Z3 is asked about case
// after case, it had better see all of them at once: two ways that a merge of paths left open at each of ten
// steps are a thousand cases, and one query.
static bool cases_are_many(const struct solver *s, size_t asked_before) {
    size_t most = s->terms->whole_helped ? 1 : Z3_SPLIT_MAX;
    if (s->numbers->whole || s->terms->depth == 0 || s->stats.z3_count - asked_before < most) return false;
    for (uint32_t i = 0; i < s->terms->depth; i++)
        if (s->terms->opts.at[s->terms->frames.at[i].first].what == OPTION_ASSUME) return true;
    return false;
}

// Without the link of facts nothing is impossible because they contradict each other.
static bool counts_as_proof(const struct solver *s) {
    return !s->f->cut && (chain_has(s, LINK_FACTS) || !s->terms->by_facts);
}

// The conditions, where no link before has assumed them.
static bool assume_query(struct solver *s) {
    for (uint32_t i = 0; i < s->q->n && !chain_has(s, LINK_FACTS); i++)
        if (!facts_assume(s->f, s->q->conditions[i])) return false;
    return true;
}

// A complete assignment of shapes that has no model: then others are tried, or not.
static enum answer search(struct solver *s, bool others) {
    struct terms *t = s->terms;
    bool complete = true; // every failure so far was a refutation
    uint32_t failures = 0;
    size_t asked = s->stats.z3_count;
    t->depth = 0;
    t->by_facts = s->numbers->whole = false;
    start_over(s);
    if (!assume_query(s)) return ANSWER_UNKNOWN;
    for (uint32_t steps = 0; steps < STEPS_MAX; steps++) {
        bool good;
        if (steps % CLOCK_STEPS == CLOCK_STEPS - 1 && clock_now() > s->deadline) return ANSWER_UNKNOWN;
        if (s->f->cut) return ANSWER_UNKNOWN;
        if (find_open(s)) {
            good = decide(s);
        } else {
            enum outcome r = finish(s);
            if (r == OUTCOME_DONE) return ANSWER_SAT;
            if (!others && r != OUTCOME_AGAIN && t->depth) return ANSWER_UNKNOWN;
            if (r == OUTCOME_FAILED) {
                complete = false;
                if (++failures > FAILURES_MAX || clock_now() > s->deadline) return ANSWER_UNKNOWN;
            }
            if (cases_are_many(s, asked)) {
                s->numbers->whole = true;
                complete = true;
                start_over(s);
                continue;
            }
            good = r == OUTCOME_AGAIN && (t->todo.n == 0 || decide(s));
        }
        vec_clear(&t->todo);
        if (!good && !try_next(s)) {
            bool unsat = complete && counts_as_proof(s);
            t->whole_helped = t->whole_helped || (unsat && s->numbers->whole);
            return unsat ? ANSWER_UNSAT : ANSWER_UNKNOWN;
        }
    }
    return ANSWER_UNKNOWN;
}

enum answer terms_of_all_shapes(struct solver *s, uint32_t effort) {
    return search(s, true);
}

enum answer terms_of_first_shape(struct solver *s, uint32_t effort) {
    return search(s, false);
}
