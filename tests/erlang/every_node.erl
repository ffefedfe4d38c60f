%% SPDX-License-Identifier: Apache-2.0
%% Code that becomes every kind of node of Core Erlang, for the tests of the dump reader.
-module(every_node).
-export([all/3, loop/1, bits/2, map/2, funs/1, attempt/1]).
-record(point, {x = 0 :: integer(), y = 0 :: integer()}).
-type tree(A) :: nil | {tree(A), A, tree(A)}.
-export_type([tree/1]).
-spec all(tree(integer()), atom(), [#point{}]) -> term().

all({L, X, _} = T, A, Ps) when is_integer(X), X > 3; A =:= b ->
    [{L, T, P#point.x} || P = #point{y = Y} <- Ps, Y > X];
all(nil, A, [#point{x = 1.5} | _]) -> {A, "text", $c, 1 bsl 70, 123456789012345678901234567890};
all(X, X, Ps) -> lists:map(fun(P) -> P#point{x = 7} end, Ps).

loop(N) ->
    receive
        {add, M} when M > 0 -> loop(N + M);
        stop -> N
    after 1000 -> self() ! late, late
    end.

bits(<<S:8, B:S/binary, R/bits>>, N) -> <<(byte_size(B)):N/little-signed, B/binary, R/bits, "abc"/utf8, 1.5/float>>;
bits(B, N) -> << <<X:N>> || <<X:4>> <= B >>.

map(#{k := V} = M, K) when map_size(M) > 1 -> M#{k := [V | K], K => #{}};
map(M, K) -> case M of #{K := 1} -> one; _ -> catch maps:get(K, M) end.

funs(N) -> F = fun G(0) -> 0; G(I) -> G(I - 1) + N end, {F, fun map/2, fun lists:map/2, F(3)}.

attempt(F) ->
    try F() of
        ok -> fine;
        Other -> {odd, Other}
    catch
        throw:T -> T;
        error:E:St -> {E, St}
    after
        erlang:put(done, true)
    end.
