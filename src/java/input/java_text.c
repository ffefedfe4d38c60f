// SPDX-License-Identifier: Apache-2.0
#include "java/input/java_text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Numbers ----

void java_text_int(struct str *out, int32_t v) {
    if (v == INT32_MIN)
        str_add(out, "Integer.MIN_VALUE");
    else if (v == INT32_MAX)
        str_add(out, "Integer.MAX_VALUE");
    else
        str_addf(out, "%d", v);
}

void java_text_long(struct str *out, int64_t v) {
    if (v == INT64_MIN)
        str_add(out, "Long.MIN_VALUE");
    else if (v == INT64_MAX)
        str_add(out, "Long.MAX_VALUE");
    else
        str_addf(out, "%lldL", (long long)v);
}

// Between these, numbers are written without an exponent where that takes no more digits than are shown at
// all.
static bool is_plain(double v) {
    return fabs(v) >= 1e-3 && fabs(v) < 1e7;
}

// C's shortest form of a finite number as a Java literal: digits alone would be an integer.
static void add_decimal(struct str *out, const char *text) {
    str_add(out, text);
    if (!strpbrk(text, ".e")) str_add(out, ".0");
}

void java_text_float(struct str *out, uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    if (isnan(v)) {
        if (bits == 0x7fc00000u)
            str_add(out, "Float.NaN");
        else
            str_addf(out, "Float.intBitsToFloat(0x%x)", bits);
    } else if (isinf(v)) {
        str_add(out, v > 0 ? "Float.POSITIVE_INFINITY" : "Float.NEGATIVE_INFINITY");
    } else {
        char text[40];
        for (int digits = 1; digits <= 9; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, (double)v);
            if (strtof(text, NULL) == v && !(is_plain((double)v) && strchr(text, 'e'))) break;
        }
        add_decimal(out, text);
        str_add_char(out, 'f');
    }
}

void java_text_double(struct str *out, uint64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    if (isnan(v)) {
        if (bits == 0x7ff8000000000000u)
            str_add(out, "Double.NaN");
        else
            str_addf(out, "Double.longBitsToDouble(0x%llxL)", (unsigned long long)bits);
    } else if (isinf(v)) {
        str_add(out, v > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY");
    } else {
        char text[40];
        for (int digits = 1; digits <= 17; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, v);
            if (strtod(text, NULL) == v && !(is_plain(v) && strchr(text, 'e'))) break;
        }
        add_decimal(out, text);
    }
}

// ---- Characters ----

// Line ends must not be written as \u escapes, which are translated before tokens are made (JLS 3.10.6): the
// control characters are octal escapes, three digits long so that a following digit is not taken along.
static void add_unit(struct str *out, uint16_t c, char quote) {
    static const char named[] = "b\bt\tn\nf\fr\r";
    if (c == (uint16_t)quote || c == '\\') {
        str_add_char(out, '\\');
        str_add_char(out, (char)c);
        return;
    }
    for (int i = 0; named[i]; i += 2)
        if (c == (uint16_t)named[i + 1]) {
            str_addf(out, "\\%c", named[i]);
            return;
        }
    if (c < ' ' || c == 127)
        str_addf(out, "\\%03o", c);
    else if (c < 127)
        str_add_char(out, (char)c);
    else
        str_addf(out, "\\u%04x", c);
}

void java_text_char(struct str *out, uint16_t c) {
    str_add_char(out, '\'');
    add_unit(out, c, '\'');
    str_add_char(out, '\'');
}

void java_text_string(struct str *out, const uint16_t *chars, size_t n) {
    str_add_char(out, '"');
    for (size_t i = 0; i < n; i++) add_unit(out, chars[i], '"');
    str_add_char(out, '"');
}

// ---- Names ----

// JLS 3.9, and the literals true, false and null; `_` alone is a keyword, too.
static const char *const keywords[] = {
    "_",         "abstract",   "assert",  "boolean",    "break",        "byte",      "case",   "catch",
    "char",      "class",      "const",   "continue",   "default",      "do",        "double", "else",
    "enum",      "extends",    "false",   "final",      "finally",      "float",     "for",    "goto",
    "if",        "implements", "import",  "instanceof", "int",          "interface", "long",   "native",
    "new",       "null",       "package", "private",    "protected",    "public",    "return", "short",
    "static",    "strictfp",   "super",   "switch",     "synchronized", "this",      "throw",  "throws",
    "transient", "true",       "try",     "void",       "volatile",     "while",     "var",    "record",
    "yield",     "sealed",     "permits"};

static bool is_keyword(const char *name, size_t n) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i]) == n && !memcmp(keywords[i], name, n)) return true;
    return false;
}

// The next code point of UTF-8 or of a class file's modified UTF-8 (JVMS 4.4.7: surrogates come singly).
static uint32_t next_code_point(const char **p, const char *end) {
    const unsigned char *s = (const unsigned char *)*p;
    size_t left = (size_t)(end - *p), size = s[0] < 0xC0 ? 1 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    if (size > left) size = 1;
    uint32_t c = size == 1 ? s[0] : s[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) c = c << 6 | (s[i] & 0x3F);
    *p += size;
    return c;
}

// Letters beyond ASCII in scripts whose blocks are letters throughout. What is left out is merely called by
// reflection.
static bool is_letter(uint32_t c) {
    if (c < 128) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    return (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) || (c >= 0x3B1 && c <= 0x3C9) ||
           (c >= 0x400 && c <= 0x481) || (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FA) ||
           (c >= 0x4E00 && c <= 0x9FA5) || (c >= 0xAC00 && c <= 0xD7A3);
}

bool java_text_is_identifier(const char *utf8, size_t n) {
    const char *p = utf8, *end = utf8 + n;
    if (n == 0 || is_keyword(utf8, n)) return false;
    for (bool first = true; p < end; first = false) {
        uint32_t c = next_code_point(&p, end);
        if (!is_letter(c) && (first || c < '0' || c > '9')) return false;
    }
    return true;
}

static void add_code_point(struct str *out, uint32_t c) {
    if (c < 128)
        str_add_char(out, (char)c);
    else if (c < 0x10000)
        str_addf(out, "\\u%04x", c);
    else
        str_addf(out, "\\u%04x\\u%04x", 0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF));
}

void java_text_identifier(struct str *out, const char *utf8, size_t n) {
    assert(java_text_is_identifier(utf8, n));
    for (const char *p = utf8; p < utf8 + n;) add_code_point(out, next_code_point(&p, utf8 + n));
}

void java_text_sanitize(struct str *out, const char *utf8, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)utf8[i];
        bool fits = c < 128 && (is_letter(c) || (c >= '0' && c <= '9')) && c != '$';
        if (fits || c < 0x80 || c >= 0xC0) str_add_char(out, fits ? (char)c : '_');
    }
}

void java_text_comment(struct str *out, const char *utf8, size_t n) {
    for (const char *p = utf8; p < utf8 + n;) {
        uint32_t c = next_code_point(&p, utf8 + n);
        if (c == '\\')
            str_add(out, "\\\\"); // an even number: never the beginning of an escape (JLS 3.3)
        else if (c < ' ' || c == 127)
            str_add_char(out, ' ');
        else
            add_code_point(out, c);
    }
}

void java_text_string_utf8(struct str *out, const char *utf8, size_t n) {
    str_add_char(out, '"');
    for (const char *p = utf8; p < utf8 + n;) {
        uint32_t c = next_code_point(&p, utf8 + n);
        if (c < 0x10000)
            add_unit(out, (uint16_t)c, '"');
        else
            add_code_point(out, c);
    }
    str_add_char(out, '"');
}

const char *java_text_type_end(const char *d) {
    while (*d == '[') d++;
    if (*d != 'L') return *d ? d + 1 : d;
    const char *end = strchr(d, ';');
    return end ? end + 1 : d + strlen(d);
}

// Each begins with its name; what begins with ':' is one more bound.
uint32_t java_text_type_parameters(const char *signature) {
    uint32_t n = 0, depth = 1;
    if (*signature != '<') return 0;
    for (const char *c = signature + 1; *c && depth; c++) {
        bool begins = depth == 1 && (c[-1] == ';' || c == signature + 1);
        n += begins && *c != ':' && *c != '>';
        depth += *c == '<';
        depth -= *c == '>';
    }
    return n;
}
