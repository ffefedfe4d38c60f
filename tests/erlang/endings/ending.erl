%% SPDX-License-Identifier: Apache-2.0
%% Functions that end for all inputs, structurally or by counting: each must be proved to.
-module(ending).
-compile([export_all, nowarn_export_all]).
-spec len([term()]) -> integer().
len([]) -> 0;
len([_ | T]) -> 1 + len(T).
-spec down(non_neg_integer()) -> ok.
down(0) -> ok;
down(N) -> down(N - 1).
-spec down2(integer()) -> ok.
down2(N) when N > 0 -> down2(N - 2);
down2(_) -> ok.
-spec up(integer(), integer()) -> ok.
up(I, N) when I < N -> up(I + 1, N);
up(_, _) -> ok.
-spec half(non_neg_integer()) -> integer().
half(0) -> 0;
half(N) -> 1 + half(N div 2).
-spec gcd(integer(), integer()) -> integer().
gcd(A, 0) -> A;
gcd(A, B) -> gcd(B, A rem B).
-spec fact(non_neg_integer()) -> integer().
fact(0) -> 1;
fact(N) -> N * fact(N - 1).
-spec ack(non_neg_integer(), non_neg_integer()) -> integer().
ack(0, N) -> N + 1;
ack(M, 0) -> ack(M - 1, 1);
ack(M, N) -> ack(M - 1, ack(M, N - 1)).
-type tree() :: leaf | {tree(), integer(), tree()}.
-spec sum(tree()) -> integer().
sum(leaf) -> 0;
sum({L, V, R}) -> sum(L) + V + sum(R).
-type rose() :: {integer(), [rose()]}.
-spec rose(rose()) -> integer().
rose({V, Cs}) -> V + lists:sum([rose(C) || C <- Cs]).
-spec rose2(rose()) -> integer().
rose2({V, Cs}) -> lists:foldl(fun(C, A) -> A + rose2(C) end, V, Cs).
-spec bin(binary()) -> integer().
bin(<<>>) -> 0;
bin(<<X, R/binary>>) -> X + bin(R).
-spec utf(binary()) -> integer().
utf(<<C/utf8, R/binary>>) -> C + utf(R);
utf(_) -> 0.
-spec lenp(binary()) -> [binary()].
lenp(<<N, D:N/binary, R/binary>>) -> [D | lenp(R)];
lenp(_) -> [].
-spec tup(integer(), tuple()) -> integer().
tup(I, T) when I > tuple_size(T) -> 0;
tup(I, T) -> 1 + tup(I + 1, T).
-spec even([a]) -> boolean().
even([]) -> true;
even([_ | T]) -> odd(T).
odd([]) -> false;
odd([_ | T]) -> even(T).
-spec merge([integer()], [integer()]) -> [integer()].
merge([], B) -> B;
merge(A, []) -> A;
merge([X | A], [Y | B]) when X < Y -> [X | merge(A, [Y | B])];
merge([X | A], [Y | B]) -> [Y | merge([X | A], B)].
-spec pairs([integer()]) -> [integer()].
pairs([A, B | R]) -> pairs([A + B | R]);
pairs(L) -> L.
-spec srt([integer()]) -> [integer()].
srt(L) -> lists:sort(L).
-spec rev([integer()]) -> [integer()].
rev(L) -> lists:reverse(lists:map(fun(X) -> X + 1 end, L)).
-spec strtok(string()) -> [string()].
strtok(S) -> string:tokens(S, " ").
-spec fmt(integer()) -> string().
fmt(S) -> integer_to_list(S).
-spec mapfold(#{integer() => integer()}) -> integer().
mapfold(M) -> maps:fold(fun(_, V, A) -> V + A end, 0, M).
-spec nested([[integer()]]) -> integer().
nested([]) -> 0;
nested([[] | R]) -> nested(R);
nested([[_ | T] | R]) -> 1 + nested([T | R]).
-type json() :: null | integer() | [json()] | {obj, [{binary(), json()}]}.
-spec json(json()) -> integer().
json(null) -> 0;
json(N) when is_integer(N) -> 1;
json(L) when is_list(L) -> lists:sum([json(X) || X <- L]);
json({obj, Ps}) -> lists:foldl(fun({_, V}, A) -> A + json(V) end, 0, Ps).
-spec swap([integer()], [integer()]) -> integer().
swap([], _) -> 0;
swap([_ | A], B) -> 1 + swap(B, A).
-spec down_to(integer(), integer()) -> [integer()].
down_to(N, Low) when N >= Low -> [N | down_to(N - 1, Low)];
down_to(_, _) -> [].
-spec three(non_neg_integer(), non_neg_integer(), non_neg_integer()) -> integer().
three(0, 0, 0) -> 0;
three(0, 0, C) -> three(9, 9, C - 1);
three(0, B, C) -> three(9, B - 1, C);
three(A, B, C) -> three(A - 1, B, C).
-spec bytes(binary(), non_neg_integer()) -> integer().
bytes(B, I) when I < byte_size(B) -> 1 + bytes(B, I + 1);
bytes(_, _) -> 0.
-spec bits(bitstring()) -> integer().
bits(<<1:1, R/bitstring>>) -> 1 + bits(R);
bits(<<_:1, R/bitstring>>) -> bits(R);
bits(<<>>) -> 0.
-spec power(integer(), non_neg_integer()) -> integer().
power(_, 0) -> 1;
power(X, N) when N rem 2 =:= 0 -> power(X * X, N bsr 1);
power(X, N) -> X * power(X, N - 1).
-spec digits(non_neg_integer()) -> [integer()].
digits(N) when N < 10 -> [N];
digits(N) -> [N rem 10 | digits(N div 10)].
-spec zip([integer()], [integer()]) -> [{integer(), integer()}].
zip([A | As], [B | Bs]) -> [{A, B} | zip(As, Bs)];
zip(_, _) -> [].
-spec ranges([{integer(), integer()}]) -> [integer()].
ranges(L) -> [X || {A, B} <- L, X <- down_to(B, A)].
-spec depth(term()) -> integer().
depth(T) when is_tuple(T) -> 1;
depth([H | T]) -> max(depth(H), depth(T)) + 1;
depth(_) -> 0.
-spec tries(0..5) -> ok | error.
tries(N) when N > 0 -> try attempt(N) of ok -> ok catch _:_ -> tries(N - 1) end;
tries(0) -> error.
attempt(N) -> N = 3, ok.
-spec halves(integer()) -> integer().
halves(0) -> 0;
halves(N) -> 1 + halves(N div 2).
-spec fold2([integer()]) -> integer().
fold2(L) -> fold2(L, 0).
fold2([], A) -> A;
fold2([X | R], A) when X > 0 -> fold2(R, A + X);
fold2([_ | R], A) -> fold2(R, A - 1).
-spec flat([term()]) -> [term()].
flat([H | T]) when is_list(H) -> flat(H) ++ flat(T);
flat([H | T]) -> [H | flat(T)];
flat(X) -> [X].
-spec named([integer()]) -> integer().
named(L) -> F = fun G([], A) -> A; G([H | T], A) -> G(T, A + H) end, F(L, 0).
