% SPDX-License-Identifier: Apache-2.0
% A worker pool with a bounded queue. The faulty client asks for room and then takes it for granted.
-module(workers).
-behaviour(gen_server).
-export([bad/1, good/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

-record(pool, {free, most, queue = queue:new()}).

room(Pool) -> gen_server:call(Pool, room).
submit(Pool, Job) -> gen_server:call(Pool, {submit, Job}).

init({Workers, Most}) -> {ok, #pool{free = Workers, most = Most}}.

handle_call(room, _, P) ->
    {reply, P#pool.free + P#pool.most - queue:len(P#pool.queue), P};
handle_call({submit, Job}, _, P = #pool{free = Free}) when Free > 0 ->
    {reply, ok, start(Job, P)};
handle_call({submit, Job}, _, P = #pool{most = Most, queue = Q}) ->
    case queue:len(Q) < Most of
        true -> {reply, ok, P#pool{queue = queue:in(Job, Q)}};
        false -> {reply, full, P}
    end.

handle_cast(_, P) -> {noreply, P}.

handle_info({'DOWN', _, process, _, _}, P0) ->
    P = P0#pool{free = P0#pool.free + 1},
    case queue:out(P#pool.queue) of
        {{value, Job}, Q} -> {noreply, start(Job, P#pool{queue = Q})};
        {empty, _} -> {noreply, P}
    end.

start(Job, P = #pool{free = Free}) ->
    spawn_monitor(Job),
    P#pool{free = Free - 1}.

% Two clients, whose jobs last until they are told to stop.
clients(Pool, Put) ->
    Job = fun() -> receive stop -> ok end end,
    Self = self(),
    [spawn_link(fun() -> Put(Pool, Job), Self ! done end) || _ <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    ok.

-spec bad(1..3) -> ok.
bad(Room) ->
    {ok, Pool} = gen_server:start_link(?MODULE, {1, Room - 1}, []),
    clients(Pool, fun(P, Job) ->
        case room(P) of
            0 -> full;
            _ -> ok = submit(P, Job)
        end
    end).

-spec good(1..3) -> ok.
good(Room) ->
    {ok, Pool} = gen_server:start_link(?MODULE, {1, Room - 1}, []),
    clients(Pool, fun submit/2).
