% SPDX-License-Identifier: Apache-2.0
% Functions as inputs: frisk invents them as tables.
-module(functions).
-export([keep/2, twice/1, apply_to/2]).

% A predicate that keeps all of three elements.
-spec keep(fun((integer()) -> boolean()), [integer()]) -> [integer()].
keep(P, L) ->
    case lists:filter(P, L) of
        [_, _, _] -> error(three_kept);
        Kept -> Kept
    end.

% A function with F(3) = 42 and F(42) = 3.
-spec twice(fun((integer()) -> integer())) -> ok.
twice(F) ->
    case F(3) of
        42 ->
            case F(42) of
                3 -> error(circle);
                _ -> ok
            end;
        _ -> ok
    end.

% Without a spec: F must be found to be a function of one argument.
apply_to(F, X) when is_function(F, 1), is_integer(X) ->
    case F(X) of
        {ok, X} -> error(same);
        _ -> ok
    end;
apply_to(_, _) -> ok.
