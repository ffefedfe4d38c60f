// SPDX-License-Identifier: Apache-2.0
// Which cases are kept, the result object and the report, over the tiny language.
#include "explore/tiny.h"

#include "suite/judge.h"
#include "suite/result.h"

static void idle(struct runner *r) {}

static uint32_t coverage(struct unit *u, struct code_coverage **out) {
    static const uint32_t missed[] = {7, 9, 10, 11};
    *out = mem_zalloc(2 * sizeof **out);
    (*out)[0] = (struct code_coverage){mem_strdup("tiny:body/1"), {2, 3}, {0, 1}, {0, 2}, {4, 8}, NULL, 4};
    (*out)[0].missed = memcpy(mem_alloc(sizeof missed), missed, sizeof missed);
    (*out)[1] = (struct code_coverage){mem_strdup("tiny:other/0"), {1, 1}, {0, 0}, {0, 0}, {2, 2}, NULL, 0};
    return 2;
}

static uint32_t assumes(struct unit *u, struct assumption **out) {
    *out = mem_zalloc(4 * sizeof **out);
    (*out)[0] = (struct assumption){mem_strdup("locale en"), true};
    (*out)[1] = (struct assumption){mem_strdup("at most 2 arguments"), false};
    (*out)[2] = (struct assumption){mem_strdup("time zone UTC"), true};
    return 3;
}

static bool same_letter(const char *a, const char *b) {
    return *a == *b;
}

struct bench {
    struct tiny tiny;
    struct suite suite;
    struct runner *runner;
    struct outcome outcome;
};

static void bench_init(struct bench *b) {
    tiny_init(&b->tiny, idle, 1, 1000);
    static const struct language_coverage covering = {.ways = "clauses", .report = coverage};
    static const struct language_reporting reporting = {.assumes = assumes, .same_reason = same_letter};
    b->tiny.language.coverage = &covering;
    b->tiny.language.reporting = &reporting;
    for (int i = 0; i < 12; i++)
        concretised_note(&b->tiny.unit.concretised, symbol_of("tiny:hash/1"), symbol_of("tiny.t"), 3);
    suite_init(&b->suite, &b->tiny.unit, NULL);
    b->runner = tiny_runner_new(&b->tiny.unit, NULL);
    b->runner->out = &b->outcome;
}

static void bench_free(struct bench *b) {
    suite_free(&b->suite);
    tiny_runner_free(b->runner);
    concretised_free(&b->tiny.unit.concretised);
    tiny_free(&b->tiny);
}

// Offers the run of tiny(v).
static const struct test_case *offer_ranked(struct bench *b, int64_t v, enum outcome_kind kind, uint64_t key,
                                            uint32_t rank, uint32_t fresh) {
    struct expr_store *x = b->tiny.unit.exprs;
    struct binding value = {0, expr_int_term(x, expr_int(x, v))};
    struct model m = {1, &value, NULL};
    b->outcome = (struct outcome){.kind = kind, .key = key, .steps = 9, .rank = rank};
    return suite_offer(&b->suite, b->runner, &m, &b->outcome, 4, fresh);
}

static const struct test_case *offer(struct bench *b, int64_t v, enum outcome_kind kind, uint64_t key,
                                     uint32_t fresh) {
    return offer_ranked(b, v, kind, key, 0, fresh);
}

static void check_case(const struct suite *s, uint32_t i, const char *call, uint32_t same, bool finding) {
    const struct test_case *c = s->cases.at[i];
    assert_string_equal(c->call, call);
    assert_int_equal(c->same, same);
    assert_int_equal(suite_is_finding(c), finding);
}

static void keeping(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    struct suite *s = &b.suite;
    assert_null(offer(&b, 0, OUTCOME_RETURN, 0, 3)); // a case, but no failure
    offer(&b, 1, OUTCOME_RETURN, 0, 0);              // nothing new
    assert_int_equal(s->cases.n, 1);
    const struct test_case *found = offer(&b, 500, OUTCOME_RAISE, 7, 0); // a new way to fail
    assert_string_equal(found->call, "tiny(500)");
    assert_int_equal(s->cases.n, 2);
    check_case(s, 1, "tiny(500)", 0, true);
    assert_null(offer(&b, 900, OUTCOME_RAISE, 7, 0)); // the same again
    check_case(s, 1, "tiny(500)", 1, true);
    offer(&b, 2, OUTCOME_RAISE, 7, 0); // with a smaller input
    assert_int_equal(s->cases.n, 2);
    check_case(s, 1, "tiny(2)", 2, true);
    offer(&b, 600, OUTCOME_RAISE, 8, 1); // another way
    offer(&b, 700, OUTCOME_RAISE, 8, 5); // known, but it covers something: a test, not a finding
    assert_int_equal(s->cases.n, 4);
    check_case(s, 2, "tiny(600)", 1, true);
    check_case(s, 3, "tiny(700)", 0, false);
    offer(&b, 1, OUTCOME_RAISE, 8, 0); // stands for the failure now; what 600 covers is not given up
    assert_int_equal(s->cases.n, 5);
    check_case(s, 2, "tiny(1)", 2, true);
    check_case(s, 4, "tiny(600)", 0, false);

    suite_sort(s);
    check_case(s, 0, "tiny(1)", 2, true);
    check_case(s, 1, "tiny(2)", 2, true);
    for (uint32_t i = 2; i < s->cases.n; i++) assert_false(suite_is_finding(s->cases.at[i]));
    for (uint32_t i = 3; i < s->cases.n; i++) assert_true(s->cases.at[i - 1]->size <= s->cases.at[i]->size);
    bench_free(&b);
}

static void lower_ranks_first(void **state) { // whatever the sizes
    (void)state;
    struct bench b;
    bench_init(&b);
    offer_ranked(&b, 500, OUTCOME_RAISE, 7, 1, 0);
    offer_ranked(&b, 2, OUTCOME_RAISE, 7, 1, 0);
    check_case(&b.suite, 0, "tiny(2)", 1, true);
    offer_ranked(&b, 900, OUTCOME_RAISE, 7, 0, 0);
    check_case(&b.suite, 0, "tiny(900)", 2, true);
    offer_ranked(&b, 0, OUTCOME_RAISE, 7, 1, 0);
    check_case(&b.suite, 0, "tiny(900)", 3, true);
    assert_int_equal(b.suite.cases.n, 1);
    bench_free(&b);
}

static void equal_calls_are_one_case(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    static const struct stop stop = {true}; // nothing is made smaller here but by hand
    const struct run_limits limits = {.steps = 1000, .stop = &stop};
    b.tiny.unit.shrinks = true;
    offer(&b, 3, OUTCOME_RAISE, 7, 2);
    offer(&b, 900, OUTCOME_RAISE, 7, 4);
    offer(&b, 800, OUTCOME_RAISE, 8, 1);
    mem_free(b.suite.cases.at[0]->call);
    b.suite.cases.at[0]->call = mem_strdup("tiny(900)");
    suite_shrink(&b.suite, &limits);
    assert_int_equal(b.suite.cases.n, 2);
    check_case(&b.suite, 0, "tiny(900)", 1, true);
    assert_int_equal(b.suite.cases.at[0]->covers, 6);
    check_case(&b.suite, 1, "tiny(800)", 0, true);
    bench_free(&b);
}

static void no_end_is_no_case(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    offer(&b, 400, OUTCOME_LIMIT, 0, 5);
    offer(&b, 3, OUTCOME_LIMIT, 0, 0);
    offer(&b, 3, OUTCOME_INCOMPLETE, 1, 2);
    offer(&b, 5, OUTCOME_INCOMPLETE, 2, 2);
    assert_int_equal(b.suite.cases.n, 0);
    assert_int_equal(b.suite.unfinished.n, 3);
    assert_string_equal(b.suite.unfinished.at[0]->call, "tiny(3)");
    assert_int_equal(b.suite.unfinished.at[0]->same, 1);
    bench_free(&b);
}

// ---- Merging ----

// What the real VM said of the case that was tiny(v).
static struct test_case *proved(struct suite *s, const char *call, const char *kind, const char *text,
                                const char *function, uint32_t line) {
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (strcmp(c->call, call)) continue;
        outcome_text_free(&c->outcome);
        c->outcome = (struct outcome_text){
            .kind = mem_strdup(kind), .text = text ? mem_strdup(text) : NULL, .where.line = line};
        if (function) c->outcome.where.function = mem_strdup(function);
        if (line) c->outcome.where.file = mem_strdup("tiny.t");
        c->proof = PROOF_CONFIRMED;
        return c;
    }
    fail_msg("no case %s", call);
    return NULL;
}

// Whether two failures with these reasons, at places that are equal or not, are one finding after the proof.
static bool one(const char *reason, const char *other, uint32_t line, uint32_t other_line) {
    struct bench b;
    bench_init(&b);
    offer(&b, 5, OUTCOME_RAISE, 1, 0);
    offer(&b, 5, OUTCOME_RAISE, 1, 0);
    offer(&b, 2, OUTCOME_RAISE, 2, 0);
    offer(&b, 2, OUTCOME_RETURN, 0, 1);
    proved(&b.suite, "tiny(5)", "error", reason, line ? "f/1" : NULL, line);
    struct test_case *small =
        proved(&b.suite, "tiny(2)", "error", other, other_line ? "f/1" : NULL, other_line);
    suite_merge(&b.suite);
    assert_int_equal(b.suite.cases.n, 3); // the test stays
    uint32_t findings = 0;
    for (uint32_t i = 0; i < b.suite.cases.n; i++) findings += suite_is_finding(b.suite.cases.at[i]);
    if (findings == 1) {
        assert_ptr_equal(b.suite.cases.at[0], small);
        assert_int_equal(small->same, 2); // three runs failed so
    } else {
        assert_int_equal(findings, 2);
        assert_int_equal(small->same, 0);
    }
    bench_free(&b);
    return findings == 1;
}

// The toy language tells reasons apart by their first letter.
static void same_on_the_real_vm(void **state) {
    (void)state;
    assert_true(one("badarg", "badarg", 3, 3));
    assert_false(one("badarg", "badarg", 3, 4));
    assert_true(one("badarg", "badarith", 3, 3));
    assert_false(one("a", "b", 3, 3));
    // Without a place the whole reason must be the same.
    assert_true(one("{a,1}", "{a,1}", 0, 0));
    assert_false(one("{a,1}", "{a,2}", 0, 0));
}

// An exception is placed by its class.
static void exceptions_by_their_class(void **state) {
    (void)state;
    static const struct {
        const char *a, *b, *class, *other;
        bool same;
    } pairs[] = {
        {"by zero", "by one", "A", "A", true}, {"by zero", "by zero", "A", "B", false},
        {"by zero", "no", "A", "A", false},    {NULL, NULL, "A", "A", true},
        {"a", NULL, "A", "A", false},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct bench b;
        bench_init(&b);
        for (int v = 1; v <= 2; v++) {
            offer(&b, v, OUTCOME_RAISE, (uint64_t)v, 0);
            char call[16];
            snprintf(call, sizeof call, "tiny(%d)", v);
            struct test_case *c = proved(&b.suite, call, "error", v == 1 ? pairs[i].a : pairs[i].b, NULL, 0);
            c->outcome.exception = mem_strdup(v == 1 ? pairs[i].class : pairs[i].other);
        }
        suite_merge(&b.suite);
        uint32_t findings = 0;
        for (uint32_t k = 0; k < b.suite.cases.n; k++) findings += suite_is_finding(b.suite.cases.at[k]);
        assert_int_equal(findings, pairs[i].same ? 1 : 2);
        bench_free(&b);
    }
}

static void unlike_proofs_stay_apart(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    for (int v = 1; v <= 4; v++) offer(&b, v, OUTCOME_RAISE, (uint64_t)v, 0);
    struct suite *s = &b.suite;
    proved(s, "tiny(1)", "error", "badarg", "f/1", 3);
    proved(s, "tiny(2)", "exit", "badarg", "f/1", 3);
    struct test_case *c = proved(s, "tiny(3)", "error", "badarg", "f/1", 3),
                     *d = proved(s, "tiny(4)", "error", "badarg", "f/1", 3);
    c->proof = d->proof = PROOF_DIFFERS;
    c->real = mem_strdup("returned 1");
    d->real = mem_strdup("returned 2");
    suite_merge(s);
    for (uint32_t i = 0; i < 4; i++) assert_true(suite_is_finding(s->cases.at[i]));
    mem_free(d->real);
    d->real = mem_strdup("returned 1");
    suite_merge(s);
    assert_int_equal(c->same, 1);
    assert_true(d->repeat);
    bench_free(&b);
}

// What the real VM did, and what it means for the case.
static void proofs_are_judged(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    offer(&b, 1, OUTCOME_RAISE, 1, 0);
    struct test_case *c = b.suite.cases.at[0];
    judge_case(c, REAL_NO_FAILURE, mem_strdup("returned 1"));
    assert_int_equal(c->proof, PROOF_DIFFERS);
    assert_int_equal(outcomes_case_category(c), CATEGORY_NOT_TRIGGERED);
    assert_string_equal(c->real, "returned 1");
    judge_case(c, REAL_SAME, mem_strdup("not kept"));
    assert_int_equal(c->proof, PROOF_CONFIRMED);
    assert_int_equal(outcomes_case_category(c), CATEGORY_TRIGGERED);
    assert_null(c->real);
    judge_case(c, REAL_NOT_IN_TIME, NULL);
    assert_int_equal(c->proof, PROOF_TIMEOUT);
    c->varies = "a clock";
    judge_case(c, REAL_OTHERWISE, NULL);
    assert_int_equal(c->proof, PROOF_VARIES);
    bench_free(&b);
}

// Those that a limit of a run cut off are tried; one that fails there becomes a case.
static void cut_off_runs_are_tried(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b);
    for (int v = 1; v <= 3; v++) offer(&b, v, OUTCOME_LIMIT, (uint64_t)v, 0);
    struct suite *s = &b.suite;
    assert_int_equal(s->unfinished.n, 3);
    for (uint32_t i = 0; i < 3; i++) s->unfinished.at[i]->limit = i == 1 ? LIMIT_TIME : LIMIT_STEPS;
    struct test_case *tried[3], *second = s->unfinished.at[2];
    assert_int_equal(judge_unfinished(s, 1u << LIMIT_STEPS, tried, 1), 1);
    assert_int_equal(judge_unfinished(s, 1u << LIMIT_STEPS, tried, 3), 2);
    assert_ptr_equal(tried[1], second);
    uint32_t cases = s->cases.n;
    judge_has_failed(s, second);
    assert_int_equal(s->unfinished.n, 2);
    assert_ptr_equal(s->cases.at[cases], second);
    bench_free(&b);
}

// ---- Results ----

struct made {
    struct bench b;
    struct explore_options options;
    struct explore_stats stats;
    struct unit_result r;
};

static void make(struct made *m) {
    *m = (struct made){0};
    bench_init(&m->b);
    offer(&m->b, 0, OUTCOME_RETURN, 0, 3);
    offer(&m->b, 5, OUTCOME_RAISE, 3, 0);
    offer(&m->b, 5, OUTCOME_RAISE, 3, 0);
    offer(&m->b, 77, OUTCOME_RAISE, 4, 0);
    suite_sort(&m->b.suite);
    m->b.suite.cases.at[0]->proof = PROOF_CONFIRMED;
    m->b.suite.cases.at[1]->proof = PROOF_DIFFERS;
    m->b.suite.cases.at[1]->real = mem_strdup("returned \xff ok"); // no UTF-8
    m->options = (struct explore_options){.depth = 25, .jobs = 1, .seconds = 60, .limits = {1000, 1 << 20}};
    m->stats = (struct explore_stats){
        .runs = 14, .deep = 5, .depth_hit = true, .complete_to_depth = true, .depth = 25, .seconds = 0.25};
    m->stats.solve.sat = 13;
    m->stats.solve.z3_count = 3;
    m->stats.solve.z3_late = 4;
    m->stats.solve.z3_died = 2;
    m->stats.solve.z3_seconds = mem_alloc(3 * sizeof(double));
    memcpy(m->stats.solve.z3_seconds, (double[]){0.5, 0.001, 0.002}, 3 * sizeof(double));
    m->r = (struct unit_result){
        .name = "tiny/1", .suite = &m->b.suite, .options = &m->options, .stats = &m->stats};
    result_collect(&m->r);
}

static void unmake(struct made *m) {
    result_free(&m->r);
    explore_stats_free(&m->stats);
    bench_free(&m->b);
}

// The shape of doc/results.md: every field, with its type. "a.b" is field b of the object a; o: an object
// whose fields are listed, a: an array, i: an integer, r: a real, b: a bool, s: a text, ?: text or null.
static const char *const fields[] = {"frisk s",
                                     "unit s",
                                     "error ?",
                                     "language s",
                                     "options o",
                                     "options.depth i",
                                     "options.runs -",
                                     "options.time -",
                                     "options.jobs i",
                                     "options.strategy s",
                                     "options.seed i",
                                     "options.steps i",
                                     "options.memory i",
                                     "options.branch_bound -",
                                     "complete b",
                                     "complete_to_depth b",
                                     "depth i",
                                     "proved b",
                                     "all_failed b",
                                     "ends s",
                                     "proof_rules a",
                                     "bounds_hit a",
                                     "runs i",
                                     "drawn i",
                                     "beyond i",
                                     "grown i",
                                     "open i",
                                     "unknown i",
                                     "unreached i",
                                     "diverged i",
                                     "incomplete i",
                                     "endless i",
                                     "bounded i",
                                     "limited i",
                                     "discarded i",
                                     "drawn_discarded i",
                                     "all_discarded b",
                                     "known i",
                                     "lossy b",
                                     "outcomes o",
                                     "outcomes.triggered i",
                                     "outcomes.unsolved i",
                                     "outcomes.contradiction i",
                                     "outcomes.infeasible i",
                                     "outcomes.initializer i",
                                     "outcomes.no_model i",
                                     "outcomes.too_long i",
                                     "outcomes.not_triggered i",
                                     "outcomes.final_field i",
                                     "outcomes.no_test i",
                                     "outcomes.different i",
                                     "orders o",
                                     "orders.tried i",
                                     "orders.blocked i",
                                     "orders.open i",
                                     "orders.bound ?",
                                     "orders.delivery s",
                                     "orders.lossy a",
                                     "seconds o",
                                     "seconds.load r",
                                     "seconds.analysis r",
                                     "seconds.search r",
                                     "seconds.run r",
                                     "seconds.solve r",
                                     "seconds.replay r",
                                     "solver o",
                                     "solver.sat i",
                                     "solver.unsat i",
                                     "solver.unknown i",
                                     "solver.rejected i",
                                     "solver.checked i",
                                     "solver.disagreed i",
                                     "solver.links a",
                                     "solver.z3 o",
                                     "solver.z3.queries i",
                                     "solver.z3.seconds r",
                                     "solver.z3.median_seconds r",
                                     "solver.z3.longest_seconds r",
                                     "solver.z3.late i",
                                     "solver.z3.died i",
                                     "assumes a",
                                     "lost a",
                                     "errors i",
                                     "unproved ?",
                                     "untried i",
                                     "findings a",
                                     "unfinished a",
                                     "cases a",
                                     "coverage o",
                                     "coverage.clauses o",
                                     "coverage.clauses.hit i",
                                     "coverage.clauses.of i",
                                     "coverage.generated o",
                                     "coverage.generated.hit i",
                                     "coverage.generated.of i",
                                     "coverage.native o",
                                     "coverage.native.hit i",
                                     "coverage.native.of i",
                                     "coverage.lines o",
                                     "coverage.lines.hit i",
                                     "coverage.lines.of i",
                                     "coverage.functions a",
                                     NULL};

static json_t *json_at(json_t *o, const char *path) {
    for (const char *end; o; path = end + 1) {
        end = path + strcspn(path, ".");
        o = json_object_getn(o, path, (size_t)(end - path));
        if (!*end) break;
    }
    return o;
}

static bool has_type(const json_t *v, char type) {
    switch (type) {
    case 'o': return json_is_object(v);
    case 'a': return json_is_array(v);
    case 'i': return json_is_integer(v);
    case 'r': return json_is_real(v);
    case 'b': return json_is_boolean(v);
    case 's': return json_is_string(v);
    case '?': return json_is_string(v) || json_is_null(v);
    default: return json_is_number(v) || json_is_null(v);
    }
}

// Each field of o is listed, and of the type that the list says; those of the objects in it likewise.
static void check_fields(json_t *o, const char *prefix, const char *const *list) {
    const char *key;
    json_t *value;
    size_t in_list = 0;
    json_object_foreach(o, key, value) {
        char path[100];
        snprintf(path, sizeof path, "%s%s%s", prefix ? prefix : "", prefix ? "." : "", key);
        size_t n = strlen(path), i = 0;
        while (list[i] && !(strncmp(list[i], path, n) == 0 && list[i][n] == ' ')) i++;
        if (!list[i]) fail_msg("%s is not told in doc/results.md and here", path);
        if (!has_type(value, list[i][n + 1])) fail_msg("%s is not of type %c", path, list[i][n + 1]);
        if (json_is_object(value)) check_fields(value, path, list);
    }
    for (size_t i = 0; list[i]; i++) {
        size_t n = prefix ? strlen(prefix) : 0;
        if (prefix && !(strncmp(list[i], prefix, n) == 0 && list[i][n] == '.')) continue;
        in_list += strchr(list[i] + n + (n > 0), '.') == NULL;
    }
    if (in_list != json_object_size(o)) fail_msg("%s lacks a field", prefix ? prefix : "the object");
}

static void result_object(void **state) {
    (void)state;
    struct made m;
    make(&m);
    char *text = result_json_text(result_json(&m.r));
    json_error_t why;
    json_t *o = json_loads(text, 0, &why);
    assert_non_null(o);
    check_fields(o, NULL, fields);
#define AT(path) json_at(o, path)
    assert_int_equal(json_integer_value(AT("runs")), 14);
    assert_int_equal(json_integer_value(AT("solver.sat")), 13);
    assert_int_equal(json_integer_value(AT("solver.z3.late")), 4);
    assert_int_equal(json_integer_value(AT("solver.z3.died")), 2);
    assert_int_equal(json_integer_value(AT("outcomes.triggered")), 1); // the finding that was confirmed
    assert_int_equal(json_integer_value(AT("outcomes.different")), 1); // and the other one
    assert_int_equal(json_integer_value(AT("outcomes.no_test")), 0);
    assert_int_equal(json_integer_value(AT("outcomes.too_long")), 5);
    assert_int_equal(json_integer_value(AT("outcomes.unsolved")), 0);
    assert_int_equal(json_array_size(AT("assumes")), 3);
    assert_string_equal(json_string_value(json_array_get(AT("assumes"), 0)), "locale en");
    const json_t *missed = json_object_get(json_array_get(AT("coverage.functions"), 0), "missed");
    assert_int_equal(json_array_size(missed), 4);
    assert_int_equal(json_integer_value(json_array_get(missed, 1)), 9);
    assert_int_equal(json_integer_value(AT("coverage.clauses.hit")), 3); // 2 + 1
    assert_int_equal(json_integer_value(AT("coverage.clauses.of")), 4);
    assert_int_equal(json_integer_value(AT("coverage.native.of")), 2);
    assert_int_equal(json_array_size(AT("solver.links")), LINK_COUNT);
    assert_int_equal(json_array_size(AT("coverage.functions")), 2);
    assert_int_equal(json_array_size(AT("lost")), 1);
    assert_int_equal(json_array_size(AT("cases")), 3);
    json_t *findings = AT("findings");
    assert_int_equal(json_array_size(findings), 2);
    assert_string_equal(json_string_value(json_array_get(AT("bounds_hit"), 0)), "depth");
    assert_int_equal(json_integer_value(AT("errors")), 1);
    assert_true(json_real_value(AT("solver.z3.median_seconds")) == 0.002);

    json_t *f = json_array_get(findings, 0);
    const char *call, *kind, *group, *reason, *file, *function, *proof, *argument, *cause, *cause_argument,
        *cause_reason, *from;
    int line, times, confirmed, every, late, of, bad;
    bad = json_unpack_ex(f, &why, JSON_STRICT,
                         "{s:s,s:s,s:[s],s:s,s:s,s:{s:s,s:i,s:s},s:[{s:[s],s:s,s:s,s:n}],s:[s],s:n,s:b,s:s,s:"
                         "n,s:n,s:n,s:i,s:[],s:b,s:b,s:i,s:n}",
                         "kind", &kind, "group", &group, "input", &argument, "call", &call, "reason", &reason,
                         "where", "file", &file, "line", &line, "function", &function, "causes", "input",
                         &cause_argument, "call", &cause, "reason", &cause_reason, "test", "reached_from",
                         &from, "same_as", "confirmed", &confirmed, "proof", &proof, "real", "output",
                         "varies", "times", &times, "order", "every_order", &every, "late_only", &late,
                         "trace_length", &of, "test");
    if (bad) fail_msg("%s", why.text);
    assert_string_equal(call, "tiny(5)");
    assert_string_equal(argument, "5");
    assert_string_equal(cause, "tiny(5)");
    assert_string_equal(cause_argument, "5");
    assert_string_equal(cause_reason, "{tiny,3}");
    assert_string_equal(from, "tiny/1");
    assert_string_equal(group, "error");
    assert_string_equal(reason, "{tiny,3}");
    assert_string_equal(file, "tiny.t");
    assert_int_equal(line, 3);
    assert_int_equal(times, 2);
    assert_true(confirmed);
    const char *real = json_string_value(json_object_get(json_array_get(findings, 1), "real"));
    assert_string_equal(real, "returned \xef\xbf\xbd ok");
    json_decref(o);
    mem_free(text);
    unmake(&m);
}

// The lines of the report in their order.
static void expect_in_order(const char *text, const char *const *lines) {
    const char *at = text;
    for (; *lines; lines++) {
        const char *found = strstr(at, *lines);
        if (!found) fail_msg("not found, or not in this order: %s\nin:\n%s", *lines, text);
        at = found + strlen(*lines);
    }
}

static void report(void **state) {
    (void)state;
    struct made m;
    make(&m);
    struct str out = {0};
    struct report_style style = {.longest = 400};
    report_unit(&m.r, &style, &out);
    static const char *const lines[] = {"tiny/1: 1 error\n",
                                        "\n  tiny(5)\n",
                                        "error:{tiny,3}  at tiny.t:3, body/1\n",
                                        "confirmed\n",
                                        "Not confirmed",
                                        "\n  tiny(77)\n",
                                        "error:{tiny,4}",
                                        "the real VM did something else: returned",
                                        "tiny:body/1",
                                        "2 of 3",
                                        "4 of 8\n",
                                        "tiny:hash/1",
                                        "tiny.t:3  12 times\n",
                                        "\nassumes: locale en, time zone UTC as on this machine; at most 2 "
                                        "arguments\n",
                                        "every path was tried, but in 1 case the real VM did not do what was "
                                        "expected (14 runs, 0.2 s)\n",
                                        NULL};
    expect_in_order(str_text(&out), lines);
    assert_null(strchr(str_text(&out), '\033'));
    str_clear(&out);
    style.color = true;
    report_unit(&m.r, &style, &out);
    assert_non_null(strstr(str_text(&out), "\033[31m1 error\033[0m"));
    str_clear(&out);
    report_unit(&m.r, &(struct report_style){.verbose = true}, &out);
    assert_non_null(strstr(str_text(&out), "\n    lines 7, 9-11 not reached\n  tiny:other/0"));
    static const char *const accounting[] = {
        "\nOutcomes\n", "1  triggered: ", "5  too_long: ", "1  different: ", "  bounds hit: depth\n", NULL};
    expect_in_order(str_text(&out), accounting);
    str_free(&out);
    unmake(&m);
}

static const char *last_line(struct made *m, struct str *out) {
    str_clear(out);
    report_unit(&m->r, &(struct report_style){0}, out);
    out->at[out->n - 1] = 0;
    return strrchr(out->at, '\n') + 1;
}

static void summaries(void **state) {
    (void)state;
    struct made m;
    make(&m);
    struct str out = {0};
    struct test_case **cases = m.b.suite.cases.at;
    m.stats.complete = m.stats.complete_to_depth = true;
    m.stats.depth_hit = false;
    // A case that the real VM did not do as expected takes the proof away.
    assert_false(result_complete(&m.r));
    assert_false(result_complete_to_depth(&m.r));
    assert_non_null(strstr(last_line(&m, &out), "in 1 case the real VM did not do what was expected"));
    cases[1]->proof = PROOF_TIMEOUT;
    assert_false(result_complete(&m.r));
    cases[1]->proof = PROOF_CONFIRMED;
    assert_true(result_complete(&m.r));
    m.stats.runs = 1;
    m.stats.seconds = 0;
    assert_string_equal(last_line(&m, &out),
                        "complete: every path was tried; there are no other errors; that it "
                        "always ends is not proved (1 run, 0.0 s)");
    m.stats.ends = ENDS_PROVED;
    assert_string_equal(last_line(&m, &out),
                        "complete: every path was tried; there are no other errors (1 run, 0.0 s)");
    m.stats.complete = m.stats.complete_to_depth = false;
    m.stats.time_hit = true;
    m.stats.open = 3;
    assert_string_equal(last_line(&m, &out),
                        "stopped after 60 s, not all paths were tried; -t gives it more time (1 run, 0.0 s)");
    m.stats.stopped = true;
    assert_string_equal(last_line(&m, &out), "interrupted, not all paths were tried (1 run, 0.0 s)");
    m.stats.open = 0;
    m.stats.unknown = 2;
    assert_string_equal(last_line(&m, &out),
                        "every path seen up to depth 25 was tried, but for what is left open (1 run, 0.0 s)");
    for (uint32_t i = 0; i < m.b.suite.cases.n; i++) cases[i]->kind = OUTCOME_RETURN;
    m.stats.complete = m.stats.complete_to_depth = true;
    assert_string_equal(last_line(&m, &out),
                        "proof: every path was tried; no input makes it fail (1 run, 0.0 s)");
    m.stats.complete = false;
    m.stats.lost = true;
    assert_string_equal(
        last_line(&m, &out),
        "every path seen up to depth 25 was tried; values taken as concrete may hide others (1 run, 0.0 s)");
    m.stats.lost = false;
    m.stats.depth_hit = true;
    assert_string_equal(last_line(&m, &out),
                        "every path up to depth 25 was tried; -d goes deeper (1 run, 0.0 s)");
    str_free(&out);
    unmake(&m);
}

// What is claimed of all inputs is not, once the real VM has done something else with one.
static void claims_withdrawn(void **state) {
    (void)state;
    struct made m;
    make(&m);
    struct test_case *first = m.b.suite.cases.at[0], *second = m.b.suite.cases.at[1];
    for (uint32_t i = 0; i < m.b.suite.cases.n; i++) m.b.suite.cases.at[i]->proof = PROOF_CONFIRMED;
    m.stats.proved = m.stats.complete = true;
    m.stats.ends = ENDS_PROVED;
    assert_true(result_proved(&m.r) && result_complete(&m.r));
    assert_int_equal(result_ends(&m.r), ENDS_PROVED);
    second->proof = PROOF_DIFFERS;
    assert_false(result_proved(&m.r) || result_complete(&m.r));
    assert_int_equal(result_ends(&m.r), ENDS_UNKNOWN);
    second->proof = PROOF_TIMEOUT;
    assert_false(result_proved(&m.r));
    assert_int_equal(result_ends(&m.r), ENDS_UNKNOWN);
    // It does not end: the real VM may say otherwise of that input, others say nothing of it.
    m.stats.ends = ENDS_NOT;
    first->endless = true;
    assert_int_equal(result_ends(&m.r), ENDS_NOT);
    first->proof = PROOF_DIFFERS;
    assert_int_equal(result_ends(&m.r), ENDS_UNKNOWN);
    first->proof = PROOF_UNTRIED;
    assert_int_equal(result_ends(&m.r), ENDS_NOT);
    second->endless = true;
    first->proof = PROOF_DIFFERS;
    assert_int_equal(result_ends(&m.r), ENDS_NOT);
    unmake(&m);
}

// All runs were discarded: that, and nothing else, is said; a claim made ahead of the search stands.
static void nothing_tested(void **state) {
    (void)state;
    struct made m;
    struct str out = {0};
    make(&m);
    for (uint32_t i = 0; i < m.b.suite.cases.n; i++) {
        m.b.suite.cases.at[i]->kind = OUTCOME_RETURN;
        m.b.suite.cases.at[i]->proof = PROOF_CONFIRMED;
    }
    explore_stats_free(&m.stats);
    m.stats = (struct explore_stats){.runs = 2, .discarded = 2, .all_discarded = true};
    assert_string_equal(last_line(&m, &out), "all inputs were discarded: nothing was tested (2 runs, 0.0 s)");
    assert_non_null(strstr(str_text(&out), ": nothing was tested\n"));
    assert_null(strstr(str_text(&out), "no error found"));
    m.stats.open = 1;
    m.stats.stopped = true;
    assert_string_equal(last_line(&m, &out), "all inputs were discarded: nothing was tested; interrupted, "
                                             "not all paths were tried (2 runs, 0.0 s)");
    m.stats = (struct explore_stats){.runs = 1,
                                     .discarded = 1,
                                     .all_discarded = true,
                                     .complete = true,
                                     .proved = true,
                                     .ends = ENDS_PROVED};
    assert_non_null(strstr(last_line(&m, &out), "proof: raises nothing and ends for any input"));
    assert_non_null(strstr(str_text(&out), "no error found"));
    // Each ended within the unit: the search stands, and is told as what it is.
    m.stats = (struct explore_stats){.runs = 2, .discarded = 2, .complete = true, .ends = ENDS_PROVED};
    assert_string_equal(last_line(&m, &out),
                        "complete: every path was tried; each ends where an assumption does "
                        "not hold (2 runs, 0.0 s)");
    str_free(&out);
    unmake(&m);
}

// Among others a unit without findings is one line, which keeps all counts.
static void brief(void **state) {
    (void)state;
    struct made m;
    make(&m);
    struct str out = {0};
    struct report_style style = {.brief = true};
    report_unit(&m.r, &style, &out);
    static const char *const lines[] = {"tiny/1: 1 error\n\n  tiny(5)\n", "\n  tiny(77)\n",
                                        "\n\n  every path",
                                        "; 1 place taken as concrete (14 runs, 0.2 s)\n  assumes: locale en, "
                                        "time zone UTC as on this machine; at most 2 arguments\n\n",
                                        NULL};
    expect_in_order(str_text(&out), lines);
    assert_null(strstr(str_text(&out), "tiny:body/1"));
    str_clear(&out);
    for (uint32_t i = 0; i < m.b.suite.cases.n; i++) {
        m.b.suite.cases.at[i]->kind = OUTCOME_RETURN;
        m.b.suite.cases.at[i]->proof = PROOF_CONFIRMED;
    }
    m.stats = (struct explore_stats){.runs = 9,
                                     .unknown = 1,
                                     .unreached = 9, // 7 of which are of the runs that follow
                                     .limited = 3,
                                     .incomplete = 4,
                                     .depth_hit = true,
                                     .depth = 25,
                                     .solve = m.stats.solve};
    report_unit(&m.r, &style, &out);
    assert_string_equal(
        str_text(&out),
        "tiny/1: no error found; every path seen up to depth 25 was tried, but for what is left "
        "open; 1 undecided; 2 not reached; 3 runs did not finish; 4 runs not followed; 1 place taken as "
        "concrete (9 runs, 0.0 s)\n"
        "  assumes: locale en, time zone UTC as on this machine; at most 2 arguments\n");
    str_clear(&out);
    struct explore_options short_time = *m.r.options; // no claim that anything was tried
    short_time.seconds = 2;
    m.r.options = &short_time;
    m.stats = (struct explore_stats){.open = 1, .time_hit = true, .depth = 25, .solve = m.stats.solve};
    report_unit(&m.r, &style, &out);
    assert_non_null(strstr(str_text(&out), "stopped after 2 s, before the first run was through; -t gives"));
    str_clear(&out);
    report_unit(&(struct unit_result){.name = "tiny/2", .error = "no such function"}, &style, &out);
    assert_string_equal(str_text(&out), "tiny/2: could not be analysed: no such function\n");
    str_free(&out);
    unmake(&m);
}

static void lost_places(void **state) {
    (void)state;
    struct made m;
    make(&m);
    concretised_entries_free(m.r.lost, m.r.n_lost);
    m.r.n_lost = 5;
    m.r.lost = mem_zalloc(5 * sizeof *m.r.lost);
    for (uint64_t i = 0; i < 5; i++)
        m.r.lost[i] = (struct lost_entry){mem_strdup("tiny:hash/1"), mem_strdup("tiny.t:3"), 5 - i};
    struct str out = {0};
    report_unit(&m.r, &(struct report_style){0}, &out);
    static const char *const few[] = {"5 times\n", "4 times\n", "3 times\n  2 more (-v lists them)\n", NULL};
    expect_in_order(str_text(&out), few);
    str_clear(&out);
    report_unit(&m.r, &(struct report_style){.verbose = true}, &out);
    static const char *const all[] = {"3 times\n", "2 times\n", "1 time\n", NULL};
    expect_in_order(str_text(&out), all);
    str_free(&out);
    unmake(&m);
}

static void tests_written(void **state) {
    (void)state;
    struct made m;
    make(&m);
    struct str out = {0};
    report_unit(&m.r, &(struct report_style){0}, &out);
    assert_null(strstr(str_text(&out), "written"));
    m.b.suite.out_dir = "some/dir";
    m.b.suite.cases.at[0]->test = mem_strdup("fails_test");
    str_clear(&out);
    report_unit(&m.r, &(struct report_style){0}, &out);
    assert_non_null(strstr(str_text(&out), "\n1 test written to some/dir\n"));
    m.r.unproved = "--no-replay";
    str_clear(&out);
    report_unit(&m.r, &(struct report_style){0}, &out);
    assert_non_null(strstr(str_text(&out),
                           "\nnothing was tried on the real VM, and no test suite written: --no-replay\n"));
    str_free(&out);
    unmake(&m);
}

static void long_values_are_cut(void **state) {
    (void)state;
    struct made m;
    make(&m);
    struct test_case *c = m.b.suite.cases.at[0];
    mem_free(c->call);
    mem_free(c->arguments[0]);
    struct str call = {0}, argument = {0};
    for (int i = 0; i < 100; i++)
        str_add(&argument, "\xc3\xa4"); // two bytes each: cut between characters only
    str_addf(&call, "tiny(%s, 7)", str_text(&argument));
    c->call = str_take(&call);
    c->arguments[0] = str_take(&argument);
    struct str out = {0};
    report_unit(&m.r, &(struct report_style){.longest = 50}, &out);
    const char *cut = strstr(str_text(&out), " ... 50 more characters, 7)\n");
    assert_non_null(cut);
    uint32_t n = 0;
    for (const char *p = cut; p[-1] != '('; p--) n++;
    assert_int_equal(n, 100); // bytes of fifty characters
    assert_non_null(strstr(cut, "-v shows long values in full"));
    str_clear(&out);
    report_unit(&m.r, &(struct report_style){.longest = 90}, &out); // not for the sake of ten
    assert_null(strstr(str_text(&out), "more characters"));
    str_free(&out);
    unmake(&m);
}

static void totals(void **state) {
    (void)state;
    struct made m;
    make(&m);
    struct unit_result failed = {.name = "tiny/2", .error = "no such function"};
    struct report_totals t = {0};
    result_totals_add(&t, &m.r);
    assert_true(t.spaced);
    result_totals_add(&t, &failed);
    struct str out = {0};
    uint32_t missed[] = {5};
    const struct code_coverage module = {(char *)"tiny", {3, 4}, {0, 1}, {0, 2}, {6, 7}, missed, 1};
    report_totals(&t, &module, 1, &(struct report_style){0}, &out);
    assert_string_equal(str_text(&out), "\ntiny: 3 of 4 clauses, 6 of 7 lines reached\n2 functions: 1 error "
                                        "in 1 of them, 1 could not be analysed\n");
    json_t *units = json_array();
    json_array_append_new(units, result_json(&m.r));
    json_array_append_new(units, result_json(&failed));
    char *text = result_json_text(result_json_units(units, &module, 1));
    json_t *o = json_loads(text, 0, NULL);
    json_t *second = json_array_get(json_object_get(o, "units"), 1);
    assert_string_equal(json_string_value(json_object_get(second, "error")), "no such function");
    json_t *first = json_array_get(json_object_get(o, "modules"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "tiny");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(first, "clauses"), "hit")), 3);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(first, "native"), "of")), 2);
    json_decref(o);
    mem_free(text);
    str_free(&out);
    unmake(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeping),
        cmocka_unit_test(lower_ranks_first),
        cmocka_unit_test(no_end_is_no_case),
        cmocka_unit_test(equal_calls_are_one_case),
        cmocka_unit_test(result_object),
        cmocka_unit_test(claims_withdrawn),
        cmocka_unit_test(nothing_tested),
        cmocka_unit_test(report),
        cmocka_unit_test(summaries),
        cmocka_unit_test(long_values_are_cut),
        cmocka_unit_test(totals),
        cmocka_unit_test(brief),
        cmocka_unit_test(lost_places),
        cmocka_unit_test(tests_written),
        cmocka_unit_test(same_on_the_real_vm),
        cmocka_unit_test(exceptions_by_their_class),
        cmocka_unit_test(proofs_are_judged),
        cmocka_unit_test(cut_off_runs_are_tried),
        cmocka_unit_test(unlike_proofs_stay_apart),
    };
    return cmocka_run_group_tests_name("suite", tests, NULL, NULL);
}
