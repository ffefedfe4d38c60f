// SPDX-License-Identifier: Apache-2.0
// Texts that a regular expression (as java.util.regex.Pattern and PCRE read it) matches, drawn at random:
// likely ones, no promise.
#ifndef FRISK_EXPLORE_INPUTS_SAMPLE_H
#define FRISK_EXPLORE_INPUTS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

struct sample {
    uint16_t *at; // room for `most` characters
    uint32_t n, most;
    uint32_t (*below)(void *context, uint32_t n); // draws a number below n
    void *context;
    uint32_t fuel; // atoms still to be drawn
};

bool sample_is_pattern(const char *text, uint32_t n); // it has what other texts seldom have
void sample_draw(struct sample *s, const char *pattern, uint32_t n);

#endif
