// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/process.h"

#include <pthread.h>

// Atoms that every run needs, interned once.
static symbol error_symbol, badarg_symbol, badarith_symbol, system_limit_symbol;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void intern(void) {
    error_symbol = symbol_of("error");
    badarg_symbol = symbol_of("badarg");
    badarith_symbol = symbol_of("badarith");
    system_limit_symbol = symbol_of("system_limit");
}

bool raise_class(struct process *p, symbol class_, term reason) {
    p->class_ = term_atom(class_);
    p->reason = reason;
    p->trace = TERM_NONE;
    return false;
}

bool raise_error(struct process *p, term reason) {
    pthread_once(&once, intern);
    return raise_class(p, error_symbol, reason);
}

bool raise_pair(struct process *p, term tag, term value) {
    return raise_error(p, term_tuple2(p->heap, tag, value));
}

static bool raise_named(struct process *p, const symbol *name) {
    pthread_once(&once, intern);
    return raise_class(p, error_symbol, term_atom(*name));
}

bool raise_badarg(struct process *p) {
    return raise_named(p, &badarg_symbol);
}
bool raise_badarith(struct process *p) {
    return raise_named(p, &badarith_symbol);
}
bool raise_system_limit(struct process *p) {
    return raise_named(p, &system_limit_symbol);
}
