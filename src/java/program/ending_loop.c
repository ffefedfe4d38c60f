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

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "java/classfile/opcode.h"

enum {
    MOST_INSNS = 8192,
    MOST_BACK = 64,  // instructions that a value is followed back over
    MOST_DEPTH = 5,  // of expressions that a range is worked out of
    MOST_PARTS = 512 // components looked at
};

enum edge_kind { EDGE_NEXT, EDGE_TAKEN, EDGE_CAUGHT };

struct edge {
    uint32_t from, to;
    enum edge_kind kind;
};

enum rank_kind { // what the steps do to a register
    RANK_NONE,
    RANK_UP,     // add a positive constant
    RANK_DOWN,   // or a negative one
    RANK_DIVIDE, // by a constant of at least 2, or at most -2
    RANK_SHIFT,  // right, with its sign
    RANK_UNSIGNED_SHIFT,
    RANK_LEFT_SHIFT,
    RANK_CLEAR,     // n &= n - 1
    RANK_REMAINDER, // b = x % b
    RANK_ITERATOR,  // next()
    RANK_INTERVAL,  // of binary search: lo = mid + 1, hi = mid - 1, hi = mid
};

struct step {
    enum rank_kind kind;
    uint32_t reg;
    int64_t by;
    bool wide; // of a long
};

struct range {
    int64_t low, high;
};

typedef VEC(uint32_t) indices;

struct loops {
    const struct java_code *code;
    VEC(struct edge) edges;
    uint32_t *first, *out; // edges by the node they leave: out[first[n]] ..
    bool *straight;        // the only way to n is from n - 1
    uint32_t *stamp, now;  // of edges: those of the component at hand have it
    bool *marked;          // nodes that a search has come to
    VEC(uint32_t) pool;    // edges of components still to be looked at, one after the other
    VEC(uint32_t) sizes;
    uint32_t parts;
};

// ---- What instructions do ----

const struct class_constant *ending_callee(const struct java_code *code, uint32_t i) {
    const struct class_code *info = code->method->info->code;
    const uint8_t *at = info->bytes + code->pcs[i];
    if (!java_insn_is_call(java_insn_op(&code->insns[i])) || *at < OP_INVOKEVIRTUAL ||
        *at > OP_INVOKEINTERFACE)
        return NULL;
    return &code->method->class->file->constants[java_u2(at + 1)];
}

static enum insn_op op_at(const struct loops *l, uint32_t i) {
    return java_insn_op(&l->code->insns[i]);
}

static bool names_no_result(enum insn_op op) {
    switch (op) {
    case X_CHECKCAST:
    case X_CHECKCAST_RESOLVE:
    case X_PUTFIELD:
    case X_PUTFIELD_RESOLVE:
    case X_PUTSTATIC:
    case X_PUTSTATIC_RESOLVE:
    case X_SWITCH_TABLE:
    case X_SWITCH_LOOKUP:
    case X_RETURN:
    case X_RETURN_VOID:
    case X_ATHROW:
    case X_MONITORENTER:
    case X_MONITOREXIT:
    case X_COVER: return true;
    default: return (op >= X_IF_IEQ && op <= X_GOTO) || (op >= X_BASTORE && op <= X_AASTORE);
    }
}

// Whether register r may be another one after instruction i. A call's arguments lie where the callee's
// registers begin, and all above are free.
static bool may_write(const struct loops *l, uint32_t i, uint32_t r) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = op_at(l, i);
    if (java_insn_is_call(op)) return r == x->a || r >= x->b;
    return r == x->a && !names_no_result(op);
}

// Handlers find the exception in the first register of the stack.
static bool is_of_handlers(const struct loops *l, uint32_t r) {
    return l->code->n_handlers && r == l->code->n_locals;
}

static bool may_throw(enum insn_op op) {
    if (op <= X_CONST || op == X_GOTO || op == X_COVER || (op >= X_IF_IEQ && op <= X_SWITCH_LOOKUP))
        return false;
    switch (op) {
    case X_IDIV:
    case X_IREM:
    case X_LDIV:
    case X_LREM:
    case X_IDIV_I:
    case X_IREM_I:
    case X_LDIV_I:
    case X_LREM_I: return true;
    default: return !(op >= X_IADD && op <= X_DCMPG);
    }
}

// The instruction before i on the only way to it that may have written r last; false: it is not known.
static bool written_before(const struct loops *l, uint32_t i, uint32_t r, uint32_t *at) {
    for (uint32_t n = 0; n < MOST_BACK && i > 0 && l->straight[i]; n++) {
        i--;
        *at = i;
        if (may_write(l, i, r)) return true;
    }
    return false;
}

static bool is_unwritten(const struct loops *l, uint32_t from, uint32_t to, uint32_t r) { // strictly between
    for (uint32_t i = from + 1; i < to; i++)
        if (may_write(l, i, r)) return false;
    return true;
}

// The register of which r is a copy before i, or r itself.
static uint32_t copied_from(const struct loops *l, uint32_t i, uint32_t r) {
    uint32_t at;
    if (!written_before(l, i, r, &at) || op_at(l, at) != X_MOVE) return r;
    uint32_t from = l->code->insns[at].b;
    return from != r && is_unwritten(l, at, i, from) ? from : r;
}

// ---- Ranges ----

static struct range whole(bool wide) {
    return wide ? (struct range){INT64_MIN, INT64_MAX} : (struct range){INT32_MIN, INT32_MAX};
}

static struct range range_before(const struct loops *l, uint32_t i, uint32_t r, bool wide, uint32_t depth);

static bool adds_up(struct range *x, int64_t by, bool wide) {
    struct range limits = whole(wide), sum;
    if (__builtin_add_overflow(x->low, by, &sum.low) || __builtin_add_overflow(x->high, by, &sum.high) ||
        sum.low < limits.low || sum.high > limits.high)
        return false;
    *x = sum;
    return true;
}

static struct range range_of_call(const struct class_constant *callee) {
    const char *class = symbol_text(callee->owner), *name = symbol_text(callee->name);
    bool text = !strcmp(class, "java/lang/String") || !strcmp(class, "java/lang/StringBuilder");
    if (text && !strcmp(name, "length")) return (struct range){0, LONGEST};
    switch (strrchr(symbol_text(callee->descriptor), ')')[1]) {
    case 'Z': return (struct range){0, 1};
    case 'B': return (struct range){INT8_MIN, INT8_MAX};
    case 'C': return (struct range){0, UINT16_MAX};
    case 'S': return (struct range){INT16_MIN, INT16_MAX};
    default: return whole(true);
    }
}

// Of what instruction i leaves in its register a.
static struct range range_after(const struct loops *l, uint32_t i, bool wide, uint32_t depth) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = op_at(l, i);
    struct range r = whole(wide);
    const struct class_constant *callee;
    switch (op) {
    case X_CONST: return (struct range){x->imm, x->imm};
    case X_MOVE: return range_before(l, i, x->b, wide, depth);
    case X_IADD_I:
    case X_LADD_I:
        r = range_before(l, i, x->b, wide, depth);
        return adds_up(&r, x->imm, wide) ? r : whole(wide);
    case X_ISUB_I:
    case X_LSUB_I:
        r = range_before(l, i, x->b, wide, depth);
        return x->imm != INT64_MIN && adds_up(&r, -x->imm, wide) ? r : whole(wide);
    case X_I2L: return range_before(l, i, x->b, false, depth);
    case X_IAND_I:
    case X_LAND_I: return x->imm >= 0 ? (struct range){0, x->imm} : r;
    case X_IREM_I:
    case X_LREM_I:
        if (x->imm > 0) return (struct range){-(x->imm - 1), x->imm - 1};
        return r;
    case X_IDIV_I:
    case X_LDIV_I:
        if (x->imm >= 2) return (struct range){r.low / x->imm, r.high / x->imm};
        return r;
    case X_IUSHR_I:
        if (x->imm & 31) return (struct range){0, UINT32_MAX >> (x->imm & 31)};
        return r;
    case X_LUSHR_I:
        if (x->imm & 63) return (struct range){0, (int64_t)(UINT64_MAX >> (x->imm & 63))};
        return r;
    case X_ARRAY_LENGTH: return (struct range){0, LONGEST};
    case X_I2B:
    case X_BALOAD: return (struct range){INT8_MIN, INT8_MAX};
    case X_I2C:
    case X_CALOAD: return (struct range){0, UINT16_MAX};
    case X_I2S:
    case X_SALOAD: return (struct range){INT16_MIN, INT16_MAX};
    case X_LCMP:
    case X_FCMPL:
    case X_FCMPG:
    case X_DCMPL:
    case X_DCMPG: return (struct range){-1, 1};
    default: break;
    }
    callee = ending_callee(l->code, i);
    if (callee) r = range_of_call(callee);
    if (!wide && r.low < INT32_MIN) r = whole(false);
    return r;
}

// Of register r before instruction i: by the last write on the only way there, else by all that there are.
static struct range range_before(const struct loops *l, uint32_t i, uint32_t r, bool wide, uint32_t depth) {
    uint32_t at;
    struct range all = {INT64_MAX, INT64_MIN};
    if (!depth || is_of_handlers(l, r)) return whole(wide);
    if (written_before(l, i, r, &at))
        return l->code->insns[at].a == r ? range_after(l, at, wide, depth - 1) : whole(wide);
    if (r < l->code->method->arg_slots) return whole(wide);
    for (uint32_t k = 0; k < l->code->n; k++) {
        if (!may_write(l, k, r)) continue;
        struct range one = l->code->insns[k].a == r ? range_after(l, k, wide, depth - 1) : whole(wide);
        if (one.low < all.low) all.low = one.low;
        if (one.high > all.high) all.high = one.high;
    }
    return all.low <= all.high ? all : whole(wide);
}

// ---- Steps ----

static struct step plain_step(enum rank_kind kind, const struct insn *x, bool wide) {
    return (struct step){x->a == x->b ? kind : RANK_NONE, x->a, x->imm, wide};
}

static struct step counting(uint32_t reg, int64_t by, bool wide) {
    return (struct step){by > 0 ? RANK_UP : by < 0 ? RANK_DOWN : RANK_NONE, reg, by, wide};
}

// t = r - 1; r = r & t
static bool clears_lowest_bit(const struct loops *l, uint32_t i, uint32_t r, uint32_t t, bool wide) {
    uint32_t at;
    if (!written_before(l, i, t, &at) || !is_unwritten(l, at, i, r)) return false;
    const struct insn *x = &l->code->insns[at];
    enum insn_op op = op_at(l, at);
    bool adds = op == (wide ? X_LADD_I : X_IADD_I) && x->imm == -1;
    bool takes = op == (wide ? X_LSUB_I : X_ISUB_I) && x->imm == 1;
    return x->a == t && x->b == r && t != r && (adds || takes);
}

// r = t, where t was made of r before: t = r + c, t = x % r
static struct step step_by_move(const struct loops *l, uint32_t i) {
    const struct insn *move = &l->code->insns[i];
    uint32_t at, r = move->a;
    if (!written_before(l, i, move->b, &at) || !is_unwritten(l, at, i, r)) return (struct step){0};
    const struct insn *x = &l->code->insns[at];
    switch (op_at(l, at)) {
    case X_IADD_I:
    case X_LADD_I: return x->b == r ? counting(r, x->imm, op_at(l, at) == X_LADD_I) : (struct step){0};
    case X_ISUB_I:
    case X_LSUB_I:
        if (x->b != r || x->imm == INT64_MIN) return (struct step){0};
        return counting(r, -x->imm, op_at(l, at) == X_LSUB_I);
    case X_IREM:
    case X_LREM:
        if (x->c == r) return (struct step){RANK_REMAINDER, r, 0, op_at(l, at) == X_LREM};
        return (struct step){0};
    default: return (struct step){0};
    }
}

static bool is_iterators(const struct class_constant *callee, const char *name) {
    return callee && !strcmp(symbol_text(callee->owner), "java/util/Iterator") &&
           !strcmp(symbol_text(callee->name), name);
}

static struct step step_of(const struct loops *l, uint32_t i) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = op_at(l, i);
    switch (op) {
    case X_IADD_I:
    case X_LADD_I: return x->a == x->b ? counting(x->a, x->imm, op == X_LADD_I) : (struct step){0};
    case X_ISUB_I:
    case X_LSUB_I:
        if (x->a != x->b || x->imm == INT64_MIN) return (struct step){0};
        return counting(x->a, -x->imm, op == X_LSUB_I);
    case X_IDIV_I:
    case X_LDIV_I:
        return plain_step(x->imm >= 2 || x->imm <= -2 ? RANK_DIVIDE : RANK_NONE, x, op == X_LDIV_I);
    case X_ISHR_I: return plain_step(x->imm & 31 ? RANK_SHIFT : RANK_NONE, x, false);
    case X_LSHR_I: return plain_step(x->imm & 63 ? RANK_SHIFT : RANK_NONE, x, true);
    case X_IUSHR_I: return plain_step(x->imm & 31 ? RANK_UNSIGNED_SHIFT : RANK_NONE, x, false);
    case X_LUSHR_I: return plain_step(x->imm & 63 ? RANK_UNSIGNED_SHIFT : RANK_NONE, x, true);
    case X_ISHL_I: return plain_step(x->imm & 31 ? RANK_LEFT_SHIFT : RANK_NONE, x, false);
    case X_LSHL_I: return plain_step(x->imm & 63 ? RANK_LEFT_SHIFT : RANK_NONE, x, true);
    case X_IAND:
    case X_LAND:
        if (x->a == x->b && clears_lowest_bit(l, i, x->a, x->c, op == X_LAND))
            return (struct step){RANK_CLEAR, x->a, 0, op == X_LAND};
        return (struct step){0};
    case X_IREM:
    case X_LREM:
        if (x->a == x->c) return (struct step){RANK_REMAINDER, x->a, 0, op == X_LREM};
        return (struct step){0};
    case X_MOVE: return step_by_move(l, i);
    default: break;
    }
    if (is_iterators(ending_callee(l->code, i), "next") && ending_is_list_iterator(l->code, i))
        return (struct step){RANK_ITERATOR, copied_from(l, i, x->b), 0, false};
    return (struct step){0};
}

// ---- Guards ----

enum relation { REL_EQ, REL_NE, REL_LT, REL_GE, REL_GT, REL_LE };

static enum relation opposite(enum relation r) {
    static const enum relation of[] = {REL_NE, REL_EQ, REL_GE, REL_LT, REL_LE, REL_GT};
    return of[r];
}

static enum relation mirrored(enum relation r) {
    static const enum relation of[] = {REL_EQ, REL_NE, REL_GT, REL_LE, REL_LT, REL_GE};
    return of[r];
}

struct comparison { // at a branch: of register b with c, or with a constant
    uint32_t b, c;
    bool constant, wide;
    int64_t value;
    enum relation relation; // where the branch is taken
};

static bool compares(const struct loops *l, uint32_t i, struct comparison *out) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = op_at(l, i);
    *out = (struct comparison){.b = x->b, .c = x->c};
    if (op >= X_IF_IEQ && op <= X_IF_ILE) {
        out->relation = (enum relation)(op - X_IF_IEQ);
    } else if (op >= X_IF_IEQ_I && op <= X_IF_ILE_I) {
        out->relation = (enum relation)(op - X_IF_IEQ_I);
        out->constant = true;
        out->value = x->small;
    } else if (op >= X_IF_LEQ && op <= X_IF_LLE) {
        out->relation = (enum relation)(op - X_IF_LEQ);
        out->wide = true;
    } else {
        return false;
    }
    return true;
}

// How much more r is now, before i, than the copy of it in register t that was made before, and that it was
// stepped since. False: t is no such copy.
static bool copy_of(const struct loops *l, uint32_t i, uint32_t t, uint32_t r, int64_t *more) {
    uint32_t at;
    *more = 0;
    if (t == r) return true;
    if (!written_before(l, i, t, &at) || op_at(l, at) != X_MOVE || l->code->insns[at].b != r) return false;
    for (uint32_t k = at + 1; k < i; k++) {
        if (!may_write(l, k, r)) continue;
        struct step s = step_of(l, k);
        if ((s.kind != RANK_UP && s.kind != RANK_DOWN) || s.reg != r ||
            __builtin_add_overflow(*more, s.by, more))
            return false;
    }
    return true;
}

// What crossing edge e says of register r: that it is in a range, or that it is not what another register
// holds.
struct guard {
    struct range range;
    bool differs;        // from what follows
    bool other_constant; // `value`, else what register `other` holds
    uint32_t other;
    int64_t value;
};

// From what a copy is to what the register is that has been stepped since, if that cannot have wrapped
// around.
static bool stepped_on(struct range *at, int64_t more, bool wide) {
    struct range end = {more < 0 ? at->low : at->high, more < 0 ? at->low : at->high};
    if (!adds_up(&end, more, wide)) return false;
    *at = whole(wide);
    if (more < 0)
        at->low = end.low;
    else
        at->high = end.high;
    return true;
}

static bool guard_by_comparison(const struct loops *l, const struct edge *e, uint32_t r, bool wide,
                                struct guard *out) {
    struct comparison c;
    int64_t more;
    if (!compares(l, e->from, &c) || c.wide != wide) return false;
    enum relation relation = e->kind == EDGE_TAKEN ? c.relation : opposite(c.relation);
    bool left = copy_of(l, e->from, c.b, r, &more);
    if (!left && (c.constant || !copy_of(l, e->from, c.c, r, &more))) return false;
    if (!left) relation = mirrored(relation);
    uint32_t other = left ? c.c : c.b;
    struct range bound = {c.value, c.value};
    if (!c.constant) bound = range_before(l, e->from, other, wide, MOST_DEPTH);
    struct range at = whole(wide);
    if (relation == REL_NE) {
        out->differs = more == 0 && (c.constant || other != r);
        out->other_constant = c.constant || bound.low == bound.high;
        out->other = other;
        out->value = bound.low;
        return out->differs;
    }
    if (relation == REL_LT && bound.high == INT64_MIN) return false;
    if (relation == REL_GT && bound.low == INT64_MAX) return false;
    if (relation == REL_LT) at.high = bound.high - 1;
    if (relation == REL_LE || relation == REL_EQ) at.high = bound.high;
    if (relation == REL_GT) at.low = bound.low + 1;
    if (relation == REL_GE || relation == REL_EQ) at.low = bound.low;
    if (more && !stepped_on(&at, more, wide)) return false;
    out->range = at;
    return true;
}

// An element of an array or a character of a text was there.
static bool guard_by_index(const struct loops *l, const struct edge *e, uint32_t r, struct guard *out) {
    const struct insn *x = &l->code->insns[e->from];
    enum insn_op op = op_at(l, e->from);
    uint32_t index;
    if (e->kind != EDGE_NEXT || may_write(l, e->from, r)) return false;
    if (op >= X_BALOAD && op <= X_AASTORE) {
        index = x->c;
    } else {
        const struct class_constant *callee = ending_callee(l->code, e->from);
        if (!callee || strcmp(symbol_text(callee->name), "charAt") != 0) return false;
        const char *class = symbol_text(callee->owner);
        if (strcmp(class, "java/lang/String") != 0 && strcmp(class, "java/lang/StringBuilder") != 0)
            return false;
        index = x->b + 1u;
    }
    int64_t more;
    if (!copy_of(l, e->from, index, r, &more)) return false;
    out->range = (struct range){0, LONGEST - 1};
    if (more && !stepped_on(&out->range, more, false)) return false;
    return true;
}

static bool guard_of(const struct loops *l, const struct edge *e, uint32_t r, bool wide, struct guard *out) {
    *out = (struct guard){.range = whole(wide)};
    if (e->kind == EDGE_CAUGHT) return false;
    return guard_by_comparison(l, e, r, wide, out) || (!wide && guard_by_index(l, e, r, out));
}

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
        if (e->kind == EDGE_CAUGHT && is_of_handlers(l, p->reg)) return false;
        struct step s = step_of(l, e->from);
        bool own = s.kind == p->kind && s.reg == p->reg && s.wide == p->wide;
        bool writes = may_write(l, e->from, p->reg);
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
        return may_write(l, e->from, p->reg) || may_write(l, e->from, p->interval.hi);
    struct step s = step_of(l, e->from);
    return s.kind == p->kind && s.reg == p->reg;
}

static bool is_not_zero(const struct guard *g) {
    return g->differs ? g->other_constant && g->value == 0 : g->range.low > 0 || g->range.high < 0;
}

static bool is_order(const struct loops *l, const struct edge *e, uint32_t lo, uint32_t hi, bool strict) {
    struct comparison c;
    if (e->kind == EDGE_CAUGHT || !compares(l, e->from, &c) || c.constant || c.wide) return false;
    enum relation relation = e->kind == EDGE_TAKEN ? c.relation : opposite(c.relation);
    if (c.b == hi && c.c == lo)
        relation = mirrored(relation);
    else if (c.b != lo || c.c != hi)
        return false;
    return relation == REL_LT || (!strict && relation == REL_LE);
}

static bool is_guard(const struct loops *l, const struct part *p, const struct edge *e) {
    struct guard g;
    struct range end;
    if (p->kind == RANK_INTERVAL) return is_order(l, e, p->reg, p->interval.hi, p->interval.strict);
    if (!guard_of(l, e, p->reg, p->wide, &g)) return false;
    switch (p->kind) {
    case RANK_UP:
    case RANK_DOWN:
        if (p->differs)
            return g.differs && g.other_constant == p->differs->other_constant &&
                   (g.other_constant ? g.value == p->differs->value : g.other == p->differs->other);
        if (g.differs) return false;
        end = p->kind == RANK_UP ? (struct range){g.range.high, g.range.high}
                                 : (struct range){g.range.low, g.range.low};
        return adds_up(&end, p->kind == RANK_UP ? p->most : p->least, p->wide);
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
        if (++steps > MOST_STEPS || __builtin_add_overflow(sum, step_of(l, e->from).by, &sum)) return false;
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
        if (!guard_of(l, &l->edges.at[p->edges[k]], p->reg, p->wide, &g) || !g.differs) continue;
        bool fixed = true;
        for (uint32_t i = 0; i < p->n && fixed && !g.other_constant; i++) {
            const struct edge *e = &l->edges.at[p->edges[i]];
            fixed =
                !may_write(l, e->from, g.other) && !(e->kind == EDGE_CAUGHT && is_of_handlers(l, g.other));
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
    return written_before(l, i, r, at) && l->code->insns[*at].a == r;
}

// mid = (lo + hi) >>> 1, or lo + (hi - lo) / 2: between them, and below hi where lo is.
static bool is_middle(const struct loops *l, uint32_t i, uint32_t lo, uint32_t hi) {
    const struct insn *x = &l->code->insns[i], *half, *whole_one;
    uint32_t at, from;
    if (op_at(l, i) == X_IUSHR_I) {
        if ((x->imm & 31) != 1 || !written_by(l, i, x->b, &at) || op_at(l, at) != X_IADD) return false;
        const struct insn *sum = &l->code->insns[at];
        bool both = (sum->b == lo && sum->c == hi) || (sum->b == hi && sum->c == lo);
        return both && is_unwritten(l, at, i, lo) && is_unwritten(l, at, i, hi);
    }
    if (op_at(l, i) != X_IADD || (x->b != lo && x->c != lo)) return false;
    if (!written_by(l, i, x->b == lo ? x->c : x->b, &at)) return false;
    half = &l->code->insns[at];
    bool halves = (op_at(l, at) == X_IDIV_I && half->imm == 2) ||
                  ((op_at(l, at) == X_ISHR_I || op_at(l, at) == X_IUSHR_I) && (half->imm & 31) == 1);
    if (!halves || !written_by(l, at, half->b, &from) || op_at(l, from) != X_ISUB) return false;
    whole_one = &l->code->insns[from];
    return whole_one->b == hi && whole_one->c == lo && is_unwritten(l, from, i, lo) &&
           is_unwritten(l, from, i, hi);
}

// hi = mid where it is below hi, lo = mid + 1, hi = mid - 1
static bool narrows(const struct loops *l, uint32_t i, const struct part *p) {
    const struct insn *x = &l->code->insns[i];
    const struct interval *v = &p->interval;
    if (x->b != v->mid) return false;
    switch (op_at(l, i)) {
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
    if (lo < slots || hi < slots || is_of_handlers(l, lo) || is_of_handlers(l, hi)) return false;
    for (uint32_t i = 0; i < l->code->n; i++) {
        bool writes_lo = may_write(l, i, lo), writes_hi = may_write(l, i, hi);
        if ((!writes_lo && !writes_hi) || is_within(l, i)) continue; // within, steps write
        if (l->code->insns[i].a != (writes_lo ? lo : hi)) return false;
        struct range r = range_after(l, i, false, MOST_DEPTH);
        if (writes_lo ? r.low < 0 : !p->interval.strict && r.high == INT32_MAX) return false;
    }
    return true;
}

static bool narrows_only(const struct loops *l, struct part *p) {
    bool any = false, made = false;
    for (uint32_t k = 0; k < p->n; k++) {
        uint32_t from = l->edges.at[p->edges[k]].from;
        if (may_write(l, from, p->reg) || may_write(l, from, p->interval.hi)) {
            if (!narrows(l, from, p)) return false;
            any = true;
        }
        if (!may_write(l, from, p->interval.mid)) continue;
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
        if (!compares(l, e->from, &c) || c.constant || c.wide) continue;
        for (int way = 0; way < 4; way++) {
            uint32_t lo = way & 1 ? c.c : c.b, hi = way & 1 ? c.b : c.c;
            bool strict = way & 2;
            if (lo == hi || !is_order(l, e, lo, hi, strict)) continue;
            for (uint32_t i = 0; i < p->n; i++) { // each that may be mid
                const struct insn *x = &l->code->insns[l->edges.at[p->edges[i]].from];
                if (op_at(l, l->edges.at[p->edges[i]].from) != X_IADD_I || x->a != lo) continue;
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
        struct step s = step_of(l, e->from);
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
    enum insn_op op = op_at(l, i);
    if (op == X_SWITCH_TABLE || op == X_SWITCH_LOOKUP) {
        const struct java_switch *s = x->p;
        add_edge(l, i, (uint32_t)s->otherwise, EDGE_TAKEN);
        for (uint32_t k = 0; k < s->n; k++) add_edge(l, i, (uint32_t)s->targets[k], EDGE_TAKEN);
    } else {
        if (op >= X_IF_IEQ && op <= X_GOTO) add_edge(l, i, (uint32_t)x->target, EDGE_TAKEN);
        if (op != X_GOTO && op != X_RETURN && op != X_RETURN_VOID && op != X_ATHROW && op != X_UNSUPPORTED)
            add_edge(l, i, i + 1, EDGE_NEXT);
    }
    for (uint32_t h = 0; h < code->n_handlers && may_throw(op); h++)
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
    uint32_t r = good ? copied_from(&l, i, code->insns[i].b) : 0;
    good = good && r >= code->method->arg_slots && !is_of_handlers(&l, r) && r < code->n_locals;
    for (uint32_t k = 0; k < code->n && good; k++) {
        if (!may_write(&l, k, r)) continue;
        const struct class_constant *callee = ending_callee(code, k);
        good = callee && code->insns[k].a == r && ending_lists(callee);
        any = true;
    }
    end(&l);
    return good && any;
}
