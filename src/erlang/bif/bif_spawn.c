// SPDX-License-Identifier: Apache-2.0
// Processes: how they are made, linked, monitored, named and ended. What they do to one another is in
// machine/signal.c; the functions around these (spawn/1, spawn_monitor/3 ..) are OTP's own code. Causes that
// error_info would tell of are left out.
#include <string.h>

#include "erlang/bif/bif_util.h"
#include "erlang/code/program.h"
#include "erlang/load/load.h"
#include "erlang/machine/call.h"
#include "erlang/machine/channel.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/observe.h"
#include "erlang/machine/schedule.h"
#include "erlang/machine/store.h"

static term word(const char *text) {
    return term_atom(symbol_of(text));
}

static struct task *running(struct process *p) {
    return task_running(tasks_of(interp_of(p)));
}

// ---- Which process is meant ----

// A process of the VM itself (the group leader): what it does is not known.
static bool is_of_vm(term pid) {
    return pid == term_imm(IMM_PID, THE_LEADER);
}

// Which process of the run a pid is, NULL: none that lives. Of the processes that an input can name only the
// unit's is there: one decision. False: raised (badarg), or no model.
bool bif_process_of_pid(struct process *p, term pid, struct task **out) {
    struct interp *ip = interp_of(p);
    struct tasks *ts = tasks_of(ip);
    *out = NULL;
    if (!decide_kind(ip, pid, KIND_BIT(KIND_PID))) return raise_badarg(p);
    if (term_is_sym(pid)) {
        const struct task *unit = ts->all.at[0];
        if (decide_equal(ip, pid, unit->pid)) *out = task_of_pid(ts, unit->pid);
        return true;
    }
    if (is_of_vm(pid)) return no_model(p, "a process of the VM itself");
    *out = task_of_pid_ever(ts, pid);
    if (*out) schedule_touch_task(ts, SHARED_PROCESS, *out, false);
    if (*out && !task_alive(*out)) *out = NULL;
    return true;
}

// ---- Registered names ----

// Whether an atom is the name of one of the VM's own processes, which the VM is asked for. One decision.
// False: the VM cannot be asked.
static bool decide_name_of_vm(struct interp *ip, term name, bool *is) {
    struct process *p = &ip->process;
    struct diag d = {0};
    term plain = term_is_sym(name) ? term_symbolic(name)->concrete : name;
    const symbol *of_vm;
    uint32_t n;
    VEC(expr_id) names = {0};
    if (!loader_registered(ip->program->loader, &of_vm, &n, &d)) return no_model(p, "the registered names");
    *is = false;
    for (uint32_t i = 0; i < n; i++) {
        *is |= term_atom(of_vm[i]) == plain;
        if (ip->symbolic && term_is_sym(name))
            vec_push(&names, expr_eq(ip->exprs, term_symbolic(name)->expr, expr_atom(ip->exprs, of_vm[i])));
    }
    if (names.n) decide_condition(ip, expr_or(ip->exprs, names.at, names.n), *is);
    vec_free(&names);
    return true;
}

// The place of an atom among the run's names; their number: it is none of them.
static uint32_t find_name(struct process *p, term name) {
    const struct tasks *ts = p->tasks;
    schedule_touch_term(p->tasks, SHARED_NAME, name, false);
    for (uint32_t i = 0; ts && i < ts->names.n; i++)
        if (decide_equal(interp_of(p), name, ts->names.at[i].name)) return i;
    return ts ? ts->names.n : 0;
}

// NULL: nobody has it. False: no model.
bool bif_process_of_name(struct process *p, term name, struct task **out) {
    struct interp *ip = interp_of(p);
    bool of_vm;
    uint32_t i = find_name(p, name);
    *out = NULL;
    if (p->tasks && i < p->tasks->names.n) {
        *out = p->tasks->all.at[p->tasks->names.at[i].task];
        return true;
    }
    if (!decide_name_of_vm(ip, name, &of_vm)) return false;
    return !of_vm || no_model(p, "a process of the VM itself");
}

SEEN_BIF(whereis, "whereis") {
    struct task *t;
    if (!decide_kind(interp_of(p), args[0], KIND_BIT(KIND_ATOM))) return raise_badarg(p);
    if (!bif_process_of_name(p, args[0], &t)) return false;
    return give(result, t ? t->pid : word_undefined);
}

SEEN_BIF(registered, "registered") {
    const struct tasks *ts = p->tasks;
    struct diag d = {0};
    const symbol *of_vm;
    uint32_t n;
    if (!loader_registered(interp_of(p)->program->loader, &of_vm, &n, &d))
        return no_model(p, "the registered names");
    schedule_touch_all(p->tasks, SHARED_NAME, false);
    *result = TERM_NIL;
    for (uint32_t i = n; i-- > 0;) *result = term_cons(p->heap, term_atom(of_vm[i]), *result);
    for (uint32_t i = 0; ts && i < ts->names.n; i++)
        *result = term_cons(p->heap, ts->names.at[i].name, *result);
    decide_tell_varies(p, "the registered names");
    return true;
}

SEEN_BIF(register, "register") {
    struct interp *ip = interp_of(p);
    struct tasks *ts = tasks_of(ip);
    struct task *t;
    bool of_vm;
    if (!decide_kind(ip, args[0], KIND_BIT(KIND_ATOM))) return raise_badarg(p);
    if (decide_equal(ip, args[0], word_undefined) || !bif_process_of_pid(p, args[1], &t) || !t)
        return p->no_model ? false : raise_badarg(p);
    if (find_name(p, args[0]) < ts->names.n) return raise_badarg(p);
    if (!decide_name_of_vm(ip, args[0], &of_vm)) return false;
    for (uint32_t i = 0; i < ts->names.n; i++) of_vm |= ts->names.at[i].task == t->number;
    if (of_vm) return raise_badarg(p);
    schedule_touch_term(ts, SHARED_NAME, args[0], true);
    schedule_touch_task(ts, SHARED_PROCESS, t, true);
    vec_push(&ts->names, ((struct task_name){args[0], t->number}));
    return give_bool(result, true);
}

SEEN_BIF(unregister, "unregister") {
    struct interp *ip = interp_of(p);
    struct tasks *ts = tasks_of(ip);
    bool of_vm;
    if (!decide_kind(ip, args[0], KIND_BIT(KIND_ATOM))) return raise_badarg(p);
    uint32_t i = find_name(p, args[0]);
    if (i == ts->names.n) {
        if (!decide_name_of_vm(ip, args[0], &of_vm)) return false;
        return of_vm ? no_model(p, "a process of the VM itself") : raise_badarg(p);
    }
    schedule_touch_term(ts, SHARED_NAME, ts->names.at[i].name, true);
    schedule_touch_task(ts, SHARED_PROCESS, ts->all.at[ts->names.at[i].task], true);
    ts->names.at[i] = vec_pop(&ts->names);
    return give_bool(result, true);
}

// ---- Making them ----

enum { MAX_LIST = MAX_PASSED - 1 };

// The arguments of the function, as a list of known length. False: badarg.
static bool read_arguments(struct process *p, term list, term *out) {
    struct term_vec args = {0};
    bool good = decide_elements(interp_of(p), list, &args);
    if (good && args.n > MAX_LIST)
        no_model(p, "a process with very many arguments");
    else if (good)
        *out = term_list(p->heap, args.at, args.n, TERM_NIL);
    else
        raise_badarg(p);
    good = good && args.n <= MAX_LIST;
    vec_free(&args);
    return good;
}

// What is true of aliases by the options of monitor/3. False: no such options.
static bool alias_options(struct process *p, term options, struct alias *alias, bool *wanted, term *tag) {
    *wanted = false;
    options = decide_lose(interp_of(p), options, "options of a monitor");
    for (; term_is_cons(options); options = term_tl(options)) {
        term o = term_hd(options);
        if (!term_is_tuple(o) || term_tuple(o)->n != 2) return false;
        term name = term_tuple(o)->at[0], value = term_tuple(o)->at[1];
        if (name == word("tag")) {
            *tag = value;
            continue;
        }
        if (name != word("alias")) return false;
        *wanted = true;
        alias->one_reply = value == word("reply_demonitor");
        alias->with_monitor = alias->one_reply || value == word("demonitor");
        if (!alias->with_monitor && value != word("explicit_unalias")) return false;
    }
    return term_is_nil(options);
}

struct spawn_options {
    bool link, monitor;
    term monitor_options;
};

static bool is_size(term t) {
    return term_is_small(t) && term_small_value(t) >= 0;
}

// {priority, low} and the like, which change nothing here.
static bool tuning_option(term name, term value) {
    static const char *const priorities[] = {"low", "normal", "high", "max"};
    if (name == word("priority"))
        for (size_t i = 0; i < 4; i++)
            if (value == word(priorities[i])) return true;
    if (name == word("message_queue_data")) return value == word("on_heap") || value == word("off_heap");
    if (name == word("max_heap_size")) return is_size(value) || term_is_map(value);
    return (name == word("fullsweep_after") || name == word("min_heap_size") ||
            name == word("min_bin_vheap_size")) &&
           is_size(value);
}

static bool spawn_option(struct spawn_options *o, term option) {
    if (option == word("link")) return o->link = true;
    if (option == word("monitor")) return o->monitor = true;
    if (!term_is_tuple(option) || term_tuple(option)->n != 2) return false;
    const term *at = term_tuple(option)->at;
    if (at[0] != word("monitor")) return tuning_option(at[0], at[1]);
    o->monitor = true;
    o->monitor_options = at[1];
    return true;
}

// target: NULL: none that lives. at_once: it knows of it.
static term add_monitor(struct process *p, struct task *target, bool at_once, term object,
                        const struct alias *alias, term tag) {
    struct interp *ip = interp_of(p);
    struct tasks *ts = p->tasks;
    term ref = store_new_id(p);
    if (alias) {
        struct alias a = *alias;
        a.ref = ref;
        a.owner = ts->running;
        vec_push(&ts->aliases, a);
    }
    struct task *ended = target ? NULL : task_of_pid_ever(ts, object);
    struct monitor m = {ref, object, tag, ts->running, target ? target->number : NOBODY, !at_once};
    if (target && target->number == ts->running) return ref; // nobody sees its own end
    vec_push(&ts->monitors, m);
    if (!target)
        channel_send(ip, ended ? FROM_PROCESS : FROM_NOBODY, ended ? ended->number : ts->running, ts->running,
                     (struct signal){.kind = SIGNAL_DOWN, .a = ref, .b = word("noproc")});
    else if (!at_once)
        channel_send(ip, FROM_PROCESS, ts->running, target->number,
                     (struct signal){.kind = SIGNAL_MONITOR, .a = ref});
    return ref;
}

static bool spawn(struct process *p, const term *args, struct spawn_options *o, term *result) {
    struct interp *ip = interp_of(p);
    term module = decide_lose(ip, args[0], "the function of a process"),
         name = decide_lose(ip, args[1], "the function of a process"), list;
    struct alias alias = {0};
    bool aliased;
    term tag = word("DOWN");
    if (!term_is_atom(module) || !term_is_atom(name)) return raise_badarg(p);
    if (!read_arguments(p, args[2], &list)) return false;
    if (!alias_options(p, o->monitor_options, &alias, &aliased, &tag)) return raise_badarg(p);
    struct task *t = task_new(ip, term_symbol(module), term_symbol(name), list);
    *result = t->pid;
    if (o->link) task_link(running(p), t);
    if (!o->monitor) return true;
    term ref = add_monitor(p, t, true, t->pid, aliased ? &alias : NULL, tag);
    return give(result, term_tuple2(p->heap, t->pid, ref));
}

BIF(spawn) {
    return spawn(p, args, &(struct spawn_options){.monitor_options = TERM_NIL}, result);
}

BIF(spawn_link) {
    return spawn(p, args, &(struct spawn_options){.link = true, .monitor_options = TERM_NIL}, result);
}

BIF(spawn_opt) {
    struct spawn_options o = {.monitor_options = TERM_NIL};
    term options = decide_lose(interp_of(p), args[3], "options of a process");
    for (; term_is_cons(options); options = term_tl(options))
        if (!spawn_option(&o, term_hd(options))) return raise_badarg(p);
    return term_is_nil(options) ? spawn(p, args, &o, result) : raise_badarg(p);
}

// The answer comes as a message, unless it is not asked for. It is always that the process was made.
BIF(spawn_request) {
    struct spawn_options o = {.monitor_options = TERM_NIL};
    term options = decide_lose(interp_of(p), args[3], "options of a process"), tag = word("spawn_reply"),
         made;
    bool replies = true;
    for (; term_is_cons(options); options = term_tl(options)) {
        term one = term_hd(options);
        const term *at = term_is_tuple(one) && term_tuple(one)->n == 2 ? term_tuple(one)->at : NULL;
        if (at && at[0] == word("reply_tag"))
            tag = at[1];
        else if (at && at[0] == word("reply"))
            replies = at[1] == word("yes") || at[1] == word("success_only");
        else if (!spawn_option(&o, one))
            return give(result, word("badopt"));
    }
    if (!spawn(p, args, &o, &made)) return false;
    term pid = o.monitor ? term_tuple(made)->at[0] : made;
    *result = o.monitor ? term_tuple(made)->at[1] : store_new_id(p);
    const term reply[4] = {tag, *result, word_ok, pid};
    if (replies) task_deliver(p->tasks, running(p), term_tuple_of(p->heap, reply, 4));
    return true;
}

// The process forgets what it was doing, and goes on with that function when it has a message.
BIF(hibernate) {
    struct interp *ip = interp_of(p);
    struct task *t = running(p);
    term module = decide_lose(ip, args[0], "the function of a process"),
         name = decide_lose(ip, args[1], "the function of a process"), list;
    if (!term_is_atom(module) || !term_is_atom(name)) return raise_badarg(p);
    if (!read_arguments(p, args[2], &list)) return false;
    if (t->number == 0) return no_model(p, "hibernation of the process of the call");
    t->module = term_symbol(module);
    t->name = term_symbol(name);
    t->arguments = list;
    t->hibernates = p->yields = true;
    return false;
}

// ---- Links ----

SEEN_BIF(link, "link") {
    struct interp *ip = interp_of(p);
    struct task *t;
    if (decide_kind(ip, args[0], KIND_BIT(KIND_PORT))) return no_model(p, "a link to a port");
    if (!bif_process_of_pid(p, args[0], &t)) return false;
    schedule_touch_task(tasks_of(ip), SHARED_PROCESS, running(p), true);
    if (t) schedule_touch_task(p->tasks, SHARED_PROCESS, t, true);
    if (t) {
        task_ask_link(ip, running(p), t);
    } else if (p->traps_exits) {
        const term items[3] = {atom_EXIT, args[0], word("noproc")};
        const struct task *ended = task_of_pid_ever(p->tasks, args[0]);
        channel_send_message(ip, ended ? ended->number : running(p)->number, running(p)->number,
                             term_tuple_of(p->heap, items, 3));
    } else {
        return raise_error(p, word("noproc"));
    }
    return give_bool(result, true);
}

SEEN_BIF(unlink, "unlink") {
    struct task *t;
    if (decide_kind(interp_of(p), args[0], KIND_BIT(KIND_PORT))) return no_model(p, "a link to a port");
    if (!bif_process_of_pid(p, args[0], &t)) return false;
    if (t) schedule_touch_task(p->tasks, SHARED_PROCESS, t, true);
    if (!t && p->tasks && p->tasks->delayed)
        t = task_of_pid_ever(p->tasks, args[0]); // its end may be under way
    if (t) schedule_touch_task(p->tasks, SHARED_PROCESS, running(p), true);
    if (t) task_unlink(running(p), t);
    return give_bool(result, true);
}

SEEN_BIF(exit2, "exit") {
    struct interp *ip = interp_of(p);
    struct task *t;
    if (decide_kind(ip, args[0], KIND_BIT(KIND_PORT))) return no_model(p, "an exit signal to a port");
    if (!bif_process_of_pid(p, args[0], &t)) return false;
    if (t)
        channel_send(ip, FROM_PROCESS, running(p)->number, t->number,
                     (struct signal){.kind = SIGNAL_EXIT, .a = p->self, .b = args[1]});
    return !p->ended && give_bool(result, true);
}

// ---- Monitors ----

static bool monitor(struct process *p, const term *args, term options, term *result) {
    struct interp *ip = interp_of(p);
    struct task *t = NULL;
    struct alias alias = {0};
    bool aliased;
    term item = args[1], object = item, tag = word("DOWN");
    const term type = decide_lose(ip, args[0], "what a monitor is of");
    if (type == word("port") || type == word("time_offset")) return no_model(p, "a monitor of no process");
    if (type != word("process") || !alias_options(p, options, &alias, &aliased, &tag)) return raise_badarg(p);
    if (decide_kind(ip, item, KIND_BIT(KIND_TUPLE)) && decide_tuple(ip, item, 2) &&
        decide_equal(ip, decide_element(ip, item, 1), word("nonode@nohost")))
        item = decide_element(ip, item, 0);
    else if (decide_kind(ip, item, KIND_BIT(KIND_TUPLE)))
        return no_model(p, "a monitor of a process of another node");
    schedule_touch_task(tasks_of(ip), SHARED_PROCESS, running(p), false);
    if (decide_kind(ip, item, KIND_BIT(KIND_ATOM))) {
        if (!bif_process_of_name(p, item, &t)) return false;
        object = term_tuple2(p->heap, item, word("nonode@nohost"));
        if (t) schedule_touch_task(p->tasks, SHARED_PROCESS, t, false);
    } else if (item != args[1]) {
        return raise_badarg(p);
    } else if (!bif_process_of_pid(p, item, &t)) {
        return false;
    }
    return give(result, add_monitor(p, t, false, object, aliased ? &alias : NULL, tag));
}

SEEN_BIF(monitor, "monitor") {
    return monitor(p, args, TERM_NIL, result);
}
SEEN_BIF(monitor3, "monitor") {
    return monitor(p, args, args[2], result);
}

static bool demonitor(struct process *p, term ref, bool flush, bool info, term *result) {
    struct interp *ip = interp_of(p);
    if (!decide_kind(ip, ref, KIND_BIT(KIND_REF))) return raise_badarg(p);
    struct tasks *ts = tasks_of(ip);
    bool there = !term_is_sym(ref) && task_demonitor(ts, ts->running, ref);
    schedule_touch_task(ts, SHARED_PROCESS, running(p), false);
    if (!there && flush) {
        schedule_touch_task(ts, SHARED_MAILBOX, running(p), true);
        mailbox_flush(running(p), ref);
    }
    return give_bool(result, there || !info);
}

SEEN_BIF(demonitor, "demonitor") {
    return demonitor(p, args[0], false, false, result);
}

SEEN_BIF(demonitor2, "demonitor") {
    bool flush = false, info = false;
    term options = decide_lose(interp_of(p), args[1], "options of erlang:demonitor/2");
    for (; term_is_cons(options); options = term_tl(options)) {
        if (term_hd(options) != word("flush") && term_hd(options) != word("info")) return raise_badarg(p);
        flush |= term_hd(options) == word("flush");
        info |= term_hd(options) == word("info");
    }
    return term_is_nil(options) ? demonitor(p, args[0], flush, info, result) : raise_badarg(p);
}

// ---- About them ----

// Of one to which it has sent signals: these arrive first (the manual page of module erlang).
BIF(is_process_alive) {
    struct task *t;
    if (!schedule_turn_after(p, "is_process_alive", args[0])) return false;
    if (!bif_process_of_pid(p, args[0], &t)) return false;
    return give_bool(result, t != NULL);
}

SEEN_BIF(process_flag, "process_flag") {
    const term flag = decide_lose(interp_of(p), args[0], "a process flag");
    if (flag != word("trap_exit")) return no_model(p, "no model for this process flag");
    enum boolean on = decide_boolean(interp_of(p), args[1]);
    if (on == BOOLEAN_NOT) return raise_badarg(p);
    schedule_touch_task(tasks_of(interp_of(p)), SHARED_PROCESS, running(p), true);
    *result = atom_boolean(p->traps_exits);
    p->traps_exits = on == BOOLEAN_TRUE;
    return true;
}

// The internal function behind group_leader/2: true, or what is wrong.
SEEN_BIF(set_group_leader, "group_leader") {
    struct interp *ip = interp_of(p);
    struct task *t;
    if (!bif_process_of_pid(p, args[1], &t)) return p->no_model ? false : give(result, atom_badarg);
    term leader = decide_lose(ip, args[0], "erlang:group_leader/2");
    if (!term_is_imm(leader, IMM_PID) || !t) return give(result, atom_badarg);
    if (t == running(p)) {
        p->leader = leader;
    } else {
        t->leader = leader;
        if (tasks_several(p->tasks)) decide_note_loss(ip, "when another process gets its group leader");
    }
    return give_bool(result, true);
}

static term pids_of(struct process *p, const struct task *t, bool watchers) {
    const struct tasks *ts = p->tasks;
    struct list_builder l;
    list_start(&l);
    for (uint32_t i = 0; i < ts->monitors.n; i++) {
        const struct monitor *m = &ts->monitors.at[i];
        if (watchers && m->target == t->number) list_add(&l, p->heap, ts->all.at[m->watcher]->pid);
        if (!watchers && m->watcher == t->number)
            list_add(&l, p->heap, term_tuple2(p->heap, word("process"), m->object));
    }
    return l.first;
}

static term linked(struct process *p, const struct task *t) {
    struct list_builder l;
    list_start(&l);
    for (uint32_t i = 0; i < t->links.n; i++)
        list_add(&l, p->heap, ((struct tasks *)p->tasks)->all.at[t->links.at[i]]->pid);
    return l.first;
}

static term queue(struct process *p, const struct task *t) {
    const struct mailbox *m = &t->mailbox;
    struct list_builder l;
    list_start(&l);
    for (uint32_t i = m->first; i < m->messages.n; i++) list_add(&l, p->heap, m->messages.at[i].message);
    return l.first;
}

static term name_of(const struct process *p, const struct task *t) { // TERM_NONE: it has none
    for (uint32_t i = 0; i < p->tasks->names.n; i++)
        if (p->tasks->names.at[i].task == t->number) return p->tasks->names.at[i].name;
    return TERM_NONE;
}

enum item {
    NAME,
    TRAP_EXIT,
    MONITORS,
    MONITORED_BY,
    QUEUE_LENGTH,
    MESSAGES,
    LINKS,
    DICTIONARY,
    LEADER,
    STATUS,
    STACK,
    FUNCTION,
    ITEMS
};

static bool item_value(struct process *p, const struct task *t, enum item item, term *value) {
    bool self = t == running(p);
    term map = self ? p->dictionary : t->dictionary, name;
    switch (item) {
    case NAME: return give(value, (name = name_of(p, t)) == TERM_NONE ? TERM_NIL : name);
    case TRAP_EXIT: return give_bool(value, self ? p->traps_exits : t->traps_exits);
    case MONITORS: return give(value, pids_of(p, t, false));
    case MONITORED_BY: return give(value, pids_of(p, t, true));
    case QUEUE_LENGTH: return give(value, term_small(t->mailbox.messages.n - t->mailbox.first));
    case MESSAGES: return give(value, queue(p, t));
    case LINKS: return give(value, linked(p, t));
    case DICTIONARY:
        if (map_size(map) > 1) decide_note_loss(interp_of(p), "the order of a process dictionary");
        return bif_maps_to_list(p, &map, value);
    case LEADER: return give(value, self ? p->leader : t->leader);
    case STATUS:
        return give(value, word(self ? "running" : t->state == TASK_WAITING ? "waiting" : "runnable"));
    case STACK:
    case FUNCTION: break;
    case ITEMS: return false;
    }
    if (!self) return no_model(p, "where another process is");
    *value = raise_trace(interp_of(p), 0, 0, TERM_NONE);
    if (item == FUNCTION) { // {M, F, A} of the first frame {M, F, A, Location}
        const term *frame = term_tuple(term_hd(*value))->at;
        *value = term_tuple3(p->heap, frame[0], frame[1], frame[2]);
    }
    return true;
}

static bool unknown_item(struct process *p, term item) {
    struct str s = {0};
    str_addf(&s, "item %s of erlang:process_info/2", symbol_text(term_symbol(term_concrete(p->heap, item))));
    const char *kept = symbol_text(symbol_of(str_text(&s)));
    str_free(&s);
    return no_model(p, kept);
}

static bool info(struct process *p, const term *args, term *result);

// [{Item, Value}]; the name is {registered_name, []} here where there is none.
static bool several_items(struct process *p, const term *args, term *result) {
    struct term_vec items = {0};
    struct list_builder l;
    list_start(&l);
    bool good = decide_elements(interp_of(p), args[1], &items) || raise_badarg(p);
    for (uint32_t i = 0; i < items.n && good; i++) {
        const term one[2] = {args[0], items.at[i]};
        good =
            !decide_kind(interp_of(p), one[1], KIND_BIT(KIND_ATOM)) ? raise_badarg(p) : info(p, one, result);
        if (good && *result == word_undefined) break; // no such process
        if (good)
            list_add(&l, p->heap, term_is_nil(*result) ? term_tuple2(p->heap, one[1], TERM_NIL) : *result);
    }
    if (good && (items.n == 0 || *result != word_undefined)) *result = l.first;
    vec_free(&items);
    return good;
}

static bool info(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    static const char *const known[] = {"registered_name", "trap_exit",          "monitors",
                                        "monitored_by",    "message_queue_len",  "messages",
                                        "links",           "dictionary",         "group_leader",
                                        "status",          "current_stacktrace", "current_function"};
    term items[ITEMS], value;
    struct task *t;
    if (!bif_process_of_pid(p, args[0], &t)) return false;
    if (!decide_kind(ip, args[1], KIND_BIT(KIND_ATOM))) return several_items(p, args, result);
    for (uint32_t i = 0; i < ITEMS; i++) items[i] = word(known[i]);
    uint32_t item = decide_among(ip, args[1], items, ITEMS, NULL);
    if (item == ITEMS) return unknown_item(p, args[1]);
    if (t) schedule_touch_task(p->tasks, SHARED_PROCESS, t, true);
    if (t) schedule_touch_task(p->tasks, SHARED_MAILBOX, t, true);
    if (t && item == MESSAGES) observe_mailbox(p->tasks, t);
    if (t && t != running(p) && tasks_several(p->tasks))
        if (item == DICTIONARY || item == STATUS || item == LEADER)
            decide_note_loss(ip, "what another process is doing");
    if (!t) return give(result, word_undefined);
    if (!item_value(p, t, (enum item)item, &value)) return false;
    if (item == NAME && term_is_nil(value)) return give(result, TERM_NIL);
    return give(result, term_tuple2(p->heap, items[item], value));
}

BIF(process_info) { // asks by a signal
    return schedule_turn_after(p, "process_info", args[0]) && info(p, args, result);
}
