// SPDX-License-Identifier: Apache-2.0
#include "erlang/symbolic/builtins.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "erlang/bif/bif_util.h"
#include "erlang/symbolic/symbolic.h"

const struct bif bif_table[] = {
#define X(module, name, arity, concrete, rule, symbolic, type)                                               \
    {module, name, arity, concrete, rule, symbolic, NULL, IN_FRISK, type},
#define P(module, name, arity, concrete, type)                                                               \
    {module, name, arity, concrete, RULE_PROCESS, concrete, NULL, IN_FRISK, type},
#define C(module, name, arity, control, type)                                                                \
    {module, name, arity, NULL, RULE_CONTROL, NULL, control, IN_FRISK, type},
#define D(module, name, arity, concrete, control, type)                                                      \
    {module, name, arity, concrete, RULE_CONTROL, NULL, control, IN_FRISK, type},
#define OF_VM(module, name, arity, where, type)                                                              \
    {module, name, arity, NULL, RULE_CONTROL, NULL, control_vm, where, type},
#define V(module, name, arity, type) OF_VM(module, name, arity, IN_VM, type)
#define W(module, name, arity, type) OF_VM(module, name, arity, IN_VM_VARYING, type)
#define M(module, name, arity, type) OF_VM(module, name, arity, IN_VM_MACHINE, type)
#include "erlang/bif/bif.def"
#undef X
#undef P
#undef C
#undef D
#undef V
#undef W
#undef M
};
const uint32_t bif_count = sizeof bif_table / sizeof *bif_table;

// By module, name and arity. Symbols are far below 2^28.
static struct hash_map by_name;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint64_t key_of(symbol module, symbol name, uint32_t arity) {
    assert(module < 1u << 28 && name < 1u << 28);
    return (uint64_t)module << 36 | (uint64_t)name << 8 | (arity & 0xFF);
}

static void index_table(void) {
    for (uint32_t i = 0; i < bif_count; i++) {
        const struct bif *b = &bif_table[i];
        hash_map_put(&by_name, key_of(symbol_of(b->module), symbol_of(b->name), b->arity), i);
    }
}

const struct bif *bif_find(symbol module, symbol name, uint32_t arity) {
    pthread_once(&once, index_table);
    uint32_t i;
    if (arity > 255 || !hash_map_get(&by_name, key_of(module, name, arity), &i)) return NULL;
    return &bif_table[i];
}

static shortcut_function *shortcut_of(symbol module, symbol name, uint32_t arity) {
    static const struct {
        const char *module, *name;
        uint32_t arity;
        shortcut_function *function;
    } all[] = {
#define X(module, name, arity, function) {module, name, arity, function},
        SYMBOLIC_SHORTCUTS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].arity == arity && !strcmp(symbol_text(module), all[i].module) &&
            !strcmp(symbol_text(name), all[i].name))
            return all[i].function;
    return NULL;
}

const struct builtins builtins = {.table = bif_table,
                                  .find = bif_find,
                                  .shortcut = shortcut_of,
                                  .add = symbolic_add,
                                  .subtract = symbolic_subtract,
                                  .multiply = symbolic_multiply};
