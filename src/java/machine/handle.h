// SPDX-License-Identifier: Apache-2.0
// Variable handles and what method handles need (java.lang.invoke): objects of classes made by frisk, which
// tell what they stand for in hidden words. Private to dynamic.c, bootstrap.c, handle.c, method_handle.c,
// method_handle_combine.c and var_handle.c.
#ifndef FRISK_JAVA_HANDLE_H
#define FRISK_JAVA_HANDLE_H

#include "java/machine/dynamic.h"

struct handle_type { // of a parameter or a result: a piece of a descriptor
    const char *at;
    size_t n;
};
struct handle_type java_handle_parameter(const char *descriptor, uint32_t i); // i < number of parameters
struct handle_type java_handle_result(const char *descriptor);
uint32_t java_handle_parameters(const char *descriptor); // how many

// MethodHandle.asType on one value. Whether the types allow it, and the conversion at run time; false: thrown
// or stopped.
bool java_handle_convertible(struct java_thread *t, struct handle_type from, struct java_class *to);
bool java_handle_convert(struct java_thread *t, struct handle_type from, struct java_class *to,
                         struct sym *v);

// The class of a Class object; the class that a piece of a descriptor names (NULL: t->stop is set).
struct java_class *java_handle_class(struct java_thread *t, struct handle_type type);

void java_handle_descriptor(const struct java_class *c, struct str *out); // of values of that type

// A class of frisk's own below the class `super` of the JDK, with fields of these descriptors; made once.
struct java_class *java_handle_stand_in(struct java_thread *t, const char *name, const char *super,
                                        const char *const *descriptors, uint32_t n);

// May code of `from` use a member of c? Members that the JVM would refuse stop the run (false): frisk does
// not know the words of that refusal.
bool java_handle_accessible(struct java_thread *t, const struct java_class *from, const struct java_class *c,
                            const struct java_class *declares, uint16_t access, symbol name);

// Access through the variable handle args[0]: `name` is the method of VarHandle.
enum native_status java_var_handle_access(struct java_thread *t, const char *name, const char *descriptor,
                                          struct sym *args, uint32_t n, struct sym *result);

// How a method handle does its work, beside enum class_reference_kind: those made of a target and another
// part.
enum handle_how {
    HANDLE_BOUND = 100,
    HANDLE_AS_TYPE,
    HANDLE_INSERT, // part: Object[] of values
    HANDLE_DROP,
    HANDLE_PERMUTE,       // part: int[]
    HANDLE_FILTER_RETURN, // part: a handle
    HANDLE_FILTER,        // part: Object[] of handles
    HANDLE_FOLD,          // part: a handle
    HANDLE_GUARD,         // part: Object[] of the test and the fallback
    HANDLE_IDENTITY
};
struct object *java_method_handle_of(struct java_thread *t, enum handle_how how, symbol descriptor,
                                     struct object *target, struct object *part, int32_t at);
const char *java_method_handle_descriptor(const struct object *h);
symbol java_method_type_descriptor(const struct object *type); // of a MethodType
// With arguments of the handle's own type, in an array with room for DYNAMIC_MAX_ARGUMENTS + 1; depth: of
// handles in one another.
enum native_status java_method_handle_call(struct java_thread *t, const struct object *h, struct sym *args,
                                           uint32_t n, struct sym *result, uint32_t depth);
enum native_status java_method_handle_combined(struct java_thread *t, enum handle_how how,
                                               const struct object *target, const struct object *part,
                                               int32_t at, struct sym *args, uint32_t n, struct sym *result,
                                               uint32_t depth);
bool java_is_method_handle(struct java_thread *t, const struct object *o); // one of method_handle.c
// Calls the method handle args[0]: `name` is invoke or invokeExact, the descriptor that of the call.
enum native_status java_method_handle_invoke(struct java_thread *t, const char *name, const char *descriptor,
                                             struct sym *args, uint32_t n, struct sym *result);
// Constants of class c. NULL: thrown or stopped.
struct object *java_method_type_constant(struct java_thread *t, symbol descriptor);
struct java_method *java_method_of_handle(struct java_thread *t, struct java_class *c,
                                          const struct class_constant *k);
struct object *java_handle_lookup(struct java_thread *t, struct object *mirror); // of a class, for itself
struct object *java_method_handle_constant(struct java_thread *t, struct java_class *c,
                                           const struct class_constant *k);

#endif
