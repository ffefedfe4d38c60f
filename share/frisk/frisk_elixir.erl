%% SPDX-License-Identifier: Apache-2.0
%% Terms from text as Elixir writes them. Elixir itself need not be there: of its syntax only literals are read, as its
%% "Syntax reference" has them, and in arguments what frisk prints of inputs (see frisk_term).
-module(frisk_elixir).
-export([one/1, arguments/1]).

-define(MARK, '$input').

%% Of a text the one constant that it is.
one(Text) ->
    case blank({Text, 1}) of
        {[], _} -> bad({1, 1}, "there is nothing");
        At ->
            {Value, Rest} = value(At),
            case blank(Rest) of
                {[], _} -> is_constant(Value) orelse bad(At, "only constant terms can be given"), Value;
                More -> bad(More, "nothing more was expected")
            end
    end.

%% The arguments of a call: what stands between its brackets.
arguments(Text) ->
    Values = case blank({Text, 1}) of
                 {[], _} -> [];
                 At -> arguments(At, [])
             end,
    [case is_free(V) of
         false -> V;
         {true, Name} -> bad(text("~ts is a variable or a call, the atom is :~ts", [Name, Name]))
     end || V <- Values].

arguments(At, Done) ->
    {Values, Rest} = argument(At),
    case blank(Rest) of
        {[], _} -> lists:append(lists:reverse(Done, [Values]));
        {[$, | _], _} = Comma -> arguments(blank(next(Comma)), [Values | Done]);
        Else -> bad(Else, ", was expected")
    end.

%% (f1 = fn _ -> :ok end; f1, f1) are two.
argument({[$( | _], _} = At) -> group(At);
argument(At) ->
    {Value, Rest} = value(At),
    {[Value], Rest}.

%% ---- Literals: functions take {Characters, Column} and give {Value, the same of what is left} ----

-define(DIGIT(C), C >= $0, C =< $9).
-define(LOWER(C), (C >= $a andalso C =< $z orelse C =:= $_ orelse C > 127)).
-define(UPPER(C), C >= $A, C =< $Z).

next({[_ | T], N}) -> {T, N + 1}.
next(At, 0) -> At;
next(At, Count) -> next(next(At), Count - 1).

blank({[C | _], _} = At) when C =:= $\s; C =:= $\t; C =:= $\n; C =:= $\r -> blank(next(At));
blank(At) -> At.

value({":\"" ++ _, _} = At) -> perhaps_call(quoted_atom(next(At)));
value({":'" ++ _, _} = At) -> quoted_atom(next(At));
value({[$:, C | _], _} = At) when ?LOWER(C); ?UPPER(C) -> perhaps_call(atom(next(At)));
value({[$" | _], _} = At) ->
    {Text, Rest} = quoted(At),
    {unicode:characters_to_binary(Text), Rest};
value({[$' | _], _} = At) -> quoted(At);
value({[${ | _], _} = At) ->
    {Values, Rest} = values(next(At), $}),
    {list_to_tuple(Values), Rest};
value({[$[ | _], _} = At) -> list(next(At));
value({"%{" ++ _, _} = At) -> map(next(At, 2));
value({[$%, C | _], _} = At) when ?UPPER(C) -> struct(next(At));
value({"~c\"" ++ _, _} = At) -> quoted(next(At, 2));
value({[$& | _], _} = At) -> capture(next(At));
value({[$( | _], _} = At) ->
    case group(At) of
        {[Value], Rest} -> {Value, Rest};
        _ -> bad(At, "one value was expected")
    end;
value({"<<" ++ _, _} = At) -> bytes(next(At, 2));
value({[$-, C | _], _} = At) when ?DIGIT(C) ->
    {Value, Rest} = number(next(At)),
    {-Value, Rest};
value({[$+, C | _], _} = At) when ?DIGIT(C) -> number(next(At));
value({[C | _], _} = At) when ?DIGIT(C) -> number(At);
value({[$?, $\\ | _], _} = At) -> escaped(next(At, 2));
value({[$?, C | _], _} = At) -> {C, next(At, 2)};
value({[C | _], _} = At) when ?UPPER(C) -> perhaps_call(alias(At, "Elixir"));
value({[C | _], _} = At) when ?LOWER(C) ->
    case word(At) of
        {Word, Rest} when Word =:= "true"; Word =:= "false"; Word =:= "nil" -> {list_to_atom(Word), Rest};
        {"fn", Rest} -> clauses(Rest, []);
        {"self", {"()" ++ _, _} = Rest} -> {frisk_term:special(none, self, []), next(Rest, 2)};
        {[C, D | _] = Word, Rest} when (C =:= $f orelse C =:= $x orelse C =:= $k), ?DIGIT(D) -> {{?MARK, variable, Word}, Rest};
        {Word, _} -> bad(At, text("~ts is a variable or a call, the atom is :~ts", [Word, Word]))
    end;
value(At) -> bad(At, "a constant was expected").

%% Letters, digits, _ and @, perhaps with ? or ! behind them.
word({Text, N}) ->
    {Word, Rest} = lists:splitwith(fun(C) -> ?LOWER(C) orelse C >= $A andalso C =< $Z orelse C >= $0 andalso C =< $9
                                                 orelse C =:= $@ end, Text),
    case Rest of
        [C | More] when C =:= $? orelse C =:= $! -> {Word ++ [C], {More, N + length(Word) + 1}};
        _ -> {Word, {Rest, N + length(Word)}}
    end.

atom(At) ->
    {Word, Rest} = word(At),
    {to_atom(Word, At), Rest}.

to_atom(Text, At) ->
    try list_to_atom(Text) catch error:_ -> bad(At, "this is no atom") end.

quoted_atom(At) ->
    {Text, Rest} = quoted(At),
    {to_atom(Text, At), Rest}.

%% Shop.Cart is the atom 'Elixir.Shop.Cart'.
alias(At, Before) ->
    {Word, Rest} = word(At),
    Name = Before ++ "." ++ Word,
    case Rest of
        {[$., C | _], _} when ?UPPER(C) -> alias(next(Rest), Name);
        _ -> {to_atom(Name, At), Rest}
    end.

quoted({[Quote | _], _} = At) -> quoted(next(At), Quote, []).

quoted({[Quote | _], _} = At, Quote, Done) -> {lists:reverse(Done), next(At)};
quoted({"#{" ++ _, _} = At, _, _) -> bad(At, "only constant terms can be given");
quoted({[$\\ | _], _} = At, Quote, Done) ->
    {C, Rest} = escaped(next(At)),
    quoted(Rest, Quote, [C | Done]);
quoted({[C | _], _} = At, Quote, Done) -> quoted(next(At), Quote, [C | Done]);
quoted(At, Quote, _) -> bad(At, [Quote, " was expected"]).

escaped({"x" ++ _, _} = At) -> hexadecimal(next(At), 2);
escaped({"u{" ++ _, _} = At) ->
    {Digits, _} = lists:splitwith(fun(C) -> C =/= $} end, element(1, next(At, 2))),
    {C, Rest} = hexadecimal(next(At, 2), length(Digits)),
    {C, expect($}, Rest)};
escaped({"u" ++ _, _} = At) -> hexadecimal(next(At), 4);
escaped({[C | _], _} = At) -> {special(C), next(At)};
escaped(At) -> bad(At, "a character was expected").

special($0) -> 0;
special($a) -> 7;
special($b) -> $\b;
special($d) -> $\d;
special($e) -> $\e;
special($f) -> $\f;
special($n) -> $\n;
special($r) -> $\r;
special($s) -> $\s;
special($t) -> $\t;
special($v) -> $\v;
special(C) -> C.

hexadecimal({Text, N} = At, Count) ->
    try
        {Digits, Rest} = lists:split(Count, Text),
        C = list_to_integer(Digits, 16),
        true = C >= 0 andalso (C < 16#D800 orelse C > 16#DFFF andalso C =< 16#10FFFF),
        {C, {Rest, N + Count}}
    catch error:_ -> bad(At, "the number of a character was expected")
    end.

expect(C, {[C | _], _} = At) -> next(At);
expect(C, At) -> bad(At, [C, " was expected"]).

number({"0x" ++ _, _} = At) -> digits(next(At, 2), 16);
number({"0o" ++ _, _} = At) -> digits(next(At, 2), 8);
number({"0b" ++ _, _} = At) -> digits(next(At, 2), 2);
number(At) ->
    case re:run(element(1, At), "^[0-9]+(_[0-9]+)*(\\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+)?)?",
                [unicode, {capture, [0, 2], list}]) of
        {match, [Text, _]} ->
            Digits = [C || C <- Text, C =/= $_],
            Value = case lists:member($., Digits) of
                        true -> try list_to_float(Digits) catch error:_ -> bad(At, "this is no float") end;
                        false -> list_to_integer(Digits)
                    end,
            {Value, next(At, length(Text))}
    end.

digits({Text, N} = At, Base) ->
    {Digits, Rest} = lists:splitwith(fun(C) -> is_digit(C, Base) end, Text),
    case [C || C <- Digits, C =/= $_] of
        [] -> bad(At, "a digit was expected");
        Real -> {list_to_integer(Real, Base), {Rest, N + length(Digits)}}
    end.

is_digit($_, _) -> true;
is_digit(C, Base) -> is_integer(catch list_to_integer([C], Base)).

%% Values with commas between them, up to the closing bracket.
values(At0, Close) ->
    case blank(At0) of
        {[Close | _], _} = At -> {[], next(At)};
        At -> values(At, Close, [])
    end.

values(At, Close, Done) ->
    {Value, Rest} = element(blank(At)),
    case blank(Rest) of
        {[Close | _], _} = End -> {finished([Value | Done]), next(End)};
        {[$, | _], _} = Comma -> values(next(Comma), Close, [Value | Done]);
        Else -> bad(Else, [Close, " was expected"])
    end.

%% What was read, backwards; keywords at the end of a tuple are a list of their own.
finished([{keyword, _} | _] = Done) ->
    {Pairs, Before} = lists:splitwith(fun(E) -> element(1, E) =:= keyword end, Done),
    [V || {value, V} <- lists:reverse(Before)] ++ [[Pair || {keyword, Pair} <- lists:reverse(Pairs)]];
finished(Done) -> [V || {_, V} <- lists:reverse(Done)].

%% A value, or a keyword with one (key: value, "a key": value).
element({[C | _], _} = At) when ?LOWER(C); ?UPPER(C); C =:= $" ->
    {Key, Rest} = case C of $" -> quoted(At); _ -> word(At) end,
    case Rest of
        {[$:, $: | _], _} -> plain(At);
        {[$: | _], _} ->
            {Value, More} = value(blank(next(Rest))),
            {{keyword, {to_atom(Key, At), Value}}, More};
        _ -> plain(At)
    end;
element(At) -> plain(At).

plain(At) ->
    {Value, Rest} = value(At),
    {{value, Value}, Rest}.

list(At0) ->
    case blank(At0) of
        {[$] | _], _} = At -> {[], next(At)};
        At -> list(At, [])
    end.

list(At, Done) ->
    {Element, Rest} = element(blank(At)),
    case blank(Rest) of
        {[$] | _], _} = End -> {cells([Element | Done], []), next(End)};
        {[$, | _], _} = Comma -> list(next(Comma), [Element | Done]);
        {[$| | _], _} = Bar ->
            {Tail, After} = value(blank(next(Bar))),
            {cells([Element | Done], Tail), expect($], blank(After))};
        Else -> bad(Else, "] was expected")
    end.

cells(Elements, Tail) -> lists:reverse([V || {_, V} <- Elements], Tail).

map(At0) ->
    case blank(At0) of
        {[$} | _], _} = At -> {#{}, next(At)};
        At -> map(At, #{})
    end.

map(At, Done) ->
    {Pair, Rest} = element(blank(At)),
    {Key, Value, More} = case {Pair, blank(Rest)} of
                             {{keyword, {K, V}}, Then} -> {K, V, Then};
                             {{value, K}, {"=>" ++ _, _} = Arrow} ->
                                 {V, Then} = value(blank(next(Arrow, 2))),
                                 {K, V, blank(Then)};
                             {_, Then} -> bad(Then, "=> was expected")
                         end,
    case More of
        {[$} | _], _} -> {Done#{Key => Value}, next(More)};
        {[$, | _], _} -> map(next(More), Done#{Key => Value});
        _ -> bad(More, "} was expected")
    end.

%% Bytes and strings.
bytes(At0) ->
    case blank(At0) of
        {">>" ++ _, _} = At -> {<<>>, next(At, 2)};
        At -> bytes(At, <<>>)
    end.

bytes(At, Done) ->
    {Value, Rest0} = value(blank(At)),
    {Size, Rest} = case Rest0 of
                       {"::" ++ _, _} -> number(next(Rest0, 2));
                       _ -> {8, Rest0}
                   end,
    Part = if
               is_integer(Value), is_integer(Size) -> <<Value:Size>>;
               is_binary(Value) -> Value;
               true -> bad(At, "a byte or a string was expected")
           end,
    case blank(Rest) of
        {">>" ++ _, _} = End -> {<<Done/bitstring, Part/bitstring>>, next(End, 2)};
        {[$, | _], _} = Comma -> bytes(next(Comma), <<Done/bitstring, Part/bitstring>>);
        Else -> bad(Else, ">> was expected")
    end.

%% ---- What inputs have besides ----

%% Item{price: 1}: the other fields are as its module has them.
struct(At) ->
    {Module, Rest} = alias(At, "Elixir"),
    {Fields, More} = case Rest of
                         {[${ | _], _} -> map(next(Rest));
                         _ -> bad(Rest, "{ was expected")
                     end,
    Default = try Module:'__struct__'()
              catch error:undef -> bad(At, text("no struct ~ts is on the code path (-pa)", [atom_to_list(Module) -- "Elixir."]))
              end,
    [bad(At, text("the struct has no field ~tw", [K])) || K <- maps:keys(Fields), not is_map_key(K, Default)],
    {maps:merge(Default, Fields), More}.

%% Behind an atom: .name(arguments)
perhaps_call({Module, {[$., C | _], _} = Rest}) when ?LOWER(C); C =:= $" ->
    {Name, {Text, _} = Open} = function_name(next(Rest)),
    case Text of
        [$( | _] ->
            {Args, After} = values(next(Open), $)),
            {called(Rest, Module, Name, Args), After};
        _ -> bad(Open, "( was expected")
    end;
perhaps_call(Value) -> Value.

called({_, Column}, erlang, Name, Args) when Name =:= list_to_pid; Name =:= list_to_port; Name =:= list_to_ref ->
    frisk_term:special({1, Column}, Name, Args);
called({_, Column}, Module, Name, Args) -> frisk_term:made({1, Column}, Module, Name, Args).

function_name({[$" | _], _} = At) -> quoted_atom(At);
function_name({[C | _], _} = At) when ?LOWER(C) -> atom(At);
function_name({Text, N} = At) ->
    case lists:splitwith(fun(C) -> lists:member(C, "+-*/<>=!&|^") end, Text) of
        {[], _} -> bad(At, "the name of a function was expected");
        {Sign, [$/ | _] = Rest} -> {list_to_atom(Sign), {Rest, N + length(Sign)}};
        {Sign, Rest} -> % the last slash is that before the arity
            Name = lists:droplast(Sign),
            {list_to_atom(Name), {[$/ | Rest], N + length(Name)}}
    end.

%% &Mod.name/1
capture(At) ->
    {Module, Rest} = case At of
                         {[C | _], _} when ?UPPER(C) -> alias(At, "Elixir");
                         {":\"" ++ _, _} -> quoted_atom(next(At));
                         {[$: | _], _} -> atom(next(At));
                         _ -> bad(At, "a module was expected")
                     end,
    {Name, Slash} = function_name(expect($., Rest)),
    {Arity, After} = number(expect($/, Slash)),
    {fun Module:Name/Arity, After}.

%% fn 1, 2 -> 3; _, _ -> 4 end, behind the "fn". With variables only it is one that is called at once.
clauses(At, Done) ->
    {Patterns, Rest} = patterns(blank(At), []),
    {Tests, Arrow} = case Rest of
                         {"when" ++ _, _} -> tests(blank(next(Rest, 4)), []);
                         _ -> {[], Rest}
                     end,
    {Body, End} = value(blank(next(expect($-, Arrow)))),
    All = [{Patterns, Tests, Body} | Done],
    case blank(End) of
        {[$; | _], _} = More -> clauses(next(More), All);
        {"end" ++ _, _} = Last -> {function(At, All), next(Last, 3)};
        Else -> bad(Else, "end was expected")
    end.

patterns({"->" ++ _, _} = At, Done) -> {lists:reverse(Done), At};
patterns({"when" ++ _, _} = At, Done) -> {lists:reverse(Done), At};
patterns(At, Done) ->
    {Pattern, Rest} = case word(At) of
                          {"_", More} -> {any, More};
                          _ -> {Value, More} = value(At), {{is, Value}, More}
                      end,
    case blank(Rest) of
        {[$, | _], _} = Comma -> patterns(blank(next(Comma)), [Pattern | Done]);
        Else -> patterns(Else, [Pattern | Done])
    end.

%% x1 === k1 and is_function(x2, 1)
tests(At, Done) ->
    {Test, Rest} = case At of
                       {"is_function(" ++ _, _} ->
                           {[{?MARK, variable, Name}, Arity], More} = values(next(At, 12), $)),
                           {{Name, {?MARK, any_fun, Arity}}, More};
                       _ ->
                           {{?MARK, variable, Name}, More} = value(At),
                           {Key, Last} = value(blank(expect($=, expect($=, expect($=, blank(More)))))),
                           {{Name, Key}, Last}
                   end,
    case blank(Rest) of
        {"and" ++ _, _} = And -> tests(blank(next(And, 3)), [Test | Done]);
        Else -> {[Test | Done], Else}
    end.

function(_, [{[{is, {?MARK, variable, _}} | _] = Patterns, [], Body}]) ->
    {?MARK, lambda, {[Name || {is, {_, variable, Name}} <- Patterns], Body}};
function(At, [{Last, _, Default} | Before]) ->
    lists:all(fun(P) -> P =:= any end, Last) orelse bad(At, "the last clause of a function is one for anything: _"),
    Rows = [row(At, Patterns, Tests, Last) ++ [Body] || {Patterns, Tests, Body} <- lists:reverse(Before)],
    {?MARK, table, length(Last), lists:append(Rows) ++ [Default]}.

row(At, Patterns, Tests, Last) when length(Patterns) =:= length(Last) ->
    Keys = maps:from_list(Tests),
    [case P of
         {is, {_, variable, Name}} when is_map_key(Name, Keys) -> maps:get(Name, Keys);
         {is, Value} -> Value;
         any -> bad(At, "only the last clause of a function may be one for anything")
     end || P <- Patterns];
row(At, _, _, _) -> bad(At, "the clauses of a function have different arities").

%% (f1 = fn _ -> :ok end; f1, f1), or (fn k1 -> .. end).(Key)
group(At) ->
    {Env, Rest} = bindings(blank(next(At)), #{}),
    {Values, After} = values(Rest, $)),
    case {Values, After} of
        {[{_, lambda, {Names, Body}}], {".(" ++ _, _}} ->
            {Keys, Last} = values(next(After, 2), $)),
            length(Keys) =:= length(Names) orelse bad(After, "the function has another arity"),
            {[frisk_term:substitute(Body, maps:from_list(lists:zip(Names, Keys)))], Last};
        _ -> {[frisk_term:substitute(V, Env) || V <- Values], After}
    end.

bindings({[$f, C | _], _} = At, Env) when ?DIGIT(C) ->
    {Name, Rest} = word(At),
    case blank(Rest) of
        {[$=, $\s | _], _} = Sign ->
            {Value, After} = value(blank(next(Sign))),
            bindings(blank(expect($;, blank(After))), Env#{Name => Value});
        _ -> {Env, At}
    end;
bindings(At, Env) -> {Env, At}.

%% Whether a variable is left in a term, and which; of constants: anything that is none.
is_free({M, variable, Name}) when M =:= ?MARK -> {true, Name};
is_free({M, lambda, _}) when M =:= ?MARK -> {true, "fn"};
is_free([H | T]) ->
    case is_free(H) of
        false -> is_free(T);
        Free -> Free
    end;
is_free(T) when is_tuple(T) -> is_free(tuple_to_list(T));
is_free(M) when is_map(M) -> is_free(maps:to_list(M));
is_free(_) -> false.

is_constant({M, _, _}) when M =:= ?MARK -> false;
is_constant({M, _, _, _}) when M =:= ?MARK -> false;
is_constant([H | T]) -> is_constant(H) andalso is_constant(T);
is_constant(T) when is_tuple(T) -> is_constant(tuple_to_list(T));
is_constant(M) when is_map(M) -> is_constant(maps:to_list(M));
is_constant(_) -> true.

bad(Why) -> frisk_term:bad(none, Why).
bad({_, Column}, Why) -> frisk_term:bad({1, Column}, Why).

text(Format, Args) -> frisk_term:text(Format, Args).
