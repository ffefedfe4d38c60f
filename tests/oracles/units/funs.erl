% SPDX-License-Identifier: Apache-2.0
% Functions as inputs, in many places.
-module(funs).
-export([equation/1, compose/1, curried/1, takes_fun/1, commute/2, two/2, typed/1, folded/2, partial/1,
         twice/1, thrice/1, called/2, module_called/2, applied/2]).

-spec equation(fun((integer()) -> integer())) -> ok.
equation(F) ->
    case F(1) + F(2) of
        50 -> error(found);
        _ -> ok
    end.

-spec compose(fun((integer()) -> integer())) -> ok.
compose(F) ->
    case F(F(4)) of
        99 -> error(found);
        _ -> ok
    end.

% A function that returns a function.
-spec curried(fun((integer()) -> fun((integer()) -> integer()))) -> ok.
curried(F) ->
    case (F(1))(2) of
        17 -> error(found);
        _ -> ok
    end.

-spec takes_fun(fun((fun((integer()) -> integer())) -> integer())) -> ok.
takes_fun(F) ->
    case F(fun(X) -> X + 1 end) of
        3 -> error(found);
        _ -> ok
    end.

% Mapping and filtering do not commute.
-spec commute(fun((0..9) -> 0..9), [0..9]) -> ok.
commute(F, L) ->
    P = fun(X) -> X > 4 end,
    case lists:filter(P, lists:map(F, L)) =:= lists:map(F, lists:filter(P, L)) of
        true -> ok;
        false -> error(differ)
    end.

-spec two(fun((integer(), integer()) -> integer()), integer()) -> ok.
two(F, X) ->
    case F(X, 3) of
        Y when Y > X + 10 -> error(found);
        _ -> ok
    end.

% The result keeps to the spec: nothing can fail.
-spec typed(fun((integer()) -> 1..3)) -> 1..3.
typed(F) ->
    case F(0) of
        1 -> 1;
        2 -> 2;
        3 -> 3
    end.

-spec folded(fun((integer(), integer()) -> integer()), [integer()]) -> ok.
folded(F, L) ->
    case lists:foldl(F, 0, L) of
        427 -> error(found);
        _ -> ok
    end.

partial(F) when is_function(F, 2) -> error(two);
partial(F) when is_function(F) -> error(other);
partial(_) -> ok.

% Which function, of which module, is part of the input. Only thrice gives an odd number.
twice(X) -> 2 * X.
thrice(X) -> 3 * X.

-spec called(twice | thrice, integer()) -> ok.
called(F, X) ->
    case funs:F(X) of
        1233 -> error(found);
        _ -> ok
    end.

-spec module_called(lists | funs | string, integer()) -> ok.
module_called(M, X) ->
    case M:thrice(X) of
        1233 -> error(found);
        _ -> ok
    end.

-spec applied(module(), integer()) -> ok.
applied(M, X) ->
    case catch apply(M, thrice, [X]) of
        1233 -> error(found);
        _ -> ok
    end.
