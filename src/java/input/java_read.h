// SPDX-License-Identifier: Apache-2.0
// Reads a call in Java's syntax, as java_call_text prints it: statements that make objects and change them,
// and the call behind them,
//
//     ArrayList list1 = new ArrayList(); list1.add((Object) "a"); Order.total(list1, new int[] {1})
//
// Types are names only: what they mean, whoever asks must find out. Casts and type arguments are read and
// dropped.
#ifndef FRISK_JAVA_JAVA_READ_H
#define FRISK_JAVA_JAVA_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

enum java_node_kind {
    NODE_NULL,
    NODE_INTEGER, // bits; also of booleans and characters. name: of its box
    NODE_FLOAT,   // number; likewise
    NODE_STRING,  // chars, n
    NODE_NAME,    // name, with its dots: a constant, a class
    NODE_NEW,     // name: the class; parts: arguments
    NODE_ARRAY,   // name: the type of the elements; parts: elements
    NODE_CALL,    // on: the receiver or the class; name; parts: arguments
    NODE_LAMBDA,  // parts: the result, if any
};

struct java_node {
    enum java_node_kind kind;
    int64_t bits;
    double number;
    const uint16_t *chars;
    const char *name;
    const char *type; // of the variable that the object has, as it is declared; NULL: it has none
    struct java_node *on;
    struct java_node **parts, **calls; // calls: made on the object afterwards, in order
    uint32_t n, n_calls;
};

// Whether the word is such a call, and no other target.
bool java_is_call(const char *text);
// NULL: d says what is not understood, and where.
struct java_node *java_read_call(const char *text, struct arena *a, struct diag *d);

#endif
