% SPDX-License-Identifier: Apache-2.0
% Programs whose orders were counted elsewhere: after each function's name, how many runs optimal reduction with
% observers takes. From the reference results of Concuerror, on programs written anew from their descriptions, and small
% ones counted by hand.
-module(order_counts).
-export([literal_1/0, any_2/0, special_3/0, readers_64/0, lastzero_64/0, cells_5/0, guarded_5/0, unread_1/0,
         kinds_2/0, keyed_2/0, three_6/0, server_4/0, looked_4/0, late_3/0]).

done(0) -> ok;
done(N) -> receive done -> done(N - 1) end.

% Three send different messages, which are taken in a fixed order.
-spec literal_1() -> ok.
literal_1() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [a, b, c]],
    receive a -> ok end, receive b -> ok end, receive c -> ok end.

-spec any_2() -> ok.
any_2() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [a, b]],
    receive _ -> ok end, receive _ -> ok end.

% One waits for a special message in vain or not, then for any; its parent sends a, then special, a third c.
-spec special_3() -> ok.
special_3() ->
    P = spawn(fun() -> receive special -> ok after 0 -> receive _ -> ok end end end),
    spawn(fun() -> P ! c end),
    P ! a,
    P ! special,
    ok.

% One writes x; each of six reads what is its own, and then x.
-spec readers_64() -> ok.
readers_64() ->
    T = ets:new(t, [public]),
    [ets:insert(T, {K, 0}) || K <- [x, 1, 2, 3, 4, 5, 6]],
    spawn(fun() -> ets:insert(T, {x, 1}) end),
    [spawn(fun() -> ets:lookup(T, I), ets:lookup(T, x) end) || I <- [1, 2, 3, 4, 5, 6]],
    receive never -> ok after 6000 -> ok end.

% Writer i reads cell i - 1 and makes cell i one more; another goes down from 5 to the first 0.
-spec lastzero_64() -> ok.
lastzero_64() ->
    T = ets:new(t, [public]),
    [ets:insert(T, {I, 0}) || I <- [0, 1, 2, 3, 4, 5]],
    spawn(fun() -> down(T, 5) end),
    [spawn(fun() -> ets:insert(T, {I, ets:lookup_element(T, I - 1, 2) + 1}) end) || I <- [1, 2, 3, 4, 5]],
    receive never -> ok after 6000 -> ok end.

down(T, I) ->
    case ets:lookup_element(T, I, 2) of
        0 -> ok;
        _ -> down(T, I - 1)
    end.

% Four on the cells x, y and z.
-spec cells_5() -> ok.
cells_5() ->
    T = ets:new(t, [public]),
    [ets:insert(T, {K, 0}) || K <- [x, y, z]],
    spawn(fun() -> ets:insert(T, {x, 1}) end),
    spawn(fun() -> ets:insert(T, {y, 1}) end),
    spawn(fun() -> [{y, 0}] =:= ets:lookup(T, y) andalso ets:insert(T, {z, 1}) end),
    spawn(fun() ->
        [{z, 1}] =:= ets:lookup(T, z) andalso [{y, 0}] =:= ets:lookup(T, y) andalso ets:insert(T, {x, 2})
    end),
    receive never -> ok after 6000 -> ok end.

% Two write y the same; one of them x before, which is read where y is 1.
-spec guarded_5() -> ok.
guarded_5() ->
    T = ets:new(t, [public]),
    [ets:insert(T, {K, 0}) || K <- [x, y]],
    spawn(fun() -> ets:insert(T, {x, 1}), ets:insert(T, {y, 1}) end),
    spawn(fun() -> [{y, 1}] =:= ets:lookup(T, y) andalso ets:lookup(T, x) end),
    spawn(fun() -> ets:insert(T, {y, 1}) end),
    receive never -> ok after 6000 -> ok end.

% Messages that nobody reads.
-spec unread_1() -> ok.
unread_1() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [a, b, c]],
    ok.

% Of each kind one is taken; only the two of kind a can be told apart.
-spec kinds_2() -> ok.
kinds_2() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [{a, 1}, {b, 1}, {a, 2}]],
    receive {b, _} -> ok end, receive {a, _} -> ok end.

% Which of two replies comes first is told by a guard.
-spec keyed_2() -> ok.
keyed_2() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [1, 12, 13]],
    receive N when N > 10 -> ok end.

-spec three_6() -> ok.
three_6() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [a, b, c]],
    receive _ -> ok end, receive _ -> ok end, receive _ -> ok end.

% Two clients of a server, each of which waits for its own reply.
-spec server_4() -> ok.
server_4() ->
    P = spawn(fun() -> serve(2) end),
    S = self(),
    [spawn(fun() -> R = make_ref(), P ! {self(), R}, receive {R, _} -> S ! done end end) || _ <- [1, 2]],
    done(2).

serve(0) -> ok;
serve(N) -> receive {P, R} -> P ! {R, N}, serve(N - 1) end.

% Nobody takes a message, but all are looked at.
-spec looked_4() -> ok.
looked_4() ->
    S = self(),
    [spawn(fun() -> S ! M, S ! done end) || M <- [a, b]],
    done(2),
    {messages, L} = process_info(S, messages),
    2 = length(L),
    ok.

% A message comes before, between or after two looks.
-spec late_3() -> ok.
late_3() ->
    S = self(),
    spawn(fun() -> S ! m end),
    receive m -> ok after 0 -> receive m -> ok after 0 -> ok end end.
