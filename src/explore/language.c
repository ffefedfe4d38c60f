// SPDX-License-Identifier: Apache-2.0
#include "explore/language.h"

#include <assert.h>
#include <inttypes.h>

#include "base/str.h"

uint32_t unit_variable(struct unit *u, type_id type, expr_id otherwise) {
    if (!otherwise) otherwise = grammar_smallest(u->grammar, type);
    assert(otherwise && "no value has this type");
    return variables_add(u->variables, type, otherwise);
}

const char *language_group_name(enum finding_group g) {
    static const char *const names[GROUP_COUNT] = {"error", "refused",   "null",    "domain",
                                                   "state", "uncounted", "overflow"};
    return names[g];
}

const char *language_limit_name(enum run_limit l) {
    static const char *const names[] = {
#define X(name, text) text,
        RUN_LIMITS(X)
#undef X
    };
    return names[l];
}

char *language_limit_text(enum run_limit l, const struct run_limits *limits) {
    struct str s = {0};
    if (l == LIMIT_TIME)
        str_add(&s, "cut off as the search ended");
    else if (l == LIMIT_BRANCHES)
        str_add(&s, "ended at a bound of paths (--branch-bound, --loop, --block)");
    else
        str_addf(&s, "did not finish within %" PRIu64 " calls and %" PRIu64 " MB", limits->steps,
                 limits->memory >> 20);
    return str_take(&s);
}

void case_events_free(struct case_event *events, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        struct case_event *e = &events[i];
        for (uint32_t k = 0; k < e->n_sends; k++) {
            mem_free(e->sends[k].to);
            mem_free(e->sends[k].text);
        }
        mem_free(e->sends);
        mem_free(e->process);
        mem_free(e->what);
        mem_free(e->module);
        mem_free(e->where);
        mem_free(e->caller);
    }
    mem_free(events);
}

void outcome_text_free(struct outcome_text *t) {
    mem_free(t->kind);
    mem_free(t->process);
    mem_free(t->exception);
    mem_free(t->blamed);
    mem_free(t->text);
    mem_free(t->detail);
    mem_free(t->output);
    mem_free(t->where.file);
    mem_free(t->where.function);
    mem_free(t->raised.file);
    mem_free(t->raised.function);
    *t = (struct outcome_text){0};
}
