// SPDX-License-Identifier: Apache-2.0
// What a run keeps outside its terms: ETS tables, arrays of atomics and counters, persistent terms. All of it
// is empty when a run begins, but for the environment of applications, and forgotten when it ends. The terms
// inside live in the run's heap and may be symbolic.
#ifndef FRISK_ERLANG_STORE_H
#define FRISK_ERLANG_STORE_H

#include "base/vec.h"
#include "erlang/term/process.h"

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
uint64_t store_domain(term id);            // of a table or an array, for schedule_touch

// The tables of a process that ends are deleted, or their heirs get them.
struct interp;
void store_let_go(struct interp *ip, term pid);

void store_table_clear(struct table *t);  // it has no objects any more
void store_table_delete(struct table *t); // nobody finds it any more

#endif
