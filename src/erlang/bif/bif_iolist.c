// SPDX-License-Identifier: Apache-2.0
// Between binaries and (deep) lists of bytes.
#include "base/mem.h"
#include "base/vec.h"
#include "erlang/bif/bif_util.h"

bool bif_iolist_flatten(struct process *p, term t, bool bitstrings, struct bits_builder *out) {
    VEC(term) todo = {0};
    bool good = true, fits = true;
    vec_push(&todo, t);
    while (todo.n && good && fits && term_visit()) {
        t = vec_pop(&todo);
        while (term_is_cons(t)) {
            term head = term_hd(t);
            if (term_is_small(head) && head <= term_small(255)) {
                uint8_t byte = (uint8_t)term_small_value(head);
                bits_add_bytes(out, &byte, 1);
                t = term_tl(t);
            } else {
                vec_push(&todo, term_tl(t));
                t = head;
                if (term_is_small(t)) break;
            }
        }
        if (term_is_bits(t) && (bitstrings || bits_is_binary(t))) {
            const struct bits *b = term_bits_of(t);
            fits = term_fits(p, (out->size + b->size) / 8);
            if (fits) bits_add_raw(out, b->bytes, b->offset, b->size);
        } else if (!term_is_nil(t)) {
            good = raise_badarg(p);
        }
    }
    vec_free(&todo);
    if (!good || !fits) bits_drop(out);
    return good && fits;
}

static bool is_list(term t) {
    return term_is_cons(t) || term_is_nil(t);
}

static bool flatten(struct process *p, term t, bool bitstrings, term *result) {
    struct bits_builder b = {0};
    return bif_iolist_flatten(p, t, bitstrings, &b) && give(result, bits_take(&b, p->heap));
}

BIF(list_to_binary) {
    return is_list(args[0]) ? flatten(p, args[0], false, result) : raise_badarg(p);
}
BIF(list_to_bitstring) {
    return is_list(args[0]) ? flatten(p, args[0], true, result) : raise_badarg(p);
}

BIF(iolist_to_binary) {
    if (bits_is_binary(args[0])) return give(result, args[0]);
    return is_list(args[0]) ? flatten(p, args[0], false, result) : raise_badarg(p);
}

BIF(iolist_size) {
    term binary = TERM_NIL;
    if (!bif_iolist_to_binary(p, args, &binary)) return false;
    return give(result, term_small((int64_t)bits_byte_count(binary)));
}

static term bytes_from(struct process *p, term t, uint64_t from, uint64_t n, term tail) {
    while (n) tail = term_cons(p->heap, term_small(bits_byte(term_bits_of(t), (from + --n) * 8)), tail);
    return tail;
}

BIF(binary_to_list) {
    if (!bits_is_binary(args[0])) return raise_badarg(p);
    return give(result, bytes_from(p, args[0], 0, term_bits_of(args[0])->size / 8, TERM_NIL));
}

BIF(bitstring_to_list) {
    if (!term_is_bits(args[0])) return raise_badarg(p);
    uint64_t size = term_bits_of(args[0])->size, rest = size % 8;
    term tail = TERM_NIL;
    if (rest) tail = term_cons(p->heap, term_sub_bits(p->heap, args[0], size - rest, rest), TERM_NIL);
    return give(result, bytes_from(p, args[0], 0, size / 8, tail));
}

BIF(binary_to_list3) { // of whole bytes, even of other bit strings; positions from 1, both inclusive
    if (!term_is_bits(args[0]) || !term_is_small(args[1]) || !term_is_small(args[2])) return raise_badarg(p);
    int64_t from = term_small_value(args[1]), to = term_small_value(args[2]);
    int64_t n = (int64_t)(term_bits_of(args[0])->size / 8);
    if (from < 1 || to < from || to > n) return raise_badarg(p);
    return give(result, bytes_from(p, args[0], (uint64_t)from - 1, (uint64_t)(to - from + 1), TERM_NIL));
}
