// SPDX-License-Identifier: Apache-2.0
#include "suite/seen.h"

static char *copy(const char *text) {
    return text ? mem_strdup(text) : NULL;
}

static struct test_case *outline(const struct test_case *c) {
    struct test_case *o = mem_zalloc(sizeof *o);
    o->kind = c->kind;
    o->proof = c->proof;
    o->real = copy(c->real);
    o->outcome.kind = copy(c->outcome.kind);
    o->outcome.exception = copy(c->outcome.exception);
    o->outcome.text = copy(c->outcome.text);
    o->outcome.process = copy(c->outcome.process);
    o->outcome.group = c->outcome.group;
    const struct place *where = &c->outcome.where;
    o->outcome.where = (struct place){copy(where->file), where->line, copy(where->function)};
    return o;
}

// A failure of which the place is not known may be another one.
static bool is_placed(const struct test_case *c) {
    return c->outcome.where.file && c->outcome.where.line;
}

void seen_mark(struct seen_findings *seen, struct suite *s) {
    const uint32_t before = seen->cases.n;
    for (uint32_t i = 0; i < s->cases.n; i++) {
        struct test_case *c = s->cases.at[i];
        if (!suite_is_finding(c) || !is_placed(c)) continue;
        for (uint32_t k = 0; k < before && !c->shown_with; k++) {
            const struct test_case *known = seen->cases.at[k];
            if (known->outcome.group == c->outcome.group && suite_same_failure(s->unit->language, known, c))
                c->shown_with = seen->units.at[k];
        }
        if (c->shown_with) continue;
        vec_push(&seen->cases, outline(c));
        vec_push(&seen->units, mem_strdup(s->unit->name));
    }
}

void seen_free(struct seen_findings *seen) {
    for (uint32_t i = 0; i < seen->cases.n; i++) {
        mem_free(seen->cases.at[i]->real);
        outcome_text_free(&seen->cases.at[i]->outcome);
        mem_free(seen->cases.at[i]);
        mem_free(seen->units.at[i]);
    }
    vec_free(&seen->cases);
    vec_free(&seen->units);
}
