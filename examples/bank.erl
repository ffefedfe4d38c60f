% SPDX-License-Identifier: Apache-2.0
% Two clerks pay money into one account at the same time. Each reads the balance, then writes it.
%
%     frisk erl bank.erl
%
% paid_in/2 loses a payment when one clerk reads before the other has written: frisk tries all orders of
% events, shows the one that fails, and forces it in the test. paid_in_by_messages/2 is right in each order,
% which is a proof.
-module(bank).
-export([paid_in/2, paid_in_by_messages/2]).

-spec paid_in(pos_integer(), pos_integer()) -> ok.
paid_in(A, B) ->
    Account = ets:new(account, [public]),
    ets:insert(Account, {balance, 0}),
    Bank = self(),
    [spawn(fun() -> pay_in(Account, Money), Bank ! done end) || Money <- [A, B]],
    [receive done -> ok end || _ <- [A, B]],
    [{balance, Sum}] = ets:lookup(Account, balance),
    Sum = A + B,
    ok.

pay_in(Account, Money) ->
    [{balance, Old}] = ets:lookup(Account, balance),
    ets:insert(Account, {balance, Old + Money}).

-spec paid_in_by_messages(pos_integer(), pos_integer()) -> ok.
paid_in_by_messages(A, B) ->
    Bank = self(),
    Account = spawn(fun() -> account(Bank, 0, 2) end),
    [spawn(fun() -> Account ! {pay_in, Money} end) || Money <- [A, B]],
    receive {balance, Sum} -> Sum = A + B end,
    ok.

account(Bank, Sum, 0) -> Bank ! {balance, Sum};
account(Bank, Sum, Left) ->
    receive {pay_in, Money} -> account(Bank, Sum + Money, Left - 1) end.
