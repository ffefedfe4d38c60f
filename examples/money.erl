% SPDX-License-Identifier: Apache-2.0
% Floats are IEEE floats, not real numbers.
-module(money).
-export([split/2, exact/1, tenth/1]).

% No remainder guard: sharing among nobody.
-spec split(float(), non_neg_integer()) -> float().
split(Amount, People) when Amount >= 0.0 -> Amount / People;
split(_, _) -> 0.0.

-spec exact(float()) -> ok.
exact(X) when X == 3.25 -> error(bug);
exact(_) -> ok.

% 0.1 + 0.2 is not 0.3.
-spec tenth(1..9) -> float().
tenth(N) ->
    case N / 10 + 0.2 of
        0.30000000000000004 -> error(rounding);
        Sum -> Sum
    end.
