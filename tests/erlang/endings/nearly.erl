%% SPDX-License-Identifier: Apache-2.0
-module(nearly).
-compile([export_all, nowarn_export_all]).
%% Each of these does not end for some input.
-spec a1(integer()) -> ok.
a1(0) -> ok;
a1(N) -> a1(N - 1).
-spec a2(number()) -> ok.
a2(N) when N > 0 -> a2(N - 1);
a2(_) -> ok.
-spec a3(integer(), integer()) -> ok.
a3(I, N) when I < N -> a3(I, N);
a3(_, _) -> ok.
-spec a4(integer(), integer()) -> ok.
a4(I, N) when I =/= N -> a4(I + 1, N);
a4(_, _) -> ok.
-spec a5(integer(), term()) -> ok.
a5(I, N) when I < N -> a5(I + 1, N);
a5(_, _) -> ok.
-spec a6(integer()) -> ok.
a6(N) when N < 10 -> a6(N - 1);
a6(_) -> ok.
-spec a7([integer()]) -> ok.
a7([]) -> ok;
a7([1 | _] = L) -> a7(L);
a7([_ | T]) -> a7(T).
-spec a8([integer()]) -> ok.
a8([]) -> ok;
a8([H | T]) when H > 5 -> a8([H - 1 | T]);
a8([0 | T]) -> a8([0 | T]);
a8([_ | T]) -> a8(T).
-spec a9([integer()], [integer()]) -> ok.
a9([], []) -> ok;
a9([H | T], L) -> a9(T, [H | L]);
a9([], L) -> a9(L, []).
-spec a10([a | b]) -> ok.
a10([]) -> ok;
a10([a, X | T]) -> a10([X, a | T]);
a10([_ | T]) -> a10(T).
-spec a11(integer()) -> integer().
a11(0) -> 0;
a11(N) -> 1 + a11(N div 1).
-spec a12(integer()) -> integer().
a12(N) when N =/= 0 -> a12(N bsr 1);
a12(_) -> 0.
-spec a13(integer(), integer()) -> integer().
a13(A, B) when A > 0, B > 0, A > B -> a13(A - B, B);
a13(A, B) when A > 0, B > 0 -> a13(A, B - A + A);
a13(_, _) -> 0.
-spec a14(non_neg_integer(), non_neg_integer()) -> integer().
a14(A, B) when A > B -> a14(A - B, B);
a14(A, _) -> A.
-spec a15({integer(), integer()}) -> ok.
a15({A, B}) -> a15({B, A}).
-spec a16(binary()) -> ok.
a16(<<>>) -> ok;
a16(<<$a, R/binary>>) -> a16(<<$a, R/binary>>);
a16(<<_, R/binary>>) -> a16(R).
-spec a17(binary()) -> ok.
a17(<<N, _:N/binary, R/binary>>) -> a17b(<<N, R/binary>>);
a17(_) -> ok.
a17b(<<0, _/binary>> = B) -> a17(B);
a17b(_) -> ok.
-spec a18(bitstring()) -> ok.
a18(<<>>) -> ok;
a18(B) -> <<X:0, R/bitstring>> = B, a18b(X, R).
a18b(0, R) -> a18(R).
-spec a19([integer()]) -> ok.
a19(L) -> case L of [_ | T] -> a19(T ++ [1]); [] -> ok end.
-spec a20([term()]) -> ok.
a20([[] | T]) -> a20(T);
a20([[H | T] | R]) -> a20([[H] , T | R]);
a20(_) -> ok.
-spec a21(integer(), tuple()) -> ok.
a21(I, T) when I =< tuple_size(T) -> a21(I + 1, erlang:append_element(T, x));
a21(_, _) -> ok.
-spec a22(integer(), integer()) -> ok.
a22(I, N) when I < N -> a22(I + 1, N + 1);
a22(_, _) -> ok.
-spec a23(integer(), integer()) -> ok.
a23(Lo, Hi) when Lo < Hi -> M = (Lo + Hi) div 2, a23(M, Hi);
a23(_, _) -> ok.
-spec a24(boolean(), non_neg_integer()) -> ok.
a24(true, N) -> a24(false, N + 1);
a24(false, 0) -> ok;
a24(false, N) -> a24(true, N - 1).
-spec a25(non_neg_integer(), non_neg_integer()) -> ok.
a25(0, _) -> ok;
a25(A, 0) -> a25(A, A);
a25(A, B) -> a25(A, B - 1).
-spec a26([integer()]) -> [integer()].
a26([]) -> [];
a26([H | T] = L) -> [X || X <- L, X >= H, a26(T) =:= []] ++ a26b(L).
a26b([H | _] = L) when H > 3 -> a26b(L);
a26b(_) -> [].
-spec a27(integer()) -> ok.
a27(N) -> F = fun G(0) -> ok; G(M) -> G(M - 2) end, F(N).
-spec a28(#{a => integer()}) -> ok.
a28(#{a := N} = M) when N > 0 -> a28(M#{a := N});
a28(_) -> ok.
-spec a29(float()) -> ok.
a29(X) when X > 0.0 -> a29(X / 1);
a29(_) -> ok.
-spec a30(float(), integer()) -> ok.
a30(X, I) when X < I -> a30(X + 1, I);
a30(_, _) -> ok.
-spec a31(integer(), integer()) -> ok.
a31(A, B) when A rem 2 =:= 0 -> a31b(B, A);
a31(A, _) when A > 0 -> a31(A - 2, A);
a31(_, _) -> ok.
a31b(B, A) -> a31(A, B).
-spec a32([integer()]) -> ok.
a32(L) -> lists:foreach(fun(X) when X > 100 -> a32(L); (_) -> ok end, L).
-spec a33(integer()) -> ok.
a33(N) -> try a33b(N) catch throw:again -> a33(N) end.
a33b(5) -> throw(again);
a33b(_) -> ok.
-spec a34(integer()) -> ok.
a34(N) -> put(k, N), a34b().
a34b() -> case get(k) of 7 -> a34b(); _ -> ok end.
-spec a35(tuple()) -> ok.
a35(T) -> a35(T, 1).
a35(T, I) when I =< size(T) -> case element(I, T) of skip -> a35(T, I); _ -> a35(T, I + 1) end;
a35(_, _) -> ok.
-spec a36([term()]) -> ok.
a36([H | T]) when is_list(H) -> a36(H ++ T ++ [H]);
a36([_ | T]) -> a36(T);
a36([]) -> ok.
-spec a37(integer()) -> ok.
a37(N) -> a37(N, fun(X) -> X end).
a37(0, _) -> ok;
a37(N, F) -> a37(F(N), F).
-spec a38(integer()) -> ok.
a38(N) when N > 0 -> a38(-N);
a38(N) when N < 0 -> a38(-N);
a38(_) -> ok.
-spec a39(integer(), integer()) -> ok.
a39(A, B) when B =/= 0 -> a39(B, A - B);
a39(_, _) -> ok.
-spec a40(integer()) -> ok.
a40(N) when N > 100 -> a40(N - 10);
a40(N) when N > 0 -> a40(N + 11);
a40(_) -> ok.
-spec a41(integer(), number()) -> ok.
a41(N, B) when N > B -> a41(N, B - 1);
a41(_, _) -> ok.
-spec a42([integer()], integer()) -> ok.
a42([_ | T], 0) -> a42([0 | T], 1);
a42([_ | T], 1) -> a42([1 | T], 0);
a42(_, _) -> ok.
-spec a43(list()) -> ok.
a43([H | T]) -> a43([T | H]);
a43(_) -> ok.
%% Of each the arguments of a call that does not end.
witnesses() ->
    [{a1, [-1]}, {a2, [1.0e17]}, {a3, [0, 1]}, {a4, [1, 0]}, {a5, [1, a]}, {a6, [9]}, {a7, [[1]]}, {a8, [[0]]},
     {a9, [[1], []]}, {a10, [[a, a]]}, {a11, [1]}, {a12, [-1]}, {a13, [2, 2]}, {a14, [1, 0]}, {a15, [{1, 2}]}, {a16, [<<"a">>]},
     {a17, [<<0>>]}, {a18, [<<1>>]}, {a19, [[1]]}, {a20, [[[1]]]}, {a21, [1, {x}]}, {a22, [0, 1]}, {a23, [0, 1]},
     {a24, [true, 0]}, {a25, [1, 0]}, {a26, [[4]]}, {a27, [1]}, {a28, [#{a => 1}]}, {a29, [1.0]}, {a30, [-1.0e17, 1]}, {a31, [2, 4]},
     {a32, [[101]]}, {a33, [5]}, {a34, [7]}, {a35, [{skip}]}, {a36, [[[]]]}, {a37, [1]}, {a38, [1]}, {a39, [0, 1]}, {a40, [100]},
     {a41, [1, -1.0e17]}, {a42, [[0], 0]}, {a43, [[1 | 2]]}].
