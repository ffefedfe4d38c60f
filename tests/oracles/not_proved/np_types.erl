%% SPDX-License-Identifier: Apache-2.0
%% Types of specs: which values they let through.
-module(np_types).
-export([string/1, char/1, iolist/1, overloaded/1, when_/2, record/1, recursive/1, map_rest/1, map_union/1, ordset/1, timeout/1, number/1, module/1, mfa/1, arity/1, nonempty/1, improper/1, fun_any/1, bounded/1, parametric/1, binary_unit/1, boolean/1, atom/1, tuple_any/1, alternatives/1, node/1, reference/1, identifier/1, map_any/1, no_values/1]).
-record(r, {a = 1 :: 1..3, b :: undefined | atom()}).
-type tree() :: leaf | {tree(), integer(), tree()}.
-type pair(A, B) :: {A, B}.
-type many() :: 1 | 2 | 3 | 5 | 8 | 13 | 21 | 34 | 55 | 89 | 144.

%% fails: string([16#D800])
-spec string(string()) -> ok.
string(S) -> case unicode:characters_to_binary(S) of B when is_binary(B) -> ok end.

%% fails: char(16#10FFFF)
-spec char(char()) -> ok.
char(C) when C < 16#10FFFF -> ok.

%% fails: iolist([[<<"a">> | <<"b">>]])
-spec iolist(iolist()) -> ok.
iolist([]) -> ok;
iolist([X | _]) when is_integer(X); is_binary(X) -> ok;
iolist([[] | _]) -> ok;
iolist([[_ | T] | _]) when is_list(T) -> ok.

%% fails: overloaded(a)
-spec overloaded(integer()) -> integer(); (atom()) -> atom().
overloaded(X) when is_integer(X) -> X;
overloaded(X) when X =/= a -> X.

%% fails: when_(1, 2)
-spec when_(A, B) -> ok when A :: 0..1, B :: A | 2.
when_(A, B) when A + B < 3 -> ok.

%% fails: record({r, 2, x})
-spec record(#r{}) -> ok.
record(#r{a = 1}) -> ok;
record(#r{b = undefined}) -> ok;
record(#r{a = 3}) -> ok.

%% fails: recursive({leaf, 1, {leaf, 7, leaf}})
-spec recursive(tree()) -> ok.
recursive(leaf) -> ok;
recursive({L, N, R}) when N =/= 7 -> recursive(L), recursive(R).

%% fails: map_rest(#{a => 1, b => 5})
-spec map_rest(#{a := 1, atom() => 1..5}) -> ok.
map_rest(#{b := X}) when X < 5 -> ok;
map_rest(M) when not is_map_key(b, M) -> ok.

%% fails: map_union(#{b => 2})
-spec map_union(#{a := integer()} | #{b := 1..2}) -> ok.
map_union(#{a := _}) -> ok;
map_union(#{b := 1}) -> ok.

%% fails: ordset([2, 1])
-spec ordset([1..2]) -> ok.
ordset([]) -> ok;
ordset([_]) -> ok;
ordset([X, Y]) when X =< Y -> ok;
ordset([_, _, _ | _]) -> ok.

%% fails: timeout(infinity)
-spec timeout(timeout()) -> integer().
timeout(T) -> T + 1.

%% fails: number(0.5)
-spec number(number()) -> ok.
number(X) when trunc(X) == X -> ok.

%% fails: module('')
-spec module(module()) -> ok.
module(M) -> case atom_to_list(M) of [_ | _] -> ok end.

%% fails: mfa({a, b, 255})
-spec mfa(mfa()) -> ok.
mfa({_, _, A}) when A < 255 -> ok.

%% fails: arity(255)
-spec arity(arity()) -> ok.
arity(A) when A =< 254 -> ok.

%% fails: nonempty([a])
-spec nonempty(nonempty_list(a | b)) -> ok.
nonempty([b | _]) -> ok;
nonempty([_, _ | _]) -> ok.

%% fails: improper([a | b])
-spec improper(nonempty_improper_list(a, b)) -> ok.
improper([_ | T]) when T =/= b -> ok.

%% fails: fun_any(fun() -> a end)
-spec fun_any(fun()) -> ok.
fun_any(F) when is_function(F, 1); is_function(F, 2) -> ok.

%% fails: bounded(-5)
-spec bounded(X) -> ok when X :: -5..5.
bounded(X) when X > -5 -> ok.

%% fails: parametric({2, b})
-spec parametric(pair(1 | 2, a | b)) -> ok.
parametric({1, _}) -> ok;
parametric({_, a}) -> ok.

%% fails: binary_unit(<<0:24>>)
-spec binary_unit(<<_:8, _:_*16>>) -> ok.
binary_unit(B) when byte_size(B) =/= 3 -> ok.

%% fails: boolean(false)
-spec boolean(boolean()) -> ok.
boolean(B) when B -> ok.

%% fails: atom(nobody_names_this_one)
-spec atom(atom()) -> ok.
atom(A) -> case length(atom_to_list(A)) of N when N =/= 21 -> ok end.

%% fails: tuple_any({1, 2, 3, 4, 5, 6, 7})
-spec tuple_any(tuple()) -> ok.
tuple_any(T) when tuple_size(T) =/= 7 -> ok.

%% fails: alternatives(144)
-spec alternatives(many()) -> ok.
alternatives(N) when N < 144 -> ok.

%% fails: node(a)
-spec node(node() | a) -> ok.
node(N) when N =/= a -> ok.

%% fails: reference(make_ref())
-spec reference(reference() | integer()) -> integer().
reference(X) -> X + 1.

%% fails: identifier(self())
-spec identifier(identifier() | integer()) -> ok.
identifier(X) when not is_pid(X) -> ok.

%% fails: map_any(#{{1, 2} => 3})
-spec map_any(map()) -> ok.
map_any(M) -> case maps:get({1, 2}, M, 0) of 3 -> error(three); _ -> ok end.

%% fails: no_values([])
-spec no_values([none()]) -> ok.
no_values([_ | _]) -> ok.
