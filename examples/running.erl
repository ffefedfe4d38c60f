% SPDX-License-Identifier: Apache-2.0
% The running example of the literature on concolic testing of Erlang: three ways to fail, of which a looser or
% tighter spec lets more or fewer through.
-module(running).
-export([foo/1, foo_terms/1, foo_integers/1, letter/1, bar/1]).

% No spec: any term. Fails on a list that holds 42, on what is no list, and on a list that holds 42.0, the one term
% for which none of the three tests of order/1 is true.
foo(L) -> lists:foreach(fun check/1, L).

check(X) ->
    case order(X) of
        gt -> ok;
        lt -> ok
    end.

order(X) when X > 42 -> gt;
order(42) -> eq;
order(X) when X < 42 -> lt.

% Lists only: a call with something else breaks the contract and is not the function's fault.
-spec foo_terms([term()]) -> ok.
foo_terms(L) -> lists:foreach(fun check/1, L).

% Lists of integers: 42.0 is out as well.
-spec foo_integers([integer()]) -> ok.
foo_integers(L) -> lists:foreach(fun check/1, L).

% Goes through the letters of an atom: gt and lt have a t in the second place, eq has not.
-spec letter([integer()]) -> ok.
letter(L) -> lists:foreach(fun second_is_t/1, L).

second_is_t(X) ->
    $t = hd(tl(atom_to_list(order(X)))),
    ok.

% Four integers or more with the sum 42.
-spec bar([integer()]) -> ok.
bar(L) when length(L) < 4 -> ok;
bar(L) -> check(lists:sum(L)).
