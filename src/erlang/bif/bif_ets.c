// SPDX-License-Identifier: Apache-2.0
// The module ets: its natives over the tables of the run (store.h). Each takes symbolic arguments as well:
// what is asked of them is decided, what is stored keeps its expression. A table is named by an atom or a
// reference.
#include <string.h>

#include "erlang/bif/bif_util.h"
#include "erlang/bif/ets.h"
#include "erlang/bif/match_spec.h"
#include "erlang/machine/call.h"
#include "erlang/machine/channel.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/schedule.h"

static term word(const char *text) {
    return term_atom(symbol_of(text));
}

static term plain(struct process *p, term t) {
    return decide_lose(interp_of(p), t, "argument of an ETS function");
}

static struct table *table_of(struct process *p, term t, enum table_access what) {
    return ets_table_open(p, plain(p, t), what);
}

enum reach { WHOLE, KEY, PART };

// Opens a function on the table that is its first argument.
// KEY: it looks at the objects of one key, its second argument; PART: at those that it says itself (touch).
#define ON_TABLE(name)     ON_TABLE_TO(name, name, TO_READ, WHOLE)
#define CHANGE_TABLE(name) ON_TABLE_TO(name, name, TO_WRITE, WHOLE)
#define ON_KEY(name)       ON_TABLE_TO(name, name, TO_READ, KEY)
#define CHANGE_KEY(name)   ON_TABLE_TO(name, name, TO_WRITE, KEY)
#define CHANGE_PART(name)  ON_TABLE_TO(name, name, TO_WRITE, PART)
#define ON_TABLE_TO(name, shown, what, reach)                                                                \
    static bool name##_on(struct process *p, struct table *t, const term *args, term *result);               \
    SEEN_BIF(ets_##name, "ets:" #shown) {                                                                    \
        struct table *t = table_of(p, args[0], what);                                                        \
        if (t && reach == WHOLE) ets_table_touch_all(p, t, what == TO_WRITE);                                \
        if (t && reach == KEY) ets_table_touch(p, t, args[1], what == TO_WRITE);                             \
        return t ? name##_on(p, t, args, result) : raise_badarg(p);                                          \
    }                                                                                                        \
    static bool name##_on(struct process *p, struct table *t, const term *args, term *result)

// ---- Tables ----

static bool boolean_option(term value, bool *out) {
    *out = value == atom_true;
    return value == atom_true || value == atom_false;
}

static bool pair_option(struct table *t, const struct tuple *o) {
    if (o->n == 3) {
        t->heir = o->at[1];
        t->heir_data = o->at[2];
        return o->at[0] == word("heir") && term_is_imm(o->at[1], IMM_PID);
    }
    if (o->n != 2) return false;
    if (o->at[0] == word("keypos")) {
        if (!term_is_small(o->at[1]) || term_small_value(o->at[1]) < 1) return false;
        t->key_at = (uint32_t)term_small_value(o->at[1]);
        return true;
    }
    bool unused;
    if (o->at[0] == word("heir")) return o->at[1] == word_none;
    if (o->at[0] == word("read_concurrency")) return boolean_option(o->at[1], &t->read_concurrency);
    if (o->at[0] == word("decentralized_counters")) return boolean_option(o->at[1], &t->decentralized);
    if (o->at[0] != word("write_concurrency")) return false;
    t->write_concurrency = o->at[1];
    return o->at[1] == word("auto") || boolean_option(o->at[1], &unused);
}

static bool option(struct table *t, term o) {
    static const char *const types[] = {"set", "ordered_set", "bag", "duplicate_bag"};
    if (term_is_tuple(o)) return pair_option(t, term_tuple(o));
    if (o == word("set") || o == word("protected")) return true; // the defaults, which override nothing
    for (int i = 1; i < 4; i++)
        if (o == word(types[i])) {
            t->type = (enum table_type)i;
            return true;
        }
    if (o == word("public") || o == word("private")) {
        t->protection = o;
    } else if (o == word("named_table")) {
        t->named = true;
    } else {
        t->compressed |= o == word_compressed;
        return o == word_compressed;
    }
    return true;
}

SEEN_BIF(ets_new, "ets:new") {
    term name = plain(p, args[0]), options = plain(p, args[1]);
    if (!term_is_atom(name)) return raise_badarg(p);
    struct table *t = ets_table_new(p, name), *other = ets_table_find(p, name);
    t->protection = word("protected");
    t->heir = word_none;
    t->write_concurrency = atom_false;
    bool good = true;
    for (; term_is_cons(options) && good; options = term_tl(options)) good = option(t, term_hd(options));
    if (t->named && p->no_model) return false;
    p->no_model = NULL;
    if (t->named) schedule_touch_term(p->tasks, SHARED_TABLE, name, true);
    if (t->protection == word("private")) { // of use to no other process
        t->write_concurrency = atom_false;
        t->read_concurrency = false;
    }
    if (t->write_concurrency == atom_false) t->decentralized = false;
    if (!good || !term_is_nil(options) || (t->named && other && other != t)) {
        store_table_delete(t);
        return raise_badarg(p);
    }
    return give(result, t->named ? name : t->id);
}

// To another process, which gets a message. Only what the process owns, and to one that lives
// (ets:give_away/3).
CHANGE_TABLE(give_away) {
    struct task *to;
    if (!bif_process_of_pid(p, args[1], &to)) return false;
    if (!to || t->owner != p->self || to->pid == p->self) return raise_badarg(p);
    ets_table_touch_names(p, t);
    const term items[4] = {word("ETS-TRANSFER"), t->named ? t->name : t->id, p->self, args[2]};
    t->owner = to->pid;
    channel_send_message(interp_of(p), tasks_of(interp_of(p))->running, to->number,
                         term_tuple_of(p->heap, items, 4));
    return give_bool(result, true);
}

static bool set_heir(struct table *t, term o) {
    if (!term_is_tuple(o) || term_tuple(o)->n < 2 || term_tuple(o)->at[0] != word("heir")) return false;
    if (term_tuple(o)->n == 2 && term_tuple(o)->at[1] == word_none) t->heir = word_none;
    return pair_option(t, term_tuple(o));
}

CHANGE_TABLE(setopts) {
    term options = plain(p, args[1]);
    if (t->owner != p->self) return raise_badarg(p);
    if (term_is_tuple(options)) options = term_cons(p->heap, options, TERM_NIL);
    for (; term_is_cons(options); options = term_tl(options))
        if (!set_heir(t, term_hd(options))) return raise_badarg(p);
    return term_is_nil(options) ? give_bool(result, true) : raise_badarg(p);
}

ON_TABLE_TO(delete_table, delete, TO_WRITE, WHOLE) {
    ets_table_touch_names(p, t);
    store_table_delete(t);
    return give_bool(result, true);
}

CHANGE_TABLE(rename) {
    term name = plain(p, args[1]);
    if (!term_is_atom(name)) return raise_badarg(p);
    struct table *other = t->named ? ets_table_find(p, name) : NULL;
    if (other && other != t) return raise_badarg(p);
    ets_table_touch_names(p, t);
    t->name = name;
    ets_table_touch_names(p, t);
    return give(result, t->named ? name : t->id);
}

SEEN_BIF(ets_whereis, "ets:whereis") {
    term name = plain(p, args[0]);
    if (!term_is_atom(name)) return raise_badarg(p);
    struct table *t = ets_table_find(p, name);
    return !p->no_model && give(result, t ? t->id : word_undefined);
}

static term type_word(const struct table *t) {
    static const char *const types[] = {"set", "ordered_set", "bag", "duplicate_bag"};
    return word(types[t->type]);
}

// TERM_NONE: no such item; memory depends on the VM.
static term info_item(const struct table *t, term item) {
    if (item == word("size")) return term_small((int64_t)t->n);
    if (item == atom_name) return t->name;
    if (item == atom_type) return type_word(t);
    if (item == word("keypos")) return term_small(t->key_at);
    if (item == word("protection")) return t->protection;
    if (item == word("owner")) return t->owner;
    if (item == word("named_table")) return atom_boolean(t->named);
    if (item == word("heir")) return t->heir;
    if (item == word("id")) return t->id;
    if (item == word("node")) return word("nonode@nohost");
    if (item == word_compressed) return atom_boolean(t->compressed);
    if (item == word("read_concurrency")) return atom_boolean(t->read_concurrency);
    if (item == word("write_concurrency")) return t->write_concurrency;
    if (item == word("decentralized_counters")) return atom_boolean(t->decentralized);
    if (item == word("fixed")) return atom_false;
    return TERM_NONE;
}

SEEN_BIF(ets_info2, "ets:info") {
    term id = plain(p, args[0]), item = plain(p, args[1]);
    if (!term_is_atom(id) && !term_is_imm(id, IMM_REF)) return raise_badarg(p);
    struct table *t = ets_table_find(p, id);
    if (!term_is_atom(item)) return raise_badarg(p);
    if (t) ets_table_touch_all(p, t, false);
    if (item == word("memory") || item == word("safe_fixed") || item == word("safe_fixed_monotonic_time") ||
        item == word("stats") || item == word("binary"))
        return no_model(p, "this item of ets:info/2");
    if (t && t->write_concurrency != atom_false &&
        (item == word("write_concurrency") || item == word("decentralized_counters")))
        return no_model(p, "what depends on the number of schedulers");
    if (t && info_item(t, item) == TERM_NONE) return raise_badarg(p);
    return !p->no_model && give(result, t ? info_item(t, item) : word_undefined);
}

SEEN_BIF(ets_info, "ets:info") {
    term id = plain(p, args[0]);
    if (!term_is_atom(id) && !term_is_imm(id, IMM_REF)) return raise_badarg(p);
    return ets_table_find(p, id) ? no_model(p, "the memory of a table, which ets:info/1 tells")
                                 : !p->no_model && give(result, word_undefined);
}

ON_TABLE(safe_fixtable) {
    term fix = plain(p, args[1]);
    (void)t;
    return fix == atom_true || fix == atom_false ? give_bool(result, true) : raise_badarg(p);
}

// ---- Objects ----

// The object's key; TERM_NONE: it is no tuple, or too small.
static term key_of(struct process *p, struct table *t, term object) {
    struct interp *ip = interp_of(p);
    uint32_t n;
    if (!decide_tuple_size(ip, object, &n) || n < t->key_at) return TERM_NONE;
    return decide_element(ip, object, t->key_at - 1);
}

// The objects of a list or a single one, with their keys. False: something is wrong, nothing may be inserted.
static bool read_objects(struct process *p, struct table *t, term what, struct term_vec *objects,
                         struct term_vec *keys) {
    struct interp *ip = interp_of(p);
    term hd, tl;
    enum list_kind k = decide_list(ip, what, &hd, &tl);
    bool good = k != LIST_NOT || decide_kind(ip, what, KIND_BIT(KIND_TUPLE));
    if (good && k == LIST_NOT)
        vec_push(objects, what);
    else if (good)
        good = decide_elements(ip, what, objects);
    for (uint32_t i = 0; i < objects->n && good; i++) {
        term key = key_of(p, t, objects->at[i]);
        good = key != TERM_NONE;
        if (good) vec_push(keys, key);
    }
    return good;
}

static bool insert_all(struct process *p, struct table *t, term what, bool only_new, term *result) {
    struct term_vec objects = {0}, keys = {0};
    places found = {0};
    bool good = read_objects(p, t, what, &objects, &keys), any = false;
    for (uint32_t i = 0; good && only_new && !any && i < keys.n; i++) {
        ets_table_lookup(p, t, keys.at[i], &found);
        any = found.n != 0;
    }
    for (uint32_t i = 0; good && i < keys.n; i++) {
        bool plainly = t->type <= TABLE_ORDERED_SET && !only_new && keys.n == 1;
        ets_table_touch_value(p, t, keys.at[i], plainly ? objects.at[i] : TERM_NONE);
    }
    for (uint32_t k = 0; good && !any && k < objects.n; k++) {
        uint32_t i = t->type == TABLE_BAG ? objects.n - 1 - k : k; // a bag takes a list from its end
        ets_table_insert(p, t, objects.at[i], keys.at[i]);
    }
    vec_free(&objects);
    vec_free(&keys);
    vec_free(&found);
    return good ? give_bool(result, !any) : raise_badarg(p);
}

CHANGE_PART(insert) {
    return insert_all(p, t, args[1], false, result);
}
CHANGE_PART(insert_new) {
    return insert_all(p, t, args[1], true, result);
}

static term objects_at(struct process *p, struct table *t, const places *which) { // the oldest of a key first
    term list = TERM_NIL;
    for (uint32_t i = 0; i < which->n; i++)
        list = term_cons(p->heap, t->objects.at[which->at[i]].tuple, list);
    return list;
}

ON_KEY(lookup) {
    places found = {0};
    ets_table_lookup(p, t, args[1], &found);
    *result = objects_at(p, t, &found);
    vec_free(&found);
    return true;
}

ON_KEY(member) {
    places found = {0};
    ets_table_lookup(p, t, args[1], &found);
    bool any = found.n != 0;
    vec_free(&found);
    return give_bool(result, any);
}

ON_KEY(lookup_element) {
    struct interp *ip = interp_of(p);
    places found = {0};
    term at = plain(p, args[2]);
    ets_table_lookup(p, t, args[1], &found);
    bool good = found.n && term_is_small(at) && term_small_value(at) >= 1;
    bool many = t->type == TABLE_BAG || t->type == TABLE_DUPLICATE_BAG;
    *result = TERM_NIL;
    for (uint32_t i = 0; i < found.n && good; i++) {
        term object = t->objects.at[found.at[i]].tuple;
        uint32_t n;
        good = decide_tuple_size(ip, object, &n) && term_small_value(at) <= n;
        if (!good) break;
        term value = decide_element(ip, object, (uint32_t)term_small_value(at) - 1);
        *result = many ? term_cons(p->heap, value, *result) : value;
    }
    vec_free(&found);
    return good || raise_badarg(p);
}

CHANGE_KEY(delete) {
    places found = {0};
    ets_table_lookup(p, t, args[1], &found);
    ets_table_remove(t, &found);
    vec_free(&found);
    return give_bool(result, true);
}

CHANGE_KEY(take) {
    places found = {0};
    ets_table_lookup(p, t, args[1], &found);
    *result = objects_at(p, t, &found);
    ets_table_remove(t, &found);
    vec_free(&found);
    return true;
}

CHANGE_PART(delete_object) {
    struct interp *ip = interp_of(p);
    places found = {0}, gone = {0};
    if (!decide_kind(ip, args[1], KIND_BIT(KIND_TUPLE))) return raise_badarg(p);
    term key = key_of(p, t, args[1]);
    if (key == TERM_NONE) return give_bool(result, true);
    ets_table_touch(p, t, key, true);
    ets_table_lookup(p, t, key, &found);
    for (uint32_t i = 0; i < found.n; i++)
        if (decide_equal(ip, t->objects.at[found.at[i]].tuple, args[1])) vec_push(&gone, found.at[i]);
    ets_table_remove(t, &gone);
    vec_free(&found);
    vec_free(&gone);
    return give_bool(result, true);
}

CHANGE_TABLE(internal_delete_all) {
    uint64_t n = t->n;
    store_table_clear(t);
    return give(result, term_small((int64_t)n));
}

// ---- Walking ----

static bool give_key(bool found, term key, term *result) {
    return give(result, found ? key : word("$end_of_table"));
}

ON_TABLE(first) {
    term key = TERM_NIL;
    bool found = ets_table_first(p, t, false, &key);
    return give_key(found, key, result);
}
ON_TABLE(last) {
    term key = TERM_NIL;
    bool found = ets_table_first(p, t, true, &key);
    return give_key(found, key, result);
}

static bool walk(struct process *p, struct table *t, term from, bool back, term *result) {
    term key = TERM_NIL;
    enum step s = ets_table_step(p, t, from, back, &key);
    return s == STEP_NO_SUCH_KEY ? raise_badarg(p) : give_key(s == STEP_KEY, key, result);
}
ON_TABLE(next) {
    return walk(p, t, args[1], false, result);
}
ON_TABLE(prev) {
    return walk(p, t, args[1], true, result);
}

// ---- Updates ----

// The one object with the key in a table that has at most one; a copy of it with room for changes. NULL:
// there is none.
static struct tuple *copy_for_update(struct process *p, struct table *t, term key, uint32_t *place) {
    struct interp *ip = interp_of(p);
    places found = {0};
    uint32_t n;
    ets_table_lookup(p, t, key, &found);
    bool any = found.n && decide_tuple_size(ip, t->objects.at[found.at[0]].tuple, &n);
    *place = any ? found.at[0] : 0;
    vec_free(&found);
    if (!any) return NULL;
    term object = t->objects.at[*place].tuple;
    struct tuple *copy = tuple_alloc(p->heap, n);
    for (uint32_t i = 0; i < n; i++) copy->at[i] = decide_element(ip, object, i);
    return copy;
}

static bool is_bag(const struct table *t) {
    return t->type == TABLE_BAG || t->type == TABLE_DUPLICATE_BAG;
}

// A position that may be changed: within the tuple and not the key's.
static bool position(const struct table *t, const struct tuple *object, term at, uint32_t *out) {
    if (!term_is_small(at) || term_small_value(at) < 1 || term_small_value(at) > (int64_t)object->n)
        return false;
    *out = (uint32_t)term_small_value(at) - 1;
    return *out + 1 != t->key_at;
}

CHANGE_KEY(update_element) {
    struct interp *ip = interp_of(p);
    struct term_vec changes = {0};
    term what = args[2];
    uint32_t place, at;
    if (is_bag(t)) return raise_badarg(p);
    bool good = true, list = term_is_cons(what) || term_is_nil(what);
    if (list)
        good = decide_elements(ip, what, &changes);
    else
        vec_push(&changes, what);
    for (uint32_t i = 0; i < changes.n && good; i++) good = decide_tuple(ip, changes.at[i], 2);
    struct tuple *copy = good ? copy_for_update(p, t, args[1], &place) : NULL;
    for (uint32_t i = 0; i < changes.n && good; i++) {
        term to = plain(p, decide_element(ip, changes.at[i], 0));
        if (!copy) {
            good = term_is_small(to);
            continue;
        }
        good = position(t, copy, to, &at);
        if (good) copy->at[at] = decide_element(ip, changes.at[i], 1);
    }
    vec_free(&changes);
    if (!good) return raise_badarg(p);
    if (copy) ets_table_replace(t, place, tuple_term(copy));
    return give_bool(result, copy != NULL);
}

static bool add(struct process *p, term a, term b, term *sum) {
    const term both[2] = {a, b};
    return call_bif(interp_of(p),
                    program_bif(interp_of(p)->program, term_symbol(atom_erlang), symbol_of("+"), 2), both,
                    sum);
}

// One operation of update_counter: Increment, {Position, Increment} or {Position, Increment, Threshold, Set}.
static bool count(struct process *p, struct table *t, struct tuple *object, term op, term *value) {
    struct interp *ip = interp_of(p);
    term at = term_small(t->key_at + 1), by = op, parts[4];
    uint32_t n = 0, i;
    if (decide_kind(ip, op, KIND_BIT(KIND_TUPLE))) {
        if (!decide_tuple_size(ip, op, &n) || (n != 2 && n != 4)) return false;
        for (uint32_t k = 0; k < n; k++) parts[k] = decide_element(ip, op, k);
        at = plain(p, parts[0]);
        by = parts[1];
    }
    if (!position(t, object, at, &i) || !decide_kind(ip, by, KIND_BIT(KIND_INT)) ||
        !decide_kind(ip, object->at[i], KIND_BIT(KIND_INT)))
        return false;
    if (n == 4 &&
        (!decide_kind(ip, parts[2], KIND_BIT(KIND_INT)) || !decide_kind(ip, parts[3], KIND_BIT(KIND_INT))))
        return false;
    if (!add(p, object->at[i], by, value)) return false;
    if (n == 4) {
        bool down = decide_less(ip, by, term_small(0));
        if (down ? decide_less(ip, *value, parts[2]) : decide_less(ip, parts[2], *value)) *value = parts[3];
    }
    object->at[i] = *value;
    return true;
}

static bool update_counter(struct process *p, struct table *t, term key, term ops, term start, term *result) {
    struct interp *ip = interp_of(p);
    struct term_vec all = {0}, values = {0};
    uint32_t place = 0;
    bool many = term_is_cons(ops) || term_is_nil(ops), good = !is_bag(t);
    if (!good) return raise_badarg(p);
    struct tuple *object = copy_for_update(p, t, key, &place);
    bool fresh = !object && start != TERM_NONE;
    if (fresh) { // the default, under this key
        uint32_t n;
        good = decide_tuple_size(ip, start, &n) && n >= t->key_at;
        if (good) {
            object = tuple_alloc(p->heap, n);
            for (uint32_t i = 0; i < n; i++)
                object->at[i] = i + 1 == t->key_at ? key : decide_element(ip, start, i);
        }
    }
    good = good && object;
    if (good && many) good = decide_elements(ip, ops, &all);
    if (good && !many) vec_push(&all, ops);
    for (uint32_t i = 0; i < all.n && good; i++) {
        term value;
        good = count(p, t, object, all.at[i], &value);
        if (good) vec_push(&values, value);
    }
    if (good) {
        *result = many ? term_list(p->heap, values.at, values.n, TERM_NIL) : values.at[0];
        if (fresh)
            ets_table_insert(p, t, tuple_term(object), key);
        else
            ets_table_replace(t, place, tuple_term(object));
    }
    vec_free(&all);
    vec_free(&values);
    return good || (!p->no_model && raise_badarg(p));
}

CHANGE_KEY(update_counter) {
    return update_counter(p, t, args[1], args[2], TERM_NONE, result);
}
ON_TABLE_TO(update_counter4, update_counter, TO_WRITE, KEY) {
    return update_counter(p, t, args[1], args[2], args[3], result);
}
