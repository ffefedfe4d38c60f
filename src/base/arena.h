// SPDX-License-Identifier: Apache-2.0
// Bump allocation by lifetime. Everything handed out is 16-byte aligned and lives until the arena is reset
// or freed; nothing is freed singly. Not thread safe: one owner per arena.
//
// Chunks grow with the arena, from chunk_size up to a few megabytes. A reset keeps what the last round used,
// up to 256 chunk sizes: asking the system anew costs a page fault for every four kilobytes, more than most
// rounds compute.
#ifndef FRISK_BASE_ARENA_H
#define FRISK_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena_chunk;

struct arena {
    char *at, *end;             // free part of the current chunk
    struct arena_chunk *chunks; // current chunk first
    struct arena_chunk *spare;  // kept by arena_reset for the next round, in the order they were made
    size_t used;                // bytes in all chunks before the current one, and their slack
    size_t chunk_size;
};

void arena_init(struct arena *a, size_t chunk_size); // chunk_size 0: 64 KiB
void arena_free(struct arena *a);
void arena_reset(struct arena *a); // forgets all contents; keeps memory for reuse
void *arena_grow(struct arena *a, size_t size);
size_t arena_used(const struct arena *a);              // bytes taken since the last reset, for budgets
bool arena_owns(const struct arena *a, const void *p); // whether p points into what was taken since then

static inline void *arena_alloc(struct arena *a, size_t size) {
    size = (size + 15) & ~(size_t)15;
    if ((size_t)(a->end - a->at) < size) return arena_grow(a, size);
    void *p = a->at;
    a->at += size;
    return p;
}

// Changes the size of the block handed out last, in place: false (and nothing done) when it is not the last
// one or does not fit.
static inline bool arena_resize_last(struct arena *a, void *block, size_t old_size, size_t size) {
    old_size = (old_size + 15) & ~(size_t)15;
    size = (size + 15) & ~(size_t)15;
    if ((char *)block + old_size != a->at || (size_t)(a->end - (char *)block) < size) return false;
    a->at = (char *)block + size;
    return true;
}

void *arena_zalloc(struct arena *a, size_t size);
void *arena_copy(struct arena *a, const void *from, size_t size);
char *arena_strdup(struct arena *a, const char *text);

#define ARENA_NEW(a, T)      ((T *)arena_zalloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_zalloc((a), sizeof(T) * (size_t)(n)))

#endif
