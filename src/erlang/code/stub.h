// SPDX-License-Identifier: Apache-2.0
// Stubs: functions whose calls run another function instead. The definition of the function is replaced by
// one that calls the other, so local and remote calls, dynamic ones and funs all meet it; the real VM does
// the same (share/frisk/frisk_stub.erl), so that findings hold there.
#ifndef FRISK_ERLANG_STUB_H
#define FRISK_ERLANG_STUB_H

#include "erlang/code/program.h"
#include "erlang/load/core.h"

// Takes "M:F/A=M2:F2/A"; before any module is loaded. False: it makes no sense by itself, or together with
// the stubs so far; d (a wrong usage) says why. The text is copied.
bool stub_add(struct program *p, const char *text, struct diag *d);
// Once all are added: loads the modules. False: one of the functions does not exist or cannot be replaced.
bool stub_check_all(struct program *p, struct diag *d);

// For program.c: whether M:F/A is replaced, and is no built-in function therefore.
bool stub_replaces(const struct program *p, symbol module, symbol name, uint32_t arity);
// For program.c: replaces the definitions in a module that was just loaded.
void stub_apply(struct program *p, struct core_module *m);

// For the proof: appends one request's worth of stubs, as fields that `add` appends: their number; then for
// each M, F, A, M2, F2 and the files that hold M and M2.
void stub_write(const struct program *p, struct str *out,
                void (*add)(struct str *out, const char *bytes, size_t n));
// For the suite: the stubs as an Erlang list of {{M, F, A}, {M2, F2}}; nothing where there are none.
void stub_print(const struct program *p, struct str *out);

#endif
