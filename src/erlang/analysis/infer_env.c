// SPDX-License-Identifier: Apache-2.0
// What a pass knows of the variables in scope. Changes are kept on a trail, so that a clause's end undoes
// them.
#include "erlang/analysis/infer.h"

static void remember(struct pass *p, uint32_t var) {
    vec_push(&p->trail,
             ((struct trail_entry){var, p->types[var], p->defs[var], p->def_stamps[var], p->stamps[var]}));
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
    p->stamps[var]++;
    p->defs[var] = itself ? NULL : def;
}

void env_narrow(struct pass *p, uint32_t var, shape type) {
    if (var >= p->n_vars || p->types[var] == UNBOUND || p->types[var] == type) return;
    remember(p, var);
    p->types[var] = type;
}

void env_undo(struct pass *p, uint32_t mark) {
    while (p->trail.n > mark) {
        struct trail_entry e = vec_pop(&p->trail);
        p->types[e.var] = e.type;
        p->defs[e.var] = e.def;
        p->def_stamps[e.var] = e.def_stamp;
        p->stamps[e.var] = e.stamp;
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
