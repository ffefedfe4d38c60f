% SPDX-License-Identifier: Apache-2.0
% Clauses that overlap in what they test: seven paths, and a search that asks every question once needs six answers
% to see them all, none of them "impossible".
-module(truth).
-export([either/2, both/2]).

either(false, true) -> true;
either(true, true) -> true;
either(false, false) -> false;
either(true, false) -> true.

% With its spec nothing can fail.
-spec both(boolean(), boolean()) -> boolean().
both(true, true) -> true;
both(false, true) -> false;
both(true, false) -> false;
both(false, false) -> false.
