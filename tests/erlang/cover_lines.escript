#!/usr/bin/env escript
%% SPDX-License-Identifier: Apache-2.0
%% What OTP's cover counts while the suites that frisk wrote run: cover_lines.escript SOURCE DIRECTORY.. writes to
%% DIRECTORY.cover a line "NAME/ARITY HIT OF" for each function that was called, then "all HIT OF" for the module.

main([Source | Dirs]) ->
    {ok, M} = cover:compile(Source),
    lists:foreach(fun(Dir) -> measure(M, Dir) end, Dirs).

measure(M, Dir) ->
    ok = cover:reset(M),
    Suites = [suite(File) || File <- filelib:wildcard(filename:join(Dir, "*_tests.erl"))],
    ok = eunit:test(Suites, [no_tty]),
    {ok, Functions} = cover:analyse(M, coverage, function),
    {ok, {_, {Hit, Not}}} = cover:analyse(M, coverage, module),
    Lines = [io_lib:format("~ts/~b ~b ~b~n", [F, A, H, H + N]) || {{_, F, A}, {H, N}} <- lists:sort(Functions), H > 0],
    ok = file:write_file(Dir ++ ".cover", [Lines, io_lib:format("all ~b ~b~n", [Hit, Hit + Not])]).

suite(File) ->
    {ok, Suite, Beam} = compile:file(File, [binary]),
    {module, Suite} = code:load_binary(Suite, File, Beam),
    Suite.
