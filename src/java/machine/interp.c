// SPDX-License-Identifier: Apache-2.0
// The instruction loop (JVMS chapter 6). Each handler does the concrete work at once and calls the symbolic
// side only where an operand has an expression.
#include <math.h>

#include "base/clock.h"
#include "java/machine/interp_loop.h"
#include "java/program/code.h"
#include "java/runtime/thread.h"
#include "java/symbolic/endless.h"
#include "java/symbolic/symbolic.h"

#define unlikely(x) __builtin_expect(!!(x), 0)

static inline int32_t int_div(int32_t a, int32_t b) {
    return b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b;
}
static inline int32_t int_rem(int32_t a, int32_t b) {
    return b == -1 ? 0 : a % b;
}
static inline int64_t long_div(int64_t a, int64_t b) {
    return b == -1 ? (int64_t)(0u - (uint64_t)a) : a / b;
}
static inline int64_t long_rem(int64_t a, int64_t b) {
    return b == -1 ? 0 : a % b;
}

// JVMS 6.5 f2i, d2l ..: NaN is 0, too large is the largest.
static inline int32_t double_to_int(double d) {
    if (d != d) return 0;
    if (d >= 2147483647.0) return INT32_MAX;
    if (d <= -2147483648.0) return INT32_MIN;
    return (int32_t)d;
}
static inline int64_t double_to_long(double d) {
    if (d != d) return 0;
    if (d >= 9223372036854775808.0) return INT64_MAX;
    if (d <= -9223372036854775808.0) return INT64_MIN;
    return (int64_t)d;
}

static inline int compare_long(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}
static inline int compare_double(double a, double b, int nan) {
    return a > b ? 1 : a == b ? 0 : a < b ? -1 : nan;
}

// The steps of a run are its calls and backward jumps.
enum { TIME_STEPS = 4096 }; // between looks at the clock

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static bool at_limit(struct java_thread *t) {
    if (t->steps > t->limits.steps + t->more_steps && !(t->whole && t->whole->goes_on(t))) {
        t->stop = STOP_STEPS;
        return true;
    }
    if (t->steps >= t->time_at) {
        t->time_at = t->steps + TIME_STEPS;
        if (java_out_of_time(t)) {
            t->stop = STOP_TIME;
            return true;
        }
    }
    uint64_t window = java_endless_window(t, t->armed);
    t->check_at = least(least(t->time_at, window), t->limits.steps + t->more_steps + 1);
    return false;
}

static inline bool out_of_steps(struct java_thread *t) {
    if (unlikely(t->trace && t->trace->bounded)) {
        t->steps++;
        t->stop = STOP_BOUND;
        return true;
    }
    return unlikely(++t->steps >= t->check_at) && at_limit(t);
}

// Whether bounds of paths hold: they are those of the tested code, and of runs that have a trace.
static bool is_bounded(const struct java_thread *t) {
    return t->armed && t->trace;
}

// Whether more than `most` calls of the method that runs are under way, itself among them.
static bool is_within_itself(const struct java_thread *t, uint32_t most) {
    const struct java_method *m = t->frames[t->n_frames - 1].method;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_frames && n <= most; i++) n += t->frames[i].method == m;
    return n > most;
}

static bool looks_back(struct java_thread *t, const struct insn *from) {
    if (t->looks & LOOK_STATES && t->whole->jumps_back(t, from)) return true;
    return t->looks & LOOK_ENDLESS && java_endless_look(t, from);
}

int32_t java_switch_target(const struct insn *i, int32_t key) {
    const struct java_switch *s = i->p;
    if (i->op == X_SWITCH_TABLE) {
        int64_t k = (int64_t)key - s->low;
        return k >= 0 && k < s->n ? s->targets[k] : s->otherwise;
    }
    uint32_t low = 0, high = s->n;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (s->keys[mid] < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low < s->n && s->keys[low] == key ? s->targets[low] : s->otherwise;
}

static inline bool is_same(struct java_thread *t, struct java_frame *f, const struct insn *i,
                           const struct object *a, const struct object *b) {
    if (a == b || !a || !b || !unlikely((a->flags | b->flags) & OBJECT_OPEN)) return a == b;
    f->at = i;
    return java_same_box(t, a, b);
}

enum java_end java_run(struct java_thread *t, uint32_t base) {
    static const void *const labels[] = {
#define X(name) &&L_##name,
        JAVA_INSNS(X)
#undef X
    };
    struct java_frame *f;
    const struct insn *i;
    union word *v;
    expr_id *e;

#define LOAD_FRAME() (f = &t->frames[t->n_frames - 1], v = f->regs, e = t->word_exprs + (v - t->words))
#define GO()         goto *labels[__atomic_load_n(&i->op, __ATOMIC_ACQUIRE)]
#define NEXT()                                                                                               \
    do {                                                                                                     \
        i++;                                                                                                 \
        GO();                                                                                                \
    } while (0)
#define SAVE()  (f->at = i)
#define A       v[i->a]
#define B       v[i->b]
#define C       v[i->c]
#define EA      e[i->a]
#define EB      e[i->b]
#define EC      e[i->c]
#define SYM_B   ((struct sym){B, EB})
#define SYM_C   ((struct sym){C, EC})
#define SYM_IMM ((struct sym){{.j = i->imm}, EXPR_NONE})
#define THROW_IF(what)                                                                                       \
    do {                                                                                                     \
        SAVE();                                                                                              \
        (void)(what);                                                                                        \
        goto thrown;                                                                                         \
    } while (0)
#define JUMP(to)                                                                                             \
    do {                                                                                                     \
        const struct insn *target_ = f->code->insns + (to);                                                  \
        if (target_ <= i && unlikely(out_of_steps(t))) {                                                     \
            SAVE();                                                                                          \
            goto stopped;                                                                                    \
        }                                                                                                    \
        if (target_ <= i && unlikely(t->looks)) {                                                            \
            f->at = target_;                                                                                 \
            if (looks_back(t, i)) goto stopped;                                                              \
        }                                                                                                    \
        i = target_;                                                                                         \
        GO();                                                                                                \
    } while (0)

    LOAD_FRAME();
    i = f->code->insns;
    GO();

L_MOVE:
    A = B;
    EA = EB;
    NEXT();
L_CONST:
    A.j = i->imm;
    EA = EXPR_NONE;
    NEXT();
L_LDC_STRING : {
    SAVE();
    struct object *s = java_string_constant_of(t, i->p);
    if (unlikely(!s)) goto thrown;
    A = word_ref(s);
    EA = EXPR_NONE;
    NEXT();
}
L_LDC_RESOLVE : {
    SAVE();
    union word w;
    if (java_link_constant(t, (struct insn *)(uintptr_t)i, &w) != NATIVE_DONE) goto thrown;
    A = w;
    EA = EXPR_NONE;
    NEXT();
}
L_LDC_CLASS:
    SAVE();
    A = word_ref(java_mirror(t, i->p));
    EA = EXPR_NONE;
    NEXT();

#define INTEGER(NAME, TYPE, MAKE, VALUE)                                                                     \
    L_##NAME : {                                                                                             \
        TYPE x = (TYPE)B.j, y = (TYPE)C.j;                                                                   \
        union word r = MAKE(VALUE);                                                                          \
        expr_id re = EXPR_NONE;                                                                              \
        if (unlikely(EB | EC)) {                                                                             \
            SAVE();                                                                                          \
            re = symbolic_integer(t, X_##NAME, SYM_B, SYM_C, r);                                             \
        }                                                                                                    \
        A = r;                                                                                               \
        EA = re;                                                                                             \
        NEXT();                                                                                              \
    }                                                                                                        \
    L_##NAME##_I : {                                                                                         \
        TYPE x = (TYPE)B.j, y = (TYPE)i->imm;                                                                \
        union word r = MAKE(VALUE);                                                                          \
        expr_id re = EXPR_NONE;                                                                              \
        if (unlikely(EB)) {                                                                                  \
            SAVE();                                                                                          \
            re = symbolic_integer(t, X_##NAME, SYM_B, SYM_IMM, r);                                           \
        }                                                                                                    \
        A = r;                                                                                               \
        EA = re;                                                                                             \
        NEXT();                                                                                              \
    }
#define DIVISION(NAME, TYPE, MAKE, VALUE)                                                                    \
    L_##NAME : {                                                                                             \
        TYPE x = (TYPE)B.j, y = (TYPE)C.j;                                                                   \
        if (unlikely(EC)) {                                                                                  \
            SAVE();                                                                                          \
            symbolic_zero(t, SYM_C);                                                                         \
        }                                                                                                    \
        if (unlikely(y == 0)) THROW_IF(java_throw(t, "java/lang/ArithmeticException", "/ by zero"));         \
        union word r = MAKE(VALUE);                                                                          \
        expr_id re = EXPR_NONE;                                                                              \
        if (unlikely(EB | EC)) {                                                                             \
            SAVE();                                                                                          \
            re = symbolic_integer(t, X_##NAME, SYM_B, SYM_C, r);                                             \
        }                                                                                                    \
        A = r;                                                                                               \
        EA = re;                                                                                             \
        NEXT();                                                                                              \
    }                                                                                                        \
    L_##NAME##_I : {                                                                                         \
        TYPE x = (TYPE)B.j, y = (TYPE)i->imm;                                                                \
        if (unlikely(y == 0)) THROW_IF(java_throw(t, "java/lang/ArithmeticException", "/ by zero"));         \
        union word r = MAKE(VALUE);                                                                          \
        expr_id re = EXPR_NONE;                                                                              \
        if (unlikely(EB)) {                                                                                  \
            SAVE();                                                                                          \
            re = symbolic_integer(t, X_##NAME, SYM_B, SYM_IMM, r);                                           \
        }                                                                                                    \
        A = r;                                                                                               \
        EA = re;                                                                                             \
        NEXT();                                                                                              \
    }

    INTEGER(IADD, int32_t, word_int, (int32_t)((uint32_t)x + (uint32_t)y))
    INTEGER(ISUB, int32_t, word_int, (int32_t)((uint32_t)x - (uint32_t)y))
    INTEGER(IMUL, int32_t, word_int, (int32_t)((uint32_t)x * (uint32_t)y))
    DIVISION(IDIV, int32_t, word_int, int_div(x, y))
    DIVISION(IREM, int32_t, word_int, int_rem(x, y))
    INTEGER(IAND, int32_t, word_int, x & y)
    INTEGER(IOR, int32_t, word_int, x | y)
    INTEGER(IXOR, int32_t, word_int, x ^ y)
    INTEGER(ISHL, int32_t, word_int, (int32_t)((uint32_t)x << (y & 31)))
    INTEGER(ISHR, int32_t, word_int, x >> (y & 31))
    INTEGER(IUSHR, int32_t, word_int, (int32_t)((uint32_t)x >> (y & 31)))
    INTEGER(LADD, int64_t, word_long, (int64_t)((uint64_t)x + (uint64_t)y))
    INTEGER(LSUB, int64_t, word_long, (int64_t)((uint64_t)x - (uint64_t)y))
    INTEGER(LMUL, int64_t, word_long, (int64_t)((uint64_t)x * (uint64_t)y))
    DIVISION(LDIV, int64_t, word_long, long_div(x, y))
    DIVISION(LREM, int64_t, word_long, long_rem(x, y))
    INTEGER(LAND, int64_t, word_long, x & y)
    INTEGER(LOR, int64_t, word_long, x | y)
    INTEGER(LXOR, int64_t, word_long, x ^ y)
    INTEGER(LSHL, int64_t, word_long, (int64_t)((uint64_t)x << (y & 63)))
    INTEGER(LSHR, int64_t, word_long, x >> (y & 63))
    INTEGER(LUSHR, int64_t, word_long, (int64_t)((uint64_t)x >> (y & 63)))

#define FLOATING(NAME, FIELD, MAKE, VALUE)                                                                   \
    L_##NAME : {                                                                                             \
        __typeof__(B.FIELD) x = B.FIELD, y = C.FIELD;                                                        \
        union word r = MAKE(VALUE);                                                                          \
        expr_id re = EXPR_NONE;                                                                              \
        if (unlikely(EB | EC)) {                                                                             \
            SAVE();                                                                                          \
            re = symbolic_floating(t, X_##NAME, SYM_B, SYM_C, r);                                            \
        }                                                                                                    \
        A = r;                                                                                               \
        EA = re;                                                                                             \
        NEXT();                                                                                              \
    }
    FLOATING(FADD, f, word_float, x + y)
    FLOATING(FSUB, f, word_float, x - y)
    FLOATING(FMUL, f, word_float, x * y)
    FLOATING(FDIV, f, word_float, x / y)
    FLOATING(FREM, f, word_float, fmodf(x, y))
    FLOATING(DADD, d, word_double, x + y)
    FLOATING(DSUB, d, word_double, x - y)
    FLOATING(DMUL, d, word_double, x * y)
    FLOATING(DDIV, d, word_double, x / y)
    FLOATING(DREM, d, word_double, fmod(x, y))

#define UNARY(NAME, VALUE)                                                                                   \
    L_##NAME : {                                                                                             \
        union word x = B, r = VALUE;                                                                         \
        expr_id re = EXPR_NONE;                                                                              \
        if (unlikely(EB)) {                                                                                  \
            SAVE();                                                                                          \
            re = symbolic_unary(t, X_##NAME, (struct sym){x, EB}, r);                                        \
        }                                                                                                    \
        A = r;                                                                                               \
        EA = re;                                                                                             \
        NEXT();                                                                                              \
    }
    UNARY(INEG, word_int((int32_t)(0u - (uint32_t)x.i)))
    UNARY(LNEG, word_long((int64_t)(0u - (uint64_t)x.j)))
    UNARY(FNEG, word_float(-x.f))
    UNARY(DNEG, word_double(-x.d))
    UNARY(I2L, word_long(x.i))
    UNARY(I2F, word_float((float)x.i))
    UNARY(I2D, word_double(x.i))
    UNARY(L2I, word_int((int32_t)x.j))
    UNARY(L2F, word_float((float)x.j))
    UNARY(L2D, word_double((double)x.j))
    UNARY(F2I, word_int(double_to_int(x.f)))
    UNARY(F2L, word_long(double_to_long(x.f)))
    UNARY(F2D, word_double(x.f))
    UNARY(D2I, word_int(double_to_int(x.d)))
    UNARY(D2L, word_long(double_to_long(x.d)))
    UNARY(D2F, word_float((float)x.d))
    UNARY(I2B, word_int((int8_t)x.j))
    UNARY(I2C, word_int((uint16_t)x.j))
    UNARY(I2S, word_int((int16_t)x.j))

#define COMPARE(NAME, VALUE)                                                                                 \
    L_##NAME : {                                                                                             \
        int32_t r = VALUE;                                                                                   \
        if (unlikely(EB | EC)) {                                                                             \
            SAVE();                                                                                          \
            symbolic_compare(t, X_##NAME, SYM_B, SYM_C, r);                                                  \
        }                                                                                                    \
        A = word_int(r);                                                                                     \
        EA = EXPR_NONE;                                                                                      \
        NEXT();                                                                                              \
    }
    COMPARE(LCMP, compare_long(B.j, C.j))
    COMPARE(FCMPL, compare_double(B.f, C.f, -1))
    COMPARE(FCMPG, compare_double(B.f, C.f, 1))
    COMPARE(DCMPL, compare_double(B.d, C.d, -1))
    COMPARE(DCMPG, compare_double(B.d, C.d, 1))

#define BRANCH(LABEL, TEST, ANY, NOTE)                                                                       \
    LABEL : {                                                                                                \
        bool taken = TEST;                                                                                   \
        if (unlikely(ANY)) {                                                                                 \
            SAVE();                                                                                          \
            const struct insn *to = t->whole ? t->whole->branch(t, i, taken) : NULL;                         \
            if (to) {                                                                                        \
                i = to;                                                                                      \
                GO();                                                                                        \
            }                                                                                                \
            NOTE;                                                                                            \
        }                                                                                                    \
        if (taken) JUMP(i->target);                                                                          \
        NEXT();                                                                                              \
    }
#define INT_BRANCHES(COND, OP)                                                                               \
    BRANCH(L_IF_I##COND, B.i OP C.i, EB | EC, symbolic_if_integer(t, COND_##COND, SYM_B, SYM_C, taken))      \
    BRANCH(L_IF_I##COND##_I, B.i OP i->small, EB,                                                            \
           symbolic_if_integer(t, COND_##COND, SYM_B, (struct sym){word_int(i->small), EXPR_NONE}, taken))   \
    BRANCH(L_IF_L##COND, B.j OP C.j, EB | EC, symbolic_if_integer(t, COND_##COND, SYM_B, SYM_C, taken))
    INT_BRANCHES(EQ, ==)
    INT_BRANCHES(NE, !=)
    INT_BRANCHES(LT, <)
    INT_BRANCHES(GE, >=)
    INT_BRANCHES(GT, >)
    INT_BRANCHES(LE, <=)
#define FLOAT_BRANCHES(COND, OP)                                                                             \
    BRANCH(L_IF_F##COND, (B.f != B.f || C.f != C.f) ? i->a : B.f OP C.f, EB | EC,                            \
           symbolic_if_float(t, COND_##COND, i->a, false, SYM_B, SYM_C, taken))                              \
    BRANCH(L_IF_D##COND, (B.d != B.d || C.d != C.d) ? i->a : B.d OP C.d, EB | EC,                            \
           symbolic_if_float(t, COND_##COND, i->a, true, SYM_B, SYM_C, taken))
    FLOAT_BRANCHES(EQ, ==)
    FLOAT_BRANCHES(NE, !=)
    FLOAT_BRANCHES(LT, <)
    FLOAT_BRANCHES(GE, >=)
    FLOAT_BRANCHES(GT, >)
    FLOAT_BRANCHES(LE, <=)
    BRANCH(L_IF_AEQ, is_same(t, f, i, B.r, C.r), EB | EC, symbolic_if_same(t, SYM_B, SYM_C, taken))
    BRANCH(L_IF_ANE, !is_same(t, f, i, B.r, C.r), EB | EC, symbolic_if_same(t, SYM_B, SYM_C, !taken))
    BRANCH(L_IF_NULL, B.r == NULL, EB, symbolic_if_null(t, EB, taken))
    BRANCH(L_IF_NONNULL, B.r != NULL, EB, symbolic_if_null(t, EB, !taken))

L_GOTO:
    JUMP(i->target);
L_SWITCH_TABLE:
L_SWITCH_LOOKUP : {
    int32_t target = java_switch_target(i, B.i);
    if (unlikely(EB)) {
        SAVE();
        const struct insn *to = t->whole ? t->whole->branch(t, i, false) : NULL;
        if (to) {
            i = to;
            GO();
        }
        symbolic_switch(t, i->p, SYM_B, target);
    }
    JUMP(target);
}

// The object in register b, or an exception.
#define NON_NULL(o, what)                                                                                    \
    struct object *o = B.r;                                                                                  \
    if (unlikely(EB)) {                                                                                      \
        SAVE();                                                                                              \
        symbolic_null(t, EB, !o);                                                                            \
    }                                                                                                        \
    if (unlikely(!o)) {                                                                                      \
        SAVE();                                                                                              \
        java_throw_null(t, EB);                                                                              \
        goto thrown;                                                                                         \
    }

L_ARRAY_LENGTH : {
    NON_NULL(o, "the length of an array")
    A = word_int(o->length);
    EA = o->length_expr;
    NEXT();
}
#define ELEMENT(o, what, selected)                                                                           \
    NON_NULL(o, what)                                                                                        \
    int32_t k = C.i;                                                                                         \
    if (unlikely(EC | o->length_expr)) {                                                                     \
        SAVE();                                                                                              \
        symbolic_index(t, o, SYM_C, selected);                                                               \
    }                                                                                                        \
    WITHIN(o)
// The same for a store of an integer; spreads: to all elements that may be meant.
#define STORED_ELEMENT(o, what, spreads)                                                                     \
    NON_NULL(o, what)                                                                                        \
    int32_t k = C.i;                                                                                         \
    bool spreads = false;                                                                                    \
    if (unlikely(EC | o->length_expr)) {                                                                     \
        SAVE();                                                                                              \
        spreads = symbolic_store_index(t, o, SYM_C);                                                         \
    }                                                                                                        \
    WITHIN(o)
#define WITHIN(o)                                                                                            \
    if (unlikely((uint32_t)k >= (uint32_t)o->length)) {                                                      \
        SAVE();                                                                                              \
        java_throw(t, "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d", k, \
                   o->length);                                                                               \
        goto thrown;                                                                                         \
    }
#define ARRAY_LOAD(NAME, TYPE, MAKE)                                                                         \
    L_##NAME : {                                                                                             \
        expr_id re = EXPR_NONE;                                                                              \
        ELEMENT(o, "an element of an array", &re)                                                            \
        if (unlikely(o->shadow) && !re) re = o->shadow[k];                                                   \
        A = MAKE(((TYPE *)array_data(o))[k]);                                                                \
        EA = re;                                                                                             \
        NEXT();                                                                                              \
    }
    ARRAY_LOAD(BALOAD, int8_t, word_int)
    ARRAY_LOAD(CALOAD, uint16_t, word_int)
    ARRAY_LOAD(SALOAD, int16_t, word_int)
    ARRAY_LOAD(IALOAD, int32_t, word_int)
    ARRAY_LOAD(LALOAD, int64_t, word_long)
    ARRAY_LOAD(FALOAD, float, word_float)
    ARRAY_LOAD(DALOAD, double, word_double)
    ARRAY_LOAD(AALOAD, struct object *, word_ref)
#define ARRAY_STORE(NAME, TYPE, VALUE, NARROW)                                                               \
    L_##NAME : {                                                                                             \
        STORED_ELEMENT(o, "an element of an array", spreads)                                                 \
        TYPE *at = (TYPE *)array_data(o) + k;                                                                \
        expr_id x = EA;                                                                                      \
        if (unlikely(x | spreads | (o->shadow != NULL))) {                                                   \
            if (x && NARROW) {                                                                               \
                SAVE();                                                                                      \
                x = symbolic_unary(t, NARROW, (struct sym){A, x}, word_int((int32_t)(TYPE)(VALUE)));         \
            }                                                                                                \
            if (spreads) x = symbolic_spread(t, o, SYM_C, x ? x : expr_int(t->x, (TYPE)(VALUE)));            \
            heap_set_expr(&t->heap, o, (uint32_t)k, x);                                                      \
        }                                                                                                    \
        if (unlikely(o->flags & OBJECT_LASTING)) heap_log(&t->heap, at, sizeof *at);                         \
        *at = (TYPE)(VALUE);                                                                                 \
        NEXT();                                                                                              \
    }
    ARRAY_STORE(CASTORE, uint16_t, (uint16_t)A.j, X_I2C)
    ARRAY_STORE(SASTORE, int16_t, (int16_t)A.j, X_I2S)
    ARRAY_STORE(IASTORE, int32_t, A.i, 0)
    ARRAY_STORE(LASTORE, int64_t, A.j, 0)
#define NO_NARROWING 0
L_BASTORE : {
    STORED_ELEMENT(o, "an element of an array", spreads)
    int8_t *at = (int8_t *)array_data(o) + k;
    bool is_boolean = o->class->element_kind == JAVA_BOOLEAN; // JVMS 6.5 bastore: the lowest bit
    int8_t value = is_boolean ? (int8_t)(A.j & 1) : (int8_t)A.j;
    expr_id x = EA;
    if (unlikely(x | spreads | (o->shadow != NULL))) {
        if (x && !is_boolean) {
            SAVE();
            x = symbolic_unary(t, X_I2B, (struct sym){A, x}, word_int(value));
        }
        if (spreads) x = symbolic_spread(t, o, SYM_C, x ? x : expr_int(t->x, value));
        heap_set_expr(&t->heap, o, (uint32_t)k, x);
    }
    if (unlikely(o->flags & OBJECT_LASTING)) heap_log(&t->heap, at, 1);
    *at = value;
    NEXT();
}
L_FASTORE : {
    ELEMENT(o, "an element of an array", NULL)
    float *at = (float *)array_data(o) + k;
    if (unlikely(o->flags & OBJECT_LASTING)) heap_log(&t->heap, at, sizeof *at);
    *at = A.f;
    if (unlikely(EA | (o->shadow != NULL))) heap_set_expr(&t->heap, o, (uint32_t)k, EA);
    NEXT();
}
L_DASTORE : {
    ELEMENT(o, "an element of an array", NULL)
    double *at = (double *)array_data(o) + k;
    if (unlikely(o->flags & OBJECT_LASTING)) heap_log(&t->heap, at, sizeof *at);
    *at = A.d;
    if (unlikely(EA | (o->shadow != NULL))) heap_set_expr(&t->heap, o, (uint32_t)k, EA);
    NEXT();
}
L_AASTORE : {
    ELEMENT(o, "an element of an array", NULL)
    struct object *value = A.r;
    if (unlikely(value && value->class != o->class->element &&
                 !java_class_is_subclass(value->class, o->class->element))) {
        SAVE();
        java_throw_class_name(t, "java/lang/ArrayStoreException", value->class);
        goto thrown;
    }
    struct object **at = (struct object **)array_data(o) + k;
    if (unlikely(o->flags & OBJECT_LASTING)) heap_log(&t->heap, at, sizeof *at);
    *at = value;
    if (unlikely(EA | (o->shadow != NULL))) heap_set_expr(&t->heap, o, (uint32_t)k, EA);
    NEXT();
}

L_ANEWARRAY_RESOLVE:
L_MULTIANEWARRAY_RESOLVE:
L_NEW_RESOLVE:
L_CHECKCAST_RESOLVE:
L_INSTANCEOF_RESOLVE:
L_GETFIELD_RESOLVE:
L_PUTFIELD_RESOLVE:
L_GETSTATIC_RESOLVE:
L_PUTSTATIC_RESOLVE:
L_INVOKESTATIC_RESOLVE:
L_INVOKESPECIAL_RESOLVE:
L_INVOKEVIRTUAL_RESOLVE:
L_INVOKEINTERFACE_RESOLVE:
    SAVE();
    if (java_link(t, (struct insn *)(uintptr_t)i) != NATIVE_DONE) goto thrown;
    GO(); // as it is now

L_NEWARRAY : {
    int32_t length = B.i;
    expr_id length_expr = EB;
    SAVE();
    if (unlikely(length_expr)) symbolic_new_length(t, SYM_B);
    struct object *o = java_new_array(t, i->p, length);
    if (unlikely(!o)) goto thrown;
    A = word_ref(o);
    EA = EXPR_NONE;
    NEXT();
}
L_MULTIANEWARRAY : {
    SAVE();
    for (uint32_t k = 0; k < i->c; k++)
        if (unlikely(e[i->b + k])) symbolic_new_length(t, (struct sym){v[i->b + k], e[i->b + k]});
    struct object *o = java_new_multi_array(t, i->p, &B, i->c);
    if (unlikely(!o)) goto thrown;
    A = word_ref(o);
    EA = EXPR_NONE;
    NEXT();
}
L_NEW : {
    struct java_class *c = i->p;
    if (unlikely(!java_is_initialized(t, c))) {
        SAVE();
        if (java_initialize(t, c) != JAVA_RETURNED) goto thrown;
    }
    struct object *o = heap_object(&t->heap, c);
    if (unlikely(!o)) goto no_memory;
    A = word_ref(o);
    EA = EXPR_NONE;
    NEXT();
}
L_CHECKCAST : {
    struct object *o = B.r;
    if (unlikely(EB)) {
        SAVE();
        symbolic_null(t, EB, !o);
    }
    if (o && o->class != i->p && unlikely(!java_class_is_subclass(o->class, i->p))) {
        SAVE();
        java_throw_cast(t, o->class, i->p);
        goto thrown;
    }
    NEXT();
}
L_INSTANCEOF : {
    struct object *o = B.r;
    if (unlikely(EB)) {
        SAVE();
        symbolic_null(t, EB, !o);
    }
    A = word_int(o && (o->class == i->p || java_class_is_subclass(o->class, i->p)));
    EA = EXPR_NONE;
    NEXT();
}
L_GETFIELD : {
    const struct java_field *field = i->p;
    NON_NULL(o, field)
    expr_id re = unlikely(o->shadow) ? o->shadow[field->slot] : EXPR_NONE;
    A = o->fields[field->slot];
    EA = re;
    NEXT();
}
L_PUTFIELD : {
    const struct java_field *field = i->p;
    NON_NULL(o, field)
    heap_put(&t->heap, o, field->slot, A, EA);
    NEXT();
}
L_GETSTATIC : {
    const struct java_field *field = i->p;
    if (unlikely(!java_is_initialized(t, field->class))) {
        SAVE();
        if (java_initialize(t, field->class) != JAVA_RETURNED) goto thrown;
    }
    if (unlikely(field->open) && t->statics) {
        SAVE();
        if (!java_static_read(t, field)) goto thrown;
    }
    const struct class_state *s = t->classes[field->class->number];
    A = s->statics[field->slot];
    EA = s->static_exprs ? s->static_exprs[field->slot] : EXPR_NONE;
    NEXT();
}
L_PUTSTATIC : {
    const struct java_field *field = i->p;
    if (unlikely(!java_is_initialized(t, field->class))) {
        SAVE();
        if (java_initialize(t, field->class) != JAVA_RETURNED) goto thrown;
    }
    java_put_static(t, field, A, EA);
    NEXT();
}

    struct java_method *m;
L_INVOKESTATIC:
    m = i->p;
    if (unlikely(!java_is_initialized(t, m->class))) {
        SAVE();
        if (java_initialize(t, m->class) != JAVA_RETURNED) goto thrown;
    }
    goto invoke;
L_INVOKESPECIAL : {
    m = i->p;
    NON_NULL(o, m)
    goto invoke;
}
L_INVOKEVIRTUAL : {
    m = i->p;
    NON_NULL(o, m)
    m = o->class->vtable[m->vtable];
    if (unlikely(m->access & ACC_ABSTRACT)) {
        SAVE();
        if (!(m = java_select(t, o->class, i->p))) goto thrown;
    }
    goto invoke;
}
L_INVOKEINTERFACE : {
    m = i->p;
    NON_NULL(o, m)
    SAVE();
    if (unlikely(!(m = java_select(t, o->class, m)))) goto thrown;
    goto invoke;
}
invoke : {
    SAVE();
    if (unlikely(out_of_steps(t))) goto stopped;
    f->result = i->a;
    if (unlikely(t->unknown)) {
        enum native_status status = java_invoke_unknown(t, m, i->a);
        if (status == NATIVE_DONE) NEXT();
        if (status != NATIVE_DECLINE) goto thrown;
    }
    struct java_code *code = atomic_load_explicit(&m->code, memory_order_acquire);
    if (unlikely(!code || m->native)) {
        enum native_status status = java_invoke_slow(t, m, &B, i->a, &code);
        if (!code) { // a native has run
            if (status != NATIVE_DONE) goto thrown;
            NEXT();
        }
    }
    union word *regs = &B;
    if (unlikely(t->n_frames == t->max_frames || regs + code->n_registers > t->words_end)) {
        java_throw_overflow(t);
        goto thrown;
    }
    t->frames[t->n_frames++] =
        (struct java_frame){.method = m, .code = code, .at = code->insns, .regs = regs};
    LOAD_FRAME();
    i = code->insns;
    GO();
}
L_INVOKEDYNAMIC:
L_INVOKEHANDLE : {
    SAVE();
    if (unlikely(out_of_steps(t))) goto stopped;
    if (java_invoke_dynamic(t, i) != NATIVE_DONE) goto thrown;
    NEXT();
}
L_RETURN : {
    union word r = B;
    expr_id re = EB;
    if (--t->n_frames == base) {
        t->returned = r;
        t->returned_expr = re;
        return JAVA_RETURNED;
    }
    LOAD_FRAME();
    i = f->at;
    v[f->result] = r;
    e[f->result] = re;
    NEXT();
}
L_RETURN_VOID:
    if (--t->n_frames == base) return JAVA_RETURNED;
    LOAD_FRAME();
    i = f->at;
    NEXT();
L_ATHROW : {
    NON_NULL(o, "an exception to throw")
    SAVE();
    t->exception = o;
    goto thrown;
}
L_MONITORENTER : {
    NON_NULL(o, "a monitor")
    java_monitor_enter(t, o);
    NEXT();
}
L_MONITOREXIT : {
    NON_NULL(o, "a monitor")
    SAVE();
    if (unlikely(!java_monitor_leave(t, o))) goto thrown;
    NEXT();
}
L_COVER:
    java_cover(t, (uint32_t)i->imm);
    NEXT();
L_VISIT:
    if (unlikely(++A.j > i->imm) && is_bounded(t)) goto at_bound;
    NEXT();
L_ENTER:
    if (unlikely(is_bounded(t)) && is_within_itself(t, (uint32_t)i->imm)) goto at_bound;
    NEXT();
at_bound:
    SAVE();
    trace_end(t->trace);
    t->stop = STOP_BOUND;
    goto stopped;
L_UNSUPPORTED:
    SAVE();
    java_no_model(t, i->p);
    goto stopped;

no_memory:
    SAVE();
    t->stop = STOP_MEMORY;
stopped:
thrown:
    if (t->stop) java_endless_note_stop(t);
    if (t->stop || !java_unwind(t, base)) {
        t->n_frames = base;
        return t->stop ? JAVA_STOPPED : JAVA_THROWN;
    }
    LOAD_FRAME();
    i = f->at;
    v[f->code->n_locals] = word_ref(t->exception);
    e[f->code->n_locals] = EXPR_NONE;
    t->exception = NULL;
    GO();
}
