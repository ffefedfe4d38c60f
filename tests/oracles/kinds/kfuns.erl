% SPDX-License-Identifier: Apache-2.0
%% Functions as inputs. See kbits.
-module(kfuns).
-export([three/1, fixpoint/2, twice/1, no_spec/1, no_spec2/3, levels/1, returns_two/1, takes/1, takes_two/2,
         compose/2, arity/1, guarded_result/1, wrong_result/1, right_result/1, map_filter/3, predicate/1, fold/1,
         in_tuple/1, in_list/1, returns_tuple/1, zero/1, dots/1, key_of/2, sorted/1, continuation/1, equal_calls/3,
         same_argument/2, throws/1, chain/1, told_apart/1]).

%! kfuns:three(fun(1) -> 10; (2) -> 20; (_) -> 30 end)
-spec three(fun((integer()) -> integer())) -> ok.
three(F) ->
    case {F(1), F(2), F(3)} of
        {A, B, C} when A + B =:= C, A =:= 10, B =:= 20 -> error(found);
        _ -> ok
    end.

%! kfuns:fixpoint(fun(X) -> X end, 5)
%= kfuns:fixpoint(fun(_) -> 5 end, 5)
-spec fixpoint(fun((integer()) -> integer()), integer()) -> ok.
fixpoint(F, X) ->
    case F(X) of
        X when X > 4 -> error(found);
        _ -> ok
    end.

%! kfuns:twice(fun(3) -> 8; (_) -> 42 end)
-spec twice(fun((integer()) -> integer())) -> ok.
twice(F) ->
    case F(F(3)) of
        42 ->
            case F(3) of
                8 -> error(found);
                _ -> ok
            end;
        _ -> ok
    end.

%! kfuns:no_spec(fun(_) -> 42 end)
%! kfuns:no_spec(0)
%! kfuns:no_spec(fun() -> 0 end)
no_spec(F) ->
    case F(1) of
        42 -> error(found);
        _ -> ok
    end.

%! kfuns:no_spec2(fun(_, _) -> 7 end, 1, 2)
no_spec2(F, X, Y) when is_function(F, 2), X < Y, is_integer(X), is_integer(Y) ->
    case F(X, Y) of
        7 when Y =:= 2 -> error(found);
        _ -> ok
    end;
no_spec2(_, _, _) -> ok.

%! kfuns:levels(fun(_) -> fun(_) -> fun(_) -> 3 end end end)
%= kfuns:levels(fun(_) -> fun(_) -> fun(_) -> 3 end end end)
-spec levels(fun((integer()) -> fun((integer()) -> fun((integer()) -> integer())))) -> ok.
levels(F) ->
    case ((F(1))(2))(3) of
        3 -> error(found);
        _ -> ok
    end.

%! kfuns:returns_two(fun(1) -> fun(_) -> 4 end; (_) -> fun(_) -> 9 end end)
-spec returns_two(fun((integer()) -> fun((integer()) -> integer()))) -> ok.
returns_two(F) ->
    G = F(1),
    H = F(2),
    case G(0) + H(0) of
        13 when G =/= H -> error(found);
        _ -> ok
    end.

%! kfuns:takes(fun(G) -> G(3) end)
%= kfuns:takes(fun(_) -> 6 end)
-spec takes(fun((fun((integer()) -> integer())) -> integer())) -> ok.
takes(F) ->
    case F(fun(X) -> X * 2 end) of
        6 -> error(found);
        _ -> ok
    end.

%! kfuns:takes_two(fun(_) -> 3 end, fun(_) -> 4 end)
-spec takes_two(fun((fun((integer()) -> integer())) -> integer()), fun((integer()) -> integer())) -> ok.
takes_two(F, G) ->
    case {F(G), G(1)} of
        {3, 4} -> error(found);
        _ -> ok
    end.

%! kfuns:compose(fun(_) -> 2 end, fun(_) -> 5 end)
-spec compose(fun((integer()) -> integer()), fun((integer()) -> integer())) -> ok.
compose(F, G) ->
    case {F(G(1)), G(F(1))} of
        {2, 5} -> error(found);
        _ -> ok
    end.

%! kfuns:arity(fun(_, _, _) -> ok end)
%! kfuns:arity(fun(_) -> ok end)
arity(F) when is_function(F, 3) -> error(three);
arity(F) when is_function(F, 1) -> error(one);
arity(_) -> ok.

%! kfuns:guarded_result(fun(_) -> 4 end)
-spec guarded_result(fun((integer()) -> integer())) -> 0..3.
guarded_result(F) ->
    case F(0) of
        X when X >= 0, X =< 3 -> X;
        X when X < 0 -> 0
    end.

%! kfuns:wrong_result(fun(_) -> a end)
-spec wrong_result(fun((integer()) -> integer() | a)) -> integer().
wrong_result(F) -> F(1) + F(2).

-spec right_result(fun((integer()) -> 1..3)) -> 2..6.
right_result(F) ->
    X = F(1) + F(2),
    true = X >= 2,
    true = X =< 6,
    X.

%! kfuns:map_filter(fun(_) -> 5 end, fun(X) -> X > 3 end, [1])
-spec map_filter(fun((integer()) -> integer()), fun((integer()) -> boolean()), [integer()]) -> ok.
map_filter(F, P, L) when length(L) < 3 ->
    case lists:map(F, lists:filter(P, L)) =:= lists:filter(P, lists:map(F, L)) of
        true -> ok;
        false -> error(differ)
    end;
map_filter(_, _, _) -> ok.

%! kfuns:predicate(fun(2) -> false; (_) -> true end)
-spec predicate(fun((integer()) -> boolean())) -> ok.
predicate(P) ->
    case lists:filter(P, [1, 2, 3]) of
        [1, 3] -> error(found);
        _ -> ok
    end.

%! kfuns:fold(fun(X, A) -> X + A end)
-spec fold(fun((integer(), integer()) -> integer())) -> ok.
fold(F) ->
    case lists:foldl(F, 0, [1, 2, 3]) of
        6 -> error(found);
        _ -> ok
    end.

%! kfuns:in_tuple({cb, fun(_) -> stop end})
-spec in_tuple({cb, fun((atom()) -> atom())}) -> ok.
in_tuple({cb, F}) ->
    case F(event) of
        stop -> error(found);
        _ -> ok
    end.

%! kfuns:in_list([fun(_) -> 1 end, fun(_) -> 2 end])
-spec in_list([fun((integer()) -> integer())]) -> ok.
in_list([F, G]) ->
    case {F(0), G(0)} of
        {1, 2} -> error(found);
        _ -> ok
    end;
in_list(_) -> ok.

%! kfuns:returns_tuple(fun(_) -> {ok, [7]} end)
-spec returns_tuple(fun((integer()) -> {ok, [integer()]} | error)) -> ok.
returns_tuple(F) ->
    case F(1) of
        {ok, [7]} -> error(found);
        _ -> ok
    end.

%! kfuns:zero(fun() -> 12 end)
-spec zero(fun(() -> integer())) -> ok.
zero(F) ->
    case F() of
        12 -> error(found);
        _ -> ok
    end.

%! kfuns:dots(fun(_, _) -> 12 end)
%! kfuns:dots(fun() -> 1 end)
-spec dots(fun((...) -> integer())) -> ok.
dots(F) ->
    case F(1, 2) of
        12 -> error(found);
        _ -> ok
    end.

%! kfuns:key_of(fun(K) -> K end, [a, b])
-spec key_of(fun((a | b) -> a | b), [a | b]) -> ok.
key_of(F, [X, Y]) ->
    case {F(X), F(Y)} of
        {X, Y} when X =/= Y -> error(found);
        _ -> ok
    end;
key_of(_, _) -> ok.

%! kfuns:sorted(fun(_, _) -> false end)
-spec sorted(fun((integer(), integer()) -> boolean())) -> ok.
sorted(F) ->
    case lists:sort(F, [1, 2]) of
        [2, 1] -> error(found);
        _ -> ok
    end.

%! kfuns:continuation(fun(_) -> fun(_) -> {done, 1} end end)
-spec continuation(fun((integer()) -> fun((integer()) -> {done, integer()} | more))) -> ok.
continuation(F) ->
    G = F(1),
    case G(2) of
        {done, 1} -> error(found);
        {done, _} -> ok;
        more -> ok
    end.

%! kfuns:equal_calls(fun(0) -> 1; (_) -> 2 end, 0, 1)
-spec equal_calls(fun((integer()) -> integer()), integer(), integer()) -> ok.
equal_calls(F, X, Y) ->
    case F(X) =:= F(Y) of
        false when X =:= Y -> error(never);
        false when X + 1 =:= Y -> error(found);
        _ -> ok
    end.

-spec same_argument(fun((integer()) -> integer()), integer()) -> ok.
same_argument(F, X) ->
    Y = F(X),
    Y = F(X),
    ok.

%! kfuns:throws(fun(_) -> 0 end)
-spec throws(fun((integer()) -> integer())) -> integer().
throws(F) -> 100 div F(5).

%! kfuns:chain(fun(0) -> 1; (1) -> 2; (_) -> 10 end)
-spec chain(fun((integer()) -> integer())) -> ok.
chain(F) ->
    A = F(0),
    B = F(A),
    C = F(B),
    case C of
        10 when A =:= 1, B =:= 2 -> error(found);
        _ -> ok
    end.

%? an input function that calls what it is given
%! kfuns:told_apart(fun(G) -> G(1) end)
-spec told_apart(fun((fun((integer()) -> integer())) -> integer())) -> ok.
told_apart(F) ->
    case F(fun(X) -> X end) =:= F(fun(X) -> X + 1 end) of
        true -> ok;
        false -> error(found)
    end.
