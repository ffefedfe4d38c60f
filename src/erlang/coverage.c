// SPDX-License-Identifier: Apache-2.0
#include "erlang/coverage.h"

#include "erlang/erlang.h"

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

static enum covered_kind kind_of(const struct code_place *p) {
    if (!p->clause) return COVERED_NO_WAY;
    return p->generated ? COVERED_GENERATED : runs_in_c(p->function) ? COVERED_NATIVE : COVERED_WAY;
}

static bool reached(const uint8_t *covered, uint32_t place) { // workers may be running
    return __atomic_load_n(&covered[place], __ATOMIC_RELAXED);
}

static struct coverage_tally *tally_of(const struct program *p, const uint8_t *covered, symbol module,
                                       bool whole) {
    struct coverage_tally *t = coverage_tally_new();
    for (uint32_t i = 0; i < p->places.n; i++) {
        const struct code_place *place = &p->places.at[i];
        if (place->function->module != module) continue;
        coverage_tally_add(t, (struct covered_place){.function = whole ? 0 : (uintptr_t)place->function->home,
                                                     .kind = kind_of(place),
                                                     .line = place->line,
                                                     .hit = reached(covered, i)});
    }
    return t;
}

struct code_coverage coverage_of_module(const struct program *p, symbol module) {
    struct code_coverage *all, one = {0};
    uint64_t *ignored;
    if (coverage_tally_end(tally_of(p, p->covered_ever, module, true), &all, &ignored)) one = *all;
    mem_free(all);
    mem_free(ignored);
    return one;
}

uint32_t coverage_of_functions(const struct program *p, symbol module, struct code_coverage **out) {
    uint64_t *homes;
    uint32_t n = coverage_tally_end(tally_of(p, p->covered, module, false), out, &homes), hit = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct code_coverage *c = &(*out)[i];
        const struct function *f = (const struct function *)(uintptr_t)homes[i];
        struct str name = {0};
        if (c->clauses.hit + c->generated.hit == 0) {
            mem_free(c->missed);
            continue;
        }
        erlang_function_name(&name, module, f->name, f->arity);
        c->name = str_take(&name);
        (*out)[hit++] = *c;
    }
    mem_free(homes);
    return hit;
}

bool coverage_reaches(const struct program *p, symbol module) {
    for (uint32_t i = 0; i < p->places.n; i++) {
        const struct code_place *place = &p->places.at[i];
        enum covered_kind kind = kind_of(place);
        if (place->function->module == module && reached(p->covered, i) &&
            (kind == COVERED_WAY || kind == COVERED_GENERATED))
            return true;
    }
    return false;
}
