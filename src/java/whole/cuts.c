// SPDX-License-Identifier: Apache-2.0
#include "java/whole/cuts.h"

#include <string.h>

#include "base/mem.h"
#include "java/classfile/verify.h"
#include "java/runtime/native.h"
#include "java/symbolic/live.h"
#include "java/symbolic/rope.h"
#include "java/symbolic/summary.h"
#include "java/whole/main_mode.h"
#include "java/whole/merge_code.h"
#include "java/whole/states.h"

enum {
    MOST_REGISTERS = 64, // methods with more are left alone
    MOST_CHANGED = 6,    // of a loop
    MOST_TERMS = 6,      // that what changes is compared with
    MOST_RELATIONS = 192,
    MOST_CUTS = 8,   // of a run
    MOST_MENDS = 60, // of all plans
};

struct loop_plan {
    const struct java_code *code;
    uint32_t at;
    bool leave;                            // it cannot be cut
    char kinds[MOST_REGISTERS];            // what is in each register where it begins, by the verifier
    uint64_t changed;                      // registers that its rounds change
    uint64_t dropped[MOST_RELATIONS / 64]; // relations that do not hold
};

struct loop_plans {
    VEC(struct loop_plan) list;
    uint32_t mends;
    bool mended;
    bool closed; // too many: loops stay loops
};

enum relation { NOT_LESS, NOT_MORE, FROM_MINUS_ONE, FROM_ZERO, AT_MOST, AT_LEAST, AS_SLOW, NEXT_AT_MOST };

// changed[a], against what it was (its start), term b or changed[b].
struct cut_relation {
    enum relation relation;
    uint32_t a, b;
};

struct loop_cut {
    struct loop_plan *plan; // of a loop that is only looked at: its registers are noted
    const struct java_code *code;
    uint32_t at, n_frames;
    uint64_t below; // where the callers are
    bool made;      // the unknowns are there
    union word values[MOST_REGISTERS];
    expr_id exprs[MOST_REGISTERS];
    struct state_hash state; // but for what changes
    uint32_t n_changed, n_terms, n_relations;
    uint32_t changed[MOST_CHANGED];
    expr_id starts[MOST_CHANGED], terms[MOST_TERMS];
    struct cut_relation relations[MOST_RELATIONS];
};

struct loop_cuts {
    struct loop_plans *plans;
    uint32_t n, n_made;
    struct loop_cut at[MOST_CUTS];
};

struct loop_plans *loop_plans_new(void) {
    return mem_zalloc(sizeof(struct loop_plans));
}

void loop_plans_free(struct loop_plans *p) {
    if (!p) return;
    vec_free(&p->list);
    mem_free(p);
}

bool loop_plans_mended(struct loop_plans *p) {
    bool mended = p->mended;
    p->mended = false;
    return mended;
}

struct loop_cuts *loop_cuts_new(struct loop_plans *p) {
    struct loop_cuts *c = mem_zalloc(sizeof *c);
    c->plans = p;
    return c;
}

void loop_cuts_free(struct loop_cuts *c) {
    mem_free(c);
}

void loop_cuts_begin_run(struct loop_cuts *c) {
    c->n = c->n_made = 0;
}

// The run ends: its search begins anew with another plan.
static bool mend(struct java_thread *t, struct loop_plans *p) {
    p->closed = p->mends++ == MOST_MENDS;
    p->mended = true;
    t->stop = STOP_ASSUME;
    return true;
}

static struct loop_plan *plan_of(struct loop_plans *p, const struct java_code *code, uint32_t at) {
    for (uint32_t i = 0; i < p->list.n; i++)
        if (p->list.at[i].code == code && p->list.at[i].at == at) return &p->list.at[i];
    return NULL;
}

// ---- What is in a register ----

static bool may_write(const struct insn *i, uint32_t r) {
    enum insn_op op = java_insn_op(i);
    bool call = java_insn_is_call(op);
    if (op >= X_INVOKESTATIC && op <= X_INVOKEINTERFACE &&
        ((const struct java_method *)i->p)->return_kind == JAVA_VOID)
        return false;
    return i->a == r && (call || op == X_MULTIANEWARRAY || op == X_MULTIANEWARRAY_RESOLVE ||
                         op == X_CHECKCAST || op == X_CHECKCAST_RESOLVE || java_insn_writes(i, op, r));
}

static bool is_small(int64_t v) {
    return v >= INT32_MIN && v <= INT32_MAX;
}

// What is in a register where the loop begins, whatever was written to it and where: JAVA_VOID, no integer.
static enum java_kind kind_of(const struct loop_plan *p, uint32_t r) {
    return p->kinds[r] == 'I' ? JAVA_INT : p->kinds[r] == 'J' ? JAVA_LONG : JAVA_VOID;
}

static struct loop_plan new_plan(const struct java_code *code, uint32_t at) {
    struct loop_plan p = {.code = code, .at = at};
    const struct java_method *m = code->method;
    java_verify_kinds(m->class->file, m->info, code->pcs[at], p.kinds, MOST_REGISTERS);
    return p;
}

static uint32_t end_of(const struct java_code *code, uint32_t at) {
    uint32_t end = at;
    for (uint32_t k = at; k < code->n; k++) {
        enum insn_op op = java_insn_op(&code->insns[k]);
        if (op >= X_IF_IEQ && op <= X_GOTO && (uint32_t)code->insns[k].target == at) end = k;
    }
    return end;
}

// ---- Looking ----

static expr_id *exprs_of(struct java_thread *t, const struct java_frame *f) {
    return t->word_exprs + (f->regs - t->words);
}

static uint64_t below(const struct java_thread *t) {
    uint64_t hash = t->n_frames;
    for (uint32_t k = 0; k + 1 < t->n_frames; k++) hash = hash_mix(hash, (uintptr_t)t->frames[k].at);
    return hash;
}

static void note_registers(struct java_thread *t, const struct java_frame *f, struct loop_cut *c) {
    memcpy(c->values, f->regs, f->code->n_registers * sizeof *c->values);
    memcpy(c->exprs, exprs_of(t, f), f->code->n_registers * sizeof *c->exprs);
}

static struct loop_cut *cut_here(struct java_thread *t, struct loop_cuts *cuts, bool *fresh) {
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    uint32_t at = (uint32_t)(f->at - f->code->insns);
    uint64_t callers = below(t);
    *fresh = false;
    for (uint32_t i = 0; i < cuts->n; i++) {
        struct loop_cut *c = &cuts->at[i];
        if (c->code == f->code && c->at == at && c->n_frames == t->n_frames && c->below == callers) return c;
    }
    if (cuts->n == MOST_CUTS) return NULL;
    struct loop_cut *c = &cuts->at[cuts->n++];
    *c = (struct loop_cut){.plan = plan_of(cuts->plans, f->code, at),
                           .code = f->code,
                           .at = at,
                           .n_frames = t->n_frames,
                           .below = callers};
    *fresh = true;
    return c;
}

// Those among the registers that are not what they were, and may be read.
static uint64_t changed_since(struct java_thread *t, const struct java_frame *f, const struct loop_cut *c,
                              const uint64_t *live) {
    uint64_t changed = 0;
    const expr_id *e = exprs_of(t, f);
    for (uint32_t r = 0; r < f->code->n_registers; r++)
        if (java_is_live(live, r) && (f->regs[r].bits != c->values[r].bits || e[r] != c->exprs[r]))
            changed |= (uint64_t)1 << r;
    return changed;
}

// Whether the loop itself does not change all of these: it has been left, and begun anew with others.
static bool is_other_loop(const struct java_code *code, uint32_t at, uint64_t changed) {
    uint32_t end = end_of(code, at);
    for (uint32_t r = 0; r < MOST_REGISTERS; r++) {
        uint32_t k = at;
        while (k <= end && !may_write(&code->insns[k], r)) k++;
        if (changed >> r & 1 && k > end) return true;
    }
    return false;
}

// Has the plan take these for what changes. False: some are no integers, or there are too many.
static bool plan_for(struct loop_plan *p, uint64_t changed) {
    changed |= p->changed;
    for (uint32_t r = 0; r < MOST_REGISTERS; r++)
        if (changed >> r & 1 && kind_of(p, r) == JAVA_VOID) return false;
    if (__builtin_popcountll(changed) > MOST_CHANGED) return false;
    p->changed = changed;
    return true;
}

// ---- The invariant ----

static bool is_object(const struct java_thread *t, union word w) {
    return w.bits > UINT32_MAX && (arena_owns(&t->heap.run, w.r) || arena_owns(&t->heap.lasting, w.r));
}

// A number that what changes may be bounded by; EXPR_NONE: none.
static expr_id term_of(struct java_thread *t, union word w, expr_id e) {
    if (!is_object(t, w)) {
        if (e) return expr_sort(t->x, e) == SORT_INT ? e : EXPR_NONE;
        return is_small(w.j) ? expr_int(t->x, w.j) : EXPR_NONE;
    }
    if (e) return EXPR_NONE;
    if (w.r->class == t->program->string && string_value(w.r))
        return rope_length(t, string_value(w.r), string_is_utf16(w.r));
    if (w.r->class->element) return w.r->length_expr ? EXPR_NONE : expr_int(t->x, w.r->length);
    return EXPR_NONE;
}

static void add_relation(struct loop_cut *c, enum relation relation, uint32_t a, uint32_t b) {
    if (c->n_relations < MOST_RELATIONS)
        c->relations[c->n_relations++] = (struct cut_relation){relation, a, b};
}

static void find_relations(struct loop_cut *c) {
    for (uint32_t a = 0; a < c->n_changed; a++) {
        for (enum relation k = NOT_LESS; k <= FROM_ZERO; k++) add_relation(c, k, a, 0);
        for (uint32_t b = 0; b < MOST_TERMS; b++) {
            add_relation(c, AT_MOST, a, b);
            add_relation(c, AT_LEAST, a, b);
        }
        for (uint32_t b = 0; b < c->n_changed; b++) {
            if (a == b) continue;
            add_relation(c, AS_SLOW, a, b);
            add_relation(c, NEXT_AT_MOST, a, b);
        }
    }
}

// The relation of these values of what changes.
static expr_id relation_of(struct java_thread *t, const struct loop_cut *c, uint32_t i, const expr_id *now) {
    struct cut_relation r = c->relations[i];
    struct expr_store *x = t->x;
    expr_id a = now[r.a];
    switch (r.relation) {
    case NOT_LESS: return expr_not(x, expr_int_lt(x, a, c->starts[r.a]));
    case NOT_MORE: return expr_not(x, expr_int_lt(x, c->starts[r.a], a));
    case FROM_MINUS_ONE: return expr_int_lt(x, expr_int(x, -2), a);
    case FROM_ZERO: return expr_int_lt(x, expr_int(x, -1), a);
    case AT_MOST: return r.b < c->n_terms ? expr_not(x, expr_int_lt(x, c->terms[r.b], a)) : EXPR_TRUE;
    case AT_LEAST: return r.b < c->n_terms ? expr_not(x, expr_int_lt(x, a, c->terms[r.b])) : EXPR_TRUE;
    case AS_SLOW:
        return expr_not(x, expr_int_lt(x, expr_arith(x, EXPR_SUB_OP, now[r.b], c->starts[r.b]),
                                       expr_arith(x, EXPR_SUB_OP, a, c->starts[r.a])));
    case NEXT_AT_MOST:
    default: return expr_not(x, expr_int_lt(x, expr_arith(x, EXPR_ADD_OP, now[r.b], expr_int(x, 1)), a));
    }
}

static expr_id invariant(struct java_thread *t, const struct loop_cut *c, const expr_id *now) {
    expr_id all[MOST_RELATIONS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_relations; i++)
        if (!(c->plan->dropped[i / 64] >> i % 64 & 1)) all[n++] = relation_of(t, c, i, now);
    return expr_and(t->x, all, n);
}

// Decides whether it holds; where it does not, the relations that fail in this run are dropped.
static bool still_holds(struct java_thread *t, struct loop_cuts *cuts, struct loop_cut *c,
                        const expr_id *now) {
    if (summary_decide(t, invariant(t, c, now))) return true;
    for (uint32_t i = 0; i < c->n_relations; i++)
        if (!summary_holds(t, relation_of(t, c, i, now))) c->plan->dropped[i / 64] |= (uint64_t)1 << i % 64;
    mend(t, cuts->plans);
    return false;
}

static void numbers_now(struct java_thread *t, const struct java_frame *f, const struct loop_cut *c,
                        expr_id *now) {
    const expr_id *e = exprs_of(t, f);
    for (uint32_t k = 0; k < c->n_changed; k++)
        now[k] = e[c->changed[k]] ? e[c->changed[k]] : expr_int(t->x, f->regs[c->changed[k]].j);
}

// ---- Cutting ----

// Whether what is in the register is an integer that expressions tell of.
static bool may_be_unknown(struct java_thread *t, const struct java_frame *f, uint32_t r) {
    expr_id e = exprs_of(t, f)[r];
    return !e || expr_sort(t->x, e) == SORT_INT;
}

// What changes becomes unknown. True: the run ends.
static bool make_cut(struct java_thread *t, struct loop_cuts *cuts, struct loop_cut *c,
                     const uint64_t *live) {
    struct java_frame *f = &t->frames[t->n_frames - 1];
    expr_id *e = exprs_of(t, f), unknown[MOST_CHANGED];
    for (uint32_t r = 0; r < f->code->n_registers; r++) {
        bool changes = c->plan->changed >> r & 1;
        if (changes && !may_be_unknown(t, f, r)) return false;
        if (changes) c->changed[c->n_changed++] = r;
        expr_id term = java_is_live(live, r) && !changes && c->n_terms < MOST_TERMS
                           ? term_of(t, f->regs[r], e[r])
                           : EXPR_NONE;
        if (term) c->terms[c->n_terms++] = term;
    }
    numbers_now(t, f, c, c->starts);
    find_relations(c);
    if (!java_states_exact(t, c->plan->changed, &c->state)) return false;
    if (!still_holds(t, cuts, c, c->starts)) return true;
    uint32_t which = cuts->n_made++;
    for (uint32_t k = 0; k < c->n_changed; k++) {
        uint32_t r = c->changed[k];
        struct summary_key key = {SUMMARY_LOOP, {which, r}};
        struct sym v = summary_value(t, key, kind_of(c->plan, r));
        f->regs[r] = v.w;
        e[r] = unknown[k] = v.e;
    }
    c->made = true;
    java_rests_on(t, JAVA_RULE_LOOP_INVARIANT);
    note_registers(t, f, c);
    return !summary_require(t, invariant(t, c, unknown));
}

// Here again after that. True: the run ends.
static bool come_again(struct java_thread *t, struct loop_cuts *cuts, struct loop_cut *c,
                       const uint64_t *live) {
    struct java_frame *f = &t->frames[t->n_frames - 1];
    expr_id now[MOST_CHANGED];
    struct state_hash state;
    uint64_t others = changed_since(t, f, c, live) & ~c->plan->changed;
    if (others && is_other_loop(f->code, c->at, others)) {
        c->n_changed = c->n_terms = c->n_relations = 0;
        c->made = false;
        return make_cut(t, cuts, c, live);
    }
    if (others) {
        if (!plan_for(c->plan, others)) c->plan->leave = true;
        return mend(t, cuts->plans);
    }
    if (!java_states_exact(t, c->plan->changed, &state) || state.key != c->state.key ||
        state.more != c->state.more) {
        c->plan->leave = true;
        return mend(t, cuts->plans);
    }
    numbers_now(t, f, c, now);
    if (still_holds(t, cuts, c, now)) t->stop = STOP_ASSUME;
    return true;
}

bool loop_cuts_look(struct java_thread *t) {
    struct loop_cuts *cuts = main_run_of(t)->cuts;
    struct java_frame *f = &t->frames[t->n_frames - 1];
    bool fresh;
    if (cuts->plans->closed) return false;
    uint32_t at = (uint32_t)(f->at - f->code->insns);
    const uint64_t *live = f->code->n_registers <= MOST_REGISTERS ? java_live_at(t, f->code, at) : NULL;
    struct loop_cut *c = live ? cut_here(t, cuts, &fresh) : NULL;
    if (!c || (c->plan && c->plan->leave)) return false;
    if (c->made) return come_again(t, cuts, c, live);
    if (c->plan) return fresh && make_cut(t, cuts, c, live);
    if (fresh) {
        note_registers(t, f, c);
        return false;
    }
    struct loop_plan plan = new_plan(f->code, at);
    uint64_t changed = changed_since(t, f, c, live);
    if (is_other_loop(f->code, at, changed)) {
        note_registers(t, f, c);
        return false;
    }
    plan.leave = !plan_for(&plan, changed);
    vec_push(&cuts->plans->list, plan);
    return mend(t, cuts->plans);
}
