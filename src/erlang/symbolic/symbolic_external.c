// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: the external term format. What a symbolic term became comes back as it was; the bytes
// between are concrete, which is a loss.
#include "erlang/bif/bif_util.h"
#include "erlang/machine/decide.h"
#include "erlang/symbolic/symbolic.h"

bool symbolic_term_to_binary(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    term plain = decide_lose(ip, args[0], "erlang:term_to_binary/1");
    if (!bif_term_to_binary(p, &plain, result)) return false;
    if (ip->symbolic) vec_push(&ip->encodings, ((struct encoding){*result, args[0]}));
    return true;
}
