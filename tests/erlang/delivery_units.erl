% SPDX-License-Identifier: Apache-2.0
% Programs whose signals are under way before they arrive.
-module(delivery_units).
-export([start/1, direct_and_forwarded/0, same_pair/0, chain/1, named_server/0, server/0, bad_overtaken/1, good_overtaken/1, good_late_down/0, bad_late_kill/0, good_late_kill/0, bad_monitored_late/0, good_monitored_late/0, bad_linked_late/0, good_unlinked_late/0, linked_and_unlinked/0, demonitored/0, demonitored_of_none/0, bad_late_timer/1,
         good_late_timer/1, bad_late_reply/1, good_late_reply/1, late_alias/0, to_itself/0, bad_lost/0, good_lost/1,
         bad_lost_alarm/1]).
-export([init/1, handle_call/3, handle_cast/2]).

% ---- G. Vidal, "Symbolic Execution in Erlang", figure 3 ----
-spec start(integer()) -> last.
start(N) -> S = self(), _C = spawn(fun() -> client(1, S) end), server(N).
server(N) -> receive {Pid, M} when M < N -> Pid ! ok, server(N); {Pid, M} when M >= N -> Pid ! last end.
client(N, Pid) -> Pid ! {self(), N}, receive Atom -> case Atom of ok -> client(N + 1, Pid); last -> ok end end.

% ---- Who overtakes whom ----
% A message that goes directly, and one that passes through another process.
direct_and_forwarded() ->
    S = self(),
    C = spawn(fun() -> X = receive M1 -> M1 end, Y = receive M2 -> M2 end, S ! {got, X, Y} end),
    B = spawn(fun() -> receive M -> C ! M end end),
    C ! direct,
    B ! forwarded,
    receive {got, X, Y} -> {X, Y} end.

same_pair() ->
    S = self(),
    spawn(fun() -> S ! 1, S ! 2, S ! 3 end),
    [receive M -> M end || _ <- [1, 2, 3]].

% Directly, and through N others.
chain(N) ->
    S = self(),
    First = lists:foldl(fun(_, Next) -> spawn(fun() -> receive M -> Next ! M end end) end, S, lists:seq(1, N)),
    spawn(fun() -> First ! far, S ! near end),
    A = receive M1 -> M1 end,
    B = receive M2 -> M2 end,
    {A, B}.

% ---- A server that is stopped and started again ----
init(_) -> {ok, none}.
handle_call(stop, _, S) -> {stop, normal, ok, S}.
handle_cast(_, S) -> {noreply, S}.

named_server() ->
    {ok, P} = gen_server:start({local, the_server}, ?MODULE, [], []),
    ok = gen_server:call(P, stop),
    {ok, Q} = gen_server:start({local, the_server}, ?MODULE, [], []),
    ok = gen_server:call(Q, stop).
server() ->
    {ok, P} = gen_server:start(?MODULE, [], []),
    ok = gen_server:call(P, stop),
    {ok, Q} = gen_server:start(?MODULE, [], []),
    ok = gen_server:call(Q, stop).

% ---- What only a late signal shows ----
% The notice of a loan overtakes the goods, which go through a carrier.
-spec bad_overtaken(integer()) -> integer().
bad_overtaken(N) ->
    S = self(),
    Store = spawn(fun() -> receive {goods, G} -> receive {ask, P} -> P ! {has, G} end; {ask, P} -> P ! none end end),
    Store ! {goods, N},
    spawn(fun() -> Store ! {ask, S} end),
    receive {has, G} -> G; none when N > 5 -> error(no_goods); none -> 0 end.
-spec good_overtaken(integer()) -> integer().
good_overtaken(N) ->
    S = self(),
    Store = spawn(fun() -> receive {goods, G} -> receive {ask, P} -> P ! {has, G} end end end),
    Store ! {goods, N},
    spawn(fun() -> Store ! {ask, S} end),
    receive {has, G} -> G end.

% The result of a worker arrives before its end does, in any order.
good_late_down() ->
    S = self(),
    {_, M} = spawn_monitor(fun() -> S ! result end),
    receive {'DOWN', M, _, _, _} -> receive result -> ok after 0 -> error(lost) end end.

% exit/2 returns before the process has ended.
bad_late_kill() ->
    P = spawn(fun() -> receive stop -> ok end end),
    register(worker, P),
    exit(P, kill),
    case whereis(worker) of undefined -> ok; _ -> error(still_there) end.
good_late_kill() ->
    P = spawn(fun() -> receive stop -> ok end end),
    register(worker, P),
    exit(P, kill),
    false = is_process_alive(P),
    ok.

% The request for a monitor comes behind the message that ends the process.
bad_monitored_late() ->
    P = spawn(fun() -> receive stop -> exit(stopped) end end),
    P ! stop,
    M = monitor(process, P),
    receive {'DOWN', M, _, _, stopped} -> ok; {'DOWN', M, _, _, Reason} -> error(Reason) end.
good_monitored_late() ->
    P = spawn(fun() -> receive stop -> exit(stopped) end end),
    M = monitor(process, P),
    P ! stop,
    receive {'DOWN', M, _, _, stopped} -> ok end.

bad_linked_late() ->
    process_flag(trap_exit, true),
    P = spawn(fun() -> receive stop -> exit(stopped) end end),
    P ! stop,
    link(P),
    receive {'EXIT', P, stopped} -> ok; {'EXIT', P, noproc} -> error(noproc) end.

% After unlink/1 a link has no effect any more: its message has arrived before, or never does.
good_unlinked_late() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    unlink(P),
    receive {'EXIT', P, _} -> ok after 0 -> ok end,
    receive {'EXIT', P, _} -> error(late) after 0 -> ok end.

linked_and_unlinked() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(over) end),
    spawn(fun() -> exit(P, kill) end),
    unlink(P),
    receive {'EXIT', P, R} -> R after 0 -> none end.
demonitored() ->
    {P, M} = spawn_monitor(fun() -> receive stop -> exit(stopped) end end),
    spawn(fun() -> P ! stop end),
    Was = demonitor(M, [info]),
    {Was, receive {'DOWN', M, _, _, R} -> R after 0 -> none end}.

demonitored_of_none() ->
    spawn(fun() -> ok end),
    M = monitor(process, nobody_has_this_name),
    Was = demonitor(M, [info]),
    {Was, receive {'DOWN', M, _, _, R} -> R after 0 -> none end}.

% A timer that could not be cancelled has fired, but its message need not have arrived.
-spec bad_late_timer(1..1000) -> ok.
bad_late_timer(T) ->
    S = self(),
    spawn(fun() -> S ! work end),
    Ref = erlang:start_timer(T, self(), t),
    receive work -> ok end,
    case erlang:cancel_timer(Ref) of
        false -> receive {timeout, Ref, t} -> ok after 0 -> error(no_timeout) end;
        _ -> ok
    end.
-spec good_late_timer(1..1000) -> ok.
good_late_timer(T) ->
    S = self(),
    spawn(fun() -> S ! work end),
    Ref = erlang:start_timer(T, self(), t),
    receive work -> ok end,
    case erlang:cancel_timer(Ref) of
        false -> receive {timeout, Ref, t} -> ok end;
        _ -> ok
    end.

% A reply that comes after the caller has given up is taken for that of the next request.
-spec bad_late_reply(1..100) -> ok.
bad_late_reply(T) ->
    E = spawn(fun Echo() -> receive {P, X} -> P ! {reply, X}, Echo(); stop -> ok end end),
    Ask = fun(X) -> E ! {self(), X}, receive {reply, Y} -> Y after T -> none end end,
    _ = Ask(1),
    R = Ask(2),
    E ! stop,
    case R of 1 -> error(of_another); _ -> ok end.
-spec good_late_reply(1..100) -> ok.
good_late_reply(T) ->
    E = spawn(fun Echo() -> receive {P, R, X} -> P ! {R, X}, Echo(); stop -> ok end end),
    Ask = fun(X) -> R = make_ref(), E ! {self(), R, X}, receive {R, Y} -> Y after T -> none end end,
    _ = Ask(1),
    R = Ask(2),
    E ! stop,
    case R of 1 -> error(of_another); _ -> ok end.

% What comes by an alias that is none any more is dropped, even if it was under way before.
late_alias() ->
    A = alias(),
    spawn(fun() -> A ! hello end),
    unalias(A),
    receive hello -> hello after 10 -> none end.

% What a process sends to itself arrives at once.
to_itself() ->
    spawn(fun() -> ok end),
    self() ! hello,
    receive hello -> hello after 0 -> none end.

% ---- What only a lost message shows ----
bad_lost() ->
    P = spawn(fun() -> receive {S, ask} -> S ! answer end end),
    P ! {self(), ask},
    receive answer -> ok end.
-spec good_lost(1..100) -> answer | none.
good_lost(T) ->
    P = spawn(fun() -> receive {S, ask} -> S ! answer; stop -> ok end end),
    P ! {self(), ask},
    R = receive answer -> answer after T -> none end,
    exit(P, kill),
    R.

% The level is told in two messages, of which one may be lost.
-spec bad_lost_alarm(integer()) -> ok.
bad_lost_alarm(N) ->
    S = self(),
    spawn(fun() -> S ! {level, N}, S ! done end),
    Level = receive {level, L} -> L after 10 -> 0 end,
    receive done -> ok after 10 -> ok end,
    if N > 99, Level < 100 -> error(no_alarm); true -> ok end.
