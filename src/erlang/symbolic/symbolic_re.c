// SPDX-License-Identifier: Apache-2.0
// The native part of module re, as erts has it in OTP 25 (re(3)): compile, run, inspect. Subjects and
// expressions that have to be made UTF-8 first, and option global, are left to the Erlang functions of re
// that do so in the VM as well.
#include <pcre.h>
#include <pthread.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "erlang/bif/bif_util.h"
#include "erlang/bif/regex.h"
#include "erlang/machine/call.h"
#include "erlang/machine/compared.h"
#include "erlang/machine/decide.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/symbolic/symbolic_regex.h"

// ---- Options ----

enum {
    ONLY_COMPILE = 1,
    ONLY_RUN = 2,
    UNICODE = 4,
    GLOBAL = 8,
    CAPTURE = 16,
    REPORT = 32,
    LIMIT = 64,
    DEPTH = 128
};

struct options {
    int compile, run; // PCRE's
    int flags, offset;
    uint32_t match_limit, depth_limit;
    term captured, capture_type;
};

static const struct {
    const char *name;
    int compile, run, flags;
} words[] = {
    {"anchored", PCRE_ANCHORED, PCRE_ANCHORED, 0},
    {"notempty", 0, PCRE_NOTEMPTY, ONLY_RUN},
    {"notempty_atstart", 0, PCRE_NOTEMPTY_ATSTART, ONLY_RUN},
    {"notbol", 0, PCRE_NOTBOL, ONLY_RUN},
    {"noteol", 0, PCRE_NOTEOL, ONLY_RUN},
    {"no_start_optimize", PCRE_NO_START_OPTIMIZE, 0, ONLY_COMPILE},
    {"caseless", PCRE_CASELESS, 0, ONLY_COMPILE},
    {"dollar_endonly", PCRE_DOLLAR_ENDONLY, 0, ONLY_COMPILE},
    {"dotall", PCRE_DOTALL, 0, ONLY_COMPILE},
    {"extended", PCRE_EXTENDED, 0, ONLY_COMPILE},
    {"firstline", PCRE_FIRSTLINE, 0, ONLY_COMPILE},
    {"multiline", PCRE_MULTILINE, 0, ONLY_COMPILE},
    {"no_auto_capture", PCRE_NO_AUTO_CAPTURE, 0, ONLY_COMPILE},
    {"dupnames", PCRE_DUPNAMES, 0, ONLY_COMPILE},
    {"ungreedy", PCRE_UNGREEDY, 0, ONLY_COMPILE},
    {"ucp", PCRE_UCP, 0, ONLY_COMPILE},
    {"never_utf", PCRE_NEVER_UTF, 0, ONLY_COMPILE},
    {"unicode", PCRE_UTF8, 0, ONLY_COMPILE | UNICODE},
    {"report_errors", 0, 0, ONLY_RUN | REPORT},
    {"global", 0, 0, ONLY_RUN | GLOBAL},
    {"bsr_anycrlf", PCRE_BSR_ANYCRLF, PCRE_BSR_ANYCRLF, 0},
    {"bsr_unicode", PCRE_BSR_UNICODE, PCRE_BSR_UNICODE, 0},
};

static bool is_word(term t, const char *text) {
    return term_is_atom(t) && strcmp(symbol_text(term_symbol(t)), text) == 0;
}

static bool read_word(term t, struct options *o) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!is_word(t, words[i].name)) continue;
        o->compile |= words[i].compile;
        o->run |= words[i].run;
        o->flags |= words[i].flags;
        return true;
    }
    return false;
}

static bool read_int(term t, int *out) {
    if (!term_is_small(t) || term_small_value(t) < 0 || term_small_value(t) > INT32_MAX) return false;
    *out = (int)term_small_value(t);
    return true;
}

static bool read_newline(term t, struct options *o) {
    static const struct {
        const char *name;
        int option;
    } lines[] = {{"cr", PCRE_NEWLINE_CR},
                 {"crlf", PCRE_NEWLINE_CRLF},
                 {"lf", PCRE_NEWLINE_LF},
                 {"anycrlf", PCRE_NEWLINE_ANYCRLF},
                 {"any", PCRE_NEWLINE_ANY}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!is_word(t, lines[i].name)) continue;
        o->compile |= lines[i].option;
        o->run |= lines[i].option;
        return true;
    }
    return false;
}

static bool read_tuple(const struct tuple *t, struct options *o) {
    int n;
    if (t->n < 2 || t->n > 3 || !term_is_atom(t->at[0])) return false;
    if (is_word(t->at[0], "capture")) {
        o->captured = t->at[1];
        o->capture_type = t->n == 3 ? t->at[2] : term_atom(symbol_of("index"));
        o->flags |= ONLY_RUN | CAPTURE;
        return true;
    }
    if (t->n != 2) return false;
    if (is_word(t->at[0], "newline")) return read_newline(t->at[1], o);
    if (!read_int(t->at[1], &n)) return false;
    o->flags |= ONLY_RUN;
    if (is_word(t->at[0], "offset")) {
        o->offset = n;
    } else if (is_word(t->at[0], "match_limit")) {
        o->match_limit = (uint32_t)n;
        o->flags |= LIMIT;
    } else if (is_word(t->at[0], "match_limit_recursion")) {
        o->depth_limit = (uint32_t)n;
        o->flags |= DEPTH;
    } else {
        return false;
    }
    return true;
}

static bool read_options(term list, struct options *o) {
    *o = (struct options){0};
    for (; term_is_cons(list); list = term_tl(list)) {
        term t = term_hd(list);
        if (!(term_is_tuple(t) ? read_tuple(term_tuple(t), o) : read_word(t, o))) return false;
    }
    return term_is_nil(list);
}

// ---- Compiling ----

// The bytes of an iolist with a 0 behind them, to be freed. NULL: it is none, badarg, or too long for a run.
static char *text_of(struct process *p, term t, size_t *n) {
    struct bits_builder b = {0};
    static const uint8_t zero = 0;
    bool list = term_is_cons(t) || term_is_nil(t);
    if (!list && !bits_is_binary(t)) {
        raise_badarg(p);
        return NULL;
    }
    if (!bif_iolist_flatten(p, t, false, &b)) return NULL;
    *n = b.size / 8;
    bits_add_bytes(&b, &zero, 1);
    return (char *)b.bytes; // a builder without an arena: its bytes are from mem_alloc
}

static term ascii_list(struct process *p, const char *text) {
    return bif_list_of_bytes(p->heap, text, strlen(text), TERM_NIL);
}

static term pattern_term(struct process *p, const struct regex *r, bool unicode) {
    const term items[5] = {term_atom(symbol_of("re_pattern")), term_small(r->captures), term_small(unicode),
                           term_small(r->crlf), term_bits(p->heap, r->bytes, r->size * 8)};
    return term_tuple_of(p->heap, items, 5);
}

static term error_term(struct process *p, const struct regex_error *e) {
    return term_tuple2(p->heap, ascii_list(p, e->text), term_small(e->offset));
}

static enum dispatch raised(bool no) {
    return no ? DISPATCH_VALUE : DISPATCH_RAISE;
}

static enum dispatch in_erlang(struct interp *ip, const char *name, const term *args, uint32_t n,
                               term *result) {
    return call_export(ip, program_export(ip->program, symbol_of("re"), symbol_of(name), n), args, n, result);
}

static enum dispatch compile(struct interp *ip, const term *args, uint32_t n, term *result) {
    struct process *p = &ip->process;
    term list = n == 2 ? args[1] : TERM_NIL;
    struct options o;
    if (!read_options(list, &o) || o.flags & ONLY_RUN) return raised(raise_badarg(p));
    if (o.flags & UNICODE && !term_is_bits(args[0]))
        return in_erlang(ip, "ucompile", (term[]){args[0], list}, 2, result);
    size_t size;
    char *text = text_of(p, args[0], &size);
    if (!text) return raised(false);
    struct regex_error error = {0};
    const struct regex *r = regex_compile(text, o.compile, &error);
    mem_free(text);
    if (r && !r->kept) {
        regex_release(r);
        return raised(no_model(p, "more regular expressions than fit in the table"));
    }
    *result = r ? term_tuple2(p->heap, word_ok, pattern_term(p, r, o.flags & UNICODE))
                : term_tuple2(p->heap, atom_error, error_term(p, &error));
    return DISPATCH_VALUE;
}

// {re_pattern, Captures, Unicode, CrLf, Code}. NULL: it is none, raised.
static const struct regex *pattern_of(struct process *p, const struct tuple *t, bool *unicode) {
    bool shape = t->n == 5 && is_word(t->at[0], "re_pattern") && term_is_small(t->at[1]) &&
                 term_is_small(t->at[2]) && term_is_small(t->at[3]) && bits_is_binary(t->at[4]);
    if (!shape) return raise_badarg(p), NULL;
    *unicode = t->at[2] != term_small(0);
    struct bits_builder b = {0};
    bits_add_raw(&b, term_bits_of(t->at[4])->bytes, term_bits_of(t->at[4])->offset,
                 term_bits_of(t->at[4])->size);
    const struct regex *r = regex_of_bytes(b.bytes, b.size / 8);
    bool ours = b.size >= 64 && memcmp(b.bytes, "ERCP", 4) == 0;
    bits_drop(&b);
    if (r && t->at[1] == term_small(r->captures)) return r;
    if (ours)
        no_model(p, "a compiled regular expression that re:compile/2 did not make");
    else
        raise_badarg(p);
    return NULL;
}

// ---- What is captured ----

enum shape { AS_INDEX, AS_LIST, AS_BINARY, AS_NOTHING };

// Groups by number; NO_GROUP: there is none of that name. A name that several groups have is a run of them
// behind -n: the first of the n that took part in the match counts.
enum { NO_GROUP = -1 };
struct wanted {
    enum shape shape;
    bool listed; // by `groups`; else all from `first` on
    int first;
    VEC(int) groups;
};

static bool has_dupnames(const struct regex *r) {
    unsigned long options = 0;
    pcre_fullinfo(r->code, NULL, PCRE_INFO_OPTIONS, &options);
    return options & PCRE_DUPNAMES;
}

static void want_name(const struct regex *r, const char *name, struct wanted *w) {
    if (!has_dupnames(r)) {
        int group = pcre_get_stringnumber(r->code, name);
        vec_push(&w->groups, group < 0 ? NO_GROUP : group);
        return;
    }
    char *first = NULL, *last = NULL;
    int width = pcre_get_stringtable_entries(r->code, name, &first, &last);
    if (width < 0) {
        vec_push(&w->groups, NO_GROUP);
        return;
    }
    int n = (int)((last - first) / width) + 1;
    if (n > 1) vec_push(&w->groups, -n);
    for (int i = 0; i < n; i++, first += width) {
        int group = (unsigned char)first[0] << 8 | (unsigned char)first[1];
        vec_push(&w->groups, group);
    }
}

static void want_all_names(const struct regex *r, struct wanted *w) {
    int n = 0, width = 0;
    const char *entry = NULL, *before = NULL;
    pcre_fullinfo(r->code, NULL, PCRE_INFO_NAMECOUNT, &n);
    pcre_fullinfo(r->code, NULL, PCRE_INFO_NAMEENTRYSIZE, &width);
    pcre_fullinfo(r->code, NULL, PCRE_INFO_NAMETABLE, &entry);
    if (n <= 0) w->shape = AS_NOTHING;
    bool same = has_dupnames(r);
    for (int i = 0; i < n; i++, before = entry, entry += width) {
        int group = (unsigned char)entry[0] << 8 | (unsigned char)entry[1];
        if (!same)
            vec_push(&w->groups, group);
        else if (!before || strcmp(before + 2, entry + 2) != 0)
            want_name(r, entry + 2, w);
    }
}

static bool want_listed(struct process *p, const struct regex *r, term list, struct wanted *w) {
    for (; term_is_cons(list); list = term_tl(list)) {
        term t = term_hd(list);
        int group;
        size_t n;
        if (read_int(t, &group)) {
            vec_push(&w->groups, group);
        } else if (term_is_atom(t)) {
            want_name(r, symbol_text(term_symbol(t)), w);
        } else {
            char *name = text_of(p, t, &n);
            if (!name) return false;
            want_name(r, name, w);
            mem_free(name);
        }
    }
    return term_is_nil(list);
}

static bool read_wanted(struct process *p, const struct regex *r, const struct options *o, struct wanted *w) {
    *w = (struct wanted){0};
    if (!(o->flags & CAPTURE)) return true;
    if (is_word(o->capture_type, "list"))
        w->shape = AS_LIST;
    else if (is_word(o->capture_type, "binary"))
        w->shape = AS_BINARY;
    else if (!is_word(o->capture_type, "index"))
        return false;
    if (is_word(o->captured, "all")) return true;
    if (is_word(o->captured, "none") || term_is_nil(o->captured)) {
        w->shape = AS_NOTHING;
        return true;
    }
    if (is_word(o->captured, "all_but_first")) {
        w->first = 1;
        return true;
    }
    w->listed = true;
    if (is_word(o->captured, "first")) {
        vec_push(&w->groups, 0);
        return true;
    }
    if (is_word(o->captured, "all_names")) {
        want_all_names(r, w);
        return true;
    }
    return term_is_cons(o->captured) && want_listed(p, r, o->captured, w);
}

// ---- Matching ----

struct match {
    const struct regex *regex;
    const char *subject;
    size_t size;
    const int *ends;       // of the group i: from ends[2 * i] to ends[2 * i + 1]
    int n;                 // of groups that may have taken part; 0: no match
    struct term_vec bytes; // the subject's, if some are symbolic
};

static term captured_bytes(struct process *p, const struct match *m, enum shape shape, int from, size_t n) {
    term list = term_list(p->heap, m->bytes.at + from, (uint32_t)n, TERM_NIL), binary;
    return shape == AS_BINARY && symbolic_list_to_binary(p, &list, &binary) ? binary : list;
}

static term captured(struct process *p, const struct match *m, enum shape shape, int group) {
    int from = -1, to = -1;
    if (group >= 0 && group < m->n) {
        from = m->ends[2 * group];
        to = m->ends[2 * group + 1];
    }
    if (shape == AS_INDEX) {
        int length = from < 0 ? 0 : to - from;
        return term_tuple2(p->heap, term_small(from), term_small(length));
    }
    if (from < 0) from = to = 0;
    const char *at = m->subject + from;
    size_t n = (size_t)(to - from);
    if (n > 0 && m->bytes.n) return captured_bytes(p, m, shape, from, n);
    return shape == AS_LIST ? bif_list_of_bytes(p->heap, at, n, TERM_NIL)
                            : term_bits(p->heap, (const uint8_t *)at, n * 8);
}

// The group at place i of those listed, which is moved to the last that it stands for.
static int listed_group(const struct match *m, const struct wanted *w, uint32_t *i) {
    int group = w->groups.at[*i];
    if (group >= NO_GROUP) return group;
    uint32_t last = *i + (uint32_t)-group, j = *i + 1;
    for (; j <= last; j++) {
        int g = w->groups.at[j];
        if (g < m->n && m->ends[2 * g] >= 0) {
            group = g;
            break;
        }
    }
    *i = last;
    return group;
}

static term matched(struct process *p, const struct match *m, const struct wanted *w) {
    struct term_vec groups = {0};
    if (w->shape == AS_NOTHING) return term_atom(symbol_of("match"));
    for (int i = w->first; !w->listed && i < m->n; i++) vec_push(&groups, captured(p, m, w->shape, i));
    for (uint32_t i = 0; w->listed && i < w->groups.n; i++)
        vec_push(&groups, captured(p, m, w->shape, listed_group(m, w, &i)));
    term list = term_list(p->heap, groups.at, groups.n, TERM_NIL);
    vec_free(&groups);
    return term_tuple2(p->heap, term_atom(symbol_of("match")), list);
}

// PCRE recurses on the stack, some 500 bytes a level. What goes deeper than a thread's stack allows is begun
// anew on one of its own.
enum { DEPTH_HERE = 8000, DEPTH_THERE = 1500000, DEFAULT_LIMIT = 10000000 };
static const size_t LARGE_STACK = (size_t)1 << 30;

struct job {
    const struct match *m;
    const struct options *o;
    pcre_extra extra;
    int *ends, n_ends, result;
};

static void *execute(void *context) {
    struct job *j = context;
    j->result = pcre_exec(j->m->regex->code, &j->extra, j->m->subject, (int)j->m->size, j->o->offset,
                          j->o->run, j->ends, j->n_ends);
    return NULL;
}

static int run_with_depth(struct job *j) {
    uint32_t asked = j->o->flags & DEPTH ? j->o->depth_limit : DEFAULT_LIMIT;
    j->extra.match_limit_recursion = asked < DEPTH_HERE ? asked : DEPTH_HERE;
    execute(j);
    if (j->result != PCRE_ERROR_RECURSIONLIMIT || asked <= DEPTH_HERE) return j->result;
    pthread_attr_t attributes;
    pthread_t thread;
    j->extra.match_limit_recursion = asked < DEPTH_THERE ? asked : DEPTH_THERE;
    pthread_attr_init(&attributes);
    bool started = pthread_attr_setstacksize(&attributes, LARGE_STACK) == 0 &&
                   pthread_create(&thread, &attributes, execute, j) == 0;
    if (started) pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    bool ours = !started || (j->result == PCRE_ERROR_RECURSIONLIMIT && asked > DEPTH_THERE);
    return ours ? PCRE_ERROR_NOMEMORY : j->result;
}

static bool finished(struct process *p, int code, const struct options *o, struct match *m,
                     const struct wanted *w, term *result) {
    m->n = code < 0 ? 0 : code;
    if (code >= 0) return give(result, matched(p, m, w));
    bool report = o->flags & REPORT;
    switch (code) {
    case PCRE_ERROR_MATCHLIMIT:
    case PCRE_ERROR_RECURSIONLIMIT: {
        const char *what = code == PCRE_ERROR_MATCHLIMIT ? "match_limit" : "match_limit_recursion";
        return give(result,
                    report ? term_tuple2(p->heap, atom_error, term_atom(symbol_of(what))) : word_nomatch);
    }
    case PCRE_ERROR_NOMATCH:
    case PCRE_ERROR_RECURSELOOP: return give(result, word_nomatch);
    case PCRE_ERROR_BADUTF8:
    case PCRE_ERROR_BADUTF8_OFFSET: return raise_badarg(p);
    case PCRE_ERROR_BADOFFSET:
        return no_model(p, "re:run/3 with an offset behind the subject, which ends the process");
    default: return no_model(p, "a match of this depth");
    }
}

// Follows the expression with decisions. Result: the concrete subject; *groups REGEX_LOST: that is all there
// is, as a loss unless it is no text at all.
static term follow(struct interp *ip, const struct options *o, struct match *m, term subject, int *ends,
                   int *groups) {
    const struct regex_program *program = regex_program(m->regex);
    bool plain_run = !(o->run & ~(PCRE_ANCHORED | PCRE_NO_UTF8_CHECK)) && !(o->flags & (LIMIT | DEPTH));
    enum regex_bytes found = program && plain_run ? symbolic_regex_bytes(ip, subject, &m->bytes) : REGEX_DEEP;
    *groups = found == REGEX_BYTES ? symbolic_regex_run(ip, program, &m->bytes, (uint32_t)o->offset,
                                                        o->run & PCRE_ANCHORED, ends)
                                   : REGEX_LOST;
    if (*groups == REGEX_LOST && found != REGEX_NO_BYTES)
        return decide_lose(ip, subject, "subject of a regular expression");
    return term_concrete(&ip->heap, subject);
}

static bool same_match(const int *a, const int *b, int groups) {
    return groups <= 0 || memcmp(a, b, 2 * (size_t)groups * sizeof *a) == 0;
}

static bool execute_on(struct interp *ip, struct match *m, term subject, const struct options *o,
                       const struct wanted *w, term *result) {
    struct process *p = &ip->process;
    int n_ends = 3 * (m->regex->captures + 1), *ends = mem_zalloc((size_t)n_ends * sizeof *ends),
        *followed = mem_zalloc((size_t)n_ends * sizeof *ends), groups = REGEX_LOST;
    term concrete = subject;
    if (term_shadowed(subject)) concrete = follow(ip, o, m, subject, followed, &groups);
    char *text = text_of(p, concrete, &m->size);
    bool good = text && m->size <= INT32_MAX;
    if (!good) {
        if (text) no_model(p, "a subject of this size");
    } else {
        m->subject = text;
        m->ends = ends;
        struct job j = {.m = m, .o = o, .ends = ends, .n_ends = n_ends};
        j.extra.flags = PCRE_EXTRA_MATCH_LIMIT | PCRE_EXTRA_MATCH_LIMIT_RECURSION;
        j.extra.match_limit = o->flags & LIMIT ? o->match_limit : DEFAULT_LIMIT;
        int code = run_with_depth(&j), found = code < 0 ? 0 : code;
        if (groups != REGEX_LOST && (found != groups || !same_match(ends, followed, groups))) {
            decide_lose(ip, subject, "a regular expression that was not followed as PCRE does");
            groups = REGEX_LOST;
        }
        if (groups == REGEX_LOST) m->bytes.n = 0;
        good = finished(p, code, o, m, w, result);
    }
    mem_free(ends);
    mem_free(followed);
    mem_free(text);
    return good;
}

static bool match(struct interp *ip, const struct regex *r, term subject, const struct options *o,
                  term *result) {
    struct wanted w;
    struct match m = {.regex = r};
    bool good = read_wanted(&ip->process, r, o, &w) ? execute_on(ip, &m, subject, o, &w, result)
                                                    : raise_badarg(&ip->process);
    vec_free(&m.bytes);
    vec_free(&w.groups);
    return good;
}

static bool has_to_be_text(struct interp *ip, const struct options *o, term subject) {
    bool list = o->flags & CAPTURE && is_word(o->capture_type, "list") && !(o->flags & GLOBAL);
    return list || !decide_kind(ip, subject, KINDS_BITS);
}

static enum dispatch run_compiled(struct interp *ip, const term *args, const struct options *o,
                                  term *result) {
    struct process *p = &ip->process;
    bool unicode;
    if (o->flags & ONLY_COMPILE) return raised(raise_badarg(p));
    const struct regex *r = pattern_of(p, term_tuple(args[1]), &unicode);
    if (!r) return DISPATCH_RAISE;
    symbolic_regex_shapes(ip, r, args[0]);
    if (unicode && has_to_be_text(ip, o, args[0])) return in_erlang(ip, "urun", args, 3, result);
    if (o->flags & GLOBAL) {
        const term more[3] = {args[0], args[1], term_tuple2(p->heap, args[2], atom_false)};
        return in_erlang(ip, "grun", more, 3, result);
    }
    return raised(match(ip, r, args[0], o, result));
}

static enum dispatch run_text(struct interp *ip, const term *args, const struct options *o, term *result) {
    struct process *p = &ip->process;
    bool unicode = o->flags & UNICODE;
    size_t size;
    if (unicode && (!term_is_bits(args[1]) || has_to_be_text(ip, o, args[0])))
        return in_erlang(ip, "urun", args, 3, result);
    char *text = text_of(p, args[1], &size);
    if (!text) return raised(false);
    struct regex_error error = {0};
    const struct regex *r = regex_compile(text, o->compile, &error);
    if (r) compared_pattern(ip, args[0], text, size);
    mem_free(text);
    if (!r) {
        if (!(o->flags & REPORT)) return raised(raise_badarg(p));
        term why = term_tuple2(p->heap, term_atom(symbol_of("compile")), error_term(p, &error));
        *result = term_tuple2(p->heap, atom_error, why);
        return DISPATCH_VALUE;
    }
    symbolic_regex_shapes(ip, r, args[0]);
    if (o->flags & GLOBAL && r->kept) {
        term how = term_tuple3(p->heap, args[2], atom_boolean(o->flags & ONLY_COMPILE), args[1]);
        const term more[3] = {args[0], pattern_term(p, r, unicode), how};
        return in_erlang(ip, "grun", more, 3, result);
    }
    bool good = o->flags & GLOBAL ? no_model(p, "more regular expressions than fit in the table")
                                  : match(ip, r, args[0], o, result);
    regex_release(r);
    return raised(good);
}

// checked: the subject is known to be UTF-8, since an earlier run said so.
static enum dispatch run(struct interp *ip, const term *args, bool checked, term *result) {
    struct options o;
    if (!read_options(args[2], &o)) return raised(raise_badarg(&ip->process));
    if (checked) o.run |= PCRE_NO_UTF8_CHECK;
    if (term_is_tuple(args[1]) && term_tuple(args[1])->n == 5) return run_compiled(ip, args, &o, result);
    if (!term_is_bits(args[1]) && !term_is_cons(args[1]) && !term_is_nil(args[1]))
        return raised(raise_badarg(&ip->process));
    return run_text(ip, args, &o, result);
}

// ---- Looking into one ----

static bool inspect(struct process *p, const term *args, term *result) {
    bool unicode;
    if (!term_is_tuple(args[0])) return raise_badarg(p);
    const struct regex *r = pattern_of(p, term_tuple(args[0]), &unicode);
    if (!r) return false;
    if (!is_word(args[1], "namelist")) return raise_badarg(p);
    int n = 0, width = 0;
    const char *entry = NULL, *before = NULL;
    pcre_fullinfo(r->code, NULL, PCRE_INFO_NAMECOUNT, &n);
    pcre_fullinfo(r->code, NULL, PCRE_INFO_NAMEENTRYSIZE, &width);
    pcre_fullinfo(r->code, NULL, PCRE_INFO_NAMETABLE, &entry);
    bool same = has_dupnames(r);
    struct list_builder l;
    list_start(&l);
    for (int i = 0; i < n; i++, before = entry, entry += width)
        if (!same || !before || strcmp(before + 2, entry + 2) != 0)
            list_add(&l, p->heap, term_bits(p->heap, (const uint8_t *)entry + 2, strlen(entry + 2) * 8));
    return give(result, term_tuple2(p->heap, args[1], l.first));
}

enum dispatch control_re(struct interp *ip, const struct bif *b, const term *args, uint32_t n, term *result) {
    term plain[4];
    bool runs = strcmp(b->name, "run") == 0 || strcmp(b->name, "internal_run") == 0;
    if (runs) plain[0] = args[0];
    for (uint32_t i = runs; i < n; i++) plain[i] = decide_lose(ip, args[i], call_text(b));
    if (strcmp(b->name, "compile") == 0) return compile(ip, plain, n, result);
    if (strcmp(b->name, "inspect") == 0) return raised(inspect(&ip->process, plain, result));
    if (n == 2) plain[2] = TERM_NIL;
    if (n == 4 && plain[3] != atom_true && plain[3] != atom_false) return raised(raise_badarg(&ip->process));
    return run(ip, plain, n == 4 && plain[3] == atom_false, result);
}
