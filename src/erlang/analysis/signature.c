// SPDX-License-Identifier: Apache-2.0
#include "erlang/analysis/signature.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "erlang/term/atoms.h"

static const struct row_text {
    const char *module, *name, *type;
} row_texts[] = {
#define S(module, name, type) {module, name, type},
#define R(module, name, arity, reason)
#include "erlang/analysis/signature.def"
#undef S
#undef R
};

static const struct reason_row {
    const char *module, *name;
    uint32_t arity;
    const term *reason;
} reason_rows[] = {
#define S(module, name, type)
#define R(module, name, arity, reason) {module, name, arity, &atom_##reason},
#include "erlang/analysis/signature.def"
#undef S
#undef R
};
enum { ROWS = sizeof row_texts / sizeof *row_texts, VARIABLES = 26, ARGUMENTS_MAX = 4 };

// A type that may mention variables.
enum pattern_kind { PATTERN_SHAPE, PATTERN_VARIABLE, PATTERN_LIST, PATTERN_TUPLE, PATTERN_UNION };
struct pattern {
    enum pattern_kind kind;
    shape shape;       // PATTERN_SHAPE
    uint32_t variable; // PATTERN_VARIABLE
    bool nonempty;     // PATTERN_LIST
    uint32_t n;
    const struct pattern *kid[ARGUMENTS_MAX];
};

struct row {
    bool good;
    uint32_t arity;
    const struct pattern *args[ARGUMENTS_MAX], *result;
};

struct known_answer { // signature_apply has been asked this before
    const struct bif *bif;
    shape args[ARGUMENTS_MAX];
    struct signature_answer answer;
    uint32_t next; // of the same hash
};

struct signatures {
    struct shapes *shapes;
    struct arena arena;
    struct row rows[ROWS];
    struct hash_map first;   // hash of module, name, arity -> the first of its rows
    struct hash_map results; // index in bif_table -> its documented result
    struct hash_map known;   // hash of a built-in and its arguments -> the first of a chain of answers
    VEC(struct known_answer) answers;
};

// ---- Reading types ----

struct reader {
    struct signatures *g;
    const char *at;
    bool bad;
};

static void skip(struct reader *r) {
    while (*r->at == ' ') r->at++;
}

static bool take(struct reader *r, const char *text) {
    skip(r);
    size_t n = strlen(text);
    if (strncmp(r->at, text, n) != 0) return false;
    r->at += n;
    return true;
}

static void expect(struct reader *r, const char *text) {
    if (!take(r, text)) r->bad = true;
}

static struct pattern *pattern_new(struct reader *r, enum pattern_kind kind) {
    struct pattern *p = ARENA_NEW(&r->g->arena, struct pattern);
    p->kind = kind;
    return p;
}

static struct pattern *shape_pattern(struct reader *r, shape a) {
    struct pattern *p = pattern_new(r, PATTERN_SHAPE);
    p->shape = a;
    return p;
}

static bool named_shape(struct shapes *s, const char *name, size_t n, shape *out) {
    static const struct {
        const char *name;
        uint32_t flags;
    } names[] = {
        {"integer", SHAPE_INT},
        {"float", SHAPE_FLOAT},
        {"number", SHAPE_INT | SHAPE_FLOAT},
        {"atom", SHAPE_ATOM},
        {"tuple", SHAPE_TUPLE},
        {"map", SHAPE_MAP},
        {"bitstring", SHAPE_BITS},
        {"pid", SHAPE_PID},
        {"port", SHAPE_PORT},
        {"reference", SHAPE_REF},
        {"function", SHAPE_FUN},
        {"node", SHAPE_ATOM},
        {"nonempty_maybe_improper_list", SHAPE_CONS | SHAPE_IMPROPER},
        {"list", SHAPE_CONS | SHAPE_NIL},
        {"no_return", 0},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == n && memcmp(names[i].name, name, n) == 0) {
            *out = shape_flags(s, names[i].flags);
            return true;
        }
    static const struct {
        const char *name;
        int64_t lo, hi;
    } ranges[] = {{"non_neg_integer", 0, SHAPE_NO_HI}, {"pos_integer", 1, SHAPE_NO_HI}, {"byte", 0, 255}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (strlen(ranges[i].name) == n && memcmp(ranges[i].name, name, n) == 0) {
            *out = shape_int(s, ranges[i].lo, ranges[i].hi);
            return true;
        }
    if (n == 6 && memcmp(name, "binary", 6) == 0)
        *out = shape_bits(s, 0, 8);
    else if (n == 15 && memcmp(name, "nonempty_binary", 15) == 0)
        *out = shape_bits(s, 8, 8);
    else if (n == 7 && memcmp(name, "boolean", 7) == 0)
        *out = shape_boolean(s);
    else if (n == 6 && memcmp(name, "string", 6) == 0)
        *out = shape_list(s, shape_int(s, 0, 0x10FFFF), 1, SHAPE_NO_LENGTH, true, false);
    else if (n == 4 && memcmp(name, "term", 4) == 0)
        *out = SHAPE_ANY;
    else
        return false;
    return true;
}

static int64_t read_integer(struct reader *r) {
    char *end = NULL;
    int64_t v = strtoll(r->at, &end, 10);
    if (end == r->at) r->bad = true;
    r->at = end;
    return v;
}

static struct pattern *read_range(struct reader *r) {
    int64_t lo = SHAPE_NO_LO, hi = SHAPE_NO_HI;
    bool open = take(r, "..");
    if (open) {
        hi = read_integer(r);
    } else {
        lo = read_integer(r);
        if (!take(r, ".."))
            hi = lo;
        else if (isdigit((unsigned char)*r->at) || *r->at == '-')
            hi = read_integer(r);
    }
    return shape_pattern(r, shape_int(r->g->shapes, lo, hi));
}

static struct pattern *read_type(struct reader *r, uint32_t nesting);

static struct pattern *read_list(struct reader *r, uint32_t nesting) {
    struct pattern *p = pattern_new(r, PATTERN_LIST);
    p->kid[p->n++] = read_type(r, nesting + 1);
    if (take(r, ",")) {
        expect(r, "...");
        p->nonempty = true;
    }
    expect(r, "]");
    return p;
}

static struct pattern *read_tuple(struct reader *r, uint32_t nesting) {
    struct pattern *p = pattern_new(r, PATTERN_TUPLE);
    do {
        if (p->n == ARGUMENTS_MAX) r->bad = true;
        if (r->bad) break;
        p->kid[p->n++] = read_type(r, nesting + 1);
    } while (take(r, ","));
    expect(r, "}");
    return p;
}

static struct pattern *read_one(struct reader *r, uint32_t nesting) {
    skip(r);
    if (take(r, "[")) return read_list(r, nesting);
    if (take(r, "{")) return read_tuple(r, nesting);
    if (isdigit((unsigned char)*r->at) || *r->at == '-' || *r->at == '.') return read_range(r);
    const char *start = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_') r->at++;
    size_t n = (size_t)(r->at - start);
    if (n == 1 && isupper((unsigned char)*start)) {
        struct pattern *p = pattern_new(r, PATTERN_VARIABLE);
        p->variable = (uint32_t)(*start - 'A');
        return p;
    }
    shape a = SHAPE_ANY;
    if (take(r, "()"))
        r->bad |= !named_shape(r->g->shapes, start, n, &a);
    else if (n)
        a = shape_atom(r->g->shapes, symbol_intern(start, n));
    else
        r->bad = true;
    return shape_pattern(r, a);
}

static struct pattern *read_type(struct reader *r, uint32_t nesting) {
    struct pattern *p = read_one(r, nesting);
    if (nesting > 20) r->bad = true;
    while (!r->bad && take(r, "|")) {
        struct pattern *u = pattern_new(r, PATTERN_UNION);
        u->kid[0] = p;
        u->kid[1] = read_one(r, nesting + 1);
        u->n = 2;
        p = u;
    }
    return p;
}

static void read_row(struct signatures *g, const char *text, struct row *out) {
    struct reader r = {g, text, false};
    expect(&r, "(");
    if (!take(&r, ")")) {
        do {
            if (out->arity == ARGUMENTS_MAX) r.bad = true;
            if (r.bad) break;
            out->args[out->arity++] = read_type(&r, 0);
        } while (take(&r, ","));
        expect(&r, ")");
    }
    expect(&r, "->");
    out->result = read_type(&r, 0);
    skip(&r);
    out->good = !r.bad && *r.at == '\0';
}

// ---- Meaning ----

static shape build(struct shapes *s, const struct pattern *p, const shape *variables) {
    shape kids[ARGUMENTS_MAX];
    for (uint32_t i = 0; i < p->n; i++) kids[i] = build(s, p->kid[i], variables);
    switch (p->kind) {
    case PATTERN_SHAPE: return p->shape;
    case PATTERN_VARIABLE: return variables[p->variable];
    case PATTERN_LIST: return shape_list(s, kids[0], 1, SHAPE_NO_LENGTH, !p->nonempty, false);
    case PATTERN_TUPLE: return shape_tuple(s, kids, p->n);
    case PATTERN_UNION: return shape_union(s, kids[0], kids[1]);
    }
    return SHAPE_ANY;
}

// What the variables stand for, given an argument that fits.
static void bind(struct shapes *s, const struct pattern *p, shape a, shape *variables) {
    if (p->kind == PATTERN_VARIABLE)
        variables[p->variable] = shape_union(s, variables[p->variable], a);
    else if (p->kind == PATTERN_LIST)
        bind(s, p->kid[0], shape_head(s, a), variables);
}

static uint64_t key_of(const char *module, const char *name, uint32_t arity) {
    return hash_mix(hash_mix(hash_mix(1, symbol_of(module)), symbol_of(name)), arity);
}

struct signatures *signatures_new(struct shapes *s) {
    struct signatures *g = mem_zalloc(sizeof *g);
    g->shapes = s;
    arena_init(&g->arena, 1 << 15);
    for (uint32_t i = ROWS; i-- > 0;) {
        read_row(g, row_texts[i].type, &g->rows[i]);
        hash_map_put(&g->first, key_of(row_texts[i].module, row_texts[i].name, g->rows[i].arity), i);
    }
    return g;
}

void signatures_free(struct signatures *g) {
    if (!g) return;
    arena_free(&g->arena);
    hash_map_free(&g->first);
    hash_map_free(&g->results);
    hash_map_free(&g->known);
    vec_free(&g->answers);
    mem_free(g);
}

const char *signature_bad_row(struct signatures *g) {
    for (uint32_t i = 0; i < ROWS; i++) {
        const struct bif *b =
            bif_find(symbol_of(row_texts[i].module), symbol_of(row_texts[i].name), g->rows[i].arity);
        if (!g->rows[i].good || !b || b->rule == RULE_CONTROL) return row_texts[i].type;
    }
    for (size_t i = 0; i < sizeof reason_rows / sizeof *reason_rows; i++) {
        const struct reason_row *r = &reason_rows[i];
        if (!bif_find(symbol_of(r->module), symbol_of(r->name), r->arity)) return r->name;
    }
    return NULL;
}

// What bif.def says that it gives; any term where that is not a type read here.
static shape documented_result(struct signatures *g, const struct bif *b) {
    uint32_t index = (uint32_t)(b - bif_table);
    shape a;
    if (hash_map_get(&g->results, index, &a)) return a;
    a = SHAPE_ANY;
    const char *arrow = b->type ? strstr(b->type, "-> ") : NULL;
    for (const char *next; arrow && (next = strstr(arrow + 3, "-> "));) arrow = next;
    if (arrow) {
        struct reader r = {g, arrow + 3, false};
        struct pattern *p = read_type(&r, 0);
        skip(&r);
        const shape none[VARIABLES] = {0};
        if (!r.bad && *r.at == '\0') a = build(g->shapes, p, none);
    }
    hash_map_put(&g->results, index, a);
    return a;
}

static bool satisfies(struct shapes *s, const struct row *row, const shape *args) {
    shape any[VARIABLES];
    for (uint32_t i = 0; i < VARIABLES; i++) any[i] = SHAPE_ANY;
    for (uint32_t i = 0; i < row->arity; i++)
        if (!shape_subset(s, args[i], build(s, row->args[i], any))) return false;
    return true;
}

static bool has_effect(const struct bif *b) {
    return strcmp(b->module, "erlang") == 0 && (strcmp(b->name, "put") == 0 || strcmp(b->name, "erase") == 0);
}

static term only_reason(const struct bif *b) {
    for (size_t i = 0; i < sizeof reason_rows / sizeof *reason_rows; i++) {
        const struct reason_row *r = &reason_rows[i];
        if (r->arity == b->arity && !strcmp(r->name, b->name) && !strcmp(r->module, b->module))
            return *r->reason;
    }
    return TERM_NONE;
}

static struct signature_answer find_answer(struct signatures *g, const struct bif *b, const shape *args) {
    struct shapes *s = g->shapes;
    struct signature_answer a = {.fails = true, .effect = has_effect(b)};
    uint32_t i;
    if (b->arity <= ARGUMENTS_MAX && hash_map_get(&g->first, key_of(b->module, b->name, b->arity), &i))
        for (; i < ROWS && a.fails; i++) {
            const struct row *row = &g->rows[i];
            if (strcmp(row_texts[i].module, b->module) != 0 || strcmp(row_texts[i].name, b->name) != 0 ||
                row->arity != b->arity || !satisfies(s, row, args))
                continue;
            shape variables[VARIABLES] = {0};
            for (uint32_t k = 0; k < row->arity; k++) bind(s, row->args[k], args[k], variables);
            a.result = build(s, row->result, variables);
            a.fails = false;
        }
    if (a.fails) a.result = documented_result(g, b);
    a.reason = only_reason(b);
    transfer_apply(s, b, args, &a);
    return a;
}

struct signature_answer signature_apply(struct signatures *g, const struct bif *b, const shape *args) {
    if (b->arity > ARGUMENTS_MAX) return find_answer(g, b, args);
    size_t size = b->arity * sizeof *args;
    uint64_t h = (uint64_t)(b - bif_table);
    for (uint32_t i = 0; i < b->arity; i++) h = hash_mix(h, args[i]);
    uint32_t first = UINT32_MAX;
    if (hash_map_get(&g->known, h, &first))
        for (uint32_t i = first; i != UINT32_MAX; i = g->answers.at[i].next)
            if (g->answers.at[i].bif == b && memcmp(g->answers.at[i].args, args, size) == 0)
                return g->answers.at[i].answer;
    struct known_answer k = {.bif = b, .answer = find_answer(g, b, args), .next = first};
    memcpy(k.args, args, size);
    hash_map_put(&g->known, h, g->answers.n);
    vec_push(&g->answers, k);
    return k.answer;
}
