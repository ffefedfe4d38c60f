% SPDX-License-Identifier: Apache-2.0
%% Opaque types of other modules: their values are made by calls of those modules' functions, and none is found that no
%% call makes ({dict,0,0,0,..}). See kbits.
-module(kopaque).
-export([dict/1, set/1, ordered/1, tree/1, queue/1, array/1, alias/2, clauses/2, graph/1]).

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
