%% SPDX-License-Identifier: Apache-2.0
%% Enumeration of few values: integers go on where 64 bits end, so what is left beyond an end is not few.
-module(np_enumeration).
-export([low/1, rest/1, high/1, square/1, odd/1, both/1, sum/2, not_two/1, division/1, typed/1, below/1, wide/1, mask/1]).

%% fails: low(-(1 bsl 63) - 1)
-spec low(integer()) -> ok.
low(X) when X >= -9223372036854775808 -> ok.

%% fails: rest(9223372036855773625)
-spec rest(integer()) -> ok.
rest(X) when X > 9223372036854775000, X rem 999983 =:= 7 -> error(hit);
rest(_) -> ok.

%% fails: high(1 bsl 63)
-spec high(integer()) -> ok.
high(X) when X =< 9223372036854775807 -> ok.

%% fails: square(3037000500)
-spec square(integer()) -> ok.
square(X) when X > 9223372036854775805 -> ok;
square(X) when X * X > 9223372036854775807, X > 0 -> error(hit);
square(_) -> ok.

%% fails: odd(-(1 bsl 63) - 3)
-spec odd(integer()) -> ok.
odd(X) when X < -9223372036854775806, X rem 2 =:= -1, X =/= -9223372036854775807 -> error(hit);
odd(_) -> ok.

%% fails: both(9223372036854775900)
-spec both(integer()) -> ok.
both(X) when X > 9223372036854775800, X rem 100 =:= 0 -> error(hit);
both(_) -> ok.

%% fails: sum(9223372036854775807, 9223372036854775808)
-spec sum(integer(), integer()) -> ok.
sum(X, Y) when X > 9223372036854775806, Y > X, (X + Y) rem 7 =:= 1 -> error(hit);
sum(_, _) -> ok.

%% fails: not_two(-(1 bsl 64))
-spec not_two(neg_integer()) -> ok.
not_two(X) when X =/= -9223372036854775807, X =/= -9223372036854775808, X < -9223372036854775800, X rem 16 =:= 0 -> error(hit);
not_two(_) -> ok.

%% fails: division(9223372036854775807 * 2)
-spec division(pos_integer()) -> ok.
division(X) when X div 2 > 9223372036854775806 -> error(hit);
division(_) -> ok.

%% fails: typed(9223372036854775810)
-spec typed(9223372036854775806..9223372036854775812) -> ok.
typed(X) when X rem 5 =:= 0 -> error(hit);
typed(_) -> ok.

%% fails: below(-(1 bsl 63) - 1)
-spec below(-9223372036854775810..-9223372036854775806) -> ok.
below(X) when X rem 3 =:= 0, X rem 2 =:= -1 -> error(hit);
below(_) -> ok.

%% fails: wide(18446744073709551617)
-spec wide(18446744073709551615..18446744073709551620) -> ok.
wide(X) when X band 3 =:= 1 -> error(hit);
wide(_) -> ok.

%% fails: mask((1 bsl 63) + 5)
-spec mask(integer()) -> ok.
mask(X) when X > 9223372036854775806, X band 255 =:= 5 -> error(hit);
mask(_) -> ok.
