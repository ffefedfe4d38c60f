// SPDX-License-Identifier: Apache-2.0
// Call sites of invokedynamic, linked by frisk itself: it knows the bootstrap methods that compilers use, and
// runs those of the program (bootstrap.c). Private to dynamic.c, bootstrap.c, lambda.c, concat.c and
// record.c.
#ifndef FRISK_JAVA_DYNAMIC_H
#define FRISK_JAVA_DYNAMIC_H

#include "java/machine/boxes.h"
#include "java/machine/interp_loop.h"
#include "java/symbolic/symbolic.h"

enum { DYNAMIC_MAX_ARGUMENTS = 255 };

struct call_site {
    struct java_class *class;              // that holds it
    const struct class_constant *constant; // INVOKE_DYNAMIC
    const struct class_bootstrap *bootstrap;
    // NULL: the program's own bootstrap method.
    enum native_status (*invoke)(struct java_thread *t, const struct call_site *s, const struct sym *args,
                                 uint32_t n, struct sym *result);
    void *linked; // what `invoke` needs; in the program's arena
};

// Static arguments of the bootstrap method.
static inline const struct class_constant *site_argument(const struct call_site *s, uint32_t i) {
    return &s->class->file->constants[s->bootstrap->arguments[i]];
}

typedef enum native_status site_invoke(struct java_thread *t, const struct call_site *s,
                                       const struct sym *args, uint32_t n, struct sym *result);
// Linking: under the program's lock; false: t->stop or t->exception is set.
bool java_link_lambda(struct java_thread *t,
                      struct call_site *s); // LambdaMetafactory.metafactory, altMetafactory
site_invoke java_invoke_lambda_site, java_invoke_concat, java_invoke_record, java_invoke_type_switch;

// Of a site with a bootstrap method of the program's own; args has room for one more.
enum native_status java_invoke_computed(struct java_thread *t, const struct insn *i, struct sym *args,
                                        uint32_t n, struct sym *result);

// Values as parameters and results of methods.
enum java_kind java_parameter_kind(const char *descriptor, uint32_t i); // of the i-th parameter

// The string of a value as String.valueOf gives it; NULL: thrown or stopped.
struct object *java_string_of(struct java_thread *t, enum java_kind kind, struct sym v);
struct object *java_concat(struct java_thread *t, struct object *const *strings, uint32_t n);
struct object *java_string_of_bytes(struct java_thread *t, struct object *bytes, bool utf16); // NULL: of NULL

// NullPointerException as code of the JDK that generated it raises it: without a message.
enum native_status java_throw_hidden_null(struct java_thread *t);

// Calls a method with values; virtual ones are selected by the receiver.
enum native_status java_call_sym(struct java_thread *t, struct java_method *m, const struct sym *args,
                                 uint32_t n, struct sym *result);

#endif
