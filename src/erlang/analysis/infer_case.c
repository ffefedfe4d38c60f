// SPDX-License-Identifier: Apache-2.0
// Cases: which clauses can be reached by what the earlier ones leave. What is still to be matched is a set of
// rows of shapes, one shape for each value that the case looks at; a clause splits every row into what it may
// match and what is left, column by column, so that {false, true} is told from {true, false}.
#include <string.h>

#include "erlang/analysis/infer.h"
#include "erlang/term/atoms.h"

enum { ROWS_MAX = 24, REFUSALS_MAX = 8, RECALLS_MAX = 64 };

struct table {
    uint32_t columns, n;
    shape *at; // ROWS_MAX + 1 rows
};

// A clause whose guard, not true, has more to say of what comes later: of what this clause matches too, where
// that is not all there is (uncertain); and as one of several whose open choices exclude each other.
struct refusal {
    const struct core *clause;
    bool uncertain;
};

struct case_pass {
    struct pass *p;
    const struct core *e;
    const struct core *const *values; // the expressions looked at; NULL: not one by one
    uint32_t columns;
    uint32_t *numbers; // of the values; NULL: no clause has a guard
    struct table open; // what no clause has matched yet
    struct refusal refused[REFUSALS_MAX];
    uint32_t n_refused, recalls; // how often one has been recalled
    bool left_open;              // the clause's guard, not true, leaves open which of its parts is not
    const struct core *clause;
    const struct core *guard, *body;
};

static shape *row(const struct table *t, uint32_t i) {
    return t->at + (size_t)i * t->columns;
}

static struct table ets_table_new(struct pass *p, uint32_t columns) {
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

// Binds a clause's variables; the values looked at are known better too. False: it cannot match after all.
static bool bind_clause(struct case_pass *c, const struct core *clause, const shape *matched) {
    struct pass *p = c->p;
    for (uint32_t k = 0; k < c->columns; k++) {
        const struct core *value = c->values ? c->values[k] : NULL, *pat = clause->kid[k];
        if (value && value->tag == CORE_VAR) {
            shape both = shape_meet(p->s, env_type(p, value->aux), matched[k]);
            if (both == SHAPE_NONE) return false;
            env_narrow(p, value->aux, both);
        }
        bool is_truth =
            value && pat->tag == CORE_LITERAL && (pat->lit == atom_true || pat->lit == atom_false);
        if (is_truth && !guard_assume(p, value, pat->lit == atom_true)) return false;
        pattern_bind(p, pat, matched[k], value && value->tag == CORE_VAR ? value : NULL,
                     c->numbers ? c->numbers[k] : 0);
    }
    return true;
}

// An earlier clause matches all that this one does, so its guard has not been true. False: that cannot be.
static bool recall_refusals(struct case_pass *c, const shape *matched, bool choices) {
    struct pass *p = c->p;
    for (uint32_t i = 0; i < c->n_refused && c->recalls < RECALLS_MAX; i++) {
        const struct core *clause = c->refused[i].clause;
        if (!choices && !c->refused[i].uncertain) continue; // it has said what it has to say
        uint32_t mark = p->trail.n, bindings = p->n_bindings;
        bool all = true;
        c->recalls++;
        for (uint32_t k = 0; k < c->columns && all; k++)
            all = pattern_rest(p, clause->kid[k], matched[k]) == SHAPE_NONE;
        if (!all) continue;
        if (!bind_clause(c, clause, matched) || !guard_assume(p, clause->kid[c->columns], false))
            return false;
        env_forget(p, mark, bindings);
    }
    return true;
}

static void keep_refusal(struct case_pass *c, bool uncertain) { // the latest ones
    if (c->n_refused == REFUSALS_MAX)
        memmove(c->refused, c->refused + 1, --c->n_refused * sizeof *c->refused);
    c->refused[c->n_refused++] = (struct refusal){c->clause, uncertain};
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
    uint32_t var; // or the number of a value
    shape type;
};
struct outside { // what was found out of other than the clause's own variables
    VEC(struct narrowing) variables;
    VEC(struct narrowing) values;
    VEC(struct relation) relations;
};

static void outside_free(struct outside *o) {
    vec_free(&o->variables);
    vec_free(&o->values);
    vec_free(&o->relations);
}

// .. since the marks of the trail and of the relations.
static void look_outside(struct pass *p, uint32_t mark, uint32_t from, uint32_t bindings,
                         struct outside *out) {
    for (uint32_t i = mark; i < p->trail.n; i++) {
        const struct trail_entry *e = &p->trail.at[i];
        if (e->kind == TRAIL_VALUE)
            vec_push(&out->values, ((struct narrowing){e->var, p->values.at[e->var].type}));
        if (e->kind == TRAIL_VARIABLE && e->type != UNBOUND && p->stamps[e->var] <= bindings)
            vec_push(&out->variables, ((struct narrowing){e->var, p->types[e->var]}));
    }
    for (uint32_t i = from; i < p->relations.n; i++) vec_push(&out->relations, p->relations.at[i]);
}

static void know(struct pass *p, const struct outside *o) {
    for (uint32_t i = 0; i < o->variables.n; i++)
        env_narrow(p, o->variables.at[i].var, o->variables.at[i].type);
    for (uint32_t i = 0; i < o->values.n; i++) numbering_narrow(p, o->values.at[i].var, o->values.at[i].type);
    for (uint32_t i = 0; i < o->relations.n; i++)
        numbering_relate(p, o->relations.at[i].a, o->relations.at[i].b, o->relations.at[i].mask);
}

static bool all_refuse(struct case_pass *c, const shape *matched, bool choices) {
    if (!recall_refusals(c, matched, choices) || !bind_clause(c, c->clause, matched)) return false;
    uint32_t before = c->p->choices;
    bool possible = guard_assume(c->p, c->guard, false);
    c->left_open = c->p->choices != before;
    return possible;
}

// Guards that leave choices open, each for itself, may leave none together: all ways are tried.
static bool some_way(struct case_pass *c, const shape *matched) {
    struct pass *p = c->p;
    uint32_t mark = p->trail.n;
    bool possible = false;
    for (uint32_t way = 0, depth = 1; depth && !possible;) {
        p->split.on = true;
        p->split.way = way;
        p->split.taken = 0;
        possible = all_refuse(c, matched, true);
        p->split.on = false;
        env_undo(p, mark);
        depth = p->split.taken; // the last choice that has not been taken both ways
        while (depth && way >> (depth - 1) & 1) depth--;
        way = depth ? (way | 1u << (depth - 1)) & ((1u << depth) - 1) : 0;
    }
    return possible;
}

// The clause's guard is not true; what it matches may yet be so (*refused), and what that says of the rest.
static bool refuses(struct case_pass *c, const shape *matched, shape *refused, struct outside *out) {
    struct pass *p = c->p;
    uint32_t mark = p->trail.n, from = p->relations.n, bindings = p->n_bindings;
    bool possible = all_refuse(c, matched, false), left_open = c->left_open;
    if (possible) {
        narrowed_values(c, matched, refused);
        look_outside(p, mark, from, bindings, out);
    }
    env_undo(p, mark);
    if (possible && c->n_refused && c->recalls < RECALLS_MAX) possible = some_way(c, matched);
    c->left_open = left_open;
    return possible;
}

// The clause has been dealt with: what remains for those behind it.
static void go_on(struct case_pass *c, const shape *matched) {
    struct pass *p = c->p;
    shape *refused = mem_alloc((c->columns + 1) * sizeof *refused);
    struct outside known = {0};
    bool certain = false, plain = c->guard->tag == CORE_LITERAL && c->guard->lit == atom_true;
    bool may_refuse = !plain && refuses(c, matched, refused, &known);
    struct table left = ets_table_new(p, c->columns);
    if (subtract(c, may_refuse ? refused : NULL, &left, &certain)) {
        struct table swap = c->open;
        c->open = left;
        left = swap;
    }
    if (may_refuse && certain) know(p, &known);
    if (may_refuse && c->numbers && (!certain || c->left_open)) keep_refusal(c, !certain);
    outside_free(&known);
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
    if (recall_refusals(c, matched, false) && bind_clause(c, c->clause, matched) &&
        guard_assume(p, c->guard, true)) {
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

static bool has_guards(const struct core *e, uint32_t columns) {
    for (uint32_t i = 1; i < e->n; i++) {
        const struct core *guard = e->kid[i]->kid[columns];
        if (guard->tag != CORE_LITERAL || guard->lit != atom_true) return true;
    }
    return false;
}

static void number_values(struct case_pass *c) {
    if (c->p->a->hurried || (!c->p->a->ending && !has_guards(c->e, c->columns))) return;
    c->numbers = mem_alloc((c->columns + 1) * sizeof *c->numbers);
    for (uint32_t k = 0; k < c->columns; k++) {
        uint32_t known = c->values ? numbering_of(c->p, c->values[k]) : 0;
        c->numbers[k] = known ? known : numbering_new(c->p);
    }
}

shape infer_case(struct pass *p, const struct core *e, bool tail) {
    if (e->n < 2) return SHAPE_ANY;
    struct case_pass c = {.p = p, .e = e, .columns = e->kid[1]->n - 2};
    uint32_t mark = p->trail.n;
    c.open = ets_table_new(p, c.columns);
    shape *matched = mem_alloc((c.columns + 1) * sizeof *matched), result = SHAPE_NONE;
    node_mark(p->a, e, NODE_REACHED);
    bool exists = look_at(&c);
    if (exists) number_values(&c);
    if (exists)
        for (uint32_t i = 1; i < e->n && c.open.n; i++) {
            c.clause = e->kid[i];
            result = shape_union(p->s, result, clause_value(&c, matched, tail));
        }
    env_undo(p, mark);
    mem_free(matched);
    mem_free(c.numbers);
    mem_free(c.open.at);
    return result;
}
