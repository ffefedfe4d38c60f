% SPDX-License-Identifier: Apache-2.0
% Small programs of the kind that people write, each with a fault that needs a value and an order of events (bad_), and
% without it (good_).
-module(order_programs).
-behaviour(gen_server).
-export([bad_pool/1, good_pool/1, bad_limit/1, good_limit/1, bad_commit/1, good_commit/1, bad_leader/1, good_leader/1,
         bad_server/1, good_server/1, bad_locks/1, good_locks/1, bad_cache/1, good_cache/1, bad_once/1, good_once/1,
         bad_trap/1, good_trap/1, bad_last/1, good_last/1, bad_publish/1, good_publish/1]).
-export([init/1, handle_call/3, handle_cast/2]).

both(F, G) ->
    {_, M1} = spawn_monitor(F), {_, M2} = spawn_monitor(G),
    receive {'DOWN', M1, _, _, _} -> ok end, receive {'DOWN', M2, _, _, _} -> ok end.

call(P, What) ->
    Ref = make_ref(),
    P ! {self(), Ref, What},
    receive {Ref, Answer} -> Answer end.

% A bounded queue of jobs: two that put one look at its length at the same time.
-spec bad_pool(1..3) -> ok.
bad_pool(Most) ->
    Q = ets:new(q, [public]),
    Put = fun(Job) -> fun() ->
        case ets:info(Q, size) < Most of true -> ets:insert(Q, {Job}); false -> full end
    end end,
    both(Put(1), Put(2)),
    true = ets:info(Q, size) =< Most, ok.
-spec good_pool(1..3) -> ok.
good_pool(Most) ->
    Q = spawn(fun() -> queue([], Most) end),
    Put = fun(Job) -> fun() -> call(Q, {put, Job}) end end,
    both(Put(1), Put(2)),
    true = length(call(Q, list)) =< Most, ok.
queue(Jobs, Most) ->
    receive
        {From, Ref, {put, Job}} when length(Jobs) < Most -> From ! {Ref, ok}, queue([Job | Jobs], Most);
        {From, Ref, {put, _}} -> From ! {Ref, full}, queue(Jobs, Most);
        {From, Ref, list} -> From ! {Ref, Jobs}, queue(Jobs, Most)
    end.

% A rate limiter that grants more than it may.
-spec bad_limit(1..5) -> ok.
bad_limit(Most) ->
    T = ets:new(t, [public]), ets:insert(T, [{n, 0}, {granted, 0}]),
    Ask = fun() ->
        N = ets:lookup_element(T, n, 2),
        if N < Most -> ets:insert(T, {n, N + 1}), ets:update_counter(T, granted, 1); true -> refused end
    end,
    both(Ask, Ask),
    true = ets:lookup_element(T, granted, 2) =< Most, ok.
-spec good_limit(1..5) -> ok.
good_limit(Most) ->
    T = ets:new(t, [public]), ets:insert(T, [{n, 0}, {granted, 0}]),
    Ask = fun() ->
        case ets:update_counter(T, n, 1) =< Most of true -> ets:update_counter(T, granted, 1); false -> refused end
    end,
    both(Ask, Ask),
    true = ets:lookup_element(T, granted, 2) =< Most, ok.

% Three participants vote; two votes are taken for enough.
participants(N) ->
    S = self(),
    [spawn(fun() -> S ! {vote, V} end) || V <- [yes, yes, if N > 7 -> no; true -> yes end]].
vote() -> receive {vote, V} -> V end.
-spec bad_commit(integer()) -> ok.
bad_commit(N) ->
    participants(N),
    case {vote(), vote()} of
        {yes, yes} when N > 7 -> error(committed);
        _ -> ok
    end.
-spec good_commit(integer()) -> ok.
good_commit(N) ->
    participants(N),
    case {vote(), vote(), vote()} of
        {yes, yes, yes} when N > 7 -> error(committed);
        _ -> ok
    end.

% Two become the leader.
-spec bad_leader(0..20) -> ok.
bad_leader(N) ->
    T = ets:new(t, [public]), A = atomics:new(1, []),
    Stand = fun(Id) -> fun() ->
        case ets:lookup(T, leader) of [] -> ets:insert(T, {leader, Id}), atomics:add(A, 1, 1); _ -> ok end
    end end,
    both(Stand(1), if N > 17 -> Stand(N); true -> fun() -> ok end end),
    1 = atomics:get(A, 1), ok.
-spec good_leader(0..20) -> ok.
good_leader(N) ->
    T = ets:new(t, [public]), A = atomics:new(1, []),
    Stand = fun(Id) -> fun() -> ets:insert_new(T, {leader, Id}) andalso atomics:add(A, 1, 1) end end,
    both(Stand(1), if N > 17 -> Stand(N); true -> fun() -> ok end end),
    1 = atomics:get(A, 1), ok.

% A counter in a server: read and set are two calls.
init(N) -> {ok, N}.
handle_call(read, _, N) -> {reply, N, N};
handle_call({set, M}, _, _) -> {reply, ok, M};
handle_call({add, M}, _, N) -> {reply, ok, N + M}.
handle_cast(_, N) -> {noreply, N}.
-spec bad_server(0..9) -> ok.
bad_server(By) ->
    {ok, P} = gen_server:start(?MODULE, 0, []),
    Add = fun() -> N = gen_server:call(P, read), gen_server:call(P, {set, N + By}) end,
    both(Add, Add),
    Sum = By + By,
    case gen_server:call(P, read) of Sum -> ok; _ -> error(lost) end.
-spec good_server(0..9) -> ok.
good_server(By) ->
    {ok, P} = gen_server:start(?MODULE, 0, []),
    Add = fun() -> gen_server:call(P, {add, By}) end,
    both(Add, Add),
    Sum = By + By,
    case gen_server:call(P, read) of Sum -> ok; _ -> error(lost) end.

% Two locks that are taken in opposite orders: a deadlock.
lock() -> receive {take, P} -> P ! {taken, self()}, receive {free, P} -> lock() end end.
hold(A, B) ->
    [begin L ! {take, self()}, receive {taken, L} -> ok end end || L <- [A, B]],
    [L ! {free, self()} || L <- [B, A]].
-spec bad_locks(boolean()) -> ok.
bad_locks(Other) ->
    A = spawn(fun lock/0), B = spawn(fun lock/0),
    both(fun() -> hold(A, B) end, fun() -> if Other -> hold(B, A); true -> hold(A, B) end end).
-spec good_locks(boolean()) -> ok.
good_locks(_) ->
    A = spawn(fun lock/0), B = spawn(fun lock/0),
    both(fun() -> hold(A, B) end, fun() -> hold(A, B) end).

% A cache whose cleaner takes away the entry that was just seen.
-spec bad_cache(1..50) -> ok.
bad_cache(Key) ->
    T = ets:new(t, [public]), ets:insert(T, [{7, a}, {8, b}]),
    {_, M} = spawn_monitor(fun() -> ets:delete(T, 8) end),
    case ets:member(T, Key) of true -> ets:lookup_element(T, Key, 2); false -> none end,
    receive {'DOWN', M, _, _, _} -> ok end.
-spec good_cache(1..50) -> ok.
good_cache(Key) ->
    T = ets:new(t, [public]), ets:insert(T, [{7, a}, {8, b}]),
    {_, M} = spawn_monitor(fun() -> ets:delete(T, 8) end),
    case ets:lookup(T, Key) of [{_, V}] -> V; [] -> none end,
    receive {'DOWN', M, _, _, _} -> ok end.

% Something is to be done once.
-spec bad_once(0..4) -> ok.
bad_once(N) ->
    A = atomics:new(2, []),
    Once = fun() -> case atomics:get(A, 1) of 0 -> atomics:put(A, 1, 1), atomics:add(A, 2, N); _ -> ok end end,
    both(Once, Once),
    true = atomics:get(A, 2) < 6, ok.
-spec good_once(0..4) -> ok.
good_once(N) ->
    A = atomics:new(2, []),
    Once = fun() -> case atomics:compare_exchange(A, 1, 0, 1) of ok -> atomics:add(A, 2, N); _ -> ok end end,
    both(Once, Once),
    true = atomics:get(A, 2) < 6, ok.

% Exits are trapped too late.
-spec bad_trap(0..9) -> ok.
bad_trap(N) ->
    spawn_link(fun() -> exit({bad, N}) end),
    process_flag(trap_exit, true),
    receive {'EXIT', _, {bad, _}} -> ok end.
-spec good_trap(0..9) -> ok.
good_trap(N) ->
    process_flag(trap_exit, true),
    spawn_link(fun() -> exit({bad, N}) end),
    receive {'EXIT', _, {bad, _}} -> ok end.

% Who writes last.
-spec bad_last(0..9) -> ok.
bad_last(N) ->
    T = ets:new(t, [public]),
    both(fun() -> ets:insert(T, {x, 1}) end, fun() -> ets:insert(T, {x, N}) end),
    N = ets:lookup_element(T, x, 2), ok.
-spec good_last(0..9) -> ok.
good_last(N) ->
    T = ets:new(t, [public]),
    both(fun() -> ets:insert(T, {x, 1}) end, fun() -> ok end),
    both(fun() -> ets:insert(T, {x, N}) end, fun() -> ok end),
    N = ets:lookup_element(T, x, 2), ok.

% A subscriber that leaves while an event is on its way.
subscriber() -> receive {event, From} -> From ! ack, subscriber(); leave -> ok end.
-spec bad_publish(boolean()) -> ok.
bad_publish(Leaves) ->
    P = spawn(fun subscriber/0),
    spawn(fun() -> if Leaves -> P ! leave; true -> ok end end),
    P ! {event, self()},
    receive ack -> ok end.
-spec good_publish(boolean()) -> ok.
good_publish(Leaves) ->
    {P, M} = spawn_monitor(fun subscriber/0),
    spawn(fun() -> if Leaves -> P ! leave; true -> ok end end),
    P ! {event, self()},
    receive ack -> ok; {'DOWN', M, _, _, _} -> ok end.
