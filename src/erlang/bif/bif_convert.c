// SPDX-License-Identifier: Apache-2.0
// Between atoms, numbers, and their texts.
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/interp.h"
#include "erlang/term/numtext.h"

term bif_list_of_bytes(struct arena *a, const void *bytes, uint64_t n, term tail) {
    const uint8_t *b = bytes;
    while (n) tail = term_cons(a, term_small(b[--n]), tail);
    return tail;
}

static bool give_list(struct process *p, struct str *text, term *result) {
    *result = bif_list_of_bytes(p->heap, text->at, text->n, TERM_NIL);
    str_free(text);
    return true;
}

static bool give_binary(struct process *p, struct str *text, term *result) {
    *result = term_bits(p->heap, (const uint8_t *)text->at, text->n * 8);
    str_free(text);
    return true;
}

static bool fail_badarg(struct process *p, struct str *text) {
    str_free(text);
    return raise_badarg(p);
}

// ---- Atoms ----
enum { ATOM_CHARACTERS_MAX = 255 };

BIF(atom_to_list) {
    if (!term_is_atom(args[0])) return raise_badarg(p);
    const char *text = symbol_text(term_symbol(args[0]));
    term bits = term_bits(p->heap, (const uint8_t *)text, symbol_size(term_symbol(args[0])) * 8);
    struct list_builder l;
    list_start(&l);
    for (uint64_t at = 0, size; at < term_bits_of(bits)->size; at += size) {
        uint32_t c = 0;
        if (!bits_get_utf8(bits, at, &c, &size)) break;
        list_add(&l, p->heap, term_small(c));
    }
    return give(result, l.first);
}

// Characters of a list as UTF-8. False: not a list of characters. *n: how many.
static bool list_utf8(term list, struct str *out, uint64_t *n) {
    for (*n = 0; term_is_cons(list); list = term_tl(list), ++*n) {
        int64_t c = term_is_small(term_hd(list)) ? term_small_value(term_hd(list)) : -1;
        if (c < 0 || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return false;
        str_add_utf8(out, (uint32_t)c);
    }
    return term_is_nil(list);
}

// Whether the atom is in the input of the run: then the VM has seen it.
static bool is_given(struct process *p, symbol s) {
    enum { LOOKED_AT_MOST = 100000 };
    const struct interp *ip = p->interp;
    VEC(expr_id) todo = {0};
    bool found = false;
    for (uint32_t i = 0; ip && ip->input && i < ip->input->n; i++) vec_push(&todo, ip->input->at[i].value);
    for (uint32_t n = 0; todo.n && !found && n < LOOKED_AT_MOST; n++) {
        expr_id e = vec_pop(&todo);
        found = expr_op(ip->exprs, e) == EXPR_ATOM_OP && expr_imm(ip->exprs, e) == s;
        for (uint32_t i = 0; i < expr_count(ip->exprs, e); i++) vec_push(&todo, expr_arg(ip->exprs, e, i));
    }
    vec_free(&todo);
    return found;
}

// Whether the VM knows an atom that frisk has made up depends on all it has loaded.
static bool give_existing(struct process *p, const struct str *name, term *result) {
    symbol s = symbol_invent(name->n ? name->at : "", name->n);
    if (symbol_invented(s) && !is_given(p, s)) return no_model(p, "whether an atom exists already");
    return give(result, term_atom(s));
}

static bool give_atom(struct process *p, struct str *name, uint64_t characters, bool existing, term *result) {
    bool ok;
    if (characters > ATOM_CHARACTERS_MAX) {
        ok = existing ? raise_badarg(p) : raise_system_limit(p);
    } else if (existing) {
        ok = give_existing(p, name, result);
    } else {
        ok = give(result, term_atom(symbol_invent(name->n ? name->at : "", name->n)));
    }
    str_free(name);
    return ok;
}

static bool atom_of_list(struct process *p, term list, bool existing, term *result) {
    struct str name = {0};
    uint64_t n;
    if (!list_utf8(list, &name, &n)) return fail_badarg(p, &name);
    return give_atom(p, &name, n, existing, result);
}

BIF(list_to_atom) {
    return atom_of_list(p, args[0], false, result);
}
BIF(list_to_existing_atom) {
    return atom_of_list(p, args[0], true, result);
}

static bool is_utf8_name(term encoding) {
    return encoding == word_utf8 || encoding == word_unicode;
}

static bool atom_to_binary(struct process *p, term atom, term encoding, term *result) {
    if (!term_is_atom(atom) || (encoding != word_latin1 && !is_utf8_name(encoding))) return raise_badarg(p);
    const char *text = symbol_text(term_symbol(atom));
    term bits = term_bits(p->heap, (const uint8_t *)text, symbol_size(term_symbol(atom)) * 8);
    if (encoding != word_latin1) return give(result, bits);
    struct str out = {0};
    for (uint64_t at = 0, size; at < term_bits_of(bits)->size; at += size) {
        uint32_t c = 0;
        if (!bits_get_utf8(bits, at, &c, &size) || c > 255) return fail_badarg(p, &out);
        str_add_char(&out, (char)c);
    }
    return give_binary(p, &out, result);
}

BIF(atom_to_binary) {
    return atom_to_binary(p, args[0], word_utf8, result);
}
BIF(atom_to_binary2) {
    return atom_to_binary(p, args[0], args[1], result);
}

static bool binary_to_atom(struct process *p, term t, term encoding, bool existing, term *result) {
    if (!bits_is_binary(t) || (encoding != word_latin1 && !is_utf8_name(encoding))) return raise_badarg(p);
    struct str name = {0};
    uint64_t n = 0, all = term_bits_of(t)->size;
    for (uint64_t at = 0, size = 8; at < all; at += size, n++) {
        uint32_t c = bits_byte(term_bits_of(t), at);
        if (encoding != word_latin1 && !bits_get_utf8(t, at, &c, &size)) return fail_badarg(p, &name);
        str_add_utf8(&name, c);
    }
    return give_atom(p, &name, n, existing, result);
}

BIF(binary_to_atom) {
    return binary_to_atom(p, args[0], word_utf8, false, result);
}
BIF(binary_to_atom2) {
    return binary_to_atom(p, args[0], args[1], false, result);
}
BIF(binary_to_existing_atom) {
    return binary_to_atom(p, args[0], word_utf8, true, result);
}
BIF(binary_to_existing_atom2) {
    return binary_to_atom(p, args[0], args[1], true, result);
}

// ---- Integers ----
static bool base_of(term t, int *base) {
    if (!term_is_small(t) || term_small_value(t) < 2 || term_small_value(t) > 36) return false;
    *base = (int)term_small_value(t);
    return true;
}

static bool integer_text(struct process *p, term integer, term base_term, struct str *out) {
    int base;
    if (!term_is_integer(integer) || !base_of(base_term, &base)) return raise_badarg(p);
    numtext_integer(out, integer, base);
    return true;
}

#define TEN term_small(10)

BIF(integer_to_list) {
    struct str s = {0};
    return integer_text(p, args[0], TEN, &s) && give_list(p, &s, result);
}
BIF(integer_to_list2) {
    struct str s = {0};
    return integer_text(p, args[0], args[1], &s) && give_list(p, &s, result);
}
BIF(integer_to_binary) {
    struct str s = {0};
    return integer_text(p, args[0], TEN, &s) && give_binary(p, &s, result);
}
BIF(integer_to_binary2) {
    struct str s = {0};
    return integer_text(p, args[0], args[1], &s) && give_binary(p, &s, result);
}

static bool read_integer(struct process *p, struct str *text, term base_term, term *result) {
    int base;
    bool ok =
        base_of(base_term, &base) && numtext_read_integer(p->heap, str_text(text), text->n, base, result);
    str_free(text);
    return ok || raise_badarg(p);
}

static bool list_to_integer(struct process *p, term list, term base, term *result) {
    struct str text = {0};
    if (!term_list_latin1(list, &text)) return fail_badarg(p, &text);
    return read_integer(p, &text, base, result);
}

static bool binary_text(term t, struct str *out) {
    if (!bits_is_binary(t)) return false;
    uint8_t *bytes = bits_bytes_new(term_bits_of(t));
    str_add_n(out, (const char *)bytes, term_bits_of(t)->size / 8);
    mem_free(bytes);
    return true;
}

static bool binary_to_integer(struct process *p, term binary, term base, term *result) {
    struct str text = {0};
    if (!binary_text(binary, &text)) return raise_badarg(p);
    return read_integer(p, &text, base, result);
}

BIF(list_to_integer) {
    return list_to_integer(p, args[0], TEN, result);
}
BIF(list_to_integer2) {
    return list_to_integer(p, args[0], args[1], result);
}
BIF(binary_to_integer) {
    return binary_to_integer(p, args[0], TEN, result);
}
BIF(binary_to_integer2) {
    return binary_to_integer(p, args[0], args[1], result);
}

// string:list_to_integer/1: {Integer, Rest} of the longest integer at the front, or {error, Reason}.
BIF(string_list_to_integer) {
    term list = args[0];
    if (!term_is_cons(list) && !term_is_nil(list)) {
        return give(result, term_tuple2(p->heap, atom_error, term_atom(symbol_of("not_a_list"))));
    }
    struct str text = {0};
    if (term_is_cons(list) && (term_hd(list) == term_small('-') || term_hd(list) == term_small('+'))) {
        str_add_char(&text, (char)term_small_value(term_hd(list)));
        list = term_tl(list);
    }
    for (; term_is_cons(list); list = term_tl(list)) {
        term c = term_hd(list);
        if (!term_is_small(c) || term_small_value(c) < '0' || term_small_value(c) > '9') break;
        str_add_char(&text, (char)term_small_value(c));
    }
    term value;
    bool ok = numtext_read_integer(p->heap, str_text(&text), text.n, 10, &value);
    str_free(&text);
    if (!ok) return give(result, term_tuple2(p->heap, atom_error, term_atom(symbol_of("no_integer"))));
    return give(result, term_tuple2(p->heap, value, list));
}

// ---- Floats ----
struct float_format {
    enum { FORMAT_SCIENTIFIC, FORMAT_DECIMALS, FORMAT_SHORT } kind;
    int digits;
    bool compact;
};

static bool float_option(term t, struct float_format *f) {
    if (t == word_compact) {
        f->compact = true;
        return true;
    }
    if (t == word_short) {
        f->kind = FORMAT_SHORT;
        return true;
    }
    if (!term_is_tuple(t) || term_tuple(t)->n != 2 || !term_is_small(term_tuple(t)->at[1])) return false;
    int64_t n = term_small_value(term_tuple(t)->at[1]);
    bool decimals = term_tuple(t)->at[0] == word_decimals;
    if (!decimals && term_tuple(t)->at[0] != word_scientific) return false;
    if (n < 0 || n > (decimals ? 253 : 249)) return false;
    f->kind = decimals ? FORMAT_DECIMALS : FORMAT_SCIENTIFIC;
    f->digits = (int)n;
    return true;
}

enum { FLOAT_TEXT_MAX = 255 }; // the VM's buffer

static bool float_text(struct process *p, term t, term options, struct str *out) {
    struct float_format f = {FORMAT_SCIENTIFIC, 20, false};
    if (!term_is_float(t)) return raise_badarg(p);
    for (; term_is_cons(options); options = term_tl(options)) {
        if (!float_option(term_hd(options), &f)) return raise_badarg(p);
    }
    if (!term_is_nil(options)) return raise_badarg(p);
    switch (f.kind) {
    case FORMAT_SCIENTIFIC: numtext_scientific(out, term_float_value(t), f.digits); break;
    case FORMAT_DECIMALS: numtext_decimals(out, term_float_value(t), f.digits, f.compact); break;
    case FORMAT_SHORT: numtext_float(out, term_float_value(t)); break;
    }
    return out->n <= FLOAT_TEXT_MAX || fail_badarg(p, out);
}

BIF(float_to_list) {
    struct str s = {0};
    return float_text(p, args[0], TERM_NIL, &s) && give_list(p, &s, result);
}
BIF(float_to_list2) {
    struct str s = {0};
    return float_text(p, args[0], args[1], &s) && give_list(p, &s, result);
}
BIF(float_to_binary) {
    struct str s = {0};
    return float_text(p, args[0], TERM_NIL, &s) && give_binary(p, &s, result);
}
BIF(float_to_binary2) {
    struct str s = {0};
    return float_text(p, args[0], args[1], &s) && give_binary(p, &s, result);
}

static bool read_float(struct process *p, struct str *text, term *result) {
    double v;
    bool ok = numtext_read_float(str_text(text), text->n, &v);
    str_free(text);
    return ok ? give(result, term_float(p->heap, v)) : raise_badarg(p);
}

BIF(list_to_float) {
    struct str text = {0};
    if (!term_list_latin1(args[0], &text)) return fail_badarg(p, &text);
    return read_float(p, &text, result);
}

BIF(binary_to_float) { // the VM reads up to a NUL byte
    struct str text = {0};
    if (!binary_text(args[0], &text)) return raise_badarg(p);
    if (text.n) text.n = strnlen(text.at, text.n);
    return read_float(p, &text, result);
}

// Moves the characters of *list that a predicate accepts to text; true: at least one.
static bool take_digits(term *list, struct str *text) {
    size_t before = text->n;
    for (; term_is_cons(*list); *list = term_tl(*list)) {
        term c = term_hd(*list);
        if (!term_is_small(c) || term_small_value(c) < '0' || term_small_value(c) > '9') break;
        str_add_char(text, (char)term_small_value(c));
    }
    return text->n > before;
}

static bool take_one(term *list, const char *of, struct str *text) {
    if (!term_is_cons(*list) || !term_is_small(term_hd(*list))) return false;
    int64_t c = term_small_value(term_hd(*list));
    if (c <= 0 || c > 127 || !strchr(of, (int)c)) return false;
    str_add_char(text, (char)c);
    *list = term_tl(*list);
    return true;
}

static term float_prefix(struct process *p, term list, struct str *text) {
    take_one(&list, "+-", text);
    if (!take_digits(&list, text) || !take_one(&list, ".,", text) || !take_digits(&list, text))
        return TERM_NONE;
    term before = list;
    size_t n = text->n;
    if (take_one(&list, "eE", text)) {
        take_one(&list, "+-", text);
        if (!take_digits(&list, text)) {
            list = before;
            text->n = n;
        }
    }
    double v;
    if (!numtext_read_float(text->at, text->n, &v)) return TERM_NONE;
    return term_tuple2(p->heap, term_float(p->heap, v), list);
}

BIF(string_list_to_float) {
    if (!term_is_cons(args[0]) && !term_is_nil(args[0])) {
        return give(result, term_tuple2(p->heap, atom_error, term_atom(symbol_of("not_a_list"))));
    }
    struct str text = {0};
    term found = float_prefix(p, args[0], &text);
    str_free(&text);
    if (found == TERM_NONE) found = term_tuple2(p->heap, atom_error, term_atom(symbol_of("no_float")));
    return give(result, found);
}
