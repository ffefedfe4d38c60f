// SPDX-License-Identifier: Apache-2.0
// One pass over the text. A stack holds the brackets that are open, each with what stands in it so far,
// already in Elixir's syntax.
#include "erlang/term/elixir_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

#define ALIAS "Elixir."

struct item { // between two commas
    struct str text;
    char *key;      // in front of "=>", in Elixir's syntax; NULL: none
    char *key_atom; // the same, if it is an atom: its characters; else NULL
    char *atom;     // the item is just this atom
    char *pair,
        *with; // the item is just a tuple of an atom, the characters of which are `pair`, and of `with`
    bool tail; // behind "|"
};

enum open {
    OPEN_TOP,
    OPEN_TUPLE,
    OPEN_LIST,
    OPEN_MAP,
    OPEN_BITS,
    OPEN_PAREN,
    OPEN_HEAD,
    OPEN_FUN,
    OPEN_BEGIN
};

struct frame {
    enum open open;
    VEC(struct item) items; // the last is being written
    bool texts_only;        // OPEN_BITS: it holds texts alone
    bool clause;            // OPEN_FUN: the head of a clause comes next
};

struct converter {
    const char *at;
    const struct elixir_structs *structs;
    VEC(struct frame) frames;
    bool good;
};

// ---- Frames ----

static void item_free(struct item *i) {
    str_free(&i->text);
    mem_free(i->key);
    mem_free(i->key_atom);
    mem_free(i->atom);
    mem_free(i->pair);
    mem_free(i->with);
}

static struct frame *top(struct converter *c) {
    return &vec_last(&c->frames);
}

static struct item *now(struct converter *c) {
    return &vec_last(&top(c)->items);
}

static void open(struct converter *c, enum open kind) {
    struct frame f = {.open = kind, .texts_only = true, .clause = kind == OPEN_FUN};
    vec_push(&f.items, (struct item){0});
    vec_push(&c->frames, f);
}

static void frame_free(struct frame *f) {
    for (uint32_t i = 0; i < f->items.n; i++) item_free(&f->items.at[i]);
    vec_free(&f->items);
}

// Anything more makes the item more than an atom or a pair.
static struct str *add(struct converter *c) {
    struct item *i = now(c);
    mem_free(i->atom);
    mem_free(i->pair);
    mem_free(i->with);
    i->atom = i->pair = i->with = NULL;
    return &i->text;
}

static bool is_empty(const struct frame *f) {
    return f->items.n == 1 && !f->items.at[0].text.n && !f->items.at[0].key;
}

static void join(const struct frame *f, const char *with, struct str *out) {
    for (uint32_t i = 0; i < f->items.n && !is_empty(f); i++) {
        const struct item *item = &f->items.at[i];
        if (i) str_add(out, item->tail ? " | " : with);
        if (item->key) str_addf(out, "%s => ", item->key);
        str_add(out, str_text(&item->text));
    }
}

// ---- Characters ----

static uint32_t next_char(const char **at) {
    const unsigned char *s = (const unsigned char *)*at;
    unsigned extra = s[0] < 0xC0 ? 0 : s[0] < 0xE0 ? 1 : s[0] < 0xF0 ? 2 : 3;
    uint32_t c = extra ? s[0] & (0x3Fu >> extra) : s[0];
    unsigned i = 1;
    for (; i <= extra && (s[i] & 0xC0) == 0x80; i++) c = c << 6 | (s[i] & 0x3F);
    *at += i;
    return c;
}

// Behind a backslash, as Erlang's scanner reads it.
static uint32_t escaped(const char **at) {
    static const char names[] = "bdefnrstv", values[] = "\b\177\033\f\n\r \t\v";
    const char *name = strchr(names, **at);
    if (**at >= '0' && **at <= '7') {
        uint32_t c = 0;
        for (int i = 0; i < 3 && **at >= '0' && **at <= '7'; i++) c = c * 8 + (uint32_t)(*(*at)++ - '0');
        return c;
    }
    if (**at == 'x') {
        bool braces = (*at)[1] == '{';
        char *end;
        uint32_t c = (uint32_t)strtoul(*at + 1 + braces, &end, 16);
        *at = end + (braces && *end == '}');
        return c;
    }
    if (**at && name) return ++*at, (uint32_t)values[name - names];
    return next_char(at);
}

static void add_char(struct str *out, uint32_t c) {
    static const char names[] = "abdefnrtv", values[] = "\a\b\177\033\f\n\r\t\v";
    const char *value = c && c < 128 ? strchr(values, (int)c) : NULL;
    if (value)
        str_addf(out, "\\%c", names[value - values]);
    else if (c == '"' || c == '\\')
        str_addf(out, "\\%c", (int)c);
    else if (c < ' ' || (c >= 127 && c < 160))
        str_addf(out, "\\u%04X", c);
    else
        str_add_utf8(out, c);
}

// Between quotes, with no interpolation left in it.
static void add_quoted(struct str *out, const char *characters) {
    str_add_char(out, '"');
    for (const char *at = characters; *at;) {
        if (at[0] == '#' && at[1] == '{') str_add_char(out, '\\');
        add_char(out, next_char(&at));
    }
    str_add_char(out, '"');
}

// What stands between quotes at c->at, as characters; c->at is behind it. A NUL cannot be held: NULL.
static char *read_quoted(struct converter *c) {
    struct str s = {0};
    char quote = *c->at++;
    bool held = true;
    while (*c->at && *c->at != quote) {
        bool escape = *c->at == '\\' && c->at[1];
        c->at += escape;
        uint32_t code = escape ? escaped(&c->at) : next_char(&c->at);
        held &= code != 0;
        str_add_utf8(&s, code);
    }
    c->good &= *c->at == quote && held;
    c->at += *c->at == quote;
    return str_take(&s);
}

// ---- Names ----

static bool is_word(const char *s, bool marked) { // perhaps with ? or ! behind it
    if (!islower((unsigned char)*s) && *s != '_') return false;
    while (isalnum((unsigned char)*s) || *s == '_' || *s == '@') s++;
    return !*s || (marked && (*s == '?' || *s == '!') && !s[1]);
}

static bool is_alias(const char *s) {
    if (strncmp(s, ALIAS, strlen(ALIAS)) != 0) return false;
    for (s += strlen(ALIAS);; s++) {
        if (!isupper((unsigned char)*s)) return false;
        while (isalnum((unsigned char)*s) || *s == '_') s++;
        if (!*s) return true;
        if (*s != '.') return false;
    }
}

static bool is_plain(const char *s) { // true, false and nil are atoms without a colon
    return !strcmp(s, "true") || !strcmp(s, "false") || !strcmp(s, "nil");
}

static void print_atom(const char *s, struct str *out) {
    if (is_plain(s)) {
        str_add(out, s);
    } else if (is_alias(s)) {
        str_add(out, s + strlen(ALIAS));
    } else {
        str_add_char(out, ':');
        if (is_word(s, true))
            str_add(out, s);
        else
            add_quoted(out, s);
    }
}

static void print_key(const char *atom, struct str *out) { // "price: "
    if (is_word(atom, true))
        str_add(out, atom);
    else
        add_quoted(out, atom);
    str_add(out, ": ");
}

static void print_function_name(const char *function, struct str *out) {
    bool sign = *function && !function[strspn(function, "+-*/<>=!&|^")];
    if (is_word(function, true) || sign)
        str_add(out, function);
    else
        add_quoted(out, function);
}

void elixir_function(const char *module, const char *function, struct str *out) {
    print_atom(module, out);
    str_add_char(out, '.');
    print_function_name(function, out);
}

// ---- What closes a bracket ----

// [a: 1] is the list of pairs that begin with atoms.
static bool is_keyword(const struct frame *f) {
    if (is_empty(f)) return false;
    for (uint32_t i = 0; i < f->items.n; i++)
        if (!f->items.at[i].pair || f->items.at[i].tail || is_alias(f->items.at[i].pair)) return false;
    return true;
}

static void print_list(const struct frame *f, struct str *out) {
    str_add_char(out, '[');
    if (!is_keyword(f)) join(f, ", ", out);
    for (uint32_t i = 0; i < f->items.n && is_keyword(f); i++) {
        if (i) str_add(out, ", ");
        print_key(f->items.at[i].pair, out);
        str_add(out, f->items.at[i].with);
    }
    str_add_char(out, ']');
}

static void print_fields(const struct frame *f, const char *without, struct str *out) {
    bool first = true;
    for (uint32_t i = 0; i < f->items.n; i++) {
        const struct item *item = &f->items.at[i];
        if (!strcmp(item->key_atom, without) || (*without && !strcmp(item->key_atom, "__exception__")))
            continue;
        if (!first) str_add(out, ", ");
        first = false;
        print_key(item->key_atom, out);
        str_add(out, str_text(&item->text));
    }
}

// The module of a struct with all of its fields; NULL: it is a map.
static const char *struct_of(struct converter *c, const struct frame *f) {
    const char *module = NULL;
    VEC(char *) fields = {0};
    for (uint32_t i = 0; i < f->items.n; i++) {
        const struct item *item = &f->items.at[i];
        if (!strcmp(item->key_atom, "__struct__"))
            module = item->atom && is_alias(item->atom) ? str_text(&item->text) : NULL;
        else
            vec_push(&fields, item->key_atom);
    }
    bool known =
        module && c->structs && c->structs->has_fields(c->structs->context, module, fields.at, fields.n);
    vec_free(&fields);
    return known ? module : NULL;
}

static void print_map(struct converter *c, const struct frame *f, struct str *out) {
    bool atoms = !is_empty(f);
    for (uint32_t i = 0; i < f->items.n && atoms; i++)
        atoms = f->items.at[i].key_atom && !is_alias(f->items.at[i].key_atom);
    const char *module = atoms ? struct_of(c, f) : NULL;
    str_addf(out, "%%%s{", module ? module : "");
    if (atoms)
        print_fields(f, module ? "__struct__" : "", out);
    else
        join(f, ", ", out);
    str_add_char(out, '}');
}

static void print_bits(const struct frame *f, struct str *out) {
    if (is_empty(f)) {
        str_add(out, "\"\"");
    } else if (f->texts_only && f->items.n == 1) {
        str_add(out, str_text(&f->items.at[0].text));
    } else {
        str_add(out, "<<");
        join(f, ", ", out);
        str_add(out, ">>");
    }
}

static void print_frame(struct converter *c, struct frame *f, struct str *out) {
    switch (f->open) {
    case OPEN_TUPLE:
        str_add_char(out, '{');
        join(f, ", ", out);
        str_add_char(out, '}');
        break;
    case OPEN_LIST: print_list(f, out); break;
    case OPEN_MAP: print_map(c, f, out); break;
    case OPEN_BITS: print_bits(f, out); break;
    case OPEN_HEAD: join(f, ", ", out); break;
    case OPEN_FUN: // of which only guards have commas
        str_add(out, str_text(&f->items.at[0].text)[0] == ' ' ? "fn" : "fn ");
        join(f, " and ", out);
        str_add(out, " end");
        break;
    case OPEN_BEGIN:
    case OPEN_PAREN:
        str_add_char(out, '(');
        join(f, f->open == OPEN_BEGIN ? "; " : ", ", out);
        str_add_char(out, ')');
        break;
    case OPEN_TOP: join(f, ", ", out); break;
    }
}

static void close(struct converter *c, enum open kind) {
    struct frame f = *top(c);
    if (c->frames.n == 1 || f.open != kind) {
        c->good = false;
        return;
    }
    c->frames.n--;
    struct item *item = now(c);
    bool alone = !item->text.n && !item->tail;
    bool pair = kind == OPEN_TUPLE && alone && f.items.n == 2 && f.items.at[0].atom;
    print_frame(c, &f, add(c));
    if (pair) {
        item->pair = mem_strdup(f.items.at[0].atom);
        item->with = mem_strdup(str_text(&f.items.at[1].text));
    }
    frame_free(&f);
}

// "(" stands for the head of a clause, for a call, or for a call of what a fun returned.
static void open_paren(struct converter *c) {
    struct frame *f = top(c);
    bool head = f->open == OPEN_FUN && f->clause;
    if (head) {
        f->clause = false;
    } else {
        struct str *s = &now(c)->text;
        if (s->n && s->at[s->n - 1] == ')') str_add_char(s, '.');
    }
    open(c, head ? OPEN_HEAD : OPEN_PAREN);
}

// ---- Tokens ----

static void fun_token(struct converter *c) { // behind "fun"
    if (*c->at == '(') {
        open(c, OPEN_FUN);
    } else {
        while (*c->at == ' ') c->at++;
        str_add_char(add(c), '&');
    }
}

static char *read_name(struct converter *c) {
    if (*c->at == '\'') return read_quoted(c);
    const char *from = c->at;
    while (isalnum((unsigned char)*c->at) || *c->at == '_' || *c->at == '@' || *c->at & 0x80) c->at++;
    struct str s = {0};
    str_add_n(&s, from, (size_t)(c->at - from));
    return str_take(&s);
}

// An atom, or the names of a call or of a fun: "m:f(" and "fun m:f/1".
static void atom_token(struct converter *c) {
    char *name = read_name(c);
    struct str *out = &now(c)->text;
    const bool alone = !out->n, colon = *c->at == ':'; // behind which there is a byte, if only the last, 0
    const bool starts = colon && (islower((unsigned char)c->at[1]) || c->at[1] == '\'' || c->at[1] == '_');
    if (starts && top(c)->open != OPEN_BITS) {
        c->at++;
        char *function = read_name(c);
        elixir_function(name, function, add(c));
        mem_free(function);
    } else if (*c->at == '(' && (!strcmp(name, "self") || !strcmp(name, "is_function"))) {
        str_add(add(c), name);
    } else if (*c->at == '(') {
        elixir_function("erlang", name, add(c));
    } else if (c->frames.n == 1 && alone && *c->at == '/') { // the name of a function, as places have it
        print_function_name(name, add(c));
    } else {
        print_atom(name, add(c));
        if (alone) now(c)->atom = mem_strdup(name);
    }
    mem_free(name);
}

static bool skip_word(struct converter *c, const char *word) {
    size_t n = strlen(word);
    if (strncmp(c->at, word, n) != 0 || isalnum((unsigned char)c->at[n]) || c->at[n] == '_' ||
        c->at[n] == '@')
        return false;
    c->at += n;
    return true;
}

static void word_token(struct converter *c) {
    if (skip_word(c, "fun"))
        fun_token(c);
    else if (skip_word(c, "end"))
        close(c, top(c)->open == OPEN_BEGIN ? OPEN_BEGIN : OPEN_FUN);
    else if (skip_word(c, "begin"))
        open(c, OPEN_BEGIN);
    else if (skip_word(c, "when"))
        str_add(add(c), " when ");
    else
        atom_token(c);
}

static void variable_token(struct converter *c) {
    struct str *out = add(c);
    for (; isalnum((unsigned char)*c->at) || *c->at == '_'; c->at++)
        str_add_char(out, (char)tolower((unsigned char)*c->at));
}

// Digits, a point with digits, an exponent; in a bit string a size.
static void number_token(struct converter *c) {
    struct str *out = add(c);
    if (*c->at == '-') str_add_char(out, *c->at++);
    while (isdigit((unsigned char)*c->at) || (*c->at == '.' && isdigit((unsigned char)c->at[1])) ||
           (*c->at == 'e' && (isdigit((unsigned char)c->at[1]) || c->at[1] == '-' || c->at[1] == '+')) ||
           ((*c->at == '-' || *c->at == '+') && c->at[-1] == 'e'))
        str_add_char(out, *c->at++);
    top(c)->texts_only = false;
}

static void add_bytes(struct str *out, const char *text) {
    for (const char *at = text; *at;) {
        if (at != text) str_add(out, ", ");
        str_addf(out, "%u", next_char(&at));
    }
}

// "abc" is a list of characters; in a bit string it is a text, of bytes unless it says that it is UTF-8.
static void string_token(struct converter *c) {
    static const char utf8[] = "/utf8";
    char *text = read_quoted(c);
    bool bits = top(c)->open == OPEN_BITS, ascii = true;
    for (const char *p = text; *p; p++) ascii &= (*p & 0x80) == 0;
    bool marked = bits && !strncmp(c->at, utf8, strlen(utf8));
    if (marked) c->at += strlen(utf8);
    if (bits && !ascii && !marked) {
        add_bytes(add(c), text);
        top(c)->texts_only = false;
    } else {
        if (!bits) str_add(add(c), "~c");
        add_quoted(add(c), text);
    }
    mem_free(text);
}

// #Fun<..>, #Ref<..>, <0.1.0>: no source text, in either language.
static void opaque_token(struct converter *c) {
    const char *end = strchr(c->at, '>');
    if (!end) {
        c->good = false;
        return;
    }
    if (*c->at == '<') str_add(add(c), "#PID");
    str_add_n(add(c), c->at, (size_t)(end + 1 - c->at));
    c->at = end + 1;
}

static void arrow_token(struct converter *c) {
    struct item *item = now(c);
    if (top(c)->open != OPEN_MAP || item->key) {
        c->good = false;
        return;
    }
    item->key = str_take(&item->text);
    item->key_atom = item->atom;
    item->atom = NULL;
    mem_free(item->pair);
    mem_free(item->with);
    item->pair = item->with = NULL;
}

static void next_item(struct converter *c, bool tail) {
    vec_push(&top(c)->items, ((struct item){.tail = tail}));
    c->at += strspn(c->at, " ");
}

static bool skip(struct converter *c, const char *what) {
    size_t n = strlen(what);
    if (strncmp(c->at, what, n) != 0) return false;
    c->at += n;
    return true;
}

// Of signs with several characters the longest come first.
static bool sign_token(struct converter *c) {
    static const struct {
        const char *erlang, *elixir;
    } copied[] = {{" =:= ", " === "}, {" = ", " = "}, {" -> ", " -> "}, {"/", "/"}};
    if (skip(c, "<<")) return open(c, OPEN_BITS), true;
    if (skip(c, ">>")) return close(c, OPEN_BITS), true;
    if (skip(c, "#{")) return open(c, OPEN_MAP), true;
    if (skip(c, " => ")) return arrow_token(c), true;
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        if (skip(c, copied[i].erlang)) return str_add(add(c), copied[i].elixir), true;
    if (top(c)->open == OPEN_FUN && skip(c, "; ")) {
        str_add(add(c), "; ");
        return top(c)->clause = true;
    }
    if (top(c)->open == OPEN_BITS && skip(c, ":")) {
        top(c)->texts_only = false;
        return str_add(add(c), "::"), true;
    }
    return false;
}

static bool bracket_token(struct converter *c) {
    char sign = *c->at++;
    switch (sign) {
    case '{': return open(c, OPEN_TUPLE), true;
    case '[': return open(c, OPEN_LIST), true;
    case '(': return open_paren(c), true;
    case '}': return close(c, top(c)->open == OPEN_MAP ? OPEN_MAP : OPEN_TUPLE), true;
    case ']': return close(c, OPEN_LIST), true;
    case ')': return close(c, top(c)->open == OPEN_HEAD ? OPEN_HEAD : OPEN_PAREN), true;
    case ',': return next_item(c, false), true;
    case '|': return next_item(c, true), true;
    case ' ':
    case '\n': return true;
    default: c->at--; return false;
    }
}

static void token(struct converter *c) {
    unsigned char first = (unsigned char)*c->at;
    if (sign_token(c) || bracket_token(c)) return;
    if (first == '\'')
        atom_token(c);
    else if (first == '"')
        string_token(c);
    else if (isdigit(first) || first == '-')
        number_token(c);
    else if (isupper(first) || first == '_')
        variable_token(c);
    else if (islower(first) || first & 0x80)
        word_token(c);
    else if (first == '#' || first == '<')
        opaque_token(c);
    else
        c->good = false;
}

void elixir_text(const char *erlang, const struct elixir_structs *structs, struct str *out) {
    struct converter c = {.at = erlang, .structs = structs, .good = true};
    open(&c, OPEN_TOP);
    while (*c.at && c.good) token(&c);
    if (c.good && c.frames.n == 1)
        print_frame(&c, &c.frames.at[0], out);
    else
        str_add(out, erlang);
    for (uint32_t i = 0; i < c.frames.n; i++) frame_free(&c.frames.at[i]);
    vec_free(&c.frames);
}
