%% SPDX-License-Identifier: Apache-2.0
%% Maps: keys that may be there, symbolic keys and values, changes, order.
-module(associations).
-export([value/1, optional/1, found/1, stored/2, exactly/2, chosen/2, listed/1, pairs/1, folded/1, removed/1, merged/2,
         guarded/1, nested/1, no_map/1, equal/1, selected/1, filtered/1, text_key/1, any_keys/1, sized/1, taken/1, updated/1,
         changed/2, grown/2, from_list/1, computed/1, mapped/1, put_chosen/2, same/2, absent/1,
         floats/1, tuple_keys/1, binary_keys/1, few_keys/1, prefixed/1, begun/1, begun_binary/1]).

-spec value(#{a := integer(), b => atom()}) -> term().
value(M) -> case maps:get(a, M) of 42 -> error(found); _ -> ok end.

-spec optional(#{a := integer(), b => atom()}) -> term().
optional(#{b := foo}) -> error(foo);
optional(#{b := _}) -> ok;
optional(#{a := 7}) -> error(seven);
optional(#{a := _}) -> ok.

-spec found(#{atom() => integer()}) -> term().
found(M) -> case maps:find(key, M) of {ok, 3} -> error(three); {ok, _} -> ok; error -> none end.

-spec stored(#{atom() => integer()}, integer()) -> term().
stored(M, X) -> case maps:put(k, X, M) of #{k := 5, j := 6} -> error(both); _ -> ok end.

-spec exactly(#{atom() => integer()}, integer()) -> term().
exactly(M, X) -> case M#{k := X} of #{k := 9} -> error(nine); _ -> ok end.

-spec chosen(#{a => integer(), b => integer()}, atom()) -> term().
chosen(M, K) -> case M of #{K := 9} -> error(nine); _ -> ok end.

-spec listed(#{a => integer(), b => integer()}) -> term().
listed(M) -> case maps:keys(M) of [a, b] -> error(both); [b] -> error(only_b); _ -> ok end.

-spec pairs(#{a => integer(), b => integer()}) -> term().
pairs(M) -> case maps:to_list(M) of [{a, 1}, {b, 2}] -> error(both); _ -> ok end.

-spec folded(#{a => integer(), b := integer()}) -> term().
folded(M) -> case maps:fold(fun(_, V, A) -> V + A end, 0, M) of 77 when map_size(M) =:= 2 -> error(sum); _ -> ok end.

-spec removed(#{atom() => integer()}) -> term().
removed(M) -> case maps:remove(x, M) of #{y := 1} when is_map_key(x, M) -> error(found); #{x := _} -> error(never); _ -> ok end.

-spec merged(#{a => integer()}, #{a => integer(), b => integer()}) -> term().
merged(A, B) -> case maps:merge(A, B) of #{a := 1, b := 2} when not is_map_key(a, B) -> error(found); _ -> ok end.

-spec guarded(map()) -> term().
guarded(M) when is_map_key(a, M), map_get(a, M) > 10 -> error(large);
guarded(_) -> ok.

-spec nested(#{cfg := #{port := integer(), host => string()}}) -> term().
nested(#{cfg := #{port := P} = C}) when P > 65535 -> error({bad_port, maps:get(host, C, none)});
nested(_) -> ok.

-spec no_map(term()) -> term().
no_map(X) -> X#{a => 1}.

-spec equal(#{a => integer()}) -> term().
equal(M) -> if M =:= #{a => 3} -> error(equal); M == #{} -> empty; true -> ok end.

-spec selected(#{atom() => integer()}) -> term().
selected(M) -> case maps:with([a, b], M) of #{a := 1, b := 1} = N when map_size(N) =:= 2 -> error(found); _ -> ok end.

-spec filtered(#{a => integer(), b => integer()}) -> term().
filtered(M) -> case maps:size(maps:filter(fun(_, V) -> V > 100 end, M)) of 2 -> error(two); _ -> ok end.

-spec text_key(#{string() => integer()}) -> term().
text_key(#{"name" := 4}) -> error(four);
text_key(_) -> ok.

-spec any_keys(#{term() => term()}) -> term().
any_keys(#{1 := a, 1.0 := b}) -> error(numbers);
any_keys(#{{x} := <<"v">>}) -> error(tuple);
any_keys(_) -> ok.

-spec sized(#{a => integer(), b => integer(), c => integer()}) -> term().
sized(M) when map_size(M) =:= 2, not is_map_key(a, M) -> error(two);
sized(M) -> case map_size(M) of 4 -> error(never); N -> N end.

-spec taken(#{a => integer(), b => integer()}) -> term().
taken(M) -> case maps:take(a, M) of {5, #{b := 6}} -> error(taken); {_, _} -> ok; error -> none end.

-spec updated(#{n => integer()}) -> term().
updated(M) -> case maps:update_with(n, fun(N) -> N * 2 end, 1, M) of #{n := 10} -> error(ten); #{n := 1} -> one; _ -> ok end.

-spec changed(#{a => integer(), b => integer()}, integer()) -> term().
changed(M, X) -> if M#{a => X} =:= #{a => 3, b => 4} -> error(equal); true -> ok end.

-spec grown(#{a => integer(), b => integer()}, integer()) -> term().
grown(M, X) -> case map_size(maps:put(a, X, M)) of 2 when X =:= 8, not is_map_key(a, M) -> error(grown); _ -> ok end.

-spec from_list([{x | y, integer()}]) -> term().
from_list(L) when length(L) =< 2 -> case maps:from_list(L) of #{x := 1, y := 2} -> error(both); _ -> ok end;
from_list(_) -> ok.

-spec computed(#{a => integer(), b => integer()}) -> term().
computed(M) -> case [K || {K, V} <- maps:to_list(M), V =:= 1] of [b] -> error(b); _ -> ok end.

-spec mapped(#{a => integer(), b => integer()}) -> term().
mapped(M) -> case maps:map(fun(_, V) -> V + 1 end, M) of #{a := 4, b := 5} -> error(mapped); _ -> ok end.

-spec put_chosen(a | b, integer()) -> term().
put_chosen(K, V) -> M = #{a => 1, K => V}, case M of #{a := 5} -> error(five); #{b := 3} -> error(three); _ -> ok end.

-spec same(#{a => integer()}, integer()) -> term().
same(M, X) -> case {M#{b => X}, #{b => 2, a => X}} of {S, S} -> error(same); _ -> ok end.

%% No key is there without a reason: never an error.
-spec absent(#{a => integer()}) -> term().
absent(M) -> case maps:keys(M) of [] -> ok; [a] -> ok; _ -> error(never) end.

%% Keys of types without small literals: the solver must think of further ones.
-spec floats(#{float() => atom()}) -> ok.
floats(M) when map_size(M) =:= 3 -> error(three);
floats(_) -> ok.

-spec tuple_keys(#{{pos_integer(), a | b} => [integer()]}) -> ok.
tuple_keys(M) when map_size(M) =:= 3 -> error(three);
tuple_keys(_) -> ok.

-spec binary_keys(#{binary() => non_neg_integer()}) -> ok.
binary_keys(M) when map_size(M) =:= 3 -> error(three);
binary_keys(_) -> ok.

-spec few_keys(#{<<_:2>> => integer()}) -> ok.
few_keys(M) when map_size(M) =:= 4 -> error(four);
few_keys(M) when map_size(M) =:= 5 -> error(never);
few_keys(_) -> ok.

%% Two keys that begin with a text which is no key itself.
-spec prefixed(#{string() => term()}) -> ok.
prefixed(M) ->
    case maps:filter(fun(K, _) -> lists:prefix("ns:", K) end, M) of
        F when map_size(F) =:= 2 -> error(found);
        _ -> ok
    end.

-spec begun(#{string() => integer()}) -> ok.
begun(M) -> case [V || {"ns:" ++ _, V} <- maps:to_list(M)] of [_, _] -> error(found); _ -> ok end.

-spec begun_binary(#{binary() => integer()}) -> ok.
begun_binary(M) -> case [V || {<<"ns:", _/binary>>, V} <- maps:to_list(M)] of [_, _] -> error(found); _ -> ok end.
