// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <string.h>

#include "base/mem.h"

struct arena_chunk {
    struct arena_chunk *next;
    size_t size; // bytes of data behind this header
    size_t pad[2];
};

enum { DEFAULT_CHUNK = 64 * 1024, KEEP_CHUNKS = 16 };

static char *chunk_data(struct arena_chunk *c) {
    return (char *)(c + 1);
}

void arena_init(struct arena *a, size_t chunk_size) {
    *a = (struct arena){.chunk_size = chunk_size ? chunk_size : DEFAULT_CHUNK};
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

// Oversized chunks go back to the system; a few ordinary ones are kept, since the next run wants them at
// once.
void arena_reset(struct arena *a) {
    int kept = 0;
    struct arena_chunk *keep = NULL, *c = a->chunks, *rest = a->spare;
    for (int round = 0; round < 2; round++, c = rest) {
        while (c) {
            struct arena_chunk *next = c->next;
            if (c->size == a->chunk_size && kept < KEEP_CHUNKS) {
                c->next = keep;
                keep = c;
                kept++;
            } else {
                mem_free(c);
            }
            c = next;
        }
    }
    a->chunks = NULL;
    a->spare = keep;
    a->at = a->end = NULL;
    a->used = 0;
}

void *arena_grow(struct arena *a, size_t size) {
    size = (size + 15) & ~(size_t)15;
    struct arena_chunk *c;
    if (size <= a->chunk_size && a->spare) {
        c = a->spare;
        a->spare = c->next;
    } else {
        size_t data = size > a->chunk_size ? size : a->chunk_size;
        c = mem_alloc(sizeof *c + data);
        c->size = data;
    }
    if (a->chunks) a->used += a->chunks->size;
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
