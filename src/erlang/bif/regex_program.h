// SPDX-License-Identifier: Apache-2.0
// A regular expression as a program for a backtracking matcher (Cox 2009, Regular expression matching: the
// virtual machine approach), so that somebody who does not know all bytes of the subject can follow what PCRE
// does. Which bytes an atom takes ([^a-c], \w, .) PCRE itself is asked. There is a program for expressions
// of atoms, groups, alternatives, repetition and simple assertions; none for what looks around or back, and
// none where PCRE's own rules about empty repetitions would matter. In UTF-8 mode it holds for ASCII subjects
// only. Thread safe; lives as long as the expression, which must be kept.
#ifndef FRISK_ERLANG_REGEX_PROGRAM_H
#define FRISK_ERLANG_REGEX_PROGRAM_H

#include "base/vec.h"
#include "erlang/bif/regex.h"

struct byte_set {
    uint64_t words[4];
};
static inline bool byte_set_has(const struct byte_set *s, uint32_t byte) {
    return s->words[byte / 64] >> byte % 64 & 1;
}

// What an assertion looks at: the place, and the bytes beside it.
enum regex_assertion {
    ASSERT_START,         // \A, ^
    ASSERT_LINE_START,    // ^ with multiline
    ASSERT_END,           // \z, $ with dollar_endonly
    ASSERT_LAST_LINE_END, // \Z, $: at the end or before a last newline
    ASSERT_LINE_END,      // $ with multiline
    ASSERT_WORD,          // \b
    ASSERT_NOT_WORD,      // \B
};

struct regex_step {
    enum { STEP_BYTE, STEP_SPLIT, STEP_JUMP, STEP_SAVE, STEP_ASSERT, STEP_MATCH } op;
    int32_t a, b; // BYTE: number of the set; SPLIT: where to go on, first a, then b, from here; JUMP: a, from
                  // here; SAVE: the slot a; ASSERT: enum regex_assertion
};

struct regex_program {
    VEC(struct regex_step) steps;
    VEC(struct byte_set) sets;
    struct byte_set word; // \w
    uint32_t groups;      // with the whole match; 2 slots each
    bool ascii;           // UTF-8 mode
    bool anchored;        // matches at the first place or nowhere
};

const struct regex_program *regex_program(const struct regex *r); // NULL: there is none

// Some shapes of texts that match as a whole: for each byte, the number of its set.
enum { REGEX_WORDS_MAX = 4 };
struct regex_word {
    VEC(uint32_t) sets;
};
// Fills words (zeroed; the caller frees their vectors) and returns their number.
uint32_t regex_words(const struct regex_program *p, struct regex_word *words);

#endif
