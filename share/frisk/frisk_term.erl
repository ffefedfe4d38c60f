%% SPDX-License-Identifier: Apache-2.0
%% One constant term from text, as Erlang or as Elixir writes it. Elixir itself need not be there: of its syntax only
%% literals are read, as its "Syntax reference" has them.
-module(frisk_term).
-export([one/1]).

%% A byte for the language, $e or $x, and the text. Gives a term: {ok, Value} or {error, Why}.
one(<<Language, Bytes/binary>>) ->
    frisk_dump:term(try {ok, only(Language, Bytes)} catch throw:{constant, Where, Why} -> {error, said(Where, Why)} end).

said({1, Column}, Why) -> text("column ~b: ~ts", [Column, Why]);
said({Line, Column}, Why) -> text("line ~b, column ~b: ~ts", [Line, Column, Why]);
said(_, Why) -> text("~ts", [Why]).

text(Format, Args) -> lists:flatten(io_lib:format(Format, Args)).

only($e, Bytes) ->
    case frisk_server:constants(Bytes) of
        [Value] -> Value;
        [] -> bad("there is nothing");
        Values -> bad(text("these are ~b terms", [length(Values)]))
    end;
only($x, Bytes) ->
    case unicode:characters_to_list(Bytes) of
        Text when is_list(Text) ->
            case blank({Text, 1}) of
                {[], _} -> bad("there is nothing");
                At ->
                    {Value, Rest} = value(At),
                    case blank(Rest) of
                        {[], _} -> Value;
                        More -> bad(More, "nothing more was expected")
                    end
            end;
        _ -> bad("this is not UTF-8")
    end.

bad(Why) -> throw({constant, none, Why}).
bad({_, Column}, Why) -> throw({constant, {1, Column}, Why}).

%% ---- Elixir: functions take {Characters, Column} and give {Value, the same of what is left} ----

-define(DIGIT(C), C >= $0, C =< $9).
-define(LOWER(C), (C >= $a andalso C =< $z orelse C =:= $_ orelse C > 127)).
-define(UPPER(C), C >= $A, C =< $Z).

next({[_ | T], N}) -> {T, N + 1}.
next(At, 0) -> At;
next(At, Count) -> next(next(At), Count - 1).

blank({[C | _], _} = At) when C =:= $\s; C =:= $\t; C =:= $\n; C =:= $\r -> blank(next(At));
blank(At) -> At.

value({":\"" ++ _, _} = At) -> quoted_atom(next(At));
value({":'" ++ _, _} = At) -> quoted_atom(next(At));
value({[$:, C | _], _} = At) when ?LOWER(C); ?UPPER(C) -> atom(next(At));
value({[$" | _], _} = At) ->
    {Text, Rest} = quoted(At),
    {unicode:characters_to_binary(Text), Rest};
value({[$' | _], _} = At) -> quoted(At);
value({[${ | _], _} = At) ->
    {Values, Rest} = values(next(At), $}),
    {list_to_tuple(Values), Rest};
value({[$[ | _], _} = At) -> list(next(At));
value({"%{" ++ _, _} = At) -> map(next(At, 2));
value({"%" ++ _, _} = At) -> bad(At, "a struct cannot be given: write the map that it is");
value({"<<" ++ _, _} = At) -> bytes(next(At, 2));
value({[$-, C | _], _} = At) when ?DIGIT(C) ->
    {Value, Rest} = number(next(At)),
    {-Value, Rest};
value({[$+, C | _], _} = At) when ?DIGIT(C) -> number(next(At));
value({[C | _], _} = At) when ?DIGIT(C) -> number(At);
value({[$?, $\\ | _], _} = At) -> escaped(next(At, 2));
value({[$?, C | _], _} = At) -> {C, next(At, 2)};
value({[C | _], _} = At) when ?UPPER(C) -> alias(At, "Elixir");
value({[C | _], _} = At) when ?LOWER(C) ->
    case word(At) of
        {Word, Rest} when Word =:= "true"; Word =:= "false"; Word =:= "nil" -> {list_to_atom(Word), Rest};
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
    {Value, Rest} = value(blank(At)),
    Part = if
               is_integer(Value) -> <<Value:8>>;
               is_binary(Value) -> Value;
               true -> bad(At, "a byte or a string was expected")
           end,
    case blank(Rest) of
        {">>" ++ _, _} = End -> {<<Done/binary, Part/binary>>, next(End, 2)};
        {[$, | _], _} = Comma -> bytes(next(Comma), <<Done/binary, Part/binary>>);
        Else -> bad(Else, ">> was expected")
    end.
