// SPDX-License-Identifier: Apache-2.0
// A text that code looks at, and what another in its place would have to be (trace_wants). A language reads
// the text, and knows where in the code and how it is looked at.
#ifndef FRISK_EXPLORE_INPUTS_SEEN_TEXT_H
#define FRISK_EXPLORE_INPUTS_SEEN_TEXT_H

#include "explore/trace.h"

enum { SEEN_TEXT_LONGEST = 256 }; // that is looked at; what is made of it may have twice as many characters

struct seen_text {
    uint16_t at[2 * SEEN_TEXT_LONGEST];
    uint32_t n;
};

void seen_text_add(struct seen_text *s, const struct seen_text *what); // as far as there is room
bool seen_text_holds(const struct seen_text *s, const struct seen_text *what, uint32_t at);
uint32_t seen_text_count(const struct seen_text *s,
                         const struct seen_text *what); // how often it stands there
uint64_t seen_text_hash(const struct seen_text *s);
bool seen_text_is_number(const struct seen_text *s);    // decimal digits, one at least
void seen_text_resize(struct seen_text *s, uint32_t n); // cut off, or filled up with letters
// The text with one part more behind a separator, which is not empty.
void seen_text_another_part(const struct seen_text *s, const struct seen_text *separator,
                            struct seen_text *out);
// A text that a regular expression most likely matches (sample.h); draw 0: always the same.
void seen_text_sample(const char *pattern, uint32_t n, uint64_t draw, struct seen_text *out);
// In the place of `seen` the code at that place wants another, unless it is the same. `what` tells what for:
// of each only a few are kept.
void seen_text_wants(struct trace *t, uint64_t place, uint64_t what, const struct seen_text *seen,
                     const struct seen_text *wanted);

#endif
