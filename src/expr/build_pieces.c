// SPDX-License-Identifier: Apache-2.0
// Functions of one number in pieces, as the other case of a character is: cases whose conditions compare that
// number with literals, and whose values are literals or the number moved by one. Comparing such a function
// with a literal gives ranges of the number itself, also where that is such a function in turn.
#include "expr/store.h"

enum { PIECES_MAX = 16, RANGES_MAX = 12, NESTED_MAX = 64 };
static const int64_t LOWEST = -((int64_t)1 << 60), HIGHEST = (int64_t)1 << 60; // stand for no bound

struct piece { // low <= index <= high: there the value is `add`, and the index on top of it if `moves`
    int64_t low, high, add;
    bool moves;
};
struct pieces {
    struct piece at[PIECES_MAX]; // of ascending, adjoining ranges
    uint32_t n;
    expr_id index;
};
struct ranges { // ascending, apart
    int64_t low[RANGES_MAX], high[RANGES_MAX];
    uint32_t n;
};

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}
static int64_t greatest(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static bool small_literal(const struct expr_store *x, expr_id e, int64_t *v) {
    return expr_get_int64(x, e, v) && *v > -((int64_t)1 << 40) && *v < (int64_t)1 << 40;
}

// The value of a leaf. False: it is neither a literal nor the index moved.
static bool read_leaf(const struct expr_store *x, expr_id e, bool moved, struct pieces *p,
                      struct piece *out) {
    const struct node *n = node_of(x, e);
    out->moves = moved;
    if (small_literal(x, e, &out->add)) return true;
    if (moved) return false;
    bool sum = n->op == EXPR_ADD_OP && small_literal(x, n->b, &out->add);
    if (!sum) out->add = 0;
    out->moves = true;
    return (sum ? n->a : e) == p->index;
}

// The pieces of cases; moved: the index comes on top of their values. An explicit stack, whose top is the
// piece of the lowest numbers.
static bool read_cases(const struct expr_store *x, expr_id cases, bool moved, struct pieces *p) {
    struct {
        expr_id e;
        int64_t low, high;
    } todo[PIECES_MAX] = {{cases, LOWEST, HIGHEST}};
    uint32_t left = 1;
    p->n = 0;
    while (left) {
        expr_id e = todo[left - 1].e;
        int64_t low = todo[left - 1].low, high = todo[left - 1].high, end;
        if (op_of(x, e) != EXPR_ITE_OP) {
            left--;
            if (low > high) continue;
            if (p->n == PIECES_MAX || !read_leaf(x, e, moved, p, &p->at[p->n])) return false;
            p->at[p->n].low = low;
            p->at[p->n++].high = high;
            continue;
        }
        const expr_id *args = node_many(node_of(x, e));
        const struct node *test = node_of(x, args[0]);
        if (test->op != EXPR_INT_LT_OP || test->a != p->index || !small_literal(x, test->b, &end) ||
            left == PIECES_MAX)
            return false;
        todo[left - 1].e = args[2];
        todo[left - 1].low = greatest(low, end);
        todo[left].e = args[1];
        todo[left].low = low;
        todo[left++].high = least(high, end - 1);
    }
    return p->n > 0;
}

static expr_id index_of(const struct expr_store *x, expr_id cases) {
    const struct node *test = node_of(x, node_many(node_of(x, cases))[0]);
    return test->op == EXPR_INT_LT_OP ? test->a : 0;
}

static bool read_pieces(const struct expr_store *x, expr_id e, struct pieces *p) {
    const struct node *n = node_of(x, e);
    if (n->op == EXPR_ITE_OP) return (p->index = index_of(x, e)) && read_cases(x, e, false, p);
    if (n->op != EXPR_ADD_OP) return false;
    bool first = op_of(x, n->a) == EXPR_ITE_OP;
    expr_id cases = first ? n->a : n->b;
    if (op_of(x, cases) != EXPR_ITE_OP) return false;
    p->index = first ? n->b : n->a;
    return index_of(x, cases) == p->index && read_cases(x, cases, true, p);
}

static bool add_range(struct ranges *r, int64_t low, int64_t high) {
    if (low > high) return true;
    uint32_t i = r->n;
    while (i > 0 && r->low[i - 1] > low) i--; // where it goes
    if (r->n == RANGES_MAX) return false;
    for (uint32_t k = r->n++; k > i; k--) {
        r->low[k] = r->low[k - 1];
        r->high[k] = r->high[k - 1];
    }
    r->low[i] = low;
    r->high[i] = high;
    uint32_t n = 1;
    for (uint32_t k = 1; k < r->n; k++) { // neighbours become one
        if (r->low[k] <= r->high[n - 1] + 1) {
            r->high[n - 1] = greatest(r->high[n - 1], r->high[k]);
        } else {
            r->low[n] = r->low[k];
            r->high[n++] = r->high[k];
        }
    }
    r->n = n;
    return true;
}

// Where the index has to be for the value to be in the ranges.
static bool go_back(const struct pieces *p, struct ranges *r) {
    const struct ranges of_value = *r;
    r->n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const struct piece *q = &p->at[i];
        for (uint32_t k = 0; k < of_value.n; k++) {
            int64_t low = of_value.low[k], high = of_value.high[k];
            if (!q->moves && (q->add < low || q->add > high)) continue;
            int64_t from = !q->moves || low == LOWEST ? q->low : greatest(q->low, low - q->add),
                    to = !q->moves || high == HIGHEST ? q->high : least(q->high, high - q->add);
            if (!add_range(r, from, to)) return false;
        }
    }
    return true;
}

static expr_id in_range(struct expr_store *x, expr_id index, int64_t low, int64_t high) {
    if (low == high) return expr_int_eq(x, index, expr_int(x, low));
    const expr_id both[2] = {low == LOWEST ? EXPR_TRUE : expr_not(x, expr_int_lt(x, index, expr_int(x, low))),
                             high == HIGHEST ? EXPR_TRUE : expr_int_lt(x, index, expr_int(x, high + 1))};
    return expr_and(x, both, 2);
}

expr_id expr_compare_pieces(struct expr_store *x, enum expr_op op, expr_id e, expr_id literal) {
    struct pieces p;
    struct ranges r = {.n = 1};
    int64_t d;
    bool found = false;
    expr_id conditions[RANGES_MAX];
    if (!small_literal(x, literal, &d)) return 0;
    r.low[0] = op == EXPR_INT_EQ_OP ? d : LOWEST;
    r.high[0] = op == EXPR_INT_EQ_OP ? d : d - 1;
    for (uint32_t depth = 0; depth < NESTED_MAX && read_pieces(x, e, &p); depth++) {
        if (!go_back(&p, &r)) return 0;
        e = p.index;
        found = true;
    }
    if (!found) return 0;
    for (uint32_t i = 0; i < r.n; i++) conditions[i] = in_range(x, e, r.low[i], r.high[i]);
    return expr_or(x, conditions, r.n);
}
