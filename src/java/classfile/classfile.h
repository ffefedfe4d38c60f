// SPDX-License-Identifier: Apache-2.0
// A class file as C structs (JVMS chapter 4, versions 45 to 65).
//
// Ownership: java_class_parse borrows the bytes, which must outlive the result (the class path keeps them
// mapped or loaded); all structs lie in the caller's arena. After parsing everything is const and may be read
// by any thread. Arrays are `at` with `n_...` beside them; an absent optional part is 0, NULL or n = 0.
//
// Names and descriptors are symbols whose bytes are the file's modified UTF-8 (JVMS 4.4.7), classes in
// internal form ("java/lang/String", arrays as descriptors "[I"). Every symbol that a struct holds has passed
// the syntax of its place: a `name` is a legal name, a `descriptor` parses.
//
// What is trusted after java_class_parse: every index in the constant pool leads to a constant of the right
// kind. The code of methods is only trusted after java_verify_method (verify.h).
#ifndef FRISK_JAVA_CLASSFILE_H
#define FRISK_JAVA_CLASSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/symbol.h"

enum { CLASS_MAJOR_MIN = 45, CLASS_MAJOR_MAX = 65 };

struct java_bytes {
    const uint8_t *at;
    uint32_t n;
};

// Table 4.4-A. The numbers are the file's tags; NONE is index 0 and the place after a long or a double.
enum class_constant_tag {
    CONSTANT_NONE = 0,
    CONSTANT_UTF8 = 1,
    CONSTANT_INTEGER = 3,
    CONSTANT_FLOAT = 4,
    CONSTANT_LONG = 5,
    CONSTANT_DOUBLE = 6,
    CONSTANT_CLASS = 7,
    CONSTANT_STRING = 8,
    CONSTANT_FIELD = 9,
    CONSTANT_METHOD = 10,
    CONSTANT_INTERFACE_METHOD = 11,
    CONSTANT_NAME_AND_TYPE = 12,
    CONSTANT_METHOD_HANDLE = 15,
    CONSTANT_METHOD_TYPE = 16,
    CONSTANT_DYNAMIC = 17,
    CONSTANT_INVOKE_DYNAMIC = 18,
    CONSTANT_MODULE = 19,
    CONSTANT_PACKAGE = 20,
};

// Table 5.4.3.5-A: what a method handle does.
enum class_reference_kind {
    REF_GET_FIELD = 1,
    REF_GET_STATIC,
    REF_PUT_FIELD,
    REF_PUT_STATIC,
    REF_INVOKE_VIRTUAL,
    REF_INVOKE_STATIC,
    REF_INVOKE_SPECIAL,
    REF_NEW_INVOKE_SPECIAL,
    REF_INVOKE_INTERFACE,
};

// A constant with everything it refers to already looked up.
struct class_constant {
    uint8_t tag;            // enum class_constant_tag
    uint8_t reference_kind; // METHOD_HANDLE: enum class_reference_kind
    uint16_t index;         // METHOD_HANDLE: its FIELD, METHOD or INTERFACE_METHOD constant;
                            // DYNAMIC, INVOKE_DYNAMIC: its place in class_file.bootstraps
    union {
        struct java_bytes text; // UTF8, STRING: modified UTF-8, not NUL-terminated
        int32_t int_value;
        float float_value;
        int64_t long_value;
        double double_value;
        struct {
            symbol owner;      // FIELD, METHOD, INTERFACE_METHOD: the class named in the reference
            symbol name;       // also of CLASS, MODULE, PACKAGE, DYNAMIC, INVOKE_DYNAMIC, NAME_AND_TYPE
            symbol descriptor; // also of METHOD_TYPE, DYNAMIC, INVOKE_DYNAMIC, NAME_AND_TYPE
        };
    };
};

// Tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A: the same bit means different things on classes, fields and methods.
enum class_access {
    ACC_PUBLIC = 0x0001,
    ACC_PRIVATE = 0x0002,
    ACC_PROTECTED = 0x0004,
    ACC_STATIC = 0x0008,
    ACC_FINAL = 0x0010,
    ACC_SUPER = 0x0020,        // class
    ACC_SYNCHRONIZED = 0x0020, // method
    ACC_VOLATILE = 0x0040,     // field
    ACC_BRIDGE = 0x0040,       // method
    ACC_TRANSIENT = 0x0080,    // field
    ACC_VARARGS = 0x0080,      // method
    ACC_NATIVE = 0x0100,
    ACC_INTERFACE = 0x0200,
    ACC_ABSTRACT = 0x0400,
    ACC_STRICT = 0x0800,
    ACC_SYNTHETIC = 0x1000,
    ACC_ANNOTATION = 0x2000,
    ACC_ENUM = 0x4000,
    ACC_MANDATED = 0x8000, // parameter
    ACC_MODULE = 0x8000,   // class
};

struct class_field {
    uint16_t access;
    uint16_t constant; // ConstantValue of a static field: index of INTEGER .. DOUBLE or STRING; 0: none
    symbol name, descriptor;
    symbol signature; // generic type; 0: none
    // RuntimeVisibleAnnotations and its like from the number of annotations on; n = 0: none. hidden_: those
    // that are not kept at run time (RuntimeInvisible..).
    struct java_bytes annotations, type_annotations, hidden_annotations, hidden_type_annotations;
};

struct class_handler {         // 4.7.3, in the order of the file: the first that fits wins
    uint16_t start, end;       // pcs [start, end)
    uint16_t target;           // pc
    uint16_t catch_type_index; // CLASS constant; 0: catches everything
    symbol catch_type;         // its name; 0: catches everything
};

struct class_line {
    uint16_t pc, line; // the line that begins at pc
};

struct class_local {        // LocalVariableTable
    uint16_t start, length; // pcs [start, start + length)
    uint16_t slot;
    symbol name, descriptor;
};

struct class_code {
    uint16_t max_stack, max_locals;
    uint16_t n_handlers, n_lines, n_locals; // of lines and locals the first 65,535 are kept
    uint32_t n_bytes;                       // 1 .. 65535
    const uint8_t *bytes;
    const struct class_handler *handlers;
    const struct class_line *lines; // sorted by pc
    const struct class_local *locals;
    struct java_bytes stack_map; // StackMapTable from number_of_entries on
};

struct class_parameter { // MethodParameters
    symbol name;         // 0: none
    uint16_t access;
};

struct class_method {
    uint16_t access;
    uint8_t argument_slots; // locals that the arguments take, `this` included
    uint8_t n_arguments;    // without `this`
    char return_type;       // first character of the returned type: one of "VZBCSIJFDL["
    uint8_t n_parameters;
    uint16_t n_exceptions;
    symbol name, descriptor;
    symbol signature;                                                         // 0: none
    const struct class_code *code;                                            // NULL: abstract or native
    const struct class_parameter *parameters;                                 // MethodParameters
    const symbol *exceptions;                                                 // `throws`
    struct java_bytes annotations, parameter_annotations, annotation_default; // raw bodies of the attributes
    struct java_bytes type_annotations, hidden_annotations, hidden_parameter_annotations,
        hidden_type_annotations;
};

struct class_bootstrap {
    uint16_t handle; // METHOD_HANDLE constant
    uint16_t n_arguments;
    const uint16_t *arguments; // loadable constants
};

struct class_inner { // InnerClasses
    symbol inner;    // full internal name
    symbol outer;    // 0: not a member (local, anonymous)
    symbol name;     // simple name; 0: anonymous
    uint16_t access; // as declared in the source
};

struct class_component { // Record
    symbol name, descriptor;
    symbol signature; // 0: none
};

struct class_file {
    const char *where; // the caller's text for messages: "target/classes/Foo.class", "a.jar!/Foo.class"
    uint16_t minor, major;
    uint16_t access;
    uint16_t n_constants; // indexes 0 .. n_constants - 1; 0 is unused
    uint16_t n_interfaces, n_fields, n_methods, n_bootstraps, n_inner, n_nest_members, n_components,
        n_permitted;
    bool is_record;
    symbol name;
    symbol super; // 0: java/lang/Object and module-info
    const symbol *interfaces;
    const struct class_constant *constants;
    const struct class_field *fields;
    const struct class_method *methods;
    const struct class_bootstrap *bootstraps;
    const struct class_inner *inner;
    const symbol *nest_members;
    const struct class_component *components;
    const symbol *permitted;                                        // n_permitted > 0: the class is sealed
    symbol nest_host;                                               // 0: its own
    symbol source_file;                                             // "Foo.java"; 0: unknown
    symbol signature;                                               // 0: none
    symbol enclosing_class, enclosing_method, enclosing_descriptor; // EnclosingMethod; the latter may be 0
    struct java_bytes annotations, hidden_annotations;
};

// Reads a class file. `where` names it in messages (kept, not copied). False with one line in d when it is
// not a well-formed class file of a known version.
bool java_class_parse(const void *bytes, size_t n, const char *where, struct arena *a,
                      const struct class_file **out, struct diag *d);

// The first members of that name and descriptor that the class itself declares; NULL: none.
const struct class_method *java_class_method(const struct class_file *c, symbol name, symbol descriptor);
const struct class_field *java_class_field(const struct class_file *c, symbol name, symbol descriptor);

int java_code_line(const struct class_code *code, uint32_t pc); // source line; 0: unknown

// The name that the source gave the k-th argument (from 0, `this` not counted): from MethodParameters, else
// from LocalVariableTable; 0: neither has it.
symbol java_method_argument_name(const struct class_method *m, uint32_t k);

#endif
