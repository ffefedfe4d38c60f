% SPDX-License-Identifier: Apache-2.0
% Exceptions in all combinations.
-module(trys).
-export([nested/2, after_raises/1, reraise/1, odd_trace/1, catch_value/1, catch_guard/1, classes/2, try_of/1, exit_normal/1,
         throw_any/1, error_fun/1, error_pid/1, error_ref/1, error_args/2, stack/1, deep_after/1, bad_class/2, in_fun/1,
         catch_catch/1, else_clause/1, raise_in_handler/1, guard_fail/1, error_map/1, error_huge/1, error_float/1,
         error_bits/1, nif/1, old_stack/1]).
-spec nested(any(), any()) -> any().
nested(A, B) ->
    try try hd(A) catch error:badarg -> throw(B) after put(k, A) end
    of X when X > 3 -> exit(X); X -> {ok, X}
    catch throw:T when is_atom(T) -> erlang:error(T); throw:_ -> not_atom
    after erase(k) end.
-spec after_raises(integer()) -> any().
after_raises(N) ->
    try 10 div N after (case N of 5 -> error(five); 0 -> throw(zero); _ -> ok end) end.
-spec reraise(integer()) -> any().
reraise(N) ->
    try 1 / N catch C:R:S -> erlang:raise(C, {wrapped, R}, S) end.
-spec odd_trace(integer()) -> any().
odd_trace(1) -> erlang:raise(error, one, []);
odd_trace(2) -> erlang:raise(error, two, not_a_list);
odd_trace(3) -> erlang:raise(throw, three, [{m, f, 2}, {m, f, [a], []}, {m, f, 1, [{file, "x"}, {line, 3}]}]);
odd_trace(4) -> erlang:raise(no_class, four, []);
odd_trace(5) -> erlang:raise(error, five, [x]);
odd_trace(6) -> erlang:raise(exit, six, [{odd_trace, 6}]);
odd_trace(7) -> erlang:raise(error, seven, [{fun odd_trace/1, 1}]);
odd_trace(8) -> erlang:raise(error, eight, [{trys, odd_trace, 1, [{line, x}]} | tail]);
odd_trace(_) -> ok.
-spec catch_value(any()) -> any().
catch_value(X) -> case catch element(2, X) of {'EXIT', {badarg, [_ | _]}} -> bad; {'EXIT', R} -> exit(R); 7 -> throw(seven); V -> V end.
-spec catch_guard(any()) -> any().
catch_guard(X) when hd(X) =:= 1; X =:= 2; element(1, X) > 5 -> (catch throw(X)) + 1;
catch_guard(X) when map_size(X) > 2 -> error;
catch_guard(_) -> ok.
-spec classes(error | exit | throw, any()) -> any().
classes(C, R) -> try erlang:raise(C, R, []) catch throw:x -> 1; exit:y -> 2; error:z -> 3 end.
-spec try_of(any()) -> any().
try_of(X) -> try X of {a, Y} -> Y; [Z] -> throw(Z) catch throw:_ -> caught end.
-spec exit_normal(integer()) -> any().
exit_normal(1) -> exit(normal);
exit_normal(2) -> exit(shutdown);
exit_normal(3) -> exit({shutdown, now});
exit_normal(4) -> exit(kill);
exit_normal(5) -> exit(self(), normal);
exit_normal(6) -> exit(self(), kill);
exit_normal(7) -> exit(self(), odd);
exit_normal(_) -> ok.
-spec throw_any(any()) -> no_return().
throw_any(X) -> throw(X).
-spec error_fun(integer()) -> any().
error_fun(1) -> error(fun(X) -> X end);
error_fun(2) -> error({fun lists:map/2, fun error_fun/1});
error_fun(3) -> (fun(X, Y) -> X + Y end)(1);
error_fun(N) -> N(3).
-spec error_pid(integer()) -> any().
error_pid(1) -> error({pid, self()});
error_pid(2) -> exit(self());
error_pid(3) -> throw([self() | self()]);
error_pid(_) -> ok.
-spec error_ref(integer()) -> any().
error_ref(1) -> error(make_ref());
error_ref(2) -> exit([make_ref()]);
error_ref(_) -> ok.
-spec error_args(any(), any()) -> any().
error_args(A, B) -> erlang:error({odd, A}, [A, B]).
-spec stack(any()) -> any().
stack(X) -> try error(X) catch _:_:S -> S end.
-spec deep_after(non_neg_integer()) -> any().
deep_after(0) -> error(bottom);
deep_after(N) -> try deep_after(N - 1) after self() end.
-spec bad_class(atom(), any()) -> any().
bad_class(C, R) -> erlang:raise(C, R, []).
-spec in_fun(any()) -> any().
in_fun(X) -> F = fun() -> try X + 1 catch error:badarith -> throw({f, X}) end end, try F() catch throw:{f, Y} -> exit({f, Y}) end.
-spec catch_catch(any()) -> any().
catch_catch(X) -> catch (catch (catch exit(X))) ++ X.
-spec else_clause(any()) -> any().
else_clause(X) -> try X of 1 -> 2 catch _:_ -> 3 after 4 end.
-spec raise_in_handler(any()) -> any().
raise_in_handler(X) -> try X() catch _:Y -> Y() after X(1) end.
-spec guard_fail(any()) -> any().
guard_fail(X) -> if X + 1 > 2 -> a; not X -> b; length(X) > 1 -> c end.
-spec error_map(map()) -> any().
error_map(M) -> error(M#{x => M}).
-spec error_huge(integer()) -> any().
error_huge(N) -> error(lists:duplicate(20000, N)).
-spec error_float(float()) -> any().
error_float(F) -> error({f, F * 2.0, -F, math:sqrt(F)}).
-spec error_bits(bitstring()) -> any().
error_bits(<<1:3, _/bits>> = B) -> error(B);
error_bits(<<_:64, "abc\n\"\\", R/bits>>) -> throw(R);
error_bits(B) -> B.
-spec nif(any()) -> any().
nif(X) -> erlang:nif_error({x, X}).
-spec old_stack(any()) -> any().
old_stack(X) -> (catch error(X)), erlang:process_info(self(), current_stacktrace).
