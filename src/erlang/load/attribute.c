// SPDX-License-Identifier: Apache-2.0
#include "erlang/load/attribute.h"

#include <string.h>

#include "erlang/load/form.h"

// Some writers wrap it in a list of one.
term attribute_value(const struct core_attribute *a) {
    return form_is_cons(a->value) && term_is_nil(term_tl(a->value)) ? term_hd(a->value) : a->value;
}

bool attribute_on_load(const struct core_module *m) {
    for (uint32_t i = 0; i < m->n_attributes; i++)
        if (!strcmp(symbol_text(m->attributes[i].name), "on_load")) return true;
    return false;
}

term attribute_type(const struct core_module *m, symbol name, uint32_t arity, bool *opaque) {
    for (uint32_t i = 0; i < m->n_attributes; i++) {
        const char *kind = symbol_text(m->attributes[i].name);
        if (strcmp(kind, "type") && strcmp(kind, "opaque") && strcmp(kind, "nominal")) continue;
        term value = attribute_value(&m->attributes[i]);
        if (form_at(value, 0) != term_atom(name) || form_list_length(form_at(value, 2)) != arity) continue;
        if (opaque) *opaque = !strcmp(kind, "opaque");
        return value;
    }
    return TERM_NONE;
}

term attribute_spec(const struct core_module *m, symbol name, uint32_t arity, uint32_t *line) {
    for (uint32_t i = 0; i < m->n_attributes; i++) {
        if (strcmp(symbol_text(m->attributes[i].name), "spec")) continue;
        term value = attribute_value(&m->attributes[i]), key = form_at(value, 0);
        uint64_t skip = key != TERM_NONE && term_is_tuple(key) && term_tuple(key)->n == 3;
        if (form_at(key, skip) != term_atom(name) || form_at(key, skip + 1) != term_small(arity)) continue;
        *line = m->attributes[i].line;
        return form_at(value, 1);
    }
    return TERM_NONE;
}

// {type, _, 'fun', [{type, _, product, Args}, Result]}, or that and constraints in a bounded_fun.
bool attribute_clause(term clause, term *products, term *result, term *constraints) {
    *constraints = TERM_NIL;
    if (form_is_name(form_at(clause, 2), "bounded_fun")) {
        *constraints = form_nth(form_at(clause, 3), 1);
        clause = form_nth(form_at(clause, 3), 0);
    }
    term product = form_nth(form_at(clause, 3), 0);
    *products = form_at(product, 3);
    *result = form_nth(form_at(clause, 3), 1);
    return form_is_name(form_at(clause, 2), "fun") && form_is_name(form_at(product, 2), "product");
}

term attribute_constraint(term constraints, symbol variable) {
    for (; form_is_cons(constraints); constraints = term_tl(constraints)) {
        term pair = form_nth(form_at(term_hd(constraints), 3), 1); // [{var, _, V}, Type]
        if (form_at(form_nth(pair, 0), 2) == term_atom(variable)) return form_nth(pair, 1);
    }
    return TERM_NONE;
}

bool attribute_annotated(term form) {
    return form_has_tag(form, "ann_type") || form_has_tag(form, "paren_type");
}

term attribute_behind(term form) {
    term parts = form_at(form, 2); // the type is the last
    return form_nth(parts, form_list_length(parts) - 1);
}

bool attribute_named(term form, symbol *module, symbol *name, term *args) {
    *module = 0;
    if (form_has_tag(form, "remote_type")) {
        term parts = form_at(form, 2);
        *module = form_symbol(form_nth(parts, 0));
        *name = form_symbol(form_nth(parts, 1));
        *args = form_nth(parts, 2);
        return *module && *name && form_list_length(parts) == 3;
    }
    *name = form_symbol(form);
    *args = form_at(form, 3);
    return *name && (form_has_tag(form, "user_type") || form_has_tag(form, "type"));
}
