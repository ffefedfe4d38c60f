// SPDX-License-Identifier: Apache-2.0
#include "cli/changed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/process_pipe.h"
#include "base/str.h"

static const double GIT_SECONDS = 60;

void changed_free(struct changed *c) {
    for (uint32_t i = 0; i < c->lines.n; i++) mem_free(c->lines.at[i].file);
    vec_free(&c->lines);
}

// What git writes to its standard output.
static bool git(const char *const *argv, struct str *out, struct diag *d) {
    int reason = 0;
    static const char *const set[] = {"LC_ALL=C", "GIT_PAGER=cat", "GIT_OPTIONAL_LOCKS=0", NULL};
    struct process_pipe_options o = {.argv = argv, .set = set, .read_fd = 0, .write_fd = 1};
    struct diag why = {0};
    struct process_pipe *p = process_pipe_start(&o, &reason, &why);
    if (!p) return diag_set(d, DIAG_ANALYSIS, "--changed needs git: %s", why.text);
    double deadline = clock_now() + GIT_SECONDS;
    char bytes[8192];
    size_t got;
    enum pipe_result r;
    while ((r = process_pipe_read_some(p, bytes, sizeof bytes, &got, deadline)) == PIPE_OK)
        str_add_n(out, bytes, got);
    struct str said = {0};
    process_pipe_last_error(p, &said);
    int status = process_pipe_end(p);
    bool good = r == PIPE_CLOSED && (!WIFEXITED(status) ? !said.n : WEXITSTATUS(status) == 0);
    if (!good)
        diag_set(d, DIAG_ANALYSIS, "git %s: %s", argv[3],
                 said.n           ? str_text(&said)
                 : r == PIPE_LATE ? "takes too long"
                                  : "failed");
    str_free(&said);
    return good;
}

// ---- The output of git diff -U0 ----

// A name as git writes it: quoted like a C string if it has unusual bytes.
static char *name_of(const char *text, size_t n) {
    struct str s = {0};
    if (n < 2 || text[0] != '"') {
        str_add_n(&s, text, n);
        return str_take(&s);
    }
    for (size_t i = 1; i + 1 < n; i++) {
        if (text[i] != '\\') {
            str_add_char(&s, text[i]);
        } else if (i + 3 < n && text[i + 1] >= '0' && text[i + 1] <= '3') {
            str_add_char(&s,
                         (char)((text[i + 1] - '0') << 6 | (text[i + 2] - '0') << 3 | (text[i + 3] - '0')));
            i += 3;
        } else {
            char c = text[++i];
            str_add_char(&s, c == 't' ? '\t' : c == 'n' ? '\n' : c);
        }
    }
    return str_take(&s);
}

// @@ -a,b +c,d @@: from line c on d lines are new; none, and something is gone between c and c + 1.
static void add_hunk(struct changed *out, const char *file, const char *line) {
    unsigned long first, count = 1;
    const char *plus = strchr(line, '+');
    if (!file || !plus) return;
    char *end;
    first = strtoul(plus + 1, &end, 10);
    if (*end == ',') count = strtoul(end + 1, NULL, 10);
    unsigned long last = count ? first + count - 1 : first + 1;
    vec_push(&out->lines, ((struct changed_lines){mem_strdup(file), (uint32_t)first, (uint32_t)last}));
}

static void read_diff(struct changed *out, const char *text) {
    char *file = NULL;
    // In the header of a file lines begin with "+++ "; in a hunk, every line begins with + or - and its text
    // may be anything, so hunks are counted through.
    unsigned long left = 0;
    for (const char *line = text, *next; *line; line = next) {
        const char *end = strchr(line, '\n');
        size_t n = end ? (size_t)(end - line) : strlen(line);
        next = line + n + (end ? 1 : 0);
        if (left && (*line == '+' || *line == '-')) {
            left--;
        } else if (!strncmp(line, "+++ ", 4)) {
            mem_free(file);
            size_t m = n - 4;
            if (m && line[4 + m - 1] == '\t') m--; // behind a name with blanks
            char *name = name_of(line + 4, m);
            file = strncmp(name, "b/", 2) ? NULL : mem_strdup(name + 2); // /dev/null: the file is gone
            mem_free(name);
        } else if (!strncmp(line, "@@ ", 3)) {
            unsigned long gone = 1, here = 1;
            const char *minus = strchr(line, '-'), *plus = strchr(line, '+');
            char *stop;
            if (minus && (strtoul(minus + 1, &stop, 10), *stop == ',')) gone = strtoul(stop + 1, NULL, 10);
            if (plus && (strtoul(plus + 1, &stop, 10), *stop == ',')) here = strtoul(stop + 1, NULL, 10);
            left = gone + here;
            add_hunk(out, file, line);
        }
    }
    mem_free(file);
}

bool changed_read(const char *dir, const char *revision, struct changed *out, struct diag *d) {
    if (*revision == '-' || !*revision)
        return diag_set(d, DIAG_USAGE, "--changed wants a git revision, got '%s'", revision);
    const char *const diff[] = {"git",
                                "-C",
                                dir,
                                "diff",
                                "-U0",
                                "--no-color",
                                "--no-ext-diff",
                                "--no-renames",
                                "--src-prefix=a/",
                                "--dst-prefix=b/",
                                revision,
                                "--",
                                NULL};
    const char *const others[] = {"git", "-C", dir, "ls-files", "--others", "--exclude-standard", "-z", NULL};
    struct str text = {0};
    bool good = git(diff, &text, d);
    if (good) read_diff(out, str_text(&text));
    str_free(&text);
    struct str list = {0};
    good = good && git(others, &list, d);
    for (size_t i = 0; good && i < list.n; i += strlen(list.at + i) + 1)
        vec_push(&out->lines, ((struct changed_lines){mem_strdup(list.at + i), 1, UINT32_MAX}));
    str_free(&list);
    return good;
}

// ---- Asking ----

static bool ends_in(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n >= m && !strcmp(path + n - m, end) && (n == m || path[n - m - 1] == '/');
}

bool changed_touches(const struct changed *c, const char *file, uint32_t first, uint32_t last) {
    for (uint32_t i = 0; i < c->lines.n; i++) {
        const struct changed_lines *l = &c->lines.at[i];
        if (!ends_in(l->file, file) && !ends_in(file, l->file)) continue;
        if (l->first <= last && first <= l->last) return true;
    }
    return false;
}
