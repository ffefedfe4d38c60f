// SPDX-License-Identifier: Apache-2.0
#include "erlang/symbolic/symbolic_regex.h"

#include "erlang/bif/bif_util.h"
#include "erlang/symbolic/symbolic.h"

// ---- Bytes ----

// lo <= v <= hi for one of the runs of bytes in the set.
static expr_id in_set(struct expr_store *x, expr_id v, const struct byte_set *set) {
    VEC(expr_id) runs = {0};
    for (uint32_t lo = 0; lo < 256; lo++) {
        if (!byte_set_has(set, lo)) continue;
        uint32_t hi = lo;
        while (hi < 255 && byte_set_has(set, hi + 1)) hi++;
        const expr_id both[2] = {expr_int_lt(x, expr_int(x, (int64_t)lo - 1), v),
                                 expr_int_lt(x, v, expr_int(x, (int64_t)hi + 1))};
        vec_push(&runs, expr_and(x, both, 2));
        lo = hi;
    }
    expr_id any = expr_or(x, runs.at, runs.n);
    vec_free(&runs);
    return any;
}

static bool decide_in_set(struct interp *ip, term byte, const struct byte_set *set) {
    bool truth = byte_set_has(set, (uint32_t)term_small_value(decide_plain(ip, byte)));
    if (!term_is_sym(byte) || !ip->symbolic) return truth;
    return decide_condition(ip, in_set(ip->exprs, expr_ival(ip->exprs, term_symbolic(byte)->expr), set),
                            truth);
}

static bool is_byte(term t) {
    return term_is_small(t) && term_small_value(t) >= 0 && term_small_value(t) <= 255;
}

static const struct byte_set all_bytes = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}},
                             ascii_bytes = {{UINT64_MAX, UINT64_MAX, 0, 0}}, newline = {{1 << '\n', 0, 0, 0}};

// One decision: all are integers and, where a set is given, bytes in it.
static bool decide_all(struct interp *ip, const struct term_vec *v, const struct byte_set *set) {
    VEC(expr_id) parts = {0};
    bool truth = true;
    for (uint32_t i = 0; i < v->n; i++) {
        term t = v->at[i], c = decide_plain(ip, t);
        bool in = set ? is_byte(c) && byte_set_has(set, (uint32_t)term_small_value(c))
                      : decide_kind_of(t) == KIND_BIT(KIND_INT);
        truth = truth && in;
        if (!term_is_sym(t) && !in) vec_push(&parts, EXPR_FALSE);
        if (!term_is_sym(t) || !ip->symbolic) continue;
        expr_id e = term_symbolic(t)->expr;
        vec_push(&parts, expr_kind(ip->exprs, e, KIND_BIT(KIND_INT)));
        if (set) vec_push(&parts, in_set(ip->exprs, expr_ival(ip->exprs, e), set));
    }
    if (ip->symbolic) decide_condition(ip, expr_and(ip->exprs, parts.at, parts.n), truth);
    vec_free(&parts);
    return truth;
}

enum regex_bytes symbolic_regex_bytes(struct interp *ip, term subject, struct term_vec *bytes) {
    if (decide_kind(ip, subject, KINDS_BITS)) {
        term list;
        bool binary = decide_kind(ip, subject, KIND_BIT(KIND_BINARY));
        if (!binary) return REGEX_NO_BYTES;
        bool known =
            symbolic_binary_to_list(&ip->process, &subject, &list) && decide_elements(ip, list, bytes);
        return known ? REGEX_BYTES : REGEX_DEEP;
    }
    if (!decide_elements(ip, subject, bytes) || !decide_all(ip, bytes, NULL)) return REGEX_DEEP;
    return decide_all(ip, bytes, &all_bytes) ? REGEX_BYTES : REGEX_NO_BYTES;
}

// ---- Shapes ----

// The subject is a list of bytes in these sets.
static expr_id list_shape(struct interp *ip, const struct regex_program *p, const struct regex_word *w,
                          term subject, bool *truth) {
    struct expr_store *x = ip->exprs;
    VEC(expr_id) parts = {0};
    expr_id e = term_symbolic(subject)->expr;
    term c = term_symbolic(subject)->concrete;
    *truth = true;
    for (uint32_t i = 0; i < w->sets.n; i++, e = expr_tl(x, e)) {
        const struct byte_set *set = &p->sets.at[w->sets.at[i]];
        expr_id hd = expr_hd(x, e);
        vec_push(&parts, expr_kind(x, e, KIND_BIT(KIND_CONS)));
        vec_push(&parts, expr_kind(x, hd, KIND_BIT(KIND_INT)));
        vec_push(&parts, in_set(x, expr_ival(x, hd), set));
        *truth = *truth && term_is_cons(c) && is_byte(term_hd(c)) &&
                 byte_set_has(set, (uint32_t)term_small_value(term_hd(c)));
        if (term_is_cons(c)) c = term_tl(c);
    }
    vec_push(&parts, expr_kind(x, e, KIND_BIT(KIND_NIL)));
    *truth = *truth && term_is_nil(c);
    expr_id all = expr_and(x, parts.at, parts.n);
    vec_free(&parts);
    return all;
}

// The subject, a bit string, is a binary of such bytes.
static expr_id binary_shape(struct interp *ip, const struct regex_program *p, const struct regex_word *w,
                            term subject, bool *truth) {
    struct expr_store *x = ip->exprs;
    VEC(expr_id) parts = {0};
    expr_id e = term_symbolic(subject)->expr, size = expr_unary(x, EXPR_BIT_SIZE_OP, e);
    const struct bits *b = term_bits_of(term_symbolic(subject)->concrete);
    vec_push(&parts, expr_int_eq(x, size, expr_int(x, (int64_t)w->sets.n * 8)));
    *truth = b->size == (uint64_t)w->sets.n * 8;
    for (uint32_t i = 0; i < w->sets.n; i++) {
        const struct byte_set *set = &p->sets.at[w->sets.at[i]];
        expr_id byte = expr_bits_get(x, e, (struct bit_field){(uint64_t)i * 8, 8, 0});
        vec_push(&parts, in_set(x, expr_ival(x, byte), set));
        *truth = *truth && byte_set_has(set, bits_byte(b, (uint64_t)i * 8));
    }
    expr_id all = expr_and(x, parts.at, parts.n);
    vec_free(&parts);
    return all;
}

void symbolic_regex_shapes(struct interp *ip, const struct regex *r, term subject) {
    const struct regex_program *p = regex_program(r);
    if (!p || !ip->symbolic || !term_is_sym(subject)) return;
    interp_rests_on(ip, ERLANG_RULE_REGULAR_EXPRESSION);
    bool bits = decide_kind(ip, subject, KINDS_BITS);
    if (!ip->symbolic || (bits && expr_is_composite(expr_op(ip->exprs, term_symbolic(subject)->expr))))
        return;
    struct regex_word words[REGEX_WORDS_MAX] = {0};
    expr_id ways[REGEX_WORDS_MAX + 1], before[REGEX_WORDS_MAX + 1];
    uint32_t n = regex_words(p, words), taken = n;
    for (uint32_t i = 0; i < n; i++) { // exclusive: none of those before
        bool truth;
        expr_id shape = (bits ? binary_shape : list_shape)(ip, p, &words[i], subject, &truth);
        before[i] = shape;
        ways[i] = expr_and(ip->exprs, before, i + 1);
        before[i] = expr_not(ip->exprs, shape);
        if (truth && taken == n) taken = i;
        vec_free(&words[i].sets);
    }
    ways[n] = expr_and(ip->exprs, before, n);
    if (n > 0) decide_choice(ip, ways, n + 1, taken);
}

// ---- Matching ----

struct untried {
    uint32_t pc, at;
    int slot, value; // slot >= 0: not a way, but a slot that gets its value back
};

static bool is_word(struct interp *ip, const struct regex_program *p, const struct term_vec *v, uint32_t at) {
    return at < v->n && decide_in_set(ip, v->at[at], &p->word); // at - 1 of 0 is beyond
}

static bool asserted(struct interp *ip, const struct regex_program *p, const struct term_vec *v, uint32_t at,
                     enum regex_assertion a) {
    switch (a) {
    case ASSERT_START: return at == 0;
    case ASSERT_LINE_START: // not behind a newline that ends the subject (pcrepattern(3))
        return at == 0 || (at < v->n && decide_in_set(ip, v->at[at - 1], &newline));
    case ASSERT_END: return at == v->n;
    case ASSERT_LAST_LINE_END:
        return at == v->n || (at + 1 == v->n && decide_in_set(ip, v->at[at], &newline));
    case ASSERT_LINE_END: return at == v->n || decide_in_set(ip, v->at[at], &newline);
    case ASSERT_WORD: return is_word(ip, p, v, at - 1) != is_word(ip, p, v, at);
    case ASSERT_NOT_WORD: return is_word(ip, p, v, at - 1) == is_word(ip, p, v, at);
    }
    return false;
}

struct matcher {
    const struct regex_program *program;
    const struct term_vec *bytes;
    int *ends;
    VEC(struct untried) stack;
    uint32_t steps;
};

enum { STEPS_MAX = 100000 };

// Takes the step at pc. False: this way ends here.
static bool step(struct interp *ip, struct matcher *m, uint32_t *pc, uint32_t *at) {
    const struct regex_step *s = &m->program->steps.at[*pc];
    uint32_t from = *pc;
    *pc = from + 1;
    switch (s->op) {
    case STEP_BYTE:
        return *at < m->bytes->n && decide_in_set(ip, m->bytes->at[(*at)++], &m->program->sets.at[s->a]);
    case STEP_SPLIT:
        vec_push(&m->stack, ((struct untried){(uint32_t)((int32_t)from + s->b), *at, -1, 0}));
        *pc = (uint32_t)((int32_t)from + s->a);
        return true;
    case STEP_JUMP: *pc = (uint32_t)((int32_t)from + s->a); return true;
    case STEP_SAVE:
        vec_push(&m->stack, ((struct untried){0, 0, s->a, m->ends[s->a]}));
        m->ends[s->a] = (int)*at;
        return true;
    case STEP_ASSERT: return asserted(ip, m->program, m->bytes, *at, (enum regex_assertion)s->a);
    case STEP_MATCH: break;
    }
    return true;
}

static bool match_at(struct interp *ip, struct matcher *m, uint32_t start) {
    vec_clear(&m->stack);
    for (uint32_t i = 0; i < 2 * m->program->groups; i++) m->ends[i] = -1;
    vec_push(&m->stack, ((struct untried){0, start, -1, 0}));
    while (m->stack.n) {
        struct untried a = vec_pop(&m->stack);
        if (a.slot >= 0) {
            m->ends[a.slot] = a.value;
            continue;
        }
        uint32_t pc = a.pc, at = a.at;
        for (bool good = true; good;) {
            if (m->program->steps.at[pc].op == STEP_MATCH) return true;
            if (++m->steps > STEPS_MAX) return false;
            good = step(ip, m, &pc, &at);
        }
    }
    return false;
}

int symbolic_regex_run(struct interp *ip, const struct regex_program *p, const struct term_vec *bytes,
                       uint32_t offset, bool anchored, int *ends) {
    struct matcher m = {.program = p, .bytes = bytes, .ends = ends};
    if (offset > bytes->n || (p->ascii && !decide_all(ip, bytes, &ascii_bytes))) return REGEX_LOST;
    int groups = 0;
    for (uint32_t at = offset; at <= bytes->n && !groups && m.steps <= STEPS_MAX; at++) {
        if (match_at(ip, &m, at))
            for (uint32_t i = 0; i < p->groups; i++)
                if (ends[2 * i + 1] >= 0) groups = (int)i + 1;
        if (anchored || p->anchored) break;
    }
    vec_free(&m.stack);
    return m.steps > STEPS_MAX ? REGEX_LOST : groups;
}
