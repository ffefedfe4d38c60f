%% SPDX-License-Identifier: Apache-2.0
%% An order of events, forced on the real VM. Written by frisk beside tests that need it.
-module(frisk_force).
-export([force/1, force/2, unforce/1, force_run/4, forced/3]).
-export([forced_do/3, forced_call/3, forced_fun/3, forced_receive/2, forced_done/1, forced_wake/3]).

%% The modules of a program are loaded a second time, under other names, with each visible operation rewritten so that
%% it asks the conductor, a process, for its turn. The modules themselves stay as they are: the VM may be using them.
%%
%% An order is a list of {Process, Event}: what happens, one after the other. Processes are named by their spawns: "1" is that
%% of the call, "1.2" the second that it spawns. What happens before there is a second process is in no order. Event:
%%   "send", "link", "exit" ..   a call of this built-in function
%%   "ets:insert" ..             likewise, of another module than erlang
%%   "receive", "timeout"        a receive with a time of less than 5 s takes a message; its time is over
%%   "end"                       the process ends; its names, links, monitors and tables with it. If a signal of another one ends
%%                               it (a link, exit/2), that is within the event of the other
%%   "time"                      a receive with a longer time gives up
%%   "fires"                     the earliest timer that the process has started sends its message
%%   "lost"                      a call of "send", whose message vanishes
%% Where the order says when signals arrive, messages, exit/2 and timeouts are under way until then. Process is "1.2>1", from
%% and to:
%%   "arrives", "exit arrives", "timeout arrives"
%%   "'DOWN' arrives" ..         of what the VM itself sends: has arrived already
%% Other receives just wait. When the order is over, all goes on by itself.

%% Loads the copies. Gives the modules that have one: where there is no abstract code, what is done is in no order.
%% Stubs: [{{M, F, A}, {M2, F2}}], calls of M:F/A run M2:F2 instead.
force(Modules) -> force(Modules, []).

force(Modules, Stubs) ->
    Found = [{M, [force_stub(Form, M, Stubs) || Form <- Forms]} || M <- Modules, {ok, Forms} <- [force_forms(M)]],
    Copied = [M || {M, _} <- Found],
    [force_copy(M, Forms, Copied) || {M, Forms} <- Found],
    Copied.

unforce(Modules) ->
    [begin code:purge(C), code:delete(C), code:purge(C) end || M <- Modules, C <- [forced_name(M)], code:is_loaded(C) =/= false],
    ok.

%% What the call returns or raises in this order, in a test.
forced(Order, Ms, {M, F, Args}) ->
    case force_run(Order, Ms, {M, F, Args}, []) of
        {kept, {return, Value}, _} -> Value;
        {kept, {raise, Class, Reason, Stack}, _} -> erlang:raise(Class, Reason, Stack);
        {kept, {died, Reason}, _} -> exit(Reason);
        {kept, Other, _} -> error(Other);
        {Differs, _, _} -> error(Differs)
    end.

%% ---- The copies ----

forced_name(M) -> list_to_atom(atom_to_list(M) ++ "@forced").

force_copy(M, Forms, Modules) ->
    Name = forced_name(M),
    {ok, Name, Beam} = compile:noenv_forms(force_module(Forms, M, Name, Modules), [binary, no_copt, no_ssa_opt]), % fast
    {module, Name} = code:load_binary(Name, atom_to_list(Name), Beam).

force_forms(M) ->
    case {code:ensure_loaded(M), code:which(M)} of
        {{module, M}, [_ | _] = File} -> force_forms_of(File, filename:extension(File));
        {{module, M}, _} -> force_forms_of(code:where_is_file(atom_to_list(M) ++ ".beam"), ".beam");
        _ -> no_debug_info
    end.

force_forms_of(File, ".erl") ->
    Dir = filename:dirname(File),
    case compile:noenv_file(File, [binary, debug_info, deterministic, {i, Dir}, {i, filename:join(Dir, "../include")}]) of
        {ok, _, Beam} -> force_forms_of(Beam, "");
        _ -> no_debug_info
    end;
force_forms_of(Beam, _) ->
    case beam_lib:chunks(Beam, [abstract_code]) of
        {ok, {_, [{abstract_code, {raw_abstract_v1, Forms}}]}} -> {ok, Forms};
        _ -> no_debug_info
    end.

force_stub({function, L, F, A, _} = Form, M, Stubs) ->
    case lists:keyfind({M, F, A}, 1, Stubs) of
        {_, {M2, F2}} ->
            Args = [{var, L, list_to_atom("X" ++ integer_to_list(I))} || I <- lists:seq(1, A)],
            {function, L, F, A, [{clause, L, Args, [], [{call, L, {remote, L, {atom, L, M2}, {atom, L, F2}}, Args}]}]};
        false -> Form
    end;
force_stub(Form, _, _) -> Form.

force_module(Forms, M, Name, Modules) ->
    Imported = [{FA, From} || {attribute, _, import, {From, FAs}} <- Forms, FA <- FAs],
    Local = [{{F, A}, local} || {function, _, F, A, _} <- Forms, not erlang:is_builtin(M, F, A)],
    Own = [{{F, A}, M} || {function, _, F, A, _} <- Forms, erlang:is_builtin(M, F, A)],
    Env = {maps:from_list(Imported ++ Own ++ Local), Modules},
    Exported = [{F, A} || {F, A} <- M:module_info(exports), {function, _, F1, A1, _} <- Forms, F =:= F1, A =:= A1],
    [{attribute, 1, module, Name}, {attribute, 1, export, Exported} | lists:append([force_form(Form, Env) || Form <- Forms])].

force_form({function, L, F, A, Clauses}, Env) -> [{function, L, F, A, force_walk(Clauses, Env)}];
force_form({attribute, L, record, {Record, Fields}}, Env) -> [{attribute, L, record, {Record, force_walk(Fields, Env)}}];
force_form({attribute, L, compile, Options}, _) -> [{attribute, L, compile, [O || {no_auto_import, _} = O <- lists:flatten([Options])]}];
force_form({attribute, _, Kind, _} = Form, _) when Kind =:= file; Kind =:= import -> [Form];
force_form({eof, _} = Form, _) -> [Form];
force_form(_, _) -> [].

%% In abstract form a call is a call wherever it stands; what guards and patterns may call is not visible.
force_walk({op, L, '!', To, Message}, Env) -> force_visible(L, erlang, '!', [force_walk(To, Env), force_walk(Message, Env)]);
force_walk({'receive', L, Clauses, Timeout, Action}, Env) ->
    Any = {var, L, 'Forced@'},
    Tests = [{clause, L, P, G, [{atom, L, true}]} || {clause, _, P, G, _} <- Clauses] ++ [{clause, L, [{var, L, '_'}], [], [{atom, L, false}]}],
    Matches = {'fun', L, {clauses, [{clause, L, [Any], [], [{'case', L, Any, Tests}]}]}},
    Turn = force_own(L, forced_receive, [force_walk(Timeout, Env), Matches]),
    [Taken, Over] = [force_own(L, forced_done, [{string, L, How}]) || How <- ["receive", "timeout"]],
    Taking = [{clause, A, P, G, [Taken | force_walk(Body, Env)]} || {clause, A, P, G, Body} <- Clauses],
    {'receive', L, Taking, Turn, [Over | force_walk(Action, Env)]};
force_walk({call, L, {remote, R, {atom, _, M} = MA, {atom, _, F} = FA}, Args0}, {_, Modules} = Env) ->
    Args = force_walk(Args0, Env),
    Arity = length(Args),
    case forced_kind(M, F, Arity) of
        plain ->
            case lists:member(M, Modules) andalso not erlang:is_builtin(M, F, Arity) of
                true -> {call, L, {remote, R, setelement(3, MA, forced_name(M)), FA}, Args};
                false -> {call, L, {remote, R, MA, FA}, Args}
            end;
        _ -> force_visible(L, M, F, Args)
    end;
force_walk({call, L, {remote, _, M, F}, Args}, Env) ->
    force_own(L, forced_call, [force_walk(M, Env), force_walk(F, Env), force_list(L, force_walk(Args, Env))]);
force_walk({call, L, {atom, _, F} = Name, Args}, {Known, _} = Env) ->
    case maps:get({F, length(Args)}, Known, erlang) of
        local -> {call, L, Name, force_walk(Args, Env)};
        erlang ->
            case forced_kind(erlang, F, length(Args)) of
                plain -> {call, L, Name, force_walk(Args, Env)};
                _ -> force_visible(L, erlang, F, force_walk(Args, Env))
            end;
        M -> force_walk({call, L, {remote, L, {atom, L, M}, Name}, Args}, Env)
    end;
force_walk({'fun', L, {function, M, F, A}}, _) -> force_own(L, forced_fun, [M, F, A]);
force_walk({'fun', L, {function, F, A}}, {Known, _}) ->
    case maps:get({F, A}, Known, erlang) of
        local -> {'fun', L, {function, F, A}};
        M -> force_own(L, forced_fun, [{atom, L, M}, {atom, L, F}, {integer, L, A}])
    end;
force_walk({typed_record_field, Field, _}, Env) -> force_walk(Field, Env);
force_walk([H | T], Env) -> [force_walk(H, Env) | force_walk(T, Env)];
force_walk(T, Env) when is_tuple(T) -> list_to_tuple(force_walk(tuple_to_list(T), Env));
force_walk(T, _) -> T.

force_visible(L, M, F, Args) -> force_own(L, forced_do, [{atom, L, M}, {atom, L, F}, force_list(L, Args)]).

force_own(L, F, Args) -> {call, L, {remote, L, {atom, L, ?MODULE}, {atom, L, F}}, Args}.

force_list(L, Es) -> lists:foldr(fun(E, Rest) -> {cons, L, E, Rest} end, {nil, L}, Es).

%% ---- Which operations are visible ----

%% visible | plain | control, which only calls another function | spawn: no event, but a process is made. What is no built-in
%% of ets is made of these.
forced_kind(erlang, F, A) ->
    Visible = #{
        '!' => [2], send => [2, 3], register => [2], unregister => [1], whereis => [1], registered => [0], link => [1], unlink => [1],
        exit => [2], monitor => [2, 3], demonitor => [1, 2], alias => [1], unalias => [1], is_process_alive => [1],
        process_info => [1, 2], process_flag => [2], group_leader => [2], send_after => [3, 4], start_timer => [3, 4], cancel_timer => [1, 2], read_timer => [1]
    },
    case {F, A} of
        {apply, 3} -> control;
        {hibernate, 3} -> control;
        {alias, 0} -> control;
        _ when F =:= spawn; F =:= spawn_link; F =:= spawn_monitor; F =:= spawn_opt -> spawn;
        _ -> case lists:member(A, maps:get(F, Visible, [])) of true -> visible; false -> plain end
    end;
forced_kind(ets, F, A) ->
    Private = [{match_spec_compile, 1}, {match_spec_run_r, 3}, {is_compiled_ms, 1}, {match, 1}, {match_object, 1}, {select, 1}, {select_reverse, 1}],
    case erlang:is_builtin(ets, F, A) andalso not lists:member({F, A}, Private) of
        true -> visible;
        false -> plain
    end;
forced_kind(application_controller, set_env, 3) -> visible;
forced_kind(application_controller, unset_env, 2) -> visible;
forced_kind(M, F, _) when M =:= atomics, F =/= new, F =/= info; M =:= counters, F =/= new, F =/= info; M =:= persistent_term -> visible;
forced_kind(_, _, _) -> plain.

forced_event(erlang, '!') -> "send";
forced_event(erlang, F) -> atom_to_list(F);
forced_event(application_controller, set_env) -> "ets:insert"; % of its table
forced_event(application_controller, unset_env) -> "ets:delete";
forced_event(counters, F) -> forced_event(atomics, F);
forced_event(atomics, sub) -> "atomics:add";
forced_event(atomics, sub_get) -> "atomics:add_get";
forced_event(M, F) -> atom_to_list(M) ++ ":" ++ atom_to_list(F).

%% ---- What the copies call ----

forced_do(M, F, Args) ->
    case forced_kind(M, F, length(Args)) of
        control when F =:= apply -> apply(fun forced_call/3, Args);
        control when F =:= alias -> forced_apply(free, M, F, Args);
        control -> erlang:hibernate(?MODULE, forced_wake, Args);
        spawn ->
            Spawned = apply(M, F, forced_life(Args)),
            forced_conductor() ! {spawned, self(), case Spawned of {Pid, _} -> Pid; Pid -> Pid end},
            Spawned;
        _ when F =:= process_flag, hd(Args) =/= trap_exit -> apply(M, F, Args);
        _ when F =:= send_after; F =:= start_timer; F =:= cancel_timer; F =:= read_timer -> forced_timer(F, Args);
        _ ->
            Turn = forced_turn(forced_event(M, F)),
            try forced_apply(Turn, M, F, Args) of
                {monitored_by, Pids} -> {monitored_by, Pids -- [forced_conductor()]};
                Value -> Value
            after forced_done(none)
            end
    end.

%% A signal that is under way is with the conductor; one that is lost goes nowhere.
forced_apply(lose, erlang, _, Args) -> if length(Args) > 2 -> ok; true -> lists:nth(2, Args) end;
forced_apply(hold, erlang, exit, [To, Reason]) when is_pid(To), To =/= self() ->
    forced_conductor() ! {under_way, self(), "exit arrives", To, Reason},
    true;
forced_apply(hold, erlang, F, [To, Message | _] = Args) when F =:= '!'; F =:= send ->
    case forced_receiver(To) of
        Receiver when Receiver =:= self(); Receiver =:= none -> apply(erlang, F, Args);
        Receiver ->
            forced_conductor() ! {under_way, self(), "arrives", Receiver, Message},
            if length(Args) > 2 -> ok; true -> Message end
    end;
forced_apply(_, erlang, F, Args) when F =:= alias; F =:= monitor, length(Args) =:= 3 ->
    Ref = apply(erlang, F, Args),
    forced_conductor() ! {alias, self(), Ref},
    Ref;
forced_apply(_, M, F, Args) -> apply(M, F, Args).

forced_receiver(Name) when is_atom(Name) -> case whereis(Name) of undefined -> none; Pid -> Pid end;
forced_receiver({Name, Node}) when Node =:= node() -> forced_receiver(Name);
forced_receiver(To) when is_pid(To); is_reference(To) -> To;
forced_receiver(_) -> none.

forced_call(M, F, Args) when is_atom(M), is_list(Args) ->
    case forced_kind(M, F, length(Args)) of
        plain -> apply(forced_copy(M, F, length(Args)), F, Args);
        _ -> forced_do(M, F, Args)
    end;
forced_call(M, F, Args) -> apply(M, F, Args).

forced_fun(M, F, A) ->
    case forced_kind(M, F, A) of
        plain ->
            Copy = forced_copy(M, F, A),
            fun Copy:F/A;
        _ when A =:= 0 -> fun() -> forced_do(M, F, []) end;
        _ when A =:= 1 -> fun(X) -> forced_do(M, F, [X]) end;
        _ when A =:= 2 -> fun(X, Y) -> forced_do(M, F, [X, Y]) end;
        _ when A =:= 3 -> fun(X, Y, Z) -> forced_do(M, F, [X, Y, Z]) end;
        _ -> fun M:F/A
    end.

forced_copy(M, F, A) ->
    try list_to_existing_atom(atom_to_list(M) ++ "@forced") of
        Copy -> case erlang:module_loaded(Copy) andalso not erlang:is_builtin(M, F, A) of true -> Copy; false -> M end
    catch error:badarg -> M
    end.

%% How long a receive waits, from its turn on.
forced_receive(Time, _) when is_integer(Time), Time >= 0, Time < 5000 ->
    case forced_turn("receive") of free -> Time; _ -> 0 end;
forced_receive(Time, Matches) when is_integer(Time), Time >= 5000 ->
    Tag = make_ref(),
    forced_conductor() ! {waits, self(), Tag},
    receive {Tag, free} -> Time; {Tag, watch} -> forced_watch(Tag, Matches) end;
forced_receive(Time, _) -> Time.

%% The time of some receive of this process is to come, perhaps of this one.
forced_watch(Tag, Matches) ->
    Over = receive {Tag, time} -> true; {Tag, free} -> true after 1 -> false end,
    {messages, Messages} = process_info(self(), messages),
    case lists:any(Matches, Messages) of
        true -> forced_conductor() ! {taken, self()}, infinity;
        false when Over -> 0;
        false -> forced_watch(Tag, Matches)
    end.

%% What was begun in its turn has been done. How: a receive says what it came to.
forced_done(How) -> forced_conductor() ! {done, self(), How}, ok.

forced_turn(Event) ->
    Tag = make_ref(),
    forced_conductor() ! {turn, self(), Tag, Event},
    receive {Tag, Answer} -> Answer end.

forced_conductor() -> persistent_term:get(frisk_force).

%% The arguments of spawn and its like, for a process that has a turn for its end.
forced_life([Work | Options]) when is_function(Work, 0) -> [forced_living(Work) | Options];
forced_life([Node, Work | Options]) when is_function(Work, 0) -> [Node, forced_living(Work) | Options];
forced_life([M, F, Args | Options]) when is_atom(F), is_list(Args) ->
    [erlang, apply, [forced_living(fun() -> forced_call(M, F, Args) end), []] | Options];
forced_life([Node, M, F, Args | Options]) when is_atom(F), is_list(Args) -> [Node | forced_life([M, F, Args | Options])];
forced_life(Wrong) -> Wrong.

forced_living(Work) ->
    fun() ->
        Ending = try Work(), ended catch Class:Reason:Stack -> {Class, forced_plain(Reason), forced_plain(Stack)} end,
        forced_turn("end"),
        case Ending of
            ended -> ok;
            {C, R, S} -> erlang:raise(C, R, S)
        end
    end.

forced_wake(M, F, Args) -> (forced_living(fun() -> forced_call(M, F, Args) end))().

%% A term that names modules, not their copies, and without calls of these functions: they are in stack traces.
forced_plain([{?MODULE, F, _, Info} | T]) when is_atom(F), is_list(Info) -> forced_plain(T);
forced_plain([H | T]) -> [forced_plain(H) | forced_plain(T)];
forced_plain(T) when is_tuple(T) -> list_to_tuple(forced_plain(tuple_to_list(T)));
forced_plain(A) when is_atom(A) ->
    case lists:reverse(atom_to_list(A)) of "decrof@" ++ M -> list_to_atom(lists:reverse(M)); _ -> A end;
forced_plain(T) -> T.

%% Timers are the conductor's: real time fires none of them before the order is over.
forced_timer(F, Args) ->
    forced_turn(atom_to_list(F)),
    Tag = make_ref(),
    forced_conductor() ! {timer, self(), Tag, F, Args},
    Answer = receive {Tag, A} -> A end,
    forced_done(none),
    case Answer of
        badarg -> error(badarg, Args);
        _ -> Answer
    end.

%% ---- The conductor ----

%% {kept | {differs, Why, Event}, Outcome, Ends}. Outcome: {return, Value} | {raise, Class, Reason, Stack} |
%% {died, Reason} | {deadlock, [Process]} | unfinished. Ends: [{Process, Reason}] of the other processes, the first
%% one first. Options: `strict`, where nothing may happen after the last event of the order.
force_run(Order, Ms, {M, F, Args}, Options) ->
    Caller = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        monitor(process, Caller),
        exit({conducted, force_conduct(Order, Ms, fun() -> forced_call(M, F, Args) end, Options)})
    end),
    receive
        {'DOWN', Monitor, process, Pid, {conducted, Result}} -> Result;
        {'DOWN', Monitor, process, Pid, Why} -> {{differs, Why, none}, unfinished, []}
    end.

force_conduct(Order, Ms, Work, Options) ->
    Plan = lists:map(fun force_parse/1, Order),
    persistent_term:put(frisk_force, self()),
    Self = self(),
    Root = spawn(fun() -> Self ! {outcome, self(), force_outcome(Work)}, forced_turn("end") end),
    S = force_add("1", Root, #{
        order => Plan, % what is still to come
        strict => lists:member(strict, Options),
        more => proplists:get_value(more, Options, none),
        free => false, % the order is over
        running => none, % the process whose turn it is ..
        event => none, % .. and what it is doing
        live => #{}, % Process => Pid
        names => #{}, % Pid => Process, of those that have ended, too
        children => #{}, % Process => number of its spawns
        asks => #{}, % Process => {Pid, Tag, Event}: it waits for its turn
        watches => #{}, % Process => {Pid, Tag}: it is in a receive whose time may come
        timed => [], % processes in a receive whose time is real
        strangers => [], % what pids ask that nobody has yet said to have spawned
        under_way => case lists:keymember(arrival, 1, Plan) of true -> []; false -> none end, % {From, To, Event, Receiver, Signal}, the first one first
        aliases => #{}, % Reference => Process
        timers => [], % {Reference, Process, Milliseconds, To, Message}, the earliest first
        verdict => kept,
        outcome => none,
        ends => [],
        idle => 0, % ticks since the last message ..
        stuck => 0, % .. the last of which found all waiting
        ms => Ms, % that the call may take after the order, and an event in ticks of 5 ms
        until => none % when that is over
    }),
    {Verdict, #{live := Live, outcome := Outcome, ends := Ends}} = force_loop(S),
    [force_kill(Pid) || Pid <- maps:values(Live)],
    persistent_term:erase(frisk_force),
    {Verdict, if Outcome =:= none -> unfinished; true -> Outcome end, lists:reverse(Ends)}.

force_parse({Process, What} = Event) ->
    case string:split(Process, ">") of
        [From, To] -> {arrival, From, To, What};
        _ -> Event
    end.

force_outcome(Work) ->
    try {return, Work()} catch Class:Reason:Stack -> {raise, Class, forced_plain(Reason), forced_plain(Stack)} end.

force_kill(Pid) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end.

force_add(Name, Pid, #{live := Live, names := Names, children := Children} = S) ->
    monitor(process, Pid),
    S#{live := Live#{Name => Pid}, names := Names#{Pid => Name}, children := Children#{Name => 0}}.

force_loop(S0) ->
    case force_next(S0) of
        {over, Verdict, S} -> {Verdict, S};
        {wait, S} ->
            receive Message -> force_loop(force_take(Message, S#{idle := 0, stuck := 0}))
            after 5 -> force_idle(S)
            end
    end.

%% ---- Whose turn it is ----

force_next(#{verdict := Verdict} = S) when Verdict =/= kept -> {over, Verdict, S};
force_next(#{running := Name} = S) when Name =/= none -> {wait, S};
force_next(#{order := [], free := false, more := none} = S) -> force_next(force_free(S));
force_next(#{order := [], free := false} = S) -> {wait, S};
force_next(#{order := [], strict := true, asks := Asks} = S) when Asks =/= #{} -> {over, {differs, more, force_asked(Asks)}, S};
force_next(#{order := [], live := Live, outcome := Outcome} = S) when Live =:= #{}, Outcome =/= none -> {over, kept, S};
force_next(#{order := [], asks := Asks, timed := Timed} = S) ->
    [Pid ! {Tag, free} || {Pid, Tag, _} <- maps:values(Asks)],
    {wait, S#{asks := #{}, timed := [Name || {Name, {_, _, "receive"}} <- maps:to_list(Asks)] ++ Timed}};
force_next(#{order := [{Name, "fires"} | Rest], timers := Timers} = S) ->
    case lists:keyfind(Name, 2, Timers) of
        {Ref, _, _, _, _} -> force_next(force_fire(Ref, S#{order := Rest}));
        false -> {wait, S}
    end;
force_next(#{order := [{arrival, From, To, What} | Rest], under_way := Signals} = S) ->
    case [Signal || {F, T, W, _, _} = Signal <- Signals, F =:= From, T =:= To, W =:= What] of
        [Signal | _] -> force_next(force_arrive(Signal, S#{order := Rest}));
        [] -> force_next(S#{order := Rest}) % the VM itself has sent it
    end;
force_next(#{order := [{Name, "time"} = Event | Rest], watches := Watches} = S) ->
    case Watches of
        #{Name := {Pid, Tag}} ->
            Pid ! {Tag, time},
            {wait, S#{order := Rest, running := Name, event := Event, watches := maps:remove(Name, Watches)}};
        _ -> {wait, S}
    end;
force_next(#{order := [{Name, What} = Event | Rest], asks := Asks, live := Live, children := Children, under_way := Signals} = S) ->
    case Asks of
        #{Name := {Pid, Tag, Asked}} when Asked =:= What; Asked =:= "receive", What =:= "timeout"; Asked =:= "send", What =:= "lost" ->
            Pid ! {Tag, if What =:= "lost" -> lose; Signals =:= none -> go; true -> hold end},
            {wait, S#{order := Rest, running := Name, event := Event, asks := maps:remove(Name, Asks)}};
        #{Name := {_, _, Asked}} -> {over, {differs, {Name, Asked}, Event}, S};
        _ when is_map_key(Name, Live) -> {wait, S};
        _ when What =:= "end", is_map_key(Name, Children) -> force_next(S#{order := Rest}); % it was ended by a signal
        _ when is_map_key(Name, Children) -> {over, {differs, ended, Event}, S};
        _ -> {wait, S} % not spawned yet
    end.

force_asked(Asks) -> [{Name, Event} || {Name, {_, _, Event}} <- lists:sort(maps:to_list(Asks))].

%% The order is over: time passes again.
force_free(#{under_way := [_ | _] = Signals} = S) -> force_free((lists:foldl(fun force_arrive/2, S, Signals))#{under_way := none});
force_free(#{timers := Timers, watches := Watches, ms := Ms} = S) ->
    [erlang:send_after(Time, self(), {fire, Ref}) || {Ref, _, Time, _, _} <- Timers],
    [Pid ! {Tag, free} || {Pid, Tag} <- maps:values(Watches)],
    S#{free := true, watches := #{}, under_way := none, until := erlang:monotonic_time(millisecond) + 2 * Ms}.

%% Nothing has happened for a while. Whether anything will is told by what the processes do rather than by the clock: on a
%% busy machine all takes longer, the ticks of the conductor, too.
force_idle(#{running := Running, live := Live, asks := Asks, idle := Idle, stuck := Stuck} = S0) ->
    Waits = fun({Name, Pid}) -> is_map_key(Name, Asks) orelse process_info(Pid, status) =:= {status, waiting} end,
    AllWait = Running =:= none andalso lists:all(Waits, maps:to_list(Live)),
    S = S0#{idle := Idle + 1, stuck := if AllWait -> Stuck + 1; true -> 0 end},
    case force_stuck(S) of
        over -> {kept, S};
        deadlock -> {kept, S#{outcome := {deadlock, lists:sort(maps:keys(Live))}}};
        more -> force_loop(force_more(S));
        go_on -> force_loop(S);
        Why -> {{differs, Why, force_due(S)}, S}
    end.

force_stuck(#{order := [], more := More, stuck := Stuck}) when More =/= none, Stuck > 1 -> more;
force_stuck(#{free := true, outcome := Outcome, timers := [], timed := [], stuck := Stuck, until := Until}) ->
    case force_sure(Stuck) of
        true when Outcome =:= none -> deadlock;
        true -> over;
        false -> force_late(Until)
    end;
force_stuck(#{free := true, until := Until}) -> force_late(Until);
force_stuck(#{order := Order, stuck := Stuck, idle := Idle, ms := Ms}) ->
    case Order =/= [] andalso force_sure(Stuck) of
        true -> blocked;
        false when Idle > Ms div 5, Stuck > 0 -> blocked;
        false when Idle > Ms div 5 -> late;
        false -> go_on
    end.

force_late(Until) -> case erlang:monotonic_time(millisecond) > Until of true -> over; false -> go_on end.

%% All wait, and nobody else in this VM is about to send them something; or they have waited for a second.
force_sure(Stuck) -> Stuck > 200 orelse Stuck > 4 andalso lists:all(fun force_rests/1, processes() -- [self()]).
force_rests(Pid) -> case process_info(Pid, status) of {status, waiting} -> true; undefined -> true; _ -> false end.

force_more(#{more := More, asks := Asks} = S) ->
    case More(force_asked(Asks)) of none -> S#{more := none}; Next -> S#{order := [Next]} end.

%% The event that does not come, or does not end.
force_due(#{running := none, order := [Event | _]}) -> Event;
force_due(#{event := Event}) -> Event.

%% ---- What has happened ----

force_take({spawned, Parent, Pid}, #{names := Names, children := Children, strangers := Strangers} = S) ->
    case Names of
        #{Parent := Name} ->
            N = maps:get(Name, Children) + 1,
            Child = Name ++ "." ++ integer_to_list(N),
            {Its, Others} = lists:partition(fun(Message) -> element(2, Message) =:= Pid end, Strangers),
            lists:foldr(fun force_take/2, force_add(Child, Pid, S#{children := Children#{Name := N}, strangers := Others}), Its);
        _ -> S#{strangers := [{spawned, Parent, Pid} | Strangers]}
    end;
force_take({outcome, _, Outcome}, S) -> S#{outcome := Outcome};
force_take({fire, Ref}, S) -> force_fire(Ref, S);
force_take({'DOWN', _, process, Pid, Reason}, #{names := Names, running := Running} = S0) ->
    case Names of
        #{Pid := Name} ->
            S = force_ended(Name, Reason, S0),
            if
                Name =:= Running -> force_settle(S#{running := none}, 5000);
                true -> S
            end;
        _ -> exit(no_caller)
    end;
force_take(Message, #{names := Names, strangers := Strangers} = S) ->
    case Names of
        #{element(2, Message) := Name} -> force_take(Message, Name, S);
        _ -> S#{strangers := [Message | Strangers]}
    end.

%% Before there is a second process, no order is needed.
force_take({turn, Pid, Tag, Event}, Name, #{asks := Asks, children := Children, timed := Timed} = S) ->
    Here = S#{timed := Timed -- [Name]},
    if
        map_size(Children) =:= 1, Event =/= "end" -> Pid ! {Tag, free}, Here;
        true -> Here#{asks := Asks#{Name => {Pid, Tag, Event}}}
    end;
force_take({alias, _, Ref}, Name, #{aliases := Aliases} = S) -> S#{aliases := Aliases#{Ref => Name}};
force_take({under_way, Pid, What, Receiver, Signal}, Name, S) -> force_send({Name, What, Receiver, if What =:= "exit arrives" -> {Pid, Signal}; true -> Signal end}, S);
force_take({waits, Pid, Tag}, Name, #{order := Order, watches := Watches, timed := Timed} = S) ->
    case lists:member({Name, "time"}, Order) of
        true -> Pid ! {Tag, watch}, S#{watches := Watches#{Name => {Pid, Tag}}};
        false -> Pid ! {Tag, free}, S#{timed := [Name | Timed]}
    end;
force_take({taken, _}, Name, #{order := Order, running := Running, event := Event, watches := Watches} = S) ->
    if
        Name =:= Running -> S#{order := [Event | Order], running := none}; % the time of another receive was meant
        true -> S#{watches := maps:remove(Name, Watches)}
    end;
force_take({timer, Pid, Tag, F, Args}, Name, S0) ->
    {Answer, S} = force_timer(F, Args, Name, Pid, S0),
    Pid ! {Tag, Answer},
    S;
force_take({done, _, How}, Name, #{running := Running, event := Event, timed := Timed} = S0) ->
    S = S0#{timed := Timed -- [Name]},
    case Event of
        _ when Name =/= Running -> S;
        {_, "exit"} -> force_settle(S#{running := none}, 5000);
        {_, What} when What =:= How; How =:= none; What =:= "time" -> S#{running := none};
        _ -> S#{verdict := {differs, {Name, How}, Event}}
    end.

force_ended(Name, Reason, #{live := Live, asks := Asks, watches := Watches, timed := Timed, ends := Ends, outcome := Outcome} = S) ->
    Gone = S#{live := maps:remove(Name, Live), asks := maps:remove(Name, Asks), watches := maps:remove(Name, Watches), timed := Timed -- [Name]},
    case {Name, Outcome} of
        {"1", none} -> Gone#{outcome := {died, Reason}};
        {"1", _} -> Gone;
        _ -> Gone#{ends := [{Name, Reason} | Ends]}
    end.

%% A process has ended, or been sent an exit signal. Waits until all that follows of it has arrived: the ends of others, and in
%% those that live no link or monitor of one that does not.
force_settle(S, 0) -> S;
force_settle(#{live := Live, names := Names} = S, Tries) ->
    case [Pid || Pid <- maps:values(Live), not is_process_alive(Pid)] of
        [] ->
            case lists:any(fun(Pid) -> force_unsettled(process_info(Pid, [links, monitors]), Names) end, maps:values(Live)) of
                true -> timer:sleep(1), force_settle(S, Tries - 1);
                false -> S
            end;
        Dead ->
            Ended = fun(Pid, S1) -> receive {'DOWN', _, process, Pid, Reason} -> force_ended(maps:get(Pid, Names), Reason, S1) end end,
            force_settle(lists:foldl(Ended, S, Dead), Tries)
    end.

force_unsettled([{links, Links}, {monitors, Monitors}], Names) ->
    Near = Links ++ [Pid || {process, Pid} <- Monitors],
    lists:any(fun(Pid) -> is_map_key(Pid, Names) andalso not is_process_alive(Pid) end, Near);
force_unsettled(undefined, _) -> true.

%% ---- Signals under way ----

%% To a process that takes no part it is sent at once.
force_send({From, What, Receiver, Signal}, #{under_way := Signals, names := Names, aliases := Aliases} = S) ->
    case maps:merge(Names, Aliases) of
        #{Receiver := To} when is_list(Signals) -> S#{under_way := Signals ++ [{From, To, What, Receiver, Signal}]};
        _ -> force_deliver(What, Receiver, Signal, S)
    end.

force_arrive({_, _, What, Receiver, Signal} = It, #{under_way := Signals} = S) -> force_deliver(What, Receiver, Signal, S#{under_way := lists:delete(It, Signals)}).

force_deliver("exit arrives", Pid, {From, Reason}, S) ->
    case process_info(Pid, trap_exit) of
        {trap_exit, true} when Reason =/= kill -> Pid ! {'EXIT', From, Reason};
        _ -> exit(Pid, Reason)
    end,
    force_settle(S, 100);
force_deliver(_, Receiver, Message, S) ->
    catch Receiver ! Message,
    S.

%% ---- Timers ----

force_timer(F, [Time, To, Message], Name, _, #{timers := Timers, free := Free} = S) ->
    Ref = make_ref(),
    Sent = if F =:= start_timer -> {timeout, Ref, Message}; true -> Message end,
    if
        is_integer(Time), Time >= 0, is_pid(To) orelse is_atom(To) ->
            if Free -> erlang:send_after(Time, self(), {fire, Ref}); true -> ok end,
            {Sooner, Later} = lists:splitwith(fun(T) -> element(3, T) =< Time end, Timers),
            {Ref, S#{timers := Sooner ++ [{Ref, Name, Time, To, Sent}] ++ Later}};
        true -> {badarg, S}
    end;
force_timer(F, [Time, To, Message, Options], Name, Pid, S) ->
    Absolute = is_integer(Time) andalso lists:member({abs, true}, Options),
    force_timer(F, [if Absolute -> max(0, Time - erlang:monotonic_time(millisecond)); true -> Time end, To, Message], Name, Pid, S);
force_timer(F, [Ref | Options], _, Pid, #{timers := Timers} = S) ->
    Left = case lists:keyfind(Ref, 1, Timers) of {_, _, Time, _, _} -> Time; false -> false end,
    Flags = lists:append(Options),
    Async = lists:member({async, true}, Flags),
    Silent = lists:member({info, false}, Flags),
    if Async, not Silent -> Pid ! {F, Ref, Left}; true -> ok end,
    {if Async; Silent -> ok; true -> Left end, if F =:= cancel_timer -> S#{timers := lists:keydelete(Ref, 1, Timers)}; true -> S end}.

force_fire(Ref, #{timers := Timers} = S) ->
    case lists:keyfind(Ref, 1, Timers) of
        {_, Owner, _, To, Message} ->
            Receiver = case forced_receiver(To) of none -> To; Known -> Known end,
            force_send({Owner, "timeout arrives", Receiver, Message}, S#{timers := lists:keydelete(Ref, 1, Timers)});
        false -> S
    end.
