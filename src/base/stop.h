// SPDX-License-Identifier: Apache-2.0
// A flag that a signal handler or a thread sets so that others end their work soon. Whoever works looks at it
// now and then; nothing else is handed over by it, so the looks are relaxed and cost a plain load.
#ifndef FRISK_BASE_STOP_H
#define FRISK_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct stop {
    atomic_bool set; // lock-free, so a signal handler may set it; {0} is a flag that is not set
};

// May be called from a signal handler.
static inline void stop_set(struct stop *s) {
    atomic_store_explicit(&s->set, true, memory_order_relaxed);
}
static inline void stop_clear(struct stop *s) {
    atomic_store_explicit(&s->set, false, memory_order_relaxed);
}

// Whether it is set; NULL never is.
static inline bool stop_is_set(const struct stop *s) {
    return s != NULL && atomic_load_explicit(&s->set, memory_order_relaxed);
}

#endif
