%% SPDX-License-Identifier: Apache-2.0
%% Clocks and random numbers: what depends on them is told as such.
-module(moments).
-export([late/1, elapsed/2, year/1, dice/1, seeded/2, forward/1, unique/1, hashed/1, legacy/1, counters/1]).

%% Fails for 7 whenever it runs.
-spec late(integer()) -> integer().
late(7) -> 100 div (erlang:system_time() - erlang:system_time() div 1 * 1 + erlang:system_time(second) * 0);
late(X) -> X + erlang:system_time(millisecond) * 0.

%% The clock moves: no error.
-spec elapsed(integer(), integer()) -> integer().
elapsed(A, B) ->
    T0 = erlang:monotonic_time(),
    {M, S, U} = os:timestamp(),
    true = M > 1000 andalso S >= 0 andalso U >= 0,
    case erlang:monotonic_time() - T0 of
        D when D < 0 -> exit(backwards);
        _ -> A * 0 + B
    end.

%% An error before the year 2020 only.
-spec year(integer()) -> integer().
year(X) ->
    {{Y, _, _}, _} = erlang:universaltime(),
    {Y2, _, _} = date(),
    {H, _, _} = time(),
    true = Y2 - Y < 2 andalso H < 24,
    if Y < 2020, X =:= 3 -> error(long_ago); true -> ok end.

%% An error whatever is thrown: the first clause asks for more than six.
-spec dice(integer()) -> integer().
dice(X) when X > 5 -> case rand:uniform(6) of N when N > 0 -> error({bad_luck, X}) end;
dice(X) -> rand:uniform(6) + X.

%% Seeded: the same numbers everywhere.
-spec seeded(integer(), integer()) -> float().
seeded(A, B) ->
    S0 = rand:seed_s(exsss, {1, 2, 3}),
    {N, S1} = rand:uniform_s(1000, S0),
    {_, _} = rand:uniform_s(S1),
    case A of
        N -> error({guessed, B});
        _ -> N
    end.

%% Differs in the VM: the clock there has another value. Never an error of the code as frisk tells it.
-spec forward(integer()) -> integer().
forward(X) -> case erlang:system_time() rem 1000 of 0 when X =:= 1 -> error(on_the_dot); _ -> X end.

-spec unique(integer()) -> boolean().
unique(X) ->
    A = erlang:unique_integer([monotonic]),
    B = erlang:unique_integer([monotonic]),
    if A < B -> X > 4; true -> error(not_monotonic) end.

-spec hashed(integer()) -> boolean().
hashed(X) -> erlang:phash2(self(), 16) < 16 andalso X =/= 9 orelse error(nine).

-spec legacy(integer()) -> integer().
legacy(X) ->
    random:seed(1, 2, 3),
    case random:uniform(100) of
        10 when X =:= 11 -> error(ten);
        _ -> X
    end.

-spec counters(integer()) -> integer().
counters(X) ->
    {R, _} = statistics(reductions),
    {W, _} = statistics(wall_clock),
    case R >= 0 andalso W >= 0 of true when X =:= 5 -> error(five); true -> X end.
