// SPDX-License-Identifier: Apache-2.0
#include "erlang/eunit/update.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"

// The length of the name of a test whose first line this is; 0: it is none.
static size_t test_name(const char *line) {
    size_t n = 0;
    while (isalnum((unsigned char)line[n]) || line[n] == '_') n++;
    if (!islower((unsigned char)line[0]) || strncmp(line + n, "() ->", 5) != 0) return 0;
    const size_t blank = line[n - 1] == '_', suffix = strlen("_test");
    return n > suffix + blank && !strncmp(line + n - blank - suffix, "_test", suffix) ? n : 0;
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return line + (*line != 0);
}

// Behind the last line of a form that begins here: that ends in a dot.
static const char *form_end(const char *line) {
    while (*line) {
        const size_t n = strcspn(line, "\n");
        const bool last = n > 0 && line[n - 1] == '.' && line[0] != '%';
        line = next_line(line);
        if (last) break;
    }
    return line;
}

// The order of events that belongs to a test stands behind it.
static const char *test_end(const char *line) {
    const char *end = form_end(line);
    if (!strncmp(end, "\norder_", strlen("\norder_"))) end = form_end(end + 1);
    return end;
}

void eunit_old_read(struct eunit_old *old, const char *path) {
    struct diag ignored = {0};
    *old = (struct eunit_old){0};
    if (!file_exists(path) || !file_read(path, &old->text, &ignored)) return;
    const char *from = NULL; // of the comment above
    for (const char *line = str_text(&old->text); *line;) {
        const size_t n = test_name(line);
        if (!from && *line != '\n') from = line;
        if (n) {
            const char *end = test_end(line);
            struct eunit_old_test t = {.text = from, .n = (size_t)(end - from)};
            t.name = mem_zalloc(n + 1);
            memcpy(t.name, line, n);
            vec_push(&old->tests, t);
            line = end;
            from = NULL;
        } else {
            if (*line != '%') from = NULL; // no comment of a test
            line = next_line(line);
        }
    }
}

void eunit_old_free(struct eunit_old *old) {
    for (uint32_t i = 0; i < old->tests.n; i++) {
        mem_free(old->tests.at[i].name);
        mem_free(old->tests.at[i].now);
    }
    vec_free(&old->tests);
    str_free(&old->text);
}

// What a test does, without its name and what is said of it.
static const char *body_of(const char *text) {
    const char *body = strstr(text, "() ->\n");
    return body ? body : text;
}

// Equal but for blanks.
static bool is_same(const char *a, const char *a_end, const char *b) {
    for (;;) {
        while (a < a_end && isspace((unsigned char)*a)) a++;
        while (isspace((unsigned char)*b)) b++;
        if (a == a_end || !*b) return a == a_end && !*b;
        if (*a++ != *b++) return false;
    }
}

const struct eunit_old_test *eunit_old_find(const struct eunit_old *old, const char *text) {
    for (uint32_t i = 0; i < old->tests.n; i++) {
        const struct eunit_old_test *t = &old->tests.at[i];
        if (is_same(body_of(t->text), t->text + t->n, body_of(text))) return t;
    }
    return NULL;
}

bool eunit_old_is_name(const struct eunit_old *old, const char *name) {
    for (uint32_t i = 0; i < old->tests.n; i++)
        if (!strcmp(old->tests.at[i].name, name)) return true;
    return false;
}

void eunit_old_judge(struct eunit_old *old, bool drop, const char *path, struct str *told) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < old->tests.n; i++) {
        struct eunit_old_test *t = &old->tests.at[i];
        const bool holds = !t->now || !*t->now;
        if (!holds) {
            str_addf(told, "%s: %s no longer holds%s: the call now %s\n", path, t->name,
                     drop ? " and is taken out" : "", t->now);
            str_add_n(told, t->text, t->n);
        }
        if (holds || !drop) {
            old->tests.at[kept++] = *t;
        } else {
            mem_free(t->name);
            mem_free(t->now);
        }
    }
    old->tests.n = kept;
}
