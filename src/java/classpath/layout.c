// SPDX-License-Identifier: Apache-2.0
#include "java/classpath/layout.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"
#include "java/classpath/pom.h"

struct build_tool {
    const char *name, *command;
    const char *files[5];       // any of them marks a project
    const char *directories[8]; // of classes, then of resources
};

static const struct build_tool tools[] = {
    {"Maven", "mvn compile", {"pom.xml"}, {"target/classes", "target/test-classes"}},
    {"Gradle",
     "gradle classes",
     {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"},
     {"build/classes/java/main", "build/classes/kotlin/main", "build/classes/groovy/main",
      "build/classes/scala/main", "build/classes/java/test", "build/resources/main"}},
};

enum { N_TOOLS = sizeof tools / sizeof tools[0] };

static bool has(const char *directory, const char *name) {
    char *path = file_join(directory, name);
    const bool there = file_exists(path);
    mem_free(path);
    return there;
}

static const struct build_tool *tool_of(const char *directory) {
    for (int t = 0; t < N_TOOLS; t++)
        for (int i = 0; tools[t].files[i]; i++)
            if (has(directory, tools[t].files[i])) return &tools[t];
    return NULL;
}

// Adds those of the tool's directories that exist; false: none did.
static bool add_built(const struct build_tool *tool, const char *directory, struct str *path) {
    bool any = false;
    for (int i = 0; tool->directories[i]; i++) {
        if (!has(directory, tool->directories[i])) continue;
        char *entry = file_join(directory, tool->directories[i]);
        str_addf(path, "%s%s", path->n ? ":" : "", entry);
        mem_free(entry);
        any = true;
    }
    return any;
}

typedef VEC(char *) directories; // mem_free

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// Of a project of several modules: what lies right below it and is a project, too.
static void find_modules(const char *directory, directories *out) {
    DIR *listing = opendir(directory);
    for (struct dirent *e; listing && (e = readdir(listing));) {
        char *name = e->d_name[0] != '.' ? file_join(directory, e->d_name) : NULL;
        if (name && file_is_dir(name) && tool_of(name))
            vec_push(out, name);
        else
            mem_free(name);
    }
    if (listing) closedir(listing);
    if (out->n) qsort(out->at, out->n, sizeof *out->at, compare_names);
}

// ---- Dependencies ----

static void tell_missing(const struct pom_path *p, const char *where, const char *fetch, struct str *note) {
    struct str s = {0};
    if (p->problem.n) str_addf(&s, "%s; ", p->problem.at);
    if (p->n_missing)
        str_addf(&s, "%s%s %s not in %s; ", p->missing.at, p->n_missing > 5 ? ", .." : "",
                 p->n_missing == 1 ? "is" : "are", where);
    if (s.n) str_addf(note, "%s%swhere a run needs them, fetch them (%s)", note->n ? "; " : "", s.at, fetch);
    str_free(&s);
}

static void add_found(const struct pom_path *found, struct str *path) {
    if (found->path.n) str_addf(path, ":%s", found->path.at);
}

static void add_dependencies(const directories *projects, struct str *path, struct str *note) {
    VEC(const char *) maven = {0};
    struct pom_path of_maven = {0}, of_gradle = {0};
    for (uint32_t i = 0; i < projects->n; i++)
        if (has(projects->at[i], "pom.xml"))
            vec_push(&maven, projects->at[i]);
        else
            pom_gradle_dependencies(projects->at[i], &of_gradle);
    for (uint32_t i = 0; i < maven.n; i++) pom_dependencies(maven.at[i], maven.at, maven.n, &of_maven);
    add_found(&of_maven, path);
    add_found(&of_gradle, path);
    tell_missing(
        &of_maven, "the local Maven repository",
        "mvn dependency:resolve) or name the class path (-cp; mvn dependency:build-classpath prints it",
        note);
    tell_missing(&of_gradle, "Gradle's cache", "gradle build) or name the class path (-cp", note);
    pom_path_free(&of_maven);
    pom_path_free(&of_gradle);
    vec_free(&maven);
}

bool java_layout_is_project(const char *directory) {
    return tool_of(directory) != NULL;
}

bool java_layout_find(const char *directory, struct str *path, struct str *note, struct diag *d) {
    const struct build_tool *tool = tool_of(directory);
    if (!tool) {
        str_addf(path, "%s%s", path->n ? ":" : "", directory);
        return true;
    }
    directories projects = {0};
    bool any = false;
    vec_push(&projects, mem_strdup(directory));
    find_modules(directory, &projects);
    for (uint32_t i = 0; i < projects.n; i++) any |= add_built(tool_of(projects.at[i]), projects.at[i], path);
    if (any)
        add_dependencies(&projects, path, note);
    else
        diag_set(d, DIAG_ANALYSIS,
                 "%s is a %s project without %s: build it first (%s), or say where its classes are (-cp)",
                 directory, tool->name, tool->directories[0], tool->command);
    for (uint32_t i = 0; i < projects.n; i++) mem_free(projects.at[i]);
    vec_free(&projects);
    return any;
}
