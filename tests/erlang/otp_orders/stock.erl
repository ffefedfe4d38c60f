% SPDX-License-Identifier: Apache-2.0
% What a price is, somebody else says (rates.erl); for the test, a function of this module does (--stub).
-module(stock).
-export([bad/1, good/1, price/0]).

price() -> ets:lookup_element(prices, apple, 2).

prices(New) ->
    ets:new(prices, [named_table, public]),
    ets:insert(prices, {apple, 1}),
    spawn(fun() -> catch ets:insert(prices, {apple, New}) end).

% Asked twice, while the price changes.
-spec bad(1..9) -> ok.
bad(New) ->
    prices(New),
    Told = rates:price(),
    Told = rates:price(),
    ok.

-spec good(1..9) -> ok.
good(New) ->
    prices(New),
    Told = rates:price(),
    true = is_integer(Told),
    ok.
