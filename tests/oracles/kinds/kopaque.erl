% SPDX-License-Identifier: Apache-2.0
%% Opaque types of other modules: their values are made by calls of those modules' functions, and none is found that no
%% call makes ({dict,0,0,0,..}). See kbits.
-module(kopaque).
-export([dict/1, set/1, ordered/1, tree/1, queue/1, array/1, alias/2, clauses/2, graph/1,
         many/1, either/1, record/1, fields/1, nested/1, returned/1, graphs/1, mixed/1, any/1]).

%! kopaque:dict(dict:new())
%! kopaque:dict(dict:from_list([{limit, 101}]))
%= kopaque:dict(dict:from_list([{limit,101}]))
-spec dict(dict:dict(atom(), integer())) -> ok.
dict(D) ->
    case dict:fetch(limit, D) of
        N when N > 100 -> exit(over);
        _ -> ok
    end.

%! kopaque:set(sets:from_list([42]))
-spec set(sets:set(integer())) -> ok.
set(S) ->
    case lists:member(42, sets:to_list(S)) of
        true -> error(answer);
        false -> ok
    end.

%! kopaque:ordered(gb_sets:new())
%! kopaque:ordered(gb_sets:from_list([0]))
-spec ordered(gb_sets:set(integer())) -> integer().
ordered(S) -> 10 div gb_sets:smallest(S).

%! kopaque:tree(gb_trees:empty())
%! kopaque:tree(gb_trees:from_orddict([{7, no}]))
%= kopaque:tree(gb_trees:enter(7, no, gb_trees:empty()))
-spec tree(gb_trees:tree(integer(), ok | no)) -> ok.
tree(T) -> ok = gb_trees:get(7, T).

%! kopaque:queue(queue:new())
%! kopaque:queue(queue:in(3, queue:new()))
%= kopaque:queue(queue:from_list([3]))
-spec queue(queue:queue(integer())) -> integer().
queue(Q) -> 1 div (queue:get(Q) - 3).

%! kopaque:array(array:from_list([9]))
-spec array(array:array(integer())) -> integer().
array(A) -> 1 div (lists:sum(array:to_list(A)) - 9).

-type table() :: dict:dict().

%! kopaque:alias(dict:new(), queue:from_list([1]))
%! kopaque:alias(dict:from_list([{a, 1}]), queue:new())
-spec alias(table(), Q) -> term() when Q :: queue:queue().
alias(D, Q) -> {dict:fetch(a, D), queue:head(Q)}.

%! kopaque:clauses(a, queue:new())
%! kopaque:clauses(1, queue:from_list([b]))
-spec clauses(a, queue:queue(a)) -> ok; (integer(), queue:queue(b)) -> ok.
clauses(a, Q) -> a = queue:get(Q), ok;
clauses(_, Q) -> false = queue:member(b, Q), ok.

-spec graph(digraph:graph()) -> [digraph:vertex()].
graph(G) -> digraph:vertices(G).

%% Within other types.

%! kopaque:many([{a, dict:new()}, {a, dict:from_list([{k, 7}])}])
%= kopaque:many([{a,dict:from_list([])},{a,dict:from_list([{k,7}])}])
-spec many([{a, dict:dict(k, integer())}]) -> ok.
many(L) ->
    _ = [dict:fold(fun(K, V, A) -> dict:store(K, V, A) end, D, D) || {a, D} <- L],
    case [dict:to_list(D) || {a, D} <- L] of
        [[], [{k, 7}]] -> error(seven);
        _ -> ok
    end.

%! kopaque:either({ok, gb_trees:enter(2, b, gb_trees:enter(1, a, gb_trees:empty()))})
%! kopaque:either({last, gb_trees:empty()})
-spec either(none | {ok | last, gb_trees:tree(1..2, a | b)}) -> term().
either(none) -> ok;
either({last, T}) -> gb_trees:largest(gb_trees:balance(T));
either({ok, T}) ->
    case gb_trees:to_list(gb_trees:balance(T)) of
        [{1, a}, {2, b}] -> exit(both);
        _ -> gb_trees:size(T)
    end.

-record(r, {n :: integer(), s = sets:new() :: sets:set(integer()), q :: queue:queue(x) | undefined}).
%! kopaque:record({r, 11, sets:from_list([11]), undefined})
%! kopaque:record({r, 0, sets:new(), queue:from_list([x, x])})
-spec record(#r{}) -> ok.
record(#r{q = undefined, n = N, s = S}) when N > 10 -> false = sets:is_element(N, S), ok;
record(#r{q = undefined, s = S}) -> _ = sets:add_element(0, S), ok;
record(#r{q = Q}) -> true = queue:len(Q) =/= 2, ok.

%! kopaque:fields(#{q => queue:new()})
%= kopaque:fields(#{q => queue:from_list([])})
-spec fields(#{atom() => queue:queue(integer())}) -> ok.
fields(#{q := Q}) -> _ = queue:get(Q), ok;
fields(_) -> ok.

%! kopaque:nested(queue:from_list([array:from_list([4])]))
%= kopaque:nested(queue:from_list([array:from_list([4])]))
-spec nested(queue:queue(array:array(integer()))) -> ok.
nested(Q) ->
    case [array:to_list(A) || A <- queue:to_list(Q)] of
        [[4]] -> error(four);
        _ -> ok
    end.

%! kopaque:returned(fun() -> queue:from_list([0, 0]) end)
%= kopaque:returned(fun() -> queue:from_list([0,0]) end)
-spec returned(fun(() -> queue:queue(integer()))) -> number().
returned(F) -> 5 div (queue:len(F()) - 2).

-spec graphs({digraph:graph(), a}) -> ok.
graphs({G, a}) ->
    V = digraph:add_vertex(G),
    [V] = digraph:vertices(G),
    true = digraph:delete(G),
    ok.

%! kopaque:mixed([{x, dict:from_list([{1, 2}])}])
%! kopaque:mixed([{y, {0}}])
-spec mixed([tuple() | {x, dict:dict(integer(), integer())} | {x | y, {integer()}}]) -> ok.
mixed([{y, {0}}]) -> error(zero);
mixed([{x, D}]) ->
    case catch dict:to_list(D) of
        [{1, 2}] -> exit(pair);
        _ -> ok
    end;
mixed(_) -> ok.

%! kopaque:any([queue:from_list([2])])
-spec any([queue:queue(integer()) | {any(), integer()}]) -> ok.
any([{[2], []}]) -> error(two);
any(_) -> ok.
