// SPDX-License-Identifier: Apache-2.0
// Random programs of three processes: what comes of them in the orders that reduction leaves is what comes of
// them in all orders. The same machine runs both; that it does as the VM does, other tests show.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/str.h"
#include "erlang/erlang.h"
#include "explore/explore.h"
#include "explore/schedule/orders.h"
#include "tier.h"

enum { ORDERS_MOST = 4000, EVENTS_MOST = 200 };

// What a process does, and what it notes of it. S is the first process, T a table, A an array.
static const char *const operations[] = {
    "ets:insert(T, {x, 1})",
    "ets:insert(T, {x, 2})",
    "ets:insert(T, {y, 1})",
    "ets:insert_new(T, {x, 3})",
    "ets:lookup(T, x)",
    "ets:lookup(T, y)",
    "ets:member(T, x)",
    "ets:delete(T, x)",
    "ets:take(T, y)",
    "ets:update_counter(T, x, 1, {x, 0})",
    "ets:info(T, size)",
    "ets:first(T)",
    "ets:select(T, [{{'$1', '_'}, [], ['$1']}])",
    "ets:delete_all_objects(T)",
    "(S ! m)",
    "(S ! n)",
    "(a ! m)",
    "(a ! n)",
    "receive V -> V after 0 -> none end",
    "receive n -> n after 10 -> none end",
    "register(a, self())",
    "unregister(a)",
    "(whereis(a) =:= self())",
    "exit(whereis(a), kill)",
    "exit(S, bad)",
    "process_flag(trap_exit, true)",
    "link(whereis(a))",
    "unlink(whereis(a))",
    "is_process_alive(S)",
    "is_reference(monitor(process, a))",
    "demonitor(monitor(process, S), [flush, info])",
    "process_info(self(), message_queue_len)",
    "persistent_term:put(k, 1)",
    "persistent_term:put(k, 2)",
    "persistent_term:get(k, none)",
    "persistent_term:erase(k)",
    "atomics:add_get(A, 1, 1)",
    "atomics:put(A, 1, 7)",
    "atomics:get(A, 1)",
    "atomics:get(A, 2)",
    "atomics:exchange(A, 2, 5)",
    "is_reference(erlang:send_after(10, S, m))",
    "is_reference(erlang:send_after(10, self(), n))",
    "is_integer(erlang:cancel_timer(erlang:start_timer(10, self(), t)))",
    "erlang:error(oops)",
    "exit(normal)",
    "ets:new(named, [named_table, public])",
    "ets:whereis(named) =:= undefined",
    "ets:insert(named, {x, 1})",
    "(ets:delete(named) =:= true)",
    "receive {k, V} -> V after 0 -> none end",
    "receive M when M =:= m; M =:= n -> M after 5 -> none end",
    "(S ! {k, 1})",
    "(S ! {k, 2})",
    "is_pid(spawn(fun() -> S ! {k, 3} end))",
    "is_pid(spawn(fun() -> catch (a ! {k, 4}), S ! {k, 5} end))",
    "is_pid(spawn(fun() -> register(a, self()), receive m -> S ! n end end))",
    "lists:member(m, element(2, process_info(self(), messages)))",
    "element(2, process_info(self(), messages))",
    "element(2, process_info(S, message_queue_len))",
    "is_pid(spawn_link(fun() -> exit(link_ended) end))",
    "(put(m, monitor(process, a)) =:= none)",
    "demonitor(get(m), [info])",
    "(demonitor(get(m)) =:= none)",
    "receive {'DOWN', _, _, _, _} -> down after 0 -> none end",
};

static uint64_t state_of_chance = 5;

static uint32_t draw(uint32_t below) {
    state_of_chance = hash_mix(state_of_chance, 0x2545F4914F6CDD1Du);
    return (uint32_t)((state_of_chance >> 20) % below);
}

// Of the first process only, which is sent most: M1 is its monitor of another.
static const char *const of_the_first[] = {
    "demonitor(M1)",
    "demonitor(M1, [info])",
    "demonitor(M1, [flush, info])",
    "receive m -> ets:insert(T, {x, 5}) end",
    "receive V -> [ets:insert(T, {x, V}), receive W -> ets:insert(T, {y, W}) after 10 -> none end] end",
};

// Few of the operations in each program, so that they meet; often they are about the same, as neighbours are.
static uint32_t draw_few(uint32_t *few) {
    enum { N = sizeof operations / sizeof *operations, NEAR = 6 };
    uint32_t n = 2 + draw(3), near = draw(2) ? draw(N) : N;
    for (uint32_t k = 0; k < n; k++) few[k] = near < N ? (near + draw(NEAR)) % N : draw(N);
    return n;
}

static void add_body(struct str *s, const uint32_t *few, uint32_t n_few, uint32_t n) {
    str_add(s, "[");
    for (uint32_t i = 0; i < n; i++)
        str_addf(s, "%scatch brief(%s)", i ? ", " : "", operations[few[draw(n_few)]]);
    str_add(s, "]");
}

static char *program_text(const char *module, uint32_t n) {
    struct str s = {0};
    str_addf(&s, "-module(%s).\n-compile([nowarn_export_all, export_all]).\n", module);
    str_add(
        &s,
        "brief({'EXIT', {R, _}}) -> R;\nbrief(X) -> X.\n"
        "note(L) -> [case X of {'EXIT', {R, _}} -> {failed, R}; _ -> X end || X <- L].\n"
        "down(M) -> receive {'DOWN', M, _, _, X} -> case X of {R, [_ | _]} -> {died, R}; _ -> X end end.\n");
    for (uint32_t i = 0; i < n; i++) {
        uint32_t few[4], n_few = draw_few(few);
        str_addf(&s,
                 "-spec f%u() -> term().\nf%u() ->\n    S = self(), T = ets:new(t, [public]), A = "
                 "atomics:new(2, []),\n",
                 i, i);
        str_add(&s, "    {_, M1} = spawn_monitor(fun() -> exit({log, note(");
        add_body(&s, few, n_few, 1 + draw(2));
        str_add(&s, ")}) end),\n    {_, M2} = spawn_monitor(fun() -> exit({log, note(");
        add_body(&s, few, n_few, 1 + draw(2));
        str_add(&s, ")}) end),\n    L = note(");
        if (draw(4))
            add_body(&s, few, n_few, draw(2));
        else
            str_addf(&s, "[catch brief(%s)]", of_the_first[draw(sizeof of_the_first / sizeof *of_the_first)]);
        str_add(&s, "),\n    {L, down(M1), down(M2)}.\n");
    }
    return str_take(&s);
}

typedef VEC(uint64_t) hashes;

static bool has(const hashes *h, uint64_t one) {
    for (uint32_t i = 0; i < h->n; i++)
        if (h->at[i] == one) return true;
    return false;
}

static uint64_t outcome_hash(struct runner *r, const struct unit *u, const struct outcome *o) {
    struct outcome_text t;
    u->language->describe(r, &t);
    uint64_t h = hash_mix(hash_mix(1, o->kind), o->limit);
    if (t.text) h = hash_mix(h, hash_bytes(t.text, strlen(t.text)));
    if (t.kind) h = hash_mix(h, hash_bytes(t.kind, strlen(t.kind)));
    outcome_text_free(&t);
    return h;
}

// False: there are too many orders.
static bool run_all(struct unit *u, struct runner *r, enum reduction how, hashes *out,
                    struct orders_stats *stats) {
    struct orders *o = orders_new(how, EVENTS_MOST);
    struct model nothing = u->seeds[0];
    bool more = true;
    nothing.variables = u->variables;
    u->language->ordering->follow(r, o);
    while (more && orders_stats(o)->tried < ORDERS_MOST) {
        struct outcome out_of_run = {0};
        u->language->run(r, &nothing, NULL, &out_of_run);
        uint64_t h = outcome_hash(r, u, &out_of_run);
        bool blocked = out_of_run.kind == OUTCOME_DISCARDED;
        if (!blocked && !has(out, h)) vec_push(out, h);
        more = orders_advance(o);
    }
    *stats = *orders_stats(o);
    if (orders_astray(o)) fail_msg("%s: a task that was to go could not", u->name);
    u->language->ordering->follow(r, NULL);
    orders_free(o);
    return !more;
}

struct tally {
    uint32_t units, compared, wrong;
    uint64_t all, reduced, blocked;
};

static void one_unit(struct erlang *e, const struct erlang_target *target, struct tally *t) {
    struct diag d = {0};
    struct unit *u = erlang_unit(e, target, &d);
    if (!u) fail_msg("%s", d.text);
    struct run_limits limits = {.steps = 100000, .memory = 64 << 20};
    struct runner *r = u->language->runner_new(u, &limits);
    hashes every = {0}, reduced = {0};
    struct orders_stats all, few;
    t->units++;
    if (run_all(u, r, REDUCTION_NONE, &every, &all)) {
        bool whole = run_all(u, r, REDUCTION_OPTIMAL, &reduced, &few), same = whole && every.n == reduced.n;
        for (uint32_t i = 0; i < every.n && same; i++) same = has(&reduced, every.at[i]);
        if (!same)
            printf("%s: %u results in all orders, %u in those that were left\n", u->name, every.n, reduced.n);
        t->compared++;
        t->wrong += !same;
        t->all += all.tried;
        t->reduced += few.tried;
        t->blocked += few.blocked;
    }
    vec_free(&every);
    vec_free(&reduced);
    u->language->runner_free(r);
    u->language->unit_free(u);
}

static struct erlang *open_with(const char *path, bool delayed, uint32_t lossy,
                                struct erlang_targets *targets) {
    static const char *const pairs[] = {"1.1:1", "1.2:*"};
    struct diag d = {0};
    struct erlang_options eo = {.any_term_counts = true,
                                .files = &path,
                                .n_files = 1,
                                .delayed = delayed,
                                .lossy = pairs,
                                .n_lossy = lossy,
                                .share_dir = "share/frisk"};
    struct erlang *e = erlang_open(&eo, &d);
    if (!e || !erlang_targets(e, path, NULL, targets, &d)) fail_msg("%s", d.text);
    return e;
}

static struct erlang *open_file(const char *path, struct erlang_targets *targets) {
    return open_with(path, false, 0, targets);
}

// Of all functions without arguments in the file.
static struct tally compare_file(const char *path, bool delayed, uint32_t lossy) {
    struct erlang_targets targets = {0};
    struct erlang *e = open_with(path, delayed, lossy, &targets);
    struct tally t = {0};
    for (uint32_t i = 0; i < targets.n; i++)
        if (targets.at[i].arity == 0) one_unit(e, &targets.at[i], &t);
    mem_free(targets.at);
    erlang_close(e);
    printf("%u programs, %u compared: %llu orders, %llu after reduction, %llu of these blocked; wrong: %u\n",
           t.units, t.compared, (unsigned long long)t.all, (unsigned long long)t.reduced,
           (unsigned long long)t.blocked, t.wrong);
    assert_int_equal(t.wrong, 0);
    return t;
}

static void compare_with_all(bool delayed, uint32_t lossy, uint32_t n) {
    const char *path = "build/orders_programs.erl";
    struct diag d = {0};
    const char *seed = getenv("FRISK_ORDERS_SEED");
    if (seed) state_of_chance = strtoull(seed, NULL, 10);
    char *text = program_text("orders_programs", n);
    assert_true(file_write(path, text, strlen(text), &d));
    mem_free(text);
    struct tally t = compare_file(path, delayed, lossy);
    assert_true(lossy || t.blocked * 1000 <= t.reduced);
    assert_true(t.compared > n / 2 && t.all > 3 * t.reduced);
}

static void reduction_loses_nothing(void **state) {
    (void)state;
    compare_with_all(false, 0, tier_number(150, 600, 6000));
}

// Likewise with signals under way.
static void nor_with_delays(void **state) {
    (void)state;
    compare_with_all(true, 0, tier_number(100, 400, 4000));
}

// Likewise where messages may vanish.
static void nor_with_losses(void **state) {
    (void)state;
    compare_with_all(false, 2, tier_number(100, 400, 4000));
    compare_with_all(true, 2, tier_number(50, 200, 2000));
}

// Data and order together: units that fail for some values in some orders, and the same done right.
static void search_unit(struct erlang *e, const struct erlang_target *target) {
    struct diag d = {0};
    struct unit *u = erlang_unit(e, target, &d);
    if (!u) fail_msg("%s", d.text);
    struct explore_options o = {.depth = 25,
                                .seconds = 20,
                                .jobs = 1,
                                .solve = {.seconds = 1},
                                .limits = {.steps = 100000, .memory = 64 << 20}};
    struct explore_stats s = {0};
    bool bad = strncmp(symbol_text(target->function), "bad", 3) == 0;
    explore(u, &o, &s);
    printf("%s: %llu orders, %llu fail, %llu wait%s\n", u->name, (unsigned long long)s.orders,
           (unsigned long long)s.raised, (unsigned long long)s.waiting, s.complete ? ", complete" : "");
    if ((s.raised + s.waiting > 0) != bad) fail_msg("%s", u->name);
    if (!s.complete || s.orders_open) fail_msg("%s is not complete", u->name);
    explore_stats_free(&s);
    u->language->unit_free(u);
}

// A bounded search finds what few preemptions show, and is never complete.
static void bounded_search(void **state) {
    (void)state;
    static const struct {
        const char *function;
        uint32_t preemptions;
        bool fails;
    } searches[] = {{"bad_lost", 0, false}, {"bad_lost", 1, true}, {"good_lost", 1, false}};
    struct erlang_targets targets = {0};
    struct erlang *e = open_file("tests/erlang/order_units.erl", &targets);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        struct erlang_target t = {symbol_of("order_units"), symbol_of(searches[i].function), 1, NULL};
        struct diag d = {0};
        struct unit *u = erlang_unit(e, &t, &d);
        if (!u) fail_msg("%s", d.text);
        struct explore_options o = {.depth = 25,
                                    .jobs = 1,
                                    .bounds_orders = true,
                                    .preemptions = searches[i].preemptions,
                                    .solve = {.seconds = 1},
                                    .limits = {.steps = 100000, .memory = 64 << 20}};
        struct explore_stats s = {0};
        explore(u, &o, &s);
        assert_int_equal(s.raised > 0, searches[i].fails);
        assert_true(s.orders_bounded && s.complete_to_depth && s.orders > 0);
        assert_false(s.complete);
        explore_stats_free(&s);
        u->language->unit_free(u);
    }
    mem_free(targets.at);
    erlang_close(e);
}

static void search_file(const char *path, uint32_t n) {
    struct erlang_targets targets = {0};
    struct erlang *e = open_file(path, &targets);
    uint32_t searched = 0;
    for (uint32_t i = 0; i < targets.n; i++) {
        const char *name = symbol_text(targets.at[i].function);
        if (strncmp(name, "bad_", 4) && strncmp(name, "good_", 5)) continue; // what a behaviour asks for
        search_unit(e, &targets.at[i]);
        searched++;
    }
    assert_int_equal(searched, n);
    mem_free(targets.at);
    erlang_close(e);
}

static void data_and_order(void **state) {
    (void)state;
    search_file("tests/erlang/order_units.erl", 16);
    search_file("tests/erlang/order_programs.erl", 22);
    search_file("tests/erlang/order_kinds.erl", 27);
}

// Programs of each kind of dependence, named after it.
static void kinds_of_dependence(void **state) {
    (void)state;
    struct erlang_targets targets = {0};
    struct erlang *e = open_with("tests/erlang/order_rows.erl", false, 0, &targets);
    struct tally t = {0};
    for (uint32_t i = 0; i < targets.n; i++)
        if (targets.at[i].arity == 0 && strchr(symbol_text(targets.at[i].function), '_'))
            one_unit(e, &targets.at[i], &t);
    mem_free(targets.at);
    erlang_close(e);
    printf("%u programs, %u compared: %llu orders, %llu after reduction\n", t.units, t.compared,
           (unsigned long long)t.all, (unsigned long long)t.reduced);
    assert_true(t.units >= 50 && t.compared == t.units);
    assert_int_equal(t.wrong, 0);
    assert_int_equal(t.blocked, 0);
}

// Programs whose names say how many orders differ.
static void counted(void **state) {
    (void)state;
    struct erlang_targets targets = {0};
    struct erlang *e = open_with("tests/erlang/order_counts.erl", false, 0, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        const char *name = symbol_text(targets.at[i].function), *number = strrchr(name, '_');
        struct diag d = {0};
        struct unit *u = erlang_unit(e, &targets.at[i], &d);
        if (!u || !number) fail_msg("%s: %s", name, d.text);
        struct explore_options o = {
            .depth = 25, .jobs = 1, .solve = {.seconds = 1}, .limits = {.steps = 100000, .memory = 64 << 20}};
        struct explore_stats s = {0};
        explore(u, &o, &s);
        if (!s.complete || s.orders_blocked || s.orders != strtoull(number + 1, NULL, 10))
            fail_msg("%s: %llu orders, %llu blocked", name, (unsigned long long)s.orders,
                     (unsigned long long)s.orders_blocked);
        explore_stats_free(&s);
        u->language->unit_free(u);
    }
    assert_true(targets.n >= 14);
    mem_free(targets.at);
    erlang_close(e);
}

// Each thing that processes do, with signals that arrive at once and late.
static void process_units(void **state) {
    (void)state;
    for (int delayed = 0; delayed < 2; delayed++) {
        struct tally t = compare_file("tests/erlang/process_units.erl", delayed, 0);
        assert_true(t.units == 26 && t.compared > 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted),
        cmocka_unit_test(kinds_of_dependence),
        cmocka_unit_test(data_and_order),
        cmocka_unit_test(bounded_search),
        cmocka_unit_test(reduction_loses_nothing),
        cmocka_unit_test(nor_with_delays),
        cmocka_unit_test(nor_with_losses),
        cmocka_unit_test(process_units),
    };
    return cmocka_run_group_tests_name("orders of processes", tests, NULL, NULL);
}
