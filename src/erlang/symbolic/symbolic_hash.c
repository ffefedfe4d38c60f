// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: hashes. Nobody solves for the argument of a hash; but dict, sets and the like look for a
// key by its hash, and there what counts is whether it is one of those hashed before. So an unknown value is
// asked whether it is one of the first few that runs hashed, those of the code among them, and is made
// concrete otherwise, which is a loss.
#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/key_book.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/value.h"

static term settle(struct interp *ip, term t, const char *what) {
    for (uint32_t i = 0; i < KEY_BOOK_HASHED && term_shadowed(t) && ip->symbolic && ip->keys; i++) {
        expr_id known = key_book_hashed(ip->keys, i);
        if (!known) {
            key_book_add_hashed(ip->keys, term_concrete(&ip->heap, t));
            known = key_book_hashed(ip->keys, i);
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
