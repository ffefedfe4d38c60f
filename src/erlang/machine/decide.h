// SPDX-License-Identifier: Apache-2.0
// Questions about terms that may be symbolic. Each answers as the concrete values have it, and, where the
// answer depends on symbolic values, records a decision with the exact condition for each way. All of them
// are also right for plain terms. Comparisons are decided where they are made ("eagerly"): booleans never
// become expressions.
#ifndef FRISK_ERLANG_DECIDE_H
#define FRISK_ERLANG_DECIDE_H

#include "erlang/machine/interp.h"

static inline struct interp *interp_of(struct process *p) {
    return p->interp;
}

expr_id decide_expr(struct interp *ip, term t); // the term as an expression
term decide_value(struct interp *ip, term concrete,
                  expr_id e); // a symbolic value, or the plain term if e is ground
// The plain term, for those who only look at it: what they conclude from it must be decided.
static inline term decide_plain(struct interp *ip, term t) {
    if (term_is_sym(t)) return term_symbolic(t)->concrete;
    return term_shadowed(t) ? term_concrete(&ip->heap, t) : t;
}
// The plain term; the loss of precision is counted under `what` unless nothing was symbolic (or symbolic is
// off).
term decide_lose(struct interp *ip, term t, const char *what);

// The same for what no term stands for: clocks, orders.
void decide_note_loss(struct interp *ip, const char *what);

// The run uses what differs from one VM to the next, which is a loss; sets p->varies.
void decide_tell_varies(struct process *p, const char *what);
// The run looks at what differs from machine to machine: the results rest on it, or (--env any) it is a loss.
void decide_tell_machine(struct process *p, const char *what);

// A place inside an instruction (a built-in function, the default of a switch), told apart by the
// instruction, the decision's number in it, and the way. A hash into the upper half of 2^24 points: the
// engine keeps sets of points as bits, and a clash only misleads the order of the search a little.
uint32_t decide_inner_point(const struct interp *ip, uint32_t way);

bool decide_condition(struct interp *ip, expr_id condition, bool truth); // records; returns truth
// The same where the condition is that arithmetic leaves the floats: a failure like any other, but costly to
// solve for and seldom what is looked for. So its alternative takes turns with others instead of going first.
bool decide_overflow(struct interp *ip, expr_id condition, bool truth);
// The same with the places both ways lead to: for tests with jumps.
bool decide_jump(struct interp *ip, expr_id condition, bool truth, uint32_t point_false, uint32_t point_true);

// One of n exclusive conditions: a choice. points NULL: places of their own.
uint32_t decide_way(struct interp *ip, const expr_id *conditions, uint32_t n, uint32_t taken,
                    const uint32_t *points);

kind_set decide_kind_of(term t); // the kind of the concrete term, as a one-element set
bool decide_kind(struct interp *ip, term t, kind_set kinds);
enum number_kind { NUMBER_INT, NUMBER_FLOAT, NUMBER_NOT };
enum number_kind decide_number(struct interp *ip, term t);
bool decide_equal(struct interp *ip, term a, term b); // =:=
bool decide_same(struct interp *ip, term a, term b);  // ==
bool decide_less(struct interp *ip, term a, term b);  // <
// A symbolic map as one of known keys (its values keep their expressions), by asking for one key after the
// other.
term decide_map(struct interp *ip, term map);
bool decide_is_changed_map(struct interp *ip, term t); // symbolic, with changes under known keys
bool decide_map_find(struct interp *ip, term map, term key, term *value); // by any key
// Which key of a plain map a symbolic one equals: one choice; of one with symbolic parts: one after the
// other. False: none.
bool decide_map_key(struct interp *ip, term map, term key, term *found);
// How many keys it has; counted up to, without a look at the keys but for those that were changed.
term decide_map_size(struct interp *ip, term map);
// exact: as :=; false: no such key, badkey raised.
bool decide_map_put(struct interp *ip, term *map, term key, term value, bool exact);
enum boolean { BOOLEAN_FALSE, BOOLEAN_TRUE, BOOLEAN_NOT };
enum boolean decide_boolean(struct interp *ip, term t);
enum list_kind { LIST_CONS, LIST_NIL, LIST_NOT };
enum list_kind decide_list(struct interp *ip, term t, term *hd, term *tl); // hd, tl set for LIST_CONS
// The elements of a list that must be proper. False: it is not; what was read stays in out.
struct term_vec {
    term *at;
    uint32_t n, cap;
};
enum { VISITS_OF_A_DECISION = 32 }; // what walks with decisions count (term_visits)
bool decide_elements(struct interp *ip, term list, struct term_vec *out);
bool decide_cons(struct interp *ip, term t, term *hd, term *tl);
void decide_parts(struct interp *ip, term cons, term *hd, term *tl); // of a term known to be a cons
bool decide_tuple(struct interp *ip, term t, uint32_t n);            // is it a tuple of n elements?
term decide_element(struct interp *ip, term tuple,
                    uint32_t index);                            // of a term known to be a tuple that large
bool decide_tuple_size(struct interp *ip, term t, uint32_t *n); // counts up to the size; false: no tuple
// One of n ways with exclusive conditions.
uint32_t decide_choice(struct interp *ip, const expr_id *conditions, uint32_t n, uint32_t taken);
// The text of a symbolic integer (digits(i)), for which comparisons with literals need no look at the digits:
// once somebody takes it apart, the number of digits is decided and each becomes an expression.
term decide_digits(struct interp *ip, term t);
// The conditions of a choice among n plain values, the last one that e is none of them. ways: room for 2n +
// 1, of which n + 1 are the result.
void decide_ways_among(struct interp *ip, expr_id e, const term *values, uint32_t n, expr_id *ways);
// One of n plain values equal to the symbolic t, or none (n): one n-way choice.
uint32_t decide_among(struct interp *ip, term t, const term *values, uint32_t n, const uint32_t *points);

#endif
