% SPDX-License-Identifier: Apache-2.0
% Small programs of several processes, for forced orders: what each gives depends on the order of its events alone.
-module(forced_programs).
-export([senders/0, claim/1, counter/1, reply/0, linked/0, trapped/0, monitored/0, clerks/0, delayed/0, asked/1, reported/0, waits/0, long/1, restarted/0, door/0, notified/0,
         folded/0, variety/0, chain/0, patient/0]).
-export([init/1, handle_call/2, handle_call/3, handle_cast/2, handle_event/2, clerk/2, callback_mode/0, closed/3, open/3]).
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

init(supervisor) ->
    Child = #{id => bank, start => {gen_server, start_link, [?MODULE, 100, []]}},
    {ok, {#{strategy => one_for_one, intensity => 5, period => 100}, [Child]}};
init(door) -> {ok, closed, 0};
init(Balance) -> {ok, Balance}.
handle_call(seen, Seen) -> {ok, Seen, Seen}.
handle_call(balance, _, Balance) -> {reply, Balance, Balance};
handle_call({fail, X}, _, Balance) -> {reply, Balance div X, Balance}.
handle_cast({balance, Balance}, _) -> {noreply, Balance}.

% A supervisor with a child that one client kills, and one asks for something.
restarted() ->
    {ok, Sup} = supervisor:start_link(?MODULE, supervisor),
    [{bank, Bank, worker, _}] = supervisor:which_children(Sup),
    Clients = [spawn_monitor(F) || F <- [
        fun() -> exit(Bank, kill) end,
        fun() -> exit(try gen_server:call(Bank, balance) catch exit:{R, _} -> R end) end
    ]],
    Reasons = [receive {'DOWN', M, process, Pid, R} -> R end || {Pid, M} <- Clients],
    {Reasons, [is_pid(C) andalso C =/= Bank || {_, C, _, _} <- supervisor:which_children(Sup)]}.

% A door that closes by itself, unless it is pushed before.
door() ->
    {ok, Door} = gen_statem:start(?MODULE, door, []),
    [spawn(fun() -> gen_statem:cast(Door, push) end) || _ <- [1, 2]],
    R = [gen_statem:call(Door, state) || _ <- [1, 2, 3]],
    gen_statem:stop(Door),
    R.

callback_mode() -> state_functions.
closed(cast, push, N) -> {next_state, open, N + 1, [{state_timeout, 100, shut}]};
closed({call, From}, state, N) -> {keep_state, N, [{reply, From, {closed, N}}]}.
open(cast, push, N) -> {keep_state, N + 1};
open(state_timeout, shut, N) -> {next_state, closed, N};
open({call, From}, state, N) -> {keep_state, N, [{reply, From, {open, N}}]}.

% A handler of events that two processes tell of.
notified() ->
    {ok, Manager} = gen_event:start(),
    ok = gen_event:add_handler(Manager, ?MODULE, []),
    Ms = [element(2, spawn_monitor(fun() -> gen_event:sync_notify(Manager, N) end)) || N <- [1, 2]],
    [receive {'DOWN', M, _, _, normal} -> ok end || M <- Ms],
    R = gen_event:call(Manager, ?MODULE, seen),
    gen_event:stop(Manager),
    R.

handle_event(E, Seen) -> {ok, [E | Seen]}.

% What is no built-in function of ets, on a table that is written to.
folded() ->
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{N, 0} || N <- [1, 2, 3]]),
    spawn(fun() -> [ets:insert(T, {N, 1}) || N <- [3, 2, 1]] end),
    {ets:foldl(fun({N, X}, Sum) -> N * X + Sum end, 0, T), ets:tab2list(T)}.

% Other ways to call what is visible.
variety() ->
    Self = self(),
    Send = fun erlang:send/2,
    Name = whereis,
    {Pid, _} = spawn_opt(fun() -> receive {N, From} -> lists:foreach(fun(X) -> From ! X end, [N, N + 1]) end end, [monitor, link]),
    Other = erlang:spawn(?MODULE, clerk, [Self, 3]),
    Undefined = apply(erlang, Name, [no_such_name]),
    Send(Pid, {1, Self}),
    Alive = [is_process_alive(P) || P <- [Pid, Other]],
    {'$gen_call', Client, balance} = receive {'$gen_call', _, _} = Call -> Call end,
    gen_server:reply(Client, 10),
    Rest = [receive {'$gen_cast', Cast} -> Cast; X when is_integer(X) -> X end || _ <- [1, 2, 3]],
    {Undefined, [A || A <- Alive, A =/= true], Rest}.

% Whoever is linked dies, too.
chain() ->
    Self = self(),
    First = spawn(fun() -> chain(Self, 3) end),
    Monitor = monitor(process, First),
    Last = receive {last, Pid} -> Pid; {'DOWN', Monitor, _, _, _} -> none end,
    M = monitor(process, Last),
    spawn(fun() -> exit(First, stop) end),
    spawn(fun() -> exit(Last, halt) end),
    [receive {'DOWN', Which, _, _, R} -> R end || Which <- [M, Monitor]].

chain(Self, 0) -> Self ! {last, self()}, receive after infinity -> ok end;
chain(Self, N) -> spawn_link(fun() -> chain(Self, N - 1) end), receive after infinity -> ok end.

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

% Two receives in one function: only the inner one is an event.
patient() ->
    Self = self(),
    spawn(fun() -> Self ! one end),
    receive one -> ok after 5000 -> receive one -> late after 0 -> never end end.

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
