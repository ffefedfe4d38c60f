// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/store.h"

#include "base/mem.h"
#include "erlang/machine/task.h"

static void table_free(struct table *t) {
    vec_free(&t->objects);
    vec_free(&t->chains);
    mem_free(t);
}

struct store *store_of(struct process *p) {
    if (!p->store) p->store = mem_zalloc(sizeof *p->store);
    return p->store;
}

void store_reset(struct process *p) {
    struct store *s = p->store;
    if (!s) return;
    for (uint32_t i = 0; i < s->tables.n; i++) table_free(s->tables.at[i]);
    vec_free(&s->tables);
    vec_free(&s->arrays);
    vec_free(&s->match_specs);
    mem_free(s);
    p->store = NULL;
}

// Numbers of references that no input has.
term store_new_id(struct process *p) {
    p->changes++;
    return term_imm(IMM_REF, (uint64_t)1 << 31 | ++p->next_unique);
}

void store_table_clear(struct table *t) {
    vec_clear(&t->objects);
    for (uint32_t i = 0; i < t->chains.n; i++) t->chains.at[i] = 0;
    t->n = t->free = t->symbolic_keys = 0;
    t->vague = false;
}

void store_table_delete(struct table *t) {
    store_table_clear(t);
    t->deleted = true;
}

static void bequeath(struct interp *ip, struct table *t) {
    struct tasks *ts = ip->process.tasks;
    struct task *heir = task_of_pid(ts, t->heir);
    if (!heir) {
        store_table_delete(t);
        return;
    }
    const term items[4] = {term_atom(symbol_of("ETS-TRANSFER")), t->named ? t->name : t->id, t->owner,
                           t->heir_data};
    t->owner = heir->pid;
    task_deliver(ts, heir, term_tuple_of(&ip->heap, items, 4));
}

void store_let_go(struct interp *ip, term pid) {
    const struct store *s = ip->process.store;
    for (uint32_t i = 0; s && i < s->tables.n; i++)
        if (!s->tables.at[i]->deleted && s->tables.at[i]->owner == pid) bequeath(ip, s->tables.at[i]);
}
