// SPDX-License-Identifier: Apache-2.0
#include "java/runtime/surroundings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "java/runtime/thread.h"

const char *const java_jdk_unset[] = {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS",
                                      "JDK_JAVAC_OPTIONS", "CLASSPATH",     NULL};

static void take(struct java_surroundings *s, const char *name, const char *value) {
    if (!strcmp(name, "frisk.locale"))
        s->locale = value;
    else if (!strcmp(name, "frisk.charset"))
        s->charset = value;
    else if (!strcmp(name, "frisk.zone"))
        s->zone = value;
    else if (!strcmp(name, "frisk.processors"))
        s->processors = (uint32_t)strtoul(value, NULL, 10);
    else if (!strcmp(name, "user.dir"))
        vec_push(&s->properties, (struct java_property){name, s->directory = s->working_directory});
    else
        vec_push(&s->properties, (struct java_property){name, value});
}

struct java_surroundings *java_surroundings_new(struct str *text) {
    struct java_surroundings *s = mem_zalloc(sizeof *s);
    s->text = *text;
    *text = (struct str){0};
    char *directory = getcwd(NULL, 0);
    s->working_directory = mem_strdup(directory ? directory : "/");
    free(directory);
    const char *at = str_text(&s->text), *end = at + s->text.n;
    while (at < end) {
        const char *value = at + strlen(at) + 1;
        if (value >= end) break;
        take(s, at, value);
        at = value + strlen(value) + 1;
    }
    if (s->locale && s->charset && s->zone && s->processors && s->directory) return s;
    java_surroundings_free(s);
    return NULL;
}

void java_surroundings_free(struct java_surroundings *s) {
    if (!s) return;
    str_free(&s->text);
    mem_free(s->working_directory);
    vec_free(&s->properties);
    mem_free(s);
}

const char *java_surroundings_property(const struct java_surroundings *s, const char *name) {
    for (uint32_t i = 0; i < s->properties.n; i++)
        if (!strcmp(s->properties.at[i].name, name)) return s->properties.at[i].value;
    return NULL;
}

bool java_machine_known(const struct java_thread *t) {
    return t->program->surroundings && !t->program->surroundings->any;
}

void java_asks_machine(struct java_thread *t, const char *what, const char *value) {
    struct str text = {0};
    if (!java_machine_known(t)) {
        // What a class of the JDK keeps of it when it is initialised, all runs of the worker rest on.
        if (t->heap.make_lasting) t->assumed.lost = true;
        java_lost(t, what);
        return;
    }
    str_addf(&text, "%s%s%s", what, value && *value ? " " : "", value ? value : "");
    assumed_note(&t->assumed.texts, symbol_of(str_text(&text)));
    str_free(&text);
}
