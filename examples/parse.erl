% SPDX-License-Identifier: Apache-2.0
% Exceptions: caught, let through, raised in the handler.
-module(parse).
-export([number/1, guarded/1, classes/1]).

% What list_to_integer/1 refuses is caught; 137 slips through to a match that fails.
-spec number([$- | $0..$9]) -> integer() | none.
number(Text) ->
    try list_to_integer(Text) of
        137 -> exit(answer);
        N -> N
    catch
        error:badarg -> none
    end.

% The value of a try body stays symbolic.
-spec guarded(integer()) -> ok.
guarded(X) ->
    Y = try X + 1 catch _:_ -> 0 after ok end,
    case Y of
        43 -> error(bug);
        _ -> ok
    end.

% One input for each class of exception.
-spec classes(1..4) -> ok.
classes(1) -> error(one);
classes(2) -> exit(two);
classes(3) -> throw(three);
classes(4) -> ok.
