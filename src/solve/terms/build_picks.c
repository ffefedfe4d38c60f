// SPDX-License-Identifier: Apache-2.0
// Values that have no parts: atoms, processes and the like, bit strings.
#include <assert.h>
#include <stdio.h>

#include "solve/terms/build.h"

enum { NAMES_MAX = 4000, ATOM_BYTES = 255 };

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

bool build_ground_may_be(struct solver *s, class_id c, expr_id v) {
    assert(expr_is_ground(s->x, v));
    struct facts *f = s->f;
    if (!class_admits(f, c, v)) return false;
    for (uint32_t l = ground_class_at(s, c)->apart; l; l = f->links.at[l].next) {
        class_id other = class_root(f, f->links.at[l].class);
        if (other < s->terms->values.n && s->terms->values.at[other] &&
            class_same_ground(f, s->terms->values.at[other], v))
            return false;
    }
    return true;
}

static expr_id atom(struct solver *s, const char *text, size_t n) {
    return expr_atom(s->x, symbol_invent(text, n));
}

static bool try_atom(struct solver *s, class_id c, const char *text, size_t n, expr_id *out) {
    expr_id v = atom(s, text, n);
    if (n > ATOM_BYTES || !build_ground_may_be(s, c, v) || !order_allows(s, c, v)) return false;
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

expr_id build_ground_pick_atom(struct solver *s, class_id c) {
    expr_id parent = shapes_parent_value(s, c), out;
    if (parent && expr_op(s->x, parent) == EXPR_ATOM_OP && build_ground_may_be(s, c, parent) &&
        order_allows(s, c, parent))
        return parent;
    for (uint32_t t = ground_class_at(s, c)->typings; t; t = s->f->typings.at[t].next)
        for (uint32_t i = 0; i < s->f->typings.at[t].n; i++) {
            struct pair p = s->f->pairs.at[s->f->typings.at[t].first + i];
            expr_id v = grammar_alternative(s->g, p.type, p.alt)->literal;
            if (v && expr_op(s->x, v) == EXPR_ATOM_OP && build_ground_may_be(s, c, v) &&
                order_allows(s, c, v))
                return v;
        }
    for (uint32_t i = 0; i < NAMES_MAX; i++) { // a, b, .. z, a1, b1, ..
        char name[16];
        int n = snprintf(name, sizeof name, i < 26 ? "%c" : "%c%u", 'a' + (char)(i % 26), i / 26);
        if (try_atom(s, c, name, (size_t)n, &out)) return out;
        if (i == 25 && atom_by_order(s, c, &out)) return out;
    }
    return 0;
}

bool build_ground_types_accept(struct solver *s, class_id c, expr_id v) {
    for (uint32_t t = ground_class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        bool accepted = typing->any;
        for (uint32_t i = 0; i < typing->n && !accepted; i++)
            accepted = grammar_accepts(s->g, s->f->pairs.at[typing->first + i].type, v);
        if (!accepted) return false;
    }
    return true;
}

expr_id build_ground_pick_bits(struct solver *s, class_id c) {
    enum { NUMBERS = 300, STEPS = 12 };
    expr_id parent = shapes_parent_value(s, c);
    for (uint32_t number = 0; number < NUMBERS; number++)
        for (uint32_t step = 0; step < STEPS; step++) {
            expr_id v = bitstrings_make(s, c, parent, step, number);
            if (v && build_ground_may_be(s, c, v) && build_ground_types_accept(s, c, v)) return v;
            if (!v && step > 0) break;
        }
    return 0;
}

expr_id build_ground_pick_opaque(struct solver *s, class_id c, enum kind kind) {
    assert(kind == KIND_PID || kind == KIND_REF || kind == KIND_PORT);
    expr_id parent = shapes_parent_value(s, c);
    if (parent && expr_ground_kind(s->x, parent) == kind && build_ground_may_be(s, c, parent)) return parent;
    for (uint32_t i = 0; i < NAMES_MAX; i++) {
        expr_id v = expr_opaque(s->x, kind, i);
        if (build_ground_may_be(s, c, v)) return v;
    }
    return 0;
}
