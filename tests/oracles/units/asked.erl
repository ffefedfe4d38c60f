%% SPDX-License-Identifier: Apache-2.0
%% What frisk asks the VM for: functions without a model, the environment of applications, files.
-module(asked).
-export([checksum/1, packet/1, zipped/1, system/1, options/1, unknown_item/1, memory/1, iovec/1, configured/1, default/1,
         changed/1, unset/1, all_settings/1, file/1, directory/1, nobody/1, sent/1, nameless/1]).

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

-spec configured(integer()) -> ok.
configured(N) -> {ok, Ticks} = application:get_env(kernel, net_tickintensity), true = N =/= Ticks * 7, ok.

-spec default(integer()) -> ok.
default(N) -> case application:get_env(no_such_application, limit, 10) of Limit when N =:= Limit * 7 -> error(limit); _ -> ok end.

-spec changed(integer()) -> ok.
changed(N) ->
    undefined = application:get_env(no_such_application, limit),
    ok = application:set_env(no_such_application, limit, N),
    {ok, Limit} = application:get_env(no_such_application, limit),
    if Limit =:= 1234 -> error(limit); true -> ok end.

-spec unset(boolean()) -> {ok, integer()}.
unset(B) ->
    application:set_env(no_such_application, limit, 1),
    [application:unset_env(no_such_application, limit) || B],
    {ok, _} = application:get_env(no_such_application, limit).

-spec all_settings(atom()) -> ok.
all_settings(Name) ->
    application:set_env(no_such_application, hidden, 1),
    case application:get_all_env(no_such_application) of [{Name, _}] -> error(found); _ -> ok end.

-spec file(0..2) -> ok.
file(N) -> case file:read_file(element(N + 1, {"/no/such/file", "/etc/passwd", ""})) of {ok, <<_, _/binary>>} -> error(some); _ -> ok end.

-spec directory(0..2) -> ok.
directory(N) -> case filelib:is_dir(element(N + 1, {"/no/such", "/etc/passwd", "/"})) of true -> error(directory); false -> ok end.

-spec nobody(foo | bar) -> term().
nobody(Name) -> undefined = whereis(Name), gen_server:call(Name, stop).

-spec sent(foo | reference() | 7 | {foo, 7}) -> ok.
sent(To) -> hello = To ! hello, [error(silent) || is_reference(To)], ok.

-spec nameless(boolean()) -> no_return().
nameless(Traps) ->
    process_flag(trap_exit, Traps),
    case process_info(self(), registered_name) of [] when not Traps -> error([]); [] -> error(process_info(self(), trap_exit)) end.
