// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/dictionary.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "explore/inputs/sample.h"

enum {
    CONSTANTS_MAX = 4096, // of each kind
    LEARNED_MAX = 512,
    DIGITS_MAX = 18, // of a number that fits into 64 bits for sure
};

void dictionary_free(struct dictionary *d) {
    vec_free(&d->integers);
    vec_free(&d->floats);
    vec_free(&d->texts);
    vec_free(&d->patterns);
    vec_free(&d->terms);
    if (d->has_arena) arena_free(&d->arena);
    *d = (struct dictionary){0};
}

void dictionary_add_integer(struct dictionary *d, int64_t v) {
    if (d->integers.n < CONSTANTS_MAX) vec_push(&d->integers, v);
}

void dictionary_add_float(struct dictionary *d, double v) {
    if (d->floats.n < CONSTANTS_MAX) vec_push(&d->floats, v);
}

void dictionary_add_term(struct dictionary *d, const struct expr_store *x, expr_id ground) {
    int64_t v;
    if (d->terms.n == CONSTANTS_MAX) return;
    vec_push(&d->terms, ground);
    if (expr_op(x, ground) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, ground, 0), &v))
        dictionary_add_integer(d, v);
    if (expr_op(x, ground) == EXPR_FLOAT_OP)
        dictionary_add_float(d, expr_get_float(x, expr_arg(x, ground, 0)));
}

// ---- Texts ----

void dictionary_add_text(struct dictionary *d, const uint16_t *chars, uint32_t n) {
    if (!n || n > DICTIONARY_TEXT_MAX || d->texts.n == CONSTANTS_MAX) return;
    if (!d->has_arena) arena_init(&d->arena, 0);
    d->has_arena = true;
    vec_push(&d->texts, (struct dictionary_text){arena_copy(&d->arena, chars, n * sizeof *chars), n});
}

void dictionary_learn_text(struct dictionary *d, const uint16_t *chars, uint32_t n) {
    if (d->texts.n == LEARNED_MAX) return;
    for (uint32_t i = 0; i < d->texts.n; i++)
        if (d->texts.at[i].n == n && memcmp(d->texts.at[i].chars, chars, n * sizeof *chars) == 0) return;
    dictionary_add_text(d, chars, n);
}

static void add_numbers_in(struct dictionary *d, const uint8_t *at, uint32_t n) {
    for (uint32_t i = 0; i < n;) {
        int64_t v = 0;
        uint32_t digits = 0;
        for (; i < n && at[i] >= '0' && at[i] <= '9' && digits < DIGITS_MAX; i++, digits++)
            v = 10 * v + (at[i] - '0');
        assert(v >= 0 && digits <= DIGITS_MAX);
        if (digits) dictionary_add_integer(d, v);
        if (!digits || digits == DIGITS_MAX) i++;
    }
}

// The number that all of it is the text of.
static void add_number_of(struct dictionary *d, const uint8_t *at, uint32_t n) {
    enum { HEX_MAX = 16 };
    char text[32], *end;
    if (!n || n >= sizeof text) return;
    memcpy(text, at, n);
    text[n] = 0;
    unsigned long long hex = strtoull(text, &end, 16);
    if (!*end && n <= HEX_MAX) dictionary_add_integer(d, (int64_t)hex);
    double v = strtod(text, &end);
    if (*end || end == text) return;
    dictionary_add_float(d, v);
    if (v >= INT32_MIN && v <= INT32_MAX && v == (double)(int32_t)v) dictionary_add_integer(d, (int32_t)v);
}

void dictionary_add_literal(struct dictionary *d, const uint8_t *at, uint32_t n) {
    uint16_t chars[DICTIONARY_TEXT_MAX];
    if (n == 0 || n > DICTIONARY_TEXT_MAX || d->texts.n == CONSTANTS_MAX) return;
    for (uint32_t i = 0; i < n; i++) {
        if (at[i] >= 0x80) return;
        chars[i] = at[i];
    }
    dictionary_add_text(d, chars, n);
    if (sample_is_pattern((const char *)at, n)) vec_push(&d->patterns, vec_last(&d->texts));
    add_numbers_in(d, at, n);
    add_number_of(d, at, n);
}

// ---- Suggestions ----

enum { TEXTS_MAX = 16, PIECES_MAX = 8, SUGGESTED_MAX = 64 /* characters of a text that is looked at */ };

struct printable { // a text of printable ASCII
    uint32_t n;
    char at[SUGGESTED_MAX];
};

static bool read_printable(const struct dictionary_text *t, struct printable *out) {
    out->n = t->n;
    for (uint32_t i = 0; i < t->n; i++) {
        if (i == SUGGESTED_MAX || t->chars[i] < ' ' || t->chars[i] > '~') return false;
        out->at[i] = (char)t->chars[i];
    }
    assert(out->n <= SUGGESTED_MAX);
    return true;
}

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// False: there is none.
static bool suggest_pieces(const struct printable *t, dictionary_suggestion each, void *context) {
    uint32_t pieces = 0;
    for (uint32_t i = 0, end; i < t->n && pieces < PIECES_MAX; i = end + 1) {
        for (end = i; end < t->n && is_alphanumeric(t->at[end]);) end++;
        if (end == i) continue;
        assert(i < end && end <= t->n);
        each(context, t->at + i, end - i, false);
        pieces++;
    }
    return pieces > 0;
}

static void suggest_joined(const struct printable *texts, uint32_t n, char by, dictionary_suggestion each,
                           void *context) {
    char joined[DICTIONARY_TEXT_MAX];
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (at + texts[i].n + 1 > sizeof joined) return;
        if (i) joined[at++] = by;
        memcpy(joined + at, texts[i].at, texts[i].n);
        at += texts[i].n;
    }
    assert(at <= sizeof joined);
    each(context, joined, at, true);
}

void dictionary_suggest(const struct dictionary *d, dictionary_suggestion each, void *context) {
    struct printable whole[TEXTS_MAX], between[TEXTS_MAX], t;
    uint32_t wholes = 0, betweens = 0;
    for (uint32_t i = 0; i < d->texts.n; i++) {
        if (!read_printable(&d->texts.at[i], &t)) continue;
        if (suggest_pieces(&t, each, context)) {
            if (wholes < TEXTS_MAX) whole[wholes++] = t;
        } else if (betweens < TEXTS_MAX) {
            between[betweens++] = t;
        }
    }
    for (uint32_t b = 0; b < betweens; b++) {
        for (uint32_t c = 0; c < between[b].n && c < PIECES_MAX; c++) {
            char by = between[b].at[c];
            for (uint32_t i = 0; i + 1 < wholes; i++) suggest_joined(whole + i, 2, by, each, context);
            if (wholes > 2) suggest_joined(whole, wholes, by, each, context);
        }
    }
}
