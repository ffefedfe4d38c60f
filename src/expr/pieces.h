// SPDX-License-Identifier: Apache-2.0
// Piecewise tables: functions of one integer, its index, in pieces. In each piece all values are the same, or
// each is the index and as much more. A table in the code, a character's other case and what a method gives
// for each character are such functions. The language says what the values are; here they are divided into
// pieces, become expressions of cases, and comparing such an expression becomes ranges of the index.
//
// Nothing here is shared: pieces are the caller's, and struct expr_tables belongs to one thread.
#ifndef FRISK_EXPR_PIECES_H
#define FRISK_EXPR_PIECES_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/vec.h"
#include "expr/expr.h"

// ---- Ranges of an index ----

#define EXPR_LOWEST  INT64_MIN // no bound
#define EXPR_HIGHEST INT64_MAX

enum { EXPR_RANGES_MAX = 24 };

struct expr_ranges { // ascending, apart
    int64_t low[EXPR_RANGES_MAX], high[EXPR_RANGES_MAX];
    uint32_t n;
};
// False: there is no room for it. An empty one is none.
bool expr_ranges_add(struct expr_ranges *r, int64_t low, int64_t high);
// low <= index <= high
expr_id expr_within(struct expr_store *x, expr_id index, int64_t low, int64_t high);
expr_id expr_in_ranges(struct expr_store *x, expr_id index, const struct expr_ranges *r);

// ---- Pieces ----

struct expr_piece { // low <= index <= high: there the value is `value`, and the index on top of it if `moves`
    int64_t low, high, value;
    bool moves;
    uint32_t way; // expr_pieces_ways
};

struct expr_table_value { // of a table at one index
    int64_t value;
    bool is_number; // else a name of what is there: it is the same or another
};
typedef struct expr_table_value expr_table_at(const void *table, int64_t index);

// The pieces of a table from low to high, adjoining and ascending. 0: more than `most`.
uint32_t expr_pieces_of(expr_table_at *at, const void *table, int64_t low, int64_t high,
                        struct expr_piece *pieces, uint32_t most);
// No index is outside of the pieces, so that the first and the last of them need no bound.
void expr_pieces_open(struct expr_piece *pieces, uint32_t n);
// Numbers the ways in which an index leads to its value: pieces of the same fixed value are one way. Gives
// how many there are; 0: more than `most`.
uint32_t expr_pieces_ways(struct expr_piece *pieces, uint32_t n, uint32_t most);
// The piece that an index is in; NULL: none.
const struct expr_piece *expr_piece_at(const struct expr_piece *pieces, uint32_t n, int64_t index);
expr_id expr_piece_value(struct expr_store *x, const struct expr_piece *piece, expr_id index);
// Where the index has to be for the value to be in the ranges, whose bounds are at most 2^40 from 0, or none.
// False: these are too many; *r is undefined.
bool expr_pieces_back(const struct expr_piece *pieces, uint32_t n, struct expr_ranges *r);

// ---- Expressions that are values of tables ----

struct expr_table_use;
struct expr_tables {       // zero-initialised: none
    struct hash_map index; // expression -> index into list
    VEC(struct expr_table_use *) list;
};
void expr_tables_clear(struct expr_tables *t); // before its arena is
void expr_tables_free(struct expr_tables *t);
// The value at an index in one of the pieces, as cases. The pieces live as long as the arena.
expr_id expr_tables_value(struct expr_store *x, struct expr_tables *t, struct arena *arena,
                          const struct expr_piece *pieces, uint32_t n, expr_id index);
// That e, the value of a table, is in the ranges, as ranges of its index; or of that one's, where it is the
// value of a table itself. EXPR_NONE: e is no such value, or these are too many.
expr_id expr_tables_within(struct expr_store *x, const struct expr_tables *t, expr_id e,
                           const struct expr_ranges *r);

#endif
