// SPDX-License-Identifier: Apache-2.0
// Terms as text. The work list holds what is still to be written: terms, the rest of lists, maps under way,
// and pieces of punctuation.
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"
#include "erlang/term/numtext.h"
#include "erlang/term/term.h"

enum work_kind { WORK_TERM, WORK_TAIL, WORK_RANGE, WORK_PAIRS, WORK_TEXT };

// The pairs of a map as maps:next/1 gives them, which for big maps is the opposite of maps:keys/1's order.
struct pairs {
    uint64_t n, at;
    bool backwards;
    term words[]; // keys, then values
};

struct work {
    enum work_kind kind;
    term t;              // TERM, TAIL
    const term *at;      // RANGE: elements left, with a comma before all but the first
    uint64_t n;          // RANGE
    bool first;          // RANGE, PAIRS
    const char *text;    // TEXT
    struct pairs *pairs; // PAIRS
};

struct printer {
    struct str *out;
    VEC(struct work) todo;
};

// ---- Characters ----
// io_lib:printable_latin1_list/1 (io:printable_range() is latin1 unless the VM was started with +pc unicode).
static bool printable(uint64_t c) {
    return (c >= 32 && c <= 126) || (c >= 160 && c <= 255) || (c >= 7 + 1 && c <= 13) || c == 27;
}

static void add_quoted_char(struct str *out, uint32_t c, char quote) {
    static const char escapes[] = {
        ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\v'] = 'v', ['\f'] = 'f', ['\r'] = 'r', [27] = 'e'};
    if (c == (uint32_t)quote || c == '\\') {
        str_add_char(out, '\\');
        str_add_char(out, (char)c);
    } else if (c < sizeof escapes && escapes[c]) {
        str_add_char(out, '\\');
        str_add_char(out, escapes[c]);
    } else if (c == 127) {
        str_add(out, "\\d");
    } else if (c < 32 || (c > 127 && c < 160)) {
        str_addf(out, "\\%03o", c);
    } else {
        str_add_utf8(out, c);
    }
}

static uint32_t read_utf8(const uint8_t **at) { // of valid UTF-8
    const uint8_t *s = *at;
    unsigned extra = s[0] < 0x80 ? 0 : s[0] < 0xE0 ? 1 : s[0] < 0xF0 ? 2 : 3;
    uint32_t c = extra == 0 ? s[0] : s[0] & (0x3Fu >> extra);
    for (unsigned i = 1; i <= extra; i++) c = c << 6 | (s[i] & 0x3F);
    *at = s + extra + 1;
    return c;
}

// ---- Atoms ----
static bool reserved(const char *text) {
    static const char *const words[] = {"after",  "and",     "andalso", "band", "begin", "bnot", "bor",
                                        "bsl",    "bsr",     "bxor",    "case", "catch", "cond", "div",
                                        "end",    "fun",     "if",      "let",  "not",   "of",   "or",
                                        "orelse", "receive", "rem",     "try",  "when",  "xor"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], text) == 0) return true;
    }
    return false;
}

static bool name_start(uint32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 0xDF && c <= 0xFF && c != 0xF7);
}

static bool name_char(uint32_t c) {
    return name_start(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '@' ||
           (c >= 0xC0 && c <= 0xDE && c != 0xD7);
}

static bool atom_needs_quotes(symbol s) {
    const uint8_t *at = (const uint8_t *)symbol_text(s), *end = at + symbol_size(s);
    if (at == end || reserved((const char *)at) || !name_start(read_utf8(&at))) return true;
    while (at < end) {
        if (!name_char(read_utf8(&at))) return true;
    }
    return false;
}

// Two characters are none that OTP's scanner reads, escaped or not: then a call makes the atom.
static bool print_unreadable(struct str *out, symbol s) {
    const uint8_t *at = (const uint8_t *)symbol_text(s), *end = at + symbol_size(s);
    bool found = false;
    for (const uint8_t *c = at; c < end;) found |= (read_utf8(&c) | 1) == 0xFFFF;
    if (!found) return false;
    str_add(out, "list_to_atom(");
    for (char before = '['; at < end; before = ',') str_addf(out, "%c%u", before, read_utf8(&at));
    str_add(out, "])");
    return true;
}

void term_print_atom(struct str *out, symbol s) {
    if (print_unreadable(out, s)) return;
    if (!atom_needs_quotes(s)) {
        str_add_n(out, symbol_text(s), symbol_size(s));
        return;
    }
    str_add_char(out, '\'');
    const uint8_t *at = (const uint8_t *)symbol_text(s), *end = at + symbol_size(s);
    while (at < end) add_quoted_char(out, read_utf8(&at), '\'');
    str_add_char(out, '\'');
}

// ---- Bit strings ----
// How a binary is written: what is valid UTF-8 as that if it is printable, else what is printable latin1,
// else numbers.
enum bits_form { FORM_NUMBERS, FORM_LATIN1, FORM_UTF8 };

static enum bits_form bits_form(term t) {
    const struct bits *b = term_bits_of(t);
    if (b->size == 0 || b->size % 8) return FORM_NUMBERS;
    bool valid = true, utf8 = true, latin1 = true;
    for (uint64_t at = 0, size; at < b->size && valid; at += size) {
        uint32_t c = 0;
        valid = bits_get_utf8(t, at, &c, &size);
        utf8 = utf8 && printable(c);
    }
    if (valid) return utf8 ? FORM_UTF8 : FORM_NUMBERS;
    for (uint64_t at = 0; at < b->size && latin1; at += 8) latin1 = printable(bits_byte(b, at));
    return latin1 ? FORM_LATIN1 : FORM_NUMBERS;
}

static void print_text(struct printer *p, term t, bool utf8) {
    const struct bits *b = term_bits_of(t);
    bool ascii = true;
    str_add_char(p->out, '"');
    for (uint64_t at = 0, size = 8; at < b->size; at += size) {
        uint32_t c = bits_byte(b, at);
        if (utf8) bits_get_utf8(t, at, &c, &size);
        ascii = ascii && c < 128;
        add_quoted_char(p->out, c, '"');
    }
    str_add(p->out, ascii || !utf8 ? "\"" : "\"/utf8");
}

static void print_numbers(struct printer *p, const struct bits *b) {
    for (uint64_t at = 0; at < b->size; at += 8) {
        if (at) str_add_char(p->out, ',');
        uint64_t left = b->size - at;
        if (left >= 8) {
            str_addf(p->out, "%u", bits_byte(b, at));
        } else {
            str_addf(p->out, "%u:%u", bits_byte(b, at) >> (8 - left), (unsigned)left);
        }
    }
}

static void print_bits(struct printer *p, term t) {
    enum bits_form form = bits_form(t);
    str_add(p->out, "<<");
    if (form == FORM_NUMBERS) {
        print_numbers(p, term_bits_of(t));
    } else {
        print_text(p, t, form == FORM_UTF8);
    }
    str_add(p->out, ">>");
}

// ---- Lists ----
static bool printable_list(term t) {
    if (!term_is_cons(t)) return false;
    for (; term_is_cons(t); t = term_tl(t)) {
        term c = term_hd(t);
        if (!term_is_small(c) || term_small_value(c) < 0 || !printable((uint64_t)term_small_value(c)))
            return false;
    }
    return term_is_nil(t);
}

static void print_string(struct printer *p, term t) {
    str_add_char(p->out, '"');
    for (; term_is_cons(t); t = term_tl(t))
        add_quoted_char(p->out, (uint32_t)term_small_value(term_hd(t)), '"');
    str_add_char(p->out, '"');
}

static void later_term(struct printer *p, term t) {
    vec_push(&p->todo, (struct work){.kind = WORK_TERM, .t = t});
}
static void later_text(struct printer *p, const char *text) {
    vec_push(&p->todo, (struct work){.kind = WORK_TEXT, .text = text});
}

static void print_cell(struct printer *p, term t) {
    vec_push(&p->todo, (struct work){.kind = WORK_TAIL, .t = term_tl(t)});
    later_term(p, term_hd(t));
}

static void print_tail(struct printer *p, term t) {
    if (term_is_cons(t)) {
        str_add_char(p->out, ',');
        print_cell(p, t);
    } else if (term_is_nil(t)) {
        str_add_char(p->out, ']');
    } else {
        str_add_char(p->out, '|');
        later_text(p, "]");
        later_term(p, t);
    }
}

// ---- Other compounds ----
static void print_range(struct printer *p, struct work w) {
    if (w.n == 0) return;
    if (!w.first) str_add_char(p->out, ',');
    vec_push(&p->todo, (struct work){.kind = WORK_RANGE, .at = w.at + 1, .n = w.n - 1});
    later_term(p, w.at[0]);
}

static struct pairs *pairs_new(term map) {
    uint64_t n = map_size(map);
    struct pairs *m = mem_alloc(sizeof *m + 2 * n * sizeof(term));
    *m = (struct pairs){.n = n, .backwards = map_is_trie(map)};
    map_items(map, m->words, m->words + n);
    return m;
}

static void print_pairs(struct printer *p, struct work w) {
    struct pairs *m = w.pairs;
    if (m->at == m->n) {
        mem_free(m);
        str_add_char(p->out, '}');
        return;
    }
    if (m->at) str_add_char(p->out, ',');
    uint64_t i = m->backwards ? m->n - 1 - m->at : m->at;
    m->at++;
    vec_push(&p->todo, w);
    later_term(p, m->words[m->n + i]);
    later_text(p, " => ");
    later_term(p, m->words[i]);
}

static void print_fun(struct printer *p, const struct closure *f) {
    if (f->flags == CLOSURE_EXTERNAL) {
        str_add(p->out, "fun ");
        term_print_atom(p->out, f->module);
        str_add_char(p->out, ':');
        term_print_atom(p->out, f->name);
        str_addf(p->out, "/%u", f->arity);
        return;
    }
    // The VM prints the fun's index and the hash of its module's code, which we do not have.
    str_add(p->out, "#Fun<");
    if (f->module) {
        term_print_atom(p->out, f->module);
        str_add_char(p->out, '.');
    }
    str_addf(p->out, "%u>", f->arity);
}

static void print_box(struct printer *p, term t) {
    switch ((enum box_kind)((struct box *)term_pointer(t))->kind) {
    case BOX_BIG: numtext_integer(p->out, t, 10); break;
    case BOX_FLOAT: numtext_float(p->out, term_float_value(t)); break;
    case BOX_BITS: print_bits(p, t); break;
    case BOX_FUN: print_fun(p, term_closure(t)); break;
    case BOX_MAP:
        str_add(p->out, "#{");
        vec_push(&p->todo, (struct work){.kind = WORK_PAIRS, .pairs = pairs_new(t)});
        break;
    }
}

static void print_immediate(struct printer *p, term t) {
    unsigned long long n = term_imm_payload(t);
    switch (t >> 4 & 15) {
    case IMM_ATOM: term_print_atom(p->out, term_symbol(t)); break;
    case IMM_NIL: str_add(p->out, "[]"); break;
    case IMM_PID: str_addf(p->out, "<0.%llu.%llu>", n & 0x7FFF, n >> 15); break;
    case IMM_PORT: str_addf(p->out, "#Port<0.%llu>", n); break;
    default: str_addf(p->out, "#Ref<0.0.0.%llu>", n); break;
    }
}

static void print_term(struct printer *p, term t) {
    switch (term_tag(t)) {
    case TAG_SMALL: numtext_integer(p->out, t, 10); break;
    case TAG_IMM: print_immediate(p, t); break;
    case TAG_CONS:
        if (printable_list(t)) {
            print_string(p, t);
        } else {
            str_add_char(p->out, '[');
            print_cell(p, t);
        }
        break;
    case TAG_TUPLE:
        str_add_char(p->out, '{');
        later_text(p, "}");
        vec_push(
            &p->todo,
            (struct work){.kind = WORK_RANGE, .at = term_tuple(t)->at, .n = term_tuple(t)->n, .first = true});
        break;
    default: assert(term_tag(t) == TAG_BOX); print_box(p, t);
    }
}

static void print_work(struct printer *p, struct work w) {
    switch (w.kind) {
    case WORK_TERM: print_term(p, w.t); break;
    case WORK_TAIL: print_tail(p, w.t); break;
    case WORK_RANGE: print_range(p, w); break;
    case WORK_PAIRS: print_pairs(p, w); break;
    case WORK_TEXT: str_add(p->out, w.text); break;
    }
}

// Cuts at a character's start.
static void cut(struct str *out, size_t at) {
    while (at && ((unsigned char)out->at[at] & 0xC0) == 0x80) at--;
    out->n = at;
    str_add(out, "...");
}

void term_print(struct str *out, term t, size_t max_bytes) {
    struct printer p = {.out = out};
    size_t start = out->n;
    later_term(&p, t);
    while (p.todo.n && (max_bytes == 0 || out->n - start <= max_bytes) && term_visit())
        print_work(&p, vec_pop(&p.todo));
    while (p.todo.n) { // cut short: maps under way
        struct work w = vec_pop(&p.todo);
        if (w.kind == WORK_PAIRS) mem_free(w.pairs);
    }
    vec_free(&p.todo);
    if (max_bytes && out->n - start > max_bytes) cut(out, start + max_bytes);
}
