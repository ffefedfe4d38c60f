// SPDX-License-Identifier: Apache-2.0
// Writes class files byte by byte, for tests that need what no compiler writes.
#ifndef FRISK_TESTS_JAVA_MAKER_H
#define FRISK_TESTS_JAVA_MAKER_H

#include <stdint.h>
#include <string.h>

#include "base/str.h"

static void put_u1(struct str *s, uint32_t v) {
    str_add_char(s, (char)v);
}
static void put_u2(struct str *s, uint32_t v) {
    put_u1(s, v >> 8);
    put_u1(s, v);
}
static void put_u4(struct str *s, uint32_t v) {
    put_u2(s, v >> 16);
    put_u2(s, v);
}
static void put_utf8(struct str *s, const char *text) {
    put_u1(s, 1);
    put_u2(s, (uint32_t)strlen(text));
    str_add(s, text);
}

struct maker_handler {
    uint16_t start, end, target;
};

// A class with one static method `m`.
struct maker {
    const char *name; // of the class
    uint16_t major;
    const char *descriptor; // of m
    uint16_t max_stack, max_locals;
    const uint8_t *code;
    uint32_t n_code;
    const struct maker_handler *handlers;
    uint32_t n_handlers;
};

// Constants of every made class that code may name.
enum {
    MADE_INT = 8, // 8 Integer, 9 Float, 10 Long, 12 Double, 14 String
    MADE_FLOAT = 9,
    MADE_LONG = 10,
    MADE_DOUBLE = 12,
    MADE_STRING = 14,
    MADE_FIELD = 16,     // static fields of types I J F D and Object: 16, 19, 22, 25, 28
    MADE_OBJECT = 4,     // Class java/lang/Object
    MADE_METHOD = 31,    // m itself
    MADE_INTERFACE = 33, // java/lang/Runnable.run()V
    MADE_COUNT = 38,
};

static inline void make_constants(const struct maker *m, struct str *s) {
    static const char *const types[] = {"I", "J", "F", "D", "Ljava/lang/Object;"};
    put_u2(s, MADE_COUNT);
    put_utf8(s, m->name);                                       // 1
    put_u1(s, 7), put_u2(s, 1);                                 // 2
    put_utf8(s, "java/lang/Object");                            // 3
    put_u1(s, 7), put_u2(s, 3);                                 // 4
    put_utf8(s, "m");                                           // 5
    put_utf8(s, m->descriptor);                                 // 6
    put_utf8(s, "Code");                                        // 7
    put_u1(s, 3), put_u4(s, 77777);                             // 8
    put_u1(s, 4), put_u4(s, 0x40490FDB);                        // 9
    put_u1(s, 5), put_u4(s, 1), put_u4(s, 2);                   // 10, 11
    put_u1(s, 6), put_u4(s, 0x40091EB8), put_u4(s, 0x51EB851F); // 12, 13
    put_u1(s, 8), put_u2(s, 15);                                // 14
    put_utf8(s, "text");                                        // 15
    for (uint32_t i = 0; i < 5; i++) {                          // 16 .. 30
        put_u1(s, 9), put_u2(s, 2), put_u2(s, 17 + 3 * i);
        put_u1(s, 12), put_u2(s, 5), put_u2(s, 18 + 3 * i);
        put_utf8(s, types[i]);
    }
    put_u1(s, 10), put_u2(s, 2), put_u2(s, 32);  // 31
    put_u1(s, 12), put_u2(s, 5), put_u2(s, 6);   // 32
    put_u1(s, 11), put_u2(s, 35), put_u2(s, 34); // 33
    put_u1(s, 12), put_u2(s, 36), put_u2(s, 37); // 34
    put_u1(s, 7), put_u2(s, 3);                  // 35: Object, which will do for a reference
    put_utf8(s, "run");                          // 36
    put_utf8(s, "()V");                          // 37
}

static inline void make_class(const struct maker *m, struct str *s) {
    put_u4(s, 0xCAFEBABE);
    put_u2(s, 0);
    put_u2(s, m->major);
    make_constants(m, s);
    put_u2(s, 0x21); // public super
    put_u2(s, 2);
    put_u2(s, 4);
    put_u2(s, 0); // interfaces
    put_u2(s, 5); // fields, all called m
    for (uint32_t i = 0; i < 5; i++) {
        put_u2(s, 9); // public static
        put_u2(s, 5);
        put_u2(s, 18 + 3 * i);
        put_u2(s, 0);
    }
    put_u2(s, 1); // methods
    put_u2(s, 9);
    put_u2(s, 5);
    put_u2(s, 6);
    put_u2(s, 1);
    put_u2(s, 7);
    put_u4(s, 12 + m->n_code + 8 * m->n_handlers);
    put_u2(s, m->max_stack);
    put_u2(s, m->max_locals);
    put_u4(s, m->n_code);
    str_add_n(s, (const char *)m->code, m->n_code);
    put_u2(s, m->n_handlers);
    for (uint32_t i = 0; i < m->n_handlers; i++) {
        put_u2(s, m->handlers[i].start);
        put_u2(s, m->handlers[i].end);
        put_u2(s, m->handlers[i].target);
        put_u2(s, 0);
    }
    put_u2(s, 0);
    put_u2(s, 0); // attributes of the class
}

#endif
