// SPDX-License-Identifier: Apache-2.0
// Sweeps of the store: what is marked keeps its id and meaning and is found again; the rest is freed, its ids
// and memory are used again, in the same order every time.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "expr/store.h"
#include "expr/sweep.h"
#include "tier.h"

enum { VARIABLES = 4 };

// How an expression was made: a constructor's number and the entries of its arguments.
struct entry {
    expr_id id; // 0: dead
    uint32_t how, n, args[4];
    uint64_t literal;
    char *text;       // as printed when it was made
    char *value_text; // what it was under the model when it was first evaluated
    expr_id value;
};

struct world {
    struct expr_store *x;
    struct eval *eval;
    struct model model;
    struct binding bindings[VARIABLES];
    VEC(struct entry) all;
    VEC(uint32_t) of_sort[4];
    uint64_t seed;
    uint64_t ids; // hash of all ids in the order they were given
    bool silent;  // texts are not looked at, which take most of the time
};

static uint64_t draw(struct world *w, uint64_t below) {
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (w->seed >> 33) % below;
}

static char *text_of(const struct world *w, expr_id e) {
    struct str s = {0};
    if (!w->silent) expr_print(w->x, e, &s);
    return str_take(&s);
}

// ---- Making: each recipe makes the same again from the same arguments ----

static expr_id leaf(struct world *w, uint32_t how, uint64_t literal) {
    struct expr_store *x = w->x;
    switch (how) {
    case 0: return expr_var(x, literal % VARIABLES);
    case 1: return expr_int(x, (int64_t)literal % 1000);
    case 2: {
        mpz_t z;
        mpz_init_set_ui(z, literal | 1);
        mpz_mul_2exp(z, z, 64 + literal % 900);
        expr_id e = expr_int_mpz(x, z);
        mpz_clear(z);
        return e;
    }
    case 3: return expr_float(x, literal % 7 ? (double)literal / 3 : -0.0);
    case 4: return expr_atom(x, symbol_of(literal % 2 ? "yes" : "no"));
    default: {
        uint8_t bytes[200];
        for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(literal + i);
        return expr_bits(x, bytes, literal % sizeof bytes * 8);
    }
    }
}
enum { LEAVES = 6 };

// Sorts of arguments and how many; the recipes after the leaves.
static const struct {
    enum expr_sort sort;
    uint32_t n;
} recipes[] = {
    {SORT_TERM, 2}, {SORT_TERM, 3}, {SORT_TERM, 4}, {SORT_INT, 1},  {SORT_FLOAT, 1}, {SORT_TERM, 1},
    {SORT_TERM, 1}, {SORT_TERM, 1}, {SORT_TERM, 1}, {SORT_TERM, 2}, {SORT_INT, 2},   {SORT_INT, 2},
    {SORT_INT, 2},  {SORT_INT, 2},  {SORT_BOOL, 1}, {SORT_BOOL, 3}, {SORT_BOOL, 4},  {SORT_FLOAT, 2},
};
enum { RECIPES = sizeof recipes / sizeof *recipes };

static expr_id combine(struct world *w, uint32_t how, const expr_id *a, uint64_t literal) {
    struct expr_store *x = w->x;
    switch (how) {
    case 0: return expr_cons(x, a[0], a[1]);
    case 1: return expr_tuple(x, a, 3);
    case 2: return expr_tuple(x, a, 4);
    case 3: return expr_int_term(x, a[0]);
    case 4: return expr_float_term(x, a[0]);
    case 5: return expr_ival(x, expr_hd(x, a[0]));
    case 6: return expr_tl(x, a[0]);
    case 7: return expr_elem(x, a[0], literal % 4);
    case 8: return expr_kind(x, a[0], KINDS_LIST | KIND_BIT(literal % KIND_COUNT));
    case 9: return expr_eq(x, a[0], a[1]);
    case 10: return expr_arith(x, EXPR_ADD_OP, a[0], a[1]);
    case 11: return expr_arith(x, EXPR_MUL_OP, a[0], a[1]);
    case 12: return expr_int_lt(x, a[0], a[1]);
    case 13: return expr_int_eq(x, a[0], a[1]);
    case 14: return expr_not(x, a[0]);
    case 15: return expr_and(x, a, 3);
    case 16: return expr_or(x, a, 4);
    default: return expr_float_lt(x, a[0], a[1]);
    }
}

static expr_id make(struct world *w, const struct entry *e) {
    expr_id args[4] = {0};
    for (uint32_t i = 0; i < e->n; i++) args[i] = w->all.at[e->args[i]].id;
    return e->how < LEAVES ? leaf(w, e->how, e->literal) : combine(w, e->how - LEAVES, args, e->literal);
}

static void keep(struct world *w, struct entry e) {
    e.id = make(w, &e);
    assert_true(e.id > 0 && e.id < atomic_load(&w->x->next));
    e.text = text_of(w, e.id);
    vec_push(&w->of_sort[expr_sort(w->x, e.id)], w->all.n);
    vec_push(&w->all, e);
    w->ids = hash_mix(w->ids, e.id);
}

static void grow(struct world *w) {
    struct entry e = {.how = (uint32_t)draw(w, LEAVES + RECIPES), .literal = draw(w, 1u << 30)};
    if (e.how >= LEAVES) {
        e.n = recipes[e.how - LEAVES].n;
        enum expr_sort sort = recipes[e.how - LEAVES].sort;
        if (!w->of_sort[sort].n) return;
        for (uint32_t i = 0; i < e.n; i++) e.args[i] = w->of_sort[sort].at[draw(w, w->of_sort[sort].n)];
    }
    keep(w, e);
}

static void evaluate(struct world *w) {
    eval_begin(w->eval, &w->model);
    for (uint32_t i = 0; i < w->all.n; i++) {
        struct entry *e = &w->all.at[i];
        if (!e->id) continue;
        e->value = eval_value(w->eval, e->id);
        char *text = e->value ? text_of(w, e->value) : mem_strdup("undefined");
        if (e->value_text) assert_string_equal(text, e->value_text); // it was dead meanwhile
        mem_free(e->value_text);
        e->value_text = text;
    }
}

// ---- Sweeping and looking ----

static void drop_dead(struct world *w, const bool *alive) {
    for (int sort = 0; sort < 4; sort++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < w->of_sort[sort].n; i++)
            if (alive[w->of_sort[sort].at[i]]) w->of_sort[sort].at[n++] = w->of_sort[sort].at[i];
        w->of_sort[sort].n = n;
    }
    for (uint32_t i = 0; i < w->all.n; i++)
        if (!alive[i]) w->all.at[i].id = 0;
}

// Marks some of the entries, with their values; alive: what is marked in the end, be it as a part.
static void sweep(struct world *w, uint32_t one_in, bool *alive) {
    uint32_t before = expr_store_count(w->x), left = 0;
    struct expr_sweep *s = expr_sweep_begin(w->x);
    expr_sweep_mark_model(s, &w->model);
    for (uint32_t i = 0; i < w->all.n; i++) {
        if (!w->all.at[i].id || draw(w, one_in)) continue;
        expr_sweep_mark(s, w->all.at[i].id);
        expr_sweep_mark(s, w->all.at[i].value);
    }
    for (expr_id e = 1; e < atomic_load(&w->x->next); e++) left += expr_sweep_marked(s, e);
    for (uint32_t i = 0; i < w->all.n; i++)
        alive[i] = w->all.at[i].id && expr_sweep_marked(s, w->all.at[i].id);
    for (uint32_t i = 0; i < w->all.n; i++)
        if (alive[i] && w->all.at[i].value && !expr_sweep_marked(s, w->all.at[i].value))
            w->all.at[i].value = 0;
    uint32_t freed = expr_sweep_end(s);
    assert_int_equal(expr_store_count(w->x), left);
    assert_int_equal(freed, before - left);
    drop_dead(w, alive);
}

static bool has_all_arguments(const struct world *w, const struct entry *e) {
    for (uint32_t i = 0; i < e->n; i++)
        if (!w->all.at[e->args[i]].id) return false;
    return true;
}

// Whatever is alive prints and evaluates as before, and making it again finds it.
static void check_alive(struct world *w) {
    eval_begin(w->eval, &w->model);
    for (uint32_t i = 0; i < w->all.n; i++) {
        const struct entry *e = &w->all.at[i];
        if (!e->id) continue;
        char *text = text_of(w, e->id);
        assert_string_equal(text, e->text);
        mem_free(text);
        if (has_all_arguments(w, e)) assert_int_equal(make(w, e), e->id);
        if (e->value) assert_int_equal(eval_value(w->eval, e->id), e->value);
    }
}

// What is dead is made again where its arguments live. (Its text may have changed: arguments that commute
// stand in the order of their ids. Its value has not.)
static void revive(struct world *w) {
    uint32_t next = atomic_load(&w->x->next), room = next - 1 - expr_store_count(w->x), made = 0;
    for (uint32_t i = 0; i < w->all.n; i++) {
        struct entry *e = &w->all.at[i];
        if (e->id || !has_all_arguments(w, e)) continue;
        uint32_t before = expr_store_count(w->x);
        e->id = make(w, e);
        made += expr_store_count(w->x) - before;
        mem_free(e->text);
        e->text = text_of(w, e->id);
        e->value = 0;
        vec_push(&w->of_sort[expr_sort(w->x, e->id)], i);
        w->ids = hash_mix(w->ids, e->id);
    }
    uint32_t grown = atomic_load(&w->x->next) - next;
    assert_int_equal(grown, made > room ? made - room : 0); // dead ids first
}

static void world_init(struct world *w, uint64_t seed) {
    *w = (struct world){.x = expr_store_new(), .seed = seed};
    w->eval = eval_new(w->x);
    struct expr_store *x = w->x;
    expr_id seven = expr_int_term(x, expr_int(x, 7)), list = expr_cons(x, seven, EXPR_NIL);
    w->bindings[0] = (struct binding){0, seven};
    w->bindings[1] = (struct binding){1, list};
    w->bindings[2] = (struct binding){2, expr_tuple(x, (expr_id[]){seven, EXPR_NIL, list}, 3)};
    w->bindings[3] = (struct binding){3, expr_float_term(x, expr_float(x, -0.0))};
    w->model = (struct model){.n = VARIABLES, .at = w->bindings};
}

static void world_free(struct world *w) {
    for (uint32_t i = 0; i < w->all.n; i++) {
        mem_free(w->all.at[i].text);
        mem_free(w->all.at[i].value_text);
    }
    for (int i = 0; i < 4; i++) vec_free(&w->of_sort[i]);
    vec_free(&w->all);
    eval_free(w->eval);
    expr_store_free(w->x);
}

static uint64_t random_world(uint64_t seed, bool silent) {
    struct world w;
    world_init(&w, seed);
    w.silent = silent;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 250; i++) grow(&w);
        evaluate(&w);
        bool *alive = mem_zalloc(w.all.n * sizeof *alive);
        sweep(&w, (uint32_t[]){2, 10, 100}[round % 3], alive);
        mem_free(alive);
        check_alive(&w);
        revive(&w);
        check_alive(&w);
        evaluate(&w);
    }
    uint64_t ids = hash_mix(w.ids, expr_store_count(w.x));
    world_free(&w);
    return ids;
}

static void random_roots(void **state) {
    uint64_t worlds = tier_number(8, 40, 2500);
    for (uint64_t seed = 1; seed <= worlds; seed++)
        assert_int_equal(random_world(seed, false), random_world(seed, true)); // the same ids every time
}

// Rounds of the same work with nothing held in between: the store gets no bigger than after the first ones.
static void memory_is_used_again(void **state) {
    struct expr_store *x = expr_store_new();
    size_t bytes[20], fresh = expr_store_bytes(x);
    uint32_t empty = 0;
    for (uint32_t round = 0; round < 20; round++) {
        expr_id list = EXPR_NIL;
        for (uint32_t i = 0; i < 20000; i++) { // other contents in each round
            expr_id parts[4] = {expr_int_term(x, expr_int(x, 20000 * round + i)), list, list, list};
            list = i % 2 ? expr_cons(x, parts[0], list) : expr_tuple(x, parts, 2 + i % 3);
        }
        bytes[round] = expr_store_bytes(x);
        assert_true(expr_store_live(x) < bytes[round]);
        expr_sweep_end(expr_sweep_begin(x));
        if (!round) empty = expr_store_count(x);
        assert_int_equal(expr_store_count(x), empty);         // the fixed ones
        assert_true(expr_store_bytes(x) < fresh + (2 << 20)); // and no more memory than a chunk of nodes
    }
    for (uint32_t round = 2; round < 20; round++) assert_true(bytes[round] <= bytes[1] + bytes[1] / 8);
    expr_store_free(x);
}

static void deep_expressions(void **state) {
    struct expr_store *x = expr_store_new();
    expr_id list = EXPR_NIL, seven = expr_int_term(x, expr_int(x, 7));
    for (uint32_t i = 0; i < 300000; i++) list = expr_cons(x, seven, list);
    uint32_t count = expr_store_count(x);
    struct expr_sweep *s = expr_sweep_begin(x);
    assert_false(expr_sweep_marked(s, seven));
    expr_sweep_mark(s, list);
    expr_sweep_mark(s, EXPR_NONE);
    assert_true(expr_sweep_marked(s, seven));
    assert_int_equal(expr_sweep_end(s), 0);
    assert_int_equal(expr_store_count(x), count);
    expr_store_free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_roots),
        cmocka_unit_test(memory_is_used_again),
        cmocka_unit_test(deep_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
