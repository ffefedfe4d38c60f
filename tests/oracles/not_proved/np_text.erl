%% SPDX-License-Identifier: Apache-2.0
%% Shortcuts through string:* and conversions of text: white space, graphemes, signs, what is no text.
-module(np_text).
-export([trim/1, trim_what/1, clusters/1, to_integer/1, to_integer_rest/1, to_float/1, upper/1, lower/1, lexemes/1, split/1, find/1, prefix/1, equal/1, slice/1, reverse/1, pad/1, tokens/1, chr/1, substr/1, integer/1, sign/1, binary/1, nested/1, base/1, atom/1, join/1, trailing/1, sharp/1, number/1, chomp/1]).

%% fails: trim([16#85, $a])
-spec trim(string()) -> ok.
trim(S) -> case string:trim(S) of "a" when hd(S) =/= 16#85 -> ok; "a" -> error(next_line); _ -> ok end.

%% fails: trim_what("xxaxx")
-spec trim_what(string()) -> ok.
trim_what(S) -> case string:trim(S, both, "x") of "a" when length(S) =:= 5 -> error(hit); _ -> ok end.

%% fails: clusters([$e, 16#301])
-spec clusters(string()) -> ok.
clusters(S) -> case string:length(S) of N when N < length(S) -> error(cluster); _ -> ok end.

%% fails: to_integer("-7x")
-spec to_integer(string()) -> ok.
to_integer(S) -> case string:to_integer(S) of {-7, "x"} -> error(hit); _ -> ok end.

%% fails: to_integer_rest("+5")
-spec to_integer_rest(string()) -> ok.
to_integer_rest([$+ | _] = S) -> case string:to_integer(S) of {5, []} -> error(plus); _ -> ok end;
to_integer_rest(_) -> ok.

%% fails: to_float("1.5e2")
-spec to_float(string()) -> ok.
to_float(S) -> case string:to_float(S) of {150.0, []} -> error(hit); _ -> ok end.

%% fails: upper([$a, 223])
-spec upper(string()) -> ok.
upper(S) -> case string:uppercase(S) of "ASS" when length(S) =:= 2 -> error(sharp_s); _ -> ok end.

%% fails: lower("AbC")
-spec lower([char(), ...]) -> ok.
lower(S) -> case string:lowercase(S) of "abc" when S =/= "abc", S =/= "ABC" -> error(hit); _ -> ok end.

%% fails: lexemes("a,,b")
-spec lexemes(string()) -> ok.
lexemes(S) -> case string:lexemes(S, ",") of ["a", "b"] when length(S) > 3 -> error(hit); _ -> ok end.

%% fails: split("=b")
-spec split(string()) -> ok.
split(S) -> case string:split(S, "=") of [[], [_ | _]] -> error(hit); _ -> ok end.

%% fails: find("xaby")
-spec find(string()) -> ok.
find(S) -> case string:find(S, "ab") of nomatch -> ok; R when R =:= S -> ok; _ -> error(hit) end.

%% fails: prefix("ab")
-spec prefix(string()) -> ok.
prefix(S) -> case string:prefix(S, "ab") of nomatch -> ok; [_ | _] -> ok end.

%% fails: equal("ABC")
-spec equal(string()) -> ok.
equal(S) -> case string:equal(S, "abc", true) of true when S =/= "abc" -> error(hit); _ -> ok end.

%% fails: slice("abcd")
-spec slice(string()) -> ok.
slice(S) -> case string:slice(S, 1, 2) of "bc" -> error(hit); _ -> ok end.

%% fails: reverse("cba")
-spec reverse(string()) -> ok.
reverse(S) -> case string:reverse(S) of "abc" -> error(hit); _ -> ok end.

%% fails: pad("ab")
-spec pad(string()) -> ok.
pad(S) -> case lists:flatten(string:pad(S, 4, leading, $x)) of "xxab" when hd(S) =/= $x -> error(hit); _ -> ok end.

%% fails: tokens(" a b ")
-spec tokens(string()) -> ok.
tokens(S) -> case string:tokens(S, " ") of [_, _] -> error(hit); _ -> ok end.

%% fails: chr("aab")
-spec chr([$a | $b]) -> ok.
chr(S) -> case string:chr(S, $b) of 3 -> error(hit); _ -> ok end.

%% fails: substr("a")
-spec substr(string()) -> string().
substr(S) -> string:substr(S, 3).

%% fails: integer("")
-spec integer([48..57]) -> integer().
integer(S) -> list_to_integer(S).

%% fails: sign("-0")
-spec sign(string()) -> ok.
sign(S) -> try list_to_integer(S) of 0 when hd(S) =/= $0 -> error(hit); _ -> ok catch error:badarg -> ok end.

%% fails: binary(<<"007">>)
-spec binary(binary()) -> ok.
binary(B) -> case catch binary_to_integer(B) of 7 when byte_size(B) > 2 -> error(hit); _ -> ok end.

%% fails: nested([["a"], $b])
-spec nested([[string()] | char()]) -> ok.
nested(S) -> case string:length(S) of 2 when is_list(hd(S)) -> error(hit); _ -> ok end.

%% fails: base("zz")
-spec base(string()) -> ok.
base(S) -> case catch list_to_integer(S, 36) of 1295 -> error(hit); _ -> ok end.

%% fails: atom("true")
-spec atom(string()) -> ok.
atom(S) -> case catch list_to_existing_atom(S) of true -> error(hit); _ -> ok end.

%% fails: join(["a", "b"])
-spec join([string()]) -> ok.
join(L) -> case lists:flatten(lists:join(",", L)) of "a,b" when length(L) =:= 2 -> error(hit); _ -> ok end.

%% fails: trailing("ab \n")
-spec trailing(string()) -> ok.
trailing(S) -> case string:trim(S, trailing) of "ab" when length(S) > 3 -> error(hit); _ -> ok end.

%% fails: sharp("16#ff")
-spec sharp(string()) -> ok.
sharp(S) -> case string:split(S, "#") of ["16", H] -> case catch list_to_integer(H, 16) of 255 -> error(hit); _ -> ok end; _ -> ok end.

%% fails: number(1.5)
-spec number(number()) -> string().
number(X) -> integer_to_list(X).

%% fails: chomp("a\r\n")
-spec chomp(string()) -> ok.
chomp(S) -> case string:chomp(S) of "a" when length(S) =:= 3 -> error(hit); _ -> ok end.
