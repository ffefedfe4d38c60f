% SPDX-License-Identifier: Apache-2.0
% Specs as preconditions: what they let through, and what they prove.
-module(specs).
-export([member/1, deep/1, even/1, overloaded/1, constrained/2, proof/1, proof_list/1, any_of/1, nonempty/1, remote/1,
         params/1, improper/1, tagged/1]).
-export_type([even/0, box/1]).

% One finding for each member of the union that fails.
-spec member(integer() | atom() | {integer(), atom()}) -> ok.
member(X) when is_integer(X), X > 10 -> error(number);
member(stop) -> error(atom);
member({3, go}) -> error(pair);
member(_) -> ok.

% One term is left.
-spec deep({a, [{b, 1..2} | c]}) -> ok.
deep({a, [{b, 2}, c, {b, 1}]}) -> error(found);
deep(_) -> ok.

-type even() :: zero | {odd()}.
-type odd() :: {even()}.
-spec even(even()) -> ok.
even({{{{zero}}}}) -> error(four);
even(_) -> ok.

% Each clause of the spec is an alternative of its own.
-spec overloaded(integer()) -> ok; (foo | bar) -> ok.
overloaded(7) -> error(seven);
overloaded(bar) -> error(bar);
overloaded(X) when is_list(X) -> error(never);
overloaded(_) -> ok.

-spec constrained(K, [{K, V}]) -> V | none when K :: 1..3, V :: boolean().
constrained(K, [{K, true} | _]) when K > 2 -> error(found);
constrained(_, _) -> none.

% Nothing of these can fail.
-spec proof({ok, 1..3} | error) -> 0..3.
proof({ok, N}) when N >= 1, N < 4 -> N;
proof(error) -> 0.

-spec proof_list([a | b]) -> ok.
proof_list([a | _]) -> ok;
proof_list([b | _]) -> ok;
proof_list([]) -> ok.

% Without a spec worth the name.
-spec any_of(term()) -> ok.
any_of({X, [Y]}) when is_atom(X), is_float(Y) -> error(found);
any_of(_) -> ok.

-spec nonempty(nonempty_list(non_neg_integer())) -> non_neg_integer().
nonempty([X]) -> X;
nonempty([0, 0 | _]) -> error(zeros);
nonempty([X, Y | _]) when X > Y -> X;
nonempty([_, Y | _]) -> Y.

-spec remote(orddict:orddict(a | b, 0..1)) -> ok.
remote([{a, 1}, {b, 0}]) -> error(found);
remote(_) -> ok.

-type box(T) :: {box, T}.
-spec params(box(box(0..9))) -> ok.
params({box, {box, 8}}) -> error(found);
params(_) -> ok.

-spec improper(nonempty_maybe_improper_list(1..2, 3)) -> ok.
improper([1 | 3]) -> error(found);
improper(_) -> ok.

-record(tag, {name :: a | b, size = 0 :: 0..3}).
-spec tagged(#tag{}) -> ok.
tagged(#tag{name = b, size = 3}) -> error(found);
tagged(_) -> ok.
