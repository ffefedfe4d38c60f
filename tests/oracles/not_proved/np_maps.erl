%% SPDX-License-Identifier: Apache-2.0
%% Maps: keys that are equal and not the same, how many there are, what lies under a changed key.
-module(np_maps).
-export([count/1, float_key/1, listed/1, removed/1, merged/2, updated/1, fold/1, nested/1, any_key/1, size_two/1, keys/1, from_list/1, get_default/1, same_key/2, big_key/1, values/1, put_twice/2, without/1, equal/2, ranges/1]).

%% fails: count(#{1 => a, 2 => a, 3 => a})
-spec count(#{1..3 => a}) -> ok.
count(M) when map_size(M) < 3 -> ok.

%% fails: float_key(#{1.0 => x})
-spec float_key(#{number() => x}) -> ok.
float_key(M) when map_size(M) =/= 1 -> ok;
float_key(M) when is_map_key(1.0, M) =:= is_map_key(1, M) -> ok.

%% fails: listed(#{b => 1})
-spec listed(#{a | b => integer()}) -> ok.
listed(M) -> case maps:keys(M) of [] -> ok; [a | _] -> ok end.

%% fails: removed(#{a => 1, b => 2})
-spec removed(#{a | b => integer()}) -> ok.
removed(M) -> case maps:remove(a, M) of N when map_size(N) =:= map_size(M) -> ok; N when N =:= #{} -> ok end.

%% fails: merged(#{a => 1}, #{a => 2})
-spec merged(#{a => 1}, #{a => 2}) -> ok.
merged(A, B) -> case maps:merge(A, B) of #{a := 1} -> ok; M when M =:= #{} -> ok end.

%% fails: updated(#{b => 1})
-spec updated(#{a | b => integer()}) -> map().
updated(M) when map_size(M) > 0 -> M#{a := 2};
updated(M) -> M.

%% fails: fold(#{a => 3, b => 4})
-spec fold(#{a | b => 0..4}) -> ok.
fold(M) -> case maps:fold(fun(_, V, S) -> V + S end, 0, M) of S when S =/= 7 -> ok end.

%% fails: nested(#{a => #{b => 2}})
-spec nested(#{a => #{b => 1..2}}) -> ok.
nested(#{a := #{b := B}}) when B =:= 1 -> ok;
nested(M) when map_size(M) =:= 0 -> ok;
nested(#{a := N}) when map_size(N) =:= 0 -> ok.

%% fails: any_key(#{[] => 1})
-spec any_key(map()) -> ok.
any_key(#{[] := 1}) -> error(hit);
any_key(_) -> ok.

%% fails: size_two(#{x => 1, y => 2})
-spec size_two(#{atom() => integer()}) -> ok.
size_two(M) -> case maps:to_list(M) of [{_, A}, {_, B}] when A + B =:= 3 -> error(hit); _ -> ok end.

%% fails: keys(#{7 => a})
-spec keys(#{integer() => a}) -> ok.
keys(M) -> [K =/= 7 orelse error(seven) || K <- maps:keys(M)], ok.

%% fails: from_list([{a, 1}, {a, 2}])
-spec from_list([{a | b, 1..2}]) -> ok.
from_list(L) when length(L) =:= 2 -> case maps:from_list(L) of M when map_size(M) =:= 2 -> ok; #{a := 1} -> ok; #{b := _} -> ok end;
from_list(_) -> ok.

%% fails: get_default(#{})
-spec get_default(#{a => 1..3}) -> ok.
get_default(M) -> case maps:get(a, M, 0) of N when N > 0 -> ok end.

%% fails: same_key(1, 1.0)
-spec same_key(1, float()) -> ok.
same_key(A, B) when A == B -> case #{A => 1, B => 2} of M when map_size(M) =:= 1 -> ok end;
same_key(_, _) -> ok.

%% fails: big_key(#{18446744073709551616 => 1})
-spec big_key(#{integer() => 1}) -> ok.
big_key(M) when is_map_key(18446744073709551616, M) -> error(hit);
big_key(_) -> ok.

%% fails: values(#{a => 5})
-spec values(#{a => 0..5, b => 0..4}) -> ok.
values(M) -> case lists:member(5, maps:values(M)) of false -> ok end.

%% fails: put_twice(a, b)
-spec put_twice(a | b, a | b) -> ok.
put_twice(A, B) -> M = maps:put(B, 2, maps:put(A, 1, #{})), case map_size(M) of 1 -> ok end.

%% fails: without(#{c => 1})
-spec without(#{a | b | c => 1}) -> ok.
without(M) -> case maps:without([a, b], M) of N when N =:= #{} -> ok end.

%% fails: equal(#{a => 1}, #{a => 1.0})
-spec equal(#{a := 1}, #{a := float()}) -> ok.
equal(A, B) when A =/= B, A /= B -> ok.

%% fails: ranges(#{18446744073709551617 => x, 18446744073709551616 => x, 18446744073709551615 => x})
-spec ranges(#{18446744073709551615..18446744073709551618 => x}) -> ok.
ranges(M) when map_size(M) < 3 -> ok;
ranges(M) when map_size(M) > 3 -> ok.
