// SPDX-License-Identifier: Apache-2.0
// What the parts of a receive, as Core Erlang has it, know of one another.
#include <string.h>

#include "erlang/code/compile.h"

static bool is_primop(const struct core *e, const char *name) {
    return e->tag == CORE_PRIMOP && strcmp(symbol_text(e->aux), name) == 0;
}

const struct core *compile_timeout(const struct core *let) {
    if (!is_primop(let->kid[let->aux], "recv_peek_message")) return NULL;
    const struct core *body = let->kid[let->n - 1];
    for (uint32_t i = 1; body->tag == CORE_CASE && i < body->n; i++) {
        const struct core *e = body->kid[i]->kid[body->kid[i]->n - 1];
        while (e->tag == CORE_SEQ) e = e->kid[1];
        if (e->tag == CORE_LET && is_primop(e->kid[e->aux], "recv_wait_timeout"))
            return e->kid[e->aux]->kid[0];
    }
    return NULL;
}
