// SPDX-License-Identifier: Apache-2.0
#include "java/reach.h"

#include <stdlib.h>
#include <string.h>

#include "base/some_of.h"
#include "java/java.h"
#include "java/machine/interp_loop.h"
#include "java/program/code.h"

// ---- Targets ----

// Lines that have code.
static bool has_line(const struct java_class *c, uint32_t line) {
    for (uint32_t i = 0; i < c->n_methods; i++) {
        const struct class_code *code = c->methods[i].info ? c->methods[i].info->code : NULL;
        for (uint32_t k = 0; code && k < code->n_lines; k++)
            if (code->lines[k].line == line) return true;
    }
    return false;
}

static bool find_line(struct java *j, const char *text, const char *colon, struct reach_target *out,
                      struct diag *d) {
    char *end;
    unsigned long line = strtoul(colon + 1, &end, 10);
    if (!colon[1] || *end || !line || line > UINT32_MAX)
        return diag_set(d, DIAG_USAGE, "--reach wants CLASS:LINE or CLASS#METHOD, got '%s'", text);
    out->class = java_find_class(j, text, (size_t)(colon - text), d);
    out->line = (uint32_t)line;
    if (!out->class) return false;
    return has_line(out->class, out->line) ||
           diag_set(d, DIAG_USAGE, "--reach %s: no code on that line", text);
}

// Methods of that name, whoever may call them.
static bool find_methods(struct java *j, const char *text, const char *hash, struct reach_target *out,
                         struct diag *d) {
    struct java_class *c = out->class = java_find_class(j, text, (size_t)(hash - text), d);
    if (!c) return false;
    out->methods = mem_alloc((c->n_methods + 1) * sizeof(struct java_method *));
    for (uint32_t i = 0; i < c->n_methods; i++) {
        struct java_method *m = &c->methods[i];
        if (!strcmp(symbol_text(m->name), hash + 1) && m->info && m->info->code)
            out->methods[out->n_methods++] = m;
    }
    return out->n_methods || diag_set(d, DIAG_USAGE, "--reach %s: no such method with code", text);
}

bool java_reach_find(struct java *j, const char *const *texts, uint32_t n, struct diag *d) {
    j->reach = mem_zalloc((n + 1) * sizeof *j->reach);
    j->n_reach = n;
    for (uint32_t i = 0; i < n; i++) {
        struct reach_target *t = &j->reach[i];
        const char *hash = strchr(texts[i], '#'), *colon = strrchr(texts[i], ':');
        t->text = texts[i];
        bool ok =
            hash    ? find_methods(j, texts[i], hash, t, d)
            : colon ? find_line(j, texts[i], colon, t, d)
                    : diag_set(d, DIAG_USAGE, "--reach wants CLASS:LINE or CLASS#METHOD, got '%s'", texts[i]);
        if (!ok) return false;
        t->class->tested = true; // of the JDK: what it covers counts
    }
    return true;
}

void java_reach_free(struct java *j) {
    for (uint32_t i = 0; i < j->n_reach; i++) mem_free(j->reach[i].methods);
    mem_free(j->reach);
}

static bool is_of(const struct reach_target *t, const struct java_method *m, uint32_t line) {
    if (m->class != t->class) return false;
    if (t->line) return line == t->line;
    for (uint32_t i = 0; i < t->n_methods; i++)
        if (t->methods[i] == m) return true;
    return false;
}

bool java_is_reached(struct java_unit *u, uint32_t target) {
    const struct reach_target *t = &u->java->reach[target];
    struct java_program *p = u->java->program;
    bool reached = false;
    pthread_mutex_lock(&p->lock);
    pthread_mutex_lock(&u->lock);
    for (uint32_t i = 0; i < p->places.n && !reached; i++) {
        const struct java_place *place = &p->places.at[i];
        reached =
            place->kind == PLACE_LINE && covered_has(&u->covered, i) && is_of(t, place->method, place->line);
    }
    pthread_mutex_unlock(&u->lock);
    pthread_mutex_unlock(&p->lock);
    return reached;
}

// ---- The graph: a node for each instruction, and one for the end of each method ----

struct graph_code {
    const struct java_code *code;
    uint32_t base; // of its nodes; base + code->n is its end
};

struct graph_edge {
    uint32_t from, to;
};

struct reach_graph {
    VEC(struct graph_code) codes; // in the order of their first sites, once built
    struct hash_map of_method;    // number of a method -> index into codes
    uint32_t n_nodes;
    VEC(struct graph_edge) edges;
    uint32_t *distances; // of nodes
    uint32_t start;      // distance of the unit's entry
};

static uint32_t end_of(const struct graph_code *c) {
    return c->base + c->code->n;
}

// The code of a method is part of the graph; UINT32_MAX: it has none, or is of the JDK.
static uint32_t add_method(struct reach_graph *g, struct java_program *p, struct java_method *m) {
    enum { MOST_NODES = 4 << 20 };
    uint32_t i;
    struct diag d = {0};
    bool own = m->class->origin == ORIGIN_USER || m->class->tested;
    if (!own || !m->info || !m->info->code) return UINT32_MAX;
    if (hash_map_get(&g->of_method, m->number, &i)) return i;
    const struct java_code *code = g->n_nodes < MOST_NODES ? java_code_of(p, m, &d) : NULL;
    if (!code) return UINT32_MAX;
    i = g->codes.n;
    hash_map_put(&g->of_method, m->number, i);
    vec_push(&g->codes, ((struct graph_code){code, g->n_nodes}));
    g->n_nodes += code->n + 1;
    return i;
}

static void edge(struct reach_graph *g, uint32_t from, uint32_t to) {
    vec_push(&g->edges, ((struct graph_edge){from, to}));
}

// A call may go there, and comes back behind it.
static void add_callee(struct reach_graph *g, struct java_program *p, struct java_method *m, uint32_t call) {
    uint32_t i = add_method(g, p, m);
    if (i == UINT32_MAX) return;
    edge(g, call, g->codes.at[i].base);
    edge(g, end_of(&g->codes.at[i]), call + 1);
}

static void add_overriding(struct reach_graph *g, struct java_program *p, const struct java_method *m,
                           uint32_t call) {
    for (uint32_t i = 0; i < p->classes.n; i++) {
        struct java_class *c = p->classes.at[i];
        if (c == m->class || c->origin != ORIGIN_USER || !java_class_is_subclass(c, m->class)) continue;
        struct java_method *own = java_class_find_declared(c, m->name, m->descriptor);
        if (own) add_callee(g, p, own, call);
    }
}

static void add_call(struct reach_graph *g, struct java_program *p, const struct graph_code *c,
                     const struct insn *i, uint32_t call) {
    struct java_method *m = NULL;
    enum insn_op op = java_insn_op(i);
    if (op == X_INVOKEDYNAMIC || op == X_INVOKEHANDLE) return;
    if (op >= X_INVOKESTATIC && op <= X_INVOKEINTERFACE) {
        m = i->p;
    } else {
        const struct class_constant *k = &c->code->method->class->file->constants[i->imm];
        struct java_class *owner = k->owner ? program_class_of(p, symbol_text(k->owner)) : NULL;
        m = owner ? java_class_find_method(owner, k->name, k->descriptor) : NULL;
    }
    if (!m) return;
    add_callee(g, p, m, call);
    if (m->vtable >= 0 || class_is_interface(m->class)) add_overriding(g, p, m, call);
}

static void add_switch(struct reach_graph *g, const struct graph_code *c, const struct java_switch *s,
                       uint32_t node) {
    edge(g, node, c->base + (uint32_t)s->otherwise);
    for (uint32_t k = 0; k < s->n; k++) edge(g, node, c->base + (uint32_t)s->targets[k]);
}

static void add_insn(struct reach_graph *g, struct java_program *p, const struct graph_code *c, uint32_t at) {
    const struct insn *i = &c->code->insns[at];
    const uint32_t node = c->base + at;
    enum insn_op op = java_insn_op(i);
    bool jumps = op == X_GOTO || (op >= X_IF_IEQ && op < X_GOTO);
    bool leaves = op == X_RETURN || op == X_RETURN_VOID || op == X_ATHROW;
    if (jumps) edge(g, node, c->base + (uint32_t)i->target);
    if (op == X_SWITCH_TABLE || op == X_SWITCH_LOOKUP)
        add_switch(g, c, i->p, node);
    else if (leaves)
        edge(g, node, end_of(c));
    else if (op != X_GOTO)
        edge(g, node, node + 1);
    if (java_insn_is_call(op)) add_call(g, p, c, i, node);
    for (uint32_t h = 0; h < c->code->n_handlers; h++)
        if (at >= c->code->handlers[h].start && at < c->code->handlers[h].end)
            edge(g, node, c->base + c->code->handlers[h].target);
}

// ---- Distances: breadth first, backwards from all places that are not reached ----

static bool is_target(const struct java_unit *u, const bool *reached, const struct graph_code *c,
                      uint32_t at) {
    for (uint32_t i = 0; i < u->java->n_reach; i++)
        if (!reached[i] && is_of(&u->java->reach[i], c->code->method, java_code_line_of(c->code, at)))
            return true;
    return false;
}

static void find_distances(struct java_unit *u, struct reach_graph *g) {
    uint32_t *first = mem_zalloc((g->n_nodes + 2) * sizeof *first);
    uint32_t *in = mem_alloc((g->edges.n + 1) * sizeof *in),
             *queue = mem_alloc((g->n_nodes + 1) * sizeof *queue);
    uint32_t head = 0, tail = 0;
    bool *reached = mem_alloc(u->java->n_reach + 1);
    for (uint32_t i = 0; i < g->edges.n; i++) first[g->edges.at[i].to + 1]++;
    for (uint32_t i = 0; i < g->n_nodes; i++) first[i + 1] += first[i];
    uint32_t *next = mem_copy(first, (g->n_nodes + 1) * sizeof *next);
    for (uint32_t i = 0; i < g->edges.n; i++) in[next[g->edges.at[i].to]++] = g->edges.at[i].from;
    for (uint32_t i = 0; i < u->java->n_reach; i++) reached[i] = java_is_reached(u, i);
    for (uint32_t i = 0; i < g->n_nodes; i++) g->distances[i] = UINT32_MAX;
    for (uint32_t k = 0; k < g->codes.n; k++)
        for (uint32_t i = 0; i < g->codes.at[k].code->n; i++)
            if (is_target(u, reached, &g->codes.at[k], i)) {
                g->distances[g->codes.at[k].base + i] = 0;
                queue[tail++] = g->codes.at[k].base + i;
            }
    while (head < tail) {
        uint32_t node = queue[head++];
        for (uint32_t e = first[node]; e < first[node + 1]; e++)
            if (g->distances[in[e]] == UINT32_MAX) {
                g->distances[in[e]] = g->distances[node] + 1;
                queue[tail++] = in[e];
            }
    }
    mem_free(first);
    mem_free(in);
    mem_free(queue);
    mem_free(next);
    mem_free(reached);
}

static int by_site(const void *a, const void *b) {
    const struct graph_code *x = a, *y = b;
    return (x->code->first_site > y->code->first_site) - (x->code->first_site < y->code->first_site);
}

static struct reach_graph *graph_of(struct java_unit *u) {
    struct reach_graph *g = mem_zalloc(sizeof *g);
    struct java_program *p = u->java->program;
    uint32_t entry = add_method(g, p, u->method);
    for (uint32_t k = 0; k < g->codes.n; k++) { // grows meanwhile
        struct graph_code c = g->codes.at[k];
        for (uint32_t i = 0; i < c.code->n; i++) add_insn(g, p, &c, i);
    }
    g->distances = mem_alloc((g->n_nodes + 1) * sizeof *g->distances);
    find_distances(u, g);
    g->start = entry == UINT32_MAX ? UINT32_MAX : g->distances[g->codes.at[entry].base];
    vec_free(&g->edges);
    qsort(g->codes.at, g->codes.n, sizeof *g->codes.at, by_site);
    return g;
}

void java_reach_forget(struct java_unit *u) {
    struct reach_graph *g = u->reach;
    if (!g) return;
    vec_free(&g->codes);
    hash_map_free(&g->of_method);
    mem_free(g->distances);
    mem_free(g);
    u->reach = NULL;
}

static const struct graph_code *code_of(const struct reach_graph *g, uint32_t site) {
    uint32_t low = 0, high = g->codes.n;
    while (high - low > 1) {
        uint32_t mid = (low + high) / 2;
        if (g->codes.at[mid].code->first_site <= site)
            low = mid;
        else
            high = mid;
    }
    if (low == g->codes.n) return NULL;
    const struct graph_code *c = &g->codes.at[low];
    return site >= c->code->first_site && site - c->code->first_site < c->code->n ? c : NULL;
}

// Where the alternative goes on: thread.h says what the four points of an instruction are for.
uint32_t java_reach_distance(struct java_unit *u, uint32_t point) {
    enum { NEW_CLASSES = 64 }; // runs load classes, whose methods override others
    struct java_program *p = u->java->program;
    if (u->reach && p->classes.n > u->reach_classes + NEW_CLASSES) java_reach_forget(u);
    if (!u->reach) {
        u->reach = graph_of(u);
        u->reach_classes = p->classes.n;
    }
    const struct reach_graph *g = u->reach;
    const struct graph_code *c = code_of(g, point / 4);
    if (!c) return g->start; // a choice about the input, or in the JDK
    uint32_t at = point / 4 - c->code->first_site, way = point % 4;
    const struct insn *i = &c->code->insns[at];
    enum insn_op op = java_insn_op(i);
    bool jumps = op == X_IF_NONNULL ? way == 0 : way == 1; // way 1: it is null
    if (op >= X_IF_IEQ && op < X_GOTO) return g->distances[c->base + (jumps ? (uint32_t)i->target : at + 1)];
    if (way == 0 && op != X_GOTO && op != X_SWITCH_TABLE && op != X_SWITCH_LOOKUP)
        return g->distances[c->base + at + 1];
    return g->distances[c->base + at];
}
