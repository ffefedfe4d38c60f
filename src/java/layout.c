// SPDX-License-Identifier: Apache-2.0
#include "java/layout.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"

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

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// A project of several modules: those right below it that have been built.
static bool add_modules(const char *directory, struct str *path) {
    VEC(char *) names = {0};
    DIR *listing = opendir(directory);
    for (struct dirent *e; listing && (e = readdir(listing));)
        if (e->d_name[0] != '.') vec_push(&names, file_join(directory, e->d_name));
    if (listing) closedir(listing);
    if (names.n) qsort(names.at, names.n, sizeof *names.at, compare_names);
    bool any = false;
    for (uint32_t i = 0; i < names.n; i++) {
        const struct build_tool *tool = file_is_dir(names.at[i]) ? tool_of(names.at[i]) : NULL;
        if (tool && add_built(tool, names.at[i], path)) any = true;
        mem_free(names.at[i]);
    }
    vec_free(&names);
    return any;
}

bool java_layout_find(const char *directory, struct str *path, struct diag *d) {
    const struct build_tool *tool = tool_of(directory);
    if (!tool) {
        str_addf(path, "%s%s", path->n ? ":" : "", directory);
        return true;
    }
    bool any = add_built(tool, directory, path);
    if (add_modules(directory, path)) any = true;
    if (!any)
        diag_set(d, DIAG_ANALYSIS,
                 "%s is a %s project without %s: build it first (%s), or say where its classes are (-cp)",
                 directory, tool->name, tool->directories[0], tool->command);
    return any;
}
