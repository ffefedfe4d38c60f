// SPDX-License-Identifier: Apache-2.0
// Reading a model. Private to input.c and input_raw.c.
#ifndef FRISK_JAVA_INPUT_READER_H
#define FRISK_JAVA_INPUT_READER_H

#include "java/input/input.h"

struct raw_task { // an object whose fields, or an array whose elements, are still to be read
    uint32_t object, id;
    uint32_t owner; // of its references: an index of raws
    struct java_class *class;
    struct recipe_value *elements;
    const char *element_type;
};

struct raw_alias { // a reference that is another raw object: known when all have been read
    struct recipe_value *at;
    uint32_t id;
};

struct reader {
    struct inputs *in;
    const struct model *model;
    struct value_source *random; // that makes the model while it is read; NULL: it is made
    struct arena *a;
    struct input_state *out;
    VEC(struct recipe_object) objects;
    VEC(struct raw_task) tasks;
    VEC(struct raw_alias) aliases;
    uint32_t next_task;
    uint32_t owner;      // of the references that are read
    type_id length_type; // of texts
    uint32_t group;      // of what it reads
    uint64_t place;      // in the code of what it reads: a parameter of a method, say; 0: that of the path
    bool later;          // choices wait until the program looks
    bool serves;         // the object to be read next is for others to come from: it is changed however deep
};

__attribute__((format(printf, 1, 2))) symbol reader_path(const char *format, ...);
// Of the reference at that path: parameter i of m, or f where m is NULL.
void reader_note_nullness(struct reader *r, symbol path, const struct java_method *m, uint32_t i,
                          const struct java_field *f);
int64_t reader_int(struct reader *r, uint32_t variable);
uint32_t reader_site(struct inputs *in, symbol key, uint32_t n); // of n ways
uint32_t reader_add_object(struct reader *r, struct recipe_object o);
struct recipe_value reader_primitive(struct reader *r, symbol path, enum java_kind kind);
// A null that nothing is open about; what stands beside it tells where it came from (inputs_null_path).
struct recipe_value reader_null(struct reader *r, symbol path);
struct recipe_value reader_primitive_of(struct reader *r, enum java_kind kind, uint32_t variable);
uint32_t reader_string(struct reader *r, symbol path);
uint32_t reader_array(struct reader *r, symbol path, const char *type, uint32_t depth);
// One of n ways; `otherwise` where the model does not say.
uint32_t reader_choose(struct reader *r, symbol path, uint32_t n, uint32_t otherwise);
struct recipe_value reader_value(struct reader *r, symbol path, const char *type, uint32_t depth);
// An object made in way number `way` of a type.
uint32_t reader_object(struct reader *r, symbol path, const struct input_way *w, uint32_t way,
                       const char *type, uint32_t depth);

struct recipe_value reader_instance(struct reader *r, symbol path, const char *type, uint32_t depth,
                                    bool may_be_null);
// The arguments of a call of m. owner: the type of the object that is made or changed, or NULL.
const struct recipe_value *reader_arguments(struct reader *r, symbol path, const char *what,
                                            const struct java_method *m, const char *owner, uint32_t depth);
uint32_t reader_times(struct reader *r, symbol path); // how often a call is repeated, from 1
uint32_t reader_choice_variable(struct reader *r, symbol path, uint32_t n, uint32_t otherwise);
enum recipe_kind recipe_kind_of(enum java_kind kind); // of a primitive
expr_id input_value_of(struct inputs *in, enum java_kind kind, uint32_t variable);
const char *reader_field_type(const struct java_field *f); // with its arguments, where they are told in full

void reader_assigned(struct reader *r); // input_statics.c: static fields that a caller assigns
void reader_setups(struct reader *r);   // input_setups.c: calls made before all else

// input_fields.c: the fields that are set on object o of class c, before it is added; and those that hold the
// object itself, once it is.
void reader_fields(struct reader *r, symbol path, const struct java_class *c, uint32_t depth,
                   struct recipe_object *o);
void reader_own_fields(struct reader *r, uint32_t object);

// input_raw.c
uint32_t reader_raw(struct reader *r, symbol path, struct java_class *c, bool met);
// What a reference of the input holds that is decided when the program first looks at it. site: names the
// decision; descriptor: of its type.
void reader_reference(struct reader *r, symbol path, symbol site, const char *descriptor, bool nullable,
                      struct recipe_value *out);
void reader_finish_raw(struct reader *r);      // the objects and arrays begun
void reader_resolve_aliases(struct reader *r); // when all objects have been read

// input_build.c
// Builds objects in the midst of a run.
bool input_build_more(struct inputs *in, struct java_thread *t, const struct recipe *recipe,
                      const struct recipe_value *v, union word *w, expr_id *e);
void input_record_choice(struct java_thread *t, const struct input_choice *c);
void input_record_choices(struct java_thread *t, const struct input_state *s, uint32_t first); // from that on

#endif
