% SPDX-License-Identifier: Apache-2.0
% Concrete work for the BEAM and for frisk's interpreter: the same functions, without input, so that frisk has nothing
% symbolic to do. Each returns a small value that tells whether both did the same.
-module(workloads).
-export([main/0, names/0, idle/0, sort/0, fold/0, maps/0, binary/0, build/0, factorial/0, calls/0, strings/0, dict/0]).

names() -> [sort, fold, maps, binary, build, factorial, calls, strings, dict].

% Prints, for each workload, its name, the best time of ten in microseconds on this VM, and the value.
main() ->
    [io:format("~s ~b ~0p~n", [Name, best(Name, 10), ?MODULE:Name()]) || Name <- names()],
    halt(0).

best(Name, N) -> lists:min([element(1, timer:tc(?MODULE, Name, [])) || _ <- lists:seq(1, N)]).

idle() -> ok.

% Pseudo-random numbers: the multiplier and modulus of Park and Miller.
random(N) -> random(N, 12345, []).

random(0, _, L) -> L;
random(N, X, L) ->
    Y = X * 16807 rem 2147483647,
    random(N - 1, Y, [Y | L]).

sort() -> check(lists:sort(random(100000))).

fold() ->
    lists:foldl(fun(X, Sum) when X band 1 =:= 0 -> Sum + X; (X, Sum) -> Sum - (X rem 10) end, 0,
                lists:map(fun(X) -> X * 3 + 1 end, lists:seq(1, 300000))).

maps() ->
    M = lists:foldl(fun(X, Acc) ->
                        K = X rem 1000,
                        case Acc of
                            #{K := N} -> Acc#{K := N + 1};
                            _ -> Acc#{K => 1}
                        end
                    end, #{}, random(100000)),
    {map_size(M), check(lists:sort(maps:values(M)))}.

binary() -> scan(list_to_binary([X band 255 || X <- random(200000)]), 0, 0).

scan(<<$a, Rest/binary>>, As, Sum) -> scan(Rest, As + 1, Sum);
scan(<<L:4, H:4, Rest/binary>>, As, Sum) -> scan(Rest, As, Sum + L * H);
scan(<<>>, As, Sum) -> {As, Sum}.

% A binary grown byte by byte, and another by a comprehension over it.
build() ->
    B = build(200000, <<>>),
    {byte_size(B), erlang:crc32(<< <<(X bxor 85)>> || <<X>> <= B >>)}.

build(0, Acc) -> Acc;
build(N, Acc) -> build(N - 1, <<Acc/binary, N>>).

factorial() -> factorial(2000, 1) rem 1000000007.

factorial(0, Product) -> Product;
factorial(N, Product) -> factorial(N - 1, Product * N).

calls() -> fib(29).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).

strings() ->
    Words = [integer_to_list(X rem 5000) || X <- random(30000)],
    Text = lists:append(lists:join(",", Words)),
    length(string:lexemes(Text, ",")).

dict() ->
    D = lists:foldl(fun(X, Acc) -> gb_trees:enter(X rem 2000, X, Acc) end, gb_trees:empty(), random(20000)),
    {gb_trees:size(D), check(gb_trees:values(D))}.

check(L) -> lists:foldl(fun(X, Sum) -> (Sum * 31 + X) rem 1000000007 end, 0, L).
