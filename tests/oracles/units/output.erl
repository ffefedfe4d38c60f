%% SPDX-License-Identifier: Apache-2.0
%% Output: it says ok or fails, and takes nothing from what is known of the values printed.
-module(output).
-export([printed/1, formatted/2, badly/1, device/1, chars/1, logged/1, asked/1, many/1, shown/1, pretty/1, priced/1, rounded/1]).
-include_lib("kernel/include/logger.hrl").

-spec printed({integer(), [atom()]}) -> ok.
printed({N, L}) ->
    io:format("~p and ~w~n", [N, L]),
    io:nl(),
    io:write(L),
    case N of 17 -> error(seventeen); _ -> ok end.

%% ~s wants text, and 3 is none.
-spec formatted(0..3, integer()) -> ok.
formatted(N, X) -> io:format("~s ~p~n", [element(N + 1, {"a", <<"b">>, c, 3}), X]).

%% One term too few.
-spec badly(0..3) -> ok.
badly(N) -> io:format("~p ~p~n", lists:sublist([a, b, N], N)).

-spec device(standard_error | user | nobody) -> ok.
device(D) -> io:format(D, "~p", [D]).

-spec chars(0..3) -> ok.
chars(N) -> io:put_chars(element(N + 1, {"abc", [$a, <<"b">>], [8364], []})), if N =:= 2 -> error(two); true -> ok end.

-spec logged(integer()) -> ok.
logged(N) ->
    ?LOG_INFO("got ~p", [N]),
    logger:error("again ~p", [N]),
    error_logger:info_msg("and ~p", [N]),
    case N of 5 -> error(five); _ -> ok end.

-spec asked(integer()) -> ok.
asked(N) -> case io:get_line("? ") of eof when N =:= 3 -> error(nothing); _ -> ok end.

-spec many([integer()]) -> ok.
many(L) -> lists:foreach(fun(X) -> io:format("~w~n", [X]) end, L).

-spec shown(integer()) -> true.
shown(X) -> erlang:display(X), io:format(group_leader(), "~20p ~~ ~tp~n", [X, {X}]), X < 10 orelse error(large).

-spec pretty(0..200) -> ok.
pretty(N) -> case lists:flatten(io_lib:format("~p", [{ok, 'An atom', N}])) of "{ok,'An atom',137}" -> error(pretty); _ -> ok end.

-spec priced(float()) -> ok.
priced(Amount) -> case lists:flatten(io_lib:format("~.2f Euro", [Amount])) of "12.50 Euro" -> error(priced); _ -> ok end.

%% What is that long is refused.
-spec rounded(float()) -> ok.
rounded(F) -> case float_to_binary(F, [{decimals, 1}, compact]) of <<"-17.5">> -> error(rounded); _ -> ok end.
