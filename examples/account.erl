% SPDX-License-Identifier: Apache-2.0
% Records: the state of an account that should not exist.
-module(account).
-export([withdraw/2, close/1]).

-record(account, {owner :: atom(), balance = 0 :: integer(), state = open :: open | frozen | closed}).

-spec withdraw(#account{}, pos_integer()) -> #account{}.
withdraw(#account{state = open, balance = B} = A, N) when N =< B -> A#account{balance = B - N};
withdraw(#account{state = open} = A, _) -> A;
withdraw(#account{state = frozen, balance = B} = A, _) when B >= 0 -> A; % a frozen account in debt: no clause
withdraw(#account{state = closed} = A, _) -> A.

-spec close(#account{}) -> #account{}.
close(#account{balance = 0, state = S} = A) when S =/= closed -> A#account{state = closed};
close(#account{balance = B, owner = bank}) when B > 100 -> error(bank_holds_money);
close(A) -> A.
