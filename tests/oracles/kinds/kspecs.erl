% SPDX-License-Identifier: Apache-2.0
%% Specs. See kbits.
-module(kspecs).
-export([nested/1, tree/1, mutual/1, depth/1, remote_set/1, members/1, records/1, refined/1, typevar/2, constraint/1,
         three_clauses/1, together/2, improper_int/1, improper_only/1, iolist/1, strings/1, proof_tree/1,
         proof_union/1, bool_op/3, byte_char/2, mfa/1, timeouts/1, lt/1, tuple_any/1, pids/1, deep_cons/1,
         dictionary/1]).
-export_type([tree/1, stmt/0, op/0]).

%! kspecs:nested({x, [[{y, 1, [a]}], []]})
-spec nested({x, [[{y, 1..2, [a | b]}]]}) -> ok.
nested({x, [[{y, 1, [a]}], []]}) -> error(found);
nested(_) -> ok.

-type tree(T) :: leaf | {node, tree(T), T, tree(T)}.
%! kspecs:tree({node, leaf, 3, {node, {node, leaf, 5, leaf}, 4, leaf}})
%= kspecs:tree({node,leaf,1,{node,{node,leaf,3,leaf},2,leaf}})
-spec tree(tree(1..9)) -> ok.
tree({node, leaf, A, {node, {node, leaf, B, leaf}, C, leaf}}) when A < C, C < B -> error(found);
tree(_) -> ok.

-type stmt() :: {'let', atom(), expr()} | {seq, [stmt()]}.
-type expr() :: integer() | {op(), expr(), expr()} | {block, stmt()}.
-type op() :: '+' | '-' | '*'.
%! kspecs:mutual({seq, [{'let', x, {'*', {block, {seq, []}}, 3}}]})
-spec mutual(stmt()) -> ok.
mutual({seq, [{'let', x, {'*', {block, {seq, []}}, 3}}]}) -> error(found);
mutual(_) -> ok.

%! kspecs:depth({node, {node, {node, leaf, a, leaf}, a, leaf}, a, leaf})
-spec depth(tree(a)) -> ok.
depth(T) ->
    case height(T) of
        3 -> error(found);
        _ -> ok
    end.

height(leaf) -> 0;
height({node, L, _, R}) -> 1 + max(height(L), height(R)).

%! kspecs:remote_set([1, 2, 5])
-spec remote_set(ordsets:ordset(1..5)) -> ok.
remote_set([1, 2, 5]) -> error(found);
remote_set(_) -> ok.

%! kspecs:members(1.0)
%! kspecs:members([])
%! kspecs:members(<<1>>)
%! kspecs:members({})
%= kspecs:members(<<0>>)
-spec members(1 | float() | [] | <<_:8>> | {}) -> ok.
members(1) -> ok;
members(X) when is_float(X) -> error(float);
members([]) -> error(nil);
members(<<_>>) -> error(bits);
members({}) -> error(tuple).

-record(r, {id :: pos_integer(), tags = [] :: [atom()], next :: #r{} | undefined}).
%! kspecs:records({r, 2, [x], {r, 1, [], undefined}})
-spec records(#r{}) -> ok.
records(#r{id = 2, tags = [x], next = #r{id = 1, tags = []}}) -> error(found);
records(_) -> ok.

-record(s, {kind :: a | b, value}).
%! kspecs:refined({s, a, 4})
-spec refined(#s{value :: 0..9}) -> ok.
refined(#s{kind = a, value = 4}) -> error(found);
refined(#s{value = V}) when V > 9 -> error(never);
refined(_) -> ok.

%! kspecs:typevar(ok, [{ok, 4}])
%= kspecs:typevar(a, [{a,4}])
-spec typevar(K, [{K, V}]) -> V when K :: atom(), V :: 1..4.
typevar(K, L) ->
    case lists:keyfind(K, 1, L) of
        {K, 4} -> error(found);
        {_, V} -> V;
        false -> 1
    end.

%! kspecs:constraint({1, 1})
-spec constraint(X) -> ok when X :: {Y, Y}, Y :: 1..2.
constraint({1, 1}) -> error(found);
constraint({A, _}) when A > 2 -> error(never);
constraint(_) -> ok.

%! kspecs:three_clauses([c])
%! kspecs:three_clauses({1, b})
-spec three_clauses(atom()) -> ok; ([a | c]) -> ok; ({X, b}) -> ok when X :: 0..1.
three_clauses(A) when is_atom(A) -> ok;
three_clauses([c]) -> error(list);
three_clauses({1, b}) -> error(tuple);
three_clauses({2, _}) -> error(never);
three_clauses(_) -> ok.

-spec together(integer(), integer()) -> ok; (atom(), atom()) -> ok.
together(X, Y) when is_integer(X), is_integer(Y) -> ok;
together(X, Y) when is_atom(X), is_atom(Y) -> ok.

%! kspecs:improper_int([1, 2 | x])
-spec improper_int(maybe_improper_list(1..2, x)) -> ok.
improper_int([1, 2 | x]) -> error(found);
improper_int(_) -> ok.

%! kspecs:improper_only([a | 5])
-spec improper_only(nonempty_improper_list(a, integer())) -> ok.
improper_only([a | 5]) -> error(found);
improper_only([]) -> error(never);
improper_only(_) -> ok.

%! kspecs:iolist([<<"b">>, [[98] | <<"c">>]])
-spec iolist(iolist()) -> ok.
iolist([<<"b">>, [[98] | <<"c">>]]) -> error(found);
iolist(_) -> ok.

%! kspecs:strings("no")
-spec strings(string()) -> ok.
strings("no") -> error(found);
strings(_) -> ok.

-spec proof_tree(tree(0..1)) -> ok.
proof_tree(leaf) -> ok;
proof_tree({node, L, V, R}) when V =:= 0; V =:= 1 -> proof_tree(L), proof_tree(R).

-spec proof_union({a, 1} | {b, 2} | c) -> 1..3.
proof_union({a, X}) -> X;
proof_union({b, X}) -> X;
proof_union(c) -> 3.

%! kspecs:bool_op(true, false, true)
-spec bool_op(boolean(), boolean(), boolean()) -> ok.
bool_op(A, B, C) when (A andalso not B) and C -> error(found);
bool_op(_, _, _) -> ok.

%! kspecs:byte_char(255, 16#10FFFF)
-spec byte_char(byte(), char()) -> ok.
byte_char(B, C) when B + C =:= 16#10FFFF + 255 -> error(found);
byte_char(_, _) -> ok.

%! kspecs:mfa({lists, map, 255})
-spec mfa(mfa()) -> ok.
mfa({lists, map, 255}) -> error(found);
mfa({_, _, N}) when N > 255 -> error(never);
mfa(_) -> ok.

%! kspecs:timeouts(infinity)
-spec timeouts(timeout()) -> integer().
timeouts(T) -> T + 1.

-type lst() :: [{lst(), tup()} | integer()].
-type tup() :: {[tup()], [tup()]}.
%! kspecs:lt([{[4], {[{[], []}], [{[], []}]}}])
-spec lt(lst()) -> ok.
lt([{[4], {[_], [{[], []} | _]}}]) -> error(found);
lt(_) -> ok.

%! kspecs:tuple_any({1, 2, 3})
%= kspecs:tuple_any({0,0,0})
-spec tuple_any(tuple()) -> ok.
tuple_any(T) when tuple_size(T) =:= 3, element(1, T) + element(2, T) =:= element(3, T) -> error(found);
tuple_any(_) -> ok.

%! kspecs:pids(5)
-spec pids(pid() | 5) -> ok.
pids(P) when is_pid(P) -> ok;
pids(R) when is_reference(R) -> error(never);
pids(5) -> error(found).

%! kspecs:deep_cons([[[[[]]]]])
-type nest() :: [nest()].
-spec deep_cons(nest()) -> ok.
deep_cons([[[[[]]]]]) -> error(found);
deep_cons(_) -> ok.

%! kspecs:dictionary([{1, [a, b]}])
-spec dictionary(orddict:orddict(1..3, [a | b])) -> ok.
dictionary(D) ->
    case orddict:find(1, D) of
        {ok, [a, b]} -> error(found);
        _ -> ok
    end.
