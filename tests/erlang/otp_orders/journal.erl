% SPDX-License-Identifier: Apache-2.0
% Events that a handler writes down, and somebody who reads what was written. Notifying does not wait for the handlers.
-module(journal).
-behaviour(gen_event).
-export([bad/1, good/1]).
-export([init/1, handle_event/2, handle_call/2]).

init(T) -> {ok, T}.
handle_event({write, X}, T) -> ets:insert(T, {last, X}), {ok, T}.
handle_call(_, T) -> {ok, T, T}.

run(Notify, X) ->
    T = ets:new(journal, [public]),
    {ok, Manager} = gen_event:start_link(),
    ok = gen_event:add_handler(Manager, ?MODULE, T),
    ok = Notify(Manager, {write, X}),
    case X of
        done -> [{last, done}] = ets:lookup(T, last);
        _ -> ok
    end,
    ok.

-spec bad(atom()) -> ok.
bad(X) -> run(fun gen_event:notify/2, X).

-spec good(atom()) -> ok.
good(X) -> run(fun gen_event:sync_notify/2, X).
