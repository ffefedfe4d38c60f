%% SPDX-License-Identifier: Apache-2.0
%% What the compiler's own library counts in a module's Core Erlang, one line a module. For load_test.c.
-module(load_facts).
-export([main/1, receiving/1]).

main(Modules) -> lists:foreach(fun(M) -> print(list_to_atom(M)) end, Modules).

print(Module) ->
    {ok, {_, [{abstract_code, {raw_abstract_v1, Forms}}]}} = beam_lib:chunks(beam(Module), [abstract_code]),
    {ok, Module, Core} = compile:noenv_forms(Forms, [to_core, no_copt, binary, dialyzer]),
    Definitions = cerl:module_defs(Core),
    Counts = lists:foldl(fun({_, F}, C) -> cerl_trees:fold(fun count/2, C, F) end, #{}, Definitions),
    Kinds = [clause, 'case', call, apply, 'let', 'try', 'catch', primop, 'fun', letrec, bitstr, map_pair, seq, alias],
    io:format("~s ~b ~b", [Module, length(Definitions), length(cerl:module_exports(Core))]),
    [io:format(" ~b", [maps:get(K, Counts, 0)]) || K <- Kinds],
    io:format(" ~b~n", [length([S || {S, _} <- cerl:module_attrs(Core), cerl:concrete(S) =:= spec])]).

beam(erlang) -> filename:join([code:lib_dir(erts), "ebin", "erlang.beam"]);
beam(Module) -> code:which(Module).

count(Node, Counts) -> maps:update_with(cerl:type(Node), fun(N) -> N + 1 end, 1, Counts).

%% The dump of a module whose one function has the receive node that compilers up to OTP 23 made.
receiving([File]) ->
    {module, _} = code:ensure_loaded(frisk_receive),
    X = cerl:c_var('X'),
    Got = cerl:c_clause([cerl:c_tuple([cerl:c_atom(got), X])], cerl:c_tuple([X])),
    Receive = cerl:c_receive([Got], cerl:c_int(50), cerl:c_atom(late)),
    F = cerl:c_var({f, 0}),
    Core = cerl:c_module(cerl:c_atom(m), [F], [], [{F, cerl:c_fun([], Receive)}]),
    ok = file:write_file(File, frisk_dump:module(Core)).
