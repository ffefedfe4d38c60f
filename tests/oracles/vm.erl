% SPDX-License-Identifier: Apache-2.0
% The real VM as a witness for the oracle tests: one request a line on standard input, one answer a line on standard
% output. It knows nothing of frisk.
%   load FILE            compiles and loads a module                    ok | failed
%   call M:F(ARGUMENTS)  evaluates the arguments and makes the call     value
%                                                                       raise<TAB>CLASS<TAB>REASON<TAB>FUNCTION<TAB>LINE
%                                                                       process<TAB>.. (likewise: one that it spawned)
%                                                                       timeout | failed
% REASON is the reason's name alone ("{badmatch" of {badmatch,1}); FUNCTION and LINE tell the topmost frame of the stack
% trace in module M, of a fun the function that it stands in ("-" and 0 where there is none).
-module(vm).
-export([main/0]).

main() ->
    erlang:system_flag(backtrace_depth, 200),
    io:setopts([{encoding, unicode}]),
    loop().

loop() ->
    case io:get_line("") of
        eof -> halt(0);
        Line ->
            io:format("~ts~n", [answer(string:trim(Line))]),
            loop()
    end.

answer("load " ++ File) ->
    case compile:noenv_file(File, [binary, debug_info]) of
        {ok, Module, Beam} ->
            code:purge(Module),
            {module, Module} = code:load_binary(Module, File, Beam),
            "ok";
        _ -> "failed"
    end;
answer("call " ++ Text) ->
    try parse(Text) of
        {M, F, Args} -> call(M, F, Args)
    catch _:_ -> "failed"
    end;
answer(_) -> "failed".

parse(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    {ok, [{call, _, {remote, _, {atom, _, M}, {atom, _, F}}, Args}]} = erl_parse:parse_exprs(Tokens),
    {M, F, [begin {value, V, _} = erl_eval:expr(A, []), V end || A <- Args]}.

call(M, F, Args) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> receive go -> Self ! {self(), one(M, F, Args)} end end),
    erlang:trace(Pid, true, [procs, set_on_spawn]),
    Pid ! go,
    Answer = watch(M, Pid, Ref, 10000, "timeout"),
    exit(Pid, kill),
    erlang:demonitor(Ref, [flush]),
    end_others(Pid),
    Answer.

% What the call comes to; else how the first process of those that it spawned failed.
watch(M, Pid, Ref, Ms, Else) ->
    receive
        {Pid, "value"} when Else =:= "timeout" -> others(M, Pid, 1000);
        {Pid, "value"} -> Else;
        {Pid, Answer} -> Answer;
        {'DOWN', Ref, process, Pid, Reason} -> ["raise\t", ended(M, exit, Reason)];
        {trace, Other, exit, Reason} when Other =/= Pid, Else =:= "timeout", Reason =/= normal ->
            watch(M, Pid, Ref, 1000, ["process\t", ended(M, error, Reason)])
    after Ms -> Else
    end.

others(M, Pid, Ms) ->
    receive {trace, Other, exit, Reason} when Other =/= Pid, Reason =/= normal -> ["process\t", ended(M, error, Reason)]
    after case spawned() of [] -> 0; _ -> Ms end -> "value"
    end.

spawned() ->
    {messages, L} = process_info(self(), messages),
    [Child || {trace, _, spawn, Child, _} <- L].

end_others(Pid) ->
    receive
        {trace, _, spawn, Child, _} -> exit(Child, kill), end_others(Pid);
        {trace, _, _, _} -> end_others(Pid);
        {trace, _, _, _, _} -> end_others(Pid);
        {Pid, _} -> end_others(Pid)
    after 0 -> ok
    end.

% An error ends a process with {Reason, Stacktrace}: for those linked to it that is the reason of an exit.
ended(M, Class, {Reason, [{_, _, _, _} | _] = Stack}) ->
    {Function, Line} = place(M, Stack),
    Name = case Class of error -> name(Reason); exit -> name({Reason, Stack}) end,
    io_lib:format("~s\t~ts\t~ts\t~b", [Class, Name, Function, Line]);
ended(_, _, Reason) -> io_lib:format("exit\t~ts\t-\t0", [name(Reason)]).

one(M, F, Args) ->
    try apply(M, F, Args) of
        _ -> "value"
    catch
        Class:Reason:Stack ->
            {Function, Line} = place(M, Stack),
            io_lib:format("raise\t~s\t~ts\t~ts\t~b", [Class, name(Reason), Function, Line])
    end.

name(Reason) when is_tuple(Reason), tuple_size(Reason) > 0 -> ["{", name(element(1, Reason))];
name(Reason) -> io_lib:format("~0tp", [Reason]).

place(_, []) -> {"-", 0};
place(M, [{M, F, Args, Where} | _]) ->
    Arity = if is_list(Args) -> length(Args); true -> Args end,
    {outer(lists:flatten(io_lib:format("~tp/~b", [F, Arity]))), proplists:get_value(line, Where, 0)};
place(M, [_ | Rest]) -> place(M, Rest).

% '-f/1-fun-0-'/2, '-f/1-lc$^0/1-0-'/1: in f/1.
outer("'-" ++ Name) -> lists:takewhile(fun(C) -> C =/= $- end, Name);
outer(Name) -> Name.
