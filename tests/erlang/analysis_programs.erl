%% SPDX-License-Identifier: Apache-2.0
%% The programs of the thesis that safe-branch pruning comes from (its figures, by number), and some for what its rules
%% leave open. What is to be found out about each is in analysis_test.c.
-module(analysis_programs).
-export([f1/1,f5/1,add/1,last/1,rev/1,lc/1,bool/1,tf/2,known/2,tag/1,err/1,g21/1,g22/2,g23/1,collatz/1,mapbad/1,mapgood/1,dyn/2,rng/1,tree/1,bin/1]).
-export([sum2/2, first/1, oneT/1, guardarg/1, over/1, caught/1, maps1/1, maps2/1, applied/1, applied2/1, chain/2, inguard/2, passed/2, order/2]).
-export([named/1, named2/1, named3/1, named4/1, named5/1, plus/1, twice/1, tenth/1]).
-export([handed/1, handed2/2, handed3/1, handed4/2]).
-export([ways1/2, ways2/1, ways3/1, ways4/1, ways5/2, ways6/1, ways7/1, ways8/2, ways9/1, ways10/1, ways11/2]).
-export([ordered/2, ordered2/2, ordered3/2, moved/2]).
-export([otherwise/1, nonzero/1, signs/1, zero/1, middle/1, middle2/1, float3/1, edge/1]).
-export([unsafefun/2, pick/2, bits/1, shadow/1, dict/1, hidden/1, float1/1, float2/2, wrongspec/1, viaany/2, later/2, comp/2]).
f1(X) -> case X of 3 -> f2(2); 2 -> f2(1); _ -> 1 end.
f2(X) -> case X of 3 -> f1(2); 2 -> f1(1); _ -> 1 end.
f3(X) -> case X of 3 -> f4(2); 2 -> f4(1); 1 -> 1 end.
f4(X) -> case X of 3 -> f4(2); 2 -> f3(1); 1 -> 1 end.
f5(X) -> case f1(X) of 1 -> f3(X); _ -> 1 end.
-spec add(integer()) -> integer().
add(X) -> X + 1.
-spec last([T,...]) -> T.
last([E|Es]) -> last(E, Es).
last(_, [E|Es]) -> last(E, Es);
last(E, []) -> E.
-spec rev([T]) -> [T].
rev(L) -> rev(L, []).
rev([], Acc) -> Acc;
rev([H|T], Acc) -> rev(T, [H|Acc]).
-spec lc([number()]) -> [number()].
lc(X) -> [Y + 1 || Y <- X].
-spec bool(boolean()) -> atom().
bool(X) -> case X of true -> ok; false -> notok end.
-spec tf(boolean(), boolean()) -> atom().
tf(true, true) -> true;
tf(false, true) -> false.
-spec known(integer(), integer()) -> boolean().
known(X, Y) -> case X of Y -> true; _ -> false end.
-spec tag({integer(), integer()} | integer()) -> integer().
tag(X) -> case X of {A, B} -> A + B; A -> A + 1 end.
err(X) -> case X of 1 -> ok; _ -> error(error) end.
g(X) -> case X of 1 -> 1; 2 -> 2; _ -> 1 end.
g21(X) -> case X of 1 -> g(X); _ -> error("error") end.
g22(X, Y) -> case g(X) of 1 -> g(Y); _ -> error("error") end.
-spec g23(integer()) -> integer().
g23(X) -> gg(X + 1).
-spec gg(integer()) -> integer().
gg(X) -> X + 1.
-spec collatz(integer()) -> boolean().
collatz(X) -> collatz(X, []).
-spec collatz(integer(), [integer()]) -> boolean().
collatz(X, Found) ->
  case X of
    1 -> true;
    _ -> case lists:member(X, Found) of
           false -> case X rem 2 of 0 -> collatz(X div 2, [X|Found]); _ -> collatz(3 * X + 1, [X|Found]) end;
           true -> false
         end
  end.
bad(X) -> 10 div X.
-spec mapbad([integer()]) -> [integer()].
mapbad(L) -> lists:map(fun bad/1, L).
-spec mapgood([integer()]) -> [integer()].
mapgood(L) -> N = length(L), lists:map(fun(X) -> X + N end, L).
dyn(M, F) -> M:F(4).
-spec rng(0..9) -> atom().
rng(X) when X < 5 -> low; rng(X) when X >= 5, X =< 9 -> high.
-type tree(X) :: nil | {X, tree(X), tree(X)}.
-spec tree(tree(integer())) -> integer().
tree(nil) -> 0; tree({X, L, R}) -> X + tree(L) + tree(R).
-spec bin(binary()) -> non_neg_integer().
bin(<<>>) -> 0; bin(<<C, R/binary>>) -> C + bin(R).
%% ---- beyond the figures ----
sum2(A, B) -> A + B.
-spec first([integer()]) -> integer().
first([1|_]) -> 1; first([_|T]) -> first(T); first([]) -> 0.
%% [1|T] does not stand for all lists.
-spec oneT([integer(), ...]) -> integer().
oneT([1|_]) -> 1.
%% A guard on the argument does not widen the pattern.
-spec guardarg(integer()) -> integer().
guardarg(X) -> case X of 1 when is_integer(X) -> 1 end.
-spec over(integer()) -> integer(); (atom()) -> atom().
over(X) when is_integer(X) -> X + 1; over(X) when is_atom(X) -> X.
caught(X) -> try X + 1 catch _:_ -> 0 end.
-spec maps1(#{a := integer(), b => integer()}) -> integer().
maps1(#{a := A} = M) -> case M of #{b := B} -> A + B; #{} -> A end.
-spec maps2(#{a => integer()}) -> integer().
maps2(M) -> maps:get(a, M).
-spec applied(boolean()) -> integer().
applied(B) -> F = case B of true -> fun(X) -> X + 1 end; false -> fun(X) -> X * 2 end end, F(3).
-spec applied2([integer()]) -> [integer()].
applied2(L) -> [(fun g2/1)(X) || X <- L].
g2(X) -> X - 1.
%% A case that fails looks at what comes of g by way of another variable.
chain(X, Y) -> A = g(X), B = h(A), case B of 7 -> g(Y); _ -> error(chain) end.
h(1) -> 7; h(_) -> 8.
inguard(X, Y) -> A = g(X), case Y of 1 when A =:= 2 -> error(inguard); _ -> ok end.
g3(1) -> 1; g3(5) -> 2; g3(_) -> 3.
passed(X, _) -> fails_on_two(g3(X)).
fails_on_two(2) -> error(two); fails_on_two(_) -> ok.
order(X, Y) -> A = g3(X), case Y of 1 -> error(A); _ -> A end.
unsafefun(B, L) -> F = case B of 1 -> fun(X) -> X end; _ -> fun(_) -> error(bad) end end, lists:map(F, L).
pick(X, Y) -> F = fun() -> case X of 1 -> error(one); _ -> ok end end, case Y of 1 -> F(); _ -> ok end.
-spec bits(bitstring()) -> integer().
bits(<<>>) -> 0; bits(<<B:1, T/bitstring>>) -> B + bits(T).
shadow(X) -> X2 = g3(X), (fun(2) -> error(fun_two); (_) -> ok end)(X2).
dict(X) -> put(k, g3(X)), case get(k) of 2 -> error(dict); _ -> ok end.
hidden(X) -> {_, V} = wrap(g3(X)), [case V of 2 -> error(hidden); W -> W end].
wrap(V) -> {ok, V}.
-spec float1(number()) -> number().
float1(X) -> X + 1.
-spec float2(number(), number()) -> number().
float2(X, Y) -> X + Y.
-spec wrongspec(integer()) -> integer().
wrongspec(X) -> lies(X) + 1.
-spec lies(integer()) -> integer().
lies(X) -> case X of 17 -> oops; _ -> X end.
viaany(X, F) -> G = element(1, {F}), G(g3(X)).
later(X, Y) -> A = g3(X), B = case Y of 1 -> A; _ -> 0 end, case B of 2 -> error(later); _ -> ok end.
comp(N, L) -> M = g3(N), [case X of M -> error(comp); _ -> X end || X <- L].
%% Two clauses true and false do not make an andalso: the third gives true as well. (otherwise(maybe) fails.)
-spec otherwise(atom()) -> ok.
otherwise(X) ->
  Y = case X of true -> true; false -> false; _ -> true end,
  case Y of true -> case X of true -> ok end; _ -> ok end.
%% Holes: integers without 0, without a number in the midst.
-spec nonzero(integer()) -> integer().
nonzero(X) when X =/= 0 -> 10 div X; nonzero(_) -> 0.
-spec signs(neg_integer() | pos_integer()) -> integer().
signs(X) -> 10 rem (X * -X).
-spec zero(integer()) -> integer().
zero(X) when X =/= 1 -> 10 div X; zero(_) -> 0.
-spec middle(1..4) -> integer().
middle(2) -> 1; middle(3) -> 2; middle(1) -> 3; middle(4) -> 4.
-spec middle2(1..4) -> integer().
middle2(2) -> 1; middle2(3) -> 2; middle2(4) -> 4.
-spec float3(number()) -> number().
float3(X) when X =/= 0 -> 1 / X; float3(_) -> 1. % float3(0.0)
%% Beyond what an interval's ends can say: edge(9223372036854775807).
-spec edge(integer()) -> ok.
edge(X) when X > 9223372036854775806 -> case X - 9223372036854775806 of 1 -> ok end; edge(_) -> ok.
%% Computed names: of a few modules and functions each is looked at; what is not exported has no full name.
-spec named(boolean()) -> integer().
named(B) -> F = case B of true -> plus; false -> twice end, analysis_programs:F(3) + apply(analysis_programs, F, [4]).
plus(X) -> X + 1.
twice(X) -> 2 * X.
-spec named2(boolean()) -> integer().
named2(B) -> F = case B of true -> plus; false -> tenth end, analysis_programs:F(0).
tenth(X) -> 10 div X.
-spec named3(boolean()) -> integer().
named3(B) -> M = case B of true -> analysis_programs; false -> no_module end, M:plus(1).
-spec named4(integer()) -> integer().
named4(X) -> analysis_programs:inner(X).
inner(X) -> X.
-spec named5(boolean()) -> integer().
named5(B) -> F = case B of true -> fun plus/1; false -> fun analysis_programs:twice/1 end, apply(F, [3]).
%% Guards that compare two values.
ordered(X, Y) when X < Y -> 1; ordered(X, Y) when X == Y -> 2; ordered(A, B) when A > B -> 3.
-spec ordered2(integer(), integer()) -> integer().
ordered2(X, Y) when X < Y -> 1; ordered2(X, Y) when X > Y -> 3.
-spec ordered3(number(), number()) -> integer(). % ordered3(1, 1.0)
ordered3(X, Y) when X < Y -> 1; ordered3(X, Y) when X > Y -> 2; ordered3(X, X) -> 3.
-spec moved(-5..5, integer()) -> integer().
moved(X, Y) when X =/= 0, X =/= 3 -> Y div X + Y rem (3 - X); moved(_, _) -> 0.
%% An input may call what it is handed: handed(fun(K) -> K(9) end). Funs that it can only have got as inputs do not fail.
-spec handed(fun((fun((integer()) -> ok)) -> ok)) -> ok.
handed(F) -> F(fun(9) -> error(nine); (_) -> ok end).
-spec handed2(fun((any()) -> ok), any()) -> ok.
handed2(F, X) -> F([X]).
-spec handed3(fun((any()) -> ok)) -> ok. % handed3(fun([[[[[[[[[[G]]]]]]]]]]) -> G(9) end)
handed3(F) -> F([[[[[[[[[[fun(9) -> error(nine); (_) -> ok end]]]]]]]]]]).
-spec handed4(fun(({a, #{b := fun(() -> ok)}}) -> ok), integer()) -> ok. % handed4(fun({a, #{b := G}}) -> G() end, 0)
handed4(F, X) -> F({a, #{b => fun() -> 1 div X, ok end}}).
%% Places that may fail, each in one way: ways1 has two; of ways2's two one is caught; in ways3 the reason's variable
%% does not count. A reason that is computed, other modules (by way of two calls), two reasons at one place: not known.
-spec ways1(integer(), integer()) -> integer().
ways1(X, Y) -> X div Y + X rem (Y - 1).
-spec ways2(integer()) -> integer().
ways2(X) -> case catch 1 div X of Z when is_integer(Z) -> Z; _ -> 1 rem (X + 7) end.
-spec ways3(integer()) -> no_return().
ways3(X) -> error({bad, X}).
-spec ways4(integer()) -> no_return().
ways4(X) -> throw(X).
-spec ways5(integer(), [integer()]) -> integer().
ways5(N, L) -> lists:nth(N, L).
-spec ways6(map()) -> map().
ways6(M) -> M#{a := 1}.
-spec ways7([integer()]) -> [integer()].
ways7(L) -> lists:map(fun(X) -> 10 div X end, L).
-spec ways8(integer(), integer()) -> integer().
ways8(X, Y) -> case X of 7 -> X div Y; 8 -> Y rem (X - 8); 9 -> hd([E || E <- [Y], E > 5]); _ -> 0 end.
ways9(M) -> M#{a := 1}. % badmap, badkey
-spec ways10(integer()) -> no_return().
ways10(X) -> R = case X of 1 -> a; _ -> b end, throw(R).
-spec ways11(integer(), [integer()]) -> {integer(), integer()}.
ways11(N, L) ->
  A = lists:last(L),
  B = lists:last(lists:nthtail(1, [N | L]) -- [7]),
  {A, B}.
