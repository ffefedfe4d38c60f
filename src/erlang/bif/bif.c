// SPDX-License-Identifier: Apache-2.0
#include "erlang/bif/bif.h"

#include <assert.h>
#include <pthread.h>

#include "base/hash.h"
#include "erlang/bif/bif_util.h"
#include "erlang/symbolic/symbolic.h"

const struct bif bif_table[] = {
#define X(module, name, arity, concrete, rule, symbolic, type)                                               \
    {module, name, arity, concrete, rule, symbolic, IN_FRISK, type},
#define P(module, name, arity, concrete, type)                                                               \
    {module, name, arity, concrete, RULE_PROCESS, concrete, IN_FRISK, type},
#define C(module, name, arity, type) {module, name, arity, NULL, RULE_CONTROL, NULL, IN_FRISK, type},
#define V(module, name, arity, type) {module, name, arity, NULL, RULE_CONTROL, NULL, IN_VM, type},
#define W(module, name, arity, type) {module, name, arity, NULL, RULE_CONTROL, NULL, IN_VM_VARYING, type},
#define M(module, name, arity, type) {module, name, arity, NULL, RULE_CONTROL, NULL, IN_VM_MACHINE, type},
#include "erlang/bif/bif.def"
#undef X
#undef C
#undef P
#undef V
#undef W
#undef M
};
const uint32_t bif_count = sizeof bif_table / sizeof *bif_table;

#define X(text) term word_##text;
BIF_WORDS(X)
#undef X

__attribute__((constructor)) static void words_init(void) {
#define X(text) word_##text = term_atom(symbol_of(#text));
    BIF_WORDS(X)
#undef X
}

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
