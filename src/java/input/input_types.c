// SPDX-License-Identifier: Apache-2.0
#include "java/input/input_types.h"

#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "java/input/input_ways.h"

enum { MAX_TYPE = 4096 }; // of a type with what stands for its variables: beyond, descriptors are used

struct type_binding { // of a type variable
    const char *name;
    size_t n;
    const char *type;
};
typedef VEC(struct type_binding) bindings;

// The end of the type that begins at s. Signatures were checked for their form by no one: the end of the text
// is the end of every type.
static const char *type_end(const char *s) {
    while (*s == '[' || *s == '+' || *s == '-') s++;
    if (*s != 'L' && *s != 'T') return *s ? s + 1 : s;
    int depth = 0;
    for (; *s; s++) {
        if (*s == '<') depth++;
        if (*s == '>') depth--;
        if (*s == ';' && depth == 0) return s + 1;
    }
    return s;
}

static const char *copy(struct arena *a, const char *text, size_t n) {
    char *out = arena_zalloc(a, n + 1);
    memcpy(out, text, n);
    return out;
}

static const char *bound(const bindings *b, const char *name, size_t n) {
    for (uint32_t i = b->n; i-- > 0;)
        if (b->at[i].n == n && memcmp(b->at[i].name, name, n) == 0) return b->at[i].type;
    return "Ljava/lang/Object;";
}

// The type at s with its variables replaced. A wildcard stands for its bound: what is below or above it fits,
// too.
static const char *resolve(const char *s, const char *end, const bindings *b, struct arena *a) {
    struct str out = {0};
    bool at_type = true;
    while (s < end && out.n < MAX_TYPE) {
        if (!at_type) {
            at_type = *s == '<' || *s == '>' || *s == ';';
            str_add_char(&out, *s++);
            if (at_type && *s == '.') at_type = false; // a member class of what was closed
        } else if (*s == 'T') {
            const char *name = ++s;
            while (s < end && *s != ';') s++;
            str_add(&out, bound(b, name, (size_t)(s - name)));
            s += s < end;
        } else if (*s == '*') {
            str_add(&out, "Ljava/lang/Object;");
            s++;
        } else if (*s == '+' || *s == '-') {
            s++;
        } else {
            at_type = *s != 'L';
            str_add_char(&out, *s++);
        }
    }
    const char *text = copy(a, str_text(&out), out.n);
    bool fits = s >= end;
    str_free(&out);
    return fits ? text : NULL;
}

const char *java_erased_type(const char *type, struct arena *a) {
    if (!strchr(type, '<')) return type;
    char *out = arena_zalloc(a, strlen(type) + 1), *to = out;
    int depth = 0;
    for (const char *s = type; *s; s++) {
        if (*s == '<') depth++;
        if (depth == 0) *to++ = *s == '.' ? '$' : *s;
        if (*s == '>') depth--;
    }
    return out;
}

// What stands for a type parameter that nothing is known of: its bound. Where that is Comparable of itself,
// all values are to be of one class.
static const char *type_of_bound(const char *from, const char *end, const bindings *b, struct arena *a) {
    const char *type = from < end ? resolve(from, end, b, a) : NULL;
    if (!type) return "Ljava/lang/Object;";
    if (strncmp(type, "Ljava/lang/Comparable<", 22) == 0) return "Ljava/lang/Integer;";
    return type;
}

// Formal type parameters "<K:Ljava/lang/Object;V::Ljava/lang/Comparable<TV;>;>" and, from *argument on, what
// stands for them. Returns what follows.
static const char *bind(const char *s, const char *arguments, bindings *b, struct arena *a) {
    if (*s != '<') return s;
    for (s++; *s && *s != '>';) {
        struct type_binding one = {.name = s};
        while (*s && *s != ':') s++;
        one.n = (size_t)(s - one.name);
        const char *first = NULL, *first_end = NULL;
        while (*s == ':') { // bounds; that by a class may be left out
            const char *from = ++s;
            if (*s == ':') continue;
            s = type_end(s);
            if (!first) first = from, first_end = s;
        }
        if (arguments && *arguments && *arguments != '>') {
            const char *end = type_end(arguments);
            one.type = copy(a, arguments, (size_t)(end - arguments));
            arguments = end;
        } else {
            one.type = type_of_bound(first, first_end, b, a);
        }
        vec_push(b, one);
    }
    return *s ? s + 1 : s;
}

static uint32_t count_formals(const char *s) {
    uint32_t n = 0;
    if (*s != '<') return 0;
    for (s++; *s && *s != '>'; n++) {
        while (*s && *s != ':') s++;
        while (*s == ':') {
            s++;
            if (*s != ':') s = type_end(s);
        }
    }
    return n;
}

// The arguments of the outermost class of a type; NULL: none. Those of List<Integer> are taken for those of
// ArrayList, too, if it has as many parameters.
static const char *arguments_for(const char *owner, const char *class_signature) {
    const char *s = owner ? strchr(owner, '<') : NULL;
    if (!s || *owner == '[') return NULL;
    uint32_t n = 0;
    for (const char *at = ++s; *at && *at != '>'; at = type_end(at)) n++;
    return n == count_formals(class_signature) ? s : NULL;
}

static const char *const *plain_types(const struct java_method *m, struct arena *a) {
    const char **out = ARENA_ARRAY(a, const char *, m->n_params + 1u);
    const char *at = symbol_text(m->descriptor) + 1;
    for (uint32_t i = 0; i < m->n_params; i++) {
        const char *end = type_end(at);
        out[i] = copy(a, at, (size_t)(end - at));
        at = end;
    }
    out[m->n_params] = strrchr(symbol_text(m->descriptor), ')') + 1;
    return out;
}

// Whether the erased type is the descriptor's: what stands for a variable may be a class below its bound.
static bool same_shape(const char *type, const char *descriptor) {
    return (*type == 'L' || *type == '[') == (*descriptor == 'L' || *descriptor == '[');
}

const char *const *java_parameter_types(const struct java_method *m, const char *owner, struct arena *a) {
    const char *const *plain = plain_types(m, a);
    if (!m->info || !m->info->signature) return plain;
    const struct class_file *file = m->class->file;
    const char *class_signature = file && file->signature ? symbol_text(file->signature) : "";
    bindings b = {0};
    if (!(m->access & ACC_STATIC)) bind(class_signature, arguments_for(owner, class_signature), &b, a);
    const char *s = symbol_text(m->info->signature);
    bool is_factory = m->access & ACC_STATIC && owner;
    s = bind(s, is_factory ? arguments_for(owner, s) : NULL, &b, a);
    const char **out = ARENA_ARRAY(a, const char *, m->n_params + 1u);
    bool fits = *s == '(';
    s += fits;
    for (uint32_t i = 0; fits && i <= m->n_params; i++) {
        if (i == m->n_params && *s++ != ')') fits = false; // signatures leave parameters of the compiler out
        const char *end = fits ? type_end(s) : s;
        out[i] = fits && end > s ? resolve(s, end, &b, a) : NULL;
        fits = fits && out[i] && same_shape(out[i], plain[i]);
        s = end;
    }
    vec_free(&b);
    return fits ? out : plain;
}
