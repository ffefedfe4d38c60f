// SPDX-License-Identifier: Apache-2.0
// Specs to grammars. What belongs to a type and what does not is written down by hand from the reference
// manual for every construct; then all of stdlib is converted, and random members of the grammars are judged
// by a checker written in Erlang (spec_check.erl), which knows only the specs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "erlang/load/types.h"
#include "erlang/term/value.h"

static char *directory;
static struct loader *loader;
static struct arena a;
static struct expr_store *x;
static struct hash_map known; // module -> index in modules
static VEC(struct core_module *) modules;

static const struct core_module *lookup(void *context, symbol module) {
    uint32_t i;
    struct diag d = {0};
    if (hash_map_get(&known, module, &i)) return modules.at[i];
    struct core_module *m = NULL;
    if (loader_load(loader, module, &a, &m, &d) != LOAD_OK) m = NULL;
    hash_map_put(&known, module, modules.n);
    vec_push(&modules, m);
    return m;
}

// ---- Every construct, by hand ----

static const char other_source[] = "-module(other).\n"
                                   "-export_type([pair/2, hidden/0, even/0]).\n"
                                   "-type pair(A, B) :: {A, B}.\n"
                                   "-opaque hidden() :: {hidden, integer()}.\n"
                                   "-type even() :: zero | {s, odd()}.\n"
                                   "-type odd() :: {s, even()}.\n"
                                   "-export([f/0]).\nf() -> ok.\n";

struct example {
    const char *types, *spec; // type definitions; "(integer()) -> ok"
    uint32_t arity;
    const char *in[8], *out[8]; // argument lists as text
};
#define IN(...)  .in = {__VA_ARGS__}
#define OUT(...) .out = {__VA_ARGS__}

static const struct example examples[] = {
    {"", "(any(), term()) -> ok", 2, IN("1, a", "[], {}")},
    {"", "(integer()) -> ok", 1, IN("0", "-5", "123456789012345678901234567890"), OUT("1.0", "a", "[]")},
    {"", "(non_neg_integer()) -> ok", 1, IN("0", "7"), OUT("-1", "a")},
    {"", "(pos_integer()) -> ok", 1, IN("1", "7"), OUT("0", "-1")},
    {"", "(neg_integer()) -> ok", 1, IN("-1"), OUT("0", "1")},
    {"", "(1..12) -> ok", 1, IN("1", "12"), OUT("0", "13")},
    {"", "(-3..2 bsl 4 - 1) -> ok", 1, IN("-3", "31"), OUT("-4", "32")},
    {"", "($a..$c) -> ok", 1, IN("97", "99"), OUT("96", "100")},
    {"", "(-1 | 1 bsl 70 | 7 div 2 | 7 rem 4 + 20 | (bnot 8) | 12 band 10 + 90) -> ok", 1,
     IN("-1", "1180591620717411303424", "3", "23", "-9", "98"), OUT("0", "1", "7", "20", "8")},
    {"", "(byte(), char(), arity()) -> ok", 3, IN("255, 1114111, 255"),
     OUT("256, 0, 0", "0, 1114112, 0", "0, 0, 256")},
    {"", "(float()) -> ok", 1, IN("0.0", "-1.5"), OUT("0", "a")},
    {"", "(number()) -> ok", 1, IN("0.0", "1"), OUT("a", "[]")},
    {"", "(boolean()) -> ok", 1, IN("true", "false"), OUT("maybe", "1")},
    {"", "(atom(), module(), node()) -> ok", 3, IN("a, b, c"),
     OUT("1, b, c", "a, 1, c", "a, b, 1", "[], a, a")},
    {"", "(ok | {error, atom()}) -> ok", 1, IN("ok", "{error, x}"),
     OUT("error", "{error, 1}", "{error, a, b}")},
    {"", "(timeout()) -> ok", 1, IN("infinity", "0"), OUT("-1", "forever")},
    {"", "([]) -> ok", 1, IN("[]"), OUT("[1]")},
    {"", "(list()) -> ok", 1, IN("[]", "[a, 1]"), OUT("[a|b]", "a")},
    {"", "([integer()]) -> ok", 1, IN("[]", "[1, 2]"), OUT("[a]", "[1|2]", "[1, a]")},
    {"", "([integer(), ...]) -> ok", 1, IN("[1]", "[1, 2]"), OUT("[]", "[a]")},
    {"", "(nonempty_list()) -> ok", 1, IN("[a]"), OUT("[]", "[a|b]")},
    {"", "(string()) -> ok", 1, IN("\"abc\"", "[]"), OUT("[-1]", "[a]", "[1114112]")},
    {"", "(nonempty_string()) -> ok", 1, IN("\"abc\""), OUT("[]", "[a]")},
    {"", "(maybe_improper_list()) -> ok", 1, IN("[]", "[a]", "[a|b]"), OUT("a")},
    {"", "(maybe_improper_list(integer(), atom())) -> ok", 1, IN("[]", "[1]", "[1, 2|b]"),
     OUT("b", "[a]", "[1|2]")},
    {"", "(nonempty_improper_list(integer(), atom())) -> ok", 1, IN("[1|b]", "[1, 2|b]"),
     OUT("[]", "[1]", "b", "[b|b]")},
    {"", "(nonempty_maybe_improper_list(integer(), atom())) -> ok", 1, IN("[1|b]", "[1, 2]"),
     OUT("[]", "[b]", "[1|2]")},
    {"", "(iolist()) -> ok", 1, IN("[]", "[1, [2|<<3>>], <<4>>|<<5>>]"),
     OUT("<<1>>", "[256]", "[a]", "[1|2]", "[<<1:1>>]")},
    {"", "(iodata()) -> ok", 1, IN("<<1>>", "[[]]"), OUT("1", "a")},
    {"", "(mfa()) -> ok", 1, IN("{a, b, 3}"), OUT("{a, b, 256}", "{a, b}", "{a, b, -1}")},
    {"", "(binary()) -> ok", 1, IN("<<>>", "<<1, 2>>"), OUT("<<1:3>>", "\"a\"")},
    {"", "(bitstring()) -> ok", 1, IN("<<>>", "<<1:3>>"), OUT("1")},
    {"", "(nonempty_binary()) -> ok", 1, IN("<<1>>"), OUT("<<>>", "<<1:9>>")},
    {"", "(<<>>) -> ok", 1, IN("<<>>"), OUT("<<1>>")},
    {"", "(<<_:16>>) -> ok", 1, IN("<<1, 2>>"), OUT("<<>>", "<<1>>", "<<1, 2, 3>>")},
    {"", "(<<_:_*3>>) -> ok", 1, IN("<<>>", "<<1:3>>", "<<1:6>>"), OUT("<<1>>")},
    {"", "(<<_:8, _:_*16>>) -> ok", 1, IN("<<1>>", "<<1, 2, 3>>"), OUT("<<>>", "<<1, 2>>")},
    {"", "(tuple()) -> ok", 1, IN("{}", "{1, a}"), OUT("[]")},
    {"", "({}, {atom(), [atom()]}) -> ok", 2, IN("{}, {a, [b]}"),
     OUT("{1}, {a, []}", "{}, {a}", "{}, {a, [1]}")},
    {"", "(map()) -> ok", 1, IN("#{}", "#{a => 1}"), OUT("[]")},
    {"", "(#{}) -> ok", 1, IN("#{}"), OUT("#{a => 1}")},
    {"", "(#{a := integer(), b => atom()}) -> ok", 1, IN("#{a => 1}", "#{a => 1, b => c}"),
     OUT("#{}", "#{a => c}", "#{a => 1, b => 2}", "#{a => 1, c => 1}")},
    {"", "(#{integer() => atom()}) -> ok", 1, IN("#{}", "#{1 => a, 2 => b}"), OUT("#{a => b}", "#{1 => 1}")},
    {"", "(fun()) -> ok", 1, IN("fun lists:reverse/1"), OUT("a")},
    {"", "(X :: integer(), (atom())) -> ok", 2, IN("1, a"), OUT("a, a", "1, 1")},
    {"", "(A, [B]) -> {A, B}", 2, IN("1, [a]", "{}, []"), OUT("1, 2")},
    {"", "(A, L) -> ok when A :: integer(), L :: [A]", 2, IN("1, [2]"), OUT("a, []", "1, [a]")},
    {"", "(T) -> ok when T :: leaf | {T, T}", 1, IN("leaf", "{{leaf, leaf}, leaf}"),
     OUT("{leaf}", "{leaf, 1}")},
    {"", "(integer(), atom()) -> ok; (atom(), integer()) -> ok", 2, IN("1, a", "a, 1"), OUT("1, 1", "a, a")},
    {"-type t() :: [t()].", "(t()) -> ok", 1, IN("[]", "[[], [[]]]"), OUT("[a]", "a")},
    {"-type tree(A) :: nil | {tree(A), A, tree(A)}.", "(tree(integer()), tree(atom())) -> ok", 2,
     IN("nil, nil", "{nil, 1, {nil, 2, nil}}, {nil, a, nil}"),
     OUT("{nil, a, nil}, nil", "nil, {nil, 1, nil}", "{nil, 1}, nil")},
    {"", "(other:pair(integer(), [atom()])) -> ok", 1, IN("{1, [a]}"), OUT("{a, []}", "{1, [1]}")},
    {"", "(other:hidden()) -> ok", 1, IN("{hidden, 1}"), OUT("{hidden, a}", "1")},
    {"", "(other:even()) -> ok", 1, IN("zero", "{s, {s, zero}}"), OUT("{s, zero}", "{s, {s, {s, zero}}}")},
    {"", "(no_such_module:t()) -> ok", 1, IN("a", "[1]")},
    {"-record(r, {f, g = 1 :: integer(), h :: atom()}).", "(#r{}) -> ok", 1, IN("{r, [], 2, a}"),
     OUT("{r, [], a, a}", "{r, 1, 2}", "{q, [], 2, a}", "{r, [], 2, 1}")},
    {"-record(r, {f, g = 1 :: integer(), h :: atom()}).", "(#r{f :: float(), g :: 7}) -> ok", 1,
     IN("{r, 1.0, 7, a}"), OUT("{r, 1, 7, a}", "{r, 1.0, 8, a}", "{r, 1.0, 7, 1}")},
    {"-record(n, {next :: none | #n{}}).", "(#n{}) -> ok", 1, IN("{n, none}", "{n, {n, none}}"),
     OUT("{n, 1}")},
    // Regular, though each meets the other with arguments of its own.
    {"-type r(A) :: A | {A, s(integer())}. -type s(B) :: {B, r(atom())}.", "(r(float())) -> ok", 1,
     IN("1.0", "{1.0, {1, a}}", "{1.0, {1, {a, {2, b}}}}"), OUT("{1.0, {a, a}}", "{1.0, {1, 1}}", "1")},
    // Not regular: nothing outside may belong.
    {"-type n(A) :: {A, n([A])} | stop.", "(n(atom())) -> ok", 1, IN("stop", "{a, stop}", "{a, {[b], stop}}"),
     OUT("{a, {b, stop}}", "{1, stop}", "{a, {[b], {[c], stop}}}")},
    {"", "() -> ok", 0, IN("")},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static void write_file(const char *name, const char *text) {
    struct diag d = {0};
    char *path = file_join(directory, name);
    assert_true(file_write(path, text, strlen(text), &d));
    mem_free(path);
}

static char *module_file(uint32_t i) {
    char name[40];
    snprintf(name, sizeof name, "ex%u.erl", i);
    return file_join(directory, name);
}

static void write_example(uint32_t i) {
    const struct example *e = &examples[i];
    struct str s = {0};
    char name[40];
    str_addf(&s, "-module(ex%u).\n-export([f/%u]).\n-compile(nowarn_unused_type).\n%s\n-spec f%s.\nf(", i,
             e->arity, e->types, e->spec);
    for (uint32_t k = 0; k < e->arity; k++) str_add(&s, k ? ", _" : "_");
    str_add(&s, ") -> ok.\n");
    snprintf(name, sizeof name, "ex%u.erl", i);
    write_file(name, str_text(&s));
    str_free(&s);
}

static expr_id arguments(const char *text, uint32_t arity) {
    struct diag d = {0};
    term *args;
    uint32_t n;
    bool good = loader_parse_arguments(loader, text, false, &a, &args, &n, &d);
    if (!good) print_message("%s: %s\n", text, d.text);
    assert_true(good);
    assert_int_equal(n, arity);
    return value_from_term(x, term_tuple_of(&a, args, n));
}

static void check_example(uint32_t i) {
    const struct example *e = &examples[i];
    char name[40];
    struct diag d = {0};
    struct grammar *g = grammar_new(x);
    struct types *t = types_new(x, g, lookup, NULL);
    type_id type;
    snprintf(name, sizeof name, "ex%u", i);
    bool good = types_of_arguments(t, symbol_of(name), symbol_of("f"), e->arity, &type, false, &d);
    if (!good) print_message("%s: %s\n", e->spec, d.text);
    assert_true(good);
    grammar_freeze(g);
    for (int k = 0; k < 8 && e->in[k]; k++) {
        bool in = grammar_accepts(g, type, arguments(e->in[k], e->arity));
        if (!in) print_message("%s leaves out %s\n", e->spec, e->in[k]);
        assert_true(in);
    }
    for (int k = 0; k < 8 && e->out[k]; k++) {
        bool in = grammar_accepts(g, type, arguments(e->out[k], e->arity));
        if (in) print_message("%s takes %s\n", e->spec, e->out[k]);
        assert_false(in);
    }
    assert_true(grammar_inhabited(g, type));
    assert_true(grammar_accepts(g, type, grammar_smallest(g, type)));
    types_free(t);
    grammar_free(g);
}

static void test_examples(void **state) {
    for (uint32_t i = 0; i < EXAMPLES; i++) check_example(i);
}

static int setup(void **state) {
    VEC(char *) files = {0};
    directory = strdup("/tmp/frisk-types-XXXXXX");
    assert_non_null(mkdtemp(directory));
    arena_init(&a, 0);
    x = expr_store_new();
    write_file("other.erl", other_source);
    vec_push(&files, file_join(directory, "other.erl"));
    for (uint32_t i = 0; i < EXAMPLES; i++) {
        write_example(i);
        vec_push(&files, module_file(i));
    }
    setenv("XDG_CACHE_HOME", "build/test-cache", 1); // dumps of OTP are kept from one test run to the next
    const struct loader_options o = {
        .files = (const char *const *)files.at, .n_files = files.n, .erl = "erl", .share_dir = "share/frisk"};
    loader = loader_new(&o);
    for (uint32_t i = 0; i < files.n; i++) mem_free(files.at[i]);
    vec_free(&files);
    return 0;
}

static int teardown(void **state) {
    char command[200];
    loader_free(loader);
    expr_store_free(x);
    arena_free(&a);
    hash_map_free(&known);
    vec_free(&modules);
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    assert_int_equal(system(command), 0);
    free(directory);
    return 0;
}

// ---- Funs and identities, which have no text that is a constant ----

static type_id single_type(const char *form, struct grammar *g, struct types *t) {
    struct str text = {0};
    str_addf(&text, "{{f,1}, [{type,1,'fun',[{type,1,product,[%s]},{type,1,any,[]}]}]}", form);
    struct core_attribute *attribute = ARENA_NEW(&a, struct core_attribute);
    struct core_module *m = ARENA_NEW(&a, struct core_module);
    term *args;
    uint32_t n;
    struct diag d = {0};
    assert_true(loader_parse_arguments(loader, str_text(&text), false, &a, &args, &n, &d));
    *attribute = (struct core_attribute){symbol_of("spec"), args[0], 1};
    *m = (struct core_module){
        .name = symbol_of("by_hand"), .file = "by_hand.erl", .n_attributes = 1, .attributes = attribute};
    hash_map_put(&known, m->name, modules.n);
    vec_push(&modules, m);
    type_id type;
    assert_true(types_of_arguments(t, m->name, symbol_of("f"), 1, &type, false, &d));
    str_free(&text);
    return type;
}

static void test_funs_and_identities(void **state) {
    const expr_id zero = expr_int_term(x, expr_int(x, 0)), b = expr_atom(x, symbol_of("b"));
    const struct {
        const char *form;
        expr_id in, out;
    } all[] = {
        {"{type,1,pid,[]}", expr_opaque(x, KIND_PID, 0), expr_opaque(x, KIND_REF, 0)},
        {"{type,1,port,[]}", expr_opaque(x, KIND_PORT, 0), expr_opaque(x, KIND_PID, 0)},
        {"{type,1,reference,[]}", expr_opaque(x, KIND_REF, 0), expr_opaque(x, KIND_PORT, 0)},
        {"{type,1,identifier,[]}", expr_opaque(x, KIND_REF, 0), zero},
        {"{type,1,function,[]}", expr_fun(x, 2, NULL, 0, zero), zero},
        {"{type,1,'fun',[{type,1,product,[]},{type,1,integer,[]}]}", expr_fun(x, 0, NULL, 0, zero),
         expr_fun(x, 0, NULL, 0, b)},
        {"{type,1,'fun',[{type,1,product,[{type,1,any,[]}]},{type,1,integer,[]}]}",
         expr_fun(x, 1, NULL, 0, zero), expr_fun(x, 2, NULL, 0, zero)},
        {"{type,1,'fun',[{type,1,any},{type,1,integer,[]}]}", expr_fun(x, 3, NULL, 0, zero),
         expr_fun(x, 1, NULL, 0, b)},
        {"{type,1,'fun',[{type,1,any},{type,1,any,[]}]}", expr_fun(x, 9, NULL, 0, b), b},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct grammar *g = grammar_new(x);
        struct types *t = types_new(x, g, lookup, NULL);
        type_id type = single_type(all[i].form, g, t);
        grammar_freeze(g);
        assert_true(grammar_accepts(g, type, expr_tuple(x, &all[i].in, 1)));
        assert_false(grammar_accepts(g, type, expr_tuple(x, &all[i].out, 1)));
        types_free(t);
        grammar_free(g);
    }
}

static void test_no_spec(void **state) {
    struct grammar *g = grammar_new(x);
    struct types *t = types_new(x, g, lookup, NULL);
    struct diag d = {0};
    type_id type;
    assert_true(types_of_arguments(t, symbol_of("other"), symbol_of("f"), 2, &type, false, &d));
    grammar_freeze(g);
    assert_true(grammar_accepts(g, type, arguments("a, []", 2)));
    assert_false(grammar_accepts(g, type, arguments("a", 1)));
    types_free(t);
    grammar_free(g);
}

// ---- Specs that make no sense (the compiler refuses most, a .beam may hold them) ----

static void test_errors(void **state) {
    static const char *const all[][2] = {
        {"[{type,{12,3},'fun',[{type,{12,4},product,[{user_type,{12,5},foo,[]}]},{type,12,any,[]}]}]",
         "calc.erl:12: spec of f/1 has unknown type foo/0; correct its name, or say any()"},
        {"[{type,7,'fun',[{type,7,product,[{remote_type,7,[{atom,7,other},{atom,7,nope},[{atom,7,a}]]}]},{"
         "type,7,any,[]}]}]",
         "calc.erl:7: spec of f/1 has unknown type other:nope/1; correct its name, or say any()"},
        {"[{type,7,'fun',[{type,7,product,[{type,8,record,[{atom,8,r}]}]},{type,7,any,[]}]}]",
         "calc.erl:8: spec of f/1 has unknown record #r{}"},
        {"[{type,7,'fun',[{type,7,product,[]},{type,7,any,[]}]}]", "calc.erl:7: spec of f/1 has 0 arguments"},
        {"[{type,7,'fun',[{type,7,product,[{type,[{generated,true},{location,{9,1}}],range,[{integer,9,1},{"
         "op,9,'div',{integer,9,1},{integer,9,0}}]}]},{type,7,any,[]}]}]",
         "calc.erl:9: spec of f/1 has a range whose bounds are no integers"},
        {"[{type,7,'fun',[{type,7,product,[{type,7,binary,[{integer,7,-1},{integer,7,0}]}]},{type,7,any,[]}]}"
         "]",
         "calc.erl:7: spec of f/1 has a binary type whose size makes no sense"},
        {"[{type,7,'fun',[{type,7,product,[nonsense]},{type,7,any,[]}]}]",
         "calc.erl:0: spec of f/1 has a malformed type"},
        {"[{type,7,'fun',[]}]", "calc.erl:7: spec of f/1 is not the type of a function"},
        {"[foo]", "calc.erl:3: spec of f/1 is not the type of a function"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct str text = {0};
        struct diag d = {0};
        term *args;
        uint32_t n;
        str_addf(&text, "{{f,1}, %s}", all[i][0]);
        assert_true(loader_parse_arguments(loader, str_text(&text), false, &a, &args, &n, &d));
        struct core_attribute attribute = {symbol_of("spec"), args[0], 3};
        char name[20];
        snprintf(name, sizeof name, "wrong%zu", i);
        struct core_module m = {
            .name = symbol_of(name), .file = "calc.erl", .n_attributes = 1, .attributes = &attribute};
        hash_map_put(&known, m.name, modules.n);
        vec_push(&modules, &m);
        struct grammar *g = grammar_new(x);
        struct types *t = types_new(x, g, lookup, NULL);
        type_id type;
        assert_false(types_of_arguments(t, m.name, symbol_of("f"), 1, &type, false, &d));
        assert_string_equal(d.text, all[i][1]);
        types_free(t);
        grammar_free(g);
        str_free(&text);
    }
}

// ---- All of stdlib ----

static uint32_t seed = 1;
static uint32_t roll(uint32_t n) { // xorshift
    seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
    return seed % n;
}

static expr_id sample(const struct grammar *g, type_id type, int depth);

static expr_id sample_int(const struct alternative *alt) {
    mpz_t v;
    mpz_init_set_si(v, (long)roll(40) - 20);
    if (alt->has_lo)
        mpz_add_ui(v, alt->lo, roll(20));
    else if (alt->has_hi)
        mpz_sub_ui(v, alt->hi, roll(20));
    if (alt->has_hi && mpz_cmp(v, alt->hi) > 0) mpz_set(v, alt->hi);
    expr_id e = expr_int_term(x, expr_int_mpz(x, v));
    mpz_clear(v);
    return e;
}

static expr_id sample_map(const struct grammar *g, const struct alternative *alt, int depth) {
    expr_id pairs[200];
    uint32_t n = 0;
    for (uint32_t f = 0; f < alt->n && n < 100; f++) {
        if (!alt->fields[f].mandatory && roll(2)) continue;
        expr_id key = sample(g, alt->fields[f].key, depth), value = sample(g, alt->fields[f].value, depth);
        bool fresh = key && value;
        for (uint32_t i = 0; i < n; i++) fresh = fresh && pairs[2 * i] != key;
        if (!fresh) continue;
        pairs[2 * n] = key;
        pairs[2 * n++ + 1] = value;
    }
    return expr_map(x, pairs, n);
}

static expr_id sample_parts(const struct grammar *g, const struct alternative *alt, int depth) {
    static const char *const atoms[] = {"a", "b", "true", "undefined", "infinity"};
    expr_id parts[300];
    uint8_t bytes[64] = {0};
    switch (alt->head) {
    case ALT_INT: return sample_int(alt);
    case ALT_FLOAT:
    case ALT_DOUBLE:
    case ALT_SINGLE: return expr_float_term(x, expr_float(x, roll(100) / 4.0 - 10));
    case ALT_ATOM: return expr_atom(x, symbol_of(atoms[roll(5)]));
    case ALT_LITERAL: return alt->literal;
    case ALT_CONS:
    case ALT_TUPLE:
        assert_true(alt->n < 300);
        for (uint32_t i = 0; i < alt->n; i++)
            if (!(parts[i] = sample(g, alt->parts[i], depth))) return 0;
        return alt->head == ALT_CONS ? expr_cons(x, parts[0], parts[1]) : expr_tuple(x, parts, alt->n);
    case ALT_ANY_TUPLE:
        for (uint32_t i = 0; i < 3; i++) parts[i] = sample(g, TYPE_ANY, depth);
        return expr_tuple(x, parts, roll(4));
    case ALT_BITS: {
        uint64_t size = alt->base + alt->unit * roll(3);
        return size <= 8 * sizeof bytes ? expr_bits(x, bytes, size) : 0;
    }
    case ALT_MAP: return sample_map(g, alt, depth);
    case ALT_FUN: {
        expr_id result = grammar_smallest(g, alt->parts[0]);
        return result ? expr_fun(x, alt->n, NULL, 0, result) : 0;
    }
    case ALT_ANY_FUN: return expr_fun(x, roll(3), NULL, 0, EXPR_NIL);
    case ALT_PID: return expr_opaque(x, KIND_PID, roll(2));
    case ALT_PORT: return expr_opaque(x, KIND_PORT, 1);
    case ALT_REF: return expr_opaque(x, KIND_REF, roll(2));
    }
    return 0;
}

static expr_id sample(const struct grammar *g, type_id type, int depth) {
    if (depth <= 0 || grammar_count(g, type) == 0) return grammar_smallest(g, type);
    expr_id e = sample_parts(g, grammar_alternative(g, type, roll(grammar_count(g, type))), depth - 1);
    return e ? e : grammar_smallest(g, type);
}

static struct { uint32_t specs, empty, samples, rejected; } seen;

static bool has_spec(const struct core_module *m, const struct core_function *f) {
    for (uint32_t i = 0; i < m->n_attributes; i++) {
        if (strcmp(symbol_text(m->attributes[i].name), "spec")) continue;
        term v = m->attributes[i].value;
        if (term_is_cons(v)) v = term_hd(v);
        const struct tuple *key = term_tuple(term_tuple(v)->at[0]);
        if (key->at[key->n - 2] == term_atom(f->name) && key->at[key->n - 1] == term_small(f->arity))
            return true;
    }
    return false;
}

static void add_sample(struct str *out, const struct core_module *m, const struct core_function *f,
                       expr_id args) {
    str_add(out, seen.samples++ ? ",\n fun() -> {" : " fun() -> {");
    term_print_atom(out, m->name);
    str_add_char(out, ',');
    term_print_atom(out, f->name);
    str_addf(out, ",%u,", f->arity);
    value_print(x, args, out);
    str_add(out, "} end");
}

static void check_module(const char *name, struct str *out) {
    const struct core_module *m = lookup(NULL, symbol_of(name));
    if (!m) print_message("%s cannot be loaded\n", name);
    assert_non_null(m);
    struct grammar *g = grammar_new(x);
    struct types *t = types_new(x, g, lookup, NULL);
    type_id *types = mem_zalloc((m->n_functions + 1) * sizeof *types);
    for (uint32_t i = 0; i < m->n_functions; i++) {
        const struct core_function *f = &m->functions[i];
        struct diag d = {0};
        if (!f->exported || !has_spec(m, f)) continue;
        bool good = types_of_arguments(t, m->name, f->name, f->arity, &types[i], false, &d);
        if (!good) print_message("%s\n", d.text);
        assert_true(good);
    }
    grammar_freeze(g);
    for (uint32_t i = 0; i < m->n_functions; i++) {
        if (!types[i]) continue;
        seen.specs++;
        expr_id smallest = grammar_smallest(g, types[i]);
        if (!smallest) {
            print_message("%s:%s/%u has no arguments\n", name, symbol_text(m->functions[i].name),
                          m->functions[i].arity);
            seen.empty++;
            continue;
        }
        assert_true(grammar_accepts(g, types[i], smallest));
        add_sample(out, m, &m->functions[i], smallest);
        for (int k = 0; k < 3; k++) {
            expr_id e = sample(g, types[i], 4);
            if (grammar_accepts(g, types[i], e))
                add_sample(out, m, &m->functions[i], e);
            else
                seen.rejected++; // a map of overlapping fields
        }
    }
    mem_free(types);
    types_free(t);
    grammar_free(g);
}

static void test_stdlib(void **state) {
    struct str out = {0};
    char name[200], command[600], line[100000];
    str_add(&out, "%% coding: utf-8\n[");
    FILE *p = popen("erl -noinput -eval '[io:format(\"~s~n\", [filename:basename(F, \".beam\")]) || F <- "
                    "filelib:wildcard(filename:join(code:lib_dir(stdlib, ebin), \"*.beam\"))], halt().'",
                    "r");
    int n = 0;
    for (; fgets(name, sizeof name, p); n++) {
        name[strcspn(name, "\n")] = 0;
        check_module(name, &out);
    }
    pclose(p);
    str_add(&out, "].\n");
    write_file("samples", str_text(&out));
    str_free(&out);
    snprintf(command, sizeof command,
             "erl -noinput -eval '{ok, _, B} = compile:file(\"tests/erlang/spec_check.erl\", [binary]), "
             "{module, _} = code:load_binary(spec_check, \"x\", B), spec_check:main(\"%s/samples\").'",
             directory);
    p = popen(command, "r");
    unsigned judged = 0, wrong = 1;
    assert_non_null(fgets(line, sizeof line, p));
    sscanf(line, "%u %u", &judged, &wrong);
    if (judged == 0 || wrong) print_message("%s", line);
    if (fgets(line, sizeof line, p) && wrong) print_message("%s", line);
    pclose(p);
    print_message("%d modules, %u specs, %u samples judged, %u outside, %u not sampled\n", n, seen.specs,
                  judged, wrong, seen.rejected);
    assert_true(n > 80 && seen.specs > 1000);
    assert_int_equal(seen.empty, 0);
    assert_int_equal(judged, seen.samples);
    assert_int_equal(wrong, 0);
    assert_true(seen.rejected * 10 < seen.samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples), cmocka_unit_test(test_funs_and_identities),
        cmocka_unit_test(test_no_spec),  cmocka_unit_test(test_errors),
        cmocka_unit_test(test_stdlib),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
