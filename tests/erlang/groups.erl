%% SPDX-License-Identifier: Apache-2.0
%% Where findings belong. Behind "%=" stands what a maintainer would say of each function, worked out by hand:
%% "error REASON", "refused REASON", "domain VALUE" (of a kind that the function never takes), or nothing.
%% One place is one finding: where it fails on what somebody would pass as well, it is an error.
-module(groups).
-compile(export_all).
-record(r, {a, b}).

%% ---- Without a spec: what nobody would pass ----
len([]) -> 0; %= domain 0
len([_ | T]) -> 1 + len(T).
rec(#r{a = A}) -> A. %= domain 0
swap({A, B}) -> {B, A}. %= domain 0
triple([A, B, C]) -> A + B + C. %= error function_clause; error badarith
half(X) -> X div 2. %= domain []
both(X, Y) -> X + Y. %= error badarith
nested({point, X, Y}) when is_integer(X), is_integer(Y) -> {Y, X}. %= domain 0
size_of(M) -> maps:size(M). %= domain 0
bytes(B) -> binary:first(B). %= error badarg
comp(L) -> [X || {X, _} <- L]. %= domain 0

%% ---- Without a spec: what somebody would pass ----
age(N) when N < 18 -> child; %= error function_clause
age(N) when N < 130 -> adult.
inverse(N) when is_integer(N) -> 100 div N; %= error badarith
inverse(_) -> none.
day(1) -> monday; %= error function_clause
day(2) -> tuesday.
shape({circle, R}) when is_number(R) -> R * 2; %= error function_clause; error badarith
shape({square, S}) when is_number(S) -> S * 4.
head(L) when is_list(L) -> hd(L); %= error badarg
head(_) -> none.
get(M, K) when is_map(M) -> maps:get(K, M); %= error {badkey
get(_, _) -> none.
crash(X) when is_integer(X), X > 99 -> error(too_large); %= error too_large
crash(_) -> ok.

%% ---- Refusals ----
positive(N) when is_integer(N), N > 0 -> N; %= refused badarg
positive(_) -> error(badarg).
checked(N) when is_integer(N) -> N; %= refused {badarg
checked(N) -> error({badarg, N}).
args(N) when is_atom(N) -> N; %= refused badarg
args(N) -> error(badarg, [N]).
helper(N) -> must(is_integer(N)), N. %= refused badarg
must(true) -> ok; %= refused badarg
must(_) -> error(badarg).
noclause(N) when is_binary(N) -> N; %= refused function_clause
noclause(N) -> error(function_clause, [N]).
caught(N) -> try error(badarg) catch error:badarg -> 10 div N end. %= error badarith
library(A) -> atom_to_list(A). %= domain 0

%% ---- With a spec: all that it allows counts ----
-spec s_len(term()) -> non_neg_integer().
s_len(L) -> length(L). %= error badarg
-spec s_half(integer() | atom()) -> integer().
s_half(X) -> X div 2. %= error badarith
-spec s_pos(integer()) -> pos_integer().
s_pos(N) when N > 0 -> N; %= refused badarg
s_pos(_) -> error(badarg).

%% ---- Causes of one badarg (groups_test tells which) ----
cause_part(B, At, N) -> binary:part(B, At, N).
cause_number(S) -> list_to_integer(S).
