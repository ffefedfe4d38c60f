% SPDX-License-Identifier: Apache-2.0
% Programs of several processes whose orders are counted: bench/run FRISK interleavings.
-module(interleavings).
-export([readers_6/0, readers_10/0, lastzero_6/0, lastzero_10/0, writers/0, many/0]).

wait() -> receive never -> ok after 6000 -> ok end.

cells(Keys) ->
    T = ets:new(t, [public]),
    [ets:insert(T, {K, 0}) || K <- Keys],
    T.

% One writes x; each of N reads what is its own, and then x.
readers_6() -> readers(6).
readers_10() -> readers(10).
readers(N) ->
    T = cells([x | lists:seq(1, N)]),
    spawn(fun() -> ets:insert(T, {x, 1}) end),
    [spawn(fun() -> ets:lookup(T, I), ets:lookup(T, x) end) || I <- lists:seq(1, N)],
    wait().

% Writer i reads cell i - 1 and makes cell i one more; another goes down from N to the first 0.
lastzero_6() -> lastzero(6).
lastzero_10() -> lastzero(10).
lastzero(N) ->
    T = cells(lists:seq(0, N)),
    spawn(fun() -> down(T, N) end),
    [spawn(fun() -> ets:insert(T, {I, ets:lookup_element(T, I - 1, 2) + 1}) end) || I <- lists:seq(1, N)],
    wait().

down(T, I) ->
    case ets:lookup_element(T, I, 2) of
        0 -> ok;
        _ -> down(T, I - 1)
    end.

% Short traces: three processes of three writes each to one cell.
writers() -> write([a, b, c], 3).

% More than 100,000.
many() -> write([a, b, c, d], 4).

write(Processes, Each) ->
    T = cells([x]),
    [spawn(fun() -> [ets:insert(T, {x, {P, I}}) || I <- lists:seq(1, Each)] end) || P <- Processes],
    wait().
