% SPDX-License-Identifier: Apache-2.0
%% Module math. See kbits.
-module(kmath).
-export([pow_int/1, pow_base/1, pow_sum/2, pow_two/2, root/1, root_sum/2, log_of/1, exp_of/1, domain/1, too_large/1,
         arcsine/1, remainder/1, circle/2, no_failure/1, mixed/1, floor_of/1, log2_of/1, ten/1]).

%! kmath:pow_int(-7)
%! kmath:pow_int(1 bsl 400)
%! kmath:pow_int(1 bsl 1030)
-spec pow_int(integer()) -> ok.
pow_int(X) ->
    case math:pow(X, 3) of
        -343.0 -> error(found);
        _ -> ok
    end.

%! kmath:pow_base(10)
%! kmath:pow_base(2000)
%! kmath:pow_base(1 bsl 1030)
-spec pow_base(integer()) -> ok.
pow_base(X) ->
    case math:pow(2, X) of
        1024.0 -> error(found);
        _ -> ok
    end.

%! kmath:pow_sum(3, 4)
-spec pow_sum(0..100, 0..100) -> ok.
pow_sum(X, Y) ->
    case math:pow(X, 2) + math:pow(Y, 2) of
        25.0 when X < Y, X > 0 -> error(found);
        _ -> ok
    end.

%! kmath:pow_two(2, 5)
-spec pow_two(2..9, 2..9) -> ok.
pow_two(X, Y) ->
    case trunc(math:pow(X, Y)) of
        32 -> error(found);
        _ -> ok
    end.

%! kmath:root(225)
%! kmath:root(-1)
%! kmath:root(1 bsl 1030)
-spec root(integer()) -> ok.
root(X) ->
    case math:sqrt(X) of
        15.0 -> error(found);
        _ -> ok
    end.

%! kmath:root_sum(9.0, 16.0)
-spec root_sum(float(), float()) -> ok.
root_sum(X, Y) when X > 1.0, Y > X, X < 1.0e100, Y < 1.0e100 ->
    case math:sqrt(X) + math:sqrt(Y) of
        7.0 -> error(found);
        _ -> ok
    end;
root_sum(_, _) -> ok.

%! kmath:log_of(8.0)
%! kmath:log_of(-1.0)
-spec log_of(float()) -> ok.
log_of(X) ->
    case math:log(X) of
        L when L > 2.07, L < 2.08 -> error(found);
        _ -> ok
    end.

%! kmath:exp_of(1.0)
%! kmath:exp_of(1000.0)
-spec exp_of(float()) -> ok.
exp_of(X) ->
    case trunc(math:exp(X) * 100) of
        271 -> error(found);
        _ -> ok
    end.

%! kmath:domain(0)
-spec domain(non_neg_integer()) -> float().
domain(X) when X < 100 -> math:log10(X);
domain(_) -> 0.0.

%! kmath:too_large(800)
-spec too_large(0..1000) -> float().
too_large(X) -> math:exp(X).

%! kmath:arcsine(1.5)
-spec arcsine(float()) -> float().
arcsine(X) when X > 1.2, X < 1.7 -> math:asin(X);
arcsine(_) -> 0.0.

%! kmath:remainder(7.5)
-spec remainder(float()) -> ok.
remainder(X) ->
    case math:fmod(X, 5.0) of
        2.5 when X > 6.0, X < 8.0 -> error(found);
        _ -> ok
    end.

%! kmath:circle(3, 4)
-spec circle(1..10, 1..10) -> ok.
circle(X, Y) ->
    case math:sqrt(X * X + Y * Y) of
        5.0 when X =< Y -> error(found);
        _ -> ok
    end.

-spec no_failure(-100..100) -> float().
no_failure(X) -> math:sin(X) + math:cos(X) + math:atan(X) + math:erf(X) + math:tanh(X).

%! kmath:mixed(a)
%! kmath:mixed(1 bsl 1030)
-spec mixed(number() | a) -> float().
mixed(X) -> math:cos(X) * 2.

%! kmath:floor_of(-2.5)
-spec floor_of(float()) -> ok.
floor_of(X) ->
    case {math:floor(X), math:ceil(X)} of
        {-3.0, -2.0} -> error(found);
        _ -> ok
    end.

%! kmath:log2_of(65536)
%! kmath:log2_of(1 bsl 1030)
-spec log2_of(pos_integer()) -> ok.
log2_of(X) ->
    case math:log2(X) of
        16.0 -> error(found);
        _ -> ok
    end.

%! kmath:ten(1000)
-spec ten(1..100000) -> ok.
ten(X) ->
    case math:log10(X) of
        3.0 -> error(found);
        _ -> ok
    end.
