%% SPDX-License-Identifier: Apache-2.0
%% Signatures of built-ins: what is just outside of what their rows allow.
-module(np_signature).
-export([add/2, mixed/2, times/2, over/1, by_zero/1, quotient/2, to_float/1, near/1, power/1, base/1, unbase/1, bytes/1, signed/1, first/1,
         match/1, pairs/1, improper/1, append/1, reverse/1, member/1, tuple/1, size_of/1, hash/1, flat/1, code_point/1, nested/1, exists/1, root/1, shift/1, atom/1]).

%% fails: add(1.0e308, 1.0e308)
-spec add(number(), number()) -> number().
add(X, Y) -> X + Y.

%% fails: mixed(1 bsl 1024, 1.0)
-spec mixed(integer(), float()) -> number().
mixed(X, Y) -> X - Y.

%% fails: times(1.0e200, 1.0e200)
-spec times(float(), float()) -> float().
times(X, Y) -> X * Y.

%% fails: over(1.0e308)
-spec over(float()) -> float().
over(X) -> X / 0.5.

%% fails: by_zero(0)
-spec by_zero(0..5) -> float().
by_zero(X) -> 5 / X.

%% fails: quotient(1 bsl 1024, 1)
-spec quotient(integer(), 1..5) -> float().
quotient(X, Y) -> X / Y.

%% fails: to_float(1 bsl 1024)
-spec to_float(integer()) -> float().
to_float(X) -> float(X).

%% fails: near((1 bsl 1024) - 1)
-spec near(pos_integer()) -> float().
near(X) when X < 179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123347747264062500000000000000000000000000000 -> 1.0;
near(X) -> X + 0.0.

%% fails: power(1024)
-spec power(0..1024) -> float().
power(X) -> math:pow(2, X).

%% fails: base(37)
-spec base(2..37) -> string().
base(B) -> integer_to_list(35, B).

%% fails: unbase(2)
-spec unbase(2..16) -> integer().
unbase(B) -> list_to_integer("7F", B).

%% fails: bytes([256])
-spec bytes([0..256]) -> binary().
bytes(L) -> list_to_binary(L).

%% fails: signed(-1)
-spec signed(integer()) -> binary().
signed(X) -> binary:encode_unsigned(X).

%% fails: first(<<>>)
-spec first(binary()) -> byte().
first(B) -> binary:first(B).

%% fails: match(<<>>)
-spec match(binary()) -> term().
match(B) -> binary:match(<<"abc">>, B).

%% fails: pairs([{a, 1}, {b}])
-spec pairs([{atom(), integer()} | {atom()}]) -> map().
pairs(L) -> maps:from_list(L).

%% fails: improper([1 | 2])
-spec improper(maybe_improper_list(integer(), integer())) -> integer().
improper(L) -> length(L).

%% fails: append(a)
-spec append([integer()] | a) -> list().
append(L) -> L ++ [1].

%% fails: reverse([1 | 2])
-spec reverse(nonempty_maybe_improper_list(integer(), integer())) -> list().
reverse(L) -> lists:reverse(L).

%% fails: member([1 | a])
-spec member(maybe_improper_list(1..2, a)) -> boolean().
member(L) -> lists:member(3, L).

%% fails: tuple([1 | 2])
-spec tuple(maybe_improper_list(integer(), integer())) -> tuple().
tuple(L) -> list_to_tuple(L).

%% fails: size_of(#{})
-spec size_of([integer()] | map()) -> integer().
size_of(L) -> length(L).

%% fails: hash(0)
-spec hash(0..10) -> integer().
hash(N) -> erlang:phash2(x, N).

%% fails: flat([[-1]])
-spec flat([[integer()]]) -> integer().
flat(L) -> iolist_size(L).

%% fails: code_point(16#D800)
-spec code_point(16#D7FF..16#D801) -> binary().
code_point(C) -> <<C/utf8>>.

%% fails: nested([<<1:3>>])
-spec nested([bitstring()]) -> binary().
nested(L) -> list_to_binary(L).

%% fails: exists(<<"no such atom, I hope so">>)
-spec exists(binary()) -> atom().
exists(B) -> binary_to_existing_atom(B).

%% fails: root(-1)
-spec root(integer()) -> float().
root(X) -> math:sqrt(X).

%% fails: shift(-1.0)
-spec shift(integer() | float()) -> integer().
shift(X) -> 1 bsl (X rem 5).

%% fails: atom("abc" ++ lists:duplicate(255, $x))
-spec atom(string()) -> atom().
atom(L) -> list_to_atom(L).
