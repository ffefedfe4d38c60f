// SPDX-License-Identifier: Apache-2.0
// Differential test: frisk's interpreter against the real VM. Random arguments that fit the spec (and now and
// then some that do not) go to every function below in both; what comes back, value or exception, must be
// equal term for term. FRISK_DIFFERENTIAL_CALLS sets the number of calls (default 50000),
// FRISK_DIFFERENTIAL_SEED the seed, FRISK_DIFFERENTIAL_ONLY a module or module:function to look at alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "erlang/load/types.h"
#include "erlang/machine/interp.h"
#include "erlang/sampler.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"
#include "erlang/vm_batch.h"

// OTP modules whose exported functions are called under their specs, and programs written for the purpose.
static const char *const modules[] = {
    "differential_programs",
    "bit_programs",
    "differential_tables",
    "regex_programs",
    "process_programs",
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
    "process_programs:init/1", // for gen_server and spawn to call
    "process_programs:handle_call/3",
    "process_programs:handle_cast/2",
    "process_programs:handle_info/2",
    "process_programs:serve/1",
};

struct world {
    struct program *program;
    struct expr_store *exprs;
    struct interp *interp;
    struct vm_batch batch;
};

static void one_call(struct world *w, struct export *x, expr_id tuple) {
    interp_reset(w->interp, NULL);
    term arguments = value_to_term(w->exprs, tuple, &w->interp->heap), mine = TERM_NONE;
    enum interp_result r = interp_call(w->interp, x, term_tuple(arguments)->at, x->arity, &mine);
    // OTP reads clocks to wait for so long; what comes back of these programs does not depend on them.
    if (x->module == symbol_of("process_programs")) w->interp->process.varies = NULL;
    batch_call(&w->batch, w->interp, x, arguments, r, mine);
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

static void one_function(struct world *w, symbol module, const struct core_function *f, uint32_t calls) {
    struct diag d = {0};
    struct export *x = program_export(w->program, module, f->name, f->arity);
    program_resolve(w->program, x);
    struct grammar *g = grammar_new(w->exprs);
    struct types *types = types_new(w->exprs, g, program_core, w->program);
    type_id type;
    bool ok = types_of_arguments(types, module, f->name, f->arity, &type, false, &d);
    types_free(types);
    grammar_freeze(g);
    uint64_t before = w->batch.tally.no_model;
    for (uint32_t i = 0; ok && i < calls && w->batch.tally.no_model - before < 40; i++) {
        expr_id tuple = sample(w->exprs, g, type, 5);
        if (tuple && rng(8) == 0 && f->arity) { // one argument that need not fit the spec
            expr_id elems[MAX_ARGUMENTS];
            for (uint32_t j = 0; j < f->arity; j++) elems[j] = expr_arg(w->exprs, tuple, j);
            elems[rng(f->arity)] = random_term(w->exprs, 2);
            tuple = expr_tuple(w->exprs, elems, f->arity);
        }
        if (tuple) one_call(w, x, tuple);
    }
    grammar_free(g);
}

static void open_world(struct world *w) {
    const char *const paths[] = {compiled_programs(
        "differential",
        "differential_programs.erl bit_programs.erl differential_tables.erl regex_programs.erl "
        "process_programs.erl differential_batch.erl")};
    struct loader_options o = {.paths = paths, .n_paths = 1, .erl = "erl", .share_dir = "share/frisk"};
    static const struct run_limits limits = {.steps = 300000, .memory = 64u << 20};
    w->batch.loader = loader_new(&o);
    w->program = program_new(w->batch.loader, &builtins);
    w->exprs = expr_store_new();
    w->interp = interp_new(w->program, w->exprs, &limits);
    arena_init(&w->batch.arena, 0);
}

static void interpreter_agrees_with_the_vm(void **state) {
    static struct world w;
    const char *n = getenv("FRISK_DIFFERENTIAL_CALLS"), *seed = getenv("FRISK_DIFFERENTIAL_SEED");
    uint64_t calls = n ? strtoull(n, NULL, 10) : 50000;
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
                    one_function(&w, m->core->name, f,
                                 (uint32_t)(calls * 8 / 7 / total) + 1); // not all compare
            }
        }
    work_off(&w.batch);
    const struct tally t = w.batch.tally;
    printf(
        "differential: %llu calls to %u functions compared (%llu made; %llu with funs or pids in the result, "
        "%llu without a model, %llu over a limit, %llu that vary, %llu not asked); %llu differ\n",
        (unsigned long long)t.compared, t.functions, (unsigned long long)t.calls,
        (unsigned long long)t.opaque, (unsigned long long)t.no_model, (unsigned long long)t.limits,
        (unsigned long long)t.varying, (unsigned long long)t.skipped, (unsigned long long)t.failures);
    assert_int_equal(t.failures, 0);
    if (!getenv("FRISK_DIFFERENTIAL_ONLY")) {
        assert_true(t.functions >= 800);
        assert_true(t.compared >= calls);
    }
    arena_free(&w.batch.arena);
    interp_free(w.interp);
    program_free(w.program);
    expr_store_free(w.exprs);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(interpreter_agrees_with_the_vm)};
    return cmocka_run_group_tests_name("differential", tests, NULL, NULL);
}
