% SPDX-License-Identifier: Apache-2.0
% Numbers and conversions.
-module(numbers).
-export([truncated/1, divided/1, quotient/2, from_text/1, to_text/1, tuples/1, letters/1, squared/1, summed/1, ordered/2,
         compared/1, absolute/1, no_model/1, nested/3]).

-spec truncated(float()) -> ok.
truncated(X) when trunc(X) =:= 17 -> error(found);
truncated(_) -> ok.

-spec divided(integer()) -> ok.
divided(X) when X rem 13 =:= 5, X div 13 =:= 8 -> error(found); % 109
divided(_) -> ok.

% One way to fail only.
-spec quotient(integer(), -1..1) -> integer().
quotient(X, Y) -> X div Y.

-spec from_text(nonempty_list($0..$9)) -> ok.
from_text(L) ->
    case list_to_integer(L) of
        42 -> error(found);
        _ -> ok
    end.

-spec to_text(-999..999) -> ok.
to_text(X) ->
    case integer_to_list(X) of
        "-137" -> error(found);
        _ -> ok
    end.

-spec tuples([integer()]) -> ok.
tuples(L) ->
    case list_to_tuple(L) of
        {1, _, 3} -> error(found);
        T when tuple_size(T) =:= 2, element(2, T) =:= 5 -> error(five);
        _ -> ok
    end.

-spec letters(atom()) -> ok.
letters(A) ->
    case atom_to_list(A) of
        "quit" -> error(found);
        _ -> ok
    end.

-spec squared(integer()) -> ok.
squared(X) when X * X =:= 15241578753238836750495351562536198787501905199875019052100 -> error(found);
squared(_) -> ok.

-spec summed([1..50]) -> ok.
summed(L) ->
    case lists:sum(L) of
        127 -> error(found);
        _ -> ok
    end.

% The order of terms across types: number < atom < tuple < list.
ordered(X, Y) when is_atom(X), Y < X, not is_number(Y), not is_atom(Y) -> error(never);
ordered(X, Y) when is_tuple(X), Y > X, is_number(Y) -> error(never);
ordered(X, Y) when is_list(X), X < Y, is_tuple(Y) -> error(never);
ordered(_, _) -> ok.

% Equal by ==, not by =:=.
-spec compared(number()) -> ok.
compared(X) when X == 5, X =/= 5 -> error(found);
compared(_) -> ok.

-spec absolute(integer()) -> ok.
absolute(X) when abs(X) =:= 12, X < 0 -> error(found);
absolute(_) -> ok.

% What has no model runs concretely, and is told.
-spec no_model(0..3) -> ok.
no_model(X) ->
    _ = erlang:phash2(X),
    case X of
        2 -> error(found);
        _ -> ok
    end.

-spec nested(integer(), integer(), integer()) -> ok.
nested(X, Y, Z) when X > 10 ->
    case Y - X of
        5 when Z =:= X + Y -> error(found);
        _ -> ok
    end;
nested(_, _, _) -> ok.
