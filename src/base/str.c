// SPDX-License-Identifier: Apache-2.0
#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

static void reserve(struct str *s, size_t more) {
    if (s->n + more + 1 <= s->cap) return;
    size_t cap = s->cap ? s->cap * 2 : 64;
    while (cap < s->n + more + 1) cap *= 2;
    s->at = mem_realloc(s->at, cap);
    s->cap = cap;
}

void str_add_n(struct str *s, const char *bytes, size_t n) {
    reserve(s, n);
    if (n) memcpy(s->at + s->n, bytes, n);
    s->n += n;
    s->at[s->n] = '\0';
}

void str_add(struct str *s, const char *text) {
    str_add_n(s, text, strlen(text));
}
void str_add_char(struct str *s, char c) {
    str_add_n(s, &c, 1);
}

void str_add_utf8(struct str *s, uint32_t c) {
    char b[4];
    if (c < 0x80) {
        b[0] = (char)c;
        str_add_n(s, b, 1);
    } else if (c < 0x800) {
        b[0] = (char)(0xC0 | c >> 6);
        b[1] = (char)(0x80 | (c & 0x3F));
        str_add_n(s, b, 2);
    } else if (c < 0x10000) {
        b[0] = (char)(0xE0 | c >> 12);
        b[1] = (char)(0x80 | (c >> 6 & 0x3F));
        b[2] = (char)(0x80 | (c & 0x3F));
        str_add_n(s, b, 3);
    } else {
        b[0] = (char)(0xF0 | c >> 18);
        b[1] = (char)(0x80 | (c >> 12 & 0x3F));
        b[2] = (char)(0x80 | (c >> 6 & 0x3F));
        b[3] = (char)(0x80 | (c & 0x3F));
        str_add_n(s, b, 4);
    }
}

void str_addf(struct str *s, const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    if (n > 0) {
        reserve(s, (size_t)n);
        vsnprintf(s->at + s->n, (size_t)n + 1, format, again);
        s->n += (size_t)n;
    }
    va_end(again);
}

const char *str_text(const struct str *s) {
    return s->at ? s->at : "";
}

void str_clear(struct str *s) {
    s->n = 0;
    if (s->at) s->at[0] = '\0';
}

char *str_take(struct str *s) {
    reserve(s, 0);
    char *text = s->at;
    text[s->n] = '\0';
    *s = (struct str){0};
    return text;
}

void str_free(struct str *s) {
    mem_free(s->at);
    *s = (struct str){0};
}

bool str_is_one_of(const char *text, const char *const *texts, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(texts[i], text) == 0) return true;
    return false;
}
