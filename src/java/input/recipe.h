// SPDX-License-Identifier: Apache-2.0
// A recipe says how a caller builds the state a Java unit starts from: which constructors and factories are
// called, which methods afterwards, which fields are set, and with which values. The interpreter follows a
// recipe to set up a run, and the suite writer prints the same recipe as Java source: so whatever frisk runs
// a caller can run, too.
//
// Recipes are trees of values in an arena; an object that occurs twice is named by its number in `objects`.
#ifndef FRISK_JAVA_RECIPE_H
#define FRISK_JAVA_RECIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/symbol.h"

enum recipe_kind {
    RECIPE_NULL,
    RECIPE_BOOLEAN, // bits: 0 or 1
    RECIPE_BYTE,    // bits: the value, sign-extended, for all integers
    RECIPE_CHAR,
    RECIPE_SHORT,
    RECIPE_INT,
    RECIPE_LONG,
    RECIPE_FLOAT,  // bits: as Float.floatToRawIntBits
    RECIPE_DOUBLE, // bits: as Double.doubleToRawLongBits
    RECIPE_OBJECT, // object: index into recipe.objects
};

struct recipe_value {
    enum recipe_kind kind;
    int64_t bits;
    uint32_t object;
    uint32_t expr; // expr_id of the symbolic value, or of the reference that may be null; 0: fixed. Not for
                   // printing
};

enum recipe_object_kind {
    RECIPE_STRING, // chars, n: UTF-16 code units
    RECIPE_ARRAY,  // type: "[I", "[Ljava/lang/String;"; elements, n
    RECIPE_NEW,    // a constructor: class, descriptor, arguments
    RECIPE_STATIC, // a static factory: class, name, descriptor, arguments (boxing: Integer.valueOf(7))
    RECIPE_METHOD, // a method of another object, a builder's build(): class, name, descriptor; values: that
                   // object, then the arguments
    RECIPE_FIELD,  // the value of a static field: class, name (an enum's constant, a singleton)
    RECIPE_CLASS,  // a class literal: class
    RECIPE_LAMBDA, // of the interface `class`, whose abstract method is name, descriptor: returns values[0],
                   // if anything (n), whatever it is given
    RECIPE_CALL, // no object: a call made at this point, whose result is dropped. class, name ("<init>": one
                 // is constructed), descriptor; values: the object it is called on, if on_object, then the
                 // arguments
    RECIPE_ASSIGN, // likewise: values[0] is assigned to the static field class, name, descriptor; n == 2: to
                   // its element values[1]. A run sees to it itself, when it first reads that
                   // (input_statics.h)
    RECIPE_RAW,    // allocated without a constructor, fields set by reflection: findings of kind `state` only
};

struct recipe_call { // a method called on the object after it was made, in order; what it returns is dropped
    symbol class, name, descriptor;
    const struct recipe_value *arguments;
    uint32_t n;
};

struct recipe_field { // a field set by assignment afterwards (RECIPE_RAW: by reflection)
    symbol class, name, descriptor;
    struct recipe_value value;
};

struct recipe_object {
    enum recipe_object_kind kind;
    symbol class;                      // internal name: "java/util/ArrayList"; arrays: their descriptor "[I"
    symbol name;                       // STATIC, METHOD: method; FIELD: field
    symbol descriptor;                 // NEW, STATIC, METHOD: of the method; FIELD: of the field
    const struct recipe_value *values; // arguments, or elements of an array
    uint32_t n;                        // values or chars
    bool on_object;                    // CALL
    const uint16_t *chars;
    uint32_t
        input; // strings and arrays of the input: their number in input.h, from 1; 0: fixed. Not for printing
    const struct recipe_call *calls;
    uint32_t n_calls;
    const struct recipe_field *fields;
    uint32_t n_fields;
};

struct recipe {
    const struct recipe_object
        *objects; // in an order in which they can be built, but for cycles through fields
    uint32_t n_objects;
    const struct recipe_value *arguments; // of the unit; for an instance method the receiver comes first
    uint32_t n;
};

#endif
