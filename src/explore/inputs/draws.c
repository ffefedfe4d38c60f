// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/draws.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explore/inputs/sample.h"

enum {
    NOTED_MAX = 64,         // values of an input that later ones of it may repeat
    PLAIN_TEXT_LENGTH = 12, // a text of no word of the dictionary is shorter
};

void draws_init(struct draws *d, uint64_t seed) {
    *d = (struct draws){.rng.state = (seed + 1) * 0x9E3779B97F4A7C15u | 1};
    arena_init(&d->arena, 0);
}

void draws_free(struct draws *d) {
    dictionary_free(&d->dictionary);
    vec_free(&d->integers);
    vec_free(&d->texts);
    arena_free(&d->arena);
}

// What overflows does so with several large numbers at once, of one sign: where that fails, one input in
// eight is all of such.
static double draw_extreme(struct draws *d) {
    static const double extremes[] = {DBL_MAX, -DBL_MAX, 1e308, -1e308};
    return draws_below(d, 8) ? 0 : extremes[draws_below(d, sizeof extremes / sizeof *extremes)];
}

void draws_begin(struct draws *d) {
    vec_clear(&d->integers);
    vec_clear(&d->texts);
    arena_reset(&d->arena);
    if (d->finite) d->extreme = draw_extreme(d);
}

// ---- Numbers ----

static uint64_t draw_bits(struct draws *d) {
    return rng_draw(&d->rng) << 11 ^ rng_draw(&d->rng);
}

// Of any magnitude, or of all 64 bits.
static int64_t draw_wide(struct draws *d) {
    int64_t v = (int64_t)draw_bits(d);
    return draws_below(d, 2) ? v : v >> draws_below(d, 63);
}

static int64_t near(struct draws *d, int64_t v) {
    return (int64_t)((uint64_t)v + draws_below(d, 3) - 1);
}

// A constant or its opposite, at times with a distance: offsets between epochs and the like.
static int64_t draw_near_constant(struct draws *d) {
    uint32_t n = d->dictionary.integers.n;
    uint64_t v = n ? (uint64_t)d->dictionary.integers.at[draws_below(d, n)] : 0;
    if (!draws_below(d, 4)) v = -v;
    return (int64_t)(v + (uint64_t)(draws_below(d, 4) ? ((int64_t)draws_below(d, 5) - 2) / 2 : draw_wide(d)));
}

int64_t draws_integer(struct draws *d) {
    static const int64_t edges[] = {INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, INT16_MIN,  INT16_MAX,
                                    INT8_MIN,  INT8_MAX,  UINT8_MAX, 256,       UINT16_MAX, 65536};
    if (d->alike && !draws_below(d, 3)) return draws_below(d, 3);
    if (d->integers.n && !draws_below(d, 8)) return near(d, d->integers.at[draws_below(d, d->integers.n)]);
    uint32_t how = draws_below(d, 100);
    if (how < 45) return (int64_t)draws_below(d, 20) - 4;
    if (how < 60) return (int64_t)draws_below(d, 2048) - 1024;
    if (how < 85) return draw_near_constant(d);
    if (how < 92) return edges[draws_below(d, sizeof edges / sizeof *edges)];
    return draw_wide(d);
}

void draws_note_integer(struct draws *d, int64_t v) {
    if (d->integers.n < NOTED_MAX) vec_push(&d->integers, v);
}

double draws_float(struct draws *d) {
    static const double edges[] = {0.0,     -0.0,  1.0,    -1.0,     0.5,      9007199254740992.0,
                                   DBL_MAX, 1e300, -1e300, 4.9e-324, INFINITY, -INFINITY,
                                   NAN};
    enum { EDGES = sizeof edges / sizeof *edges, FINITE_EDGES = EDGES - 3 };
    uint32_t how = draws_below(d, 100), constants = d->dictionary.floats.n;
    if (d->extreme != 0 && how < 75) return d->extreme;
    if (how < 50) return ((double)draws_below(d, 4001) - 2000) / (1 << draws_below(d, 6));
    if (how < 65 && constants) return d->dictionary.floats.at[draws_below(d, constants)];
    if (how < 80) return (double)draws_integer(d);
    if (how < 90) return edges[draws_below(d, d->finite ? FINITE_EDGES : EDGES)];
    uint64_t bits = draw_bits(d);
    double v;
    memcpy(&v, &bits, sizeof v);
    return d->finite && !isfinite(v) ? ldexp((double)(bits >> 11), (int)draws_below(d, 600) - 350) : v;
}

uint32_t draws_length(struct draws *d, uint32_t usual_max) {
    uint32_t constants = d->dictionary.integers.n, n = draws_below(d, usual_max + 1);
    if (draws_below(d, 10) || !constants) return n;
    int64_t asked = near(d, d->dictionary.integers.at[draws_below(d, constants)]);
    assert(n <= usual_max);
    return asked >= 0 && asked <= DICTIONARY_TEXT_MAX ? (uint32_t)asked : n;
}

// ---- Texts ----

struct text_buffer { // a text that is being put together
    uint16_t at[DICTIONARY_TEXT_MAX];
    uint32_t n;
};

// Of ASCII, or one of those that programs about ASCII forget: other letters, digits and blanks.
uint16_t draws_character(struct draws *d) {
    static const uint16_t others[] = {0x00A0, 0x00B5, 0x00DF, 0x00E4, 0x00FF, 0x0130, 0x0131, 0x0149, 0x01C5,
                                      0x0660, 0x0967, 0x1E9E, 0x2003, 0x2028, 0x212A, 0x3042, 0xD83D, 0xFF21};
    return draws_below(d, 4) ? (uint16_t)draws_below(d, 128)
                             : others[draws_below(d, sizeof others / sizeof *others)];
}

// False: there is no room for all of it, and nothing was put.
static bool put(struct text_buffer *b, const uint16_t *chars, uint32_t n) {
    assert(b->n <= DICTIONARY_TEXT_MAX);
    if (b->n + n > DICTIONARY_TEXT_MAX) return false;
    if (n) memcpy(b->at + b->n, chars, n * sizeof *chars);
    b->n += n;
    return true;
}

static void put_plain(struct draws *d, struct text_buffer *b) {
    static const char likely[] = "aAzZ09 -+.,:;/\\@\"'<>(){}[]_bcde12345";
    uint32_t how = draws_below(d, 100);
    bool few = how < 20; // and of any script
    uint32_t n = few ? draws_below(d, 3) : draws_length(d, PLAIN_TEXT_LENGTH - 1);
    for (uint32_t i = 0; i < n; i++) {
        uint16_t c = few ? draws_character(d) : (uint16_t)likely[draws_below(d, sizeof likely - 1)];
        put(b, &c, 1);
    }
}

static void put_number(struct draws *d, struct text_buffer *b) {
    char text[32];
    uint32_t constants = d->dictionary.floats.n;
    int n = constants && draws_below(d, 2)
                ? snprintf(text, sizeof text, "%.15g", d->dictionary.floats.at[draws_below(d, constants)])
                : snprintf(text, sizeof text, "%lld", (long long)draws_integer(d));
    for (int i = 0; i < n; i++) put(b, &(uint16_t){(uint8_t)text[i]}, 1);
}

static bool is_letter(uint16_t c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static struct dictionary_text draw_constant(struct draws *d) {
    assert(d->dictionary.texts.n > 0);
    return d->dictionary.texts.at[draws_below(d, d->dictionary.texts.n)];
}

// A mutation: letters in the other case, a character more, less or another, or a word put into it.
static void put_mutated(struct draws *d, struct text_buffer *b, struct dictionary_text w) {
    enum { OTHER_CASE, OTHER_CHARACTER, LESS, WORD_INSIDE, HOW_COUNT };
    uint32_t how = draws_below(d, HOW_COUNT), at = draws_below(d, w.n + 1);
    if (how == OTHER_CASE) {
        put(b, w.chars, w.n);
        for (uint32_t i = 0; i < b->n; i++)
            if (is_letter(b->at[i]) && draws_below(d, 2)) b->at[i] ^= 32;
        return;
    }
    uint16_t other = how == OTHER_CHARACTER ? draws_character(d) : 0;
    uint32_t behind = how != WORD_INSIDE && at < w.n ? at + 1 : at;
    assert(at <= behind && behind <= w.n);
    put(b, w.chars, at);
    if (how == OTHER_CHARACTER) put(b, &other, 1);
    if (how == WORD_INSIDE && d->dictionary.texts.n) {
        struct dictionary_text inside = draw_constant(d);
        if (inside.n + w.n <= DICTIONARY_TEXT_MAX) put(b, inside.chars, inside.n);
    }
    put(b, w.chars + behind, w.n - behind);
}

// A few words with the same sign between them.
static void put_joined(struct draws *d, struct text_buffer *b) {
    static const char signs[] = " ,;:/.-=&|";
    uint32_t words = 2 + draws_below(d, 3);
    uint16_t sign = (uint8_t)signs[draws_below(d, sizeof signs - 1)];
    for (uint32_t i = 0; i < words; i++) {
        struct text_buffer one = {.n = 0};
        uint32_t how = draws_below(d, 4);
        if (how == 0) {
            put_number(d, &one);
        } else if (how == 1 || !d->dictionary.texts.n) {
            put_plain(d, &one);
        } else {
            struct dictionary_text w = draw_constant(d);
            put(&one, w.chars, w.n);
        }
        if (i && !put(b, &sign, 1)) return;
        if (!put(b, one.at, one.n)) return;
    }
}

// A sign that texts are split at: mostly one that the code names as a character.
static uint16_t draw_sign(struct draws *d) {
    static const char signs[] = " ,;:/.-=&|#[]\"'";
    enum { TRIES = 6 };
    uint32_t n = d->dictionary.integers.n;
    for (uint32_t i = 0; i < TRIES && n; i++) {
        int64_t v = d->dictionary.integers.at[draws_below(d, n)];
        if (v >= ' ' && v < 127 && !is_letter((uint16_t)v) && (v < '0' || v > '9')) return (uint16_t)v;
    }
    return (uint8_t)signs[draws_below(d, sizeof signs - 1)];
}

// What parsers read: constants, numbers and signs one behind the other.
static void put_pieces(struct draws *d, struct text_buffer *b) {
    for (uint32_t pieces = 2 + draws_below(d, 4); pieces > 0; pieces--) {
        uint32_t how = draws_below(d, 8);
        struct text_buffer one = {.n = 0};
        if (how < 4 && d->dictionary.texts.n) {
            struct dictionary_text w = draw_constant(d);
            put(&one, w.chars, w.n);
        } else if (how < 5) {
            put_number(d, &one);
        } else {
            uint16_t sign = draw_sign(d);
            put(&one, &sign, 1);
        }
        if (!put(b, one.at, one.n)) return;
    }
}

static uint32_t below_for_sample(void *draws, uint32_t n) {
    return draws_below(draws, n);
}

static void put_match(struct draws *d, struct text_buffer *b) {
    struct dictionary_text p = d->dictionary.patterns.at[draws_below(d, d->dictionary.patterns.n)];
    char pattern[DICTIONARY_TEXT_MAX];
    assert(p.n <= DICTIONARY_TEXT_MAX);
    for (uint32_t i = 0; i < p.n; i++) pattern[i] = (char)p.chars[i]; // ASCII
    struct sample s = {.at = b->at, .most = DICTIONARY_TEXT_MAX, .below = below_for_sample, .context = d};
    sample_draw(&s, pattern, p.n);
    assert(s.n <= DICTIONARY_TEXT_MAX);
    b->n = s.n;
}

static void put_some(struct draws *d, struct text_buffer *b) {
    uint32_t how = draws_below(d, 100);
    bool constants = d->dictionary.texts.n > 0;
    if (how < 10 && d->texts.n) { // of the same input
        struct dictionary_text w = d->texts.at[draws_below(d, d->texts.n)];
        if (how < 5)
            put_mutated(d, b, w);
        else
            put(b, w.chars, w.n);
    } else if (how < 30 && d->dictionary.patterns.n) {
        put_match(d, b);
    } else if (how < 50 && constants) {
        struct dictionary_text w = draw_constant(d);
        put(b, w.chars, w.n);
    } else if (how < 65 && constants) {
        put_mutated(d, b, draw_constant(d));
    } else if (how < 70) {
        put_number(d, b);
    } else if (how < 76) {
        put_joined(d, b);
    } else if (how < 90) {
        put_pieces(d, b);
    } else {
        put_plain(d, b);
    }
}

struct dictionary_text draws_text(struct draws *d) {
    struct text_buffer b = {.n = 0};
    put_some(d, &b);
    struct dictionary_text t = {arena_copy(&d->arena, b.at, b.n * sizeof *b.at), b.n};
    if (d->texts.n < NOTED_MAX) vec_push(&d->texts, t);
    return t;
}
