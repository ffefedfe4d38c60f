// SPDX-License-Identifier: Apache-2.0
#include "java/input/java_read.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum { NESTING_MAX = 40 }; // of expressions in expressions

struct variable {
    const char *name;
    struct java_node *object;
};

struct text {
    const char *at;
    struct arena *a;
    VEC(struct variable) variables;
    uint32_t depth;
    bool bad; // at: where
};

static struct java_node *expression(struct text *t);

// ---- Words ----

static void blanks(struct text *t) {
    while (isspace((unsigned char)*t->at)) t->at++;
}

static bool is_letter(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c & 0x80;
}

static bool is_sign(struct text *t, const char *sign) {
    blanks(t);
    size_t n = strlen(sign);
    if (strncmp(t->at, sign, n) != 0) return false;
    t->at += n;
    return true;
}

static void expect(struct text *t, const char *sign) {
    if (!t->bad && !is_sign(t, sign)) t->bad = true;
}

// NULL: there is none here.
static const char *word(struct text *t) {
    blanks(t);
    const char *from = t->at;
    if (!is_letter(*from)) return NULL;
    while (is_letter(*t->at) || isdigit((unsigned char)*t->at)) t->at++;
    size_t n = (size_t)(t->at - from);
    char *copy = arena_zalloc(t->a, n + 1);
    return memcpy(copy, from, n);
}

// "a.b.C" with its type arguments left out, without dimensions; NULL: there is none here.
static const char *type_name(struct text *t) {
    const char *name = word(t);
    while (name) {
        if (is_sign(t, "<"))
            for (int depth = 1; depth > 0 && *t->at; t->at++) depth += (*t->at == '<') - (*t->at == '>');
        const char *from = t->at, *next = is_sign(t, ".") ? word(t) : NULL;
        if (!next) {
            t->at = from;
            return name;
        }
        size_t size = strlen(name) + strlen(next) + 2;
        char *longer = arena_zalloc(t->a, size);
        strcpy(longer, name);
        strcat(longer, ".");
        name = strcat(longer, next);
    }
    return NULL;
}

static const char *type(struct text *t) {
    const char *name = type_name(t);
    while (name && is_sign(t, "[")) expect(t, "]");
    return name;
}

// ---- Literals ----

static struct java_node *node(struct text *t, enum java_node_kind kind) {
    struct java_node *n = ARENA_NEW(t->a, struct java_node);
    n->kind = kind;
    return n;
}

static struct java_node *integer(struct text *t, int64_t v, const char *box) {
    struct java_node *n = node(t, NODE_INTEGER);
    n->bits = v;
    n->name = box;
    return n;
}

static uint32_t hex_digits(struct text *t, uint32_t most) {
    uint32_t v = 0, n = 0;
    for (; n < most && isxdigit((unsigned char)*t->at); n++, t->at++)
        v = v * 16 + (uint32_t)(isdigit((unsigned char)*t->at) ? *t->at - '0'
                                                               : tolower((unsigned char)*t->at) - 'a' + 10);
    if (n != most) t->bad = true;
    return v;
}

static uint32_t utf8(struct text *t) {
    if (!*t->at) t->bad = true; // the text ends here
    if (t->bad) return 0;
    uint8_t first = (uint8_t)*t->at++;
    if (first < 0x80) return first;
    uint32_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1, c = first & (0x3Fu >> more);
    for (; more > 0; more--) {
        if ((*t->at & 0xC0) != 0x80) t->bad = true;
        if (t->bad) return 0;
        c = c << 6 | ((uint8_t)*t->at++ & 0x3F);
    }
    return c;
}

// A character of a literal, behind its quote (JLS 3.10.7).
static uint32_t character(struct text *t) {
    static const char letters[] = "btnfr\"'\\s", meanings[] = "\b\t\n\f\r\"'\\ ";
    if (*t->at != '\\') return utf8(t);
    char c = *++t->at;
    if (c == 'u') {
        while (*t->at == 'u') t->at++;
        return hex_digits(t, 4);
    }
    if (c >= '0' && c <= '7') {
        uint32_t v = 0;
        for (int i = 0; i < (c <= '3' ? 3 : 2) && *t->at >= '0' && *t->at <= '7'; i++)
            v = v * 8 + (uint32_t)(*t->at++ - '0');
        return v;
    }
    const char *known = c ? strchr(letters, c) : NULL;
    if (!known) t->bad = true;
    if (t->bad) return 0;
    t->at++;
    return (uint8_t)meanings[known - letters];
}

static struct java_node *string(struct text *t) {
    struct java_node *n = node(t, NODE_STRING);
    uint16_t *chars = ARENA_ARRAY(t->a, uint16_t, strlen(t->at) + 1);
    while (*t->at != '"' && !t->bad) {
        uint32_t c = character(t);
        if (c > 0xFFFF) chars[n->n++] = (uint16_t)(0xD7C0 + (c >> 10));
        chars[n->n++] = (uint16_t)(c > 0xFFFF ? 0xDC00 + (c & 0x3FF) : c);
    }
    n->chars = chars;
    expect(t, "\"");
    return n;
}

static struct java_node *number(struct text *t, bool negative) {
    const char *from = t->at;
    bool hex = from[0] == '0' && (from[1] == 'x' || from[1] == 'X');
    size_t digits = strspn(from, hex ? "0123456789abcdefABCDEFxX" : "0123456789");
    char *end;
    if (!hex && from[digits] && strchr(".eEfFdD", from[digits])) {
        struct java_node *n = node(t, NODE_FLOAT);
        n->number = strtod(from, &end);
        bool single = *end == 'f' || *end == 'F';
        if (single) n->number = (double)strtof(from, NULL);
        if (negative) n->number = -n->number;
        n->name = single ? "Float" : "Double";
        t->at = end + (single || *end == 'd' || *end == 'D');
        return n;
    }
    errno = 0;
    uint64_t v = strtoull(from, &end, hex ? 16 : 10);
    if (errno || end == from) t->bad = true;
    bool is_long = *end == 'L' || *end == 'l';
    t->at = end + is_long;
    return integer(t, (int64_t)(negative ? 0 - v : v), is_long ? "Long" : "Integer");
}

// ---- Expressions ----

static void add_part(struct text *t, struct java_node ***list, uint32_t *n, struct java_node *part) {
    struct java_node **longer = ARENA_ARRAY(t->a, struct java_node *, *n + 1);
    if (*n) memcpy(longer, *list, *n * sizeof *longer);
    longer[(*n)++] = part;
    *list = longer;
}

static void parts(struct text *t, struct java_node *n, const char *close) {
    if (is_sign(t, close)) return;
    do add_part(t, &n->parts, &n->n, expression(t));
    while (!t->bad && is_sign(t, ","));
    expect(t, close);
}

static struct java_node *creation(struct text *t) {
    struct java_node *n = node(t, NODE_NEW);
    n->name = type_name(t);
    if (!n->name) t->bad = true;
    if (is_sign(t, "(")) {
        parts(t, n, ")");
        return n;
    }
    n->kind = NODE_ARRAY;
    expect(t, "[");
    blanks(t);
    struct java_node *length = isdigit((unsigned char)*t->at) ? number(t, false) : NULL;
    expect(t, "]");
    while (is_sign(t, "[")) expect(t, "]");
    if (length) { // of zeros: only how many there are
        if (length->kind != NODE_INTEGER || length->bits > INT32_MAX) t->bad = true;
        n->n = (uint32_t)length->bits;
        return n;
    }
    expect(t, "{");
    if (!t->bad) parts(t, n, "}");
    return n;
}

static struct java_node *variable_of(const struct text *t, const char *name) {
    for (uint32_t i = t->variables.n; i-- > 0;)
        if (strcmp(t->variables.at[i].name, name) == 0) return t->variables.at[i].object;
    return NULL;
}

static struct java_node *named(struct text *t, const char *name) {
    if (strcmp(name, "null") == 0) return node(t, NODE_NULL);
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) return integer(t, *name == 't', "Boolean");
    if (strcmp(name, "new") == 0) return creation(t);
    struct java_node *n = variable_of(t, name);
    if (n) return n;
    n = node(t, NODE_NAME);
    n->name = name;
    return n;
}

static struct java_node *dotted(struct text *t, struct java_node *on, const char *name) {
    struct java_node *n = node(t, NODE_CALL);
    n->on = on;
    n->name = name;
    if (is_sign(t, "(")) {
        parts(t, n, ")");
        return n;
    }
    if (on->kind != NODE_NAME) t->bad = true; // fields of objects are nothing that is printed
    if (t->bad) return n;
    char *longer = arena_zalloc(t->a, strlen(on->name) + strlen(name) + 2);
    strcpy(longer, on->name);
    strcat(longer, ".");
    n->name = strcat(longer, name);
    n->kind = NODE_NAME;
    return n;
}

static struct java_node *with_members(struct text *t, struct java_node *n) {
    while (!t->bad && is_sign(t, ".")) {
        const char *name = word(t);
        if (!name) t->bad = true;
        if (name) n = dotted(t, n, name);
    }
    return n;
}

// "(p0, p1) -> value", "p -> {}"; the text stays where it is if there is none.
static struct java_node *lambda(struct text *t) {
    blanks(t);
    const char *from = t->at;
    bool is = true;
    if (!is_sign(t, "(")) {
        is = word(t) != NULL;
    } else if (!is_sign(t, ")")) {
        do is = word(t) != NULL;
        while (is && is_sign(t, ","));
        is = is && is_sign(t, ")");
    }
    if (!is || !is_sign(t, "->")) {
        t->at = from;
        return NULL;
    }
    struct java_node *n = node(t, NODE_LAMBDA);
    if (is_sign(t, "{"))
        expect(t, "}");
    else
        add_part(t, &n->parts, &n->n, expression(t));
    return n;
}

static bool is_operand(const struct text *t) {
    return is_letter(*t->at) || isdigit((unsigned char)*t->at) || (*t->at && strchr("\"'(-", *t->at));
}

static struct java_node *in_brackets(struct text *t) { // or a cast
    const char *from = t->at;
    if (type(t) && is_sign(t, ")")) {
        blanks(t);
        if (is_operand(t)) return expression(t);
    }
    t->at = from;
    t->bad = false;
    struct java_node *n = expression(t);
    expect(t, ")");
    return with_members(t, n);
}

static struct java_node *primary(struct text *t) {
    struct java_node *n = lambda(t);
    if (n) return n;
    bool negative = is_sign(t, "-");
    blanks(t);
    if (isdigit((unsigned char)*t->at)) return number(t, negative);
    if (negative) t->bad = true;
    if (is_sign(t, "\"")) return with_members(t, string(t));
    if (is_sign(t, "'")) {
        n = integer(t, character(t), "Character");
        expect(t, "'");
        return n;
    }
    if (is_sign(t, "(")) return in_brackets(t);
    const char *name = word(t);
    if (!name) t->bad = true;
    return name ? with_members(t, named(t, name)) : node(t, NODE_NULL);
}

static struct java_node *expression(struct text *t) {
    if (++t->depth > NESTING_MAX) t->bad = true;
    struct java_node *n = t->bad ? node(t, NODE_NULL) : primary(t);
    t->depth--;
    return n;
}

// ---- Statements ----

// "Type name = value"
static bool declaration(struct text *t) {
    const char *from = t->at, *declared = type(t), *name = declared ? word(t) : NULL;
    if (!name || t->bad || !is_sign(t, "=")) {
        t->at = from;
        t->bad = false;
        return false;
    }
    struct variable v = {name, expression(t)};
    v.object->type = declared;
    vec_push(&t->variables, v);
    return true;
}

static bool is_object(const struct text *t, const struct java_node *n) {
    for (uint32_t i = 0; i < t->variables.n; i++)
        if (t->variables.at[i].object == n) return true;
    return false;
}

static struct java_node *statements(struct text *t) {
    for (;;) {
        bool declared = declaration(t);
        struct java_node *n = declared ? NULL : expression(t);
        if (t->bad) return NULL;
        bool more = is_sign(t, ";");
        blanks(t);
        if (n && !*t->at) return n;
        if (!more || (n && (n->kind != NODE_CALL || !is_object(t, n->on)))) {
            t->bad = true;
            return NULL;
        }
        if (n) add_part(t, &n->on->calls, &n->on->n_calls, n);
    }
}

bool java_is_call(const char *text) {
    return strchr(text, '(') && !strchr(text, '#');
}

struct java_node *java_read_call(const char *text, struct arena *a, struct diag *d) {
    struct text t = {.at = text, .a = a};
    struct java_node *n = statements(&t);
    vec_free(&t.variables);
    if (n && (n->kind == NODE_CALL || n->kind == NODE_NEW)) return n;
    const char *where = !t.bad ? ": " : *t.at ? " at " : ": it breaks off";
    diag_set(d, DIAG_ANALYSIS, "this call cannot be read%s%.40s", where, t.bad ? t.at : text);
    return NULL;
}
