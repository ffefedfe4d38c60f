#!/usr/bin/env escript
%%! +S 1:1
%% SPDX-License-Identifier: Apache-2.0
%% Calls built-in functions with edge cases and random arguments, one line for each call:
%% module, function, base64 of term_to_binary(Arguments), what came of it as ~0tp prints it. Tabs between.
-mode(compile).

main([N]) ->
    ok = io:setopts([{encoding, unicode}]),
    rand:seed(exsss, {1, 2, 3}),
    Count = list_to_integer(N),
    lists:foreach(fun({M, F, Gens}) -> cases(M, F, Gens, Count) end, calls()).

cases(M, F, [], _) ->
    emit(M, F, []);
cases(M, F, Gens, Count) ->
    %% Every value of each argument's pool at least once, then random ones.
    Pools = [pool(G) || G <- Gens],
    Most = lists:max([length(P) || P <- Pools]),
    [emit(M, F, [lists:nth(1 + (I * J + J - 1) rem length(P), P) || {J, P} <- number(Pools)]) || I <- lists:seq(0, Most - 1)],
    [emit(M, F, [random(G, P) || {G, P} <- lists:zip(Gens, Pools)]) || _ <- lists:seq(1, Count)].

number(L) -> lists:zip(lists:seq(1, length(L)), L).

emit(M, F, Args) ->
    R = try {ok, apply(M, F, Args)} catch C:E -> {C, E} end,
    io:put_chars([atom_to_list(M), $\t, atom_to_list(F), $\t, base64:encode(term_to_binary(Args)), $\t,
                  io_lib:format("~0tp", [R]), $\n]).

random(G, Pool) ->
    case rand:uniform(4) of
        1 -> pick(Pool);
        _ -> make(G)
    end.
pick(L) -> lists:nth(rand:uniform(length(L)), L).

%% ---- Values ----
int() ->
    case rand:uniform(5) of
        1 -> rand:uniform(20) - 10;
        2 -> rand:uniform(1 bsl 32) - (1 bsl 31);
        3 -> rand:uniform(1 bsl 61) - (1 bsl 60);
        4 -> rand:uniform(1 bsl 130) - (1 bsl 129);
        5 -> sign() * (1 bsl rand:uniform(140)) + rand:uniform(3) - 2
    end.
sign() -> 2 * rand:uniform(2) - 3.
flt() ->
    case rand:uniform(6) of
        1 -> rand:uniform() * 10;
        2 -> (rand:uniform() - 0.5) * math:pow(10, rand:uniform(600) - 300);
        3 -> rand:uniform(100000) / 1000;
        4 -> float(rand:uniform(1 bsl 60));
        5 -> rand:uniform(2000) / 8 - 100;
        6 -> sign() * math:pow(2, rand:uniform(2000) - 1000)
    end.
byte() -> rand:uniform(256) - 1.
bin() -> << <<(byte())>> || _ <- lists:seq(1, rand:uniform(12) - 1) >>.
small_bin() -> << <<(pick("abc,"))>> || _ <- lists:seq(1, rand:uniform(9) - 1) >>.
chr() -> pick([rand:uniform(127), 127 + rand:uniform(128), 255 + rand:uniform(2000), 16#E000 + rand:uniform(3000), 16#10000 + rand:uniform(1000)]).
atm() -> pick([a, b, foo, true, false, '', 'A b', 'é', ok, '\x{400}']).
any(0) -> pick([int(), rand:uniform(9), flt(), atm(), [], bin()]);
any(D) ->
    case rand:uniform(7) of
        1 -> any(0);
        2 -> [any(D - 1) || _ <- lists:seq(1, rand:uniform(4))];
        3 -> list_to_tuple([any(D - 1) || _ <- lists:seq(1, rand:uniform(4) - 1)]);
        4 -> maps:from_list([{any(D - 1), any(D - 1)} || _ <- lists:seq(1, rand:uniform(4) - 1)]);
        5 -> [any(D - 1) | any(D - 1)];
        6 -> pick([1, 1.0, 2, 2.0, {1, a}, {1.0, a}, [1], [1.0], #{1 => a}, #{1.0 => a}, #{a => 1}, #{a => 1.0}]);
        7 -> <<(bin())/binary, (byte()):(rand:uniform(8) - 1)>>
    end.
%% Big maps: no atoms in their keys, whose order in the VM depends on its atom table.
key() -> pick([int(), int(), flt(), bin(), {int(), bin()}, [byte(), byte()], [int() | byte()], [], {}, #{1 => bin()}, <<1:3>>,
               [[1, 300], 5, 6, 7, 8, {}], [65, 66, 67, 68, 69 | int()]]).
big_map() -> maps:from_list([{key(), rand:uniform(9)} || _ <- lists:seq(1, 25 + rand:uniform(100))]).
any_map() -> case rand:uniform(3) of 1 -> big_map(); _ -> maps:from_list([{pick([1, 1.0, 2, {3}, <<"k">>, [1]]), any(1)} || _ <- lists:seq(1, rand:uniform(5) - 1)]) end.
iolist(0) -> pick([[], [byte()], bin(), [bin()], [bin() | bin()]]);
iolist(D) -> [pick([byte(), iolist(D - 1), bin()]) || _ <- lists:seq(1, rand:uniform(4) - 1)].
chardata(0) -> pick([[], [chr()], unicode:characters_to_binary([chr(), chr()]), [chr(), chr() | <<"x">>], bin()]);
chardata(D) -> [pick([chr(), chardata(D - 1), unicode:characters_to_binary([chr()]), cut(unicode:characters_to_binary([chr(), chr()]))]) || _ <- lists:seq(1, rand:uniform(4))].
cut(B) -> case rand:uniform(3) of 1 -> binary:part(B, 0, byte_size(B) - 1); _ -> B end.

pool(any) -> [0, 1, -1, 1.0, a, [], {}, #{}, <<>>, <<1:1>>, "abc", [a | b], true, false, 1 bsl 64, fun lists:map/2, {1, 2.0}, [1.0], -0.0, 0.0];
pool(cmp) -> [1, 1.0, 2, a, b, [], [1], {}, {1}, {1.0}, {1, 2}, #{}, #{1 => a}, #{1.0 => a}, #{a => 1}, #{a => 1.0}, <<>>, <<1>>, <<1:1>>, <<128>>, "ab", [a | b],
              1 bsl 59, 1 bsl 60, -(1 bsl 59), -(1 bsl 60), 9007199254740993, 9007199254740992.0, 1.0e22, 10000000000000000000000,
              10000000000000000000001, 1.0e300, -1.0e300, 576460752303423488.0, 576460752303423487, 0.5, -0.5, 0, -0.0, fun lists:map/2, fun lists:map/3, big_map()];
pool(num) -> [0, 1, -1, 2, 7, -7, 1.0, -1.0, 0.0, -0.0, 0.5, 2.5, -2.5, 1.0e308, 5.0e-324, 1 bsl 59, (1 bsl 59) - 1, -(1 bsl 59), -(1 bsl 59) - 1, 1 bsl 64, -(1 bsl 64), (1 bsl 64) - 1,
              1 bsl 1100, 1.0e22, 0.49999999999999994, 4503599627370497.5, a, [], "1", 1 bsl 63, -(1 bsl 63)];
pool(int) -> [0, 1, -1, 2, 3, 7, -7, 1 bsl 59, (1 bsl 59) - 1, -(1 bsl 59), -(1 bsl 59) - 1, 1 bsl 64, -(1 bsl 64), (1 bsl 64) - 1, 1 bsl 200, 1 bsl 128, 1.0, a, [], 16, 36, 10, 256, 255, -256];
pool(shift) -> [0, 1, -1, 5, -5, 58, 59, 60, 63, 64, 65, -58, -59, -60, -64, 200, -200, 1 bsl 64, -(1 bsl 64), 40000000, a, 1.0];
pool(flt) -> [0.0, -0.0, 1.0, 0.1, 1.0e10, 1.0e-10, 1.0e22, 1.0e21, 123456789.0, 0.001, 0.0001, 1.5e300, 5.0e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 9007199254740992.0, 9007199254740991.0,
              100.0, 1000.0, 100000.0, 1.0e15, 0.3, 2.0e-5, 1.0e23, 1, a];
pool(bool) -> [true, false, a, 1];
pool(atom) -> [a, '', 'A', 'é', '\x{400}', 1, "a", true];
pool(index) -> [1, 2, 3, 0, -1, 4, 1 bsl 64, a, 1.0];
pool(tuple) -> [{}, {a}, {a, b}, {a, b, c}, {1, 2, 3, 4, 5}, a, []];
pool(list) -> [[], [a], "abc", [1, 2, 1, 3, 1.0, 1], [a | b], a, {}, [{1, a}, {2, b}, {1.0, c}, x, {}], [[]], [1 | 2], [true], [255, 256], [16#D800], [16#10FFFF], [0], lists:duplicate(256, $a), lists:duplicate(255, $b)];
pool(numtext) -> ["1", "-1", "+1", "", "-", "12345678901234567890123", "-0", "1.5", "1e5", "1.5e5", "1.5e-5", "1.5E+3", "ff", "FF", "zz", "1_0", " 1", "1 ", [$1 | a], a, [a], "1.", ".5", "1,5", "00012", "1.5e400", "1.5e-400", "1.5x", "12ab", [49, 300], "-1.5", "+1.5", "1.5e", "--1", "1.5e5.5"];
pool(bintext) -> [case catch list_to_binary(L) of B when is_binary(B) -> B; _ -> <<1:3>> end || L <- pool(numtext)];
pool(base) -> [2, 10, 16, 36, 1, 37, 0, a, -1];
pool(size) -> [0, 1, 2, 5, -1, a, 1 bsl 70];
pool(bin) -> [<<>>, <<1>>, <<1, 2, 3>>, <<255, 0, 128>>, <<"abc,def">>, <<1:1>>, <<1, 2:7>>, <<"é"/utf8>>, <<195>>, a, [], <<0, 0>>, <<0, 1, 2, 3, 4, 5, 6, 7, 8, 9>>];
pool(text) -> [<<>>, <<"a">>, <<"abc">>, <<"a,b,,c,">>, <<",,">>, <<"aaaa">>, <<"abcabc">>, a, <<1:1>>];
pool(pattern) -> [<<",">>, <<"a">>, <<"ab">>, [<<"a">>, <<"ab">>], [<<"abc">>, <<"bc">>, <<"c">>], <<>>, [], [<<>>], a, [a], <<1:1>>];
pool(match_options) -> [[], [{scope, {0, 1}}], [{scope, {1, 0}}], [{scope, {1, 2}}], [{scope, {3, -2}}], [{scope, {0, 100}}], a, [a], [{scope, a}]];
pool(split_options) -> [[], [global], [trim], [trim_all], [global, trim], [global, trim_all], [{scope, {1, 2}}, global], [{scope, {1, 0}}, trim], a, [a]];
pool(iolist) -> [[], [1, 2], [[1], <<2>> | <<3>>], <<1, 2>>, [256], [a], a, [1 | 2], [<<1:1>>], [[], [[]]], [-1], [<<>>, <<2:2>> | <<1:1>>]];
pool(chardata) -> [[], "abc", <<"é"/utf8>>, [16#D800], [<<195>>, <<169>>], <<255>>, [a], a, [1 | 2], [<<195>>, 5], [[1, [2 | <<226, 130>>]], <<"x">>], [16#110000], [-1], <<244, 144>>, <<240, 128>>, <<1:1>>, [[65, [66 | <<255, 1>>], 67], 68 | <<69>>], [1 bsl 70], [[<<226>>, [], [[<<130>>]]], <<172>>]];
pool(pieces) -> [[<<231, 63>>], [<<231>>, <<63>>, <<64>>], [<<240>>, <<144, 63>>, 7], [<<240, 63>>, <<64>>], [<<231>>, <<63>>, 65], <<195, 195, 169>>];
pool(encoding) -> [latin1, unicode, utf8];
pool(map) -> [#{}, #{5 => 1}, #{1 => a, 1.0 => b}, a, [], big_map(), big_map(), maps:from_list([{I, I} || I <- lists:seq(1, 33)])];
pool(small_map) -> [#{}, #{a => 1, b => 2}, #{c => 1, 1 => 2, 1.0 => 3}, maps:from_list([{list_to_atom([$k | integer_to_list(I)]), I} || I <- lists:seq(1, 20)])];
pool(atom_key) -> [a, b, c, {d}, k1, k20];
pool(key) -> [1, 1.0, {3}, <<"k">>, [1], 2, [], 1 bsl 70];
pool(pairs) -> [[], [{a, 1}], [{a, 1}, {a, 2}], [a], a, [{a, 1} | b], [{a}], [{I, -I} || I <- lists:seq(1, 40)], [{I rem 7, I} || I <- lists:seq(1, 50)]];
pool(float_options) -> [[], [short], [compact], [{decimals, 0}], [{decimals, 4}], [{decimals, 10}], [{decimals, 20}], [{decimals, 18}], [{decimals, 17}], [{decimals, 4}, compact], [{scientific, 3}], [{scientific, 0}], [{decimals, 253}], [{decimals, 254}], [{scientific, 249}], [{scientific, 250}], [{decimals, -1}], [a], a, [{decimals, 0}, compact], [{decimals, 2}, short], [{decimals, 25}, compact]];
pool(bins) -> [[], [<<"ab">>], [<<"abc">>, <<"abd">>], [<<"abc">>, <<"xbc">>, <<"bc">>], [a], a, [<<1:1>>], [<<>>, <<"a">>]];
pool(endian) -> [big, little, a];
pool(unit) -> [second, millisecond, microsecond, nanosecond, native, 1, 7, 1000, 0, -1, a];
pool(external) -> [term_to_binary(X) || X <- [1, 300, -1, 1 bsl 70, -(1 bsl 3000), 1.5, a, '\x{400}', {}, {a, [b, "str", 300 | c]}, #{}, #{a => 1}, <<1, 2>>, <<1:3>>, lists:seq(1, 300), fun_free]] ++ [<<>>, <<131>>, <<130, 97, 1>>, <<131, 97, 1, 2>>, a, <<131, 108, 0, 0, 0, 1, 97, 1>>, <<131, 116, 0, 0, 0, 2, 97, 1, 97, 2, 97, 1, 97, 3>>, <<131, 107, 0, 0>>, <<131, 104, 255>>, <<131, 70, 127, 240, 0, 0, 0, 0, 0, 0>>];
pool({one_of, L}) -> L.

make(any) -> any(3);
make(cmp) -> any(2);
make(num) -> pick([int(), flt()]);
make(int) -> int();
make(shift) -> rand:uniform(300) - 150;
make(flt) -> flt();
make(index) -> rand:uniform(4);
make(tuple) -> list_to_tuple([any(1) || _ <- lists:seq(1, rand:uniform(5) - 1)]);
make(list) -> pick([[chr() || _ <- lists:seq(1, rand:uniform(6))], [any(1) || _ <- lists:seq(1, rand:uniform(6) - 1)], [pick([1, 2, 1.0, a, {1, b}, {2, c}]) || _ <- lists:seq(1, rand:uniform(9))]]);
make(numtext) -> pick([integer_to_list(int()), float_to_list(flt()), float_to_list(flt(), [short]), integer_to_list(abs(int()), 16)]);
make(bintext) -> list_to_binary(make(numtext));
make(bin) -> bin();
make(text) -> small_bin();
make(iolist) -> iolist(3);
make(chardata) -> chardata(3);
make(pieces) -> [list_to_binary([pick([63, 64, 128, 144, 159, 160, 169, 191, 194, 195, 224, 226, 231, 237, 240, 244, 245, 248]) || _ <- lists:seq(1, rand:uniform(4) - 1)]) || _ <- lists:seq(1, rand:uniform(3))];
make(map) -> any_map();
make(pairs) -> [{pick([key(), rand:uniform(9)]), rand:uniform(9)} || _ <- lists:seq(1, rand:uniform(60))];
make(bins) -> [small_bin() || _ <- lists:seq(1, rand:uniform(3))];
make(external) -> B = term_to_binary(any(3)), case rand:uniform(3) of 1 -> flip(B); _ -> B end;
make(G) -> pick(pool(G)).
%% Never an atom's or the version's byte: damage that the VM and we can both only call badarg or another value.
flip(B) -> binary:part(B, 0, rand:uniform(byte_size(B)) - 1).

%% ---- Calls ----
calls() ->
    E = erlang,
    [{E, Op, [num, num]} || Op <- ['+', '-', '*', '/']] ++
    [{E, Op, [int, int]} || Op <- ['div', 'rem', 'band', 'bor', 'bxor']] ++
    [{E, Op, [int, shift]} || Op <- ['bsl', 'bsr']] ++
    [{E, Op, [num]} || Op <- ['-', '+', 'bnot', abs, trunc, round, floor, ceil, float]] ++
    [{E, Op, [cmp, cmp]} || Op <- ['==', '/=', '=:=', '=/=', '<', '>', '=<', '>=', min, max]] ++
    [{E, Op, [num, num]} || Op <- ['<', '==', '>=', '=:=']] ++
    [{E, Op, [bool, bool]} || Op <- ['and', 'or', 'xor']] ++ [{E, 'not', [bool]}] ++
    [{E, list_to_atom("is_" ++ T), [any]} || T <- ["atom", "integer", "float", "number", "list", "tuple", "map", "binary", "bitstring", "boolean", "pid", "port", "reference", "function"]] ++
    [{E, is_function, [any, index]}, {E, is_record, [tuple, atom]}, {E, is_record, [tuple, atom, index]},
     {E, element, [index, tuple]}, {E, setelement, [index, tuple, any]}, {E, tuple_size, [tuple]}, {E, size, [any]}, {E, size, [tuple]},
     {E, make_tuple, [size, any]}, {E, make_tuple, [size, any, pairs]}, {E, append_element, [tuple, any]}, {E, delete_element, [index, tuple]}, {E, insert_element, [index, tuple, any]},
     {E, tuple_to_list, [tuple]}, {E, list_to_tuple, [list]}, {E, hd, [list]}, {E, tl, [list]}, {E, length, [list]},
     {E, '++', [list, list]}, {E, '--', [list, list]}, {E, append, [list, any]}, {E, subtract, [list, list]},
     {E, atom_to_list, [atom]}, {E, list_to_atom, [list]}, {E, atom_to_binary, [atom]}, {E, atom_to_binary, [atom, encoding]},
     {E, binary_to_atom, [bin]}, {E, binary_to_atom, [bin, encoding]},
     {E, integer_to_list, [int]}, {E, integer_to_list, [int, base]}, {E, integer_to_binary, [int]}, {E, integer_to_binary, [int, base]},
     {E, list_to_integer, [numtext]}, {E, list_to_integer, [numtext, base]}, {E, binary_to_integer, [bintext]}, {E, binary_to_integer, [bintext, base]},
     {E, float_to_list, [flt]}, {E, float_to_list, [flt, float_options]}, {E, float_to_binary, [flt]}, {E, float_to_binary, [flt, float_options]},
     {E, list_to_float, [numtext]}, {E, binary_to_float, [bintext]}, {string, list_to_integer, [numtext]}, {string, list_to_float, [numtext]},
     {E, byte_size, [bin]}, {E, bit_size, [bin]}, {E, binary_part, [bin, size, size]}, {binary, part, [bin, size, size]}, {E, binary_part, [bin, {one_of, [{0, 1}, {2, -1}, {1, 2}, a, {a, 1}]}]},
     {E, split_binary, [bin, size]}, {E, list_to_binary, [iolist]}, {binary, list_to_bin, [iolist]}, {E, iolist_to_binary, [iolist]}, {E, iolist_size, [iolist]},
     {E, list_to_bitstring, [iolist]}, {E, bitstring_to_list, [bin]}, {E, binary_to_list, [bin]}, {E, binary_to_list, [bin, index, index]},
     {E, map_size, [map]}, {E, is_map_key, [key, map]}, {E, map_get, [key, map]},
     {maps, get, [key, map]}, {maps, find, [key, map]}, {maps, is_key, [key, map]}, {maps, put, [key, any, map]}, {maps, update, [key, any, map]}, {maps, remove, [key, map]}, {maps, take, [key, map]},
     {maps, keys, [map]}, {maps, values, [map]}, {maps, from_list, [pairs]}, {maps, from_keys, [list, any]}, {maps, merge, [map, map]},
     {lists, reverse, [list, any]}, {lists, member, [key, list]}, {lists, keyfind, [key, index, pairs]}, {lists, keymember, [key, index, list]}, {lists, keysearch, [key, index, list]},
     {binary, at, [bin, size]}, {binary, first, [bin]}, {binary, last, [bin]}, {binary, copy, [bin]}, {binary, copy, [bin, size]}, {binary, copy, [{one_of, [<<>>]}, {one_of, [-1, 3, 1 bsl 59, 1 bsl 63, (1 bsl 64) - 1, 1 bsl 64, -(1 bsl 70)]}]},
     {binary, decode_unsigned, [bin]}, {binary, decode_unsigned, [bin, endian]}, {binary, encode_unsigned, [int]}, {binary, encode_unsigned, [int, endian]},
     {binary, longest_common_prefix, [bins]}, {binary, longest_common_suffix, [bins]},
     {binary, match, [text, pattern]}, {binary, match, [text, pattern, match_options]}, {binary, matches, [text, pattern]}, {binary, matches, [text, pattern, match_options]},
     {binary, split, [text, pattern]}, {binary, split, [text, pattern, split_options]},
     {unicode, characters_to_list, [chardata, encoding]}, {unicode, characters_to_binary, [chardata, encoding]}, {unicode, characters_to_list, [pieces, encoding]}, {unicode, characters_to_binary, [pieces, encoding]}, {unicode, bin_is_7bit, [bin]},
     {E, phash2, [any]}, {E, phash2, [any, index]}, {E, phash2, [map]}, {E, phash, [any, {one_of, [1 bsl 32, 1 bsl 32, 1 bsl 32, 16, 0, 1 bsl 33, a]}]}, {E, phash, [map, {one_of, [1 bsl 32]}]}, {E, crc32, [iolist]}, {E, crc32, [int, iolist]}, {E, adler32, [iolist]}, {E, adler32, [int, iolist]}, {E, md5, [iolist]},
     {E, term_to_binary, [any]}, {E, binary_to_term, [external]}, {E, binary_to_term, [external, {one_of, [[], [used], a, [a]]}]}, {E, external_size, [any]},
     {E, convert_time_unit, [int, unit, unit]}, {E, is_alive, []}, {E, node, []}, {io, printable_range, []}, {math, pi, []}] ++
    [{maps, F, [atom_key, small_map]} || F <- [get, find, is_key, remove, take]] ++ [{maps, F, [atom_key, any, small_map]} || F <- [put, update]] ++
    [{maps, merge, [small_map, small_map]}, {maps, keys, [small_map]}, {E, phash2, [small_map]}] ++
    [{math, F, [num]} || F <- [sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, exp, log, log2, log10, sqrt, erf, erfc, floor, ceil]] ++
    [{math, F, [num, num]} || F <- [pow, atan2, fmod]] ++
    [{maps, to_list, [map]}, {erts_internal, map_next, [{one_of, [0]}, small_map, {one_of, [iterator, [], [x]]}]}].
