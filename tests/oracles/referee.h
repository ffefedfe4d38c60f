// SPDX-License-Identifier: Apache-2.0
// The real VM (vm.erl) as a referee of what frisk says: which exception a call raises there, and where, as a
// text that the same failure in frisk's result object has as well.
#ifndef FRISK_TESTS_ORACLES_REFEREE_H
#define FRISK_TESTS_ORACLES_REFEREE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "oracles/drive.h"

// ---- The real VM ----

static FILE *to_vm, *from_vm;
static pid_t vm_pid;

static inline void vm_start(void) {
    int in[2], out[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    vm_pid = fork();
    if (vm_pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(out[i]);
        }
        execlp("erl", "erl", "-noshell", "-kernel", "logger_level", "none", "-eval",
               "{ok, vm, B} = compile:noenv_file(\"tests/oracles/vm.erl\", [binary]), "
               "{module, vm} = code:load_binary(vm, \"vm.erl\", B), vm:main().",
               (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_vm = fdopen(in[1], "w");
    from_vm = fdopen(out[0], "r");
    assert_non_null(to_vm);
    assert_non_null(from_vm);
}

static inline void vm_stop(void) {
    fclose(to_vm);
    fclose(from_vm);
    waitpid(vm_pid, NULL, 0);
}

// The answer to one request, without the line's end; to be freed by the caller.
static inline char *vm_ask(const char *verb, const char *what) {
    fprintf(to_vm, "%s ", verb);
    for (const char *c = what; *c; c++) fputc(*c == '\n' ? ' ' : *c, to_vm);
    fputc('\n', to_vm);
    fflush(to_vm);
    char *line = NULL;
    size_t room = 0;
    ssize_t n = getline(&line, &room, from_vm);
    if (n <= 0) fail_msg("the VM of the test died at: %s %s", verb, what);
    line[strcspn(line, "\n")] = 0;
    return line;
}

// The module of this file, which stays until another of its name comes.
static inline void vm_load(const char *file) {
    static const char *last;
    if (last && !strcmp(file, last)) return;
    char *loaded = vm_ask("load", file);
    assert_string_equal(loaded, "ok");
    free(loaded);
    last = file;
}

// ---- Ways to fail, as texts "class reason function line" ----

#define KEYS_MAX 16
struct keys {
    char *at[KEYS_MAX];
    int n;
};

static inline bool keys_have(const struct keys *k, const char *key) {
    for (int i = 0; i < k->n; i++) {
        if (!strcmp(k->at[i], key)) return true;
    }
    return false;
}

static inline void keys_add(struct keys *k, char *key) { // takes key over
    if (keys_have(k, key) || k->n == KEYS_MAX)
        free(key);
    else
        k->at[k->n++] = key;
}

static inline void keys_free(struct keys *k) {
    for (int i = 0; i < k->n; i++) free(k->at[i]);
    k->n = 0;
}

// From the VM's "raise\tCLASS\tREASON\tFUNCTION\tLINE"; NULL: the call raised nothing. Frees answer.
static inline char *key_of_answer(char *answer) {
    char class[16], reason[400], function[200], key[700];
    unsigned line;
    bool process = !strncmp(answer, "process\t", 8);
    const char *rest = process || !strncmp(answer, "raise\t", 6) ? strchr(answer, '\t') + 1 : "";
    bool raised = sscanf(rest, "%15[^\t]\t%399[^\t]\t%199[^\t]\t%u", class, reason, function, &line) == 4;
    free(answer);
    if (!raised) return NULL;
    const char *whose = process ? "process " : "";
    // Without a frame in the unit's module (a tail call into a library) there is no place to agree on.
    if (!strcmp(function, "-"))
        snprintf(key, sizeof key, "%s%s %s", whose, class, reason);
    else
        snprintf(key, sizeof key, "%s%s %s %s:%u", whose, class, reason, function, line);
    return strdup(key);
}

static inline char *key_of_call(const char *call) {
    return key_of_answer(vm_ask("call", call));
}

static inline const char *text_at(const json_t *o, const char *name) {
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

// From what frisk says of a finding; `placeless`: leave the place out.
static inline char *key_of_finding(const json_t *finding, bool placeless) {
    const char *reason = text_at(finding, "reason");
    int length = reason[0] == '{' ? (int)strcspn(reason, ",}") : (int)strlen(reason);
    const json_t *where = json_object_get(finding, "where");
    const char *function = text_at(where, "function"), *colon = strrchr(function, ':');
    char key[700];
    const char *whose = json_object_get(finding, "process") ? "process " : "";
    if (placeless)
        snprintf(key, sizeof key, "%s%s %.*s", whose, text_at(finding, "kind"), length, reason);
    else
        snprintf(key, sizeof key, "%s%s %.*s %s:%d", whose, text_at(finding, "kind"), length, reason,
                 colon ? colon + 1 : function, (int)json_integer_value(json_object_get(where, "line")));
    return strdup(key);
}

#endif
