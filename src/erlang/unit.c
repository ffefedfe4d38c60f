// SPDX-License-Identifier: Apache-2.0
#include "erlang/unit.h"

#include <stdlib.h>
#include <string.h>

#include "erlang/analysis/check.h"
#include "erlang/analysis/explain.h"
#include "erlang/code/elixir.h"
#include "erlang/code/type_code.h"
#include "erlang/coverage.h"
#include "erlang/domain.h"
#include "erlang/eunit/prove.h"
#include "erlang/load/attribute.h"
#include "erlang/load/types.h"
#include "erlang/machine/endless.h"
#include "erlang/machine/interp.h"
#include "erlang/machine/key_book.h"
#include "erlang/machine/made.h"
#include "erlang/machine/rules.h"
#include "erlang/machine/store.h"
#include "erlang/machine/task.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"
#include "erlang/words.h"

enum { WHOLE_DEPTH = 1 << 20, KEYS_KNOWN_MAX = 500 };
struct key_pair {
    uint64_t concrete, symbolic; // keys of one failure, from a run without symbols and from one with them
};

struct erlang_unit {
    struct unit unit; // first: the engine's view
    struct program *program;
    struct export *target;
    char *name, *warning; // NULL: none
    type_id type;
    struct made_plan *made; // NULL: all arguments are in the input as they are
    struct grammar *raw;    // what the spec says of made arguments, for the analysis
    struct domain *domain;  // of a function without a spec; NULL: it has one, or all that fails counts
    struct model seed;
    struct binding seed_value;         // the tuple of the arguments
    struct key_book *keys;             // of maps among the inputs
    struct analysis *analysis;         // NULL: nothing is pruned
    struct export *check;              // tells whether a result is what the spec says; NULL: not asked
    const struct core_module *on_load; // of which a VM runs code when it loads it; NULL: none
    bool texts;                        // lists of integers may be texts, as its spec or code says
    bool seed_calls;                   // the first arguments hold a fun
    place_list places;                 // that calls lead to, once asked for
    pthread_mutex_t lock;              // of the following
    VEC(struct key_pair) keys_known;
    VEC(symbol) assumed; // likewise
};

struct runner {
    struct erlang_unit *unit;
    struct interp *interp;
    enum interp_result result;
    term value;         // returned
    bool outside;       // which the spec does not allow
    struct death death; // of another process; what became of the unit's call does not count then
    struct outcome outcome;
};

static struct erlang_unit *of(struct unit *u) {
    return (struct erlang_unit *)u;
}

// Whether runs leave decisions out.
static bool runs_prune(const struct erlang_unit *u) {
    return u->analysis && analysis_entry(u->analysis) != CONTEXT_DISTRUST;
}

// ---- Running ----

static struct runner *runner_new(struct unit *u, const struct run_limits *limits) {
    struct runner *r = mem_zalloc(sizeof *r);
    r->unit = of(u);
    r->interp = interp_new(of(u)->program, u->exprs, limits);
    r->interp->keys = of(u)->keys;
    r->interp->made = of(u)->made;
    r->interp->analysis = runs_prune(of(u)) ? of(u)->analysis : NULL;
    r->interp->look = check_look;
    return r;
}

// A module with code of its own for when it is loaded, which is the unit's or was reached; NULL: there is
// none.
static const struct core_module *on_load_reached(struct erlang_unit *u) {
    struct program *p = u->program;
    const struct core_module *found = NULL;
    pthread_mutex_lock(&p->lock);
    for (uint32_t i = 0; i < p->module_list.n && !found; i++) {
        const struct module_code *m = p->module_list.at[i];
        if (!m || !attribute_on_load(m->core)) continue;
        bool reached = m->core->name == u->target->module;
        if (reached || coverage_reaches(p, m->core->name)) found = m->core;
    }
    pthread_mutex_unlock(&p->lock);
    return found;
}

static void runner_free(struct runner *r) {
    struct erlang_unit *u = r->unit;
    pthread_mutex_lock(&u->lock);
    if (!u->on_load && (u->on_load = on_load_reached(u)))
        concretised_note(&u->unit.concretised, symbol_of("what is done when the module is loaded (-on_load)"),
                         symbol_of(u->on_load->file), 0);
    u->unit.partial |= u->on_load != NULL;
    concretised_add(&u->unit.concretised, &r->interp->concretised);
    for (uint32_t i = 0; i < r->interp->assumed.n; i++) vec_push(&u->assumed, r->interp->assumed.at[i]);
    pthread_mutex_unlock(&u->lock);
    interp_free(r->interp);
    mem_free(r);
}

// The shape of a reason: an atom, or the tag of a tuple; other values by their kind. What comes from the
// input as it is has no shape of its own: throw(X) fails in one way, not in one for each atom.
static uint64_t reason_shape(term reason) {
    enum { GIVEN = 2, OTHER_TAG = 1 };
    if (term_is_sym(reason)) return GIVEN;
    if (term_is_atom(reason)) return reason;
    if (term_is_tuple(reason) && term_tuple(reason)->n) {
        term tag = term_tuple(reason)->at[0];
        uint64_t first = term_is_sym(tag) ? GIVEN : term_is_atom(tag) ? tag : OTHER_TAG;
        return hash_mix(first, term_tuple(reason)->n);
    }
    return term_tag(reason);
}

static uint64_t place_key(uint64_t what, const struct trace_place *place, bool line) {
    uint64_t h = hash_mix(hash_mix(what, place->module), place->function);
    h = hash_mix(hash_mix(h, place->arity), line ? place->line : 0);
    return h ? h : 1;
}

static void failure_key(const struct runner *r, struct outcome *out) {
    const struct process *p = &r->interp->process;
    struct trace_place place = {0};
    term reason = r->death.is ? r->death.reason : r->outside ? r->value : p->reason;
    uint64_t h;
    if (r->death.is) {
        place = r->death.place;
        h = hash_mix(hash_mix(hash_mix(9, r->death.class_), place.module), place.function);
        h = hash_mix(hash_mix(h, place.arity), place.line);
    } else if (r->outside) {
        h = hash_mix(hash_mix(8, r->unit->target->module), r->unit->target->name);
    } else {
        interp_place(r->interp, &place);
        h = hash_mix(hash_mix(hash_mix(7, p->class_), place.module), place.function);
        h = hash_mix(hash_mix(h, place.arity), place.line);
    }
    out->place = h ? h : 1;
    h = hash_mix(h, reason_shape(reason));
    // What raises likewise in two points of one line has two causes.
    if (!r->death.is && !r->outside && r->interp->raised) h = hash_mix(h, r->interp->raised->id);
    out->key = h ? h : 1;
    if (!r->unit->unit.failures || r->outside) return;
    bool known = r->interp->analysis && !r->death.is;
    if (known) out->failure = analysis_raise(r->interp->analysis, r->interp->raised, p->reason);
    if (!out->failure) out->failure = FAILURE_OTHER;
}

// Whether a precondition gives true. Its decisions are decisions of the run, so that the search finds inputs
// that pass it; the analysis does not know of it, so nothing in it is left alone. r->result is INTERP_VALUE
// unless it could not be followed to its end; what it raises is not true.
static bool assumed(struct runner *r, struct export *x, const term *args) {
    struct interp *ip = r->interp;
    const struct analysis *analysis = ip->analysis;
    term value = TERM_NONE;
    ip->analysis = NULL;
    r->result = interp_call(ip, x, args, x->arity, &value);
    bool holds = r->result == INTERP_VALUE && interp_is(ip, value, atom_true);
    ip->analysis = analysis;
    ip->process.dictionary = map_empty; // the unit finds nothing that this left behind
    ip->process.traps_exits = false;
    ip->process.leader = term_imm(IMM_PID, THE_LEADER);
    ip->process.open_keys = TERM_NIL;
    store_reset(&ip->process);
    tasks_free(&ip->process);
    if (r->result == INTERP_RAISED) r->result = INTERP_VALUE;
    if (r->result == INTERP_LIMIT || r->result == INTERP_ENDLESS) {
        r->result = INTERP_NO_MODEL;
        ip->process.no_model = "the precondition did not end";
    }
    r->value = atom_false;
    return holds;
}

// False: there is no such input, as r->result is INTERP_VALUE, or making it could not be followed to its end.
static bool make_arguments(struct runner *r, term *args) {
    const struct erlang_unit *u = r->unit;
    bool good = true;
    r->result = INTERP_VALUE;
    if (u->made) r->result = made_arguments(r->interp, u->made, args, u->target->arity, &good);
    if (r->result == INTERP_ENDLESS) {
        r->result = INTERP_NO_MODEL;
        r->interp->process.no_model = "a constructor that never ends";
    }
    if (good) return r->result == INTERP_VALUE;
    r->result = INTERP_VALUE;
    r->value = atom_false;
    return false;
}

// Whether the unit returned what is to say that its input is none: a decision of the run, whatever of its
// code is left alone.
static bool refused(struct runner *r) {
    struct interp *ip = r->interp;
    const struct program *p = r->unit->program;
    bool elixir = program_is_elixir(r->unit->target->module), refused = false;
    if (r->result != INTERP_VALUE) return false;
    ip->symbolic = ip->trace && !ip->trace->closed;
    for (uint32_t i = 0; i < p->discards.n && !refused; i++)
        refused = p->discards.at[i].elixir == elixir && interp_is(ip, r->value, p->discards.at[i].value);
    return refused;
}

// Whether the spec allows what was returned for these arguments. The questions asked are decisions of the
// run; what they cover is nobody's code.
static bool fits_spec(struct runner *r, const term *args, uint32_t n) {
    struct interp *ip = r->interp;
    const struct analysis *analysis = ip->analysis;
    uint32_t fresh = ip->fresh;
    term all[MAX_ARGUMENTS + 1], value = TERM_NONE;
    memcpy(all, args, n * sizeof *args);
    all[n] = r->value;
    ip->analysis = NULL;
    interp_rests_on(ip, ERLANG_RULE_RETURNED_VALUE);
    enum interp_result result = interp_call(ip, r->unit->check, all, n + 1, &value);
    bool fits = result != INTERP_VALUE || interp_is(ip, value, atom_true);
    if (result != INTERP_VALUE) ip->lost_any = true;
    ip->analysis = analysis;
    ip->fresh = fresh;
    return fits;
}

// The call of the unit, and what the processes that it leaves behind do then. One of them that has died fails
// the run, whatever the call came to after that: what it raised itself counts for more.
static void call_unit(struct runner *r, const term *args) {
    struct interp *ip = r->interp;
    r->result = interp_call(ip, r->unit->target, args, r->unit->target->arity, &r->value);
    if (r->result == INTERP_VALUE)
        tasks_settle(ip, &r->death);
    else if (r->result != INTERP_RAISED && ip->process.tasks && !ip->late)
        r->death = ip->process.tasks->death;
}

enum { ENDLESS = 10 }; // of a key

static enum run_limit run_limit(const struct interp *ip) {
    if (ip->late) return LIMIT_TIME;
    enum { ONE_WALK = 16 }; // half a million visits
    if (ip->waits_for_ever) return LIMIT_WAIT;
    if (ip->walks >= ONE_WALK) return LIMIT_TERMS;
    return ip->stack_full || arena_used(&ip->heap) >= ip->limits.memory ? LIMIT_MEMORY : LIMIT_STEPS;
}

static void run_once(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    struct interp *ip = r->interp;
    struct erlang_unit *u = r->unit;
    const struct analysis *analysis = ip->analysis; // given up where processes are made
    interp_reset(ip, trace);
    r->death = (struct death){0};
    ip->input = input;
    term tuple = value_to_term(u->unit.exprs, model_value(input, 0), &ip->heap);
    uint32_t n = u->target->arity;
    term args[MAX_ARGUMENTS];
    expr_id var = expr_var(u->unit.exprs, 0);
    for (uint32_t i = 0; i < n; i++) {
        args[i] = term_tuple(tuple)->at[i];
        if (trace) args[i] = term_sym(&ip->heap, args[i], expr_elem(u->unit.exprs, var, i));
    }
    bool is_input = make_arguments(r, args);
    for (uint32_t i = 0; i < u->program->assumptions.n && is_input; i++) {
        struct export *x = u->program->assumptions.at[i];
        if (x->arity == n) is_input = assumed(r, x, args);
    }
    if (is_input) call_unit(r, args);
    bool discarded = !is_input || refused(r);
    if (discarded) r->death.is = false;
    r->outside =
        u->check && r->result == INTERP_VALUE && !discarded && !r->death.is && !fits_spec(r, args, n);
    *out = (struct outcome){.steps = ip->steps, .lost = ip->lost_any, .varies = ip->process.varies};
    out->processes = ip->processes;
    switch (r->death.is ? INTERP_RAISED : r->result) {
    case INTERP_VALUE:
        out->kind = discarded ? OUTCOME_DISCARDED : r->outside ? OUTCOME_RAISE : OUTCOME_RETURN;
        if (r->outside) failure_key(r, out);
        if (u->domain && out->kind == OUTCOME_RETURN) domain_accept(u->domain, model_value(input, 0));
        break;
    case INTERP_RAISED:
        out->kind = OUTCOME_RAISE;
        failure_key(r, out);
        break;
    case INTERP_LIMIT:
        out->kind = OUTCOME_LIMIT;
        out->limit = run_limit(ip);
        out->key = place_key(out->limit, &ip->cut, false);
        break;
    case INTERP_ENDLESS: {
        const struct trace_place loop = endless_place(ip);
        out->kind = OUTCOME_RAISE;
        out->endless = true;
        out->key = out->place = place_key(ENDLESS, &loop, true);
        break;
    }
    case INTERP_NO_MODEL: out->kind = OUTCOME_INCOMPLETE; break;
    }
    ip->analysis = analysis;
    unit_rests_on_all(&u->unit, ip->rules_used);
    r->outcome = *out;
}

// What comes from the input only a run with symbols knows, to its end. The first failure with a key of a run
// without is therefore repeated with them, and its key stands for that one from then on.
static void run_keyed(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    struct erlang_unit *u = r->unit;
    uint64_t known = 0;
    run_once(r, input, trace, out);
    if (out->kind != OUTCOME_RAISE || out->endless || (trace && !trace->closed)) return;
    pthread_mutex_lock(&u->lock);
    for (uint32_t i = 0; i < u->keys_known.n && !known; i++)
        if (u->keys_known.at[i].concrete == out->key) known = u->keys_known.at[i].symbolic;
    bool room = u->keys_known.n < KEYS_KNOWN_MAX;
    pthread_mutex_unlock(&u->lock);
    if (!known && room) {
        struct outcome again;
        uint32_t fresh = r->interp->fresh;
        struct trace whole;
        struct facts *facts = facts_new(u->unit.exprs, u->unit.grammar, u->unit.variables);
        trace_init(&whole, u->unit.exprs, facts, WHOLE_DEPTH);
        run_once(r, input, &whole, &again);
        bool same = again.kind == OUTCOME_RAISE && again.place == out->place;
        known = same ? again.key : out->key;
        if (!same) run_once(r, input, NULL, &again); // it depends on the moment
        trace_free(&whole);
        facts_free(facts);
        r->interp->fresh += fresh;
        r->interp->trace = NULL;
        pthread_mutex_lock(&u->lock);
        vec_push(&u->keys_known, ((struct key_pair){out->key, known}));
        pthread_mutex_unlock(&u->lock);
    }
    if (known) r->outcome.key = out->key = known;
}

// A function without a spec fails on values that nobody would pass; what fails likewise on others is a
// failure of its own, and a place is not done with before such values were tried.
static void run(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    struct domain *d = r->unit->domain;
    run_keyed(r, input, trace, out);
    if (!d || out->kind != OUTCOME_RAISE || !out->key) return;
    enum domain_guess guess = domain_guess(d, model_value(input, 0), trace != NULL);
    out->key = hash_mix(out->key, guess);
    bool done = guess == DOMAIN_KNOWN || domain_is_settled(d);
    if (!done && out->failure != FAILURE_OTHER) out->failure = 0;
    r->outcome = *out;
}

static uint32_t fresh_coverage(struct runner *r) {
    return r->interp->fresh;
}

// ---- Words ----

static char *printed(struct interp *ip, term t) {
    struct str s = {0};
    term_print(&s, term_shadowed(t) ? term_concrete(&ip->heap, t) : t, 0);
    return str_take(&s);
}

static const struct module_code *loaded(struct program *p, symbol module) {
    struct diag d = {0};
    return program_module(p, module, &d);
}

static void describe_place(struct runner *r, struct place *out) {
    struct trace_place place = r->death.place;
    if (r->result == INTERP_ENDLESS)
        place = endless_place(r->interp);
    else if (r->result == INTERP_LIMIT)
        place = r->interp->cut;
    else if (r->death.is ? !r->death.placed : !interp_place(r->interp, &place))
        return;
    if (!place.function) return;
    const struct module_code *m = loaded(r->unit->program, place.module);
    struct str s = {0};
    if (m) out->file = mem_strdup(m->core->file);
    out->line = place.line;
    str_addf(&s, "%s/%u", symbol_text(place.function), place.arity);
    out->function = str_take(&s);
}

// Where the code of another module raised it.
static void describe_raised(struct runner *r, struct outcome_text *out) {
    struct trace_place top;
    if (!interp_raised_at(r->interp, &top) || top.module == r->unit->target->module) return;
    const struct module_code *m = loaded(r->unit->program, top.module);
    struct str s = {0};
    if (m) out->raised.file = mem_strdup(m->core->file);
    out->raised.line = top.line;
    erlang_function_name(&s, top.module, top.function, top.arity);
    out->raised.function = str_take(&s);
}

// error(badarg), error({badarg, X}): how Erlang's own functions refuse what they are given.
static bool is_refusal(term class_, term reason) {
    if (class_ != atom_error) return false;
    if (term_is_tuple(reason) && term_tuple(reason)->n) reason = term_tuple(reason)->at[0];
    return reason == atom_badarg || reason == atom_function_clause ||
           reason == term_atom(symbol_of("notsup"));
}

// Calls of error/1 that the compiler puts in, as for a comprehension over what is no list.
static bool is_compilers(term reason) {
    static const char *const tags[] = {"bad_generator", "bad_filter", "badrecord", "badmap", "badkey"};
    if (term_is_tuple(reason) && term_tuple(reason)->n) reason = term_tuple(reason)->at[0];
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (reason == term_atom(symbol_of(tags[i]))) return true;
    return false;
}

// Of undef the stack trace alone tells which function there is not.
static void describe_undefined(const struct runner *r, struct outcome_text *out) {
    const struct interp *ip = r->interp;
    struct trace_place place;
    if (ip->process.class_ != atom_error || ip->process.reason != atom_undef || !interp_top(ip, &place))
        return;
    struct str s = {0}, name = {0};
    erlang_function_name(&name, place.module, place.function, place.arity);
    str_addf(&s, "there is no function %s", str_text(&name));
    out->detail = str_take(&s);
    str_free(&name);
}

static void describe_group(const struct runner *r, struct outcome_text *out) {
    const struct interp *ip = r->interp;
    out->thrown =
        ip->thrower && ip->thrower->module == r->unit->target->module && !is_compilers(ip->process.reason);
    if (out->thrown && is_refusal(ip->process.class_, ip->process.reason)) {
        out->group = GROUP_REFUSED;
        out->no_error = true;
    }
}

// What the VM or a library raised on a value of a kind that no call which returned was given.
static void regroup(struct unit *unit, const struct model *input, struct outcome_text *t) {
    struct erlang_unit *u = of(unit);
    bool candidate = t->group == GROUP_ERROR && !t->thrown && !t->returned && !t->process;
    if (!u->domain || !candidate || !t->kind || strcmp(t->kind, "error") != 0) return;
    expr_id stranger = domain_stranger(u->domain, model_value(input, 0));
    if (!stranger) return;
    struct str s = {0};
    value_print(u->unit.exprs, stranger, &s);
    t->group = GROUP_DOMAIN;
    t->no_error = true;
    t->blamed = str_take(&s);
}

static void describe_outside(struct runner *r, struct outcome_text *out) {
    const struct export *x = r->unit->target;
    const struct module_code *m = loaded(r->unit->program, x->module);
    struct str s = {0};
    out->kind = mem_strdup("spec");
    out->returned = true;
    if (m) out->where.file = mem_strdup(m->core->file);
    if (x->code) out->where.line = x->code->line;
    str_addf(&s, "%s/%u", symbol_text(x->name), x->arity);
    out->where.function = str_take(&s);
}

static void describe_death(struct runner *r, struct outcome_text *out) {
    const struct death *d = &r->death;
    struct str s = {0};
    out->kind = mem_strdup(symbol_text(term_symbol(d->class_)));
    out->text = printed(r->interp, d->reason);
    describe_place(r, &out->where);
    erlang_function_name(&s, d->module, d->name, d->arity);
    out->process = str_take(&s);
}

static void describe(struct runner *r, struct outcome_text *out) {
    struct interp *ip = r->interp;
    *out = (struct outcome_text){0};
    struct str s = {0};
    if (r->death.is) {
        describe_death(r, out);
        return;
    }
    switch (r->result) {
    case INTERP_VALUE:
        out->text = printed(ip, r->value);
        if (r->outside) describe_outside(r, out);
        break;
    case INTERP_RAISED:
        out->kind = mem_strdup(symbol_text(term_symbol(ip->process.class_)));
        out->text = printed(ip, ip->process.reason);
        describe_place(r, &out->where);
        describe_raised(r, out);
        describe_group(r, out);
        describe_undefined(r, out);
        break;
    case INTERP_LIMIT:
        if (ip->late) {
            out->text = mem_strdup("cut off as the search ended");
            break;
        }
        if (ip->waits_for_ever) {
            out->text = mem_strdup("waits for ever for a message");
            break;
        }
        str_addf(&s, "did not finish within %llu calls and %llu MB", (unsigned long long)ip->limits.steps,
                 (unsigned long long)(ip->limits.memory >> 20));
        out->text = str_take(&s);
        describe_place(r, &out->where);
        break;
    case INTERP_ENDLESS:
        out->kind = mem_strdup("hang");
        str_addf(&s, "%s again and again", endless_call(ip));
        out->text = str_take(&s);
        describe_place(r, &out->where);
        break;
    case INTERP_NO_MODEL: out->text = mem_strdup(ip->process.no_model); break;
    }
}

static void print_argument(struct unit *unit, const struct model *input, uint32_t i,
                           const struct value_shared *shared, struct str *out) {
    value_print_named(unit->exprs, expr_arg(unit->exprs, model_value(input, 0), i), shared, out);
}

// An argument in which a fun stands that is also elsewhere in the call binds all of those: read for itself,
// it makes the same funs as the others do.
static uint32_t argument_texts(struct unit *u, const struct model *input, char ***out) {
    uint32_t n = of(u)->target->arity;
    struct value_shared shared = value_shared_funs(u->exprs, model_value(input, 0)), none = {0};
    shared.no_texts = none.no_texts = !of(u)->texts;
    *out = mem_zalloc((n + 1) * sizeof **out);
    for (uint32_t i = 0; i < n; i++) {
        struct str s = {0}, plain = {0};
        print_argument(u, input, i, &none, &plain);
        print_argument(u, input, i, &shared, &s);
        if (strcmp(str_text(&s), str_text(&plain)) != 0) {
            str_clear(&plain);
            str_add(&plain, "begin ");
            value_print_shared(u->exprs, &shared, &plain);
            str_addf(&plain, "%s end", str_text(&s));
        }
        (*out)[i] = str_take(&plain);
        str_free(&s);
    }
    mem_free(shared.at);
    return n;
}

static char *whole_call(struct unit *u, const struct model *input) {
    const struct export *x = of(u)->target;
    struct value_shared shared = value_shared_funs(u->exprs, model_value(input, 0));
    struct str s = {0};
    shared.no_texts = !of(u)->texts;
    if (shared.n) str_add(&s, "begin ");
    value_print_shared(u->exprs, &shared, &s);
    term_print_atom(&s, x->module);
    str_add_char(&s, ':');
    term_print_atom(&s, x->name);
    str_add_char(&s, '(');
    for (uint32_t i = 0; i < x->arity; i++) {
        if (i) str_add(&s, ", ");
        print_argument(u, input, i, &shared, &s);
    }
    str_add(&s, shared.n ? ") end" : ")");
    mem_free(shared.at);
    return str_take(&s);
}

static char *shown_text(struct unit *u, const char *text) {
    return program_is_elixir(of(u)->target->module) ? elixir_shown(of(u)->program, text) : NULL;
}

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

static int by_text(const void *a, const void *b) {
    return symbol_compare(*(const symbol *)a, *(const symbol *)b);
}

static uint32_t assumes(struct unit *unit, struct assumption **out) {
    struct erlang_unit *u = of(unit);
    uint32_t n = 0;
    *out = mem_zalloc((u->assumed.n + 1) * sizeof **out);
    if (u->assumed.n) qsort(u->assumed.at, u->assumed.n, sizeof *u->assumed.at, by_text);
    for (uint32_t i = 0; i < u->assumed.n; i++)
        if (!i || u->assumed.at[i] != u->assumed.at[i - 1])
            (*out)[n++] = (struct assumption){mem_strdup(symbol_text(u->assumed.at[i])), true};
    return n;
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
    vec_free(&u->assumed);
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
static const struct language_sweeping sweeping = {.mark = mark};
static const struct language_reporting reporting = {
    .assumes = assumes, .shown_text = shown_text, .regroup = regroup};
static const struct language_proving proving = {.prove = prove};

static const struct language erlang_language = {
    .name = "erl",
    .rules = rules,
    .n_rules = ERLANG_RULE_COUNT,
    .runner_new = runner_new,
    .runner_free = runner_free,
    .run = run,
    .fresh_coverage = fresh_coverage,
    .describe = describe,
    .argument_texts = argument_texts,
    .call_text = whole_call,
    .unit_free = unit_free,
    .coverage = &covering,
    .drawing = &drawing,
    .sweeping = &sweeping,
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
