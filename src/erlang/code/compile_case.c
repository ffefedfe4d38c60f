// SPDX-License-Identifier: Apache-2.0
// Cases and patterns. Clauses are tried in order, each test jumping to the next clause when it fails; what is
// special is that every literal test knows its place in the case, so that a symbolic value is decided once
// for all literals of that place (interp's literal_choice).
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "erlang/code/compile.h"
#include "erlang/term/atoms.h"

// Where in a case the pattern being compiled stands.
struct position {
    uint32_t case_index, row, column;
    VEC(uint16_t) path;
    bool off_path; // below a map or bit string: no path leads there
};

static uint32_t literal_test(struct compiler *c, const struct position *at) {
    if (at->off_path) return NO_TEST;
    struct literal_test t = {at->case_index, at->row, at->column, at->path.n, NULL};
    t.path = arena_copy(&c->program->arena, at->path.at, at->path.n * sizeof *at->path.at);
    vec_push(&c->literal_tests, t);
    return c->literal_tests.n - 1;
}

static void match_literal(struct compiler *c, term lit, uint32_t o, struct label *fail, struct position *at) {
    if (term_is_nil(lit)) {
        compile_emit(c, OP_TEST_NIL);
        compile_emit(c, o);
    } else {
        compile_emit(c, term_is_atom(lit) || term_is_small(lit) ? OP_TEST_WORD : OP_TEST_LITERAL);
        compile_emit(c, o);
        compile_emit(c, compile_constant(c, lit));
        compile_emit(c, literal_test(c, at));
    }
    compile_emit_label(c, fail);
}

static void match(struct compiler *c, const struct core *pat, uint32_t o, struct label *fail,
                  struct position *at);

static void match_cons(struct compiler *c, const struct core *pat, uint32_t o, struct label *fail,
                       struct position *at) {
    uint32_t depth = at->path.n;
    for (; pat->tag == CORE_CONS; pat = pat->kid[1]) {
        uint32_t slots = compile_new_slots(c, 2);
        compile_emit(c, OP_TEST_CONS);
        compile_emit(c, o);
        compile_emit(c, slots);
        compile_emit(c, slots + 1);
        compile_emit_label(c, fail);
        vec_push(&at->path, SELECT_HD);
        match(c, pat->kid[0], OPERAND_SLOT(slots), fail, at);
        at->path.at[at->path.n - 1] = SELECT_TL;
        o = OPERAND_SLOT(slots + 1);
    }
    match(c, pat, o, fail, at);
    at->path.n = depth;
}

static void match_tuple(struct compiler *c, const struct core *pat, uint32_t o, struct label *fail,
                        struct position *at) {
    uint32_t slots = compile_new_slots(c, pat->n);
    compile_emit(c, OP_TEST_TUPLE);
    compile_emit(c, o);
    compile_emit(c, pat->n);
    compile_emit(c, slots);
    compile_emit_label(c, fail);
    vec_push(&at->path, 0);
    for (uint32_t i = 0; i < pat->n; i++) {
        at->path.at[at->path.n - 1] = (uint16_t)(SELECT_ELEM + i);
        match(c, pat->kid[i], OPERAND_SLOT(slots + i), fail, at);
    }
    at->path.n--;
}

static void match_map(struct compiler *c, const struct core *pat, uint32_t o, struct label *fail,
                      struct position *at) {
    bool before = at->off_path;
    at->off_path = true;
    compile_emit(c, OP_TEST_MAP);
    compile_emit(c, o);
    compile_emit_label(c, fail);
    for (uint32_t i = 1; i < pat->n; i++) {
        uint32_t key = compile_operand(c, pat->kid[i]->kid[0]), value = compile_new_slots(c, 1);
        compile_emit(c, OP_TEST_MAP_GET);
        compile_emit(c, o);
        compile_emit(c, key);
        compile_emit(c, value);
        compile_emit_label(c, fail);
        match(c, pat->kid[i]->kid[1], OPERAND_SLOT(value), fail, at);
    }
    at->off_path = before;
}

// A segment's value to a new slot, which is returned.
static uint32_t bits_segment(struct compiler *c, const struct core *s, uint32_t bits, struct label *fail) {
    enum { PLAIN_MAX = 56 };
    const struct core *width = s->kid[1];
    uint64_t n = 0; // bits of a plain integer, if it is one
    if (s->seg.type == SEG_INTEGER && !(s->seg.flags & (SEG_SIGNED | SEG_LITTLE | SEG_NATIVE)) &&
        width->tag == CORE_LITERAL && term_is_small(width->lit) && term_small_value(width->lit) > 0 &&
        term_small_value(width->lit) <= PLAIN_MAX)
        n = (uint64_t)term_small_value(width->lit) * s->seg.unit;
    bool plain = n > 0 && n <= PLAIN_MAX;
    bool rest = s->seg.type == SEG_BINARY && width->tag == CORE_LITERAL && width->lit == atom_all;
    uint32_t size = plain || rest ? 0 : compile_operand(c, width), value = compile_new_slots(c, 1);
    compile_emit(c, plain ? OP_BITS_INTEGER : rest ? OP_BITS_REST : OP_BITS_GET);
    compile_emit(c, value);
    compile_emit(c, bits);
    compile_emit(c, bits + 1);
    if (plain || rest) {
        compile_emit(c, plain ? (uint32_t)n : s->seg.unit);
    } else {
        compile_emit(c, (uint32_t)s->seg.type | (uint32_t)s->seg.flags << 4 | (uint32_t)s->seg.unit << 8);
        compile_emit(c, size);
    }
    compile_emit_label(c, fail);
    return value;
}

// The bits that a segment with a literal integer and a literal size must have; false: it is no such segment,
// or no bits are its value.
static bool literal_bits(const struct core *s, mpz_ptr value, uint64_t *size) {
    enum { WIDTH_MAX = 64 };
    const struct core *width = s->kid[1], *v = s->kid[0];
    if (s->seg.type != SEG_INTEGER || s->seg.flags || width->tag != CORE_LITERAL || v->tag != CORE_LITERAL)
        return false;
    if (!term_is_small(width->lit) || !term_is_integer(v->lit)) return false;
    int64_t n = term_small_value(width->lit);
    if (n <= 0 || n > WIDTH_MAX || (*size = (uint64_t)n * s->seg.unit) > WIDTH_MAX) return false;
    term_get_mpz(v->lit, value);
    return mpz_sgn(value) >= 0 && mpz_sizeinbase(value, 2) <= *size;
}

// How many segments from i on are literals: a text is compared as a whole, not byte by byte. *out: one
// segment for all of them, if there are several.
static uint32_t literal_run(struct compiler *c, const struct core *pat, uint32_t i, const struct core **out) {
    enum { BITS_MAX = 1 << 16 };
    uint64_t all = 0, size;
    uint32_t n = 0;
    mpz_t sum, value;
    mpz_inits(sum, value, NULL);
    for (; i + n < pat->n && all < BITS_MAX && literal_bits(pat->kid[i + n], value, &size); n++) {
        mpz_mul_2exp(sum, sum, size);
        mpz_add(sum, sum, value);
        all += size;
    }
    if (n > 1) {
        struct arena *a = &c->program->arena;
        struct core *s = arena_alloc(a, sizeof *s + 2 * sizeof s->kid[0]);
        *s = *pat->kid[i];
        s->seg.unit = 1;
        for (uint32_t k = 0; k < 2; k++) {
            s->kid[k] = arena_alloc(a, sizeof *s);
            *s->kid[k] = *pat->kid[i]->kid[k];
            s->kid[k]->lit = k == 0 ? term_mpz(a, sum) : term_small((int64_t)all);
        }
        *out = s;
    }
    mpz_clears(sum, value, NULL);
    return n ? n : 1;
}

static void match_bits(struct compiler *c, const struct core *pat, uint32_t o, struct label *fail,
                       struct position *at) {
    bool before = at->off_path;
    at->off_path = true;
    uint32_t bits = compile_new_slots(c, 2);
    compile_emit(c, OP_BITS_START);
    compile_emit(c, bits);
    compile_emit(c, bits + 1);
    compile_emit(c, o);
    compile_emit_label(c, fail);
    for (uint32_t i = 0; i < pat->n;) {
        const struct core *segment = pat->kid[i];
        uint32_t n = literal_run(c, pat, i, &segment);
        uint32_t value = bits_segment(c, segment, bits, fail);
        match(c, segment->kid[0], OPERAND_SLOT(value), fail, at);
        i += n;
    }
    compile_emit(c, OP_BITS_END);
    compile_emit(c, bits);
    compile_emit(c, bits + 1);
    compile_emit_label(c, fail);
    at->off_path = before;
}

static void bind_operand(struct compiler *c, uint32_t var, uint32_t o) {
    uint32_t slot = o >> 1;
    if (o & 1) {
        slot = compile_new_slots(c, 1);
        compile_move(c, slot, o);
    }
    compile_bind(c, var, slot);
}

static void match(struct compiler *c, const struct core *pat, uint32_t o, struct label *fail,
                  struct position *at) {
    c->nesting++;
    if (!compile_too_deep(c)) {
        while (pat->tag == CORE_ALIAS) {
            bind_operand(c, pat->kid[0]->aux, o);
            pat = pat->kid[1];
        }
        switch (pat->tag) {
        case CORE_VAR: bind_operand(c, pat->aux, o); break;
        case CORE_LITERAL: match_literal(c, pat->lit, o, fail, at); break;
        case CORE_CONS: match_cons(c, pat, o, fail, at); break;
        case CORE_TUPLE: match_tuple(c, pat, o, fail, at); break;
        case CORE_MAP: match_map(c, pat, o, fail, at); break;
        case CORE_BINARY: match_bits(c, pat, o, fail, at); break;
        default: diag_set(c->diag, DIAG_ANALYSIS, "%s:%u: unknown pattern", c->module->core->file, pat->line);
        }
    }
    c->nesting--;
}

// Such functions are the compiler's as well, although nothing marks their clauses.
static void cover_clause(struct compiler *c, const struct core *clause) {
    bool added = program_is_generated(c->f->home->module, c->f->home->name);
    compile_cover(c, &(struct code_place){c->f, true, added || (clause->flags & CORE_GENERATED) != 0, 0});
}

// case B of true -> X; false -> Y; ... where B is a comparison or type test: no boolean is ever made.
static bool boolean_case(struct compiler *c, const struct core *e, struct target t) {
    if (e->n < 3 || e->kid[1]->n != 3 || !compile_is_safe_boolean(c, e->kid[0])) return false;
    term yes = term_atom(symbol_of("true")), no = term_atom(symbol_of("false"));
    term first = TERM_NONE, second = TERM_NONE;
    for (int i = 1; i <= 2; i++) {
        const struct core *clause = e->kid[i], *g = clause->kid[1];
        if (clause->kid[0]->tag != CORE_LITERAL || g->tag != CORE_LITERAL || g->lit != yes) return false;
        *(i == 1 ? &first : &second) = clause->kid[0]->lit;
    }
    if (!((first == yes && second == no) || (first == no && second == yes))) return false;
    struct label other = label_new(), done = label_new();
    compile_note_line(c, e);
    compile_note_node(c, e);
    c->tests++;
    compile_condition(c, e->kid[0], first == yes, &other);
    c->tests--;
    cover_clause(c, e->kid[1]);
    compile_expression(c, e->kid[1]->kid[2], t);
    if (!t.tail) {
        compile_emit(c, OP_JUMP);
        compile_emit_label(c, &done);
    }
    label_here(c, &other);
    cover_clause(c, e->kid[2]);
    compile_expression(c, e->kid[2]->kid[2], t);
    label_here(c, &done);
    return true;
}

static uint32_t *scrutinees(struct compiler *c, const struct core *argument, uint32_t n) {
    uint32_t *o = ARENA_ARRAY(&c->program->arena, uint32_t, n);
    if (argument->tag == CORE_VALUES) {
        assert(argument->n == n);
        compile_operands(c, argument->kid, n, o);
    } else if (n == 1) {
        o[0] = compile_operand(c, argument);
    } else {
        uint32_t first = compile_new_slots(c, n);
        compile_expression(c, argument, (struct target){false, first, n});
        for (uint32_t i = 0; i < n; i++) o[i] = OPERAND_SLOT(first + i);
    }
    return o;
}

// ---- Switches ----
// Where a column of a case has many literals that are words, a plain value finds its clause in a table, and a
// clause that fails behind that column goes on with the next one that can match. The clauses left out are
// those that such a value fails anyway. Symbolic values are tested clause by clause: the first test decides
// among all literals at once.

enum { SWITCH_LEAST = 4 };

// The pattern is a word that no other term equals.
static bool is_word(const struct core *pat) {
    while (pat->tag == CORE_ALIAS) pat = pat->kid[1];
    return pat->tag == CORE_LITERAL && (term_is_atom(pat->lit) || term_is_small(pat->lit));
}

static term word_of(const struct core *pat) {
    while (pat->tag == CORE_ALIAS) pat = pat->kid[1];
    return pat->lit;
}

struct row_word {
    term word;
    uint32_t row;
};

struct case_rows {
    const struct core *e;
    uint32_t n, column;   // clauses; where the switch is, or as many as there are columns
    struct label *labels; // of each clause, and the end
    uint32_t *next;       // with a switch: the next clause that may match what this one's word matches
    struct row_word *words;
    uint32_t n_words;
};

static int compare_words(const void *a, const void *b) {
    const struct row_word *x = a, *y = b;
    return x->word != y->word ? (x->word < y->word ? -1 : 1) : x->row < y->row ? -1 : x->row > y->row;
}

static struct case_rows rows_of(const struct core *e, uint32_t columns) {
    struct case_rows r = {.e = e, .n = e->n - 1, .column = columns};
    r.labels = mem_alloc(e->n * sizeof *r.labels);
    for (uint32_t i = 0; i < e->n; i++) r.labels[i] = label_new();
    for (uint32_t column = 0; column < columns && r.column == columns; column++) {
        uint32_t words = 0;
        for (uint32_t i = 1; i < e->n; i++) words += is_word(e->kid[i]->kid[column]);
        if (words >= SWITCH_LEAST) r.column = column;
    }
    if (r.column == columns) return r;
    r.words = mem_alloc(r.n * sizeof *r.words);
    r.next = mem_alloc(r.n * sizeof *r.next);
    uint32_t other = r.n; // the next clause that is not a word
    for (uint32_t row = r.n; row-- > 0;) {
        const struct core *pat = e->kid[row + 1]->kid[r.column];
        r.next[row] = other;
        if (is_word(pat))
            r.words[r.n_words++] = (struct row_word){word_of(pat), row};
        else
            other = row;
    }
    qsort(r.words, r.n_words, sizeof *r.words, compare_words);
    for (uint32_t i = 0; i + 1 < r.n_words; i++) {
        uint32_t row = r.words[i].row, same = r.words[i + 1].row;
        if (r.words[i].word == r.words[i + 1].word && same < r.next[row]) r.next[row] = same;
    }
    return r;
}

static void rows_free(struct case_rows *r) {
    mem_free(r->labels);
    mem_free(r->next);
    mem_free(r->words);
}

// A table of the words, sorted, and the place for each; last, the place for everything else.
static void emit_switch(struct compiler *c, const struct case_rows *r, uint32_t o) {
    uint32_t first = c->constants.n, other = 0;
    while (other < r->n && is_word(r->e->kid[other + 1]->kid[r->column])) other++;
    VEC(uint32_t) places = {0};
    for (uint32_t i = 0; i < r->n_words; i++) {
        if (i && r->words[i].word == r->words[i - 1].word) continue;
        vec_push(&c->constants, r->words[i].word);
        vec_push(&places, r->words[i].row < other ? r->words[i].row : other);
    }
    compile_emit(c, OP_SWITCH);
    compile_emit(c, o);
    compile_emit(c, first);
    compile_emit(c, places.n);
    for (uint32_t i = 0; i < places.n; i++) compile_emit_label(c, &r->labels[places.at[i]]);
    compile_emit_label(c, &r->labels[other]);
    vec_free(&places);
}

// Where to go on when a clause fails behind the switch's column.
static struct label *after_column(const struct case_rows *r, uint32_t row) {
    bool word = r->next && is_word(r->e->kid[row + 1]->kid[r->column]);
    return &r->labels[word ? r->next[row] : row + 1];
}

void compile_case(struct compiler *c, const struct core *e, struct target t) {
    if (e->n == 2 && e->kid[1]->n == 2 && e->kid[1]->kid[0]->tag == CORE_LITERAL) {
        // case <> of <> when true -> X
        cover_clause(c, e->kid[1]);
        compile_expression(c, e->kid[1]->kid[1], t);
        return;
    }
    if (boolean_case(c, e, t)) return;
    uint32_t mark = c->next_slot, undo = c->undo.n, n = e->n > 1 ? e->kid[1]->n - 2 : 0;
    uint32_t *operand_list = scrutinees(c, e->kid[0], n);
    struct position at = {.case_index = c->cases.n};
    uint32_t *row_pc = ARENA_ARRAY(&c->program->arena, uint32_t, e->n);
    vec_push(&c->cases, ((struct case_info){e, n, operand_list, row_pc}));
    struct case_rows rows = rows_of(e, n);
    if (rows.column < n) emit_switch(c, &rows, operand_list[rows.column]);
    struct label done = label_new();
    for (at.row = 0; at.row < rows.n; at.row++) {
        const struct core *clause = e->kid[at.row + 1];
        uint32_t clause_mark = c->next_slot;
        label_here(c, &rows.labels[at.row]);
        row_pc[at.row] = c->code.n;
        compile_note_line(c, clause);
        compile_note_node(c, e);
        c->tests++;
        for (at.column = 0; at.column < n; at.column++)
            match(c, clause->kid[at.column], operand_list[at.column],
                  at.column <= rows.column ? &rows.labels[at.row + 1] : after_column(&rows, at.row), &at);
        compile_guard(c, clause->kid[n], after_column(&rows, at.row));
        c->tests--;
        cover_clause(c, clause);
        compile_expression(c, clause->kid[n + 1], t);
        if (!t.tail) {
            compile_emit(c, OP_JUMP);
            compile_emit_label(c, &done);
        }
        compile_unbind_to(c, undo);
        c->next_slot = clause_mark;
    }
    label_here(c, &rows.labels[rows.n]);
    rows_free(&rows);
    compile_emit(c, OP_NO_MODEL); // not reached: the compiler adds a clause that matches everything
    compile_emit(c, compile_constant(c, term_atom(symbol_of("a case that no clause matches"))));
    label_here(c, &done);
    vec_free(&at.path);
    c->next_slot = mark;
}
