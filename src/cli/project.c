// SPDX-License-Identifier: Apache-2.0
#include "cli/project.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"

static void texts_free(owned_texts *t) {
    for (uint32_t i = 0; i < t->n; i++) mem_free(t->at[i]);
    vec_free(t);
}

void project_free(struct project *p) {
    texts_free(&p->paths);
    texts_free(&p->modules);
}

static bool has(const char *dir, const char *name) {
    char *path = file_join(dir, name);
    bool there = file_exists(path);
    mem_free(path);
    return there;
}

bool project_is(const char *dir) {
    return has(dir, "rebar.config") || has(dir, "mix.exs");
}

// ---- Directories ----

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The names in a directory that end so ("": all but those that begin with a dot), sorted; nothing if it is
// none.
static void names_in(const char *dir, const char *ending, owned_texts *out) {
    DIR *open = opendir(dir);
    size_t m = strlen(ending);
    for (const struct dirent *e; open && (e = readdir(open));) {
        size_t n = strlen(e->d_name);
        if (e->d_name[0] != '.' && n > m && !strcmp(e->d_name + n - m, ending))
            vec_push(out, mem_strdup(e->d_name));
    }
    if (open) closedir(open);
    if (out->n) qsort(out->at, out->n, sizeof *out->at, compare_texts);
}

static bool contains(const owned_texts *t, const char *name) {
    for (uint32_t i = 0; i < t->n; i++)
        if (!strcmp(t->at[i], name)) return true;
    return false;
}

// ---- Whose applications ----

// Names of the APP.app.src (or APP.app.src.script) in dir/src.
static void described_in(const char *dir, owned_texts *out) {
    static const char *const endings[] = {".app.src", ".app.src.script"};
    char *src = file_join(dir, "src");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        owned_texts found = {0};
        names_in(src, endings[i], &found);
        for (uint32_t k = 0; k < found.n; k++) {
            found.at[k][strlen(found.at[k]) - strlen(endings[i])] = '\0';
            vec_push(out, mem_strdup(found.at[k]));
        }
        texts_free(&found);
    }
    mem_free(src);
}

static void own_of_rebar(const char *dir, owned_texts *out) {
    static const char *const places[] = {"apps", "lib"};
    described_in(dir, out);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *place = file_join(dir, places[i]);
        owned_texts apps = {0};
        names_in(place, "", &apps);
        for (uint32_t k = 0; k < apps.n; k++) {
            char *app = file_join(place, apps.at[k]);
            described_in(app, out);
            mem_free(app);
        }
        texts_free(&apps);
        mem_free(place);
    }
}

// ---- What was built ----

static void add_modules(struct project *p, const char *ebin) {
    owned_texts beams = {0};
    names_in(ebin, ".beam", &beams);
    for (uint32_t i = 0; i < beams.n; i++) vec_push(&p->modules, file_join(ebin, beams.at[i]));
    texts_free(&beams);
}

// All of lib/*/ebin; an application is the project's own as own or dependencies tell (one of them is NULL).
static void add_applications(struct project *p, const char *lib, const owned_texts *own,
                             const owned_texts *dependencies) {
    owned_texts apps = {0};
    names_in(lib, "", &apps);
    for (int pass = 0; pass < 2; pass++) // the project's own come first on the path
        for (uint32_t i = 0; i < apps.n; i++) {
            bool mine = own ? contains(own, apps.at[i]) : !contains(dependencies, apps.at[i]);
            char *app = file_join(lib, apps.at[i]), *ebin = file_join(app, "ebin");
            if (mine == (pass == 0) && file_is_dir(ebin)) {
                if (mine) add_modules(p, ebin);
                vec_push(&p->paths, mem_strdup(ebin));
            }
            mem_free(app);
            mem_free(ebin);
        }
    texts_free(&apps);
}

void project_ebins(const char *dir, owned_texts *out) {
    struct project p = {.paths = *out};
    add_applications(&p, dir, &(owned_texts){0}, NULL);
    *out = p.paths;
}

bool project_read(const char *dir, struct project *p, struct diag *d) {
    bool rebar = has(dir, "rebar.config"), mix = has(dir, "mix.exs");
    if (!rebar && !mix)
        return diag_set(d, DIAG_USAGE,
                        "%s is no rebar3 or mix project: there is no rebar.config and no mix.exs", dir);
    if (rebar && mix) rebar = !has(dir, "_build/dev"); // both tools are meant: the one that was used
    const char *built = rebar ? "_build/default/lib" : "_build/dev/lib";
    const char *command = rebar ? "rebar3 compile" : "mix compile";
    char *lib = file_join(dir, built);
    if (!file_is_dir(lib)) {
        mem_free(lib);
        return diag_set(d, DIAG_ANALYSIS, "%s is not compiled, there is no %s: run %s first", dir, built,
                        command);
    }
    owned_texts known = {0};
    uint32_t before = p->modules.n;
    if (rebar) {
        own_of_rebar(dir, &known);
        add_applications(p, lib, &known, NULL);
        char *checkouts = file_join(dir, "_build/default/checkouts");
        owned_texts none = {0};
        add_applications(p, checkouts, &none, NULL);
        mem_free(checkouts);
    } else {
        char *deps = file_join(dir, "deps");
        names_in(deps, "", &known);
        add_applications(p, lib, NULL, &known);
        mem_free(deps);
    }
    texts_free(&known);
    bool found = p->modules.n > before;
    if (!found)
        diag_set(d, DIAG_ANALYSIS, "%s holds no compiled module of the project's own: run %s first", lib,
                 command);
    mem_free(lib);
    return found;
}
