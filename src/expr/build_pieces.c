// SPDX-License-Identifier: Apache-2.0
// Functions of one number in pieces, as the other case of a character is: cases whose conditions compare that
// number with literals, and whose values are literals or the number moved by one. Comparing such a function
// with a literal gives ranges of the number itself, also where that is such a function in turn.
#include "expr/pieces.h"
#include "expr/store.h"

enum { PIECES_MAX = 16, NESTED_MAX = 64 };

struct pieces {
    struct expr_piece at[PIECES_MAX]; // of ascending, adjoining ranges
    uint32_t n;
    expr_id index;
};

static bool small_literal(const struct expr_store *x, expr_id e, int64_t *v) {
    return expr_get_int64(x, e, v) && *v > -((int64_t)1 << 40) && *v < (int64_t)1 << 40;
}

// The value of a leaf. False: it is neither a literal nor the index moved.
static bool read_leaf(const struct expr_store *x, expr_id e, bool moved, struct pieces *p,
                      struct expr_piece *out) {
    const struct node *n = node_of(x, e);
    out->moves = moved;
    if (small_literal(x, e, &out->value)) return true;
    if (moved) return false;
    bool sum = n->op == EXPR_ADD_OP && small_literal(x, n->b, &out->value);
    if (!sum) out->value = 0;
    out->moves = true;
    return (sum ? n->a : e) == p->index;
}

// The pieces of cases; moved: the index comes on top of their values. An explicit stack, whose top is the
// piece of the lowest numbers.
static bool read_cases(const struct expr_store *x, expr_id cases, bool moved, struct pieces *p) {
    struct {
        expr_id e;
        int64_t low, high;
    } todo[PIECES_MAX] = {{cases, EXPR_LOWEST, EXPR_HIGHEST}};
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
        todo[left - 1].low = low > end ? low : end;
        todo[left].e = args[1];
        todo[left].low = low;
        todo[left++].high = high < end - 1 ? high : end - 1;
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

expr_id expr_compare_pieces(struct expr_store *x, enum expr_op op, expr_id e, expr_id literal) {
    struct pieces p;
    int64_t d;
    bool found = false;
    if (!small_literal(x, literal, &d)) return 0;
    struct expr_ranges r = {
        .n = 1, .low = {op == EXPR_INT_EQ_OP ? d : EXPR_LOWEST}, .high = {op == EXPR_INT_EQ_OP ? d : d - 1}};
    for (uint32_t depth = 0; depth < NESTED_MAX && read_pieces(x, e, &p); depth++) {
        if (!expr_pieces_back(p.at, p.n, &r)) return 0;
        e = p.index;
        found = true;
    }
    return found ? expr_in_ranges(x, e, &r) : 0;
}
