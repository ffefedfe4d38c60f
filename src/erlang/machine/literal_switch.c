// SPDX-License-Identifier: Apache-2.0
// When a symbolic value first meets a literal of a case, all literals that later clauses test at the same
// place (and that can still be reached) are put to one n-way choice. So a function of hundreds of clauses
// costs one decision for each argument it looks at, not hundreds.
#include <string.h>

#include "base/mem.h"
#include "erlang/machine/call.h"
#include "erlang/machine/compared.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/literal_switch.h"
#include "erlang/term/value.h"
#include "expr/sweep.h"

// ---- Candidates ----

static term strip(term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : t;
}

// What is known of a condition on a symbolic value. Only what the path has decided may count here, not the
// concrete value: the choice must be the same for all runs that come this way.
static bool may_hold(struct interp *ip, expr_id condition) {
    return condition != EXPR_FALSE && facts_test(ip->trace->facts, condition) != TRUTH_FALSE;
}

// Whether a value may equal a literal.
static bool literal_may_match(struct interp *ip, term lit, term value) {
    if (!term_shadowed(value)) return term_equal(lit, value);
    if (term_is_sym(value))
        return may_hold(ip, expr_eq(ip->exprs, term_symbolic(value)->expr, value_from_term(ip->exprs, lit)));
    return term_tag(lit) == term_tag(value);
}

// Whether the pattern may match, as far as shapes and literals go (maps and bit strings are taken to match).
static bool pattern_may_match(struct interp *ip, const struct core *pat, term value) {
    for (;;) {
        expr_id e = term_is_sym(value) ? term_symbolic(value)->expr : EXPR_NONE;
        switch (pat->tag) {
        case CORE_ALIAS: pat = pat->kid[1]; continue;
        case CORE_LITERAL: return literal_may_match(ip, pat->lit, value);
        case CORE_CONS:
            if (e) return may_hold(ip, expr_kind(ip->exprs, e, KIND_BIT(KIND_CONS)));
            if (!term_is_cons(value) || !pattern_may_match(ip, pat->kid[0], term_hd(value))) return false;
            pat = pat->kid[1];
            value = term_tl(value);
            continue;
        case CORE_TUPLE:
            if (e) return may_hold(ip, expr_arity(ip->exprs, e, pat->n));
            if (!term_is_tuple(value) || term_tuple(value)->n != pat->n) return false;
            for (uint32_t i = 0; i < pat->n; i++)
                if (!pattern_may_match(ip, pat->kid[i], term_tuple(value)->at[i])) return false;
            return true;
        default: return true;
        }
    }
}

// A part of a value that is known to be a cons or a tuple.
static term selected(struct interp *ip, term value, uint16_t selector) {
    if (selector >= SELECT_ELEM) return decide_element(ip, value, selector - SELECT_ELEM);
    term hd, tl;
    decide_parts(ip, value, &hd, &tl);
    return selector == SELECT_HD ? hd : tl;
}

// The literal that the pattern tests at the end of the path, if what it tests before that may match; else
// TERM_NONE.
static term literal_at(struct interp *ip, const struct core *pat, term value, const uint16_t *path,
                       uint32_t n) {
    for (uint32_t i = 0;; i++) {
        while (pat->tag == CORE_ALIAS) pat = pat->kid[1];
        if (i == n) return pat->tag == CORE_LITERAL ? pat->lit : TERM_NONE;
        term c = strip(value);
        uint32_t before, at; // children tested before the one on the path
        if (path[i] >= SELECT_ELEM) {
            if (pat->tag != CORE_TUPLE || !term_is_tuple(c) || term_tuple(c)->n != pat->n) return TERM_NONE;
            before = at = path[i] - SELECT_ELEM;
        } else {
            if (pat->tag != CORE_CONS || !term_is_cons(c)) return TERM_NONE;
            before = at = path[i] == SELECT_HD ? 0 : 1;
        }
        for (uint32_t j = 0; j < before; j++) {
            uint16_t selector = (uint16_t)(pat->tag == CORE_TUPLE ? SELECT_ELEM + j : SELECT_HD);
            if (!pattern_may_match(ip, pat->kid[j], selected(ip, value, selector))) return TERM_NONE;
        }
        value = selected(ip, value, path[i]);
        pat = pat->kid[at];
    }
}

static term scrutinee(const struct interp *ip, uint32_t o) {
    return (o & 1 ? ip->f->constants : ip->base)[o >> 1];
}

struct candidates {
    VEC(term) values;
    VEC(uint32_t) points;
    struct hash_map seen; // by hash: the last candidate with it
};

static void add_candidate(struct candidates *c, term value, uint32_t point) {
    uint64_t hash = term_hash(value);
    uint32_t i;
    if (hash_map_get(&c->seen, hash, &i)) {
        if (term_equal(c->values.at[i], value)) return;
        for (i = 0; i < c->values.n; i++) // two values with one hash: rare
            if (term_equal(c->values.at[i], value)) return;
    }
    hash_map_put(&c->seen, hash, c->values.n);
    vec_push(&c->values, value);
    vec_push(&c->points, point);
}

static void gather(struct interp *ip, const struct literal_test *test, struct candidates *out) {
    const struct case_info *c = &ip->f->cases[test->case_index];
    for (uint32_t row = test->row; row + 1 < c->core->n; row++) {
        const struct core *clause = c->core->kid[row + 1];
        bool viable = true;
        for (uint32_t i = 0; i < test->column && viable && row > test->row; i++)
            viable = pattern_may_match(ip, clause->kid[i], scrutinee(ip, c->operands[i]));
        if (!viable) continue;
        term lit = literal_at(ip, clause->kid[test->column], scrutinee(ip, c->operands[test->column]),
                              test->path, test->path_length);
        if (lit != TERM_NONE) add_candidate(out, lit, ip->f->site_base + c->row_pc[row]);
    }
}

// ---- What is kept from run to run ----

enum { KEPT = 256 };

struct kept_switch { // over one expression; test NULL: none
    const struct literal_test *test;
    expr_id e;
    uint32_t n;
    term *values;  // n
    expr_id *ways; // n + 1; behind them room for as many again, see decide_ways_among
};

struct literal_switches {
    struct kept_switch kept[KEPT];
    uint64_t sweeps;                // of the expressions, when these were made
    const struct kept_switch *last; // in this run; its outcome is known
    uint32_t next;                  // of its values: to be tested next
};

static void forget(struct kept_switch *k) {
    mem_free(k->values);
    mem_free(k->ways);
    *k = (struct kept_switch){0};
}

void literal_switches_free(struct literal_switches *s) {
    if (!s) return;
    for (uint32_t i = 0; i < KEPT; i++) forget(&s->kept[i]);
    mem_free(s);
}

void literal_switches_begin(struct literal_switches *s) {
    if (s) s->last = NULL;
}

static struct literal_switches *switches_of(struct interp *ip) {
    if (!ip->switches) ip->switches = mem_zalloc(sizeof *ip->switches);
    struct literal_switches *s = ip->switches;
    uint64_t sweeps = expr_store_sweeps(ip->exprs);
    if (s->sweeps != sweeps) // ids of then may be others now
        for (uint32_t i = 0; i < KEPT; i++) forget(&s->kept[i]);
    s->sweeps = sweeps;
    return s;
}

// The switch over e that begins with this test: its candidates, and the conditions of its ways.
static struct kept_switch *keep(struct interp *ip, const struct literal_test *test, expr_id e,
                                const struct candidates *c) {
    struct literal_switches *s = switches_of(ip);
    uint32_t n = c->values.n;
    struct kept_switch *k = &s->kept[hash_mix((uintptr_t)test, e) % KEPT];
    size_t bytes = n * sizeof *k->values;
    if (k->test != test || k->e != e || k->n != n || memcmp(k->values, c->values.at, bytes) != 0) {
        forget(k);
        *k = (struct kept_switch){test, e, n, mem_alloc(bytes), mem_alloc((2 * n + 1) * sizeof *k->ways)};
        memcpy(k->values, c->values.at, bytes);
        decide_ways_among(ip, e, k->values, n, k->ways);
    }
    s->last = k;
    s->next = 1;
    return k;
}

// Whether the last switch was over e and has decided about the literal.
static bool is_decided(const struct interp *ip, expr_id e, term literal) {
    struct literal_switches *s = ip->switches;
    if (!s || !s->last || s->last->e != e) return false;
    for (uint32_t i = s->next; i < s->last->n; i++)
        if (s->last->values[i] == literal) {
            s->next = i + 1;
            return true;
        }
    return false;
}

bool match_word(struct interp *ip, term t, term literal, uint32_t test, uint32_t next, uint32_t fail) {
    if (!term_is_sym(t)) return decide_equal(ip, t, literal);
    compared_terms(ip, t, literal);
    term concrete = term_symbolic(t)->concrete;
    expr_id e = term_symbolic(t)->expr;
    bool truth = term_equal(concrete, literal);
    if (!ip->symbolic) return truth;
    if (is_decided(ip, e, literal)) {
        if (!ip->glance) trace_implied(ip->trace, truth ? next : fail, truth ? fail : next);
        return truth;
    }
    expr_id same = expr_eq(ip->exprs, e, value_from_term(ip->exprs, literal));
    if (test == NO_TEST || facts_test(ip->trace->facts, same) != TRUTH_OPEN)
        return decide_jump(ip, same, truth, fail, next);
    struct candidates c = {0};
    gather(ip, &ip->f->literal_tests[test], &c);
    if (c.values.n < 2) {
        decide_jump(ip, same, truth, fail, next);
    } else {
        const struct kept_switch *k = keep(ip, &ip->f->literal_tests[test], e, &c);
        uint32_t taken = 0;
        while (taken < k->n && !term_equal(concrete, k->values[taken])) taken++;
        vec_push(&c.points, decide_inner_point(ip, UINT32_MAX));
        decide_way(ip, k->ways, k->n + 1, taken, c.points.at);
        interp_rests_on(ip, ERLANG_RULE_LITERAL_SWITCH);
    }
    vec_free(&c.values);
    vec_free(&c.points);
    hash_map_free(&c.seen);
    return truth;
}
