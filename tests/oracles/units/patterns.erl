%% SPDX-License-Identifier: Apache-2.0
%% Regular expressions, on words that the input chooses and on its own bytes; characters.
-module(patterns).
-export([matched/1, captured/1, broken/1, compiled/1, deep/1, cut/1, replaced/1, unicode/1, misused/1,
         dated/1, spelt/1, assigned/1, numbered/1, separated/1,
         lowered/1, raised/1, trimmed/1, lexemes/1, backwards/1]).

word(N) -> element(N + 1, {"apple", "2024-05-06", "zebra", "x=1,y=2"}).

-spec matched(0..3) -> ok.
matched(N) ->
    case re:run(word(N), "^z[a-e]+ra$", [{capture, none}]) of match -> error(striped); nomatch -> ok end.

-spec captured(0..3) -> integer().
captured(N) ->
    case re:run(word(N), "(?<y>\\d{4})-(?<m>\\d\\d)", [{capture, [y, m], list}]) of
        {match, [Year, Month]} -> 100 div (list_to_integer(Year) - 2019 - list_to_integer(Month));
        nomatch -> 0
    end.

-spec broken(0..3) -> term().
broken(N) -> {ok, _} = re:compile(element(N + 1, {"a", "b*", "(c", "d"})).

-spec compiled(0..3) -> term().
compiled(N) ->
    {ok, M} = re:compile("([a-z])=(\\d)"),
    case re:run(word(N), M, [global, {capture, all_but_first, binary}]) of
        {match, [[<<"x">>, A], [<<"y">>, B]]} -> error({pairs, A, B});
        nomatch -> ok
    end.

%% Deeper than a thread's stack.
-spec deep(1..2) -> ok.
deep(N) ->
    {match, [{0, L}, _]} = re:run(lists:duplicate(element(N, {60000, 120000}), $a), "(a|b)*"),
    if L =:= 120000 -> error(long); true -> ok end.

-spec cut(0..3) -> ok.
cut(N) -> case re:split(word(N), "[=,]", [{return, list}]) of ["x", "1", "y", "2"] -> error(cut); _ -> ok end.

-spec replaced(0..3) -> ok.
replaced(N) -> case re:replace(word(N), "(p)(p)", "<\\1&>", [{return, binary}]) of <<"a<ppp>le">> -> error(replaced); _ -> ok end.

-spec unicode(0..1) -> ok.
unicode(N) -> case re:run(element(N + 1, {[8364, $a], [8364, $b]}), "^.b$", [unicode, {capture, first, list}]) of {match, [[8364, $b]]} -> error(euro); nomatch -> ok end.

-spec misused(0..3) -> term().
misused(N) -> re:run(word(N), element(N + 1, {"a", <<"b">>, c, "d"}), [element(N + 1, {caseless, global, global, {capture, [-1]}})]).

%% Subjects with unknown bytes.
-spec dated(<<_:80>>) -> integer().
dated(Text) ->
    case re:run(Text, <<"^(\\d{4})-(\\d\\d)-(\\d\\d)$">>, [{capture, all_but_first, list}]) of
        {match, [Y, M, D]} ->
            100 div (list_to_integer(Y) - 1999 + 10000 * (list_to_integer(M) - 7) + 1000000 * (list_to_integer(D) - 3));
        nomatch -> 0
    end.

-type letter() :: 0..255.
-spec spelt({letter(), letter(), letter(), letter(), letter()}) -> ok.
spelt(T) -> case re:run(tuple_to_list(T), "^[a-z]+@[0-9]{3}$") of {match, [{0, 5}]} -> error(address); nomatch -> ok end.

-spec assigned(<<_:48>>) -> ok.
assigned(Text) ->
    {ok, M} = re:compile("^(?<key>foo|ba+r)=(?<value>\\w+)$", [caseless]),
    case re:run(Text, M, [{capture, [value], binary}]) of {match, [<<"on">>]} -> error(on); _ -> ok end.

-spec numbered(<<_:32>>) -> ok.
numbered(Text) -> case re:replace(Text, "[0-9]+", "N", [global, {return, list}]) of "aNbN" -> error(numbers); _ -> ok end.

-spec separated(<<_:40>>) -> ok.
separated(Text) -> case re:split(Text, "[,;]", [{return, list}]) of ["a", "b", "7"] -> error(parts); _ -> ok end.

%% Functions of string that look into the tables of Unicode.
-type latin1() :: 0..255.
-type three() :: {latin1(), latin1(), latin1()}.
-spec lowered(three()) -> ok.
lowered(T) -> S = tuple_to_list(T), case string:lowercase(S) of "get" when S =/= "get" -> error(get); _ -> ok end.

-spec raised(<<_:24>>) -> ok.
raised(Text) -> case string:uppercase(Text) of <<"GET">> when Text =/= <<"GET">> -> error(get); _ -> ok end.

-spec trimmed(three()) -> ok.
trimmed(T) -> case string:trim(tuple_to_list(T)) of "x" -> error(trimmed); _ -> ok end.

-spec lexemes(three()) -> ok.
lexemes(T) -> case string:lexemes(tuple_to_list(T), "&;") of ["a", "b"] -> error(two); _ -> ok end.

-spec backwards({$b, char(), $c}) -> ok.
backwards(T) -> case string:reverse(tuple_to_list(T)) of [$c, [$b, 16#301]] -> error(accent); _ -> ok end.
