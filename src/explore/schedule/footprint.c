// SPDX-License-Identifier: Apache-2.0
#include "explore/schedule/footprint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void footprints_free(struct footprints *f) {
    vec_free(&f->accesses);
    vec_free(&f->first);
    vec_free(&f->same_hash);
    hash_map_free(&f->by_hash);
    vec_free(&f->soft);
    vec_free(&f->conflicts);
    *f = (struct footprints){0};
}

static int compare(const void *pa, const void *pb) {
    const struct access *a = pa, *b = pb;
    if (a->domain != b->domain) return a->domain < b->domain ? -1 : 1;
    if (a->whole != b->whole) return a->whole ? -1 : 1;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    if (a->writes != b->writes) return a->writes ? -1 : 1; // a write hides a read
    if (a->soft != b->soft) return a->soft ? 1 : -1;       // and a soft one
    return a->value < b->value ? -1 : a->value > b->value; // of values, the unknown one comes first
}

static bool same_thing(const struct access *a, const struct access *b) {
    return a->domain == b->domain && a->whole == b->whole && a->key == b->key;
}

static uint32_t end_of(const struct footprints *f, footprint_id id) {
    return id + 1 < f->first.n ? f->first.at[id + 1] : f->accesses.n;
}

// Whether all that conflicts with b conflicts with a, which stands before it.
static bool hides(const struct access *a, const struct access *b) {
    if (!same_thing(a, b)) return false;
    return (a->writes && !a->soft && !a->value) ||
           (a->writes == b->writes && a->soft == b->soft && a->value == b->value);
}

static bool equal(const struct access *a, const struct access *b) {
    return same_thing(a, b) && a->writes == b->writes && a->soft == b->soft && a->value == b->value;
}

static bool is_set(const struct footprints *f, footprint_id id, const struct access *at, uint32_t n) {
    uint32_t first = f->first.at[id];
    if (end_of(f, id) - first != n) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!equal(&f->accesses.at[first + i], &at[i])) return false;
    return true;
}

footprint_id footprint_of(struct footprints *f, struct access *at, uint32_t n) {
    uint32_t kept = 0, id, before = UINT32_MAX;
    uint64_t h = 0;
    if (!n) return 0;
    qsort(at, n, sizeof *at, compare);
    for (uint32_t i = 0; i < n; i++)
        if (!kept || !hides(&at[kept - 1], &at[i])) at[kept++] = at[i];
    for (uint32_t i = 0; i < kept; i++) {
        h = hash_mix(hash_mix(h, at[i].domain), at[i].key);
        h = hash_mix(hash_mix(h, (uint64_t)at[i].whole * 4 + at[i].soft * 2u + at[i].writes), at[i].value);
    }
    if (hash_map_get(&f->by_hash, h, &id)) {
        for (before = id; id != UINT32_MAX; id = f->same_hash.at[id])
            if (is_set(f, id, at, kept)) return id;
    }
    if (!f->first.n) {
        vec_push(&f->first, 0);
        vec_push(&f->same_hash, UINT32_MAX);
        vec_push(&f->soft, false);
    }
    id = f->first.n;
    vec_push(&f->first, f->accesses.n);
    vec_push(&f->same_hash, before);
    vec_push(&f->soft, false);
    for (uint32_t i = 0; i < kept; i++) {
        vec_push(&f->accesses, at[i]);
        vec_last(&f->soft) |= at[i].soft;
    }
    hash_map_put(&f->by_hash, h, id);
    return id;
}

bool footprint_is_soft(const struct footprints *f, footprint_id a) {
    assert(!a || a == FOOTPRINT_ALL || a < f->first.n);
    return a && a != FOOTPRINT_ALL && f->soft.at[a];
}

static bool touch(const struct access *a, const struct access *b) {
    if (a->domain != b->domain || !(a->whole || b->whole || a->key == b->key)) return false;
    if (a->soft && b->soft) return false;
    if (a->writes && b->writes) return !a->value || a->value != b->value;
    return a->writes || b->writes;
}

static bool compare_sets(const struct footprints *f, footprint_id a, footprint_id b) {
    for (uint32_t i = f->first.at[a]; i < end_of(f, a); i++)
        for (uint32_t j = f->first.at[b]; j < end_of(f, b); j++)
            if (touch(&f->accesses.at[i], &f->accesses.at[j])) return true;
    return false;
}

// Forgets the answers, and makes room for those of more sets.
static void know_more(struct footprints *f) {
    f->known = f->known ? f->known * 2 : 32;
    vec_clear(&f->conflicts);
    for (uint32_t i = 0; i < f->known * f->known; i++) vec_push(&f->conflicts, 0);
}

// Pairs of the first sets are looked at once; those are what most events of most runs touch.
bool footprint_conflict(struct footprints *f, footprint_id a, footprint_id b) {
    enum { KNOWN_MOST = 512 };
    if (!a || !b) return false;
    if (a == FOOTPRINT_ALL || b == FOOTPRINT_ALL) return true;
    assert(a < f->first.n && b < f->first.n);
    if (a >= KNOWN_MOST || b >= KNOWN_MOST) return compare_sets(f, a, b);
    while (a >= f->known || b >= f->known) know_more(f);
    uint8_t *known = &f->conflicts.at[a * f->known + b];
    if (!*known) *known = compare_sets(f, a, b) ? 2 : 1;
    return *known == 2;
}
