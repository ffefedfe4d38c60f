// SPDX-License-Identifier: Apache-2.0
// Signals under way (--delivery delayed): the derivations of G. Vidal, "Symbolic Execution in Erlang" (MiST,
// Universitat Politècnica de València), who overtakes whom, and units that fail only if a signal is late.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "erlang/erlang.h"
#include "explore/explore.h"
#include "explore/schedule/orders.h"

static const char *const file = "tests/erlang/delivery_units.erl";

static struct erlang *open_lossy(bool delayed, const char *pair) {
    static const char *pairs[1]; // borrowed by the units
    pairs[0] = pair;
    struct diag d = {0};
    struct erlang_options o = {.any_term_counts = true,
                               .files = &file,
                               .n_files = 1,
                               .delayed = delayed,
                               .lossy = pairs,
                               .n_lossy = pair != NULL,
                               .share_dir = "share/frisk"};
    struct erlang *e = erlang_open(&o, &d);
    if (!e) fail_msg("%s", d.text);
    return e;
}

static struct erlang *open_units(bool delayed) {
    return open_lossy(delayed, NULL);
}

static struct unit *unit_of(struct erlang *e, const char *function, uint32_t arity, const char *arguments) {
    struct diag d = {0};
    struct erlang_target t = {symbol_of("delivery_units"), symbol_of(function), arity, arguments};
    struct unit *u = erlang_unit(e, &t, &d);
    if (!u) fail_msg("%s: %s", function, d.text);
    return u;
}

// ---- All orders of one input ----

struct seen {
    uint64_t orders, blocked, raised;
    uint32_t n_results;
    char *results[16];  // each once
    uint64_t arrivals;  // of messages in a run
    bool same_arrivals; // in every order the same ones, in the same sequence
};

static void note_result(struct seen *s, struct unit *u, struct runner *r) {
    struct outcome_text t;
    u->language->describe(r, &t);
    bool known = false;
    for (uint32_t i = 0; i < s->n_results; i++) known |= !strcmp(s->results[i], t.text);
    assert_true(known || s->n_results < 16);
    if (!known) s->results[s->n_results++] = mem_strdup(t.text);
    outcome_text_free(&t);
}

// Those of messages, as a hash; *n counts them.
static uint64_t arrivals_of(struct unit *u, struct runner *r, uint64_t *n) {
    struct case_event *events;
    uint32_t n_events = u->language->ordering->events(r, &events);
    uint64_t h = 1;
    *n = 0;
    for (uint32_t i = 0; i < n_events; i++) {
        if (!strcmp(events[i].what, "arrives")) {
            h = hash_mix(h, hash_bytes(events[i].process, strlen(events[i].process)));
            ++*n;
        }
    }
    case_events_free(events, n_events);
    return h;
}

static struct seen see_all(struct unit *u, enum reduction how) {
    const struct run_limits limits = {.steps = 1000000, .memory = 64 << 20};
    struct runner *r = u->language->runner_new(u, &limits);
    struct orders *o = orders_new(how, 5000);
    struct seen s = {.same_arrivals = true};
    struct model input = u->seeds[0];
    uint64_t first = 0;
    input.variables = u->variables;
    u->language->ordering->follow(r, o);
    do {
        struct outcome out = {0};
        u->language->run(r, &input, NULL, &out);
        s.raised += out.kind == OUTCOME_RAISE;
        if (out.kind == OUTCOME_RETURN || out.kind == OUTCOME_RAISE) note_result(&s, u, r);
        uint64_t of_run = arrivals_of(u, r, &s.arrivals);
        if (!first) first = of_run;
        s.same_arrivals &= of_run == first || out.kind == OUTCOME_DISCARDED;
    } while (orders_advance(o));
    assert_false(orders_astray(o));
    s.orders = orders_stats(o)->tried;
    s.blocked = orders_stats(o)->blocked;
    u->language->ordering->follow(r, NULL);
    orders_free(o);
    u->language->runner_free(r);
    return s;
}

static void free_results(struct seen *s) {
    for (uint32_t i = 0; i < s->n_results; i++) mem_free(s->results[i]);
}

static bool has_result(const struct seen *s, const char *text) {
    for (uint32_t i = 0; i < s->n_results; i++)
        if (!strcmp(s->results[i], text)) return true;
    return false;
}

static struct seen see(bool delayed, const char *function, uint32_t arity, const char *arguments) {
    struct erlang *e = open_units(delayed);
    struct unit *u = unit_of(e, function, arity, arguments);
    struct seen s = see_all(u, REDUCTION_OPTIMAL);
    u->language->unit_free(u);
    erlang_close(e);
    return s;
}

// ---- Vidal's figures ----

// Figure 5: start(1) takes two deliveries; and start(K) two for each number from 1 to K. There is never a
// choice of which: one order of all, and without reduction they are the same in each order of all events.
static void figure_5(void **state) {
    (void)state;
    static const struct {
        const char *argument;
        uint64_t deliveries;
    } calls[] = {{"-3", 2}, {"1", 2}, {"2", 4}, {"5", 10}};
    struct erlang *e = open_units(true);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct unit *u = unit_of(e, "start", 1, calls[i].argument);
        struct seen s = see_all(u, REDUCTION_OPTIMAL), all = see_all(u, REDUCTION_NONE);
        assert_int_equal(s.orders, 1);
        assert_int_equal(s.arrivals, calls[i].deliveries);
        assert_true(s.n_results == 1 && has_result(&s, "last"));
        assert_true(all.same_arrivals && all.arrivals == calls[i].deliveries);
        free_results(&s);
        free_results(&all);
        u->language->unit_free(u);
    }
    erlang_close(e);
}

// Example 4: the clauses are covered by K = 1 and one larger; each larger K is another path, so the search of
// a finite part is complete: K up to 1, and one path each for 2 to 6.
static void example_4(void **state) {
    (void)state;
    struct erlang *e = open_units(true);
    struct unit *u = unit_of(e, "start", 1, NULL);
    struct explore_options o = {
        .depth = 6, .jobs = 1, .solve = {.seconds = 1}, .limits = {.steps = 100000, .memory = 64 << 20}};
    struct explore_stats s = {0};
    explore(u, &o, &s);
    assert_true(s.complete_to_depth && !s.complete && s.depth_hit);
    assert_int_equal(s.raised + s.waiting + s.orders_open, 0);
    assert_true(s.orders >= 6); // one order for each path
    assert_int_equal(s.orders, s.runs);
    explore_stats_free(&s);
    u->language->unit_free(u);
    erlang_close(e);
}

// ---- Who overtakes whom ----

static void overtaking(void **state) {
    (void)state;
    struct seen s = see(false, "direct_and_forwarded", 0, NULL);
    assert_true(s.n_results == 1 && has_result(&s, "{direct,forwarded}"));
    free_results(&s);
    s = see(true, "direct_and_forwarded", 0, NULL);
    assert_true(s.n_results == 2 && has_result(&s, "{direct,forwarded}") &&
                has_result(&s, "{forwarded,direct}"));
    assert_int_equal(s.orders, 2);
    free_results(&s);
    s = see(true, "same_pair", 0, NULL);
    assert_true(s.n_results == 1 && has_result(&s, "[1,2,3]"));
    assert_int_equal(s.orders, 1);
    free_results(&s);
    s = see(true, "chain", 1, "100"); // Concuerror's reference: 2
    assert_int_equal(s.orders, 2);
    assert_int_equal(s.n_results, 2);
    free_results(&s);
}

// A server that is started again under its name, while the first one has not ended yet; without a name
// nothing fails.
static void servers(void **state) {
    (void)state;
    struct seen s = see(true, "named_server", 0, NULL);
    assert_true(s.raised > 0 && s.raised < s.orders);
    free_results(&s);
    s = see(true, "server", 0, NULL);
    assert_int_equal(s.raised, 0);
    free_results(&s);
}

static void aliases_and_oneself(void **state) {
    (void)state;
    struct seen s = see(true, "late_alias", 0, NULL);
    assert_true(s.n_results == 2 && has_result(&s, "hello") && has_result(&s, "none"));
    free_results(&s);
    s = see(true, "to_itself", 0, NULL);
    assert_true(s.n_results == 1 && has_result(&s, "hello"));
    free_results(&s);
}

// ---- Only late ----

static void search(bool delayed, const char *function, uint32_t arity, bool fails) {
    struct erlang *e = open_units(delayed);
    struct unit *u = unit_of(e, function, arity, NULL);
    struct explore_options o = {
        .depth = 25, .jobs = 1, .solve = {.seconds = 1}, .limits = {.steps = 100000, .memory = 64 << 20}};
    struct explore_stats s = {0};
    explore(u, &o, &s);
    print_message("%s, %s: %llu orders, %llu fail\n", function, u->delivery, (unsigned long long)s.orders,
                  (unsigned long long)s.raised);
    if ((s.raised > 0) != fails) fail_msg("%s, %s", function, u->delivery);
    if (!s.complete) fail_msg("%s, %s: not complete", function, u->delivery);
    explore_stats_free(&s);
    u->language->unit_free(u);
    erlang_close(e);
}

static void late_signals(void **state) {
    (void)state;
    static const struct {
        const char *function;
        uint32_t arity;
        bool fails, immediate; // with delays; without
    } units[] = {
        {"bad_overtaken", 1, true, false},        {"good_overtaken", 1, false, false},
        {"good_late_down", 0, false, false},      {"bad_late_kill", 0, true, true},
        {"good_late_kill", 0, false, false},      {"bad_monitored_late", 0, true, true},
        {"good_monitored_late", 0, false, false}, {"bad_linked_late", 0, true, true},
        {"good_unlinked_late", 0, false, false},  {"bad_late_timer", 1, true, false},
        {"good_late_timer", 1, false, false},     {"bad_late_reply", 1, true, true},
        {"good_late_reply", 1, false, false},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        search(true, units[i].function, units[i].arity, units[i].fails);
        search(false, units[i].function, units[i].arity, units[i].immediate);
    }
}

// With delays, too, reduction loses no result.
static void as_without_reduction(void **state) {
    (void)state;
    static const char *const units[] = {"direct_and_forwarded",
                                        "same_pair",
                                        "good_late_down",
                                        "bad_late_kill",
                                        "good_late_kill",
                                        "bad_monitored_late",
                                        "bad_linked_late",
                                        "good_unlinked_late",
                                        "linked_and_unlinked",
                                        "demonitored",
                                        "demonitored_of_none",
                                        "late_alias",
                                        "to_itself"};
    struct erlang *e = open_units(true);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct unit *u = unit_of(e, units[i], 0, NULL);
        struct seen some = see_all(u, REDUCTION_OPTIMAL), all = see_all(u, REDUCTION_NONE);
        print_message("%s: %llu orders of %llu\n", units[i], (unsigned long long)some.orders,
                      (unsigned long long)all.orders);
        for (uint32_t k = 0; k < all.n_results; k++)
            if (!has_result(&some, all.results[k])) fail_msg("%s: no %s", units[i], all.results[k]);
        assert_int_equal(some.n_results, all.n_results);
        free_results(&some);
        free_results(&all);
        u->language->unit_free(u);
    }
    erlang_close(e);
}

// ---- Lost ----

// A request or its answer is lost: the call waits for ever. Who waits for some time only need not.
static void lost_messages(void **state) {
    (void)state;
    static const struct {
        const char *function;
        uint32_t arity;
        const char *pair; // between which messages may vanish
        bool waits, raises;
    } units[] = {
        {"start", 1, "*:*", true, false},
        {"bad_lost", 0, NULL, false, false},
        {"bad_lost", 0, "1:1.1", true, false},
        {"bad_lost", 0, "1.1:1", true, false},
        {"bad_lost", 0, "1:1", false, false},
        {"bad_lost", 0, "1.2:*", false, false},
        {"good_lost", 1, "*:*", false, false},
        {"bad_lost_alarm", 1, "1:*", false, true},
        {"bad_lost_alarm", 1, "1.1:*", false, true},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (int delayed = 0; delayed < 2; delayed++) {
            const char *pair = units[i].pair;
            struct erlang *e = open_lossy(delayed, pair);
            struct unit *u = unit_of(e, units[i].function, units[i].arity, NULL);
            struct explore_options o = {.depth = 6,
                                        .jobs = 1,
                                        .solve = {.seconds = 1},
                                        .limits = {.steps = 100000, .memory = 64 << 20}};
            struct explore_stats s = {0};
            explore(u, &o, &s);
            print_message("%s, %s, %s: %llu orders, %llu wait, %llu fail\n", units[i].function,
                          pair ? pair : "none", u->delivery, (unsigned long long)s.orders,
                          (unsigned long long)s.waiting, (unsigned long long)s.raised);
            assert_int_equal(s.waiting > 0, units[i].waits);
            assert_int_equal(s.raised > 0, units[i].raises);
            assert_true(s.complete_to_depth && !s.lost);
            explore_stats_free(&s);
            u->language->unit_free(u);
            erlang_close(e);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_without_reduction),
        cmocka_unit_test(figure_5),
        cmocka_unit_test(example_4),
        cmocka_unit_test(overtaking),
        cmocka_unit_test(servers),
        cmocka_unit_test(aliases_and_oneself),
        cmocka_unit_test(late_signals),
        cmocka_unit_test(lost_messages),
    };
    return cmocka_run_group_tests_name("delivery", tests, NULL, NULL);
}
