// SPDX-License-Identifier: Apache-2.0
// The environment of applications (OTP's application module). OTP keeps it in the table ac_tab, which its own
// code reads: a run that asks for the table finds it as it is in the user's VM, without what has to do with
// processes. To change it OTP sends a message to the owner of the table; here it is done at once.
#include "erlang/bif/bif_util.h"
#include "erlang/bif/ets.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"

static term word(const char *text) {
    return term_atom(symbol_of(text));
}

static term environment_key(struct process *p, term application, term name) {
    term parts[] = {word("env"), application, name};
    return term_tuple_of(p->heap, parts, 3);
}

// {Key, '_'}, [], ['$_']
static term clause(struct process *p, term key) {
    term parts[] = {term_tuple2(p->heap, key, word("_")), TERM_NIL, term_cons(p->heap, word("$_"), TERM_NIL)};
    return term_tuple_of(p->heap, parts, 3);
}

struct table *bif_environment_table(struct process *p) {
    static const struct bif select = {
        .module = "ets", .name = "select", .arity = 2, .rule = RULE_CONTROL, .where = IN_VM};
    term any = word("_"), name = word("ac_tab"), objects;
    term clauses[] = {clause(p, environment_key(p, any, any)),
                      clause(p, term_tuple2(p->heap, word("loaded"), any))};
    term args[] = {name, term_list(p->heap, clauses, 2, TERM_NIL)};
    if (control_vm(interp_of(p), &select, args, 2, &objects) != DISPATCH_VALUE) return NULL;
    struct table *t = ets_table_new(p, name);
    t->named = true;
    t->protection = word("public");
    t->heir = word_none;
    t->owner = term_imm(IMM_PID, THE_LEADER); // nobody of the run
    t->write_concurrency = atom_false;
    for (; term_is_cons(objects); objects = term_tl(objects)) {
        term object = term_hd(objects);
        ets_table_insert(p, t, object, term_tuple(object)->at[0]);
    }
    return t;
}

BIF(application_set_env) {
    term object = term_tuple2(p->heap, environment_key(p, args[0], args[1]), args[2]);
    term insert[] = {word("ac_tab"), object};
    return bif_ets_insert(p, insert, result) && give(result, word_ok);
}

BIF(application_unset_env) {
    term delete[] = {word("ac_tab"), environment_key(p, args[0], args[1])};
    return bif_ets_delete(p, delete, result) && give(result, word_ok);
}
