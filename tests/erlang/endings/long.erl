%% SPDX-License-Identifier: Apache-2.0
%% More calls than a run of frisk's may make.
-module(long).
-export([raises/1, returns/1]).

-spec raises(0..3) -> ok.
raises(N) when N < 3 -> ok;
raises(_) -> count(600000), error(late).

-spec returns(0..3) -> ok.
returns(3) -> count(600000);
returns(_) -> ok.

count(N) when N =/= 0 -> count(N - 2);
count(_) -> ok.
