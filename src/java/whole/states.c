// SPDX-License-Identifier: Apache-2.0
#include "java/whole/states.h"

#include "java/input/standard_input.h"

#include <pthread.h>
#include <string.h>

#include "expr/pack.h"
#include "expr/variables.h"
#include "java/input/input.h"
#include "java/runtime/native.h"
#include "java/symbolic/state.h"
#include "java/symbolic/symbolic.h"
#include "java/whole/cuts.h"
#include "java/whole/main_mode.h"

enum {
    MOST_WORDS = 4096,     // of a state; what has more is not compared
    MOST_STATES = 1 << 20, // known at a time
    MOST_IN_VAIN = 64,     // states of a run that are too large: no more are looked at
    MOST_DECISIONS = 600,  // of a path whose conditions are part of its states
    MOST_LEAVES = 256,     // numbers of the input in one condition
    OFTEN = 2,             // a loop that is here for the second time settles what it can
    FEW = 16,
    MOST_WAYS = 256, // a number that may be one of few, and how many ways all may be
};

struct condition { // of a decision on the path
    expr_id e;
    uint32_t first, n; // of its leaves
    bool plain;        // they are known, and it is arithmetic of them
    bool related;      // to what the state holds
};

struct known_state {
    uint64_t more, path; // the hash's other half; that of the decisions of the first path to come
};

struct known_states {
    pthread_mutex_t lock;
    struct hash_map index; // half of a state's hash -> index into list
    VEC(struct known_state) list;
    struct hash_map passed; // hash of a path that did not end there -> enum passed
};

enum passed { PASSED_NOT, PASSED, PASSED_SETTLED };

struct java_states {
    struct state state; // first: the state that is written down
    struct known_states *known;
    VEC(expr_id) exprs;     // the expressions of that state
    VEC(expr_id *) places;  // where they stand
    VEC(union word) values; // and what they are in this run
    VEC(uint64_t) counts;   // the different counts of changes in it
    bool counted;           // more may be made of these than asking which are equal
    symbol mod_count, expected_mod_count;
    VEC(struct condition) conditions; // of the path
    expr_roots leaves;                // of the conditions
    struct hash_map related;          // leaves that the state depends on
    expr_words packed;
    expr_roots roots, packed_leaves;
    struct hash_map seen; // states of this run, but for what depends on the input -> how often
    struct hash_map own;  // states of this run that depend on the input -> index into own_more
    VEC(uint64_t) own_more;
    uint64_t path; // hash of the run's first n_path decisions
    uint32_t n_path, in_vain;
    uint32_t looked_at; // decisions of the run when it was last looked at, + 1
    bool exact;         // to be compared with another one of the same run: java_states_exact
    uint64_t but;       // registers of the topmost frame that are left out
};

struct known_states *known_states_new(void) {
    struct known_states *k = mem_zalloc(sizeof *k);
    pthread_mutex_init(&k->lock, NULL);
    return k;
}

void known_states_free(struct known_states *k) {
    if (!k) return;
    pthread_mutex_destroy(&k->lock);
    hash_map_free(&k->index);
    hash_map_free(&k->passed);
    vec_free(&k->list);
    mem_free(k);
}

struct java_states *java_states_new(struct known_states *k) {
    struct java_states *s = mem_zalloc(sizeof *s);
    s->known = k;
    s->state.most_words = MOST_WORDS;
    s->mod_count = symbol_of("modCount");
    s->expected_mod_count = symbol_of("expectedModCount");
    return s;
}

void java_states_free(struct java_states *s) {
    if (!s) return;
    state_free(&s->state);
    vec_free(&s->exprs);
    vec_free(&s->places);
    vec_free(&s->values);
    vec_free(&s->counts);
    vec_free(&s->conditions);
    vec_free(&s->leaves);
    hash_map_free(&s->related);
    vec_free(&s->packed);
    vec_free(&s->roots);
    vec_free(&s->packed_leaves);
    hash_map_free(&s->seen);
    hash_map_free(&s->own);
    vec_free(&s->own_more);
    mem_free(s);
}

void java_states_begin_run(struct java_states *s) {
    hash_map_clear(&s->seen);
    hash_map_clear(&s->own);
    vec_clear(&s->own_more);
    vec_clear(&s->conditions);
    vec_clear(&s->leaves);
    s->path = s->n_path = s->in_vain = s->looked_at = 0;
}

// ---- Writing a state down ----

static void put(struct java_states *s, uint64_t word) {
    state_put(&s->state, word);
}

static void give_up(struct java_states *s) { // it cannot be written down
    s->state.good = false;
}

// Objects that last have one place for the worker's life; a string that the run interned is the one of its
// text.
static void put_reference(struct java_states *s, struct object *o) {
    bool numbered = state_has_number(o);
    uint32_t number = numbered ? state_number(&s->state, o) : 0;
    put(s, numbered ? STATE_OBJECT : STATE_WORD);
    put(s, numbered && !s->exact ? number : (uintptr_t)o);
}

// A number, with its expression where the path leaves it open what it is.
static void put_number(struct java_thread *t, struct java_states *s, uint64_t bits, int64_t value,
                       expr_id *at) {
    expr_id e = at ? *at : EXPR_NONE;
    bool fixed = !e;
    if (s->exact) {
        put(s, e ? STATE_EXPR : STATE_WORD);
        put(s, e ? e : bits);
        return;
    }
    if (e && expr_sort(t->x, e) == SORT_INT) {
        int64_t v;
        fixed = interval_point(java_range_of(t, e), &v) && v == value;
    }
    put(s, fixed ? STATE_WORD : STATE_EXPR);
    put(s, fixed ? bits : s->exprs.n);
    if (fixed) return;
    vec_push(&s->exprs, e);
    vec_push(&s->places, at);
    vec_push(&s->values, word_long(value));
}

// How often collections of the JDK were changed is compared for being equal only, with what an iterator has
// seen: it stands for the place of its first like. Where more may be made of it, all counts are written down
// in the end.
static void put_count(struct java_states *s, uint64_t count) {
    uint32_t i = 0;
    while (i < s->counts.n && s->counts.at[i] != count) i++;
    if (i == s->counts.n) vec_push(&s->counts, count);
    put(s, STATE_COUNT);
    put(s, i);
}

static void put_counts(struct java_states *s) {
    for (uint32_t i = 0; s->counted && i < s->counts.n; i++) put(s, s->counts.at[i]);
}

// Of the classes in java.util itself, but for Scanner, all that count in these two fields do no more.
static bool is_count(const struct java_states *s, const struct java_class *c, const struct java_field *f) {
    const char *name = symbol_text(c->name), *package = "java/util/";
    return c->origin == ORIGIN_JDK && f->kind == JAVA_INT &&
           (f->name == s->mod_count || f->name == s->expected_mod_count) &&
           strncmp(name, package, strlen(package)) == 0 && !strchr(name + strlen(package), '/') &&
           strcmp(name, "java/util/Scanner") != 0;
}

static bool counts_to(const struct java_states *s, const struct object *o, uint64_t count) {
    for (const struct java_class *c = o->class; c; c = c->super)
        for (uint32_t i = 0; i < c->n_fields; i++) {
            const struct java_field *f = &c->fields[i];
            if (!(f->access & ACC_STATIC) && f->name == s->mod_count && is_count(s, c, f) &&
                !object_expr(o, f->slot) && o->fields[f->slot].bits == count)
                return true;
        }
    return false;
}

// Whether an object that has seen a count refers to the collection whose count that is now. A count that lags
// behind is not only another one: after 2^32 changes it is the same.
static bool is_current(const struct java_states *s, const struct object *o, uint64_t count) {
    for (const struct java_class *c = o->class; c; c = c->super)
        for (uint32_t i = 0; i < c->n_fields; i++) {
            const struct java_field *f = &c->fields[i];
            if (f->access & ACC_STATIC || f->kind != JAVA_REF || !f->info) continue;
            const struct object *of = o->fields[f->slot].r;
            if (of && !of->class->element && counts_to(s, of, count)) return true;
        }
    return false;
}

// A program's own class below a list of the JDK's can read how often it was changed; a list that is part of
// another one compares its own count with that one's.
static bool more_is_made_of(const struct java_states *s, const struct object *o, const struct java_field *f,
                            uint64_t count) {
    bool part = strstr(symbol_text(o->class->name), "SubList") != NULL;
    return o->class->origin != ORIGIN_JDK ||
           ((f->name == s->expected_mod_count || part) && !is_current(s, o, count));
}

// A register or a static: what looks like the address of an object is one.
static void put_value(struct java_thread *t, struct state *state, union word w, expr_id *at) {
    struct java_states *s = (struct java_states *)state;
    expr_id e = at ? *at : EXPR_NONE;
    bool is_object = state_is_of_run(t, w.bits) || (w.bits > UINT32_MAX && arena_owns(&t->heap.lasting, w.r));
    if (!is_object || (e && expr_sort(t->x, e) != SORT_INT && expr_sort(t->x, e) != SORT_FLOAT)) {
        put_number(t, s, w.bits, w.j, at);
    } else {
        if (e) give_up(s); // whether it is null is not known
        put_reference(s, w.r);
    }
}

// What frisk keeps in objects beside their fields (the values that a lambda captured, say) is not looked at.
static void put_fields(struct java_thread *t, struct java_states *s, struct object *o) {
    uint32_t n = 0;
    for (const struct java_class *c = o->class; c; c = c->super)
        for (uint32_t i = 0; i < c->n_fields; i++) {
            const struct java_field *f = &c->fields[i];
            if (f->access & ACC_STATIC) continue;
            n++;
            expr_id e = object_expr(o, f->slot);
            union word w = o->fields[f->slot];
            bool counts = !e && !s->exact && strstr(symbol_text(f->name), "Count");
            if (counts && is_count(s, c, f)) {
                s->counted |= more_is_made_of(s, o, f, w.bits);
                put_count(s, w.bits);
            } else if (f->kind != JAVA_REF || !f->info) { // frisk's own fields may hold addresses of anything
                s->counted |= counts && c->origin == ORIGIN_JDK; // sizeModCount: compared with others
                put_number(t, s, w.bits, w.j, o->shadow ? &o->shadow[f->slot] : NULL);
                if (!f->info && state_is_of_run(t, w.bits)) give_up(s);
            } else {
                if (e) give_up(s);
                put_reference(s, w.r);
            }
        }
    if (n != o->class->n_slots) give_up(s);
}

static void put_elements(struct java_thread *t, struct java_states *s, struct object *o) {
    bool references = o->class->element_kind == JAVA_REF;
    if (o->length_expr || o->flags & OBJECT_ROPE || o->length > MOST_WORDS) give_up(s);
    put(s, (uint64_t)o->length);
    for (uint32_t i = 0; i < (uint32_t)o->length && s->state.good; i++) {
        expr_id e = object_expr(o, i);
        if (references) {
            if (e) give_up(s);
            put_reference(s, ((struct object **)o->fields)[i]);
        } else {
            union word v = java_array_get(o, i);
            put_number(t, s, v.bits, v.j, o->shadow ? &o->shadow[i] : NULL);
        }
    }
}

static void put_object(struct java_thread *t, struct java_states *s, struct object *o) {
    put(s, (uint64_t)o->class->number << 8 | (o->flags & 0xff));
    // The message of an exception may still be to be made, of numbers that lie elsewhere (message.c).
    if ((o->flags & (OBJECT_ROPE | OBJECT_INPUT) && !s->exact) ||
        java_class_is_subclass(o->class, t->program->throwable))
        give_up(s);
    // Who changes an array settles its length. A builder that held a rope has fields like others.
    if (s->exact && o->class->element && (o->flags & OBJECT_ROPE || o->length_expr)) {
        put(s, (uint64_t)o->length << 32 | o->length_expr);
        return;
    }
    if (o->class->element)
        put_elements(t, s, o);
    else
        put_fields(t, s, o);
}

static uint64_t hash_of_text(const struct object *string) {
    uint32_t n = java_string_length(string);
    uint64_t hash = n;
    for (uint32_t i = 0; i < n; i++) hash = hash_mix(hash, java_string_at(string, i));
    return hash;
}

// A string of the same text is that one when it is interned later, whether anything refers to it by now or
// not.
static void put_interned(struct java_thread *t, struct java_states *s) {
    for (uint32_t i = 0; i < t->interned.in_run.n && s->state.good; i++) {
        struct object *string = t->interned.list.at[t->interned.in_run.at[i]];
        uint32_t number;
        bool is_reached = hash_map_get(&s->state.numbers, (uintptr_t)string, &number);
        if (!is_reached && java_string_is_symbolic(string)) give_up(s);
        put(s, STATE_STRING);
        put(s, is_reached ? number : hash_of_text(string));
    }
}

static void put_frame(struct java_thread *t, struct java_states *s, uint32_t k) {
    const struct java_method *m = t->frames[k].method;
    if (m->access & ACC_SYNCHRONIZED) give_up(s);
    s->counted |= m->class->origin == ORIGIN_JDK; // its registers may hold one
    if (s->state.good) state_put_frame(t, &s->state, k, s->exact ? s->but : 0, put_value);
}

static void put_statics(struct java_thread *t, struct java_states *s) {
    for (uint32_t i = 0; i < t->touched.n; i++)
        if (t->touched.at[i]->failure) give_up(s);
    if (s->state.good) state_put_statics(t, &s->state, put_value);
}

// A place that holds what it held before is one that was never written to.
static void put_place(struct java_thread *t, struct state *s, const struct undo *place, union word now) {
    if (place->size == 8 && state_is_of_run(t, now.bits)) s->good = false;
    state_put(s, now.bits);
}

static bool write_down(struct java_thread *t, struct java_states *s) {
    state_begin(&s->state);
    vec_clear(&s->exprs);
    vec_clear(&s->places);
    vec_clear(&s->values);
    vec_clear(&s->counts);
    s->counted = false;
    for (uint32_t k = 0; k < t->n_frames && s->state.good; k++) put_frame(t, s, k);
    if (s->state.good) put_statics(t, s);
    for (uint32_t i = 0; i < s->state.objects.n && s->state.good; i++)
        put_object(t, s, s->state.objects.at[i]);
    if (s->state.good) put_counts(s);
    if (s->state.good) put_interned(t, s);
    s->in_vain += !s->state.good;
    if (s->state.good)
        state_put_lasting(t, &s->state, put_place); // last, as it does not follow from the path alone
    return s->state.good;
}

// ---- What the path says of it ----

static void note_condition(struct java_states *s, const struct expr_store *x, expr_id e) {
    struct condition c = {.e = e, .first = s->leaves.n};
    vec_clear(&s->packed);
    c.plain = expr_pack(x, &e, 1, &s->packed, &s->leaves);
    c.n = s->leaves.n - c.first;
    c.plain &= c.n <= MOST_LEAVES;
    vec_push(&s->conditions, c);
}

static void note_path(struct java_states *s, const struct trace *t) {
    for (; s->n_path < t->decisions.n; s->n_path++) {
        const struct decision *d = &t->decisions.at[s->n_path];
        s->path = hash_mix(hash_mix(s->path, (uint64_t)d->site << 8 | d->kind), d->taken);
    }
}

static bool relate(struct java_states *s, struct condition *c) {
    uint32_t ignored;
    bool touches = false;
    for (uint32_t i = 0; i < c->n && !touches; i++)
        touches = hash_map_get(&s->related, s->leaves.at[c->first + i], &ignored);
    for (uint32_t i = 0; i < c->n && touches; i++) hash_map_put(&s->related, s->leaves.at[c->first + i], 0);
    c->related |= touches;
    return touches;
}

// Puts the expressions and all conditions of the path that have to do with them, as one graph whose leaves
// are numbered as they come. False: they are no arithmetic, or too many.
static bool put_conditions(struct java_thread *t, struct java_states *s) {
    const struct trace *trace = t->trace;
    if (trace->decisions.n > MOST_DECISIONS) return false;
    for (uint32_t i = s->conditions.n; i < trace->decisions.n; i++) {
        const struct decision *d = &trace->decisions.at[i];
        note_condition(s, t->x, trace->ways.at[d->first_way + d->taken].condition);
    }
    vec_clear(&s->roots);
    vec_clear(&s->packed);
    vec_clear(&s->packed_leaves);
    hash_map_clear(&s->related);
    for (uint32_t i = 0; i < s->exprs.n; i++) vec_push(&s->roots, s->exprs.at[i]);
    if (!expr_pack(t->x, s->roots.at, s->roots.n, &s->packed, &s->packed_leaves)) return false;
    for (uint32_t i = 0; i < s->packed_leaves.n; i++) hash_map_put(&s->related, s->packed_leaves.at[i], 0);
    for (uint32_t i = 0; i < s->conditions.n; i++) {
        if (!s->conditions.at[i].plain) return false;
        s->conditions.at[i].related = false;
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < s->conditions.n; i++)
            if (!s->conditions.at[i].related) more |= relate(s, &s->conditions.at[i]);
    }
    for (uint32_t i = 0; i < s->conditions.n; i++)
        if (s->conditions.at[i].related) vec_push(&s->roots, s->conditions.at[i].e);
    vec_clear(&s->packed);
    vec_clear(&s->packed_leaves);
    if (!expr_pack(t->x, s->roots.at, s->roots.n, &s->packed, &s->packed_leaves)) return false;
    for (uint32_t i = 0; i < s->packed.n; i++) put(s, s->packed.at[i]);
    for (uint32_t i = 0; i < s->packed_leaves.n && s->state.good; i++) {
        expr_id leaf = s->packed_leaves.at[i], variable = expr_arg(t->x, leaf, 0);
        if (expr_op(t->x, variable) != EXPR_VAR_OP) return false;
        put(s, expr_op(t->x, leaf));
        put(s, variables_type(t->input->unit->variables, expr_imm(t->x, variable)));
    }
    return s->state.good;
}

// ---- Looking ----

static struct state_hash key_of(const struct java_states *s) {
    struct state_hash k = {hash_bytes(s->state.words.at, s->state.words.n * sizeof *s->state.words.at),
                           s->state.words.n};
    for (uint32_t i = 0; i < s->state.words.n; i++) k.more = hash_mix(k.more, s->state.words.at[i]);
    return k;
}

bool java_states_exact(struct java_thread *t, uint64_t but, struct state_hash *out) {
    struct java_states *s = main_run_of(t)->states;
    s->exact = true;
    s->but = but;
    bool good = write_down(t, s);
    s->exact = false;
    if (good) *out = key_of(s);
    return good;
}

// The very expressions.
static bool known_on_path(struct java_states *s, struct state_hash k) {
    uint32_t i;
    for (uint32_t n = 0; n < s->exprs.n; n++) {
        k.key = hash_mix(k.key, s->exprs.at[n]);
        k.more = hash_mix(k.more + n, s->exprs.at[n]);
    }
    if (hash_map_get(&s->own, k.key, &i)) return s->own_more.at[i] == k.more;
    hash_map_put(&s->own, k.key, s->own_more.n);
    vec_push(&s->own_more, k.more);
    return false;
}

static bool known_elsewhere(struct java_states *s, struct state_hash key) {
    struct known_states *k = s->known;
    uint32_t i;
    bool known = false;
    pthread_mutex_lock(&k->lock);
    if (hash_map_get(&k->index, key.key, &i)) {
        known = k->list.at[i].more == key.more && k->list.at[i].path != s->path;
    } else if (k->list.n < MOST_STATES) {
        hash_map_put(&k->index, key.key, k->list.n);
        vec_push(&k->list, (struct known_state){key.more, s->path});
    }
    pthread_mutex_unlock(&k->lock);
    return known;
}

// Numbers that may be one of few each are decided, so that they no longer depend on the input. True: some
// were.
static bool settle(struct java_thread *t, struct java_states *s) {
    bool settled = false;
    uint64_t ways = 1;
    for (uint32_t i = 0; i < s->exprs.n; i++) {
        expr_id e = s->exprs.at[i];
        if (expr_sort(t->x, e) != SORT_INT) continue;
        struct interval range = java_range_of(t, e);
        uint64_t n;
        if (!interval_within(range, -FEW, FEW) || !interval_count(range, FEW, &n)) continue;
        ways *= n;
        if (ways > MOST_WAYS) break;
        symbolic_pin(t, symbolic_site(t), e, s->values.at[i].j);
        if (t->trace->closed) break;
        *s->places.at[i] = EXPR_NONE;
        java_range_note(t, e, interval_between(s->values.at[i].j, s->values.at[i].j));
        settled = true;
    }
    return settled;
}

static bool is_here_often(struct java_states *s, struct state_hash k) {
    uint32_t times = 0;
    hash_map_get(&s->seen, k.key, &times);
    hash_map_put(&s->seen, k.key, times + 1);
    return times + 1 >= OFTEN;
}

// Decisions are to follow from the path alone, and what is written down does not quite: the JDK's own objects
// are what earlier runs of the worker have left. So it is kept what the first run of a path did.
static enum passed passed_before(struct java_states *s, uint64_t path) {
    uint32_t how = PASSED_NOT;
    pthread_mutex_lock(&s->known->lock);
    hash_map_get(&s->known->passed, path, &how);
    pthread_mutex_unlock(&s->known->lock);
    return (enum passed)how;
}

static void note_passed(struct java_states *s, uint64_t path, enum passed how) {
    struct known_states *k = s->known;
    pthread_mutex_lock(&k->lock);
    if (k->passed.n < MOST_STATES) hash_map_put(&k->passed, path, how);
    pthread_mutex_unlock(&k->lock);
}

static bool is_known(struct java_thread *t, struct java_states *s) {
    note_path(s, t->trace);
    uint64_t path = s->path;
    enum passed before = passed_before(s, path), now = PASSED;
    bool known = false;
    if (write_down(t, s)) {
        struct state_hash plain = key_of(s);
        bool often = s->exprs.n && is_here_often(s, plain);
        if (before ? before == PASSED_SETTLED : often) {
            if (settle(t, s)) now = PASSED_SETTLED;
            note_path(s, t->trace);
            if (write_down(t, s)) plain = key_of(s);
        }
        known = s->state.good && s->exprs.n && known_on_path(s, plain);
        if (!before && s->state.good && !known && (!s->exprs.n || put_conditions(t, s)))
            known = known_elsewhere(s, s->exprs.n ? key_of(s) : plain);
    }
    if (before) return false;
    if (!known) note_passed(s, path, now);
    return known;
}

bool java_states_look(struct java_thread *t, const struct insn *from) {
    struct java_states *s = main_run_of(t)->states;
    if (!t->trace || t->trace->decisions.n + 1 == s->looked_at) return false; // nothing was decided since
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    if (!state_begins_loop(f, from)) return false;
    if (f->method->class->origin != ORIGIN_USER || t->trace->closed || s->in_vain > MOST_IN_VAIN)
        return false;
    if (t->nesting != 1 || t->started || t->running || t->monitors.n || t->computed.list.n || t->unreal.n ||
        t->trace->bound ||
        (t->standard_input && t->standard_input->read)) // where that stands is no state here
        return false;
    bool known = main_run_of(t)->cuts ? loop_cuts_look(t) : is_known(t, s);
    s->looked_at = t->trace->decisions.n + 1;
    if (known && !t->stop) {
        t->stop = STOP_KNOWN;
        java_rests_on(t, JAVA_RULE_STATE_MATCHING);
    }
    return known;
}
