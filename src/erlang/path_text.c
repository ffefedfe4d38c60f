// SPDX-License-Identifier: Apache-2.0
// Conditions of a path in Erlang's own words: the arguments are A1, A2, ..
#include "base/some_of.h"
#include "erlang/unit_inner.h"
#include "expr/infix.h"

static const char *const tests[KIND_COUNT] = {
    [KIND_INT] = "is_integer",   [KIND_FLOAT] = "is_float",         [KIND_ATOM] = "is_atom",
    [KIND_REF] = "is_reference", [KIND_FUN] = "is_function",        [KIND_PORT] = "is_port",
    [KIND_PID] = "is_pid",       [KIND_TUPLE] = "is_tuple",         [KIND_MAP] = "is_map",
    [KIND_BINARY] = "is_binary", [KIND_BITSTRING] = "is_bitstring",
};

struct words {
    const struct expr_store *x;
    uint32_t level; // of terms within terms
};
enum { MOST_LEVELS = 12 };

static bool add_named(void *context, expr_id e, struct str *out);

static struct infix in_erlang(struct words *w) {
    return (struct infix){.named = add_named,
                          .context = w,
                          .equal = "=:=",
                          .differs = "=/=",
                          .at_most = "=<",
                          .both = "andalso",
                          .either = "orelse",
                          .negated = "not ",
                          .remainder = "rem"};
}

// That the term is of one of the kinds; where that is most of them, that it is of none of the others.
static void add_test(const struct expr_store *x, const struct infix *how, kind_set kinds, expr_id of,
                     struct str *out) {
    enum { FEW = KIND_COUNT / 2 };
    bool others = __builtin_popcount(kinds) > FEW, first = true;
    if (others) kinds = KINDS_ALL & ~kinds;
    for (int k = 0; k < KIND_COUNT; k++) {
        if (!(kinds & KIND_BIT(k))) continue;
        if (!first) str_add(out, others ? " andalso " : " orelse ");
        first = false;
        if (others && k != KIND_NIL) str_add(out, "not ");
        if (k == KIND_CONS) str_add(out, "is_nonempty_list(");
        if (tests[k]) str_addf(out, "%s(", tests[k]);
        expr_infix(x, how, of, out);
        str_add(out, k != KIND_NIL ? ")" : others ? " =/= []" : " =:= []");
    }
}

// What expressions say of terms.
static bool add_term(struct words *w, expr_id e, struct str *out) {
    const struct expr_store *x = w->x;
    const struct infix how = in_erlang(w);
    expr_id of = expr_count(x, e) > 0 ? expr_arg(x, e, 0) : EXPR_NONE;
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_VAR_OP: str_add(out, "A"); return true;
    case EXPR_KIND_OP: add_test(x, &how, expr_imm(x, e), of, out); return true;
    case EXPR_ELEM_OP:
        if (expr_op(x, of) == EXPR_VAR_OP) {
            str_addf(out, "A%u", expr_imm(x, e) + 1);
            return true;
        }
        str_addf(out, "element(%u, ", expr_imm(x, e) + 1);
        break;
    case EXPR_ARITY_OP: str_add(out, "tuple_size("); break;
    case EXPR_FUN_ARITY_OP: str_add(out, "is_function("); break;
    case EXPR_MAP_LARGER_OP: str_add(out, "map_size("); break;
    default: return false;
    }
    expr_infix(x, &how, of, out);
    if (expr_op(x, e) == EXPR_ELEM_OP) str_add_char(out, ')');
    if (expr_op(x, e) == EXPR_ARITY_OP) str_addf(out, ") =:= %u", expr_imm(x, e));
    if (expr_op(x, e) == EXPR_FUN_ARITY_OP) str_addf(out, ", %u)", expr_imm(x, e));
    if (expr_op(x, e) == EXPR_MAP_LARGER_OP) str_addf(out, ") > %u", expr_imm(x, e));
    return true;
}

static bool add_named(void *context, expr_id e, struct str *out) {
    struct words *w = context;
    if (w->level == MOST_LEVELS) {
        str_add(out, "..");
        return true;
    }
    w->level++;
    bool added = add_term(w, e, out);
    w->level--;
    return added;
}

bool erlang_path_condition(struct runner *r, expr_id e, struct str *out) {
    struct words w = {r->unit->unit.exprs, 0};
    const struct infix how = in_erlang(&w);
    expr_infix(w.x, &how, e, out);
    return true;
}
