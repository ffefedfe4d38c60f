%% SPDX-License-Identifier: Apache-2.0
%% Recursion: what grows in an accumulator, what fails at a depth only, functions that call each other.
-module(np_recursion).
-export([depth/1, grows/1, even/1, list_depth/1, accumulator/1, tree/1, until/1, digits/1, alternate/1, last/1, down/2, sum/1, collatz/1, queue/1, nested/1, product/1, text/1, index/2]).

%% fails: depth([a, a, a, a, a, a, a, a])
-spec depth([a]) -> ok.
depth(L) -> count(L, 0).
count([], 8) -> error(eight);
count([], _) -> ok;
count([_ | T], N) -> count(T, N + 1).

%% fails: grows(100)
-spec grows(0..200) -> ok.
grows(N) -> case lists:sum(lists:seq(1, N)) of 5050 -> error(hit); _ -> ok end.

%% fails: even(7)
-spec even(0..20) -> boolean().
even(0) -> true;
even(N) -> odd(N - 1).
odd(0) -> error(odd);
odd(N) -> even(N - 1).

%% fails: list_depth([[[]]])
-spec list_depth(list()) -> ok.
list_depth([X]) when is_list(X) -> deeper(X);
list_depth(_) -> ok.
deeper([[]]) -> error(three);
deeper(_) -> ok.

%% fails: accumulator([1, 1, 1])
-spec accumulator([1]) -> ok.
accumulator(L) -> case lists:foldl(fun(X, A) -> 2 * A + X end, 0, L) of 7 -> error(seven); _ -> ok end.

%% fails: tree({n, {n, l, l}, l})
-spec tree(T) -> ok when T :: l | {n, l | {n, l, l}, l}.
tree(T) -> case size_of(T) of N when N < 2 -> ok end.
size_of(l) -> 0;
size_of({n, L, R}) -> size_of(L) + 1 + size_of(R).

%% fails: until(10)
-spec until(0..12) -> ok.
until(N) when N rem 3 =:= 1, N rem 5 =:= 0 -> error(ten);
until(0) -> ok;
until(_) -> ok.

%% fails: digits(321)
-spec digits(0..999) -> ok.
digits(N) -> case digits(N, []) of [3, 2, 1] -> error(hit); _ -> ok end.
digits(0, L) -> L;
digits(N, L) -> digits(N div 10, [N rem 10 | L]).

%% fails: alternate([a, b, a])
-spec alternate([a | b]) -> ok.
alternate([a, b | T]) -> alternate(T);
alternate([a]) -> error(left);
alternate(_) -> ok.

%% fails: last([0, 0, 1])
-spec last([0..1]) -> ok.
last([_, _, X]) -> 0 = X, ok;
last(_) -> ok.

%% fails: down(3, 2)
-spec down(0..4, 0..4) -> ok.
down(0, 0) -> ok;
down(N, M) when N > 0, M > 0 -> down(N - 1, M - 1);
down(N, 0) when N =/= 1 -> ok;
down(0, _) -> ok.

%% fails: sum([3, 4, 5])
-spec sum([1..9]) -> ok.
sum(L) when length(L) =:= 3 -> case lists:sum(L) of 12 when hd(L) < 4 -> error(hit); _ -> ok end;
sum(_) -> ok.

%% fails: collatz(7)
-spec collatz(1..10) -> ok.
collatz(N) -> case steps(N, 0) of 16 -> error(hit); _ -> ok end.
steps(1, S) -> S;
steps(N, S) when N rem 2 =:= 0 -> steps(N div 2, S + 1);
steps(N, S) -> steps(3 * N + 1, S + 1).

%% fails: queue([in, in, out, out, out])
-spec queue([in | out]) -> ok.
queue(L) -> run(L, []).
run([], _) -> ok;
run([in | T], Q) -> run(T, [x | Q]);
run([out | T], [_ | Q]) -> run(T, Q);
run([out | _], []) -> error(empty).

%% fails: nested(3)
-spec nested(0..3) -> ok.
nested(N) -> case [X || X <- lists:seq(1, N), Y <- lists:seq(X, N), X + Y =:= 5] of [] -> ok end.

%% fails: product(5)
-spec product(0..5) -> ok.
product(N) -> case factorial(N) of F when F < 120 -> ok end.
factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

%% fails: text("aab")
-spec text([$a..$b]) -> ok.
text([$a | T]) -> text(T);
text([$b | _]) -> error(b);
text([]) -> ok.

%% fails: index(3, [1, 2])
-spec index(1..3, [integer()]) -> integer().
index(1, [X | _]) -> X;
index(N, [_ | T]) -> index(N - 1, T);
index(_, []) when false -> 0.
