// SPDX-License-Identifier: Apache-2.0
// Findings that turned out to be the same on the real VM. A run tells failures apart by what the interpreter
// knows of them; the VM's stack trace has the last word on the place.
#include <string.h>

#include "suite/suite.h"

// ---- The outline of a value, from its text: an atom or number as it is, a tuple by its tag and size ----

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

static bool same_text(const char *a, const char *b) {
    return !strcmp(a ? a : "", b ? b : "");
}

// What a text shows at first sight: 'a' for an atom or the like, else a bracket or '0' for a number.
static char kind_of(const char *text) {
    char c = *text;
    if ((c >= '0' && c <= '9') || c == '-') return '0';
    if (c == '"') return '['; // a string is a list
    return c == '[' || c == '<' || c == '#' || c == '{' ? c : 'a';
}

// Atoms are told apart, tuples by tag and size; of all others only the kind counts.
static bool same_shape(const char *a, const char *b) {
    if (!a || !b || kind_of(a) != kind_of(b)) return same_text(a, b);
    if (kind_of(a) == 'a') return !strcmp(a, b);
    if (kind_of(a) != '{') return true;
    size_t a_tag, b_tag;
    if (tuple_size(a, &a_tag) != tuple_size(b, &b_tag)) return false;
    bool tagged = kind_of(a + 1) == 'a', also = kind_of(b + 1) == 'a';
    return tagged == also && (!tagged || (a_tag == b_tag && !strncmp(a + 1, b + 1, a_tag)));
}

static const char *after_number(const char *p) {
    while (*p == '-' || (*p >= '0' && *p <= '9')) p++;
    return p;
}

// Messages of exceptions, but for their numbers, which come from the input. So two divisions of one line are
// one finding there, but not two calls on null.
static bool same_message(const char *a, const char *b) {
    if (!a || !b) return same_text(a, b);
    for (;; a++, b++) {
        a = after_number(a);
        b = after_number(b);
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

// ---- Merging ----

bool suite_same_failure(const struct test_case *a, const struct test_case *b) {
    const struct place *p = &a->outcome.where, *q = &b->outcome.where;
    if (a->proof != b->proof || !same_text(a->outcome.kind, b->outcome.kind)) return false;
    if ((a->proof == PROOF_DIFFERS || a->proof == PROOF_VARIES) && !same_text(a->real, b->real)) return false;
    if (p->line != q->line || !same_text(p->file, q->file) || !same_text(p->function, q->function))
        return false;
    if (!same_text(a->outcome.process, b->outcome.process)) return false;
    if (a->outcome.exception || b->outcome.exception)
        return same_text(a->outcome.exception, b->outcome.exception) &&
               same_message(a->outcome.text, b->outcome.text);
    bool placed = p->line || p->function;
    return placed ? same_shape(a->outcome.text, b->outcome.text)
                  : same_text(a->outcome.text, b->outcome.text);
}

static void merge_into(struct test_case *kept, struct test_case *again) {
    kept->same += again->same + 1;
    again->same = 0;
    again->repeat = true;
    again->cause_of = kept;
}

void suite_merge(struct suite *s) {
    suite_sort(s); // smallest inputs first: the first of equals stands for them
    for (uint32_t i = 1; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (!suite_is_finding(c)) continue;
        for (uint32_t k = 0; k < i; k++) {
            if (!suite_is_finding(s->cases.at[k]) || !suite_same_failure(s->cases.at[k], c)) continue;
            merge_into(s->cases.at[k], c);
            break;
        }
    }
    suite_sort(s);
}
