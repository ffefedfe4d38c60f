// SPDX-License-Identifier: Apache-2.0
#include "cli/elixir.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"

static const char prefix[] = "Elixir.";

static const char *skip_word(const char *s) {
    while (isalnum((unsigned char)*s) || *s == '_' || *s & 0x80) s++;
    return s;
}

// Shop.Cart: names that begin with a capital, and dots between them. NULL: there is none.
static const char *skip_alias(const char *s) {
    if (!isupper((unsigned char)*s)) return NULL;
    s = skip_word(s);
    while (*s == '.' && isupper((unsigned char)s[1])) s = skip_word(s + 1);
    return s;
}

// The function behind the module: total, total! or valid?, or in quotes. NULL: there is none.
static const char *skip_function(const char *s) {
    if (*s == '\'') {
        const char *end = strchr(s + 1, '\'');
        return end ? end + 1 : NULL;
    }
    if (!islower((unsigned char)*s) && *s != '_') return NULL;
    s = skip_word(s);
    return *s == '?' || *s == '!' ? s + 1 : s;
}

char *elixir_target(const char *word) {
    const char *end = skip_alias(word), *name, *arity;
    if (!end) return NULL;
    struct str s = {0};
    str_addf(&s, "'%s%.*s'", strncmp(word, prefix, strlen(prefix)) ? prefix : "", (int)(end - word), word);
    if (!*end) return str_take(&s);
    name = end + 1;
    arity = *end == '.' || *end == ':' ? skip_function(name) : NULL;
    const char *quote = *name == '\'' ? "" : "'";
    bool number = arity && *arity == '/' && isdigit((unsigned char)arity[1]) &&
                  !arity[1 + strspn(arity + 1, "0123456789")];
    if (!arity || (*arity && !number)) {
        str_free(&s);
        return NULL;
    }
    str_addf(&s, ":%s%.*s%s%s", quote, (int)(arity - name), name, quote, arity);
    return str_take(&s);
}

bool elixir_is_module(const char *text) {
    const char *slash = strrchr(text, '/'), *name = slash ? slash + 1 : text;
    const char *module = *text == '\'' ? text + 1 : name;
    return !strncmp(module, prefix, strlen(prefix));
}

// The file of that name which the shell would run, with no links in its path; free.
static char *program_path(const char *name) {
    char *found = NULL, *all = mem_strdup(getenv("PATH") ? getenv("PATH") : "");
    for (char *dir, *rest = all; !found && (dir = strsep(&rest, ":"));) {
        char *path = file_join(*dir ? dir : ".", name);
        if (access(path, X_OK) == 0) found = realpath(path, NULL);
        mem_free(path);
    }
    mem_free(all);
    return found;
}

void elixir_paths(owned_texts *out) {
    char *program = program_path("elixir"), *bin = program ? strrchr(program, '/') : NULL;
    if (bin) *bin = '\0';
    struct str lib = {0};
    if (bin) {
        str_addf(&lib, "%s/../lib", program);
        char *real = realpath(lib.at, NULL);
        project_ebins(real ? real : lib.at, out);
        free(real);
    }
    str_free(&lib);
    free(program);
}
