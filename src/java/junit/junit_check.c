// SPDX-License-Identifier: Apache-2.0
// What a test asserts: the questions of a proof's text to the JVM, and its answers as assertions.
#include <stdlib.h>
#include <string.h>

#include "java/junit/junit_print.h"

#define WITNESS "frisk.replay.FriskWitness."

enum { MARK_CLASS = 1, MARK_END, MARK_SUBJECT, MARK_DELTA, MARK_OBJECT }; // see share/frisk/FriskWitness.java

static bool is_asked(const struct printer *p, const struct junit_method *m) {
    return p->flavor == FLAVOR_PROOF && !m->watched;
}

static bool is_constructor(const struct java_test *t) {
    return !strcmp(symbol_text(t->name), "<init>");
}

symbol junit_result_type(const struct java_test *t) {
    return is_constructor(t) ? junit_type_of_class(t->class) : junit_return_type(t->descriptor);
}

// ---- Variables: what is asserted of is named again ----

static bool is_watched(const struct printer *p, const struct recipe_value *v) {
    return v->kind == RECIPE_OBJECT && junit_may_change(&p->r->objects[v->object]);
}

static void keep_named(struct printer *p, const char *text) {
    while ((text = strchr(text, MARK_OBJECT))) p->plan[strtoul(++text, NULL, 10)].inlined = false;
}

void junit_keep_checked(struct printer *p, const struct junit_method *m) {
    if (is_asked(p, m) && !p->split)
        for (uint32_t i = 0; i < p->r->n; i++)
            if (is_watched(p, &p->r->arguments[i])) p->plan[p->r->arguments[i].object].inlined = false;
    for (uint32_t i = 0; i < m->n_checks; i++) {
        if (m->checks[i].dropped) continue;
        if (m->checks[i].object != JAVA_CHECK_RESULT) p->plan[m->checks[i].object].inlined = false;
        keep_named(p, m->checks[i].text);
    }
}

// ---- Asking ----

// T.class, or null where source cannot name it.
static void add_type(struct printer *p, symbol type, struct str *out) {
    struct str name = {0};
    if (junit_type_name(p, type, &name))
        str_addf(out, "%s.class", name.at);
    else
        str_add(out, "null");
    str_free(&name);
}

void junit_watch(struct printer *p, const struct junit_method *m) {
    if (!is_asked(p, m) || p->split) return;
    for (uint32_t i = 0; i < p->r->n; i++) {
        const struct recipe_value *v = &p->r->arguments[i];
        if (!is_watched(p, v)) continue;
        str_addf(p->out, "        " WITNESS "watch(%u, ", v->object);
        add_type(p, junit_object_type(&p->r->objects[v->object]), p->out);
        str_add(p->out, ", ");
        junit_object(p, v->object, p->out);
        str_add(p->out, ");\n");
    }
}

// ---- Asserting ----

// It has no comparison of the first, and none of the others in which NaN equals NaN.
static bool is_array_unknown_to_testng(const char *text) {
    static const char *const elements[] = {"boolean[", "double[", "float["};
    const char *equals = "assertArrayEquals(new ";
    if (strncmp(text, equals, strlen(equals)) != 0) return false;
    text += strlen(equals);
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (!strncmp(text, elements[i], strlen(elements[i]))) return text[strlen(elements[i]) + 1] != '[';
    return false;
}

// The source of a check. False: it needs a class that source cannot name.
static bool add_check(struct printer *p, const char *text, const char *subject, struct str *out) {
    const bool apart = p->flavor == FLAVOR_TESTNG && is_array_unknown_to_testng(text);
    if (apart) {
        str_add(out, "assertTrue(java.util.Arrays.equals(");
        text = strchr(text, '(') + 1;
    }
    for (; *text; text++) {
        const char *end = strchr(text, MARK_END);
        switch (*text) {
        case MARK_CLASS:
            if (!junit_class_name(p, symbol_intern(text + 1, (size_t)(end - text - 1)), out)) return false;
            text = end;
            break;
        case MARK_OBJECT:
            junit_object(p, (uint32_t)strtoul(text + 1, NULL, 10), out);
            text = end;
            break;
        case MARK_SUBJECT: str_add(out, subject); break;
        case MARK_DELTA: // JUnit 4 has no comparison of floats without; TestNG's takes NaN for other than NaN
            text++;
            if (p->flavor == FLAVOR_JUNIT4 || p->flavor == FLAVOR_PROOF)
                str_add(out, *text == 'F' ? ", 0.0f" : ", 0.0");
            break;
        default: str_add_char(out, *text);
        }
    }
    if (apart) str_add_char(out, ')');
    return true;
}

// said: what is asserted already, which is not said again; NULL: nothing.
static uint32_t add_checks_of(struct printer *p, const struct junit_method *m, uint32_t object,
                              const char *subject, const char *said, struct str *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->n_checks; i++) {
        struct java_check *c = &m->checks[i];
        struct str line = {0};
        if (c->object != object || c->dropped || c->repeats) continue;
        if (add_check(p, c->text, subject, &line)) {
            c->repeats = said && strstr(said, line.at);
            if (c->repeats) {
                str_free(&line);
                continue;
            }
            bool comment = !strncmp(line.at, "//", 2);
            str_addf(out, "        %s%s\n", line.at, comment ? "" : ";");
            n++;
        } else {
            c->dropped = true;
        }
        str_free(&line);
    }
    return n;
}

// The types of which a call may stand in an assertion: it has one meaning there.
static bool is_plain(symbol type) {
    static const char *const plain[] = {"Ljava/lang/String;",    "Ljava/lang/Integer;", "Ljava/lang/Long;",
                                        "Ljava/lang/Boolean;",   "Ljava/lang/Byte;",    "Ljava/lang/Short;",
                                        "Ljava/lang/Character;", "Ljava/lang/Float;",   "Ljava/lang/Double;"};
    const char *text = symbol_text(type);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(text, plain[i])) return true;
    return *text != 'L' && *text != '[';
}

// The type of a variable, of a generic class with wildcards. False: source cannot name it.
static bool add_declared_type(struct printer *p, symbol type, struct str *out) {
    const char *d = symbol_text(type);
    struct java_class_facts f = {0};
    if (!junit_type_name(p, type, out)) return false;
    if (*d != 'L' || !p->facts) return true;
    symbol class = symbol_intern(d + 1, strlen(d) - 2);
    if (!p->facts->find_class(p->facts->context, class, &f)) return true;
    for (uint32_t i = 0; i < f.n_type_parameters; i++) str_add(out, i ? ", ?" : "<?");
    if (f.n_type_parameters) str_add_char(out, '>');
    return true;
}

void junit_result(struct printer *p, const struct junit_method *m, const char *call, bool reflective) {
    const struct java_test *t = m->test;
    symbol type = junit_result_type(t);
    struct str subject = {0}, name = {0}, checks = {0};
    bool is_void = symbol_text(type)[0] == 'V';
    if (is_asked(p, m) && !is_void) {
        str_addf(&subject, WITNESS "%s(", is_constructor(t) ? "constructed" : "returned");
        add_type(p, type, &subject);
        str_addf(&subject, ", %s)", call);
        str_addf(p->out, "        %s;\n", subject.at);
        str_free(&subject);
        return;
    }
    bool named = add_declared_type(p, type, &name);
    if (reflective && named && strcmp(name.at, "Object") != 0) str_addf(&subject, "(%s) ", name.at);
    p->raw |= reflective && junit_is_raw(p, type);
    str_add(&subject, call);
    bool alone = is_plain(type) && add_checks_of(p, m, JAVA_CHECK_RESULT, subject.at, NULL, &checks);
    if (alone)
        str_add(p->out, checks.at);
    else if (add_checks_of(p, m, JAVA_CHECK_RESULT, "result", NULL, &checks))
        str_addf(p->out, "        %s result = %s;\n\n%s", named ? name.at : "Object", subject.at, checks.at);
    else
        str_addf(p->out, "        %s;\n", call);
    str_free(&subject);
    str_free(&name);
    str_free(&checks);
}

void junit_thrown(struct printer *p, const struct junit_method *m, const char *type, const char *call) {
    struct str checks = {0};
    if (add_checks_of(p, m, JAVA_CHECK_RESULT, "thrown", NULL, &checks))
        str_addf(p->out, "        %s thrown = %s;\n\n%s", type, call, checks.at);
    else
        str_addf(p->out, "        %s;\n", call);
    str_free(&checks);
}

void junit_state(struct printer *p, const struct junit_method *m) {
    struct str checks = {0};
    uint32_t dropped = 0;
    bool asserted = false; // in the act, or of what it gave
    const char *said = str_text(p->out);
    for (uint32_t i = 0; i < m->n_checks; i++)
        asserted |= m->checks[i].object == JAVA_CHECK_RESULT && !m->checks[i].dropped;
    for (uint32_t i = 0; i < p->r->n_objects; i++) {
        struct str subject = {0};
        bool any = false;
        for (uint32_t k = 0; k < m->n_checks && !any; k++)
            any = m->checks[k].object == i && !m->checks[k].dropped;
        if (any) junit_object(p, i, &subject);
        if (any) add_checks_of(p, m, i, subject.at, said, &checks);
        str_free(&subject);
    }
    for (uint32_t i = 0; i < m->n_checks; i++) dropped += m->checks[i].dropped;
    if (checks.n) str_addf(p->out, "%s%s", asserted ? "" : "\n", checks.at);
    if (m->test->varies && !m->test->exception)
        str_addf(p->out, "        // What comes of it depends on %s and is not asserted.\n", m->test->varies);
    else if (dropped && p->flavor != FLAVOR_PROOF)
        str_add(p->out, "        // What differs between runs or machines is not asserted.\n");
    str_free(&checks);
}
