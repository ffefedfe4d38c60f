// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: searching in a binary, from one place to the next, and conversion of characters (deep lists
// of code points and binaries). Patterns are plain; what cannot be converted makes the rest of the conversion
// concrete.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "erlang/bif/bif_util.h"
#include "erlang/load/core.h"
#include "erlang/machine/call.h"
#include "erlang/machine/compared.h"
#include "erlang/machine/decide_bits.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/term/atoms.h"

static term plain_of(struct interp *ip, term t) {
    return term_is_sym(t) ? term_symbolic(t)->concrete : term_shadowed(t) ? term_concrete(&ip->heap, t) : t;
}

static expr_id int_of(struct interp *ip, uint64_t v) {
    return expr_int(ip->exprs, (int64_t)v);
}

static bool has_bits(struct interp *ip, const struct bits_view *v, uint64_t n) {
    return decide_condition(ip, expr_not(ip->exprs, expr_int_lt(ip->exprs, v->size, int_of(ip, n))),
                            v->bits >= n);
}

// ---- Searching ----

static term number_at(struct interp *ip, const struct bits_view *v, uint64_t at, uint64_t n) {
    term plain = TERM_NIL;
    bits_get_integer(&ip->heap, v->plain, at, n, false, false, &plain);
    return decide_bits_read(ip, v, int_of(ip, at), (struct bit_field){0, (uint32_t)n, 0}, plain);
}

struct pattern {
    term value; // all its bits as a number
    uint64_t bits;
};
struct patterns { // longest first
    VEC(struct pattern) at;
};

static int longer_first(const void *a, const void *b) {
    uint64_t n = ((const struct pattern *)a)->bits, m = ((const struct pattern *)b)->bits;
    return (n < m) - (n > m);
}

// How long a pattern is has to be known. False: it is none (or too long for a number).
static bool add_pattern(struct interp *ip, struct patterns *p, term t) {
    int64_t n;
    if (!decide_kind(ip, t, KIND_BIT(KIND_BINARY))) return false;
    struct bits_view v = bits_view_of(ip, t);
    if (!has_bits(ip, &v, 8)) return false;
    if (ip->symbolic && !decide_bits_settle(ip, &v.size, &n)) decide_bits_lose(ip, &v);
    vec_push(&p->at, ((struct pattern){number_at(ip, &v, 0, v.bits), v.bits}));
    return v.bits <= FIELD_WIDTH_MAX;
}

// False: they are none.
static bool read_patterns(struct interp *ip, struct patterns *p, term t) {
    if (!term_is_sym(t) && term_is_tuple(t) && term_tuple(t)->n == 2 && term_tuple(t)->at[0] == word_bm)
        t = term_tuple(t)->at[1];
    term hd, tl;
    enum list_kind k = decide_list(ip, t, &hd, &tl);
    bool good = k == LIST_CONS || (k == LIST_NOT && add_pattern(ip, p, t));
    while (good && k == LIST_CONS) {
        good = add_pattern(ip, p, hd);
        k = good ? decide_list(ip, tl, &hd, &tl) : LIST_NOT;
        good = good && k != LIST_NOT;
    }
    if (good && p->at.n > 1) qsort(p->at.at, p->at.n, sizeof *p->at.at, longer_first);
    return good;
}

// Those patterns from i on that are as long as the i-th. One choice if they are plain.
static bool some_equal(struct interp *ip, term there, const struct patterns *p, uint32_t i, uint32_t end) {
    VEC(term) values = {0};
    bool hit = false, plain = true;
    for (; i < end && !hit; i++) {
        term value = p->at.at[i].value;
        bool known = false; // the same pattern twice
        for (uint32_t k = 0; k < values.n && !known && !term_shadowed(value); k++)
            known = !term_shadowed(values.at[k]) && term_equal(values.at[k], value);
        if (!known) vec_push(&values, value);
        plain = plain && !term_shadowed(value);
    }
    for (uint32_t k = 0; k < values.n && !hit && (!plain || values.n == 1); k++)
        hit = decide_equal(ip, there, values.at[k]);
    if (plain && values.n > 1) hit = decide_among(ip, there, values.at, values.n, NULL) < values.n;
    vec_free(&values);
    return hit;
}

// Which of the patterns is at byte `at`, the longest first. 0: none.
static uint64_t pattern_at(struct interp *ip, const struct bits_view *v, const struct patterns *p,
                           uint64_t at) {
    for (uint32_t i = 0, end; i < p->at.n; i = end) {
        uint64_t n = p->at.at[i].bits;
        for (end = i + 1; end < p->at.n && p->at.at[end].bits == n;) end++;
        if (has_bits(ip, v, at * 8 + n) && some_equal(ip, number_at(ip, v, at * 8, n), p, i, end))
            return n / 8;
    }
    return 0;
}

// The first match from byte *at on, and how long it is; 0: none.
static uint64_t next_match(struct interp *ip, const struct bits_view *v, const struct patterns *p,
                           uint64_t *at) {
    uint64_t least = vec_last(&p->at).bits;
    for (;; ++*at) {
        if (!has_bits(ip, v, *at * 8 + least)) return 0;
        uint64_t n = pattern_at(ip, v, p, *at);
        if (n) return n;
    }
}

enum search { SEARCH_READY, SEARCH_NOTHING /* an empty binary: the pattern is not looked at */, SEARCH_BAD };

static enum search begin(struct interp *ip, term subject, term pattern, struct bits_view *v,
                         struct patterns *p) {
    if (!decide_kind(ip, subject, KIND_BIT(KIND_BINARY))) return SEARCH_BAD;
    *v = bits_view_of(ip, subject);
    if (!has_bits(ip, v, 8)) return SEARCH_NOTHING;
    return read_patterns(ip, p, pattern) ? SEARCH_READY : SEARCH_BAD;
}

static bool concretely(struct process *p, bif_function *f, const term *args, uint32_t n, const char *what,
                       term *result) {
    term plain[3];
    struct interp *ip = interp_of(p);
    for (uint32_t i = 0; i < n; i++)
        plain[i] = ip->symbolic ? decide_lose(ip, args[i], what) : plain_of(ip, args[i]);
    return f(p, plain, result);
}

static term sum(struct process *p, term a, term b) {
    const term both[2] = {a, b};
    term t;
    bool ok = term_shadowed(a) || term_shadowed(b) ? symbolic_add(p, both, &t) : bif_add(p, both, &t);
    assert(ok); // both are integers
    (void)ok;
    return t;
}

// A part of a binary to be searched, and where it begins; a length of 0 is none.
struct scope {
    bool given;
    term at, length;
};

// Options that are no more than one scope, whose numbers may be anything. False: they are others.
static bool read_scope(term options, struct scope *s) {
    *s = (struct scope){.at = term_small(0)};
    if (term_is_nil(options)) return true;
    if (term_is_sym(options) || !term_is_cons(options) || !term_is_nil(term_tl(options))) return false;
    term o = term_hd(options);
    if (term_is_sym(o) || !term_is_tuple(o) || term_tuple(o)->n != 2) return false;
    term part = term_tuple(o)->at[1];
    if (term_tuple(o)->at[0] != word_scope || term_is_sym(part)) return false;
    if (!term_is_tuple(part) || term_tuple(part)->n != 2) return false;
    *s = (struct scope){true, term_tuple(part)->at[0], term_tuple(part)->at[1]};
    return true;
}

// The part of the subject. False: badarg raised.
static bool take_scope(struct process *p, struct scope *s, term *subject) {
    struct interp *ip = interp_of(p);
    const term args[3] = {*subject, s->at, s->length};
    if (!symbolic_binary_part(p, args, subject)) return false;
    expr_id length = expr_ival(ip->exprs, decide_expr(ip, s->length));
    bool backwards = term_small_value(plain_of(ip, s->length)) < 0;
    if (decide_condition(ip, expr_int_lt(ip->exprs, length, int_of(ip, 0)), backwards))
        s->at = sum(p, s->at, s->length);
    return true;
}

static bool search(struct process *p, const term *args, struct scope scope, bool all, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    struct patterns patterns = {0};
    struct list_builder list;
    term subject = args[0];
    if (scope.given && !take_scope(p, &scope, &subject)) return false;
    enum search s = begin(ip, subject, args[1], &v, &patterns);
    // The VM does not look at the pattern when the scope ends at the first byte.
    if (scope.given && s == SEARCH_NOTHING && !decide_equal(ip, scope.at, term_small(0)) &&
        !read_patterns(ip, &patterns, args[1]))
        s = SEARCH_BAD;
    uint64_t at = 0, n;
    list_start(&list);
    *result = word_nomatch;
    while (s == SEARCH_READY && (n = next_match(ip, &v, &patterns, &at))) {
        const term where = sum(p, scope.at, term_small((int64_t)at));
        *result = term_tuple2(p->heap, where, term_small((int64_t)n));
        if (!all) break;
        list_add(&list, p->heap, *result);
        at += n;
    }
    if (all) *result = list.first;
    vec_free(&patterns.at);
    return s != SEARCH_BAD || raise_badarg(p);
}

bool symbolic_binary_match(struct process *p, const term *args, term *result) {
    compared_part(interp_of(p), args[0], args[1], COMPARED_FOUND);
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_match, args, 2, "", result);
    return search(p, args, (struct scope){.at = term_small(0)}, false, result);
}

bool symbolic_binary_matches(struct process *p, const term *args, term *result) {
    compared_part(interp_of(p), args[0], args[1], COMPARED_FOUND);
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_matches, args, 2, "", result);
    return search(p, args, (struct scope){.at = term_small(0)}, true, result);
}

bool symbolic_binary_match3(struct process *p, const term *args, term *result) {
    struct scope s;
    if (!interp_of(p)->symbolic || !read_scope(args[2], &s))
        return concretely(p, bif_binary_match3, args, 3, "options of binary:match/3", result);
    return search(p, args, s, false, result);
}

bool symbolic_binary_matches3(struct process *p, const term *args, term *result) {
    struct scope s;
    if (!interp_of(p)->symbolic || !read_scope(args[2], &s))
        return concretely(p, bif_binary_matches3, args, 3, "options of binary:matches/3", result);
    return search(p, args, s, true, result);
}

bool symbolic_binary_compile_pattern(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct patterns patterns = {0};
    if (!ip->symbolic) return concretely(p, bif_binary_compile_pattern, args, 1, "", result);
    bool good = (term_is_sym(args[0]) || !term_is_tuple(args[0])) && read_patterns(ip, &patterns, args[0]);
    vec_free(&patterns.at);
    if (!good) return raise_badarg(p);
    *result = term_tuple2(p->heap, word_bm, args[0]);
    return true;
}

struct split {
    bool global, trim, trim_all;
};

// Options other than scopes. False: there are others.
static bool split_options(term options, struct split *o) {
    for (; term_is_cons(options); options = term_tl(options)) {
        term hd = term_hd(options);
        if (hd == word_global)
            o->global = true;
        else if (hd == word_trim)
            o->trim = true;
        else if (hd == word_trim_all)
            o->trim_all = true;
        else
            return false;
    }
    return term_is_nil(options);
}

static bool is_empty(struct interp *ip, term part) {
    struct bits_view v = bits_view_of(ip, part);
    return !has_bits(ip, &v, 1);
}

static term part(struct interp *ip, const struct bits_view *v, uint64_t from, uint64_t to) { // bytes
    return decide_bits_slice(ip, v, int_of(ip, from * 8), int_of(ip, (to - from) * 8), from * 8,
                             (to - from) * 8);
}

static bool split(struct process *p, const term *args, struct split o, term *result) {
    struct interp *ip = interp_of(p);
    struct bits_view v;
    struct patterns patterns = {0};
    enum search s = begin(ip, args[0], args[1], &v, &patterns);
    uint64_t start = 0, at = 0, n;
    VEC(term) parts = {0};
    while (s == SEARCH_READY && (n = next_match(ip, &v, &patterns, &at))) {
        vec_push(&parts, part(ip, &v, start, at));
        start = at += n;
        if (!o.global) break;
    }
    vec_free(&patterns.at);
    if (s != SEARCH_BAD) {
        expr_id rest = expr_arith(ip->exprs, EXPR_SUB_OP, v.size, int_of(ip, start * 8));
        vec_push(&parts,
                 decide_bits_slice(ip, &v, int_of(ip, start * 8), rest, start * 8, v.bits - start * 8));
        term list = TERM_NIL;
        for (uint32_t i = parts.n; i-- > 0;) {
            bool may_drop = o.trim_all || (o.trim && term_is_nil(list));
            if (!may_drop || !is_empty(ip, parts.at[i])) list = term_cons(p->heap, parts.at[i], list);
        }
        *result = list;
    }
    vec_free(&parts);
    return s != SEARCH_BAD || raise_badarg(p);
}

bool symbolic_binary_split(struct process *p, const term *args, term *result) {
    compared_part(interp_of(p), args[0], args[1], COMPARED_SPLIT);
    if (!interp_of(p)->symbolic) return concretely(p, bif_binary_split, args, 2, "", result);
    return split(p, args, (struct split){0}, result);
}

bool symbolic_binary_split3(struct process *p, const term *args, term *result) {
    struct split o = {0};
    compared_part(interp_of(p), args[0], args[1], COMPARED_SPLIT);
    if (!interp_of(p)->symbolic || term_shadowed(args[2]) || !split_options(args[2], &o))
        return concretely(p, bif_binary_split3, args, 3, "options of binary:split/3", result);
    return split(p, args, o, result);
}

// ---- Characters ----

struct leaf {
    term t;
    bool number;
};
struct characters {
    struct interp *ip;
    VEC(struct leaf) leaves;
    VEC(term) list;     // for a list: code points
    VEC(expr_id) parts; // for a binary
    struct bits_builder bytes;
    bool latin1, binary, trouble; // trouble: something cannot be converted, or not here
    uint64_t stopped;             // trouble in a binary: the byte at which the character begins
};

static bool is_character(int64_t v, bool latin1) {
    return v >= 0 && v <= (latin1 ? 255 : 0x10FFFF) && !(v >= 0xD800 && v <= 0xDFFF);
}

// An integer in a list. What is no character stops the conversion, in a way that depends on what comes
// before.
static void take_number(struct characters *c, term t) {
    struct interp *ip = c->ip;
    struct expr_store *x = ip->exprs;
    term plain = plain_of(ip, t);
    bool good = term_is_small(plain) && is_character(term_small_value(plain), c->latin1);
    expr_id i = expr_ival(x, decide_expr(ip, t));
    expr_id low[2] = {expr_int_lt(x, i, expr_int(x, 0xD800)),
                      expr_not(x, expr_int_lt(x, i, expr_int(x, 0xE000)))};
    expr_id all[3] = {expr_not(x, expr_int_lt(x, i, expr_int(x, 0))),
                      expr_int_lt(x, i, expr_int(x, c->latin1 ? 256 : 0x110000)), expr_or(x, low, 2)};
    if (!decide_condition(ip, expr_and(x, all, 3), good)) c->trouble = true;
    vec_push(&c->leaves, ((struct leaf){t, true}));
}

// All integers and binaries of a deep list, in order. False: badarg.
static bool collect(struct characters *c, term t) {
    struct interp *ip = c->ip;
    VEC(term) tails = {0};
    bool good = true;
    for (;;) {
        term hd, tl;
        enum list_kind k = decide_list(ip, t, &hd, &tl);
        if (k == LIST_CONS) {
            if (decide_kind(ip, hd, KINDS_LIST)) {
                vec_push(&tails, tl);
                t = hd;
                continue;
            }
            if (decide_kind(ip, hd, KIND_BIT(KIND_INT)))
                take_number(c, hd);
            else if ((good = decide_kind(ip, hd, KIND_BIT(KIND_BINARY))))
                vec_push(&c->leaves, ((struct leaf){hd, false}));
            t = tl;
        } else {
            if (k == LIST_NOT && (good = decide_kind(ip, t, KIND_BIT(KIND_BINARY))))
                vec_push(&c->leaves, ((struct leaf){t, false}));
            if (tails.n == 0) break;
            t = vec_pop(&tails);
        }
        if (!good || c->trouble || !term_visits(VISITS_OF_A_DECISION)) break;
    }
    vec_free(&tails);
    return good;
}

static void add_character(struct characters *c, term t) {
    if (!c->binary) {
        vec_push(&c->list, t);
        return;
    }
    bits_add_utf8(&c->ip->process, &c->bytes, plain_of(c->ip, t));
    vec_push(&c->parts, decide_bits_encode_utf8(c->ip, t));
}

static void add_latin1(struct characters *c, const struct bits_view *v) {
    for (uint64_t at = 0; has_bits(c->ip, v, at + 8); at += 8) add_character(c, number_at(c->ip, v, at, 8));
}

// The characters of a binary in UTF-8, which become a list, or are only looked at.
static void add_utf8(struct characters *c, term t, const struct bits_view *v) {
    struct interp *ip = c->ip;
    term position = term_small(0), character = TERM_NIL;
    while (has_bits(ip, v, (uint64_t)term_small_value(plain_of(ip, position)) + 8)) {
        bool good = decide_bits_get(ip, t, &position, SEG_UTF8 | 1u << 8, term_small(0), &character,
                                    decide_inner_point(ip, 0), decide_inner_point(ip, 1));
        if (!good) {
            c->trouble = true;
            c->stopped = (uint64_t)term_small_value(plain_of(ip, position)) / 8;
            return;
        }
        if (!c->binary) vec_push(&c->list, character);
    }
    if (!c->binary) return;
    const struct bits *b = term_bits_of(v->plain);
    bits_add_raw(&c->bytes, b->bytes, b->offset, b->size);
    vec_push(&c->parts, v->e);
}

static void convert(struct characters *c) {
    for (uint32_t i = 0; i < c->leaves.n && !c->trouble; i++) {
        term t = c->leaves.at[i].t;
        if (c->leaves.at[i].number) {
            add_character(c, t);
            continue;
        }
        struct bits_view v = bits_view_of(c->ip, t);
        if (c->latin1)
            add_latin1(c, &v);
        else
            add_utf8(c, t, &v);
    }
}

static expr_id byte_within(struct interp *ip, const struct bits_view *v, uint64_t at, int64_t lo,
                           int64_t hi) {
    struct expr_store *x = ip->exprs;
    expr_id i = expr_ival(x, decide_expr(ip, number_at(ip, v, at * 8, 8)));
    const expr_id both[2] = {expr_int_lt(x, expr_int(x, lo - 1), i), expr_int_lt(x, i, expr_int(x, hi + 1))};
    return expr_and(x, both, 2);
}

// A binary as a whole, in which some character is wrong, or not all there: {error | incomplete, Done, Rest}.
// It is not all there if fewer bytes are left than its first one announces, and they look like the others of
// it. plain: what the conversion gives in this run.
static term stopped_in_binary(struct characters *c, term t, term plain) {
    static const int64_t lowest[] = {0, 0xC0, 0xE0, 0xF0}; // first bytes that announce more than so many
    struct interp *ip = c->ip;
    struct bits_view v = bits_view_of(ip, t);
    uint64_t at = c->stopped, left = 1;
    while (left < 4 && has_bits(ip, &v, (at + left + 1) * 8)) left++;
    if (left < 4) {
        expr_id parts[3] = {byte_within(ip, &v, at, lowest[left], 0xF7)};
        for (uint64_t i = 1; i < left; i++) parts[i] = byte_within(ip, &v, at + i, 0x80, 0xBF);
        decide_condition(ip, expr_and(ip->exprs, parts, (uint32_t)left),
                         term_tuple(plain)->at[0] == word_incomplete);
    }
    expr_id from = int_of(ip, at * 8), rest = expr_arith(ip->exprs, EXPR_SUB_OP, v.size, from);
    term done = c->binary ? part(ip, &v, 0, at) : term_list(&ip->heap, c->list.at, c->list.n, TERM_NIL);
    return term_tuple3(&ip->heap, term_tuple(plain)->at[0], done,
                       decide_bits_slice(ip, &v, from, rest, at * 8, v.bits - at * 8));
}

// unicode:characters_to_list/2 and characters_to_binary/2, encoding plain and one that is built in.
// `concrete` is the function itself.
static bool symbolic_characters(struct interp *ip, const term *args, bool latin1, bool binary,
                                bif_function *concrete, term *result) {
    struct characters c = {.ip = ip, .latin1 = latin1, .binary = binary};
    struct process *p = &ip->process;
    bool good = collect(&c, args[0]);
    if (good) convert(&c);
    bool whole = c.leaves.n == 1 && c.leaves.at[0].t == args[0] && !c.leaves.at[0].number; // a binary itself
    if (!good) {
        raise_badarg(p);
    } else if (c.trouble && whole && ip->symbolic) {
        const term plain_args[2] = {plain_of(ip, args[0]), args[1]};
        term plain = TERM_NIL;
        good = concrete(p, plain_args, &plain);
        if (good) *result = stopped_in_binary(&c, args[0], plain);
    } else if (c.trouble) {
        const term plain[2] = {ip->symbolic ? decide_lose(ip, args[0], "characters that cannot be converted")
                                            : plain_of(ip, args[0]),
                               args[1]};
        good = concrete(p, plain, result);
    } else if (binary) {
        *result = bits_take(&c.bytes, p->heap);
        if (ip->symbolic) *result = decide_value(ip, *result, expr_concat(ip->exprs, c.parts.at, c.parts.n));
    } else {
        *result = term_list(p->heap, c.list.at, c.list.n, TERM_NIL);
    }
    if (c.bytes.bytes) bits_drop(&c.bytes);
    vec_free(&c.leaves);
    vec_free(&c.list);
    vec_free(&c.parts);
    return good;
}

// unicode:characters_to_list/2 and characters_to_binary/2 are built in for Latin-1 and UTF-8 only; for other
// encodings the VM goes on in the Erlang function of the same name with _int behind it.
enum dispatch control_characters(struct interp *ip, const struct bif *b, const term *args, uint32_t n,
                                 term *result) {
    (void)n;
    static const char *const built_in[] = {"latin1", "unicode", "utf8"};
    term plain[2] = {args[0], decide_lose(ip, args[1], "encoding")};
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        if (plain[1] != term_atom(symbol_of(built_in[i]))) continue;
        if (term_shadowed(args[0]) && ip->symbolic) {
            const term symbolic[2] = {args[0], plain[1]};
            bool binary = strcmp(b->name, "characters_to_binary") == 0;
            return symbolic_characters(ip, symbolic, i == 0, binary, b->concrete, result) ? DISPATCH_VALUE
                                                                                          : DISPATCH_RAISE;
        }
        plain[0] = decide_lose(ip, args[0], call_text(b));
        return b->concrete(&ip->process, plain, result) ? DISPATCH_VALUE : DISPATCH_RAISE;
    }
    char name[64];
    snprintf(name, sizeof name, "%.50s_int", b->name);
    return call_export(ip, program_export(ip->program, symbol_of(b->module), symbol_of(name), 2), plain, 2,
                       result);
}
