// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/coding.h"

#include <string.h>

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char hex[] = "0123456789abcdef";

static int value_in(const char *alphabet, uint16_t c) {
    const char *at = c && c < 0x80 ? strchr(alphabet, (char)c) : NULL;
    return at ? (int)(at - alphabet) : -1;
}

static int hex_value(uint16_t c) {
    return value_in(hex, c >= 'A' && c <= 'F' ? c + ('a' - 'A') : c);
}

bool coding_has(enum coding c, uint16_t character) {
    return c == CODING_HEX ? hex_value(character) >= 0 : character == '=' || value_in(base64, character) >= 0;
}

static bool decode_hex(const uint16_t *chars, uint32_t n, uint16_t *bytes, uint32_t *n_bytes) {
    *n_bytes = n / 2;
    for (uint32_t i = 0; i < n / 2; i++) {
        int high = hex_value(chars[2 * i]), low = hex_value(chars[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (uint16_t)(high << 4 | low);
    }
    return n % 2 == 0;
}

static bool decode_base64(const uint16_t *chars, uint32_t n, uint16_t *bytes, uint32_t *n_bytes) {
    uint32_t word = 0, bits = 0;
    *n_bytes = 0;
    while (n > 0 && chars[n - 1] == '=') n--;
    for (uint32_t i = 0; i < n; i++) {
        int v = value_in(base64, chars[i]);
        if (v < 0) return false;
        word = word << 6 | (uint32_t)v;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[(*n_bytes)++] = word >> bits & 0xFF;
    }
    return n % 4 != 1;
}

bool coding_decode(enum coding c, const uint16_t *chars, uint32_t n, uint16_t *bytes, uint32_t *n_bytes) {
    return c == CODING_HEX ? decode_hex(chars, n, bytes, n_bytes) : decode_base64(chars, n, bytes, n_bytes);
}

static uint32_t encode_base64(const uint16_t *bytes, uint32_t n, uint16_t *chars) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i += 3) {
        uint32_t word = (uint32_t)(bytes[i] & 0xFF) << 16;
        if (i + 1 < n) word |= (uint32_t)(bytes[i + 1] & 0xFF) << 8;
        if (i + 2 < n) word |= bytes[i + 2] & 0xFF;
        for (uint32_t d = 0; d < 4; d++)
            chars[k++] = i + d > n ? '=' : (uint16_t)base64[word >> (18 - 6 * d) & 63];
    }
    return k;
}

uint32_t coding_encode(enum coding c, const uint16_t *bytes, uint32_t n, uint16_t *chars) {
    if (c == CODING_BASE64) return encode_base64(bytes, n, chars);
    for (uint32_t i = 0; i < n; i++) {
        chars[2 * i] = (uint16_t)hex[bytes[i] >> 4 & 15];
        chars[2 * i + 1] = (uint16_t)hex[bytes[i] & 15];
    }
    return 2 * n;
}
