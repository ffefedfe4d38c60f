% SPDX-License-Identifier: Apache-2.0
% A cache with expiry timers. A key that is stored again cancels its timer, whose message may have come already: the
% faulty cache takes it for the new one's.
-module(cache).
-behaviour(gen_server).
-export([bad/1, good/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

put(Cache, Key, Value, Time) -> gen_server:call(Cache, {put, Key, Value, Time}).
get(Cache, Key) -> gen_server:call(Cache, {get, Key}).

init(Kind) -> {ok, {Kind, #{}}}.

handle_call({put, Key, Value, Time}, _, {Kind, Entries}) ->
    case Entries of
        #{Key := {_, Old}} when is_reference(Old) -> erlang:cancel_timer(Old);
        _ -> ok
    end,
    Timer = case Time of
        infinity -> none;
        _ -> erlang:start_timer(Time, self(), {expired, Key})
    end,
    {reply, ok, {Kind, Entries#{Key => {Value, Timer}}}};
handle_call({get, Key}, _, {_, Entries} = State) ->
    {reply, case Entries of #{Key := {Value, _}} -> {ok, Value}; _ -> none end, State}.

handle_cast(_, State) -> {noreply, State}.

handle_info({timeout, _, {expired, Key}}, {bad, Entries}) ->
    {noreply, {bad, maps:remove(Key, Entries)}};
handle_info({timeout, Timer, {expired, Key}}, {good, Entries}) ->
    case Entries of
        #{Key := {_, Timer}} -> {noreply, {good, maps:remove(Key, Entries)}};
        _ -> {noreply, {good, Entries}}
    end.

run(Kind, Again) ->
    Key = if Again -> a; true -> b end,
    {ok, Cache} = gen_server:start_link(?MODULE, Kind, []),
    ok = put(Cache, a, 1, 50),
    ok = put(Cache, Key, 2, infinity),
    {ok, 2} = get(Cache, Key),
    ok.

-spec bad(boolean()) -> ok.
bad(Again) -> run(bad, Again).

-spec good(boolean()) -> ok.
good(Again) -> run(good, Again).
