// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/store.h"

#include "base/mem.h"
#include "erlang/machine/channel.h"
#include "erlang/machine/schedule.h"

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

// Numbers of references that no input has. Those of spawned processes follow from the process, so that they
// are the same in every order in which processes run.
term store_new_id(struct process *p) {
    uint64_t own = (uint64_t)1 << 31, other = own | (uint64_t)1 << 30;
    uint32_t taken;
    p->changes++;
    uint64_t number = ++p->next_unique;
    if (!p->tasks || !p->tasks->running) return term_imm(IMM_REF, own | number);
    number = hash_mix(hash_mix(5, p->self), number);
    while (hash_map_get(&p->tasks->references, number % (other - own), &taken)) number++;
    hash_map_put(&p->tasks->references, number % (other - own), 1);
    return term_imm(IMM_REF, other | number % (other - own));
}

uint64_t store_domain(term id) {
    return hash_mix(SHARED_OTHER, id) | (uint64_t)1 << 63;
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
    const struct task *owner = task_of_pid_ever(ts, t->owner);
    struct task *heir = task_of_pid_ever(ts, t->heir);
    schedule_touch_term(ts, SHARED_TABLE, t->id, true);
    if (t->named) schedule_touch_term(ts, SHARED_TABLE, t->name, true);
    schedule_touch_all(ts, store_domain(t->id), true);
    if (heir) schedule_touch_task(ts, SHARED_PROCESS, heir, false);
    if (heir && !task_alive(heir)) heir = NULL;
    if (!heir) {
        store_table_delete(t);
        return;
    }
    const term items[4] = {term_atom(symbol_of("ETS-TRANSFER")), t->named ? t->name : t->id, t->owner,
                           t->heir_data};
    t->owner = heir->pid;
    channel_send_message(ip, owner->number, heir->number, term_tuple_of(&ip->heap, items, 4));
}

void store_let_go(struct interp *ip, term pid) {
    const struct store *s = ip->process.store;
    for (uint32_t i = 0; s && i < s->tables.n; i++)
        if (!s->tables.at[i]->deleted && s->tables.at[i]->owner == pid) bequeath(ip, s->tables.at[i]);
}
