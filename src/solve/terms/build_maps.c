// SPDX-License-Identifier: Apache-2.0
// Maps: the parent's, or a small one, with what the query says of keys; made larger, smaller or otherwise
// different where it must be.
#include <assert.h>

#include "solve/terms/build.h"

enum { VARIANTS = 12 }; // keys and values tried for a map that must differ from others

struct map_builder {
    VEC(expr_id) pairs;
};

static void map_put(struct map_builder *m, expr_id key, expr_id value) { // value 0: removes
    assert(m->pairs.n % 2 == 0);
    for (uint32_t i = 0; i < m->pairs.n; i += 2) {
        if (m->pairs.at[i] != key) continue;
        m->pairs.at[i + 1] = value;
        if (value) return;
        m->pairs.at[i] = m->pairs.at[m->pairs.n - 2];
        m->pairs.at[i + 1] = m->pairs.at[m->pairs.n - 1];
        m->pairs.n -= 2;
        return;
    }
    if (!value) return;
    vec_push(&m->pairs, key);
    vec_push(&m->pairs, value);
}

static expr_id map_base(struct solver *s, class_id c) {
    expr_id parent = shapes_parent_value(s, c);
    if (parent && expr_op(s->x, parent) == EXPR_MAP_OP) return parent;
    for (uint32_t t = ground_class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        if (s->f->typings.at[t].n == 0) continue;
        expr_id v = grammar_smallest(s->g, s->f->pairs.at[s->f->typings.at[t].first].type);
        if (v && expr_op(s->x, v) == EXPR_MAP_OP) return v;
    }
    return expr_map(s->x, NULL, 0);
}

// The chosen alternatives may be others than the base was made for.
static bool association_allowed(struct solver *s, class_id c, expr_id key, expr_id value) {
    for (uint32_t t = ground_class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        if (s->f->typings.at[t].any || s->f->typings.at[t].n == 0) continue;
        struct pair p = s->f->pairs.at[s->f->typings.at[t].first];
        type_id type;
        if (!typing_part(s->f, grammar_alternative(s->g, p.type, p.alt), KEY_MAP_GET(key), &type))
            return false;
        if (!grammar_accepts(s->g, type, value)) return false;
    }
    return true;
}

// Mandatory fields of the chosen alternative that the base lacks.
static void add_mandatory(struct solver *s, class_id c, struct map_builder *m) {
    for (uint32_t t = ground_class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        if (s->f->typings.at[t].any || s->f->typings.at[t].n == 0) continue;
        struct pair p = s->f->pairs.at[s->f->typings.at[t].first];
        const struct alternative *a = grammar_alternative(s->g, p.type, p.alt);
        for (uint32_t i = 0; a->head == ALT_MAP && i < a->n; i++) {
            bool found = !a->fields[i].mandatory;
            for (uint32_t k = 0; k < m->pairs.n && !found; k += 2)
                found = grammar_accepts(s->g, a->fields[i].key, m->pairs.at[k]) &&
                        grammar_accepts(s->g, a->fields[i].value, m->pairs.at[k + 1]);
            if (!found)
                map_put(m, grammar_smallest(s->g, a->fields[i].key),
                        grammar_smallest(s->g, a->fields[i].value));
        }
    }
}

static bool is_known_key(struct solver *s, class_id c, expr_id key, bool absent_too) {
    for (uint32_t l = ground_class_at(s, c)->keys; l; l = s->f->links.at[l].next)
        if (s->f->links.at[l].term == key) return absent_too || s->f->links.at[l].present;
    return false;
}

// The alternative chosen for a map; NULL: any term is allowed.
static const struct alternative *map_alternative(struct solver *s, class_id c) {
    for (uint32_t t = ground_class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        if (s->f->typings.at[t].any || s->f->typings.at[t].n == 0) continue;
        struct pair p = s->f->pairs.at[s->f->typings.at[t].first];
        const struct alternative *a = grammar_alternative(s->g, p.type, p.alt);
        if (a->head == ALT_MAP) return a;
    }
    return NULL;
}

// Another value for a key, or its association removed, so that the map is one that may be. The key is free to
// vary.
static expr_id vary_key(struct solver *s, class_id c, struct map_builder *m, expr_id key, type_id values) {
    expr_id old = 0;
    if (class_child(s->f, c, KEY_MAP_GET(key)) || is_known_key(s, c, key, true)) return 0;
    for (uint32_t k = 0; k < m->pairs.n; k += 2)
        if (m->pairs.at[k] == key) old = m->pairs.at[k + 1];
    for (uint32_t i = 0; i <= VARIANTS; i++) {
        map_put(m, key, i ? grammar_member(s->x, s->g, values, i - 1) : 0);
        expr_id v = expr_map(s->x, m->pairs.at, m->pairs.n / 2);
        if (build_ground_may_be(s, c, v) && build_ground_types_accept(s, c, v)) return v;
    }
    map_put(m, key, old);
    return 0;
}

// A map that is excluded as a whole gets an association more or less, or another value.
static expr_id vary_map(struct solver *s, class_id c, struct map_builder *m) {
    const struct alternative *a = map_alternative(s, c);
    expr_id v = expr_map(s->x, m->pairs.at, m->pairs.n / 2);
    if (build_ground_may_be(s, c, v)) return v;
    for (uint32_t l = ground_class_at(s, c)->keys; l; l = s->f->links.at[l].next)
        if (!expr_is_ground(s->x, s->f->links.at[l].term)) return 0;
    for (uint32_t field = 0; field < (a ? a->n : 1); field++) {
        type_id keys = a ? a->fields[field].key : TYPE_ANY, values = a ? a->fields[field].value : TYPE_ANY;
        for (uint32_t i = 0; i < VARIANTS + m->pairs.n / 2; i++) {
            expr_id key =
                i < VARIANTS ? grammar_member(s->x, s->g, keys, i) : m->pairs.at[2 * (i - VARIANTS)];
            if (key && (v = vary_key(s, c, m, key, values))) return v;
        }
    }
    return 0;
}

static bool has_pair(const struct map_builder *m, expr_id key) {
    for (uint32_t i = 0; i < m->pairs.n; i += 2)
        if (m->pairs.at[i] == key) return true;
    return false;
}

static bool add_association(struct solver *s, class_id c, struct map_builder *m) {
    enum { TRIES = 400 };
    const struct alternative *a = map_alternative(s, c);
    for (uint32_t field = 0; field < (a ? a->n : 1); field++) {
        type_id keys = a ? a->fields[field].key : TYPE_ANY, values = a ? a->fields[field].value : TYPE_ANY;
        for (uint32_t i = 0; i < TRIES; i++) {
            expr_id key = grammar_member(s->x, s->g, keys, i);
            if (!key || has_pair(m, key) || is_known_key(s, c, key, true) ||
                !grammar_accepts(s->g, keys, key))
                continue;
            map_put(m, key, grammar_smallest(s->g, values));
            return true;
        }
    }
    return false;
}

static bool is_mandatory(struct solver *s, class_id c, expr_id key) {
    const struct alternative *a = map_alternative(s, c);
    for (uint32_t i = 0; a && i < a->n; i++)
        if (a->fields[i].mandatory && grammar_accepts(s->g, a->fields[i].key, key)) return true;
    return false;
}

// Associations more or less, until the size is right.
static void fit_size(struct solver *s, class_id c, struct map_builder *m) {
    uint32_t lo = ground_class_at(s, c)->map_lo, hi = ground_class_at(s, c)->map_hi;
    for (uint32_t i = 0; i < m->pairs.n && m->pairs.n / 2 > hi;) {
        expr_id key = m->pairs.at[i];
        if (is_known_key(s, c, key, false) || is_mandatory(s, c, key))
            i += 2;
        else
            map_put(m, key, 0);
    }
    while (m->pairs.n / 2 < lo && add_association(s, c, m)) continue;
}

expr_id build_ground_map(struct builder *b, class_id c) {
    assert(b->s->f->classes.at[c].kinds == KIND_BIT(KIND_MAP));
    struct solver *s = b->s;
    struct facts *f = s->f;
    expr_id built = ground_class_at(s, c)->built, base = map_base(s, c), out = 0;
    struct map_builder m = {0};
    bool ready = true;
    for (uint32_t i = 0; !built && i < expr_count(s->x, base); i += 2)
        if (association_allowed(s, c, expr_arg(s->x, base, i), expr_arg(s->x, base, i + 1)))
            map_put(&m, expr_arg(s->x, base, i), expr_arg(s->x, base, i + 1));
    for (uint32_t i = 0; built && expr_op(s->x, built) == EXPR_MAP_OP && i < expr_count(s->x, built);
         i += 2) {
        expr_id v = build_ground_need_term(b, expr_arg(s->x, built, i + 1));
        ready = ready && v;
        if (v) map_put(&m, expr_arg(s->x, built, i), v);
    }
    for (uint32_t l = ground_class_at(s, c)->keys; l; l = f->links.at[l].next) {
        expr_id key_term = f->links.at[l].term, key = build_ground_need_term(b, key_term), value = 0;
        if (key && f->links.at[l].present) {
            class_id child = class_child(f, c, KEY_MAP_GET(key_term));
            for (uint32_t i = 0; i < m.pairs.n; i += 2)
                if (m.pairs.at[i] == key) value = m.pairs.at[i + 1];
            value = child && class_is_defined(f, child) ? build_ground_need(b, child)
                                                        : build_ground_fill(b, c, KEY_MAP_GET(key), value);
            ready = ready && value;
        }
        ready = ready && key;
        if (key) map_put(&m, key, value);
    }
    if (ready && !built) add_mandatory(s, c, &m);
    if (ready && !built) fit_size(s, c, &m);
    if (ready) out = built ? expr_map(s->x, m.pairs.at, m.pairs.n / 2) : vary_map(s, c, &m);
    vec_free(&m.pairs);
    return out;
}
