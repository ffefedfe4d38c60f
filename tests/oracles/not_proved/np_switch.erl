%% SPDX-License-Identifier: Apache-2.0
%% Literal switches: one decision for many clauses, and what none of them takes.
-module(np_switch).
-export([many/1, numbers/1, mixed/1, big/1, strings/1, guarded/1, nested/1, pairs/1, repeated/1, after_guard/1, floats/1, binaries/1, default/1, range/1, two/2, keys/1, bools/1]).

%% fails: many(h)
-spec many(a | b | c | d | e | f | g | h) -> integer().
many(a) -> 1; many(b) -> 2; many(c) -> 3; many(d) -> 4; many(e) -> 5; many(f) -> 6; many(g) -> 7.

%% fails: numbers(0)
-spec numbers(0..9) -> atom().
numbers(1) -> a; numbers(2) -> b; numbers(3) -> c; numbers(4) -> d; numbers(5) -> e; numbers(6) -> f; numbers(7) -> g; numbers(8) -> h; numbers(9) -> i.

%% fails: mixed(2.0)
-spec mixed(1 | 2 | float() | a) -> ok.
mixed(1) -> ok; mixed(2) -> ok; mixed(a) -> ok; mixed(X) when X =:= 1.0; X < 2; X > 2 -> ok.

%% fails: big(18446744073709551617)
-spec big(18446744073709551615..18446744073709551617) -> ok.
big(18446744073709551615) -> ok; big(18446744073709551616) -> ok.

%% fails: strings("stop")
-spec strings(string()) -> ok.
strings("start") -> ok; strings("status") -> ok; strings("stop") -> error(stop); strings(_) -> ok.

%% fails: guarded(c)
-spec guarded(a | b | c) -> ok.
guarded(a) -> ok; guarded(b) -> ok; guarded(X) when X =:= a -> ok; guarded(X) when X =:= b -> ok.

%% fails: nested({b, 2})
-spec nested({a | b, 1 | 2}) -> ok.
nested({a, 1}) -> ok; nested({a, 2}) -> ok; nested({b, 1}) -> ok.

%% fails: pairs({1, 0})
-spec pairs({0..1, 0..1}) -> ok.
pairs({X, X}) -> ok; pairs({0, 1}) -> ok.

%% fails: repeated(b)
-spec repeated(a | b) -> ok.
repeated(a) -> ok; repeated(a) -> ok; repeated(X) when X =/= a, X =/= b -> ok.

%% fails: after_guard(2)
-spec after_guard(0..3) -> ok.
after_guard(X) when X > 2 -> ok; after_guard(0) -> ok; after_guard(1) -> ok; after_guard(3) -> ok.

%% fails: floats(0.0)
-spec floats(float() | 0) -> ok.
floats(0) -> ok; floats(X) when X =/= 0 -> case X of 0.0 -> error(zero); _ -> ok end.

%% fails: binaries(<<"ab">>)
-spec binaries(<<_:16>>) -> ok.
binaries(<<"aa">>) -> ok; binaries(<<"ba">>) -> ok; binaries(<<_, "c">>) -> ok; binaries(B) when B =/= <<"ab">> -> ok.

%% fails: default(d)
-spec default(atom()) -> ok.
default(X) -> case X of a -> ok; b -> ok; c -> ok; Y when Y < c -> ok; Y when Y > d -> ok end.

%% fails: range(1 bsl 59)
-spec range(integer()) -> ok.
range(X) -> case X of 0 -> ok; 576460752303423487 -> ok; 576460752303423488 -> error(hit); 576460752303423489 -> ok; _ -> ok end.

%% fails: two(b, 2)
-spec two(a | b, 1 | 2) -> ok.
two(a, _) -> ok; two(_, 1) -> ok.

%% fails: keys(#{k => c})
-spec keys(#{k := a | b | c}) -> ok.
keys(#{k := a}) -> ok; keys(#{k := b}) -> ok.

%% fails: bools({true, false})
-spec bools({boolean(), boolean()}) -> ok.
bools({false, _}) -> ok; bools({_, true}) -> ok.
