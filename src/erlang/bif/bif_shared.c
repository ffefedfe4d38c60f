// SPDX-License-Identifier: Apache-2.0
// What processes share beside tables: persistent terms, arrays of atomics and counters. The arrays hold
// integers of 64 bits, signed or not, and wrap; symbolic ones keep their expressions as long as they stay in
// range.
#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/schedule.h"
#include "erlang/machine/store.h"

static term word(const char *text) {
    return term_atom(symbol_of(text));
}

static term plain(struct process *p, term t, const char *what) {
    return decide_lose(interp_of(p), t, what);
}

// ---- Persistent terms ----

static term persistent(struct process *p) {
    struct store *s = store_of(p);
    return term_is_map(s->persistent) ? s->persistent : map_empty;
}

static term key_of(struct process *p, term t) {
    return plain(p, t, "key of a persistent term");
}

SEEN_BIF(persistent_term_put, "persistent_term:put") {
    p->changes++;
    schedule_touch_term(p->tasks, SHARED_PERSISTENT, args[0], true);
    store_of(p)->persistent = map_put(p->heap, persistent(p), key_of(p, args[0]), args[1]);
    return give(result, word_ok);
}
// An unknown key is one of those that the run has put, or another: that is a loss, for the VM has terms of
// its own.
static bool get_persistent(struct process *p, term key, term *result) {
    schedule_touch_term(p->tasks, SHARED_PERSISTENT, key, false);
    if (decide_map_find(interp_of(p), persistent(p), key, result)) return true;
    key_of(p, key);
    return false;
}

SEEN_BIF(persistent_term_get1, "persistent_term:get") {
    return get_persistent(p, args[0], result) || raise_badarg(p);
}
SEEN_BIF(persistent_term_get2, "persistent_term:get") {
    return get_persistent(p, args[0], result) || give(result, args[1]);
}
SEEN_BIF(persistent_term_erase, "persistent_term:erase") {
    schedule_touch_term(p->tasks, SHARED_PERSISTENT, args[0], true);
    term before = persistent(p), key = key_of(p, args[0]), value;
    bool had = map_get(before, key, &value);
    p->changes += had;
    if (had) store_of(p)->persistent = map_remove(p->heap, before, key);
    return give_bool(result, had);
}

// ---- Arrays ----

static bool new_array(struct process *p, term size, bool is_signed, term *id) {
    enum { MOST = 1 << 24 };
    if (!term_is_integer(size) || term_compare(size, term_small(1)) < 0) return raise_badarg(p);
    if (!term_is_small(size) || term_small_value(size) > MOST) return no_model(p, "an array as large");
    uint64_t n = (uint64_t)term_small_value(size);
    struct array a = {.id = store_new_id(p), .is_signed = is_signed, .n = n};
    a.at = arena_alloc(p->heap, n * sizeof *a.at);
    for (uint64_t i = 0; i < n; i++) a.at[i] = term_small(0);
    vec_push(&store_of(p)->arrays, a);
    return give(id, a.id);
}

static struct array *array_of(struct process *p, term id) {
    struct store *s = store_of(p);
    p->changes++; // it may be written to
    id = plain(p, id, "array of counters");
    for (uint32_t i = 0; i < s->arrays.n; i++)
        if (s->arrays.at[i].id == id) return &s->arrays.at[i];
    return NULL;
}

// The element that an index from 1 names, or NULL.
static term *element(struct process *p, struct array *a, term index) {
    index = plain(p, index, "index of a counter");
    if (!a || !term_is_small(index) || term_small_value(index) < 1 ||
        (uint64_t)term_small_value(index) > a->n)
        return NULL;
    return &a->at[term_small_value(index) - 1];
}

static bool bounds(struct process *p, bool is_signed, term *low, term *high) {
    *low = is_signed ? term_int(p->heap, INT64_MIN) : term_small(0);
    mpz_t z;
    mpz_init_set_ui(z, is_signed ? (uint64_t)INT64_MAX : UINT64_MAX);
    *high = term_mpz(p->heap, z);
    mpz_clear(z);
    return true;
}

static bool is_between(struct process *p, term t, term low, term high) {
    struct interp *ip = interp_of(p);
    return decide_kind(ip, t, KIND_BIT(KIND_INT)) && !decide_less(ip, t, low) && !decide_less(ip, high, t);
}

// What may be added: both kinds of words.
static bool is_increment(struct process *p, term t) {
    term low, high, unused;
    bounds(p, true, &low, &unused);
    bounds(p, false, &unused, &high);
    return is_between(p, t, low, high);
}

// What the array holds.
static bool is_word64(struct process *p, term t, const struct array *a) {
    term low, high;
    bounds(p, a->is_signed, &low, &high);
    return is_between(p, t, low, high);
}

// The value as the array holds it: modulo 2^64.
static term wrapped(struct process *p, term t, const struct array *a) {
    if (is_word64(p, t, a)) return t;
    mpz_t z;
    mpz_init(z);
    term_get_mpz(plain(p, t, "counter that wraps"), z);
    mpz_fdiv_r_2exp(z, z, 64);
    if (a->is_signed && mpz_tstbit(z, 63)) {
        mpz_t whole;
        mpz_init_set_ui(whole, 1);
        mpz_mul_2exp(whole, whole, 64);
        mpz_sub(z, z, whole);
        mpz_clear(whole);
    }
    t = term_mpz(p->heap, z);
    mpz_clear(z);
    return t;
}

static bool add(struct process *p, const struct array *a, term *to, term by) {
    const term both[2] = {*to, by};
    const struct bif *b = program_bif(interp_of(p)->program, term_symbol(atom_erlang), symbol_of("+"), 2);
    if (!call_bif(interp_of(p), b, both, to)) return false;
    *to = wrapped(p, *to, a);
    return true;
}

// Opens a function on the element `to` that its first two arguments name.
#define ON_ELEMENT(name, shown, writes)                                                                      \
    static bool name##_on(struct process *p, struct array *a, term *to, const term *args, term *result);     \
    SEEN_BIF(name, "atomics:" #shown) {                                                                      \
        struct array *a = array_of(p, args[0]);                                                              \
        term *to = element(p, a, args[1]);                                                                   \
        if (to) schedule_touch(p->tasks, store_domain(a->id), (uint64_t)(to - a->at), writes);               \
        return to ? name##_on(p, a, to, args, result) : raise_badarg(p);                                     \
    }                                                                                                        \
    static bool name##_on(struct process *p, struct array *a, term *to, const term *args, term *result)

BIF(atomics_new) {
    term options = plain(p, args[1], "options of atomics:new/2");
    bool is_signed = true;
    for (; term_is_cons(options); options = term_tl(options)) {
        term o = term_hd(options);
        if (!term_is_tuple(o) || term_tuple(o)->n != 2 || term_tuple(o)->at[0] != word("signed"))
            return raise_badarg(p);
        is_signed = term_tuple(o)->at[1] == atom_true;
        if (!is_signed && term_tuple(o)->at[1] != atom_false) return raise_badarg(p);
    }
    if (!term_is_nil(options)) return raise_badarg(p);
    return new_array(p, plain(p, args[0], "size of an array"), is_signed, result);
}

ON_ELEMENT(atomics_get, get, false) {
    return give(result, *to);
}
ON_ELEMENT(atomics_put, put, true) {
    if (!is_word64(p, args[2], a)) return raise_badarg(p);
    *to = args[2];
    return give(result, word_ok);
}
ON_ELEMENT(atomics_add, add, true) {
    return is_increment(p, args[2]) ? add(p, a, to, args[2]) && give(result, word_ok) : raise_badarg(p);
}
ON_ELEMENT(atomics_add_get, add_get, true) {
    return is_increment(p, args[2]) ? add(p, a, to, args[2]) && give(result, *to) : raise_badarg(p);
}
// Subtracting is adding the negative, which fails first.
static bool subtract(struct process *p, const term *args, bif_function *f, term *result) {
    const struct bif *minus = program_bif(interp_of(p)->program, term_symbol(atom_erlang), symbol_of("-"), 1);
    term inner[3] = {args[0], args[1], TERM_NIL};
    return call_bif(interp_of(p), minus, &args[2], &inner[2]) && f(p, inner, result);
}
BIF(atomics_sub) {
    return subtract(p, args, bif_atomics_add, result);
}
BIF(atomics_sub_get) {
    return subtract(p, args, bif_atomics_add_get, result);
}

ON_ELEMENT(atomics_exchange, exchange, true) {
    if (!is_word64(p, args[2], a)) return raise_badarg(p);
    *result = *to;
    *to = args[2];
    return true;
}
ON_ELEMENT(atomics_compare_exchange, compare_exchange, true) {
    if (!is_word64(p, args[2], a) || !is_word64(p, args[3], a)) return raise_badarg(p);
    if (!decide_equal(interp_of(p), *to, args[2])) return give(result, *to);
    *to = args[3];
    return give(result, word_ok);
}

BIF(atomics_info) {
    struct array *a = array_of(p, args[0]);
    if (!a) return raise_badarg(p);
    const term keys[4] = {word("max"), word("memory"), word("min"), word("size")};
    term low, high;
    bounds(p, a->is_signed, &low, &high);
    const term values[4] = {high, term_small((int64_t)(a->n * 8 + 40)), low, term_small((int64_t)a->n)};
    return give(result, map_from_pairs(p->heap, keys, values, 4));
}

// ---- Counters: arrays that tell which kind they are ----

BIF(counters_new) {
    term options = plain(p, args[1], "options of counters:new/2"), id;
    const term none = TERM_NIL, atomics = term_cons(p->heap, word("atomics"), none),
               write = term_cons(p->heap, word("write_concurrency"), none);
    bool by_write = term_equal(options, write);
    if (!by_write && !term_is_nil(options) && !term_equal(options, atomics)) return raise_badarg(p);
    if (!new_array(p, plain(p, args[0], "size of an array"), true, &id)) return false;
    return give(result, term_tuple2(p->heap, word(by_write ? "write_concurrency" : "atomics"), id));
}

// The same call of atomics on the array of a counter.
static bool on_counter(struct process *p, const term *args, uint32_t n, bif_function *f, term *result) {
    term counter = plain(p, args[0], "counter"), inner[3];
    if (!term_is_tuple(counter) || term_tuple(counter)->n != 2) return raise_badarg(p);
    inner[0] = term_tuple(counter)->at[1];
    for (uint32_t i = 1; i < n; i++) inner[i] = args[i];
    return f(p, inner, result);
}

BIF(counters_get) {
    return on_counter(p, args, 2, bif_atomics_get, result);
}
BIF(counters_put) {
    return on_counter(p, args, 3, bif_atomics_put, result);
}
BIF(counters_add) {
    return on_counter(p, args, 3, bif_atomics_add, result);
}
BIF(counters_sub) {
    return on_counter(p, args, 3, bif_atomics_sub, result);
}
BIF(counters_info) {
    term all;
    if (!on_counter(p, args, 1, bif_atomics_info, &all)) return false;
    if (term_tuple(plain(p, args[0], "counter"))->at[0] == word("atomics")) return give(result, all);
    all = map_remove(p->heap, all, word("max"));
    return give(result, map_remove(p->heap, all, word("min")));
}
