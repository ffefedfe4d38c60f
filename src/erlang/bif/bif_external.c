// SPDX-License-Identifier: Apache-2.0
// The external term format (ERTS User's Guide, "External Term Format"): term_to_binary/1, binary_to_term/1,2.
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/decide.h"

enum tag {
    NEW_FLOAT = 70,
    BIT_BINARY = 77,
    SMALL_INTEGER = 97,
    INTEGER = 98,
    FLOAT = 99,
    ATOM = 100,
    SMALL_TUPLE = 104,
    LARGE_TUPLE = 105,
    NIL = 106,
    STRING = 107,
    LIST = 108,
    BINARY = 109,
    SMALL_BIG = 110,
    LARGE_BIG = 111,
    EXPORT = 113,
    SMALL_ATOM = 115,
    MAP = 116,
    ATOM_UTF8 = 118,
    SMALL_ATOM_UTF8 = 119,
    VERSION = 131
};

// ---- Writing ----
static void put_number(struct bits_builder *b, uint64_t v, unsigned bytes) {
    for (unsigned i = bytes; i-- > 0;) bits_add_bytes(b, &(uint8_t){(uint8_t)(v >> 8 * i)}, 1);
}
static void put_tag(struct bits_builder *b, enum tag t) {
    put_number(b, t, 1);
}

// Atoms as the VM of OTP 25 writes them: latin1 text where possible, else UTF-8.
static void put_atom(struct bits_builder *b, symbol s) {
    const uint8_t *text = (const uint8_t *)symbol_text(s);
    size_t n = symbol_size(s);
    struct str latin1 = {0};
    bool fits = true;
    for (size_t i = 0; i < n && fits; i++) {
        if (text[i] < 0x80) {
            str_add_char(&latin1, (char)text[i]);
        } else if (text[i] <= 0xC3 && i + 1 < n) {
            str_add_char(&latin1, (char)(text[i] << 6 | (text[i + 1] & 0x3F)));
            i++;
        } else {
            fits = false;
        }
    }
    if (fits) {
        put_tag(b, ATOM);
        put_number(b, latin1.n, 2);
        bits_add_bytes(b, latin1.at, latin1.n);
    } else {
        put_tag(b, n < 256 ? SMALL_ATOM_UTF8 : ATOM_UTF8);
        put_number(b, n, n < 256 ? 1 : 2);
        bits_add_bytes(b, text, n);
    }
    str_free(&latin1);
}

static void put_integer(struct process *p, struct bits_builder *b, term t) {
    int64_t v;
    if (term_get_int64(t, &v) && v >= 0 && v <= 255) {
        put_tag(b, SMALL_INTEGER);
        put_number(b, (uint64_t)v, 1);
        return;
    }
    if (term_get_int64(t, &v) && v >= INT32_MIN && v <= INT32_MAX) {
        put_tag(b, INTEGER);
        put_number(b, (uint64_t)v, 4);
        return;
    }
    mpz_t view;
    struct num_room room;
    mpz_srcptr z = num_view(t, view, &room);
    uint64_t n = mpz_sizeinbase(z, 256);
    uint8_t *bytes = mem_zalloc(n);
    mpz_export(bytes, NULL, -1, 1, 0, 0, z);
    put_tag(b, n < 256 ? SMALL_BIG : LARGE_BIG);
    put_number(b, n, n < 256 ? 1 : 4);
    put_number(b, mpz_sgn(z) < 0, 1);
    bits_add_bytes(b, bytes, n);
    mem_free(bytes);
}

static void put_bits(struct process *p, struct bits_builder *b, term t) {
    uint64_t size = term_bits_of(t)->size, n = (size + 7) / 8;
    uint8_t *bytes = bits_bytes_new(term_bits_of(t));
    put_tag(b, size % 8 ? BIT_BINARY : BINARY);
    put_number(b, n, 4);
    if (size % 8) put_number(b, size % 8, 1);
    bits_add_bytes(b, bytes, n);
    mem_free(bytes);
}

typedef VEC(term) agenda;

static bool is_string(term t, uint64_t *n) { // 1 .. 65535 bytes
    for (*n = 0; term_is_cons(t) && *n <= 65535; t = term_tl(t), ++*n) {
        if (!term_is_small(term_hd(t)) || term_hd(t) > term_small(255)) return false;
    }
    return term_is_nil(t) && *n <= 65535;
}

static void put_list(struct bits_builder *b, agenda *todo, term t) {
    uint64_t n;
    if (is_string(t, &n)) {
        put_tag(b, STRING);
        put_number(b, n, 2);
        for (; term_is_cons(t); t = term_tl(t)) put_number(b, (uint64_t)term_small_value(term_hd(t)), 1);
        return;
    }
    term_list_length(t, &n);
    put_tag(b, LIST);
    put_number(b, n, 4);
    uint32_t base = todo->n;
    for (; term_is_cons(t); t = term_tl(t)) vec_push(todo, term_hd(t));
    vec_push(todo, t);
    for (uint32_t i = base, j = todo->n - 1; i < j; i++, j--) {
        term swap = todo->at[i];
        todo->at[i] = todo->at[j];
        todo->at[j] = swap;
    }
}

static void put_map(struct bits_builder *b, agenda *todo, term t) {
    uint64_t n = map_size(t);
    term *keys = mem_alloc((2 * n + 1) * sizeof(term)), *values = keys + n;
    map_items(t, keys, values);
    put_tag(b, MAP);
    put_number(b, n, 4);
    for (uint64_t i = n; i-- > 0;) {
        vec_push(todo, values[i]);
        vec_push(todo, keys[i]);
    }
    mem_free(keys);
}

static void put_tuple(struct bits_builder *b, agenda *todo, const struct tuple *t) {
    put_tag(b, t->n < 256 ? SMALL_TUPLE : LARGE_TUPLE);
    put_number(b, t->n, t->n < 256 ? 1 : 4);
    for (uint64_t i = t->n; i-- > 0;) vec_push(todo, t->at[i]);
}

static bool put_box(struct process *p, struct bits_builder *b, agenda *todo, term t) {
    switch ((enum box_kind)((struct box *)term_pointer(t))->kind) {
    case BOX_BIG: put_integer(p, b, t); break;
    case BOX_BITS: put_bits(p, b, t); break;
    case BOX_MAP: put_map(b, todo, t); break;
    case BOX_FLOAT: {
        double d = term_float_value(t);
        uint64_t word;
        memcpy(&word, &d, sizeof word);
        put_tag(b, NEW_FLOAT);
        put_number(b, word, 8);
        break;
    }
    case BOX_FUN: {
        const struct closure *f = term_closure(t);
        if (f->flags != CLOSURE_EXTERNAL) return no_model(p, "the external format of a fun");
        put_tag(b, EXPORT);
        put_atom(b, f->module);
        put_atom(b, f->name);
        put_integer(p, b, term_small(f->arity));
        break;
    }
    }
    return true;
}

static bool put_term(struct process *p, struct bits_builder *b, term t) {
    agenda todo = {0};
    bool ok = true;
    vec_push(&todo, t);
    while (ok && todo.n && term_visit()) {
        t = vec_pop(&todo);
        if (term_is_small(t)) {
            put_integer(p, b, t);
        } else if (term_is_atom(t)) {
            put_atom(b, term_symbol(t));
        } else if (term_is_nil(t)) {
            put_tag(b, NIL);
        } else if (term_is_cons(t)) {
            put_list(b, &todo, t);
        } else if (term_is_tuple(t)) {
            put_tuple(b, &todo, term_tuple(t));
        } else if (term_tag(t) == TAG_BOX) {
            ok = put_box(p, b, &todo, t);
        } else {
            ok = no_model(p, "the external format of a pid, port or reference");
        }
    }
    vec_free(&todo);
    return ok;
}

BIF(external_size) {
    struct bits_builder b = {0};
    put_tag(&b, VERSION);
    bool ok = put_term(p, &b, args[0]);
    if (ok) *result = term_small((int64_t)(b.size / 8));
    bits_drop(&b);
    return ok;
}

BIF(term_to_binary) {
    struct bits_builder b = {0};
    put_tag(&b, VERSION);
    if (put_term(p, &b, args[0])) return give(result, bits_take(&b, p->heap));
    bits_drop(&b);
    return false;
}

// ---- Reading ----
struct container {
    enum tag tag;
    uint64_t left, n;
};
struct reader {
    struct process *p;
    const uint8_t *at, *end;
    bool unknown; // a kind of term that we do not read
    // Values read so far, and containers under way: how many values each still wants.
    VEC(term) values;
    VEC(struct container) open;
};

static bool get_number(struct reader *r, unsigned bytes, uint64_t *v) {
    if ((uint64_t)(r->end - r->at) < bytes) return false;
    *v = 0;
    while (bytes--) *v = *v << 8 | *r->at++;
    return true;
}

static bool get_bytes(struct reader *r, uint64_t n, const uint8_t **bytes) {
    if ((uint64_t)(r->end - r->at) < n) return false;
    *bytes = r->at;
    r->at += n;
    return true;
}

static bool push(struct reader *r, term t) {
    vec_push(&r->values, t);
    return true;
}

static bool get_big(struct reader *r, unsigned size_bytes) {
    uint64_t n, sign;
    const uint8_t *bytes;
    if (!get_number(r, size_bytes, &n) || !get_number(r, 1, &sign) || sign > 1 || !get_bytes(r, n, &bytes))
        return false;
    mpz_t z;
    mpz_init(z);
    mpz_import(z, n, -1, 1, 0, 0, bytes);
    if (sign) mpz_neg(z, z);
    push(r, term_mpz(r->p->heap, z));
    mpz_clear(z);
    return true;
}

static bool get_atom(struct reader *r, unsigned size_bytes, bool utf8) {
    uint64_t n;
    const uint8_t *bytes;
    if (!get_number(r, size_bytes, &n) || !get_bytes(r, n, &bytes)) return false;
    term pair[2] = {term_bits(r->p->heap, bytes, n * 8), utf8 ? word_utf8 : word_latin1}, atom;
    return bif_binary_to_atom2(r->p, pair, &atom) && push(r, atom);
}

static bool get_float(struct reader *r) {
    uint64_t word;
    double d;
    if (!get_number(r, 8, &word)) return false;
    memcpy(&d, &word, sizeof d);
    return isfinite(d) && push(r, term_float(r->p->heap, d));
}

static bool get_string(struct reader *r) {
    uint64_t n;
    const uint8_t *bytes;
    return get_number(r, 2, &n) && get_bytes(r, n, &bytes) &&
           push(r, bif_list_of_bytes(r->p->heap, bytes, n, TERM_NIL));
}

static bool get_bits(struct reader *r, bool bits) {
    uint64_t n, last = 8;
    const uint8_t *bytes;
    if (!get_number(r, 4, &n) || (bits && !get_number(r, 1, &last)) || last < 1 || last > 8) return false;
    if (!get_bytes(r, n, &bytes)) return false;
    return push(r, term_bits(r->p->heap, bytes, n ? n * 8 - (8 - last) : 0));
}

// A container of n parts (a list has its tail besides, a map two for each).
static bool open_container(struct reader *r, enum tag tag, unsigned size_bytes) {
    uint64_t n;
    if (!get_number(r, size_bytes, &n) || n > (uint64_t)(r->end - r->at)) return false;
    uint64_t parts = tag == LIST ? n + 1 : tag == MAP ? 2 * n : n;
    vec_push(&r->open, (struct container){tag, parts, parts});
    return true;
}

// fun M:F/A of three values.
static bool export_fun(struct reader *r, const term *parts, term *made) {
    bool typed = term_is_atom(parts[0]) && term_is_atom(parts[1]) && parts[2] <= term_small(255) &&
                 term_is_small(parts[2]);
    if (!typed) return false;
    struct closure *f = arena_zalloc(r->p->heap, sizeof *f);
    f->box.kind = BOX_FUN;
    f->arity = (uint32_t)term_small_value(parts[2]);
    f->flags = CLOSURE_EXTERNAL;
    f->module = term_symbol(parts[0]);
    f->name = term_symbol(parts[1]);
    *made = (term)(uintptr_t)f | TAG_BOX;
    return true;
}

static bool close_container(struct reader *r, struct container f) {
    struct arena *a = r->p->heap;
    term *parts = r->values.at + r->values.n - f.n, made;
    if (f.tag == SMALL_TUPLE) {
        made = term_tuple_of(a, parts, f.n);
    } else if (f.tag == LIST) {
        made = term_list(a, parts, f.n - 1, parts[f.n - 1]);
    } else if (f.tag == EXPORT) {
        if (!export_fun(r, parts, &made)) return false;
    } else {
        uint64_t n = f.n / 2;
        term *keys = arena_alloc(a, 2 * n * sizeof(term)), *values = keys + n;
        for (uint64_t i = 0; i < n; i++) {
            keys[i] = parts[2 * i];
            values[i] = parts[2 * i + 1];
        }
        made = map_from_pairs(a, keys, values, n);
        if (map_size(made) != n) return false; // a key twice
    }
    r->values.n -= (uint32_t)f.n;
    return push(r, made);
}

static bool get_term(struct reader *r) {
    uint64_t tag, v;
    if (!get_number(r, 1, &tag)) return false;
    switch (tag) {
    case SMALL_INTEGER: return get_number(r, 1, &v) && push(r, term_small((int64_t)v));
    case INTEGER: return get_number(r, 4, &v) && push(r, term_small((int32_t)v));
    case SMALL_BIG: return get_big(r, 1);
    case LARGE_BIG: return get_big(r, 4);
    case NEW_FLOAT: return get_float(r);
    case ATOM: return get_atom(r, 2, false);
    case SMALL_ATOM: return get_atom(r, 1, false);
    case ATOM_UTF8: return get_atom(r, 2, true);
    case SMALL_ATOM_UTF8: return get_atom(r, 1, true);
    case NIL: return push(r, TERM_NIL);
    case STRING: return get_string(r);
    case BINARY: return get_bits(r, false);
    case BIT_BINARY: return get_bits(r, true);
    case SMALL_TUPLE: return open_container(r, SMALL_TUPLE, 1);
    case LARGE_TUPLE: return open_container(r, SMALL_TUPLE, 4);
    case LIST: return open_container(r, LIST, 4);
    case MAP: return open_container(r, MAP, 4);
    case EXPORT: vec_push(&r->open, (struct container){EXPORT, 3, 3}); return true;
    case 'P':
    case FLOAT:
    case 'p':
    case 'Z':
    case 'r':
    case 'e':
    case 'g':
    case 'X':
    case 'f':
    case 'Y':
    case 'x': r->unknown = true; return false;
    default: return false;
    }
}

// Terms until the first is complete. A value that is complete is one part less for the container around it.
static bool get_terms(struct reader *r) {
    do {
        uint32_t before = r->open.n;
        if (!get_term(r)) return false;
        bool complete = r->open.n == before;
        while (r->open.n) {
            struct container *f = &vec_last(&r->open);
            if (complete) f->left--;
            if (f->left) break;
            if (!close_container(r, vec_pop(&r->open))) return false;
            complete = true;
        }
    } while (r->open.n);
    return true;
}

static bool read_term(struct process *p, term binary, bool used, term *result) {
    if (!bits_is_binary(binary)) return raise_badarg(p);
    uint64_t n = term_bits_of(binary)->size / 8;
    const uint8_t *bytes = bits_bytes(p->heap, binary);
    struct reader r = {.p = p, .at = bytes, .end = bytes + n};
    uint64_t version;
    bool ok = get_number(&r, 1, &version) && version == VERSION && get_terms(&r);
    if (ok) *result = r.values.at[0];
    if (ok && used) *result = term_tuple2(p->heap, *result, term_small(r.at - bytes));
    vec_free(&r.values);
    vec_free(&r.open);
    if (ok) return true;
    p->no_model = NULL;
    return r.unknown ? no_model(p, "this kind of external term") : raise_badarg(p);
}

// The symbolic term of which term_to_binary made this very binary in the run; false: there is none.
static bool decoded(struct interp *ip, term binary, term *result) {
    for (uint32_t i = 0; ip->symbolic && i < ip->encodings.n; i++) {
        if (ip->encodings.at[i].binary != binary) continue;
        *result = ip->encodings.at[i].value;
        return true;
    }
    return false;
}

BIF(binary_to_term) {
    if (p->interp && decoded(interp_of(p), args[0], result)) return true;
    return read_term(p, args[0], false, result);
}

BIF(binary_to_term2) {
    bool used = false;
    term options = args[1];
    for (; term_is_cons(options); options = term_tl(options)) {
        if (term_hd(options) == word_used) {
            used = true;
        } else if (term_hd(options) == word_safe) {
            return no_model(p, "binary_to_term with option safe");
        } else {
            return raise_badarg(p);
        }
    }
    if (!term_is_nil(options)) return raise_badarg(p);
    return read_term(p, args[0], used, result);
}
