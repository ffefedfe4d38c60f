// SPDX-License-Identifier: Apache-2.0
#include "erlang/eunit/layout.h"

#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

enum { COLUMNS = 100, INDENT = 4 };

// The length of the string, quoted atom or character at the start of the text; 0: there is none.
static size_t quoted(const char *text) {
    size_t n = 1;
    if (*text == '$') return text[1] == '\\' && text[2] ? 3 : text[1] ? 2 : 1;
    if (*text != '"' && *text != '\'') return 0;
    while (text[n] && text[n] != *text) n += text[n] == '\\' && text[n + 1] ? 2 : 1;
    return n + (text[n] != 0);
}

// "(", "[", "{", "#{" or "<<": how long it is; 0: no bracket opens here.
static size_t opening(const char *text) {
    if (!strncmp(text, "<<", 2) || !strncmp(text, "#{", 2)) return 2;
    return *text == '(' || *text == '[' || *text == '{';
}
static size_t closing(const char *text) {
    if (!strncmp(text, ">>", 2)) return 2;
    return *text == ')' || *text == ']' || *text == '}';
}

// One blank behind each comma and none more.
static void add_spaced(struct str *out, const char *text) {
    while (*text) {
        size_t n = quoted(text);
        if (!n) n = 1;
        str_add_n(out, text, n);
        if (*text == ',' && text[1] && text[1] != ' ') str_add_char(out, ' ');
        text += n;
    }
}

// For each opening bracket where its closing one ends.
static size_t *match_brackets(const struct str *s) {
    size_t *ends = mem_zalloc((s->n + 1) * sizeof *ends), n;
    VEC(size_t) open = {0};
    for (size_t i = 0; i < s->n; i += n) {
        const char *at = s->at + i;
        if ((n = quoted(at))) continue;
        if ((n = opening(at))) {
            vec_push(&open, i);
        } else if ((n = closing(at))) {
            if (open.n) ends[vec_last(&open)] = i + n, open.n--;
        } else {
            n = 1;
        }
    }
    vec_free(&open);
    return ends;
}

static size_t column_of(const struct str *out) {
    size_t n = 0;
    while (n < out->n && out->at[out->n - 1 - n] != '\n') n++;
    return n;
}

static void add_line(struct str *out, unsigned indent) {
    str_addf(out, "\n%*s", (int)indent, "");
}

void layout_add(struct str *out, const char *source, unsigned indent, unsigned behind) {
    struct str s = {0};
    VEC(size_t) broken = {0}; // brackets around, each with an element a line: where they end
    add_spaced(&s, source);
    size_t *ends = match_brackets(&s), n;
    size_t flat = 0; // up to here all stays on the line
    for (size_t i = 0; i < s.n; i += n) {
        const char *at = s.at + i;
        if ((n = quoted(at)) == 0) n = opening(at);
        size_t end = ends[i];
        bool closes = broken.n && i + (closing(at) ? closing(at) : 1) == vec_last(&broken);
        if (end && i >= flat) {
            const size_t rest = end == s.n ? behind : 1;
            if (column_of(out) + (end - i) + rest <= COLUMNS || end - i <= 2 * n) {
                flat = end;
            } else {
                vec_push(&broken, end);
                str_add_n(out, at, n);
                add_line(out, indent += INDENT);
                continue;
            }
        }
        if (closes && i >= flat) {
            broken.n--;
            add_line(out, indent -= INDENT);
            n = closing(at);
        }
        if (!n) n = 1;
        str_add_n(out, at, n);
        if (*at == ',' && i >= flat && broken.n) {
            add_line(out, indent);
            n++; // the blank
        }
    }
    mem_free(ends);
    vec_free(&broken);
    str_free(&s);
}
