% SPDX-License-Identifier: Apache-2.0
% Shifts and bitwise operations, on numbers of any size.
-module(shifts).
-export([left/1, right/1, inverted/1, masked/1, set/1, flipped/1, large/1, by/1, mixed/2, odd/1]).

-spec left(integer()) -> ok.
left(X) when X bsl 3 =:= 136 -> error(found);
left(_) -> ok.

-spec right(integer()) -> ok.
right(X) when X bsr 4 =:= -2 -> error(found);
right(_) -> ok.

-spec inverted(integer()) -> ok.
inverted(X) when bnot X =:= 99 -> error(found);
inverted(_) -> ok.

-spec masked(0..255) -> ok.
masked(X) when X band 16#F0 =:= 16#50, X band 15 =:= 7 -> error(found);
masked(_) -> ok.

-spec set(0..255) -> ok.
set(X) when X bor 1 =:= 77, X band 1 =:= 0 -> error(found);
set(_) -> ok.

-spec flipped(integer()) -> ok.
flipped(X) when X bxor 255 =:= -300 -> error(found);
flipped(_) -> ok.

% Past 2^100.
-spec large(integer()) -> ok.
large(X) when X bsl 100 =:= 15649146659817491961476801070366720 -> error(found);
large(_) -> ok.

% The distance is asked for.
-spec by(0..64) -> ok.
by(N) when 3 bsl N =:= 98304 -> error(found);
by(_) -> ok.

-spec mixed(integer(), integer()) -> ok.
mixed(X, Y) when X + Y =:= 40, (X - Y) bsl 1 =:= 8 -> error(found);
mixed(_, _) -> ok.

-spec odd(1..1000) -> ok.
odd(X) when X rem 7 =:= 3, X band 3 =:= 1, X > 900 -> error(found);
odd(_) -> ok.
