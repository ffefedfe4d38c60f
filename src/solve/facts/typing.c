// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

#include "solve/facts/classes.h"

struct interval alternative_range(const struct alternative *a) {
    assert(!a->has_lo || !a->has_hi || mpz_cmp(a->lo, a->hi) <= 0);
    struct interval r = INTERVAL_ALL;
    if (a->has_lo) r = interval_greater(interval_of_mpz(a->lo), false);
    if (a->has_hi) r = interval_meet(r, interval_less(interval_of_mpz(a->hi), false));
    return r;
}

// The leftmost field whose key type takes the key says what is stored under it.
static bool map_part(const struct facts *f, const struct alternative *a, expr_id key, type_id *part) {
    if (!expr_is_ground(f->x, key)) {
        *part = TYPE_ANY;
        return true;
    }
    for (uint32_t i = 0; i < a->n; i++)
        if (grammar_accepts(f->g, a->fields[i].key, key)) {
            *part = a->fields[i].value;
            return true;
        }
    return false;
}

bool typing_part(struct facts *f, const struct alternative *a, uint64_t key, type_id *part) {
    *part = TYPE_ANY;
    switch (a->head) {
    case ALT_CONS:
        if (key > KEY_TL) return false;
        *part = a->parts[key];
        return true;
    case ALT_TUPLE:
        if (KEY_SORT(key) != KEY_OF_ELEM || KEY_NUMBER(key) >= a->n) return false;
        *part = a->parts[KEY_NUMBER(key)];
        return true;
    case ALT_ANY_TUPLE: return KEY_SORT(key) == KEY_OF_ELEM;
    case ALT_MAP: return KEY_SORT(key) == KEY_OF_MAP_GET && map_part(f, a, KEY_NUMBER(key), part);
    case ALT_FUN:
        if (KEY_SORT(key) != KEY_OF_APPLY) return false;
        *part = a->parts[0];
        return true;
    case ALT_ANY_FUN: return KEY_SORT(key) == KEY_OF_APPLY;
    case ALT_ATOM: return key == KEY_TEXT;
    case ALT_BITS: return KEY_SORT(key) == KEY_OF_FIELD;
    case ALT_LITERAL: // its children get the literal's components as values once it is the only one left
        switch (expr_ground_kind(f->x, a->literal)) {
        case KIND_CONS: return KEY_SORT(key) == KEY_OF_CONS;
        case KIND_TUPLE:
            return KEY_SORT(key) == KEY_OF_ELEM && KEY_NUMBER(key) < expr_count(f->x, a->literal);
        case KIND_MAP: return KEY_SORT(key) == KEY_OF_MAP_GET;
        case KIND_FUN: return KEY_SORT(key) == KEY_OF_APPLY;
        case KIND_ATOM: return key == KEY_TEXT;
        case KIND_BINARY:
        case KIND_BITSTRING: return KEY_SORT(key) == KEY_OF_FIELD;
        case KIND_INT:
        case KIND_FLOAT:
        case KIND_REF:
        case KIND_PORT:
        case KIND_PID:
        case KIND_NIL:
        case KIND_COUNT: return false;
        }
        return false;
    case ALT_INT:
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE:
    case ALT_PID:
    case ALT_PORT:
    case ALT_REF: return false;
    }
    return false;
}

// ---- Making typings ----

// Into f->parts: the types that the alternatives of typing `up` allow for its part `key`. True: any term.
static bool collect_parts(struct facts *f, uint32_t up, uint64_t key) {
    vec_clear(&f->parts);
    const struct typing *t = &f->typings.at[up];
    if (t->any) return true;
    bool any = false;
    for (uint32_t i = 0; i < t->n; i++) {
        struct pair p = f->pairs.at[t->first + i];
        type_id part;
        if (!typing_part(f, grammar_alternative(f->g, p.type, p.alt), key, &part)) continue;
        if (part == TYPE_ANY) any = true;
        uint32_t k = 0;
        while (k < f->parts.n && f->parts.at[k] != part) k++;
        if (k == f->parts.n) vec_push(&f->parts, part);
    }
    return any;
}

static void fill_pairs(struct facts *f, uint32_t typing) {
    struct typing *t = &f->typings.at[typing];
    t->first = f->pairs.n;
    for (uint32_t i = 0; i < f->parts.n; i++)
        for (uint32_t k = 0, n = grammar_count(f->g, f->parts.at[i]); k < n; k++)
            vec_push(&f->pairs, (struct pair){f->parts.at[i], k});
    t->n = f->pairs.n - t->first;
}

static void typing_new(struct facts *f, class_id c, uint32_t up, uint64_t key, bool any) {
    uint32_t t = f->typings.n;
    vec_push(&f->typings,
             (struct typing){.owner = c, .up = up, .key = key, .any = any, .next = f->classes.at[c].typings});
    f->classes.at[c].typings = t;
    if (up) {
        f->typings.at[t].sibling = f->typings.at[up].child;
        f->typings.at[up].child = t;
    }
    if (!any) fill_pairs(f, t);
}

void typing_of_variable(struct facts *f, class_id c, type_id type) {
    assert(class_is_root(f, c));
    vec_clear(&f->parts);
    vec_push(&f->parts, type);
    typing_new(f, c, 0, 0, false);
}

// Of the fields of a bit string types say nothing, and there may be thousands.
void typing_ensure_child(struct facts *f, class_id parent, uint64_t key, class_id child) {
    assert(child && child < f->classes.n);
    if (KEY_SORT(key) == KEY_OF_FIELD) return;
    for (uint32_t t = f->classes.at[parent].typings; t; t = f->typings.at[t].next) {
        uint32_t c = f->typings.at[t].child;
        while (c && f->typings.at[c].key != key) c = f->typings.at[c].sibling;
        if (c) continue;
        bool any = collect_parts(f, t, key);
        typing_new(f, child, t, key, any);
        class_touch(f, child);
    }
}

void typing_ensure(struct facts *f, class_id parent) {
    for (uint32_t l = f->classes.at[parent].children; l; l = f->links.at[l].next)
        typing_ensure_child(f, parent, f->links.at[l].key, class_root(f, f->links.at[l].class));
}

// ---- Narrowing ----

static bool arity_excluded(const struct facts *f, const struct class *k, uint32_t arity, enum shape_of of) {
    for (uint32_t l = k->shapes; l; l = f->links.at[l].next)
        if (f->links.at[l].shape == of && f->links.at[l].size == arity) return true;
    return false;
}

// A mandatory field that takes this key alone.
static bool requires_key(const struct facts *f, const struct alternative *a, expr_id key) {
    for (uint32_t i = 0; i < a->n; i++) {
        if (!a->fields[i].mandatory || grammar_count(f->g, a->fields[i].key) != 1) continue;
        const struct alternative *only = grammar_alternative(f->g, a->fields[i].key, 0);
        if (only->head == ALT_LITERAL && only->literal == key) return true;
    }
    return false;
}

static bool map_fits(struct facts *f, const struct class *k, const struct alternative *a) {
    for (uint32_t l = k->keys; l; l = f->links.at[l].next) {
        expr_id key = f->links.at[l].term;
        type_id part;
        if (!expr_is_ground(f->x, key)) continue;
        if (f->links.at[l].present ? !map_part(f, a, key, &part) : requires_key(f, a, key)) return false;
    }
    uint32_t least, most;
    map_bounds(f, k, a, &least, &most);
    return least <= k->map_hi && most >= k->map_lo;
}

enum truth typing_has_key(struct facts *f, const struct class *c, expr_id key) {
    assert(expr_is_ground(f->x, key));
    for (uint32_t t = c->typings; t; t = f->typings.at[t].next) {
        const struct typing *typing = &f->typings.at[t];
        bool may = typing->any, must = !typing->any && typing->n > 0;
        for (uint32_t i = 0; i < typing->n; i++) {
            struct pair p = f->pairs.at[typing->first + i];
            const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
            type_id part;
            bool map = a->head == ALT_MAP;
            must = must && map && requires_key(f, a, key);
            may = may || (map ? map_part(f, a, key, &part) : a->head == ALT_LITERAL);
        }
        if (must) return TRUTH_TRUE;
        if (!may) return TRUTH_FALSE;
    }
    return TRUTH_OPEN;
}

static bool literal_fits(const struct facts *f, class_id c, expr_id literal) {
    assert(expr_is_ground(f->x, literal));
    const struct class *k = &f->classes.at[c];
    enum kind kind = expr_ground_kind(f->x, literal);
    if (!(k->kinds & KIND_BIT(kind))) return false;
    if (k->value) return class_same_ground(f, k->value, literal);
    if (kind == KIND_INT) {
        struct interval i = interval_of_literal(f->x, expr_arg(f->x, literal, 0));
        if (interval_empty(interval_meet(i, k->range))) return false;
    }
    if (KIND_BIT(kind) & KINDS_BITS) {
        uint64_t size;
        expr_get_bits(f->x, literal, &size);
        if (!interval_holds(k->bits, (int64_t)size)) return false;
    }
    return !class_excludes(f, c, literal);
}

static kind_set bits_kinds(const struct alternative *a) {
    kind_set kinds = 0;
    if (a->base % 8 == 0 || a->unit % 8 != 0) kinds |= KIND_BIT(KIND_BINARY);
    if (a->base % 8 != 0 || a->unit % 8 != 0) kinds |= KIND_BIT(KIND_BITSTRING);
    return kinds;
}

static bool head_fits(struct facts *f, class_id c, const struct alternative *a) {
    const struct class *k = &f->classes.at[c];
    switch (a->head) {
    case ALT_INT:
        return k->kinds & KIND_BIT(KIND_INT) &&
               !interval_empty(interval_meet(alternative_range(a), k->range));
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return k->kinds & KIND_BIT(KIND_FLOAT);
    case ALT_ATOM: return k->kinds & KIND_BIT(KIND_ATOM);
    case ALT_LITERAL: return literal_fits(f, c, a->literal);
    case ALT_CONS: return k->kinds & KIND_BIT(KIND_CONS);
    case ALT_TUPLE:
        return k->kinds & KIND_BIT(KIND_TUPLE) && a->n >= k->arity_lo && a->n <= k->arity_hi &&
               !arity_excluded(f, k, a->n, SHAPE_TUPLE);
    case ALT_ANY_TUPLE: return k->kinds & KIND_BIT(KIND_TUPLE);
    case ALT_BITS: {
        int64_t base, unit;
        bits_sizes(f, a, &base, &unit);
        return k->kinds & bits_kinds(a) &&
               !interval_empty(
                   interval_meet(k->bits, unit ? interval_from(base) : interval_between(base, base)));
    }
    case ALT_MAP: return k->kinds & KIND_BIT(KIND_MAP) && map_fits(f, k, a);
    case ALT_FUN:
        return k->kinds & KIND_BIT(KIND_FUN) && (k->fun_arity < 0 || k->fun_arity == (int32_t)a->n) &&
               !arity_excluded(f, k, a->n, SHAPE_FUNCTION);
    case ALT_ANY_FUN: return k->kinds & KIND_BIT(KIND_FUN);
    case ALT_PID: return k->kinds & KIND_BIT(KIND_PID);
    case ALT_PORT: return k->kinds & KIND_BIT(KIND_PORT);
    case ALT_REF: return k->kinds & KIND_BIT(KIND_REF);
    }
    return false;
}

// Can the child typed by c still be a member of `type`?
static bool child_fits(struct facts *f, uint32_t typing, type_id type) {
    const struct typing *c = &f->typings.at[typing];
    if (!c->any) {
        for (uint32_t i = 0; i < c->n; i++)
            if (f->pairs.at[c->first + i].type == type) return true;
        return false;
    }
    const struct class *k = &f->classes.at[class_root(f, c->owner)];
    if (k->value) return grammar_accepts(f->g, type, k->value);
    return grammar_kinds(f->g, type) & k->kinds;
}

static bool parts_fit(struct facts *f, uint32_t typing, const struct alternative *a) {
    for (uint32_t c = f->typings.at[typing].child; c; c = f->typings.at[c].sibling) {
        const struct class *k = &f->classes.at[class_root(f, f->typings.at[c].owner)];
        if (!k->defined) continue;
        type_id part;
        if (!typing_part(f, a, f->typings.at[c].key, &part)) return false;
        if (part != TYPE_ANY && !child_fits(f, c, part)) return false;
    }
    return true;
}

// The parent's alternatives may allow fewer types now.
static bool follow_parent(struct facts *f, uint32_t typing) {
    assert(typing && typing < f->typings.n);
    struct typing *t = &f->typings.at[typing];
    if (!t->up || (!t->any && t->n == 0)) return false;
    if (collect_parts(f, t->up, t->key)) return false;
    if (t->any) {
        t->any = false;
        fill_pairs(f, typing);
        return true;
    }
    uint32_t kept = 0;
    struct pair *pairs = f->pairs.at + t->first;
    for (uint32_t i = 0, k = 0; i < t->n; i++) {
        if (k >= f->parts.n || f->parts.at[k] != pairs[i].type)
            for (k = 0; k < f->parts.n && f->parts.at[k] != pairs[i].type;) k++;
        if (k < f->parts.n) pairs[kept++] = pairs[i];
    }
    bool changed = kept != t->n;
    t->n = kept;
    return changed;
}

static bool filter(struct facts *f, uint32_t typing) {
    assert(typing && typing < f->typings.n);
    struct typing *t = &f->typings.at[typing];
    const struct class *k = &f->classes.at[t->owner];
    bool big_value = k->value && expr_ground_kind(f->x, k->value) > KIND_ATOM && k->value != EXPR_NIL;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        struct pair p = f->pairs.at[t->first + i];
        const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
        if (!head_fits(f, t->owner, a) || !parts_fit(f, typing, a)) continue;
        if (big_value && !grammar_accepts(f->g, p.type, k->value)) continue;
        f->pairs.at[t->first + kept++] = p;
    }
    bool changed = kept != t->n;
    t->n = kept;
    return changed;
}

static void touch_neighbours(struct facts *f, uint32_t typing) {
    const struct typing *t = &f->typings.at[typing];
    if (t->up) class_touch(f, class_root(f, f->typings.at[t->up].owner));
    for (uint32_t c = t->child; c; c = f->typings.at[c].sibling)
        class_touch(f, class_root(f, f->typings.at[c].owner));
}

struct summary {
    kind_set kinds;
    struct interval range;
    uint32_t arity_lo, arity_hi;
    struct interval bits;
    int32_t fun_arity; // -2: nothing seen, -1: several
    expr_id literal;   // the only one, if only_literal
    bool only_literal;
};

static void summarise_tuple(struct summary *s, uint32_t lo, uint32_t hi) {
    if (lo < s->arity_lo) s->arity_lo = lo;
    if (hi > s->arity_hi) s->arity_hi = hi;
}

static void summarise_fun(struct summary *s, int32_t arity) {
    s->fun_arity = s->fun_arity == -2 || s->fun_arity == arity ? arity : -1;
}

static void summarise_literal(const struct facts *f, struct summary *s, expr_id literal) {
    enum kind kind = expr_ground_kind(f->x, literal);
    s->kinds |= KIND_BIT(kind);
    if (kind == KIND_INT)
        s->range = interval_join(s->range, interval_of_literal(f->x, expr_arg(f->x, literal, 0)));
    if (kind == KIND_TUPLE) summarise_tuple(s, expr_count(f->x, literal), expr_count(f->x, literal));
    if (kind == KIND_FUN) summarise_fun(s, -1);
    if (KIND_BIT(kind) & KINDS_BITS) {
        uint64_t size;
        expr_get_bits(f->x, literal, &size);
        s->bits = interval_join(s->bits, interval_between((int64_t)size, (int64_t)size));
    }
    if (s->literal && s->literal != literal) s->only_literal = false;
    s->literal = literal;
}

static void summarise(const struct facts *f, struct summary *s, const struct alternative *a) {
    if (a->head == ALT_LITERAL) {
        summarise_literal(f, s, a->literal);
        return;
    }
    s->only_literal = false;
    switch (a->head) {
    case ALT_INT:
        s->kinds |= KIND_BIT(KIND_INT);
        s->range = interval_join(s->range, alternative_range(a));
        break;
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: s->kinds |= KIND_BIT(KIND_FLOAT); break;
    case ALT_ATOM: s->kinds |= KIND_BIT(KIND_ATOM); break;
    case ALT_CONS: s->kinds |= KIND_BIT(KIND_CONS); break;
    case ALT_TUPLE:
        s->kinds |= KIND_BIT(KIND_TUPLE);
        summarise_tuple(s, a->n, a->n);
        break;
    case ALT_ANY_TUPLE:
        s->kinds |= KIND_BIT(KIND_TUPLE);
        summarise_tuple(s, 0, UINT32_MAX);
        break;
    case ALT_BITS: {
        int64_t base, unit;
        bits_sizes(f, a, &base, &unit);
        s->kinds |= bits_kinds(a);
        s->bits = interval_join(s->bits, unit ? interval_from(base) : interval_between(base, base));
        break;
    }
    case ALT_MAP: s->kinds |= KIND_BIT(KIND_MAP); break;
    case ALT_FUN:
        s->kinds |= KIND_BIT(KIND_FUN);
        summarise_fun(s, (int32_t)a->n);
        break;
    case ALT_ANY_FUN:
        s->kinds |= KIND_BIT(KIND_FUN);
        summarise_fun(s, -1);
        break;
    case ALT_PID: s->kinds |= KIND_BIT(KIND_PID); break;
    case ALT_PORT: s->kinds |= KIND_BIT(KIND_PORT); break;
    case ALT_REF: s->kinds |= KIND_BIT(KIND_REF); break;
    case ALT_LITERAL: break;
    }
}

// What all alternatives that remain have in common.
static bool derive(struct facts *f, class_id c, uint32_t typing) {
    const struct typing *t = &f->typings.at[typing];
    struct summary s = {.range = interval_none(),
                        .bits = interval_none(),
                        .arity_lo = UINT32_MAX,
                        .fun_arity = -2,
                        .only_literal = true};
    for (uint32_t i = 0; i < t->n; i++) {
        struct pair p = f->pairs.at[t->first + i];
        summarise(f, &s, grammar_alternative(f->g, p.type, p.alt));
    }
    if (!class_narrow_kinds(f, c, s.kinds)) return false;
    if (s.kinds & KIND_BIT(KIND_INT) && !class_narrow_range(f, c, s.range)) return false;
    if (s.kinds & KIND_BIT(KIND_TUPLE) && !class_narrow_arity(f, c, s.arity_lo, s.arity_hi)) return false;
    if (s.kinds & KINDS_BITS && !class_narrow_bits(f, c, s.bits)) return false;
    struct class *k = &f->classes.at[c];
    if (s.fun_arity >= 0 && k->fun_arity < 0) k->fun_arity = s.fun_arity;
    if (s.only_literal && s.literal && k->defined && !k->value) return class_set_value(f, c, s.literal);
    return true;
}

// A class that may be any term still bears on its parent's alternatives by its kinds and its value.
static void tell_parent(struct facts *f, uint32_t typing) {
    struct typing *t = &f->typings.at[typing];
    const struct class *k = &f->classes.at[t->owner];
    if (t->seen == k->kinds && t->seen_value == k->value) return;
    t->seen = k->kinds;
    t->seen_value = k->value;
    if (f->typings.at[t->up].n > 1) class_touch(f, class_root(f, f->typings.at[t->up].owner));
}

bool typing_narrow(struct facts *f, class_id c) {
    assert(class_is_root(f, c));
    for (uint32_t t = f->classes.at[c].typings; t; t = f->typings.at[t].next) {
        bool changed = follow_parent(f, t);
        if (f->typings.at[t].any) {
            tell_parent(f, t);
            continue;
        }
        if (filter(f, t)) changed = true;
        if (changed) touch_neighbours(f, t);
        if (!derive(f, c, t)) return false;
    }
    return true;
}

bool typing_choose(struct facts *f, class_id c, uint32_t typing, uint32_t pair) {
    assert(typing && typing < f->typings.n && pair < f->typings.at[typing].n);
    struct typing *t = &f->typings.at[typing];
    assert(class_root(f, t->owner) == c && pair < t->n);
    f->pairs.at[t->first] = f->pairs.at[t->first + pair];
    t->n = 1;
    class_touch(f, c);
    touch_neighbours(f, typing);
    return facts_settle(f);
}

bool typing_has_arity(struct facts *f, const struct class *c, uint32_t arity, bool function) {
    for (uint32_t t = c->typings; t; t = f->typings.at[t].next) {
        const struct typing *typing = &f->typings.at[t];
        bool found = typing->any;
        for (uint32_t i = 0; i < typing->n && !found; i++) {
            struct pair p = f->pairs.at[typing->first + i];
            const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
            if (a->head == ALT_LITERAL)
                found = true;
            else if (function)
                found = a->head == ALT_ANY_FUN || (a->head == ALT_FUN && a->n == arity);
            else
                found = a->head == ALT_ANY_TUPLE || (a->head == ALT_TUPLE && a->n == arity);
        }
        if (!found) return false;
    }
    return true;
}
