% SPDX-License-Identifier: Apache-2.0
% Two-phase commit with three participants. The faulty coordinator takes two votes for enough, as it does not look for
% the one that is still to come.
-module(commit).
-behaviour(gen_statem).
-export([bad/1, good/1]).
-export([init/1, callback_mode/0, collecting/3, decided/3]).

callback_mode() -> state_functions.

init({Enough, Client}) -> {ok, collecting, {Enough, Client, []}}.

collecting(cast, {vote, no}, {_, Client, _}) ->
    Client ! {outcome, aborted},
    {next_state, decided, aborted};
collecting(cast, {vote, yes}, {Enough, Client, Votes}) when length(Votes) + 1 =:= Enough ->
    Client ! {outcome, committed},
    {next_state, decided, committed};
collecting(cast, {vote, yes}, {Enough, Client, Votes}) ->
    {keep_state, {Enough, Client, [yes | Votes]}}.

decided(cast, {vote, _}, _) -> keep_state_and_data.

run(Enough, Amount) ->
    {ok, Coordinator} = gen_statem:start_link(?MODULE, {Enough, self()}, []),
    Vote = fun(Limit) ->
        spawn(fun() -> gen_statem:cast(Coordinator, {vote, if Amount > Limit -> no; true -> yes end}) end)
    end,
    [Vote(Limit) || Limit <- [1000, 500, 200]],
    Expected = if Amount > 200 -> aborted; true -> committed end,
    receive {outcome, Outcome} -> Expected = Outcome end,
    ok.

-spec bad(non_neg_integer()) -> ok.
bad(Amount) -> run(2, Amount).

-spec good(non_neg_integer()) -> ok.
good(Amount) -> run(3, Amount).
