%% SPDX-License-Identifier: Apache-2.0
%% Periods of quotients and remainders: a sign changes the period, an open end has no last period.
-module(np_periods).
-export([two/2, beyond/1, negative/1, truncates/1, year/1, sum/2, late/1, pair/2, third/1, slope/1, far/2, down/1]).

%% fails: two(-(1 bsl 63), -(1 bsl 63) - 1)
-spec two(integer(), integer()) -> ok.
two(X, Y) when X < -9223372036854775807, Y < X -> error(hit);
two(_, _) -> ok.

%% fails: beyond(9223372036854775807 * 3)
-spec beyond(integer()) -> ok.
beyond(X) when X div 3 > 9223372036854775806, X rem 3 =:= 0 -> error(hit);
beyond(_) -> ok.

%% fails: negative(-7)
-spec negative(integer()) -> ok.
negative(X) when X rem 5 =:= -2 -> error(hit);
negative(_) -> ok.

%% fails: truncates(-1)
-spec truncates(integer()) -> ok.
truncates(X) when X div 2 =:= 0, X rem 2 =/= 0, X rem 2 =/= 1 -> error(hit);
truncates(_) -> ok.

%% fails: year(1900)
-spec year(pos_integer()) -> ok.
year(Y) when Y rem 4 =:= 0, Y rem 100 =/= 0; Y rem 400 =:= 0 -> ok;
year(Y) when Y rem 4 =/= 0 -> ok.

%% fails: sum(-9223372036854775809, -9223372036854775811)
-spec sum(integer(), integer()) -> ok.
sum(X, Y) when X < -9223372036854775806, Y < X, Y rem 7 =:= -4, X rem 5 =:= -4 -> error(hit);
sum(_, _) -> ok.

%% fails: late(9223372036854775808)
-spec late(integer()) -> ok.
late(X) when X > 9223372036854775807, X rem 1024 =:= 0 -> error(hit);
late(_) -> ok.

%% fails: pair(9223372036854775808, 1)
-spec pair(9223372036854775805..9223372036854775809, 0..1) -> ok.
pair(X, Y) when (X + Y) rem 3 =:= 0, X rem 2 =:= 0, Y =:= 1 -> error(hit);
pair(_, _) -> ok.

%% fails: third(-4)
-spec third(integer()) -> ok.
third(X) when X - 3 * (X div 3) < 0 -> error(hit);
third(_) -> ok.

%% fails: slope(3074457345618258603)
-spec slope(pos_integer()) -> ok.
slope(X) when 3 * X > 9223372036854775807, X rem 10 =:= 3 -> error(hit);
slope(_) -> ok.

%% fails: far(0, 1 bsl 70)
-spec far(0..3, integer()) -> ok.
far(X, Y) when Y > 1000000000000000000000, (X + Y) rem 4 =:= 0 -> error(hit);
far(_, _) -> ok.

%% fails: down(-9223372036854775817)
-spec down(neg_integer()) -> ok.
down(X) when (X + 9) div 2 < -9223372036854775807 div 2, X rem 10 =:= -7, X > -9223372036854775827 -> error(hit);
down(_) -> ok.
