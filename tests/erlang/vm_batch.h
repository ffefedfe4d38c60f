// SPDX-License-Identifier: Apache-2.0
// Calls that frisk has made, made by the VM as well: many in one request (differential_batch.erl), and what
// came out compared. For tests.
#ifndef FRISK_TESTS_ERLANG_VM_BATCH_H
#define FRISK_TESTS_ERLANG_VM_BATCH_H

#include <stdint.h>
#include <stdio.h>

#include "base/str.h"
#include "base/vec.h"
#include "erlang/code/program.h"
#include "erlang/load/dump_reader.h"
#include "erlang/load/load.h"
#include "erlang/machine/interp.h"
#include "erlang/term/map.h"

enum { BATCH = 256 };

// A call that frisk has made and the VM not yet.
struct pending {
    const struct export *x;
    term arguments, mine; // what came back: a value, or the reason of an exception
    term raised;          // its class; TERM_NONE: a value
};

struct tally {
    uint64_t calls, compared, opaque, no_model, limits, skipped, varying, failures;
    uint32_t functions; // with at least one comparison
};

struct vm_batch {          // zeroed; the arena is initialised
    struct loader *loader; // differential_batch is in its paths
    struct tally tally;
    const struct export *compared; // last
    struct arena arena;            // of what is pending
    struct pending pending[BATCH];
    uint32_t n_pending;
};

// ---- Programs ----

// SOURCES, names of files beside this one, compiled by erlc into a directory of the build under
// test: that of $FRISK, as the tests of two builds run side by side, and erlc removes a .beam before it
// writes it anew.
static const char *compiled_programs(const char *name, const char *sources) {
    static char dir[300];
    const char *frisk = getenv("FRISK"), *slash = frisk ? strrchr(frisk, '/') : NULL;
    char command[1000];
    snprintf(dir, sizeof dir, "%.*s/%s", slash ? (int)(slash - frisk) : 5, slash ? frisk : "build", name);
    snprintf(command, sizeof command,
             "mkdir -p '%s' && out=$(realpath '%s') && cd tests/erlang && "
             "erlc +debug_info +nowarn_export_all -o \"$out\" %s >/dev/null",
             dir, dir, sources);
    assert_int_equal(system(command), 0);
    return dir;
}

// ---- Comparing ----

enum content { CONTENT_PLAIN, CONTENT_OPAQUE, CONTENT_LARGE };
enum { MAX_NODES = 100000 }; // counted as often as they are shared: so they are sent

// {'$opaque', Kind, Text} stands for a fun, pid, port or reference.
static enum content content_of(term t) {
    VEC(term) todo = {0};
    bool opaque = false;
    uint32_t nodes = 0;
    vec_push(&todo, t);
    for (; todo.n && !opaque && nodes < MAX_NODES; nodes++) {
        t = vec_pop(&todo);
        if (term_is_cons(t)) {
            vec_push(&todo, term_tl(t));
            vec_push(&todo, term_hd(t));
        } else if (term_is_tuple(t)) {
            opaque = term_tuple(t)->n == 3 && term_tuple(t)->at[0] == term_atom(symbol_of("$opaque"));
            for (uint64_t i = 0; i < term_tuple(t)->n; i++) vec_push(&todo, term_tuple(t)->at[i]);
        } else if (term_is_map(t)) {
            struct map_iterator it;
            term k, v;
            for (map_iterate(&it, t); map_next(&it, &k, &v);) {
                vec_push(&todo, k);
                vec_push(&todo, v);
            }
        } else {
            opaque = term_is_fun(t) || term_is_imm(t, IMM_PID) || term_is_imm(t, IMM_PORT) ||
                     term_is_imm(t, IMM_REF);
        }
    }
    bool large = !opaque && todo.n;
    vec_free(&todo);
    return opaque ? CONTENT_OPAQUE : large ? CONTENT_LARGE : CONTENT_PLAIN;
}

static void show(const char *what, term t) {
    struct str s = {0};
    term_print(&s, t, 600);
    fprintf(stderr, "    %s: %s\n", what, str_text(&s));
    str_free(&s);
}

static void report(struct vm_batch *b, const struct pending *p, term real) {
    fprintf(stderr, "differs: %s:%s/%u\n", symbol_text(p->x->module), symbol_text(p->x->name), p->x->arity);
    show("arguments", p->arguments);
    if (p->raised != TERM_NONE)
        show("frisk raises", term_tuple2(&b->arena, p->raised, p->mine));
    else
        show("frisk returns", p->mine);
    show("the VM", real);
}

static void compare(struct vm_batch *b, const struct pending *p, term real) {
    struct tally *t = &b->tally;
    term tag = term_tuple(real)->at[0], value = term_tuple(real)->at[1];
    if (tag == term_atom(symbol_of("limit"))) {
        t->limits++;
        return;
    }
    if (content_of(value) == CONTENT_OPAQUE) {
        t->opaque++;
        return;
    }
    t->functions += p->x != b->compared; // the calls of one function come one after the other
    b->compared = p->x;
    t->compared++;
    bool same = tag == (p->raised != TERM_NONE ? p->raised : term_atom(symbol_of("ok")));
    if (!(same && term_equal(p->mine, value)) && t->failures++ < 40) report(b, p, real);
}

// Has the VM make these calls in one request. False: it was not able to answer.
static bool ask_vm(struct vm_batch *b, const struct pending *p, uint32_t n) {
    struct diag d = {0};
    term calls = TERM_NIL, real = TERM_NONE;
    for (uint32_t i = n; i--;) {
        const struct tuple *a = term_tuple(p[i].arguments);
        term call = term_tuple3(&b->arena, term_atom(p[i].x->module), term_atom(p[i].x->name),
                                term_list(&b->arena, a->at, a->n, TERM_NIL));
        calls = term_cons(&b->arena, call, calls);
    }
    if (!loader_apply(b->loader, symbol_of("differential_batch"), symbol_of("run"), &calls, 1, 120, 0,
                      &b->arena, &real, &d)) {
        if (n == 1) show("not answered", calls);
        return false;
    }
    if (term_tuple(real)->at[0] !=
        term_atom(symbol_of("ok"))) { // the batch itself failed: a call of it is to blame
        show("failed", n == 1 ? calls : real);
        return false;
    }
    term results = term_tuple(real)->at[1];
    for (uint32_t i = 0; i < n; i++, results = term_tl(results)) compare(b, &p[i], term_hd(results));
    return true;
}

// All calls that are pending at once, since a request takes longer than most calls; one by one when one of
// them is the end of the VM: it is, where it cannot have the memory.
static void work_off(struct vm_batch *b) {
    if (!ask_vm(b, b->pending, b->n_pending))
        for (uint32_t i = 0; i < b->n_pending; i++) b->tally.skipped += !ask_vm(b, &b->pending[i], 1);
    b->n_pending = 0;
    arena_reset(&b->arena);
}

// What a call of the interpreter came to: it is compared now or by a later work_off.
static void batch_call(struct vm_batch *b, struct interp *ip, const struct export *x, term arguments,
                       enum interp_result r, term mine) {
    struct tally *t = &b->tally;
    t->calls++;
    if (r == INTERP_NO_MODEL || r == INTERP_LIMIT) {
        *(r == INTERP_LIMIT ? &t->limits : &t->no_model) += 1;
        return;
    }
    if (ip->process.varies) { // clocks and the like: the VM's are others
        t->varying++;
        return;
    }
    if (r == INTERP_RAISED) mine = ip->process.reason;
    enum content c = content_of(mine);
    if (c != CONTENT_PLAIN) {
        *(c == CONTENT_OPAQUE ? &t->opaque : &t->limits) += 1;
        return;
    }
    struct str sent = {0};
    bool can_be_asked = dump_write_term(&sent, arguments);
    str_free(&sent);
    if (!can_be_asked) {
        t->skipped++;
        return;
    }
    b->pending[b->n_pending++] =
        (struct pending){x, term_copy(&b->arena, arguments), term_copy(&b->arena, mine),
                         r == INTERP_RAISED ? ip->process.class_ : TERM_NONE};
    if (b->n_pending == BATCH) work_off(b);
}

#endif
