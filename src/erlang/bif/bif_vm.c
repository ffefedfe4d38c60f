// SPDX-License-Identifier: Apache-2.0
// Functions without a model that are known to have no side effects (rows V, W and M of bif.def): the user's
// own VM is asked for what they give, by the erl that loads modules. Symbolic arguments are made concrete,
// which is a loss; what a function of W gives differs from one moment to the next.
#include <stdio.h>
#include <string.h>

#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/term/atoms.h"

// Items of erlang:system_info/1 that grow or change while the VM runs, and such as frisk's own erl is started
// with other flags for (load/server.c): its one scheduler runs processes in an order that repeats.
static bool is_of_moment(const struct bif *b, const term *args) {
    static const char *const items[] = {"process_count",
                                        "port_count",
                                        "ets_count",
                                        "atom_count",
                                        "procs",
                                        "info",
                                        "loaded",
                                        "start_time",
                                        "end_time",
                                        "creation",
                                        "dist_ctrl",
                                        "allocator",
                                        "check_io",
                                        "schedulers",
                                        "schedulers_online",
                                        "schedulers_state",
                                        "all_schedulers_state",
                                        "dirty_cpu_schedulers",
                                        "dirty_cpu_schedulers_online",
                                        "dirty_io_schedulers",
                                        "thread_pool_size",
                                        "multi_scheduling",
                                        "scheduler_bindings",
                                        "scheduler_bind_type"};
    if (strcmp(b->name, "system_info") != 0 || !term_is_atom(args[0])) return false;
    const char *item = symbol_text(term_symbol(args[0]));
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (!strcmp(item, items[i])) return true;
    return false;
}

// "os:getenv(\"HOME\")": without the value, which may be nobody's business.
static void note_machine(struct process *p, const struct bif *b, const term *args, uint32_t n) {
    enum { LONGEST = 60 };
    struct str s = {0};
    str_addf(&s, "%s:%s(", b->module, b->name);
    for (uint32_t i = 0; i < n; i++) {
        if (i) str_add(&s, ", ");
        term_print(&s, args[i], LONGEST);
    }
    str_add(&s, ")");
    decide_tell_machine(p, str_text(&s));
    str_free(&s);
}

enum dispatch control_vm(struct interp *ip, const struct bif *b, const term *args, uint32_t n, term *result) {
    struct process *p = &ip->process;
    term plain[MAX_ARGUMENTS];
    for (uint32_t i = 0; i < n; i++) plain[i] = decide_lose(ip, args[i], call_text(b));
    bool of_moment = b->where == IN_VM_VARYING || is_of_moment(b, plain);
    if (of_moment) decide_tell_varies(p, call_text(b));
    if (b->where == IN_VM_MACHINE && !of_moment) note_machine(p, b, plain, n);
    return call_on_vm(ip, symbol_of(b->module), symbol_of(b->name), plain, n, result);
}
