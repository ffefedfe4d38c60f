// SPDX-License-Identifier: Apache-2.0
// The execution tree: every prefix of decisions that some run has taken, once. A node is a decision; each of
// its ways is untried, known to be impossible, or leads on to the decisions that followed. A subtree with
// nothing left to try is freed, so that the memory follows what is open and not what was run. Owned by the
// explorer, under its lock.
#ifndef FRISK_EXPLORE_TREE_H
#define FRISK_EXPLORE_TREE_H

#include "base/vec.h"
#include "explore/trace.h"
#include "expr/sweep.h"

enum way_state {
    WAY_QUEUED,   // in the frontier, or a worker is at it
    WAY_UNSAT,    // no input goes there
    WAY_UNKNOWN,  // the solver could not decide
    WAY_DIVERGED, // a model was found, but its run went elsewhere
    WAY_EXPLORED, // some run went there
    WAY_CLOSED,   // likewise, and all that follows has been tried and freed
};

// A node's number is kept in that many bits beside the state of the way that leads to it; a search that has
// as many would take 17 GB for nodes alone.
enum { TREE_NODE_BITS = 29, TREE_DEPTH_BITS = 30 };

struct tree_way {
    expr_id condition;
    uint32_t point;
    uint32_t child : TREE_NODE_BITS; // first decision seen after this way; 0: none
    uint32_t state : 3;              // enum way_state
};

// 32 bytes, and 12 for each way: a search holds hundreds of thousands of open alternatives. The site is not
// kept: decisions with equal conditions that lead to equal points are the same.
struct tree_node {
    uint32_t parent, parent_way;      // the way that leads here; node 0 stands before the first decision
    uint32_t next;                    // another decision seen after the same way (a run diverged); 0: none
    uint32_t n, first_way;            // in tree.ways; n 0: the node is free
    uint32_t input;                   // of the run that created the node, see tree_input
    uint32_t pending;                 // ways queued and children with something pending
    uint32_t depth : TREE_DEPTH_BITS; // number of decisions before this one
    uint32_t far : 1;                 // of a library's code
    uint32_t keep : 1; // never freed: a run through here lost precision (others may diverge to here), or a
                       // way is unknown
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

// Ways are allotted exactly up to some number, beyond that by the next power of two.
enum { WAYS_EXACT = 64, WAY_CLASSES = WAYS_EXACT + 1 + 26 };

struct tree {
    VEC(struct tree_node) nodes;
    VEC(struct tree_way) ways;
    VEC(struct tree_input) inputs;    // 0: none
    VEC(struct tree_item) fresh;      // alternatives that the last tree_insert added to the frontier
    uint32_t free_nodes, free_inputs; // heads of free lists, 0: empty
    uint32_t free_ways[WAY_CLASSES];
    size_t input_bytes; // of blocks
    uint32_t alive;     // nodes in the tree
    uint64_t created;
    uint64_t unknown, diverged; // ways in these states; all others that are not open are settled
};

void tree_init(struct tree *t);
void tree_free(struct tree *t);
size_t tree_bytes(const struct tree *t); // memory held

// Adds the decisions of a run, as many as its depth allows; `expected` is the alternative the run was made
// for (TREE_NO_ITEM: none) and is settled by this: explored, or diverged. Lossy: the run lost precision.
// Returns whether the run behaved as its prefix promised; false: it left the path to `expected`, or showed
// another decision than an earlier run of the same prefix.
bool tree_insert(struct tree *t, const struct trace *trace, const struct model *input,
                 struct tree_item expected, bool lossy);
// Takes an item from the frontier off the books without a run: unsat, unknown, or (WAY_QUEUED) nothing to do
// as some run went there meanwhile. Each fresh item is settled exactly once, by this or by tree_insert.
// Returns false where what is said of it is refuted: unsat, and a run has gone there.
bool tree_settle(struct tree *t, struct tree_item item, enum way_state state);

static inline struct tree_way *tree_way(const struct tree *t, struct tree_item item) {
    return &t->ways.at[t->nodes.at[item.node].first_way + item.way];
}
// Appends the conditions of the path to the item, the item's own last. `out` is a VEC(expr_id).
typedef VEC(expr_id) tree_conditions;
void tree_path(const struct tree *t, struct tree_item item, tree_conditions *out);
void tree_mark(const struct tree *t, struct expr_sweep *w); // conditions and inputs of the nodes alive
// Into out, emptied first: the input of the run that first reached the node.
typedef VEC(struct binding) tree_bindings;
void tree_input(const struct tree *t, uint32_t node, tree_bindings *out);

#endif
