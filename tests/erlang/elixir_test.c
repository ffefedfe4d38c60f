// SPDX-License-Identifier: Apache-2.0
// Erlang's text as Elixir's: against what `inspect` and the syntax reference of Elixir say, there and back
// through the reader of arguments, and, where there is an elixir, against what that takes the text for.
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
#include "base/mem.h"
#include "erlang/load/load.h"
#include "erlang/term/elixir_text.h"
#include "erlang/term/value.h"

static struct loader *loader;
static struct expr_store *x;
static struct arena a;
static struct diag d;

static int setup(void **state) {
    loader = loader_new(&(struct loader_options){.erl = "erl", .share_dir = "share/frisk", .no_cache = true});
    x = expr_store_new();
    arena_init(&a, 0);
    return loader ? 0 : -1;
}
static int teardown(void **state) {
    loader_free(loader);
    expr_store_free(x);
    arena_free(&a);
    return 0;
}

// A struct Item with the fields name and price.
static bool has_fields(void *context, const char *module, char *const *fields, uint32_t n) {
    bool all = !strcmp(module, "Shop.Item") && n == 2;
    for (uint32_t i = 0; i < n && all; i++) all = !strcmp(fields[i], "name") || !strcmp(fields[i], "price");
    return all;
}

static char *to_elixir(const char *erlang) {
    const struct elixir_structs structs = {has_fields, NULL};
    struct str s = {0};
    elixir_text(erlang, &structs, &s);
    return str_take(&s);
}

static void texts_are_as_inspect_writes_them(void **state) {
    static const char *const samples[][2] = {
        {"0", "0"},
        {"-1.0e-7", "-1.0e-7"},
        {"foo", ":foo"},
        {"'foo bar'", ":\"foo bar\""},
        {"'don\\'t'", ":\"don't\""},
        {"'valid?'", ":valid?"},
        {"[true,false,nil,undefined]", "[true, false, nil, :undefined]"},
        {"'Elixir.Shop.Cart'", "Shop.Cart"},
        {"'Elixir'", ":\"Elixir\""},
        {"[]", "[]"},
        {"[1,2|c]", "[1, 2 | :c]"},
        {"\"abc\\n\"", "~c\"abc\\n\""},
        {"<<>>", "\"\""},
        {"<<\"abc\">>", "\"abc\""},
        {"<<\"a#{b}\">>", "\"a\\#{b}\""},
        {"<<\"\\e\\d\\\"\">>", "\"\\e\\d\\\"\""},
        {"<<\"h\xC3\xA9\"/utf8>>", "\"h\xC3\xA9\""},
        {"<<\"h\xC3\xA9\">>", "<<104, 233>>"}, // Latin-1, as io_lib:format prints bytes
        {"<<0,255>>", "<<0, 255>>"},
        {"<<1,5:3>>", "<<1, 5::3>>"},
        {"{}", "{}"},
        {"{ok,[{a,1},{'b c',2}]}", "{:ok, [a: 1, \"b c\": 2]}"},
        {"[{a,1},{\"b\",2}]", "[{:a, 1}, {~c\"b\", 2}]"},
        {"[{'Elixir.A',1}]", "[{A, 1}]"},
        {"[{a,1,2}]", "[{:a, 1, 2}]"},
        {"#{}", "%{}"},
        {"#{a => #{b => 1},c => 2}", "%{a: %{b: 1}, c: 2}"},
        {"#{a => 1,<<\"b\">> => nil}", "%{:a => 1, \"b\" => nil}"},
        {"#{'__struct__' => 'Elixir.Shop.Item',name => <<\"x\">>,price => 0}",
         "%Shop.Item{name: \"x\", price: 0}"},
        {"#{'__struct__' => 'Elixir.Shop.Item',price => 0}",
         "%{__struct__: Shop.Item, price: 0}"}, // a field is not there
        {"#{'__struct__' => 'Elixir.Other',name => 1,price => 0}", "%{__struct__: Other, name: 1, price: 0}"},
        {"fun(3) -> 42; (_) -> ok end", "fn 3 -> 42; _ -> :ok end"},
        {"fun(1,b) -> \"x\"; (_,_) -> [] end", "fn 1, :b -> ~c\"x\"; _, _ -> [] end"},
        {"fun() -> {a,1} end", "fn -> {:a, 1} end"},
        {"(fun(K1) -> fun(X1) when X1 =:= K1 -> 1; (_) -> 0 end end)(#{a => 1})",
         "(fn k1 -> fn x1 when x1 === k1 -> 1; _ -> 0 end end).(%{a: 1})"},
        {"fun(X1,X2) when is_function(X1,1), is_function(X2,2) -> 1; (_,_) -> 0 end",
         "fn x1, x2 when is_function(x1, 1) and is_function(x2, 2) -> 1; _, _ -> 0 end"},
        {"fun lists:map/2", "&:lists.map/2"},
        {"fun 'Elixir.Shop':'valid?'/1", "&Shop.valid?/1"},
        {"fun erlang:'+'/2", "&:erlang.+/2"},
        {"self()", "self()"},
        {"list_to_pid(\"<0.20001.0>\")", ":erlang.list_to_pid(~c\"<0.20001.0>\")"},
        {"dict:from_list([{a,1}])", ":dict.from_list([a: 1])"},
        {"element(2, re:compile(\"a\"))", ":erlang.element(2, :re.compile(~c\"a\"))"},
        {"'Elixir.Shop':total(1, [])", "Shop.total(1, [])"},
        {"begin F1 = fun(_) -> ok end, 'Elixir.Shop':both(F1, F1) end",
         "(f1 = fn _ -> :ok end; Shop.both(f1, f1))"},
        {"#Fun<erl_eval.44.97283095>", "#Fun<erl_eval.44.97283095>"},
        {"{<0.83.0>,#Ref<0.1.2.3>}", "{#PID<0.83.0>, #Ref<0.1.2.3>}"},
        {"total/2", "total/2"},
        {"'valid?'/1", "valid?/1"},
        // What is no such text stays as it is.
        {"{badmatch,[1,2,3...", "{badmatch,[1,2,3..."},
        {"a)", "a)"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char *text = to_elixir(samples[i][0]);
        if (strcmp(text, samples[i][1]) != 0)
            fail_msg("%s became %s, not %s", samples[i][0], text, samples[i][1]);
        mem_free(text);
    }
}

// Arguments that frisk may print.
static const char *const arguments[] = {
    "0, -17, 1.5, -1.0e-7, 123456789012345678901234567890",
    "foo, 'foo bar', 'don\\'t', 'a\\nb', true, nil, 'Elixir.Shop.Cart', 'valid?', 'A', 'end'",
    "[], [1,2|c], \"abc\\n\\\"\", [[1],\"a\"], {}, {{1},b}",
    "<<>>, <<\"abc\">>, <<\"a#{b}\\\\\">>, <<\"h\xC3\xA9\"/utf8>>, <<0,255>>, <<1,5:3>>, <<5:3>>",
    "[{a,1},{'b c',2}], [{'Elixir.A',1}], #{}, #{a => #{b => 1}}, #{a => 1,<<\"b\">> => nil,3 => [x]}",
    "fun() -> {a,1} end, fun(_) -> 0 end",
    "fun(3) -> 42; (_) -> ok end, fun(1,b) -> \"x\"; (2,c) -> []; (_,_) -> [] end",
    "fun([]) -> fun(3) -> 42; (_) -> 0 end; (_) -> fun(_) -> 1 end end",
    "(fun(K1) -> fun(X1) when X1 =:= K1 -> 1; (_) -> 0 end end)(#{a => 1})",
    "(fun(K1,K2) -> fun(X1,X2) when X1 =:= K1, X2 =:= K2 -> 1; (_,_) -> 0 end end)(#{a => 1},self())",
    "fun(X1) when is_function(X1,2) -> 1; (_) -> 0 end",
    "fun lists:map/2, fun 'Elixir.Shop':'valid?'/1, fun erlang:'+'/2, fun erlang:'/'/2",
    "self(), list_to_pid(\"<0.20001.0>\"), {list_to_pid(\"<0.20007.0>\"),list_to_port(\"#Port<0.20002>\")}",
    "list_to_ref(\"#Ref<0.0.0.5>\")",
    "begin F1 = fun(_) -> ok end, F1 end, 1",
    "begin F1 = fun(_) -> ok end, F2 = fun(a) -> b; (_) -> c end, {F1,F2}, F1, [F2] end",
};

static expr_id parsed(const char *text, bool elixir) {
    term *args = NULL;
    uint32_t n = 0;
    d = (struct diag){0};
    if (!loader_parse_arguments(loader, text, elixir, &a, &args, &n, &d)) fail_msg("%s: %s", text, d.text);
    return value_from_term(x, term_tuple_of(&a, args, n));
}

// Texts of the parts of a tuple, with commas between them, as a call has them.
static char *printed(expr_id tuple) {
    struct value_shared none = {0};
    struct str s = {0};
    for (uint32_t i = 0; i < expr_count(x, tuple); i++) {
        if (i) str_add(&s, ", ");
        value_print_named(x, expr_arg(x, tuple, i), &none, &s);
    }
    return str_take(&s);
}

static void arguments_go_there_and_back(void **state) {
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        expr_id first = parsed(arguments[i], false);
        char *text = printed(first);
        if (!strstr(arguments[i], "begin") &&
            !strstr(arguments[i], "#{a => 1,")) // maps have an order of their own
            assert_string_equal(text, arguments[i]);
        assert_int_equal(parsed(text, false), first);
        char *elixir = to_elixir(text);
        if (parsed(elixir, true) != first) fail_msg("%s: %s is another", text, elixir);
        mem_free(text);
        mem_free(elixir);
    }
}

static void names_are_shared_by_arguments(void **state) {
    const expr_id both = parsed("fun(_) -> ok end, fun(_) -> ok end, 1", false);
    assert_int_equal(parsed("begin F1 = fun(_) -> ok end, F1, F1, 1 end", false), both);
    assert_int_equal(parsed("(f1 = fn _ -> :ok end; f1, f1, 1)", true), both);
    assert_int_equal(parsed("(f1 = fn _ -> :ok end; f1), (f1 = fn _ -> :ok end; f1), 1", true), both);
}

static void calls_make_values(void **state) {
    assert_int_equal(parsed("gb_sets:from_list([2,1])", false), parsed("{2,{2,{1,nil,nil},nil}}", false));
    assert_int_equal(parsed("element(2, {a,gb_sets:add(1, gb_sets:new())})", false),
                     parsed("{1,{1,nil,nil}}", false));
    assert_int_equal(parsed(":gb_sets.from_list([2, 1])", true), parsed("{2,{2,{1,nil,nil},nil}}", false));
}

static void wrong_ones_are_told(void **state) {
    static const struct {
        const char *text;
        bool elixir;
        const char *why;
    } wrong[] = {
        {"fun(X) -> X end", false, "only funs of the form"},
        {"fun(1) -> 2 end", false, "only funs of the form"},
        {"no_module:f()", false, "column 1: there is no function no_module:f/0"},
        {"erlang:error(x)", false, "column 1: erlang:error/1 fails: error:x"},
        {"1, F1", false, "column 4: variable F1"},
        {"x", true, "column 1: x is a variable or a call, the atom is :x"},
        {"fn 1 -> 2 end", true, "the last clause"},
        {"fn x1 -> x1 end", true, "fn is a variable or a call"},
        {"%Nowhere{a: 1}", true, "no struct Nowhere"},
        {"1, 2)", true, ", was expected"},
        {"f1", true, "f1 is a variable"},
        {"x: 1", true, "x is a variable"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        term *args;
        uint32_t n;
        d = (struct diag){0};
        assert_false(loader_parse_arguments(loader, wrong[i].text, wrong[i].elixir, &a, &args, &n, &d));
        if (!strstr(d.text, wrong[i].why)) fail_msg("%s: %s", wrong[i].text, d.text);
    }
}

// Each argument list as Elixir evaluates it, compared there with what erl_eval makes of Erlang's text: funs
// by what they give for some arguments.
static void elixir_takes_them_for_the_same(void **state) {
    static const char script[] =
        "defmodule Same do\n"
        "  def same(a, b) when is_function(a) and is_function(b) do\n"
        "    {:arity, n} = Function.info(a, :arity)\n"
        "    {:arity, m} = Function.info(b, :arity)\n"
        "    external = fn f -> Function.info(f, :type) == {:type, :external} end\n"
        "    n == m and (external.(a) or external.(b)) == (a == b) and\n"
        "      (external.(a) or Enum.all?([0, 1, 3, %{a: 1}, %{a: 1, b: 2}, [], self(), &Kernel.+/2], fn v "
        "->\n"
        "         same(apply(a, List.duplicate(v, n)), apply(b, List.duplicate(v, n))) end))\n"
        "  end\n"
        "  def same(a, b) when is_list(a) and is_list(b) and length(a) == length(b), do:\n"
        "    Enum.all?(Enum.zip(a, b), fn {c, d} -> same(c, d) end)\n"
        "  def same(a, b) when is_tuple(a) and is_tuple(b), do: same(Tuple.to_list(a), Tuple.to_list(b))\n"
        "  def same(a, b), do: a === b\n"
        "end\n"
        "[file] = System.argv()\n"
        "for [erlang, elixir] <- Enum.chunk_every(String.split(File.read!(file), \"\\n\", trim: true), 2) "
        "do\n"
        "  {:ok, tokens, _} = :erl_scan.string(String.to_charlist(\"[\" <> erlang <> \"].\"))\n"
        "  {:ok, forms} = :erl_parse.parse_exprs(tokens)\n"
        "  {:value, a, _} = :erl_eval.exprs(forms, [])\n"
        "  {b, _} = Code.eval_string(\"[\" <> elixir <> \"]\")\n"
        "  unless Same.same(a, b), do: IO.puts(elixir)\n"
        "end\n";
    if (system("command -v elixir >/dev/null") != 0) skip();
    char dir[] = "/tmp/frisk-elixir-XXXXXX", command[300], answer[2000] = "";
    assert_non_null(mkdtemp(dir));
    struct str texts = {0};
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        char *text = printed(parsed(arguments[i], false)), *elixir = to_elixir(text);
        bool names = strstr(text, "list_to_") != NULL; // this VM has no such process, port or node
        if (!names) str_addf(&texts, "%s\n%s\n", text, elixir);
        mem_free(text);
        mem_free(elixir);
    }
    char *list = file_join(dir, "texts"), *program = file_join(dir, "same.exs");
    assert_true(file_write(list, texts.at, texts.n, &d) && file_write(program, script, strlen(script), &d));
    snprintf(command, sizeof command, "elixir %s %s 2>&1", program, list);
    FILE *p = popen(command, "r");
    size_t n = fread(answer, 1, sizeof answer - 1, p);
    answer[n] = '\0';
    const int status = pclose(p);
    assert_string_equal(answer, "");
    assert_int_equal(status, 0);
    unlink(list);
    unlink(program);
    rmdir(dir);
    mem_free(list);
    mem_free(program);
    str_free(&texts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_as_inspect_writes_them),
        cmocka_unit_test(arguments_go_there_and_back),
        cmocka_unit_test(calls_make_values),
        cmocka_unit_test(names_are_shared_by_arguments),
        cmocka_unit_test(wrong_ones_are_told),
        cmocka_unit_test(elixir_takes_them_for_the_same),
    };
    return cmocka_run_group_tests_name("elixir", tests, setup, teardown);
}
