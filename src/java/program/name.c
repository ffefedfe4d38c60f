// SPDX-License-Identifier: Apache-2.0
// Names of methods and types as a person writes them.
#include <string.h>

#include "base/str.h"
#include "java/program/program.h"

static void add_dotted(struct str *out, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) str_add_char(out, text[i] == '/' ? '.' : text[i]);
}

void java_dotted_name(struct str *out, symbol name) {
    add_dotted(out, symbol_text(name), symbol_size(name));
}

void java_class_name(const struct java_class *c, struct str *out) {
    java_dotted_name(out, c->name);
}

// The type at d in source form; simple: without its package. Returns what follows.
static const char *add_type(struct str *out, const char *d, bool simple) {
    uint32_t dims = 0;
    for (; *d == '['; d++) dims++;
    static const char *const names[JAVA_KINDS] = {"void", "boolean", "byte",  "char",  "short",
                                                  "int",  "long",    "float", "double"};
    enum java_kind k = java_kind_of(*d);
    if (k == JAVA_REF) {
        const char *end = strchr(d, ';'), *start = d + 1;
        for (const char *s = start; simple && s < end; s++)
            if (*s == '/') start = s + 1;
        add_dotted(out, start, (size_t)(end - start));
        d = end;
    } else {
        str_add(out, names[k]);
    }
    while (dims--) str_add(out, "[]");
    return d + 1;
}

void java_signature_types(struct str *out, const char *descriptor, bool simple, const char *separator) {
    const char *d = descriptor + 1;
    for (bool first = true; *d != ')'; first = false) {
        if (!first) str_add(out, separator);
        d = add_type(out, d, simple);
    }
}

void java_method_name(struct str *out, const struct java_method *m) {
    java_dotted_name(out, m->class->name);
    str_addf(out, "#%s(", symbol_text(m->name));
    java_signature_types(out, symbol_text(m->descriptor), true, ", ");
    str_add_char(out, ')');
}
