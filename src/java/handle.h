// SPDX-License-Identifier: Apache-2.0
// Variable handles and what method handles need (java.lang.invoke): objects of classes made by frisk, which
// tell what they stand for in hidden words. Private to dynamic.c, handle.c, method_handle.c and var_handle.c.
#ifndef FRISK_JAVA_HANDLE_H
#define FRISK_JAVA_HANDLE_H

#include "java/dynamic.h"

struct handle_type { // of a parameter or a result: a piece of a descriptor
    const char *at;
    size_t n;
};
struct handle_type java_handle_parameter(const char *descriptor, uint32_t i); // i < number of parameters
struct handle_type java_handle_result(const char *descriptor);

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

bool java_is_method_handle(struct java_thread *t, const struct object *o); // one of method_handle.c
// Calls the method handle args[0]: `name` is invoke or invokeExact, the descriptor that of the call.
enum native_status java_method_handle_invoke(struct java_thread *t, const char *name, const char *descriptor,
                                             struct sym *args, uint32_t n, struct sym *result);
// Constants of class c. NULL: thrown or stopped.
struct object *java_method_type_constant(struct java_thread *t, const struct class_constant *k);
struct object *java_method_handle_constant(struct java_thread *t, struct java_class *c,
                                           const struct class_constant *k);

#endif
