%% SPDX-License-Identifier: Apache-2.0
%% Every body of a clause stands on a line of its own, so lines that OTP's cover counts are clauses that frisk counts.
-module(shaped).
-export([grade/1, walk/2, pick/1, safe/1, far/1]).

-spec grade(integer()) -> atom().
grade(X) when X < 0 ->
    error(negative);
grade(X) when X < 50 ->
    failed;
grade(100) ->
    perfect;
grade(X) when X > 100 ->
    exit({too_much, X});
grade(_) ->
    passed.

-spec walk([integer()], integer()) -> integer().
walk([], N) ->
    N;
walk([X | T], N) when X > N ->
    walk(T, X);
walk([0 | _], _) ->
    throw(zero);
walk([_ | T], N) ->
    walk(T, N).

-spec pick({atom(), integer()} | [integer()]) -> term().
pick({left, X}) ->
    case X rem 3 of
        0 ->
            none;
        1 ->
            helper(X);
        _ ->
            error({bad, X})
    end;
pick(L) when is_list(L) ->
    lists:map(
        fun (5) ->
                error(five);
            (Y) ->
                Y
        end, L).

helper(7) ->
    seven;
helper(_) ->
    other.

-spec safe(term()) -> term().
safe(X) ->
    try far(X) of
        1 ->
            one;
        Y ->
            Y
    catch
        error:_ ->
            caught
    end.

-spec far(term()) -> integer().
far(X) when is_integer(X), X > 1000 ->
    1;
far(X) when is_atom(X) ->
    atom_to_list(X).

