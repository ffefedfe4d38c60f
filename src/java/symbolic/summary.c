// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/summary.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "java/runtime/native.h"

struct summary {
    struct summary_key key;
    struct sym value; // or:
    struct object *text;
};

struct summaries {
    VEC(struct summary) known;
    uint32_t n_made; // unknowns of this run
    struct eval *eval;
};

struct summaries *summary_strings_new(struct expr_store *x) {
    struct summaries *s = mem_zalloc(sizeof *s);
    s->eval = eval_new(x);
    return s;
}

void summary_strings_free(struct summaries *s) {
    if (!s) return;
    eval_free(s->eval);
    vec_free(&s->known);
    mem_free(s);
}

void summary_strings_begin(struct summaries *s, const struct model *model) {
    vec_clear(&s->known);
    s->n_made = 0;
    eval_begin(s->eval, model);
}

bool summary_applies(const struct java_thread *t) {
    return t->summaries && java_is_recording(t);
}

bool summary_holds(struct java_thread *t, expr_id condition) {
    assert(t->summaries && condition);
    return eval_bool(t->summaries->eval, condition) == TRUTH_TRUE;
}

bool summary_decide(struct java_thread *t, expr_id condition) {
    bool holds = summary_holds(t, condition);
    symbolic_branch(t, condition, holds);
    return holds;
}

bool summary_require(struct java_thread *t, expr_id condition) {
    bool holds = summary_decide(t, condition);
    if (!holds && !t->stop) t->stop = STOP_ASSUME;
    return holds;
}

// ---- What is known ----

static struct summary *find(const struct java_thread *t, struct summary_key key) {
    struct summaries *s = t->summaries;
    for (uint32_t i = 0; i < s->known.n; i++) {
        const struct summary_key *k = &s->known.at[i].key;
        if (k->op == key.op && memcmp(k->at, key.at, sizeof key.at) == 0) return &s->known.at[i];
    }
    return NULL;
}

bool summary_known(const struct java_thread *t, struct summary_key key, struct sym *out) {
    const struct summary *known = find(t, key);
    if (known) *out = known->value;
    return known != NULL;
}

void summary_set(struct java_thread *t, struct summary_key key, struct sym value) {
    assert(t->summaries);
    vec_push(&t->summaries->known, (struct summary){.key = key, .value = value});
}

static void note_without(struct java_thread *t, uint64_t of, uint64_t c) {
    expr_id start = expr_int(t->x, 0);
    struct sym none = {word_int(-1), expr_int(t->x, -1)};
    for (enum summary_op op = SUMMARY_INDEX; op <= SUMMARY_LAST; op++)
        summary_set(t, (struct summary_key){op, {of, c, start}}, none);
}

void summary_note_slice(struct java_thread *t, uint64_t of, expr_id begin, expr_id end, bool to_end,
                        uint64_t slice) {
    struct summaries *s = t->summaries;
    expr_id start = expr_int(t->x, 0), one = expr_int(t->x, 1);
    for (uint32_t i = 0, n = s->known.n; i < n; i++) {
        struct summary k = s->known.at[i];
        bool first = k.key.op == SUMMARY_INDEX, last = k.key.op == SUMMARY_LAST;
        if (!(first || last) || k.key.at[0] != of || k.key.at[3]) continue;
        bool before = first && begin == start && end == k.value.e,
             behind = last && to_end && expr_arith(t->x, EXPR_ADD_OP, k.value.e, one) == begin;
        if (before || behind) note_without(t, slice, k.key.at[1]);
    }
}

void summary_note_same(struct java_thread *t, uint64_t of, uint64_t too) {
    struct summaries *s = t->summaries;
    for (uint32_t i = 0, n = s->known.n; i < n; i++) {
        struct summary k = s->known.at[i];
        if ((k.key.op != SUMMARY_INDEX && k.key.op != SUMMARY_LAST) || k.key.at[0] != of) continue;
        k.key.at[0] = too;
        vec_push(&s->known, k);
    }
}

bool summary_tie_unknown(struct java_thread *t, struct summary_key key, expr_id c) {
    enum { MOST_TIED = 4 };
    struct summaries *s = t->summaries;
    for (uint32_t i = 0, n = s->known.n, tied = 0; i < n && tied < MOST_TIED; i++) {
        struct summary k = s->known.at[i];
        if (k.key.op != SUMMARY_CHAR || k.key.at[0] != key.at[0] || k.key.at[1] == key.at[1]) continue;
        expr_id same = expr_int_eq(t->x, (expr_id)k.key.at[1], (expr_id)key.at[1]);
        expr_id either[2] = {expr_not(t->x, same), expr_int_eq(t->x, k.value.e, c)};
        tied++;
        if (!summary_require(t, expr_or(t->x, either, 2))) return false;
    }
    return true;
}

bool summary_tie(struct java_thread *t, uint32_t text, uint32_t begin, uint32_t end) {
    enum { MOST_TIED = 64 };
    struct summaries *s = t->summaries;
    uint32_t tied = 0;
    for (uint32_t i = 0, n = s->known.n; i < n; i++) {
        struct summary k = s->known.at[i];
        if (k.key.op != SUMMARY_CHAR || k.key.at[0] != ((uint64_t)text << 1 | 1)) continue;
        for (uint32_t at = begin; at < end && tied < MOST_TIED; at++, tied++) {
            expr_id c = input_element(t->input, &t->texts->at[text], at);
            expr_id either[2] = {expr_not(t->x, expr_int_eq(t->x, (expr_id)k.key.at[1], expr_int(t->x, at))),
                                 expr_int_eq(t->x, k.value.e, c)};
            if (!summary_require(t, expr_or(t->x, either, 2))) return false;
        }
    }
    return true;
}

// Which unknown is the next follows from the path, so all runs down it mean the same.
static symbol next_path(struct java_thread *t, char what, uint32_t times) {
    char text[40];
    snprintf(text, sizeof text, "m%u:%c%u", t->summaries->n_made++, what, times);
    return symbol_of(text);
}

struct sym summary_value(struct java_thread *t, struct summary_key key, enum java_kind kind) {
    assert(kind == JAVA_BOOLEAN || kind == JAVA_CHAR || kind == JAVA_INT || kind == JAVA_LONG);
    static const char letters[JAVA_KINDS] = {
        [JAVA_BOOLEAN] = 'Z', [JAVA_CHAR] = 'C', [JAVA_INT] = 'I', [JAVA_LONG] = 'J'};
    struct sym value;
    if (summary_known(t, key, &value)) return value;
    if (key.op != SUMMARY_LOOP) java_rests_on(t, JAVA_RULE_STRING_SUMMARY);
    value.w = t->whole->fresh_number(t, next_path(t, letters[kind], 1), kind, &value.e);
    summary_set(t, key, value);
    return value;
}

void summary_set_text(struct java_thread *t, struct summary_key key, struct object *bytes) {
    assert(bytes);
    vec_push(&t->summaries->known, (struct summary){.key = key, .text = bytes});
}

struct object *summary_text(struct java_thread *t, struct summary_key key, uint32_t family, uint32_t times) {
    const struct summary *known = find(t, key);
    if (known) return known->text;
    java_rests_on(t, JAVA_RULE_STRING_SUMMARY);
    struct object *string = t->whole->fresh_text(t, next_path(t, (char)('a' + family), times), family, times);
    if (!string) return NULL;
    summary_set_text(t, key, string_value(string));
    return string_value(string);
}
