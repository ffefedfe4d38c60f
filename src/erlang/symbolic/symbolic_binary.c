// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: sizes and parts of binaries, and between binaries and lists of bytes. Parts stay
// expressions (slices) of what they are parts of; single bytes are numbers in them.
#include "base/mem.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/compared.h"
#include "erlang/machine/decide_bits.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/atoms.h"

static term plain_of(struct interp *ip, term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : term_shadowed(t) ? term_concrete(&ip->heap, t) : t;
}

// The concrete function on the concrete arguments: once nothing is recorded any more.
static bool concretely(struct process *p, bif_function *f, const term *args, uint32_t n, term *result) {
    term plain[3];
    for (uint32_t i = 0; i < n; i++) plain[i] = plain_of(interp_of(p), args[i]);
    return f(p, plain, result);
}

static expr_id int_of(struct interp *ip, int64_t v) {
    return expr_int(ip->exprs, v);
}
static expr_id arith(struct interp *ip, enum expr_op op, expr_id a, int64_t b) {
    return expr_arith(ip->exprs, op, a, int_of(ip, b));
}
static expr_id at_least(struct interp *ip, expr_id a, expr_id b) {
    return expr_not(ip->exprs, expr_int_lt(ip->exprs, a, b));
}
static term int_term(struct interp *ip, int64_t v, expr_id e) {
    return ip->symbolic ? decide_value(ip, term_small(v), expr_int_term(ip->exprs, e)) : term_small(v);
}

// An integer argument of a position or length; badarg for others. Beyond 60 bits it is outside of any binary.
static bool integer(struct interp *ip, term t, int64_t *v, expr_id *e) {
    if (!decide_kind(ip, t, KIND_BIT(KIND_INT))) return raise_badarg(&ip->process);
    term plain = plain_of(ip, t);
    *v = term_is_small(plain)                                  ? term_small_value(plain)
         : ((const struct big *)term_pointer(plain))->sign > 0 ? TERM_SMALL_MAX
                                                               : TERM_SMALL_MIN;
    *e = expr_ival(ip->exprs, decide_expr(ip, t));
    return true;
}

// A binary argument, or any bit string.
static bool bit_string(struct interp *ip, term t, kind_set kinds, struct bits_view *v) {
    if (!decide_kind(ip, t, kinds)) return raise_badarg(&ip->process);
    *v = bits_view_of(ip, t);
    return true;
}

// ---- Sizes ----

// A size that is known to be whole bytes, in bytes: multiples of 8 are divided as they are, the size of a
// binary is one division that other expressions share.
static expr_id whole_bytes(struct interp *ip, expr_id size) {
    struct expr_store *x = ip->exprs;
    enum expr_op op = expr_op(x, size);
    int64_t lit;
    if (expr_get_int64(x, size, &lit) && lit % 8 == 0) return int_of(ip, lit / 8);
    if (op == EXPR_MUL_OP && expr_get_int64(x, expr_arg(x, size, 1), &lit) && lit % 8 == 0)
        return arith(ip, EXPR_MUL_OP, expr_arg(x, size, 0), lit / 8);
    if (op == EXPR_ADD_OP && expr_get_int64(x, expr_arg(x, size, 1), &lit) && lit % 8 == 0)
        return arith(ip, EXPR_ADD_OP, whole_bytes(ip, expr_arg(x, size, 0)), lit / 8);
    if (op == EXPR_ADD_OP || op == EXPR_SUB_OP) {
        expr_id a = expr_arg(x, size, 0), b = expr_arg(x, size, 1);
        if (facts_test(ip->trace->facts, expr_whole_bytes(x, b)) == TRUTH_TRUE)
            return expr_arith(x, op, whole_bytes(ip, a), whole_bytes(ip, b));
    }
    return arith(ip, EXPR_DIV_OP, size, 8);
}

static expr_id bytes_of(struct interp *ip, expr_id size, bool round_up) {
    if (facts_test(ip->trace->facts, expr_whole_bytes(ip->exprs, size)) == TRUTH_TRUE)
        return whole_bytes(ip, size);
    return arith(ip, EXPR_DIV_OP, round_up ? arith(ip, EXPR_ADD_OP, size, 7) : size, 8);
}

bool symbolic_bit_size(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    if (!ip->symbolic) return concretely(p, bif_bit_size, args, 1, result);
    if (!bit_string(ip, args[0], KINDS_BITS, &v)) return false;
    *result = int_term(ip, (int64_t)v.bits, v.size);
    return true;
}

bool symbolic_byte_size(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    compared_size(ip, args[0]);
    if (!ip->symbolic) return concretely(p, bif_byte_size, args, 1, result);
    if (!bit_string(ip, args[0], KINDS_BITS, &v)) return false;
    *result = int_term(ip, (int64_t)((v.bits + 7) / 8), bytes_of(ip, v.size, true));
    return true;
}

bool symbolic_size(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    compared_size(ip, args[0]);
    if (!ip->symbolic) return concretely(p, bif_size, args, 1, result);
    if (!term_is_sym(args[0]) || decide_kind(ip, args[0], KIND_BIT(KIND_TUPLE)))
        return symbolic_tuple_size(p, args, result);
    if (!bit_string(ip, args[0], KINDS_BITS, &v)) return false;
    *result = int_term(ip, (int64_t)(v.bits / 8), bytes_of(ip, v.size, false));
    return true;
}

// ---- Parts ----

// `n` bytes from byte `at` on, if they are inside.
static bool inside(struct interp *ip, const struct bits_view *v, int64_t at, int64_t n, expr_id at_e,
                   expr_id n_e) {
    bool good = at >= 0 && n >= 0 && (uint64_t)n <= v->bits / 8 && (uint64_t)at <= v->bits / 8 - (uint64_t)n;
    expr_id end = arith(ip, EXPR_MUL_OP, expr_arith(ip->exprs, EXPR_ADD_OP, at_e, n_e), 8);
    const expr_id parts[3] = {at_least(ip, at_e, int_of(ip, 0)), at_least(ip, n_e, int_of(ip, 0)),
                              at_least(ip, v->size, end)};
    return decide_condition(ip, expr_and(ip->exprs, parts, 3), good);
}

static bool part(struct process *p, term t, term pos, term len, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    int64_t at, n;
    expr_id at_e, n_e;
    if (!bit_string(ip, t, KINDS_BITS, &v) || !integer(ip, pos, &at, &at_e) || !integer(ip, len, &n, &n_e))
        return false;
    if (decide_condition(ip, expr_int_lt(ip->exprs, n_e, int_of(ip, 0)), n < 0)) { // counts backwards
        at = at > TERM_SMALL_MIN / 2 && n > TERM_SMALL_MIN / 2 ? at + n : TERM_SMALL_MIN;
        at_e = expr_arith(ip->exprs, EXPR_ADD_OP, at_e, n_e);
        n = -n;
        n_e = arith(ip, EXPR_MUL_OP, n_e, -1);
    }
    if (!inside(ip, &v, at, n, at_e, n_e)) return raise_badarg(p);
    *result = decide_bits_slice(ip, &v, arith(ip, EXPR_MUL_OP, at_e, 8), arith(ip, EXPR_MUL_OP, n_e, 8),
                                (uint64_t)at * 8, (uint64_t)n * 8);
    return true;
}

bool symbolic_binary_part(struct process *p, const term *args, term *result) {
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_part, args, 3, result);
    return part(p, args[0], args[1], args[2], result);
}

bool symbolic_binary_part2(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!ip->symbolic) return concretely(p, bif_binary_part2, args, 2, result);
    if (!decide_tuple(ip, args[1], 2)) return raise_badarg(p);
    return part(p, args[0], decide_element(ip, args[1], 0), decide_element(ip, args[1], 1), result);
}

bool symbolic_split_binary(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    int64_t n;
    expr_id n_e, zero = int_of(ip, 0);
    if (!ip->symbolic) return concretely(p, bif_split_binary, args, 2, result);
    if (!bit_string(ip, args[0], KINDS_BITS, &v) || !integer(ip, args[1], &n, &n_e)) return false;
    if (!inside(ip, &v, 0, n, zero, n_e)) return raise_badarg(p);
    expr_id bits = arith(ip, EXPR_MUL_OP, n_e, 8), rest = expr_arith(ip->exprs, EXPR_SUB_OP, v.size, bits);
    uint64_t at = (uint64_t)n * 8;
    term left = decide_bits_slice(ip, &v, zero, bits, 0, at),
         right = decide_bits_slice(ip, &v, bits, rest, at, v.bits - at);
    *result = term_tuple2(p->heap, left, right);
    return true;
}

static const struct bit_field one_byte = {0, 8, 0};

static term byte_at(struct interp *ip, const struct bits_view *v, expr_id at, uint64_t plain_at) {
    return decide_bits_read(ip, v, at, one_byte, term_small(bits_byte(term_bits_of(v->plain), plain_at)));
}

bool symbolic_binary_at(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    int64_t at;
    expr_id at_e;
    if (!ip->symbolic) return concretely(p, bif_binary_at, args, 2, result);
    if (!bit_string(ip, args[0], KIND_BIT(KIND_BINARY), &v) || !integer(ip, args[1], &at, &at_e))
        return false;
    if (!inside(ip, &v, at, 1, at_e, int_of(ip, 1))) return raise_badarg(p);
    *result = byte_at(ip, &v, arith(ip, EXPR_MUL_OP, at_e, 8), (uint64_t)at * 8);
    return true;
}

static bool end_byte(struct process *p, term t, bool last, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    if (!bit_string(ip, t, KIND_BIT(KIND_BINARY), &v)) return false;
    if (!inside(ip, &v, 0, 1, int_of(ip, 0), int_of(ip, 1))) return raise_badarg(p);
    *result =
        byte_at(ip, &v, last ? arith(ip, EXPR_ADD_OP, v.size, -8) : int_of(ip, 0), last ? v.bits - 8 : 0);
    return true;
}

bool symbolic_binary_first(struct process *p, const term *args, term *result) {
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_first, args, 1, result);
    return end_byte(p, args[0], false, result);
}

bool symbolic_binary_last(struct process *p, const term *args, term *result) {
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_last, args, 1, result);
    return end_byte(p, args[0], true, result);
}

bool symbolic_binary_copy(struct process *p, const term *args, term *result) {
    struct bits_view v;
    if (!bit_string(interp_of(p), args[0], KIND_BIT(KIND_BINARY), &v)) return false;
    *result = args[0];
    return true;
}

static bool decode_unsigned(struct process *p, term t, bool little, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    int64_t width;
    if (!bit_string(ip, t, KIND_BIT(KIND_BINARY), &v)) return false;
    bits_get_integer(p->heap, v.plain, 0, v.bits, false, little, result);
    expr_id size = v.size;
    if (!decide_bits_settle(ip, &size, &width) || v.bits > FIELD_WIDTH_MAX) {
        decide_bits_lose(ip, &v);
        return true;
    }
    struct bit_field all = {0, (uint32_t)v.bits, little ? FIELD_LITTLE : 0};
    *result = decide_bits_read(ip, &v, int_of(ip, 0), all, *result);
    return true;
}

bool symbolic_binary_decode_unsigned(struct process *p, const term *args, term *result) {
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_decode_unsigned, args, 1, result);
    return decode_unsigned(p, args[0], false, result);
}

bool symbolic_binary_decode_unsigned2(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!ip->symbolic) return concretely(p, bif_binary_decode_unsigned2, args, 2, result);
    const term orders[2] = {word_big, word_little};
    uint32_t order = decide_among(ip, args[1], orders, 2, NULL);
    if (order == 2) return raise_badarg(p);
    return decode_unsigned(p, args[0], order == 1, result);
}

// ---- Lists of bytes ----

// How many whole bytes there are is counted up to.
static bool to_list(struct process *p, term t, kind_set kinds, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    struct list_builder list;
    if (!bit_string(ip, t, kinds, &v)) return false;
    list_start(&list);
    VEC(term) bytes = {0};
    uint64_t at = 0;
    for (;; at += 8) {
        expr_id more = at_least(ip, v.size, int_of(ip, (int64_t)at + 8));
        if (!decide_condition(ip, more, v.bits >= at + 8)) break;
        vec_push(&bytes, byte_at(ip, &v, int_of(ip, (int64_t)at), at));
    }
    term tail = TERM_NIL;
    expr_id rest = arith(ip, EXPR_ADD_OP, v.size, -(int64_t)at);
    if (kinds & KIND_BIT(KIND_BITSTRING) &&
        decide_condition(ip, at_least(ip, rest, int_of(ip, 1)), v.bits > at))
        tail = term_cons(p->heap, decide_bits_slice(ip, &v, int_of(ip, (int64_t)at), rest, at, v.bits - at),
                         TERM_NIL);
    *result = term_list(p->heap, bytes.at, bytes.n, tail);
    vec_free(&bytes);
    return true;
}

bool symbolic_binary_to_list(struct process *p, const term *args, term *result) {
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_to_list, args, 1, result);
    return to_list(p, args[0], KIND_BIT(KIND_BINARY), result);
}

bool symbolic_bitstring_to_list(struct process *p, const term *args, term *result) {
    if (!interp_of(p)->symbolic) return concretely(p, bif_bitstring_to_list, args, 1, result);
    return to_list(p, args[0], KINDS_BITS, result);
}

bool symbolic_binary_to_list3(struct process *p, const term *args,
                              term *result) { // positions from 1, inclusive
    struct interp *ip = interp_of(p);
    struct bits_view v;
    int64_t from, to, first, n;
    expr_id from_e, to_e;
    if (!ip->symbolic) return concretely(p, bif_binary_to_list3, args, 3, result);
    if (!bit_string(ip, args[0], KINDS_BITS, &v) || !integer(ip, args[1], &from, &from_e) ||
        !integer(ip, args[2], &to, &to_e))
        return false;
    const expr_id order[3] = {at_least(ip, from_e, int_of(ip, 1)), at_least(ip, to_e, from_e),
                              at_least(ip, v.size, arith(ip, EXPR_MUL_OP, to_e, 8))};
    bool good = from >= 1 && to >= from && (uint64_t)to <= v.bits / 8;
    if (!decide_condition(ip, expr_and(ip->exprs, order, 3), good)) return raise_badarg(p);
    if (!decide_bits_settle(ip, &from_e, &first) || !decide_bits_settle(ip, &to_e, &n)) {
        decide_lose(ip, args[term_shadowed(args[1]) ? 1 : 2], "positions in binary_to_list/3");
        return concretely(p, bif_binary_to_list3, args, 3, result);
    }
    term list = TERM_NIL;
    for (int64_t i = to; i >= from; i--)
        list = term_cons(p->heap, byte_at(ip, &v, int_of(ip, (i - 1) * 8), (uint64_t)(i - 1) * 8), list);
    *result = list;
    return true;
}

// ---- Deep lists of bytes and bit strings ----

struct iolist {
    VEC(expr_id) parts;
    struct bits_builder out; // the concrete bits
};

static bool add_bits(struct interp *ip, struct iolist *l, term t) {
    struct bits_view v = bits_view_of(ip, t);
    const struct bits *b = term_bits_of(v.plain);
    bits_add_raw(&l->out, b->bytes, b->offset, b->size);
    vec_push(&l->parts, v.e);
    return true;
}

// An element: a byte, a bit string, or a list (true: it is to be walked through).
enum element { ELEMENT_DONE, ELEMENT_LIST, ELEMENT_BAD };

static enum element add_element(struct interp *ip, struct iolist *l, term t, kind_set bit_kinds) {
    struct expr_store *x = ip->exprs;
    if (decide_kind(ip, t, KIND_BIT(KIND_INT))) {
        term plain = plain_of(ip, t);
        bool good = term_is_small(plain) && term_small_value(plain) >= 0 && term_small_value(plain) <= 255;
        expr_id i = expr_ival(x, decide_expr(ip, t));
        const expr_id parts[2] = {at_least(ip, i, int_of(ip, 0)), expr_int_lt(x, i, int_of(ip, 256))};
        if (!decide_condition(ip, expr_and(x, parts, 2), good)) return ELEMENT_BAD;
        uint8_t byte = (uint8_t)term_small_value(plain);
        bits_add_bytes(&l->out, &byte, 1);
        vec_push(&l->parts, expr_bits_put(x, expr_int_term(x, i), (struct bit_field){0, 8, FIELD_FITS}));
        return ELEMENT_DONE;
    }
    if (decide_kind(ip, t, bit_kinds)) return add_bits(ip, l, t) ? ELEMENT_DONE : ELEMENT_BAD;
    return decide_kind(ip, t, KINDS_LIST) ? ELEMENT_LIST : ELEMENT_BAD;
}

// All of a list; its tail may be a bit string. False: it is no such list.
static bool walk_iolist(struct interp *ip, term t, kind_set bit_kinds, struct iolist *l) {
    VEC(term) todo = {0};
    bool good = true;
    vec_push(&todo, t);
    while (todo.n && good) {
        term list = vec_pop(&todo), hd, tl;
        for (;;) {
            enum list_kind k = decide_list(ip, list, &hd, &tl);
            good = term_visits(VISITS_OF_A_DECISION);
            if (k == LIST_NIL || !good) break;
            if (k == LIST_NOT) {
                good = decide_kind(ip, list, bit_kinds) && add_bits(ip, l, list);
                break;
            }
            enum element e = add_element(ip, l, hd, bit_kinds);
            list = tl;
            if (e == ELEMENT_LIST) {
                vec_push(&todo, tl);
                list = hd;
            }
            good = e != ELEMENT_BAD;
            if (!good) break;
        }
    }
    vec_free(&todo);
    return good;
}

static bool from_list(struct process *p, term list, kind_set bit_kinds, term *result) {
    struct interp *ip = interp_of(p);
    struct iolist l = {0};
    bool good = walk_iolist(ip, list, bit_kinds, &l);
    if (good) {
        *result = bits_take(&l.out, p->heap);
        if (ip->symbolic) *result = decide_value(ip, *result, expr_concat(ip->exprs, l.parts.at, l.parts.n));
    } else {
        bits_drop(&l.out);
    }
    vec_free(&l.parts);
    return good || raise_badarg(p);
}

bool symbolic_list_to_binary(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!ip->symbolic) return concretely(p, bif_list_to_binary, args, 1, result);
    if (!decide_kind(ip, args[0], KINDS_LIST)) return raise_badarg(p);
    return from_list(p, args[0], KIND_BIT(KIND_BINARY), result);
}

bool symbolic_list_to_bitstring(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!ip->symbolic) return concretely(p, bif_list_to_bitstring, args, 1, result);
    if (!decide_kind(ip, args[0], KINDS_LIST)) return raise_badarg(p);
    return from_list(p, args[0], KINDS_BITS, result);
}

bool symbolic_iolist_to_binary(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!ip->symbolic) return concretely(p, bif_iolist_to_binary, args, 1, result);
    if (decide_kind(ip, args[0], KIND_BIT(KIND_BINARY))) {
        *result = args[0];
        return true;
    }
    return symbolic_list_to_binary(p, args, result);
}

bool symbolic_iolist_size(struct process *p, const term *args, term *result) {
    term binary = TERM_NIL;
    return symbolic_iolist_to_binary(p, args, &binary) && symbolic_byte_size(p, &binary, result);
}
