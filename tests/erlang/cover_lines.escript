#!/usr/bin/env escript
%% SPDX-License-Identifier: Apache-2.0
%% What OTP's cover counts while the suites that frisk wrote run: cover_lines.escript DIRECTORY TARGET .. writes to
%% DIRECTORY.cover a line "NAME/ARITY HIT OF" for each function that was called, then "all HIT OF" for the module, then
%% "of N" and "missed [..]" for its lines. A target is a source, or a module of OTP.

main([Dir, Target | More]) ->
    measure(compiled(Target, filename:extension(Target)), Dir),
    main(More);
main([]) -> ok.

compiled(Source, ".erl") ->
    {ok, M} = cover:compile(Source, [{i, filename:dirname(Source)}]),
    M;
compiled(Name, []) ->
    Beam = code:which(list_to_atom(Name)),
    code:unstick_dir(filename:dirname(Beam)),
    {ok, M} = cover:compile_beam(Beam),
    M.

measure(M, Dir) ->
    Suites = [suite(File) || File <- filelib:wildcard(filename:join(Dir, "*_tests.erl"))],
    ok = cover:reset(M),
    ok = eunit:test(Suites, [no_tty]),
    {ok, Functions} = cover:analyse(M, coverage, function),
    {ok, {_, {Hit, Not}}} = cover:analyse(M, coverage, module),
    {ok, Lines} = cover:analyse(M, calls, line),
    All = lists:usort([L || {{_, L}, _} <- Lines, L > 0]),
    Reached = lists:usort([L || {{_, L}, N} <- Lines, N > 0]),
    Rows = [io_lib:format("~ts/~b ~b ~b~n", [F, A, H, H + N]) || {{_, F, A}, {H, N}} <- lists:sort(Functions), H > 0],
    ok = file:write_file(Dir ++ ".cover", [Rows, io_lib:format("all ~b ~b~nof ~b~nmissed ~w~n",
                                                               [Hit, Hit + Not, length(All), All -- Reached])]).

suite(File) ->
    {ok, Suite, Beam} = compile:file(File, [binary]),
    {module, Suite} = code:load_binary(Suite, File, Beam),
    Suite.
