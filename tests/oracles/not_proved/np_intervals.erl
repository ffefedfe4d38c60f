%% SPDX-License-Identifier: Apache-2.0
%% Intervals of the analysis and of facts: arithmetic on them, at and beyond the ends of 64 bits.
-module(np_intervals).
-export([sum/1, difference/1, product/2, negated/1, absolute/1, quotient/1, remainder/2, mask/1, joined/2, left/1, right/1, minimum/2, maximum/1, complement/1, hole/1, holes/1]).

%% fails: sum(9223372036854775806)
-spec sum(1..9223372036854775806) -> ok.
sum(X) when X + X =< 18446744073709551611 -> ok.

%% fails: difference(9223372036854775807)
-spec difference(integer()) -> ok.
difference(X) when X > 9223372036854775806 -> case -2 - X of D when D > -9223372036854775809 -> ok end;
difference(_) -> ok.

%% fails: product(4294967296, 4294967296)
-spec product(0..4294967296, 0..4294967296) -> ok.
product(X, Y) -> case X * Y of P when P < 18446744073709551616 -> ok end.

%% fails: negated(-9223372036854775808)
-spec negated(-9223372036854775808..0) -> ok.
negated(X) -> case -X of N when N =< 9223372036854775807 -> ok end.

%% fails: absolute(-(1 bsl 63))
-spec absolute(integer()) -> ok.
absolute(X) when X >= -9223372036854775808, X < 0 -> case abs(X) of A when A =< 9223372036854775807 -> ok end;
absolute(_) -> ok.

%% fails: quotient(-1)
-spec quotient(-1 | 1) -> ok.
quotient(D) -> case -9223372036854775808 div D of Q when Q < 9223372036854775808 -> ok end.

%% fails: remainder(-5, 3)
-spec remainder(integer(), pos_integer()) -> ok.
remainder(X, Y) -> case X rem Y of R when R >= 0 -> ok; R when R < -1000000 -> ok; -1 -> ok end.

%% fails: mask(-1)
-spec mask(integer()) -> ok.
mask(X) -> case X band -256 of M when M >= 0 -> ok; M when M =< -257 -> ok end.

%% fails: joined(4, 3)
-spec joined(0..4, 0..3) -> ok.
joined(X, Y) -> case X bor Y of J when J =< 6 -> ok end.

%% fails: left(62)
-spec left(0..63) -> ok.
left(N) -> case 3 bsl N of L when L < 9223372036854775807 -> ok end.

%% fails: right(-9223372036854775809)
-spec right(integer()) -> ok.
right(X) when X < 0 -> case X bsr 63 of R when R >= -1 -> ok; R when R < -2 -> ok end;
right(_) -> ok.

%% fails: minimum(1 bsl 64, 1 bsl 65)
-spec minimum(integer(), integer()) -> ok.
minimum(X, Y) -> case min(X, Y) of M when M =< 18446744073709551615 -> ok end.

%% fails: maximum(1 bsl 63)
-spec maximum(integer()) -> ok.
maximum(X) -> case max(X, 9223372036854775807) of 9223372036854775807 -> ok end.

%% fails: complement(9223372036854775808)
-spec complement(integer()) -> ok.
complement(X) -> case bnot X of N when N >= -9223372036854775808 -> ok; N when N < -9223372036854775809 -> ok end.

%% fails: hole(-9223372036854775808)
-spec hole(integer()) -> ok.
hole(X) when X =/= -9223372036854775808 -> ok.

%% fails: holes(9223372036854775807)
-spec holes(integer()) -> ok.
holes(X) when X < 9223372036854775807 -> ok;
holes(X) when X > 9223372036854775807 -> ok.
