% SPDX-License-Identifier: Apache-2.0
% Small programs, by what their events have to do with one another; two or more of each kind. What comes of each in the
% orders that reduction leaves is what comes of it in all orders without reduction.
-module(order_rows).
-compile([export_all, nowarn_export_all]).

% Runs the functions in processes of their own, and gives how each ended, and what came of the last, which the caller runs.
both(F, G) -> both(F, G, fun() -> ok end).
both(F, G, H) ->
    {_, M1} = spawn_monitor(fun() -> exit({done, F()}) end),
    {_, M2} = spawn_monitor(fun() -> exit({done, G()}) end),
    R = (catch H()),
    {brief(R), down(M1), down(M2)}.

down(M) -> receive {'DOWN', M, _, _, R} -> brief(R) end.

brief({'EXIT', {R, _}}) -> {failed, R};
brief({R, [_ | _]}) -> {failed, R};
brief(R) -> R.

table() -> ets:new(t, [public]).

% ---- Deliveries to one receiver ----

deliver_same() -> S = self(), both(fun() -> S ! m end, fun() -> S ! m end, fun() -> receive m -> receive m -> ok end end end).
deliver_patterns() ->
    S = self(),
    both(fun() -> S ! {a, 1} end, fun() -> S ! {b, 2} end, fun() -> receive {b, X} -> receive {a, Y} -> {X, Y} end end end).
deliver_guard() ->
    S = self(),
    both(fun() -> S ! 5 end, fun() -> S ! 7, S ! 1 end, fun() -> receive N when N > 4 -> N end end).
deliver_bound() ->
    S = self(), K = 2,
    both(fun() -> S ! {2, x} end, fun() -> S ! {1, y}, S ! {2, z} end, fun() -> receive {K, V} -> V end end).
deliver_rest() ->
    S = self(),
    both(fun() -> S ! a end, fun() -> S ! b end,
         fun() -> receive X -> receive Y -> [X, Y] end end end).
deliver_through() ->
    S = self(), P = spawn(fun() -> receive M -> S ! {through, M} end end),
    both(fun() -> P ! a end, fun() -> S ! {through, b} end, fun() -> receive {through, M} -> M end end).

% ---- A delivery and the timeout of a receive ----

timeout_match() -> S = self(), both(fun() -> S ! m end, fun() -> ok end, fun() -> receive m -> got after 0 -> none end end).
timeout_other() -> S = self(), both(fun() -> S ! n end, fun() -> S ! m end, fun() -> receive m -> got after 10 -> none end end).
timeout_twice() ->
    S = self(),
    both(fun() -> S ! m end, fun() -> ok end,
         fun() -> receive m -> first after 5 -> receive m -> second after 5 -> none end end end).
timeout_choice() ->
    S = self(),
    both(fun() -> S ! a end, fun() -> S ! b end,
         fun() -> receive X when X =:= a; X =:= b -> X after 0 -> receive Y -> {late, Y} end end end).

% ---- Names ----

name_whereis() -> both(fun() -> register(n, self()), receive x -> ok after 0 -> ok end end, fun() -> is_pid(whereis(n)) end).
name_twice() -> both(fun() -> catch register(n, self()) =:= true end, fun() -> catch register(n, self()) =:= true end).
name_send() ->
    both(fun() -> register(n, self()), receive x -> got after 10 -> none end end, fun() -> brief(catch (n ! x)) end).
name_unregister() ->
    register(n, self()),
    both(fun() -> brief(catch unregister(n)) end, fun() -> brief(catch (n ! x)) end, fun() -> receive x -> got after 0 -> none end end).
name_monitor() ->
    both(fun() -> register(n, self()) end,
         fun() -> R = monitor(process, n), receive {'DOWN', R, _, _, Why} -> Why end end).
name_registered() -> both(fun() -> register(n, self()) end, fun() -> lists:member(n, registered()) end).

% ---- Exit signals and trap_exit ----

trap_flag() ->
    P = spawn(fun() -> process_flag(trap_exit, true), receive {'EXIT', _, R} -> exit({saw, R}) after 10 -> ok end end),
    M = monitor(process, P), exit(P, stop), down(M).
trap_off() ->
    P = spawn(fun() -> process_flag(trap_exit, true), process_flag(trap_exit, false), receive {'EXIT', _, R} -> exit({saw, R}) after 10 -> ok end end),
    M = monitor(process, P), exit(P, stop), down(M).
trap_kill() ->
    T = table(),
    P = spawn(fun() -> ets:insert(T, {x, 1}), ets:insert(T, {x, 2}) end),
    M = monitor(process, P), exit(P, kill), {down(M), ets:lookup(T, x)}.
trap_two() ->
    S = self(), P = spawn(fun() -> receive x -> S ! y end end), M = monitor(process, P),
    {A, B, C} = both(fun() -> exit(P, a) end, fun() -> exit(P, b) end), {A, B, C, down(M)}.

% ---- The end of a process ----

end_alive() -> P = spawn(fun() -> ok end), both(fun() -> is_process_alive(P) end, fun() -> is_process_alive(P) end).
end_link() -> P = spawn(fun() -> exit(gone) end), both(fun() -> link(P), receive x -> ok after 10 -> ok end end, fun() -> ok end).
end_monitor() -> P = spawn(fun() -> exit(gone) end), both(fun() -> down(monitor(process, P)) end, fun() -> ok end).
end_name() -> P = spawn(fun() -> register(n, self()) end), both(fun() -> whereis(n) =:= P end, fun() -> ok end).
end_table() ->
    S = self(), P = spawn(fun() -> S ! ets:new(t, [public]), receive stop -> ok end end),
    T = receive X -> X end,
    both(fun() -> P ! stop end, fun() -> brief(catch ets:insert(T, {x, 1})) end).
end_info() -> P = spawn(fun() -> receive x -> ok after 0 -> ok end end), both(fun() -> process_info(P, message_queue_len) =:= undefined end, fun() -> P ! y, ok end).
end_spawned() ->
    S = self(),
    both(fun() -> spawn(fun() -> S ! a end), S ! b, ok end, fun() -> S ! c, ok end, fun() -> receive X -> receive Y -> [X, Y] end end end).

% ---- Monitors taken back ----

demon_flush() ->
    P = spawn(fun() -> exit(gone) end), R = monitor(process, P),
    {demonitor(R, [flush, info]), receive {'DOWN', R, _, _, W} -> W after 0 -> none end}.
demon_late() ->
    P = spawn(fun() -> exit(gone) end), R = monitor(process, P), demonitor(R),
    receive {'DOWN', R, _, _, W} -> W after 0 -> none end.
demon_other() ->
    P = spawn(fun() -> exit(gone) end), R = monitor(process, P), Q = monitor(process, P), demonitor(R, [flush]), down(Q).

% ---- ets ----

ets_key() -> T = table(), both(fun() -> ets:insert(T, {x, 1}) end, fun() -> ets:lookup(T, x) end).
ets_keys() -> T = table(), both(fun() -> ets:insert(T, {x, 1}) end, fun() -> ets:lookup(T, y) end).
ets_new_once() -> T = table(), both(fun() -> ets:insert_new(T, {x, 1}) end, fun() -> ets:insert_new(T, {x, 2}) end).
ets_all() -> T = table(), both(fun() -> ets:insert(T, {x, 1}), ets:insert(T, {y, 1}) end, fun() -> length(ets:tab2list(T)) end).
ets_size() -> T = table(), both(fun() -> ets:insert(T, {x, 1}), ets:delete(T, x) end, fun() -> ets:info(T, size) end).
ets_counter() -> T = table(), ets:insert(T, {x, 0}), both(fun() -> ets:update_counter(T, x, 1) end, fun() -> ets:update_counter(T, x, 2) end).
ets_gone() -> T = table(), both(fun() -> brief(catch ets:insert(T, {x, 1})) end, fun() -> ok end, fun() -> ets:delete(T) end).
ets_named() -> both(fun() -> ets:new(named, [named_table, public]), ok end, fun() -> brief(catch ets:insert(named, {x, 1})) end).
ets_given() ->
    S = self(), T = ets:new(t, [private]),
    P = spawn(fun() -> receive {'ETS-TRANSFER', T, S, _} -> S ! brief(catch ets:insert(T, {x, 1})) end end),
    ets:give_away(T, P, z), receive R -> R end.
ets_renamed() ->
    ets:new(one, [named_table, public]),
    both(fun() -> brief(catch ets:insert(one, {x, 1})) end, fun() -> brief(catch ets:insert(two, {x, 1})) end, fun() -> ets:rename(one, two) end).

% ---- Terms and numbers that all see ----

term_put() -> R = both(fun() -> persistent_term:put(k, 1) end, fun() -> persistent_term:get(k, none) end), persistent_term:erase(k), R.
term_erase() -> persistent_term:put(k, 1), R = both(fun() -> persistent_term:erase(k) end, fun() -> persistent_term:get(k, none) end), persistent_term:erase(k), R.
number_lost() ->
    A = atomics:new(1, []),
    Up = fun() -> atomics:put(A, 1, atomics:get(A, 1) + 1) end,
    {both(Up, Up), atomics:get(A, 1)}.
number_exchanged() -> A = atomics:new(1, []), both(fun() -> atomics:exchange(A, 1, 1) end, fun() -> atomics:compare_exchange(A, 1, 0, 2) end).
number_counted() -> C = counters:new(1, []), both(fun() -> counters:add(C, 1, 1) end, fun() -> counters:get(C, 1) end).

% ---- Timers ----

timer_cancelled() -> R = erlang:start_timer(10, self(), t), C = erlang:cancel_timer(R), {is_integer(C), receive {timeout, R, t} -> fired after 0 -> none end}.
timer_other() ->
    S = self(), R = erlang:send_after(10, S, late),
    both(fun() -> S ! now, ok end, fun() -> is_integer(erlang:cancel_timer(R)) end, fun() -> receive M -> M end end).
timer_two() -> erlang:send_after(10, self(), a), erlang:send_after(20, self(), b), both(fun() -> ok end, fun() -> ok end, fun() -> receive X -> X end end).
timer_named() -> erlang:send_after(10, n, x), both(fun() -> register(n, self()), receive x -> got after 10 -> none end end, fun() -> ok end).

% ---- A child and what made it ----

child_after() -> T = table(), ets:insert(T, {x, 0}), P = spawn(fun() -> ets:insert(T, {x, 1}) end), down(monitor(process, P)), ets:lookup(T, x).
child_race() -> T = table(), spawn(fun() -> ets:insert(T, {x, 1}) end), ets:lookup(T, x).
child_child() -> S = self(), spawn(fun() -> spawn(fun() -> S ! a end), S ! b end), receive X -> receive Y -> [X, Y] end end.
