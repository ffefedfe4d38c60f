// SPDX-License-Identifier: Apache-2.0
// Persistent maps: see map.h for the layout. The trie is Bagwell's hash array mapped trie ("Ideal Hash
// Trees", 2001) ordered by the VM's hash, so that iteration order is the VM's too: children from the highest
// way to the lowest.
#include "erlang/term/map.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "erlang/term/phash.h"

enum { WAY_BITS = 4, WAYS = 16, LEVELS_PER_HASH = 8, DEPTH_MAX = 40, VISITS_OF_A_PAIR = 4 };

const struct map map_empty_object __attribute__((aligned(16))) = {{BOX_MAP, 0}, 0, NULL};

uint64_t map_size(term map) {
    return map_of(map)->size;
}

// ---- Flat maps ----
static struct map *flat_alloc(struct arena *a, const term *keys, uint64_t n) {
    assert(n <= MAP_FLAT_MAX);
    struct map *m = arena_alloc(a, sizeof *m + n * sizeof(term));
    m->box = (struct box){BOX_MAP, 0};
    m->size = n;
    m->keys = keys;
    return m;
}

static term flat_term(const struct map *m) {
    term shadow = 0;
    for (uint64_t i = 0; i < m->size; i++) shadow |= m->at[i];
    return (term)(uintptr_t)m | TAG_BOX | (shadow & TERM_SHADOW);
}

term map_flat(struct arena *a, const term *keys, const term *values, uint64_t n) {
    struct map *m = flat_alloc(a, keys, n);
    if (n) memcpy(m->at, values, n * sizeof(term));
    return flat_term(m);
}

static bool is_immediate(term t) {
    return term_is_small(t) || term_tag(t) == TAG_IMM;
}

// The place of a key, or (false) where it belongs.
static bool flat_find(const struct map *m, term key, uint64_t *at) {
    for (uint64_t i = 0; i < m->size; i++) { // equal words first: a pass over one or two cache lines
        if (m->keys[i] == key) {
            *at = i;
            return true;
        }
    }
    uint64_t low = 0, high = m->size;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        int c = term_compare_keys(m->keys[middle], key);
        if (c == 0) {
            *at = middle;
            return true;
        }
        if (c < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *at = low;
    return false;
}

static bool flat_get(const struct map *m, term key, term *value) {
    if (is_immediate(key)) {
        for (uint64_t i = 0; i < m->size; i++) {
            if (m->keys[i] == key) {
                *value = m->at[i];
                return true;
            }
        }
        return false;
    }
    uint64_t at;
    if (!flat_find(m, key, &at)) return false;
    *value = m->at[at];
    return true;
}

// ---- The trie ----
// Hash of a key at a level: after eight levels the 32 bits are used up.
static uint32_t hash_at(term key, unsigned level) {
    return phash_map(key, level / LEVELS_PER_HASH) >> level % LEVELS_PER_HASH * WAY_BITS;
}

// Without the instruction for it, which not every x86-64 has, the compiler's own calls a function.
static unsigned ones(uint64_t bitmap) {
    uint32_t x = (uint32_t)bitmap; // WAYS bits
    x -= x >> 1 & 0x5555;
    x = (x & 0x3333) + (x >> 2 & 0x3333);
    x = (x + (x >> 4)) & 0x0F0F;
    return (x + (x >> 8)) & 31;
}

static unsigned place(uint64_t bitmap, unsigned way) {
    return ones(bitmap & (((uint64_t)1 << way) - 1));
}

static unsigned children(const struct map_node *n) {
    return ones(n->bitmap);
}

static term node_term(const struct map_node *n) {
    term shadow = 0;
    for (unsigned i = 0, count = children(n); i < count; i++) shadow |= n->at[i];
    return (term)(uintptr_t)n | MAP_NODE | (shadow & TERM_SHADOW);
}

static struct map_node *node_alloc(struct arena *a, uint64_t bitmap) {
    unsigned n = ones(bitmap);
    struct map_node *node = arena_alloc(a, sizeof *node + n * sizeof(term));
    node->bitmap = bitmap;
    return node;
}

static struct map_node *node_copy(struct arena *a, const struct map_node *n) {
    return arena_copy(a, n, sizeof *n + children(n) * sizeof(term));
}

static struct map_node *node_with(struct arena *a, const struct map_node *n, unsigned way, term child) {
    unsigned at = place(n->bitmap, way), count = children(n);
    struct map_node *more = node_alloc(a, n->bitmap | (uint64_t)1 << way);
    memcpy(more->at, n->at, at * sizeof(term));
    more->at[at] = child;
    memcpy(more->at + at + 1, n->at + at, (count - at) * sizeof(term));
    return more;
}

static struct map_node *node_without(struct arena *a, const struct map_node *n, unsigned way) {
    unsigned at = place(n->bitmap, way), count = children(n);
    struct map_node *less = node_alloc(a, n->bitmap & ~((uint64_t)1 << way));
    memcpy(less->at, n->at, at * sizeof(term));
    memcpy(less->at + at, n->at + at + 1, (count - at - 1) * sizeof(term));
    return less;
}

static bool trie_get(term child, term key, term *value) {
    uint32_t hash = phash_map(key, 0);
    for (unsigned level = 0; map_child_is_node(child); level++) {
        if (level && level % LEVELS_PER_HASH == 0) hash = hash_at(key, level);
        const struct map_node *n = map_node_of(child);
        unsigned way = hash % WAYS;
        if (!(n->bitmap >> way & 1)) return false;
        child = n->at[place(n->bitmap, way)];
        hash >>= WAY_BITS;
    }
    if (!term_equal(term_hd(child), key)) return false;
    *value = term_tl(child);
    return true;
}

// The way down to a key: the places of the nodes' words, so that shadows can be put right on the way back.
struct path {
    term *slot[DEPTH_MAX];
    unsigned n;
};

static void path_push(struct path *p, term *slot) {
    assert(p->n < DEPTH_MAX);
    p->slot[p->n++] = slot;
}

static void path_shadows(const struct path *p) {
    for (unsigned i = p->n; i-- > 0;) *p->slot[i] = node_term(map_node_of(*p->slot[i]));
}

// Two leaves in the place of one.
static void split(struct arena *a, struct path *p, term *slot, unsigned level, term old, uint32_t hash,
                  term leaf) {
    uint32_t other = hash_at(term_hd(old), level);
    for (;;) {
        if (term_visits_left < 0) other = ~hash; // of walks that ended early: they may never differ
        if (hash % WAYS != other % WAYS) break;
        struct map_node *n = node_alloc(a, (uint64_t)1 << hash % WAYS);
        *slot = (term)(uintptr_t)n | MAP_NODE;
        path_push(p, slot);
        slot = n->at;
        level++;
        hash >>= WAY_BITS;
        other >>= WAY_BITS;
        if (level % LEVELS_PER_HASH == 0) {
            hash = hash_at(term_hd(leaf), level);
            other = hash_at(term_hd(old), level);
        }
    }
    unsigned way = hash % WAYS, other_way = other % WAYS;
    struct map_node *n = node_alloc(a, (uint64_t)1 << way | (uint64_t)1 << other_way);
    n->at[way > other_way] = leaf;
    n->at[way < other_way] = old;
    *slot = node_term(n);
}

// Puts a pair below *root. fresh: nodes may be changed in place (they are nobody else's). True: the key is
// new.
static bool trie_put(struct arena *a, term *root, term key, term value, bool fresh) {
    uint32_t hash = phash_map(key, 0);
    term *slot = root;
    bool shadows = ((*root | value) & TERM_SHADOW) != 0, is_new = true;
    struct path path = {.n = 0};
    for (unsigned level = 0;; level++) {
        if (level && level % LEVELS_PER_HASH == 0) hash = hash_at(key, level);
        term child = *slot;
        if (!map_child_is_node(child)) {
            if (term_equal(term_hd(child), key)) {
                *slot = term_cons(a, term_hd(child), value);
                is_new = false;
            } else {
                split(a, &path, slot, level, child, hash, term_cons(a, key, value));
            }
            break;
        }
        struct map_node *n = map_node_of(child);
        unsigned way = hash % WAYS;
        path_push(&path, slot);
        if (!(n->bitmap >> way & 1)) {
            n = node_with(a, n, way, term_cons(a, key, value));
            *slot = (term)(uintptr_t)n | MAP_NODE;
            break;
        }
        if (!fresh) n = node_copy(a, n);
        *slot = (term)(uintptr_t)n | MAP_NODE;
        slot = &n->at[place(n->bitmap, way)];
        hash >>= WAY_BITS;
    }
    if (shadows) path_shadows(&path);
    return is_new;
}

static term trie_term(struct arena *a, term root, uint64_t size) {
    struct map *m = arena_alloc(a, sizeof *m + sizeof(term));
    m->box = (struct box){BOX_MAP, 1};
    m->size = size;
    m->keys = NULL;
    m->at[0] = root;
    return (term)(uintptr_t)m | TAG_BOX | (root & TERM_SHADOW);
}

// A trie from pairs, later ones winning; *size: distinct keys.
static term trie_build(struct arena *a, const term *keys, const term *values, uint64_t n, uint64_t *size) {
    term root = (term)(uintptr_t)node_alloc(a, 0) | MAP_NODE;
    *size = 0;
    for (uint64_t i = 0; i < n && term_visits(VISITS_OF_A_PAIR); i++)
        *size += trie_put(a, &root, keys[i], values[i], true);
    return root;
}

// ---- Both ----
bool map_get(term map, term key, term *value) {
    const struct map *m = map_of(map);
    return m->box.n ? trie_get(m->at[0], key, value) : flat_get(m, key, value);
}

static term flat_put(struct arena *a, const struct map *m, term key, term value) {
    uint64_t at;
    if (flat_find(m, key, &at)) {
        struct map *copy = flat_alloc(a, m->keys, m->size);
        memcpy(copy->at, m->at, m->size * sizeof(term));
        copy->at[at] = value;
        return flat_term(copy);
    }
    if (m->size == MAP_FLAT_MAX) {
        uint64_t size;
        term root = trie_build(a, m->keys, m->at, m->size, &size);
        trie_put(a, &root, key, value, true);
        return trie_term(a, root, size + 1);
    }
    term *keys = arena_alloc(a, (m->size + 1) * sizeof(term));
    struct map *more = flat_alloc(a, keys, m->size + 1);
    if (at) {
        memcpy(keys, m->keys, at * sizeof(term));
        memcpy(more->at, m->at, at * sizeof(term));
    }
    keys[at] = key;
    more->at[at] = value;
    if (at < m->size) {
        memcpy(keys + at + 1, m->keys + at, (m->size - at) * sizeof(term));
        memcpy(more->at + at + 1, m->at + at, (m->size - at) * sizeof(term));
    }
    return flat_term(more);
}

term map_put(struct arena *a, term map, term key, term value) {
    assert(!term_shadowed(key));
    const struct map *m = map_of(map);
    if (!m->box.n) return flat_put(a, m, key, value);
    term root = m->at[0];
    bool is_new = trie_put(a, &root, key, value, false);
    return trie_term(a, root, m->size + is_new);
}

// Sorts by insertion with binary search; of equal keys the later value wins.
static uint64_t insert_sorted(const term *keys, const term *values, uint64_t n, term *ks, term *vs) {
    uint64_t size = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t low = 0, high = size;
        if (size && term_compare_keys(ks[size - 1], keys[i]) < 0) low = size; // often in order already
        bool found = false;
        while (low < high && !found) {
            uint64_t middle = (low + high) / 2;
            int c = term_compare_keys(ks[middle], keys[i]);
            if (c == 0) {
                found = true;
                vs[middle] = values[i];
            } else if (c < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (found) continue;
        memmove(ks + low + 1, ks + low, (size - low) * sizeof(term));
        memmove(vs + low + 1, vs + low, (size - low) * sizeof(term));
        ks[low] = keys[i];
        vs[low] = values[i];
        size++;
    }
    return size;
}

static term flat_from_pairs(struct arena *a, const term *keys, const term *values, uint64_t n) {
    if (n == 0) return map_empty;
    term *ks = arena_alloc(a, n * sizeof(term)), vs[MAP_FLAT_MAX];
    uint64_t size = insert_sorted(keys, values, n, ks, vs);
    return map_flat(a, ks, vs, size);
}

// The flat map of what is below a trie's root.
static term flatten(struct arena *a, term root, uint64_t size) {
    assert(size <= MAP_FLAT_MAX);
    term keys[MAP_FLAT_MAX], values[MAP_FLAT_MAX];
    map_items(trie_term(a, root, size), keys, values);
    return flat_from_pairs(a, keys, values, size);
}

term map_from_pairs(struct arena *a, const term *keys, const term *values, uint64_t n) {
    if (n <= MAP_FLAT_MAX) return flat_from_pairs(a, keys, values, n);
    uint64_t size;
    term root = trie_build(a, keys, values, n, &size);
    return size <= MAP_FLAT_MAX ? flatten(a, root, size) : trie_term(a, root, size);
}

static term flat_remove(struct arena *a, const struct map *m, uint64_t at) {
    if (m->size == 1) return map_empty;
    uint64_t n = m->size - 1;
    term *keys = arena_alloc(a, n * sizeof(term));
    struct map *less = flat_alloc(a, keys, n);
    memcpy(keys, m->keys, at * sizeof(term));
    memcpy(keys + at, m->keys + at + 1, (n - at) * sizeof(term));
    memcpy(less->at, m->at, at * sizeof(term));
    memcpy(less->at + at, m->at + at + 1, (n - at) * sizeof(term));
    return flat_term(less);
}

// Removes a key that is there; false: it was not found again, as visits ran out. Nodes left with a single
// leaf (but for the root) give way to it, so that equal maps keep equal tries.
static bool trie_remove(struct arena *a, term *root, term key) {
    uint32_t hash = phash_map(key, 0);
    struct path path = {.n = 0};
    term *slot = root;
    unsigned way = 0;
    for (unsigned level = 0; map_child_is_node(*slot); level++) {
        if (level && level % LEVELS_PER_HASH == 0) hash = hash_at(key, level);
        struct map_node *n = node_copy(a, map_node_of(*slot));
        *slot = (term)(uintptr_t)n | MAP_NODE;
        path_push(&path, slot);
        way = hash % WAYS;
        if (!(n->bitmap >> way & 1)) {
            assert(term_visits_left < 0);
            return false;
        }
        slot = &n->at[place(n->bitmap, way)];
        hash >>= WAY_BITS;
    }
    term *last = path.slot[path.n - 1];
    *last = (term)(uintptr_t)node_without(a, map_node_of(*last), way) | MAP_NODE;
    while (path.n > 1) {
        const struct map_node *n = map_node_of(*path.slot[path.n - 1]);
        if (children(n) != 1 || map_child_is_node(n->at[0])) break;
        *path.slot[--path.n] = n->at[0];
    }
    path_shadows(&path);
    return true;
}

term map_remove(struct arena *a, term map, term key) {
    const struct map *m = map_of(map);
    uint64_t at;
    if (!m->box.n) return flat_find(m, key, &at) ? flat_remove(a, m, at) : map;
    term value, root = m->at[0];
    if (!trie_get(root, key, &value) || !trie_remove(a, &root, key)) return map;
    return m->size - 1 <= MAP_FLAT_MAX ? flatten(a, root, m->size - 1) : trie_term(a, root, m->size - 1);
}

// ---- Iteration ----
// Flat: stack[0] is the map and index[0] the next pair. Trie: a stack of nodes, with the number of children
// left in each.
void map_iterate(struct map_iterator *i, term map) {
    const struct map *m = map_of(map);
    i->depth = m->box.n ? 1 : 0;
    i->stack[0] = m;
    i->index[0] = 0;
    if (!m->box.n) return;
    i->stack[0] = map_node_of(m->at[0]);
    i->index[0] = children(i->stack[0]);
}

static bool trie_next(struct map_iterator *i, term *key, term *value) {
    while (i->depth) {
        const struct map_node *n = i->stack[i->depth - 1];
        if (i->index[i->depth - 1] == 0) {
            i->depth--;
            continue;
        }
        term child = n->at[--i->index[i->depth - 1]];
        if (!map_child_is_node(child)) {
            *key = term_hd(child);
            *value = term_tl(child);
            return true;
        }
        assert(i->depth < DEPTH_MAX);
        i->stack[i->depth] = map_node_of(child);
        i->index[i->depth++] = children(map_node_of(child));
    }
    i->depth = -1;
    return false;
}

bool map_next(struct map_iterator *i, term *key, term *value) {
    if (i->depth > 0) return trie_next(i, key, value);
    if (i->depth < 0) return false;
    const struct map *m = i->stack[0];
    if (i->index[0] == m->size) return false;
    *key = m->keys[i->index[0]];
    *value = m->at[i->index[0]++];
    return true;
}

void map_items(term map, term *keys, term *values) {
    struct map_iterator i;
    term key, value;
    map_iterate(&i, map);
    for (uint64_t n = 0; map_next(&i, &key, &value); n++) {
        if (keys) keys[n] = key;
        if (values) values[n] = value;
    }
}
