%% SPDX-License-Identifier: Apache-2.0
%% Floats: rounding, overflow, signs of zero, numbers that floats do not hold.
-module(np_floats).
-export([overflow/1, sum/3, absorbed/1, half/1, exact/1, compare/1, trunc_/1, tiny/1, negative_zero/1, ordered/2, product/2, square/1, int_sum/1, division/2, to_int/1, round_/1, log_/1, acos_/1, pow_/2, chain/1, box/2, third/1]).

%% fails: overflow(1.0e155)
-spec overflow(float()) -> float().
overflow(X) -> X * X.

%% fails: sum(1.0e308, 1.0e308, -1.0e308)
-spec sum(float(), float(), float()) -> float().
sum(X, Y, Z) when X + Z < 1.0e308 -> X + Y + Z;
sum(_, _, _) -> 0.0.

%% fails: absorbed(1.0e17)
-spec absorbed(float()) -> ok.
absorbed(X) when X + 1.0 =/= X -> ok;
absorbed(X) when X < 1.0e16; X > 2.0e17 -> ok.

%% fails: half(0.1)
-spec half(float()) -> ok.
half(X) when X + 0.2 =/= 0.30000000000000004 -> ok.

%% fails: exact(9007199254740993)
-spec exact(integer()) -> ok.
exact(X) when float(X) == X; X > 9007199254740993; X < 0 -> ok.

%% fails: compare(9007199254740993)
-spec compare(9007199254740992..9007199254740993) -> ok.
compare(X) when X =< 9007199254740992.0 -> ok.

%% fails: trunc_(1.0e20)
-spec trunc_(float()) -> ok.
trunc_(X) when trunc(X) < 9223372036854775807; X > 1.0e20 -> ok;
trunc_(X) when X < 1.0e19 -> ok.

%% fails: tiny(5.0e-324)
-spec tiny(float()) -> ok.
tiny(X) when X =< 0.0; X / 2.0 > 0.0 -> ok.

%% fails: negative_zero(-0.0)
-spec negative_zero(float()) -> ok.
negative_zero(X) -> case <<X/float>> of <<1:1, 0:63>> -> error(minus_zero); _ -> ok end.

%% fails: ordered(9007199254740993, 9007199254740992.0)
-spec ordered(integer(), float()) -> ok.
ordered(X, Y) when X =< Y -> ok;
ordered(X, Y) when float(X) > Y; X > 9007199254740993; X < 0 -> ok.

%% fails: product(1.5, 2.0)
-spec product(float(), float()) -> ok.
product(X, Y) when X * Y =/= 3.0; X =/= 1.5 -> ok.

%% fails: square(1.4142135623730951)
-spec square(float()) -> ok.
square(X) when X < 1.4; X > 1.5 -> ok;
square(X) when X * X =/= 2.0000000000000004 -> ok.

%% fails: int_sum(1.0)
-spec int_sum(float()) -> ok.
int_sum(X) when X + 9007199254740992 =/= 9007199254740992.0; X =< 0.5; X > 1.0 -> ok.

%% fails: division(1.0, 3.0)
-spec division(float(), float()) -> ok.
division(X, Y) when Y =/= 3.0; X =/= 1.0 -> ok;
division(X, Y) when X / Y > 0.34 -> ok.

%% fails: to_int(0.5)
-spec to_int(float()) -> ok.
to_int(X) when round(X) =:= trunc(X); X < 0.0; X > 0.5 -> ok.

%% fails: round_(-0.5)
-spec round_(float()) -> ok.
round_(X) when round(X) >= 0; X < -0.5 -> ok.

%% fails: log_(0.0)
-spec log_(float()) -> float().
log_(X) when X < 0.0 -> X;
log_(X) -> math:log(X).

%% fails: acos_(1.5)
-spec acos_(float()) -> float().
acos_(X) when X > 2.0; X < 0.0 -> X;
acos_(X) -> math:acos(X).

%% fails: pow_(-1.0, 0.5)
-spec pow_(float(), float()) -> float().
pow_(X, Y) when X > 2.0; Y > 2.0; X < -1.0e10; Y < 0.0 -> X;
pow_(X, Y) -> math:pow(X, Y).

%% fails: chain(1.0e103)
-spec chain(float()) -> float().
chain(X) when X > 1.0e104 -> X;
chain(X) -> X * X * X.

%% fails: box(0.75, 0.25)
-spec box(float(), float()) -> ok.
box(X, Y) when X + Y =/= 1.0; X - Y =/= 0.5 -> ok.

%% fails: third(0.3333333333333333)
-spec third(float()) -> ok.
third(X) when X * 3.0 =/= 1.0; X > 0.33333333333333335 -> ok;
third(X) when X < 0.333 -> ok.
