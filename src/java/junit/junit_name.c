// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <string.h>

#include "java/input/java_text.h"
#include "java/junit/junit_print.h"

enum {
    ACCESS_PUBLIC = 0x0001,
    ACCESS_PRIVATE = 0x0002,
    ACCESS_STATIC = 0x0008,
    ACCESS_SYNTHETIC = 0x1000,
    MAX_NESTING = 32, // of member classes
};

symbol junit_type_of_class(symbol class) {
    if (symbol_text(class)[0] == '[') return class;
    struct str s = {0};
    str_addf(&s, "L%s;", symbol_text(class));
    symbol type = symbol_of(s.at);
    str_free(&s);
    return type;
}

symbol junit_package_of(symbol class) {
    const char *text = symbol_text(class), *slash = strrchr(text, '/');
    return slash ? symbol_intern(text, (size_t)(slash - text)) : 0;
}

symbol junit_return_type(symbol descriptor) {
    const char *close = strchr(symbol_text(descriptor), ')');
    assert(close);
    return symbol_of(close + 1);
}

// Where nothing is known of a class, its name has to tell: javac names member classes Outer$Inner, local and
// anonymous ones Outer$1Local and Outer$1 (JLS 13.1).
static struct java_class_facts facts_from_name(symbol class) {
    const char *text = symbol_text(class), *slash = strrchr(text, '/');
    const char *dollar = strrchr(text, '$');
    if (!dollar || dollar == text || dollar - 1 == slash || !dollar[1] || (slash && dollar < slash))
        return (struct java_class_facts){.access = ACCESS_PUBLIC};
    bool local = dollar[1] >= '0' && dollar[1] <= '9';
    return (struct java_class_facts){ACCESS_PUBLIC | ACCESS_STATIC,
                                     symbol_intern(text, (size_t)(dollar - text)),
                                     local ? 0 : symbol_of(dollar + 1), false};
}

static struct java_class_facts facts_of(const struct printer *p, symbol class) {
    struct java_class_facts f;
    if (p->facts && p->facts->find_class(p->facts->context, class, &f)) return f;
    return facts_from_name(class);
}

bool junit_is_inner(const struct printer *p, symbol class, symbol *outer, symbol *simple) {
    struct java_class_facts f = facts_of(p, class);
    *outer = f.outer;
    *simple = f.simple_name;
    return f.outer && f.simple_name && !(f.access & ACCESS_STATIC);
}

static bool is_visible(const struct printer *p, uint32_t access, symbol package) {
    if (access & ACCESS_PUBLIC) return true;
    return !(access & ACCESS_PRIVATE) && package == p->package;
}

// ---- Simple names: each means one class in a file ----

bool junit_claim(struct printer *p, symbol simple, symbol class) {
    uint32_t taken;
    if (hash_map_get(&p->claims, simple, &taken)) return taken == class;
    hash_map_put(&p->claims, simple, class);
    return true;
}

static bool exists_in_package(const struct printer *p, const char *simple) {
    struct java_class_facts f;
    if (!p->facts) return false;
    struct str s = {0};
    if (p->package) str_addf(&s, "%s/", symbol_text(p->package));
    str_add(&s, simple);
    bool found = p->facts->find_class(p->facts->context, symbol_of(s.at), &f);
    str_free(&s);
    return found;
}

static bool add_dotted(const char *package, struct str *out) {
    for (const char *at = package;;) {
        size_t n = strcspn(at, "/");
        if (!java_text_is_identifier(at, n)) return false;
        java_text_identifier(out, at, n);
        at += n;
        if (!*at++) return true;
        str_add_char(out, '.');
    }
}

static bool is_imported(const struct printer *p, symbol class) {
    for (uint32_t i = 0; i < p->imports.n; i++)
        if (p->imports.at[i] == class) return true;
    return false;
}

// A top-level class: by its simple name if that is free here, with an import where it takes one.
static bool top_level_name(struct printer *p, symbol class, struct str *out) {
    symbol package = junit_package_of(class);
    const char *simple = symbol_text(class);
    if (package) simple += symbol_size(package) + 1;
    size_t n = strlen(simple);
    if (!java_text_is_identifier(simple, n)) return false;
    bool near = package == p->package;
    if (!near && !package) return false; // classes without a package cannot be imported (JLS 7.5)
    struct str dotted = {0};
    if (package && !add_dotted(symbol_text(package), &dotted)) {
        str_free(&dotted);
        return false;
    }
    bool implied = package && !strcmp(symbol_text(package), "java/lang");
    bool hidden = implied && !near && exists_in_package(p, simple);
    if (!hidden && junit_claim(p, symbol_of(simple), class)) {
        if (!near && !implied && !is_imported(p, class)) vec_push(&p->imports, class);
    } else if (package) {
        str_addf(out, "%s.", dotted.at);
    }
    java_text_identifier(out, simple, n);
    str_free(&dotted);
    return true;
}

bool junit_class_name(struct printer *p, symbol class, struct str *out) {
    symbol simple[MAX_NESTING], package = junit_package_of(class);
    uint32_t n = 0;
    size_t before = out->n;
    for (;; n++) {
        struct java_class_facts f = facts_of(p, class);
        if (!is_visible(p, f.access, package)) return false;
        if (!f.outer && !f.simple_name) break;
        bool nameable = f.outer && f.simple_name && n < MAX_NESTING &&
                        java_text_is_identifier(symbol_text(f.simple_name), symbol_size(f.simple_name));
        if (!nameable) return false;
        simple[n] = f.simple_name;
        class = f.outer;
    }
    if (!top_level_name(p, class, out)) {
        assert(out->n == before);
        return false;
    }
    while (n-- > 0) {
        str_add_char(out, '.');
        java_text_identifier(out, symbol_text(simple[n]), symbol_size(simple[n]));
    }
    return true;
}

static const char *primitive_name(char letter) {
    static const char *const names[] = {"Zboolean", "Bbyte",  "Cchar",   "Sshort", "Iint",
                                        "Jlong",    "Ffloat", "Ddouble", "Vvoid"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i][0] == letter) return names[i] + 1;
    return NULL;
}

bool junit_type_name(struct printer *p, symbol type, struct str *out) {
    const char *d = symbol_text(type), *element = d + strspn(d, "[");
    if (*element != 'L') {
        assert(primitive_name(*element));
        str_add(out, primitive_name(*element));
    } else if (!junit_class_name(p, symbol_intern(element + 1, strlen(element) - 2), out)) {
        return false;
    }
    for (; d < element; d++) str_add(out, "[]");
    return true;
}

bool junit_is_raw(const struct printer *p, symbol type) {
    const char *element = symbol_text(type) + strspn(symbol_text(type), "[");
    if (*element != 'L' || !p->facts) return false;
    symbol class = symbol_intern(element + 1, strlen(element) - 2);
    for (uint32_t i = 0; class && i < MAX_NESTING; i++) {
        struct java_class_facts f = facts_of(p, class);
        if (f.n_type_parameters) return true;
        class = f.access & ACCESS_STATIC ? 0 : f.outer;
    }
    return false;
}

void junit_class_literal(struct printer *p, symbol type, struct str *out) {
    if (junit_type_name(p, type, out)) {
        str_add(out, ".class");
        return;
    }
    const char *d = symbol_text(type);
    size_t n = symbol_size(type);
    if (*d == 'L') d++, n -= 2; // Class.forName takes the binary name, of arrays the descriptor with dots
    struct str binary = {0};
    for (size_t i = 0; i < n; i++) str_add_char(&binary, d[i] == '/' ? '.' : d[i]);
    str_add(out, "type(");
    java_text_string_utf8(out, binary.at, n);
    str_add_char(out, ')');
    str_free(&binary);
    p->helpers |= HELPER_TYPE;
}

// ---- Members ----

static bool can_name_parameters(struct printer *p, symbol descriptor) {
    struct str scratch = {0};
    bool good = true;
    const char *d = symbol_text(descriptor) + 1;
    while (good && *d && *d != ')') {
        const char *end = java_text_type_end(d);
        good = junit_type_name(p, symbol_intern(d, (size_t)(end - d)), &scratch);
        d = end;
    }
    str_free(&scratch);
    return good;
}

bool junit_can_touch(struct printer *p, symbol class, symbol name, symbol descriptor, bool is_method) {
    const char *text = symbol_text(name);
    if (strcmp(text, "<init>") != 0 && !java_text_is_identifier(text, symbol_size(name))) return false;
    if (is_method && !can_name_parameters(p, descriptor)) return false;
    uint32_t access;
    symbol declaring = 0;
    if (!p->facts || !p->facts->find_member) return true;
    if (!p->facts->find_member(p->facts->context, class, name, descriptor, &access, &declaring)) return true;
    if (access & ACCESS_SYNTHETIC) return false; // javac hides them from source
    return is_visible(p, access, junit_package_of(declaring ? declaring : class));
}
