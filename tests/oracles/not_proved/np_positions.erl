%% SPDX-License-Identifier: Apache-2.0
%% Positions and counts: the VM refuses those beyond small integers (60 bits), whatever is searched.
-module(np_positions).
-export([place/1, member/1, search/1, empty/1, typed/1, delete/1, element/1, nth/1, tail/1, sublist/1, part/1, split/1, take/1, base/1, copy/1, seq/1, tuple/1, hash/1]).

%% fails: place(1 bsl 59)
-spec place(pos_integer()) -> tuple() | false.
place(N) -> lists:keyfind(k, N, [{k, 1}]).

%% fails: member(1 bsl 64)
-spec member(pos_integer()) -> boolean().
member(N) -> lists:keymember(k, N, [{k, 1}]).

%% fails: search(1 bsl 60)
-spec search(pos_integer()) -> term().
search(N) -> lists:keysearch(k, N, [{k, 1}]).

%% fails: empty(1 bsl 80)
-spec empty(pos_integer()) -> false.
empty(N) -> lists:keyfind(k, N, []).

%% fails: typed(576460752303423488)
-spec typed(576460752303423486..576460752303423490) -> term().
typed(N) -> lists:keyfind(a, N, []).

%% fails: delete(0)
-spec delete(non_neg_integer()) -> term().
delete(N) -> lists:keydelete(k, N, [{k, 1}]).

%% fails: element(3)
-spec element(pos_integer()) -> term().
element(N) -> erlang:element(N, {a, b}).

%% fails: nth(1 bsl 64)
-spec nth(pos_integer()) -> term().
nth(N) when N > 3 -> lists:nth(N, [1, 2, 3, 4]);
nth(_) -> ok.

%% fails: tail(1 bsl 64)
-spec tail(pos_integer()) -> term().
tail(N) when N > 18446744073709551615 -> lists:nthtail(N, [1, 2, 3, 4]);
tail(_) -> ok.

%% fails: sublist(-1)
-spec sublist(integer()) -> term().
sublist(N) -> lists:sublist([1, 2], N).

%% fails: part(1 bsl 60)
-spec part(non_neg_integer()) -> binary().
part(N) when N > 2 -> binary:part(<<"abc">>, N, 0);
part(_) -> <<>>.

%% fails: split(1 bsl 70)
-spec split(non_neg_integer()) -> term().
split(N) when N > 1152921504606846976 -> split_binary(<<"abc">>, N);
split(_) -> ok.

%% fails: take(1 bsl 64)
-spec take(pos_integer()) -> term().
take(N) when N > 10 -> lists:split(N, [1, 2]);
take(_) -> ok.

%% fails: base(1 bsl 64)
-spec base(pos_integer()) -> string().
base(B) when B > 1 -> integer_to_list(7, B);
base(_) -> "".

%% fails: copy(-1)
-spec copy(-1..2) -> binary().
copy(N) -> binary:copy(<<"a">>, N).

%% fails: seq(-1)
-spec seq(integer()) -> term().
seq(N) when N < 5 -> lists:seq(1, N);
seq(_) -> ok.

%% fails: tuple(-(1 bsl 64))
-spec tuple(integer()) -> tuple().
tuple(N) when N < 10 -> erlang:make_tuple(N, a);
tuple(_) -> {}.

%% fails: hash((1 bsl 32) + 1)
-spec hash(pos_integer()) -> integer().
hash(N) -> erlang:phash2(a, N).
