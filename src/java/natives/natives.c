// SPDX-License-Identifier: Apache-2.0
// The table of natives (natives.def), looked up by class, name and descriptor when a class is linked. Rows
// with a '*' at the end of the name stand for all names that begin so; a descriptor "*" is any.
#include "java/runtime/native.h"

#include <assert.h>
#include <pthread.h>

static const struct row {
    const char *class, *name, *descriptor;
    java_native native;
} rows[] = {
#define X(class, name, descriptor, function) {class, name, descriptor, function},
#include "java/runtime/natives.def"
#undef X
};

enum { N_ROWS = sizeof rows / sizeof *rows };

static struct hash_map exact;    // of class, name, descriptor -> row
static struct hash_map patterns; // of class -> first of its rows with patterns
static pthread_once_t made = PTHREAD_ONCE_INIT;

static uint64_t key_of(symbol class, symbol name, symbol descriptor) {
    return hash_mix(hash_mix(hash_mix(0, class), name), descriptor);
}

static bool is_pattern(const struct row *r) {
    return r->descriptor[0] == '*' || r->name[strlen(r->name) - 1] == '*';
}

static void make(void) {
    for (uint32_t i = N_ROWS; i-- > 0;) { // backwards: the first row of a class is put last
        const struct row *r = &rows[i];
        symbol class = symbol_of(r->class);
        if (is_pattern(r)) {
            hash_map_put(&patterns, class, i);
            continue;
        }
        uint64_t key = key_of(class, symbol_of(r->name), symbol_of(r->descriptor));
        uint32_t other;
        assert(!hash_map_get(&exact, key, &other)); // a row twice
        (void)other;
        hash_map_put(&exact, key, i);
    }
}

static bool matches(const struct row *r, const char *name, const char *descriptor) {
    size_t n = strlen(r->name);
    bool prefix = r->name[n - 1] == '*';
    if (prefix ? strncmp(r->name, name, n - 1) != 0 : strcmp(r->name, name) != 0) return false;
    return r->descriptor[0] == '*' || strcmp(r->descriptor, descriptor) == 0;
}

static java_native find_pattern(symbol class, const char *name, const char *descriptor) {
    uint32_t i;
    if (name[0] == '<' || !hash_map_get(&patterns, class, &i)) return NULL; // constructors are named in full
    for (const char *text = symbol_text(class); i < N_ROWS && strcmp(rows[i].class, text) == 0; i++)
        if (is_pattern(&rows[i]) && matches(&rows[i], name, descriptor)) return rows[i].native;
    return NULL;
}

java_native java_native_of(const struct java_class *c, symbol name, symbol descriptor) {
    pthread_once(&made, make);
    uint32_t i;
    if (hash_map_get(&exact, key_of(c->name, name, descriptor), &i) && symbol_of(rows[i].class) == c->name &&
        symbol_of(rows[i].name) == name && symbol_of(rows[i].descriptor) == descriptor)
        return rows[i].native;
    const char *text = symbol_text(name);
    // What binds natives to the VM, or looks up fields for them, has nothing to do here.
    if (strcmp(text, "registerNatives") == 0 || strcmp(text, "initIDs") == 0 ||
        strcmp(text, "initNative") == 0)
        return native_nothing;
    return find_pattern(c->name, text, symbol_text(descriptor));
}
