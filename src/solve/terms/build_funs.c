// SPDX-License-Identifier: Apache-2.0
// Functions: tables of what the query applies them to.
#include <assert.h>
#include <string.h>

#include "solve/terms/build.h"

enum { TABLE_KEPT = 16, ARITY_MAX = 255 };

static expr_id fun_default(struct builder *b, class_id c, expr_id parent) {
    struct solver *s = b->s;
    uint32_t n = parent ? expr_count(s->x, parent) : 0;
    return build_ground_fill(b, c, KEY_APPLY(0), n ? expr_arg(s->x, parent, n - 1) : 0);
}

// Two applications to the same arguments with different results: either the results are equal or some
// argument is not.
static void tell_apart(struct builder *b, expr_id first, expr_id second, class_id r1, class_id r2) {
    assert(expr_op(b->s->x, first) == EXPR_APPLY_OP && expr_op(b->s->x, second) == EXPR_APPLY_OP);
    struct solver *s = b->s;
    shapes_put(s, (struct option){OPTION_EQUAL, r1, r2, 0, 0});
    for (uint32_t i = 1; i < expr_count(s->x, first); i++) {
        class_id a1 = class_of(s->f, expr_arg(s->x, first, i)),
                 a2 = class_of(s->f, expr_arg(s->x, second, i));
        if (a1 != a2) shapes_put(s, (struct option){OPTION_APART, a1, a2, 0, 0});
    }
    b->again = true;
}

struct table {
    VEC(expr_id) cells; // per entry: arguments, result
    VEC(expr_id) source;
};

static bool same_arguments(const struct table *t, uint32_t entry, const expr_id *args, uint32_t arity) {
    assert(entry < t->source.n);
    return memcmp(t->cells.at + entry * (arity + 1), args, arity * sizeof *args) == 0;
}

static bool add_entry(struct builder *b, struct table *t, class_id c, struct link application,
                      uint32_t arity) {
    struct solver *s = b->s;
    expr_id e = KEY_NUMBER(application.key);
    class_id result = class_root(s->f, application.class);
    if (!class_is_defined(s->f, result)) return true; // only ever thought of
    VEC(expr_id) row = {0};
    bool ready = true, fresh = true;
    for (uint32_t i = 0; i < arity; i++) {
        vec_push(&row, build_ground_need_term(b, expr_arg(s->x, e, i + 1)));
        ready = ready && row.at[i];
    }
    vec_push(&row, build_ground_need(b, result));
    ready = ready && row.at[arity];
    for (uint32_t i = 0; ready && i < t->source.n; i++) {
        if (!same_arguments(t, i, row.at, arity)) continue;
        fresh = false;
        if (t->cells.at[i * (arity + 1) + arity] == row.at[arity]) continue;
        tell_apart(b, t->source.at[i], e, class_child(s->f, c, KEY_APPLY(t->source.at[i])), result);
        ready = false;
    }
    if (ready && fresh) {
        for (uint32_t i = 0; i <= arity; i++) vec_push(&t->cells, row.at[i]);
        vec_push(&t->source, e);
    }
    vec_free(&row);
    return ready;
}

static void keep_old_entries(struct builder *b, struct table *t, class_id c, expr_id parent, uint32_t arity) {
    struct solver *s = b->s;
    uint32_t n = (expr_count(s->x, parent) - 1) / (arity + 1);
    for (uint32_t i = 0; i < n && i < TABLE_KEPT; i++) {
        VEC(expr_id) row = {0};
        for (uint32_t k = 0; k <= arity; k++) vec_push(&row, expr_arg(s->x, parent, i * (arity + 1) + k));
        bool fresh = true;
        for (uint32_t k = 0; k < t->source.n && fresh; k++) fresh = !same_arguments(t, k, row.at, arity);
        if (fresh && build_ground_fill(b, c, KEY_APPLY(0), row.at[arity]) == row.at[arity]) {
            for (uint32_t k = 0; k <= arity; k++) vec_push(&t->cells, row.at[k]);
            vec_push(&t->source, 0);
        }
        vec_free(&row);
    }
}

expr_id build_ground_fun(struct builder *b, class_id c) {
    assert(b->s->f->classes.at[c].kinds == KIND_BIT(KIND_FUN));
    struct solver *s = b->s;
    const struct class *k = ground_class_at(s, c);
    expr_id parent = shapes_parent_value(s, c), out = 0;
    if (parent && (expr_op(s->x, parent) != EXPR_FUN_OP ||
                   (k->fun_arity >= 0 && (int32_t)expr_imm(s->x, parent) != k->fun_arity)))
        parent = 0;
    if (parent && k->fun_arity < 0 && !build_ground_may_be(s, c, parent)) parent = 0;
    uint32_t arity = k->fun_arity >= 0 ? (uint32_t)k->fun_arity : parent ? expr_imm(s->x, parent) : 0;
    for (uint32_t tries = 0; k->fun_arity < 0 && tries < ARITY_MAX;
         tries++) { // any arity that is not excluded
        if (!class_excludes_shape(s->f, k, arity, SHAPE_FUNCTION) && typing_has_arity(s->f, k, arity, true))
            break;
        arity = tries;
        parent = 0;
    }
    struct table t = {0};
    bool ready = true;
    for (uint32_t l = k->children; l && ready; l = s->f->links.at[l].next)
        if (KEY_SORT(s->f->links.at[l].key) == KEY_OF_APPLY)
            ready = add_entry(b, &t, c, s->f->links.at[l], arity);
    expr_id otherwise = ready ? fun_default(b, c, parent) : 0;
    if (otherwise && parent) keep_old_entries(b, &t, c, parent, arity);
    if (otherwise && !b->failed && !b->again) out = expr_fun(s->x, arity, t.cells.at, t.source.n, otherwise);
    vec_free(&t.cells);
    vec_free(&t.source);
    return out;
}
