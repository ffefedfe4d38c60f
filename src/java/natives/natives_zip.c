// SPDX-License-Identifier: Apache-2.0
// java.util.zip's checksums, by the library that the JDK has them from.
#include <zlib.h>

#include "java/runtime/native.h"

typedef uLong checksum(uLong sum, const Bytef *bytes, uInt n);

// (int sum, int b)
static enum native_status add_byte(struct java_thread *t, checksum *add, union word *args,
                                   const expr_id *exprs, union word *result, expr_id *result_expr) {
    if (exprs[0] || exprs[1]) java_lost(t, "java/util/zip: checksums");
    uint8_t byte = (uint8_t)args[1].i;
    return GIVE_INT((int32_t)add((uint32_t)args[0].i, &byte, 1));
}

// (int sum, byte[] b, int off, int len): the caller has checked the bounds.
static enum native_status add_bytes(struct java_thread *t, checksum *add, union word *args,
                                    const expr_id *exprs, union word *result, expr_id *result_expr) {
    const struct object *b = args[1].r;
    if (!b) return java_throw_plain(t, "java/lang/NullPointerException");
    int64_t at = args[2].i, n = args[3].i;
    if (at < 0 || n < 0 || at + n > b->length)
        return java_throw_plain(t, "java/lang/ArrayIndexOutOfBoundsException");
    java_pin(t, args[2], exprs[2]);
    java_pin(t, args[3], exprs[3]);
    if (exprs[0] || object_is_symbolic(b, (uint32_t)at, (uint32_t)n))
        java_lost(t, "java/util/zip: checksums");
    return GIVE_INT((int32_t)add((uint32_t)args[0].i, (const uint8_t *)b->fields + at, (uInt)n));
}

NATIVE(native_crc32_update) {
    (void)m;
    return add_byte(t, crc32, args, exprs, result, result_expr);
}

NATIVE(native_crc32_update_bytes) {
    (void)m;
    return add_bytes(t, crc32, args, exprs, result, result_expr);
}

NATIVE(native_adler32_update) {
    (void)m;
    return add_byte(t, adler32, args, exprs, result, result_expr);
}

NATIVE(native_adler32_update_bytes) {
    (void)m;
    return add_bytes(t, adler32, args, exprs, result, result_expr);
}
