% SPDX-License-Identifier: Apache-2.0
-module(rates).
-export([price/0]).

price() ->
    {ok, Text} = file:read_file("/nowhere/rates"),
    binary_to_integer(Text).
