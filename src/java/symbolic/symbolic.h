// SPDX-License-Identifier: Apache-2.0
// The symbolic side of the interpreter: called where an operand has an expression. The frame's `at` is the
// instruction. Every function is told what happens concretely, records the decision where there is one, and
// gives the expression of the result (EXPR_NONE: concrete from here on).
//
// int and long are unbounded integers; where an operation wraps around depends on the path: whether it did,
// and how often, is a decision of its own (doc/internals/java.md), so the result is exact.
#ifndef FRISK_JAVA_SYMBOLIC_H
#define FRISK_JAVA_SYMBOLIC_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

struct sym { // a value with its expression
    union word w;
    expr_id e;
};

enum java_condition { COND_EQ, COND_NE, COND_LT, COND_GE, COND_GT, COND_LE };

// op: X_IADD .. X_LUSHR (register forms); a divisor is not zero (symbolic_zero was asked before).
expr_id symbolic_integer(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                         union word result);
// op: X_FADD .. X_DREM.
expr_id symbolic_floating(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                          union word result);
// op: X_INEG .. X_DNEG, X_I2L .. X_I2S.
expr_id symbolic_unary(struct java_thread *t, enum insn_op op, struct sym b, union word result);
// The same without a decision, for any value: whether it wraps around is part of the expression. False: that
// cannot be said; a divisor must be a number that is not 0. Some operand has an expression.
bool symbolic_integer_total(struct java_thread *t, enum insn_op op, struct sym b, struct sym c, expr_id *e);
bool symbolic_unary_total(struct java_thread *t, enum insn_op op, struct sym b, expr_id *e); // of integers
// The conditions of branches.
expr_id symbolic_condition_integer(struct java_thread *t, enum java_condition condition, struct sym b,
                                   struct sym c);
expr_id symbolic_condition_float(struct java_thread *t, enum java_condition condition, bool nan_takes,
                                 bool is_double, struct sym b, struct sym c);
// op: X_LCMP .. X_DCMPG: the result is decided, so it is concrete.
void symbolic_compare(struct java_thread *t, enum insn_op op, struct sym b, struct sym c, int32_t result);
expr_id symbolic_float_unary(struct java_thread *t, enum insn_op op, struct sym b); // part of symbolic_unary
void symbolic_float_compare(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                            int32_t result); // part of symbolic_compare
void symbolic_if_integer(struct java_thread *t, enum java_condition condition, struct sym b, struct sym c,
                         bool taken);
void symbolic_if_float(struct java_thread *t, enum java_condition condition, bool nan_takes, bool is_double,
                       struct sym b, struct sym c, bool taken);
void symbolic_zero(struct java_thread *t, struct sym divisor); // is it 0?
// Code looks whether the reference e is null.
void symbolic_if_null(struct java_thread *t, expr_id e, bool is_null);
void symbolic_null(struct java_thread *t, expr_id e, bool is_null); // is it null?
void symbolic_if_same(struct java_thread *t, struct sym b, struct sym c, bool same);
// Two boxes, one of them of a symbolic value and out of the cache: are they the same object? natives_box.c
bool java_same_box(struct java_thread *t, const struct object *a, const struct object *b);
void symbolic_switch(struct java_thread *t, const struct java_switch *s, struct sym key, int32_t target);
// The index is within the bounds of the array or not; within, it becomes the concrete one, or *selected the
// element there, whichever it is (NULL: it is not read).
void symbolic_index(struct java_thread *t, struct object *array, struct sym index, expr_id *selected);
// Likewise where an integer is stored. True: the index stays unknown, symbolic_spread is to be called.
bool symbolic_store_index(struct java_thread *t, struct object *array, struct sym index);
// Before `value` is stored at the index: each element that may be meant becomes `value` or what it was. Gives
// what the one at the concrete index becomes.
expr_id symbolic_spread(struct java_thread *t, struct object *array, struct sym index, expr_id value);
// In whole programs: the element of an array of integers at an index within it. EXPR_NONE: it has too many
// different ones, or the index is known.
expr_id symbolic_select(struct java_thread *t, const struct object *array, expr_id index);
// In whole programs: which of the different references in an array is read at an index within it becomes one
// decision, so that the index stays unknown among the places of the same one. False: they are too many, all
// different, or no references; nothing is decided then.
bool symbolic_choose(struct java_thread *t, const struct object *array, struct sym index);
// In whole programs: whether the index is one of few within the array, which are the range then.
bool symbolic_is_one_of_few(struct java_thread *t, const struct object *array, expr_id index,
                            struct interval *range);
// The value of a table at an index in one of the pieces, as an expression of cases. The pieces stay for the
// run.
expr_id symbolic_pieces(struct java_thread *t, const struct expr_piece *pieces, uint32_t n, expr_id index);
// Such a value compared with a number: which of the few ranges that make it so the index is in. EXPR_NONE: e
// is no such value, or there are too many.
expr_id symbolic_table_condition(struct java_thread *t, enum java_condition c, expr_id e, int64_t value);
bool symbolic_is_within(struct java_thread *t, expr_id index, int32_t length); // as far as the path tells
void symbolic_new_length(struct java_thread *t, struct sym length); // negative or not; then the concrete one

uint32_t symbolic_site(const struct java_thread *t);                        // of the instruction that runs
void symbolic_branch(struct java_thread *t, expr_id condition, bool taken); // a decision there
// Records at the site that e is v (java_pin: at the instruction that runs).
void symbolic_pin(struct java_thread *t, uint32_t site, expr_id e, int64_t v);
// A value 0 .. 255 as a byte of Java has it: -128 .. 127.
expr_id java_signed_byte(struct expr_store *x, expr_id e);
// Byte i of a character as a string has it, in two bytes (wide) or one.
expr_id java_char_byte(struct expr_store *x, expr_id c, bool wide, uint32_t i);

// The program looks at a reference with expression e: if it is one of a raw object of the input, what it is
// is decided, and the answer is true. input_raw.c
bool input_look(struct java_thread *t, expr_id e);

#endif
