#!/usr/bin/env escript
%% SPDX-License-Identifier: Apache-2.0
%% How many mutants of a module its generated suites kill: mutants.escript SUITE-DIR MODULE-OR-FILE prints tests, tests
%% that fail without any mutant in one of three runs, each in another order, lines of the module that the suites cover,
%% mutants on these, and how many of those make a test fail.
%% Mutants are the usual ones: an operator exchanged, a number one more, true for false, a clause left out.
-mode(compile).

-define(TEST_MS, 1000).
-define(HEAP, #{size => 8000000, kill => true, error_logger => false}). % words

main([Dir, Target | More]) ->
    {Module, Forms, Cover} = load(Target),
    logger:set_primary_config(level, none),
    code:unstick_mod(Module),
    Tests = lists:append([tests(F) || F <- filelib:wildcard(filename:join(Dir, "frisk_*_tests.erl"))]),
    {ok, _} = Cover(),
    Rounds = [Tests, lists:reverse(Tests), [T || {_, T} <- lists:sort([{erlang:phash2(T), T} || T <- Tests])]],
    Failed = length(lists:usort([T || Round <- Rounds, T <- Round, not passes(T)])),
    {ok, Calls} = cover:analyse(Module, calls, line),
    cover:stop(),
    Covered = maps:from_list([{Line, true} || {{_, Line}, N} <- Calls, N > 0]),
    Results = [judge(Module, Mutant, Tests) || Mutant <- mutants(Forms, Covered)],
    [io:format("  lives: ~p~n", [R]) || R = {lives, _} <- Results, More =/= []],
    Killed = length([ok || killed <- Results]),
    io:format("~w ~w ~w ~w ~w~n", [length(Tests), Failed, maps:size(Covered), length([R || R <- Results, R =/= none]), Killed]),
    halt(0).

load(Target) ->
    case filename:extension(Target) of
        ".erl" ->
            {ok, Forms} = epp:parse_file(Target, []),
            {module_of(Forms), Forms, fun() -> cover:compile(Target) end};
        _ ->
            Module = list_to_atom(Target),
            Beam = code:which(Module),
            {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(Beam, [abstract_code]),
            {Module, Forms, fun() -> cover:compile_beam(Beam) end}
    end.

module_of(Forms) -> hd([M || {attribute, _, module, M} <- Forms]).

tests(File) ->
    {ok, Module, Beam} = compile:file(File, [binary]),
    {module, Module} = code:load_binary(Module, File, Beam),
    [{Module, F} || {F, 0} <- Module:module_info(exports), is_test(atom_to_list(F))].

is_test(Name) -> lists:suffix("_test", Name) orelse lists:suffix("_test_", Name).

%% ---- Running ----

judge(_, none, _) -> none;
judge(Module, {What, Forms}, Tests) ->
    case compile:forms(Forms, [binary, nowarn_unused_vars, nowarn_unused_function]) of
        {ok, Module, Beam} ->
            code:purge(Module),
            {module, Module} = code:load_binary(Module, "mutant", Beam),
            case lists:all(fun passes/1, Tests) of
                true -> {lives, What};
                false -> killed
            end;
        _ -> none
    end.

passes({Module, Test}) ->
    case lists:suffix("_test_", atom_to_list(Test)) of
        true -> try run(Module:Test()) catch _:_ -> false end;
        false -> run({spawn, {timeout, 5, fun Module:Test/0}})
    end.

run({setup, Setup, Cleanup, Test}) ->
    State = Setup(),
    try run(Test) after Cleanup(State) end;
run({spawn, {timeout, _, Fun}}) ->
    Work = fun() -> group_leader(sink(), self()), Fun() end,
    {Pid, Monitor} = spawn_opt(Work, [monitor, {max_heap_size, ?HEAP}]),
    receive {'DOWN', Monitor, process, Pid, Reason} -> Reason =:= normal
    after ?TEST_MS -> exit(Pid, kill), receive {'DOWN', Monitor, process, Pid, _} -> false end
    end.

sink() ->
    spawn(fun Loop() -> receive {io_request, From, As, _} -> From ! {io_reply, As, ok}, Loop() after 10000 -> ok end end).

%% ---- Mutants: the forms with their n-th candidate changed ----

mutants(Forms, Covered) ->
    Functions = [F || {function, _, _, _, _} = F <- Forms],
    lists:append([
        begin
            put(covered, Covered),
            Total = count(F),
            [mutant(Forms, F, N) || N <- lists:seq(1, Total)]
        end
     || F <- Functions
    ]).

count(F) ->
    put(left, -1),
    walk(F),
    -1 - get(left).

mutant(Forms, F, N) ->
    put(left, N - 1),
    Changed = walk(F),
    {_, _, Name, Arity, _} = F,
    {{Name, Arity, N, get(changed)}, [if G =:= F -> Changed; true -> G end || G <- Forms]}.

%% Whether it is this candidate's turn.
turn(Anno) ->
    case is_map_key(erl_anno:line(Anno), get(covered)) of
        false -> false;
        true ->
            Left = get(left),
            put(left, Left - 1),
            Left =:= 0 andalso begin put(changed, erl_anno:line(Anno)), true end
    end.

walk({op, L, Op, A, B}) ->
    case other(Op) of
        none -> {op, L, Op, walk(A), walk(B)};
        Other -> case turn(L) of true -> {op, L, Other, A, B}; false -> {op, L, Op, walk(A), walk(B)} end
    end;
walk({integer, L, N} = I) -> case turn(L) of true -> {integer, L, N + 1}; false -> I end;
walk({atom, L, true} = A) -> case turn(L) of true -> {atom, L, false}; false -> A end;
walk({atom, L, false} = A) -> case turn(L) of true -> {atom, L, true}; false -> A end;
walk({function, L, Name, Arity, Clauses}) -> {function, L, Name, Arity, clauses(Clauses)};
walk({'case', L, E, Clauses}) -> {'case', L, walk(E), clauses(Clauses)};
walk({'if', L, Clauses}) -> {'if', L, clauses(Clauses)};
walk({clause, L, Patterns, Guards, Body}) -> {clause, L, walk(Patterns), walk(Guards), walk(Body)};
walk(L) when is_list(L) -> [walk(E) || E <- L];
walk(T) when is_tuple(T), tuple_size(T) > 2, is_atom(element(1, T)) ->
    [Tag, Anno | Rest] = tuple_to_list(T),
    list_to_tuple([Tag, Anno | [if is_tuple(E); is_list(E) -> walk(E); true -> E end || E <- Rest]]);
walk(T) -> T.

%% One of several left out, if its body is reached.
clauses([_] = One) -> walk(One);
clauses(All) ->
    case [C || {clause, _, _, _, [B | _]} = C <- All, turn(element(2, B))] of
        [C | _] -> lists:delete(C, All);
        [] -> walk(All)
    end.

other(Op) ->
    Pairs = [{'+', '-'}, {'*', '+'}, {'div', '*'}, {'rem', '*'}, {'<', '=<'}, {'>', '>='}, {'=:=', '=/='}, {'==', '/='},
             {'andalso', 'orelse'}, {'and', 'or'}, {'band', 'bor'}, {'bsl', 'bsr'}],
    case {lists:keyfind(Op, 1, Pairs), lists:keyfind(Op, 2, Pairs)} of
        {{_, Other}, _} -> Other;
        {_, {Other, _}} -> Other;
        _ -> none
    end.
