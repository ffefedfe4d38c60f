// SPDX-License-Identifier: Apache-2.0
#include "java/whole/merge.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/some_of.h"
#include "java/machine/interp_loop.h"
#include "java/runtime/native.h"
#include "java/symbolic/live.h"
#include "java/symbolic/symbolic.h"
#include "java/whole/merge_code.h"

enum {
    MOST_STEPS = 1500, // of all ways together
    MOST_WRITES = 48,  // to objects
    MOST_DEPTH = 12,   // branches and calls inside each other
};

// ---- Worlds ----

struct spot {
    struct object *object;          // NULL: a static field
    const struct java_field *field; // NULL: an element
    uint32_t index;                 // of the field's slot or of the element
};

struct write {
    struct spot at;
    enum java_kind kind;
    struct sym value;
};

// What a way has done so far: registers of the method that runs, and writes to objects that nobody else sees
// yet.
struct world {
    struct sym regs[MERGE_REGISTERS];
    bool integer[MERGE_REGISTERS]; // written on the way, by an int or a long
    struct write writes[MOST_WRITES];
    uint32_t n_writes;
    struct sym returned;
    enum java_kind returned_kind;
    uint32_t returned_at; // the instruction
    bool real;            // it is the way of this run
    expr_id left;         // the condition on which one has left it: for an exception, a new object ..
};

// What a join made: e is a where the condition holds, b otherwise.
struct merged {
    expr_id e, a, b;
};

struct merger {
    struct java_thread *t;
    uint32_t steps, depth;
    bool real_left;            // this run leaves
    bool throws;               // the way that could not be followed to its end: an exception
    bool given_up;             // all is too much
    VEC(struct merged) merged; // by the joins under way
};

// Goes on to the join. False: the way throws an exception before, or all is given up.
static bool follow(struct merger *g, struct world *w, struct java_code *code, uint32_t at, uint32_t join);

static bool is_integral(enum java_kind kind) {
    return kind >= JAVA_BOOLEAN && kind <= JAVA_LONG;
}

static bool same_spot(const struct spot *a, const struct spot *b) {
    return a->object == b->object && a->field == b->field && a->index == b->index;
}

static struct write *find_write(struct world *w, const struct spot *at) {
    for (uint32_t i = 0; i < w->n_writes; i++)
        if (same_spot(&w->writes[i].at, at)) return &w->writes[i];
    return NULL;
}

static struct sym element_of(const struct object *o, uint32_t i) {
    return (struct sym){java_array_get(o, i), object_expr(o, i)};
}

static struct sym read_heap(struct java_thread *t, const struct spot *p) {
    assert(p->object || p->field);
    if (p->object && p->field)
        return (struct sym){p->object->fields[p->index], object_expr(p->object, p->index)};
    if (p->object) return element_of(p->object, p->index);
    const struct class_state *s = t->classes[p->field->class->number];
    return (struct sym){s->statics[p->index], s->static_exprs ? s->static_exprs[p->index] : EXPR_NONE};
}

static struct sym read_place(struct merger *g, struct world *w, const struct spot *p) {
    struct write *known = find_write(w, p);
    return known ? known->value : read_heap(g->t, p);
}

static bool write_place(struct world *w, struct spot p, enum java_kind kind, struct sym value) {
    assert(w->n_writes <= MOST_WRITES);
    struct write *known = find_write(w, &p);
    if (!known && w->n_writes == MOST_WRITES) return false;
    if (!known) known = &w->writes[w->n_writes++];
    *known = (struct write){p, kind, value};
    return true;
}

static void make_writes(struct java_thread *t, const struct world *w) {
    for (uint32_t i = 0; i < w->n_writes; i++) {
        const struct write *x = &w->writes[i];
        if (x->at.object && x->at.field)
            heap_put(&t->heap, x->at.object, x->at.index, x->value.w, x->value.e);
        else if (x->at.object)
            java_array_put(t, x->at.object, x->at.index, x->value.w, x->value.e);
        else
            java_put_static(t, x->at.field, x->value.w, x->value.e);
    }
}

// ---- Joining ----

static bool same(struct sym a, struct sym b) {
    return a.w.bits == b.w.bits && a.e == b.e;
}

static bool is_int(const struct merger *g, struct sym s) {
    return s.e && expr_sort(g->t->x, s.e) == SORT_INT;
}

static bool is_other(const struct merger *g, struct sym s) {
    return s.e && !is_int(g, s);
}

static struct sym cases(struct merger *g, expr_id condition, struct sym a, struct sym b, bool first) {
    struct expr_store *x = g->t->x;
    expr_id ea = a.e ? a.e : expr_int(x, a.w.j), eb = b.e ? b.e : expr_int(x, b.w.j);
    expr_id e = expr_ite(x, condition, ea, eb);
    vec_push(&g->merged, (struct merged){e, ea, eb});
    return (struct sym){first ? a.w : b.w, expr_op(x, e) == EXPR_INT_LIT_OP ? EXPR_NONE : e};
}

static expr_id left_either(struct expr_store *x, expr_id condition, expr_id a, expr_id b) {
    if (a == b) return a;
    expr_id first[2] = {condition, a}, second[2] = {expr_not(x, condition), b};
    expr_id both[2] = {expr_and(x, first, 2), expr_and(x, second, 2)};
    return expr_or(x, both, 2);
}

// One leaves the world where the condition holds.
static void leave_where(struct merger *g, struct world *w, expr_id condition, bool holds) {
    expr_id either[2] = {w->left, condition};
    w->left = expr_or(g->t->x, either, 2);
    if (w->real && holds) g->real_left = true;
    w->real = w->real && !holds;
    narrowed_note_condition(&g->t->narrowed, g->t->x, condition, false);
}

// The world a where the condition holds, b otherwise, into a. first: the former is so in this run.
static bool join_worlds(struct merger *g, expr_id condition, struct world *a, struct world *b, bool first,
                        struct java_code *code, uint32_t join) {
    const uint64_t *live = join < code->n ? java_live_at(g->t, code, join) : NULL;
    for (uint32_t r = 0; r < code->n_registers; r++) {
        if (same(a->regs[r], b->regs[r])) continue;
        if (join == code->n || (live && !java_is_live(live, r))) {
            if (!first) a->regs[r] = b->regs[r];
            continue;
        }
        if (!a->integer[r] && !b->integer[r] && !is_int(g, a->regs[r]) && !is_int(g, b->regs[r]))
            return false;
        if (is_other(g, a->regs[r]) || is_other(g, b->regs[r])) return false; // left by different uses of it
        a->regs[r] = cases(g, condition, a->regs[r], b->regs[r], first);
        a->integer[r] = true;
    }
    for (uint32_t i = 0; i < b->n_writes; i++) // what only b wrote
        if (!find_write(a, &b->writes[i].at) &&
            !write_place(a, b->writes[i].at, b->writes[i].kind, read_heap(g->t, &b->writes[i].at)))
            return false;
    for (uint32_t i = 0; i < a->n_writes; i++) {
        struct write *x = &a->writes[i];
        struct sym other = read_place(g, b, &x->at);
        if (same(x->value, other)) continue;
        if (!is_integral(x->kind)) return false;
        x->value = cases(g, condition, x->value, other, first);
    }
    if (join == code->n && a->returned_kind != JAVA_VOID && !same(a->returned, b->returned)) {
        if (!is_integral(a->returned_kind)) return false;
        a->returned = cases(g, condition, a->returned, b->returned, first);
    }
    a->real = a->real || b->real;
    a->left = left_either(g->t->x, condition, a->left, b->left);
    return true;
}

// What came out of a join since there were n, is what a can be on the one way or b on the other.
static void learn_ranges(struct merger *g, uint32_t n, const narrowed_notes *on_a,
                         const narrowed_notes *on_b) {
    struct java_thread *t = g->t;
    uint32_t mark = t->narrowed.notes.n;
    VEC(struct interval) of_a = {0};
    narrowed_put(&t->narrowed, t->x, on_a);
    for (uint32_t i = n; i < g->merged.n; i++) vec_push(&of_a, java_range_of(t, g->merged.at[i].a));
    narrowed_take(&t->narrowed, mark, NULL);
    narrowed_put(&t->narrowed, t->x, on_b);
    for (uint32_t i = n; i < g->merged.n; i++)
        of_a.at[i - n] = interval_join(of_a.at[i - n], java_range_of(t, g->merged.at[i].b));
    narrowed_take(&t->narrowed, mark, NULL);
    for (uint32_t i = n; i < g->merged.n; i++) java_range_note(t, g->merged.at[i].e, of_a.at[i - n]);
    g->merged.n = n;
    vec_free(&of_a);
}

// ---- Branches ----

static bool concrete_condition(enum java_condition c, int64_t x, int64_t y) {
    switch (c) {
    case COND_EQ: return x == y;
    case COND_NE: return x != y;
    case COND_LT: return x < y;
    case COND_GE: return x >= y;
    case COND_GT: return x > y;
    case COND_LE:
    default: return x <= y;
    }
}

// The condition of a branch on numbers, and whether it holds for the concrete ones. False: it is no such
// branch.
static bool condition_of(struct java_thread *t, const struct insn *i, const struct sym *regs,
                         expr_id *condition, bool *holds) {
    enum insn_op op = (enum insn_op)i->op;
    struct sym b = regs[i->b], c = regs[i->c];
    if (op >= X_IF_FEQ && op <= X_IF_DLE) {
        bool is_double = op >= X_IF_DEQ;
        enum java_condition k = (enum java_condition)(op - (is_double ? X_IF_DEQ : X_IF_FEQ));
        double x = is_double ? b.w.d : (double)b.w.f, y = is_double ? c.w.d : (double)c.w.f;
        bool nan = x != x || y != y;
        *holds = nan            ? i->a != 0
                 : k == COND_EQ ? x == y
                 : k == COND_NE ? x != y
                 : k == COND_LT ? x < y
                 : k == COND_GE ? x >= y
                 : k == COND_GT ? x > y
                                : x <= y;
        *condition = b.e || c.e ? symbolic_condition_float(t, k, i->a, is_double, b, c)
                     : *holds   ? EXPR_TRUE
                                : EXPR_FALSE;
        return true;
    }
    enum java_condition k;
    if (op >= X_IF_IEQ && op <= X_IF_ILE) {
        k = (enum java_condition)(op - X_IF_IEQ);
    } else if (op >= X_IF_IEQ_I && op <= X_IF_ILE_I) {
        k = (enum java_condition)(op - X_IF_IEQ_I);
        c = (struct sym){word_int(i->small), EXPR_NONE};
    } else if (op >= X_IF_LEQ && op <= X_IF_LLE) {
        k = (enum java_condition)(op - X_IF_LEQ);
    } else {
        return false;
    }
    bool is_int = op < X_IF_LEQ;
    *holds = concrete_condition(k, is_int ? b.w.i : b.w.j, is_int ? c.w.i : c.w.j);
    *condition = b.e || c.e ? symbolic_condition_integer(t, k, b, c) : *holds ? EXPR_TRUE : EXPR_FALSE;
    return true;
}

static bool too_deep(struct merger *g) {
    g->given_up = g->given_up || g->depth == MOST_DEPTH;
    return g->given_up;
}

// What the path and the way say of it already.
static expr_id known(struct java_thread *t, expr_id condition) {
    if (condition == EXPR_TRUE || condition == EXPR_FALSE || !t->trace->facts_usable) return condition;
    enum truth truth = facts_test(t->trace->facts, condition);
    if (truth == TRUTH_OPEN) return narrowed_decide(&t->narrowed, t->x, java_facts_of(t), condition);
    return truth == TRUTH_TRUE ? EXPR_TRUE : EXPR_FALSE;
}

// Both ways of the branch at `at`, joined where they meet; *at is that place then. Where one of them cannot
// be followed, it leaves. False: neither can, or they cannot be joined.
static bool follow_both(struct merger *g, struct world *w, struct java_code *code, uint32_t *at,
                        uint32_t join, expr_id condition, bool taken) {
    uint32_t meet = merge_join(g->t, code, *at);
    if (meet == MERGE_NONE || meet > join || too_deep(g)) return false;
    struct world *other = mem_alloc(sizeof *other);
    *other = *w;
    bool real = w->real;
    w->real = w->real && taken;
    other->real = other->real && !taken;
    uint32_t target = (uint32_t)code->insns[*at].target;
    uint32_t mark = g->t->narrowed.notes.n, merged = g->merged.n;
    narrowed_notes notes[2] = {0};
    g->depth++;
    narrowed_note_condition(&g->t->narrowed, g->t->x, condition, true);
    bool good = follow(g, w, code, target, meet);
    narrowed_take(&g->t->narrowed, mark, &notes[0]);
    narrowed_note_condition(&g->t->narrowed, g->t->x, condition, false);
    g->throws = false;
    bool other_good = follow(g, other, code, *at + 1, meet), any = good || other_good;
    narrowed_take(&g->t->narrowed, mark, &notes[1]);
    if (good && other_good) {
        any = join_worlds(g, condition, w, other, taken, code, meet);
        if (any) learn_ranges(g, merged, &notes[0], &notes[1]);
    } else if (any) {
        bool leaves = good ? other->real : w->real;
        if (other_good) *w = *other;
        narrowed_put(&g->t->narrowed, g->t->x, &notes[good ? 0 : 1]);
        w->real = w->real || leaves;
        leave_where(g, w, good ? expr_not(g->t->x, condition) : condition, leaves);
    }
    g->merged.n = merged;
    g->throws = !good && !other_good;
    if (!any) w->real = real;
    g->depth--;
    for (uint32_t i = 0; i < 2; i++) vec_free(&notes[i]);
    mem_free(other);
    *at = meet;
    return any;
}

// A way of a switch for each place it leads to: the condition that the key is one of its own.
static expr_id key_condition(struct java_thread *t, const struct java_switch *s, int32_t target,
                             expr_id key) {
    VEC(expr_id) keys = {0};
    for (uint32_t k = 0; k < s->n; k++)
        if (s->targets[k] == target) vec_push(&keys, expr_int_eq(t->x, key, expr_int(t->x, s->keys[k])));
    expr_id condition = expr_or(t->x, keys.at, keys.n);
    vec_free(&keys);
    return condition;
}

static bool follow_switch(struct merger *g, struct world *w, struct java_code *code, uint32_t *at,
                          uint32_t join) {
    const struct insn *i = &code->insns[*at];
    const struct java_switch *s = i->p;
    struct sym key = w->regs[i->b];
    uint32_t meet = merge_join(g->t, code, *at);
    int32_t taken = java_switch_target(i, key.w.i);
    if (meet == MERGE_NONE || meet > join || too_deep(g)) return false;
    struct world *start = mem_alloc(2 * sizeof *start), *way = start + 1;
    *start = *w;
    bool real = w->real;
    w->real = start->real && taken == s->otherwise;
    uint32_t mark = g->t->narrowed.notes.n, merged = g->merged.n;
    narrowed_notes notes[2] = {0}; // that hold on this way; on all of those before
    g->depth++;
    bool any = follow(g, w, code, (uint32_t)s->otherwise, meet), good = true, leaves = !any && w->real;
    narrowed_take(&g->t->narrowed, mark, &notes[1]);
    if (!any) w->left = EXPR_TRUE;
    for (uint32_t k = 0; k < s->n && good; k++) {
        int32_t target = s->targets[k];
        bool seen = target == s->otherwise;
        for (uint32_t j = 0; j < k && !seen; j++) seen = s->targets[j] == target;
        if (seen) continue;
        *way = *start;
        way->real = start->real && taken == target;
        expr_id condition = key_condition(g->t, s, target, key.e);
        g->throws = false;
        narrowed_note_condition(&g->t->narrowed, g->t->x, condition, true);
        bool follows = follow(g, way, code, (uint32_t)target, meet);
        vec_clear(&notes[0]);
        narrowed_take(&g->t->narrowed, mark, &notes[0]);
        if (follows && any) {
            good = join_worlds(g, condition, way, w, taken == target, code, meet);
            if (good) learn_ranges(g, merged, &notes[0], &notes[1]);
            vec_clear(&notes[1]); // what was so on one of them need not be on the others
            narrowed_take(&g->t->narrowed, mark, &notes[1]);
            *w = *way;
        } else if (follows) {
            way->left = left_either(g->t->x, condition, way->left, EXPR_TRUE);
            *w = *way;
            any = true;
            narrowed_notes own = notes[0];
            notes[0] = notes[1];
            notes[1] = own;
        } else {
            leaves = leaves || way->real;
            expr_id either[2] = {w->left, condition};
            w->left = expr_or(g->t->x, either, 2);
        }
        g->merged.n = merged;
    }
    g->throws = good && !any;
    good = good && any;
    if (good && leaves) g->real_left = true;
    narrowed_put(&g->t->narrowed, g->t->x, &notes[1]);
    for (uint32_t k = 0; k < 2; k++) vec_free(&notes[k]);
    g->depth--;
    if (!good) w->real = real;
    mem_free(start);
    *at = meet;
    return good;
}

// ---- Instructions ----

static void set(struct world *w, uint32_t r, struct sym v, bool integer) {
    w->regs[r] = v;
    w->integer[r] = integer;
}

static bool integer_insn(struct merger *g, struct world *w, const struct insn *i, enum insn_op op) {
    bool is_imm = (op >= X_IADD_I && op <= X_IUSHR_I) || (op >= X_LADD_I && op <= X_LUSHR_I);
    struct sym b = w->regs[i->b], c = is_imm ? (struct sym){{.j = i->imm}, EXPR_NONE} : w->regs[i->c],
               r = {.e = EXPR_NONE};
    if (is_imm) op = (enum insn_op)(op < X_LADD ? op - X_IADD_I + X_IADD : op - X_LADD_I + X_LADD);
    if (!merge_integer(op, b.w, c.w, &r.w)) return false;
    if ((b.e || c.e) && !symbolic_integer_total(g->t, op, b, c, &r.e)) return false;
    if (r.e && expr_op(g->t->x, r.e) == EXPR_INT_LIT_OP) r.e = EXPR_NONE;
    set(w, i->a, r, true);
    return true;
}

static bool unary_insn(struct merger *g, struct world *w, const struct insn *i, enum insn_op op) {
    struct sym b = w->regs[i->b], r = {.e = EXPR_NONE};
    if (!merge_unary(op, b.w, &r.w) || (b.e && !symbolic_unary_total(g->t, op, b, &r.e))) return false;
    set(w, i->a, r, true);
    return true;
}

// The element of a known array at a known index.
static bool element(struct world *w, const struct insn *i, struct spot *p) {
    struct sym array = w->regs[i->b], index = w->regs[i->c];
    struct object *o = array.w.r;
    if (array.e || index.e || !o || o->length_expr || index.w.i < 0 || index.w.i >= o->length) return false;
    *p = (struct spot){o, NULL, (uint32_t)index.w.i};
    return true;
}

static bool was_written(const struct world *w, const struct object *o) {
    for (uint32_t i = 0; i < w->n_writes; i++)
        if (w->writes[i].at.object == o) return true;
    return false;
}

// An index beyond the array leaves; small arrays only.
static void leave_bounds(struct merger *g, struct world *w, const struct object *o, struct sym index) {
    enum { MOST_LENGTH = 1024 };
    struct expr_store *x = g->t->x;
    if (o->length_expr || o->length == 0 || o->length > MOST_LENGTH) return;
    expr_id low = known(g->t, expr_int_lt(x, index.e, expr_int(x, 0)));
    if (low != EXPR_TRUE && low != EXPR_FALSE) leave_where(g, w, low, index.w.i < 0);
    expr_id within = known(g->t, expr_int_lt(x, index.e, expr_int(x, o->length)));
    if (within != EXPR_TRUE && within != EXPR_FALSE)
        leave_where(g, w, expr_not(x, within), index.w.i >= o->length);
}

// Of an array that a way has written to, or whose elements depend on the input: one of few.
static bool look_up_any(struct merger *g, struct world *w, const struct insn *i, struct object *o,
                        struct sym index) {
    struct java_thread *t = g->t;
    struct interval range, all = interval_none();
    if (!symbolic_is_one_of_few(t, o, index.e, &range)) return false;
    uint32_t merged = g->merged.n;
    struct sym found = {.e = EXPR_NONE};
    int64_t first = interval_least_64(range), last = interval_greatest_64(range);
    for (int64_t k = first; k <= last; k++) {
        struct spot p = {o, NULL, (uint32_t)k};
        struct sym here = read_place(g, w, &p);
        all = interval_join(all, here.e ? java_range_of(t, here.e) : interval_between(here.w.j, here.w.j));
        expr_id is = expr_int_eq(t->x, index.e, expr_int(t->x, k));
        found = k == first ? here : cases(g, is, here, found, index.w.i == k);
    }
    g->merged.n = merged;
    if (found.e) java_range_note(t, found.e, all);
    set(w, i->a, found, true);
    return true;
}

// The element of a table at an unknown place within it.
static bool look_up(struct merger *g, struct world *w, const struct insn *i) {
    struct sym array = w->regs[i->b], index = w->regs[i->c];
    struct object *o = array.w.r;
    if (array.e || !index.e || !o || o->length_expr) return false;
    leave_bounds(g, w, o, index);
    if (o->shadow || was_written(w, o)) return look_up_any(g, w, i, o, index);
    if (!symbolic_is_within(g->t, index.e, o->length)) return false;
    expr_id e = symbolic_select(g->t, o, index.e);
    if (!e) return false;
    // on a way that this run does not go its index may be anything
    struct interval range = java_range_of(g->t, index.e);
    int64_t first = interval_least_64(range), last = interval_greatest_64(range);
    int64_t at = index.w.i < first ? first : index.w.i > last ? last : index.w.i;
    struct sym found = element_of(o, (uint32_t)at);
    found.e = expr_op(g->t->x, e) == EXPR_INT_LIT_OP ? EXPR_NONE : e;
    set(w, i->a, found, true);
    return true;
}

static bool load(struct merger *g, struct world *w, const struct insn *i, enum insn_op op) {
    struct spot p;
    if (w->regs[i->c].e) return look_up(g, w, i);
    if (!element(w, i, &p)) return false;
    set(w, i->a, read_place(g, w, &p), op <= X_LALOAD);
    return true;
}

// To each of the few elements that may be meant, or what it was.
static bool spread(struct merger *g, struct world *w, struct object *o, struct sym index, struct sym v) {
    struct java_thread *t = g->t;
    struct interval range;
    leave_bounds(g, w, o, index);
    if (!symbolic_is_one_of_few(t, o, index.e, &range)) return false;
    uint32_t merged = g->merged.n;
    bool good = true;
    int64_t last = interval_greatest_64(range);
    for (int64_t k = interval_least_64(range); k <= last && good; k++) {
        struct spot p = {o, NULL, (uint32_t)k};
        struct sym is =
            cases(g, expr_int_eq(t->x, index.e, expr_int(t->x, k)), v, read_place(g, w, &p), index.w.i == k);
        struct merged m = vec_last(&g->merged);
        java_range_note(t, m.e, interval_join(java_range_of(t, m.a), java_range_of(t, m.b)));
        good = write_place(w, p, o->class->element_kind, is);
    }
    g->merged.n = merged;
    return good;
}

static bool store(struct merger *g, struct world *w, const struct insn *i, enum insn_op op) {
    struct spot p;
    struct sym array = w->regs[i->b], index = w->regs[i->c], v = w->regs[i->a];
    bool one = element(w, i, &p);
    if (op > X_LASTORE || array.e || !array.w.r || (!one && !index.e)) return false;
    enum java_kind kind = array.w.r->class->element_kind;
    enum insn_op narrow = op == X_CASTORE ? X_I2C : op == X_SASTORE ? X_I2S : X_I2B;
    if (kind == JAVA_BOOLEAN && !v.e)
        v.w = word_int((int32_t)(v.w.j & 1));
    else if (kind < JAVA_INT && kind != JAVA_BOOLEAN)
        if (!merge_unary(narrow, v.w, &v.w) || (v.e && !symbolic_unary_total(g->t, narrow, v, &v.e)))
            return false;
    return one ? write_place(w, p, kind, v) : spread(g, w, array.w.r, index, v);
}

// Nobody sees when a class of the JDK is initialised; of those of the program the path says whether they are.
static bool is_initialized(struct java_thread *t, struct java_class *c) {
    if (java_is_initialized(t, c)) return true;
    if (c->origin != ORIGIN_JDK || t->stop) return false;
    bool good = java_initialize(t, c) == JAVA_RETURNED;
    t->exception = NULL;
    return good;
}

static bool field(struct merger *g, struct world *w, const struct insn *i, enum insn_op op) {
    const struct java_field *f = i->p;
    bool is_static = op == X_GETSTATIC || op == X_PUTSTATIC;
    struct spot p = {NULL, f, f->slot};
    if (is_static) {
        if (!is_initialized(g->t, f->class)) return false;
    } else {
        struct sym o = w->regs[i->b];
        if (o.e || !o.w.r) return false;
        p.object = o.w.r;
    }
    if (op == X_PUTSTATIC || op == X_PUTFIELD) return write_place(w, p, f->kind, w->regs[i->a]);
    set(w, i->a, read_place(g, w, &p), is_integral(f->kind));
    return true;
}

// ---- Calls ----

static struct java_method *callee(struct world *w, const struct insn *i, enum insn_op op) {
    struct java_method *m = i->p;
    if (op == X_INVOKESTATIC) return m;
    struct sym o = w->regs[i->b];
    if (o.e || !o.w.r) return NULL;
    if (op == X_INVOKESPECIAL) return m;
    return op == X_INVOKEVIRTUAL ? o.w.r->class->vtable[m->vtable] : java_class_select(o.w.r->class, m);
}

static bool has_room(const struct java_thread *t, const struct java_code *code) {
    const struct java_frame *top = &t->frames[t->n_frames - 1];
    return t->n_frames < t->max_frames &&
           top->regs + top->code->n_registers + code->n_registers <= t->words_end;
}

static bool call(struct merger *g, struct world *w, const struct insn *i, enum insn_op op) {
    struct java_thread *t = g->t;
    struct java_method *m = callee(w, i, op);
    struct diag d = {0};
    if (!m || m->native || m->access & (ACC_ABSTRACT | ACC_NATIVE | ACC_SYNCHRONIZED) || too_deep(g))
        return false;
    if (!is_initialized(t, m->class)) return false;
    struct java_code *code = java_code_of(t->program, m, &d);
    if (!code || !merge_is_plain(code) || code->n_registers > MERGE_REGISTERS || !has_room(t, code))
        return false;
    struct world *inside = mem_zalloc(sizeof *inside);
    memcpy(inside->writes, w->writes, w->n_writes * sizeof *w->writes);
    inside->n_writes = w->n_writes;
    inside->real = w->real;
    inside->left = w->left;
    for (uint32_t k = 0; k < m->arg_slots; k++) inside->regs[k] = w->regs[i->b + k];
    // Linking asks the topmost frame whose constants are meant.
    const struct java_frame *top = &t->frames[t->n_frames - 1];
    union word *regs = top->regs + top->code->n_registers;
    t->frames[t->n_frames++] =
        (struct java_frame){.method = m, .code = code, .at = code->insns, .regs = regs};
    g->depth++;
    bool good = follow(g, inside, code, 0, code->n);
    g->depth--;
    t->n_frames--;
    if (good) {
        memcpy(w->writes, inside->writes, inside->n_writes * sizeof *w->writes);
        w->n_writes = inside->n_writes;
        w->real = inside->real;
        w->left = inside->left;
        if (m->return_kind != JAVA_VOID) set(w, i->a, inside->returned, is_integral(m->return_kind));
    }
    mem_free(inside);
    return good;
}

// As the interpreter would, when it comes here first. False: it failed, and will again when it is the run's
// turn.
static bool link(struct java_thread *t, const struct insn *i) {
    struct java_frame *f = &t->frames[t->n_frames - 1];
    const struct insn *at = f->at;
    f->at = i;
    bool good = java_link(t, (struct insn *)(uintptr_t)i) == NATIVE_DONE;
    f->at = at;
    t->exception = NULL;
    return good && !t->stop;
}

static bool run_one(struct merger *g, struct world *w, const struct insn *i) {
    enum insn_op op = java_insn_op(i);
    if (merge_is_unlinked(op)) {
        if (!link(g->t, i)) return false;
        op = java_insn_op(i);
    }
    if (op >= X_IADD && op <= X_LUSHR_I) return integer_insn(g, w, i, op);
    switch (SOME_OF(op)) {
    case X_MOVE:
        w->regs[i->a] = w->regs[i->b];
        w->integer[i->a] = w->integer[i->b];
        return true;
    case X_CONST: set(w, i->a, (struct sym){{.j = i->imm}, EXPR_NONE}, i->b != 0); return true;
    case X_INEG:
    case X_LNEG:
    case X_I2L:
    case X_L2I:
    case X_I2B:
    case X_I2C:
    case X_I2S: return unary_insn(g, w, i, op);
    case X_ARRAY_LENGTH: {
        struct sym o = w->regs[i->b];
        if (o.e || !o.w.r) return false;
        set(w, i->a, (struct sym){word_int(o.w.r->length), o.w.r->length_expr}, true);
        return true;
    }
    case X_BALOAD:
    case X_CALOAD:
    case X_SALOAD:
    case X_IALOAD:
    case X_LALOAD:
    case X_AALOAD: return load(g, w, i, op);
    case X_BASTORE:
    case X_CASTORE:
    case X_SASTORE:
    case X_IASTORE:
    case X_LASTORE: return store(g, w, i, op);
    case X_GETFIELD:
    case X_PUTFIELD:
    case X_GETSTATIC:
    case X_PUTSTATIC: return field(g, w, i, op);
    case X_INVOKESTATIC:
    case X_INVOKESPECIAL:
    case X_INVOKEVIRTUAL:
    case X_INVOKEINTERFACE: return call(g, w, i, op);
    case X_COVER:
        if (w->real) java_cover(g->t, (uint32_t)i->imm);
        return true;
    default: return false;
    }
}

// A branch on what is known, a jump, a return. *at is where it leads; false: it is none.
static bool control(struct merger *g, struct world *w, struct java_code *code, uint32_t *at, uint32_t join,
                    bool *good) {
    const struct insn *i = &code->insns[*at];
    enum insn_op op = java_insn_op(i);
    expr_id condition;
    bool holds;
    *good = true;
    if (op == X_GOTO) {
        *at = (uint32_t)i->target;
    } else if (op == X_RETURN || op == X_RETURN_VOID) {
        w->returned = op == X_RETURN ? w->regs[i->b] : (struct sym){.e = EXPR_NONE};
        w->returned_kind = code->method->return_kind;
        w->returned_at = *at;
        *good = join == code->n;
        *at = join;
    } else if (op == X_IF_NULL || op == X_IF_NONNULL) {
        struct sym b = w->regs[i->b];
        *good = !b.e;
        *at = (b.w.r == NULL) == (op == X_IF_NULL) ? (uint32_t)i->target : *at + 1;
    } else if (op == X_SWITCH_TABLE || op == X_SWITCH_LOOKUP) {
        struct sym key = w->regs[i->b];
        if (key.e)
            *good = follow_switch(g, w, code, at, join);
        else
            *at = (uint32_t)java_switch_target(i, key.w.i);
    } else if (condition_of(g->t, i, w->regs, &condition, &holds)) {
        condition = known(g->t, condition);
        if (condition == EXPR_TRUE || condition == EXPR_FALSE)
            *at = condition == EXPR_TRUE ? (uint32_t)i->target : *at + 1;
        else
            *good = follow_both(g, w, code, at, join, condition, holds);
    } else {
        return false;
    }
    return true;
}

// A way ends before the join: by an exception, or nothing is merged.
static bool ends(struct merger *g) {
    g->given_up = g->given_up || !g->throws;
    return false;
}

static bool follow(struct merger *g, struct world *w, struct java_code *code, uint32_t at, uint32_t join) {
    while (at != join) {
        bool good;
        g->given_up = g->given_up || ++g->steps > MOST_STEPS;
        if (g->given_up || at >= code->n) return false;
        if (control(g, w, code, &at, join, &good)) {
            if (!good) return ends(g);
            continue;
        }
        if (!run_one(g, w, &code->insns[at])) {
            g->throws = g->throws || merge_throws(code, at);
            return ends(g);
        }
        at++;
    }
    return true;
}

// ---- The outermost branch ----

static void load_registers(struct java_thread *t, const struct java_frame *f, struct world *w) {
    const expr_id *e = t->word_exprs + (f->regs - t->words);
    for (uint32_t r = 0; r < f->code->n_registers; r++) w->regs[r] = (struct sym){f->regs[r], e[r]};
}

static void store_registers(struct java_thread *t, const struct java_frame *f, const struct world *w) {
    expr_id *e = t->word_exprs + (f->regs - t->words);
    for (uint32_t r = 0; r < f->code->n_registers; r++) {
        f->regs[r] = w->regs[r].w;
        e[r] = w->regs[r].e;
    }
}

// Whether the run is on the ways that were followed: a decision, unless none leaves. Where it is no other one
// than that of the branch, nothing is won.
static bool stays(struct merger *g, struct world *w, expr_id condition) {
    struct java_thread *t = g->t;
    if (w->left == EXPR_FALSE) return true;
    if (w->left == condition || w->left == expr_not(t->x, condition ? condition : EXPR_TRUE)) return false;
    expr_id left = known(t, w->left);
    uint32_t site = symbolic_site(t);
    if (left == EXPR_FALSE) return true;
    if (left != EXPR_TRUE)
        trace_branch(t->trace, site, left, g->real_left, (uint32_t[2]){4 * site + 2, 4 * site + 3});
    return !g->real_left;
}

const struct insn *java_merge(struct java_thread *t, const struct insn *i, bool taken) {
    struct java_frame *f = &t->frames[t->n_frames - 1];
    struct java_code *code = f->code;
    uint32_t at = (uint32_t)(i - code->insns);
    if (t->apart || !t->trace || t->trace->closed || code->n_registers > MERGE_REGISTERS) return NULL;
    if (merge_join(t, code, at) == MERGE_NONE) return NULL;
    struct merger g = {.t = t};
    uint32_t notes = t->narrowed.notes.n;
    struct world *w = mem_zalloc(sizeof *w);
    expr_id condition = EXPR_NONE;
    bool holds = false, good = false;
    w->real = true;
    w->left = EXPR_FALSE;
    load_registers(t, f, w);
    if (i->op == X_SWITCH_TABLE || i->op == X_SWITCH_LOOKUP) {
        good = follow_switch(&g, w, code, &at, code->n);
    } else if (condition_of(t, i, w->regs, &condition, &holds) && holds == taken) {
        condition = known(t, condition);
        good = condition != EXPR_TRUE && condition != EXPR_FALSE &&
               follow_both(&g, w, code, &at, code->n, condition, taken);
    }
    good = good && !g.given_up && stays(&g, w, condition);
    if (good) {
        if (at == code->n) { // both ways return: by the instruction of one of them
            at = w->returned_at;
            if (w->returned_kind != JAVA_VOID) w->regs[code->insns[at].b] = w->returned;
        }
        store_registers(t, f, w);
        make_writes(t, w);
        java_rests_on(t, JAVA_RULE_STATE_MERGING);
    } else {
        narrowed_take(&t->narrowed, notes, NULL);
    }
    vec_free(&g.merged);
    mem_free(w);
    return good ? code->insns + at : NULL;
}
