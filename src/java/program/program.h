// SPDX-License-Identifier: Apache-2.0
// The classes of a program, linked: JVMS chapter 5 but for initialisation, which is a run's affair
// (runtime/thread.h). A program is shared by all workers; classes are loaded on demand under its lock and
// never change once published, except where noted.
#ifndef FRISK_JAVA_PROGRAM_H
#define FRISK_JAVA_PROGRAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/symbol.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "java/classfile/classfile.h"
#include "java/classpath/classpath.h"

struct java_class;
struct java_code;   // code.h
struct java_thread; // runtime/thread.h
struct java_statics;
union word;
struct java_method;

// Kinds of values, as in descriptors.
enum java_kind {
    JAVA_VOID,
    JAVA_BOOLEAN,
    JAVA_BYTE,
    JAVA_CHAR,
    JAVA_SHORT,
    JAVA_INT,
    JAVA_LONG,
    JAVA_FLOAT,
    JAVA_DOUBLE,
    JAVA_REF,
    JAVA_KINDS
};
enum java_kind java_kind_of(char descriptor); // 'I' -> JAVA_INT, '[' and 'L' -> JAVA_REF
static inline bool java_kind_is_wide(enum java_kind k) {
    return k == JAVA_LONG || k == JAVA_DOUBLE;
}
extern const uint8_t java_kind_size[JAVA_KINDS]; // bytes of an array element

struct java_field {
    struct java_class *class;
    symbol name, descriptor;
    uint16_t access;
    enum java_kind kind;
    uint32_t slot;        // index into object.fields, or into the class's statics
    _Atomic uint8_t open; // static, of a user's class: callers may change what it holds or leads to; once
                          // statics.h has seen that they cannot it is false
    const struct class_field *info; // NULL: hidden field added by frisk
};

// A native: its arguments, one word each (also long and double; the receiver first) with their expressions,
// and its result.
enum native_status {
    NATIVE_DONE,    // *result holds the value
    NATIVE_THROW,   // t->exception is set
    NATIVE_STOP,    // the run ends: t->stop says why (limit, no model)
    NATIVE_DECLINE, // a method of the JDK with a body only: run the body instead (symbolic arguments, say)
};
typedef enum native_status (*java_native)(struct java_thread *t, const struct java_method *m,
                                          union word *args, expr_id *exprs, union word *result,
                                          expr_id *result_expr);

struct java_method {
    struct java_class *class;
    symbol name, descriptor;
    uint16_t access;
    uint16_t arg_slots; // with the receiver; long and double take two
    uint16_t n_params;  // without the receiver
    enum java_kind return_kind;
    const uint8_t *param_kinds;       // enum java_kind of each, without the receiver
    int32_t vtable;                   // index into the class's vtable; -1: not virtual
    uint32_t number;                  // dense, over the program
    const struct class_method *info;  // NULL: synthetic
    _Atomic(struct java_code *) code; // compiled when first run
    java_native native;               // replaces the body; set at linking, from the table of natives
    uint8_t compares;                 // enum java_compares: how it looks at texts; set at linking
    bool has_wide_params;
    bool hidden_frame; // not shown in stack traces
    void *extra;       // of synthetic methods: what the native needs
};

// Places of the user's code, for coverage.
enum place_kind { PLACE_LINE, PLACE_BRANCH };
struct java_place {
    const struct java_method *method;
    enum place_kind kind;
    uint32_t line;
};

enum class_origin { ORIGIN_JDK, ORIGIN_USER, ORIGIN_SYNTHETIC };

struct java_class {
    symbol name;     // "java/lang/String", "[I", "[Ljava/lang/String;"; primitives: "int"
    uint32_t number; // dense: index of a worker's state of the class
    uint16_t access;
    enum class_origin origin;
    bool tested; // of the JDK, yet its code is what coverage is counted of; set before it runs
    const struct class_file *file;  // NULL: array, primitive, synthetic
    struct java_class *super;       // NULL: Object, interfaces have Object, primitives NULL
    struct java_class **interfaces; // direct ones
    uint32_t n_interfaces;
    struct java_class **all_interfaces; // with those of super classes and super interfaces, each once
    uint32_t n_all_interfaces;
    struct java_class **supers; // display: supers[0] is Object, supers[depth] the class itself
    uint32_t depth;
    struct java_field *fields; // declared here
    uint32_t n_fields;
    uint32_t n_slots;            // words of an instance, with those of super classes and hidden ones
    uint32_t n_statics;          // words
    struct java_method *methods; // declared here
    uint32_t n_methods;
    struct java_method **vtable;
    uint32_t n_vtable;
    struct java_class *element;      // arrays: class of the elements
    enum java_kind element_kind;     // arrays: JAVA_KINDS if this is no array
    enum java_kind primitive;        // JAVA_REF if this is no primitive class
    struct java_method *initializer; // <clinit>, or NULL
    bool needs_init; // it, or a super class that is initialised first, has an initializer or constant values
    _Atomic(struct java_class *) array; // class of arrays of this
    void *
        *resolved; // by constant pool index: class, field, method or other resolved thing; atomically written
    symbol nest_host;
};

struct java_surroundings;

// Bounds of paths in the user's code (or in a tested class of the JDK). They hold for one call of a method.
struct path_bounds {
    bool loops;          // a loop iterates at most so often each time it is entered, and a call of a method
    uint32_t iterations; // has at most so many calls of the same method within it
    uint32_t visits;     // of each basic block by one call; 0: no bound
};

struct java_program {
    pthread_mutex_t lock;
    struct arena arena;
    struct java_classpath *path;
    const struct java_surroundings *surroundings; // machine/surroundings.h; NULL: not known. Somebody else's
    struct hash_map by_name;                      // symbol -> number
    VEC(struct java_class *) classes;
    _Atomic uint32_t n_methods;
    _Atomic uint32_t
        n_sites; // numbers given to instructions, which are sites; a site's points are 4 * site .. + 3
    VEC(struct java_place) places; // of the user's code, for coverage
    struct path_bounds bounds;     // fixed before any code is compiled
    struct java_statics *statics;  // statics.h; NULL: not asked for yet
    _Atomic uint32_t missing;      // symbol of the first class that a run needed and nobody has; 0: none
    // Classes the interpreter needs by name, loaded at the start.
#define JAVA_KNOWN_CLASSES(X)                                                                                \
    X(object, "java/lang/Object")                                                                            \
    X(string, "java/lang/String")                                                                            \
    X(class, "java/lang/Class")                                                                              \
    X(throwable, "java/lang/Throwable")                                                                      \
    X(cloneable, "java/lang/Cloneable")                                                                      \
    X(serializable, "java/io/Serializable")                                                                  \
    X(thread, "java/lang/Thread")                                                                            \
    X(thread_group, "java/lang/ThreadGroup")                                                                 \
    X(system, "java/lang/System")                                                                            \
    X(stack_trace_element, "java/lang/StackTraceElement")                                                    \
    X(integer, "java/lang/Integer")                                                                          \
    X(byte_array, "[B")                                                                                      \
    X(char_array, "[C")                                                                                      \
    X(int_array, "[I")                                                                                       \
    X(long_array, "[J")                                                                                      \
    X(object_array, "[Ljava/lang/Object;")
#define X(field, name) struct java_class *field;
    JAVA_KNOWN_CLASSES(X)
#undef X
    struct java_class *primitives[JAVA_KINDS];
};

struct java_program *java_program_new(struct java_classpath *path,
                                      struct diag *d); // NULL: d says why (no JDK ..)
void java_program_free(struct java_program *p);

// The class of that internal name, loaded and linked with all its super types. NULL: d says why; d->kind ==
// DIAG_NONE: there is no such class.
struct java_class *program_class(struct java_program *p, symbol name, struct diag *d);
struct java_class *program_class_of(struct java_program *p, const char *name); // likewise, without a reason
struct java_class *program_array_of(struct java_program *p, struct java_class *element);
struct java_class *program_descriptor_class(struct java_program *p, const char *descriptor, size_t n,
                                            struct diag *d); // "I", "Ljava/lang/String;", "[J"
struct java_class *program_class_at(struct java_program *p, uint32_t number);
// A class made by frisk (a lambda's, say), with all that it has: nothing can be added afterwards.
struct synthetic_field {
    symbol name, descriptor;
};
struct synthetic_method {
    symbol name, descriptor;
    uint16_t access;
    java_native native;
    void *extra; // java_method.extra; lives as long as the program
};
struct synthetic_class {
    symbol name;
    struct java_class *super;
    struct java_class *const *interfaces;
    uint32_t n_interfaces;
    const struct synthetic_field *fields; // of instances
    uint32_t n_fields;
    const struct synthetic_method *methods;
    uint32_t n_methods;
};
struct java_class *program_synthetic_class(struct java_program *p, const struct synthetic_class *s);

bool java_class_is_subclass(const struct java_class *c,
                            const struct java_class *of); // JVMS 6.5 checkcast: also interfaces and arrays
static inline bool class_is_interface(const struct java_class *c) {
    return c->access & ACC_INTERFACE;
}
static inline bool class_is_array(const struct java_class *c) {
    return c->element != NULL;
}

// JVMS 5.4.3.2 to 5.4.3.4 and 5.4.6; NULL: there is none.
struct java_field *java_class_find_field(struct java_class *c, symbol name, symbol descriptor);
struct java_method *java_class_find_declared(struct java_class *c, symbol name, symbol descriptor);
struct java_method *java_class_find_method(struct java_class *c, symbol name,
                                           symbol descriptor); // also in super types
struct java_method *java_class_select(
    struct java_class *c,
    struct java_method *resolved); // what invokevirtual and invokeinterface run; NULL: AbstractMethodError
struct java_method *java_class_find(struct java_class *c, const char *name,
                                    const char *descriptor); // by text
struct java_field *java_class_field_by_name(struct java_class *c,
                                            const char *name); // declared here or above, by name

// name.c
// As java.lang.Class.getName has it: "java.lang.String", "[Ljava.lang.String;"
void java_class_name(const struct java_class *c, struct str *out);
void java_dotted_name(struct str *out, symbol name);                 // a/b/Outer$Inner: "a.b.Outer$Inner"
void java_method_name(struct str *out, const struct java_method *m); // "a.b.Foo#bar(int, String)"
// The types of the parameters, by simple or full names.
void java_signature_types(struct str *out, const char *descriptor, bool simple, const char *separator);

// The native of that method, from the table of natives; NULL: none. Looked up when a class is linked; also
// replaces bodies of methods of the JDK that frisk models itself. natives.c
java_native java_native_of(const struct java_class *c, symbol name, symbol descriptor);
// How a method of the JDK looks at texts (enum java_compares); 0: it does not. compared.c
uint8_t java_compares_of(const struct java_method *m);

#endif
