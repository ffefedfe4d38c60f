%% SPDX-License-Identifier: Apache-2.0
%% Symbolic binaries: fields that overlap, byte order, what is written and read again, parts and searches.
-module(np_binaries).
-export([overlap/1, little/1, signed/1, written/1, truncated/1, negative/1, part/2, at/2, match/1, split/1, decode/1, copy/1, checksum/1, float32/1, nested/1, comprehension/1, utf8/1, utf16/1, matches/1, replace/1, prefix/1, unaligned/2, sized/1, last/1]).

%% fails: overlap(<<16#12, 16#34>>)
-spec overlap(<<_:16>>) -> ok.
overlap(B) -> <<A:12, _:4>> = B, <<_:4, C:12>> = B, case {A, C} of {16#123, 16#234} -> error(hit); _ -> ok end.

%% fails: little(<<1, 2>>)
-spec little(<<_:16>>) -> ok.
little(<<X:16/little>>) when X =/= 513 -> ok.

%% fails: signed(<<16#80, 0>>)
-spec signed(<<_:16>>) -> ok.
signed(<<X:16/signed>>) when X > -32768 -> ok.

%% fails: written(256)
-spec written(0..300) -> ok.
written(X) -> <<Y>> = <<X>>, case Y of X -> ok end.

%% fails: truncated(1 bsl 64)
-spec truncated(pos_integer()) -> ok.
truncated(X) -> case <<X:64>> of <<0:64>> -> error(hit); _ -> ok end.

%% fails: negative(-1)
-spec negative(integer()) -> ok.
negative(X) when X < 0 -> <<Y:16>> = <<X:16>>, case Y of 65535 when X > -65536 -> error(hit); _ -> ok end;
negative(_) -> ok.

%% fails: part(<<1, 2>>, 1)
-spec part(binary(), 0..2) -> binary().
part(B, N) -> binary:part(B, N, 2).

%% fails: at(<<1>>, 1)
-spec at(binary(), 0..1) -> byte().
at(B, N) -> binary:at(B, N).

%% fails: match(<<"xab">>)
-spec match(binary()) -> ok.
match(B) -> case binary:match(B, <<"ab">>) of {1, 2} -> error(hit); _ -> ok end.

%% fails: split(<<"a=b">>)
-spec split(binary()) -> ok.
split(B) -> case binary:split(B, <<"=">>) of [<<"a">>, <<"b">>] -> error(hit); _ -> ok end.

%% fails: decode(<<1, 0>>)
-spec decode(binary()) -> ok.
decode(B) -> case binary:decode_unsigned(B) of 256 -> error(hit); _ -> ok end.

%% fails: copy(<<7>>)
-spec copy(<<_:8>>) -> ok.
copy(B) -> case binary:copy(B, 2) of <<7, 7>> -> error(hit); _ -> ok end.

%% fails: checksum(<<3, 5, 8>>)
-spec checksum(<<_:24>>) -> ok.
checksum(<<A, B, C>>) when (A + B) rem 256 =:= C, A =:= 3, B =:= 5 -> error(hit);
checksum(_) -> ok.

%% fails: float32(<<63, 128, 0, 0>>)
-spec float32(<<_:32>>) -> ok.
float32(<<X:32/float>>) when X =:= 1.0 -> error(hit);
float32(_) -> ok.

%% fails: nested(<<2, 1, 9>>)
-spec nested(binary()) -> ok.
nested(<<N, B:N/binary>>) -> case B of <<1, 9>> -> error(hit); _ -> ok end;
nested(_) -> ok.

%% fails: comprehension(<<1, 2, 3>>)
-spec comprehension(binary()) -> ok.
comprehension(B) -> case [X || <<X>> <= B, X > 1] of [2, 3] -> error(hit); _ -> ok end.

%% fails: utf8(<<195, 169>>)
-spec utf8(<<_:16>>) -> ok.
utf8(<<C/utf8>>) when C =:= 233 -> error(hit);
utf8(_) -> ok.

%% fails: utf16(<<216, 0, 220, 0>>)
-spec utf16(<<_:32>>) -> ok.
utf16(<<C/utf16>>) when C =:= 16#10000 -> error(hit);
utf16(_) -> ok.

%% fails: matches(<<"aba">>)
-spec matches(binary()) -> ok.
matches(B) -> case binary:matches(B, <<"a">>) of [{0, 1}, {2, 1}] -> error(hit); _ -> ok end.

%% fails: replace(<<"a">>)
-spec replace(<<_:8>>) -> ok.
replace(B) -> case binary:replace(B, <<"a">>, <<"bc">>) of <<"bc">> -> error(hit); _ -> ok end.

%% fails: prefix(<<1, 2>>)
-spec prefix(<<_:16>>) -> ok.
prefix(B) -> case binary:longest_common_prefix([B, <<1, 2, 3>>]) of 2 -> error(hit); _ -> ok end.

%% fails: unaligned(<<5:3>>, <<1:5>>)
-spec unaligned(<<_:3>>, <<_:5>>) -> ok.
unaligned(A, B) -> case <<A/bits, B/bits>> of <<161>> -> error(hit); _ -> ok end.

%% fails: sized(9)
-spec sized(0..9) -> ok.
sized(N) -> case <<255:N>> of <<0:1, _/bits>> -> error(hit); _ -> ok end.

%% fails: last(<<>>)
-spec last(binary()) -> byte().
last(B) -> binary:last(B).
