%% SPDX-License-Identifier: Apache-2.0
%% Values of the real VM: whether they are what was predicted, as text, and as patterns that match just them.
-module(frisk_value).
-export([evaluate/1, same/2, no_such_record/2, texts/1, show/1]).

-define(BIG, 20000). % words; a bigger value is not written out

%% Of a source text; raises what that raises.
evaluate(Text) ->
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Text) ++ "."),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    {value, Value, _} = erl_eval:exprs(Exprs, []),
    Value.

%% ---- Comparing with the prediction ----

%% A stack trace that is part of a reason goes on with the functions that made the call: another one in each test.
-define(IS_OWN(Frame), (is_tuple(Frame) andalso tuple_size(Frame) =:= 4 andalso element(1, Frame) =:= frisk_prove)).

%% What is no such record tells of itself when the compiler is that of OTP 25 or later, of the record before that.
no_such_record(Predicted, {badrecord, _}) -> string:prefix(Predicted, "{badrecord,") =/= nomatch;
no_such_record(_, _) -> false.

%% Equal but for processes, references, ports and funs, which no two runs share, and for stack traces that a value
%% holds: which calls leave a frame, and what the function of a comprehension is called, is up to the compiler.
same(Predicted, Value) ->
    Text = unicode:characters_to_list(Predicted),
    try evaluate(Text) of
        Term -> shape(Term) =:= shape(Value)
    catch
        _:_ ->
            try evaluate(without_identities(Text)) of
                Term -> shape(Term) =:= shape(Value)
            catch
                _:_ -> same_start(without_identities(Text), Value)
            end
    end.

without_identities(Text) ->
    lists:foldl(
        fun({Pattern, With}, T) -> re:replace(T, Pattern, With, [global, unicode, {return, list}]) end,
        Text,
        [{"#Fun<[^>]*>", "'#Fun'"}, {"#Ref<[^>]*>", "'#Ref'"}, {"#Port<[^>]*>", "'#Port'"}, {"<[0-9]+\\.[0-9]+\\.[0-9]+>", "'#Pid'"}]
    ).

%% A text that was cut ends in dots.
same_start(Text, Value) ->
    Full = lists:flatten(io_lib:format("~0tp", [shape(Value)])),
    case lists:suffix("...", Text) of
        true -> lists:prefix(lists:sublist(Text, length(Text) - 3), Full);
        false -> Text =:= Full
    end.

shape(T) when is_pid(T) -> '#Pid';
shape(T) when is_reference(T) -> '#Ref';
shape(T) when is_port(T) -> '#Port';
shape(T) when is_function(T) -> '#Fun';
shape([Frame | _]) when ?IS_OWN(Frame) -> [];
shape([H | T]) ->
    case is_frame(H) of
        true -> '#Stack';
        false -> [shape(H) | shape(T)]
    end;
shape(T) when is_tuple(T) -> list_to_tuple(shape(tuple_to_list(T)));
shape(T) when is_map(T) -> [{K, shape(V)} || {K, V} <- lists:sort([{shape(K), V} || {K, V} <- maps:to_list(T)])];
shape(T) -> T.

is_frame({M, F, A, Info}) when is_atom(M), is_atom(F), is_integer(A) orelse is_list(A), is_list(Info) ->
    lists:all(fun(I) -> is_tuple(I) andalso lists:member(element(1, I), [file, line, error_info]) end, Info);
is_frame(_) -> false.

%% ---- Values as text ----

texts(Value) ->
    case erts_debug:flat_size(Value) > ?BIG of
        true -> {lists:flatten(io_lib:format("~0tP", [Value, 50])), "", integer_to_list(erlang:phash2(Value))};
        false ->
            {Pattern, {_, Guards}} = pattern(Value, {1, []}),
            {show(Value), Pattern, lists:join(", ", lists:reverse(Guards))}
    end.

%% For people: as ~0tp, but strings of any script are strings, and identities are left out, so that texts repeat.
show([]) -> "[]";
show([Frame | _]) when ?IS_OWN(Frame) -> "[]";
show(L) when is_list(L) ->
    case io_lib:printable_unicode_list(L) of
        true -> io_lib:write_string(L);
        false -> ["[", show_elements(L), "]"]
    end;
show(T) when is_tuple(T) -> ["{", lists:join(",", [show(E) || E <- tuple_to_list(T)]), "}"];
show(M) when is_map(M) ->
    ["#{", lists:join(",", [[show(K), " => ", show(V)] || {K, V} <- lists:sort(maps:to_list(M))]), "}"];
show(B) when is_bitstring(B) -> show_bits(B);
show(A) when is_atom(A) ->
    case is_readable(A) of
        true -> io_lib:write_atom(A);
        false -> io_lib:format("list_to_atom(~w)", [atom_to_list(A)])
    end;
show(P) when is_pid(P); is_reference(P); is_port(P) -> atom_to_list(shape(P));
show(F) when is_function(F) ->
    case erlang:fun_info(F, type) of
        {type, external} -> io_lib:format("~tw", [F]);
        _ -> "#Fun"
    end;
show(N) -> io_lib:write(N).

%% There are two characters that the scanner refuses, escaped or not.
is_readable(A) -> not lists:any(fun(C) -> C =:= 16#FFFE orelse C =:= 16#FFFF end, atom_to_list(A)).

show_elements([E]) -> show(E);
show_elements([E, Frame | _]) when ?IS_OWN(Frame) -> show(E);
show_elements([E | Rest]) when is_list(Rest) -> [show(E), ",", show_elements(Rest)];
show_elements([E | Rest]) -> [show(E), "|", show(Rest)].

show_bits(B) ->
    case is_binary(B) andalso B =/= <<>> andalso unicode:characters_to_list(B) of
        Chars when is_list(Chars) ->
            case io_lib:printable_unicode_list(Chars) of
                true when length(Chars) =:= byte_size(B) -> ["<<", io_lib:write_string(Chars), ">>"];
                true -> ["<<", io_lib:write_string(Chars), "/utf8>>"];
                false -> show_segments(B)
            end;
        _ -> show_segments(B)
    end.

show_segments(B) -> ["<<", lists:join(",", segments(B)), ">>"].
segments(<<Byte, Rest/bitstring>>) -> [integer_to_list(Byte) | segments(Rest)];
segments(<<>>) -> [];
segments(Rest) ->
    Size = bit_size(Rest),
    <<Bits:Size>> = Rest,
    [io_lib:format("~w:~w", [Bits, Size])].

%% ---- Values as patterns. State: {number of the next variable, guards, last first} ----

%% What a pattern cannot say (maps would match larger ones, 0.0 is also -0.0 in some releases) goes to the guard.
pattern([], S) -> {"[]", S};
pattern([Frame | _], S) when ?IS_OWN(Frame) -> {"_", S};
pattern(L, S0) when is_list(L) ->
    case io_lib:printable_unicode_list(L) of
        true -> {io_lib:write_string(L), S0};
        false ->
            {Elements, S} = pattern_elements(L, S0),
            {["[", Elements, "]"], S}
    end;
pattern(T, S0) when is_tuple(T) ->
    {Elements, S} = lists:mapfoldl(fun pattern/2, S0, tuple_to_list(T)),
    {["{", lists:join(",", Elements), "}"], S};
pattern(M, S) when is_map(M) ->
    case shape(M) =:= lists:sort(maps:to_list(M)) of
        true -> guarded("Map", ["~s =:= ", show(M)], S);
        false -> guarded("Map", io_lib:format("map_size(~~s) =:= ~w", [map_size(M)]), S)
    end;
pattern(P, S) when is_pid(P) -> guarded("Pid", "is_pid(~s)", S);
pattern(P, S) when is_reference(P) -> guarded("Ref", "is_reference(~s)", S);
pattern(P, S) when is_port(P) -> guarded("Port", "is_port(~s)", S);
pattern(F, S) when is_function(F) ->
    {arity, Arity} = erlang:fun_info(F, arity),
    guarded("Fun", io_lib:format("is_function(~~s, ~w)", [Arity]), S);
pattern(A, S) when is_atom(A) ->
    case is_readable(A) of
        true -> {show(A), S};
        false -> guarded("Atom", "is_atom(~s)", S)
    end;
pattern(Z, S) when is_float(Z), Z == 0 -> guarded("Zero", "is_float(~s), ~s == 0", S);
pattern(T, S) -> {show(T), S}.

pattern_elements([E], S) -> pattern(E, S);
pattern_elements([E, Frame | _], S0) when ?IS_OWN(Frame) ->
    {First, S} = pattern(E, S0),
    {[First, "|_"], S};
pattern_elements([E | Rest], S0) ->
    {First, S1} = pattern(E, S0),
    {Others, S} = if is_list(Rest) -> pattern_elements(Rest, S1); true -> pattern(Rest, S1) end,
    {[First, if is_list(Rest) -> ","; true -> "|" end, Others], S}.

guarded(Name, Guard, {N, Guards}) ->
    Variable = Name ++ integer_to_list(N),
    Text = lists:join(Variable, string:split(lists:flatten(Guard), "~s", all)),
    {Variable, {N + 1, [Text | Guards]}}.
