// SPDX-License-Identifier: Apache-2.0
// The tables of module ets, as the run's store has them. Keys may be symbolic: what they are equal to is
// decided.
#ifndef FRISK_ERLANG_ETS_H
#define FRISK_ERLANG_ETS_H

#include "erlang/machine/store.h"

struct table *ets_table_new(struct process *p, term name);
struct table *ets_table_find(struct process *p, term name_or_id); // NULL: none
// The same for one that the running process may read or write: its own, or as its protection says
// (ets:new/2).
enum table_access { TO_READ, TO_WRITE };
struct table *ets_table_open(struct process *p, term name_or_id, enum table_access what);
struct table *
bif_environment_table(struct process *p); // a new ac_tab (bif_environment.c); NULL: the VM cannot be asked
// What an operation looks at or changes (machine/schedule.h): all of a table, the objects of a key, its
// names.
void ets_table_touch_all(struct process *p, const struct table *t, bool writes);
void ets_table_touch(struct process *p, const struct table *t, term key, bool writes);
void ets_table_touch_names(struct process *p, const struct table *t);
// The only object of the key becomes this one; TERM_NONE: or another.
void ets_table_touch_value(struct process *p, const struct table *t, term key, term object);
void ets_table_lookup(struct process *p, struct table *t, term key,
                      places *out); // in the order of their chain
void ets_table_insert(struct process *p, struct table *t, term tuple, term key);
void ets_table_replace(struct table *t, uint32_t place, term tuple); // with the same key
void ets_table_remove(struct table *t, const places *which);
void ets_table_order(struct process *p, struct table *t, places *out);          // as first and next go
bool ets_table_first(struct process *p, struct table *t, bool last, term *key); // false: it is empty
enum step { STEP_KEY, STEP_END, STEP_NO_SUCH_KEY };
enum step ets_table_step(struct process *p, struct table *t, term key, bool back, term *next);

#endif
