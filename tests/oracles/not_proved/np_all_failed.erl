%% SPDX-License-Identifier: Apache-2.0
%% Counting the places that may fail: the second way to fail behind the first, of the same place, line or reason.
-module(np_all_failed).
-export([two_reasons/1, two_classes/1, same_line/1, helper_twice/1, rethrown/1, computed/1, caught_first/1, in_fun/1, after_it/1, nested/1, tag/1, clause_and_case/1, by_class/1, map_update/1, argument/1, loop/1]).

%% fails: two_reasons(b)
-spec two_reasons(a | b) -> none().
two_reasons(X) -> error(case X of a -> first; b -> second end).

%% fails: two_classes(2)
-spec two_classes(1 | 2) -> none().
two_classes(X) -> F = case X of 1 -> fun(R) -> throw(R) end; 2 -> fun(R) -> exit(R) end end, F(reason).

%% fails: same_line(1)
-spec same_line(0..1) -> integer().
same_line(X) -> case X of 0 -> 1 div X; 1 -> hd([Y || Y <- [X], Y > 1]) end.

%% fails: helper_twice(1)
-spec helper_twice(0..2) -> ok.
helper_twice(0) -> refuse(zero);
helper_twice(1) -> refuse(one);
helper_twice(_) -> ok.
refuse(R) -> error(R).

%% fails: rethrown(b)
-spec rethrown(a | b) -> ok.
rethrown(X) -> try error(X) catch error:a -> error(seen_a); error:R -> error({other, R}) end.

%% fails: computed(2)
-spec computed(0..2) -> none().
computed(X) -> error(element(X + 1, {zero, one, two})).

%% fails: caught_first(b)
-spec caught_first(a | b) -> ok.
caught_first(X) -> try check(X) catch error:bad -> check2(X) end.
check(a) -> ok;
check(_) -> error(bad).
check2(b) -> error(worse).

%% fails: in_fun([2])
-spec in_fun([1 | 2]) -> [ok].
in_fun(L) -> [case X of 1 -> error(one); 2 -> error(two) end || X <- L].

%% fails: after_it(1)
-spec after_it(0..1) -> ok.
after_it(X) -> try error(first) after (X =:= 1 andalso error(second)) end.

%% fails: nested(3)
-spec nested(0..3) -> ok.
nested(X) when X < 3 -> error({bad, X});
nested(X) -> error({worse, X}).

%% fails: tag(b)
-spec tag(a | b) -> none().
tag(X) -> error({case X of a -> one; b -> two end, 1}).

%% fails: clause_and_case({c})
-spec clause_and_case(a | b | {a | c}) -> ok.
clause_and_case({X}) -> case X of a -> ok end;
clause_and_case(a) -> ok.

%% fails: by_class(exit)
-spec by_class(error | exit) -> none().
by_class(C) -> erlang:raise(C, reason, []).

%% fails: map_update(a)
-spec map_update(#{} | a) -> map().
map_update(M) -> M#{k := 1}.

%% fails: argument(0)
-spec argument(0..1) -> integer().
argument(X) -> div_of(10 div X) + div_of(X - 1).
div_of(Y) -> 10 div Y.

%% fails: loop(5)
-spec loop(0..5) -> ok.
loop(5) -> error(five);
loop(N) when N > 2 -> error(many);
loop(_) -> ok.
