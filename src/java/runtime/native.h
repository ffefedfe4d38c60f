// SPDX-License-Identifier: Apache-2.0
// What the families of natives (natives_*.c) share. The table is natives.def; natives.c looks it up.
//
// A native reads its arguments one word each, the receiver first. It gives its result with one of the GIVE
// macros, or a status from java_throw, java_no_model or a nested java_call.
//
// Expressions: a native that moves values moves their expressions; one that computes on a value with an
// expression without a rule for it says so (java_lost) or, where the JDK has a body for the method, declines.
#ifndef FRISK_JAVA_NATIVE_H
#define FRISK_JAVA_NATIVE_H

#include "java/runtime/thread.h"

#define NATIVE(function)                                                                                     \
    enum native_status function(struct java_thread *t, const struct java_method *m, union word *args,        \
                                expr_id *exprs, union word *result, expr_id *result_expr)

#define GIVE(word, expr) (*result = (word), *result_expr = (expr), (enum native_status)NATIVE_DONE)
#define GIVE_NOTHING()   (NATIVE_DONE)
#define GIVE_INT(v)      GIVE(word_int(v), EXPR_NONE)
#define GIVE_LONG(v)     GIVE(word_long(v), EXPR_NONE)
#define GIVE_FLOAT(v)    GIVE(word_float(v), EXPR_NONE)
#define GIVE_DOUBLE(v)   GIVE(word_double(v), EXPR_NONE)
#define GIVE_REF(o)      GIVE(word_ref(o), EXPR_NONE)
// For functions that return NULL after they have set t->exception or t->stop.
#define GIVE_MADE(o) native_made(t, (o), result, result_expr)

#define X(class, name, descriptor, function) NATIVE(function);
#include "java/runtime/natives.def"
#undef X

static inline enum native_status native_failed(const struct java_thread *t) {
    return t->stop ? NATIVE_STOP : NATIVE_THROW;
}
static inline enum native_status native_made(const struct java_thread *t, struct object *o,
                                             union word *result, expr_id *result_expr) {
    return o ? GIVE_REF(o) : native_failed(t);
}

// Layout of java.lang.String, checked when a thread boots.
enum string_slot { STRING_VALUE, STRING_CODER, STRING_HASH, STRING_HASH_IS_ZERO };

static inline struct object *string_value(const struct object *string) {
    return string->fields[STRING_VALUE].r;
}
static inline bool string_is_utf16(const struct object *string) {
    return string->fields[STRING_CODER].i != 0;
}

// Whether one of the elements [from, from + n) has an expression.
static inline bool object_is_symbolic(const struct object *o, uint32_t from, uint32_t n) {
    if (o->shadow)
        for (uint32_t i = from; i < from + n; i++)
            if (o->shadow[i]) return true;
    return false;
}

// ---- strings.c ----
bool java_string_is_symbolic(const struct object *string);
bool java_string_equals(const struct object *string, const char *utf8); // concrete contents
symbol java_string_symbol(const struct object *string);                 // its modified UTF-8, interned

// ---- natives_object.c ----
// Fields by name, for objects whose layout differs between JDKs. The field must exist; those with _if say
// whether it does (NULL, false: no).
union word *native_field(const struct object *o, const char *name);
union word *native_field_if(const struct object *o, const char *name);
void native_put(struct java_thread *t, struct object *o, const char *name, union word v);
bool native_put_if(struct java_thread *t, struct object *o, const char *name, union word v);
union word *native_static(struct java_thread *t, struct java_class *c, const char *name); // NULL: none
// Ends the run, or the thread that it has started, at something that only another thread could end.
enum native_status native_wait_for_others(struct java_thread *t, const char *what);
// Before natives write n bytes at `at` inside o.
static inline void native_write(struct java_thread *t, struct object *o, void *at, uint32_t n) {
    if (o->flags & OBJECT_LASTING) heap_log(&t->heap, at, n);
}
// Calls a static or special method by name; the method must exist.
enum java_end native_call(struct java_thread *t, struct java_class *c, const char *name,
                          const char *descriptor, const union word *args, union word *result);

// ---- natives_io.c ----
bool java_is_standard_stream(struct java_thread *t,
                             const struct object *stream); // System.out as it begins, say

// ---- natives_class.c ----
const char *java_class_module(const struct java_thread *t, const struct java_class *c); // NULL: none
void java_class_external_name(const struct java_class *c, struct str *out); // "java.lang.String", "int[]"
struct object *java_class_name_string(struct java_thread *t, const struct java_class *c);

// ---- natives_array.c ----
union word java_array_get(const struct object *array, uint32_t i); // i < length
void java_array_put(struct java_thread *t, struct object *array, uint32_t i, union word v, expr_id e);

#endif
