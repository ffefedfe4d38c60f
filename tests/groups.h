// SPDX-License-Identifier: Apache-2.0
// The groups of a unit's findings as one text, and the text that a comment in its source expects, in the same
// order: "error ArithmeticException; null s".
#ifndef FRISK_TESTS_GROUPS_H
#define FRISK_TESTS_GROUPS_H

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS_TEXT = 1024, GROUPS_MOST = 32 };

static inline const char *groups_text(const json_t *o, const char *key) {
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static inline int groups_compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Parts separated by ';' in the order of their texts, each once; out has GROUPS_TEXT bytes.
static inline void groups_sort(const char *parts, char *out) {
    char copy[GROUPS_TEXT], *at[GROUPS_MOST];
    size_t n = 0;
    snprintf(copy, sizeof copy, "%s", parts);
    for (char *p = strtok(copy, ";\n"); p && n < GROUPS_MOST; p = strtok(NULL, ";\n")) {
        while (*p == ' ') p++;
        if (*p) at[n++] = p;
    }
    if (n) qsort(at, n, sizeof *at, groups_compare);
    *out = 0;
    for (size_t i = 0; i < n; i++)
        if (!i || strcmp(at[i], at[i - 1])) strcat(strcat(out, *out ? "; " : ""), at[i]);
}

// name: what is told of a finding besides its group; its result is copied.
static inline void groups_of(const json_t *unit, const char *(*name)(const json_t *finding), char *out) {
    char all[GROUPS_TEXT] = "";
    const json_t *findings = json_object_get(unit, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *f = json_array_get(findings, i);
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s %s;", groups_text(f, "group"), name(f));
    }
    groups_sort(all, out);
}

#endif
