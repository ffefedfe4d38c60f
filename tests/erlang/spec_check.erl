%% SPDX-License-Identifier: Apache-2.0
%% Does a tuple of arguments belong to a function's spec? Written from the reference manual ("Types and Function
%% Specifications"), directly over the abstract form, so as to know nothing of frisk's grammars.
-module(spec_check).
-export([main/1]).

%% File: a list of funs that each give {Module, Function, Arity, Arguments}. Prints how many there were, and those
%% that do not belong.
main(File) ->
    put(forms, #{}),
    {ok, Funs} = file:script(File),
    Wrong = [{M, F, A, Args} || Fun <- Funs, {M, F, A, Args} <- [Fun()], not in_spec(M, F, A, Args)],
    io:format("~w ~w~n~0tp~n", [length(Funs), length(Wrong), lists:sublist(Wrong, 10)]),
    halt().

in_spec(M, F, A, Args) ->
    lists:any(
        fun(Clause) ->
            {{type, _, 'fun', [{type, _, product, Types}, _]}, Env} = clause(Clause, M),
            lists:all(fun({V, T}) -> member(V, T, Env) end, lists:zip(tuple_to_list(Args), Types))
        end,
        maps:get({spec, F, A}, forms(M))
    ).

clause({type, _, bounded_fun, [Fun, Constraints]}, M) ->
    {Fun, {M, #{}, Constraints}};
clause(Fun, M) -> {Fun, {M, #{}, []}}.

forms(M) ->
    All = get(forms),
    case All of
        #{M := Forms} -> Forms;
        _ ->
            File = case code:which(M) of
                preloaded -> filename:join([code:lib_dir(erts), "ebin", atom_to_list(M) ++ ".beam"]);
                Path -> Path
            end,
            {ok, {_, [{abstract_code, {_, Abstract}}]}} = beam_lib:chunks(File, [abstract_code]),
            Forms = maps:from_list(lists:append([form(F) || F <- Abstract])),
            put(forms, All#{M => Forms}),
            Forms
    end.

form({attribute, _, spec, {{F, A}, Clauses}}) -> [{{spec, F, A}, Clauses}];
form({attribute, _, spec, {{_, F, A}, Clauses}}) -> [{{spec, F, A}, Clauses}];
form({attribute, _, Kind, {Name, Type, Vars}}) when Kind =:= type; Kind =:= opaque ->
    [{{type, Name, length(Vars)}, {Type, [V || {var, _, V} <- Vars]}}];
form({attribute, _, record, {Name, Fields}}) -> [{{record, Name}, [field(F) || F <- Fields]}];
form(_) -> [].

field({typed_record_field, F, T}) -> {N, _} = field(F), {N, T};
field({record_field, _, {atom, _, N}}) -> {N, any};
field({record_field, _, {atom, _, N}, _}) -> {N, any}.

%% Env: {module, arguments of the type (with their environments), constraints}
member(_, any, _) -> true;
member(V, {ann_type, _, [_, T]}, E) -> member(V, T, E);
member(V, {paren_type, _, [T]}, E) -> member(V, T, E);
member(V, {var, _, Name}, {_, Vars, Constraints} = E) ->
    case Vars of
        #{Name := {T, Outer}} -> member(V, T, Outer);
        _ ->
            case [T || {type, _, constraint, [_, [{var, _, N}, T]]} <- Constraints, N =:= Name] of
                [T | _] -> member(V, T, E);
                [] -> true
            end
    end;
member(V, {atom, _, A}, _) -> V =:= A;
member(V, {Tag, _, _} = T, _) when Tag =:= integer; Tag =:= char -> V =:= value(T);
member(V, {op, _, _, _} = T, _) -> V =:= value(T);
member(V, {op, _, _, _, _} = T, _) -> V =:= value(T);
member(V, {user_type, _, Name, Args}, {M, _, _} = E) -> defined(V, M, Name, Args, E);
member(V, {remote_type, _, [{atom, _, M}, {atom, _, Name}, Args]}, E) -> defined(V, M, Name, Args, E);
member(V, {type, _, Name, Args}, E) -> type(V, Name, Args, E).

defined(V, M, Name, Args, E) ->
    {Type, Vars} = maps:get({type, Name, length(Args)}, forms(M)),
    member(V, Type, {M, maps:from_list(lists:zip(Vars, [{A, E} || A <- Args])), []}).

value(T) -> {value, V, _} = erl_eval:expr(T, []), V.

type(V, union, Ts, E) -> lists:any(fun(T) -> member(V, T, E) end, Ts);
type(_, any, [], _) -> true;
type(_, term, [], _) -> true;
type(_, none, [], _) -> false;
type(_, no_return, [], _) -> false;
type(V, integer, [], _) -> is_integer(V);
type(V, non_neg_integer, [], _) -> is_integer(V) andalso V >= 0;
type(V, pos_integer, [], _) -> is_integer(V) andalso V > 0;
type(V, neg_integer, [], _) -> is_integer(V) andalso V < 0;
type(V, range, [A, B], _) -> is_integer(V) andalso V >= value(A) andalso V =< value(B);
type(V, byte, [], _) -> is_integer(V) andalso V >= 0 andalso V =< 255;
type(V, arity, [], _) -> is_integer(V) andalso V >= 0 andalso V =< 255;
type(V, char, [], _) -> is_integer(V) andalso V >= 0 andalso V =< 16#10ffff;
type(V, float, [], _) -> is_float(V);
type(V, number, [], _) -> is_number(V);
type(V, atom, [], _) -> is_atom(V);
type(V, module, [], _) -> is_atom(V);
type(V, node, [], _) -> is_atom(V);
type(V, boolean, [], _) -> is_boolean(V);
type(V, timeout, [], _) -> V =:= infinity orelse is_integer(V) andalso V >= 0;
type(V, pid, [], _) -> is_pid(V);
type(V, port, [], _) -> is_port(V);
type(V, reference, [], _) -> is_reference(V);
type(V, identifier, [], _) -> is_pid(V) orelse is_port(V) orelse is_reference(V);
type(V, nil, [], _) -> V =:= [];
type(V, binary, [], _) -> is_binary(V);
type(V, bitstring, [], _) -> is_bitstring(V);
type(V, nonempty_binary, [], _) -> is_binary(V) andalso V =/= <<>>;
type(V, nonempty_bitstring, [], _) -> is_bitstring(V) andalso V =/= <<>>;
type(V, binary, [M0, N0], _) ->
    {M, N} = {value(M0), value(N0)},
    is_bitstring(V) andalso
        if N =:= 0 -> bit_size(V) =:= M; true -> bit_size(V) >= M andalso (bit_size(V) - M) rem N =:= 0 end;
type(V, list, [], _) -> is_list(V) andalso is_proper(V);
type(V, list, [T], E) -> elements(V, T, [], fun(End) -> End =:= [] end, E);
type(V, nonempty_list, Args, E) -> V =/= [] andalso type(V, list, Args, E);
type(V, string, [], E) -> type(V, list, [{type, 0, char, []}], E);
type(V, nonempty_string, [], E) -> V =/= [] andalso type(V, string, [], E);
type(V, maybe_improper_list, [], _) -> is_list(V);
type(V, nonempty_maybe_improper_list, [], _) -> is_list(V) andalso V =/= [];
type(V, maybe_improper_list, [T, End], E) ->
    elements(V, T, [], fun(L) -> L =:= [] orelse member(L, End, E) end, E);
type(V, nonempty_maybe_improper_list, Args, E) -> is_list(V) andalso V =/= [] andalso type(V, maybe_improper_list, Args, E);
type(V, nonempty_improper_list, [T, End], E) ->
    is_list(V) andalso V =/= [] andalso elements(V, T, [], fun(L) -> member(L, End, E) end, E);
type(V, iolist, [], _) -> is_list(V) andalso is_iodata(V);
type(V, iodata, [], _) -> is_iodata(V);
type(V, mfa, [], E) -> type(V, tuple, [{type, 0, atom, []}, {type, 0, atom, []}, {type, 0, arity, []}], E);
type(V, tuple, any, _) -> is_tuple(V);
type(V, tuple, Ts, E) ->
    is_tuple(V) andalso tuple_size(V) =:= length(Ts) andalso
        lists:all(fun({X, T}) -> member(X, T, E) end, lists:zip(tuple_to_list(V), Ts));
type(V, record, [{atom, _, Name} | Given], {M, _, _} = E) ->
    Fields = maps:get({record, Name}, forms(M)),
    Own = [{N, T} || {type, _, field_type, [{atom, _, N}, T]} <- Given],
    is_tuple(V) andalso tuple_size(V) =:= length(Fields) + 1 andalso element(1, V) =:= Name andalso
        lists:all(
            fun({X, {N, T}}) ->
                case lists:keyfind(N, 1, Own) of
                    {N, Narrow} -> member(X, Narrow, E);
                    false -> member(X, T, {M, #{}, []})
                end
            end,
            lists:zip(tl(tuple_to_list(V)), Fields)
        );
type(V, map, any, _) -> is_map(V);
type(V, map, Fields, E) ->
    is_map(V) andalso
        lists:all(fun(Pair) -> in_field(Pair, Fields, E) end, maps:to_list(V)) andalso
        lists:all(
            fun({type, _, map_field_exact, [K, _]}) -> lists:any(fun(Key) -> member(Key, K, E) end, maps:keys(V));
               (_) -> true
            end,
            Fields
        );
type(V, Fun, [], _) when Fun =:= 'fun'; Fun =:= function -> is_function(V);
type(V, 'fun', [{type, _, any}, _], _) -> is_function(V);
type(V, 'fun', [{type, _, product, Args}, Result], E) ->
    is_function(V, length(Args)) andalso member(apply(V, [surprise || _ <- Args]), Result, E);
type(V, bounded_fun, [Fun, _], E) -> member(V, Fun, E).

%% The leftmost field that has the key tells the type of the value.
in_field(_, [], _) -> false;
in_field({Key, Value}, [{type, _, _, [K, T]} | Fields], E) ->
    case member(Key, K, E) of
        true -> member(Value, T, E);
        false -> in_field({Key, Value}, Fields, E)
    end.

%% Some prefix of cells has elements of T, and what then comes is an end.
elements([X | Rest] = L, T, Seen, IsEnd, E) ->
    Seen =/= [] andalso IsEnd(L) orelse (member(X, T, E) andalso elements(Rest, T, [X], IsEnd, E));
elements(End, _, _, IsEnd, _) -> End =:= [] andalso IsEnd([]) orelse IsEnd(End).

is_proper(V) -> try length(V) >= 0 catch _:_ -> false end.
is_iodata(V) -> try is_integer(iolist_size(V)) catch _:_ -> false end.
