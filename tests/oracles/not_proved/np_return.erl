%% SPDX-License-Identifier: Apache-2.0
%% What is returned against the spec (--check-return): "returns" stands for a call whose value the type does not have.
-module(np_return).
-export([low/1, high/1, zero/1, atom/1, element/1, list/1, improper/1, nested/1, float/1, map/1, missing/1, bits/1, size/1, union/1, overloaded/1, recursive/1, bool/1, string/1, tail/1, beyond/1]).

%% returns: low(0)
-spec low(0..3) -> pos_integer().
low(X) -> X.

%% returns: high(9223372036854775807)
-spec high(integer()) -> neg_integer() | 0..9223372036854775807.
high(X) -> X + 1.

%% returns: zero(0.0)
-spec zero(number()) -> integer().
zero(X) -> X * 1.

%% returns: atom(c)
-spec atom(a | b | c) -> a | b.
atom(X) -> X.

%% returns: element({1, b})
-spec element({integer(), a | b}) -> {integer(), a}.
element(T) -> T.

%% returns: list([2])
-spec list([0..2]) -> [0..1].
list(L) -> lists:reverse(L).

%% returns: improper(a)
-spec improper(a | []) -> [integer()].
improper(T) -> [1 | T].

%% returns: nested(3)
-spec nested(0..3) -> {ok, {0..2}}.
nested(X) -> {ok, {X}}.

%% returns: float(1)
-spec float(integer()) -> float().
float(X) when X =:= 1 -> X;
float(_) -> 1.0.

%% returns: map(2)
-spec map(1..2) -> #{k := 1}.
map(X) -> #{k => X}.

%% returns: missing(b)
-spec missing(a | b) -> #{a := 1}.
missing(K) -> #{K => 1}.

%% returns: bits(9)
-spec bits(0..9) -> <<_:_*3>> | <<_:1>> | <<_:2>> | <<_:4>> | <<_:5>> | <<_:7>> | <<_:8>> .
bits(N) when N < 9 -> <<0:N>>;
bits(_) -> <<0:10>>.

%% returns: size([])
-spec size([a]) -> nonempty_list(a).
size(L) -> L.

%% returns: union(4)
-spec union(0..4) -> 0 | 1 | 2 | 3.
union(X) -> X.

%% returns: overloaded(b)
-spec overloaded(integer()) -> integer(); (a | b) -> a.
overloaded(X) -> X.

%% returns: recursive([[b]])
-spec recursive(T) -> R when T :: [a | b | [a | b]], R :: [a | b | [a]].
recursive(T) -> T.

%% returns: bool(undefined)
-spec bool(true | false | undefined) -> boolean().
bool(X) -> X.

%% returns: string(<<"a">>)
-spec string(string() | binary()) -> string().
string(S) -> S.

%% returns: tail([1, 2, 3])
-spec tail([1..3]) -> [1..2].
tail([_ | T]) -> T;
tail([]) -> [].

%% returns: beyond(-9223372036854775808)
-spec beyond(integer()) -> integer() | none.
beyond(X) when X =:= -9223372036854775808 -> nothing;
beyond(X) -> X.
