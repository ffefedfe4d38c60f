// SPDX-License-Identifier: Apache-2.0
// How many associations a map can have, by what is known of its keys and by its types.
#include <assert.h>

#include "solve/facts/classes.h"

static uint32_t add(uint32_t a, uint32_t b) {
    return a == UINT32_MAX || b == UINT32_MAX ? UINT32_MAX : a + b;
}

// How many terms the type has; UINT32_MAX: many, or no end of them.
static uint32_t members(const struct facts *f, type_id type) {
    enum { MOST = 1000 };
    uint32_t n = 0, alternatives = grammar_count(f->g, type);
    for (uint32_t i = 0; type != TYPE_ANY && i < alternatives && n <= MOST; i++) {
        const struct alternative *a = grammar_alternative(f->g, type, i);
        uint64_t values;
        if (a->head == ALT_LITERAL)
            n++;
        else if (a->head == ALT_INT && interval_count(alternative_range(a), MOST, &values))
            n += (uint32_t)values;
        else if (a->head == ALT_BITS && !a->unit && a->base < 10)
            n += 1u << a->base;
        else
            return UINT32_MAX;
    }
    return type == TYPE_ANY || n > MOST ? UINT32_MAX : n;
}

static bool is_present(const struct facts *f, const struct class *k, expr_id key, bool present) {
    for (uint32_t l = k->keys; l; l = f->links.at[l].next)
        if (f->links.at[l].term == key) return (f->links.at[l].present == 1) == present;
    return false;
}

uint32_t map_present(const struct facts *f, const struct class *k) {
    uint32_t n = 0;
    for (uint32_t l = k->keys; l; l = f->links.at[l].next)
        n += f->links.at[l].present && expr_is_ground(f->x, f->links.at[l].term);
    return n;
}

void map_bounds(const struct facts *f, const struct class *k, const struct alternative *a, uint32_t *least,
                uint32_t *most) {
    assert(a->head == ALT_MAP);
    *least = map_present(f, k);
    *most = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const struct map_field *field = &a->fields[i];
        *most = add(*most, members(f, field->key));
        if (!field->mandatory || grammar_count(f->g, field->key) != 1) continue;
        const struct alternative *only = grammar_alternative(f->g, field->key, 0);
        *least += only->head == ALT_LITERAL && !is_present(f, k, only->literal, true);
    }
    for (uint32_t l = k->keys; l && *most != UINT32_MAX; l = f->links.at[l].next) {
        bool allowed = false;
        if (f->links.at[l].present || !expr_is_ground(f->x, f->links.at[l].term)) continue;
        for (uint32_t i = 0; i < a->n && !allowed; i++)
            allowed = grammar_accepts(f->g, a->fields[i].key, f->links.at[l].term);
        *most -= allowed && *most > 0;
    }
}

void map_bounds_typed(const struct facts *f, const struct class *k, uint32_t *least, uint32_t *most) {
    uint32_t present = map_present(f, k);
    *least = present > k->map_lo ? present : k->map_lo;
    *most = k->map_hi;
    for (uint32_t t = k->typings; t; t = f->typings.at[t].next) {
        const struct typing *typing = &f->typings.at[t];
        uint32_t lo = UINT32_MAX, hi = 0, one_lo, one_hi;
        for (uint32_t i = 0; i < typing->n; i++) {
            struct pair p = f->pairs.at[typing->first + i];
            const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
            if (a->head == ALT_MAP)
                map_bounds(f, k, a, &one_lo, &one_hi);
            else if (a->head == ALT_LITERAL && expr_op(f->x, a->literal) == EXPR_MAP_OP)
                one_lo = one_hi = expr_count(f->x, a->literal) / 2;
            else
                continue;
            if (one_lo < lo) lo = one_lo;
            if (one_hi > hi) hi = one_hi;
        }
        if (typing->any || typing->n == 0 || lo == UINT32_MAX) continue;
        if (lo > *least) *least = lo;
        if (hi < *most) *most = hi;
    }
}

bool class_narrow_map(struct facts *f, class_id c, uint32_t lo, uint32_t hi) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    if (lo <= k->map_lo && hi >= k->map_hi) return true;
    if (lo > k->map_lo) k->map_lo = lo;
    if (hi < k->map_hi) k->map_hi = hi;
    if (k->map_lo > k->map_hi) return class_narrow_kinds(f, c, KINDS_ALL & ~KIND_BIT(KIND_MAP));
    class_touch(f, c);
    return k->kinds != KIND_BIT(KIND_MAP) || map_present(f, k) <= k->map_hi || facts_fail(f);
}
