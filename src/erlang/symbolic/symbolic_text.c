// SPDX-License-Identifier: Apache-2.0
// Symbolic rules: numbers and atoms and their text, in both directions. Between an atom and its text the
// expressions text(A) and named(L) go, between an integer and its text digits(I); so that a comparison with a
// literal goes to the number or the atom directly. What takes a text apart character by character decides it
// character by character.
#include <assert.h>
#include <string.h>

#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/compared.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/decide_bits.h"
#include "erlang/machine/key_book.h"
#include "erlang/symbolic/builtins.h"
#include "erlang/symbolic/symbolic.h"
#include "erlang/symbolic/symbolic_chars.h"
#include "erlang/term/atoms.h"
#include "erlang/term/numtext.h"
#include "erlang/term/value.h"
#include "expr/pieces.h"

static expr_id int_of(struct interp *ip, term t) {
    return expr_ival(ip->exprs, decide_expr(ip, t));
}

// Another built-in on the same process, by its rule.
static bool call(struct process *p, const char *module, const char *name, uint32_t n, const term *args,
                 term *result) {
    return call_bif(interp_of(p), bif_find(symbol_of(module), symbol_of(name), n), args, result);
}

static const struct character_class code_points = {0, 0x10FFFF, 0xD800, 0xDFFF};

// ---- Integers to text ----

static term text_of_integer(struct interp *ip, term value, uint32_t base) {
    struct str s = {0};
    numtext_integer(&s, value, (int)base);
    term list = bif_list_of_bytes(&ip->heap, s.at, s.n, TERM_NIL);
    str_free(&s);
    return list;
}

static bool base_of(term t, uint32_t *base) {
    if (!term_is_small(t) || term_small_value(t) < 2 || term_small_value(t) > 36) return false;
    *base = (uint32_t)term_small_value(t);
    return true;
}

static bool integer_to_list(struct process *p, term integer, term base_term, term *result) {
    struct interp *ip = interp_of(p);
    uint32_t base;
    if (!decide_kind(ip, integer, KIND_BIT(KIND_INT))) return raise_badarg(p);
    if (!base_of(decide_lose(ip, base_term, "base of a number"), &base)) return raise_badarg(p);
    *result = text_of_integer(ip, decide_plain(ip, integer), base);
    if (ip->symbolic && term_is_sym(integer))
        *result = decide_value(ip, *result, expr_digits(ip->exprs, int_of(ip, integer), base));
    return true;
}

bool symbolic_integer_to_list(struct process *p, const term *args, term *result) {
    return integer_to_list(p, args[0], term_small(10), result);
}
bool symbolic_integer_to_list2(struct process *p, const term *args, term *result) {
    return integer_to_list(p, args[0], args[1], result);
}

bool symbolic_integer_to_binary(struct process *p, const term *args, term *result) {
    term list;
    return integer_to_list(p, args[0], term_small(10), &list) &&
           call(p, "erlang", "list_to_binary", 1, &list, result);
}
bool symbolic_integer_to_binary2(struct process *p, const term *args, term *result) {
    term list;
    return integer_to_list(p, args[0], args[1], &list) &&
           call(p, "erlang", "list_to_binary", 1, &list, result);
}

// ---- Text to integers ----

// What is subtracted from a character to get the digit's value: for digits, upper and lower case letters.
static const struct { int64_t first, value; } digit_rows[] = {{'0', 0}, {'A', 10}, {'a', 10}};

static uint32_t digits_in_row(uint32_t row, uint32_t base) {
    if (row == 0) return base < 10 ? base : 10;
    return base > 10 ? base - 10 : 0;
}

// Which row a character of a number in a base over ten is from; 3: it is no digit.
static uint32_t decide_row(struct interp *ip, term t, uint32_t base) {
    uint32_t taken = 3;
    term c = decide_plain(ip, t);
    for (uint32_t row = 0; row < 3 && term_is_small(c); row++) {
        int64_t d = term_small_value(c) - digit_rows[row].first;
        if (d >= 0 && d < digits_in_row(row, base)) taken = row;
    }
    if (!term_is_sym(t) || !ip->symbolic) return taken;
    struct expr_store *x = ip->exprs;
    expr_id e = term_symbolic(t)->expr, v = expr_ival(x, e), ways[4], others[4];
    for (uint32_t row = 0; row < 3; row++) {
        int64_t first = digit_rows[row].first;
        const expr_id both[2] = {expr_kind(x, e, KIND_BIT(KIND_INT)),
                                 expr_within(x, v, first, first + digits_in_row(row, base) - 1)};
        ways[row] = expr_and(x, both, 2);
        others[row] = expr_not(x, ways[row]);
    }
    ways[3] = expr_and(x, others, 3);
    return decide_choice(ip, ways, 4, taken);
}

// The number that digits (at least one) stand for; 0: some are none.
static expr_id value_of_digits(struct interp *ip, const term *chars, uint32_t n, uint32_t base, bool *ok) {
    struct expr_store *x = ip->exprs;
    *ok =
        n > 0 && (base > 10 || chars_all(ip, chars, n, (struct character_class){'0', '0' + base - 1, 1, 0}));
    expr_id value = expr_int(x, 0), radix = expr_int(x, base);
    for (uint32_t i = 0; i < n && *ok; i++) {
        uint32_t row = base > 10 ? decide_row(ip, chars[i], base) : 0;
        *ok = row < 3;
        if (!*ok || !ip->symbolic) continue;
        expr_id d = expr_arith(x, EXPR_ADD_OP, int_of(ip, chars[i]),
                               expr_int(x, digit_rows[row].value - digit_rows[row].first));
        value = expr_arith(x, EXPR_ADD_OP, expr_arith(x, EXPR_MUL_OP, value, radix), d);
    }
    return value;
}

// 0: none, 1: +, 2: -
static uint32_t decide_sign(struct interp *ip, const struct term_vec *chars) {
    const term signs[2] = {term_small('+'), term_small('-')};
    return chars->n ? (decide_among(ip, chars->at[0], signs, 2, NULL) + 1) % 3 : 0;
}

static expr_id negated(struct interp *ip, expr_id i) {
    return expr_arith(ip->exprs, EXPR_SUB_OP, expr_int(ip->exprs, 0), i);
}

// The symbolic integer whose text in that base the term is as a whole; TERM_NONE: it is no such text.
static term whole_integer(struct interp *ip, term list, uint32_t base) {
    if (!term_is_sym(list) || !ip->symbolic) return TERM_NONE;
    struct expr_store *x = ip->exprs;
    expr_id e = term_symbolic(list)->expr;
    if (expr_op(x, e) != EXPR_DIGITS_OP || expr_imm(x, e) != base) return TERM_NONE;
    struct str text = {0};
    term value;
    term_list_latin1(term_symbolic(list)->concrete, &text);
    bool ok = numtext_read_integer(&ip->heap, str_text(&text), text.n, (int)base, &value);
    str_free(&text);
    return ok ? decide_value(ip, value, expr_int_term(x, expr_arg(x, e, 0))) : TERM_NONE;
}

static bool list_to_integer(struct process *p, term list, term base_term, term *result) {
    struct interp *ip = interp_of(p);
    uint32_t base;
    if (!base_of(decide_lose(ip, base_term, "base of a number"), &base)) return raise_badarg(p);
    compared_number(ip, list);
    *result = whole_integer(ip, list, base);
    if (*result != TERM_NONE) return true;
    struct term_vec chars = {0};
    expr_id value = 0;
    bool ok = decide_elements(ip, list, &chars);
    if (ok) {
        uint32_t sign = decide_sign(ip, &chars), first = sign > 0;
        value = value_of_digits(ip, chars.at + first, chars.n - first, base, &ok);
        if (sign == 2 && ip->symbolic) value = negated(ip, value);
    }
    vec_free(&chars);
    if (!ok) return raise_badarg(p);
    const term plain_args[2] = {decide_plain(ip, list), term_small(base)};
    if (!bif_list_to_integer2(p, plain_args, result)) return false;
    if (ip->symbolic) *result = decide_value(ip, *result, expr_int_term(ip->exprs, value));
    return true;
}

bool symbolic_list_to_integer(struct process *p, const term *args, term *result) {
    return list_to_integer(p, args[0], term_small(10), result);
}
bool symbolic_list_to_integer2(struct process *p, const term *args, term *result) {
    return list_to_integer(p, args[0], args[1], result);
}

// The bytes of a binary as a list, with the loss that binary_to_list/1 has. False: not a binary, raised.
static bool bytes_of(struct process *p, term binary, term *list) {
    return call(p, "erlang", "binary_to_list", 1, &binary, list);
}

bool symbolic_binary_to_integer(struct process *p, const term *args, term *result) {
    term list;
    return bytes_of(p, args[0], &list) && list_to_integer(p, list, term_small(10), result);
}
bool symbolic_binary_to_integer2(struct process *p, const term *args, term *result) {
    term list;
    return bytes_of(p, args[0], &list) && list_to_integer(p, list, args[1], result);
}

// Moves the digits that *rest begins with to chars; true: at least one.
static bool take_digits(struct interp *ip, term *rest, struct term_vec *chars) {
    static const struct character_class digit = {'0', '9', 1, 0};
    uint32_t before = chars->n;
    for (term hd, tl; decide_list(ip, *rest, &hd, &tl) == LIST_CONS && chars_all(ip, &hd, 1, digit);) {
        vec_push(chars, hd);
        *rest = tl;
    }
    return chars->n > before;
}

// string:list_to_integer/1: as many digits as there are; whether each is one is a decision.
bool symbolic_string_list_to_integer(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    term rest = args[0], hd, tl, text = TERM_NIL;
    enum list_kind k = decide_list(ip, rest, &hd, &tl);
    struct term_vec chars = {0};
    if (k == LIST_CONS) {
        vec_push(&chars, hd);
        uint32_t sign = decide_sign(ip, &chars);
        if (sign == 0) chars.n = 0;
        if (sign != 0) rest = tl;
    }
    bool any = k == LIST_CONS && take_digits(ip, &rest, &chars);
    text = term_list(p->heap, chars.at, chars.n, TERM_NIL);
    vec_free(&chars);
    term value;
    if (!any || !list_to_integer(p, text, term_small(10), &value)) {
        const term whole = decide_plain(ip, args[0]);
        return bif_string_list_to_integer(p, &whole, result);
    }
    *result = term_tuple2(p->heap, value, rest);
    return true;
}

// ---- Text to floats ----

// A text of digits, a point and digits, as an exact fraction: both parts are floats without rounding, so
// their quotient is the float nearest to the text. 0: it is another text.
struct fraction {
    expr_id digits; // of the whole without the point
    term value;     // of them
    uint32_t places;
};

static bool decide_digit(struct interp *ip, const struct term_vec *chars, uint32_t i) {
    static const struct character_class digit = {'0', '9', 1, 0};
    return i < chars->n && chars_all(ip, &chars->at[i], 1, digit);
}

static bool decide_fraction(struct interp *ip, struct term_vec *chars, uint32_t first, struct fraction *out) {
    uint32_t point = first;
    while (decide_digit(ip, chars, point)) point++;
    if (point == first || point == chars->n || !decide_equal(ip, chars->at[point], term_small('.')))
        return false;
    uint32_t end = point + 1;
    while (decide_digit(ip, chars, end)) end++;
    out->places = end - point - 1;
    enum { EXACT_PLACES = 22 }; // powers of ten that are floats
    if (end != chars->n || out->places == 0 || out->places > EXACT_PLACES) return false;
    memmove(&chars->at[point], &chars->at[point + 1], (end - point - 1) * sizeof *chars->at);
    bool ok;
    uint32_t n = end - 1 - first;
    out->digits = value_of_digits(ip, chars->at + first, n, 10, &ok);
    struct str text = {0};
    for (uint32_t i = 0; ok && i < n; i++)
        str_add_char(&text, (char)term_small_value(decide_plain(ip, chars->at[first + i])));
    ok = ok && numtext_read_integer(&ip->heap, str_text(&text), text.n, 10, &out->value);
    str_free(&text);
    return ok;
}

bool symbolic_list_to_float(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct expr_store *x = ip->exprs;
    struct term_vec chars = {0};
    struct fraction f = {0};
    bool list = decide_elements(ip, args[0], &chars);
    uint32_t sign = list ? decide_sign(ip, &chars) : 0;
    bool simple = list && decide_fraction(ip, &chars, sign > 0, &f);
    vec_free(&chars);
    if (!list) return raise_badarg(p);
    const term text = decide_plain(ip, args[0]);
    if (!simple || !ip->symbolic) {
        const term concrete = decide_lose(ip, args[0], "erlang:list_to_float/1");
        return bif_list_to_float(p, &concrete, result);
    }
    if (!bif_list_to_float(p, &text, result)) return false;
    double power = 1;
    for (uint32_t i = 0; i < f.places; i++) power *= 10;
    const int64_t limit = INT64_C(1) << 53;
    bool exact = term_compare(f.value, term_small(limit)) < 0;
    if (!decide_condition(ip, expr_int_lt(x, f.digits, expr_int(x, limit)), exact)) {
        decide_lose(ip, args[0], "erlang:list_to_float/1");
        return true;
    }
    expr_id e = expr_arith(x, EXPR_FDIV_OP, expr_unary(x, EXPR_TO_FLOAT_OP, f.digits), expr_float(x, power));
    if (sign == 2) e = expr_arith(x, EXPR_FMUL_OP, e, expr_float(x, -1.0));
    if (ip->symbolic) *result = decide_value(ip, *result, expr_float_term(x, e));
    return true;
}

static bool take_either(struct interp *ip, term *rest, char a, char b) {
    const term either[2] = {term_small(a), term_small(b)};
    term hd, tl;
    if (decide_list(ip, *rest, &hd, &tl) != LIST_CONS || decide_among(ip, hd, either, 2, NULL) == 2)
        return false;
    *rest = tl;
    return true;
}

enum float_text { TEXT_NONE, TEXT_FLOAT, TEXT_WITH_EXPONENT };
static enum float_text take_float(struct interp *ip, term *rest, struct term_vec *chars) {
    term hd, tl;
    if (decide_list(ip, *rest, &hd, &tl) != LIST_CONS) return TEXT_NONE;
    if (take_either(ip, rest, '+', '-')) vec_push(chars, hd);
    if (!take_digits(ip, rest, chars) || !take_either(ip, rest, '.', ',')) return TEXT_NONE;
    vec_push(chars, term_small('.'));
    if (!take_digits(ip, rest, chars)) return TEXT_NONE;
    term next = *rest;
    if (!take_either(ip, &next, 'e', 'E')) return TEXT_FLOAT;
    take_either(ip, &next, '+', '-');
    uint32_t n = chars->n;
    bool exponent = take_digits(ip, &next, chars);
    chars->n = n;
    return exponent ? TEXT_WITH_EXPONENT : TEXT_FLOAT;
}

// string:list_to_float/1: as many characters as make a float.
bool symbolic_string_list_to_float(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    struct term_vec chars = {0};
    term rest = args[0], value;
    enum float_text found = take_float(ip, &rest, &chars);
    term text = term_list(p->heap, chars.at, chars.n, TERM_NIL);
    vec_free(&chars);
    const term whole = found == TEXT_WITH_EXPONENT ? decide_lose(ip, args[0], "string:list_to_float/1")
                                                   : decide_plain(ip, args[0]);
    bif_string_list_to_float(p, &whole, result);
    if (found != TEXT_FLOAT || term_tuple(*result)->at[0] == atom_error) return true;
    if (!symbolic_list_to_float(p, &text, &value)) return false;
    *result = term_tuple2(p->heap, value, rest);
    return true;
}

// ---- Floats to text ----

// The float is one of those that the code's texts spell, or its text is that of the concrete one.
static bool float_to_text(struct process *p, const term *args, uint32_t n, bif_function *concrete,
                          term *result) {
    struct interp *ip = interp_of(p);
    const double *floats;
    term known[KEY_BOOK_FLOATS],
        plain_args[2] = {TERM_NIL, n > 1 ? decide_lose(ip, args[1], "format of a float") : TERM_NIL};
    if (!decide_kind(ip, args[0], KIND_BIT(KIND_FLOAT))) return raise_badarg(p);
    uint32_t n_floats = ip->keys ? key_book_floats(ip->keys, &floats) : 0;
    for (uint32_t i = 0; i < n_floats; i++) known[i] = term_float(p->heap, floats[i]);
    uint32_t which = decide_among(ip, args[0], known, n_floats, NULL);
    plain_args[0] = which < n_floats ? known[which] : decide_lose(ip, args[0], "text of a float");
    return concrete(p, plain_args, result);
}

bool symbolic_float_to_list(struct process *p, const term *args, term *result) {
    return float_to_text(p, args, 1, bif_float_to_list, result);
}
bool symbolic_float_to_list2(struct process *p, const term *args, term *result) {
    return float_to_text(p, args, 2, bif_float_to_list2, result);
}
bool symbolic_float_to_binary(struct process *p, const term *args, term *result) {
    return float_to_text(p, args, 1, bif_float_to_binary, result);
}
bool symbolic_float_to_binary2(struct process *p, const term *args, term *result) {
    return float_to_text(p, args, 2, bif_float_to_binary2, result);
}

// ---- Numbers in front of a text ----

// Whether a character is of Latin-1: such stand alone (Unicode's annex 29), those of the other tables may
// not.
static enum shortcut stands_alone(struct interp *ip, term t) {
    if (!decide_kind(ip, t, KIND_BIT(KIND_INT))) return SHORTCUT_NONE;
    return chars_all(ip, &t, 1, chars_latin1) ? SHORTCUT_DONE : SHORTCUT_LOSE;
}

// The characters of a number in front, each followed by the end or a character of Latin-1.
static enum shortcut take_alone(struct interp *ip, term *rest, const char *signs, struct term_vec *chars) {
    static const struct character_class digit = {'0', '9', 1, 0};
    enum { SIGNS_MAX = 8 };
    term others[SIGNS_MAX], hd, tl;
    uint32_t n = (uint32_t)strlen(signs);
    assert(n <= SIGNS_MAX);
    for (uint32_t i = 0; i < n; i++) others[i] = term_small(signs[i]);
    enum list_kind k;
    while ((k = decide_list(ip, *rest, &hd, &tl)) == LIST_CONS) {
        if (!chars_all(ip, &hd, 1, digit) && decide_among(ip, hd, others, n, NULL) == n) break;
        vec_push(chars, hd);
        *rest = tl;
    }
    if (k != LIST_CONS) return k == LIST_NOT ? SHORTCUT_NONE : SHORTCUT_DONE;
    enum shortcut alone = stands_alone(ip, hd);
    if (alone != SHORTCUT_DONE) return alone;
    k = decide_list(ip, tl, &hd, &tl);
    return k == LIST_CONS ? stands_alone(ip, hd) : k == LIST_NOT ? SHORTCUT_NONE : SHORTCUT_DONE;
}

static enum shortcut text_to_number(struct process *p, term text, const char *signs, bif_function *number,
                                    term *result) {
    struct term_vec chars = {0};
    term rest = text;
    enum shortcut way = take_alone(interp_of(p), &rest, signs, &chars);
    term list = term_list(p->heap, chars.at, chars.n, TERM_NIL);
    if (way == SHORTCUT_DONE && !number(p, &list, result)) way = SHORTCUT_NONE;
    if (way == SHORTCUT_DONE && term_tuple(*result)->at[0] != atom_error) {
        uint32_t left = 0;
        for (term t = term_tuple(*result)->at[1]; term_is_cons(t); t = term_tl(t)) left++;
        assert(left < chars.n);
        rest = term_list(p->heap, chars.at + chars.n - left, left, rest);
        *result = term_tuple2(p->heap, term_tuple(*result)->at[0], rest);
    }
    vec_free(&chars);
    return way;
}

enum shortcut shortcut_to_integer(struct process *p, term *args, term *result) {
    compared_number(interp_of(p), args[0]);
    return text_to_number(p, args[0], "+-", symbolic_string_list_to_integer, result);
}
enum shortcut shortcut_to_float(struct process *p, term *args, term *result) {
    return text_to_number(p, args[0], "+-eE.,", symbolic_string_list_to_float, result);
}

// ---- Unicode's tables ----

// A character for which Unicode's tables are asked, one after the other: one of a few examples, or else
// concrete.
static term exemplary(struct interp *ip, term t, const term *examples, uint32_t n) {
    uint32_t which = decide_among(ip, t, examples, n, NULL);
    return which < n ? examples[which] : decide_lose(ip, t, "a character with an entry in Unicode's tables");
}

// Whether a bit string begins with bytes below 128, as far as that: two of them.
static bool begins_in_ascii(struct interp *ip, term text) {
    static const uint64_t places[2] = {0, 8};
    struct bits_view v = bits_view_of(ip, text);
    struct expr_store *x = ip->exprs;
    for (uint32_t i = 0; i < 2 && ip->symbolic; i++) {
        bool there = v.bits >= places[i] + 8;
        if (!decide_condition(ip, expr_int_lt(x, expr_int(x, (int64_t)places[i] + 7), v.size), there))
            return true;
        struct bit_field byte = {0, 8, 0};
        term plain_byte = term_small(bits_byte(term_bits_of(v.plain), places[i])),
             c = decide_bits_read(ip, &v, expr_int(x, (int64_t)places[i]), byte, plain_byte);
        if (!chars_all(ip, &c, 1, chars_ascii)) return false;
    }
    return true;
}

static enum shortcut in_binary(struct interp *ip, term text) {
    return !term_is_sym(text) || begins_in_ascii(ip, text) ? SHORTCUT_NONE : SHORTCUT_LOSE;
}

// unicode_util:gc/1. In Latin-1 each character is one of its own (Unicode's annex 29) but for CR LF; up to
// the first one in Latin-1 that follows, others are asked for in the tables.
enum shortcut shortcut_grapheme(struct process *p, term *args, term *result) {
    const term acute = term_small(0x301); // combines with what is before it
    struct interp *ip = interp_of(p);
    struct term_vec chars = {0};
    bool alone = false, changed = false;
    term rest = args[0], hd, tl;
    if (decide_kind(ip, rest, KINDS_BITS)) return in_binary(ip, rest);
    while (!(alone && chars.n > 1) && decide_list(ip, rest, &hd, &tl) == LIST_CONS &&
           decide_kind(ip, hd, KIND_BIT(KIND_INT))) {
        alone = chars_all(ip, &hd, 1, chars_latin1);
        changed = changed || !alone;
        vec_push(&chars, alone ? hd : exemplary(ip, hd, &acute, 1));
        rest = tl;
    }
    if (changed) args[0] = term_list(p->heap, chars.at, chars.n, rest);
    alone = alone && !changed && chars.n == 2 && !decide_equal(ip, chars.at[0], term_small('\r'));
    vec_free(&chars);
    *result = args[0];
    return alone ? SHORTCUT_DONE : SHORTCUT_NONE;
}

// unicode_util:lowercase/1 and its like look at the first character only. ASCII: letters from `first` on are
// moved.
static enum shortcut change_case(struct process *p, char first, int64_t by, term *args, term *result) {
    struct interp *ip = interp_of(p);
    term hd, tl, c;
    if (decide_kind(ip, args[0], KINDS_BITS)) return in_binary(ip, args[0]);
    if (decide_list(ip, args[0], &hd, &tl) != LIST_CONS || !decide_kind(ip, hd, KIND_BIT(KIND_INT)))
        return SHORTCUT_NONE;
    if (!chars_all(ip, &hd, 1, chars_ascii)) {
        const term examples[2] = {term_small(0xDF), term_small(0x130)}; // two characters in the other case
        args[0] = term_cons(p->heap, exemplary(ip, hd, examples, 2), tl);
        return SHORTCUT_NONE;
    }
    bool letter = chars_all(ip, &hd, 1, (struct character_class){first, first + 25, 1, 0});
    c = letter ? term_small(term_small_value(decide_plain(ip, hd)) + by) : hd;
    if (letter && term_is_sym(hd) && ip->symbolic)
        c = decide_value(ip, c,
                         expr_int_term(ip->exprs, expr_arith(ip->exprs, EXPR_ADD_OP, int_of(ip, hd),
                                                             expr_int(ip->exprs, by))));
    *result = term_cons(p->heap, c, tl);
    return SHORTCUT_DONE;
}

enum shortcut shortcut_lowercase(struct process *p, term *args, term *result) {
    return change_case(p, 'A', 'a' - 'A', args, result);
}
enum shortcut shortcut_uppercase(struct process *p, term *args, term *result) {
    return change_case(p, 'a', 'A' - 'a', args, result);
}

bool symbolic_binary_to_float(struct process *p, const term *args, term *result) {
    term list;
    return bytes_of(p, args[0], &list) && symbolic_list_to_float(p, &list, result);
}

// ---- Atoms ----

bool symbolic_atom_to_list(struct process *p, const term *args, term *result) {
    struct interp *ip = interp_of(p);
    if (!decide_kind(ip, args[0], KIND_BIT(KIND_ATOM))) return raise_badarg(p);
    term atom = decide_plain(ip, args[0]);
    if (!bif_atom_to_list(p, &atom, result)) return false;
    if (ip->symbolic) *result = decide_value(ip, *result, expr_text(ip->exprs, decide_expr(ip, args[0])));
    return true;
}

static bool list_to_atom(struct process *p, term list, bif_function *concrete, term *result) {
    struct interp *ip = interp_of(p);
    struct expr_store *x = ip->exprs;
    term text = decide_plain(ip, list);
    if (term_is_sym(list) && ip->symbolic && expr_op(x, term_symbolic(list)->expr) == EXPR_TEXT_OP) {
        if (!concrete(p, &text, result)) return false;
        *result = decide_value(ip, *result, expr_named(x, term_symbolic(list)->expr));
        return true;
    }
    struct term_vec chars = {0};
    bool ok = decide_elements(ip, list, &chars) && chars_all(ip, chars.at, chars.n, code_points);
    vec_free(&chars);
    if (!ok) return raise_badarg(p);
    if (!concrete(p, &text, result)) return false;
    if (ip->symbolic) *result = decide_value(ip, *result, expr_named(x, decide_expr(ip, list)));
    return true;
}

// Atoms that exist: those that the unit compares with, and some of every VM. What a text could be for
// list_to_existing_atom to go on with is tried with these.
static void existing_atoms(struct interp *ip, struct term_vec *out) {
    static const char *const words[] = {"ok",       "error",  "true", "false", "undefined",
                                        "infinity", "normal", "nil",  "none"};
    const expr_id *literals;
    uint32_t n = ip->keys ? key_book_literals(ip->keys, &literals) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (expr_op(ip->exprs, literals[i]) == EXPR_ATOM_OP)
            vec_push(out, term_atom(expr_imm(ip->exprs, literals[i])));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        term word = term_atom(symbol_of(words[i]));
        uint32_t k = 0;
        while (k < out->n && out->at[k] != word) k++;
        if (k == out->n) vec_push(out, word);
    }
}

static void decide_existing(struct interp *ip, term list) {
    if (!ip->symbolic || !term_shadowed(list)) return;
    struct expr_store *x = ip->exprs;
    struct term_vec atoms = {0};
    existing_atoms(ip, &atoms);
    uint32_t n = atoms.n, taken = n;
    expr_id e = decide_expr(ip, list), *ways = mem_alloc((2 * n + 1) * sizeof *ways), *others = ways + n + 1;
    const term text = decide_plain(ip, list);
    for (uint32_t i = 0; i < n; i++) {
        term word;
        bif_atom_to_list(&ip->process, &atoms.at[i], &word);
        compared_terms(ip, list, word);
        if (term_equal(word, text)) taken = i;
        ways[i] = expr_eq(x, e, value_from_term(x, word));
        others[i] = expr_not(x, ways[i]);
    }
    ways[n] = expr_and(x, others, n);
    decide_choice(ip, ways, n + 1, taken);
    mem_free(ways);
    vec_free(&atoms);
}

bool symbolic_list_to_existing_atom(struct process *p, const term *args, term *result) {
    struct term_vec chars = {0};
    struct interp *ip = interp_of(p);
    if (decide_elements(ip, args[0], &chars) && chars_all(ip, chars.at, chars.n, code_points))
        decide_existing(ip, args[0]);
    vec_free(&chars);
    return list_to_atom(p, args[0], bif_list_to_existing_atom, result);
}

bool symbolic_list_to_atom(struct process *p, const term *args, term *result) {
    return list_to_atom(p, args[0], bif_list_to_atom, result);
}

// Encodings that an argument may name; for those that are none the concrete function raises.
static bool encoding_of(struct interp *ip, term t, term *encoding) {
    *encoding = decide_lose(ip, t, "encoding");
    return *encoding == word_utf8 || *encoding == word_unicode || *encoding == word_latin1;
}

// Up to 127 the encodings agree; beyond, precision is lost.
static bool atom_to_binary(struct process *p, term atom, term encoding_term, term *result) {
    struct interp *ip = interp_of(p);
    term list, encoding;
    if (!encoding_of(ip, encoding_term, &encoding) || !symbolic_atom_to_list(p, &atom, &list))
        return raise_badarg(p);
    struct term_vec chars = {0};
    bool plain_text = decide_elements(ip, list, &chars) && chars_all(ip, chars.at, chars.n, chars_ascii);
    list = term_list(p->heap, chars.at, chars.n, TERM_NIL);
    vec_free(&chars);
    if (plain_text) return call(p, "erlang", "list_to_binary", 1, &list, result);
    const term concrete[2] = {decide_lose(ip, atom, "binary of an atom with characters over 127"), encoding};
    return bif_atom_to_binary2(p, concrete, result);
}

bool symbolic_atom_to_binary(struct process *p, const term *args, term *result) {
    return atom_to_binary(p, args[0], word_utf8, result);
}
bool symbolic_atom_to_binary2(struct process *p, const term *args, term *result) {
    return atom_to_binary(p, args[0], args[1], result);
}

static bool binary_to_atom(struct process *p, term binary, term encoding_term, bool existing, term *result) {
    struct interp *ip = interp_of(p);
    term list, encoding;
    if (!encoding_of(ip, encoding_term, &encoding) || !bytes_of(p, binary, &list)) return raise_badarg(p);
    struct term_vec chars = {0};
    bool plain_text = decide_elements(ip, list, &chars) && chars_all(ip, chars.at, chars.n, chars_ascii);
    vec_free(&chars);
    if (plain_text || encoding == word_latin1)
        return (existing ? symbolic_list_to_existing_atom : symbolic_list_to_atom)(p, &list, result);
    const term concrete[2] = {decide_lose(ip, binary, "atom of a binary with bytes over 127"), encoding};
    return (existing ? bif_binary_to_existing_atom2 : bif_binary_to_atom2)(p, concrete, result);
}

bool symbolic_binary_to_atom(struct process *p, const term *args, term *result) {
    return binary_to_atom(p, args[0], word_utf8, false, result);
}
bool symbolic_binary_to_atom2(struct process *p, const term *args, term *result) {
    return binary_to_atom(p, args[0], args[1], false, result);
}
bool symbolic_binary_to_existing_atom(struct process *p, const term *args, term *result) {
    return binary_to_atom(p, args[0], word_utf8, true, result);
}
bool symbolic_binary_to_existing_atom2(struct process *p, const term *args, term *result) {
    return binary_to_atom(p, args[0], args[1], true, result);
}
