// SPDX-License-Identifier: Apache-2.0
// Ground terms for the classes, bottom up with an explicit stack. Terms that must differ but came out equal
// are told apart by deciding at which part they differ.
#include <assert.h>
#include <stdlib.h>

#include "solve/terms/build.h"

// The value of a class, or 0 after pushing it.
expr_id build_ground_need(struct builder *b, class_id c) {
    struct solver *s = b->s;
    c = class_root(s->f, c);
    if (c >= s->terms->values.n) { // made while building: its facts have to be decided first
        b->again = true;
        return 0;
    }
    if (s->terms->values.at[c]) return s->terms->values.at[c];
    if (s->terms->state.at[c]) b->failed = true; // a term inside itself
    vec_push(&s->terms->build, c);
    return 0;
}

expr_id build_ground_need_term(struct builder *b, expr_id term) {
    assert(expr_sort(b->s->x, term) == SORT_TERM);
    if (expr_is_ground(b->s->x, term)) return term;
    return build_ground_need(b, class_of(b->s->f, term));
}

// ---- Parts the query says nothing about ----

expr_id build_ground_fill(struct builder *b, class_id c, uint64_t key, expr_id parent) {
    struct solver *s = b->s;
    enum { TYPES_MAX = 8 };
    type_id types[TYPES_MAX];
    uint32_t n = 0;
    for (uint32_t t = ground_class_at(s, c)->typings; t; t = s->f->typings.at[t].next) {
        const struct typing *typing = &s->f->typings.at[t];
        type_id part;
        if (typing->any || typing->n == 0) continue;
        struct pair p = s->f->pairs.at[typing->first];
        if (!typing_part(s->f, grammar_alternative(s->g, p.type, p.alt), key, &part))
            b->failed = true;
        else if (part != TYPE_ANY && n < TYPES_MAX)
            types[n++] = part;
    }
    for (uint32_t candidate = 0; candidate <= n && !b->failed; candidate++) {
        expr_id v = candidate == 0 ? parent : grammar_smallest(s->g, types[candidate - 1]);
        bool good = v != 0;
        for (uint32_t i = 0; i < n && good; i++) good = grammar_accepts(s->g, types[i], v);
        if (good) return v;
    }
    if (n == 0) return expr_int_term(s->x, expr_int(s->x, 0));
    if (n == 1 || b->failed || KEY_SORT(key) == KEY_OF_APPLY) {
        b->failed = true;
        return 0;
    }
    class_id part = class_make_child(s->f, c, key); // several types: their meet has to be decided
    class_define(s->f, part);
    b->again = true;
    return 0;
}

static expr_id part(struct builder *b, class_id c, uint64_t key, expr_id parent) {
    struct solver *s = b->s;
    class_id child = class_child(s->f, c, key);
    if (child && class_is_defined(s->f, child)) return build_ground_need(b, child);
    expr_id built = ground_class_at(s, c)->built;
    if (built && expr_op(s->x, built) == EXPR_CONS_OP)
        return build_ground_need_term(b, expr_arg(s->x, built, (uint32_t)key));
    if (built && expr_op(s->x, built) == EXPR_TUPLE_OP)
        return build_ground_need_term(b, expr_arg(s->x, built, KEY_NUMBER(key)));
    return build_ground_fill(b, c, key, parent);
}

static expr_id make_cons(struct builder *b, class_id c) {
    struct expr_store *x = b->s->x;
    expr_id parent = shapes_parent_value(b->s, c);
    if (parent && expr_op(x, parent) != EXPR_CONS_OP) parent = 0;
    expr_id hd = part(b, c, KEY_HD, parent ? expr_arg(x, parent, 0) : 0);
    expr_id tl = part(b, c, KEY_TL, parent ? expr_arg(x, parent, 1) : EXPR_NIL);
    return hd && tl ? expr_cons(x, hd, tl) : 0;
}

static bool size_allowed(struct solver *s, class_id c, uint32_t size) {
    const struct class *k = ground_class_at(s, c);
    if (size < k->arity_lo || size > k->arity_hi) return false;
    return !class_excludes_shape(s->f, k, size, SHAPE_TUPLE) && typing_has_arity(s->f, k, size, false);
}

static uint32_t tuple_size(struct solver *s, class_id c, expr_id parent) {
    const struct class *k = ground_class_at(s, c);
    uint32_t size;
    int64_t found;
    if (k->arity_lo == k->arity_hi) return k->arity_lo;
    if (conditions_size(s, c, EXPR_TUPLE_SIZE_OP, &found)) return (uint32_t)found;
    if (parent && size_allowed(s, c, expr_count(s->x, parent))) return expr_count(s->x, parent);
    enum { SIZES_TRIED = 1000 };
    for (size = k->arity_lo; size < k->arity_lo + SIZES_TRIED && !size_allowed(s, c, size);) size++;
    return size;
}

static expr_id make_tuple(struct builder *b, class_id c) {
    struct solver *s = b->s;
    expr_id parent = shapes_parent_value(s, c), out = 0;
    if (parent && expr_op(s->x, parent) != EXPR_TUPLE_OP) parent = 0;
    enum {
        SIZE_MOST = 100000
    }; // what is larger is no input that anybody would look at, or a VM would soon read
    uint32_t size = tuple_size(s, c, parent);
    if (size > SIZE_MOST) {
        b->failed = true;
        return 0;
    }
    VEC(expr_id) elems = {0};
    bool ready = true;
    for (uint32_t i = 0; i < size; i++) {
        vec_push(&elems, part(b, c, KEY_ELEM(i),
                              parent && i < expr_count(s->x, parent) ? expr_arg(s->x, parent, i) : 0));
        ready = ready && elems.at[i];
    }
    if (ready) out = expr_tuple(s->x, elems.at, size);
    vec_free(&elems);
    return out;
}

// ---- All of it ----

static expr_id make_number(struct solver *s, class_id c) {
    const struct class *k = ground_class_at(s, c);
    bool is_int = k->kinds == KIND_BIT(KIND_INT);
    expr_id term = k->canon ? k->canon : k->built;
    if (!term) return 0;
    expr_id literal = conditions_value(s, is_int ? expr_ival(s->x, term) : expr_fval(s->x, term));
    if (!literal) return 0;
    return is_int ? expr_int_term(s->x, literal) : expr_float_term(s->x, literal);
}

// An atom whose text the query speaks of: the one with the text that was built.
static expr_id make_atom(struct builder *b, class_id c) {
    class_id text = class_child(b->s->f, c, KEY_TEXT);
    if (!text || !class_is_defined(b->s->f, text)) return build_ground_pick_atom(b->s, c);
    expr_id list = build_ground_need(b, text), named = list ? expr_named(b->s->x, list) : 0;
    if (named && expr_op(b->s->x, named) != EXPR_ATOM_OP)
        b->failed = true; // more characters than atoms may have
    return named;
}

// A composite bit string that is no part of an input: from its arguments.
static expr_id make_composite(struct builder *b, expr_id built) {
    struct solver *s = b->s;
    VEC(expr_id) args = {0};
    uint32_t n = expr_op(s->x, built) == EXPR_BITS_PUT_OP ? 1 : expr_count(s->x, built);
    bool ready = true;
    for (uint32_t i = 0; i < n; i++) {
        expr_id a = expr_arg(s->x, built, i);
        vec_push(&args,
                 expr_sort(s->x, a) == SORT_INT ? conditions_value(s, a) : build_ground_need_term(b, a));
        ready = ready && args.at[i];
    }
    expr_id v = 0;
    if (ready && expr_op(s->x, built) == EXPR_BITS_PUT_OP)
        v = expr_bits_put(s->x, args.at[0], expr_get_field(s->x, expr_arg(s->x, built, 1)));
    else if (ready && expr_op(s->x, built) == EXPR_SLICE_OP)
        v = expr_slice(s->x, args.at[0], args.at[1], args.at[2]);
    else if (ready)
        v = expr_concat(s->x, args.at, n);
    vec_free(&args);
    return v && expr_is_ground(s->x, v) ? v : 0;
}

// No value was allowed: the first one tried is excluded, or that of a class that must differ. With a size or
// fields that are decided, arithmetic has to find others.
static void split_bits(struct builder *b, class_id c, expr_id v) {
    struct solver *s = b->s;
    struct expr_store *x = s->x;
    expr_id t = ground_class_at(s, c)->canon;
    uint64_t size;
    for (uint32_t l = ground_class_at(s, c)->apart; l; l = s->f->links.at[l].next) {
        class_id other = class_root(s->f, s->f->links.at[l].class);
        if (other >= s->terms->values.n || !s->terms->values.at[other] ||
            !class_same_ground(s->f, s->terms->values.at[other], v))
            continue;
        shapes_put(s, (struct option){OPTION_EXCLUDE, c, 0, v, 0});
        shapes_put(s, (struct option){OPTION_EXCLUDE, other, 0, v, 0});
        b->again = true;
        return;
    }
    expr_get_bits(x, v, &size);
    if (!class_excludes(s->f, c, v) || !t || size > FIELD_WIDTH_MAX) return;
    expr_id length = expr_int_eq(x, expr_unary(x, EXPR_BIT_SIZE_OP, t), expr_int(x, (int64_t)size));
    struct bit_field all = {0, (uint32_t)size, 0};
    expr_id same =
        expr_int_eq(x, expr_ival(x, expr_bits_get(x, t, all)), expr_ival(x, expr_bits_get(x, v, all)));
    shapes_put(s, (struct option){OPTION_ASSUME, 0, 0, length, 0});
    if (size) shapes_put(s, (struct option){OPTION_ASSUME, 0, 0, same, 0});
    b->again = true;
}

static expr_id make_bits(struct builder *b, class_id c) {
    struct solver *s = b->s;
    expr_id built = ground_class_at(s, c)->built;
    bool ready = true;
    if (!ground_class_at(s, c)->canon && built) return make_composite(b, built);
    for (uint32_t l = ground_class_at(s, c)->children; l; l = s->f->links.at[l].next) {
        class_id child = class_root(s->f, s->f->links.at[l].class);
        if (KEY_SORT(s->f->links.at[l].key) != KEY_OF_FIELD || !class_is_defined(s->f, child)) continue;
        if (!build_ground_need(b, child)) ready = false;
    }
    expr_id v = ready ? build_ground_pick_bits(s, c) : 0, first;
    if (ready && !v && (first = bitstrings_make(s, c, shapes_parent_value(s, c), 0, 0)))
        split_bits(b, c, first);
    return v;
}

static expr_id make_value(struct builder *b, class_id c) {
    struct solver *s = b->s;
    const struct class *k = ground_class_at(s, c);
    expr_id known = class_value(s->f, c);
    if (known) return known;
    if (k->kinds == 0 || k->kinds & (k->kinds - 1)) return 0;
    enum kind kind = (enum kind)__builtin_ctz(k->kinds);
    switch (kind) {
    case KIND_INT:
    case KIND_FLOAT: return make_number(s, c);
    case KIND_ATOM: return make_atom(b, c);
    case KIND_NIL: return EXPR_NIL;
    case KIND_CONS: return make_cons(b, c);
    case KIND_TUPLE: return make_tuple(b, c);
    case KIND_MAP: return build_ground_map(b, c);
    case KIND_FUN: return build_ground_fun(b, c);
    case KIND_BINARY:
    case KIND_BITSTRING: return make_bits(b, c);
    case KIND_REF:
    case KIND_PORT:
    case KIND_PID:
    case KIND_COUNT: break;
    }
    return build_ground_pick_opaque(s, c, kind);
}

static enum outcome build_class(struct builder *b, class_id c) {
    assert(class_is_root(b->s->f, c));
    struct solver *s = b->s;
    vec_clear(&s->terms->build);
    vec_push(&s->terms->build, c);
    while (s->terms->build.n) {
        class_id top = vec_last(&s->terms->build);
        if (s->terms->values.at[top]) {
            s->terms->build.n--;
            continue;
        }
        uint32_t before = s->terms->build.n;
        s->terms->state.at[top] = 1;
        expr_id v = make_value(b, top);
        if (b->failed) return OUTCOME_FAILED;
        if (b->again) return OUTCOME_AGAIN;
        if (!v && s->terms->build.n == before) return OUTCOME_FAILED;
        if (!v) continue;
        s->terms->values.at[top] = v;
        s->terms->build.n = before - 1;
    }
    return OUTCOME_DONE;
}

static uint64_t part_key(enum expr_op op, uint32_t i) {
    return op == EXPR_ATOM_OP ? KEY_TEXT : op == EXPR_CONS_OP ? i : KEY_ELEM(i);
}

// The parts of a value of class c in which it can be told from another; of atoms the text, if that matters.
static uint32_t part_count(struct solver *s, class_id c, expr_id v) {
    enum expr_op op = expr_op(s->x, v);
    if (op == EXPR_ATOM_OP) return class_child(s->f, c, KEY_TEXT) != 0;
    return op == EXPR_CONS_OP || op == EXPR_TUPLE_OP ? expr_count(s->x, v) : 0;
}

static expr_id part_value(struct solver *s, expr_id v, uint32_t i) {
    return expr_op(s->x, v) == EXPR_ATOM_OP ? expr_text(s->x, v) : expr_arg(s->x, v, i);
}

// Class c must not be v, but came out so: it differs from v in some part.
static bool split_excluded(struct solver *s, class_id c, expr_id v) {
    enum expr_op op = expr_op(s->x, v);
    uint32_t n = part_count(s, c, v);
    for (uint32_t i = 0; i < n; i++) {
        class_id child = class_make_child(s->f, c, part_key(op, i));
        if (!class_define(s->f, child)) return false;
        shapes_put(s, (struct option){OPTION_EXCLUDE, child, 0, part_value(s, v, i), 0});
    }
    return n || op == EXPR_TUPLE_OP;
}

static bool split_apart(struct solver *s, class_id c, class_id d, expr_id v) {
    enum expr_op op = expr_op(s->x, v);
    uint32_t n = part_count(s, part_count(s, c, v) ? c : d, v);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = part_key(op, i);
        class_id child = class_make_child(s->f, c, key), other = class_make_child(s->f, d, key);
        if (!class_define(s->f, child) || !class_define(s->f, other)) return false;
        shapes_put(s, (struct option){OPTION_APART, child, other, 0, 0});
    }
    return n || op == EXPR_TUPLE_OP;
}

// A tuple whose size was picked here: it has another size, or that one is decided and the parts are looked at
// next time.
static bool split_size(struct solver *s, class_id c, expr_id v) {
    if (expr_op(s->x, v) != EXPR_TUPLE_OP ||
        ground_class_at(s, c)->arity_lo == ground_class_at(s, c)->arity_hi)
        return false;
    shapes_put(s, (struct option){OPTION_SIZE, c, 0, expr_count(s->x, v), 1});
    shapes_put(s, (struct option){OPTION_SIZE, c, 0, expr_count(s->x, v), 0});
    return true;
}

// Some part differs by decision already: that part has to change, not this term.
static bool part_differs(struct solver *s, class_id c, class_id other, expr_id v) {
    struct facts *f = s->f;
    enum expr_op op = expr_op(s->x, v);
    for (uint32_t i = 0, n = part_count(s, c, v); i < n; i++) {
        class_id child = class_child(f, c, part_key(op, i)),
                 twin = other ? class_child(f, other, part_key(op, i)) : 0;
        if (!child) continue;
        if (!other && class_excludes(f, child, part_value(s, v, i))) return true;
        for (uint32_t l = twin ? ground_class_at(s, child)->apart : 0; l; l = f->links.at[l].next)
            if (class_root(f, f->links.at[l].class) == twin) return true;
    }
    return false;
}

// Class c came out as v, which `other` (a class, or 0: the excluded term v) forbids.
static enum outcome tell_from(struct solver *s, class_id c, class_id other, expr_id v) {
    assert(class_is_root(s->f, c));
    bool put = split_size(s, c, v) || (other && split_size(s, other, v)) ||
               (other ? split_apart(s, c, other, v) : split_excluded(s, c, v));
    if (!put) return OUTCOME_FAILED;
    return s->terms->todo.n && facts_settle(s->f) ? OUTCOME_AGAIN
                                                  : OUTCOME_REFUTED; // {} has no part to differ in
}

static enum outcome check_differences(struct solver *s) {
    struct facts *f = s->f;
    bool violated = false;
    for (class_id c = 1; c < s->terms->values.n; c++) {
        expr_id v = s->terms->values.at[c];
        if (!v || class_root(f, c) != c) continue;
        for (uint32_t l = ground_class_at(s, c)->excluded; l; l = f->links.at[l].next) {
            if (!f->links.at[l].term || !class_same_ground(f, f->links.at[l].term, v)) continue;
            violated = true;
            if (!part_differs(s, c, 0, f->links.at[l].term)) return tell_from(s, c, 0, f->links.at[l].term);
        }
        for (uint32_t l = ground_class_at(s, c)->apart; l; l = f->links.at[l].next) {
            class_id other = class_root(f, f->links.at[l].class);
            if (other >= s->terms->values.n || !s->terms->values.at[other] ||
                !class_same_ground(f, s->terms->values.at[other], v))
                continue;
            violated = true;
            if (!part_differs(s, c, other, v)) return tell_from(s, c, other, v);
        }
    }
    return violated ? OUTCOME_FAILED : OUTCOME_DONE;
}

// What was changed fits its type, all else is as in the parent; and the query holds.
static bool model_passes(struct solver *s, const struct model *m) {
    for (uint32_t i = 0; i < s->terms->changed.n; i++) {
        struct binding b = s->terms->changed.at[i];
        if (!b.value || !grammar_accepts(s->g, variables_type(s->variables, b.variable), b.value))
            return false;
    }
    eval_begin(s->terms->check, m);
    for (uint32_t i = 0; i < s->q->n; i++)
        if (eval_bool(s->terms->check, s->q->conditions[i]) != TRUTH_TRUE) return false;
    return true;
}

static int by_variable(const void *left, const void *right) {
    const struct binding *a = left, *b = right;
    return (a->variable > b->variable) - (a->variable < b->variable);
}

// The variables of the query: each has a class. In ascending order.
static void collect_changed(struct solver *s) {
    vec_clear(&s->terms->changed);
    for (class_id c = 1; c < s->terms->values.n; c++) {
        expr_id term = ground_class_at(s, c)->term;
        if (!term || expr_op(s->x, term) != EXPR_VAR_OP) continue;
        struct binding b = {expr_imm(s->x, term), s->terms->values.at[class_root(s->f, c)]};
        vec_push(&s->terms->changed, b);
    }
    if (s->terms->changed.n > 1)
        qsort(s->terms->changed.at, s->terms->changed.n, sizeof *s->terms->changed.at, by_variable);
}

static void give(struct solver *s, struct binding b) {
    if (b.value != variables_otherwise(s->variables, b.variable)) vec_push(&s->terms->model, b);
}

// The parent's bindings with the changed ones over them.
static void merge(struct solver *s) {
    const struct model *parent = s->q->parent;
    uint32_t n = parent ? parent->n : 0, i = 0;
    vec_clear(&s->terms->model);
    for (uint32_t k = 0; k < s->terms->changed.n; k++) {
        struct binding b = s->terms->changed.at[k];
        while (i < n && parent->at[i].variable < b.variable) vec_push(&s->terms->model, parent->at[i++]);
        if (i < n && parent->at[i].variable == b.variable) i++;
        give(s, b);
    }
    while (i < n) vec_push(&s->terms->model, parent->at[i++]);
}

static bool waits_for_lower(struct solver *s, class_id c) {
    struct facts *f = s->f;
    for (uint32_t i = 0; i < f->orders.n; i++) {
        struct order o = f->orders.at[i];
        if (expr_sort(s->x, o.a) != SORT_TERM || class_of(f, o.b) != c) continue;
        class_id lower = class_of(f, o.a);
        if (lower != c && lower < s->terms->values.n && !s->terms->values.at[lower]) return true;
    }
    return false;
}

// Atoms from the lowest up, so that each finds its lower neighbours in place.
static enum outcome build_atoms(struct builder *b) {
    struct solver *s = b->s;
    if (s->f->orders.n == 0) return OUTCOME_DONE;
    for (class_id c = 1; c < s->terms->values.n; c++) // known ones are bounds
        if (class_root(s->f, c) == c && ground_class_at(s, c)->value)
            s->terms->values.at[c] = ground_class_at(s, c)->value;
    for (bool changed = true; changed;) {
        changed = false;
        for (class_id c = 1; c < s->terms->values.n; c++) {
            const struct class *k = ground_class_at(s, c);
            if (class_root(s->f, c) != c || !k->defined || k->kinds != KIND_BIT(KIND_ATOM) ||
                s->terms->values.at[c])
                continue;
            if (waits_for_lower(s, c)) continue;
            enum outcome r = build_class(b, c);
            if (r != OUTCOME_DONE) return r;
            changed = true;
        }
    }
    return OUTCOME_DONE;
}

enum outcome build_model(struct solver *s) {
    struct builder b = {.s = s};
    vec_clear(&s->terms->values);
    vec_clear(&s->terms->state);
    for (class_id c = 0; c < s->f->classes.n; c++) {
        vec_push(&s->terms->values, 0);
        vec_push(&s->terms->state, 0);
    }
    assert(s->terms->values.n == s->terms->state.n);
    enum outcome r = build_atoms(&b);
    for (class_id c = 1; c < s->terms->values.n && r == OUTCOME_DONE; c++)
        if (class_root(s->f, c) == c && ground_class_at(s, c)->defined) r = build_class(&b, c);
    if (r == OUTCOME_AGAIN && !facts_settle(s->f)) return OUTCOME_REFUTED;
    if (r == OUTCOME_DONE) r = check_differences(s);
    if (r != OUTCOME_DONE) return r;
    collect_changed(s);
    merge(s);
    struct model model = terms_model(s);
    if (model_passes(s, &model)) return OUTCOME_DONE;
    s->stats.rejected++;
    return OUTCOME_FAILED;
}
