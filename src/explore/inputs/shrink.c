// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/shrink.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/vec.h"
#include "explore/inputs/simpler.h"

enum { DEPTH_MAX = 12 }; // of parts within parts that are looked at

struct level {
    expr_id term;
    uint32_t part; // the one below
};

struct work {
    const struct shrinker *s;
    struct binding *bindings;
    uint32_t n;
    uint64_t key;
    uint32_t rank;
    uint32_t runs;
    uint64_t steps;
    bool changed;
    uint32_t at;                  // the binding at hand
    struct level path[DEPTH_MAX]; // from its value down to the term at hand
    uint32_t depth;
    uint64_t cost;  // of the binding's value
    uint64_t plain; // that of its plainest one, if the front end has chosen it: less is not plainer; else 0
    bool character; // it is a character of a text
};

static bool spent(const struct work *w) {
    const struct shrink_limits *l = &w->s->limits;
    return w->runs >= l->runs || w->steps >= l->steps || clock_thread() > l->deadline;
}

// Runs with another value of the binding at hand, and keeps that if it will do.
static bool holds_with(struct work *w, expr_id value) {
    struct unit *u = w->s->unit;
    assert(w->at < w->n);
    struct binding *b = &w->bindings[w->at];
    if (!grammar_accepts(u->grammar, variables_type(u->variables, b->variable), value)) return false;
    expr_id before = b->value;
    const struct model input = {w->n, w->bindings, u->variables};
    struct outcome o = {0};
    b->value = value;
    u->language->run(w->s->runner, &input, NULL, &o);
    w->runs++;
    w->steps += o.steps + 100;
    if (w->s->on_run) w->s->on_run(w->s->context, &input, &o);
    bool holds = w->s->holds ? w->s->holds(w->s->context, &o)
                             : o.kind == OUTCOME_RAISE && o.key == w->key && o.rank <= w->rank;
    if (holds) return w->changed = true;
    b->value = before;
    return false;
}

// The value with another term at the end of the path.
static expr_id with_term(struct work *w, expr_id term) {
    assert(w->depth < DEPTH_MAX);
    for (uint32_t i = w->depth; i-- > 0;)
        term = simpler_with_part(w->s->unit->exprs, w->path[i].term, w->path[i].part, term);
    return term;
}

// The binding has another value, of the same shape above the term at hand.
static void follow_path(struct work *w) {
    w->path[0].term = w->bindings[w->at].value;
    for (uint32_t i = 0; i < w->depth; i++)
        w->path[i + 1].term = simpler_part(w->s->unit->exprs, w->path[i].term, w->path[i].part);
}

static uint64_t cost_as(const struct work *w, expr_id value, bool character) {
    const struct expr_store *x = w->s->unit->exprs;
    int64_t c = 0;
    if (!character || !expr_get_int64(x, expr_arg(x, value, 0), &c)) return simpler_cost(x, value);
    return simpler_character_cost(c);
}

static uint64_t cost_of(const struct work *w, expr_id value) {
    return cost_as(w, value, w->character);
}

static bool try_value(struct work *w, expr_id value) {
    uint64_t cost = cost_of(w, value);
    if (cost >= w->cost || cost < w->plain || !holds_with(w, value)) return false;
    assert(cost < w->cost && w->bindings[w->at].value == value);
    w->cost = cost;
    follow_path(w);
    return true;
}

static bool try_candidates(struct work *w) {
    struct expr_store *x = w->s->unit->exprs;
    bool better = false, again = false; // what has failed may be plainer after what came behind it
    expr_id candidate;
    for (uint32_t k = 0; !spent(w); k++) {
        expr_id term = w->path[w->depth].term;
        candidate = w->character ? simpler_character(x, k) : simpler_candidate(x, term, k);
        if (!candidate && !again) break;
        if (!candidate) {
            again = false;
            k = UINT32_MAX; // from the beginning
        }
        if (!candidate || candidate == term) continue;
        // here; or wherever it stands, as two places may have to be equal
        expr_id value = with_term(w, candidate);
        expr_id all = simpler_everywhere(x, w->path[0].term, term, candidate);
        if (!try_value(w, value) && (all == value || !try_value(w, all))) continue;
        better = again = true;
        k--;
    }
    return better;
}

// The path leads on to the next term of the binding's value, from the outside in. False: there is none.
static bool next_term(struct work *w) {
    for (;;) {
        struct level *l = &w->path[w->depth];
        if (w->depth + 1 < DEPTH_MAX && l->part < simpler_parts(w->s->unit->exprs, l->term)) {
            w->path[++w->depth] = (struct level){simpler_part(w->s->unit->exprs, l->term, l->part), 0};
            return true;
        }
        if (w->depth == 0) return false;
        w->path[--w->depth].part++;
    }
}

// A front end's plainest character.
static bool is_letter_a(const struct expr_store *x, expr_id e) {
    int64_t c;
    return expr_op(x, e) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, e, 0), &c) && c == 'a';
}

// The front end has chosen what is plainest for the binding's variable.
static bool is_chosen(const struct work *w, const struct binding *b) {
    const struct unit *u = w->s->unit;
    return variables_otherwise(u->variables, b->variable) !=
           grammar_smallest(u->grammar, variables_type(u->variables, b->variable));
}

static bool is_character(const struct work *w, const struct binding *b) {
    const struct unit *u = w->s->unit;
    return is_chosen(w, b) && is_letter_a(u->exprs, variables_otherwise(u->variables, b->variable)) &&
           expr_op(u->exprs, b->value) == EXPR_INT_OP;
}

// All terms of the binding's value once.
static bool try_binding(struct work *w) {
    const struct unit *u = w->s->unit;
    const struct binding *b = &w->bindings[w->at];
    expr_id plainest = variables_otherwise(u->variables, b->variable);
    bool better = false;
    w->depth = 0;
    w->character = is_character(w, b);
    w->cost = cost_of(w, b->value);
    w->plain = is_chosen(w, b) ? cost_of(w, plainest) : 0;
    if (b->value == plainest || w->cost == SIMPLER_COST_MAX) return false;
    if (holds_with(w, plainest)) return true;
    w->path[0] = (struct level){b->value, 0};
    do better |= try_candidates(w);
    while (!spent(w) && next_term(w));
    return better;
}

// ---- Two numbers at a time: where one alone cannot be smaller, as with a sum that has to overflow ----

enum { NUMBERS_MAX = 12 };

struct number {
    uint32_t at; // binding
    uint32_t depth;
    struct level path[DEPTH_MAX]; // as in `work`
    uint64_t cost;
    bool character; // of a text, which is read as one
};

static uint32_t find_numbers(struct work *w, struct number *out) {
    const struct expr_store *x = w->s->unit->exprs;
    uint32_t n = 0;
    for (w->at = 0; w->at < w->n; w->at++) {
        w->path[0] = (struct level){w->bindings[w->at].value, 0};
        w->depth = 0;
        do {
            expr_id term = w->path[w->depth].term;
            if (expr_op(x, term) != EXPR_INT_OP && expr_op(x, term) != EXPR_FLOAT_OP) continue;
            struct number *number = &out[n++];
            *number = (struct number){
                .at = w->at, .depth = w->depth, .character = is_character(w, &w->bindings[w->at])};
            number->cost = cost_as(w, term, number->character);
            memcpy(number->path, w->path, sizeof w->path);
        } while (n < NUMBERS_MAX && next_term(w));
        if (n == NUMBERS_MAX) break;
    }
    assert(n <= NUMBERS_MAX);
    return n;
}

// The value of the number's binding with another number in its place.
static expr_id with_number(struct work *w, const struct number *number, expr_id other) {
    w->at = number->at;
    w->depth = number->depth;
    memcpy(w->path, number->path, sizeof w->path);
    follow_path(w);
    return with_term(w, other);
}

static bool fails_with_both(struct work *w, const struct number *p, const struct number *q, expr_id a,
                            expr_id b) {
    const struct unit *u = w->s->unit;
    struct binding *first = &w->bindings[p->at];
    if (cost_as(w, a, p->character) + cost_as(w, b, q->character) >= p->cost + q->cost) return false;
    expr_id before = first->value, value = with_number(w, p, a);
    if (!grammar_accepts(u->grammar, variables_type(u->variables, first->variable), value)) return false;
    first->value = value;
    if (holds_with(w, with_number(w, q, b))) return true;
    first->value = before;
    return false;
}

static bool is_int(const struct work *w, const struct number *n) {
    return expr_op(w->s->unit->exprs, n->path[n->depth].term) == EXPR_INT_OP;
}

// Two that are equal, as they may have to be.
static bool try_equal(struct work *w, const struct number *p, const struct number *q) {
    struct expr_store *x = w->s->unit->exprs;
    expr_id term = p->path[p->depth].term, candidate;
    if (p->at == q->at || q->path[q->depth].term != term) return false; // in one binding: try_candidates
    if (p->character != q->character) return false;
    for (uint32_t k = 0; !spent(w); k++) {
        candidate = p->character ? simpler_character(x, k) : simpler_candidate(x, term, k);
        if (!candidate) break;
        if (expr_op(x, candidate) == expr_op(x, term) && fails_with_both(w, p, q, candidate, candidate))
            return true;
    }
    return false;
}

static bool try_pair(struct work *w, const struct number *p, const struct number *q) {
    static const int64_t plain[] = {0, 1, -1, 2, 3, 10, 100};
    enum { PLAIN = sizeof plain / sizeof *plain, LONG = 12 * SIMPLER_COST_UNIT };
    if ((p->cost < LONG && q->cost < LONG) || !is_int(w, p) || !is_int(w, q)) return false;
    if (p->character || q->character) return false;
    struct expr_store *x = w->s->unit->exprs;
    expr_id numbers[PLAIN];
    for (int i = 0; i < PLAIN; i++) numbers[i] = expr_int_term(x, expr_int(x, plain[i]));
    for (int i = 0; i < PLAIN * PLAIN && !spent(w); i++)
        if (fails_with_both(w, p, q, numbers[i / PLAIN], numbers[i % PLAIN])) return true;
    return false;
}

static bool try_pairs(struct work *w) {
    struct number numbers[NUMBERS_MAX];
    uint32_t n = find_numbers(w, numbers);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++)
            if (try_equal(w, &numbers[i], &numbers[j]) || try_pair(w, &numbers[i], &numbers[j])) return true;
    return false;
}

// ---- All numbers of a binding at once: what depends on each other may be so for plainer ones, too ----

enum plainer { PLAINER_ZERO, PLAINER_SIGN, PLAINER_SIZE, PLAINER_COUNT };

static expr_id plainer_number(struct expr_store *x, expr_id number, enum plainer how) {
    expr_id literal = expr_arg(x, number, 0);
    if (expr_op(x, number) == EXPR_FLOAT_OP) {
        double v = expr_get_float(x, literal), plainer[] = {0, (v > 0) - (v < 0), fabs(v)};
        return expr_float_term(x, expr_float(x, plainer[how]));
    }
    int64_t v;
    if (!expr_get_int64(x, literal, &v) || v == INT64_MIN) return number;
    int64_t plainer[] = {0, (v > 0) - (v < 0), v < 0 ? -v : v};
    return expr_int_term(x, expr_int(x, plainer[how]));
}

static bool try_all_numbers(struct work *w, enum plainer how) {
    struct number numbers[NUMBERS_MAX];
    const struct unit *u = w->s->unit;
    uint32_t n = find_numbers(w, numbers);
    w->character = false;
    for (w->at = 0; w->at < w->n; w->at++) {
        const struct binding *b = &w->bindings[w->at];
        expr_id value = b->value;
        if (is_chosen(w, b)) continue; // what is plainer than that is no simpler
        for (uint32_t i = 0; i < n; i++) {
            expr_id number = numbers[i].path[numbers[i].depth].term;
            if (numbers[i].at == w->at)
                value = simpler_everywhere(u->exprs, value, number, plainer_number(u->exprs, number, how));
        }
        bool simpler = simpler_cost(u->exprs, value) < simpler_cost(u->exprs, b->value);
        if (simpler && holds_with(w, value)) return true;
    }
    return false;
}

bool shrink(const struct shrinker *s, struct binding *bindings, uint32_t n, uint64_t key, uint32_t rank) {
    struct work w = {.s = s, .bindings = bindings, .n = n, .key = key, .rank = rank};
    for (bool better = true; better && !spent(&w);) {
        better = false;
        for (w.at = 0; w.at < n; w.at++) better |= try_binding(&w);
        for (int how = 0; how < PLAINER_COUNT && !better; how++)
            better = try_all_numbers(&w, (enum plainer)how);
        if (!better) better = try_pairs(&w);
    }
    assert(w.runs > 0 || !w.changed);
    return w.changed;
}
