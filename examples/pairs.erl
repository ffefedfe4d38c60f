% SPDX-License-Identifier: Apache-2.0
% Recursion over two lists at once, with tests for floats and integers.
-module(pairs).
-export([unmatched/2, dot/2]).

% Readings are paired with corrections: one exact, one estimated makes a match; two of a kind skip a reading.
% Fails where the corrections run out before the readings do.
-spec unmatched([number()], [number()]) -> non_neg_integer().
unmatched([], _) -> 0;
unmatched([R | Rs], [C | Cs]) when is_integer(R), is_float(C) -> unmatched(Rs, Cs);
unmatched([R | Rs], [C | Cs]) when is_float(R), is_integer(C) -> unmatched(Rs, Cs);
unmatched([_, _ | Rs], [_ | Cs]) -> 1 + unmatched(Rs, Cs).

% Lists of different length, and a sum the author ruled out.
-spec dot([integer()], [integer()]) -> integer().
dot(Xs, Ys) ->
    case lists:sum([X * Y || {X, Y} <- lists:zip(Xs, Ys)]) of
        100 -> error(round_number);
        Sum -> Sum
    end.
