// SPDX-License-Identifier: Apache-2.0
#include "erlang/unit_inner.h"

#include <stdlib.h>
#include <string.h>

#include "erlang/analysis/explain.h"
#include "erlang/code/type_code.h"
#include "erlang/eunit/prove.h"
#include "erlang/load/attribute.h"
#include "erlang/load/types.h"
#include "erlang/machine/rules.h"
#include "erlang/term/reason_text.h"
#include "erlang/term/value.h"
#include "erlang/words.h"

// ---- Reports ----

static uint32_t coverage(struct unit *u, struct code_coverage **out) {
    struct program *p = of(u)->program;
    pthread_mutex_lock(&p->lock);
    uint32_t n = coverage_of_functions(p, of(u)->target->module, out);
    pthread_mutex_unlock(&p->lock);
    return n;
}

static uint32_t unreached(struct unit *unit) {
    struct erlang_unit *u = of(unit);
    struct program *p = u->program;
    uint32_t n = 0;
    pthread_mutex_lock(&p->lock);
    if (u->target->code && !u->places.n) coverage_places(p, u->target->code, &u->places);
    for (uint32_t i = 0; i < u->places.n; i++)
        n += !program_is_covered(p, u->places.at[i]) && !p->covered_ever[u->places.at[i]];
    pthread_mutex_unlock(&p->lock);
    return n;
}

static uint32_t assumes(struct unit *unit, struct assumption **out) {
    return assumed_report(&of(unit)->assumed, out);
}

static bool prove(struct unit *unit, struct suite *suite, struct diag *d) {
    struct erlang_unit *u = of(unit);
    return erlang_prove(u->program->loader, u->program, unit, u->target->module, u->target->name,
                        u->target->arity, suite, d);
}

static void unit_free(struct unit *unit) {
    struct erlang_unit *u = of(unit);
    grammar_free(unit->grammar);
    grammar_free(u->raw);
    variables_free(unit->variables);
    expr_store_free(unit->exprs);
    pthread_mutex_destroy(&u->lock);
    vec_free(&u->places);
    concretised_free(&unit->concretised);
    assumed_free(&u->assumed);
    vec_free(&u->keys_known);
    analysis_free(u->analysis);
    domain_free(u->domain);
    key_book_free(u->keys);
    made_plan_free(u->made);
    mem_free(u->name);
    mem_free(u->warning);
    mem_free(u);
}

// ---- Drawing inputs ----

// The constants of all functions loaded so far, each once; but those of the unit's own function and what its
// texts suggest as often as they take three quarters of the dictionary.
static void tell_constants(struct unit *unit, struct dictionary *d) {
    struct program *p = of(unit)->program;
    const struct function *target = of(unit)->target->code;
    word_vec all = {0}, found = {0};
    struct hash_map seen = {0};
    uint32_t at;
    enum { WORDS_MAX = 2048 };
    pthread_mutex_lock(&p->lock);
    for (uint32_t i = 0; target && i < target->module_code->n_functions; i++)
        if (target->module_code->functions[i]->home == target ||
            unit->proved) // all, where only loops are sought
            words_of_function(unit->exprs, target->module_code->functions[i], &found);
    words_of_texts(unit->exprs, d, &found);
    uint32_t own = found.n;
    for (uint32_t m = 0; m < p->module_list.n; m++) {
        const struct module_code *code = p->module_list.at[m];
        for (uint32_t i = 0; code && i < code->n_functions && found.n < WORDS_MAX; i++)
            words_of_function(unit->exprs, code->functions[i], &found);
    }
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 0; i < found.n && all.n < WORDS_MAX; i++) {
        if (i == own) own = all.n;
        if (hash_map_get(&seen, found.at[i], &at)) continue;
        hash_map_put(&seen, found.at[i], all.n);
        vec_push(&all, found.at[i]);
    }
    uint32_t others = all.n > own ? all.n - own : 0, again = own && 3 * others > own ? 3 * others - own : 0;
    for (uint32_t i = 0; i < all.n + again; i++)
        dictionary_add_term(d, unit->exprs, all.at[i < all.n ? i : (i - all.n) % own]);
    hash_map_free(&seen);
    vec_free(&found);
    vec_free(&all);
}

static bool is_tested(struct unit *unit, uint32_t place) {
    struct program *p = of(unit)->program;
    pthread_mutex_lock(&p->lock);
    const struct function *f = p->places.at[place].function;
    bool is = !f->module_code->library || f->module == of(unit)->target->module;
    pthread_mutex_unlock(&p->lock);
    return is;
}

static struct covered save_coverage(struct unit *unit) {
    const struct program *p = of(unit)->program;
    return covered_copy(p->covered, p->places.n);
}

static void restore_coverage(struct runner *r, const struct covered *saved) {
    struct program *p = r->unit->program;
    program_keep_coverage(p);
    program_forget_coverage(p);
    if (saved->n) memcpy(p->covered, saved->at, saved->n);
}

// Terms of a run end with it, and programs hold plain terms: keys of maps alone are kept.
static void mark(struct unit *unit, struct expr_sweep *w) {
    if (of(unit)->raw) grammar_mark(of(unit)->raw, w);
    if (of(unit)->keys) key_book_mark(of(unit)->keys, w);
}

static const struct proof_rule rules[] = {
#define X(name, text, what) {text, what},
    ERLANG_RULES(X)
#undef X
};

static const char *const atoms[] = {"a", "b", "ok", "true", "false", "error", "undefined", "x"};

static const struct language_coverage covering = {
    .ways = "clauses",
    .report = coverage,
    .unreached = unreached,
    .worth_a_test = erlang_worth_a_test,
    .is_tested = is_tested,
    .save = save_coverage,
    .restore = restore_coverage,
};
static const struct language_drawing drawing = {
    .tell = tell_constants,
    .order = words_order,
    .atoms = atoms,
    .n_atoms = sizeof atoms / sizeof *atoms,
    .finite = true,
};
static const struct language_ordering ordering = {
    .follow = erlang_follow, .at_once = erlang_at_once, .order = erlang_order, .events = erlang_events};
static const struct language_sweeping sweeping = {.mark = mark};
static const struct language_reporting reporting = {
    .assumes = assumes,
    .shown_text = erlang_shown_text,
    .regroup = erlang_regroup,
    .same_reason = erlang_same_reason,
};
static const struct language_paths paths = {.condition = erlang_path_condition};
static const struct language_proving proving = {.prove = prove};

static const struct language erlang_language = {
    .name = "erl",
    .rules = rules,
    .n_rules = ERLANG_RULE_COUNT,
    .runner_new = erlang_runner_new,
    .runner_free = erlang_runner_free,
    .run = erlang_run,
    .fresh_coverage = erlang_fresh_coverage,
    .describe = erlang_describe,
    .argument_texts = erlang_argument_texts,
    .call_text = erlang_call_text,
    .unit_free = unit_free,
    .coverage = &covering,
    .paths = &paths,
    .drawing = &drawing,
    .sweeping = &sweeping,
    .ordering = &ordering,
    .reporting = &reporting,
    .proving = &proving,
};

// ---- Making one ----

static bool check_target(struct program *p, struct export *x, const struct erlang_target *t, struct diag *d) {
    struct diag why = {0};
    const struct module_code *m = program_module(p, t->module, &why);
    const char *module = symbol_text(t->module), *name = symbol_text(t->function);
    if (!m)
        return why.kind ? diag_set(d, why.kind, "%s", why.text)
                        : diag_set(d, DIAG_ANALYSIS, "no module %s: give its directory with -pa, or its file",
                                   module);
    enum export_state state = program_resolve(p, x);
    if (state == EXPORT_CODE || state == EXPORT_BIF) return true;
    for (uint32_t i = 0; i < m->core->n_functions; i++)
        if (m->core->functions[i].name == t->function && m->core->functions[i].arity == t->arity)
            return diag_set(d, DIAG_ANALYSIS,
                            "%s:%s/%u is not exported: export it, or test a function that calls it", module,
                            name, t->arity);
    for (uint32_t i = 0; i < m->core->n_functions; i++)
        if (m->core->functions[i].name == t->function)
            return diag_set(d, DIAG_ANALYSIS, "no function %s:%s/%u; there is %s/%u", module, name, t->arity,
                            name, m->core->functions[i].arity);
    return diag_set(d, DIAG_ANALYSIS, "no function %s:%s/%u in %s", module, name, t->arity, m->core->path);
}

static bool seed_of(struct erlang_unit *u, const struct erlang_target *t, const struct types *types,
                    struct diag *d) {
    struct unit *unit = &u->unit;
    if (!t->seed) {
        bool good = grammar_inhabited(unit->grammar, u->type);
        if (!good) types_say_empty(types, program_core(u->program, t->module), d);
        return good;
    }
    struct arena a;
    arena_init(&a, 0);
    term *args;
    uint32_t n;
    bool ok =
        loader_parse_arguments(u->program->loader, t->seed, program_is_elixir(t->module), &a, &args, &n, d);
    if (ok && n != t->arity)
        ok = diag_set(d, DIAG_USAGE, "%s takes %u arguments, %u given", u->name, t->arity, n);
    // Funs that a person gives may be any code; the analysis knows of those only that a spec allows, which
    // answer whatever they are asked.
    if (ok) u->seed_calls = value_holds_fun(term_tuple_of(&a, args, n));
    if (ok) u->seed_value.value = value_from_term(unit->exprs, term_tuple_of(&a, args, n));
    arena_free(&a);
    if (ok && !grammar_accepts(unit->grammar, u->type, u->seed_value.value))
        ok = diag_set(d, DIAG_USAGE, "the arguments given do not fit the spec of %s", u->name);
    return ok;
}

const char *erlang_unit_warning(struct unit *u) {
    return of(u)->warning;
}

void erlang_unit_explain(struct unit *u, struct safety *s) {
    const struct export *x = of(u)->target;
    if (of(u)->analysis) safety_add(s, of(u)->analysis, x->module, x->name, x->arity);
}

bool erlang_unit_assume(struct program *p, const struct erlang_target *t, struct diag *d) {
    struct export *x = program_export(p, t->module, t->function, t->arity);
    if (!check_target(p, x, t, d)) return false;
    vec_push(&p->assumptions, x);
    return true;
}

// Of the result types, in a grammar of their own.
static bool make_check(struct erlang_unit *u, const struct erlang_target *t, struct diag *d) {
    struct grammar *g = grammar_new(u->unit.exprs);
    struct types *types = types_new(u->unit.exprs, g, program_core, u->program);
    type_id calls = TYPE_ANY;
    bool ok = types_of_calls(types, t->module, t->function, t->arity, &calls, d);
    types_free(types);
    grammar_freeze(g);
    if (ok && calls != TYPE_ANY) {
        u->check = type_code(u->program, u->unit.exprs, g, calls, t->arity + 1, d);
        ok = u->check != NULL;
    }
    grammar_free(g);
    return ok;
}

// One line for each module is enough.
static void note_missing(struct erlang_unit *u, const struct types *types) {
    symbol module;
    const char *warning = types_warning(types, &module);
    uint32_t told;
    if (!warning || hash_map_get(&u->program->untyped, module, &told)) return;
    hash_map_put(&u->program->untyped, module, 1);
    u->warning = mem_strdup(warning);
}

static void note_makers(struct erlang_unit *u, const struct types *types) {
    uint32_t n;
    const struct constructor *c = types_constructors(types, &n);
    for (uint32_t i = 0; i < n; i++) {
        struct str what = {0};
        str_add(&what, "other values than those of ");
        erlang_function_name(&what, c[i].call.module, c[i].call.function, c[i].call.arity);
        concretised_note(&u->unit.concretised, symbol_intern(what.at, what.n), symbol_of("arguments"), 0);
        str_free(&what);
    }
}

// Where something in the arguments is made, there are values that its constructor does not make, or not so:
// what is found out of those that are made is no proof for all. The analysis is of all that the spec allows.
static bool note_made(struct erlang_unit *u, const struct erlang_target *t, const struct types *made,
                      type_id *raw_type, struct diag *d) {
    u->made = made_plan_new(u->unit.grammar, u->unit.exprs, u->type);
    if (!u->made) return true;
    note_makers(u, made);
    u->unit.partial = true;
    u->raw = grammar_new(u->unit.exprs);
    struct types *types = types_new(u->unit.exprs, u->raw, program_core, u->program);
    bool ok = types_of_arguments(types, t->module, t->function, t->arity, raw_type, false, d);
    types_free(types);
    grammar_freeze(u->raw);
    return ok;
}

// The unit's grammar and type, anew. *ok false: d says why there are none.
static struct types *read_spec(struct erlang_unit *u, const struct erlang_target *t, bool make, bool *ok,
                               struct diag *d) {
    grammar_free(u->unit.grammar);
    u->unit.grammar = grammar_new(u->unit.exprs);
    struct types *types = types_new(u->unit.exprs, u->unit.grammar, program_core, u->program);
    *ok = types_of_arguments(types, t->module, t->function, t->arity, &u->type, make, d);
    grammar_freeze(u->unit.grammar);
    return types;
}

// Whether its spec speaks of characters, or code of its module has texts.
static bool takes_texts(struct erlang_unit *u) {
    struct diag ignored = {0};
    const struct module_code *m = program_module(u->program, u->target->module, &ignored);
    bool texts = words_are_of_type(u->unit.grammar, u->type);
    for (uint32_t i = 0; m && i < m->n_functions && !texts; i++) texts = words_has_text(m->functions[i]);
    return texts;
}

static void note_ends(struct erlang_unit *u) {
    const uint32_t by = analysis_ends(u->analysis);
    u->unit.ends = by != 0;
    u->unit.seeks_ends = true;
    if (by) unit_rests_on(&u->unit, ERLANG_RULE_SIZE_CHANGE);
    if (by & ANALYSIS_ENDS_COUNTED) unit_rests_on(&u->unit, ERLANG_RULE_COUNTED_LOOP);
    if (by & ANALYSIS_ENDS_KNOWN) unit_rests_on(&u->unit, ERLANG_RULE_LIBRARY_ENDS);
}

struct unit *erlang_unit_new(struct program *p, const struct erlang_target *t, const struct unit_options *o,
                             struct diag *d) {
    struct export *x = program_export(p, t->module, t->function, t->arity);
    if (!check_target(p, x, t, d)) return NULL;
    struct erlang_unit *u = mem_zalloc(sizeof *u);
    struct str name = {0};
    erlang_function_name(&name, t->module, t->function, t->arity);
    *u = (struct erlang_unit){.program = p, .target = x, .name = str_take(&name)};
    pthread_mutex_init(&u->lock, NULL);
    u->unit.language = &erlang_language;
    u->unit.shrinks = true;
    u->delayed = o->delayed;
    u->lossy = o->lossy;
    u->unit.lossy = o->lossy.at;
    u->unit.n_lossy = o->lossy.n;
    u->unit.delivery = o->delayed ? "delayed" : "immediate";
    u->unit.name = u->name;
    u->unit.exprs = expr_store_new();
    u->unit.variables = variables_new();
    bool make = !t->seed, ok; // arguments that a person gives are as they are
    struct types *types = read_spec(u, t, make, &ok, d);
    if (ok && make && !grammar_inhabited(u->unit.grammar, u->type)) { // the constructors need each other
        types_free(types);
        make = false;
        types = read_spec(u, t, make, &ok, d);
    }
    ok = ok && seed_of(u, t, types, d) && (!o->check_return || make_check(u, t, d));
    if (ok) note_missing(u, types);
    type_id raw_type = TYPE_ANY;
    if (ok && make) ok = note_made(u, t, types, &raw_type, d);
    types_free(types);
    if (!ok) {
        unit_free(&u->unit);
        return NULL;
    }
    unit_variable(&u->unit, u->type, EXPR_NONE);
    uint32_t line;
    const struct core_module *own = program_core(p, t->module);
    bool specced = own && attribute_spec(own, t->function, t->arity, &line) != TERM_NONE;
    if (!specced && !o->any_term_counts) u->domain = domain_new(u->unit.exprs);
    u->keys = key_book_new(u->unit.exprs);
    const struct core_module *core = program_core(p, t->module);
    if (core) key_book_read(u->keys, core);
    if (core) key_book_read_literals(u->keys, core, t->function, t->arity);
    u->seed = (struct model){t->seed != NULL, &u->seed_value, u->unit.variables};
    u->texts = takes_texts(u);
    u->unit.seeds = &u->seed;
    u->unit.n_seeds = 1;
    u->unit.draws = 50;
    // The functions that the analysis knows call nothing.
    bool calls = u->seed_calls || (u->made && made_plan_funs(u->made));
    if (o->prune && !calls && !u->check) {
        const struct grammar *g = u->raw ? u->raw : u->unit.grammar;
        u->analysis = analysis_new(p, t->module, t->function, t->arity, g, u->unit.exprs,
                                   u->raw ? raw_type : u->type, &o->analysis);
        u->unit.proved = analysis_proved(u->analysis);
        if (u->unit.proved) concretised_free(&u->unit.concretised); // it holds of all values
        u->unit.prunes = true;
        if (u->unit.proved || runs_prune(u)) unit_rests_on(&u->unit, ERLANG_RULE_SAFE_BRANCH);
        note_ends(u);
        // There is one more way to fail where calls may not end.
        if (u->unit.ends) u->unit.failures = analysis_raises(u->analysis);
        u->unit.analysis_seconds = analysis_seconds(u->analysis);
    }
    program_keep_coverage(p);
    program_forget_coverage(p);
    return &u->unit;
}
