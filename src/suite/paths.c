// SPDX-License-Identifier: Apache-2.0
#include "suite/paths.h"

#include <string.h>

#include "base/mem.h"

static bool is_told(const struct path_words *p, const char *text) {
    for (uint32_t i = 0; i < p->conditions.n; i++)
        if (!strcmp(p->conditions.at[i], text)) return true;
    return false;
}

struct path_words *path_words_new(struct unit *u, struct runner *r, const struct trace *t) {
    const struct language_paths *l = u->language->paths;
    struct path_words *p = mem_zalloc(sizeof *p);
    for (uint32_t i = 0; l && i < t->decisions.n; i++) {
        const struct decision *d = &t->decisions.at[i];
        struct str s = {0};
        expr_id condition = t->ways.at[d->first_way + d->taken].condition;
        if (d->kind != DECISION_SCHEDULE && l->condition(r, condition, &s) && !is_told(p, str_text(&s)))
            vec_push(&p->conditions, str_take(&s));
        else
            str_free(&s);
    }
    if (l && l->objects) p->n_before = l->objects(r, false, &p->before);
    if (l && l->objects) p->n_after = l->objects(r, true, &p->after);
    return p;
}

static void free_texts(char **texts, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) mem_free(texts[i]);
    mem_free(texts);
}

void path_words_free(struct path_words *p) {
    if (!p) return;
    free_texts(p->conditions.at, p->conditions.n);
    free_texts(p->before, p->n_before);
    free_texts(p->after, p->n_after);
    mem_free(p);
}
