// SPDX-License-Identifier: Apache-2.0
#include "java/classfile/descriptor.h"

#include <string.h>

enum { MAX_DIMENSIONS = 255 /* 4.3.2 */, MAX_ARGUMENT_SLOTS = 255 /* 4.3.3 */ };

bool java_is_unqualified_name(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == '.' || s[i] == ';' || s[i] == '[' || s[i] == '/') return false;
    return n > 0;
}

bool java_is_method_name(const char *s, size_t n) {
    if (n == 6 && memcmp(s, "<init>", 6) == 0) return true;
    if (n == 8 && memcmp(s, "<clinit>", 8) == 0) return true;
    return java_is_unqualified_name(s, n) && !memchr(s, '<', n) && !memchr(s, '>', n);
}

bool java_is_class_name(const char *s, size_t n) {
    size_t part = 0; // where the current part of the name begins
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '.' || s[i] == ';' || s[i] == '[') return false;
        if (s[i] != '/') continue;
        if (i == part) return false;
        part = i + 1;
    }
    return n > part;
}

// The end of the field type that begins at s; NULL: none does.
static const char *field_type_end(const char *s, const char *end) {
    int dimensions = 0;
    while (s < end && *s == '[') s++, dimensions++;
    if (s == end || dimensions > MAX_DIMENSIONS) return NULL;
    if (memchr("BCDFIJSZ", *s, 8)) return s + 1;
    if (*s != 'L') return NULL;
    const char *close = memchr(s, ';', (size_t)(end - s));
    return close && java_is_class_name(s + 1, (size_t)(close - s - 1)) ? close + 1 : NULL;
}

bool java_is_field_descriptor(const char *s, size_t n) {
    return field_type_end(s, s + n) == s + n && n > 0;
}

bool java_is_method_descriptor(const char *s, size_t n, struct java_method_shape *shape) {
    struct java_method_shape m = {0};
    const char *end = s + n;
    if (n < 3 || *s++ != '(') return false;
    while (s < end && *s != ')') {
        m.argument_slots = (uint16_t)(m.argument_slots + 1 + java_is_wide(*s));
        m.n_arguments++; // at most as many as slots
        s = field_type_end(s, end);
        if (!s || m.argument_slots > MAX_ARGUMENT_SLOTS) return false;
    }
    if (s == end || ++s == end) return false;
    m.return_type = *s;
    if (!(*s == 'V' && s + 1 == end) && field_type_end(s, end) != end) return false;
    if (shape) *shape = m;
    return true;
}

const char *java_next_type(const char **at, size_t *length) {
    const char *type = *at + (**at == '('), *p = type;
    if (*p == ')' || *p == 0) return NULL;
    while (*p == '[') p++;
    p = *p == 'L' ? strchr(p, ';') + 1 : p + 1;
    *length = (size_t)(p - type);
    *at = p;
    return type;
}

// Not the first ')': a class may have one in its name.
const char *java_return_type(const char *method_descriptor) {
    size_t length;
    while (java_next_type(&method_descriptor, &length)) {
    }
    return method_descriptor + (*method_descriptor == '(') + 1;
}
