// SPDX-License-Identifier: Apache-2.0
// Java source text: literals, identifiers, comments. All that is printed is ASCII, other characters as
// \uXXXX, so that the text means the same under every encoding a compiler is run with (JLS 3.3).
#ifndef FRISK_JAVA_JAVA_TEXT_H
#define FRISK_JAVA_JAVA_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

void java_text_int(struct str *out, int32_t v);
void java_text_long(struct str *out, int64_t v);
void java_text_char(struct str *out, uint16_t c);                        // with quotes
void java_text_string(struct str *out, const uint16_t *chars, size_t n); // with quotes; lone surrogates too
void java_text_string_utf8(struct str *out, const char *utf8, size_t n);
// Exact: the shortest decimal that reads back the same; a NaN with other bits than Java's own by its bits.
void java_text_float(struct str *out, uint32_t bits);
void java_text_double(struct str *out, uint64_t bits);

// A name that can stand in source: no keyword, only letters and digits we are certain of (JLS 3.8, 3.9).
bool java_text_is_identifier(const char *utf8, size_t n);
void java_text_identifier(struct str *out, const char *utf8, size_t n);
// Any name made an identifier, or part of one: what does not fit becomes '_'.
void java_text_sanitize(struct str *out, const char *utf8, size_t n);
// Text that may stand in a line comment: line ends and stray escapes are made harmless.
void java_text_comment(struct str *out, const char *utf8, size_t n);

// The end of the type that begins at d ("[[Lx/Y;I" -> "I"); d must be well formed (JVMS 4.3.2).
const char *java_text_type_end(const char *d);
// How many type parameters a class signature declares (JVMS 4.7.9.1): 2 of "<K:Ljava/lang/Object;V::..>L..".
uint32_t java_text_type_parameters(const char *signature);

#endif
