// SPDX-License-Identifier: Apache-2.0
// Expressions as text for dumps and tests, and how big a value looks to a person.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/some_of.h"
#include "base/vec.h"
#include "expr/store.h"

enum { PRINT_MOST = 1 << 16 }; // characters; what shares much would print without end

static const char *const kind_names[KIND_COUNT] = {"int",  "float",  "atom",     "ref", "fun",
                                                   "port", "pid",    "tuple",    "map", "nil",
                                                   "cons", "binary", "bitstring"};

static void print_kinds(kind_set set, struct str *out) {
    bool first = true;
    for (int k = 0; k < KIND_COUNT; k++) {
        if (!(set & KIND_BIT(k))) continue;
        str_addf(out, "%s%s", first ? "" : "|", kind_names[k]);
        first = false;
    }
}

static void print_int(const struct expr_store *x, expr_id e, struct str *out) {
    struct int_view v;
    mpz_srcptr z = expr_int_view(x, e, &v);
    char *text = mem_alloc(mpz_sizeinbase(z, 10) + 2);
    str_add(out, mpz_get_str(text, 10, z));
    mem_free(text);
}

static void print_atom(symbol s, struct str *out) {
    const char *text = symbol_text(s);
    bool plain = islower((unsigned char)text[0]);
    for (const char *p = text; *p && plain; p++) plain = isalnum((unsigned char)*p) || *p == '_' || *p == '@';
    str_addf(out, plain ? "%s" : "'%s'", text);
}

static void print_bits(const struct expr_store *x, expr_id e, struct str *out) {
    uint64_t size;
    const uint8_t *bytes = expr_get_bits(x, e, &size);
    str_add(out, "<<");
    for (uint64_t i = 0; i < (size + 7) / 8 && out->n < PRINT_MOST; i++) str_addf(out, "%02x", bytes[i]);
    str_addf(out, ":%" PRIu64 ">>", size);
}

// Operators without arguments; false for the others.
static bool print_leaf(const struct expr_store *x, expr_id e, struct str *out) {
    const struct node *n = node_of(x, e);
    switch (n->op) {
    case EXPR_TRUE_OP:
    case EXPR_FALSE_OP: str_add(out, expr_op_table[n->op].text); return true;
    case EXPR_INT_LIT_OP: print_int(x, e, out); return true;
    case EXPR_FLOAT_LIT_OP: str_addf(out, "%.17g", node_double(n)); return true;
    case EXPR_VAR_OP: str_addf(out, "v%u", n->c); return true;
    case EXPR_ATOM_OP: print_atom(n->c, out); return true;
    case EXPR_NIL_OP: str_add(out, "[]"); return true;
    case EXPR_BITS_OP: print_bits(x, e, out); return true;
    case EXPR_OPAQUE_OP: str_addf(out, "%s#%u", kind_names[n->extra], n->c); return true;
    default: return false;
    }
}

static void print_imm(const struct expr_store *x, expr_id e, struct str *out) {
    switch (SOME_OF(op_of(x, e))) {
    case EXPR_KIND_OP:
        str_add_char(out, ' ');
        print_kinds(expr_imm(x, e), out);
        break;
    case EXPR_ARITY_OP:
    case EXPR_FUN_ARITY_OP:
    case EXPR_MAP_LARGER_OP:
    case EXPR_ELEM_OP:
    case EXPR_FUN_OP: str_addf(out, " %u", expr_imm(x, e)); break;
    default: break;
    }
}

void expr_print(const struct expr_store *x, expr_id e, struct str *out) {
    struct frame {
        expr_id e;
        uint32_t next;
    };
    VEC(struct frame) stack = {0};
    size_t start = out->n;
    vec_push(&stack, (struct frame){e, 0});
    while (stack.n) {
        struct frame *f = &vec_last(&stack);
        if (out->n - start > PRINT_MOST) {
            str_add(out, " ...");
            break;
        }
        if (f->next == 0 && print_leaf(x, f->e, out)) {
            stack.n--;
            continue;
        }
        if (f->next == 0) str_addf(out, "(%s", expr_op_table[op_of(x, f->e)].text);
        if (f->next == expr_count(x, f->e)) {
            print_imm(x, f->e, out);
            str_add_char(out, ')');
            stack.n--;
            continue;
        }
        str_add_char(out, ' ');
        expr_id arg = expr_arg(x, f->e, f->next++);
        vec_push(&stack, (struct frame){arg, 0});
    }
    vec_free(&stack);
}

// ---- Size ----

static uint64_t plus(uint64_t a, uint64_t b) {
    return a + b < a ? UINT64_MAX : a + b;
}

// Without the parts. 0, [] and one-letter atoms: 1; each further digit or letter and a sign: 1 more.
static uint64_t own_size(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    uint64_t bits;
    switch (n->op) {
    case EXPR_INT_LIT_OP: {
        struct int_view v;
        mpz_srcptr z = expr_int_view(x, e, &v);
        if (mpz_sgn(z) == 0) return 1;
        return mpz_sizeinbase(z, 10) + 1 + (mpz_sgn(z) < 0);
    }
    case EXPR_FLOAT_LIT_OP: {
        char text[40];
        double f = node_double(n);
        int digits = 1;
        do snprintf(text, sizeof text, "%.*g", digits, f);
        while (strtod(text, NULL) != f && ++digits < 17);
        return 2 + (uint64_t)digits + (text[0] == '-') + (f != 0);
    }
    case EXPR_ATOM_OP: return symbol_size(n->c) ? symbol_size(n->c) : 1;
    case EXPR_BITS_OP: expr_get_bits(x, e, &bits); return 2 + bits / 4;
    case EXPR_INT_OP:
    case EXPR_FLOAT_OP: return 0;
    case EXPR_FUN_OP: return 8;
    case EXPR_OPAQUE_OP: return 4;
    default: return 1;
    }
}

uint64_t expr_size(const struct expr_store *x, expr_id e) {
    VEC(expr_id) todo = {0};
    VEC(uint64_t) sizes = {0};
    struct hash_map done = {0}; // id to index in sizes
    uint64_t size = 0;
    vec_push(&todo, e);
    while (todo.n) {
        expr_id top = vec_last(&todo);
        uint32_t before = todo.n, at, count = expr_count(x, top);
        size = own_size(x, top);
        for (uint32_t i = 0; i < count; i++) {
            if (hash_map_get(&done, expr_arg(x, top, i), &at))
                size = plus(size, sizes.at[at]);
            else
                vec_push(&todo, expr_arg(x, top, i));
        }
        if (todo.n > before) continue;
        todo.n--;
        if (todo.n == 0) break;
        hash_map_put(&done, top, sizes.n);
        vec_push(&sizes, size);
    }
    vec_free(&todo);
    vec_free(&sizes);
    hash_map_free(&done);
    return size;
}
