// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/endless.h"

#include <string.h>

#include "base/mem.h"
#include "java/runtime/native.h"
#include "java/symbolic/live.h"
#include "java/symbolic/state.h"

enum {
    FIRST_WINDOW = 2048,  // steps
    SHARE = 8,            // of the steps before it that a window lasts
    MOST_STEPS = 1 << 14, // but at most so many
    LONG_STEPS = 1 << 18, // of the window that opens when half of the run's steps are taken
    FIRST_POWER = 64,     // jumps until another state is kept, at least
    MOST_WORDS = 1 << 13, // of a state
    BUDGET = 1 << 21,     // words written in a run
    MOST_TRACE = 64,
};

struct known_register {
    uint32_t index;
    uint64_t bits;
};

struct loop_place { // a frame that jumps back, and where to
    uint32_t frames;
    const struct java_code *code;
    const struct insn *at;
};

struct java_endless {
    struct state state;                            // first: the one that is being written down
    VEC(expr_id) exprs;                            // of its values
    uint64_t next_window, long_window, window_end; // steps
    uint64_t looks, power, budget;
    // The state that is kept.
    bool kept, met; // met: it has been met again, and the round that began there is being followed
    VEC(uint64_t) then;
    VEC(expr_id) then_exprs;
    VEC(struct known_register) numbers; // of its topmost frame
    struct loop_place place;
    uint64_t outside, serial;
    struct loop_place loop; // the outermost since then; frames 0: none
    bool exact;
};

struct java_endless *java_endless_new(void) {
    struct java_endless *e = mem_zalloc(sizeof *e);
    e->state.most_words = MOST_WORDS;
    return e;
}

void java_endless_free(struct java_endless *e) {
    if (!e) return;
    vec_free(&e->then);
    vec_free(&e->then_exprs);
    vec_free(&e->numbers);
    vec_free(&e->exprs);
    state_free(&e->state);
    mem_free(e);
}

void java_endless_begin_run(struct java_thread *t) {
    struct java_endless *e = t->endless;
    t->looks &= ~(uint32_t)LOOK_ENDLESS;
    e->next_window = FIRST_WINDOW;
    e->window_end = 0;
    e->long_window = t->limits.steps / 2;
    e->budget = BUDGET;
    e->kept = e->met = e->exact = false;
    e->loop = (struct loop_place){0};
}

// ---- Writing a state down ----

static void put(struct java_endless *e, uint64_t word) {
    state_put(&e->state, word);
}

static void put_word(struct java_endless *e, uint64_t word, expr_id x) {
    put(e, STATE_WORD);
    put(e, word);
    vec_push(&e->exprs, x);
}

static void put_reference(struct java_endless *e, struct object *o, expr_id x) {
    bool numbered = state_has_number(o);
    put(e, numbered ? STATE_OBJECT : STATE_WORD);
    put(e, numbered ? state_number(&e->state, o) : (uintptr_t)o);
    vec_push(&e->exprs, x);
}

// Whether an object of the run begins there. What is written to lasting objects may also be the address of
// expressions that frisk keeps beside their fields.
static bool is_object(const struct java_thread *t, const struct object *o) {
    struct java_program *p = t->program;
    pthread_mutex_lock(&p->lock);
    bool is = arena_owns(&p->arena, o->class);
    pthread_mutex_unlock(&p->lock);
    return is;
}

// A register or a static: what looks like the address of an object is one. (A register counts as read where
// that is not known, and may hold what an earlier run has left: no object begins there.)
static void put_value(struct java_thread *t, struct state *s, union word w, expr_id *at) {
    struct java_endless *e = (struct java_endless *)s;
    expr_id x = at ? *at : EXPR_NONE;
    bool of_run = state_is_of_run(t, w.bits);
    if (of_run && !is_object(t, w.r))
        s->good = false;
    else if (of_run)
        put_reference(e, w.r, x);
    else
        put_word(e, w.bits, x);
}

// What frisk keeps in fields of its own (how a lambda is linked, a stack trace) never changes: the same
// address is the same.
static void put_fields(struct java_endless *e, struct object *o) {
    uint32_t n = 0;
    for (const struct java_class *c = o->class; c; c = c->super)
        for (uint32_t i = 0; i < c->n_fields; i++) {
            const struct java_field *f = &c->fields[i];
            if (f->access & ACC_STATIC) continue;
            n++;
            if (f->kind == JAVA_REF && f->info)
                put_reference(e, o->fields[f->slot].r, object_expr(o, f->slot));
            else
                put_word(e, o->fields[f->slot].bits, object_expr(o, f->slot));
        }
    if (n != o->class->n_slots) e->state.good = false;
}

static void put_elements(struct java_endless *e, struct object *o) {
    uint32_t n = (uint32_t)o->length;
    put_word(e, n, o->length_expr);
    if (n > MOST_WORDS || o->flags & OBJECT_ROPE) {
        e->state.good = false;
    } else if (o->class->element_kind == JAVA_REF) {
        for (uint32_t i = 0; i < n && e->state.good; i++)
            put_reference(e, ((struct object **)o->fields)[i], object_expr(o, i));
    } else {
        const char *data = array_data(o);
        size_t size = (size_t)n * java_kind_size[o->class->element_kind];
        for (size_t at = 0; at < size; at += 8) {
            uint64_t word = 0;
            memcpy(&word, data + at, size - at < 8 ? size - at : 8);
            put(e, word);
        }
        for (uint32_t i = 0; o->shadow && i < n; i++) vec_push(&e->exprs, o->shadow[i]);
    }
}

static void put_object(struct java_endless *e, struct object *o) {
    put(e, (uint64_t)o->class->number << 8 | (o->flags & 0xff));
    if (o->class->element)
        put_elements(e, o);
    else
        put_fields(e, o);
}

static void put_place(struct java_thread *t, struct state *s, const struct undo *place, union word now) {
    struct java_endless *e = (struct java_endless *)s;
    if (!state_is_of_run(t, now.bits))
        put_word(e, now.bits, EXPR_NONE);
    else if (place->size == 8 && arena_owns(&t->heap.lasting, place->at) && is_object(t, now.r))
        put_reference(e, now.r, EXPR_NONE);
    else
        s->good = false;
}

static void put_rest(struct java_thread *t, struct java_endless *e) {
    for (uint32_t i = 0; i < t->monitors.n; i++) {
        put(e, t->monitors.at[i].frames);
        put_reference(e, (struct object *)(uintptr_t)t->monitors.at[i].object, EXPR_NONE);
    }
    put(e, STATE_PART);
    for (uint32_t i = 0; i < t->computed.list.n; i++) put_value(t, &e->state, t->computed.list.at[i], NULL);
    put(e, STATE_PART);
    for (uint32_t i = 0; i < t->interned.in_run.n; i++)
        put_reference(e, t->interned.list.at[t->interned.in_run.at[i]], EXPR_NONE);
}

static bool write_down(struct java_thread *t, struct java_endless *e) {
    struct state *s = &e->state;
    state_begin(s);
    vec_clear(&e->exprs);
    for (uint32_t k = t->calls.base; k < t->n_frames && s->good; k++) state_put_frame(t, s, k, 0, put_value);
    if (s->good) state_put_statics(t, s, put_value);
    if (s->good) state_put_lasting(t, s, put_place);
    if (s->good) put_rest(t, e);
    for (uint32_t i = 0; i < s->objects.n && s->good; i++) put_object(e, s->objects.at[i]);
    uint64_t cost = s->words.n + 64;
    e->budget -= cost < e->budget ? cost : e->budget;
    return s->good;
}

// ---- Comparing ----

static void keep_numbers(struct java_thread *t, struct java_endless *e, const struct java_frame *f) {
    const uint64_t *live = java_live_at(t, f->code, (uint32_t)(f->at - f->code->insns));
    vec_clear(&e->numbers);
    for (uint32_t r = 0; live && r < f->code->n_registers; r++)
        if (java_is_live(live, r) && !state_is_of_run(t, f->regs[r].bits))
            vec_push(&e->numbers, (struct known_register){r, f->regs[r].bits});
}

static bool is_followed(const struct java_thread *t) { // what runs is the program, and all of it
    return !t->heap.make_lasting && !t->threads_begun && !t->summaries;
}

static void close_window(struct java_thread *t) {
    t->looks &= ~(uint32_t)LOOK_ENDLESS;
    t->endless->kept = false;
}

// Where states are too large, so will the next ones be.
static void keep(struct java_thread *t, struct java_endless *e) {
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    e->kept = e->budget > 0 && is_followed(t) && write_down(t, e);
    e->met = false;
    e->place = (struct loop_place){t->n_frames, f->code, f->at};
    e->loop = e->place;
    if (!e->kept) {
        close_window(t);
        return;
    }
    keep_numbers(t, e, f);
    vec_clear(&e->then);
    vec_clear(&e->then_exprs);
    for (uint32_t i = 0; i < e->state.words.n; i++) vec_push(&e->then, e->state.words.at[i]);
    for (uint32_t i = 0; i < e->exprs.n; i++) vec_push(&e->then_exprs, e->exprs.at[i]);
    e->outside = t->outside;
    e->serial = t->calls.serial;
}

// The number that was another one last time is the first to be looked at.
static bool has_kept_numbers(struct java_endless *e, const struct java_frame *f) {
    if (e->numbers.n && f->regs[e->numbers.at[0].index].bits != e->numbers.at[0].bits) return false;
    for (uint32_t i = 1; i < e->numbers.n; i++) {
        struct known_register other = e->numbers.at[i];
        if (f->regs[other.index].bits == other.bits) continue;
        e->numbers.at[i] = e->numbers.at[0];
        e->numbers.at[0] = other;
        return false;
    }
    return true;
}

static bool is_kept_one(struct java_thread *t, struct java_endless *e) {
    if (t->outside != e->outside || t->calls.serial != e->serial || !is_followed(t) || !e->budget ||
        !write_down(t, e) || e->state.words.n != e->then.n ||
        memcmp(e->state.words.at, e->then.at, e->state.words.n * sizeof *e->state.words.at) != 0)
        return false;
    e->exact = e->exprs.n == e->then_exprs.n &&
               (!e->exprs.n || memcmp(e->exprs.at, e->then_exprs.at, e->exprs.n * sizeof *e->exprs.at) == 0);
    return true;
}

// The frame of the state that is kept has gone, or it has been compared with long enough.
static bool is_over(const struct java_thread *t, struct java_endless *e) {
    if (t->n_frames < e->place.frames || !e->place.frames) return true;
    if (e->looks < (e->met ? 4 * e->power : e->power)) return false;
    e->looks = 0;
    e->power *= 2;
    return true;
}

bool java_endless_look(struct java_thread *t, const struct insn *from) {
    struct java_endless *e = t->endless;
    e->looks++;
    if (t->n_frames > e->place.frames && e->place.frames && e->looks < e->power) return false;
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    if (is_over(t, e)) {
        if (state_begins_loop(f, from)) keep(t, e);
        return false;
    }
    if (t->n_frames != e->place.frames) return false;
    if (f->at < e->loop.at && state_begins_loop(f, from)) e->loop.at = f->at;
    if (f->at != e->place.at || !has_kept_numbers(e, f) || !is_kept_one(t, e)) return false;
    if (e->met) {
        t->stop = STOP_ENDLESS;
        return true;
    }
    e->met = true;
    e->loop = e->place;
    return false;
}

bool java_endless_is_exact(const struct java_thread *t) {
    return t->endless->exact;
}

uint64_t java_endless_window(struct java_thread *t, bool armed) {
    struct java_endless *e = t->endless;
    if (t->heap.make_lasting) return t->steps + FIRST_WINDOW; // whose steps do not count
    if (t->looks & LOOK_ENDLESS) {
        if (t->steps < e->window_end && armed) return e->window_end;
        close_window(t);
    }
    if (t->steps < e->next_window && t->steps < e->long_window)
        return e->next_window < e->long_window ? e->next_window : e->long_window;
    bool is_long = t->steps >= e->long_window;
    uint64_t length = is_long ? e->long_window / 2 : e->next_window / SHARE;
    uint64_t most = is_long ? LONG_STEPS : MOST_STEPS;
    if (length > most) length = most;
    if (is_long) e->long_window = UINT64_MAX;
    e->window_end = t->steps + length;
    while (e->next_window <= t->steps) e->next_window *= 4;
    if (!armed || !e->budget) return e->next_window;
    t->looks |= LOOK_ENDLESS;
    e->kept = e->met = false;
    e->place = e->loop = (struct loop_place){0};
    e->looks = 0;
    e->power = length / 8 > FIRST_POWER ? length / 8 : FIRST_POWER;
    return e->window_end;
}

// ---- Where a run ended ----

static void add_entry(struct java_thread *t, const struct java_frame *f, const struct insn *at) {
    if (!f->code) return;
    uint32_t i = (uint32_t)(at - f->code->insns);
    vec_push(&t->stop_trace,
             (struct java_trace_entry){f->method, java_code_line_of(f->code, i), f->code->pcs[i]});
}

void java_endless_note_stop(struct java_thread *t) {
    const struct loop_place *loop = &t->endless->loop;
    if (t->stop_trace.n || (t->stop != STOP_STEPS && t->stop != STOP_MEMORY && t->stop != STOP_ENDLESS))
        return;
    uint32_t top = t->n_frames;
    bool known =
        loop->frames && loop->frames <= t->n_frames && t->frames[loop->frames - 1].code == loop->code;
    if (known) top = loop->frames;
    for (uint32_t k = top; k-- > 0 && t->stop_trace.n < MOST_TRACE;)
        add_entry(t, &t->frames[k], known && k + 1 == top ? loop->at : t->frames[k].at);
}
