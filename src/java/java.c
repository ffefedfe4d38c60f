// SPDX-License-Identifier: Apache-2.0
#include "java/java.h"

#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/main_random.h"
#include "java/unit.h"

static char *copy(const char *text) {
    return text ? mem_strdup(text) : NULL;
}

struct java *java_open(const struct java_options *o, struct diag *d) {
    double start = clock_now();
    struct java *j = mem_zalloc(sizeof *j);
    j->options = *o;
    j->options.class_path = copy(o->class_path);
    j->options.java_home = copy(o->java_home);
    j->options.share_dir = copy(o->share_dir);
    j->options.input_class = copy(o->input_class);
    struct java_classpath_options options = {.path = j->options.class_path,
                                             .java_home = j->options.java_home};
    j->path = java_classpath_open(&options, d);
    j->program = j->path ? java_program_new(j->path, d) : NULL;
    j->load_seconds = clock_now() - start;
    if (j->program) return j;
    java_close(j);
    return NULL;
}

void java_close(struct java *j) {
    if (!j) return;
    java_proofs_free(j);
    input_words_free(&j->learned);
    java_program_free(j->program);
    if (j->path) java_classpath_close(j->path);
    mem_free((char *)(uintptr_t)j->options.class_path);
    mem_free((char *)(uintptr_t)j->options.java_home);
    mem_free((char *)(uintptr_t)j->options.share_dir);
    mem_free((char *)(uintptr_t)j->options.input_class);
    mem_free(j);
}

char *java_missing_class(const struct java *j) {
    symbol name = atomic_load(&j->program->missing);
    if (!name) return NULL;
    char *text = mem_strdup(symbol_text(name));
    for (char *c = text; *c; c++)
        if (*c == '/') *c = '.';
    return text;
}

const char *java_note(const struct java *j) {
    return java_classpath_note(j->path);
}

double java_load_seconds(const struct java *j) {
    return j->load_seconds;
}

struct unit *java_unit(struct java *j, struct java_method *m, struct diag *d) {
    return java_unit_new(j, m, d);
}

// ---- Names ----

static void add_dotted(struct str *out, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) str_add_char(out, text[i] == '/' ? '.' : text[i]);
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

static void add_types(struct str *out, const char *descriptor, bool simple, const char *separator) {
    const char *d = descriptor + 1;
    for (bool first = true; *d != ')'; first = false) {
        if (!first) str_add(out, separator);
        d = add_type(out, d, simple);
    }
}

void java_method_name(struct str *out, const struct java_method *m) {
    add_dotted(out, symbol_text(m->class->name), symbol_size(m->class->name));
    str_addf(out, "#%s(", symbol_text(m->name));
    add_types(out, symbol_text(m->descriptor), true, ", ");
    str_add_char(out, ')');
}

// ---- Targets ----

static struct java_class *find_class(struct java *j, const char *name, size_t n, struct diag *d) {
    struct str s = {0};
    for (size_t i = 0; i < n; i++) str_add_char(&s, name[i] == '.' ? '/' : name[i]);
    struct java_class *c = NULL;
    for (;;) { // a.b.Outer.Inner is a/b/Outer$Inner
        c = program_class(j->program, symbol_intern(s.at, s.n), d);
        char *last = strrchr(s.at, '/');
        if (c || d->kind || !last) break;
        *last = '$';
    }
    str_free(&s);
    if (!c && !d->kind)
        diag_set(d, DIAG_ANALYSIS,
                 "no class %.*s on the class path: give the directory or jar that holds it with -cp", (int)n,
                 name);
    return c;
}

// A constructor of an abstract class: only one of a class below calls it.
static bool makes_nothing(const struct java_method *m) {
    return m->class->access & ACC_ABSTRACT && strcmp(symbol_text(m->name), "<init>") == 0;
}

// values() and valueOf(String) of an enum: nobody wrote them (JLS 8.9.3).
static bool is_implicit(const struct java_method *m) {
    const char *name = symbol_text(m->name), *d = symbol_text(m->descriptor);
    if (!(m->class->access & ACC_ENUM) || !(m->access & ACC_STATIC)) return false;
    return (!strcmp(name, "values") && d[1] == ')') ||
           (!strcmp(name, "valueOf") && !strncmp(d, "(Ljava/lang/String;)", 20));
}

static bool is_tested(const struct java *j, const struct java_method *m) {
    if (m->access & (ACC_ABSTRACT | ACC_NATIVE | ACC_SYNTHETIC) ||
        strcmp(symbol_text(m->name), "<clinit>") == 0 || makes_nothing(m) || is_implicit(m))
        return false;
    if (m->access & ACC_PUBLIC) return true;
    return j->options.private_methods || !(m->access & ACC_PRIVATE);
}

// The JDK's packages are closed to tests (JLS 7.7.2): they call its public members only.
static bool is_closed(const struct java_class *c, const struct java_method *m) {
    return c->origin == ORIGIN_JDK && !(c->access & m->access & ACC_PUBLIC);
}

static bool types_match(const char *wanted, const struct java_method *m) { // without spaces
    struct str s = {0};
    bool same = false;
    for (int simple = 0; simple < 2 && !same; simple++) {
        str_clear(&s);
        add_types(&s, symbol_text(m->descriptor), simple, ",");
        same = strcmp(str_text(&s), wanted) == 0;
    }
    str_free(&s);
    return same;
}

static void list_methods(struct str *out, const struct java_class *c) {
    for (uint32_t i = 0, shown = 0; i < c->n_methods && shown < 8; i++) {
        if (c->methods[i].access & ACC_SYNTHETIC || strcmp(symbol_text(c->methods[i].name), "<clinit>") == 0)
            continue;
        str_addf(out, "%s%s(", shown++ ? ", " : "", symbol_text(c->methods[i].name));
        add_types(out, symbol_text(c->methods[i].descriptor), true, ",");
        str_add_char(out, ')');
    }
}

bool java_targets(struct java *j, const char *target, struct java_targets *out, struct diag *d) {
    const char *hash = strchr(target, '#'), *types = hash ? strchr(hash, '(') : NULL;
    struct java_class *c = find_class(j, target, hash ? (size_t)(hash - target) : strlen(target), d);
    if (!c) return false;
    struct str method = {0}, wanted = {0};
    if (hash) str_add_n(&method, hash + 1, types ? (size_t)(types - hash - 1) : strlen(hash + 1));
    for (const char *s = types ? types + 1 : ""; *s && *s != ')'; s++)
        if (*s != ' ') str_add_char(&wanted, *s);
    VEC(struct java_method *) found = {0};
    bool closed = false;
    for (uint32_t i = 0; i < c->n_methods; i++) {
        struct java_method *m = &c->methods[i];
        if (hash ? strcmp(symbol_text(m->name), str_text(&method)) != 0 : !is_tested(j, m)) continue;
        if (m->access & ACC_SYNTHETIC) continue; // a bridge has the name of what it leads to
        if (types && !types_match(str_text(&wanted), m)) continue;
        if (is_closed(c, m))
            closed = true;
        else
            vec_push(&found, m);
    }
    *out = (struct java_targets){found.at, found.n};
    if (!found.n && closed) {
        diag_set(d, DIAG_ANALYSIS, "%s is not public: no test can call it, as the JDK's packages are closed",
                 target);
        vec_free(&found);
    } else if (!found.n) {
        struct str all = {0};
        list_methods(&all, c);
        diag_set(d, DIAG_ANALYSIS, "no method %s to test; the class has %s", target, all.n ? all.at : "none");
        str_free(&all);
        vec_free(&found);
    }
    str_free(&method);
    str_free(&wanted);
    return out->n > 0 && !d->kind;
}

struct unit *java_main_unit(struct java *j, const char *main_class, struct diag *d) {
    struct java_class *c = find_class(j, main_class, strlen(main_class), d);
    struct java_class *input =
        c ? find_class(j, j->options.input_class, strlen(j->options.input_class), d) : NULL;
    if (!input) return NULL;
    struct java_method *m = class_find(c, "main", "([Ljava/lang/String;)V");
    if (!m || !(m->access & ACC_STATIC)) {
        diag_set(d, DIAG_ANALYSIS, "%s has no method static void main(String[])", main_class);
        return NULL;
    }
    struct unit *u = java_unit_new(j, m, d);
    if (!u) return NULL;
    if (!main_mode_bind((struct java_unit *)u, input, d)) {
        u->language->unit_free(u);
        return NULL;
    }
    u->draws = 0; // what it asks for is known while it runs
    main_random_seeds((struct java_unit *)u, j->options.random_seconds);
    return u;
}
