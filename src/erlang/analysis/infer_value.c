// SPDX-License-Identifier: Apache-2.0
// Expressions: the shape of what each gives, and whether evaluating it may fail. SHAPE_NONE means that it
// never gives a value (it raises, or is not known to return yet); what would come after is then not looked
// at.
#include <string.h>

#include "erlang/analysis/ending.h"
#include "erlang/analysis/infer.h"
#include "erlang/term/atoms.h"

enum { NESTING_MAX = 1500, TARGETS_MAX = 16 }; // functions that a computed name may be of

// It may raise, for this reason (TERM_NONE: the one that stands in e) and no other.
static void may_raise(struct pass *p, const struct core *e, term reason) {
    struct analysis *a = p->a;
    p->fails = p->matters = true;
    node_mark(a, e, NODE_FAILS | NODE_MATTERS | NODE_REACHED);
    infer_note_raise(a, a->routines.at[p->routine].module, e, reason, false);
}

static void may_fail(struct pass *p, const struct core *e) {
    struct analysis *a = p->a;
    p->fails = p->matters = true;
    node_mark(a, e, NODE_FAILS | NODE_MATTERS | NODE_REACHED);
    infer_note_raise(a, a->routines.at[p->routine].module, e, TERM_NONE, true);
}

// Something is called that the analysis knows nothing of.
static shape unknown_call(struct pass *p, const struct core *e, bool tail) {
    may_fail(p, e);
    if (p->a->ending) ending_unknown(p->a);
    node_mark(p->a, e, NODE_DISTRUST);
    if (tail) p->wild = true;
    return SHAPE_ANY;
}

shape infer_literal(struct pass *p, const struct core *e) {
    struct analysis *a = p->a;
    if (term_is_fun(e->lit)) summary_spoil(a);
    shape known = e->id ? node_facts(a, e)->literal : (shape)SHAPE_NONE;
    if (known) return known;
    known = shape_from_term(p->s, e->lit);
    if (term_is_fun(e->lit) && term_closure(e->lit)->flags == CLOSURE_EXTERNAL) {
        const struct closure *c = term_closure(e->lit);
        struct lambda l = {.routine = UINT32_MAX, .module = c->module, .name = c->name, .arity = c->arity};
        known = shape_lambda(p->s, a->lambdas.n, c->arity, 0);
        vec_push(&a->lambdas, l);
    }
    if (e->id) node_facts(a, e)->literal = known;
    return known;
}

// ---- Calls ----

static bool values_of(struct pass *p, struct core *const *kids, uint32_t n, shape *out) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = infer_value(p, kids[i], false);
        if (out[i] == SHAPE_NONE) return false;
    }
    return true;
}

static shape call_builtin(struct pass *p, const struct core *e, const struct bif *b, const shape *args) {
    if (b->rule == RULE_PROCESS) p->a->given_up = true;
    struct signature_answer answer = signature_apply(p->a->signatures, b, args);
    if (answer.fails && answer.reason != TERM_NONE)
        may_raise(p, e, answer.reason);
    else if (answer.fails)
        may_fail(p, e);
    if (answer.effect) {
        p->matters = true;
        node_mark(p->a, e, NODE_MATTERS);
    }
    return answer.result;
}

static shape call_routine(struct pass *p, const struct core *e, uint32_t routine, uint32_t scope,
                          shape captured, const shape *args, bool tail) {
    uint32_t v = infer_call(p->a, p, routine, scope, captured, args);
    if (v == UINT32_MAX) return unknown_call(p, e, tail);
    const struct variant *callee = &p->a->variants.at[v];
    if (p->a->ending) ending_call(p, v);
    uint8_t flags = NODE_REACHED;
    if (callee->fails) flags |= NODE_FAILS;
    if (callee->matters) flags |= NODE_MATTERS;
    if (callee->wild) flags |= NODE_DISTRUST;
    node_mark(p->a, e, flags);
    p->fails |= callee->fails;
    p->matters |= callee->matters;
    if (tail) p->wild |= callee->wild;
    return callee->result;
}

static shape nothing_captured(struct pass *p) {
    return shape_tuple(p->s, NULL, 0);
}

// M:F/A, by its full name or, within the module, by its own: only what is exported has a full name.
static shape call_named(struct pass *p, const struct core *e, symbol module, symbol name, uint32_t n,
                        const shape *args, bool full, bool tail) {
    const struct bif *b = bif_find(module, name, n);
    if (b && b->rule != RULE_CONTROL) return call_builtin(p, e, b, args);
    uint32_t routine = b ? UINT32_MAX : routine_of_function(p->a, module, name, n);
    if (routine != UINT32_MAX && full && !p->a->routines.at[routine].exported) {
        may_fail(p, e); // undef
        return SHAPE_NONE;
    }
    if (routine == UINT32_MAX) return unknown_call(p, e, tail);
    return call_routine(p, e, routine, 0, nothing_captured(p), args, tail);
}

static shape call_lambda(struct pass *p, const struct core *e, uint32_t index, const shape *args, bool tail) {
    struct lambda l = p->a->lambdas.at[index];
    if (l.routine == UINT32_MAX) return call_named(p, e, l.module, l.name, l.arity, args, true, tail);
    return call_routine(p, e, l.routine, l.scope, l.captured, args, tail);
}

// An input may call a fun that it is handed, with arguments the analysis knows nothing of. A fun of the
// program's that a shape has lost sight of may be any fun.
static void handed_over(struct pass *p, const struct core *e, const shape *args, uint32_t n, bool tail) {
    uint32_t funs = 0;
    summary_spoil(p->a);
    for (uint32_t i = 0; i < n; i++) funs |= shape_funs(p->s, args[i]);
    if (funs & FUNS_ANY) p->a->hands_over_any = true;
    if (funs & FUNS_LAMBDA || (funs & FUNS_ANY && p->a->any_is_lambda)) unknown_call(p, e, tail);
}

// A value applied: any of the funs it may be; anything else, or another number of arguments, fails.
static shape apply_value(struct pass *p, const struct core *e, shape fun, uint32_t n, const shape *args,
                         bool tail) {
    const struct shape_data *d = shape_open(p->s, fun, NULL);
    shape result = SHAPE_NONE;
    node_mark(p->a, e, NODE_REACHED);
    if (d->flags & SHAPE_FUN) return unknown_call(p, e, tail);
    if (d->flags || d->n_atoms || d->n_tuples) may_fail(p, e);
    for (uint32_t i = 0; i < d->n_funs; i++) {
        struct shape_fun f = d->funs[i];
        if (f.arity != n)
            may_fail(p, e);
        else if (f.lambda == UINT32_MAX) {
            handed_over(p, e, args, n, tail);
            result = shape_union(p->s, result, f.result);
        } else
            result = shape_union(p->s, result, call_lambda(p, e, f.lambda, args, tail));
    }
    return result;
}

// ---- Computed names ----

struct names { // the functions that two shapes may name
    struct {
        symbol module, name;
    } at[TARGETS_MAX];
    uint32_t n;
    bool others; // one of the two may be no atom, which is badarg
};

static bool only_atoms(const struct shape_data *d) {
    return !d->flags && !d->n_tuples && !d->n_funs;
}

// False: not known, or too many.
static bool names_of(struct pass *p, const shape *pair, struct names *out) {
    const struct shape_data *m = shape_open(p->s, pair[0], NULL), *f = shape_open(p->s, pair[1], NULL);
    if ((m->flags | f->flags) & SHAPE_ATOM || m->n_refs || f->n_refs || m->n_atoms * f->n_atoms > TARGETS_MAX)
        return false;
    out->n = 0;
    out->others = !only_atoms(m) || !only_atoms(f);
    for (uint32_t i = 0; i < m->n_atoms; i++)
        for (uint32_t k = 0; k < f->n_atoms; k++) {
            out->at[out->n].module = m->atoms[i];
            out->at[out->n++].name = f->atoms[k];
        }
    return true;
}

static shape named_fun(struct pass *p, symbol module, symbol name, uint32_t arity) {
    struct analysis *a = p->a;
    summary_spoil(a);
    for (uint32_t i = 0; i < a->lambdas.n; i++) {
        const struct lambda *l = &a->lambdas.at[i];
        if (l->routine == UINT32_MAX && l->module == module && l->name == name && l->arity == arity)
            return shape_lambda(p->s, i, l->arity, 0);
    }
    struct lambda l = {.routine = UINT32_MAX, .module = module, .name = name, .arity = arity};
    vec_push(&a->lambdas, l);
    return shape_lambda(p->s, a->lambdas.n - 1, arity, 0);
}

// A fun M:F/A for each of the names that the module and the function may have.
static shape make_fun(struct pass *p, const struct core *e, const shape *args) {
    struct names names;
    int64_t arity;
    if (!shape_is_int(p->s, args[2], &arity) || arity < 0 || arity > 255 || !names_of(p, args, &names)) {
        may_fail(p, e);
        return shape_flags(p->s, SHAPE_FUN);
    }
    if (names.others) may_fail(p, e);
    shape all = SHAPE_NONE;
    for (uint32_t i = 0; i < names.n; i++)
        all = shape_union(p->s, all, named_fun(p, names.at[i].module, names.at[i].name, (uint32_t)arity));
    return all;
}

// A reason that has one shape (of a key of failures), whatever the variables in it are.
static bool one_shape(const struct core *reason) {
    if (reason->tag == CORE_TUPLE) return reason->n && reason->kid[0]->tag == CORE_LITERAL;
    return reason->tag == CORE_LITERAL;
}

static void may_raise_this(struct pass *p, const struct core *e, const struct core *reason) {
    if (one_shape(reason))
        may_raise(p, e, TERM_NONE);
    else
        may_fail(p, e);
}

static bool raises(const char *name, uint32_t n) {
    return (!strcmp(name, "error") && n >= 1 && n <= 3) ||
           (n == 1 && (!strcmp(name, "exit") || !strcmp(name, "throw")));
}

static shape apply_list(struct pass *p, const struct core *e, uint32_t n, const shape *args, bool tail);

static shape control_call(struct pass *p, const struct core *e, symbol name, uint32_t n, const shape *args,
                          bool tail) {
    const char *text = symbol_text(name);
    if (raises(text, n)) {
        if (infer_is_call(e, "erlang", text, n))
            may_raise_this(p, e, e->kid[2]);
        else // by way of apply
            may_fail(p, e);
        return SHAPE_NONE;
    }
    if (!strcmp(text, "apply") && (n == 2 || n == 3)) return apply_list(p, e, n, args, tail);
    if (!strcmp(text, "make_fun") && n == 3) return make_fun(p, e, args);
    return unknown_call(p, e, tail);
}

// Module:Name(..), whatever the function is. (control_call and this call each other no deeper than apply
// names apply.)
static shape call_full(struct pass *p, const struct core *e, symbol module, symbol name, uint32_t n,
                       const shape *args, bool tail) {
    const struct bif *b = bif_find(module, name, n);
    bool control = b && b->rule == RULE_CONTROL && !strcmp(b->module, "erlang");
    if (control && p->nesting > NESTING_MAX) return unknown_call(p, e, tail);
    if (!control) return call_named(p, e, module, name, n, args, true, tail);
    p->nesting++;
    shape result = control_call(p, e, name, n, args, tail);
    p->nesting--;
    return result;
}

// Module:Name(..) where the two are computed: a call of each function they may name.
static shape call_computed(struct pass *p, const struct core *e, const shape *pair, uint32_t n,
                           const shape *args, bool tail) {
    struct names names;
    shape result = SHAPE_NONE;
    if (!names_of(p, pair, &names)) return unknown_call(p, e, tail);
    if (names.others) may_fail(p, e);
    for (uint32_t i = 0; i < names.n; i++) {
        shape one = call_full(p, e, names.at[i].module, names.at[i].name, n, args, tail);
        result = shape_union(p->s, result, one);
    }
    return result;
}

// erlang:apply(Fun, Args) and (Module, Function, Args): as a call where the arguments are a list of known
// length.
static shape apply_list(struct pass *p, const struct core *e, uint32_t n, const shape *args, bool tail) {
    const struct shape_data *list = shape_open(p->s, args[n - 1], NULL);
    bool nil = list->flags == SHAPE_NIL, cells = list->flags == SHAPE_CONS && list->least == list->most;
    if (list->n_atoms || list->n_tuples || list->n_funs || !(nil || cells)) return unknown_call(p, e, tail);
    uint32_t count = nil ? 0 : list->least;
    shape *elems = mem_alloc((count + 1) * sizeof *elems);
    for (uint32_t i = 0; i < count; i++) elems[i] = list->element;
    p->call_args = NULL;
    shape result = n == 2 ? apply_value(p, e, args[0], count, elems, tail)
                          : call_computed(p, e, args, count, elems, tail);
    mem_free(elems);
    return result;
}

static shape call(struct pass *p, const struct core *e, bool tail) {
    uint32_t n = e->n - 2;
    shape pair[2], *args = mem_alloc((n + 1) * sizeof *args), result = SHAPE_NONE;
    if (values_of(p, e->kid, 2, pair) && values_of(p, e->kid + 2, n, args)) {
        node_mark(p->a, e, NODE_REACHED);
        p->call_args = (const struct core *const *)e->kid + 2;
        p->n_call_args = n;
        p->call_scope = 0;
        result = call_computed(p, e, pair, n, args, tail);
    }
    mem_free(args);
    return result;
}

// ---- Local names ----

static struct goto_label *find_label(struct pass *p, symbol name, uint32_t arity) {
    for (uint32_t i = p->labels.n; i-- > 0;)
        if (p->labels.at[i].name == name && p->labels.at[i].arity == arity) return &p->labels.at[i];
    return NULL;
}

// The function of a letrec that this name stands for: *routine, *scope, *captured. False: none.
static bool find_local(struct pass *p, symbol name, uint32_t arity, uint32_t *routine, uint32_t *scope,
                       shape *captured) {
    for (uint32_t s = p->scope; s; s = p->a->scopes.at[s].parent) {
        struct scope sc = p->a->scopes.at[s];
        for (uint32_t i = 0; i + 1 < sc.letrec->n; i++) {
            const struct core *def = sc.letrec->kid[i];
            if (def->aux != name || def->arity != arity) continue;
            *routine = routine_of_fun(p, def->kid[0], name);
            p->a->routines.at[*routine].free = sc.free; // one list for all of the letrec
            p->a->routines.at[*routine].n_free = sc.n_free;
            *scope = s;
            *captured = sc.captured;
            return true;
        }
    }
    return false;
}

static shape apply(struct pass *p, const struct core *e, bool tail) {
    const struct core *op = e->kid[0];
    uint32_t n = e->n - 1, routine = UINT32_MAX, scope = 0;
    struct goto_label *label = op->tag == CORE_FNAME ? find_label(p, op->aux, op->arity) : NULL;
    if (label) {
        uint8_t flags = node_flags(p->a, label->fun);
        label->hit = true;
        if (p->a->ending && label->busy) ending_unknown(p->a); // a loop
        p->matters |= (flags & NODE_MATTERS) != 0;
        p->fails |= (flags & NODE_UNCAUGHT) != 0;
        return SHAPE_NONE; // goes on elsewhere
    }
    shape *args = mem_alloc((n + 1) * sizeof *args), captured = nothing_captured(p), result = SHAPE_NONE;
    shape fun = op->tag == CORE_FNAME ? (shape)SHAPE_ANY : infer_value(p, op, false);
    if (fun != SHAPE_NONE && values_of(p, e->kid + 1, n, args)) {
        p->call_args = (const struct core *const *)e->kid + 1;
        p->n_call_args = n;
        p->call_scope = 0;
        if (op->tag != CORE_FNAME)
            result = apply_value(p, e, fun, n, args, tail);
        else if (n != op->arity)
            result = unknown_call(p, e, tail);
        else if (find_local(p, op->aux, op->arity, &routine, &scope, &captured)) {
            p->call_scope = scope;
            result = call_routine(p, e, routine, scope, captured, args, tail);
        } else
            result =
                call_named(p, e, p->a->routines.at[p->routine].module->name, op->aux, n, args, false, tail);
    }
    mem_free(args);
    return result;
}

static shape lambda_value(struct pass *p, uint32_t routine, uint32_t scope, shape captured) {
    enum { LAMBDAS_MAX = 16 };
    struct analysis *a = p->a;
    summary_spoil(a);
    struct routine *r = &a->routines.at[routine];
    uint32_t depth = shape_of(p->s, captured)->depth, i;
    i = a->ending ? ending_find_lambda(a, routine, scope, captured) : UINT32_MAX;
    if (i != UINT32_MAX) return shape_lambda(p->s, i, r->arity, depth);
    for (i = 0; i < r->lambdas.n; i++) {
        const struct lambda *l = &a->lambdas.at[r->lambdas.at[i]];
        if (l->scope == scope && l->captured == captured)
            return shape_lambda(p->s, r->lambdas.at[i], r->arity, depth);
    }
    if (r->lambdas.n == LAMBDAS_MAX) return shape_flags(p->s, SHAPE_FUN);
    i = a->lambdas.n;
    vec_push(&a->lambdas,
             ((struct lambda){.routine = routine, .scope = scope, .captured = captured, .arity = r->arity}));
    vec_push(&r->lambdas, i);
    return shape_lambda(p->s, i, r->arity, depth);
}

static shape captured_values(struct pass *p, const uint32_t *free, uint32_t n) {
    shape *elems = mem_alloc((n + 1) * sizeof *elems);
    for (uint32_t i = 0; i < n; i++) elems[i] = env_type(p, free[i]);
    shape all = shape_tuple(p->s, elems, n);
    mem_free(elems);
    return all;
}

static shape fun_value(struct pass *p, const struct core *e) {
    symbol name = e->lit != TERM_NONE && term_is_atom(e->lit) ? term_symbol(e->lit)
                                                              : p->a->routines.at[p->routine].name;
    uint32_t routine = routine_of_fun(p, e, name);
    const struct routine *r = &p->a->routines.at[routine];
    return lambda_value(p, routine, p->scope, captured_values(p, r->free, r->n_free));
}

static shape name_value(struct pass *p, const struct core *e) {
    uint32_t routine, scope;
    shape captured = nothing_captured(p);
    if (find_local(p, e->aux, e->arity, &routine, &scope, &captured))
        return lambda_value(p, routine, scope, captured);
    routine = routine_of_function(p->a, p->a->routines.at[p->routine].module->name, e->aux, e->arity);
    return routine == UINT32_MAX ? shape_flags(p->s, SHAPE_FUN) : lambda_value(p, routine, 0, captured);
}

// ---- letrec ----

static uint32_t scope_of(struct pass *p, const struct core *e) {
    struct analysis *a = p->a;
    uint32_t n_free = 0, i;
    uint64_t key = (uint64_t)(uintptr_t)e >> 4;
    if (!hash_map_get(&a->letrecs, key, &i)) {
        uint8_t *seen = mem_zalloc(p->n_vars + 1);
        VEC(uint32_t) vars = {0};
        for (uint32_t k = 0; k + 1 < e->n; k++) {
            const struct core *fun = e->kid[k]->kid[0];
            uint32_t routine = routine_of_fun(p, fun, e->kid[k]->aux);
            const struct routine *r = &a->routines.at[routine];
            for (uint32_t j = 0; j < r->n_free; j++)
                if (!seen[r->free[j]]) {
                    seen[r->free[j]] = 1;
                    vec_push(&vars, r->free[j]);
                }
        }
        i = a->free_lists.n;
        vec_push(&a->free_lists, arena_copy(&a->arena, vars.at, vars.n * sizeof *vars.at));
        vec_push(&a->free_counts, vars.n);
        hash_map_put(&a->letrecs, key, i);
        vec_free(&vars);
        mem_free(seen);
    }
    const uint32_t *free = a->free_lists.at[i];
    n_free = a->free_counts.at[i];
    shape captured = captured_values(p, free, n_free);
    for (i = 1; i < a->scopes.n; i++) {
        const struct scope *s = &a->scopes.at[i];
        if (s->letrec == e && s->parent == p->scope && s->captured == captured) return i;
    }
    vec_push(&a->scopes, ((struct scope){p->scope, e, free, n_free, captured}));
    return i;
}

static shape letrec(struct pass *p, const struct core *e, bool tail) {
    enum { SCOPES_MAX = 400 };
    uint32_t before = p->scope;
    summary_spoil(p->a);
    if (p->a->scopes.n > SCOPES_MAX) {
        p->a->given_up = true;
        return SHAPE_ANY;
    }
    p->scope = scope_of(p, e);
    if (p->a->ending) ending_enter(p);
    shape result = infer_value(p, e->kid[e->n - 1], tail);
    if (p->a->ending) ending_leave(p);
    p->scope = before;
    return result;
}

// The body and the labels it jumps to, once. *more: a label was found to matter after it had been jumped to.
static shape goto_round(struct pass *p, const struct core *e, uint32_t first, bool tail, bool *more) {
    const uint8_t effects = NODE_MATTERS | NODE_UNCAUGHT;
    uint32_t n = e->n - 1;
    shape result = infer_value(p, e->kid[n], tail);
    uint8_t *done = mem_zalloc(n + 1);
    *more = false;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < n; i++) {
            if (!p->labels.at[first + i].hit || done[i]) continue;
            const struct core *fun = e->kid[i]->kid[0];
            bool fails = p->fails, matters = p->matters;
            uint8_t before = node_flags(p->a, fun);
            done[i] = again = true;
            p->fails = p->matters = false;
            uint32_t mark = p->trail.n;
            for (uint32_t k = 0; k < n; k++) p->labels.at[first + k].busy = true;
            for (uint32_t k = 0; k + 1 < fun->n; k++) env_bind(p, fun->kid[k]->aux, SHAPE_ANY, NULL);
            result = shape_union(p->s, result, infer_value(p, fun->kid[fun->n - 1], tail));
            env_undo(p, mark);
            for (uint32_t k = 0; k < n; k++) p->labels.at[first + k].busy = false;
            node_mark(p->a, fun, (uint8_t)((p->matters ? NODE_MATTERS : 0) | (p->fails ? NODE_UNCAUGHT : 0)));
            *more |= node_flags(p->a, fun) & ~before & effects;
            p->fails |= fails;
            p->matters |= matters;
        }
    }
    mem_free(done);
    return result;
}

// letrec_goto: code that several places of the body go on with. It knows no more than what is known here. A
// jump matters as what it leads to does.
static shape gotos(struct pass *p, const struct core *e, bool tail) {
    uint32_t n = e->n - 1, first = p->labels.n;
    summary_spoil(p->a); // whether labels matter depends on other passes
    for (uint32_t i = 0; i < n; i++) {
        struct goto_label l = {.name = e->kid[i]->aux, .arity = e->kid[i]->arity, .fun = e->kid[i]->kid[0]};
        vec_push(&p->labels, l);
    }
    bool more = true;
    shape result = SHAPE_NONE;
    while (more) result = shape_union(p->s, result, goto_round(p, e, first, tail, &more));
    p->labels.n = first;
    return result;
}

// ---- Data ----

static shape cons(struct pass *p, const struct core *e) {
    VEC(shape) heads = {0};
    bool exist = true;
    for (; e->tag == CORE_CONS && exist; e = e->kid[1]) {
        shape head = infer_value(p, e->kid[0], false);
        exist = head != SHAPE_NONE;
        vec_push(&heads, head);
    }
    shape all = exist ? infer_value(p, e, false) : (shape)SHAPE_NONE;
    while (heads.n && all != SHAPE_NONE) {
        shape head = vec_pop(&heads);
        all = shape_cons(p->s, head, all);
    }
    vec_free(&heads);
    return all;
}

static shape tuple(struct pass *p, const struct core *e) {
    shape *elems = mem_alloc((e->n + 1) * sizeof *elems), all = SHAPE_NONE;
    if (values_of(p, e->kid, e->n, elems)) all = shape_tuple(p->s, elems, e->n);
    mem_free(elems);
    return all;
}

static shape map(struct pass *p, const struct core *e) {
    shape all = infer_value(p, e->kid[0], false);
    if (all == SHAPE_NONE) return all;
    node_mark(p->a, e, NODE_REACHED);
    if (!shape_subset(p->s, all, shape_flags(p->s, SHAPE_MAP))) may_fail(p, e); // badmap
    all = shape_keep(p->s, all, KIND_BIT(KIND_MAP));
    for (uint32_t i = 1; i < e->n && all != SHAPE_NONE; i++) {
        const struct core *pair = e->kid[i];
        shape key = infer_value(p, pair->kid[0], false), value = infer_value(p, pair->kid[1], false);
        if (key == SHAPE_NONE || value == SHAPE_NONE) return SHAPE_NONE;
        symbol name;
        int64_t number;
        term exact = TERM_NONE;
        bool certain;
        if (shape_is_atom(p->s, key, &name))
            exact = term_atom(name);
        else if (shape_is_int(p->s, key, &number) && number <= TERM_SMALL_MAX && number >= TERM_SMALL_MIN)
            exact = term_small(number);
        shape_field(p->s, all, exact, &certain);
        if (pair->aux && !certain) may_fail(p, e); // badkey
        all = shape_put(p->s, all, exact, key, value);
    }
    return all;
}

static shape binary(struct pass *p, const struct core *e) {
    struct sizes all = sizes_some(0, 0);
    node_mark(p->a, e, NODE_REACHED);
    for (uint32_t i = 0; i < e->n; i++) {
        const struct core *seg = e->kid[i];
        bool fits = false;
        shape value = infer_value(p, seg->kid[0], false), size = infer_value(p, seg->kid[1], false);
        if (value == SHAPE_NONE || size == SHAPE_NONE) return SHAPE_NONE;
        struct sizes one = bits_built(p, seg, value, size, &fits);
        if (!fits) may_fail(p, e);
        all = sizes_sum(&all, &one);
    }
    return shape_sizes(p->s, all);
}

// ---- Exceptions ----

// try A of V -> B catch C, R, T -> H: what A may raise goes no further; H runs only if A may raise.
static shape try_value(struct pass *p, const struct core *e, bool tail) {
    uint32_t n = e->aux & 0xFF, m = e->aux >> 8, mark = p->trail.n;
    bool fails = p->fails;
    p->fails = false;
    shape value = infer_value(p, e->kid[0], false), result = SHAPE_NONE;
    bool raises_inside = p->fails;
    p->fails = fails;
    if (value != SHAPE_NONE) {
        for (uint32_t i = 0; i < n; i++)
            env_bind(p, e->kid[1 + i]->aux, n == 1 ? value : shape_element(p->s, value, n, i), NULL);
        result = infer_value(p, e->kid[1 + n], tail);
        env_undo(p, mark);
    }
    if (!raises_inside) return result;
    shape class_ = SHAPE_NONE;
    const term classes[3] = {atom_error, atom_exit, atom_throw};
    for (int i = 0; i < 3; i++) class_ = shape_union(p->s, class_, shape_atom(p->s, term_symbol(classes[i])));
    for (uint32_t i = 0; i < m; i++) env_bind(p, e->kid[2 + n + i]->aux, i ? (shape)SHAPE_ANY : class_, NULL);
    result = shape_union(p->s, result, infer_value(p, e->kid[2 + n + m], tail));
    env_undo(p, mark);
    return result;
}

static shape catch_value(struct pass *p, const struct core *e) {
    bool fails = p->fails;
    p->fails = false;
    shape value = infer_value(p, e->kid[0], false);
    bool raises_inside = p->fails;
    p->fails = fails;
    return raises_inside ? (shape)SHAPE_ANY : value;
}

static shape primop(struct pass *p, const struct core *e, bool tail) {
    const char *name = symbol_text(e->aux);
    shape *args = mem_alloc((e->n + 1) * sizeof *args);
    bool exist = values_of(p, e->kid, e->n, args);
    mem_free(args);
    if (!exist) return SHAPE_NONE;
    node_mark(p->a, e, NODE_REACHED);
    if (!strcmp(name, "match_fail")) {
        may_raise_this(p, e, e->kid[0]);
        return SHAPE_NONE;
    }
    if (!strcmp(name, "raise")) {
        may_fail(p, e);
        return SHAPE_NONE;
    }
    if (!strcmp(name, "build_stacktrace")) return SHAPE_ANY;
    if (!strcmp(name, "bs_init_writable")) return shape_bits(p->s, 0, 0);
    if (!strncmp(name, "recv_", 5)) p->a->given_up = true;
    return unknown_call(p, e, tail);
}

// ---- Expressions ----

static bool says_more(const struct core *e) { // than the shape of its value: whether a test held
    return e->tag == CORE_VAR || e->tag == CORE_CALL || e->tag == CORE_CASE || e->tag == CORE_TRY;
}

static bool is_built(const struct core *e) {
    return e->tag == CORE_CONS || e->tag == CORE_TUPLE;
}

// False: the value never comes to be.
static bool let(struct pass *p, const struct core *e) {
    uint32_t n = e->aux;
    const struct core *arg = e->kid[n];
    if (n == 1) {
        shape value = infer_value(p, arg, false);
        env_bind(p, e->kid[0]->aux, value, says_more(arg) || (p->a->ending && is_built(arg)) ? arg : NULL);
        return value != SHAPE_NONE;
    }
    shape *values = mem_alloc((n + 1) * sizeof *values);
    bool exist;
    if (arg->tag == CORE_VALUES && arg->n == n) {
        exist = values_of(p, arg->kid, n, values);
    } else {
        shape all = infer_value(p, arg, false);
        exist = all != SHAPE_NONE;
        for (uint32_t i = 0; i < n; i++) values[i] = shape_element(p->s, all, n, i);
    }
    for (uint32_t i = 0; i < n && exist; i++) env_bind(p, e->kid[i]->aux, values[i], NULL);
    mem_free(values);
    return exist;
}

static shape value_of(struct pass *p, const struct core *e, bool tail) {
    switch (e->tag) {
    case CORE_VAR: return env_type(p, e->aux);
    case CORE_LITERAL: return infer_literal(p, e);
    case CORE_FNAME: return name_value(p, e);
    case CORE_CONS: return cons(p, e);
    case CORE_TUPLE:
    case CORE_VALUES: return tuple(p, e);
    case CORE_MAP: return map(p, e);
    case CORE_BINARY: return binary(p, e);
    case CORE_FUN: return fun_value(p, e);
    case CORE_LETREC: return e->flags & CORE_LETREC_GOTO ? gotos(p, e, tail) : letrec(p, e, tail);
    case CORE_CASE: return infer_case(p, e, tail);
    case CORE_APPLY: return apply(p, e, tail);
    case CORE_CALL: return call(p, e, tail);
    case CORE_PRIMOP: return primop(p, e, tail);
    case CORE_TRY: return try_value(p, e, tail);
    case CORE_CATCH: return catch_value(p, e);
    default: return SHAPE_ANY;
    }
}

shape infer_value(struct pass *p, const struct core *e, bool tail) {
    uint32_t mark = p->trail.n;
    shape result = SHAPE_NONE;
    bool exists = true;
    if (p->nesting > NESTING_MAX) p->a->given_up = true;
    if (!infer_goes_on(p->a)) return SHAPE_ANY;
    p->nesting++;
    p->a->visits++;
    while (exists && (e->tag == CORE_LET || e->tag == CORE_SEQ)) {
        p->a->visits++;
        exists = e->tag == CORE_LET ? let(p, e) : infer_value(p, e->kid[0], false) != SHAPE_NONE;
        e = e->kid[e->n - 1];
    }
    if (exists) result = value_of(p, e, tail);
    env_undo(p, mark);
    p->nesting--;
    return result;
}
