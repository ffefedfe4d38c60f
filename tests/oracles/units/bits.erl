% SPDX-License-Identifier: Apache-2.0
% Bit strings: construction with sizes known and unknown, matching against bound and unbound segments.
-module(bits).
-compile(nowarn_unused_vars).
-export([fixed/1, sized/2, safe_sized/2, field/1, tail_length/1, bound/2, little/1, signed/1, three/1, units/1,
         never/1, either/1, point/1, size_of/1, float_field/1, joined/2]).

% A size that may be negative is one way to fail, a value that is no integer another.
-spec sized(integer() | foo, -3..12) -> bitstring().
sized(V, N) -> <<V:N>>.

-spec safe_sized(integer(), 0..12) -> bitstring().
safe_sized(V, N) -> <<V:N>>.

-spec fixed(integer()) -> ok.
fixed(V) ->
    case <<V:4, 3:4>> of
        <<16#A3>> -> error(found);
        _ -> ok
    end.

-spec field(bitstring()) -> ok.
field(<<5:3, 9:4, _/bitstring>>) -> error(found);
field(_) -> ok.

-spec tail_length(binary()) -> ok.
tail_length(<<N, _:N/binary, "!">>) when N > 1 -> error(found);
tail_length(_) -> ok.

-spec bound(byte(), <<_:16>>) -> ok.
bound(V, <<V, V>>) when V > 7 -> error(found);
bound(_, _) -> ok.

-spec little(<<_:16>>) -> ok.
little(<<258:16/little>>) -> error(found);
little(_) -> ok.

-spec signed(<<_:8>>) -> ok.
signed(<<X/signed>>) when X < -100 -> error(found);
signed(_) -> ok.

-spec three(<<_:3>>) -> ok.
three(<<6:3>>) -> error(found);
three(_) -> ok.

-spec units(<<_:_*16>>) -> ok.
units(<<_:2/binary, _:2/binary>>) -> error(found);
units(_) -> ok.

% Nine bits never make a whole number of bytes.
-spec never(<<_:9, _:_*16>>) -> ok.
never(B) when is_binary(B) -> error(found);
never(_) -> ok.

-spec either(<<_:8>> | <<_:24>>) -> ok.
either(<<1, _, 3>>) -> error(three);
either(<<9>>) -> error(one);
either(_) -> ok.

-spec point(0..16#10FFFF) -> ok.
point(C) ->
    case <<C/utf8>> of % surrogates cannot be encoded
        <<226, 130, 172>> -> error(euro);
        _ -> ok
    end.

-spec size_of(bitstring()) -> ok.
size_of(B) when bit_size(B) =:= 13 -> error(bits);
size_of(B) when byte_size(B) =:= 4 -> error(bytes);
size_of(_) -> ok.

-spec float_field(<<_:64>>) -> ok.
float_field(<<1.5/float>>) -> error(found);
float_field(_) -> ok.

-spec joined(byte(), byte()) -> ok.
joined(A, B) ->
    <<X:16>> = <<A, B>>,
    case X of
        12345 -> error(found);
        _ -> ok
    end.
