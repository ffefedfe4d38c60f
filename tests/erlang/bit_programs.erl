% SPDX-License-Identifier: Apache-2.0
% Programs of the bit syntax for the differential test and the test of symbolic runs: their values are compared with the
% VM's, and what symbolic runs say of them with the values.
-module(bit_programs).
-export([fields/1, ints/2, sizes/2, floats/1, points/1, make_ints/3, make_points/2, make_floats/1, joins/3, slices/3,
         parts/3, lists/1, iolists/1, loops/1, rounds/3, orders/2, nested/1, units/2, walk/1, headers/1, split/2,
         searches/3, searches_in/4, numbers/1, characters/1, latin/1, texts/1]).

-spec fields(bitstring()) -> term().
fields(<<A:1, B:3/signed, C:4, D:5/little, E:11/signed-little, F:16/little, R/bits>>) -> {long, A, B, C, D, E, F, R};
fields(<<A:3, B:13/signed-little, R/bits>>) -> {middle, A, B, R};
fields(<<A:7/signed, R/bits>>) -> {short, A, R};
fields(B) -> {none, bit_size(B)}.

-spec ints(bitstring(), 0..40) -> term().
ints(B, N) ->
    [case B of <<X:N, _/bits>> -> X; _ -> no end, case B of <<X:N/signed, _/bits>> -> X; _ -> no end,
     case B of <<X:N/little, _/bits>> -> X; _ -> no end, case B of <<X:N/signed-little, _/bits>> -> X; _ -> no end,
     case B of <<_:N, X:8, _/bits>> -> X; _ -> no end].

-spec sizes(binary(), 0..5) -> term().
sizes(<<N, A:N/binary, M:4, K:4, C:M/unit:3, R/bits>>, S) when bit_size(A) >= S -> {N, A, M, K, C, R};
sizes(<<N:3, A:N/bits, B:N, R/bits>>, S) when N > S -> {N, A, B, R};
sizes(<<A:2, B:(A + 1)/binary, R/binary>>, _) -> {A, B, R};
sizes(B, S) when byte_size(B) > S -> {B, S};
sizes(_, _) -> no.

-spec floats(<<_:64, _:_*8>>) -> term().
floats(B) ->
    [case B of <<X/float, _/bits>> when X > 0 -> {pos, X}; <<X/float, _/bits>> -> X; _ -> nan end,
     case B of <<X:32/float-little, _/bits>> -> X; _ -> nan end, case B of <<X:16/float, R/bits>> -> {X, R}; _ -> nan end].

-spec points(bitstring()) -> term().
points(B) ->
    [case B of <<X/utf8, R/bits>> -> {X, R}; _ -> no end, case B of <<_, X/utf8, _/bits>> -> X; _ -> no end,
     case B of <<X/utf16, R/bits>> -> {X, R}; _ -> no end, case B of <<X/utf16-little, _/bits>> -> X; _ -> no end,
     case B of <<X/utf32, R/bits>> -> {X, R}; _ -> no end, case B of <<_:3, X/utf32-little, _/bits>> -> X; _ -> no end].

-spec make_ints(integer(), integer(), 0..20) -> term().
make_ints(X, Y, N) ->
    B = <<X:N, Y:13/little, X:16/little, Y:3>>,
    <<P:5, Q:N/signed, R/bits>> = B,
    {B, P, Q, R, <<X:N/little, Y:70>>, case <<X, Y>> of <<Z:16/signed>> when Z < 0 -> Z; <<Z:16/little>> -> {Z} end}.

-spec make_points(0..16#10FFFF, byte()) -> term().
make_points(C, D) ->
    case catch {<<C/utf8, D/utf8>>, <<C/utf16>>, <<C/utf16-little>>, <<C/utf32>>} of
        {U, V, W, X} ->
            <<E/utf8, R/bits>> = U,
            {U, V, W, X, E, R, case V of <<F/utf16>> -> F end, byte_size(U)};
        {'EXIT', {R, _}} -> R
    end.

-spec make_floats(number()) -> term().
make_floats(X) ->
    B = <<X/float, X:32/float, X:16/float-little>>,
    <<Y/float, R/bits>> = B,
    {B, Y, R, Y == X}.

-spec joins(binary(), bitstring(), byte()) -> term().
joins(A, B, C) ->
    D = <<A/binary, C, B/bits>>,
    E = <<D/bits, D/bits>>,
    {D, bit_size(E), case E of <<X, R/bits>> -> {X, R}; _ -> no end,
     case E of <<_:12, X:7/signed, _/bits>> -> X; _ -> no end, E =:= <<A/binary, C, B/bits, D/bits>>, <<B/bits, C:3>> =:= B}.

-spec slices(binary(), 0..4, 0..4) -> term().
slices(B, N, M) when N + M =< byte_size(B) ->
    P = binary_part(B, N, M),
    {L, R} = split_binary(B, N),
    {P, L, R, case R of <<P:M/binary, Q/binary>> -> Q end, P =:= L, <<L/binary, R/binary>> =:= B,
     binary_part(B, N + M, -M), binary_part(B, {N, M})};
slices(B, N, _) -> catch_reason(fun() -> binary_part(B, N, 9) end).

-spec parts(binary(), integer(), integer()) -> term().
parts(B, N, M) ->
    [catch_reason(fun() -> binary:at(B, N) end), catch_reason(fun() -> binary_part(B, N, M) end),
     catch_reason(fun() -> split_binary(B, M) end), catch_reason(fun() -> binary:first(B) end),
     catch_reason(fun() -> binary:last(B) end), catch_reason(fun() -> binary_to_list(B, N, M) end),
     catch_reason(fun() -> binary:part(B, {N, M}) end), binary:copy(B), binary:decode_unsigned(B),
     binary:decode_unsigned(B, little)].

-spec lists(bitstring()) -> term().
lists(B) ->
    {catch_reason(fun() -> binary_to_list(B) end), bitstring_to_list(B), byte_size(B), bit_size(B), size(B),
     is_binary(B), catch_reason(fun() -> list_to_binary(bitstring_to_list(B)) end), list_to_bitstring([B, 1, [B]]) =:= <<B/bits, 1, B/bits>>}.

-spec iolists([byte() | binary() | [byte()]]) -> term().
iolists(L) ->
    B = iolist_to_binary([L, 65 | <<"end">>]),
    {B, iolist_size(L), byte_size(B), list_to_binary(L), catch_reason(fun() -> list_to_binary([L | 3]) end)}.

-spec loops(binary()) -> term().
loops(B) ->
    {[X || <<X:4>> <= B, X > 3], << <<(X + 1)>> || <<X>> <= B >>, << <<X:3>> || <<_:5, X:3>> <= B, X < 6 >>,
     [{X, Y} || <<X, Y:2/binary>> <= B], lists:sum([X || <<X:16/little-signed>> <= B])}.

-spec rounds(0..1023, -32..31, bitstring()) -> term().
rounds(A, B, C) ->
    P = <<A:10, B:6/signed, C/bits>>,
    <<A2:10, B2:6/signed, C2/bits>> = P,
    {A2 =:= A, B2 =:= B, C2 =:= C, A2, B2, C2, P}.

-spec orders(binary(), binary()) -> term().
orders(A, B) -> {A < B, A =< B, A > B, A == B, A =:= B, max(A, B), {A} < {B}, [A | 1] =< [B | 1]}.

-spec nested({binary(), [bitstring()]}) -> term().
nested({<<A, B/bits>>, [C | T]}) -> {A, B =:= C, {C, B} =:= {B, C}, [B | T] =:= [C], lists:member(B, T)};
nested({B, L}) -> {B, length(L)}.

-spec units(bitstring(), 1..4) -> term().
units(B, N) ->
    [case B of <<X:N/binary-unit:3, R/bits>> -> {X, R}; _ -> no end, case B of <<X:N/integer-unit:7, _/bits>> -> X; _ -> no end,
     case B of <<_:5, R/binary>> -> R; _ -> no end, case B of <<_:1, R/binary-unit:9>> -> R; _ -> no end,
     case B of <<X:N/bits, X2:N/bits, _/bits>> when X =:= X2 -> same; <<X:N/bits, _/bits>> -> X; _ -> no end].

-spec walk(bitstring()) -> term().
walk(<<1:1, R/bits>>) -> [one | walk(R)];
walk(<<0:1, N:2, X:N, R/bits>>) -> [{N, X} | walk(R)];
walk(R) -> [R].

-spec headers(binary()) -> term().
headers(<<"GET ", R/binary>>) -> {get, R};
headers(<<"GEO", X, R/binary>>) -> {geo, X, R};
headers(<<"PUT", " ", N:16, B:N/binary, "\r\n", R/bits>>) -> {put, B, R};
headers(<<16#CAFE:16/little, 7:3, X:5, 1:64, R/bits>>) -> {cafe, X, R};
headers(<<X:8/signed, -1:8/signed, _/bits>>) -> {minus, X};
headers(<<H:4, L:4, R/binary>>) when byte_size(R) =:= L -> {exact, H, R};
headers(B) when binary_part(B, 0, 1) =:= <<"x">> -> x;
headers(B) -> {other, byte_size(B)}.

-spec split(binary(), byte()) -> term().
split(B, C) -> split(B, C, <<>>, []).

split(<<C, R/binary>>, C, A, L) -> split(R, C, <<>>, [A | L]);
split(<<X, R/binary>>, C, A, L) -> split(R, C, <<A/binary, X>>, L);
split(<<>>, _, A, L) -> lists:reverse([A | L]).

-spec searches(binary(), binary(), byte()) -> term().
searches(B, P, C) ->
    Q = case B of <<_:1/binary, X:1/binary, _/bits>> -> X; _ -> <<"a">> end,
    {catch_reason(fun() -> binary:match(B, P) end), binary:match(B, [<<C>>, Q, <<"abc">>]), binary:matches(B, [Q, <<C>>]),
     catch_reason(fun() -> binary:split(B, [P, <<C>>]) end), binary:split(B, Q, [global]),
     binary:split(B, [<<"a">>, <<"b">>, <<"ab">>], [global, trim_all]), binary:split(B, <<C>>, [global, trim]),
     catch_reason(fun() -> binary:match(B, binary:compile_pattern([P, <<"zz">>])) end)}.

-spec searches_in(binary(), byte(), integer(), integer()) -> term().
searches_in(B, C, N, L) ->
    P = [<<C>>, <<"ab">>],
    {catch_reason(fun() -> binary:match(B, P, [{scope, {N, L}}]) end),
     catch_reason(fun() -> binary:matches(B, P, [{scope, {N, -L}}]) end),
     catch_reason(fun() -> binary:match(B, P, [{scope, {1, byte_size(B) - 1}}]) end),
     catch_reason(fun() -> binary:matches(B, <<>>, [{scope, {N, 0}}]) end), binary:matches(B, <<C>>, [])}.

-spec numbers([43..46 | 48..50 | 101 | 13 | 10 | 768 | a]) -> term().
numbers(L) -> {string:to_integer(L), string:to_float(L), string:to_integer([$1 | L]), string:to_float("2.5" ++ L)}.

-spec characters([byte() | binary() | [char()]]) -> term().
characters(L) ->
    case unicode:characters_to_binary(L) of
        B when is_binary(B) -> {B, unicode:characters_to_list(L), unicode:characters_to_list(B) =:= unicode:characters_to_list(L)};
        R -> {R, unicode:characters_to_list(L)}
    end.

-spec latin(binary()) -> term().
latin(B) ->
    {unicode:characters_to_list(B, latin1), unicode:characters_to_binary(B, latin1), unicode:characters_to_list([B, 300 | B]),
     unicode:characters_to_list(B), unicode:characters_to_binary([B | B], latin1)}.

-spec texts(binary()) -> term().
texts(B) ->
    catch_reason(fun() -> {string:trim(B), string:uppercase(B), string:split(B, "a"), string:length(B)} end).

catch_reason(F) ->
    try F() catch C:R -> {C, R} end.
