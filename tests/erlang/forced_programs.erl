% SPDX-License-Identifier: Apache-2.0
% Small programs of several processes, for forced orders: what each gives depends on the order of its events alone.
-module(forced_programs).
-export([senders/0, claim/1, counter/1, reply/0, linked/0, trapped/0, monitored/0, clerks/0, delayed/0, asked/1, reported/0, waits/0, long/1]).
-export([init/1, handle_call/3, handle_cast/2, clerk/2]).
-behaviour(gen_server).

% Two senders, and who is first.
senders() ->
    Self = self(),
    [spawn(fun() -> Self ! Name end) || Name <- [a, b]],
    [receive M -> M end, receive N -> N end].

% Check, then act, on a registered name: two see that it is free.
claim(Name) ->
    Self = self(),
    [spawn(fun() -> Self ! attempt(fun() -> take(Name) end) end) || _ <- [1, 2]],
    lists:sort([receive R -> R end || _ <- [1, 2]]).

take(Name) ->
    case whereis(Name) of
        undefined -> register(Name, self());
        _ -> taken
    end.

attempt(F) -> try F() catch error:R -> R end.

% A lost update.
counter(By) ->
    T = ets:new(t, [public]),
    ets:insert(T, {n, 0}),
    Monitors = [element(2, spawn_monitor(fun() -> add(T, By) end)) || _ <- [1, 2]],
    [receive {'DOWN', M, _, _, normal} -> ok end || M <- Monitors],
    2 = length(Monitors),
    [{n, N}] = ets:lookup(T, n),
    N.

add(T, By) ->
    [{n, N}] = ets:lookup(T, n),
    ets:insert(T, {n, N + By}).

% A timeout against a reply.
reply() ->
    Self = self(),
    spawn(fun() -> Self ! reply end),
    receive reply -> in_time after 100 -> late end.

% A link, against an end.
linked() ->
    Self = self(),
    Pid = spawn(fun() -> receive go -> exit(gone) end end),
    Other = spawn(fun() -> process_flag(trap_exit, true), R = attempt(fun() -> link(Pid) end), Self ! {R, receive {'EXIT', Pid, Why} -> Why end} end),
    Pid ! go,
    true = Other =/= Pid,
    receive R -> R end.

% Who hears of an end: the process that is linked dies with it, before it has said that it lives, or after.
trapped() ->
    Self = self(),
    Pid = spawn(fun() -> spawn_link(fun() -> exit(broken) end), Self ! lives, receive after infinity -> ok end end),
    M = monitor(process, Pid),
    receive
        lives -> receive {'DOWN', M, _, _, R} -> {said, R} end;
        {'DOWN', M, _, _, R} -> R
    end.

monitored() ->
    Pid = spawn(fun() -> ok end),
    M = monitor(process, Pid),
    receive {'DOWN', M, process, Pid, R} -> R end.

% A gen_server with two clients; each asks for the balance, then sets it.
clerks() ->
    {ok, Bank} = gen_server:start(?MODULE, 100, []),
    Clerks = [spawn_monitor(?MODULE, clerk, [Bank, Amount]) || Amount <- [10, 20]],
    [receive {'DOWN', M, process, Pid, normal} -> ok end || {Pid, M} <- Clerks],
    gen_server:call(Bank, balance).

clerk(Bank, Amount) ->
    Balance = gen_server:call(Bank, balance),
    gen_server:cast(Bank, {balance, Balance - Amount}).

init(Balance) -> {ok, Balance}.
handle_call(balance, _, Balance) -> {reply, Balance, Balance};
handle_call({fail, X}, _, Balance) -> {reply, Balance div X, Balance}.
handle_cast({balance, Balance}, _) -> {noreply, Balance}.

% A timer against a message.
delayed() ->
    Self = self(),
    Ref = erlang:send_after(1000, self(), over),
    spawn(fun() -> Self ! done end),
    receive
        over -> {over, receive done -> erlang:cancel_timer(Ref) end};
        done -> {done, is_integer(erlang:cancel_timer(Ref))}
    end.

% A process of its own ends with an error, of a function of another module, and another one sees the stack trace.
asked(X) ->
    {ok, Bank} = gen_server:start(?MODULE, 100, []),
    spawn(fun() -> gen_server:cast(Bank, {balance, none}) end),
    try gen_server:call(Bank, {fail, X}) catch exit:{{R, [{M, F, _, _} | _]}, _} -> {R, M, F} end.

reported() ->
    {_, M} = spawn_monitor(fun() -> apply(lists, nth, [3, [1]]) end),
    receive {'DOWN', M, process, _, {R, [{Module, Function, _, _} | _]}} -> {R, Module, Function} end.

% Nobody can go on.
waits() ->
    Self = self(),
    spawn(fun() -> receive go -> Self ! went end end),
    receive went -> ok end.

% The time of the second receive is over, not of the first.
long(Time) ->
    Self = self(),
    spawn(fun() -> Self ! one end),
    long(Time, []).
long(Time, Seen) -> receive M -> long(Time, [M | Seen]) after Time -> Seen end.
