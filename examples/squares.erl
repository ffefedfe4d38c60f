% SPDX-License-Identifier: Apache-2.0
% Squares again and again: written out, the result doubles in length at each step; shared, it grows by one node.
-module(squares).
-export([sq/2, hidden/2]).

-spec sq(-1..1, 0..24) -> integer().
sq(N, 0) -> N;
sq(N, K) -> sq(N * N, K - 1).

% Three squares of N, then a question about the outcome: N = 3 or N = -3.
-spec hidden(integer(), 3) -> integer().
hidden(N, K) ->
    case sq(N, K) of
        6561 -> error(found);
        Other -> Other
    end.
