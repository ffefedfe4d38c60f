// SPDX-License-Identifier: Apache-2.0
#include "suite/places.h"

#include "base/mem.h"
#include "base/str.h"
#include "suite/outcomes.h"

const char *place_verdict_name(enum place_verdict v) {
    switch (v) {
    case PLACE_REACHED: return "reached";
    case PLACE_UNREACHABLE: return "unreachable";
    case PLACE_NOT_REACHED: return "not reached";
    }
    __builtin_unreachable();
}

// What was left out, if anything. The bounds of paths are no such thing.
static char *left_out(const struct explore_stats *s, bool doubts) {
    const char *names[MOST_BOUNDS];
    struct str out = {0};
    if (s->proved) {
        str_add(&out, "code that raises nothing was not searched");
    } else if (s->open || s->depth_hit) {
        uint32_t n = outcomes_bounds_hit(s, names);
        str_add(&out, "the search ended before:");
        for (uint32_t i = 0; i < n; i++) str_addf(&out, "%s %s", i ? "," : "", names[i]);
    } else if (s->unknown) {
        str_add(&out, "the solver could not decide some conditions");
    } else if (s->limited || s->incomplete || s->unreached) {
        str_add(&out, "some runs were not followed to their end");
    } else if (s->lost || s->all_discarded || doubts) {
        str_add(&out, "some values were taken as concrete");
    }
    return out.n ? str_take(&out) : NULL;
}

enum place_verdict place_judge(const struct suite_place *p, const struct explore_stats *s, bool doubts,
                               char **why) {
    *why = NULL;
    if (p->reached) return PLACE_REACHED;
    *why = left_out(s, doubts);
    if (*why) return PLACE_NOT_REACHED;
    *why = mem_strdup(s->bounded ? "no path within the bounds comes there" : "no path comes there");
    return PLACE_UNREACHABLE;
}
