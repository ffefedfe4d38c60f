// SPDX-License-Identifier: Apache-2.0
// The module ets: matching and selecting. Results come in the VM's order: it walks hash tables from the first
// bucket on and ordered sets from the end, and puts each result in front of those before it.
#include <stdlib.h>

#include "erlang/bif/bif_util.h"
#include "erlang/bif/ets.h"
#include "erlang/bif/match_spec.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/schedule.h"

static term word(const char *text) {
    return term_atom(symbol_of(text));
}

static term plain(struct process *p, term t) {
    return decide_lose(interp_of(p), t, "table or limit of an ETS function");
}

// A specification is a program: it is taken as it is. Literals in it that are symbolic keep their
// expressions.
static bool valid(term spec) {
    return !term_is_sym(spec) && match_spec_valid(spec);
}

static term spec_of(struct process *p, term head, term body) {
    struct arena *a = p->heap;
    return term_cons(a, term_tuple3(a, head, TERM_NIL, term_cons(a, body, TERM_NIL)), TERM_NIL);
}

// The objects that the specification may match: those with its key, if it has one clause whose head names the
// key.
static void candidates(struct process *p, struct table *t, term spec, bool reverse, places *out) {
    term head = term_tuple(term_hd(spec))->at[0];
    bool one = term_is_nil(term_tl(spec)) && term_is_tuple(head) && term_tuple(head)->n >= t->key_at;
    if (one && !match_spec_has_variables(term_tuple(head)->at[t->key_at - 1])) {
        ets_table_lookup(p, t, term_tuple(head)->at[t->key_at - 1], out);
    } else {
        ets_table_order(p, t, out);
    }
    if ((t->type == TABLE_ORDERED_SET) == reverse) return;
    for (uint32_t i = 0; t->type == TABLE_ORDERED_SET && i < out->n / 2; i++) {
        uint32_t other = out->at[i];
        out->at[i] = out->at[out->n - 1 - i];
        out->at[out->n - 1 - i] = other;
    }
}

struct selection {
    struct term_vec results; // as they are found
    places matched;
    bool failed;
};

static void selection_free(struct selection *s) {
    vec_free(&s->results);
    vec_free(&s->matched);
}

static struct selection run(struct process *p, struct table *t, term spec, bool reverse) {
    struct selection s = {0};
    places from = {0};
    candidates(p, t, spec, reverse, &from);
    for (uint32_t i = 0; i < from.n && !s.failed; i++) {
        term value;
        enum match m = match_spec_apply(p, spec, t->objects.at[from.at[i]].tuple, &value);
        s.failed = m == MATCH_FAILED;
        if (m != MATCH_YES) continue;
        vec_push(&s.results, value);
        vec_push(&s.matched, from.at[i]);
    }
    vec_free(&from);
    return s;
}

static bool select_all(struct process *p, term table, term spec, bool reverse, term *result) {
    struct table *t = ets_table_open(p, plain(p, table), TO_READ);
    if (t) ets_table_touch_all(p, t, false);
    if (!t || !valid(spec)) return raise_badarg(p);
    struct selection s = run(p, t, spec, reverse);
    *result = TERM_NIL;
    for (uint32_t i = 0; i < s.results.n; i++) *result = term_cons(p->heap, s.results.at[i], *result);
    bool good = !s.failed;
    selection_free(&s);
    return good;
}

// ---- In pieces: {Results, Continuation} ----
// A continuation holds what is left: {'$ets', Limit, Results}.

static bool piece(struct process *p, const term *at, uint32_t n, uint64_t limit, bool hash, term *result) {
    struct arena *a = p->heap;
    uint32_t taken = n < limit ? n : (uint32_t)limit;
    if (n == 0) return give(result, word("$end_of_table"));
    term list = TERM_NIL, rest = term_list(a, at + taken, n - taken, TERM_NIL);
    for (uint32_t i = 0; i < taken; i++) list = term_cons(a, at[hash ? i : taken - 1 - i], list);
    term cont = word("$end_of_table");
    if (taken == limit) {
        term parts[4] = {word("$ets"), term_small((int64_t)limit), rest, atom_boolean(hash)};
        cont = term_tuple_of(a, parts, 4);
    }
    return give(result, term_tuple2(a, list, cont));
}

static bool select_some(struct process *p, term table, term spec, term limit_term, bool reverse,
                        term *result) {
    struct table *t = ets_table_open(p, plain(p, table), TO_READ);
    if (t) ets_table_touch_all(p, t, false);
    term limit = plain(p, limit_term);
    if (!t || !valid(spec) || !term_is_small(limit) || term_small_value(limit) < 1) return raise_badarg(p);
    bool hash = t->type != TABLE_ORDERED_SET;
    struct selection s = run(p, t, spec, hash ? reverse : !reverse); // in pieces the walk is forward
    bool good =
        !s.failed && piece(p, s.results.at, s.results.n, (uint64_t)term_small_value(limit), hash, result);
    selection_free(&s);
    return good;
}

static bool go_on(struct process *p, term cont, term *result) {
    if (cont == word("$end_of_table")) return give(result, cont);
    if (!term_is_tuple(cont) || term_tuple(cont)->n != 4 || term_tuple(cont)->at[0] != word("$ets"))
        return raise_badarg(p);
    const term *at = term_tuple(cont)->at;
    struct term_vec rest = {0};
    for (term l = at[2]; term_is_cons(l); l = term_tl(l)) vec_push(&rest, term_hd(l));
    bool good = piece(p, rest.at, rest.n, (uint64_t)term_small_value(at[1]), at[3] == atom_true, result);
    vec_free(&rest);
    return good;
}

SEEN_BIF(ets_select, "ets:select") {
    return select_all(p, args[0], args[1], false, result);
}
SEEN_BIF(ets_select_reverse, "ets:select_reverse") {
    return select_all(p, args[0], args[1], true, result);
}
SEEN_BIF(ets_select3, "ets:select") {
    return select_some(p, args[0], args[1], args[2], false, result);
}
SEEN_BIF(ets_select_reverse3, "ets:select_reverse") {
    return select_some(p, args[0], args[1], args[2], true, result);
}
BIF(ets_select1) {
    return go_on(p, plain(p, args[0]), result);
}

static bool pattern_spec(struct process *p, term pattern, const char *body, term *spec) {
    *spec = term_is_sym(pattern) ? TERM_NIL : spec_of(p, pattern, word(body));
    return valid(*spec) || raise_badarg(p);
}

SEEN_BIF(ets_match, "ets:match") {
    term spec;
    return pattern_spec(p, args[1], "$$", &spec) && select_all(p, args[0], spec, false, result);
}
SEEN_BIF(ets_match3, "ets:match") {
    term spec;
    return pattern_spec(p, args[1], "$$", &spec) && select_some(p, args[0], spec, args[2], false, result);
}
SEEN_BIF(ets_match_object, "ets:match_object") {
    term spec;
    return pattern_spec(p, args[1], "$_", &spec) && select_all(p, args[0], spec, false, result);
}
SEEN_BIF(ets_match_object3, "ets:match_object") {
    term spec;
    return pattern_spec(p, args[1], "$_", &spec) && select_some(p, args[0], spec, args[2], false, result);
}

// ---- Those for which the result is true ----

static bool is_true(struct process *p, term t) {
    return decide_equal(interp_of(p), t, atom_true);
}

SEEN_BIF(ets_select_count, "ets:select_count") {
    struct table *t = ets_table_open(p, plain(p, args[0]), TO_READ);
    if (!t || !valid(args[1])) return raise_badarg(p);
    ets_table_touch_all(p, t, false);
    struct selection s = run(p, t, args[1], false);
    int64_t n = 0;
    for (uint32_t i = 0; i < s.results.n; i++) n += is_true(p, s.results.at[i]);
    bool good = !s.failed;
    selection_free(&s);
    *result = term_small(n);
    return good;
}

static int ascending(const void *a, const void *b) {
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    return (i > j) - (i < j);
}

SEEN_BIF(ets_internal_select_delete, "ets:internal_select_delete") {
    struct table *t = ets_table_open(p, plain(p, args[0]), TO_WRITE);
    if (!t || !valid(args[1])) return raise_badarg(p);
    ets_table_touch_all(p, t, true);
    struct selection s = run(p, t, args[1], false);
    places gone = {0};
    for (uint32_t i = 0; i < s.results.n && !s.failed; i++)
        if (is_true(p, s.results.at[i])) vec_push(&gone, s.matched.at[i]);
    if (gone.n) qsort(gone.at, gone.n, sizeof *gone.at, ascending);
    if (!s.failed) ets_table_remove(t, &gone);
    *result = term_small(gone.n);
    bool good = !s.failed;
    vec_free(&gone);
    selection_free(&s);
    return good;
}

// The results replace the objects; they must have the same keys.
SEEN_BIF(ets_select_replace, "ets:select_replace") {
    struct interp *ip = interp_of(p);
    struct table *t = ets_table_open(p, plain(p, args[0]), TO_WRITE);
    if (!t || !valid(args[1]) || t->type == TABLE_BAG) return raise_badarg(p);
    ets_table_touch_all(p, t, true);
    struct selection s = run(p, t, args[1], false);
    bool good = !s.failed, fits = true;
    for (uint32_t i = 0; i < s.results.n && good && fits; i++) {
        uint32_t n;
        fits = decide_tuple_size(ip, s.results.at[i], &n) && n >= t->key_at &&
               decide_equal(ip, decide_element(ip, s.results.at[i], t->key_at - 1),
                            t->objects.at[s.matched.at[i]].key);
    }
    for (uint32_t i = 0; i < s.results.n && good && fits; i++)
        ets_table_replace(t, s.matched.at[i], s.results.at[i]);
    *result = term_small(s.results.n);
    selection_free(&s);
    return good && (fits || raise_badarg(p));
}

// ---- Specifications of their own ----

BIF(ets_match_spec_compile) {
    if (!valid(args[0])) return raise_badarg(p);
    struct store *s = store_of(p);
    term id = store_new_id(p);
    vec_push(&s->match_specs, id);
    vec_push(&s->match_specs, args[0]);
    return give(result, id);
}

static term compiled(struct process *p, term id) {
    const struct store *s = p->store;
    for (uint32_t i = 0; s && i < s->match_specs.n; i += 2)
        if (s->match_specs.at[i] == id) return s->match_specs.at[i + 1];
    return TERM_NONE;
}

BIF(ets_is_compiled_ms) {
    return give_bool(result, compiled(p, plain(p, args[0])) != TERM_NONE);
}

BIF(ets_match_spec_run_r) {
    struct term_vec objects = {0};
    term spec = compiled(p, plain(p, args[1])), value;
    if (spec == TERM_NONE || !decide_elements(interp_of(p), args[0], &objects)) {
        vec_free(&objects);
        return raise_badarg(p);
    }
    *result = args[2];
    enum match m = MATCH_NO;
    for (uint32_t i = 0; i < objects.n && m != MATCH_FAILED; i++) {
        m = match_spec_apply(p, spec, objects.at[i], &value);
        if (m == MATCH_YES) *result = term_cons(p->heap, value, *result);
    }
    vec_free(&objects);
    return m != MATCH_FAILED;
}
