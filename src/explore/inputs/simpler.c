// SPDX-License-Identifier: Apache-2.0
#include "explore/inputs/simpler.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/some_of.h"
#include "base/vec.h"

typedef VEC(expr_id) id_vec;

enum { UNIT = SIMPLER_COST_UNIT };

// ---- Lists as sequences ----

static uint32_t list_length(const struct expr_store *x, expr_id e, expr_id *tail) {
    uint32_t n = 0;
    for (; expr_op(x, e) == EXPR_CONS_OP; e = expr_arg(x, e, 1)) n++;
    if (tail) *tail = e;
    return n;
}

static void list_elements(const struct expr_store *x, expr_id e, id_vec *out) {
    for (; expr_op(x, e) == EXPR_CONS_OP; e = expr_arg(x, e, 1)) vec_push(out, expr_arg(x, e, 0));
}

static expr_id list_of(struct expr_store *x, const expr_id *elements, uint32_t n, expr_id tail) {
    while (n-- > 0) tail = expr_cons(x, elements[n], tail);
    return tail;
}

// ---- Parts ----

// Rows of a function's table: arguments and a result; then the default.
static uint32_t fun_width(const struct expr_store *x, expr_id e) {
    return expr_imm(x, e) + 1;
}

uint32_t simpler_parts(const struct expr_store *x, expr_id e) {
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_CONS_OP: return list_length(x, e, NULL) + 1;
    case EXPR_TUPLE_OP: return expr_count(x, e);
    case EXPR_MAP_OP: return expr_count(x, e) / 2;
    case EXPR_FUN_OP: return (expr_count(x, e) - 1) / fun_width(x, e) + 1;
    default: return 0;
    }
}

static uint32_t argument_of_part(const struct expr_store *x, expr_id e, uint32_t i) {
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_MAP_OP: return 2 * i + 1;
    case EXPR_FUN_OP: {
        uint32_t at = (i + 1) * fun_width(x, e) - 1;
        return at < expr_count(x, e) ? at : expr_count(x, e) - 1;
    }
    default: return i;
    }
}

expr_id simpler_part(const struct expr_store *x, expr_id e, uint32_t i) {
    if (expr_op(x, e) != EXPR_CONS_OP) return expr_arg(x, e, argument_of_part(x, e, i));
    for (; i > 0 && expr_op(x, e) == EXPR_CONS_OP; i--) e = expr_arg(x, e, 1);
    return expr_op(x, e) == EXPR_CONS_OP ? expr_arg(x, e, 0) : e;
}

static expr_id rebuild(struct expr_store *x, expr_id like, const expr_id *args, uint32_t n) {
    switch (SOME_OF(expr_op(x, like))) {
    case EXPR_TUPLE_OP: return expr_tuple(x, args, n);
    case EXPR_MAP_OP: return expr_map(x, args, n / 2);
    default: return expr_fun(x, expr_imm(x, like), args, (n - 1) / fun_width(x, like), args[n - 1]);
    }
}

expr_id simpler_with_part(struct expr_store *x, expr_id e, uint32_t i, expr_id part) {
    id_vec args = {0};
    expr_id out;
    if (expr_op(x, e) == EXPR_CONS_OP) {
        expr_id tail;
        uint32_t n = list_length(x, e, &tail);
        list_elements(x, e, &args);
        if (i < n)
            args.at[i] = part;
        else
            tail = part;
        out = list_of(x, args.at, n, tail);
    } else {
        for (uint32_t k = 0; k < expr_count(x, e); k++) vec_push(&args, expr_arg(x, e, k));
        args.at[argument_of_part(x, e, i)] = part;
        out = rebuild(x, e, args.at, args.n);
    }
    vec_free(&args);
    return out;
}

// ---- Leaving parts out ----

// The k-th stretch to leave out of n things: halves, then quarters, down to single ones. False: no more.
static bool stretch(uint32_t n, uint32_t k, uint32_t *from, uint32_t *length) {
    for (uint32_t size = (n + 1) / 2; size > 0; size = size > 1 ? (size + 1) / 2 : 0) {
        uint32_t pieces = (n + size - 1) / size;
        if (k < pieces) {
            *from = k * size;
            *length = *from + size > n ? n - *from : size;
            return true;
        }
        k -= pieces;
    }
    return false;
}

static expr_id shorter_list(struct expr_store *x, expr_id e, uint32_t k) {
    expr_id tail, out = 0;
    uint32_t n = list_length(x, e, &tail), from, length;
    id_vec all = {0};
    list_elements(x, e, &all);
    if (stretch(n, k, &from, &length)) {
        memmove(all.at + from, all.at + from + length, (n - from - length) * sizeof *all.at);
        out = list_of(x, all.at, n - length, tail);
    }
    vec_free(&all);
    return out;
}

// The k-th row, pair or element left out; of functions also: one row's result for everything.
static expr_id without(struct expr_store *x, expr_id e, uint32_t k) {
    uint32_t n = expr_count(x, e), width = 1, rows = n;
    if (expr_op(x, e) == EXPR_MAP_OP) width = 2, rows = n / 2;
    if (expr_op(x, e) == EXPR_FUN_OP) width = fun_width(x, e), rows = (n - 1) / width;
    bool constant = expr_op(x, e) == EXPR_FUN_OP && k >= rows && k < 2 * rows;
    if (k >= rows && !constant) return 0;
    if (constant) return expr_fun(x, width - 1, NULL, 0, expr_arg(x, e, (k - rows + 1) * width - 1));
    id_vec args = {0};
    for (uint32_t i = 0; i < n; i++)
        if (i / width != k || i >= rows * width) vec_push(&args, expr_arg(x, e, i));
    expr_id out = rebuild(x, e, args.at, args.n);
    vec_free(&args);
    return out;
}

// ---- Characters ----

static bool is_letter(uint64_t c) { // what a person reads at ease
    return c >= ' ' && c <= '~';
}

static bool is_capital(int64_t c) {
    return c >= 'A' && c <= 'Z';
}

// Those that are tried in the place of another: the most readable first, one of each kind before the rest.
static const char readable[] =
    "ab0A -_.cxz19Z,:/+*=bdefghijklmnopqrstuvwy2345678BCDEFGHIJKLMNOPQRSTUVWXY!?;'\"()[]{}<>#$%&@^`|~\\";
enum { FIRST_OF_KIND = 8, READABLE = sizeof readable - 1 };

uint64_t simpler_character_cost(int64_t c) {
    if (c == 'a') return 3 * UNIT;
    if (c >= 'a' && c <= 'z') return 3 * UNIT + (UNIT * 4 + (uint64_t)(c - 'a')) / 8;
    if (c >= '0' && c <= '9') return 3 * UNIT + UNIT * 5 / 8 + (uint64_t)(c - '0');
    if (is_capital(c)) return 3 * UNIT + UNIT * 6 / 8 + (uint64_t)(c - 'A');
    if (c >= ' ' && c <= '~') return 4 * UNIT + (uint64_t)(c - ' ');
    if (c > 0xA0 && (c < 0xD800 || c > 0xDFFF) && c != 0xAD && c < 0xE000) return 6 * UNIT + (uint64_t)c / 64;
    return c < ' ' && c >= '\t' && c <= '\r' ? 7 * UNIT + (uint64_t)c : 8 * UNIT + (uint64_t)c / 64;
}

expr_id simpler_character(struct expr_store *x, uint32_t k) {
    return k < READABLE ? expr_int_term(x, expr_int(x, readable[k])) : 0;
}

// Whether a list is made of characters that a person reads; with `cost`, what that is to read.
static bool is_text(const struct expr_store *x, expr_id e, uint64_t *cost) {
    int64_t c;
    *cost = 4 * UNIT;
    if (expr_op(x, e) != EXPR_CONS_OP) return false;
    for (; expr_op(x, e) == EXPR_CONS_OP && *cost < SIMPLER_COST_MAX; e = expr_arg(x, e, 1)) {
        expr_id element = expr_arg(x, e, 0);
        if (expr_op(x, element) != EXPR_INT_OP || !expr_get_int64(x, expr_arg(x, element, 0), &c) || c < 0 ||
            !is_letter((uint64_t)c))
            return false;
        *cost += simpler_character_cost(c);
    }
    return e == EXPR_NIL;
}

// The integers that are no letters as the letter a, or (k 1 and on) one element as one character after the
// other, and a capital as a small letter.
static expr_id more_readable(struct expr_store *x, expr_id e, uint32_t k) {
    id_vec all = {0};
    list_elements(x, e, &all);
    expr_id tail, letter = simpler_character(x, 0), out = 0;
    list_length(x, e, &tail);
    int64_t c;
    for (uint32_t i = 0; i < all.n && k == 0; i++)
        if (expr_op(x, all.at[i]) == EXPR_INT_OP &&
            !(expr_get_int64(x, expr_arg(x, all.at[i], 0), &c) && c >= 0 && is_letter((uint64_t)c)))
            all.at[i] = letter;
    enum { EACH = FIRST_OF_KIND + 1 };
    uint32_t i = k ? (k - 1) / EACH : 0, way = k ? (k - 1) % EACH : 0;
    bool number = k > 0 && i < all.n && expr_op(x, all.at[i]) == EXPR_INT_OP;
    if (number && way < FIRST_OF_KIND) all.at[i] = simpler_character(x, way);
    if (number && way == FIRST_OF_KIND && expr_get_int64(x, expr_arg(x, all.at[i], 0), &c) && is_capital(c))
        all.at[i] = expr_int_term(x, expr_int(x, c - 'A' + 'a'));
    if (i < all.n || k == 0) out = list_of(x, all.at, all.n, tail);
    vec_free(&all);
    return out;
}

static uint32_t stretches(uint32_t n) {
    uint32_t k = 0, from, length;
    while (stretch(n, k, &from, &length)) k++;
    return k;
}

static expr_id simpler_list(struct expr_store *x, expr_id e, uint32_t k) {
    uint32_t n = stretches(list_length(x, e, NULL));
    return k < n ? shorter_list(x, e, k) : more_readable(x, e, k - n);
}

// The k-th byte to try in the place of another. The last one stays a letter, or a byte beyond ASCII.
static uint8_t simpler_byte(uint8_t byte, uint32_t k) {
    enum { FIRST_BEYOND = 0x80 };
    if (k < FIRST_OF_KIND) return (uint8_t)readable[k];
    if (is_capital(byte) && k > FIRST_OF_KIND) return (uint8_t)(byte - 'A' + 'a');
    return byte > FIRST_BEYOND && k > FIRST_OF_KIND ? FIRST_BEYOND : 0;
}

// A text without a stretch of it, or with a simpler byte in one place.
static bool simpler_bytes(const uint8_t *bytes, uint32_t n, uint32_t k, uint8_t *copy, uint32_t *size) {
    uint32_t from, length, cuts = stretches(n);
    memcpy(copy, bytes, n);
    *size = n;
    if (stretch(n, k, &from, &length)) {
        memmove(copy + from, copy + from + length, n - from - length);
        *size = n - length;
        return true;
    }
    k -= cuts;
    enum { EACH = FIRST_OF_KIND + 2 };
    if (k >= EACH * n) return false;
    copy[k / EACH] = simpler_byte(bytes[k / EACH], k % EACH);
    return true;
}

static expr_id simpler_atom(struct expr_store *x, expr_id e, uint32_t k) {
    enum { LONGEST = 255 * 4 };
    const char *text = symbol_text(expr_imm(x, e));
    uint32_t n = (uint32_t)symbol_size(expr_imm(x, e)), size;
    uint8_t copy[LONGEST + 1];
    if (n > LONGEST) return 0;
    for (uint32_t i = 0; i < n; i++)
        if ((uint8_t)text[i] >= 0x80) return 0; // not cut into halves of characters
    if (k == 0) {
        memset(copy, 'a', n);
        size = n;
    } else if (!simpler_bytes((const uint8_t *)text, n, k - 1, copy, &size)) {
        return 0;
    }
    return expr_atom(x, symbol_invent((const char *)copy, size));
}

static expr_id shorter_bits(struct expr_store *x, expr_id e, uint32_t k) {
    uint64_t size;
    const uint8_t *bytes = expr_get_bits(x, e, &size);
    uint32_t n = (uint32_t)(size / 8);
    if (size == 0) return 0;
    if (k == 0) return expr_bits(x, NULL, 0);
    k--;
    if (size % 8) return k == 0 ? expr_bits(x, bytes, size - size % 8) : 0;
    uint8_t *copy = mem_alloc(n);
    uint32_t left = n;
    memset(copy, readable[0], n);
    bool more = k == 0 || simpler_bytes(bytes, n, k - 1, copy, &left);
    expr_id out = more ? expr_bits(x, copy, (uint64_t)left * 8) : 0;
    mem_free(copy);
    return out;
}

// ---- Numbers and atoms ----

enum { ROUNDED = 10 };

// The k-th of: the numbers that people write; powers of ten as long as v, then a zero shorter; v with one,
// two or three digits and zeros behind them, rounded down and up; its first digit less one; v with a zero
// less. False: no more.
static bool round_number(const mpz_t v, uint32_t k, mpz_t out) {
    static const uint32_t plain[] = {2, 3, 5, 10, 100, 128, 256, 1000, 65536, 1000000, 1000000000};
    enum { PLAIN_NUMBERS = sizeof plain / sizeof *plain };
    if (k < PLAIN_NUMBERS) {
        mpz_set_ui(out, plain[k]);
        return true;
    }
    k -= PLAIN_NUMBERS;
    size_t digits = mpz_sizeinbase(v, 10); // perhaps one too many
    if (k >= ROUNDED || digits < 4) return false;
    if (k == ROUNDED - 1) {
        mpz_tdiv_q_ui(out, v, 10);
        return true;
    }
    mpz_t unit;
    mpz_init(unit);
    const bool power = k < 2, less = k == ROUNDED - 2, away = k % 2 && !less;
    mpz_ui_pow_ui(unit, 10, digits - (power ? 1 + k : less ? 1 : k / 2));
    mpz_tdiv_q(out, v, unit);
    if (power) mpz_set_si(out, mpz_sgn(v));
    if (!power && (away || less)) ((mpz_sgn(v) > 0) == away ? mpz_add_ui : mpz_sub_ui)(out, out, 1);
    mpz_mul(out, out, unit);
    mpz_clear(unit);
    return true;
}

// 0, without the sign, 1, round numbers, then nearer to 0 by a half, a quarter, .. down to 1.
static expr_id smaller_int(struct expr_store *x, expr_id literal, uint32_t k) {
    enum { ROUND = 21 };
    mpz_t v, by;
    mpz_init(v);
    mpz_init(by);
    expr_get_mpz(x, literal, v);
    size_t bits = mpz_sizeinbase(v, 2);
    expr_id out = 0;
    if (mpz_sgn(v) != 0 && k < bits + 3 + ROUND) {
        if (k == 0)
            mpz_set_ui(v, 0);
        else if (k == 1)
            mpz_abs(v, v);
        else if (k == 2)
            mpz_set_si(v, mpz_sgn(v));
        else if (k < 3 + ROUND) {
            if (round_number(v, k - 3, by)) mpz_set(v, by);
        } else {
            mpz_tdiv_q_2exp(by, v, k - 2 - ROUND);
            if (mpz_sgn(by) == 0) mpz_set_si(by, mpz_sgn(v));
            mpz_sub(v, v, by);
        }
        out = expr_int_term(x, expr_int_mpz(x, v));
    }
    mpz_clear(by);
    mpz_clear(v);
    return out;
}

static expr_id smaller_float(struct expr_store *x, expr_id literal, uint32_t k) {
    static const double plain[] = {0, 1, 2, 10, 0.5, 0.1, -1, 100, 1e10, 1e100};
    enum { PLAIN_FLOATS = sizeof plain / sizeof *plain, DIGITS = 6 };
    double v = expr_get_float(x, literal), w;
    char text[40];
    if (v == 0 && !signbit(v)) return 0;
    if (k < PLAIN_FLOATS) return expr_float_term(x, expr_float(x, plain[k]));
    switch (k -= PLAIN_FLOATS) {
    case 0: w = fabs(v); break;
    case 1: w = trunc(v); break;
    case 2: w = trunc(v / 2); break;
    default:
        if (k > 2 + DIGITS) return 0;
        snprintf(text, sizeof text, "%.*g", (int)k - 2, v);
        w = strtod(text, NULL);
        if (!isfinite(w)) w = v;
    }
    return expr_float_term(x, expr_float(x, w));
}

static expr_id plain(struct expr_store *x, uint32_t k) {
    static const char *const atoms[] = {"a", "b", "c", "ok"};
    if (k == 0) return expr_int_term(x, expr_int(x, 0));
    if (k == 1) return EXPR_NIL;
    if (k - 2 < sizeof atoms / sizeof *atoms) return expr_atom(x, symbol_of(atoms[k - 2]));
    return 0;
}
enum { PLAIN = 6 };

static expr_id own_candidate(struct expr_store *x, expr_id e, uint32_t k) {
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_INT_OP: return smaller_int(x, expr_arg(x, e, 0), k);
    case EXPR_FLOAT_OP: return smaller_float(x, expr_arg(x, e, 0), k);
    case EXPR_CONS_OP: return simpler_list(x, e, k);
    case EXPR_ATOM_OP: return simpler_atom(x, e, k);
    case EXPR_TUPLE_OP:
    case EXPR_MAP_OP:
    case EXPR_FUN_OP: return without(x, e, k);
    case EXPR_BITS_OP: return shorter_bits(x, e, k);
    default: return 0;
    }
}

expr_id simpler_everywhere(struct expr_store *x, expr_id e, expr_id part, expr_id other) {
    struct hash_map done = {0}; // term -> what it becomes
    id_vec todo = {0};
    uint32_t known = e;
    hash_map_put(&done, part, other);
    vec_push(&todo, e);
    while (todo.n) {
        expr_id at = vec_last(&todo), out = at;
        uint32_t before = todo.n, n = simpler_parts(x, at);
        bool ready = hash_map_get(&done, at, &known);
        for (uint32_t i = 0; i < n && !ready; i++)
            if (!hash_map_get(&done, simpler_part(x, at, i), &known)) vec_push(&todo, simpler_part(x, at, i));
        if (todo.n > before) continue;
        for (uint32_t i = 0; i < n && !ready; i++) {
            hash_map_get(&done, simpler_part(x, at, i), &known);
            if (known != simpler_part(x, at, i)) out = simpler_with_part(x, out, i, known);
        }
        if (!ready) hash_map_put(&done, at, out);
        todo.n--;
    }
    hash_map_get(&done, e, &known);
    vec_free(&todo);
    hash_map_free(&done);
    return known;
}

expr_id simpler_candidate(struct expr_store *x, expr_id e, uint32_t k) {
    if (k < PLAIN) return plain(x, k);
    k -= PLAIN;
    // A part in place of the whole.
    enum { PARTS_MAX = 4 };
    uint32_t parts = simpler_parts(x, e);
    if (parts > PARTS_MAX) parts = PARTS_MAX;
    return k < parts ? simpler_part(x, e, k) : own_candidate(x, e, k - parts);
}

// ---- Cost: parts of a unit tell numbers of one length apart ----

static uint32_t float_cost(double v) {
    char text[40];
    if (v == 0) return signbit(v) ? 3 : 2;
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v) break;
    }
    return 2 + (uint32_t)strlen(text);
}

// Small numbers by the bits they have, then by those behind the first. Of others what there is to read: a
// digit that is no zero at the end is as much as two zeros there, so that 1000000 comes before 131071 and
// 2147483647.
static uint64_t int_cost(const struct expr_store *x, expr_id literal) {
    enum { SMALL_BITS = 17, SMALL_DIGITS = 5 };
    mpz_t z;
    mpz_init(z);
    expr_get_mpz(x, literal, z);
    bool negative = mpz_sgn(z) < 0;
    size_t bits = mpz_sgn(z) ? mpz_sizeinbase(z, 2) : 0;
    uint64_t cost = 0;
    if (bits <= SMALL_BITS) {
        uint64_t size = mpz_get_ui(z), behind = size ? size << (64 - bits) << 1 : 0; // without the first
        cost = bits ? (2 + bits) * UNIT + (behind >> 52) : UNIT;
    } else {
        char *text = mpz_get_str(NULL, 10, z);
        size_t digits = strlen(text) - negative, significant = digits;
        while (text[negative + significant - 1] == '0') significant--;
        cost = (2 + SMALL_BITS + 2 * (digits - SMALL_DIGITS) + 2 * (significant - 1)) * UNIT +
               (uint64_t)(text[negative] - '0');
        free(text);
    }
    mpz_clear(z);
    return cost + negative;
}

static uint64_t bits_cost(const struct expr_store *x, expr_id e) {
    uint64_t size, cost = 2 * UNIT, n;
    const uint8_t *bytes = expr_get_bits(x, e, &size);
    bool text = size % 8 == 0;
    n = (size + 7) / 8;
    for (uint64_t i = 0; i < n && i < SIMPLER_COST_MAX && text; i++) text = is_letter(bytes[i]);
    for (uint64_t i = 0; i < n && cost < SIMPLER_COST_MAX; i++)
        cost += text ? simpler_character_cost(bytes[i]) : (uint64_t)(bytes[i] ? 6 : 4) * UNIT + bytes[i];
    return cost + (text ? 2 * UNIT : 0);
}

static uint32_t atom_cost(symbol s) {
    const char *text = symbol_text(s);
    uint32_t cost = symbol_size(s) ? 1 : 5; // '' is not what a person would write
    for (uint32_t i = 0; i < symbol_size(s); i++) {
        char c = text[i];
        bool plain = (c >= 'a' && c <= 'z') || (i > 0 && ((c >= '0' && c <= '9') || c == '_'));
        cost += c == 'a' ? 1 : plain ? 2 : 5;
    }
    return cost;
}

static uint64_t own_cost(const struct expr_store *x, expr_id e) {
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_INT_OP: return int_cost(x, expr_arg(x, e, 0));
    case EXPR_FLOAT_OP: return (uint64_t)float_cost(expr_get_float(x, expr_arg(x, e, 0))) * UNIT;
    case EXPR_ATOM_OP: return (uint64_t)atom_cost(expr_imm(x, e)) * UNIT;
    case EXPR_NIL_OP: return UNIT;
    case EXPR_BITS_OP: return bits_cost(x, e);
    case EXPR_FUN_OP: return (4 + (uint64_t)expr_count(x, e)) * UNIT;
    default: return 2 * UNIT;
    }
}

uint64_t simpler_cost(const struct expr_store *x, expr_id e) {
    uint64_t cost = 0;
    id_vec todo = {0};
    vec_push(&todo, e);
    while (todo.n && cost < SIMPLER_COST_MAX) {
        uint64_t text;
        e = vec_pop(&todo);
        if (is_text(x, e, &text)) {
            cost += text;
            continue;
        }
        cost += own_cost(x, e);
        enum expr_op op = expr_op(x, e);
        if (op == EXPR_INT_OP || op == EXPR_FLOAT_OP) continue;
        for (uint32_t i = 0; i < expr_count(x, e); i++) vec_push(&todo, expr_arg(x, e, i));
    }
    vec_free(&todo);
    return cost < SIMPLER_COST_MAX ? cost : SIMPLER_COST_MAX;
}
