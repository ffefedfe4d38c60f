// SPDX-License-Identifier: Apache-2.0
#include "java/symbolic/symbolic_string.h"

#include <string.h>

#include "base/mem.h"

#include "java/runtime/native.h"
#include "java/symbolic/rope.h"
#include "java/symbolic/summary.h"
#include "java/symbolic/symbolic.h"

enum { MAX_COMPARED = 256, MAX_CASES = 64, MAX_TIED = 16, ASCII = 128, MAX_RESULTS = 8 };

// ---- Equality ----

static expr_id byte_of(struct java_thread *t, const struct object *bytes, const struct input_text *text,
                       bool utf16, uint32_t i) {
    if (text) return text_byte(t, text, utf16, i);
    expr_id e = object_expr(bytes, i);
    return e ? e : expr_int(t->x, ((const int8_t *)bytes->fields)[i]);
}

// a = b as a condition; b has a fixed length. EXPR_NONE: too long.
static expr_id equality(struct java_thread *t, const struct object *a, const struct object *b, bool utf16) {
    uint32_t n = (uint32_t)b->length;
    if (n > MAX_COMPARED || (!a->length_expr && a->length > MAX_COMPARED)) return EXPR_NONE;
    if (!a->length_expr && a->length != b->length) return EXPR_FALSE;
    const struct input_text *of_a = text_of(t, a), *of_b = text_of(t, b);
    if (a->length_expr && !of_a) return EXPR_NONE;
    expr_id all[MAX_COMPARED + 1];
    uint32_t k = 0;
    if (a->length_expr) all[k++] = expr_int_eq(t->x, a->length_expr, expr_int(t->x, n));
    for (uint32_t i = 0; i < n; i++)
        all[k++] = expr_int_eq(t->x, byte_of(t, a, of_a, utf16, i), byte_of(t, b, of_b, utf16, i));
    return expr_and(t->x, all, k);
}

static expr_id strings_equal(struct java_thread *t, const struct object *a, const struct object *b) {
    if (string_is_utf16(a) != string_is_utf16(b)) return EXPR_FALSE;
    struct object *x = string_value(a), *y = string_value(b);
    if (x == y) return EXPR_TRUE;
    if ((x->flags | y->flags) & OBJECT_ROPE) {
        expr_id e = rope_equal(t, x, y, string_is_utf16(a));
        if (e) return e;
        rope_settle(t, x);
        rope_settle(t, y);
    }
    if (y->length_expr && !x->length_expr) return equality(t, y, x, string_is_utf16(a));
    java_pin(t, word_int(y->length), y->length_expr);
    return equality(t, x, y, string_is_utf16(a));
}

static bool same_now(const struct object *a, const struct object *b) {
    const struct object *x = string_value(a), *y = string_value(b);
    return string_is_utf16(a) == string_is_utf16(b) && x->length == y->length &&
           memcmp(x->fields, y->fields, (size_t)x->length) == 0;
}

expr_id symbolic_string_equal(struct java_thread *t, const struct object *a, const struct object *b) {
    if (!summary_applies(t)) return strings_equal(t, a, b);
    if (string_is_utf16(a) != string_is_utf16(b)) return EXPR_FALSE;
    struct object *x = string_value(a), *y = string_value(b);
    if (!x->length_expr && !y->length_expr) return strings_equal(t, a, b);
    uint64_t of_a = rope_identity(t, x), of_b = rope_identity(t, y);
    uint32_t n = java_string_length(x->length_expr ? b : a);
    if (!(x->length_expr && y->length_expr) && n <= MAX_TIED && !t->stop &&
        ((of_a & 1 && !summary_tie(t, (uint32_t)(of_a >> 1), 0, n)) ||
         (of_b & 1 && !summary_tie(t, (uint32_t)(of_b >> 1), 0, n))))
        return EXPR_NONE;
    expr_id e = rope_equal(t, x, y, string_is_utf16(a));
    return e ? e : summary_equal(t, a, b);
}

bool symbolic_string_equals(struct java_thread *t, struct object *a, struct object *b, bool *equal) {
    if (!java_is_recording(t)) return false;
    expr_id condition = symbolic_string_equal(t, a, b);
    if (!condition || t->stop) return false;
    *equal = summary_applies(t) ? summary_holds(t, condition) : same_now(a, b);
    symbolic_branch(t, condition, *equal);
    // What is asked of either from here on is asked of the same characters.
    if (*equal && summary_applies(t) && string_value(a)->length_expr && string_value(b)->length_expr)
        heap_put(&t->heap, b, STRING_VALUE, word_ref(string_value(a)), EXPR_NONE);
    return true;
}

bool symbolic_string_starts(struct java_thread *t, const struct object *s, const struct object *prefix,
                            int32_t at, bool *starts) {
    const struct object *a = string_value(s), *b = string_value(prefix);
    bool utf16 = string_is_utf16(s);
    if (!java_is_recording(t) || !a || !b || utf16 != string_is_utf16(prefix) || b->length_expr ||
        b->shadow || (a->flags | b->flags) & OBJECT_ROPE || !(a->length_expr || a->shadow) || at < 0)
        return false;
    uint32_t n = (uint32_t)b->length, from = (uint32_t)at << utf16;
    const struct input_text *text = text_of(t, a);
    if (n == 0 || n > MAX_COMPARED || (a->length_expr && !text)) return false;
    bool fits = (int64_t)from + n <= a->length;
    if (a->length_expr)
        symbolic_branch(t, expr_int_lt(t->x, expr_int(t->x, (int64_t)from + n - 1), a->length_expr), fits);
    *starts = fits && memcmp((const char *)a->fields + from, b->fields, n) == 0;
    if (!fits || !java_is_recording(t)) return true;
    expr_id all[MAX_COMPARED];
    for (uint32_t i = 0; i < n; i++)
        all[i] = expr_int_eq(t->x, byte_of(t, a, a->length_expr ? text : NULL, utf16, from + i),
                             byte_of(t, b, NULL, utf16, i));
    uint32_t site = symbolic_site(t);
    trace_branch(t->trace, site, expr_and(t->x, all, n), *starts, (uint32_t[2]){4 * site + 2, 4 * site + 3});
    return true;
}

// ---- switch on strings ----

// javac and ecj: s.hashCode(), a lookup of the hash codes, and at each a chain of s.equals("..") (JLS 14.11.1
// leaves it to them).
struct string_cases {
    struct object *at[MAX_CASES];
    uint32_t n;
};

static bool is_string_method(const struct java_thread *t, const struct insn *i, const char *name) {
    if (i->op == X_INVOKEVIRTUAL) {
        const struct java_method *m = i->p;
        return m->class == t->program->string && strcmp(symbol_text(m->name), name) == 0;
    }
    return false;
}

static bool is_unresolved_equals(const struct java_thread *t, const struct insn *i) {
    if (i->op != X_INVOKEVIRTUAL_RESOLVE) return false;
    const struct class_constant *k = &t->frames[t->n_frames - 1].method->class->file->constants[i->imm];
    return strcmp(symbol_text(k->owner), "java/lang/String") == 0 &&
           strcmp(symbol_text(k->name), "equals") == 0;
}

// The next instruction from i on that does more than note, copy or jump; NULL: none is found soon.
static const struct insn *next_action(const struct java_code *code, const struct insn *i) {
    for (uint32_t steps = 0; steps < 16 && i < code->insns + code->n; steps++) {
        if (i->op == X_GOTO)
            i = code->insns + i->target;
        else if (java_insn_is_note(i->op) || i->op == X_MOVE)
            i++;
        else
            return i;
    }
    return NULL;
}

// The strings compared from one target of the lookup on; false: something else happens there.
static bool add_cases(struct java_thread *t, const struct java_code *code, int32_t target,
                      struct string_cases *out) {
    const struct insn *i = next_action(code, code->insns + target);
    if (!i || i->op != X_LDC_STRING) return false;
    for (bool first = true; i && i->op == X_LDC_STRING; first = false) {
        const struct class_constant *literal = i->p;
        i = next_action(code, i + 1);
        if (!i || !(is_string_method(t, i, "equals") || is_unresolved_equals(t, i))) return !first;
        if (out->n == MAX_CASES || !(out->at[out->n++] = java_string_constant(t, literal->text)))
            return false;
        i = next_action(code, i + 1);
        if (!i || i->op != X_IF_IEQ_I || i->small) return false;
        i = next_action(code, code->insns + i->target); // not equal: the next of the chain, or out
    }
    return true;
}

static bool find_cases(struct java_thread *t, struct string_cases *out) {
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    const struct insn *i = f->at + 1, *end = f->code->insns + f->code->n;
    while (i < end && java_insn_is_note(i->op)) i++;
    if (i >= end || i->op != X_SWITCH_LOOKUP || i->b != f->at->a) return false;
    const struct java_switch *s = i->p;
    for (uint32_t k = 0; k < s->n; k++)
        if (!add_cases(t, f->code, s->targets[k], out)) return false;
    return true;
}

bool symbolic_string_switch(struct java_thread *t, const struct object *s) {
    struct string_cases cases = {.n = 0};
    if (!java_is_recording(t) || !find_cases(t, &cases)) return false;
    struct way ways[MAX_CASES + 1];
    expr_id any[MAX_CASES];
    uint32_t site = symbolic_site(t), taken = cases.n;
    for (uint32_t i = 0; i < cases.n; i++) {
        any[i] = strings_equal(t, s, cases.at[i]);
        if (!any[i]) return false;
        ways[i] =
            (struct way){any[i], 4 * site + i % 3}; // the cases have points of their own where they lead
        if (same_now(s, cases.at[i])) taken = i;
    }
    ways[cases.n] = (struct way){expr_not(t->x, expr_or(t->x, any, cases.n)), 4 * site + 3};
    trace_choice(t->trace, site, ways, cases.n + 1, taken);
    return true;
}

uint32_t symbolic_string_cases(struct java_thread *t, struct object **out, uint32_t most) {
    struct string_cases cases = {.n = 0};
    if (!find_cases(t, &cases) || cases.n > most) return 0;
    memcpy(out, cases.at, cases.n * sizeof *out);
    return cases.n;
}

// ---- Keys of maps ----

// HashMap asks the string for equals, so that keys of other classes are none of it. Nodes of one place, also
// those of a tree, are linked by `next`.
bool symbolic_string_lookup(struct java_thread *t, const struct object *map, const struct object *key,
                            struct object **node) {
    struct object *nodes[MAX_CASES];
    struct way ways[MAX_CASES + 1];
    expr_id any[MAX_CASES];
    uint32_t n = 0;
    const union word *at = native_field_if(map, "table");
    const struct object *table = at ? at->r : NULL;
    if (!java_is_recording(t) || !java_wants_cases(t) || !at || map->shadow) return false;
    for (int32_t i = 0; table && i < table->length; i++)
        for (struct object *o = java_array_get(table, (uint32_t)i).r; o; o = native_field(o, "next")->r) {
            const struct object *k = native_field(o, "key")->r;
            if (!k || k->class != t->program->string) continue;
            if (n == MAX_CASES || java_string_is_symbolic(k)) return false;
            nodes[n++] = o;
        }
    uint32_t site = symbolic_site(t), taken = n;
    for (uint32_t i = 0; i < n; i++) {
        const struct object *k = native_field(nodes[i], "key")->r;
        any[i] = strings_equal(t, key, k);
        if (!any[i]) return false;
        ways[i] = (struct way){any[i], 4 * site + i % 3};
        if (same_now(key, k)) taken = i;
    }
    ways[n] = (struct way){expr_not(t->x, expr_or(t->x, any, n)), 4 * site + 3};
    if (n) trace_choice(t->trace, site, ways, n + 1, taken);
    *node = taken < n ? nodes[taken] : NULL;
    return true;
}

// ---- Classes of characters ----

// A function of an ASCII character, as results: each is a constant or the character and an offset, for a set
// of characters.
struct char_result {
    bool is_offset;
    int32_t value;
    uint64_t members[2]; // bit set
};

struct char_function {
    uint32_t n; // 0: too many
    struct char_result results[MAX_RESULTS];
    bool has_rest; // what is beyond ASCII was looked at: n_rest pieces, 0: too many
    uint32_t n_rest;
    struct expr_piece *rest;
};

static void add_result(struct char_function *f, bool is_offset, int32_t value, uint32_t c) {
    for (uint32_t i = 0; i < f->n && i < MAX_RESULTS; i++)
        if (f->results[i].is_offset == is_offset && f->results[i].value == value) {
            f->results[i].members[c / 64] |= (uint64_t)1 << c % 64;
            return;
        }
    if (f->n < MAX_RESULTS) {
        f->results[f->n] = (struct char_result){.is_offset = is_offset, .value = value};
        f->results[f->n].members[c / 64] |= (uint64_t)1 << c % 64;
    }
    f->n++;
}

// Its values from low up to below high. False: some call fails.
static bool call_for_all(struct java_thread *t, struct java_method *m, const union word *args, int32_t low,
                         int32_t high, int32_t *values) {
    union word copy[4], result;
    struct trace *trace = t->trace;
    uint64_t steps = t->steps;
    memcpy(copy, args, m->n_params * sizeof *copy);
    t->trace = NULL;
    bool ok = true;
    for (int32_t c = low; c < high && ok; c++) {
        copy[0] = word_int(c);
        ok = java_call(t, m, copy, NULL, &result, NULL) == JAVA_RETURNED;
        values[c - low] = result.i;
    }
    t->trace = trace;
    t->steps = steps;
    t->check_at = t->time_at = 0;
    return ok;
}

// Runs the method itself on all of ASCII.
static bool tabulate(struct java_thread *t, struct java_method *m, const union word *args,
                     struct char_function *out) {
    int32_t values[ASCII];
    bool ok = call_for_all(t, m, args, 0, ASCII, values);
    *out = (struct char_function){0};
    for (int32_t c = 0; c < ASCII && ok; c++) {
        int32_t offset = values[c] - c, run = 1;
        for (int32_t k = c; k > 0 && values[k - 1] - (k - 1) == offset; k--) run++;
        for (int32_t k = c; k < ASCII - 1 && values[k + 1] - (k + 1) == offset; k++) run++;
        bool is_offset = m->return_kind != JAVA_BOOLEAN && run >= 3;
        add_result(out, is_offset, is_offset ? offset : values[c], (uint32_t)c);
    }
    if (out->n > MAX_RESULTS) out->n = 0;
    return ok;
}

static struct char_function *function_of(struct java_thread *t, struct java_method *m,
                                         const union word *args) {
    uint64_t key = hash_mix((uintptr_t)m, m->n_params > 1 ? args[1].bits : 0);
    uint32_t i;
    if (hash_map_get(&t->char_functions.index, key, &i)) return t->char_functions.list.at[i];
    struct char_function *f = ARENA_NEW(&t->arena, struct char_function);
    if (!tabulate(t, m, args, f)) return NULL;
    hash_map_put(&t->char_functions.index, key, t->char_functions.list.n);
    vec_push(&t->char_functions.list, f);
    return f;
}

static expr_id stands(struct java_thread *t, expr_id c, enum java_condition how, int64_t value) {
    return symbolic_condition_integer(t, how, (struct sym){{.j = 0}, c},
                                      (struct sym){word_long(value), EXPR_NONE});
}

static struct expr_table_value value_at(const void *values, int64_t c) {
    return (struct expr_table_value){((const int32_t *)values)[c - ASCII], true};
}

// Beyond ASCII, in whole programs, the result is an expression of cases: there are hundreds of classes of
// characters.
static bool beyond_ascii(struct java_thread *t, struct java_method *m, struct char_function *f,
                         const union word *args, expr_id c, union word *result, expr_id *result_expr) {
    enum { MOST_PIECES = 3000 };
    struct expr_store *x = t->x;
    bool is_char = args[0].i >= ASCII && args[0].i <= UINT16_MAX;
    if (!java_wants_cases(t)) return false;
    if (!f->has_rest) {
        int32_t *values = mem_alloc((UINT16_MAX + 1 - ASCII) * sizeof *values);
        struct expr_piece *pieces = mem_alloc(MOST_PIECES * sizeof *pieces);
        if (call_for_all(t, m, args, ASCII, UINT16_MAX + 1, values))
            f->n_rest = expr_pieces_of(value_at, values, ASCII, UINT16_MAX, pieces, MOST_PIECES);
        if (f->n_rest) expr_pieces_open(pieces, f->n_rest);
        if (f->n_rest) f->rest = arena_copy(&t->arena, pieces, f->n_rest * sizeof *pieces);
        f->has_rest = true;
        mem_free(values);
        mem_free(pieces);
    }
    if (!f->n_rest) return false;
    expr_id inside[2] = {stands(t, c, COND_GE, ASCII), stands(t, c, COND_LE, UINT16_MAX)};
    symbolic_branch(t, expr_and(x, inside, 2), is_char);
    if (!is_char || !java_is_recording(t)) return false;
    const struct expr_piece *piece = expr_piece_at(f->rest, f->n_rest, args[0].i);
    *result = word_int((int32_t)(piece->value + (piece->moves ? args[0].i : 0)));
    *result_expr = symbolic_pieces(t, f->rest, f->n_rest, c);
    return true;
}

static expr_id members_condition(struct java_thread *t, const struct char_result *r, expr_id c) {
    expr_id ranges[ASCII];
    uint32_t n = 0;
    struct expr_store *x = t->x;
    for (uint32_t low = 0; low < ASCII; low++) {
        if (!(r->members[low / 64] >> low % 64 & 1)) continue;
        uint32_t high = low;
        while (high + 1 < ASCII && r->members[(high + 1) / 64] >> (high + 1) % 64 & 1) high++;
        expr_id both[2] = {stands(t, c, COND_GE, low), stands(t, c, COND_LE, high)};
        ranges[n++] = low == high ? stands(t, c, COND_EQ, low) : expr_and(x, both, 2);
        low = high;
    }
    return expr_or(x, ranges, n);
}

bool symbolic_char_function(struct java_thread *t, const struct java_method *m, const union word *args,
                            const expr_id *exprs, union word *result, expr_id *result_expr) {
    if (!java_is_recording(t) || m->n_params > 4 || (m->n_params > 1 && exprs[1])) return false;
    struct java_method *method = (struct java_method *)(uintptr_t)m;
    struct char_function *f = function_of(t, method, args);
    if (!f || !f->n) return false;
    expr_id c = exprs[0];
    expr_id ascii[2] = {stands(t, c, COND_GE, 0), stands(t, c, COND_LT, ASCII)};
    bool is_ascii = args[0].i >= 0 && args[0].i < ASCII;
    symbolic_branch(t, expr_and(t->x, ascii, 2), is_ascii);
    if (!java_is_recording(t)) return false;
    if (!is_ascii) return beyond_ascii(t, method, f, args, c, result, result_expr);
    struct way ways[MAX_RESULTS];
    uint32_t site = symbolic_site(t), taken = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        ways[i] = (struct way){members_condition(t, &f->results[i], c), 4 * site + i % 4};
        if (f->results[i].members[args[0].i / 64] >> args[0].i % 64 & 1) taken = i;
    }
    trace_choice(t->trace, site, ways, f->n, taken);
    const struct char_result *r = &f->results[taken];
    *result = word_int(r->is_offset ? args[0].i + r->value : r->value);
    *result_expr = r->is_offset ? expr_arith(t->x, EXPR_ADD_OP, c, expr_int(t->x, r->value)) : EXPR_NONE;
    return true;
}
