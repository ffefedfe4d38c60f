% SPDX-License-Identifier: Apache-2.0
% Leader election in a ring of four (Chang and Roberts): numbers go round, and each node lets only larger ones pass. The
% faulty node does so only once it has been told to stand itself.
-module(ring).
-behaviour(gen_server).
-export([bad/1, good/1]).
-export([init/1, handle_call/3, handle_cast/2]).

-record(node, {kind, id, next, stands = false, observer}).

init({Kind, Id, Observer}) -> {ok, #node{kind = Kind, id = Id, observer = Observer}}.

handle_call({next, Pid}, _, N) -> {reply, ok, N#node{next = Pid}}.

handle_cast(stand, N = #node{stands = true}) -> {noreply, N};
handle_cast(stand, N) -> {noreply, stand(N)};
handle_cast({elect, Id}, N = #node{id = Id, observer = Observer}) ->
    Observer ! {leader, Id},
    {noreply, N};
handle_cast({elect, Id}, N = #node{id = Own}) when Id > Own ->
    gen_server:cast(N#node.next, {elect, Id}),
    {noreply, N#node{stands = true}};
handle_cast({elect, Id}, N = #node{kind = bad, stands = false}) ->
    gen_server:cast(N#node.next, {elect, Id}),
    {noreply, N};
handle_cast({elect, _}, N = #node{stands = true}) -> {noreply, N};
handle_cast({elect, _}, N) -> {noreply, stand(N)}.

stand(N) ->
    gen_server:cast(N#node.next, {elect, N#node.id}),
    N#node{stands = true}.

% Two nodes stand: the first, and the one with the number Id.
run(Kind, Id) ->
    Nodes = [begin {ok, P} = gen_server:start_link(?MODULE, {Kind, I, self()}, []), {I, P} end || I <- [2, 1, Id, 0]],
    Pids = [P || {_, P} <- Nodes],
    [ok = gen_server:call(P, {next, Next}) || {P, Next} <- lists:zip(Pids, tl(Pids) ++ [hd(Pids)])],
    [gen_server:cast(P, stand) || {I, P} <- Nodes, I =:= 2 orelse I =:= Id],
    Largest = max(2, Id),
    receive {leader, Leader} -> Largest = Leader end,
    ok.

-spec bad(3..9) -> ok.
bad(Id) -> run(bad, Id).

-spec good(3..9) -> ok.
good(Id) -> run(good, Id).
