// SPDX-License-Identifier: Apache-2.0
// Differential test: frisk's interpreter against the real VM. Random arguments that fit the spec (and now and
// then some that do not) go to every function below in both; what comes back, value or exception, must be
// equal term for term. FRISK_DIFFERENTIAL_CALLS sets the number of calls (default 24000),
// FRISK_DIFFERENTIAL_SEED the seed, FRISK_DIFFERENTIAL_ONLY a module or module:function to look at alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "erlang/atoms.h"
#include "erlang/interp.h"
#include "erlang/map.h"
#include "erlang/types.h"
#include "erlang/value.h"

// OTP modules whose exported functions are called under their specs, and programs written for the purpose.
static const char *const modules[] = {
    "differential_programs",
    "lists",
    "orddict",
    "ordsets",
    "gb_trees",
    "gb_sets",
    "string",
    "proplists",
    "queue",
    "array",
    "sets",
    "dict",
    "maps",
    "calendar",
    "base64",
    "unicode",
    "io_lib",
    "math",
    "binary",
    "otp_internal",
    "erl_internal",
    "uri_string",
    "erl_anno",
    "sofs",
    "lib",
    "io_lib_format",
    "io_lib_pretty",
    "erl_bits",
    "rand",
    "json",
    "digraph_utils",
    "filename",
};

// Not deterministic, about other processes or files, or without end on arguments that the spec allows.
static const char *const excluded[] = {
    "lists:seq/2",
    "lists:seq/3",
    "lists:duplicate/2",
    "string:copies/2",
    "string:chars/2",
    "string:chars/3",
    "string:pad/2",
    "string:pad/3",
    "string:pad/4",
    "string:left/2",
    "string:left/3",
    "string:right/2",
    "string:right/3",
    "string:centre/2",
    "string:centre/3",
    "calendar:local_time/0",
    "calendar:universal_time/0",
    "calendar:now_to_local_time/1",
    "io_lib:nl/0",
    "array:new/2",
    "array:resize/2",
    "array:set/3",
    "array:get/2",
    "array:reset/2",
    "array:fix/1",
    "array:relax/1",
    "maps:next/1",
};

static uint64_t rng_state;
static uint32_t rng(uint32_t below) {
    rng_state = rng_state * 6364136223846793005u + 1442695040888963407u;
    uint32_t r = (uint32_t)(rng_state >> 33);
    return below ? r % below : 0;
}

struct world {
    struct loader *loader;
    struct program *program;
    struct expr_store *exprs;
    struct interp *interp;
    struct arena arena;
};

// ---- Random values ----

static expr_id random_int(struct world *w) {
    static const int64_t edges[] = {0,  1,  -1, 2,   3,   7,    10, 31,    48,
                                    57, 65, 97, 255, 256, 1000, -7, 65535, 1114111};
    switch (rng(12)) {
    case 0: {
        mpz_t z;
        mpz_init(z);
        mpz_ui_pow_ui(z, 2, 40 + rng(60));
        mpz_add_ui(z, z, rng(5));
        if (rng(2)) mpz_neg(z, z);
        expr_id e = expr_int_mpz(w->exprs, z);
        mpz_clear(z);
        return e;
    }
    case 1: return expr_int(w->exprs, (int64_t)rng(200) - 100);
    default: return expr_int(w->exprs, edges[rng(sizeof edges / sizeof *edges)]);
    }
}

static expr_id random_float(struct world *w) {
    static const double edges[] = {0.0,  1.0,  -1.0, 0.5, 1.5,        2.5,  3.0,
                                   1e10, 1e22, 1e-7, 0.1, 123456.789, -0.3, 1e300};
    double d = edges[rng(sizeof edges / sizeof *edges)];
    return expr_float(w->exprs, rng(3) ? d : d * (1 + rng(1000) / 7.0));
}

static expr_id random_atom(struct world *w) {
    static const char *const names[] = {"a",         "b",     "true",  "false", "ok", "error",
                                        "undefined", "lists", "Zebra", "x y",   ""};
    return expr_atom(w->exprs, symbol_of(names[rng(sizeof names / sizeof *names)]));
}

static expr_id random_bits(struct world *w, uint64_t base, uint64_t unit) {
    uint8_t bytes[64];
    uint64_t size = base + unit * rng(unit == 1 ? 40 : 6);
    if (size > 8 * sizeof bytes) size = base <= 8 * sizeof bytes ? base : 0;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = rng(3) ? (uint8_t)(97 + rng(26)) : (uint8_t)rng(256);
    if (size % 8) bytes[size / 8] &= (uint8_t)(0xFF << (8 - size % 8));
    return expr_bits(w->exprs, bytes, size);
}

static expr_id sample(struct world *w, const struct grammar *g, type_id t, int depth);

static expr_id random_term(struct world *w, int depth) {
    struct expr_store *x = w->exprs;
    switch (rng(depth > 0 ? 11 : 6)) {
    case 0:
    case 1: return expr_int_term(x, random_int(w));
    case 2: return expr_float_term(x, random_float(w));
    case 3: return random_atom(w);
    case 4: return EXPR_NIL;
    case 5: return random_bits(w, 0, rng(2) ? 8 : 1);
    case 6: {
        expr_id elems[4];
        uint32_t n = rng(4);
        for (uint32_t i = 0; i < n; i++) elems[i] = random_term(w, depth - 1);
        return expr_tuple(x, elems, n);
    }
    case 7: {
        expr_id pairs[8];
        uint32_t n = rng(4);
        for (uint32_t i = 0; i < n; i++) {
            pairs[2 * i] = expr_int_term(x, expr_int(x, i + (int64_t)rng(3) * 10));
            pairs[2 * i + 1] = random_term(w, depth - 1);
        }
        return expr_map(x, pairs, n);
    }
    default: {
        expr_id list = rng(12) ? EXPR_NIL : random_term(w, 0);
        for (uint32_t n = rng(5); n; n--) list = expr_cons(x, random_term(w, depth - 1), list);
        return list;
    }
    }
}

static expr_id sample_int(struct world *w, const struct alternative *a) {
    for (int i = 0; i < 30; i++) {
        expr_id e = random_int(w);
        mpz_t z;
        mpz_init(z);
        expr_get_mpz(w->exprs, e, z);
        bool fits = (!a->has_lo || mpz_cmp(z, a->lo) >= 0) && (!a->has_hi || mpz_cmp(z, a->hi) <= 0);
        mpz_clear(z);
        if (fits) return e;
    }
    mpz_t z;
    mpz_init(z);
    if (a->has_lo && a->has_hi) {
        mpz_sub(z, a->hi, a->lo);
        uint32_t span = mpz_fits_uint_p(z) && mpz_get_ui(z) < 1000000 ? (uint32_t)mpz_get_ui(z) + 1 : 1;
        mpz_add_ui(z, a->lo, rng(span));
    } else {
        mpz_set(z, a->has_lo ? a->lo : a->hi);
    }
    expr_id e = expr_int_mpz(w->exprs, z);
    mpz_clear(z);
    return e;
}

static expr_id sample_map(struct world *w, const struct grammar *g, const struct alternative *a, int depth) {
    expr_id pairs[32];
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n && n < 16; i++) {
        if (!a->fields[i].mandatory && rng(2)) continue;
        expr_id key = sample(w, g, a->fields[i].key, depth - 1),
                value = sample(w, g, a->fields[i].value, depth - 1);
        bool twice = key == 0 || value == 0;
        for (uint32_t j = 0; j < n; j++) twice |= pairs[2 * j] == key;
        if (twice) continue;
        pairs[2 * n] = key;
        pairs[2 * n + 1] = value;
        n++;
    }
    return expr_map(w->exprs, pairs, n);
}

// A random member of the type; 0 where none can be made (pids and the like).
static expr_id sample(struct world *w, const struct grammar *g, type_id t, int depth) {
    struct expr_store *x = w->exprs;
    if (t == TYPE_ANY) return random_term(w, depth > 2 ? 2 : depth);
    uint32_t n = grammar_count(g, t);
    if (n == 0) return 0;
    if (depth <= 0) return grammar_smallest(g, t);
    const struct alternative *a = grammar_alternative(g, t, rng(n));
    expr_id parts[64];
    switch (a->head) {
    case ALT_INT: return expr_int_term(x, sample_int(w, a));
    case ALT_FLOAT: return expr_float_term(x, random_float(w));
    case ALT_ATOM: return random_atom(w);
    case ALT_LITERAL: return a->literal;
    case ALT_CONS: { // mostly one level of depth for a whole list
        expr_id hd = sample(w, g, a->parts[0], depth - 1),
                tl = sample(w, g, a->parts[1], rng(3) ? depth : depth - 1);
        return hd && tl ? expr_cons(x, hd, tl) : 0;
    }
    case ALT_TUPLE:
        for (uint32_t i = 0; i < a->n && i < 64; i++)
            if (!(parts[i] = sample(w, g, a->parts[i], depth - 1))) return 0;
        return expr_tuple(x, parts, a->n);
    case ALT_ANY_TUPLE:
        for (uint32_t i = 0; i < 3; i++) parts[i] = random_term(w, 1);
        return expr_tuple(x, parts, rng(4));
    case ALT_BITS: return random_bits(w, a->base, a->unit);
    case ALT_MAP: return sample_map(w, g, a, depth);
    case ALT_FUN: {
        expr_id otherwise = sample(w, g, a->parts[0], depth - 1);
        return otherwise ? expr_fun(x, a->n, NULL, 0, otherwise) : 0;
    }
    case ALT_ANY_FUN: return expr_fun(x, rng(3), NULL, 0, random_term(w, 0));
    default: return 0;
    }
}

// ---- Comparing ----

static bool has_opaque(term t) { // {'$opaque', Kind, Text}: a fun, pid, port or reference
    VEC(term) todo = {0};
    bool found = false;
    vec_push(&todo, t);
    while (todo.n && !found) {
        t = vec_pop(&todo);
        if (term_is_cons(t)) {
            vec_push(&todo, term_tl(t));
            vec_push(&todo, term_hd(t));
        } else if (term_is_tuple(t)) {
            found = term_tuple(t)->n == 3 && term_tuple(t)->at[0] == term_atom(symbol_of("$opaque"));
            for (uint64_t i = 0; i < term_tuple(t)->n; i++) vec_push(&todo, term_tuple(t)->at[i]);
        } else if (term_is_map(t)) {
            struct map_iterator it;
            term k, v;
            for (map_iterate(&it, t); map_next(&it, &k, &v);) {
                vec_push(&todo, k);
                vec_push(&todo, v);
            }
        } else {
            found = term_is_fun(t) || term_is_imm(t, IMM_PID) || term_is_imm(t, IMM_PORT) ||
                    term_is_imm(t, IMM_REF);
        }
    }
    vec_free(&todo);
    return found;
}

struct tally {
    uint64_t calls, compared, opaque, no_model, limits, skipped, failures;
    uint32_t functions; // with at least one comparison
};

static void show(const char *what, term t) {
    struct str s = {0};
    term_print(&s, t, 600);
    fprintf(stderr, "    %s: %s\n", what, str_text(&s));
    str_free(&s);
}

static void report(struct world *w, const struct export *x, term arguments, enum interp_result r, term mine,
                   term real) {
    fprintf(stderr, "differs: %s:%s/%u\n", symbol_text(x->module), symbol_text(x->name), x->arity);
    show("arguments", arguments);
    if (r == INTERP_RAISED)
        show("frisk raises", term_tuple2(&w->interp->heap, w->interp->process.class_, mine));
    else
        show("frisk returns", mine);
    show("the VM", real);
}

static bool one_call(struct world *w, struct export *x, expr_id tuple, struct tally *t) {
    struct diag d = {0};
    interp_reset(w->interp, NULL);
    struct arena *heap = &w->interp->heap;
    term arguments = value_to_term(w->exprs, tuple, heap), mine = TERM_NONE, real = TERM_NONE;
    enum interp_result r = interp_call(w->interp, x, term_tuple(arguments)->at, x->arity, &mine);
    t->calls++;
    if (r == INTERP_NO_MODEL || r == INTERP_LIMIT) {
        *(r == INTERP_LIMIT ? &t->limits : &t->no_model) += 1;
        return false;
    }
    if (r == INTERP_RAISED) mine = w->interp->process.reason;
    struct arena a;
    arena_init(&a, 0);
    bool asked = loader_apply(w->loader, x->module, x->name, term_tuple(arguments)->at, x->arity, 10, 1 << 24,
                              &a, &real, &d);
    if (!asked) {
        if (t->skipped++ < 5)
            fprintf(stderr, "%s:%s/%u: %s\n", symbol_text(x->module), symbol_text(x->name), x->arity, d.text);
        arena_free(&a);
        return false;
    }
    term tag = term_tuple(real)->at[0], value = term_tuple(real)->at[1];
    bool compared = false;
    if (tag == term_atom(symbol_of("limit"))) {
        t->limits++;
    } else if (has_opaque(value) || has_opaque(mine)) {
        t->opaque++;
    } else {
        bool same = tag == term_atom(symbol_of("ok"))
                        ? r == INTERP_VALUE
                        : r == INTERP_RAISED && w->interp->process.class_ == tag;
        compared = true;
        t->compared++;
        if (!same || !term_equal(mine, value)) {
            if (t->failures++ < 40) report(w, x, arguments, r, mine, real);
        }
    }
    arena_free(&a);
    return compared;
}

static bool wanted(const char *module, const struct core_function *f) {
    char text[300];
    snprintf(text, sizeof text, "%s:%s/%u", module, symbol_text(f->name), f->arity);
    for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++)
        if (strcmp(excluded[i], text) == 0) return false;
    const char *only = getenv("FRISK_DIFFERENTIAL_ONLY");
    if (only && strncmp(text, only, strlen(only)) != 0) return false;
    return f->exported && strcmp(symbol_text(f->name), "module_info") != 0;
}

static void one_function(struct world *w, symbol module, const struct core_function *f, uint32_t calls,
                         struct tally *t) {
    struct diag d = {0};
    struct export *x = program_export(w->program, module, f->name, f->arity);
    program_resolve(w->program, x);
    struct grammar *g = grammar_new(w->exprs);
    struct types *types = types_new(w->exprs, g, program_core, w->program);
    type_id type;
    bool ok = types_of_arguments(types, module, f->name, f->arity, &type, &d);
    types_free(types);
    grammar_freeze(g);
    uint64_t before = t->no_model;
    bool any = false;
    for (uint32_t i = 0; ok && i < calls && t->no_model - before < 40; i++) {
        expr_id tuple = sample(w, g, type, 5);
        if (tuple && rng(8) == 0 && f->arity) { // one argument that need not fit the spec
            expr_id elems[MAX_ARGUMENTS];
            for (uint32_t j = 0; j < f->arity; j++) elems[j] = expr_arg(w->exprs, tuple, j);
            elems[rng(f->arity)] = random_term(w, 2);
            tuple = expr_tuple(w->exprs, elems, f->arity);
        }
        if (tuple) any |= one_call(w, x, tuple, t);
    }
    t->functions += any;
    grammar_free(g);
}

static void open_world(struct world *w) {
    static const char *const paths[] = {"build/differential"}; // the VM needs compiled code
    assert_int_equal(
        system("mkdir -p build/differential && erlc +debug_info +nowarn_export_all -o build/differential "
               "tests/erlang/differential_programs.erl >/dev/null"),
        0);
    struct loader_options o = {.paths = paths, .n_paths = 1, .erl = "erl", .share_dir = "share/frisk"};
    static const struct run_limits limits = {.steps = 3000000, .memory = 512u << 20};
    w->loader = loader_new(&o);
    w->program = program_new(w->loader);
    w->exprs = expr_store_new();
    w->interp = interp_new(w->program, w->exprs, &limits);
}

static void interpreter_agrees_with_the_vm(void **state) {
    struct world w;
    struct tally t = {0};
    const char *n = getenv("FRISK_DIFFERENTIAL_CALLS"), *seed = getenv("FRISK_DIFFERENTIAL_SEED");
    uint64_t calls = n ? strtoull(n, NULL, 10) : 24000;
    rng_state = seed ? strtoull(seed, NULL, 10) : 42;
    open_world(&w);
    uint32_t total = 0;
    for (int round = 0; round < 2; round++) // first count the functions, then share the calls out among them
        for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
            struct diag d = {0};
            const struct module_code *m = program_module(w.program, symbol_of(modules[i]), &d);
            for (uint32_t j = 0; m && j < m->core->n_functions; j++) {
                const struct core_function *f = &m->core->functions[j];
                if (!wanted(modules[i], f)) continue;
                if (round == 0)
                    total++;
                else
                    one_function(&w, m->core->name, f, (uint32_t)(calls / total) + 4, &t);
            }
        }
    printf(
        "differential: %llu calls to %u functions compared (%llu made; %llu with funs or pids in the result, "
        "%llu without a model, %llu over a limit, %llu not asked); %llu differ\n",
        (unsigned long long)t.compared, t.functions, (unsigned long long)t.calls,
        (unsigned long long)t.opaque, (unsigned long long)t.no_model, (unsigned long long)t.limits,
        (unsigned long long)t.skipped, (unsigned long long)t.failures);
    assert_int_equal(t.failures, 0);
    if (!getenv("FRISK_DIFFERENTIAL_ONLY")) {
        assert_true(t.functions >= 150);
        assert_true(t.compared >= (calls < 20000 ? calls * 8 / 10 : 20000));
    }
    interp_free(w.interp);
    program_free(w.program);
    expr_store_free(w.exprs);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(interpreter_agrees_with_the_vm)};
    return cmocka_run_group_tests_name("differential", tests, NULL, NULL);
}
