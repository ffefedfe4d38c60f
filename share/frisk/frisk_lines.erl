%% SPDX-License-Identifier: Apache-2.0
%% Marks where a line counts as reached. OTP's cover puts a counter before each expression of a body (of a clause, a block,
%% a comprehension's element and qualifiers) that is the first on its line; a call of '$frisk':line() stands there here, from
%% which frisk_dump makes a node of its own. What comes from an included file is not counted, as with cover.
-module(frisk_lines).
-export([mark/1]).

%% Forms that lint has seen, records not yet expanded.
mark(Forms) ->
    Files = [F || {attribute, _, file, {F, _}} <- Forms],
    mark(Forms, true, case Files of [Main | _] -> Main; [] -> none end).

mark([{function, A, Name, Arity, Cs} | R], true, Main) ->
    [{function, A, Name, Arity, clauses(Cs, #{})} | mark(R, true, Main)];
mark([{attribute, _, file, {File, _}} = F | R], _, Main) -> [F | mark(R, File =:= Main, Main)];
mark([F | R], On, Main) -> [F | mark(R, On, Main)];
mark([], _, _) -> [].

%% Lines: those marked before, on every way that leads here.
clauses(Cs, Lines) -> [{clause, A, Ps, Gs, body(B, Lines)} || {clause, A, Ps, Gs, B} <- Cs].

body(Es, Lines) -> element(1, body_lines(Es, Lines)).

body_lines([E | Es], Lines0) ->
    {Mark, Lines1} = mark_line(E, Lines0, line),
    {Marked, Lines2} = expr(E, Lines1),
    {Rest, Lines} = body_lines(Es, Lines2),
    {Mark ++ [Marked | Rest], Lines};
body_lines([], Lines) -> {[], Lines}.

%% cover lets andalso and orelse stand where their left side does.
anno({op, _, Op, L, _}) when Op =:= 'andalso'; Op =:= 'orelse' -> anno(L);
anno(E) -> element(2, E).

mark_line(E, Lines, Name) ->
    A = erl_anno:new(erl_anno:location(anno(E))),
    case erl_anno:line(A) of
        0 -> {[], Lines};
        Line when is_map_key(Line, Lines) -> {[], Lines};
        Line -> {[{call, A, {remote, A, {atom, A, '$frisk'}, {atom, A, Name}}, []}], Lines#{Line => []}}
    end.

%% An expression that is no body's, and yet may be marked.
alone(E, Lines0) ->
    {Marked, Lines} = body_lines([E], Lines0),
    {case Marked of [One] -> One; Several -> {block, erl_anno:new(0), Several} end, Lines}.

expr({Kind, A, E, Qs}, Lines0) when Kind =:= lc; Kind =:= bc; Kind =:= mc ->
    {Marked, Lines} = case Kind of
                          mc -> expr(E, Lines0);
                          _ -> alone(E, Lines0)
                      end,
    {{Kind, A, Marked, qualifiers(Qs, Lines)}, Lines0};
expr({block, A, Es}, Lines0) ->
    {Marked, Lines} = body_lines(Es, Lines0),
    {{block, A, Marked}, Lines};
expr({'if', A, Cs}, Lines) -> {{'if', A, clauses(Cs, Lines)}, Lines};
expr({'case', A, E, Cs}, Lines0) ->
    {Marked, Lines} = expr(E, Lines0),
    {{'case', A, Marked, clauses(Cs, Lines)}, Lines};
expr({'receive', A, Cs}, Lines) -> {{'receive', A, clauses(Cs, Lines)}, Lines};
expr({'receive', A, Cs, After, Es}, Lines0) ->
    {Marked, Lines} = expr(After, Lines0),
    {{'receive', A, clauses(Cs, Lines), Marked, body(Es, Lines)}, Lines};
expr({'try', A, Es, Cs, Handlers, After}, Lines0) ->
    {Marked, Lines} = body_lines(Es, Lines0),
    {{'try', A, Marked, clauses(Cs, Lines), clauses(Handlers, Lines0), body(After, Lines0)}, Lines};
expr({'maybe', A, Es}, Lines) -> {{'maybe', A, body(Es, Lines)}, Lines};
expr({'maybe', A, Es, {'else', B, Cs}}, Lines) ->
    {{'maybe', A, body(Es, Lines), {'else', B, clauses(Cs, Lines)}}, Lines};
expr({'fun', A, {clauses, Cs}}, Lines) -> {{'fun', A, {clauses, clauses(Cs, Lines)}}, Lines};
expr({named_fun, A, Name, Cs}, Lines) -> {{named_fun, A, Name, clauses(Cs, Lines)}, Lines};
expr({Match, A, P, E}, Lines0) when Match =:= match; Match =:= maybe_match ->
    {Marked, Lines} = expr(E, Lines0),
    {{Match, A, P, Marked}, Lines};
expr({op, A, Op, L, R}, Lines0) when Op =:= 'andalso'; Op =:= 'orelse' ->
    {Left, Lines} = alone(L, Lines0),
    {Right, _} = alone(R, Lines),
    {{op, A, Op, Left, Right}, Lines};
expr(T, Lines0) when is_tuple(T), tuple_size(T) > 2 ->
    [Kind, A | Parts] = tuple_to_list(T),
    {Marked, Lines} = lists:mapfoldl(fun expr/2, Lines0, Parts),
    {list_to_tuple([Kind, A | Marked]), Lines};
expr([H | T], Lines) when is_tuple(H) -> lists:mapfoldl(fun expr/2, Lines, [H | T]);
expr(Other, Lines) -> {Other, Lines}.

%% The mark of a filter is a filter of its own, so that one which is a guard stays one.
qualifiers([{Kind, A, P, E} | Qs], Lines0)
  when Kind =:= generate; Kind =:= b_generate; Kind =:= m_generate;
       Kind =:= generate_strict; Kind =:= b_generate_strict; Kind =:= m_generate_strict ->
    {Marked, Lines} = alone(E, Lines0),
    [{Kind, A, P, Marked} | qualifiers(Qs, Lines)];
qualifiers([E | Qs], Lines0) ->
    A = element(2, E),
    {Mark, Lines1} = mark_line(E, Lines0, qualifier),
    {Marked, Lines} = expr(E, Lines1),
    [{block, A, Mark ++ [{atom, A, true}]} || Mark =/= []] ++ [Marked | qualifiers(Qs, Lines)];
qualifiers([], _) -> [].
