// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/sample.h"

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { MAX_DEPTH = 16, FUEL = 400, MORE = 3 /* repetitions beyond the fewest */, TRIES = 64 };

struct piece { // of the pattern
    const char *at, *end;
};

bool sample_is_pattern(const char *text, uint32_t n) {
    for (uint32_t i = 0; i + 1 < n; i++)
        if (strchr("[(\\", text[i]) ||
            ((text[i] == '.' || isalnum((unsigned char)text[i])) && strchr("*+?", text[i + 1])))
            return true;
    return n > 1 && memchr(text, '|', n);
}

static void put(struct sample *s, int c) {
    if (s->n < s->most) s->at[s->n++] = (uint16_t)c;
}

static uint32_t below(struct sample *s, uint32_t n) {
    return s->below(s->context, n);
}

// Behind the class or group that begins at p.
static const char *skip(const char *p, const char *end, char open, char close) {
    uint32_t depth = 0;
    for (; p < end; p++) {
        if (*p == '\\') {
            p++;
        } else if (open == '(' && *p == '[') {
            const char *behind = skip(p, end, '[', ']');
            p = behind - 1;
        } else if (*p == open) {
            depth++;
            if (open == '[' && p + 1 < end && p[1] == '^') p++;
            if (open == '[' && p + 1 < end && p[1] == ']') p++; // the first is itself
        } else if (*p == close && --depth == 0) {
            return p + 1;
        }
    }
    return end;
}

static bool in_escape(char kind, int c) {
    switch (kind) {
    case 'd': return isdigit(c);
    case 'D': return !isdigit(c);
    case 'w': return isalnum(c) || c == '_';
    case 'W': return !isalnum(c) && c != '_';
    case 's': return isspace(c);
    case 'S': return !isspace(c);
    case 't': return c == '\t';
    case 'n': return c == '\n';
    case 'r': return c == '\r';
    default: return c == kind;
    }
}

// Whether the class between p and end, without its brackets, has c.
static bool in_class(const char *p, const char *end, int c) {
    bool negated = p < end && *p == '^', in = false;
    if (negated) p++;
    while (p < end) {
        if (*p == '\\' && p + 1 < end) {
            in |= in_escape(p[1], c);
            p += 2;
        } else if (p + 2 < end && p[1] == '-') {
            in |= c >= p[0] && c <= p[2];
            p += 3;
        } else {
            in |= c == *p++;
        }
    }
    return in != negated;
}

static int draw_char(struct sample *s, uint32_t attempt) {
    static const char likely[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.,@";
    return attempt < TRIES / 2 ? likely[below(s, sizeof likely - 1)] : (int)(32 + below(s, 95));
}

static void draw_where(struct sample *s, bool (*in)(const char *p, const char *end, int c), const char *p,
                       const char *end) {
    int c = 0;
    for (uint32_t i = 0; i < TRIES; i++)
        if (in(p, end, c = draw_char(s, i))) break;
    put(s, c);
}

static bool escaped(const char *p, const char *end, int c) {
    (void)end;
    return in_escape(*p, c);
}

// The atom at p: a character, an escape, a class or a group.
static const char *atom_end(const char *p, const char *end) {
    assert(p < end);
    if (*p == '\\') return p + 2 < end ? p + 2 : end;
    if (*p == '[') return skip(p, end, '[', ']');
    if (*p == '(') return skip(p, end, '(', ')');
    return p + 1;
}

static void draw_alternative(struct sample *s, struct piece whole, uint32_t depth);

static void draw_atom(struct sample *s, struct piece atom, uint32_t depth) {
    const char *p = atom.at;
    if (!s->fuel) return;
    s->fuel--;
    switch (*p) {
    case '^':
    case '$': return;
    case '.': put(s, draw_char(s, 0)); return;
    case '[': draw_where(s, in_class, p + 1, atom.end - 1); return;
    case '(':
        p++;
        if (p < atom.end && *p == '?') { // (?:..), (?<name>..), (?i)
            while (p < atom.end && *p != ':' && *p != '>' && *p != ')') p++;
            p++;
        }
        if (p < atom.end) draw_alternative(s, (struct piece){p, atom.end - 1}, depth + 1);
        return;
    case '\\':
        if (p + 1 >= atom.end || strchr("bBAzZG", p[1])) return;
        if (strchr("dDwWsStnr", p[1]))
            draw_where(s, escaped, p + 1, atom.end);
        else
            put(s, p[1]);
        return;
    default: put(s, *p);
    }
}

static uint32_t number(const char **p, const char *end) {
    uint32_t n = 0;
    for (; *p < end && isdigit((unsigned char)**p); ++*p)
        if (n < 1000) n = 10 * n + (uint32_t)(**p - '0');
    return n;
}

// How often the atom before p is to be drawn; p is put behind that.
static uint32_t draw_times(struct sample *s, const char **p, const char *end) {
    uint32_t least = 1, most = 1;
    if (*p == end) return 1;
    switch (**p) {
    case '*': least = 0, most = MORE; break;
    case '+': most = 1 + MORE; break;
    case '?': least = 0; break;
    case '{':
        ++*p;
        least = most = number(p, end);
        if (*p < end && **p == ',') {
            ++*p;
            most = *p < end && **p != '}' ? number(p, end) : least + MORE;
        }
        break;
    default: return 1;
    }
    if (*p < end) ++*p;
    if (*p < end && (**p == '?' || **p == '+')) ++*p; // reluctant, possessive
    return most > least ? least + below(s, most - least + 1) : least;
}

static void draw_sequence(struct sample *s, struct piece whole, uint32_t depth) {
    for (const char *p = whole.at; p < whole.end;) {
        struct piece atom = {p, atom_end(p, whole.end)};
        assert(atom.at < atom.end && atom.end <= whole.end);
        p = atom.end;
        uint32_t times = draw_times(s, &p, whole.end);
        for (uint32_t i = 0; i < times && s->fuel; i++) draw_atom(s, atom, depth);
    }
}

static void draw_alternative(struct sample *s, struct piece whole, uint32_t depth) {
    if (depth > MAX_DEPTH) return;
    struct piece chosen = {whole.at, whole.end};
    uint32_t n = 0;
    const char *begin = whole.at;
    for (const char *p = whole.at; p <= whole.end;) { // each of the n seen so far is the chosen one with 1/n
        if (p == whole.end || *p == '|') {
            if (below(s, ++n) == 0) chosen = (struct piece){begin, p};
            begin = ++p;
        } else {
            p = atom_end(p, whole.end);
        }
    }
    draw_sequence(s, chosen, depth);
}

void sample_draw(struct sample *s, const char *pattern, uint32_t n) {
    s->n = 0;
    s->fuel = FUEL;
    draw_alternative(s, (struct piece){pattern, pattern + n}, 0);
    assert(s->n <= s->most);
}
