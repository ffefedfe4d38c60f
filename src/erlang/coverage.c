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

// What the VM has in C instead, in the modules that come with it.
static bool runs_in_c(const struct function *f) {
    return f->nif_stub && f->module_code->library;
}

typedef VEC(const struct function *) function_list;

static void add_function(struct hash_map *seen, function_list *todo, const struct function *f,
                         symbol module) {
    uint32_t known;
    uint64_t key = (uint64_t)(uintptr_t)f;
    if (!f || f->module != module || hash_map_get(seen, key, &known)) return;
    hash_map_put(seen, key, 1);
    vec_push(todo, f);
}

void coverage_places(const struct program *p, const struct function *from, place_list *out) {
    struct hash_map seen = {0};
    function_list todo = {0};
    add_function(&seen, &todo, from, from->module);
    for (uint32_t next = 0; next < todo.n; next++) {
        const struct function *f = todo.at[next];
        for (uint32_t i = 0; i < f->n_functions; i++)
            add_function(&seen, &todo, f->functions[i], from->module);
        for (uint32_t i = 0; i < f->n_exports; i++)
            add_function(&seen, &todo, __atomic_load_n(&f->exports[i]->code, __ATOMIC_ACQUIRE), from->module);
    }
    for (uint32_t i = 0; i < p->places.n; i++) {
        const struct code_place *place = &p->places.at[i];
        uint32_t known;
        if (place->generated || runs_in_c(place->function)) continue;
        if (hash_map_get(&seen, (uint64_t)(uintptr_t)place->function, &known)) vec_push(out, i);
    }
    vec_free(&todo);
    hash_map_free(&seen);
}

struct code_coverage coverage_count(const struct program *p, const uint8_t *covered, symbol module,
                                    const struct function *home) {
    struct code_coverage c = {0};
    VEC(struct line) lines = {0};
    VEC(uint32_t) missed = {0};
    for (uint32_t i = 0; i < p->places.n; i++) {
        const struct code_place *place = &p->places.at[i];
        if (place->function->module != module || (home && place->function->home != home)) continue;
        const uint8_t hit = __atomic_load_n(&covered[i], __ATOMIC_RELAXED); // workers may be running
        if (place->clause) {
            struct coverage_count *n = place->generated             ? &c.generated
                                       : runs_in_c(place->function) ? &c.native
                                                                    : &c.clauses;
            n->of++;
            n->hit += hit;
        }
        if (place->line) vec_push(&lines, ((struct line){place->line, hit}));
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
