% SPDX-License-Identifier: Apache-2.0
% What processes do, each in a small program: all that comes of it in any order is what the real VM shows in that order.
-module(process_units).
-export([hibernating/0, woken/1, hibernating_late/0, hibernating_killed/0, given/0, given_away_twice/0, given_to_the_dead/0, inherited/0, inherited_late/0,
         environment/0, persistent/0, remote_call/0, remote_error/0, remote_request/0, remote_cast/0, looked_at/0, named_table/0,
         two_exits/0, two_trapped/0, exit_and_message/0, kill_and_exit/0, exit_before_message/0, normal_exit/0, own_timers/0, timers_of_two/0,
         requested/0, unlinked/0]).

% ---- Hibernation ----
hibernating() ->
    S = self(),
    P = spawn(fun() -> erlang:hibernate(?MODULE, woken, [S]) end),
    P ! hello,
    receive {got, X} -> X end.
woken(S) -> receive X -> S ! {got, X} end.

% Two wake it; it takes what came first.
hibernating_late() ->
    S = self(),
    P = spawn(fun() -> put(k, v), try erlang:hibernate(?MODULE, woken, [S]) after S ! never end end),
    spawn(fun() -> P ! one end),
    spawn(fun() -> P ! two end),
    receive {got, X} -> X; never -> never end.

hibernating_killed() ->
    S = self(),
    {P, M} = spawn_monitor(fun() -> erlang:hibernate(?MODULE, woken, [S]) end),
    spawn(fun() -> P ! hello end),
    exit(P, kill),
    receive {'DOWN', M, _, _, R} -> {R, receive {got, X} -> X after 0 -> none end} end.

% ---- Tables and their owners ----
given() ->
    S = self(),
    T = ets:new(t, []),
    ets:insert(T, {a, 1}),
    P = spawn(fun() -> receive {'ETS-TRANSFER', T, S, data} -> S ! {ets:info(T, owner) =:= self(), ets:lookup(T, a)} end end),
    true = ets:give_away(T, P, data),
    R = try ets:lookup(T, a) catch error:badarg -> gone end,
    receive {Own, L} -> {Own, L, R} end.
given_away_twice() ->
    T = ets:new(t, [public]),
    P = spawn(fun() -> receive stop -> ok end end),
    Q = spawn(fun() -> receive stop -> ok end end),
    true = ets:give_away(T, P, data),
    R = try ets:give_away(T, Q, data) catch error:badarg -> badarg end,
    {R, ets:info(T, owner) =:= P}.
given_to_the_dead() ->
    T = ets:new(t, [public]),
    P = spawn(fun() -> ok end),
    R = try ets:give_away(T, P, data) catch error:badarg -> badarg end,
    {R, ets:info(T, size)}.
inherited() ->
    S = self(),
    spawn(fun() -> T = ets:new(t, [{heir, S, data}]), ets:insert(T, {a, 1}) end),
    receive {'ETS-TRANSFER', T, _, data} -> ets:lookup(T, a) end.
inherited_late() ->
    S = self(),
    P = spawn(fun() -> T = ets:new(t, [named_table, public]), S ! up, receive stop -> ets:setopts(T, {heir, S, data}) end end),
    receive up -> ok end,
    spawn(fun() -> exit(P, crash) end),
    P ! stop,
    receive {'ETS-TRANSFER', t, _, data} -> kept after 10 -> none end.

% ---- What the VM keeps ----
environment() ->
    S = self(),
    application:set_env(process_units, k, 0),
    spawn(fun() -> application:set_env(process_units, k, 1), S ! done end),
    R = application:get_env(process_units, k),
    receive done -> {R, application:get_env(process_units, k)} end.
persistent() ->
    S = self(),
    persistent_term:put({?MODULE, k}, 0),
    spawn(fun() -> persistent_term:put({?MODULE, k}, 1), S ! done end),
    R = persistent_term:get({?MODULE, k}),
    receive done -> {R, persistent_term:get({?MODULE, k})} end.

% ---- Calls of the own node ----
remote_call() -> {rpc:call(node(), lists, reverse, [[1, 2]]), erpc:call(node(), lists, reverse, [[1, 2]])}.
remote_error() ->
    {badrpc, _} = rpc:call(node(), erlang, error, [oops]),
    try erpc:call(node(), erlang, error, [oops]) catch error:{exception, oops, _} -> oops end.
remote_request() -> R = erpc:send_request(node(), lists, reverse, [[1, 2]]), erpc:receive_response(R).
remote_cast() -> S = self(), rpc:cast(node(), erlang, send, [S, hi]), receive hi -> ok end.
requested() ->
    S = self(),
    Ref = spawn_request(erlang, send, [S, made], [monitor, {reply_tag, answer}]),
    receive {answer, Ref, ok, P} -> receive {'DOWN', Ref, process, P, R} -> receive made -> R after 0 -> lost end end end.

% ---- What others see ----
looked_at() ->
    S = self(),
    P = spawn(fun() -> receive stop -> S ! stopped end end),
    link(P),
    R = {process_info(P, links) =:= {links, [S]}, process_info(P, registered_name), process_info(P, message_queue_len)},
    P ! stop,
    receive stopped -> {R, is_process_alive(P)} end.
named_table() ->
    spawn(fun() -> ets:new(tab, [named_table, public]), receive stop -> ok after 10 -> ok end end),
    case ets:whereis(tab) of
        undefined -> none;
        _ -> try ets:insert(tab, {a, 1}) catch error:badarg -> gone end
    end.

% ---- Two signals race for one process ----
two_exits() ->
    P = spawn(fun() -> receive stop -> ok end end),
    M = monitor(process, P),
    spawn(fun() -> exit(P, one) end),
    spawn(fun() -> exit(P, two) end),
    receive {'DOWN', M, _, _, R} -> R end.
two_trapped() ->
    S = self(),
    P = spawn(fun() -> process_flag(trap_exit, true), S ! up, receive {'EXIT', _, A} -> receive {'EXIT', _, B} -> S ! {A, B} end end end),
    receive up -> ok end,
    spawn(fun() -> exit(P, one) end),
    spawn(fun() -> exit(P, two) end),
    receive {A, B} -> {A, B} end.
exit_and_message() ->
    P = spawn(fun() -> receive stop -> ok end end),
    M = monitor(process, P),
    spawn(fun() -> exit(P, one) end),
    spawn(fun() -> P ! stop end),
    receive {'DOWN', M, _, _, R} -> R end.
kill_and_exit() ->
    P = spawn(fun() -> process_flag(trap_exit, true), receive {'EXIT', _, R} -> exit(R) end end),
    M = monitor(process, P),
    spawn(fun() -> exit(P, kill) end),
    exit(P, two),
    receive {'DOWN', M, _, _, R} -> R end.
exit_before_message() ->
    S = self(),
    P = spawn(fun() -> S ! up, receive stop -> ok end end),
    receive up -> ok end,
    M = monitor(process, P),
    exit(P, one),
    P ! stop,
    receive {'DOWN', M, _, _, R} -> R end.
normal_exit() ->
    S = self(),
    P = spawn(fun() -> receive stop -> S ! stopped end end),
    exit(P, normal),
    P ! stop,
    receive stopped -> ok end.
unlinked() ->
    P = spawn_link(fun() -> receive stop -> exit(crash) end end),
    P ! stop,
    unlink(P),
    ok.

% ---- Time ----
own_timers() ->
    erlang:send_after(20, self(), b),
    erlang:send_after(10, self(), a),
    [receive M -> M end || _ <- [1, 2]].
timers_of_two() ->
    S = self(),
    spawn(fun() -> erlang:send_after(20, S, b) end),
    erlang:send_after(10, self(), a),
    [receive M -> M end || _ <- [1, 2]].
