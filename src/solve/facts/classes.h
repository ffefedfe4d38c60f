// SPDX-License-Identifier: Apache-2.0
// The inside of the facts (see facts.h): classes of equal terms, and their typings. Private to the files of
// facts and to the model builder.
//
// A class is a set of terms known to be equal, in a union-find forest whose nodes are the terms. Selectors
// give children; equal terms have equal children.
//
// A typing says that a class lies in a type: which alternatives remain, each a pair (type, alternative). The
// typings of a child hang on those of its parent: the parts of the parent's alternatives bound the child's,
// and an alternative of the parent goes if its part fits no alternative of the child. So alternatives can be
// chosen from the top down the tree of selectors without ever coming to a dead end.
//
// All state lies in vectors and is linked by index: saving and restoring is copying.
#ifndef FRISK_SOLVE_CLASSES_H
#define FRISK_SOLVE_CLASSES_H

#include "base/stop.h"
#include "base/vec.h"
#include "solve/facts.h"
#include "solve/facts/index.h"
#include "solve/interval.h"

typedef uint32_t class_id; // 0: none

// Selectors as keys of children: 0 hd, 1 tl, else sort << 32 | number.
enum key_sort { KEY_OF_CONS, KEY_OF_ELEM = 2, KEY_OF_MAP_GET, KEY_OF_APPLY, KEY_OF_TEXT, KEY_OF_FIELD };
#define KEY_HD         ((uint64_t)0)
#define KEY_TL         ((uint64_t)1)
#define KEY_ELEM(i)    ((uint64_t)KEY_OF_ELEM << 32 | (i))
#define KEY_MAP_GET(k) ((uint64_t)KEY_OF_MAP_GET << 32 | (k)) // k: id of the key
#define KEY_APPLY(e)   ((uint64_t)KEY_OF_APPLY << 32 | (e))   // e: id of the whole application
#define KEY_TEXT       ((uint64_t)KEY_OF_TEXT << 32)          // of an atom
#define KEY_FIELD(e)   ((uint64_t)KEY_OF_FIELD << 32 | (e))   // e: id of the field's literal
#define KEY_SORT(key)  ((enum key_sort)((key) >> 32))
#define KEY_NUMBER(k)  ((uint32_t)(k))

// An entry of a list. All lists share one pool. What an element says depends on the list: see struct class.
struct link {
    union {
        uint64_t key;     // of a child
        uint64_t integer; // that is excluded, as int64_t; 0 where it is another term
        uint64_t size;    // of an excluded shape
        uint64_t present; // 1: the map has the key, 0: it has not
    };
    union {
        class_id class;
        expr_id term;
        uint32_t shape; // enum shape_of
    };
    uint32_t next;
};

struct class {
    expr_id term;  // the term of this node; 0: the model builder has made the class
    class_id up;   // union-find; itself: a root. All that follows counts for roots only.
    class_id from; // the term is the child of `from` by `key`
    uint64_t key;
    kind_set kinds;
    expr_id value; // its ground value; 0: open (see also `range`)
    expr_id built; // a constructor term in it (not ground), or 0
    expr_id
        canon; // canonical: the lowest term in it that is a variable, a selector or an application; 0: none
    struct interval range;       // if it is an integer
    double flo, fhi;             // if it is a float and no NaN
    uint32_t arity_lo, arity_hi; // if it is a tuple; UINT32_MAX: open
    uint32_t map_lo, map_hi;     // if it is a map: its size; UINT32_MAX: open
    struct interval bits;        // if it is a bit string: its size
    int32_t fun_arity;           // if it is a function; -1: not known
    uint32_t children;           // links: key, class
    uint32_t excluded;           // links: term, or term 0: the integer; see exclusion_of
    uint32_t shapes;             // links: excluded shapes: size, shape
    uint32_t apart;              // links: class it differs from
    uint32_t texts;              // links: class of the atoms whose text it is
    uint32_t keys;               // links: term of a key, present
    uint32_t typings;            // first of its typings
    bool defined;                // the conditions imply that the selectors leading to it are defined
    bool dirty;                  // waits for narrowing
    uint8_t creep;               // how often its range has followed the number inside int(..)
};

enum shape_of { SHAPE_TUPLE, SHAPE_FUNCTION, SHAPE_BITS /* sizes that fit 32 bits */ };

struct pair {
    type_id type;
    uint32_t alt;
};

struct typing {
    class_id owner;
    uint32_t up;       // typing of the parent, 0: of a variable
    uint64_t key;      // selector leading from there to here
    uint32_t first, n; // pairs
    bool any;          // an alternative above allows any term: there are no pairs
    uint32_t next;     // next typing of the class
    kind_set seen;     // `any`: the kinds of the class when the parent last saw them
    expr_id seen_value;
    uint32_t child, sibling; // typings of children
};

// A link of a list `excluded`, with the class whose list it is in.
struct exclusion {
    class_id c;
    uint32_t link;
};

// A condition that holds or does not hold.
struct known {
    expr_id condition;
    bool holds;
};
struct order { // a - b <= most; of floats and atoms: -1 says a < b, 0 says a <= b
    expr_id a, b;
    int64_t most;
    uint32_t next; // the order of the same a before this one, + 1
};

// Work that waits: these two are equal. Two classes, a class and a term, or two terms.
struct equal {
    class_id c, d;
    expr_id t, u;
};

struct facts {
    struct expr_store *x;
    const struct grammar *g;
    const struct variables *variables;
    bool bad;       // contradiction
    bool cut;       // the time is over: work that waits is dropped
    uint32_t steps; // steps of propagation since the clock was read
    double deadline;
    const struct stop *stop;
    bool some_differ;     // two numbers or atoms are assumed to differ
    uint32_t float_depth; // nesting of float operations that are looked into
    uint64_t changes;     // grows with every change to a class
    VEC(struct class) classes;
    VEC(struct link) links;
    VEC(struct typing) typings;
    VEC(struct pair) pairs;
    VEC(struct exclusion) exclusions;
    VEC(struct known) known;
    VEC(struct order) orders;
    VEC(struct known) clauses; // disjunctions and inequalities that were open when they were assumed
    struct index class_of, known_of, order_of, orders_from, exclusion_of;
    class_id last;            // the class that was found last by its term
    VEC(struct equal) equals; // waiting
    VEC(class_id) dirty;      // waiting
    VEC(expr_id) path;        // scratch
    VEC(struct known) todo;   // conditions being assumed
    VEC(class_id) visit;      // scratch
    VEC(uint8_t) marks;       // scratch
    VEC(type_id) parts;       // scratch
};

struct facts_saved {
    VEC(char) bytes;
    uint32_t n[8];
};

// ---- classes.c ----
static inline bool class_is_root(const struct facts *f, class_id c) {
    return c && c < f->classes.n && f->classes.at[c].up == c;
}
class_id class_root(struct facts *f, class_id c);
class_id class_of(struct facts *f, expr_id term); // root; created if new, which assumes nothing
class_id class_child(struct facts *f, class_id parent, uint64_t key);      // existing child's root, or 0
class_id class_make_child(struct facts *f, class_id parent, uint64_t key); // root; made if new
void link_push(struct facts *f, uint32_t *list, uint64_t what, uint32_t of);
bool class_define(struct facts *f,
                  class_id c); // assumes that its selectors are defined: narrows what they select from
bool class_is_defined(struct facts *f, class_id c);
void class_touch(struct facts *f, class_id c); // it has changed: narrow it and its neighbours
// Narrowing. Each returns false on a contradiction, and may leave work for facts_settle.
bool class_narrow_kinds(struct facts *f, class_id c, kind_set kinds);
bool class_narrow_range(struct facts *f, class_id c, struct interval range);
static inline struct interval class_arities(const struct class *k) { // if it is a tuple: its size
    return k->arity_hi == UINT32_MAX ? interval_from(k->arity_lo)
                                     : interval_between(k->arity_lo, k->arity_hi);
}
bool class_narrow_float(struct facts *f, class_id c, double lo, double hi);
bool class_narrow_arity(struct facts *f, class_id c, uint32_t lo, uint32_t hi);
bool class_exclude(struct facts *f, class_id c, expr_id ground);
bool class_exclude_int(struct facts *f, class_id c, int64_t v);
bool class_require_fun_arity(struct facts *f, class_id c, uint32_t arity);
bool class_require_key(struct facts *f, class_id c, expr_id key, bool present);
bool class_narrow_map(struct facts *f, class_id c, uint32_t lo, uint32_t hi); // its size (maps.c)
bool class_excludes_shape(const struct facts *f, const struct class *k, uint64_t size, enum shape_of of);
void class_set_apart(struct facts *f, class_id c, class_id d); // they differ
bool class_exclude_shape(struct facts *f, class_id c, uint32_t arity, enum shape_of of);
bool class_narrow_bits(struct facts *f, class_id c, struct interval sizes);
bool class_set_value(struct facts *f, class_id c, expr_id ground);
bool class_excludes(const struct facts *f, class_id c, expr_id ground);
bool class_excludes_int(const struct facts *f, class_id c, int64_t v);
bool class_same_ground(const struct facts *f, expr_id a, expr_id b); // as terms: 0.0 =:= -0.0 in OTP 25
bool class_admits(struct facts *f, class_id c, expr_id ground);      // false: the class cannot be that term
expr_id class_value(struct facts *f,
                    class_id c);  // its value if known (makes the term of a known integer), or 0
bool facts_fail(struct facts *f); // notes the contradiction; returns false
// For settle.c. The classes c and d, or the terms t and u where those are 0, are equal: that waits.
void facts_wait_equal(struct facts *f, class_id c, class_id d, expr_id t, expr_id u);
void class_parts_known(struct facts *f, class_id c,
                       expr_id term); // c is this constructor: so are its children
bool class_range_changed(struct facts *f, class_id c);
void class_note_exclusion(struct facts *f, class_id c, uint32_t link);

// ---- settle.c ----
void facts_equate(struct facts *f, class_id c, class_id d); // both are defined; done by facts_settle
bool facts_settle(struct facts *f);                         // does all waiting work
bool facts_are_finite(struct facts *f); // no term is part of itself; false: a contradiction
void facts_save(struct facts *f, struct facts_saved *s);
void facts_restore(struct facts *f, const struct facts_saved *s);

// ---- typing.c ----
void typing_of_variable(struct facts *f, class_id c, type_id type);
void typing_ensure_child(struct facts *f, class_id parent, uint64_t key,
                         class_id child); // every typing of the parent has a typing for this child
void typing_ensure(struct facts *f, class_id parent); // every typing has a typing for every child
bool typing_narrow(struct facts *f, class_id c);      // drops alternatives and derives from what remains

bool typing_choose(struct facts *f, class_id c, uint32_t typing,
                   uint32_t pair); // keeps only this alternative
bool typing_has_arity(struct facts *f, const struct class *c, uint32_t arity, bool function);
enum truth typing_has_key(struct facts *f, const struct class *c, expr_id key); // of a map, a ground key
// How many associations a map of class k has, at least and at most (UINT32_MAX: no bound), if it is of the
// alternative; by its types; and how many of its keys are known (maps.c).
void map_bounds(const struct facts *f, const struct class *k, const struct alternative *a, uint32_t *least,
                uint32_t *most);
void map_bounds_typed(const struct facts *f, const struct class *k, uint32_t *least, uint32_t *most);
uint32_t map_present(const struct facts *f, const struct class *k);
bool typing_part(struct facts *f, const struct alternative *a, uint64_t key,
                 type_id *part); // false: no such part
struct interval alternative_range(const struct alternative *a);

// ---- orders.c ----
// A set of what a condition may evaluate to, given the facts.
enum { MAY_HOLD = 1, MAY_FAIL = 2, MAY_BE_UNDEFINED = 4, MAY_ANYTHING = 7 };
bool facts_known(const struct facts *f, expr_id condition, bool *holds);
void facts_note(struct facts *f, expr_id condition, bool holds); // notes that it holds, or does not
// Assume a - b <= most, and a != b. False: the opposite follows from a few earlier orders.
bool facts_order(struct facts *f, expr_id a, expr_id b, int64_t most);
bool facts_differ(struct facts *f, expr_id a, expr_id b);
uint32_t facts_says_less(struct facts *f, expr_id a, expr_id b); // by orders: MAY_HOLD, MAY_FAIL or both
uint32_t facts_says_equal(struct facts *f, expr_id a, expr_id b);

// ---- truth.c ----
enum {
    NESTING_MAX = 16,  // of and, or, not: what is deeper is left open
    COMPARE_DEPTH = 4, // of two terms compared part by part
};
uint32_t facts_may(struct facts *f, expr_id condition, uint32_t nesting);    // MAY_..
bool facts_is_scalar(const struct facts *f, expr_id term);                   // a literal number, atom or []
bool facts_float_bounds(struct facts *f, expr_id e, double *lo, double *hi); // false: it may be undefined
bool facts_ieee_bounds(struct facts *f, expr_id e, double *lo, double *hi);  // likewise; or it is NaN

// ---- bits.c ----
enum { BITS_SIZE_MAX = 1 << 24 }; // of a bit string that is built
// The nearest size from `at` on that the class may have; -1: none; `at` if that is not known.
int64_t bits_nearest_size(const struct facts *f, const struct class *k, int64_t at, bool up);
bool bits_class_settle(struct facts *f, class_id c); // moves the ends of its size to sizes that it can have
bool bits_size_admitted(struct facts *f, const struct class *k, int64_t size);
bool bits_class_admits(struct facts *f, class_id c,
                       expr_id literal); // its size, and what is known of its fields
bool bits_field_admits(const struct facts *f, expr_id field, expr_id ground); // as a number of such a field
struct interval bits_field_range(struct bit_field field);
void bits_sizes(const struct facts *f, const struct alternative *a, int64_t *base, int64_t *unit);

// ---- ranges.c ----
struct interval facts_interval_certain(struct facts *f, expr_id e,
                                       bool *certain); // cleared: may be undefined
expr_id facts_unmasked(struct facts *f,
                       expr_id e); // an Int expression of the same value, shorter where known
bool facts_narrow(struct facts *f, expr_id e, struct interval range); // backwards into its leaves

// ---- facts.c ----
enum truth facts_compare(struct facts *f, class_id a, class_id b, uint32_t depth); // equal, different, open
bool facts_propagate(struct facts *f, const expr_id *conditions,
                     uint32_t n); // assumes all conditions, and what follows

#endif
