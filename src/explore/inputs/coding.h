// SPDX-License-Identifier: Apache-2.0
// Codes of bytes as text, which programs decode before they look at their input: base 64 (RFC 4648, section
// 4) and base 16 (section 8).
#ifndef FRISK_EXPLORE_INPUTS_CODING_H
#define FRISK_EXPLORE_INPUTS_CODING_H

#include <stdbool.h>
#include <stdint.h>

enum coding { CODING_NONE, CODING_HEX, CODING_BASE64, CODING_COUNT };

bool coding_has(enum coding c, uint16_t character); // in its alphabet, padding included
// The bytes that n characters stand for: room for n. False: they stand for none.
bool coding_decode(enum coding c, const uint16_t *chars, uint32_t n, uint16_t *bytes, uint32_t *n_bytes);
// The characters for n bytes: room for 2 n + 4. How many.
uint32_t coding_encode(enum coding c, const uint16_t *bytes, uint32_t n, uint16_t *chars);

#endif
