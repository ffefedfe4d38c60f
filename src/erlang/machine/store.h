// SPDX-License-Identifier: Apache-2.0
// What a run keeps outside its terms: ETS tables, arrays of atomics and counters, persistent terms. All of it
// is empty when a run begins, but for the environment of applications, and forgotten when it ends. The terms
// inside live in the run's heap and may be symbolic.
#ifndef FRISK_ERLANG_STORE_H
#define FRISK_ERLANG_STORE_H

#include "base/vec.h"
#include "erlang/machine/process.h"

enum table_type { TABLE_SET, TABLE_ORDERED_SET, TABLE_BAG, TABLE_DUPLICATE_BAG };

struct object {
    term tuple, key;
    uint32_t hash;
    uint32_t next; // of its chain, + 1; of the free ones
    bool dead;
};
typedef VEC(uint32_t) places; // of objects

// An ordered set is a sorted vector. The other types are chains as the VM has them, so that they are listed
// in its order: 256 buckets by the VM's hash of the key, new keys at the end of a chain, more objects of one
// key in front of the older ones.
struct table {
    enum table_type type;
    uint32_t key_at; // position of the key, from 1
    term name, id, protection, owner;
    term heir, heir_data; // heir: a pid or `none`
    bool named, deleted, compressed, read_concurrency, decentralized;
    term write_concurrency;
    VEC(struct object) objects;
    VEC(uint32_t) chains; // first object, + 1
    uint32_t free;        // + 1
    uint64_t n;
    uint32_t symbolic_keys;
    bool vague; // its order is not known to be the VM's
};

struct array { // of atomics or counters
    term id;
    bool is_signed;
    uint64_t n;
    term *at;
};

struct store {
    VEC(struct table *) tables;
    VEC(struct array) arrays;
    VEC(term) match_specs; // compiled: pairs of id and specification
    term persistent;       // map
};

struct store *store_of(struct process *p); // made at its first use
void store_reset(struct process *p);       // frees it
term store_new_id(struct process *p);      // a fresh reference

// The tables of a process that ends are deleted, or their heirs get them.
struct interp;
void store_let_go(struct interp *ip, term pid);

// ---- Tables (ets.c). Keys may be symbolic: what they are equal to is decided. ----
struct table *table_new(struct process *p, term name);
struct table *table_find(struct process *p, term name_or_id); // NULL: none
// The same for one that the running process may read or write: its own, or as its protection says
// (ets:new/2).
enum table_access { TO_READ, TO_WRITE };
struct table *table_open(struct process *p, term name_or_id, enum table_access what);
struct table *
environment_table(struct process *p); // a new ac_tab (bif_environment.c); NULL: the VM cannot be asked
void table_delete(struct table *t);
void table_clear(struct table *t);
void table_lookup(struct process *p, struct table *t, term key, places *out); // in the order of their chain
void table_insert(struct process *p, struct table *t, term tuple, term key);
void table_replace(struct table *t, uint32_t place, term tuple); // with the same key
void table_remove(struct table *t, const places *which);
void table_order(struct process *p, struct table *t, places *out);          // as first and next go
bool table_first(struct process *p, struct table *t, bool last, term *key); // false: it is empty
enum step { STEP_KEY, STEP_END, STEP_NO_SUCH_KEY };
enum step table_step(struct process *p, struct table *t, term key, bool back, term *next);

// ---- Match specifications (match_spec.c) ----
enum match { MATCH_NO, MATCH_YES, MATCH_FAILED /* no model, or the specification is none: raised */ };
bool match_spec_valid(term spec);
enum match match_spec_apply(struct process *p, term spec, term object, term *result);
bool match_spec_has_variables(term pattern);

#endif
