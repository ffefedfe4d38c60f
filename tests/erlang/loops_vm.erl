%% SPDX-License-Identifier: Apache-2.0
%% The real VM as referee of what ends. Each call is made in a process of its own, with limits of time and memory; what is
%% wrong is told on standard output, one call a line.
-module(loops_vm).
-export([ends/3, goes_on/2]).

%% Calls of functions that are said to end: those that do not, with small arguments of all kinds. Functions is a file
%% of {Name, [Type]}.
ends(Module, Functions, Ms) ->
    {ok, All} = file:consult(Functions),
    in_groups(Module, [{F, Args} || {F, Types} <- All, Args <- arguments(Types)], Ms).

in_groups(_, [], _) -> ok;
in_groups(M, Calls, Ms) ->
    {Now, Later} = lists:split(min(length(Calls), 400), Calls),
    [io:format("~w~n", [{F, Args}]) || {{F, Args}, false} <- lists:zip(Now, together(M, Now, Ms))],
    in_groups(M, Later, Ms).

%% Calls that are known not to end: those that do.
goes_on(Module, Ms) ->
    Calls = Module:witnesses(),
    [io:format("~w~n", [{F, Args}]) || {{F, Args}, true} <- lists:zip(Calls, together(Module, Calls, Ms))],
    io:format("~w calls~n", [length(Calls)]).

%% For each whether it ended. A process that needs too much memory has not.
together(M, Calls, Ms) ->
    Limit = #{size => 2000000, kill => true, error_logger => false},
    Started = [
        spawn_opt(fun() -> catch apply(M, F, Args), exit(ended) end, [monitor, {max_heap_size, Limit}])
     || {F, Args} <- Calls
    ],
    Until = erlang:monotonic_time(millisecond) + Ms,
    [ended(Pid, Monitor, Until) || {Pid, Monitor} <- Started].

ended(Pid, Monitor, Until) ->
    receive
        {'DOWN', Monitor, process, Pid, Reason} -> Reason =:= ended
    after max(0, Until - erlang:monotonic_time(millisecond)) ->
        exit(Pid, kill),
        demonitor(Monitor, [flush]),
        false
    end.

arguments([]) -> [[]];
arguments([Type | Types]) -> [[A | As] || A <- values(Type, length(Types)), As <- arguments(Types)].

values(integer, _) -> [-2, -1, 0, 1, 2, 3, 5, 7];
values(nat, _) -> [0, 1, 2, 3, 5, 8];
values(number, _) -> [-1, 0, 1, 3, 0.5, -0.5, 2.25, 1.0e17];
values(list, _) -> [[], [0], [1], [2, 1], [3, 0, 1]];
values(bytes, _) -> [<<>>, <<0>>, <<1>>, <<2, 1>>, <<1, 0, 3>>];
values(tree, _) -> [[], [1], [[]], [[1, 2], 3], [[[1]], [2], []]].
