%% SPDX-License-Identifier: Apache-2.0
%% Functions that frisk has no model of and asks the VM for.
-module(asked).
-export([checksum/1, packet/1, zipped/1, system/1, options/1, unknown_item/1, memory/1, iovec/1]).

word(N) -> element(N + 1, {<<"abc">>, <<"GET / HTTP/1.0\r\n">>, <<"xyz">>}).

-spec checksum(0..2) -> ok.
checksum(N) ->
    C = erlang:md5_final(erlang:md5_update(erlang:md5_init(), word(N))),
    case C =:= erlang:md5(<<"xyz">>) of true -> error(xyz); false -> ok end.

-spec packet(0..2) -> ok.
packet(N) -> case erlang:decode_packet(http_bin, word(N), []) of {ok, {http_request, 'GET', _, {1, 0}}, <<>>} -> error(request); _ -> ok end.

-spec zipped(0..2) -> ok.
zipped(N) -> case zlib:uncompress(zlib:compress(word(N))) of <<"abc">> -> error(abc); _ -> ok end.

-spec system(0..2) -> ok.
system(N) -> case erlang:system_info(wordsize) of 8 when N =:= 1 -> error(eight); _ -> ok end.

%% The text of a packet that is no option.
-spec options(0..2) -> binary().
options(N) -> term_to_binary(word(N), element(N + 1, {[], [compressed], [no_such_option]})).

-spec unknown_item(0..2) -> term().
unknown_item(N) -> erlang:system_info(element(N + 1, {schedulers, otp_release, no_such_item})).

-spec memory(0..2) -> ok.
memory(N) -> case erlang:memory(total) of M when M > 0, N =:= 2 -> error(used); _ -> ok end.

-spec iovec(0..2) -> ok.
iovec(N) -> case iolist_to_binary(erlang:iolist_to_iovec([word(N), "!"])) of <<"xyz!">> -> error(xyz); _ -> ok end.
