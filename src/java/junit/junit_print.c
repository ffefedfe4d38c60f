// SPDX-License-Identifier: Apache-2.0
#include "java/junit/junit_print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "java/input/java_text.h"
#include "java/junit/junit_layout.h"

enum { COMMENT_WIDTH = 90, COMMENT_MOST = 4000 };

// ---- What the frameworks call it ----

static const struct {
    const char *asserts, *asserts_throws; // classes of static methods
    const char *throws;                   // of them that which gives what was thrown
    const char *test, *before_each;       // annotations
} frameworks[FLAVOR_COUNT] = {
    [FLAVOR_JUNIT5] = {"org/junit/jupiter/api/Assertions", "org/junit/jupiter/api/Assertions", "assertThrows",
                       "org/junit/jupiter/api/Test", "org/junit/jupiter/api/BeforeEach"},
    [FLAVOR_JUNIT4] = {"org/junit/Assert", "org/junit/Assert", "assertThrows", "org/junit/Test",
                       "org/junit/Before"},
    [FLAVOR_TESTNG] = {"org/testng/AssertJUnit", "org/testng/Assert", "expectThrows",
                       "org/testng/annotations/Test", "org/testng/annotations/BeforeMethod"},
    [FLAVOR_PROOF] = {"frisk/replay/FriskAsserts", "frisk/replay/FriskAsserts", "assertThrows",
                      "frisk/replay/FriskTest", NULL},
};

// ---- Comments ----

// Wrapped at blanks; a very long one is cut.
static void add_comment(struct str *out, const char *indent, const char *label, const char *text) {
    struct str s = {0};
    java_text_comment(&s, text, strlen(text));
    if (s.n > COMMENT_MOST) {
        size_t cut = COMMENT_MOST;
        while (cut > 0 && s.at[cut] != ' ') cut--;
        s.n = cut;
        str_add(&s, " ...");
    }
    const char *at = str_text(&s);
    str_addf(out, "%s// %s", indent, label);
    for (size_t used = strlen(label); *at;) {
        size_t word = strcspn(at, " ");
        if (used + word > COMMENT_WIDTH && used > 0) {
            str_addf(out, "\n%s//  ", indent);
            used = 0;
        }
        str_add_char(out, ' ');
        str_add_n(out, at, word);
        used += word + 1;
        at += word + (at[word] == ' ');
    }
    str_add_char(out, '\n');
    str_free(&s);
}

static void add_expectation(struct printer *p, const struct java_test *t) {
    struct str s = {0};
    if (t->endless && t->where_line)
        str_addf(&s, "its loop at %s:%u is back in a state it was in", t->where_file ? t->where_file : "line",
                 t->where_line);
    if (t->endless)
        add_comment(p->out, "        ", "Never ends:", s.n ? s.at : "it is back in a state it was in");
    if (!t->exception) {
        str_free(&s);
        return;
    }
    const bool fails = t->fails && p->flavor != FLAVOR_PROOF;
    const char *name = symbol_text(t->exception), *slash = strrchr(name, '/');
    str_add(&s, slash ? slash + 1 : name);
    if (t->where_line) str_addf(&s, " at %s:%u", t->where_file ? t->where_file : "line", t->where_line);
    if (t->where_method) str_addf(&s, " in %s", symbol_text(t->where_method));
    if (t->kind == JAVA_TEST_REJECTED) str_add(&s, ": an argument that is refused");
    if (t->kind == JAVA_TEST_UNCOUNTED) str_add(&s, ": which does not count as an error");
    if (t->kind == JAVA_TEST_STATE) str_add(&s, ": in a state that no call was found to build");
    add_comment(p->out, "        ", fails ? "Fails until it is put right: throws" : "Throws", s.at);
    str_free(&s);
}

// ---- Assertions ----

// What assertEquals takes as expected and allowed difference: JUnit 4 has no comparison of floats without.
static const char *delta_of(const struct printer *p, char letter) {
    if (p->flavor == FLAVOR_JUNIT5 || p->flavor == FLAVOR_TESTNG || (letter != 'F' && letter != 'D'))
        return "";
    return letter == 'F' ? ", 0.0f" : ", 0.0";
}

// expected: a recipe of one simple value; actual: an expression of that type.
static void add_assertion(struct printer *p, const struct recipe *expected, symbol type, const char *actual,
                          struct str *out) {
    const struct recipe_value *v = &expected->arguments[0];
    const struct recipe *r = p->r;
    struct object_plan *plan = p->plan;
    bool split = p->split;
    struct str value = {0};
    const struct recipe_object *o = v->kind == RECIPE_OBJECT ? &expected->objects[v->object] : NULL;
    junit_begin_recipe(p, expected);
    for (uint32_t i = 0; i < expected->n_objects; i++) p->plan[i].inlined = true;
    junit_value(p, v, o ? 0 : type, &value);
    junit_end_recipe(p);
    p->r = r;
    p->plan = plan;
    p->split = split;
    if (v->kind == RECIPE_NULL)
        str_addf(out, "assertNull(%s)", actual);
    else if (v->kind == RECIPE_BOOLEAN && symbol_text(type)[0] == 'Z')
        str_addf(out, "%s(%s)", v->bits ? "assertTrue" : "assertFalse", actual);
    else if (o && o->kind == RECIPE_ARRAY && p->flavor == FLAVOR_TESTNG)
        str_addf(out, "assertTrue(java.util.Arrays.equals(%s, %s))", value.at, actual);
    else if (o && o->kind == RECIPE_ARRAY)
        str_addf(out, "assertArrayEquals(%s, %s%s)", value.at, actual, delta_of(p, symbol_text(o->class)[1]));
    else
        str_addf(out, "assertEquals(%s, %s%s)", value.at, actual, o ? "" : delta_of(p, symbol_text(type)[0]));
    str_free(&value);
}

static void add_field_checks(struct printer *p, const struct java_test *t) {
    for (uint32_t i = 0; i < t->n_fields; i++) {
        const struct java_field_check *c = &t->fields[i];
        if (!junit_is_simple(c->value)) continue;
        struct str actual = {0};
        junit_field(p, c->object, c->class, c->name, c->descriptor, &actual);
        str_add(p->out, "        ");
        add_assertion(p, c->value, c->descriptor, actual.at, p->out);
        str_add(p->out, ";\n");
        str_free(&actual);
    }
}

// ---- The call of the unit ----

static bool is_constructor(const struct java_test *t) {
    return !strcmp(symbol_text(t->name), "<init>");
}

static bool add_unit_call(struct printer *p, const struct java_test *t, struct str *out) {
    const struct recipe_value *arguments = t->recipe->arguments;
    uint32_t n = t->recipe->n;
    if (t->is_static || is_constructor(t))
        return junit_call(p, t->class, t->name, t->descriptor, NULL, arguments, n, out);
    assert(n > 0);
    return junit_call(p, t->class, t->name, t->descriptor, arguments, arguments + 1, n - 1, out);
}

static void add_throwing(struct printer *p, const struct junit_method *m) {
    const struct java_test *t = m->test;
    struct str call = {0}, type = {0};
    if (t->fails && p->flavor != FLAVOR_PROOF) {
        add_unit_call(p, t, &call);
        str_addf(p->out, "        %s;\n", call.at);
        str_free(&call);
        return;
    }
    const bool throws_checked = p->throws_checked; // not what the lambda does
    bool named = junit_class_name(p, t->exception, &type);
    p->raw |= !named;
    str_addf(&call, "%s(%s", frameworks[p->flavor].throws, named ? "" : "(Class) ");
    junit_class_literal(p, junit_type_of_class(t->exception), &call);
    str_add(&call, ", () -> ");
    add_unit_call(p, t, &call);
    p->throws_checked = throws_checked;
    str_add_char(&call, ')');
    junit_thrown(p, m, named ? type.at : "Throwable", call.at);
    str_free(&call);
    str_free(&type);
}

static void add_endless(struct printer *p, const struct java_test *t) {
    struct str call = {0};
    add_unit_call(p, t, &call);
    p->throws_any = true; // the helper does
    str_addf(p->out, "        assertNeverEnds(() -> %s);\n", call.at);
    if (p->flavor != FLAVOR_PROOF) p->helpers |= HELPER_NEVER_ENDS;
    str_free(&call);
}

static void add_returning(struct printer *p, const struct junit_method *m) {
    const struct java_test *t = m->test;
    struct str call = {0}, actual = {0}, cast = {0};
    bool reflective = add_unit_call(p, t, &call);
    if (!t->returned || !junit_is_simple(t->returned) || is_constructor(t)) {
        junit_result(p, m, call.at, reflective);
    } else {
        str_add(p->out, "        ");
        const struct recipe_value *v = &t->returned->arguments[0];
        symbol type = junit_return_type(t->descriptor);
        const struct recipe_object *o = v->kind == RECIPE_OBJECT ? &t->returned->objects[v->object] : NULL;
        symbol cast_to = reflective ? type : 0;
        if (o && o->kind == RECIPE_ARRAY && (reflective || type != o->class)) cast_to = o->class;
        if (cast_to && junit_type_name(p, cast_to, &cast)) str_addf(&actual, "(%s) ", cast.at);
        str_add(&actual, call.at);
        add_assertion(p, t->returned, type, actual.at, p->out);
        str_add(p->out, ";\n");
    }
    str_free(&call);
    str_free(&actual);
    str_free(&cast);
}

// ---- One test ----

static void keep_checked(struct printer *p, const struct java_test *t) { // objects the test names again
    for (uint32_t i = 0; i < t->n_fields; i++)
        if (t->fields[i].object < p->r->n_objects) p->plan[t->fields[i].object].inlined = false;
}

static void add_body(struct printer *p, const struct junit_method *m) {
    const struct java_test *t = m->test;
    junit_begin_recipe(p, t->recipe);
    junit_set_roles(p, t);
    keep_checked(p, t);
    junit_keep_checked(p, m);
    size_t before = p->out->n;
    junit_build_objects(p);
    if (p->split) {
        str_addf(p->out, "        Object[] o = new Object[%u];\n", t->recipe->n_objects);
        for (uint32_t i = 1; i <= p->parts; i++) str_addf(p->out, "        build_%u_%u(o);\n", p->test, i);
    }
    if (t->before) str_addf(p->out, "        %s\n", t->before);
    if (p->out->n > before) str_add_char(p->out, '\n'); // arrange, act, assert
    if (!t->exception && !t->endless) junit_watch(p, m);
    if (t->endless)
        add_endless(p, t);
    else if (t->exception)
        add_throwing(p, m);
    else
        add_returning(p, m);
    add_field_checks(p, t);
    junit_state(p, m);
    junit_end_recipe(p);
}

static void print_test(struct printer *p, const struct junit_method *m, uint32_t number,
                       const char *annotation) {
    p->test = number;
    p->parts = p->weight = p->strings = 0;
    p->split = false;
    if (m->test->path_condition && m->test->path_condition[0])
        add_comment(p->out, "    ", "Path condition:", m->test->path_condition);
    struct str body = {0}, *out = p->out;
    const uint32_t helpers = p->helpers;
    p->out = &body;
    p->helpers = 0;
    p->throws_checked = p->throws_any = false;
    add_expectation(p, m->test);
    add_body(p, m);
    p->throws_any |= p->helpers || p->split || m->test->before || p->flavor == FLAVOR_PROOF;
    p->helpers |= helpers;
    p->out = out;
    str_addf(out, "    @%s\n    %svoid %s()%s {\n%s    }\n", annotation,
             p->flavor == FLAVOR_JUNIT5 ? "" : "public ", m->name,
             p->throws_any       ? " throws Throwable"
             : p->throws_checked ? " throws Exception"
                                 : "",
             str_text(&body));
    str_free(&body);
    if (p->extra.n) str_add_n(p->out, p->extra.at, p->extra.n);
    if (p->string_methods.n) str_add_n(p->out, p->string_methods.at, p->string_methods.n);
    str_free(&p->extra);
    str_free(&p->string_methods);
    hash_map_free(&p->names);
}

// ---- What is static lasts from one test to the next: each begins with what there was before all ----

static void add_simple_value(struct printer *p, const struct recipe *value, symbol type, struct str *out) {
    junit_begin_recipe(p, value);
    for (uint32_t i = 0; i < value->n_objects; i++) p->plan[i].inlined = true;
    junit_value(p, &value->arguments[0], type, out);
    junit_end_recipe(p);
}

// The field as source names it, or a call that gets its value by reflection, cast to that class or array.
static void add_static(struct printer *p, const struct java_reset *r, symbol type, struct str *out) {
    struct str owner = {0}, cast = {0};
    bool direct =
        junit_class_name(p, r->class, &owner) && junit_can_touch(p, r->class, r->name, r->descriptor, false);
    if ((!direct || type != r->descriptor) && junit_type_name(p, type, &cast))
        str_addf(out, "((%s) ", cast.at);
    if (direct) {
        str_addf(out, "%s.", owner.at);
        java_text_identifier(out, symbol_text(r->name), symbol_size(r->name));
        if (cast.n) str_add_char(out, ')');
    } else {
        p->helpers |= HELPER_GET;
        str_add(out, "get(null, ");
        junit_class_literal(p, junit_type_of_class(r->class), out);
        str_add(out, ", ");
        java_text_string_utf8(out, symbol_text(r->name), symbol_size(r->name));
        str_add(out, cast.n ? "))" : ")");
    }
    str_free(&owner);
    str_free(&cast);
}

static void add_assigned(struct printer *p, const struct java_reset *r, struct str *out) {
    struct str owner = {0};
    char first = symbol_text(r->descriptor)[0];
    bool direct =
        junit_class_name(p, r->class, &owner) && junit_can_touch(p, r->class, r->name, r->descriptor, false);
    if (direct) {
        add_static(p, r, r->descriptor, out);
        str_add(out, " = ");
        add_simple_value(p, r->value, r->descriptor, out);
        str_add_char(out, ';');
    } else {
        p->helpers |= HELPER_ASSIGN;
        str_add(out, "assign(");
        junit_class_literal(p, junit_type_of_class(r->class), out);
        str_add(out, ", ");
        java_text_string_utf8(out, symbol_text(r->name), symbol_size(r->name));
        str_add(out, ", ");
        add_simple_value(p, r->value, first == 'L' || first == '[' ? 0 : r->descriptor, out);
        str_add(out, ");");
    }
    str_free(&owner);
}

static void add_field_reset(struct printer *p, const struct java_reset *r, struct str *out) {
    char first = symbol_text(r->field_descriptor)[0];
    bool direct = junit_can_touch(p, r->field_class, r->field, r->field_descriptor, false) &&
                  r->descriptor == junit_type_of_class(r->field_class);
    if (!direct) str_add(out, "put(");
    add_static(p, r, r->descriptor, out);
    if (direct) {
        str_add_char(out, '.');
        java_text_identifier(out, symbol_text(r->field), symbol_size(r->field));
        str_add(out, " = ");
        add_simple_value(p, r->value, r->field_descriptor, out);
        str_add_char(out, ';');
        return;
    }
    p->helpers |= HELPER_PUT | HELPER_UNSAFE;
    str_add(out, ", ");
    junit_class_literal(p, junit_type_of_class(r->field_class), out);
    str_add(out, ", ");
    java_text_string_utf8(out, symbol_text(r->field), symbol_size(r->field));
    str_add(out, ", ");
    add_simple_value(p, r->value, first == 'L' ? 0 : r->field_descriptor, out);
    str_add(out, ");");
}

static void add_reset(struct printer *p, const struct java_reset *r, struct str *out) {
    bool of_object = r->how == RESET_CLEAR || r->how == RESET_SET;
    symbol type = of_object ? junit_type_of_class(r->object_class) : r->descriptor;
    switch (r->how) {
    case RESET_ASSIGN: add_assigned(p, r, out); return;
    case RESET_FIELD: add_field_reset(p, r, out); return;
    case RESET_COPY:
        str_add(out, "System.arraycopy(");
        add_simple_value(p, r->value, r->descriptor, out);
        str_add(out, ", 0, ");
        add_static(p, r, type, out);
        str_addf(out, ", 0, %u);", r->value->objects[0].n);
        return;
    case RESET_CLEAR:
        add_static(p, r, type, out);
        str_add(out, ".clear();");
        return;
    case RESET_SET:
        add_static(p, r, type, out);
        str_add(out, ".set(");
        add_simple_value(p, r->value, 0, out);
        str_add(out, ");");
    }
}

// Of all tests that are printed, each field once.
static void print_restore(struct printer *p, const struct junit_method *methods, uint32_t n,
                          const char *annotation) {
    struct hash_map done = {0};
    for (uint32_t i = 0; i < n; i++) {
        const struct java_test *t = methods[i].test;
        for (uint32_t k = 0; k < t->n_resets && !methods[i].left_out; k++) {
            const struct java_reset *r = &t->resets[k];
            uint64_t key = hash_mix(hash_mix(r->class, r->name), hash_mix(r->field_class, r->field));
            uint32_t known;
            if (hash_map_get(&done, key, &known)) continue;
            hash_map_put(&done, key, 1);
            struct str s = {0};
            if (done.n == 1)
                str_addf(p->out, "    %s%s%s%svoid restoreStatics() throws Throwable {\n",
                         *annotation ? "@" : "", annotation, *annotation ? "\n    " : "",
                         p->flavor == FLAVOR_JUNIT5 ? "" : "public ");
            add_reset(p, r, &s);
            str_addf(p->out, "        %s\n", s.at);
            str_free(&s);
        }
    }
    if (done.n) str_add(p->out, "    }\n");
    hash_map_free(&done);
}

// ---- The class ----

static const struct {
    uint32_t need;
    const char *text;
} helpers[] = {
    {HELPER_TYPE, "    private static Class<?> type(String name) throws Throwable {\n"
                  "        return Class.forName(name);\n    }\n"},
    {HELPER_INVOKE, "    private static Object invoke(Class<?> owner, String name, Class<?>[] types, Object "
                    "on, Object[] arguments)\n"
                    "            throws Throwable {\n"
                    "        java.lang.reflect.Method method = null;\n"
                    "        for (Class<?> c = owner; method == null; c = c.getSuperclass()) {\n"
                    "            try {\n"
                    "                method = c.getDeclaredMethod(name, types);\n"
                    "            } catch (NoSuchMethodException e) {\n"
                    "                if (c.getSuperclass() == null) method = owner.getMethod(name, types);\n"
                    "            }\n"
                    "        }\n"
                    "        method.setAccessible(true);\n"
                    "        try {\n            return method.invoke(on, arguments);\n"
                    "        } catch (java.lang.reflect.InvocationTargetException e) {\n"
                    "            throw e.getCause();\n        }\n    }\n"},
    {HELPER_CONSTRUCT,
     "    private static Object construct(Class<?> owner, Class<?>[] types, Object[] arguments) throws "
     "Throwable {\n"
     "        java.lang.reflect.Constructor<?> constructor = owner.getDeclaredConstructor(types);\n"
     "        constructor.setAccessible(true);\n"
     "        try {\n            return constructor.newInstance(arguments);\n"
     "        } catch (java.lang.reflect.InvocationTargetException e) {\n"
     "            throw e.getCause();\n        }\n    }\n"},
    {HELPER_ALLOCATE,
     "    private static Object allocate(Class<?> type) throws Throwable {\n"
     "        return unsafe(\"allocateInstance\", Class.class).invoke(UNSAFE[0], type);\n    }\n"},
    {HELPER_PUT,
     "    private static void put(Object on, Class<?> owner, String name, Object value) throws Throwable {\n"
     "        java.lang.reflect.Field field = owner.getDeclaredField(name);\n"
     "        long at = (Long) unsafe(\"objectFieldOffset\", "
     "java.lang.reflect.Field.class).invoke(UNSAFE[0], field);\n"
     "        Class<?> type = field.getType().isPrimitive() ? field.getType() : Object.class;\n"
     "        String simple = type.getSimpleName();\n"
     "        String put = \"put\" + Character.toUpperCase(simple.charAt(0)) + simple.substring(1);\n"
     "        unsafe(put, Object.class, long.class, type).invoke(UNSAFE[0], on, at, value);\n    }\n"},
    {HELPER_GET, "    private static Object get(Object on, Class<?> owner, String name) throws Throwable {\n"
                 "        java.lang.reflect.Field field = owner.getDeclaredField(name);\n"
                 "        field.setAccessible(true);\n        return field.get(on);\n    }\n"},
    {HELPER_ASSIGN,
     "    private static void assign(Class<?> owner, String name, Object value) throws Throwable {\n"
     "        java.lang.reflect.Field field = owner.getDeclaredField(name);\n"
     "        field.setAccessible(true);\n        field.set(null, value);\n    }\n"},
    {HELPER_UNSAFE,
     "    private static final Object[] UNSAFE = {null};\n\n"
     "    private static java.lang.reflect.Method unsafe(String name, Class<?>... types) throws Throwable {\n"
     "        Class<?> type = Class.forName(\"sun.misc.Unsafe\");\n"
     "        java.lang.reflect.Field field = type.getDeclaredField(\"theUnsafe\");\n"
     "        field.setAccessible(true);\n        UNSAFE[0] = field.get(null);\n"
     "        return type.getMethod(name, types);\n    }\n"},
    {HELPER_NEVER_ENDS,
     "    private interface NeverEnding {\n        void call() throws Throwable;\n    }\n\n"
     "    // Still running after a second, in a thread that nobody waits for.\n"
     "    private static void assertNeverEnds(NeverEnding call) throws Throwable {\n"
     "        Thread thread = new Thread(() -> {\n"
     "            try {\n                call.call();\n"
     "            } catch (Throwable thrown) {\n                thrown.printStackTrace();\n            }\n"
     "        });\n"
     "        thread.setDaemon(true);\n        thread.setPriority(Thread.MIN_PRIORITY);\n"
     "        thread.start();\n        thread.join(1000);\n"
     "        assertTrue(thread.isAlive());\n    }\n"},
};

static void add_dotted(struct str *out, const char *internal) {
    for (; *internal; internal++) str_add_char(out, *internal == '/' ? '.' : *internal);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_import(struct str *out, const char *internal) {
    str_add(out, "import ");
    for (const char *c = internal; *c;) {
        size_t n = strcspn(c, "/");
        java_text_identifier(out, c, n);
        c += n;
        if (*c) str_add_char(out, '.'), c++;
    }
    str_add(out, ";\n");
}

static void print_static_imports(struct printer *p, const char *body, struct str *out) {
    static const char *const names[] = {"assertArrayEquals", "assertEquals", "assertFalse", "assertNeverEnds",
                                        "assertNotNull",     "assertNull",   "assertSame",  "assertThrows",
                                        "assertTrue",        "expectThrows"};
    const size_t before = out->n;
    for (int throws = 1; throws >= 0; throws--) // as the names of their classes come
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            struct str call = {0}, line = {0};
            str_addf(&call, " %s(", names[i]);
            bool own = p->flavor != FLAVOR_PROOF && !strcmp(names[i], "assertNeverEnds"); // a helper
            bool of_throws = strstr(names[i], "Throws") != NULL;
            bool one_class = !strcmp(frameworks[p->flavor].asserts, frameworks[p->flavor].asserts_throws);
            if (!own && (one_class ? throws : of_throws == throws) && strstr(body, call.at)) {
                add_import(&line,
                           of_throws ? frameworks[p->flavor].asserts_throws : frameworks[p->flavor].asserts);
                line.at[line.n -= strlen(";\n")] = 0;
                str_addf(out, "import static%s.%s;\n", line.at + strlen("import"), names[i]);
            }
            str_free(&call);
            str_free(&line);
        }
    if (out->n > before) str_add_char(out, '\n');
}

static void print_imports(struct printer *p, const char *body, bool short_test, struct str *out) {
    VEC(char *) lines = {0};
    for (uint32_t i = 0; i < p->imports.n; i++) {
        const char *simple = strrchr(symbol_text(p->imports.at[i]), '/') + 1;
        struct str name = {0}, line = {0};
        java_text_identifier(&name, simple, strlen(simple)); // probing imports more than is used in the end
        if (strstr(body, name.at)) {
            add_import(&line, symbol_text(p->imports.at[i]));
            vec_push(&lines, str_take(&line));
        }
        str_free(&name);
    }
    if (short_test) {
        struct str line = {0};
        add_import(&line, frameworks[p->flavor].test);
        vec_push(&lines, str_take(&line));
    }
    if (lines.n) qsort(lines.at, lines.n, sizeof *lines.at, by_text);
    for (uint32_t i = 0; i < lines.n; i++) {
        str_add(out, lines.at[i]);
        mem_free(lines.at[i]);
    }
    if (lines.n) str_add_char(out, '\n');
    vec_free(&lines);
}

static void print_header(struct printer *p, const struct junit_class *c, const char *body, bool short_test,
                         struct str *out) {
    bool fails = false;
    for (uint32_t i = 0; i < c->n; i++) fails |= c->methods[i].test->fails;
    str_addf(out, "// Written by frisk. Each test %s.\n",
             !c->findings ? "shows what the code does today"
             : fails      ? "fails until its error is put right"
                          : "passes while its error is there");
    if (p->package) {
        struct str s = {0};
        add_import(&s, symbol_text(p->package));
        str_addf(out, "package %s", s.at + strlen("import "));
        str_free(&s);
    }
    str_add_char(out, '\n');
    print_static_imports(p, body, out);
    print_imports(p, body, short_test, out);
    if (p->raw) str_add(out, "@SuppressWarnings({\"rawtypes\", \"unchecked\"})\n");
}

// Classes of the package under test keep their simple names, whatever else is called so.
static void claim_package(struct printer *p, const struct junit_method *methods, uint32_t n) {
    struct str scratch = {0};
    for (uint32_t i = 0; i < n; i++) {
        const struct java_test *t = methods[i].test;
        if (junit_package_of(t->class) == p->package) junit_class_name(p, t->class, &scratch);
        for (uint32_t k = 0; k < t->recipe->n_objects; k++) {
            symbol class = t->recipe->objects[k].class;
            if (class && symbol_text(class)[0] != '[' && junit_package_of(class) == p->package)
                junit_class_name(p, class, &scratch);
        }
    }
    str_free(&scratch);
}

// Each test, with the lines on which it stands in the body; the class's own line is the first.
static void print_tests(struct printer *p, const struct junit_class *c, uint32_t line,
                        const char *annotation) {
    const uint32_t first = line;
    for (size_t at = p->out->n; at > 0; at--) line += p->out->at[at - 1] == '\n';
    line--;
    size_t at = p->out->n;
    for (uint32_t i = 0; i < c->n; i++) {
        struct junit_method *m = &c->methods[i];
        m->first_line = m->last_line = 0;
        if (m->left_out) continue;
        if (line > first) str_add_char(p->out, '\n');
        m->first_line = line;
        print_test(p, m, i + 1, annotation);
        for (; at < p->out->n; at++) line += p->out->at[at] == '\n';
        m->last_line = line;
    }
}

static void print_body(struct printer *p, const struct junit_class *c, bool short_test) {
    struct str test = {0}, before = {0};
    add_dotted(&test, frameworks[p->flavor].test);
    if (frameworks[p->flavor].before_each) add_dotted(&before, frameworks[p->flavor].before_each);
    str_addf(p->out, "%sclass %s {\n", p->flavor == FLAVOR_JUNIT5 ? "" : "public ", c->name);
    print_restore(p, c->methods, c->n, str_text(&before));
    print_tests(p, c, 2, short_test ? strrchr(test.at, '.') + 1 : test.at);
    str_free(&test);
    str_free(&before);
    for (uint32_t i = 0; i < c->n; i++) {
        const struct java_test *t = c->methods[i].test;
        if (c->methods[i].left_out && t->varies && t->exception)
            str_addf(p->out, "\n    // Not here, as it depends on %s: %s\n", t->varies, c->methods[i].name);
    }
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (p->helpers & helpers[i].need) str_addf(p->out, "\n%s", helpers[i].text);
    str_add(p->out, "}\n");
}

void junit_print_class(struct str *out, const struct junit_class *c) {
    struct str body = {0}, header = {0};
    struct printer p = {.facts = c->options->facts, .flavor = c->flavor, .package = c->package, .out = &body};
    junit_claim(&p, symbol_of(c->name), symbol_of("(this class)"));
    junit_claim(&p, symbol_of("NeverEnding"), symbol_of("(a helper)"));
    claim_package(&p, c->methods, c->n);
    const char *simple = strrchr(frameworks[c->flavor].test, '/') + 1;
    bool short_test = junit_claim(&p, symbol_of(simple), symbol_of("(the annotation)"));
    print_body(&p, c, short_test);
    print_header(&p, c, body.at, short_test, &header);
    uint32_t before = 0;
    for (size_t i = 0; i < header.n; i++) before += header.at[i] == '\n';
    for (uint32_t i = 0; i < c->n; i++)
        if (!c->methods[i].left_out) c->methods[i].first_line += before, c->methods[i].last_line += before;
    str_add(&header, body.at);
    if (c->flavor != FLAVOR_PROOF) junit_layout(&header); // a proof's lines are those that javac tells
    str_add_n(out, header.at, header.n);
    str_free(&header);
    str_free(&body);
    vec_free(&p.imports);
    hash_map_free(&p.claims);
}
