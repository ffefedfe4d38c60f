#!/usr/bin/env escript
%%! +S 1:1
%% SPDX-License-Identifier: Apache-2.0
%% limits_cases.escript FILE N: of the pairs of arguments N in 100 are tried.
%% Calls built-in functions with numbers at and beyond the ends of what the VM keeps in a word, of 64 bits and of floats,
%% in each place that takes an argument. One line for each call: base64 of term_to_binary({Module, Function, Arguments,
%% {ok, Value} | {Class, Reason}}). The functions are lines MODULE FUNCTION ARITY of the file named.
-mode(compile).

main([File, N]) ->
    {ok, Text} = file:read_file(File),
    rand:seed(exsss, 5),
    [begin
         [M, F, A] = string:lexemes(L, " "),
         calls(binary_to_atom(M), binary_to_atom(F), binary_to_integer(A), list_to_integer(N))
     end || L <- string:lexemes(Text, "\n")],
    flush().

calls(M, F, 1, _) -> [call(M, F, [X]) || X <- edges() ++ others()];
calls(M, F, 2, N) ->
    [begin call(M, F, [X, Y]), call(M, F, [Y, X]) end || X <- edges(), Y <- others(), chance(N)],
    [call(M, F, [X, Y]) || X <- others(), Y <- others(), chance(N)],
    [call(M, F, [X, Y]) || X <- edges(), Y <- edges(), chance(N)];
calls(M, F, 3, N) ->
    [begin
         Base = [pick(others()), pick(others()), pick(others())],
         I = rand:uniform(3),
         call(M, F, Base),
         call(M, F, lists:sublist(Base, I - 1) ++ [pick(edges())] ++ lists:nthtail(I, Base))
     end || _ <- lists:seq(1, 5 * N)],
    %% what is searched by position, and what is cut
    [call(M, F, Args) || X <- edges(),
                         Args <- [[k, X, [{k, 1}]], [k, X, []], [X, 1, [{9007199254740992.0, a}]], [X, 1, [{1.0e22, a}]], [9007199254740992.0, 1, [{X, a}]], [1, X, [{1, k}]], [<<"abc">>, X, 1], [<<"abc">>, 1, X], ["abc", X, 1],
                                  [X, {a, b}, c], [X, {1, 2}, 3], [X, 1, #{X => 1}], [X, 1, #{}], [{a, 1}, a, X]], chance(3 * N)].

chance(N) -> rand:uniform(100) =< N.

pick(L) -> lists:nth(rand:uniform(length(L)), L).

edges() ->
    [S * ((1 bsl K) + D) || K <- [28, 59, 60, 63, 64, 80], D <- [-1, 0, 1], S <- [1, -1]] ++
        [S * N || N <- [0, 1, 2, 36, 37, 255, 256, 1024, 1025, 1 bsl 53, (1 bsl 53) + 1, 1 bsl 1024, (1 bsl 1024) - (1 bsl 970), 16#D7FF, 16#D800, 16#10FFFF, 16#110000], S <- [1, -1]] ++
        [0.0, -0.0, 1.0, -1.0, 0.5, 5.0e-324, 1.0e16, 9007199254740992.0, 1.7976931348623157e308, -1.7976931348623157e308, 1.0e22, 4.5e15 + 0.5].

others() ->
    [a, true, false, '', [], "ab", "12", "-7", [1 | 2], [a | b], [{k, 1}], [{k, 1}, {b}], [{}], [{1, 2} | x], [1 bsl 60, -(1 bsl 64)], [256], [<<"x">>, 7], [<<1:3>>],
     {}, {k, 1}, {a, b, c}, #{}, #{a => 1}, #{1 => 2, (1 bsl 64) => 3}, <<>>, <<"abc">>, <<"12">>, <<255, 0>>, <<1:3>>, 0, 1, 2, 3, 10, 1.5, big, little, utf8, make_ref()].

%% Not what takes gigabytes.
call(binary, copy, [_, N]) when is_integer(N), N > 1 bsl 16 -> ok;
call(M, F, Args) ->
    R = try {ok, apply(M, F, Args)} catch C:E -> {C, E} end,
    case erlang:external_size(R) of
        S when S > 20000 -> ok;
        _ -> write([base64:encode(term_to_binary({M, F, Args, R})), $\n])
    end.

%% Many lines at once.
write(Line) ->
    {N, Lines} = case get(lines) of undefined -> {0, []}; L -> L end,
    put(lines, {N + 1, [Lines, Line]}),
    N < 500 orelse flush().
flush() ->
    case erase(lines) of undefined -> ok; {_, Lines} -> io:put_chars(iolist_to_binary(Lines)) end.
