// SPDX-License-Identifier: Apache-2.0
// Calls from outside of the program: how the main loop is entered, and what its answer counts for.
#include "erlang/machine/budget.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/task.h"

static const uint32_t nowhere[1];
static const struct function outside = {.code = (uint32_t *)nowhere};

void interp_outside(struct interp *ip) {
    ip->f = &outside;
    ip->pc = outside.code;
}

bool interp_is(struct interp *ip, term value, term wanted) {
    interp_outside(ip);
    return decide_equal(ip, value, wanted);
}

bool interp_would_take(struct interp *ip, struct glance g) {
    const struct interp before = *ip;
    term nothing;
    ip->glance = &g;
    ip->process.tasks = NULL;
    ip->steps_left = ip->heavy_left = UINT32_MAX;
    interp_run(ip, &nothing);
    ip->glance = NULL;
    ip->f = before.f;
    ip->pc = before.pc;
    ip->base = before.base;
    ip->ordinal = before.ordinal;
    ip->n_frames = before.n_frames;
    ip->steps = before.steps;
    ip->steps_left = before.steps_left;
    ip->heavy_left = before.heavy_left;
    ip->raised = before.raised;
    ip->thrower = before.thrower;
    ip->limit_hit = before.limit_hit;
    ip->process = before.process;
    return g.open || !g.refuses;
}

bool interp_go_on(struct interp *ip) {
    term nothing;
    ip->call = NULL;
    budget_begin(ip, false);
    bool good = interp_run(ip, &nothing) == INTERP_VALUE;
    ip->limit_hit = false;
    return term_visits_end() && good;
}

// The answer to a call that no code of the program was needed for.
static enum interp_result at_once(struct interp *ip, enum dispatch d) {
    if (d == DISPATCH_VALUE) return INTERP_VALUE;
    if (ip->process.trace == TERM_NONE) ip->process.trace = TERM_NIL;
    return ip->process.no_model ? INTERP_NO_MODEL : ip->limit_hit ? INTERP_LIMIT : INTERP_RAISED;
}

enum interp_result interp_call(struct interp *ip, struct export *x, const term *args, uint32_t n,
                               term *result) {
    interp_outside(ip);
    ip->home = x->module;
    ip->called = x->code;
    ip->home_place = (struct trace_place){0};
    ip->left = (struct left_at){.depth = UINT32_MAX};
    ip->raised = NULL;
    budget_begin(ip, true);
    enum dispatch d = call_export(ip, x, args, n, result);
    enum interp_result answer = d == DISPATCH_CODE ? interp_run(ip, result) : at_once(ip, d);
    tasks_hand_back(ip);
    if (answer == INTERP_VALUE || answer == INTERP_RAISED)
        term_walk(answer == INTERP_VALUE ? *result : ip->process.reason); // it will be printed
    if (!term_visits_end()) {
        ip->process.no_model = NULL;
        ip->limit_hit = true;
        answer = INTERP_LIMIT;
    }
    return answer;
}
