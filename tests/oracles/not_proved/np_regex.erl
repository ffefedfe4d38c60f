%% SPDX-License-Identifier: Apache-2.0
%% Regular expressions as programs: anchors, greed, classes, bytes and characters.
-module(np_regex).
-export([word/1, dollar/1, lazy/1, class/1, either/1, capture/1, empty/1, counted/1, dot/1, caseless/1, bytes/1, unicode/1, back/1, ahead/1, group/1, replace/1, split/1, pattern/1, start/1, digits/1]).

%% fails: word("ab_1")
-spec word(string()) -> ok.
word(S) -> case catch re:run(S, "^\\w{4}$", [{capture, none}]) of match -> error(hit); _ -> ok end.

%% fails: dollar("a\n")
-spec dollar(string()) -> ok.
dollar(S) -> case catch re:run(S, "^a$", [{capture, none}]) of match when S =/= "a" -> error(newline); _ -> ok end.

%% fails: lazy("aXbXb")
-spec lazy(string()) -> ok.
lazy(S) -> case catch re:run(S, "a(.*?)X", [{capture, all_but_first, list}]) of {match, [M]} when length(M) =:= 0, length(S) > 4 -> error(hit); _ -> ok end.

%% fails: class("]")
-spec class(string()) -> ok.
class(S) -> case catch re:run(S, "^[]a]$", [{capture, none}]) of match when S =/= "a" -> error(hit); _ -> ok end.

%% fails: either("ab")
-spec either([$a..$c]) -> ok.
either(S) -> case re:run(S, "^(a|ab)(c|)$", [{capture, none}]) of match when length(S) =:= 2, S =/= "ac" -> error(hit); _ -> ok end.

%% fails: capture("k=v")
-spec capture(string()) -> ok.
capture(S) -> case catch re:run(S, "^(\\w+)=(\\w+)$", [{capture, all_but_first, list}]) of {match, ["k", "v"]} -> error(hit); _ -> ok end.

%% fails: empty("")
-spec empty([$a..$b]) -> ok.
empty(S) -> case re:run(S, "^a*$", [{capture, none}]) of match when S =:= []; length(S) > 20 -> error(hit); _ -> ok end.

%% fails: counted("aaa")
-spec counted([$a]) -> ok.
counted(S) -> case re:run(S, "^a{2,3}$", [{capture, none}]) of match when length(S) =/= 2 -> error(hit); _ -> ok end.

%% fails: dot("\n")
-spec dot(string()) -> ok.
dot([C]) when C < 128 -> match = re:run([C], "^.$", [{capture, none}]), ok;
dot(_) -> ok.

%% fails: caseless("AbC")
-spec caseless(string()) -> ok.
caseless(S) -> case catch re:run(S, "^abc$", [caseless, {capture, none}]) of match when S =/= "abc", S =/= "ABC" -> error(hit); _ -> ok end.

%% fails: bytes(<<255>>)
-spec bytes(binary()) -> ok.
bytes(B) -> case re:run(B, "^[\\x80-\\xff]$", [{capture, none}]) of match -> error(hit); nomatch -> ok end.

%% fails: unicode([300])
-spec unicode(string()) -> term().
unicode(S) -> re:run(S, "a").

%% fails: back("abab")
-spec back([$a..$b]) -> ok.
back(S) -> case re:run(S, "^(ab)\\1$", [{capture, none}]) of match -> error(hit); _ -> ok end.

%% fails: ahead("ac")
-spec ahead([$a..$c]) -> ok.
ahead(S) -> case re:run(S, "^a(?!b)", [{capture, none}]) of match when length(S) > 1 -> error(hit); _ -> ok end.

%% fails: group("b")
-spec group([$a..$b]) -> ok.
group(S) -> case re:run(S, "^(a)?b$", [{capture, [1], list}]) of {match, [[]]} -> error(unset); _ -> ok end.

%% fails: replace("aXa")
-spec replace(string()) -> ok.
replace(S) -> case catch re:replace(S, "X", "-", [{return, list}]) of "a-a" when S =/= "a-a" -> error(hit); _ -> ok end.

%% fails: split("a,b,c")
-spec split([$a..$c | $,]) -> ok.
split(S) -> case re:split(S, ",", [{return, list}]) of ["a", "b", "c"] -> error(hit); _ -> ok end.

%% fails: pattern("(")
-spec pattern(string()) -> term().
pattern(P) -> re:run("abc", P).

%% fails: start("ba")
-spec start([$a..$b]) -> ok.
start(S) -> case re:run(S, "a") of {match, [{1, 1}]} -> error(hit); _ -> ok end.

%% fails: digits("12")
-spec digits(string()) -> ok.
digits(S) -> case catch re:run(S, "^[[:digit:]]+$", [{capture, none}]) of match when length(S) > 1 -> error(hit); _ -> ok end.
