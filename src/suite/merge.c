// SPDX-License-Identifier: Apache-2.0
// Findings that turned out to be the same on the real VM. A run tells failures apart by what the interpreter
// knows of them; the VM's stack trace has the last word on the place.
#include <string.h>

#include "suite/suite.h"

static bool same_text(const char *a, const char *b) {
    return !strcmp(a ? a : "", b ? b : "");
}

bool suite_same_failure(const struct language *l, const struct test_case *a, const struct test_case *b) {
    const struct place *p = &a->outcome.where, *q = &b->outcome.where;
    if (a->proof != b->proof || !same_text(a->outcome.kind, b->outcome.kind)) return false;
    if ((a->proof == PROOF_DIFFERS || a->proof == PROOF_VARIES) && !same_text(a->real, b->real)) return false;
    if (p->line != q->line || !same_text(p->file, q->file) || !same_text(p->function, q->function))
        return false;
    if (!same_text(a->outcome.process, b->outcome.process)) return false;
    if (!same_text(a->outcome.exception, b->outcome.exception)) return false;
    bool placed = p->line || p->function || a->outcome.exception;
    const char *reason = a->outcome.text, *other = b->outcome.text;
    return placed && reason && other && l->reporting && l->reporting->same_reason
               ? l->reporting->same_reason(reason, other)
               : same_text(reason, other);
}

// Whether it fails for a cause that none of those has which stand for the finding so far. Of one call, what
// fails likewise has one cause.
static bool is_another_cause(const struct suite *s, const struct test_case *kept, const struct test_case *c) {
    for (uint32_t i = 0; i < s->cases.n; i++) {
        const struct test_case *other = s->cases.at[i];
        if (other != kept && other->cause_of != kept) continue;
        if (other->cause == c->cause || (!c->processes && !strcmp(other->call, c->call))) return false;
    }
    return true;
}

static void merge_into(struct suite *s, struct test_case *kept, struct test_case *again) {
    if (is_another_cause(s, kept, again)) again->cause_of = kept;
    kept->same += again->same + 1;
    again->same = 0;
    again->repeat = true;
}

void suite_merge(struct suite *s) {
    suite_sort(s); // smallest inputs first: the first of equals stands for them
    for (uint32_t i = 1; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (!suite_is_finding(c)) continue;
        for (uint32_t k = 0; k < i; k++) {
            if (!suite_is_finding(s->cases.at[k]) ||
                !suite_same_failure(s->unit->language, s->cases.at[k], c))
                continue;
            merge_into(s, s->cases.at[k], c);
            break;
        }
    }
    suite_sort(s);
}
