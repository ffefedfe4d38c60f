% SPDX-License-Identifier: Apache-2.0
% A supervisor and a registered child that is started again after a crash. Whoever calls it by its name in between finds
% nobody: the right client asks again when the supervisor has seen to it.
-module(tree).
-behaviour(supervisor).
-export([bad/1, good/1]).
-export([init/1, start_child/0, child/0]).

init([]) ->
    {ok, {#{strategy => one_for_one, intensity => 3, period => 10}, [#{id => child, start => {?MODULE, start_child, []}}]}}.

start_child() -> proc_lib:start_link(?MODULE, child, []).

child() ->
    register(tree_child, self()),
    proc_lib:init_ack({ok, self()}),
    loop().

loop() ->
    receive
        {crash, N} -> exit({crash, N});
        {get, From, Tag} -> From ! {Tag, 42}, loop()
    end.

ask() ->
    case whereis(tree_child) of
        undefined -> down;
        Pid ->
            Ref = monitor(process, Pid),
            Pid ! {get, self(), Ref},
            receive
                {Ref, Value} -> demonitor(Ref, [flush]), {ok, Value};
                {'DOWN', Ref, process, _, _} -> down
            end
    end.

run(N, Get) ->
    {ok, Sup} = supervisor:start_link(?MODULE, []),
    spawn(fun() -> if N > 3 -> catch tree_child ! {crash, N}; true -> ok end end),
    {ok, 42} = Get(Sup),
    ok.

-spec bad(0..9) -> ok.
bad(N) -> run(N, fun(_) -> ask() end).

-spec good(0..9) -> ok.
good(N) ->
    run(N, fun(Sup) ->
        case ask() of
            down ->
                [_] = supervisor:which_children(Sup),
                ask();
            Got -> Got
        end
    end).
