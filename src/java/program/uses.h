// SPDX-License-Identifier: Apache-2.0
// What a method does with the objects in static fields of users' classes: does it only read them, change
// them, or hand them on to code that is not followed? Found by abstract interpretation of its bytecode over
// all paths. Private to statics.c.
#ifndef FRISK_JAVA_USES_H
#define FRISK_JAVA_USES_H

#include "java/program/statics.h"

enum use {
    USE_CHANGES = 1, // a field or element of it, or of what it refers to
    USE_ESCAPES = 2, // others may know it, or have known it
    USE_HOLDS = 4,   // it is given another object than one that cannot be changed
};

struct method_effect {   // on what it is handed
    uint8_t params[256]; // by local: enum use
    bool makes_result;   // what it returns is known to nobody else
};

struct java_statics { // of a program, under its lock
    struct arena arena;
    struct hash_map nest_of;   // number of a class -> index into nests
    struct hash_map method_of; // number of a method -> index into methods
    struct hash_map changed;   // static field -> enum use, over all methods of its nest
    struct hash_map constant;  // number of a class -> whether its type is constant
    struct hash_map effects;   // number of a method -> index into effect_list
    VEC(struct java_nest *) nests;
    VEC(struct nest_method *) methods;
    VEC(struct method_effect *) effect_list;
};

struct field_use {
    struct java_field *field;
    uint8_t flags; // enum use
};
typedef VEC(struct field_use) field_uses;

// Of a method with code. It lasts as long as the program.
const struct method_effect *java_effect_of_method(struct java_program *p, const struct java_method *m);

// What m does with each static field of a reference type that it names.
void java_uses_of(struct java_program *p, const struct java_method *m, field_uses *out);

#endif
