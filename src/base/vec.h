// SPDX-License-Identifier: Apache-2.0
// A growable array of any type. VEC(T) is the struct type; zero-initialised is empty; vec_free releases it.
//   VEC(int) v = {0}; vec_push(&v, 7); v.at[0]; v.n; vec_pop(&v); vec_free(&v);
#ifndef FRISK_BASE_VEC_H
#define FRISK_BASE_VEC_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

#define VEC(T)                                                                                               \
    struct {                                                                                                 \
        T *at;                                                                                               \
        uint32_t n, cap;                                                                                     \
    }

#define vec_reserve(v, want)                                                                                 \
    do {                                                                                                     \
        uint32_t want_ = (want);                                                                             \
        if (want_ > (v)->cap) {                                                                              \
            uint32_t cap_ = (v)->cap ? (v)->cap : 8;                                                         \
            while (cap_ < want_) cap_ *= 2;                                                                  \
            (v)->at = mem_realloc((v)->at, (size_t)cap_ * sizeof *(v)->at);                                  \
            (v)->cap = cap_;                                                                                 \
        }                                                                                                    \
    } while (0)

#define vec_push(v, ...)                                                                                     \
    do {                                                                                                     \
        if ((v)->n == (v)->cap) vec_reserve(v, (v)->n + 1);                                                  \
        (v)->at[(v)->n++] = __VA_ARGS__;                                                                     \
    } while (0)

#define vec_pop(v)   ((v)->at[--(v)->n])
#define vec_last(v)  ((v)->at[(v)->n - 1])
#define vec_clear(v) ((v)->n = 0)
#define vec_free(v)                                                                                          \
    do {                                                                                                     \
        mem_free((v)->at);                                                                                   \
        (v)->at = NULL;                                                                                      \
        (v)->n = (v)->cap = 0;                                                                               \
    } while (0)

#endif
