// SPDX-License-Identifier: Apache-2.0
// Calls that the user's own VM is asked for, by the erl that loads modules.
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"

enum { CALLS_MAX = 3000 /* in a run: some 0.1 ms each */, WORDS_MAX = 1 << 23 };
static const double SECONDS = 5;

// {'$opaque', Kind, Text} stands for a fun, pid, port or reference.
static bool has_opaque(term root) {
    struct term_vec todo = {0};
    term mark = term_atom(symbol_of("$opaque"));
    bool found = false;
    vec_push(&todo, root);
    while (todo.n && !found && term_visit()) {
        term t = vec_pop(&todo), k, v;
        struct map_iterator it;
        if (term_is_cons(t)) {
            vec_push(&todo, term_tl(t));
            vec_push(&todo, term_hd(t));
        } else if (term_is_tuple(t)) {
            found = term_tuple(t)->n == 3 && term_tuple(t)->at[0] == mark;
            for (uint64_t i = 0; i < term_tuple(t)->n; i++) vec_push(&todo, term_tuple(t)->at[i]);
        } else if (term_is_map(t)) {
            for (map_iterate(&it, t); map_next(&it, &k, &v);) {
                vec_push(&todo, k);
                vec_push(&todo, v);
            }
        }
    }
    vec_free(&todo);
    return found;
}

// {ok, Value} | {Class, Reason, Stack} | {limit, ..}. False: neither a value nor an exception.
static bool read_answer(struct process *p, term answer, term *result, enum dispatch *how) {
    const struct tuple *t = term_is_tuple(answer) ? term_tuple(answer) : NULL;
    if (!t || t->n < 2 || has_opaque(t->at[1])) return false;
    *how = DISPATCH_VALUE;
    *result = t->at[1];
    if (t->at[0] == term_atom(symbol_of("ok"))) return true;
    if (t->at[0] != atom_error && t->at[0] != atom_exit && t->at[0] != atom_throw) return false;
    p->class_ = t->at[0];
    p->reason = t->at[1];
    p->trace = TERM_NONE;
    *how = DISPATCH_RAISE;
    return true;
}

enum dispatch call_on_vm(struct interp *ip, symbol module, symbol name, const term *args, uint32_t n,
                         term *result) {
    struct process *p = &ip->process;
    struct diag d = {0};
    term answer = TERM_NONE;
    enum dispatch how = DISPATCH_RAISE;
    bool asked = p->vm_calls++ < CALLS_MAX && loader_apply(ip->program->loader, module, name, args, n,
                                                           SECONDS, WORDS_MAX, &ip->heap, &answer, &d);
    return asked && read_answer(p, answer, result, &how) ? how : call_no_model(ip, module, name, n);
}
