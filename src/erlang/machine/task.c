// SPDX-License-Identifier: Apache-2.0
// Processes of a run: how they begin, give way to one another, and end.
#include "erlang/machine/task.h"

#include <string.h>

#include "base/mem.h"
#include "erlang/machine/call.h"
#include "erlang/machine/channel.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/observe.h"
#include "erlang/machine/schedule.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"

enum {
    FIRST_PID = 2,       // of those that the unit spawns, with the first bit: no input has it
    SLOTS_PER_STEP = 16, // that are copied when processes change, for what a call costs
    SETTLING = 1000,     // milliseconds of the run's own time
};

// By whom it was spawned, so that pids are the same in every order in which processes run. Those that the
// unit's process spawns ascend.
static term new_pid(struct tasks *ts, const struct task *parent, uint32_t nth) {
    const uint64_t spawned = (uint64_t)1 << 31, deeper = spawned | (uint64_t)1 << 30,
                   most = (uint64_t)1 << 30;
    uint32_t taken;
    uint64_t n = hash_mix(hash_mix(3, parent->pid), nth) % most;
    if (parent->number == 0) return term_imm(IMM_PID, spawned | (FIRST_PID + nth - 1));
    while (hash_map_get(&ts->by_pid, deeper | n, &taken)) n = (n + 1) % most;
    return term_imm(IMM_PID, deeper | n);
}

static struct task *add_task(struct interp *ip, struct tasks *ts, struct task *parent) {
    struct task *t = ARENA_NEW(&ip->heap, struct task);
    t->number = t->id = ts->all.n;
    t->pid = term_imm(IMM_PID, 0);
    if (parent) {
        t->parent = parent->number;
        t->nth = ++parent->spawned;
        t->pid = new_pid(ts, parent, t->nth);
        if (ts->orders) t->id = orders_task(ts->orders, parent->id, t->nth);
    }
    t->next_unique = 1;
    t->mailbox.own = NO_EVENT;
    t->leave_reason = TERM_NONE;
    hash_map_put(&ts->by_pid, term_imm_payload(t->pid), t->number);
    t->dictionary = map_empty;
    t->open_keys = TERM_NIL;
    t->end_reason = TERM_NONE;
    vec_push(&ts->all, t);
    return t;
}

struct tasks *tasks_of(struct interp *ip) {
    struct process *p = &ip->process;
    if (p->tasks) return p->tasks;
    p->tasks = mem_zalloc(sizeof *p->tasks);
    p->tasks->latest = UINT64_MAX;
    p->tasks->orders = ip->orders;
    p->tasks->delayed = ip->delayed && ip->orders;
    p->tasks->lossy = ip->orders ? ip->lossy : NULL;
    struct task *unit = add_task(ip, p->tasks, NULL);
    unit->begun = true;
    unit->leader = p->leader;
    unit->state = TASK_READY;
    return p->tasks;
}

static void free_tasks(struct tasks *ts) {
    if (!ts) return;
    for (uint32_t i = 0; i < ts->all.n; i++) {
        struct task *t = ts->all.at[i];
        vec_free(&t->mailbox.messages);
        vec_free(&t->links);
    }
    vec_free(&ts->all);
    vec_free(&ts->ready);
    vec_free(&ts->asking);
    vec_free(&ts->events);
    observe_free(ts);
    vec_free(&ts->sent);
    hash_map_free(&ts->by_pid);
    hash_map_free(&ts->references);
    vec_free(&ts->monitors);
    vec_free(&ts->aliases);
    vec_free(&ts->timers);
    vec_free(&ts->timer_owners);
    channels_free(ts);
    vec_free(&ts->names);
    mem_free(ts);
}

void tasks_free(struct process *p) {
    free_tasks(p->tasks);
    p->tasks = NULL;
}

void tasks_free_over(struct interp *ip) {
    free_tasks(ip->over);
    ip->over = NULL;
}

struct task *task_of_pid_ever(struct tasks *ts, term pid) {
    uint32_t n;
    if (!term_is_imm(pid, IMM_PID) || !hash_map_get(&ts->by_pid, term_imm_payload(pid), &n)) return NULL;
    return ts->all.at[n];
}

struct task *task_of_pid(struct tasks *ts, term pid) {
    struct task *t = task_of_pid_ever(ts, pid);
    return t && task_alive(t) ? t : NULL;
}

void task_path(const struct tasks *ts, uint32_t task, struct str *out) {
    VEC(uint32_t) path = {0};
    for (const struct task *t = ts->all.at[task]; t->number; t = ts->all.at[t->parent])
        vec_push(&path, t->nth);
    str_add(out, "1");
    while (path.n) str_addf(out, ".%u", vec_pop(&path));
    vec_free(&path);
}

// The analysis knows of one process: from here on nothing is left out for its sake. Where nobody asks for
// other orders, that there are some is a loss.
struct task *task_new(struct interp *ip, symbol module, symbol name, term arguments) {
    struct tasks *ts = tasks_of(ip);
    struct task *t = add_task(ip, ts, task_running(ts));
    t->module = module;
    t->name = name;
    t->arguments = arguments;
    t->leader = ip->process.leader;
    ip->analysis = NULL;
    ip->processes = true;
    if (!ip->orders) decide_note_loss(ip, "other orders in which processes may run");
    schedule_ready(ts, t);
    return t;
}

// ---- Giving way ----

// What is put aside counts as memory of the run. Of processes that have ended, the room of the last is used
// again.
static struct put_aside *room(struct interp *ip, struct task *t, size_t slots, size_t frames) {
    struct tasks *ts = ip->process.tasks;
    struct put_aside *a = &t->aside;
    if (!a->slots) {
        *a = ts->spare;
        ts->spare = (struct put_aside){0};
    }
    if (slots > a->slots_cap) {
        a->slots_cap = slots + slots / 2 + 16;
        a->slots = arena_alloc(&ip->heap, a->slots_cap * sizeof *a->slots);
    }
    if (frames > a->frames_cap) {
        a->frames_cap = frames + frames / 2 + 4;
        a->frames = arena_alloc(&ip->heap, a->frames_cap * sizeof *a->frames);
    }
    a->n_slots = slots;
    a->n_frames = (uint32_t)frames;
    return a;
}

static void hibernate(struct tasks *ts, struct task *t) {
    t->begun = false;
    t->mailbox.seen = t->mailbox.first;
    t->timed = t->late = t->waits = false;
    t->state = t->mailbox.messages.n > t->mailbox.first ? TASK_READY : TASK_WAITING;
    if (t->state == TASK_READY) schedule_ready(ts, t);
}

// What it does comes after the message that woke it.
static void wake(struct tasks *ts, struct task *t) {
    uint32_t event = t->mailbox.messages.at[t->mailbox.first].event;
    t->hibernates = false;
    if (ts->orders && event != NO_EVENT) orders_learns(ts->orders, t->id, event);
}

void task_put_aside(struct interp *ip, enum task_state state) {
    struct process *p = &ip->process;
    struct tasks *ts = tasks_of(ip);
    struct task *t = task_running(ts);
    t->f = ip->f;
    t->pc = ip->pc;
    t->base = ip->stack + (ip->base - ip->stack);
    t->dictionary = p->dictionary;
    t->open_keys = p->open_keys;
    t->traps_exits = p->traps_exits;
    t->leader = p->leader;
    t->next_unique = p->next_unique;
    t->operations = p->operations;
    if (t->hibernates) {
        hibernate(ts, t);
        return;
    }
    struct put_aside *a = room(ip, t, (size_t)(ip->base - ip->stack) + ip->f->frame, ip->n_frames);
    memcpy(a->slots, ip->stack, a->n_slots * sizeof *a->slots);
    if (a->n_frames) memcpy(a->frames, ip->frames, a->n_frames * sizeof *a->frames);
    ip->steps += a->n_slots / SLOTS_PER_STEP;
    if (state == TASK_ASKS) {
        schedule_ask(ts, t, t->asks);
        return;
    }
    t->state = state;
    if (state == TASK_READY) schedule_ready(ts, t);
}

// A process whose stack is deep runs for longer, so that copying stays a small part of the work.
bool task_is_over_quota(struct interp *ip) {
    struct tasks *ts = ip->process.tasks;
    enum { VERY_LONG = 200000 };
    uint64_t steps = ip->steps - ip->turn_began;
    if (schedule_others(ts) && steps > ip->n_frames) return true;
    if (!ts->asking.n || steps < VERY_LONG) return false;
    ts->overdue = true;
    if (ip->orders) decide_note_loss(ip, "a process that runs for very long while others wait");
    return true;
}

static void take_turn(struct interp *ip, struct task *t) {
    struct process *p = &ip->process;
    struct tasks *ts = p->tasks;
    ts->running = t->number;
    p->self = t->pid;
    p->dictionary = t->dictionary;
    p->open_keys = t->open_keys;
    p->traps_exits = t->traps_exits;
    p->leader = t->leader;
    p->next_unique = t->next_unique;
    p->operations = t->operations;
    p->ended = p->yields = false;
    p->class_ = p->reason = p->trace = TERM_NONE;
    ip->thrower = NULL;
    ip->n_frames = 0;
    ip->turn_began = ip->steps;
}

static void take_up(struct interp *ip, struct task *t) {
    const struct put_aside *a = &t->aside;
    if (a->n_frames) memcpy(ip->frames, a->frames, a->n_frames * sizeof *a->frames);
    memcpy(ip->stack, a->slots, a->n_slots * sizeof *a->slots);
    ip->steps += a->n_slots / SLOTS_PER_STEP;
    ip->n_frames = a->n_frames;
    ip->f = t->f;
    ip->pc = t->pc;
    ip->base = t->base;
    t->state = TASK_READY;
}

static enum dispatch begin(struct interp *ip, struct task *t) {
    term args[MAX_PASSED], value, list = t->arguments;
    uint32_t n = 0;
    t->state = TASK_READY;
    t->begun = true;
    if (t->hibernates) wake(ip->process.tasks, t);
    interp_outside(ip);
    for (; term_is_cons(list); list = term_tl(list)) args[n++] = term_hd(list);
    return call_export(ip, program_export(ip->program, t->module, t->name, n), args, n, &value);
}

// ---- Ending ----

static bool is_quiet(struct interp *ip, term reason) { // no failure, as supervisors have it
    if (decide_equal(ip, reason, term_atom(symbol_of("normal")))) return true;
    if (decide_equal(ip, reason, term_atom(symbol_of("shutdown")))) return true;
    return decide_tuple(ip, reason, 2) &&
           decide_equal(ip, decide_element(ip, reason, 0), term_atom(symbol_of("shutdown")));
}

static bool is_watched(struct tasks *ts, const struct task *t) {
    for (uint32_t i = 0; i < ts->monitors.n; i++)
        if (ts->monitors.at[i].target == t->number) return true;
    for (uint32_t i = 0; i < t->links.n; i++)
        if (ts->all.at[t->links.at[i]]->traps_exits) return true;
    for (uint32_t i = 0; i < ts->channels.n; i++) // or will be, or gets another reason
        if (ts->channels.at[i].to == t->number && channel_next(&ts->channels.at[i]) &&
            channel_next(&ts->channels.at[i])->kind == SIGNAL_LINK &&
            ts->all.at[ts->channels.at[i].from]->traps_exits)
            return true;
    return false;
}

// {Reason, Stacktrace}: an error that somebody has passed on, as the behaviours of OTP do.
static bool is_passed_on(term reason) {
    if (!term_is_tuple(reason) || term_tuple(reason)->n != 2) return false;
    term trace = term_tuple(reason)->at[1], frame = term_is_cons(trace) ? term_hd(trace) : TERM_NIL;
    return term_is_tuple(frame) && term_tuple(frame)->n == 4 && term_is_atom(term_tuple(frame)->at[0]) &&
           term_is_atom(term_tuple(frame)->at[1]);
}

// The function that a process was spawned to run; behaviours keep it in the dictionary.
static void name_death(struct interp *ip, const struct task *t, struct death *d) {
    uint64_t n = 0;
    term began;
    term_list_length(t->arguments, &n);
    d->module = t->module;
    d->name = t->name;
    d->arity = (uint32_t)n;
    if (t->module == term_symbol(atom_erlang) && t->name == symbol_of("apply") && n == 2) {
        term fun = term_hd(t->arguments);
        const struct closure *c = term_is_fun(fun) ? term_closure(fun) : NULL;
        if (c && c->flags == CLOSURE_CODE) {
            d->module = code_of(c)->home->module;
            d->name = code_of(c)->home->name;
            d->arity = code_of(c)->home->arity;
        } else if (c && c->flags == CLOSURE_EXTERNAL) {
            d->module = c->module;
            d->name = c->name;
            d->arity = c->arity;
        }
    }
    if (map_get(ip->process.dictionary, term_atom(symbol_of("$initial_call")), &began) &&
        term_is_tuple(began) && term_tuple(began)->n == 3 && term_is_atom(term_tuple(began)->at[0]) &&
        term_is_atom(term_tuple(began)->at[1]) && term_is_small(term_tuple(began)->at[2])) {
        d->module = term_symbol(term_tuple(began)->at[0]);
        d->name = term_symbol(term_tuple(began)->at[1]);
        d->arity = (uint32_t)term_small_value(term_tuple(began)->at[2]);
    }
}

// An exit that somebody watches is a message to them; an error is a failure whoever sees it.
static void note_death(struct interp *ip, struct task *t, term reason) {
    struct process *p = &ip->process;
    struct tasks *ts = p->tasks;
    if (ts->death.is) return;
    bool is_exit = p->class_ == atom_exit && !is_passed_on(reason);
    if (is_exit && is_quiet(ip, reason)) return;
    struct death d = {.is = true, .class_ = p->class_, .reason = p->reason, .trace = p->trace};
    if (p->class_ == atom_exit && is_passed_on(reason)) {
        d.class_ = atom_error;
        d.reason = term_tuple(reason)->at[0];
        d.trace = p->trace = term_tuple(reason)->at[1];
    } else if (p->class_ == atom_throw) {
        d.class_ = atom_error;
        d.reason = term_tuple(reason)->at[0];
    }
    d.placed = interp_place(ip, &d.place);
    name_death(ip, t, &d);
    if (is_exit) {
        t->unwatched = d;
        return;
    }
    ts->death = d;
    ts->death_event = ts->events.n;
}

static void end_task(struct interp *ip, struct task *t, term reason) {
    t->state = TASK_ENDED;
    if (!ip->process.tasks->spare.slots) ip->process.tasks->spare = t->aside;
    t->aside = (struct put_aside){0};
    vec_free(&t->mailbox.messages);
    t->mailbox = (struct mailbox){.own = NO_EVENT};
    task_let_go(ip, t, reason);
}

static void note_unit_end(struct interp *ip, enum interp_result how, term value) {
    const struct process *p = &ip->process;
    p->tasks->unit_event = how == INTERP_RAISED ? p->tasks->events.n : 0;
    p->tasks->unit_end = (struct unit_end){.how = how,
                                           .value = value,
                                           .class_ = p->class_,
                                           .reason = p->reason,
                                           .trace = p->trace,
                                           .raised = ip->raised,
                                           .thrower = ip->thrower,
                                           .f = ip->f,
                                           .pc = ip->pc,
                                           .left = ip->left,
                                           .home_place = ip->home_place};
}

void task_leave(struct interp *ip, enum interp_result how, term value) {
    struct process *p = &ip->process;
    struct task *t = task_running(p->tasks);
    bool signalled = p->ended;
    t->leave_reason = term_atom(symbol_of("normal"));
    if (how == INTERP_RAISED) t->leave_reason = task_exit_reason(ip, p->class_, p->reason, p->trace);
    if (t->number == 0) note_unit_end(ip, how, value);
    if (t->number && how == INTERP_RAISED && !signalled) note_death(ip, t, t->leave_reason);
    p->ended = false;
    t->operations = p->operations;
    t->f = ip->f;
    t->pc = ip->pc;
    t->traps_exits = p->traps_exits;
    t->leaves = true;
    schedule_ask(p->tasks, t, "end");
}

// The end of one, in its turn. The unit's process may have been ended by a signal.
static void end_in_turn(struct interp *ip, struct task *t) {
    struct process *p = &ip->process;
    struct tasks *ts = p->tasks;
    bool signalled = t->end_reason != TERM_NONE && t->leave_reason == TERM_NONE;
    // A signal that comes between its last step and its end is why it ends.
    term reason = t->end_reason != TERM_NONE ? t->end_reason : t->leave_reason;
    if (t->number == 0) {
        if (signalled) {
            raise_class(p, term_symbol(atom_exit), reason);
            p->trace = is_passed_on(reason) ? term_tuple(reason)->at[1] : TERM_NIL;
            note_unit_end(ip, INTERP_RAISED, TERM_NONE);
        }
        ts->unit_over = true;
        ts->latest = ts->now + SETTLING;
    }
    if (t->unwatched.is && !ts->death.is && !is_watched(ts, t)) {
        ts->death = t->unwatched;
        ts->death_event = ts->events.n;
    }
    end_task(ip, t, reason);
}

// Nobody can run: the unit's process waits for ever, unless it has ended already.
static enum turn nobody(struct interp *ip, enum interp_result *answer) {
    struct tasks *ts = ip->process.tasks;
    *answer = INTERP_VALUE;
    if (ts->stray) decide_note_loss(ip, "an operation that was not foreseen");
    if (ts->unit_over) return TURN_OVER;
    *answer = INTERP_LIMIT;
    if (ts->halt) return TURN_OVER;
    ip->waits_for_ever = true;
    if (ts->awaits_vm) {
        ip->process.no_model = "an answer of a process of the VM itself";
        *answer = INTERP_NO_MODEL;
    }
    return TURN_OVER;
}

enum turn task_next(struct interp *ip, enum interp_result *answer) {
    struct process *p = &ip->process;
    struct tasks *ts = p->tasks;
    for (;;) {
        struct task *t = schedule_next(ip);
        if (!t) return nobody(ip, answer);
        take_turn(ip, t);
        if (t->leaves) {
            end_in_turn(ip, t);
            continue;
        }
        if (t->end_reason != TERM_NONE) { // of the unit's process, alone
            raise_class(p, term_symbol(atom_exit), t->end_reason);
            p->trace = is_passed_on(t->end_reason) ? term_tuple(t->end_reason)->at[1] : TERM_NIL;
            *answer = INTERP_RAISED;
            return TURN_OVER;
        }
        if (t->begun) {
            take_up(ip, t);
            return TURN_RESUME;
        }
        enum dispatch d = begin(ip, t);
        if (d == DISPATCH_CODE) return TURN_ENTER;
        if (p->yields) { // it begins anew in its turn
            p->yields = t->begun = false;
            p->trace = TERM_NONE;
            if (t->hibernates)
                hibernate(ts, t);
            else
                schedule_ask(ts, t, t->asks);
            continue;
        }
        if (p->no_model || ip->limit_hit) {
            *answer = p->no_model ? INTERP_NO_MODEL : INTERP_LIMIT;
            return TURN_OVER;
        }
        task_leave(ip, d == DISPATCH_VALUE ? INTERP_VALUE : INTERP_RAISED, TERM_NONE);
    }
}

enum interp_result tasks_unit_end(struct interp *ip, term *value) {
    struct process *p = &ip->process;
    const struct unit_end *u = &p->tasks->unit_end;
    p->class_ = u->class_;
    p->reason = u->reason;
    p->trace = u->trace;
    ip->raised = u->raised;
    ip->thrower = u->thrower;
    ip->f = u->f;
    ip->pc = u->pc;
    ip->left = u->left;
    ip->home_place = u->home_place;
    *value = u->value;
    return u->how;
}

void tasks_hand_back(struct interp *ip) {
    struct process *p = &ip->process;
    struct tasks *ts = p->tasks;
    if (!ts || ts->running == 0) return;
    const struct task *unit = ts->all.at[0];
    ts->running = 0;
    p->self = unit->pid;
    p->dictionary = unit->dictionary;
    p->open_keys = unit->open_keys;
    p->traps_exits = unit->traps_exits;
    p->leader = unit->leader;
    p->ended = false;
}

static bool in_library(const struct function *f) {
    return f && f->module_code && f->module_code->library;
}

struct code_at task_caller(const struct task *t) {
    for (uint32_t i = t->aside.n_frames; i-- > 0 && in_library(t->f);) {
        const struct frame *f = &t->aside.frames[i];
        if (f->f && f->f->module_code && !f->f->module_code->library)
            return (struct code_at){f->f, f->pc - 1}; // the call
    }
    return (struct code_at){0};
}

void tasks_settle(struct interp *ip, struct death *death) {
    struct process *p = &ip->process;
    struct tasks *ts = p->tasks;
    *death = (struct death){0};
    if (!ts) return;
    if (tasks_several(ts)) { // they have gone on already
        *death = ts->death;
        ip->over = ts;
        p->tasks = NULL;
        return;
    }
    ts->unit_over = true;
    ts->latest = ts->now + SETTLING;
    interp_outside(ip);
    end_task(ip, ts->all.at[0], term_atom(symbol_of("normal")));
    if (!interp_go_on(ip)) decide_note_loss(ip, p->no_model ? p->no_model : "a process that goes on");
    *death = ts->death;
    p->no_model = NULL;
    tasks_hand_back(ip);
    tasks_free(p);
}
