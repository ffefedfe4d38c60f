// SPDX-License-Identifier: Apache-2.0
#include "suite/judge.h"

#include <assert.h>

static const struct {
    enum proof proof;
    enum outcome_category category;
} meanings[] = {
#define X(name, proof, category) {PROOF_##proof, CATEGORY_##category},
    REAL_ENDS(X)
#undef X
};

enum outcome_category judge_category(enum real_end e) {
    return meanings[e].category;
}

void judge_case(struct test_case *c, enum real_end end, char *real) {
    mem_free(c->real);
    c->real = NULL;
    c->proof = meanings[end].proof;
    c->category = meanings[end].category;
    if (c->proof != PROOF_DIFFERS) {
        mem_free(real);
        return;
    }
    c->real = real;
    if (!c->varies && c->processes) c->varies = "the order in which processes run";
    if (c->varies) c->proof = PROOF_VARIES;
}

uint32_t judge_unfinished(const struct suite *s, uint32_t limits, struct test_case **out, uint32_t most) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->unfinished.n && n < most; i++) {
        struct test_case *c = s->unfinished.at[i];
        if (c->kind == OUTCOME_LIMIT && limits >> c->limit & 1) out[n++] = c;
    }
    return n;
}

void judge_has_failed(struct suite *s, struct test_case *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->unfinished.n; i++)
        if (s->unfinished.at[i] != c) s->unfinished.at[kept++] = s->unfinished.at[i];
    assert(kept + 1 == s->unfinished.n);
    s->unfinished.n = kept;
    vec_push(&s->cases, c);
}
