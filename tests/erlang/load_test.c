// SPDX-License-Identifier: Apache-2.0
// Loading modules with the real erl: what arrives is compared with what the compiler's own library counts,
// and with what a person reads in the source.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "erlang/load/load.h"
#include "erlang/term/map.h"
#include "tier.h"

static char dir[64]; // of this run: modules, cache
static struct arena a;
static struct diag d;

__attribute__((format(printf, 1, 2))) static void sh(const char *format, ...) {
    char command[4096];
    va_list ap;
    va_start(ap, format);
    vsnprintf(command, sizeof command, format, ap);
    va_end(ap);
    assert_int_equal(system(command), 0);
}

static const char *in_dir(const char *name) {
    static char path[64][256];
    static int next;
    char *p = path[next++ & 63];
    snprintf(p, sizeof path[0], "%s/%s", dir, name);
    return p;
}

static const char *put(const char *name, const char *text) {
    const char *path = in_dir(name);
    struct diag why = {0};
    assert_true(file_write(path, text, strlen(text), &why));
    return path;
}

static struct loader *loader_with(const char *file, const char *erl) {
    static const char *paths[1], *files[1];
    paths[0] = in_dir("ebin");
    files[0] = file;
    struct loader_options o = {.paths = paths,
                               .n_paths = 1,
                               .files = files,
                               .n_files = file != NULL,
                               .erl = erl,
                               .share_dir = "share/frisk"};
    return loader_new(&o);
}

static struct core_module *load(struct loader *l, const char *name) {
    struct core_module *m = NULL;
    enum load_result r = loader_load(l, symbol_of(name), &a, &m, &d);
    if (r != LOAD_OK) fail_msg("%s: %s", name, d.text);
    return m;
}

// Loads file's module afresh, expecting it to fail; the reason.
static const char *load_error(const char *file, const char *module) {
    struct loader *l = loader_with(file, "erl");
    struct core_module *m = NULL;
    d = (struct diag){0};
    assert_int_equal(loader_load(l, symbol_of(module), &a, &m, &d), LOAD_FAILED);
    loader_free(l);
    assert_null(strchr(d.text, '\n'));
    return d.text;
}

static int setup_all(void **state) {
    strcpy(dir, "/tmp/frisk-load-XXXXXX");
    assert_non_null(mkdtemp(dir));
    sh("mkdir -p %s/ebin %s/include %s/cache", dir, dir, dir);
    setenv("XDG_CACHE_HOME", in_dir("cache"), 1);
    sh("cd tests/erlang && erlc +debug_info -o %s/ebin random_terms.erl load_facts.erl", dir);
    return 0;
}

static int teardown_all(void **state) {
    sh("rm -rf %s", dir);
    return 0;
}

static int setup(void **state) {
    arena_init(&a, 0);
    d = (struct diag){0};
    return 0;
}

static int teardown(void **state) {
    arena_free(&a);
    return 0;
}

// ---- Facts about OTP's modules ----

// Frisk's own marks of lines left out.
static void count_nodes(const struct core *c, unsigned counts[CORE_TAG_COUNT]) {
    c = core_behind_lines(c);
    counts[c->tag]++;
    for (uint32_t i = 0; i < c->n; i++)
        if (c->tag != CORE_MAP || i > 0) count_nodes(c->kid[i], counts);
}

static void check_facts(struct loader *l, char *line) {
    static const unsigned kinds[] = {CORE_CLAUSE,  CORE_CASE,  CORE_CALL,   CORE_APPLY, CORE_LET,
                                     CORE_TRY,     CORE_CATCH, CORE_PRIMOP, CORE_FUN,   CORE_LETREC,
                                     CORE_SEGMENT, CORE_PAIR,  CORE_SEQ,    CORE_ALIAS};
    char *at = line, *name = strsep(&at, " ");
    const struct core_module *m = load(l, name);
    unsigned counts[CORE_TAG_COUNT] = {0}, exported = 0, specs = 0;
    for (uint32_t i = 0; i < m->n_functions; i++) {
        count_nodes(m->functions[i].fun, counts);
        exported += m->functions[i].exported;
    }
    for (uint32_t i = 0; i < m->n_attributes; i++) specs += m->attributes[i].name == symbol_of("spec");
    assert_int_equal(m->n_functions, strtoul(at, &at, 10));
    assert_int_equal(exported, strtoul(at, &at, 10));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned long want = strtoul(at, &at, 10);
        if (counts[kinds[i]] != want) fail_msg("%s: kind %zu: %u, not %lu", name, i, counts[kinds[i]], want);
    }
    assert_int_equal(specs, strtoul(at, &at, 10));
}

// Not of code, say: a guard on a line of its own in a comprehension becomes a case, so that its line is
// marked.
static void modules_have_what_the_compiler_counts(void **state) {
    char command[512], line[512];
    unsigned n = 0;
    snprintf(
        command, sizeof command,
        "erl -noshell -pa %s/ebin -run load_facts main lists maps string calendar erlang gb_trees io_lib "
        "otp_internal erl_scan binary gen_server queue -s erlang halt </dev/null",
        dir);
    struct loader *l = loader_with(NULL, "erl");
    FILE *f = popen(command, "r");
    assert_non_null(f);
    for (; fgets(line, sizeof line, f); n++) check_facts(l, line);
    assert_int_equal(pclose(f), 0);
    assert_int_equal(n, 12);
    loader_free(l);
}

static const struct core_function *function(const struct core_module *m, const char *name, uint32_t arity) {
    for (uint32_t i = 0; i < m->n_functions; i++)
        if (m->functions[i].name == symbol_of(name) && m->functions[i].arity == arity)
            return &m->functions[i];
    fail_msg("no function %s/%u", name, arity);
    return NULL;
}

static const struct core_attribute *attribute(const struct core_module *m, const char *name, uint32_t skip) {
    for (uint32_t i = 0; i < m->n_attributes; i++)
        if (m->attributes[i].name == symbol_of(name) && skip-- == 0) return &m->attributes[i];
    fail_msg("no attribute %s", name);
    return NULL;
}

// ---- A module one can read ----

// F() -> BODY is: fun () -> case <> of <> when 'true' -> BODY.
static const struct core *only_body(const struct core_module *m, const char *name) {
    const struct core *c = function(m, name, 0)->fun->kid[0];
    assert_int_equal(c->tag, CORE_CASE);
    assert_int_equal(c->kid[0]->tag, CORE_VALUES);
    assert_int_equal(c->kid[0]->n, 0);
    assert_int_equal(c->kid[1]->n, 2);
    assert_int_equal(c->kid[1]->kid[0]->lit, term_atom(symbol_of("true")));
    return core_behind_lines(c->kid[1]->kid[1]);
}

static void a_source_is_loaded_as_written(void **state) {
    const char *path = put("shop.erl", "%% -module(wrong).\n"
                                       "-module(shop).\n"
                                       "-export([total/2, big/0]).\n"
                                       "-include(\"rates.hrl\").\n"
                                       "-record(item, {name :: atom(), price = 0}).\n"
                                       "-type cart() :: [#item{}].\n"
                                       "-spec total(cart(), integer()) -> integer().\n"
                                       "total([#item{price = P} | T], N) when P > 0 ->\n"
                                       "    total(T, N + P * ?RATE);\n"
                                       "total([], N) -> N.\n"
                                       "big() -> {123456789012345678901234567890, \"price\", 1.5}.\n");
    put("include/unused.hrl", "");
    put("rates.hrl", "-define(RATE, 3).\n");
    struct loader *l = loader_with(path, "erl");
    symbol name = 0;
    assert_true(loader_module_of_file(l, path, &name, &d));
    assert_string_equal(symbol_text(name), "shop");
    const struct core_module *m = load(l, "shop");
    assert_string_equal(m->file, "shop.erl");
    assert_string_equal(m->path, path);
    const struct core_function *total = function(m, "total", 2);
    assert_int_equal(total->line, 8);
    assert_true(total->exported);
    const struct core *c = total->fun->kid[2];
    assert_int_equal(c->tag, CORE_CASE);
    assert_int_equal(c->n, 4); // two clauses of the source, one that fails
    assert_int_equal(c->kid[1]->line, 8);
    assert_int_equal(c->kid[1]->column, 1);
    assert_int_equal(c->kid[2]->line, 10);
    assert_int_equal(c->kid[3]->flags & CORE_GENERATED, CORE_GENERATED);
    const struct core *big = only_body(m, "big");
    assert_int_equal(big->tag, CORE_TUPLE);
    mpz_t z;
    mpz_init(z);
    term_get_mpz(big->kid[0]->lit, z);
    assert_string_equal(mpz_get_str((char[64]){0}, 10, z), "123456789012345678901234567890");
    mpz_clear(z);
    assert_true(term_equal(big->kid[1]->lit, term_string(&a, "price")));
    assert_true(term_float_value(big->kid[2]->lit) == 1.5);
    term spec = attribute(m, "spec", 0)->value; // {{total, 2}, [..]}
    assert_int_equal(term_symbol(term_tuple(term_tuple(spec)->at[0])->at[0]), symbol_of("total"));
    assert_int_equal(attribute(m, "spec", 0)->line, 7);
    term record = attribute(m, "record", 0)->value; // {item, [Field, Field]}
    uint64_t fields = 0;
    assert_true(term_list_length(term_tuple(record)->at[1], &fields));
    assert_int_equal(fields, 2);
    loader_free(l);
}

static void a_changed_include_file_is_seen(void **state) {
    const char *path =
        put("inc.erl", "-module(inc).\n-export([rate/0]).\n-include(\"rates.hrl\").\nrate() -> ?RATE.\n");
    static const char *const texts[] = {"-define(RATE, 3).\n", "-define(RATE, 4).\n"};
    for (int i = 0; i < 4; i++) {
        put("rates.hrl", texts[i / 2]);
        struct loader *l = loader_with(path, "erl");
        assert_int_equal(term_small_value(only_body(load(l, "inc"), "rate")->lit), 3 + i / 2);
        assert_int_equal(loader_started_erl(l), i % 2 == 0); // the second time from the cache
        loader_free(l);
    }
}

static void a_named_file_wins_over_the_path(void **state) {
    put("shadow.erl", "-module(shadow).\n-export([f/0]).\nf() -> 1.\n");
    sh("cd %s && erlc +debug_info -o ebin shadow.erl", dir);
    const char *path = put("shadow.erl", "-module('shadow').\n-export([f/0]).\nf() -> 2.\n");
    struct loader *l = loader_with(NULL, "erl");
    assert_int_equal(term_small_value(only_body(load(l, "shadow"), "f")->lit), 1);
    loader_free(l);
    l = loader_with(path, "erl");
    assert_int_equal(term_small_value(only_body(load(l, "shadow"), "f")->lit), 2);
    loader_free(l);
    // A file that holds another module than its name says is found by what it holds.
    sh("cp %s/ebin/shadow.beam %s/ebin/misnamed.beam", dir, dir);
    l = loader_with(NULL, "erl");
    struct core_module *m = NULL;
    assert_int_equal(loader_load(l, symbol_of("misnamed"), &a, &m, &d), LOAD_FAILED);
    assert_non_null(strstr(d.text, "misnamed.beam holds module shadow, not misnamed"));
    symbol name = 0;
    d = (struct diag){0};
    assert_true(loader_module_of_file(l, in_dir("ebin/misnamed.beam"), &name, &d));
    assert_string_equal(symbol_text(name), "shadow");
    loader_free(l);
}

// ---- The cache ----

static void damaged_cache_entries_are_made_anew(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    load(l, "queue");
    loader_free(l);
    // Every file in the cache, compiled server modules included, gets a byte changed, or is cut.
    static const char *const harms[] = {
        "printf X | dd of=$f bs=1 seek=$(($(stat -c %s $f) / 2)) conv=notrunc status=none",
        "truncate -s 20 $f", "truncate -s 0 $f"};
    for (size_t i = 0; i < tier_number(1, 3, 3); i++) { // each time the server is compiled anew
        sh("for f in $(find %s/cache -type f); do %s; done", dir, harms[i]);
        for (int warm = 0; warm < 2; warm++) {
            l = loader_with(NULL, "erl");
            load(l, "queue");
            assert_int_equal(loader_started_erl(l), !warm);
            loader_free(l);
        }
    }
}

static void processes_do_not_disturb_each_other(void **state) {
    sh("rm -rf %s/cache/frisk", dir);
    pid_t children[4];
    int n = (int)tier_number(2, 4, 4); // each compiles the server
    for (int i = 0; i < n; i++) {
        if ((children[i] = fork()) != 0) continue;
        struct loader *l = loader_with(NULL, "erl");
        static const char *const names[] = {"orddict", "ordsets"};
        struct core_module *m = NULL;
        bool ok = true;
        for (int k = 0; k < 2 && ok; k++) ok = loader_load(l, symbol_of(names[k]), &a, &m, &d) == LOAD_OK;
        loader_free(l);
        _exit(ok ? 0 : 1);
    }
    for (int i = 0; i < n; i++) {
        int status = 0;
        waitpid(children[i], &status, 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(system("test -z \"$(find $XDG_CACHE_HOME -name '*.tmp')\""), 0);
}

static void *load_many(void *l) {
    static const char *const names[] = {"lists", "sets", "dict", "array", "queue", "maps"};
    struct arena own;
    arena_init(&own, 0);
    uintptr_t failed = 0;
    for (int i = 0; i < 6; i++) {
        struct core_module *m = NULL;
        struct diag why = {0};
        if (loader_load(l, symbol_of(names[i]), &own, &m, &why) != LOAD_OK || m->name != symbol_of(names[i]))
            failed++;
    }
    arena_free(&own);
    return (void *)failed;
}

static void threads_share_a_loader(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, load_many, l), 0);
    for (int i = 0; i < 4; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    loader_free(l);
}

// ---- What goes wrong ----

static void errors_say_what_and_where(void **state) {
    const char *file = put("bad.erl", "-module(bad).\n-export([f/0]).\nf() -> g(.\n");
    char want[512];
    snprintf(want, sizeof want, "%s:3:10: syntax error before: '.'", file);
    assert_string_equal(load_error(file, "bad"), want);
    file = put("bad.erl", "-module(bad).\n-export([f/0]).\nf() -> X.\n");
    snprintf(want, sizeof want, "%s:3:8: variable 'X' is unbound", file);
    assert_string_equal(load_error(file, "bad"), want);
    file = put("bad.erl", "-module(bad).\n-include(\"none.hrl\").\nf() -> X.\n");
    snprintf(want, sizeof want, "%s:2:10: can't find include file \"none.hrl\"", file);
    assert_string_equal(load_error(file, "bad"), want);

    put("bare.erl", "-module(bare).\n-export([f/0]).\nf() -> 1.\n");
    sh("cd %s && erlc -o . bare.erl", dir);
    file = in_dir("bare.beam");
    snprintf(want, sizeof want, "%s has no debug_info: compile it with +debug_info", file);
    assert_string_equal(load_error(file, "bare"), want);
    file = put("text.beam", "this is no beam file at all");
    snprintf(want, sizeof want, "%s is not a BEAM file", file);
    assert_string_equal(load_error(file, "text"), want);
    file = put("nameless.erl", "f() -> 1.\n");
    snprintf(want, sizeof want, "%s has no -module attribute", file);
    assert_string_equal(load_error(file, "nameless"), want);
    assert_string_equal(load_error(in_dir("absent.erl"), "absent") + strlen("cannot read ") + strlen(dir),
                        "/absent.erl: No such file or directory");
}

static void absent_modules_are_absent(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    struct core_module *m = NULL;
    assert_int_equal(loader_load(l, symbol_of("no_such_module"), &a, &m, &d), LOAD_ABSENT);
    assert_non_null(strstr(d.text, "no module no_such_module"));
    d = (struct diag){0};
    assert_int_equal(loader_load(l, symbol_of("../ebin/lists"), &a, &m, &d), LOAD_ABSENT);
    loader_free(l);
}

static void a_missing_or_broken_erl_is_said(void **state) {
    struct core_module *m = NULL;
    struct loader *l = loader_with(NULL, "erl");
    char *path = strdup(getenv("PATH"));
    setenv("PATH", in_dir("ebin"), 1);
    assert_int_equal(loader_load(l, symbol_of("lists"), &a, &m, &d), LOAD_FAILED);
    assert_string_equal(d.text, "no erl found: install erlang-base or give --erl");
    setenv("PATH", path, 1);
    free(path);
    loader_free(l);

    const char *broken = put("erl_broken", "#!/bin/sh\necho 'libtinfo is missing' >&2\nexit 1\n");
    sh("chmod +x %s", broken);
    l = loader_with(NULL, broken);
    d = (struct diag){0};
    assert_int_equal(loader_load(l, symbol_of("lists"), &a, &m, &d), LOAD_FAILED);
    assert_non_null(strstr(d.text, "ended while it started"));
    assert_non_null(strstr(d.text, "libtinfo is missing"));
    loader_free(l);
}

// ---- Calls ----

static term apply(struct loader *l, const char *module, const char *name, const term *args, uint32_t n) {
    term out = TERM_NONE;
    if (!loader_apply(l, symbol_of(module), symbol_of(name), args, n, 120, 50000000, &a, &out, &d))
        fail_msg("%s:%s: %s", module, name, d.text);
    return out;
}

static term ok_value(term outcome) {
    assert_true(term_is_tuple(outcome));
    assert_int_equal(term_tuple(outcome)->at[0], term_atom(symbol_of("ok")));
    return term_tuple(outcome)->at[1];
}

static void random_terms_go_there_and_back(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    int seeds = (int)tier_number(5, 30, 400);
    for (int seed = 1; seed <= seeds; seed++) {
        term args[3] = {term_small(seed), term_small(50)};
        args[2] = ok_value(apply(l, "random_terms", "terms", args, 2));
        term same = ok_value(apply(l, "random_terms", "same", args, 3));
        if (same != term_atom(symbol_of("true"))) fail_msg("seed %d", seed);
    }
    term depth[2] = {term_small(200000)};
    term deep = ok_value(apply(l, "random_terms", "deep", depth, 1));
    term args[2] = {deep, depth[0]};
    assert_true(ok_value(apply(l, "random_terms", "is_deep", args, 2)) == term_atom(symbol_of("true")));
    loader_free(l);
}

static term closure(enum closure_kind kind, uint32_t arity, const term *at, uint32_t n) {
    struct closure *c = arena_zalloc(&a, sizeof *c + n * sizeof(term));
    *c = (struct closure){.box = {BOX_FUN, n}, .arity = arity, .flags = kind};
    memcpy(c->at, at, n * sizeof(term));
    return (term)(uintptr_t)c | TAG_BOX;
}

static void input_functions_can_be_called_there(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    term table[] = {term_small(1), term_small(2), term_small(2), term_small(30), term_small(0)};
    term args[] = {closure(CLOSURE_TABLE, 1, table, 5), term_small(1)};
    assert_int_equal(term_small_value(ok_value(apply(l, "random_terms", "twice", args, 2))),
                     30); // 1 -> 2 -> 30
    args[1] = term_small(2);
    assert_int_equal(term_small_value(ok_value(apply(l, "random_terms", "twice", args, 2))),
                     0); // 2 -> 30 -> default
    term out = TERM_NONE, pid = term_imm(IMM_PID, 1);
    assert_false(loader_apply(l, symbol_of("erlang"), symbol_of("is_pid"), &pid, 1, 5, 0, &a, &out, &d));
    loader_free(l);
}

static bool may_apply(struct loader *l, const char *function, uint32_t arity, bool gone) {
    bool absent;
    bool may = loader_may_apply(l, symbol_of("bare"), symbol_of(function), arity, &absent);
    assert_int_equal(absent, gone);
    return may;
}

// Compiled code that does nothing but compute, as its instructions show.
static void pure_functions_may_be_asked_for(void **state) {
    put("bare.erl",
        "-module(bare).\n-export([sum/1, sort/1, own/1, self/0, say/1, wait/0, named/2, calls/1, even/1]).\n"
        "sum(L) -> lists:sum(L) + 1.\nsort(L) -> lists:sort(fun(A, B) -> own(A) < own(B) end, L).\n"
        "own(X) -> {element(1, X), help(X)}.\nhelp(X) -> tuple_to_list(X).\n"
        "self() -> erlang:self().\nsay(P) -> P ! hello.\nwait() -> receive X -> X end.\n"
        "named(M, F) -> M:F().\ncalls(X) -> say(X).\neven(0) -> true; even(N) -> odd(N - 1).\n"
        "odd(0) -> false; odd(N) -> even(N - 1).\n");
    sh("cd %s && erlc -o ebin bare.erl && rm bare.erl", dir);
    struct loader *l = loader_with(NULL, "erl");
    static const struct {
        const char *name;
        uint32_t arity;
        bool pure;
    } rows[] = {{"sum", 1, true},   {"sort", 1, true},   {"own", 1, true},
                {"even", 1, true},  {"self", 0, false},  {"say", 1, false},
                {"wait", 0, false}, {"named", 2, false}, {"calls", 1, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(may_apply(l, rows[i].name, rows[i].arity, false), rows[i].pure);
    assert_false(may_apply(l, "sum", 2, true));
    assert_false(may_apply(l, "help", 1, true)); // not exported
    term list[] = {term_list(&a, (term[]){term_small(1), term_small(2)}, 2, TERM_NIL)};
    assert_int_equal(term_small_value(ok_value(apply(l, "bare", "sum", list, 1))), 4);
    loader_free(l);
}

static const char *class_of(term outcome) {
    return symbol_text(term_symbol(term_tuple(outcome)->at[0]));
}

static void outcomes_of_calls(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    term args[2] = {term_atom(symbol_of("badarith"))}, out = TERM_NONE;
    out = apply(l, "erlang", "error", args, 1);
    assert_string_equal(class_of(out), "error");
    assert_true(term_tuple(out)->at[1] == args[0]);
    assert_string_equal(class_of(apply(l, "erlang", "throw", args, 1)), "throw");
    assert_string_equal(class_of(apply(l, "erlang", "exit", args, 1)), "exit");
    out = ok_value(apply(l, "erlang", "self", NULL, 0)); // {'$opaque', pid, <<"<0..>">>}
    assert_int_equal(term_symbol(term_tuple(out)->at[1]), symbol_of("pid"));

    args[0] = term_small(20000);
    assert_true(loader_apply(l, symbol_of("timer"), symbol_of("sleep"), args, 1, 0.2, 0, &a, &out, &d));
    assert_string_equal(class_of(out), "limit");
    assert_int_equal(term_symbol(term_tuple(out)->at[1]), symbol_of("time"));
    args[0] = term_small(1);
    args[1] = term_small(10000000);
    assert_true(loader_apply(l, symbol_of("lists"), symbol_of("seq"), args, 2, 20, 100000, &a, &out, &d));
    assert_int_equal(term_symbol(term_tuple(out)->at[1]), symbol_of("memory"));
    // What the code prints must not get in between.
    args[0] = term_string(&a, "hello\n");
    assert_true(ok_value(apply(l, "io", "put_chars", args, 1)) == term_atom(symbol_of("ok")));
    assert_true(ok_value(apply(l, "erlang", "display", args, 1)) == term_atom(symbol_of("true")));
    loader_free(l);
}

static void a_dead_erl_is_said_and_replaced(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    term out = TERM_NONE, arg = term_small(3);
    assert_false(loader_apply(l, symbol_of("erlang"), symbol_of("halt"), &arg, 1, 20, 0, &a, &out, &d));
    assert_non_null(strstr(d.text, "died while it worked for frisk"));
    d = (struct diag){0};
    assert_true(ok_value(apply(l, "erlang", "abs", &arg, 1)) == arg);
    // A request that takes longer than its deadline, with the server's own limit out of the way.
    struct str request = {0};
    str_add_n(&request, "a\5timer\5sleep\xE0\xD4\3\0", 17); // 60000 ms
    term time = term_small(50000);
    assert_true(dump_write_term(&request, term_cons(&a, time, TERM_NIL)));
    uint8_t *reply = NULL;
    size_t n = 0;
    assert_false(loader_request(l, request.at, request.n, &reply, &n, 0.3, &d));
    assert_non_null(strstr(d.text, "did not answer within 0.3 seconds"));
    str_free(&request);
    d = (struct diag){0};
    assert_true(ok_value(apply(l, "erlang", "abs", &arg, 1)) == arg);
    loader_free(l);
}

// ---- Arguments ----

static term *parse(struct loader *l, const char *text, uint32_t want) {
    term *args = NULL;
    uint32_t n = 0;
    if (!loader_parse_arguments(l, text, false, &a, &args, &n, &d)) fail_msg("%s: %s", text, d.text);
    assert_int_equal(n, want);
    return args;
}

static void refuse(struct loader *l, const char *text, const char *reason) {
    term *args = NULL;
    uint32_t n = 0;
    d = (struct diag){0};
    assert_false(loader_parse_arguments(l, text, false, &a, &args, &n, &d));
    if (!strstr(d.text, reason)) fail_msg("%s: %s", text, d.text);
    assert_null(strchr(d.text, '\n'));
}

static void arguments_are_constant_terms(void **state) {
    struct loader *l = loader_with(NULL, "erl");
    parse(l, "", 0);
    term *args = parse(l, "[1,2], foo", 2);
    term list[] = {term_small(1), term_small(2)};
    assert_true(term_equal(args[0], term_list(&a, list, 2, TERM_NIL)));
    assert_true(args[1] == term_atom(symbol_of("foo")));
    args = parse(l, "-7, \"λ\", $a, {}, #{k => [v|w]}, <<1,2:4>>, -1.5, 'a b', fun lists:map/2", 9);
    assert_int_equal(term_small_value(args[0]), -7);
    assert_true(term_equal(args[1], term_string(&a, "λ")));
    assert_int_equal(term_small_value(args[2]), 'a');
    assert_int_equal(term_tuple(args[3])->n, 0);
    term value = TERM_NONE;
    assert_true(map_get(args[4], term_atom(symbol_of("k")), &value));
    assert_true(term_tl(value) == term_atom(symbol_of("w")));
    assert_int_equal(term_bits_of(args[5])->size, 12);
    assert_true(term_float_value(args[6]) == -1.5);
    assert_string_equal(symbol_text(term_symbol(args[7])), "a b");
    assert_int_equal(term_closure(args[8])->arity, 2);
    refuse(l, "[1,2", "the arguments, column 5: syntax error before: ");
    refuse(l, "1), f(2", "unbalanced parentheses");
    refuse(l, "1, X", "column 4: variable X");
    refuse(l, "fun(Y) -> Y end", "only funs of the form");
    refuse(l, "1 + 2", "only constant terms");
    refuse(l, "f(1)", "only constant terms");
    refuse(l, "1. 2", "syntax error");
    refuse(l, "'unterminated", "unterminated");
    loader_free(l);
}

// ---- The receive node of older compilers ----

static void receive_nodes_are_lowered(void **state) {
    sh("cd share/frisk && erlc -o %s/ebin frisk_dump.erl frisk_receive.erl frisk_server.erl", dir);
    sh("erl -noshell -pa %s/ebin -run load_facts receiving %s/receive.dump -s erlang halt </dev/null", dir,
       dir);
    struct str bytes = {0};
    struct core_module *m = NULL;
    assert_true(file_read(in_dir("receive.dump"), &bytes, &d));
    if (!dump_read((uint8_t *)bytes.at, bytes.n, 1, &a, &m, &d)) fail_msg("%s", d.text);
    str_free(&bytes);
    unsigned counts[CORE_TAG_COUNT] = {0};
    count_nodes(m->functions[0].fun, counts);
    assert_int_equal(counts[CORE_LETREC], 1);
    assert_int_equal(counts[CORE_PRIMOP], 4); // peek, remove, next, wait: as the compiler of OTP 25 writes it
    assert_int_equal(counts[CORE_APPLY], 3);  // into the loop, after recv_next, after the wait
    const struct core *let = m->functions[0].fun->kid[0];
    assert_int_equal(let->tag, CORE_LET);
    assert_int_equal(let->kid[2]->tag, CORE_LETREC);
    assert_int_equal(let->kid[2]->flags & CORE_LETREC_GOTO, CORE_LETREC_GOTO);
}

static void check_name(const char *module_path, const char *file, const char *shown) {
    char *name = loader_source_name(module_path, file);
    assert_string_equal(name, shown);
    mem_free(name);
}

static void sources_are_named_from_here(void **state) {
    (void)state;
    char *absolute = realpath("tests/erlang/groups.erl", NULL);
    check_name("tests/erlang/groups.erl", "groups.erl", "tests/erlang/groups.erl");
    check_name(absolute, "groups.erl", "tests/erlang/groups.erl");
    check_name("build/groups.beam", absolute, "tests/erlang/groups.erl");
    check_name("tests/erlang/groups.erl", "lines.erl", "tests/erlang/lines.erl"); // a module beside it
    check_name("tests/erlang/groups.erl", "lists.erl", "lists.erl");
    check_name("build/groups.beam", "groups.erl", "groups.erl");
    check_name(NULL, "/usr/include/stdio.h", "/usr/include/stdio.h");
    free(absolute);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(modules_have_what_the_compiler_counts),
        TEST(a_source_is_loaded_as_written),
        TEST(a_changed_include_file_is_seen),
        TEST(a_named_file_wins_over_the_path),
        TEST(damaged_cache_entries_are_made_anew),
        TEST(processes_do_not_disturb_each_other),
        TEST(threads_share_a_loader),
        TEST(errors_say_what_and_where),
        TEST(absent_modules_are_absent),
        TEST(a_missing_or_broken_erl_is_said),
        TEST(random_terms_go_there_and_back),
        TEST(input_functions_can_be_called_there),
        TEST(pure_functions_may_be_asked_for),
        TEST(outcomes_of_calls),
        TEST(a_dead_erl_is_said_and_replaced),
        TEST(arguments_are_constant_terms),
        TEST(receive_nodes_are_lowered),
        TEST(sources_are_named_from_here),
    };
    return cmocka_run_group_tests(tests, setup_all, teardown_all);
}
