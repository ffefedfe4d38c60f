// SPDX-License-Identifier: Apache-2.0
// What a pass knows of the variables in scope. Changes are kept on a trail, so that a clause's end undoes
// them.
#include "erlang/analysis/infer.h"

static void remember(struct pass *p, uint32_t var) {
    vec_push(&p->trail, ((struct trail_entry){TRAIL_VARIABLE, var, p->types[var], p->defs[var],
                                              p->def_stamps[var], p->stamps[var], p->origins[var]}));
}

static void restore(struct pass *p, const struct trail_entry *e) {
    p->types[e->var] = e->type;
    p->defs[e->var] = e->def;
    p->def_stamps[e->var] = e->def_stamp;
    p->stamps[e->var] = e->stamp;
    p->origins[e->var] = e->origin;
}

// A definition that is a variable holds as long as that variable is not bound anew.
static uint32_t stamp_of(const struct pass *p, const struct core *def) {
    return def && def->tag == CORE_VAR && def->aux < p->n_vars ? p->stamps[def->aux] : 0;
}

void env_bind(struct pass *p, uint32_t var, shape type, const struct core *def) {
    if (var >= p->n_vars) return;
    remember(p, var);
    bool itself = def && def->tag == CORE_VAR && def->aux == var;
    p->types[var] = type;
    p->def_stamps[var] = stamp_of(p, def);
    p->stamps[var] = ++p->n_bindings;
    p->defs[var] = itself ? NULL : def;
    p->origins[var] = 0;
}

void env_narrow(struct pass *p, uint32_t var, shape type) {
    if (var >= p->n_vars || p->types[var] == UNBOUND || p->types[var] == type) return;
    remember(p, var);
    p->types[var] = type;
}

void env_set_origin(struct pass *p, uint32_t var, uint32_t value) {
    if (var >= p->n_vars || !value) return;
    remember(p, var);
    p->origins[var] = value;
}

uint32_t env_origin(const struct pass *p, uint32_t var) {
    return var < p->n_vars ? p->origins[var] : 0;
}

void env_undo(struct pass *p, uint32_t mark) {
    while (p->trail.n > mark) {
        struct trail_entry e = vec_pop(&p->trail);
        if (e.kind == TRAIL_RELATION)
            numbering_unrelate(p);
        else if (e.kind == TRAIL_VALUE)
            p->values.at[e.var].type = e.type;
        else
            restore(p, &e);
    }
}

void env_forget(struct pass *p, uint32_t mark, uint32_t bindings) {
    for (uint32_t i = mark, end = p->trail.n; i < end; i++) {
        struct trail_entry e = p->trail.at[i];
        if (e.kind != TRAIL_VARIABLE || e.stamp > bindings || p->stamps[e.var] <= bindings) continue;
        remember(p, e.var);
        restore(p, &e);
    }
}

shape env_type(const struct pass *p, uint32_t var) {
    return var < p->n_vars && p->types[var] != UNBOUND ? p->types[var] : (shape)SHAPE_ANY;
}

const struct core *env_def(const struct pass *p, uint32_t var) {
    if (var >= p->n_vars || p->types[var] == UNBOUND || !p->defs[var]) return NULL;
    const struct core *def = p->defs[var];
    return stamp_of(p, def) == p->def_stamps[var] ? def : NULL;
}
