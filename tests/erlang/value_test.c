// SPDX-License-Identifier: Apache-2.0
// Values between expressions, terms and text. Texts are checked against what a person would write and, by one
// run of the real erl, against what the value must be there.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "erlang/term/made_form.h"
#include "erlang/term/map.h"
#include "erlang/term/value.h"

static struct expr_store *x;
static struct arena a;

static int setup(void **state) {
    x = expr_store_new();
    arena_init(&a, 0);
    return 0;
}
static int teardown(void **state) {
    expr_store_free(x);
    arena_free(&a);
    return 0;
}

static expr_id integer(int64_t v) {
    return expr_int_term(x, expr_int(x, v));
}
static expr_id atom(const char *name) {
    return expr_atom(x, symbol_of(name));
}
static expr_id real(double v) {
    return expr_float_term(x, expr_float(x, v));
}
static expr_id big(const char *digits) {
    mpz_t v;
    mpz_init_set_str(v, digits, 10);
    expr_id e = expr_int_term(x, expr_int_mpz(x, v));
    mpz_clear(v);
    return e;
}
static expr_id list(const expr_id *elements, uint32_t n, expr_id tail) {
    while (n-- > 0) tail = expr_cons(x, elements[n], tail);
    return tail;
}
#define LIST(...)  list((expr_id[]){__VA_ARGS__}, sizeof(expr_id[]){__VA_ARGS__} / sizeof(expr_id), EXPR_NIL)
#define TUPLE(...) expr_tuple(x, (expr_id[]){__VA_ARGS__}, sizeof(expr_id[]){__VA_ARGS__} / sizeof(expr_id))
static expr_id code_points(const uint32_t *c, uint32_t n) {
    expr_id tail = EXPR_NIL;
    while (n-- > 0) tail = expr_cons(x, integer(c[n]), tail);
    return tail;
}
#define STRING(...) code_points((uint32_t[]){__VA_ARGS__}, sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))
static expr_id binary(const char *bytes, uint64_t bits) {
    return expr_bits(x, (const uint8_t *)bytes, bits);
}

static char *text_of(expr_id e) {
    struct str s = {0};
    value_print(x, e, &s);
    return str_take(&s);
}

// ---- Text ----

struct sample {
    expr_id e;
    const char *text;  // as a person would write it; NULL: not fixed
    const char *check; // what holds of its value V on the real VM
};

// All samples in one run of erl: a file of funs, each of which must return true.
static void check_on_vm(const struct sample *samples, size_t n) {
    char path[] = "/tmp/frisk-value-XXXXXX", command[400];
    int fd = mkstemp(path);
    FILE *f = fdopen(fd, "w");
    fprintf(f, "%%%% coding: utf-8\n[");
    for (size_t i = 0; i < n; i++) {
        char *text = text_of(samples[i].e);
        if (samples[i].text) assert_string_equal(text, samples[i].text);
        fprintf(f, "%sfun() -> V = %s, %s end", i ? ",\n" : "", text, samples[i].check);
        mem_free(text);
    }
    fprintf(f, "].\n");
    fclose(f);
    snprintf(command, sizeof command,
             "erl -noinput -eval '{ok, Funs} = file:script(\"%s\"), "
             "io:format(\"~w~n\", [[try F() catch _:R -> R end || F <- Funs]]), halt().'",
             path);
    FILE *p = popen(command, "r");
    char answer[8000] = "", expected[8000] = "[";
    assert_non_null(fgets(answer, sizeof answer, p));
    pclose(p);
    unlink(path);
    for (size_t i = 0; i < n; i++) strcat(expected, i ? ",true" : "true");
    strcat(expected, "]\n");
    assert_string_equal(answer, expected);
}

static expr_id table(uint32_t arity, const expr_id *entries, uint32_t n, expr_id otherwise) {
    return expr_fun(x, arity, entries, n, otherwise);
}

// "?f": what f gives is {ok, Value}.
static expr_id made(const char *module, const char *function, const char *start, uint32_t arity, uint32_t at,
                    expr_id given) {
    bool tagged = function[0] == '?';
    struct made_form f = {
        symbol_of(module), symbol_of(function + tagged), start ? symbol_of(start) : 0, arity, at, tagged};
    return TUPLE(expr_atom(x, made_mark(&f)), given);
}

static void test_print(void **state) {
    expr_id one_map[] = {atom("a"), integer(1)}, map = expr_map(x, one_map, 1);
    expr_id inner = table(1, (expr_id[]){integer(3), integer(42)}, 1, integer(0));
    expr_id two_map[] = {map, LIST(integer(1)), real(1.5), atom("b")};
    const struct sample samples[] = {
        {integer(0), "0", "V =:= 0"},
        {integer(-7), "-7", "V =:= 0 - 7"},
        {big("123456789012345678901234567890"), "123456789012345678901234567890",
         "V =:= 123456789012 * 1000000000000000000 + 345678901234567890"},
        {real(0.0), "0.0", "V == 0 andalso is_float(V)"},
        {real(-0.0), "-0.0", "<<V/float>> =:= <<128,0,0,0,0,0,0,0>>"},
        {real(1.0), "1.0", "<<V/float>> =:= <<16#3FF0000000000000:64>>"},
        {real(0.1), "0.1", "<<V/float>> =:= <<16#3FB999999999999A:64>>"},
        {real(1e22), "1.0e22", "V == 10000000000000000000000"},
        {real(5e-324), "5.0e-324", "<<V/float>> =:= <<1:64>>"},
        {real(1.7976931348623157e308), "1.7976931348623157e308",
         "<<V/float>> =:= <<16#7FEFFFFFFFFFFFFF:64>>"},
        {real(1.0 / 3), "0.3333333333333333", "<<V/float>> =:= <<16#3FD5555555555555:64>>"},
        {real(-123456.789), "-123456.789", "V =:= -123456.789"},
        {atom("foo"), "foo", "V =:= list_to_atom([102,111,111])"},
        {atom("Foo bar"), "'Foo bar'", "V =:= list_to_atom(\"Foo bar\")"},
        {atom("end"), "'end'", "V =:= list_to_atom(\"end\")"},
        {atom(""), "''", "V =:= list_to_atom([])"},
        {atom("it's"), NULL, "V =:= list_to_atom([105,116,39,115])"},
        {atom("a\nb\\"), NULL, "V =:= list_to_atom([97,10,98,92])"},
        {atom("\xCF\x80"), NULL, "V =:= list_to_atom([960])"},
        {atom("maybe"), NULL, "V =:= list_to_atom(\"maybe\")"},
        {EXPR_NIL, "[]", "V =:= []"},
        {LIST(integer(1), integer(2)), "[1,2]", "V =:= [1,2]"},
        {list((expr_id[]){integer(1), integer(2)}, 2, integer(3)), "[1,2|3]", "V =:= [1|[2|3]]"},
        {expr_cons(x, integer('a'), atom("b")), "[97|b]", "V =:= [97|b]"},
        {STRING('h', 'i'), "\"hi\"", "V =:= [104,105]"},
        {STRING('"', '\\', '\n', 27, 8, '\t'), "\"\\\"\\\\\\n\\e\\b\\t\"", "V =:= [34,92,10,27,8,9]"},
        {STRING(0x3C0, 0x1F600, 0xE5), "\"\xCF\x80\xF0\x9F\x98\x80\xC3\xA5\"", "V =:= [960,128512,229]"},
        {STRING('a', 0), "[97,0]", "V =:= [97,0]"},
        {STRING('a', 0x7F), "[97,127]", "V =:= [97,127]"},
        {STRING('a', 0xD800), "[97,55296]", "V =:= [97,55296]"},
        {STRING(0xFFFE), "[65534]", "V =:= [65534]"},
        {LIST(STRING('a'), STRING('b')), "[\"a\",\"b\"]", "V =:= [[97],[98]]"},
        {TUPLE(atom("a"), TUPLE(integer(1))), "{a,{1}}", "V =:= {a,{1}}"},
        {expr_tuple(x, NULL, 0), "{}", "V =:= {}"},
        {binary("", 0), "<<>>", "bit_size(V) =:= 0"},
        {binary("abc", 24), "<<\"abc\">>", "binary_to_list(V) =:= [97,98,99]"},
        {binary("a\"\n", 24), "<<\"a\\\"\\n\">>", "binary_to_list(V) =:= [97,34,10]"},
        {binary("\xC3\xA5", 16), "<<\"\xC3\xA5\"/utf8>>", "binary_to_list(V) =:= [195,165]"},
        {binary("\xC3", 8), "<<195>>", "binary_to_list(V) =:= [195]"},
        {binary("\x00\x01", 16), "<<0,1>>", "binary_to_list(V) =:= [0,1]"},
        {binary("\xA0", 3), "<<5:3>>", "V =:= <<1:1,0:1,1:1>>"},
        {binary("\x01\x02\x60", 19), "<<1,2,3:3>>", "V =:= <<258:16,3:3>>"},
        {binary("a\x80", 9), "<<97,1:1>>", "V =:= <<97,1:1>>"},
        {map, "#{a => 1}", "V =:= maps:put(a, 1, maps:new())"},
        {expr_map(x, NULL, 0), "#{}", "V =:= maps:new()"},
        {expr_map(x, two_map, 2), NULL, "V =:= maps:from_list([{#{a => 1}, [1]}, {1.5, b}])"},
        {table(0, NULL, 0, atom("ok")), "fun() -> ok end", "is_function(V, 0) andalso V() =:= ok"},
        {inner, "fun(3) -> 42; (_) -> 0 end", "V(3) =:= 42 andalso V(3.0) =:= 0 andalso V(x) =:= 0"},
        {table(2, (expr_id[]){integer(1), atom("b"), STRING('x')}, 1, EXPR_NIL),
         "fun(1,b) -> \"x\"; (_,_) -> [] end", "V(1,b) =:= [120] andalso V(b,1) =:= []"},
        {table(1, (expr_id[]){EXPR_NIL, inner}, 1, inner),
         "fun([]) -> fun(3) -> 42; (_) -> 0 end; (_) -> fun(3) -> 42; (_) -> 0 end end",
         "(V([]))(3) =:= 42 andalso (V(1))(4) =:= 0"},
        // A map as a key means that map and none larger.
        {table(1, (expr_id[]){map, integer(1)}, 1, integer(0)), NULL,
         "V(#{a => 1}) =:= 1 andalso V(#{a => 1, b => 2}) =:= 0 andalso V(1) =:= 0"},
        {table(2, (expr_id[]){map, expr_opaque(x, KIND_PID, 0), integer(1), integer(1), map, integer(2)}, 2,
               integer(0)),
         NULL, "V(#{a => 1}, self()) =:= 1 andalso V(1, #{a => 1}) =:= 2 andalso V(1, self()) =:= 0"},
        {expr_opaque(x, KIND_PID, 0), "self()", "V =:= self()"},
        {TUPLE(expr_opaque(x, KIND_PID, 1), expr_opaque(x, KIND_PID, 1), expr_opaque(x, KIND_PID, 2)), NULL,
         "is_pid(element(1, V)) andalso element(1, V) =:= element(2, V) andalso element(1, V) < element(3, "
         "V)"},
        {TUPLE(expr_opaque(x, KIND_REF, 1), expr_opaque(x, KIND_REF, 1), expr_opaque(x, KIND_REF, 2)), NULL,
         "is_reference(element(1, V)) andalso element(1, V) =:= element(2, V) andalso element(1, V) =/= "
         "element(3, V)"},
        {expr_opaque(x, KIND_PORT, 1), NULL, "is_port(V)"},
        // Values that calls make.
        {made("dict", "from_list", NULL, 1, 1, TUPLE(LIST(TUPLE(atom("a"), integer(1))))),
         "dict:from_list([{a,1}])", "dict:to_list(V) =:= [{a, 1}]"},
        {LIST(made("gb_trees", "enter", "empty", 3, 2,
                   LIST(TUPLE(integer(2), EXPR_NIL), TUPLE(integer(1), atom("b"))))),
         "[gb_trees:enter(1, b, gb_trees:enter(2, [], gb_trees:empty()))]",
         "gb_trees:to_list(hd(V)) =:= [{1, b}, {2, []}]"},
        {made("gb_trees", "enter", "empty", 3, 2, EXPR_NIL), "gb_trees:empty()", "V =:= gb_trees:empty()"},
        {made("lists", "sublist", "module_info", 2, 0, LIST(TUPLE(integer(2)), TUPLE(integer(1)))),
         "lists:sublist(lists:sublist(lists:module_info(), 2), 1)", "length(V) =:= 1"},
        {made("array", "set", "new", 3, 2, LIST(TUPLE(integer(1), atom("b")))),
         "array:set(1, b, array:new())", "array:to_list(V) =:= [undefined, b]"},
        {made("re", "?compile", NULL, 1, 1, TUPLE(STRING('a'))), "element(2, re:compile(\"a\"))",
         "element(1, V) =:= re_pattern"},
    };
    check_on_vm(samples, sizeof samples / sizeof *samples);
}

// ---- Terms ----

static void round_trip(expr_id e) {
    term t = value_to_term(x, e, &a);
    assert_int_equal(value_from_term(x, t), e);
}

static void test_terms(void **state) {
    expr_id pairs[] = {atom("k"), LIST(integer(1)), integer(2), EXPR_NIL};
    expr_id all[] = {integer(0),
                     integer(-1),
                     big("-340282366920938463463374607431768211456"),
                     real(-0.0),
                     real(2.5),
                     atom("x"),
                     EXPR_NIL,
                     binary("ab\xE0", 19),
                     expr_map(x, pairs, 2),
                     expr_map(x, NULL, 0),
                     expr_opaque(x, KIND_PID, 3),
                     expr_opaque(x, KIND_REF, 4),
                     expr_opaque(x, KIND_PORT, 5),
                     table(2, (expr_id[]){integer(1), integer(2), atom("y")}, 1, EXPR_NIL),
                     table(0, NULL, 0, EXPR_NIL)};
    uint32_t n = sizeof all / sizeof *all;
    for (uint32_t i = 0; i < n; i++) round_trip(all[i]);
    round_trip(expr_tuple(x, all, n));
    round_trip(list(all, n, atom("tail")));

    term t = value_to_term(x, TUPLE(integer(7), real(0.5), atom("z"), binary("hi", 16)), &a);
    assert_int_equal(term_tuple(t)->n, 4);
    assert_true(term_tuple(t)->at[0] == term_small(7));
    assert_true(term_float_value(term_tuple(t)->at[1]) == 0.5);
    assert_true(term_tuple(t)->at[2] == term_atom(symbol_of("z")));
    assert_int_equal(term_bits_of(term_tuple(t)->at[3])->size, 16);

    term f = value_to_term(x, all[13], &a);
    assert_int_equal(term_closure(f)->flags, CLOSURE_TABLE);
    assert_int_equal(term_closure(f)->arity, 2);
    assert_int_equal(term_closure(f)->box.n, 4);
    assert_true(term_closure(f)->at[0] == term_small(1) &&
                term_closure(f)->at[2] == term_atom(symbol_of("y")));
    assert_true(term_is_nil(term_closure(f)->at[3]));
}

// A bit string that shares another's bytes, at an offset that is no multiple of 8.
static void test_sub_bits(void **state) {
    term whole = term_bits(&a, (const uint8_t *)"\x0F\xF0", 16);
    assert_int_equal(value_from_term(x, term_sub_bits(&a, whole, 4, 9)), binary("\xFF\x00", 9));
}

static void test_external_fun(void **state) {
    struct closure *c = arena_zalloc(&a, sizeof *c);
    c->box.kind = BOX_FUN;
    c->arity = 1;
    c->flags = CLOSURE_EXTERNAL;
    c->module = symbol_of("lists");
    c->name = symbol_of("reverse");
    expr_id e = value_from_term(x, (term)(uintptr_t)c | TAG_BOX);
    round_trip(e);
    const struct sample s = {e, "fun lists:reverse/1", "V =:= fun lists:reverse/1"};
    check_on_vm(&s, 1);
}

// Depth and sharing: no recursion, and nothing that doubles is expanded.
static void test_deep_and_shared(void **state) {
    expr_id deep = EXPR_NIL, shared = atom("s");
    for (int i = 0; i < 200000; i++) deep = expr_tuple(x, &deep, 1);
    round_trip(deep);
    char *text = text_of(deep);
    assert_int_equal(strlen(text), 400002);
    mem_free(text);
    for (int i = 0; i < 60; i++) shared = expr_cons(x, shared, shared);
    round_trip(shared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_print, setup, teardown),
        cmocka_unit_test_setup_teardown(test_terms, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sub_bits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_external_fun, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deep_and_shared, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
