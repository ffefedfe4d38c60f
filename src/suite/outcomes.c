// SPDX-License-Identifier: Apache-2.0
#include "suite/outcomes.h"

#include <string.h>

#include "explore/explore.h"
#include "suite/suite.h"

const char *outcome_category_name(enum outcome_category c) {
    static const char *const names[CATEGORY_COUNT] = {
        "none",
#define X(name, text, meaning) text,
        OUTCOME_CATEGORIES(X)
#undef X
    };
    return names[c];
}

const char *outcome_category_meaning(enum outcome_category c) {
    static const char *const texts[CATEGORY_COUNT] = {
        "no failure was expected",
#define X(name, text, meaning) meaning,
        OUTCOME_CATEGORIES(X)
#undef X
    };
    return texts[c];
}

enum outcome_category outcomes_case_category(const struct test_case *c) {
    if (c->kind != OUTCOME_RAISE) return CATEGORY_NONE;
    if (c->category) return c->category;
    switch (c->proof) {
    case PROOF_CONFIRMED: return CATEGORY_TRIGGERED;
    case PROOF_DIFFERS:
    case PROOF_VARIES: return CATEGORY_DIFFERENT;
    case PROOF_TIMEOUT: return CATEGORY_NOT_TRIGGERED;
    case PROOF_UNTRIED:
    case PROOF_UNABLE: break;
    }
    return CATEGORY_NO_TEST;
}

void outcomes_count(const struct suite *s, const struct explore_stats *stats, uint64_t out[CATEGORY_COUNT]) {
    const struct solve_stats *solve = &stats->solve;
    uint64_t by_facts = solve->links[LINK_FACTS].unsat;
    memcpy(out, s->dropped, sizeof s->dropped);
    for (uint32_t i = 0; i < s->cases.n; i++) out[outcomes_case_category(s->cases.at[i])]++;
    out[CATEGORY_NONE] = 0;
    out[CATEGORY_UNSOLVED] = stats->unknown;
    out[CATEGORY_CONTRADICTION] = by_facts;
    out[CATEGORY_INFEASIBLE] = solve->unsat > by_facts ? solve->unsat - by_facts : 0;
    out[CATEGORY_NO_MODEL] = solve->rejected;
    out[CATEGORY_TOO_LONG] = stats->deep;
}

uint32_t outcomes_bounds_hit(const struct explore_stats *s, const char *names[MOST_BOUNDS]) {
    const struct {
        bool hit;
        const char *name;
    } bounds[MOST_BOUNDS] = {{s->depth_hit, "depth"},      {s->bounded > s->ended, "branch bound"},
                             {s->ended > 0, "loops"},      {s->runs_hit, "runs"},
                             {s->time_hit, "time"},        {s->patience_hit, "patience"},
                             {s->steps_hit, "steps"},      {s->ended_by_failure, "first error"},
                             {s->all_covered, "coverage"}, {s->all_reached, "reached"},
                             {s->stopped, "interrupt"}};
    uint32_t n = 0;
    for (uint32_t i = 0; i < MOST_BOUNDS; i++)
        if (bounds[i].hit) names[n++] = bounds[i].name;
    return n;
}
