// SPDX-License-Identifier: Apache-2.0
// Expressions as a person writes them: comparisons and sums with their operators between the operands. A
// language says what the parts of its input are called, and how it spells what languages spell differently.
#ifndef FRISK_EXPR_INFIX_H
#define FRISK_EXPR_INFIX_H

#include "expr/expr.h"

struct infix {
    // Writes an expression that has a name of its own in the language: a variable, a part of one, a condition
    // on a reference. False: nothing was written, and it is taken apart. May be NULL.
    bool (*named)(void *context, expr_id e, struct str *out);
    void *context;
    const char *equal, *differs, *at_most; // "==", "!=", "<="
    const char *both, *either, *negated;   // "&&", "||", "!"
    const char *remainder;                 // "%"
};

// Appends the expression. What is nested too deep, or too long, is "..".
void expr_infix(const struct expr_store *x, const struct infix *how, expr_id e, struct str *out);

#endif
