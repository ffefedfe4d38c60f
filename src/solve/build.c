// SPDX-License-Identifier: Apache-2.0
// Ground terms for the classes, bottom up with an explicit stack. What the query says nothing about keeps the
// parent's value where its type allows that, and is the smallest member of its type otherwise. Terms that
// must differ but came out equal are told apart by deciding at which part they differ.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/numbers.h"
#include "solve/terms.h"

enum { NAMES_MAX = 4000, TABLE_KEPT = 16 };

struct builder {
    struct solver *s;
    bool failed, again;
};

static struct class *class_at(struct solver *s, class_id c) {
    return &s->f->classes.at[c];
}

// The value of a class, or 0 after pushing it.
static expr_id need(struct builder *b, class_id c) {
    struct solver *s = b->s;
    c = class_root(s->f, c);
    if (c >= s->terms->values.n) { // made while building: its facts have to be decided first
        b->again = true;
        return 0;
    }
    if (s->terms->values.at[c]) return s->terms->values.at[c];
    if (s->terms->state.at[c]) b->failed = true; // a term inside itself
    vec_push(&s->terms->build, c);
    return 0;
}

static expr_id need_term(struct builder *b, expr_id term) {
    if (expr_is_ground(b->s->x, term)) return term;
    return need(b, class_of(b->s->f, term));
}

// ---- Picking values that have no parts ----

static bool order_allows(struct solver *s, class_id c, expr_id v) {
    struct facts *f = s->f;
    for (uint32_t i = 0; i < f->orders.n; i++) {
        struct order o = f->orders.at[i];
        if (expr_sort(s->x, o.a) != SORT_TERM) continue;
        class_id a = class_of(f, o.a), b = class_of(f, o.b);
        if (a != c && b != c) continue;
        expr_id va = a == c                   ? v
                     : a < s->terms->values.n ? s->terms->values.at[a]
                                              : 0,
                vb = b == c                   ? v
                     : b < s->terms->values.n ? s->terms->values.at[b]
                                              : 0;
        if (!va || !vb || expr_op(s->x, va) != EXPR_ATOM_OP || expr_op(s->x, vb) != EXPR_ATOM_OP) continue;
        int way = symbol_compare(expr_imm(s->x, va), expr_imm(s->x, vb));
        if (o.most < 0 ? way >= 0 : way > 0) return false;
    }
    return true;
}

static bool may_pick(struct solver *s, class_id c, expr_id v) {
    struct facts *f = s->f;
    if (!class_admits(f, c, v)) return false;
    for (uint32_t l = class_at(s, c)->apart; l; l = f->links.at[l].next) {
        class_id other = class_root(f, f->links.at[l].b);
        if (other < s->terms->values.n && s->terms->values.at[other] &&
            same_ground(f, s->terms->values.at[other], v))
            return false;
    }
    return true;
}

static expr_id atom(struct solver *s, const char *text, size_t n) {
    return expr_atom(s->x, symbol_invent(text, n));
}

static bool try_atom(struct solver *s, class_id c, const char *text, size_t n, expr_id *out) {
    expr_id v = atom(s, text, n);
    if (n > 255 || !may_pick(s, c, v) || !order_allows(s, c, v)) return false;
    *out = v;
    return true;
}

// Names just above and below the atoms that c is compared with.
static bool atom_by_order(struct solver *s, class_id c, expr_id *out) {
    struct facts *f = s->f;
    for (uint32_t i = 0; i < f->orders.n; i++) {
        struct order o = f->orders.at[i];
        if (expr_sort(s->x, o.a) != SORT_TERM) continue;
        class_id a = class_of(f, o.a), b = class_of(f, o.b), other = a == c ? b : b == c ? a : 0;
        if (!other || other >= s->terms->values.n || !s->terms->values.at[other] ||
            expr_op(s->x, s->terms->values.at[other]) != EXPR_ATOM_OP)
            continue;
        symbol name = expr_imm(s->x, s->terms->values.at[other]);
        struct str text = {0};
        bool found = false;
        size_t n = symbol_size(name);
        str_add_n(&text, symbol_text(name), n);
        found = try_atom(s, c, str_text(&text), n, out);
        for (const char *end = "a0 \1"; *end && !found; end++) {
            str_clear(&text);
            str_add_n(&text, symbol_text(name), n);
            str_add_char(&text, *end);
            found = try_atom(s, c, str_text(&text), n + 1, out);
        }
        for (size_t cut = n; cut-- > 0 && !found;) // shorter names are lower, so is a lower last character
            if (((unsigned char)symbol_text(name)[cut] & 0xC0) != 0x80) {
                found = try_atom(s, c, symbol_text(name), cut, out);
                char last = symbol_text(name)[cut];
                if (found || last <= ' ' || last > '~') continue;
                str_clear(&text);
                str_add_n(&text, symbol_text(name), cut);
                str_add_char(&text, last == 'a' ? 'Z' : (char)(last - 1));
                found = try_atom(s, c, str_text(&text), cut + 1, out) ||
                        (str_add_char(&text, 'z'), try_atom(s, c, str_text(&text), cut + 2, out));
            }
        str_free(&text);
        if (found) return true;
    }
    return try_atom(s, c, "", 0, out) || try_atom(s, c, "\1", 1, out);
}

static expr_id pick_atom(struct solver *s, class_id c) {
    expr_id parent = shapes_parent_value(s, c), out;
    if (parent && expr_op(s->x, parent) == EXPR_ATOM_OP && may_pick(s, c, parent) &&
        order_allows(s, c, parent))
        return parent;
    for (uint32_t t = class_at(s, c)->typings; t; t = s->f->typings.at[t].next)
        for (uint32_t i = 0; i < s->f->typings.at[t].n; i++) {
            struct pair p = s->f->pairs.at[s->f->typings.at[t].first + i];
            expr_id v = grammar_alternative(s->g, p.type, p.alt)->literal;
            if (v && expr_op(s->x, v) == EXPR_ATOM_OP && may_pick(s, c, v) && order_allows(s, c, v)) return v;
        }
    for (uint32_t i = 0; i < NAMES_MAX; i++) { // a, b, .. z, a1, b1, ..
        char name[16];
        int n = snprintf(name, sizeof name, i < 26 ? "%c" : "%c%u", 'a' + (char)(i % 26), i / 26);
        if (try_atom(s, c, name, (size_t)n, &out)) return out;
        if (i == 25 && atom_by_order(s, c, &out)) return out;
    }
    return 0;
}

static bool types_accept(struct solver *s, class_id c, expr_id v) {
    for (uint32_t t = class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        bool accepted = typing->any;
        for (uint32_t i = 0; i < typing->n && !accepted; i++)
            accepted = grammar_accepts(s->g, s->f->pairs.at[typing->first + i].type, v);
        if (!accepted) return false;
    }
    return true;
}

static expr_id pick_bits(struct solver *s, class_id c) {
    enum { NUMBERS = 300, STEPS = 12 };
    expr_id parent = shapes_parent_value(s, c);
    for (uint32_t number = 0; number < NUMBERS; number++)
        for (uint32_t step = 0; step < STEPS; step++) {
            expr_id v = bitstrings_make(s, c, parent, step, number);
            if (v && may_pick(s, c, v) && types_accept(s, c, v)) return v;
            if (!v && step > 0) break;
        }
    return 0;
}

static expr_id pick_opaque(struct solver *s, class_id c, enum kind kind) {
    expr_id parent = shapes_parent_value(s, c);
    if (parent && expr_ground_kind(s->x, parent) == kind && may_pick(s, c, parent)) return parent;
    for (uint32_t i = 0; i < NAMES_MAX; i++) {
        expr_id v = expr_opaque(s->x, kind, i);
        if (may_pick(s, c, v)) return v;
    }
    return 0;
}

// ---- Parts the query says nothing about ----

// A value for part `key` of class c: the parent's if the types allow it, else their smallest.
static expr_id fill(struct builder *b, class_id c, uint64_t key, expr_id parent) {
    struct solver *s = b->s;
    type_id types[8];
    uint32_t n = 0;
    for (uint32_t t = class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        type_id part;
        if (typing->any || typing->n == 0) continue;
        struct pair p = s->f->pairs.at[typing->first];
        if (!typing_part(s->f, grammar_alternative(s->g, p.type, p.alt), key, &part))
            b->failed = true;
        else if (part != TYPE_ANY && n < 8)
            types[n++] = part;
    }
    for (uint32_t candidate = 0; candidate <= n && !b->failed; candidate++) {
        expr_id v = candidate == 0 ? parent : grammar_smallest(s->g, types[candidate - 1]);
        bool good = v != 0;
        for (uint32_t i = 0; i < n && good; i++) good = grammar_accepts(s->g, types[i], v);
        if (good) return v;
    }
    if (n == 0) return expr_int_term(s->x, expr_int(s->x, 0));
    if (n == 1 || b->failed || KEY_SORT(key) == KEY_OF_APPLY) {
        b->failed = true;
        return 0;
    }
    class_id part = class_make_child(s->f, c, key); // several types: their meet has to be decided
    class_define(s->f, part);
    b->again = true;
    return 0;
}

static expr_id part(struct builder *b, class_id c, uint64_t key, expr_id parent) {
    struct solver *s = b->s;
    class_id child = class_child(s->f, c, key);
    if (child && class_is_defined(s->f, child)) return need(b, child);
    expr_id built = class_at(s, c)->built;
    if (built && expr_op(s->x, built) == EXPR_CONS_OP)
        return need_term(b, expr_arg(s->x, built, (uint32_t)key));
    if (built && expr_op(s->x, built) == EXPR_TUPLE_OP)
        return need_term(b, expr_arg(s->x, built, KEY_NUMBER(key)));
    return fill(b, c, key, parent);
}

static expr_id make_cons(struct builder *b, class_id c) {
    struct expr_store *x = b->s->x;
    expr_id parent = shapes_parent_value(b->s, c);
    if (parent && expr_op(x, parent) != EXPR_CONS_OP) parent = 0;
    expr_id hd = part(b, c, KEY_HD, parent ? expr_arg(x, parent, 0) : 0);
    expr_id tl = part(b, c, KEY_TL, parent ? expr_arg(x, parent, 1) : EXPR_NIL);
    return hd && tl ? expr_cons(x, hd, tl) : 0;
}

static bool size_allowed(struct solver *s, class_id c, uint32_t size) {
    const struct class *k = class_at(s, c);
    if (size < k->arity_lo || size > k->arity_hi) return false;
    return !class_excludes_shape(s->f, k, size, SHAPE_TUPLE) && typing_has_arity(s->f, k, size, false);
}

static uint32_t tuple_size(struct solver *s, class_id c, expr_id parent) {
    const struct class *k = class_at(s, c);
    uint32_t size;
    int64_t found;
    if (k->arity_lo == k->arity_hi) return k->arity_lo;
    if (conditions_size(s, c, EXPR_TUPLE_SIZE_OP, &found)) return (uint32_t)found;
    if (parent && size_allowed(s, c, expr_count(s->x, parent))) return expr_count(s->x, parent);
    for (size = k->arity_lo; size < k->arity_lo + 1000 && !size_allowed(s, c, size);) size++;
    return size;
}

static expr_id make_tuple(struct builder *b, class_id c) {
    struct solver *s = b->s;
    expr_id parent = shapes_parent_value(s, c), out = 0;
    if (parent && expr_op(s->x, parent) != EXPR_TUPLE_OP) parent = 0;
    enum {
        SIZE_MOST = 100000
    }; // what is larger is no input that anybody would look at, or a VM would soon read
    uint32_t size = tuple_size(s, c, parent);
    if (size > SIZE_MOST) {
        b->failed = true;
        return 0;
    }
    VEC(expr_id) elems = {0};
    bool ready = true;
    for (uint32_t i = 0; i < size; i++) {
        vec_push(&elems, part(b, c, KEY_ELEM(i),
                              parent && i < expr_count(s->x, parent) ? expr_arg(s->x, parent, i) : 0));
        ready = ready && elems.at[i];
    }
    if (ready) out = expr_tuple(s->x, elems.at, size);
    vec_free(&elems);
    return out;
}

// ---- Maps ----

enum { VARIANTS = 12 }; // keys and values tried for a map that must differ from others

struct map_builder {
    VEC(expr_id) pairs;
};

static void map_put(struct map_builder *m, expr_id key, expr_id value) { // value 0: removes
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
    for (uint32_t t = class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        if (s->f->typings.at[t].n == 0) continue;
        expr_id v = grammar_smallest(s->g, s->f->pairs.at[s->f->typings.at[t].first].type);
        if (v && expr_op(s->x, v) == EXPR_MAP_OP) return v;
    }
    return expr_map(s->x, NULL, 0);
}

// The chosen alternatives may be others than the base was made for.
static bool association_allowed(struct solver *s, class_id c, expr_id key, expr_id value) {
    for (uint32_t t = class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
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
    for (uint32_t t = class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
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
    for (uint32_t l = class_at(s, c)->keys; l; l = s->f->links.at[l].next)
        if (s->f->links.at[l].b == key) return absent_too || s->f->links.at[l].a;
    return false;
}

// The alternative chosen for a map; NULL: any term is allowed.
static const struct alternative *map_alternative(struct solver *s, class_id c) {
    for (uint32_t t = class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
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
        if (may_pick(s, c, v) && types_accept(s, c, v)) return v;
    }
    map_put(m, key, old);
    return 0;
}

// A map that is excluded as a whole gets an association more or less, or another value.
static expr_id vary_map(struct solver *s, class_id c, struct map_builder *m) {
    const struct alternative *a = map_alternative(s, c);
    expr_id v = expr_map(s->x, m->pairs.at, m->pairs.n / 2);
    if (may_pick(s, c, v)) return v;
    for (uint32_t l = class_at(s, c)->keys; l; l = s->f->links.at[l].next)
        if (!expr_is_ground(s->x, s->f->links.at[l].b)) return 0;
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
    uint32_t lo = class_at(s, c)->map_lo, hi = class_at(s, c)->map_hi;
    for (uint32_t i = 0; i < m->pairs.n && m->pairs.n / 2 > hi;) {
        expr_id key = m->pairs.at[i];
        if (is_known_key(s, c, key, false) || is_mandatory(s, c, key))
            i += 2;
        else
            map_put(m, key, 0);
    }
    while (m->pairs.n / 2 < lo && add_association(s, c, m)) continue;
}

static expr_id make_map(struct builder *b, class_id c) {
    struct solver *s = b->s;
    struct facts *f = s->f;
    expr_id built = class_at(s, c)->built, base = map_base(s, c), out = 0;
    struct map_builder m = {0};
    bool ready = true;
    for (uint32_t i = 0; !built && i < expr_count(s->x, base); i += 2)
        if (association_allowed(s, c, expr_arg(s->x, base, i), expr_arg(s->x, base, i + 1)))
            map_put(&m, expr_arg(s->x, base, i), expr_arg(s->x, base, i + 1));
    for (uint32_t i = 0; built && expr_op(s->x, built) == EXPR_MAP_OP && i < expr_count(s->x, built);
         i += 2) {
        expr_id v = need_term(b, expr_arg(s->x, built, i + 1));
        ready = ready && v;
        if (v) map_put(&m, expr_arg(s->x, built, i), v);
    }
    for (uint32_t l = class_at(s, c)->keys; l; l = f->links.at[l].next) {
        expr_id key_term = f->links.at[l].b, key = need_term(b, key_term), value = 0;
        if (key && f->links.at[l].a) {
            class_id child = class_child(f, c, KEY_MAP_GET(key_term));
            for (uint32_t i = 0; i < m.pairs.n; i += 2)
                if (m.pairs.at[i] == key) value = m.pairs.at[i + 1];
            value =
                child && class_is_defined(f, child) ? need(b, child) : fill(b, c, KEY_MAP_GET(key), value);
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

// ---- Functions: tables of what the query applies them to ----

static expr_id fun_default(struct builder *b, class_id c, expr_id parent) {
    struct solver *s = b->s;
    uint32_t n = parent ? expr_count(s->x, parent) : 0;
    return fill(b, c, KEY_APPLY(0), n ? expr_arg(s->x, parent, n - 1) : 0);
}

// Two applications to the same arguments with different results: either the results are equal or some
// argument is not.
static void tell_apart(struct builder *b, expr_id first, expr_id second, class_id r1, class_id r2) {
    struct solver *s = b->s;
    shapes_put(s, (struct option){OPTION_EQUAL, r1, r2, 0, 0});
    for (uint32_t i = 1; i < expr_count(s->x, first); i++) {
        class_id a1 = class_of(s->f, expr_arg(s->x, first, i)),
                 a2 = class_of(s->f, expr_arg(s->x, second, i));
        if (a1 != a2) shapes_put(s, (struct option){OPTION_APART, a1, a2, 0, 0});
    }
    b->again = true;
}

struct table {
    VEC(expr_id) cells; // per entry: arguments, result
    VEC(expr_id) source;
};

static bool same_arguments(const struct table *t, uint32_t entry, const expr_id *args, uint32_t arity) {
    return memcmp(t->cells.at + entry * (arity + 1), args, arity * sizeof *args) == 0;
}

static bool add_entry(struct builder *b, struct table *t, class_id c, struct link application,
                      uint32_t arity) {
    struct solver *s = b->s;
    expr_id e = KEY_NUMBER(application.a);
    class_id result = class_root(s->f, application.b);
    if (!class_is_defined(s->f, result)) return true; // only ever thought of
    VEC(expr_id) row = {0};
    bool ready = true, fresh = true;
    for (uint32_t i = 0; i < arity; i++) {
        vec_push(&row, need_term(b, expr_arg(s->x, e, i + 1)));
        ready = ready && row.at[i];
    }
    vec_push(&row, need(b, result));
    ready = ready && row.at[arity];
    for (uint32_t i = 0; ready && i < t->source.n; i++) {
        if (!same_arguments(t, i, row.at, arity)) continue;
        fresh = false;
        if (t->cells.at[i * (arity + 1) + arity] == row.at[arity]) continue;
        tell_apart(b, t->source.at[i], e, class_child(s->f, c, KEY_APPLY(t->source.at[i])), result);
        ready = false;
    }
    if (ready && fresh) {
        for (uint32_t i = 0; i <= arity; i++) vec_push(&t->cells, row.at[i]);
        vec_push(&t->source, e);
    }
    vec_free(&row);
    return ready;
}

static void keep_old_entries(struct builder *b, struct table *t, class_id c, expr_id parent, uint32_t arity) {
    struct solver *s = b->s;
    uint32_t n = (expr_count(s->x, parent) - 1) / (arity + 1);
    for (uint32_t i = 0; i < n && i < TABLE_KEPT; i++) {
        VEC(expr_id) row = {0};
        for (uint32_t k = 0; k <= arity; k++) vec_push(&row, expr_arg(s->x, parent, i * (arity + 1) + k));
        bool fresh = true;
        for (uint32_t k = 0; k < t->source.n && fresh; k++) fresh = !same_arguments(t, k, row.at, arity);
        if (fresh && fill(b, c, KEY_APPLY(0), row.at[arity]) == row.at[arity]) {
            for (uint32_t k = 0; k <= arity; k++) vec_push(&t->cells, row.at[k]);
            vec_push(&t->source, 0);
        }
        vec_free(&row);
    }
}

static expr_id make_fun(struct builder *b, class_id c) {
    struct solver *s = b->s;
    const struct class *k = class_at(s, c);
    expr_id parent = shapes_parent_value(s, c), out = 0;
    if (parent && (expr_op(s->x, parent) != EXPR_FUN_OP ||
                   (k->fun_arity >= 0 && (int32_t)expr_imm(s->x, parent) != k->fun_arity)))
        parent = 0;
    if (parent && k->fun_arity < 0 && !may_pick(s, c, parent)) parent = 0;
    uint32_t arity = k->fun_arity >= 0 ? (uint32_t)k->fun_arity : parent ? expr_imm(s->x, parent) : 0;
    for (uint32_t tries = 0; k->fun_arity < 0 && tries < 255; tries++) { // any arity that is not excluded
        if (!class_excludes_shape(s->f, k, arity, SHAPE_FUNCTION) && typing_has_arity(s->f, k, arity, true))
            break;
        arity = tries;
        parent = 0;
    }
    struct table t = {0};
    bool ready = true;
    for (uint32_t l = k->children; l && ready; l = s->f->links.at[l].next)
        if (KEY_SORT(s->f->links.at[l].a) == KEY_OF_APPLY)
            ready = add_entry(b, &t, c, s->f->links.at[l], arity);
    expr_id otherwise = ready ? fun_default(b, c, parent) : 0;
    if (otherwise && parent) keep_old_entries(b, &t, c, parent, arity);
    if (otherwise && !b->failed && !b->again) out = expr_fun(s->x, arity, t.cells.at, t.source.n, otherwise);
    vec_free(&t.cells);
    vec_free(&t.source);
    return out;
}

// ---- All of it ----

static expr_id make_number(struct solver *s, class_id c) {
    const struct class *k = class_at(s, c);
    bool is_int = k->kinds == KIND_BIT(KIND_INT);
    expr_id term = k->canon ? k->canon : k->built;
    if (!term) return 0;
    expr_id literal = conditions_value(s, is_int ? expr_ival(s->x, term) : expr_fval(s->x, term));
    if (!literal) return 0;
    return is_int ? expr_int_term(s->x, literal) : expr_float_term(s->x, literal);
}

// An atom whose text the query speaks of: the one with the text that was built.
static expr_id make_atom(struct builder *b, class_id c) {
    class_id text = class_child(b->s->f, c, KEY_TEXT);
    if (!text || !class_is_defined(b->s->f, text)) return pick_atom(b->s, c);
    expr_id list = need(b, text), named = list ? expr_named(b->s->x, list) : 0;
    if (named && expr_op(b->s->x, named) != EXPR_ATOM_OP)
        b->failed = true; // more characters than atoms may have
    return named;
}

// A composite bit string that is no part of an input: from its arguments.
static expr_id make_composite(struct builder *b, expr_id built) {
    struct solver *s = b->s;
    VEC(expr_id) args = {0};
    uint32_t n = expr_op(s->x, built) == EXPR_BITS_PUT_OP ? 1 : expr_count(s->x, built);
    bool ready = true;
    for (uint32_t i = 0; i < n; i++) {
        expr_id a = expr_arg(s->x, built, i);
        vec_push(&args, expr_sort(s->x, a) == SORT_INT ? conditions_value(s, a) : need_term(b, a));
        ready = ready && args.at[i];
    }
    expr_id v = 0;
    if (ready && expr_op(s->x, built) == EXPR_BITS_PUT_OP)
        v = expr_bits_put(s->x, args.at[0], expr_get_field(s->x, expr_arg(s->x, built, 1)));
    else if (ready && expr_op(s->x, built) == EXPR_SLICE_OP)
        v = expr_slice(s->x, args.at[0], args.at[1], args.at[2]);
    else if (ready)
        v = expr_concat(s->x, args.at, n);
    vec_free(&args);
    return v && expr_is_ground(s->x, v) ? v : 0;
}

// No value was allowed: the first one tried is excluded, or that of a class that must differ. With a size or
// fields that are decided, arithmetic has to find others.
static void split_bits(struct builder *b, class_id c, expr_id v) {
    struct solver *s = b->s;
    struct expr_store *x = s->x;
    expr_id t = class_at(s, c)->canon;
    uint64_t size;
    for (uint32_t l = class_at(s, c)->apart; l; l = s->f->links.at[l].next) {
        class_id other = class_root(s->f, s->f->links.at[l].b);
        if (other >= s->terms->values.n || !s->terms->values.at[other] ||
            !same_ground(s->f, s->terms->values.at[other], v))
            continue;
        shapes_put(s, (struct option){OPTION_EXCLUDE, c, 0, v, 0});
        shapes_put(s, (struct option){OPTION_EXCLUDE, other, 0, v, 0});
        b->again = true;
        return;
    }
    expr_get_bits(x, v, &size);
    if (!class_excludes(s->f, c, v) || !t || size > FIELD_WIDTH_MAX) return;
    expr_id length = expr_int_eq(x, expr_unary(x, EXPR_BIT_SIZE_OP, t), expr_int(x, (int64_t)size));
    struct bit_field all = {0, (uint32_t)size, 0};
    expr_id same =
        expr_int_eq(x, expr_ival(x, expr_bits_get(x, t, all)), expr_ival(x, expr_bits_get(x, v, all)));
    shapes_put(s, (struct option){OPTION_ASSUME, 0, 0, length, 0});
    if (size) shapes_put(s, (struct option){OPTION_ASSUME, 0, 0, same, 0});
    b->again = true;
}

static expr_id make_bits(struct builder *b, class_id c) {
    struct solver *s = b->s;
    expr_id built = class_at(s, c)->built;
    bool ready = true;
    if (!class_at(s, c)->canon && built) return make_composite(b, built);
    for (uint32_t l = class_at(s, c)->children; l; l = s->f->links.at[l].next) {
        class_id child = class_root(s->f, s->f->links.at[l].b);
        if (KEY_SORT(s->f->links.at[l].a) != KEY_OF_FIELD || !class_is_defined(s->f, child)) continue;
        if (!need(b, child)) ready = false;
    }
    expr_id v = ready ? pick_bits(s, c) : 0, first;
    if (ready && !v && (first = bitstrings_make(s, c, shapes_parent_value(s, c), 0, 0)))
        split_bits(b, c, first);
    return v;
}

static expr_id make_value(struct builder *b, class_id c) {
    struct solver *s = b->s;
    const struct class *k = class_at(s, c);
    expr_id known = class_value(s->f, c);
    if (known) return known;
    if (k->kinds == 0 || k->kinds & (k->kinds - 1)) return 0;
    enum kind kind = (enum kind)__builtin_ctz(k->kinds);
    switch (kind) {
    case KIND_INT:
    case KIND_FLOAT: return make_number(s, c);
    case KIND_ATOM: return make_atom(b, c);
    case KIND_NIL: return EXPR_NIL;
    case KIND_CONS: return make_cons(b, c);
    case KIND_TUPLE: return make_tuple(b, c);
    case KIND_MAP: return make_map(b, c);
    case KIND_FUN: return make_fun(b, c);
    case KIND_BINARY:
    case KIND_BITSTRING: return make_bits(b, c);
    default: return pick_opaque(s, c, kind);
    }
}

static enum outcome build_class(struct builder *b, class_id c) {
    struct solver *s = b->s;
    vec_clear(&s->terms->build);
    vec_push(&s->terms->build, c);
    while (s->terms->build.n) {
        class_id top = vec_last(&s->terms->build);
        if (s->terms->values.at[top]) {
            s->terms->build.n--;
            continue;
        }
        uint32_t before = s->terms->build.n;
        s->terms->state.at[top] = 1;
        expr_id v = make_value(b, top);
        if (b->failed) return OUTCOME_FAILED;
        if (b->again) return OUTCOME_AGAIN;
        if (!v && s->terms->build.n == before) return OUTCOME_FAILED;
        if (!v) continue;
        s->terms->values.at[top] = v;
        s->terms->build.n = before - 1;
    }
    return OUTCOME_DONE;
}

static uint64_t part_key(enum expr_op op, uint32_t i) {
    return op == EXPR_ATOM_OP ? KEY_TEXT : op == EXPR_CONS_OP ? i : KEY_ELEM(i);
}

// The parts of a value of class c in which it can be told from another; of atoms the text, if that matters.
static uint32_t part_count(struct solver *s, class_id c, expr_id v) {
    enum expr_op op = expr_op(s->x, v);
    if (op == EXPR_ATOM_OP) return class_child(s->f, c, KEY_TEXT) != 0;
    return op == EXPR_CONS_OP || op == EXPR_TUPLE_OP ? expr_count(s->x, v) : 0;
}

static expr_id part_value(struct solver *s, expr_id v, uint32_t i) {
    return expr_op(s->x, v) == EXPR_ATOM_OP ? expr_text(s->x, v) : expr_arg(s->x, v, i);
}

// Class c must not be v, but came out so: it differs from v in some part.
static bool split_excluded(struct solver *s, class_id c, expr_id v) {
    enum expr_op op = expr_op(s->x, v);
    uint32_t n = part_count(s, c, v);
    for (uint32_t i = 0; i < n; i++) {
        class_id child = class_make_child(s->f, c, part_key(op, i));
        if (!class_define(s->f, child)) return false;
        shapes_put(s, (struct option){OPTION_EXCLUDE, child, 0, part_value(s, v, i), 0});
    }
    return n || op == EXPR_TUPLE_OP;
}

static bool split_apart(struct solver *s, class_id c, class_id d, expr_id v) {
    enum expr_op op = expr_op(s->x, v);
    uint32_t n = part_count(s, part_count(s, c, v) ? c : d, v);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = part_key(op, i);
        class_id child = class_make_child(s->f, c, key), other = class_make_child(s->f, d, key);
        if (!class_define(s->f, child) || !class_define(s->f, other)) return false;
        shapes_put(s, (struct option){OPTION_APART, child, other, 0, 0});
    }
    return n || op == EXPR_TUPLE_OP;
}

// A tuple whose size was picked here: it has another size, or that one is decided and the parts are looked at
// next time.
static bool split_size(struct solver *s, class_id c, expr_id v) {
    if (expr_op(s->x, v) != EXPR_TUPLE_OP || class_at(s, c)->arity_lo == class_at(s, c)->arity_hi)
        return false;
    shapes_put(s, (struct option){OPTION_SIZE, c, 0, expr_count(s->x, v), 1});
    shapes_put(s, (struct option){OPTION_SIZE, c, 0, expr_count(s->x, v), 0});
    return true;
}

// Some part differs by decision already: that part has to change, not this term.
static bool part_differs(struct solver *s, class_id c, class_id other, expr_id v) {
    struct facts *f = s->f;
    enum expr_op op = expr_op(s->x, v);
    for (uint32_t i = 0, n = part_count(s, c, v); i < n; i++) {
        class_id child = class_child(f, c, part_key(op, i)),
                 twin = other ? class_child(f, other, part_key(op, i)) : 0;
        if (!child) continue;
        if (!other && class_excludes(f, child, part_value(s, v, i))) return true;
        for (uint32_t l = twin ? class_at(s, child)->apart : 0; l; l = f->links.at[l].next)
            if (class_root(f, f->links.at[l].b) == twin) return true;
    }
    return false;
}

// Class c came out as v, which `other` (a class, or 0: the excluded term v) forbids.
static enum outcome tell_from(struct solver *s, class_id c, class_id other, expr_id v) {
    bool put = split_size(s, c, v) || (other && split_size(s, other, v)) ||
               (other ? split_apart(s, c, other, v) : split_excluded(s, c, v));
    if (!put) return OUTCOME_FAILED;
    return s->terms->todo.n && facts_settle(s->f) ? OUTCOME_AGAIN
                                                  : OUTCOME_REFUTED; // {} has no part to differ in
}

static enum outcome check_differences(struct solver *s) {
    struct facts *f = s->f;
    bool violated = false;
    for (class_id c = 1; c < s->terms->values.n; c++) {
        expr_id v = s->terms->values.at[c];
        if (!v || class_root(f, c) != c) continue;
        for (uint32_t l = class_at(s, c)->excluded; l; l = f->links.at[l].next) {
            if (!f->links.at[l].b || !same_ground(f, f->links.at[l].b, v)) continue;
            violated = true;
            if (!part_differs(s, c, 0, f->links.at[l].b)) return tell_from(s, c, 0, f->links.at[l].b);
        }
        for (uint32_t l = class_at(s, c)->apart; l; l = f->links.at[l].next) {
            class_id other = class_root(f, f->links.at[l].b);
            if (other >= s->terms->values.n || !s->terms->values.at[other] ||
                !same_ground(f, s->terms->values.at[other], v))
                continue;
            violated = true;
            if (!part_differs(s, c, other, v)) return tell_from(s, c, other, v);
        }
    }
    return violated ? OUTCOME_FAILED : OUTCOME_DONE;
}

// What was changed fits its type, all else is as in the parent; and the query holds.
static bool model_passes(struct solver *s, const struct model *m) {
    for (uint32_t i = 0; i < s->terms->changed.n; i++) {
        struct binding b = s->terms->changed.at[i];
        if (!b.value || !grammar_accepts(s->g, variables_type(s->variables, b.variable), b.value))
            return false;
    }
    eval_begin(s->terms->check, m);
    for (uint32_t i = 0; i < s->q->n; i++)
        if (eval_bool(s->terms->check, s->q->conditions[i]) != TRUTH_TRUE) return false;
    return true;
}

static int by_variable(const void *left, const void *right) {
    const struct binding *a = left, *b = right;
    return (a->variable > b->variable) - (a->variable < b->variable);
}

// The variables of the query: each has a class. In ascending order.
static void collect_changed(struct solver *s) {
    vec_clear(&s->terms->changed);
    for (class_id c = 1; c < s->terms->values.n; c++) {
        expr_id term = class_at(s, c)->term;
        if (!term || expr_op(s->x, term) != EXPR_VAR_OP) continue;
        struct binding b = {expr_imm(s->x, term), s->terms->values.at[class_root(s->f, c)]};
        vec_push(&s->terms->changed, b);
    }
    if (s->terms->changed.n > 1)
        qsort(s->terms->changed.at, s->terms->changed.n, sizeof *s->terms->changed.at, by_variable);
}

static void give(struct solver *s, struct binding b) {
    if (b.value != variables_otherwise(s->variables, b.variable)) vec_push(&s->terms->model, b);
}

// The parent's bindings with the changed ones over them.
static void merge(struct solver *s) {
    const struct model *parent = s->q->parent;
    uint32_t n = parent ? parent->n : 0, i = 0;
    vec_clear(&s->terms->model);
    for (uint32_t k = 0; k < s->terms->changed.n; k++) {
        struct binding b = s->terms->changed.at[k];
        while (i < n && parent->at[i].variable < b.variable) vec_push(&s->terms->model, parent->at[i++]);
        if (i < n && parent->at[i].variable == b.variable) i++;
        give(s, b);
    }
    while (i < n) vec_push(&s->terms->model, parent->at[i++]);
}

static bool waits_for_lower(struct solver *s, class_id c) {
    struct facts *f = s->f;
    for (uint32_t i = 0; i < f->orders.n; i++) {
        struct order o = f->orders.at[i];
        if (expr_sort(s->x, o.a) != SORT_TERM || class_of(f, o.b) != c) continue;
        class_id lower = class_of(f, o.a);
        if (lower != c && lower < s->terms->values.n && !s->terms->values.at[lower]) return true;
    }
    return false;
}

// Atoms from the lowest up, so that each finds its lower neighbours in place.
static enum outcome build_atoms(struct builder *b) {
    struct solver *s = b->s;
    if (s->f->orders.n == 0) return OUTCOME_DONE;
    for (class_id c = 1; c < s->terms->values.n; c++) // known ones are bounds
        if (class_root(s->f, c) == c && class_at(s, c)->value) s->terms->values.at[c] = class_at(s, c)->value;
    for (bool changed = true; changed;) {
        changed = false;
        for (class_id c = 1; c < s->terms->values.n; c++) {
            const struct class *k = class_at(s, c);
            if (class_root(s->f, c) != c || !k->defined || k->kinds != KIND_BIT(KIND_ATOM) ||
                s->terms->values.at[c])
                continue;
            if (waits_for_lower(s, c)) continue;
            enum outcome r = build_class(b, c);
            if (r != OUTCOME_DONE) return r;
            changed = true;
        }
    }
    return OUTCOME_DONE;
}

enum outcome build_model(struct solver *s) {
    struct builder b = {.s = s};
    vec_clear(&s->terms->values);
    vec_clear(&s->terms->state);
    for (class_id c = 0; c < s->f->classes.n; c++) {
        vec_push(&s->terms->values, 0);
        vec_push(&s->terms->state, 0);
    }
    enum outcome r = build_atoms(&b);
    for (class_id c = 1; c < s->terms->values.n && r == OUTCOME_DONE; c++)
        if (class_root(s->f, c) == c && class_at(s, c)->defined) r = build_class(&b, c);
    if (r == OUTCOME_AGAIN && !facts_settle(s->f)) return OUTCOME_REFUTED;
    if (r == OUTCOME_DONE) r = check_differences(s);
    if (r != OUTCOME_DONE) return r;
    collect_changed(s);
    merge(s);
    struct model model = terms_model(s);
    if (model_passes(s, &model)) return OUTCOME_DONE;
    s->stats.rejected++;
    return OUTCOME_FAILED;
}
