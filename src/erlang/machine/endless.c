// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/endless.h"

#include <string.h>

#include "erlang/term/map.h"

enum {
    FIRST_LOOK = 10000,    // calls
    WINDOW_LEAST = 2000,   // calls that are compared with a state ..
    WINDOW_PART = 64,      // .. or this part of those made so far
    VISITS_FOR_A_CALL = 4, // of terms, when they are compared
    LAP_MAX = 1 << 16,     // calls of a round that are noted
    CALL_TEXT = 200,       // bytes
};
enum { MARK_NONE, MARK_SEEN, MARK_STATE }; // of a frame: below the state

enum phase {
    PHASE_IDLE,
    PHASE_WATCH, // whether the state comes again
    PHASE_LAP,   // it has: what is called until it comes once more
    PHASE_TELL,  // until the function that is told of is entered
};

struct lap_call {
    const struct function *caller, *callee;
    uint32_t depth, line; // frames; of the call
};

struct pair {
    term a, b;
};

struct endless {
    enum phase phase;
    uint64_t until; // in steps: when the phase is given up
    // The state.
    const struct function *f;
    VEC(term) args;
    uint32_t depth;
    uint64_t began, changes, vm_calls;
    term dictionary, open_keys, leader;
    bool traps_exits;
    int64_t visits; // left for comparisons
    VEC(struct pair) todo;
    VEC(struct lap_call) lap;
    struct trace_place place;
    const struct function *told;
    struct str call;
};

// ---- Terms ----

static term plain_top(term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : t & ~(t == TERM_NONE ? 0 : TERM_SHADOW);
}

static bool same_bits(struct endless *e, term a, term b) {
    const struct bits *x = term_bits_of(a), *y = term_bits_of(b);
    e->visits -= (int64_t)(x->size / 64);
    return x->size == y->size && term_equal(a, b);
}

static bool same_floats(term a, term b) {
    double x = term_float_value(a), y = term_float_value(b);
    return memcmp(&x, &y, sizeof x) == 0;
}

// The values of maps with equal keys are still to be compared. (Of equal keys, floats may differ by a sign.)
static bool same_maps(struct endless *e, term a, term b) {
    if (map_size(a) != map_size(b)) return false;
    e->visits -= (int64_t)map_size(a);
    struct map_iterator i, j;
    term k, v, l, w;
    map_iterate(&i, a);
    map_iterate(&j, b);
    while (map_next(&i, &k, &v)) {
        if (e->visits < 0 || !map_next(&j, &l, &w)) return false;
        vec_push(&e->todo, ((struct pair){k, l}));
        vec_push(&e->todo, ((struct pair){v, w}));
    }
    return true;
}

static bool same_funs(struct endless *e, const struct closure *x, const struct closure *y) {
    if (x->flags != y->flags || x->arity != y->arity || x->box.n != y->box.n) return false;
    if (x->flags == CLOSURE_EXTERNAL) return x->module == y->module && x->name == y->name;
    if (x->flags == CLOSURE_CODE && x->code != y->code) return false;
    for (uint32_t i = 0; i < x->box.n; i++) vec_push(&e->todo, ((struct pair){x->at[i], y->at[i]}));
    return true;
}

static bool same_boxes(struct endless *e, term a, term b) {
    const struct box *x = term_pointer(a), *y = term_pointer(b);
    if (x->kind != y->kind) return false;
    switch ((enum box_kind)x->kind) {
    case BOX_BIG: return term_equal(a, b);
    case BOX_FLOAT: return same_floats(a, b);
    case BOX_BITS: return same_bits(e, a, b);
    case BOX_MAP: return same_maps(e, a, b);
    case BOX_FUN: return same_funs(e, term_closure(a), term_closure(b));
    }
    return false;
}

static bool same_pair(struct endless *e, term a, term b) {
    a = plain_top(a);
    b = plain_top(b);
    if (a == b) return true;
    if (term_tag(a) != term_tag(b)) return false;
    switch (term_tag(a)) {
    case TAG_CONS:
        vec_push(&e->todo, ((struct pair){term_tl(a), term_tl(b)}));
        vec_push(&e->todo, ((struct pair){term_hd(a), term_hd(b)}));
        return true;
    case TAG_TUPLE: {
        const struct tuple *x = term_tuple(a), *y = term_tuple(b);
        if (x->n != y->n) return false;
        e->visits -= (int64_t)x->n;
        for (uint64_t i = x->n; i-- > 0 && e->visits >= 0;)
            vec_push(&e->todo, ((struct pair){x->at[i], y->at[i]}));
        return true;
    }
    case TAG_BOX: return same_boxes(e, a, b);
    default: return false;
    }
}

// False may also mean: too many visits.
static bool same_terms(struct endless *e, term a, term b) {
    vec_clear(&e->todo);
    bool same = same_pair(e, a, b);
    while (same && e->todo.n) {
        struct pair next = vec_pop(&e->todo);
        same = --e->visits >= 0 && same_pair(e, next.a, next.b);
    }
    return same && e->visits >= 0;
}

// ---- States ----

static uint64_t most(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static struct frame *top_frame(const struct interp *ip) {
    return ip->n_frames ? &ip->frames[ip->n_frames - 1] : NULL;
}

static void remember(struct endless *e, struct interp *ip, const struct function *f, const term *base) {
    const struct process *p = &ip->process;
    e->f = f;
    e->depth = ip->n_frames;
    e->began = ip->steps;
    e->changes = p->changes;
    e->vm_calls = p->vm_calls;
    e->dictionary = p->dictionary;
    e->open_keys = p->open_keys;
    e->leader = p->leader;
    e->traps_exits = p->traps_exits;
    vec_clear(&e->args);
    for (uint32_t i = 0; i < f->arity + f->captured; i++) vec_push(&e->args, base[i]);
    if (top_frame(ip)) top_frame(ip)->mark = MARK_STATE;
}

static bool is_back(struct endless *e, struct interp *ip, const struct function *f, const term *base) {
    const struct process *p = &ip->process;
    if (f != e->f || ip->n_frames < e->depth || p->changes != e->changes || p->vm_calls != e->vm_calls)
        return false;
    if (e->depth && ip->frames[e->depth - 1].mark != MARK_STATE) return false;
    for (uint32_t i = 0; i < e->args.n; i++)
        if (!same_terms(e, e->args.at[i], base[i])) return false;
    return same_terms(e, e->dictionary, p->dictionary) && same_terms(e, e->open_keys, p->open_keys) &&
           e->leader == p->leader && e->traps_exits == p->traps_exits;
}

static void give_up(struct endless *e, struct interp *ip) {
    e->phase = PHASE_IDLE;
    ip->endless_at = 2 * ip->steps;
}

// ---- The loop's place ----

static bool is_own(const struct interp *ip, const struct function *f) {
    return f->module == ip->home || (f->module_code && !f->module_code->library);
}

static uint32_t line_of(const struct function *f, const uint32_t *pc) {
    uint32_t line = f->n_code ? code_line(f, (uint32_t)(pc - f->code)) : 0;
    return line ? line : f->line;
}

// Of a fun the function it stands in.
static struct trace_place place_in(const struct function *f, uint32_t line) {
    if (f->home) f = f->home;
    return (struct trace_place){f->module, f->name, f->arity + f->captured, line};
}

// Who has called f: the frame that was made for it, or, in tail position, who ran before it.
static void note_call(struct endless *e, struct interp *ip, const struct function *f) {
    struct frame *top = top_frame(ip);
    bool pushed = top && top->mark == MARK_NONE;
    if (pushed) top->mark = MARK_SEEN;
    if (e->lap.n == LAP_MAX) return;
    const struct function *caller = pushed ? top->f : ip->f;
    uint32_t line = line_of(caller, pushed ? top->pc - 1 : ip->pc);
    vec_push(&e->lap, ((struct lap_call){caller, f, ip->n_frames, line}));
}

static bool is_before(const struct function *f, uint32_t line, const struct function *g, uint32_t other) {
    if (!g || line != other) return !g || line < other;
    return strcmp(symbol_text(f->name), symbol_text(g->name)) < 0;
}

// level: only calls from that many frames; ANY_LEVEL: from any; LEAST_LEVEL: from the least that there are.
enum { ANY_LEVEL = -1, LEAST_LEVEL = -2 };
static const struct function *first_call(const struct endless *e, const struct interp *ip, int64_t level,
                                         uint32_t *line) {
    const struct function *first = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < e->lap.n; i++) {
        const struct lap_call *c = &e->lap.at[i];
        if (!is_own(ip, c->caller) || (level >= 0 && c->depth != level)) continue;
        if (level == LEAST_LEVEL && c->depth > least) continue;
        if (level == LEAST_LEVEL && c->depth < least) first = NULL;
        least = c->depth;
        if (!is_before(c->caller, c->line, first, *line)) continue;
        first = c->caller;
        *line = c->line;
    }
    return first;
}

// Of a round that goes deeper: of the frames it leaves.
static const struct function *first_frame(const struct endless *e, const struct interp *ip, uint32_t *line) {
    const struct function *first = NULL;
    for (uint32_t i = e->depth; i < ip->n_frames; i++) {
        const struct frame *back = &ip->frames[i];
        uint32_t at = line_of(back->f, back->pc - 1);
        if (!is_own(ip, back->f) || !is_before(back->f, at, first, *line)) continue;
        first = back->f;
        *line = at;
    }
    return first;
}

static const struct function *waiting(const struct interp *ip, uint32_t *line) {
    for (uint32_t i = ip->n_frames; i-- > 0;) {
        const struct frame *back = &ip->frames[i];
        *line = line_of(back->f, back->pc - 1);
        if (is_own(ip, back->f)) return back->f;
    }
    return NULL;
}

static void find_place(struct endless *e, const struct interp *ip, const struct function *f) {
    uint32_t line = 0;
    bool deeper = ip->n_frames > e->depth;
    const struct function *at = deeper ? first_frame(e, ip, &line) : first_call(e, ip, e->depth, &line);
    if (!at) at = first_call(e, ip, deeper ? ANY_LEVEL : LEAST_LEVEL, &line);
    if (!at) at = waiting(ip, &line);
    if (!at) {
        at = f;
        line = f->line;
    }
    e->place = place_in(at, line);
    e->told = f;
    for (uint32_t i = 0; i < e->lap.n; i++)
        if (e->lap.at[i].callee == at) e->told = at;
}

static void tell(struct endless *e, struct interp *ip, const struct function *f, const term *base) {
    str_clear(&e->call);
    term_print_atom(&e->call, f->module);
    str_add_char(&e->call, ':');
    term_print_atom(&e->call, f->name);
    str_add_char(&e->call, '(');
    for (uint32_t i = 0; i < f->arity; i++) {
        if (i) str_add(&e->call, ", ");
        term t = base[i];
        term_print(&e->call, term_shadowed(t) ? term_concrete(&ip->heap, t) : t, CALL_TEXT / f->arity);
    }
    str_add_char(&e->call, ')');
}

// ---- Runs ----

void endless_begin(struct interp *ip, bool looking) {
    if (!ip->endless) ip->endless = mem_zalloc(sizeof *ip->endless);
    ip->endless->phase = PHASE_IDLE;
    ip->endless_at = looking ? ip->steps + FIRST_LOOK : UINT64_MAX;
}

void endless_free(struct endless *e) {
    if (!e) return;
    vec_free(&e->args);
    vec_free(&e->todo);
    vec_free(&e->lap);
    str_free(&e->call);
    mem_free(e);
}

static void watch(struct endless *e, struct interp *ip, const struct function *f, const term *base) {
    uint64_t window = most(WINDOW_LEAST, ip->steps / WINDOW_PART);
    remember(e, ip, f, base);
    e->phase = PHASE_WATCH;
    e->until = ip->steps + window;
    e->visits = (int64_t)window * VISITS_FOR_A_CALL;
}

static void begin_lap(struct endless *e, struct interp *ip, const struct function *f, const term *base) {
    uint64_t length = ip->steps - e->began;
    remember(e, ip, f, base);
    vec_clear(&e->lap);
    e->phase = PHASE_LAP;
    e->until = ip->steps + 2 * length + 2;
    e->visits = INT32_MAX;
}

bool endless_look(struct interp *ip, const struct function *f, const term *base) {
    struct endless *e = ip->endless;
    ip->endless_at = ip->steps;
    if (ip->process.tasks) {
        ip->endless_at = UINT64_MAX;
        return false;
    }
    switch (e->phase) {
    case PHASE_IDLE: watch(e, ip, f, base); break;
    case PHASE_WATCH:
        if (is_back(e, ip, f, base))
            begin_lap(e, ip, f, base);
        else if (ip->steps >= e->until || e->visits < 0)
            give_up(e, ip);
        break;
    case PHASE_LAP:
        note_call(e, ip, f);
        if (!is_back(e, ip, f, base)) {
            if (ip->steps >= e->until) give_up(e, ip);
            break;
        }
        find_place(e, ip, f);
        e->phase = PHASE_TELL;
        e->until = ip->steps + 2 * (ip->steps - e->began) + 2;
        __attribute__((fallthrough));
    case PHASE_TELL:
        if (f != e->told && ip->steps < e->until) break;
        tell(e, ip, f, base);
        return true;
    }
    return false;
}

struct trace_place endless_place(const struct interp *ip) {
    return ip->endless->place;
}

const char *endless_call(const struct interp *ip) {
    return str_text(&ip->endless->call);
}

struct trace_place endless_own_place(const struct interp *ip) {
    if (ip->f->module && is_own(ip, ip->f)) return place_in(ip->f, ip->f->line);
    uint32_t line;
    const struct function *f = waiting(ip, &line);
    return f ? place_in(f, line) : (struct trace_place){0};
}
