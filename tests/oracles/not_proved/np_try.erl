%% SPDX-License-Identifier: Apache-2.0
%% What is caught and what is not: classes, patterns of reasons, what runs after, errors of the handlers.
-module(np_try).
-export([class/1, pattern/1, in_of/1, in_handler/1, in_after/1, old_catch/1, thrown_value/1, guard/1, nested/1, rethrow/1, partial/1, fun_outside/1, after_kept/1, exit_value/1, two_levels/1, reason/1, stack/1, wrong_class/1, body_value/1, late/1]).

%% fails: class(exit)
-spec class(error | throw | exit) -> ok.
class(C) -> try raise(C) catch throw:_ -> ok; error:_ -> ok end.
raise(error) -> error(r);
raise(throw) -> throw(r);
raise(exit) -> exit(r).

%% fails: pattern(a)
-spec pattern(0 | a) -> integer().
pattern(X) -> try 10 div X catch error:badarith when is_integer(X) -> 0 end.

%% fails: in_of(0)
-spec in_of(0..2) -> integer().
in_of(X) -> try X of Y -> 10 div Y catch error:badarith -> 0 end.

%% fails: in_handler([])
-spec in_handler([integer()]) -> integer().
in_handler(L) -> try hd(L) catch error:badarg -> hd(tl(L)) end.

%% fails: in_after(0)
-spec in_after(0..2) -> ok.
in_after(X) -> try ok after 1 div X end.

%% fails: old_catch(a)
-spec old_catch(a | b) -> ok.
old_catch(X) -> case catch error(X) of {'EXIT', {b, _}} -> ok end.

%% fails: thrown_value(3)
-spec thrown_value(0..3) -> ok.
thrown_value(X) -> case catch throw(X) of N when N < 3 -> ok end.

%% fails: guard(2)
-spec guard(0..2) -> ok.
guard(X) -> try throw(X) catch N when N < 2 -> ok end.

%% fails: nested(b)
-spec nested(a | b) -> ok.
nested(X) -> try try error(X) catch error:a -> ok end catch throw:_ -> ok end.

%% fails: rethrow(1)
-spec rethrow(0..1) -> ok.
rethrow(X) -> try 1 div X, hd([]) catch C:R:S when R =:= badarg -> erlang:raise(C, R, S); _:_ -> ok end.

%% fails: partial({b, 1})
-spec partial({a | b, 1}) -> ok.
partial(T) -> try {a, 1} = T, ok catch error:{badmatch, {b, 2}} -> ok end.

%% fails: fun_outside(0)
-spec fun_outside(0..1) -> integer().
fun_outside(X) -> F = try fun() -> 1 div X end catch _:_ -> fun() -> 0 end end, F().

%% fails: after_kept(1)
-spec after_kept(0..1) -> ok.
after_kept(X) -> try (X =:= 1 andalso error(one)), ok after put(k, X) end.

%% fails: exit_value(normal)
-spec exit_value(normal | a) -> ok.
exit_value(R) -> try exit(R) catch exit:a -> ok end.

%% fails: two_levels(2)
-spec two_levels(0..2) -> ok.
two_levels(X) -> try level(X) catch error:one -> ok end.
level(X) -> try case X of 1 -> error(one); 2 -> error(two); _ -> ok end catch error:three -> ok end.

%% fails: reason([])
-spec reason([] | a) -> ok.
reason(X) -> try true = length(X) >= 0, _ = atom_to_list(X), ok catch error:badarith -> ok end.

%% fails: stack(a)
-spec stack(a | b) -> ok.
stack(X) -> try error(X) catch error:b:S -> true = is_list(S), ok end.

%% fails: wrong_class(1)
-spec wrong_class(0..1) -> ok.
wrong_class(X) -> try (X =:= 1 andalso throw(badarith)), ok catch error:badarith -> ok end.

%% fails: body_value(c)
-spec body_value(a | b | c) -> ok.
body_value(X) -> try X of a -> ok; b -> ok catch _:_ -> ok end.

%% fails: late(3)
-spec late(0..3) -> ok.
late(X) -> put(n, X), try put(n, X + 1), error(x) catch error:x -> case get(n) of N when N < 4 -> ok end end.
