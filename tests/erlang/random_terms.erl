%% SPDX-License-Identifier: Apache-2.0
%% Random terms of every kind that can be sent, the same for the same seed. For load_test.c.
-module(random_terms).
-export([terms/2, same/3, deep/1, is_deep/2, twice/2]).

terms(Seed, N) ->
    rand:seed(exsss, Seed),
    [term(6) || _ <- lists:seq(1, N)].

same(Seed, N, Terms) -> terms(Seed, N) =:= Terms.

term(Depth) when Depth =< 0 -> leaf(rand:uniform(10));
term(Depth) ->
    case rand:uniform(9) of
        1 -> [term(Depth - 1) || _ <- lists:seq(1, rand:uniform(6))];
        2 -> lists:foldl(fun(_, T) -> [term(Depth - 1) | T] end, leaf(rand:uniform(10)), lists:seq(1, rand:uniform(4)));
        3 -> list_to_tuple([term(Depth - 1) || _ <- lists:seq(1, rand:uniform(6) - 1)]);
        4 -> maps:from_list([{term(Depth - 2), term(Depth - 1)} || _ <- lists:seq(1, rand:uniform(if Depth < 3 -> 50; true -> 4 end))]);
        5 when Depth > 1 -> term(Depth - 2);
        N -> leaf(N)
    end.

leaf(1) -> rand:uniform(128) - 64;
leaf(2) -> big();
leaf(3) -> (rand:uniform() - 0.5) * math:pow(10, rand:uniform(600) - 300);
leaf(4) -> element(rand:uniform(7), {a, '', 'with space', true, [], 'λ', 'naïve'});
leaf(5) -> list_to_atom("atom" ++ integer_to_list(rand:uniform(300)));
leaf(6) -> [rand:uniform(256) - 1 || _ <- lists:seq(1, rand:uniform(20))];
leaf(7) -> [rand:uniform(400) || _ <- lists:seq(1, rand:uniform(20))];
leaf(8) -> << <<(rand:uniform(2) - 1):1>> || _ <- lists:seq(1, rand:uniform(70) - 1) >>;
leaf(9) -> fun lists:map/2;
leaf(10) -> #{}.

%% Around every boundary of the encodings: 2^6, 2^59, 2^63, 2^64 and beyond.
big() ->
    Power = 1 bsl element(rand:uniform(7), {6, 31, 59, 60, 63, 64, rand:uniform(400)}),
    Sign = 2 * rand:uniform(2) - 3,
    Sign * Power + rand:uniform(3) - 2.

deep(N) -> lists:foldl(fun(_, T) -> {[T]} end, bottom, lists:seq(1, N)).

is_deep(bottom, 0) -> true;
is_deep({[T]}, N) -> is_deep(T, N - 1).

twice(F, X) -> F(F(X)).
