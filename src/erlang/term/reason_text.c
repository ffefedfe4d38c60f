// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/reason_text.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The text after a quoted part that begins at p; a backslash takes the next character along.
static const char *after_quoted(const char *p) {
    char quote = *p++;
    while (*p && *p != quote) p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

static bool opens(char c) {
    return c == '{' || c == '[' || c == '(' || c == '<';
}

static bool closes(char c) {
    return c == '}' || c == ']' || c == ')' || c == '>';
}

// Number of elements of the tuple that begins at p, and the length of its first one's text.
static uint32_t tuple_size(const char *p, size_t *tag_length) {
    const char *first = ++p;
    uint32_t commas = 0, depth = 0;
    *tag_length = 0;
    while (*p && !(depth == 0 && *p == '}')) {
        if (*p == '\'' || *p == '"') {
            p = after_quoted(p);
            continue;
        }
        if (depth == 0 && *p == ',' && commas++ == 0) *tag_length = (size_t)(p - first);
        depth += opens(*p);
        // The arrow of a map or fun is no bracket.
        if (closes(*p) && !(*p == '>' && (p[-1] == '-' || p[-1] == '=')) && depth) depth--;
        p++;
    }
    if (!commas) *tag_length = (size_t)(p - first);
    return *tag_length ? commas + 1 : 0;
}

// What a text shows at first sight: 'a' for an atom or the like, else a bracket or '0' for a number.
static char kind_of(const char *text) {
    char c = *text;
    if ((c >= '0' && c <= '9') || c == '-') return '0';
    if (c == '"') return '['; // a string is a list
    return c == '[' || c == '<' || c == '#' || c == '{' ? c : 'a';
}

// Atoms are told apart, tuples by tag and size; of all others only the kind counts.
bool erlang_same_reason(const char *a, const char *b) {
    if (kind_of(a) != kind_of(b)) return false;
    if (kind_of(a) == 'a') return !strcmp(a, b);
    if (kind_of(a) != '{') return true;
    size_t a_tag, b_tag;
    if (tuple_size(a, &a_tag) != tuple_size(b, &b_tag)) return false;
    bool tagged = kind_of(a + 1) == 'a', also = kind_of(b + 1) == 'a';
    return tagged == also && (!tagged || (a_tag == b_tag && !strncmp(a + 1, b + 1, a_tag)));
}
