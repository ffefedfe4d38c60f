% SPDX-License-Identifier: Apache-2.0
%% Bit strings. Each line `%! CALL` is one way to fail; a function without one cannot fail.
-module(kbits).
-compile(nowarn_unused_vars).
-export([odd_list/1, cons_sum/2, cons_neg/2, cons_kind/1, cons_binary/1, cons_short/2, const_by_size/1, value_size/2, chained/1,
         bits_chain/1, unit16/1, impossible_union/1, impossible_value/1, exact/1, repeated/1, signed_little/1,
         little24/1, little_odd/1, float_little/1, float32/1, utf16/1, utf8seq/1, comprehension/1,
         list_comprehension/1, checksum/1, header/1, sizes/2, bound_value/2, size_expr/2, construct_back/1,
         two_sizes/2]).

%! kbits:cons_sum(100, 101)
-spec cons_sum(byte(), byte()) -> ok.
cons_sum(A, B) ->
    case <<(A + B):8>> of
        <<201>> when A < B, B < A + 2 -> error(found);
        _ -> ok
    end.

%! kbits:cons_neg(1, -1)
%= kbits:cons_neg(0, -1)
-spec cons_neg(integer(), integer()) -> bitstring().
cons_neg(V, N) when N < 10 -> <<V:N>>;
cons_neg(_, _) -> <<>>.

%! kbits:cons_kind(a)
-spec cons_kind(integer() | a) -> bitstring().
cons_kind(V) -> <<V:16/little-signed>>.

%! kbits:cons_binary(<<1:1>>)
%! kbits:cons_binary(x)
-spec cons_binary(bitstring() | x) -> bitstring().
cons_binary(B) -> <<0, B/binary>>.

%! kbits:cons_short(<<1>>, 2)
-spec cons_short(<<_:8>>, 0..2) -> bitstring().
cons_short(B, N) -> <<B:N/binary>>.

%! kbits:const_by_size(9)
-spec const_by_size(0..40) -> ok.
const_by_size(N) ->
    case <<3:9>> of
        <<3:N>> -> error(found);
        _ -> ok
    end.

%! kbits:value_size(<<5:4>>, 4)
-spec value_size(bitstring(), 0..16) -> ok.
value_size(B, N) ->
    case B of
        <<5:N>> when N < 5 -> error(found);
        _ -> ok
    end.

%! kbits:chained(<<2, 3, 7, 7, 1, 1, 1>>)
-spec chained(binary()) -> ok.
chained(<<A, B, P:A/binary, Q:B/binary>>) when A =:= 2, B =:= 3 ->
    case {P, Q} of
        {<<7, 7>>, <<1, _, 1>>} -> error(found);
        _ -> ok
    end;
chained(_) -> ok.

%! kbits:bits_chain(<<3:4, 5:3, 1:1>>)
-spec bits_chain(<<_:8>>) -> ok.
bits_chain(<<N:4, V:N, R/bits>>) when V =:= 5, bit_size(R) =:= 1 -> error(found);
bits_chain(_) -> ok.

%! kbits:unit16(<<1, 2, 3, 4>>)
-spec unit16(<<_:_*32>>) -> ok.
unit16(<<N:16, R/binary-unit:16>>) when N =:= 258, R =/= <<>>, byte_size(R) < 6 -> error(found);
unit16(_) -> ok.

%! kbits:impossible_union(<<0:17>>)
-spec impossible_union(<<_:1, _:_*16>> | <<_:3, _:_*16>>) -> ok.
impossible_union(B) when bit_size(B) rem 8 =:= 0 -> error(never);
impossible_union(B) when bit_size(B) =:= 17 -> error(found);
impossible_union(_) -> ok.

-spec impossible_value(<<_:2>>) -> ok.
impossible_value(<<4:3>>) -> error(never);
impossible_value(<<3:2, _, _/bits>>) -> error(never);
impossible_value(_) -> ok.

-spec exact(<<_:12>>) -> 0..15.
exact(<<_:8, X:4>>) -> X.

%! kbits:repeated(<<9, 9, 1>>)
%= kbits:repeated(<<1,1,0>>)
-spec repeated(<<_:24>>) -> ok.
repeated(<<A, A, B>>) when A > 8 * B -> error(found);
repeated(_) -> ok.

%! kbits:signed_little(<<16#FE, 16#FF>>)
-spec signed_little(binary()) -> ok.
signed_little(<<X:16/signed-little>>) when X =:= -2 -> error(found);
signed_little(_) -> ok.

%! kbits:little24(<<3, 2, 1>>)
-spec little24(binary()) -> ok.
little24(<<66051:24/little, _/binary>>) -> error(found);
little24(_) -> ok.

%! kbits:little_odd(<<16#34, 16#2:4>>)
-spec little_odd(<<_:12>>) -> ok.
little_odd(<<X:12/little>>) when X =:= 16#234 -> error(found);
little_odd(_) -> ok.

%! kbits:float_little(<<0, 0, 0, 0, 0, 0, 16#F8, 16#3F>>)
-spec float_little(<<_:64>>) -> ok.
float_little(<<F/float-little>>) when F =:= 1.5 -> error(found);
float_little(_) -> ok.

%! kbits:float32(<<16#40, 16#49, 0, 0>>)
-spec float32(<<_:32>>) -> ok.
float32(<<F:32/float>>) when F > 3.14, F < 3.1415 -> error(found);
float32(_) -> ok.

%! kbits:utf16(<<16#D8, 16#3D, 16#DE, 16#00>>)
-spec utf16(binary()) -> ok.
utf16(<<C/utf16, _/binary>>) when C =:= 128512 -> error(found);
utf16(_) -> ok.

%! kbits:utf8seq(<<"h", 195, 169>>)
-spec utf8seq(binary()) -> ok.
utf8seq(<<$h, C/utf8>>) when C > 200, C < 300 -> error(found);
utf8seq(_) -> ok.

%! kbits:comprehension(<<1, 2, 3>>)
-spec comprehension(binary()) -> ok.
comprehension(B) ->
    case << <<(X + 1)>> || <<X>> <= B >> of
        <<2, 3, 4>> -> error(found);
        _ -> ok
    end.

%! kbits:list_comprehension(<<16#1234:16>>)
-spec list_comprehension(<<_:16>>) -> ok.
list_comprehension(B) ->
    case [X || <<X:4>> <= B] of
        [1, 2, 3, 4] -> error(found);
        _ -> ok
    end.

%! kbits:checksum(<<3, 100, 100, 56>>)
-spec checksum(binary()) -> ok.
checksum(<<N, R/binary>>) when N > 2, byte_size(R) =:= N ->
    case lists:sum(binary_to_list(R)) band 255 of
        0 when R =/= <<0, 0, 0>> -> error(found);
        _ -> ok
    end;
checksum(_) -> ok.

%! kbits:header(<<16#CA, 16#FE, 1:4, 2:4, 0, 4, "data">>)
-spec header(binary()) -> ok.
header(<<16#CAFE:16, Major:4, Minor:4, Len:16, Body:Len/binary>>) when Major =:= 1, Minor =:= 2 ->
    case Body of
        <<"data">> -> error(found);
        _ -> ok
    end;
header(_) -> ok.

%! kbits:sizes(<<1:11>>, <<0:5>>)
-spec sizes(bitstring(), bitstring()) -> ok.
sizes(A, B) when bit_size(A) - bit_size(B) =:= 6, byte_size(A) =:= 2, byte_size(B) =:= 1 -> error(found);
sizes(_, _) -> ok.

%! kbits:bound_value(5, <<5:3, 1:5>>)
-spec bound_value(0..7, <<_:8>>) -> ok.
bound_value(X, <<X:3, Y:5>>) when Y =:= X - 4 -> error(found);
bound_value(_, _) -> ok.

%! kbits:size_expr(3, <<1:9>>)
-spec size_expr(0..4, bitstring()) -> ok.
size_expr(N, B) ->
    M = N * 3,
    case B of
        <<1:M>> when N > 2 -> error(found);
        _ -> ok
    end.

%! kbits:construct_back(258)
-spec construct_back(0..65535) -> ok.
construct_back(X) ->
    <<L, H>> = <<X:16/little>>,
    case {L, H} of
        {2, 1} -> error(found);
        _ -> ok
    end.

%! kbits:two_sizes(3, 2)
-spec two_sizes(0..8, 0..8) -> ok.
two_sizes(N, M) ->
    case <<1:N, 1:M>> of
        <<5:5>> -> error(found);
        _ -> ok
    end.

% The whole bytes of any bit string.
%! kbits:odd_list(<<0:3>>)
%! kbits:odd_list(<<7, 1:3>>)
-spec odd_list(<<_:3, _:_*8>>) -> ok.
odd_list(B) ->
    case binary_to_list(B, 1, 1) of
        [7] -> error(seven);
        _ -> ok
    end.
