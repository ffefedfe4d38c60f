// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: tuples and lists.
#include <string.h>

#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"
#include "expr/pieces.h"

static term plain(term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : t;
}

// ---- Tuples ----

// An index from 1 into a tuple: which one, as a choice, if it is symbolic. False: outside, or no integer.
static bool decide_index(struct interp *ip, term index, uint32_t size, uint32_t *out) {
    if (term_is_sym(index) && ip->symbolic) {
        if (!decide_kind(ip, index, KIND_BIT(KIND_INT))) return false;
        VEC(term) values = {0};
        for (uint32_t i = 1; i <= size; i++) vec_push(&values, term_small(i));
        *out = decide_among(ip, index, values.at, size, NULL);
        vec_free(&values);
        return *out < size;
    }
    index = plain(index);
    if (!term_is_small(index)) return false;
    int64_t i = term_small_value(index);
    *out = (uint32_t)(i - 1);
    return i >= 1 && i <= (int64_t)size;
}

// Whether the tuple has at least n elements: one condition, for tuples of any size.
static bool decide_at_least(struct interp *ip, term tuple, int64_t n) {
    bool truth = (int64_t)term_tuple(plain(tuple))->n >= n;
    if (!term_is_sym(tuple) || !ip->symbolic) return truth;
    struct expr_store *x = ip->exprs;
    expr_id size = expr_unary(x, EXPR_TUPLE_SIZE_OP, term_symbolic(tuple)->expr);
    return decide_condition(ip, expr_not(x, expr_int_lt(x, size, expr_int(x, n))), truth);
}

// A table: a plain tuple with a symbolic index. Elements that are the same, or integers one larger each, are
// one way together, with the element as an expression of the index: a table of characters has a handful.
static struct expr_table_value element_at(const void *tuple, int64_t i) {
    term t = ((const struct tuple *)tuple)->at[i - 1];
    bool is_number = term_is_small(t);
    return (struct expr_table_value){is_number ? term_small_value(t) : (int64_t)t, is_number};
}

// The conditions for each way, and for being outside.
static void conditions_of(struct expr_store *x, const struct expr_piece *pieces, uint32_t n, uint32_t ways,
                          expr_id v, expr_id *out) {
    VEC(expr_id) in = {0};
    for (uint32_t way = 0; way < ways; way++) {
        vec_clear(&in);
        for (uint32_t k = 0; k < n; k++)
            if (pieces[k].way == way) vec_push(&in, expr_within(x, v, pieces[k].low, pieces[k].high));
        out[way] = expr_or(x, in.at, in.n);
    }
    out[ways] = expr_not(x, expr_within(x, v, pieces[0].low, pieces[n - 1].high));
    vec_free(&in);
}

// index: a symbolic integer. False: outside.
static bool look_up(struct interp *ip, const struct tuple *t, term index, const struct expr_piece *pieces,
                    uint32_t n, uint32_t ways, term *result) {
    struct expr_store *x = ip->exprs;
    expr_id v = expr_ival(x, term_symbolic(index)->expr),
            *conditions = mem_alloc((ways + 1) * sizeof *conditions);
    int64_t i = term_is_small(plain(index)) ? term_small_value(plain(index)) : 0;
    const struct expr_piece *piece = expr_piece_at(pieces, n, i);
    conditions_of(x, pieces, n, ways, v, conditions);
    decide_way(ip, conditions, ways + 1, piece ? piece->way : ways, NULL);
    mem_free(conditions);
    if (!piece) return false;
    *result = t->at[i - 1];
    if (piece->moves && ip->symbolic)
        *result = decide_value(ip, *result, expr_int_term(x, expr_piece_value(x, piece, v)));
    return true;
}

// False: it is no such table.
static bool element_of_table(struct interp *ip, const term *args, bool *inside, term *result) {
    enum { LEAST = 8, MOST = 1024, SHARE = 2 };
    if (!term_is_sym(args[0]) || !ip->symbolic || term_shadowed(args[1])) return false;
    const struct tuple *t = term_tuple(args[1]);
    if (t->n < LEAST || t->n > MOST) return false;
    struct expr_piece *pieces = mem_alloc(t->n * sizeof *pieces);
    uint32_t n = expr_pieces_of(element_at, t, 1, (int64_t)t->n, pieces, (uint32_t)t->n);
    uint32_t ways = expr_pieces_ways(pieces, n, (uint32_t)t->n / SHARE);
    if (ways)
        *inside =
            decide_kind(ip, args[0], KIND_BIT(KIND_INT)) && look_up(ip, t, args[0], pieces, n, ways, result);
    mem_free(pieces);
    return ways;
}

bool symbolic_element(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    uint32_t i, n;
    bool inside;
    if (!decide_kind(ip, args[1], KIND_BIT(KIND_TUPLE))) return raise_badarg(p);
    if (element_of_table(ip, args, &inside, result)) return inside || raise_badarg(p);
    if (!term_is_sym(args[0])) {
        if (!term_is_small(args[0]) || term_small_value(args[0]) < 1 ||
            !decide_at_least(ip, args[1], term_small_value(args[0])))
            return raise_badarg(p);
        i = (uint32_t)term_small_value(args[0]) - 1;
    } else if (!decide_tuple_size(ip, args[1], &n) || !decide_index(ip, args[0], n, &i)) {
        return raise_badarg(p);
    }
    *result = decide_element(ip, args[1], i);
    return true;
}

bool symbolic_setelement(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    uint32_t i, n;
    if (!decide_tuple_size(ip, args[1], &n) || !decide_index(ip, args[0], n, &i)) return raise_badarg(p);
    struct tuple *t = tuple_alloc(p->heap, n);
    for (uint32_t k = 0; k < n; k++) t->at[k] = k == i ? args[2] : decide_element(ip, args[1], k);
    *result = tuple_term(t);
    return true;
}

bool symbolic_tuple_size(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!decide_kind(ip, args[0], KIND_BIT(KIND_TUPLE))) return raise_badarg(p);
    term n = term_small((int64_t)term_tuple(plain(args[0]))->n);
    *result = n;
    if (term_is_sym(args[0]) && ip->symbolic) {
        struct expr_store *x = ip->exprs;
        *result = decide_value(
            ip, n, expr_int_term(x, expr_unary(x, EXPR_TUPLE_SIZE_OP, term_symbolic(args[0])->expr)));
    }
    return true;
}

bool symbolic_tuple_to_list(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    uint32_t n;
    if (!decide_tuple_size(ip, args[0], &n)) return raise_badarg(p);
    term list = TERM_NIL;
    for (uint32_t i = n; i-- > 0;) list = term_cons(p->heap, decide_element(ip, args[0], i), list);
    *result = list;
    return true;
}

bool symbolic_is_record(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    term tag = decide_lose(ip, args[1], "tag in is_record");
    if (!term_is_atom(tag)) return raise_badarg(p);
    bool yes = decide_kind(ip, args[0], KIND_BIT(KIND_TUPLE)) && decide_at_least(ip, args[0], 1) &&
               decide_equal(ip, decide_element(ip, args[0], 0), tag);
    *result = atom_boolean(yes);
    return true;
}

bool symbolic_is_record3(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    term tag = decide_lose(ip, args[1], "tag in is_record"),
         size = decide_lose(ip, args[2], "size in is_record");
    if (!term_is_atom(tag) || !term_is_small(size) || term_small_value(size) < 0) return raise_badarg(p);
    bool yes = decide_tuple(ip, args[0], (uint32_t)term_small_value(size)) && term_small_value(size) > 0 &&
               decide_equal(ip, decide_element(ip, args[0], 0), tag);
    *result = atom_boolean(yes);
    return true;
}

// ---- Lists ----

bool symbolic_hd(struct process *p, const term *args, term *result) {
    term tl;
    return decide_cons(interp_of(p), args[0], result, &tl) || raise_badarg(p);
}
bool symbolic_tl(struct process *p, const term *args, term *result) {
    term hd;
    return decide_cons(interp_of(p), args[0], &hd, result) || raise_badarg(p);
}

bool symbolic_length(struct process *p, const term *args, term *result) {
    struct term_vec elems = {0};
    bool ok = decide_elements(interp_of(p), args[0], &elems);
    *result = term_small(elems.n);
    vec_free(&elems);
    return ok || raise_badarg(p);
}

bool symbolic_list_to_tuple(struct process *p, const term *args, term *result) {
    struct term_vec elems = {0};
    bool ok = decide_elements(interp_of(p), args[0], &elems);
    ok = ok && elems.n <= TUPLE_MAX;
    if (ok) *result = term_tuple_of(p->heap, elems.at, elems.n);
    vec_free(&elems);
    return ok || raise_badarg(p);
}

bool symbolic_append(struct process *p, const term *args, term *result) {
    struct term_vec elems = {0};
    bool ok = decide_elements(interp_of(p), args[0], &elems);
    if (ok) *result = term_list(p->heap, elems.at, elems.n, args[1]);
    vec_free(&elems);
    return ok || raise_badarg(p);
}

bool symbolic_reverse(struct process *p, const term *args, term *result) {
    struct term_vec elems = {0};
    bool ok = decide_elements(interp_of(p), args[0], &elems);
    *result = args[1];
    for (uint32_t i = 0; ok && i < elems.n; i++) *result = term_cons(p->heap, elems.at[i], *result);
    vec_free(&elems);
    return ok || raise_badarg(p);
}

// A -- B: for each element of B in turn the first equal one of A is taken out.
bool symbolic_subtract_lists(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct term_vec a = {0}, b = {0};
    bool ok = decide_elements(ip, args[0], &a) && decide_elements(ip, args[1], &b);
    for (uint32_t i = 0; ok && i < b.n && term_visits(a.n / 64); i++)
        for (uint32_t j = 0; j < a.n && term_visit(); j++)
            if (decide_equal(ip, a.at[j], b.at[i])) {
                memmove(&a.at[j], &a.at[j + 1], (a.n - j - 1) * sizeof(term));
                a.n--;
                break;
            }
    if (ok) *result = term_list(p->heap, a.at, a.n, TERM_NIL);
    vec_free(&a);
    vec_free(&b);
    return ok || raise_badarg(p);
}

// A short list of small integers, as a grapheme of several characters is.
static bool is_text(term t) {
    enum { MOST = 8 };
    for (int n = 0; term_is_cons(t) && term_is_small(term_hd(t)) && n < MOST; n++) t = term_tl(t);
    return term_is_nil(t);
}

// A symbolic value in a plain list of integers, atoms and texts: whether it is one of them is all that is
// asked, not which one. False: nothing was asked.
static bool member_of_literals(struct interp *ip, term t, term list, bool *found) {
    if (!term_is_sym(t) || !ip->symbolic || term_shadowed(list)) return false;
    enum { MOST = 64 };
    struct expr_store *x = ip->exprs;
    expr_id others[MOST];
    uint32_t n = 0;
    *found = false;
    for (; term_is_cons(list) && n < MOST; list = term_tl(list)) {
        term one = term_hd(list);
        if (!term_is_small(one) && !term_is_atom(one) && !is_text(one)) return false;
        *found |= term_equal(plain(t), one);
        others[n++] = expr_not(x, expr_eq(x, term_symbolic(t)->expr, value_from_term(x, one)));
    }
    if (n < 2 || !term_is_nil(list)) return false;
    decide_condition(ip, expr_not(x, expr_and(x, others, n)), *found);
    return true;
}

bool symbolic_member(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    bool found;
    if (member_of_literals(ip, args[0], args[1], &found)) {
        *result = atom_boolean(found);
        return true;
    }
    term list = args[1], hd, tl;
    enum list_kind k;
    *result = atom_false;
    while ((k = decide_list(ip, list, &hd, &tl)) == LIST_CONS) {
        if (decide_equal(ip, args[0], hd)) {
            *result = atom_true;
            return true;
        }
        list = tl;
    }
    return k == LIST_NIL || raise_badarg(p);
}

// A key that is a small integer is made a float to be compared with one (bif_key_matches).
static bool decide_key(struct interp *ip, term key, term element) {
    struct expr_store *x = ip->exprs;
    if (!decide_kind(ip, key, KIND_BIT(KIND_INT)) || !decide_kind(ip, element, KIND_BIT(KIND_FLOAT)) ||
        decide_less(ip, key, term_small(TERM_SMALL_MIN)) || decide_less(ip, term_small(TERM_SMALL_MAX), key))
        return decide_same(ip, key, element);
    bool truth = bif_key_matches(plain(key), plain(element));
    if (!ip->symbolic || (!term_is_sym(key) && !term_is_sym(element))) return truth;
    expr_id n = expr_ival(x, decide_expr(ip, key)), g = expr_fval(x, decide_expr(ip, element));
    return decide_condition(ip, expr_float_eq(x, expr_unary(x, EXPR_TO_FLOAT_OP, n), g), truth);
}

// The first tuple of the list whose element n is == key; TERM_NONE if there is none. False: badarg.
static bool find_by_key(struct process *p, const term *args, term *found) {
    struct interp *ip = interp_of(p);
    // the VM takes no position beyond its small integers, not even for an empty list
    if (!decide_kind(ip, args[1], KIND_BIT(KIND_INT)) || !decide_less(ip, term_small(0), args[1]) ||
        decide_less(ip, term_small(TERM_SMALL_MAX), args[1]))
        return raise_badarg(p);
    term n = decide_lose(ip, args[1], "position in lists:keyfind/3"), list = args[2], hd, tl;
    enum list_kind k;
    *found = TERM_NONE;
    while ((k = decide_list(ip, list, &hd, &tl)) == LIST_CONS) {
        if (decide_kind(ip, hd, KIND_BIT(KIND_TUPLE)) && decide_at_least(ip, hd, term_small_value(n)) &&
            decide_key(ip, args[0], decide_element(ip, hd, (uint32_t)term_small_value(n) - 1))) {
            *found = hd;
            return true;
        }
        list = tl;
    }
    return k == LIST_NIL || raise_badarg(p);
}

bool symbolic_keyfind(struct process *p, const term *args, term *result) {
    if (!find_by_key(p, args, result)) return false;
    if (*result == TERM_NONE) *result = atom_false;
    return true;
}
bool symbolic_keymember(struct process *p, const term *args, term *result) {
    term found;
    if (!find_by_key(p, args, &found)) return false;
    *result = atom_boolean(found != TERM_NONE);
    return true;
}
bool symbolic_keysearch(struct process *p, const term *args, term *result) {
    term found;
    if (!find_by_key(p, args, &found)) return false;
    *result = found == TERM_NONE ? atom_false : term_tuple2(p->heap, term_atom(symbol_of("value")), found);
    return true;
}
