// SPDX-License-Identifier: Apache-2.0
#include "java/program/ending_step.h"

#include <string.h>

#include "base/some_of.h"
#include "java/classfile/opcode.h"

enum { MOST_BACK = 64 }; // instructions that a value is followed back over

// ---- What instructions do ----

const struct class_constant *ending_callee(const struct java_code *code, uint32_t i) {
    const struct class_code *info = code->method->info->code;
    const uint8_t *at = info->bytes + code->pcs[i];
    if (!java_insn_is_call(java_insn_op(&code->insns[i])) || *at < OP_INVOKEVIRTUAL ||
        *at > OP_INVOKEINTERFACE)
        return NULL;
    return &code->method->class->file->constants[java_u2(at + 1)];
}

static bool names_no_result(enum insn_op op) {
    switch (SOME_OF(op)) {
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
    case X_COVER:
    case X_VISIT:
    case X_ENTER: return true;
    default: return (op >= X_IF_IEQ && op <= X_GOTO) || (op >= X_BASTORE && op <= X_AASTORE);
    }
}

// Whether register r may be another one after instruction i. A call's arguments lie where the callee's
// registers begin, and all above are free.
bool ending_may_write(const struct loops *l, uint32_t i, uint32_t r) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = ending_op_at(l, i);
    if (java_insn_is_call(op)) return r == x->a || r >= x->b;
    return r == x->a && !names_no_result(op);
}

// Handlers find the exception in the first register of the stack.
bool ending_is_of_handlers(const struct loops *l, uint32_t r) {
    return l->code->n_handlers && r == l->code->n_locals;
}

bool ending_may_throw(enum insn_op op) {
    if (op <= X_CONST || op == X_GOTO || java_insn_is_note(op) || (op >= X_IF_IEQ && op <= X_SWITCH_LOOKUP))
        return false;
    switch (SOME_OF(op)) {
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
bool ending_written_before(const struct loops *l, uint32_t i, uint32_t r, uint32_t *at) {
    for (uint32_t n = 0; n < MOST_BACK && i > 0 && l->straight[i]; n++) {
        i--;
        *at = i;
        if (ending_may_write(l, i, r)) return true;
    }
    return false;
}

bool ending_is_unwritten(const struct loops *l, uint32_t from, uint32_t to, uint32_t r) { // strictly between
    for (uint32_t i = from + 1; i < to; i++)
        if (ending_may_write(l, i, r)) return false;
    return true;
}

// The register of which r is a copy before i, or r itself.
uint32_t ending_copied_from(const struct loops *l, uint32_t i, uint32_t r) {
    uint32_t at;
    if (!ending_written_before(l, i, r, &at) || ending_op_at(l, at) != X_MOVE) return r;
    uint32_t from = l->code->insns[at].b;
    return from != r && ending_is_unwritten(l, at, i, from) ? from : r;
}

// ---- Ranges ----

static struct range whole(bool wide) {
    return wide ? (struct range){INT64_MIN, INT64_MAX} : (struct range){INT32_MIN, INT32_MAX};
}

static struct range range_before(const struct loops *l, uint32_t i, uint32_t r, bool wide, uint32_t depth);

bool ending_adds_up(struct range *x, int64_t by, bool wide) {
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
struct range ending_range_after(const struct loops *l, uint32_t i, bool wide, uint32_t depth) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = ending_op_at(l, i);
    struct range r = whole(wide);
    const struct class_constant *callee;
    switch (SOME_OF(op)) {
    case X_CONST: return (struct range){x->imm, x->imm};
    case X_MOVE: return range_before(l, i, x->b, wide, depth);
    case X_IADD_I:
    case X_LADD_I:
        r = range_before(l, i, x->b, wide, depth);
        return ending_adds_up(&r, x->imm, wide) ? r : whole(wide);
    case X_ISUB_I:
    case X_LSUB_I:
        r = range_before(l, i, x->b, wide, depth);
        return x->imm != INT64_MIN && ending_adds_up(&r, -x->imm, wide) ? r : whole(wide);
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
    if (!depth || ending_is_of_handlers(l, r)) return whole(wide);
    if (ending_written_before(l, i, r, &at))
        return l->code->insns[at].a == r ? ending_range_after(l, at, wide, depth - 1) : whole(wide);
    if (r < l->code->method->arg_slots) return whole(wide);
    for (uint32_t k = 0; k < l->code->n; k++) {
        if (!ending_may_write(l, k, r)) continue;
        struct range one = l->code->insns[k].a == r ? ending_range_after(l, k, wide, depth - 1) : whole(wide);
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
    if (!ending_written_before(l, i, t, &at) || !ending_is_unwritten(l, at, i, r)) return false;
    const struct insn *x = &l->code->insns[at];
    enum insn_op op = ending_op_at(l, at);
    bool adds = op == (wide ? X_LADD_I : X_IADD_I) && x->imm == -1;
    bool takes = op == (wide ? X_LSUB_I : X_ISUB_I) && x->imm == 1;
    return x->a == t && x->b == r && t != r && (adds || takes);
}

// r = t, where t was made of r before: t = r + c, t = x % r
static struct step step_by_move(const struct loops *l, uint32_t i) {
    const struct insn *move = &l->code->insns[i];
    uint32_t at, r = move->a;
    if (!ending_written_before(l, i, move->b, &at) || !ending_is_unwritten(l, at, i, r))
        return (struct step){0};
    const struct insn *x = &l->code->insns[at];
    switch (SOME_OF(ending_op_at(l, at))) {
    case X_IADD_I:
    case X_LADD_I: return x->b == r ? counting(r, x->imm, ending_op_at(l, at) == X_LADD_I) : (struct step){0};
    case X_ISUB_I:
    case X_LSUB_I:
        if (x->b != r || x->imm == INT64_MIN) return (struct step){0};
        return counting(r, -x->imm, ending_op_at(l, at) == X_LSUB_I);
    case X_IREM:
    case X_LREM:
        if (x->c == r) return (struct step){RANK_REMAINDER, r, 0, ending_op_at(l, at) == X_LREM};
        return (struct step){0};
    default: return (struct step){0};
    }
}

static bool is_iterators(const struct class_constant *callee, const char *name) {
    return callee && !strcmp(symbol_text(callee->owner), "java/util/Iterator") &&
           !strcmp(symbol_text(callee->name), name);
}

struct step ending_step_of(const struct loops *l, uint32_t i) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = ending_op_at(l, i);
    switch (SOME_OF(op)) {
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
        return (struct step){RANK_ITERATOR, ending_copied_from(l, i, x->b), 0, false};
    return (struct step){0};
}

// ---- Guards ----

enum relation ending_opposite(enum relation r) {
    static const enum relation of[] = {REL_NE, REL_EQ, REL_GE, REL_LT, REL_LE, REL_GT};
    return of[r];
}

enum relation ending_mirrored(enum relation r) {
    static const enum relation of[] = {REL_EQ, REL_NE, REL_GT, REL_LE, REL_LT, REL_GE};
    return of[r];
}

bool ending_compares(const struct loops *l, uint32_t i, struct comparison *out) {
    const struct insn *x = &l->code->insns[i];
    enum insn_op op = ending_op_at(l, i);
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
    if (!ending_written_before(l, i, t, &at) || ending_op_at(l, at) != X_MOVE || l->code->insns[at].b != r)
        return false;
    for (uint32_t k = at + 1; k < i; k++) {
        if (!ending_may_write(l, k, r)) continue;
        struct step s = ending_step_of(l, k);
        if ((s.kind != RANK_UP && s.kind != RANK_DOWN) || s.reg != r ||
            __builtin_add_overflow(*more, s.by, more))
            return false;
    }
    return true;
}

// From what a copy is to what the register is that has been stepped since, if that cannot have wrapped
// around.
static bool stepped_on(struct range *at, int64_t more, bool wide) {
    struct range end = {more < 0 ? at->low : at->high, more < 0 ? at->low : at->high};
    if (!ending_adds_up(&end, more, wide)) return false;
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
    if (!ending_compares(l, e->from, &c) || c.wide != wide) return false;
    enum relation relation = e->kind == EDGE_TAKEN ? c.relation : ending_opposite(c.relation);
    bool left = copy_of(l, e->from, c.b, r, &more);
    if (!left && (c.constant || !copy_of(l, e->from, c.c, r, &more))) return false;
    if (!left) relation = ending_mirrored(relation);
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
    enum insn_op op = ending_op_at(l, e->from);
    uint32_t index;
    if (e->kind != EDGE_NEXT || ending_may_write(l, e->from, r)) return false;
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

bool ending_guard_of(const struct loops *l, const struct edge *e, uint32_t r, bool wide, struct guard *out) {
    *out = (struct guard){.range = whole(wide)};
    if (e->kind == EDGE_CAUGHT) return false;
    return guard_by_comparison(l, e, r, wide, out) || (!wide && guard_by_index(l, e, r, out));
}
