% SPDX-License-Identifier: Apache-2.0
% Maps: keys that may be missing, updates of what must be there.
-module(stock).
-export([take/2, price/1]).

-spec take(#{apples => integer(), pears => integer()}, apples | pears) -> #{atom() => integer()}.
take(Stock, Fruit) ->
    case maps:get(Fruit, Stock) of % {badkey, Fruit} if there is none
        0 -> error(sold_out);
        N -> Stock#{Fruit := N - 1}
    end.

-spec price(#{weight := pos_integer(), kind := plain | organic}) -> pos_integer().
price(#{weight := W, kind := organic}) when W > 500 -> error(too_heavy);
price(#{weight := W}) -> W * 2.
