// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"

struct arena_chunk {
    struct arena_chunk *next;
    size_t size; // bytes of data behind this header
    size_t pad[2];
};

enum {
    DEFAULT_CHUNK = 64 * 1024,
    GROWN_CHUNK = 8 * 1024 * 1024, // chunks grow no further
    KEEP_CHUNKS = 256,             // times chunk_size, in bytes
    HUGE_PAGE = 2 * 1024 * 1024,
};

static char *chunk_data(struct arena_chunk *c) {
    return (char *)(c + 1);
}

void arena_init(struct arena *a, size_t chunk_size) {
    *a = (struct arena){.chunk_size = chunk_size ? chunk_size : DEFAULT_CHUNK};
}

bool arena_owns(const struct arena *a, const void *p) {
    for (struct arena_chunk *c = a->chunks; c; c = c->next)
        if ((const char *)p >= chunk_data(c) && (const char *)p < chunk_data(c) + c->size) return true;
    return false;
}

static void free_list(struct arena_chunk *c) {
    while (c) {
        struct arena_chunk *next = c->next;
        mem_free(c);
        c = next;
    }
}

void arena_free(struct arena *a) {
    free_list(a->chunks);
    free_list(a->spare);
    arena_init(a, a->chunk_size);
}

// The oldest chunks are kept: they are the ones every round uses.
void arena_reset(struct arena *a) {
    struct arena_chunk *all = a->spare;
    for (struct arena_chunk *c = a->chunks, *next; c; c = next) { // newest first: turns the order round
        next = c->next;
        c->next = all;
        all = c;
    }
    size_t limit = a->chunk_size * KEEP_CHUNKS, kept = 0;
    struct arena_chunk **at = &all;
    while (*at) {
        struct arena_chunk *c = *at;
        if (kept + c->size <= limit) {
            kept += c->size;
            at = &c->next;
        } else {
            *at = c->next;
            mem_free(c);
        }
    }
    a->chunks = NULL;
    a->spare = all;
    a->at = a->end = NULL;
    a->used = 0;
}

static struct arena_chunk *take_spare(struct arena *a, size_t size) {
    for (struct arena_chunk **at = &a->spare; *at; at = &(*at)->next) {
        struct arena_chunk *c = *at;
        if (c->size < size) continue;
        *at = c->next;
        return c;
    }
    return NULL;
}

// Whole huge pages where the system has them: one page fault instead of five hundred. The advice may fail; no
// matter.
static struct arena_chunk *large_chunk(size_t data) {
    size_t bytes = (sizeof(struct arena_chunk) + data + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
    struct arena_chunk *c = aligned_alloc(HUGE_PAGE, bytes);
    if (!c) return NULL;
    madvise(c, bytes, MADV_HUGEPAGE);
    c->size = bytes - sizeof *c;
    return c;
}

// As large as all chunks before it together, within bounds.
static struct arena_chunk *new_chunk(struct arena *a, size_t size) {
    size_t data = a->used;
    if (data > GROWN_CHUNK - sizeof(struct arena_chunk)) data = GROWN_CHUNK - sizeof(struct arena_chunk);
    if (data < a->chunk_size) data = a->chunk_size;
    if (data < size) data = size;
    struct arena_chunk *c = data >= HUGE_PAGE ? large_chunk(data) : NULL;
    if (c) return c;
    c = mem_alloc(sizeof *c + data); // where there is no memory, this says so
    c->size = data;
    return c;
}

void *arena_grow(struct arena *a, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (a->chunks) a->used += a->chunks->size;
    struct arena_chunk *c = take_spare(a, size);
    if (!c) c = new_chunk(a, size);
    c->next = a->chunks;
    a->chunks = c;
    a->at = chunk_data(c) + size;
    a->end = chunk_data(c) + c->size;
    return chunk_data(c);
}

size_t arena_used(const struct arena *a) {
    return a->chunks ? a->used + (a->chunks->size - (size_t)(a->end - a->at)) : 0;
}

void *arena_zalloc(struct arena *a, size_t size) {
    return memset(arena_alloc(a, size), 0, size);
}

void *arena_copy(struct arena *a, const void *from, size_t size) {
    void *p = arena_alloc(a, size);
    if (size) memcpy(p, from, size);
    return p;
}

char *arena_strdup(struct arena *a, const char *text) {
    return arena_copy(a, text, strlen(text) + 1);
}
