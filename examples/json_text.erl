%% SPDX-License-Identifier: Apache-2.0
%% JSON (RFC 8259) to terms and back: objects are maps with binaries as keys, null is an atom.
-module(json_text).
-export([decode/1, encode/1, decoded/1, is_same/1]).
-export_type([value/0]).

-type value() :: null | boolean() | number() | binary() | [value()] | #{binary() => value()}.
-type reason() :: {unexpected, byte()} | end_of_text | {trailing, binary()}.

%% The value that the text is, or where it goes wrong.
-spec decode(binary()) -> {ok, value()} | {error, reason()}.
decode(Text) ->
    try value(space(Text)) of
        {Value, Rest} ->
            case space(Rest) of
                <<>> -> {ok, Value};
                Left -> {error, {trailing, Left}}
            end
    catch
        throw:Reason -> {error, Reason}
    end.

-spec decoded(binary()) -> value().
decoded(Text) ->
    {ok, Value} = decode(Text),
    Value.

-spec encode(value()) -> binary().
encode(Value) -> iolist_to_binary(text(Value)).

%% Whether a value survives the way to text and back.
-spec is_same(value()) -> boolean().
is_same(Value) -> {ok, Value} =:= decode(encode(Value)).

%% ---- Reading ----

value(<<"null", T/binary>>) -> {null, T};
value(<<"true", T/binary>>) -> {true, T};
value(<<"false", T/binary>>) -> {false, T};
value(<<$", T/binary>>) -> string(T, []);
value(<<$[, T/binary>>) -> elements(space(T));
value(<<${, T/binary>>) -> members(space(T));
value(<<C, _/binary>> = T) when C =:= $-; C >= $0, C =< $9 -> number(T);
value(T) -> unexpected(T).

elements(<<$], T/binary>>) -> {[], T};
elements(T) -> elements(T, []).

elements(T0, Seen) ->
    {Value, T1} = value(T0),
    case space(T1) of
        <<$,, T2/binary>> -> elements(space(T2), [Value | Seen]);
        <<$], T2/binary>> -> {lists:reverse(Seen, [Value]), T2};
        T2 -> unexpected(T2)
    end.

members(<<$}, T/binary>>) -> {#{}, T};
members(T) -> members(T, #{}).

members(<<$", T0/binary>>, Seen0) ->
    {Key, T1} = string(T0, []),
    {Value, T2} = value(space(colon(space(T1)))),
    Seen = Seen0#{Key => Value},
    case space(T2) of
        <<$,, T3/binary>> -> members(space(T3), Seen);
        <<$}, T3/binary>> -> {Seen, T3};
        T3 -> unexpected(T3)
    end;
members(T, _) -> unexpected(T).

colon(<<$:, T/binary>>) -> T;
colon(T) -> unexpected(T).

string(<<$", T/binary>>, Seen) -> {unicode:characters_to_binary(lists:reverse(Seen)), T};
string(<<$\\, $u, Hex:4/binary, T/binary>>, Seen) -> unit(binary_to_integer(Hex, 16), T, Seen);
string(<<$\\, C, T/binary>>, Seen) -> string(T, [escaped(C) | Seen]);
string(<<C/utf8, T/binary>>, Seen) when C >= 32 -> string(T, [C | Seen]);
string(T, _) -> unexpected(T).

%% One unit of UTF-16; two make a character outside of the first plane.
unit(High, <<$\\, $u, Hex:4/binary, T/binary>>, Seen) when High >= 16#D800, High < 16#DC00 ->
    Low = binary_to_integer(Hex, 16),
    string(T, [16#10000 + ((High - 16#D800) bsl 10) + (Low - 16#DC00) | Seen]);
unit(C, T, Seen) -> string(T, [C | Seen]).

escaped($n) -> $\n;
escaped($t) -> $\t;
escaped($r) -> $\r;
escaped($b) -> $\b;
escaped($f) -> $\f;
escaped(C) when C =:= $"; C =:= $\\; C =:= $/ -> C;
escaped(C) -> throw({unexpected, C}).

number(T0) ->
    {Text, T1} = while(fun is_of_number/1, T0),
    case {binary:match(Text, <<".">>), binary:match(Text, [<<"e">>, <<"E">>])} of
        {nomatch, nomatch} -> {binary_to_integer(Text), T1};
        {nomatch, {At, 1}} ->
            <<Digits:At/binary, Exponent/binary>> = Text,
            {binary_to_float(<<Digits/binary, ".0", Exponent/binary>>), T1};
        _ -> {binary_to_float(Text), T1}
    end.

is_of_number(C) -> (C >= $0 andalso C =< $9) orelse lists:member(C, "+-.eE").

space(T) ->
    {_, Rest} = while(fun(C) -> lists:member(C, " \t\r\n") end, T),
    Rest.

while(Accepts, T) -> while(Accepts, T, 0).

while(Accepts, T, N) ->
    case T of
        <<_:N/binary, C, _/binary>> ->
            case Accepts(C) of
                true -> while(Accepts, T, N + 1);
                false -> split_binary(T, N)
            end;
        _ -> {T, <<>>}
    end.

-spec unexpected(binary()) -> no_return().
unexpected(<<C, _/binary>>) -> throw({unexpected, C});
unexpected(<<>>) -> throw(end_of_text).

%% ---- Writing ----

text(Atom) when is_atom(Atom) -> atom_to_binary(Atom);
text(Integer) when is_integer(Integer) -> integer_to_binary(Integer);
text(Float) when is_float(Float) -> float_to_binary(Float, [short]);
text(Text) when is_binary(Text) -> quoted(Text);
text(List) when is_list(List) -> [$[, lists:join($,, [text(V) || V <- List]), $]];
text(Map) when is_map(Map) -> [${, lists:join($,, [[quoted(K), $:, text(V)] || {K, V} <- maps:to_list(Map)]), $}].

quoted(Text) -> [$", [quoted_character(C) || <<C/utf8>> <= Text], $"].

quoted_character($") -> <<"\\\"">>;
quoted_character($\\) -> <<"\\\\">>;
quoted_character(C) when C < 32 -> io_lib:format("\\u~4.16.0b", [C]);
quoted_character(C) -> <<C/utf8>>.
