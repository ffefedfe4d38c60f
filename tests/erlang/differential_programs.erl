%% SPDX-License-Identifier: Apache-2.0
%% Programs for the differential test: every construct of the sequential language in small functions.
-module(differential_programs).
-compile([export_all, nowarn_export_all, nowarn_unused_function]).
-record(r, {a = 1 :: integer(), b = [] :: list(), c :: term()}).

-spec case_literal(term()) -> term().
case_literal(X) ->
    case X of
        0 -> zero; 1 -> one; a -> atom_a; "" -> nil; [97] -> string; {a} -> tup; 1.5 -> fl; <<"ab">> -> bin;
        #{} = M when map_size(M) =:= 0 -> empty_map; <<>> -> empty; _ -> {other, X}
    end.

-spec guards(term(), term()) -> term().
guards(X, Y) when is_integer(X), X > Y -> {gt, X - 1};
guards(X, Y) when is_list(X), length(X) > 2; is_tuple(Y), element(1, Y) =:= ok -> two;
guards(X, Y) when (is_atom(X) orelse is_binary(X)) andalso not is_float(Y) -> three;
guards(X, Y) when X =:= Y; X == Y -> same;
guards(X, _) when hd(X) =:= 1 -> hd_one;
guards(X, Y) when X + Y > 10 -> sum;
guards(X, Y) when abs(X) < 5 xor (Y =< 3) -> xored;
guards(_, _) -> none.

-spec no_clause(integer() | atom(), [integer()]) -> term().
no_clause(1, [X | _]) -> X;
no_clause(a, []) -> done.

-spec arithmetic(number(), number()) -> term().
arithmetic(A, B) -> {A + B, A - B, A * B, reason(catch A / B), -A, +B, reason(catch A div B), reason(catch A rem B),
                     reason(catch A band B), reason(catch A bor B), reason(catch A bxor B), reason(catch bnot A), abs(A), A == B, A =:= B, A < B, A =< B}.

-spec shifts(integer(), -70..70) -> term().
shifts(A, N) -> {A bsl N, A bsr N}.

-spec rounding(number()) -> term().
rounding(X) -> {trunc(X), round(X), floor(X), ceil(X), reason(catch float(X))}.

-spec order(term(), term(), term()) -> term().
order(A, B, C) -> {lists:sort([A, B, C]), A < B, B >= C, max(A, B), min(B, C), A == C, A /= B, A =/= C}.

-spec tries(term()) -> term().
tries(X) ->
    try inner(X) of
        {ok, Y} -> {value, Y};
        Z when is_integer(Z) -> {int, Z}
    catch
        throw:T -> {thrown, T};
        error:{badmatch, M} -> {badmatch, M};
        error:badarith -> arith;
        exit:R -> {exited, R}
    after
        put(after_ran, true)
    end.
inner(X) when is_integer(X), X rem 4 =:= 0 -> X + 1;
inner(X) when is_atom(X) -> throw({atom, X});
inner([X | _]) -> {ok, X} = X;
inner(X) when is_float(X) -> exit({float, X});
inner({X}) -> {ok, X};
inner(X) -> X + 1.

-spec after_order(term()) -> term().
after_order(X) ->
    erase(),
    R = (catch try put(a, 1), hd(X) after put(b, get(a)) end),
    {reason(R), get(a), get(b)}.
reason({'EXIT', {R, _}}) -> {exit, R};
reason(R) -> R.

-spec catches(term()) -> term().
catches(X) -> [reason(catch throw(X)), reason(catch error(X)), (catch exit(X)), reason(catch element(1, X)), (catch X)].

-spec rethrow(term()) -> term().
rethrow(X) ->
    try try error({bad, X}) catch C:R:S -> erlang:raise(C, {again, R}, S) end
    catch error:E -> E end.

-spec nested_try(term()) -> term().
nested_try(X) ->
    try
        try atom_to_list(X) catch error:badarg -> throw(not_atom) end
    catch throw:Y -> {Y, try length(X) catch _:Z -> Z end} end.

-spec stack(integer()) -> term().
stack(N) -> try deep(N) catch error:R:S -> {R, is_list(S)} end.
deep(N) when N > 0 -> 1 + deep(N - 1);
deep(N) when N =:= 0 -> hd(N).

-spec comprehensions([term()], [integer()]) -> term().
comprehensions(L, N) ->
    {[X || X <- L, is_integer(X), X > 1], [{X, Y} || X <- L, Y <- N, Y > 0], [X || {X, _} <- L], [A || [A | _] <- L],
     << <<(X band 255)>> || X <- N >>, [X || <<X:4>> <= << <<Y:8>> || Y <- N >>], [X || X <- N, X > 2, X < 9]}.

-spec bad_generator(term()) -> term().
bad_generator(X) -> [Y || Y <- X].

-spec bad_filter([term()]) -> term().
bad_filter(L) -> [Y || Y <- L, Y].

-spec ifs(term(), term()) -> term().
ifs(X, Y) -> if X > Y -> gt; X < Y -> lt; X =:= Y -> eq end.

-spec records(integer(), term()) -> term().
records(N, X) ->
    R = #r{a = N}, R2 = R#r{b = [X], c = R#r.a},
    {R2, is_record(R2, r), R2#r.c, #r.b, catch_reason(fun() -> X#r.a end), catch_reason(fun() -> X#r{a = 2} end)}.
catch_reason(F) -> try F() catch C:R -> {C, R} end.

-spec maps1(term(), term(), map()) -> term().
maps1(K, V, M) ->
    M1 = M#{K => V, a => 1},
    {M1, catch_reason(fun() -> M#{K := V} end), map_size(M1), maps:to_list(M1), case M1 of #{a := A, K := Z} -> {A, Z} end,
     catch_reason(fun() -> map_get(K, M) end), is_map_key(K, M), maps:fold(fun(_, _, N) -> N + 1 end, 0, M1)}.

-spec map_not(term(), term()) -> term().
map_not(M, K) -> {catch_reason(fun() -> M#{K => 1} end), catch_reason(fun() -> maps:get(K, M) end)}.

-spec big_map(non_neg_integer(), 0..80) -> term().
big_map(S, N) ->
    M = maps:from_list([{I * (S rem 7 + 1), I} || I <- lists:seq(1, N)]),
    M2 = lists:foldl(fun(I, A) -> maps:remove(I, A) end, M, lists:seq(1, N, 3)),
    {lists:sort(maps:to_list(M2)), map_size(M2), maps:get(3, M2, none), M =:= M2}.

-spec bits_build(integer(), 0..40, term()) -> term().
bits_build(X, N, Y) ->
    {<<X:N>>, <<X:N/little>>, <<X:13, 1:3>>, <<X:16/signed-little, "abc", X>>, catch_reason(fun() -> <<Y/binary, 1>> end),
     catch_reason(fun() -> <<Y/float>> end), catch_reason(fun() -> <<Y/utf8>> end), catch_reason(fun() -> <<Y:N/bitstring>> end),
     catch_reason(fun() -> <<1:Y>> end), catch_reason(fun() -> <<Y:32/float-little>> end), catch_reason(fun() -> <<Y/utf16>> end)}.

-spec bits_match(bitstring(), 0..20) -> term().
bits_match(B, N) ->
    {case B of <<X:N, R/bitstring>> -> {X, R}; _ -> no end, case B of <<L, D:L/binary, T/binary>> -> {D, T}; _ -> no end,
     case B of <<X2:16/little-signed, _/bits>> -> X2; _ -> no end, case B of <<F/float, _/binary>> -> F; _ -> no end,
     case B of <<U/utf8, T2/binary>> -> {U, T2}; _ -> no end, case B of <<"ab", T3/binary>> -> T3; _ -> no end,
     case B of <<Y:3/signed, Z:5/unsigned-little, _/bits>> -> {Y, Z}; _ -> no end, case B of <<A:70, _/bits>> -> A; _ -> no end,
     case B of <<_:N/unit:3, Q/bits>> -> Q; _ -> no end, case B of <<C/utf16, _/bits>> -> C; _ -> no end, bit_size(B)}.

-spec closures(integer(), [integer()]) -> term().
closures(N, L) ->
    F = fun(X) -> X + N end, G = fun(A, B) -> F(A) * B end, H = fun Fact(0) -> 1; Fact(K) when K < 30 -> K * Fact(K - 1); Fact(_) -> big end,
    {lists:map(F, L), lists:foldl(G, 1, L), H(abs(N)), apply(F, [1]), (fun lists:reverse/1)(L), apply(lists, sum, [L]),
     catch_reason(fun() -> F(1, 2) end), catch_reason(fun() -> N(1) end), catch_reason(fun() -> apply(F, 1) end)}.

-spec named(1 | lists | {a}, reverse | 2 | [f]) -> term().
named(M, F) -> try M:F([1, 2]) catch error:badarg:S -> hd(S) end.

-spec dynamic(atom(), term()) -> term().
dynamic(F, X) -> M = lists, {catch_reason(fun() -> M:F(X) end), catch_reason(fun() -> X:F(1) end)}.

-spec mutual(0..200) -> term().
mutual(N) -> even(N).
even(0) -> true;
even(N) -> odd(N - 1).
odd(0) -> false;
odd(N) -> even(N - 1).

-spec body_recursion(0..20000) -> term().
body_recursion(0) -> 0;
body_recursion(N) -> 1 + body_recursion(N - 1).

-spec factorial(0..120) -> term().
factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

-spec strings(string(), integer(), float()) -> term().
strings(S, I, F) -> {S ++ integer_to_list(I), float_to_list(F, [short]), list_to_binary(integer_to_list(I)), catch_reason(fun() -> list_to_integer(S) end),
                     lists:flatten(io_lib:format("~p ~w ~s", [S, I, "x"])), catch_reason(fun() -> list_to_float(S) end)}.

-spec andalsos(term(), term()) -> term().
andalsos(X, Y) -> {catch_reason(fun() -> X andalso Y end), catch_reason(fun() -> X orelse Y end), catch_reason(fun() -> X and Y end), catch_reason(fun() -> not X end)}.

-spec tuples(tuple(), integer(), term()) -> term().
tuples(T, N, X) -> {tuple_size(T), catch_reason(fun() -> element(N, T) end), catch_reason(fun() -> setelement(N, T, X) end), tuple_to_list(T), list_to_tuple([X | tuple_to_list(T)])}.

-spec dictionary(term(), term()) -> term().
dictionary(K, V) -> erase(), {put(K, V), put(K, {V}), get(K), erase(K), get(K), get()}.

-spec list_ops([term()], [term()], term()) -> term().
list_ops(A, B, X) -> {A ++ B, A -- B, lists:member(X, A), lists:reverse(A, B), catch_reason(fun() -> X ++ A end), catch_reason(fun() -> A -- X end), [X | A], catch_reason(fun() -> length(X) end)}.

-spec repeated(term(), term()) -> term().
repeated(X, [X, Y, Y | _]) -> {same, Y};
repeated({A, B}, {A, B}) -> swap;
repeated(X, X) -> both;
repeated(_, _) -> none.

-spec big_literals(integer()) -> term().
big_literals(123456789012345678901234567890) -> big;
big_literals(X) -> {X * 123456789012345678901234567890, X =:= -170141183460469231731687303715884105728, X div 3, X rem -7}.

-spec float_text(float()) -> term().
float_text(F) -> {float_to_list(F), float_to_binary(F, [{decimals, 3}]), io_lib:format("~p", [F]), F * 3.0 == 0.3}.

%% Bit strings that grow out of each other: who holds a shorter one must not see what a longer one adds.
-spec appends(bitstring(), [0..300], term()) -> term().
appends(B, Xs, Y) ->
    A = <<B/bits, 5:3>>,
    C = <<A/bits, 77:7>>,
    D = <<A/bits, 2:9, "tail">>,
    E = <<C/bits, C/bits, D/bits>>,
    F = catch_reason(fun() -> <<C/bits, 300:8, 1:1, Y/bits>> end),
    G = <<C/bits, 7:13, C/bits>>,
    H = lists:foldl(fun(X, Acc) -> <<Acc/bits, X:9>> end, C, Xs),
    I = lists:foldl(fun(X, {Acc, All}) -> Next = <<Acc/binary, X>>, {Next, [Next | All]} end, {<<>>, []}, Xs),
    J = << <<(X + 1):5, H/bits>> || X <- Xs, X band 1 =:= 0 >>,
    {A, C, D, E, F, G, H, I, J, <<H/bits, H/bits>>, <<(binary_part(<<J/bits, 0:(-bit_size(J) band 7)>>, 0, byte_size(J)))/binary, 1>>}.

%% Many literals at one place: what comes after a clause that fails late, and what has no clause at all.
-spec wide(a | b | c | d | 1..4 | [] | {} | binary(), 0..3, atom()) -> term().
wide(a, 0, _) -> a0;
wide(b, 0, X) when X =:= ok -> b0;
wide(1, 0, _) -> one0;
wide(a, 1, _) -> a1;
wide(X, 9, _) -> {nine, X};
wide(c, 0, _) -> c0;
wide(b, 0, _) -> b0_again;
wide([], 0, _) -> nil0;
wide(2, Y, _) when Y > 1 -> two;
wide(<<"x">>, _, _) -> x;
wide(a, Y, X) when X > Y, is_boolean(X) -> a_last;
wide(3, 1, _) -> three;
wide(X, 2, _) when is_integer(X) -> {other, X};
wide(d, Y, _) -> {d, Y};
wide(1, 1, Y) -> {one1, Y};
wide(4, _, error) -> four;
wide(b, Y, _) when Y < 3 -> {b, Y}.

%% Tail calls whose arguments change places: circles, one circle beside another, one value twice, more parameters.
-spec rotate(term(), term(), term(), term(), 0..9) -> term().
rotate(A, B, C, D, N) when N > 7 -> rotate(B, A, D, C, N - 1);
rotate(A, B, C, D, N) when N > 5 -> rotate(B, C, D, A, N - 1);
rotate(A, B, C, D, N) when N > 4 -> rotate(D, A, A, B, N - 1);
rotate(A, B, C, D, N) when N > 0 -> spread(D, C, N, {A}, B, A, B, D);
rotate(A, B, C, D, _) -> {A, B, C, D}.
spread(A, B, 0, C, D, E, F, G) -> {A, B, C, D, E, F, G};
spread(A, B, N, C, D, E, F, G) when N band 1 =:= 0 -> spread(B, C, N - 1, A, F, D, E, [G]);
spread(A, _, N, C, D, E, F, G) -> rotate(C, F, E, {A, D, G}, N - 1).
