// SPDX-License-Identifier: Apache-2.0
// Internal to the interpreter: calls whose target is found at run time, exceptions, tests of patterns.
#ifndef FRISK_ERLANG_CALL_H
#define FRISK_ERLANG_CALL_H

#include "erlang/machine/interp.h"
#include "erlang/term/bits.h"

// args may be ip->call_args itself.
enum dispatch call_export(struct interp *ip, struct export *x, const term *args, uint32_t n, term *result);
enum dispatch call_fun(struct interp *ip, term fun, const term *args, uint32_t n, term *result);
enum dispatch call_named(struct interp *ip, term module, term name, const term *args, uint32_t n,
                         term *result);
enum dispatch call_apply(struct interp *ip, const term *args, uint32_t n, term *result); // apply/2, apply/3
// "no model for M:F/A", kept for good, since it may be shown after the run.
enum dispatch call_no_model(struct interp *ip, symbol module, symbol name, uint32_t arity);
// The real VM is asked what M:F(Args..) gives; the arguments are plain. Each run has so many calls.
enum dispatch call_on_vm(struct interp *ip, symbol module, symbol name, const term *args, uint32_t n,
                         term *result);
const char *call_text(const struct bif *b); // "M:F/A", kept for good
bool call_bif(struct interp *ip, const struct bif *b, const term *args, term *result);
void call_raise(struct interp *ip, enum raise_kind kind, const term *args, uint32_t n);

// ---- exceptions (raise.c) ----
// The stack trace of the exception in flight, from the running instruction outwards; arguments: of the
// function that had no clause, or of a built-in that failed (name then says which); TERM_NONE: none.
term raise_trace(struct interp *ip, symbol module, symbol name, term arguments);
term raise_raw(struct interp *ip); // what a handler's third variable holds: class and trace
void raise_again(struct interp *ip, term raw, term reason);
term raise_built_trace(term raw);
term raise_catch_value(struct interp *ip, term class_, term reason, term raw);

// ---- tests with symbolic values (match.c) ----
bool match_word(struct interp *ip, term t, term literal, uint32_t test, uint32_t next, uint32_t fail);
bool match_kind(struct interp *ip, term t, kind_set kinds, uint32_t next, uint32_t fail);
bool match_tuple(struct interp *ip, term t, uint32_t n, uint32_t next, uint32_t fail);
bool match_map_get(struct interp *ip, term map, term key, term *value, uint32_t next, uint32_t fail);
bool match_bits_get(struct interp *ip, term bits, term *position, uint32_t spec, term size, term *value);
// One segment of a construction, plain terms only; first: of several.
bool match_add_segment(struct interp *ip, struct bits_builder *b, uint32_t spec, term value, term size,
                       bool first);
bool match_bits_build(struct interp *ip, const uint32_t *words, uint32_t n, const term *base,
                      const term *constants, term *result);
bool match_map_build(struct interp *ip, term map, const uint32_t *words, uint32_t n, const term *base,
                     const term *constants, term *result);

#endif
