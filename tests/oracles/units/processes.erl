% SPDX-License-Identifier: Apache-2.0
% Processes: values and messages that break one, and what the others make of it.
-module(processes).
-export([child/1, message/2, linked/1, trapping/1, wrong_reply/1, late/1, deadlock/1, watched/1, handled/1, quiet/1, passed_fun/2,
         selected/1, stateful/2, called/1, told/1, named/1, timer/1, safe/1, odd_order/1, stranger/1, sleeps/1]).
-export([divide/1, init/1, handle_call/3, handle_cast/2, work/1]).

% A value that breaks a child, while the caller goes on.
-spec child(integer()) -> ok.
child(N) -> spawn(?MODULE, divide, [N - 17]), ok.
divide(N) -> R = 100 div N, {ok, R}.

% A message that breaks a server.
-spec message(atom(), integer()) -> ok.
message(Tag, N) -> P = spawn(fun() -> work([]) end), P ! {Tag, N}, P ! stop, ok.
work(L) ->
    receive
        {push, N} when N > 0 -> work([N | L]);
        {pop, _} -> [_ | T] = L, work(T);
        stop -> length(L)
    end.

% An error that comes through a link is the caller's own end.
-spec linked(integer()) -> timeout.
linked(N) -> spawn_link(?MODULE, divide, [N - 3]), receive never -> never after 200 -> timeout end.

-spec trapping(term()) -> term().
trapping(X) ->
    process_flag(trap_exit, true),
    Pid = spawn_link(fun() -> exit(X) end),
    receive {'EXIT', Pid, {bad, Y}} -> error({was_bad, Y}); {'EXIT', Pid, _} -> fine end.

% A server that replies something else than its client can do with.
-spec wrong_reply(integer()) -> integer().
wrong_reply(N) ->
    Self = self(),
    Pid = spawn(fun() -> receive {ask, From, K} when K =:= 99 -> From ! {self(), none}; {ask, From, K} -> From ! {self(), K} end end),
    Pid ! {ask, Self, N},
    receive {Pid, R} -> 1 + R end.

% A timeout is taken unless the wait is longer than the work.
-spec late(5 | 10 | 5000) -> term().
late(N) ->
    Self = self(),
    spawn(fun() -> receive after 500 -> Self ! done end end),
    receive done -> error(done) after N -> late end.

% Nobody sends what is waited for.
-spec deadlock(integer()) -> ok.
deadlock(7) -> receive never -> ok end;
deadlock(_) -> ok.

% An exit that somebody watches is a message, an error is not.
-spec watched(integer()) -> term().
watched(N) ->
    {_, M} = spawn_monitor(fun() -> exit({result, N * 2}) end),
    receive {'DOWN', M, process, _, {result, 84}} -> error(bingo); {'DOWN', M, process, _, {result, R}} -> R end.

-spec handled(integer()) -> ok.
handled(N) -> spawn(fun() -> try divide(N) catch error:badarith -> exit(normal) end end), ok.

-spec quiet(normal | shutdown | {shutdown, integer()} | crash) -> ok.
quiet(Reason) -> spawn(fun() -> exit(Reason) end), ok.

-spec passed_fun(fun((integer()) -> integer()), integer()) -> integer().
passed_fun(F, N) ->
    Self = self(),
    spawn(fun() -> Self ! {result, F(N)} end),
    receive {result, 5} when N > 10 -> error(five); {result, R} -> R end.

-spec selected([integer()]) -> ok.
selected(L) ->
    [self() ! {n, N} || N <- L],
    receive {n, N} when N > 50 -> receive {n, M} when M =:= N + 1 -> error(pair) after 0 -> ok end after 0 -> ok end.

% State, one message after the other.
-spec stateful(integer(), integer()) -> ok.
stateful(A, B) ->
    P = spawn(fun() -> sums(0) end),
    P ! {add, A}, P ! {add, B}, P ! {check, self()},
    receive {sum, 77} -> error(sum); {sum, _} -> exit(P, kill), ok end.
sums(S) -> receive {add, N} -> sums(S + N); {check, P} -> P ! {sum, S}, sums(S) end.

% OTP's own servers.
-spec called(integer() | none) -> integer().
called(N) -> {ok, P} = gen_server:start(?MODULE, 10, []), R = gen_server:call(P, {divide, N}), exit(P, kill), R.
-spec told(integer()) -> ok.
told(N) -> {ok, P} = gen_server:start(?MODULE, 10, []), gen_server:cast(P, {subtract, N}), gen_server:cast(P, check).
init(N) -> {ok, N}.
handle_call({divide, N}, _, S) -> R = S div N, {reply, R, S}.
handle_cast({subtract, N}, S) -> {noreply, S - N};
handle_cast(check, S) when S =/= 0 -> {noreply, S}.

-spec named(atom()) -> true.
named(Name) -> register(Name, self()), Name ! hello, receive hello -> unregister(Name) end.

-spec timer(integer()) -> term().
timer(N) when N >= 0, N < 50 -> erlang:send_after(N, self(), {tick, N}), receive {tick, 42} -> error(tick); {tick, _} -> ok end;
timer(_) -> ok.

-spec safe(integer()) -> integer().
safe(N) -> Self = self(), P = spawn(fun() -> receive {From, K} -> From ! {Self, abs(K)} end end), P ! {self(), N}, receive {Self, R} -> R end.

% No input is a process that the unit makes.
-spec stranger(pid()) -> ok.
stranger(P) -> case spawn(fun() -> ok end) of P -> error(met); _ -> ok end.

% A wait for nothing but time is not ended by messages.
-spec sleeps(integer()) -> integer().
sleeps(N) -> self() ! N, timer:sleep(10), receive 8 -> error(eight); M -> M end.

% What arrives first is not said; frisk takes one order.
-spec odd_order(integer()) -> term().
odd_order(N) ->
    Self = self(),
    [spawn(fun() -> Self ! {K, N} end) || K <- [1, 2]],
    receive {1, 5} -> error(first); {_, _} -> ok end.
