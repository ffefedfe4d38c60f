%% SPDX-License-Identifier: Apache-2.0
%% Lowers the receive node of Core Erlang (OTP up to 23) to what the compilers since OTP 24 write themselves: a loop
%% of primops, so that frisk knows one form only. The loop is
%%   letrec 'recv$^N'/0 = fun () ->
%%     let <Ok, Msg> = primop recv_peek_message() in case Ok of
%%       true  -> case Msg of Pattern when Guard -> do primop remove_message() Body; .. ;
%%                            Other -> do primop recv_next() apply 'recv$^N'/0()
%%       false -> let <Over> = primop recv_wait_timeout(Timeout) in case Over of
%%                  true -> Action; false -> apply 'recv$^N'/0()
-module(frisk_receive).
-export([lower/1]).

lower(Node) ->
    N = case erlang:get(frisk_receives) of
            undefined -> 0;
            I -> I
        end,
    erlang:put(frisk_receives, N + 1),
    Loop = cerl:c_var({list_to_atom("recv$^" ++ integer_to_list(N)), 0}),
    Again = cerl:c_apply(Loop, []),
    Timeout = cerl:c_var({frisk_timeout, N}),
    Body = peek(N, messages(N, Node, Again), waiting(N, Node, Timeout, Again)),
    Letrec = cerl:ann_c_letrec([letrec_goto], [{Loop, cerl:c_fun([], Body)}], Again),
    cerl:c_let([Timeout], cerl:receive_timeout(Node), cerl:set_ann(Letrec, [letrec_goto | cerl:get_ann(Node)])).

peek(N, Messages, Waiting) ->
    Ok = cerl:c_var({frisk_ok, N}),
    Message = message(N),
    Peek = cerl:c_primop(cerl:c_atom(recv_peek_message), []),
    cerl:c_let([Ok, Message], Peek, choose(Ok, Messages, Waiting)).

message(N) -> cerl:c_var({frisk_message, N}).

choose(Var, Yes, No) -> cerl:c_case(Var, [clause(true, Yes), clause(false, No)]).

clause(Value, Body) -> cerl:ann_c_clause([compiler_generated], [cerl:abstract(Value)], cerl:abstract(true), Body).

messages(N, Node, Again) ->
    Other = cerl:c_var({frisk_other, N}),
    Next = cerl:c_seq(cerl:c_primop(cerl:c_atom(recv_next), []), Again),
    Last = cerl:ann_c_clause([compiler_generated], [Other], cerl:abstract(true), Next),
    cerl:c_case(message(N), [taking(C) || C <- cerl:receive_clauses(Node)] ++ [Last]).

%% A clause that takes its message out of the queue.
taking(Clause) ->
    Remove = cerl:c_primop(cerl:c_atom(remove_message), []),
    cerl:update_c_clause(Clause, cerl:clause_pats(Clause), cerl:clause_guard(Clause),
                         cerl:c_seq(Remove, cerl:clause_body(Clause))).

waiting(N, Node, Timeout, Again) ->
    Over = cerl:c_var({frisk_over, N}),
    Wait = cerl:c_primop(cerl:c_atom(recv_wait_timeout), [Timeout]),
    cerl:c_let([Over], Wait, choose(Over, cerl:receive_action(Node), Again)).
