%% SPDX-License-Identifier: Apache-2.0
%% Value numbering and relations: expressions that look the same and are not, or orders that go round.
-module(np_values).
-export([again/1, stored/1, sum/2, swapped/2, chain/3, differs/2, twice/1, parity/1, shadow/1, fun_value/2, after_put/1, elements/1, lengths/2, float_sum/2, cyclic/3, remainder/1, sizes/1]).

%% fails: again(3)
-spec again(0..5) -> ok.
again(X) when X * 2 > 7 -> ok;
again(X) when X * 3 < 9 -> ok.

%% fails: stored(1)
-spec stored(0..1) -> ok.
stored(X) -> put(k, 0), A = get(k), put(k, X), B = get(k), case A =:= B of true -> ok end.

%% fails: sum(1, 3)
-spec sum(0..3, 0..3) -> ok.
sum(X, Y) when X + Y < 4 -> ok;
sum(X, Y) when X - Y >= -1 -> ok.

%% fails: swapped(1, 2)
-spec swapped(integer(), integer()) -> ok.
swapped(X, Y) when X - Y >= 0 -> ok;
swapped(X, Y) when Y - X =< 0 -> ok.

%% fails: chain(1, 2, 3)
-spec chain(integer(), integer(), integer()) -> ok.
chain(X, Y, _) when X >= Y -> ok;
chain(_, Y, Z) when Y >= Z -> ok;
chain(X, _, Z) when X + 2 > Z -> ok.

%% fails: differs(2, 5)
-spec differs(0..5, 0..5) -> ok.
differs(X, Y) when X >= Y -> ok;
differs(X, Y) when Y - X < 3 -> ok;
differs(X, Y) when Y - X > 3 -> ok.

%% fails: twice(2)
-spec twice(0..3) -> ok.
twice(X) -> Y = X + X, case Y - X of Z when Z =/= 2 -> ok end.

%% fails: parity(3)
-spec parity(integer()) -> ok.
parity(X) when X rem 2 =:= 0 -> ok;
parity(X) when X rem 4 =:= 1; X rem 4 < 0 -> ok.

%% fails: shadow([1, 2])
-spec shadow([integer()]) -> ok.
shadow(L) -> F = fun(X, A) when X > A -> X; (_, A) -> A end, case lists:foldl(F, 0, L) of N when N =< 1 -> ok end.

%% fails: fun_value(1, 3)
-spec fun_value(0..3, 0..3) -> ok.
fun_value(X, Y) -> F = fun(A) -> A + X end, case F(Y) of S when S =/= X * 4 -> ok end.

%% fails: after_put(a)
-spec after_put(a | b) -> ok.
after_put(X) -> put(X, 1), put(b, 2), case get(X) of 2 -> ok end.

%% fails: elements({1, 2})
-spec elements({0..2, 0..2}) -> ok.
elements(T) when element(1, T) >= element(2, T) -> ok;
elements({X, Y}) when X + 1 < Y; X =:= 0 -> ok.

%% fails: lengths([1], [1, 2])
-spec lengths([integer()], [integer()]) -> ok.
lengths(A, B) when length(A) =:= length(B) -> ok;
lengths(A, B) when length(A) > length(B); A =:= [] -> ok.

%% fails: float_sum(1.0e16, 1.0)
-spec float_sum(float(), float()) -> ok.
float_sum(X, Y) when Y =< 0.5; Y > 1.0e300; X > 1.0e300; X < -1.0e300 -> ok;
float_sum(X, Y) when X + Y > X -> ok.

%% fails: cyclic(1, 2, 1)
-spec cyclic(integer(), integer(), integer()) -> ok.
cyclic(X, Y, Z) when X < Y, Y < Z, X < Z -> ok;
cyclic(X, Y, Z) when X >= Y; Y =< Z -> {X, Y, Z}, ok.

%% fails: remainder(-1)
-spec remainder(integer()) -> ok.
remainder(X) -> case X rem 3 of 0 -> ok; 1 -> ok; 2 -> ok; R when R < -1 -> ok end.

%% fails: sizes(<<1, 2, 3>>)
-spec sizes(binary()) -> ok.
sizes(B) when byte_size(B) < 3 -> ok;
sizes(B) when byte_size(B) rem 3 =/= 0 -> ok;
sizes(B) when byte_size(B) > 3 -> ok.
