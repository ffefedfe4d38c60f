// SPDX-License-Identifier: Apache-2.0
// Points that runs came near and none has visited: beyond the depth, or behind a condition that could not
// hold the way the run had gone. The search goes for them out of turn: a few alternatives beyond the depth
// are tried all the same, and inputs that came near are kept, so that others can be grown from them which
// arrive another way (with a longer list, say). Owned by the explorer, under its lock.
#ifndef FRISK_EXPLORE_GOALS_H
#define FRISK_EXPLORE_GOALS_H

#include "base/hash.h"
#include "base/vec.h"
#include "explore/frontier.h"
#include "explore/trace.h"
#include "expr/sweep.h"

// An input, and the conditions of the path to try from it (none: of an input that came near).
struct goal_attempt {
    struct binding *input; // owned, like conditions
    expr_id *conditions;
    uint32_t n_input, n_conditions;
};

struct goal {
    uint32_t point;
    uint32_t tried, grown; // alternatives beyond the depth that were tried; inputs that were grown
    uint64_t passed;       // runs of the search that came near
    uint64_t run;          // the last run that offered an alternative
    VEC(struct goal_attempt) beyond, near;
};

struct goals {
    struct hash_map numbers; // of points: where in `all`
    VEC(struct goal) all;
    VEC(struct goal_attempt) again; // inputs to run once more
    uint64_t runs, searched;        // all, and those on inputs that were not grown
    bool grown;                     // the present one
    uint32_t next_beyond;           // goals take turns
    uint32_t waiting;               // attempts beyond the depth, of all goals
};

void goals_free(struct goals *g);
// From a run: alternatives beyond the depth whose points are not visited, and such points that its path ruled
// out. After frontier_visit. Grown: the input was grown from one that came near.
void goals_add(struct goals *g, const struct frontier *f, const struct trace *t, const struct model *input,
               bool grown);
// The next of them: its conditions and input are appended, *point is what it is for. False: there is none.
bool goals_take(struct goals *g, const struct frontier *f, uint32_t *point, struct goal_attempt *out);
void goal_attempt_free(struct goal_attempt *a);
// A run that showed something new was looked at no further than the depth: its input is run once more.
void goals_look_again(struct goals *g, const struct model *input);
bool goals_take_again(struct goals *g, struct goal_attempt *out); // false: there is none
// No input goes on from this one's path to the point, or none was found.
void goals_came_near(struct goals *g, const struct frontier *f, uint32_t point, const struct model *input);
// An input to grow others from; `pick` is any number, to choose by. False: none is worth it.
bool goals_near(struct goals *g, const struct frontier *f, uint64_t pick, struct model *out);
// Whether there is a point left that is not dead code, as far as one can tell.
bool goals_left(const struct goals *g, const struct frontier *f);
void goals_mark(const struct goals *g, struct expr_sweep *w);

#endif
