// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "java/symbolic/live.h"

enum {
    MOST_CLASSES = 256, // initialised by a run
    MOST_LOG = 4096,    // writes to objects that last
};

void state_free(struct state *s) {
    vec_free(&s->words);
    hash_map_free(&s->numbers);
    vec_free(&s->objects);
    vec_free(&s->log);
}

void state_begin(struct state *s) {
    vec_clear(&s->words);
    vec_clear(&s->objects);
    hash_map_clear(&s->numbers);
    s->good = true;
}

uint32_t state_number(struct state *s, struct object *o) {
    assert(state_has_number(o));
    uint32_t number;
    if (hash_map_get(&s->numbers, (uintptr_t)o, &number)) return number;
    hash_map_put(&s->numbers, (uintptr_t)o, s->objects.n);
    vec_push(&s->objects, o);
    return s->objects.n - 1;
}

bool state_is_of_run(const struct java_thread *t, uint64_t bits) {
    return bits > UINT32_MAX && arena_owns(&t->heap.run, (const void *)(uintptr_t)bits);
}

// Of a caller's registers only those below its call's arguments are its own now; the call's result is still
// to come. What is not read any more may hold what an earlier run has left.
void state_put_frame(struct java_thread *t, struct state *s, uint32_t k, uint64_t but, state_value *value) {
    assert(k < t->n_frames);
    const struct java_frame *f = &t->frames[k];
    const struct java_code *code = f->code;
    bool top = k + 1 == t->n_frames;
    if (!code) {
        s->good = false;
        return;
    }
    uint32_t at = (uint32_t)(f->at - code->insns), next = top ? at : at + 1;
    uint32_t n = code->n_registers, gone = n;
    if (!top) {
        const struct java_frame *callee = &t->frames[k + 1];
        n = (uint32_t)(callee->regs - f->regs);
        if (callee->method->return_kind != JAVA_VOID) gone = f->result;
    }
    const uint64_t *live = next < code->n ? java_live_at(t, code, next) : NULL;
    const uint64_t *thrown = live ? java_live_at(t, code, at) : NULL; // by what is called, to a handler
    if (!live) s->good = false;
    state_put(s, (uint64_t)f->method->number << 32 | at);
    expr_id *e = t->word_exprs + (f->regs - t->words);
    for (uint32_t r = 0; r < n && r < code->n_registers && s->good; r++) {
        bool read =
            (java_is_live(live, r) && r != gone) || (!top && code->n_handlers && java_is_live(thrown, r));
        if (!read || (top && r < 64 && but >> r & 1)) continue;
        state_put(s, r);
        value(t, s, f->regs[r], &e[r]);
    }
}

static int by_address(const void *a, const void *b) {
    uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
    return (x > y) - (x < y);
}

void state_put_statics(struct java_thread *t, struct state *s, state_value *value) {
    uintptr_t sorted[MOST_CLASSES];
    uint32_t n = t->touched.n;
    if (n > MOST_CLASSES) {
        s->good = false;
        return;
    }
    for (uint32_t i = 0; i < n; i++) sorted[i] = (uintptr_t)t->touched.at[i];
    if (n) qsort(sorted, n, sizeof *sorted, by_address);
    for (uint32_t i = 0; i < n && s->good; i++) {
        struct class_state *c = (struct class_state *)sorted[i];
        if (i && sorted[i] == sorted[i - 1]) continue;
        state_put(s, STATE_PART);
        state_put(s, (uint64_t)c->class->number << 3 | c->init);
        for (uint32_t k = 0; c->statics && k < c->class->n_statics && s->good; k++)
            value(t, s, c->statics[k], c->static_exprs ? &c->static_exprs[k] : NULL);
    }
}

static int by_place(const void *a, const void *b) {
    const struct undo *x = a, *y = b;
    return x->at != y->at ? (x->at > y->at) - (x->at < y->at) : (x->size > y->size) - (x->size < y->size);
}

void state_put_lasting(struct java_thread *t, struct state *s, state_place *place) {
    vec_clear(&s->log);
    if (t->heap.log.n > MOST_LOG) {
        s->good = false;
        return;
    }
    for (uint32_t i = 0; i < t->heap.log.n; i++) vec_push(&s->log, t->heap.log.at[i]);
    if (s->log.n) qsort(s->log.at, s->log.n, sizeof *s->log.at, by_place);
    state_put(s, STATE_PART);
    for (uint32_t i = 0; i < s->log.n && s->good; i++) {
        const struct undo *u = &s->log.at[i];
        union word now = {0};
        if (i && by_place(u, u - 1) == 0) continue;
        memcpy(&now, u->at, u->size);
        state_put(s, (uintptr_t)u->at << 4 | u->size);
        place(t, s, u, now);
    }
}

// The code that notes that a branch was taken jumps back to the method's own, which is no loop (emit.c): it
// belongs to the branch's place in the bytecode.
bool state_begins_loop(const struct java_frame *f, const struct insn *from) {
    const struct java_code *c = f->code;
    return c->pcs[f->at - c->insns] <= c->pcs[from - c->insns];
}
