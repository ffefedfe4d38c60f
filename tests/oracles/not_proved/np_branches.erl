%% SPDX-License-Identifier: Apache-2.0
%% Branches that the analysis takes for impossible: patterns that match less than they seem, guards that fail by raising.
-module(np_branches).
-export([raises/1, overflow/2, equal/1, zero/1, key/1, exact/1, tail/1, float_key/1, improper/1, either/2, neither/1, negated/1, order/1, kinds/1, tuple/1, nan/1, same/2, nested/1, alias/1, list_of/1]).

%% fails: raises(a)
-spec raises(integer() | a) -> ok.
raises(X) when X + 1 > 0 -> ok;
raises(X) when X + 1 =< 0 -> ok.

%% fails: overflow(1.0e308, 1.0e308)
-spec overflow(float(), float()) -> ok.
overflow(X, Y) when X + Y > 0.0 -> ok;
overflow(X, Y) when X + Y =< 0.0 -> ok.

%% fails: equal(1.0)
-spec equal(1 | float() | 2) -> ok.
equal(X) when X =:= 1 -> ok;
equal(X) when X /= 1 -> ok.

%% fails: zero(-0.0)
-spec zero(float()) -> ok.
zero(X) when X > 0.0 -> ok;
zero(X) when X < 0 -> ok.

%% fails: key(#{1.0 => a})
-spec key(#{1 | float() => a}) -> ok.
key(#{1 := a}) -> ok;
key(M) when map_size(M) =:= 0 -> ok.

%% fails: exact(1.0)
-spec exact(number()) -> ok.
exact(X) when X =/= 1.0 -> ok.

%% fails: tail([1 | a])
-spec tail(maybe_improper_list(integer(), a | [])) -> ok.
tail([]) -> ok;
tail([_ | T]) -> tail(T).

%% fails: float_key([1.0])
-spec float_key([1 | float()]) -> ok.
float_key([1 | T]) -> float_key(T);
float_key([]) -> ok.

%% fails: improper([a | b])
-spec improper([a] | nonempty_improper_list(a, b)) -> integer().
improper([a | T]) when is_list(T) -> 1;
improper([]) -> 0.

%% fails: either(1, 2)
-spec either(0..1, 0..2) -> ok.
either(X, Y) when X =:= 0; Y < 2 -> ok.

%% fails: neither(5)
-spec neither(0..9) -> ok.
neither(X) when not (X > 3 andalso X < 7) -> ok;
neither(X) when X =:= 4; X =:= 6 -> ok.

%% fails: negated(true)
-spec negated(boolean() | a) -> ok.
negated(X) when not X -> ok;
negated(X) when not is_boolean(X) -> ok.

%% fails: order({})
-spec order(term()) -> ok.
order(X) when X < {} -> ok;
order(X) when X > {} -> ok.

%% fails: kinds(<<1:1>>)
-spec kinds(bitstring()) -> ok.
kinds(X) when is_binary(X) -> ok.

%% fails: tuple({a, 1, 2})
-spec tuple({a, integer()} | {a, integer(), integer()}) -> ok.
tuple(T) when element(1, T) =:= a, tuple_size(T) < 3 -> ok.

%% fails: nan(9007199254740993)
-spec nan(9007199254740991..9007199254740993) -> ok.
nan(X) when X == 9007199254740991.0; X == 9007199254740992.0 -> ok.

%% fails: same(2, 2.0)
-spec same(number(), number()) -> ok.
same(X, Y) when X < Y; X > Y; X =:= Y -> ok.

%% fails: nested({1, {2, 4}})
-spec nested({0..1, {0..2, 0..4}}) -> ok.
nested({0, _}) -> ok;
nested({1, {X, _}}) when X < 2 -> ok;
nested({1, {2, Y}}) when Y =/= 4 -> ok.

%% fails: alias([2, 3])
-spec alias([1..3]) -> ok.
alias([X | _] = L) when X =:= 1; length(L) =/= 2 -> ok;
alias([_, Y]) when Y < 3 -> ok;
alias([]) -> ok.

%% fails: list_of([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
-spec list_of([0]) -> ok.
list_of(L) when length(L) =< 16 -> ok.
