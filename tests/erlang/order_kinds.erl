% SPDX-License-Identifier: Apache-2.0
% One operation or two each that processes can see of each other. Each unit fails for some value in some order, so that
% it must not be proved.
-module(order_kinds).
-export([bad_iter/1, bad_linkdead/1, bad_queue/1, bad_heir/1, bad_pterm/1, bad_cnt/1, bad_mdel/1, bad_alia/1,
         bad_sleepy/1, bad_exitn/1, bad_mon/1, bad_reg/1, bad_sendname/1, bad_fix/1, bad_trap/1, bad_fold/1,
         bad_srv/1, bad_cast/1, bad_link2/1, bad_sel/1, bad_waitall/1, bad_lastdead/1, bad_group/1, bad_after0/1,
         bad_demon/1, bad_deltab/1, bad_unseen/1]).

both(F, G) ->
    {_, M1} = spawn_monitor(F), {_, M2} = spawn_monitor(G),
    receive {'DOWN', M1, _, _, _} -> ok end, receive {'DOWN', M2, _, _, _} -> ok end.

% Going through a table while an entry is deleted.
-spec bad_iter(0..3) -> ok.
bad_iter(N) ->
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{1},{2}]),
    {_, M} = spawn_monitor(fun() -> ets:delete(T, N) end),
    K = ets:first(T),
    _ = ets:next(T, K),
    true = (ets:member(T, 2) orelse N =/= 2 orelse throw(gone)),
    receive {'DOWN', M, _, _, _} -> ok end.

% A link to what has ended.
-spec bad_linkdead(boolean()) -> ok.
bad_linkdead(B) ->
    P = spawn(fun() -> ok end),
    if B -> link(P); true -> ok end,
    ok.

% How many messages wait.
-spec bad_queue(0..2) -> ok.
bad_queue(N) ->
    S = self(),
    [spawn(fun() -> S ! x end) || _ <- [1,2]],
    receive x -> ok end,
    {_, L} = process_info(self(), message_queue_len),
    if L =:= 1, N =:= 1 -> error(seen); true -> ok end.

% A table goes to its heir.
-spec bad_heir(boolean()) -> ok.
bad_heir(B) ->
    S = self(),
    P = spawn(fun() ->
        T = ets:new(t, [public, {heir, S, z}]), S ! {t, T}, if B -> ok; true -> receive stop -> ok end end
    end),
    receive {t, T} -> ok end,
    P = ets:info(T, owner),
    ok.

% A persistent term that another process puts.
-spec bad_pterm(1..3) -> ok.
bad_pterm(N) ->
    persistent_term:put(frisk_seen, 0),
    {_, M} = spawn_monitor(fun() -> persistent_term:put(frisk_seen, N) end),
    V = persistent_term:get(frisk_seen),
    receive {'DOWN', M, _, _, _} -> ok end,
    persistent_term:erase(frisk_seen),
    if V =:= 2 -> error(two); true -> ok end.

% A counter that is read and put.
-spec bad_cnt(1..3) -> ok.
bad_cnt(N) ->
    C = counters:new(1, []),
    both(fun() -> counters:put(C, 1, counters:get(C, 1) + N) end, fun() -> counters:put(C, 1, counters:get(C, 1) + 1) end),
    V = counters:get(C, 1),
    if N =:= 3, V =/= 4 -> error(lost); true -> ok end.

% What matches is deleted before it is there.
-spec bad_mdel(0..3) -> ok.
bad_mdel(N) ->
    T = ets:new(t, [public]),
    {_, M} = spawn_monitor(fun() -> ets:insert(T, {k, 2}) end),
    ets:match_delete(T, {k, N}),
    receive {'DOWN', M, _, _, _} -> ok end,
    case ets:tab2list(T) of [] -> error(empty); _ -> ok end.

% A message to an alias that comes late.
-spec bad_alia(boolean()) -> ok.
bad_alia(B) ->
    A = alias(),
    spawn(fun() -> A ! hi end),
    if B -> unalias(A); true -> ok end,
    receive hi -> ok after 0 -> ok end,
    receive hi -> error(late) after 0 -> ok end.

% Who sleeps longer.
-spec bad_sleepy(1..9) -> ok.
bad_sleepy(N) ->
    A = atomics:new(1, []),
    spawn(fun() -> timer:sleep(N), atomics:put(A, 1, 1) end),
    timer:sleep(5),
    case atomics:get(A, 1) of 1 -> ok; 0 -> error(slow) end.

% A process that another ends.
-spec bad_exitn(boolean()) -> ok.
bad_exitn(B) ->
    P = spawn(fun() -> receive go -> ok end end),
    spawn(fun() -> exit(P, if B -> kill; true -> normal end) end),
    true = is_process_alive(P),
    P ! go,
    ok.

% A monitor of what has ended.
-spec bad_mon(boolean()) -> ok.
bad_mon(B) ->
    P = spawn(fun() -> if B -> exit(boom); true -> receive x -> ok end end end),
    M = monitor(process, P),
    if B -> receive {'DOWN', M, _, _, noproc} -> error(noproc); {'DOWN', M, _, _, _} -> ok end; true -> ok end.

% A name for what has ended.
-spec bad_reg(boolean()) -> ok.
bad_reg(B) ->
    P = spawn(fun() -> if B -> ok; true -> receive x -> ok end end end),
    register(frisk_name, P),
    catch unregister(frisk_name),
    ok.

% A message to a name that is gone.
-spec bad_sendname(boolean()) -> ok.
bad_sendname(B) ->
    P = spawn(fun() -> if B -> ok; true -> receive x -> ok end end end),
    catch register(frisk_other, P),
    frisk_other ! x,
    ok.

% An element that is updated before its entry is replaced.
-spec bad_fix(0..3) -> ok.
bad_fix(N) ->
    T = ets:new(t, [public]),
    both(fun() -> ets:insert(T, {a, N}) end, fun() -> ets:update_element(T, a, {2, 9}) end),
    [{a, V}] = ets:lookup(T, a),
    if V =:= 2 -> error(v); true -> ok end.

% An exit signal before exits are trapped.
-spec bad_trap(boolean()) -> ok.
bad_trap(B) ->
    P = spawn_link(fun() -> process_flag(trap_exit, true), receive {'EXIT', _, _} -> ok; stop -> ok end end),
    if B -> exit(P, boom); true -> ok end,
    timer:sleep(10),
    ok.

% A fold over a table that grows.
-spec bad_fold(0..3) -> ok.
bad_fold(N) ->
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{1},{2}]),
    {_, M} = spawn_monitor(fun() -> ets:insert(T, {N}) end),
    L = ets:foldl(fun({X}, A) -> [X | A] end, [], T),
    receive {'DOWN', M, _, _, _} -> ok end,
    case L of [3,2,1] -> error(three); _ -> ok end.

% A server that stops before it answers.
-spec bad_srv(0..3) -> ok.
bad_srv(N) ->
    P = spawn(fun L() -> receive {get, F, R} -> F ! {R, 1}, L(); {stop, K} when K > 2 -> ok; {stop, _} -> L() end end),
    spawn(fun() -> P ! {stop, N} end),
    M = monitor(process, P),
    R = make_ref(),
    P ! {get, self(), R},
    receive {R, _} -> ok; {'DOWN', M, _, _, _} -> error(down) end.

% Two casts of two processes.
-spec bad_cast(0..3) -> ok.
bad_cast(N) ->
    S = self(),
    P = spawn(fun() -> receive A -> receive B -> S ! {A, B} end end end),
    spawn(fun() -> P ! N end),
    spawn(fun() -> P ! 2 end),
    receive {X, Y} -> if X =:= 2, Y =:= 3 -> error(order); true -> ok end end.

% An exit that comes by way of another process.
-spec bad_link2(boolean()) -> ok.
bad_link2(B) ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() ->
        Q = spawn_link(fun() -> if B -> exit(inner); true -> ok end end), receive {x, Q} -> ok after 10 -> ok end
    end),
    receive {'EXIT', P, normal} -> ok; {'EXIT', P, R} -> error(R) end.

% A count of what matches.
-spec bad_sel(0..3) -> ok.
bad_sel(N) ->
    T = ets:new(t, [public]),
    {_, M} = spawn_monitor(fun() -> ets:insert(T, {N, a}) end),
    C = ets:select_count(T, [{{'$1', '_'}, [{'>', '$1', 2}], [true]}]),
    receive {'DOWN', M, _, _, _} -> ok end,
    if C =:= 1 -> error(one); true -> ok end.

% Two answers, taken in the order in which they came.
-spec bad_waitall(boolean()) -> ok.
bad_waitall(B) ->
    S = self(),
    spawn(fun() -> S ! a end),
    spawn(fun() -> if B -> S ! b; true -> S ! a end end),
    receive a -> ok end,
    receive X -> X = a, ok end.

% A failure after the call has returned.
-spec bad_lastdead(boolean()) -> ok.
bad_lastdead(B) ->
    spawn(fun() -> timer:sleep(3), if B -> error(late); true -> ok end end),
    ok.

% An exchange between two additions.
-spec bad_group(0..2) -> ok.
bad_group(N) ->
    A = atomics:new(1, []),
    both(fun() -> atomics:add(A, 1, N) end, fun() -> atomics:exchange(A, 1, 0) end),
    case atomics:get(A, 1) of 2 -> error(two); _ -> ok end.

% A message that is there at once.
-spec bad_after0(boolean()) -> ok.
bad_after0(B) ->
    S = self(),
    spawn(fun() -> S ! m end),
    receive m when B -> error(m); m -> ok after 0 -> ok end.

% A monitor that is taken back when its message has come.
-spec bad_demon(boolean()) -> ok.
bad_demon(B) ->
    P = spawn(fun() -> receive go when B -> receive stop -> ok end; go -> ok end end),
    M = monitor(process, P),
    P ! go,
    demonitor(M),
    receive {'DOWN', M, _, _, _} -> error(down) after 0 -> ok end.

% A table of another process, which ends.
-spec bad_deltab(boolean()) -> ok.
bad_deltab(B) ->
    S = self(),
    P = spawn(fun() -> S ! ets:new(t, [public]), receive go when B -> receive stop -> ok end; go -> ok end end),
    T = receive X -> X end,
    P ! go,
    ets:delete(T),
    ok.

% An exit is a failure where nobody watches any more.
-spec bad_unseen(boolean()) -> ok.
bad_unseen(B) ->
    {P, M} = spawn_monitor(fun() -> receive go when B -> exit(bad); go -> ok end end),
    P ! go,
    demonitor(M, [flush]),
    ok.
