#!/usr/bin/env escript
%% SPDX-License-Identifier: Apache-2.0
%% force_cases.escript SHARE DIR: forced orders on this VM, each many times. DIR is for compiled modules. Says what is
%% wrong, and ends with 1 then. What the programs give in each order follows from the reference manual ("Processes",
%% "Signals"): one operation after the other.
-mode(compile).
-define(TIMES, 20).

main([Share, Dir]) ->
    logger:set_primary_config(level, none),
    Here = filename:dirname(escript:script_name()),
    code:add_patha(Dir),
    compile(filename:join(Share, "frisk_force"), Dir, []),
    compile(filename:join(Here, "forced_programs"), Dir, [debug_info]),
    Before = vm(),
    Modules = [forced_programs, gen_server, gen, proc_lib, sys, supervisor, gen_statem, gen_event, ets],
    Modules = frisk_force:force(Modules),
    Good = [orders(), differ(), mixed(), free()],
    ok = frisk_force:unforce(Modules),
    After = vm(),
    Same = check("the VM is as it was", {[], []}, {Before -- After, After -- Before}),
    Missing = no_debug_info(Dir),
    halt(case lists:all(fun(G) -> G end, [Same, Missing | Good]) of true -> 0; false -> 1 end).

compile(File, Dir, Options) ->
    {ok, M} = compile:noenv_file(File, [{outdir, Dir}, report | Options]),
    {module, M} = code:load_abs(filename:join(Dir, atom_to_list(M))).

%% What a run may not leave behind, or change.
vm() ->
    registered() ++ processes() ++ [P || {Key, _} = P <- persistent_term:get(), element(1, Key) =/= logger_config] ++ ets:all() ++ [{M, M:module_info(md5)} || M <- [gen_server, proc_lib, gen]] ++
        [M || {M, _} <- code:all_loaded(), string:find(atom_to_list(M), "@") =/= nomatch].

check(_, Same, Same) -> true;
check(What, Expected, Got) ->
    io:format("~ts:~n  expected ~0tp~n  got ~0tP~n", [What, Expected, Got, 50]),
    false.

run(Order, F, Args, Options) -> frisk_force:force_run(Order, 60000, {forced_programs, F, Args}, Options).

%% ---- By hand ----

orders() ->
    Cases = [
        {senders, [], "1.1 send, 1.1 end, 1.2 send, 1.2 end, 1 end", {return, [a, b]}},
        {senders, [], "1.2 send, 1.2 end, 1.1 send, 1.1 end, 1 end", {return, [b, a]}},
        {senders, [], "1.2 send, 1.1 send, 1 end, 1.1 end, 1.2 end", {return, [b, a]}},
        {claim, [frisk_claim], "1.1 whereis, 1.2 whereis, 1.1 register, 1.2 register, "
            "1.1 send, 1.2 send, 1.1 end, 1.2 end, 1 end", {return, [badarg, true]}},
        {claim, [frisk_claim], "1.1 whereis, 1.2 whereis, 1.2 register, 1.2 send, 1.2 end, "
            "1.1 register, 1.1 send, 1.1 end, 1 end", {return, [true, true]}},
        {claim, [frisk_claim], "1.1 whereis, 1.1 register, 1.2 whereis, 1.2 send, 1.2 end, "
            "1.1 send, 1.1 end, 1 end", {return, [taken, true]}},
        {counter, [5], "1.1 ets:lookup, 1.2 ets:lookup, 1.1 ets:insert, 1.2 ets:insert, 1.1 end, 1.2 end, "
            "1 ets:lookup, 1 end", {return, 5}},
        {counter, [5], "1.2 ets:lookup, 1.2 ets:insert, 1.1 ets:lookup, 1.1 ets:insert, 1.1 end, 1.2 end, "
            "1 ets:lookup, 1 end", {return, 10}},
        {reply, [], "1.1 send, 1 receive, 1.1 end, 1 end", {return, in_time}},
        {reply, [], "1 timeout, 1.1 send, 1.1 end, 1 end", {return, late}},
        {linked, [], "1.2 process_flag, 1.2 link, 1 send, 1.1 end, 1.2 send, 1 end, 1.2 end",
            {return, {true, gone}}},
        {linked, [], "1 send, 1.2 process_flag, 1.1 end, 1.2 link, 1.2 send, 1 end, 1.2 end",
            {return, {true, noproc}}},
        {trapped, [], "1 monitor, 1.1 send, 1.1.1 end, 1 end", {return, {said, broken}}},
        {trapped, [], "1.1 send, 1.1.1 end, 1.1 end, 1 monitor, 1 end", {return, {said, noproc}}},
        {trapped, [], "1 monitor, 1.1.1 end, 1.1 end, 1 end", {return, broken}},
        {monitored, [], "1 monitor, 1.1 end, 1 end", {return, normal}},
        {monitored, [], "1.1 end, 1 monitor, 1 end", {return, noproc}},
        {delayed, [], "1 fires, 1.1 send, 1 cancel_timer, 1.1 end, 1 end", {return, {over, false}}},
        {delayed, [], "1.1 send, 1.1 end, 1 cancel_timer, 1 end", {return, {done, true}}},
        {reported, [], "1.1 end, 1 end", {return, {function_clause, lists, nth}}},
        {waits, [], "", {deadlock, ["1", "1.1"]}},
        {long, [6000], "1.1 send, 1.1 end, 1 time, 1 end", {return, [one]}},
        {long, [6000], "1 time, 1.1 send, 1.1 end, 1 end", {return, []}}
    ],
    all([order(Case) || Case <- Cases]).

order({F, Args, Text, Expected}) ->
    Name = io_lib:format("~w in the order ~ts", [F, Text]),
    Order = events(Text),
    times(?TIMES, fun() -> check(Name, {kept, Expected}, kept(run(Order, F, Args, [strict]))) end).

times(0, _) -> true;
times(N, Check) -> Check() andalso times(N - 1, Check).

kept({Verdict, Outcome, _}) -> {Verdict, Outcome}.

events(Text) -> [event(string:lexemes(E, " ")) || E <- string:lexemes(Text, ",")].
event([Process, What]) -> {Process, What}.

all(Results) -> lists:all(fun(R) -> R end, Results).

%% ---- What cannot be kept ----

differ() ->
    Cases = [
        {senders, "1.1 link", {differs, {"1.1", "send"}, {"1.1", "link"}}},
        {senders, "1.1 send, 1.1 end, 1.1 send", {differs, ended, {"1.1", "send"}}},
        {senders, "1.1 send, 1.3 send", {differs, blocked, {"1.3", "send"}}},
        {senders, "1.1 send, 1 end", {differs, blocked, {"1", "end"}}},
        {senders, "1 fires", {differs, blocked, {"1", "fires"}}},
        {senders, "1.1 send, 1.1 end, 1.2 send, 1.2 end", {differs, more, [{"1", "end"}]}},
        {reply, "1.1 send, 1 timeout", {differs, {"1", "receive"}, {"1", "timeout"}}},
        {reply, "1 receive, 1.1 send", {differs, {"1", "timeout"}, {"1", "receive"}}}
    ],
    all([check(Text, Expected, element(1, run(events(Text), F, [], [strict]))) || {F, Text, Expected} <- Cases]).

%% ---- Orders as they come: what was done in one is done again when it is forced ----

%% Of a gen_server with two clients: a call is monitor, send, demonitor, and its answer a send of the server. Who writes
%% after both have read undoes what the other one wrote. Then orders as they come.
mixed() ->
    Read = "1.2 monitor, 1.2 send, 1.1 send, 1.2 demonitor, 1.3 monitor, 1.3 send, 1.1 send, 1.3 demonitor, ",
    Sales = [
        {"1.2 monitor, 1.2 send, 1.1 send, 1.2 demonitor, 1.2 send, 1.3 monitor, 1.3 send, 1.1 send, 1.3 demonitor, 1.3 send", {return, 70}},
        {Read ++ "1.2 send, 1.3 send", {return, 80}},
        {Read ++ "1.3 send, 1.2 send", {return, 90}}
    ],
    Sold = [check(Text, Result, again(clerks, [], fun(Asks) -> scripted(events(Text), Asks) end)) || {Text, Result} <- Sales],
    rand:seed(exsss, 7),
    Programs = [{clerks, []}, {counter, [1]}, {claim, [frisk_claim]}, {trapped, []}, {linked, []}, {asked, [7]}, {restarted, []}, {door, []},
                {notified, []}, {folded, []}, {variety, []}, {chain, []}],
    Kept = [again(F, A, fun random/1) =/= differs || _ <- lists:seq(1, 4), {F, A} <- Programs],
    all(Sold ++ Kept).

%% What comes before the script's first event and after its last is taken as it comes.
scripted(Script, Asks) ->
    case get(script) of
        [] -> first(Asks);
        [Next | Rest] -> put(script, Rest), Next;
        undefined ->
            case [A || A <- Asks, not lists:keymember(element(1, A), 1, [{"1.2"}, {"1.3"}])] of
                [Before | _] -> Before;
                [] -> put(script, tl(Script)), hd(Script)
            end
    end.

first([]) -> none;
first([A | _]) -> A.

random([]) -> none;
random(Asks) -> lists:nth(rand:uniform(length(Asks)), Asks).

%% What came of it, or differs.
again(F, Args, More) ->
    Self = self(),
    Tell = fun(Asks) -> Next = More(Asks), Self ! {next, Next}, Next end,
    {kept, Outcome, _} = First = frisk_force:force_run([], 20000, {forced_programs, F, Args}, [{more, Tell}]),
    Order = told(),
    Text = io_lib:format("~w again in the order ~0tp", [F, Order]),
    case times(5, fun() -> check(Text, shape(First), shape(run(Order, F, Args, [strict]))) end) of
        true -> Outcome;
        false -> differs
    end.

%% No two runs share these.
shape(P) when is_pid(P) -> pid;
shape(R) when is_reference(R) -> reference;
shape([H | T]) -> [shape(H) | shape(T)];
shape(T) when is_tuple(T) -> list_to_tuple(shape(tuple_to_list(T)));
shape(T) -> T.

told() -> receive {next, none} -> told(); {next, Event} -> [Event | told()] after 0 -> [] end.

%% ---- Without an order ----

free() -> check("all is free", {kept, {return, 0}}, kept(run([], counter, [0], []))).

%% ---- A module whose operations cannot be rewritten: they are not in the order, and the rest of it holds ----

no_debug_info(Dir) ->
    Source = filename:join(Dir, "forced_plain.erl"),
    ok = file:write_file(Source, "-module(forced_plain).\n-export([tell/2]).\ntell(Pid, M) -> Pid ! M.\n"),
    compile(filename:rootname(Source), Dir, []),
    Caller = filename:join(Dir, "forced_caller.erl"),
    ok = file:write_file(Caller, "-module(forced_caller).\n-export([run/0]).\nrun() -> S = self(), "
        "[spawn(fun() -> X = erlang:whereis(N), forced_plain:tell(S, {N, X}) end) || N <- [a, b]], receive M -> M end.\n"),
    compile(filename:rootname(Caller), Dir, [debug_info]),
    Named = check("no debug_info", [forced_caller], frisk_force:force([forced_plain, forced_caller])),
    Got = frisk_force:force_run(events("1.2 whereis"), 5000, {forced_caller, run, []}, []),
    frisk_force:unforce([forced_plain, forced_caller]),
    Named andalso check("of which the order has nothing", {kept, {return, {b, undefined}}}, kept(Got)).
