%% SPDX-License-Identifier: Apache-2.0
%% The process dictionary: what another function stored, keys that are equal, what is left when something failed.
-module(np_dictionary).
-export([helper/1, overwritten/1, erased/1, key/1, caught/1, all/1, unset/1, float_key/1, old_value/1, keys_of/1, loop/1, input_key/1, nested/2, erase_all/1, cleared/1]).

%% fails: helper(2)
-spec helper(0..2) -> ok.
helper(X) -> store(X), case get(k) of N when N < 2 -> ok end.
store(X) -> put(k, X).

%% fails: overwritten(a)
-spec overwritten(a | b) -> ok.
overwritten(X) -> put(a, 1), put(X, 2), case get(a) of 1 -> ok end.

%% fails: erased(a)
-spec erased(a | b) -> integer().
erased(X) -> put(a, 1), erase(X), get(a) + 1.

%% fails: key({1, b})
-spec key({1, a | b}) -> ok.
key(K) -> put({1, b}, no), put(K, yes), case get({1, b}) of no -> ok end.

%% fails: caught(1)
-spec caught(0..1) -> ok.
caught(X) -> catch (begin put(k, 1), 1 div (1 - X), put(k, 2) end), case get(k) of 2 -> ok end.

%% fails: all(b)
-spec all(a | b) -> ok.
all(X) -> put(X, 1), case lists:sort(get()) of [{a, 1}] -> ok end.

%% fails: unset(0)
-spec unset(0..1) -> integer().
unset(X) -> case X of 1 -> put(k, 1); 0 -> ok end, get(k) + 1.

%% fails: float_key(1.0)
-spec float_key(1 | float()) -> ok.
float_key(K) when K == 1 -> put(1, a), put(K, b), case get(1) of b -> ok end;
float_key(_) -> ok.

%% fails: old_value(1)
-spec old_value(0..1) -> ok.
old_value(X) -> put(k, X), case put(k, 5) of 0 -> ok end.

%% fails: keys_of(7)
-spec keys_of(7 | 8) -> ok.
keys_of(V) -> put(a, 7), put(b, V), case length(get_keys(7)) of 1 -> ok end.

%% fails: loop([1, 1, 1])
-spec loop([1]) -> ok.
loop(L) -> put(n, 0), [put(n, get(n) + X) || X <- L], case get(n) of 3 -> error(three); _ -> ok end.

%% fails: input_key(k)
-spec input_key(atom()) -> ok.
input_key(A) -> put(k, 1), case get(A) of undefined -> ok end.

%% fails: nested(a, a)
-spec nested(a | b, a | b) -> ok.
nested(A, B) -> put(A, B), case get(get(A)) of undefined -> ok end.

%% fails: erase_all(1)
-spec erase_all(0..1) -> ok.
erase_all(X) -> put(k, X), case erase() of [{k, 0}] -> ok end.

%% fails: cleared(b)
-spec cleared(a | b) -> ok.
cleared(X) -> put(a, 1), put(b, 1), erase(X), case get(b) of 1 -> ok end.
