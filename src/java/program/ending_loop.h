// SPDX-License-Identifier: Apache-2.0
// Between the files that find out what ends. Private to ending*.c.
#ifndef FRISK_JAVA_ENDING_LOOP_H
#define FRISK_JAVA_ENDING_LOOP_H

#include "java/program/code.h"

enum { // HotSpot's greatest arrays and strings: arrayOopDesc::max_array_length less its header
    LONGEST = INT32_MAX - 2,
};

// What a call of code's instruction i names; NULL: it is no plain call.
const struct class_constant *ending_callee(const struct java_code *code, uint32_t i);

// Whether every run through the method's own code leaves each of its loops, its calls being known to end.
// has_loops: there is one.
bool ending_loops(const struct java_code *code, bool *has_loops);

// Whether the receiver of the call i comes from ending_lists, whichever way the method goes.
bool ending_is_list_iterator(const struct java_code *code, uint32_t i);

// ---- ending_known.c: methods of the JDK ----

enum ending_knowledge {
    ENDING_UNKNOWN,
    ENDING_KNOWN,
    ENDING_IF_CLOSED, // if no class of the user's is below the one that the call names
};
enum ending_knowledge ending_known(const struct class_constant *callee);
// Gives an iterator over a list, which each next() takes one element further.
bool ending_lists(const struct class_constant *callee);

#endif
