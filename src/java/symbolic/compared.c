// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/compared.h"

#include <string.h>

#include "explore/inputs/seen_text.h"
#include "java/runtime/native.h"
#include "java/symbolic/symbolic.h"
#include "java/symbolic/symbolic_string.h"

enum { MOST_KEYS = 64, MOST_PARTS = 8 };

static const struct row {
    const char *class, *name;
    enum java_compares how;
} rows[] = {
    {"java/lang/String", "equals", COMPARES_EQUAL},
    {"java/lang/String", "equalsIgnoreCase", COMPARES_EQUAL},
    {"java/lang/String", "contentEquals", COMPARES_EQUAL},
    {"java/lang/String", "compareTo", COMPARES_EQUAL},
    {"java/lang/String", "compareToIgnoreCase", COMPARES_EQUAL},
    {"java/lang/String", "startsWith", COMPARES_BEGIN},
    {"java/lang/String", "endsWith", COMPARES_END},
    {"java/lang/String", "contains", COMPARES_PART},
    {"java/lang/String", "indexOf", COMPARES_PART},
    {"java/lang/String", "lastIndexOf", COMPARES_PART},
    {"java/lang/String", "regionMatches", COMPARES_REGION},
    {"java/lang/String", "hashCode", COMPARES_SWITCH},
    {"java/lang/String", "length", COMPARES_LENGTH},
    {"java/lang/String", "split", COMPARES_SPLIT},
    {"java/lang/String", "matches", COMPARES_PATTERN},
    {"java/util/HashMap", "getNode", COMPARES_KEY},
    {"java/util/regex/Matcher", "matches", COMPARES_MATCHER},
    {"java/util/regex/Matcher", "lookingAt", COMPARES_MATCHER},
    {"java/util/regex/Matcher", "find", COMPARES_MATCHER},
    {"java/lang/Integer", "parseInt", COMPARES_NUMBER},
    {"java/lang/Long", "parseLong", COMPARES_NUMBER},
};

uint8_t java_compares_of(const struct java_method *m) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(symbol_text(m->class->name), rows[i].class) == 0 &&
            strcmp(symbol_text(m->name), rows[i].name) == 0)
            return rows[i].how;
    return COMPARES_NOTHING;
}

// ---- Texts ----

static bool read_string(struct java_thread *t, const struct object *s, struct seen_text *out) {
    if (!s || s->class != t->program->string || !string_value(s) || string_value(s)->flags & OBJECT_ROPE)
        return false;
    out->n = java_string_length(s);
    for (uint32_t i = 0; i < out->n && out->n <= SEEN_TEXT_LONGEST; i++) out->at[i] = java_string_at(s, i);
    return out->n <= SEEN_TEXT_LONGEST;
}

// ---- Comparisons ----

struct comparison {
    struct java_thread *t;
    uint64_t place; // in the tested code
    uint32_t above; // so many frames
};

static bool is_tested(const struct java_class *c) {
    return c->origin == ORIGIN_USER || c->tested;
}

// The nearest place in the tested code. False: it is too far.
static bool find_place(struct java_thread *t, struct comparison *c, uint32_t *above) {
    enum { FARTHEST = 6 };
    for (*above = 0; *above < FARTHEST && *above < t->n_frames; ++*above) {
        const struct java_frame *f = &t->frames[t->n_frames - 1 - *above];
        if (!is_tested(f->method->class)) continue;
        *c = (struct comparison){t, f->code->first_site + (uint64_t)(f->at - f->code->insns), *above};
        return true;
    }
    return false;
}

static void want(struct comparison *c, uint64_t what, const struct seen_text *seen,
                 const struct seen_text *wanted) {
    seen_text_wants(c->t->trace, c->place, what, seen, wanted);
}

static void want_all(struct comparison *c, const struct seen_text *seen, const struct seen_text *wanted) {
    want(c, seen_text_hash(wanted), seen, wanted);
}

static void want_part(struct comparison *c, enum java_compares how, const struct seen_text *s,
                      const struct seen_text *part) {
    struct seen_text whole;
    whole.n = 0;
    if (how == COMPARES_BEGIN) seen_text_add(&whole, part);
    seen_text_add(&whole, s);
    if (how != COMPARES_BEGIN) seen_text_add(&whole, part);
    want(c, seen_text_hash(part) + how, s, &whole);
    if (how == COMPARES_PART || part->n > s->n) return;
    // Of the same length.
    whole = *s;
    memcpy(whole.at + (how == COMPARES_BEGIN ? 0 : s->n - part->n), part->at, part->n * sizeof *part->at);
    want(c, seen_text_hash(part) + how, s, &whole);
}

static void want_region(struct comparison *c, const struct java_method *m, const union word *args) {
    bool cased = m->n_params == 5;
    const union word *a = args + 1 + cased;
    struct seen_text s, other, seen, wanted;
    seen.n = wanted.n = 0;
    if (!read_string(c->t, args[0].r, &s) || !read_string(c->t, a[1].r, &other)) return;
    int64_t at = a[0].i, from = a[2].i, n = a[3].i;
    if (at < 0 || from < 0 || n < 0 || from + n > other.n || at > s.n) return;
    for (int64_t i = 0; i < n; i++) {
        if (at + i < s.n) seen.at[seen.n++] = s.at[at + i];
        wanted.at[wanted.n++] = other.at[from + i];
    }
    want_all(c, &seen, &wanted);
}

// The constant that the result of the call at hand is compared with, if that comes soon.
static bool find_constant(const struct comparison *c, uint32_t above, int32_t *v) {
    enum { SOON = 4, LARGEST = 64 };
    const struct java_frame *f = &c->t->frames[c->t->n_frames - 1 - above];
    const struct insn *i = f->at + 1, *end = f->code->insns + f->code->n;
    for (uint32_t k = 0; k < SOON && i < end && (java_insn_is_note(i->op) || i->op == X_MOVE); k++) i++;
    if (i >= end || (i->op != X_IF_IEQ_I && i->op != X_IF_INE_I)) return false;
    *v = i->small;
    return *v > 0 && *v <= LARGEST;
}

// A text of that length.
static void want_length(struct comparison *c, const struct seen_text *s, int32_t length) {
    struct seen_text wanted = *s;
    seen_text_resize(&wanted, (uint32_t)length);
    want(c, (uint64_t)length, s, &wanted);
}

// A text that has the part, which it has, at that place.
static void want_place(struct comparison *c, const struct seen_text *s, const struct seen_text *part,
                       int32_t place) {
    struct seen_text wanted = {.n = 0};
    uint32_t at = 0;
    while (at < s->n && !seen_text_holds(s, part, at)) at++;
    while (wanted.n + at < (uint32_t)place) wanted.at[wanted.n++] = 'a';
    const uint32_t skip = at > (uint32_t)place ? at - (uint32_t)place : 0;
    for (uint32_t i = skip; i < s->n && wanted.n < 2 * SEEN_TEXT_LONGEST; i++)
        wanted.at[wanted.n++] = s->at[i];
    want(c, hash_mix(seen_text_hash(part), (uint64_t)place), s, &wanted);
}

static void want_cases(struct comparison *c, const struct seen_text *s) {
    struct object *cases[MOST_KEYS];
    struct seen_text wanted;
    uint32_t n = symbolic_string_cases(c->t, cases, MOST_KEYS);
    for (uint32_t i = 0; i < n; i++)
        if (read_string(c->t, cases[i], &wanted)) want_all(c, s, &wanted);
}

static void want_keys(struct comparison *c, const struct object *map, const struct seen_text *s) {
    struct seen_text wanted;
    uint32_t n = 0;
    const union word *at = native_field_if(map, "table");
    const struct object *table = at ? at->r : NULL;
    for (int32_t i = 0; table && i < table->length; i++)
        for (struct object *o = java_array_get(table, (uint32_t)i).r; o && n++ < MOST_KEYS;
             o = native_field(o, "next")->r)
            if (read_string(c->t, native_field(o, "key")->r, &wanted)) want_all(c, s, &wanted);
}

// ---- Regular expressions ----

// A text that the expression most likely matches.
static bool sample_of(const struct seen_text *regex, uint64_t draw, struct seen_text *out) {
    char pattern[SEEN_TEXT_LONGEST];
    for (uint32_t i = 0; i < regex->n; i++) {
        if (regex->at[i] >= 0x80) return false;
        pattern[i] = (char)regex->at[i];
    }
    seen_text_sample(pattern, regex->n, draw, out);
    return true;
}

static void want_match(struct comparison *c, const struct seen_text *s, const struct seen_text *regex) {
    enum { SAMPLES = 3 };
    struct seen_text wanted;
    for (uint64_t i = 0; i < SAMPLES; i++)
        if (sample_of(regex, i, &wanted)) want(c, seen_text_hash(regex) + COMPARES_PATTERN, s, &wanted);
}

static void want_matcher(struct comparison *c, const struct object *matcher) {
    const union word *pattern = native_field_if(matcher, "parentPattern"),
                     *text = native_field_if(matcher, "text");
    const union word *regex = pattern && pattern->r ? native_field_if(pattern->r, "pattern") : NULL;
    struct seen_text s, r;
    if (regex && text && read_string(c->t, regex->r, &r) && read_string(c->t, text->r, &s))
        want_match(c, &s, &r);
}

// One part more than it has, which is not empty.
static void want_split(struct comparison *c, const struct seen_text *s, const struct seen_text *regex) {
    struct seen_text separator, wanted;
    if (!sample_of(regex, 0, &separator) || !separator.n) return;
    uint32_t n = seen_text_count(s, &separator);
    if (n >= MOST_PARTS) return;
    seen_text_another_part(s, &separator, &wanted);
    want(c, COMPARES_SPLIT + n, s, &wanted);
}

static void want_of_string(struct comparison *c, enum java_compares how, const struct java_method *m,
                           const struct seen_text *s, const union word *args) {
    static const struct seen_text number = {{'1'}, 1};
    struct seen_text other;
    int32_t constant;
    bool own = !(m->access & ACC_STATIC), text = own && m->n_params > 0 && m->param_kinds[0] == JAVA_REF &&
                                                 read_string(c->t, args[1].r, &other);
    if (how == COMPARES_PART && own && m->n_params > 0 && m->param_kinds[0] == JAVA_INT) {
        other.at[0] = (uint16_t)args[1].i;
        other.n = 1;
        text = true;
    }
    switch (how) {
    case COMPARES_SWITCH: want_cases(c, s); return;
    case COMPARES_NUMBER:
        if (!seen_text_is_number(s)) want(c, COMPARES_NUMBER, s, &number);
        return;
    case COMPARES_REGION: want_region(c, m, args); return;
    case COMPARES_EQUAL:
        if (!text) return;
        want_all(c, s, &other);
        want_all(c, &other, s);
        return;
    case COMPARES_BEGIN:
        if (m->n_params == 2 && args[2].i != 0) return;
        if (text && !seen_text_holds(s, &other, 0)) want_part(c, how, s, &other);
        return;
    case COMPARES_END:
        if (text && (s->n < other.n || !seen_text_holds(s, &other, s->n - other.n)))
            want_part(c, how, s, &other);
        return;
    case COMPARES_PART:
        if (!text) return;
        if (!seen_text_count(s, &other))
            want_part(c, how, s, &other);
        else if (find_constant(c, c->above, &constant))
            want_place(c, s, &other, constant);
        return;
    case COMPARES_LENGTH:
        if (find_constant(c, c->above, &constant)) want_length(c, s, constant);
        return;
    case COMPARES_SPLIT:
        if (text) want_split(c, s, &other);
        return;
    case COMPARES_PATTERN:
        if (text) want_match(c, s, &other);
        return;
    case COMPARES_KEY:
    case COMPARES_MATCHER:
    case COMPARES_NOTHING: return;
    }
}

void java_compares(struct java_thread *t, const struct java_method *m, const union word *args) {
    struct comparison c;
    struct seen_text s;
    uint32_t above;
    enum java_compares how = (enum java_compares)m->compares;
    if (java_wants_cases(t) || !find_place(t, &c, &above) || !args[0].r) return;
    if (above > (how == COMPARES_KEY ? 3 : 1)) return; // HashMap's and String's own methods call others
    if (above && how != COMPARES_KEY && t->frames[t->n_frames - 1].method->class != m->class) return;
    if (how == COMPARES_MATCHER)
        want_matcher(&c, args[0].r);
    else if (how == COMPARES_KEY && read_string(t, args[1].r, &s))
        want_keys(&c, args[0].r, &s);
    else if (read_string(t, args[0].r, &s))
        want_of_string(&c, how, m, &s, args);
}
