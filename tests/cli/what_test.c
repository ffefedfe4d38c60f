// SPDX-License-Identifier: Apache-2.0
// What `frisk erl` is asked to test, seen from outside: lists of targets, preconditions. Each row is a shell
// command in a scratch directory; what it must say is what a user would expect who wrote the program.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "oracles/drive.h"
#include "tier.h"

static char *scratch, frisk[4096];

static void put(const char *name, const char *text) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void put_example(const char *name) {
    struct str text = {0};
    struct diag d = {0};
    char *path = file_join("examples", name);
    assert_true(file_read(path, &text, &d));
    put(name, str_text(&text));
    mem_free(path);
    str_free(&text);
}

// Standard output and error together are in out.
static struct output shell(const char *command) {
    struct output o;
    char script[4096 + 600], *argv[] = {"/bin/sh", "-c", script, NULL};
    snprintf(script, sizeof script, "cd %s && frisk() { '%s' \"$@\"; } && exec 2>&1 && { %s; }", scratch,
             frisk, command);
    o = drive_run(argv, NULL, 120);
    return o;
}

// A rebar3 project of two modules and one dependency, as rebar3 leaves it; and a repository around it.
static void set_up_project(void) {
    static const char *const dirs[] = {"proj",
                                       "proj/src",
                                       "proj/_build",
                                       "proj/_build/default",
                                       "proj/_build/default/lib",
                                       "proj/_build/default/lib/mine",
                                       "proj/_build/default/lib/mine/ebin",
                                       "proj/_build/default/lib/dep",
                                       "proj/_build/default/lib/dep/ebin",
                                       "proj/_build/default/lib/dep/src",
                                       "mixed",
                                       "mixed/deps",
                                       "mixed/deps/dep",
                                       "mixed/_build",
                                       "mixed/_build/dev",
                                       "mixed/_build/dev/lib",
                                       "mixed/_build/dev/lib/mine",
                                       "mixed/_build/dev/lib/mine/ebin",
                                       "mixed/_build/dev/lib/dep",
                                       "mixed/_build/dev/lib/dep/ebin",
                                       "raw",
                                       "rawmix",
                                       "plain"};
    for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", scratch, dirs[i]);
        assert_int_equal(mkdir(path, 0755), 0);
    }
    put("proj/rebar.config", "{erl_opts, [debug_info]}.\n");
    put("proj/.gitignore", "_build\n");
    put("proj/src/mine.app.src", "{application, mine, []}.\n");
    put("proj/_build/default/lib/dep/src/dep.app.src", "{application, dep, []}.\n");
    put("proj/src/one.erl",
        "-module(one).\n-export([f/1, g/1]).\n\n-spec f(integer()) -> integer().\n"
        "f(X) -> dep:half(X - 3).\n\n%% about g\n-spec g(list()) -> term().\ng(L) -> help(L).\n\n"
        "help([_ | _] = L) ->\n    hd(L).\n");
    put("proj/src/two.erl",
        "-module(two).\n-export([h/1]).\n-spec h(atom()) -> ok.\nh(stop) -> exit(stopped);\nh(_) -> ok.\n");
    put("proj/src/nothing.erl", "-module(nothing).\n");
    put("proj/_build/default/lib/dep/src/dep.erl",
        "-module(dep).\n-export([half/1]).\nhalf(X) when X rem 2 =:= 0 -> X div 2.\n");
    put("mixed/mix.exs", "defmodule Mine.MixProject do\nend\n");
    put("raw/rebar.config", "");
    put("rawmix/mix.exs", "");
    struct output o =
        shell("cd proj && erlc +debug_info -o _build/default/lib/mine/ebin src/*.erl "
              "_build/default/lib/dep/src/dep.erl && "
              "mv _build/default/lib/mine/ebin/dep.beam _build/default/lib/dep/ebin && "
              "cp _build/default/lib/mine/ebin/two.beam ../mixed/_build/dev/lib/mine/ebin && "
              "cp _build/default/lib/dep/ebin/dep.beam ../mixed/_build/dev/lib/dep/ebin && git init -q . && "
              "git config user.name t && git config user.email t@example.org && git add -A && "
              "git commit -qm all");
    if (o.status) fail_msg("%s", o.out);
    drive_free(&o);
}

// Each function returns a value outside its spec; for which arguments can be read off its clauses.
static const char ret_erl[] =
    "-module(ret).\n-export([pos/1, over/1, list/1, map/1, never/1, tv/1, bits/1, f/1, atom/1, even/1, "
    "swap/1, m/1]).\n"
    "-type tree() :: leaf | {node, tree(), integer(), tree()}.\n"
    "-type even() :: z | {s, odd()}.\n-type odd() :: {s, even()}.\n"
    "-spec pos(integer()) -> pos_integer().\npos(X) when X > 1000 -> X - 1001;\npos(X) -> abs(X) + 1.\n"
    "-spec over(integer()) -> atom(); (atom()) -> integer().\nover(77) -> 78;\n"
    "over(X) when is_integer(X) -> ok;\nover(bad) -> oops;\nover(_) -> 4.\n"
    "-spec list([integer()]) -> [non_neg_integer()].\nlist(L) -> [X * 2 || X <- L, X > -2].\n"
    "-spec map(integer()) -> #{a := integer(), b => atom()}.\nmap(3) -> #{a => 1, c => x};\n"
    "map(4) -> #{a => 1, b => x};\nmap(_) -> #{a => 2}.\n"
    "-spec never(integer()) -> no_return().\nnever(5) -> fine;\nnever(_) -> exit(always).\n"
    "-spec tv(X) -> {X, Y} when X :: 1..9, Y :: a | b.\ntv(7) -> {70, a};\ntv(X) -> {X, b}.\n"
    "-spec bits(binary()) -> <<_:8, _:_*16>>.\nbits(<<1, _:8, R/binary>>) -> R;\nbits(_) -> <<5>>.\n"
    "-spec f(integer()) -> fun((integer()) -> integer()).\nf(9) -> fun(A, B) -> A + B end;\n"
    "f(N) -> fun(A) -> A + N end.\n"
    "-spec atom(atom()) -> a | b | c.\natom(X) -> X.\n"
    "-spec even(0..8) -> even().\neven(7) -> {s, z};\neven(2) -> {s, {s, z}};\neven(_) -> z.\n"
    "-spec swap(tree()) -> tree().\nswap(leaf) -> leaf;\nswap({node, L, N, R}) -> {node, R, N + 1, L}.\n"
    "-spec m(#{k => 1..3}) -> #{k => 1..3}.\nm(#{k := 2} = M) -> M#{k := 5};\nm(M) -> M.\n";

static int set_up(void **state) {
    (void)state;
    scratch = drive_scratch();
    assert_non_null(realpath(drive_frisk(), frisk));
    put_example("bank.erl");
    put("long.erl", "-module(long).\n-export([sums/1]).\n-spec sums(integer()) -> none().\n"
                    "sums(N) -> sums(N, binary:copy(<<\"abcdefgh\">>, 2000000)).\n"
                    "sums(N, B) -> _ = erlang:crc32(B), sums(N, B).\n");
    put("orders.erl",
        "-module(orders).\n-export([name/1]).\n-spec name(1..3) -> ok.\n" // of its copy: another
        "name(N) ->\n    T = ets:new(t, [public]),\n    ets:insert(T, {v, 0}),\n"
        "    spawn(fun() -> catch ets:insert(T, {v, N}) end),\n"
        "    {module, M} = erlang:fun_info(fun() -> ok end, module),\n"
        "    case ets:lookup(T, v) of [{v, 2}] when M =:= orders -> error(two); _ -> ok end.\n");
    put("asks_teller.erl", "-module(asks_teller).\n-export([f/1]).\n-spec f(1..3) -> ok.\n"
                           "f(N) -> case teller:twice(N) of 4 -> error(two); _ -> ok end.\n");
    put("teller.erl", "-module(teller).\n-export([twice/1]).\ntwice(N) -> 2 * N.\n");
    put("pre.erl",
        "-module(pre).\n"
        "-export([f/2, ordered/2, wrap/1, never/2, small/1, g/1, crash/1, puts/1, reads/1, forever/1]).\n"
        "-spec f(integer(), integer()) -> integer().\n"
        "f(A, B) when A > B -> error(order);\n"
        "f(A, B) -> 10 div (B - A - 7).\n"
        "-spec ordered(integer(), integer()) -> boolean().\n"
        "ordered(A, B) -> A =< B.\n"
        "never(_, _) -> false.\n"
        "-spec wrap(integer()) -> skip | ok.\n"
        "wrap(X) when X < 100 -> skip;\n"
        "wrap(X) -> 1 = X rem 1000, ok.\n"
        "small(L) -> length(L) < 3 andalso L =/= [].\n"
        "-spec g([integer()]) -> integer().\n"
        "g(L) -> 1 div (hd(L) - 5).\n"
        "crash(L) -> hd(L) > 5.\n"
        "puts(X) -> put(key, X), true.\n"
        "-spec reads(integer()) -> integer().\n"
        "reads(X) -> undefined = get(key), X.\n"
        "forever(X) -> forever(X).\n");
    put("units.txt",
        "% the functions of pre\n\n  # and another comment\npre:f/2\n  pre:wrap 100\r\npre:small/1\n");
    put("bad.txt", "pre:f/2\nThis is none\n");
    put("empty.txt", "\n% nothing\n");
    put("file.txt", "pre.erl\n");
    put("stk.erl", "-module(stk).\n-export([empty/0, push/2, top/1, size/1, peek/1, account/2, balance/1, "
                   "seed/1, next/1]).\n"
                   "-opaque stk(T) :: {stk, non_neg_integer(), [T]}.\n"
                   "-opaque acct() :: {acct, integer(), pos_integer()}.\n"
                   "-opaque core() :: {integer(), integer()}.\n"
                   "-type gen() :: {even | odd, core()}.\n"
                   "-export_type([stk/1, acct/0, core/0, gen/0]).\n"
                   "-spec empty() -> stk(_).\nempty() -> {stk, 0, []}.\n"
                   "-spec push(T, stk(T)) -> stk(T).\npush(X, {stk, N, L}) -> {stk, N + 1, [X|L]}.\n"
                   "-spec top(stk(T)) -> T.\ntop({stk, N, L}) when N =:= length(L) -> hd(L).\n"
                   "-spec size(stk(_)) -> integer().\nsize({stk, N, _}) -> N.\n"
                   "-spec peek(stk(T)) -> T.\npeek({stk, N, L}) -> lists:nth(N, L).\n"
                   "-spec account(integer(), pos_integer()) -> {ok, acct()} | {error, term()}.\n"
                   "account(B, M) when B =< M -> {ok, {acct, B, M}};\naccount(_, _) -> {error, over}.\n"
                   "-spec balance(acct()) -> integer().\nbalance({acct, B, M}) when B =< M -> M - B.\n"
                   "-spec seed(integer()) -> gen().\n"
                   "seed(N) when N rem 2 =:= 0 -> {even, {N, N}};\nseed(N) -> {odd, {N, -N}}.\n"
                   "-spec next(gen()) -> integer().\nnext({even, {N, N}}) -> N;\nnext({odd, {N, M}}) when N "
                   "+ M =:= 0 -> N.\n");
    put("ring.erl", "-module(ring).\n-export([make/1, get/1]).\n-export_type([ring/0]).\n"
                    "-opaque ring() :: {ring, gem:gem() | none}.\n"
                    "-spec make(gem:gem()) -> ring().\nmake(G) -> {ring, G}.\n"
                    "-spec get(ring()) -> term().\nget({ring, X}) -> X.\n");
    put("gem.erl",
        "-module(gem).\n-export([make/1]).\n-export_type([gem/0]).\n"
        "-opaque gem() :: {gem, ring:ring()}.\n-spec make(ring:ring()) -> gem().\nmake(R) -> {gem, R}.\n");
    put("wear.erl", "-module(wear).\n-export([f/1]).\n-spec f(ring:ring()) -> atom().\n"
                    "f(R) -> none = ring:get(R).\n");
    put("usr.erl",
        "-module(usr).\n-export([jobs/1, state/1, calls/1, within/1, gen/1]).\n"
        "-record(state, {jobs = [] :: [atom()], acct :: stk:acct() | undefined}).\n"
        "-spec jobs([{job, atom(), stk:stk(integer())}]) -> term().\n"
        "jobs([{job, run, S} | _]) ->\n    case stk:size(S) of\n        2 -> 10 div (stk:top(S) - 3);\n"
        "        K when K > 2 -> stk:peek(S);\n        _ -> ok\n    end;\njobs(_) -> ok.\n"
        "-spec state(#state{}) -> term().\nstate(#state{acct = undefined}) -> ok;\n"
        "state(#state{acct = A}) -> 1 div (stk:balance(A) - 5).\n"
        "-spec calls(fun(() -> stk:gen())) -> term().\ncalls(F) -> 1 div (stk:next(F()) - 4).\n"
        "-spec within(fun(() -> [stk:gen()])) -> term().\nwithin(F) -> [stk:next(G) || G <- F()].\n"
        "-spec gen([stk:gen()]) -> term().\ngen([G]) -> 1 div (stk:next(G) - 7);\ngen(_) -> ok.\n");
    put("blur.erl",
        "-module(blur).\n-export([f/1, hash_a/1]).\n-spec f(integer()) -> ok.\n"
        "f(X) -> case hash_a(X) of 767 -> error(seven); _ -> g(X, fun(Y) -> hash_b(X, Y) end) end.\n"
        "g(X, F) -> 1 = F(1), _ = 10 div (X - 3), ok.\n"
        "hash_a(X) -> (X * 7) rem 1000 + 6.\nhash_b(X, Y) when X =:= 1234 -> error(Y);\nhash_b(_, Y) -> "
        "Y.\n");
    put("pay.erl",
        "-module(pay).\n-export([total/1, local/1, dyn/2, viafun/1, wall/1]).\n"
        "-spec total(integer()) -> integer().\ntotal(N) -> 100 div (rate:get(N) - 7).\n"
        "-spec local(integer()) -> integer().\nlocal(N) -> 1 div (fetch(N) - 3).\n"
        "fetch(N) -> {ok, B} = file:read_file(\"/nonexistent\"), byte_size(B) + N.\n"
        "-spec dyn(rate, integer()) -> integer().\ndyn(M, N) -> 1 div (apply(M, get, [N]) - 11).\n"
        "-spec viafun(integer()) -> integer().\nviafun(N) -> F = fun rate:get/1, 1 div (F(N) - 9).\n"
        "-spec wall(integer()) -> integer().\n"
        "wall(N) -> {ok, <<X>>} = file:read_file(\"x\"), 10 div (N - X).\n");
    put("rate.erl", "-module(rate).\n-export([get/1]).\nget(_) -> error(no_network).\n");
    put("fake.erl",
        "-module(fake).\n-export([rate/1, fetch/1, file/1]).\nrate(N) -> N * 2 + 1.\nfetch(N) -> N.\n"
        "file(_) -> {ok, <<5>>}.\n");
    put("thr.erl",
        "-module(thr).\n-export([t/1, e/2, h/1, w/1]).\n-spec t(atom()) -> any().\nt(X) -> throw(X).\n"
        "-spec e(atom(), integer()) -> any().\ne(X, N) when N > 3 -> exit(X);\ne(X, _) -> exit({X, 1}).\n"
        "-spec h(1..9) -> ok.\nh(3) -> fail(three);\nh(4) -> fail(four);\nh(_) -> ok.\n"
        "fail(R) -> error(R).\n-spec w(any()) -> any().\nw(X) -> error(X).\n");
    put("bad.erl",
        "-module(bad).\n-compile(export_all).\n-type t() :: {t()}.\n-type u(X) :: {u([X])}.\n"
        "-type cyc() :: cyc2().\n-type cyc2() :: cyc() | none().\n-spec r1(t()) -> any().\nr1(X) -> X.\n"
        "-spec r2(any(), none()) -> any().\nr2(_, X) -> X.\n-spec r3(X) -> any() when X :: Y, Y :: X.\nr3(X) "
        "-> X.\n"
        "-spec r4(X) -> any() when X :: {X}.\nr4(X) -> X.\n-spec r5(u(a)) -> any().\nr5(X) -> X.\n"
        "-spec r6(cyc()) -> any().\nr6(X) -> X.\n-spec r7([none(), ...]) -> any().\nr7(X) -> X.\n"
        "-spec s1(lists:nope()) -> any().\ns1(X) -> X.\n-spec s2(dict:dict(integer())) -> any().\ns2(X) -> "
        "X.\n"
        "-spec s3(<<_:99999999999999999999>>) -> any().\ns3(X) -> X.\n"
        "-spec w1(no_such:t()) -> any().\nw1(X) -> X + 1.\n");
    put("twice.erl", "-module(twice).\n-export([a/2, b/1]).\n-spec a(fun((integer()) -> integer()), "
                     "fun((integer()) -> integer())) "
                     "-> any().\na(F, F) -> error(same);\na(_, _) -> ok.\n-spec b([fun(() -> a)]) -> any().\n"
                     "b([F, _, F]) -> error(same);\nb(_) -> ok.\n");
    put("shop.ex", "defmodule Shop do\n  defstruct price: 0\n  @spec total(integer, integer) :: integer\n"
                   "  def total(a, b) when a > 10 do\n    x = a - b\n    div(100, x)\n  end\n"
                   "  def total(a, _), do: a\n  @spec name(%Shop{price: integer}) :: String.t\n"
                   "  def name(%Shop{price: 13}), do: raise(\"unlucky\")\n"
                   "  def name(%Shop{price: p}), do: String.upcase(Integer.to_string(p))\nend\n");
    put("old.erl", "-module(old).\n-export([f/1]).\n-spec f(0..20) -> small | middle | integer().\n"
                   "f(X) when X < 5 -> small;\nf(X) when X > 10 -> X - 10;\nf(_) -> middle.\n");
    put("bare.erl", "-module(bare).\n-export([twice/1, half/1, now/0]).\ntwice(X) -> X * 2.\n"
                    "half(X) when X rem 2 =:= 0 -> X div 2.\nnow() -> erlang:monotonic_time().\n");
    put("asks.erl", "-module(asks).\n-export([f/1, g/1]).\n-spec f(integer()) -> ok.\n"
                    "f(N) -> case bare:twice(N) of M when M > 1000 -> _ = bare:half(N), ok; _ -> ok end.\n"
                    "-spec g(integer()) -> ok.\n"
                    "g(N) -> X = bare:now(), if X =:= N -> error(now); true -> ok end.\n");
    put("pairs.erl", "-module(pairs).\n-export([find/2]).\nfind(K, [{K, V} | _]) -> V;\n"
                     "find(K, [_ | T]) -> find(K, T);\nfind(_, []) -> none.\n");
    put("item.erl",
        "-module(item).\n-export([parse/1]).\n"
        "parse(<<\"item:\", Rest/binary>>) ->\n    [Name, Price] = binary:split(Rest, <<\":\">>),\n"
        "    {Name, binary_to_integer(Price)};\nparse(_) -> error(bad_item).\n");
    put("roots.erl",
        "-module(roots).\n-export([tz/1, a/1, b/2, c/1]).\n-spec tz(string()) -> integer().\n"
        "tz([H1, H2, $:, M1, M2]) -> list_to_integer([H1, H2]) * 60 + list_to_integer([M1, M2]);\n"
        "tz(_) -> 0.\n-spec a(integer()) -> number().\na(X) -> help(X).\n"
        "-spec b(integer(), atom()) -> number().\nb(X, _) -> 1 + help(X).\n"
        "-spec c(integer()) -> number().\nc(X) -> help(X) + 10 div (X - 7).\n"
        "help(X) -> 10 div X.\n");
    put("leaves.erl",
        "-module(leaves).\n-export([a/1, b/1]).\n-spec a([term()]) -> list().\n"
        "a(X) -> lists:map(fun(E) -> atom_to_list(E) end, X).\n-spec b(term()) -> list().\nb(X) ->\n"
        "    F = fun lists:reverse/1,\n    F(X).\n");
    put("ret.erl", ret_erl);
    set_up_project();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    drive_remove(scratch);
    free(scratch);
    return 0;
}

#define NEEDS_ELIXIR "command -v elixirc >&2 || { echo not run: there is no elixirc here; exit 77; }; "

// Searches end by themselves here, or by -n: a limit of time (-t) is far away, for machines that are busy.
struct row { // status 77: what it needs is not there
    const char *name, *command;
    int status;
    const char *has[5], *lacks[3];
};

#define STUBS "frisk erl -q -j 1 -o out pay.erl rate.erl fake.erl"

static const struct row rows[] = {
    {"a list of targets",
     "frisk erl -q -j 1 --no-replay -t 60 pre.erl @units.txt",
     1,
     {"pre:f/2: 2 errors", "pre:wrap/1: 1 error", "pre:small/1:", "3 functions"},
     {"pre:g/1"}},
    {"a list that names a file",
     "frisk erl -q -j 1 -n 5 -d 2 --no-replay @file.txt",
     1,
     {"10 functions"},
     {NULL}},
    {"a list among operands",
     "frisk erl -q -j 1 -t 60 -d 5 pre.erl pre:g/1 @units.txt --no-replay",
     1,
     {"pre:g/1", "pre:f/2", "4 functions"},
     {NULL}},
    {"a list with a line that is none",
     "frisk erl pre.erl @bad.txt",
     2,
     {"bad.txt:2: 'This is none' is no target"},
     {NULL}},
    {"a list of nothing", "frisk erl pre.erl @empty.txt", 2, {"empty.txt lists no targets"}, {NULL}},
    {"no such list", "frisk erl pre.erl @absent.txt", 3, {"absent.txt"}, {NULL}},
    {"a list that is no text", "frisk erl @\"$(command -v sh)\"", 2, {"is no text"}, {NULL}},
    {"a list without a name", "frisk erl @", 2, {"'@' is followed by the name of a file"}, {NULL}},
    {"what cannot fail is proved where errors are looked for",
     "frisk erl -q -j 1 --no-replay pre.erl pre:ordered/2",
     0,
     {"proof: raises nothing"},
     {NULL}},
    {"and searched where coverage is, or --no-prune says so",
     "frisk erl -q -j 1 --no-replay --goal coverage pre.erl pre:ordered/2; frisk erl -q -j 1 --no-replay "
     "--no-prune "
     "pre.erl pre:ordered/2",
     0,
     {"every path was tried"},
     {"proof: raises nothing"}},
    {"or proved all the same",
     "frisk erl -q -j 1 --no-replay --goal coverage --prune pre.erl pre:ordered/2",
     0,
     {"proof: raises nothing"},
     {NULL}},
    {"a failing helper is one finding, reached from the functions that call it",
     "frisk erl -q -j 1 -t 60 -o out roots.erl roots:a/1 roots:b/2 roots:c/1 --json r.json; jq -c '.units[] "
     "| "
     "[.findings[] | [.call, .same_as, .reached_from]]' r.json",
     0,
     {"roots:b(0, a)\n      as roots:a/1 does  at roots.erl:12, help/1\n",
      "3 functions: 2 errors in 3 of them",
      "\n[[\"roots:a(0)\",null,[\"roots:a/1\",\"roots:b/2\",\"roots:c/1\"]]]\n",
      "\n[[\"roots:b(0, a)\",\"roots:a/1\",[\"roots:a/1\",\"roots:b/2\"]]]\n",
      "\n[[\"roots:c(0)\",\"roots:a/1\",[\"roots:a/1\",\"roots:c/1\"]],[\"roots:c(7)\",null,[\"roots:c/"
      "1\"]]]\n"},
     {NULL}},
    {"the user's own line where a tail call has left it, and the library's; a source on the path",
     "mkdir -p only && mv leaves.erl only && frisk erl -q -j 1 -t 60 -pa only -o out leaves:b/1 --json "
     "r.json; jq -c "
     "'.findings[] | select(.call == \"leaves:b(0)\") | [.where, .raised.function, .raised.file, "
     ".confirmed]' r.json",
     0,
     {"error:function_clause  at only/leaves.erl:8, b/1\n      raised by lists:reverse/1, lists.erl:",
      "[{\"file\":\"only/leaves.erl\",\"line\":8,\"function\":\"b/1\"},\"lists:reverse/"
      "1\",\"lists.erl\",true]"},
     {NULL}},
    {"compiled code without debug_info that depends on its arguments alone: the VM says what it gives",
     "mkdir -p ebin && erlc -o ebin bare.erl && mv bare.erl bare.txt && frisk erl -q -j 1 -t 20 -pa ebin -o "
     "out asks.erl",
     1,
     {"error:function_clause  at asks.erl:4, f/1\n      confirmed", "2 places taken as concrete",
      "asks:g/1: no error found", "1 run not followed (bare:now/0: "},
     {NULL}},
    {"the causes of one place, with an input each",
     "frisk erl -q -j 1 -t 60 -o out roots.erl roots:tz/1 --json r.json; jq -c '[.errors, "
     "(.findings[0].causes "
     "| map(.call))]' r.json",
     0,
     {"likewise roots:tz(\"", "[1,[\"roots:tz(\\\"00:aa\\\")\",\"roots:tz(\\\"aa:aa\\\")\"]]"},
     {NULL}},
    {"what is kept for the code that it covers is as small as that allows",
     "for seed in 1 2 3; do frisk erl -q -j 1 -t 60 -n 300 --seed $seed --no-replay pairs.erl pairs:find/2 "
     "--json r.json; jq -c '[.cases[] | select(.outcome.kind == \"return\") | .call | length] | "
     "[length <= 3, max <= (\"pairs:find(0, [{1,0}])\" | length)]' r.json; done",
     0,
     {"[true,true]\n"},
     {"false"}},
    {"one input is no two causes, whoever came upon it",
     "frisk erl -q -j 1 -t 60 -n 300 --no-replay item.erl item:parse/1 --json r.json; jq -c '[.findings[] | "
     "[.causes[].call] | (unique | length) == length]' r.json",
     0,
     {"[true,true,true]"},
     {NULL}},
    {"the search ends when all that may fail has failed",
     "frisk erl -q -j 1 --no-replay pre.erl pre:f/2 --json r.json; jq -c '[.all_failed, .complete, .errors]' "
     "r.json",
     0,
     {"complete: all that may fail was seen failing; there are no other errors", "\n[true,true,2]\n"},
     {NULL}},
    {"but not where coverage is looked for",
     "frisk erl -q -j 1 --no-replay --goal coverage --prune pre.erl pre:f/2",
     1,
     {"complete: every path was tried; there are no other errors"},
     {NULL}},
    {"without a precondition",
     "frisk erl -q -j 1 --no-replay pre.erl pre:f/2",
     1,
     {"error:order", "error:badarith"},
     {NULL}},
    {"a precondition",
     "frisk erl -q -j 1 pre.erl pre:f/2 --assume pre:ordered/2 --json r.json; jq .discarded "
     "r.json",
     0,
     {"pre:f/2: 1 error", "error:badarith", "confirmed", "\n1\n"},
     {"error:order"}},
    {"the status of a run with a precondition",
     "frisk erl -q -j 1 --no-replay pre.erl pre:f/2 --assume pre:ordered/2",
     1,
     {""},
     {NULL}},
    {"two preconditions",
     "frisk erl -q -j 1 --no-replay pre.erl pre:f/2 --assume pre:ordered/2 --assume pre:never/2",
     0,
     {"all inputs were discarded: nothing was tested"},
     {"proof"}},
    // Of [] the precondition raises: that is not true either. hd(L) is then at least 6.
    {"a precondition that raises",
     "frisk erl -q -j 1 --no-replay pre.erl pre:g/1 --assume pre:crash/1",
     0,
     {"no error found"},
     {NULL}},
    {"a precondition of lists",
     "frisk erl -q -j 1 --no-replay pre.erl pre:g/1 --assume pre:small/1",
     1,
     {"pre:g([5])", "pre:g/1: 1 error"},
     {"pre:g([])"}},
    {"a precondition leaves nothing behind",
     "frisk erl -q -j 1 --no-replay pre.erl pre:reads/1 --assume pre:puts/1",
     0,
     {"no error found"},
     {NULL}},
    {"a precondition without an end",
     "frisk erl -q -j 1 --no-replay -t 60 --steps 1000 pre.erl pre:reads/1 --assume pre:forever/1",
     3,
     {"the precondition did not end"},
     {NULL}},
    {"a precondition for nothing",
     "frisk erl pre.erl pre:f/2 --assume pre:small/1",
     2,
     {"--assume pre:small/1: no target takes 1 argument"},
     {NULL}},
    {"a precondition that is none",
     "frisk erl pre.erl pre:f/2 --assume pre:small",
     2,
     {"got 'pre:small'"},
     {NULL}},
    {"time is up while built-ins take long", // of 0.2 s each; ulimit counts processor time
     "ulimit -t 2; frisk erl -q -t 1 --no-random --no-prune --no-replay --steps 100000000000 --memory 2G "
     "long.erl",
     0,
     {"long:sums/1"},
     {NULL}},
    {"no such precondition", "frisk erl pre.erl pre:f/2 --assume pre:absent/2", 3, {"pre:absent/2"}, {NULL}},
    {"opaque types of the user's",
     "frisk erl -q -j 1 -n 300 -t 60 -pa . stk.erl usr.erl usr:jobs/1 usr:state/1 usr:gen/1 usr:calls/1",
     1,
     {"usr:jobs([{job,run,stk:push(3, stk:push(0, stk:empty()))}])",
      "usr:state({state,[],element(2, stk:account(", "usr:gen([stk:seed(7)])",
      "usr:calls(fun() -> stk:seed(4) end)"},
     {"function_clause", "badarg", "not confirmed"}},
    {"opaque types whose constructors need each other are what their definition says",
     "frisk erl -q -j 1 -n 300 -t 60 -pa . ring.erl gem.erl wear.erl wear:f/1",
     1,
     {"wear:f({ring,{gem,{ring,none}}})", "confirmed"},
     {"from_list", "make("}},
    {"opaque values within what a function returns are not followed",
     "frisk erl -q -j 1 -n 300 -t 60 -pa . stk.erl usr.erl usr:within/1",
     0,
     {"opaque value within what an input function returns"},
     {NULL}},
    {"nothing is opaque",
     "frisk erl -q -j 1 --no-replay -t 60 blur.erl blur:f/1",
     1,
     {"error:seven", "error:1 ", "error:badarith"},
     {"opaque"}},
    {"an opaque function",
     "frisk erl -q -j 1 --no-replay -t 60 --no-random blur.erl blur:f/1 --opaque blur:hash_b/2 --opaque "
     "'blur:hash_a/*'",
     1,
     {"error:badarith", "blur:hash_a/1 (opaque)", "blur:hash_b/2 (opaque)"},
     {"error:seven", "error:1 "}},
    {"opaque functions by wildcard",
     "frisk erl -q -j 1 --no-replay -t 60 --no-random blur.erl blur:f/1 --opaque '*:hash_*/*'",
     1,
     {"error:badarith", "blur:hash_a/1 (opaque)"},
     {"error:seven"}},
    {"an opaque module is one to run, not to search",
     "frisk erl -q -j 1 --no-replay -t 60 --no-random blur.erl blur:f/1 --opaque blur",
     0,
     {"blur:f/1 (opaque)", "values taken as concrete may hide others"},
     {NULL}},
    {"opaque, but there is none such",
     "frisk erl -q -j 1 --no-replay -t 60 pre.erl pre:f/2 --opaque 'pre:nothing/*'",
     1,
     {"nothing that was loaded matches pre:nothing/*"},
     {NULL}},
    {"opaque and built in",
     "frisk erl pre.erl pre:f/2 --opaque erlang:hd/1",
     2,
     {"is a built-in function"},
     {NULL}},
    {"opaque, but what", "frisk erl pre.erl pre:f/2 --opaque pre:/2", 2, {"got 'pre:/2'"}, {NULL}},
    {"opaque arity that is none", "frisk erl pre.erl pre:f/2 --opaque pre:f/x", 2, {"got 'pre:f/x'"}, {NULL}},
    {"for Erlang alone", "frisk java Some --discard skip", 2, {"are of frisk erl"}, {NULL}},
    {"of tests that Java has not", "frisk java Some --update show", 2, {"are of frisk erl"}, {NULL}},
    {"nor Erlang", "frisk erl lists:nth/2 --testng", 2, {"are of frisk java"}, {NULL}},
    {"a precondition in another language's syntax",
     "frisk java Some --assume pre:f/2",
     2,
     {"--assume wants CLASS#METHOD"},
     {NULL}},
    {"a reason that is given is one finding",
     "frisk erl -q -j 1 --no-replay -t 60 thr.erl",
     1,
     {"thr:t/1: 1 error", "thr:e/2: 2 errors", "thr:h/1: 2 errors", "thr:w/1: 1 error"},
     {NULL}},
    {"one fun in two places",
     "frisk erl -q -j 1 -o out -t 60 twice.erl; grep -h ' of$' out/frisk_twice_*",
     0,
     {"begin F1 = fun(_) -> 0 end, twice:a(F1, F1) end", "confirmed", "try twice:b([F1,",
      "2 functions: 2 errors"},
     {"not confirmed", "did something else"}},
    {"tests of errors that fail until they are put right",
     "frisk erl -q -j 1 -o out -t 60 --on-finding fail twice.erl twice:a/2 >/dev/null; cd out && "
     "cat frisk_twice_a_2_findings_tests.erl && erlc ../twice.erl *_tests.erl && "
     "erl -noshell -eval 'error = eunit:test(frisk_twice_a_2_findings_tests), ok = "
     "eunit:test(frisk_twice_a_2_tests), halt().'",
     0,
     {"Fails until it is put right: error same in a/2, twice.erl:4\n",
      "    F1 = fun(_) -> 0 end,\n    twice:a(F1, F1).\n", "Failed: 1."},
     {" of\n", "catch"}},
    {"tests that hold are kept byte for byte when the code has changed; the others are shown, and dropped",
     "frisk erl -q -j 1 -g coverage -o up old.erl >/dev/null; f=up/frisk_old_f_1_tests.erl; "
     "sed -i 's/^%% Tests.*/&\\n%% by hand/; s/middle = old/middle =  old/' $f; cp $f was.erl; rm -f "
     "up/*.new;"
     "sed -i 's/small;/little;/' old.erl; frisk erl -q -j 1 -g coverage -o up --update show old.erl | grep "
     "-A 2 holds; "
     "cmp $f was.erl && grep -c 'middle =  old:f' $f.new; grep old:f.0 $f.new; mv $f.new $f; "
     "frisk erl -q -j 1 -g coverage -o up --update drop old.erl | grep holds; grep old:f.0 $f; erlc old.erl "
     "$f && "
     "erl -noshell -eval 'ok = eunit:test(frisk_old_f_1_tests), halt().'",
     0,
     {"f_of_0_returns_small_test no longer holds: the call now returns little\nf_of_0_returns_small_test() "
      "->\n"
      "    small = old:f(0).\n1\n",
      "    small = old:f(0).\n    little = old:f(0).\n",
      "f_of_0_returns_small_test no longer holds and is taken out: the call now returns little\n"
      "    little = old:f(0).\n",
      "All 3 tests passed"},
     {NULL}},
    {"a suite for Common Test, with an order of events",
     "mkdir ct && frisk erl -q -j 1 -o ct --common-test bank.erl twice.erl >/dev/null; cd ct && "
     "erlc +debug_info ../bank.erl ../twice.erl && ct_run -sname ct_$$ -noshell -dir . -pa . -logdir . && ls",
     0,
     {" 0 failed of ", "frisk_bank_paid_in_2_findings_SUITE.erl", "frisk_twice_b_1_SUITE.erl"},
     {"_tests.erl", " 0 ok"}},
    {"specs that nobody can satisfy",
     "for i in r1/1 r2/2 r3/1 r4/1 r5/1 r6/1 r7/1; do frisk erl -q bad.erl bad:$i; [ $? = 3 ] || exit 9; "
     "done",
     0,
     {"bad.erl:7: spec of r1/1 allows no arguments at all: no finite term is of the type of its first "
      "argument",
      "bad.erl:9: spec of r2/2 allows no arguments at all: no finite term is of the type of its second "
      "argument",
      "spec of r5/1 allows no", "spec of r6/1 allows no", "spec of r7/1 allows no"},
     {NULL}},
    {"specs of unknown types",
     "for i in s1 s2 s3; do frisk erl -q bad.erl bad:$i/1; [ $? = 3 ] || exit 9; done; frisk erl -q -j 1 -o "
     "out bad.erl "
     "bad:w1/1",
     1,
     {"bad.erl:21: spec of s1/1 has unknown type lists:nope/0", "dict:dict/1; there is one of 0 parameters",
      "bad.erl:25: spec of s3/1 has a binary type whose size",
      "bad.erl:27: module no_such is not found, so its types are taken as any()", "badarith"},
     {NULL}},
    {"results outside their specs",
     "frisk erl -q -j 1 -o out -d 12 -t 60 --check-return --json r.json ret.erl >/dev/null; "
     "jq -r '.units[].findings[] | select(.kind == \"spec\" and .proof == \"confirmed\") | .call' r.json | "
     "sort | tr '\\n' ' '; jq '[.units[].findings[] | select(.proof != \"confirmed\")] | length' r.json",
     0,
     {"ret:atom(d) ret:bits(<<1,0>>) ret:even(7) ret:f(9) ret:list([-1]) ret:m(#{k => 2}) ret:map(3) "
      "ret:never(5) "
      "ret:over(77) ret:over(bad) ret:pos(1001) ret:tv(7) 0\n"},
     {NULL}},
    {"a result outside its spec, told and tested",
     "frisk erl -q -j 1 -o out --check-return ret.erl ret:never/1; grep -A 5 'outside its spec' "
     "out/frisk_ret_never_1_findings_tests.erl",
     0,
     {"exit:always", "Returns a value outside its spec", "returns fine  at ret.erl", "fine = ret:never(5)"},
     {NULL}},
    {"results that nobody asked about",
     "frisk erl -q -j 1 --no-replay ret.erl ret:pos/1",
     0,
     {"no error"},
     {NULL}},
    {"a stub of a remote function, called in all ways",
     STUBS " pay:total/1 pay:dyn/2 pay:viafun/1 --stub rate:get/1=fake:rate/1 && false",
     1,
     {"pay:total(3)", "pay:dyn(rate, 5)", "pay:viafun(4)", "3 functions: 3 errors", "searched completely"},
     {"no_network", "differ"}},
    {"without it", STUBS " pay:total/1", 1, {"error:no_network"}, {"badarith"}},
    {"a stub of a local function, and of OTP's own, and their suites",
     STUBS " pay:local/1 pay:wall/1 --stub pay:fetch/1=fake:fetch/1 --stub file:read_file/1=fake:file/1;"
           "mkdir -p ebin && erlc +debug_info -o ebin pay.erl fake.erl out/*.erl && "
           "erl -noshell -pa ebin -eval 'ok = eunit:test([frisk_pay_local_1_findings_tests, "
           "frisk_pay_wall_1_findings_tests]), "
           "{error, enoent} = file:read_file(\"/nonexistent\"), true = code:is_sticky(file), halt().'",
     0,
     {"pay:local(3)", "pay:wall(5)", "2 functions: 2 errors", "tests passed"},
     {NULL}},
    {"stubs that make no sense",
     "for s in rate:get/1=fake:file/2 rate:get=fake:rate/1 'rate:*/1=fake:rate/1' rate:nope/1=fake:rate/1 "
     "rate:get/1=fake:nope/1 nomod:get/1=fake:rate/1 rate:get/1=nomod:rate/1 erlang:system_time/0=fake:x/0 "
     "binary:first/1=fake:rate/1 lists:map/2=fake:x/2 rate:get/1=rate:get/1 rate:get/1 ''; do " STUBS
     " pay:total/1 --stub \"$s\"; [ $? = 2 ] || exit 9; done 2>&1 | awk 'END { print NR, \"lines\" }'",
     0,
     {"13 lines"},
     {NULL}},
    {"two stubs of one function, and two that call each other",
     STUBS " pay:total/1 --stub rate:get/1=fake:rate/1 --stub rate:get/1=fake:fetch/1; " STUBS
           " pay:total/1 --stub rate:get/1=fake:rate/1 --stub fake:rate/1=rate:get/1",
     2,
     {"has been replaced already", "round in a circle"},
     {NULL}},
    {"a .beam file by a relative path, three functions",
     "printf '%s\\n' '-module(three).' '-export([a/1, b/1, c/1]).' 'a(X) -> X + 1.' 'b(X) -> X + 1.' "
     "'c(X) -> X + 1.' >plain/three.erl && erlc +debug_info -o plain plain/three.erl && "
     "frisk erl -q -j 1 -n 5 --any-term errors plain/three.beam; s=$?; rm plain/three.*; exit $s",
     1,
     {"3 functions: 3 errors"},
     {"unconfirmed"}},
    {"a module that is not there, and a native function",
     "printf '%s\\n' '-module(out).' '-export([a/1, b/1]).' 'a(X) -> lost:f(X).' "
     "'b(X) -> zlib:inflate(zlib:open(), X).' >plain/out.erl && frisk erl -q -j 1 -n 5 plain/out.erl; s=$?; "
     "rm plain/out.erl; exit $s",
     3,
     {"(lost:f/1: no module lost: give its .erl or .beam file, or its directory with -pa)",
      "(no model for zlib:open_nif/0)"},
     {NULL}},
    {"a project given",
     "frisk erl -q -j 1 ./proj",
     1,
     {"one:f/1: 1 error", "dep.erl:3", "one:g/1: 1 error", "two:h/1: 1 error", "3 functions: 3 errors"},
     {"dep:half/1: ", "nothing"}},
    {"the project around",
     "cd proj && frisk erl -q -j 1 --no-replay --json r.json; jq '.units | length' r.json; rm r.json",
     0,
     {"one:f/1", "\n3\n"},
     {NULL}},
    {"a function of the project around",
     "cd proj && frisk erl -q -j 1 --no-replay one:f/1",
     1,
     {"one:f(0)"},
     {NULL}},
    {"a mix project", "frisk erl -q -j 1 --no-replay mixed/", 1, {"two:h/1: 1 error"}, {"dep:half"}},
    {"a project with a module that cannot be read",
     "cp pre.erl blind.erl && sed -i 's/module(pre)/module(blind)/' blind.erl && erlc -o "
     "mixed/_build/dev/lib/mine/ebin blind.erl;"
     "frisk erl -q -j 1 --no-replay ./mixed; s=$?; rm mixed/_build/dev/lib/mine/ebin/blind.beam; exit $s",
     1,
     {"blind: could not be analysed", "no debug_info", "two:h/1: 1 error", "1 could not be analysed"},
     {NULL}},
    {"a rebar3 project before it is compiled", "frisk erl ./raw", 3, {"run rebar3 compile first"}, {NULL}},
    {"a mix project before it is compiled", "cd rawmix && frisk erl", 3, {"run mix compile first"}, {NULL}},
    {"a directory that is no project", "frisk erl ./plain", 2, {"is no rebar3 or mix project"}, {NULL}},
    {"no target and no project", "cd plain && frisk erl", 2, {"what to test?"}, {NULL}},
    {"nothing has changed", "frisk erl ./proj --changed", 0, {"nothing to test", "since HEAD"}, {NULL}},
    // A line of help/1, the spec of h/1, and the comment above g/1, which is no function's.
    {"functions that have changed",
     "cd proj && sed -i 's/%% about g/%% of g/; s/hd(L)/hd(tl(L))/' src/one.erl && sed -i "
     "'s/atom())/stop | go)/' src/two.erl &&"
     "erlc +debug_info -o _build/default/lib/mine/ebin src/*.erl && frisk erl -q -j 1 --no-replay --changed",
     1,
     {"two:h/1: 1 error", "one:help/1 has changed, but is not exported"},
     {"one:g/1", "one:f/1"}},
    {"functions that have changed since",
     "cd proj && git commit -qam more && frisk erl -q -j 1 --no-replay one two --changed=HEAD~1",
     1,
     {"two:h/1: 1 error"},
     {"one:g/1"}},
    {"a new file, and a line taken away",
     "cd proj && sed -i 4d src/one.erl && cp ../pre.erl src/pre.erl  &&"
     "erlc +debug_info -o _build/default/lib/mine/ebin src/*.erl && touch -d '1 minute' src/two.erl &&"
     "frisk erl -q -j 1 --no-replay -n 3 -d 2 --changed | grep -E '^pre:f/2|^one|functions'; frisk erl "
     "two:h/1 --changed",
     0,
     {"pre:f/2", "one:f/1", "src/two.erl is newer than"},
     {"one:g/1:"}},
    {"no module of that name in Elixir",
     "frisk erl Shop.Cart.valid?/2",
     3,
     {"no module Elixir.Shop.Cart"},
     {NULL}},
    {"neither Elixir's name nor Erlang's", "frisk erl Shop.2", 2, {"'Shop.2' is no target"}, {NULL}},
    {"Elixir",
     NEEDS_ELIXIR "elixirc -o . shop.ex && frisk erl -q -j 1 -t 60 -pa . -o ex Shop.total/2",
     1,
     {"Shop.total(11, 11)", "error: :badarith  at shop.ex:6, total/2", "confirmed", "2 of 2      3 of 3"},
     {"'Elixir"}},
    {"a call of Elixir's given back",
     NEEDS_ELIXIR "frisk erl -q -j 1 -n 1 --no-random --no-replay -pa . 'Shop.name(%Shop{price: 13})'",
     1,
     {"Shop.name(%Shop{price: 13})", "error:%RuntimeError{message: \"unlucky\"}  at shop.ex:10"},
     {NULL}},
    {"Elixir out of reach",
     NEEDS_ELIXIR "PATH=/nowhere frisk erl --erl $(command -v erl) -pa . --no-cache Shop",
     3,
     {"Elixir.Shop.beam was compiled by Elixir", "put elixir on the PATH"},
     {NULL}},
    {"a file of Elixir's, all functions but what its compiler adds",
     NEEDS_ELIXIR "frisk erl -q -j 1 -t 60 -pa . -o ex Elixir.Shop.beam",
     1,
     {"Shop.name(%Shop{price: 13})", "4 of 4 clauses, 5 of 5 lines", "2 functions: 2 errors"},
     {"__struct__'/", "unconfirmed"}},
    {"changed since no revision",
     "frisk erl ./proj --changed=no-such-revision",
     3,
     {"no-such-revision"},
     {NULL}},
    {"changed since an option", "frisk erl ./proj --changed=--output=x", 2, {"wants a git revision"}, {NULL}},
    {"changed outside of a repository",
     "GIT_CEILING_DIRECTORIES=/tmp frisk erl ./mixed --changed",
     3,
     {"git diff"},
     {NULL}},
    {"lists drawn long come to where sorted runs are merged",
     "frisk erl -j 1 --no-replay --no-prune -n 20 --json - lists:usort/1 | jq -c '[.coverage.clauses | .hit "
     "> 100, .of > 120]'",
     0,
     {"[true,true]"}, // 61 of 86 without them
     {NULL}},
    // Seven sorted runs: three by three they are merged to more than two, which are merged once more.
    {"where code is to be reached they are drawn until nothing new comes",
     "frisk erl -q -j 1 --no-replay --goal coverage -n 20 --json - lists:ukeysort/2 | jq -c "
     "'.coverage.functions "
     "| map(select(.name | startswith(\"lists:ukeymerge3_12_3/\")) | .clauses)'",
     0,
     {"[{\"hit\":4,\"of\":4}]"},
     {NULL}},
    {"what the VM has in C is counted apart",
     "frisk erl -q -j 1 --no-replay -n 1 --json r.json lists:keyfind/3 lists:nth/2 >/dev/null; jq -c "
     "'.modules[0].native' r.json",
     0,
     {"{\"hit\":0,\"of\":5}"}, // keyfind/3, keymember/3, keysearch/3, member/2, reverse/2
     {NULL}},
    {"a payment that is lost in one order of events, and a proof for all orders",
     "frisk erl -q -j 1 -o bank bank.erl --json r.json; jq -c '.units[0].findings[0] | [.confirmed, "
     ".every_order, "
     "(.order | length > 4)]' r.json; erlc +debug_info bank.erl && erlc bank/*.erl && erl -noinput -eval "
     "'ok = eunit:test([frisk_bank_paid_in_2_tests, frisk_bank_paid_in_2_findings_tests]), halt().'",
     0,
     {"bank:paid_in(1, 1)\n      error:{badmatch,2}  at bank.erl:",
      "in this order of events, not in every one", "bank:paid_in_by_messages/2: no error found; proof",
      "[true,false,true]", "tests passed"},
     {NULL}},
    {"sources of a directory are compiled for the VM, too",
     "mkdir -p told && mv teller.erl told && frisk erl -q -j 1 -pa told -o out asks_teller.erl",
     1,
     {"asks_teller:f(2)", "confirmed"},
     {"undef"}},
    {"a failure in an order that cannot be forced is no error, and there is no proof beside it",
     "frisk erl -q -j 1 -o orders orders.erl --json r.json; jq -c '[.complete, .errors, "
     "(.findings | map(.confirmed))]' r.json",
     0,
     {"orders:name(2)", "this time the real VM did something else: returned ok", "[false,0,[false]]"},
     {"complete: every path", "proof:"}},
    {"a unit that skips",
     "frisk erl -q -j 1 --no-prune --no-random --discard skip pre.erl pre:wrap/1",
     1,
     {"pre:wrap(100)", "2 tests written"}, // and not one for each input that it skips
     {NULL}},
};

static void check_row(void **state) {
    const struct row *r = *state;
    struct output o = shell(r->command);
    if (o.status == 77) {
        print_message("%s", o.out);
        drive_free(&o); // skip() does not come back
        skip();
    }
    bool right = o.status == r->status;
    for (size_t i = 0; i < 5 && r->has[i]; i++) right &= strstr(o.out, r->has[i]) != NULL;
    for (size_t i = 0; i < 3 && r->lacks[i]; i++) right &= strstr(o.out, r->lacks[i]) == NULL;
    if (!right) fail_msg("%s\nstatus %d, not %d\n%s%s", r->command, o.status, r->status, o.out, o.err);
    drive_free(&o);
}

// The rows from "nothing has changed" on build on each other.
int main(void) {
    enum { N = sizeof rows / sizeof *rows };
    static struct CMUnitTest tests[N];
    size_t n = 0;
    bool in_order = false;
    for (size_t i = 0; i < N; i++) {
        in_order |= !strcmp(rows[i].name, "nothing has changed");
        if (in_order || tier_takes(i, 3))
            tests[n++] =
                (struct CMUnitTest){rows[i].name, check_row, NULL, NULL, (void *)(uintptr_t)&rows[i]};
    }
    return _cmocka_run_group_tests("what to test", tests, n, set_up, tear_down);
}
