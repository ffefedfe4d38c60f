// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/seen_text.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "explore/inputs/sample.h"

static const struct seen_text letter = {{'a'}, 1};

void seen_text_add(struct seen_text *s, const struct seen_text *what) {
    for (uint32_t i = 0; i < what->n && s->n < 2 * SEEN_TEXT_LONGEST; i++) s->at[s->n++] = what->at[i];
}

bool seen_text_holds(const struct seen_text *s, const struct seen_text *what, uint32_t at) {
    return at + what->n <= s->n && (!what->n || memcmp(s->at + at, what->at, what->n * sizeof *s->at) == 0);
}

uint32_t seen_text_count(const struct seen_text *s, const struct seen_text *what) {
    uint32_t n = 0;
    for (uint32_t i = 0; what->n && i + what->n <= s->n; i++) n += seen_text_holds(s, what, i);
    return n;
}

uint64_t seen_text_hash(const struct seen_text *s) {
    return hash_bytes(s->at, s->n * sizeof *s->at);
}

bool seen_text_is_number(const struct seen_text *s) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->at[i] < '0' || s->at[i] > '9') return false;
    return s->n > 0;
}

void seen_text_resize(struct seen_text *s, uint32_t n) {
    assert(n <= 2 * SEEN_TEXT_LONGEST);
    while (s->n < n) s->at[s->n++] = letter.at[0];
    s->n = n;
}

void seen_text_another_part(const struct seen_text *s, const struct seen_text *separator,
                            struct seen_text *out) {
    out->n = 0;
    seen_text_add(out, s->n ? s : &letter);
    seen_text_add(out, separator);
    seen_text_add(out, &letter);
}

static uint32_t draw_below(void *context, uint32_t n) {
    uint64_t *state = context; // 0: always the first
    if (*state) *state = hash_mix(*state, n);
    return (uint32_t)(*state % n);
}

void seen_text_sample(const char *pattern, uint32_t n, uint64_t draw, struct seen_text *out) {
    struct sample s = {.at = out->at, .most = SEEN_TEXT_LONGEST, .below = draw_below, .context = &draw};
    sample_draw(&s, pattern, n);
    out->n = s.n;
}

void seen_text_wants(struct trace *t, uint64_t place, uint64_t what, const struct seen_text *seen,
                     const struct seen_text *wanted) {
    if (seen->n == wanted->n && seen_text_holds(seen, wanted, 0)) return;
    trace_wants(t, hash_mix(place, what), seen->at, seen->n, wanted->at, wanted->n);
}
