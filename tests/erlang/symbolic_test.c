// SPDX-License-Identifier: Apache-2.0
// What a symbolic run says must be true of the input it was made with: the value is that of a concrete run,
// the expression of the value evaluates to it, the condition of each way taken holds, and no other way's
// does; and the concrete run comes to what the VM comes to. Random inputs, without a solver.
// FRISK_SYMBOLIC_CALLS sets the number of inputs for each function (default 60).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "erlang/load/types.h"
#include "erlang/machine/decide.h"
#include "erlang/sampler.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/term/atoms.h"
#include "erlang/term/value.h"
#include "erlang/vm_batch.h"
#include "tier.h"

static const char *const modules[] = {"differential_programs",
                                      "bit_programs",
                                      "regex_programs",
                                      "process_programs",
                                      "string",
                                      "lists",
                                      "binary",
                                      "calendar"};

struct world {
    struct program *program;
    struct expr_store *exprs;
    struct interp *interp;
    struct eval *eval;
    struct vm_batch batch;
    uint64_t runs, decisions, symbolic, wrong;
};

static void wrong(struct world *w, const struct export *x, expr_id input, const char *what, expr_id e) {
    if (w->wrong++ >= 20) return;
    struct str s = {0};
    value_print(w->exprs, input, &s);
    str_add(&s, "\n    ");
    if (e) expr_print(w->exprs, e, &s);
    fprintf(stderr, "%s:%s/%u: %s\n    %s\n", symbol_text(x->module), symbol_text(x->name), x->arity, what,
            str_text(&s));
    str_free(&s);
}

static void check_decisions(struct world *w, const struct export *x, expr_id input, const struct trace *t) {
    for (uint32_t i = 0; i < t->decisions.n; i++) {
        const struct decision *d = &t->decisions.at[i];
        w->decisions++;
        for (uint32_t k = 0; k < d->n; k++) {
            expr_id condition = t->ways.at[d->first_way + k].condition;
            enum truth truth = eval_bool(w->eval, condition);
            if (k == d->taken && truth != TRUTH_TRUE)
                wrong(w, x, input, "the condition of a way taken does not hold", condition);
            if (k != d->taken && truth == TRUTH_TRUE)
                wrong(w, x, input, "the condition of a way not taken holds", condition);
        }
    }
    if (t->contradictions) wrong(w, x, input, "a way taken contradicts what was known", 0);
}

static void check_value(struct world *w, const struct export *x, expr_id input, term value, term plain) {
    struct interp *ip = w->interp;
    if (!term_equal(term_shadowed(value) ? term_concrete(&ip->heap, value) : value, plain))
        wrong(w, x, input, "the value is not that of the concrete run", 0);
    if (!term_shadowed(value)) return;
    w->symbolic++;
    ip->symbolic = true;
    expr_id e = decide_expr(ip, value), is = eval_value(w->eval, e);
    if (!is || expr_eq(w->exprs, is, value_from_term(w->exprs, plain)) != EXPR_TRUE)
        wrong(w, x, input, "the expression of the value is another value", e);
}

static bool holds_function(const struct expr_store *x, expr_id e) {
    enum expr_op op = expr_op(x, e);
    if (op == EXPR_FUN_OP || op == EXPR_OPAQUE_OP) return true;
    for (uint32_t i = 0; i < expr_count(x, e); i++)
        if (holds_function(x, expr_arg(x, e, i))) return true;
    return false;
}

static void one_call(struct world *w, struct export *x, struct grammar *g, type_id type, expr_id input) {
    struct interp *ip = w->interp;
    struct arena kept;
    arena_init(&kept, 0);
    interp_reset(ip, NULL);
    term tuple = value_to_term(w->exprs, input, &ip->heap), plain = TERM_NIL, value = TERM_NIL;
    enum interp_result concrete = interp_call(ip, x, term_tuple(tuple)->at, x->arity, &plain), symbolic;
    batch_call(&w->batch, ip, x, tuple, concrete, plain);
    if (concrete == INTERP_VALUE) plain = term_copy(&kept, plain);
    if (concrete == INTERP_RAISED) plain = term_copy(&kept, term_concrete(&ip->heap, ip->process.reason));
    if (concrete > INTERP_RAISED) goto out;
    struct variables *vars = variables_new();
    variables_add(vars, type, input);
    struct facts *facts = facts_new(w->exprs, g, vars);
    struct trace t;
    struct binding binding = {0, input};
    struct model model = {1, &binding, vars};
    trace_init(&t, w->exprs, facts, 40);
    trace_reset(&t);
    interp_reset(ip, &t);
    ip->input = &model;
    eval_begin(w->eval, &model);
    tuple = value_to_term(w->exprs, input, &ip->heap);
    term args[MAX_ARGUMENTS];
    for (uint32_t i = 0; i < x->arity; i++)
        args[i] =
            term_sym(&ip->heap, term_tuple(tuple)->at[i], expr_elem(w->exprs, expr_var(w->exprs, 0), i));
    symbolic = interp_call(ip, x, args, x->arity, &value);
    w->runs++;
    check_decisions(w, x, input, &t);
    if (symbolic != concrete)
        wrong(w, x, input, "ends otherwise than the concrete run", 0);
    else
        check_value(w, x, input, symbolic == INTERP_VALUE ? value : ip->process.reason, plain);
    trace_free(&t);
    facts_free(facts);
    variables_free(vars);
out:
    arena_free(&kept);
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
    for (uint32_t i = 0; ok && i < calls; i++) {
        expr_id input = sample(w->exprs, g, type, 4);
        if (input && grammar_accepts(g, type, input) && !holds_function(w->exprs, input))
            one_call(w, x, g, type, input);
    }
    grammar_free(g);
}

static void symbolic_runs_tell_the_truth(void **state) {
    const char *const paths[] = {
        compiled_programs("symbolic", "differential_programs.erl bit_programs.erl regex_programs.erl "
                                      "process_programs.erl differential_batch.erl")};
    const char *n = getenv("FRISK_SYMBOLIC_CALLS"), *only = getenv("FRISK_SYMBOLIC_ONLY");
    bool fast = !n && tier_is("fast");
    uint32_t calls = n ? (uint32_t)strtoul(n, NULL, 10) : tier_number(3, 26, 300);
    struct loader_options o = {.paths = paths, .n_paths = 1, .erl = "erl", .share_dir = "share/frisk"};
    static const struct run_limits limits = {.steps = 300000, .memory = 256u << 20};
    static struct world w;
    w.exprs = expr_store_new();
    w.batch.loader = loader_new(&o);
    arena_init(&w.batch.arena, 0);
    w.program = program_new(w.batch.loader, &builtins);
    w.interp = interp_new(w.program, w.exprs, &limits);
    w.eval = eval_new(w.exprs);
    rng_state = 5;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        struct diag d = {0};
        const struct module_code *m = program_module(w.program, symbol_of(modules[i]), &d);
        assert_non_null(m);
        for (uint32_t j = 0; j < m->core->n_functions; j++) {
            const struct core_function *f = &m->core->functions[j];
            if (!f->exported || strcmp(symbol_text(f->name), "module_info") == 0) continue;
            if (only && strcmp(symbol_text(f->name), only) != 0) continue;
            bool bits = strcmp(modules[i], "bit_programs") == 0;
            one_function(&w, m->core->name, f, bits ? (fast ? 2 : 5) * calls : calls);
        }
    }
    work_off(&w.batch);
    const struct tally *t = &w.batch.tally;
    printf("symbolic: %llu runs with %llu decisions, %llu values with expressions; %llu wrong\n"
           "%llu runs compared with the VM (%llu without a model, %llu over a limit, %llu that vary), %llu "
           "differ\n",
           (unsigned long long)w.runs, (unsigned long long)w.decisions, (unsigned long long)w.symbolic,
           (unsigned long long)w.wrong, (unsigned long long)t->compared, (unsigned long long)t->no_model,
           (unsigned long long)t->limits, (unsigned long long)t->varying, (unsigned long long)t->failures);
    assert_int_equal(w.wrong + t->failures, 0);
    if (!only) assert_true(t->compared > w.runs / 2);
    if (!only) assert_true(w.symbolic > (fast ? 150 : 2000));
    eval_free(w.eval);
    interp_free(w.interp);
    program_free(w.program);
    expr_store_free(w.exprs);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(symbolic_runs_tell_the_truth)};
    return cmocka_run_group_tests_name("symbolic", tests, NULL, NULL);
}
