// SPDX-License-Identifier: Apache-2.0
// Goals: points that runs came near and none has visited, beyond the depth or behind a condition that cannot
// hold on the path. The search goes for them out of turn. A few alternatives beyond the depth are tried all
// the same. Inputs that came near are kept, and mutations of them (with a longer list, say) may arrive on
// another path. The explorer owns it, under its lock.
#ifndef FRISK_EXPLORE_GOALS_H
#define FRISK_EXPLORE_GOALS_H

#include "base/hash.h"
#include "base/vec.h"
#include "explore/frontier.h"
#include "explore/trace.h"
#include "expr/sweep.h"

// An input, and the conditions of a path to try from it. An input that came near has no conditions.
struct goal_attempt {
    struct binding *input; // owned, like conditions
    expr_id *conditions;
    uint32_t n_input, n_conditions;
};

struct goal {
    uint32_t point;
    uint32_t tried, grown; // alternatives beyond the depth that were tried; mutations that were run
    uint64_t passed;       // runs of the search that came near
    uint64_t run;          // the last run that offered an alternative
    VEC(struct goal_attempt) beyond, near;
};

struct goals {
    struct hash_map numbers; // point -> index in `all`
    VEC(struct goal) all;
    VEC(struct goal_attempt) again; // inputs to run once more
    uint64_t runs, searched;        // all runs, and those on inputs that are no mutations
    bool grown;                     // the present run is on a mutation
    uint32_t next_beyond;           // goals take turns
    uint32_t waiting;               // attempts beyond the depth, of all goals
};

void goals_free(struct goals *g);
// Takes from a run the alternatives beyond the depth to unvisited points, and unvisited points that its path
// ruled out. After frontier_visit. Grown: its input is a mutation of one that came near.
void goals_add(struct goals *g, const struct frontier *f, const struct trace *t, const struct model *input,
               bool grown);
// The next alternative beyond the depth: fills *out, and *point with its goal. False: there is none.
bool goals_take(struct goals *g, const struct frontier *f, uint32_t *point, struct goal_attempt *out);
void goal_attempt_free(struct goal_attempt *a);
// Runs an input once more, with the reach: its run showed something new and was recorded to the depth only.
void goals_look_again(struct goals *g, const struct model *input);
bool goals_take_again(struct goals *g, struct goal_attempt *out); // false: there is none
// This input came near the point, but its path cannot reach it, or no input was found that does.
void goals_came_near(struct goals *g, const struct frontier *f, uint32_t point, const struct model *input);
// An input to mutate; `pick` is a random number to choose by. False: no goal is worth it.
bool goals_near(struct goals *g, const struct frontier *f, uint64_t pick, struct model *out);
// Whether a goal is left that does not look like dead code.
bool goals_left(const struct goals *g, const struct frontier *f);
void goals_mark(const struct goals *g, struct expr_sweep *w);

#endif
