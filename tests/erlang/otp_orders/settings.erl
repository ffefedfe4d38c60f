% SPDX-License-Identifier: Apache-2.0
% A setting in the environment of an application, which two processes raise. The faulty ones read it and write it
% themselves; the others leave that to one server.
-module(settings).
-export([bad/1, good/1]).

raise(By) ->
    {ok, Old} = application:get_env(frisk_settings, level),
    application:set_env(frisk_settings, level, Old + By).

run(Raise, By) ->
    ok = application:set_env(frisk_settings, level, 0),
    Monitors = [element(2, spawn_monitor(fun() -> Raise(By) end)) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, _, normal} -> ok end || Monitor <- Monitors],
    {ok, Level} = application:get_env(frisk_settings, level),
    Level = 2 * By,
    ok.

-spec bad(0..9) -> ok.
bad(By) -> run(fun raise/1, By).

-spec good(0..9) -> ok.
good(By) ->
    Server = spawn_link(fun server/0),
    run(fun(N) ->
        Tag = make_ref(),
        Server ! {raise, N, self(), Tag},
        receive Tag -> ok end
    end, By).

server() -> receive {raise, By, From, Tag} -> raise(By), From ! Tag, server() end.
