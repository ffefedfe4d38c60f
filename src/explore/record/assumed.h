// SPDX-License-Identifier: Apache-2.0
// What runs looked at outside the code and took as it is: the machine's locale, a property. Each is told once
// in the result, whichever run looked at it. A runner notes for itself; its unit sums up.
//
// One thread at a time: whoever adds to a unit's holds its lock.
#ifndef FRISK_EXPLORE_RECORD_ASSUMED_H
#define FRISK_EXPLORE_RECORD_ASSUMED_H

#include <stdbool.h>

#include "base/hash.h"
#include "base/symbol.h"
#include "base/vec.h"

struct assumed { // all zero: nothing
    VEC(symbol) texts;
    struct hash_map index; // of texts
};

void assumed_free(struct assumed *a);
void assumed_clear(struct assumed *a);
void assumed_note(struct assumed *a, symbol text); // "default locale en_US"
void assumed_add(struct assumed *into, const struct assumed *from);

struct assumption { // as it is reported
    char *text;
    bool machine; // as on this machine; else as the user says
};
// In the order of their texts, all of the machine. The array has room for one more, which the caller may add;
// to be freed with assumed_report_free. Returns how many.
uint32_t assumed_report(const struct assumed *a, struct assumption **out);
void assumed_report_free(struct assumption *a, uint32_t n);

#endif
