// SPDX-License-Identifier: Apache-2.0
// A state of a run written down as words: what decides how the run goes on. The stack (of registers those
// that may still be read), the statics of the classes initialised, what was written to objects that last, and
// the objects of the run that can be reached, in the order they are come to.
//
// Two read it: states.h compares the states of different paths of a whole program, endless.h those of one
// run. Each has a struct that begins with this one, and says what becomes of a value. A state that cannot be
// written down is not `good`.
#ifndef FRISK_JAVA_STATE_H
#define FRISK_JAVA_STATE_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

enum state_mark { STATE_WORD = 1, STATE_EXPR, STATE_OBJECT, STATE_STRING, STATE_PART, STATE_COUNT };

struct state {
    VEC(uint64_t) words;
    uint32_t most_words; // of one that is good
    bool good;
    struct hash_map numbers;      // address of an object of the run -> its number
    VEC(struct object *) objects; // by number
    VEC(struct undo) log;         // of the heap, sorted
};

void state_free(struct state *s);
void state_begin(struct state *s);

static inline void state_put(struct state *s, uint64_t word) {
    if (s->words.n >= s->most_words)
        s->good = false;
    else
        vec_push(&s->words, word);
}

// Whether an object has a number; others stay where they are for the worker's life, or are null.
static inline bool state_has_number(const struct object *o) {
    return o && !(o->flags & OBJECT_LASTING);
}
uint32_t state_number(struct state *s, struct object *o);
bool state_is_of_run(const struct java_thread *t,
                     uint64_t bits); // they are the address of an object of the run

// Puts a value: a register or a static, with the place of its expression (NULL: it has none).
typedef void state_value(struct java_thread *t, struct state *s, union word w, expr_id *e);
// Puts what a place now holds that the run has written to.
typedef void state_place(struct java_thread *t, struct state *s, const struct undo *place, union word now);

// Frame k of the stack, in the topmost one without the registers of `but`. Not good: a native, or code too
// large.
void state_put_frame(struct java_thread *t, struct state *s, uint32_t k, uint64_t but, state_value *value);
void state_put_statics(struct java_thread *t, struct state *s, state_value *value);
// What the run wrote to objects of the JDK that last.
void state_put_lasting(struct java_thread *t, struct state *s, state_place *place);

// Whether the jump of `from` to where the frame stands begins a loop anew.
bool state_begins_loop(const struct java_frame *f, const struct insn *from);

#endif
