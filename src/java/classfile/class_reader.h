// SPDX-License-Identifier: Apache-2.0
// Private to the parser of class files: a cursor over the bytes with a sticky error, and the constant pool
// with what has been found out about its texts.
//
// Nothing here returns an error: a read past the end, or class_fail, moves the cursor to the end and sets
// `failed`; everything read afterwards is 0. Loops ask for `failed`, results are only used when it is not
// set.
#ifndef FRISK_JAVA_CLASS_READER_H
#define FRISK_JAVA_CLASS_READER_H

#include "java/classfile/classfile.h"

enum class_text_check { // what a Utf8 constant has been found fit for
    TEXT_CLASS = 1,     // or array
    TEXT_UNQUALIFIED = 2,
    TEXT_METHOD_NAME = 4,
    TEXT_FIELD_TYPE = 8,
    TEXT_METHOD_TYPE = 16,
    TEXT_PLAIN_CLASS = 32, // no array
    TEXT_ANY = 0,
};

struct class_text {
    symbol name;       // interned on first use; 0: not yet
    uint8_t checked;   // of enum class_text_check
    uint8_t attribute; // 1 + enum class_attribute, 0: not looked up yet
};

struct class_reader {
    const uint8_t *at, *end;
    struct arena *arena;
    struct diag *d;
    struct class_file *c;
    struct class_constant *constants;
    struct class_text *texts; // one for each constant, not kept
    const char *member_kind;  // context of messages: "method", "field"; NULL: the class itself
    symbol member, member_descriptor;
    const char *attribute; // NULL: none
    uint32_t constant;     // 0: none
    bool failed;
};

__attribute__((format(printf, 2, 3))) void class_fail(struct class_reader *r, const char *format, ...);

uint8_t class_u1(struct class_reader *r);
uint16_t class_u2(struct class_reader *r);
uint32_t class_u4(struct class_reader *r);
struct java_bytes class_bytes(struct class_reader *r, uint32_t n);

// Zeroed room for n things, each of at least `least` bytes in the file: fails before memory is taken for more
// than the file can hold.
void *class_array(struct class_reader *r, uint32_t n, uint32_t least, size_t size);
#define CLASS_ARRAY(r, T, n, least) ((T *)class_array((r), (n), (least), sizeof(T)))

// constant_pool.c. Each takes an index that comes from the file; the optional ones give 0 for index 0.
void class_read_constants(struct class_reader *r);
const struct class_constant *class_constant_of(struct class_reader *r, uint16_t index,
                                               enum class_constant_tag tag); // NULL after failing
symbol class_text_at(struct class_reader *r, uint16_t index, enum class_text_check check);
symbol class_name_at(struct class_reader *r, uint16_t index); // of a CLASS constant
symbol class_optional_text(struct class_reader *r, uint16_t index);
symbol class_optional_name(struct class_reader *r, uint16_t index);
void class_check_dynamic(struct class_reader *r);       // once the bootstraps are known
bool class_is_loadable(const struct class_constant *k); // table 4.4-C

// attributes.c
void class_read_field_attributes(struct class_reader *r, struct class_field *f);
void class_read_method_attributes(struct class_reader *r, struct class_method *m);
void class_read_class_attributes(struct class_reader *r);

#endif
