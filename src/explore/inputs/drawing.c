// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/drawing.h"

#include <assert.h>

#include "explore/inputs/mutation.h"
#include "explore/inputs/value_source.h"

enum { KEPT_MAX = 256 };

struct random_inputs {
    struct unit *unit;
    VEC(struct binding) now;
    VEC(struct model) kept; // their bindings are owned
    struct draws *draws;    // of the source, or `own`
    // A language that finds its variables while it reads an input:
    struct value_source *source;
    // Else:
    struct draws own;
    struct members members;
    uint32_t n; // variables
};

static struct model now(const struct random_inputs *r) {
    return (struct model){r->now.n, r->now.at, r->unit->variables};
}

static void read_drawn(struct random_inputs *r, const struct model *base) {
    struct unit *u = r->unit;
    const struct model *m = value_source_begin(r->source, VALUES_DRAWN, base);
    u->language->drawing->read(u, r->source, m);
    for (uint32_t i = 0; i < m->n; i++) vec_push(&r->now, m->at[i]);
}

// A few mutations of the input; whether there is one.
static bool mutate_sequences(struct random_inputs *r) {
    enum { DRAWS = 20 };
    const struct unit *u = r->unit;
    struct draws *d = r->draws;
    assert(!r->source);
    bool other = false;
    for (uint32_t k = 0, changes = 1 + draws_below(d, 2); r->now.n && k < DRAWS && changes; k++) {
        struct binding *b = &r->now.at[draws_below(d, r->now.n)];
        type_id t = variables_type(u->variables, b->variable);
        expr_id e = draws_below(d, 3) ? mutation_of_sequence(&r->members, b->value)
                                      : mutation_of_part(&r->members, t, b->value); // of the same shape
        if (e == b->value || !grammar_accepts(u->grammar, t, e)) continue;
        b->value = e;
        other = true;
        changes--;
    }
    return other;
}

bool random_grow(struct random_inputs *r, const struct model *from, struct model *out) {
    bool other = true;
    vec_clear(&r->now);
    if (r->source) { // its variables hang together
        read_drawn(r, from);
    } else {
        members_begin(&r->members);
        for (uint32_t i = 0; i < from->n; i++) vec_push(&r->now, from->at[i]);
        other = mutate_sequences(r);
    }
    *out = now(r);
    return other;
}

static bool replace_terms(struct random_inputs *r, const struct model *from, const struct text_edit *edit) {
    struct unit *u = r->unit;
    uint32_t number = edit->number;
    bool other = false;
    for (uint32_t i = 0; i < from->n; i++) {
        struct binding b = from->at[i];
        expr_id e = other ? b.value : text_edit_term(u->exprs, edit, b.value, &number);
        other |= e != b.value;
        b.value = e;
        vec_push(&r->now, b);
    }
    for (uint32_t i = 0; i < from->n && other; i++) {
        type_id t = variables_type(u->variables, r->now.at[i].variable);
        other = r->now.at[i].value == from->at[i].value || grammar_accepts(u->grammar, t, r->now.at[i].value);
    }
    return other;
}

bool random_replace(struct random_inputs *r, const struct model *from, const struct text_edit *edit,
                    struct model *out) {
    bool other;
    vec_clear(&r->now);
    if (r->source) {
        const struct model *m = value_source_begin_edited(r->source, edit, from);
        r->unit->language->drawing->read(r->unit, r->source, m);
        other = value_source_is_edited(r->source);
        for (uint32_t i = 0; i < m->n; i++) vec_push(&r->now, m->at[i]);
    } else {
        other = replace_terms(r, from, edit);
    }
    *out = now(r);
    return other;
}

struct random_inputs *random_new(struct unit *u, uint64_t seed) {
    const struct language_drawing *l = u->language->drawing;
    struct random_inputs *r = mem_zalloc(sizeof *r);
    r->unit = u;
    if (l->read) {
        r->source = value_source_new(u, seed);
        r->draws = value_source_draws(r->source);
        return r;
    }
    r->draws = &r->own;
    draws_init(r->draws, seed);
    r->draws->alike = u->proved;
    r->draws->finite = l->finite;
    r->members = (struct members){.unit = u, .draws = r->draws};
    r->n = variables_count(u->variables);
    if (l->tell) l->tell(u, &r->draws->dictionary);
    return r;
}

void random_free(struct random_inputs *r) {
    if (!r) return;
    if (!r->source) draws_free(&r->own);
    value_source_free(r->source);
    members_free(&r->members);
    for (uint32_t i = 0; i < r->kept.n; i++) mem_free((void *)(uintptr_t)r->kept.at[i].at);
    vec_free(&r->now);
    vec_free(&r->kept);
    mem_free(r);
}

uint64_t random_number(struct random_inputs *r) {
    return rng_draw(&r->draws->rng);
}

// A member of the type, or a mutation of a value (0: none) of it; 0: none was found.
static expr_id draw_value(struct random_inputs *r, type_id t, expr_id value) {
    if (!value) return members_draw(&r->members, t, 0);
    for (uint32_t k = 1 + draws_below(r->draws, 3); k > 0; k--) {
        expr_id e = mutation_of_part(&r->members, t, value);
        if (grammar_accepts(r->unit->grammar, t, e)) value = e;
    }
    return value;
}

static bool draw_members(struct random_inputs *r) {
    members_begin(&r->members);
    bool afresh = r->draws->extreme != 0 || !r->kept.n || !draws_below(r->draws, 3);
    const struct model *base = afresh ? NULL : &r->kept.at[draws_below(r->draws, r->kept.n)];
    assert(!base || base->n == r->n);
    for (uint32_t i = 0; i < r->n; i++) {
        type_id t = variables_type(r->unit->variables, i);
        expr_id value = draw_value(r, t, base ? base->at[i].value : 0);
        if (!value) return false;
        vec_push(&r->now, ((struct binding){i, value}));
    }
    return true;
}

bool random_draw(struct random_inputs *r, struct model *out) {
    vec_clear(&r->now);
    if (r->source) {
        bool from_kept = r->kept.n && draws_below(r->draws, 2);
        read_drawn(r, from_kept ? &r->kept.at[draws_below(r->draws, r->kept.n)] : NULL);
    } else if (!draw_members(r)) {
        return false;
    }
    *out = now(r);
    return true;
}

bool random_is_full(const struct random_inputs *r) {
    return r->kept.n >= KEPT_MAX;
}

void random_keep(struct random_inputs *r) {
    if (random_is_full(r)) return;
    struct binding *copy = mem_alloc((r->now.n + 1) * sizeof *copy);
    for (uint32_t i = 0; i < r->now.n; i++) copy[i] = r->now.at[i];
    vec_push(&r->kept, ((struct model){r->now.n, copy, r->unit->variables}));
}

uint32_t random_kept(const struct random_inputs *r) {
    return r->kept.n;
}

struct model random_kept_at(const struct random_inputs *r, uint32_t i) {
    assert(i < r->kept.n);
    return r->kept.at[i];
}

void random_mark(const struct random_inputs *r, struct expr_sweep *w) {
    const struct dictionary *d = &r->draws->dictionary;
    for (uint32_t i = 0; i < d->terms.n; i++) expr_sweep_mark(w, d->terms.at[i]);
    for (uint32_t i = 0; i < r->kept.n; i++) expr_sweep_mark_model(w, &r->kept.at[i]);
}
