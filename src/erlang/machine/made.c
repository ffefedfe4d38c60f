// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/made.h"

#include <string.h>

#include "base/hash.h"
#include "base/some_of.h"
#include "base/vec.h"
#include "erlang/machine/decide.h"
#include "erlang/term/atoms.h"
#include "erlang/term/made_form.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"

// ---- Plans ----

struct made_plan {
    const struct grammar *g;
    type_id type;
    struct hash_map reaches; // types in whose members marks may be
    struct hash_map marks;   // types of one mark -> its symbol
    bool funs;
    VEC(term) returned; // marks that functions may return, themselves
};

// The mark that all members of an alternative have in front; 0: none.
static symbol mark_of(const struct made_plan *p, const struct alternative *a) {
    uint32_t mark = 0;
    return a->head == ALT_TUPLE && a->n == 2 && hash_map_get(&p->marks, a->parts[0], &mark) ? mark : 0;
}

static symbol only_mark(const struct grammar *g, const struct expr_store *x, type_id t) {
    struct made_form f;
    if (grammar_count(g, t) != 1) return 0;
    const struct alternative *a = grammar_alternative(g, t, 0);
    if (a->head != ALT_LITERAL || expr_op(x, a->literal) != EXPR_ATOM_OP) return 0;
    return made_marked(expr_imm(x, a->literal), &f) ? expr_imm(x, a->literal) : 0;
}

static uint32_t part_count(const struct alternative *a) {
    switch (SOME_OF(a->head)) {
    case ALT_CONS: return 2;
    case ALT_TUPLE: return a->n;
    case ALT_FUN: return 1;
    case ALT_MAP: return 2 * a->n;
    default: return 0;
    }
}

static type_id part_type(const struct alternative *a, uint32_t i) {
    if (a->head != ALT_MAP) return a->parts[i];
    return i % 2 ? a->fields[i / 2].value : a->fields[i / 2].key;
}

static bool type_reaches(const struct made_plan *p, type_id t) {
    uint32_t yes;
    return hash_map_get(&p->reaches, t, &yes);
}

static bool alternative_reaches(const struct made_plan *p, const struct alternative *a) {
    bool reaches = mark_of(p, a) != 0;
    for (uint32_t i = 0; i < part_count(a) && !reaches; i++) reaches = type_reaches(p, part_type(a, i));
    return reaches;
}

typedef VEC(type_id) type_list;

static type_list all_types(const struct made_plan *p) {
    type_list all = {0};
    struct hash_map seen = {0};
    uint32_t met;
    vec_push(&all, p->type);
    hash_map_put(&seen, p->type, 0);
    for (uint32_t k = 0; k < all.n; k++) {
        for (uint32_t i = 0; i < grammar_count(p->g, all.at[k]); i++) {
            const struct alternative *a = grammar_alternative(p->g, all.at[k], i);
            for (uint32_t j = 0; j < part_count(a); j++) {
                if (hash_map_get(&seen, part_type(a, j), &met)) continue;
                hash_map_put(&seen, part_type(a, j), 0);
                vec_push(&all, part_type(a, j));
            }
        }
    }
    hash_map_free(&seen);
    return all;
}

static void note_returned(struct made_plan *p, const struct alternative *fun) {
    type_id result = fun->parts[0];
    p->funs = true;
    for (uint32_t i = 0; i < grammar_count(p->g, result); i++) {
        symbol mark = mark_of(p, grammar_alternative(p->g, result, i));
        if (mark) vec_push(&p->returned, term_atom(mark));
    }
}

// Until nothing is added.
static void find_reaching(struct made_plan *p, const type_list *all) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t k = 0; k < all->n; k++) {
            if (type_reaches(p, all->at[k])) continue;
            for (uint32_t i = 0; i < grammar_count(p->g, all->at[k]); i++) {
                if (!alternative_reaches(p, grammar_alternative(p->g, all->at[k], i))) continue;
                hash_map_put(&p->reaches, all->at[k], 1);
                more = true;
                break;
            }
        }
    }
}

struct made_plan *made_plan_new(const struct grammar *g, const struct expr_store *x, type_id type) {
    struct made_plan *p = mem_zalloc(sizeof *p);
    *p = (struct made_plan){.g = g, .type = type};
    type_list all = all_types(p);
    for (uint32_t k = 0; k < all.n; k++) {
        symbol mark = only_mark(g, x, all.at[k]);
        if (mark) hash_map_put(&p->marks, all.at[k], mark);
    }
    find_reaching(p, &all);
    for (uint32_t k = 0; k < all.n; k++)
        for (uint32_t i = 0; type_reaches(p, all.at[k]) && i < grammar_count(g, all.at[k]); i++) {
            const struct alternative *a = grammar_alternative(g, all.at[k], i);
            if (a->head == ALT_FUN && alternative_reaches(p, a)) note_returned(p, a);
        }
    vec_free(&all);
    if (type_reaches(p, type)) return p;
    made_plan_free(p);
    return NULL;
}

void made_plan_free(struct made_plan *p) {
    if (!p) return;
    hash_map_free(&p->reaches);
    hash_map_free(&p->marks);
    vec_free(&p->returned);
    mem_free(p);
}

bool made_plan_funs(const struct made_plan *p) {
    return p->funs;
}

// ---- Calls ----

static enum interp_result call(struct interp *ip, const struct made_form *f, term given, term before,
                               term *value) {
    term args[MAX_ARGUMENTS];
    uint32_t next = 0;
    for (uint32_t i = 0; i < f->arity; i++) args[i] = i == f->at ? before : decide_element(ip, given, next++);
    struct export *x = program_export(ip->program, f->module, f->function, f->arity);
    return interp_call(ip, x, args, f->arity, value);
}

static enum interp_result fold(struct interp *ip, const struct made_form *f, term given, term *value) {
    struct term_vec elements = {0};
    decide_elements(ip, given, &elements);
    struct export *start = program_export(ip->program, f->module, f->start, 0);
    enum interp_result result = interp_call(ip, start, value, 0, value);
    for (uint32_t i = 0; i < elements.n && result == INTERP_VALUE; i++)
        result = call(ip, f, elements.at[i], *value, value);
    vec_free(&elements);
    return result;
}

static enum interp_result make(struct interp *ip, const struct made_form *f, term given, term *value,
                               bool *good) {
    enum interp_result result = f->start ? fold(ip, f, given, value) : call(ip, f, given, TERM_NONE, value);
    interp_outside(ip);
    if (result != INTERP_VALUE || !f->tagged) return result;
    *good = decide_tuple(ip, *value, 2) &&
            interp_is(ip, decide_element(ip, *value, 0), term_atom(symbol_of("ok")));
    if (*good) *value = decide_element(ip, *value, 1);
    return *good ? INTERP_VALUE : INTERP_RAISED;
}

// ---- Walking ----
// A value and the types it may be of: at each step, what remains of the alternatives after what was asked.
// Values are put back together from their parts, the last ones of `done`.

struct type_set { // in the run's heap
    uint32_t n;
    type_id at[];
};

enum step_kind { STEP_VISIT, STEP_CONS, STEP_TUPLE, STEP_MAP, STEP_MAKE };
struct step {
    enum step_kind kind;
    uint32_t n; // parts
    term value; // to visit
    const struct type_set *types;
    struct made_form form;
};

struct walk {
    struct interp *ip;
    const struct made_plan *plan;
    VEC(struct step) todo; // the last one first
    struct term_vec done;
    type_list gathered;
    bool bad; // no input
};

static void visit_later(struct walk *w, term value, const struct type_set *types) {
    vec_push(&w->todo, ((struct step){.kind = STEP_VISIT, .value = value, .types = types}));
}

// Whether these are the alternatives of one head and so many parts.
static bool is_shape(const struct alternative *a, enum alt_head head, uint32_t n) {
    return a->head == head && (head != ALT_TUPLE || a->n == n);
}

static void gather(struct walk *w, type_id t) {
    for (uint32_t i = 0; i < w->gathered.n; i++)
        if (w->gathered.at[i] == t) return;
    vec_push(&w->gathered, t);
}

// What part i of the members of that shape may be; of a map, its keys (0) or values (1).
static const struct type_set *parts_of(struct walk *w, const struct type_set *types, enum alt_head head,
                                       uint32_t n, uint32_t part, symbol mark) {
    const struct grammar *g = w->plan->g;
    vec_clear(&w->gathered);
    for (uint32_t k = 0; k < types->n; k++)
        for (uint32_t i = 0; i < grammar_count(g, types->at[k]); i++) {
            const struct alternative *a = grammar_alternative(g, types->at[k], i);
            if (head == ALT_TUPLE && !mark && a->head == ALT_ANY_TUPLE) gather(w, TYPE_ANY);
            if (!is_shape(a, head, n) || (head == ALT_TUPLE && mark_of(w->plan, a) != mark)) continue;
            if (head != ALT_MAP) gather(w, a->parts[part]);
            for (uint32_t f = part; head == ALT_MAP && f < 2 * a->n; f += 2) gather(w, part_type(a, f));
        }
    struct type_set *set = arena_zalloc(&w->ip->heap, sizeof *set + w->gathered.n * sizeof(type_id));
    set->n = w->gathered.n;
    if (set->n) memcpy(set->at, w->gathered.at, set->n * sizeof(type_id));
    return set;
}

// The alternatives behind which there are marks, of one head; the k-th. NULL: no more.
static const struct alternative *way(const struct walk *w, const struct type_set *types, enum alt_head head,
                                     uint32_t k) {
    const struct grammar *g = w->plan->g;
    for (uint32_t i = 0; i < types->n; i++) {
        if (!type_reaches(w->plan, types->at[i])) continue;
        for (uint32_t j = 0; j < grammar_count(g, types->at[i]); j++) {
            const struct alternative *a = grammar_alternative(g, types->at[i], j);
            if (a->head == head && alternative_reaches(w->plan, a) && k-- == 0) return a;
        }
    }
    return NULL;
}

// Whether the alternatives without marks allow a pair of this mark, too, as any() does. The solver, asked for
// the mark, may then have anything beside it.
static bool allows_mark(const struct walk *w, const struct type_set *types, symbol mark) {
    const struct grammar *g = w->plan->g;
    expr_id atom = expr_atom(w->ip->exprs, mark);
    for (uint32_t k = 0; k < types->n; k++)
        for (uint32_t i = 0; i < grammar_count(g, types->at[k]); i++) {
            const struct alternative *a = grammar_alternative(g, types->at[k], i);
            if (a->head == ALT_ANY_TUPLE) return true;
            if (is_shape(a, ALT_TUPLE, 2) && !mark_of(w->plan, a) && grammar_accepts(g, a->parts[0], atom))
                return true;
        }
    return false;
}

static bool is_given(const struct walk *w, term given, const struct type_set *types) {
    expr_id ground = value_from_term(w->ip->exprs, term_concrete(&w->ip->heap, given));
    bool fits = false;
    for (uint32_t i = 0; i < types->n && !fits; i++) fits = grammar_accepts(w->plan->g, types->at[i], ground);
    return fits;
}

// Whether it is a marked pair: then what is given is visited, and the call made after it.
static bool visit_mark(struct walk *w, term pair, const struct type_set *types) {
    struct term_vec marks = {0};
    const struct alternative *a;
    symbol mark;
    for (uint32_t k = 0; (a = way(w, types, ALT_TUPLE, k)); k++)
        if ((mark = mark_of(w->plan, a)) != 0) vec_push(&marks, term_atom(mark));
    uint32_t i = marks.n;
    if (marks.n) i = decide_among(w->ip, decide_element(w->ip, pair, 0), marks.at, marks.n, NULL);
    bool is = i < marks.n;
    if (is) {
        struct step s = {.kind = STEP_MAKE};
        mark = term_symbol(marks.at[i]);
        made_marked(mark, &s.form);
        vec_push(&w->todo, s);
        const struct type_set *takes = parts_of(w, types, ALT_TUPLE, 2, 1, mark);
        term given = decide_element(w->ip, pair, 1);
        w->bad |= allows_mark(w, types, mark) && !is_given(w, given, takes);
        visit_later(w, given, takes);
    }
    vec_free(&marks);
    return is;
}

static bool visit_tuple(struct walk *w, term t, const struct type_set *types) {
    const struct alternative *a;
    if (!way(w, types, ALT_TUPLE, 0) || !decide_kind(w->ip, t, KIND_BIT(KIND_TUPLE))) return false;
    for (uint32_t k = 0; (a = way(w, types, ALT_TUPLE, k)); k++) {
        if (!decide_tuple(w->ip, t, a->n)) continue;
        if (a->n == 2 && visit_mark(w, t, types)) return true;
        vec_push(&w->todo, ((struct step){.kind = STEP_TUPLE, .n = a->n}));
        for (uint32_t i = a->n; i-- > 0;)
            visit_later(w, decide_element(w->ip, t, i), parts_of(w, types, ALT_TUPLE, a->n, i, 0));
        return true;
    }
    return false;
}

static bool visit_cons(struct walk *w, term t, const struct type_set *types) {
    term hd, tl;
    if (!way(w, types, ALT_CONS, 0) || !decide_cons(w->ip, t, &hd, &tl)) return false;
    vec_push(&w->todo, ((struct step){.kind = STEP_CONS, .n = 2}));
    visit_later(w, tl, parts_of(w, types, ALT_CONS, 2, 1, 0));
    visit_later(w, hd, parts_of(w, types, ALT_CONS, 2, 0, 0));
    return true;
}

static bool visit_map(struct walk *w, term t, const struct type_set *types) {
    if (!way(w, types, ALT_MAP, 0) || !decide_kind(w->ip, t, KIND_BIT(KIND_MAP))) return false;
    struct map_iterator it;
    term map = decide_map(w->ip, t), key, value;
    if (term_is_sym(map)) map = decide_lose(w->ip, map, "map with opaque values");
    vec_push(&w->todo, ((struct step){.kind = STEP_MAP, .n = 2 * (uint32_t)map_size(map)}));
    const struct type_set *keys = parts_of(w, types, ALT_MAP, 0, 0, 0),
                          *values = parts_of(w, types, ALT_MAP, 0, 1, 0);
    for (map_iterate(&it, map); map_next(&it, &key, &value);) {
        visit_later(w, value, values);
        visit_later(w, key, keys);
    }
    return true;
}

static void visit(struct walk *w, term t, const struct type_set *types) {
    bool may = false;
    for (uint32_t i = 0; i < types->n && !may; i++) may = type_reaches(w->plan, types->at[i]);
    if (may && (visit_tuple(w, t, types) || visit_cons(w, t, types) || visit_map(w, t, types))) return;
    vec_push(&w->done, t);
}

static term rebuilt(struct walk *w, const struct step *s) {
    struct arena *heap = &w->ip->heap;
    term *parts = &w->done.at[w->done.n - s->n], map = map_empty;
    w->done.n -= s->n;
    if (s->kind == STEP_CONS) return term_cons(heap, parts[0], parts[1]);
    if (s->kind == STEP_TUPLE) return term_tuple_of(heap, parts, s->n);
    for (uint32_t i = 0; i < s->n; i += 2) map = map_put(heap, map, parts[i], parts[i + 1]);
    return map;
}

static enum interp_result take_steps(struct walk *w, bool *good) {
    enum interp_result result = INTERP_VALUE;
    term value = TERM_NIL;
    while (w->todo.n && result == INTERP_VALUE && !w->bad) {
        struct step s = vec_pop(&w->todo);
        if (s.kind == STEP_VISIT) {
            visit(w, s.value, s.types);
            continue;
        }
        if (s.kind == STEP_MAKE)
            result = make(w->ip, &s.form, w->done.at[--w->done.n], &value, good);
        else
            value = rebuilt(w, &s);
        vec_push(&w->done, value);
    }
    return result;
}

// Not within functions.
static bool holds_mark(term root) {
    VEC(term) todo = {0};
    struct made_form f;
    bool found = false;
    vec_push(&todo, root);
    while (todo.n && !found && term_visit()) {
        term t = vec_pop(&todo), key, value;
        struct map_iterator it;
        found = term_is_atom(t) && made_marked(term_symbol(t), &f);
        for (; term_is_cons(t); t = term_tl(t)) vec_push(&todo, term_hd(t));
        for (uint64_t i = 0; term_is_tuple(t) && i < term_tuple(t)->n; i++)
            vec_push(&todo, term_tuple(t)->at[i]);
        if (!term_is_map(t)) continue;
        for (map_iterate(&it, t); map_next(&it, &key, &value);) {
            vec_push(&todo, key);
            vec_push(&todo, value);
        }
    }
    vec_free(&todo);
    return found;
}

enum interp_result made_arguments(struct interp *ip, const struct made_plan *p, term *args, uint32_t n,
                                  bool *good) {
    const struct analysis *analysis = ip->analysis;
    const uint32_t fresh = ip->fresh.n;
    struct walk w = {.ip = ip, .plan = p};
    struct type_set *root = arena_zalloc(&ip->heap, sizeof *root + sizeof(type_id));
    *root = (struct type_set){.n = 1};
    root->at[0] = p->type;
    ip->analysis = NULL;
    *good = true;
    interp_outside(ip);
    for (uint32_t i = n; i-- > 0;) visit_later(&w, args[i], parts_of(&w, root, ALT_TUPLE, n, i, 0));
    enum interp_result result = take_steps(&w, good);
    *good = *good && result != INTERP_RAISED && !w.bad;
    for (uint32_t i = 0; i < n && *good && result == INTERP_VALUE; i++) {
        args[i] = w.done.at[i];
        // An input grown from others may have a marked pair where the type is any().
        *good = !holds_mark(term_concrete(&ip->heap, args[i]));
    }
    vec_free(&w.todo);
    vec_free(&w.done);
    vec_free(&w.gathered);
    ip->analysis = analysis;
    ip->fresh.n = fresh;
    return result;
}

// ---- What input functions return ----

enum dispatch made_returned(struct interp *ip, const struct made_plan *p, term *result) {
    if (!p || !p->funs || !holds_mark(term_concrete(&ip->heap, *result))) return DISPATCH_VALUE;
    struct made_form f = {0};
    term t = *result, given = TERM_NIL, args[MAX_ARGUMENTS];
    uint32_t i = p->returned.n;
    if (i && decide_tuple(ip, t, 2)) i = decide_among(ip, decide_element(ip, t, 0), p->returned.at, i, NULL);
    if (i < p->returned.n) {
        made_marked(term_symbol(p->returned.at[i]), &f);
        given = decide_element(ip, t, 1);
    }
    if (!f.module || f.start || f.tagged || holds_mark(term_concrete(&ip->heap, given))) {
        ip->process.no_model = "opaque value within what an input function returns";
        return DISPATCH_RAISE;
    }
    for (i = 0; i < f.arity; i++) args[i] = decide_element(ip, given, i);
    return call_export(ip, program_export(ip->program, f.module, f.function, f.arity), args, f.arity, result);
}
