// SPDX-License-Identifier: Apache-2.0
#include "explore/language.h"

#include <assert.h>

#include "base/mem.h"

uint32_t unit_variable(struct unit *u, type_id type, expr_id otherwise) {
    if (!otherwise) otherwise = grammar_smallest(u->grammar, type);
    assert(otherwise && "no value has this type");
    return variables_add(u->variables, type, otherwise);
}

const char *language_group_name(enum finding_group g) {
    static const char *const names[GROUP_COUNT] = {"error", "refused",   "null",    "domain",
                                                   "state", "uncounted", "overflow"};
    return names[g];
}

void outcome_text_free(struct outcome_text *t) {
    mem_free(t->kind);
    mem_free(t->process);
    mem_free(t->exception);
    mem_free(t->blamed);
    mem_free(t->text);
    mem_free(t->detail);
    mem_free(t->output);
    mem_free(t->where.file);
    mem_free(t->where.function);
    mem_free(t->raised.file);
    mem_free(t->raised.function);
    *t = (struct outcome_text){0};
}
