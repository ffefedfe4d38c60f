// SPDX-License-Identifier: Apache-2.0
// Methods of String and StringBuilder in runs that summarise (summary.h): where a string of unknown length is
// asked, the answer is an unknown of which the method's documentation (Java SE 17) tells something. All of
// them decline in other runs, and where that would tell less than the body does at a bearable price.
#include "java/machine/dynamic.h"
#include "java/runtime/native.h"
#include "java/symbolic/rope.h"
#include "java/symbolic/summary.h"
#include "java/symbolic/symbolic_string.h"

enum { MOST_CHARS = 16 };

static enum native_status declined(const struct java_thread *t) {
    return t->stop ? NATIVE_STOP : NATIVE_DECLINE;
}

// A string of unknown length, in a run that summarises.
static bool is_open(const struct java_thread *t, const struct object *s) {
    return s && s->class == t->program->string && string_value(s) && summary_applies(t) &&
           rope_wanted(t, string_value(s));
}

static bool is_plain(const struct java_thread *t, const struct object *s) {
    return s && s->class == t->program->string && string_value(s) && !string_value(s)->length_expr &&
           !java_string_is_symbolic(s);
}

static expr_id literal(struct java_thread *t, int64_t v) {
    return expr_int(t->x, v);
}

static expr_id value(struct java_thread *t, struct sym v) {
    return v.e ? v.e : literal(t, v.w.i);
}

static expr_id length_of(struct java_thread *t, const struct object *s) {
    return rope_length(t, string_value(s), string_is_utf16(s));
}

static uint64_t identity(const struct java_thread *t, const struct object *s) {
    return rope_identity(t, string_value(s));
}

static expr_id less(struct java_thread *t, expr_id a, expr_id b) {
    return expr_int_lt(t->x, a, b);
}

static expr_id at_most(struct java_thread *t, expr_id a, expr_id b) {
    return expr_not(t->x, less(t, b, a));
}

static expr_id either(struct java_thread *t, expr_id a, expr_id b) {
    expr_id both[2] = {a, b};
    return expr_or(t->x, both, 2);
}

static expr_id plus(struct java_thread *t, expr_id a, expr_id b) {
    return expr_arith(t->x, EXPR_ADD_OP, a, b);
}

static expr_id is_true(struct java_thread *t, struct sym v) {
    return expr_int_eq(t->x, v.e, literal(t, 1));
}

static expr_id same_truth(struct java_thread *t, expr_id a, expr_id b) {
    expr_id both[2] = {either(t, expr_not(t->x, a), b), either(t, expr_not(t->x, b), a)};
    return expr_and(t->x, both, 2);
}

static enum native_status give(struct java_thread *t, struct sym v, union word *result,
                               expr_id *result_expr) {
    return GIVE(v.w, expr_op(t->x, v.e) == EXPR_INT_LIT_OP ? EXPR_NONE : v.e);
}

// ---- Strings that are made ----

// A string of these bytes. The JVM may give one that is there already, so its identity is not known.
static enum native_status give_string(struct java_thread *t, struct object *bytes, bool utf16,
                                      union word *result, expr_id *result_expr) {
    struct object *s = bytes ? java_string_of_bytes(t, bytes, utf16) : NULL;
    if (!s) return native_failed(t);
    s->flags |= OBJECT_CACHED;
    return GIVE_REF(s);
}

static struct summary_key with_op(struct summary_key key, enum summary_op op) {
    key.op = op;
    return key;
}

// How many times as many characters as a string of the input has at most, one that has `each` for every
// character of s and `more` besides. 0: more than a text can have.
static uint32_t times_of(struct java_thread *t, const struct object *s, uint32_t each, uint32_t more) {
    uint64_t before = rope_times(t, string_value(s), string_is_utf16(s)), times = before * each;
    if (more > INPUT_MORE) return 0;
    times += before > 1 ? each > 1 || more : each == 1 && more; // INPUT_MORE for each is less than once
    return times <= INPUT_MOST_TIMES ? (uint32_t)times : 0;
}

// The text of that key, made of a string, so many times as long as one of the input (times_of); where its
// characters may need two bytes or not, that is decided.
static struct object *make_text(struct java_thread *t, struct summary_key key, const struct object *of,
                                uint32_t times, bool may_be_wide, bool *utf16) {
    bool ascii = !may_be_wide && rope_is_ascii(t, string_value(of));
    *utf16 = false;
    if (may_be_wide) {
        struct summary_key wide = {SUMMARY_WIDE, {key.op | key.at[3] << 32, key.at[0], key.at[1], key.at[2]}};
        *utf16 = summary_decide(t, is_true(t, summary_value(t, wide, JAVA_BOOLEAN)));
    }
    struct object *bytes = summary_text(t, key,
                                        *utf16  ? FAMILY_UTF16
                                        : ascii ? FAMILY_ASCII
                                                : FAMILY_LATIN,
                                        times);
    if (bytes && *utf16 && !summary_require(t, less(t, literal(t, 0), rope_length(t, bytes, true))))
        return NULL;
    return bytes;
}

// What is left of a string with a character of two bytes, without the first few of it, has one unless one of
// those is.
static bool require_wide_rest(struct java_thread *t, struct summary_key key, struct sym begin, bool to_end) {
    uint64_t of = key.at[0];
    const struct input_text *text = of & 1 ? &t->texts->at[of >> 1] : NULL;
    if (!to_end || begin.e || begin.w.i > MOST_CHARS || !text || text->part) return true;
    expr_id any[MOST_CHARS + 1];
    for (int32_t i = 0; i < begin.w.i; i++)
        any[i] = less(t, literal(t, 255), input_element(t->input, text, (uint32_t)i));
    any[begin.w.i] = is_true(t, summary_value(t, key, JAVA_BOOLEAN));
    return summary_require(t, expr_or(t->x, any, (uint32_t)begin.w.i + 1));
}

// Likewise of few characters, and as many: each is one by itself.
static enum native_status give_few(struct java_thread *t, const struct object *bytes, bool utf16,
                                   expr_id begin, int32_t n, union word *result, expr_id *result_expr) {
    struct sym chars[MOST_CHARS];
    expr_id wide[MOST_CHARS];
    for (int32_t i = 0; i < n; i++) {
        if (!rope_char(t, bytes, utf16, plus(t, begin, literal(t, i)), &chars[i])) return declined(t);
        wide[i] = less(t, literal(t, 255), chars[i].e);
    }
    bool is_wide = utf16 && summary_decide(t, expr_or(t->x, wide, (uint32_t)n));
    struct object *array = java_new_array(t, t->program->byte_array, n << is_wide);
    if (!array) return native_failed(t);
    for (int32_t i = 0; i < n; i++) {
        memcpy((uint8_t *)array->fields + ((size_t)i << is_wide), &chars[i].w.i, 1u + is_wide);
        for (uint32_t k = 0; k <= is_wide; k++)
            heap_set_expr(&t->heap, array, ((uint32_t)i << is_wide) + k,
                          java_char_byte(t->x, chars[i].e, is_wide, k));
    }
    return give_string(t, array, is_wide, result, result_expr);
}

// What characters begin to end of bytes are as a string, whose length is known to fit.
static enum native_status give_slice(struct java_thread *t, const struct object *bytes, bool utf16,
                                     struct sym begin, struct sym end, union word *result,
                                     expr_id *result_expr) {
    int64_t few;
    expr_id size = expr_arith(t->x, EXPR_SUB_OP, value(t, end), value(t, begin));
    if (begin.e && summary_applies(t) && expr_get_int64(t->x, size, &few) && few > 0 && few <= MOST_CHARS) {
        enum native_status done = give_few(t, bytes, utf16, begin.e, (int32_t)few, result, result_expr);
        if (done != NATIVE_DECLINE) return done;
    }
    struct rope *r = rope_new(t);
    if (!rope_add_slice(t, r, bytes, utf16, begin, end)) return declined(t);
    rope_narrow(r);
    struct object *array = rope_array(t, r);
    if (!array) return native_failed(t);
    uint64_t of = rope_identity(t, bytes);
    bool to_end = value(t, end) == rope_length(t, bytes, utf16);
    if (summary_applies(t))
        summary_note_slice(t, of, value(t, begin), value(t, end), to_end, rope_identity(t, array));
    if (!rope_is_wide(r)) return GIVE_MADE(java_string_of_bytes(t, array, false));
    if (array->flags & OBJECT_ROPE && rope_has_wide(t, array))
        return GIVE_MADE(java_string_of_bytes(t, array, true));
    if (!summary_applies(t)) return NATIVE_DECLINE;
    struct summary_key key = {SUMMARY_WIDE, {of, value(t, begin), size}};
    if (!require_wide_rest(t, key, begin, to_end)) return NATIVE_STOP;
    if (summary_decide(t, is_true(t, summary_value(t, key, JAVA_BOOLEAN)))) {
        if (!summary_require(t, less(t, literal(t, 0), size))) return NATIVE_STOP;
        return GIVE_MADE(java_string_of_bytes(t, array, true));
    }
    uint32_t times = rope_times(t, bytes, utf16);
    if (!times) return NATIVE_DECLINE;
    struct object *narrow = summary_text(t, with_op(key, SUMMARY_NARROW), FAMILY_LATIN, times);
    if (!narrow || !rope_require_length(t, narrow, false, size)) return NATIVE_STOP;
    summary_note_same(t, rope_identity(t, array), rope_identity(t, narrow));
    struct summary_key starts = {SUMMARY_STARTS, {of, rope_identity(t, narrow), value(t, begin)}};
    struct sym known;
    if (!summary_known(t, starts, &known)) summary_set(t, starts, (struct sym){word_int(1), literal(t, 1)});
    return GIVE_MADE(java_string_of_bytes(t, narrow, false));
}

// newString(byte[] val, int index, int len) of StringLatin1 and StringUTF16: a rope as a whole, or a slice.
// Where no character of it may need two bytes the body has to look.
NATIVE(native_new_string) {
    const struct object *bytes = args[0].r;
    if (!bytes || !rope_wanted(t, bytes)) return NATIVE_DECLINE;
    bool utf16 = strcmp(symbol_text(m->class->name), "java/lang/StringUTF16") == 0;
    expr_id chars = rope_length(t, bytes, utf16);
    struct sym begin = {args[1], exprs[1]}, n = {args[2], exprs[2]};
    if (!chars) return NATIVE_DECLINE;
    expr_id end = plus(t, value(t, begin), value(t, n));
    bool known = expr_op(t->x, end) == EXPR_INT_LIT_OP;
    if (bytes->flags & OBJECT_ROPE && !begin.e && begin.w.i == 0 && n.e == chars) {
        if (utf16 && !rope_has_wide(t, bytes) && !summary_applies(t)) return NATIVE_DECLINE;
        if (!utf16 || rope_has_wide(t, bytes))
            return GIVE_MADE(java_string_of_bytes(t, rope_copy(t, bytes), utf16));
    }
    if (utf16 && !summary_applies(t)) return NATIVE_DECLINE;
    return give_slice(t, bytes, utf16, begin,
                      (struct sym){word_int(begin.w.i + n.w.i), known ? EXPR_NONE : end}, result,
                      result_expr);
}

// trim() and strip(), stripLeading(), stripTrailing()
NATIVE(native_summary_strip) {
    (void)exprs;
    const struct object *s = args[0].r;
    if (!is_open(t, s)) return NATIVE_DECLINE;
    bool utf16, trim = strcmp(symbol_text(m->name), "trim") == 0;
    struct summary_key key = {SUMMARY_STRIPPED, {identity(t, s), (uintptr_t)m}};
    uint32_t times = times_of(t, s, 1, 0);
    if (!times) return NATIVE_DECLINE;
    struct object *bytes = make_text(t, key, s, times, string_is_utf16(s), &utf16);
    if (!bytes) return native_failed(t);
    expr_id n = rope_length(t, bytes, utf16);
    if (!summary_require(t, at_most(t, n, length_of(t, s)))) return NATIVE_STOP;
    if (trim && summary_decide(t, less(t, literal(t, 0), n))) { // first and last are no spaces
        const struct input_text *text = text_of(t, bytes);
        struct sym last = {{0}, EXPR_NONE};
        if (!summary_require(t, less(t, literal(t, ' '), input_element(t->input, text, 0))))
            return NATIVE_STOP;
        if (rope_char(t, bytes, utf16, plus(t, n, literal(t, -1)), &last))
            summary_require(t, less(t, literal(t, ' '), last.e));
        if (t->stop) return NATIVE_STOP;
    }
    return give_string(t, bytes, utf16, result, result_expr);
}

// Whether the program has set a default locale of a language with letters of its own
// (String.toLowerCase(Locale): Turkish, Azeri, Lithuanian); there what is said of lengths and of ASCII does
// not hold.
static bool has_own_letters(struct java_thread *t) {
    static const char *const languages[] = {"tr", "az", "lt"};
    struct java_class *c = program_class_of(t->program, "java/util/Locale");
    bool is_set = c && thread_class(t, c)->init == INIT_DONE;
    const union word *locale = is_set ? native_static(t, c, "defaultLocale") : NULL;
    if (!locale || !locale->r) return false;
    const struct object *base = native_field(locale->r, "baseLocale")->r,
                        *language = base ? native_field(base, "language")->r : NULL;
    for (size_t i = 0; language && i < sizeof languages / sizeof *languages; i++)
        if (java_string_equals(language, languages[i])) return true;
    return false;
}

// toLowerCase() and toUpperCase() without a locale
NATIVE(native_summary_case) {
    (void)exprs;
    const struct object *s = args[0].r;
    if (!is_open(t, s) || has_own_letters(t)) return NATIVE_DECLINE;
    bool lower = strcmp(symbol_text(m->name), "toLowerCase") == 0, ascii = rope_is_ascii(t, string_value(s)),
         keeps = !string_is_utf16(s) && (ascii || lower), utf16;
    struct summary_key key = {SUMMARY_CASE, {identity(t, s), lower}};
    uint32_t times = times_of(t, s, keeps ? 1 : 3, 0);
    if (!times) return NATIVE_DECLINE;
    struct object *bytes = make_text(t, key, s, times, !keeps, &utf16);
    if (!bytes) return native_failed(t);
    expr_id n = rope_length(t, bytes, utf16), before = length_of(t, s);
    expr_id most =
        expr_arith(t->x, EXPR_MUL_OP, before, literal(t, 3)); // no character becomes more than three
    if (keeps ? !rope_require_length(t, bytes, utf16, before)
              : !summary_require(t, at_most(t, before, n)) || !summary_require(t, at_most(t, n, most)))
        return NATIVE_STOP;
    return give_string(t, bytes, utf16, result, result_expr);
}

// Of a search of the whole string, where `from` is 0; at[3] is 1 for one from a place on, which may be 0 as
// well.
static struct summary_key index_key(enum summary_op op, uint64_t of, expr_id what, expr_id from) {
    return (struct summary_key){op, {of, what, from}};
}

// replace(char, char): as long as before; the old character is in it no more.
NATIVE(native_summary_replace_char) {
    (void)m;
    const struct object *s = args[0].r;
    if (!is_open(t, s) || exprs[1] || exprs[2] || args[1].i == args[2].i) return NATIVE_DECLINE;
    bool wide = string_is_utf16(s), utf16;
    if (!wide && args[1].i > 255) return NATIVE_DECLINE; // it is not in it
    struct summary_key key = {SUMMARY_REPLACED, {identity(t, s), (uint64_t)args[1].i, (uint64_t)args[2].i}};
    uint32_t times = times_of(t, s, 1, 0);
    if (!times) return NATIVE_DECLINE;
    struct object *bytes = make_text(t, key, s, times, wide || args[2].i > 127, &utf16);
    if (!bytes) return native_failed(t);
    if (!rope_require_length(t, bytes, utf16, length_of(t, s))) return NATIVE_STOP;
    struct sym none = {word_int(-1), literal(t, -1)};
    uint64_t of = rope_identity(t, bytes);
    expr_id old = literal(t, args[1].i);
    summary_set(t, index_key(SUMMARY_INDEX, of, old, literal(t, 0)), none);
    return give_string(t, bytes, utf16, result, result_expr);
}

static bool is_plain_ascii(const struct object *s) {
    for (uint32_t i = 0; i < java_string_length(s); i++)
        if (java_string_at(s, i) > 127) return false;
    return true;
}

// replace(CharSequence, CharSequence) of strings: each of the places, none of which is within another, makes
// it longer or shorter by the difference. A single character that is replaced is in it no more.
NATIVE(native_summary_replace_text) {
    (void)m, (void)exprs;
    const struct object *s = args[0].r, *old = args[1].r, *by = args[2].r;
    if (!is_open(t, s) || !old || !by || old->class != t->program->string ||
        by->class != t->program->string || !is_plain(t, old) || !is_plain(t, by))
        return NATIVE_DECLINE;
    uint32_t n_old = java_string_length(old), n_by = java_string_length(by);
    uint32_t times = n_old ? times_of(t, s, n_by > n_old ? (n_by + n_old - 1) / n_old : 1, 0) : 0;
    bool wide = string_is_utf16(s), utf16, stays = n_by == 0;
    if (!times) return NATIVE_DECLINE;
    struct summary_key key = {SUMMARY_REPLACED, {identity(t, s), identity(t, old), identity(t, by), 1}};
    struct object *bytes = make_text(t, key, s, times, wide || !is_plain_ascii(by), &utf16);
    if (!bytes) return native_failed(t);
    expr_id n = length_of(t, s), now = rope_length(t, bytes, utf16),
            most = n_by > n_old ? expr_arith(t->x, EXPR_MUL_OP, n, literal(t, n_by)) : n;
    if (n_by == n_old ? !rope_require_length(t, bytes, utf16, n) : !summary_require(t, at_most(t, now, most)))
        return NATIVE_STOP;
    if (n_by > n_old && !summary_require(t, at_most(t, n, now))) return NATIVE_STOP;
    if (n_by > 0 && n_by < n_old &&
        !summary_require(t, either(t, at_most(t, n, literal(t, 0)), less(t, literal(t, 0), now))))
        return NATIVE_STOP;
    for (uint32_t i = 0; !stays && i < n_by; i++) stays = java_string_at(by, i) == java_string_at(old, 0);
    if (n_old == 1 && (n_by == 0 || !stays)) {
        struct sym none = {word_int(-1), literal(t, -1)};
        expr_id c = literal(t, java_string_at(old, 0));
        uint64_t of = rope_identity(t, bytes);
        for (enum summary_op op = SUMMARY_INDEX; op <= SUMMARY_LAST; op++)
            summary_set(t, index_key(op, of, c, literal(t, 0)), none);
    }
    return give_string(t, bytes, utf16, result, result_expr);
}

// Whether what matches from this node on has always as many characters, none of two: then a repetition is a
// loop.
static bool has_one_width(const struct object *node) {
    enum { MOST_NODES = 64 };
    for (uint32_t i = 0; node && i < MOST_NODES; i++, node = native_field(node, "next")->r) {
        const char *name = symbol_text(node->class->name);
        if (!strcmp(name, "java/util/regex/Pattern$Node")) return true; // the end
        if (strcmp(name, "java/util/regex/Pattern$Slice") != 0 &&
            strcmp(name, "java/util/regex/Pattern$BmpCharProperty") != 0)
            return false;
    }
    return false;
}

// The JDK's matcher calls the node of each step from that of the one before it, and comes back when all is
// matched. Nodes of these classes go on to another node, which is a part of the expression; so calls are no
// deeper than it is long. All others may come by themselves again, once for each repetition: there a long
// string is a StackOverflowError (JDK 17: Loop and its like, GroupCurly; Curly where a character may be one
// or two).
static bool is_straight(const struct object *node) {
    static const char *const names[] = {"Node",
                                        "LastNode",
                                        "Start",
                                        "StartS",
                                        "Begin",
                                        "End",
                                        "Caret",
                                        "UnixCaret",
                                        "Dollar",
                                        "UnixDollar",
                                        "Bound",
                                        "Slice",
                                        "SliceI",
                                        "SliceU",
                                        "SliceS",
                                        "SliceIS",
                                        "SliceUS",
                                        "BnM",
                                        "BnMS",
                                        "Ques",
                                        "Branch",
                                        "BranchConn",
                                        "CharProperty",
                                        "GroupHead",
                                        "GroupTail",
                                        "LineEnding",
                                        "CharPropertyGreedy",
                                        "BmpCharProperty",
                                        "BmpCharPropertyGreedy"};
    const char *prefix = "java/util/regex/Pattern$", *name = symbol_text(node->class->name);
    if (strncmp(name, prefix, strlen(prefix)) != 0) return true; // a predicate of characters, or a name
    name += strlen(prefix);
    if (name[0] == '$') return true; // a lambda: likewise
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    if (!strcmp(name, "Curly") || !strcmp(name, "GroupCurly"))
        return has_one_width(native_field(node, "atom")->r);
    return !strcmp(name, "BitClass") || !strcmp(name, "Qtype");
}

// Adds what an object refers to. False: there is too much of it.
static bool add_referred(const struct object *o, const struct object **all, uint32_t *n, uint32_t most) {
    bool array = o->class->element != NULL;
    uint32_t slots = array ? (uint32_t)o->length : o->class->n_slots;
    if (array && o->class->element_kind != JAVA_REF) return true;
    for (uint32_t i = 0; i < slots; i++) {
        const struct object *to = array ? ((struct object *const *)o->fields)[i] : NULL;
        for (const struct java_class *c = o->class; !array && c; c = c->super)
            for (uint32_t k = 0; k < c->n_fields; k++)
                if (!(c->fields[k].access & ACC_STATIC) && c->fields[k].slot == i &&
                    c->fields[k].kind == JAVA_REF && c->fields[k].info)
                    to = o->fields[i].r;
        for (uint32_t k = 0; to && k < *n; k++)
            if (all[k] == to) to = NULL;
        if (to && *n == most) return false;
        if (to) all[(*n)++] = to;
    }
    return true;
}

// Whether matching takes no more of the stack for a longer string.
static bool is_shallow(const struct object *pattern) {
    enum { MOST_OBJECTS = 400 };
    const struct object *all[MOST_OBJECTS] = {pattern};
    uint32_t n = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_straight(all[i]) || !add_referred(all[i], all, &n, MOST_OBJECTS)) return false;
    }
    return true;
}

// Has Pattern.compile look at it, which may throw. False: it did, or t->stop is set, or neither, where the
// stack may not do for matching a long string.
static bool compile_regex(struct java_thread *t, struct object *regex) {
    struct java_class *pattern = program_class_of(t->program, "java/util/regex/Pattern");
    union word compiled, arg = word_ref(regex);
    return pattern && java_initialize(t, pattern) == JAVA_RETURNED &&
           native_call(t, pattern, "compile", "(Ljava/lang/String;)Ljava/util/regex/Pattern;", &arg,
                       &compiled) == JAVA_RETURNED &&
           is_shallow(compiled.r);
}

// replaceAll(String, String), replaceFirst(String, String), by what names no group: at most one place before
// each character and one at the end, and only one of all.
NATIVE(native_summary_replace_regex) {
    (void)exprs;
    const struct object *s = args[0].r, *by = args[2].r;
    struct object *regex = args[1].r;
    if (!is_open(t, s) || !is_plain(t, regex) || !is_plain(t, by)) return NATIVE_DECLINE;
    uint32_t n_by = java_string_length(by);
    for (uint32_t i = 0; i < n_by; i++)
        if (java_string_at(by, i) == '$' || java_string_at(by, i) == '\\') return NATIVE_DECLINE;
    bool first = strcmp(symbol_text(m->name), "replaceFirst") == 0, utf16;
    uint32_t times = first ? times_of(t, s, 1, n_by) : times_of(t, s, n_by + 1, n_by);
    if (!times) return NATIVE_DECLINE;
    if (!compile_regex(t, regex)) return t->stop || t->exception ? native_failed(t) : NATIVE_DECLINE;
    java_rests_on(t, JAVA_RULE_REGEX_SUMMARY);
    struct summary_key key = {SUMMARY_REPLACED,
                              {identity(t, s), identity(t, regex), identity(t, by), 2 + first}};
    struct object *bytes = make_text(t, key, s, times, string_is_utf16(s) || !is_plain_ascii(by), &utf16);
    if (!bytes) return native_failed(t);
    expr_id n = length_of(t, s), places = first ? literal(t, 1) : plus(t, n, literal(t, 1)),
            most = plus(t, n, expr_arith(t->x, EXPR_MUL_OP, places, literal(t, n_by)));
    if (!summary_require(t, at_most(t, rope_length(t, bytes, utf16), most))) return NATIVE_STOP;
    return give_string(t, bytes, utf16, result, result_expr);
}

// ---- Characters and places ----

bool summary_char_at(struct java_thread *t, const struct object *bytes, bool utf16, struct sym index,
                     struct sym *c) {
    expr_id n = rope_length(t, bytes, utf16);
    if (!n || !index.e) return false;
    struct sym count = {word_int(bytes->length >> utf16), n};
    return rope_decide_within(t, index, count) && rope_char(t, bytes, utf16, index.e, c);
}

bool summary_tie_char(struct java_thread *t, const struct object *bytes, uint32_t i) {
    uint64_t of = rope_identity(t, bytes);
    return !(of & 1) || summary_tie(t, (uint32_t)(of >> 1), i, i + 1);
}

bool summary_is_wide(struct java_thread *t, const struct object *s) {
    uint64_t of = identity(t, s);
    struct sym c, at = summary_value(t, (struct summary_key){SUMMARY_WIDE_AT, {of}}, JAVA_INT);
    if (!summary_require(t, less(t, literal(t, -1), at.e)) ||
        !summary_require(t, less(t, at.e, length_of(t, s))))
        return false;
    return rope_char(t, string_value(s), true, at.e, &c) && summary_require(t, less(t, literal(t, 255), c.e));
}

// Requires that character i from a place found on, if one is (k >= 0), is c.
static bool require_char(struct java_thread *t, const struct object *s, expr_id k, uint32_t i, expr_id c) {
    const struct object *bytes = string_value(s);
    struct sym found;
    if (!(rope_identity(t, bytes) & 1)) return true; // which piece of a rope would have to be decided
    if (!rope_char(t, bytes, string_is_utf16(s), plus(t, k, literal(t, i)), &found)) return !t->stop;
    return summary_require(t, either(t, less(t, k, literal(t, 0)), expr_int_eq(t->x, found.e, c)));
}

// Where the rope holds the characters in a piece that is known: the first place where it is found (or the
// last) is not behind (before) the one there.
static bool require_known(struct java_thread *t, const struct object *s, const uint16_t *chars, uint32_t n,
                          bool last, expr_id k) {
    expr_id place = rope_place_of(t, string_value(s), chars, n, last);
    if (!place) return true;
    if (!summary_require(t, less(t, literal(t, -1), k))) return false;
    return summary_require(t, last ? at_most(t, place, k) : at_most(t, k, place));
}

// indexOf(int ch, int from), lastIndexOf(int ch, int from)
NATIVE(native_summary_index_of) {
    const struct object *s = args[0].r;
    if (!is_open(t, s)) return NATIVE_DECLINE;
    bool last = strcmp(symbol_text(m->name), "lastIndexOf") == 0;
    expr_id c = value(t, (struct sym){args[1], exprs[1]}), from = value(t, (struct sym){args[2], exprs[2]}),
            n = length_of(t, s), none = literal(t, -1);
    bool whole = last ? from == plus(t, n, none) : !exprs[2] && args[2].i <= 0;
    if (whole) from = literal(t, 0);
    struct summary_key key = index_key(last ? SUMMARY_LAST : SUMMARY_INDEX, identity(t, s), c, from);
    key.at[3] = !whole;
    struct sym k, other;
    bool known = summary_known(t, key, &k);
    k = summary_value(t, key, JAVA_INT);
    if (known) return give(t, k, result, result_expr);
    expr_id beyond = last && !whole ? at_most(t, k.e, from) : less(t, k.e, n), found = less(t, none, k.e);
    if (!summary_require(t, at_most(t, none, k.e)) || !summary_require(t, less(t, k.e, n)) ||
        !summary_require(t, either(t, expr_not(t->x, found), last ? beyond : at_most(t, from, k.e))))
        return NATIVE_STOP;
    uint16_t one = (uint16_t)args[1].i;
    if (!exprs[1] && one == args[1].i &&
        (!require_char(t, s, k.e, 0, c) || (whole && !require_known(t, s, &one, 1, last, k.e))))
        return NATIVE_STOP;
    // The first is not behind the last, and there are both or none.
    if (whole && summary_known(t, with_op(key, last ? SUMMARY_INDEX : SUMMARY_LAST), &other)) {
        expr_id first = last ? other.e : k.e, end = last ? k.e : other.e;
        if (!summary_require(t, at_most(t, first, end)) ||
            !summary_require(t, same_truth(t, found, less(t, none, other.e))))
            return NATIVE_STOP;
    }
    return give(t, k, result, result_expr);
}

// Likewise of a string: that it is there where it was found.
static bool require_text(struct java_thread *t, const struct object *s, const struct object *what, bool whole,
                         bool last, expr_id k) {
    enum { MOST_TOLD = 16 };
    uint16_t chars[MOST_TOLD];
    uint32_t n = java_string_length(what);
    for (uint32_t i = 0; i < n && i < MOST_TOLD; i++) {
        chars[i] = java_string_at(what, i);
        if (!require_char(t, s, k, i, literal(t, chars[i]))) return false;
    }
    return !whole || n > MOST_TOLD || require_known(t, s, chars, n, last, k);
}

// indexOf(String), indexOf(String, int from), lastIndexOf(String, int from)
NATIVE(native_summary_index_of_text) {
    const struct object *s = args[0].r, *what = args[1].r;
    if (!is_open(t, s) || !what || !string_value(what)) return NATIVE_DECLINE;
    bool last = strcmp(symbol_text(m->name), "lastIndexOf") == 0, from_start = m->n_params < 2;
    expr_id n = length_of(t, s), size = length_of(t, what), none = literal(t, -1);
    if (!size || (is_plain(t, what) && java_string_length(what) == 0)) return NATIVE_DECLINE;
    struct sym start = from_start ? (struct sym){{0}, EXPR_NONE} : (struct sym){args[2], exprs[2]};
    expr_id from = value(t, start);
    bool whole = last ? from == n : !start.e && start.w.i <= 0;
    if (whole) from = literal(t, 0);
    struct summary_key key = {SUMMARY_INDEX_TEXT, {identity(t, s), identity(t, what), from, !whole}};
    if (whole && is_plain(t, what) && java_string_length(what) == 1)
        key = index_key(SUMMARY_INDEX, key.at[0], literal(t, java_string_at(what, 0)), from);
    const enum summary_op ops[2] = {key.op, key.op == SUMMARY_INDEX ? SUMMARY_LAST : SUMMARY_LAST_TEXT};
    key.op = ops[last];
    struct sym k, other;
    bool known = summary_known(t, key, &k);
    k = summary_value(t, key, JAVA_INT);
    if (known) return give(t, k, result, result_expr);
    expr_id missing = less(t, k.e, literal(t, 0));
    if (!summary_require(t, at_most(t, none, k.e)) ||
        !summary_require(t, either(t, missing, at_most(t, plus(t, k.e, size), n))))
        return NATIVE_STOP;
    if (is_plain(t, what)) {
        if (!require_text(t, s, what, whole, last, k.e)) return NATIVE_STOP;
    }
    if (whole && summary_known(t, with_op(key, ops[!last]), &other)) {
        expr_id first = last ? other.e : k.e, end = last ? k.e : other.e;
        if (!summary_require(t, at_most(t, first, end)) ||
            !summary_require(t, same_truth(t, missing, less(t, other.e, literal(t, 0)))))
            return NATIVE_STOP;
    }
    return give(t, k, result, result_expr);
}

// ---- Comparing ----

// Whether two strings are equal, of which that is not known by their pieces, as a condition.
expr_id summary_equal(struct java_thread *t, const struct object *a, const struct object *b) {
    uint64_t x = identity(t, a), y = identity(t, b);
    expr_id of_a = length_of(t, a), of_b = length_of(t, b);
    if (x == y) return EXPR_TRUE;
    if (!of_a || !of_b) return EXPR_NONE;
    struct summary_key key = {SUMMARY_EQUAL, {x < y ? x : y, x < y ? y : x}};
    struct sym known;
    bool is_known = summary_known(t, key, &known);
    expr_id equal = is_true(t, summary_value(t, key, JAVA_BOOLEAN));
    if (is_known) return equal;
    expr_id same_length = expr_int_eq(t->x, of_a, of_b);
    expr_id both_empty[2] = {same_length, expr_int_eq(t->x, of_a, literal(t, 0))};
    if (!summary_require(t, either(t, expr_not(t->x, equal), same_length)) ||
        !summary_require(t, either(t, expr_not(t->x, expr_and(t->x, both_empty, 2)), equal)))
        return EXPR_NONE;
    return equal;
}

// compareTo(String): of the same strings the other way round it is the negative; 0 where they are equal.
NATIVE(native_summary_compare) {
    (void)m, (void)exprs;
    const struct object *a = args[0].r, *b = args[1].r;
    if (!b || !(is_open(t, a) || is_open(t, b)) || !length_of(t, a) || !length_of(t, b))
        return NATIVE_DECLINE;
    uint64_t x = identity(t, a), y = identity(t, b);
    struct summary_key key = {SUMMARY_COMPARE, {x, y}}, turned = {SUMMARY_COMPARE, {y, x}};
    struct sym v;
    if (x == y) return GIVE_INT(0);
    if (summary_known(t, key, &v)) return give(t, v, result, result_expr);
    expr_id equal = symbolic_string_equal(t, a, b);
    if (!equal) return declined(t);
    if (summary_known(t, turned, &v))
        v = (struct sym){word_int(-v.w.i), expr_arith(t->x, EXPR_SUB_OP, literal(t, 0), v.e)};
    else
        v = summary_value(t, key, JAVA_INT);
    // A difference of two characters or two lengths.
    expr_id zero = expr_int_eq(t->x, v.e, literal(t, 0)), most = literal(t, INT32_MAX);
    if (!summary_require(t, same_truth(t, zero, equal)) ||
        !summary_require(
            t, less(t, expr_arith(t->x, EXPR_SUB_OP, literal(t, 0), most), plus(t, v.e, literal(t, 1)))))
        return NATIVE_STOP;
    return give(t, v, result, result_expr);
}

// equalsIgnoreCase(String)
NATIVE(native_summary_equal_case) {
    (void)m, (void)exprs;
    const struct object *a = args[0].r, *b = args[1].r;
    if (!is_open(t, a) || !is_open(t, b) || !length_of(t, a) || !length_of(t, b)) return NATIVE_DECLINE;
    uint64_t x = identity(t, a), y = identity(t, b);
    if (x == y) return GIVE_INT(1);
    struct summary_key key = {SUMMARY_EQUAL_CASE, {x < y ? x : y, x < y ? y : x}};
    struct sym v = summary_value(t, key, JAVA_BOOLEAN);
    expr_id equal = symbolic_string_equal(t, a, b);
    if (!equal) return declined(t);
    expr_id same_length = expr_int_eq(t->x, length_of(t, a), length_of(t, b)), same = is_true(t, v);
    if (!summary_require(t, either(t, expr_not(t->x, same), same_length)) ||
        !summary_require(t, either(t, expr_not(t->x, equal), same)))
        return NATIVE_STOP;
    return give(t, v, result, result_expr);
}

bool summary_hash(struct java_thread *t, const struct object *s, struct sym *hash) {
    if (!is_open(t, s)) return false;
    struct summary_key key = {SUMMARY_HASH, {identity(t, s)}};
    *hash = summary_value(t, key, JAVA_INT);
    return true;
}

// Whether the prefix is in s from `at` on, where there is room for it. EXPR_NONE: t->stop is set.
expr_id summary_starts(struct java_thread *t, const struct object *s, const struct object *prefix,
                       struct sym at) {
    struct summary_key key = {SUMMARY_STARTS, {identity(t, s), identity(t, prefix), value(t, at)}};
    expr_id starts = is_true(t, summary_value(t, key, JAVA_BOOLEAN)),
            empty = expr_int_eq(t->x, length_of(t, prefix), literal(t, 0));
    return summary_require(t, either(t, expr_not(t->x, empty), starts)) ? starts : EXPR_NONE;
}

// isBlank()
NATIVE(native_summary_is_blank) {
    (void)m, (void)exprs;
    const struct object *s = args[0].r;
    if (!is_open(t, s)) return NATIVE_DECLINE;
    struct sym v = summary_value(t, (struct summary_key){SUMMARY_BLANK, {identity(t, s)}}, JAVA_BOOLEAN);
    expr_id empty = expr_int_eq(t->x, length_of(t, s), literal(t, 0));
    if (!summary_require(t, either(t, expr_not(t->x, empty), is_true(t, v)))) return NATIVE_STOP;
    return give(t, v, result, result_expr);
}

// matches(String regex): an expression that is one
NATIVE(native_summary_matches) {
    (void)m, (void)exprs;
    const struct object *s = args[0].r;
    struct object *regex = args[1].r;
    if (!is_open(t, s) || !is_plain(t, regex)) return NATIVE_DECLINE;
    if (!compile_regex(t, regex)) return t->stop || t->exception ? native_failed(t) : NATIVE_DECLINE;
    java_rests_on(t, JAVA_RULE_REGEX_SUMMARY);
    struct summary_key key = {SUMMARY_MATCHES, {identity(t, s), (uintptr_t)string_value(regex)}};
    return give(t, summary_value(t, key, JAVA_BOOLEAN), result, result_expr);
}

// ---- Numbers ----

static struct summary_key parse_key(uint64_t of, int32_t radix, bool is_int) {
    return (struct summary_key){SUMMARY_PARSES, {of, (uint64_t)radix, is_int}};
}

// Integer.toString(int), Long.toString(long): Latin-1, with a sign where it is negative, of one character
// where it is one digit; and it is parsed again.
NATIVE(native_summary_number) {
    if (!exprs[0] || !summary_applies(t)) return NATIVE_DECLINE;
    enum { INT_DIGITS = 11, LONG_DIGITS = 20 };
    bool is_int = m->param_kinds[0] == JAVA_INT;
    expr_id v = exprs[0], zero = literal(t, 0);
    struct summary_key key = {SUMMARY_NUMBER, {v, is_int}};
    struct object *bytes = summary_text(t, key, FAMILY_ASCII, 1);
    if (!bytes) return native_failed(t);
    expr_id n = text_of(t, bytes)->length, first = input_element(t->input, text_of(t, bytes), 0);
    expr_id digit[2] = {less(t, literal(t, '0' - 1), first), less(t, first, literal(t, '9' + 1))},
            one_digit[2] = {less(t, literal(t, -1), v), less(t, v, literal(t, 10))};
    expr_id minus = expr_int_eq(t->x, first, literal(t, '-'));
    if (!summary_require(t, less(t, zero, n)) ||
        !summary_require(t, at_most(t, n, literal(t, is_int ? INT_DIGITS : LONG_DIGITS))) ||
        !summary_require(t, same_truth(t, less(t, v, zero), minus)) ||
        !summary_require(t, either(t, minus, expr_and(t->x, digit, 2))) ||
        !summary_require(t, same_truth(t, expr_and(t->x, one_digit, 2), expr_int_eq(t->x, n, literal(t, 1)))))
        return NATIVE_STOP;
    struct summary_key parses = parse_key(rope_identity(t, bytes), 10, is_int);
    struct sym known;
    if (!summary_known(t, parses, &known)) {
        summary_set(t, parses, (struct sym){word_int(1), literal(t, 1)});
        summary_set(t, with_op(parses, SUMMARY_PARSED), (struct sym){args[0], v});
    }
    return GIVE_MADE(java_string_of_bytes(t, bytes, false));
}

// Integer.parseInt(String, int radix), Long.parseLong(String, int radix)
NATIVE(native_summary_parse) {
    const struct object *s = args[0].r;
    if (!is_open(t, s) || exprs[1] || args[1].i < 2 || args[1].i > 36) return NATIVE_DECLINE;
    bool is_int = m->return_kind == JAVA_INT;
    uint32_t times = times_of(t, s, 1, 64); // of the message, which quotes it
    if (!times) return NATIVE_DECLINE;
    struct summary_key key = parse_key(identity(t, s), args[1].i, is_int);
    expr_id parses = is_true(t, summary_value(t, key, JAVA_BOOLEAN));
    if (!summary_require(t, either(t, expr_not(t->x, parses), less(t, literal(t, 0), length_of(t, s)))))
        return NATIVE_STOP;
    if (summary_decide(t, parses))
        return give(t, summary_value(t, with_op(key, SUMMARY_PARSED), m->return_kind), result, result_expr);
    enum native_status status = java_throw_plain(t, "java/lang/NumberFormatException");
    if (status != NATIVE_THROW) return status;
    bool utf16;
    struct summary_key message = key;
    message.at[3] = 1;
    struct object *exception = t->exception, *bytes = make_text(t, message, s, times, true, &utf16),
                  *text = bytes ? java_string_of_bytes(t, bytes, utf16) : NULL;
    if (!text) return NATIVE_STOP;
    native_put(t, exception, "detailMessage", word_ref(text));
    return NATIVE_THROW;
}
