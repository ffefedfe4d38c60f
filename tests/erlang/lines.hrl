%% SPDX-License-Identifier: Apache-2.0
included(X) ->
    Y = X,
    Y.
