% SPDX-License-Identifier: Apache-2.0
%% Specs of all shapes, each with failures that exactly the listed calls lead to. See kbits.
-module(ktypes).
-export([clauses/2, shapes/1, bounded/3, opaque/1, pair/1, forest/1, even_odd/1, remote/1, rose/2, improper/1, ends/1,
         nonempty/1, predicate/2, folder/3, maker/1, compose/2, config/1, counts/1, nested_map/1, key_type/1, header/1,
         chunks/1, odd_bits/1, account/1, shape/1, linked/1, set/1, queue/1, dated/1, tagged/1, either/2, mfa_list/1,
         deep_list/1, text/1, limits/1, matrix/1, path/2, ops/1, swap/2, timeout/2]).
-export_type([stack/1, expr/0]).

%! ktypes:clauses(7, [])
%! ktypes:clauses(stop, 0)
-spec clauses(integer(), list()) -> ok; (atom(), integer()) -> ok; (binary(), binary()) -> ok.
clauses(7, []) -> error(seven);
clauses(stop, N) when N =:= 0 -> error(stop);
clauses(N, M) when is_integer(N), is_integer(M) -> error(never);
clauses(B, C) when is_binary(B), is_list(C) -> error(never);
clauses(_, _) -> ok.

-type shape() :: {circle, Radius :: integer()} | {rect, integer(), integer()} | point.
%! ktypes:shapes([{circle, 1}, point, {rect, 2, 3}])
-spec shapes([shape()]) -> integer().
shapes(L) ->
    case lists:map(fun area/1, L) of
        [A, 0, B] when A > 3, B =:= 6 -> error(found);
        As -> lists:sum(As)
    end.

area({circle, R}) -> 3 * R * R + 1;
area({rect, A, B}) -> A * B;
area(point) -> 0.

%! ktypes:bounded(b, [{b, 3}], 3)
-spec bounded(K, [{K, V}], V) -> boolean() when K :: a | b | c, V :: 0..3.
bounded(K, L, V) ->
    case lists:keyfind(K, 1, L) of
        {b, 3} when V =:= 3 -> error(found);
        {_, N} when N > 3 -> error(never);
        _ -> false
    end.

-opaque stack(T) :: {stack, non_neg_integer(), [T]}.
%! ktypes:opaque({stack, 2, [1]})
-spec opaque(stack(integer())) -> integer().
opaque({stack, 2, [_]}) -> error(count);
opaque({stack, N, L}) when N >= 0 -> length(L).

-type pair(A, B) :: {A, B}.
-type same(A) :: pair(A, A).
%! ktypes:pair({[3], [x]})
-spec pair(pair([1..3], [x | y])) -> ok.
pair({[3], [x]}) -> error(found);
pair({[N | _], _}) when N < 1; N > 3 -> error(never);
pair(_) -> ok.

-type tree(T) :: {tree, T, forest(T)}.
-type forest(T) :: [tree(T)].
%! ktypes:forest([{tree, 1, [{tree, 2, []}, {tree, 3, []}]}])
-spec forest(forest(1..3)) -> non_neg_integer().
forest(F) ->
    case flatten(F) of
        [1, 2, 3] when length(F) =:= 1 -> error(found);
        L -> length(L)
    end.

flatten(F) -> lists:append([[V | flatten(C)] || {tree, V, C} <- F]).

-type even() :: zero | {succ, odd()}.
-type odd() :: {succ, even()}.
%! ktypes:even_odd({{succ, {succ, zero}}, {succ, zero}})
-spec even_odd({even(), odd()}) -> integer().
even_odd({E, O}) ->
    case {nat(E), nat(O)} of
        {2, 1} -> error(found);
        {A, B} when (A + B) rem 2 =:= 0 -> error(never);
        {A, _} -> A
    end.

nat(zero) -> 0;
nat({succ, N}) -> 1 + nat(N).

%! ktypes:remote({{1999, 12, 31}, {23, 59, 59}})
-spec remote(calendar:datetime()) -> ok.
remote({{1999, 12, 31}, {23, 59, 59}}) -> error(found);
remote({{_, M, D}, {H, _, _}}) when M > 12; D > 31; H > 23 -> error(never);
remote(_) -> ok.

-type rose(T) :: {T, [rose(T)]}.
%! ktypes:rose({a, [{b, []}]}, b)
-spec rose(rose(atom()), atom()) -> boolean().
rose({V, []}, V) -> true;
rose({_, L}, V) ->
    case [K || {K, []} <- L, K =:= V] of
        [b] -> error(found);
        _ -> false
    end.

%! ktypes:improper([1, 2 | done])
-spec improper(nonempty_improper_list(integer(), done | failed)) -> ok.
improper([1, 2 | done]) -> error(found);
improper([_ | T]) when T =:= [] -> error(never);
improper(_) -> ok.

%! ktypes:ends([a | b])
%! ktypes:ends([a])
-spec ends(nonempty_maybe_improper_list(a, b)) -> ok.
ends([a | b]) -> error(improper);
ends([a]) -> error(proper);
ends([_ | _]) -> ok;
ends([]) -> error(never).

%! ktypes:nonempty(["ab", "c"])
-spec nonempty([nonempty_string(), ...]) -> ok.
nonempty(["ab", [_]]) -> error(found);
nonempty([[] | _]) -> error(never);
nonempty([]) -> error(never);
nonempty(_) -> ok.

%! ktypes:predicate(fun(3) -> true; (_) -> false end, [1, 3])
-spec predicate(fun((integer()) -> boolean()), [integer()]) -> ok.
predicate(P, L) ->
    case lists:partition(P, L) of
        {[3], [1]} -> error(found);
        {_, _} -> ok
    end.

%! ktypes:folder(fun(1, 0) -> 5; (2, 5) -> 9; (_, _) -> 0 end, 0, [1, 2])
-spec folder(fun((integer(), integer()) -> integer()), integer(), [integer()]) -> ok.
folder(F, A, L) ->
    case lists:foldl(F, A, L) of
        9 when length(L) =:= 2, A =:= 0 -> error(found);
        _ -> ok
    end.

%! ktypes:maker(fun(_) -> fun(_) -> {ok, 4} end end)
-spec maker(fun((atom()) -> fun((integer()) -> {ok, integer()} | error))) -> ok.
maker(F) ->
    G = F(start),
    case G(10) of
        {ok, 4} -> error(found);
        _ -> ok
    end.

%! ktypes:compose(fun(_) -> a end, fun(_) -> 7 end)
-spec compose(fun((integer()) -> atom()), fun((atom()) -> integer())) -> ok.
compose(F, G) ->
    case {F(1), G(F(1))} of
        {a, 7} -> error(found);
        {X, _} when is_integer(X) -> error(never);
        _ -> ok
    end.

%! ktypes:config(#{name => <<"x">>, port => 80})
-spec config(#{name := binary(), port := 1..65535, tls => boolean()}) -> ok.
config(#{name := <<"x">>, port := 80} = M) when not is_map_key(tls, M) -> error(found);
config(#{port := P}) when P < 1; P > 65535 -> error(never);
config(#{name := _, port := _}) -> ok;
config(_) -> error(never).

%! ktypes:counts(#{a => 2, b => 3})
-spec counts(#{atom() => pos_integer()}) -> non_neg_integer().
counts(M) ->
    case lists:sort(maps:to_list(M)) of
        [{a, 2}, {b, 3}] -> error(found);
        _ -> maps:fold(fun(_, V, S) when V > 0 -> V + S end, 0, M)
    end.

%! ktypes:nested_map(#{user => #{id => 1, tags => [admin]}})
-spec nested_map(#{user := #{id := integer(), tags => [atom()]}}) -> ok.
nested_map(#{user := #{id := 1, tags := [admin]}}) -> error(found);
nested_map(#{user := #{id := _}}) -> ok.

%! ktypes:key_type(#{{k, 2} => "v"})
-spec key_type(#{{k, 1..3} => string()}) -> ok.
key_type(#{{k, 2} := "v"}) -> error(found);
key_type(#{{k, 4} := _}) -> error(never);
key_type(_) -> ok.

%! ktypes:header(<<1, 2, 3:16, 9>>)
-spec header(<<_:32, _:_*8>>) -> ok.
header(<<1, 2, 3:16, 9>>) -> error(found);
header(B) when byte_size(B) < 4 -> error(never);
header(_) -> ok.

%! ktypes:chunks([<<0, 1>>, <<2, 3>>])
-spec chunks([<<_:16>>]) -> ok.
chunks([<<0, 1>>, <<2, 3>>]) -> error(found);
chunks(L) -> [16 = bit_size(B) || B <- L], ok.

%! ktypes:odd_bits(<<5:3>>)
-spec odd_bits(<<_:3, _:_*4>>) -> ok.
odd_bits(<<5:3>>) -> error(found);
odd_bits(B) when (bit_size(B) - 3) rem 4 =/= 0 -> error(never);
odd_bits(_) -> ok.

-record(account, {id :: pos_integer(), owner = "" :: string(), balance = 0 :: integer(), limits :: {1..9, 1..9} | undefined}).
%! ktypes:account({account, 4, "bo", -5, {2, 9}})
-spec account(#account{}) -> integer().
account(#account{id = 4, owner = "bo", balance = B, limits = {L, H}}) when B < -4, H - L =:= 7 -> error(found);
account(#account{id = I}) when I < 1 -> error(never);
account(#account{balance = B}) -> B.

-record(sq, {side :: pos_integer()}).
-record(ci, {r :: float()}).
%! ktypes:shape({sq, 12})
%! ktypes:shape({ci, 2.5})
-spec shape(#sq{} | #ci{}) -> number().
shape(#sq{side = S}) when S * S =:= 144 -> error(square);
shape(#ci{r = R}) when R * 2 == 5.0 -> error(circle);
shape(#sq{side = S}) -> S;
shape(#ci{r = R}) -> R.

-record(node, {value :: integer(), next :: #node{} | nil}).
%! ktypes:linked({node, 1, {node, 2, nil}})
-spec linked(#node{}) -> integer().
linked(#node{value = V, next = nil}) -> V;
linked(#node{value = V, next = #node{value = W, next = nil}}) when W =:= 2 * V, V > 0 -> error(found);
linked(#node{value = V, next = N}) -> V + linked(N).

%! ktypes:set([2, 3])
-spec set(ordsets:ordset(1..4)) -> ok.
set(S) ->
    case ordsets:intersection(S, [2, 3]) of
        [2, 3] when length(S) =:= 2 -> error(found);
        _ -> ok
    end.

%! ktypes:queue(queue:from_list([a, b]))
-spec queue(queue:queue(a | b)) -> ok.
queue(Q) ->
    case queue:to_list(Q) of
        [a, b] -> error(found);
        _ -> ok
    end.

%! ktypes:dated({2024, 2, 29})
-spec dated(calendar:date()) -> ok.
dated({2024, 2, 29}) -> error(found);
dated(_) -> ok.

-type tagged() :: {int, integer()} | {str, string()} | {list, [tagged()]}.
%! ktypes:tagged({list, [{int, 4}, {str, "go"}]})
-spec tagged(tagged()) -> ok.
tagged({list, [{int, 4}, {str, "go"}]}) -> error(found);
tagged({int, N}) when not is_integer(N) -> error(never);
tagged(_) -> ok.

-type either(L, R) :: {left, L} | {right, R}.
%! ktypes:either({left, 3}, {right, [3]})
-spec either(either(A, B), either(A, B)) -> ok when A :: integer(), B :: [integer()].
either({left, X}, {right, [X]}) when X =:= 3 -> error(found);
either({left, X}, _) when is_list(X) -> error(never);
either(_, _) -> ok.

%! ktypes:mfa_list([{m, f, 2}, {m, g, 0}])
-spec mfa_list([mfa()]) -> ok.
mfa_list([{M, f, 2}, {M, g, 0}]) -> error(found);
mfa_list(_) -> ok.

-type deep(T) :: [T | deep(T)].
%! ktypes:deep_list([[[1]], 2])
-spec deep_list(deep(integer())) -> ok.
deep_list([[[1]], 2]) -> error(found);
deep_list(L) ->
    case lists:flatten(L) of
        F when is_list(F) -> ok
    end.

%! ktypes:text(["a", <<"b">>])
-spec text(iolist()) -> ok.
text(L) ->
    case iolist_to_binary(L) of
        <<"ab">> when length(L) =:= 2 -> error(found);
        _ -> ok
    end.

%! ktypes:limits({-1, 0, 255, 16#10FFFF})
-spec limits({neg_integer(), non_neg_integer(), byte(), char()}) -> ok.
limits({-1, 0, 255, 16#10FFFF}) -> error(found);
limits({A, B, C, D}) when A > -1; B < 0; C > 255; D > 16#10FFFF -> error(never);
limits(_) -> ok.

%! ktypes:matrix([[1, 2], [3, 4]])
-spec matrix([[integer()]]) -> integer().
matrix([[A, B], [C, D]]) when A * D - B * C =:= -2, A =:= 1, D =:= 4, B < C -> error(found);
matrix(_) -> 0.

-type graph() :: #{atom() => [atom()]}.
%! ktypes:path(#{a => [b], b => [c]}, a)
-spec path(graph(), atom()) -> [atom()].
path(G, From) ->
    case G of
        #{From := [X]} when X =/= From ->
            case G of
                #{X := [c]} -> error(found);
                _ -> [X]
            end;
        _ -> []
    end.

-type expr() :: {num, integer()} | {'+' | '*', expr(), expr()}.
%! ktypes:ops({'*', {num, 6}, {'+', {num, 3}, {num, 4}}})
-spec ops(expr()) -> integer().
ops(E) ->
    case {E, eval(E)} of
        {{'*', {num, 6}, {'+', _, _}}, 42} -> error(found);
        {_, V} -> V
    end.

eval({num, N}) -> N;
eval({'+', A, B}) -> eval(A) + eval(B);
eval({'*', A, B}) -> eval(A) * eval(B).

%! ktypes:swap({1, b}, {b, 1})
-spec swap({A, B}, {B, A}) -> boolean() when A :: 1..2, B :: a | b.
swap({A, B}, {B, A}) when A =:= 1, B =:= b -> error(found);
swap({A, _}, _) when A > 2 -> error(never);
swap(_, _) -> false.

%! ktypes:timeout(infinity, {ok, self()})
-spec timeout(timeout(), {ok, pid()} | {error, term()}) -> ok.
timeout(infinity, {ok, P}) when is_pid(P) -> error(found);
timeout(T, _) when is_integer(T), T < 0 -> error(never);
timeout(_, _) -> ok.
