// SPDX-License-Identifier: Apache-2.0
// Arithmetic by Z3: conditions whose only unknowns are numbers. A leaf is an IVAL, FVAL, TUPLE_SIZE or
// BIT_SIZE node over a term that is no constructor; equal leaves have equal ids, because the caller has
// replaced terms by the canonical terms of their classes. Conditions are built of Bool, Int and Float
// operators over leaves and literals.
//
// Z3 works in another process (helper.h): one at a time for each object, with one context, which is renewed
// after many queries. A process that takes too long is ended; its query is unknown then, as it is when the
// process dies. Models are not checked here: their users do. One thread for each object.
#ifndef FRISK_SOLVE_ARITH_H
#define FRISK_SOLVE_ARITH_H

#include "base/vec.h"
#include "expr/expr.h"
#include "solve/leaf.h"
#include "solve/solve.h"

struct arith;

struct arith *arith_new(struct expr_store *x, const struct solve_options *o);
void arith_free(struct arith *a);
// Counts. The second solver is asked only if the encoding is exact in both.
struct arith_counts {
    uint64_t queries, retries; // retries: with another reading, after an unknown
    uint64_t late, died;       // attempts at which Z3's process was ended for its time, or ended itself
    uint64_t checked,
        disagreed; // by the second solver (solve_options.checker); sat against unsat is a disagreement
};
const struct arith_counts *arith_counts(const struct arith *a);

// Starts Z3's process and opens a context if there is none, so that its start is not part of a query's time;
// arith_solve does it if need be. False: it does not start.
bool arith_ready(struct arith *a);
// ANSWER_SAT: *out (cleared first) has a value for every leaf in the conditions. UNKNOWN also for what cannot
// be encoded.
enum answer arith_solve(struct arith *a, const expr_id *conditions, uint32_t n, leaf_values *out);

// The same conditions as an SMT-LIB 2 script with (check-sat): for --log-queries and for other solvers.
void arith_smtlib(const struct expr_store *x, const expr_id *conditions, uint32_t n, struct str *out);
// arith_smtlib for conditions that SMT-LIB expresses exactly; otherwise the script says (set-info :status
// unknown).
bool arith_smtlib_is_exact(const struct expr_store *x, const expr_id *conditions, uint32_t n);
// Asks another solver's process (command line of words, reads the script from a file named last) for its
// answer.
enum answer arith_ask_process(const char *command, const char *script, double seconds);

#endif
