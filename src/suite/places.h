// SPDX-License-Identifier: Apache-2.0
// The places that a search was to reach (--reach), and what became of each.
#ifndef FRISK_SUITE_PLACES_H
#define FRISK_SUITE_PLACES_H

#include "explore/explore.h"

struct suite_place {
    bool reached;
    char *call; // that reached it first; owned; NULL: none did
};

enum place_verdict {
    PLACE_REACHED,
    PLACE_UNREACHABLE, // every path was followed to its end, or to the bounds of paths: none comes there
    PLACE_NOT_REACHED, // and nothing more is known
};
const char *place_verdict_name(enum place_verdict v); // "reached", "unreachable", "not reached"

// After the search. why: in words, what keeps the verdict from being another, or what it rests on; the
// caller frees it; NULL: nothing.
enum place_verdict place_judge(const struct suite_place *p, const struct explore_stats *s, bool doubts,
                               char **why);

#endif
