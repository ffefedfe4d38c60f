% SPDX-License-Identifier: Apache-2.0
%% Small programs as different people write them: formats, codes, sums, automata, functions as data. See kbits.
-module(kprograms).
-export([dns/1, leap/1, knap/1, neg_shift/2, matrix/1, calc/1, magic_struct/1, bcd/1, utf16le/1, float_le/1, gray/1, parity/1, chk16/1, varint/1, callbacks/1, curry3/1, fun_in_map/1, fun_rec/1, gen/1, opt_fun/1, iter/2, disp/2, fixed/1, parse_comb/1, lens/1, maybe_fun/1, takewhile/1, monad/1, inj/2, handler/1, graph/1, typed_rec/1, linked/1, mutual/1, peano/1, date/1, nested_upd/1, square/1, cubic/1, negdiv/1, ext/2, palin/1, fl_nan/1, fl_cmp/2, fl_exp/1, celsius/1, change/1, pell/2, mixed_eq/2, order_terms/2, minmax/3, swap_nib/1, rot/2, lcg/1, mask/2, neg_rem/2, mean/1, armstrong/1, digsum/1, sw/3, g_all/1, g_or/2, g_map/1, cls/1, after1/1, nested_catch/1, ets2/2, mupd/1, mdef/1, timeparse/1, mac/1, chess/1, try1/1, lit_str/1]).

%! kprograms:dns(<<16#1234:16,1:1,0:4,0:1,0:1,1:1,0:1,0:3,3:4,1:16,0:16,0:16,0:16>>)
-spec dns(binary()) -> {ok, integer()} | error.
dns(<<Id:16, QR:1, Op:4, _AA:1, _TC:1, RD:1, _RA:1, 0:3, RCode:4, QD:16, AN:16, NS:16, AR:16, _/binary>>) ->
    if QR =:= 1, Op =:= 0, RD =:= 1, RCode =:= 3, QD =:= 1, AN + NS + AR =:= 0, Id =:= 16#1234 -> exit(nxdomain);
       true -> {ok, Id}
    end;
dns(_) -> error.

%! kprograms:leap(2000)
-spec leap(1900..2100) -> integer().
leap(Y) when Y rem 4 =:= 0, Y rem 100 =/= 0 -> 366;
leap(Y) when Y rem 400 =:= 0 -> exit(century);
leap(_) -> 365.

%! kprograms:knap([true,false,true,true])
-spec knap([boolean()]) -> integer().
knap(Sel) ->
    Items = [{12, 4}, {2, 2}, {1, 1}, {4, 10}],
    {W, V} = lists:foldl(fun({{A, B}, true}, {X, Y}) -> {X + A, Y + B}; (_, Acc) -> Acc end, {0, 0}, lists:zip(Items, pad(Sel, 4))),
    case {W, V} of {17, 15} -> error(best); _ -> W end.
pad(_, 0) -> [];
pad([], N) -> [false | pad([], N - 1)];
pad([H | T], N) -> [H | pad(T, N - 1)].

%! kprograms:neg_shift(-5, -2)
%! kprograms:neg_shift(a, 1)
-spec neg_shift(integer() | a, -8..8) -> integer().
neg_shift(X, S) ->
    case X bsl S of
        -2 when S < 0, X rem 2 =/= 0 -> error(floor);
        Y -> Y
    end.

%! kprograms:matrix([[1,2],[3,5]])
-spec matrix([[integer()]]) -> integer().
matrix([[A, B], [C, D]]) when A > 0, B > A, C > B, D > C ->
    case A * D - B * C of
        -1 -> error({det, -1});
        N -> N
    end;
matrix(_) -> 0.

%! kprograms:calc("1/0")
%! kprograms:calc("3*7")
-spec calc(string()) -> any().
calc([A, Op, B]) when A >= $0, A =< $9, B >= $0, B =< $9 ->
    X = A - $0, Y = B - $0,
    R = case Op of $+ -> X + Y; $- -> X - Y; $* -> X * Y; $/ -> X div Y; _ -> none end,
    case R of 21 when Op =/= $+ -> error(twentyone); _ -> R end;
calc(_) -> none.

%! kprograms:magic_struct(<<16#DEADBEEF:32/little, -2:16/signed-little, 1.5:32/float-little>>)
-spec magic_struct(binary()) -> ok.
magic_struct(<<M:32/little, N:16/signed-little, F:32/float-little>>) when M =:= 16#DEADBEEF, N < -1, N > -3, F == 1.5 ->
    error(magic);
magic_struct(_) -> ok.

%! kprograms:bcd(<<16#19,16#84>>)
-spec bcd(<<_:16>>) -> integer().
bcd(<<A:4, B:4, C:4, D:4>>) when A < 10, B < 10, C < 10, D < 10 ->
    case A * 1000 + B * 100 + C * 10 + D of
        1984 -> error(orwell);
        N -> N
    end;
bcd(_) -> -1.

%! kprograms:utf16le(<<16#3D,16#D8,16#00,16#DE>>)
-spec utf16le(binary()) -> ok.
utf16le(<<C/utf16-little, R/binary>>) when C > 16#1F5FF, C < 16#1F601, R =:= <<>> -> error(emoji);
utf16le(_) -> ok.

%! kprograms:float_le(<<-0.25:64/float-little, 7>>)
-spec float_le(binary()) -> ok.
float_le(<<F:64/little-float, N>>) when F < 0.0, F * N =:= -1.75 -> error(f);
float_le(_) -> ok.

%! kprograms:gray(11)
-spec gray(0..1000) -> integer().
gray(N) -> G = N bxor (N bsr 1), if G =:= 14 -> error(gray); true -> G end.

%! kprograms:parity(<<1:1,0:1,1:1,1:1,1:1,0:1,1:1>>)
-spec parity(bitstring()) -> ok.
parity(<<D:6/bits, P:1>>) ->
    S = lists:sum([X || <<X:1>> <= D]) rem 2,
    if S =/= P, D =/= <<0:6>> -> ok; D =:= <<2#101110:6>> -> ok; P =:= 1, S =:= 0 -> ok; true -> ok end,
    case {D, P, S} of {<<46:6>>, 1, 0} -> error(par); _ -> ok end;
parity(_) -> ok.

%! kprograms:chk16(<<16#45,0,16#00,16#03,16#BA,16#FC>>)
-spec chk16(binary()) -> ok.
chk16(B) when byte_size(B) =:= 6 ->
    S = lists:sum([W || <<W:16>> <= B]),
    F = (S band 16#FFFF) + (S bsr 16),
    case B of
        <<16#45, 0, _/binary>> when F =:= 16#FFFF -> error(checksum_ok);
        _ -> ok
    end;
chk16(_) -> ok.

%! kprograms:varint(<<16#AC,16#02>>)
-spec varint(binary()) -> integer().
varint(B) -> case vi(B, 0, 0) of 300 -> error(threehundred); N -> N end.
vi(<<1:1, X:7, R/bits>>, S, A) -> vi(R, S + 7, A bor (X bsl S));
vi(<<0:1, X:7, _/bits>>, S, A) -> A bor (X bsl S);
vi(_, _, _) -> -1.

%! kprograms:callbacks(#{init => fun() -> {ok, 5} end, stop => fun(_) -> bad end})
-spec callbacks(#{init := fun(() -> {ok, integer()} | ignore), stop := fun((integer()) -> ok | bad)}) -> ok.
callbacks(#{init := I, stop := S}) ->
    case I() of
        {ok, N} when N >= 5 -> ok = S(N);
        {ok, _} -> ok;
        ignore -> ok
    end.

%! kprograms:curry3(fun(1) -> fun(2) -> fun(3) -> 6 end end end)
-spec curry3(fun((integer()) -> fun((integer()) -> fun((integer()) -> integer())))) -> integer().
curry3(F) ->
    case ((F(1))(2))(3) of
        6 -> error(six);
        N -> N
    end.

%! kprograms:fun_in_map(#{op => fun(_, _) -> 42 end})
-spec fun_in_map(#{atom() => fun((integer(), integer()) -> integer())}) -> any().
fun_in_map(M) ->
    case maps:find(op, M) of
        {ok, F} -> 42 =/= F(20, 22) orelse error(plus);
        error -> none
    end.

-type t() :: fun((integer()) -> t() | done).
%! kprograms:fun_rec(fun(_) -> fun(_) -> done end end)
-spec fun_rec(t()) -> integer().
fun_rec(F) -> run(F, 0).
run(done, 2) -> error(two_steps);
run(done, N) -> N;
run(_, 4) -> 4;
run(F, N) -> run(F(N), N + 1).

%! kprograms:gen(fun() -> {7, fun() -> {8, fun() -> stop end} end} end)
-spec gen(G) -> ok when G :: fun(() -> {integer(), G1} | stop), G1 :: fun(() -> {integer(), fun(() -> stop)} | stop).
gen(G) ->
    case G() of
        {7, H} ->
            case H() of
                {8, _} -> error(gen);
                _ -> ok
            end;
        _ -> ok
    end.

%! kprograms:opt_fun(fun(_) -> no end)
%! kprograms:opt_fun(undefined)
-spec opt_fun(undefined | fun((term()) -> yes | no)) -> yes.
opt_fun(F) when is_function(F, 1) ->
    case F({ask, 1}) of
        yes -> yes;
        no -> error(refused)
    end;
opt_fun(undefined) -> error(nofun).

%! kprograms:iter(fun(X) -> X + 2 end, 0)
-spec iter(fun((integer()) -> integer()), integer()) -> integer().
iter(F, X0) ->
    X1 = F(X0), X2 = F(X1), X3 = F(X2),
    if X0 < X1, X1 < X2, X2 < X3, X3 - X0 =:= 6 -> error({chain, X3}); true -> X3 end.

%! kprograms:disp(add, fun(_, _) -> 0 end)
%! kprograms:disp(neg, fun(_) -> oops end)
-spec disp(atom(), fun()) -> any().
disp(add, F) when is_function(F, 2) -> 10 div F(1, 2);
disp(neg, F) when is_function(F, 1) -> case F(1) of oops -> error(oops); _ -> ok end;
disp(_, _) -> ok.

%! kprograms:fixed(fun(X) -> X end)
-spec fixed(fun((0..3) -> 0..3)) -> ok.
fixed(F) ->
    case [X || X <- lists:seq(0, 3), F(X) =:= X] of
        [0, 1, 2, 3] -> error(identity);
        _ -> ok
    end.

%! kprograms:parse_comb(fun("ab") -> {ok, a, "b"}; (_) -> fail end)
-spec parse_comb(fun((string()) -> {ok, atom(), string()} | fail)) -> ok.
parse_comb(P) ->
    case P("ab") of
        {ok, a, "b" = Rest} -> case P(Rest) of fail -> error(comb); _ -> ok end;
        _ -> ok
    end.

%! kprograms:lens({fun({A, _}) -> A end, fun(_, _) -> {3, 3} end})
-spec lens({fun(({integer(), integer()}) -> integer()), fun((integer(), {integer(), integer()}) -> {integer(), integer()})}) -> ok.
lens({Get, Set}) ->
    S = Set(3, {1, 2}),
    case Get(S) of
        3 when S =:= {3, 3} -> error(lens);
        _ -> ok
    end.

%! kprograms:maybe_fun({just, fun(_) -> {just, 3} end})
-spec maybe_fun(nothing | {just, fun((integer()) -> nothing | {just, integer()})}) -> integer().
maybe_fun(nothing) -> 0;
maybe_fun({just, F}) ->
    case F(0) of {just, N} when N > 2 -> error({just, N}); _ -> 1 end.

%! kprograms:takewhile(fun(X) -> X < 12 end)
-spec takewhile(fun((integer()) -> boolean())) -> ok.
takewhile(F) ->
    case lists:takewhile(F, [10, 11, 12, 13]) of
        [10, 11] -> error(two);
        _ -> ok
    end.

%! kprograms:monad(fun(_) -> {ok, 1} end)
-spec monad(fun((integer()) -> {ok, integer()} | {error, atom()})) -> any().
monad(F) ->
    bind(F(1), fun(A) -> bind(F(A), fun(B) -> differ(A, B) end) end).
differ(A, A) -> error(same);
differ(_, B) -> {ok, B}.
bind({ok, V}, K) -> K(V);
bind({error, _} = E, _) -> E.

%! kprograms:inj(fun(1) -> 2; (_) -> 1 end, [1, 2])
%! kprograms:inj(fun(_) -> 7 end, [1, 2])
-spec inj(fun((integer()) -> integer()), [integer()]) -> ok.
inj(F, [A, B]) when A =/= B ->
    case {F(A), F(B)} of
        {B, A} -> error(swap);
        {A, B} -> ok
    end;
inj(_, _) -> ok.

-record(h, {name :: atom(), cb :: fun((atom(), list()) -> {ok, term()} | {error, atom()}), tries = 0 :: non_neg_integer()}).
%! kprograms:handler({h, x, fun(_, _) -> {error, timeout} end, 3})
-spec handler(#h{}) -> term().
handler(#h{cb = CB, tries = T} = H) ->
    case CB(connect, [T]) of
        {ok, V} -> V;
        {error, timeout} when T < 3 -> handler(H#h{tries = T + 1});
        {error, timeout} -> exit({gave_up, T});
        {error, _} -> undefined
    end.

%! kprograms:graph(#{a=>[b],b=>[c],c=>[a]})
-spec graph(#{a | b | c => [a | b | c]}) -> ok.
graph(G) -> case cyc(a, G, []) of {cycle, [a, b, c]} -> error(cycle); _ -> ok end.
cyc(N, G, Path) ->
    case lists:member(N, Path) of
        true -> {cycle, lists:reverse(Path)};
        false ->
            case maps:get(N, G, []) of
                [M | _] -> cyc(M, G, [N | Path]);
                [] -> none
            end
    end.

-record(pt, {x = 0 :: integer(), y = 0 :: integer()}).
-record(seg, {from :: #pt{}, to :: #pt{}, tag :: undefined | {atom(), [#pt{}]}}).
%! kprograms:typed_rec({seg,{pt,0,0},{pt,3,4},{dash,[{pt,1,1}]}})
-spec typed_rec(#seg{}) -> ok.
typed_rec(#seg{from = #pt{x = A, y = B}, to = #pt{x = C, y = D}, tag = {dash, [#pt{x = E} | _]}}) when E > A ->
    case (C - A) * (C - A) + (D - B) * (D - B) of
        25 -> error(five);
        _ -> ok
    end;
typed_rec(_) -> ok.

%! kprograms:linked({1,{2,{3,nil}}})
-spec linked(L) -> ok when L :: nil | {integer(), L1}, L1 :: nil | {integer(), L2}, L2 :: nil | {integer(), nil}.
linked({A, {B, {C, nil}}}) when A < B, B < C, A + B + C =:= 6, A > 0 -> error(linked);
linked(_) -> ok.

-type a() :: {a, integer(), b()} | stop.
-type b() :: {b, atom(), a()} | none.
%! kprograms:mutual({a,3,{b,x,{a,4,none}}})
-spec mutual(a()) -> ok.
mutual(A) -> case ma(A) of [3, x, 4] -> error(mutual); _ -> ok end.
ma(stop) -> [];
ma({a, N, B}) -> [N | mb(B)].
mb(none) -> [];
mb({b, N, A}) -> [N | ma(A)].

-type nat() :: z | {s, nat()}.
%! kprograms:peano({s,{s,{s,z}}})
-spec peano(nat()) -> integer().
peano(N) -> case val(mul(N, {s, {s, z}})) of 6 -> error(six); V -> V end.
val(z) -> 0; val({s, N}) -> 1 + val(N).
add(z, M) -> M; add({s, N}, M) -> {s, add(N, M)}.
mul(z, _) -> z; mul({s, N}, M) -> add(M, mul(N, M)).

%! kprograms:date({2023,2,29})
%! kprograms:date({2024,12,31})
-spec date({1990..2050, 1..12, 1..31}) -> ok.
date({_, M, D} = Dt) ->
    case calendar:valid_date(Dt) of
        false when M =:= 2, D =:= 29 -> exit(not_leap);
        false -> ok;
        true ->
            case calendar:day_of_the_week(Dt) of
                2 when M =:= 12, D =:= 31 -> error(tuesday);
                _ -> ok
            end
    end.

%! kprograms:nested_upd(#{cfg => #{port => 80, hosts => ["h"]}})
-spec nested_upd(#{cfg := #{port := 0..65535, hosts => [string()]}}) -> map().
nested_upd(#{cfg := #{port := P} = C} = M) ->
    H = maps:get(hosts, C, []),
    C2 = C#{port := P + 1},
    M2 = M#{cfg := maps:remove(hosts, C2)},
    case M2 of
        #{cfg := #{port := 81} = X} when map_size(X) =:= 1, length(H) =:= 1 -> error(updated);
        _ -> M2
    end.

%! kprograms:square(12345678901)
%! kprograms:square(-12345678901)
-spec square(integer()) -> ok.
square(X) when X * X =:= 152415787526596567801 -> if X > 0 -> error(pos); true -> exit(neg) end;
square(_) -> ok.

%! kprograms:cubic(7)
-spec cubic(integer()) -> ok.
cubic(X) -> case X * X * X - 6 * X * X + 11 * X - 6 of 120 -> error(root); _ -> ok end.

%! kprograms:negdiv(-17)
-spec negdiv(integer()) -> ok.
negdiv(X) -> case {X div 5, X rem 5} of {-3, -2} -> error(nd); _ -> ok end.

%! kprograms:ext(3, 7)
-spec ext(integer(), integer()) -> ok.
ext(X, Y) -> if 17 * X + 5 * Y =:= 86, X > 0, Y > 0 -> error(ext); true -> ok end.

%! kprograms:palin(1221)
-spec palin(1000..2000) -> ok.
palin(N) -> L = integer_to_list(N), case lists:reverse(L) of L when N > 1200, N < 1300 -> error(pal); _ -> ok end.

%! kprograms:fl_nan(1.0e200)
%! kprograms:fl_nan(0.0)
-spec fl_nan(float()) -> float().
fl_nan(X) when X > 1.0e100 -> X * X;
fl_nan(X) -> 1 / X.

%! kprograms:fl_cmp(1, 1.0)
-spec fl_cmp(integer(), float()) -> ok.
fl_cmp(A, B) when A == B, A =:= 1 -> error(eq);
fl_cmp(_, _) -> ok.

%! kprograms:fl_exp(1000.0)
-spec fl_exp(float()) -> float().
fl_exp(X) -> math:exp(X).

%! kprograms:celsius(37.0)
%! kprograms:celsius(1.0e308)
-spec celsius(float()) -> ok.
celsius(C) -> F = C * 9 / 5 + 32, if F > 98.59, F < 98.61 -> error(fever); true -> ok end.

%! kprograms:change(41)
-spec change(1..99) -> ok.
change(C) -> Q = C div 25, D = C rem 25 div 10, N = C rem 25 rem 10 div 5, P = C rem 5, if Q =:= 1, D =:= 1, N =:= 1, P =:= 1 -> error(coins); true -> ok end.

%! kprograms:pell(649, 180)
-spec pell(1..1000, 1..1000) -> ok.
pell(X, Y) when X * X - 13 * Y * Y =:= 1 -> error(pell);
pell(_, _) -> ok.

%! kprograms:mixed_eq(2, 2.0)
-spec mixed_eq(number(), number()) -> ok.
mixed_eq(A, B) when A == B, A =/= B -> error(mixed);
mixed_eq(_, _) -> ok.

%! kprograms:order_terms({1}, [])
%! kprograms:order_terms(foo, 1.5)
-spec order_terms(any(), any()) -> ok.
order_terms(A, B) when is_atom(A), is_float(B), A > B -> error(atom_over_number);
order_terms(A, B) when is_tuple(A), is_list(B), A < B, A =/= {} -> exit(tuple_under_list);
order_terms(_, _) -> ok.

%! kprograms:minmax(5, 2, 9)
-spec minmax(integer(), integer(), integer()) -> ok.
minmax(A, B, C) -> case {min(A, min(B, C)), max(A, max(B, C)), A + B + C} of {2, 9, 16} when B < A -> error(mm); _ -> ok end.

%! kprograms:swap_nib(16#A5)
-spec swap_nib(byte()) -> ok.
swap_nib(B) -> case ((B bsl 4) band 16#F0) bor (B bsr 4) of 16#5A -> error(swapped); _ -> ok end.

%! kprograms:rot(16#80000001, 1)
-spec rot(0..16#FFFFFFFF, 0..31) -> ok.
rot(X, N) -> case ((X bsl N) bor (X bsr (32 - N))) band 16#FFFFFFFF of 3 when N =:= 1 -> error(rot); _ -> ok end.

%! kprograms:lcg(42)
-spec lcg(0..1000000) -> ok.
lcg(S) -> case (S * 1103515245 + 12345) band 16#7FFFFFFF of 1250496027 -> error(seed42); _ -> ok end.

%! kprograms:mask(16#FF, 16#0F)
-spec mask(0..255, 0..255) -> ok.
mask(A, B) when A band B =:= 15, A bxor B =:= 240, A > B -> error(m);
mask(_, _) -> ok.

%! kprograms:neg_rem(-7, 3)
-spec neg_rem(neg_integer(), pos_integer()) -> ok.
neg_rem(A, B) when A rem B =:= -1, A div B =:= -2, B =:= 3 -> error(nr);
neg_rem(_, _) -> ok.

%! kprograms:mean([1.0, 2.0])
-spec mean([float()]) -> ok.
mean([A, B]) when A >= 1.0, B =< 10.0 -> if (A + B) / 2 == 1.5, B > A -> error(mean); true -> ok end;
mean(_) -> ok.

%! kprograms:armstrong(153)
-spec armstrong(100..199) -> boolean().
armstrong(N) -> A = N div 100, B = N div 10 rem 10, C = N rem 10, A * A * A + B * B * B + C * C * C =:= N andalso error(arm).

%! kprograms:digsum(99)
-spec digsum(non_neg_integer()) -> ok.
digsum(N) -> case ds(N) of 18 when N < 100 -> error(ninetynine); _ -> ok end.
ds(N) when N < 10 -> N;
ds(N) -> N rem 10 + ds(N div 10).

%! kprograms:sw(mul, int, 7)
-spec sw(add | sub | mul | 'div', int | float, byte()) -> ok.
sw(Op, T, N) -> case code(Op, T, N) of bad -> error(bad_op); C when is_integer(C) -> ok end.
code(add, int, _) -> 1; code(add, float, _) -> 2; code(sub, int, N) when N < 128 -> 3; code(sub, int, _) -> 4; code(sub, float, _) -> 5;
code(mul, int, 7) -> bad; code(mul, int, _) -> 6; code(mul, float, _) -> 7; code('div', int, 0) -> 0; code('div', _, _) -> 8.

%! kprograms:g_all({1, a, [x], <<1>>})
-spec g_all(term()) -> ok.
g_all({A, B, C, D}) when is_integer(A), A > 0, is_atom(B), B =/= nil, is_list(C), length(C) =:= 1, is_binary(D), byte_size(D) =:= 1 -> error(all);
g_all(_) -> ok.

%! kprograms:g_or(3, foo)
-spec g_or(integer(), atom()) -> ok.
g_or(X, Y) when (X > 2 orelse Y =:= bar) andalso not (X > 3) andalso ((Y =:= foo) xor (X =:= 0)) -> error(g);
g_or(_, _) -> ok.

%! kprograms:g_map(#{k => 3, j => x})
-spec g_map(map()) -> ok.
g_map(M) when map_size(M) =:= 2, is_map_key(k, M), map_get(k, M) =:= 3 -> error(gm);
g_map(_) -> ok.

%! kprograms:cls(7)
-spec cls(1..10) -> ok.
cls(X) -> try f(X) catch error:E:St when E =:= seven -> erlang:raise(exit, {wrapped, E}, St); throw:_ -> ok end.
f(7) -> error(seven); f(8) -> throw(eight); f(_) -> ok.

%! kprograms:after1(3)
-spec after1(integer()) -> ok.
after1(X) -> put(n, 0), try put(n, X), X rem 3 of 0 -> ok; _ -> ok after case get(n) of 3 -> error(cleanup); _ -> ok end end.

%! kprograms:nested_catch(5)
-spec nested_catch(integer()) -> ok.
nested_catch(X) -> case catch (try case X of 5 -> error(five); _ -> X end catch error:five -> exit(six) end) of {'EXIT', six} -> error(seen); _ -> ok end.

%! kprograms:ets2(3, 4)
-spec ets2(integer(), integer()) -> ok.
ets2(K, V) -> T = ets:new(x, [ordered_set, private]), true = ets:insert_new(T, {K, V}), ets:update_counter(T, K, 5), case ets:tab2list(T) of [{3, 9}] -> error(counter); _ -> ok end.

%! kprograms:mupd(#{n => 41})
%! kprograms:mupd(#{})
-spec mupd(#{n => integer()}) -> ok.
mupd(M) -> case maps:update_with(n, fun(X) -> X + 1 end, M) of #{n := 42} -> error(u); _ -> ok end.

%! kprograms:mdef(#{host => <<"h">>})
-spec mdef(#{host => binary(), port => integer()}) -> ok.
mdef(O) -> #{host := H, port := P} = maps:merge(#{host => <<"localhost">>, port => 80}, O), if H =:= <<"h">>, P =:= 80 -> error(opt); true -> ok end.

%! kprograms:timeparse("12:30")
%! kprograms:timeparse("29:59")
-spec timeparse(string()) -> ok.
timeparse([H1, H2, $:, M1, M2]) when H1 >= $0, H1 =< $2, H2 >= $0, H2 =< $9, M1 >= $0, M1 =< $5, M2 >= $0, M2 =< $9 ->
  case (H1 - $0) * 600 + (H2 - $0) * 60 + (M1 - $0) * 10 + M2 - $0 of 750 -> error(half_past); T when T > 1439 -> error(too_late); _ -> ok end;
timeparse(_) -> ok.

%! kprograms:mac(<<16#DE,16#AD,0,0,0,1>>)
-spec mac(<<_:48>>) -> ok.
mac(<<A:24, B:24>>) -> case {io_lib:format("~6.16.0B", [A]), B} of {[_ | _] = _S, 1} when A =:= 16#DEAD00 -> error(mac); _ -> ok end.

%! kprograms:chess({e,2})
-spec chess({a | b | c | d | e | f | g | h, 1..8}) -> ok.
chess({C, R}) -> [X] = atom_to_list(C), case {X - $a, R - 1} of {F, K} when (F + K) rem 2 =:= 1, F =:= 4, K =:= 1 -> error(e2); _ -> ok end.

%! kprograms:try1(0)
%! kprograms:try1(-1)
-spec try1(integer()) -> integer().
try1(X) -> try 100 div X of V when V < 0, X =:= -1 -> error(neg); V -> V catch error:badarith -> throw(zero) end.

%! kprograms:lit_str("stop")
-spec lit_str(string()) -> ok.
lit_str("start") -> ok; lit_str("stop") -> error(stopped); lit_str("status") -> ok; lit_str(_) -> ok.
