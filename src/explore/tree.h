// SPDX-License-Identifier: Apache-2.0
// The execution tree: every prefix of decisions that some run has taken, once. A node is a decision. Each of
// its ways is untried, impossible, or leads to the decisions that followed. A subtree with nothing left to
// try is freed, so memory follows what is open and not what was run. The explorer owns it, under its lock.
#ifndef FRISK_EXPLORE_TREE_H
#define FRISK_EXPLORE_TREE_H

#include "base/vec.h"
#include "explore/trace.h"
#include "expr/sweep.h"

enum way_state {
    WAY_QUEUED,   // in the frontier, or a worker has it
    WAY_UNSAT,    // no input goes there
    WAY_UNKNOWN,  // the solver could not decide
    WAY_DIVERGED, // there is a model, but its run went elsewhere
    WAY_EXPLORED, // some run went there
    WAY_CLOSED,   // likewise, and all that follows was tried and freed
};

// A node's number is kept in that many bits beside the state of the way that leads to it; a search that has
// as many would take 17 GB for nodes alone.
enum { TREE_NODE_BITS = 29, TREE_DEPTH_BITS = 30 };

struct tree_way {
    expr_id condition;
    uint32_t point;
    uint32_t child : TREE_NODE_BITS; // the first decision after this way; 0: none
    uint32_t state : 3;              // enum way_state
};

// 32 bytes, and 12 for each way: a search holds hundreds of thousands of open alternatives. The site is not
// kept: decisions with equal conditions that lead to equal points are the same.
struct tree_node {
    uint32_t parent, parent_way;      // the way that leads here; node 0 stands before the first decision
    uint32_t next;                    // another decision after the same way (a run diverged); 0: none
    uint32_t n, first_way;            // in tree.ways; n 0: the node is free
    uint32_t input;                   // of the run that created the node, see tree_input
    uint32_t pending;                 // queued ways, and children with something pending
    uint32_t depth : TREE_DEPTH_BITS; // number of decisions before this one
    uint32_t far : 1;                 // in library code
    uint32_t keep : 1; // never freed: a run through here concretised a value, so others may diverge to here,
                       // or a way is unknown
};

struct tree_item { // an alternative
    uint32_t node, way;
};
#define TREE_NO_ITEM ((struct tree_item){0, 0})

struct tree_input { // an input of one variable needs no block of its own
    uint32_t refs;  // of nodes; when free: the next free input
    uint32_t n;
    union {
        struct binding one;
        struct binding *many; // n > 1; owned
    };
};

// Blocks of ways have the exact size up to WAYS_EXACT, beyond that the next power of two.
enum { WAYS_EXACT = 64, WAY_CLASSES = WAYS_EXACT + 1 + 26 };

struct tree {
    VEC(struct tree_node) nodes;
    VEC(struct tree_way) ways;
    VEC(struct tree_input) inputs;    // 0: none
    VEC(struct tree_item) fresh;      // alternatives that the last tree_insert found: for the frontier
    uint32_t free_nodes, free_inputs; // heads of free lists, 0: empty
    uint32_t free_ways[WAY_CLASSES];
    size_t input_bytes; // of blocks
    uint32_t alive;     // nodes in the tree
    uint64_t created;
    uint64_t unknown, diverged; // ways in these states
};

void tree_init(struct tree *t);
void tree_free(struct tree *t);
size_t tree_bytes(const struct tree *t); // memory held

// Adds the decisions of a run, as many as its depth allows. `expected` is the alternative that the run was
// made for (TREE_NO_ITEM: none); it becomes explored or diverged. Lossy: the run concretised a value. Returns
// false if the run left the path to `expected`, or showed another decision than an earlier run with the same
// prefix.
bool tree_insert(struct tree *t, const struct trace *trace, const struct model *input,
                 struct tree_item expected, bool lossy);
// Settles an item of the frontier without a run: unsat, unknown, or (WAY_QUEUED) nothing to do because some
// run went there meanwhile. Each fresh item is settled exactly once, by this or by tree_insert. False: the
// item is said to be unsat, but a run has gone there.
bool tree_settle(struct tree *t, struct tree_item item, enum way_state state);

static inline struct tree_way *tree_way(const struct tree *t, struct tree_item item) {
    return &t->ways.at[t->nodes.at[item.node].first_way + item.way];
}
// Appends the conditions of the path to the item; the item's own comes last. `out` is a VEC(expr_id).
typedef VEC(expr_id) tree_conditions;
void tree_path(const struct tree *t, struct tree_item item, tree_conditions *out);
void tree_mark(const struct tree *t, struct expr_sweep *w); // marks the conditions and inputs of all nodes
// Gives the input of the run that first reached the node; out is emptied first.
typedef VEC(struct binding) tree_bindings;
void tree_input(const struct tree *t, uint32_t node, tree_bindings *out);

#endif
