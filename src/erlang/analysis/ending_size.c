// SPDX-License-Identifier: Apache-2.0
// What a call does to sizes. Arguments are looked at as numbers of values (numbering.c): a value is a
// parameter of the caller, a part of one, or computed from one. Data that is built anew is a sum of its
// parts: [H|T] of a head and a tail of one list is no larger than that list.
#include "erlang/analysis/ending_size.h"

#include <string.h>

#include "erlang/load/otp.h"
#include "erlang/term/atoms.h"

enum { SLOTS_MAX = 60, BASES_MAX = 12, NESTING_MAX = 40, LITERAL_MAX = 64, CHAIN_MAX = 32 };

static const struct {
    const char *name;
    kind_set of;
} size_functions[] = {
    {"length", KINDS_LIST},           {"tuple_size", KIND_BIT(KIND_TUPLE)},
    {"byte_size", KINDS_BITS},        {"bit_size", KINDS_BITS},
    {"map_size", KIND_BIT(KIND_MAP)}, {"size", KIND_BIT(KIND_TUPLE) | KINDS_BITS},
};
enum { SIZE_FUNCTIONS = sizeof size_functions / sizeof *size_functions };

static uint32_t size_of(enum size_class c, uint32_t slot, uint32_t other, uint32_t function) {
    return (uint32_t)c << 24 | function << 16 | other << 8 | slot;
}

uint32_t ending_size_class(uint32_t size) {
    return size >> 24;
}

static void arc(struct pass *p, uint32_t from, uint32_t to, bool strict) {
    vec_push(&p->a->ending->changes.arcs, ((struct size_arc){from, to, strict}));
}

// ---- The pass ----

void ending_begin_pass(struct pass *p) {
    struct ending *e = p->a->ending;
    const struct routine *r = &p->a->routines.at[p->routine];
    vec_clear(&e->numbers);
    vec_clear(&e->segments);
    vec_clear(&e->entered);
    for (uint32_t i = 0; i < r->arity; i++) vec_push(&e->numbers, numbering_of(p, r->fun->kid[i]));
    for (uint32_t i = 0; i < r->n_free; i++) {
        const struct core var = {.tag = CORE_VAR, .aux = r->free[i]};
        vec_push(&e->numbers, numbering_of(p, &var));
    }
}

void ending_enter(struct pass *p) {
    vec_push(&p->a->ending->entered, ((struct letrec_entered){p->scope, p->n_bindings}));
}

void ending_leave(struct pass *p) {
    p->a->ending->entered.n--;
}

// What a function of that letrec captures under this name still has it here.
static bool still_means(const struct pass *p, uint32_t scope, uint32_t var) {
    const struct ending *e = p->a->ending;
    for (uint32_t i = 0; scope && i < e->entered.n; i++)
        if (e->entered.at[i].scope == scope)
            return var < p->n_vars && p->types[var] != UNBOUND && p->stamps[var] <= e->entered.at[i].bindings;
    return false;
}

static uint32_t slot_variable(const struct pass *p, uint32_t slot) {
    const struct routine *r = &p->a->routines.at[p->routine];
    return slot < r->arity ? r->fun->kid[slot]->aux : r->free[slot - r->arity];
}

static uint32_t slot_of(const struct pass *p, uint32_t number) {
    const struct ending *e = p->a->ending;
    for (uint32_t i = 0; number && i < e->numbers.n && i < SLOTS_MAX; i++)
        if (e->numbers.at[i] == number) return i;
    return UINT32_MAX;
}

// What is known here of the caller's parameter.
static shape slot_type(struct pass *p, uint32_t slot) {
    const uint32_t var = slot_variable(p, slot), number = p->a->ending->numbers.at[slot];
    const struct core e = {.tag = CORE_VAR, .aux = var};
    shape known = numbering_type(p, number);
    return numbering_of(p, &e) == number ? shape_meet(p->s, known, env_type(p, var)) : known;
}

static const struct shape_data *only(struct pass *p, shape a, uint32_t flags) { // or NULL: other terms, too
    const struct shape_data *d = shape_open(p->s, a, NULL);
    bool others = d->flags & ~flags || d->n_atoms || d->n_tuples || d->n_funs || d->n_refs;
    return others || !d->flags ? NULL : d;
}

// ---- Parts ----

uint32_t ending_segment(struct pass *p, const struct core *pat, uint32_t i, uint32_t value) {
    bool strict = false;
    if (!value || pat->kid[i]->seg.type != SEG_BINARY) return 0;
    for (uint32_t k = 0; k < i; k++) {
        const struct core *seg = pat->kid[k], *size = seg->kid[1];
        bool some = size->tag == CORE_LITERAL && term_is_small(size->lit) && term_small_value(size->lit) > 0;
        strict |= seg->seg.type > SEG_BINARY || some;
    }
    uint32_t number = numbering_new(p);
    vec_push(&p->a->ending->segments, ((struct segment_within){number, value, strict}));
    return number;
}

struct part {
    uint32_t whole;
    int32_t less; // its size is at most that of the whole less this
    bool apart;   // parts of the whole with other numbers have nothing in common with it
    bool of_cons; // head or tail: the other of the two has a size of 1 at least
};

static bool part_of(const struct pass *p, uint32_t number, struct part *out) {
    enum { PLACE = 34, FLAGS = 6, TYPE = 3 };
    const struct ending *e = p->a->ending;
    const struct value *v = number_value(p, number);
    for (uint32_t i = 0; i < e->segments.n; i++) {
        const struct segment_within *s = &e->segments.at[i];
        if (s->number == number) return *out = (struct part){s->whole, s->strict, false, false}, true;
    }
    if (v->kind != VALUE_PART) return false;
    *out = (struct part){v->of[0], 1, true, v->of[1] == PART_HEAD || v->of[1] == PART_TAIL};
    if (v->of[1] != PART_BITS) return true;
    if ((v->what >> TYPE & 7) != SEG_BINARY) return false;
    *out = (struct part){v->of[0], v->what >> PLACE > 0, false, false};
    return true;
}

static uint32_t part_depth(const struct pass *p, uint32_t number) {
    struct part part;
    uint32_t depth = 0;
    for (; depth < CHAIN_MAX && part_of(p, number, &part); depth++) number = part.whole;
    return depth;
}

// ---- Sizes of terms ----

// At most what the bases have together and `more`.
struct sum {
    int64_t more;
    uint32_t n, at[BASES_MAX]; // numbers
};

static bool add_base(struct sum *s, uint32_t number) {
    if (s->n == BASES_MAX) return false;
    s->at[s->n++] = number;
    return true;
}

static bool add_literal(struct sum *s, term t) {
    VEC(term) todo = {0};
    bool counted = true;
    vec_push(&todo, t);
    for (uint32_t visits = 0; todo.n && counted; visits++) {
        t = vec_pop(&todo);
        s->more++;
        if (term_is_cons(t)) {
            vec_push(&todo, term_hd(t));
            vec_push(&todo, term_tl(t));
        } else if (term_is_tuple(t)) {
            for (uint64_t i = 0; i < term_tuple(t)->n && i < LITERAL_MAX; i++)
                vec_push(&todo, term_tuple(t)->at[i]);
        } else if (term_is_bits(t)) {
            s->more += (int64_t)term_bits_of(t)->size;
        }
        counted = visits < LITERAL_MAX && !term_is_map(t) && !term_is_fun(t);
    }
    vec_free(&todo);
    return counted;
}

// What these built-ins give is a number or an atom, or may be any part.
static bool gives_plain(const struct value *v) {
    static const char *const parts[] = {"element", "min", "max", "map_get", "hd", "tl"};
    uint32_t arity;
    const char *name = symbol_text(numbering_call(v, &arity));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(name, parts[i])) return false;
    return true;
}

static bool add_number(struct pass *p, uint32_t number, struct sum *s) {
    const struct value *v = number ? number_value(p, number) : NULL;
    if (!v) return false;
    switch ((enum value_kind)v->kind) {
    case VALUE_LITERAL: return add_literal(s, (term)v->what);
    case VALUE_FLOAT: s->more++; return true;
    case VALUE_CALL:
        if (!gives_plain(v)) return add_base(s, number);
        s->more++;
        return true;
    case VALUE_NONE:
    case VALUE_BINDING:
    case VALUE_PART: break;
    }
    return add_base(s, number);
}

// before: variables bound since then mean something else in e.
static bool add_term(struct pass *p, const struct core *e, uint32_t before, uint32_t nesting, struct sum *s) {
    if (nesting > NESTING_MAX) return false;
    if (e->tag == CORE_CONS || e->tag == CORE_TUPLE) {
        s->more++;
        for (uint32_t i = 0; i < e->n; i++)
            if (!add_term(p, e->kid[i], before, nesting + 1, s)) return false;
        return true;
    }
    if (e->tag == CORE_LITERAL) return add_literal(s, e->lit);
    if (e->tag != CORE_VAR) return before == UINT32_MAX && add_number(p, numbering_of(p, e), s);
    if (e->aux >= p->n_vars || p->types[e->aux] == UNBOUND || p->stamps[e->aux] >= before) return false;
    const struct core *def = env_origin(p, e->aux) ? NULL : env_def(p, e->aux);
    if (def && (def->tag == CORE_CONS || def->tag == CORE_TUPLE))
        return add_term(p, def, p->stamps[e->aux], nesting + 1, s);
    return add_number(p, numbering_of(p, e), s);
}

// The different parts of one whole, put together: no larger than the whole less the cell or tuple they are
// in.
static bool put_together(const struct pass *p, struct sum *s, uint32_t deepest) {
    struct part part, other;
    uint32_t kept = 0;
    if (!part_of(p, s->at[deepest], &part)) return false;
    for (uint32_t i = 0; i < s->n; i++) {
        bool same = i == deepest ||
                    (part.apart && part_of(p, s->at[i], &other) && other.apart && other.whole == part.whole);
        if (!same) s->at[kept++] = s->at[i];
    }
    s->more -= part.less + (part.of_cons && s->n - kept == 1);
    s->n = kept;
    return add_base(s, part.whole);
}

static bool all_different(const struct sum *s) {
    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (s->at[i] == s->at[k]) return false;
    return true;
}

// The sum as parts of the one value: *less than its size at least. False: it is no such sum.
static bool sum_within(const struct pass *p, struct sum s, uint32_t number, int64_t *less) {
    while (s.n != 1 || s.at[0] != number) {
        uint32_t deepest = 0;
        if (!s.n || !all_different(&s)) return false;
        for (uint32_t i = 1; i < s.n; i++)
            if (part_depth(p, s.at[i]) > part_depth(p, s.at[deepest])) deepest = i;
        if (!put_together(p, &s, deepest)) return false;
    }
    *less = -s.more;
    return true;
}

// ---- Integers ----

// A parameter of the caller and a constant.
struct linear {
    uint32_t slot; // UINT32_MAX: something else
    int64_t plus;
};

static bool small_literal(const struct pass *p, uint32_t number, int64_t *value) {
    const struct value *v = number_value(p, number);
    if (v->kind != VALUE_LITERAL || !term_is_small((term)v->what)) return false;
    *value = term_small_value((term)v->what);
    return *value > -((int64_t)1 << 40) && *value < (int64_t)1 << 40;
}

static bool calls(const struct value *v, const char *name, uint32_t arity) {
    uint32_t n;
    if (v->kind != VALUE_CALL) return false;
    symbol called = numbering_call(v, &n);
    return n == arity && !strcmp(symbol_text(called), name);
}

// X + 1, X - 1, X + 1 - 1 .. of an X that is an integer.
static struct linear linear_of(struct pass *p, uint32_t number) {
    struct linear l = {UINT32_MAX, 0};
    int64_t c;
    for (uint32_t i = 0; number && i < CHAIN_MAX; i++) {
        const struct value *v = number_value(p, number);
        l.slot = slot_of(p, number);
        if (l.slot != UINT32_MAX || v->kind != VALUE_CALL) break;
        if (calls(v, "+", 2) && small_literal(p, v->of[1], &c)) {
            l.plus += c;
            number = v->of[0];
        } else if (calls(v, "+", 2) && small_literal(p, v->of[0], &c)) {
            l.plus += c;
            number = v->of[1];
        } else if (calls(v, "-", 2) && small_literal(p, v->of[1], &c)) {
            l.plus -= c;
            number = v->of[0];
        } else {
            break;
        }
    }
    if (l.slot != UINT32_MAX && l.plus && !only(p, slot_type(p, l.slot), SHAPE_INT)) l.slot = UINT32_MAX;
    return l;
}

static void linear_arcs(struct pass *p, const struct linear *l, uint32_t to) {
    const struct shape_data *d = only(p, slot_type(p, l->slot), SHAPE_INT);
    if (!d || !l->plus) return;
    if (l->plus < 0)
        arc(p, size_of(SIZE_DOWN, l->slot, 0, 0), size_of(SIZE_DOWN, to, 0, 0), d->lo != SHAPE_NO_LO);
    else
        arc(p, size_of(SIZE_UP, l->slot, 0, 0), size_of(SIZE_UP, to, 0, 0), d->hi != SHAPE_NO_HI);
}

static bool has_no_zero(const struct shape_data *d) {
    bool without = d->lo > 0 || d->hi < 0;
    for (uint32_t i = 0; i < d->n_holes; i++) without |= d->holes[i] == 0;
    return without;
}

// X div 2 and X bsr 1: smaller than X where that is not 0 (bsr: where it is positive).
static void divided_arcs(struct pass *p, const struct value *v, bool shifts, uint32_t to) {
    int64_t c;
    uint32_t from = slot_of(p, v->of[0]);
    const struct shape_data *d = from == UINT32_MAX ? NULL : only(p, slot_type(p, from), SHAPE_INT);
    if (!d || !small_literal(p, v->of[1], &c) || c < 1) return;
    bool positive = d->lo != SHAPE_NO_LO && d->lo >= 0, less = shifts || c >= 2;
    if (shifts && !positive) return;
    arc(p, size_of(SIZE_ABS, from, 0, 0), size_of(SIZE_ABS, to, 0, 0), less && has_no_zero(d));
    if (positive) arc(p, size_of(SIZE_DOWN, from, 0, 0), size_of(SIZE_DOWN, to, 0, 0), less && d->lo >= 1);
}

// X rem Y: nearer to 0 than Y, and no further than X.
static void remainder_arcs(struct pass *p, const struct value *v, uint32_t to) {
    for (int i = 0; i < 2; i++) {
        uint32_t from = slot_of(p, v->of[i]);
        const struct shape_data *d = from == UINT32_MAX ? NULL : only(p, slot_type(p, from), SHAPE_INT);
        if (!d) continue;
        arc(p, size_of(SIZE_ABS, from, 0, 0), size_of(SIZE_ABS, to, 0, 0), i == 1);
        if (d->lo != SHAPE_NO_LO && d->lo >= i)
            arc(p, size_of(SIZE_DOWN, from, 0, 0), size_of(SIZE_DOWN, to, 0, 0), i == 1);
    }
}

static int64_t least_integer(struct pass *p, uint32_t number) { // SHAPE_NO_LO: not known, or no integer
    int64_t value;
    uint32_t slot = slot_of(p, number);
    if (small_literal(p, number, &value)) return value;
    const struct shape_data *d =
        only(p, slot == UINT32_MAX ? numbering_type(p, number) : slot_type(p, slot), SHAPE_INT);
    return d ? d->lo : SHAPE_NO_LO;
}

// X - Y where Y is not negative.
static void difference_arcs(struct pass *p, const struct value *v, uint32_t to) {
    uint32_t from = slot_of(p, v->of[0]);
    const struct shape_data *d = from == UINT32_MAX ? NULL : only(p, slot_type(p, from), SHAPE_INT);
    if (!d) return;
    const bool bounded = d->lo != SHAPE_NO_LO;
    int64_t least = least_integer(p, v->of[1]);
    if (least == SHAPE_NO_LO || least < 0) return;
    arc(p, size_of(SIZE_DOWN, from, 0, 0), size_of(SIZE_DOWN, to, 0, 0), bounded && least >= 1);
}

static void integer_arcs(struct pass *p, uint32_t number, uint32_t to) {
    struct linear l = linear_of(p, number);
    if (l.slot != UINT32_MAX) {
        linear_arcs(p, &l, to);
        return;
    }
    const struct value *v = number_value(p, number);
    if (calls(v, "div", 2))
        divided_arcs(p, v, false, to);
    else if (calls(v, "bsr", 2))
        divided_arcs(p, v, true, to);
    else if (calls(v, "rem", 2))
        remainder_arcs(p, v, to);
    else if (calls(v, "-", 2))
        difference_arcs(p, v, to);
}

// ---- An argument ----

static bool may_be(struct pass *p, uint32_t slot, kind_set kinds) {
    return shape_keep(p->s, slot_type(p, slot), kinds) != SHAPE_NONE;
}

static void same_arcs(struct pass *p, uint32_t from, uint32_t to) {
    enum size_class last = may_be(p, from, KIND_BIT(KIND_INT)) ? SIZE_ABS : SIZE_TERM;
    for (enum size_class c = SIZE_TERM; c <= last; c++)
        arc(p, size_of(c, from, 0, 0), size_of(c, to, 0, 0), false);
}

static void term_arcs(struct pass *p, const struct core *arg, uint32_t to) {
    const struct ending *e = p->a->ending;
    struct sum s = {0};
    int64_t less;
    if (!add_term(p, arg, UINT32_MAX, 0, &s)) return;
    for (uint32_t i = 0; i < e->numbers.n && i < SLOTS_MAX; i++)
        if (e->numbers.at[i] && sum_within(p, s, e->numbers.at[i], &less) && less >= 0)
            arc(p, size_of(SIZE_TERM, i, 0, 0), size_of(SIZE_TERM, to, 0, 0), less > 0);
}

static void argument_arcs(struct pass *p, const struct core *arg, uint32_t to) {
    uint32_t number = numbering_of(p, arg), same = slot_of(p, number);
    if (same != UINT32_MAX) {
        const struct ending *e = p->a->ending;
        for (uint32_t i = 0; i < e->numbers.n && i < SLOTS_MAX; i++)
            if (e->numbers.at[i] == number) same_arcs(p, i, to);
        return;
    }
    term_arcs(p, arg, to);
    if (number) integer_arcs(p, number, to);
}

// ---- Two arguments ----

static bool is_at_most(struct pass *p, uint32_t low, uint32_t high) { // of two parameters
    const struct ending *e = p->a->ending;
    const uint32_t x = e->numbers.at[low], y = e->numbers.at[high];
    if (x && y && !(numbering_relation(p, x, y) & RELATION_GREATER)) return true;
    const struct shape_data *d = only(p, slot_type(p, low), SHAPE_INT);
    const int64_t most = d ? d->hi : SHAPE_NO_HI;
    d = only(p, slot_type(p, high), SHAPE_INT);
    return d && most != SHAPE_NO_HI && d->lo != SHAPE_NO_LO && most <= d->lo;
}

static void gap_arc(struct pass *p, const struct linear *bound, const struct linear *counter,
                    uint32_t to_bound, uint32_t to_counter) {
    const int64_t change = bound->plus - counter->plus;
    if (bound->slot == UINT32_MAX || counter->slot == UINT32_MAX || change > 0) return;
    if (bound->slot == counter->slot || !may_be(p, bound->slot, KINDS_NUMBER) ||
        !may_be(p, counter->slot, KIND_BIT(KIND_INT)))
        return;
    bool numbers = only(p, slot_type(p, bound->slot), SHAPE_INT | SHAPE_FLOAT) &&
                   only(p, slot_type(p, counter->slot), SHAPE_INT);
    bool strict = change < 0 && numbers && is_at_most(p, counter->slot, bound->slot);
    if (change && !numbers) return;
    arc(p, size_of(SIZE_GAP, bound->slot, counter->slot, 0), size_of(SIZE_GAP, to_bound, to_counter, 0),
        strict);
}

// The counter against what a built-in says of the size of the bound, which is the same value as before.
static void room_arcs(struct pass *p, const struct linear *bound, const struct linear *counter,
                      uint32_t to_bound, uint32_t to_counter) {
    const struct ending *e = p->a->ending;
    if (bound->slot == UINT32_MAX || bound->plus || counter->slot == UINT32_MAX || counter->plus < 0) return;
    const uint32_t x = e->numbers.at[counter->slot];
    const bool integer = only(p, slot_type(p, counter->slot), SHAPE_INT) != NULL;
    if (counter->plus ? !integer : !may_be(p, counter->slot, KIND_BIT(KIND_INT))) return;
    for (uint32_t f = 0; f < SIZE_FUNCTIONS; f++) {
        if (!may_be(p, bound->slot, size_functions[f].of)) continue;
        uint32_t size = numbering_find_call(p, symbol_of(size_functions[f].name), e->numbers.at[bound->slot]);
        bool within = size && x && !(numbering_relation(p, x, size) & RELATION_GREATER);
        arc(p, size_of(SIZE_ROOM, bound->slot, counter->slot, f), size_of(SIZE_ROOM, to_bound, to_counter, f),
            counter->plus > 0 && within);
    }
}

static void pair_arcs(struct pass *p, const struct linear *of, uint32_t n) {
    enum { PAIRS_OF_MAX = 10 };
    if (n > PAIRS_OF_MAX) n = PAIRS_OF_MAX;
    for (uint32_t b = 0; b < n; b++)
        for (uint32_t c = 0; c < n; c++) {
            if (b == c) continue;
            gap_arc(p, &of[b], &of[c], b, c);
            room_arcs(p, &of[b], &of[c], b, c);
        }
}

// Calls among functions of OTP that are known to end, though sizes do not show it: sorting merges lists of
// lists, and iterators of maps are opaque.
static bool known_to_end(struct pass *p, const struct routine *r) {
    static const char *const sorting[] = {
        "sort",      "usort",      "keysort",  "ukeysort",  "split_",    "usplit_",   "fsplit_", "ufsplit_",
        "keysplit_", "ukeysplit_", "merge",    "rmerge",    "umerge",    "rumerge",   "fmerge",  "rfmerge",
        "ufmerge",   "rufmerge",   "keymerge", "rkeymerge", "ukeymerge", "rukeymerge"};
    const char *module = symbol_text(r->module->name), *name = symbol_text(r->name);
    if (r->inner || !loader_is_otp(p->a->program->loader, r->module->path)) return false;
    if (!strcmp(module, "maps")) return true;
    if (strcmp(module, "lists") != 0) return false;
    for (size_t i = 0; i < sizeof sorting / sizeof *sorting; i++)
        if (!strncmp(name, sorting[i], strlen(sorting[i]))) return true;
    return false;
}

void ending_arcs(struct pass *p, uint32_t variant) {
    const struct analysis *a = p->a;
    const struct ending *e = a->ending;
    const struct variant *callee = &a->variants.at[variant], *caller = &a->variants.at[p->variant];
    const struct routine *r = &a->routines.at[callee->routine], *mine = &a->routines.at[caller->routine];
    struct linear of[SLOTS_MAX];
    uint32_t n = r->arity + r->n_free < SLOTS_MAX ? r->arity + r->n_free : SLOTS_MAX;
    bool one_by_one = p->call_args && p->n_call_args == r->arity;
    // Functions of one letrec share what they capture.
    bool shared = r->n_free && callee->scope && callee->scope == caller->scope && r->free == mine->free;
    for (uint32_t i = 0; i < n; i++) {
        of[i] = (struct linear){UINT32_MAX, 0};
        if (i < r->arity && one_by_one) {
            argument_arcs(p, p->call_args[i], i);
            of[i] = linear_of(p, numbering_of(p, p->call_args[i]));
        } else if (i >= r->arity && shared && mine->arity + i - r->arity < e->numbers.n &&
                   mine->arity + i - r->arity < SLOTS_MAX) {
            of[i] = (struct linear){mine->arity + i - r->arity, 0};
            same_arcs(p, of[i].slot, i);
        } else if (i >= r->arity && still_means(p, p->call_scope, r->free[i - r->arity])) {
            const struct core var = {.tag = CORE_VAR, .aux = r->free[i - r->arity]};
            argument_arcs(p, &var, i);
            of[i] = linear_of(p, numbering_of(p, &var));
        }
    }
    pair_arcs(p, of, n);
    if (r->module == mine->module && known_to_end(p, r) && known_to_end(p, mine))
        arc(p, size_of(SIZE_KNOWN, 0, 0, 0), size_of(SIZE_KNOWN, 0, 0, 0), true);
}
