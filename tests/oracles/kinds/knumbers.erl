% SPDX-License-Identifier: Apache-2.0
%% Numbers, conversions, sums. See kbits.
-module(knumbers).
-export([trunc_neg/1, trunc_mul/1, round_half/1, floor_ceil/1, real_division/1, div_rem/1, by_zero/1, power/1,
         power_base/1, sqrt/1, l2i/1, l2i_sum/1, i2l/1, i2l_len/1, i2b/1, b2i/1, f2i/1, a2l/1, a2l_len/1, l2a/1,
         b2a/1, t2l/1, l2t/1, l2b/1, b2l/1, sum/1, hand_sum/1, weighted/1, product/2, cube/1, quadratic/1, gcd/2,
         fact/1, fib/1, collatz/1, digits/1, mixed/1, exact_big/1, phone/1, float_eq/1, float_int/1, average/1,
         priced/1]).

%! knumbers:trunc_neg(-3.5)
-spec trunc_neg(float()) -> ok.
trunc_neg(X) when trunc(X) =:= -3, X < -3.2 -> error(found);
trunc_neg(_) -> ok.

%! knumbers:trunc_mul(4.25)
%! knumbers:trunc_mul(1.0e307)
-spec trunc_mul(float()) -> ok.
trunc_mul(X) ->
    case trunc(X * 100) of
        425 -> error(found);
        _ -> ok
    end.

%! knumbers:round_half(2.5)
-spec round_half(float()) -> ok.
round_half(X) when round(X) =:= 3, X =< 2.5 -> error(found);
round_half(_) -> ok.

%! knumbers:floor_ceil(-7.5)
-spec floor_ceil(float()) -> ok.
floor_ceil(X) when floor(X) =:= -8, ceil(X) =:= -7 -> error(found);
floor_ceil(_) -> ok.

%! knumbers:real_division(10)
-spec real_division(integer()) -> ok.
real_division(X) when X / 4 == 2.5 -> error(found);
real_division(_) -> ok.

%! knumbers:div_rem(21)
-spec div_rem(1..100) -> ok.
div_rem(X) ->
    Y = X / 2,
    case trunc(Y) rem 7 of
        3 when Y > 10.0, X rem 2 =:= 1, X < 30 -> error(found);
        _ -> ok
    end.

%! knumbers:by_zero(7)
-spec by_zero(integer()) -> float().
by_zero(X) -> 1 / (X - 7).

%! knumbers:power(3)
-spec power(0..10) -> ok.
power(X) ->
    case math:pow(X, 3) of
        27.0 -> error(found);
        _ -> ok
    end.

%! knumbers:power_base(5)
-spec power_base(0..10) -> ok.
power_base(X) ->
    case trunc(math:pow(2, X)) of
        32 -> error(found);
        _ -> ok
    end.

%! knumbers:sqrt(49)
-spec sqrt(0..1000) -> ok.
sqrt(X) ->
    case math:sqrt(X) of
        7.0 -> error(found);
        _ -> ok
    end.

%! knumbers:l2i("-45")
-spec l2i(string()) -> ok.
l2i(S) ->
    try list_to_integer(S) of
        -45 -> error(found);
        _ -> ok
    catch
        error:badarg -> ok
    end.

%! knumbers:l2i_sum("10")
-spec l2i_sum(nonempty_list($0..$9)) -> ok.
l2i_sum(S) ->
    case list_to_integer(S) + 3 of
        13 -> error(found);
        _ -> ok
    end.

%! knumbers:i2l(99)
-spec i2l(integer()) -> ok.
i2l(X) when X > 0 ->
    case integer_to_list(X) of
        [C, C] when C > $8 -> error(found);
        _ -> ok
    end;
i2l(_) -> ok.

%! knumbers:i2l_len(1000)
-spec i2l_len(integer()) -> ok.
i2l_len(X) ->
    case length(integer_to_list(X)) of
        4 when X < 1001, X > 0 -> error(found);
        _ -> ok
    end.

%! knumbers:i2b(42)
-spec i2b(integer()) -> ok.
i2b(X) ->
    case integer_to_binary(X) of
        <<"42">> -> error(found);
        _ -> ok
    end.

%! knumbers:b2i(<<"1F">>)
-spec b2i(<<_:16>>) -> ok.
b2i(B) ->
    try binary_to_integer(B, 16) of
        31 -> error(found);
        _ -> ok
    catch
        error:badarg -> ok
    end.

%! knumbers:f2i("2.5")
-spec f2i(string()) -> ok.
f2i(S) ->
    case catch list_to_float(S) of
        2.5 -> error(found);
        _ -> ok
    end.

%! knumbers:a2l(ab1)
-spec a2l(atom()) -> ok.
a2l(A) ->
    case atom_to_list(A) of
        [$a, C | "1"] when C > $a -> error(found);
        _ -> ok
    end.

%! knumbers:a2l_len(abcde)
%= knumbers:a2l_len(aaaaa)
-spec a2l_len(atom()) -> ok.
a2l_len(A) ->
    case length(atom_to_list(A)) of
        5 -> error(found);
        _ -> ok
    end.

%! knumbers:l2a("go")
-spec l2a(string()) -> ok.
l2a(S) ->
    try list_to_atom(S) of
        go -> error(found);
        _ -> ok
    catch
        error:badarg -> ok;
        error:system_limit -> ok
    end.

%! knumbers:b2a(<<"stop">>)
-spec b2a(binary()) -> ok.
b2a(B) ->
    case catch binary_to_atom(B, utf8) of
        stop -> error(found);
        _ -> ok
    end.

%! knumbers:t2l({a, 2})
%= knumbers:t2l({a,[]})
-spec t2l(tuple()) -> ok.
t2l(T) ->
    case tuple_to_list(T) of
        [a, X] when X > 1 -> error(found);
        _ -> ok
    end.

%! knumbers:l2t([1, b])
-spec l2t([any()]) -> ok.
l2t(L) ->
    case list_to_tuple(L) of
        {1, b} -> error(found);
        _ -> ok
    end.

%! knumbers:l2b([104, "i"])
-spec l2b(iolist()) -> ok.
l2b(L) ->
    case iolist_to_binary(L) of
        <<"hi">> -> error(found);
        _ -> ok
    end.

%! knumbers:b2l(<<"no">>)
-spec b2l(binary()) -> ok.
b2l(B) ->
    case binary_to_list(B) of
        "no" -> error(found);
        _ -> ok
    end.

%! knumbers:sum([25, 25, 25, 24])
-spec sum([1..25]) -> ok.
sum(L) when length(L) < 5 ->
    case lists:sum(L) of
        99 -> error(found);
        _ -> ok
    end;
sum(_) -> ok.

%! knumbers:hand_sum([1000000000000000000000])
-spec hand_sum([integer()]) -> ok.
hand_sum(L) ->
    case add(L) of
        1000000000000000000000 -> error(found);
        _ -> ok
    end.

add([]) -> 0;
add([H | T]) -> H + add(T).

%! knumbers:weighted([0, 0, 0, 25])
-spec weighted([integer()]) -> ok.
weighted([A, B, C, D]) when A + 2 * B + 3 * C + 4 * D =:= 100, D > 24, A >= 0, B >= 0, C >= 0 -> error(found);
weighted(_) -> ok.

%! knumbers:product(6, 7)
-spec product(pos_integer(), pos_integer()) -> ok.
product(X, Y) when X * Y =:= 42, X + Y =:= 13, X < Y -> error(found);
product(_, _) -> ok.

%! knumbers:cube(-11)
-spec cube(integer()) -> ok.
cube(X) when X * X * X =:= -1331 -> error(found);
cube(_) -> ok.

%! knumbers:quadratic(17)
-spec quadratic(integer()) -> ok.
quadratic(X) when X * X - 10 * X =:= 119, X > 0 -> error(found);
quadratic(_) -> ok.

%! knumbers:gcd(12, 18)
-spec gcd(1..20, 1..20) -> ok.
gcd(A, B) when A < B ->
    case g(A, B) of
        6 when A + B =:= 30 -> error(found);
        _ -> ok
    end;
gcd(_, _) -> ok.

g(A, 0) -> A;
g(A, B) -> g(B, A rem B).

%! knumbers:fact(4)
-spec fact(0..10) -> ok.
fact(N) ->
    case f(N) of
        24 -> error(found);
        _ -> ok
    end.

f(0) -> 1;
f(N) -> N * f(N - 1).

%! knumbers:fib(7)
-spec fib(0..10) -> ok.
fib(N) ->
    case fb(N) of
        13 -> error(found);
        _ -> ok
    end.

fb(N) when N < 2 -> N;
fb(N) -> fb(N - 1) + fb(N - 2).

%! knumbers:collatz(27)
-spec collatz(20..30) -> ok.
collatz(N) ->
    case steps(N, 0) of
        111 -> error(found);
        _ -> ok
    end.

steps(1, K) -> K;
steps(N, K) when N rem 2 =:= 0 -> steps(N div 2, K + 1);
steps(N, K) -> steps(3 * N + 1, K + 1).

%! knumbers:digits(7341)
-spec digits(0..9999) -> ok.
digits(N) ->
    case {N div 1000, N div 100 rem 10, N div 10 rem 10, N rem 10} of
        {7, 3, 4, 1} -> error(found);
        _ -> ok
    end.

%! knumbers:mixed(3.0)
%! knumbers:mixed(3)
-spec mixed(number()) -> ok.
mixed(X) when X == 3, is_float(X) -> error(float);
mixed(X) when X =:= 3 -> error(int);
mixed(_) -> ok.

%! knumbers:exact_big(9007199254740993)
-spec exact_big(integer()) -> ok.
exact_big(X) when X > 9007199254740992.0, X < 9007199254740994.0 -> error(found);
exact_big(_) -> ok.

%! knumbers:phone("555-1234")
-spec phone(string()) -> ok.
phone([A, B, C, $- | T]) when A =:= B, B =:= C, A =:= $5 ->
    case T of
        "1234" -> error(found);
        _ -> ok
    end;
phone(_) -> ok.

%! knumbers:float_eq(0.1)
-spec float_eq(float()) -> ok.
float_eq(X) when X + 0.2 == 0.30000000000000004 -> error(found);
float_eq(_) -> ok.

%! knumbers:float_int(2.0)
-spec float_int(float()) -> ok.
float_int(X) when X * X == 4, X > 0 -> error(found);
float_int(_) -> ok.

%! knumbers:average([1, 2])
%! knumbers:average([1 bsl 2000, 0])
-spec average([integer()]) -> ok.
average([_, _] = L) ->
    case lists:sum(L) / length(L) of
        1.5 when hd(L) =:= 1 -> error(found);
        _ -> ok
    end;
average(_) -> ok.

%! knumbers:priced("2.75x")
-spec priced(string()) -> ok.
priced(S) -> case string:to_float(S) of {F, "x"} when F > 2.5 -> error(found); _ -> ok end.
