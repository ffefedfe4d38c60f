// SPDX-License-Identifier: Apache-2.0
#include "base/symbol.h"

#include <pthread.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/mem.h"

struct entry {
    const char *text;
    size_t n;
    uint64_t hash;
    bool invented; // under the lock
};

// Entries live in blocks that never move, so that readers need no lock.
enum { BLOCK = 4096, BLOCKS = 4096 };
static struct entry *blocks[BLOCKS];
static uint32_t count;
static uint32_t *table; // open addressing over ids, 0 free
static uint32_t cap;
static struct arena texts;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct entry *entry_of(symbol s) {
    return &blocks[s / BLOCK][s % BLOCK];
}

static uint32_t find(const char *utf8, size_t n, uint64_t hash) {
    uint32_t i = (uint32_t)hash & (cap - 1);
    for (; table[i]; i = (i + 1) & (cap - 1)) {
        const struct entry *e = entry_of(table[i]);
        if (e->hash == hash && e->n == n && memcmp(e->text, utf8, n) == 0) break;
    }
    return i;
}

static void grow(void) {
    if (cap == 0) arena_init(&texts, 0);
    cap = cap ? cap * 2 : 4096;
    mem_free(table);
    table = mem_zalloc(cap * sizeof *table);
    for (uint32_t s = 1; s <= count; s++) {
        uint32_t i = (uint32_t)entry_of(s)->hash & (cap - 1);
        while (table[i]) i = (i + 1) & (cap - 1);
        table[i] = s;
    }
}

static symbol intern(const char *utf8, size_t n, bool invented) {
    uint64_t hash = hash_bytes(utf8, n);
    pthread_mutex_lock(&lock);
    if (count * 2 >= cap) grow();
    uint32_t i = find(utf8, n, hash);
    if (!table[i]) {
        symbol s = ++count;
        if (!blocks[s / BLOCK]) blocks[s / BLOCK] = mem_zalloc(BLOCK * sizeof(struct entry));
        char *text = arena_alloc(&texts, n + 1);
        if (n) memcpy(text, utf8, n);
        text[n] = '\0';
        *entry_of(s) = (struct entry){text, n, hash, invented};
        table[i] = s;
    }
    symbol s = table[i];
    entry_of(s)->invented &= invented;
    pthread_mutex_unlock(&lock);
    return s;
}

symbol symbol_intern(const char *utf8, size_t n) {
    return intern(utf8, n, false);
}

symbol symbol_invent(const char *utf8, size_t n) {
    return intern(utf8, n, true);
}

bool symbol_invented(symbol s) {
    pthread_mutex_lock(&lock);
    bool invented = entry_of(s)->invented;
    pthread_mutex_unlock(&lock);
    return invented;
}

symbol symbol_of(const char *utf8) {
    return symbol_intern(utf8, strlen(utf8));
}
const char *symbol_text(symbol s) {
    return entry_of(s)->text;
}
size_t symbol_size(symbol s) {
    return entry_of(s)->n;
}
uint32_t symbol_count(void) {
    return count;
}

int symbol_compare(symbol a, symbol b) {
    if (a == b) return 0;
    const struct entry *x = entry_of(a), *y = entry_of(b);
    size_t n = x->n < y->n ? x->n : y->n;
    int c = memcmp(x->text, y->text, n);
    return c ? c : (x->n > y->n) - (x->n < y->n);
}
