// SPDX-License-Identifier: Apache-2.0
#include "explore/record/assumed.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void assumed_free(struct assumed *a) {
    vec_free(&a->texts);
    hash_map_free(&a->index);
}

void assumed_clear(struct assumed *a) {
    vec_clear(&a->texts);
    hash_map_clear(&a->index);
}

void assumed_note(struct assumed *a, symbol text) {
    uint32_t known;
    if (hash_map_get(&a->index, text, &known)) return;
    hash_map_put(&a->index, text, a->texts.n);
    vec_push(&a->texts, text);
}

void assumed_add(struct assumed *into, const struct assumed *from) {
    for (uint32_t i = 0; i < from->texts.n; i++) assumed_note(into, from->texts.at[i]);
}

// ---- Reports ----

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct assumption *)a)->text, ((const struct assumption *)b)->text);
}

uint32_t assumed_report(const struct assumed *a, struct assumption **out) {
    uint32_t n = a->texts.n;
    *out = mem_zalloc((n + 1) * sizeof **out);
    for (uint32_t i = 0; i < n; i++)
        (*out)[i] = (struct assumption){mem_strdup(symbol_text(a->texts.at[i])), true};
    if (n) qsort(*out, n, sizeof **out, by_text);
    return n;
}

void assumed_report_free(struct assumption *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) mem_free(a[i].text);
    mem_free(a);
}
