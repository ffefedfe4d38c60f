// SPDX-License-Identifier: Apache-2.0
#include "cli/targets.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/call.h"
#include "cli/elixir.h"

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n > m && !strcmp(s + n - m, end);
}

// Skips an Erlang atom: a name or something in single quotes. NULL: there is none.
static const char *skip_atom(const char *s) {
    if (*s == '\'') {
        for (s++; *s && *s != '\''; s++)
            if (*s == '\\' && s[1]) s++;
        return *s ? s + 1 : NULL;
    }
    if (!islower((unsigned char)*s) && !(*s & 0x80)) return NULL;
    while (isalnum((unsigned char)*s) || *s == '_' || *s == '@' || *s & 0x80) s++;
    return s;
}

enum shape { SHAPE_OTHER, SHAPE_MODULE, SHAPE_FUNCTION, SHAPE_ARITY }; // MOD, MOD:FUN, MOD:FUN/ARITY

// Where a target at s ends; NULL: there is none.
static const char *target_end(const char *s) {
    s = skip_atom(s);
    if (!s || *s != ':') return s;
    s = skip_atom(s + 1);
    if (!s || *s != '/' || !isdigit((unsigned char)s[1])) return s;
    for (s++; isdigit((unsigned char)*s);) s++;
    return s;
}

static enum shape target_shape(const char *s) {
    const char *end = target_end(s), *module = skip_atom(s);
    if (!end || *end) return SHAPE_OTHER;
    if (module == end) return SHAPE_MODULE;
    return skip_atom(module + 1) == end ? SHAPE_FUNCTION : SHAPE_ARITY;
}

static bool is_file(const char *word) {
    return ends_with(word, ".erl") || ends_with(word, ".beam");
}

// A name without a slash is a module's, whatever is in the directory.
static bool is_directory(const char *word) {
    return (strchr(word, '/') || !strcmp(word, ".") || !strcmp(word, "..")) && file_is_dir(word);
}

// The word as Erlang would have it.
static const char *erlang_word(struct targets *out, const char *word) {
    char *other = elixir_target(word);
    if (other) vec_push(&out->owned, other);
    return other ? other : word;
}

static bool no_target(const char *word, struct diag *d) {
    return diag_set(
        d, DIAG_USAGE,
        "'%s' is no target; give MOD:FUN/ARITY, MOD:FUN 'ARGUMENTS', MOD, FILE.erl or a project's directory",
        word);
}

// ---- Lists ----

// One line of a list, which the caller may cut up.
static bool list_line(struct targets *out, char *line, struct diag *d) {
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1])) line[--n] = '\0';
    while (isspace((unsigned char)*line)) line++;
    if (!*line || *line == '%' || *line == '#') return true;
    if (is_file(line)) {
        vec_push(&out->files, line);
        vec_push(&out->list, (struct target_text){line, NULL});
        return true;
    }
    const char *end = isupper((unsigned char)*line) ? line + strcspn(line, " \t") : target_end(line);
    bool whole = end && (!*end || isspace((unsigned char)*end));
    struct target_text t = {line, NULL};
    if (whole && *end) {
        char *rest = line + (end - line);
        *rest++ = '\0';
        while (isspace((unsigned char)*rest)) rest++;
        t.arguments = rest;
    }
    t.target = erlang_word(out, line);
    enum shape shape = whole ? target_shape(t.target) : SHAPE_OTHER;
    if (shape == SHAPE_OTHER || (shape == SHAPE_MODULE && t.arguments)) {
        if (t.arguments) line[end - line] = ' ';
        return no_target(line, d);
    }
    vec_push(&out->list, t);
    return true;
}

static bool read_list(struct targets *out, const char *path, struct diag *d) {
    struct str text = {0};
    if (!*path) return diag_set(d, DIAG_USAGE, "'@' is followed by the name of a file that lists targets");
    if (!file_read(path, &text, d)) return false;
    if (memchr(str_text(&text), 0, text.n)) {
        str_free(&text);
        return diag_set(d, DIAG_USAGE, "%s is no text that lists targets", path);
    }
    char *line = str_take(&text);
    vec_push(&out->owned, line);
    uint32_t before = out->list.n;
    for (uint32_t number = 1; line; number++) {
        char *next = strchr(line, '\n');
        if (next) *next++ = '\0';
        struct diag why = {0};
        if (!list_line(out, line, &why)) return diag_set(d, DIAG_USAGE, "%s:%u: %s", path, number, why.text);
        line = next;
    }
    return out->list.n > before || diag_set(d, DIAG_USAGE, "%s lists no targets", path);
}

// ---- Operands ----

// MOD:FUN is followed by its arguments; MOD:FUN/ARITY may be, if they look like nothing else.
static bool are_arguments(enum shape shape, const char *next) {
    if (is_file(next) || *next == '@' || is_directory(next)) return false;
    char *elixir = elixir_target(next);
    enum shape of_next = target_shape(elixir ? elixir : next);
    mem_free(elixir);
    return (shape == SHAPE_FUNCTION && of_next < SHAPE_FUNCTION) ||
           (shape == SHAPE_ARITY && of_next == SHAPE_OTHER);
}

// A whole call, "m:f(1, [])": a function with arguments.
static bool is_call(struct targets *out, const char *word) {
    char *function, *arguments;
    if (!call_split(word, &function, &arguments)) return false;
    vec_push(&out->owned, function);
    vec_push(&out->owned, arguments);
    const char *target = erlang_word(out, function);
    if (target_shape(target) != SHAPE_FUNCTION) return false;
    vec_push(&out->list, (struct target_text){target, arguments});
    return true;
}

bool targets_sort(const text_list *operands, struct targets *out, struct diag *d) {
    for (uint32_t i = 0; i < operands->n; i++) {
        const char *word = operands->at[i];
        if (is_file(word)) {
            vec_push(&out->files, word);
            continue;
        }
        if (*word == '@') {
            if (!read_list(out, word + 1, d)) return false;
            continue;
        }
        if (is_directory(word)) {
            vec_push(&out->projects, word);
            continue;
        }
        if (is_call(out, word)) continue;
        word = erlang_word(out, word);
        enum shape shape = target_shape(word);
        if (shape == SHAPE_OTHER) return no_target(word, d);
        struct target_text t = {word, NULL};
        const char *next = i + 1 < operands->n ? operands->at[i + 1] : NULL;
        if (next && are_arguments(shape, next)) {
            t.arguments = next;
            i++;
        }
        vec_push(&out->list, t);
    }
    if (!operands->n) vec_push(&out->projects, "."); // the command line has seen to it that it is one
    if (!out->list.n && !out->projects.n)
        for (uint32_t i = 0; i < out->files.n; i++)
            vec_push(&out->list, (struct target_text){out->files.at[i], NULL});
    return true;
}

void targets_free(struct targets *t) {
    for (uint32_t i = 0; i < t->owned.n; i++) mem_free(t->owned.at[i]);
    vec_free(&t->owned);
    vec_free(&t->files);
    vec_free(&t->projects);
    vec_free(&t->list);
}
