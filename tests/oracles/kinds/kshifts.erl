% SPDX-License-Identifier: Apache-2.0
%% Shifts and bitwise operations. See kbits.
-module(kshifts).
-export([left_sym/1, left_both/2, left_big/1, right_neg/1, shift_negative/1, right_grow/1, band_big/1, bor_neg/1,
         xor_both/2, bnot_sum/1, bnot_big/1, xor_big/1, low_bits/1, swap/1, power_of_two/1, sum_shift/2,
         not_number/1, float_shift/1, masked_field/1, popcount/1, hashing/1, negative_and/1]).

%! kshifts:left_sym(7)
%! kshifts:left_sym(1 bsl 26)
-spec left_sym(integer()) -> ok.
left_sym(N) ->
    case 3 bsl N of
        384 -> error(found);
        _ -> ok
    end.

%! kshifts:left_both(5, 4)
-spec left_both(1..100, 1..20) -> ok.
left_both(X, N) ->
    case X bsl N of
        80 when X > 4 -> error(found);
        _ -> ok
    end.

%! kshifts:left_big(1)
-spec left_big(integer()) -> ok.
left_big(X) when X bsl 130 =:= 1361129467683753853853498429727072845824 -> error(found);
left_big(_) -> ok.

%! kshifts:right_neg(-9)
-spec right_neg(integer()) -> ok.
right_neg(X) when X bsr 2 =:= -3, X band 3 =:= 3 -> error(found);
right_neg(_) -> ok.

%! kshifts:shift_negative(-3)
%! kshifts:shift_negative(1 bsl 26)
-spec shift_negative(integer()) -> ok.
shift_negative(N) ->
    case 80 bsl N of
        10 -> error(found);
        _ -> ok
    end.

%! kshifts:right_grow(-4)
%! kshifts:right_grow(-(1 bsl 26))
-spec right_grow(integer()) -> ok.
right_grow(N) ->
    case 5 bsr N of
        80 -> error(found);
        _ -> ok
    end.

%! kshifts:band_big(1267650600228229401496703205381)
-spec band_big(integer()) -> ok.
band_big(X) when X band ((1 bsl 101) - 1) =:= (1 bsl 100) + 5, X > 0, X < 1 bsl 101 -> error(found);
band_big(_) -> ok.

%! kshifts:bor_neg(-16)
-spec bor_neg(integer()) -> ok.
bor_neg(X) when X bor 15 =:= -1, X rem 16 =:= 0, X > -17 -> error(found);
bor_neg(_) -> ok.

%! kshifts:xor_both(2#1010, 2#0110)
-spec xor_both(integer(), integer()) -> ok.
xor_both(X, Y) when X bxor Y =:= 12, X + Y =:= 16, X > Y -> error(found);
xor_both(_, _) -> ok.

%! kshifts:bnot_sum(-5)
-spec bnot_sum(integer()) -> ok.
bnot_sum(X) when bnot X + 3 =:= 7 -> error(found);
bnot_sum(_) -> ok.

%! kshifts:bnot_big(-1000000000000000000000000000000000000000000000000000000000000000000001)
-spec bnot_big(integer()) -> ok.
bnot_big(X) when bnot X =:= 1000000000000000000000000000000000000000000000000000000000000000000000 -> error(found);
bnot_big(_) -> ok.

%! kshifts:xor_big(16#FFFFFFFFFFFFFFFFFFFFFFFF0000000000000000000000ABCDEF)
-spec xor_big(integer()) -> ok.
xor_big(X) when X bxor 16#FFFFFFFFFFFFFFFFFFFFFFFF0000000000000000000000000000 =:= 16#ABCDEF -> error(found);
xor_big(_) -> ok.

%! kshifts:low_bits(16#FACE)
-spec low_bits(0..65535) -> ok.
low_bits(X) ->
    case {X band 15, (X bsr 4) band 15, (X bsr 8) band 15, X bsr 12} of
        {14, 12, 10, 15} -> error(found);
        _ -> ok
    end.

%! kshifts:swap(16#0201)
-spec swap(0..65535) -> ok.
swap(X) when ((X band 255) bsl 8) bor (X bsr 8) =:= 16#0102 -> error(found);
swap(_) -> ok.

%! kshifts:power_of_two(64)
-spec power_of_two(pos_integer()) -> ok.
power_of_two(X) when X band (X - 1) =:= 0, X > 50, X < 100 -> error(found);
power_of_two(_) -> ok.

%! kshifts:sum_shift(10, 22)
-spec sum_shift(integer(), integer()) -> ok.
sum_shift(X, Y) when (X + Y) bsr 3 =:= 4, X - Y =:= -12 -> error(found);
sum_shift(_, _) -> ok.

%! kshifts:not_number(a)
-spec not_number(integer() | a) -> integer().
not_number(X) -> bnot X.

%! kshifts:float_shift(1.0)
-spec float_shift(number()) -> integer().
float_shift(X) -> X bsl 2.

%! kshifts:masked_field(16#0F30)
-spec masked_field(integer()) -> ok.
masked_field(X) ->
    Field = (X bsr 4) band 16#FF,
    Rest = X band (bnot (16#FF bsl 4)),
    case {Field, Rest} of
        {16#F3, 0} -> error(found);
        _ -> ok
    end.

%! kshifts:popcount(7)
-spec popcount(0..15) -> ok.
popcount(X) ->
    case count(X, 0) of
        3 when X < 8 -> error(found);
        _ -> ok
    end.

count(0, N) -> N;
count(X, N) -> count(X bsr 1, N + (X band 1)).

%! kshifts:hashing("ab")
-spec hashing(string()) -> ok.
hashing(S) when length(S) =:= 2 ->
    case lists:foldl(fun(C, H) -> ((H bsl 5) + C) bxor 7 end, 0, S) of
        3365 when hd(S) =:= $a -> error(found);
        _ -> ok
    end;
hashing(_) -> ok.

%! kshifts:negative_and(-8)
-spec negative_and(neg_integer()) -> ok.
negative_and(X) when X band 255 =:= 248, X >= -10 -> error(found);
negative_and(_) -> ok.
