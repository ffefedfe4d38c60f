// SPDX-License-Identifier: Apache-2.0
// What single instructions and edges of a method's graph say: which steps they take, and what they guard.
// Private to ending_step.c and ending_loop.c.
#ifndef FRISK_JAVA_ENDING_STEP_H
#define FRISK_JAVA_ENDING_STEP_H

#include "base/vec.h"
#include "java/program/ending_loop.h"

enum { MOST_DEPTH = 5 }; // of expressions that a range is worked out of

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

enum relation { REL_EQ, REL_NE, REL_LT, REL_GE, REL_GT, REL_LE };

struct comparison { // at a branch: of register b with c, or with a constant
    uint32_t b, c;
    bool constant, wide;
    int64_t value;
    enum relation relation; // where the branch is taken
};

// What crossing edge e says of register r: that it is in a range, or that it is not what another register
// holds.
struct guard {
    struct range range;
    bool differs;        // from what follows
    bool other_constant; // `value`, else what register `other` holds
    uint32_t other;
    int64_t value;
};

// The graph: see ending_loop.c. All functions here look at nothing else.
static inline enum insn_op ending_op_at(const struct loops *l, uint32_t i) {
    return java_insn_op(&l->code->insns[i]);
}
// Whether register r may be another one after instruction i.
bool ending_may_write(const struct loops *l, uint32_t i, uint32_t r);
// Handlers find the exception in the first register of the stack.
bool ending_is_of_handlers(const struct loops *l, uint32_t r);
bool ending_may_throw(enum insn_op op);
// The instruction before i on the only way to it that may have written r last; false: it is not known.
bool ending_written_before(const struct loops *l, uint32_t i, uint32_t r, uint32_t *at);
bool ending_is_unwritten(const struct loops *l, uint32_t from, uint32_t to, uint32_t r); // strictly between
// The register of which r is a copy before i, or r itself.
uint32_t ending_copied_from(const struct loops *l, uint32_t i, uint32_t r);
// Of what instruction i leaves in its register a.
struct range ending_range_after(const struct loops *l, uint32_t i, bool wide, uint32_t depth);
// Adds to both ends. False: that does not fit.
bool ending_adds_up(struct range *x, int64_t by, bool wide);
struct step ending_step_of(const struct loops *l, uint32_t i); // RANK_NONE: none
enum relation ending_opposite(enum relation r);
enum relation ending_mirrored(enum relation r); // with the operands exchanged
bool ending_compares(const struct loops *l, uint32_t i, struct comparison *out); // integers
// False: crossing the edge says nothing of the register.
bool ending_guard_of(const struct loops *l, const struct edge *e, uint32_t r, bool wide, struct guard *out);

#endif
