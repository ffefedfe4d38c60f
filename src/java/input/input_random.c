// SPDX-License-Identifier: Apache-2.0
#include "java/input/input_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "java/classfile/opcode.h"
#include "java/input/sample.h"
#include "java/machine/interp_loop.h"
#include "java/unit.h"

enum {
    MAX_WORDS = 4096,      // of the dictionary, each kind
    MAX_WORD_LENGTH = 200, // of a string in it
    MAX_DRAWN_LENGTH = 12, // of a string otherwise
    MAX_DRAWN = 64,        // values of one run that later ones of it may repeat
    MAX_ELEMENTS = 8,      // of an array, most of the time
    MAX_BOUND = 1000,      // variables of an input, beyond which arrays are empty
};

struct random_source {
    struct java_unit *unit;
    enum random_values values;
    struct rng rng;
    const struct model *base; // values mostly from there; NULL: none
    VEC(struct binding) bindings;
    struct model model; // of them
    VEC(int64_t) integers;
    VEC(double) floats;
    VEC(struct input_word) words;
    VEC(struct input_word) patterns; // of regular expressions
    VEC(int64_t) drawn;              // in this run
    VEC(struct input_word) drawn_words;
    uint32_t classes, learned; // of the program and of its other units, that the dictionary knows
    struct arena arena, input; // input: of the one being drawn
};

// ---- Words ----

void input_words_add(struct input_words *w, const uint16_t *chars, uint32_t n) {
    enum { MOST = 512 };
    if (!n || n > MAX_WORD_LENGTH || w->list.n == MOST) return;
    for (uint32_t i = 0; i < w->list.n; i++)
        if (w->list.at[i].n == n && memcmp(w->list.at[i].chars, chars, n * sizeof *chars) == 0) return;
    if (!w->list.n) arena_init(&w->arena, 0);
    vec_push(&w->list, (struct input_word){arena_copy(&w->arena, chars, n * sizeof *chars), n});
}

void input_words_free(struct input_words *w) {
    if (w->list.n) arena_free(&w->arena);
    vec_free(&w->list);
}

// ---- Drawing ----

static uint64_t draw(struct random_source *r) {
    return rng_draw(&r->rng);
}

static uint32_t below(struct random_source *r, uint32_t n) {
    return rng_below(&r->rng, n);
}

static int64_t near(struct random_source *r, int64_t v) {
    return (int64_t)((uint64_t)v + below(r, 3) - 1);
}

static int64_t draw_integer(struct random_source *r) {
    static const int64_t edges[] = {INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, INT16_MIN,
                                    INT16_MAX, INT8_MIN,  INT8_MAX,  UINT8_MAX, UINT16_MAX};
    uint32_t how = below(r, 100);
    if (below(r, 8) == 0 && r->drawn.n) return near(r, r->drawn.at[below(r, r->drawn.n)]);
    if (how < 45) return (int64_t)below(r, 24) - 4;
    if (how < 60) return (int64_t)below(r, 2048) - 1024;
    if (how < 85 && r->integers.n) return near(r, r->integers.at[below(r, r->integers.n)]);
    if (how < 92) return edges[below(r, sizeof edges / sizeof *edges)];
    return (int64_t)(draw(r) << 11 ^ draw(r));
}

// Of ASCII, or one of those that programs about ASCII forget: other letters, digits and blanks.
static uint16_t draw_char(struct random_source *r) {
    static const uint16_t others[] = {0x00A0, 0x00B5, 0x00DF, 0x00E4, 0x00FF, 0x0130, 0x0131, 0x0149, 0x01C5,
                                      0x0660, 0x0967, 0x1E9E, 0x2003, 0x2028, 0x212A, 0x3042, 0xD83D, 0xFF21};
    return below(r, 4) ? (uint16_t)below(r, 128) : others[below(r, sizeof others / sizeof *others)];
}

static double draw_float(struct random_source *r) {
    static const double edges[] = {
        0.0, -0.0, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 4.9e-324, 1.7976931348623157e308};
    uint32_t how = below(r, 100);
    if (how < 50) return ((double)below(r, 4001) - 2000) / (1 << below(r, 6));
    if (how < 70 && r->floats.n) return r->floats.at[below(r, r->floats.n)];
    if (how < 80) return (double)draw_integer(r);
    if (how < 85) return edges[below(r, sizeof edges / sizeof *edges)];
    return word_long((int64_t)(draw(r) << 11 ^ draw(r))).d;
}

// ---- Values of variables ----

static const struct binding *bound(const struct model *m, uint32_t variable) { // they are sorted
    uint32_t low = 0, high = m ? m->n : 0;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (m->at[mid].variable == variable) return &m->at[mid];
        if (m->at[mid].variable < variable)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

static void bind(struct random_source *r, uint32_t variable, expr_id value) {
    vec_push(&r->bindings, (struct binding){variable, value});
    for (uint32_t i = r->bindings.n - 1; i > 0 && r->bindings.at[i - 1].variable > variable; i--) {
        struct binding b = r->bindings.at[i];
        r->bindings.at[i] = r->bindings.at[i - 1];
        r->bindings.at[i - 1] = b;
    }
    r->model.at = r->bindings.at;
    r->model.n = r->bindings.n;
}

// The value that the base has, most of the time.
static bool bind_from_base(struct random_source *r, uint32_t variable) {
    const struct binding *b = bound(r->base, variable);
    if (!b || below(r, 10) >= 7) return false;
    bind(r, variable, b->value);
    return true;
}

static void bind_integer(struct random_source *r, uint32_t variable, int64_t v) {
    struct expr_store *x = r->unit->unit.exprs;
    bind(r, variable, expr_int_term(x, expr_int(x, v)));
}

static int64_t fit(enum java_kind kind, int64_t v) {
    switch (kind) {
    case JAVA_BOOLEAN: return v & 1;
    case JAVA_BYTE: return (int8_t)v;
    case JAVA_CHAR: return (uint16_t)v;
    case JAVA_SHORT: return (int16_t)v;
    case JAVA_INT: return (int32_t)v;
    default: return v;
    }
}

// Whether the variable is to get a value now: it is met for the first time, and the base does not give one.
static bool is_free(struct random_source *r, uint32_t variable) {
    return r->values != VALUES_DEFAULT && !bound(&r->model, variable) && !bind_from_base(r, variable);
}

void input_random_primitive(struct random_source *r, uint32_t variable, enum java_kind kind) {
    if (!is_free(r, variable)) return;
    bool plain = r->values == VALUES_PLAIN;
    if (kind != JAVA_FLOAT && kind != JAVA_DOUBLE) {
        int64_t drawn = kind == JAVA_CHAR && below(r, 2) ? draw_char(r) : draw_integer(r);
        drawn = fit(kind, plain ? 11 : drawn);
        if (r->drawn.n < MAX_DRAWN && kind != JAVA_BOOLEAN) vec_push(&r->drawn, drawn);
        bind_integer(r, variable, drawn);
        return;
    }
    double d = plain ? 11.0 : draw_float(r);
    if (kind == JAVA_FLOAT) d = (float)d;
    struct expr_store *x = r->unit->unit.exprs;
    bind(r, variable, expr_float_term(x, expr_float(x, d)));
}

void input_random_choice(struct random_source *r, uint32_t variable, uint32_t n) {
    if (is_free(r, variable)) bind_integer(r, variable, below(r, n));
}

void input_random_seldom(struct random_source *r, uint32_t variable, uint32_t n) {
    enum { OTHER_EVERY = 4 };
    if (is_free(r, variable)) bind_integer(r, variable, below(r, OTHER_EVERY) ? 0 : below(r, n));
}

void input_random_reference(struct random_source *r, uint32_t variable) {
    enum { NULL_EVERY = 16 };
    if (!is_free(r, variable)) return;
    bool is = r->unit->inputs.no_null || below(r, NULL_EVERY);
    bind(r, variable, expr_atom(r->unit->unit.exprs, symbol_of(is ? "object" : "null")));
}

void input_random_length(struct random_source *r, uint32_t variable) {
    if (!is_free(r, variable)) return;
    int64_t n = below(r, MAX_ELEMENTS + 1);
    if (!below(r, 10) && r->integers.n) { // as long as the program asks for
        int64_t known = near(r, r->integers.at[below(r, r->integers.n)]);
        if (known >= 0 && known <= MAX_WORD_LENGTH) n = known;
    }
    if (r->bindings.n > MAX_BOUND) n = 0;
    bind_integer(r, variable, n);
}

static uint32_t draw_below(void *random, uint32_t n) {
    return below(random, n);
}

static struct input_word draw_plain_word(struct random_source *r, uint16_t *chars) {
    static const char likely[] = "aAzZ09 -+.,:;/\\@\"'<>(){}[]_bcde12345";
    uint32_t n = below(r, MAX_DRAWN_LENGTH), how = below(r, 100);
    if (how < 20) n = below(r, 3);    // few, of any script
    if (how >= 90 && r->integers.n) { // as long as the program asks for
        int64_t length = near(r, r->integers.at[below(r, r->integers.n)]);
        if (length > 0 && length <= MAX_WORD_LENGTH) n = (uint32_t)length;
    }
    for (uint32_t i = 0; i < n; i++)
        chars[i] = how >= 20 ? (uint16_t)likely[below(r, sizeof likely - 1)] : draw_char(r);
    return (struct input_word){chars, n};
}

static struct input_word draw_number_word(struct random_source *r, uint16_t *chars) {
    char text[32];
    int n = r->floats.n && below(r, 2)
                ? snprintf(text, sizeof text, "%.15g", r->floats.at[below(r, r->floats.n)])
                : snprintf(text, sizeof text, "%lld", (long long)draw_integer(r));
    for (int i = 0; i < n; i++) chars[i] = (uint8_t)text[i];
    return (struct input_word){chars, (uint32_t)n};
}

// A word put into another, or changed a little: letters in the other case, one character more, less or
// another.
static struct input_word draw_changed_word(struct random_source *r, struct input_word w, uint16_t *chars) {
    if (w.n) memcpy(chars, w.chars, w.n * sizeof *chars);
    uint32_t how = below(r, 4), at = below(r, w.n + 1);
    if (how == 0) {
        for (uint32_t i = 0; i < w.n; i++)
            if (((chars[i] | 32) >= 'a' && (chars[i] | 32) <= 'z') && below(r, 2)) chars[i] ^= 32;
        return (struct input_word){chars, w.n};
    }
    uint16_t inserted[MAX_DRAWN_LENGTH + 1];
    uint32_t n = how == 1 ? 1 : 0, dropped = how == 1 || how == 2;
    struct input_word other = {inserted, n};
    if (how == 1) inserted[0] = draw_char(r);
    if (how == 3 && r->words.n) other = r->words.at[below(r, r->words.n)];
    if (dropped && at < w.n) memmove(chars + at, chars + at + 1, (w.n - at - 1) * sizeof *chars), w.n--;
    if (w.n + other.n > MAX_WORD_LENGTH) return (struct input_word){chars, w.n};
    memmove(chars + at + other.n, chars + at, (w.n - at) * sizeof *chars);
    if (other.n) memcpy(chars + at, other.chars, other.n * sizeof *chars);
    return (struct input_word){chars, w.n + other.n};
}

// A few words with the same sign between them.
static struct input_word draw_joined_words(struct random_source *r, uint16_t *chars) {
    static const char signs[] = " ,;:/.-=&|";
    uint32_t n = 0, words = 2 + below(r, 3), sign = below(r, sizeof signs - 1);
    for (uint32_t i = 0; i < words; i++) {
        uint16_t one[MAX_WORD_LENGTH];
        uint32_t how = below(r, 4);
        struct input_word w = how == 0                  ? draw_number_word(r, one)
                              : how == 1 || !r->words.n ? draw_plain_word(r, one)
                                                        : r->words.at[below(r, r->words.n)];
        if (n + 1 + w.n > MAX_WORD_LENGTH) break;
        if (i) chars[n++] = (uint8_t)signs[sign];
        if (w.n) memcpy(chars + n, w.chars, w.n * sizeof *chars);
        n += w.n;
    }
    return (struct input_word){chars, n};
}

static struct input_word draw_match(struct random_source *r, uint16_t *chars) {
    struct input_word p = r->patterns.at[below(r, r->patterns.n)];
    char text[MAX_WORD_LENGTH];
    for (uint32_t i = 0; i < p.n; i++) text[i] = (char)p.chars[i];
    struct sample s = {.at = chars, .most = MAX_WORD_LENGTH, .below = draw_below, .context = r};
    sample_draw(&s, text, p.n);
    return (struct input_word){chars, s.n};
}

static struct input_word draw_word(struct random_source *r, uint16_t *chars) { // MAX_WORD_LENGTH
    uint32_t how = below(r, 100);
    if (how < 10 && r->drawn_words.n) { // of the same input
        struct input_word w = r->drawn_words.at[below(r, r->drawn_words.n)];
        return how < 5 && w.n <= MAX_WORD_LENGTH ? draw_changed_word(r, w, chars) : w;
    }
    if (how < 30 && r->patterns.n) return draw_match(r, chars);
    if (how < 50 && r->words.n) return r->words.at[below(r, r->words.n)];
    if (how < 65 && r->words.n) return draw_changed_word(r, r->words.at[below(r, r->words.n)], chars);
    if (how < 70) return draw_number_word(r, chars);
    if (how < 80) return draw_joined_words(r, chars);
    return draw_plain_word(r, chars);
}

static void remember_word(struct random_source *r, struct input_word w) {
    if (r->drawn_words.n >= MAX_DRAWN) return;
    vec_push(&r->drawn_words,
             (struct input_word){arena_copy(&r->input, w.chars, w.n * sizeof *w.chars), w.n});
}

void input_random_string(struct random_source *r, struct inputs *in, symbol path, uint32_t family_variable,
                         uint32_t length) {
    static const uint16_t plain[] = {'J', 'a', 'v', 'a', ' ', '1', '1'};
    uint16_t drawn[MAX_WORD_LENGTH + MAX_DRAWN_LENGTH + 1];
    if (r->values == VALUES_DEFAULT || bound(&r->model, length)) return;
    struct input_word w = {plain, sizeof plain / sizeof *plain};
    if (r->values == VALUES_DRAWN) w = draw_word(r, drawn);
    remember_word(r, w);
    enum input_family family = input_family_of(w.chars, w.n);
    bind_integer(r, family_variable, family);
    bind_integer(r, length, w.n);
    for (uint32_t i = 0; i < w.n; i++) bind_integer(r, input_char_variable(in, path, family, i), w.chars[i]);
}

// ---- The dictionary ----

static void add_integer(struct random_source *r, int64_t v) {
    if (r->integers.n < MAX_WORDS) vec_push(&r->integers, v);
}

static void add_float(struct random_source *r, double v) {
    if (r->floats.n < MAX_WORDS) vec_push(&r->floats, v);
}

static void add_numbers_in(struct random_source *r, struct java_bytes text) {
    for (uint32_t i = 0; i < text.n;) {
        int64_t v = 0;
        uint32_t digits = 0;
        for (; i < text.n && text.at[i] >= '0' && text.at[i] <= '9' && digits < 18; i++, digits++)
            v = 10 * v + (text.at[i] - '0');
        if (digits) add_integer(r, v);
        if (!digits || digits == 18) i++;
    }
}

static void add_text(struct random_source *r, struct java_bytes text) { // plain ASCII ones
    if (r->words.n >= MAX_WORDS || text.n > MAX_WORD_LENGTH) return;
    uint16_t *chars = ARENA_ARRAY(&r->arena, uint16_t, text.n + 1);
    for (uint32_t i = 0; i < text.n; i++) {
        if (text.at[i] >= 0x80) return;
        chars[i] = text.at[i];
    }
    vec_push(&r->words, (struct input_word){chars, text.n});
    if (sample_is_pattern((const char *)text.at, text.n))
        vec_push(&r->patterns, (struct input_word){chars, text.n});
    add_numbers_in(r, text);
    char number[32], *end; // the number it may be the text of
    if (!text.n || text.n >= sizeof number) return;
    memcpy(number, text.at, text.n);
    number[text.n] = 0;
    unsigned long long hex = strtoull(number, &end, 16);
    if (!*end && text.n <= 16) add_integer(r, (int64_t)hex);
    double d = strtod(number, &end);
    if (*end || end == number) return;
    add_float(r, d);
    if (d >= INT32_MIN && d <= INT32_MAX && d == (double)(int32_t)d) add_integer(r, (int32_t)d);
}

static void add_constants(struct random_source *r, const struct class_file *file) {
    for (uint32_t i = 1; i < file->n_constants; i++) {
        const struct class_constant *k = &file->constants[i];
        switch (k->tag) {
        case CONSTANT_INTEGER: add_integer(r, k->int_value); break;
        case CONSTANT_LONG: add_integer(r, k->long_value); break;
        case CONSTANT_FLOAT: add_float(r, (double)k->float_value); break;
        case CONSTANT_DOUBLE: add_float(r, k->double_value); break;
        case CONSTANT_STRING: add_text(r, k->text); break;
        default: break;
        }
    }
}

static void add_code(struct random_source *r, const struct class_code *code) {
    uint32_t size;
    for (uint32_t pc = 0; pc < code->n_bytes; pc += size) {
        const uint8_t *at = code->bytes + pc;
        size = java_instruction_size(code->bytes, code->n_bytes, pc);
        if (!size) return;
        if (at[0] == OP_BIPUSH) add_integer(r, (int8_t)at[1]);
        if (at[0] == OP_SIPUSH) add_integer(r, java_s2(at + 1));
        if (at[0] != OP_LOOKUPSWITCH && at[0] != OP_TABLESWITCH) continue;
        const uint8_t *operands = code->bytes + (pc / 4 + 1) * 4;
        int32_t n = java_s4(operands + 4);
        if (at[0] == OP_TABLESWITCH) {
            add_integer(r, n); // the lowest
            add_integer(r, java_s4(operands + 8));
        }
        for (int32_t i = 0; at[0] == OP_LOOKUPSWITCH && i < n; i++)
            add_integer(r, java_s4(operands + 8 + 8 * i));
    }
}

// Classes loaded since the last time, and what other units taught.
static void extend_dictionary(struct random_source *r) {
    struct java_program *p = r->unit->java->program;
    const struct input_words *learned = &r->unit->java->learned;
    for (; r->learned < learned->list.n && r->words.n < MAX_WORDS; r->learned++)
        vec_push(&r->words, learned->list.at[r->learned]);
    for (struct java_class *c; (c = program_class_at(p, r->classes)); r->classes++) {
        bool users = c->origin == ORIGIN_USER || c == r->unit->method->class;
        if (!users || !c->file || c == r->unit->input_class) continue;
        add_constants(r, c->file);
        for (uint32_t i = 0; i < c->n_methods; i++)
            if (c->methods[i].info && c->methods[i].info->code) add_code(r, c->methods[i].info->code);
    }
}

// ---- Inputs ----

struct random_source *input_random_new(struct unit *u, uint64_t seed) {
    struct random_source *r = mem_zalloc(sizeof *r);
    r->unit = (struct java_unit *)u;
    r->rng.state = seed;
    arena_init(&r->arena, 0);
    arena_init(&r->input, 0);
    return r;
}

void input_random_free(struct random_source *r) {
    if (!r) return;
    vec_free(&r->bindings);
    vec_free(&r->integers);
    vec_free(&r->floats);
    vec_free(&r->words);
    vec_free(&r->patterns);
    vec_free(&r->drawn);
    vec_free(&r->drawn_words);
    arena_free(&r->arena);
    arena_free(&r->input);
    mem_free(r);
}

uint32_t input_random_below(struct random_source *r, uint32_t n) {
    return below(r, n);
}

const struct model *input_random_begin(struct random_source *r, enum random_values values,
                                       const struct model *base) {
    r->values = values;
    r->base = base;
    if (values == VALUES_DRAWN) extend_dictionary(r);
    vec_clear(&r->bindings);
    vec_clear(&r->drawn);
    vec_clear(&r->drawn_words);
    arena_reset(&r->input);
    r->model = (struct model){0, NULL, r->unit->unit.variables};
    return &r->model;
}

struct model input_random_draw(struct random_source *r, const struct model *base) {
    const struct model *input = input_random_begin(r, VALUES_DRAWN, base);
    input_draw(&r->unit->inputs, input, r, r->unit->method);
    return *input;
}
