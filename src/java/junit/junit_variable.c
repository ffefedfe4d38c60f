// SPDX-License-Identifier: Apache-2.0
// Names of variables in a test: of what the unit is handed those of its parameters, of other objects those of
// their classes.
#include <string.h>

#include "java/input/java_text.h"
#include "java/junit/junit_print.h"

static symbol variable_base(const struct recipe_object *o) {
    const char *text = symbol_text(junit_object_type(o)); // Lshop/Cart$Item;
    struct str s = {0};
    if (o->kind == RECIPE_STRING) {
        str_add(&s, "string");
    } else if (o->kind == RECIPE_ARRAY) {
        str_add(&s, "array");
    } else {
        const char *slash = strrchr(text, '/'), *dollar = strrchr(text, '$');
        const char *from = dollar && dollar[1] ? dollar + 1 : slash ? slash + 1 : text + 1;
        java_text_sanitize(&s, from, strcspn(from, ";"));
        if (s.n && s.at[0] >= 'A' && s.at[0] <= 'Z') s.at[0] = (char)(s.at[0] - 'A' + 'a');
        if (!s.n || (s.at[0] >= '0' && s.at[0] <= '9')) {
            str_clear(&s);
            str_add(&s, "object");
        }
    }
    symbol base = symbol_of(str_text(&s));
    str_free(&s);
    return base;
}

// What a variable may not be called: what a test calls so itself, and where names of packages begin, which it
// would hide (JLS 6.4.2).
static bool is_reserved(const struct printer *p, symbol name) {
    static const char *const words[] = {"result", "thrown", "java", "javax", "jdk", "sun",  "org",
                                        "com",    "net",    "io",   "edu",   "o",   "frisk"};
    const char *text = symbol_text(name);
    uint32_t ignored;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i])) return true;
    if (p->package) {
        const char *package = symbol_text(p->package);
        const size_t n = strcspn(package, "/");
        if (strlen(text) == n && !strncmp(text, package, n)) return true;
    }
    if (text[0] == 'p' && text[1] >= '0' && text[1] <= '9') return true; // of a lambda
    return !java_text_is_identifier(text, strlen(text)) || hash_map_get(&p->claims, name, &ignored);
}

// The base alone where it is free, else with a number.
static symbol free_name(struct printer *p, symbol base) {
    uint32_t n = 0, ignored;
    hash_map_get(&p->names, base, &n);
    if (n == 0 && !p->shown && !is_reserved(p, base)) {
        hash_map_put(&p->names, base, 1);
        return base;
    }
    for (;;) {
        struct str s = {0};
        str_addf(&s, "%s%u", symbol_text(base), ++n);
        symbol name = symbol_of(s.at);
        str_free(&s);
        if (hash_map_get(&p->names, name, &ignored)) continue;
        hash_map_put(&p->names, base, n);
        hash_map_put(&p->names, name, 1);
        return name;
    }
}

void junit_variable(struct printer *p, uint32_t i, struct str *out) {
    struct object_plan *plan = &p->plan[i];
    if (!plan->variable)
        plan->variable = free_name(p, plan->role ? plan->role : variable_base(&p->r->objects[i]));
    str_add(out, symbol_text(plan->variable));
}

void junit_set_roles(struct printer *p, const struct java_test *t) {
    const bool receiver = !t->is_static && strcmp(symbol_text(t->name), "<init>") != 0;
    if (!p->facts || !p->facts->parameter_name) return;
    for (uint32_t i = receiver; i < p->r->n; i++) {
        const struct recipe_value *v = &p->r->arguments[i];
        if (v->kind != RECIPE_OBJECT || p->plan[v->object].role) continue;
        p->plan[v->object].role =
            p->facts->parameter_name(p->facts->context, t->class, t->name, t->descriptor, i - receiver);
    }
}
