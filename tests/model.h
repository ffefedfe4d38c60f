// SPDX-License-Identifier: Apache-2.0
// Models and variables of tests that name all their variables beforehand: 0, 1, .. n - 1.
#ifndef FRISK_TESTS_MODEL_H
#define FRISK_TESTS_MODEL_H

#include "expr/variables.h"

// The model of values[0..n-1]; its bindings go to `at`, room for n.
static inline struct model model_of(struct binding *at, const expr_id *values, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) at[i] = (struct binding){i, values[i]};
    return (struct model){n, at, NULL};
}

#endif
