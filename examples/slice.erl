% SPDX-License-Identifier: Apache-2.0
% The smallest bug there is: one integer of all of them.
-module(slice).
-export([f/1, deep/1]).

f(X) ->
    case X of
        42 -> error(bug);
        _ -> ok
    end.

% The same behind arithmetic and a guard: frisk solves for the number.
-spec deep(integer()) -> ok.
deep(X) when X > 1000, X * 7 + 3 =:= 8641 -> error(bug); % X = 1234
deep(_) -> ok.
