// SPDX-License-Identifier: Apache-2.0
// The machine against the real VM, order by order: small programs are run in the orders that the search
// takes, and each of these is forced on the VM, which must then do the same. So both see the same operations,
// and number processes alike.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "erlang/eunit/prove.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/unit.h"
#include "explore/schedule/orders.h"
#include "suite/suite.h"
#include "tier.h"

enum { ORDERS_MOST = 6, EVENTS_MOST = 2000 }; // of one program

struct known_program {
    const char *function, *arguments;
    unsigned arity;
};

static const struct known_program programs[] = {
    {"senders", "", 0},  {"claim", "frisk_claim", 1}, {"counter", "3", 1},  {"reply", "", 0},
    {"linked", "", 0},   {"trapped", "", 0},          {"monitored", "", 0}, {"delayed", "", 0},
    {"long", "6000", 1}, {"folded", "", 0},           {"patient", "", 0},   {"clerks", "", 0},
    {"asked", "7", 1},   {"notified", "", 0},         {"variety", "", 0},
};

// With signals under way: messages, exit signals and timeouts, which the conductor can hold.
static const struct known_program delayed_programs[] = {
    {"start", "2", 1},          {"direct_and_forwarded", "", 0},
    {"same_pair", "", 0},       {"chain", "3", 1},
    {"bad_overtaken", "6", 1},  {"bad_late_kill", "", 0},
    {"bad_late_reply", "9", 1}, {"good_late_reply", "9", 1},
    {"bad_late_timer", "9", 1}, {"late_alias", "", 0},
    {"to_itself", "", 0},
};

// Of process_units.erl, all without arguments.
static const struct known_program process_programs[] = {
#define PROGRAM(name)                                                                                        \
    { #name, "", 0 }
    PROGRAM(hibernating),    PROGRAM(hibernating_late),    PROGRAM(hibernating_killed),
    PROGRAM(given),          PROGRAM(given_away_twice),    PROGRAM(given_to_the_dead),
    PROGRAM(inherited),      PROGRAM(inherited_late),      PROGRAM(environment),
    PROGRAM(persistent),     PROGRAM(looked_at),           PROGRAM(named_table),
    PROGRAM(two_exits),      PROGRAM(two_trapped),         PROGRAM(exit_and_message),
    PROGRAM(kill_and_exit),  PROGRAM(exit_before_message), PROGRAM(normal_exit),
    PROGRAM(own_timers),     PROGRAM(timers_of_two),       PROGRAM(unlinked),
    PROGRAM(remote_call),    PROGRAM(remote_error),        PROGRAM(requested),
    PROGRAM(remote_request), PROGRAM(remote_cast),
#undef PROGRAM
};

static const struct known_program lossy_programs[] = {
    {"good_lost", "9", 1},
    {"bad_lost_alarm", "100", 1},
    {"good_late_reply", "9", 1},
};

struct forced {
    struct program *program;
    struct erlang_target target;
    struct unit *unit;
    struct runner *runner;
    struct suite suite;
};

// The run as a case: what it came to, and in which order.
static void keep(struct forced *f, const struct model *input, const struct outcome *o) {
    const struct language *l = f->unit->language;
    struct test_case *c = mem_zalloc(sizeof *c);
    c->bindings = mem_copy(input->at, (input->n + 1) * sizeof *c->bindings);
    c->input = (struct model){input->n, c->bindings, input->variables};
    c->call = l->call_text(f->unit, input);
    c->n_arguments = l->argument_texts(f->unit, input, &c->arguments);
    l->describe(f->runner, &c->outcome);
    c->kind = o->kind;
    c->processes = o->processes;
    c->n_order = l->ordering->events(f->runner, &c->order);
    vec_push(&f->suite.cases, c);
}

static void run_orders(struct forced *f) {
    struct orders *orders = orders_new(REDUCTION_OPTIMAL, EVENTS_MOST);
    struct model input = f->unit->seeds[0];
    f->unit->language->ordering->follow(f->runner, orders);
    do {
        struct outcome o = {0};
        orders_begin(orders);
        f->unit->language->run(f->runner, &input, NULL, &o);
        if (o.kind == OUTCOME_RETURN || o.kind == OUTCOME_RAISE) keep(f, &input, &o);
        assert_int_not_equal(o.kind, OUTCOME_INCOMPLETE);
    } while (f->suite.cases.n < ORDERS_MOST && orders_advance(orders));
    f->unit->language->ordering->follow(f->runner, NULL);
    orders_free(orders);
}

static uint32_t count_differing(const struct forced *f) {
    uint32_t differ = 0;
    for (uint32_t i = 0; i < f->suite.cases.n; i++) {
        const struct test_case *c = f->suite.cases.at[i];
        if (c->proof == PROOF_CONFIRMED) continue;
        differ++;
        print_message("%s: %s %s, and on the VM: %s\n", c->call,
                      c->outcome.kind ? c->outcome.kind : "returns", c->outcome.text ? c->outcome.text : "",
                      c->real ? c->real : "late");
        for (uint32_t k = 0; k < c->n_order; k++)
            print_message("    %s %s %s\n", c->order[k].process, c->order[k].what, c->order[k].where);
    }
    return differ;
}

// How many orders of the program there were; *differ goes up by those in which the VM did something else.
static uint32_t check_program(struct program *p, const char *module, const struct known_program *known,
                              bool delayed, bool lossy, uint32_t *differ) {
    static const char *const any = "*:*";
    const struct unit_options options = {.delayed = delayed, .lossy = {&any, lossy}};
    const struct run_limits limits = {.steps = 1000000, .memory = 1 << 28};
    struct diag d = {0};
    struct forced f = {
        .program = p,
        .target = {symbol_of(module), symbol_of(known->function), known->arity, known->arguments}};
    f.unit = erlang_unit_new(p, &f.target, &options, &d);
    if (!f.unit) fail_msg("%s", d.text);
    f.runner = f.unit->language->runner_new(f.unit, &limits);
    suite_init(&f.suite, f.unit, NULL);
    f.suite.seconds_per_case = 5;
    run_orders(&f);
    uint32_t n = f.suite.cases.n;
    assert_true(n > 0);
    if (!erlang_prove(p->loader, p, f.unit, f.target.module, f.target.function, f.target.arity, &f.suite, &d))
        fail_msg("%s", d.text);
    uint32_t before = *differ;
    *differ += count_differing(&f);
    print_message("%s: %u orders, %u differ\n", known->function, n, *differ - before);
    suite_free(&f.suite);
    f.unit->language->runner_free(f.runner);
    f.unit->language->unit_free(f.unit);
    return n;
}

static void check_programs(const char *module, const struct known_program *known, size_t n, bool delayed,
                           bool lossy) {
    char file[80];
    snprintf(file, sizeof file, "tests/erlang/%s.erl", module);
    const char *files[] = {file};
    const struct loader_options o = {
        .files = files, .n_files = 1, .erl = "erl", .share_dir = "share/frisk", .no_cache = true};
    struct program *p = program_new(loader_new(&o), &builtins);
    uint32_t differ = 0, orders = 0;
    const char *only = getenv("FRISK_PROGRAM");
    for (size_t i = 0; i < n; i++)
        if (only ? !strcmp(only, known[i].function) : tier_takes(i, 3))
            orders += check_program(p, module, &known[i], delayed, lossy, &differ);
    print_message("%u orders\n", orders);
    assert_int_equal(differ, 0);
    program_free(p);
}

static void vm_agrees(void **state) {
    (void)state;
    check_programs("forced_programs", programs, sizeof programs / sizeof *programs, false, false);
}

static void vm_agrees_with_delays(void **state) {
    (void)state;
    check_programs("delivery_units", delayed_programs, sizeof delayed_programs / sizeof *delayed_programs,
                   true, false);
}

static void vm_agrees_with_losses(void **state) {
    (void)state;
    const size_t n = sizeof lossy_programs / sizeof *lossy_programs;
    check_programs("delivery_units", lossy_programs, n, false, true);
    check_programs("delivery_units", lossy_programs, n, true, true);
}

static void vm_agrees_on_processes(void **state) {
    (void)state;
    check_programs("process_units", process_programs, sizeof process_programs / sizeof *process_programs,
                   false, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(vm_agrees), cmocka_unit_test(vm_agrees_with_delays),
                                       cmocka_unit_test(vm_agrees_with_losses),
                                       cmocka_unit_test(vm_agrees_on_processes)};
    return cmocka_run_group_tests_name("orders_agree", tests, NULL, NULL);
}
