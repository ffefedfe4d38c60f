// SPDX-License-Identifier: Apache-2.0
#include "java/program/nullness.h"

#include <stdio.h>
#include <string.h>

// ---- Reading annotations (JVMS 4.7.16, 4.7.18, 4.7.20) ----

struct cursor { // over the body of an attribute; past its end all is 0
    const struct class_file *file;
    const uint8_t *at, *end;
    bool failed;
};

static struct cursor cursor_at(const struct class_file *file, struct java_bytes bytes) {
    return (struct cursor){file, bytes.at, bytes.at + bytes.n, false};
}

static uint32_t take(struct cursor *c, uint32_t n) { // a number of n bytes
    uint32_t out = 0;
    if ((size_t)(c->end - c->at) < n) {
        c->at = c->end;
        c->failed = true;
        return 0;
    }
    while (n--) out = out << 8 | *c->at++;
    return out;
}

// Skips that many pairs of an element's name and its value, with all that is nested in them.
static void skip_pairs(struct cursor *c, uint32_t n) {
    enum { DEEPEST = 16 };
    struct {
        uint32_t left;
        bool named; // an array's values have no names
    } open[DEEPEST] = {{n, true}};
    for (uint32_t depth = 1; depth && !c->failed;) {
        if (!open[depth - 1].left--) {
            depth--;
            continue;
        }
        if (open[depth - 1].named) take(c, 2);
        char tag = (char)take(c, 1);
        if (tag == '@' || tag == '[') {
            if (tag == '@') take(c, 2); // its type
            uint32_t inner = take(c, 2);
            c->failed |= depth == DEEPEST;
            if (depth < DEEPEST) open[depth].left = inner, open[depth++].named = tag == '@';
        } else {
            c->failed |= !tag || !strchr("BCDFIJSZsce", tag);
            take(c, tag == 'e' ? 4 : 2);
        }
    }
}

// An annotation's simple name, with its length; the cursor is behind it. "" where it is not well-formed.
static const char *take_annotation(struct cursor *c, size_t *n) {
    uint32_t index = take(c, 2);
    skip_pairs(c, take(c, 2));
    *n = 0;
    if (c->failed || index >= c->file->n_constants || c->file->constants[index].tag != CONSTANT_UTF8)
        return "";
    const struct java_bytes type = c->file->constants[index].text; // "Lorg/jspecify/annotations/NonNull;"
    const char *text = (const char *)type.at;
    size_t end = type.n && text[type.n - 1] == ';' ? type.n - 1 : type.n, start = end;
    while (start && !strchr("/$", text[start - 1])) start--;
    *n = end - start;
    return text + start;
}

static bool is_one_of(const char *name, size_t n, const char *const *list) {
    for (; *list; list++)
        if (strlen(*list) == n && !memcmp(*list, name, n)) return true;
    return false;
}

static enum java_nullness nullness_named(const char *name, size_t n) {
    static const char *const nullable[] = {"Nullable", "CheckForNull", "NullableDecl", NULL};
    static const char *const nonnull[] = {"NonNull", "NotNull", "Nonnull", "NonNullDecl", NULL};
    if (is_one_of(name, n, nullable)) return NULLNESS_NULLABLE;
    return is_one_of(name, n, nonnull) ? NULLNESS_NONNULL : NULLNESS_UNKNOWN;
}

static enum java_nullness take_annotations(struct cursor *c) { // with their number ahead
    enum java_nullness found = NULLNESS_UNKNOWN;
    for (uint32_t k = take(c, 2); k && !c->failed; k--) {
        size_t n;
        const char *name = take_annotation(c, &n);
        if (!found) found = nullness_named(name, n);
    }
    return found;
}

// Of parameter i of n. What the compiler put in ahead of a constructor's parameters is left out in the file.
static enum java_nullness of_parameter(const struct class_file *file, struct java_bytes bytes, uint32_t i,
                                       uint32_t n) {
    struct cursor c = cursor_at(file, bytes);
    enum java_nullness found = NULLNESS_UNKNOWN;
    uint32_t told = bytes.n ? take(&c, 1) : 0, first = told < n ? n - told : 0;
    for (uint32_t k = first; k < n && k <= i && !c.failed; k++) {
        enum java_nullness one = take_annotations(&c);
        if (k == i) found = one;
    }
    return found;
}

enum { TARGET_FIELD = 0x13, TARGET_PARAMETER = 0x16 };

// The bytes of target_info (table 4.7.20-A), of targets outside of code.
static uint32_t target_size(uint32_t target) {
    switch (target) {
    case 0x00:
    case 0x01:
    case TARGET_PARAMETER: return 1;
    case 0x10:
    case 0x11:
    case 0x12:
    case 0x17: return 2;
    default: return 0;
    }
}

// Of the type of a field or of parameter i as a whole, not of an element or an argument of it.
static enum java_nullness of_type(const struct class_file *file, struct java_bytes bytes, uint32_t target,
                                  uint32_t i) {
    struct cursor c = cursor_at(file, bytes);
    enum java_nullness found = NULLNESS_UNKNOWN;
    for (uint32_t k = bytes.n ? take(&c, 2) : 0; k && !c.failed; k--) {
        uint32_t kind = take(&c, 1), info = take(&c, target_size(kind));
        bool whole = kind == target && (target == TARGET_FIELD || info == i);
        for (uint32_t steps = take(&c, 1); steps && !c.failed; steps--) {
            whole &= take(&c, 1) == 1; // deeper in a nested type
            take(&c, 1);
        }
        size_t n;
        const char *name = take_annotation(&c, &n);
        if (whole && !found) found = nullness_named(name, n);
    }
    return found;
}

// ---- Defaults ----

enum null_default { DEFAULT_NONE, DEFAULT_NONNULL, DEFAULT_UNMARKED };

static enum null_default default_in(const struct class_file *file, struct java_bytes bytes) {
    static const char *const nonnull[] = {"NullMarked", "ParametersAreNonnullByDefault", "NonNullApi",
                                          "NonNullByDefault", NULL};
    static const char *const unmarked[] = {"NullUnmarked", "ParametersAreNullableByDefault", NULL};
    struct cursor c = cursor_at(file, bytes);
    for (uint32_t k = bytes.n ? take(&c, 2) : 0; k && !c.failed; k--) {
        size_t n;
        const char *name = take_annotation(&c, &n);
        if (is_one_of(name, n, nonnull)) return DEFAULT_NONNULL;
        if (is_one_of(name, n, unmarked)) return DEFAULT_UNMARKED;
    }
    return DEFAULT_NONE;
}

static enum null_default default_of_class(const struct class_file *file) {
    enum null_default d = default_in(file, file->annotations);
    return d ? d : default_in(file, file->hidden_annotations);
}

static symbol class_around(const struct class_file *file) { // 0: none
    for (uint32_t i = 0; i < file->n_inner; i++)
        if (file->inner[i].inner == file->name && file->inner[i].outer) return file->inner[i].outer;
    return file->enclosing_class;
}

// Of what stands in a class: its own, that of the classes around it, or that of its package.
static enum null_default default_within(struct java_program *p, const struct java_class *c) {
    enum { NESTED_MAX = 64 };
    const struct class_file *file = c->file;
    for (uint32_t depth = 0; file && depth < NESTED_MAX; depth++) {
        enum null_default d = default_of_class(file);
        symbol outer = d ? 0 : class_around(file);
        if (d) return d;
        const struct java_class *around = outer ? program_class_of(p, symbol_text(outer)) : NULL;
        if (!around) break;
        file = around->file;
    }
    const char *name = symbol_text(c->name), *slash = strrchr(name, '/');
    char info[512];
    if (!slash || slash - name > 480) return DEFAULT_NONE;
    snprintf(info, sizeof info, "%.*s/package-info", (int)(slash - name), name);
    const struct java_class *package = program_class_of(p, info);
    return package && package->file ? default_of_class(package->file) : DEFAULT_NONE;
}

// JSpecify leaves open what a type variable stands for.
static bool is_variable(const struct java_method *m, uint32_t i) {
    const char *s = m->info->signature ? strchr(symbol_text(m->info->signature), '(') : NULL;
    if (!s) return false;
    for (s++; i && *s && *s != ')'; i--) {
        while (*s == '[') s++;
        int depth = 0;
        if (*s == 'L' || *s == 'T')
            for (; *s && (*s != ';' || depth); s++) depth += (*s == '<') - (*s == '>');
        s += *s != 0;
    }
    return *s == 'T';
}

enum java_nullness java_parameter_nullness(struct java_program *p, const struct java_method *m, uint32_t i) {
    const struct class_method *info = m->info;
    const struct class_file *file = m->class->file;
    if (!info || !file || m->class->origin == ORIGIN_JDK || m->param_kinds[i] != JAVA_REF)
        return NULLNESS_UNKNOWN;
    enum java_nullness found = of_parameter(file, info->parameter_annotations, i, m->n_params);
    if (!found) found = of_parameter(file, info->hidden_parameter_annotations, i, m->n_params);
    if (!found) found = of_type(file, info->type_annotations, TARGET_PARAMETER, i);
    if (!found) found = of_type(file, info->hidden_type_annotations, TARGET_PARAMETER, i);
    bool contract = !strcmp(symbol_text(m->name), "equals") && m->n_params == 1; // Object's takes null
    if (found || contract || is_variable(m, i)) return found;
    enum null_default d = default_in(file, info->annotations);
    if (!d) d = default_in(file, info->hidden_annotations);
    if (!d) d = default_within(p, m->class);
    return d == DEFAULT_NONNULL ? NULLNESS_NONNULL : NULLNESS_UNKNOWN;
}

enum java_nullness java_field_nullness(const struct java_field *f) {
    const struct class_field *info = f->info;
    const struct class_file *file = f->class->file;
    if (!info || !file || f->class->origin == ORIGIN_JDK) return NULLNESS_UNKNOWN;
    const struct java_bytes declared[] = {info->annotations, info->hidden_annotations};
    enum java_nullness found = NULLNESS_UNKNOWN;
    for (int k = 0; k < 2 && !found; k++) {
        struct cursor c = cursor_at(file, declared[k]);
        if (declared[k].n) found = take_annotations(&c);
    }
    if (!found) found = of_type(file, info->type_annotations, TARGET_FIELD, 0);
    if (!found) found = of_type(file, info->hidden_type_annotations, TARGET_FIELD, 0);
    return found;
}
