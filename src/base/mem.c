// SPDX-License-Identifier: Apache-2.0
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *p, size_t size) {
    if (p || size == 0) return p;
    fprintf(stderr, "frisk: out of memory (%zu bytes wanted); lower --memory or --jobs\n", size);
    _Exit(3);
}

void *mem_alloc(size_t size) {
    return check(malloc(size ? size : 1), size);
}
void *mem_zalloc(size_t size) {
    return check(calloc(1, size ? size : 1), size);
}
void *mem_realloc(void *old, size_t size) {
    return check(realloc(old, size ? size : 1), size);
}
void mem_free(void *p) {
    free(p);
}

void *mem_copy(const void *from, size_t size) {
    return size ? memcpy(mem_alloc(size), from, size) : NULL;
}

char *mem_strdup(const char *text) {
    size_t n = strlen(text) + 1;
    return memcpy(mem_alloc(n), text, n);
}
