// SPDX-License-Identifier: Apache-2.0
// Java objects as the interpreter sees them. Values are 64-bit words; beside each value that may be symbolic
// lies an expression (expr_id; EXPR_NONE: concrete). Objects are never moved and never freed singly: those of
// a run go with the run, those made while a class of the JDK is initialised stay for all runs of the worker
// ("lasting"). What a run writes to a lasting object is logged and undone after the run, so that every run
// starts from the same state. One heap per worker, one thread.
#ifndef FRISK_JAVA_HEAP_H
#define FRISK_JAVA_HEAP_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "java/program/word.h"

struct java_class;
struct object;

enum object_flag {
    OBJECT_LASTING = 1, // survives the run: writes are logged
    OBJECT_INPUT =
        2,           // a string or box of a method's input: a caller may pass one object twice, or a constant
    OBJECT_ROPE = 8, // an array: see rope.h; a StringBuilder: it held one, so its capacity is not the JVM's
    OBJECT_CACHED =
        4, // its identity is open: a box of a symbolic value (natives_box.c), a string (java_intern)
};

enum { OBJECT_OPEN = OBJECT_CACHED | OBJECT_INPUT }; // which object it is may be a question of its value

// Header, then the fields (one word each, in the order of java_field.slot) or the elements of an array
// (packed: 1, 2, 4 or 8 bytes each).
struct object {
    struct java_class *class;
    expr_id *shadow; // one per field or element; NULL while all are concrete
    uint32_t number; // 1, 2, ..: order of allocation; the identity hash code follows from it
    uint32_t flags;
    int32_t length;      // arrays: number of elements
    expr_id length_expr; // arrays of the input
    union word fields[]; // or array data
};

static inline void *array_data(struct object *a) {
    return a->fields;
}

enum {
    LASTING_NUMBER = 1 << 30
}; // so that a run's numbers do not depend on which classes were initialised before

struct undo {
    void *at;
    uint64_t old;
    uint32_t size; // 1, 2, 4 or 8
};

struct heap {
    struct arena run, lasting;
    bool make_lasting; // allocations go to `lasting`: a class of the JDK is being initialised
    uint32_t next,
        next_lasting; // numbers of the next objects: runs begin at 1, lasting ones at LASTING_NUMBER
    size_t limit;     // bytes a run may take; 0: none
    VEC(struct undo) log;
    bool keep_writes;             // between heap_begin_initializer and its end
    VEC(struct undo) initializer; // what was written to lasting objects meanwhile
};

void heap_init(struct heap *h, size_t limit);
void heap_free(struct heap *h);
void heap_begin_run(
    struct heap *h); // forgets the objects of the last run and undoes its writes to lasting ones

// NULL: the run's memory is used up. Contents are zero; class may not be abstract.
struct object *heap_object(struct heap *h, struct java_class *class);
struct object *heap_array(struct heap *h, struct java_class *array_class, int32_t length); // length >= 0
struct object *heap_clone(struct heap *h, const struct object *o);

// Around the initialisation of classes that is to last. False in the end: it came to refer to objects of the
// run (or `whole` says it was not finished), so it cannot last: its writes will be undone after the run, and
// the caller sees to it that the classes are initialised anew.
void heap_begin_initializer(struct heap *h);
bool heap_end_initializer(struct heap *h, bool whole);

// What is made from here on stays for all runs, whatever becomes of an initializer that may be under way;
// gives what heap_restore_mode takes.
struct heap_mode {
    bool make_lasting, keep_writes;
};
static inline struct heap_mode heap_make_lasting(struct heap *h) {
    struct heap_mode was = {h->make_lasting, h->keep_writes};
    h->make_lasting = true;
    h->keep_writes = false;
    return was;
}
static inline void heap_restore_mode(struct heap *h, struct heap_mode was) {
    h->make_lasting = was.make_lasting;
    h->keep_writes = was.keep_writes;
}

void heap_log(struct heap *h, void *at,
              uint32_t size); // before a write of `size` bytes (a multiple of 1) to a lasting object
void heap_make_shadow(struct heap *h, struct object *o);

// What was written to field or element i: its expression. Writing EXPR_NONE where there is no shadow costs
// nothing.
static inline expr_id object_expr(const struct object *o, uint32_t i) {
    return o->shadow ? o->shadow[i] : EXPR_NONE;
}
void heap_set_expr(struct heap *h, struct object *o, uint32_t i, expr_id e);

// Writes a field with everything that belongs to it.
static inline void heap_put(struct heap *h, struct object *o, uint32_t slot, union word v, expr_id e) {
    if (__builtin_expect(o->flags & OBJECT_LASTING, 0)) heap_log(h, &o->fields[slot], 8);
    o->fields[slot] = v;
    if (e || o->shadow) heap_set_expr(h, o, slot, e);
}

#endif
