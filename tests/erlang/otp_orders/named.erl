% SPDX-License-Identifier: Apache-2.0
% A process that says it has started before it has its name.
-module(named).
-export([bad_start/1, good_start/1, early/1, ready/1]).

early(Name) ->
    proc_lib:init_ack({ok, self()}),
    register(Name, self()),
    serve().

ready(Name) ->
    register(Name, self()),
    proc_lib:init_ack({ok, self()}),
    serve().

serve() -> receive {ask, From, X} -> From ! {answer, X}, serve() end.

ask(Name, X) ->
    Name ! {ask, self(), X},
    receive {answer, X} -> ok end.

-spec bad_start(boolean()) -> ok.
bad_start(Asks) ->
    {ok, _} = proc_lib:start_link(?MODULE, early, [named_server]),
    if Asks -> ask(named_server, 1); true -> ok end.

-spec good_start(boolean()) -> ok.
good_start(Asks) ->
    {ok, _} = proc_lib:start_link(?MODULE, ready, [named_server]),
    if Asks -> ask(named_server, 1); true -> ok end.
