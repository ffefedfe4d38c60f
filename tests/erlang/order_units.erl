% SPDX-License-Identifier: Apache-2.0
% Units that fail for some values in some orders only (bad_), and the same done right (good_).
-module(order_units).
-export([bad_lost/1, good_lost/1, bad_name/1, good_name/1, bad_timeout/1, good_timeout/1, bad_overtaken/1, good_overtaken/1,
         bad_expiry/1, good_expiry/1, bad_owner/1, good_owner/1, bad_kill/1, good_kill/1, bad_wait/1, good_wait/1]).

both(F, G) ->
    {_, M1} = spawn_monitor(F), {_, M2} = spawn_monitor(G),
    receive {'DOWN', M1, _, _, _} -> ok end, receive {'DOWN', M2, _, _, _} -> ok end.

% An update that is lost.
-spec bad_lost(0..100) -> ok.
bad_lost(N) ->
    T = ets:new(t, [public]), ets:insert(T, {x, 0}),
    Add = fun(By) -> fun() -> [{x, V}] = ets:lookup(T, x), ets:insert(T, {x, V + By}) end end,
    both(Add(N), Add(1)),
    [{x, R}] = ets:lookup(T, x),
    if N > 41, R < 43 -> error(lost); true -> ok end.
-spec good_lost(0..100) -> ok.
good_lost(N) ->
    T = ets:new(t, [public]), ets:insert(T, {x, 0}),
    Add = fun(By) -> fun() -> ets:update_counter(T, x, By) end end,
    both(Add(N), Add(1)),
    [{x, R}] = ets:lookup(T, x),
    if N > 41, R < 43 -> error(lost); true -> ok end.

% A name that is free when it is asked for, and not when it is taken.
-spec bad_name(a | b | c) -> ok.
bad_name(N) ->
    spawn(fun() -> catch register(b, self()), receive stop -> ok end end),
    case whereis(N) of undefined -> register(N, self()), unregister(N), ok; _ -> ok end.
-spec good_name(a | b | c) -> ok.
good_name(N) ->
    spawn(fun() -> catch register(b, self()), receive stop -> ok end end),
    try register(N, self()) of true -> unregister(N), ok catch error:badarg -> ok end.

% A reply that races with a timeout.
-spec bad_timeout(1..10000) -> ok.
bad_timeout(T) ->
    S = self(),
    spawn(fun() -> S ! reply end),
    receive reply -> ok after T -> exit(timeout) end.
-spec good_timeout(1..10000) -> ok.
good_timeout(T) ->
    S = self(),
    spawn(fun() -> S ! reply end),
    receive reply -> ok after T -> receive reply -> ok end end.

% A message that another overtakes.
-spec bad_overtaken(boolean()) -> ok.
bad_overtaken(B) ->
    S = self(),
    spawn(fun() -> S ! {value, 1} end),
    spawn(fun() -> S ! stop end),
    receive {value, _} -> ok; stop when B -> error(stopped); stop -> ok end.
-spec good_overtaken(boolean()) -> ok.
good_overtaken(_) ->
    S = self(),
    spawn(fun() -> S ! {value, 1} end),
    spawn(fun() -> S ! stop end),
    receive {value, _} -> ok end, receive stop -> ok end.

% A timer that takes away what is looked at.
-spec bad_expiry(0..3) -> ok.
bad_expiry(T) ->
    E = ets:new(c, [public]), ets:insert(E, {k, v}),
    erlang:send_after(T, self(), expire),
    spawn(fun() -> ets:lookup_element(E, k, 2) end),
    receive expire -> ets:delete(E, k), ok end.
-spec good_expiry(0..3) -> ok.
good_expiry(T) ->
    E = ets:new(c, [public]), ets:insert(E, {k, v}),
    erlang:send_after(T, self(), expire),
    both(fun() -> ets:lookup_element(E, k, 2) end, fun() -> ok end),
    receive expire -> ets:delete(E, k), ok end.

% A table that ends with its owner.
-spec bad_owner(1..9) -> ok.
bad_owner(N) ->
    T = ets:new(t, [public]),
    spawn(fun() -> ets:insert(T, {N}) end),
    ok.
-spec good_owner(1..9) -> ok.
good_owner(N) ->
    T = ets:new(t, [public]),
    both(fun() -> ets:insert(T, {N}) end, fun() -> ok end),
    ok.

% A process that is ended before it has done its work.
-spec bad_kill(boolean()) -> ok.
bad_kill(B) ->
    A = atomics:new(1, []),
    {P, M} = spawn_monitor(fun() -> atomics:put(A, 1, 5) end),
    if B -> exit(P, kill); true -> ok end,
    receive {'DOWN', M, _, _, _} -> ok end,
    5 = atomics:get(A, 1), ok.
-spec good_kill(boolean()) -> ok.
good_kill(B) ->
    A = atomics:new(1, []),
    {P, M} = spawn_monitor(fun() -> atomics:put(A, 1, 5) end),
    receive {'DOWN', M, _, _, _} -> ok end,
    if B -> exit(P, kill); true -> ok end,
    5 = atomics:get(A, 1), ok.

% A call that waits for ever where a server stops first.
-spec bad_wait(boolean()) -> ok.
bad_wait(B) ->
    S = self(),
    P = spawn(fun() -> receive {ask, From} -> From ! answer; stop -> ok end end),
    spawn(fun() -> if B -> P ! stop; true -> ok end, S ! ready end),
    P ! {ask, S},
    receive ready -> ok end, receive answer -> ok end.
-spec good_wait(boolean()) -> ok.
good_wait(B) ->
    S = self(),
    {P, M} = spawn_monitor(fun() -> receive {ask, From} -> From ! answer; stop -> ok end end),
    spawn(fun() -> if B -> P ! stop; true -> ok end, S ! ready end),
    P ! {ask, S},
    receive ready -> ok end, receive answer -> ok; {'DOWN', M, _, _, _} -> ok end.
