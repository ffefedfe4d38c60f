% SPDX-License-Identifier: Apache-2.0
% Bit strings taken apart and put together: each unit fails in the ways its name says, or never.
-module(binaries).
-compile(nowarn_unused_vars).
-export([unit_size/1, signed_little/1, mixed_ends/1, nested_sizes/1, two_lengths/1, code_point/1, wide_point/1,
         utf16/1, utf32/1, float32/1, not_a_number/1, doubled/1, sum/1, header/1, checked/1, magic/1, crossing/1,
         size_times_unit/2, wide/1, proof_fields/1, proof_rest/1, proof_signed/1, whole/1, not_that/1, twins/2,
         round_trip/2, length_byte/1, last_byte/1, part_of/2, halves/2, to_list/1, from_list/1, deep/1, ordered/2,
         longest/1, little_float/1, tail_bits/1, version/1, tlv/1, escape/1, twice/1, packed/3, keep/1, known_size/1,
         maybe_bits/1, inner/1, decoded/1, sized_by_two/1, pair/1, lines/1,
         text/1, to_utf8/1, where/2]).

-spec unit_size(<<_:_*24>>) -> ok.
unit_size(<<_:1/binary-unit:24, X:24, _/binary>>) when X =:= 16#010203 -> error(found);
unit_size(_) -> ok.

-spec signed_little(<<_:16>>) -> ok.
signed_little(<<X:16/signed-little>>) when X < -32000 -> error(found);
signed_little(_) -> ok.

% The same bytes read from both ends.
-spec mixed_ends(<<_:32>>) -> ok.
mixed_ends(B = <<X:32/big>>) ->
    <<Y:32/little>> = B,
    if X =:= Y, X > 16#01000000, X < 16#02000000 -> error(palindrome); true -> ok end.

-spec nested_sizes(bitstring()) -> ok.
nested_sizes(<<N:4, M:N, R:M/bits, _/bits>>) when N =:= 3, R =:= <<5:3>> -> error(found);
nested_sizes(_) -> ok.

-spec two_lengths(binary()) -> ok.
two_lengths(<<N, A:N/binary, M, B:M/binary>>) when A =:= <<"ab">>, B =:= <<"c">> -> error(found);
two_lengths(_) -> ok.

-spec code_point(binary()) -> ok.
code_point(<<C/utf8, _/binary>>) when C > 16#7FF, C < 16#810 -> error(found);
code_point(_) -> ok.

-spec wide_point(<<_:32>>) -> ok.
wide_point(<<C/utf8>>) when C =:= 16#1F600 -> error(smile);
wide_point(_) -> ok.

-spec utf16(binary()) -> ok.
utf16(<<C/utf16-little>>) when C > 16#10000 -> error(pair);
utf16(<<C/utf16>>) when C =:= $x -> error(unit);
utf16(_) -> ok.

-spec utf32(<<_:32>>) -> ok.
utf32(<<$y/utf32>>) -> error(found);
utf32(<<_/utf32>>) -> point;
utf32(<<X:32>>) when X =:= 16#D812 -> error(surrogate);
utf32(_) -> ok.

-spec float32(<<_:32>>) -> ok.
float32(<<X:32/float>>) when X > 2.5, X < 3.5 -> error(found);
float32(_) -> ok.

% Eight bytes that are no number.
-spec not_a_number(<<_:64>>) -> ok.
not_a_number(<<_/float>>) -> ok.

-spec doubled([byte()]) -> ok.
doubled(L) ->
    case << <<(X * 2)>> || X <- L >> of
        <<8, 10>> -> error(found);
        _ -> ok
    end.

-spec sum(<<_:24>>) -> ok.
sum(B) ->
    case lists:sum([X || <<X>> <= B]) of
        700 -> error(found);
        _ -> ok
    end.

-spec header(binary()) -> ok.
header(<<4:4, Words:4, _:16, Total:16, Rest/bits>>) when Words > 5, byte_size(Rest) =:= Total - 5 -> error(options);
header(_) -> ok.

-spec checked(<<_:32>>) -> ok.
checked(<<A, B, C, Sum>>) when (A + B + C) rem 256 =:= Sum, A > B, B > C, C > 9 -> error(found);
checked(_) -> ok.

-spec magic(binary()) -> ok.
magic(<<16#89, "PNG\r\n", 26, "\n", _/binary>>) -> error(png);
magic(<<"GIF89a", _/binary>>) -> error(gif);
magic(_) -> ok.

-spec crossing(<<_:16>>) -> ok.
crossing(<<_:3, X:7, Y:6>>) when X =:= 77, Y =:= 33 -> error(found);
crossing(_) -> ok.

-spec size_times_unit(1..3, binary()) -> ok.
size_times_unit(N, B) ->
    case B of
        <<X:N/unit:8, _/bits>> when X =:= 66051 -> error(found);
        _ -> ok
    end.

-spec wide(<<_:128>>) -> ok.
wide(<<X:128>>) when X =:= 1 bsl 100 + 17 -> error(found);
wide(_) -> ok.

-spec proof_fields(<<_:8>>) -> ok.
proof_fields(<<A:3, B:5>>) when A =< 7, B < 32 -> ok.

-spec proof_rest(binary()) -> ok.
proof_rest(<<_, R/binary>>) when is_binary(R) -> ok;
proof_rest(<<>>) -> ok.

-spec proof_signed(<<_:12>>) -> ok.
proof_signed(<<X:12/signed>>) when X >= -2048, X =< 2047 -> ok.

-spec whole(binary()) -> ok.
whole(B) when B =:= <<"secret">> -> error(found);
whole(_) -> ok.

% All but one of the four values.
-spec not_that(<<_:2>>) -> ok.
not_that(B) when B =/= <<0:2>>, B =/= <<1:2>>, B =/= <<3:2>> -> error(two);
not_that(_) -> ok.

-spec twins(<<_:16>>, <<_:16>>) -> ok.
twins(A, B) when A =/= B ->
    <<X, _>> = A,
    <<X1, Y1>> = B,
    if X =:= X1, Y1 =:= 7 -> error(found); true -> ok end;
twins(_, _) -> ok.

-spec round_trip(0..1023, integer()) -> ok.
round_trip(X, Y) ->
    <<A:10, B:6/signed>> = <<X:10, Y:6>>,
    if A =:= 1000, B =:= -5 -> error(found); true -> ok end.

-spec length_byte(binary()) -> ok.
length_byte(B) when byte_size(B) > 3, byte_size(B) rem 5 =:= 0 ->
    N = byte_size(B),
    case B of
        <<N, _/binary>> -> error(found);
        _ -> ok
    end;
length_byte(_) -> ok.

-spec last_byte(<<_:24, _:_*8>>) -> ok.
last_byte(B) when byte_size(B) < 9 ->
    case {binary:first(B), binary:last(B)} of
        {$<, $>} -> error(found);
        _ -> ok
    end;
last_byte(_) -> ok.

-spec part_of(binary(), 0..2) -> ok.
part_of(B, N) when byte_size(B) < 6 ->
    case binary_part(B, N, 2) of
        <<"ok">> -> error(found);
        _ -> ok
    end;
part_of(_, _) -> ok.

-spec halves(<<_:32>>, 0..4) -> ok.
halves(B, N) ->
    case split_binary(B, N) of
        {<<"a">>, <<"bcd">>} -> error(found);
        _ -> ok
    end.

-spec to_list(<<_:_*8>>) -> ok.
to_list(B) ->
    case binary_to_list(B) of
        "abc" -> error(found);
        _ -> ok
    end.

-spec from_list([byte()]) -> ok.
from_list(L) ->
    case list_to_binary(L) of
        <<"xyz">> -> error(found);
        _ -> ok
    end.

-spec deep([byte() | binary()]) -> ok.
deep([_, _] = L) ->
    case iolist_to_binary([1, [L | <<2>>]]) of
        <<1, 7, 8, 9, 2>> -> error(found);
        _ -> ok
    end;
deep(_) -> ok.

-spec ordered(<<_:16>>, <<_:16>>) -> ok.
ordered(A, B) when <<"mm">> < A, A < B, B < <<"mp">> -> error(found);
ordered(_, _) -> ok.

% A length that no binary may have, and a proof without it.
-spec longest(binary()) -> ok.
longest(<<N:16, _:N/binary, X, _/binary>>) when N > 300, X =:= 1 -> error(found);
longest(_) -> ok.

-spec little_float(<<_:64>>) -> ok.
little_float(<<X/float-little>>) when X =:= 0.15625 -> error(found);
little_float(_) -> ok.

-spec tail_bits(bitstring()) -> ok.
tail_bits(<<1:1, R/bitstring>>) -> tail_bits(R);
tail_bits(<<0:1, 3:2>>) -> error(found);
tail_bits(_) -> ok.

-spec version(binary()) -> ok.
version(<<"v", Major, ".", Minor>>) when Major >= $0, Major =< $9, Minor >= $0, Minor =< $9 ->
    case (Major - $0) * 10 + (Minor - $0) of
        42 -> error(found);
        _ -> ok
    end;
version(_) -> ok.

% Type, length, value, twice.
-spec tlv(<<_:48>>) -> ok.
tlv(<<1, N, A:N/binary, 2, M, B:M/binary>>) when N > 0, M > 0, A =:= B -> error(same);
tlv(_) -> ok.

-spec escape(<<_:24>>) -> ok.
escape(B) ->
    case << <<(case X of $& -> <<"&amp;">>; _ -> <<X>> end)/binary>> || <<X>> <= B >> of
        <<"a&amp;b">> -> error(found);
        _ -> ok
    end.

-spec twice(<<_:16>>) -> ok.
twice(B) ->
    case <<B/binary, B/binary>> of
        <<_, "ab", _>> -> error(found);
        _ -> ok
    end.

-spec packed(0..7, 0..31, boolean()) -> ok.
packed(A, B, Flag) ->
    F = case Flag of true -> 1; false -> 0 end,
    case <<A:3, B:5, F:1, 0:7>> of
        <<16#B380:16>> -> error(found);
        _ -> ok
    end.

-spec keep(<<_:24>>) -> ok.
keep(B) ->
    case << <<X>> || <<X>> <= B, X > 200 >> of
        <<X, X>> -> error({pair, X});
        _ -> ok
    end.

-spec known_size(binary()) -> ok.
known_size(B) when bit_size(B) =:= 24 ->
    <<X:24>> = B,
    if X =:= 16#ABCDEF -> error(found); true -> ok end;
known_size(_) -> ok.

-spec maybe_bits(term()) -> ok.
maybe_bits(<<7:3, _/bits>> = B) when not is_binary(B) -> error(found);
maybe_bits(_) -> ok.

-spec inner({tag, binary()} | [binary()]) -> ok.
inner({tag, <<"t", _/binary>>}) -> error(tuple);
inner([<<>>, <<X, Y>> | _]) when X =:= Y + 1 -> error(list);
inner(_) -> ok.

-spec decoded(<<_:24>>) -> ok.
decoded(B) ->
    case {binary:decode_unsigned(B), binary:decode_unsigned(B, little)} of
        {X, X} when X > 1000 -> error(found);
        _ -> ok
    end.

-spec sized_by_two(<<_:40>>) -> ok.
sized_by_two(<<A:2, B:2, X:(A + B)/binary, 9:4, _/bits>>) when byte_size(X) =:= 4 -> error(found);
sized_by_two(_) -> ok.

% ---- Searching and characters ----

-spec pair(binary()) -> ok.
pair(B) when byte_size(B) < 6 ->
    case binary:split(B, <<"=">>) of
        [<<"k">>, <<"v">>] -> error(found);
        _ -> ok
    end;
pair(_) -> ok.

-spec lines(<<_:40>>) -> ok.
lines(B) ->
    case binary:split(B, [<<"\r\n">>, <<"\n">>], [global]) of
        [<<"a">>, <<>>, _] -> error(found);
        _ -> ok
    end.

-spec text(<<_:24>>) -> ok.
text(B) ->
    case unicode:characters_to_list(B) of
        [16#20AC] -> error(euro);
        _ -> ok
    end.

-spec to_utf8([16#80..16#FFFF]) -> ok.
to_utf8([_] = L) ->
    case unicode:characters_to_binary(L) of
        <<206, 187>> -> error(lambda);
        _ -> ok
    end;
to_utf8(_) -> ok.

-spec where(<<_:32>>, <<_:16>>) -> ok.
where(B, P) ->
    case binary:match(B, P) of
        {2, 2} -> error(found);
        _ -> ok
    end.
