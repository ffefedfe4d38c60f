% SPDX-License-Identifier: Apache-2.0
%% What other tools miss. See kbits.
-module(kmissed).
-export([try_of/1, try_after/1, throw_value/1, caught_error/1, reraised/1, exits/1, big60/1, big_square/1, sort3/1,
         sort_any/1, usort/1, negative/1, tokens/1, split/1, bsplit/1, atom_order/1, atom_between/1, keyfind/1,
         keymember/1, proplist/1, prefix/1, suffix/1, reversed/1, upper/1, append/2, subtract/1, nthtail/1,
         element_of/2, setelement_of/1, out_of_tuple/1, named_fun/1, maps_get/1, map_pattern/1, improper_len/1,
         improper_sum/1, ieee/1, ieee_sum/2, absorbs/1, andalso_or/3, record_update/1, ets_store/2, queue_order/1,
         tree_lookup/1, dict_lookup/1, state/1, parens/1, message/1]).

%! kmissed:try_of(41)
-spec try_of(integer()) -> ok.
try_of(X) ->
    try X + 1 of
        42 -> error(found);
        _ -> ok
    catch
        _:_ -> caught
    end.

%! kmissed:try_after(5)
-spec try_after(integer()) -> ok.
try_after(X) ->
    Y = try X * 3 after put(k, X) end,
    case {Y, get(k)} of
        {15, 5} -> error(found);
        _ -> ok
    end.

%! kmissed:throw_value(7)
-spec throw_value(integer()) -> ok.
throw_value(X) ->
    case catch throw({v, X + 1}) of
        {v, 8} -> error(found);
        _ -> ok
    end.

%! kmissed:caught_error(0)
-spec caught_error(integer()) -> ok.
caught_error(X) ->
    try 10 div X of
        _ -> ok
    catch
        error:badarith -> error(zero)
    end.

%! kmissed:reraised(3)
-spec reraised(1..5) -> ok.
reraised(X) ->
    try
        case X of
            3 -> throw(three);
            _ -> ok
        end
    catch
        throw:T -> exit({caught, T})
    end.

%! kmissed:exits(9)
-spec exits(1..10) -> ok.
exits(9) -> exit(normal);
exits(_) -> ok.

%! kmissed:big60(12345678901234567890123456789012345)
-spec big60(integer()) -> ok.
big60(X) when X * X =:= 152415787532388367504953515625361987875019051998750190521936 -> error(never);
big60(X) when X - 1 =:= 12345678901234567890123456789012344 -> error(found);
big60(_) -> ok.

%! kmissed:big_square(999999999999999999999999999999)
-spec big_square(pos_integer()) -> ok.
big_square(X) when X * X =:= 999999999999999999999999999998000000000000000000000000000001 -> error(found);
big_square(_) -> ok.

%! kmissed:sort3([3, 2, 1])
-spec sort3([1..3]) -> ok.
sort3([A, B, C] = L) when A > B, B > C ->
    case lists:sort(L) of
        [1, 2, 3] -> error(found);
        _ -> ok
    end;
sort3(_) -> ok.

%! kmissed:sort_any([1, 2, 3])
-spec sort_any([integer()]) -> ok.
sort_any(L) ->
    case lists:sort(L) =:= [1, 2, 3] of
        true -> error(found);
        false -> ok
    end.

%! kmissed:usort([a, b, a, b])
-spec usort([a | b | c]) -> ok.
usort(L) when length(L) =:= 4 ->
    case lists:usort(L) of
        [a, b] -> error(found);
        _ -> ok
    end;
usort(_) -> ok.

%! kmissed:negative(-137)
-spec negative(integer()) -> ok.
negative(X) ->
    case integer_to_list(X) =:= "-137" of
        true -> error(found);
        false -> ok
    end.

%! kmissed:tokens("a,b")
-spec tokens(string()) -> ok.
tokens(S) ->
    case string:tokens(S, ",") =:= ["a", "b"] of
        true -> error(found);
        false -> ok
    end.

%! kmissed:split("k=v")
-spec split(string()) -> ok.
split(S) ->
    case string:split(S, "=") of
        ["k", "v"] -> error(found);
        _ -> ok
    end.

%! kmissed:bsplit(<<"a:b">>)
-spec bsplit(binary()) -> ok.
bsplit(B) ->
    case binary:split(B, <<":">>) of
        [<<"a">>, <<"b">>] -> error(found);
        _ -> ok
    end.

%! kmissed:atom_order(zf)
-spec atom_order(atom()) -> ok.
atom_order(A) when A > zebra, A < zfa -> error(found);
atom_order(_) -> ok.

%! kmissed:atom_between(b)
-spec atom_between(a | b | c) -> ok.
atom_between(A) when A > a, A < c -> error(found);
atom_between(_) -> ok.

%! kmissed:keyfind([{"secret", 1}])
-spec keyfind([{string(), integer()}]) -> ok.
keyfind(L) ->
    case lists:keyfind("secret", 1, L) of
        {_, 1} -> error(found);
        _ -> ok
    end.

%! kmissed:keymember([{x, 1}, {admin, 2}])
-spec keymember([{atom(), 1..2}]) -> ok.
keymember([_, _] = L) ->
    case lists:keymember(admin, 1, L) andalso not lists:keymember(1, 2, tl(L)) andalso element(2, hd(L)) =:= 1 of
        true -> error(found);
        false -> ok
    end;
keymember(_) -> ok.

%! kmissed:proplist([{mode, fast}, verbose])
-spec proplist([atom() | {atom(), atom()}]) -> ok.
proplist(L) ->
    case {proplists:get_value(mode, L), proplists:get_bool(verbose, L)} of
        {fast, true} -> error(found);
        _ -> ok
    end.

%! kmissed:prefix("admin_joe")
%= kmissed:prefix("admin_aaa")
-spec prefix(string()) -> ok.
prefix(S) ->
    case lists:prefix("admin_", S) of
        true when length(S) =:= 9 -> error(found);
        _ -> ok
    end.

%! kmissed:suffix("a.erl")
-spec suffix(string()) -> ok.
suffix(S) ->
    case lists:suffix(".erl", S) of
        true when hd(S) =:= $a -> error(found);
        _ -> ok
    end.

%! kmissed:reversed("olleh")
-spec reversed(string()) -> ok.
reversed(S) ->
    case lists:reverse(S) of
        "hello" -> error(found);
        _ -> ok
    end.

%! kmissed:upper("hi")
-spec upper(string()) -> ok.
upper(S) ->
    case string:to_upper(S) of
        "HI" when hd(S) > $Z -> error(found);
        _ -> ok
    end.

%! kmissed:append("ab", "cd")
-spec append(string(), string()) -> ok.
append(A, B) when length(A) =:= 2 ->
    case A ++ B of
        "abcd" -> error(found);
        _ -> ok
    end;
append(_, _) -> ok.

%! kmissed:subtract([1, 2, 3])
-spec subtract([1..3]) -> ok.
subtract(L) ->
    case L -- [2] of
        [1, 3] when L =/= [1, 3] -> error(found);
        _ -> ok
    end.

%! kmissed:nthtail([9, 8, 7, 6])
%= kmissed:nthtail([0,0,7,6])
-spec nthtail([integer()]) -> ok.
nthtail(L) ->
    case catch lists:nthtail(2, L) of
        [7, 6] -> error(found);
        _ -> ok
    end.

%! kmissed:element_of(2, {a, b, c})
-spec element_of(1..3, {atom(), atom(), atom()}) -> ok.
element_of(I, T) ->
    case element(I, T) of
        b when I =:= 2 -> error(found);
        _ -> ok
    end.

%! kmissed:setelement_of(2)
-spec setelement_of(1..3) -> ok.
setelement_of(I) ->
    case setelement(I, {a, b, c}, x) of
        {a, x, c} -> error(found);
        _ -> ok
    end.

%! kmissed:out_of_tuple(4)
-spec out_of_tuple(1..4) -> atom().
out_of_tuple(I) -> element(I, {a, b, c}).

%! kmissed:named_fun(4)
-spec named_fun(0..6) -> ok.
named_fun(N) ->
    F = fun G(0) -> 1; G(K) -> K * G(K - 1) end,
    case F(N) of
        24 -> error(found);
        _ -> ok
    end.

%! kmissed:maps_get(#{user => admin})
-spec maps_get(#{user => atom()}) -> ok.
maps_get(M) ->
    case maps:get(user, M, none) of
        admin -> error(found);
        _ -> ok
    end.

%! kmissed:map_pattern(#{a => 1, b => 2})
-spec map_pattern(#{a | b => 1..2}) -> ok.
map_pattern(#{a := 1, b := 2}) -> error(found);
map_pattern(_) -> ok.

%! kmissed:improper_len([1 | 2])
-spec improper_len(term()) -> ok.
improper_len([_ | T]) when T =:= 2 -> error(found);
improper_len(_) -> ok.

%! kmissed:improper_sum([1, 2 | 3])
%= kmissed:improper_sum([0,0|0])
-spec improper_sum(maybe_improper_list(integer(), integer())) -> ok.
improper_sum([A, B | C]) when is_integer(C), A + B =:= C -> error(found);
improper_sum(_) -> ok.

%! kmissed:ieee(0.09999999999999999)
-spec ieee(float()) -> ok.
ieee(X) when X * 3.0 == 0.3 -> error(found);
ieee(_) -> ok.

%! kmissed:ieee_sum(0.1, 0.2)
-spec ieee_sum(float(), float()) -> ok.
ieee_sum(X, Y) when X + Y =:= 0.30000000000000004, X < Y -> error(found);
ieee_sum(_, _) -> ok.

%! kmissed:absorbs(9007199254740992.0)
-spec absorbs(float()) -> ok.
absorbs(X) when X + 1.0 == X, X > 0.0, X < 1.0e16 -> error(found);
absorbs(_) -> ok.

%! kmissed:andalso_or(10, 20, 30)
-spec andalso_or(integer(), integer(), integer()) -> ok.
andalso_or(A, B, C) ->
    case (A =:= 10 orelse A =:= 11) andalso B =:= 2 * A andalso C =:= A + B of
        true when A < 11 -> error(found);
        _ -> ok
    end.

%! kmissed:record_update(3)
-spec record_update(1..5) -> ok.
record_update(X) ->
    S = {st, 0, []},
    T = setelement(2, S, X),
    case setelement(3, T, [X]) of
        {st, 3, [3]} -> error(found);
        _ -> ok
    end.

%! kmissed:ets_store(k, 7)
-spec ets_store(atom(), 1..9) -> ok.
ets_store(K, V) ->
    T = ets:new(t, [set]),
    ets:insert(T, {K, V}),
    case ets:lookup(T, k) of
        [{_, 7}] -> error(found);
        _ -> ok
    end.

%! kmissed:queue_order([1, 2])
-spec queue_order([1..2]) -> ok.
queue_order(L) ->
    Q = queue:from_list(L),
    case queue:out(Q) of
        {{value, 1}, R} ->
            case queue:out(R) of
                {{value, 2}, E} ->
                    case queue:is_empty(E) of
                        true -> error(found);
                        false -> ok
                    end;
                _ -> ok
            end;
        _ -> ok
    end.

%! kmissed:tree_lookup(5)
-spec tree_lookup(integer()) -> ok.
tree_lookup(K) ->
    T = gb_trees:from_orddict([{1, a}, {3, b}, {5, c}, {7, d}]),
    case gb_trees:lookup(K, T) of
        {value, c} -> error(found);
        _ -> ok
    end.

%! kmissed:dict_lookup(blue)
-spec dict_lookup(red | green | blue) -> ok.
dict_lookup(K) ->
    D = dict:from_list([{red, 1}, {green, 2}, {blue, 3}]),
    case dict:fetch(K, D) of
        3 -> error(found);
        _ -> ok
    end.

%! kmissed:state([push, push, pop, push])
-spec state([push | pop]) -> ok.
state(L) ->
    case lists:foldl(fun(push, N) -> N + 1; (pop, N) when N > 0 -> N - 1; (pop, 0) -> 0 end, 0, L) of
        2 when length(L) =:= 4 -> error(found);
        _ -> ok
    end.

%! kmissed:parens("(())")
-spec parens([40 | 41]) -> ok.
parens(S) when length(S) =:= 4 ->
    case balance(S, 0) of
        ok when hd(tl(S)) =:= $( -> error(found);
        _ -> ok
    end;
parens(_) -> ok.

balance([], 0) -> ok;
balance([$( | T], N) -> balance(T, N + 1);
balance([$) | T], N) when N > 0 -> balance(T, N - 1);
balance(_, _) -> bad.

%! kmissed:message(5)
-spec message(1..9) -> ok.
message(X) ->
    self() ! {m, X + 1},
    receive
        {m, 6} -> error(found);
        {m, _} -> ok
    end.
