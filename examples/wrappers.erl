% SPDX-License-Identifier: Apache-2.0
% Preconditions that no type can tell, told by a wrapper: what it returns of arguments that break them is named to frisk,
% which then takes them for no input (a value that is not named is a result like any other):
%   frisk erl --discard frisk_discard examples/wrappers.erl
-module(wrappers).
-export([safe_append/3, safe_nth/2, test_day_of_the_week/3]).

% orddict:append/3 wants the value stored under the key, if there is one, to be a list.
-spec safe_append(integer(), integer(), [{integer(), integer() | [integer()]}]) -> [{integer(), term()}] | frisk_discard.
safe_append(Key, Value, Dict) ->
    case appendable(Key, Dict) of
        true -> orddict:append(Key, Value, Dict);
        false -> frisk_discard
    end.

appendable(Key, Dict) ->
    case orddict:find(Key, Dict) of
        {ok, Old} -> is_list(Old);
        error -> true
    end.

% lists:nth/2 wants an index within the list.
-spec safe_nth(pos_integer(), [integer()]) -> integer() | frisk_discard.
safe_nth(N, L) when N =< length(L) -> lists:nth(N, L);
safe_nth(_, _) -> frisk_discard.

% calendar's type of dates lets the 31st of April through.
-spec test_day_of_the_week(non_neg_integer(), 1..12, 1..31) -> 1..7 | frisk_discard.
test_day_of_the_week(Year, Month, Day) ->
    case calendar:valid_date(Year, Month, Day) of
        true -> calendar:day_of_the_week(Year, Month, Day);
        false -> frisk_discard
    end.
