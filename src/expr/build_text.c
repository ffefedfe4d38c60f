// SPDX-License-Identifier: Apache-2.0
// Atoms and their text. An atom is its text: named(text(a)) is a, text(named(l)) is l, and two atoms are
// equal exactly when their texts are. Texts are lists of code points.
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "expr/store.h"

// The code point at *at, which is moved on; names are kept in UTF-8.
static uint32_t next_character(const uint8_t **at) {
    uint32_t c = *(*at)++, more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
    if (more) c &= 0x3Fu >> more;
    while (more--) c = c << 6 | (*(*at)++ & 0x3F);
    return c;
}

static expr_id text_of(struct expr_store *x, symbol name) {
    const uint8_t *at = (const uint8_t *)symbol_text(name), *end = at + symbol_size(name);
    VEC(uint32_t) characters = {0};
    while (at < end) vec_push(&characters, next_character(&at));
    expr_id list = EXPR_NIL;
    while (characters.n) list = expr_cons(x, expr_int_term(x, expr_int(x, vec_pop(&characters))), list);
    vec_free(&characters);
    return list;
}

expr_id expr_text(struct expr_store *x, expr_id a) {
    assert(expr_sort(x, a) == SORT_TERM);
    const struct node *n = node_of(x, a);
    if (n->op == EXPR_ATOM_OP) return text_of(x, n->c);
    if (n->op == EXPR_NAMED_OP) return n->a;
    return expr_intern(x, EXPR_TEXT_OP, 0, a, 0, 0);
}

// An atom has at most that many characters.
enum { CHARACTERS_MAX = 255 };

// The atom with a ground text; 0: the list is none.
static expr_id atom_of(struct expr_store *x, expr_id list) {
    struct str name = {0};
    uint32_t n = 0;
    bool good = true;
    for (; good && op_of(x, list) == EXPR_CONS_OP; list = expr_arg(x, list, 1), n++) {
        expr_id c = expr_arg(x, list, 0);
        int64_t v;
        good = n < CHARACTERS_MAX && op_of(x, c) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, c, 0), &v) &&
               v >= 0 && v <= 0x10FFFF && (v < 0xD800 || v > 0xDFFF);
        if (good) str_add_utf8(&name, (uint32_t)v);
    }
    expr_id a = good && list == EXPR_NIL ? expr_atom(x, symbol_invent(name.n ? name.at : "", name.n)) : 0;
    str_free(&name);
    return a;
}

expr_id expr_named(struct expr_store *x, expr_id list) {
    assert(expr_sort(x, list) == SORT_TERM);
    const struct node *n = node_of(x, list);
    if (n->op == EXPR_TEXT_OP) return n->a;
    expr_id a = n->flags & NODE_GROUND ? atom_of(x, list) : 0;
    return a ? a : expr_intern(x, EXPR_NAMED_OP, 0, list, 0, 0);
}

// ---- Integers ----

// The integer that has a ground list as its text in that base; 0: none has.
expr_id expr_digits_value(struct expr_store *x, expr_id list, uint32_t base) {
    struct str text = {0};
    bool good = true;
    for (; good && op_of(x, list) == EXPR_CONS_OP; list = expr_arg(x, list, 1)) {
        expr_id c = expr_arg(x, list, 0);
        int64_t v;
        good = op_of(x, c) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, c, 0), &v) &&
               (v == '-' || (v >= '0' && v <= '9') || (v >= 'A' && v <= 'Z'));
        if (good) str_add_char(&text, (char)v);
    }
    expr_id i = 0;
    mpz_t z;
    mpz_init(z);
    if (good && list == EXPR_NIL && text.n && mpz_set_str(z, str_text(&text), (int)base) == 0) {
        char *back = mpz_get_str(NULL, -(int)base, z); // no superfluous zero, no -0
        if (strcmp(back, str_text(&text)) == 0) i = expr_int_mpz(x, z);
        free(back);
    }
    mpz_clear(z);
    str_free(&text);
    return i;
}

expr_id expr_digits(struct expr_store *x, expr_id i, uint32_t base) {
    assert(expr_sort(x, i) == SORT_INT && base >= 2 && base <= 36);
    if (op_of(x, i) != EXPR_INT_LIT_OP) return expr_intern(x, EXPR_DIGITS_OP, 0, i, 0, base);
    mpz_t z;
    mpz_init(z);
    expr_get_mpz(x, i, z);
    char *text = mpz_get_str(NULL, -(int)base, z);
    expr_id list = EXPR_NIL;
    for (size_t n = strlen(text); n-- > 0;)
        list = expr_cons(x, expr_int_term(x, expr_int(x, (unsigned char)text[n])), list);
    free(text);
    mpz_clear(z);
    return list;
}
