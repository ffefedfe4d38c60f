// SPDX-License-Identifier: Apache-2.0
// Which tests hold: compiled, run one by one, run together.
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "java/junit/junit_work.h"
#include "java/junit/replay.h"

enum {
    ROUNDS = 6,         // of javac: an error in one phase hides those of later phases
    SUITE_ROUNDS = 5,   // of running it as a whole
    CHECK_ROUNDS = 3,   // of them in which a test may lose an assertion, and is kept
    JAVAC_SECONDS = 60, // and a little for each test
};

// ---- Compiling: what javac refuses is left out, and the rest compiled again ----

static bool drop_checks(struct junit_method *m) {
    bool any = false;
    for (uint32_t i = 0; i < m->n_checks; i++) any |= !m->checks[i].dropped;
    m->n_checks = 0;
    return any;
}

// A test is none the worse for an assertion that javac does not take.
static void drop(struct junit *w, struct group *g, uint32_t k, const char *why) {
    struct java_proof *p = &w->proofs.at[g->indices.at[k]];
    if (g->methods.at[k].left_out || drop_checks(&g->methods.at[k])) return;
    g->methods.at[k].left_out = true;
    p->result = JAVA_TEST_NOT_COMPILED;
    p->message = why;
}

// An error outside of all tests of a class is everyone's; so is any in the last round.
static bool drop_for(struct junit *w, const struct javac_error *e, bool all) {
    for (uint32_t i = 0; i < w->groups.n; i++) {
        struct group *g = &w->groups.at[i];
        if (!g->path || strcmp(g->path, e->file) != 0) continue;
        bool found = false;
        for (uint32_t k = 0; k < g->methods.n; k++) {
            struct junit_method *m = &g->methods.at[k];
            if (all || (e->line >= m->first_line && e->line <= m->last_line)) {
                drop(w, g, k, e->message);
                found = true;
            }
        }
        for (uint32_t k = 0; !found && k < g->methods.n; k++) drop(w, g, k, e->message);
        return true;
    }
    return false;
}

static bool drop_all_for(struct junit *w, const javac_errors *errors, bool last) {
    for (uint32_t i = 0; i < errors->n; i++) {
        const struct javac_error *e = &errors->at[i];
        if (!drop_for(w, e, last))
            return diag_set(w->d, DIAG_ANALYSIS, "javac: %s:%u: %s", e->file, e->line, e->message);
    }
    return true;
}

struct places { // of one proof, in the JVM's directory
    char *dir, *sources, *classes, *class_path;
};

static enum javac_result compile_once(struct junit *w, struct places *at, javac_errors *errors) {
    VEC(const char *) sources = {0};
    uint32_t tests = 0;
    for (uint32_t i = 0; i < w->groups.n; i++) {
        if (junit_is_empty(&w->groups.at[i])) continue;
        vec_push(&sources, w->groups.at[i].path);
        tests += w->groups.at[i].methods.n;
    }
    const char *extra = NULL;
    if (w->o.extra && !junit_write_extra(w, at->sources, &extra)) return JAVAC_FAILED;
    if (extra) vec_push(&sources, extra);
    struct javac_job job = {.sources = sources.at,
                            .n = sources.n,
                            .class_path = w->o.class_path,
                            .work_dir = at->dir,
                            .out_dir = at->classes,
                            .seconds = JAVAC_SECONDS + 0.1 * tests};
    enum javac_result r = sources.n ? jvm_compile(w->jvm, &job, errors, &w->arena, w->d) : JAVAC_GOOD;
    vec_free(&sources);
    return r;
}

static bool compile_all(struct junit *w, struct places *at) {
    for (int round = 1;; round++) {
        javac_errors errors = {0};
        if (!junit_write_groups(w, at->sources, FLAVOR_PROOF)) return false;
        enum javac_result r = compile_once(w, at, &errors);
        bool again = r == JAVAC_ERRORS && drop_all_for(w, &errors, round >= ROUNDS);
        vec_free(&errors);
        if (r == JAVAC_GOOD) return true;
        if (!again) return false;
    }
}

// ---- Judging ----

static bool is_exception(const char *binary, symbol internal) {
    if (!binary || !internal) return false;
    const char *name = symbol_text(internal);
    for (; *binary && (*binary == *name || (*binary == '.' && *name == '/')); binary++, name++) {
    }
    return !*binary && !*name;
}

// Where the stack or the heap ends is chance.
static bool has_no_place(symbol exception) {
    const char *name = symbol_text(exception);
    return !strcmp(name, "java/lang/StackOverflowError") || !strcmp(name, "java/lang/OutOfMemoryError");
}

static bool is_place(const struct java_test *t, const struct java_stack_frame *where) {
    if (has_no_place(t->exception)) return true;
    if (t->where_line && where->line != t->where_line) return false;
    return !t->where_method || (where->method && !strcmp(where->method, symbol_text(t->where_method)));
}

static enum java_result judge_throw(const struct java_test *t, const struct replay_outcome *o) {
    if (!is_exception(o->exception, t->exception)) return JAVA_TEST_OTHER_EXCEPTION;
    return is_place(t, &o->where) ? JAVA_TEST_CONFIRMED : JAVA_TEST_ELSEWHERE;
}

// The loop's method is among those that the call never left.
static enum java_result judge_endless(const struct java_test *t, const struct replay_outcome *o) {
    bool there = !t->where_method;
    for (uint32_t i = 0; i < o->n_frames && !there; i++)
        there = o->frames[i].method && !strcmp(o->frames[i].method, symbol_text(t->where_method));
    return t->endless && there ? JAVA_TEST_CONFIRMED : JAVA_TEST_TIMEOUT;
}

static enum java_result judge(const struct java_test *t, const struct replay_outcome *o) {
    if (t->endless && o->status == REPLAY_THREW) return JAVA_TEST_OTHER_EXCEPTION;
    switch (o->status) {
    case REPLAY_NOT_RUN:
    case REPLAY_BEGUN: return JAVA_TEST_NOT_RUN;
    case REPLAY_THREW: return judge_throw(t, o);
    case REPLAY_RETURNED: return JAVA_TEST_RETURNED;
    case REPLAY_ESCAPED: return !t->exception && o->in_unit ? JAVA_TEST_UNEXPECTED : JAVA_TEST_NOT_BUILT;
    case REPLAY_PASSED: return JAVA_TEST_CONFIRMED;
    case REPLAY_DIFFERS: return JAVA_TEST_OTHER_VALUE;
    case REPLAY_TIMEOUT: return JAVA_TEST_TIMEOUT;
    case REPLAY_ENDLESS: return judge_endless(t, o);
    case REPLAY_EXIT: return JAVA_TEST_EXITED;
    case REPLAY_TROUBLE: return JAVA_TEST_NOT_BUILT;
    case REPLAY_DIED: break;
    }
    return JAVA_TEST_DIED;
}

static bool in_initializer(const struct java_proof *p) {
    return p->exception && (!strcmp(p->exception, "java.lang.ExceptionInInitializerError") ||
                            !strcmp(p->exception, "java.lang.NoClassDefFoundError"));
}

enum real_end junit_real_end(const struct java_proof *p) {
    static const enum real_end ends[] = {
#define X(name, text, real) REAL_##real,
        JAVA_RESULTS(X)
#undef X
    };
    enum real_end end = ends[p->result];
    return (end == REAL_OTHERWISE || end == REAL_NO_TEST) && in_initializer(p) ? REAL_INITIALIZER : end;
}

static void take_outcome(const struct java_test *t, const struct replay_outcome *o, struct java_proof *p) {
    p->result = judge(t, o);
    p->exception = o->exception;
    p->message = o->message;
    p->value = o->value;
    p->where = o->where;
    p->frames = o->frames;
    p->n_frames = o->n_frames;
    // Running out of memory depends on how much the next JVM gets.
    bool fickle = t->exception && !strcmp(symbol_text(t->exception), "java/lang/OutOfMemoryError");
    fickle |= t->exception && t->varies; // or on the day
    p->written = p->result == JAVA_TEST_CONFIRMED && !fickle;
}

static void take_checks(struct junit *w, uint32_t test, const struct replay_outcome *o) {
    struct junit_method *m = junit_method_of(w, test);
    if (m->watched) return;
    m->watched = true;
    bool lasts = w->proofs.at[test].written && !w->tests.at[test]->varies;
    m->n_checks = lasts ? o->n_checks : 0;
    if (m->n_checks) m->checks = arena_copy(&w->arena, o->checks, m->n_checks * sizeof *m->checks);
}

// ---- Running ----

typedef VEC(uint32_t) indices;

static bool replay(struct junit *w, struct places *at, const indices *which, bool shared, double seconds,
                   struct replay_outcome *outcomes) {
    VEC(struct replay_test) tests = {0};
    for (uint32_t k = 0; k < which->n; k++) {
        const struct java_test *t = w->tests.at[which->at[k]];
        const struct java_proof *p = &w->proofs.at[which->at[k]];
        vec_push(&tests, (struct replay_test){p->test_class, p->test_method,
                                              junit_dotted(&w->arena, t->class), symbol_text(t->name)});
    }
    struct replay_job job = {.tests = tests.at,
                             .n = tests.n,
                             .class_path = at->class_path,
                             .seconds_per_test = w->o.seconds_per_test,
                             .seconds = seconds,
                             .shared = shared};
    bool good = replay_run(w->jvm, &job, outcomes, &w->arena, w->d);
    vec_free(&tests);
    return good;
}

// What never ends comes last, as it may cost the JVM.
enum test_turn { TURN_FIRST, TURN_MAY_WAIT, TURN_ENDLESS, TURN_COUNT };

static enum test_turn turn_of(const struct java_test *t) {
    return t->endless ? TURN_ENDLESS : t->may_wait ? TURN_MAY_WAIT : TURN_FIRST;
}

static bool run_turn(struct junit *w, struct places *at, enum test_turn turn, double seconds) {
    indices which = {0};
    for (uint32_t i = w->first; i < w->tests.n; i++)
        if (w->proofs.at[i].result == JAVA_TEST_NOT_RUN && turn_of(w->tests.at[i]) == turn)
            vec_push(&which, i);
    struct replay_outcome *outcomes = mem_zalloc((which.n + 1) * sizeof *outcomes);
    bool good = which.n == 0 || replay(w, at, &which, false, seconds, outcomes);
    for (uint32_t k = 0; good && k < which.n; k++) {
        if (outcomes[k].status == REPLAY_NOT_RUN) continue; // there was no time
        take_outcome(w->tests.at[which.at[k]], &outcomes[k], &w->proofs.at[which.at[k]]);
        take_checks(w, which.at[k], &outcomes[k]);
    }
    mem_free(outcomes);
    vec_free(&which);
    return good;
}

static bool run_tests(struct junit *w, struct places *at, double seconds) {
    bool good = true;
    for (int turn = 0; turn < TURN_COUNT && good; turn++)
        good = run_turn(w, at, (enum test_turn)turn, turn == TURN_MAY_WAIT ? seconds : 0);
    return good;
}

// ---- As a suite: JUnit runs all tests in one class loader, so that what is static lasts ----

static int32_t java_hash(const char *ascii) {
    uint32_t h = 0;
    for (; *ascii; ascii++) h = h * 31 + (unsigned char)*ascii;
    return (int32_t)h;
}

// The order of both versions' launchers: by the hash of the method's name.
static int suite_order(const void *a, const void *b, void *context) {
    const struct java_proof *proofs = context, *p = &proofs[*(const uint32_t *)a],
                            *q = &proofs[*(const uint32_t *)b];
    int by_class = strcmp(p->test_class, q->test_class);
    if (by_class) return by_class;
    int32_t h = java_hash(p->test_method), k = java_hash(q->test_method);
    return h != k ? (h < k ? -1 : 1) : strcmp(p->test_method, q->test_method);
}

// The assertion that did not hold is not made any more. False: there is none.
static bool drop_check(struct junit_method *m, const struct replay_outcome *o) {
    if (o->status != REPLAY_DIFFERS) return false;
    for (uint32_t i = 0, n = 0; i < m->n_checks; i++) {
        if (m->checks[i].dropped || m->checks[i].repeats || !strncmp(m->checks[i].text, "//", 2)) continue;
        if (++n < o->asserted) continue;
        return m->checks[i].dropped = true;
    }
    return false;
}

static void turn_round(indices *which) {
    for (uint32_t i = 0; i < which->n / 2; i++) {
        uint32_t other = which->at[i];
        which->at[i] = which->at[which->n - 1 - i];
        which->at[which->n - 1 - i] = other;
    }
}

// What another test spoils stays confirmed, but is not written. What never ends is not tried once more.
// compiled: with all its assertions. reversed: the order.
static bool try_suite(struct junit *w, struct places *at, uint32_t from, bool compiled, bool reversed) {
    bool again = true, good = true, changed = !compiled;
    for (int round = 0; again && good && round < SUITE_ROUNDS; round++) {
        indices which = {0};
        if (changed && !compile_all(w, at)) return false;
        again = changed = false;
        for (uint32_t i = from; i < w->tests.n; i++)
            w->proofs.at[i].written &= w->proofs.at[i].result == JAVA_TEST_CONFIRMED;
        for (uint32_t i = from; i < w->tests.n; i++)
            if (w->proofs.at[i].written && !w->tests.at[i]->endless) vec_push(&which, i);
        if (which.n) qsort_r(which.at, which.n, sizeof *which.at, suite_order, w->proofs.at);
        if (reversed) turn_round(&which);
        struct replay_outcome *outcomes = mem_zalloc((which.n + 1) * sizeof *outcomes);
        good = which.n == 0 || replay(w, at, &which, true, 0, outcomes);
        for (uint32_t k = 0; good && k < which.n; k++) {
            if (judge(w->tests.at[which.at[k]], &outcomes[k]) == JAVA_TEST_CONFIRMED) continue;
            again = true;
            if (round < CHECK_ROUNDS && drop_check(junit_method_of(w, which.at[k]), &outcomes[k]))
                changed = true;
            else
                w->proofs.at[which.at[k]].written = false;
        }
        mem_free(outcomes);
        vec_free(&which);
    }
    return good;
}

// ---- Proofs ----

static bool open_jvm(struct junit *w) {
    if (w->jvm) return true;
    struct jvm_options o = {.java_home = w->o.java_home,
                            .share_dir = w->o.share_dir,
                            .class_path = w->o.class_path,
                            .memory_mb = w->o.memory_mb,
                            .no_cache = w->o.no_cache};
    w->jvm = jvm_open(&o, w->d);
    return w->jvm != NULL;
}

void junit_warm(struct junit *w) {
    struct diag ignored = {0};
    w->d = &ignored;
    if (open_jvm(w)) jvm_warm(w->jvm);
}

static void find_places(struct junit *w, struct places *at) {
    at->dir = file_join(jvm_directory(w->jvm), "proof");
    at->sources = file_join(at->dir, "src");
    at->classes = file_join(at->dir, "classes");
    struct str path = {0};
    str_addf(&path, "%s:%s", at->classes, w->o.class_path);
    at->class_path = str_take(&path);
}

static void leave_places(struct places *at) {
    if (at->dir) file_remove_tree(at->dir);
    mem_free(at->dir);
    mem_free(at->sources);
    mem_free(at->classes);
    mem_free(at->class_path);
}

// The unit's tests that are compiled again are those that held.
static void leave_out_unwritten(struct junit *w) {
    for (uint32_t i = w->first; i < w->tests.n; i++)
        junit_method_of(w, i)->left_out = !w->proofs.at[i].written;
}

bool junit_prove(struct junit *w, const struct java_test *tests, uint32_t n, double seconds,
                 struct java_proof *proofs, struct diag *d) {
    struct places at = {0};
    w->d = d;
    if (n == 0) return true;
    if (!open_jvm(w)) return false;
    // Before any work is done: whether the suite can be written at all.
    if (w->o.out_dir && !file_make_dirs(w->o.out_dir, d)) return false;
    junit_add(w, tests, n);
    w->proved++;
    find_places(w, &at);
    bool good = compile_all(w, &at) && run_tests(w, &at, seconds);
    leave_out_unwritten(w);
    if (good) junit_name_tests(w);
    good = good && (w->o.once || try_suite(w, &at, w->first, false, false)) && junit_write_suite(w);
    for (uint32_t i = 0; i < n; i++) proofs[i] = w->proofs.at[w->first + i];
    leave_places(&at);
    return good;
}

static const char *kept(struct junit *w, const char *text) {
    return text ? arena_strdup(&w->arena, text) : NULL;
}

static struct java_stack_frame kept_frame(struct junit *w, const struct java_stack_frame *f) {
    return (struct java_stack_frame){kept(w, f->class), kept(w, f->method), kept(w, f->file), f->line};
}

bool junit_run(struct junit *w, const struct java_test *tests, uint32_t n, double seconds,
               struct java_proof *proofs, struct diag *d) {
    struct junit_options o = w->o;
    w->d = d;
    if (!open_jvm(w)) return false;
    o.out_dir = NULL;
    o.once = true;
    o.seconds_per_test = seconds;
    struct junit *other = junit_open(&o);
    other->jvm = w->jvm; // lent
    bool good = junit_prove(other, tests, n, 0, proofs, d);
    for (uint32_t i = 0; i < n; i++) {
        struct java_proof *p = &proofs[i];
        struct java_stack_frame top = {0};
        if (p->n_frames) top = kept_frame(w, &p->frames[0]);
        *p = (struct java_proof){.result = p->result,
                                 .exception = kept(w, p->exception),
                                 .message = kept(w, p->message),
                                 .value = kept(w, p->value),
                                 .where = kept_frame(w, &p->where),
                                 .frames = arena_copy(&w->arena, &top, sizeof top),
                                 .n_frames = p->n_frames ? 1 : 0};
    }
    other->jvm = NULL;
    junit_close(other);
    return good;
}

bool junit_try(struct junit *w, const struct java_test *test, bool *confirmed, struct diag *d) {
    struct java_proof proof = {.result = JAVA_TEST_NOT_RUN};
    bool good = junit_run(w, test, 1, w->o.seconds_per_test, &proof, d);
    *confirmed = proof.result == JAVA_TEST_CONFIRMED;
    return good;
}

bool junit_finish(struct junit *w, void (*dropped)(void *context, const struct java_proof *p), void *context,
                  struct diag *d) {
    struct places at = {0};
    w->d = d;
    if (!w->proved || !w->o.out_dir) return true;
    find_places(w, &at);
    junit_leave_out(w);
    bool *written = mem_zalloc(w->tests.n + 1);
    for (uint32_t i = 0; i < w->tests.n; i++) written[i] = w->proofs.at[i].written;
    for (uint32_t i = 0; i < w->groups.n; i++) w->groups.at[i].changed = true;
    bool good = w->proved > 1 ? try_suite(w, &at, 0, false, false) : compile_all(w, &at);
    jvm_move(w->jvm);
    good = good && try_suite(w, &at, 0, true, true) && junit_write_suite(w);
    for (uint32_t i = 0; good && i < w->tests.n; i++)
        if (written[i] && !w->proofs.at[i].written) dropped(context, &w->proofs.at[i]);
    mem_free(written);
    leave_places(&at);
    return good;
}
