// SPDX-License-Identifier: Apache-2.0
// Messages: sending, aliases, timers. Time is the run's own: it passes while all processes wait (schedule.h).
#include "erlang/bif/bif_util.h"
#include "erlang/machine/channel.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/schedule.h"
#include "erlang/machine/store.h"

static term word(const char *text) {
    return term_atom(symbol_of(text));
}

// ---- Sending ----

static bool send_to_name(struct process *p, term name, term message, bool *there) {
    struct task *t;
    if (!bif_process_of_name(p, name, &t)) return false;
    *there = t != NULL;
    if (t) channel_send_message(interp_of(p), ((struct tasks *)p->tasks)->running, t->number, message);
    return true;
}

static bool send_to_pid(struct process *p, term pid, term message) {
    struct tasks *ts = tasks_of(interp_of(p));
    struct task *t;
    if (pid == term_imm(IMM_PID, THE_LEADER)) {
        ts->awaits_vm = true;
        return true;
    }
    if (term_is_sym(pid)) {
        if (!bif_process_of_pid(p, pid, &t)) return false;
    } else {
        t = task_of_pid_ever(ts, pid); // whether it still lives makes no difference to anybody
    }
    if (t) channel_send_message(interp_of(p), ts->running, t->number, message);
    return true;
}

static void send_to_alias(struct interp *ip, term ref, term message) {
    struct tasks *ts = ip->process.tasks;
    schedule_touch_term(ts, SHARED_REFERENCE, ref, false);
    for (uint32_t i = 0; i < ts->aliases.n; i++)
        if (ts->aliases.at[i].ref == ref) {
            channel_send(ip, FROM_PROCESS, ts->running, ts->aliases.at[i].owner,
                         (struct signal){.kind = SIGNAL_ALIAS, .a = ref, .b = message});
            return;
        }
}

// To what is no process, or none any more, messages are lost in silence; but a name must be somebody's.
static bool send(struct process *p, term to, term message) {
    struct interp *ip = interp_of(p);
    bool there;
    if (decide_kind(ip, to, KIND_BIT(KIND_PID))) return send_to_pid(p, to, message);
    if (decide_kind(ip, to, KIND_BIT(KIND_REF))) {
        if (!term_is_sym(to) && p->tasks) send_to_alias(ip, to, message);
        return true;
    }
    if (decide_kind(ip, to, KIND_BIT(KIND_ATOM)))
        return send_to_name(p, to, message, &there) && (there || raise_badarg(p));
    if (!decide_kind(ip, to, KIND_BIT(KIND_TUPLE) | KIND_BIT(KIND_PORT))) return raise_badarg(p);
    if (decide_kind(ip, to, KIND_BIT(KIND_PORT))) return no_model(p, "a message to a port");
    if (!decide_tuple(ip, to, 2) || !decide_kind(ip, decide_element(ip, to, 0), KIND_BIT(KIND_ATOM)) ||
        !decide_kind(ip, decide_element(ip, to, 1), KIND_BIT(KIND_ATOM)))
        return raise_badarg(p);
    if (!decide_equal(ip, decide_element(ip, to, 1), word("nonode@nohost")))
        return no_model(p, "a message to another node");
    return send_to_name(p, decide_element(ip, to, 0), message, &there);
}

// In its turn, in which the message may vanish.
static bool send_in_turn(struct process *p, term to, term message) {
    bool sent = send(p, to, message);
    schedule_sent(p);
    return sent;
}

BIF(send) {
    return schedule_turn_to_send(p, args[0]) && send_in_turn(p, args[0], args[1]) && give(result, args[1]);
}

BIF(send3) {
    if (!schedule_turn_to_send(p, args[0])) return false;
    term options = decide_lose(interp_of(p), args[2], "options of erlang:send/3");
    for (; term_is_cons(options); options = term_tl(options))
        if (term_hd(options) != word("nosuspend") && term_hd(options) != word("noconnect"))
            return raise_badarg(p);
    if (!term_is_nil(options)) return raise_badarg(p);
    return send_in_turn(p, args[0], args[1]) && give(result, word_ok);
}

// ---- Aliases ----

SEEN_BIF(alias, "alias") {
    struct tasks *ts = tasks_of(interp_of(p));
    term options = decide_lose(interp_of(p), args[0], "options of erlang:alias/1");
    struct alias a = {.owner = ts->running};
    for (; term_is_cons(options); options = term_tl(options)) {
        if (term_hd(options) != word("explicit_unalias") && term_hd(options) != word("reply"))
            return raise_badarg(p);
        a.one_reply = term_hd(options) == word("reply");
    }
    if (!term_is_nil(options)) return raise_badarg(p);
    a.ref = store_new_id(p);
    vec_push(&ts->aliases, a);
    return give(result, a.ref);
}

SEEN_BIF(unalias, "unalias") {
    if (!decide_kind(interp_of(p), args[0], KIND_BIT(KIND_REF))) return raise_badarg(p);
    struct tasks *ts = tasks_of(interp_of(p));
    return give_bool(result, !term_is_sym(args[0]) && task_unalias(ts, ts->running, args[0]));
}

// ---- Timers ----

// A destination is a pid or an atom, which need be nobody's. True: *to is set.
static bool read_destination(struct process *p, term given, term *to) {
    struct interp *ip = interp_of(p);
    struct task *t;
    if (decide_kind(ip, given, KIND_BIT(KIND_ATOM))) {
        *to = decide_lose(ip, given, "the destination of a timer");
        return true;
    }
    if (!bif_process_of_pid(p, given, &t)) return false;
    *to = t ? t->pid : decide_lose(ip, given, "the destination of a timer");
    return true;
}

// tagged: as start_timer does, whose message is {timeout, Ref, Message}.
static bool set_timer(struct process *p, const term *args, bool tagged, term *result) {
    static const int64_t most = 0xFFFFFFFF; // far more is allowed; that far, no run goes
    struct interp *ip = interp_of(p);
    struct tasks *ts = tasks_of(ip);
    struct timer t = {.ref = store_new_id(p), .message = args[2], .number = ts->timers_set++};
    if (!decide_kind(ip, args[0], KIND_BIT(KIND_INT)) || decide_less(ip, args[0], term_small(0)))
        return raise_badarg(p);
    if (decide_less(ip, term_small(most), args[0])) return no_model(p, "a timer that far away");
    if (!read_destination(p, args[1], &t.to)) return false;
    bool vague = term_is_sym(args[0]);
    if (vague && tasks_several(ts)) vague = !decide_less(ip, args[0], term_small(PATIENT));
    ts->vague_time |= vague;
    schedule_touch_task(ts, SHARED_TIMERS, task_running(ts), true);
    t.owner = ts->running;
    t.set_at = ts->now;
    t.at = ts->now +
           (uint64_t)term_small_value(term_is_sym(args[0]) ? term_symbolic(args[0])->concrete : args[0]);
    if (tagged) t.message = term_tuple3(p->heap, word("timeout"), t.ref, args[2]);
    const struct timer_state before = schedule_timers(ts, t.owner);
    vec_push(&ts->timers, t);
    vec_push(&ts->timer_owners, ((struct timer_owner){t.ref, t.owner}));
    schedule_timers_changed(ts, t.owner, before, true);
    return give(result, t.ref);
}

SEEN_BIF(send_after, "send_after") {
    return set_timer(p, args, false, result);
}
SEEN_BIF(start_timer, "start_timer") {
    return set_timer(p, args, true, result);
}

static bool no_options(struct process *p, term options) {
    return term_is_nil(options) || no_model(p, "options of a timer");
}

SEEN_BIF(send_after4, "send_after") {
    return no_options(p, args[3]) && set_timer(p, args, false, result);
}
SEEN_BIF(start_timer4, "start_timer") {
    return no_options(p, args[3]) && set_timer(p, args, true, result);
}

// Milliseconds left, or false: there is no such timer.
static bool look_at_timer(struct process *p, term ref, bool cancel, term *result) {
    if (!decide_kind(interp_of(p), ref, KIND_BIT(KIND_REF))) return raise_badarg(p);
    struct tasks *ts = tasks_of(interp_of(p));
    for (uint32_t i = 0; i < ts->timers.n && !term_is_sym(ref); i++) {
        const struct timer t = ts->timers.at[i];
        if (t.ref != ref) continue;
        schedule_touch_task(ts, SHARED_TIMERS, ts->all.at[t.owner], true);
        if (ts->vague_time) decide_note_loss(interp_of(p), "what is left of a time");
        const struct timer_state before = schedule_timers(ts, t.owner);
        if (cancel) {
            for (; i + 1 < ts->timers.n; i++) ts->timers.at[i] = ts->timers.at[i + 1];
            ts->timers.n--;
            schedule_timers_changed(ts, t.owner, before, false);
        }
        p->varies = "a clock"; // by a little
        return give(result, term_small(t.at > ts->now ? (int64_t)(t.at - ts->now) : 0));
    }
    for (uint32_t i = 0; i < ts->timer_owners.n && !term_is_sym(ref); i++) // it has fired, or was cancelled
        if (ts->timer_owners.at[i].ref == ref)
            schedule_touch_task(ts, SHARED_TIMERS, ts->all.at[ts->timer_owners.at[i].owner], true);
    for (uint32_t i = 0; i < ts->all.n && term_is_sym(ref); i++)
        schedule_touch_task(ts, SHARED_TIMERS, ts->all.at[i], true);
    return give_bool(result, false);
}

SEEN_BIF(read_timer, "read_timer") {
    return look_at_timer(p, args[0], false, result);
}
SEEN_BIF(cancel_timer, "cancel_timer") {
    return look_at_timer(p, args[0], true, result);
}

SEEN_BIF(cancel_timer2, "cancel_timer") {
    bool info = true, later = false;
    term options = decide_lose(interp_of(p), args[1], "options of erlang:cancel_timer/2");
    for (; term_is_cons(options); options = term_tl(options)) {
        term o = term_hd(options);
        if (!term_is_tuple(o) || term_tuple(o)->n != 2) return raise_badarg(p);
        bool is_info = term_tuple(o)->at[0] == word("info"), on = term_tuple(o)->at[1] == atom_true;
        if ((!is_info && term_tuple(o)->at[0] != word("async")) ||
            (!on && term_tuple(o)->at[1] != atom_false))
            return raise_badarg(p);
        info = is_info ? on : info;
        later = is_info ? later : on;
    }
    if (!term_is_nil(options)) return raise_badarg(p);
    if (later && info) return no_model(p, "a timer that is cancelled later");
    return look_at_timer(p, args[0], true, result) && (info || give(result, word_ok));
}
