// SPDX-License-Identifier: Apache-2.0
// Guards and conditions. Core Erlang evaluates all parts of `A, B` and then applies erlang:'and'/2; here the
// parts are put off to where a condition needs them, so that B is not looked at when A has failed. Inside a
// guard that is the same: evaluation has no effects, and an exception means failure just as false does. Where
// not evaluating could hide an exception that makes the guard fail (`or`, negation), both sides are
// evaluated.
#include <string.h>

#include "erlang/code/compile.h"

const struct core *deferred_expression(struct compiler *c, uint32_t var) {
    for (uint32_t i = c->deferred.n; i-- > 0;)
        if (c->deferred.at[i].var == var) return c->deferred.at[i].expr;
    return NULL;
}

static const struct {
    const char *name;
    kind_set kinds;
} type_tests[] = {
    {"is_integer", KIND_BIT(KIND_INT)},
    {"is_float", KIND_BIT(KIND_FLOAT)},
    {"is_number", KINDS_NUMBER},
    {"is_atom", KIND_BIT(KIND_ATOM)},
    {"is_list", KINDS_LIST},
    {"is_tuple", KIND_BIT(KIND_TUPLE)},
    {"is_map", KIND_BIT(KIND_MAP)},
    {"is_binary", KIND_BIT(KIND_BINARY)},
    {"is_bitstring", KINDS_BITS},
    {"is_pid", KIND_BIT(KIND_PID)},
    {"is_port", KIND_BIT(KIND_PORT)},
    {"is_reference", KIND_BIT(KIND_REF)},
    {"is_function", KIND_BIT(KIND_FUN)},
};

static const struct {
    const char *name;
    enum code_op op;
    bool swap, negate;
} comparisons[] = {
    {"=:=", OP_TEST_EQUAL, false, false},     {"=/=", OP_TEST_EQUAL, false, true},
    {"<", OP_TEST_LESS, false, false},        {">", OP_TEST_LESS, true, false},
    {"=<", OP_TEST_LESS_EQUAL, false, false}, {">=", OP_TEST_LESS_EQUAL, true, false},
    {"==", OP_TEST_SAME, false, false},       {"/=", OP_TEST_SAME, false, true},
};

static int type_test(const struct core *e) {
    if (e->tag != CORE_CALL || e->n != 3) return -1;
    for (size_t i = 0; i < sizeof type_tests / sizeof *type_tests; i++)
        if (compile_is_call_to(e, "erlang", type_tests[i].name, 1)) return (int)i;
    return -1;
}

static int comparison(const struct core *e) {
    if (e->tag != CORE_CALL || e->n != 4) return -1;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (compile_is_call_to(e, "erlang", comparisons[i].name, 2)) return (int)i;
    return -1;
}

// try G of V -> V catch T, R -> false: how a guard that may raise looks.
static bool is_guard_try(const struct core *e) {
    if (e->tag != CORE_TRY || (e->aux & 0xFF) != 1) return false;
    const struct core *var = e->kid[1], *body = e->kid[2], *handler = e->kid[e->n - 1];
    return body->tag == CORE_VAR && body->aux == var->aux && handler->tag == CORE_LITERAL &&
           handler->lit == term_atom(symbol_of("false"));
}

static bool is_plain(struct compiler *c, const struct core *e) {
    if (e->tag == CORE_LITERAL) return true;
    if (e->tag != CORE_VAR) return false;
    const struct core *put_off = c->slot_of[e->aux] == NO_SLOT ? deferred_expression(c, e->aux) : NULL;
    return !put_off || compile_is_safe_boolean(c, put_off);
}

bool compile_is_safe_boolean(struct compiler *c, const struct core *e) {
    if (e->tag == CORE_VAR) {
        const struct core *put_off = c->slot_of[e->aux] == NO_SLOT ? deferred_expression(c, e->aux) : NULL;
        return put_off && compile_is_safe_boolean(c, put_off);
    }
    if (is_guard_try(e)) return true;
    if (type_test(e) >= 0) return is_plain(c, e->kid[2]);
    if (comparison(e) >= 0) return is_plain(c, e->kid[2]) && is_plain(c, e->kid[3]);
    if (compile_is_call_to(e, "erlang", "not", 1)) return compile_is_safe_boolean(c, e->kid[2]);
    if (compile_is_call_to(e, "erlang", "and", 2) || compile_is_call_to(e, "erlang", "or", 2))
        return compile_is_safe_boolean(c, e->kid[2]) && compile_is_safe_boolean(c, e->kid[3]);
    return false;
}

static uint32_t count_uses(const struct core *e, uint32_t var) {
    uint32_t n = 0;
    VEC(const struct core *) todo = {0};
    vec_push(&todo, e);
    while (todo.n) {
        const struct core *x = vec_pop(&todo);
        if (x->tag == CORE_VAR && x->aux == var) n++;
        for (uint32_t i = 0; i < x->n; i++) vec_push(&todo, x->kid[i]);
    }
    vec_free(&todo);
    return n;
}

static void truth_test(struct compiler *c, uint32_t o, bool wanted, struct label *no) {
    compile_emit(c, wanted ? OP_TEST_TRUE : OP_TEST_FALSE);
    compile_emit(c, o);
    compile_emit_label(c, no);
}

static void test_call(struct compiler *c, const struct core *e, bool wanted, struct label *no) {
    int i = type_test(e);
    if (i >= 0) {
        uint32_t o = compile_operand(c, e->kid[2]);
        compile_emit(c, wanted ? OP_TEST_KIND : OP_TEST_NOT_KIND);
        compile_emit(c, o);
        compile_emit(c, type_tests[i].kinds);
        compile_emit_label(c, no);
        return;
    }
    i = comparison(e);
    const struct core *a = e->kid[2 + comparisons[i].swap], *b = e->kid[3 - comparisons[i].swap];
    bool positive = wanted != comparisons[i].negate;
    enum code_op op = comparisons[i].op;
    // Boolean =:= true (or false) is the condition itself.
    if (op == OP_TEST_EQUAL && b->tag == CORE_LITERAL && compile_is_safe_boolean(c, a)) {
        term yes = term_atom(symbol_of("true")), no_atom = term_atom(symbol_of("false"));
        if (b->lit == yes || b->lit == no_atom) {
            compile_condition(c, a, positive == (b->lit == yes), no);
            return;
        }
    }
    uint32_t x = compile_operand(c, a), y = compile_operand(c, b);
    if (op == OP_TEST_EQUAL && !positive) {
        op = OP_TEST_NOT_EQUAL;
        positive = true;
    }
    if (!positive && op == OP_TEST_LESS) { // not a < b: b =< a
        op = OP_TEST_LESS_EQUAL;
        uint32_t swap = x;
        x = y;
        y = swap;
        positive = true;
    } else if (!positive && op == OP_TEST_LESS_EQUAL) {
        op = OP_TEST_LESS;
        uint32_t swap = x;
        x = y;
        y = swap;
        positive = true;
    }
    struct label skip = label_new();
    compile_emit(c, op);
    compile_emit(c, x);
    compile_emit(c, y);
    compile_emit_label(c, positive ? no : &skip);
    if (!positive) {
        compile_emit(c, OP_JUMP);
        compile_emit_label(c, no);
        label_here(c, &skip);
    }
}

// A and B, A or B.
static void connective(struct compiler *c, const struct core *e, bool conjunction, bool wanted,
                       struct label *no) {
    const struct core *a = e->kid[2], *b = e->kid[3];
    if (conjunction == wanted) { // both must be as wanted: fails at the first that is not
        compile_condition(c, a, wanted, no);
        compile_condition(c, b, wanted, no);
        return;
    }
    struct label yes = label_new(); // one is enough
    compile_condition(c, a, !wanted, &yes);
    compile_condition(c, b, wanted, no);
    label_here(c, &yes);
}

static void guard_try(struct compiler *c, const struct core *e, bool wanted, struct label *no) {
    struct label absorbed = label_new(), *fail = wanted ? no : &absorbed;
    uint32_t start = c->code.n;
    compile_condition(c, e->kid[0], true, fail);
    uint32_t before = c->handlers.n;
    compile_handler(c, start, 0, HANDLER_GUARD);
    if (c->handlers.n > before) vec_push(&fail->handlers, before);
    if (!wanted) {
        compile_emit(c, OP_JUMP);
        compile_emit_label(c, no);
        label_here(c, &absorbed);
    }
}

void compile_condition(struct compiler *c, const struct core *e, bool wanted, struct label *no) {
    uint32_t deferred = c->deferred.n, undo = c->undo.n;
    c->nesting++;
    while (!compile_too_deep(c) && e->tag == CORE_LET && e->aux == 1) {
        const struct core *var = e->kid[0], *argument = e->kid[1], *body = e->kid[2];
        if (count_uses(body, var->aux) == 1) {
            compile_bind(c, var->aux, NO_SLOT);
            vec_push(&c->deferred, ((struct deferred){var->aux, argument}));
        } else {
            uint32_t o = compile_operand(c, argument), slot = o >> 1;
            if (o & 1) {
                slot = compile_new_slots(c, 1);
                compile_move(c, slot, o);
            }
            compile_bind(c, var->aux, slot);
        }
        e = body;
    }
    compile_note_line(c, e);
    const struct core *put_off = NULL;
    if (e->tag == CORE_VAR && c->slot_of[e->aux] == NO_SLOT) put_off = deferred_expression(c, e->aux);
    term yes = term_atom(symbol_of("true")), no_atom = term_atom(symbol_of("false"));
    bool both = e->tag == CORE_CALL && e->n == 4;
    bool is_and = both && compile_is_call_to(e, "erlang", "and", 2),
         is_or = both && compile_is_call_to(e, "erlang", "or", 2);
    if (c->diag->kind != DIAG_NONE) {
        // reported already
    } else if (put_off) {
        compile_condition(c, put_off, wanted, no);
    } else if (e->tag == CORE_LITERAL && (e->lit == yes || e->lit == no_atom)) {
        if ((e->lit == yes) != wanted) {
            compile_emit(c, OP_JUMP);
            compile_emit_label(c, no);
        }
    } else if (is_guard_try(e)) {
        guard_try(c, e, wanted, no);
    } else if (type_test(e) >= 0 || comparison(e) >= 0) {
        test_call(c, e, wanted, no);
    } else if (compile_is_call_to(e, "erlang", "not", 1)) {
        compile_condition(c, e->kid[2], !wanted, no);
    } else if ((is_and || is_or) && (is_and == wanted || compile_is_safe_boolean(c, e))) {
        connective(c, e, is_and, wanted, no);
    } else {
        truth_test(c, compile_operand(c, e), wanted, no);
    }
    compile_unbind_to(c, undo);
    c->deferred.n = deferred;
    c->nesting--;
}

void compile_guard(struct compiler *c, const struct core *e, struct label *fail) {
    compile_condition(c, e, true, fail);
}
