% SPDX-License-Identifier: Apache-2.0
% What belongs to processes.
-module(procs).
-export([spawned/1, linked/1, to_self/1, receive_after/1, registered/1, monitored/1, timer/1, dictionary/1, group/1,
         ets/1, node_/1, ports/1, time/1, random/1, file/1, io/1, apply_/3, halt_/1, trap/1, send_odd/2, gen/1, code_/1,
         persistent/1, counters_/1, garbage/1, hibernate_/1]).
-spec spawned(any()) -> any().
spawned(X) -> P = spawn(fun() -> exit(X) end), P ! X, is_pid(P).
-spec linked(any()) -> any().
linked(X) -> spawn_link(fun() -> error(X) end), receive after 10 -> ok end.
-spec to_self(any()) -> any().
to_self(X) -> self() ! X, receive {a, Y} -> Y; [Z] -> error(Z); _ -> other end.
-spec receive_after(any()) -> any().
receive_after(T) -> receive _ -> 1 after T -> 2 end.
-spec registered(atom()) -> any().
registered(A) -> register(A, self()), A ! hello, receive hello -> unregister(A) end.
-spec monitored(pid()) -> any().
monitored(P) -> R = monitor(process, P), receive {'DOWN', R, process, P, W} -> error(W) end.
-spec timer(integer()) -> any().
timer(N) -> erlang:send_after(N, self(), x), receive x -> N end.
-spec dictionary(any()) -> any().
dictionary(X) -> put(X, 1), put(a, 2), case get(X) of 2 -> error(a); 1 -> get() end.
-spec group(any()) -> any().
group(X) -> group_leader() ! X.
-spec ets(any()) -> any().
ets(X) -> T = ets:new(t, []), ets:insert(T, {X, 1}), [{_, 1}] = ets:lookup(T, X), ets:delete(T), X + 1.
-spec node_(any()) -> any().
node_(X) -> case node() of X -> error(x); _ -> nodes() end.
-spec ports(any()) -> any().
ports(X) -> open_port({spawn, "true"}, [X]).
-spec time(integer()) -> any().
time(N) -> erlang:monotonic_time() + N, erlang:system_time(N).
-spec random(integer()) -> any().
random(N) -> rand:uniform(N).
-spec file(string()) -> any().
file(S) -> {ok, B} = file:read_file(S), B.
-spec io(any()) -> any().
io(X) -> io:format("~s~n", [X]), io:format(X).
-spec apply_(atom(), atom(), [any()]) -> any().
apply_(M, F, A) -> apply(M, F, A).
-spec halt_(integer()) -> any().
halt_(3) -> halt(0);
halt_(4) -> init:stop();
halt_(5) -> erlang:halt("slogan", [{flush, false}]);
halt_(6) -> os:cmd("true");
halt_(N) -> N.
-spec trap(any()) -> any().
trap(X) -> process_flag(trap_exit, X), exit(self(), X).
-spec send_odd(any(), any()) -> any().
send_odd(P, M) -> P ! M.
-spec gen(any()) -> any().
gen(X) -> gen_server:call(X, hello).
-spec code_(atom()) -> any().
code_(M) -> code:delete(M), M:module_info().
-spec persistent(any()) -> any().
persistent(X) -> persistent_term:put(X, 1), persistent_term:get(X).
-spec counters_(integer()) -> any().
counters_(N) -> C = counters:new(N, []), counters:add(C, 1, N), counters:get(C, N).
-spec garbage(any()) -> any().
garbage(X) -> erlang:garbage_collect(), erlang:memory(X).
-spec hibernate_(any()) -> any().
hibernate_(X) -> erlang:hibernate(?MODULE, X, []).
