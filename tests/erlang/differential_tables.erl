% SPDX-License-Identifier: Apache-2.0
% Programs for the differential test: random operations on tables and the other things that a run keeps.
-module(differential_tables).
-export([table/3, selected/3, walked/2, guards/2, counted/2, options/2, spec_run/2, replaced/2, persistent/1, atomics_run/2,
         counters_run/2]).

-type key() :: 0..9 | 250..260 | float() | a | b | zebra | 'hello world' | [] | [1..2] | <<_:8>> | {1, 2} | 100000000000000000000.
-type value() :: -2..3 | float() | a | b | {x, 1} | [1..2].
-type object() :: {key(), value()} | {key(), value(), value()}.
-type type() :: set | ordered_set | bag | duplicate_bag.
-type operation() :: {insert, object()} | {insert, [object()]} | {insert_new, object()} | {insert_new, [object()]}
                   | {delete, key()} | {lookup, key()} | {member, key()} | {take, key()} | {delete_object, object()}
                   | {lookup_element, key(), 0..4} | {next, key()} | {prev, key()} | first | last
                   | {update_element, key(), {1..3, value()} | [{2..3, value()}]}
                   | {update_counter, key(), -2..2 | {2..3, -2..2} | {2, -2..2, 0..3, 0..3} | [{2, 1..2}]}
                   | {update_counter, key(), 1..3, {key(), 0..2}}
                   | {info, size | name | type | keypos | protection | named_table | heir | compressed | none} | all.

done(F) -> try F() catch C:R -> {C, R} end.

-spec table(type(), [object()], [operation()]) -> term().
table(Type, Objects, Operations) ->
    T = ets:new(t, [Type]),
    done(fun() -> ets:insert(T, Objects) end),
    Results = [done(fun() -> operation(T, O) end) || O <- Operations],
    {Results, ets:tab2list(T)}.

operation(T, first) -> ets:first(T);
operation(T, last) -> ets:last(T);
operation(T, all) -> ets:tab2list(T);
operation(T, {F, A}) -> ets:F(T, A);
operation(T, {F, A, B}) -> ets:F(T, A, B);
operation(T, {F, A, B, C}) -> ets:F(T, A, B, C).

filled(Type, Objects) ->
    T = ets:new(t, [Type, {keypos, 1}, public]),
    [ets:insert(T, O) || O <- Objects],
    T.

-type pattern() :: '_' | '$1' | '$2' | '$3' | key() | value() | {x, '$2'} | nonempty_list('$1' | '_').
-spec selected(type(), [object()], {pattern(), pattern()} | {pattern(), pattern(), pattern()}) -> term().
selected(Type, Objects, Head) ->
    T = filled(Type, Objects),
    [done(fun() -> ets:match(T, Head) end),
     done(fun() -> ets:match_object(T, Head) end),
     done(fun() -> ets:select(T, [{Head, [], ['$$']}, {'_', [], [rest]}]) end),
     done(fun() -> ets:select_reverse(T, [{Head, [], ['$_']}]) end),
     done(fun() -> ets:select_count(T, [{Head, [], [true]}]) end),
     done(fun() -> pieces(ets:select(T, [{Head, [], ['$_']}], 2)) end),
     done(fun() -> pieces(ets:select_reverse(T, [{Head, [], ['$_']}], 3)) end),
     done(fun() -> ets:select_delete(T, [{Head, [], [true]}]) end),
     ets:tab2list(T),
     done(fun() -> ets:match_delete(T, Head) end)].

pieces('$end_of_table') -> done;
pieces({L, C}) -> [L | pieces(ets:select(C))].

-spec walked(type(), [object()]) -> term().
walked(Type, Objects) ->
    T = filled(Type, Objects),
    {walk(T, ets:first(T)), ets:foldl(fun(O, A) -> [O | A] end, [], T), ets:foldr(fun(O, A) -> [O | A] end, [], T)}.

walk(_, '$end_of_table') -> [];
walk(T, K) -> [K | walk(T, ets:next(T, K))].

-type guard() :: {'>' | '<' | '=:=' | '==' | '=/=', '$1' | '$2' | 1 | a, '$1' | '$2' | 2}
               | {is_integer | is_atom | is_list | is_tuple | is_float, '$1' | '$2'}
               | {'and' | 'or' | 'andalso' | 'orelse', guard(), guard()} | {'not', guard()} | true | false
               | {'+', '$2', 1} | {'=:=', {element, 1, '$_'}, '$1'} | {is_boolean, '$2'} | {bad, '$1'}
               | {'=:=', '$2', {const, {x, 1}}} | {'=:=', '$2', {{x, 1}}}.
-spec guards([object()], [guard()]) -> term().
guards(Objects, Guards) ->
    T = filled(ordered_set, Objects),
    done(fun() -> ets:select(T, [{{'$1', '$2'}, Guards, [{{'$2', '$1', {const, k}}}]}, {{'$1', '$2', '_'}, Guards, [['$1' | '$2'], {'+', '$2', 1}]}]) end).

-spec counted([{key(), 0..5}], [{key(), -3..3}]) -> term().
counted(Objects, Changes) ->
    T = filled(set, Objects),
    R = [done(fun() -> ets:update_counter(T, K, {2, N}, {K, 10}) end) || {K, N} <- Changes],
    {R, lists:sort(ets:tab2list(T))}.

-spec options(atom(), [set | bag | named_table | public | private | {keypos, 0..3} | {heir, none} | {read_concurrency, boolean()}
                       | compressed | {write_concurrency, boolean() | auto} | what]) -> term().
options(Name, Options) ->
    R = done(fun() -> T = ets:new(Name, Options),
                      [ets:insert(T, {1, 2, 3}), ets:info(T, keypos), ets:info(T, type), ets:info(T, protection), ets:info(T, named_table),
                       ets:info(T, compressed), ets:info(T, read_concurrency),
                       ets:whereis(Name) =:= undefined, done(fun() -> ets:new(Name, Options), again end), ets:delete(T),
                       done(fun() -> ets:insert(T, {1}) end), ets:info(T), ets:info(T, size)] end),
    R.

-spec spec_run([object()], pattern()) -> term().
spec_run(Objects, Pattern) ->
    done(fun() -> ets:match_spec_run(Objects, ets:match_spec_compile([{{Pattern, '$3'}, [], ['$3']}])) end).

-spec replaced(type(), [object()]) -> term().
replaced(Type, Objects) ->
    T = filled(Type, Objects),
    R = done(fun() -> ets:select_replace(T, [{{'$1', '$2'}, [], [{{'$1', [new | '$2']}}]}]) end),
    {R, ets:tab2list(T)}.

-spec persistent([{put, key(), value()} | {get, key()} | {get, key(), value()} | {erase, key()}]) -> term().
persistent(Operations) ->
    R = [done(fun() -> case O of
                           {put, K, V} -> persistent_term:put({?MODULE, K}, V);
                           {get, K} -> persistent_term:get({?MODULE, K});
                           {get, K, D} -> persistent_term:get({?MODULE, K}, D);
                           {erase, K} -> persistent_term:erase({?MODULE, K})
                       end end) || O <- Operations],
    [persistent_term:erase({?MODULE, element(2, O)}) || O <- Operations],
    R.

-type int64() :: -3..3 | 9223372036854775807 | -9223372036854775808 | 18446744073709551615 | 18446744073709551616 | a.
-spec atomics_run({0..3, [{signed, boolean()}]},
                  [{put | add | sub | add_get | sub_get | exchange, 0..4, int64()} | {get, 0..4} | {compare_exchange, 1..3, int64(), int64()}]) -> term().
atomics_run({Size, Options}, Operations) ->
    done(fun() ->
        A = atomics:new(Size, Options),
        R = [done(fun() -> case O of
                               {F, I} -> atomics:F(A, I);
                               {F, I, X} -> atomics:F(A, I, X);
                               {F, I, X, Y} -> atomics:F(A, I, X, Y)
                           end end) || O <- Operations],
        {R, [atomics:get(A, I) || I <- lists:seq(1, Size)], maps:without([memory], atomics:info(A))} end).

-spec counters_run({0..3, [atomics] | [write_concurrency] | []}, [{put | add | sub, 0..4, int64()} | {get, 0..4}]) -> term().
counters_run({Size, Options}, Operations) ->
    done(fun() ->
        A = counters:new(Size, Options),
        R = [done(fun() -> case O of
                               {F, I} -> counters:F(A, I);
                               {F, I, X} -> counters:F(A, I, X)
                           end end) || O <- Operations],
        {R, [counters:get(A, I) || I <- lists:seq(1, Size)], maps:size(counters:info(A))} end).
