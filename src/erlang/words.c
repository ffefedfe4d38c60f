// SPDX-License-Identifier: Apache-2.0
#include "erlang/words.h"

#include <string.h>

#include "base/hash.h"
#include "erlang/term/value.h"

enum { TEXT_MAX = 64, TEXTS_MAX = 16, PIECES_MAX = 8, DIGITS_MAX = 18, JOINED_MAX = 200 };

struct text {
    uint32_t n;
    char at[TEXT_MAX + 1]; // printable, NUL-terminated
};

void words_of_function(struct expr_store *x, const struct function *f, word_vec *out) {
    for (uint32_t k = 0; f && k < f->n_constants; k++)
        if (f->constants[k] != TERM_NONE && !value_holds_fun(f->constants[k]))
            vec_push(out, value_from_term(x, f->constants[k]));
}

static bool add_character(struct text *t, int64_t c) {
    if (c < ' ' || c > '~' || t->n == TEXT_MAX) return false;
    t->at[t->n++] = (char)c;
    t->at[t->n] = 0;
    return true;
}

// A string or a binary of printable ASCII that is not long.
static bool read_text(const struct expr_store *x, expr_id e, struct text *t) {
    uint64_t bits;
    int64_t c;
    t->n = 0;
    if (expr_op(x, e) == EXPR_BITS_OP) {
        const uint8_t *bytes = expr_get_bits(x, e, &bits);
        if (bits % 8) return false;
        for (uint64_t i = 0; i < bits / 8; i++)
            if (!add_character(t, bytes[i])) return false;
        return t->n > 0;
    }
    for (; expr_op(x, e) == EXPR_CONS_OP; e = expr_arg(x, e, 1)) {
        expr_id head = expr_arg(x, e, 0);
        if (expr_op(x, head) != EXPR_INT_OP || !expr_get_int64(x, expr_arg(x, head, 0), &c) ||
            !add_character(t, c))
            return false;
    }
    return e == EXPR_NIL && t->n > 0;
}

static void add_text(struct expr_store *x, const char *at, size_t n, word_vec *out) {
    expr_id list = EXPR_NIL;
    for (size_t i = n; i-- > 0;)
        list = expr_cons(x, expr_int_term(x, expr_int(x, (unsigned char)at[i])), list);
    vec_push(out, list);
    vec_push(out, expr_bits(x, (const uint8_t *)at, 8 * n));
}

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void add_piece(struct expr_store *x, const char *at, size_t n, word_vec *out) {
    char text[TEXT_MAX + 1];
    memcpy(text, at, n);
    text[n] = 0;
    vec_push(out, expr_atom(x, symbol_invent(text, n)));
    add_text(x, text, n, out);
    int64_t v = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9' || n > DIGITS_MAX) return;
        v = 10 * v + (text[i] - '0');
    }
    vec_push(out, expr_int_term(x, expr_int(x, v)));
}

// False: there is none.
static bool add_pieces(struct expr_store *x, const struct text *t, word_vec *out) {
    uint32_t pieces = 0;
    for (uint32_t i = 0, end; i < t->n && pieces < PIECES_MAX; i = end + 1) {
        for (end = i; end < t->n && is_alphanumeric(t->at[end]);) end++;
        if (end == i) continue;
        add_piece(x, t->at + i, end - i, out);
        pieces++;
    }
    return pieces > 0;
}

static void add_joined(struct expr_store *x, const struct text *texts, uint32_t n, char by, word_vec *out) {
    char joined[JOINED_MAX];
    size_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (at + texts[i].n + 1 > JOINED_MAX) return;
        if (i) joined[at++] = by;
        memcpy(joined + at, texts[i].at, texts[i].n);
        at += texts[i].n;
    }
    add_text(x, joined, at, out);
}

void words_of_texts(struct expr_store *x, const expr_id *words, uint32_t n, word_vec *out) {
    struct text whole[TEXTS_MAX], between[TEXTS_MAX], t;
    uint32_t wholes = 0, betweens = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!read_text(x, words[i], &t)) continue;
        if (add_pieces(x, &t, out)) {
            if (wholes < TEXTS_MAX) whole[wholes++] = t;
        } else if (betweens < TEXTS_MAX) {
            between[betweens++] = t;
        }
    }
    for (uint32_t b = 0; b < betweens; b++) {
        for (uint32_t c = 0; c < between[b].n && c < PIECES_MAX; c++) {
            for (uint32_t i = 0; i + 1 < wholes; i++) add_joined(x, whole + i, 2, between[b].at[c], out);
            if (wholes > 2) add_joined(x, whole, wholes, between[b].at[c], out);
        }
    }
}

// ---- Whether integers are characters ----

bool words_has_text(const struct function *f) {
    for (uint32_t k = 0; f && k < f->n_constants; k++) {
        uint32_t n = 0;
        term l = f->constants[k];
        if (l == TERM_NONE) continue;
        for (; term_is_cons(l) && term_is_small(term_hd(l)); l = term_tl(l), n++)
            if (term_small_value(term_hd(l)) < ' ' || term_small_value(term_hd(l)) > '~') break;
        if (term_is_nil(l) && n >= 2) return true;
    }
    return false;
}

static bool is_range_of_characters(const struct alternative *a) {
    enum { LAST_BYTE = 255, LAST_CHARACTER = 0x10FFFF };
    if (a->head != ALT_INT || !a->has_lo || !a->has_hi || mpz_sgn(a->lo) != 0) return false;
    return mpz_cmp_ui(a->hi, LAST_BYTE) == 0 || mpz_cmp_ui(a->hi, LAST_CHARACTER) == 0;
}

bool words_are_of_type(const struct grammar *g, type_id type) {
    VEC(type_id) todo = {0};
    struct hash_map seen = {0};
    bool found = false;
    uint32_t unused;
    vec_push(&todo, type);
    while (todo.n && !found) {
        type_id t = vec_pop(&todo);
        if (t == TYPE_ANY || t == TYPE_NEVER || hash_map_get(&seen, t, &unused)) continue;
        hash_map_put(&seen, t, 0);
        for (uint32_t i = 0; i < grammar_count(g, t) && !found; i++) {
            const struct alternative *a = grammar_alternative(g, t, i);
            found = is_range_of_characters(a);
            bool parts = a->head == ALT_CONS || a->head == ALT_TUPLE;
            for (uint32_t k = 0; parts && k < a->n; k++) vec_push(&todo, a->parts[k]);
            if (a->head == ALT_FUN) vec_push(&todo, a->parts[0]);
            for (uint32_t k = 0; a->head == ALT_MAP && k < a->n; k++) {
                vec_push(&todo, a->fields[k].key);
                vec_push(&todo, a->fields[k].value);
            }
        }
    }
    vec_free(&todo);
    hash_map_free(&seen);
    return found;
}
