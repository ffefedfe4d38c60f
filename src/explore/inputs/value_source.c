// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/value_source.h"

#include <assert.h>

enum {
    ELEMENTS_MAX = 8,     // of a sequence, most of the time
    VARIABLES_MAX = 1000, // of an input, beyond which sequences are empty
    BASE_IN_TEN = 7,      // values that the base gives
    OTHER_EVERY = 4,      // seldom ones
    PLAIN_NUMBER = 11,
};

struct value_source {
    struct unit *unit;
    struct draws draws;
    enum value_choice values;
    const struct model *base;
    VEC(struct binding) bindings; // sorted
    struct model model;           // of them
    struct text_edit edit;        // VALUES_EDITED
    uint32_t edit_at;             // places until it is made
    bool edited;
    VEC(uint16_t) text; // edited
};

struct value_source *value_source_new(struct unit *u, uint64_t seed) {
    struct value_source *s = mem_zalloc(sizeof *s);
    s->unit = u;
    draws_init(&s->draws, seed);
    return s;
}

void value_source_free(struct value_source *s) {
    if (!s) return;
    draws_free(&s->draws);
    vec_free(&s->bindings);
    vec_free(&s->text);
    mem_free(s);
}

struct draws *value_source_draws(struct value_source *s) {
    return &s->draws;
}

const struct model *value_source_begin(struct value_source *s, enum value_choice values,
                                       const struct model *base) {
    s->values = values;
    s->base = base;
    draws_begin(&s->draws);
    const struct language_drawing *l = s->unit->language->drawing;
    if (values == VALUES_DRAWN && l->tell) l->tell(s->unit, &s->draws.dictionary);
    vec_clear(&s->bindings);
    s->model = (struct model){0, NULL, s->unit->variables};
    return &s->model;
}

const struct model *value_source_begin_edited(struct value_source *s, const struct text_edit *edit,
                                              const struct model *base) {
    value_source_begin(s, VALUES_EDITED, NULL);
    s->edit = *edit;
    s->edit_at = edit->number;
    s->edited = false;
    for (uint32_t i = 0; i < base->n; i++) vec_push(&s->bindings, base->at[i]);
    s->model.at = s->bindings.at;
    s->model.n = s->bindings.n;
    return &s->model;
}

bool value_source_is_edited(const struct value_source *s) {
    return s->edited;
}

const struct model *value_source_model(const struct value_source *s) {
    return &s->model;
}

bool value_source_edits(const struct value_source *s) {
    return s->values == VALUES_EDITED;
}

bool value_source_edit(struct value_source *s, const uint16_t *chars, uint32_t n,
                       struct dictionary_text *out) {
    struct text_place at;
    if (s->edited || !text_edit_place(&s->edit, chars, n, &s->edit_at, &at)) return false;
    s->edited = true;
    vec_reserve(&s->text, text_edit_room(&s->edit, n, &at) + 1);
    *out = (struct dictionary_text){s->text.at, text_edit_apply(&s->edit, chars, n, &at, s->text.at)};
    return true;
}

// ---- Bindings ----

static const struct binding *bound(const struct model *m, uint32_t variable) {
    uint32_t low = 0, high = m ? m->n : 0;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (m->at[mid].variable == variable) return &m->at[mid];
        if (m->at[mid].variable < variable)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

void value_source_bind(struct value_source *s, uint32_t variable, expr_id value) {
    if (s->values == VALUES_EDITED) {
        for (uint32_t i = 0; i < s->bindings.n; i++)
            if (s->bindings.at[i].variable == variable) {
                s->bindings.at[i].value = value;
                return;
            }
    }
    vec_push(&s->bindings, (struct binding){variable, value});
    for (uint32_t i = s->bindings.n - 1; i > 0 && s->bindings.at[i - 1].variable > variable; i--) {
        struct binding b = s->bindings.at[i];
        s->bindings.at[i] = s->bindings.at[i - 1];
        s->bindings.at[i - 1] = b;
    }
    s->model.at = s->bindings.at;
    s->model.n = s->bindings.n;
}

void value_source_bind_integer(struct value_source *s, uint32_t variable, int64_t v) {
    struct expr_store *x = s->unit->exprs;
    value_source_bind(s, variable, expr_int_term(x, expr_int(x, v)));
}

// The value that the base has, most of the time.
static bool bind_from_base(struct value_source *s, uint32_t variable) {
    const struct binding *b = bound(s->base, variable);
    if (!b || s->values == VALUES_EDITED || draws_below(&s->draws, 10) >= BASE_IN_TEN) return false;
    value_source_bind(s, variable, b->value);
    return true;
}

bool value_source_asks(struct value_source *s, uint32_t variable) {
    return s->values != VALUES_DEFAULT && s->values != VALUES_EDITED && !bound(&s->model, variable) &&
           !bind_from_base(s, variable);
}

// ---- Values ----

static int64_t fit(struct leaf_type leaf, int64_t v) {
    if (leaf.kind == LEAF_BOOLEAN) return v & 1;
    if (leaf.kind == LEAF_CHARACTER) return (uint16_t)v;
    assert(leaf.bits > 0 && leaf.bits <= 64);
    return (int64_t)((uint64_t)v << (64 - leaf.bits)) >> (64 - leaf.bits);
}

static int64_t draw_integer(struct value_source *s, struct leaf_type leaf) {
    struct draws *d = &s->draws;
    if (s->values == VALUES_PLAIN) return fit(leaf, PLAIN_NUMBER);
    bool character = leaf.kind == LEAF_CHARACTER && draws_below(d, 2);
    return fit(leaf, character ? draws_character(d) : draws_integer(d));
}

void value_source_leaf(struct value_source *s, uint32_t variable, struct leaf_type leaf) {
    if (!value_source_asks(s, variable)) return;
    if (leaf.kind != LEAF_FLOAT) {
        int64_t v = draw_integer(s, leaf);
        if (leaf.kind != LEAF_BOOLEAN) draws_note_integer(&s->draws, v);
        value_source_bind_integer(s, variable, v);
        return;
    }
    double v = s->values == VALUES_PLAIN ? PLAIN_NUMBER : draws_float(&s->draws);
    if (leaf.bits == 32) v = (float)v;
    struct expr_store *x = s->unit->exprs;
    value_source_bind(s, variable, expr_float_term(x, expr_float(x, v)));
}

void value_source_choice(struct value_source *s, uint32_t variable, uint32_t n) {
    if (value_source_asks(s, variable)) value_source_bind_integer(s, variable, draws_below(&s->draws, n));
}

void value_source_seldom(struct value_source *s, uint32_t variable, uint32_t n) {
    if (!value_source_asks(s, variable)) return;
    bool other = !draws_below(&s->draws, OTHER_EVERY);
    value_source_bind_integer(s, variable, other ? draws_below(&s->draws, n) : 0);
}

void value_source_length(struct value_source *s, uint32_t variable) {
    if (!value_source_asks(s, variable)) return;
    uint32_t n = draws_length(&s->draws, ELEMENTS_MAX);
    value_source_bind_integer(s, variable, s->bindings.n > VARIABLES_MAX ? 0 : n);
}

bool value_source_text(struct value_source *s, uint32_t length, struct dictionary_text *out) {
    static const uint16_t plain[] = {'p', 'l', 'a', 'i', 'n', ' ', '1', '1'};
    if (s->values == VALUES_DEFAULT || s->values == VALUES_EDITED || bound(&s->model, length)) return false;
    *out = (struct dictionary_text){plain, sizeof plain / sizeof *plain};
    if (s->values == VALUES_DRAWN) *out = draws_text(&s->draws);
    value_source_bind_integer(s, length, out->n);
    return true;
}
