// SPDX-License-Identifier: Apache-2.0
#include "erlang/coverage.h"

#include <stdlib.h>

struct line {
    uint32_t line;
    bool hit;
};

// By number, of one number the one that was reached first.
static int in_order(const void *a, const void *b) {
    const struct line *l = a, *r = b;
    return l->line != r->line ? (l->line > r->line) - (l->line < r->line) : r->hit - l->hit;
}

struct code_coverage coverage_count(const struct program *p, const uint8_t *covered, symbol module,
                                    const struct function *home) {
    struct code_coverage c = {0};
    VEC(struct line) lines = {0};
    VEC(uint32_t) missed = {0};
    for (uint32_t i = 0; i < p->places.n; i++) {
        const struct code_place *place = &p->places.at[i];
        if (place->function->module != module || (home && place->function->home != home)) continue;
        if (place->clause) {
            struct coverage_count *n = place->generated ? &c.generated : &c.clauses;
            n->of++;
            n->hit += covered[i];
        }
        if (place->line) vec_push(&lines, ((struct line){place->line, covered[i]}));
    }
    if (lines.n) qsort(lines.at, lines.n, sizeof *lines.at, in_order);
    for (uint32_t i = 0; i < lines.n; i++) {
        if (i > 0 && lines.at[i].line == lines.at[i - 1].line) continue;
        c.lines.of++;
        c.lines.hit += lines.at[i].hit;
        if (!lines.at[i].hit) vec_push(&missed, lines.at[i].line);
    }
    vec_free(&lines);
    c.missed = missed.at;
    c.n_missed = missed.n;
    return c;
}
