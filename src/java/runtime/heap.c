// SPDX-License-Identifier: Apache-2.0
#include "java/runtime/heap.h"

#include <assert.h>

#include "base/hash.h"
#include "base/mem.h"
#include "java/program/program.h"

enum { LONG_LOG = 1 << 14 }; // entries

void heap_init(struct heap *h, size_t limit) {
    *h = (struct heap){.next = 1, .next_lasting = LASTING_NUMBER, .limit = limit};
    arena_init(&h->run, 1 << 20);
    arena_init(&h->lasting, 1 << 20);
}

void heap_free(struct heap *h) {
    arena_free(&h->run);
    arena_free(&h->lasting);
    vec_free(&h->log);
    vec_free(&h->initializer);
}

void heap_begin_run(struct heap *h) {
    for (uint32_t i = h->log.n; i-- > 0;) { // newest first: the oldest entry of a place holds its first value
        const struct undo *u = &h->log.at[i];
        memcpy(u->at, &u->old, u->size);
    }
    vec_clear(&h->log);
    arena_reset(&h->run);
    h->next = 1;
}

// Only the oldest entry of a place counts. Looking for the others when a long log is about to grow keeps it
// within a few times the places that the run writes to, however often it does, at a constant cost per entry:
// where less than half was in vain, the log grows and the next look is as many entries away.
static void compact_log(struct heap *h) {
    struct hash_map seen = {0};
    uint32_t n = 0, known;
    for (uint32_t i = 0; i < h->log.n; i++) {
        const struct undo u = h->log.at[i];
        uint64_t place = (uint64_t)(uintptr_t)u.at << 4 | u.size; // addresses have 48 bits, sizes are 1 .. 8
        if (hash_map_get(&seen, place, &known)) continue;
        hash_map_put(&seen, place, 0);
        h->log.at[n++] = u;
    }
    h->log.n = n;
    hash_map_free(&seen);
}

void heap_begin_initializer(struct heap *h) {
    vec_clear(&h->initializer);
    h->keep_writes = true;
}

bool heap_end_initializer(struct heap *h, bool whole) {
    bool lasts = whole;
    h->keep_writes = false;
    for (uint32_t i = 0; i < h->initializer.n && lasts; i++) {
        const struct undo *u = &h->initializer.at[i];
        void *now;
        if (u->size != sizeof now) continue;
        memcpy(&now, u->at, sizeof now); // a number that looks like such a reference does no harm
        lasts = !now || !arena_owns(&h->run, now);
    }
    for (uint32_t i = 0; i < h->initializer.n && !lasts; i++) vec_push(&h->log, h->initializer.at[i]);
    vec_clear(&h->initializer);
    return lasts;
}

void heap_log(struct heap *h, void *at, uint32_t size) {
    assert(at && size > 0);
    if (h->make_lasting && !h->keep_writes) return; // what every run starts from
    for (uint32_t done = 0; done < size; done += 8) {
        struct undo u = {.at = (char *)at + done, .size = size - done < 8 ? size - done : 8};
        memcpy(&u.old, u.at, u.size);
        if (h->make_lasting) {
            vec_push(&h->initializer, u); // what initialises a class of the JDK is meant to stay
            continue;
        }
        if (h->log.n >= LONG_LOG && h->log.n == h->log.cap) compact_log(h);
        vec_push(&h->log, u);
    }
}

// Memory of an object with `size` bytes after its header, all zero.
static struct object *allocate(struct heap *h, struct java_class *class, size_t size) {
    assert(class);
    struct arena *a = h->make_lasting ? &h->lasting : &h->run;
    size_t all = sizeof(struct object) + size;
    if (!h->make_lasting && h->limit && arena_used(a) + all > h->limit) return NULL;
    struct object *o = arena_alloc(a, all);
    memset(o, 0, all);
    o->class = class;
    o->number = h->make_lasting ? h->next_lasting++ : h->next++;
    if (h->make_lasting) o->flags = OBJECT_LASTING;
    return o;
}

struct object *heap_object(struct heap *h, struct java_class *class) {
    assert(!class->element); // an array has a length
    return allocate(h, class, (size_t) class->n_slots * sizeof(union word));
}

struct object *heap_array(struct heap *h, struct java_class *array_class, int32_t length) {
    assert(array_class->element && length >= 0);
    struct object *o = allocate(h, array_class, (size_t)length * java_kind_size[array_class->element_kind]);
    if (o) o->length = length;
    return o;
}

static uint32_t shadow_size(const struct object *o) {
    return o->class->element ? (uint32_t)o->length : o->class->n_slots;
}

struct object *heap_clone(struct heap *h, const struct object *o) {
    struct java_class *c = o->class;
    struct object *copy = c->element ? heap_array(h, c, o->length) : heap_object(h, c);
    if (!copy) return NULL;
    copy->length_expr = o->length_expr;
    size_t size =
        c->element ? (size_t)o->length * java_kind_size[c->element_kind] : c->n_slots * sizeof(union word);
    memcpy(copy->fields, o->fields, size);
    if (o->shadow) {
        heap_make_shadow(h, copy);
        assert(shadow_size(copy) == shadow_size(o));
        memcpy(copy->shadow, o->shadow, shadow_size(o) * sizeof(expr_id));
    }
    return copy;
}

void heap_make_shadow(struct heap *h, struct object *o) {
    if (o->shadow) return;
    // The shadow of a lasting object dies with the run: the pointer is undone.
    if (o->flags & OBJECT_LASTING) heap_log(h, &o->shadow, sizeof o->shadow);
    size_t size = shadow_size(o) * sizeof(expr_id);
    o->shadow = arena_alloc(&h->run, size);
    memset(o->shadow, 0, size);
}

void heap_set_expr(struct heap *h, struct object *o, uint32_t i, expr_id e) {
    assert(i < shadow_size(o));
    if (!o->shadow) {
        if (!e) return;
        heap_make_shadow(h, o);
    }
    o->shadow[i] = e;
}
