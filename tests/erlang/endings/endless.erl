%% SPDX-License-Identifier: Apache-2.0
%% Functions that do not end for some input, or take all memory, of the kinds that bug trackers know: a scanner that
%% does not advance, a retry without a count, a cycle that is followed, a bound that is stepped over.
-module(endless).
-export([tokens/1, fields/1, range/3, ticks/2, follow/2, resolve/2, replace/1, retry/1, collatz/1, fact/1, fib/1,
         search/3, to_base/2, isqrt/1, days/2, pow/2, gcd/2, trim/1, take/2, chunk/2, spin/1, table/1, ping/1, expand/1,
         walk/1, quoted/1, parse/1, average/1, halve/1, toggle/2, mutual/1, deep/1, fold/2, await/1, drain/1, pile/2, chars/1]).

%% An unknown character is not skipped.
-spec tokens(string()) -> [string()].
tokens([]) -> [];
tokens([C | R]) when C >= $a, C =< $z -> [[C] | tokens(R)];
tokens([$\s | R]) -> tokens(R);
tokens(S) -> tokens(S).

%% The separator stays.
-spec fields(binary()) -> [binary()].
fields(B) ->
    case binary:split(B, <<",">>) of
        [F] -> [F];
        [F, _] -> [F | fields(B)]
    end.

%% A step of 0; a step away from the end.
-spec range(integer(), integer(), integer()) -> [integer()].
range(From, To, _) when From =:= To -> [To];
range(From, To, Step) -> [From | range(From + Step, To, Step)].

%% 0.1 + 0.1 + 0.1 is not 0.3.
-spec ticks(float(), float()) -> non_neg_integer().
ticks(At, End) when At == End -> 0;
ticks(At, End) -> 1 + ticks(At + 0.1, End).

-spec follow(integer(), #{integer() => integer()}) -> integer().
follow(N, Next) ->
    case Next of
        #{N := M} -> follow(M, Next);
        _ -> N
    end.

%% Aliases of one another.
-spec resolve(atom(), [{atom(), atom()}]) -> atom().
resolve(Name, Aliases) ->
    case lists:keyfind(Name, 1, Aliases) of
        {_, Other} -> resolve(Other, Aliases);
        false -> Name
    end.

%% What is put in holds what is looked for.
-spec replace(string()) -> string().
replace([$& | R]) -> replace("&amp;" ++ R);
replace([C | R]) -> [C | replace(R)];
replace([]) -> [].

-spec retry(integer()) -> ok.
retry(N) ->
    try attempt(N) of
        Result -> Result
    catch
        error:busy -> retry(N)
    end.
attempt(3) -> error(busy);
attempt(_) -> ok.

-spec collatz(non_neg_integer()) -> non_neg_integer().
collatz(1) -> 0;
collatz(N) when N rem 2 =:= 0 -> 1 + collatz(N div 2);
collatz(N) -> 1 + collatz(3 * N + 1).

-spec fact(integer()) -> integer().
fact(0) -> 1;
fact(N) -> N * fact(N - 1).

-spec fib(integer()) -> integer().
fib(0) -> 0;
fib(1) -> 1;
fib(N) -> fib(N - 1) + fib(N - 2).

%% The middle is the lower end when one is left.
-spec search(integer(), integer(), integer()) -> integer().
search(_, Low, High) when Low >= High -> Low;
search(X, Low, High) ->
    Middle = (Low + High) div 2,
    if
        Middle > X -> search(X, Low, Middle);
        true -> search(X, Middle, High)
    end.

-spec to_base(non_neg_integer(), 1..36) -> [integer()].
to_base(0, _) -> [];
to_base(N, Base) -> [N rem Base | to_base(N div Base, Base)].

%% Newton's method goes to and fro between two integers.
-spec isqrt(pos_integer()) -> integer().
isqrt(N) -> isqrt(N, N).
isqrt(N, X) ->
    case (X + N div X) div 2 of
        X -> X;
        Y -> isqrt(N, Y)
    end.

%% An end before the beginning.
-spec days({1..31, 1..12}, {1..31, 1..12}) -> integer().
days(End, End) -> 0;
days({D, M}, End) when D < 28 -> 1 + days({D + 1, M}, End);
days({_, 12}, End) -> 1 + days({1, 1}, End);
days({_, M}, End) -> 1 + days({1, M + 1}, End).

-spec pow(integer(), integer()) -> integer().
pow(_, 0) -> 1;
pow(X, N) -> X * pow(X, N - 1).

%% By subtraction.
-spec gcd(non_neg_integer(), non_neg_integer()) -> integer().
gcd(A, A) -> A;
gcd(A, B) when A > B -> gcd(A - B, B);
gcd(A, B) -> gcd(A, B - A).

-spec trim(string()) -> string().
trim([C | R]) when C =:= $\s; C =:= $\t -> trim(R);
trim([$\n | _] = S) -> trim(lists:reverse(lists:reverse(S)));
trim(S) -> S.

%% More is wanted than there is.
-spec take(integer(), [term()]) -> [term()].
take(0, _) -> [];
take(N, [H | T]) -> [H | take(N - 1, T)];
take(N, []) -> take(N, []).

-spec chunk(binary(), non_neg_integer()) -> [binary()].
chunk(<<>>, _) -> [];
chunk(B, N) when byte_size(B) =< N -> [B];
chunk(B, N) ->
    <<C:N/binary, R/binary>> = B,
    [C | chunk(R, N)].

-spec spin(boolean()) -> ok.
spin(Done) ->
    put(done, Done),
    spin().
spin() ->
    case get(done) of
        true -> ok;
        false -> spin()
    end.

-spec table(integer()) -> ok.
table(N) ->
    T = ets:new(t, []),
    ets:insert(T, {limit, N}),
    until(T, 0).
until(T, I) ->
    case ets:lookup(T, limit) of
        [{limit, N}] when I > N -> ok;
        _ -> until(T, I)
    end.

-spec ping(integer()) -> ok.
ping(0) -> ok;
ping(N) -> pong(N).
pong(N) when N > 0 -> ping(-N);
pong(N) -> ping(-N).

-spec expand([a | b]) -> [a | b].
expand([a | R]) -> expand([b, a | R]);
expand([b | R]) -> expand(R ++ [a]);
expand([]) -> [].

%% The whole again, not the child.
-type tree() :: leaf | {tree(), integer(), tree()}.
-spec walk(tree()) -> integer().
walk(leaf) -> 0;
walk({_, 7, _} = T) -> walk(T);
walk({L, V, R}) -> walk(L) + V + walk(R).

-spec quoted(string()) -> string().
quoted([$\\, C | R]) -> [C | quoted(R)];
quoted([$\\]) -> quoted([$\\]);
quoted([C | R]) -> [C | quoted(R)];
quoted([]) -> [].

%% A length of nothing.
-spec parse(binary()) -> [binary()].
parse(<<>>) -> [];
parse(<<0, _/binary>> = B) -> parse(B);
parse(<<_, R/binary>>) -> parse(R).

%% Until it changes no more, which floats may never do.
-spec average([integer()]) -> ok.
average([A, B | R]) when A =/= B -> average([B, A | R]);
average(_) -> ok.

-spec halve(number()) -> number().
halve(X) when X < 1, X > 0 -> X;
halve(X) -> halve(X / 2).

-spec toggle(on | off, [on | off]) -> ok.
toggle(S, [S | R]) -> toggle(S, R);
toggle(on, L) when L =/= [] -> toggle(off, [on | tl(L)]);
toggle(off, L) when L =/= [] -> toggle(on, [off | tl(L)]);
toggle(_, []) -> ok.

-spec mutual(integer()) -> integer().
mutual(N) when N > 5 -> other(N - 1);
mutual(N) -> N.
other(N) -> mutual(N + 1).

-spec deep(integer()) -> integer().
deep(9) -> 1 + deep(9);
deep(N) -> N.

-spec fold(integer(), [integer()]) -> integer().
fold(N, L) ->
    lists:foldl(fun(X, Sum) when X =:= N -> fold(X, L) + Sum; (X, Sum) -> Sum + X end, 0, L).

-spec await(integer()) -> ok.
await(5) -> receive done -> ok end;
await(_) -> ok.

-spec drain([integer()]) -> ok.
drain([]) -> ok;
drain([N | T]) when N > 0 -> drain([N - 1 | T]);
drain([N | T]) when N < 0 -> drain([N - 1 | T]);
drain([_ | T]) -> drain(T).

%% What it holds grows with each call.
-spec pile(integer(), [integer()]) -> [integer()].
pile(0, L) -> L;
pile(N, L) -> pile(N - 1, [N | L]).

-spec chars(string()) -> integer().
chars(S) -> chars(S, 0).
chars(S, N) ->
    case string:next_codepoint(S) of
        [] -> N;
        [$x | _] -> chars(S, N);
        [_ | R] -> chars(R, N + 1)
    end.
