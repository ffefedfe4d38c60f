// SPDX-License-Identifier: Apache-2.0
// Fields that a caller sets after an object was made: those that the tests may name (public ones, in the same
// package all but private ones) and that are not final.
#include <string.h>

#include "java/input/input_reader.h"
#include "java/input/input_types.h"
#include "java/input/input_ways.h"

enum { MAX_FIELDS = 16, MAX_ALIASES = 4 };

static uint32_t settable_fields(const struct inputs *in, const struct java_class *c,
                                const struct java_field **out) {
    uint32_t n = 0;
    for (; c && c->origin == ORIGIN_USER; c = c->super)
        for (uint32_t i = 0; i < c->n_fields && n < MAX_FIELDS; i++) {
            const struct java_field *f = &c->fields[i];
            if (!f->info || f->access & (ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC)) continue;
            if (java_class_accessible(in, c) && java_member_accessible(in, c, f->access)) out[n++] = f;
        }
    return n;
}

// Objects made before that fit as well; n: the object itself, whose number is not known yet.
static uint32_t alias_candidates(struct reader *r, const struct java_class *owner, const char *descriptor,
                                 uint32_t *out) {
    uint32_t n = 0;
    if (descriptor[0] != 'L') return 0;
    const struct input_class *wanted = java_input_class(r->in, descriptor);
    if (!wanted || strcmp(descriptor, "Ljava/lang/Object;") == 0) return 0;
    if (java_class_is_subclass(owner, wanted->class)) out[n++] = UINT32_MAX;
    for (uint32_t i = 0; i < r->objects.n && n < MAX_ALIASES; i++) {
        const struct recipe_object *o = &r->objects.at[i];
        if (o->kind != RECIPE_NEW && o->kind != RECIPE_RAW) continue;
        const struct java_class *made = program_class_of(r->in->program, symbol_text(o->class));
        if (made && made->origin == ORIGIN_USER && java_class_is_subclass(made, wanted->class)) out[n++] = i;
    }
    return n;
}

// The type with its arguments where the signature tells them in full.
const char *reader_field_type(const struct java_field *f) {
    const char *s = f->info->signature ? symbol_text(f->info->signature) : NULL;
    bool plain =
        s && s[0] != 'T' && !strpbrk(s, "+-*") && !strstr(s, ";T") && !strstr(s, "<T") && !strstr(s, "[T");
    return plain ? s : symbol_text(f->descriptor);
}

static void read_field(struct reader *r, symbol path, const struct java_class *owner,
                       const struct java_field *f, uint32_t depth, struct recipe_field *out) {
    uint32_t candidates[MAX_ALIASES];
    symbol own = reader_path("%s.c%u.%s", symbol_text(path), f->class->number, symbol_text(f->name));
    *out = (struct recipe_field){f->class->name, f->name, f->descriptor, {0}};
    uint32_t n = alias_candidates(r, owner, symbol_text(f->descriptor), candidates);
    if (f->kind == JAVA_REF) reader_note_nullness(r, own, NULL, 0, f);
    uint64_t outer = r->place;
    r->place = hash_mix(hash_mix(6, f->class->number), f->name);
    uint32_t taken = reader_choose(r, reader_path("%s.alias%u", symbol_text(own), n), n + 1, 0);
    if (taken)
        out->value = (struct recipe_value){.kind = RECIPE_OBJECT, .object = candidates[taken - 1]};
    else
        out->value = reader_value(r, own, reader_field_type(f), depth + 1);
    r->place = outer;
    if (f->kind == JAVA_REF) r->out->bounded = true; // other objects of the input may stand there, too
}

void reader_fields(struct reader *r, symbol path, const struct java_class *c, uint32_t depth,
                   struct recipe_object *o) {
    const struct java_field *fields[MAX_FIELDS];
    uint32_t n = settable_fields(r->in, c, fields), first = 0, last;
    if (!n) return;
    if (depth >= INPUT_MAX_DEPTH) {
        r->out->bounded = true;
        return;
    }
    // None, one of them, or all: most inputs are short, and none is out of reach.
    uint32_t all = n > 1 ? n + 1 : n;
    uint32_t way = reader_choose(r, reader_path("%s.c%u.set", symbol_text(path), c->number), all + 1, 0);
    if (!way) return;
    last = n;
    if (way <= n) first = way - 1, last = way;
    struct recipe_field *set = ARENA_ARRAY(r->a, struct recipe_field, n);
    for (uint32_t i = first; i < last; i++) read_field(r, path, c, fields[i], depth, &set[o->n_fields++]);
    o->fields = set;
}

void reader_own_fields(struct reader *r, uint32_t object) {
    struct recipe_object *o = &r->objects.at[object];
    struct recipe_field *fields = (struct recipe_field *)(uintptr_t)o->fields; // made above
    for (uint32_t i = 0; i < o->n_fields; i++)
        if (fields[i].value.kind == RECIPE_OBJECT && fields[i].value.object == UINT32_MAX)
            fields[i].value.object = object;
}
