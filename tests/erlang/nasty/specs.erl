% SPDX-License-Identifier: Apache-2.0
% Odd specs and types.
-module(specs).
-export([rec/1, mutual/1, param/1, opaque/1, remote/1, overloaded/1, ranges/1, improper/1, returns_fun/1, takes_fun/1, fun_arity/2,
         bounded/2, empty_union/1, never/1, big_map/1, map_types/1, tuple_any/1, record/1, record_over/1, no_spec/1, curried/1,
         missing_type/1, missing_remote/1, wrong_arity/1, bits/1, nonempty/1, maybe_improper/1, singleton/1, big_range/1,
         char_list/1, iodata/1, cyclic/1, infinite/1, empty_rec/1, pids/1, fun_any/1, many/1, mfa_/1, unary/1, constraint/1,
         only_record/1, typed_list/1, self_param/1, huge_union/1, neg_bits/1]).
-export_type([tree/1, op/0]).
-type tree(T) :: leaf | {node, tree(T), T, tree(T)}.
-type even() :: zero | {s, odd()}.
-type odd() :: {s, even()}.
-opaque op() :: {op, integer()}.
-type loop() :: loop().
-type inf() :: {inf, inf()}.
-type self_param(T) :: [self_param([T])] | T.
-record(r, {a = 1 :: integer(), b :: atom() | undefined, c = [] :: [#r{}]}).
-record(untyped, {x, y = foo}).
-spec rec(tree(integer())) -> integer().
rec(leaf) -> 0;
rec({node, L, 13, _}) -> error({thirteen, L});
rec({node, L, N, R}) -> rec(L) + N + rec(R).
-spec mutual(even()) -> integer().
mutual(zero) -> 0;
mutual({s, {s, {s, {s, zero}}}}) -> error(four);
mutual({s, {s, X}}) -> 2 + mutual(X).
-spec param(dict:dict(atom(), tree(string()))) -> any().
param(D) -> dict:fetch(x, D).
-spec opaque(op()) -> integer().
opaque({op, N}) -> 10 div N.
-spec remote(calendar:datetime()) -> any().
remote({{Y, M, D}, {H, Mi, S}}) -> true = Y + M + D + H + Mi + S > 10.
-spec overloaded(integer()) -> integer(); (atom()) -> atom(); ([X]) -> X when X :: any().
overloaded(X) when is_integer(X) -> X div (X - 5);
overloaded(X) when is_atom(X) -> X;
overloaded(L) -> hd(L).
-spec ranges(1..10 | -5..-3 | 100) -> any().
ranges(N) -> case N of -4 -> error(a); 10 -> error(b); 100 -> error(c); 50 -> error(no); 0 -> error(no); _ -> ok end.
-spec improper(nonempty_improper_list(integer(), atom())) -> any().
improper([_, _ | T]) when is_atom(T) -> error(T);
improper([_ | T]) -> T.
-spec returns_fun(fun((integer()) -> fun((integer()) -> integer()))) -> any().
returns_fun(F) -> G = F(3), case G(4) of 17 -> error(seventeen); N -> 10 div (N - (F(5))(4)) end.
-spec takes_fun(fun((fun((integer()) -> integer())) -> integer())) -> any().
takes_fun(F) -> case F(fun(X) -> X + 1 end) of 3 -> error(three); N -> N end.
-spec fun_arity(fun(), any()) -> any().
fun_arity(F, X) -> F(X).
-spec bounded(X, [Y]) -> X when X :: Y | atom(), Y :: 1..3.
bounded(X, [X]) -> error(same);
bounded(_, _) -> ok.
-spec empty_union(none() | 3) -> any().
empty_union(X) -> error(X).
-spec never(none()) -> any().
never(X) -> X.
-spec big_map(#{1..40 => integer()}) -> any().
big_map(#{1 := 1, 40 := N} = M) when map_size(M) > 1 -> error({m, N});
big_map(M) when map_size(M) > 3 -> error(size);
big_map(_) -> ok.
-spec map_types(#{a := integer(), b => atom(), string() => float(), {x, integer()} => []}) -> any().
map_types(#{a := 3, b := x}) -> error(ax);
map_types(#{"k" := F}) -> error({k, F});
map_types(#{{x, 2} := _}) -> error(x2);
map_types(M) -> maps:get(c, M, ok).
-spec tuple_any(tuple()) -> any().
tuple_any(T) when tuple_size(T) > 4 -> error({T});
tuple_any(T) -> element(tuple_size(T), T).
-spec record(#r{}) -> any().
record(#r{a = 3, b = undefined}) -> error(r);
record(#r{c = [#r{a = A} | _]}) when A > 5 -> error(nested);
record(R) -> R#r.a.
-spec record_over(#r{a :: 1..2, b :: x}) -> any().
record_over(#r{a = 2, b = x}) -> error(ok);
record_over(#r{a = 1}) -> ok.
no_spec(X) when is_function(X, 3) -> X(1, 2, 3);
no_spec(X) when is_pid(X); is_reference(X); is_port(X) -> error(X);
no_spec(<<X, _/binary>>) -> error(X);
no_spec(X) when is_float(X), X > 1.5 -> error(X);
no_spec(_) -> ok.
-spec curried(fun((A) -> fun((B) -> fun((C) -> {A, B, C})))) -> any() when A :: integer(), B :: atom(), C :: float().
curried(F) -> {1, b, 2.5} = ((F(1))(b))(2.5).
-spec missing_type(lists:no_such_type()) -> any().
missing_type(X) -> X + 1.
-spec missing_remote(no_such_module:t(integer())) -> any().
missing_remote(X) -> X + 1.
-spec wrong_arity(dict:dict()) -> any().
wrong_arity(X) -> element(1, X).
-spec bits(<<_:3, _:_*7>>) -> any().
bits(<<_:3>>) -> error(three);
bits(B) when bit_size(B) rem 7 =:= 3 -> byte_size(B).
-spec nonempty([atom(), ...]) -> any().
nonempty([x, _ | _]) -> error(x);
nonempty([_ | _]) -> ok.
-spec maybe_improper(maybe_improper_list(1..2, 3)) -> any().
maybe_improper([1 | 3]) -> error(a);
maybe_improper([1, 2, 1]) -> error(b);
maybe_improper(X) when X =:= 3 -> error(no);
maybe_improper(_) -> ok.
-spec singleton(only) -> any().
singleton(only) -> error(only).
-spec big_range(0..16#ffffffffffffffffffffffffffffffff) -> any().
big_range(N) when N > 1 bsl 127 -> error(big);
big_range(_) -> ok.
-spec char_list(string()) -> any().
char_list("\x{10ffff}" ++ _) -> error(last);
char_list([C | _]) when C > 16#10ffff -> error(no);
char_list([C | _]) when C >= 16#d800, C =< 16#dfff -> unicode:characters_to_binary([C]), ok;
char_list(S) -> list_to_atom(S).
-spec iodata(iodata()) -> any().
iodata([[[[7]]]]) -> error(seven);
iodata([<<1>> | <<2>>]) -> error(tail);
iodata(X) -> iolist_to_binary(X).
-spec cyclic(loop()) -> any().
cyclic(X) -> X + 1.
-spec infinite(inf()) -> any().
infinite({inf, X}) -> infinite(X).
-spec empty_rec({x, none()} | [none()]) -> any().
empty_rec([]) -> error(e).
-spec pids({pid(), reference(), port()}) -> any().
pids({P, R, O}) -> case {P, R, O} of {P, R, R} -> error(no); _ -> {P < R, R < O, is_process_alive(P)} end.
-spec fun_any(fun((...) -> 1..2)) -> any().
fun_any(F) -> case F() + F(1) + F(1, 2) of 5 -> error(five); 7 -> error(no); X -> X end.
-spec many(fun((integer(), integer(), atom()) -> [atom()])) -> any().
many(F) -> [a, b] = F(1, 2, x), [c] = F(2, 1, y), error(found).
-spec mfa_(mfa()) -> any().
mfa_({M, F, A}) -> fun M:F/A.
-spec unary(-1 | +2 | 1 + 2 | 5 bsl 2 | $a) -> any().
unary(20) -> error(twenty);
unary(-1) -> error(minus);
unary($a) -> error(a);
unary(3) -> ok;
unary(2) -> ok.
-spec constraint(T) -> T when T :: [T2], T2 :: {T3}, T3 :: integer().
constraint([{4}]) -> error(four);
constraint(_) -> ok.
-spec only_record(#untyped{}) -> any().
only_record(#untyped{x = 1, y = foo}) -> error(u);
only_record(#untyped{}) -> ok.
-spec typed_list([{integer(), [{atom(), [float()]}]}]) -> any().
typed_list([{1, [{a, [F | _]}]} | _]) when F > 3.0 -> error(deep);
typed_list(_) -> ok.
-spec self_param(self_param(integer())) -> any().
self_param([[[X]]]) -> error(X);
self_param(_) -> ok.
-spec huge_union(a0|a1|a2|a3|a4|a5|a6|a7|a8|a9|b0|b1|b2|b3|b4|b5|b6|b7|b8|b9|{c0}|{c1}|{c2,1..3}|#{}|[]|<<>>) -> any().
huge_union({c2, 3}) -> error(c);
huge_union(_) -> ok.
-spec neg_bits(<<_:_*16>>) -> any().
neg_bits(<<X:16/signed-little, _/binary>>) when X < -5 -> error(X);
neg_bits(_) -> ok.
