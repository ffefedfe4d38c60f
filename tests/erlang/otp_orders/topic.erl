% SPDX-License-Identifier: Apache-2.0
% A subscription server that monitors its subscribers. One may have ended before it is taken off the list: the faulty
% server then finds its 'DOWN' in the mailbox.
-module(topic).
-behaviour(gen_server).
-export([bad/1, good/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

init(Kind) -> {ok, {Kind, #{}}}.

handle_call({subscribe, Pid}, _, {Kind, Subscribers}) ->
    {reply, ok, {Kind, Subscribers#{monitor(process, Pid) => Pid}}};
handle_call({unsubscribe, Pid}, _, {Kind, Subscribers}) ->
    Of = [Ref || {Ref, P} <- maps:to_list(Subscribers), P =:= Pid],
    [demonitor(Ref, [flush || Kind =:= good]) || Ref <- Of],
    {reply, ok, {Kind, maps:without(Of, Subscribers)}};
handle_call(count, _, {_, Subscribers} = State) ->
    {reply, map_size(Subscribers), State}.

handle_cast({publish, Event}, {_, Subscribers} = State) ->
    [Pid ! {event, Event} || Pid <- maps:values(Subscribers)],
    {noreply, State}.

handle_info({'DOWN', Ref, process, Pid, _}, {Kind, Subscribers}) ->
    {Pid, Others} = maps:take(Ref, Subscribers),
    {noreply, {Kind, Others}}.

% The subscriber takes one event, and ends; or it stays.
run(Kind, Stays) ->
    {ok, Topic} = gen_server:start_link(?MODULE, Kind, []),
    Subscriber = spawn(fun() -> receive {event, _} -> ok end, if Stays -> receive stop -> ok end; true -> ok end end),
    ok = gen_server:call(Topic, {subscribe, Subscriber}),
    gen_server:cast(Topic, {publish, news}),
    ok = gen_server:call(Topic, {unsubscribe, Subscriber}),
    0 = gen_server:call(Topic, count),
    ok.

-spec bad(boolean()) -> ok.
bad(Stays) -> run(bad, Stays).

-spec good(boolean()) -> ok.
good(Stays) -> run(good, Stays).
