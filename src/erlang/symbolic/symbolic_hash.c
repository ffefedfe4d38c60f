// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: hashes. Nobody solves for the argument of a hash; but dict, sets and the like look for a
// key by its hash, and there what counts is whether it is one of those hashed before. So an unknown value is
// asked whether it is one of the first few that runs hashed, those of the code among them, and is made
// concrete otherwise, which is a loss.
#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/symbolic/decide.h"
#include "erlang/symbolic/key_book.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/value.h"

enum { HASHED_MAX = 8, VISITS_MAX = 64 };
#define HASHED EXPR_NIL // their list in the key book: no map has this expression

// Of few enough parts to be worth remembering.
static bool is_small(term root) {
    VEC(term) todo = {0};
    uint32_t visits = 0;
    vec_push(&todo, root);
    while (todo.n && visits < VISITS_MAX) {
        term t = vec_pop(&todo);
        visits += 1 + (term_is_bits(t) ? (uint32_t)(bits_byte_count(t) / 8) : 0);
        for (; term_is_cons(t) && visits < VISITS_MAX; t = term_tl(t), visits++) vec_push(&todo, term_hd(t));
        if (term_is_map(t) || term_is_fun(t)) visits = VISITS_MAX;
        for (uint64_t i = 0; term_is_tuple(t) && i < term_tuple(t)->n && i < VISITS_MAX; i++)
            vec_push(&todo, term_tuple(t)->at[i]);
    }
    vec_free(&todo);
    return visits < VISITS_MAX;
}

static expr_id hashed(struct interp *ip, uint32_t i) {
    return i < HASHED_MAX ? key_book_key(ip->keys, HASHED, key_book_named(ip->keys) + i) : EXPR_NONE;
}

void symbolic_hashed(struct interp *ip, term plain) {
    if (!ip->symbolic || !ip->keys || hashed(ip, HASHED_MAX - 1) || !is_small(plain)) return;
    key_book_add(ip->keys, HASHED, value_from_term(ip->exprs, plain));
}

static term settle(struct interp *ip, term t, const char *what) {
    for (uint32_t i = 0; i < HASHED_MAX && term_shadowed(t) && ip->symbolic && ip->keys; i++) {
        expr_id known = hashed(ip, i);
        if (!known) {
            symbolic_hashed(ip, term_concrete(&ip->heap, t));
            known = hashed(ip, i);
        }
        if (!known) break;
        term plain = value_to_term(ip->exprs, known, &ip->heap);
        if (decide_equal(ip, t, plain)) return plain;
    }
    return decide_lose(ip, t, what);
}

static bool apply_settled(struct process *p, bif_function *f, const char *what, uint32_t n, const term *args,
                          term *result) {
    term plain[2] = {settle(interp_of(p), args[0], what)};
    if (n > 1) plain[1] = decide_lose(interp_of(p), args[1], what);
    return f(p, plain, result);
}

bool symbolic_phash(struct process *p, const term *args, term *result) {
    return apply_settled(p, bif_phash, "erlang:phash/2", 2, args, result);
}

bool symbolic_phash2(struct process *p, const term *args, term *result) {
    return apply_settled(p, bif_phash2, "erlang:phash2/1", 1, args, result);
}

bool symbolic_phash2_2(struct process *p, const term *args, term *result) {
    return apply_settled(p, bif_phash2_2, "erlang:phash2/2", 2, args, result);
}
