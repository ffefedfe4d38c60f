// SPDX-License-Identifier: Apache-2.0
// The work that waits: classes become one, what is known of one reaches its neighbours. And what is there
// once it is done: whether all terms are finite, saving and restoring.
#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "solve/facts/classes.h"

enum { CREEP_MAX = 20 };

// ---- Merging ----

static uint32_t concat(struct facts *f, uint32_t a, uint32_t b) {
    assert(a < f->links.n && b < f->links.n);
    if (!a) return b;
    uint32_t last = a;
    while (f->links.at[last].next) last = f->links.at[last].next;
    f->links.at[last].next = b;
    return a;
}

static void merge_children(struct facts *f, class_id into, class_id from) {
    assert(into != from);
    for (uint32_t l = f->classes.at[from].children, next; l; l = next) {
        struct link link = f->links.at[l];
        next = link.next;
        class_id other = class_child(f, into, link.key);
        if (other) {
            facts_wait_equal(f, other, link.class, 0, 0);
        } else {
            f->links.at[l].next = f->classes.at[into].children;
            f->classes.at[into].children = l;
        }
    }
}

static bool is_atom_of_text(enum expr_op op) {
    return op == EXPR_ATOM_OP || op == EXPR_NAMED_OP;
}

// Two constructor terms, at least one not ground, are equal: so are their parts.
static bool equate_built(struct facts *f, expr_id a, expr_id b) {
    assert(!expr_is_ground(f->x, a) || !expr_is_ground(f->x, b));
    struct expr_store *x = f->x;
    enum expr_op op = expr_op(x, a);
    if (is_atom_of_text(op) && is_atom_of_text(expr_op(x, b))) {
        facts_wait_equal(f, 0, 0, expr_text(x, a), expr_text(x, b));
        return true;
    }
    if (op != expr_op(x, b)) return true; // not comparable part by part (literal functions ..)
    if (op == EXPR_CONS_OP || op == EXPR_TUPLE_OP) {
        if (expr_count(x, a) != expr_count(x, b)) return facts_fail(f);
        for (uint32_t i = 0; i < expr_count(x, a); i++)
            if (expr_arg(x, a, i) != expr_arg(x, b, i))
                facts_wait_equal(f, 0, 0, expr_arg(x, a, i), expr_arg(x, b, i));
    } else if (op == EXPR_INT_OP) {
        struct interval ia = facts_interval(f, expr_arg(x, a, 0)), ib = facts_interval(f, expr_arg(x, b, 0));
        return facts_narrow(f, expr_arg(x, a, 0), ib) && facts_narrow(f, expr_arg(x, b, 0), ia);
    }
    return true;
}

void facts_equate(struct facts *f, class_id c, class_id d) {
    if (!class_define(f, class_root(f, c)) || !class_define(f, class_root(f, d))) return; // it is bad now
    facts_wait_equal(f, c, d, 0, 0);
}

static bool merge_keys(struct facts *f, class_id into, uint32_t list) {
    for (uint32_t l = list, next; l; l = next) {
        struct link link = f->links.at[l];
        next = link.next;
        uint32_t m = f->classes.at[into].keys;
        while (m && f->links.at[m].term != link.term) m = f->links.at[m].next;
        if (m && f->links.at[m].present != link.present) return facts_fail(f);
        if (m) continue;
        f->links.at[l].next = f->classes.at[into].keys;
        f->classes.at[into].keys = l;
    }
    return map_present(f, &f->classes.at[into]) <= f->classes.at[into].map_hi || facts_fail(f);
}

static bool keys_agree(struct facts *f, uint32_t list, expr_id value) {
    if (expr_op(f->x, value) != EXPR_MAP_OP) return true;
    for (uint32_t l = list; l; l = f->links.at[l].next) {
        expr_id key = f->links.at[l].term;
        if (!expr_is_ground(f->x, key)) continue;
        if ((expr_map_has(f->x, value, key) == EXPR_TRUE) != (f->links.at[l].present == 1))
            return facts_fail(f);
    }
    return true;
}

static bool still_apart(struct facts *f, class_id c) {
    for (uint32_t l = f->classes.at[c].apart; l; l = f->links.at[l].next)
        if (class_root(f, f->links.at[l].class) == c) return facts_fail(f);
    return true;
}

static void merge_typings(struct facts *f, class_id into, class_id from) {
    assert(into != from);
    uint32_t last = 0;
    for (uint32_t t = f->classes.at[from].typings; t; t = f->typings.at[t].next) {
        f->typings.at[t].owner = into;
        last = t;
    }
    if (!last) return;
    f->typings.at[last].next = f->classes.at[into].typings;
    f->classes.at[into].typings = f->classes.at[from].typings;
}

// Nothing but kinds, ranges and types is known of it.
static bool is_loose(const struct class *k) {
    return !k->value && !k->built && !k->keys && !k->apart && !k->texts && k->fun_arity < 0;
}

static bool merge(struct facts *f, class_id a, class_id b) {
    a = class_root(f, a);
    b = class_root(f, b);
    if (a == b) return true;
    // The same part of two terms that are equal need not be there: the tails of two that are [] are none. As
    // long as neither is known to be, one may stand for both where nothing can contradict; else they stay
    // two, of which less is known.
    bool defined = class_is_defined(f, a) || class_is_defined(f, b);
    if (!defined && !(is_loose(&f->classes.at[a]) && is_loose(&f->classes.at[b]))) return true;
    if (defined && (!class_define(f, a) || !class_define(f, b))) return false;
    if (f->classes.at[a].value && f->classes.at[b].value &&
        !class_same_ground(f, f->classes.at[a].value, f->classes.at[b].value))
        return facts_fail(f);
    if (f->classes.at[b].typings && !f->classes.at[a].typings) { // the typed one stays root
        class_id swap = a;
        a = b;
        b = swap;
    }
    struct class *into = &f->classes.at[a], from = f->classes.at[b];
    expr_id value = into->value ? into->value : from.value;
    if ((into->value && !class_admits(f, b, into->value)) || (from.value && !class_admits(f, a, from.value)))
        return facts_fail(f);
    f->classes.at[b].up = a;
    expr_id built_a = into->built, built_b = from.built;
    if (!into->built) into->built = from.built;
    if (from.canon && (!into->canon || from.canon < into->canon)) into->canon = from.canon;
    into->value = value;
    for (uint32_t l = from.excluded; l; l = f->links.at[l].next) class_note_exclusion(f, a, l);
    into->excluded = concat(f, from.excluded, into->excluded);
    into->shapes = concat(f, into->shapes, from.shapes);
    into->apart = concat(f, into->apart, from.apart);
    into->texts = concat(f, into->texts, from.texts);
    merge_children(f, a, b);
    merge_typings(f, a, b);
    class_touch(f, a);
    if (!merge_keys(f, a, from.keys) || !still_apart(f, a)) return false;
    into = &f->classes.at[a];
    bool no_fun = from.fun_arity >= 0 && into->fun_arity >= 0 && into->fun_arity != from.fun_arity;
    if (from.fun_arity >= 0) into->fun_arity = from.fun_arity;
    if (no_fun && !class_narrow_kinds(f, a, KINDS_ALL & ~KIND_BIT(KIND_FUN))) return false;
    if (!class_narrow_kinds(f, a, from.kinds) || !class_narrow_range(f, a, from.range)) return false;
    if (!class_narrow_arity(f, a, from.arity_lo, from.arity_hi) ||
        !class_narrow_map(f, a, from.map_lo, from.map_hi) || !class_narrow_bits(f, a, from.bits) ||
        !class_narrow_float(f, a, from.flo, from.fhi))
        return false;
    if (f->classes.at[a].excluded && !class_range_changed(f, a)) return false;
    if (f->classes.at[a].typings) typing_ensure(f, a);
    if (value) class_parts_known(f, a, value);
    if (value && !keys_agree(f, f->classes.at[a].keys, value)) return false;
    if (built_a || built_b) class_parts_known(f, a, built_a ? built_a : built_b);
    if (built_a && built_b && !equate_built(f, built_a, built_b)) return false;
    expr_id built = built_a ? built_a : built_b;
    return !value || !built || equate_built(f, value, built);
}

// A text belongs to one atom, which is known once the text is.
static bool derive_atoms(struct facts *f, class_id c) {
    assert(class_is_root(f, c));
    expr_id named = f->classes.at[c].value ? expr_named(f->x, f->classes.at[c].value) : 0;
    class_id first = 0;
    for (uint32_t l = f->classes.at[c].texts; l; l = f->links.at[l].next) {
        class_id atom = class_root(f, f->links.at[l].class);
        if (!f->classes.at[atom].defined) continue;
        if (named && expr_op(f->x, named) != EXPR_ATOM_OP) return facts_fail(f);
        if (named && f->classes.at[atom].value != named && !class_set_value(f, atom, named)) return false;
        if (first && first != atom) facts_wait_equal(f, first, atom, 0, 0);
        first = atom;
    }
    return true;
}

// A change to the class itself: it may have become a known term, and the number inside int(..) is its number.
static bool derive(struct facts *f, class_id c) {
    struct class *k = &f->classes.at[c];
    if (!k->defined) return true; // what holds only if it is defined must not reach other terms
    if (k->kinds == 0) return facts_fail(f);
    if (!k->value && k->kinds == KIND_BIT(KIND_NIL)) return class_set_value(f, c, EXPR_NIL);
    if (k->texts && !derive_atoms(f, c)) return false;
    k = &f->classes.at[c];
    if (!k->value && k->kinds & KINDS_BITS && !bits_class_settle(f, c)) return false;
    k = &f->classes.at[c];
    if (k->built && k->creep < CREEP_MAX && expr_op(f->x, k->built) == EXPR_INT_OP) {
        k->creep++; // X =:= X + 1 would follow itself for ever
        expr_id inside = expr_arg(f->x, k->built, 0);
        struct interval range = facts_interval(f, inside);
        if (!class_narrow_range(f, c, range) || !facts_narrow(f, inside, f->classes.at[c].range))
            return false;
    }
    return true;
}

static bool overdue(struct facts *f) {
    enum { STEPS = 256 }; // between looks at the clock
    if (f->cut || ++f->steps < STEPS) return f->cut;
    f->steps = 0;
    f->cut = stop_is_set(f->stop) || (f->deadline > 0 && clock_now() > f->deadline);
    return f->cut;
}

bool facts_settle(struct facts *f) {
    while (!f->bad && (f->equals.n || f->dirty.n) && !overdue(f)) {
        if (f->equals.n) {
            struct equal e = vec_pop(&f->equals);
            class_id a = e.c ? e.c : class_of(f, e.t);
            class_id b = e.d ? e.d : class_of(f, e.c ? e.t : e.u);
            merge(f, a, b);
            continue;
        }
        class_id c = vec_pop(&f->dirty);
        f->classes.at[c].dirty = false;
        if (class_root(f, c) != c) continue;
        if (f->classes.at[c].typings && !typing_narrow(f, c)) break;
        if (!derive(f, c)) break;
    }
    if (f->bad || f->cut) {
        for (uint32_t i = 0; i < f->dirty.n; i++) f->classes.at[f->dirty.at[i]].dirty = false;
        vec_clear(&f->equals);
        vec_clear(&f->dirty);
    }
    assert(f->equals.n == 0 && f->dirty.n == 0);
    return !f->bad;
}

// ---- Finiteness ----

// Follows the parts of c that are classes; marks are 0 new, 1 on the way down, 2 done.
static bool descend(struct facts *f, class_id top) {
    vec_clear(&f->visit);
    vec_push(&f->visit, top);
    while (f->visit.n) {
        class_id c = vec_last(&f->visit);
        if (f->marks.at[c]) { // all its parts are done, or it was reached twice
            f->marks.at[c] = 2;
            f->visit.n--;
            continue;
        }
        f->marks.at[c] = 1;
        for (uint32_t l = f->classes.at[c].children; l; l = f->links.at[l].next) {
            class_id part = class_root(f, f->links.at[l].class);
            if (KEY_SORT(f->links.at[l].key) == KEY_OF_APPLY || !f->classes.at[part].defined) continue;
            if (f->marks.at[part] == 1) return false;
            if (f->marks.at[part] == 0) vec_push(&f->visit, part);
        }
    }
    return true;
}

bool facts_are_finite(struct facts *f) {
    assert(!f->bad);
    for (class_id c = 1; c < f->classes.n; c++) { // parts of constructors become children
        class_id root = class_root(f, c);
        expr_id built = f->classes.at[root].defined ? f->classes.at[root].built : 0;
        if (!built || (expr_op(f->x, built) != EXPR_CONS_OP && expr_op(f->x, built) != EXPR_TUPLE_OP))
            continue;
        for (uint32_t i = 0; i < expr_count(f->x, built); i++)
            class_make_child(f, root, expr_op(f->x, built) == EXPR_CONS_OP ? i : KEY_ELEM(i));
    }
    if (!facts_settle(f)) return false;
    vec_clear(&f->marks);
    for (class_id c = 0; c < f->classes.n; c++) vec_push(&f->marks, 0);
    for (class_id c = 1; c < f->classes.n; c++)
        if (class_root(f, c) == c && f->classes.at[c].defined && !f->marks.at[c] && !descend(f, c))
            return facts_fail(f);
    return true;
}

// ---- Saving ----

#define SAVED(X)                                                                                             \
    X(0, classes)                                                                                            \
    X(1, links)                                                                                              \
    X(2, typings)                                                                                            \
    X(3, pairs)                                                                                              \
    X(4, known)                                                                                              \
    X(5, orders)                                                                                             \
    X(6, clauses)                                                                                            \
    X(7, exclusions)

static void save_bytes(struct facts_saved *s, const void *at, size_t n) {
    vec_reserve(&s->bytes, s->bytes.n + (uint32_t)n);
    if (n) memcpy(s->bytes.at + s->bytes.n, at, n);
    s->bytes.n += (uint32_t)n;
}

void facts_save(struct facts *f, struct facts_saved *s) {
    assert(!f->bad && f->equals.n == 0 && f->dirty.n == 0);
    vec_clear(&s->bytes);
#define SAVE(i, part)                                                                                        \
    s->n[i] = f->part.n;                                                                                     \
    save_bytes(s, f->part.at, f->part.n * sizeof *f->part.at);
    SAVED(SAVE)
#undef SAVE
}

void facts_restore(struct facts *f, const struct facts_saved *s) {
    const char *at = s->bytes.at;
    f->bad = false;
    vec_clear(&f->equals);
    vec_clear(&f->dirty);
#define RESTORE(i, part)                                                                                     \
    vec_reserve(&f->part, s->n[i]);                                                                          \
    f->part.n = s->n[i];                                                                                     \
    if (s->n[i]) memcpy(f->part.at, at, s->n[i] * sizeof *f->part.at);                                       \
    at += s->n[i] * sizeof *f->part.at;
    SAVED(RESTORE)
#undef RESTORE
    assert(at == s->bytes.at + s->bytes.n);
}
