%% SPDX-License-Identifier: Apache-2.0
%% The writer of dumps: Core Erlang modules and terms as compact bytes, read by src/erlang/load/dump.c. The format is
%% described in doc/dump-format.md. All state of a dump (atoms seen, variables numbered, last place) is in the
%% dictionary of the calling process, which is why the order of evaluation below is the order of the bytes.
-module(frisk_dump).
-export([module/1, term/1, read_term/1, varint/1, string/1]).

-define(VERSION, 2).

%% Node tags: the order of CORE_TAGS in src/erlang/load/core.h.
-define(VAR, 0).
-define(FNAME, 1).
-define(LITERAL, 2).
-define(CONS, 3).
-define(TUPLE, 4).
-define(VALUES, 5).
-define(MAP, 6).
-define(PAIR, 7).
-define(BINARY, 8).
-define(SEGMENT, 9).
-define(FUN, 10).
-define(LET, 11).
-define(SEQ, 12).
-define(LETREC, 13).
-define(FUNDEF, 14).
-define(CASE, 15).
-define(CLAUSE, 16).
-define(APPLY, 17).
-define(CALL, 18).
-define(PRIMOP, 19).
-define(TRY, 20).
-define(CATCH, 21).
-define(ALIAS, 22).
-define(REACHED, 23).

%% ---- Modules ----

%% The dump of a Core Erlang module (cerl:c_module()).
module(Core) ->
    reset(),
    Name = cerl:atom_val(cerl:module_name(Core)),
    Attributes = [{cerl:concrete(A), line_of(A), cerl:concrete(V)} || {A, V} <- cerl:module_attrs(Core)],
    Exported = maps:from_list([{cerl:var_name(E), true} || E <- cerl:module_exports(Core)]),
    Head = [<<"FRSK", ?VERSION>>, value(Name), string(file_of(Name, Attributes))],
    Definitions = cerl:module_defs(Core),
    Functions = [function(D, Exported) || D <- Definitions],
    Kept = [T || T = {A, _, _} <- Attributes, wanted(A)],
    Types = [[value(A), varint(Line), value(unwrap(A, V))] || {A, Line, V} <- Kept],
    [Head, varint(length(Definitions)), Functions, varint(length(Kept)), Types].

reset() ->
    erlang:erase(),
    erlang:put(frisk_atoms, 0),
    erlang:put(frisk_place, {0, 0}).

%% The first file attribute names the source as stack traces do.
file_of(Name, Attributes) ->
    case [F || {file, _, [{F, _} | _]} <- Attributes] of
        [F | _] -> unicode:characters_to_binary(F);
        [] -> <<(atom_to_binary(Name, utf8))/binary, ".erl">>
    end.

wanted(Name) ->
    lists:member(Name, [spec, type, opaque, nominal, record, callback, export_type, optional_callbacks,
                        on_load, behaviour, behavior]).

%% The compiler wraps what stood in one attribute into a list of one element.
unwrap(Name, [Value]) when Name =/= export_type, Name =/= optional_callbacks -> Value;
unwrap(_, Value) -> Value.

function({Var, Fun}, Exported) ->
    {F, A} = NA = cerl:var_name(Var),
    erlang:put(frisk_vars, 0),
    {Line, _} = place(cerl:get_ann(Fun), {0, 0}),
    Head = [value(F), varint(A), flag(maps:is_key(NA, Exported)), varint(Line)],
    [Head, expr(Fun, #{})].

flag(true) -> 1;
flag(false) -> 0.

line_of(Node) ->
    {Line, _} = place(cerl:get_ann(Node), {0, 0}),
    Line.

%% ---- Nodes ----

%% What stands before every node: tag, how its place differs from that of the node before, flags.
head(Tag, Node) ->
    Annotations = cerl:get_ann(Node),
    Place = place(Annotations, {0, 0}),
    case flags(Annotations, 0) of
        0 -> place_head(Tag, Place, []);
        Flags -> place_head(Tag bor 16#20, Place, [Flags])
    end.

place_head(Tag, {0, _}, Flags) -> [Tag bor 16#40 | Flags];
place_head(Tag, {Line, Column} = Place, Flags) ->
    case erlang:put(frisk_place, Place) of
        Place -> [Tag | Flags];
        {Line, _} -> [Tag bor 16#80, Flags, varint(Column)];
        {Last, _} -> [Tag bor 16#C0, Flags, varint(zigzag(Line - Last)), varint(Column)]
    end.

place([{Line, Column} | _], _) when is_integer(Line), is_integer(Column), Line >= 0, Column >= 0 -> {Line, Column};
place([Line | _], _) when is_integer(Line), Line >= 0 -> {Line, 0};
place([_ | Rest], Default) -> place(Rest, Default);
place([], Default) -> Default.

flags([compiler_generated | R], F) -> flags(R, F bor 1);
flags([letrec_goto | R], F) -> flags(R, F bor 2);
flags([list_comprehension | R], F) -> flags(R, F bor 4);
flags([result_not_wanted | R], F) -> flags(R, F bor 8);
flags([_ | R], F) -> flags(R, F);
flags([], F) -> F.

%% Every binding of a function gets a number of its own, counted in the order of the bytes; so binders carry none.
bind(Var, Env) ->
    Number = erlang:get(frisk_vars),
    erlang:put(frisk_vars, Number + 1),
    Env#{cerl:var_name(Var) => Number}.

binders(Vars, Env) ->
    lists:mapfoldl(fun(V, E) -> {head(?VAR, V), bind(V, E)} end, Env, Vars).

exprs(Nodes, Env) -> [expr(N, Env) || N <- Nodes].

expr(Node, Env) ->
    case cerl:type(Node) of
        var -> variable(Node, cerl:var_name(Node), Env);
        literal -> [head(?LITERAL, Node), value(cerl:concrete(Node))];
        cons -> [head(?CONS, Node), expr(cerl:cons_hd(Node), Env), expr(cerl:cons_tl(Node), Env)];
        tuple -> counted(?TUPLE, Node, cerl:tuple_es(Node), Env);
        values -> counted(?VALUES, Node, cerl:values_es(Node), Env);
        map ->
            Pairs = cerl:map_es(Node),
            H = [head(?MAP, Node), varint(length(Pairs))],
            [H, expr(cerl:map_arg(Node), Env) | [pair(P, Env) || P <- Pairs]];
        binary ->
            Segments = cerl:binary_segments(Node),
            H = [head(?BINARY, Node), varint(length(Segments))],
            [H | [segment(S, Env) || S <- Segments]];
        'fun' -> function_value(Node, Env);
        'let' ->
            Vars = cerl:let_vars(Node),
            H = [head(?LET, Node), varint(length(Vars))],
            {Bs, Inner} = binders(Vars, Env),
            [H, Bs, expr(cerl:let_arg(Node), Env), expr(cerl:let_body(Node), Inner)];
        seq ->
            Arg = cerl:seq_arg(Node),
            H = head(?SEQ, Node),
            [H, expr(Arg, Env), expr(behind_mark(Arg, cerl:seq_body(Node)), Env)];
        letrec ->
            Defs = cerl:letrec_defs(Node),
            H = [head(?LETREC, Node), varint(length(Defs))],
            [H, [definition(D, Env) || D <- Defs], expr(cerl:letrec_body(Node), Env)];
        'case' ->
            Clauses = cerl:case_clauses(Node),
            H = [head(?CASE, Node), varint(length(Clauses))],
            [H, expr(cerl:case_arg(Node), Env) | [clause(C, Env) || C <- Clauses]];
        apply ->
            Args = cerl:apply_args(Node),
            H = [head(?APPLY, Node), varint(length(Args))],
            [H, expr(cerl:apply_op(Node), Env) | exprs(Args, Env)];
        call ->
            case mark(Node) of
                none ->
                    Args = cerl:call_args(Node),
                    H = [head(?CALL, Node), varint(length(Args))],
                    [H, expr(cerl:call_module(Node), Env), expr(cerl:call_name(Node), Env) | exprs(Args, Env)];
                _ -> head(?REACHED, Node)
            end;
        primop ->
            Args = cerl:primop_args(Node),
            H = [head(?PRIMOP, Node), value(cerl:atom_val(cerl:primop_name(Node))), varint(length(Args))],
            [H | exprs(Args, Env)];
        'try' -> try_node(Node, Env);
        'catch' -> [head(?CATCH, Node), expr(cerl:catch_body(Node), Env)];
        'receive' ->
            true = frisk_server:ensure(frisk_receive),
            expr(frisk_receive:lower(Node), Env);
        Other -> throw({frisk, io_lib:format("Core Erlang node ~p is not known", [Other])})
    end.

%% Where a line is reached (frisk_lines): line, or qualifier of a comprehension; none: it is another expression.
mark(Node) ->
    case cerl:type(Node) =:= call andalso {cerl:call_module(Node), cerl:call_name(Node)} of
        {{c_literal, _, '$frisk'}, {c_literal, _, Name}} -> Name;
        _ -> none
    end.

%% What comes behind the mark of a qualifier asks whether true is true.
behind_mark(Arg, Body) ->
    case mark(Arg) =:= qualifier andalso cerl:type(Body) of
        'case' ->
            [True | _] = cerl:case_clauses(Body),
            [true] = [cerl:concrete(P) || P <- cerl:clause_pats(True)],
            cerl:clause_body(True);
        _ -> Body
    end.

counted(Tag, Node, Kids, Env) ->
    H = [head(Tag, Node), varint(length(Kids))],
    [H | exprs(Kids, Env)].

variable(Node, {F, A}, _) -> [head(?FNAME, Node), value(F), varint(A)];
variable(Node, Name, Env) -> [head(?VAR, Node), varint(maps:get(Name, Env))].

function_value(Node, Env) ->
    Vars = cerl:fun_vars(Node),
    H = [head(?FUN, Node), varint(length(Vars)), fun_name(cerl:get_ann(Node))],
    {Bs, Inner} = binders(Vars, Env),
    [H, Bs, expr(cerl:fun_body(Node), Inner)].

%% The name erlang:fun_info/2 knows the fun by; [] if the compiler has not said.
fun_name([{id, {_, _, Name}} | _]) when is_atom(Name) -> value(Name);
fun_name([_ | R]) -> fun_name(R);
fun_name([]) -> value([]).

definition({Var, Fun}, Env) ->
    {F, A} = cerl:var_name(Var),
    H = [head(?FUNDEF, Var), value(F), varint(A)],
    [H, expr(Fun, Env)].

try_node(Node, Env) ->
    Vars = cerl:try_vars(Node),
    Evars = cerl:try_evars(Node),
    H = [head(?TRY, Node), varint(length(Vars)), varint(length(Evars))],
    Arg = expr(cerl:try_arg(Node), Env),
    {Bs, Inner} = binders(Vars, Env),
    Body = expr(cerl:try_body(Node), Inner),
    {Es, Handling} = binders(Evars, Env),
    [H, Arg, Bs, Body, Es, expr(cerl:try_handler(Node), Handling)].

clause(Node, Env) ->
    Patterns = cerl:clause_pats(Node),
    H = [head(?CLAUSE, Node), varint(length(Patterns))],
    {Ps, Inner} = patterns(Patterns, Env),
    [H, Ps, expr(cerl:clause_guard(Node), Inner), expr(cerl:clause_body(Node), Inner)].

pair(Node, Env) ->
    H = [head(?PAIR, Node), pair_kind(Node)],
    [H, expr(cerl:map_pair_key(Node), Env), expr(cerl:map_pair_val(Node), Env)].

pair_kind(Node) -> flag(cerl:concrete(cerl:map_pair_op(Node)) =:= exact).

segment(Node, Env) ->
    H = segment_head(Node),
    [H, expr(cerl:bitstr_val(Node), Env), expr(cerl:bitstr_size(Node), Env)].

segment_head(Node) ->
    Type = segment_type(cerl:concrete(cerl:bitstr_type(Node))),
    Flags = lists:foldl(fun segment_flag/2, 0, cerl:concrete(cerl:bitstr_flags(Node))),
    Unit = case cerl:concrete(cerl:bitstr_unit(Node)) of
               U when is_integer(U) -> U;
               undefined -> 1
           end,
    [head(?SEGMENT, Node), Type, Flags, varint(Unit)].

segment_type(integer) -> 0;
segment_type(float) -> 1;
segment_type(binary) -> 2;
segment_type(utf8) -> 3;
segment_type(utf16) -> 4;
segment_type(utf32) -> 5.

segment_flag(signed, F) -> F bor 1;
segment_flag(little, F) -> F bor 2;
segment_flag(native, F) -> F bor 4;
segment_flag(_, F) -> F.

%% ---- Patterns: the bytes, and the environment with what they bind (for sizes later in the pattern, too) ----

patterns(Nodes, Env) -> lists:mapfoldl(fun pattern/2, Env, Nodes).

pattern(Node, Env) ->
    case cerl:type(Node) of
        var ->
            H = head(?VAR, Node),
            {H, bind(Node, Env)};
        literal -> {[head(?LITERAL, Node), value(cerl:concrete(Node))], Env};
        cons -> compound(head(?CONS, Node), [cerl:cons_hd(Node), cerl:cons_tl(Node)], Env);
        tuple ->
            Es = cerl:tuple_es(Node),
            H = [head(?TUPLE, Node), varint(length(Es))],
            compound(H, Es, Env);
        alias -> compound(head(?ALIAS, Node), [cerl:alias_var(Node), cerl:alias_pat(Node)], Env);
        map ->
            Pairs = cerl:map_es(Node),
            H = [head(?MAP, Node), varint(length(Pairs))],
            Empty = expr(cerl:abstract(#{}), Env),
            {Ps, Inner} = lists:mapfoldl(fun pair_pattern/2, Env, Pairs),
            {[H, Empty, Ps], Inner};
        binary ->
            Segments = cerl:binary_segments(Node),
            H = [head(?BINARY, Node), varint(length(Segments))],
            {Ss, Inner} = lists:mapfoldl(fun segment_pattern/2, Env, Segments),
            {[H, Ss], Inner}
    end.

compound(Head, Kids, Env) ->
    {Ps, Inner} = patterns(Kids, Env),
    {[Head, Ps], Inner}.

pair_pattern(Node, Env) ->
    H = [head(?PAIR, Node), pair_kind(Node)],
    Key = expr(cerl:map_pair_key(Node), Env),
    {Value, Inner} = pattern(cerl:map_pair_val(Node), Env),
    {[H, Key, Value], Inner}.

segment_pattern(Node, Env) ->
    H = segment_head(Node),
    {Value, Inner} = pattern(cerl:bitstr_val(Node), Env),
    {[H, Value, expr(cerl:bitstr_size(Node), Env)], Inner}.

%% ---- Terms ----

-define(INPUT, '$input'). % marks what is only in inputs (frisk_term)

%% A term on its own: its atoms are numbered from the start.
term(T) ->
    reset(),
    value(T).

value(T) when is_atom(T) -> atom(T);
value(T) when is_integer(T) -> integer(T);
value([]) -> 0;
value(T) when is_list(T) -> list(T);
value({Mark, table, Arity, Parts}) when Mark =:= ?INPUT -> [13, varint(Arity), varint(length(Parts)) | [value(P) || P <- Parts]];
value({Mark, Kind, N}) when Mark =:= ?INPUT -> [14, kind(Kind), varint(N)];
value(T) when is_tuple(T) -> [9, varint(tuple_size(T)) | [value(E) || E <- tuple_to_list(T)]];
value(T) when is_float(T) -> <<5, T:64/float>>;
value(T) when is_bitstring(T) ->
    Size = bit_size(T),
    Padding = -Size band 7,
    [11, varint(Size), <<T/bitstring, 0:Padding>>];
value(T) when is_map(T) ->
    [10, varint(map_size(T)) | [[value(K), value(V)] || {K, V} <- lists:sort(maps:to_list(T))]];
value(T) when is_function(T) ->
    case erlang:fun_info(T, type) of
        {type, external} ->
            {module, M} = erlang:fun_info(T, module),
            {name, F} = erlang:fun_info(T, name),
            {arity, A} = erlang:fun_info(T, arity),
            [12, atom(M), atom(F), varint(A)];
        {type, local} -> opaque('fun', io_lib:format("~tp", [T]))
    end;
value(T) when is_pid(T) -> opaque(pid, pid_to_list(T));
value(T) when is_port(T) -> opaque(port, erlang:port_to_list(T));
value(T) when is_reference(T) -> opaque(reference, erlang:ref_to_list(T)).

kind(pid) -> 0;
kind(port) -> 1;
kind(reference) -> 2;
kind(any_fun) -> 3.

%% What has no meaning outside this node goes over as {'$opaque', Kind, Text}.
opaque(Kind, Text) -> value({'$opaque', Kind, unicode:characters_to_binary(Text)}).

atom(A) ->
    case erlang:get({frisk, A}) of
        undefined ->
            N = erlang:get(frisk_atoms),
            erlang:put(frisk_atoms, N + 1),
            erlang:put({frisk, A}, N),
            [1 | string(atom_to_binary(A, utf8))];
        N when N < 128 -> 128 + N;
        N -> [2 | varint(N)]
    end.

integer(I) when I >= 0, I < 64 -> 64 + I;
integer(I) when I >= -(1 bsl 63), I < 1 bsl 63 -> [3 | varint(zigzag(I))];
integer(I) when I >= 0 -> [4, 0, string(binary:encode_unsigned(I, little))];
integer(I) -> [4, 1, string(binary:encode_unsigned(-I, little))].

list(L) ->
    case shape(L, 0, bytes) of
        {N, bytes} -> [8, varint(N) | L];
        {N, proper} -> [6, varint(N) | [value(E) || E <- L]];
        {N, improper} -> [7, varint(N) | improper(L)]
    end.

shape([E | R], N, bytes) when is_integer(E), E >= 0, E < 256 -> shape(R, N + 1, bytes);
shape([_ | R], N, _) -> shape(R, N + 1, proper);
shape([], N, Kind) -> {N, Kind};
shape(_, N, _) -> {N, improper}.

improper([E | R]) ->
    V = value(E),
    [V | improper(R)];
improper(Tail) -> [value(Tail)].

zigzag(I) when I >= 0 -> I bsl 1;
zigzag(I) -> (-I bsl 1) - 1.

varint(N) when N < 128 -> [N];
varint(N) -> [N band 127 bor 128 | varint(N bsr 7)].

string(Binary) -> [varint(byte_size(Binary)), Binary].

%% ---- Reading terms (what frisk sends) ----

%% The term at the start of the bytes, and the rest of them.
read_term(Bytes) ->
    {T, Rest, _} = read(Bytes, {0, #{}}),
    {T, Rest}.

read(<<0, R/binary>>, S) -> {[], R, S};
read(<<1, R0/binary>>, {N, Atoms}) ->
    {Text, R} = read_string(R0),
    A = binary_to_atom(Text, utf8),
    {A, R, {N + 1, Atoms#{N => A}}};
read(<<2, R0/binary>>, {_, Atoms} = S) ->
    {I, R} = read_varint(R0),
    {maps:get(I, Atoms), R, S};
read(<<3, R0/binary>>, S) ->
    {Z, R} = read_varint(R0),
    {unzigzag(Z), R, S};
read(<<4, Sign, R0/binary>>, S) ->
    {Bytes, R} = read_string(R0),
    {(1 - 2 * Sign) * binary:decode_unsigned(Bytes, little), R, S};
read(<<5, F:64/float, R/binary>>, S) -> {F, R, S};
read(<<6, R0/binary>>, S0) ->
    {N, R1} = read_varint(R0),
    read_many(N, R1, S0, []);
read(<<7, R0/binary>>, S0) ->
    {N, R1} = read_varint(R0),
    {L, R2, S1} = read_many(N, R1, S0, []),
    {Tail, R, S} = read(R2, S1),
    {lists:reverse(lists:reverse(L), Tail), R, S};
read(<<8, R0/binary>>, S) ->
    {Bytes, R} = read_string(R0),
    {binary_to_list(Bytes), R, S};
read(<<9, R0/binary>>, S0) ->
    {N, R1} = read_varint(R0),
    {L, R, S} = read_many(N, R1, S0, []),
    {list_to_tuple(L), R, S};
read(<<10, R0/binary>>, S0) ->
    {N, R1} = read_varint(R0),
    {L, R, S} = read_many(2 * N, R1, S0, []),
    {maps:from_list(pairs(L)), R, S};
read(<<11, R0/binary>>, S) ->
    {Size, R1} = read_varint(R0),
    Padding = -Size band 7,
    <<Bits:Size/bitstring, _:Padding, R/binary>> = R1,
    {Bits, R, S};
read(<<12, R0/binary>>, S0) ->
    {M, R1, S1} = read(R0, S0),
    {F, R2, S} = read(R1, S1),
    {A, R} = read_varint(R2),
    {fun M:F/A, R, S};
read(<<13, R0/binary>>, S0) ->
    {Arity, R1} = read_varint(R0),
    {N, R2} = read_varint(R1),
    {L, R, S} = read_many(N, R2, S0, []),
    {Rows, Default} = rows(L, Arity, #{}),
    {table_fun(Arity, Rows, Default), R, S};
read(<<Tag, R/binary>>, S) when Tag >= 64, Tag < 128 -> {Tag - 64, R, S};
read(<<Tag, R/binary>>, {_, Atoms} = S) when Tag >= 128 -> {maps:get(Tag - 128, Atoms), R, S}.

%% An input function: of two rows with the same arguments the first counts.
rows([Default], _, Rows) -> {Rows, Default};
rows(L, Arity, Rows) ->
    {Args, [Result | Rest]} = lists:split(Arity, L),
    rows(Rest, Arity, maps:merge(#{Args => Result}, Rows)).

table_fun(0, M, D) -> fun() -> maps:get([], M, D) end;
table_fun(1, M, D) -> fun(A) -> maps:get([A], M, D) end;
table_fun(2, M, D) -> fun(A, B) -> maps:get([A, B], M, D) end;
table_fun(3, M, D) -> fun(A, B, C) -> maps:get([A, B, C], M, D) end;
table_fun(4, M, D) -> fun(A, B, C, E) -> maps:get([A, B, C, E], M, D) end;
table_fun(5, M, D) -> fun(A, B, C, E, F) -> maps:get([A, B, C, E, F], M, D) end;
table_fun(6, M, D) -> fun(A, B, C, E, F, G) -> maps:get([A, B, C, E, F, G], M, D) end;
table_fun(N, _, _) -> throw({frisk, io_lib:format("input functions of arity ~b cannot be made in erl", [N])}).

read_many(0, R, S, L) -> {lists:reverse(L), R, S};
read_many(N, R0, S0, L) ->
    {T, R, S} = read(R0, S0),
    read_many(N - 1, R, S, [T | L]).

pairs([K, V | R]) -> [{K, V} | pairs(R)];
pairs([]) -> [].

read_string(R0) ->
    {N, R1} = read_varint(R0),
    <<Text:N/binary, R/binary>> = R1,
    {Text, R}.

read_varint(R) -> read_varint(R, 0, 0).

read_varint(<<1:1, B:7, R/binary>>, Shift, N) -> read_varint(R, Shift + 7, N bor (B bsl Shift));
read_varint(<<0:1, B:7, R/binary>>, Shift, N) -> {N bor (B bsl Shift), R}.

unzigzag(Z) when Z band 1 =:= 0 -> Z bsr 1;
unzigzag(Z) -> -((Z + 1) bsr 1).
