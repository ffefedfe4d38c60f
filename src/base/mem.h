// SPDX-License-Identifier: Apache-2.0
// Heap allocation that cannot fail: out of memory ends the process with one line and status 3.
#ifndef FRISK_BASE_MEM_H
#define FRISK_BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t size);              // uninitialised; free with mem_free
void *mem_zalloc(size_t size);             // zeroed
void *mem_realloc(void *old, size_t size); // as realloc
char *mem_strdup(const char *text);
void *mem_copy(const void *from, size_t size); // NULL where size is 0
void mem_free(void *p);

#endif
