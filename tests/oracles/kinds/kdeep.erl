% SPDX-License-Identifier: Apache-2.0
%% Errors behind more decisions than the usual depth, keys of maps that are listed, keys of the process dictionary,
%% numbers without a spec, stack traces as values. See kbits.
-module(kdeep).
-export([iso_date/1, serial/1, folded/1, listed_binary/1, between/1, listed_string/1, pair_keys/1, settings/1, keys/1, dict/2, dict_key/2,
         dict_gone/1, circle/1, caught_list/1, caught_stack/1, atom_order/2, trimmed/1,
         trimmed_of/2, too_large/1, unreadable/1, known_atom/1, one_of/2,
         reversed/1, sliced/1, lexemes/1, encoded/1, column/1, no_column/1, round_trip/1, hashed/2]).

%! kdeep:iso_date("2023-02-30")
-spec iso_date(string()) -> ok.
iso_date([A, B, C, D, $-, E, F, $-, G, H] = S) ->
    case lists:all(fun(X) -> X >= $0 andalso X =< $9 end, S -- "--") of
        true ->
            case {list_to_integer([A, B, C, D]), list_to_integer([E, F]), list_to_integer([G, H])} of
                {2023, 2, 30} -> error(no_such_day);
                _ -> ok
            end;
        false -> ok
    end;
iso_date(_) -> ok.

%! kdeep:serial([7,1,7,2,7,3,7,4,7,5,7,6,7,7,7,8])
-spec serial([0..9]) -> ok.
serial(L) when length(L) =:= 16 -> serial(L, 0);
serial(_) -> ok.
serial([7, D | R], P) when D =:= P + 1 -> serial(R, D);
serial([], 8) -> error(serial);
serial(_, _) -> ok.

%! kdeep:folded(#{secret => 6})
-spec folded(#{atom() => integer()}) -> any().
folded(M) -> maps:fold(fun(secret, V, _) when V > 5 -> error(secret); (_, _, A) -> A end, 0, M).

%! kdeep:listed_binary(#{<<"key">> => 7})
-spec listed_binary(#{binary() => integer()}) -> ok.
listed_binary(M) ->
    case [K || {K, 7} <- maps:to_list(M), K =:= <<"key">>] of
        [] -> ok;
        _ -> error(key)
    end.

%! kdeep:between(#{12346 => 0})
-spec between(#{integer() => integer()}) -> any().
between(M) -> maps:map(fun(K, V) when K > 12345, K < 12350 -> error({k, V}); (_, V) -> V end, M).

%! kdeep:listed_string(#{"abc" => x})
-spec listed_string(#{string() => atom()}) -> ok.
listed_string(M) ->
    case lists:keyfind("abc", 1, maps:to_list(M)) of
        {_, x} -> error(abc);
        _ -> ok
    end.

%! kdeep:pair_keys(#{{a,5} => 1})
-spec pair_keys(#{{a | b, integer()} => 1..3}) -> ok.
pair_keys(M) ->
    [error(pair) || {{a, N}, 1} <- maps:to_list(M), N =:= 5],
    ok.

%! kdeep:settings(#{timeout => 5000, retries => 3})
-spec settings(map()) -> ok.
settings(M) ->
    Seen = maps:fold(fun(timeout, T, N) when T =:= 5000 -> N + 1; (retries, 3, N) -> N + 1; (_, _, N) -> N end, 0, M),
    case Seen of
        2 -> error(settings);
        _ -> ok
    end.

%! kdeep:keys(#{<<"a">> => 0, <<"b">> => 0})
-spec keys(#{binary() => any()}) -> ok.
keys(M) ->
    case lists:sort(maps:keys(M)) of
        [<<"a">>, <<"b">>] -> error(keys);
        _ -> ok
    end.

%! kdeep:dict(foo, 7)
-spec dict(atom(), integer()) -> any().
dict(K, V) ->
    put(K, V),
    case get(foo) of
        7 -> error(found);
        _ -> erase(K)
    end.

%! kdeep:dict_key(1, 1)
-spec dict_key(integer(), integer()) -> ok.
dict_key(A, B) ->
    put({k, A}, one),
    put({k, B}, two),
    case {get({k, A}), get({k, 1})} of
        {two, two} -> error(same);
        _ -> ok
    end.

%! kdeep:dict_gone([3,4])
-spec dict_gone([integer()]) -> ok.
dict_gone([A, B]) ->
    put(A, a),
    put(B, b),
    case {erase(3), get(3), put(4, c)} of
        {a, undefined, b} -> error(gone);
        _ -> ok
    end;
dict_gone(_) -> ok.

%! kdeep:circle({point,3,4})
circle(P) when is_tuple(P), tuple_size(P) =:= 3, element(1, P) =:= point ->
    case {element(2, P), element(3, P)} of
        {X, Y} when X * X + Y * Y =:= 25, X < Y, X > 0 -> error(found);
        _ -> ok
    end;
circle(_) -> ok.

%! kdeep:caught_list([b,b])
%! kdeep:caught_list(a)
-spec caught_list([{a, integer()} | b] | a) -> any().
caught_list(L) ->
    try
        [[X || {a, X} <- [E]] || E <- L, E =:= b orelse element(1, E) =:= a, E =/= b orelse fail(L)]
    catch
        error:R:S -> exit({caught, R, S})
    end.
fail(L) -> length(L) < 2 orelse error(two).

%! kdeep:caught_stack(0)
%! kdeep:caught_stack(a)
-spec caught_stack(integer() | a) -> any().
caught_stack(X) ->
    case catch inverse(X) of
        {'EXIT', Why} -> exit({inverse, Why});
        Y -> Y
    end.
inverse(X) -> 1 div X.

% Two letters on; an atom's order alone decides.
-spec atom_order({a | c | '<' | '>', 0..9 | []}, {a | c | '<' | '>', 0..9 | []}) -> ok.
atom_order({A, X}, {B, Y}) ->
    case {A, B} of
        {c, a} -> {A, X} > {B, Y} orelse error(order);
        {'>', '<'} -> {A, X} > {B, Y} orelse error(order);
        _ -> true
    end,
    ok.

%! kdeep:trimmed("  key ")
-spec trimmed(string()) -> ok.
trimmed(S) when length(S) > 5 ->
    case string:trim(S) of
        "key" -> error(key);
        _ -> ok
    end;
trimmed(_) -> ok.

%! kdeep:trimmed_of("_a-", leading)
%! kdeep:trimmed_of("-a_", trailing)
%! kdeep:trimmed_of([256], leading)
-spec trimmed_of([1..300], leading | trailing) -> ok.
trimmed_of(S, Where) ->
    case string:trim(S, Where, "-_") of
        "a-" when length(S) =:= 3, hd(S) =:= $_ -> error(front);
        "-a" when length(S) =:= 3 -> exit(back);
        [C] when C > 255 -> error({wide, C});
        _ -> ok
    end.

%! kdeep:too_large({1,2,3})
%! kdeep:too_large(erlang:make_tuple(1000001, 0))
%? a tuple of a million elements is not made
-spec too_large(tuple()) -> ok.
too_large(T) ->
    case tuple_size(T) of
        N when N > 1000000 -> error(million);
        3 -> error(three);
        _ -> ok
    end.

% U+FFFE is a character of an atom, but of no source text.
%! kdeep:unreadable(list_to_atom([16#FFFE,$a]))
%! kdeep:unreadable('b')
-spec unreadable(atom()) -> any().
unreadable(A) ->
    case atom_to_list(A) of
        [16#FFFE, $a] -> error({bad, A});
        "b" -> exit({A, list_to_atom([16#FFFF])});
        _ -> A
    end.

%! kdeep:known_atom("plugh")
%! kdeep:known_atom([16#D800])
-spec known_atom(string()) -> ok.
known_atom(S) ->
    case list_to_existing_atom(S) of
        plugh -> error(plugh);
        _ -> ok
    end.

% An atom that was made up for one input does not exist for the next.
%! kdeep:one_of(<<"ok">>, [])
%! kdeep:one_of(<<128>>, [ok])
-spec one_of(binary(), [atom()]) -> atom().
one_of(B, Atoms) ->
    A = binary_to_existing_atom(B),
    case lists:member(A, Atoms) of
        true -> A
    end.

%% Texts as a whole, and tables.

%! kdeep:reversed("abc")
%= kdeep:reversed("abc")
-spec reversed(string()) -> ok.
reversed(S) -> case string:reverse(S) of "cba" -> error(found); _ -> ok end.

%! kdeep:sliced("xxabc")
-spec sliced(string()) -> ok.
sliced(S) -> case string:slice(S, 2, 3) of "abc" -> error(found); _ -> ok end.

%! kdeep:lexemes("ab,cd")
-spec lexemes(string()) -> ok.
lexemes(S) -> case string:lexemes(S, ", ") of ["ab", "cd"] -> error(found); _ -> ok end.

%! kdeep:encoded(<<"hi">>)
%= kdeep:encoded(<<"hi">>)
-spec encoded(binary()) -> ok.
encoded(B) -> case base64:encode(B) of <<"aGk=">> -> error(found); _ -> ok end.

%% An index that gives what only two in a row of different elements give, and one that is outside.
%! kdeep:column(7)
%! kdeep:column(0)
%= kdeep:column(7)
-spec column(0..12) -> ok.
column(I) ->
    case element(I, {a, a, a, 10, 11, 12, 13, a, a, 5, 5, 5}) of
        13 -> error(found);
        11 when I =/= 5 -> exit(never);
        a when I > 9 -> exit(never);
        5 when I < 10 -> exit(never);
        _ -> ok
    end.

-spec no_column(1..12) -> ok.
no_column(I) ->
    case element(I, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) of
        I -> ok;
        _ -> exit(never)
    end.

%! kdeep:round_trip({a, 17})
%= kdeep:round_trip({a,17})
-spec round_trip(term()) -> ok.
round_trip(X) -> case binary_to_term(term_to_binary(X)) of {a, 17} -> error(found); _ -> ok end.

%% A key is looked for by its hash.
%! kdeep:hashed([{first, 1}, {last, 55}], last)
-spec hashed([{atom(), integer()}], atom()) -> ok.
hashed(L, K) ->
    case dict:find(K, dict:from_list(L)) of
        {ok, 55} when length(L) > 1 -> error(found);
        _ -> ok
    end.
