%% SPDX-License-Identifier: Apache-2.0
%% Funs: those of the input, what they capture, what they are applied to.
-module(np_funs).
-export([input/1, twice/1, varies/1, arity/1, captured/2, table/1, higher/1, applied/2, named/1, external/1, composed/1, returned/1, list_of/1, equal/2, self/1, sort/1, guard/1, result/1, filter/2]).

%% fails: input(fun(_) -> 3 end)
-spec input(fun((integer()) -> 0..3)) -> ok.
input(F) -> case F(1) of N when N < 3 -> ok end.

%% fails: twice(fun(1) -> 2; (_) -> 3 end)
-spec twice(fun((integer()) -> integer())) -> ok.
twice(F) -> case F(F(1)) of 3 -> error(hit); _ -> ok end.

%% fails: varies(fun(1) -> a; (_) -> b end)
-spec varies(fun((1..2) -> a | b)) -> ok.
varies(F) -> case {F(1), F(2)} of {A, A} -> ok end.

%% fails: arity(fun() -> a end)
-spec arity(fun()) -> term().
arity(F) -> F(1).

%% fails: captured(2, 3)
-spec captured(0..3, 0..3) -> ok.
captured(X, Y) -> F = fun(Z) -> X * Z end, case F(Y) of 6 when X < Y -> error(hit); _ -> ok end.

%% fails: table(c)
-spec table(a | b | c) -> ok.
table(K) -> T = #{a => fun() -> ok end, b => fun() -> ok end}, F = maps:get(K, T), F().

%% fails: higher(0)
-spec higher(0..1) -> [integer()].
higher(X) -> lists:map(fun(Y) -> Y div X end, [1, 2]).

%% fails: applied(fun(_, _) -> a end, [1])
-spec applied(fun((integer(), integer()) -> a), [integer()]) -> a.
applied(F, L) -> apply(F, L).

%% fails: named(hd)
-spec named(hd | length) -> integer().
named(F) -> apply(erlang, F, [[]]).

%% fails: external(2)
-spec external(0..2) -> integer().
external(X) -> F = element(X + 1, {fun erlang:abs/1, fun erlang:trunc/1, fun erlang:length/1}), F(3).

%% fails: composed(3)
-spec composed(0..3) -> ok.
composed(N) -> F = lists:foldl(fun(_, G) -> fun(X) -> G(X) + 1 end end, fun(X) -> X end, lists:seq(1, N)), case F(0) of M when M < 3 -> ok end.

%% fails: returned(1)
-spec returned(0..1) -> integer().
returned(X) -> F = case X of 0 -> fun(A) -> A end; 1 -> fun(A, B) -> A + B end end, F(1).

%% fails: list_of([fun() -> a end, fun() -> b end])
-spec list_of([fun(() -> a | b)]) -> ok.
list_of(L) -> case [F() || F <- L] of [a, b] -> error(hit); _ -> ok end.

%% fails: equal(fun() -> a end, fun() -> b end)
-spec equal(fun(() -> a | b), fun(() -> a | b)) -> ok.
equal(F, G) -> case F() =:= G() of true -> ok end.

%% fails: self(a)
-spec self(a | fun()) -> true.
self(F) when is_function(F) -> true.

%% fails: sort([1, 2])
-spec sort([1 | 2]) -> ok.
sort(L) -> case lists:sort(fun(A, B) -> A >= B end, L) of [2, 1 | _] -> error(hit); _ -> ok end.

%% fails: guard(fun(_, _) -> 1 end)
-spec guard(fun((a) -> 1) | fun((a, a) -> 1)) -> 1.
guard(F) when is_function(F, 1) -> F(a).

%% fails: result(fun() -> {b, 2} end)
-spec result(fun(() -> {a, 1} | {b, 2})) -> ok.
result(F) -> {a, 1} = F(), ok.

%% fails: filter(fun(_) -> true end, [1, 2, 3])
-spec filter(fun((1..3) -> boolean()), [1..3]) -> ok.
filter(F, L) -> case lists:filter(F, L) of [1, 2, 3] -> error(hit); _ -> ok end.
