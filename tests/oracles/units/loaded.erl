% SPDX-License-Identifier: Apache-2.0
%% Code that runs when the module is loaded.
-module(loaded).
-export([limited/1, plain/1]).
-on_load(store/0).

store() -> persistent_term:put(?MODULE, 3).

-spec limited(a | b) -> ok.
limited(a) -> ok;
limited(b) ->
    case persistent_term:get(?MODULE, none) of
        none -> ok;
        N -> error({limit, N})
    end.

-spec plain(a | b) -> ok.
plain(_) -> ok.
