// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/changed.h"
#include "cli/elixir.h"
#include "cli/project.h"
#include "cli/session_core.h"
#include "cli/share.h"
#include "cli/targets.h"
#include "erlang/erlang.h"
#include "erlang/term/term.h"

static char *target_name(const struct erlang_target *t) {
    struct str s = {0};
    erlang_function_name(&s, t->module, t->function, t->arity);
    return str_take(&s);
}

static bool test_target(struct session *s, struct erlang *e, const struct erlang_target *t, uint32_t at,
                        uint32_t of, struct diag *d) {
    char *name = target_name(t);
    session_loading(s, name, at, of);
    struct diag why = {0};
    struct unit *u = erlang_unit(e, t, &why);
    bool ok;
    if (u) {
        if (erlang_unit_warning(u)) fprintf(stderr, "frisk: %s\n", erlang_unit_warning(u));
        double load = erlang_load_seconds(e);
        ok = session_test(s, u, load - s->loaded, d);
        s->loaded = load;
    } else {
        ok = session_unit_failed(s, name, &why, d);
    }
    mem_free(name);
    return ok;
}

// What is to be tested. Of a project, modules that cannot be read are told with the results.
struct failed_module {
    char *name;
    struct diag why;
};
typedef VEC(struct erlang_target) target_list;
typedef VEC(struct failed_module) failed_list;

// All targets of all operands.
static bool find_targets(struct erlang *e, const struct targets *texts, target_list *out, struct diag *d) {
    for (uint32_t i = 0; i < texts->list.n; i++) {
        const struct target_text *t = &texts->list.at[i];
        struct erlang_targets found = {0};
        if (!erlang_targets(e, t->target, t->arguments, &found, d)) return false;
        for (uint32_t k = 0; k < found.n; k++) vec_push(out, found.at[k]);
        if (!found.n) diag_set(d, DIAG_ANALYSIS, "%s exports no function", t->target);
        mem_free(found.at);
        if (d->kind) return false;
    }
    return true;
}

static void failed_free(failed_list *f) {
    for (uint32_t i = 0; i < f->n; i++) mem_free(f->at[i].name);
    vec_free(f);
}

// The name of a module as Erlang writes it, from its .beam.
static char *module_of_beam(const char *beam) {
    const char *slash = strrchr(beam, '/'), *name = slash ? slash + 1 : beam;
    struct str s = {0};
    term_print_atom(&s, symbol_intern(name, strlen(name) - strlen(".beam")));
    return str_take(&s);
}

static bool add_project(struct erlang *e, const struct project *p, target_list *out, failed_list *failed,
                        struct diag *d) {
    for (uint32_t i = 0; i < p->modules.n; i++) {
        char *name = module_of_beam(p->modules.at[i]);
        struct erlang_targets found = {0};
        struct diag why = {0};
        if (erlang_targets(e, name, NULL, &found, &why)) {
            for (uint32_t k = 0; k < found.n; k++) vec_push(out, found.at[k]);
            mem_free(name);
        } else {
            vec_push(failed, ((struct failed_module){name, why}));
        }
        mem_free(found.at);
    }
    if (p->modules.n && !out->n && failed->n) *d = failed->at[0].why;
    return !d->kind;
}

// ---- Of these, what has changed ----

// Lines are those of what was compiled.
static void warn_if_older(const char *dir, const struct erlang_source *f) {
    struct stat source, compiled;
    char *path = f->file[0] == '/' ? mem_strdup(f->file) : file_join(dir, f->file);
    bool known = f->loaded && stat(f->loaded, &compiled) == 0 && stat(path, &source) == 0;
    const struct timespec *s = &source.st_mtim, *c = &compiled.st_mtim;
    if (known && (s->tv_sec > c->tv_sec || (s->tv_sec == c->tv_sec && s->tv_nsec > c->tv_nsec)))
        fprintf(stderr, "frisk: %s is newer than %s: compile it first\n", f->file, f->loaded);
    mem_free(path);
}

// Touched functions of one module: those listed are kept, others that cannot be called from outside are
// named.
static bool keep_touched(struct erlang *e, symbol module, const char *dir, const struct changed *c,
                         const target_list *all, target_list *kept, struct diag *d) {
    uint32_t n = 0;
    struct erlang_source *functions = erlang_sources(e, module, &n, d);
    if (functions && n) warn_if_older(dir, &functions[0]);
    for (uint32_t i = 0; functions && i < n; i++) {
        const struct erlang_source *f = &functions[i];
        if (!changed_touches(c, f->file, f->first, f->last)) continue;
        bool listed = false;
        for (uint32_t k = 0; k < all->n; k++) {
            if (all->at[k].module != module || all->at[k].function != f->function ||
                all->at[k].arity != f->arity)
                continue;
            vec_push(kept, all->at[k]);
            listed = true;
        }
        if (f->exported || listed) continue;
        struct str name = {0};
        erlang_function_name(&name, module, f->function, f->arity);
        fprintf(stderr, "frisk: %s has changed, but is not exported: test a function that calls it\n",
                str_text(&name));
        str_free(&name);
    }
    bool good = functions != NULL;
    mem_free(functions);
    return good;
}

static bool only_changed(struct erlang *e, const char *dir, const char *revision, target_list *targets,
                         struct diag *d) {
    struct changed c = {0};
    target_list kept = {0};
    bool good = changed_read(dir, revision, &c, d);
    for (uint32_t i = 0; good && i < targets->n; i++) {
        symbol module = targets->at[i].module;
        bool done = false;
        for (uint32_t k = 0; k < i && !done; k++) done = targets->at[k].module == module;
        if (!done) good = keep_touched(e, module, dir, &c, targets, &kept, d);
    }
    changed_free(&c);
    vec_free(targets);
    *targets = kept;
    return good;
}

static bool assume_all(struct erlang *e, const text_list *functions, const target_list *targets,
                       struct diag *d) {
    for (uint32_t i = 0; i < functions->n; i++) {
        uint32_t arity, fit = 0;
        if (!erlang_assume(e, functions->at[i], &arity, d)) return false;
        for (uint32_t k = 0; k < targets->n; k++) fit += targets->at[k].arity == arity;
        if (!fit)
            return diag_set(d, DIAG_USAGE, "--assume %s: no target takes %u argument%s", functions->at[i],
                            arity, arity == 1 ? "" : "s");
    }
    return true;
}

static bool discard_all(struct erlang *e, const text_list *terms, const target_list *targets,
                        struct diag *d) {
    uint32_t elixir = 0;
    for (uint32_t k = 0; k < targets->n; k++) elixir += erlang_is_elixir(&targets->at[k]);
    for (uint32_t i = 0; i < terms->n && targets->n; i++)
        if (!erlang_discard(e, terms->at[i], elixir<targets->n, elixir> 0, d)) return false;
    return true;
}

static void collect_modules(struct session *s, struct erlang *e, const target_list *targets) {
    for (uint32_t i = 0; i < targets->n; i++) {
        symbol module = targets->at[i].module;
        bool known = false;
        for (uint32_t k = 0; k < i; k++) known |= targets->at[k].module == module;
        if (known) continue;
        vec_push(&s->modules, erlang_module_coverage(e, module));
    }
}

// What the targets cannot do wrong, instead of searching for what they can.
static bool explain_all(struct erlang *e, const target_list *targets, struct diag *d) {
    struct safety *safety = erlang_safety_new(e);
    bool ok = true;
    for (uint32_t i = 0; i < targets->n && ok; i++) {
        struct unit *u = erlang_unit(e, &targets->at[i], d);
        ok = u != NULL;
        if (!u) break;
        erlang_safety_add(safety, u);
        u->language->unit_free(u);
    }
    struct str text = {0};
    if (ok) erlang_safety_print(safety, &text);
    ok = ok && (fputs(str_text(&text), stdout) >= 0 ||
                diag_set(d, DIAG_ANALYSIS, "cannot write to standard output"));
    str_free(&text);
    erlang_safety_free(safety);
    return ok;
}

static bool test_all(struct session *s, struct erlang *e, const target_list *targets,
                     const failed_list *failed, struct diag *d) {
    if (!session_begin(s, targets->n + failed->n, d)) return false;
    for (uint32_t i = 0; i < failed->n; i++)
        if (!session_unit_failed(s, failed->at[i].name, &failed->at[i].why, d)) return false;
    for (uint32_t i = 0; i < targets->n && !session_stopped(); i++)
        if (!test_target(s, e, &targets->at[i], i + 1, targets->n, d)) return false;
    if (!s->only_unit) collect_modules(s, e, targets);
    return session_totals(s, d);
}

static bool test_targets(struct session *s, struct erlang *e, const struct targets *texts,
                         const struct project *project, struct diag *d) {
    target_list targets = {0};
    failed_list failed = {0};
    const char *dir = texts->projects.n ? texts->projects.at[0] : ".";
    bool ok = find_targets(e, texts, &targets, d);
    if (ok && texts->projects.n) ok = add_project(e, project, &targets, &failed, d);
    if (ok && s->o->changed) {
        for (uint32_t i = 0; i < failed.n; i++) fprintf(stderr, "frisk: %s\n", failed.at[i].why.text);
        failed_free(&failed); // whether anything in these has changed is not known
        ok = only_changed(e, dir, s->o->changed, &targets, d);
    }
    ok = ok && assume_all(e, &s->o->assume, &targets, d) && discard_all(e, &s->o->discard, &targets, d);
    if (ok && !targets.n && s->o->changed)
        printf("nothing to test: no function of the targets has changed since %s\n", s->o->changed);
    else if (ok && s->o->explain_safety)
        ok = explain_all(e, &targets, d);
    else if (ok)
        ok = test_all(s, e, &targets, &failed, d);
    failed_free(&failed);
    vec_free(&targets);
    return ok;
}

// The directories of modules: those given, then those of the projects named, or of the one that frisk was
// started in.
static bool read_projects(const struct targets *texts, struct project *p, struct diag *d) {
    for (uint32_t i = 0; i < texts->projects.n; i++)
        if (!project_read(texts->projects.at[i], p, d)) return false;
    struct diag not_compiled = {0}; // is no matter where files are named
    if (!texts->projects.n && project_is(".")) project_read(".", p, &not_compiled);
    return true;
}

// Elixir's modules need the others of their language.
static bool meets_elixir(const struct targets *texts, const struct project *p) {
    bool yes = false;
    for (uint32_t i = 0; i < texts->list.n; i++) yes |= elixir_is_module(texts->list.at[i].target);
    for (uint32_t i = 0; i < texts->files.n; i++) yes |= elixir_is_module(texts->files.at[i]);
    for (uint32_t i = 0; i < p->modules.n; i++) yes |= elixir_is_module(p->modules.at[i]);
    return yes;
}

static bool run(struct session *s, const struct targets *texts, struct diag *d) {
    struct project project = {0};
    char *share = s->o->share_dir ? mem_strdup(s->o->share_dir) : share_find(d);
    if (!share || !read_projects(texts, &project, d)) {
        mem_free(share);
        project_free(&project);
        return false;
    }
    if (meets_elixir(texts, &project)) elixir_paths(&project.paths);
    text_list paths = {0};
    for (uint32_t i = 0; i < s->o->paths.n; i++) vec_push(&paths, s->o->paths.at[i]);
    for (uint32_t i = 0; i < project.paths.n; i++) vec_push(&paths, project.paths.at[i]);
    struct erlang_options options = {
        .paths = paths.at,
        .n_paths = paths.n,
        .files = texts->files.at,
        .n_files = texts->files.n,
        .erl = s->o->erl,
        .share_dir = share,
        .no_cache = s->o->no_cache,
        .any_machine = s->o->any_machine,
        .check_return = s->o->check_return,
        .delayed = s->o->delayed,
        .lossy = s->o->lossy.at,
        .n_lossy = s->o->lossy.n,
        .any_term_counts = s->o->any_term == NULL_ERRORS,
        .seconds = s->explore.seconds,
        .stop = s->explore.stop,
        .prune = s->o->explain_safety || s->o->prune ||
                 (s->o->goal == GOAL_ERRORS && !s->o->no_prune && !s->o->paths_listed)};
    struct erlang *e = erlang_open(&options, d);
    mem_free(share);
    bool ok = e != NULL;
    for (uint32_t i = 0; ok && i < s->o->opaque.n; i++) ok = erlang_opaque(e, s->o->opaque.at[i], d);
    for (uint32_t i = 0; ok && i < s->o->stub.n; i++) ok = erlang_stub(e, s->o->stub.at[i], d);
    ok = ok && erlang_stubs_check(e, d);
    ok = ok && test_targets(s, e, texts, &project, d);
    const char *unused = ok ? erlang_opaque_unused(e) : NULL;
    if (unused) fprintf(stderr, "frisk: --opaque: nothing that was loaded matches %s\n", unused);
    erlang_close(e);
    vec_free(&paths);
    project_free(&project);
    return ok;
}

int session_erlang(const struct options *o) {
    struct session s;
    struct diag d = {0};
    struct targets texts = {0};
    session_prepare(&s, o);
    bool ok = targets_sort(&o->operands, &texts, &d) && run(&s, &texts, &d);
    targets_free(&texts);
    return session_finish(&s, ok, &d);
}
