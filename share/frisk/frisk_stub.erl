%% SPDX-License-Identifier: Apache-2.0
%% Stubs on the real VM: calls of some functions run others instead. Written by frisk beside tests that need it.
-module(frisk_stub).
-export([stub/1, unstub/1]).

%% Loads modules in which a function calls another one instead of what it did, from their own abstract code (they were
%% compiled with debug_info, or their source is where it was). Stubs: [{{M, F, A}, {M2, F2}}]. Gives what unstub/1 takes.
stub(Stubs) ->
    Modules =
        case persistent_term:get({frisk_stubs, Stubs}, none) of
            none ->
                Made = [stub_module(M, Stubs) || M <- lists:usort([M || {{M, _, _}, _} <- Stubs])],
                persistent_term:put({frisk_stubs, Stubs}, Made),
                Made;
            Kept -> Kept
        end,
    Sticky = [M || {M, _, _, _} <- Modules, code:is_sticky(M)],
    [stub_load(M, File, New) || {M, File, New, _} <- Modules],
    {Modules, Sticky}.

unstub({Modules, Sticky}) ->
    [stub_load(M, File, Old) || {M, File, _, Old} <- Modules],
    [code:stick_mod(M) || M <- Sticky],
    ok.

stub_load(M, File, Beam) ->
    code:unstick_mod(M),
    code:purge(M),
    {module, M} = code:load_binary(M, File, Beam).

stub_module(M, Stubs) ->
    {module, M} = code:ensure_loaded(M),
    File =
        case code:which(M) of
            Name when is_list(Name), Name =/= [] -> Name;
            _ -> code:where_is_file(atom_to_list(M) ++ ".beam")
        end,
    Old = stub_beam(File),
    case beam_lib:chunks(Old, [abstract_code]) of
        {ok, {M, [{abstract_code, {raw_abstract_v1, Forms}}]}} ->
            {ok, M, New} = compile:noenv_forms([stub_form(Form, M, Stubs) || Form <- Forms], [binary]),
            {M, File, New, Old};
        _ -> error({no_debug_info, M})
    end.

stub_beam(File) ->
    case filename:extension(File) of
        ".erl" ->
            Dir = filename:dirname(File),
            Options = [binary, debug_info, deterministic, {i, Dir}, {i, filename:join(Dir, "../include")}],
            {ok, _, Beam} = compile:noenv_file(File, Options),
            Beam;
        _ ->
            {ok, Beam} = file:read_file(File),
            Beam
    end.

stub_form({function, Anno, F, A, _} = Form, M, Stubs) ->
    case lists:keyfind({M, F, A}, 1, Stubs) of
        {_, {M2, F2}} ->
            Args = [{var, Anno, list_to_atom("X" ++ integer_to_list(I))} || I <- lists:seq(1, A)],
            Call = {call, Anno, {remote, Anno, {atom, Anno, M2}, {atom, Anno, F2}}, Args},
            {function, Anno, F, A, [{clause, Anno, Args, [], [Call]}]};
        false -> Form
    end;
stub_form({attribute, Anno, compile, Options}, _, _) ->
    {attribute, Anno, compile, [O || O <- lists:flatten([Options]), O =/= warnings_as_errors]};
stub_form(Form, _, _) -> Form.
