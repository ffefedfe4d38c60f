// SPDX-License-Identifier: Apache-2.0
// The store of nodes: interning and reading. The hash table is cut into stripes by the top bits of the hash.
// A lookup takes no lock: a slot is published after its node is complete, and a table that was outgrown stays
// readable until the store is trimmed or freed (all outgrown tables together are no bigger than the one in
// use).
#include "expr/store.h"

#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/some_of.h"

const struct op_info expr_op_table[EXPR_OP_COUNT] = {
#define X(name, sort, n, text) {SORT_##sort, n, text},
    EXPR_OPS(X)
#undef X
};

// What is looked for: a node, or the outline of one whose payload is not stored yet.
struct probe {
    struct node node;
    const void *payload; // argument array without imm, limbs or bytes; NULL if the node says it all
    size_t size;         // of the payload in bytes
    int64_t head;        // imm, size of the mpz or number of bits
};

struct stripe_table *stripe_table_new(uint32_t capacity, struct stripe_table *outgrown) {
    struct stripe_table *t = mem_zalloc(sizeof *t + capacity * sizeof t->slots[0]);
    t->mask = capacity - 1;
    t->outgrown = outgrown;
    return t;
}

struct expr_store *expr_store_new(void) {
    struct expr_store *x = mem_zalloc(sizeof *x);
    pthread_mutex_init(&x->chunk_lock, NULL);
    for (uint32_t i = 0; i < 1u << STORE_STRIPE_BITS; i++) {
        struct stripe *s = &x->stripes[i];
        pthread_mutex_init(&s->lock, NULL);
        arena_init(&s->arena, 1 << 14);
        atomic_store(&s->table, stripe_table_new(64, NULL));
    }
    atomic_store(&x->next, 1);
    expr_id f = expr_intern(x, EXPR_FALSE_OP, 0, 0, 0, 0), t = expr_intern(x, EXPR_TRUE_OP, 0, 0, 0, 0);
    expr_id nil = expr_intern(x, EXPR_NIL_OP, 0, 0, 0, 0);
    expr_id zero = expr_int(x, 0), one = expr_int(x, 1);
    assert(f == EXPR_FALSE && t == EXPR_TRUE && nil == EXPR_NIL && zero == STORE_ZERO && one == STORE_ONE);
    (void)f, (void)t, (void)nil, (void)zero, (void)one;
    return x;
}

void stripe_tables_free(struct stripe_table *t) {
    while (t) {
        struct stripe_table *outgrown = t->outgrown;
        mem_free(t);
        t = outgrown;
    }
}

void expr_store_trim(struct expr_store *x) {
    for (uint32_t i = 0; i < 1u << STORE_STRIPE_BITS; i++) {
        struct stripe_table *t = atomic_load(&x->stripes[i].table);
        stripe_tables_free(t->outgrown);
        t->outgrown = NULL;
    }
}

void expr_store_free(struct expr_store *x) {
    if (!x) return;
    for (uint32_t i = 0; i < 1u << STORE_STRIPE_BITS; i++) {
        struct stripe *s = &x->stripes[i];
        stripe_tables_free(atomic_load(&s->table));
        arena_free(&s->arena);
        pthread_mutex_destroy(&s->lock);
    }
    for (uint32_t i = 0; x->chunks[i]; i++) mem_free(atomic_load(&x->chunks[i]));
    mem_free(x->free_ids);
    pthread_mutex_destroy(&x->chunk_lock);
    mem_free(x);
}

uint32_t expr_store_count(const struct expr_store *x) {
    uint32_t taken = atomic_load(&x->free_next);
    uint32_t unused = taken < x->n_free ? x->n_free - taken : 0;
    return atomic_load(&x->next) - 1 - unused;
}

size_t expr_store_live(const struct expr_store *x) {
    return (size_t)expr_store_count(x) * (sizeof(struct node) + sizeof(uint64_t)) + atomic_load(&x->payload);
}

size_t expr_store_bytes(const struct expr_store *x) {
    size_t bytes = sizeof *x + x->n_free * sizeof *x->free_ids;
    for (uint32_t i = 0; x->chunks[i]; i++) bytes += STORE_CHUNK * sizeof(struct node);
    for (uint32_t i = 0; i < 1u << STORE_STRIPE_BITS; i++) {
        struct stripe *s = (struct stripe *)&x->stripes[i];
        pthread_mutex_lock(&s->lock);
        for (struct stripe_table *t = atomic_load(&s->table); t; t = t->outgrown)
            bytes += sizeof *t + (t->mask + (size_t)1) * sizeof t->slots[0];
        bytes += arena_used(&s->arena);
        pthread_mutex_unlock(&s->lock);
    }
    return bytes;
}

// ---- Interning ----

static bool same_payload(const struct node *n, const struct probe *p) {
    switch (n->op) {
    case EXPR_INT_LIT_OP: {
        const struct big_int *b = node_address(n);
        return (n->flags & NODE_BIG) && b->size == p->head && memcmp(b->limbs, p->payload, p->size) == 0;
    }
    case EXPR_BITS_OP: {
        const struct bit_text *t = node_address(n);
        return t->bit_size == (uint64_t)p->head && memcmp(t->bytes, p->payload, p->size) == 0;
    }
    default:
        return n->c == p->node.c && node_many(n)[-1] == (uint32_t)p->head &&
               memcmp(node_many(n), p->payload, p->size) == 0;
    }
}

static bool same(const struct node *n, const struct probe *p) {
    if (n->op != p->node.op) return false;
    if (p->payload) return same_payload(n, p);
    return n->a == p->node.a && n->b == p->node.b && n->c == p->node.c && n->extra == p->node.extra &&
           !(n->flags & NODE_BIG);
}

// The id of an equal node, or 0 and the free place where the search ended.
static expr_id find(const struct expr_store *x, struct stripe_table *t, uint32_t hash, const struct probe *p,
                    uint32_t *place) {
    for (uint32_t i = hash & t->mask;; i = (i + 1) & t->mask) {
        uint64_t slot = atomic_load_explicit(&t->slots[i], memory_order_acquire);
        if (slot == 0) {
            *place = i;
            return 0;
        }
        if (slot >> 32 == hash && same(node_of(x, (expr_id)slot), p)) return (expr_id)slot;
    }
}

static struct stripe_table *grow(struct stripe *s, struct stripe_table *old) {
    struct stripe_table *t = stripe_table_new((old->mask + 1) * 2, old);
    for (uint32_t i = 0; i <= old->mask; i++) {
        uint64_t slot = atomic_load_explicit(&old->slots[i], memory_order_relaxed);
        if (slot == 0) continue;
        uint32_t j = (uint32_t)(slot >> 32) & t->mask;
        while (atomic_load_explicit(&t->slots[j], memory_order_relaxed)) j = (j + 1) & t->mask;
        atomic_store_explicit(&t->slots[j], slot, memory_order_relaxed);
    }
    t->n = old->n;
    atomic_store_explicit(&s->table, t, memory_order_release);
    return t;
}

// A dead node's place, or else the next one.
static struct node *new_node(struct expr_store *x, expr_id *id) {
    if (atomic_load_explicit(&x->free_next, memory_order_relaxed) < x->n_free) {
        uint32_t i = atomic_fetch_add(&x->free_next, 1);
        if (i < x->n_free) {
            *id = x->free_ids[i];
            return (struct node *)node_of(x, *id);
        }
    }
    *id = atomic_fetch_add(&x->next, 1);
    assert(*id < UINT32_MAX && "4 G expressions");
    _Atomic(struct node *) *chunk = &x->chunks[*id >> STORE_CHUNK_BITS];
    if (!atomic_load_explicit(chunk, memory_order_acquire)) {
        pthread_mutex_lock(&x->chunk_lock);
        if (!atomic_load(chunk)) atomic_store(chunk, mem_alloc(STORE_CHUNK * sizeof(struct node)));
        pthread_mutex_unlock(&x->chunk_lock);
    }
    return (struct node *)node_of(x, *id);
}

bool expr_is_constructor(enum expr_op op) {
    switch (SOME_OF(op)) {
    case EXPR_ATOM_OP:
    case EXPR_NAMED_OP:
    case EXPR_DIGITS_OP:
    case EXPR_NIL_OP:
    case EXPR_INT_OP:
    case EXPR_FLOAT_OP:
    case EXPR_CONS_OP:
    case EXPR_TUPLE_OP:
    case EXPR_MAP_OP:
    case EXPR_MAP_PUT_OP:
    case EXPR_MAP_REMOVE_OP:
    case EXPR_BITS_OP:
    case EXPR_FUN_OP:
    case EXPR_OPAQUE_OP: return true;
    default: return false;
    }
}

static bool op_is_value(enum expr_op op) {
    return (expr_is_constructor(op) && op != EXPR_NAMED_OP && op != EXPR_DIGITS_OP &&
            !expr_is_changed_map(op)) ||
           op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP || op == EXPR_TRUE_OP || op == EXPR_FALSE_OP;
}

static uint8_t flags_of(const struct expr_store *x, const struct probe *p) {
    enum expr_op op = (enum expr_op)p->node.op;
    uint8_t ground = op_is_value(op) ? NODE_GROUND : 0, zero = 0;
    uint32_t n = op_is_many(op) ? p->node.c : (uint32_t)expr_op_table[op].count;
    const expr_id pair[2] = {p->node.a, p->node.b}, *args = op_is_many(op) ? p->payload : pair;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t f = node_of(x, args[i])->flags;
        ground &= f;
        zero |= f & (NODE_NEG_ZERO | NODE_UNREAD | NODE_PIECES);
    }
    if (expr_is_composite(op)) zero |= NODE_PIECES;
    if (op == EXPR_BITS_GET_OP && expr_is_composite(op_of(x, args[0]))) zero |= NODE_UNREAD;
    if (op == EXPR_FLOAT_LIT_OP && p->node.a == 0 && p->node.b == 0x80000000u) zero = NODE_NEG_ZERO;
    return ground | zero;
}

size_t node_payload(const struct node *n) {
    if (op_is_many((enum expr_op)n->op)) return sizeof(int64_t) + n->c * sizeof(expr_id);
    if (n->op == EXPR_BITS_OP) {
        const struct bit_text *t = node_address(n);
        return sizeof *t + (t->bit_size + 7) / 8;
    }
    if (!(n->flags & NODE_BIG)) return 0;
    const struct big_int *b = node_address(n);
    return sizeof *b + (size_t)(b->size < 0 ? -b->size : b->size) * sizeof b->limbs[0];
}

static void store_payload(struct expr_store *x, struct stripe *s, const struct probe *p, struct node *n) {
    char *at = arena_alloc(&s->arena, sizeof p->head + p->size);
    atomic_fetch_add_explicit(&x->payload, sizeof p->head + p->size, memory_order_relaxed);
    if (op_is_many((enum expr_op)n->op)) {
        uint32_t imm = (uint32_t)p->head;
        memcpy(at, &imm, sizeof imm);
        if (p->size) memcpy(at + sizeof imm, p->payload, p->size);
    } else {
        memcpy(at, &p->head, sizeof p->head);
        if (p->size) memcpy(at + sizeof p->head, p->payload, p->size);
    }
    n->a = (uint32_t)(uintptr_t)at;
    n->b = (uint32_t)((uintptr_t)at >> 32);
    if (n->op == EXPR_INT_LIT_OP) n->flags |= NODE_BIG;
}

static expr_id intern(struct expr_store *x, uint64_t mixed, const struct probe *p) {
    struct stripe *s = &x->stripes[mixed >> (64 - STORE_STRIPE_BITS)];
    uint32_t hash = (uint32_t)mixed, place;
    struct stripe_table *t = atomic_load_explicit(&s->table, memory_order_acquire);
    expr_id id = find(x, t, hash, p, &place);
    if (id) return id;
    pthread_mutex_lock(&s->lock);
    struct stripe_table *now = atomic_load_explicit(&s->table, memory_order_relaxed);
    // Another thread may have put it there meanwhile; the place found stays good only if nobody did anything.
    if (now != t || atomic_load_explicit(&t->slots[place], memory_order_acquire))
        id = find(x, now, hash, p, &place);
    if (!id) {
        if ((now->n + 1) * 4ull > (now->mask + 1ull) * 3) {
            now = grow(s, now);
            id = find(x, now, hash, p, &place);
            assert(!id);
        }
        struct node *n = new_node(x, &id);
        struct node filled = p->node;
        filled.flags = flags_of(x, p);
        if (p->payload) store_payload(x, s, p, &filled);
        *n = filled;
        now->n++;
        atomic_store_explicit(&now->slots[place], (uint64_t)hash << 32 | id, memory_order_release);
    }
    pthread_mutex_unlock(&s->lock);
    return id;
}

expr_id expr_intern(struct expr_store *x, enum expr_op op, uint16_t extra, uint32_t a, uint32_t b,
                    uint32_t c) {
    struct probe p = {.node = {.op = (uint8_t)op, .extra = extra, .a = a, .b = b, .c = c}};
    uint64_t h = hash_mix((uint64_t)op << 32 | (uint64_t)extra << 48 | c, (uint64_t)a << 32 | b);
    return intern(x, hash_mix(h, c), &p);
}

static uint64_t hash_words(uint64_t h, const uint32_t *w, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) h = hash_mix(h, w[i] + 0x51ull * (i + 1));
    return hash_mix(h, n);
}

expr_id expr_intern_many(struct expr_store *x, enum expr_op op, uint32_t imm, const expr_id *args,
                         uint32_t n) {
    static const expr_id nothing[1];
    assert(op_is_many(op));
    struct probe p = {.node = {.op = (uint8_t)op, .c = n},
                      .payload = n ? args : nothing,
                      .size = n * sizeof *args,
                      .head = imm};
    return intern(x, hash_words((uint64_t)op << 32 | imm, args, n), &p);
}

expr_id expr_intern_big(struct expr_store *x, mpz_srcptr v) {
    assert(!mpz_fits_slong_p(v));
    struct probe p = {.node = {.op = EXPR_INT_LIT_OP},
                      .payload = mpz_limbs_read(v),
                      .size = mpz_size(v) * sizeof(mp_limb_t),
                      .head = mpz_sgn(v) < 0 ? -(int64_t)mpz_size(v) : (int64_t)mpz_size(v)};
    return intern(x, hash_mix(hash_bytes(p.payload, p.size), (uint64_t)p.head), &p);
}

expr_id expr_intern_bits(struct expr_store *x, const uint8_t *bytes, uint64_t bit_size) {
    struct probe p = {.node = {.op = EXPR_BITS_OP},
                      .payload = bytes ? bytes : (const uint8_t *)"",
                      .size = (bit_size + 7) / 8,
                      .head = (int64_t)bit_size};
    return intern(x, hash_mix(hash_bytes(p.payload, p.size), bit_size), &p);
}

// ---- Readers ----

enum expr_op expr_op(const struct expr_store *x, expr_id e) {
    return op_of(x, e);
}

enum expr_sort expr_sort(const struct expr_store *x, expr_id e) {
    return (enum expr_sort)expr_op_table[op_of(x, e)].sort;
}

uint32_t expr_imm(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    return op_is_many((enum expr_op)n->op) ? node_many(n)[-1] : n->c;
}

uint32_t expr_count(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    int8_t count = expr_op_table[n->op].count;
    return count < 0 ? n->c : (uint32_t)count;
}

expr_id expr_arg(const struct expr_store *x, expr_id e, uint32_t i) {
    const struct node *n = node_of(x, e);
    assert(i < expr_count(x, e));
    if (op_is_many((enum expr_op)n->op)) return node_many(n)[i];
    return i == 0 ? n->a : n->b;
}

bool expr_is_ground(const struct expr_store *x, expr_id e) {
    return node_ground(x, e);
}

bool expr_get_int64(const struct expr_store *x, expr_id e, int64_t *v) {
    const struct node *n = node_of(x, e);
    if (n->op != EXPR_INT_LIT_OP || n->flags & NODE_BIG) return false;
    *v = node_int64(n);
    return true;
}

mpz_srcptr expr_int_view(const struct expr_store *x, expr_id e, struct int_view *v) {
    const struct node *n = node_of(x, e);
    assert(n->op == EXPR_INT_LIT_OP);
    if (n->flags & NODE_BIG) {
        const struct big_int *b = node_address(n);
        return mpz_roinit_n(v->z, b->limbs, b->size);
    }
    int64_t i = node_int64(n);
    v->limb = i < 0 ? -(mp_limb_t)i : (mp_limb_t)i;
    return mpz_roinit_n(v->z, &v->limb, i < 0 ? -1 : i > 0);
}

void expr_get_mpz(const struct expr_store *x, expr_id e, mpz_ptr v) {
    struct int_view view;
    mpz_set(v, expr_int_view(x, e, &view));
}

double expr_get_float(const struct expr_store *x, expr_id e) {
    assert(op_of(x, e) == EXPR_FLOAT_LIT_OP);
    return node_double(node_of(x, e));
}

const uint8_t *expr_get_bits(const struct expr_store *x, expr_id e, uint64_t *bit_size) {
    assert(op_of(x, e) == EXPR_BITS_OP);
    const struct bit_text *t = node_address(node_of(x, e));
    *bit_size = t->bit_size;
    return t->bytes;
}

enum kind expr_ground_kind(const struct expr_store *x, expr_id e) {
    const struct node *n = node_of(x, e);
    switch (n->op) {
    case EXPR_NAMED_OP:
    case EXPR_ATOM_OP: return KIND_ATOM;
    case EXPR_NIL_OP: return KIND_NIL;
    case EXPR_INT_OP: return KIND_INT;
    case EXPR_FLOAT_OP: return KIND_FLOAT;
    case EXPR_DIGITS_OP:
    case EXPR_CONS_OP: return KIND_CONS;
    case EXPR_TUPLE_OP: return KIND_TUPLE;
    case EXPR_MAP_PUT_OP:
    case EXPR_MAP_REMOVE_OP:
    case EXPR_MAP_OP: return KIND_MAP;
    case EXPR_BITS_OP:
        return ((const struct bit_text *)node_address(n))->bit_size % 8 ? KIND_BITSTRING : KIND_BINARY;
    case EXPR_FUN_OP: return KIND_FUN;
    case EXPR_OPAQUE_OP: return (enum kind)n->extra;
    default: assert(!"no constructor"); return KIND_COUNT;
    }
}

const char *expr_op_text(enum expr_op op) {
    return expr_op_table[op].text;
}

int expr_op_count(enum expr_op op) {
    return expr_op_table[op].count;
}
