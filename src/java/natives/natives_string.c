// SPDX-License-Identifier: Apache-2.0
// Methods of String and its helpers that the JVM compiles by hand too: the same results as their bodies, in
// one step where all characters are concrete. Symbolic characters, and whatever ends in an exception,
// decline.
#include "java/runtime/native.h"
#include "java/symbolic/rope.h"
#include "java/symbolic/summary.h"
#include "java/symbolic/symbolic_string.h"

static bool plain_array(const struct object *a) {
    return a && !a->length_expr && !object_is_symbolic(a, 0, (uint32_t)a->length);
}

static bool plain_string(const struct object *s) {
    return s && string_value(s) && !s->shadow && plain_array(string_value(s));
}

static bool any_expr(const expr_id *exprs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (exprs[i]) return true;
    return false;
}

static const uint8_t *bytes_of(const struct object *a) {
    return (const uint8_t *)a->fields;
}

static const uint16_t *units_of(const struct object *a) {
    return (const uint16_t *)a->fields;
}

// ---- String ----

NATIVE(native_string_intern) {
    return GIVE_MADE(java_intern(t, args[0].r));
}

NATIVE(native_string_length) {
    const struct object *s = args[0].r, *value = string_value(s);
    if (!value || s->shadow || value->length_expr || exprs[0]) return NATIVE_DECLINE;
    return GIVE_INT((int32_t)java_string_length(s));
}

NATIVE(native_string_is_empty) {
    const struct object *s = args[0].r, *value = string_value(s);
    if (!value || s->shadow || value->length_expr || exprs[0]) return NATIVE_DECLINE;
    return GIVE_INT(value->length == 0);
}

NATIVE(native_string_char_at) {
    const struct object *s = args[0].r, *value = string_value(s);
    struct sym c;
    if (value && value->length_expr && exprs[1] && summary_applies(t) &&
        summary_char_at(t, value, string_is_utf16(s), (struct sym){args[1], exprs[1]}, &c))
        return GIVE(c.w, c.e);
    if (t->stop || (value && value->length_expr && !exprs[1] && args[1].i >= 0 && summary_applies(t) &&
                    !summary_tie_char(t, value, (uint32_t)args[1].i)))
        return NATIVE_STOP;
    if (!value || s->shadow || value->shadow || value->length_expr || any_expr(exprs, 2))
        return NATIVE_DECLINE;
    uint32_t i = (uint32_t)args[1].i;
    if (i >= java_string_length(s)) return NATIVE_DECLINE;
    return GIVE_INT(java_string_at(s, i));
}

NATIVE(native_string_equals) {
    const struct object *a = args[0].r, *b = args[1].r;
    if (any_expr(exprs, 2)) return NATIVE_DECLINE;
    if (a == b) return GIVE_INT(1);
    if (!b || b->class != t->program->string) return GIVE_INT(0);
    bool equal;
    if (!plain_string(a) || !plain_string(b))
        return symbolic_string_equals(t, args[0].r, args[1].r, &equal) ? GIVE_INT(equal)
               : t->stop                                               ? NATIVE_STOP
                                                                       : NATIVE_DECLINE;
    const struct object *x = string_value(a), *y = string_value(b);
    equal = string_is_utf16(a) == string_is_utf16(b) && x->length == y->length &&
            memcmp(x->fields, y->fields, (size_t)x->length) == 0;
    return GIVE_INT(equal);
}

NATIVE(native_string_hash_code) {
    struct object *s = args[0].r;
    if (exprs[0] || s->shadow) return NATIVE_DECLINE;
    struct sym hash;
    if (!plain_string(s) && !symbolic_string_switch(t, s))
        return summary_hash(t, s, &hash) ? GIVE(hash.w, hash.e) : NATIVE_DECLINE;
    int32_t known = s->fields[STRING_HASH].i;
    if (known || s->fields[STRING_HASH_IS_ZERO].i) return GIVE_INT(known);
    uint32_t h = 0, n = java_string_length(s);
    for (uint32_t i = 0; i < n; i++) h = 31 * h + java_string_at(s, i);
    // Kept in the string, also over runs: it depends on nothing but what never changes.
    if (h)
        s->fields[STRING_HASH] = word_int((int32_t)h);
    else
        s->fields[STRING_HASH_IS_ZERO] = word_int(1);
    return GIVE_INT((int32_t)h);
}

// HashMap.getNode(Object key)
NATIVE(native_hash_map_get_node) {
    const struct object *key = args[1].r;
    struct object *node;
    if (any_expr(exprs, 2) || !key || key->class != t->program->string || plain_string(key))
        return NATIVE_DECLINE;
    return symbolic_string_lookup(t, args[0].r, key, &node) ? GIVE_REF(node) : NATIVE_DECLINE;
}

// Charset.defaultCharset(): it differs between machines; but ASCII text is the same bytes in all that are
// somebody's default. Called by String.getBytes() and new String(byte[], ..), which have that text at hand.
NATIVE(native_default_charset) {
    const struct java_frame *f = t->n_frames ? &t->frames[t->n_frames - 1] : NULL;
    bool by_string = f && f->method->class == t->program->string;
    const struct object *bytes = NULL;
    if (by_string && strcmp(symbol_text(f->method->name), "getBytes") == 0)
        bytes = string_is_utf16(f->regs[0].r) ? NULL : string_value(f->regs[0].r);
    else if (by_string && strcmp(symbol_text(f->method->name), "<init>") == 0)
        bytes = f->regs[1].r;
    bool ascii = bytes && bytes->class == t->program->byte_array && plain_array(bytes);
    for (int32_t i = 0; ascii && i < bytes->length; i++) ascii = bytes_of(bytes)[i] < 0x80;
    if (!ascii)
        java_asks_machine(t, "default charset",
                          t->program->surroundings ? t->program->surroundings->charset : NULL);
    return NATIVE_DECLINE;
}

// ---- Comparing ----

// equals(byte[], byte[]) of StringLatin1 and StringUTF16
NATIVE(native_chars_equal) {
    const struct object *a = args[0].r, *b = args[1].r;
    if (any_expr(exprs, 2) || !plain_array(a) || !plain_array(b)) return NATIVE_DECLINE;
    return GIVE_INT(a->length == b->length && memcmp(a->fields, b->fields, (size_t)a->length) == 0);
}

NATIVE(native_latin1_compare) {
    const struct object *a = args[0].r, *b = args[1].r;
    if (a && a == b) return GIVE_INT(0);
    if (any_expr(exprs, 2) || !plain_array(a) || !plain_array(b)) return NATIVE_DECLINE;
    const uint8_t *x = bytes_of(a), *y = bytes_of(b);
    int32_t n = a->length < b->length ? a->length : b->length;
    for (int32_t i = 0; i < n; i++)
        if (x[i] != y[i]) return GIVE_INT(x[i] - y[i]);
    return GIVE_INT(a->length - b->length);
}

NATIVE(native_utf16_compare) {
    const struct object *a = args[0].r, *b = args[1].r;
    if (a && a == b) return GIVE_INT(0);
    if (any_expr(exprs, 2) || !plain_array(a) || !plain_array(b)) return NATIVE_DECLINE;
    const uint16_t *x = units_of(a), *y = units_of(b);
    int32_t na = a->length / 2, nb = b->length / 2, n = na < nb ? na : nb;
    for (int32_t i = 0; i < n; i++)
        if (x[i] != y[i]) return GIVE_INT(x[i] - y[i]);
    return GIVE_INT(na - nb);
}

// hashCode(byte[]) of StringLatin1
NATIVE(native_latin1_hash_code) {
    const struct object *a = args[0].r;
    if (exprs[0] || !plain_array(a)) return NATIVE_DECLINE;
    uint32_t h = 0;
    for (int32_t i = 0; i < a->length; i++) h = 31 * h + bytes_of(a)[i];
    return GIVE_INT((int32_t)h);
}

NATIVE(native_utf16_hash_code) {
    const struct object *a = args[0].r;
    if (exprs[0] || !plain_array(a)) return NATIVE_DECLINE;
    uint32_t h = 0;
    for (int32_t i = 0; i < a->length / 2; i++) h = 31 * h + units_of(a)[i];
    return GIVE_INT((int32_t)h);
}

// ---- Searching ----

// StringLatin1.indexOf(byte[] value, byte[] str)
NATIVE(native_latin1_index_of) {
    const struct object *a = args[0].r, *b = args[1].r;
    if (any_expr(exprs, 2) || !plain_array(a) || !plain_array(b)) return NATIVE_DECLINE;
    const uint8_t *found = memmem(a->fields, (size_t)a->length, b->fields, (size_t)b->length);
    return GIVE_INT(found ? (int32_t)(found - bytes_of(a)) : -1);
}

// StringLatin1.indexOfChar(byte[] value, int ch, int from, int max): within bounds as its callers saw to.
NATIVE(native_latin1_index_of_char) {
    const struct object *a = args[0].r;
    if (any_expr(exprs, 4) || !plain_array(a)) return NATIVE_DECLINE;
    int32_t from = args[2].i, max = args[3].i;
    if (from < 0 || max > a->length || args[1].i < 0 || args[1].i > 0xFF) return NATIVE_DECLINE;
    if (from >= max) return GIVE_INT(-1);
    const uint8_t *found = memchr(bytes_of(a) + from, args[1].i, (size_t)(max - from));
    return GIVE_INT(found ? (int32_t)(found - bytes_of(a)) : -1);
}

// ---- Changing representation ----

// Is [at, at + n) within a? All non-negative.
static bool within(const struct object *a, int64_t at, int64_t n, int64_t size) {
    return at >= 0 && n >= 0 &&
           (at + n) * size <= (int64_t)a->length * java_kind_size[a->class->element_kind];
}

// Both arrays free of expressions, the target also of those that would have to be forgotten.
static bool plain_pair(const struct object *from, const struct object *to) {
    return from && to && plain_array(from) && !to->shadow && !to->length_expr;
}

// StringLatin1.inflate(byte[] src, int srcOff, char[] or byte[] dst, int dstOff, int len)
NATIVE(native_latin1_inflate) {
    const struct object *from = args[0].r;
    struct object *to = args[2].r;
    int32_t n = args[4].i;
    if (any_expr(exprs, 5) || !plain_pair(from, to)) return NATIVE_DECLINE;
    if (!within(from, args[1].i, n, 1) || !within(to, args[3].i, n, 2)) return NATIVE_DECLINE;
    const uint8_t *in = bytes_of(from) + args[1].i;
    uint16_t *out = (uint16_t *)array_data(to) + args[3].i;
    native_write(t, to, out, (uint32_t)n * 2);
    for (int32_t i = 0; i < n; i++) out[i] = in[i];
    return GIVE_NOTHING();
}

// StringUTF16.compress(char[] or byte[] src, int srcOff, byte[] dst, int dstOff, int len): len, or 0 where a
// character does not fit; what was written before it stays unspecified, and is as the body leaves it.
NATIVE(native_utf16_compress) {
    const struct object *from = args[0].r;
    struct object *to = args[2].r;
    int32_t n = args[4].i;
    if (any_expr(exprs, 5) || !plain_pair(from, to)) return NATIVE_DECLINE;
    if (!within(from, args[1].i, n, 2) || !within(to, args[3].i, n, 1)) return NATIVE_DECLINE;
    const uint16_t *in = units_of(from) + args[1].i;
    uint8_t *out = (uint8_t *)array_data(to) + args[3].i;
    native_write(t, to, out, (uint32_t)n);
    for (int32_t i = 0; i < n; i++) {
        if (in[i] > 0xFF) return NATIVE_DECLINE; // releases differ in what they return
        out[i] = (uint8_t)in[i];
    }
    return GIVE_INT(n);
}

// StringUTF16.toBytes(char[] value, int off, int len)
NATIVE(native_utf16_to_bytes) {
    const struct object *from = args[0].r;
    int32_t n = args[2].i;
    if (any_expr(exprs, 3) || !plain_array(from) || !within(from, args[1].i, n, 2) || n > INT32_MAX / 2)
        return NATIVE_DECLINE;
    struct object *to = java_new_array(t, t->program->byte_array, (int64_t)n * 2);
    if (to && n) memcpy(array_data(to), units_of(from) + args[1].i, (size_t)n * 2);
    return GIVE_MADE(to);
}

// StringUTF16.getChars(byte[] value, int from, int to, char[] dst, int at)
NATIVE(native_utf16_get_chars) {
    const struct object *from = args[0].r;
    struct object *to = args[3].r;
    int32_t n = args[2].i - args[1].i;
    if (any_expr(exprs, 5) || !plain_pair(from, to)) return NATIVE_DECLINE;
    if (args[1].i < 0 || args[2].i < args[1].i || !within(from, args[1].i, n, 2) ||
        !within(to, args[4].i, n, 2))
        return NATIVE_DECLINE;
    uint16_t *out = (uint16_t *)array_data(to) + args[4].i;
    native_write(t, to, out, (uint32_t)n * 2);
    memcpy(out, units_of(from) + args[1].i, (size_t)n * 2);
    return GIVE_NOTHING();
}

// StringCoding.hasNegatives(byte[] ba, int off, int len)
NATIVE(native_has_negatives) {
    const struct object *a = args[0].r;
    if (any_expr(exprs, 3) || !plain_array(a) || !within(a, args[1].i, args[2].i, 1)) return NATIVE_DECLINE;
    for (int32_t i = 0; i < args[2].i; i++)
        if (bytes_of(a)[args[1].i + i] & 0x80) return GIVE_INT(1);
    return GIVE_INT(0);
}

// StringCoding.countPositives(byte[] ba, int off, int len): of the first bytes, how many are not negative
NATIVE(native_count_positives) {
    const struct object *a = args[0].r;
    if (any_expr(exprs, 3) || !plain_array(a) || !within(a, args[1].i, args[2].i, 1)) return NATIVE_DECLINE;
    int32_t i = 0;
    while (i < args[2].i && !(bytes_of(a)[args[1].i + i] & 0x80)) i++;
    return GIVE_INT(i);
}

// implEncodeISOArray(byte[] or char[] sa, int sp, byte[] da, int dp, int len) and implEncodeAsciiArray: how
// many characters from the first on could be written as one byte below the limit.
static enum native_status encode(struct java_thread *t, const union word *args, const expr_id *exprs,
                                 uint16_t limit, union word *result, expr_id *result_expr) {
    const struct object *from = args[0].r;
    struct object *to = args[2].r;
    int32_t n = args[4].i, i = 0;
    if (any_expr(exprs, 5) || !plain_pair(from, to)) return NATIVE_DECLINE;
    if (n < 0 || !within(from, args[1].i, n, 2) || !within(to, args[3].i, n, 1)) return NATIVE_DECLINE;
    const uint16_t *in = units_of(from) + args[1].i;
    uint8_t *out = (uint8_t *)array_data(to) + args[3].i;
    native_write(t, to, out, (uint32_t)n);
    for (; i < n && in[i] < limit; i++) out[i] = (uint8_t)in[i];
    return GIVE_INT(i);
}

NATIVE(native_encode_latin1) {
    return encode(t, args, exprs, 0x100, result, result_expr);
}

NATIVE(native_encode_ascii) {
    return encode(t, args, exprs, 0x80, result, result_expr);
}

// ---- Characters ----

// Static methods of Character, and what they are made of.
NATIVE(native_char_function) {
    if (!exprs[0]) return NATIVE_DECLINE;
    return symbolic_char_function(t, m, args, exprs, result, result_expr) ? NATIVE_DONE : NATIVE_DECLINE;
}
