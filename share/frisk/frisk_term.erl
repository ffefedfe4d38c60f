%% SPDX-License-Identifier: Apache-2.0
%% Terms from text, as Erlang or as Elixir (frisk_elixir) writes them: one constant, or the arguments of a call. The
%% latter may also have in them what frisk itself prints of inputs: funs whose clauses are a table, calls that make a
%% value, self() and the like. Nothing else is evaluated.
-module(frisk_term).
-export([one/1, arguments/1, bad/2, text/2, substitute/2, made/4, special/3]).
-export_type([opaque/0]).

%% What stands for a thing that has no literal, in terms on their way to frisk (frisk_dump): a fun by its rows of
%% arguments and result and its default; a pid, a port or a reference by its number; any fun of an arity; and, while
%% text is read, a variable.
-type opaque() :: {'$input', table, arity(), [term()]} | {'$input', pid | port | reference | any_fun, integer()} | {'$input', variable, term()}.
-define(MARK, '$input').

%% A byte for the language, $e or $x, and the text. Gives a term: {ok, Value} or {error, Why}.
one(<<Language, Bytes/binary>>) ->
    frisk_dump:term(try {ok, only(Language, Bytes)} catch throw:{constant, Where, Why} -> {error, said(Where, Why)} end).

only($e, Bytes) ->
    case [value(E, constants) || E <- expressions(Bytes)] of
        [Value] -> Value;
        [] -> bad("there is nothing");
        Values -> bad(text("these are ~b terms", [length(Values)]))
    end;
only($x, Bytes) ->
    frisk_server:ensure(frisk_elixir),
    frisk_elixir:one(characters(Bytes)).

%% Likewise: a term, the list of the arguments that the text between the brackets of a call has. Funs that stand in
%% several places have names: "begin F1 = fun(_) -> ok end, F1, F1 end" are two arguments.
arguments(<<Language, Bytes/binary>>) ->
    try frisk_dump:term(all(Language, Bytes))
    catch throw:{constant, Where, Why} ->
        throw({frisk, ["the arguments", case Where of {_, _} -> ", "; _ -> ": " end, said(Where, Why)]})
    end.

all($e, Bytes) -> lists:append([part(E) || E <- expressions(Bytes)]);
all($x, Bytes) ->
    frisk_server:ensure(frisk_elixir),
    frisk_elixir:arguments(characters(Bytes)).

part({block, _, Es}) ->
    {Names, Values} = lists:splitwith(fun(E) -> element(1, E) =:= match end, Es),
    Env = lists:foldl(fun bind/2, #{}, Names),
    [value(E, Env) || E <- Values];
part(E) -> [value(E, #{})].

bind({match, _, {var, _, Name}, E}, Env) -> Env#{Name => value(E, Env)};
bind({match, L, _, _}, _) -> bad(L, "only constant terms can be given").

characters(Bytes) ->
    case unicode:characters_to_list(Bytes) of
        Text when is_list(Text) -> Text;
        _ -> bad("this is not UTF-8")
    end.

said({1, Column}, Why) -> text("column ~b: ~ts", [Column, Why]);
said({Line, Column}, Why) -> text("line ~b, column ~b: ~ts", [Line, Column, Why]);
said(_, Why) -> text("~ts", [Why]).

text(Format, Args) -> lists:flatten(io_lib:format(Format, Args)).

bad(Why) -> bad(none, Why).
bad(Where, Why) -> throw({constant, Where, Why}).

%% ---- Erlang ----

expressions(Bytes) ->
    Text = characters(Bytes),
    Tokens = case erl_scan:string(Text, {1, 1}) of
                 {ok, Ts, _} -> Ts;
                 {error, {At, Scan, Wrong}, _} -> bad(At, Scan:format_error(Wrong))
             end,
    End = {1, length(Text) + 1},
    case erl_parse:parse_exprs([{atom, {1, 1}, f}, {'(', {1, 1}}] ++ Tokens ++ [{')', End}, {dot, End}]) of
        {ok, [{call, _, {atom, _, f}, Args}]} -> Args;
        {ok, _} -> bad(End, "unbalanced parentheses");
        {error, {Where, Parse, What}} -> bad(Where, Parse:format_error(What))
    end.

%% The value of an expression in abstract form. Env: the variables that have one; `constants`: there are no variables,
%% and nothing but constants.
value({Kind, _, V}, _) when Kind =:= atom; Kind =:= integer; Kind =:= float; Kind =:= char; Kind =:= string -> V;
value({nil, _}, _) -> [];
value({cons, _, H, T}, Env) -> cells(T, [value(H, Env)], Env);
value({tuple, _, Es}, Env) -> list_to_tuple([value(E, Env) || E <- Es]);
value({map, _, As}, Env) -> maps:from_list([association(A, Env) || A <- As]);
value({bin, L, Es}, Env) ->
    Segments = [segment(E, Env) || E <- Es],
    try
        {value, Bits, _} = erl_eval:expr({bin, L, Segments}, []),
        Bits
    catch error:_ -> bad(L, "a segment of this binary has the wrong type or size")
    end;
value({op, _, '-', {Kind, _, V}}, _) when Kind =:= integer; Kind =:= float; Kind =:= char -> -V;
value({op, _, '+', {Kind, _, V}}, _) when Kind =:= integer; Kind =:= float; Kind =:= char -> V;
value({'fun', _, {function, {atom, _, M}, {atom, _, F}, {integer, _, A}}}, _) when A < 256 -> fun M:F/A;
value({'fun', L, {clauses, Cs}}, Env) when is_map(Env) -> table(L, Cs, Env);
value({Kind, L, _}, _) when Kind =:= 'fun' -> only_funs(L);
value({named_fun, L, _, _}, _) -> only_funs(L);
value({var, L, Name}, Env) ->
    case Env of
        #{Name := V} -> V;
        _ -> bad(L, text("variable ~ts: only constant terms can be given", [Name]))
    end;
value({call, L, {remote, _, {atom, _, M}, {atom, _, F}}, Es}, Env) when is_map(Env) ->
    made(L, M, F, [value(E, Env) || E <- Es]);
value({call, L, {atom, _, F}, Es}, Env) when is_map(Env) ->
    special(L, F, [value(E, Env) || E <- Es]);
%% (fun(K1) -> fun(X1) when X1 =:= K1 -> a; (_) -> b end end)(Key)
value({call, L, {'fun', _, {clauses, [{clause, _, Vars, [], [Body]}]}}, Es}, Env) when is_map(Env), length(Vars) =:= length(Es) ->
    Names = [case V of {var, _, Name} -> Name; _ -> only_funs(L) end || V <- Vars],
    value(Body, maps:merge(Env, maps:from_list(lists:zip(Names, [value(E, Env) || E <- Es]))));
value(Other, _) -> bad(element(2, Other), "only constant terms can be given").

cells({cons, _, H, T}, Done, Env) -> cells(T, [value(H, Env) | Done], Env);
cells(Tail, Done, Env) -> lists:reverse(Done, value(Tail, Env)).

association({map_field_assoc, _, K, V}, Env) -> {value(K, Env), value(V, Env)};
association({map_field_exact, L, _, _}, _) -> bad(L, "use => here").

segment({bin_element, L, Value, Size, Types}, Env) ->
    {bin_element, L, erl_parse:abstract(value(Value, Env)), segment_size(Size, Env), Types}.

segment_size(default, _) -> default;
segment_size(Size, Env) -> erl_parse:abstract(value(Size, Env)).

only_funs(L) -> bad(L, "only funs of the form fun mod:name/arity can be given, or of constants: fun(1) -> a; (_) -> b end").

%% fun(1, a) -> x; (_, _) -> y end
table(L, Cs, Env) ->
    {clause, _, Last, _, [Default]} = plain(L, lists:last(Cs)),
    Arity = length(Last),
    lists:all(fun is_any/1, Last) orelse only_funs(L),
    Rows = [row(plain(L, C), Arity, Env) || C <- lists:droplast(Cs)],
    {?MARK, table, Arity, lists:append(Rows) ++ [value(Default, Env)]}.

plain(_, {clause, _, _, _, [_]} = C) -> C;
plain(L, _) -> only_funs(L).

is_any({var, _, '_'}) -> true;
is_any(_) -> false.

row({clause, _, Patterns, Guards, [Body]}, Arity, Env) when length(Patterns) =:= Arity ->
    Tests = lists:append(Guards),
    [key(P, Tests, Env) || P <- Patterns] ++ [value(Body, Env)];
row({clause, L, _, _, _}, _, _) -> only_funs(L).

%% An argument of a row: a constant, or a variable of which a guard says what it is.
key({var, L, Name}, Tests, Env) ->
    Found = lists:search(fun({op, _, '=:=', {var, _, N}, _}) -> N =:= Name;
                            ({call, _, {atom, _, is_function}, [{var, _, N}, {integer, _, _}]}) -> N =:= Name;
                            (_) -> false
                         end, Tests),
    case Found of
        {value, {op, _, _, _, E}} -> value(E, Env);
        {value, {call, _, _, [_, {integer, _, A}]}} -> {?MARK, any_fun, A};
        false -> only_funs(L)
    end;
key(E, _, Env) -> value(E, Env).

%% ---- Of both languages ----

%% What a call makes, as constructors of opaque types do.
made(L, M, F, Args) ->
    try apply(M, F, Args)
    catch
        error:undef -> bad(L, text("there is no function ~tw:~tw/~b on the code path (-pa)", [M, F, length(Args)]));
        Class:Reason -> bad(L, text("~tw:~tw/~b fails: ~tw:~0tP", [M, F, length(Args), Class, Reason, 10]))
    end.

%% As value_print of frisk numbers them.
special(_, self, []) -> {?MARK, pid, 0};
special(L, list_to_pid, [Text]) -> {?MARK, pid, number(L, Text, "<0.~d.0>")};
special(L, list_to_port, [Text]) -> {?MARK, port, number(L, Text, "#Port<0.~d>")};
special(L, list_to_ref, [Text]) -> {?MARK, reference, number(L, Text, "#Ref<0.0.0.~d>") + 20000};
special(_, list_to_atom, [Text]) -> list_to_atom(Text);
special(L, element, [N, Tuple]) -> made(L, erlang, element, [N, Tuple]);
special(L, _, _) -> bad(L, "only constant terms can be given").

number(L, Text, Format) ->
    case io_lib:fread(Format, Text) of
        {ok, [N], []} -> N - 20000;
        _ -> bad(L, "no process or the like is known by this text")
    end.

%% The term with values for its variables.
substitute({M, variable, Name} = V, Env) when M =:= ?MARK -> maps:get(Name, Env, V);
substitute([H | T], Env) -> [substitute(H, Env) | substitute(T, Env)];
substitute(T, Env) when is_tuple(T) -> list_to_tuple(substitute(tuple_to_list(T), Env));
substitute(M, Env) when is_map(M) -> maps:from_list(substitute(maps:to_list(M), Env));
substitute(T, _) -> T.
