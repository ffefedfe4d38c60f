%% SPDX-License-Identifier: Apache-2.0
%% Sizes of bit strings, and what segments match.
-module(np_sizes).
-export([unaligned/1, pairs/1, rest/1, literal/1, float_segment/1, float_nan/1, utf8/1, sized/1, large/1, build/1, build_float/1, part/1, whole/1, unit/1, long/1, modulo/1, comprehension/1, signed/1, zero/1]).

%% fails: unaligned(<<1:9>>)
-spec unaligned(bitstring()) -> ok.
unaligned(<<_/binary>>) -> ok;
unaligned(<<_:3, _/bits>> = B) when bit_size(B) < 8 -> ok;
unaligned(B) when bit_size(B) < 3; bit_size(B) > 9 -> ok.

%% fails: pairs(<<1, 2, 3>>)
-spec pairs(binary()) -> ok.
pairs(<<_:16, R/binary>>) -> pairs(R);
pairs(<<>>) -> ok.

%% fails: rest(<<1:7>>)
-spec rest(<<_:_*7>>) -> ok.
rest(<<>>) -> ok;
rest(<<_:14, _/bits>>) -> ok.

%% fails: literal(<<0>>)
-spec literal(<<_:8>>) -> ok.
literal(<<X>>) when X > 0 -> ok.

%% fails: float_segment(<<1, 2>>)
-spec float_segment(binary()) -> ok.
float_segment(<<_:64/float, _/binary>>) -> ok;
float_segment(B) when byte_size(B) =/= 2 -> ok.

%% fails: float_nan(<<-1:64>>)
-spec float_nan(<<_:64>>) -> ok.
float_nan(<<_/float>>) -> ok.

%% fails: utf8(<<16#C0>>)
-spec utf8(<<_:8>>) -> ok.
utf8(<<_/utf8>>) -> ok.

%% fails: sized(<<3, 1, 2>>)
-spec sized(<<_:8, _:_*8>>) -> ok.
sized(<<N, _:N/binary, _/binary>>) -> ok;
sized(B) when byte_size(B) < 3 -> ok.

%% fails: large(<<255, 255, 255, 255, 255, 255, 255, 255>>)
-spec large(<<_:64>>) -> ok.
large(<<X:64>>) when X =< 18446744073709551614 -> ok.

%% fails: build(-1)
-spec build(-1..3) -> bitstring().
build(N) -> <<0:N>>.

%% fails: build_float(1 bsl 1024)
-spec build_float(integer()) -> binary().
build_float(X) -> <<X/float>>.

%% fails: part(<<1, 2>>)
-spec part(binary()) -> binary().
part(B) -> <<B:3/binary>>.

%% fails: whole(<<1:4>>)
-spec whole(bitstring()) -> binary().
whole(B) -> <<B/binary>>.

%% fails: unit(<<1>>)
-spec unit(<<_:_*8>>) -> ok.
unit(<<_/binary-unit:16>>) -> ok.

%% fails: long(<<0:600>>)
-spec long(bitstring()) -> ok.
long(B) when bit_size(B) < 600; bit_size(B) > 600 -> ok.

%% fails: modulo(<<0:577>>)
-spec modulo(bitstring()) -> ok.
modulo(B) when bit_size(B) < 577 -> ok;
modulo(B) when bit_size(B) rem 192 =/= 1 -> ok.

%% fails: comprehension(<<1, 2, 3>>)
-spec comprehension(<<_:_*8>>) -> ok.
comprehension(B) -> case << <<X:5>> || <<X:16>> <= B >> of R when bit_size(R) =/= 5 -> ok end.

%% fails: signed(<<255>>)
-spec signed(<<_:8>>) -> ok.
signed(<<X/signed>>) when X >= 0 -> ok;
signed(<<X>>) when X < 255 -> ok.

%% fails: zero(<<>>)
-spec zero(bitstring()) -> ok.
zero(<<_:1, _/bits>>) -> ok.
