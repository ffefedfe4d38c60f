// SPDX-License-Identifier: Apache-2.0
#include "explore/tree.h"

#include <assert.h>
#include <string.h>

void tree_init(struct tree *t) {
    *t = (struct tree){0};
    vec_push(&t->ways, (struct tree_way){0}); // 0 ends the free lists
    vec_push(&t->ways, (struct tree_way){.condition = EXPR_TRUE, .state = WAY_EXPLORED});
    vec_push(&t->nodes, (struct tree_node){.n = 1, .first_way = 1, .keep = true});
    vec_push(&t->inputs, (struct tree_input){0});
}

void tree_free(struct tree *t) {
    for (uint32_t i = 1; i < t->inputs.n; i++)
        if (t->inputs.at[i].n > 1) mem_free(t->inputs.at[i].many);
    vec_free(&t->nodes);
    vec_free(&t->ways);
    vec_free(&t->inputs);
    vec_free(&t->fresh);
    *t = (struct tree){0};
}

size_t tree_bytes(const struct tree *t) {
    return t->nodes.cap * sizeof *t->nodes.at + t->ways.cap * sizeof *t->ways.at +
           t->inputs.cap * sizeof *t->inputs.at + t->input_bytes + t->fresh.cap * sizeof *t->fresh.at;
}

// ---- Storage ----

static uint32_t size_class(uint32_t n) {
    return n <= WAYS_EXACT ? n : WAYS_EXACT - 6 + 32 - (uint32_t)__builtin_clz(n - 1);
}

static uint32_t class_size(uint32_t class) {
    return class <= WAYS_EXACT ? class : (uint32_t)1 << (class - WAYS_EXACT + 6);
}

static uint32_t take_ways(struct tree *t, uint32_t n) {
    uint32_t class = size_class(n), first = t->free_ways[class];
    assert(class_size(class) >= n);
    if (first) {
        t->free_ways[class] = t->ways.at[first].condition;
        return first;
    }
    first = t->ways.n;
    vec_reserve(&t->ways, first + class_size(class));
    t->ways.n += class_size(class);
    return first;
}

static uint32_t take_input(struct tree *t, const struct model *input) {
    uint32_t i = t->free_inputs;
    if (i) {
        t->free_inputs = t->inputs.at[i].refs;
    } else {
        i = t->inputs.n;
        vec_push(&t->inputs, (struct tree_input){0});
    }
    struct tree_input *in = &t->inputs.at[i];
    assert(i > 0 && !in->n);
    *in = (struct tree_input){.n = input->n};
    size_t size = input->n * sizeof *input->at;
    if (in->n == 1) in->one = input->at[0];
    if (in->n <= 1) return i;
    in->many = mem_alloc(size);
    memcpy(in->many, input->at, size);
    t->input_bytes += size;
    return i;
}

static void drop_input(struct tree *t, uint32_t i) {
    struct tree_input *in = &t->inputs.at[i];
    assert(in->refs > 0);
    if (--in->refs > 0) return;
    if (in->n > 1) {
        mem_free(in->many);
        t->input_bytes -= in->n * sizeof *in->many;
    }
    *in = (struct tree_input){.refs = t->free_inputs};
    t->free_inputs = i;
}

static void free_node(struct tree *t, uint32_t id) {
    struct tree_node *n = &t->nodes.at[id];
    assert(id && !n->pending);
    uint32_t class = size_class(n->n);
    t->ways.at[n->first_way].condition = t->free_ways[class];
    t->free_ways[class] = n->first_way;
    drop_input(t, n->input);
    n->n = 0;
    n->next = t->free_nodes;
    t->free_nodes = id;
    assert(t->alive > 0);
    t->alive--;
}

static uint32_t new_node(struct tree *t, const struct trace *trace, const struct decision *d,
                         uint32_t input) {
    uint32_t first_way = take_ways(t, d->n), id = t->free_nodes;
    if (id) {
        t->free_nodes = t->nodes.at[id].next;
    } else {
        id = t->nodes.n;
        assert(id < 1u << TREE_NODE_BITS);
        vec_push(&t->nodes, (struct tree_node){0});
    }
    t->nodes.at[id] = (struct tree_node){.n = d->n, .first_way = first_way, .input = input, .far = d->far};
    t->inputs.at[input].refs++;
    for (uint32_t i = 0; i < d->n; i++) {
        const struct way *w = &trace->ways.at[d->first_way + i];
        t->ways.at[first_way + i] = (struct tree_way){w->condition, w->point, 0, WAY_QUEUED};
    }
    t->alive++;
    t->created++;
    return id;
}

static void set_child(struct tree_way *up, uint32_t id) {
    assert(id < 1u << TREE_NODE_BITS);
    up->child = id & ((1u << TREE_NODE_BITS) - 1);
}

// ---- What is open ----

// One more thing is pending at the node; wakes the books of its ancestors where it had been finished.
static void add_pending(struct tree *t, uint32_t id) {
    while (t->nodes.at[id].pending++ == 0 && id) id = t->nodes.at[id].parent;
}

// Takes the node out of the chain of its siblings; the way is closed when it was the last.
static void unlink_node(struct tree *t, uint32_t id) {
    const struct tree_node *n = &t->nodes.at[id];
    struct tree_way *up = tree_way(t, (struct tree_item){n->parent, n->parent_way});
    uint32_t before = up->child;
    if (before == id) {
        set_child(up, n->next);
    } else {
        while (t->nodes.at[before].next != id) before = t->nodes.at[before].next;
        t->nodes.at[before].next = n->next;
    }
    if (!up->child) up->state = WAY_CLOSED;
}

static void drop_pending(struct tree *t, uint32_t id) {
    for (;;) {
        struct tree_node *n = &t->nodes.at[id];
        assert(n->pending > 0);
        if (--n->pending > 0 || !id) return;
        uint32_t parent = n->parent;
        if (!n->keep) {
            unlink_node(t, id);
            free_node(t, id);
        }
        id = parent;
    }
}

static void set_state(struct tree *t, struct tree_way *w, enum way_state state) {
    assert(w->state != WAY_UNKNOWN || t->unknown > 0);
    assert(w->state != WAY_DIVERGED || t->diverged > 0);
    if (w->state == WAY_UNKNOWN) t->unknown--;
    if (w->state == WAY_DIVERGED) t->diverged--;
    w->state = state;
    if (state == WAY_UNKNOWN) t->unknown++;
    if (state == WAY_DIVERGED) t->diverged++;
}

static void mark_kept(struct tree *t, uint32_t id) {
    for (; !t->nodes.at[id].keep; id = t->nodes.at[id].parent) t->nodes.at[id].keep = true;
}

bool tree_settle(struct tree *t, struct tree_item item, enum way_state state) {
    assert(item.node && item.way < t->nodes.at[item.node].n);
    struct tree_way *w = tree_way(t, item);
    bool refuted = state == WAY_UNSAT && (w->state == WAY_EXPLORED || w->state == WAY_CLOSED);
    if (w->state == WAY_QUEUED) {
        assert(state != WAY_QUEUED);
        set_state(t, w, state);
        if (state == WAY_UNKNOWN) mark_kept(t, item.node); // some run may go there yet
    }
    drop_pending(t, item.node);
    return !refuted;
}

// ---- Runs ----

static bool same_decision(const struct tree *t, const struct tree_node *n, const struct trace *trace,
                          const struct decision *d) {
    if (n->n != d->n) return false;
    for (uint32_t i = 0; i < n->n; i++) {
        const struct tree_way *a = &t->ways.at[n->first_way + i];
        const struct way *b = &trace->ways.at[d->first_way + i];
        if (a->condition != b->condition || a->point != b->point) return false;
    }
    return true;
}

// The node for the decision after the way `up`; 0 if there is none yet.
static uint32_t find_child(const struct tree *t, struct tree_item up, const struct trace *trace,
                           const struct decision *d) {
    uint32_t id = tree_way(t, up)->child;
    while (id && !same_decision(t, &t->nodes.at[id], trace, d)) id = t->nodes.at[id].next;
    return id;
}

// Appends to the chain of decisions seen after the way `up`, and queues all ways but the one taken.
static uint32_t add_child(struct tree *t, struct tree_item up, const struct trace *trace,
                          const struct decision *d, uint32_t input) {
    uint32_t id = new_node(t, trace, d, input);
    struct tree_node *n = &t->nodes.at[id];
    n->parent = up.node;
    n->parent_way = up.way;
    n->depth = (uint32_t)(d - trace->decisions.at) & ((1u << TREE_DEPTH_BITS) - 1);
    struct tree_way *w = tree_way(t, up);
    uint32_t last = w->child;
    if (last) {
        while (t->nodes.at[last].next) last = t->nodes.at[last].next;
        t->nodes.at[last].next = id;
    } else {
        set_child(w, id);
    }
    n->pending = d->n - 1;
    assert(n->pending > 0);
    add_pending(t, up.node);
    for (uint32_t i = 0; i < d->n; i++)
        if (i != d->taken) vec_push(&t->fresh, (struct tree_item){id, i});
    return id;
}

bool tree_insert(struct tree *t, const struct trace *trace, const struct model *input,
                 struct tree_item expected, bool lossy) {
    vec_clear(&t->fresh);
    bool arrived = expected.node == 0, as_promised = true;
    uint32_t input_id = 0;
    struct tree_item at = {0, 0};
    for (uint32_t i = 0; i < trace->decisions.n && i < trace->depth; i++) {
        const struct decision *d = &trace->decisions.at[i];
        assert(d->n > 1 && d->taken < d->n);
        struct tree_way *up = tree_way(t, at);
        if (up->state == WAY_CLOSED) break; // all that follows has been tried
        uint32_t id = find_child(t, at, trace, d);
        if (!id) {
            if (up->child) as_promised = false;
            if (!input_id) input_id = take_input(t, input);
            id = add_child(t, at, trace, d, input_id);
        }
        at = (struct tree_item){id, d->taken};
        struct tree_way *w = tree_way(t, at);
        if (w->state == WAY_UNSAT) as_promised = false; // the solver was given less than the truth
        if (w->state != WAY_CLOSED) set_state(t, w, WAY_EXPLORED);
        if (at.node == expected.node && at.way == expected.way) arrived = true;
    }
    as_promised &= arrived;
    if (lossy || !as_promised) mark_kept(t, at.node);
    if (expected.node) {
        if (!arrived) mark_kept(t, expected.node);
        tree_settle(t, expected, WAY_DIVERGED);
    }
    return as_promised;
}

void tree_path(const struct tree *t, struct tree_item item, tree_conditions *out) {
    uint32_t first = out->n;
    for (struct tree_item at = item; at.node;
         at = (struct tree_item){t->nodes.at[at.node].parent, t->nodes.at[at.node].parent_way}) {
        expr_id c = tree_way(t, at)->condition;
        if (c != EXPR_TRUE) vec_push(out, c);
    }
    for (uint32_t i = first, j = out->n; i + 1 < j; i++) { // collected from the end
        expr_id c = out->at[i];
        out->at[i] = out->at[--j];
        out->at[j] = c;
    }
}

void tree_input(const struct tree *t, uint32_t node, tree_bindings *out) {
    assert(node && node < t->nodes.n && t->nodes.at[node].n); // it is alive
    const struct tree_input *in = &t->inputs.at[t->nodes.at[node].input];
    const struct binding *at = in->n > 1 ? in->many : &in->one;
    vec_clear(out);
    for (uint32_t i = 0; i < in->n; i++) vec_push(out, at[i]);
}

void tree_mark(const struct tree *t, struct expr_sweep *w) {
    for (uint32_t id = 0; id < t->nodes.n; id++) {
        const struct tree_node *n = &t->nodes.at[id];
        for (uint32_t i = 0; i < n->n; i++) expr_sweep_mark(w, t->ways.at[n->first_way + i].condition);
    }
    for (uint32_t i = 1; i < t->inputs.n; i++) { // free ones have no bindings
        const struct tree_input *in = &t->inputs.at[i];
        const struct binding *at = in->n > 1 ? in->many : &in->one;
        for (uint32_t k = 0; k < in->n; k++) expr_sweep_mark(w, at[k].value);
    }
}
