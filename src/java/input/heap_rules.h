// SPDX-License-Identifier: Apache-2.0
// What the user says of the objects in a lazy heap (--assume-heap): J. M. Rojas, UPM 2013, section 6.3. A
// declaration is about references of the input by their names in the source ("l", "this.first"); without
// names about all of them. It is looked at when a reference is decided: what is left undecided is free.
//
//     non-null [a]     the reference is not null
//     no-alias [a,b]   none of them is the same object as another
//     disjoint a,b     no object is reachable from both
//     acyclic [a]      no object reachable from it is reachable from itself
//     tree [a]         and none by two ways
//     length a L..H    of an array
//     range a L..H     of a number
#ifndef FRISK_JAVA_HEAP_RULES_H
#define FRISK_JAVA_HEAP_RULES_H

#include "java/input/input.h"

#define HEAP_RULES(X)                                                                                        \
    X(NON_NULL, "non-null", 0, 1)                                                                            \
    X(NO_ALIAS, "no-alias", 0, 2)                                                                            \
    X(DISJOINT, "disjoint", 2, 2)                                                                            \
    X(ACYCLIC, "acyclic", 0, 1)                                                                              \
    X(TREE, "tree", 0, 1)                                                                                    \
    X(LENGTH, "length", 1, 1)                                                                                \
    X(RANGE, "range", 1, 1)

enum heap_rule_kind { // names: least, most
#define X(name, text, least, most) RULE_##name,
    HEAP_RULES(X)
#undef X
        RULE_COUNT
};

struct heap_rule {
    enum heap_rule_kind kind;
    char *names[2]; // owned; NULL: none
    int64_t low, high;
};

struct heap_rules {
    struct heap_rule *at;
    uint32_t n;
};

// False: d says what is wrong with a declaration.
bool heap_rules_parse(struct heap_rules *r, const char *const *declarations, uint32_t n, struct diag *d);
void heap_rules_free(struct heap_rules *r);

// Whether reference number `index` of the state may be null, or the raw object at that index of the state
// (UINT32_MAX: one that it makes itself).
bool heap_rules_allow_null(struct inputs *in, const struct input_reference *ref);
bool heap_rules_allow(struct inputs *in, const struct input_state *s, uint32_t index, uint32_t raw);
// The bounds of the number or length of that path; false: there are none.
bool heap_rules_bounds(struct inputs *in, enum heap_rule_kind kind, symbol path, int64_t *low, int64_t *high);

#endif
