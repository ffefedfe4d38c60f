// SPDX-License-Identifier: Apache-2.0
#include "erlang/bif/ets.h"

#include <string.h>

#include "base/mem.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/schedule.h"
#include "erlang/term/phash.h"

enum { CHAINS = 256 }; // of a table in the VM, until it has more objects than that

// ---- Tables ----

struct table *ets_table_new(struct process *p, term name) {
    struct table *t = mem_zalloc(sizeof *t);
    t->key_at = 1;
    t->name = name;
    t->owner = p->self;
    t->id = store_new_id(p);
    for (int i = 0; i < CHAINS; i++) vec_push(&t->chains, 0);
    vec_push(&store_of(p)->tables, t);
    return t;
}

// What OTP's kernel application has when it has started (OTP 25, ets:all/0).
static bool of_kernel(term name) {
    static const char *const names[] = {"code_names",
                                        "file_io_servers",
                                        "global_locks",
                                        "global_names",
                                        "global_names_ext",
                                        "global_pid_names",
                                        "global_pid_ids",
                                        "global_lost_connections",
                                        "global_node_resources",
                                        "inet_db",
                                        "inet_cache",
                                        "inet_hosts_byname",
                                        "inet_hosts_byaddr",
                                        "inet_hosts_file_byname",
                                        "inet_hosts_file_byaddr",
                                        "inet_sockets",
                                        "logger"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (name == term_atom(symbol_of(names[i]))) return true;
    return false;
}

struct table *ets_table_find(struct process *p, term name_or_id) {
    const struct store *s = p->store;
    schedule_touch_term(p->tasks, SHARED_TABLE, name_or_id, false);
    for (uint32_t i = s ? s->tables.n : 0; i-- > 0;) {
        struct table *t = s->tables.at[i];
        if (!t->deleted && (t->id == name_or_id || (t->named && t->name == name_or_id))) return t;
    }
    if (!p->interp || !term_is_atom(name_or_id)) return NULL;
    if (name_or_id == term_atom(symbol_of("ac_tab"))) return bif_environment_table(p);
    if (of_kernel(name_or_id)) p->no_model = "a table of the VM's own processes";
    return NULL;
}

struct table *ets_table_open(struct process *p, term name_or_id, enum table_access what) {
    struct table *t = ets_table_find(p, name_or_id);
    p->changes += what == TO_WRITE;
    if (!t || t->owner == p->self || t->protection == term_atom(symbol_of("public"))) return t;
    return what == TO_READ && t->protection == term_atom(symbol_of("protected")) ? t : NULL;
}

// ---- What is touched ----

void ets_table_touch_all(struct process *p, const struct table *t, bool writes) {
    schedule_touch_all(p->tasks, store_domain(t->id), writes);
}

// In an ordered set, numbers of two kinds may be one key.
static bool is_plain_key(const struct table *t, term key) {
    return !term_shadowed(key) && !term_is_sym(key) &&
           (t->type != TABLE_ORDERED_SET || term_is_atom(key) || term_is_small(key));
}

void ets_table_touch_value(struct process *p, const struct table *t, term key, term object) {
    bool is_known = object != TERM_NONE && !term_shadowed(object) && !term_is_sym(object);
    if (is_plain_key(t, key))
        schedule_touch_value(p->tasks, store_domain(t->id), phash_map(key, 0),
                             is_known ? (uint64_t)phash_map(object, 1) << 32 | phash_map(object, 2) : 0);
    else
        ets_table_touch_all(p, t, true);
}

void ets_table_touch(struct process *p, const struct table *t, term key, bool writes) {
    if (is_plain_key(t, key))
        schedule_touch(p->tasks, store_domain(t->id), phash_map(key, 0), writes);
    else
        ets_table_touch_all(p, t, writes);
}

void ets_table_touch_names(struct process *p, const struct table *t) {
    schedule_touch_term(p->tasks, SHARED_TABLE, t->id, true);
    if (t->named) schedule_touch_term(p->tasks, SHARED_TABLE, t->name, true);
    struct task *owner = p->tasks && t->owner != p->self ? task_of_pid_ever(p->tasks, t->owner) : NULL;
    if (owner) schedule_touch_task(p->tasks, SHARED_PROCESS, owner, false); // with it the table would end
}

static term concrete_of(struct process *p, term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : term_shadowed(t) ? term_concrete(p->heap, t) : t;
}

// Atoms by their text; all else by the hash that also orders big maps. What that takes from the VM's state
// (atoms inside other terms, pids ..) makes the order vague.
static uint32_t hash_key(struct table *t, term key) {
    if (term_is_atom(key)) return phash_atom(term_symbol(key));
    if (!phash_map_is_exact(key)) t->vague = true;
    return phash_map(key, 0);
}

// ---- Ordered sets ----

// The place of the first object whose key is not less; *equal: it is the key's.
static uint32_t ordered_place(struct interp *ip, struct table *t, term key, bool *equal) {
    uint32_t low = 0, high = t->objects.n;
    *equal = false;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        term other = t->objects.at[middle].key;
        if (decide_same(ip, key, other)) {
            *equal = true;
            return middle;
        }
        if (decide_less(ip, key, other))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// ---- Chains ----

static uint32_t *chain_of(struct table *t, uint32_t hash) {
    return &t->chains.at[hash & (t->chains.n - 1)];
}

static void grow_chains(struct table *t) {
    uint32_t n = t->chains.n * 4;
    t->vague = true; // the VM splits its buckets one by one
    places all = {0};
    for (uint32_t i = 0; i < t->chains.n; i++)
        for (uint32_t at = t->chains.at[i]; at; at = t->objects.at[at - 1].next) vec_push(&all, at - 1);
    vec_clear(&t->chains);
    for (uint32_t i = 0; i < n; i++) vec_push(&t->chains, 0);
    for (uint32_t i = all.n; i-- > 0;) { // from the last on, each to the front
        struct object *o = &t->objects.at[all.at[i]];
        uint32_t *chain = chain_of(t, o->hash);
        o->next = *chain;
        *chain = all.at[i] + 1;
    }
    vec_free(&all);
}

static void all_places(struct table *t, places *out) {
    if (t->type == TABLE_ORDERED_SET) {
        for (uint32_t i = 0; i < t->objects.n; i++) vec_push(out, i);
        return;
    }
    for (uint32_t i = 0; i < t->chains.n; i++)
        for (uint32_t at = t->chains.at[i]; at; at = t->objects.at[at - 1].next) vec_push(out, at - 1);
}

// A symbolic key among plain ones: which it is, as one choice. Two objects of a bag may have the key.
static void lookup_symbolic(struct interp *ip, struct table *t, term key, places *out) {
    enum { CHOICE_MAX = 64 };
    places all = {0};
    VEC(term) keys = {0};
    all_places(t, &all);
    for (uint32_t i = 0; i < all.n; i++) {
        term k = t->objects.at[all.at[i]].key;
        if (i == 0 || term_shadowed(k) || !term_equal(vec_last(&keys), k)) vec_push(&keys, k);
    }
    term found = TERM_NONE;
    if (t->symbolic_keys == 0 && keys.n <= CHOICE_MAX && term_is_sym(key)) {
        uint32_t i = decide_among(ip, key, keys.at, keys.n, NULL);
        if (i < keys.n) found = keys.at[i];
    } else {
        for (uint32_t i = 0; i < keys.n && found == TERM_NONE; i++)
            if (decide_equal(ip, key, keys.at[i])) found = keys.at[i];
    }
    for (uint32_t i = 0; i < all.n && found != TERM_NONE; i++) {
        term k = t->objects.at[all.at[i]].key;
        if (k == found || (!term_shadowed(k) && !term_shadowed(found) && term_equal(k, found)))
            vec_push(out, all.at[i]);
    }
    vec_free(&keys);
    vec_free(&all);
}

void ets_table_lookup(struct process *p, struct table *t, term key, places *out) {
    struct interp *ip = interp_of(p);
    vec_clear(out);
    if (t->type == TABLE_ORDERED_SET) {
        bool equal;
        uint32_t place = ordered_place(ip, t, key, &equal);
        if (equal) vec_push(out, place);
        return;
    }
    if (t->n == 0) return;
    if (term_shadowed(key) || t->symbolic_keys) {
        lookup_symbolic(ip, t, key, out);
        return;
    }
    for (uint32_t at = *chain_of(t, hash_key(t, key)); at; at = t->objects.at[at - 1].next)
        if (term_equal(t->objects.at[at - 1].key, key)) vec_push(out, at - 1);
}

// ---- Changing ----

static uint32_t new_object(struct table *t, term tuple, term key, uint32_t hash) {
    struct object o = {.tuple = tuple, .key = key, .hash = hash};
    uint32_t place = t->objects.n;
    if (t->free) {
        place = t->free - 1;
        t->free = t->objects.at[place].next;
        t->objects.at[place] = o;
    } else {
        vec_push(&t->objects, o);
    }
    return place;
}

static void insert_ordered(struct table *t, uint32_t place, term tuple, term key) {
    vec_push(&t->objects, ((struct object){0}));
    struct object *at = &t->objects.at[place];
    memmove(at + 1, at, (t->objects.n - 1 - place) * sizeof *at);
    *at = (struct object){.tuple = tuple, .key = key};
    t->n++;
}

static bool same_object(struct interp *ip, struct table *t, const places *found, term tuple) {
    for (uint32_t i = 0; i < found->n; i++)
        if (decide_equal(ip, t->objects.at[found->at[i]].tuple, tuple)) return true;
    return false;
}

void ets_table_insert(struct process *p, struct table *t, term tuple, term key) {
    struct interp *ip = interp_of(p);
    p->changes++;
    if (t->type == TABLE_ORDERED_SET) {
        bool equal;
        uint32_t place = ordered_place(ip, t, key, &equal);
        if (equal)
            t->objects.at[place] = (struct object){.tuple = tuple, .key = key};
        else
            insert_ordered(t, place, tuple, key);
        return;
    }
    places found = {0};
    ets_table_lookup(p, t, key, &found);
    bool done =
        found.n && (t->type == TABLE_SET || (t->type == TABLE_BAG && same_object(ip, t, &found, tuple)));
    if (done && t->type == TABLE_SET) ets_table_replace(t, found.at[0], tuple);
    if (!done) {
        if (found.n) key = t->objects.at[found.at[0]].key; // equal by decision: one word for both
        uint32_t hash = hash_key(t, concrete_of(p, key));
        uint32_t place = new_object(t, tuple, key, hash), *link = chain_of(t, hash);
        while (*link && !(found.n && *link == found.at[0] + 1)) link = &t->objects.at[*link - 1].next;
        t->objects.at[place].next = *link;
        *link = place + 1;
        t->n++;
        t->symbolic_keys += term_shadowed(key);
        if (t->n > t->chains.n) grow_chains(t);
    }
    vec_free(&found);
}

void ets_table_replace(struct table *t, uint32_t place, term tuple) {
    t->objects.at[place].tuple = tuple;
}

static void unlink_object(struct table *t, uint32_t place) {
    struct object *o = &t->objects.at[place];
    uint32_t *link = chain_of(t, o->hash);
    while (*link != place + 1) link = &t->objects.at[*link - 1].next;
    *link = o->next;
    t->symbolic_keys -= term_shadowed(o->key);
    *o = (struct object){.dead = true, .next = t->free};
    t->free = place + 1;
}

void ets_table_remove(struct table *t, const places *which) { // places of an ordered set: ascending
    for (uint32_t i = which->n; i-- > 0;) {
        uint32_t place = which->at[i];
        if (t->type == TABLE_ORDERED_SET) {
            struct object *at = &t->objects.at[place];
            memmove(at, at + 1, (t->objects.n - 1 - place) * sizeof *at);
            t->objects.n--;
        } else {
            unlink_object(t, place);
        }
        t->n--;
    }
}

// ---- Order ----

static void tell_order(struct process *p, struct table *t) {
    if (t->type == TABLE_ORDERED_SET || t->n < 2) return;
    if (t->vague || t->symbolic_keys) decide_note_loss(interp_of(p), "the order of an ETS table");
}

void ets_table_order(struct process *p, struct table *t, places *out) {
    vec_clear(out);
    tell_order(p, t);
    all_places(t, out);
}

static uint32_t first_in_chains(const struct table *t, uint32_t from) { // + 1
    for (uint32_t i = from; i < t->chains.n; i++)
        if (t->chains.at[i]) return t->chains.at[i];
    return 0;
}

bool ets_table_first(struct process *p, struct table *t, bool last, term *key) {
    tell_order(p, t);
    if (t->n == 0) return false;
    if (t->type == TABLE_ORDERED_SET)
        *key = t->objects.at[last ? t->objects.n - 1 : 0].key;
    else
        *key = t->objects.at[first_in_chains(t, 0) - 1].key;
    return true;
}

static enum step step_ordered(struct interp *ip, struct table *t, term key, bool back, term *next) {
    bool equal;
    uint32_t place = ordered_place(ip, t, key, &equal);
    if (back && place == 0) return STEP_END;
    if (back) place--;
    if (!back && equal) place++;
    if (place >= t->objects.n) return STEP_END;
    *next = t->objects.at[place].key;
    return STEP_KEY;
}

enum step ets_table_step(struct process *p, struct table *t, term key, bool back, term *next) {
    struct interp *ip = interp_of(p);
    if (t->type == TABLE_ORDERED_SET) return step_ordered(ip, t, key, back, next);
    places found = {0};
    ets_table_lookup(p, t, key, &found);
    enum step answer = STEP_NO_SUCH_KEY;
    if (found.n) { // the objects of one key stand together
        const struct object *o = &t->objects.at[vec_last(&found)];
        uint32_t at = o->next ? o->next : first_in_chains(t, (o->hash & (t->chains.n - 1)) + 1);
        answer = at ? STEP_KEY : STEP_END;
        if (at) *next = t->objects.at[at - 1].key;
    }
    vec_free(&found);
    return answer;
}
