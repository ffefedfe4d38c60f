// SPDX-License-Identifier: Apache-2.0
// Evaluation under a model, memoised over the DAG. A slot per node, in chunks made when first touched; a slot
// counts only if its stamp is the one of the current model, so a new model forgets all in constant time.
// Numbers stay numbers in slots: a term int_term(i) has the slot of i, and nothing is interned unless it
// becomes part of a bigger term. Undefined values spread, except that and / or with a decisive argument is
// decided.
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "expr/number.h"
#include "expr/store.h"

enum tag {
    TAG_UNDEFINED,
    TAG_BOOL,
    TAG_INT,
    TAG_BIG, // an index into the pool of big integers
    TAG_FLOAT,
    TAG_TERM, // a ground term that is neither an integer nor a float (those have the tags above)
};

struct slot {
    uint32_t stamp;
    uint8_t tag;
    union {
        bool truth;
        int64_t i;
        uint32_t big;
        double f;
        expr_id term;
    };
};

struct frame {
    expr_id e;
    uint32_t next;  // and, or: arguments before this one do not decide
    bool undefined; // one of them is undefined
};

enum { SLOT_BITS = 10, SLOT_CHUNK = 1 << SLOT_BITS };

struct eval {
    struct expr_store *x;
    const struct model *model;
    uint32_t stamp;
    VEC(struct slot *) chunks;
    VEC(struct frame) stack;
    VEC(mpz_ptr) pool; // the first big_used hold values of this model
    uint32_t big_used;
};

struct eval *eval_new(struct expr_store *x) {
    struct eval *v = mem_zalloc(sizeof *v);
    v->x = x;
    v->stamp = 1;
    return v;
}

void eval_free(struct eval *v) {
    if (!v) return;
    for (uint32_t i = 0; i < v->chunks.n; i++) mem_free(v->chunks.at[i]);
    for (uint32_t i = 0; i < v->pool.n; i++) {
        mpz_clear(v->pool.at[i]);
        mem_free(v->pool.at[i]);
    }
    vec_free(&v->chunks);
    vec_free(&v->stack);
    vec_free(&v->pool);
    mem_free(v);
}

void eval_begin(struct eval *v, const struct model *m) {
    v->model = m;
    v->big_used = 0;
    if (++v->stamp == 0) { // once in 4 G models
        for (uint32_t i = 0; i < v->chunks.n; i++)
            if (v->chunks.at[i]) memset(v->chunks.at[i], 0, SLOT_CHUNK * sizeof(struct slot));
        v->stamp = 1;
    }
}

static struct slot *new_chunk(struct eval *v, uint32_t c) {
    while (v->chunks.n <= c) vec_push(&v->chunks, NULL);
    return v->chunks.at[c] = mem_zalloc(SLOT_CHUNK * sizeof(struct slot));
}

static inline struct slot *slot_of(struct eval *v, expr_id e) {
    uint32_t c = e >> SLOT_BITS;
    struct slot *chunk = c < v->chunks.n ? v->chunks.at[c] : NULL;
    if (__builtin_expect(!chunk, 0)) chunk = new_chunk(v, c);
    return &chunk[e & (SLOT_CHUNK - 1)];
}

static uint32_t new_big(struct eval *v) {
    if (v->big_used == v->pool.n) {
        mpz_ptr z = mem_alloc(sizeof *z);
        mpz_init(z);
        vec_push(&v->pool, z);
    }
    return v->big_used++;
}

// ---- Slots and ground values ----

static void set_truth(struct slot *s, bool b) {
    s->tag = TAG_BOOL;
    s->truth = b;
}

static void set_int(struct slot *s, int64_t i) {
    s->tag = TAG_INT;
    s->i = i;
}

static void set_float(struct slot *s, double f) {
    s->tag = TAG_FLOAT;
    s->f = f;
}

// The number in the pool, moved into the slot if it fits.
static void set_pool(struct eval *v, struct slot *s, uint32_t big) {
    mpz_ptr z = v->pool.at[big];
    if (mpz_fits_slong_p(z)) {
        set_int(s, mpz_get_si(z));
        if (big == v->big_used - 1) v->big_used--;
    } else {
        s->tag = TAG_BIG;
        s->big = big;
    }
}

static void set_ground(struct eval *v, struct slot *s, expr_id e) {
    const struct node *n = node_of(v->x, e);
    if (n->op == EXPR_INT_OP || n->op == EXPR_FLOAT_OP) e = n->a, n = node_of(v->x, e);
    switch (n->op) {
    case EXPR_TRUE_OP:
    case EXPR_FALSE_OP: set_truth(s, n->op == EXPR_TRUE_OP); break;
    case EXPR_INT_LIT_OP:
        if (n->flags & NODE_BIG) {
            s->tag = TAG_BIG;
            s->big = new_big(v);
            expr_get_mpz(v->x, e, v->pool.at[s->big]);
        } else {
            set_int(s, node_int64(n));
        }
        break;
    case EXPR_FLOAT_LIT_OP: set_float(s, node_double(n)); break;
    default: s->tag = TAG_TERM; s->term = e;
    }
}

static expr_id number_id(struct eval *v, const struct slot *s) {
    switch (s->tag) {
    case TAG_INT: return expr_int(v->x, s->i);
    case TAG_BIG: return expr_int_mpz(v->x, v->pool.at[s->big]);
    case TAG_FLOAT: return expr_float(v->x, s->f);
    default: return 0;
    }
}

static expr_id term_id(struct eval *v, const struct slot *s) {
    switch (s->tag) {
    case TAG_TERM: return s->term;
    case TAG_INT:
    case TAG_BIG: return expr_int_term(v->x, number_id(v, s));
    case TAG_FLOAT: return expr_float_term(v->x, number_id(v, s));
    default: return 0;
    }
}

static enum kind slot_kind(const struct eval *v, const struct slot *s) {
    if (s->tag == TAG_TERM) return expr_ground_kind(v->x, s->term);
    return s->tag == TAG_FLOAT ? KIND_FLOAT : KIND_INT;
}

static mpz_srcptr slot_mpz(struct eval *v, const struct slot *s, struct int_view *view) {
    if (s->tag == TAG_BIG) return v->pool.at[s->big];
    view->limb = s->i < 0 ? -(mp_limb_t)s->i : (mp_limb_t)s->i;
    return mpz_roinit_n(view->z, &view->limb, s->i < 0 ? -1 : s->i > 0);
}

// ---- One operator over evaluated arguments; the slot's tag is TAG_UNDEFINED before ----

static void eval_arith(struct eval *v, enum expr_op op, struct slot *s, const struct slot *a,
                       const struct slot *b) {
    if (a->tag == TAG_INT && b->tag == TAG_INT) {
        int64_t r;
        enum number_status st = expr_number_small(op, a->i, b->i, &r);
        if (st == NUMBER_OK) set_int(s, r);
        if (st != NUMBER_BIG) return;
    }
    struct int_view va, vb;
    uint32_t big = new_big(v);
    mpz_srcptr za = slot_mpz(v, a, &va), zb = slot_mpz(v, b, &vb);
    if (expr_number_big(op, v->pool.at[big], za, zb) == NUMBER_OK) set_pool(v, s, big);
}

static int compare_ints(struct eval *v, const struct slot *a, const struct slot *b) {
    if (a->tag == TAG_INT && b->tag == TAG_INT) return (a->i > b->i) - (a->i < b->i);
    struct int_view va, vb;
    return mpz_cmp(slot_mpz(v, a, &va), slot_mpz(v, b, &vb));
}

static bool equal_terms(struct eval *v, const struct slot *a, const struct slot *b) {
    if (a->tag != b->tag) return false; // INT and BIG never hold the same number
    switch (a->tag) {
    case TAG_INT: return a->i == b->i;
    case TAG_BIG: return mpz_cmp(v->pool.at[a->big], v->pool.at[b->big]) == 0;
    case TAG_FLOAT: return a->f == b->f || (isnan(a->f) && isnan(b->f)); // OTP 25: 0.0 =:= -0.0
    default: return a->term == b->term || expr_plain_zeros(v->x, a->term) == expr_plain_zeros(v->x, b->term);
    }
}

static void eval_unary(struct eval *v, const struct node *n, struct slot *s, const struct slot *a) {
    double f;
    struct int_view view;
    if (expr_op_is_math((enum expr_op)n->op)) {
        set_float(s, expr_number_math((enum expr_op)n->op, a->f, 0));
        return;
    }
    switch (n->op) {
    case EXPR_NOT_OP: set_truth(s, !a->truth); break;
    case EXPR_KIND_OP: set_truth(s, KIND_BIT(slot_kind(v, a)) & n->c); break;
    case EXPR_ARITY_OP: {
        const struct node *t = a->tag == TAG_TERM ? node_of(v->x, a->term) : NULL;
        set_truth(s, t && t->op == EXPR_TUPLE_OP && t->c == n->c);
        break;
    }
    case EXPR_MAP_LARGER_OP: {
        const struct node *t = a->tag == TAG_TERM ? node_of(v->x, a->term) : NULL;
        set_truth(s, t && t->op == EXPR_MAP_OP && t->c / 2 > n->c);
        break;
    }
    case EXPR_FUN_ARITY_OP:
        if (slot_kind(v, a) != KIND_FUN)
            set_truth(s, false);
        else if (op_of(v->x, a->term) == EXPR_FUN_OP)
            set_truth(s, expr_imm(v->x, a->term) == n->c);
        break;
    case EXPR_IVAL_OP:
        if (a->tag == TAG_INT || a->tag == TAG_BIG) *s = *a;
        break;
    case EXPR_FVAL_OP:
        if (a->tag == TAG_FLOAT) *s = *a;
        break;
    case EXPR_INT_OP:
    case EXPR_FLOAT_OP: *s = *a; break;
    case EXPR_DIGITS_OP: set_ground(v, s, expr_digits(v->x, number_id(v, a), n->c)); break;
    case EXPR_NAMED_OP: {
        expr_id named = expr_named(v->x, term_id(v, a));
        if (op_of(v->x, named) == EXPR_ATOM_OP) set_ground(v, s, named);
        break;
    }
    case EXPR_IEEE_NEG_OP:
    case EXPR_IEEE_ABS_OP:
    case EXPR_IEEE_SQRT_OP:
    case EXPR_IEEE_FLOOR_OP:
    case EXPR_IEEE_CEIL_OP:
    case EXPR_IEEE_RINT_OP:
    case EXPR_IEEE_SINGLE_OP: set_float(s, expr_number_ieee((enum expr_op)n->op, a->f, 0)); break;
    case EXPR_IEEE_OF_INT_OP:
    case EXPR_IEEE_OF_INT_SINGLE_OP:
    case EXPR_IEEE_OF_BITS64_OP:
    case EXPR_IEEE_OF_BITS32_OP:
        set_float(s, expr_number_ieee_of_int((enum expr_op)n->op, slot_mpz(v, a, &view)));
        break;
    case EXPR_IEEE_TO_INT32_OP:
    case EXPR_IEEE_TO_INT64_OP:
    case EXPR_IEEE_BITS64_OP:
    case EXPR_IEEE_BITS32_OP: set_int(s, expr_number_ieee_to_int((enum expr_op)n->op, a->f)); break;
    case EXPR_TO_FLOAT_OP:
        if (expr_number_to_float(slot_mpz(v, a, &view), &f)) set_float(s, f);
        break;
    default: { // TRUNC ROUND FLOOR CEIL
        uint32_t big = new_big(v);
        expr_number_from_float((enum expr_op)n->op, a->f, v->pool.at[big]);
        set_pool(v, s, big);
    }
    }
}

static void eval_selector(struct eval *v, const struct node *n, struct slot *s, const struct slot *a) {
    if (a->tag != TAG_TERM) return;
    const struct node *t = node_of(v->x, a->term);
    switch (n->op) {
    case EXPR_HD_OP:
        if (t->op == EXPR_CONS_OP) set_ground(v, s, t->a);
        break;
    case EXPR_TL_OP:
        if (t->op == EXPR_CONS_OP) set_ground(v, s, t->b);
        break;
    case EXPR_TEXT_OP:
        if (t->op == EXPR_ATOM_OP) set_ground(v, s, expr_text(v->x, a->term));
        break;
    case EXPR_ELEM_OP:
        if (t->op == EXPR_TUPLE_OP && n->c < t->c) set_ground(v, s, node_many(t)[n->c]);
        break;
    case EXPR_BIT_SIZE_OP: {
        uint64_t size;
        if (t->op != EXPR_BITS_OP) break;
        expr_get_bits(v->x, a->term, &size);
        set_int(s, (int64_t)size);
        break;
    }
    default:
        assert(n->op == EXPR_TUPLE_SIZE_OP);
        if (t->op == EXPR_TUPLE_OP) set_int(s, t->c);
    }
}

static void eval_map(struct eval *v, const struct node *n, struct slot *s, const struct slot *a,
                     const struct slot *b) {
    if (a->tag != TAG_TERM || op_of(v->x, a->term) != EXPR_MAP_OP) return;
    expr_id value = expr_map_find(v->x, a->term, expr_plain_zeros(v->x, term_id(v, b)));
    if (n->op == EXPR_MAP_HAS_OP)
        set_truth(s, value != 0);
    else if (value)
        set_ground(v, s, value);
}

static bool is_bits(const struct eval *v, const struct slot *s) {
    return s->tag == TAG_TERM && op_of(v->x, s->term) == EXPR_BITS_OP;
}

// The constructors fold over literals; what they leave is undefined.
static void set_bits(struct eval *v, struct slot *s, expr_id e) {
    if (node_ground(v->x, e)) set_ground(v, s, e);
}

static void eval_field(struct eval *v, const struct node *n, struct slot *s, const struct slot *a) {
    struct bit_field f = expr_get_field(v->x, n->b);
    if (n->op == EXPR_BITS_PUT_OP)
        set_bits(v, s, expr_bits_put(v->x, term_id(v, a), f));
    else if (is_bits(v, a))
        set_bits(v, s, expr_bits_get(v->x, a->term, f));
}

static void eval_slice(struct eval *v, const struct node *n, struct slot *s) {
    const struct slot *t = slot_of(v, node_many(n)[0]), *at = slot_of(v, node_many(n)[1]),
                      *size = slot_of(v, node_many(n)[2]);
    if (!is_bits(v, t) || at->tag != TAG_INT || size->tag != TAG_INT || at->i < 0 || size->i < 0) return;
    uint64_t all;
    expr_get_bits(v->x, t->term, &all);
    if ((uint64_t)at->i > all || (uint64_t)size->i > all - (uint64_t)at->i) return;
    set_bits(v, s, expr_slice(v->x, t->term, expr_int(v->x, at->i), expr_int(v->x, size->i)));
}

static void eval_binary(struct eval *v, const struct node *n, struct slot *s, const struct slot *a,
                        const struct slot *b) {
    double f;
    switch (n->op) {
    case EXPR_EQ_OP: set_truth(s, equal_terms(v, a, b)); break;
    case EXPR_INT_EQ_OP: set_truth(s, compare_ints(v, a, b) == 0); break;
    case EXPR_INT_LT_OP: set_truth(s, compare_ints(v, a, b) < 0); break;
    case EXPR_FLOAT_EQ_OP: set_truth(s, a->f == b->f); break;
    case EXPR_FLOAT_LT_OP: set_truth(s, a->f < b->f); break;
    case EXPR_ATOM_LT_OP:
        if (slot_kind(v, a) == KIND_ATOM && slot_kind(v, b) == KIND_ATOM)
            set_truth(s, symbol_compare(node_of(v->x, a->term)->c, node_of(v->x, b->term)->c) < 0);
        break;
    case EXPR_FADD_OP:
    case EXPR_FSUB_OP:
    case EXPR_FMUL_OP:
    case EXPR_FDIV_OP:
        if (expr_number_float((enum expr_op)n->op, a->f, b->f, &f)) set_float(s, f);
        break;
    case EXPR_IEEE_EQ_OP:
    case EXPR_IEEE_LT_OP:
    case EXPR_IEEE_LE_OP: set_truth(s, expr_number_ieee_compare((enum expr_op)n->op, a->f, b->f)); break;
    case EXPR_IEEE_ADD_OP:
    case EXPR_IEEE_SUB_OP:
    case EXPR_IEEE_MUL_OP:
    case EXPR_IEEE_DIV_OP:
    case EXPR_IEEE_REM_OP: set_float(s, expr_number_ieee((enum expr_op)n->op, a->f, b->f)); break;
    case EXPR_CONS_OP:
        s->term = expr_cons(v->x, term_id(v, a), term_id(v, b));
        s->tag = TAG_TERM;
        break;
    case EXPR_MAP_GET_OP:
    case EXPR_MAP_HAS_OP: eval_map(v, n, s, a, b); break;
    case EXPR_BITS_GET_OP:
    case EXPR_BITS_PUT_OP: eval_field(v, n, s, a); break;
    case EXPR_MATH_POW_OP:
    case EXPR_MATH_ATAN2_OP: set_float(s, expr_number_math((enum expr_op)n->op, a->f, b->f)); break;
    default: eval_arith(v, (enum expr_op)n->op, s, a, b);
    }
}

// TUPLE, MAP, MAP_PUT, MAP_REMOVE, APPLY, CONCAT: all arguments are evaluated and defined.
static void eval_many(struct eval *v, const struct node *n, struct slot *s) {
    VEC(expr_id) args = {0};
    vec_reserve(&args, n->c + 1);
    bool bits = true;
    for (uint32_t i = 0; i < n->c; i++) {
        vec_push(&args, term_id(v, slot_of(v, node_many(n)[i])));
        bits = bits && is_bits(v, slot_of(v, node_many(n)[i]));
    }
    if (n->op == EXPR_CONCAT_OP) {
        if (bits) set_bits(v, s, expr_concat(v->x, args.at, args.n));
    } else if (expr_is_changed_map((enum expr_op)n->op)) {
        if (op_of(v->x, args.at[0]) == EXPR_MAP_OP)
            set_ground(v, s,
                       n->op == EXPR_MAP_PUT_OP ? expr_map_put(v->x, args.at[0], args.at[1], args.at[2])
                                                : expr_map_remove(v->x, args.at[0], args.at[1]));
    } else if (n->op != EXPR_APPLY_OP) {
        s->term =
            n->op == EXPR_TUPLE_OP ? expr_tuple(v->x, args.at, args.n) : expr_map(v->x, args.at, args.n / 2);
        s->tag = TAG_TERM;
    } else if (op_of(v->x, args.at[0]) == EXPR_FUN_OP && expr_imm(v->x, args.at[0]) == args.n - 1) {
        set_ground(v, s, expr_fun_find(v->x, args.at[0], args.at + 1, args.n - 1));
    }
    vec_free(&args);
}

// ---- The walk ----

static void push(struct eval *v, expr_id e) {
    vec_push(&v->stack, (struct frame){.e = e});
}

// Goes on with an and / or; true when its slot is filled, false when an argument was pushed.
static bool step_junction(struct eval *v, const struct node *n, struct slot *s, struct frame *f) {
    bool decisive = n->op == EXPR_OR_OP;
    for (; f->next < n->c; f->next++) {
        expr_id arg = node_many(n)[f->next];
        const struct slot *a = slot_of(v, arg);
        if (a->stamp != v->stamp) {
            push(v, arg);
            return false;
        }
        if (a->tag == TAG_UNDEFINED) {
            f->undefined = true;
        } else if (a->truth == decisive) {
            set_truth(s, decisive);
            return true;
        }
    }
    if (!f->undefined) set_truth(s, !decisive);
    return true;
}

static bool step_many(struct eval *v, const struct node *n, struct slot *s, struct frame *f) {
    for (; f->next < n->c; f->next++) {
        expr_id arg = node_many(n)[f->next];
        const struct slot *a = slot_of(v, arg);
        if (a->stamp != v->stamp) {
            push(v, arg);
            return false;
        }
        if (a->tag == TAG_UNDEFINED) return true;
    }
    if (n->op == EXPR_SLICE_OP)
        eval_slice(v, n, s);
    else
        eval_many(v, n, s);
    return true;
}

// Only the side that counts is looked at.
static bool step_ite(struct eval *v, const struct node *n, struct slot *s) {
    const expr_id *args = node_many(n);
    const struct slot *c = slot_of(v, args[0]);
    if (c->stamp != v->stamp) {
        push(v, args[0]);
        return false;
    }
    if (c->tag == TAG_UNDEFINED) return true;
    expr_id chosen = args[c->truth ? 1 : 2];
    const struct slot *a = slot_of(v, chosen);
    if (a->stamp != v->stamp) {
        push(v, chosen);
        return false;
    }
    uint32_t stamp = s->stamp;
    *s = *a;
    s->stamp = stamp;
    return true;
}

static bool step_fixed(struct eval *v, const struct node *n, struct slot *s) {
    int8_t count = expr_op_table[n->op].count;
    const struct slot *a = slot_of(v, n->a), *b = count == 2 ? slot_of(v, n->b) : NULL;
    if (b && b->stamp != v->stamp) push(v, n->b);
    if (a->stamp != v->stamp) {
        push(v, n->a);
        return false;
    }
    if (b && b->stamp != v->stamp) return false;
    if (a->tag == TAG_UNDEFINED || (b && b->tag == TAG_UNDEFINED)) return true;
    if (b)
        eval_binary(v, n, s, a, b);
    else if (n->op == EXPR_HD_OP || n->op == EXPR_TL_OP || n->op == EXPR_ELEM_OP || n->op == EXPR_TEXT_OP ||
             n->op == EXPR_TUPLE_SIZE_OP || n->op == EXPR_BIT_SIZE_OP)
        eval_selector(v, n, s, a);
    else
        eval_unary(v, n, s, a);
    return true;
}

static bool step(struct eval *v, struct frame *f, struct slot *s) {
    const struct node *n = node_of(v->x, f->e);
    s->tag = TAG_UNDEFINED;
    if (n->flags & NODE_GROUND) {
        set_ground(v, s, f->e);
        return true;
    }
    switch (n->op) {
    case EXPR_VAR_OP:
        if (v->model) {
            expr_id value = model_value(v->model, n->c);
            if (value) set_ground(v, s, value);
        }
        return true;
    case EXPR_AND_OP:
    case EXPR_OR_OP: return step_junction(v, n, s, f);
    case EXPR_ITE_OP: return step_ite(v, n, s);
    case EXPR_TUPLE_OP:
    case EXPR_MAP_OP:
    case EXPR_MAP_PUT_OP:
    case EXPR_MAP_REMOVE_OP:
    case EXPR_FUN_OP:
    case EXPR_SLICE_OP:
    case EXPR_CONCAT_OP:
    case EXPR_APPLY_OP: return step_many(v, n, s, f);
    default: return step_fixed(v, n, s);
    }
}

static const struct slot *evaluate(struct eval *v, expr_id e) {
    struct slot *s = slot_of(v, e);
    if (s->stamp == v->stamp) return s;
    vec_clear(&v->stack);
    push(v, e);
    while (v->stack.n) {
        struct frame *f = &vec_last(&v->stack);
        uint32_t depth = v->stack.n;
        struct slot *top = slot_of(v, f->e); // chunks never move
        if (top->stamp == v->stamp) {        // pushed twice, filled meanwhile
            v->stack.n--;
        } else if (step(v, f, top)) {
            assert(v->stack.n == depth), (void)depth;
            top->stamp = v->stamp;
            v->stack.n--;
        }
    }
    return s;
}

enum truth eval_bool(struct eval *v, expr_id e) {
    assert(expr_sort(v->x, e) == SORT_BOOL);
    const struct slot *s = evaluate(v, e);
    return s->tag == TAG_UNDEFINED ? TRUTH_OPEN : s->truth ? TRUTH_TRUE : TRUTH_FALSE;
}

expr_id eval_value(struct eval *v, expr_id e) {
    const struct slot *s = evaluate(v, e);
    switch (expr_sort(v->x, e)) {
    case SORT_BOOL: return s->tag == TAG_UNDEFINED ? 0 : s->truth ? EXPR_TRUE : EXPR_FALSE;
    case SORT_TERM: return term_id(v, s);
    case SORT_INT:
    case SORT_FLOAT: break;
    }
    return number_id(v, s);
}
