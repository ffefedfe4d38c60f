%% SPDX-License-Identifier: Apache-2.0
%% Whether a function compiled without debug_info depends on its arguments alone, so that the VM can be asked for what it
%% gives. That is read from its instructions: no messages, no processes, no calls that are only known at run time, and
%% none but of its own functions and of those below. The module is loaded then.
-module(frisk_pure).
-export([exported/1]).

%% Modules of which every function is so; and functions of modules of which not all are.
-define(MODULES, [lists, maps, string, binary, unicode, unicode_util, math, orddict, ordsets, gb_trees, gb_sets, sets, dict, array, queue, proplists, base64, uri_string]).
-define(FUNCTIONS, [
    '++', '--', append_element, atom_to_binary, atom_to_list, binary_part, binary_to_float, binary_to_integer, binary_to_list,
    binary_to_atom, list_to_atom, bitstring_to_list, delete_element, element, error, exit, float_to_binary, float_to_list,
    get_module_info, insert_element, integer_to_binary, integer_to_list, iolist_size, iolist_to_binary, list_to_binary,
    list_to_bitstring, list_to_float, list_to_integer, list_to_tuple, make_fun, make_tuple, max, md5, min, phash2, raise, setelement,
    split_binary, throw, tuple_to_list
]).

%% The payload: path of the .beam, name and arity, each after its size. Gives true, false, or none if there is no such function.
exported(<<P:32, Path:P/binary, N:32, Name:N/binary, Arity:32>>) ->
    frisk_dump:term(exported(unicode:characters_to_list(Path), binary_to_atom(Name, utf8), Arity)).

exported(Path, Name, Arity) ->
    case beam_disasm:file(Path) of
        {beam_file, M, Exports, Attributes, _, Functions} ->
            case lists:any(fun({F, A, _}) -> F =:= Name andalso A =:= Arity end, Exports) of
                false -> none;
                true -> not has_on_load(Path, Attributes) andalso is_pure(M, Functions, {Name, Arity}) andalso loaded(M, Path)
            end;
        _ -> false
    end.

has_on_load(Path, Attributes) ->
    is_list(Attributes) andalso lists:keymember(on_load, 1, Attributes) orelse
        case beam_lib:chunks(Path, ["ExpT", atoms]) of
            {ok, {_, [_, {atoms, Atoms}]}} -> lists:any(fun({_, A}) -> A =:= on_load orelse A =:= load_nif end, Atoms);
            _ -> true
        end.

loaded(M, Path) ->
    code:is_loaded(M) =/= false orelse
        case code:load_abs(filename:rootname(Path)) of
            {module, M} -> true;
            _ -> false
        end.

%% What the function calls of its own module, it and all that these call.
is_pure(M, Functions, First) -> is_pure(M, maps:from_list([{{F, A}, Code} || {function, F, A, _, Code} <- Functions]), [First], #{}).

is_pure(_, _, [], _) -> true;
is_pure(M, Codes, [F | Rest], Seen) when is_map_key(F, Seen) -> is_pure(M, Codes, Rest, Seen);
is_pure(M, Codes, [F | Rest], Seen) ->
    Code = maps:get(F, Codes, [send]), % which it has
    lists:all(fun(I) -> is_harmless(M, I) end, Code) andalso is_pure(M, Codes, own_calls(M, Code) ++ Rest, Seen#{F => true}).

own_calls(M, Code) ->
    Parts = lists:append([tuple_to_list(I) || I <- Code, is_tuple(I)]),
    [{F, A} || {M1, F, A} <- Parts, M1 =:= M] ++ [{F, A} || {extfunc, M1, F, A} <- Parts, M1 =:= M].

is_harmless(_, I) when I =:= send; I =:= remove_message; I =:= timeout -> false;
is_harmless(M, I) when is_tuple(I) ->
    case element(1, I) of
        Op when Op =:= loop_rec; Op =:= loop_rec_end; Op =:= wait; Op =:= wait_timeout; Op =:= apply; Op =:= apply_last -> false;
        bif -> element(2, I) =/= self andalso element(2, I) =/= node;
        _ -> lists:all(fun(Part) -> is_allowed(M, Part) end, tuple_to_list(I))
    end;
is_harmless(_, _) -> true.

is_allowed(M, {extfunc, M, _, _}) -> true;
is_allowed(_, {extfunc, erlang, F, _}) -> lists:member(F, ?FUNCTIONS);
is_allowed(_, {extfunc, M, _, _}) -> lists:member(M, ?MODULES);
is_allowed(_, _) -> true.
