// SPDX-License-Identifier: Apache-2.0
// The context of a frame follows from that of its caller and from the call; it is worked out when first asked
// for, and kept in the frame. Calls in tail position keep the frame and its context: their value is the
// function's.
#include "erlang/analysis/check.h"

#include "erlang/analysis/analysis.h"

static enum analysis_context callee(const struct interp *ip, const struct frame *caller) {
    uint32_t pc = (uint32_t)(caller->pc - caller->f->code) - 1; // within the call
    return analysis_callee(ip->analysis, code_node(caller->f, pc), (enum analysis_context)caller->context);
}

static enum analysis_context running(struct interp *ip) {
    uint32_t n = ip->n_frames, i = n;
    if (n == 0) return analysis_entry(ip->analysis);
    while (i > 0 && ip->frames[i - 1].context == CONTEXT_UNKNOWN) i--;
    if (i == 0) ip->frames[i++].context = analysis_entry(ip->analysis);
    for (; i < n; i++) ip->frames[i].context = callee(ip, &ip->frames[i - 1]);
    return callee(ip, &ip->frames[n - 1]);
}

void check_look(struct interp *ip) {
    ip->symbolic = ip->trace && !ip->trace->closed;
    if (!ip->symbolic) return;
    const struct core *node = code_node(ip->f, (uint32_t)(ip->pc - ip->f->code));
    ip->symbolic = analysis_worthwhile(ip->analysis, node, running(ip));
}
