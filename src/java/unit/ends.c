// SPDX-License-Identifier: Apache-2.0
#include "java/unit/ends.h"

#include <string.h>

#include "java/input/input_ways.h"
#include "java/program/ending.h"

// Numbers and texts, and arrays of them: no input is an object with methods of the user's.
static bool is_plain_type(const char *type, size_t n) {
    static const char string[] = "Ljava/lang/String;";
    while (n && *type == '[') type++, n--;
    return n == 1 || (n == sizeof string - 1 && !memcmp(type, string, n));
}

static bool has_plain_input(const struct java_method *m) {
    if (!(m->access & ACC_STATIC)) return false;
    for (const char *at = symbol_text(m->descriptor) + 1; *at != ')';) {
        const char *from = at;
        at += strspn(at, "[");
        at = *at == 'L' ? strchr(at, ';') + 1 : at + 1;
        if (!is_plain_type(from, (size_t)(at - from))) return false;
    }
    return true;
}

// What a factory gives may be of a class below the one that its type names.
static struct java_class *made_by(const struct input_way *w, struct java_class *declared) {
    switch (w->kind) {
    case WAY_CONSTRUCTOR: return w->class;
    case WAY_STRING:
    case WAY_BOX: return declared;
    case WAY_FACTORY:
    case WAY_MAKER:
    case WAY_CONSTANT: return declared->access & ACC_FINAL ? declared : NULL;
    case WAY_LAMBDA:
    case WAY_RAW:
    case WAY_ARRAY: break;
    }
    return NULL;
}

static bool of_inputs(void *context, struct java_class *declared,
                      void (*each)(void *to, struct java_class *c), void *to) {
    struct java_unit *u = context;
    struct str type = {0};
    if (u->java->options.states) return false;
    str_addf(&type, "L%s;", symbol_text(declared->name));
    const struct input_class *c = java_input_class(&u->inputs, type.at);
    str_free(&type);
    bool known = c && !c->open;
    for (uint32_t i = 0; known && i < c->n_ways; i++) {
        struct java_class *made = made_by(&c->ways[i], declared);
        if (made) each(to, made);
        known = made != NULL;
    }
    for (uint32_t i = 0; known && i < c->n_hidden; i++) each(to, c->hidden[i]);
    return known;
}

void java_note_ends(struct java_unit *u) {
    const struct java_options *o = &u->java->options;
    struct ending_classes classes = {u, has_plain_input(u->method), of_inputs};
    bool counts = false;
    if (!o->prune || o->assume_calls) return;
    u->unit.ends = java_method_ends(u->java->program, u->method, &classes, &counts);
    if (u->unit.ends && counts) unit_rests_on(&u->unit, JAVA_RULE_COUNTED_LOOP);
}
