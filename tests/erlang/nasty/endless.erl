% SPDX-License-Identifier: Apache-2.0
% Runs that do not end, or would not fit.
-module(endless).
-export([loop/1, deep/1, deep_body/1, grow/1, duplicate/1, duplicate_any/2, bignum/1, power/1, shift/1, seq/1,
         factorial/1, fib/1, ackermann/2, binary/1, string/1, mutual_even/1, wait/1, atoms/1, tuple/1, nest/1,
         double/1, hashes/1, sort/1, append/1, comprehension/1]).
-spec loop(integer()) -> no_return().
loop(N) -> loop(N + 1).
-spec deep(integer()) -> integer().
deep(0) -> 0;
deep(N) -> 1 + deep(N - 1).
-spec deep_body(integer()) -> [integer()].
deep_body(N) -> [N | deep_body(N + 1)].
-spec grow(list()) -> no_return().
grow(L) -> grow([L | L]).
-spec duplicate(any()) -> any().
duplicate(X) -> lists:duplicate(1 bsl 40, X).
-spec duplicate_any(non_neg_integer(), any()) -> any().
duplicate_any(N, X) -> hd(lists:duplicate(N, X)).
-spec bignum(integer()) -> integer().
bignum(N) -> bignum(N * N + (1 bsl 10000000)).
-spec power(non_neg_integer()) -> integer().
power(N) -> power(N, 7).
power(0, A) -> A;
power(N, A) -> power(N - 1, A * A).
-spec shift(integer()) -> integer().
shift(N) -> (1 bsl N) rem 10.
-spec seq(integer()) -> integer().
seq(N) -> lists:sum(lists:seq(1, N)).
-spec factorial(integer()) -> integer().
factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).
-spec fib(non_neg_integer()) -> integer().
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
-spec ackermann(non_neg_integer(), non_neg_integer()) -> non_neg_integer().
ackermann(0, N) -> N + 1;
ackermann(M, 0) -> ackermann(M - 1, 1);
ackermann(M, N) -> ackermann(M - 1, ackermann(M, N - 1)).
-spec binary(non_neg_integer()) -> binary().
binary(N) -> <<0:N/unit:8, (N + 1):(N * 100000000)>>.
-spec string(non_neg_integer()) -> string().
string(N) -> string:copies("abc", N) ++ string:copies("x", 1 bsl 35).
-spec mutual_even(integer()) -> boolean().
mutual_even(0) -> true;
mutual_even(N) -> mutual_odd(N - 1).
mutual_odd(0) -> false;
mutual_odd(N) -> mutual_even(N - 1).
-spec wait(integer()) -> ok.
wait(N) -> receive N -> ok end.
-spec atoms(non_neg_integer()) -> no_return().
atoms(N) -> _ = list_to_atom("frisk_nasty_" ++ integer_to_list(N)), atoms(N + 1).
-spec tuple(non_neg_integer()) -> tuple().
tuple(N) -> erlang:make_tuple(N bsl 20, x).
-spec nest(any()) -> no_return().
nest(X) -> nest({X, [X], #{X => X}}).
-spec double(list()) -> no_return().
double(L) -> double(L ++ L ++ [x]).
-spec hashes(any()) -> any().
hashes(X) -> hashes(X, 0).
hashes(X, N) when N < 100000 -> hashes([X | erlang:phash2(X)], N + 1);
hashes(X, _) -> erlang:phash2(X).
-spec sort(integer()) -> list().
sort(N) -> lists:sort([(X * 7919 + N) rem 1000003 || X <- lists:seq(1, 300000)]).
-spec append(list()) -> no_return().
append(L) -> append(lists:append(L, lists:reverse([length(L) | L]))).
-spec comprehension(integer()) -> list().
comprehension(N) -> [{X, Y, Z} || X <- lists:seq(1, N), Y <- lists:seq(1, N), Z <- lists:seq(1, N), X * X + Y * Y =:= Z * Z].
