// SPDX-License-Identifier: Apache-2.0
#include "erlang/domain.h"

#include <pthread.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"

// A part has a path: which argument, then elements of tuples by their place and of lists all alike. What was
// seen there is a set of kinds; lists are one kind, tuples one for each size.
enum { DEEPEST = 3, PARTS_MOST = 200, ANY_ELEMENT = 1000, TAIL };

struct domain {
    const struct expr_store *x;
    pthread_mutex_t lock;
    struct hash_map seen;  // paths
    struct hash_map kinds; // paths with kinds
    uint32_t returned, failed;
};

struct part {
    expr_id value;
    uint64_t path;
    uint32_t depth;
};
typedef VEC(struct part) part_list;

struct domain *domain_new(const struct expr_store *x) {
    struct domain *d = mem_zalloc(sizeof *d);
    d->x = x;
    pthread_mutex_init(&d->lock, NULL);
    return d;
}

void domain_free(struct domain *d) {
    if (!d) return;
    hash_map_free(&d->seen);
    hash_map_free(&d->kinds);
    pthread_mutex_destroy(&d->lock);
    mem_free(d);
}

static uint64_t kind_of(const struct expr_store *x, expr_id e) {
    enum kind k = expr_ground_kind(x, e);
    if (k == KIND_NIL) k = KIND_CONS;
    return k == KIND_TUPLE ? hash_mix(KIND_TUPLE, expr_count(x, e)) : k;
}

// The parts of the arguments, those further out first, and as many as a look at them is worth.
static void list_parts(const struct domain *d, expr_id arguments, part_list *out) {
    const struct expr_store *x = d->x;
    for (uint32_t i = 0; i < expr_count(x, arguments); i++)
        vec_push(out, ((struct part){expr_arg(x, arguments, i), hash_mix(1, i), 1}));
    for (uint32_t next = 0; next < out->n && out->n < PARTS_MOST; next++) {
        struct part p = out->at[next];
        if (p.depth == DEEPEST) continue;
        enum kind k = expr_ground_kind(x, p.value);
        for (uint32_t i = 0; k == KIND_TUPLE && i < expr_count(x, p.value); i++)
            vec_push(out, ((struct part){expr_arg(x, p.value, i), hash_mix(p.path, i), p.depth + 1}));
        if (k != KIND_CONS) continue;
        expr_id l = p.value;
        for (; expr_ground_kind(x, l) == KIND_CONS && out->n < PARTS_MOST; l = expr_arg(x, l, 1))
            vec_push(out, ((struct part){expr_arg(x, l, 0), hash_mix(p.path, ANY_ELEMENT), p.depth + 1}));
        // What ends it is a part, too: only improper lists may be what is never accepted.
        vec_push(out, ((struct part){l, hash_mix(p.path, TAIL), DEEPEST}));
    }
}

void domain_accept(struct domain *d, expr_id arguments) {
    part_list parts = {0};
    list_parts(d, arguments, &parts);
    pthread_mutex_lock(&d->lock);
    d->returned++;
    for (uint32_t i = 0; i < parts.n; i++) {
        hash_map_put(&d->seen, parts.at[i].path, 0);
        hash_map_put(&d->kinds, hash_mix(parts.at[i].path, kind_of(d->x, parts.at[i].value)), 0);
    }
    pthread_mutex_unlock(&d->lock);
    vec_free(&parts);
}

enum domain_guess domain_guess(struct domain *d, expr_id arguments, bool searched) {
    bool stranger = domain_stranger(d, arguments) != EXPR_NONE;
    pthread_mutex_lock(&d->lock);
    bool unknown = !d->returned;
    d->failed += searched;
    pthread_mutex_unlock(&d->lock);
    return unknown ? DOMAIN_UNKNOWN : stranger ? DOMAIN_STRANGER : DOMAIN_KNOWN;
}

bool domain_is_settled(struct domain *d) {
    enum { ENOUGH_RETURNED = 64, ENOUGH_FAILED = 256 };
    pthread_mutex_lock(&d->lock);
    bool settled = d->returned >= ENOUGH_RETURNED || d->failed >= ENOUGH_FAILED;
    pthread_mutex_unlock(&d->lock);
    return settled;
}

expr_id domain_stranger(struct domain *d, expr_id arguments) {
    part_list parts = {0};
    expr_id stranger = EXPR_NONE;
    uint32_t unused;
    list_parts(d, arguments, &parts);
    pthread_mutex_lock(&d->lock);
    for (uint32_t i = 0; i < parts.n && !stranger; i++) {
        const struct part *p = &parts.at[i];
        if (hash_map_get(&d->seen, p->path, &unused) &&
            !hash_map_get(&d->kinds, hash_mix(p->path, kind_of(d->x, p->value)), &unused))
            stranger = p->value;
    }
    pthread_mutex_unlock(&d->lock);
    vec_free(&parts);
    return stranger;
}
