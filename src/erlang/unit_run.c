// SPDX-License-Identifier: Apache-2.0
// Runs of an Erlang unit: its arguments, preconditions, the call itself, what comes of it, and the keys by
// which failures are told apart.
#include <string.h>

#include "erlang/analysis/check.h"
#include "erlang/load/attribute.h"
#include "erlang/machine/endless.h"
#include "erlang/machine/observe.h"
#include "erlang/machine/store.h"
#include "erlang/refused.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"
#include "erlang/unit_inner.h"

enum { WHOLE_DEPTH = 1 << 20, KEYS_KNOWN_MAX = 500 };

struct runner *erlang_runner_new(struct unit *u, const struct run_limits *limits) {
    struct runner *r = mem_zalloc(sizeof *r);
    r->unit = of(u);
    r->interp = interp_new(of(u)->program, u->exprs, limits);
    r->interp->keys = of(u)->keys;
    r->interp->delayed = of(u)->delayed;
    r->interp->lossy = &of(u)->lossy;
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

void erlang_runner_free(struct runner *r) {
    struct erlang_unit *u = r->unit;
    pthread_mutex_lock(&u->lock);
    if (!u->on_load && (u->on_load = on_load_reached(u)))
        concretised_note(&u->unit.concretised, symbol_of("what is done when the module is loaded (-on_load)"),
                         symbol_of(u->on_load->file), 0);
    u->unit.partial |= u->on_load != NULL;
    concretised_add(&u->unit.concretised, &r->interp->concretised);
    assumed_add(&u->assumed, &r->interp->assumed);
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

// Which argument the built-in refused whose call the trace begins with, and another number for its values.
// 0: the exception is no such one.
static uint32_t cause_of(struct runner *r) {
    struct interp *ip = r->interp;
    term args[MAX_ARGUMENTS], trace = ip->process.trace;
    if (ip->process.reason != atom_badarg || !term_is_cons(trace) || !term_is_tuple(term_hd(trace))) return 0;
    const struct tuple *call = term_tuple(term_hd(trace));
    uint32_t n = 0;
    if (call->n < 3) return 0;
    for (term l = call->at[2]; term_is_cons(l) && n < MAX_ARGUMENTS; l = term_tl(l))
        args[n++] = term_concrete(&ip->heap, term_hd(l));
    const struct bif *b =
        program_bif(r->unit->program, term_symbol(call->at[0]), term_symbol(call->at[1]), n);
    return b ? refused_argument(b, args) + 1 : 0;
}

static void failure_key(struct runner *r, struct outcome *out) {
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
    if (!r->death.is && !r->outside && r->interp->raised) h = hash_mix(h, r->interp->raised->ordinal);
    if (!r->death.is && !r->outside) h = hash_mix(h, cause_of(r));
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
    const uint32_t fresh = ip->fresh.n;
    term all[MAX_ARGUMENTS + 1], value = TERM_NONE;
    memcpy(all, args, n * sizeof *args);
    all[n] = r->value;
    ip->analysis = NULL;
    interp_rests_on(ip, ERLANG_RULE_RETURNED_VALUE);
    enum interp_result result = interp_call(ip, r->unit->check, all, n + 1, &value);
    bool fits = result != INTERP_VALUE || interp_is(ip, value, atom_true);
    if (result != INTERP_VALUE) ip->lost_any = true;
    ip->analysis = analysis;
    ip->fresh.n = fresh;
    return fits;
}

// The call of the unit, and what the processes that it leaves behind do then. One of them that has died fails
// the run, whatever the call came to after that: what it raised itself counts for more.
static void call_unit(struct runner *r, const term *args) {
    struct interp *ip = r->interp;
    ip->orders = r->orders;
    if (r->orders) orders_begin(r->orders);
    r->result = interp_call(ip, r->unit->target, args, r->unit->target->arity, &r->value);
    ip->orders = NULL;
    r->blocked = ip->process.tasks && ip->process.tasks->halt == HALT_BLOCKED;
    if (r->result == INTERP_VALUE)
        tasks_settle(ip, &r->death);
    else if (r->result != INTERP_RAISED && ip->process.tasks && !ip->late)
        r->death = ip->process.tasks->death;
    struct tasks *ts = ip->over ? ip->over : ip->process.tasks;
    if (r->orders && ts && !ts->halt) observe_tell(ip, ts);
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
    r->blocked = false;
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
    if (r->blocked) { // another order does the same
        out->kind = OUTCOME_DISCARDED;
        out->known = out->within = true;
        ip->analysis = analysis;
        r->outcome = *out;
        return;
    }
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

// In the order of the run before, which the search does not hear of.
static void run_again(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    struct orders *searched = r->orders;
    struct order same = searched ? orders_order(searched) : (struct order){0};
    r->orders = orders_following(&same, ORDERS_EVENTS_MOST);
    order_free(&same);
    run_once(r, input, trace, out);
    orders_free(r->orders);
    r->orders = searched;
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
        VEC(uint32_t) fresh = {0}; // what is new is new once
        for (uint32_t i = 0; i < r->interp->fresh.n; i++) vec_push(&fresh, r->interp->fresh.at[i]);
        struct trace whole;
        struct facts *facts = facts_new(u->unit.exprs, u->unit.grammar, u->unit.variables);
        trace_init(&whole, u->unit.exprs, facts, WHOLE_DEPTH);
        run_again(r, input, &whole, &again);
        bool same = again.kind == OUTCOME_RAISE && again.place == out->place;
        known = same ? again.key : out->key;
        if (!same) run_again(r, input, NULL, &again); // it depends on the moment
        trace_free(&whole);
        facts_free(facts);
        for (uint32_t i = 0; i < fresh.n; i++) vec_push(&r->interp->fresh, fresh.at[i]);
        vec_free(&fresh);
        r->interp->trace = NULL;
        pthread_mutex_lock(&u->lock);
        vec_push(&u->keys_known, ((struct key_pair){out->key, known}));
        pthread_mutex_unlock(&u->lock);
    }
    if (known) r->outcome.key = out->key = known;
}

// A function without a spec fails on values that nobody would pass; what fails likewise on others is a
// failure of its own, and a place is not done with before such values were tried.
void erlang_run(struct runner *r, const struct model *input, struct trace *trace, struct outcome *out) {
    struct domain *d = r->unit->domain;
    run_keyed(r, input, trace, out);
    if (!d || out->kind != OUTCOME_RAISE || !out->key) return;
    enum domain_guess guess = domain_guess(d, model_value(input, 0), trace != NULL);
    out->cause = out->key;
    out->key = hash_mix(out->key, guess);
    bool done = guess == DOMAIN_KNOWN || domain_is_settled(d);
    if (!done && out->failure != FAILURE_OTHER) out->failure = 0;
    r->outcome = *out;
}

void erlang_follow(struct runner *r, struct orders *o) {
    r->orders = o;
}

void erlang_at_once(struct runner *r, bool at_once) {
    r->interp->delayed = r->unit->delayed && !at_once;
}

// The processes of the last run; NULL: there was one only.
static const struct tasks *tasks_of_run(const struct runner *r) {
    const struct tasks *ts = r->interp->over ? r->interp->over : r->interp->process.tasks;
    return ts && tasks_several(ts) ? ts : NULL;
}

// Until it failed.
static uint32_t events_of_run(const struct runner *r, const struct tasks *ts) {
    uint32_t n = r->death.is ? ts->death_event : ts->unit_event;
    return n && n < ts->events.n ? n : ts->events.n;
}

struct order erlang_order(struct runner *r) {
    const struct tasks *ts = tasks_of_run(r);
    if (!ts || !r->orders) return (struct order){0};
    struct order o = orders_order(r->orders);
    uint32_t n = events_of_run(r, ts);
    if (n < o.n) o.n = n;
    return o;
}

// Where code stands, "bank.erl:12"; nothing where that is not known.
static void add_place(struct str *out, struct code_at at) {
    const struct function *f = at.f;
    uint32_t line = f && f->code && f->module_code ? code_line(f, (uint32_t)(at.pc - f->code)) : 0;
    if (line) str_addf(out, "%s:%u", f->module_code->core->file, line);
}

void erlang_add_waiting(struct runner *r, struct str *out) {
    const struct tasks *ts = tasks_of_run(r);
    for (uint32_t i = 0; ts && i < ts->all.n; i++) {
        const struct task *t = ts->all.at[i];
        struct str where = {0}, caller = {0};
        if (t->state != TASK_WAITING) continue;
        str_add(out, "; process ");
        task_path(ts, i, out);
        add_place(&where, (struct code_at){t->f, t->pc});
        add_place(&caller, task_caller(t));
        if (where.n) str_addf(out, " waits at %s", str_text(&where));
        if (!where.n) str_add(out, " waits");
        if (caller.n) str_addf(out, ", called at %s", str_text(&caller));
        uint32_t n = t->mailbox.messages.n - t->mailbox.first;
        if (n) str_addf(out, ", with %u message%s that it does not take", n, n == 1 ? "" : "s");
        str_free(&caller);
        str_free(&where);
    }
}

// A message, with processes by their spawns: {take,<1.2>}.
static char *message_text(struct interp *ip, const struct tasks *ts, term message) {
    enum { BYTES = 200 };
    struct str text = {0};
    term_print(&text, term_concrete(&ip->heap, message), BYTES);
    for (uint32_t i = 0; i < ts->all.n; i++) {
        struct str pid = {0}, named = {0};
        term_print(&pid, ts->all.at[i]->pid, BYTES);
        const char *at = str_text(&text);
        for (const char *found; (found = strstr(at, str_text(&pid))) != NULL; at = found + pid.n) {
            str_add_n(&named, at, (size_t)(found - at));
            str_add_char(&named, '<');
            task_path(ts, i, &named);
            str_add_char(&named, '>');
        }
        str_add(&named, at);
        str_free(&pid);
        str_free(&text);
        text = named;
    }
    return str_take(&text);
}

static void add_sends(struct interp *ip, const struct tasks *ts, uint32_t event, struct case_event *out) {
    VEC(struct case_message) sends = {0};
    for (uint32_t i = 0; i < ts->sent.n; i++) {
        const struct sent *d = &ts->sent.at[i];
        struct str to = {0};
        if (d->event != event) continue;
        task_path(ts, d->to, &to);
        vec_push(&sends, ((struct case_message){str_take(&to), message_text(ip, ts, d->message)}));
    }
    out->sends = sends.at;
    out->n_sends = sends.n;
}

uint32_t erlang_events(struct runner *r, struct case_event **out) {
    const struct tasks *ts = tasks_of_run(r);
    uint32_t n = ts ? events_of_run(r, ts) : 0;
    *out = mem_zalloc((n + 1) * sizeof **out);
    for (uint32_t i = 0; i < n; i++) {
        const struct event_place *e = &ts->events.at[i];
        struct str process = {0}, where = {0}, caller = {0};
        if (e->from != NOBODY) { // "1.2>1": arrives
            task_path(ts, e->from, &process);
            str_add_char(&process, '>');
        }
        task_path(ts, e->task, &process);
        const struct module_code *m = e->at.f ? e->at.f->module_code : NULL;
        add_place(&where, e->at);
        add_place(&caller, e->caller);
        (*out)[i] = (struct case_event){.process = str_take(&process),
                                        .what = mem_strdup(e->what),
                                        .module = mem_strdup(m ? symbol_text(m->core->name) : ""),
                                        .where = where.n ? str_take(&where) : mem_strdup(""),
                                        .caller = caller.n ? str_take(&caller) : mem_strdup("")};
        str_free(&caller);
        add_sends(r->interp, ts, i, &(*out)[i]);
        str_free(&where);
    }
    return n;
}

uint32_t erlang_fresh_coverage(struct runner *r) {
    return r->interp->fresh.n;
}

// Those of the user's code, the unit's module or what is no library: of the function itself, and others that
// no test of a unit before this one comes to.
uint32_t erlang_worth_a_test(struct runner *r) {
    const struct interp *ip = r->interp;
    struct program *p = ip->program;
    uint32_t n = 0;
    pthread_mutex_lock(&p->lock);
    for (uint32_t i = 0; i < ip->fresh.n; i++) {
        const uint32_t place = ip->fresh.at[i];
        const struct function *f = p->places.at[place].function;
        if (f->module_code->library && f->module != ip->home) continue;
        n += f->home == ip->called || !p->shown[place];
        p->shown[place] = 1;
    }
    pthread_mutex_unlock(&p->lock);
    return n;
}
