// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/rope.h"

#include <assert.h>
#include <string.h>

#include "java/runtime/native.h"
#include "java/symbolic/summary.h"

enum {
    MOST_PIECES = 32,
    MOST_COMPARED = 64 // characters, where two pieces of unknown length may share them in all ways
};

struct rope_piece {
    const struct object *bytes;
    bool utf16;     // two bytes a character
    bool of_text;   // of the input; otherwise `bytes` has the expressions
    uint32_t text;  // index into t->texts
    int32_t from;   // characters of `bytes` before it
    int32_t n;      // characters, in this run
    expr_id length; // EXPR_NONE: always n
    uint32_t times; // of a text: its own
};

struct rope {
    bool utf16;
    uint32_t n, n_unknown;
    uint32_t times; // of all pieces of unknown length: at most INPUT_MOST_TIMES, so that the sum fits an int
    struct rope_piece at[MOST_PIECES];
};

// ---- Texts of the input ----

static bool find_text(const struct java_thread *t, const struct object *bytes, uint32_t *i) {
    return t->input && hash_map_get(&t->input_texts, (uintptr_t)bytes, i);
}

const struct input_text *text_of(const struct java_thread *t, const struct object *bytes) {
    uint32_t i;
    return find_text(t, bytes, &i) ? &t->texts->at[i] : NULL;
}

expr_id text_byte(struct java_thread *t, const struct input_text *text, bool utf16, uint32_t i) {
    struct expr_store *x = t->x;
    if (!utf16) {
        expr_id c = input_element(t->input, text, i);
        return text->family == FAMILY_ASCII ? c : java_signed_byte(x, c);
    }
    expr_id c = input_element(t->input, text, i / 2);
    expr_id half = i % 2 ? expr_arith(x, EXPR_BSL_OP, c, expr_int(x, -8))
                         : expr_arith(x, EXPR_BAND_OP, c, expr_int(x, 255));
    return java_signed_byte(x, half);
}

// ---- Building ----

static struct rope *rope_of(const struct java_thread *t, const struct object *array) {
    uint32_t i;
    if (!(array->flags & OBJECT_ROPE) || !hash_map_get(&t->ropes.index, (uintptr_t)array, &i)) return NULL;
    return t->ropes.list.at[i];
}

struct rope *rope_new(struct java_thread *t) {
    java_rests_on(t, JAVA_RULE_ROPE);
    return arena_zalloc(&t->heap.run, sizeof(struct rope));
}

static bool same_piece(const struct rope_piece *a, const struct rope_piece *b) {
    return a->bytes == b->bytes && a->from == b->from && a->n == b->n && a->length == b->length;
}

// The two halves of what was split are the whole.
static bool join(const struct java_thread *t, struct rope_piece *last, const struct rope_piece *p) {
    for (uint32_t i = 0; i < t->ropes.splits.n; i++) {
        const struct rope_split *s = &t->ropes.splits.at[i];
        if (!same_piece(s->left, last) || !same_piece(s->right, p)) continue;
        *last = *s->whole;
        return true;
    }
    return false;
}

// A length that the path has settled is none that is unknown.
static expr_id open_length(struct java_thread *t, expr_id length) {
    return length && !interval_is_point(java_range_of(t, length)) ? length : EXPR_NONE;
}

static bool add_piece(struct java_thread *t, struct rope *r, struct rope_piece p) {
    assert(p.n >= 0 && p.from >= 0 && r->n <= MOST_PIECES);
    p.length = open_length(t, p.length);
    if (!p.length && p.n == 0) return true;
    if (r->n && join(t, &r->at[r->n - 1], &p)) return true;
    if (r->n == MOST_PIECES || (p.length && r->times + p.times > INPUT_MOST_TIMES)) return false;
    r->at[r->n++] = p;
    if (p.length) r->times += p.times;
    r->n_unknown += p.length != EXPR_NONE;
    return true;
}

static struct rope_piece text_piece(struct java_thread *t, const struct object *bytes, uint32_t text,
                                    bool utf16) {
    const struct input_text *of = &t->texts->at[text];
    return (struct rope_piece){.bytes = bytes,
                               .times = of->times ? of->times : 1,
                               .of_text = true,
                               .text = text,
                               .utf16 = utf16,
                               .n = bytes->length >> utf16,
                               .length = open_length(t, of->length)};
}

bool rope_add(struct java_thread *t, struct rope *r, const struct object *bytes, bool utf16) {
    const struct rope *other = rope_of(t, bytes);
    uint32_t text;
    r->utf16 |= utf16;
    if (other) {
        for (uint32_t i = 0; i < other->n; i++)
            if (!add_piece(t, r, other->at[i])) return false;
        return true;
    }
    if (!bytes->length_expr)
        return add_piece(t, r,
                         (struct rope_piece){.bytes = bytes, .utf16 = utf16, .n = bytes->length >> utf16});
    if (!find_text(t, bytes, &text)) return false;
    return add_piece(t, r, text_piece(t, bytes, text, utf16));
}

static expr_id length_of(struct java_thread *t, const struct rope_piece *p) {
    return p->length ? p->length : expr_int(t->x, p->n);
}

static expr_id chars_of(struct java_thread *t, const struct rope *r) {
    expr_id all = expr_int(t->x, 0);
    for (uint32_t i = 0; i < r->n; i++) all = expr_arith(t->x, EXPR_ADD_OP, all, length_of(t, &r->at[i]));
    return all;
}

// So many characters as bytes of the rope.
static expr_id in_bytes(struct java_thread *t, const struct rope *r, expr_id chars) {
    return r->utf16 ? expr_arith(t->x, EXPR_MUL_OP, chars, expr_int(t->x, 2)) : chars;
}

struct object *rope_array(struct java_thread *t, struct rope *r) {
    int64_t chars = 0;
    for (uint32_t i = 0; i < r->n; i++) chars += r->at[i].n;
    if (chars << r->utf16 > INT32_MAX) {
        t->stop = STOP_MEMORY;
        return NULL;
    }
    struct object *array = java_new_array(t, t->program->byte_array, chars << r->utf16);
    if (!array) return NULL;
    uint8_t *to = array_data(array);
    for (uint32_t i = 0; i < r->n; i++) {
        const struct rope_piece *p = &r->at[i];
        const uint8_t *from = (const uint8_t *)p->bytes->fields + ((uint32_t)p->from << p->utf16);
        uint32_t n = (uint32_t)p->n << p->utf16, step = r->utf16 && !p->utf16 ? 2 : 1;
        for (uint32_t k = 0; k < n; k++) to[k * step] = from[k];
        to += n * step;
    }
    assert(to == (uint8_t *)array_data(array) + array->length);
    array->length_expr = in_bytes(t, r, chars_of(t, r));
    array->flags |= OBJECT_ROPE;
    hash_map_put(&t->ropes.index, (uintptr_t)array, t->ropes.list.n);
    vec_push(&t->ropes.list, r);
    if (!r->n_unknown) rope_settle(t, array);
    return array;
}

void rope_narrow(struct rope *r) {
    bool wide = false;
    for (uint32_t i = 0; i < r->n; i++) wide |= r->at[i].utf16;
    r->utf16 = wide;
}

bool rope_is_wide(const struct rope *r) {
    return r->utf16;
}

expr_id rope_length(struct java_thread *t, const struct object *bytes, bool utf16) {
    struct rope *r = rope_new(t);
    return rope_add(t, r, bytes, utf16) ? chars_of(t, r) : EXPR_NONE;
}

uint32_t rope_times(struct java_thread *t, const struct object *bytes, bool utf16) {
    struct rope *r = rope_new(t);
    uint64_t known = 0;
    if (!rope_add(t, r, bytes, utf16)) return 0;
    for (uint32_t i = 0; i < r->n; i++) known += r->at[i].length ? 0 : (uint64_t)r->at[i].n;
    uint64_t times = r->times + (known + INPUT_MAX_FRESH - 1) / INPUT_MAX_FRESH;
    return times == 0 ? 1 : times <= INPUT_MOST_TIMES ? (uint32_t)times : 0;
}

bool rope_is_utf16(const struct java_thread *t, const struct object *array) {
    assert(rope_of(t, array));
    return rope_of(t, array)->utf16;
}

// Whether it is known that a character needs two bytes.
static bool piece_is_wide(const struct java_thread *t, const struct rope_piece *p) {
    const uint8_t *bytes = array_data((struct object *)(uintptr_t)p->bytes);
    uint32_t end = 2 * (uint32_t)(p->from + p->n);
    if (!p->utf16) return false;
    if (p->of_text)
        return !t->texts->at[p->text].part && p->from == 0 &&
               p->length == t->texts->at[p->text].length; // a part of it need not have any
    for (uint32_t i = 2 * (uint32_t)p->from + 1; i < end; i += 2)
        if (bytes[i] && !object_expr(p->bytes, i)) return true;
    return false;
}

bool rope_has_wide(const struct java_thread *t, const struct object *array) {
    const struct rope *r = rope_of(t, array);
    assert(r);
    for (uint32_t i = 0; i < r->n; i++)
        if (piece_is_wide(t, &r->at[i])) return true;
    return false;
}

expr_id rope_chars(struct java_thread *t, const struct object *array) {
    assert(rope_of(t, array));
    return chars_of(t, rope_of(t, array));
}

struct object *rope_copy(struct java_thread *t, const struct object *array) {
    assert(rope_of(t, array));
    return rope_array(t, rope_of(t, array));
}

// ---- Elements ----

// Byte i of the piece, as the rope has it, also beyond its length.
static expr_id piece_byte(struct java_thread *t, const struct rope_piece *p, bool utf16, uint32_t i) {
    assert(utf16 || !p->utf16); // a rope is as wide as its widest piece
    i += (uint32_t)p->from << utf16;
    if (p->of_text) return text_byte(t, &t->texts->at[p->text], utf16, i);
    if (utf16 && !p->utf16) { // the upper half of a Latin-1 character is 0
        if (i % 2) return expr_int(t->x, 0);
        i /= 2;
    }
    expr_id e = object_expr(p->bytes, i);
    return e ? e : expr_int(t->x, ((const int8_t *)p->bytes->fields)[i]);
}

static expr_id if_symbolic(const struct java_thread *t, expr_id e) {
    return expr_op(t->x, e) == EXPR_INT_LIT_OP ? EXPR_NONE : e;
}

expr_id rope_element(struct java_thread *t, const struct object *array, struct sym index) {
    const struct rope *r = rope_of(t, array);
    assert(r && r->n && index.w.i >= 0 && index.w.i < array->length);
    struct expr_store *x = t->x;
    expr_id at = index.e ? index.e : expr_int(x, index.w.i), start = expr_int(x, 0);
    int32_t from = 0;
    uint32_t k = 0;
    for (;; k++) {
        const struct rope_piece *p = &r->at[k];
        int32_t to = from + (p->n << r->utf16);
        expr_id end = expr_arith(x, EXPR_ADD_OP, start, in_bytes(t, r, length_of(t, p)));
        if (k + 1 == r->n) break;
        symbolic_branch(t, expr_int_lt(x, at, end), index.w.i < to);
        if (index.w.i < to) break;
        from = to;
        start = end;
    }
    expr_id within = expr_arith(x, EXPR_SUB_OP, at, start);
    if (if_symbolic(t, within)) java_pin(t, word_int(index.w.i - from), within);
    return if_symbolic(t, piece_byte(t, &r->at[k], r->utf16, (uint32_t)(index.w.i - from)));
}

void rope_settle(struct java_thread *t, struct object *array) {
    const struct rope *r = rope_of(t, array);
    uint32_t at = 0;
    if (!r) return;
    for (uint32_t i = 0; i < r->n; i++) java_pin(t, word_int(r->at[i].n), r->at[i].length);
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t k = 0; k < (uint32_t)r->at[i].n << r->utf16; k++, at++)
            heap_set_expr(&t->heap, array, at, if_symbolic(t, piece_byte(t, &r->at[i], r->utf16, k)));
    array->length_expr = EXPR_NONE;
    array->flags &= ~(uint32_t)OBJECT_ROPE;
}

bool rope_decide_within(struct java_thread *t, struct sym i, struct sym n) {
    struct expr_store *x = t->x;
    expr_id at = i.e ? i.e : expr_int(x, i.w.i), end = n.e ? n.e : expr_int(x, n.w.i);
    expr_id both[2] = {expr_int_lt(x, expr_int(x, -1), at), expr_int_lt(x, at, end)};
    bool within = i.w.i >= 0 && i.w.i < n.w.i;
    symbolic_branch(t, expr_and(x, both, 2), within);
    return within;
}

// ---- In runs that summarise ----

static struct summary_key piece_key(enum summary_op op, const struct rope_piece *p, expr_id at) {
    uint64_t from = p->of_text ? (uint64_t)p->text << 1 | 1 : (uintptr_t)p->bytes;
    return (struct summary_key){op,
                                {from, (uint32_t)p->from, p->length ? p->length : (uint64_t)p->n << 32, at}};
}

static uint32_t piece_family(const struct java_thread *t, const struct rope_piece *p) {
    if (p->of_text) return t->texts->at[p->text].family;
    return p->utf16 ? FAMILY_UTF16 : FAMILY_LATIN;
}

// The text that a piece is the whole of; UINT32_MAX: none.
static uint32_t piece_text(const struct java_thread *t, const struct rope_piece *p) {
    bool whole =
        p->of_text && p->from == 0 &&
        (p->length ? p->length == t->texts->at[p->text].length : p->n == p->bytes->length >> p->utf16);
    return whole ? p->text : UINT32_MAX;
}

uint64_t rope_identity(const struct java_thread *t, const struct object *bytes) {
    const struct rope *r = rope_of(t, bytes);
    uint32_t text = UINT32_MAX;
    if (!find_text(t, bytes, &text) && r && r->n == 1 && r->at[0].utf16 == r->utf16)
        text = piece_text(t, &r->at[0]);
    return text != UINT32_MAX ? (uint64_t)text << 1 | 1 : (uintptr_t)bytes;
}

bool rope_require_length(struct java_thread *t, struct object *bytes, bool utf16, expr_id length) {
    uint32_t text;
    if (!find_text(t, bytes, &text))
        return summary_require(t, expr_int_eq(t->x, rope_length(t, bytes, utf16), length));
    struct input_text *of = &t->texts->at[text];
    if (!summary_require(t, expr_int_eq(t->x, of->length, length))) return false;
    if (!if_symbolic(t, length)) return true;
    of->length = length; // from here on it is the same by name, too
    bytes->length_expr = utf16 ? expr_arith(t->x, EXPR_MUL_OP, length, expr_int(t->x, 2)) : length;
    return true;
}

bool rope_is_ascii(struct java_thread *t, const struct object *bytes) {
    struct rope *r = rope_new(t);
    if (!rope_add(t, r, bytes, false)) return false;
    for (uint32_t i = 0; i < r->n; i++)
        if (piece_family(t, &r->at[i]) != FAMILY_ASCII) return false;
    return true;
}

// The piece that character `at` is in, a decision where that is open, and where in it. NULL: in none.
static const struct rope_piece *piece_with(struct java_thread *t, const struct rope *r, expr_id at,
                                           expr_id *within) {
    struct expr_store *x = t->x;
    expr_id start = expr_int(x, 0);
    for (uint32_t i = 0; i < r->n; i++) {
        expr_id end = expr_arith(x, EXPR_ADD_OP, start, length_of(t, &r->at[i]));
        *within = expr_arith(x, EXPR_SUB_OP, at, start);
        if (i + 1 == r->n || summary_decide(t, expr_int_lt(x, at, end))) return &r->at[i];
        start = end;
    }
    return NULL;
}

// Character i of a piece, as far as it is known: -1.
static int32_t constant_char(const struct rope_piece *p, int32_t i) {
    uint32_t at = (uint32_t)(p->from + i) << p->utf16;
    const uint8_t *bytes = (const uint8_t *)p->bytes->fields;
    if (p->of_text || object_expr(p->bytes, at) || (p->utf16 && object_expr(p->bytes, at + 1))) return -1;
    return p->utf16 ? bytes[at] | bytes[at + 1] << 8 : bytes[at];
}

// The first (last) place in the piece where the characters are; -1: nowhere.
static int32_t find_in_piece(const struct rope_piece *p, const uint16_t *chars, uint32_t n, bool last) {
    assert(n > 0);
    int32_t found = -1;
    for (int32_t i = 0; !p->length && i + (int32_t)n <= p->n && (last || found < 0); i++) {
        uint32_t k = 0;
        while (k < n && constant_char(p, i + (int32_t)k) == chars[k]) k++;
        if (k == n) found = i;
    }
    return found;
}

expr_id rope_place_of(struct java_thread *t, const struct object *bytes, const uint16_t *chars, uint32_t n,
                      bool last) {
    const struct rope *r = rope_of(t, bytes);
    expr_id start = expr_int(t->x, 0), place = EXPR_NONE;
    for (uint32_t i = 0; r && i < r->n && (last || !place); i++) {
        int32_t at = find_in_piece(&r->at[i], chars, n, last);
        if (at >= 0) place = expr_arith(t->x, EXPR_ADD_OP, start, expr_int(t->x, at));
        start = expr_arith(t->x, EXPR_ADD_OP, start, length_of(t, &r->at[i]));
    }
    return place;
}

bool rope_char(struct java_thread *t, const struct object *bytes, bool utf16, expr_id at, struct sym *c) {
    struct rope *r = rope_new(t);
    struct expr_store *x = t->x;
    expr_id within;
    int64_t known;
    if (!rope_add(t, r, bytes, utf16)) return false;
    const struct rope_piece *p = piece_with(t, r, at, &within);
    if (!p) return false;
    if (expr_get_int64(x, within, &known)) return false;
    struct summary_key key = {SUMMARY_CHAR,
                              {p->of_text ? (uint64_t)p->text << 1 | 1 : (uintptr_t)p->bytes,
                               expr_arith(x, EXPR_ADD_OP, within, expr_int(x, p->from))}};
    if (summary_known(t, key, c)) return true;
    *c = summary_value(t, key, JAVA_CHAR);
    if (!summary_tie_unknown(t, key, c->e)) return false;
    static const int32_t ends[FAMILY_COUNT] = {
        [FAMILY_ASCII] = 128, [FAMILY_LATIN] = 256, [FAMILY_UTF16] = UINT16_MAX + 1};
    return summary_require(t, expr_int_lt(x, c->e, expr_int(x, ends[piece_family(t, p)])));
}

// ---- Slices ----

// Cuts piece k after n characters; on this path it has as many.
static bool cut(struct java_thread *t, struct rope *r, uint32_t k, int32_t n) {
    assert(k < r->n && n >= 0 && n <= r->at[k].n);
    if (r->n == MOST_PIECES) return false;
    memmove(&r->at[k + 1], &r->at[k], (r->n - k) * sizeof *r->at);
    r->n++;
    struct rope_piece *left = &r->at[k], *right = left + 1;
    if (right->length) right->length = expr_arith(t->x, EXPR_SUB_OP, right->length, expr_int(t->x, n));
    right->from += n;
    right->n -= n;
    left->n = n;
    left->length = EXPR_NONE;
    return true;
}

// Likewise at an unknown place: the halves are texts of their own.
static bool split_unknown(struct java_thread *t, struct rope *r, uint32_t k, expr_id within) {
    assert(k < r->n && within);
    struct rope_piece whole = r->at[k], halves[2];
    if (r->n == MOST_PIECES) return false;
    uint32_t family = piece_family(t, &whole), text;
    expr_id lengths[2] = {within, expr_arith(t->x, EXPR_SUB_OP, length_of(t, &whole), within)};
    struct sym known;
    if (!whole.length) whole.times = 1; // fewer than a run has
    bool first = !summary_known(t, piece_key(SUMMARY_LEFT, &whole, within), &known);
    for (uint32_t i = 0; i < 2; i++) {
        enum summary_op op = i ? SUMMARY_RIGHT : SUMMARY_LEFT;
        struct object *bytes = summary_text(t, piece_key(op, &whole, within), family, whole.times);
        if (!bytes || (first && !rope_require_length(t, bytes, whole.utf16, lengths[i]))) return false;
        if (!find_text(t, bytes, &text)) return false;
        halves[i] = text_piece(t, bytes, text, whole.utf16);
    }
    memmove(&r->at[k + 1], &r->at[k], (r->n - k) * sizeof *r->at);
    r->n++;
    for (uint32_t i = 0; i < 2; i++) r->times += halves[i].length ? halves[i].times : 0;
    r->times -= whole.length ? whole.times : 0;
    for (uint32_t i = 0; i < 2; i++) r->n_unknown += halves[i].length ? 1 : 0;
    r->n_unknown -= whole.length ? 1 : 0;
    assert(r->n <= MOST_PIECES && r->n_unknown <= r->n);
    memcpy(&r->at[k], halves, sizeof halves);
    if (!first) return true;
    struct rope_piece *kept =
        arena_copy(&t->heap.run, (struct rope_piece[]){whole, halves[0], halves[1]}, 3 * sizeof *kept);
    vec_push(&t->ropes.splits, (struct rope_split){kept, kept + 1, kept + 2});
    return true;
}

// Has a piece begin at that character, which is none before piece `first` and at most the end; *k: which.
// Nothing has to be decided where the path says so by the same expression.
static bool split(struct java_thread *t, struct rope *r, uint32_t first, struct sym at, uint32_t *k) {
    struct expr_store *x = t->x;
    expr_id where = at.e ? at.e : expr_int(x, at.w.i), starts[MOST_PIECES + 1];
    starts[0] = expr_int(x, 0);
    for (uint32_t i = 0; i < r->n; i++)
        starts[i + 1] = expr_arith(x, EXPR_ADD_OP, starts[i], length_of(t, &r->at[i]));
    for (*k = first; *k <= r->n; ++*k)
        if (starts[*k] == where) return true;
    int32_t from = 0;
    for (uint32_t i = 0; i < first; i++) from += r->at[i].n;
    for (*k = first; *k < r->n; from += r->at[*k].n, ++*k) {
        bool last = *k + 1 == r->n, inside = last || at.w.i < from + r->at[*k].n;
        if (!last) symbolic_branch(t, expr_int_lt(x, where, starts[*k + 1]), inside);
        if (!inside) continue;
        expr_id within = expr_arith(x, EXPR_SUB_OP, where, starts[*k]);
        if (interval_is_point(java_range_of(t, within))) within = expr_int(x, at.w.i - from);
        if (if_symbolic(t, within) && summary_applies(t)) return split_unknown(t, r, (*k)++, within);
        java_pin(t, word_int(at.w.i - from), if_symbolic(t, within));
        if (at.w.i == from) return true;
        return cut(t, r, (*k)++, at.w.i - from);
    }
    return true;
}

bool rope_add_slice(struct java_thread *t, struct rope *r, const struct object *bytes, bool utf16,
                    struct sym begin, struct sym end) {
    struct rope *all = rope_new(t);
    uint32_t i, past;
    r->utf16 |= utf16;
    if (!rope_add(t, all, bytes, utf16) || !split(t, all, 0, begin, &i) || !split(t, all, i, end, &past))
        return false;
    for (; i < past; i++)
        if (!add_piece(t, r, all->at[i])) return false;
    return true;
}

// ---- Equality ----

typedef VEC(expr_id) condition_list;

// A place in a rope: character `at` of a piece of known length, or the whole of a text of unknown length.
struct rope_place {
    const struct rope *r;
    uint32_t piece;
    int32_t at;
};

// The piece there; NULL: it is the end.
static const struct rope_piece *piece_at(struct rope_place *p) {
    while (p->piece < p->r->n && !p->r->at[p->piece].length && p->at == p->r->at[p->piece].n)
        p->piece++, p->at = 0;
    return p->piece < p->r->n ? &p->r->at[p->piece] : NULL;
}

static void add_char_equal(struct java_thread *t, const struct rope_place *a, const struct rope_place *b,
                           bool utf16, condition_list *out) {
    for (uint32_t k = 0; k <= utf16; k++)
        vec_push(out,
                 expr_int_eq(t->x, piece_byte(t, &a->r->at[a->piece], utf16, ((uint32_t)a->at << utf16) + k),
                             piece_byte(t, &b->r->at[b->piece], utf16, ((uint32_t)b->at << utf16) + k)));
}

// Whether two places within pieces of unknown length are the same of the same text, which goes on as long.
static bool same_rest(struct java_thread *t, const struct rope_piece *x, int32_t x_at,
                      const struct rope_piece *y, int32_t y_at) {
    expr_id rest_x = expr_arith(t->x, EXPR_SUB_OP, x->length, expr_int(t->x, x_at)),
            rest_y = expr_arith(t->x, EXPR_SUB_OP, y->length, expr_int(t->x, y_at));
    return x->text == y->text && x->from + x_at == y->from + y_at && rest_x == rest_y;
}

// a = b where both have the same texts of unknown length with as many characters before, between and after
// them; some of these may be the other's first of a text. EXPR_NONE: they have not.
static expr_id equal_in_parallel(struct java_thread *t, const struct rope *a, const struct rope *b) {
    struct rope_place p = {a, 0, 0}, q = {b, 0, 0};
    condition_list all = {0};
    const struct rope_piece *x, *y;
    while ((x = piece_at(&p)) && (y = piece_at(&q))) {
        if (x->length && y->length) {
            if (!same_rest(t, x, p.at, y, q.at)) break;
            p.piece++, q.piece++;
            p.at = q.at = 0;
        } else {
            add_char_equal(t, &p, &q, a->utf16, &all);
            p.at++, q.at++;
        }
    }
    bool same = !x && !piece_at(&q);
    expr_id e = same ? expr_and(t->x, all.at, all.n) : EXPR_NONE;
    vec_free(&all);
    return e;
}

// All pieces of r, with these numbers of characters, are the fixed b. False: that cannot be.
static bool add_equal(struct java_thread *t, const struct rope *r, const int32_t *lengths,
                      const struct rope *b, condition_list *out) {
    struct rope_place q = {b, 0, 0};
    for (uint32_t i = 0; i < r->n; i++) {
        const struct rope_piece *p = &r->at[i];
        if (p->length) vec_push(out, expr_int_eq(t->x, p->length, expr_int(t->x, lengths[i])));
        for (uint32_t k = 0; k < (uint32_t)lengths[i] << r->utf16; k++) {
            const struct rope_piece *fixed = piece_at(&q);
            uint32_t half = r->utf16 ? k % 2 : 0, at = ((uint32_t)q.at << r->utf16) + half;
            expr_id e = expr_int_eq(t->x, piece_byte(t, p, r->utf16, k), piece_byte(t, fixed, r->utf16, at));
            if (e == EXPR_FALSE) return false;
            vec_push(out, e);
            q.at += half == r->utf16;
        }
    }
    return true;
}

// r has one or two pieces of unknown length and is to have n characters: a condition for each way to share
// them.
static expr_id equal_to_fixed(struct java_thread *t, const struct rope *r, const struct rope *b, int32_t n) {
    assert(n >= 0 && r->n_unknown >= 1 && r->n_unknown <= 2 && !b->n_unknown);
    int32_t lengths[MOST_PIECES], left = n;
    uint32_t unknown[2] = {0}, n_unknown = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        lengths[i] = r->at[i].n;
        if (r->at[i].length)
            unknown[n_unknown++] = i;
        else
            left -= r->at[i].n;
    }
    if (left < 0) return EXPR_FALSE;
    condition_list ways = {0}, all = {0};
    for (int32_t first = n_unknown == 1 ? left : 0; first <= left; first++) {
        lengths[unknown[0]] = first;
        if (n_unknown == 2) lengths[unknown[1]] = left - first;
        vec_clear(&all);
        if (add_equal(t, r, lengths, b, &all)) vec_push(&ways, expr_and(t->x, all.at, all.n));
    }
    expr_id e = expr_or(t->x, ways.at, ways.n);
    vec_free(&ways);
    vec_free(&all);
    return e;
}

// EXPR_NONE: no telling.
static expr_id equality(struct java_thread *t, struct rope *p, struct rope *q) {
    p->utf16 = q->utf16 = p->utf16 || q->utf16;
    if (expr_int_eq(t->x, chars_of(t, p), chars_of(t, q)) == EXPR_FALSE) return EXPR_FALSE;
    if (!p->n_unknown == !q->n_unknown) return equal_in_parallel(t, p, q);
    const struct rope *open = p->n_unknown ? p : q, *fixed = p->n_unknown ? q : p;
    int32_t n = 0;
    for (uint32_t i = 0; i < fixed->n && n <= MOST_COMPARED; i++) n += fixed->at[i].n;
    if (open->n_unknown > 2 || n > MOST_COMPARED) return EXPR_NONE;
    return equal_to_fixed(t, open, fixed, n);
}

expr_id rope_equal(struct java_thread *t, const struct object *a, const struct object *b, bool utf16) {
    struct rope *p = rope_new(t), *q = rope_new(t);
    return rope_add(t, p, a, utf16) && rope_add(t, q, b, utf16) ? equality(t, p, q) : EXPR_NONE;
}

expr_id rope_starts_with(struct java_thread *t, const struct object *a, bool a_utf16, struct sym at,
                         const struct object *b, bool b_utf16) {
    struct rope *p = rope_new(t), *q = rope_new(t);
    if (!rope_add(t, q, b, b_utf16)) return EXPR_NONE;
    expr_id end = expr_arith(t->x, EXPR_ADD_OP, at.e ? at.e : expr_int(t->x, at.w.i), chars_of(t, q));
    struct sym past = {word_int(at.w.i + (b->length >> b_utf16)), if_symbolic(t, end)};
    return rope_add_slice(t, p, a, a_utf16, at, past) ? equality(t, p, q) : EXPR_NONE;
}
