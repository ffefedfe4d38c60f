// SPDX-License-Identifier: Apache-2.0
// Cases: which clauses can be reached by what the earlier ones leave. What is still to be matched is a set of
// rows of shapes, one shape for each value that the case looks at; a clause splits every row into what it may
// match and what is left, column by column, so that {false, true} is told from {true, false}.
#include <string.h>

#include "erlang/analysis/infer.h"
#include "erlang/atoms.h"

enum { ROWS_MAX = 24 };

struct table {
    uint32_t columns, n;
    shape *at; // ROWS_MAX + 1 rows
};

struct case_pass {
    struct pass *p;
    const struct core *e;
    const struct core *const *values; // the expressions looked at; NULL: not one by one
    uint32_t columns;
    struct table open; // what no clause has matched yet
    const struct core *clause;
    const struct core *guard, *body;
};

static shape *row(const struct table *t, uint32_t i) {
    return t->at + (size_t)i * t->columns;
}

static struct table table_new(struct pass *p, uint32_t columns) {
    return (struct table){columns, 0, mem_alloc(((size_t)columns * (ROWS_MAX + 1) + 1) * sizeof(shape))};
}

// False: too many. The same row is not kept twice.
static bool add_row(struct table *t, const shape *values) {
    size_t size = t->columns * sizeof(shape);
    for (uint32_t i = 0; i < t->columns; i++)
        if (values[i] == SHAPE_NONE) return true;
    for (uint32_t i = 0; i < t->n; i++)
        if (memcmp(row(t, i), values, size) == 0) return true;
    if (t->n == ROWS_MAX) return false;
    memcpy(row(t, t->n++), values, size);
    return true;
}

// What of the rows the clause may match, all in one; false: nothing.
static bool matching(struct case_pass *c, shape *all) {
    bool any = false;
    shape *narrowed = mem_alloc((c->columns + 1) * sizeof *narrowed);
    for (uint32_t k = 0; k < c->columns; k++) all[k] = SHAPE_NONE;
    for (uint32_t i = 0; i < c->open.n; i++) {
        bool matches = true;
        for (uint32_t k = 0; k < c->columns && matches; k++) {
            narrowed[k] = pattern_narrow(c->p, c->clause->kid[k], row(&c->open, i)[k]);
            matches = narrowed[k] != SHAPE_NONE;
        }
        for (uint32_t k = 0; k < c->columns && matches; k++)
            all[k] = shape_union(c->p->s, all[k], narrowed[k]);
        any |= matches;
    }
    mem_free(narrowed);
    return any;
}

// Binds the clause's variables; the values looked at are known better too. False: it cannot match after all.
static bool bind_clause(struct case_pass *c, const shape *matched) {
    struct pass *p = c->p;
    for (uint32_t k = 0; k < c->columns; k++) {
        const struct core *value = c->values ? c->values[k] : NULL, *pat = c->clause->kid[k];
        if (value && value->tag == CORE_VAR) {
            shape both = shape_meet(p->s, env_type(p, value->aux), matched[k]);
            if (both == SHAPE_NONE) return false;
            env_narrow(p, value->aux, both);
        }
        bool is_truth =
            value && pat->tag == CORE_LITERAL && (pat->lit == atom_true || pat->lit == atom_false);
        if (is_truth && !guard_assume(p, value, pat->lit == atom_true)) return false;
        pattern_bind(p, pat, matched[k], value && value->tag == CORE_VAR ? value : NULL);
    }
    return true;
}

// What the values are known to be when the guard was not true.
static void narrowed_values(struct case_pass *c, const shape *matched, shape *out) {
    for (uint32_t k = 0; k < c->columns; k++) {
        const struct core *value = c->values ? c->values[k] : NULL, *pat = c->clause->kid[k];
        out[k] = matched[k];
        if (value && value->tag == CORE_VAR) out[k] = shape_meet(c->p->s, out[k], env_type(c->p, value->aux));
        if (pat->tag == CORE_VAR) out[k] = shape_meet(c->p->s, out[k], env_type(c->p, pat->aux));
    }
}

// The rows without what the clause certainly takes. `refused`: what it matches but its guard may turn down;
// NULL: its guard holds for certain.
static bool subtract(struct case_pass *c, const shape *refused, struct table *left, bool *certain) {
    shape *parts = mem_alloc((c->columns + 1) * sizeof *parts);
    bool fits = true;
    *certain = true;
    for (uint32_t i = 0; i < c->open.n && fits; i++) {
        const shape *from = row(&c->open, i);
        bool matches = true;
        memcpy(parts, from, c->columns * sizeof *parts);
        for (uint32_t k = 0; k < c->columns && matches && fits; k++) {
            parts[k] = pattern_rest(c->p, c->clause->kid[k], from[k]);
            *certain &= parts[k] == SHAPE_NONE;
            fits = add_row(left, parts);
            parts[k] = pattern_narrow(c->p, c->clause->kid[k], from[k]);
            matches = parts[k] != SHAPE_NONE;
        }
        if (!matches) *certain = false;
        for (uint32_t k = 0; refused && k < c->columns; k++)
            parts[k] = shape_meet(c->p->s, parts[k], refused[k]);
        if (refused && matches && fits) fits = add_row(left, parts);
    }
    mem_free(parts);
    *certain &= fits;
    return fits;
}

struct narrowing {
    uint32_t var;
    shape type;
};
typedef VEC(struct narrowing) narrowings;
typedef VEC(struct relation) relations;

// The narrowing, since the mark, of variables that the clause has not bound itself.
static void outside(struct pass *p, uint32_t mark, narrowings *out) {
    for (uint32_t i = mark; i < p->trail.n; i++) {
        uint32_t var = p->trail.at[i].var, first = mark;
        if (var == UINT32_MAX) continue;
        while (p->trail.at[first].var != var) first++;
        const struct trail_entry *e = &p->trail.at[first];
        if (first == i && e->type != UNBOUND && e->stamp == p->stamps[var])
            vec_push(out, ((struct narrowing){var, p->types[var]}));
    }
}

// Likewise how they compare.
static void outside_relations(struct pass *p, uint32_t mark, uint32_t from, relations *out) {
    for (uint32_t i = from; i < p->relations.n; i++) {
        struct relation r = p->relations.at[i];
        if (!env_bound_since(p, mark, r.a) && !env_bound_since(p, mark, r.b)) vec_push(out, r);
    }
}

// The clause has been dealt with: what remains for those behind it.
static void go_on(struct case_pass *c, const shape *matched) {
    struct pass *p = c->p;
    uint32_t mark = p->trail.n, from = p->relations.n;
    shape *refused = mem_alloc((c->columns + 1) * sizeof *refused);
    narrowings known = {0};
    relations related = {0};
    bool certain = false, plain = c->guard->tag == CORE_LITERAL && c->guard->lit == atom_true;
    bool may_refuse = !plain && bind_clause(c, matched) && guard_assume(p, c->guard, false);
    if (may_refuse) narrowed_values(c, matched, refused);
    if (may_refuse) outside(p, mark, &known);
    if (may_refuse) outside_relations(p, mark, from, &related);
    env_undo(p, mark);
    struct table left = table_new(p, c->columns);
    if (subtract(c, may_refuse ? refused : NULL, &left, &certain)) {
        struct table swap = c->open;
        c->open = left;
        left = swap;
    }
    for (uint32_t i = 0; certain && i < known.n; i++) env_narrow(p, known.at[i].var, known.at[i].type);
    for (uint32_t i = 0; certain && i < related.n; i++)
        env_relate(p, related.at[i].a, related.at[i].b, related.at[i].mask);
    vec_free(&known);
    vec_free(&related);
    mem_free(left.at);
    mem_free(refused);
}

static shape clause_value(struct case_pass *c, shape *matched, bool tail) {
    struct pass *p = c->p;
    c->guard = c->clause->kid[c->columns];
    c->body = c->clause->kid[c->columns + 1];
    if (!matching(c, matched)) return SHAPE_NONE;
    uint32_t mark = p->trail.n;
    shape result = SHAPE_NONE;
    if (bind_clause(c, matched) && guard_assume(p, c->guard, true)) {
        bool fails = p->fails, matters = p->matters;
        p->fails = p->matters = false;
        result = infer_value(p, c->body, tail);
        node_mark(p->a, c->clause,
                  (uint8_t)(NODE_REACHED | (p->matters ? NODE_MATTERS : 0) | (p->fails ? NODE_UNCAUGHT : 0)));
        if (p->matters) node_mark(p->a, c->e, NODE_MATTERS);
        p->fails |= fails;
        p->matters |= matters;
    }
    env_undo(p, mark);
    go_on(c, matched);
    return result;
}

// The shapes of the values that the case looks at; false: one of them never comes to be.
static bool look_at(struct case_pass *c) {
    struct pass *p = c->p;
    const struct core *arg = c->e->kid[0];
    shape *values = row(&c->open, 0);
    bool exists = true;
    c->values = arg->tag == CORE_VALUES ? (const struct core *const *)arg->kid
                : c->columns == 1       ? (const struct core *const *)&c->e->kid[0]
                                        : NULL;
    if (c->values) {
        for (uint32_t k = 0; k < c->columns && exists; k++) {
            values[k] = infer_value(p, c->values[k], false);
            exists = values[k] != SHAPE_NONE;
        }
    } else {
        shape all = infer_value(p, arg, false);
        exists = all != SHAPE_NONE;
        for (uint32_t k = 0; k < c->columns; k++) values[k] = shape_element(p->s, all, c->columns, k);
    }
    c->open.n = 1;
    return exists;
}

shape infer_case(struct pass *p, const struct core *e, bool tail) {
    if (e->n < 2) return SHAPE_ANY;
    struct case_pass c = {.p = p, .e = e, .columns = e->kid[1]->n - 2};
    uint32_t mark = p->trail.n;
    c.open = table_new(p, c.columns);
    shape *matched = mem_alloc((c.columns + 1) * sizeof *matched), result = SHAPE_NONE;
    node_mark(p->a, e, NODE_REACHED);
    if (look_at(&c))
        for (uint32_t i = 1; i < e->n && c.open.n; i++) {
            c.clause = e->kid[i];
            result = shape_union(p->s, result, clause_value(&c, matched, tail));
        }
    env_undo(p, mark);
    mem_free(matched);
    mem_free(c.open.at);
    return result;
}
