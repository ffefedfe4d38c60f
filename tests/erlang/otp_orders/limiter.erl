% SPDX-License-Identifier: Apache-2.0
% A rate limiter: a server owns the table and empties it in each period; clients count in it themselves. The faulty one
% reads and then writes.
-module(limiter).
-behaviour(gen_server).
-export([bad/1, good/1]).
-export([init/1, handle_call/3, handle_cast/2]).

init([]) ->
    T = ets:new(limiter, [public]),
    ets:insert(T, {calls, 0}),
    {ok, T}.

handle_call(table, _, T) -> {reply, T, T};
handle_call(new_period, _, T) -> {reply, ets:insert(T, {calls, 0}), T}.

handle_cast(_, T) -> {noreply, T}.

read_and_write(T, Most) ->
    [{calls, N}] = ets:lookup(T, calls),
    N < Most andalso ets:insert(T, {calls, N + 1}).

count(T, Most) -> ets:update_counter(T, calls, 1) =< Most.

run(Allowed, Most) ->
    {ok, P} = gen_server:start_link(?MODULE, [], []),
    T = gen_server:call(P, table),
    true = gen_server:call(P, new_period),
    Self = self(),
    [spawn_link(fun() -> Self ! {allowed, Allowed(T, Most)} end) || _ <- [1, 2]],
    Granted = length([yes || _ <- [1, 2], receive {allowed, Yes} -> Yes end]),
    true = Granted =< Most,
    ok.

-spec bad(0..5) -> ok.
bad(Most) -> run(fun read_and_write/2, Most).

-spec good(0..5) -> ok.
good(Most) -> run(fun count/2, Most).
