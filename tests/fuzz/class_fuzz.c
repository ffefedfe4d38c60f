// SPDX-License-Identifier: Apache-2.0
// libFuzzer: any bytes are refused with one line or give a class that keeps the promises of classfile.h,
// whose methods are refused or verified.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "java/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a;
    struct diag d = {0};
    struct walk_counts counts = {0};
    const struct class_file *c = NULL;
    arena_init(&a, 0);
    if (java_class_parse(bytes, n, "fuzz.class", &a, &c, &d))
        walk_class(c, &counts);
    else
        WALK_CHECK(d.kind == DIAG_ANALYSIS && !strchr(d.text, '\n'));
    arena_free(&a);
    return 0;
}
