// SPDX-License-Identifier: Apache-2.0
#include "erlang/key_book.h"

#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "erlang/value.h"

enum { NAMED_MAX = 12 }; // more would make all paths through a map long

struct list {
    expr_id map;
    VEC(expr_id) keys; // behind those named
};

struct key_book {
    pthread_mutex_t lock;
    struct expr_store *x;
    VEC(expr_id) named;
    VEC(struct list) lists;
    struct hash_map of; // map -> index in lists
};

struct key_book *key_book_new(struct expr_store *x) {
    struct key_book *b = mem_zalloc(sizeof *b);
    b->x = x;
    pthread_mutex_init(&b->lock, NULL);
    return b;
}

void key_book_free(struct key_book *b) {
    if (!b) return;
    for (uint32_t i = 0; i < b->lists.n; i++) vec_free(&b->lists.at[i].keys);
    vec_free(&b->lists);
    vec_free(&b->named);
    hash_map_free(&b->of);
    pthread_mutex_destroy(&b->lock);
    mem_free(b);
}

// ---- What the code names ----

static void name(struct key_book *b, const struct core *key) {
    if (key->tag != CORE_LITERAL || b->named.n == NAMED_MAX) return;
    expr_id e = value_from_term(b->x, key->lit);
    for (uint32_t i = 0; i < b->named.n; i++)
        if (b->named.at[i] == e) return;
    vec_push(&b->named, e);
}

static bool is_atom(const struct core *c, const char *text) {
    return c->tag == CORE_LITERAL && term_is_atom(c->lit) &&
           strcmp(symbol_text(term_symbol(c->lit)), text) == 0;
}

// maps:get(Key, ..) and the like, map_get/2, is_map_key/2: the key is the first argument.
static bool names_key(const struct core *c) {
    static const char *const guards[] = {"map_get", "is_map_key"}, *const functions[] = {
                                                                       "get",  "find",       "is_key",
                                                                       "put",  "update",     "remove",
                                                                       "take", "update_with"};
    if (c->tag != CORE_CALL || c->n < 4) return false;
    for (size_t i = 0; is_atom(c->kid[0], "erlang") && i < sizeof guards / sizeof *guards; i++)
        if (is_atom(c->kid[1], guards[i])) return true;
    for (size_t i = 0; is_atom(c->kid[0], "maps") && i < sizeof functions / sizeof *functions; i++)
        if (is_atom(c->kid[1], functions[i])) return true;
    return false;
}

void key_book_read(struct key_book *b, const struct core_module *m) {
    VEC(const struct core *) todo = {0};
    for (uint32_t i = m->n_functions; i-- > 0;) vec_push(&todo, m->functions[i].fun);
    while (todo.n && b->named.n < NAMED_MAX) {
        const struct core *c = vec_pop(&todo);
        if (c->tag == CORE_PAIR) name(b, c->kid[0]);
        if (names_key(c)) name(b, c->kid[2]);
        for (uint32_t i = c->n; i-- > 0;) vec_push(&todo, c->kid[i]);
    }
    vec_free(&todo);
}

uint32_t key_book_named(const struct key_book *b) {
    return b->named.n;
}

// ---- Lists ----

static struct list *list_of(struct key_book *b, expr_id map) {
    uint32_t i;
    if (!hash_map_get(&b->of, map, &i)) {
        i = b->lists.n;
        vec_push(&b->lists, ((struct list){.map = map}));
        hash_map_put(&b->of, map, i);
    }
    return &b->lists.at[i];
}

expr_id key_book_key(struct key_book *b, expr_id map, uint32_t i) {
    if (i < b->named.n) return b->named.at[i];
    i -= b->named.n;
    pthread_mutex_lock(&b->lock);
    const struct list *l = list_of(b, map);
    expr_id key = i < l->keys.n ? l->keys.at[i] : EXPR_NONE;
    pthread_mutex_unlock(&b->lock);
    return key;
}

void key_book_add(struct key_book *b, expr_id map, expr_id key) {
    for (uint32_t i = 0; i < b->named.n; i++)
        if (b->named.at[i] == key) return;
    pthread_mutex_lock(&b->lock);
    struct list *l = list_of(b, map);
    uint32_t i = 0;
    while (i < l->keys.n && l->keys.at[i] != key) i++;
    if (i == l->keys.n) vec_push(&l->keys, key);
    pthread_mutex_unlock(&b->lock);
}

void key_book_mark(struct key_book *b, struct expr_sweep *w) {
    for (uint32_t i = 0; i < b->named.n; i++) expr_sweep_mark(w, b->named.at[i]);
    for (uint32_t i = 0; i < b->lists.n; i++) {
        expr_sweep_mark(w, b->lists.at[i].map);
        for (uint32_t j = 0; j < b->lists.at[i].keys.n; j++) expr_sweep_mark(w, b->lists.at[i].keys.at[j]);
    }
}
