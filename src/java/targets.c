// SPDX-License-Identifier: Apache-2.0
// What the words of the command line name: classes, packages, methods. See java.h.
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/classpath/layout.h"
#include "java/input/access.h"
#include "java/java.h"
#include "java/unit/unit.h"

// ---- Targets ----

// NULL with d untouched: there is none of that name.
static struct java_class *exact_class(struct java *j, const char *name, size_t n, struct diag *d) {
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

// The value of a parameter that was left out, in Scala: no caller writes that.
static bool is_default_value(const struct java_method *m) {
    return strstr(symbol_text(m->name), "$default$") != NULL;
}

static bool is_tested(const struct java *j, const struct java_method *m, enum java_reach reach) {
    if (m->access & (ACC_ABSTRACT | ACC_NATIVE | ACC_SYNTHETIC) ||
        strcmp(symbol_text(m->name), "<clinit>") == 0 || makes_nothing(m) || is_implicit(m) ||
        is_default_value(m))
        return false;
    if (reach == REACH_CLIENT) return java_is_for_clients(j->program, m);
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
        java_signature_types(&s, symbol_text(m->descriptor), simple, ",");
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
        java_signature_types(out, symbol_text(c->methods[i].descriptor), true, ",");
        str_add_char(out, ')');
    }
}

// ---- Classes by their simple names, packages, projects ----

struct listing {
    const char *wanted; // the package, or the simple name; NULL: all classes
    bool simple;
    symbols *out; // classes that are in no other one, unless it is by simple name
};

static bool visit_listed(void *context, const char *name) {
    const struct listing *l = context;
    const char *slash = strrchr(name, '/'), *own = slash ? slash + 1 : name, *dollar = strrchr(own, '$');
    bool is = !l->wanted;
    if (l->wanted && l->simple)
        is = strcmp(own, l->wanted) == 0 || (dollar && strcmp(dollar + 1, l->wanted) == 0);
    else if (l->wanted)
        is = slash && strlen(l->wanted) == (size_t)(slash - name) &&
             strncmp(name, l->wanted, (size_t)(slash - name)) == 0;
    if (is && (l->simple || !dollar)) vec_push(l->out, symbol_of(name));
    return true;
}

static int by_name(const void *a, const void *b) {
    return strcmp(symbol_text(*(const symbol *)a), symbol_text(*(const symbol *)b));
}

// Of the class path, without the JDK; only_directories: what the user builds, and no libraries.
static bool list_classes(struct java *j, const struct listing *l, bool only_directories, struct diag *d) {
    for (uint32_t i = 0; i < java_classpath_count(j->path); i++) {
        if (only_directories && !file_is_dir(java_classpath_entry(j->path, i))) continue;
        if (!java_classpath_list(j->path, i, visit_listed, (void *)(uintptr_t)l, d)) return false;
    }
    if (l->out->n) qsort(l->out->at, l->out->n, sizeof *l->out->at, by_name);
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->out->n; i++)
        if (!n || l->out->at[n - 1] != l->out->at[i]) l->out->at[n++] = l->out->at[i];
    l->out->n = n;
    return true;
}

static char *with_slashes(const char *name, size_t n) {
    char *text = mem_alloc(n + 1);
    for (size_t i = 0; i < n; i++) text[i] = name[i] == '.' ? '/' : name[i];
    text[n] = 0;
    return text;
}

static void tell_several(const char *name, size_t n, const symbols *found, struct diag *d) {
    struct str s = {0};
    for (uint32_t i = 0; i < found->n && i < 6; i++) {
        str_add(&s, i ? ", " : "");
        java_dotted_name(&s, found->at[i]);
    }
    diag_set(d, DIAG_ANALYSIS, "which %.*s? The class path has %s%s", (int)n, name, s.at,
             found->n > 6 ? ", .." : "");
    str_free(&s);
}

// A class by its simple name, where there is one of that name among those the user builds, or else on the
// class path.
static struct java_class *simple_class(struct java *j, const char *name, size_t n, struct diag *d) {
    char *text = with_slashes(name, n);
    for (char *s = text; *s; s++) // Outer.Inner
        if (*s == '/') *s = '$';
    symbols found = {0};
    struct listing l = {text, true, &found};
    struct java_class *c = NULL;
    bool ok = list_classes(j, &l, true, d) && (found.n || list_classes(j, &l, false, d));
    if (ok && found.n == 1)
        c = program_class(j->program, found.at[0], d);
    else if (ok && found.n)
        tell_several(name, n, &found, d);
    vec_free(&found);
    mem_free(text);
    return c;
}

// A class of the JDK by its simple name, as sources have it: of java.lang, or of a package that they often
// import. The first that has one.
static struct java_class *imported_class(struct java *j, const char *name, size_t n, struct diag *d) {
    static const char *const packages[] = {"java.lang", "java.util", "java.io",   "java.math",
                                           "java.net",  "java.text", "java.time", "java.util.regex"};
    struct java_class *c = NULL;
    for (size_t i = 0; i < sizeof packages / sizeof *packages && !c && !d->kind; i++) {
        struct str s = {0};
        str_addf(&s, "%s.%.*s", packages[i], (int)n, name);
        c = exact_class(j, s.at, s.n, d);
        str_free(&s);
    }
    return c;
}

static void tell_none(const char *name, size_t n, struct diag *d) {
    diag_set(d, DIAG_ANALYSIS,
             "no class %.*s on the class path: give the directory or jar that holds it with -cp", (int)n,
             name);
}

struct java_class *java_find_class(struct java *j, const char *name, size_t n, struct diag *d) {
    struct java_class *c = n ? exact_class(j, name, n, d) : NULL;
    if (n && !c && !d->kind) c = simple_class(j, name, n, d);
    if (n && !c && !d->kind && !memchr(name, '/', n)) c = imported_class(j, name, n, d);
    if (!c && !d->kind) tell_none(name, n, d);
    return c;
}

// ---- All methods of classes ----

typedef VEC(struct java_method *) method_list;

// Those that anybody can call come first: what else leads to a failure of theirs is told with them.
static void add_methods(struct java *j, struct java_class *c, enum java_reach reach, method_list *out) {
    for (int public = 1; public >= 0; public --)
        for (uint32_t i = 0; i < c->n_methods; i++)
            if (!(c->methods[i].access & ACC_PUBLIC) == !public && is_tested(j, &c->methods[i], reach) &&
                !is_closed(c, &c->methods[i]))
                vec_push(out, &c->methods[i]);
}

// A class nested in another one that a test in its package can name.
static bool is_reachable(const struct java *j, const struct java_class *outer,
                         const struct class_inner *inner) {
    if (inner->outer != outer->name || !inner->name || inner->access & (ACC_PRIVATE | ACC_SYNTHETIC))
        return false;
    return outer->origin != ORIGIN_JDK || inner->access & ACC_PUBLIC;
}

static void note_skipped(struct str *out, const char *name, const struct diag *why) {
    java_dotted_name(out, symbol_of(name));
    str_addf(out, " not tested: %s\n", why->text);
}

// Those of the class and of the classes nested in it, however deep.
static void add_class(struct java *j, struct java_class *c, enum java_reach reach, method_list *out,
                      struct str *skipped) {
    VEC(struct java_class *) classes = {0};
    vec_push(&classes, c);
    for (uint32_t i = 0; i < classes.n; i++) {
        c = classes.at[i];
        add_methods(j, c, reach, out);
        for (uint32_t k = 0; c->file && k < c->file->n_inner; k++) {
            if (!is_reachable(j, c, &c->file->inner[k])) continue;
            struct diag why = {0};
            struct java_class *nested = program_class(j->program, c->file->inner[k].inner, &why);
            if (nested)
                vec_push(&classes, nested);
            else if (why.kind)
                note_skipped(skipped, symbol_text(c->file->inner[k].inner), &why);
        }
    }
    vec_free(&classes);
}

static bool has_method(const method_list *list) { // besides constructors
    for (uint32_t i = 0; i < list->n; i++)
        if (symbol_text(list->at[i]->name)[0] != '<') return true;
    return false;
}

// What code of the package alone can call is tested through what clients call, where there is any.
static void add_classes(struct java *j, struct java_class *const *classes, uint32_t n, method_list *out,
                        struct str *skipped) {
    bool inside = j->options.same_package || j->options.private_methods;
    for (enum java_reach reach = inside ? REACH_PACKAGE : REACH_CLIENT;; reach = REACH_PACKAGE) {
        out->n = 0;
        struct str why = {0};
        for (uint32_t i = 0; i < n; i++) add_class(j, classes[i], reach, out, &why);
        bool last = reach == REACH_PACKAGE || has_method(out);
        if (last && why.n) str_add(skipped, str_text(&why));
        str_free(&why);
        if (last) break;
    }
}

static void add_listed(struct java *j, const symbols *names, method_list *out, struct str *skipped) {
    VEC(struct java_class *) classes = {0};
    for (uint32_t i = 0; i < names->n; i++) {
        struct diag why = {0};
        struct java_class *c = program_class(j->program, names->at[i], &why);
        if (c)
            vec_push(&classes, c);
        else if (why.kind)
            note_skipped(skipped, symbol_text(names->at[i]), &why);
    }
    add_classes(j, classes.at, classes.n, out, skipped);
    vec_free(&classes);
}

static void give(method_list *methods, struct str *skipped, struct java_targets *out) {
    *out = (struct java_targets){methods->at, methods->n, skipped->n ? str_take(skipped) : NULL};
}

// ---- Targets ----

static bool is_method(const struct java_method *m, const char *name, const char *types) {
    return strcmp(symbol_text(m->name), name) == 0 && !(m->access & ACC_SYNTHETIC) &&
           (!types || types_match(types, m)); // a bridge has the name of what it leads to
}

// "CLASS#METHOD(TYPES)": types without blanks, NULL: all methods of that name.
static bool find_named(struct java_class *c, const char *target, const char *name, const char *types,
                       method_list *out, struct diag *d) {
    bool closed = false;
    for (uint32_t i = 0; i < c->n_methods; i++) {
        if (!is_method(&c->methods[i], name, types)) continue;
        if (is_closed(c, &c->methods[i]))
            closed = true;
        else
            vec_push(out, &c->methods[i]);
    }
    if (!out->n && closed)
        return diag_set(d, DIAG_ANALYSIS,
                        "%s is not public: no test can call it, as the JDK's packages are closed", target);
    return out->n > 0;
}

static bool no_method(const struct java_class *c, const char *target, struct diag *d) {
    struct str all = {0};
    list_methods(&all, c);
    diag_set(d, DIAG_ANALYSIS, "no method %s to test; the class has %s", target, all.n ? all.at : "none");
    str_free(&all);
    return false;
}

static bool find_methods(struct java *j, const char *target, const char *hash, method_list *out,
                         struct diag *d) {
    struct java_class *c = java_find_class(j, target, (size_t)(hash - target), d);
    if (!c) return false;
    const char *open = strchr(hash, '(');
    struct str name = {0}, types = {0};
    str_add_n(&name, hash + 1, open ? (size_t)(open - hash - 1) : strlen(hash + 1));
    for (const char *s = open ? open + 1 : ""; *s && *s != ')'; s++)
        if (*s != ' ') str_add_char(&types, *s);
    bool ok = find_named(c, target, str_text(&name), open ? str_text(&types) : NULL, out, d);
    if (!ok && !d->kind) no_method(c, target, d);
    str_free(&name);
    str_free(&types);
    return ok;
}

// A class, or else a package.
static bool find_all(struct java *j, const char *target, method_list *out, struct str *skipped,
                     struct diag *d) {
    struct java_class *c = exact_class(j, target, strlen(target), d);
    if (!c && !d->kind) c = simple_class(j, target, strlen(target), d);
    if (d->kind) return false;
    if (c) {
        add_classes(j, &c, 1, out, skipped);
        return out->n > 0 || no_method(c, target, d);
    }
    char *package = with_slashes(target, strlen(target));
    symbols names = {0};
    bool ok = list_classes(j, &(struct listing){package, false, &names}, false, d);
    if (ok) add_listed(j, &names, out, skipped);
    if (ok && !names.n) tell_none(target, strlen(target), d);
    if (ok && names.n && !out->n) diag_set(d, DIAG_ANALYSIS, "no method in package %s to test", target);
    vec_free(&names);
    mem_free(package);
    return ok && out->n > 0;
}

bool java_targets(struct java *j, const char *target, struct java_targets *out, struct diag *d) {
    const char *hash = strchr(target, '#');
    method_list found = {0};
    struct str skipped = {0};
    if (!*target || hash == target) diag_set(d, DIAG_ANALYSIS, "'%s' names no class", target);
    bool ok = d->kind ? false
              : hash  ? find_methods(j, target, hash, &found, d)
                      : find_all(j, target, &found, &skipped, d);
    give(&found, &skipped, out);
    return ok;
}

bool java_is_project(const char *directory) {
    return java_layout_is_project(directory);
}

bool java_project_targets(struct java *j, struct java_targets *out, struct diag *d) {
    symbols names = {0};
    method_list found = {0};
    struct str skipped = {0};
    bool ok = list_classes(j, &(struct listing){NULL, false, &names}, true, d);
    if (ok) add_listed(j, &names, &found, &skipped);
    if (ok && !found.n) diag_set(d, DIAG_ANALYSIS, "the project's classes have no method to test");
    vec_free(&names);
    give(&found, &skipped, out);
    return ok && found.n > 0;
}

void java_targets_free(struct java_targets *t) {
    mem_free(t->at);
    mem_free(t->skipped);
    *t = (struct java_targets){0};
}
