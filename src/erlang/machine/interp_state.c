// SPDX-License-Identifier: Apache-2.0
// What an interpreter has between runs: its stacks, its heap, the state that a run begins with.
#include <stdio.h>
#include <sys/mman.h>

#include "erlang/machine/endless.h"
#include "erlang/machine/literal_switch.h"
#include "erlang/machine/store.h"
#include "erlang/machine/task.h"
#include "erlang/term/map.h"

static void *reserve(size_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        fprintf(stderr, "frisk: cannot reserve %zu bytes for a stack; lower --memory\n", bytes);
        _Exit(3);
    }
    madvise(p, bytes, MADV_HUGEPAGE); // deep recursion touches it all, once: fewer page faults
    return p;
}

static size_t stack_bytes(const struct run_limits *l) {
    return (size_t)l->memory / 2 + (1 << 20);
}

struct interp *interp_new(struct program *p, struct expr_store *x, const struct run_limits *limits) {
    struct interp *ip = mem_zalloc(sizeof *ip);
    ip->program = p;
    ip->bifs = p->builtins->table;
    ip->exprs = x;
    ip->limits = *limits;
    arena_init(&ip->heap, 256 * 1024);
    ip->stack = reserve(stack_bytes(limits));
    ip->stack_end = ip->stack + stack_bytes(limits) / sizeof(term);
    ip->max_frames = (uint32_t)(stack_bytes(limits) / sizeof(struct frame));
    ip->frames = reserve(stack_bytes(limits));
    ip->process = (struct process){.heap = &ip->heap, .trace = TERM_NONE, .interp = ip};
    return ip;
}

void interp_free(struct interp *ip) {
    munmap(ip->stack, stack_bytes(&ip->limits));
    munmap(ip->frames, stack_bytes(&ip->limits));
    tasks_free(&ip->process);
    tasks_free_over(ip);
    arena_free(&ip->heap);
    store_reset(&ip->process);
    endless_free(ip->endless);
    concretised_free(&ip->concretised);
    assumed_free(&ip->assumed);
    vec_free(&ip->fresh);
    vec_free(&ip->applications);
    vec_free(&ip->encodings);
    eval_free(ip->eval);
    literal_switches_free(ip->switches);
    mem_free(ip);
}

expr_id interp_eval(struct interp *ip, expr_id e) {
    static const struct model nothing = {0};
    if (!ip->eval) ip->eval = eval_new(ip->exprs);
    if (!ip->eval_begun) eval_begin(ip->eval, ip->input ? ip->input : &nothing);
    ip->eval_begun = true;
    return eval_value(ip->eval, e);
}

void interp_reset(struct interp *ip, struct trace *trace) {
    tasks_free(&ip->process);
    tasks_free_over(ip);
    arena_reset(&ip->heap);
    literal_switches_begin(ip->switches);
    ip->trace = trace;
    ip->symbolic = trace != NULL;
    ip->input = NULL;
    ip->eval_begun = false;
    ip->lost_any = ip->limit_hit = ip->late = ip->stack_full = false;
    ip->cut = (struct trace_place){0};
    ip->heavy_left = ip->heavy_between = 1;
    vec_clear(&ip->fresh);
    ip->ordinal = 0;
    ip->steps = ip->turn_began = 0;
    ip->steps_left = ip->steps_between = 0;
    ip->process.changes = 0;
    ip->n_frames = 0;
    ip->walks = 0;
    ip->process.class_ = ip->process.reason = ip->process.trace = TERM_NONE;
    ip->process.no_model = NULL;
    ip->thrower = NULL;
    ip->process.dictionary = map_empty;
    ip->process.open_keys = TERM_NIL;
    store_reset(&ip->process);
    ip->process.traps_exits = false;
    ip->process.self = term_imm(IMM_PID, 0);
    ip->process.leader = term_imm(IMM_PID, THE_LEADER);
    ip->process.ended = ip->process.yields = ip->waits_for_ever = ip->processes = false;
    ip->process.next_unique = 1;
    ip->process.operations = 0;
    ip->process.clock_reads = ip->process.vm_calls = 0;
    ip->process.varies = NULL;
    vec_clear(&ip->applications);
    vec_clear(&ip->encodings);
}

static void release_pages(void *stack, size_t bytes) {
    enum { KEEP = 4 << 20, HUGE_PAGE = 2 << 20 };
    uintptr_t from = ((uintptr_t)stack + KEEP) & ~(uintptr_t)(HUGE_PAGE - 1), end = (uintptr_t)stack + bytes;
    if (from < end) madvise((void *)from, end - from, MADV_DONTNEED);
}

void interp_release_stacks(struct interp *ip, const term *high) {
    enum { DEEP = 8 << 20 };
    if ((size_t)((const char *)high - (const char *)ip->stack) <= DEEP) return;
    release_pages(ip->stack, stack_bytes(&ip->limits));
    release_pages(ip->frames, stack_bytes(&ip->limits));
}
