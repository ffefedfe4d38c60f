// SPDX-License-Identifier: Apache-2.0
// The link multiples: a single integer through small multiples of the literals that it is compared with.
#include <math.h>

#include "solve/numbers/numbers.h"

bool tape_scan(struct tape *t, tape_allows *allowed, void *context) {
    enum { LITERALS_MAX = 12, MULTIPLES_MAX = 100 };
    if (t->leaves.n != 1 || t->at.at[t->leaf_at.at[0]].tag != NUMBER_INT) return false;
    for (uint32_t i = 0, used = 0; i < t->literals.n && used < LITERALS_MAX; i++) {
        double size = fabs(t->literals.at[i]);
        if (size < 2 || size > 0x1p40 || size != floor(size)) continue;
        used++;
        for (int64_t k = 0; k < 3 * MULTIPLES_MAX; k++) {
            int64_t v = (int64_t)size * (k / 3) + k % 3 - 1;
            for (int sign = 1; sign >= -1; sign -= 2) {
                if (!allowed(context, 0, number_int(sign * v))) continue;
                tape_set(t, 0, number_int(sign * v));
                if (tape_holds(t)) return true;
            }
        }
    }
    return false;
}

enum answer multiples_try(struct solver *s, uint32_t effort) {
    struct interval domain;
    if (!slice_domains(s, &domain, 1) || !tape_scan(&s->numbers->slice.tape, slice_admits, s))
        return ANSWER_UNKNOWN;
    slice_take(s);
    return ANSWER_SAT;
}
