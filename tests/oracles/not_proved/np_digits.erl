%% SPDX-License-Identifier: Apache-2.0
%% Numbers as text and back, hashes, external terms.
-module(np_digits).
-export([length_of/1, first/1, negative/1, base/1, back/1, binary/1, float_text/1, sum/1, same/2, padded/1, concat/2, atom/1, hash/1, external/1, char/1, exponent/1, big/1, leading/1]).

%% fails: length_of(1000)
-spec length_of(0..1000) -> ok.
length_of(N) -> case length(integer_to_list(N)) of L when L < 4 -> ok end.

%% fails: first(90)
-spec first(0..99) -> ok.
first(N) -> case integer_to_list(N) of [$9, _] when N rem 10 =:= 0 -> error(hit); _ -> ok end.

%% fails: negative(-5)
-spec negative(-9..9) -> ok.
negative(N) -> case integer_to_list(N) of "-5" -> error(hit); _ -> ok end.

%% fails: base(255)
-spec base(0..255) -> ok.
base(N) -> case integer_to_list(N, 16) of "FF" -> error(hit); _ -> ok end.

%% fails: back("+7")
-spec back(string()) -> ok.
back(S) -> try list_to_integer(S) of N -> case integer_to_list(N) of S -> ok; _ when length(S) < 3, hd(S) =:= $+ -> error(hit); _ -> ok end catch error:badarg -> ok end.

%% fails: binary(<<"12">>)
-spec binary(binary()) -> ok.
binary(B) -> try binary_to_integer(B) of 12 -> error(hit); _ -> ok catch error:badarg -> ok end.

%% fails: float_text(0.5)
-spec float_text(float()) -> ok.
float_text(F) when F > 0.4, F < 0.6 -> case float_to_list(F, [short]) of "0.5" -> error(hit); _ -> ok end;
float_text(_) -> ok.

%% fails: sum(99)
-spec sum(0..99) -> ok.
sum(N) -> case lists:sum([C - $0 || C <- integer_to_list(N)]) of 18 -> error(hit); _ -> ok end.

%% fails: same(12, 21)
-spec same(0..99, 0..99) -> ok.
same(A, B) when A < B, A > 10 -> case lists:reverse(integer_to_list(A)) =:= integer_to_list(B) of true -> error(hit); false -> ok end;
same(_, _) -> ok.

%% fails: padded(7)
-spec padded(0..99) -> ok.
padded(N) -> case lists:flatten(io_lib:format("~2..0b", [N])) of "07" -> error(hit); _ -> ok end.

%% fails: concat(1, 23)
-spec concat(0..9, 0..99) -> ok.
concat(A, B) -> case list_to_integer(integer_to_list(A) ++ integer_to_list(B)) of 123 when A =:= 1 -> error(hit); _ -> ok end.

%% fails: atom('12')
-spec atom(atom()) -> ok.
atom(A) -> case catch list_to_integer(atom_to_list(A)) of 12 -> error(hit); _ -> ok end.

%% fails: hash(7)
-spec hash(0..9) -> ok.
hash(N) -> case erlang:phash2(N) =:= erlang:phash2(7) of true -> error(hit); false -> ok end.

%% fails: external({a, 1})
-spec external({a | b, 0..1}) -> ok.
external(T) -> case binary_to_term(term_to_binary(T)) of {a, 1} -> error(hit); _ -> ok end.

%% fails: char(57)
-spec char(48..57) -> ok.
char(C) -> case list_to_integer([C]) of N when N < 9 -> ok end.

%% fails: exponent("1.0e3")
-spec exponent(string()) -> ok.
exponent(S) -> try list_to_float(S) of 1000.0 when length(S) =:= 5 -> error(hit); _ -> ok catch error:badarg -> ok end.

%% fails: big(1 bsl 64)
-spec big(pos_integer()) -> ok.
big(N) when N > 18446744073709551615, N < 18446744073709551618 -> case integer_to_list(N) of "18446744073709551616" -> error(hit); _ -> ok end;
big(_) -> ok.

%% fails: leading("007")
-spec leading([$0..$9]) -> ok.
leading([$0, $0 | _] = S) when length(S) =:= 3 -> case list_to_integer(S) of 7 -> error(hit); _ -> ok end;
leading(_) -> ok.
