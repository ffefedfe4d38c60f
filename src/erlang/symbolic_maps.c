// SPDX-License-Identifier: Apache-2.0
// Symbolic rules of maps:remove/2 and maps:take/2: values may be symbolic and stay so; a key is made plain.
#include "erlang/bif_util.h"
#include "erlang/decide.h"

// Key and map as the concrete functions want them. False: not a map, raised.
static bool plain_key(struct process *p, const term *args, term plain[2]) {
    struct interp *ip = interp_of(p);
    if (!decide_kind(ip, args[1], KIND_BIT(KIND_MAP))) return raise_pair(p, atom_badmap, args[1]);
    plain[0] = decide_lose(ip, args[0], "map key");
    plain[1] = term_is_sym(args[1]) ? decide_lose(ip, args[1], "maps:remove/2") : args[1];
    return true;
}

bool symbolic_map_remove(struct process *p, const term *args, term *result) {
    term plain[2];
    return plain_key(p, args, plain) && bif_maps_remove(p, plain, result);
}

bool symbolic_map_take(struct process *p, const term *args, term *result) {
    term plain[2];
    return plain_key(p, args, plain) && bif_maps_take(p, plain, result);
}
