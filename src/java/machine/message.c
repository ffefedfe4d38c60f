// SPDX-License-Identifier: Apache-2.0
// Numbers that depend on the input as text, and messages with such numbers of exceptions that the JVM raises
// itself. Nobody reads most of these messages, so one is put together from its numbers only when it is asked
// for.
#include <stdio.h>
#include <string.h>

#include "java/machine/dynamic.h"
#include "java/runtime/native.h"
#include "java/symbolic/symbolic.h"

void java_message_numbers(struct java_thread *t, union word a, expr_id ea, union word b, expr_id eb) {
    if (ea || eb) t->message = (struct java_message){NULL, {a, b}, {ea, eb}};
}

void java_message_of(struct java_thread *t, const struct object *throwable) {
    struct java_message m = t->message;
    t->message = (struct java_message){0};
    if (!m.exprs[0] && !m.exprs[1]) return;
    m.throwable = throwable;
    vec_push(&t->messages, m);
}

// The text with its numbers, in their order, as strings that follow them.
static struct object *with_numbers(struct java_thread *t, const struct java_message *m, const char *text) {
    struct object *pieces[5];
    uint32_t n = 0;
    for (int i = 0; i < 2; i++) {
        char number[24];
        int digits = snprintf(number, sizeof number, "%lld", (long long)m->numbers[i].j);
        const char *at = m->exprs[i] ? strstr(text, number) : NULL;
        if (!at) continue; // fixed, or not shown
        if (!(pieces[n++] = java_string(t, text, (size_t)(at - text)))) return NULL;
        if (!(pieces[n++] = java_string_of(t, JAVA_LONG, (struct sym){m->numbers[i], m->exprs[i]})))
            return NULL;
        text = at + digits;
    }
    if (!(pieces[n++] = java_string(t, text, strlen(text)))) return NULL;
    return java_concat(t, pieces, n);
}

// Throwable.getMessage: replaces the message by one that knows of its numbers, where it has some.
NATIVE(native_throwable_message) {
    (void)m;
    (void)exprs;
    (void)result;
    (void)result_expr;
    uint32_t i = 0;
    while (i < t->messages.n && t->messages.at[i].throwable != args[0].r) i++;
    if (i == t->messages.n) return NATIVE_DECLINE;
    struct java_message message = t->messages.at[i];
    t->messages.at[i].throwable = NULL;
    uint32_t slot = java_class_field_by_name(t->program->throwable, "detailMessage")->slot;
    struct str text = {0};
    java_string_chars(args[0].r->fields[slot].r, &text);
    struct object *o = with_numbers(t, &message, str_text(&text));
    str_free(&text);
    if (!o) return native_failed(t);
    heap_put(&t->heap, args[0].r, slot, word_ref(o), EXPR_NONE);
    return NATIVE_DECLINE;
}

// ---- Digits ----

// Integer.getChars and Long.getChars of Latin-1 write a number backwards from an index on, by tables that an
// unknown number would be looked up in digit by digit. Here sign and length are decided, and the digits
// follow from the number.
NATIVE(native_number_get_chars) {
    if (!exprs[0] || !t->trace || t->trace->closed) return NATIVE_DECLINE;
    struct expr_store *x = t->x;
    java_pin(t, args[1], exprs[1]);
    int64_t v = m->param_kinds[0] == JAVA_LONG ? args[0].j : args[0].i, p = 1;
    bool negative = v < 0;
    symbolic_branch(t, expr_int_lt(x, exprs[0], expr_int(x, 0)), negative);
    expr_id all = negative ? expr_arith(x, EXPR_SUB_OP, expr_int(x, 0), exprs[0]) : exprs[0];
    uint64_t rest = negative ? 0 - (uint64_t)v : (uint64_t)v;
    struct object *out = args[2].r;
    int32_t at = args[1].i;
    if (!out || at > out->length) return NATIVE_DECLINE;
    for (bool more = true; more && at > 0; rest /= 10) {
        more = rest >= 10;
        expr_id digit = p == 1 ? all : expr_arith(x, EXPR_DIV_OP, all, expr_int(x, p));
        if (p <= INT64_MAX / 10) { // else it is the last there can be
            p *= 10;
            symbolic_branch(t, expr_int_lt(x, all, expr_int(x, p)), !more);
        }
        if (more) digit = expr_arith(x, EXPR_REM_OP, digit, expr_int(x, 10));
        at--;
        ((int8_t *)out->fields)[at] = (int8_t)('0' + rest % 10);
        heap_set_expr(&t->heap, out, (uint32_t)at, expr_arith(x, EXPR_ADD_OP, digit, expr_int(x, '0')));
    }
    if (negative && at > 0) {
        ((int8_t *)out->fields)[--at] = '-';
        if (out->shadow) heap_set_expr(&t->heap, out, (uint32_t)at, EXPR_NONE);
    }
    return GIVE_INT(at);
}
