// SPDX-License-Identifier: Apache-2.0
// Tuples, and lists taken apart. Those marked RULE_TOPLEVEL in bif.def may see shadowed parts and only move
// them.
#include <string.h>

#include "erlang/bif/bif_util.h"

// A tuple and an index 1 .. size + extra.
static bool place(term index, term tuple, uint64_t extra, uint64_t *at) {
    if (!term_is_tuple(tuple) || !term_is_small(index)) return false;
    int64_t i = term_small_value(index);
    *at = (uint64_t)i - 1;
    return i >= 1 && (uint64_t)i <= term_tuple(tuple)->n + extra;
}

BIF(element) {
    uint64_t at;
    if (!place(args[0], args[1], 0, &at)) return raise_badarg(p);
    return give(result, term_tuple(args[1])->at[at]);
}

BIF(setelement) {
    uint64_t at;
    if (!place(args[0], args[1], 0, &at)) return raise_badarg(p);
    const struct tuple *t = term_tuple(args[1]);
    struct tuple *copy = arena_copy(p->heap, t, sizeof *t + t->n * sizeof(term));
    copy->at[at] = args[2];
    return give(result, tuple_term(copy));
}

BIF(tuple_size) {
    if (!term_is_tuple(args[0])) return raise_badarg(p);
    return give(result, term_small((int64_t)term_tuple(args[0])->n));
}

static bool make_tuple(struct process *p, term size, term value, struct tuple **out) {
    if (!term_is_small(size) || term_small_value(size) < 0 || term_small_value(size) > TUPLE_MAX) {
        return raise_badarg(p);
    }
    if (!term_fits(p, (uint64_t)term_small_value(size) * sizeof(term))) return false;
    *out = tuple_alloc(p->heap, (uint64_t)term_small_value(size));
    for (uint64_t i = 0; i < (*out)->n; i++) (*out)->at[i] = value;
    return true;
}

BIF(make_tuple) {
    struct tuple *t;
    return make_tuple(p, args[0], args[1], &t) && give(result, tuple_term(t));
}

BIF(make_tuple3) {
    struct tuple *t;
    if (!make_tuple(p, args[0], args[1], &t)) return false;
    term list = args[2];
    for (; term_is_cons(list); list = term_tl(list)) {
        term pair = term_hd(list);
        if (!term_is_tuple(pair) || term_tuple(pair)->n != 2) return raise_badarg(p);
        term index = term_tuple(pair)->at[0];
        if (!term_is_small(index) || term_small_value(index) < 1 ||
            (uint64_t)term_small_value(index) > t->n) {
            return raise_badarg(p);
        }
        t->at[term_small_value(index) - 1] = term_tuple(pair)->at[1];
    }
    if (!term_is_nil(list)) return raise_badarg(p);
    return give(result, tuple_term(t));
}

// t with the word at `at` replaced by `insert` words (0 or 1) and `skip` words dropped.
static term spliced(struct process *p, const struct tuple *t, uint64_t at, uint64_t skip,
                    const term *insert) {
    uint64_t n = insert ? 1 : 0;
    struct tuple *r = tuple_alloc(p->heap, t->n - skip + n);
    memcpy(r->at, t->at, at * sizeof(term));
    if (insert) r->at[at] = *insert;
    memcpy(r->at + at + n, t->at + at + skip, (t->n - at - skip) * sizeof(term));
    return tuple_term(r);
}

BIF(append_element) {
    if (!term_is_tuple(args[0]) || term_tuple(args[0])->n >= TUPLE_MAX) return raise_badarg(p);
    const struct tuple *t = term_tuple(args[0]);
    return give(result, spliced(p, t, t->n, 0, &args[1]));
}

BIF(delete_element) {
    uint64_t at;
    if (!place(args[0], args[1], 0, &at)) return raise_badarg(p);
    return give(result, spliced(p, term_tuple(args[1]), at, 1, NULL));
}

BIF(insert_element) {
    uint64_t at;
    if (!place(args[0], args[1], 1, &at)) return raise_badarg(p);
    return give(result, spliced(p, term_tuple(args[1]), at, 0, &args[2]));
}

BIF(tuple_to_list) {
    if (!term_is_tuple(args[0])) return raise_badarg(p);
    return give(result, term_list(p->heap, term_tuple(args[0])->at, term_tuple(args[0])->n, TERM_NIL));
}

BIF(list_to_tuple) {
    uint64_t n;
    if (!term_list_length(args[0], &n)) return raise_badarg(p);
    if (n > TUPLE_MAX) return raise_badarg(p); // not system_limit: measured with OTP 25
    struct tuple *t = tuple_alloc(p->heap, n);
    term list = args[0];
    for (uint64_t i = 0; i < n; i++, list = term_tl(list)) t->at[i] = term_hd(list);
    return give(result, tuple_term(t));
}

BIF(hd) {
    if (!term_is_cons(args[0])) return raise_badarg(p);
    return give(result, term_hd(args[0]));
}

BIF(tl) {
    if (!term_is_cons(args[0])) return raise_badarg(p);
    return give(result, term_tl(args[0]));
}

BIF(size) {
    if (term_is_tuple(args[0])) return bif_tuple_size(p, args, result);
    if (!term_is_bits(args[0])) return raise_badarg(p);
    return give(result, term_small((int64_t)(term_bits_of(args[0])->size / 8)));
}
