// SPDX-License-Identifier: Apache-2.0
// The words: how many nodes, then each node behind its arguments, then how many roots and which. A node is
// its operator and a count in one word, followed by as many words: those of a literal (a small integer or
// float: two; a big integer: its sign and its magnitude), the number of a leaf, or the places of the
// arguments.
#include "expr/pack.h"

#include "base/hash.h"
#include "expr/store.h"

enum { OP_BITS = 8, SMALL = 2, WORDS_MAX = 1 << (32 - OP_BITS) };
static_assert(EXPR_OP_COUNT <= 1 << OP_BITS, "an operator fits into its part of a word");

static bool is_leaf(enum expr_op op) {
    return op == EXPR_IVAL_OP || op == EXPR_FVAL_OP || op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP;
}

// Operators on numbers and truths, and literals: none has an imm.
static bool is_arithmetic(enum expr_op op) {
    bool of_terms = (op >= EXPR_KIND_OP && op <= EXPR_ATOM_LT_OP) || op == EXPR_MAP_HAS_OP;
    return !of_terms && expr_op_table[op].sort != SORT_TERM;
}

static void head(expr_words *out, enum expr_op op, uint32_t count) {
    vec_push(out, (uint32_t)op | count << OP_BITS);
}

static void pack_big(const struct expr_store *x, expr_id e, expr_words *out) {
    struct int_view v;
    mpz_srcptr z = expr_int_view(x, e, &v);
    size_t n = (mpz_sizeinbase(z, 2) + 31) / 32;
    head(out, EXPR_INT_LIT_OP, (uint32_t)n + 1);
    vec_push(out, mpz_sgn(z) < 0);
    uint32_t first = out->n;
    for (size_t i = 0; i < n; i++) vec_push(out, 0);
    mpz_export(out->at + first, NULL, -1, sizeof *out->at, 0, 0, z);
}

static void pack_node(const struct expr_store *x, expr_id e, const struct hash_map *place, expr_words *out,
                      expr_roots *leaves) {
    const struct node *n = node_of(x, e);
    enum expr_op op = (enum expr_op)n->op;
    if (op == EXPR_INT_LIT_OP && n->flags & NODE_BIG) {
        pack_big(x, e, out);
    } else if (op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP) {
        head(out, op, SMALL);
        vec_push(out, n->a);
        vec_push(out, n->b);
    } else if (is_leaf(op)) {
        head(out, op, 1);
        vec_push(out, leaves->n);
        vec_push(leaves, e);
    } else {
        uint32_t count = expr_count(x, e), at = 0;
        head(out, op, count);
        for (uint32_t i = 0; i < count; i++) {
            hash_map_get(place, expr_arg(x, e, i), &at);
            vec_push(out, at);
        }
    }
}

bool expr_pack(const struct expr_store *x, const expr_id *roots, uint32_t n, expr_words *out,
               expr_roots *leaves) {
    struct hash_map place = {0};
    expr_roots stack = {0};
    uint32_t count_at = out->n, nodes = 0, at = 0;
    bool good = true;
    vec_push(out, 0);
    for (uint32_t i = n; i-- > 0;) vec_push(&stack, roots[i]);
    while (stack.n && good) {
        expr_id e = vec_last(&stack);
        enum expr_op op = expr_op(x, e);
        uint32_t before = stack.n, count = is_leaf(op) ? 0 : expr_count(x, e);
        bool known = hash_map_get(&place, e, &at);
        good = is_arithmetic(op);
        for (uint32_t i = count; i-- > 0 && !known && good;)
            if (!hash_map_get(&place, expr_arg(x, e, i), &at)) vec_push(&stack, expr_arg(x, e, i));
        if (stack.n > before) continue;
        stack.n--;
        if (known || !good) continue;
        pack_node(x, e, &place, out, leaves);
        hash_map_put(&place, e, nodes++);
        good = out->n < WORDS_MAX;
    }
    out->at[count_at] = nodes;
    vec_push(out, n);
    for (uint32_t i = 0; i < n && good; i++) {
        hash_map_get(&place, roots[i], &at);
        vec_push(out, at);
    }
    vec_free(&stack);
    hash_map_free(&place);
    return good;
}

// ---- Back ----

static expr_id unpack_big(struct expr_store *x, const uint32_t *at, uint32_t count) {
    mpz_t z;
    mpz_init(z);
    mpz_import(z, count - 1, -1, sizeof *at, 0, 0, at + 1);
    if (at[0]) mpz_neg(z, z);
    expr_id e = expr_int_mpz(x, z);
    mpz_clear(z);
    return e;
}

static expr_id unpack_leaf(struct expr_store *x, enum expr_op op, uint32_t number) {
    return expr_intern(x, op, 0, expr_var(x, number), 0, 0);
}

// 0: the words are none of expr_pack.
static expr_id unpack_node(struct expr_store *x, uint32_t word, const uint32_t *at, const expr_roots *known) {
    uint32_t raw = word & ((1u << OP_BITS) - 1), count = word >> OP_BITS;
    if (raw >= EXPR_OP_COUNT || !is_arithmetic((enum expr_op)raw)) return 0;
    enum expr_op op = (enum expr_op)raw;
    union {
        uint64_t bits;
        double value;
    } u = {.bits = count == SMALL ? (uint64_t)at[0] | (uint64_t)at[1] << 32 : 0};
    if (op == EXPR_INT_LIT_OP && count > SMALL) return unpack_big(x, at, count);
    if (op == EXPR_INT_LIT_OP) return count == SMALL ? expr_int(x, (int64_t)u.bits) : 0;
    if (op == EXPR_FLOAT_LIT_OP) return count == SMALL ? expr_float(x, u.value) : 0;
    if (is_leaf(op)) return count == 1 ? unpack_leaf(x, op, at[0]) : 0;
    int8_t wanted = expr_op_table[op].count;
    if (wanted >= 0 && (uint32_t)wanted != count) return 0;
    expr_roots args = {0};
    for (uint32_t i = 0; i < count && at[i] < known->n; i++) vec_push(&args, known->at[at[i]]);
    expr_id e = 0;
    if (args.n == count && op_is_many(op))
        e = expr_intern_many(x, op, 0, args.at, count);
    else if (args.n == count)
        e = expr_intern(x, op, 0, count > 0 ? args.at[0] : 0, count > 1 ? args.at[1] : 0, 0);
    vec_free(&args);
    return e;
}

bool expr_unpack(struct expr_store *x, const uint32_t *words, size_t n, expr_roots *roots) {
    expr_roots known = {0};
    size_t at = 0;
    uint32_t nodes = n > 0 ? words[at++] : 0, count;
    bool good = n > 0;
    for (uint32_t i = 0; i < nodes && good; i++) {
        good = at < n && words[at] >> OP_BITS < n - at;
        if (!good) break;
        expr_id e = unpack_node(x, words[at], words + at + 1, &known);
        at += 1 + (words[at] >> OP_BITS);
        good = e != 0;
        vec_push(&known, e);
    }
    good = good && at < n && words[at] == n - at - 1;
    count = good ? words[at++] : 0;
    for (uint32_t i = 0; i < count && good; i++) {
        good = words[at + i] < known.n;
        if (good) vec_push(roots, known.at[words[at + i]]);
    }
    vec_free(&known);
    return good;
}
