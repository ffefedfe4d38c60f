// SPDX-License-Identifier: Apache-2.0
#include "erlang/load/constructor.h"

#include <string.h>

#include "base/vec.h"
#include "erlang/load/form.h"

// ---- Reading attributes ----

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

static symbol name_of(term form) { // {atom, _, Name} or {var, _, Name}
    term name = form_at(form, 2);
    return name != TERM_NONE && term_is_atom(name) ? term_symbol(name) : 0;
}

bool attribute_named(term form, symbol *module, symbol *name, term *args) {
    *module = 0;
    if (form_has_tag(form, "remote_type")) {
        term parts = form_at(form, 2);
        *module = name_of(form_nth(parts, 0));
        *name = name_of(form_nth(parts, 1));
        *args = form_nth(parts, 2);
        return *module && *name && form_list_length(parts) == 3;
    }
    *name = name_of(form);
    *args = form_at(form, 3);
    return *name && (form_has_tag(form, "user_type") || form_has_tag(form, "type"));
}

// ---- Constructors ----

struct wanted {
    const struct core_module *m;
    symbol name;
    uint32_t arity;
};

enum { HOPS_MAX = 64, NODES_MAX = 4000 };

// The type itself behind names, annotations, variables; TERM_NONE: it is another one.
static term is_wanted(const struct wanted *w, term constraints, term form) {
    symbol module, name;
    term args;
    for (int hops = 0; hops < HOPS_MAX && form != TERM_NONE; hops++) {
        if (attribute_annotated(form)) {
            form = attribute_behind(form);
        } else if (form_has_tag(form, "var") && name_of(form)) {
            form = attribute_constraint(constraints, name_of(form));
        } else if (attribute_named(form, &module, &name, &args)) {
            if (module && module != w->m->name) return TERM_NONE;
            if (name == w->name && form_list_length(args) == w->arity) return form;
            form = form_at(attribute_type(w->m, name, form_list_length(args), NULL), 1);
            constraints = TERM_NIL;
        } else {
            return TERM_NONE;
        }
    }
    return TERM_NONE;
}

// A type that says itself what it is made of: it mentions no function, and no opaque type of that name.
static bool is_ordinary(const struct wanted *w, term constraints, term form) {
    VEC(term) todo = {0};
    bool ordinary = true;
    vec_push(&todo, form);
    for (int nodes = 0; todo.n && ordinary; nodes++) {
        term f = vec_pop(&todo), args;
        symbol module, name;
        ordinary = nodes < NODES_MAX; // constraints may go in circles
        if (form_is_cons(f)) {
            vec_push(&todo, term_tl(f));
            vec_push(&todo, term_hd(f));
        } else if (form_has_tag(f, "var") && name_of(f)) {
            term said = attribute_constraint(constraints, name_of(f));
            if (said != TERM_NONE) vec_push(&todo, said);
        } else if (f != TERM_NONE && term_is_tuple(f)) {
            if (attribute_named(f, &module, &name, &args))
                ordinary &= name != w->name && strcmp(symbol_text(name), "fun") != 0;
            for (uint64_t i = 0; i < term_tuple(f)->n; i++) vec_push(&todo, term_tuple(f)->at[i]);
        }
    }
    vec_free(&todo);
    return ordinary;
}

// Whether module:name/arity makes such a value: of ordinary arguments, or (fold) of such and of one other
// value.
static bool makes(const struct wanted *w, symbol name, uint32_t arity, bool fold, struct constructor *out) {
    uint32_t line;
    term clauses = attribute_spec(w->m, name, arity, &line), products, result, constraints;
    if (!form_is_cons(clauses) || !attribute_clause(term_hd(clauses), &products, &result, &constraints))
        return false;
    result = is_wanted(w, constraints, result);
    if (result == TERM_NONE || form_list_length(products) != arity) return false;
    *out = (struct constructor){w->m->name, name, 0, arity, arity, result, products, constraints};
    for (uint32_t i = 0; i < arity; i++) {
        term argument = form_nth(products, i);
        if (fold && out->at == arity && is_wanted(w, constraints, argument) != TERM_NONE)
            out->at = i;
        else if (!is_ordinary(w, constraints, argument))
            return false;
    }
    return fold == (out->at < arity);
}

static bool find_exported(const struct wanted *w, const char *const *names, uint32_t least, uint32_t most,
                          bool fold, struct constructor *out) {
    for (; *names; names++)
        for (uint32_t arity = least; arity <= most; arity++)
            for (uint32_t i = 0; i < w->m->n_functions; i++) {
                const struct core_function *f = &w->m->functions[i];
                if (f->exported && f->arity == arity && !strcmp(symbol_text(f->name), *names) &&
                    makes(w, f->name, arity, fold, out))
                    return true;
            }
    return false;
}

// Not from_orddict and the like, which believe of their list what no type says.
bool constructor_find(const struct core_module *m, symbol name, uint32_t arity, struct constructor *out) {
    enum { MOST = 5 };
    static const char *const from[] = {"from_list", NULL}, *const empty[] = {"new", "empty", "init", NULL},
                             *const add[] = {"enter", "store", "add_element", "add", "put",
                                             "set",   "push",  "insert",      "in",  NULL},
                             *const make[] = {"new", "make", "create", "init", NULL};
    struct wanted w = {m, name, arity};
    struct constructor start;
    if (find_exported(&w, from, 1, 1, false, out)) return true;
    if (find_exported(&w, empty, 0, 0, false, &start) && find_exported(&w, add, 2, MOST, true, out)) {
        out->start = start.function;
        return true;
    }
    return find_exported(&w, make, 1, MOST, false, out) || find_exported(&w, empty, 0, 0, false, out);
}
