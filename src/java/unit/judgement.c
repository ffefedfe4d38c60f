// SPDX-License-Identifier: Apache-2.0
#include "java/unit/judgement.h"

#include <ctype.h>
#include <string.h>

#include "java/classfile/opcode.h"
#include "java/machine/interp_loop.h"

// ---- The table of refusals ----

// What Java's own documentation gives for arguments and states that a method does not accept. Their
// subclasses are meant as well (NumberFormatException of IllegalArgumentException ..).
static const char *const REFUSALS[] = {
    "java/lang/IllegalArgumentException",
    "java/lang/IllegalStateException",
    "java/lang/UnsupportedOperationException",
    "java/util/NoSuchElementException",
    "java/time/DateTimeException",
    "java/lang/NullPointerException",
    "java/lang/IndexOutOfBoundsException",
};

// "a.b.C" -> a/b/C; NULL: no name of a class.
static symbol internal_name(const char *name) {
    char text[500];
    size_t n = strlen(name);
    if (!n || n >= sizeof text || isdigit((unsigned char)*name)) return 0;
    for (size_t i = 0; i <= n; i++) {
        bool part = name[i] == '.' || name[i] == '/';
        if (part && (!i || i + 1 == n || text[i - 1] == '/')) return 0;
        if (!part && name[i] && !isalnum((unsigned char)name[i]) && !strchr("_$", name[i]) &&
            !(name[i] & 0x80))
            return 0;
        text[i] = part ? '/' : name[i];
    }
    return symbol_intern(text, n);
}

static bool add_names(symbols *to, const char *const *names, uint32_t n, struct diag *d) {
    for (uint32_t i = 0; i < n; i++) {
        symbol name = internal_name(names[i]);
        if (!name)
            return diag_set(d, DIAG_USAGE,
                            "'%s' is no name of a class; write it as in java.lang.RuntimeException",
                            names[i]);
        vec_push(to, name);
    }
    return true;
}

bool java_refusals_init(struct java_refusals *r, const char *const *more, uint32_t n_more,
                        const char *const *fewer, uint32_t n_fewer, struct diag *d) {
    *r = (struct java_refusals){0};
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++)
        vec_push(&r->classes, symbol_of(REFUSALS[i]));
    return add_names(&r->classes, more, n_more, d) && add_names(&r->not, fewer, n_fewer, d);
}

void java_refusals_free(struct java_refusals *r) {
    vec_free(&r->classes);
    vec_free(&r->not );
}

// How far above c the nearest class of the list is; UINT32_MAX: none is. A class may be listed by its simple
// name.
static uint32_t nearest(const struct java_class *c, const symbols *list) {
    uint32_t distance = 0;
    for (; c; c = c->super, distance++) {
        const char *name = symbol_text(c->name), *slash = strrchr(name, '/');
        for (uint32_t i = 0; i < list->n; i++)
            if (list->at[i] == c->name || (slash && !strcmp(symbol_text(list->at[i]), slash + 1)))
                return distance;
    }
    return UINT32_MAX;
}

// The nearest of the two lists decides, so that a class can be taken out of a family, or one put back.
static bool is_refusal(const struct java_refusals *r, const struct java_class *c) {
    uint32_t in = nearest(c, &r->classes);
    return in != UINT32_MAX && in < nearest(c, &r->not );
}

// ---- Who threw it ----

// Whether frame i is of code of the same kind as the unit: what the JDK below a user's method refuses, that
// method did not check (Enum.valueOf of a name that is none, Optional.of(null)).
static bool is_own(const struct java_unit *u, const struct java_trace_entry *trace, uint32_t n, uint32_t i) {
    return i < n && trace[i].method->class->origin == u->method->class->origin;
}

// Whether the method of the trace's topmost frame makes the exception itself: it is at the call of a
// constructor.
static bool is_made_there(const struct java_trace_entry *top) {
    const struct java_method *m = top->method;
    const struct class_code *code = m->info ? m->info->code : NULL;
    return code && top->pc < code->n_bytes && code->bytes[top->pc] == OP_INVOKESPECIAL;
}

static bool has_class(const struct object *exception, const char *name) {
    return !strcmp(symbol_text(exception->class->name), name);
}

// `x!!` of Kotlin, where x may be null.
static bool is_asserted_not_null(const struct java_trace_entry *trace, uint32_t n) {
    static const char *const asserts[] = {"throwNpe", "throwJavaNpe", "checkNotNull"};
    uint32_t i = 0;
    for (; i < n && !strcmp(symbol_text(trace[i].method->class->name), "kotlin/jvm/internal/Intrinsics"); i++)
        if (STR_IS_ONE_OF(symbol_text(trace[i].method->name), asserts)) return true;
    return false;
}

// Objects.requireNonNull and its like (Guava's checkNotNull ..): a check that the code makes on purpose is a
// call of a static method of another class, which makes the exception itself.
static bool is_null_check(const struct java_unit *u, const struct object *exception,
                          const struct java_trace_entry *trace, uint32_t n) {
    uint32_t caller = 1;
    if (!n || !has_class(exception, "java/lang/NullPointerException") || is_asserted_not_null(trace, n))
        return false;
    const struct java_method *m = trace[0].method;
    while (caller < n && trace[caller].method->class == m->class) caller++; // one check in terms of another
    return m->access & ACC_STATIC && m->class != u->method->class && is_made_there(trace) &&
           is_own(u, trace, n, caller);
}

// Methods of the JDK that are there to refuse, called by the project's own code: Objects.checkIndex ..,
// Math.addExact ...
static bool is_checking_method(const struct java_method *m) {
    static const char *const classes[] = {"java/lang/Math", "java/lang/StrictMath", "java/util/Objects",
                                          "jdk/internal/util/Preconditions"};
    const char *class = symbol_text(m->class->name), *name = symbol_text(m->name);
    size_t n = strlen(name);
    if (!strcmp(class, classes[0]) || !strcmp(class, classes[1]))
        return n > 5 && !strcmp(name + n - 5, "Exact");
    return (!strcmp(class, classes[2]) || !strcmp(class, classes[3])) &&
           (!strncmp(name, "check", 5) || !strncmp(name, "outOfBounds", 11));
}

static bool is_checked(const struct java_unit *u, const struct java_trace_entry *trace, uint32_t n) {
    uint32_t i = 0;
    while (i < n && is_checking_method(trace[i].method)) i++;
    return i && is_own(u, trace, n, i);
}

static bool is_declared(const struct java_unit *u, const struct java_class *class) {
    const struct class_method *info = u->method->info;
    for (uint32_t i = 0; info && i < info->n_exceptions; i++) {
        struct java_class *c = program_class_of(u->java->program, symbol_text(info->exceptions[i]));
        if (c && java_class_is_subclass(class, c)) return true;
    }
    return false;
}

// What is known of an exception that left the unit, by frisk's run or on the real JVM.
struct raised {
    const struct java_class *class;
    bool own;        // code of the unit's kind raised it
    bool made;       // and made it, by a `throw`
    bool asserted;   // `x!!` of Kotlin
    bool null_check; // it is one that the code makes on purpose
    bool checked;    // by a method that is there to refuse
};

// Of kind "rejected": the method declares it, or it is what Java itself calls a wrong argument or operation.
static bool is_rejected(const struct java_unit *u, const struct raised *e) {
    const char *name = symbol_text(e->class->name);
    bool plain = !strcmp(name, "java/lang/IllegalArgumentException") ||
                 !strcmp(name, "java/lang/UnsupportedOperationException");
    return is_declared(u, e->class) || (plain && e->own) || e->null_check;
}

// ---- Nulls ----

static bool is_listed(const struct java_thread *t, expr_id e) {
    for (uint32_t i = 0; i < t->nulls.own_checks.n; i++)
        if (t->nulls.own_checks.at[i] == e) return true;
    return false;
}

// The reference of the input whose being null made the exception; EXPR_NONE: none.
static expr_id null_of_input(const struct java_thread *t, const struct object *exception,
                             const struct java_trace_entry *trace, uint32_t n) {
    if (!has_class(exception, "java/lang/NullPointerException")) return EXPR_NONE;
    expr_id e = EXPR_NONE;
    if (t->nulls.thrown == exception)
        e = t->nulls.thrown_of; // the JVM itself raised it
    else if (n && t->nulls.checked_in == trace[0].method)
        e = t->nulls.checked; // a method of the JDK that looks, and then throws
    return e;
}

// The path of the part of the input that a caller should not have made null; 0: none is to blame. Annotations
// say so; where there are none, the code that looks whether it is null means to take it.
static symbol null_to_blame(struct java_unit *u, const struct java_thread *t, const struct object *exception,
                            const struct java_trace_entry *trace, uint32_t n) {
    expr_id e = null_of_input(t, exception, trace, n);
    symbol path = e ? inputs_null_path(&u->inputs, e) : 0;
    if (path) {
        enum java_nullness said = inputs_nullness(&u->inputs, path);
        if (said == NULLNESS_NONNULL || (!said && !is_listed(t, e))) return path;
    }
    for (uint32_t i = 0; i < t->nulls.met.n; i++) { // it fails in another way, later
        path = inputs_null_path(&u->inputs, t->nulls.met.at[i]);
        if (path && inputs_nullness(&u->inputs, path) == NULLNESS_NONNULL) return path;
    }
    return 0;
}

// What ends a program badly by the convention of whole programs: an AssertionError or a RuntimeException that
// nobody catches.
static bool fails_program(const struct java_unit *u, const struct java_class *class) {
    static const char *const failures[] = {"java/lang/RuntimeException", "java/lang/AssertionError"};
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        struct java_class *c = program_class_of(u->java->program, failures[i]);
        if (c && java_class_is_subclass(class, c)) return true;
    }
    return false;
}

bool java_counts_as_error(const struct java_unit *u, const struct java_class *class) {
    const struct java *j = u->java;
    for (uint32_t i = 0; i < j->errors.n; i++)
        if (java_class_is_subclass(class, j->errors.at[i])) return true;
    if (j->errors.n) return false;
    return !u->is_main || !u->input_class || fails_program(u, class);
}

static struct java_judgement judge(const struct java_unit *u, const struct raised *e) {
    struct java_judgement j = {.group = GROUP_ERROR, .kind = "error", .thrown = e->made};
    if (u->is_main || u->java->errors.n) { // somebody says what counts
        if (java_counts_as_error(u, e->class)) return j;
        j.kind = "rejected";
        j.group = GROUP_UNCOUNTED;
    } else if (is_rejected(u, e)) {
        j.kind = "rejected";
        j.group = GROUP_REFUSED;
    } else if (e->checked || (e->made && !e->asserted && is_refusal(&u->java->refusals, e->class))) {
        j.group = GROUP_REFUSED;
    }
    return j;
}

struct java_judgement java_judge(struct java_unit *u, const struct java_thread *t,
                                 const struct object *exception) {
    const struct java_trace_entry *trace;
    uint32_t n = java_stack_trace(exception, &trace);
    bool own = is_own(u, trace, n, 0);
    struct raised e = {.class = exception->class,
                       .own = own,
                       .made = own && is_made_there(trace),
                       .asserted = is_asserted_not_null(trace, n),
                       .null_check = is_null_check(u, exception, trace, n),
                       .checked = is_checked(u, trace, n)};
    struct java_judgement j = judge(u, &e);
    if (j.group != GROUP_ERROR || u->is_main || u->java->errors.n) return j;
    j.null_of = null_to_blame(u, t, exception, trace, n);
    if (j.null_of) j.group = GROUP_NULL;
    return j;
}

struct java_judgement java_judge_real(const struct java_unit *u, const struct java_class *class, bool own) {
    if (!class) return (struct java_judgement){.group = GROUP_ERROR, .kind = "error"};
    struct raised e = {.class = class, .own = own, .made = own};
    return judge(u, &e);
}

// ---- Where it is ----

// How much of a class's name is that of the class it is nested in, however deep: as the driver of the real
// JVM takes it (FriskReplay.java).
static size_t outermost(const char *name) {
    const char *slash = strrchr(name, '/'), *simple = slash ? slash + 1 : name;
    const char *dollar = *simple ? strchr(simple + 1, '$') : NULL;
    return dollar ? (size_t)(dollar - name) : strlen(name);
}

bool java_own_place(const struct java_unit *u, const struct java_trace_entry *entries, uint32_t n,
                    struct java_trace_entry *out) {
    const char *own = symbol_text(u->method->class->name);
    size_t size = outermost(own);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = symbol_text(entries[i].method->class->name);
        if (outermost(name) != size || memcmp(name, own, size) != 0) continue;
        *out = entries[i];
        return true;
    }
    return false;
}

bool java_finding_place(const struct java_unit *u, const struct object *exception,
                        struct java_trace_entry *out) {
    const struct java_trace_entry *entries;
    uint32_t n = java_stack_trace(exception, &entries);
    return java_own_place(u, entries, n, out);
}
