// SPDX-License-Identifier: Apache-2.0
// Walks a module that dump_read has accepted and aborts where a promise of core.h is broken. Written from
// core.h, not from the reader: what the interpreter may rely on. For dump_test.c and fuzz/dump_fuzz.c.
#ifndef FRISK_TESTS_DUMP_WALK_H
#define FRISK_TESTS_DUMP_WALK_H

#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "erlang/load/core.h"

#define WALK_CHECK(c) ((c) ? (void)0 : walk_broken(#c, __LINE__))

static inline void walk_broken(const char *what, int line) {
    fprintf(stderr, "dump_walk.h:%d: not so: %s\n", line, what);
    abort();
}

typedef VEC(const struct core *) walk_vec;

static inline void walk_kids_are(const struct core *c, uint32_t from, uint32_t to, enum core_tag tag) {
    for (uint32_t i = from; i < to; i++) WALK_CHECK(c->kid[i]->tag == tag);
}

static inline void walk_node(const struct core *c, uint32_t n_vars) {
    uint32_t n = c->n, vars = c->aux & 0xFF, evars = c->aux >> 8;
    for (uint32_t i = 0; i < n; i++) WALK_CHECK(c->kid[i] != NULL);
    switch ((enum core_tag)c->tag) {
    case CORE_VAR: WALK_CHECK(n == 0 && c->aux < n_vars); break;
    case CORE_FNAME: WALK_CHECK(n == 0 && c->aux != 0 && c->arity <= 255); break;
    case CORE_LITERAL: WALK_CHECK(n == 0 && c->lit != TERM_NONE); break;
    case CORE_CONS:
    case CORE_SEQ: WALK_CHECK(n == 2); break;
    case CORE_TUPLE:
    case CORE_VALUES: break;
    case CORE_MAP:
        WALK_CHECK(n >= 1);
        walk_kids_are(c, 1, n, CORE_PAIR);
        break;
    case CORE_PAIR: WALK_CHECK(n == 2 && c->aux <= 1); break;
    case CORE_BINARY: walk_kids_are(c, 0, n, CORE_SEGMENT); break;
    case CORE_SEGMENT:
        WALK_CHECK(n == 2 && c->seg.type <= SEG_UTF32 && c->seg.flags <= 7);
        WALK_CHECK(c->seg.unit >= 1 && c->seg.unit <= 256);
        break;
    case CORE_FUN:
        WALK_CHECK(n == c->arity + 1u && (c->lit == TERM_NONE || term_is_atom(c->lit)));
        walk_kids_are(c, 0, n - 1, CORE_VAR);
        break;
    case CORE_LET:
        WALK_CHECK(n == c->aux + 2);
        walk_kids_are(c, 0, n - 2, CORE_VAR);
        break;
    case CORE_LETREC:
        WALK_CHECK(n >= 1);
        walk_kids_are(c, 0, n - 1, CORE_FUNDEF);
        break;
    case CORE_FUNDEF: WALK_CHECK(n == 1 && c->kid[0]->tag == CORE_FUN && c->kid[0]->arity == c->arity); break;
    case CORE_CASE:
        WALK_CHECK(n >= 2);
        walk_kids_are(c, 1, n, CORE_CLAUSE);
        for (uint32_t i = 1; i < n; i++) {
            WALK_CHECK(c->kid[i]->n == c->kid[1]->n);
            WALK_CHECK(c->kid[0]->tag != CORE_VALUES || c->kid[i]->n - 2 == c->kid[0]->n);
        }
        break;
    case CORE_CLAUSE: WALK_CHECK(n >= 2); break;
    case CORE_APPLY: WALK_CHECK(n >= 1); break;
    case CORE_CALL: WALK_CHECK(n >= 2); break;
    case CORE_PRIMOP: WALK_CHECK(c->aux != 0); break;
    case CORE_TRY:
        WALK_CHECK(n == 3 + vars + evars);
        walk_kids_are(c, 1, 1 + vars, CORE_VAR);
        walk_kids_are(c, 2 + vars, 2 + vars + evars, CORE_VAR);
        break;
    case CORE_CATCH: WALK_CHECK(n == 1); break;
    case CORE_ALIAS: WALK_CHECK(n == 2 && c->kid[0]->tag == CORE_VAR); break;
    case CORE_LINE: WALK_CHECK(n == 0); break;
    case CORE_TAG_COUNT: WALK_CHECK(!"a tag out of range"); break;
    }
    WALK_CHECK(c->tag < CORE_TAG_COUNT);
}

static inline void walk_function(const struct core_function *f, unsigned counts[CORE_TAG_COUNT]) {
    walk_vec open = {0};
    WALK_CHECK(f->fun->tag == CORE_FUN && f->fun->arity == f->arity);
    vec_push(&open, f->fun);
    while (open.n > 0) {
        const struct core *c = vec_pop(&open);
        walk_node(c, f->n_vars);
        if (counts) counts[c->tag]++;
        for (uint32_t i = 0; i < c->n; i++) vec_push(&open, c->kid[i]);
    }
    vec_free(&open);
}

static inline void walk_count(const struct core_module *m, unsigned counts[CORE_TAG_COUNT]) {
    for (uint32_t i = 0; i < m->n_functions; i++) walk_function(&m->functions[i], counts);
}

static inline void walk_module(const struct core_module *m) {
    walk_count(m, NULL);
}

#endif
