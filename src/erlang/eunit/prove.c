// SPDX-License-Identifier: Apache-2.0
#include "erlang/eunit/prove.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "erlang/code/elixir.h"
#include "erlang/code/stub.h"
#include "erlang/eunit/eunit.h"
#include "erlang/eunit/names.h"
#include "erlang/eunit/update.h"
#include "suite/judge.h"
#include "suite/written.h"

// Limit on the heap of one process on the real VM: 256 MB.
#define HEAP_WORDS "33554432"
enum { FIELDS = 10 }; // of the reply, for each case: see frisk_prove.erl

struct proved { // what came back for one case, as fields; kept for the suite
    char *field[FIELDS];
    VEC(symbol) modules; // that take part in its order
    bool free;           // run without its order, which could not be kept
    bool left_out;       // of the suite, since an earlier test is in its way
};
enum { TRIED_MAX = 4 };        // unfinished cases
enum { LONG_STEPS = 100000 };  // a run of so many may take seconds on a busy machine
enum { SECONDS_COPYING = 20 }; // that compiling the copies of modules for an order may take
enum { STATUS, SAME, KIND, TEXT, FILE_NAME, LINE, FUNCTION, PATTERN, GUARD, OUTPUT };

struct prover {
    struct loader *loader;
    struct program *program; // of which the stubs are; NULL: none
    symbol module, function;
    uint32_t arity;
    struct suite *suite;
    char *path;            // of the module
    bool library;          // it is OTP's
    bool all_apart;        // all tests need processes of their own
    struct proved *proved; // one for each case of the suite
    struct diag *d;
};

// ---- Messages ----

static void add_field(struct str *s, const char *bytes, size_t n) {
    for (int shift = 24; shift >= 0; shift -= 8) str_add_char(s, (char)(n >> shift & 0xFF));
    str_add_n(s, bytes, n);
}
static void add_text(struct str *s, const char *text) {
    add_field(s, text ? text : "", text ? strlen(text) : 0);
}
static void add_number(struct str *s, uint64_t v) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)v);
    add_text(s, text);
}
static void add_name(struct str *s, symbol name) {
    add_field(s, symbol_text(name), symbol_size(name));
}

// A request of kind 'c' to the server: M:F(payload).
static void begin_call(struct str *s, const char *function) {
    str_add(s, "c\013frisk_prove");
    str_add_char(s, (char)strlen(function));
    str_add(s, function);
}

struct fields {
    uint8_t *bytes;
    size_t n, at;
};

static char *next_field(struct fields *f) { // NULL: there is none
    if (f->n - f->at < 4) return NULL;
    const uint8_t *p = f->bytes + f->at;
    size_t n = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
    if (n > f->n - f->at - 4) return NULL;
    f->at += 4 + n;
    char *text = mem_alloc(n + 1);
    memcpy(text, p + 4, n);
    text[n] = 0;
    return text;
}

// Sends, and expects a first field "ok".
static bool ask(struct prover *p, const struct str *request, double seconds, struct fields *reply,
                struct diag *d) {
    *reply = (struct fields){0};
    if (!loader_request(p->loader, request->at, request->n, &reply->bytes, &reply->n, seconds, d))
        return false;
    char *first = next_field(reply);
    bool good = first && !strcmp(first, "ok");
    if (!good) {
        diag_set(d, DIAG_ANALYSIS, "proof in erl: %s", first ? first : "no answer");
        mem_free(reply->bytes);
        reply->bytes = NULL;
    }
    mem_free(first);
    return good;
}

// ---- Running the cases ----

static const char *predicted_kind(const struct test_case *c) {
    if (c->kind == OUTCOME_RETURN || c->outcome.returned) return "return";
    return c->kind == OUTCOME_RAISE ? c->outcome.kind : "none";
}

static void add_limits(struct prover *p, struct str *s) {
    add_number(s, (uint64_t)(p->suite->seconds_per_case * 1000));
    add_text(s, HEAP_WORDS);
}

static void begin_request(struct prover *p, const char *function, struct str *request) {
    begin_call(request, function);
    add_name(request, p->module);
    add_text(request, p->path);
    add_name(request, p->function);
    add_limits(p, request);
    if (p->program)
        stub_write(p->program, request, add_field);
    else
        add_number(request, 0);
}

static bool has_stubs(const struct prover *p) {
    return p->program && p->program->stubs.n;
}

static bool is_forced(const struct prover *p, uint32_t i) {
    return p->suite->cases.at[i]->n_order > 0 && !p->proved[i].free;
}

static void add_order(const struct prover *p, uint32_t which, struct str *request) {
    const struct test_case *c = p->suite->cases.at[which];
    const struct proved *r = &p->proved[which];
    add_number(request, is_forced(p, which) ? c->n_order : 0);
    if (!is_forced(p, which)) return;
    for (uint32_t i = 0; i < c->n_order; i++) {
        add_text(request, c->order[i].process);
        add_text(request, c->order[i].what);
        add_text(request, c->order[i].module);
    }
    add_number(request, r->modules.n);
    for (uint32_t i = 0; i < r->modules.n; i++) add_name(request, r->modules.at[i]);
}

static bool takes_part(const struct proved *r, symbol module) {
    for (uint32_t i = 0; i < r->modules.n; i++)
        if (r->modules.at[i] == module) return true;
    return false;
}

static void take_part(struct proved *r, symbol module) {
    if (!takes_part(r, module)) vec_push(&r->modules, module);
}

static bool calls_one(const struct proved *r, const struct function *f) {
    for (uint32_t i = 0; i < f->n_exports; i++)
        if (takes_part(r, f->exports[i]->module)) return true;
    return false;
}

// The unit's module, those of the events, and of what the unit has reached the user's own and whatever calls
// one that takes part: gen_event:stop/1 calls gen by way of sys.
static void find_modules(const struct prover *p, const struct test_case *c, struct proved *r) {
    r->modules.n = 0;
    take_part(r, p->module);
    for (uint32_t i = 0; i < c->n_order; i++)
        if (c->order[i].module[0]) take_part(r, symbol_of(c->order[i].module));
    for (uint32_t i = 0; has_stubs(p) && i < p->program->stubs.n; i++) {
        take_part(r, p->program->stubs.at[i].module);
        take_part(r, p->program->stubs.at[i].to_module);
    }
    for (uint32_t before = 0; p->program && before < r->modules.n;) {
        before = r->modules.n;
        for (uint32_t i = 0; i < p->program->places.n; i++) {
            const struct function *f = p->program->places.at[i].function;
            const struct core_module *m = f->module_code->core;
            if (m->path && program_is_covered(p->program, i) && (!f->module_code->library || calls_one(r, f)))
                take_part(r, m->name);
        }
    }
}

static bool ask_cases(struct prover *p, uint32_t from, uint32_t n, struct diag *d) {
    struct str request = {0};
    begin_request(p, "cases", &request);
    for (uint32_t i = from; i < from + n; i++) {
        const struct test_case *c = p->suite->cases.at[i];
        if (c->endless) continue; // tried before
        add_number(&request, c->n_arguments);
        for (uint32_t k = 0; k < c->n_arguments; k++) add_text(&request, c->arguments[k]);
        add_text(&request, predicted_kind(c));
        add_text(&request, c->outcome.text);
        add_text(&request, c->outcome.process ? "process" : "call");
        if (is_forced(p, i)) find_modules(p, c, &p->proved[i]);
        add_order(p, i, &request);
    }
    struct fields reply;
    double seconds = 30 + n * (p->suite->seconds_per_case + 1);
    for (uint32_t i = from; i < from + n; i++)
        if (is_forced(p, i)) seconds += SECONDS_COPYING + 60 * p->suite->seconds_per_case;
    bool good = ask(p, &request, seconds, &reply, d);
    for (uint32_t i = from; good && i < from + n; i++)
        for (int k = 0; k < FIELDS && good && !p->suite->cases.at[i]->endless; k++) {
            p->proved[i].field[k] = next_field(&reply);
            good = p->proved[i].field[k] != NULL;
            if (!good) diag_set(d, DIAG_ANALYSIS, "proof in erl: the answer ends early");
        }
    mem_free(reply.bytes);
    str_free(&request);
    return good;
}

static void forget(struct proved *r) {
    for (int k = 0; k < FIELDS; k++) {
        mem_free(r->field[k]);
        r->field[k] = NULL;
    }
    vec_free(&r->modules);
}

// In one request. If that ends the VM (the code under test may well call halt/0), one request for each.
static bool run_some(struct prover *p, uint32_t from, uint32_t n) {
    struct diag first = {0};
    if (ask_cases(p, from, n, &first)) return true;
    for (uint32_t i = from; i < from + n; i++) forget(&p->proved[i]);
    if (!ask_cases(p, 0, 0, p->d)) return false; // nothing to do with the cases
    for (uint32_t i = from; i < from + n; i++) {
        struct diag one = {0};
        if (!p->suite->cases.at[i]->endless && !ask_cases(p, i, 1, &one)) forget(&p->proved[i]);
    }
    return true;
}

static enum real_end end_of(const struct test_case *c, const struct proved *r) {
    static const struct {
        const char *status;
        enum real_end end;
    } words[] = {
        {"timeout", REAL_NOT_IN_TIME}, {"memory", REAL_NOT_IN_TIME}, {"unusable", REAL_NO_TEST},
        {"done", REAL_SAME},           {"died", REAL_SAME},          {"process", REAL_SAME},
    };
    const char *status = r->field[STATUS];
    if (!status) return REAL_NO_FAILURE; // it ended the VM
    enum real_end end = REAL_OTHERWISE;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(status, words[i].status)) end = words[i].end;
    bool predicted = c->kind == OUTCOME_RETURN || c->kind == OUTCOME_RAISE;
    if (end == REAL_SAME && predicted && strcmp(r->field[SAME], "true")) end = REAL_OTHERWISE;
    return end == REAL_OTHERWISE && !strcmp(r->field[KIND], "return") ? REAL_NO_FAILURE : end;
}

// What fails in the order that processes take by themselves may be seen without forcing that.
static void run_freely(struct prover *p, uint32_t from, uint32_t n) {
    for (uint32_t i = from; i < from + n; i++) {
        const struct test_case *c = p->suite->cases.at[i];
        struct proved *r = &p->proved[i], forced = *r;
        if (!is_forced(p, i) || c->rank || end_of(c, r) == REAL_SAME) continue;
        *r = (struct proved){.free = true};
        if (run_some(p, i, 1) && end_of(c, r) == REAL_SAME) {
            forget(&forced);
            continue;
        }
        forget(r);
        *r = forced;
    }
}

// All findings, then as many others as there is time for: n are tried.
static bool run_cases(struct prover *p, uint32_t *n) {
    enum { AT_ONCE = 32 };
    const struct suite *s = p->suite;
    uint32_t tried = 0;
    while (tried < s->cases.n && suite_is_finding(s->cases.at[tried])) tried++; // they come first
    bool good = run_some(p, 0, tried);
    if (good) run_freely(p, 0, tried);
    double end = clock_now() + s->seconds;
    while (good && tried < s->cases.n && (s->seconds <= 0 || clock_now() < end)) {
        uint32_t more = s->cases.n - tried < AT_ONCE ? s->cases.n - tried : AT_ONCE;
        good = run_some(p, tried, more);
        if (good) run_freely(p, tried, more);
        tried += more;
    }
    *n = tried;
    return good;
}

// ---- Calls that may have no end ----

typedef VEC(struct test_case *) case_list;

// The module where the call goes round, for the VM to look at.
static void add_loop(struct str *s, const struct test_case *c) {
    const char *file = c->endless ? c->outcome.where.file : NULL, *dot = file ? strrchr(file, '.') : NULL;
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (!dot || (slash && slash > dot)) {
        add_text(s, "");
        return;
    }
    const char *name = slash ? slash + 1 : file;
    add_field(s, name, (size_t)(dot - name));
}

// Two fields for each: status and text. False: the VM did not answer.
static bool ask_endings(struct prover *p, const case_list *cases, uint32_t from, uint32_t n,
                        char *(*out)[2]) {
    enum { SECONDS_EACH = 2, SECONDS_MORE = 20 };
    struct str request = {0};
    struct diag d = {0};
    begin_request(p, "endings", &request);
    for (uint32_t i = from; i < from + n; i++) {
        const struct test_case *c = cases->at[i];
        add_number(&request, c->n_arguments);
        for (uint32_t k = 0; k < c->n_arguments; k++) add_text(&request, c->arguments[k]);
        add_loop(&request, c);
    }
    struct fields reply;
    bool good = ask(p, &request, SECONDS_MORE + n * SECONDS_EACH, &reply, &d);
    for (uint32_t i = from; good && i < from + n; i++)
        for (int k = 0; k < 2; k++) good &= (out[i][k] = next_field(&reply)) != NULL;
    mem_free(reply.bytes);
    str_free(&request);
    return good;
}

static bool is_status(char *const result[2], const char *status) {
    return result[0] && !strcmp(result[0], status);
}

static void judge_hang(struct test_case *c, char *const result[2]) {
    if (is_status(result, "hang") || is_status(result, "exploding"))
        judge_case(c, REAL_SAME, NULL);
    else if (is_status(result, "open") || is_status(result, "memory"))
        judge_case(c, REAL_NOT_IN_TIME, NULL);
    else
        judge_case(c, REAL_NO_FAILURE, mem_strdup(result[0] ? result[1] : "ended the Erlang VM"));
}

// One that raises there is a case like any other from now on.
static void judge_cut_off(struct prover *p, struct test_case *c, char *const result[2]) {
    if (is_status(result, "hang") || is_status(result, "open")) {
        c->seen = "hang";
    } else if (is_status(result, "memory") || is_status(result, "exploding")) {
        c->seen = "memory";
    } else {
        c->real = mem_strdup(result[0] ? result[1] : "ended the Erlang VM");
        if (!result[0] || !strncmp(result[1], "returned", 8)) return;
        judge_has_failed(p->suite, c);
    }
}

static void judge_ending(struct prover *p, struct test_case *c, char *const result[2]) {
    if (c->endless)
        judge_hang(c, result);
    else
        judge_cut_off(p, c, result);
}

// Cases that never end as far as frisk can tell, and some that were cut off, by other than time. (A built-in
// of the VM that goes through a giant term cannot be ended.)
static void run_endings(struct prover *p) {
    const struct suite *s = p->suite;
    case_list cases = {0};
    for (uint32_t i = 0; i < s->cases.n; i++)
        if (s->cases.at[i]->endless) vec_push(&cases, s->cases.at[i]);
    struct test_case *tried[TRIED_MAX];
    const uint32_t limits = 1u << LIMIT_STEPS | 1u << LIMIT_MEMORY | 1u << LIMIT_WAIT | 1u << LIMIT_BRANCHES;
    uint32_t n_tried = judge_unfinished(s, limits, tried, TRIED_MAX);
    for (uint32_t i = 0; i < n_tried; i++) vec_push(&cases, tried[i]);
    char *(*results)[2] = mem_zalloc((cases.n + 1) * sizeof *results);
    if (cases.n && !ask_endings(p, &cases, 0, cases.n, results))
        for (uint32_t i = 0; i < cases.n; i++) {
            for (int k = 0; k < 2; k++) {
                mem_free(results[i][k]);
                results[i][k] = NULL;
            }
            if (!ask_endings(p, &cases, i, 1, results)) results[i][0] = NULL;
        }
    for (uint32_t i = 0; i < cases.n; i++) {
        judge_ending(p, cases.at[i], results[i]);
        for (int k = 0; k < 2; k++) mem_free(results[i][k]);
    }
    mem_free(results);
    vec_free(&cases);
}

// ---- What it means ----

static char *in_words(struct prover *p, const struct proved *r) {
    struct str s = {0};
    if (!strcmp(r->field[STATUS], "unusable"))
        str_add(&s, "the arguments cannot be made: ");
    else if (!strcmp(r->field[STATUS], "differs"))
        str_add(&s, "the order of events cannot be forced: ");
    else if (!strcmp(r->field[KIND], "return"))
        str_add(&s, "returned ");
    else
        str_addf(&s, "%s ", r->field[KIND]);
    bool elixir = p->program && program_is_elixir(p->module);
    char *shown = elixir ? elixir_shown(p->program, r->field[TEXT]) : NULL;
    str_add(&s, shown ? shown : r->field[TEXT]);
    mem_free(shown);
    if (r->field[FUNCTION][0]) str_addf(&s, " in %s", r->field[FUNCTION]);
    if (r->field[FILE_NAME][0]) str_addf(&s, ", %s:%s", r->field[FILE_NAME], r->field[LINE]);
    return str_take(&s);
}

static void take_outcome(const struct prover *p, struct test_case *c, const struct proved *r) {
    bool raised = strcmp(r->field[KIND], "return") != 0;
    if (!strcmp(r->field[KIND], EUNIT_DEADLOCK)) return; // the text says who waits where for what
    if (c->outcome.returned) { // the value, which the VM gave as well, is what is wrong
        mem_free(c->outcome.text);
        c->outcome.text = mem_strdup(r->field[TEXT]);
        return;
    }
    c->kind = raised ? OUTCOME_RAISE : OUTCOME_RETURN;
    struct place where = c->outcome.where;
    const bool left =
        raised && c->outcome.raised.function && where.line; // perhaps by a tail call, which the VM forgets
    c->outcome.where = (struct place){0};
    struct outcome_text old = c->outcome; // of which stays what the VM does not say
    c->outcome = (struct outcome_text){.process = old.process,
                                       .group = old.group,
                                       .thrown = old.thrown,
                                       .no_error = old.no_error,
                                       .blamed = old.blamed,
                                       .detail = old.detail,
                                       .raised = old.raised};
    old.process = old.blamed = old.detail = NULL;
    old.raised = (struct place){0};
    outcome_text_free(&old);
    if (raised) c->outcome.kind = mem_strdup(r->field[KIND]);
    c->outcome.text = mem_strdup(r->field[TEXT]);
    // Where the VM's own trace has no line, the function was called last and its caller is gone: frisk knows
    // more.
    if (left || (raised && !strcmp(r->field[LINE], "0") && where.line)) {
        c->outcome.where = where;
        return;
    }
    mem_free(where.file);
    mem_free(where.function);
    if (!r->field[FUNCTION][0]) return;
    c->outcome.where.function = mem_strdup(r->field[FUNCTION]);
    if (r->field[FILE_NAME][0]) c->outcome.where.file = loader_source_name(p->path, r->field[FILE_NAME]);
    c->outcome.where.line = (uint32_t)strtoul(r->field[LINE], NULL, 10);
}

static void judge(struct prover *p, struct test_case *c, const struct proved *r) {
    enum real_end end = end_of(c, r);
    bool ended_vm = !r->field[STATUS];
    mem_free(c->test);
    c->test = NULL;
    judge_case(c, end,
               ended_vm           ? mem_strdup("ended the Erlang VM")
               : end == REAL_SAME ? NULL
                                  : in_words(p, r));
    if (ended_vm) return;
    if (end == REAL_SAME) take_outcome(p, c, r);
    mem_free(c->outcome.output);
    c->outcome.output = r->field[OUTPUT][0] ? mem_strdup(r->field[OUTPUT]) : NULL;
}

// ---- The suite ----

typedef VEC(struct eunit_test) eunit_tests;

static bool is_apart(const struct prover *p, uint32_t i) {
    const struct test_case *c = p->suite->cases.at[i];
    return p->all_apart || has_stubs(p) || is_forced(p, i) || c->endless || c->outcome.process ||
           c->processes || c->steps > LONG_STEPS;
}

// The test's name; equal ones are numbered.
static char *name_test(const struct prover *p, uint32_t i, struct hash_map *names) {
    char *base = eunit_test_name(p->function, p->suite->cases.at[i]);
    struct str name = {0};
    uint32_t n = 0;
    const uint64_t key = hash_bytes(base, strlen(base));
    hash_map_get(names, key, &n);
    hash_map_put(names, key, n + 1);
    str_add(&name, base);
    if (n) str_addf(&name, "_%u", n + 1);
    str_add(&name, is_apart(p, i) ? "_test_" : "_test");
    mem_free(base);
    return str_take(&name);
}

// Another input of the same texts, whose test is that of the first.
static bool is_tested(const eunit_tests *tests, const struct test_case *c) {
    for (uint32_t i = 0; i < tests->n; i++)
        if (!tests->at[i].of->n_order && !c->n_order && !strcmp(tests->at[i].of->call, c->call)) return true;
    return false;
}

static void list_tests(struct prover *p, eunit_tests *out) {
    struct hash_map names = {0};
    vec_clear(out);
    for (uint32_t i = 0; i < p->suite->cases.n; i++) {
        struct test_case *c = p->suite->cases.at[i];
        struct proved *r = &p->proved[i];
        mem_free(c->test);
        c->test = NULL;
        if (c->proof != PROOF_CONFIRMED || r->left_out) continue;
        if (c->varies && c->kind == OUTCOME_RETURN) continue; // a test would fail another day
        if (is_tested(out, c)) continue;
        c->test = name_test(p, i, &names);
        bool died = !c->endless && !strcmp(r->field[STATUS], "died");
        vec_push(out,
                 ((struct eunit_test){c, c->test, is_apart(p, i), r->field[PATTERN], r->field[GUARD], died,
                                      i + 1, r->modules.at, r->modules.n, is_forced(p, i), false}));
    }
    hash_map_free(&names);
}

static bool some_forced(const eunit_tests *tests) {
    for (uint32_t i = 0; i < tests->n; i++)
        if (tests->at[i].forced) return true;
    return false;
}

enum { CHECKED, WRITTEN, WRITTEN_FINDINGS }; // a module: to be run by the proof, or written

static struct eunit_suite describe(const struct prover *p, const char *name, const eunit_tests *tests,
                                   int module, const struct str *stubs) {
    return (struct eunit_suite){.name = name,
                                .unit = p->suite->unit->name,
                                .tests = tests->at,
                                .n = tests->n,
                                .seconds = (unsigned)ceil(p->suite->seconds_per_case) * 2,
                                .stubs = stubs->n ? stubs->at : NULL,
                                .forced = some_forced(tests),
                                .module = p->module,
                                .function = p->function,
                                .library = p->library,
                                .findings = module == WRITTEN_FINDINGS,
                                .common_test = module != CHECKED && p->suite->common_test};
}

static void print_suite(struct prover *p, const char *name, const struct eunit_old *old,
                        const eunit_tests *tests, int module, struct str *out) {
    struct str stubs = {0};
    if (p->program) stub_print(p->program, &stubs);
    struct eunit_suite s = describe(p, name, tests, module, &stubs);
    s.old = old;
    eunit_print(out, &s);
    str_free(&stubs);
}

// What the test of case k did when run again. True: it is to be tried in a process of its own.
static bool judge_test(struct prover *p, uint32_t k, const char *result) {
    if (result && !strcmp(result, "ok")) return false;
    if (!is_apart(p, k)) return true;
    p->proved[k].left_out = true;
    if (!result || strcmp(result, "order"))
        judge_case(p->suite->cases.at[k], REAL_NO_FAILURE,
                   mem_strdup("not the same when run again as a test"));
    return false;
}

// again: some are to be run once more.
static bool ask_suite(struct prover *p, const char *name, const eunit_tests *tests, bool *again,
                      struct diag *d) {
    struct str request = {0}, text = {0};
    begin_call(&request, "suite");
    add_text(&request, name);
    print_suite(p, name, NULL, tests, CHECKED, &text);
    add_field(&request, text.at, text.n);
    add_limits(p, &request);
    for (uint32_t i = 0; i < tests->n; i++) add_text(&request, tests->at[i].name);
    struct fields reply;
    double seconds = 30 + 3 * tests->n * (2 * p->suite->seconds_per_case + 6);
    if (some_forced(tests)) seconds += 60 * tests->n * p->suite->seconds_per_case;
    bool good = ask(p, &request, seconds, &reply, d);
    for (uint32_t i = 0, k = 0; good && i < tests->n; i++) {
        while (p->suite->cases.at[k] != tests->at[i].of) k++;
        char *result = next_field(&reply);
        *again |= judge_test(p, k, result);
        mem_free(result);
    }
    mem_free(reply.bytes);
    str_free(&request);
    str_free(&text);
    return good;
}

// What each old test comes to today.
static bool ask_old(struct prover *p, const char *name, struct eunit_old *old, struct diag *d) {
    struct str request = {0};
    begin_call(&request, "now");
    add_text(&request, name);
    add_field(&request, old->text.at, old->text.n);
    add_limits(p, &request);
    for (uint32_t i = 0; i < old->tests.n; i++) add_text(&request, old->tests.at[i].name);
    struct fields reply;
    bool good = ask(p, &request, 30 + 20 * old->tests.n * (2 * p->suite->seconds_per_case + 6), &reply, d);
    for (uint32_t i = 0; good && i < old->tests.n; i++) old->tests.at[i].now = next_field(&reply);
    mem_free(reply.bytes);
    str_free(&request);
    return good;
}

// A name that no old test has.
static void rename_test(const struct eunit_old *old, struct test_case *c, bool generator) {
    const char *suffix = generator ? "_test_" : "_test";
    char *base = c->test;
    base[strlen(base) - strlen(suffix)] = 0;
    for (uint32_t n = 2;; n++) {
        struct str name = {0};
        str_addf(&name, "%s_%u%s", base, n, suffix);
        c->test = str_take(&name);
        if (!eunit_old_is_name(old, c->test)) break;
        mem_free(c->test);
    }
    mem_free(base);
}

// Takes those from the new tests that an old one is; the others get names that are free.
static void leave_old(const struct prover *p, const struct eunit_old *old, eunit_tests *tests) {
    struct str stubs = {0};
    uint32_t kept = 0;
    if (p->program) stub_print(p->program, &stubs);
    const struct eunit_suite s = describe(p, "", tests, WRITTEN, &stubs);
    for (uint32_t i = 0; i < tests->n; i++) {
        struct eunit_test t = tests->at[i];
        struct test_case *c = (struct test_case *)(uintptr_t)t.of;
        struct str text = {0};
        eunit_print_test(&text, &s, &t);
        const struct eunit_old_test *same = eunit_old_find(old, str_text(&text));
        str_free(&text);
        if (same) {
            mem_free(c->test);
            c->test = mem_strdup(same->name);
            continue;
        }
        if (eunit_old_is_name(old, c->test)) rename_test(old, c, t.generator);
        t.name = c->test;
        tests->at[kept++] = t;
    }
    tests->n = kept;
    str_free(&stubs);
}

// --update: what still holds of the module that is there.
static bool keep_old(struct prover *p, const char *name, const char *path, struct eunit_old *old,
                     eunit_tests *tests) {
    *old = (struct eunit_old){0};
    if (p->suite->update == SUITE_ANEW) return true;
    eunit_old_read(old, path);
    if (old->tests.n && !ask_old(p, name, old, p->d)) return false;
    struct str told = {0};
    eunit_old_judge(old, p->suite->update == SUITE_DROP, path, &told);
    if (told.n) written_say(&told);
    str_free(&told);
    leave_old(p, old, tests);
    return true;
}

// In out_dir; of no tests there is no file.
static bool write_module(struct prover *p, bool findings, const eunit_tests *all) {
    static const char *const suffixes[2][2] = {{"tests", "findings_tests"}, {"SUITE", "findings_SUITE"}};
    struct str text = {0}, file = {0};
    eunit_tests tests = {0};
    struct eunit_old old;
    for (uint32_t i = 0; i < all->n; i++)
        if (suite_is_error(all->at[i].of) == findings) vec_push(&tests, all->at[i]);
    char *name =
        eunit_module_name(p->module, p->function, p->arity, suffixes[p->suite->common_test][findings]);
    str_addf(&file, "%s.erl", name);
    char *path = file_join(p->suite->out_dir, str_text(&file));
    bool good = keep_old(p, name, path, &old, &tests);
    print_suite(p, name, &old, &tests, findings ? WRITTEN_FINDINGS : WRITTEN, &text);
    if (good && (tests.n || old.tests.n))
        good = file_make_dirs(p->suite->out_dir, p->d) && written_save(path, &text, p->d);
    else if (good)
        written_remove(path);
    eunit_old_free(&old);
    vec_free(&tests);
    mem_free(name);
    mem_free(path);
    str_free(&file);
    str_free(&text);
    return good;
}

// A module of share/frisk that suites need, once in the directory.
static bool write_helper(struct prover *p, const char *name) {
    struct str text = {0};
    char *from = file_join(loader_share(p->loader), name), *to = file_join(p->suite->out_dir, name);
    bool good = file_read(from, &text, p->d) && written_save(to, &text, p->d);
    str_free(&text);
    mem_free(from);
    mem_free(to);
    return good;
}

// A case of Common Test is named without.
static void drop_suffix(char *name) {
    const size_t n = strlen(name), blank = n && name[n - 1] == '_';
    name[n - blank - strlen("_test")] = 0;
}

static bool write_suite(struct prover *p, eunit_tests *tests) {
    for (uint32_t i = 0; i < tests->n; i++) {
        tests->at[i].fails = suite_test_fails(p->suite, tests->at[i].of);
        if (p->suite->common_test) drop_suffix((char *)(uintptr_t)tests->at[i].name);
    }
    return write_module(p, false, tests) && write_module(p, true, tests) &&
           (!tests->n || !has_stubs(p) || write_helper(p, "frisk_stub.erl")) &&
           (!some_forced(tests) || write_helper(p, "frisk_force.erl"));
}

// All tests run together as one module. Where one does not pass so, each gets a process of its own, and all
// are run once more.
static bool make_suite(struct prover *p) {
    char *name = eunit_module_name(p->module, p->function, p->arity, "tests");
    eunit_tests tests = {0};
    bool good = true, again = true;
    while (good && again) {
        again = false;
        list_tests(p, &tests);
        good = tests.n == 0 || ask_suite(p, name, &tests, &again, p->d);
        p->all_apart |= again;
    }
    list_tests(p, &tests); // some may have failed
    if (good && p->suite->out_dir) good = write_suite(p, &tests);
    vec_free(&tests);
    mem_free(name);
    return good;
}

// Where the module was loaded from.
static bool find_path(struct prover *p) {
    struct arena a;
    struct core_module *m = NULL;
    arena_init(&a, 0);
    bool good = loader_load(p->loader, p->module, &a, &m, p->d) == LOAD_OK;
    p->path = mem_strdup(good && m->path ? m->path : "");
    p->library = !m || loader_is_otp(p->loader, m->path);
    arena_free(&a);
    return good;
}

bool erlang_prove(struct loader *l, struct program *program, struct unit *u, symbol module, symbol function,
                  uint32_t arity, struct suite *suite, struct diag *d) {
    assert(suite->unit == u);
    struct prover p = {.loader = l,
                       .program = program,
                       .module = module,
                       .function = function,
                       .arity = arity,
                       .suite = suite,
                       .d = d};
    bool good = find_path(&p);
    uint32_t kept = suite->cases.n;
    if (good) run_endings(&p);
    if (suite->cases.n > kept) suite_sort(suite); // new findings
    p.proved = mem_zalloc((suite->cases.n + 1) * sizeof *p.proved);
    uint32_t tried = 0;
    good = good && run_cases(&p, &tried);
    for (uint32_t i = 0; good && i < tried; i++)
        if (!suite->cases.at[i]->endless) judge(&p, suite->cases.at[i], &p.proved[i]);
    good = good && make_suite(&p);
    for (uint32_t i = 0; i < suite->cases.n; i++) forget(&p.proved[i]);
    mem_free(p.proved);
    mem_free(p.path);
    return good;
}
