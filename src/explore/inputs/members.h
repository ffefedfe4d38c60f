// SPDX-License-Identifier: Apache-2.0
// Members of types drawn at random, for languages whose inputs are terms: with the terms of the dictionary
// here and there, and of a bounded size. Private to explore/inputs.
#ifndef FRISK_EXPLORE_INPUTS_MEMBERS_H
#define FRISK_EXPLORE_INPUTS_MEMBERS_H

#include "explore/inputs/draws.h"
#include "explore/language.h"

enum { MEMBERS_DEPTH_MAX = 8 }; // of what is drawn from a type; below, the smallest members are taken

struct members {
    struct unit *unit;
    struct draws *draws;
    uint32_t budget;   // terms that may still be drawn for this input
    type_id pool_type; // of the elements that long lists of this input are made of
    VEC(expr_id) pool;
};

void members_free(struct members *m);
void members_begin(struct members *m); // another input
// A member of the type; 0: none was found. depth: how deep in the input it stands.
expr_id members_draw(struct members *m, type_id type, uint32_t depth);
expr_id members_draw_any(struct members *m, uint32_t depth); // whatever its type
expr_id members_draw_constant(struct members *m);            // of the dictionary; 0: there is none

#endif
