// SPDX-License-Identifier: Apache-2.0
// The interpreter's own code of a method: three-address instructions over registers. Register r < n_locals is
// the JVM's local r; the operand at stack depth d (in slots) is register n_locals + d. A long or double takes
// two slots and lives in the first. Loads and stores of locals mostly vanish into the instructions that use
// them (compile.c).
//
// Instructions are shared by all workers. Those that refer to the constant pool begin as X_RESOLVE forms and
// are rewritten in place when first run: operands first, then the opcode (release); every worker would write
// the same.
#ifndef FRISK_JAVA_CODE_H
#define FRISK_JAVA_CODE_H

#include "java/program/program.h"

// Register operands are a, b, c; imm, target, p share one word. "a = b + c" in comments; I forms take imm for
// c.
#define JAVA_BINARY_INT_OPS(X)                                                                               \
    X(ADD)                                                                                                   \
    X(SUB)                                                                                                   \
    X(MUL)                                                                                                   \
    X(DIV)                                                                                                   \
    X(REM)                                                                                                   \
    X(AND)                                                                                                   \
    X(OR)                                                                                                    \
    X(XOR)                                                                                                   \
    X(SHL)                                                                                                   \
    X(SHR)                                                                                                   \
    X(USHR)
#define JAVA_BINARY_FLOAT_OPS(X)                                                                             \
    X(ADD)                                                                                                   \
    X(SUB)                                                                                                   \
    X(MUL)                                                                                                   \
    X(DIV)                                                                                                   \
    X(REM)
#define JAVA_CONDITIONS(X)                                                                                   \
    X(EQ)                                                                                                    \
    X(NE)                                                                                                    \
    X(LT)                                                                                                    \
    X(GE)                                                                                                    \
    X(GT)                                                                                                    \
    X(LE)

#define JAVA_INSNS(X)                                                                                        \
    X(MOVE)                                                                                                  \
    X(CONST) /* a = imm; b: it is an int or a long */                                                        \
    X(LDC_STRING)                                                                                            \
    X(LDC_RESOLVE) /* a; c: constant pool index */                                                           \
    X(LDC_CLASS)   /* a; p: class */                                                                         \
    X(IADD)                                                                                                  \
    X(ISUB)                                                                                                  \
    X(IMUL)                                                                                                  \
    X(IDIV)                                                                                                  \
    X(IREM)                                                                                                  \
    X(IAND)                                                                                                  \
    X(IOR)                                                                                                   \
    X(IXOR)                                                                                                  \
    X(ISHL)                                                                                                  \
    X(ISHR)                                                                                                  \
    X(IUSHR)                                                                                                 \
    X(IADD_I)                                                                                                \
    X(ISUB_I)                                                                                                \
    X(IMUL_I)                                                                                                \
    X(IDIV_I)                                                                                                \
    X(IREM_I)                                                                                                \
    X(IAND_I)                                                                                                \
    X(IOR_I)                                                                                                 \
    X(IXOR_I)                                                                                                \
    X(ISHL_I)                                                                                                \
    X(ISHR_I)                                                                                                \
    X(IUSHR_I)                                                                                               \
    X(LADD)                                                                                                  \
    X(LSUB)                                                                                                  \
    X(LMUL)                                                                                                  \
    X(LDIV)                                                                                                  \
    X(LREM)                                                                                                  \
    X(LAND)                                                                                                  \
    X(LOR)                                                                                                   \
    X(LXOR)                                                                                                  \
    X(LSHL)                                                                                                  \
    X(LSHR)                                                                                                  \
    X(LUSHR)                                                                                                 \
    X(LADD_I)                                                                                                \
    X(LSUB_I)                                                                                                \
    X(LMUL_I)                                                                                                \
    X(LDIV_I)                                                                                                \
    X(LREM_I)                                                                                                \
    X(LAND_I)                                                                                                \
    X(LOR_I)                                                                                                 \
    X(LXOR_I)                                                                                                \
    X(LSHL_I)                                                                                                \
    X(LSHR_I)                                                                                                \
    X(LUSHR_I)                                                                                               \
    X(FADD)                                                                                                  \
    X(FSUB)                                                                                                  \
    X(FMUL)                                                                                                  \
    X(FDIV)                                                                                                  \
    X(FREM)                                                                                                  \
    X(DADD)                                                                                                  \
    X(DSUB)                                                                                                  \
    X(DMUL)                                                                                                  \
    X(DDIV)                                                                                                  \
    X(DREM)                                                                                                  \
    X(INEG)                                                                                                  \
    X(LNEG)                                                                                                  \
    X(FNEG)                                                                                                  \
    X(DNEG)                                                                                                  \
    X(I2L)                                                                                                   \
    X(I2F)                                                                                                   \
    X(I2D)                                                                                                   \
    X(L2I)                                                                                                   \
    X(L2F)                                                                                                   \
    X(L2D)                                                                                                   \
    X(F2I)                                                                                                   \
    X(F2L)                                                                                                   \
    X(F2D)                                                                                                   \
    X(D2I)                                                                                                   \
    X(D2L)                                                                                                   \
    X(D2F)                                                                                                   \
    X(I2B)                                                                                                   \
    X(I2C)                                                                                                   \
    X(I2S)                                                                                                   \
    X(LCMP)                                                                                                  \
    X(FCMPL)                                                                                                 \
    X(FCMPG)                                                                                                 \
    X(DCMPL)                                                                                                 \
    X(DCMPG)                                                                                                 \
    X(IF_IEQ)                                                                                                \
    X(IF_INE)                                                                                                \
    X(IF_ILT)                                                                                                \
    X(IF_IGE)                                                                                                \
    X(IF_IGT)                                                                                                \
    X(IF_ILE) /* b, c; target */                                                                             \
    X(IF_IEQ_I)                                                                                              \
    X(IF_INE_I)                                                                                              \
    X(IF_ILT_I)                                                                                              \
    X(IF_IGE_I)                                                                                              \
    X(IF_IGT_I)                                                                                              \
    X(IF_ILE_I) /* b; imm; target */                                                                         \
    X(IF_LEQ)                                                                                                \
    X(IF_LNE)                                                                                                \
    X(IF_LLT)                                                                                                \
    X(IF_LGE)                                                                                                \
    X(IF_LGT)                                                                                                \
    X(IF_LLE)                                                                                                \
    /* b, c: longs */ /* a: 1 when the branch is taken for NaN (JVMS 6.5 fcmp<op>, then                      \
                         if<cond>) */                                                                        \
    X(IF_FEQ)                                                                                                \
    X(IF_FNE)                                                                                                \
    X(IF_FLT)                                                                                                \
    X(IF_FGE)                                                                                                \
    X(IF_FGT)                                                                                                \
    X(IF_FLE)                                                                                                \
    X(IF_DEQ)                                                                                                \
    X(IF_DNE)                                                                                                \
    X(IF_DLT)                                                                                                \
    X(IF_DGE)                                                                                                \
    X(IF_DGT)                                                                                                \
    X(IF_DLE)                                                                                                \
    X(IF_AEQ)                                                                                                \
    X(IF_ANE)                                                                                                \
    X(IF_NULL)                                                                                               \
    X(IF_NONNULL)                                                                                            \
    X(GOTO)                                                                                                  \
                                                                                                             \
    X(SWITCH_TABLE)                                                                                          \
    X(SWITCH_LOOKUP) /* b; p: struct java_switch */                                                          \
    X(ARRAY_LENGTH)                                                                                          \
    X(BALOAD)                                                                                                \
    X(CALOAD)                                                                                                \
    X(SALOAD)                                                                                                \
    X(IALOAD)                                                                                                \
    X(LALOAD)                                                                                                \
    X(FALOAD)                                                                                                \
    X(DALOAD)                                                                                                \
    X(AALOAD) /* a = b[c] */                                                                                 \
    X(BASTORE)                                                                                               \
    X(CASTORE)                                                                                               \
    X(SASTORE)                                                                                               \
    X(IASTORE)                                                                                               \
    X(LASTORE)                                                                                               \
    X(FASTORE)                                                                                               \
    X(DASTORE)                                                                                               \
    X(AASTORE)        /* b[c] = a */                                                                         \
    X(NEWARRAY)       /* a = new element[b]; p: class of the array */                                        \
    X(MULTIANEWARRAY) /* a; b: first register of the dimensions; c: how many; p: class of the array */       \
    X(ANEWARRAY_RESOLVE)                                                                                     \
    X(MULTIANEWARRAY_RESOLVE)                                                                                \
    X(NEW_RESOLVE)                                                                                           \
    X(CHECKCAST_RESOLVE)                                                                                     \
    X(INSTANCEOF_RESOLVE) /* imm: index; MULTI: x: dimensions */                                             \
    X(NEW)                /* a; p: class */                                                                  \
    X(CHECKCAST)          /* b (and a = b); p */                                                             \
    X(INSTANCEOF)         /* a = b instanceof p */                                                           \
    X(GETFIELD_RESOLVE)                                                                                      \
    X(PUTFIELD_RESOLVE)                                                                                      \
    X(GETSTATIC_RESOLVE)                                                                                     \
    X(PUTSTATIC_RESOLVE)                                                                                     \
    X(GETFIELD)  /* a = b.p (struct java_field) */                                                           \
    X(PUTFIELD)  /* b.p = a */                                                                               \
    X(GETSTATIC) /* a = p */                                                                                 \
    X(PUTSTATIC) /* p = a */                                                                                 \
    X(INVOKESTATIC_RESOLVE)                                                                                  \
    X(INVOKESPECIAL_RESOLVE)                                                                                 \
    X(INVOKEVIRTUAL_RESOLVE)                                                                                 \
    X(INVOKEINTERFACE_RESOLVE) /* imm: index */                                                              \
    X(INVOKEDYNAMIC) /* a = result; b: first argument; c: argument slots; imm: constant pool index */        \
    X(INVOKESTATIC)                                                                                          \
    X(INVOKESPECIAL)                                                                                         \
    X(INVOKEVIRTUAL)                                                                                         \
    X(INVOKEINTERFACE) /* a = result; b: first argument; p: method */                                        \
    X(INVOKEHANDLE)    /* MethodHandle.invoke, VarHandle.get ..: a, b; imm: constant pool index; c:          \
                          argument slots */                                                                  \
    X(RETURN)                                                                                                \
    X(RETURN_VOID) /* b */                                                                                   \
    X(ATHROW)      /* b */                                                                                   \
    X(MONITORENTER)                                                                                          \
    X(MONITOREXIT) /* b */                                                                                   \
    X(COVER)       /* imm: place of the code (user's classes only) */                                        \
    X(VISIT)       /* a: how often the call has come here; imm: at most that often (bounds of paths) */      \
    X(ENTER)       /* imm: at most so many calls of the method at a time (likewise) */                       \
    X(UNSUPPORTED) /* p: text */

enum insn_op {
#define X(name) X_##name,
    JAVA_INSNS(X)
#undef X
        X_COUNT
};

struct insn {
    uint16_t op; // enum insn_op; read with acquire, see above
    uint16_t a, b, c;
    union {
        int64_t imm;
        void *p;
        struct {
            int32_t target; // index into java_code.insns
            int32_t small;  // the constant of an IF_.._I
        };
    };
};

// Another worker may be linking it.
static inline enum insn_op java_insn_op(const struct insn *i) {
    return (enum insn_op)__atomic_load_n(&i->op, __ATOMIC_ACQUIRE);
}
// It only notes that a run comes by.
static inline bool java_insn_is_note(enum insn_op op) {
    return op == X_COVER || op == X_VISIT || op == X_ENTER;
}
static inline bool java_insn_is_call(enum insn_op op) {
    return op >= X_INVOKESTATIC_RESOLVE && op <= X_INVOKEHANDLE;
}

struct java_switch {
    int32_t low; // TABLE: key of targets[0]
    uint32_t n;
    const int32_t *keys; // LOOKUP: sorted
    const int32_t *targets;
    int32_t otherwise;
};

struct java_handler { // instruction indexes [start, end)
    uint32_t start, end, target;
    symbol type; // 0: any
    uint16_t type_index;
};

struct java_code {
    struct java_method *method;
    struct insn *insns;
    uint32_t n;
    uint32_t n_locals, n_registers;
    uint32_t first_site; // the site of instruction i is first_site + i; its points are 4 * that .. + 3
    struct java_handler *handlers;
    uint32_t n_handlers;
    uint16_t *pcs; // bytecode pc of each instruction
};

// The code of a method with a body, compiled when asked for first. NULL: d says why (it cannot be verified,
// or is too large).
struct java_code *java_code_of(struct java_program *p, struct java_method *m, struct diag *d);
uint32_t java_code_line_of(const struct java_code *code, uint32_t insn); // source line; 0: unknown
bool java_is_polymorphic(
    const char *owner,
    const char *name); // MethodHandle.invoke, VarHandle.get ..: any descriptor goes (JVMS 2.9.3)

#endif
