// SPDX-License-Identifier: Apache-2.0
#include "suite/written.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"

enum { MARK = 19 }; // characters of " [0123456789abcdef]"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static VEC(char *) kept; // files that stayed
static struct str said;

static void add_mark(const char *text, size_t n, char out[MARK + 1]) {
    snprintf(out, MARK + 1, " [%016llx]", (unsigned long long)hash_bytes(text, n));
}

static bool is_users(const char *path) {
    struct str text = {0}, plain = {0};
    struct diag ignored = {0};
    char mark[MARK + 1];
    bool own = false;
    if (!file_exists(path)) return false;
    if (file_read(path, &text, &ignored) && text.n) {
        const size_t line = strcspn(str_text(&text), "\n");
        if (line > MARK && text.at[line]) {
            str_add_n(&plain, text.at, line - MARK);
            str_add_n(&plain, text.at + line, text.n - line);
            add_mark(plain.at, plain.n, mark);
            own = !strncmp(text.at + line - MARK, mark, MARK);
        }
    }
    str_free(&text);
    str_free(&plain);
    return !own;
}

static void note_kept(const char *path) {
    pthread_mutex_lock(&lock);
    bool known = false;
    for (uint32_t i = 0; i < kept.n; i++) known |= !strcmp(kept.at[i], path);
    if (!known) vec_push(&kept, mem_strdup(path));
    pthread_mutex_unlock(&lock);
}

bool written_save(const char *path, const struct str *text, struct diag *d) {
    struct str marked = {0}, beside = {0};
    char mark[MARK + 1];
    const size_t line = strcspn(str_text(text), "\n");
    add_mark(str_text(text), text->n, mark);
    str_add_n(&marked, text->at, line);
    str_add(&marked, mark);
    str_add_n(&marked, text->at + line, text->n - line);
    const bool users = is_users(path);
    str_addf(&beside, "%s.new", path);
    if (users) note_kept(path);
    bool good = file_write(users ? beside.at : path, marked.at, marked.n, d);
    str_free(&marked);
    str_free(&beside);
    return good;
}

void written_remove(const char *path) {
    if (!is_users(path)) unlink(path);
}

void written_say(const struct str *text) {
    pthread_mutex_lock(&lock);
    str_add_n(&said, text->at, text->n);
    pthread_mutex_unlock(&lock);
}

void written_tell(struct str *out) {
    pthread_mutex_lock(&lock);
    if (said.n) str_add_n(out, said.at, said.n);
    str_free(&said);
    for (uint32_t i = 0; i < kept.n; i++) {
        str_addf(out, "%s was changed since frisk wrote it, and stays; the new tests are in %s.new\n",
                 kept.at[i], kept.at[i]);
        mem_free(kept.at[i]);
    }
    vec_free(&kept);
    pthread_mutex_unlock(&lock);
}
