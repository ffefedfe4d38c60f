% SPDX-License-Identifier: Apache-2.0
% Text of numbers and atoms, in both directions, and library code on text.
-module(texts).
-export([integer_text/1, text_integer/1, signed_text/1, hex_text/1, integer_binary/1, binary_integer/1, not_a_number/1,
         text_atom/1, atom_text/1, atom_prefix/1, atom_length/1, atom_binary/1, binary_atom/1, round_trip/1, float_of/1,
         text_of_float/1, tokens/1, sorted/1, unique/1, key/1, order/1, joined/2, existing/1, existing_binary/1, long_tokens/1, label/1]).

-spec integer_text(integer()) -> ok.
integer_text(X) ->
    case integer_to_list(X) =:= "-137" of
        true -> error(found);
        false -> ok
    end.

-spec text_integer(string()) -> ok.
text_integer(L) ->
    try list_to_integer(L) of
        4711 -> error(found);
        _ -> ok
    catch
        error:badarg -> ok
    end.

-spec signed_text(string()) -> ok.
signed_text([$- | _] = L) when length(L) < 5 ->
    try list_to_integer(L) of
        X when X =:= -40 -> error(found);
        _ -> ok
    catch
        error:badarg -> ok
    end;
signed_text(_) -> ok.

-spec hex_text(integer()) -> ok.
hex_text(X) ->
    case integer_to_list(X, 16) of
        "-BEE" -> error(found);
        _ -> ok
    end.

-spec integer_binary(integer()) -> ok.
integer_binary(X) ->
    case integer_to_binary(X) of
        <<"4096">> -> error(found);
        _ -> ok
    end.

-spec binary_integer(binary()) -> ok.
binary_integer(B) ->
    try binary_to_integer(B) of
        77 -> error(found);
        _ -> ok
    catch
        error:badarg -> ok
    end.

% One way to fail: a text that is no number.
-spec not_a_number([$0..$9 | $x, ...]) -> integer().
not_a_number([A, B]) -> list_to_integer([A, B]);
not_a_number(_) -> 0.

-spec text_atom(string()) -> ok.
text_atom(L) ->
    case length(L) < 5 andalso list_to_atom(L) of
        foo -> error(found);
        _ -> ok
    end.

-spec atom_text(atom()) -> ok.
atom_text(A) ->
    case atom_to_list(A) =:= "secret" of
        true -> error(found);
        false -> ok
    end.

-spec atom_prefix(atom()) -> ok.
atom_prefix(A) ->
    case atom_to_list(A) of
        "get_" ++ [$x | _] -> error(found);
        _ -> ok
    end.

-spec atom_length(atom()) -> ok.
atom_length(A) ->
    case atom_to_list(A) of
        [C, D, _] when C > $m, C =:= D + 1 -> error(found);
        _ -> ok
    end.

-spec atom_binary(atom()) -> ok.
atom_binary(A) ->
    case atom_to_binary(A) of
        <<"quit">> -> error(found);
        _ -> ok
    end.

-spec binary_atom(binary()) -> ok.
binary_atom(B) when byte_size(B) =:= 3 ->
    case binary_to_atom(B) of
        foo -> error(found);
        _ -> ok
    end;
binary_atom(_) -> ok.

-spec round_trip(atom()) -> ok.
round_trip(A) ->
    case list_to_atom(atom_to_list(A) ++ "_sup") of
        my_server_sup -> error(found);
        _ -> ok
    end.

-spec float_of(string()) -> ok.
float_of([_, _, _, _] = L) ->
    try list_to_float(L) of
        X when X == 12.5 -> error(found);
        _ -> ok
    catch
        error:badarg -> ok
    end;
float_of(_) -> ok.

-spec text_of_float(float()) -> ok.
text_of_float(X) ->
    case float_to_list(X, [{decimals, 2}]) of
        "3.14" -> error(found);
        _ -> ok
    end.

-spec tokens(string()) -> ok.
tokens(S) ->
    case string:tokens(S, ",") =:= ["a", "b"] of
        true -> error(found);
        false -> ok
    end.

-spec sorted([integer()]) -> ok.
sorted(L) ->
    case lists:sort(L) =:= [1, 2, 3] andalso L =/= [1, 2, 3] of
        true -> error(found);
        false -> ok
    end.

-spec unique([integer()]) -> ok.
unique(L) ->
    case lists:usort(L) of
        [1, 2] when length(L) =:= 3 -> error(found);
        _ -> ok
    end.

% A string key is compared whole.
-spec key([{string(), integer()}]) -> ok.
key(L) ->
    case lists:keyfind("password", 1, L) of
        {_, 7} -> error(found);
        _ -> ok
    end.

-spec order(atom()) -> ok.
order(A) when A > zebra, A < zoo -> error(found);
order(_) -> ok.

-spec joined(string(), string()) -> ok.
joined(A, B) ->
    case A ++ "=" ++ B of
        "k=v" -> error(found);
        _ -> ok
    end.

-spec existing(string()) -> ok.
existing([_, _] = L) ->
    case list_to_existing_atom(L) of
        ok -> error(found);
        _ -> ok
    end;
existing(_) -> ok.

-spec existing_binary(binary()) -> ok.
existing_binary(B) -> case binary_to_existing_atom(B, utf8) of error -> error(found); _ -> ok end.

% Behind more characters than a path may decide about.
-spec long_tokens(string()) -> ok.
long_tokens(S) ->
    case string:tokens(S, "; ") of
        ["transfer-encoding-of-body", "chunked"] -> error(found);
        _ -> ok
    end.

-spec label(atom()) -> ok.
label(A) ->
    case lists:flatten(io_lib:format("~w: ~w", [pressure_of_steam, A])) of
        "pressure_of_steam: superheated" -> error(found);
        _ -> ok
    end.
