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
        if (e.var == UINT32_MAX) {
            p->relations.n--;
            continue;
        }
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

// ---- How variables compare ----

uint32_t env_root(const struct pass *p, uint32_t var) {
    enum { NAMES_MAX = 8 };
    for (uint32_t i = 0; i < NAMES_MAX; i++) {
        const struct core *def = env_def(p, var);
        if (!def || def->tag != CORE_VAR) break;
        var = def->aux;
    }
    return var;
}

bool env_bound_since(const struct pass *p, uint32_t mark, uint32_t var) {
    for (uint32_t i = mark; i < p->trail.n; i++)
        if (p->trail.at[i].var == var && p->trail.at[i].stamp != p->stamps[var]) return true;
    return false;
}

// Kept on the trail as an entry without a variable.
bool env_relate(struct pass *p, uint32_t a, uint32_t b, uint8_t mask) {
    a = env_root(p, a);
    b = env_root(p, b);
    if (a >= p->n_vars || b >= p->n_vars) return true;
    if (a == b) return mask & RELATION_EQUAL;
    if (a > b) {
        uint32_t swap = a;
        a = b;
        b = swap;
        mask = (uint8_t)((mask & RELATION_EQUAL) | (mask & RELATION_LESS ? RELATION_GREATER : 0) |
                         (mask & RELATION_GREATER ? RELATION_LESS : 0));
    }
    struct relation r = {a, b, p->stamps[a], p->stamps[b], mask};
    for (uint32_t i = p->relations.n; i-- > 0;) {
        const struct relation *o = &p->relations.at[i];
        if (o->a != a || o->b != b || o->a_stamp != r.a_stamp || o->b_stamp != r.b_stamp) continue;
        r.mask &= o->mask;
        if (r.mask == o->mask) return true;
        break; // the latest knows most
    }
    if (!r.mask) return false;
    vec_push(&p->relations, r);
    vec_push(&p->trail, ((struct trail_entry){.var = UINT32_MAX}));
    return true;
}
