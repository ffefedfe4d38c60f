% SPDX-License-Identifier: Apache-2.0
% What other tools of the kind are known to miss.
-module(missed).
-export([behind_try/1, second_clause/1, product/1, improper/1, big_square/1, floats_overflow/2, sum_overflow/1,
         no_overflow/1, to_float/1, giant/2]).

-spec behind_try(integer()) -> ok.
behind_try(X) ->
    Y = try X * 2 + 1 catch _:_ -> 0 end,
    case Y of
        85 -> error(found);
        _ -> ok
    end.

-spec second_clause(integer()) -> ok; (atom()) -> ok.
second_clause(X) when is_integer(X) -> ok;
second_clause(foo) -> error(found);
second_clause(_) -> ok.

-spec product(float()) -> ok.
product(X) when X * 3.0 == 0.3 -> error(found);
product(_) -> ok.

-spec improper(term()) -> ok.
improper([1 | 2]) -> error(found);
improper(_) -> ok.

% A square of 60 digits.
-spec big_square(integer()) -> ok.
big_square(X) when X * X =:= 152412987332313236369955551546513129460785738669120562399025 -> error(found);
big_square(_) -> ok.

% Floats have a largest one.
-spec floats_overflow(float(), float()) -> float().
floats_overflow(X, Y) -> X * Y.

-spec sum_overflow(float()) -> float().
sum_overflow(X) -> X + 1.0e308.

-spec no_overflow(0..1000) -> float().
no_overflow(X) -> X * 1.5 + 2.25.

-spec to_float(integer()) -> float().
to_float(X) -> float(X).

% Terms of a few hundred cells that have 3^60 elements when written out: on the real VM all but the last go on for years.
-spec giant(1..11, fun((any()) -> ok)) -> any().
giant(N, F) ->
    T = lists:foldl(fun(_, A) -> {A, A, A} end, N, lists:seq(1, 60)),
    L = lists:foldl(fun(_, A) -> [A, A | A] end, [N], lists:seq(1, 60)),
    case N of
        1 -> T =:= lists:foldl(fun(_, A) -> {A, A, A} end, N, lists:seq(1, 60));
        2 -> erlang:phash2(T);
        3 -> iolist_size(L);
        4 -> term_to_binary(T);
        5 -> #{T => 1};
        6 -> F(T);
        7 -> T;
        8 -> error(T);
        9 -> unicode:characters_to_list(L);
        10 -> fun() -> T end;
        11 -> error(found)
    end.
