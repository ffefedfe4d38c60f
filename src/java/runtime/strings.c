// SPDX-License-Identifier: Apache-2.0
// java.lang.String as the JDK since 9 lays it out (JEP 254): `value` holds one byte per character where all
// are below 256 (coder 0), else two in the machine's order (coder 1; we run on little-endian machines only).
//
// Interned strings are found by the symbol of their modified UTF-8 (JVMS 4.4.7), which is what the constant
// pool holds, so that a constant needs no decoding to be found. Strings of constants are lasting; a string
// that the program interns itself goes with its run, and its place in the table is vacated then.
#include <assert.h>

#include "java/runtime/native.h"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "StringUTF16 keeps the machine's order of bytes");

// Decodes one code point, or one surrogate written as three bytes, or C0 80. Malformed bytes are U+FFFD each.
static uint32_t decode(const uint8_t **at, const uint8_t *end) {
    const uint8_t *p = *at;
    uint32_t c = *p;
    uint32_t more = c < 0x80             ? 0
                    : (c & 0xE0) == 0xC0 ? 1
                    : (c & 0xF0) == 0xE0 ? 2
                    : (c & 0xF8) == 0xF0 ? 3
                                         : 9;
    if (more == 9 || (size_t)(end - p) <= more) {
        *at = p + 1;
        return 0xFFFD;
    }
    if (more) c &= 0x3Fu >> more;
    for (uint32_t i = 1; i <= more; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            *at = p + 1;
            return 0xFFFD;
        }
        c = c << 6 | (p[i] & 0x3F);
    }
    *at = p + 1 + more;
    return c > 0x10FFFF ? 0xFFFD : c;
}

// A String with room for n characters; *data is where they go. Contents are to be filled in.
static struct object *new_string(struct java_thread *t, uint32_t n, bool utf16, void **data) {
    if (n > (uint32_t)INT32_MAX >> utf16) {
        java_throw(t, "java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
        return NULL;
    }
    struct object *value = java_new_array(t, t->program->byte_array, (int64_t)n << utf16);
    if (!value) return NULL;
    struct object *s = java_new_object(t, t->program->string);
    if (!s) return NULL;
    s->fields[STRING_VALUE] = word_ref(value); // just made: nothing to log
    s->fields[STRING_CODER] = word_int(utf16);
    *data = array_data(value);
    return s;
}

struct object *java_string(struct java_thread *t, const char *utf8, size_t size) {
    const uint8_t *start = (const uint8_t *)utf8, *end = start + size;
    uint64_t n = 0;
    uint32_t all = 0;
    for (const uint8_t *p = start; p < end; n++) {
        uint32_t c = decode(&p, end);
        all |= c;
        if (c > 0xFFFF) n++;
    }
    bool utf16 = all > 0xFF;
    void *data;
    struct object *s = new_string(t, (uint32_t)(n > UINT32_MAX ? UINT32_MAX : n), utf16, &data);
    if (!s) return NULL;
    uint8_t *bytes = data;
    uint16_t *units = data;
    for (const uint8_t *p = start; p < end;) {
        uint32_t c = decode(&p, end);
        if (!utf16) {
            *bytes++ = (uint8_t)c;
        } else if (c > 0xFFFF) {
            *units++ = (uint16_t)(0xD7C0 + (c >> 10));
            *units++ = (uint16_t)(0xDC00 + (c & 0x3FF));
        } else {
            *units++ = (uint16_t)c;
        }
    }
    return s;
}

struct object *java_string_utf16(struct java_thread *t, const uint16_t *chars, uint32_t n) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < n; i++) all |= chars[i];
    bool utf16 = all > 0xFF;
    void *data;
    struct object *s = new_string(t, n, utf16, &data);
    if (!s) return NULL;
    if (utf16) {
        if (n) memcpy(data, chars, (size_t)n * 2);
    } else {
        for (uint32_t i = 0; i < n; i++) ((uint8_t *)data)[i] = (uint8_t)chars[i];
    }
    return s;
}

uint32_t java_string_length(const struct object *string) {
    const struct object *value = string_value(string);
    return value ? (uint32_t)value->length >> string_is_utf16(string) : 0; // null: the constructor still runs
}

uint16_t java_string_at(const struct object *string, uint32_t i) {
    assert(i < java_string_length(string));
    const void *data = array_data(string_value(string));
    return string_is_utf16(string) ? ((const uint16_t *)data)[i] : ((const uint8_t *)data)[i];
}

bool java_string_is_symbolic(const struct object *string) {
    const struct object *value = string_value(string);
    return string->shadow ||
           (value && (value->length_expr || object_is_symbolic(value, 0, (uint32_t)value->length)));
}

// Appends the string. `modified`: as in a class file, each surrogate on its own and NUL as two bytes.
static bool add_chars(const struct object *string, struct str *out, bool modified) {
    uint32_t n = java_string_length(string);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t c = java_string_at(string, i);
        if (c < 0x80 && (c || !modified)) {
            str_add_char(out, (char)c);
        } else if (c < 0x800) {
            char two[2] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F))};
            str_add_n(out, two, 2);
        } else {
            uint32_t low = i + 1 < n ? java_string_at(string, i + 1) : 0;
            if (!modified && c >> 10 == 0xD800 >> 10 && low >> 10 == 0xDC00 >> 10) {
                str_add_utf8(out, 0x10000 + ((c & 0x3FF) << 10) + (low & 0x3FF));
                i++;
                continue;
            }
            char three[3] = {(char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 0x3F)),
                             (char)(0x80 | (c & 0x3F))};
            str_add_n(out, three, 3);
        }
    }
    return true;
}

bool java_string_chars(const struct object *string, struct str *utf8) {
    return string && add_chars(string, utf8, false);
}

bool java_string_equals(const struct object *string, const char *utf8) {
    struct str s = {0};
    bool equal = java_string_chars(string, &s) && strcmp(str_text(&s), utf8) == 0;
    str_free(&s);
    return equal;
}

symbol java_string_symbol(const struct object *string) {
    struct str s = {0};
    add_chars(string, &s, true);
    symbol text = symbol_intern(str_text(&s), s.n);
    str_free(&s);
    return text;
}

// ---- Interning ----

static struct object *find_interned(const struct java_thread *t, symbol text) {
    uint32_t i;
    return hash_map_get(&t->interned.of_text, text, &i) ? t->interned.list.at[i] : NULL;
}

static void add_interned(struct java_thread *t, symbol text, struct object *string) {
    uint32_t i;
    if (!hash_map_get(&t->interned.of_text, text, &i)) {
        i = t->interned.list.n;
        vec_push(&t->interned.list, NULL);
        hash_map_put(&t->interned.of_text, text, i);
    }
    t->interned.list.at[i] = string;
    if (!(string->flags & OBJECT_LASTING)) vec_push(&t->interned.in_run, i);
}

// Another object of the same text.
static struct object *copy_of(struct java_thread *t, const struct object *string) {
    struct object *copy = java_new_object(t, t->program->string);
    if (copy) memcpy(copy->fields, string->fields, t->program->string->n_slots * sizeof(union word));
    return copy;
}

// Which texts the JVM has interned before the program does, by its own code or for constants that it has come
// to, is not known. So only what this run has interned is, and is one object; whether a string that is not
// that is the interned one itself stays open.
struct object *java_intern(struct java_thread *t, struct object *string) {
    if (java_string_is_symbolic(string)) java_lost(t, "java/lang/String.intern");
    symbol text = java_string_symbol(string);
    struct object *known = find_interned(t, text);
    if (known == string || (known && !(known->flags & OBJECT_LASTING))) return known;
    if (!t->heap.make_lasting) {
        if (string->flags & OBJECT_LASTING) heap_log(&t->heap, &string->flags, sizeof string->flags);
        string->flags |= OBJECT_CACHED;
    }
    if (known) return known;
    if (t->heap.keep_writes && t->heap.make_lasting) { // an initializer that fails takes its strings with it
        const char *chars = symbol_text(text);
        return java_string_constant(t,
                                    (struct java_bytes){(const uint8_t *)chars, (uint32_t)symbol_size(text)});
    }
    struct object *interned =
        t->heap.make_lasting || java_string_is_symbolic(string) ? string : copy_of(t, string);
    if (interned) add_interned(t, text, interned);
    return interned;
}

bool java_may_be_interned(const struct java_thread *t, const struct object *a, const struct object *b) {
    if (java_string_is_symbolic(a) || java_string_is_symbolic(b)) return false;
    symbol text = java_string_symbol(a);
    const struct object *known = find_interned(t, text);
    return known && !(known->flags & OBJECT_LASTING) && (known == a || known == b) &&
           java_string_symbol(b) == text;
}

struct object *java_string_constant(struct java_thread *t, struct java_bytes text) {
    symbol s = symbol_intern((const char *)text.at, text.n);
    struct object *known = find_interned(t, s);
    if (known && (known->flags & OBJECT_LASTING || !t->heap.make_lasting))
        return known;                                    // what lasts must not refer to a run's
    struct heap_mode mode = heap_make_lasting(&t->heap); // the same object in every run
    struct object *string = java_string(t, (const char *)text.at, text.n);
    heap_restore_mode(&t->heap, mode);
    if (string) add_interned(t, s, string);
    return string;
}

struct object *java_string_constant_of(struct java_thread *t, const struct class_constant *k) {
    uint32_t i;
    struct object *known =
        hash_map_get(&t->interned.of_constant, (uintptr_t)k, &i) ? t->interned.list.at[i] : NULL;
    if (known && (known->flags & OBJECT_LASTING || !t->heap.make_lasting)) return known;
    struct object *string = java_string_constant(t, k->text);
    if (!string) return NULL;
    bool found = hash_map_get(&t->interned.of_text, symbol_intern((const char *)k->text.at, k->text.n), &i);
    assert(found);
    (void)found;
    hash_map_put(&t->interned.of_constant, (uintptr_t)k, i);
    return string;
}

void java_strings_begin_run(struct java_thread *t) {
    for (uint32_t i = 0; i < t->interned.in_run.n; i++) {
        struct object **string = &t->interned.list.at[t->interned.in_run.at[i]];
        if (*string && !((*string)->flags & OBJECT_LASTING)) *string = NULL;
    }
    vec_clear(&t->interned.in_run);
}
