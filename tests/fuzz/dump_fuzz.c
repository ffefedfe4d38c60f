// SPDX-License-Identifier: Apache-2.0
// libFuzzer: any bytes are refused by the dump reader or give a tree that keeps the promises of core.h; a
// term that is accepted is the same after it was written and read again.
#include <stddef.h>
#include <stdint.h>

#include "dump_walk.h"
#include "erlang/load/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void fuzz_term(const uint8_t *bytes, size_t n, struct arena *a) {
    struct diag d = {0};
    struct str written = {0};
    term t = TERM_NONE, again = TERM_NONE;
    size_t at = 0, end = 0;
    if (!dump_read_term(bytes, n, &at, a, &t, &d)) return;
    WALK_CHECK(dump_write_term(&written, t));
    WALK_CHECK(dump_read_term((const uint8_t *)written.at, written.n, &end, a, &again, &d));
    WALK_CHECK(end == written.n);
    struct str twice = {0};
    WALK_CHECK(dump_write_term(&twice, again));
    WALK_CHECK(twice.n == written.n);
    str_free(&written);
    str_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    struct arena a;
    struct diag d = {0};
    struct core_module *m = NULL;
    arena_init(&a, 0);
    if (dump_read(bytes, n, 1, &a, &m, &d)) walk_module(m);
    fuzz_term(bytes, n, &a);
    arena_free(&a);
    return 0;
}
