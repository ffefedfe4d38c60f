// SPDX-License-Identifier: Apache-2.0
// Arguments of tail calls.
#include "erlang/code/compile.h"

struct moves {
    uint32_t n, to[256], from[256];
};

static bool is_read(const struct moves *m, uint32_t slot, uint32_t except) {
    for (uint32_t i = 0; i < m->n; i++)
        if (i != except && m->from[i] == OPERAND_SLOT(slot)) return true;
    return false;
}

void compile_moves(struct compiler *c, const uint32_t *args, uint32_t n) {
    struct moves m = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (args[i] == OPERAND_SLOT(i)) continue;
        m.to[m.n] = i;
        m.from[m.n++] = args[i];
    }
    uint32_t count = compile_emit(c, m.n), spare = c->next_slot > n ? c->next_slot : n;
    while (m.n) {
        uint32_t i = 0;
        while (i < m.n && is_read(&m, m.to[i], i)) i++;
        uint32_t to = i < m.n ? m.to[i] : spare, from = m.from[i < m.n ? i : 0];
        compile_emit(c, to);
        compile_emit(c, from);
        if (i < m.n) {
            m.n--;
            m.to[i] = m.to[m.n];
            m.from[i] = m.from[m.n];
        } else { // each is read by another: all that read this one now read the copy
            for (uint32_t j = 0; j < m.n; j++)
                if (m.from[j] == from) m.from[j] = OPERAND_SLOT(spare);
            c->code.at[count]++;
            spare++;
        }
    }
    if (spare > c->f->frame) c->f->frame = spare;
}
