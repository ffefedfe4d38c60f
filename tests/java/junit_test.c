// SPDX-License-Identifier: Apache-2.0
// From recipes to confirmed JUnit tests: hand-made recipes for the classes in fixtures/, written, compiled
// and run on the real JVM; and the written suites under JUnit's own launchers, versions 5 and 4. javac takes
// a second, so all cases share its runs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "java/asserted.h"
#include "java/input/java_text.h"
#include "java/junit/javac.h"
#include "java/junit/junit.h"
#include "java/junit/junit_facts.h"
#include "tier.h"

#define FIXTURES   "tests/java/fixtures"
#define CART       "shop/Cart"
#define ITEM       "shop/Cart$Item"
#define STRING     "Ljava/lang/String;"
#define FOUR_JARS  "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar"
#define TESTNG_JAR "/usr/share/java/testng.jar"
#define FIVE_JAR   "/usr/share/java/junit-platform-console-standalone.jar"

static char *directory, *classes;
static struct arena arena;

// ---- Recipes ----

struct build {
    VEC(struct recipe_object) objects;
};

static struct build b;

static struct recipe_value prim(enum recipe_kind kind, int64_t bits) {
    return (struct recipe_value){.kind = kind, .bits = bits};
}
static struct recipe_value vint(int32_t v) {
    return prim(RECIPE_INT, v);
}
static struct recipe_value vdouble(double v) {
    int64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return prim(RECIPE_DOUBLE, bits);
}
static const struct recipe_value null = {.kind = RECIPE_NULL};

static const void *copy(const void *from, size_t size) {
    return size ? arena_copy(&arena, from, size) : NULL;
}

static struct recipe_value object(struct recipe_object o) {
    if (o.n && o.values) o.values = arena_copy(&arena, o.values, o.n * sizeof *o.values);
    if (o.n_calls) o.calls = arena_copy(&arena, o.calls, o.n_calls * sizeof *o.calls);
    if (o.n_fields) o.fields = arena_copy(&arena, o.fields, o.n_fields * sizeof *o.fields);
    vec_push(&b.objects, o);
    return (struct recipe_value){.kind = RECIPE_OBJECT, .object = b.objects.n - 1};
}

#define VALUES(...)                                                                                          \
    (const struct recipe_value[]){__VA_ARGS__},                                                              \
        sizeof((const struct recipe_value[]){__VA_ARGS__}) / sizeof(struct recipe_value)

static struct recipe_value vnew(const char *class, const char *descriptor, const struct recipe_value *v,
                                uint32_t n) {
    return object((struct recipe_object){.kind = RECIPE_NEW,
                                         .class = symbol_of(class),
                                         .descriptor = symbol_of(descriptor),
                                         .values = v,
                                         .n = n});
}
static struct recipe_value varray(const char *type, const struct recipe_value *v, uint32_t n) {
    return object(
        (struct recipe_object){.kind = RECIPE_ARRAY, .class = symbol_of(type), .values = v, .n = n});
}
static struct recipe_value vstring_n(const uint16_t *chars, uint32_t n) {
    return object((struct recipe_object){.kind = RECIPE_STRING,
                                         .class = symbol_of("java/lang/String"),
                                         .chars = copy(chars, n * sizeof *chars),
                                         .n = n});
}
static struct recipe_value vstring(const char *ascii) {
    uint16_t chars[200];
    uint32_t n = 0;
    for (; ascii[n]; n++) chars[n] = (unsigned char)ascii[n];
    return vstring_n(chars, n);
}
static struct recipe_value vinteger(int32_t v) {
    return object((struct recipe_object){.kind = RECIPE_STATIC,
                                         .class = symbol_of("java/lang/Integer"),
                                         .name = symbol_of("valueOf"),
                                         .descriptor = symbol_of("(I)Ljava/lang/Integer;"),
                                         .values = (const struct recipe_value[]){vint(v)},
                                         .n = 1});
}

static const struct recipe *take(const struct recipe_value *arguments, uint32_t n) {
    struct recipe *r = ARENA_NEW(&arena, struct recipe);
    r->objects = copy(b.objects.at, b.objects.n * sizeof *b.objects.at);
    r->n_objects = b.objects.n;
    r->arguments = copy(arguments, n * sizeof *arguments);
    r->n = n;
    vec_clear(&b.objects);
    return r;
}

// ---- The cases ----

struct expected {
    const char *label;
    enum java_result result;
    enum outcome_category category;
    const char *exception, *message, *value; // NULL: not checked; "": none
};

static VEC(struct java_test) tests;
static VEC(struct expected) expectations;

// The number of the line of a fixture that is marked "// @mark".
static uint32_t line_of(const char *file, const char *mark) {
    struct str text = {0}, path = {0}, want = {0};
    struct diag d = {0};
    str_addf(&path, FIXTURES "/%s.java", file);
    str_addf(&want, "// @%s\n", mark);
    if (!file_read(path.at, &text, &d)) fail_msg("%s", d.text);
    const char *at = strstr(text.at, want.at);
    if (!at) fail_msg("no line %s in %s", mark, file);
    uint32_t line = 1;
    for (const char *c = text.at; c < at; c++) line += *c == '\n';
    str_free(&text);
    str_free(&path);
    str_free(&want);
    return line;
}

static struct java_test *add(const char *label, enum java_result result, const char *class, const char *name,
                             const char *descriptor, const struct recipe_value *arguments, uint32_t n) {
    struct java_test t = {.recipe = take(arguments, n),
                          .class = symbol_of(class),
                          .name = symbol_of(name),
                          .descriptor = symbol_of(descriptor),
                          .is_static = true,
                          .kind = JAVA_TEST_REGRESSION};
    vec_push(&tests, t);
    enum outcome_category c = result == JAVA_TEST_CONFIRMED ? CATEGORY_TRIGGERED : CATEGORY_NO_TEST;
    vec_push(&expectations, (struct expected){label, result, c, NULL, NULL, NULL});
    return &vec_last(&tests);
}

static struct expected *expectation(void) {
    return &vec_last(&expectations);
}

// What is added next is expected to throw; file NULL: no line is predicted.
static void throws(struct java_test *t, const char *exception, const char *file, const char *mark) {
    t->kind = JAVA_TEST_ERROR;
    t->exception = symbol_of(exception);
    if (file) {
        t->where_line = line_of(file, mark);
        t->where_file = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    }
}

static void returns(struct java_test *t, struct recipe_value v) {
    t->returned = take(&v, 1);
}

static void add_echo(const char *label, const char *type, struct recipe_value v) {
    char descriptor[80];
    snprintf(descriptor, sizeof descriptor, "(%s)%s", type, type);
    struct str chars = {0};
    struct java_test *t;
    if (v.kind == RECIPE_OBJECT) {
        struct recipe_object o = vec_last(&b.objects);
        t = add(label, JAVA_TEST_CONFIRMED, CART, "echo", descriptor, VALUES(v));
        vec_push(&b.objects, o);
        v.object = 0;
    } else {
        t = add(label, JAVA_TEST_CONFIRMED, CART, "echo", descriptor, VALUES(v));
    }
    returns(t, v);
    str_free(&chars);
}

static void add_values(void) {
    static const uint16_t odd[] = {'"',    '\\',   'u', '0',    '0', '4',    '1',    '\n',
                                   '\r',   0,      '7', 0xD800, 'x', 0xDC00, 0xD83D, 0xDE00,
                                   0xFEFF, 0x2028, 127, '\t',   8,   12,     '\'',   0xFFFF};
    add_echo("true", "Z", prim(RECIPE_BOOLEAN, 1));
    add_echo("false", "Z", prim(RECIPE_BOOLEAN, 0));
    add_echo("byte", "B", prim(RECIPE_BYTE, -128));
    add_echo("short", "S", prim(RECIPE_SHORT, -32768));
    static const uint16_t chars[] = {0, '\'', '"', '\\', '\n', 0xD800, 0xFFFF, 'a', 0x85};
    for (size_t i = 0; i < sizeof chars / sizeof *chars; i++)
        add_echo("char", "C", prim(RECIPE_CHAR, chars[i]));
    add_echo("int", "I", vint(INT32_MIN));
    add_echo("int", "I", vint(-5));
    add_echo("long", "J", prim(RECIPE_LONG, INT64_MIN));
    add_echo("long", "J", prim(RECIPE_LONG, INT64_MIN + 1));
    static const uint32_t floats[] = {0x7fc00000, 0x80000000, 0x7f800000, 0xff800000, 1,          0x3dcccccd,
                                      0x7f7fffff, 0x41200000, 0x00800000, 0xc2f6e979, 0x7fc00001, 0};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        add_echo("float", "F", prim(RECIPE_FLOAT, floats[i]));
    static const double doubles[] = {0.1, -0.0, 1e300 * 1e300, 5e-324, 1.7976931348623157e308,
                                     100, 1e22, 123456789.125};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
        add_echo("double", "D", vdouble(doubles[i]));
    add_echo("double NaN", "D", prim(RECIPE_DOUBLE, 0x7ff8000000000000));
    add_echo("odd string", STRING, vstring_n(odd, sizeof odd / sizeof *odd));
    add_echo("empty string", STRING, vstring(""));
    add_echo("null string", STRING, null);
    add_echo("doubles", "[D", varray("[D", VALUES(vdouble(-0.0), prim(RECIPE_DOUBLE, 0x7ff8000000000000))));
    struct java_test *t =
        add("minus zero is not zero", JAVA_TEST_OTHER_VALUE, CART, "echo", "(D)D", VALUES(vdouble(-0.0)));
    returns(t, vdouble(0.0));
    expectation()->category = CATEGORY_DIFFERENT;
    expectation()->value = "-0.0";
    t = add("box", JAVA_TEST_CONFIRMED, CART, "box", "(Ljava/lang/Integer;)Ljava/lang/Object;",
            VALUES(vinteger(1000)));
    returns(t, vinteger(1000));
}

static void add_overloads(void) {
    static const char *const types[] = {STRING, "Ljava/lang/Object;", "Ljava/lang/Integer;"};
    for (int i = 0; i < 3; i++) {
        char descriptor[80];
        snprintf(descriptor, sizeof descriptor, "(%s)I", types[i]);
        returns(add(types[i], JAVA_TEST_CONFIRMED, CART, "pick", descriptor, VALUES(null)), vint(i + 1));
    }
    returns(add("string as object", JAVA_TEST_CONFIRMED, CART, "pick", "(Ljava/lang/Object;)I",
                VALUES(vstring("s"))),
            vint(2));
    returns(
        add("box, not int", JAVA_TEST_CONFIRMED, CART, "pick", "(Ljava/lang/Integer;)I", VALUES(vinteger(5))),
        vint(3));
}

static void add_throwing(void) {
    struct java_test *t =
        add("in the library", JAVA_TEST_CONFIRMED, CART, "parse", "(" STRING ")I", VALUES(vstring("x\n")));
    throws(t, "java/lang/NumberFormatException", "shop/Cart", "parse");
    t->where_method = symbol_of("parse");
    t->path_condition =
        "s != null && s.length() == 2 \\u000a } && s.charAt(0) == 'x' && \xC3\xA9 && a_long_enough_condition "
        "&& that_has_to_be_wrapped_somewhere */";
    expectation()->exception = "java.lang.NumberFormatException";
    expectation()->message = "For input string: \"x\n\"";
    t = add("another line", JAVA_TEST_ELSEWHERE, CART, "parse", "(" STRING ")I", VALUES(vstring("y")));
    throws(t, "java/lang/NumberFormatException", "shop/Cart", "at");
    expectation()->category = CATEGORY_DIFFERENT;
    t = add("another exception", JAVA_TEST_OTHER_EXCEPTION, CART, "parse", "(" STRING ")I", VALUES(null));
    throws(t, "java/lang/NullPointerException", NULL, NULL);
    expectation()->category = CATEGORY_DIFFERENT;
    expectation()->exception = "java.lang.NumberFormatException";
    t = add("a superclass is another exception", JAVA_TEST_OTHER_EXCEPTION, CART, "parse", "(" STRING ")I",
            VALUES(null));
    throws(t, "java/lang/RuntimeException", NULL, NULL);
    expectation()->category = CATEGORY_DIFFERENT;
    t = add("does not throw", JAVA_TEST_RETURNED, CART, "parse", "(" STRING ")I", VALUES(vstring("12")));
    throws(t, "java/lang/NumberFormatException", NULL, NULL);
    expectation()->category = CATEGORY_NOT_TRIGGERED;
    t = add("ought to return", JAVA_TEST_UNEXPECTED, CART, "parse", "(" STRING ")I", VALUES(vstring("")));
    returns(t, vint(0));
    expectation()->category = CATEGORY_DIFFERENT;
    t = add("array index", JAVA_TEST_CONFIRMED, CART, "at", "([II)I",
            VALUES(varray("[I", VALUES(vint(1), vint(2))), vint(2)));
    throws(t, "java/lang/ArrayIndexOutOfBoundsException", "shop/Cart", "at");
    t = add("null array", JAVA_TEST_CONFIRMED, CART, "at", "([II)I", VALUES(null, vint(0)));
    throws(t, "java/lang/NullPointerException", "shop/Cart", "at");
    struct recipe_value row = varray("[I", VALUES(vint(1), vint(2)));
    struct recipe_value grid = varray("[[I", VALUES(null, row));
    struct recipe_value names = varray("[Ljava/lang/String;", VALUES(vstring("a"), vstring("b")));
    t = add("array of arrays, varargs", JAVA_TEST_CONFIRMED, CART, "grid", "([[I[Ljava/lang/String;)I",
            VALUES(grid, names));
    throws(t, "java/lang/ArrayIndexOutOfBoundsException", "shop/Cart", "grid");
    t = add("null varargs", JAVA_TEST_CONFIRMED, CART, "grid", "([[I[Ljava/lang/String;)I",
            VALUES(varray("[[I", VALUES(null, null)), null));
    throws(t, "java/lang/NullPointerException", "shop/Cart", "grid");
    t = add("assertion", JAVA_TEST_CONFIRMED, CART, "check", "(I)V", VALUES(vint(0)));
    throws(t, "java/lang/AssertionError", "shop/Cart", "check");
    t = add("assertion that holds", JAVA_TEST_RETURNED, CART, "check", "(I)V", VALUES(vint(1)));
    throws(t, "java/lang/AssertionError", "shop/Cart", "check");
    expectation()->category = CATEGORY_NOT_TRIGGERED;
    t = add("its class has no name", JAVA_TEST_CONFIRMED, CART, "trouble", "()V", NULL, 0);
    throws(t, "shop/Cart$Trouble", "shop/Cart", "trouble");
    expectation()->message = "(its getMessage throws java.lang.IllegalStateException)";
    t = add("generic", JAVA_TEST_CONFIRMED, CART, "compare",
            "(Ljava/lang/Comparable;Ljava/lang/Comparable;)I", VALUES(vstring("a"), vinteger(1)));
    throws(t, "java/lang/ClassCastException", NULL, NULL);
    t = add("static initializer", JAVA_TEST_OTHER_EXCEPTION, "shop/Broken", "f", "()I", NULL, 0);
    throws(t, "java/lang/ArithmeticException", "shop/Broken", "Broken");
    expectation()->category = CATEGORY_INITIALIZER;
    t = add("constructor", JAVA_TEST_CONFIRMED, ITEM, "<init>", "(I)V", VALUES(vint(-1)));
    throws(t, "java/lang/IllegalArgumentException", "shop/Cart", "Item");
    t->kind = JAVA_TEST_REJECTED;
    t->is_static = false;
}

static void add_state(void) {
    struct recipe_value cart = vnew(CART, "(I)V", VALUES(vint(7)));
    struct java_test *t =
        add("method", JAVA_TEST_CONFIRMED, CART, "add", "(Lshop/Cart$Item;)V", VALUES(cart, null));
    throws(t, "java/lang/NullPointerException", "shop/Cart", "add");
    t->is_static = false;

    cart = vnew(CART, "()V", NULL, 0);
    struct recipe_value shelf = vnew("shop/Cart$Shelf", "(Lshop/Cart;I)V", VALUES(cart, vint(0)));
    t = add("inner class", JAVA_TEST_CONFIRMED, "shop/Cart$Shelf", "share", "()I", VALUES(shelf));
    throws(t, "java/lang/ArithmeticException", "shop/Cart", "share");
    t->is_static = false;

    struct recipe_value item = vnew(ITEM, "(I)V", VALUES(vint(3)));
    struct recipe_call calls[2] = {
        {symbol_of(CART), symbol_of("add"), symbol_of("(Lshop/Cart$Item;)V"), &item, 1}};
    calls[1] = calls[0];
    calls[0].arguments = calls[1].arguments = arena_copy(&arena, &item, sizeof item);
    cart = object((struct recipe_object){.kind = RECIPE_NEW,
                                         .class = symbol_of(CART),
                                         .descriptor = symbol_of("()V"),
                                         .calls = calls,
                                         .n_calls = 2});
    t = add("calls", JAVA_TEST_CONFIRMED, CART, "count", "()I", VALUES(cart));
    t->is_static = false;
    returns(t, vint(2));
    struct java_field_check *check = ARENA_NEW(&arena, struct java_field_check);
    struct recipe_value six = vint(6);
    *check = (struct java_field_check){1, symbol_of(CART), symbol_of("total"), symbol_of("I"), take(&six, 1)};
    t->fields = check;
    t->n_fields = 1;

    // A cycle through fields, one of them set to what is built later.
    struct recipe_field fields[2][2] = {
        {{symbol_of(ITEM),
          symbol_of("next"),
          symbol_of("Lshop/Cart$Item;"),
          {.kind = RECIPE_OBJECT, .object = 1}},
         {symbol_of(ITEM), symbol_of("price"), symbol_of("I"), {.kind = RECIPE_INT, .bits = 4}}},
        {{symbol_of(ITEM),
          symbol_of("next"),
          symbol_of("Lshop/Cart$Item;"),
          {.kind = RECIPE_OBJECT, .object = 0}}}};
    for (uint32_t i = 0; i < 2; i++)
        item = object((struct recipe_object){.kind = RECIPE_NEW,
                                             .class = symbol_of(ITEM),
                                             .descriptor = symbol_of("(I)V"),
                                             .values = (const struct recipe_value[]){vint(1)},
                                             .n = 1,
                                             .fields = fields[i],
                                             .n_fields = 2 - i});
    t = add("cycle", JAVA_TEST_CONFIRMED, CART, "chain", "(Lshop/Cart$Item;)I",
            VALUES((struct recipe_value){.kind = RECIPE_OBJECT, .object = 0}));
    returns(t, vint(5));

    struct recipe_field secret = {symbol_of(CART), symbol_of("secret"), symbol_of("[I"), null};
    cart = object((struct recipe_object){
        .kind = RECIPE_RAW, .class = symbol_of(CART), .fields = &secret, .n_fields = 1});
    t = add("raw", JAVA_TEST_CONFIRMED, CART, "spy", "(I)I", VALUES(cart, vint(0)));
    throws(t, "java/lang/NullPointerException", "shop/Cart", "spy");
    t->kind = JAVA_TEST_STATE;
    t->is_static = false;

    item = vnew(ITEM, "(I)V", VALUES(vint(-3)));
    t = add("not built", JAVA_TEST_NOT_BUILT, CART, "chain", "(Lshop/Cart$Item;)I", VALUES(item));
    returns(t, vint(1));
    item = vnew(ITEM, "(I)V", VALUES(vint(-3)));
    t = add("not built either", JAVA_TEST_NOT_BUILT, CART, "chain", "(Lshop/Cart$Item;)I", VALUES(item));
    throws(t, "java/lang/IllegalArgumentException", NULL, NULL);

    struct recipe_value red = object((struct recipe_object){.kind = RECIPE_FIELD,
                                                            .class = symbol_of("shop/Cart$Color"),
                                                            .name = symbol_of("GREEN"),
                                                            .descriptor = symbol_of("Lshop/Cart$Color;")});
    returns(add("enum", JAVA_TEST_CONFIRMED, CART, "color", "(Lshop/Cart$Color;)I", VALUES(red)), vint(2));
    struct recipe_value first = vstring("same"), second = vstring("same");
    returns(add("equal strings are two", JAVA_TEST_CONFIRMED, CART, "twins", "(" STRING STRING ")I",
                VALUES(first, second)),
            vint(0));
    first = vstring("same");
    returns(add("one string is one", JAVA_TEST_CONFIRMED, CART, "twins", "(" STRING STRING ")I",
                VALUES(first, first)),
            vint(1));
    struct recipe_value class =
        object((struct recipe_object){.kind = RECIPE_CLASS, .class = symbol_of("[Lshop/Cart$Item;")});
    returns(add("class", JAVA_TEST_CONFIRMED, CART, "type", "(Ljava/lang/Class;)Ljava/lang/Class;",
                VALUES(class)),
            null);
    for (int i = 0; i < 2; i++)
        returns(add("statics are fresh", JAVA_TEST_CONFIRMED, CART, "next", "()I", NULL, 0), vint(1));
}

static void add_wild(void) {
    struct java_test *t = add("hangs", JAVA_TEST_TIMEOUT, CART, "hang", "()I", NULL, 0);
    throws(t, "java/lang/ArithmeticException", NULL, NULL);
    expectation()->category = CATEGORY_NOT_TRIGGERED;
    t = add("stack", JAVA_TEST_CONFIRMED, CART, "deep", "(I)I", VALUES(vint(0)));
    throws(t, "java/lang/StackOverflowError", NULL, NULL);
    t = add("memory", JAVA_TEST_CONFIRMED, CART, "memory", "()I", NULL, 0);
    throws(t, "java/lang/OutOfMemoryError", NULL, NULL);
    add("exits", JAVA_TEST_EXITED, CART, "exit", "()I", NULL, 0);
    expectation()->category = CATEGORY_NOT_TRIGGERED;
    add("halts", JAVA_TEST_DIED, CART, "halt", "()I", NULL, 0);
    expectation()->category = CATEGORY_NOT_TRIGGERED;
    returns(add("prints", JAVA_TEST_CONFIRMED, CART, "print", "()I", NULL, 0), vint(-1));
    add("does not compile", JAVA_TEST_NOT_COMPILED, CART, "nowhere", "(I)I", VALUES(vint(1)));
    struct recipe_value item = vnew(ITEM, "(J)V", VALUES(prim(RECIPE_LONG, 1)));
    add("does not compile", JAVA_TEST_NOT_COMPILED, CART, "chain", "(Lshop/Cart$Item;)I", VALUES(item));
}

static void add_big(void) {
    enum { N = 30000, ITEMS = 3000 };
    struct recipe_value *v = mem_alloc(N * sizeof *v);
    uint32_t sum = 0, hash = 0, prices = 0;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t e = i % 7 < 3 || i > 20000 ? 5 : i * 2654435761u;
        v[i] = vint((int32_t)e);
        sum += e ^ i;
    }
    returns(add("big array", JAVA_TEST_CONFIRMED, CART, "sum", "([I)I", VALUES(varray("[I", v, N))),
            vint((int32_t)sum));
    uint16_t *chars = mem_alloc(N * sizeof *chars);
    for (uint32_t i = 0; i < N; i++)
        chars[i] = i < 9000 ? (uint16_t)(i * 7) : i < 20000 ? 'x' : (uint16_t)('a' + i % 26);
    for (uint32_t i = 0; i < N; i++) hash = hash * 31 + chars[i];
    returns(
        add("big string", JAVA_TEST_CONFIRMED, CART, "hash", "(" STRING ")I", VALUES(vstring_n(chars, N))),
        vint((int32_t)(hash ^ N)));
    for (uint32_t i = 0; i < N; i++) chars[i] = 'y';
    hash = 0;
    for (uint32_t i = 0; i < N; i++) hash = hash * 31 + 'y';
    returns(add("uniform string", JAVA_TEST_CONFIRMED, CART, "hash", "(" STRING ")I",
                VALUES(vstring_n(chars, N))),
            vint((int32_t)(hash ^ N)));
    for (uint32_t i = 0; i < ITEMS; i++) {
        v[i] = vnew(ITEM, "(I)V", VALUES(vint((int32_t)i)));
        prices = prices * 31 + i;
    }
    returns(add("many objects", JAVA_TEST_CONFIRMED, CART, "prices", "([Lshop/Cart$Item;)I",
                VALUES(varray("[Lshop/Cart$Item;", v, ITEMS))),
            vint((int32_t)prices));
    mem_free(v);
    mem_free(chars);
}

static void add_names(void) {
    struct java_test *t = add("a class called Integer", JAVA_TEST_CONFIRMED, "clash/Integer", "f",
                              "(Ljava/lang/Integer;)I", VALUES(null));
    throws(t, "java/lang/NullPointerException", "clash/Integer", "f");
    returns(add("a class called Integer", JAVA_TEST_CONFIRMED, "clash/Integer", "f", "(Ljava/lang/Integer;)I",
                VALUES(vinteger(INT32_MAX))),
            vint(INT32_MIN));
    t = add("a class called Test", JAVA_TEST_CONFIRMED, "clash/Test", "half", "(J)I",
            VALUES(prim(RECIPE_LONG, INT64_MIN)));
    throws(t, "java/lang/ArithmeticException", "clash/Test", "half");
    struct recipe_value plain = vnew("Plain", "()V", NULL, 0);
    t = add("no package", JAVA_TEST_CONFIRMED, "Plain", "against", "(Ljava/lang/Comparable;)I",
            VALUES(plain, vstring("a")));
    throws(t, "java/lang/NullPointerException", "Plain", "against");
    t->is_static = false;
    struct recipe_value one = vinteger(1);
    struct recipe_call set = {symbol_of("Plain"), symbol_of("set"), symbol_of("(Ljava/lang/Comparable;)V"),
                              arena_copy(&arena, &one, sizeof one), 1};
    plain = object((struct recipe_object){.kind = RECIPE_NEW,
                                          .class = symbol_of("Plain$OfInt"),
                                          .descriptor = symbol_of("()V"),
                                          .calls = &set,
                                          .n_calls = 1});
    t = add("a method of a generic superclass", JAVA_TEST_CONFIRMED, "Plain", "against",
            "(Ljava/lang/Comparable;)I", VALUES(plain, vinteger(2)));
    returns(t, vint(0));
    t->is_static = false;
    struct recipe_value list = vnew("java/util/ArrayList", "()V", NULL, 0);
    t = add("a class of the JDK", JAVA_TEST_CONFIRMED, "java/util/ArrayList", "get", "(I)Ljava/lang/Object;",
            VALUES(list, vint(0)));
    throws(t, "java/lang/IndexOutOfBoundsException", NULL, NULL);
    t->is_static = false;
    struct recipe_value cart = vnew(CART, "()V", NULL, 0);
    t = add("private", JAVA_TEST_CONFIRMED, CART, "hidden", "(I)I", VALUES(cart, vint(0)));
    throws(t, "java/lang/ArithmeticException", "shop/Cart", "hidden");
    t->is_static = false;
    cart = vnew(CART, "()V", NULL, 0);
    t = add("private, returns", JAVA_TEST_CONFIRMED, CART, "hidden", "(I)I", VALUES(cart, vint(3)));
    returns(t, vint(3));
    t->is_static = false;
}

static struct java_test *add_to_ledger(const char *name, const char *descriptor, struct recipe_value v) {
    struct recipe_value ledger = vnew("shop/Ledger", "()V", NULL, 0);
    struct java_test *t = add(name, JAVA_TEST_CONFIRMED, "shop/Ledger", name, descriptor, VALUES(ledger, v));
    t->is_static = false;
    return t;
}

static void add_asserted(void) {
    for (size_t i = 0; i < sizeof asserted / sizeof *asserted; i++)
        add(asserted[i].name, JAVA_TEST_CONFIRMED, "shop/Ledger", asserted[i].name, asserted[i].descriptor,
            VALUES(vint(7)));
    struct recipe_value numbers = varray("[I", VALUES(vint(3), vint(1), vint(2)));
    add("sort", JAVA_TEST_CONFIRMED, "shop/Ledger", "sort", "([I)V", VALUES(numbers));
    add("same", JAVA_TEST_CONFIRMED, "shop/Ledger", "same", "(Ljava/lang/Object;)Ljava/lang/Object;",
        VALUES(vinteger(5)));
    struct recipe_value map = vnew("java/util/HashMap", "()V", NULL, 0);
    add("fill", JAVA_TEST_CONFIRMED, "shop/Ledger", "fill", "(Ljava/util/HashMap;)Ljava/util/Map;",
        VALUES(map));
    add_to_ledger("add", "(I)Lshop/Ledger;", vint(4));
    add_to_ledger("hide", "(I)V", vint(4));
    throws(add_to_ledger("add", "(I)Lshop/Ledger;", vint(0)), "java/lang/IllegalArgumentException", NULL,
           NULL);
}

static void add_all(void) {
    vec_clear(&tests);
    vec_clear(&expectations);
    add_values();
    add_overloads();
    add_throwing();
    add_state();
    add_wild();
    add_big();
    add_names();
    add_asserted();
}

// ---- Proving them ----

static struct java_classpath *class_path;
static struct java_program *program;
static struct java_facts facts;
static struct junit *prover; // of all tests

static int run(const char *command) {
    int status = system(command);
    return status;
}

static void compile(const char *out, const char *sources, const char *class_path_text, const char *lint) {
    struct str s = {0};
    str_addf(&s,
             "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -proc:none %s -g -d %s -cp %s "
             "$(find %s -name '*.java') >%s.javac 2>&1",
             lint, out, class_path_text, sources, out);
    if (run(s.at) != 0) fail_msg("javac: see %s.javac", out);
    str_free(&s);
}

static int set_up(void **state) {
    struct diag d = {0};
    arena_init(&arena, 0);
    directory = file_temp_dir(&d);
    assert_non_null(directory);
    classes = file_join(directory, "fixtures");
    compile(classes, FIXTURES, ".", "");
    class_path = java_classpath_open(&(struct java_classpath_options){.path = classes}, &d);
    if (!class_path) fail_msg("%s", d.text);
    program = java_program_new(class_path, &d);
    if (!program) fail_msg("%s", d.text);
    facts = junit_facts_of(program);
    return 0;
}

static int tear_down(void **state) {
    junit_close(prover);
    java_program_free(program);
    java_classpath_close(class_path);
    if (!getenv("FRISK_KEEP")) file_remove_tree(directory);
    mem_free(directory);
    mem_free(classes);
    vec_free(&tests);
    vec_free(&expectations);
    vec_free(&b.objects);
    arena_free(&arena);
    return 0;
}

static struct junit_options options(bool junit4, const char *out_dir) {
    return (struct junit_options){.junit4 = junit4,
                                  .out_dir = out_dir,
                                  .class_path = classes,
                                  .share_dir = "share/frisk",
                                  .seconds_per_test = 6, // of a machine that may be busy
                                  .memory_mb = 128,
                                  .facts = &facts};
}

static void check_one(uint32_t i, const struct java_proof *p) {
    const struct expected *e = &expectations.at[i];
    if (p->result != e->result)
        fail_msg("%s (%s.%s): %s, %s %s %s", e->label, p->test_class, p->test_method,
                 java_result_text(p->result), p->exception ? p->exception : "", p->message ? p->message : "",
                 p->value ? p->value : "");
    enum outcome_category category = judge_category(junit_real_end(p));
    if (category != e->category) fail_msg("%s: category %s", e->label, outcome_category_name(category));
    if (e->exception) assert_string_equal(p->exception, e->exception);
    if (e->message) assert_string_equal(p->message, e->message);
    if (e->value) assert_string_equal(p->value, e->value);
    const struct java_test *t = &tests.at[i];
    if (p->result == JAVA_TEST_CONFIRMED && t->where_line) {
        assert_int_equal(p->where.line, t->where_line);
        assert_true(p->n_frames > 0);
    }
    bool fickle = t->exception && strstr(symbol_text(t->exception), "OutOfMemory");
    if (strcmp(e->label, "statics are fresh"))
        assert_int_equal(p->written, p->result == JAVA_TEST_CONFIRMED && !fickle);
}

static uint32_t n_dropped;

static void on_dropped(void *context, const struct java_proof *dropped) {
    struct java_proof *proofs = context;
    for (uint32_t i = 0; i < tests.n; i++)
        if (!strcmp(proofs[i].test_class, dropped->test_class) &&
            !strcmp(proofs[i].test_method, dropped->test_method)) {
            assert_true(proofs[i].written);
            assert_string_equal(expectations.at[i].label, "statics are fresh");
            proofs[i].written = false;
            n_dropped++;
        }
}

// Where the second of the two tests lies that cannot both hold in one class loader.
static uint32_t second_unit(void) {
    for (uint32_t i = 1; i < tests.n; i++)
        if (!strcmp(expectations.at[i].label, "statics are fresh") &&
            !strcmp(expectations.at[i - 1].label, "statics are fresh"))
            return i;
    fail_msg("no such test");
    return 0;
}

// Alone, with the same JVM, and without a trace in the suite.
static void check_trials(void) {
    struct diag d = {0};
    bool held = false, failed = false, confirmed;
    for (uint32_t i = 0; i < tests.n && !(held && failed); i++) {
        bool holds = expectations.at[i].result == JAVA_TEST_CONFIRMED;
        if ((holds ? held : failed) || (!holds && expectations.at[i].result != JAVA_TEST_RETURNED)) continue;
        if (!junit_try(prover, &tests.at[i], &confirmed, &d)) fail_msg("%s", d.text);
        if (confirmed != holds) fail_msg("%s: %d", expectations.at[i].label, confirmed);
        *(holds ? &held : &failed) = true;
    }
    assert_true(held && failed);
}

// All of them, in two units, as a suite for JUnit 5; those it holds are left in `tests`.
static uint32_t prove_all(const char *out_dir) {
    struct diag d = {0};
    uint32_t written = 0;
    add_all();
    struct java_proof *proofs = ARENA_ARRAY(&arena, struct java_proof, tests.n);
    struct junit_options o = options(false, out_dir);
    uint32_t second = second_unit();
    prover = junit_open(&o);
    junit_warm(prover);
    if (!junit_prove(prover, tests.at, second, 0, proofs, &d)) fail_msg("%s", d.text);
    if (!junit_prove(prover, tests.at + second, tests.n - second, 0, proofs + second, &d))
        fail_msg("%s", d.text);
    check_trials();
    assert_true(proofs[second - 1].written && proofs[second].written); // each holds alone
    for (uint32_t i = 0; i < tests.n; i++) check_one(i, &proofs[i]);
    if (!junit_finish(prover, on_dropped, proofs, &d)) fail_msg("%s", d.text);
    assert_int_equal(n_dropped, 1); // JUnit's tests share their statics: one of the two would fail there
    for (uint32_t i = 0; i < tests.n; i++)
        if (proofs[i].written) tests.at[written++] = tests.at[i];
    tests.n = written;
    return written;
}

// The written suite, with the real JUnit: `says` stands in its output. Not in the fast tier: it is the same
// suite.
static void run_suite(const char *suite, const char *jars, const char *launcher, const char *says) {
    if (tier_is("fast")) return;
    struct str cp = {0}, command = {0}, out = {0}, log = {0};
    struct diag d = {0};
    str_addf(&out, "%s.classes", suite);
    str_addf(&log, "%s.log", suite);
    str_addf(&cp, "%s:%s", classes, jars);
    compile(out.at, suite, cp.at, "-Xlint:all -Werror");
    str_addf(&command, "java -ea -cp %s:%s %s >%s 2>&1", out.at, cp.at, launcher, log.at);
    int status = run(command.at);
    str_clear(&command);
    if (!file_read(log.at, &command, &d)) fail_msg("%s", d.text);
    if (status != 0 || !memmem(str_text(&command), command.n, says, strlen(says)))
        fail_msg("status %d, no \"%s\" in %s", status, says, log.at);
    str_free(&cp);
    str_free(&command);
    str_free(&out);
    str_free(&log);
}

static void test_junit5(void **state) {
    char *suite = file_join(directory, "five"), *file = file_join(suite, "shop/CartTest.java");
    char launcher[400], says[60];
    uint32_t written = prove_all(suite);
    struct str text = {0};
    struct diag d = {0};
    assert_true(file_read(file, &text, &d));
    assert_true(has(text.at, "import org.junit.jupiter.api.Test;\n"));
    assert_true(has(text.at, "  void parse_string_throwsNumberFormatException() {\n"));
    assert_true(has(text.at, "    assertThrows(NumberFormatException.class, () -> Cart.parse(\"x\\n\"));\n"));
    assert_true(has(text.at, "Cart.pick((Object) null)"));
    for (size_t i = 0; i < text.n; i++) assert_true((unsigned char)text.at[i] < 128);
    str_free(&text);
    check_asserted(suite);
    snprintf(launcher, sizeof launcher,
             "org.junit.platform.console.ConsoleLauncher --disable-banner --details=summary "
             "--scan-classpath %s.classes",
             suite);
    snprintf(says, sizeof says, "%u tests successful", written);
    run_suite(suite, FIVE_JAR, launcher, says);
    mem_free(file);
    mem_free(suite);
}

static void test_junit4(void **state) { // the same tests, once they are known to hold
    char *suite = file_join(directory, "four");
    char launcher[400], says[60];
    struct diag d = {0};
    struct junit_options o = options(true, suite);
    struct java_proof *proofs = ARENA_ARRAY(&arena, struct java_proof, tests.n);
    if (!junit_write(tests.at, tests.n, &o, proofs, &arena, &d)) fail_msg("%s", d.text);
    snprintf(
        launcher, sizeof launcher,
        "org.junit.runner.JUnitCore shop.CartTest shop.Cart_ItemTest shop.Cart_ShelfTest shop.LedgerTest "
        "clash.IntegerTest clash.TestTest PlainTest frisk.java.util.ArrayListTest");
    snprintf(says, sizeof says, "OK (%u tests)", tests.n);
    run_suite(suite, FOUR_JARS, launcher, says);
    mem_free(suite);
}

static void test_testng(void **state) { // likewise
    char *suite = file_join(directory, "ng");
    char launcher[400], says[60];
    struct diag d = {0};
    struct junit_options o = options(false, suite);
    o.testng = true;
    struct java_proof *proofs = ARENA_ARRAY(&arena, struct java_proof, tests.n);
    if (access(TESTNG_JAR, R_OK) != 0) skip();
    if (!junit_write(tests.at, tests.n, &o, proofs, &arena, &d)) fail_msg("%s", d.text);
    snprintf(launcher, sizeof launcher,
             "org.testng.TestNG -d %s.report -testclass shop.CartTest,shop.Cart_ItemTest,shop.Cart_ShelfTest,"
             "shop.LedgerTest,clash.IntegerTest,clash.TestTest,PlainTest,frisk.java.util.ArrayListTest",
             suite);
    snprintf(says, sizeof says, "Total tests run: %u, Failures: 0", tests.n);
    run_suite(suite, TESTNG_JAR ":/usr/share/java/jcommander.jar:/usr/share/java/bsh.jar", launcher, says);
    mem_free(suite);
}

// ---- Text alone ----

static char *written_text(const char *file) {
    struct junit_options o = options(false, directory);
    struct java_proof *proofs = ARENA_ARRAY(&arena, struct java_proof, tests.n);
    struct diag d = {0};
    struct str text = {0};
    o.facts = NULL; // only names tell
    if (!junit_write(tests.at, tests.n, &o, proofs, &arena, &d)) fail_msg("%s", d.text);
    char *path = file_join(directory, file);
    if (!file_read(path, &text, &d)) fail_msg("%s", d.text);
    mem_free(path);
    return str_take(&text);
}

static void test_names(void **state) { // that source cannot have: JLS 3.9, Kotlin, obfuscators
    vec_clear(&tests);
    vec_clear(&expectations);
    add("keyword", JAVA_TEST_CONFIRMED, "odd/A", "do", "(I)V", VALUES(vint(1)));
    add("dash", JAVA_TEST_CONFIRMED, "odd/A", "box-impl", "(J)V", VALUES(prim(RECIPE_LONG, 1)));
    struct java_test *t = add("letters", JAVA_TEST_CONFIRMED, "odd/A",
                              "gr\xC3\xB6\xC3\x9F"
                              "e",
                              "()V", NULL, 0);
    throws(t, "odd/A$1", NULL, NULL);
    add("anonymous", JAVA_TEST_CONFIRMED, "odd/A", "f", "(Lodd/A$1;)V", VALUES(null));
    char *text = written_text("odd/ATest.java");
    assert_true(has(text, "void do_1_returns()"));
    assert_true(has(text, "invoke(A.class, \"do\", new Class<?>[] {int.class}, null, new Object[] {1});"));
    assert_true(
        has(text, "invoke(A.class, \"box-impl\", new Class<?>[] {long.class}, null, new Object[] {1L});"));
    assert_true(has(text, "assertThrows((Class) type(\"odd.A$1\"), () -> A.gr\\u00f6\\u00dfe());"));
    assert_true(
        has(text, "invoke(A.class, \"f\", new Class<?>[] {type(\"odd.A$1\")}, null, new Object[] {null});"));
    assert_true(has(text, "private static Object invoke("));
    mem_free(text);
    vec_clear(&tests);
    add("package", JAVA_TEST_CONFIRMED, "do/A", "f", "()V", NULL, 0);
    text = written_text("frisk/do_/ATest.java");
    assert_true(has(text, "package frisk.do_;"));
    assert_true(has(text, "invoke(type(\"do.A\"), \"f\", new Class<?>[] {}, null, new Object[] {});"));
    mem_free(text);
}

static void check_text(const struct str *got, const char *want) {
    assert_string_equal(str_text(got), want);
}

static void test_literals(void **state) {
    assert_int_equal(java_text_type_parameters("Ljava/lang/Object;"), 0);
    assert_int_equal(java_text_type_parameters("<T:Ljava/lang/Object;>Ljava/lang/Object;"), 1);
    assert_int_equal(
        java_text_type_parameters("<K:Ljava/lang/Object;V::Ljava/util/List<TK;>;:Ljava/io/A;>LX;"), 2);
    static const struct {
        double v;
        const char *text;
    } doubles[] = {{100, "100.0"}, {0.001, "0.001"}, {1234567, "1234567.0"},
                   {1e7, "1e+07"}, {-0.5, "-0.5"},   {1.0 / 3, "0.3333333333333333"},
                   {0, "0.0"}};
    struct str s = {0};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        uint64_t bits;
        memcpy(&bits, &doubles[i].v, sizeof bits);
        str_clear(&s);
        java_text_double(&s, bits);
        check_text(&s, doubles[i].text);
    }
    static const char *const good[] = {"a",
                                       "_a",
                                       "$",
                                       "gr\xC3\xB6"
                                       "e",
                                       "a1",
                                       "While"};
    static const char *const bad[] = {"",     "_",   "1a",           "a-b",      "while",
                                      "true", "a b", "\xE2\x82\xAC", "a\xC3\x97"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(java_text_is_identifier(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(java_text_is_identifier(bad[i], strlen(bad[i])));
    str_clear(&s);
    java_text_comment(&s, "a\\u000a\n\xC3\xA9\xF0\x9F\x98\x80", 14);
    check_text(&s, "a\\\\u000a \\u00e9\\ud83d\\ude00");
    str_clear(&s);
    java_text_sanitize(&s, "a-\xC3\xA9$b", 6);
    check_text(&s, "a___b");
    str_free(&s);
}

// ---- What can go wrong ----

static bool prove_one(struct junit_options *o, struct java_proof *proof, struct diag *d) {
    vec_clear(&tests);
    vec_clear(&expectations);
    add("one", JAVA_TEST_CONFIRMED, CART, "echo", "(I)I", VALUES(vint(1)));
    *d = (struct diag){0};
    struct junit *j = junit_open(o);
    bool good = junit_prove(j, tests.at, 1, 0, proof, d);
    junit_close(j);
    return good;
}

// Those that may wait are run after the others, and no more are begun when the time is over.
static void test_time(void **state) {
    (void)state;
    enum { N = 4, WAIT = 3 };
    struct java_proof proofs[N] = {0};
    struct diag d = {0};
    struct junit_options o = options(false, NULL);
    vec_clear(&tests);
    vec_clear(&expectations);
    for (int i = 0; i < N; i++) add("one", JAVA_TEST_CONFIRMED, CART, "echo", "(I)I", VALUES(vint(i)));
    for (int i = 0; i < WAIT; i++) tests.at[i].may_wait = true;
    struct junit *j = junit_open(&o);
    bool good = junit_prove(j, tests.at, N, 0.001, proofs, &d);
    if (!good) fail_msg("%s", d.text);
    assert_int_equal(proofs[WAIT].result, JAVA_TEST_CONFIRMED);
    assert_int_equal(proofs[0].result, JAVA_TEST_CONFIRMED);
    assert_int_equal(proofs[WAIT - 1].result, JAVA_TEST_NOT_RUN);
    assert_false(proofs[WAIT - 1].written);
    junit_close(j);
}

static void write_script(const char *path, const char *text) {
    struct diag d = {0};
    assert_true(file_write(path, text, strlen(text), &d));
    assert_int_equal(chmod(path, 0755), 0);
}

static void test_trouble(void **state) {
    struct java_proof proof;
    struct diag d = {0};
    struct junit_options o = options(false, "/proc/nowhere");
    assert_false(prove_one(&o, &proof, &d));
    assert_true(has(d.text, "cannot make directory /proc/nowhere"));

    o = options(false, NULL);
    o.share_dir = "/nowhere";
    assert_false(prove_one(&o, &proof, &d));
    assert_true(has(d.text, "/nowhere/FriskReplay.java is missing"));

    o = options(false, NULL);
    char *path = mem_strdup(getenv("PATH")),
         *home = getenv("JAVA_HOME") ? mem_strdup(getenv("JAVA_HOME")) : NULL;
    char *bin = file_join(directory, "bin"), *javac = file_join(bin, "javac"), *java = file_join(bin, "java");
    unsetenv("JAVA_HOME");
    setenv("PATH", bin, 1);
    assert_false(prove_one(&o, &proof, &d));
    assert_true(has(d.text, "no java in $JAVA_HOME/bin or on the PATH"));
    assert_true(file_make_dirs(bin, &(struct diag){0}));
    write_script(java, "#!/bin/sh\necho no heap >&2\nexit 1\n");
    assert_false(prove_one(&o, &proof, &d));
    assert_true(has(d.text, "no javac in $JAVA_HOME/bin or on the PATH"));
    write_script(javac, "#!/bin/sh\necho it is broken >&2\nexit 3\n");
    assert_false(prove_one(&o, &proof, &d));
    assert_true(has(d.text, "failed (status 3): it is broken"));
    write_script(javac, "#!/bin/sh\necho strange >&2\nexit 1\n");
    assert_false(prove_one(&o, &proof, &d));
    assert_true(has(d.text, "strange"));
    write_script(javac, "#!/bin/sh\nexit 0\n");
    assert_false(prove_one(&o, &proof, &d));
    assert_true(has(d.text, "runs no tests: the JVM ended with status 1: no heap"));
    setenv("PATH", path, 1);
    if (home) setenv("JAVA_HOME", home, 1);
    mem_free(path);
    mem_free(home);
    mem_free(bin);
    mem_free(javac);
    mem_free(java);
}

int main(void) {
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_junit5),
        cmocka_unit_test(test_junit4), // after test_junit5; much the same
        cmocka_unit_test(test_testng), cmocka_unit_test(test_names),   cmocka_unit_test(test_literals),
        cmocka_unit_test(test_time),   cmocka_unit_test(test_trouble),
    };
    struct CMUnitTest tried[sizeof all / sizeof *all];
    size_t n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((i != 1 && i != 2) || !tier_is("fast")) tried[n++] = all[i];
    return _cmocka_run_group_tests("junit", tried, n, set_up, tear_down);
}
