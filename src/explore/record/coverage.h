// SPDX-License-Identifier: Apache-2.0
// Which places of the code runs have reached: a set of numbers that the language gives them, and how many
// that is of each function.
#ifndef FRISK_EXPLORE_RECORD_COVERAGE_H
#define FRISK_EXPLORE_RECORD_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

// A byte for each place up to n, 1: reached; beyond, nothing is. All zero: empty.
struct covered {
    uint8_t *at;
    uint32_t n;
};
void covered_free(struct covered *c);
bool covered_add(struct covered *c, uint32_t place); // grows it; whether the place is new to it
struct covered covered_copy(const uint8_t *at, uint32_t n);
static inline bool covered_has(const struct covered *c, uint32_t place) {
    return place < c->n && c->at[place];
}

struct coverage_count {
    uint32_t hit, of;
};

struct code_coverage {
    char *name; // of a function, "module:name/arity", or of a module
    // Generated: the compiler's own clauses, apart; native: of functions that the VM has in C instead, apart.
    struct coverage_count clauses, generated, native, lines;
    uint32_t *missed, n_missed; // the lines that were not reached, in order
};
void coverage_free(struct code_coverage *c, uint32_t n); // an array of n

// A place is a way of a kind, the beginning of a line, or both. A line is reached if one of its places is.
enum covered_kind { COVERED_NO_WAY, COVERED_WAY, COVERED_GENERATED, COVERED_NATIVE, COVERED_KINDS };
struct covered_place {
    uint64_t function; // any number that tells it from others
    enum covered_kind kind;
    uint32_t line; // 0: none
    bool hit;
};

// Places added up, function by function in the order in which they come first.
struct coverage_tally;
struct coverage_tally *coverage_tally_new(void);
void coverage_tally_add(struct coverage_tally *t, struct covered_place p);
// Frees the tally. The functions' numbers, in *functions, lead to the names, which are left to the caller;
// both arrays are to be freed. Returns how many.
uint32_t coverage_tally_end(struct coverage_tally *t, struct code_coverage **out, uint64_t **functions);

#endif
