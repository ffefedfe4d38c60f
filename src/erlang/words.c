// SPDX-License-Identifier: Apache-2.0
#include "erlang/words.h"

#include <string.h>

#include "base/hash.h"
#include "erlang/term/value.h"

void words_of_function(struct expr_store *x, const struct function *f, word_vec *out) {
    for (uint32_t k = 0; f && k < f->n_constants; k++)
        if (f->constants[k] != TERM_NONE && !value_holds_fun(f->constants[k]))
            vec_push(out, value_from_term(x, f->constants[k]));
}

// Segments of a pattern that are literals are compared as one number (literal_run in compile_case.c): the
// text that its bytes are.
static bool read_number(const struct expr_store *x, expr_id number, uint8_t *bytes, uint32_t *n) {
    enum { LEAST = 3 }; // characters that no other number is likely to be
    mpz_t v;
    size_t count = 0;
    mpz_init(v);
    expr_get_mpz(x, number, v);
    bool good =
        mpz_sgn(v) > 0 && mpz_sizeinbase(v, 256) >= LEAST && mpz_sizeinbase(v, 256) <= DICTIONARY_TEXT_MAX;
    if (good) mpz_export(bytes, &count, 1, 1, 0, 0, v);
    mpz_clear(v);
    for (size_t i = 0; i < count; i++) good = good && bytes[i] >= ' ' && bytes[i] <= '~';
    *n = (uint32_t)count;
    return good;
}

// A string or a binary of ASCII that is not long. False: it is none. n: of the bytes.
static bool read_text(const struct expr_store *x, expr_id e, uint8_t *bytes, uint32_t *n) {
    uint64_t bits;
    int64_t c;
    *n = 0;
    if (expr_op(x, e) == EXPR_INT_OP) return read_number(x, expr_arg(x, e, 0), bytes, n);
    if (expr_op(x, e) == EXPR_BITS_OP) {
        const uint8_t *from = expr_get_bits(x, e, &bits);
        if (bits % 8 || bits / 8 > DICTIONARY_TEXT_MAX) return false;
        *n = (uint32_t)(bits / 8);
        memcpy(bytes, from, *n);
        return *n > 0;
    }
    for (; expr_op(x, e) == EXPR_CONS_OP && *n < DICTIONARY_TEXT_MAX; e = expr_arg(x, e, 1)) {
        expr_id head = expr_arg(x, e, 0);
        if (expr_op(x, head) != EXPR_INT_OP || !expr_get_int64(x, expr_arg(x, head, 0), &c) || c < 0 ||
            c > INT8_MAX)
            return false;
        bytes[(*n)++] = (uint8_t)c;
    }
    return e == EXPR_NIL && *n > 0;
}

struct suggested {
    struct expr_store *x;
    word_vec *out;
};

// As a string and a binary; a piece also as an atom, and the integer that it may be.
static void add_suggested(void *context, const char *text, uint32_t n, bool joined) {
    enum { DIGITS_MAX = 18 };
    const struct suggested *s = context;
    struct expr_store *x = s->x;
    expr_id list = EXPR_NIL;
    if (!joined) vec_push(s->out, expr_atom(x, symbol_invent(text, n)));
    for (uint32_t i = n; i-- > 0;)
        list = expr_cons(x, expr_int_term(x, expr_int(x, (unsigned char)text[i])), list);
    vec_push(s->out, list);
    vec_push(s->out, expr_bits(x, (const uint8_t *)text, 8 * (uint64_t)n));
    int64_t v = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9' || n > DIGITS_MAX) return;
        v = 10 * v + (text[i] - '0');
    }
    if (!joined) vec_push(s->out, expr_int_term(x, expr_int(x, v)));
}

void words_of_texts(struct expr_store *x, struct dictionary *d, word_vec *words) {
    for (uint32_t i = 0; i < words->n; i++) {
        uint8_t bytes[DICTIONARY_TEXT_MAX];
        uint32_t n;
        if (read_text(x, words->at[i], bytes, &n)) dictionary_add_literal(d, bytes, n);
    }
    dictionary_suggest(d, add_suggested, &(struct suggested){x, words});
}

int words_order(struct unit *u, expr_id a, expr_id b) {
    struct arena arena;
    arena_init(&arena, 0);
    int order = term_compare(value_to_term(u->exprs, a, &arena), value_to_term(u->exprs, b, &arena));
    arena_free(&arena);
    return order;
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
