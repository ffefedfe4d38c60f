// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/value.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/some_of.h"
#include "base/vec.h"
#include "erlang/term/made_form.h"
#include "erlang/term/map.h"

// External funs are numbered by the symbol of a text that names them; no atom's number is mistaken for one,
// because the text starts with this mark. Funs of code have the top bit set.
#define FUN_MARK "#fun "
#define CODE_FUN 0x80000000u

static uint32_t external_number(symbol module, symbol name, uint32_t arity) {
    char text[64];
    snprintf(text, sizeof text, FUN_MARK "%u:%u/%u", module, name, arity);
    return symbol_of(text);
}

static bool external_of(uint32_t number, symbol *module, symbol *name, uint32_t *arity) {
    if (number == 0 || (number & CODE_FUN) || number > symbol_count()) return false;
    const char *text = symbol_text(number);
    return strncmp(text, FUN_MARK, strlen(FUN_MARK)) == 0 &&
           sscanf(text + strlen(FUN_MARK), "%u:%u/%u", module, name, arity) == 3;
}

// The module of the function that stands for all: no atom, since these are UTF-8.
#define ANY_MODULE "\xFF"

static term external_fun(struct arena *a, symbol module, symbol name, uint32_t arity) {
    struct closure *f = arena_zalloc(a, sizeof *f);
    f->box = (struct box){BOX_FUN, 0};
    f->arity = arity;
    f->flags = CLOSURE_EXTERNAL;
    f->module = module;
    f->name = name;
    return (term)(uintptr_t)f | TAG_BOX;
}

term value_any_fun(struct arena *a, uint32_t arity) {
    symbol any = symbol_of(ANY_MODULE);
    return external_fun(a, any, any, arity);
}

static bool is_any_fun(const struct expr_store *x, expr_id e, uint32_t *arity) {
    symbol module, name;
    return expr_op(x, e) == EXPR_OPAQUE_OP && expr_ground_kind(x, e) == KIND_FUN &&
           external_of(expr_imm(x, e), &module, &name, arity) && strcmp(symbol_text(module), ANY_MODULE) == 0;
}

// ---- Expressions to terms ----

struct to_term {
    const struct expr_store *x;
    struct arena *a;
    struct hash_map done; // expression -> index in results
    VEC(term) results;
    VEC(expr_id) stack;
};

static term term_of_kid(const struct to_term *c, expr_id e, uint32_t i) {
    uint32_t at = 0;
    bool found = hash_map_get(&c->done, expr_arg(c->x, e, i), &at);
    assert(found);
    (void)found;
    return c->results.at[at];
}

static term closure_table(struct arena *a, uint32_t arity, uint32_t n) {
    struct closure *f = arena_zalloc(a, sizeof *f + n * sizeof(term));
    f->box = (struct box){BOX_FUN, n};
    f->arity = arity;
    f->flags = CLOSURE_TABLE;
    return (term)(uintptr_t)f | TAG_BOX;
}

static term opaque_to_term(const struct to_term *c, expr_id e) {
    uint32_t number = expr_imm(c->x, e);
    switch (SOME_OF(expr_ground_kind(c->x, e))) {
    case KIND_PID: return term_imm(IMM_PID, number);
    case KIND_PORT: return term_imm(IMM_PORT, number);
    case KIND_REF: return term_imm(IMM_REF, number);
    default: break;
    }
    assert(expr_ground_kind(c->x, e) == KIND_FUN);
    symbol module, name;
    uint32_t arity;
    if (external_of(number, &module, &name, &arity)) return external_fun(c->a, module, name, arity);
    term f = closure_table(c->a, 0, 1);
    term_closure(f)->at[0] = term_atom(symbol_of("ok"));
    return f;
}

static term int_to_term(const struct to_term *c, expr_id literal) {
    int64_t small;
    if (expr_get_int64(c->x, literal, &small)) return term_int(c->a, small);
    mpz_t big;
    mpz_init(big);
    expr_get_mpz(c->x, literal, big);
    term t = term_mpz(c->a, big);
    mpz_clear(big);
    return t;
}

static term composite_to_term(struct to_term *c, expr_id e) {
    uint32_t n = expr_count(c->x, e);
    switch (SOME_OF(expr_op(c->x, e))) {
    case EXPR_CONS_OP: return term_cons(c->a, term_of_kid(c, e, 0), term_of_kid(c, e, 1));
    case EXPR_TUPLE_OP: {
        struct tuple *t = tuple_alloc(c->a, n);
        for (uint32_t i = 0; i < n; i++) t->at[i] = term_of_kid(c, e, i);
        return tuple_term(t);
    }
    case EXPR_MAP_OP: {
        term map = map_empty;
        for (uint32_t i = 0; i + 1 < n; i += 2)
            map = map_put(c->a, map, term_of_kid(c, e, i), term_of_kid(c, e, i + 1));
        return map;
    }
    case EXPR_FUN_OP: {
        term f = closure_table(c->a, expr_imm(c->x, e), n);
        for (uint32_t i = 0; i < n; i++) term_closure(f)->at[i] = term_of_kid(c, e, i);
        return f;
    }
    default: break;
    }
    assert(!"not a ground term");
    return TERM_NONE;
}

static term node_to_term(struct to_term *c, expr_id e) {
    switch (SOME_OF(expr_op(c->x, e))) {
    case EXPR_ATOM_OP: return term_atom(expr_imm(c->x, e));
    case EXPR_NIL_OP: return TERM_NIL;
    case EXPR_INT_OP: return int_to_term(c, expr_arg(c->x, e, 0));
    case EXPR_FLOAT_OP: return term_float(c->a, expr_get_float(c->x, expr_arg(c->x, e, 0)));
    case EXPR_BITS_OP: {
        uint64_t size;
        const uint8_t *bytes = expr_get_bits(c->x, e, &size);
        return term_bits(c->a, bytes, size);
    }
    case EXPR_OPAQUE_OP: return opaque_to_term(c, e);
    default: return composite_to_term(c, e);
    }
}

static bool has_term_kids(const struct expr_store *x, expr_id e) {
    enum expr_op op = expr_op(x, e);
    return op == EXPR_CONS_OP || op == EXPR_TUPLE_OP || op == EXPR_MAP_OP || op == EXPR_FUN_OP;
}

term value_to_term(const struct expr_store *x, expr_id ground, struct arena *a) {
    assert(expr_is_ground(x, ground) && expr_sort(x, ground) == SORT_TERM);
    struct to_term c = {.x = x, .a = a};
    uint32_t at;
    vec_push(&c.stack, ground);
    while (c.stack.n > 0) {
        expr_id e = vec_last(&c.stack);
        uint32_t height = c.stack.n;
        if (!hash_map_get(&c.done, e, &at)) {
            if (has_term_kids(x, e)) {
                for (uint32_t i = expr_count(x, e); i-- > 0;) {
                    expr_id kid = expr_arg(x, e, i);
                    if (!hash_map_get(&c.done, kid, &at)) vec_push(&c.stack, kid);
                }
            }
            if (c.stack.n > height) continue;
            term t = node_to_term(&c, e);
            hash_map_put(&c.done, e, c.results.n);
            vec_push(&c.results, t);
        }
        (void)vec_pop(&c.stack);
    }
    bool found = hash_map_get(&c.done, ground, &at);
    assert(found);
    (void)found;
    term result = c.results.at[at];
    hash_map_free(&c.done);
    vec_free(&c.results);
    vec_free(&c.stack);
    return result;
}

// ---- Terms to expressions ----

struct from_term {
    struct expr_store *x;
    struct hash_map done; // term word -> expression
    VEC(term) stack;
    VEC(expr_id) kids; // of the node at hand
};

static bool is_table(term t) {
    return term_is_fun(t) && term_closure(t)->flags == CLOSURE_TABLE;
}

// Appends the parts of t, in order, to the stack (want) or their expressions to kids (!want).
static void part_visit(struct from_term *c, term part, bool want) {
    uint32_t e;
    bool known = hash_map_get(&c->done, part, &e);
    if (want && !known) vec_push(&c->stack, part);
    if (want) return;
    assert(known);
    vec_push(&c->kids, e);
}

static void parts_visit(struct from_term *c, term t, bool want) {
    if (term_is_cons(t)) {
        part_visit(c, term_tl(t), want); // the head is then made first; order is of no matter otherwise
        part_visit(c, term_hd(t), want);
    } else if (term_is_tuple(t)) {
        for (uint64_t i = 0; i < term_tuple(t)->n; i++) part_visit(c, term_tuple(t)->at[i], want);
    } else if (term_is_map(t)) {
        struct map_iterator i;
        term key, value;
        map_iterate(&i, t);
        while (map_next(&i, &key, &value)) {
            part_visit(c, key, want);
            part_visit(c, value, want);
        }
    } else if (is_table(t)) {
        for (uint32_t i = 0; i < term_closure(t)->box.n; i++) part_visit(c, term_closure(t)->at[i], want);
    }
}

static expr_id bits_from_term(struct expr_store *x, const struct bits *b) {
    uint64_t n = (b->size + 7) / 8;
    uint8_t *bytes = mem_zalloc(n ? n : 1);
    for (uint64_t i = 0; i < b->size; i++) {
        uint64_t from = b->offset + i;
        if (b->bytes[from / 8] >> (7 - from % 8) & 1) bytes[i / 8] |= (uint8_t)(0x80 >> i % 8);
    }
    expr_id e = expr_bits(x, bytes, b->size);
    mem_free(bytes);
    return e;
}

static expr_id integer_from_term(struct expr_store *x, term t) {
    int64_t small;
    if (term_get_int64(t, &small)) return expr_int_term(x, expr_int(x, small));
    mpz_t big;
    mpz_init(big);
    term_get_mpz(t, big);
    expr_id e = expr_int_term(x, expr_int_mpz(x, big));
    mpz_clear(big);
    return e;
}

static expr_id fun_from_term(struct from_term *c, term t) {
    const struct closure *f = term_closure(t);
    if (f->flags == CLOSURE_TABLE) {
        uint32_t n = c->kids.n, width = f->arity + 1;
        assert(n >= 1 && (n - 1) % width == 0);
        return expr_fun(c->x, f->arity, c->kids.at, (n - 1) / width, c->kids.at[n - 1]);
    }
    if (f->flags == CLOSURE_EXTERNAL)
        return expr_opaque(c->x, KIND_FUN, external_number(f->module, f->name, f->arity));
    // The same fun in another run must have the same number: no addresses.
    uint64_t h = f->code->identity;
    for (uint32_t i = 0; i < f->box.n; i++)
        if (!term_is_fun(f->at[i])) h = hash_mix(h, term_hash(f->at[i]));
    return expr_opaque(c->x, KIND_FUN, CODE_FUN | (uint32_t)(h >> 8));
}

static expr_id node_from_term(struct from_term *c, term t) {
    struct expr_store *x = c->x;
    if (term_is_integer(t)) return integer_from_term(x, t);
    if (term_is_atom(t)) return expr_atom(x, term_symbol(t));
    if (term_is_nil(t)) return EXPR_NIL;
    if (term_is_imm(t, IMM_PID)) return expr_opaque(x, KIND_PID, (uint32_t)term_imm_payload(t));
    if (term_is_imm(t, IMM_PORT)) return expr_opaque(x, KIND_PORT, (uint32_t)term_imm_payload(t));
    if (term_is_imm(t, IMM_REF)) return expr_opaque(x, KIND_REF, (uint32_t)term_imm_payload(t));
    if (term_is_float(t)) return expr_float_term(x, expr_float(x, term_float_value(t)));
    if (term_is_bits(t)) return bits_from_term(x, term_bits_of(t));
    vec_clear(&c->kids);
    parts_visit(c, t, false);
    if (term_is_cons(t)) return expr_cons(x, c->kids.at[1], c->kids.at[0]);
    if (term_is_tuple(t)) return expr_tuple(x, c->kids.at, c->kids.n);
    if (term_is_map(t)) return expr_map(x, c->kids.at, c->kids.n / 2);
    assert(term_is_fun(t));
    return fun_from_term(c, t);
}

expr_id value_from_term(struct expr_store *x, term t) {
    assert(!term_shadowed(t) && t != TERM_NONE);
    struct from_term c = {.x = x};
    uint32_t e = EXPR_NONE;
    vec_push(&c.stack, t);
    while (c.stack.n > 0) {
        term top = vec_last(&c.stack);
        uint32_t height = c.stack.n;
        if (!hash_map_get(&c.done, top, &e)) {
            parts_visit(&c, top, true);
            if (c.stack.n > height) continue;
            e = node_from_term(&c, top);
            hash_map_put(&c.done, top, e);
        }
        (void)vec_pop(&c.stack);
    }
    hash_map_free(&c.done);
    vec_free(&c.stack);
    vec_free(&c.kids);
    return e;
}

bool value_holds_fun(term root) {
    VEC(term) todo = {0};
    bool found = false;
    vec_push(&todo, root);
    while (todo.n && !found && term_visit()) {
        term t = vec_pop(&todo);
        found = term_is_fun(t);
        for (; term_is_cons(t); t = term_tl(t)) vec_push(&todo, term_hd(t));
        for (uint64_t i = 0; term_is_tuple(t) && i < term_tuple(t)->n; i++)
            vec_push(&todo, term_tuple(t)->at[i]);
        if (term_is_map(t)) {
            struct map_iterator it;
            term k, v;
            for (map_iterate(&it, t); map_next(&it, &k, &v);) {
                vec_push(&todo, k);
                vec_push(&todo, v);
            }
        }
        found |= term_is_fun(t);
    }
    vec_free(&todo);
    return found;
}

// ---- Expressions to source text ----

void value_print_float(double v, struct str *out) {
    assert(isfinite(v));
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v) break;
    }
    char *e = strchr(text, 'e');
    size_t mantissa = e ? (size_t)(e - text) : strlen(text);
    // "-0" and the like: Erlang wants a digit on both sides of a point.
    str_add_n(out, text, mantissa);
    if (!memchr(text, '.', mantissa)) str_add(out, ".0");
    if (e) str_addf(out, "e%d", atoi(e + 1));
}

enum item_kind { ITEM_EXPR, ITEM_TEXT, ITEM_TAIL, ITEM_NUMBER, ITEM_CALL };
struct item { // what remains to be printed, last first
    enum item_kind kind;
    expr_id e;
    const char *text;
    uint32_t number; // printed after the text; ITEM_TEXT: if not 0; ITEM_CALL: the function, e its module
};
struct printer {
    const struct expr_store *x;
    struct str *out;
    VEC(struct item) stack;
    uint32_t names;                    // of variables used so far
    const struct value_shared *shared; // functions that are variables; NULL: none
};

static void push_text(struct printer *p, const char *text) {
    vec_push(&p->stack, (struct item){ITEM_TEXT, 0, text, 0});
}
static void push_name(struct printer *p, const char *prefix, uint32_t number) {
    vec_push(&p->stack, (struct item){ITEM_TEXT, 0, prefix, number});
}
static void push_expr(struct printer *p, expr_id e) {
    vec_push(&p->stack, (struct item){ITEM_EXPR, e, NULL, 0});
}

// As io_lib:printable_unicode_list/1 has it.
static bool printable(int64_t c) {
    if (c >= 32 && c <= 126) return true;
    if ((c >= '\b' && c <= '\r') || c == 27) return true; // \b \t \n \v \f \r \e
    return (c >= 0xA0 && c < 0xD800) || (c > 0xDFFF && c < 0xFFFE) || (c > 0xFFFF && c <= 0x10FFFF);
}

static void add_char(struct str *out, uint32_t c) {
    switch (c) {
    case '\b': str_add(out, "\\b"); break;
    case '\t': str_add(out, "\\t"); break;
    case '\n': str_add(out, "\\n"); break;
    case '\v': str_add(out, "\\v"); break;
    case '\f': str_add(out, "\\f"); break;
    case '\r': str_add(out, "\\r"); break;
    case 27: str_add(out, "\\e"); break;
    case '"': str_add(out, "\\\""); break;
    case '\\': str_add(out, "\\\\"); break;
    default: str_add_utf8(out, c);
    }
}

static bool code_point(const struct expr_store *x, expr_id e, int64_t *c) {
    return expr_op(x, e) == EXPR_INT_OP && expr_get_int64(x, expr_arg(x, e, 0), c) && printable(*c);
}

static bool print_as_string(struct printer *p, expr_id list) {
    int64_t c;
    expr_id e = list;
    if (p->shared && p->shared->no_texts) return false;
    for (; expr_op(p->x, e) == EXPR_CONS_OP; e = expr_arg(p->x, e, 1))
        if (!code_point(p->x, expr_arg(p->x, e, 0), &c)) return false;
    if (e != EXPR_NIL) return false;
    str_add_char(p->out, '"');
    for (e = list; e != EXPR_NIL; e = expr_arg(p->x, e, 1)) {
        code_point(p->x, expr_arg(p->x, e, 0), &c);
        add_char(p->out, (uint32_t)c);
    }
    str_add_char(p->out, '"');
    return true;
}

// Decodes one code point of strict UTF-8 (shortest form, no surrogates): bytes taken, 0 if there is none.
static size_t utf8_decode(const uint8_t *s, size_t n, uint32_t *c) {
    size_t len = s[0] < 0x80 ? 1 : s[0] >= 0xC2 && s[0] < 0xE0 ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : 4;
    if (s[0] > 0xF4 || (s[0] >= 0x80 && s[0] < 0xC2) || len > n) return 0;
    *c = len == 1 ? s[0] : s[0] & (0x7Fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((s[i] & 0xC0) != 0x80) return 0;
        *c = *c << 6 | (s[i] & 0x3F);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return *c < least[len] || *c > 0x10FFFF || (*c >= 0xD800 && *c < 0xE000) ? 0 : len;
}

static bool print_as_text(struct str *out, const uint8_t *bytes, size_t n) {
    bool ascii = true;
    size_t len;
    uint32_t c;
    for (size_t i = 0; i < n; i += len) {
        len = utf8_decode(bytes + i, n - i, &c);
        if (len == 0 || !printable(c)) return false;
        if (len > 1) ascii = false;
    }
    str_add(out, "<<\"");
    for (size_t i = 0; i < n; i += len) {
        len = utf8_decode(bytes + i, n - i, &c);
        add_char(out, c);
    }
    str_add(out, ascii ? "\">>" : "\"/utf8>>");
    return true;
}

static void print_bits(struct printer *p, expr_id e) {
    uint64_t size;
    const uint8_t *bytes = expr_get_bits(p->x, e, &size);
    if (size > 0 && size % 8 == 0 && print_as_text(p->out, bytes, size / 8)) return;
    str_add(p->out, "<<");
    for (uint64_t i = 0; i < size / 8; i++) str_addf(p->out, "%s%u", i ? "," : "", bytes[i]);
    unsigned rest = size % 8;
    if (rest) str_addf(p->out, "%s%u:%u", size > 8 ? "," : "", bytes[size / 8] >> (8 - rest), rest);
    str_add(p->out, ">>");
}

static void print_int(struct printer *p, expr_id literal) {
    mpz_t v;
    mpz_init(v);
    expr_get_mpz(p->x, literal, v);
    char *text = mpz_get_str(NULL, 10, v);
    str_add(p->out, text);
    free(text);
    mpz_clear(v);
}

// High numbers for pids, so that no live process of the user's VM is hit.
static void print_opaque(struct printer *p, expr_id e) {
    uint32_t number = expr_imm(p->x, e);
    symbol module, name;
    uint32_t arity;
    switch (SOME_OF(expr_ground_kind(p->x, e))) {
    case KIND_PID:
        if (number == 0)
            str_add(p->out, "self()");
        else
            str_addf(p->out, "list_to_pid(\"<0.%u.0>\")", (20000 + number) & 0x7FFF);
        break;
    case KIND_PORT: str_addf(p->out, "list_to_port(\"#Port<0.%u>\")", (20000 + number) & 0xFFFFFFF); break;
    case KIND_REF: str_addf(p->out, "list_to_ref(\"#Ref<0.0.0.%u>\")", number & 0x3FFFF); break;
    default:
        if (!external_of(number, &module, &name, &arity)) {
            str_add(p->out, "fun() -> ok end");
            break;
        }
        str_add(p->out, "fun ");
        term_print_atom(p->out, module);
        str_add_char(p->out, ':');
        term_print_atom(p->out, name);
        str_addf(p->out, "/%u", arity);
    }
}

// A key that cannot be a pattern that matches just it: maps match larger maps, and pids are made by calls.
static bool is_hard_key(const struct expr_store *x, expr_id key) {
    VEC(expr_id) stack = {0};
    bool hard = false;
    vec_push(&stack, key);
    while (stack.n > 0 && !hard) {
        expr_id e = vec_pop(&stack);
        enum expr_op op = expr_op(x, e);
        hard = op == EXPR_MAP_OP || op == EXPR_OPAQUE_OP || op == EXPR_FUN_OP;
        if (op != EXPR_CONS_OP && op != EXPR_TUPLE_OP) continue;
        for (uint32_t i = 0; i < expr_count(x, e); i++) vec_push(&stack, expr_arg(x, e, i));
    }
    vec_free(&stack);
    return hard;
}

typedef VEC(uint32_t) key_names; // of each part of a function table; 0: a result, or a key that is a pattern

// The guard for a part of a clause's head that is a name.
static void push_test(struct printer *p, expr_id key, uint32_t name) {
    uint32_t arity;
    if (is_any_fun(p->x, key, &arity)) {
        push_text(p, ")");
        vec_push(&p->stack, (struct item){ITEM_NUMBER, 0, ",", arity});
        push_name(p, "is_function(X", name);
    } else {
        push_name(p, " =:= K", name);
        push_name(p, "X", name);
    }
}

// X1 and K1: clause heads bind what must be compared with a key that is no pattern, and a guard compares.
static void push_clause(struct printer *p, expr_id e, uint32_t first, const key_names *names) {
    uint32_t arity = expr_imm(p->x, e);
    bool guard = false;
    push_text(p, "; ");
    push_expr(p, expr_arg(p->x, e, first + arity));
    push_text(p, " -> ");
    for (uint32_t i = arity; i-- > 0;) {
        uint32_t name = names->at[first + i];
        if (name == 0) continue;
        if (guard) push_text(p, ", ");
        guard = true;
        push_test(p, expr_arg(p->x, e, first + i), name);
    }
    push_text(p, guard ? ") when " : ")");
    for (uint32_t i = arity; i-- > 0;) {
        uint32_t name = names->at[first + i];
        if (name)
            push_name(p, "X", name);
        else
            push_expr(p, expr_arg(p->x, e, first + i));
        if (i > 0) push_text(p, ",");
    }
    push_text(p, "(");
}

static void push_clauses(struct printer *p, expr_id e, const key_names *names) {
    uint32_t arity = expr_imm(p->x, e), n = expr_count(p->x, e);
    push_text(p, " end");
    push_expr(p, expr_arg(p->x, e, n - 1));
    push_text(p, ") -> ");
    for (uint32_t i = 0; i < arity; i++) push_text(p, i ? "_," : "_");
    push_text(p, "(");
    for (uint32_t entry = (n - 1) / (arity + 1); entry-- > 0;) push_clause(p, e, entry * (arity + 1), names);
    push_text(p, "fun");
}

// Has a name in the clause's head, and is compared with.
static bool is_compared(const struct printer *p, expr_id e, const key_names *names, uint32_t i) {
    uint32_t arity;
    return names->at[i] && !is_any_fun(p->x, expr_arg(p->x, e, i), &arity);
}

// The keys that are no patterns, as arguments of a fun around the fun: "(fun(K1) -> fun .. end end)(KEY)".
static void push_keys(struct printer *p, expr_id e, const key_names *names) {
    bool more = false;
    push_text(p, ")");
    for (uint32_t i = names->n; i-- > 0;) {
        if (!is_compared(p, e, names, i)) continue;
        if (more) push_text(p, ",");
        more = true;
        push_expr(p, expr_arg(p->x, e, i));
    }
    push_text(p, " end)(");
}

static bool print_shared(struct printer *p, expr_id e) {
    for (uint32_t i = 0; p->shared && i < p->shared->n; i++) {
        if (p->shared->at[i] != e) continue;
        str_addf(p->out, "F%u", i + 1);
        return true;
    }
    return false;
}

static void push_fun(struct printer *p, expr_id e) {
    if (print_shared(p, e)) return;
    uint32_t arity = expr_imm(p->x, e), n = expr_count(p->x, e);
    if (arity == 0) { // one way to call it: the first entry is the answer
        push_text(p, " end");
        push_expr(p, expr_arg(p->x, e, 0));
        str_add(p->out, "fun() -> ");
        return;
    }
    key_names names = {0};
    bool hard = false;
    for (uint32_t i = 0; i + 1 < n; i++) {
        bool named = i % (arity + 1) != arity && is_hard_key(p->x, expr_arg(p->x, e, i));
        vec_push(&names, named ? ++p->names : 0);
        hard = hard || is_compared(p, e, &names, i);
    }
    if (hard) push_keys(p, e, &names);
    push_clauses(p, e, &names);
    if (hard) {
        str_add(p->out, "(fun(");
        for (uint32_t i = 0, seen = 0; i < names.n; i++)
            if (is_compared(p, e, &names, i)) str_addf(p->out, "%sK%u", seen++ ? "," : "", names.at[i]);
        str_add(p->out, ") -> ");
    }
    vec_free(&names);
}

static void push_parts(struct printer *p, expr_id e, const char *close, const char *odd_separator) {
    push_text(p, close);
    for (uint32_t i = expr_count(p->x, e); i-- > 0;) {
        push_expr(p, expr_arg(p->x, e, i));
        if (i > 0) push_text(p, i % 2 ? odd_separator : ",");
    }
}

// ---- Values that calls make ----

static void push_call(struct printer *p, symbol module, symbol function) {
    vec_push(&p->stack, (struct item){ITEM_CALL, module, NULL, function});
}

// Arguments from one on, up to another, of a call whose value so far is printed elsewhere.
static void push_arguments(struct printer *p, const struct made_form *f, expr_id given, uint32_t from,
                           uint32_t to) {
    for (uint32_t i = to; i-- > from;) {
        push_expr(p, expr_arg(p->x, given, i > f->at ? i - 1 : i));
        if (i) push_text(p, ", ");
    }
}

// "dict:from_list([{1,2}])", "element(2, m:new(1))"
static void push_made(struct printer *p, const struct made_form *f, expr_id given) {
    push_text(p, f->tagged ? "))" : ")");
    push_arguments(p, f, given, 0, f->arity);
    push_call(p, f->module, f->function);
    if (f->tagged) push_text(p, "element(2, ");
}

// "gb_trees:enter(1, 2, gb_trees:empty())": the last call is the outermost.
static void push_fold(struct printer *p, const struct made_form *f, expr_id given) {
    VEC(expr_id) elements = {0};
    for (; expr_op(p->x, given) == EXPR_CONS_OP; given = expr_arg(p->x, given, 1))
        vec_push(&elements, expr_arg(p->x, given, 0));
    for (uint32_t i = elements.n; i-- > 0;) {
        push_text(p, ")");
        push_arguments(p, f, elements.at[i], f->at + 1, f->arity);
    }
    push_text(p, ")");
    push_call(p, f->module, f->start);
    for (uint32_t i = 0; i < elements.n; i++) {
        if (f->at) push_text(p, ", ");
        push_arguments(p, f, elements.at[i], 0, f->at);
        push_call(p, f->module, f->function);
    }
    vec_free(&elements);
}

static void print_call(struct printer *p, symbol module, symbol function) {
    term_print_atom(p->out, module);
    str_add_char(p->out, ':');
    term_print_atom(p->out, function);
    str_add_char(p->out, '(');
}

static void push_tuple(struct printer *p, expr_id e) {
    struct made_form form;
    expr_id given;
    if (!made_read(p->x, e, &form, &given)) {
        push_parts(p, e, "}", ",");
        push_text(p, "{");
    } else if (form.start) {
        push_fold(p, &form, given);
    } else {
        push_made(p, &form, given);
    }
}

static void print_node(struct printer *p, expr_id e) {
    switch (SOME_OF(expr_op(p->x, e))) {
    case EXPR_ATOM_OP: term_print_atom(p->out, expr_imm(p->x, e)); break;
    case EXPR_NIL_OP: str_add(p->out, "[]"); break;
    case EXPR_INT_OP: print_int(p, expr_arg(p->x, e, 0)); break;
    case EXPR_FLOAT_OP: value_print_float(expr_get_float(p->x, expr_arg(p->x, e, 0)), p->out); break;
    case EXPR_BITS_OP: print_bits(p, e); break;
    case EXPR_OPAQUE_OP: print_opaque(p, e); break;
    case EXPR_CONS_OP:
        if (print_as_string(p, e)) break;
        str_add_char(p->out, '[');
        vec_push(&p->stack, (struct item){ITEM_TAIL, expr_arg(p->x, e, 1), NULL, 0});
        push_expr(p, expr_arg(p->x, e, 0));
        break;
    case EXPR_TUPLE_OP: push_tuple(p, e); break;
    case EXPR_MAP_OP:
        str_add(p->out, "#{");
        push_parts(p, e, "}", " => ");
        break;
    case EXPR_FUN_OP: push_fun(p, e); break;
    default: assert(!"not a ground term");
    }
}

static void print_tail(struct printer *p, expr_id tail) {
    if (expr_op(p->x, tail) == EXPR_CONS_OP) {
        str_add_char(p->out, ',');
        vec_push(&p->stack, (struct item){ITEM_TAIL, expr_arg(p->x, tail, 1), NULL, 0});
        push_expr(p, expr_arg(p->x, tail, 0));
    } else if (tail == EXPR_NIL) {
        str_add_char(p->out, ']');
    } else {
        str_add_char(p->out, '|');
        push_text(p, "]");
        push_expr(p, tail);
    }
}

// Each part is looked at twice at most, however often it is shared.
struct value_shared value_shared_funs(const struct expr_store *x, expr_id ground) {
    VEC(expr_id) stack = {0}, found = {0};
    struct hash_map seen = {0};
    vec_push(&stack, ground);
    while (stack.n > 0) {
        expr_id e = vec_pop(&stack);
        uint32_t times = 0;
        enum expr_op op = expr_op(x, e);
        hash_map_get(&seen, e, &times);
        if (times == 2) continue;
        hash_map_put(&seen, e, times + 1);
        if (op == EXPR_FUN_OP && times == 1) vec_push(&found, e);
        if (op != EXPR_CONS_OP && op != EXPR_TUPLE_OP && op != EXPR_MAP_OP) continue;
        for (uint32_t i = expr_count(x, e); i-- > 0;) vec_push(&stack, expr_arg(x, e, i));
    }
    vec_free(&stack);
    hash_map_free(&seen);
    return (struct value_shared){.at = found.at, .n = found.n};
}

void value_print_shared(const struct expr_store *x, const struct value_shared *shared, struct str *out) {
    for (uint32_t i = 0; i < shared->n; i++) {
        str_addf(out, "F%u = ", i + 1);
        value_print(x, shared->at[i], out);
        str_add(out, ", ");
    }
}

void value_print(const struct expr_store *x, expr_id ground, struct str *out) {
    value_print_named(x, ground, NULL, out);
}

void value_print_named(const struct expr_store *x, expr_id ground, const struct value_shared *shared,
                       struct str *out) {
    assert(expr_is_ground(x, ground) && expr_sort(x, ground) == SORT_TERM);
    struct printer p = {.x = x, .out = out, .shared = shared};
    push_expr(&p, ground);
    while (p.stack.n > 0) {
        struct item i = vec_pop(&p.stack);
        switch (i.kind) {
        case ITEM_EXPR: print_node(&p, i.e); break;
        case ITEM_TAIL: print_tail(&p, i.e); break;
        case ITEM_CALL: print_call(&p, i.e, i.number); break;
        case ITEM_TEXT:
        case ITEM_NUMBER:
            str_add(out, i.text);
            if (i.number || i.kind == ITEM_NUMBER) str_addf(out, "%u", i.number);
            break;
        }
    }
    vec_free(&p.stack);
}
