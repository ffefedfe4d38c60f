// SPDX-License-Identifier: Apache-2.0
// A text that grows. Zero-initialised is empty. `at` ends in NUL once anything was added; str_text works
// always.
#ifndef FRISK_BASE_STR_H
#define FRISK_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str {
    char *at;
    size_t n, cap;
};

void str_add(struct str *s, const char *text);
void str_add_n(struct str *s, const char *bytes, size_t n);
void str_add_char(struct str *s, char c);
void str_add_utf8(struct str *s, uint32_t code_point);
__attribute__((format(printf, 2, 3))) void str_addf(struct str *s, const char *format, ...);
const char *str_text(const struct str *s); // never NULL
void str_clear(struct str *s);
char *str_take(struct str *s); // gives the text away (mem_free); s is empty afterwards
void str_free(struct str *s);

bool str_is_one_of(const char *text, const char *const *texts, size_t n);
#define STR_IS_ONE_OF(text, table) str_is_one_of(text, table, sizeof(table) / sizeof *(table))

#endif
