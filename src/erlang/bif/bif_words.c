// SPDX-License-Identifier: Apache-2.0
#include "erlang/bif/bif_util.h"

#define X(text) term word_##text;
BIF_WORDS(X)
#undef X

__attribute__((constructor)) static void words_init(void) {
#define X(text) word_##text = term_atom(symbol_of(#text));
    BIF_WORDS(X)
#undef X
}
