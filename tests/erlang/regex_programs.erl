%% SPDX-License-Identifier: Apache-2.0
%% Programs for the differential test: module re. Small numbers stand for expressions, subjects and options.
-module(regex_programs).
-compile([export_all, nowarn_export_all]).

-type n() :: 0..59.
-type option() :: 0..47.

pick(N, T) -> element(1 + N rem tuple_size(T), T).

pattern(N) ->
    pick(N, {"a", "b+", "(a)(b)?", "(?<X>a)|(?<Y>b)", "^[a-c]*$", "\\w+", "\\d{2,}", "(a|b)*c", "[^,]*", ",", "x*", "(?i)AB", "é", "\\x{e9}",
             "(?<A>.)(?<B>.)?", "(", "a{2}", "\\bfoo\\b", "^", "$", ".", "(?:a|ab)(?:c|bcd)(d*)", "(?=b)", "(?<!a)b", "[[:upper:]]+",
             "\\p{L}+", "\\s+", "a\\Kb", "(?|(a)|(b))", "(?J)(?<N>a)|(?<N>b)", "\\R", "[\\x80-\\xff]", "", "(?P<year>\\d\\d)-(?P=year)", "*", "[b-a]",
             "(?<n>a)(?&n)", "a++", "(a+)+$", "\\", "[[:alpha:]-]+", "\\N+", "(?s).+", "(?m)^b$", "(?x) a  b # c", "\\Qa.b\\E", "[é]", "(?C1)a",
             "\\v", "\\h", "(?(1)a|b)", "(a)?(?(1)b|c)", "\\G.", "\\A\\z", "a|b|", "\\1(a)", "(a)\\1", "[a-z]{1,3}?", "\\w\\W", "(*CRLF)a$"}).

subject(N) ->
    pick(N, {"", "a", "ab", "aab", "abc", "abcabc", "foo bar", "a,b,,c", "12-12", "2024-01-02", "AbC", "é", <<"é"/utf8>>, [233], <<233>>, <<255, 1>>,
             ["a", [<<"b">>] | <<"c">>], "a\nb\n", "a\r\nb", "\r", [300], [8364, 97], <<"日本語"/utf8>>, "aaaaaaaaaaaaaaaa", "b", "cab", "ÀÉ", a, [a], 7,
             <<1:1>>, [16#D800], "x y\tz", [0, 1], "aabbcc", "-", "foo", "\n", "a.b", "ca", <<"abc", 195>>}).

option(N) ->
    pick(N, {caseless, unicode, global, {capture, all}, {capture, all, list}, {capture, all, binary}, {capture, none}, {capture, first, list},
             {capture, all_but_first, binary}, {capture, [1]}, {capture, [0, 2], list}, {capture, ['X', "Y"], binary}, {capture, all_names, list},
             {offset, 1}, {offset, 0}, anchored, notbol, noteol, notempty, notempty_atstart, multiline, dotall, extended, firstline, ungreedy,
             dollar_endonly, no_auto_capture, dupnames, ucp, never_utf, no_start_optimize, report_errors, {newline, any}, {newline, crlf}, {newline, cr},
             {newline, nul}, bsr_anycrlf, bsr_unicode, {match_limit, 2}, {match_limit_recursion, 1}, {capture, [9]}, {capture, a}, {capture, all, a},
             bad, {offset, -1}, {capture, [<<"N">>], list}, {capture, [n, 'A'], index}, {capture, []}}).

options(L) -> [option(N) || N <- L].
two(L) -> options(lists:sublist(L, 2)).

-spec plain(n(), n()) -> term().
plain(P, S) -> re:run(subject(S), pattern(P)).
-spec one(n(), n(), option()) -> term().
one(P, S, O) -> re:run(subject(S), pattern(P), [option(O)]).
-spec several(n(), n(), [option()]) -> term().
several(P, S, O) -> re:run(subject(S), pattern(P), two(O)).
-spec compiled(n(), n(), [option()], [option()]) -> term().
compiled(P, S, C, O) ->
    case re:compile(pattern(P), two(C)) of
        {ok, M} -> {element(2, M), element(3, M), element(4, M), re:run(subject(S), M, two(O))};
        Error -> Error
    end.
-spec code(n(), [option()]) -> term().
code(P, O) -> bytes(P, re:compile(pattern(P), two(O))).
%% The VM leaves the end of the code of expressions with names or calls uninitialised.
bytes(P, {ok, {re_pattern, A, B, C, Code} = M}) ->
    case string:find(pattern(P), "(?") of nomatch -> M; _ -> {A, B, C, byte_size(Code)} end;
bytes(_, Error) -> Error.
-spec code1(n()) -> term().
code1(P) -> bytes(P, re:compile(pattern(P))).
-spec names(n(), [option()]) -> term().
names(P, O) -> {ok, M} = re:compile(pattern(P), two(O)), re:inspect(M, namelist).
-spec inspected(term(), term()) -> term().
inspected(M, X) -> re:inspect(M, X).
-spec all(n(), n(), option()) -> term().
all(P, S, O) -> re:run(subject(S), pattern(P), [global, option(O)]).
-spec text(n(), n(), option()) -> term().
text(P, S, O) -> re:run(subject(S), unicode:characters_to_list(pattern(P)), [unicode, option(O), {capture, all, list}]).
-spec cut(n(), n(), 0..7, [option()]) -> term().
cut(P, S, R, O) -> re:split(subject(S), pattern(P), [pick(R, {{return, list}, {return, binary}, group, trim, {parts, 2}, {return, iodata}, unicode, {parts, 1}}) | two(O)]).
-spec cut2(n(), n()) -> term().
cut2(P, S) -> re:split(subject(S), pattern(P)).
-spec put_in(n(), n(), 0..7, [option()]) -> term().
put_in(P, S, R, O) -> re:replace(subject(S), pattern(P), pick(R, {"x", "[&]", "\\1", "\\\\&", <<"é"/utf8>>, "", "\\g{1}z", "\\0"}), [pick(R, {{return, list}, global, {return, binary}}) | two(O)]).
-spec put_in2(n(), n()) -> term().
put_in2(P, S) -> re:replace(subject(S), pattern(P), "-").
%% Every character class of every byte, as the VM's Latin-1 tables have it.
-spec classes(byte()) -> term().
classes(C) ->
    [re:run([C], Class, [{capture, none}]) || Class <- ["[[:lower:]]", "[[:upper:]]", "[[:alpha:]]", "[[:digit:]]", "[[:alnum:]]", "[[:punct:]]",
     "[[:graph:]]", "[[:print:]]", "[[:space:]]", "[[:cntrl:]]", "[[:xdigit:]]", "[[:word:]]", "[[:blank:]]", "\\w", "\\W", "\\s", "\\h", "\\v", "\\d", "[\\w]", "[^\\W]"]].
-spec folding(byte(), byte()) -> term().
folding(A, B) -> {re:run([A], [$\\, $x, ${ | integer_to_list(B, 16)] ++ "}", [caseless, {capture, none}]), re:run([A], "[\\x{" ++ integer_to_list(B, 16) ++ "}]", [caseless, {capture, none}])}.
-spec cases(192..255) -> term().
cases(A) -> [folding(A, B) || B <- [A, A bxor 32, A - 32, 255]].
-spec odd(n(), term()) -> term().
odd(S, M) -> re:run(subject(S), M).
-spec odder(term(), term(), term()) -> term().
odder(S, M, O) -> re:run(S, M, O).
-spec strings(n(), n()) -> term().
strings(P, S) -> {string:split(subject(S), pattern(P), all), re:run(subject(S), pattern(P), [{capture, none}])}.

%% Subjects whose bytes are the input's.
-type byte_of() :: $a | $b | $c | $0 | $2 | $, | $\n | 16#e9 | 0..255.
-spec followed(n(), [byte_of()]) -> term().
followed(P, S) -> re:run(S, pattern(P)).
-spec followed_as(n(), [byte_of()], list | binary) -> term().
followed_as(P, S, How) -> re:run(S, pattern(P), [{capture, all, How}, caseless]).
-spec followed_binary(n(), binary(), [option()]) -> term().
followed_binary(P, S, O) -> re:run(S, pattern(P), two(O)).
-spec followed_deep(n(), iodata()) -> term().
followed_deep(P, S) -> re:run(S, pattern(P), [{capture, first, binary}]).
-spec parted(n(), [byte_of()]) -> term().
parted(P, S) -> {re:split(S, pattern(P)), re:replace(S, pattern(P), "<&>", [global, {return, list}])}.
