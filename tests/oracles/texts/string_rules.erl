%% SPDX-License-Identifier: Apache-2.0
%% What functions of string make of any text: their rules are compared with the VM.
-module(string_rules).
-compile([export_all, nowarn_export_all]).
-type t() :: string() | binary().

-spec lower(t()) -> any().
lower(S) -> string:lowercase(S).

-spec upper(t()) -> any().
upper(S) -> string:uppercase(S).

-spec fold(t()) -> any().
fold(S) -> string:casefold(S).

-spec title(t()) -> any().
title(S) -> string:titlecase(S).

-spec trim(t()) -> any().
trim(S) -> string:trim(S).

-spec triml(t()) -> any().
triml(S) -> string:trim(S, leading).

-spec trimt(t()) -> any().
trimt(S) -> string:trim(S, trailing, "ab\n").

-spec trimb(t()) -> any().
trimb(S) -> string:trim(S, both, "x").

-spec split(t()) -> any().
split(S) -> string:split(S, "ab").

-spec splitt(t()) -> any().
splitt(S) -> string:split(S, <<"aa">>, trailing).

-spec splita(t()) -> any().
splita(S) -> string:split(S, "aa", all).

-spec splitcr(t()) -> any().
splitcr(S) -> string:split(S, "\r\n", all).

-spec splitlf(t()) -> any().
splitlf(S) -> string:split(S, "\n", all).

-spec repl(t()) -> any().
repl(S) -> string:replace(S, "a", "b").

-spec repla(t()) -> any().
repla(S) -> string:replace(S, "a", <<"bc">>, all).

-spec find(t()) -> any().
find(S) -> string:find(S, "aa").

-spec findt(t()) -> any().
findt(S) -> string:find(S, "aa", trailing).

-spec findlf(t()) -> any().
findlf(S) -> string:find(S, "\n").

-spec prefix(t()) -> any().
prefix(S) -> string:prefix(S, "ab").

-spec lex(t()) -> any().
lex(S) -> string:lexemes(S, ", ").

-spec lexlf(t()) -> any().
lexlf(S) -> string:lexemes(S, "\n").

-spec len(t()) -> any().
len(S) -> string:length(S).

-spec rev(t()) -> any().
rev(S) -> string:reverse(S).

-spec slice(t()) -> any().
slice(S) -> string:slice(S, 2).

-spec slice3(t()) -> any().
slice3(S) -> string:slice(S, 1, 2).

-spec eq(t(), t()) -> any().
eq(S, T) -> string:equal(S, T, true).

-spec eq2(t()) -> any().
eq2(S) -> string:equal("aB", S, true).

-spec toi(t()) -> any().
toi(S) -> string:to_integer(S).

-spec pad(t()) -> any().
pad(S) -> string:pad(S, 3).

-spec take(t()) -> any().
take(S) -> string:take(S, "ab").

-spec chomp(t()) -> any().
chomp(S) -> string:chomp(S).

