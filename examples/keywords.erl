% SPDX-License-Identifier: Apache-2.0
% A switch over many literals is one decision of many ways, not a chain of tests.
-module(keywords).
-export([note/1, weekday/1]).

% One answer is of a shape the caller does not know, as it happened in a compiler's table of removed functions.
-spec note(atom()) -> string().
note(Name) ->
    case old(Name) of
        {removed, Since} when is_list(Since) -> "removed in " ++ Since;
        {renamed, New} when is_atom(New) -> "now " ++ atom_to_list(New);
        no -> ""
    end.

old(append) -> {renamed, concat};
old(concat_all) -> {removed, "3.1"};
old(fetch) -> {renamed, get};
old(fetch_keys) -> {renamed, keys};
old(flush) -> {removed, "2.0"};
old(lookup) -> {renamed, find};
old(merge_all) -> {removed, 4}; % a number, where the others have a string
old(multi_call) -> {renamed, call};
old(now_diff) -> {removed, "5.2"};
old(old_sort) -> {renamed, sort};
old(safe_call) -> {removed, "3.0"};
old(size_of) -> {renamed, size};
old(split_at) -> {renamed, split};
old(table_info) -> {removed, "4.4"};
old(to_list_all) -> {renamed, to_list};
old(zip_all) -> {removed, "1.9"};
old(_) -> no.

% A string of one of seven, or else.
-spec weekday(string()) -> 1..7.
weekday("monday") -> 1;
weekday("tuesday") -> 2;
weekday("wednesday") -> 3;
weekday("thursday") -> 4;
weekday("friday") -> 5;
weekday("saturday") -> 6;
weekday("sunday") -> 7.
