// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/key_book.h"

#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"
#include "erlang/term/numtext.h"
#include "erlang/term/value.h"

enum {
    NAMED_MAX = 12,   // more would make all paths through a map long
    LITERALS_MAX = 16 // of which one choice is made
};

struct list {
    expr_id map;
    VEC(expr_id) keys; // behind those named
};

struct key_book {
    pthread_mutex_t lock;
    struct expr_store *x;
    VEC(expr_id) named, literals;
    VEC(double) floats;
    VEC(struct list) lists;
    struct hash_map of; // map -> index in lists
};

struct key_book *key_book_new(struct expr_store *x) {
    struct key_book *b = mem_zalloc(sizeof *b);
    b->x = x;
    pthread_mutex_init(&b->lock, NULL);
    return b;
}

void key_book_free(struct key_book *b) {
    if (!b) return;
    for (uint32_t i = 0; i < b->lists.n; i++) vec_free(&b->lists.at[i].keys);
    vec_free(&b->lists);
    vec_free(&b->named);
    vec_free(&b->literals);
    vec_free(&b->floats);
    hash_map_free(&b->of);
    pthread_mutex_destroy(&b->lock);
    mem_free(b);
}

// ---- What the code names ----

static void name(struct key_book *b, const struct core *key) {
    if (key->tag != CORE_LITERAL || b->named.n == NAMED_MAX) return;
    expr_id e = value_from_term(b->x, key->lit);
    for (uint32_t i = 0; i < b->named.n; i++)
        if (b->named.at[i] == e) return;
    vec_push(&b->named, e);
}

static bool is_atom(const struct core *c, const char *text) {
    return c->tag == CORE_LITERAL && term_is_atom(c->lit) &&
           strcmp(symbol_text(term_symbol(c->lit)), text) == 0;
}

// maps:get(Key, ..) and the like, map_get/2, is_map_key/2: the key is the first argument.
static bool names_key(const struct core *c) {
    static const char *const guards[] = {"map_get", "is_map_key"}, *const functions[] = {
                                                                       "get",  "find",       "is_key",
                                                                       "put",  "update",     "remove",
                                                                       "take", "update_with"};
    if (c->tag != CORE_CALL || c->n < 4) return false;
    for (size_t i = 0; is_atom(c->kid[0], "erlang") && i < sizeof guards / sizeof *guards; i++)
        if (is_atom(c->kid[1], guards[i])) return true;
    for (size_t i = 0; is_atom(c->kid[0], "maps") && i < sizeof functions / sizeof *functions; i++)
        if (is_atom(c->kid[1], functions[i])) return true;
    return false;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Digits, a point, digits; whatever is around them.
static void spell(struct key_book *b, const struct str *text) {
    const char *s = str_text(text);
    for (size_t i = 0, end; i < text->n && b->floats.n < KEY_BOOK_FLOATS; i = end) {
        size_t from = i > 0 && s[i - 1] == '-' ? i - 1 : i;
        double d = 0;
        for (end = i; end < text->n && is_digit(s[end]);) end++;
        if (end == i || end + 1 >= text->n || s[end] != '.' || !is_digit(s[end + 1])) {
            end += end == i;
            continue;
        }
        for (end++; end < text->n && is_digit(s[end]);) end++;
        if (!numtext_read_float(s + from, end - from, &d) || d == 0) continue;
        uint32_t k = 0;
        while (k < b->floats.n && b->floats.at[k] != d) k++;
        if (k == b->floats.n) vec_push(&b->floats, d);
    }
}

static void spell_literal(struct key_book *b, term t) {
    VEC(term) todo = {0};
    vec_push(&todo, t);
    while (todo.n) {
        struct str text = {0};
        t = vec_pop(&todo);
        if (term_is_cons(t) && term_list_latin1(t, &text)) {
            spell(b, &text);
        } else if (term_is_bits(t)) {
            for (uint64_t i = 0; i < bits_byte_count(t); i++)
                str_add_char(&text, (char)bits_byte(term_bits_of(t), i * 8));
            spell(b, &text);
        } else if (term_is_cons(t)) {
            vec_push(&todo, term_hd(t));
            vec_push(&todo, term_tl(t));
        } else if (term_is_tuple(t)) {
            for (uint64_t i = 0; i < term_tuple(t)->n; i++) vec_push(&todo, term_tuple(t)->at[i]);
        }
        str_free(&text);
    }
    vec_free(&todo);
}

// <<"3.14">> is one segment for each character.
static void spell_segments(struct key_book *b, const struct core *binary) {
    struct str text = {0};
    for (uint32_t i = 0; i < binary->n; i++) {
        const struct core *segment = binary->kid[i],
                          *value = segment->tag == CORE_SEGMENT ? segment->kid[0] : NULL;
        bool byte = value && value->tag == CORE_LITERAL && term_is_small(value->lit) &&
                    term_small_value(value->lit) > 0 && term_small_value(value->lit) < 256;
        str_add_char(&text, byte ? (char)term_small_value(value->lit) : ' ');
    }
    spell(b, &text);
    str_free(&text);
}

void key_book_read(struct key_book *b, const struct core_module *m) {
    VEC(const struct core *) todo = {0};
    for (uint32_t i = m->n_functions; i-- > 0;) vec_push(&todo, m->functions[i].fun);
    while (todo.n) {
        const struct core *c = vec_pop(&todo);
        if (c->tag == CORE_PAIR) name(b, c->kid[0]);
        if (names_key(c)) name(b, c->kid[2]);
        if (c->tag == CORE_LITERAL) spell_literal(b, c->lit);
        if (c->tag == CORE_BINARY) spell_segments(b, c);
        for (uint32_t i = c->n; i-- > 0;) vec_push(&todo, c->kid[i]);
    }
    vec_free(&todo);
}

// ---- What the code compares with ----

static void add_literal(struct key_book *b, expr_id e) {
    if (b->literals.n == LITERALS_MAX) return;
    for (uint32_t i = 0; i < b->named.n; i++)
        if (b->named.at[i] == e) return;
    for (uint32_t i = 0; i < b->literals.n; i++)
        if (b->literals.at[i] == e) return;
    vec_push(&b->literals, e);
}

// A literal, and what a literal list or tuple consists of; true, false and [] say too little.
static void compare_literal(struct key_book *b, term root) {
    VEC(term) todo = {0};
    vec_push(&todo, root);
    while (todo.n) {
        term t = vec_pop(&todo);
        if (t == TERM_NIL || t == atom_true || t == atom_false || term_is_map(t)) continue;
        add_literal(b, value_from_term(b->x, t));
        struct str text = {0};
        if (term_is_cons(t) && !term_list_latin1(t, &text)) {
            vec_push(&todo, term_tl(t));
            vec_push(&todo, term_hd(t));
        } else if (term_is_tuple(t)) {
            for (uint64_t i = term_tuple(t)->n; i-- > 0;) vec_push(&todo, term_tuple(t)->at[i]);
        }
        str_free(&text);
    }
    vec_free(&todo);
}

static void add_string(struct key_book *b, const char *text, bool binary) {
    struct arena a;
    arena_init(&a, 0);
    term t = binary ? term_bits(&a, (const uint8_t *)text, 8 * strlen(text)) : term_string(&a, text);
    add_literal(b, value_from_term(b->x, t));
    arena_free(&a);
}

// What begins with a text: the text alone, and a longer one, for two keys of a map may begin with it.
static void add_beginning(struct key_book *b, struct str *text, bool binary) {
    for (uint64_t i = 0; i < text->n; i++)
        if (text->at[i] <= 0) return; // no ASCII
    if (text->n == 0) return;
    add_string(b, str_text(text), binary);
    str_add_char(text, 'a');
    add_string(b, str_text(text), binary);
}

// "abc" ++ Rest as a pattern.
static void compare_cells(struct key_book *b, const struct core *c) {
    struct str text = {0};
    for (; c->tag == CORE_CONS; c = c->kid[1]) {
        const struct core *head = c->kid[0];
        if (head->tag != CORE_LITERAL || !term_is_small(head->lit) || term_small_value(head->lit) < ' ' ||
            term_small_value(head->lit) > '~')
            break;
        str_add_char(&text, (char)term_small_value(head->lit));
    }
    if (c->tag != CORE_CONS && c->tag != CORE_LITERAL) add_beginning(b, &text, false);
    str_free(&text);
}

// Of whole bytes, as texts are.
static void compare_binary(struct key_book *b, const struct core *binary) {
    struct str bytes = {0};
    bool literal = true;
    for (uint32_t i = 0; i < binary->n && literal; i++) {
        const struct core *s = binary->kid[i];
        literal = s->tag == CORE_SEGMENT && s->seg.type == SEG_INTEGER && s->seg.unit == 1 &&
                  s->kid[0]->tag == CORE_LITERAL && s->kid[1]->tag == CORE_LITERAL &&
                  term_is_small(s->kid[0]->lit) && s->kid[1]->lit == term_small(8);
        if (literal) str_add_char(&bytes, (char)term_small_value(s->kid[0]->lit));
    }
    if (!literal) add_beginning(b, &bytes, true);
    struct arena a;
    arena_init(&a, 0);
    if (literal && bytes.n)
        add_literal(b, value_from_term(b->x, term_bits(&a, (const uint8_t *)str_text(&bytes), 8 * bytes.n)));
    arena_free(&a);
    str_free(&bytes);
}

// Less or greater than an integer: one of its neighbours is.
static void compare_order(struct key_book *b, const struct core *c) {
    for (uint32_t i = 2; i < c->n; i++)
        for (int64_t by = -1; by <= 1; by += 2)
            if (c->kid[i]->tag == CORE_LITERAL && term_is_integer(c->kid[i]->lit)) {
                expr_id e = value_from_term(b->x, c->kid[i]->lit);
                add_literal(b, expr_int_term(b->x, expr_arith(b->x, EXPR_ADD_OP, expr_ival(b->x, e),
                                                              expr_int(b->x, by))));
            }
}

static bool is_call(const struct core *c, const char *module, const char *const *names, size_t n) {
    if (c->tag != CORE_CALL || c->n < 4 || !is_atom(c->kid[0], module)) return false;
    while (n-- > 0)
        if (is_atom(c->kid[1], names[n])) return true;
    return false;
}

// The literals of a pattern, or those that a call compares with.
static void compare_in(struct key_book *b, const struct core *c, bool pattern) {
    static const char *const prefix[] = {"prefix"}, *const equal[] = {"=:=", "==", "=/=", "/="},
                             *const order[] = {"<", ">", "=<", ">="},
                             *const find[] = {"keyfind",   "keymember", "keysearch",  "keytake",
                                              "keydelete", "keystore",  "keyreplace", "member"};
    if (is_call(c, "erlang", order, 4)) compare_order(b, c);
    struct str text = {0};
    for (uint32_t i = 2; i < c->n && (is_call(c, "lists", prefix, 1) || is_call(c, "string", prefix, 1));
         i++) {
        str_clear(&text);
        if (c->kid[i]->tag == CORE_LITERAL && term_is_cons(c->kid[i]->lit) &&
            term_list_latin1(c->kid[i]->lit, &text))
            add_beginning(b, &text, false);
    }
    str_free(&text);
    bool compares = is_call(c, "erlang", equal, 4) || is_call(c, "lists", find, sizeof find / sizeof *find);
    for (uint32_t i = pattern ? 0 : compares ? 2 : c->n; i < c->n; i++) {
        if (c->kid[i]->tag == CORE_LITERAL) compare_literal(b, c->kid[i]->lit);
        if (c->kid[i]->tag == CORE_BINARY) compare_binary(b, c->kid[i]);
    }
}

struct open_node {
    const struct core *core;
    bool pattern;
    bool inside; // a tail of a cell
};

// The functions that the unit calls in its own module, those called first before those that they call.
void key_book_read_literals(struct key_book *b, const struct core_module *m, symbol function,
                            uint32_t arity) {
    VEC(uint32_t) functions = {0};
    VEC(struct open_node) todo = {0};
    for (uint32_t i = 0; i < m->n_functions; i++)
        if (m->functions[i].name == function && m->functions[i].arity == arity) vec_push(&functions, i);
    for (uint32_t next = 0; next < functions.n && b->literals.n < LITERALS_MAX; next++) {
        vec_push(&todo, ((struct open_node){m->functions[functions.at[next]].fun, false, false}));
        while (todo.n) {
            struct open_node node = vec_pop(&todo);
            const struct core *c = node.core;
            compare_in(b, c, node.pattern && c->tag != CORE_BINARY && c->tag != CORE_SEGMENT);
            if (node.pattern && !node.inside) compare_cells(b, c);
            uint32_t patterns = c->tag == CORE_CLAUSE ? c->n - 2 : 0;
            for (uint32_t i = 0; i < patterns; i++) {
                if (c->kid[i]->tag == CORE_LITERAL) compare_literal(b, c->kid[i]->lit);
                if (c->kid[i]->tag == CORE_BINARY) compare_binary(b, c->kid[i]);
            }
            for (uint32_t i = c->n; i-- > 0;)
                vec_push(&todo, ((struct open_node){c->kid[i], node.pattern || i < patterns,
                                                    c->tag == CORE_CONS && i == 1}));
            if (c->tag != CORE_FNAME) continue;
            uint32_t i = 0, k = 0;
            while (i < m->n_functions &&
                   (m->functions[i].name != c->aux || m->functions[i].arity != c->arity))
                i++;
            while (k < functions.n && functions.at[k] != i) k++;
            if (i < m->n_functions && k == functions.n) vec_push(&functions, i);
        }
    }
    vec_free(&functions);
    vec_free(&todo);
}

uint32_t key_book_literals(const struct key_book *b, const expr_id **literals) {
    *literals = b->literals.at;
    return b->literals.n;
}

uint32_t key_book_floats(const struct key_book *b, const double **floats) {
    *floats = b->floats.at;
    return b->floats.n;
}

uint32_t key_book_named(const struct key_book *b) {
    return b->named.n;
}

// ---- Lists ----

static struct list *list_of(struct key_book *b, expr_id map) {
    uint32_t i;
    if (!hash_map_get(&b->of, map, &i)) {
        i = b->lists.n;
        vec_push(&b->lists, ((struct list){.map = map}));
        hash_map_put(&b->of, map, i);
    }
    return &b->lists.at[i];
}

expr_id key_book_key(struct key_book *b, expr_id map, uint32_t i) {
    if (i < b->named.n) return b->named.at[i];
    i -= b->named.n;
    pthread_mutex_lock(&b->lock);
    const struct list *l = list_of(b, map);
    expr_id key = i < l->keys.n ? l->keys.at[i] : EXPR_NONE;
    pthread_mutex_unlock(&b->lock);
    return key;
}

void key_book_add(struct key_book *b, expr_id map, expr_id key) {
    for (uint32_t i = 0; i < b->named.n; i++)
        if (b->named.at[i] == key) return;
    pthread_mutex_lock(&b->lock);
    struct list *l = list_of(b, map);
    uint32_t i = 0;
    while (i < l->keys.n && l->keys.at[i] != key) i++;
    if (i == l->keys.n) vec_push(&l->keys, key);
    pthread_mutex_unlock(&b->lock);
}

#define HASHED EXPR_NIL // the list of what was hashed: no map has this expression

// Of few enough parts to be worth remembering.
static bool is_small(term root) {
    enum { VISITS_MAX = 64 };
    VEC(term) todo = {0};
    uint32_t visits = 0;
    vec_push(&todo, root);
    while (todo.n && visits < VISITS_MAX) {
        term t = vec_pop(&todo);
        visits += 1 + (term_is_bits(t) ? (uint32_t)(bits_byte_count(t) / 8) : 0);
        for (; term_is_cons(t) && visits < VISITS_MAX; t = term_tl(t), visits++) vec_push(&todo, term_hd(t));
        if (term_is_map(t) || term_is_fun(t)) visits = VISITS_MAX;
        for (uint64_t i = 0; term_is_tuple(t) && i < term_tuple(t)->n && i < VISITS_MAX; i++)
            vec_push(&todo, term_tuple(t)->at[i]);
    }
    vec_free(&todo);
    return visits < VISITS_MAX;
}

expr_id key_book_hashed(struct key_book *b, uint32_t i) {
    return i < KEY_BOOK_HASHED ? key_book_key(b, HASHED, key_book_named(b) + i) : EXPR_NONE;
}

void key_book_add_hashed(struct key_book *b, term plain) {
    if (key_book_hashed(b, KEY_BOOK_HASHED - 1) || !is_small(plain)) return;
    key_book_add(b, HASHED, value_from_term(b->x, plain));
}

void key_book_mark(struct key_book *b, struct expr_sweep *w) {
    for (uint32_t i = 0; i < b->named.n; i++) expr_sweep_mark(w, b->named.at[i]);
    for (uint32_t i = 0; i < b->literals.n; i++) expr_sweep_mark(w, b->literals.at[i]);
    for (uint32_t i = 0; i < b->lists.n; i++) {
        expr_sweep_mark(w, b->lists.at[i].map);
        for (uint32_t j = 0; j < b->lists.at[i].keys.n; j++) expr_sweep_mark(w, b->lists.at[i].keys.at[j]);
    }
}
