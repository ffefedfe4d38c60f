// SPDX-License-Identifier: Apache-2.0
// Loops that end, by rank functions that are combined lexicographically. The graph of a method's instructions
// has an edge for each way on, those to handlers of exceptions included. Each of its strongly connected
// components is a loop (or several). For it a rank is looked for: something that certain edges, its steps,
// change in one direction, and that nothing else in the component writes to, bounded by what other edges, its
// guards, say of it. A run cannot take steps for ever then; without them it is in a component of what is
// left, of which the same is shown.
//
// Between two steps there has to be a guard, so a step begins with the bound holding: that is how one that
// would wrap around is told from one that cannot. Before its first guard a run may take a step that does; but
// only one.
#include "java/program/ending_loop.h"

#include <string.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "java/program/ending_step.h"

enum {
    MOST_INSNS = 8192,
    MOST_PARTS = 512 // components looked at
};

// ---- Ranks ----

struct part { // a component, and the rank that is tried
    const uint32_t *edges;
    uint32_t n;
    enum rank_kind kind;
    uint32_t reg;
    bool wide;
    int64_t least, most; // of what steps add
    bool in_row;         // several steps may follow one another
    struct interval {    // RANK_INTERVAL: between reg and
        uint32_t hi, mid;
        uint32_t made; // where mid is
        bool strict;   // guards are lo < hi, not lo <= hi
    } interval;
    const struct guard *differs; // guards are that the register differs from that; NULL: that it is bounded
};

static bool is_in_part(const struct loops *l, uint32_t edge) {
    return l->stamp[edge] == l->now;
}

// Whether the steps are all that may write to the register. Notes what they are.
static bool steps_only(const struct loops *l, struct part *p) {
    bool any = false;
    p->least = INT64_MAX;
    p->most = INT64_MIN;
    for (uint32_t k = 0; k < p->n; k++) {
        const struct edge *e = &l->edges.at[p->edges[k]];
        if (e->kind == EDGE_CAUGHT && ending_is_of_handlers(l, p->reg)) return false;
        struct step s = ending_step_of(l, e->from);
        bool own = s.kind == p->kind && s.reg == p->reg && s.wide == p->wide;
        bool writes = ending_may_write(l, e->from, p->reg);
        if (writes && (!own || p->kind == RANK_ITERATOR)) return false;
        if (!own) continue;
        any = true;
        if (s.by < p->least) p->least = s.by;
        if (s.by > p->most) p->most = s.by;
    }
    return any;
}

static bool is_step(const struct loops *l, const struct part *p, const struct edge *e) {
    if (e->kind != EDGE_NEXT) return false;
    if (p->kind == RANK_INTERVAL)
        return ending_may_write(l, e->from, p->reg) || ending_may_write(l, e->from, p->interval.hi);
    struct step s = ending_step_of(l, e->from);
    return s.kind == p->kind && s.reg == p->reg;
}

static bool is_not_zero(const struct guard *g) {
    return g->differs ? g->other_constant && g->value == 0 : g->range.low > 0 || g->range.high < 0;
}

static bool is_order(const struct loops *l, const struct edge *e, uint32_t lo, uint32_t hi, bool strict) {
    struct comparison c;
    if (e->kind == EDGE_CAUGHT || !ending_compares(l, e->from, &c) || c.constant || c.wide) return false;
    enum relation relation = e->kind == EDGE_TAKEN ? c.relation : ending_opposite(c.relation);
    if (c.b == hi && c.c == lo)
        relation = ending_mirrored(relation);
    else if (c.b != lo || c.c != hi)
        return false;
    return relation == REL_LT || (!strict && relation == REL_LE);
}

static bool is_guard(const struct loops *l, const struct part *p, const struct edge *e) {
    struct guard g;
    struct range end;
    if (p->kind == RANK_INTERVAL) return is_order(l, e, p->reg, p->interval.hi, p->interval.strict);
    if (!ending_guard_of(l, e, p->reg, p->wide, &g)) return false;
    switch (SOME_OF(p->kind)) {
    case RANK_UP:
    case RANK_DOWN:
        if (p->differs)
            return g.differs && g.other_constant == p->differs->other_constant &&
                   (g.other_constant ? g.value == p->differs->value : g.other == p->differs->other);
        if (g.differs) return false;
        end = p->kind == RANK_UP ? (struct range){g.range.high, g.range.high}
                                 : (struct range){g.range.low, g.range.low};
        return ending_adds_up(&end, p->kind == RANK_UP ? p->most : p->least, p->wide);
    case RANK_DIVIDE:
    case RANK_UNSIGNED_SHIFT:
    case RANK_LEFT_SHIFT:
    case RANK_CLEAR: return is_not_zero(&g);
    case RANK_SHIFT: return !g.differs && g.range.low > 0;
    default: return false;
    }
}

static bool needs_guard(enum rank_kind k) {
    return k != RANK_REMAINDER && k != RANK_ITERATOR;
}

// Goes from `from` on without crossing a guard, or leaving the node `except`. True: it comes to what `ends`
// says.
static bool comes_to(struct loops *l, const struct part *p, indices *open, uint32_t except,
                     bool (*ends)(const struct loops *l, const struct part *p, const struct edge *e,
                                  const struct edge *from),
                     const struct edge *from) {
    bool found = false;
    memset(l->marked, 0, l->code->n * sizeof *l->marked);
    while (open->n && !found) {
        uint32_t node = vec_pop(open);
        if (l->marked[node] || node == except) continue;
        l->marked[node] = true;
        for (uint32_t k = l->first[node]; k < l->first[node + 1] && !found; k++) {
            const struct edge *e = &l->edges.at[l->out[k]];
            if (!is_in_part(l, l->out[k])) continue;
            found = ends(l, p, e, from);
            if (!is_guard(l, p, e)) vec_push(open, e->to);
        }
    }
    vec_clear(open);
    return found;
}

static bool is_any_step(const struct loops *l, const struct part *p, const struct edge *e,
                        const struct edge *from) {
    (void)from;
    return is_step(l, p, e);
}

static bool is_same_step(const struct loops *l, const struct part *p, const struct edge *e,
                         const struct edge *from) {
    (void)l;
    (void)p;
    return e == from;
}

// Whether each way from one step to another one, or to itself, crosses a guard; of steps in a row, from one
// to itself.
static bool is_guarded(struct loops *l, const struct part *p) {
    indices open = {0};
    bool good = true;
    for (uint32_t k = 0; k < p->n && good; k++) {
        const struct edge *e = &l->edges.at[p->edges[k]];
        if (!is_step(l, p, e)) continue;
        vec_push(&open, e->to);
        if (p->in_row) good = !comes_to(l, p, &open, UINT32_MAX, is_same_step, e);
    }
    if (good && !p->in_row) good = !comes_to(l, p, &open, UINT32_MAX, is_any_step, NULL);
    vec_free(&open);
    return good;
}

// Several steps between two guards, each once at most: together they add what they all add.
static bool is_guarded_in_row(struct loops *l, struct part *p) {
    enum { MOST_STEPS = 16 };
    int64_t sum = 0;
    uint32_t steps = 0;
    if (p->kind != RANK_UP && p->kind != RANK_DOWN) return false;
    for (uint32_t k = 0; k < p->n; k++) {
        const struct edge *e = &l->edges.at[p->edges[k]];
        if (!is_step(l, p, e)) continue;
        if (++steps > MOST_STEPS || __builtin_add_overflow(sum, ending_step_of(l, e->from).by, &sum))
            return false;
    }
    struct part row = *p;
    row.least = row.most = sum;
    row.in_row = true;
    return steps > 1 && is_guarded(l, &row);
}

// With an odd step a number comes to every value there is, also that of another register, if nothing writes
// to that.
static bool comes_to_value(struct loops *l, struct part *p) {
    if ((p->kind != RANK_UP && p->kind != RANK_DOWN) || p->least != p->most || !(p->most & 1)) return false;
    for (uint32_t k = 0; k < p->n; k++) {
        struct guard g;
        if (!ending_guard_of(l, &l->edges.at[p->edges[k]], p->reg, p->wide, &g) || !g.differs) continue;
        bool fixed = true;
        for (uint32_t i = 0; i < p->n && fixed && !g.other_constant; i++) {
            const struct edge *e = &l->edges.at[p->edges[i]];
            fixed = !ending_may_write(l, e->from, g.other) &&
                    !(e->kind == EDGE_CAUGHT && ending_is_of_handlers(l, g.other));
        }
        if (!fixed) continue;
        p->differs = &g;
        bool good = is_guarded(l, p);
        p->differs = NULL;
        if (good) return true;
    }
    return false;
}

static bool ranks(struct loops *l, struct part *p) {
    if (!steps_only(l, p)) return false;
    return !needs_guard(p->kind) || is_guarded(l, p) || is_guarded_in_row(l, p) || comes_to_value(l, p);
}

// ---- Binary search ----

static bool written_by(const struct loops *l, uint32_t i, uint32_t r, uint32_t *at) {
    return ending_written_before(l, i, r, at) && l->code->insns[*at].a == r;
}

// mid = (lo + hi) >>> 1, or lo + (hi - lo) / 2: between them, and below hi where lo is.
static bool is_middle(const struct loops *l, uint32_t i, uint32_t lo, uint32_t hi) {
    const struct insn *x = &l->code->insns[i], *half, *whole_one;
    uint32_t at, from;
    if (ending_op_at(l, i) == X_IUSHR_I) {
        if ((x->imm & 31) != 1 || !written_by(l, i, x->b, &at) || ending_op_at(l, at) != X_IADD) return false;
        const struct insn *sum = &l->code->insns[at];
        bool both = (sum->b == lo && sum->c == hi) || (sum->b == hi && sum->c == lo);
        return both && ending_is_unwritten(l, at, i, lo) && ending_is_unwritten(l, at, i, hi);
    }
    if (ending_op_at(l, i) != X_IADD || (x->b != lo && x->c != lo)) return false;
    if (!written_by(l, i, x->b == lo ? x->c : x->b, &at)) return false;
    half = &l->code->insns[at];
    bool halves =
        (ending_op_at(l, at) == X_IDIV_I && half->imm == 2) ||
        ((ending_op_at(l, at) == X_ISHR_I || ending_op_at(l, at) == X_IUSHR_I) && (half->imm & 31) == 1);
    if (!halves || !written_by(l, at, half->b, &from) || ending_op_at(l, from) != X_ISUB) return false;
    whole_one = &l->code->insns[from];
    return whole_one->b == hi && whole_one->c == lo && ending_is_unwritten(l, from, i, lo) &&
           ending_is_unwritten(l, from, i, hi);
}

// hi = mid where it is below hi, lo = mid + 1, hi = mid - 1
static bool narrows(const struct loops *l, uint32_t i, const struct part *p) {
    const struct insn *x = &l->code->insns[i];
    const struct interval *v = &p->interval;
    if (x->b != v->mid) return false;
    switch (SOME_OF(ending_op_at(l, i))) {
    case X_MOVE: return x->a == v->hi && v->strict;
    case X_IADD_I: return x->a == p->reg ? x->imm == 1 : x->imm == -1;
    case X_ISUB_I: return x->a == v->hi && x->imm == 1;
    default: return false;
    }
}

static bool is_within(const struct loops *l, uint32_t node) {
    for (uint32_t k = l->first[node]; k < l->first[node + 1]; k++)
        if (is_in_part(l, l->out[k])) return true;
    return false;
}

// What other code leaves in the registers: nothing negative in lo, and in hi what leaves room for mid + 1.
static bool begins_well(const struct loops *l, const struct part *p) {
    uint32_t hi = p->interval.hi, lo = p->reg, slots = l->code->method->arg_slots;
    if (lo < slots || hi < slots || ending_is_of_handlers(l, lo) || ending_is_of_handlers(l, hi))
        return false;
    for (uint32_t i = 0; i < l->code->n; i++) {
        bool writes_lo = ending_may_write(l, i, lo), writes_hi = ending_may_write(l, i, hi);
        if ((!writes_lo && !writes_hi) || is_within(l, i)) continue; // within, steps write
        if (l->code->insns[i].a != (writes_lo ? lo : hi)) return false;
        struct range r = ending_range_after(l, i, false, MOST_DEPTH);
        if (writes_lo ? r.low < 0 : !p->interval.strict && r.high == INT32_MAX) return false;
    }
    return true;
}

static bool narrows_only(const struct loops *l, struct part *p) {
    bool any = false, made = false;
    for (uint32_t k = 0; k < p->n; k++) {
        uint32_t from = l->edges.at[p->edges[k]].from;
        if (ending_may_write(l, from, p->reg) || ending_may_write(l, from, p->interval.hi)) {
            if (!narrows(l, from, p)) return false;
            any = true;
        }
        if (!ending_may_write(l, from, p->interval.mid)) continue;
        if ((made && p->interval.made != from) || !is_middle(l, from, p->reg, p->interval.hi)) return false;
        p->interval.made = from;
        made = true;
    }
    return any && made;
}

// Between a guard and a step, mid is made anew.
static bool is_made_anew(struct loops *l, const struct part *p) {
    indices open = {0};
    for (uint32_t k = 0; k < p->n; k++) {
        const struct edge *e = &l->edges.at[p->edges[k]];
        if (is_guard(l, p, e)) vec_push(&open, e->to);
    }
    bool good = !comes_to(l, p, &open, p->interval.made, is_any_step, NULL);
    vec_free(&open);
    return good;
}

static bool searches(struct loops *l, struct part *p) {
    return narrows_only(l, p) && begins_well(l, p) && is_guarded(l, p) && is_made_anew(l, p);
}

static bool find_interval(struct loops *l, struct part *p) {
    p->kind = RANK_INTERVAL;
    for (uint32_t k = 0; k < p->n; k++) {
        struct comparison c;
        const struct edge *e = &l->edges.at[p->edges[k]];
        if (!ending_compares(l, e->from, &c) || c.constant || c.wide) continue;
        for (int way = 0; way < 4; way++) {
            uint32_t lo = way & 1 ? c.c : c.b, hi = way & 1 ? c.b : c.c;
            bool strict = way & 2;
            if (lo == hi || !is_order(l, e, lo, hi, strict)) continue;
            for (uint32_t i = 0; i < p->n; i++) { // each that may be mid
                const struct insn *x = &l->code->insns[l->edges.at[p->edges[i]].from];
                if (ending_op_at(l, l->edges.at[p->edges[i]].from) != X_IADD_I || x->a != lo) continue;
                p->reg = lo;
                p->interval = (struct interval){.hi = hi, .mid = x->b, .strict = strict};
                if (searches(l, p)) return true;
            }
        }
    }
    return false;
}

// Looks for a rank of the component. True: p has it.
static bool find_rank(struct loops *l, struct part *p) {
    for (uint32_t k = 0; k < p->n; k++) {
        const struct edge *e = &l->edges.at[p->edges[k]];
        if (e->kind != EDGE_NEXT) continue;
        struct step s = ending_step_of(l, e->from);
        if (s.kind == RANK_NONE) continue;
        p->kind = s.kind;
        p->reg = s.reg;
        p->wide = s.wide;
        if (ranks(l, p)) return true;
    }
    return find_interval(l, p);
}

// ---- Components ----

struct tarjan {
    struct loops *l;
    uint32_t *number, *low, *component, next, components;
    uint32_t *at; // of a node on the path: its next edge
    indices path, stack;
    bool *on_stack;
};

static void enter(struct tarjan *t, uint32_t node) {
    t->number[node] = t->low[node] = ++t->next;
    t->at[node] = t->l->first[node];
    t->on_stack[node] = true;
    vec_push(&t->path, node);
    vec_push(&t->stack, node);
}

static void leave(struct tarjan *t, uint32_t node) {
    t->path.n--;
    if (t->path.n && t->low[node] < t->low[vec_last(&t->path)]) t->low[vec_last(&t->path)] = t->low[node];
    if (t->low[node] != t->number[node]) return;
    uint32_t member;
    do {
        member = vec_pop(&t->stack);
        t->on_stack[member] = false;
        t->component[member] = t->components;
    } while (member != node);
    t->components++;
}

static void visit(struct tarjan *t, uint32_t root) {
    enter(t, root);
    while (t->path.n) {
        uint32_t node = vec_last(&t->path);
        if (t->at[node] == t->l->first[node + 1]) {
            leave(t, node);
            continue;
        }
        uint32_t edge = t->l->out[t->at[node]++], to = t->l->edges.at[edge].to;
        if (!is_in_part(t->l, edge)) continue;
        if (!t->number[to])
            enter(t, to);
        else if (t->on_stack[to] && t->number[to] < t->low[node])
            t->low[node] = t->number[to];
    }
}

// Puts the edges within each strongly connected component of those that are stamped into the pool.
static void split(struct loops *l, const uint32_t *edges, uint32_t n_edges) {
    uint32_t n = l->code->n;
    struct tarjan t = {.l = l,
                       .number = mem_zalloc(n * sizeof(uint32_t)),
                       .low = mem_zalloc(n * sizeof(uint32_t)),
                       .component = mem_zalloc(n * sizeof(uint32_t)),
                       .at = mem_zalloc(n * sizeof(uint32_t)),
                       .on_stack = mem_zalloc(n)};
    for (uint32_t k = 0; k < n_edges; k++)
        if (!t.number[l->edges.at[edges[k]].from]) visit(&t, l->edges.at[edges[k]].from);
    uint32_t *count = mem_zalloc((t.components + 1) * sizeof *count);
    uint32_t *place = mem_zalloc((t.components + 1) * sizeof *place);
    for (uint32_t k = 0; k < n_edges; k++) {
        const struct edge *e = &l->edges.at[edges[k]];
        if (is_in_part(l, edges[k]) && t.component[e->from] == t.component[e->to])
            count[t.component[e->from]]++;
    }
    uint32_t base = l->pool.n;
    for (uint32_t c = 0; c < t.components; c++) {
        place[c] = base;
        base += count[c];
        if (count[c]) vec_push(&l->sizes, count[c]);
    }
    vec_reserve(&l->pool, base + 1);
    l->pool.n = base;
    for (uint32_t k = 0; k < n_edges; k++) {
        const struct edge *e = &l->edges.at[edges[k]];
        if (is_in_part(l, edges[k]) && t.component[e->from] == t.component[e->to])
            l->pool.at[place[t.component[e->from]]++] = edges[k];
    }
    mem_free(count);
    mem_free(place);
    mem_free(t.number);
    mem_free(t.low);
    mem_free(t.component);
    mem_free(t.at);
    mem_free(t.on_stack);
    vec_free(&t.path);
    vec_free(&t.stack);
}

static void stamp(struct loops *l, const uint32_t *edges, uint32_t n) {
    l->now++;
    for (uint32_t k = 0; k < n; k++) l->stamp[edges[k]] = l->now;
}

// The component taken from the pool ends, if what is left of it without its steps does.
static bool work_off(struct loops *l) {
    indices edges = {0};
    uint32_t n = vec_pop(&l->sizes);
    for (uint32_t k = l->pool.n - n; k < l->pool.n; k++) vec_push(&edges, l->pool.at[k]);
    l->pool.n -= n;
    stamp(l, edges.at, n);
    struct part p = {.edges = edges.at, .n = n};
    bool good = l->parts++ < MOST_PARTS && find_rank(l, &p);
    for (uint32_t k = 0; k < n && good; k++)
        if (is_step(l, &p, &l->edges.at[edges.at[k]])) l->stamp[edges.at[k]] = 0;
    if (good) split(l, edges.at, n);
    vec_free(&edges);
    return good;
}

// ---- The graph ----

static void add_edge(struct loops *l, uint32_t from, uint32_t to, enum edge_kind kind) {
    if (to < l->code->n) vec_push(&l->edges, (struct edge){from, to, kind});
}

static void add_edges(struct loops *l, uint32_t i) {
    const struct java_code *code = l->code;
    const struct insn *x = &code->insns[i];
    enum insn_op op = ending_op_at(l, i);
    if (op == X_SWITCH_TABLE || op == X_SWITCH_LOOKUP) {
        const struct java_switch *s = x->p;
        add_edge(l, i, (uint32_t)s->otherwise, EDGE_TAKEN);
        for (uint32_t k = 0; k < s->n; k++) add_edge(l, i, (uint32_t)s->targets[k], EDGE_TAKEN);
    } else {
        if (op >= X_IF_IEQ && op <= X_GOTO) add_edge(l, i, (uint32_t)x->target, EDGE_TAKEN);
        if (op != X_GOTO && op != X_RETURN && op != X_RETURN_VOID && op != X_ATHROW && op != X_UNSUPPORTED)
            add_edge(l, i, i + 1, EDGE_NEXT);
    }
    for (uint32_t h = 0; h < code->n_handlers && ending_may_throw(op); h++)
        if (i >= code->handlers[h].start && i < code->handlers[h].end)
            add_edge(l, i, code->handlers[h].target, EDGE_CAUGHT);
}

static void index_edges(struct loops *l) {
    uint32_t n = l->code->n, *in = mem_zalloc((n + 1) * sizeof *in);
    for (uint32_t k = 0; k < l->edges.n; k++) {
        l->first[l->edges.at[k].from + 1]++;
        in[l->edges.at[k].to]++;
    }
    for (uint32_t i = 0; i < n; i++) l->first[i + 1] += l->first[i];
    uint32_t *next = mem_copy(l->first, (n + 1) * sizeof *next);
    for (uint32_t k = 0; k < l->edges.n; k++) {
        const struct edge *e = &l->edges.at[k];
        l->out[next[e->from]++] = k;
        if (e->kind == EDGE_NEXT && e->to == e->from + 1 && in[e->to] == 1) l->straight[e->to] = true;
    }
    mem_free(next);
    mem_free(in);
}

static bool begin(struct loops *l, const struct java_code *code) {
    *l = (struct loops){.code = code};
    if (code->n > MOST_INSNS || !code->n) return false;
    for (uint32_t i = 0; i < code->n; i++) add_edges(l, i);
    l->first = mem_zalloc((code->n + 1) * sizeof *l->first);
    l->out = mem_zalloc((l->edges.n + 1) * sizeof *l->out);
    l->stamp = mem_zalloc((l->edges.n + 1) * sizeof *l->stamp);
    l->straight = mem_zalloc(code->n + 1);
    l->marked = mem_zalloc(code->n + 1);
    index_edges(l);
    return true;
}

static void end(struct loops *l) {
    vec_free(&l->edges);
    vec_free(&l->pool);
    vec_free(&l->sizes);
    mem_free(l->first);
    mem_free(l->out);
    mem_free(l->stamp);
    mem_free(l->straight);
    mem_free(l->marked);
}

bool ending_loops(const struct java_code *code, bool *has_loops) {
    struct loops l;
    indices all = {0};
    bool good = begin(&l, code);
    for (uint32_t k = 0; k < l.edges.n && good; k++) vec_push(&all, k);
    if (good) {
        stamp(&l, all.at, all.n);
        split(&l, all.at, all.n);
        *has_loops |= l.sizes.n > 0;
    }
    while (l.sizes.n && good) good = work_off(&l);
    vec_free(&all);
    end(&l);
    return good;
}

bool ending_is_list_iterator(const struct java_code *code, uint32_t i) {
    struct loops l;
    bool good = begin(&l, code), any = false;
    uint32_t r = good ? ending_copied_from(&l, i, code->insns[i].b) : 0;
    good = good && r >= code->method->arg_slots && !ending_is_of_handlers(&l, r) && r < code->n_locals;
    for (uint32_t k = 0; k < code->n && good; k++) {
        if (!ending_may_write(&l, k, r)) continue;
        const struct class_constant *callee = ending_callee(code, k);
        good = callee && code->insns[k].a == r && ending_lists(callee);
        any = true;
    }
    end(&l);
    return good && any;
}
