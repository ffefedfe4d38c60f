% SPDX-License-Identifier: Apache-2.0
% What a run keeps outside its terms: tables, counters, persistent terms, the process dictionary.
-module(stores).
-export([value/1, key/1, inserted/2, counted/1, guarded/2, ordered/2, missing/1, folded/1, persistent/1, cached/1, atomic/1, dictionary/2,
         safe/1, sent/2, told/1, flag/1, kernel/1]).

-spec value(integer()) -> ok.
value(X) ->
    T = ets:new(t, []),
    ets:insert(T, {k, X}),
    case ets:lookup(T, k) of
        [{k, 42}] -> error(found);
        _ -> ok
    end.

-spec key(atom()) -> ok.
key(K) ->
    T = ets:new(t, [public, set]),
    ets:insert(T, [{alice, 1}, {bob, 2}, {carol, 3}]),
    case ets:lookup(T, K) of
        [{_, 2}] -> error(found);
        _ -> ok
    end.

-spec inserted(integer(), integer()) -> ok.
inserted(K, L) ->
    T = ets:new(t, [set]),
    ets:insert(T, {K, 1}),
    ets:insert(T, {L, 2}),
    case ets:info(T, size) of
        1 when K > 100 -> error(found);
        _ -> ok
    end.

-spec counted(integer()) -> ok.
counted(N) ->
    T = ets:new(t, []),
    ets:insert(T, {hits, 3}),
    case ets:update_counter(T, hits, N) of
        50 -> error(found);
        _ -> ok
    end.

-spec guarded(0..100, 0..100) -> ok.
guarded(A, B) ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, [{a, A}, {b, B}]),
    case ets:select(T, [{{'$1', '$2'}, [{'>', '$2', 90}], ['$1']}]) of
        [b] -> error(found);
        _ -> ok
    end.

-spec ordered(integer(), integer()) -> ok.
ordered(A, B) ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, {A, first}),
    ets:insert(T, {B, second}),
    case ets:first(T) of
        17 when B < A -> error(found);
        _ -> ok
    end.

% One way to fail: a key that is not there.
-spec missing(a | b | c) -> integer().
missing(K) ->
    T = ets:new(t, []),
    ets:insert(T, [{a, 1}, {b, 2}]),
    ets:lookup_element(T, K, 2).

-spec folded([0..9]) -> ok.
folded(L) ->
    T = ets:new(t, [duplicate_bag]),
    [ets:insert(T, {n, X}) || X <- L],
    case ets:foldl(fun({n, X}, S) -> S + X end, 0, T) of
        13 -> error(found);
        _ -> ok
    end.

% The key is unknown; what the VM itself keeps under others is, too.
-spec cached(atom()) -> ok.
cached(K) ->
    persistent_term:put(frisk_one, 1), % that of the other is nowhere in the code
    persistent_term:put(list_to_atom(lists:reverse("owt_ksirf")), 2),
    case persistent_term:get(K, 0) of
        2 -> error(found);
        _ -> ok
    end.

-spec persistent(integer()) -> ok.
persistent(X) ->
    persistent_term:put({?MODULE, k}, X * 2),
    case persistent_term:get({?MODULE, k}) of
        84 -> error(found);
        _ -> ok
    end.

-spec atomic(integer()) -> ok.
atomic(X) when X >= 0, X < 1000 ->
    A = atomics:new(2, []),
    atomics:put(A, 1, X),
    case atomics:add_get(A, 1, 5) of
        77 -> error(found);
        _ -> ok
    end;
atomic(_) -> ok.

-spec dictionary(a | b, integer()) -> ok.
dictionary(K, X) ->
    put(a, 1),
    put(K, X),
    case get(a) of
        9 -> error(found);
        _ -> ok
    end.

-spec safe(a | b) -> integer().
safe(K) ->
    T = ets:new(t, []),
    ets:insert(T, [{a, 1}, {b, 2}]),
    ets:lookup_element(T, K, 2).

-spec sent(pid(), integer()) -> ok.
sent(P, X) -> {hello, Y} = P ! {hello, X}, if Y =:= 77 -> error(found); true -> ok end.

-spec told(pid() | 1..3) -> ok.
told(P) -> erlang:send(P, hello), self() ! P, ok.

-spec flag(boolean()) -> ok.
flag(B) ->
    false = process_flag(trap_exit, B),
    case process_flag(trap_exit, false) of true -> error(was_on); false -> ok end.

-spec kernel(any()) -> any().
kernel(X) -> global:whereis_name(X).
