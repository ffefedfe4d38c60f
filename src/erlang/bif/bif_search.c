// SPDX-License-Identifier: Apache-2.0
// Searching in binaries: match, matches, split and compile_pattern of module binary. Where several patterns
// match at the same place the longest wins. A compiled pattern is {bm, Pattern}: opaque to programs, as in
// the VM.
#include <string.h>

#include "base/vec.h"
#include "erlang/bif/bif_util.h"

struct pattern {
    const uint8_t *bytes;
    uint64_t n;
};
struct search {
    const uint8_t *subject;
    uint64_t from, to; // bytes
    VEC(struct pattern) patterns;
};
struct found {
    uint64_t at, n;
};

static void search_done(struct search *s) {
    vec_free(&s->patterns);
}

static bool add_pattern(struct process *p, struct search *s, term t) {
    if (!bits_is_binary(t) || term_bits_of(t)->size == 0) return false;
    vec_push(&s->patterns, (struct pattern){bits_bytes(p->heap, t), term_bits_of(t)->size / 8});
    return true;
}

static bool read_patterns(struct process *p, struct search *s, term t) {
    if (term_is_tuple(t) && term_tuple(t)->n == 2 && term_tuple(t)->at[0] == word_bm)
        t = term_tuple(t)->at[1];
    if (term_is_bits(t)) return add_pattern(p, s, t);
    for (; term_is_cons(t); t = term_tl(t)) {
        if (!add_pattern(p, s, term_hd(t))) return false;
    }
    return term_is_nil(t) && s->patterns.n > 0;
}

// {scope, {Start, Length}}, a negative length counting backwards.
static bool read_scope(struct search *s, term t) {
    if (!term_is_tuple(t) || term_tuple(t)->n != 2 || term_tuple(t)->at[0] != word_scope) return false;
    term part = term_tuple(t)->at[1];
    if (!term_is_tuple(part) || term_tuple(part)->n != 2) return false;
    if (!term_is_small(term_tuple(part)->at[0]) || !term_is_small(term_tuple(part)->at[1])) return false;
    int64_t at = term_small_value(term_tuple(part)->at[0]), n = term_small_value(term_tuple(part)->at[1]);
    if (n < 0) {
        at += n;
        n = -n;
    }
    if (at < 0 || (uint64_t)at > s->to || (uint64_t)n > s->to - (uint64_t)at) return false;
    s->from = (uint64_t)at;
    s->to = (uint64_t)(at + n);
    return true;
}

enum split_flag { SPLIT_GLOBAL = 1, SPLIT_TRIM = 2, SPLIT_TRIM_ALL = 4 };

// Subject, patterns and options; flags NULL: only {scope, _} is allowed. False: badarg raised, nothing to
// release.
static bool search_start(struct process *p, struct search *s, const term *args, term options,
                         unsigned *flags) {
    *s = (struct search){0};
    if (!bits_is_binary(args[0])) return raise_badarg(p);
    s->subject = bits_bytes(p->heap, args[0]);
    uint64_t size = s->to = term_bits_of(args[0])->size / 8;
    bool ok = true;
    for (; ok && term_is_cons(options); options = term_tl(options)) {
        term o = term_hd(options);
        unsigned flag = o == word_global     ? SPLIT_GLOBAL
                        : o == word_trim     ? SPLIT_TRIM
                        : o == word_trim_all ? SPLIT_TRIM_ALL
                                             : 0;
        if (flags && flag) {
            *flags |= flag;
        } else { // scopes are of the whole binary; the last one counts
            s->from = 0;
            s->to = size;
            ok = read_scope(s, o);
        }
    }
    ok = ok && term_is_nil(options);
    // The VM does not look at the pattern when the scope ends at the first byte.
    if (ok && (s->to == 0 || read_patterns(p, s, args[1]))) return true;
    search_done(s);
    return raise_badarg(p);
}

// The first match in from .. to.
static bool search_next(const struct search *s, uint64_t from, struct found *f) {
    f->n = 0;
    if (!term_visits(4)) return false;
    for (uint32_t i = 0; i < s->patterns.n; i++) {
        const struct pattern *t = &s->patterns.at[i];
        uint64_t to = f->n && s->to - f->at > t->n ? f->at + t->n
                                                   : s->to; // no use to look further than the best so far
        const uint8_t *hit = to > from ? memmem(s->subject + from, to - from, t->bytes, t->n) : NULL;
        uint64_t passed = hit ? (uint64_t)(hit - s->subject) - from : to > from ? to - from : 0;
        if (!term_visits((uint32_t)(passed / 32))) return false;
        if (!hit) continue;
        uint64_t at = (uint64_t)(hit - s->subject);
        if (f->n == 0 || at < f->at || (at == f->at && t->n > f->n)) *f = (struct found){at, t->n};
    }
    return f->n != 0;
}

static term found_term(struct process *p, struct found f) {
    return term_tuple2(p->heap, term_small((int64_t)f.at), term_small((int64_t)f.n));
}

static bool match(struct process *p, const term *args, term options, term *result) {
    struct search s;
    struct found f;
    if (!search_start(p, &s, args, options, NULL)) return false;
    *result = search_next(&s, s.from, &f) ? found_term(p, f) : word_nomatch;
    search_done(&s);
    return true;
}

static bool matches(struct process *p, const term *args, term options, term *result) {
    struct search s;
    struct found f;
    struct list_builder l;
    if (!search_start(p, &s, args, options, NULL)) return false;
    list_start(&l);
    for (uint64_t at = s.from; search_next(&s, at, &f); at = f.at + f.n)
        list_add(&l, p->heap, found_term(p, f));
    search_done(&s);
    return give(result, l.first);
}

static bool split(struct process *p, const term *args, term options, term *result) {
    struct search s;
    struct found f;
    unsigned flags = 0;
    if (!search_start(p, &s, args, options, &flags)) return false;
    VEC(term) parts = {0};
    uint64_t start = 0, size = term_bits_of(args[0])->size / 8;
    for (uint64_t at = s.from; search_next(&s, at, &f); at = start) {
        vec_push(&parts, term_sub_bits(p->heap, args[0], start * 8, (f.at - start) * 8));
        start = f.at + f.n;
        if (!(flags & SPLIT_GLOBAL)) break;
    }
    vec_push(&parts, term_sub_bits(p->heap, args[0], start * 8, (size - start) * 8));
    term list = TERM_NIL;
    for (uint32_t i = parts.n; i-- > 0;) {
        bool is_empty = term_bits_of(parts.at[i])->size == 0;
        bool drop = is_empty && (flags & SPLIT_TRIM_ALL || (flags & SPLIT_TRIM && term_is_nil(list)));
        if (!drop) list = term_cons(p->heap, parts.at[i], list);
    }
    vec_free(&parts);
    search_done(&s);
    return give(result, list);
}

BIF(binary_match) {
    return match(p, args, TERM_NIL, result);
}
BIF(binary_match3) {
    return match(p, args, args[2], result);
}
BIF(binary_matches) {
    return matches(p, args, TERM_NIL, result);
}
BIF(binary_matches3) {
    return matches(p, args, args[2], result);
}
BIF(binary_split) {
    return split(p, args, TERM_NIL, result);
}
BIF(binary_split3) {
    return split(p, args, args[2], result);
}

BIF(binary_compile_pattern) {
    struct search s = {0};
    bool ok = !term_is_tuple(args[0]) && read_patterns(p, &s, args[0]);
    search_done(&s);
    if (!ok) return raise_badarg(p);
    return give(result, term_tuple2(p->heap, word_bm, args[0]));
}
