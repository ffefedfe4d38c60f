// SPDX-License-Identifier: Apache-2.0
// The input of a Java unit: which variables there are, what a model of them means as a recipe, and how a run
// starts from it.
//
// Every part of the input has a path, such as "a0" (the first argument), "a0.length", "a0[3]", "a1.way"
// (which constructor), "a1.new0" (its first argument), "a1.calls", "a1.call0.c12.way", "n2:int" (the third
// call of nondetInt). A path names the same variable in all runs. Variables are made when a run first needs
// them; a recipe is a function of the model alone.
//
// Thread safe: several runners use one struct inputs.
#ifndef FRISK_JAVA_INPUT_H
#define FRISK_JAVA_INPUT_H

#include <pthread.h>

#include "explore/language.h"
#include "java/input/access.h"
#include "java/input/recipe.h"
#include "java/program/nullness.h"
#include "java/runtime/thread.h"
#include "java/symbolic/input_text.h"

enum {
    INPUT_MAX_DEPTH = 3,     // of objects that are arguments of constructors of arguments ..
    INPUT_MAX_CALLS = 3,     // methods called on an object after its construction, each once
    INPUT_MAX_LENGTH = 4096, // of an array or string: beyond, the input is not tried
    INPUT_MAX_WAYS = 64,     // to make an object
    INPUT_MAX_RAW = 256,     // objects of one input that are made without a constructor
};

enum input_way_kind {
    WAY_CONSTRUCTOR,
    WAY_FACTORY,
    WAY_MAKER, // a method of an object of another class
    WAY_CONSTANT,
    WAY_STRING,
    WAY_BOX,
    WAY_LAMBDA,
    WAY_RAW,   // by reflection, of this very class: input_raw.h
    WAY_ARRAY, // behind a reference of input_raw.h
};

struct input_way { // one way to make an object of a type
    enum input_way_kind kind;
    struct java_class *class;
    struct java_method *method; // CONSTRUCTOR, FACTORY, MAKER, BOX (valueOf), LAMBDA (what it implements)
    struct java_field *field;   // CONSTANT
};

struct input_class { // what is known about making objects of a static type
    struct java_class *class;
    struct input_way *ways;
    uint32_t n_ways, n_raw;     // n_raw: of what input_reference_type gives, the first so many are WAY_RAW
    struct java_class **hidden; // classes close by, below it, that no way makes
    uint32_t n_hidden;
    bool inside; // no client can make one: these ways are those of the same package
    bool open;   // objects of classes that frisk does not know of may stand there
};

// The variables of a text's characters or an array's elements, as far as runs have met them: a run asks for
// each, so finding them by their paths would be most of what a run costs. Readers take no lock.
struct input_element {
    uint32_t variable;
    _Atomic(expr_id) value; // EXPR_NONE: not met yet
};
struct input_elements {
    uint32_t n;
    struct input_element at[];
};
struct input_row {
    _Atomic(struct input_elements *) elements; // grows by being replaced; the old ones stay where they are
};

// What becomes of a static field that a run reads: input_statics.h.
enum static_kind {
    STATIC_FIXED,     // nothing but its initializer gives it a value
    STATIC_OBJECT,    // likewise, but its object may be changed, unless it is seen to be constant
    STATIC_VALUE,     // a number that a caller can assign: a variable of the input
    STATIC_REFERENCE, // an object that a caller can assign
    STATIC_STATE,     // what earlier calls leave in it
};

enum static_form { FORM_VALUE, FORM_EMPTY, FORM_ATOMIC, FORM_FIELDS };

struct static_part { // a field of a static object
    const struct java_field *field;
    struct recipe value;
};

struct static_initial { // what an initializer left in a static field, if it is simple
    enum static_form form;
    struct recipe value;       // a number, null, a string, an array of numbers; n == 0: FORM_EMPTY
    struct java_class *class;  // of the object; NULL: none
    struct static_part *parts; // FORM_FIELDS
    uint32_t n_parts;
};

struct input_static { // a static field that runs have read or written
    struct java_field *field;
    enum static_kind kind;
    _Atomic bool constant; // its object was seen to be constant
    bool bound;            // has variables: of VALUE, or of the elements of an array that a caller sees
    uint32_t variable;     // of VALUE
    uint32_t *elements, n_elements;
    const struct static_initial *initial; // NULL: not known, or not simple
    bool seen;                            // before anything was called that may have changed it
};

enum setup_kind {
    SETUP_CALL,      // of a static method or a constructor
    SETUP_ON_NEW,    // of a method on an object that is made for it
    SETUP_ON_FIELD,  // on the object of a static field
    SETUP_ON_RESULT, // on the object that a static method without parameters gives
    SETUP_FIELDS,    // no call: fields of such an object are assigned
};

struct input_setup { // a call that may change what the unit reads of statics
    enum setup_kind kind;
    struct java_method *method; // but for FIELDS
    struct java_field *field;   // ON_FIELD; FIELDS, if there is no holder
    struct java_method *holder; // ON_RESULT, FIELDS
};

struct inputs {
    struct unit *unit;
    struct java_program *program;
    struct java_method *method; // under test
    struct java_class *tested;  // its class: members that its package may use are usable
    pthread_mutex_t lock;
    struct hash_map variables; // symbol of the path -> variable
    struct hash_map nullness;  // symbol of the path of a parameter or field -> enum java_nullness
    struct hash_map sites;     // symbol of the path -> first site of its choice
    struct hash_map row_index; // path and family of a text -> index into rows
    VEC(struct input_row *) rows;
    enum java_reach reach;          // what inputs are made with, as far as that is enough
    bool no_null;                   // references are never null; set before inputs_init's types are made
    const struct heap_rules *rules; // --assume-heap; somebody else's
    bool lazy;               // --heap lazy: all objects are raw, and decided when the program looks at them
    bool states;             // --state: also objects that reflection alone can build, where others could be
    struct hash_map classes; // class number -> index into known
    struct hash_map references; // likewise: what a reference of a raw object may be; input_raw.c
    struct hash_map raw_ids;    // symbol of the path of an object -> its number
    struct hash_map functions;  // interface and method -> number of the class of functions of the input
    VEC(struct input_class *) known;
    struct hash_map static_index; // class number and slot of a static field -> index into statics
    VEC(struct input_static *) statics;
    struct input_setup *setups; // once setups_known
    uint32_t n_setups;
    bool setups_known;
    struct arena arena;
    uint32_t family_site;      // of the decision which form a text has
    type_id types[JAVA_KINDS]; // of primitive values
    type_id length_type, reference_type, latin_type, ascii_type, raw_type;
    type_id fresh_length_types[INPUT_MOST_TIMES + 1]; // of strings made in the midst of a run, by times
    type_id choices[INPUT_MAX_WAYS + 1];              // 0 .. n - 1
};

// no_null: nobody passes null.
void inputs_init(struct inputs *in, struct unit *u, struct java_program *p, struct java_method *method,
                 bool no_null); // before the grammar is frozen
void inputs_free(struct inputs *in);

// The variable of that path; made with the type and the value it has where a model does not mention it
// (EXPR_NONE: the smallest).
uint32_t inputs_variable(struct inputs *in, symbol path, type_id type, expr_id otherwise);

// The path of a null of the input, from what stands beside it in registers; 0: it has none.
symbol inputs_null_path(struct inputs *in, expr_id null);
// What annotations say of the parameter or field of that path (nullness.h).
enum java_nullness inputs_nullness(struct inputs *in, symbol path);
// Equal for parts of the input that differ in their place in a row only: elements of one array, what one
// method is given in several calls.
uint64_t inputs_part_key(symbol path);
// What a person calls that part of the input: "s", the name that the source gives the argument (else "a0"),
// "an element of s", "within s"; mem_free.
char *inputs_name(const struct inputs *in, symbol path);
// The same in full: "s.next.value", "a0[3]"; mem_free.
char *inputs_path_text(struct inputs *in, symbol path);
symbol inputs_variable_path(struct inputs *in, uint32_t variable); // 0: it has none
symbol inputs_raw_path(struct inputs *in, uint32_t id);            // of a raw object, see input_raw.h

// A choice that the recipe made: recorded as a decision when the run starts. What lies behind it (the
// elements of an array of references, say) may bring choices of its own, so it cannot wait until the program
// looks.
enum input_choice_kind {
    CHOICE_WAY,    // the variable is `taken`, one of 0 .. n - 1
    CHOICE_NULL,   // the reference is null (taken 1) or not (0)
    CHOICE_LENGTH, // the length is `taken`
};
struct input_choice {
    enum input_choice_kind kind;
    uint32_t variable, taken, n;
    uint32_t site;  // first site
    uint64_t place; // that the choice counts for by the branch bound
};

// A reference that a field of a raw object or an element of its arrays holds: what it is, is decided when the
// program first looks at it.
struct input_reference {
    const struct input_class *type; // the ways there are
    uint32_t variable, taken;       // see input_raw.h
    uint32_t site, raw; // raw: of the object it makes, index into input_state.raws; UINT32_MAX: none
    uint32_t first_later, n_later; // choices within what it makes, decided after it
    uint32_t owner;                // the raw object that has it, or an array with it; UINT32_MAX: none
    uint32_t group;                // see input_raw
    bool nullable, looked;
};

struct input_raw { // an object made without a constructor
    uint32_t id, object;
    uint32_t group; // read together: only these may be the same object. 0: the input of the run
    struct java_class *class;
    bool met; // by this run, so that other references may turn out to be the same
};

struct input_state { // of one model
    struct recipe recipe;
    VEC(struct input_choice) choices;
    VEC(struct input_choice) later;
    VEC(struct input_reference) references;
    struct hash_map reference_of; // expr_id -> index
    VEC(struct input_raw) raws;   // any: no caller can make this input
    uint32_t groups;              // made in the midst of the run
    struct object **built;        // the objects of the recipe, as long as the run's heap; NULL: not built
    struct input_texts texts;     // recipe_object.input - 1
    bool inside;                  // it holds an object that no client can make
    bool bounded;                 // something was left out for depth
    bool too_long;                // an array or string beyond INPUT_MAX_LENGTH, or too many raw objects
};
void input_state_free(struct input_state *s);

// What the model says about the arguments of m (the receiver first for an instance method). The recipe lies
// in the arena. input_recipe_of: for those who print it, with the static fields that a caller assigns.
void input_recipe_of(struct inputs *in, const struct model *model, const struct java_method *m,
                     struct arena *a, struct input_state *out);
void input_state_of(struct inputs *in, const struct model *model, const struct java_method *m,
                    struct arena *a, struct input_state *out);

// Draws an input of m: the model of random (explore/inputs/value_source.h), which has begun one.
void input_draw(struct inputs *in, const struct model *model, struct value_source *random,
                const struct java_method *m);

// Marks the expressions that are kept from one run to the next.
void inputs_mark(const struct inputs *in, struct expr_sweep *w);

// Ends the run: what the model asks for is larger than what frisk tries (too_long).
enum native_status input_too_large(struct java_thread *t);

// Builds the state in a thread that has begun its run, with all its expressions, and records its choices.
// args: one word per argument.
enum java_end input_build(struct inputs *in, struct java_thread *t, struct input_state *s, union word *args,
                          expr_id *exprs);

// ---- In the midst of a run (main_mode.h) ----

// The primitive of that path as the model has it, with its expression. random: that draws the model while it
// is read; may be NULL.
struct recipe_value input_primitive(struct inputs *in, const struct model *model, struct value_source *random,
                                    symbol path, enum java_kind kind);
// One of 0 .. n - 1, decided at once; n up to INPUT_MAX_WAYS.
uint32_t input_number(struct inputs *in, struct java_thread *t, const struct model *model,
                      struct value_source *random, symbol path, uint32_t n, struct input_state *state);
// Likewise a string; its choices and its text are added to the state. At most INPUT_MAX_FRESH characters.
struct recipe_object input_string(struct inputs *in, const struct model *model, struct value_source *random,
                                  symbol path, struct arena *a, struct input_state *state);
// Likewise a string of that family that need not hold a character the family is for, of up to `times` (1 ..
// INPUT_MOST_TIMES) as many characters, and INPUT_MORE where times > 1; it brings no choices.
struct recipe_object input_part(struct inputs *in, const struct model *model, symbol path,
                                enum input_family family, uint32_t times, struct arena *a,
                                struct input_state *state);
// After the run: whether its input holds strings that no caller can make; then the run does not count, and if
// it failed, the question which strings of its path are real is left as decisions.
bool input_judge_unreal(struct inputs *in, struct java_thread *t, bool failed);

// Builds it and records its choices, those of the state from `first` on. NULL: t->stop says why.
struct object *input_build_string(struct inputs *in, struct java_thread *t, const struct input_state *s,
                                  uint32_t first, const struct recipe_object *o);

// The variable of a character of the string of that path.
uint32_t input_char_variable(struct inputs *in, symbol path, enum input_family family, uint32_t i);
// That of an element of the array of primitive values of that path.
uint32_t input_element_variable(struct inputs *in, symbol path, enum java_kind kind, uint32_t i);
enum input_family input_family_of(const uint16_t *chars, uint32_t n); // the one that has this text

#endif
