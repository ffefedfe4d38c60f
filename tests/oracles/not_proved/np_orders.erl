%% SPDX-License-Identifier: Apache-2.0
%% Differences of unknowns, the order of terms, sorting, minima.
-module(np_orders).
-export([chain/3, sum/2, far/2, twice/2, atoms/2, lists/2, tuples/2, maps_/2, kinds/2, sorted/1, maximum/1, minimum/2, usort/1, equal/2, between/3, floats/2, strings/2, binaries/2, excluded/2, merged/2]).

%% fails: chain(0, 1, 2)
-spec chain(integer(), integer(), integer()) -> ok.
chain(X, Y, Z) when X >= Y; Y >= Z; Z - X =/= 2 -> {X, Y, Z}, ok.

%% fails: sum(1 bsl 62, 1 bsl 62)
-spec sum(integer(), integer()) -> ok.
sum(X, Y) when X - Y =:= 0, X + Y =:= 9223372036854775808 -> error(hit);
sum(_, _) -> ok.

%% fails: far(0, 1 bsl 70)
-spec far(integer(), integer()) -> ok.
far(X, Y) when X + 1180591620717411303423 < Y, X =:= 0, Y < 1180591620717411303425 -> error(hit);
far(_, _) -> ok.

%% fails: twice(-1, 1)
-spec twice(integer(), integer()) -> ok.
twice(X, Y) when X < Y, Y < X + 3, Y > X + 1, X =:= -1 -> error(hit);
twice(_, _) -> ok.

%% fails: atoms(ab, b)
-spec atoms(atom(), a | b) -> ok.
atoms(A, B) when A < B, A > a -> error(hit);
atoms(_, _) -> ok.

%% fails: lists([1], [1, 0])
-spec lists([0..1], [0..1]) -> ok.
lists(A, B) when A < B, length(A) < length(B), hd(A) =:= 1 -> error(hit);
lists(_, _) -> ok.

%% fails: tuples({2}, {1, 1})
-spec tuples({0..2}, {0..1, 0..1}) -> ok.
tuples(A, B) when A > B -> ok.

%% fails: maps_(#{a => 1}, #{b => 0})
-spec maps_(#{a => 0..1}, #{b => 0..1}) -> ok.
maps_(A, B) when map_size(A) =:= 1, map_size(B) =:= 1, A < B -> error(hit);
maps_(_, _) -> ok.

%% fails: kinds([], {})
-spec kinds(integer() | atom() | [], {} | map()) -> ok.
kinds(A, B) when A < B -> ok.

%% fails: sorted([2, 1])
-spec sorted([1..2]) -> ok.
sorted(L) -> case lists:sort(L) of L -> ok end.

%% fails: maximum([1, 5, 2])
-spec maximum([1..5, ...]) -> ok.
maximum(L) -> case lists:max(L) of 5 when hd(L) =/= 5 -> error(hit); _ -> ok end.

%% fails: minimum(1, a)
-spec minimum(integer(), atom()) -> ok.
minimum(A, B) -> case min(A, B) of B -> ok end.

%% fails: usort([1, 1])
-spec usort([1..2]) -> ok.
usort(L) -> case length(lists:usort(L)) =:= length(L) of true -> ok end.

%% fails: equal([1], [1.0])
-spec equal([integer()], [float()]) -> ok.
equal(A, B) when A == B, A =/= [] -> error(hit);
equal(_, _) -> ok.

%% fails: between(0, 2, 1)
-spec between(0..2, 0..2, 0..2) -> ok.
between(A, B, C) when A < C, C < B -> error(hit);
between(_, _, _) -> ok.

%% fails: floats(0.1, 0.2)
-spec floats(float(), float()) -> ok.
floats(A, B) when B - A < 0.11, B - A > 0.09, A > 0.05, A < 0.15 -> error(hit);
floats(_, _) -> ok.

%% fails: strings("ab", "b")
-spec strings(string(), string()) -> ok.
strings([C | _] = A, B) when A < B, C =:= $a, length(B) =:= 1, hd(B) =:= $b -> error(hit);
strings(_, _) -> ok.

%% fails: binaries(<<1>>, <<1, 0>>)
-spec binaries(binary(), binary()) -> ok.
binaries(A, B) when A < B, byte_size(A) =:= 1, byte_size(B) =:= 2 -> error(hit);
binaries(_, _) -> ok.

%% fails: excluded(3, 3)
-spec excluded(0..3, 0..3) -> ok.
excluded(A, B) when A =/= B; A < 3 -> {A, B}, ok.

%% fails: merged([1, 3], [2])
-spec merged([1..3], [1..3]) -> ok.
merged(A, B) -> case lists:merge(A, B) of [1, 2, 3] -> error(hit); _ -> ok end.
