// SPDX-License-Identifier: Apache-2.0
#include "java/junit/junit_title.h"

#include <ctype.h>
#include <string.h>

#include "java/input/java_text.h"

enum {
    NAME_MOST = 120, // of the unit's part of a name
    WORD_MOST = 16,  // of a string that is named
    WORDS_MOST = 50, // of all arguments; more are left out
    NUMBER_MOST = 7, // characters of a number that is named
};

static void add_unit(const struct java_test *t, struct str *out) {
    const char *name = symbol_text(t->name);
    struct str part = {0};
    if (!strcmp(name, "<init>"))
        str_add(&part, "new");
    else
        java_text_sanitize(&part, name, strlen(name));
    if (part.n > NAME_MOST) part.at[part.n = NAME_MOST] = 0;
    if (!part.n || (part.at[0] >= '0' && part.at[0] <= '9')) str_add_char(out, '_');
    str_add(out, str_text(&part));
    str_free(&part);
}

// ---- Values in a word ----

static void add_simple_name(symbol class, bool lower, struct str *out) {
    const char *e = symbol_text(class), *slash = strrchr(e, '/'), *dollar = strrchr(e, '$');
    const char *from = dollar && dollar[1] ? dollar + 1 : slash ? slash + 1 : e;
    const size_t at = out->n;
    java_text_sanitize(out, from, strcspn(from, ";"));
    if (lower && out->n > at) out->at[at] = (char)tolower((unsigned char)out->at[at]);
}

static void add_number(const char *digits, struct str *out) {
    const bool minus = *digits == '-';
    if (strlen(digits) > NUMBER_MOST)
        str_add(out, minus ? "negative" : "large");
    else
        str_addf(out, "%s%s", minus ? "minus" : "", digits + minus);
}

static void add_whole(int64_t v, struct str *out) {
    struct str digits = {0};
    str_addf(&digits, "%lld", (long long)v);
    add_number(digits.at, out);
    str_free(&digits);
}

static void add_string(const struct recipe_object *o, struct str *out) {
    bool plain = o->n > 0 && o->n <= WORD_MOST;
    for (uint32_t i = 0; i < o->n && plain; i++) plain = o->chars[i] < 128 && isalnum(o->chars[i]);
    if (!plain) str_add(out, o->n ? "string" : "emptyString");
    for (uint32_t i = 0; i < o->n && plain; i++) str_add_char(out, (char)o->chars[i]);
}

static void add_value(const struct recipe *r, const struct recipe_value *v, struct str *out);

static void add_object(const struct recipe *r, const struct recipe_object *o, struct str *out) {
    const char *class = o->class ? symbol_text(o->class) : "";
    switch (o->kind) {
    case RECIPE_STRING: add_string(o, out); return;
    case RECIPE_ARRAY: str_add(out, o->n ? "array" : "emptyArray"); return;
    case RECIPE_CLASS: str_add(out, "class"); return;
    case RECIPE_LAMBDA: str_add(out, "lambda"); return;
    case RECIPE_FIELD: java_text_sanitize(out, symbol_text(o->name), symbol_size(o->name)); return;
    case RECIPE_STATIC: // of a box the number
        if (!strncmp(class, "java/lang/", 10) && o->n == 1 && o->values[0].kind != RECIPE_OBJECT) {
            add_value(r, &o->values[0], out);
            return;
        }
        break;
    case RECIPE_NEW:
    case RECIPE_METHOD:
    case RECIPE_CALL:
    case RECIPE_ASSIGN:
    case RECIPE_RAW: break;
    }
    symbol type = junit_object_type(o);
    if (symbol_text(type)[0] == 'L')
        add_simple_name(symbol_of(symbol_text(type) + 1), true, out);
    else
        str_add(out, "value");
}

static void add_value(const struct recipe *r, const struct recipe_value *v, struct str *out) {
    switch (v->kind) {
    case RECIPE_NULL: str_add(out, "null"); return;
    case RECIPE_OBJECT: add_object(r, &r->objects[v->object], out); return;
    case RECIPE_BOOLEAN: str_add(out, v->bits ? "true" : "false"); return;
    case RECIPE_CHAR:
        if (v->bits < 128 && isalnum((int)v->bits))
            str_add_char(out, (char)v->bits);
        else
            str_add(out, "char");
        return;
    case RECIPE_BYTE:
    case RECIPE_SHORT:
    case RECIPE_INT:
    case RECIPE_LONG: add_whole(v->bits, out); return;
    case RECIPE_FLOAT:
    case RECIPE_DOUBLE: str_add(out, v->bits ? "fraction" : "0"); return;
    }
}

static void add_arguments(const struct java_test *t, struct str *out) {
    const struct recipe *r = t->recipe;
    struct str words = {0};
    const bool receiver = !t->is_static && strcmp(symbol_text(t->name), "<init>") != 0;
    for (uint32_t i = receiver; i < r->n; i++) {
        if (i > receiver) str_add(&words, "And");
        const size_t at = words.n;
        add_value(r, &r->arguments[i], &words);
        if (i > receiver) words.at[at] = (char)toupper((unsigned char)words.at[at]);
    }
    if (words.n && words.n <= WORDS_MOST) str_addf(out, "_%s", words.at);
    str_free(&words);
}

// What the first assertion says of what is returned.
static void add_returned(const struct junit_method *m, struct str *out) {
    str_add(out, "_returns");
    const char *text = NULL;
    for (uint32_t i = 0; i < m->n_checks && !text; i++)
        if (m->checks[i].object == JAVA_CHECK_RESULT && !m->checks[i].dropped) text = m->checks[i].text;
    if (!text) return;
    static const char *const plain[][2] = {{"assertNull(\3", "Null"},
                                           {"assertTrue(\3)", "True"},
                                           {"assertFalse(\3)", "False"},
                                           {"assertEquals(\"\", ", "EmptyString"},
                                           {"assertSame(", "Same"}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strncmp(text, plain[i][0], strlen(plain[i][0]))) str_add(out, plain[i][1]);
    const char *equals = "assertEquals(", *value = text + strlen(equals);
    if (strncmp(text, equals, strlen(equals)) != 0) return;
    const size_t n = strspn(value, "-0123456789");
    struct str digits = {0};
    str_add_n(&digits, value, n);
    if (n && (value[n] == ',' || (value[n] == 'L' && value[n + 1] == ','))) {
        if (*value == '-') {
            str_add(out, n - 1 < NUMBER_MOST ? "Minus" : "Negative");
            if (n - 1 < NUMBER_MOST) str_add(out, digits.at + 1);
        } else {
            str_add(out, n <= NUMBER_MOST ? digits.at : "Large");
        }
    }
    str_free(&digits);
}

void junit_title(const struct junit_method *m, struct str *out) {
    const struct java_test *t = m->test;
    add_unit(t, out);
    add_arguments(t, out);
    if (t->exception) {
        str_add(out, "_throws");
        add_simple_name(t->exception, false, out);
    } else if (t->endless) {
        str_add(out, "_neverEnds");
    } else {
        add_returned(m, out);
    }
}
