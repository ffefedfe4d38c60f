// SPDX-License-Identifier: Apache-2.0
// Where strings of unknown length are put together, the result is a rope (rope.h): methods of StringBuilder
// and StringBuffer, String.concat and join; what is deleted from a rope leaves one. All of them decline where
// every length is known.
#include "java/machine/dynamic.h"
#include "java/runtime/native.h"
#include "java/symbolic/rope.h"
#include "java/symbolic/summary.h"
#include "java/symbolic/symbolic_string.h"

// ---- AbstractStringBuilder ----

struct builder_slots {
    uint32_t value, coder, count;
};

static struct builder_slots slots_of(const struct object *builder) {
    struct java_class *c = builder->class;
    return (struct builder_slots){java_class_field_by_name(c, "value")->slot,
                                  java_class_field_by_name(c, "coder")->slot,
                                  java_class_field_by_name(c, "count")->slot};
}

// The characters in the builder's buffer, apart from it.
static struct object *copy_content(struct java_thread *t, const struct object *value, uint32_t bytes) {
    struct object *copy = java_new_array(t, t->program->byte_array, bytes);
    if (!copy) return NULL;
    memcpy(copy->fields, value->fields, bytes);
    for (uint32_t i = 0; i < bytes; i++)
        if (object_expr(value, i)) heap_set_expr(&t->heap, copy, i, object_expr(value, i));
    return copy;
}

static struct sym count_of(const struct object *builder) {
    uint32_t slot = slots_of(builder).count;
    return (struct sym){builder->fields[slot], object_expr(builder, slot)};
}

static bool add_content(struct java_thread *t, struct rope *r, const struct object *builder) {
    struct builder_slots slot = slots_of(builder);
    const struct object *value = builder->fields[slot.value].r;
    bool utf16 = builder->fields[slot.coder].i != 0;
    if (!value) return true; // it is being made
    if (value->flags & OBJECT_ROPE) return rope_add(t, r, value, utf16);
    if (value->length_expr || object_expr(builder, slot.count)) return false;
    uint32_t bytes = (uint32_t)builder->fields[slot.count].i << utf16;
    if (bytes > (uint32_t)value->length) return false;
    struct object *content = copy_content(t, value, bytes);
    return content && rope_add(t, r, content, utf16);
}

static bool add_string(struct java_thread *t, struct rope *r, const struct object *string) {
    return rope_add(t, r, string_value(string), string_is_utf16(string));
}

// The builder's content is that rope; its count is the caller's.
static struct object *set_value(struct java_thread *t, struct object *builder, struct rope *r) {
    struct object *array = rope_array(t, r);
    if (!array) return NULL;
    struct builder_slots slot = slots_of(builder);
    heap_put(&t->heap, builder, slot.value, word_ref(array), EXPR_NONE);
    heap_put(&t->heap, builder, slot.coder, word_int(rope_is_wide(r)), EXPR_NONE);
    builder->flags |= OBJECT_ROPE;
    return array;
}

static bool set_content(struct java_thread *t, struct object *builder, struct rope *r) {
    struct object *array = set_value(t, builder, r);
    if (!array) return false;
    expr_id count = array->flags & OBJECT_ROPE ? rope_chars(t, array) : EXPR_NONE;
    heap_put(&t->heap, builder, slots_of(builder).count, word_int(array->length >> rope_is_wide(r)), count);
    return true;
}

// False: no rope comes of it, and nothing has changed.
static bool append(struct java_thread *t, struct object *builder, const struct object *string) {
    struct rope *r = rope_new(t);
    return add_content(t, r, builder) && add_string(t, r, string) && set_content(t, builder, r);
}

static bool prepend(struct java_thread *t, struct object *builder, const struct object *string) {
    struct rope *r = rope_new(t);
    return add_string(t, r, string) && add_content(t, r, builder) && set_content(t, builder, r);
}

static bool holds_rope(const struct java_thread *t, const struct object *builder) {
    if (!(builder->flags & OBJECT_ROPE)) return false;
    const struct object *value = builder->fields[slots_of(builder).value].r;
    return value->flags & OBJECT_ROPE && rope_wanted(t, value);
}

static enum native_status appended(struct java_thread *t, bool done, struct object *builder,
                                   union word *result, expr_id *result_expr) {
    if (t->stop) return NATIVE_STOP;
    if (t->exception) return NATIVE_THROW;
    return done ? GIVE_REF(builder) : NATIVE_DECLINE;
}

// append(String); also the constructor AbstractStringBuilder(String), whose buffer is null then.
NATIVE(native_builder_append) {
    (void)m, (void)exprs;
    struct object *builder = args[0].r, *string = args[1].r;
    bool holds = holds_rope(t, builder);
    if (!string && holds) string = java_string(t, "null", 4);
    if (!string || !string_value(string) || !(holds || rope_wanted(t, string_value(string))))
        return string || !t->stop ? NATIVE_DECLINE : NATIVE_STOP;
    return appended(t, append(t, builder, string), builder, result, result_expr);
}

// append(AbstractStringBuilder)
NATIVE(native_builder_append_builder) {
    (void)m, (void)exprs;
    struct object *builder = args[0].r, *other = args[1].r;
    if (!other || !(holds_rope(t, builder) || holds_rope(t, other))) return NATIVE_DECLINE;
    struct rope *r = rope_new(t);
    bool done = add_content(t, r, builder) && add_content(t, r, other) && set_content(t, builder, r);
    return appended(t, done, builder, result, result_expr);
}

// append(CharSequence, int start, int end), of a string: what String.format does with the text between the
// places to fill.
NATIVE(native_builder_append_part) {
    (void)m;
    struct object *builder = args[0].r;
    const struct object *part = args[1].r;
    if (!holds_rope(t, builder) || exprs[2] || exprs[3]) return NATIVE_DECLINE;
    if (!part || part->class != t->program->string || string_value(part)->length_expr) return NATIVE_DECLINE;
    int32_t start = args[2].i, end = args[3].i;
    if (start < 0 || start > end || end > (int32_t)java_string_length(part)) return NATIVE_DECLINE; // throws
    struct rope *r = rope_new(t);
    bool done = add_content(t, r, builder) &&
                rope_add_slice(t, r, string_value(part), string_is_utf16(part),
                               (struct sym){args[2], EXPR_NONE}, (struct sym){args[3], EXPR_NONE}) &&
                set_content(t, builder, r);
    return appended(t, done, builder, result, result_expr);
}

static struct sym sum(struct java_thread *t, struct sym a, struct sym b) {
    struct expr_store *x = t->x;
    expr_id e = a.e || b.e ? expr_arith(x, EXPR_ADD_OP, a.e ? a.e : expr_int(x, a.w.i),
                                        b.e ? b.e : expr_int(x, b.w.i))
                           : EXPR_NONE;
    bool known = e && expr_op(x, e) == EXPR_INT_LIT_OP;
    return (struct sym){word_int(a.w.i + b.w.i), known ? EXPR_NONE : e};
}

static const struct sym zero, one = {{.i = 1}, EXPR_NONE};

// No rope came of it: the body is to do it, unless the run is over.
static enum native_status declined(const struct java_thread *t) {
    return t->stop ? NATIVE_STOP : NATIVE_DECLINE;
}

// Between two characters of a rope.
static bool insert(struct java_thread *t, struct object *builder, struct sym at,
                   const struct object *string) {
    const struct object *value = builder->fields[slots_of(builder).value].r;
    bool utf16 = rope_is_utf16(t, value);
    struct rope *r = rope_new(t);
    return rope_add_slice(t, r, value, utf16, zero, at) && add_string(t, r, string) &&
           rope_add_slice(t, r, value, utf16, at, count_of(builder)) && set_content(t, builder, r);
}

// insert(int, String), of which others are made
NATIVE(native_builder_insert) {
    (void)m;
    struct object *builder = args[0].r, *string = args[2].r;
    bool holds = holds_rope(t, builder), first = !exprs[1] && args[1].i == 0,
         last = holds && exprs[1] && exprs[1] == object_expr(builder, slots_of(builder).count);
    if (!(first || holds) || !string || !string_value(string)) return NATIVE_DECLINE;
    if (!holds && !rope_wanted(t, string_value(string))) return NATIVE_DECLINE;
    struct sym at = {args[1], exprs[1]};
    bool done;
    if (first)
        done = prepend(t, builder, string);
    else if (last)
        done = append(t, builder, string);
    else // the body throws where it is beyond the end
        done = rope_decide_within(t, at, sum(t, count_of(builder), one)) && insert(t, builder, at, string);
    return appended(t, done, builder, result, result_expr);
}

// A string of that character; a decision whether it needs two bytes.
static struct object *char_string(struct java_thread *t, uint16_t c, expr_id e) {
    struct expr_store *x = t->x;
    bool wide = c > 255;
    if (e) symbolic_branch(t, expr_int_lt(x, e, expr_int(x, 256)), !wide);
    struct object *bytes = java_new_array(t, t->program->byte_array, 1 + wide);
    if (!bytes) return NULL;
    memcpy(bytes->fields, &c, 1u + wide);
    for (uint32_t i = 0; e && i <= wide; i++) {
        heap_set_expr(&t->heap, bytes, i, java_char_byte(x, e, wide, i));
    }
    return java_string_of_bytes(t, bytes, wide);
}

NATIVE(native_builder_append_char) {
    (void)m;
    struct object *builder = args[0].r;
    if (!holds_rope(t, builder)) return NATIVE_DECLINE;
    struct object *string = char_string(t, (uint16_t)args[1].i, exprs[1]);
    return appended(t, string && append(t, builder, string), builder, result, result_expr);
}

NATIVE(native_builder_insert_char) {
    (void)m;
    struct object *builder = args[0].r;
    if (exprs[1] || args[1].i != 0 || !holds_rope(t, builder)) return NATIVE_DECLINE;
    struct object *string = char_string(t, (uint16_t)args[2].i, exprs[2]);
    return appended(t, string && prepend(t, builder, string), builder, result, result_expr);
}

// append of a number or a boolean
NATIVE(native_builder_append_primitive) {
    struct object *builder = args[0].r;
    bool integer = m->param_kinds[0] == JAVA_INT || m->param_kinds[0] == JAVA_LONG;
    bool summary = integer && exprs[1] && summary_applies(t); // its text has an unknown length
    if (!holds_rope(t, builder) && !summary) return NATIVE_DECLINE;
    struct object *string =
        java_string_of(t, (enum java_kind)m->param_kinds[0], (struct sym){args[1], exprs[1]});
    return appended(t, string && append(t, builder, string), builder, result, result_expr);
}

// shift(int offset, int n): where something is deleted, n < 0, what is from the offset on goes to offset + n;
// the caller sets the count.
NATIVE(native_builder_shift) {
    (void)m, (void)result, (void)result_expr;
    struct object *builder = args[0].r;
    struct sym offset = {args[1], exprs[1]}, n = {args[2], exprs[2]};
    if (!holds_rope(t, builder)) return NATIVE_DECLINE;
    if (n.e) symbolic_branch(t, expr_int_lt(t->x, n.e, expr_int(t->x, 0)), n.w.i < 0);
    if (n.w.i >= 0) return NATIVE_DECLINE;
    struct rope *r = rope_new(t);
    const struct object *value = builder->fields[slots_of(builder).value].r;
    bool utf16 = rope_is_utf16(t, value);
    if (!rope_add_slice(t, r, value, utf16, zero, sum(t, offset, n)) ||
        !rope_add_slice(t, r, value, utf16, offset, count_of(builder)))
        return declined(t);
    return set_value(t, builder, r) ? GIVE_NOTHING() : native_failed(t);
}

NATIVE(native_builder_set_char_at) {
    (void)m, (void)result, (void)result_expr;
    struct object *builder = args[0].r;
    if (!holds_rope(t, builder)) return NATIVE_DECLINE;
    struct sym index = {args[1], exprs[1]}, count = count_of(builder);
    if (!rope_decide_within(t, index, count)) return NATIVE_DECLINE; // the body throws
    struct object *c = char_string(t, (uint16_t)args[2].i, exprs[2]);
    if (!c) return native_failed(t);
    struct rope *r = rope_new(t);
    const struct object *value = builder->fields[slots_of(builder).value].r;
    bool utf16 = rope_is_utf16(t, value);
    if (!rope_add_slice(t, r, value, utf16, zero, index) || !add_string(t, r, c) ||
        !rope_add_slice(t, r, value, utf16, sum(t, index, one), count))
        return declined(t);
    return set_value(t, builder, r) ? GIVE_NOTHING() : native_failed(t);
}

// charAt(int), in runs that summarise
NATIVE(native_builder_char_at) {
    (void)m;
    const struct object *builder = args[0].r;
    struct sym c;
    if (!summary_applies(t) || !holds_rope(t, builder)) return NATIVE_DECLINE;
    const struct object *value = builder->fields[slots_of(builder).value].r;
    if (!summary_char_at(t, value, rope_is_utf16(t, value), (struct sym){args[1], exprs[1]}, &c))
        return declined(t);
    return GIVE(c.w, c.e);
}

// indexOf(String), indexOf(String, int), lastIndexOf(String, int), likewise: as of the string that it holds
NATIVE(native_builder_index_of) {
    const struct object *builder = args[0].r;
    if (!summary_applies(t) || !holds_rope(t, builder)) return NATIVE_DECLINE;
    const struct object *value = builder->fields[slots_of(builder).value].r;
    struct object *copy = rope_copy(t, value),
                  *string = copy ? java_string_of_bytes(t, copy, rope_is_utf16(t, value)) : NULL;
    if (!string) return native_failed(t);
    union word of_string[3] = {word_ref(string), args[1], m->n_params > 1 ? args[2] : word_int(0)};
    expr_id their[3] = {EXPR_NONE, exprs[1], m->n_params > 1 ? exprs[2] : EXPR_NONE};
    return native_summary_index_of_text(t, m, of_string, their, result, result_expr);
}

// reverse(), likewise: as many characters. Of Latin-1 twice is what it was; surrogates would be turned in
// pairs.
NATIVE(native_builder_reverse) {
    (void)m, (void)exprs;
    struct object *builder = args[0].r;
    if (!summary_applies(t) || !holds_rope(t, builder)) return NATIVE_DECLINE;
    const struct object *value = builder->fields[slots_of(builder).value].r;
    bool utf16 = rope_is_utf16(t, value);
    expr_id n = rope_chars(t, value);
    uint32_t times = rope_times(t, value, utf16);
    if (!times) return NATIVE_DECLINE;
    struct summary_key key = {SUMMARY_REVERSED, {rope_identity(t, value)}};
    struct object *turned = summary_text(t, key,
                                         utf16                     ? FAMILY_UTF16
                                         : rope_is_ascii(t, value) ? FAMILY_ASCII
                                                                   : FAMILY_LATIN,
                                         times);
    if (!turned || !rope_require_length(t, turned, utf16, n)) return NATIVE_STOP;
    if (!utf16)
        summary_set_text(t, (struct summary_key){SUMMARY_REVERSED, {rope_identity(t, turned)}},
                         rope_copy(t, value));
    struct rope *r = rope_new(t);
    bool done = rope_add(t, r, turned, utf16) && set_content(t, builder, r);
    return appended(t, done, builder, result, result_expr);
}

// A builder that has held a rope did not grow as the JVM's would have.
NATIVE(native_builder_capacity) {
    (void)m, (void)exprs, (void)result, (void)result_expr;
    if (!(args[0].r->flags & OBJECT_ROPE)) return NATIVE_DECLINE;
    return java_no_model(t, "java/lang/StringBuilder.capacity: after strings of unknown length");
}

// ---- Strings ----

// repeat(int), a few times
NATIVE(native_string_repeat) {
    (void)m;
    enum { MOST_TIMES = 8 };
    struct object *strings[MOST_TIMES];
    struct object *string = args[0].r;
    if (exprs[1] || args[1].i < 2 || args[1].i > MOST_TIMES || !rope_wanted(t, string_value(string)))
        return NATIVE_DECLINE;
    for (int32_t i = 0; i < args[1].i; i++) strings[i] = string;
    return GIVE_MADE(java_concat(t, strings, (uint32_t)args[1].i));
}

// StringConcatHelper.simpleConcat(Object, Object)
NATIVE(native_simple_concat) {
    (void)m, (void)exprs;
    struct object *strings[2] = {args[0].r, args[1].r};
    bool wanted = false;
    for (int i = 0; i < 2; i++) {
        if (!strings[i] || strings[i]->class != t->program->string) return NATIVE_DECLINE;
        wanted |= rope_wanted(t, string_value(strings[i]));
    }
    return wanted ? GIVE_MADE(java_concat(t, strings, 2)) : NATIVE_DECLINE;
}

// String.join(String prefix, String suffix, String delimiter, String[] elements, int size)
NATIVE(native_string_join) {
    (void)m;
    VEC(struct object *) strings = {0};
    const struct object *elements = args[3].r;
    bool wanted = false, known = elements && !exprs[4] && args[4].i >= 0 && args[4].i <= elements->length;
    if (known) vec_push(&strings, args[0].r);
    for (int32_t i = 0; known && i < args[4].i; i++) {
        if (i) vec_push(&strings, args[2].r);
        vec_push(&strings, java_array_get(elements, (uint32_t)i).r);
    }
    if (known) vec_push(&strings, args[1].r);
    for (uint32_t i = 0; i < strings.n && known; i++) {
        known = strings.at[i] != NULL;
        wanted |= known && rope_wanted(t, string_value(strings.at[i]));
    }
    enum native_status status =
        known && wanted ? GIVE_MADE(java_concat(t, strings.at, strings.n)) : NATIVE_DECLINE;
    vec_free(&strings);
    return status;
}

// startsWith(String prefix, int offset): a decision whether it fits, and one for all characters
NATIVE(native_string_starts_with) {
    (void)m;
    const struct object *string = args[0].r, *prefix = args[1].r;
    bool starts;
    if (prefix && !java_wants_cases(t) && !exprs[1] && !exprs[2] &&
        symbolic_string_starts(t, string, prefix, args[2].i, &starts))
        return GIVE_INT(starts);
    if (!prefix || !(rope_wanted(t, string_value(string)) || rope_wanted(t, string_value(prefix))))
        return NATIVE_DECLINE;
    bool utf16 = string_is_utf16(string), other = string_is_utf16(prefix);
    if (other && !utf16) return NATIVE_DECLINE; // false, whatever the characters are
    struct expr_store *x = t->x;
    struct sym at = {args[2], exprs[2]};
    expr_id n = rope_length(t, string_value(prefix), other),
            all = rope_length(t, string_value(string), utf16);
    if (!n || !all) return NATIVE_DECLINE;
    expr_id from = at.e ? at.e : expr_int(x, at.w.i);
    expr_id both[2] = {
        expr_int_lt(x, expr_int(x, -1), from),
        expr_int_lt(x, expr_arith(x, EXPR_ADD_OP, from, n), expr_arith(x, EXPR_ADD_OP, all, expr_int(x, 1)))};
    uint32_t n_now = java_string_length(prefix);
    bool fits = at.w.i >= 0 && (int64_t)at.w.i + n_now <= java_string_length(string), same = true;
    symbolic_branch(t, expr_and(x, both, 2), fits);
    if (!fits) return GIVE_INT(0);
    expr_id condition = rope_starts_with(t, string_value(string), utf16, at, string_value(prefix), other);
    if (!condition && summary_applies(t)) condition = summary_starts(t, string, prefix, at);
    if (!condition || t->stop) return declined(t);
    if (summary_applies(t)) return GIVE_INT(summary_decide(t, condition));
    for (uint32_t i = 0; i < n_now && same; i++)
        same = java_string_at(string, (uint32_t)at.w.i + i) == java_string_at(prefix, i);
    symbolic_branch(t, condition, same);
    return GIVE_INT(same);
}
