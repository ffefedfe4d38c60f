// SPDX-License-Identifier: Apache-2.0
#include "erlang/bif/regex_program.h"

#include <ctype.h>
#include <pcre.h>
#include <pthread.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

enum { STEPS_MAX = 4096, REPEAT_MAX = 1000 };

// Steps refer to others by distance, so that a block of them may be moved and copied.
struct group {
    uint32_t start, alternative; // where it begins, where its last alternative does
    int32_t slot;                // to be saved at the end; -1: none
    uint32_t first_exit;         // its jumps to the end: in `exits` from here on
};
struct parser {
    const char *at;
    const struct regex *regex;
    struct regex_program *out;
    VEC(struct group) groups;
    VEC(uint32_t) exits;
    uint32_t last; // where the block that a quantifier repeats begins; NO_BLOCK
};
static const uint32_t NO_BLOCK = UINT32_MAX;

static bool add(struct parser *p, struct regex_step s) {
    if (p->out->steps.n >= STEPS_MAX) return false;
    vec_push(&p->out->steps, s);
    return true;
}

static void insert(struct parser *p, uint32_t at, struct regex_step s) {
    vec_push(&p->out->steps, s);
    struct regex_step *steps = p->out->steps.at;
    memmove(&steps[at + 1], &steps[at], (p->out->steps.n - 1 - at) * sizeof *steps);
    steps[at] = s;
}

// ---- Atoms ----

static bool ask_set(struct parser *p, const char *atom, size_t n, struct byte_set *out) {
    struct str text = {0};
    struct regex_error error;
    str_add(&text, "\\A(?:");
    str_add_n(&text, atom, n);
    str_add(&text, ")\\z");
    const int of_whole = PCRE_ANCHORED | PCRE_DOLLAR_ENDONLY | PCRE_MULTILINE | PCRE_UNGREEDY;
    const struct regex *r = regex_compile(str_text(&text), p->regex->options & ~of_whole, &error);
    str_free(&text);
    *out = (struct byte_set){{0}};
    for (uint32_t c = 0; r && c < (p->out->ascii ? 128 : 256); c++) {
        char subject = (char)c;
        int ends[3];
        if (pcre_exec(r->code, NULL, &subject, 1, 0, 0, ends, 3) >= 0)
            out->words[c / 64] |= UINT64_C(1) << c % 64;
    }
    regex_release(r);
    return r != NULL;
}

static bool add_atom(struct parser *p, size_t length) {
    struct byte_set set;
    if (p->out->ascii)
        for (size_t i = 0; i < length; i++)
            if (p->at[i] & 0x80) return false;
    if (!ask_set(p, p->at, length, &set)) return false;
    uint32_t i = 0;
    while (i < p->out->sets.n && memcmp(&p->out->sets.at[i], &set, sizeof set) != 0) i++;
    if (i == p->out->sets.n) vec_push(&p->out->sets, set);
    p->last = p->out->steps.n;
    p->at += length;
    return add(p, (struct regex_step){STEP_BYTE, (int32_t)i, 0});
}

// The length of the class that begins here, 0: it has no end. The first ] belongs to it.
static size_t class_length(const char *at) {
    size_t n = at[1] == '^' ? 2 : 1;
    for (size_t first = n; at[n] && (at[n] != ']' || n == first); n++) {
        if (at[n] == '\\') {
            if (!at[++n] || strchr("QEc", at[n])) return 0;
        } else if (at[n] == '[' && at[n + 1] && strchr(":.=", at[n + 1])) { // [:alpha:], [:^alpha:]
            for (n += at[n + 2] == '^' ? 3 : 2; isalpha((unsigned char)at[n]);) n++;
            if (at[n] != ':' || at[n + 1] != ']') return 0;
            n++;
        }
    }
    return at[n] ? n + 1 : 0;
}

static bool add_assertion(struct parser *p, enum regex_assertion a, size_t length) {
    p->at += length;
    p->last = NO_BLOCK;
    return add(p, (struct regex_step){STEP_ASSERT, (int32_t)a, 0});
}

static bool parse_escape(struct parser *p) {
    char c = p->at[1];
    switch (c) {
    case 'A': return add_assertion(p, ASSERT_START, 2);
    case 'z': return add_assertion(p, ASSERT_END, 2);
    case 'Z': return add_assertion(p, ASSERT_LAST_LINE_END, 2);
    case 'b': return add_assertion(p, ASSERT_WORD, 2);
    case 'B': return add_assertion(p, ASSERT_NOT_WORD, 2);
    case 'x': return isxdigit((unsigned char)p->at[2]) && isxdigit((unsigned char)p->at[3]) && add_atom(p, 4);
    case 0: return false;
    default: return (strchr("dDwWsShHvVNntrfae", c) || ispunct((unsigned char)c)) && add_atom(p, 2);
    }
}

// ---- Repetition ----

// Whether a block may match without taking a byte.
static bool can_be_empty(const struct regex_program *p, uint32_t from, uint32_t to) {
    VEC(uint32_t) work = {0};
    uint8_t *seen = mem_zalloc(to - from + 1);
    vec_push(&work, from);
    while (work.n && !seen[to - from]) {
        uint32_t pc = work.at[--work.n];
        if (seen[pc - from]) continue;
        seen[pc - from] = 1;
        if (pc == to || p->steps.at[pc].op == STEP_BYTE) continue;
        const struct regex_step *s = &p->steps.at[pc];
        bool moves = s->op == STEP_JUMP || s->op == STEP_SPLIT;
        vec_push(&work, moves ? (uint32_t)((int32_t)pc + s->a) : pc + 1);
        if (s->op == STEP_SPLIT) vec_push(&work, (uint32_t)((int32_t)pc + s->b));
    }
    bool empty = seen[to - from];
    vec_free(&work);
    mem_free(seen);
    return empty;
}

static struct regex_step split(int32_t inside, int32_t outside, bool greedy) {
    return greedy ? (struct regex_step){STEP_SPLIT, inside, outside}
                  : (struct regex_step){STEP_SPLIT, outside, inside};
}

enum { NO_LIMIT = -1 };
static bool repeat(struct parser *p, int32_t least, int32_t most, bool greedy) {
    uint32_t start = p->last, end = p->out->steps.n;
    int32_t n = (int32_t)(end - start), total = most == NO_LIMIT ? least + 1 : most;
    bool empty = can_be_empty(p->out, start, end);
    if (total < 1 || total > REPEAT_MAX || (int64_t)total * (n + 1) > STEPS_MAX) return false;
    if (empty && !(least == 1 && most == 1)) return false;
    VEC(struct regex_step) block = {0};
    for (uint32_t i = start; i < end; i++) vec_push(&block, p->out->steps.at[i]);
    p->out->steps.n = start;
    bool good = true;
    for (int32_t k = 0; k < total && good; k++) {
        if (k >= least) // what is optional ends behind the last copy, a loop behind its jump
            good = add(p, split(1, most == NO_LIMIT ? n + 2 : (total - k) * (n + 1), greedy));
        for (int32_t i = 0; i < n && good; i++) good = add(p, block.at[i]);
    }
    if (good && most == NO_LIMIT) good = add(p, (struct regex_step){STEP_JUMP, -(n + 1), 0});
    vec_free(&block);
    return good;
}

// {2}, {2,}, {2,3}: its length; 0: the brace is a character.
static size_t read_bounds(const char *at, int32_t *least, int32_t *most) {
    const char *s = at + 1;
    if (!isdigit((unsigned char)*s)) return 0;
    for (*least = 0; isdigit((unsigned char)*s) && *least <= REPEAT_MAX; s++) *least = *least * 10 + *s - '0';
    *most = *least;
    if (*s == ',') {
        s++;
        *most = NO_LIMIT;
        if (isdigit((unsigned char)*s))
            for (*most = 0; isdigit((unsigned char)*s) && *most <= REPEAT_MAX; s++)
                *most = *most * 10 + *s - '0';
    }
    return *s == '}' ? (size_t)(s - at) + 1 : isdigit((unsigned char)*s) ? SIZE_MAX : 0;
}

// A quantifier here, if there is one.
static bool parse_quantifier(struct parser *p, bool *found) {
    int32_t least = 0, most = NO_LIMIT;
    size_t n = 1;
    switch (*p->at) {
    case '*': break;
    case '+': least = 1; break;
    case '?': most = 1; break;
    case '{': n = read_bounds(p->at, &least, &most); break;
    default: n = 0;
    }
    *found = n > 0;
    if (n == 0) return true;
    if (n == SIZE_MAX || p->last == NO_BLOCK || p->at[n] == '+') return false; // x++ does not track back
    bool lazy = p->at[n] == '?', ungreedy = p->regex->options & PCRE_UNGREEDY;
    p->at += n + lazy;
    bool good = (most == NO_LIMIT || least <= most) && repeat(p, least, most, lazy == ungreedy);
    p->last = NO_BLOCK;
    return good;
}

// ---- Groups ----

static void open_group(struct parser *p, int32_t slot) {
    struct group g = {p->out->steps.n, 0, slot, p->exits.n};
    if (slot >= 0) add(p, (struct regex_step){STEP_SAVE, slot, 0});
    g.alternative = p->out->steps.n;
    vec_push(&p->groups, g);
    p->last = NO_BLOCK;
}

static bool parse_open(struct parser *p) {
    bool capture = !(p->regex->options & PCRE_NO_AUTO_CAPTURE);
    size_t n = 1;
    if (p->at[1] == '*') return false;
    if (p->at[1] == '?') {
        size_t name = p->at[2] == 'P' ? 3 : 2;
        capture = p->at[name] == '<' && p->at[name + 1] != '=' && p->at[name + 1] != '!';
        const char *end = capture ? strchr(p->at, '>') : NULL;
        if (!end && p->at[2] != ':') return false;
        n = end ? (size_t)(end - p->at) + 1 : 3;
    }
    p->at += n;
    open_group(p, capture ? (int32_t)(2 * p->out->groups++) : -1);
    return true;
}

static bool parse_bar(struct parser *p) {
    struct group *g = &p->groups.at[p->groups.n - 1];
    if (p->out->steps.n + 2 > STEPS_MAX) return false;
    int32_t n = (int32_t)(p->out->steps.n - g->alternative);
    insert(p, g->alternative, (struct regex_step){STEP_SPLIT, 1, n + 2});
    vec_push(&p->exits, p->out->steps.n);
    vec_push(&p->out->steps, ((struct regex_step){STEP_JUMP, 0, 0}));
    g->alternative = p->out->steps.n;
    p->at++;
    p->last = NO_BLOCK;
    return true;
}

static bool close_group(struct parser *p) {
    struct group g = p->groups.at[--p->groups.n];
    for (; p->exits.n > g.first_exit; p->exits.n--) {
        uint32_t from = p->exits.at[p->exits.n - 1];
        p->out->steps.at[from].a = (int32_t)(p->out->steps.n - from);
    }
    p->last = g.start;
    return g.slot < 0 || add(p, (struct regex_step){STEP_SAVE, g.slot + 1, 0});
}

// ---- The whole ----

static bool parse_one(struct parser *p) {
    int options = p->regex->options;
    bool lines = options & PCRE_MULTILINE, found;
    if (!parse_quantifier(p, &found)) return false;
    if (found) return true;
    switch (*p->at) {
    case '^': return add_assertion(p, lines ? ASSERT_LINE_START : ASSERT_START, 1);
    case '$':
        return add_assertion(p,
                             lines                           ? ASSERT_LINE_END
                             : options & PCRE_DOLLAR_ENDONLY ? ASSERT_END
                                                             : ASSERT_LAST_LINE_END,
                             1);
    case '\\': return parse_escape(p);
    case '[': {
        size_t n =
            strncmp(p->at, "[[:<:]]", 7) == 0 || strncmp(p->at, "[[:>:]]", 7) == 0 ? 0 : class_length(p->at);
        return n > 0 && add_atom(p, n);
    }
    case '(': return parse_open(p);
    case '|': return parse_bar(p);
    case ')': p->at++; return p->groups.n > 1 && close_group(p);
    default: return add_atom(p, 1);
    }
}

static struct regex_program *translate(const struct regex *r) {
    const int known = PCRE_CASELESS | PCRE_DOTALL | PCRE_MULTILINE | PCRE_DOLLAR_ENDONLY | PCRE_ANCHORED |
                      PCRE_UNGREEDY | PCRE_NO_AUTO_CAPTURE | PCRE_UTF8 | PCRE_UCP | PCRE_NEVER_UTF |
                      PCRE_NO_START_OPTIMIZE;
    if (r->options & ~known) return NULL;
    struct regex_program *out = mem_zalloc(sizeof *out);
    struct parser p = {.at = r->pattern, .regex = r, .out = out};
    out->ascii = r->options & PCRE_UTF8;
    out->anchored = r->options & PCRE_ANCHORED;
    out->groups = 1;
    open_group(&p, 0);
    bool good = ask_set(&p, "\\w", 2, &out->word);
    while (good && *p.at) good = parse_one(&p);
    good = good && p.groups.n == 1 && close_group(&p) && add(&p, (struct regex_step){STEP_MATCH, 0, 0}) &&
           out->groups == (uint32_t)r->captures + 1;
    vec_free(&p.groups);
    vec_free(&p.exits);
    if (good) return out;
    vec_free(&out->steps);
    vec_free(&out->sets);
    mem_free(out);
    return NULL;
}

const struct regex_program *regex_program(const struct regex *r) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!r->kept) return NULL;
    struct regex *kept = (struct regex *)(uintptr_t)r; // the one field that changes after it is made
    pthread_mutex_lock(&lock);
    if (!kept->translated) {
        kept->program = translate(r);
        kept->translated = true;
    }
    const struct regex_program *program = kept->program;
    pthread_mutex_unlock(&lock);
    return program;
}

// ---- Texts that match ----

// Walks through the program; at the i-th split bit i of `choices` says which way. False: too long.
static bool walk(const struct regex_program *p, uint32_t choices, struct regex_word *w) {
    enum { SPLITS = 8, LONGEST = 64, PATIENCE = 4 };
    uint8_t *seen = mem_zalloc(p->steps.n); // a loop that was entered a few times is left
    uint32_t pc = 0, splits = 0, steps = 0;
    bool good = true;
    while (good && p->steps.at[pc].op != STEP_MATCH) {
        const struct regex_step *s = &p->steps.at[pc];
        if (s->op == STEP_BYTE) vec_push(&w->sets, (uint32_t)s->a);
        if (s->op == STEP_SPLIT) {
            // Splits ahead go to the end last, so the farther way ends it.
            bool far = s->b > s->a, out = splits < SPLITS ? choices >> splits & 1 : seen[pc] > 0;
            splits++;
            if (seen[pc] < PATIENCE) seen[pc]++;
            if (seen[pc] >= PATIENCE) out = true;
            pc = (uint32_t)((int32_t)pc + (out == far ? s->b : s->a));
        } else {
            pc = (uint32_t)((int32_t)pc + (s->op == STEP_JUMP ? s->a : 1));
        }
        good = w->sets.n <= LONGEST && ++steps < STEPS_MAX;
    }
    mem_free(seen);
    return good;
}

static bool same_word(const struct regex_word *a, const struct regex_word *b) {
    return a->sets.n == b->sets.n &&
           (a->sets.n == 0 || memcmp(a->sets.at, b->sets.at, a->sets.n * sizeof *a->sets.at) == 0);
}

uint32_t regex_words(const struct regex_program *p, struct regex_word *words) {
    static const uint32_t choices[] = {0xFF, 0x55, 0xAA, 0x00, 0x33, 0xCC, 0x0F, 0xF0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < sizeof choices / sizeof *choices && n < REGEX_WORDS_MAX; i++) {
        words[n].sets.n = 0;
        bool fresh = walk(p, choices[i], &words[n]);
        for (uint32_t k = 0; k < n; k++) fresh = fresh && !same_word(&words[k], &words[n]);
        if (fresh) n++;
    }
    if (n < REGEX_WORDS_MAX) vec_free(&words[n].sets);
    return n;
}
