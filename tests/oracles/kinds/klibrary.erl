% SPDX-License-Identifier: Apache-2.0
%% Library functions whose result is compared. See kbits.
-module(klibrary).
-compile([export_all, nowarn_export_all]).

%! klibrary:keyfind3([{x, 1}, {y, 2}, {z, 30}])
-spec keyfind3([{atom(), integer()}]) -> ok.
keyfind3(L) ->
    case lists:keyfind(z, 1, L) of {z, 30} when length(L) > 2 -> error(found); _ -> ok end.

%! klibrary:zipped([1, 2], [a, b])
-spec zipped([integer()], [atom()]) -> ok.
zipped(A, B) when length(A) =:= length(B) ->
    case lists:zip(A, B) of [{1, a}, {2, b}] -> error(found); _ -> ok end;
zipped(_, _) -> ok.

%! klibrary:folded([7, 8, 9])
-spec folded([0..9]) -> ok.
folded(L) -> case lists:foldl(fun(D, N) -> N * 10 + D end, 0, L) of 789 -> error(found); _ -> ok end.

%! klibrary:usorted([b, a, b])
-spec usorted([a | b | c]) -> ok.
usorted(L) -> case {length(L), lists:usort(L)} of {3, [a, b]} -> error(found); _ -> ok end.

%! klibrary:flattened([[1], [[2]]])
-type deep() :: [integer() | deep()].
-spec flattened(deep()) -> ok.
flattened([X | _] = L) when is_list(X) -> case lists:flatten(L) of [1, 2] -> error(found); _ -> ok end;
flattened(_) -> ok.

%! klibrary:halves([1, 2, 3, 4])
-spec halves([integer()]) -> ok.
halves(L) ->
    case lists:split(length(L) div 2, L) of {[1, 2], [3, 4]} -> error(found); _ -> ok end.

%! klibrary:merged([1, 4], [2, 3])
-spec merged([integer()], [integer()]) -> ok.
merged([_, _] = A, [_, _] = B) -> case lists:merge(A, B) of [1, 2, 3, 4] -> error(found); _ -> ok end;
merged(_, _) -> ok.

%! klibrary:dropped([1, 1, 5, 1])
-spec dropped([integer()]) -> ok.
dropped(L) -> case lists:dropwhile(fun(X) -> X =:= 1 end, L) of [5, 1] when length(L) =:= 4 -> error(found); _ -> ok end.

%! klibrary:mapped("abc")
-spec mapped(string()) -> ok.
mapped(S) -> case lists:map(fun(C) -> C bxor 1 end, S) of "`cb" -> error(found); _ -> ok end.

%! klibrary:sequence(4)
-spec sequence(integer()) -> ok.
sequence(N) when N >= 0, N < 20 -> case lists:seq(1, N) of [1, 2, 3, 4] -> error(found); _ -> ok end;
sequence(_) -> ok.

%! klibrary:padded(7)
-spec padded(integer()) -> ok.
padded(N) -> case lists:flatten(string:pad(integer_to_list(N), 3, leading, $0)) of "007" -> error(found); _ -> ok end.

%! klibrary:fields(<<"k:v">>)
-spec fields(binary()) -> ok.
fields(B) -> case binary:split(B, <<":">>) of [<<"k">>, <<"v">>] -> error(found); _ -> ok end.

%! klibrary:middle(<<0, "XY", 0>>)
-spec middle(binary()) -> ok.
middle(B) when byte_size(B) > 3 -> case binary:part(B, 1, 2) of <<"XY">> -> error(found); _ -> ok end;
middle(_) -> ok.

%! klibrary:found_at(<<"aab">>)
-spec found_at(binary()) -> ok.
found_at(B) -> case binary:match(B, <<"b">>) of {2, 1} -> error(found); _ -> ok end.

%! klibrary:all_matches(<<"xox">>)
-spec all_matches(binary()) -> ok.
all_matches(B) -> case binary:matches(B, <<"x">>) of [{0, 1}, {2, 1}] -> error(found); _ -> ok end.

%! klibrary:found_in_scope(<<"b.b">>)
-spec found_in_scope(binary()) -> ok.
found_in_scope(B) when byte_size(B) > 0 ->
    case binary:match(B, <<"b">>, [{scope, {1, byte_size(B) - 1}}]) of
        {2, 1} when binary_part(B, 0, 1) =:= <<"b">> -> error(found);
        _ -> ok
    end;
found_in_scope(_) -> ok.

%! klibrary:numbered("42.txt")
-spec numbered(string()) -> ok.
numbered(S) -> case string:to_integer(S) of {N, ".txt"} when N > 41 -> error(found); _ -> ok end.

%! klibrary:map_sum(#{a => 40, b => 2})
-spec map_sum(#{atom() => integer()}) -> ok.
map_sum(M) -> case maps:fold(fun(_, V, S) -> V + S end, 0, M) of 42 when map_size(M) =:= 2 -> error(found); _ -> ok end.

%! klibrary:map_filtered(#{a => 5, b => -1})
-spec map_filtered(#{a | b => integer()}) -> ok.
map_filtered(M) -> case maps:filter(fun(_, V) -> V > 0 end, M) of #{a := 5} = F when map_size(F) =:= 1, map_size(M) =:= 2 -> error(found); _ -> ok end.

%! klibrary:map_merged(#{a => 1}, #{b => 2})
-spec map_merged(#{atom() => integer()}, #{atom() => integer()}) -> ok.
map_merged(A, B) -> case maps:merge(A, B) of #{a := 1, b := 2} -> error(found); _ -> ok end.

%! klibrary:map_made([{k, 5}])
-spec map_made([{atom(), integer()}]) -> ok.
map_made(L) -> case maps:from_list(L) of #{k := 5} -> error(found); _ -> ok end.

%! klibrary:map_size_of(#{a => 1, b => 1, c => 1})
-spec map_size_of(#{atom() => 1}) -> ok.
map_size_of(M) when map_size(M) =:= 3 -> error(found);
map_size_of(_) -> ok.

%! klibrary:map_counted([x, y, x])
-spec map_counted([x | y]) -> ok.
map_counted(L) ->
    case lists:foldl(fun(K, M) -> maps:update_with(K, fun(N) -> N + 1 end, 1, M) end, #{}, L) of
        #{x := 2, y := 1} -> error(found); _ -> ok end.

%! klibrary:formatted_text("xy")
%! klibrary:formatted_text([256])
-spec formatted_text(string()) -> ok.
formatted_text(S) -> case lists:flatten(io_lib:format("<~s>", [S])) of "<xy>" -> error(found); _ -> ok end.

%! klibrary:hexed(255)
-spec hexed(non_neg_integer()) -> ok.
hexed(N) -> case lists:flatten(io_lib:format("~4.16.0b", [N])) of "00ff" -> error(found); _ -> ok end.

%! klibrary:doubled(<<1, 2>>)
-spec doubled(binary()) -> ok.
doubled(B) -> case << <<(X * 2)>> || <<X>> <= B >> of <<2, 4>> -> error(found); _ -> ok end.

%! klibrary:bits_of(<<5:4>>)
-spec bits_of(bitstring()) -> ok.
bits_of(B) -> case [X || <<X:1>> <= B] of [0, 1, 0, 1] -> error(found); _ -> ok end.

%! klibrary:packed([3, 1])
-spec packed([0..15]) -> ok.
packed(L) -> case << <<X:4>> || X <- L >> of <<16#31>> -> error(found); _ -> ok end.

%! klibrary:stacked([3, 4])
-spec stacked([integer()]) -> ok.
stacked(L) ->
    put(sum, 0),
    lists:foreach(fun(X) -> put(sum, get(sum) + X) end, L),
    case get(sum) of 7 when length(L) =:= 2 -> error(found); _ -> ok end.

%! klibrary:table_keys([{b, 1}, {a, 2}])
-spec table_keys([{a | b, integer()}]) -> ok.
table_keys(L) ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, L),
    R = ets:tab2list(T),
    ets:delete(T),
    case R of [{a, 2}, {b, 1}] when hd(L) =:= {b, 1} -> error(found); _ -> ok end.

%! klibrary:utf8([228])
-spec utf8(string()) -> ok.
utf8(S) -> case unicode:characters_to_binary(S) of <<195, 164>> -> error(found); _ -> ok end.

%! klibrary:joined_words(["a", "b"])
-spec joined_words([string()]) -> ok.
joined_words(L) -> case string:join(L, ", ") of "a, b" -> error(found); _ -> ok end.

%! klibrary:iolist([<<"a">>, "b"])
-spec iolist(iolist()) -> ok.
iolist([B | _] = L) when is_binary(B) -> case iolist_to_binary(L) of <<"ab">> -> error(found); _ -> ok end;
iolist(_) -> ok.

%! klibrary:decimal(<<"1.5">>)
-spec decimal(binary()) -> ok.
decimal(B) -> case catch binary_to_float(B) of 1.5 -> error(found); _ -> ok end.

%! klibrary:day(2024, 2, 29)
-spec day(2000..2100, 1..12, 1..31) -> ok.
day(Y, 2, D) -> case calendar:valid_date(Y, 2, D) of true when D =:= 29 -> error(found); _ -> ok end;
day(_, _, _) -> ok.

%! klibrary:gregorian(2000, 3, 1)
-spec gregorian(1999..2001, 1..12, 1..31) -> ok.
gregorian(Y, M, D) ->
    case catch calendar:date_to_gregorian_days(Y, M, D) of 730545 -> error(found); _ -> ok end.

%! klibrary:queue([1, 2])
-spec queue([integer()]) -> ok.
queue(L) ->
    Q = lists:foldl(fun queue:in/2, queue:new(), L),
    case queue:out_r(Q) of {{value, 2}, R} -> case queue:len(R) of 1 -> error(found); _ -> ok end; _ -> ok end.

%! klibrary:gb([{5, a}, {3, b}])
-spec gb([{integer(), atom()}]) -> ok.
gb(L) ->
    T = lists:foldl(fun({K, V}, T) -> gb_trees:enter(K, V, T) end, gb_trees:empty(), L),
    case gb_trees:is_empty(T) orelse gb_trees:smallest(T) of {3, b} when length(L) =:= 2 -> error(found); _ -> ok end.

%! klibrary:proplist([{verbose, 3}, debug])
-spec proplist([atom() | {atom(), integer()}]) -> ok.
proplist(L) -> case {proplists:get_value(verbose, L), proplists:get_bool(debug, L)} of {3, true} -> error(found); _ -> ok end.

%! klibrary:atoms(get, it)
-spec atoms(atom(), atom()) -> ok.
atoms(A, B) -> case atom_to_list(A) ++ "_" ++ atom_to_list(B) of "get_it" -> error(found); _ -> ok end.

%! klibrary:hexbin(<<"ff">>)
-spec hexbin(binary()) -> ok.
hexbin(B) -> case catch binary_to_integer(B, 16) of 255 -> error(found); _ -> ok end.

%! klibrary:prefix_float("7;")
%! klibrary:prefix_float("0,5e+")
-spec prefix_float([$0..$9 | $- | $. | $, | $; | $e | $+ | $x]) -> ok.
prefix_float(S) ->
    case string:list_to_float(S) of
        {error, no_float} when hd(S) =:= $7 -> error(found);
        {0.5, "e+"} -> error(half);
        _ -> ok
    end.
