// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/replacing.h"

#include <assert.h>
#include <string.h>

#include "explore/inputs/simpler.h"

enum {
    LONGEST = 2000, // text that is edited
    DEEPEST = 6,    // term that is
    MOST_PARTS = 64,
};

static uint16_t lower(uint16_t c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

static bool stands_at(const struct dictionary_text *seen, const uint16_t *chars) {
    for (uint32_t i = 0; i < seen->n; i++)
        if (lower(seen->chars[i]) != lower(chars[i])) return false;
    return true;
}

static bool is_digit(uint16_t c, uint32_t base) {
    uint32_t v = c >= '0' && c <= '9'                 ? c - '0'
                 : lower(c) >= 'a' && lower(c) <= 'z' ? lower(c) - 'a' + 10
                                                      : 36;
    return v < base;
}

// The number whose digits begin at i.
static bool number_at(const struct text_edit *edit, const uint16_t *chars, uint32_t n, uint32_t i,
                      struct text_place *out) {
    uint32_t end = i, first;
    if (!is_digit(chars[i], edit->base) || (i > 0 && is_digit(chars[i - 1], edit->base))) return false;
    while (end < n && is_digit(chars[end], edit->base)) end++;
    for (first = i; first + 1 < end && chars[first] == '0';) first++;
    if (end - first != edit->seen.n || !stands_at(&edit->seen, chars + first)) return false;
    *out = (struct text_place){.at = i, .n = end - i};
    return true;
}

static bool find_number(const struct text_edit *edit, const uint16_t *chars, uint32_t n, uint32_t *number,
                        struct text_place *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (!number_at(edit, chars, n, i, out)) continue;
        if ((*number)-- == 0) return true;
        if (out->n <= edit->wanted.n) continue;
        out->zeros = out->n - edit->wanted.n;
        if ((*number)-- == 0) return true;
    }
    return false;
}

// The places behind others come first: what is empty mostly stands at the end.
static bool find_text(const struct text_edit *edit, const uint16_t *chars, uint32_t n, uint32_t *number,
                      struct text_place *out) {
    for (uint32_t i = edit->seen.n > n ? 0 : n - edit->seen.n + 1; i-- > 0;) {
        if (!stands_at(&edit->seen, chars + i)) continue;
        *out = (struct text_place){.at = i, .n = edit->seen.n};
        if ((*number)-- == 0) return true;
    }
    return false;
}

// In what a run of characters of the code stands for; at the end of the text there may be an empty one.
static bool find_coded(const struct text_edit *edit, enum coding coding, const uint16_t *chars, uint32_t n,
                       uint32_t *number, struct text_place *out) {
    enum { SHORTEST = 4 }; // of a run: shorter ones are words
    uint16_t bytes[LONGEST];
    for (uint32_t end = n, i;; end = i - 1) {
        uint32_t n_bytes;
        for (i = end; i > 0 && coding_has(coding, chars[i - 1]);) i--;
        bool coded = (end - i >= SHORTEST || (i == end && end == n)) &&
                     coding_decode(coding, chars + i, end - i, bytes, &n_bytes);
        if (coded && find_text(edit, bytes, n_bytes, number, out)) {
            *out = (struct text_place){
                .at = i, .n = end - i, .coding = coding, .within = out->at, .n_within = out->n};
            return true;
        }
        if (i == 0) return false;
    }
}

// Which character stands there most often.
static uint16_t commonest(const uint16_t *chars, uint32_t n, uint32_t *times) {
    uint16_t count[256] = {0}, best = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (chars[i] >= 256) continue;
        count[chars[i]]++;
        if (count[chars[i]] > count[best]) best = chars[i];
    }
    *times = count[best];
    return best;
}

// First the character that was changed, then the one that stands there most often: most likely nobody has
// looked at these yet.
static bool find_several(const struct text_edit *edit, const uint16_t *chars, uint32_t n, uint32_t *number,
                         struct text_place *out) {
    uint32_t times = 0;
    uint16_t seen = edit->seen.chars[0], common = commonest(chars, n, &times);
    if (common != seen && common != edit->wanted.chars[0] && times > 1) {
        *out = (struct text_place){.n = n, .every = common};
        if ((*number)-- == 0) return true;
    }
    times = 0;
    for (uint32_t i = 0; i < n; i++) times += chars[i] == seen;
    *out = (struct text_place){.n = n, .every = seen};
    return times > 0 && (*number)-- == 0;
}

bool text_edit_place(const struct text_edit *edit, const uint16_t *chars, uint32_t n, uint32_t *number,
                     struct text_place *out) {
    if (n > LONGEST) return false;
    if (edit->base == TEXT_EDIT_EVERYWHERE) return find_several(edit, chars, n, number, out);
    if (edit->base) return find_number(edit, chars, n, number, out);
    return find_text(edit, chars, n, number, out) || find_coded(edit, CODING_BASE64, chars, n, number, out) ||
           find_coded(edit, CODING_HEX, chars, n, number, out);
}

uint32_t text_edit_room(const struct text_edit *edit, uint32_t n, const struct text_place *at) {
    return n + at->zeros + edit->wanted.n + (at->coding ? n + edit->wanted.n + 4 : 0);
}

static uint32_t put_chars(uint16_t *out, const uint16_t *chars, uint32_t n) {
    if (n) memcpy(out, chars, n * sizeof *out); // an empty text has no address
    return n;
}

// What takes the place of the characters there.
static uint32_t replacement(const struct text_edit *edit, const uint16_t *chars, const struct text_place *at,
                            uint16_t *out) {
    uint32_t n = 0, n_bytes;
    if (edit->base == TEXT_EDIT_EVERYWHERE) {
        for (; n < at->n; n++) out[n] = chars[n] == at->every ? edit->wanted.chars[0] : chars[n];
        return n;
    }
    if (!at->coding) {
        for (uint32_t i = 0; i < at->zeros; i++) out[n++] = '0';
        return n + put_chars(out + n, edit->wanted.chars, edit->wanted.n);
    }
    uint16_t *bytes = mem_alloc((at->n + edit->wanted.n + 1) * sizeof *bytes),
             *whole = mem_alloc((at->n + 1) * sizeof *whole);
    coding_decode(at->coding, chars + at->at, at->n, whole, &n_bytes);
    const struct text_place within = {.at = at->within, .n = at->n_within};
    n = coding_encode(at->coding, bytes, text_edit_apply(edit, whole, n_bytes, &within, bytes), out);
    mem_free(bytes);
    mem_free(whole);
    return n;
}

uint32_t text_edit_apply(const struct text_edit *edit, const uint16_t *chars, uint32_t n,
                         const struct text_place *at, uint16_t *out) {
    assert(at->at + at->n <= n);
    uint32_t k = put_chars(out, chars, at->at);
    k += replacement(edit, chars, at, out + k);
    return k + put_chars(out + k, chars + at->at + at->n, n - at->at - at->n);
}

// ---- Terms ----

struct text { // of a term: what it consists of
    VEC(uint16_t) chars;
    bool bits;
};

static bool text_of(const struct expr_store *x, expr_id e, struct text *out) {
    uint64_t size;
    int64_t c;
    *out = (struct text){.bits = expr_op(x, e) == EXPR_BITS_OP};
    if (out->bits) {
        const uint8_t *bytes = expr_get_bits(x, e, &size);
        for (uint64_t i = 0; i < size / 8 && size / 8 <= LONGEST; i++) vec_push(&out->chars, bytes[i]);
        return size % 8 == 0 && size / 8 <= LONGEST;
    }
    for (; expr_op(x, e) == EXPR_CONS_OP && out->chars.n <= LONGEST; e = expr_arg(x, e, 1)) {
        expr_id head = expr_arg(x, e, 0);
        if (expr_op(x, head) != EXPR_INT_OP || !expr_get_int64(x, expr_arg(x, head, 0), &c) || c < 0 ||
            c > UINT16_MAX)
            return false;
        vec_push(&out->chars, (uint16_t)c);
    }
    return expr_op(x, e) == EXPR_NIL_OP;
}

static expr_id term_of(struct expr_store *x, const uint16_t *chars, uint32_t n, bool bits) {
    expr_id e = EXPR_NIL;
    if (!bits) {
        while (n-- > 0) e = expr_cons(x, expr_int_term(x, expr_int(x, chars[n])), e);
        return e;
    }
    uint8_t *bytes = mem_alloc(n + 1);
    for (uint32_t i = 0; i < n; i++) bytes[i] = (uint8_t)chars[i];
    e = expr_bits(x, bytes, (uint64_t)n * 8);
    mem_free(bytes);
    return e;
}

static expr_id edited_text(struct expr_store *x, const struct text_edit *edit, const struct text *t,
                           expr_id e, uint32_t *number) {
    struct text_place at;
    if (!text_edit_place(edit, t->chars.at, t->chars.n, number, &at)) return e;
    uint16_t *out = mem_alloc((text_edit_room(edit, t->chars.n, &at) + 1) * sizeof *out);
    expr_id edited = term_of(x, out, text_edit_apply(edit, t->chars.at, t->chars.n, &at, out), t->bits);
    mem_free(out);
    return edited;
}

static uint16_t zero_digit(uint16_t c) {
    return c >= '0' && c <= '9' ? '0' : c;
}

static expr_id zeroed_text(struct expr_store *x, const struct text *t) {
    for (uint32_t i = 0; i < t->chars.n; i++) t->chars.at[i] = zero_digit(t->chars.at[i]);
    return term_of(x, t->chars.at, t->chars.n, t->bits);
}

// Bounded in its depth. edit NULL: all digits are zeros.
static expr_id edited(struct expr_store *x, const struct text_edit *edit, expr_id e, uint32_t *number,
                      uint32_t depth) {
    struct text t;
    bool whole = text_of(x, e, &t);
    expr_id out = !whole ? e : edit ? edited_text(x, edit, &t, e, number) : zeroed_text(x, &t);
    vec_free(&t.chars);
    if (whole || depth == DEEPEST) return out;
    for (uint32_t i = 0, n = simpler_parts(x, e); i < n && n <= MOST_PARTS; i++) {
        expr_id part = simpler_part(x, e, i), new = edited(x, edit, part, number, depth + 1);
        if (new != part) out = simpler_with_part(x, out, i, new);
        if (new != part && edit) break;
    }
    return out;
}

expr_id text_edit_term(struct expr_store *x, const struct text_edit *edit, expr_id e, uint32_t *number) {
    return edited(x, edit, e, number, 0);
}

// A character may stand for itself.
expr_id text_edit_zero_digits(struct expr_store *x, expr_id e) {
    int64_t c;
    if (expr_op(x, e) != EXPR_INT_OP) return edited(x, NULL, e, NULL, 0);
    return expr_get_int64(x, expr_arg(x, e, 0), &c) && c > '0' && c <= '9'
               ? expr_int_term(x, expr_int(x, '0'))
               : e;
}

static bool character(const struct expr_store *x, expr_id e, uint16_t *c) {
    int64_t v;
    if (expr_op(x, e) != EXPR_INT_OP || !expr_get_int64(x, expr_arg(x, e, 0), &v) || v < 0 || v > UINT16_MAX)
        return false;
    *c = (uint16_t)v;
    return true;
}

static uint32_t differing_bytes(const struct expr_store *x, expr_id a, expr_id b, uint16_t *from,
                                uint16_t *to) {
    uint64_t n, m;
    uint32_t differ = 0;
    const uint8_t *p = expr_get_bits(x, a, &n), *q = expr_get_bits(x, b, &m);
    if (n != m || n % 8) return 2;
    for (uint64_t i = 0; i < n / 8; i++) {
        if (p[i] == q[i]) continue;
        *from = p[i];
        *to = q[i];
        differ++;
    }
    return differ;
}

// Bounded in its depth.
static uint32_t differing(const struct expr_store *x, expr_id a, expr_id b, uint16_t *from, uint16_t *to,
                          uint32_t depth) {
    uint32_t differ = 0, n;
    if (a == b) return 0;
    if (character(x, a, from) && character(x, b, to)) return 1;
    if (depth == DEEPEST || expr_op(x, a) != expr_op(x, b)) return 2;
    if (expr_op(x, a) == EXPR_BITS_OP) return differing_bytes(x, a, b, from, to);
    if (expr_op(x, a) == EXPR_TUPLE_OP) {
        n = expr_count(x, a);
        if (n != expr_count(x, b)) return 2;
        for (uint32_t i = 0; i < n && differ < 2; i++)
            differ += differing(x, expr_arg(x, a, i), expr_arg(x, b, i), from, to, depth + 1);
        return differ;
    }
    for (n = 0; n < LONGEST && differ < 2 && expr_op(x, a) == EXPR_CONS_OP && expr_op(x, b) == EXPR_CONS_OP;
         n++) {
        if (a == b) return differ;
        differ += differing(x, expr_arg(x, a, 0), expr_arg(x, b, 0), from, to, depth + 1);
        a = expr_arg(x, a, 1);
        b = expr_arg(x, b, 1);
    }
    return a == b ? differ : 2;
}

bool text_edit_single(const struct expr_store *x, expr_id a, expr_id b, uint16_t *from, uint16_t *to) {
    return differing(x, a, b, from, to, 0) == 1;
}
