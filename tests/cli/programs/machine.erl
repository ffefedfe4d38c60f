%% SPDX-License-Identifier: Apache-2.0
%% What differs from machine to machine; frisk must say that it rests on it.
-module(machine).
-export([env/1, cwd/1, release/1, local/1, zone/1, type/1, count/1, safe/1]).

-spec env(0..9) -> ok.
env(7) -> error({got, os:getenv("MY_VAR")});
env(_) -> ok.

-spec cwd(0..9) -> ok.
cwd(7) -> error(file:get_cwd());
cwd(_) -> ok.

-spec release(0..9) -> ok.
release(7) -> error({got, erlang:system_info(otp_release)});
release(_) -> ok.

-spec local(0..9) -> ok.
local(7) -> error({got, node()});
local(_) -> ok.

-spec zone(0..9) -> ok.
zone(7) -> error({got, calendar:universal_time_to_local_time({{2020, 1, 1}, {0, 0, 0}})});
zone(_) -> ok.

-spec type(0..9) -> ok.
type(7) -> error({got, os:type()});
type(_) -> ok.

-spec count(0..9) -> 0..9.
count(X) -> true = erlang:system_info(schedulers) > 0, X.

-spec safe(0..9) -> 0..9.
safe(X) ->
    case os:getenv("MY_VAR") of
        "hello" -> X;
        _ -> error(nope)
    end.
