// SPDX-License-Identifier: Apache-2.0
#include "java/input/standard_input.h"

#include "java/input/java_text.h"
#include "java/symbolic/symbolic.h"

void standard_input_begin(struct standard_input *s, struct inputs *in, const struct model *model,
                          struct arena *arena, struct input_state *state) {
    *s = (struct standard_input){.in = in, .model = model, .arena = arena, .state = state};
}

// Looks up what the model has of it, once.
static bool look(struct java_thread *t) {
    struct standard_input *s = t->standard_input;
    java_outside(t); // what is read next is no part of the run's state
    if (s->read) return true;
    struct recipe_object o =
        input_part(s->in, s->model, symbol_of("stdin"), FAMILY_LATIN, 1, s->arena, s->state);
    s->read = true;
    s->n = o.n;
    s->bytes = o.chars;
    s->text = s->state->texts.at[o.input - 1];
    if (s->state->too_long) input_too_large(t);
    return !s->state->too_long;
}

static expr_id element(const struct java_thread *t, uint32_t i) {
    struct standard_input *s = t->standard_input;
    return t->trace ? input_element(s->in, &s->text, i) : EXPR_NONE;
}

enum native_status standard_input_next(struct java_thread *t, int32_t *byte, expr_id *expr) {
    struct standard_input *s = t->standard_input;
    if (!look(t)) return NATIVE_STOP;
    bool more = s->position < s->n;
    if (java_is_recording(t))
        symbolic_branch(t, expr_int_lt(t->x, expr_int(t->x, s->position), s->text.length), more);
    if (!more) return NATIVE_DECLINE;
    *byte = s->bytes[s->position];
    *expr = element(t, s->position++);
    return NATIVE_DONE;
}

enum native_status standard_input_rest(struct java_thread *t, int64_t wanted, uint32_t *n) {
    struct standard_input *s = t->standard_input;
    if (!look(t)) return NATIVE_STOP;
    uint32_t left = s->n - s->position;
    int64_t end = s->position + wanted;
    if (java_is_recording(t))
        symbolic_branch(t, expr_int_lt(t->x, s->text.length, expr_int(t->x, end)), s->n < end);
    if (left < wanted) java_pin(t, word_int((int32_t)s->n), s->text.length);
    *n = left < wanted ? left : (uint32_t)wanted;
    return NATIVE_DONE;
}

enum native_status standard_input_left(struct java_thread *t, int32_t *n, expr_id *expr) {
    struct standard_input *s = t->standard_input;
    if (!look(t)) return NATIVE_STOP;
    *n = (int32_t)(s->n - s->position);
    *expr = t->trace ? expr_arith(t->x, EXPR_SUB_OP, s->text.length, expr_int(t->x, s->position)) : EXPR_NONE;
    return NATIVE_DONE;
}

char *standard_input_text(const struct standard_input *s) {
    struct str out = {0};
    java_text_string(&out, s->bytes, s->n);
    return str_take(&out);
}

void standard_input_setup(const struct standard_input *s, struct str *out) {
    char *text = standard_input_text(s);
    str_addf(out,
             "System.setIn(new java.io.ByteArrayInputStream(%s.getBytes("
             "java.nio.charset.StandardCharsets.ISO_8859_1)));",
             text);
    mem_free(text);
}
