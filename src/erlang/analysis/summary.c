// SPDX-License-Identifier: Apache-2.0
#include "erlang/analysis/summary.h"

#include <string.h>

#include "erlang/analysis/infer.h"

// What a pass did or asked, in order.
enum event_kind { EVENT_LOOKUP, EVENT_CALL, EVENT_MARK, EVENT_RAISE };
struct event {
    uint8_t kind, flags; // flags: of a mark; of a call: enum answer_flag
    bool yes;            // of a lookup: the function was found; of a raise: there may be other reasons
    uint32_t arity;      // of a lookup or call
    symbol module, name;
    shape result;            // of a call
    const shape *args;       // likewise
    const struct core *node; // of a mark or raise
    term reason;             // of a raise
};
enum answer_flag { ANSWER_FAILS = 1, ANSWER_MATTERS = 2, ANSWER_WILD = 4, ANSWER_NONE = 8 /* no variant */ };

struct summary {
    const struct core *fun;
    const shape *args;
    bool hurried, fails, matters, wild;
    shape result;
    uint64_t visits, guards;
    uint32_t n;
    const struct event *events;
    uint32_t next; // of the same hash, made before
};

struct summaries {
    struct arena arena;
    struct shapes *shapes;
    struct hash_map first; // hash of function and arguments -> the latest
    VEC(struct summary) all;
};

struct summary_log {
    VEC(struct event) events;
    bool on, good;
    uint64_t visits, guards; // before the pass
    shape *args;
    uint64_t hash;
};

enum { BYTES_MAX = 256 << 20 }; // then no more are kept

struct summaries *summaries_new(void) {
    struct summaries *s = mem_zalloc(sizeof *s);
    arena_init(&s->arena, 1 << 20);
    s->shapes = shapes_new(NULL, NULL);
    return s;
}

void summaries_free(struct summaries *s) {
    if (!s) return;
    arena_free(&s->arena);
    shapes_free(s->shapes);
    hash_map_free(&s->first);
    vec_free(&s->all);
    mem_free(s);
}

// ---- From one store of shapes to the other ----

static shape stored(struct analysis *a, shape own) {
    return shape_import(a->summaries->shapes, a->shapes, own, &a->stored);
}

static shape taken(struct analysis *a, shape kept) {
    return shape_import(a->shapes, a->summaries->shapes, kept, &a->taken);
}

static shape *stored_all(struct analysis *a, const shape *own, uint32_t n) {
    shape *all = ARENA_ARRAY(&a->summaries->arena, shape, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        all[i] = stored(a, own[i]);
        if (all[i] == SHAPE_OPEN) return NULL;
    }
    return all;
}

// ---- Keeping ----

static bool is_recording(const struct analysis *a) {
    return a->log && a->log->on && a->log->good;
}

static void record(struct analysis *a, struct event e) {
    vec_push(&a->log->events, e);
}

void summary_spoil(struct analysis *a) {
    if (a->log) a->log->good = false;
}

void summary_lookup(struct analysis *a, symbol module, symbol name, uint32_t arity, bool found) {
    if (!is_recording(a)) return;
    record(a, (struct event){EVENT_LOOKUP, .module = module, .name = name, .arity = arity, .yes = found});
}

void summary_mark(struct analysis *a, const struct core *node, uint8_t flags) {
    if (is_recording(a)) record(a, (struct event){EVENT_MARK, .node = node, .flags = flags});
}

void summary_raise(struct analysis *a, const struct core *node, term reason, bool several) {
    if (!is_recording(a)) return;
    record(a, (struct event){EVENT_RAISE, .node = node, .reason = reason, .yes = several});
}

static uint8_t answer_flags(const struct variant *v) {
    return (uint8_t)((v->fails ? ANSWER_FAILS : 0) | (v->matters ? ANSWER_MATTERS : 0) |
                     (v->wild ? ANSWER_WILD : 0));
}

void summary_call(struct analysis *a, uint32_t routine, const shape *args, uint32_t variant) {
    if (!is_recording(a)) return;
    const struct routine *r = &a->routines.at[routine];
    struct event e = {EVENT_CALL, .module = r->module->name, .name = r->name, .arity = r->arity};
    e.args = r->inner ? NULL : stored_all(a, args, r->arity);
    e.flags = variant == UINT32_MAX ? ANSWER_NONE : answer_flags(&a->variants.at[variant]);
    e.result = variant == UINT32_MAX ? SHAPE_NONE : stored(a, a->variants.at[variant].result);
    a->log->good = e.args && e.result != SHAPE_OPEN;
    record(a, e);
}

static uint64_t hash_of(const struct core *fun, bool hurried, const shape *args, uint32_t arity) {
    uint64_t h = hash_mix(fun->id, hurried);
    for (uint32_t i = 0; i < arity; i++) h = hash_mix(h, args[i]);
    return h;
}

// ---- Repeating ----

// The answers are the same so far. The calls before the first that is not are those that the pass itself
// would make: it knows nothing else.
static bool same_answers(struct analysis *a, struct pass *p, const struct summary *m) {
    for (uint32_t i = 0; i < m->n; i++) {
        const struct event *e = &m->events[i];
        if (e->kind != EVENT_LOOKUP && e->kind != EVENT_CALL) continue;
        uint32_t routine = routine_of_function(a, e->module, e->name, e->arity);
        if (e->kind == EVENT_LOOKUP) {
            if ((routine != UINT32_MAX) != e->yes) return false;
            continue;
        }
        if (routine == UINT32_MAX) return false;
        shape args[256];
        for (uint32_t k = 0; k < e->arity; k++) args[k] = taken(a, e->args[k]);
        uint32_t v = infer_call(a, p, routine, 0, shape_tuple(a->shapes, NULL, 0), args);
        uint8_t flags = v == UINT32_MAX ? ANSWER_NONE : answer_flags(&a->variants.at[v]);
        shape result = v == UINT32_MAX ? (shape)SHAPE_NONE : a->variants.at[v].result;
        if (flags != e->flags || stored(a, result) != e->result) return false;
    }
    return true;
}

static void repeat(struct analysis *a, struct pass *p, const struct summary *m) {
    const struct core_module *module = a->routines.at[p->routine].module;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct event *e = &m->events[i];
        if (e->kind == EVENT_MARK) node_mark(a, e->node, e->flags);
        if (e->kind == EVENT_RAISE) infer_note_raise(a, module, e->node, e->reason, e->yes);
    }
    a->visits += m->visits;
    a->guards += m->guards;
    p->fails = m->fails;
    p->matters = m->matters;
    p->wild = m->wild;
    infer_conclude(a, p, taken(a, m->result));
}

bool summary_begin(struct analysis *a, uint32_t variant) {
    const struct variant *v = &a->variants.at[variant];
    const struct routine *r = &a->routines.at[v->routine];
    struct summaries *s = a->summaries;
    if (!s || r->inner || v->scope || !r->fun->id) return false;
    uint32_t arity = r->arity, i;
    shape *args = stored_all(a, v->args, arity);
    if (!args) return false;
    if (!a->log) a->log = mem_zalloc(sizeof *a->log);
    struct summary_log *l = a->log;
    l->args = args;
    l->hash = hash_of(r->fun, a->hurried, args, arity);
    struct pass p = {.a = a, .s = a->shapes, .variant = variant, .routine = v->routine};
    const struct core *fun = r->fun;
    for (bool more = hash_map_get(&s->first, l->hash, &i); more && i != UINT32_MAX; i = s->all.at[i].next) {
        const struct summary *m = &s->all.at[i];
        if (m->fun != fun || m->hurried != a->hurried || memcmp(m->args, args, arity * sizeof *args) ||
            !infer_guards_left(a, m->guards) || !same_answers(a, &p, m))
            continue;
        repeat(a, &p, m);
        return true;
    }
    vec_clear(&l->events);
    l->visits = a->visits;
    l->guards = a->guards;
    l->on = l->good = arena_used(&s->arena) < BYTES_MAX;
    return false;
}

void summary_end(struct analysis *a, const struct pass *p, shape result) {
    struct summary_log *l = a->log;
    struct summaries *s = a->summaries;
    if (!l || !l->on) return;
    l->on = false;
    shape kept = l->good ? stored(a, result) : (shape)SHAPE_OPEN;
    if (kept == SHAPE_OPEN || a->given_up || !infer_guards_left(a, 0)) return;
    uint32_t before = UINT32_MAX;
    hash_map_get(&s->first, l->hash, &before);
    struct summary m = {.fun = a->routines.at[p->routine].fun,
                        .args = l->args,
                        .hurried = a->hurried,
                        .fails = p->fails,
                        .matters = p->matters,
                        .wild = p->wild,
                        .result = kept,
                        .visits = a->visits - l->visits,
                        .guards = a->guards - l->guards,
                        .n = l->events.n,
                        .events = arena_copy(&s->arena, l->events.at, l->events.n * sizeof *l->events.at),
                        .next = before};
    hash_map_put(&s->first, l->hash, s->all.n);
    vec_push(&s->all, m);
}

void summary_log_free(struct analysis *a) {
    if (a->log) vec_free(&a->log->events);
    mem_free(a->log);
    hash_map_free(&a->stored);
    hash_map_free(&a->taken);
}
