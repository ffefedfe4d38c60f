// SPDX-License-Identifier: Apache-2.0
// Shortcuts of module string (OTP 25's string.erl): what its functions make of a text that consists of ASCII
// (lists: Latin-1), where each character stands for itself. How long the text is and that it does are one
// decision each, where a separator or a pattern is found another. Their own way is some decisions for each
// character. Other texts go that way if they are short.
#include <string.h>

#include "erlang/bif/bif_util.h"
#include "erlang/machine/compared.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/symbolic/symbolic_chars.h"
#include "erlang/term/atoms.h"

enum { SHORT = 2 }; // characters of other texts that the function's own code may look at

// What to do with a text that is not of the class. Characters of Latin-1 stand alone, bytes are read one by
// one, and texts may be nested: there the function's own code loses nothing.
static enum shortcut other_text(struct interp *ip, term arg, const struct chars *t, bool read) {
    static const struct character_class any = {0, 0x10FFFF, 1, 0};
    const term *chars = t->chars.at;
    uint32_t n = t->chars.n;
    if (!read || t->binary || n <= SHORT || !term_shadowed(arg)) return SHORTCUT_NONE;
    return !chars_all(ip, chars, n, chars_latin1) && chars_all(ip, chars, n, any) ? SHORTCUT_LOSE
                                                                                  : SHORTCUT_NONE;
}

static enum shortcut of_class(struct interp *ip, term arg, bool read, struct character_class class,
                              const struct chars *t) {
    return read && chars_all(ip, t->chars.at, t->chars.n, class) ? SHORTCUT_DONE
                                                                 : other_text(ip, arg, t, read);
}

// Reads a text that is to be of ASCII. SHORTCUT_DONE: it is.
static enum shortcut read_ascii(struct interp *ip, term arg, struct chars *t) {
    bool read = chars_read(ip, arg, t);
    return of_class(ip, arg, read, chars_ascii, t);
}

// Reads a text whose characters stand each for itself: of ASCII, and in lists of Latin-1. CR LF is one
// character of Unicode's: where that plays a part, no CR may be in the text.
static enum shortcut read_alone(struct interp *ip, term arg, bool cr, struct chars *t) {
    bool read = chars_read(ip, arg, t);
    struct character_class class = t->binary ? chars_ascii : chars_latin1;
    if (!cr) class.but_lo = class.but_hi = '\r';
    return of_class(ip, arg, read, class, t);
}

// ---- The other case ----

enum letters { ALL_LETTERS, FIRST_LETTER };

static enum shortcut change_case(struct process *p, term arg, char first, char last, int64_t by,
                                 enum letters which, term *result) {
    struct interp *ip = interp_of(p);
    struct chars t;
    enum shortcut way = read_ascii(ip, arg, &t);
    uint32_t n = which == ALL_LETTERS || t.chars.n == 0 ? t.chars.n : 1;
    if (way == SHORTCUT_DONE) {
        for (uint32_t i = 0; i < n; i++) t.chars.at[i] = chars_moved(ip, t.chars.at[i], first, last, by);
        *result = chars_text(ip, &t, t.chars.at, t.chars.n);
    }
    vec_free(&t.chars);
    return way;
}

enum shortcut shortcut_string_lowercase(struct process *p, term *args, term *result) {
    return change_case(p, args[0], 'A', 'Z', 'a' - 'A', ALL_LETTERS, result);
}
enum shortcut shortcut_string_uppercase(struct process *p, term *args, term *result) {
    return change_case(p, args[0], 'a', 'z', 'A' - 'a', ALL_LETTERS, result);
}
enum shortcut shortcut_string_titlecase(struct process *p, term *args, term *result) {
    return change_case(p, args[0], 'a', 'z', 'A' - 'a', FIRST_LETTER, result);
}

static term lower(struct interp *ip, struct chars *t) {
    const struct chars list = {.binary = false};
    for (uint32_t i = 0; i < t->chars.n; i++)
        t->chars.at[i] = chars_moved(ip, t->chars.at[i], 'A', 'Z', 'a' - 'A');
    return chars_text(ip, &list, t->chars.at, t->chars.n);
}

// string:equal/3,4 where case is ignored.
enum shortcut shortcut_string_equal(struct process *p, term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct chars a, b = {0};
    if (args[2] != atom_true) return SHORTCUT_NONE;
    enum shortcut way = read_ascii(ip, args[0], &a);
    if (way == SHORTCUT_DONE) way = read_ascii(ip, args[1], &b);
    if (way == SHORTCUT_DONE)
        *result = decide_equal(ip, lower(ip, &a), lower(ip, &b)) ? atom_true : atom_false;
    vec_free(&a.chars);
    vec_free(&b.chars);
    return way;
}

enum shortcut shortcut_string_equal4(struct process *p, term *args, term *result) {
    return args[3] == atom_none ? shortcut_string_equal(p, args, result) : SHORTCUT_NONE;
}

// ---- Trimming ----

enum { SEPARATORS_MAX = 16 };

struct separators {
    uint8_t at[SEPARATORS_MAX]; // of Latin-1; others are not in a text that consists of it
    uint32_t n;
};

// unicode_util:whitespace/0, so far as it is Latin-1: HT to CR, space, next line.
static const struct separators whitespace = {{9, 10, 11, 12, 13, 32, 133}, 7};

// Characters that each stand for themselves. CR LF would be one; only whitespace has it beside CR and LF.
static bool separators_of(term list, struct separators *s) {
    s->n = 0;
    for (; term_is_cons(list); list = term_tl(list)) {
        term c = term_hd(list);
        if (!term_is_small(c) || c == term_small('\r') || s->n == SEPARATORS_MAX) return false;
        if (term_small_value(c) >= 0 && term_small_value(c) < 256)
            s->at[s->n++] = (uint8_t)term_small_value(c);
    }
    return list == TERM_NIL && s->n > 0;
}

static bool is_separator(const struct separators *s, term c) {
    for (uint32_t i = 0; i < s->n; i++)
        if (c == term_small(s->at[i])) return true;
    return false;
}

static expr_id any_separator(struct interp *ip, const struct separators *s, term c) {
    struct expr_store *x = ip->exprs;
    expr_id ways[SEPARATORS_MAX], i = expr_ival(x, decide_expr(ip, c));
    for (uint32_t k = 0; k < s->n; k++) ways[k] = expr_int_eq(x, i, expr_int(x, s->at[k]));
    return expr_or(x, ways, s->n);
}

static bool separates(struct interp *ip, const struct separators *s, term c) {
    bool found = is_separator(s, decide_plain(ip, c));
    return term_is_sym(c) && ip->symbolic ? decide_condition(ip, any_separator(ip, s, c), found) : found;
}

// string:trim/1,2,3. Lists may be of Latin-1.
static enum shortcut trim(struct process *p, term arg, bool front, bool back, const struct separators *s,
                          term *result) {
    struct interp *ip = interp_of(p);
    struct chars t;
    enum shortcut way = read_alone(ip, arg, true, &t);
    bool good = way == SHORTCUT_DONE;
    uint32_t from = 0, to = t.chars.n;
    while (good && front && from < to && separates(ip, s, t.chars.at[from])) from++;
    while (good && back && from < to && separates(ip, s, t.chars.at[to - 1])) to--;
    if (good) *result = chars_part(ip, &t, from, to);
    vec_free(&t.chars);
    return way;
}

static enum shortcut trim_where(struct process *p, term text, term where, const struct separators *s,
                                term *result) {
    bool all = where == atom_both, front = where == atom_leading, back = where == atom_trailing;
    return all || front || back ? trim(p, text, all || front, all || back, s, result) : SHORTCUT_NONE;
}

enum shortcut shortcut_trim(struct process *p, term *args, term *result) {
    return trim(p, args[0], true, true, &whitespace, result);
}
enum shortcut shortcut_trim2(struct process *p, term *args, term *result) {
    return trim_where(p, args[0], args[1], &whitespace, result);
}
enum shortcut shortcut_trim3(struct process *p, term *args, term *result) {
    struct separators s;
    return separators_of(args[2], &s) ? trim_where(p, args[0], args[1], &s, result) : SHORTCUT_NONE;
}

// ---- Searching ----

enum { PATTERN_MAX = 64 };

struct pattern {
    uint8_t at[PATTERN_MAX];
    uint32_t n;
};

static bool add_to_pattern(struct pattern *s, int64_t c) {
    if (c < 0 || c > 127 || s->n == PATTERN_MAX) return false;
    s->at[s->n++] = (uint8_t)c;
    return true;
}

// A plain text of ASCII that is not empty and does not end in CR, which the next character might belong to.
static bool read_pattern(term t, struct pattern *s) {
    s->n = 0;
    if (term_shadowed(t)) return false;
    if (decide_kind_of(t) == KIND_BIT(KIND_BINARY)) {
        const struct bits *b = term_bits_of(t);
        for (uint64_t at = 0; at < b->size; at += 8)
            if (!add_to_pattern(s, bits_byte(b, at))) return false;
    } else {
        for (; term_is_cons(t); t = term_tl(t))
            if (!term_is_small(term_hd(t)) || !add_to_pattern(s, term_small_value(term_hd(t)))) return false;
        if (t != TERM_NIL) return false;
    }
    return s->n > 0 && s->at[s->n - 1] != '\r';
}

static bool stands_at(struct interp *ip, const struct chars *t, const struct pattern *s, uint32_t at) {
    for (uint32_t i = 0; i < s->n; i++)
        if (decide_plain(ip, t->chars.at[at + i]) != term_small(s->at[i])) return false;
    return true;
}

static expr_id condition_at(struct interp *ip, const struct chars *t, const struct pattern *s, uint32_t at) {
    struct expr_store *x = ip->exprs;
    expr_id parts[PATTERN_MAX];
    for (uint32_t i = 0; i < s->n; i++)
        parts[i] = expr_int_eq(x, expr_ival(x, decide_expr(ip, t->chars.at[at + i])), expr_int(x, s->at[i]));
    return expr_and(x, parts, s->n);
}

// The first of n places where something is so: one choice for each window of places, since the condition of a
// way names all places before it. n: nowhere.
struct places {
    const struct chars *text;
    const struct pattern *pattern;       // it stands there, or
    const struct separators *separators; // the character is one of them
    bool opposite;                       // the character is none of them
    uint32_t from, n;
    bool backwards;
};

static uint32_t place(const struct places *s, uint32_t k) {
    return s->backwards ? s->from + s->n - 1 - k : s->from + k;
}

static bool is_so(struct interp *ip, const struct places *s, uint32_t at) {
    if (s->pattern) return stands_at(ip, s->text, s->pattern, at);
    return is_separator(s->separators, decide_plain(ip, s->text->chars.at[at])) != s->opposite;
}

static expr_id so(struct interp *ip, const struct places *s, uint32_t at) {
    if (s->pattern) return condition_at(ip, s->text, s->pattern, at);
    expr_id any = any_separator(ip, s->separators, s->text->chars.at[at]);
    return s->opposite ? expr_not(ip->exprs, any) : any;
}

static uint32_t first_place(struct interp *ip, const struct places *s) {
    enum { WINDOW = 8 };
    uint32_t taken = 0;
    while (taken < s->n && !is_so(ip, s, place(s, taken))) taken++;
    for (uint32_t first = 0; ip->symbolic && first < s->n && first <= taken; first += WINDOW) {
        expr_id ways[WINDOW + 1], before[WINDOW];
        uint32_t n = s->n - first < WINDOW ? s->n - first : WINDOW;
        for (uint32_t i = 0; i < n; i++) {
            before[i] = so(ip, s, place(s, first + i));
            ways[i] = expr_and(ip->exprs, before, i + 1);
            before[i] = expr_not(ip->exprs, before[i]);
        }
        ways[n] = expr_and(ip->exprs, before, n);
        decide_choice(ip, ways, n + 1, taken - first < n ? taken - first : n);
    }
    return taken;
}

// The first place from `from` on where the pattern stands, or the last one; the text's length: nowhere.
static uint32_t find_pattern(struct interp *ip, const struct chars *t, const struct pattern *s, uint32_t from,
                             bool last) {
    uint32_t n = t->chars.n, places = from + s->n <= n ? n - s->n - from + 1 : 0;
    const struct places where = {.text = t, .pattern = s, .from = from, .n = places, .backwards = last};
    uint32_t k = first_place(ip, &where);
    return k == places ? n : place(&where, k);
}

enum where { LEADING, TRAILING, ALL, NOWHERE };

static enum where read_where(term t) {
    return t == atom_leading ? LEADING : t == atom_trailing ? TRAILING : t == atom_all ? ALL : NOWHERE;
}

// The parts of the text between the places of the pattern, each followed by `between` if it is a term.
static enum shortcut split(struct process *p, term arg, term pattern, enum where where, term between,
                           term *result) {
    struct interp *ip = interp_of(p);
    struct pattern s;
    struct chars t;
    struct term_vec parts = {0};
    compared_part(ip, arg, pattern, COMPARED_SPLIT);
    if (where == NOWHERE || !read_pattern(pattern, &s)) return SHORTCUT_NONE;
    enum shortcut way = read_alone(ip, arg, true, &t);
    if (way == SHORTCUT_DONE) {
        uint32_t start = 0, at, n = t.chars.n;
        while ((at = find_pattern(ip, &t, &s, start, where == TRAILING)) < n) {
            vec_push(&parts, chars_part(ip, &t, start, at));
            if (between != TERM_NONE) vec_push(&parts, between);
            start = at + s.n;
            if (where != ALL) break;
        }
        vec_push(&parts, chars_part(ip, &t, start, n));
        *result = term_list(p->heap, parts.at, parts.n, TERM_NIL);
    }
    vec_free(&parts);
    vec_free(&t.chars);
    return way;
}

enum shortcut shortcut_split(struct process *p, term *args, term *result) {
    return split(p, args[0], args[1], LEADING, TERM_NONE, result);
}
enum shortcut shortcut_split3(struct process *p, term *args, term *result) {
    return split(p, args[0], args[1], read_where(args[2]), TERM_NONE, result);
}
enum shortcut shortcut_replace(struct process *p, term *args, term *result) {
    return split(p, args[0], args[1], LEADING, args[2], result);
}
enum shortcut shortcut_replace4(struct process *p, term *args, term *result) {
    return split(p, args[0], args[1], read_where(args[3]), args[2], result);
}

static enum shortcut find(struct process *p, term arg, term pattern, enum where where, term *result) {
    struct interp *ip = interp_of(p);
    struct pattern s;
    struct chars t;
    compared_part(ip, arg, pattern, COMPARED_FOUND);
    if (where == NOWHERE || where == ALL || !read_pattern(pattern, &s)) return SHORTCUT_NONE;
    enum shortcut way = read_alone(ip, arg, true, &t);
    if (way == SHORTCUT_DONE) {
        uint32_t at = find_pattern(ip, &t, &s, 0, where == TRAILING);
        *result = at < t.chars.n ? chars_part(ip, &t, at, t.chars.n) : word_nomatch;
    }
    vec_free(&t.chars);
    return way;
}

enum shortcut shortcut_find(struct process *p, term *args, term *result) {
    return find(p, args[0], args[1], LEADING, result);
}
enum shortcut shortcut_find3(struct process *p, term *args, term *result) {
    return find(p, args[0], args[1], read_where(args[2]), result);
}

enum shortcut shortcut_prefix(struct process *p, term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct pattern s;
    struct chars t;
    compared_part(ip, args[0], args[1], COMPARED_BEGIN);
    if (!read_pattern(args[1], &s)) return SHORTCUT_NONE;
    enum shortcut way = read_alone(ip, args[0], true, &t);
    if (way == SHORTCUT_DONE) {
        bool there = s.n <= t.chars.n && stands_at(ip, &t, &s, 0);
        if (ip->symbolic && s.n <= t.chars.n) decide_condition(ip, condition_at(ip, &t, &s, 0), there);
        *result = there ? chars_part(ip, &t, s.n, t.chars.n) : word_nomatch;
    }
    vec_free(&t.chars);
    return way;
}

// ---- Lexemes ----

// The first place from `from` on whose character is a separator (or is none); the text's length: nowhere.
static uint32_t find_separator(struct interp *ip, const struct chars *t, const struct separators *s,
                               uint32_t from, bool separator) {
    const struct places where = {
        .text = t, .separators = s, .opposite = !separator, .from = from, .n = t->chars.n - from};
    return from + first_place(ip, &where);
}

enum shortcut shortcut_lexemes(struct process *p, term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct separators s;
    struct chars t;
    struct term_vec parts = {0};
    if (!separators_of(args[1], &s)) return SHORTCUT_NONE;
    compared_part(ip, args[0], term_list(p->heap, &(const term){term_small(s.at[0])}, 1, TERM_NIL),
                  COMPARED_SPLIT);
    enum shortcut way = read_alone(ip, args[0], false, &t);
    if (way == SHORTCUT_DONE) {
        for (uint32_t at = 0, end; (at = find_separator(ip, &t, &s, at, false)) < t.chars.n; at = end) {
            end = find_separator(ip, &t, &s, at, true);
            vec_push(&parts, chars_part(ip, &t, at, end));
        }
        *result = term_list(p->heap, parts.at, parts.n, TERM_NIL);
    }
    vec_free(&parts);
    vec_free(&t.chars);
    return way;
}

// ---- Counting characters ----

enum shortcut shortcut_length(struct process *p, term *args, term *result) {
    struct chars t;
    compared_size(interp_of(p), args[0]);
    enum shortcut way = read_alone(interp_of(p), args[0], false, &t);
    *result = term_small(t.chars.n);
    vec_free(&t.chars);
    return way;
}

enum shortcut shortcut_reverse(struct process *p, term *args, term *result) {
    struct chars t;
    enum shortcut way = read_alone(interp_of(p), args[0], false, &t);
    *result = TERM_NIL;
    for (uint32_t i = 0; i < t.chars.n && way == SHORTCUT_DONE; i++)
        *result = term_cons(p->heap, t.chars.at[i], *result);
    vec_free(&t.chars);
    return way;
}

static enum shortcut slice(struct process *p, const term *args, bool to_end, term *result) {
    struct interp *ip = interp_of(p);
    struct chars t;
    if (!term_is_small(args[1]) || term_small_value(args[1]) < 0) return SHORTCUT_NONE;
    if (!to_end && (!term_is_small(args[2]) || term_small_value(args[2]) <= 0)) return SHORTCUT_NONE;
    enum shortcut way = read_alone(ip, args[0], false, &t);
    if (way == SHORTCUT_DONE) {
        int64_t n = t.chars.n, from = term_small_value(args[1]) < n ? term_small_value(args[1]) : n,
                left = n - from, most = to_end ? left : term_small_value(args[2]);
        *result = chars_part(ip, &t, (uint32_t)from, (uint32_t)(from + (most < left ? most : left)));
    }
    vec_free(&t.chars);
    return way;
}

enum shortcut shortcut_slice(struct process *p, term *args, term *result) {
    return slice(p, args, true, result);
}
enum shortcut shortcut_slice3(struct process *p, term *args, term *result) {
    return slice(p, args, false, result);
}

// Functions of string that go through the whole of a text: whether all its characters stand alone is asked
// first and once, so that what is then asked of each has its answer. Else half of all inputs would have
// another character that does not.
enum shortcut shortcut_whole_text(struct process *p, term *args, term *result) {
    struct chars t;
    enum shortcut way = read_alone(interp_of(p), args[0], false, &t);
    *result = TERM_NONE;
    vec_free(&t.chars);
    return way == SHORTCUT_LOSE ? SHORTCUT_LOSE : SHORTCUT_NONE;
}
