%% SPDX-License-Identifier: Apache-2.0
%% Bits of integers that have no width, and arithmetic that the solver does in bit vectors.
-module(np_bits).
-export([low/1, high/1, xored/2, shifted/1, right/1, negative/1, complement/1, product/2, squares/2, masked/1, power/1, wide/1, carry/2, zero/1, remainder/2, unknown_shift/2, sign/1, both/2, or_/1, big_product/2]).

%% fails: low((1 bsl 80) + 5)
-spec low(integer()) -> ok.
low(X) when X > 1180591620717411303424, X band 7 =:= 5 -> error(hit);
low(_) -> ok.

%% fails: high(1 bsl 70)
-spec high(integer()) -> ok.
high(X) when X bsr 70 =:= 1 -> error(hit);
high(_) -> ok.

%% fails: xored(5, 3)
-spec xored(0..7, 0..7) -> ok.
xored(X, Y) when X bxor Y =:= 6, X > Y, Y band 1 =:= 1, X =:= 5 -> error(hit);
xored(_, _) -> ok.

%% fails: shifted(1 bsl 60)
-spec shifted(integer()) -> ok.
shifted(X) when X bsl 4 =:= 18446744073709551616 -> error(hit);
shifted(_) -> ok.

%% fails: right(-1)
-spec right(integer()) -> ok.
right(X) when X bsr 100 =:= -1 -> error(hit);
right(_) -> ok.

%% fails: negative(-(1 bsl 65) + 1)
-spec negative(neg_integer()) -> ok.
negative(X) when X band 3 =:= 1, X < -36893488147419103230, X > -36893488147419103240 -> error(hit);
negative(_) -> ok.

%% fails: complement(-(1 bsl 64))
-spec complement(integer()) -> ok.
complement(X) when bnot X =:= 18446744073709551615 -> error(hit);
complement(_) -> ok.

%% fails: product(4294967297, 4294967295)
-spec product(integer(), integer()) -> ok.
product(X, Y) when X * Y =:= 18446744073709551615, X =:= 4294967297 -> error(hit);
product(_, _) -> ok.

%% fails: squares(3, 4)
-spec squares(1..20, 1..20) -> ok.
squares(X, Y) when X * X + Y * Y =:= 25, X < Y -> error(hit);
squares(_, _) -> ok.

%% fails: masked(16#FF00000000000000FF)
-spec masked(pos_integer()) -> ok.
masked(X) when X band 16#FF00000000000000FF =:= X, X > 16#FF0000000000000000, X band 255 =:= 255, X bsr 64 =:= 255 -> error(hit);
masked(_) -> ok.

%% fails: power(64)
-spec power(0..64) -> ok.
power(N) when 1 bsl N < 18446744073709551616 -> ok.

%% fails: wide(-(1 bsl 63) - 1)
-spec wide(integer()) -> ok.
wide(X) when X band 16#FFFFFFFFFFFFFFFF =:= 16#7FFFFFFFFFFFFFFF, X < 0, X > -9223372036854775811 -> error(hit);
wide(_) -> ok.

%% fails: carry(9223372036854775807, 1)
-spec carry(pos_integer(), pos_integer()) -> ok.
carry(X, Y) when X + Y =:= 9223372036854775808, X > 9223372036854775806 -> error(hit);
carry(_, _) -> ok.

%% fails: zero(1 bsl 64)
-spec zero(pos_integer()) -> ok.
zero(X) when X band 16#FFFFFFFFFFFFFFFF =/= 0 -> ok;
zero(X) when X > 18446744073709551616 -> ok.

%% fails: remainder(-7, 3)
-spec remainder(-10..10, 1..5) -> ok.
remainder(X, Y) when X rem Y =:= -1, Y =:= 3, X < -5 -> error(hit);
remainder(_, _) -> ok.

%% fails: unknown_shift(3, 70)
-spec unknown_shift(1..3, 0..80) -> ok.
unknown_shift(X, N) when X bsl N =:= 3541774862152233910272 -> error(hit);
unknown_shift(_, _) -> ok.

%% fails: sign(-(1 bsl 80))
-spec sign(integer()) -> ok.
sign(X) -> case X bsr 79 of -2 -> error(hit); _ -> ok end.

%% fails: both(-1, 1 bsl 64)
-spec both(integer(), integer()) -> ok.
both(X, Y) when X band Y =:= 18446744073709551616, X < 0 -> error(hit);
both(_, _) -> ok.

%% fails: or_(1 bsl 64)
-spec or_(non_neg_integer()) -> ok.
or_(X) when X bor 1 =:= 18446744073709551617, X band 1 =:= 0 -> error(hit);
or_(_) -> ok.

%% fails: big_product(3, 6148914691236517206)
-spec big_product(1..10, pos_integer()) -> ok.
big_product(X, Y) when X * Y =:= 18446744073709551618, X =:= 3 -> error(hit);
big_product(_, _) -> ok.
