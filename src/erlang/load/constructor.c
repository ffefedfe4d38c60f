// SPDX-License-Identifier: Apache-2.0
#include "erlang/load/constructor.h"

#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/load/attribute.h"
#include "erlang/load/form.h"

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
        } else if (form_has_tag(form, "var") && form_symbol(form)) {
            form = attribute_constraint(constraints, form_symbol(form));
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
        } else if (form_has_tag(f, "var") && form_symbol(f)) {
            term said = attribute_constraint(constraints, form_symbol(f));
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

// The T of {ok, T}.
static term is_tagged(const struct wanted *w, term constraints, term form) {
    term parts = form_at(form, 3);
    bool ok = form_has_tag(form, "type") && form_is_name(form_at(form, 2), "tuple") &&
              form_list_length(parts) == 2 && form_is_name(form_at(form_nth(parts, 0), 2), "ok");
    return ok ? is_wanted(w, constraints, form_nth(parts, 1)) : TERM_NONE;
}

// As is_wanted, or (*tagged) the T of {ok, T}, which may be in a union.
static term gives_wanted(const struct wanted *w, term constraints, term form, bool *tagged) {
    term found = is_wanted(w, constraints, form);
    *tagged = found == TERM_NONE;
    if (found == TERM_NONE) found = is_tagged(w, constraints, form);
    if (!form_has_tag(form, "type") || !form_is_name(form_at(form, 2), "union")) return found;
    for (term m = form_at(form, 3); form_is_cons(m) && found == TERM_NONE; m = term_tl(m))
        found = is_tagged(w, constraints, term_hd(m));
    return found;
}

// Whether module:name/arity makes such a value: of ordinary arguments, or (fold) of such and of one other
// value.
static bool makes(const struct wanted *w, symbol name, uint32_t arity, bool fold, struct constructor *out) {
    uint32_t line;
    bool tagged;
    term clauses = attribute_spec(w->m, name, arity, &line), products, result, constraints;
    if (!form_is_cons(clauses) || !attribute_clause(term_hd(clauses), &products, &result, &constraints))
        return false;
    result = gives_wanted(w, constraints, result, &tagged);
    if (result == TERM_NONE || (fold && tagged) || form_list_length(products) != arity) return false;
    struct made_form call = {w->m->name, name, 0, arity, arity, tagged};
    *out = (struct constructor){call, result, products, constraints};
    for (uint32_t i = 0; i < arity; i++) {
        term argument = form_nth(products, i);
        if (fold && out->call.at == arity && is_wanted(w, constraints, argument) != TERM_NONE)
            out->call.at = i;
        else if (!is_ordinary(w, constraints, argument))
            return false;
    }
    return fold == (out->call.at < arity);
}

// names NULL: of any name.
static bool find_exported(const struct wanted *w, const char *const *names, uint32_t least, uint32_t most,
                          bool fold, struct constructor *out) {
    do {
        for (uint32_t arity = least; arity <= most; arity++)
            for (uint32_t i = 0; i < w->m->n_functions; i++) {
                const struct core_function *f = &w->m->functions[i];
                if (f->exported && f->arity == arity && (!names || !strcmp(symbol_text(f->name), *names)) &&
                    makes(w, f->name, arity, fold, out))
                    return true;
            }
    } while (names && *++names);
    return false;
}

// Not from_orddict and the like, which believe of their list what no type says, while there is another way.
bool constructor_find(const struct core_module *m, symbol name, uint32_t arity, struct constructor *out) {
    enum { MOST = 5 };
    static const char *const from[] = {"from_list", NULL}, *const empty[] = {"new", "empty", "init", NULL},
                             *const add[] = {"enter", "store", "add_element", "add", "put",
                                             "set",   "push",  "insert",      "in",  NULL},
                             *const make[] = {"new", "make", "create", "init", NULL};
    struct wanted w = {m, name, arity};
    struct constructor start;
    if (find_exported(&w, from, 1, 1, false, out)) return true;
    if (find_exported(&w, empty, 0, 0, false, &start) && !start.call.tagged &&
        find_exported(&w, add, 2, MOST, true, out)) {
        out->call.start = start.call.function;
        return true;
    }
    return find_exported(&w, make, 1, MOST, false, out) || find_exported(&w, empty, 0, 0, false, out) ||
           find_exported(&w, NULL, 1, MOST, false, out) || find_exported(&w, NULL, 0, 0, false, out);
}

bool constructor_lacks(const struct core_module *m, term form) {
    VEC(term) todo = {0};
    struct hash_map seen = {0};
    bool lacks = false;
    uint32_t index;
    vec_push(&todo, form);
    for (int nodes = 0; todo.n && !lacks && nodes < NODES_MAX; nodes++) {
        term f = vec_pop(&todo), args;
        symbol module, name;
        if (form_is_cons(f)) {
            vec_push(&todo, term_tl(f));
            vec_push(&todo, term_hd(f));
        } else if (f != TERM_NONE && term_is_tuple(f)) {
            bool opaque = false;
            if (attribute_named(f, &module, &name, &args) && !module) {
                struct constructor c;
                uint32_t n = form_list_length(args);
                term definition = attribute_type(m, name, n, &opaque);
                bool met = definition != TERM_NONE && hash_map_get(&seen, definition, &index);
                lacks = opaque && !met && !constructor_find(m, name, n, &c);
                if (definition != TERM_NONE && !met) hash_map_put(&seen, definition, 0);
                if (definition != TERM_NONE && !met && !opaque) vec_push(&todo, form_at(definition, 1));
            }
            for (uint64_t i = 0; i < term_tuple(f)->n; i++) vec_push(&todo, term_tuple(f)->at[i]);
        }
    }
    vec_free(&todo);
    hash_map_free(&seen);
    return lacks;
}
