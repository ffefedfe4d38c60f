% SPDX-License-Identifier: Apache-2.0
% Types that refer to themselves and to each other.
-module(trees).
-export([nested/1, twins/1, sum/1, depth/1]).
-export_type([l/0, t/0, tree/0]).

-type l() :: [{l(), t()} | integer()].
-type t() :: {[t()], [t()]}.

% A list in a list that starts with 17.
-spec nested(l()) -> ok.
nested([{[17 | _], _} | _]) -> error(found);
nested(_) -> ok.

% Both sides filled.
-spec twins(t()) -> ok.
twins({[_ | _], [_ | _]}) -> error(found);
twins(_) -> ok.

-type tree() :: leaf | {tree(), integer(), tree()}.

% The node of a search tree that the author forgot about.
-spec sum(tree()) -> integer().
sum(leaf) -> 0;
sum({{leaf, 3, leaf}, 7, leaf}) -> error(lopsided);
sum({L, N, R}) -> sum(L) + N + sum(R).

% A proof would need all trees; a bounded search finds nothing and says how far it looked.
-spec depth(tree()) -> non_neg_integer().
depth(leaf) -> 0;
depth({L, _, R}) -> 1 + max(depth(L), depth(R)).
