// SPDX-License-Identifier: Apache-2.0
// String concatenation (java.lang.invoke.StringConcatFactory): strings are put together byte by byte with
// their expressions.
#include "java/machine/dynamic.h"

#include <string.h>

#include "java/runtime/native.h"
#include "java/symbolic/rope.h"

static struct java_field *string_field(const struct java_thread *t, const char *name) {
    return java_class_field_by_name(t->program->string, name);
}

struct object *java_string_of(struct java_thread *t, enum java_kind kind, struct sym v) {
    if (kind == JAVA_REF && !v.w.r) return java_string(t, "null", 4);
    if (kind == JAVA_REF && v.w.r->class == t->program->string) return v.w.r;
    static const char *const descriptors[JAVA_KINDS] = {[JAVA_BOOLEAN] = "(Z)Ljava/lang/String;",
                                                        [JAVA_BYTE] = "(I)Ljava/lang/String;",
                                                        [JAVA_CHAR] = "(C)Ljava/lang/String;",
                                                        [JAVA_SHORT] = "(I)Ljava/lang/String;",
                                                        [JAVA_INT] = "(I)Ljava/lang/String;",
                                                        [JAVA_LONG] = "(J)Ljava/lang/String;",
                                                        [JAVA_FLOAT] = "(F)Ljava/lang/String;",
                                                        [JAVA_DOUBLE] = "(D)Ljava/lang/String;",
                                                        [JAVA_REF] =
                                                            "(Ljava/lang/Object;)Ljava/lang/String;"};
    struct sym result;
    enum native_status status =
        java_call_sym(t, java_class_find(t->program->string, "valueOf", descriptors[kind]), &v, 1, &result);
    if (status != NATIVE_DONE) return NULL;
    return result.w.r ? result.w.r : java_string(t, "null", 4); // toString() may give null
}

// Byte i of the text in the coder of the result.
static void put_bytes(struct java_thread *t, struct object *to, uint32_t *at, const struct object *from,
                      bool from_utf16, bool to_utf16) {
    const int8_t *bytes = (const int8_t *)from->fields;
    for (int32_t i = 0; i < from->length; i++) {
        ((int8_t *)to->fields)[*at] = bytes[i];
        if (from->shadow || to->shadow) heap_set_expr(&t->heap, to, *at, object_expr(from, (uint32_t)i));
        *at += to_utf16 && !from_utf16 ? 2 : 1; // the upper half of a Latin-1 character is 0
    }
}

struct object *java_string_of_bytes(struct java_thread *t, struct object *bytes, bool utf16) {
    struct object *s = bytes ? java_new_object(t, t->program->string) : NULL;
    if (!s) return NULL;
    heap_put(&t->heap, s, STRING_VALUE, word_ref(bytes), EXPR_NONE);
    heap_put(&t->heap, s, STRING_CODER, word_int(utf16), EXPR_NONE);
    return s;
}

// As a rope, where a length is unknown. NULL without a stop: it is none.
static struct object *concat_rope(struct java_thread *t, struct object *const *strings, uint32_t n) {
    bool wanted = false;
    for (uint32_t i = 0; i < n; i++) wanted |= rope_wanted(t, string_value(strings[i]));
    if (!wanted) return NULL;
    struct rope *r = rope_new(t);
    for (uint32_t i = 0; i < n; i++)
        if (!rope_add(t, r, string_value(strings[i]), string_is_utf16(strings[i]))) return NULL;
    struct object *bytes = rope_array(t, r);
    return java_string_of_bytes(t, bytes, rope_is_wide(r));
}

struct object *java_concat(struct java_thread *t, struct object *const *strings, uint32_t n) {
    uint32_t value = string_field(t, "value")->slot, coder = string_field(t, "coder")->slot;
    struct object *rope = concat_rope(t, strings, n);
    if (rope || t->stop) return rope;
    for (uint32_t i = 0; i < n; i++) rope_settle(t, string_value(strings[i]));
    bool utf16 = false;
    uint64_t chars = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct object *bytes = strings[i]->fields[value].r;
        java_pin(t, word_int(bytes->length), bytes->length_expr);
        bool wide = strings[i]->fields[coder].i != 0;
        utf16 |= wide;
        chars += (uint64_t)bytes->length >> wide;
    }
    if (chars << utf16 > INT32_MAX) {
        t->stop = STOP_MEMORY;
        return NULL;
    }
    struct object *s = java_new_object(t, t->program->string);
    struct object *bytes = s ? java_new_array(t, t->program->byte_array, (int64_t)(chars << utf16)) : NULL;
    if (!bytes) return NULL;
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++)
        put_bytes(t, bytes, &at, strings[i]->fields[value].r, strings[i]->fields[coder].i != 0, utf16);
    heap_put(&t->heap, s, value, word_ref(bytes), EXPR_NONE);
    heap_put(&t->heap, s, coder, word_int(utf16), EXPR_NONE);
    return s;
}

static struct object *constant_string(struct java_thread *t, const struct call_site *s, uint32_t i) {
    const struct class_constant *k = site_argument(s, i);
    struct sym v = {{0}, EXPR_NONE};
    switch (k->tag) {
    case CONSTANT_STRING: return java_string_constant(t, k->text);
    case CONSTANT_INTEGER: v.w = word_int(k->int_value); return java_string_of(t, JAVA_INT, v);
    case CONSTANT_LONG: v.w = word_long(k->long_value); return java_string_of(t, JAVA_LONG, v);
    case CONSTANT_FLOAT: v.w = word_float(k->float_value); return java_string_of(t, JAVA_FLOAT, v);
    case CONSTANT_DOUBLE: v.w = word_double(k->double_value); return java_string_of(t, JAVA_DOUBLE, v);
    default: java_no_model(t, "this kind of constant in a concatenation"); return NULL;
    }
}

typedef VEC(struct object *) string_list;

// The recipe: \1 is the next argument, \2 the next constant, all else text.
static bool add_pieces(struct java_thread *t, const struct call_site *s, const struct sym *args,
                       string_list *out) {
    const char *d = symbol_text(s->constant->descriptor);
    struct java_bytes recipe = site_argument(s, 0)->text;
    uint32_t argument = 0, constant = 1;
    for (uint32_t i = 0; i < recipe.n;) {
        struct object *piece;
        if (recipe.at[i] == 1) {
            piece = java_string_of(t, java_parameter_kind(d, argument), args[argument]);
            argument++, i++;
        } else if (recipe.at[i] == 2) {
            piece = constant_string(t, s, constant++);
            i++;
        } else {
            uint32_t end = i;
            while (end < recipe.n && recipe.at[end] > 2) end++;
            piece = java_string_constant(t, (struct java_bytes){recipe.at + i, end - i});
            i = end;
        }
        if (!piece) return false;
        vec_push(out, piece);
    }
    return true;
}

enum native_status java_invoke_concat(struct java_thread *t, const struct call_site *s,
                                      const struct sym *args, uint32_t n, struct sym *result) {
    string_list pieces = {0};
    bool ok = true;
    if (s->bootstrap->n_arguments) {
        ok = add_pieces(t, s, args, &pieces);
    } else { // makeConcat: the arguments and nothing else
        for (uint32_t i = 0; i < n && ok; i++) {
            struct object *piece =
                java_string_of(t, java_parameter_kind(symbol_text(s->constant->descriptor), i), args[i]);
            if ((ok = piece != NULL)) vec_push(&pieces, piece);
        }
    }
    struct object *o = ok ? java_concat(t, pieces.at, pieces.n) : NULL;
    vec_free(&pieces);
    if (!o) return t->stop ? NATIVE_STOP : NATIVE_THROW;
    *result = (struct sym){word_ref(o), EXPR_NONE};
    return NATIVE_DONE;
}
