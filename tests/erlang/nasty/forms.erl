% SPDX-License-Identifier: Apache-2.0
% Odd names, literals and patterns.
-module(forms).
-compile([export_all, nowarn_export_all, inline]).
-define(M(X), case X of {m, Y} -> Y; Z -> Z end).
-record('odd record', {'a field', b = "str" :: string()}).
-spec 'odd name'(any()) -> any().
'odd name'('odd atom') -> error('it\'s');
'odd name'('it\'s') -> error('new\nline');
'odd name'('\x{fc}ber') -> error('\x{3bb}');
'odd name'('') -> error('');
'odd name'('$x') -> throw('\\');
'odd name'('\0') -> throw('\e\x{7f}');
'odd name'(_) -> ok.
'\n'(X) -> X + 1.
'λ'(X) when X > 1 -> error('λ');
'λ'(_) -> "λ" ++ x.
-spec strings(string()) -> any().
strings("a\"b\\c\n\t\0\x{3bb}") -> error(found);
strings("~p~s~w") -> error("~p");
strings([$" | _]) -> error("\"");
strings(_) -> ok.
-spec bins(binary()) -> any().
bins(<<"a\"b\\", 0, 255, "\n">>) -> error(a);
bins(<<"λ"/utf8, R/binary>>) -> error(R);
bins(<<N:4, M:4, S:N/binary, _:M, _/bits>>) when N > 0, M > 0 -> error(S);
bins(<<F:64/float, _/binary>>) when F > 1.0 -> error(F);
bins(<<X/utf16, _/binary>>) when X > 70000 -> error(X);
bins(_) -> ok.
-spec nested_pattern(any()) -> any().
nested_pattern({{{{{{{{{{[[[[[[[[[[#{a := #{b := #{c := [{x, "abc", 1.5, <<1, 2>>}]}}}]]]]]]]]]]}}}}}}}}}}) -> error(deep);
nested_pattern({A, {B, {C, {A, {B, {C, [A, B, C | D]}}}}}}) -> error({A, B, C, D});
nested_pattern([X, X, X, X, X, X, X, X]) -> error(X);
nested_pattern(_) -> ok.
-spec big_literals(any()) -> any().
big_literals(16#ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff) -> error(big);
big_literals(-36#zzzzzzzzzzzzzzzzzzzzzzzz) -> error(neg);
big_literals(1.7976931348623157e308) -> error(max);
big_literals(5.0e-324) -> error(min);
big_literals(-0.0) -> error(zero);
big_literals(_) -> ok.
-spec compr(any()) -> any().
compr(L) -> [{X, Y} || {X, Ys} <- L, Y <- Ys, X > Y] ++ [B || <<B:3>> <= <<<<C>> || C <- L, is_integer(C)>>].
-spec bin_compr(binary(), integer()) -> any().
bin_compr(B, N) -> << <<(X + N):N>> || <<X:N>> <= B, X =/= 7 >>.
-spec macros(any()) -> any().
macros(X) -> ?M(X) + ?LINE + ?FUNCTION_ARITY.
-spec record(#'odd record'{}, any()) -> any().
record(R, V) -> R#'odd record'{b = V}#'odd record'.'a field'.
-spec bools(any(), any()) -> any().
bools(A, B) -> (A andalso B) xor (A orelse B) and not B.
-spec ifs(any()) -> any().
ifs(X) -> if is_list(X), length(X) > 3; X =:= 1 -> error(X); X == 2.0 -> error(X) end.
-spec ops(number(), number()) -> any().
ops(A, B) -> (A div B) + (A rem B) - (A / B) * (A bsl B) bxor (A bsr B) band (bnot B) bor A.
-spec cmp(any(), any()) -> any().
cmp(A, B) when A == B, A =/= B -> error({equal, A, B});
cmp(A, B) when A < B, B < [], A > {} -> error({between, A, B});
cmp(_, _) -> ok.
-spec funs(integer()) -> any().
funs(N) -> F = fun G(0) -> error(zero); G(K) when K < 20 -> G(K - 1); G(_) -> fun ?MODULE:funs/1 end, F(N).
-spec nested_case(any()) -> any().
nested_case(X) -> case case case X of {a, A} -> A; A -> A end of [B] -> B; B -> B end of #{c := C} -> C; 7 -> error(seven) end.
-spec dynamic(atom(), atom()) -> any().
dynamic(M, F) -> M:F(1).
-spec dynamic_fun(atom(), byte()) -> any().
dynamic_fun(F, A) -> (fun ?MODULE:F/A)(1).
-spec '255'(fun()) -> any().
'255'(F) -> apply(F, lists:seq(1, 255)).
-spec too_many(any()) -> any().
too_many(X) -> apply(?MODULE, too_many, lists:duplicate(256, X)).
-spec improper_apply(any()) -> any().
improper_apply(X) -> apply(?MODULE, cmp, [X | X]).
-spec maps_(map()) -> any().
maps_(#{#{} := 1}) -> error(m);
maps_(#{1.0 := X, 1 := X}) -> error({one, X});
maps_(#{[] := #{{} := Y}}) -> error(Y);
maps_(M) -> M#{new := 1}.
-spec mapkeys(any(), map()) -> any().
mapkeys(K, M) -> #{K := #{K := V}} = M, V.
-spec float_(float()) -> any().
float_(F) -> case F * F of X when X > 1.0e300 -> error(X); X when X < 1.0e-300, F > 0.0 -> error(small); _ -> trunc(F) div round(F) end.
-spec chars(char()) -> any().
chars(C) -> <<C/utf8>>.
-spec bitsizes(integer()) -> any().
bitsizes(N) -> <<1:N>>.
-spec bitsizes2(integer(), binary()) -> any().
bitsizes2(N, B) -> <<_:N/binary, R/binary>> = B, <<R:N/binary>>.
-spec setelem(integer(), tuple()) -> any().
setelem(N, T) -> setelement(N, T, element(N + 1, T)).
-spec timeout(timeout()) -> any().
timeout(infinity) -> 1;
timeout(T) -> 10 div (T - 5).
