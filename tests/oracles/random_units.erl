%% SPDX-License-Identifier: Apache-2.0
%% Random Erlang functions over small domains and at the edges of types, and the real VM as referee of what is said
%% about them. A unit is an exported function with helpers of its own; of the types of its parameters there is a list of
%% values (all of a small domain, the edges and some others of a large one). All combinations of them, or a sample,
%% are run. Knows nothing of frisk.
%%
%%   main([Dir, Prefix, Seed, Units, Checked])
%%      writes modules Dir/Prefix_N.erl of up to 50 units each, made from Seed; Checked: "check", the specs tell what
%%      the functions return; "open", they return term(). Writes Dir/Prefix.expected, lines with tabs between:
%%        unit MODULE:FUNCTION/ARITY INPUTS        how many inputs were run
%%        fail MODULE:FUNCTION/ARITY CLASS REASON FUNCTION LINE CALL    one line for each way to fail
%%        uncompiled COUNT                         units that the compiler refused
%%   main(["confirm", Dir, Prefix])
%%      makes the calls that are the lines of Dir/Prefix.calls, and writes Dir/Prefix.made, in the same order:
%%        CLASS REASON | value                     with a tab between
-module(random_units).
-export([main/1]).

-define(PER_MODULE, 50).
-define(MOST_INPUTS, 800).

main(["confirm", Dir, Prefix]) ->
    {ok, Text} = file:read_file(filename:join(Dir, Prefix ++ ".calls")),
    code:add_patha(Dir),
    Made = [[made(Line), "\n"] || Line <- string:split(unicode:characters_to_list(Text), "\n", all), Line =/= []],
    ok = file:write_file(filename:join(Dir, Prefix ++ ".made"), unicode:characters_to_binary(Made)),
    halt(0);
main([Dir, Prefix, Seed, Units, Checked]) ->
    erlang:system_flag(backtrace_depth, 200),
    put(checked, Checked =:= "check"),
    N = list_to_integer(Units),
    {ok, Out} = file:open(filename:join(Dir, Prefix ++ ".expected"), [write, {encoding, utf8}]),
    Bad = modules(Dir, Prefix, list_to_integer(Seed), 1, N, Out, 0),
    io:format(Out, "uncompiled\t~b~n", [Bad]),
    file:close(Out),
    halt(0).

modules(_, _, _, _, N, _, Bad) when N =< 0 -> Bad;
modules(Dir, Prefix, Seed, I, N, Out, Bad) ->
    rand:seed(exsss, Seed * 1000003 + I),
    Name = Prefix ++ "_" ++ integer_to_list(I),
    Units = [unit(K) || K <- lists:seq(1, min(N, ?PER_MODULE))],
    {Good, Beam} = compiled(Dir, Name, Units),
    Module = list_to_atom(Name),
    {module, Module} = code:load_binary(Module, Name, Beam),
    [referee(Module, U, Out) || U <- Good],
    code:purge(Module), code:delete(Module), code:purge(Module),
    modules(Dir, Prefix, Seed, I + 1, N - ?PER_MODULE, Out, Bad + length(Units) - length(Good)).

%% Without the units that the compiler refuses.
compiled(Dir, Name, Units) ->
    File = filename:join(Dir, Name ++ ".erl"),
    case compile_units(File, Name, Units) of
        {ok, Beam} -> {Units, Beam};
        {error, Lines} ->
            case drop(Units, 4, Lines) of
                Left when length(Left) < length(Units) -> compiled(Dir, Name, Left);
                _ -> % the compiler itself came to grief: OTP 25 does, now and then
                    Left = [U || U <- Units, element(1, compile_units(File, Name, [U])) =:= ok],
                    true = length(Left) < length(Units),
                    compiled(Dir, Name, Left)
            end
    end.

compile_units(File, Name, Units) ->
    Head = ["%% random units\n-module(", Name, ").\n-export([",
            lists:join(", ", [[F, "/", integer_to_list(A)] || {F, A, _, _, _} <- Units]), "]).\n"],
    ok = file:write_file(File, unicode:characters_to_binary([Head, [T || {_, _, T, _, _} <- Units]])),
    case compile:file(File, [binary, return_errors, nowarn_nomatch]) of
        {ok, _, Beam} ->
            ok = file:write_file(filename:rootname(File) ++ ".beam", Beam),
            {ok, Beam};
        {error, Errors, _} ->
            os:getenv("RANDOM_UNITS_SHOW") =/= false andalso io:format(standard_error, "~p~n", [Errors]),
            {error, [line_of(L) || {_, Es} <- Errors, {L, _, _} <- Es]}
    end.

line_of({L, _}) -> L;
line_of(L) -> L.

%% Units whose lines hold none of these.
drop([], _, _) -> [];
drop([{_, _, T, _, _} = U | Rest], At, Lines) ->
    Next = At + length([C || C <- lists:flatten(unicode:characters_to_list(iolist_to_binary(T))), C =:= $\n]),
    case [L || L <- Lines, L >= At, L < Next] of
        [] -> [U | drop(Rest, Next, Lines)];
        _ -> drop(Rest, Next, Lines)
    end.

made(Line) ->
    {ok, Tokens, _} = erl_scan:string(Line ++ "."),
    {ok, [Expr]} = erl_parse:parse_exprs(Tokens),
    {Before, {call, _, {remote, _, {atom, _, M}, {atom, _, F}}, Args}} =
        case Expr of
            {block, _, Exprs} -> {lists:droplast(Exprs), lists:last(Exprs)}; % a fun that is passed twice has a name
            _ -> {[], Expr}
        end,
    Bound = lists:foldl(fun(E, B) -> {value, _, Next} = erl_eval:expr(E, B), Next end, [], Before),
    Values = [begin {value, V, _} = erl_eval:expr(A, Bound), V end || A <- Args],
    erase(),
    try apply(M, F, Values) of
        _ -> "value"
    catch C:R -> [atom_to_list(C), "\t", name_of(R)]
    end.

%% ---- The referee ----

referee(Module, {Name, Arity, _, Pools, Return}, Out) ->
    Unit = io_lib:format("~s:~s/~b", [Module, Name, Arity]),
    Function = list_to_atom(Name),
    Self = self(),
    Inputs = inputs(Pools),
    {Pid, Ref} = spawn_opt(fun() -> Self ! {self(), all(Module, Function, Inputs, Return, #{}, 0)} end,
                           [monitor, {max_heap_size, #{size => 1 bsl 24, kill => true, error_logger => false}}]),
    {Ways, Count} = receive
                        {Pid, R} -> erlang:demonitor(Ref, [flush]), R;
                        {'DOWN', Ref, _, _, _} -> {#{}, 0}
                    after 5000 -> exit(Pid, kill), {#{}, 0}
                    end,
    io:format(Out, "unit\t~s\t~b~n", [Unit, Count]),
    maps:foreach(fun({Class, Reason, F, Line}, Args) ->
                         io:format(Out, "fail\t~s\t~s\t~ts\t~s\t~b\t~s:~s(~ts)~n",
                                   [Unit, Class, Reason, F, Line, Module, Name, arguments(Args)])
                 end, Ways).

arguments(Args) -> lists:join(", ", [io_lib:format("~tw", [A]) || A <- Args]).

inputs(Pools) ->
    case lists:foldl(fun(P, N) -> N * length(P) end, 1, Pools) of
        N when N =< ?MOST_INPUTS -> product(Pools);
        _ -> [[pick(P) || P <- Pools] || _ <- lists:seq(1, ?MOST_INPUTS)]
    end.

product([]) -> [[]];
product([P | Rest]) -> [[V | Vs] || V <- P, Vs <- product(Rest)].

all(_, _, [], _, Ways, Count) -> {Ways, Count};
all(Module, Function, [Args | Rest], Return, Ways, Count) ->
    erase(),
    Ways1 = try apply(Module, Function, Args) of
                V -> case is_returned(Return, V) of
                         true -> Ways;
                         false -> note({spec, "", "", 0}, Args, Ways)
                     end
            catch C:R:S -> note(way(Module, C, R, S), Args, Ways)
            end,
    all(Module, Function, Rest, Return, Ways1, Count + 1).

note({error, "system_limit", _, _}, _, Ways) -> Ways; % nothing is claimed of the VM's sizes
note(Way, Args, Ways) -> case Ways of #{Way := _} -> Ways; _ -> Ways#{Way => Args} end.

%% The topmost frame of the module itself, or else of all; of a fun, the function that it stands in.
way(Module, Class, Reason, Stack) ->
    case [T || {M, _, _, _} = T <- Stack, M =:= Module] ++ Stack of
        [{_, F, A, Info} | _] -> {Class, name_of(Reason), frame(F, A), proplists:get_value(line, Info, 0)};
        [] -> {Class, name_of(Reason), "-", 0}
    end.

frame(F, A) ->
    case string:split(atom_to_list(F), "-", all) of
        ["", Outer | _] -> Outer;
        _ when is_list(A) -> io_lib:format("~s/~b", [F, length(A)]);
        _ -> io_lib:format("~s/~b", [F, A])
    end.

name_of(R) when is_atom(R) -> lists:flatten(io_lib:format("~0tp", [R]));
name_of(R) when is_tuple(R), size(R) > 0, is_atom(element(1, R)) -> "{" ++ name_of(element(1, R));
name_of(_) -> "_".

%% ---- Random ----

below(N) -> rand:uniform(N) - 1.
chance(Percent) -> rand:uniform(100) =< Percent.
pick(L) -> lists:nth(rand:uniform(length(L)), L).
%% One of {Weight, Fun}.
weighted(L) -> weighted(L, rand:uniform(lists:sum([W || {W, _} <- L]))).
weighted([{W, F} | _], N) when N =< W -> F();
weighted([{W, _} | Rest], N) -> weighted(Rest, N - W).

fresh(What) ->
    N = case get(next) of undefined -> 1; V -> V end,
    put(next, N + 1),
    What ++ integer_to_list(N).

some(Values, N) -> [pick(Values) || _ <- lists:seq(1, N)].

w(V) -> io_lib:format("~tw", [V]).
nl() -> "\n        ".

%% ---- Types of parameters: {text, kind, values} or {text, kind, values, which other numbers there are} ----

edges() -> [S * ((1 bsl K) + D) || K <- [28, 59, 60, 63, 64, 80], D <- [-1, 0, 1], S <- [1, -1]].
small() -> lists:seq(-3, 4).
ints() -> small() ++ [7, 10, 255, 256, 1 bsl 1024, -(1 bsl 1024)] ++ edges().
floats() -> [0.0, 1.0, -1.0, 0.5, 1.5, 2.0, -2.5, 3.0, 1.0e16, 9007199254740992.0, 1.0e308, -1.0e308, 5.0e-324, 1.0e22].
atoms() -> [a, b, c, ok, error, true, false, undefined, ''].
lists_of(Pool) -> [[] | [[X] || X <- some(Pool, 5)]] ++ [some(Pool, 2) || _ <- lists:seq(1, 6)] ++ [some(Pool, 3) || _ <- lists:seq(1, 4)].
texts() -> ["", "a", "b", "abc", "12", "-7", "+3", " a ", "1.5", "a,b", "ab,c;d", "x=1", "0", "99999999999999999999", "true", "aab", "cab", [1024], "A"].
binaries() -> [unicode:characters_to_binary(T) || T <- texts()] ++ [<<0>>, <<255>>, <<1, 2>>, <<0, 0>>, <<1, 2, 3>>, <<255, 255, 1>>, <<1, 2, 3, 4>>].
bit_strings() -> [<<>>, <<1:1>>, <<0:1>>, <<5:3>>, <<1:3>>, <<0:7>>, <<1, 1:1>>, <<255, 7:3>>, <<3:2>>, <<1, 2>>, <<9:12>>].
funs() -> [fun(_) -> 0 end, fun(_) -> 1 end, fun(X) -> case X of 1 -> 2; _ -> -1 end end].

only(Values, Test) -> [V || V <- Values, Test(V)].

parameter() ->
    weighted([{30, fun int_type/0}, {5, fun number_type/0}, {6, fun float_type/0}, {8, fun bool_type/0}, {8, fun atom_type/0},
              {10, fun list_type/0}, {6, fun text_type/0}, {6, fun binary_type/0}, {4, fun bits_type/0}, {8, fun map_type/0},
              {8, fun tuple_type/0}, {3, fun fun_type/0}, {8, fun any_type/0}]).

int_type() ->
    case below(16) of
        0 -> {"integer()", int, ints(), fun(_) -> true end};
        1 -> {"integer()", int, ints(), fun(_) -> true end};
        2 -> T = fun(V) -> V > 0 end, {"pos_integer()", int, only(ints(), T), T};
        3 -> T = fun(V) -> V >= 0 end, {"non_neg_integer()", int, only(ints(), T), T};
        4 -> T = fun(V) -> V < 0 end, {"neg_integer()", int, only(ints(), T), T};
        5 -> range(0, 1 + below(6));
        6 -> range(-2 - below(3), below(4));
        7 -> {"1 | 3 | 8", int, [1, 3, 8]};
        8 -> {"-1 | 0 | 2", int, [-1, 0, 2]};
        9 -> {"byte()", int, [0, 1, 2, 7, 47, 48, 57, 97, 127, 128, 254, 255]};
        10 -> E = pick(edges()), range(E - below(3), E + below(4));
        11 -> E = pick(edges()), wide(min(E, 0), max(E, 3));
        12 -> [A, B] = lists:sort(some(edges(), 2)), wide(A, B);
        13 -> E = pick(edges()), F = pick(edges() ++ small()), {[w(E), " | ", w(F)], int, [E, F]};
        14 -> {"char()", int, [0, 1, 48, 97, 255, 256, 16#D7FF, 16#D800, 16#E000, 16#10FFFF]};
        15 -> range(1, 12)
    end.
range(A, B) -> {[w(A), "..", w(B)], int, lists:seq(A, B)}.
wide(A, A) -> {w(A), int, [A]};
wide(A, B) ->
    T = fun(V) -> V >= A andalso V =< B end,
    {[w(A), "..", w(B)], int, only([A, A + 1, B - 1, B | ints()], T), T}.
number_type() -> {pick(["number()", "integer() | float()"]), num, ints() ++ floats(), fun(_) -> true end}.
float_type() -> {"float()", flt, floats()}.
bool_type() -> {"boolean()", bool, [true, false]}.
atom_type() ->
    case below(4) of
        0 -> {"a | b | c", atom, [a, b, c]};
        1 -> {"a | ok | error | true", atom, [a, ok, error, true]};
        2 -> {"atom()", atom, atoms() ++ [foo, 'x y', '12']};
        3 -> {"ok | undefined", atom, [ok, undefined]}
    end.
list_type() ->
    case below(8) of
        0 -> {"[integer()]", ilist, lists_of(ints())};
        1 -> {"[0..3]", ilist, lists_of([0, 1, 2, 3])};
        2 -> {"[0..3, ...]", ilist, only(lists_of([0, 1, 2, 3]), fun(V) -> V =/= [] end)};
        3 -> {"[pos_integer()]", ilist, lists_of([1, 2, 3, 1 bsl 59, 1 bsl 64])};
        4 -> {"[a | b]", alist, lists_of([a, b])};
        5 -> {"[{a | b, 0..3}]", plist, lists_of([{a, 0}, {b, 1}, {a, 2}, {b, 3}])};
        6 -> {"[{integer(), a | b}]", plist2, lists_of([{V, A} || V <- small() ++ [1 bsl 60, -(1 bsl 63) - 1], A <- [a, b]])};
        7 -> {"[number()]", nlist, lists_of(small() ++ [1 bsl 64, 1 bsl 1024] ++ floats())}
    end.
text_type() ->
    case below(4) of
        0 -> {"string()", str, texts()};
        1 -> {"[97..99]", str, lists_of("abc")};
        2 -> {"[48..57]", str, lists_of("0123456789")};
        3 -> {"nonempty_string()", str, only(texts(), fun(V) -> V =/= [] end)}
    end.
binary_type() ->
    case below(4) of
        0 -> {"binary()", bin, binaries()};
        1 -> {"<<_:8>>", bin, only(binaries(), fun(V) -> byte_size(V) =:= 1 end)};
        2 -> {"<<_:_*16>>", bin, only(binaries(), fun(V) -> byte_size(V) rem 2 =:= 0 end)};
        3 -> {"<<_:8, _:_*8>>", bin, only(binaries(), fun(V) -> V =/= <<>> end)}
    end.
bits_type() ->
    case below(3) of
        0 -> {"bitstring()", bits, bit_strings()};
        1 -> {"<<_:3>>", bits, [<<V:3>> || V <- lists:seq(0, 7)]};
        2 -> {"<<_:_*3>>", bits, only(bit_strings(), fun(V) -> bit_size(V) rem 3 =:= 0 end)}
    end.
map_type() ->
    case below(4) of
        0 -> {"#{a := 0..3}", map, [#{a => V} || V <- lists:seq(0, 3)]};
        1 -> {"#{a => integer(), b := a | b}", map,
              [#{b => B} || B <- [a, b]] ++ [#{a => V, b => B} || V <- small() ++ [1 bsl 59, 1 bsl 64], B <- [a, b]]};
        2 -> {"#{a | b => 0..2}", map, [#{}] ++ [#{K => V} || K <- [a, b], V <- [0, 1, 2]] ++ [#{a => V, b => U} || V <- [0, 1, 2], U <- [0, 1, 2]]};
        3 -> {"#{integer() => atom()}", map, [#{}, #{1 => a}, #{2 => b}, #{1 => a, 2 => b}, #{1 bsl 59 => c}, #{-(1 bsl 63) => a, 0 => b}]}
    end.
tuple_type() ->
    case below(5) of
        0 -> {"{0..2, boolean()}", tup, [{V, B} || V <- [0, 1, 2], B <- [true, false]]};
        1 -> {"{integer()}", tup, [{V} || V <- ints()]};
        2 -> {"{a, 0..2} | {b, integer(), atom()}", tup,
              [{a, V} || V <- [0, 1, 2]] ++ [{b, V, A} || V <- [-1, 0, 5, 1 bsl 63, -(1 bsl 60)], A <- [a, foo]]};
        3 -> {"tuple()", tup, [{}, {a}, {1, 2}, {a, 1, true}, {[], 1 bsl 64}]};
        4 -> {"{ok, integer()} | error", any, [error | [{ok, V} || V <- ints()]]}
    end.
fun_type() -> {"fun((integer()) -> integer())", fn, funs()}.
any_type() ->
    case below(5) of
        0 -> {"integer() | a | b", any, [a, b | ints()], fun(_) -> true end};
        1 -> {"term()", any, [a, [], [1], {}, {a, 1}, #{}, <<>>, <<"ab">>, <<1:3>>, 1.0, "abc" | ints()]};
        2 -> {"boolean() | undefined | 0..3", any, [true, false, undefined, 0, 1, 2, 3]};
        3 -> {"[integer()] | {integer()} | float()", any, floats() ++ [{V} || V <- small()] ++ lists_of(ints())};
        4 -> {"1 | a | [] | {}", any, [1, a, [], {}]}
    end.

%% What a function is said to return: {text, kind, test}.
return() ->
    case get(checked) of
        false -> {"term()", pick([int, bool, atom, ilist, any, str, bin, map, tup, num, flt, bits]), term};
        true ->
            case below(12) of
                0 -> {"boolean()", bool, bool};
                1 -> {"integer()", int, int};
                2 -> {"non_neg_integer()", int, {from, 0}};
                3 -> {"pos_integer()", int, {from, 1}};
                4 -> {"-5..10", int, {range, -5, 10}};
                5 -> E = abs(pick(edges())), {[w(-E), "..", w(E)], int, {range, -E, E}};
                6 -> {"a | b | c", atom, {one_of, [a, b, c]}};
                7 -> {"atom()", atom, atom};
                8 -> {"number()", num, num};
                9 -> {"[integer()]", ilist, {list, int}};
                10 -> {"{integer(), boolean()}", pair, {pair, int, bool}};
                11 -> {"[0..255]", ilist, {list, {range, 0, 255}}}
            end
    end.

is_returned(term, _) -> true;
is_returned(bool, V) -> is_boolean(V);
is_returned(int, V) -> is_integer(V);
is_returned({from, N}, V) -> is_integer(V) andalso V >= N;
is_returned({range, A, B}, V) -> is_integer(V) andalso V >= A andalso V =< B;
is_returned({one_of, L}, V) -> lists:member(V, L);
is_returned(atom, V) -> is_atom(V);
is_returned(num, V) -> is_number(V);
is_returned({list, T}, V) -> is_proper(V) andalso lists:all(fun(X) -> is_returned(T, X) end, V);
is_returned({pair, A, B}, V) -> is_tuple(V) andalso size(V) =:= 2 andalso is_returned(A, element(1, V)) andalso is_returned(B, element(2, V)).
is_proper([]) -> true;
is_proper([_ | T]) -> is_proper(T);
is_proper(_) -> false.

%% ---- Units ----

%% {name, arity, text, values of each parameter, what it returns}
unit(K) ->
    put(next, 1),
    put(numbers, []),
    Name = "u" ++ integer_to_list(K),
    Helpers = [helper(Name, H) || H <- lists:seq(1, below(3))],
    put(helpers, [Call || {Call, _} <- Helpers]),
    Arity = pick([1, 1, 1, 2, 2, 3]),
    Ps = parameters(Arity),
    {Text, Kind, Test} = return(),
    Spec = ["-spec ", Name, "(", lists:join(", ", [element(1, P) || P <- Ps]), ") -> ", Text, ".\n"],
    Body = function(Name, [element(2, P) || P <- Ps], Kind, pick([1, 1, 2, 2, 3, 3, 4])),
    {Name, Arity, [[T || {_, T} <- Helpers], Spec, Body], [pool(P) || P <- Ps], Test}.

%% Of numbers also those near the ones that the unit names, and near their sums and differences.
pool({_, _, Values}) -> Values;
pool({_, _, Values, Test}) ->
    Named = lists:sublist(lists:usort(get(numbers)), 8),
    Near = [S * ((1 bsl 63) + D) || S <- [1, -1], D <- lists:seq(-41, 41)] ++ [S * N + D || N <- Named, S <- [1, -1], D <- [-2, -1, 0, 1, 2]] ++ [A + S * B || A <- Named, B <- Named, A =/= B, S <- [1, -1]],
    Values ++ only(lists:usort(Near) -- Values, Test).

named(N) -> put(numbers, [N | get(numbers)]), w(N).

parameters(0) -> [];
parameters(N) ->
    case parameter() of
        P when element(3, P) =:= [] -> parameters(N);
        P -> [P | parameters(N - 1)]
    end.

%% {{name, kinds, kind}, text}: of few shapes, some recursive.
helper(Unit, I) ->
    put(helpers, []),
    Name = Unit ++ "_h" ++ integer_to_list(I),
    weighted([
        {4, fun() ->
            Kinds = [kind() || _ <- lists:seq(1, pick([1, 1, 2]))], To = kind(),
            {{Name, Kinds, To}, function(Name, Kinds, To, 2)} end},
        {2, fun() -> % over a list
            X = fresh("X"), R = fresh("R"), To = pick([int, bool, ilist]),
            Env = [{X, int}, {R, To}],
            {{Name, [ilist], To},
             [Name, "([]) -> ", literal(To), ";\n", Name, "([", X, " | T]) ->", nl(), R, " = ", Name, "(T),", nl(), e(To, 1, Env), ".\n"]} end},
        {2, fun() -> % counting down
            N = fresh("N"), A = fresh("A"),
            {{Name, [count, int], int},
             [Name, "(", N, ", ", A, ") when ", N, " > 0 -> ", Name, "(", N, " - 1,", nl(), e(int, 1, [{N, int}, {A, int}]), ");\n",
              Name, "(_, ", A, ") -> ", A, ".\n"]} end},
        {2, fun() -> % a digit string or the like
            C = fresh("C"),
            {{Name, [str, int], int},
             [Name, "([", C, " | T], A) when ", C, " >= $0, ", C, " =< $9 -> ", Name, "(T, 10 * A + ", C, " - $0);\n",
              Name, pick(["([], A) -> A.\n", "(_, A) -> A.\n"])]} end}]).

kind() -> pick([int, int, int, bool, atom, ilist, any, str, bin, map, tup, num, flt, bits]).

%% One to three clauses.
function(Name, Kinds, To, Depth) ->
    Clauses = case chance(55) of true -> 1; false -> 1 + rand:uniform(2) end,
    [lists:join(";\n", [clause(Name, Kinds, To, Depth, I < Clauses orelse chance(15)) || I <- lists:seq(1, Clauses)]), ".\n"].

clause(Name, Kinds, To, Depth, Narrow) ->
    {Patterns, Envs} = lists:unzip([parameter_pattern(K, Narrow) || K <- Kinds]),
    Env = lists:append(Envs),
    Guard = case Narrow andalso chance(60) orelse chance(6) of true -> guard(Env); false -> "" end,
    [Name, "(", lists:join(", ", Patterns), ")", Guard, " ->", nl(), body(To, Depth, Env)].

parameter_pattern(K, Narrow) ->
    case Narrow andalso chance(40) of
        true -> pattern(K, 1);
        false -> V = fresh("P"), {V, [{V, K}]}
    end.

%% Perhaps an error of its own.
body(To, Depth, Env) ->
    case below(100) of
        N when N < 6 -> [pick(["error(", "error(", "throw(", "exit("]), fresh("e"), ")"];
        N when N < 9 -> ["error({", fresh("e"), ", ", e(any, 0, Env), "})"];
        N when N < 24 ->
            V = fresh("V"), K = kind(),
            [V, " = ", e(K, max(Depth - 1, 0), Env), ",", nl(), body(To, Depth, [{V, K} | Env])];
        N when N < 28 ->
            K = kind(),
            {P, More} = pattern(K, 1),
            [P, " = ", e(K, max(Depth - 1, 0), Env), ",", nl(), body(To, Depth, More ++ Env)];
        _ -> e(To, Depth, Env)
    end.

%% ---- Patterns and guards ----

pattern(int, _) -> case chance(60) of true -> {literal(int), []}; false -> V = fresh("P"), {V, [{V, int}]} end;
pattern(bool, _) -> {pick(["true", "false"]), []};
pattern(atom, _) -> {literal(atom), []};
pattern(flt, _) -> {literal(flt), []};
pattern(num, _) -> case chance(60) of true -> {literal(num), []}; false -> V = fresh("P"), {V, [{V, num}]} end;
pattern(K, D) when K =:= ilist; K =:= str; K =:= nlist ->
    E = element_kind(K),
    case below(5) of
        0 -> {"[]", []};
        1 -> {P, Env} = sub(E, D), T = fresh("T"), {["[", P, " | ", T, "]"], [{T, K} | Env]};
        2 -> {P, Env} = sub(E, D), {["[", P, "]"], Env};
        3 -> {P, Env} = sub(E, D), {Q, Env2} = sub(E, D), {["[", P, ", ", Q, " | _]"], Env ++ Env2};
        4 when K =:= str -> {io_lib:format("~p", [pick(["a", "ab", "12", "abc"])]), []};
        4 -> {"[_ | _]", []}
    end;
pattern(alist, D) -> pick([{"[]", []}, {"[a | _]", []}, begin T = fresh("T"), {P, E} = sub(atom, D), {["[", P, " | ", T, "]"], [{T, alist} | E]} end]);
pattern(plist, D) -> {P, E} = sub(int, D), {["[{a, ", P, "} | _]"], E};
pattern(plist2, D) -> {P, E} = sub(int, D), {["[{", P, ", b} | _]"], E};
pattern(bin, D) ->
    case below(5) of
        0 -> {"<<>>", []};
        1 -> {P, E} = sub(int, D), R = fresh("R"), {["<<(", P, "):8, ", R, "/binary>>"], [{R, bin} | E]};
        2 -> V = fresh("B"), {["<<", V, ":", pick(["8", "16", "4", "7/signed", "64", "72"]), ", _/bits>>"], [{V, int}]};
        3 -> {"<<\"a\", _/binary>>", []};
        4 -> N = fresh("N"), V = fresh("B"), {["<<", N, ", ", V, ":", N, "/binary, _/bits>>"], [{N, int}, {V, bin}]}
    end;
pattern(bits, _) -> V = fresh("B"), R = fresh("R"), {["<<", V, ":", integer_to_list(1 + below(9)), ", ", R, "/bits>>"], [{V, int}, {R, bits}]};
pattern(map, D) ->
    case below(4) of
        0 -> {"#{}", []};
        1 -> {P, E} = sub(int, D), {["#{a := ", P, "}"], E};
        2 -> {P, E} = sub(pick([int, atom]), D), {["#{b := ", P, "}"], E};
        3 -> {"#{1 := a}", []}
    end;
pattern(pair, D) -> {P, E} = sub(int, D), {["{", P, ", true}"], E};
pattern(tup, D) ->
    case below(5) of
        0 -> {P, E} = sub(int, D), {["{", P, ", true}"], E};
        1 -> {P, E} = sub(int, D), {["{", P, "}"], E};
        2 -> {P, E} = sub(int, D), {["{a, ", P, "}"], E};
        3 -> {P, E} = sub(int, D), {["{b, ", P, ", _}"], E};
        4 -> {"{_, _}", []}
    end;
pattern(any, D) -> pattern(pick([int, atom, ilist, tup, bin, flt, str]), D);
pattern(fn, _) -> V = fresh("F"), {V, [{V, fn}]};
pattern(count, _) -> {literal(int), []}.

sub(K, D) ->
    case D > 0 andalso chance(30) of
        true -> pattern(K, D - 1);
        false -> V = fresh("P"), {V, [{V, K}]}
    end.

element_kind(ilist) -> int;
element_kind(str) -> int;
element_kind(nlist) -> num;
element_kind(alist) -> atom.

guard([]) -> "";
guard(Env) -> [" when ", lists:join(pick([", ", ", ", "; "]), [test(Env) || _ <- lists:seq(1, pick([1, 1, 2]))])].

%% A guard expression; what may raise in it only makes it fail.
test(Env) ->
    weighted([
        {40, fun() -> [g(Env), compare(), g(Env)] end},
        {8, fun() -> ["(", lists:join(") andalso (", window(var(int, Env))), ")"] end},
        {4, fun() -> [var(num, Env), compare(), pick(["float(", "abs(", "(1.0 * ", "(0.5 + "]), var(num, Env), ")"] end},
        {8, fun() -> [pick(["is_integer(", "is_atom(", "is_list(", "is_float(", "is_number(", "is_binary(", "is_tuple(", "is_map(", "is_boolean(", "is_bitstring("]), any_var(Env), ")"] end},
        {4, fun() -> ["not (", test(Env), ")"] end},
        {4, fun() -> ["(", test(Env), ") ", pick(["andalso", "orelse", "and", "or", "xor"]), " (", test(Env), ")"] end},
        {3, fun() -> ["is_map_key(a, ", any_var(Env), ")"] end},
        {6, fun() -> [any_var(Env), compare(), literal(pick([atom, int, flt, str, tup]))] end}]).

%% What is left behind an edge, and of that only some.
window(V) ->
    E = pick([1 bsl 63, 1 bsl 63, 1 bsl 64, 1 bsl 59, 1 bsl 53]) - below(40),
    M = pick([2, 3, 5, 7, 16]),
    case below(4) of
        0 -> [[V, " > ", w(E)], [V, " rem ", w(M), " =:= ", w(below(M))]];
        1 -> [[V, " < ", w(-E)], [V, " rem ", w(M), " =:= ", w(-below(M))]];
        2 -> [[V, " >= ", w(E)], [V, " band ", w(M), " =:= ", w(below(M))]];
        3 -> [[V, " =< ", w(-E)], [V, " div ", w(M), pick([" < ", " > "]), w(-E div M - below(3))]]
    end.

compare() -> pick([" > ", " < ", " >= ", " =< ", " =:= ", " =/= ", " == ", " /= "]).

g(Env) ->
    weighted([
        {25, fun() -> literal(int) end},
        {35, fun() -> var(int, Env) end},
        {5, fun() -> ["(", var(int, Env), pick([" + ", " - ", " * ", " rem ", " div ", " band ", " bor ", " bsr "]), literal(int), ")"] end},
        {3, fun() -> ["(", var(int, Env), " bsl ", integer_to_list(below(70)), ")"] end},
        {5, fun() -> ["(", var(int, Env), pick([" + ", " - ", " * "]), var(int, Env), ")"] end},
        {4, fun() -> ["abs(", var(num, Env), ")"] end},
        {3, fun() -> ["length(", var(ilist, Env), ")"] end},
        {3, fun() -> ["byte_size(", var(bin, Env), ")"] end},
        {2, fun() -> ["bit_size(", var(bits, Env), ")"] end},
        {2, fun() -> ["map_size(", var(map, Env), ")"] end},
        {2, fun() -> ["tuple_size(", var(tup, Env), ")"] end},
        {2, fun() -> ["hd(", var(ilist, Env), ")"] end},
        {2, fun() -> ["element(1, ", var(tup, Env), ")"] end},
        {2, fun() -> ["map_get(a, ", var(map, Env), ")"] end},
        {2, fun() -> [pick(["trunc(", "round(", "floor(", "ceil(", "float("]), var(num, Env), ")"] end},
        {4, fun() -> literal(num) end}]).

%% ---- Expressions ----

literal(int) ->
    case below(10) of
        N when N < 6 -> named(below(10) - 3);
        N when N < 8 -> named(pick(edges()));
        8 -> named(pick([255, 256, 1000, 48, 97]));
        9 -> named(pick(edges()) + pick([-1000, 1000, 7]))
    end;
literal(count) -> w(below(5));
literal(num) -> case below(2) of 0 -> literal(int); 1 -> literal(flt) end;
literal(flt) -> w(pick(floats()));
literal(bool) -> pick(["true", "false"]);
literal(atom) -> pick(["a", "b", "c", "ok", "error", "true", "undefined"]);
literal(ilist) -> pick(["[]", "[1, 2]", "[0]", ["[", literal(int), "]"]]);
literal(nlist) -> pick(["[]", "[1, 2.5]"]);
literal(alist) -> pick(["[]", "[a]", "[a, b]"]);
literal(plist) -> pick(["[]", "[{a, 1}]", "[{b, 2}, {a, 0}]"]);
literal(plist2) -> pick(["[]", "[{1, a}]", ["[{", literal(int), ", b}]"]]);
literal(str) -> io_lib:format("~p", [pick(["", "a", "abc", "12", "-7", "a,b", " x "])]);
literal(bin) -> pick(["<<>>", "<<\"ab\">>", "<<1>>", "<<\"12\">>", "<<1, 2, 3>>"]);
literal(bits) -> pick(["<<>>", "<<5:3>>", "<<1:1>>", "<<1, 2>>"]);
literal(map) -> pick(["#{}", "#{a => 1}", "#{a => 2, b => a}", "#{1 => a}"]);
literal(tup) -> pick(["{1, true}", "{3}", "{a, 2}", "{b, 4, foo}", "{}"]);
literal(pair) -> pick(["{1, true}", "{0, false}"]);
literal(fn) -> pick(["fun(_) -> 3 end", "fun(X) -> X end"]);
literal(any) -> literal(pick([int, atom, str, tup, flt])).

any_var([]) -> literal(any);
any_var(Env) -> {V, _} = pick(Env), V.

%% A variable of the kind if there is one; once in a while one of another.
var(K, Env) ->
    case [V || {V, T} <- Env, fits(T, K)] of
        _ when Env =/= [] andalso K =/= count -> case chance(4) of true -> any_var(Env); false -> var(K, Env, [V || {V, T} <- Env, fits(T, K)]) end;
        L -> var(K, Env, L)
    end.
var(K, _, []) -> literal(K);
var(_, _, L) -> pick(L).

fits(K, K) -> true;
fits(_, any) -> true;
fits(int, num) -> true;
fits(flt, num) -> true;
fits(str, ilist) -> true;
fits(ilist, nlist) -> true;
fits(bin, bits) -> true;
fits(pair, tup) -> true;
fits(bool, atom) -> true;
fits(_, _) -> false.

leaf(count, Env) -> ["(", var(int, Env), " band 7)"];
leaf(K, Env) -> case chance(25) of true -> literal(K); false -> var(K, Env) end.

e(K, D, Env) when D =< 0 -> leaf(K, Env);
e(K, D, Env) ->
    D1 = D - 1,
    weighted([
        {6, fun() -> leaf(K, Env) end},
        {20, fun() -> case_of(K, D1, Env) end},
        {4, fun() -> if_of(K, D1, Env) end},
        {6, fun() -> let_in(K, D1, Env) end},
        {5, fun() -> try_of(K, D1, Env) end},
        {3, fun() -> V = fresh("A"), ["(fun(", V, ") ->", nl(), body(K, D1, [{V, int} | Env]), " end)(", e(int, D1, Env), ")"] end},
        {6, fun() -> helper_call(K, D1, Env) end},
        {2, fun() -> ["begin put(k, ", e(K, D1, Env), "),", nl(), "get(k) end"] end},
        {1, fun() -> ["maps:get(a, ", e(map, D1, Env), ",", nl(), e(K, D1, Env), ")"] end},
        {1, fun() -> ["lists:nth(", e(int, D1, Env), ",", nl(), "[", e(K, D1, Env), ", ", e(K, 0, Env), "])"] end},
        {1, fun() -> ["element(", e(int, D1, Env), ",", nl(), "{", e(K, D1, Env), ", ", e(K, 0, Env), "})"] end},
        {40, fun() -> own(K, D1, Env) end}]).

case_of(K, D, Env) ->
    Over = kind(),
    N = pick([1, 2, 2, 3]),
    Last = case chance(65) of true -> [";", nl(), "_ -> ", body(K, D, Env)]; false -> "" end,
    ["case ", e(Over, D, Env), " of", nl(),
     lists:join([";", nl()], [case_clause(Over, K, D, Env) || _ <- lists:seq(1, N)]), Last, " end"].
case_clause(Over, K, D, Env) ->
    {P, More} = case chance(25) of
                    true -> V = fresh("C"), {V, [{V, Over}]};
                    false -> pattern(Over, 1)
                end,
    Guard = case chance(case More of [] -> 15; _ -> 55 end) of true -> guard(More ++ Env); false -> "" end,
    [P, Guard, " ->", nl(), body(K, D, More ++ Env)].

if_of(K, D, Env) ->
    ["if ", test(Env), " ->", nl(), body(K, D, Env), ";", nl(),
     case chance(75) of true -> "true"; false -> test(Env) end, " ->", nl(), body(K, D, Env), " end"].

let_in(K, D, Env) ->
    V = fresh("V"), T = kind(),
    ["begin ", V, " = ", e(T, D, Env), ",", nl(), body(K, D, [{V, T} | Env]), " end"].

try_of(K, D, Env) ->
    case below(5) of
        0 -> ["try ", e(K, D, Env), nl(), "catch _:_ -> ", e(K, D - 1, Env), " end"];
        1 -> ["try ", e(K, D, Env), nl(), "catch error:", pick(["badarith", "badarg", "function_clause", "{case_clause, _}", "{badmatch, _}"]), " -> ", body(K, D - 1, Env), " end"];
        2 -> ["try ", e(K, D, Env), nl(), "after put(k, ", e(int, D - 1, Env), ") end"];
        3 -> {P, More} = pattern(K, 1), ["try ", e(K, D, Env), " of ", P, " -> ", e(K, D - 1, More ++ Env), ";", nl(), "_ -> ", body(K, D - 1, Env), nl(), "catch throw:_ -> ", e(K, 0, Env), " end"];
        4 -> V = fresh("V"), ["case (catch ", e(K, D, Env), ") of {'EXIT', ", V, "} -> ", body(K, D - 1, [{V, any} | Env]), ";", nl(), "_ -> ", e(K, 0, Env), " end"]
    end.

helper_call(K, D, Env) ->
    case [H || {_, _, To} = H <- get(helpers), fits(To, K)] of
        [] -> own(K, D, Env);
        L -> {Name, Kinds, _} = pick(L),
             [Name, "(", lists:join([",", nl()], [case T of count -> ["(", e(int, D, Env), " band 7)"]; _ -> e(T, D, Env) end || T <- Kinds]), ")"]
    end.

%% Calls, F with arguments of these kinds, each on a line of its own.
c(F, Kinds, D, Env) ->
    [F, "(", lists:join([",", nl()], [case K of {lit, T} -> T; _ -> e(K, D, Env) end || K <- Kinds]), ")"].
op(Op, A, B, D, Env) -> ["(", e(A, D, Env), " ", Op, nl(), e(B, D, Env), ")"].

own(int, D, Env) ->
    C = fun(F, Ks) -> {1, fun() -> c(F, Ks, D, Env) end} end,
    weighted([
        {8, fun() -> op(pick(["+", "-", "*"]), int, int, D, Env) end},
        {4, fun() -> op(pick(["div", "rem"]), int, int, D, Env) end},
        {4, fun() -> op(pick(["div", "rem", "band", "bor", "bxor"]), int, {lit}, D, Env, literal(int)) end},
        {2, fun() -> op(pick(["band", "bor", "bxor"]), int, int, D, Env) end},
        {2, fun() -> ["(", e(int, D, Env), pick([" bsl ", " bsr "]), "(", e(int, D, Env), nl(), " band 63))"] end},
        {1, fun() -> ["(", e(int, D, Env), nl(), " bsr ", e(int, D, Env), ")"] end},
        {1, fun() -> ["(- ", e(int, D, Env), ")"] end},
        {1, fun() -> ["(bnot ", e(int, D, Env), ")"] end},
        {2, fun() -> c("abs", [int], D, Env) end},
        {2, fun() -> c(pick(["trunc", "round", "floor", "ceil"]), [num], D, Env) end},
        {2, fun() -> c(pick(["min", "max"]), [int, int], D, Env) end},
        {2, fun() -> c("length", [ilist], D, Env) end},
        {2, fun() -> c("hd", [ilist], D, Env) end},
        {1, fun() -> c("byte_size", [bin], D, Env) end}, {1, fun() -> c("bit_size", [bits], D, Env) end},
        {1, fun() -> c("map_size", [map], D, Env) end}, {1, fun() -> c("tuple_size", [tup], D, Env) end},
        {1, fun() -> c("map_get", [{lit, "a"}, map], D, Env) end},
        {1, fun() -> c("element", [{lit, "1"}, tup], D, Env) end},
        {2, fun() -> c("lists:nth", [int, ilist], D, Env) end},
        C("lists:sum", [ilist]), C("lists:max", [ilist]), C("lists:last", [ilist]),
        C("lists:foldl", [{lit, ["fun(X, Y) ->", nl(), e(int, 1, [{"X", int}, {"Y", int} | hide(Env)]), " end"]}, int, ilist]),
        {2, fun() -> c("list_to_integer", [str], D, Env) end},
        C("list_to_integer", [str, int]), C("binary_to_integer", [bin]), C("binary_to_integer", [bin, int]),
        C("binary:at", [bin, int]), C("binary:first", [bin]), C("binary:decode_unsigned", [bin]),
        C("string:length", [str]), C("string:str", [str, str]), C("string:chr", [str, int]),
        C("erlang:phash2", [any]), C("erlang:phash2", [any, int]), C("erlang:crc32", [bin]),
        C("iolist_size", [ilist]),
        {1, fun() -> ["(", var(fn, Env), ")(", e(int, D, Env), ")"] end},
        {1, fun() -> ["element(1, ", c("string:to_integer", [str], D, Env), ")"] end},
        {1, fun() -> ["byte_size(", c("integer_to_binary", [int], D, Env), ")"] end},
        C("proplists:get_value", [{lit, "a"}, plist, int]), C("orddict:fetch", [{lit, "a"}, plist]),
        {1, fun() -> ["lists:foldr(fun({_, X}, Y) -> ", nl(), "X + Y end, 0, ", e(plist, D, Env), ")"] end},
        {1, fun() -> ["maps:fold(fun(_, V, A) when is_integer(V) -> V + A; (_, _, A) -> A end, 0, ", e(map, D, Env), ")"] end}]);
own(num, D, Env) ->
    weighted([
        {3, fun() -> op(pick(["+", "-", "*"]), num, num, D, Env) end},
        {2, fun() -> op("/", num, num, D, Env) end},
        {1, fun() -> c("abs", [num], D, Env) end},
        {1, fun() -> c(pick(["min", "max"]), [num, num], D, Env) end},
        {1, fun() -> c("lists:sum", [nlist], D, Env) end},
        {1, fun() -> c("lists:max", [nlist], D, Env) end},
        {2, fun() -> own(int, D, Env) end},
        {2, fun() -> own(flt, D, Env) end}]);
own(flt, D, Env) ->
    weighted([
        {3, fun() -> op(pick(["+", "-", "*"]), flt, flt, D, Env) end},
        {3, fun() -> op("/", num, num, D, Env) end},
        {3, fun() -> c("float", [num], D, Env) end},
        {2, fun() -> op(pick(["+", "*"]), flt, int, D, Env) end},
        {1, fun() -> c(pick(["math:sqrt", "math:log", "math:sin", "math:cos", "math:exp", "math:atan", "math:floor", "math:tanh"]), [num], D, Env) end},
        {1, fun() -> c("math:pow", [num, num], D, Env) end},
        {1, fun() -> c("list_to_float", [str], D, Env) end},
        {1, fun() -> c("binary_to_float", [bin], D, Env) end}]);
own(bool, D, Env) ->
    weighted([
        {6, fun() -> op(pick([">", "<", ">=", "=<", "=:=", "=/=", "==", "/="]), int, int, D, Env) end},
        {3, fun() -> op(pick([">", "<", "=:=", "=="]), num, num, D, Env) end},
        {2, fun() -> op(pick(["=:=", "==", "<"]), any, any, D, Env) end},
        {3, fun() -> op(pick(["andalso", "orelse", "and", "or", "xor"]), bool, bool, D, Env) end},
        {2, fun() -> ["(not ", e(bool, D, Env), ")"] end},
        {2, fun() -> c(pick(["is_integer", "is_atom", "is_float", "is_list", "is_tuple", "is_boolean"]), [any], D, Env) end},
        {1, fun() -> ["is_function(", any_var(Env), ", ", e(int, D, Env), ")"] end},
        {2, fun() -> c("lists:member", [int, ilist], D, Env) end},
        {1, fun() -> c("is_map_key", [pick([{lit, "a"}, int]), map], D, Env) end},
        {2, fun() -> c("lists:keymember", [int, int, plist2], D, Env) end},
        {1, fun() -> c("lists:all", [{lit, ["fun(X) ->", nl(), e(bool, 1, [{"X", int} | hide(Env)]), " end"]}, ilist], D, Env) end},
        {1, fun() -> c("lists:any", [{lit, ["fun(X) ->", nl(), e(bool, 1, [{"X", int} | hide(Env)]), " end"]}, ilist], D, Env) end},
        {1, fun() -> c("lists:prefix", [str, str], D, Env) end},
        {1, fun() -> c("string:equal", [str, str], D, Env) end},
        {1, fun() -> ["string:find(", e(str, D, Env), ",", nl(), literal(str), ") =:= nomatch"] end},
        {1, fun() -> ["re:run(", e(str, D, Env), ",", nl(), pick(["\"^a+b?$\"", "\"[0-9]+\"", "\"^$\"", "\"a|b\""]), ", [{capture, none}]) =:= match"] end},
        {1, fun() -> c("ordsets:is_element", [int, ilist], D, Env) end}]);
own(atom, D, Env) ->
    weighted([
        {4, fun() -> leaf(atom, Env) end},
        {2, fun() -> own(bool, D, Env) end},
        {2, fun() -> ["case ", e(int, D, Env), " of", nl(), literal(int), " -> a;", nl(), literal(int), " -> b;", nl(), "_ -> c end"] end},
        {1, fun() -> ["binary_to_existing_atom(<<\"a\">>)"] end},
        {1, fun() -> c("list_to_atom", [str], D, Env) end},
        {1, fun() -> ["element(2, lists:nth(", e(int, D, Env), ",", nl(), e(plist2, D, Env), "))"] end},
        {1, fun() -> c("hd", [alist], D, Env) end},
        {1, fun() -> c("maps:get", [{lit, "b"}, map, {lit, "a"}], D, Env) end},
        {1, fun() -> c("maps:get", [pick([{lit, "b"}, int]), map], D, Env) end}]);
own(ilist, D, Env) ->
    C = fun(F, Ks) -> {1, fun() -> c(F, Ks, D, Env) end} end,
    weighted([
        {3, fun() -> ["[", e(int, D, Env), " |", nl(), e(ilist, D, Env), "]"] end},
        {3, fun() -> op("++", ilist, ilist, D, Env) end},
        {1, fun() -> op("--", ilist, ilist, D, Env) end},
        {3, fun() -> V = fresh("X"), ["[", e(int, D, [{V, int} | Env]), " ||", nl(), V, " <- ", e(ilist, D, Env), filter([{V, int} | Env]), "]"] end},
        {2, fun() -> V = fresh("X"), ["[", V, " ||", nl(), "<<", V, pick([":8", ":4", ":16"]), ">> <= ", e(bin, D, Env), filter([{V, int} | Env]), "]"] end},
        {1, fun() -> c("lists:map", [{lit, ["fun(X) ->", nl(), e(int, 1, [{"X", int} | hide(Env)]), " end"]}, ilist], D, Env) end},
        {1, fun() -> c("lists:filter", [{lit, ["fun(X) ->", nl(), e(bool, 1, [{"X", int} | hide(Env)]), " end"]}, ilist], D, Env) end},
        {1, fun() -> ["lists:seq(1, ", e(int, D, Env), nl(), " band 7)"] end},
        {1, fun() -> ["lists:duplicate(", e(int, D, Env), nl(), " band 7, ", e(int, D, Env), ")"] end},
        C("lists:sort", [ilist]), C("lists:usort", [ilist]), C("lists:reverse", [ilist]), C("tl", [ilist]),
        C("lists:sublist", [ilist, int]), C("lists:nthtail", [int, ilist]), C("lists:delete", [int, ilist]),
        C("lists:droplast", [ilist]), C("binary_to_list", [bin]), C("maps:values", [{lit, "#{a => 1}"}]),
        C("integer_to_list", [int]), C("integer_to_list", [int, int]), C("tuple_to_list", [{lit, "{1, 2}"}]),
        C("ordsets:union", [ilist, ilist]), C("ordsets:add_element", [int, ilist])]);
own(str, D, Env) ->
    C = fun(F, Ks) -> {1, fun() -> c(F, Ks, D, Env) end} end,
    weighted([
        {2, fun() -> op("++", str, str, D, Env) end},
        {1, fun() -> c("integer_to_list", [int], D, Env) end},
        C("string:trim", [str]), C("string:uppercase", [str]), C("string:to_lower", [str]), C("string:slice", [str, int]),
        C("string:slice", [str, int, int]), C("string:substr", [str, int]), C("string:sub_string", [str, int, int]),
        C("string:reverse", [str]), C("lists:reverse", [str]), C("tl", [str]), C("binary_to_list", [bin]),
        C("atom_to_list", [atom]), C("string:pad", [str, {lit, "3"}]), C("float_to_list", [flt]),
        {1, fun() -> ["lists:append(string:replace(", e(str, D, Env), ",", nl(), "\"a\", \"b\"))"] end},
        {1, fun() -> ["hd(string:split(", e(str, D, Env), ",", nl(), literal(str), "))"] end},
        {1, fun() -> ["hd(string:tokens(", e(str, D, Env), ",", nl(), "\",;\"))"] end},
        {1, fun() -> ["lists:nth(", e(int, D, Env), ",", nl(), "string:lexemes(", e(str, D, Env), ", \",\"))"] end}]);
own(bin, D, Env) ->
    C = fun(F, Ks) -> {1, fun() -> c(F, Ks, D, Env) end} end,
    weighted([
        {3, fun() -> ["<<(", e(int, D, Env), ")", pick(["", ":16", ":16/little", ":8/signed"]), ",", nl(), "(", e(bin, D, Env), ")/binary>>"] end},
        {1, fun() -> ["<<(", e(flt, D, Env), ")", pick(["/float", ":32/float"]), ">>"] end},
        {1, fun() -> ["<<(", e(int, D, Env), "):(", e(int, D, Env), nl(), " band 7 * 8)>>"] end},
        {1, fun() -> ["<<(", e(int, D, Env), ")/utf8>>"] end},
        C("integer_to_binary", [int]), C("list_to_binary", [ilist]), C("iolist_to_binary", [ilist]), C("atom_to_binary", [atom]),
        C("binary:part", [bin, int, int]), C("binary_part", [bin, int, int]), C("binary:copy", [bin]), C("binary:encode_unsigned", [int]),
        {1, fun() -> ["element(1, split_binary(", e(bin, D, Env), ",", nl(), e(int, D, Env), "))"] end},
        {1, fun() -> ["hd(binary:split(", e(bin, D, Env), ",", nl(), e(bin, D, Env), "))"] end},
        {1, fun() -> ["<< <<X>> || X <- ", e(ilist, D, Env), ">>"] end},
        {1, fun() -> c("binary:replace", [bin, {lit, "<<\"a\">>"}, bin], D, Env) end},
        {1, fun() -> c("string:trim", [bin], D, Env) end},
        C("list_to_binary", [str]), C("unicode:characters_to_binary", [str]), C("term_to_binary", [any])]);
own(bits, D, Env) ->
    weighted([
        {3, fun() -> ["<<(", e(int, D, Env), "):", integer_to_list(1 + below(9)), ",", nl(), "(", e(bits, D, Env), ")/bits>>"] end},
        {1, fun() -> ["<< <<X:3>> || X <- ", e(ilist, D, Env), ">>"] end},
        {1, fun() -> ["<< <<X:5>> || <<X:4>> <= ", e(bits, D, Env), ">>"] end},
        {1, fun() -> own(bin, D, Env) end}]);
own(map, D, Env) ->
    C = fun(F, Ks) -> {1, fun() -> c(F, Ks, D, Env) end} end,
    weighted([
        {3, fun() -> ["(", e(map, D, Env), ")#{", pick(["a => ", "b => ", "a := ", "b := ", "1 => "]), e(int, D, Env), "}"] end},
        {2, fun() -> ["#{a =>", nl(), e(int, D, Env), ", ", e(pick([int, atom]), D, Env), " => ", e(atom, D, Env), "}"] end},
        C("maps:remove", [pick([{lit, "a"}, int]), map]), C("maps:put", [{lit, "a"}, int, map]), C("maps:update", [{lit, "a"}, int, map]),
        C("maps:merge", [map, map]), C("maps:from_list", [plist]), C("maps:with", [{lit, "[a]"}, map]),
        C("maps:map", [{lit, ["fun(_, X) ->", nl(), e(int, 1, [{"X", any} | hide(Env)]), " end"]}, map])]);
own(tup, D, Env) ->
    weighted([
        {3, fun() -> ["{", e(int, D, Env), ",", nl(), e(bool, D, Env), "}"] end},
        {1, fun() -> ["{", e(int, D, Env), "}"] end},
        {1, fun() -> ["{b, ", e(int, D, Env), ",", nl(), e(atom, D, Env), "}"] end},
        {1, fun() -> c("setelement", [int, tup, int], D, Env) end},
        {1, fun() -> c("list_to_tuple", [ilist], D, Env) end},
        {1, fun() -> c("lists:keyfind", [int, int, plist2], D, Env) end},
        {1, fun() -> c("lists:split", [int, ilist], D, Env) end},
        {1, fun() -> c("erlang:append_element", [tup, int], D, Env) end}]);
own(pair, D, Env) -> ["{", e(int, D, Env), ",", nl(), e(bool, D, Env), "}"];
own(nlist, D, Env) -> ["[", e(num, D, Env), " |", nl(), e(nlist, D, Env), "]"];
own(alist, D, Env) -> ["[", e(atom, D, Env), " |", nl(), e(alist, D, Env), "]"];
own(plist, D, Env) -> ["[{", pick(["a", "b"]), ", ", e(int, D, Env), "} |", nl(), e(plist, D, Env), "]"];
own(plist2, D, Env) ->
    case below(3) of
        0 -> c("lists:keydelete", [int, int, plist2], D, Env);
        1 -> c("lists:zip", [ilist, alist], D, Env);
        2 -> ["[{", e(int, D, Env), ", a} |", nl(), e(plist2, D, Env), "]"]
    end;
own(fn, D, Env) -> V = fresh("A"), ["fun(", V, ") ->", nl(), e(int, D, [{V, int} | Env]), " end"];
own(count, D, Env) -> ["(", e(int, D, Env), " band 7)"];
own(any, D, Env) -> e(pick([int, atom, ilist, tup, bool, str, num, map]), D, Env).

op(Op, A, {lit}, D, Env, Text) -> ["(", e(A, D, Env), " ", Op, nl(), Text, ")"].

filter(Env) -> case below(3) of 0 -> [", ", nl(), test(Env)]; _ -> "" end.

%% Funs made outside of a choice's closure may not see variables that the fun's own names would shadow.
hide(Env) -> [V || {N, _} = V <- Env, N =/= "X", N =/= "Y"].
