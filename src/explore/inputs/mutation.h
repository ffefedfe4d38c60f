// SPDX-License-Identifier: Apache-2.0
// Mutation: a term changed a little. What comes out need not be of the term's type. Private to
// explore/inputs.
#ifndef FRISK_EXPLORE_INPUTS_MUTATION_H
#define FRISK_EXPLORE_INPUTS_MUTATION_H

#include "explore/inputs/members.h"

// Some part changed, or drawn anew by its type. The term itself: nothing was changed.
expr_id mutation_of_part(struct members *m, type_id type, expr_id value);
// Some list or bit string in the term with a few neighbours repeated, left out, or put in place of others.
// Likewise.
expr_id mutation_of_sequence(struct members *m, expr_id value);

#endif
