// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/made_form.h"

#include <stdio.h>
#include <string.h>

// No atom begins with it, since these are UTF-8. Symbols follow by number.
#define MARK "\xFFmade "

symbol made_mark(const struct made_form *f) {
    char text[100];
    snprintf(text, sizeof text, MARK "%u:%u:%u/%u@%u %d", f->module, f->function, f->start, f->arity, f->at,
             f->tagged);
    return symbol_of(text);
}

bool made_marked(symbol mark, struct made_form *out) {
    const char *text = symbol_text(mark);
    int tagged = 0;
    *out = (struct made_form){0};
    if (strncmp(text, MARK, strlen(MARK)) != 0 ||
        sscanf(text + strlen(MARK), "%u:%u:%u/%u@%u %d", &out->module, &out->function, &out->start,
               &out->arity, &out->at, &tagged) != 6)
        return false;
    out->tagged = tagged;
    return true;
}

bool made_read(const struct expr_store *x, expr_id ground, struct made_form *out, expr_id *given) {
    if (expr_op(x, ground) != EXPR_TUPLE_OP || expr_count(x, ground) != 2) return false;
    expr_id mark = expr_arg(x, ground, 0);
    *given = expr_arg(x, ground, 1);
    return expr_op(x, mark) == EXPR_ATOM_OP && made_marked(expr_imm(x, mark), out);
}
