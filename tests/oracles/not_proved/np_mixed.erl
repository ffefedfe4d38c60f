%% SPDX-License-Identifier: Apache-2.0
%% Integers against floats: exact however large, and how an integer is rounded that is made a float.
-module(np_mixed).
-export([literals/1, any/1, range/1, product/1, two/2, less/2, above/2, sorted/1, member/1, maximum/2, key/1, rounded/1, digits/1, nearest/1, less_equal/2, swapped/2, quotient/1, sum/1, huge/2, tuple/1]).

%% fails: literals(-1152921504606846977)
-spec literals(-1152921504606846977 | -268435455) -> ok.
literals(P) when P /= float(P) -> error(hit);
literals(_) -> ok.

%% fails: any((1 bsl 60) + 1)
-spec any(integer()) -> ok.
any(P) when P < 1180591620717411303424, P > 0, P /= float(P) -> error(hit);
any(_) -> ok.

%% fails: range(1152921504606846977)
-spec range(1152921504606846970..1152921504606846979) -> ok.
range(P) when P > float(P) -> error(hit);
range(_) -> ok.

%% fails: product(9007199254740993)
-spec product(9007199254740993 | 3) -> ok.
product(P) -> case P * 1.0 of F when F < P -> error(hit); _ -> ok end.

%% fails: two(9007199254740993, 9007199254740992.0)
-spec two(9007199254740993 | 3, float()) -> ok.
two(P, F) when float(P) == F, P =/= 3 -> case F == P of false -> error(hit); true -> ok end;
two(_, _) -> ok.

%% fails: less(9007199254740995, 9007199254740996.0)
-spec less(9007199254740992..9007199254740999, float()) -> ok.
less(P, F) when P < F, float(P) >= F -> error(hit);
less(_, _) -> ok.

%% fails: above(9007199254740993, 9007199254740992.0)
-spec above(integer(), float()) -> ok.
above(P, F) when P > F, P > 9007199254740992, P < 9007199254740995, float(P) == F -> error(hit);
above(_, _) -> ok.

%% fails: sorted([9007199254740993, 9007199254740992.0])
-spec sorted([9007199254740993 | float()]) -> ok.
sorted([A, B] = L) when is_integer(A), is_float(B), B > 9007199254740991.0, B < 9007199254740994.0 -> case lists:sort(L) of L -> ok; [B, A] -> error(hit) end;
sorted(_) -> ok.

%% fails: member(9007199254740992)
-spec member(9007199254740991..9007199254740993) -> ok.
member(P) -> case [X || X <- [9007199254740992.0], X == P] of [] -> ok; [_] -> error(hit) end.

%% fails: maximum(18014398509481985, 18014398509481984.0)
-spec maximum(18014398509481985, float()) -> ok.
maximum(P, F) when F > 18014398509481980.0, F < 18014398509481988.0 -> case max(P, F) of P -> error(hit); _ -> ok end;
maximum(_, _) -> ok.

%% fails: key(9007199254740991)
-spec key(9007199254740991..9007199254740993) -> ok.
key(P) -> case lists:keyfind(P, 1, [{9007199254740992.0, a}]) of {_, a} -> ok end.

%% fails: rounded(9007199254740993)
-spec rounded(9007199254740990..9007199254740993) -> ok.
rounded(P) -> case trunc(float(P)) =:= P of true -> ok end.

%% fails: digits(170141183460469250621153235194464960513)
-spec digits(170141183460469250621153235194464960513 | 1) -> ok.
digits(P) -> case trunc(float(P)) < P of true -> error(below); false -> ok end.

%% fails: nearest(170141183460469250621153235194464960513)
-spec nearest(170141183460469250621153235194464960513) -> ok.
nearest(P) -> case float(P) of F when F =:= 1.7014118346046927e38 -> ok end.

%% fails: less_equal(9007199254740993, 9007199254740992.0)
-spec less_equal(9007199254740993, float()) -> ok.
less_equal(P, F) when F > 9007199254740993 -> {P, F}, ok;
less_equal(P, F) when F < 9007199254740992.0 -> {P, F}, ok.

%% fails: swapped(1.0e16, 10000000000000001)
-spec swapped(float(), 10000000000000000..10000000000000002) -> ok.
swapped(F, P) when F < P, F >= float(P), P =:= 10000000000000001 -> error(hit);
swapped(_, _) -> ok.

%% fails: quotient(9007199254740993)
-spec quotient(9007199254740991..9007199254740993) -> ok.
quotient(P) -> case P / 1 of F when F == P -> ok end.

%% fails: sum(9007199254740992)
-spec sum(9007199254740990..9007199254740992) -> ok.
sum(P) -> case P + 1.0 of F when F == P + 1 -> ok end.

%% fails: huge(1 bsl 1024, 1.0)
-spec huge(integer(), float()) -> ok.
huge(P, F) when P > F, P > 179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123347747264062500000000000000000000000000000 -> error(hit);
huge(_, _) -> ok.

%% fails: tuple({9007199254740993, 9007199254740992.0})
-spec tuple({9007199254740993, float()}) -> ok.
tuple({P, F}) when F >= 9007199254740992.0, F < 9007199254740994.0 -> case {P} > {F} of true -> error(hit); false -> ok end;
tuple(_) -> ok.
