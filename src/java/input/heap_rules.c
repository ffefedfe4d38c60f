// SPDX-License-Identifier: Apache-2.0
#include "java/input/heap_rules.h"

#include <stdlib.h>
#include <string.h>

#include "java/input/input_raw.h"

// ---- Declarations ----

static const struct {
    const char *text;
    uint32_t least, most;
} kinds[RULE_COUNT] = {
#define X(name, text, least, most) {text, least, most},
    HEAP_RULES(X)
#undef X
};

static bool wrong(const char *text, const char *what, struct diag *d) {
    return diag_set(d, DIAG_USAGE, "--assume-heap '%s': %s", text, what);
}

// "L..H"
static bool parse_bounds(const char *at, struct heap_rule *out) {
    char *end;
    out->low = strtoll(at, &end, 10);
    if (end == at || strncmp(end, "..", 2) != 0) return false;
    at = end + 2;
    out->high = strtoll(at, &end, 10);
    return end > at && !*end && out->low <= out->high;
}

static uint32_t parse_names(const char *at, size_t n, struct heap_rule *out) {
    uint32_t found = 0;
    while (n && found < 3) {
        size_t length = 0;
        while (length < n && at[length] != ',') length++;
        if (!length) return UINT32_MAX;
        if (found < 2) {
            out->names[found] = mem_zalloc(length + 1);
            memcpy(out->names[found], at, length);
        }
        found++;
        size_t past = length < n ? length + 1 : length;
        at += past;
        n -= past;
    }
    return found;
}

static bool parse(const char *text, struct heap_rule *out, struct diag *d) {
    size_t n = strcspn(text, " ");
    uint32_t k = 0;
    while (k < RULE_COUNT && (strlen(kinds[k].text) != n || strncmp(kinds[k].text, text, n) != 0)) k++;
    if (k == RULE_COUNT)
        return wrong(text, "it begins with non-null, no-alias, disjoint, acyclic, tree, length or range", d);
    *out = (struct heap_rule){.kind = (enum heap_rule_kind)k};
    const char *names = text + n + strspn(text + n, " ");
    size_t n_names = strcspn(names, " ");
    uint32_t found = parse_names(names, n_names, out);
    if (found < kinds[k].least || found > kinds[k].most || (k == RULE_NO_ALIAS && found == 1))
        return wrong(
            text, kinds[k].most == 2 ? "two names are wanted, as in a,b" : "one name is wanted, as in a", d);
    const char *rest = names + n_names + strspn(names + n_names, " ");
    bool bounded = k == RULE_LENGTH || k == RULE_RANGE;
    if (bounded ? !parse_bounds(rest, out) : *rest != 0)
        return wrong(text, bounded ? "bounds are wanted, as in a 0..9" : "something is left over", d);
    return true;
}

bool heap_rules_parse(struct heap_rules *r, const char *const *declarations, uint32_t n, struct diag *d) {
    *r = (struct heap_rules){mem_zalloc((n + 1) * sizeof *r->at), n};
    for (uint32_t i = 0; i < n; i++)
        if (!parse(declarations[i], &r->at[i], d)) return false;
    return true;
}

void heap_rules_free(struct heap_rules *r) {
    for (uint32_t i = 0; i < r->n; i++) {
        mem_free(r->at[i].names[0]);
        mem_free(r->at[i].names[1]);
    }
    mem_free(r->at);
    *r = (struct heap_rules){0};
}

static bool is_named(struct inputs *in, symbol path, const char *name) {
    char *text = inputs_path_text(in, path);
    bool is = !strcmp(text, name);
    mem_free(text);
    return is;
}

bool heap_rules_bounds(struct inputs *in, enum heap_rule_kind kind, symbol path, int64_t *low,
                       int64_t *high) {
    for (uint32_t i = 0; i < in->rules->n; i++) {
        const struct heap_rule *r = &in->rules->at[i];
        if (r->kind != kind || !is_named(in, path, r->names[0])) continue;
        *low = r->low;
        *high = r->high;
        return true;
    }
    return false;
}

bool heap_rules_allow_null(struct inputs *in, const struct input_reference *ref) {
    for (uint32_t i = 0; i < in->rules->n; i++) {
        const struct heap_rule *r = &in->rules->at[i];
        if (r->kind != RULE_NON_NULL) continue;
        if (!r->names[0] || is_named(in, inputs_variable_path(in, ref->variable), r->names[0])) return false;
    }
    return true;
}

// ---- The graph of what is decided: an edge for each reference that has been looked at ----

struct graph {
    struct inputs *in;
    const struct input_state *state;
    uint32_t index, target;              // a reference that is to be decided, and what it would be
    bool reached[2][INPUT_MAX_RAW + 1];  // of two walks
    uint32_t entries[INPUT_MAX_RAW + 1]; // how often a walk came to each object
    uint32_t queue[INPUT_MAX_RAW + 1];
};

// The object that reference k is, as far as is decided; UINT32_MAX: none.
static uint32_t target_of(const struct graph *g, uint32_t k) {
    const struct input_reference *ref = &g->state->references.at[k];
    if (k == g->index) return g->target;
    return ref->looked ? input_raw_target(g->state, ref) : UINT32_MAX;
}

static uint32_t root_of(const struct graph *g, const char *name) {
    for (uint32_t k = 0; k < g->state->references.n; k++)
        if (is_named(g->in, inputs_variable_path(g->in, g->state->references.at[k].variable), name))
            return target_of(g, k);
    return UINT32_MAX;
}

// All objects from `from` on. An object is entered once for each reference to it.
static void walk(struct graph *g, uint32_t from, bool *reached) {
    uint32_t head = 0, tail = 0;
    memset(reached, 0, sizeof g->reached[0]);
    memset(g->entries, 0, sizeof g->entries);
    if (from == UINT32_MAX) return;
    reached[from] = true;
    g->queue[tail++] = from;
    while (head < tail) {
        uint32_t at = g->queue[head++];
        for (uint32_t k = 0; k < g->state->references.n; k++) {
            uint32_t to = g->state->references.at[k].owner == at ? target_of(g, k) : UINT32_MAX;
            if (to == UINT32_MAX) continue;
            g->entries[to]++;
            if (!reached[to]) g->queue[tail++] = to;
            reached[to] = true;
        }
    }
}

static bool comes_back(struct graph *g, uint32_t object) {
    walk(g, object, g->reached[1]);
    return g->entries[object] > 0;
}

static bool is_acyclic(struct graph *g, uint32_t root) {
    walk(g, root, g->reached[0]);
    for (uint32_t i = 0; i < g->state->raws.n; i++)
        if (g->reached[0][i] && comes_back(g, i)) return false;
    return true;
}

static bool is_tree(struct graph *g, uint32_t root) {
    walk(g, root, g->reached[0]);
    for (uint32_t i = 0; i < g->state->raws.n; i++)
        if (g->entries[i] > (i == root ? 0 : 1)) return false;
    return true;
}

static bool is_disjoint(struct graph *g, uint32_t a, uint32_t b) {
    walk(g, a, g->reached[0]);
    walk(g, b, g->reached[1]);
    for (uint32_t i = 0; i < g->state->raws.n; i++)
        if (g->reached[0][i] && g->reached[1][i]) return false;
    return true;
}

// A property of what is reachable from a name; without one, from any object.
static bool holds_from(struct graph *g, const char *name, bool (*holds)(struct graph *g, uint32_t root)) {
    if (name) return holds(g, root_of(g, name));
    for (uint32_t i = 0; i < g->state->raws.n; i++)
        if (!holds(g, i)) return false;
    return true;
}

static bool allows(struct graph *g, const struct heap_rule *r, bool own) {
    switch (r->kind) {
    case RULE_NO_ALIAS: {
        if (own) return true;
        if (!r->names[0]) return false;
        uint32_t a = root_of(g, r->names[0]), b = root_of(g, r->names[1]);
        return a == UINT32_MAX || a != b;
    }
    case RULE_DISJOINT: return is_disjoint(g, root_of(g, r->names[0]), root_of(g, r->names[1]));
    case RULE_ACYCLIC: return holds_from(g, r->names[0], is_acyclic);
    case RULE_TREE: return holds_from(g, r->names[0], is_tree);
    case RULE_NON_NULL:
    case RULE_LENGTH:
    case RULE_RANGE:
    case RULE_COUNT: break;
    }
    return true;
}

bool heap_rules_allow(struct inputs *in, const struct input_state *s, uint32_t index, uint32_t raw) {
    bool own = raw == UINT32_MAX; // nothing is known of that object yet, and nothing else leads to it
    if (own || !in->rules->n) return true;
    struct graph *g = mem_zalloc(sizeof *g);
    *g = (struct graph){.in = in, .state = s, .index = index, .target = raw};
    bool good = true;
    for (uint32_t i = 0; i < in->rules->n && good; i++) good = allows(g, &in->rules->at[i], own);
    mem_free(g);
    return good;
}
