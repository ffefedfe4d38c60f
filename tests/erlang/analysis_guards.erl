%% SPDX-License-Identifier: Apache-2.0
%% Bit strings by size, and guards that compute: what is proved of each, and what must not be, is in analysis_test.c.
-module(analysis_guards).
-compile([export_all, nowarn_export_all]).
%% ---- bit strings: sizes ----
-spec bits2(bitstring()) -> term().
bits2(<<X:2, R/bits>>) -> {X, bits2(R)}; bits2(<<X:1>>) -> X; bits2(<<>>) -> 0.
-spec bits3(bitstring()) -> term().
bits3(<<X:3, R/bits>>) -> {X, bits3(R)}; bits3(<<X:1>>) -> X; bits3(<<>>) -> 0.
-spec bits4(binary()) -> term().
bits4(<<A:16, T/binary>>) -> A + bits4(T); bits4(<<A:8>>) -> A; bits4(<<>>) -> 0.
-spec bits5(bitstring()) -> term().
bits5(<<A:8, T/binary>>) -> {A, T}; bits5(<<>>) -> 0.
-spec bits6(<<_:_*24>>) -> term().
bits6(<<R, G, B, T/binary>>) -> [{R, G, B} | bits6(T)]; bits6(<<>>) -> [].
-spec bits7(<<_:8, _:_*24>>) -> term().
bits7(<<R, G, B, T/binary>>) -> [{R, G, B} | bits7(T)]; bits7(<<X>>) -> X.
-spec bits8(<<_:16>>) -> term().
bits8(<<A:4, B:12>>) -> A + B.
-spec bits9(<<_:16>>) -> term().
bits9(<<A:4, B:11>>) -> A + B.
-spec bits10(<<_:8, _:_*16>>) -> term().
bits10(<<N:24, T/binary>>) -> {N, T}.
-spec bits11(<<_:600>>) -> term().
bits11(<<_:300, _:300>>) -> ok.
-spec bits12(<<_:600>>) -> term().
bits12(<<_:408>>) -> ok.
-spec bits13(<<_:128>>) -> term().
bits13(<<A:64, B:64>>) -> A + B.
%% Literals, floats and characters may be refused whatever the size is.
-spec lit1(binary()) -> term().
lit1(<<"ab", T/binary>>) -> T; lit1(<<_, T/binary>>) -> T; lit1(<<>>) -> 0.
-spec lit2(binary()) -> term().
lit2(<<"ab", T/binary>>) -> T; lit2(<<>>) -> 0; lit2(<<X>>) -> X.
-spec lit3(<<_:8>>) -> term().
lit3(<<0:1, _:7>>) -> 0; lit3(<<1:1, _:7>>) -> 1.
-spec flt1(<<_:64>>) -> term().
flt1(<<F/float>>) -> F.
-spec flt2(<<_:64>>) -> term().
flt2(<<F/float>>) -> F; flt2(<<N:64>>) -> N.
-spec flt3(float()) -> term().
flt3(F) -> <<N:64>> = <<F/float>>, N.
-spec flt4(number()) -> term().
flt4(F) -> <<F/float>>.
-spec flt5(float()) -> term().
flt5(F) -> <<F:32/float>>.
-spec utf1(binary()) -> term().
utf1(<<C/utf8, T/binary>>) -> [C | utf1(T)]; utf1(<<>>) -> [].
-spec utf2(binary()) -> term().
utf2(<<C/utf8, T/binary>>) -> [C | utf2(T)]; utf2(<<C, T/binary>>) -> [C | utf2(T)]; utf2(<<>>) -> [].
-spec utf3(0..16#10FFFF) -> term().
utf3(C) -> <<C/utf8>>.
-spec utf4(0..16#D7FF) -> term().
utf4(C) -> <<A, _/binary>> = <<C/utf8>>, A.
-spec utf5(0..16#D7FF) -> term().
utf5(C) -> <<A, _, _/binary>> = <<C/utf8>>, A.
-spec utf6(0..16#D7FF) -> term().
utf6(C) -> <<A:16, _/binary>> = <<C/utf16>>, A.
%% Sizes known from elsewhere, or not at all.
-spec siz1(binary()) -> term().
siz1(<<N, B:N/binary, T/binary>>) -> {B, T}; siz1(<<_>>) -> 1; siz1(<<>>) -> 0.
-spec siz2(<<_:8>>) -> term().
siz2(B) -> N = 8, <<X:N>> = B, X.
-spec siz3(<<_:8>>, 0..8) -> term().
siz3(B, N) -> <<X:N, _/bits>> = B, X.
-spec siz4(integer(), -1..8) -> term().
siz4(X, N) -> <<X:N>>.
-spec siz5(integer(), 0..8) -> term().
siz5(X, N) -> <<X:N>>.
-spec siz6(<<_:16, _:_*8>>) -> term().
siz6(B) -> <<B:2/binary>>.
-spec siz7(<<_:8, _:_*8>>) -> term().
siz7(B) -> <<B:2/binary>>.
-spec siz8(<<_:16, _:_*1>>) -> term().
siz8(B) -> <<X:16>> = <<B:2/binary>>, X.
%% Building.
-spec mak1(binary(), integer()) -> term().
mak1(B, X) -> <<_, R/binary>> = <<X:8, B/binary>>, R.
-spec mak2(bitstring(), integer()) -> term().
mak2(B, X) -> <<X:8, B/binary>>.
-spec mak3(bitstring(), integer()) -> term().
mak3(B, X) -> <<_:9, R/bits>> = <<X:9, B/bits>>, R.
-spec mak4(binary(), number()) -> term().
mak4(B, X) -> <<X:8, B/binary>>.
-spec mak5([byte()]) -> term().
mak5(L) -> mak5(L, <<>>).
mak5([X | T], Acc) -> mak5(T, <<Acc/binary, X, 0>>);
mak5([], Acc) -> case Acc of <<_:16, _/binary>> -> 1; <<>> -> 0 end.
-spec mak6([byte()]) -> term().
mak6(L) -> mak6(L, <<>>).
mak6([X | T], Acc) -> mak6(T, <<Acc/bits, X:7>>);
mak6([], Acc) -> byte_size(<<Acc/binary>>).
-spec cmp1(binary()) -> term().
cmp1(B) -> << <<(X + 1):8>> || <<X:4>> <= B >>.
-spec cmp2(binary()) -> term().
cmp2(B) -> [X + Y || <<X:16, Y:8>> <= B].
-spec cmp3(binary()) -> term().
cmp3(B) -> C = << <<X:4>> || <<X:8>> <= B >>, <<C/bits, C/bits>>.
-spec cmp4(bitstring()) -> term().
cmp4(B) -> C = << <<X:4>> || <<X:8>> <= B >>, <<C/binary>>.
-spec cmp5([integer()]) -> term().
cmp5(L) -> byte_size(<< <<X:16>> || X <- L >>).
-spec cmp6([number()]) -> term().
cmp6(L) -> byte_size(<< <<X:16>> || X <- L >>).
-spec len1(binary()) -> term().
len1(B) when byte_size(B) >= 4 -> <<X:32, _/binary>> = B, X; len1(B) when byte_size(B) < 4 -> 0.
-spec len2(bitstring()) -> term().
len2(B) when byte_size(B) >= 4 -> <<X:32, _/bits>> = B, X; len2(_) -> 0.
-spec len3(bitstring()) -> term().
len3(B) when bit_size(B) >= 32 -> <<X:32, _/bits>> = B, X; len3(_) -> 0.
-spec len4(bitstring()) -> term().
len4(B) when bit_size(B) rem 8 =:= 0 -> <<B/binary>>; len4(_) -> 0.
-spec len5(bitstring()) -> term().
len5(B) when is_binary(B) -> <<B/binary>>; len5(B) -> <<X:1, _/bits>> = B, X.
-spec prt1(binary()) -> term().
prt1(<<X, _/binary>>) when X > 3 -> 1; prt1(<<Y, _/binary>>) when Y =< 3 -> 2; prt1(<<>>) -> 3.
-spec prt2(binary()) -> term().
prt2(<<X, _/binary>>) when X > 3 -> 1; prt2(<<Y:8/signed, _/binary>>) when Y =< 3 -> 2; prt2(<<>>) -> 3.
-spec prt3(<<_:16>>) -> term().
prt3(<<X:16>>) when X > 3 -> 1; prt3(<<Y:16/little>>) when Y =< 3 -> 2.
%% ---- guards that compute ----
-spec gua1(integer(), integer()) -> term().
gua1(X, Y) when X + Y > 3 -> 1; gua1(X, Y) when X + Y =< 3 -> 2.
-spec gua2(number(), number()) -> term(). % gua2(1.0e308, 1.0e308)
gua2(X, Y) when X + Y > 3 -> 1; gua2(X, Y) when X + Y =< 3 -> 2.
-spec gua3(number()) -> term().
gua3(X) when X + 1 > 3 -> 1; gua3(Y) when Y + 1 =< 3 -> 2.
-spec gua4(non_neg_integer()) -> term().
gua4(X) when X rem 2 =:= 0 -> 1; gua4(X) when X rem 2 =:= 1 -> 2.
-spec gua5(integer()) -> term().
gua5(X) when X rem 2 =:= 0 -> 1; gua5(X) when X rem 2 =:= 1 -> 2.
-spec gua6(integer()) -> term().
gua6(X) when X rem 2 =/= 0 -> 1; gua6(X) when X rem 2 =:= 0 -> 2.
-spec gua7(integer(), integer()) -> term(). % gua7(1, 0)
gua7(X, Y) when X rem Y =/= 0 -> 1; gua7(X, Y) when X rem Y =:= 0 -> 2.
-spec gua8([integer()]) -> term().
gua8(L) when length(L) > 2 -> [A, B, C | _] = L, A + B + C; gua8(L) when length(L) =< 2 -> 2.
-spec gua9(term()) -> term(). % gua9(x)
gua9(L) when length(L) > 2 -> 1; gua9(L) when length(L) =< 2 -> 2.
-spec gua10({integer(), integer()}) -> term().
gua10({X, Y}) when X - Y > 3 -> 1; gua10({A, B}) when A - B =< 3 -> 2.
-spec gua11({integer(), integer()}) -> term().
gua11({X, Y}) when X - Y > 3 -> 1; gua11({B, A}) when A - B =< 3 -> 2.
-spec gua12([integer()]) -> term().
gua12([X | _]) when X * X > 3 -> 1; gua12([]) -> 2; gua12([Y | _]) when Y * Y =< 3 -> 2.
-spec gua13([integer()]) -> term().
gua13([X | _]) when X * X > 3 -> 1; gua13([]) -> 2; gua13([_, Y | _]) when Y * Y =< 3 -> 2.
-spec gua14(integer(), integer()) -> term().
gua14(X, Y) -> if X > 3, Y > 3 -> a; X =< 3; Y =< 3 -> b end.
-spec gua15(integer(), integer()) -> term().
gua15(X, Y) -> if X > 3; Y > 3 -> a; X =< 3; Y =< 3 -> b end.
-spec gua16(integer(), integer()) -> term().
gua16(X, Y) -> if X > 3, Y > 3 -> a; X =< 3, Y =< 3 -> b end.
-spec gua17(integer(), integer()) -> term().
gua17(X, Y) when X > 3 andalso Y rem 2 =:= 0 -> a; gua17(X, Y) when X =< 3 orelse Y rem 2 =/= 0 -> b.
-spec gua18(boolean(), boolean()) -> term().
gua18(X, Y) when X xor Y -> a; gua18(X, Y) when X and Y -> b; gua18(X, Y) when not X, not Y -> c.
-spec gua19(boolean(), term()) -> term(). % gua19(true, x)
gua19(X, Y) when X xor Y -> a; gua19(X, Y) when not (X xor Y) -> b.
-spec gua20(tuple()) -> term().
gua20(T) when tuple_size(T) =:= 2 -> element(2, T); gua20(T) when tuple_size(T) =/= 2 -> 0.
-spec gua21(tuple()) -> term().
gua21(T) when tuple_size(T) > 1 -> element(2, T); gua21(T) when tuple_size(T) < 2 -> 0.
-spec gua22(map()) -> term().
gua22(M) when map_size(M) > 0 -> 1; gua22(M) when map_size(M) =:= 0 -> 0.
-spec gua23(integer()) -> term().
gua23(X) when abs(X) > 3 -> 1; gua23(X) when abs(X) =< 3 -> element(X + 4, {1, 2, 3, 4, 5, 6, 7}).
-spec gua24(number()) -> term(). % gua24(0.5)
gua24(X) when abs(X) > 3 -> 1; gua24(X) when abs(X) =< 3 -> element(X + 4, {1, 2, 3, 4, 5, 6, 7}).
-spec gua25(integer(), pos_integer()) -> term().
gua25(X, Y) when X div Y > 3 -> 1; gua25(X, Y) when X div Y < 4 -> 2.
-spec gua26(number()) -> term().
gua26(X) when X > 1.5 -> 1; gua26(X) when X =< 1.5 -> 2.
-spec gua27(number()) -> term(). % gua27(1.0)
gua27(X) when X > 1 -> 1; gua27(X) when X < 1 -> 2; gua27(1) -> 3.
-spec gua28(number()) -> term().
gua28(X) when X > 1 -> 1; gua28(X) when X < 1 -> 2; gua28(X) when X == 1.0 -> 3.
-spec gua29(float(), integer()) -> term(). % gua29(1.0, 1)
gua29(X, Y) when X =:= Y -> 1; gua29(X, Y) when X < Y -> 2; gua29(X, Y) when X > Y -> 3.
-spec gua30([number()], [number()]) -> term(). % gua30([1], [1.0])
gua30(X, Y) when X =:= Y -> 1; gua30(X, Y) when X < Y -> 2; gua30(X, Y) when X > Y -> 3.
-spec gua31(atom(), term()) -> term().
gua31(X, Y) when X =:= Y -> 1; gua31(X, Y) when X < Y -> 2; gua31(X, Y) when X > Y -> 3.
-spec gua32(integer(), integer()) -> term().
gua32(X, Y) when X + Y > 3 -> 1; gua32(X, Y) when Y + X < 0 -> 2; gua32(X, Y) when X + Y >= 0 -> 3.
-spec gua33(integer(), integer()) -> term().
gua33(X, Y) when X - Y > 3 -> 1; gua33(X, Y) when Y - X < 0 -> 2; gua33(X, Y) when X - Y >= 0 -> 3.
-spec gua34(a | b, integer()) -> term().
gua34(a, X) when X rem 3 =:= 0 -> 1; gua34(b, X) when X rem 3 =/= 0 -> 2; gua34(_, X) when X rem 3 =:= 0 -> 4;
gua34(a, _) -> 3.
-spec gua35(a | b, integer()) -> term(). % gua35(a, 1)
gua35(a, X) when X rem 3 =:= 0 -> 1; gua35(b, X) when X rem 3 =/= 0 -> 2; gua35(_, X) when X rem 3 =:= 0 -> 4.
-spec gua36(integer(), term()) -> term(). % gua36(9, x)
gua36(X, Y) when X > 3, Y + 1 > 0 -> 1; gua36(X, Y) when X =< 3; Y + 1 =< 0 -> 2.
-spec gua37(integer(), integer()) -> term().
gua37(X, Y) -> B = X + Y > 3, if B -> 1; not B -> 2 end.
-spec gua38(integer(), integer()) -> term().
gua38(X, Y) -> case X > Y of true -> if X =< Y -> error(no); true -> 1 end; false -> if X =< Y -> 2 end end.
-spec gua39(integer()) -> term().
gua39(X) when X - 3 > 0 -> element(min(X, 4), {1, 2, 3, 4}); gua39(X) when 3 - X > 0, X > 0 -> element(X, {1, 2});
gua39(_) -> 0.
-spec gua40(integer()) -> term(). % gua40(-5)
gua40(X) when X - 3 > 0 -> 1; gua40(X) when 3 - X > 0 -> element(X, {1, 2}); gua40(3) -> 0.
-spec gua41({integer(), integer()}) -> term().
gua41(T) when element(1, T) > 3 -> 1; gua41({X, _}) when X =< 3 -> 2.
-spec gua42({integer(), integer()}) -> term().
gua42(T) when element(1, T) > 3 -> 1; gua42({_, X}) when X =< 3 -> 2.
-spec gua43(nonempty_maybe_improper_list(integer(), integer())) -> term().
gua43(L) when hd(L) > 3 -> 1; gua43([X | _]) when X =< 3 -> 2.
-spec gua44(#{a := integer()}) -> term().
gua44(#{a := X}) when X > 3 -> 1; gua44(#{a := Y}) when Y =< 3 -> 2.
-spec gua45(0..100) -> term().
gua45(X) when X div 10 =:= 0 -> 0; gua45(X) when X div 10 > 0, X div 10 =< 10 -> 1.
-spec gua46(integer(), integer()) -> term(). % gua46(1, 2000)
gua46(X, Y) when X bsl Y > 3 -> 1; gua46(X, Y) when X bsl Y =< 3 -> 2.
-spec gua47(integer()) -> term().
gua47(X) when X band 1 =:= 0 -> 1; gua47(X) when X band 1 =:= 1 -> 2.
-spec gua48(integer(), integer(), integer()) -> term().
gua48(X, Y, Z) when X > 0, Y > 0, Z > 0 -> 1; gua48(X, _, _) when X =< 0 -> 2; gua48(_, Y, _) when Y =< 0 -> 3;
gua48(_, _, Z) when Z =< 0 -> 4.
-spec gua49(integer(), integer(), integer()) -> term().
gua49(X, Y, Z) when X > 0, Y > 0, Z > 0 -> 1; gua49(X, _, _) when X =< 0 -> 2; gua49(_, Y, _) when Y =< 0 -> 3;
gua49(_, _, Z) when Z < 0 -> 4.
-spec gua50(integer(), boolean()) -> term(). % gua50(1, false)
gua50(X, Y) when X > 3; Y -> 1; gua50(X, Y) when X =< 3, Y -> 2.
%% A segment whose size is another's value: the compiler tries the clauses in two cases and jumps between them.
-spec lab1(binary()) -> term().
lab1(<<N, B:N/binary>>) -> B; lab1(<<5>>) -> ok.
-spec lab2(binary(), integer()) -> term().
lab2(B, X) -> case B of <<N, Y:N/binary>> -> Y; <<N>> -> N; _ -> case X of 1 -> 2 end end.
-spec lab3(binary(), integer()) -> term().
lab3(B, X) -> case B of <<N, Y:N/binary>> -> Y; <<N>> -> N; _ -> X end.
