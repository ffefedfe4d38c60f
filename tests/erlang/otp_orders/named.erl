% SPDX-License-Identifier: Apache-2.0
% A process that says it has started before it has its name.
-module(named).
-export([bad/1, good/1, early/1, ready/1]).

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

-spec bad(boolean()) -> ok.
bad(Asks) ->
    {ok, _} = proc_lib:start_link(?MODULE, early, [named_server]),
    if Asks -> ask(named_server, 1); true -> ok end.

-spec good(boolean()) -> ok.
good(Asks) ->
    {ok, _} = proc_lib:start_link(?MODULE, ready, [named_server]),
    if Asks -> ask(named_server, 1); true -> ok end.
