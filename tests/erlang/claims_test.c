// SPDX-License-Identifier: Apache-2.0
// What frisk claims must hold. Where it says that every path was tried, random inputs that the spec allows
// must not fail in any way that it did not find. Random inputs are run in the interpreter, which the
// differential test compares with the real VM. FRISK_CLAIMS_INPUTS sets the number of inputs for each unit
// (default 1500).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "erlang/erlang.h"
#include "erlang/sampler.h"
#include "explore/explore.h"
#include "tier.h"

// Modules of many small functions: the examples, the programs of the differential test, and what is pure in
// OTP.
static const char *const files[] = {
    "examples/slice.erl",
    "examples/running.erl",
    "examples/pairs.erl",
    "examples/truth.erl",
    "examples/keywords.erl",
    "examples/money.erl",
    "examples/account.erl",
    "examples/parse.erl",
    "examples/stock.erl",
    "examples/trees.erl",
    "examples/squares.erl",
    "examples/functions.erl",
    "tests/erlang/differential_programs.erl",
    "examples/wrappers.erl",
    "examples/packet.erl",
    "tests/oracles/units/bits.erl",
    "tests/oracles/units/binaries.erl",
};
static const char *const modules[] = {"calendar", "orddict", "erl_internal", "otp_internal", "queue"};

struct keys {
    VEC(uint64_t) at;
};

static void on_run(void *context, struct runner *r, const struct model *input, const struct trace *t,
                   const struct outcome *o, uint32_t fresh) {
    struct keys *k = context;
    if (o->kind == OUTCOME_RAISE) vec_push(&k->at, o->key);
}

static bool found(const struct keys *k, uint64_t key) {
    for (uint32_t i = 0; i < k->at.n; i++)
        if (k->at.at[i] == key) return true;
    return false;
}

struct tally {
    uint32_t units, complete, inputs, failing, wrong;
};

static void try_inputs(struct unit *u, const struct explore_options *o, const struct keys *k, uint32_t n,
                       struct tally *t) {
    struct runner *r = u->language->runner_new(u, &o->limits);
    for (uint32_t i = 0; i < n; i++) {
        type_id type = variables_type(u->variables, 0);
        struct binding value = {0, sample(u->exprs, u->grammar, type, 4)};
        if (!value.value || !grammar_accepts(u->grammar, type, value.value)) continue;
        struct model input = {1, &value, u->variables};
        struct outcome out = {0};
        u->language->run(r, &input, NULL, &out);
        t->inputs++;
        if (out.kind != OUTCOME_RAISE) continue;
        t->failing++;
        if (found(k, out.key)) continue;
        t->wrong++;
        char *call = u->language->call_text(u, &input);
        fprintf(stderr, "%s: claimed complete, but this fails in a way not found: %s\n", u->name, call);
        mem_free(call);
        break;
    }
    u->language->runner_free(r);
}

static bool fast; // the fast tier: smaller searches, fewer inputs

static void one_unit(struct erlang *e, const struct erlang_target *target, uint32_t inputs, struct tally *t) {
    struct diag d = {0};
    struct unit *u = erlang_unit(e, target, &d);
    if (!u) return;
    struct keys k = {0};
    // Enough for what becomes complete: nothing is claimed of the others.
    struct explore_options o = {.depth = 25,
                                .runs = tier_number(1000, 1000, 3000),
                                .seconds = fast ? 0.5 : 1,
                                .jobs = 1,
                                .solve = {.seconds = 0.2}, // for one query
                                .limits = {.steps = 200000, .memory = 128 << 20},
                                .on_run = on_run,
                                .context = &k};
    struct explore_stats s = {0};
    explore(u, &o, &s);
    t->units++;
    if (s.complete) {
        t->complete++;
        try_inputs(u, &o, &k, inputs, t);
    }
    explore_stats_free(&s);
    vec_free(&k.at);
    u->language->unit_free(u);
}

static void claims_hold(void **state) {
    struct diag d = {0};
    struct erlang_options eo = {.any_term_counts = true,
                                .files = files,
                                .n_files = sizeof files / sizeof *files,
                                .share_dir = "share/frisk"};
    struct erlang *e = erlang_open(&eo, &d);
    assert_non_null(e);
    struct tally t = {0};
    const char *n = getenv("FRISK_CLAIMS_INPUTS");
    fast = tier_is("fast");
    uint32_t inputs = n ? (uint32_t)strtoul(n, NULL, 10) : tier_number(300, 1500, 1500);
    rng_state = 11;
    for (size_t i = 0; i < sizeof files / sizeof *files + sizeof modules / sizeof *modules; i++) {
        size_t n_files = sizeof files / sizeof *files;
        struct erlang_targets targets = {0};
        d = (struct diag){0};
        if (!erlang_targets(e, i < n_files ? files[i] : modules[i - n_files], NULL, &targets, &d))
            fail_msg("%s", d.text);
        for (uint32_t j = 0; j < targets.n; j += fast ? 3 : 1) one_unit(e, &targets.at[j], inputs, &t);
        mem_free(targets.at);
    }
    printf("claims: %u units, %u complete, tried on %u random inputs (%u fail, all in ways found but %u)\n",
           t.units, t.complete, t.inputs, t.failing, t.wrong);
    erlang_close(e);
    assert_int_equal(t.wrong, 0);
    assert_true(t.complete >= (fast ? 15 : 40));
    assert_true(t.failing >= (fast ? 100 : 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(claims_hold)};
    return cmocka_run_group_tests_name("claims", tests, NULL, NULL);
}
