// SPDX-License-Identifier: Apache-2.0
// Between the files of the interpreter: what the instruction loop (interp.c) calls outside of it.
#ifndef FRISK_JAVA_INTERP_LOOP_H
#define FRISK_JAVA_INTERP_LOOP_H

#include "java/program/code.h"
#include "java/runtime/thread.h"

// Runs the topmost frame until the stack is back at `base` frames. A value returned is in t->returned.
enum java_end java_run(struct java_thread *t, uint32_t base);
int32_t java_switch_target(const struct insn *i, int32_t key);

// link.c: resolves what an instruction or a constant names, once (JVMS 5.4.3). NATIVE_DONE, or t->exception
// or t->stop is set.
enum native_status java_link(struct java_thread *t, struct insn *i);
enum native_status java_link_constant(struct java_thread *t, struct insn *i,
                                      union word *out); // X_LDC_RESOLVE

// dynamic.c: X_INVOKEDYNAMIC and X_INVOKEHANDLE of the topmost frame: the result is in its register a. And
// constants that are method handles, method types or computed.
enum native_status java_invoke_dynamic(struct java_thread *t, const struct insn *i);
enum native_status java_invoke_handle(struct java_thread *t, const struct insn *i);
enum native_status java_dynamic_constant(struct java_thread *t, struct java_class *c, uint32_t index,
                                         union word *out);

// thread.c
static inline bool java_is_initialized(const struct java_thread *t, const struct java_class *c) {
    return c->number < t->n_classes && t->classes[c->number] && t->classes[c->number]->init == INIT_DONE;
}
// Runs a native (*code is NULL then; its result is in register dst of the topmost frame), or gives the code
// of a method.
// Where t->unknown says so: NATIVE_DECLINE if the call is followed, else its result is in register dst.
enum native_status java_invoke_unknown(struct java_thread *t, const struct java_method *m, uint32_t dst);
enum native_status java_invoke_slow(struct java_thread *t, struct java_method *m, union word *regs,
                                    uint32_t dst, struct java_code **code);
bool java_unwind(struct java_thread *t,
                 uint32_t base); // to the handler of t->exception; false: none above base
struct java_method *java_select(struct java_thread *t, struct java_class *c,
                                struct java_method *resolved); // NULL: thrown
bool java_out_of_time(const struct java_thread *t);
// input_statics.c, where t->statics is not NULL, of an initialised class: a static that callers may have
// changed is about to be read, which may give it another value; false: t->stop says why it could not. And
// about to be written.
bool java_static_read(struct java_thread *t, const struct java_field *field);
void java_static_written(struct java_thread *t, const struct java_field *field);
// Of any class, whoever asks: it is read by other means than an instruction, and keeps its value.
void java_static_seen(struct java_thread *t, const struct java_field *field);
void java_put_static(struct java_thread *t, const struct java_field *field, union word v, expr_id e);
struct object *java_new_multi_array(struct java_thread *t, struct java_class *c, const union word *lengths,
                                    uint32_t n);
// of: the reference of the input that was null; EXPR_NONE: it is none of the input's
void java_throw_null(struct java_thread *t, expr_id of);
void java_throw_cast(struct java_thread *t, struct java_class *from, struct java_class *to);
void java_throw_uninitialized(struct java_thread *t, const struct java_class *c,
                              const struct object *failure);
void java_throw_class_name(struct java_thread *t, const char *class,
                           struct java_class *name); // message: the class's name
void java_cover_first(struct java_thread *t, uint32_t place);
static inline void java_cover(struct java_thread *t, uint32_t place) {
    if (__builtin_expect(!covered_has(&t->covered, place), 0)) java_cover_first(t, place);
}

#endif
