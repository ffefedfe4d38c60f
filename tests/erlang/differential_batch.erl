%% SPDX-License-Identifier: Apache-2.0
%% Many calls in one request: what each gives, in order. Each runs in a process of its own, as if it were the only one.
-module(differential_batch).
-export([run/1]).

-define(WORDS, 1 bsl 24).
-define(MILLISECONDS, 2000).

run(Calls) -> [outcome(C) || C <- Calls].

%% {ok, Value} | {error | exit | throw, Reason} | {limit, time | memory}
outcome({M, F, Args}) ->
    Limit = {max_heap_size, #{size => ?WORDS, kill => true, error_logger => false}},
    Work = fun() -> exit({outcome, try {ok, apply(M, F, Args)} catch Class:Reason -> {Class, Reason} end}) end,
    {Pid, Monitor} = spawn_opt(Work, [monitor, Limit]),
    receive
        {'DOWN', Monitor, process, Pid, {outcome, O}} -> O;
        {'DOWN', Monitor, process, Pid, killed} -> {limit, memory};
        {'DOWN', Monitor, process, Pid, Reason} -> {exit, Reason}
    after ?MILLISECONDS ->
        exit(Pid, kill),
        receive {'DOWN', Monitor, process, Pid, _} -> {limit, time} end
    end.
