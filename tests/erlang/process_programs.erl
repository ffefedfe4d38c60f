% SPDX-License-Identifier: Apache-2.0
% Programs of several processes for the differential test: whatever the order in which these run, what comes back is
% the same. No pid or reference is in it.
-module(process_programs).
-export([ping_pong/2, server/1, selective/1, collected/1, ends/1, linked/2, trapped/2, monitored/2, named/2, timed/2, dictionary/2,
         killed/2, counter/1, tables/2, leaders/1, odd_calls/2, aliased/2, stopped/1, relay/2, nested/1, info/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, serve/1]).

attempt(F) -> try F() catch C:R -> {C, R} end.

% What a process of this reason tells, without a stack trace of many frames.
brief({R, [{M, F, _, _} | _]}) when is_atom(M), is_atom(F) -> {stack, R, M};
brief(R) -> R.

-spec ping_pong(0..20, term()) -> term().
ping_pong(N, X) ->
    Self = self(),
    Pid = spawn(fun() -> pong(Self) end),
    R = ping(N, Pid, X),
    Pid ! stop,
    receive {Pid, stopped, Seen} -> {R, Seen} end.

ping(0, _, X) -> X;
ping(N, Pid, X) -> Pid ! {ping, self(), X}, receive {pong, Pid, Y} -> ping(N - 1, Pid, [Y]) end.

pong(Parent) -> pong(Parent, 0).
pong(Parent, N) ->
    receive
        {ping, From, X} -> From ! {pong, self(), {N, X}}, pong(Parent, N + 1);
        stop -> Parent ! {self(), stopped, N}
    end.

-spec server([{add, term()} | get | {drop, 0..3} | crash | nothing]) -> term().
server(Requests) ->
    {Pid, Monitor} = spawn_monitor(?MODULE, serve, [[]]),
    Replies = [ask(Pid, Monitor, R) || R <- Requests],
    exit(Pid, enough),
    Replies.

ask(Pid, Monitor, Request) ->
    Tag = make_ref(),
    Pid ! {Tag, self(), Request},
    receive
        {Tag, Reply} -> Reply;
        {'DOWN', Monitor, process, Pid, Why} -> self() ! {'DOWN', Monitor, process, Pid, Why}, {down, brief(Why)}
    end.

serve(State) ->
    receive
        {Tag, From, {add, X}} -> From ! {Tag, ok}, serve([X | State]);
        {Tag, From, get} -> From ! {Tag, State}, serve(State);
        {Tag, From, {drop, N}} -> From ! {Tag, N}, serve(lists:nthtail(N, State));
        {_, _, crash} -> exit(State)
    end.

-spec selective([{low | high | other, integer()}]) -> term().
selective(Messages) ->
    [self() ! M || M <- Messages],
    High = drain(high),
    self() ! last,
    {High, drain(low), rest()}.

drain(Kind) -> receive {Kind, X} when X >= 0 -> [X | drain(Kind)] after 0 -> [] end.
rest() -> receive last -> receive X -> [last, X | others()] after 0 -> [last] end end.
others() -> receive X -> [X | others()] after 0 -> [] end.

-spec collected([integer() | atom()]) -> term().
collected(List) ->
    Self = self(),
    Pids = [spawn(fun() -> Self ! {self(), attempt(fun() -> 100 div X end)} end) || X <- List],
    [receive {Pid, R} -> R end || Pid <- Pids].

-spec ends(normal | kill | shutdown | {shutdown, 1} | term()) -> term().
ends(Reason) ->
    [down(spawn_monitor(F)) || F <- [fun() -> exit(Reason) end, fun() -> error(Reason) end, fun() -> throw(Reason) end,
                                     fun() -> Reason end, fun() -> exit(self(), Reason), receive after 0 -> ended end end]] ++
    [down(spawn_monitor(?MODULE, no_such_function, [Reason])), down(spawn_monitor(lists, reverse, [Reason])),
     down(spawn_opt(fun() -> hd(Reason) end, [monitor, {priority, low}]))].

down({Pid, Monitor}) -> receive {'DOWN', Monitor, process, Pid, Why} -> Why end.

-spec linked(term(), boolean()) -> term().
linked(Reason, Trap) ->
    down(spawn_monitor(fun() ->
        process_flag(trap_exit, Trap),
        Wait = if Reason =:= normal -> 3; true -> 5000 end,
        Pid = spawn_link(fun() -> spawn_link(fun() -> exit(Reason) end), receive never -> ok after Wait -> survived end end),
        receive {'EXIT', Pid, R} -> exit({trapped, R}) after if Trap -> 5000; true -> Wait end -> exit(nothing) end
    end)).

-spec trapped([term()], kill | normal | term()) -> term().
trapped(Reasons, Last) ->
    Self = self(),
    Pid = spawn(fun() -> process_flag(trap_exit, true), Self ! ready, told(Self, length(Reasons)) end),
    Monitor = monitor(process, Pid),
    receive ready -> ok end,
    [exit(Pid, R) || R <- Reasons, R =/= kill],
    Told = [receive {told, R} -> R end || R <- Reasons, R =/= kill],
    exit(Pid, kill),
    exit(Pid, Last),
    {Told, down({Pid, Monitor})}.

told(Parent, N) -> receive {'EXIT', Parent, R} -> Parent ! {told, R}, told(Parent, N - 1) end.

-spec monitored(term(), 0..3) -> term().
monitored(Reason, N) ->
    Pid = spawn(fun() -> receive {stop, R} -> exit(R) end end),
    Monitors = [monitor(process, Pid) || _ <- lists:seq(0, N)],
    true = demonitor(hd(Monitors)),
    Again = demonitor(hd(Monitors), [info]),
    Pid ! {stop, Reason},
    Downs = [receive {'DOWN', M, process, Pid, R} -> R end || M <- tl(Monitors)],
    gone(Pid),
    Dead = monitor(process, Pid),
    Noproc = receive {'DOWN', Dead, process, Pid, W} -> W end,
    Late = monitor(process, Pid, [{tag, gone}]),
    {Again, Downs, Noproc, demonitor(Late, [flush]), is_process_alive(Pid),
     receive {gone, Late, _, _, Y} -> Y after 0 -> none end}.

gone(Pid) -> case is_process_alive(Pid) of true -> erlang:yield(), gone(Pid); false -> ok end.

-spec named(alpha | beta | undefined | init | 1, term()) -> term().
named(Name, X) ->
    Pid = spawn(fun() -> receive {From, Y} -> From ! {got, Y} end end),
    Monitor = monitor(process, Pid),
    Results = [attempt(fun() -> register(Name, Pid) end), attempt(fun() -> register(Name, self()) end),
               attempt(fun() -> register(other_name, Pid) end), attempt(fun() -> Name =/= init andalso whereis(Name) =:= Pid end)],
    Sent = case hd(Results) of
        true -> Name ! {self(), X}, receive {got, Z} -> Z end;
        _ -> Pid ! {self(), X}, receive {got, Z} -> Z end
    end,
    receive {'DOWN', Monitor, _, _, Why} -> ok end,
    After = case Name of init -> skipped; _ -> [attempt(fun() -> Name ! X end), attempt(fun() -> whereis(Name) end),
                                                 attempt(fun() -> unregister(Name) end), attempt(fun() -> monitor(process, Name), receive {'DOWN', _, _, O, R} -> {O, R} end end)] end,
    {Results, Sent, Why, After}.

-spec timed(infinity | -1..3 | term(), term()) -> term().
timed(T, X) ->
    self() ! {there, X},
    timer:sleep(1),
    First = attempt(fun() -> receive {there, Y} -> Y after T -> late end end),
    Second = attempt(fun() -> receive {not_there, Y} -> Y after case T of infinity -> 1; _ -> T end -> late end end),
    Self = self(),
    spawn(fun() -> timer:sleep(2), Self ! second end),
    spawn(fun() -> timer:sleep(1), Self ! first end),
    Ref = erlang:start_timer(3, self(), X),
    erlang:send_after(0, self(), zero),
    Cancelled = erlang:send_after(100000, self(), X),
    true = is_integer(erlang:cancel_timer(Cancelled)),
    All = [receive M -> M end || M <- [first, second, zero]],
    {First, Second, All, receive {timeout, Ref, Z} -> Z end, erlang:cancel_timer(Ref), erlang:read_timer(Cancelled)}.

-spec dictionary(term(), term()) -> term().
dictionary(K, V) ->
    put(K, V),
    Self = self(),
    spawn(fun() -> Self ! {child, get(K), put(K, other)} end),
    receive {child, A, B} -> {get(K), A, B} end.

-spec killed(term(), boolean()) -> term().
killed(Reason, Trap) ->
    Self = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        process_flag(trap_exit, Trap),
        Self ! ready,
        receive {'EXIT', Self, R} -> exit({told, R}); stop -> stopped end
    end),
    receive ready -> ok end,
    exit(Pid, Reason),
    Pid ! stop,
    down({Pid, Monitor}).

% ---- A server of OTP's making ----
-spec counter([{add, integer() | atom()} | {subtract, integer()} | get | {stop, normal | shutdown | term()} | strange]) -> term().
counter(Requests) ->
    {ok, Pid} = gen_server:start(?MODULE, 0, []),
    Replies = [attempt(fun() -> request(Pid, R) end) || R <- Requests],
    Last = attempt(fun() -> gen_server:stop(Pid) end),
    {[reply(R) || R <- Replies], reply(Last), is_process_alive(Pid)}.

request(Pid, {subtract, N}) -> gen_server:cast(Pid, {subtract, N});
request(Pid, {stop, _} = R) -> Reply = gen_server:call(Pid, R), gone(Pid), Reply;
request(Pid, strange) -> Pid ! strange, gen_server:call(Pid, get);
request(Pid, R) -> gen_server:call(Pid, R).

reply({exit, {Why, {gen_server, call, [_, R]}}}) -> {call_failed, brief(Why), R};
reply({exit, {Why, {sys, terminate, _}}}) -> {stop_failed, brief(Why)};
reply(R) -> R.

init(N) -> {ok, N}.
handle_call({add, M}, _, N) -> {reply, {was, N}, N + M};
handle_call(get, _, N) -> {reply, N, N};
handle_call({stop, Why}, From, N) -> gen_server:reply(From, stopping), {stop, Why, N}.
handle_cast({subtract, M}, N) -> {noreply, N - M}.
handle_info(strange, N) -> {noreply, {strange, N}}.

-spec stopped(normal | shutdown | term()) -> term().
stopped(Reason) ->
    {ok, Pid} = gen_server:start({local, stopped_server}, ?MODULE, 7, []),
    R = attempt(fun() -> gen_server:stop(stopped_server, Reason, infinity) end),
    {R, whereis(stopped_server), is_process_alive(Pid), attempt(fun() -> gen_server:call(stopped_server, get) end)}.

% ---- Tables ----
-spec tables(private | protected | public, term()) -> term().
tables(Protection, X) ->
    Self = self(),
    T = ets:new(table, [Protection]),
    ets:insert(T, {a, X}),
    spawn(fun() -> Self ! [attempt(F) || F <- [fun() -> ets:lookup(T, a) end, fun() -> ets:insert(T, {b, X}) end,
                                               fun() -> ets:info(T, size) end, fun() -> ets:info(T, owner) =:= Self end,
                                               fun() -> ets:tab2list(T) =/= [] end, fun() -> ets:delete(T) end]] end),
    R = receive L -> L end,
    {Pid, Monitor} = spawn_monitor(fun() -> U = ets:new(named, [named_table, public, {heir, Self, X}]), ets:insert(U, {X, 1}) end),
    Heir = receive {'ETS-TRANSFER', named, Pid, Y} -> {Y, ets:tab2list(named), ets:info(named, owner) =:= self()} end,
    down({Pid, Monitor}),
    Gone = spawn_monitor(fun() -> ets:new(other, [named_table]) end),
    {R, Heir, down(Gone), ets:whereis(other)}.

-spec leaders(term()) -> term().
leaders(X) ->
    Self = self(),
    Pid = spawn(fun() -> group_leader(Self, self()), spawn(fun() -> Self ! {leader, group_leader() =:= Self, X} end) end),
    Monitor = monitor(process, Pid),
    {down({Pid, Monitor}), receive {leader, Is, Y} -> {Is, Y} end, attempt(fun() -> group_leader(X, self()) end)}.

-spec odd_calls(term(), term()) -> term().
odd_calls(X, Y) ->
    [attempt(F) || F <- [fun() -> is_pid(spawn(X)) end, fun() -> is_pid(spawn(lists, reverse, X)) end, fun() -> is_pid(spawn(X, Y, [])) end,
                         fun() -> spawn_opt(fun() -> ok end, X), true end, fun() -> is_function(X) orelse spawn_monitor(X) end,
                         fun() -> link(X) end, fun() -> unlink(X) end, fun() -> exit(X, Y) end, fun() -> monitor(X, self()), true end,
                         fun() -> demonitor(X) end, fun() -> demonitor(make_ref(), X) end, fun() -> process_flag(trap_exit, X) end,
                         fun() -> is_process_alive(X) end, fun() -> is_atom(X) orelse unregister(X) end, fun() -> is_atom(X) orelse whereis(X) end,
                         fun() -> is_atom(X) orelse X ! Y end, fun() -> erlang:send(self(), X, Y) end, fun() -> erlang:send_after(X, self(), Y), true end,
                         fun() -> erlang:start_timer(0, X, Y), true end, fun() -> erlang:cancel_timer(X) end]].

-spec aliased(term(), explicit_unalias | reply | none) -> term().
aliased(X, Kind) ->
    Alias = case Kind of none -> alias(); _ -> alias([Kind]) end,
    {Pid, Monitor} = spawn_monitor(fun() -> Alias ! {one, X}, Alias ! {two, X} end),
    Why = down({Pid, Monitor}),
    First = receive {one, Y} -> Y end,
    {Why, First, receive {two, Z} -> Z after 0 -> none end, unalias(Alias), unalias(Alias)}.

-spec info(boolean(), [term()]) -> term().
info(Trap, Messages) ->
    process_flag(trap_exit, Trap),
    {Pid, Monitor} = spawn_monitor(fun() -> receive go -> ok end end),
    [self() ! M || M <- Messages],
    register(info_name, self()),
    Known = lists:member(info_name, registered()),
    Items = process_info(self(), [registered_name, trap_exit, message_queue_len, messages, current_function]),
    unregister(info_name),
    {monitors, [{process, Pid}]} = process_info(self(), monitors),
    {monitored_by, [Self]} = process_info(Pid, monitored_by),
    Pid ! go,
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    {Known, Items, process_info(self(), [registered_name]), process_info(self(), registered_name), Self =:= self(),
     process_info(Pid, links), process_info(Pid, [links])}.

% A message goes through many hands.
-spec relay(1..30, term()) -> term().
relay(N, X) ->
    Last = lists:foldl(fun(_, Next) -> spawn(fun() -> receive M -> Next ! {M} end end) end, self(), lists:seq(1, N)),
    Last ! X,
    receive R -> depth(R, 0) end.

depth({R}, N) -> depth(R, N + 1);
depth(R, N) -> {R, N}.

% Waiting deep inside calls.
-spec nested([integer()]) -> term().
nested([]) -> [];
nested([H | T]) ->
    Self = self(),
    Pid = spawn(fun() -> receive Self -> Self ! {self(), lists:sum(lists:seq(1, 2000)) + H} end end),
    Rest = nested(T),
    Pid ! Self,
    [receive {Pid, R} -> R end | Rest].
