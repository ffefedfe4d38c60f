// SPDX-License-Identifier: Apache-2.0
// Operations on numbers, as the BEAM computes them. Arguments are terms without shadow, of any type. True:
// *out is set; false: p's exception is set (badarith, system_limit), or p->no_model for a result too large
// for a run. Callers may do the common case (two smalls, no overflow) themselves and leave all else to these.
#ifndef FRISK_ERLANG_ARITH_H
#define FRISK_ERLANG_ARITH_H

#include "erlang/term/process.h"

bool num_add(struct process *p, term x, term y, term *out);
bool num_sub(struct process *p, term x, term y, term *out);
bool num_mul(struct process *p, term x, term y, term *out);
bool num_fdiv(struct process *p, term x, term y, term *out); // x / y
bool num_idiv(struct process *p, term x, term y, term *out); // x div y, towards zero
bool num_irem(struct process *p, term x, term y, term *out); // sign of x
bool num_neg(struct process *p, term x, term *out);
bool num_plus(struct process *p, term x, term *out); // + x
bool num_band(struct process *p, term x, term y, term *out);
bool num_bor(struct process *p, term x, term y, term *out);
bool num_bxor(struct process *p, term x, term y, term *out);
bool num_bnot(struct process *p, term x, term *out);
bool num_bsl(struct process *p, term x, term y, term *out);
bool num_bsr(struct process *p, term x, term y, term *out);

// For the other built-in functions.
bool num_to_double(term number, double *out);           // false: an integer too large for a float
term num_of_double(struct arena *a, double whole);      // the integer equal to a float without fraction
bool num_float(struct process *p, double v, term *out); // badarith unless v is finite
// The result of an integer operation: system_limit over the BEAM's largest integer, no_model over what a run
// may take.
bool num_mpz(struct process *p, mpz_srcptr v, term *out);
// A read-only view of an integer term: no copy, nothing to clear; `room` must live as long as the view.
struct num_room {
    mp_limb_t limb;
};
mpz_srcptr num_view(term integer, mpz_ptr view, struct num_room *room);

// Where a run's terms end: p->no_model is set (and false returned) when a single term would take more bytes.
enum { TERM_BYTES_MAX = 64 << 20 };
bool term_fits(struct process *p, uint64_t bytes);

#endif
