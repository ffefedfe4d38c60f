%% SPDX-License-Identifier: Apache-2.0
%% Runs cases on the real VM and says what happened; compiles and runs the generated suite.
%%
%% Requests and replies are sequences of fields: a 32-bit length (big endian) and that many bytes of UTF-8.
%%   cases(Fields): Module, File, Function, Milliseconds, HeapWords, number of stubs, for each stub
%%                  M, F, A, M2, F2, File of M, File of M2 (calls of M:F/A are to run M2:F2), then for each case:
%%                  number of arguments, the arguments (source text), predicted kind, predicted text, whose end that is:
%%                  "call" or "process", of a process that the call spawns; number of events of the order in which it
%%                  does so (0: any), for each event: process, what it does, module that does it (see frisk_force.erl); where there
%%                  are any, number of modules that take part, those
%%     File: a .beam or .erl that holds the module, or "" to load it from the code path.
%%     kinds: return, error, exit, throw, deadlock (only in an order); anything else: nothing was predicted.
%%   reply: "ok", then 10 fields for each case: Status, Same, Kind, Text, File, Line, Function, Pattern, Guard, Output
%%     Status: done | died (the process was ended by a signal) | process (another one ended as predicted) | timeout | memory | unusable (Text says why)
%%             differs (the order cannot be kept, Text says where)
%%     Same:   true | false: whether kind and value are as predicted
%%     Pattern, Guard: source text that matches just that value or reason (by type where it has no literal);
%%             Guard may be empty. Pattern "" : the value is too big to be written; Guard is then its erlang:phash2/1.
%%     Output: what it wrote to the standard devices; the first 64 KB of more, and "..."
%%   endings(Fields): as cases, but for each case: number of arguments, the arguments, and the module where it is known to
%%                  go on for ever (or ""). All run at the same time, a few seconds at most.
%%   reply: "ok", then 2 fields for each case: Status, Text
%%     Status: hang (it did not end, and was seen calling a function with the same arguments again and again)
%%             open (it did not end) | memory | exploding (memory, and calls as above) | ended (Text says how)
%%   suite(Fields): Module, source text, Milliseconds, HeapWords, then the names of the tests
%%   reply: "ok" or why it does not compile; then for each test "ok", "failed", or "order": it passes alone but not
%%          after the others
%%
%%   now(Fields): as suite
%%   reply: "ok" or why it does not compile; then for each test what its call does: "": what the test says
%%
%% A case runs in a process of its own, with a limit on time and on memory (also of the processes that it starts),
%% and with a group leader that keeps its output, and has no input. Processes it left behind are killed, so its ets tables and registered
%% names are gone, persistent terms it made are erased, and the environment of applications is as before, when the
%% next case starts.
-module(frisk_prove).
-export([cases/1, endings/1, suite/1, now/1]).

-define(OUTPUT, 65536). % bytes that are kept
-define(TRIES, 3). % of a case in which another process is to end
-define(FORCED, 3). % times that a case is to be seen in an order
-define(SETTLING, 1000). % milliseconds that it has for that after the call
-define(DEVICES, [user, standard_error]).
-define(ENDING_MS, 1500). % that a call may take to end ..
-define(LOOP_MS, 600). % .. where it was seen in the state that it is known to come back to
-define(CALLS_SEEN, 20000). % calls that are looked at, for one that comes again ..
-define(WORDS_SEEN, 4000000). % .. and words of their arguments
-define(WORDS_HELD, 50000). % by a process of which all calls are looked at
-define(WORDS_HELD_MAX, 4000000). % by one of which any are
-define(AGAIN, 3). % times that a state is to be seen
-define(PATIENCE, 5000). % more milliseconds to see one that is known to come again: the machine may be busy

%% ---- Requests ----

-spec cases(binary()) -> iodata().
cases(Request) ->
    try requested(Request, fun each_case/5) after forget_copies() end.

-spec endings(binary()) -> iodata().
endings(Request) ->
    requested(Request, fun(Cases, M, F, {_, Words}, _) -> each_ending(Cases, M, F, Words) end).

requested(Request, Each) ->
    true = frisk_server:ensure(frisk_value),
    [M0, File, F0, Ms, Words, N | Rest] = fields(Request),
    M = binary_to_atom(M0, utf8),
    F = binary_to_atom(F0, utf8),
    Limits = {binary_to_integer(Ms), binary_to_integer(Words)},
    {Stubs, Files, Cases} = stubs(binary_to_integer(N), Rest),
    case load_all([{M, unicode:characters_to_list(File)} | Files]) of
        ok ->
            stubbed(Stubs, fun() ->
                encode([<<"ok">> | protected(Limits, fun() -> Each(Cases, M, F, Limits, Stubs) end)])
            end);
        {error, Why} -> encode([Why])
    end.

stubs(0, Cases) -> {[], [], Cases};
stubs(N, [M0, F, A, M20, F2, File, File2 | Rest]) ->
    [M, M2] = [binary_to_atom(B, utf8) || B <- [M0, M20]],
    {Stubs, Files, Cases} = stubs(N - 1, Rest),
    {
        [{{M, binary_to_atom(F, utf8), binary_to_integer(A)}, {M2, binary_to_atom(F2, utf8)}} | Stubs],
        [{M, unicode:characters_to_list(File)}, {M2, unicode:characters_to_list(File2)} | Files],
        Cases
    }.

load_all(Files) -> lists:foldl(fun({M, File}, ok) -> load(M, File); (_, Failed) -> Failed end, ok, Files).

%% Other units of this VM are to find the modules as they were.
stubbed([], Work) -> Work();
stubbed(Stubs, Work) ->
    frisk_server:ensure(frisk_stub),
    case attempt_stubs(Stubs) of
        {ok, Done} ->
            try Work() after frisk_stub:unstub(Done) end;
        {error, Why} -> encode([Why])
    end.

attempt_stubs(Stubs) ->
    try {ok, frisk_stub:stub(Stubs)}
    catch _:Why -> {error, io_lib:format("a stub cannot be put in place: ~0tp", [Why])}
    end.

each_case([], _, _, _, _) -> [];
each_case([N0 | Rest], M, F, Limits, Stubs) ->
    {Args, [Kind, Predicted, Whose, Events | More]} = lists:split(binary_to_integer(N0), Rest),
    {Order, Modules, Others} = order(binary_to_integer(Events), More),
    Result =
        case Order of
            [] -> try_case(?TRIES, M, F, Args, {Kind, Predicted, Whose}, Limits);
            _ -> in_order(Order, copies(lists:sort(Modules), Stubs), M, F, Args, {Kind, Predicted, Whose}, Limits)
        end,
    Result ++ each_case(Others, M, F, Limits, Stubs).

order(0, Others) -> {[], [], Others};
order(N, Fields) ->
    {Events, [Count | More]} = lists:split(3 * N, Fields),
    {Modules, Others} = lists:split(binary_to_integer(Count), More),
    {order(Events), [binary_to_atom(M, utf8) || M <- Modules], Others}.

order([Process, What, M | More]) -> [{{binary_to_list(Process), binary_to_list(What)}, binary_to_atom(M, utf8)} | order(More)];
order([]) -> [].

%% What a module without abstract code does is left out of the order. The case must do the same each time.
in_order(Order, Modules, M, F, Args, {Kind, Predicted, Whose}, {Ms, Words}) ->
    Nowhere = ["end", "time", "fires"], % they need no call
    Events = [Event || {{_, What} = Event, Of} <- Order, lists:member(What, Nowhere) orelse lists:suffix("arrives", What) orelse lists:member(Of, Modules)],
    Prediction = {Kind, Predicted, {forced, Whose, Events, Ms}},
    forced_times(?FORCED, fun() -> run_case(M, F, Args, Prediction, {20 * Ms, Words}) end).

%% To compile them takes longer than most cases, of which the next often has the same.
copies(Named, Stubs) ->
    case get(?MODULE) of
        {Named, Modules} -> Modules;
        _ ->
            forget_copies(),
            frisk_server:ensure(frisk_force),
            Modules = frisk_force:force(Named, Stubs),
            put(?MODULE, {Named, Modules}),
            Modules
    end.

forget_copies() ->
    case erase(?MODULE) of
        {_, Modules} -> frisk_force:unforce(Modules);
        undefined -> ok
    end.

forced_times(N, Run) ->
    case Run() of
        [_, "true" | _] when N > 1 -> forced_times(N - 1, Run);
        Result -> Result
    end.

%% In which order processes run differs from one time to the next.
try_case(N, M, F, Args, Prediction, Limits) ->
    case run_case(M, F, Args, Prediction, Limits) of
        [Status | _] when N > 1, element(3, Prediction) =:= <<"process">>, Status =/= <<"process">>, Status =/= <<"unusable">> ->
            try_case(N - 1, M, F, Args, Prediction, Limits);
        Result -> Result
    end.

-spec suite(binary()) -> iodata().
suite(Request) -> with_suite(Request, fun run_tests/3).

-spec now(binary()) -> iodata().
now(Request) -> with_suite(Request, fun(M, Tests, {Ms, _}) -> [now(M, T, Ms) || T <- Tests] end).

with_suite(Request, Run) ->
    true = frisk_server:ensure(frisk_value),
    [M0, Text, Ms, Words | Tests] = fields(Request),
    M = binary_to_atom(M0, utf8),
    case compile_text(unicode:characters_to_list(Text)) of
        {ok, Beam} ->
            {module, M} = code:load_binary(M, atom_to_list(M) ++ ".erl", Beam),
            Limits = {binary_to_integer(Ms), binary_to_integer(Words)},
            Names = [binary_to_atom(T, utf8) || T <- Tests],
            Results = protected(Limits, fun() -> Run(M, Names, Limits) end),
            code:purge(M),
            code:delete(M),
            code:purge(M),
            encode([<<"ok">> | Results]);
        {error, Why} ->
            encode([Why])
    end.

fields(<<>>) -> [];
fields(<<Size:32, Field:Size/binary, Rest/binary>>) -> [Field | fields(Rest)].

encode(Fields) ->
    [begin B = unicode:characters_to_binary(F), [<<(byte_size(B)):32>>, B] end || F <- Fields].

%% ---- Loading ----

load(M, "") -> loaded(M, fun() -> code:ensure_loaded(M) end);
load(M, Name) ->
    File = filename:absname(Name), % so does the code server
    case code:is_loaded(M) of
        {file, File} -> ok;
        {file, preloaded} -> ok;
        _ -> load_file(M, File)
    end.

load_file(M, File) ->
    case filename:extension(File) of
        ".erl" -> load_source(M, File);
        _ ->
            case code:is_sticky(M) of
                true -> loaded(M, fun() -> code:ensure_loaded(M) end);
                false ->
                    code:add_pathz(filename:dirname(File)),
                    code:purge(M), % it may have been loaded under another path
                    loaded(M, fun() -> code:load_abs(filename:rootname(File)) end)
            end
    end.

load_source(M, File) ->
    Dir = filename:dirname(File),
    Options = [binary, return, deterministic, {i, Dir}, {i, filename:join(Dir, "../include")}],
    case compile:noenv_file(File, Options) of
        {ok, M, Beam, _} ->
            code:purge(M),
            case loaded(M, fun() -> code:load_binary(M, File, Beam) end) of
                ok -> load_neighbours(Beam, Dir);
                Failed -> Failed
            end;
        {error, Errors, _} -> {error, io_lib:format("~ts does not compile: ~0tp", [File, Errors])};
        _ -> {error, io_lib:format("~ts does not hold module ~tw", [File, M])}
    end.

%% Modules that a source file calls and that nobody has compiled, if their source is next to it or in a directory of the
%% code path (-pa).
load_neighbours(Beam, Dir) ->
    {ok, {_, [{imports, Calls}]}} = beam_lib:chunks(Beam, [imports]),
    lists:foldl(
        fun(M, ok) ->
                case code:is_loaded(M) =:= false andalso code:which(M) =:= non_existing andalso source_of(M, Dir) of
                    false -> ok;
                    File -> load_source(M, File)
                end;
           (_, Failed) -> Failed
        end,
        ok,
        lists:usort([M || {M, _, _} <- Calls])
    ).

source_of(M, Dir) ->
    Name = atom_to_list(M) ++ ".erl",
    case filelib:is_regular(filename:join(Dir, Name)) of
        true -> filename:join(Dir, Name);
        false ->
            case code:where_is_file(Name) of
                non_existing -> false;
                Found -> filename:absname(Found)
            end
    end.

%% The module's -on_load function runs when it is loaded, and need not end.
-define(LOAD_MS, 10000).

loaded(M, Load) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({loaded, Load()}) end),
    receive
        {'DOWN', Monitor, process, Pid, {loaded, {module, _}}} -> ok;
        {'DOWN', Monitor, process, Pid, {loaded, {error, Why}}} -> not_loaded(M, "~0tp", Why);
        {'DOWN', Monitor, process, Pid, Why} -> not_loaded(M, "~0tp", Why)
    after ?LOAD_MS ->
        kill(Pid),
        demonitor(Monitor, [flush]),
        not_loaded(M, "it takes more than ~w seconds", ?LOAD_MS div 1000)
    end.

not_loaded(M, Format, Why) -> {error, io_lib:format("cannot load ~tw: " ++ Format, [M, Why])}.

compile_text(Text) ->
    try
        {ok, Tokens, _} = erl_scan:string(Text),
        Forms = [begin {ok, Form} = erl_parse:parse_form(T), Form end || T <- split_forms(Tokens, [])],
        case compile:noenv_forms(Forms, [binary, return, warnings_as_errors]) of
            {ok, _, Beam, _} -> {ok, Beam};
            {error, Errors, Warnings} -> {error, io_lib:format("~0tp", [Errors ++ Warnings])}
        end
    catch
        _:Reason -> {error, io_lib:format("~0tp", [Reason])}
    end.

split_forms([], []) -> [];
split_forms([{dot, _} = Dot | Rest], Form) -> [lists:reverse([Dot | Form]) | split_forms(Rest, [])];
split_forms([Token | Rest], Form) -> split_forms(Rest, [Token | Form]).

%% ---- The VM while code under test runs ----

%% The registered processes write to this VM's own files, and so would crash reports.
protected({_, Words}, Fun) ->
    Heap = erlang:system_flag(max_heap_size, heap_limit(Words)),
    #{level := Level} = logger:get_primary_config(),
    logger:set_primary_config(level, none),
    Devices = [{Name, whereis(Name)} || Name <- ?DEVICES],
    try
        Fun()
    after
        [rename(Name, Pid) || {Name, Pid} <- Devices, is_pid(Pid)],
        logger:set_primary_config(level, Level),
        erlang:system_flag(max_heap_size, Heap)
    end.

heap_limit(Words) -> #{size => Words, kill => true, error_logger => false}.

%% An I/O server (The Erlang I/O Protocol) that keeps what is written and has nothing to read, in the place of
%% all standard devices.
new_sink() ->
    Sink = spawn(fun() -> sink(<<>>) end),
    [rename(Name, spawn(fun() -> link(Sink), relay(Sink) end)) || Name <- ?DEVICES],
    Sink.

%% A process has one name at most.
relay(Sink) -> receive Message -> Sink ! Message, relay(Sink) end.

rename(Name, Pid) ->
    catch unregister(Name),
    register(Name, Pid).

sink(Written) ->
    receive
        {io_request, From, ReplyAs, Request} ->
            {Reply, Text} = sink_reply(Request),
            From ! {io_reply, ReplyAs, Reply},
            sink(if byte_size(Written) > ?OUTPUT -> Written; true -> iolist_to_binary([Written | Text]) end);
        {written, From, Tag} -> From ! {Tag, cut(Written)}, sink(Written);
        _ -> sink(Written)
    end.

cut(Written) when byte_size(Written) =< ?OUTPUT -> Written;
cut(Written) ->
    Whole =
        case unicode:characters_to_binary(binary:part(Written, 0, ?OUTPUT)) of
            {incomplete, Characters, _} -> Characters;
            Characters -> Characters
        end,
    <<Whole/binary, "...">>.

written(Sink) ->
    Tag = monitor(process, Sink),
    Sink ! {written, self(), Tag},
    receive
        {Tag, Written} -> demonitor(Tag, [flush]), Written;
        {'DOWN', Tag, process, _, _} -> <<>>
    end.

sink_reply({put_chars, Encoding, Chars}) -> write(Encoding, Chars);
sink_reply({put_chars, Encoding, M, F, A}) ->
    try apply(M, F, A) of
        Chars -> write(Encoding, Chars)
    catch
        _:_ -> {{error, F}, []}
    end;
sink_reply({put_chars, Chars}) -> write(latin1, Chars);
sink_reply({put_chars, M, F, A}) -> sink_reply({put_chars, latin1, M, F, A});
sink_reply({requests, Requests}) ->
    Next = fun(R, {ok, Text}) -> {Reply, More} = sink_reply(R), {Reply, [Text | More]}; (_, Ended) -> Ended end,
    lists:foldl(Next, {ok, []}, Requests);
sink_reply(Request) -> {sink_answer(Request), []}.

write(Encoding, Chars) ->
    try unicode:characters_to_binary(Chars, Encoding) of
        Text when is_binary(Text) -> {ok, [Text]};
        _ -> {{error, put_chars}, []}
    catch
        _:_ -> {{error, put_chars}, []}
    end.

sink_answer({get_chars, _, _, _}) -> eof;
sink_answer({get_line, _, _}) -> eof;
sink_answer({get_until, _, _, _, _, _}) -> eof;
sink_answer({get_chars, _, _}) -> eof;
sink_answer({get_line, _}) -> eof;
sink_answer({get_until, _, _, _, _}) -> eof;
sink_answer({get_password, _}) -> eof;
sink_answer({setopts, _}) -> ok;
sink_answer(getopts) -> [{binary, false}, {encoding, unicode}];
sink_answer({get_geometry, _}) -> {error, enotsup};
sink_answer(_) -> {error, request}.

%% ---- One case ----

run_case(M, F, Args, Prediction, {Ms, Words}) ->
    Lasting = lasting(),
    Self = self(),
    Tag = make_ref(),
    Sink = new_sink(),
    Tracer = spawn(fun() -> tracer(false, {Self, Tag}) end),
    {Pid, Monitor} = spawn_opt(
        fun() ->
            group_leader(Sink, self()),
            receive Tag -> Self ! {Tag, attempt(M, F, Args, Prediction)} end
        end,
        [monitor, {max_heap_size, heap_limit(Words)}]
    ),
    erlang:trace(Pid, true, [garbage_collection, {tracer, Tracer} | followed(Prediction)]),
    Pid ! Tag,
    Call = {M, Pid, Monitor, Tag, Tracer},
    Result =
        case Prediction of
            {_, _, <<"process">>} -> process_end(Call, Prediction, deadline(Ms), plain(<<"timeout">>, ""));
            _ -> call_end(Call, Prediction, Ms)
        end,
    kill(Pid),
    demonitor(Monitor, [flush]),
    kill_led_by(fun(Leader) -> Leader =:= Sink end, 10),
    flush(Tag),
    Output = written(Sink),
    kill(Sink),
    kill(Tracer),
    restore(Lasting),
    Result ++ [Output].

%% Other processes are of interest only where the end of one was predicted.
followed({_, _, <<"process">>}) -> [procs, set_on_spawn];
followed(_) -> [].

flush(Tag) -> receive {Tag, _} -> flush(Tag); {Tag, _, _} -> flush(Tag) after 0 -> ok end.

call_end({M, Pid, Monitor, Tag, Tracer}, Prediction, Ms) ->
    receive
        {Tag, R} -> R;
        {'DOWN', Monitor, process, Pid, Reason} -> died(M, Pid, Tracer, Reason, Prediction)
    after Ms -> plain(<<"timeout">>, "")
    end.

deadline(Ms) -> erlang:monotonic_time(millisecond) + Ms.

%% Waits for a process other than that of the call to end as predicted. Else: what there is to be said when none does.
process_end({M, Pid, Monitor, Tag, Tracer} = Call, Prediction, Until, Else) ->
    receive
        {Tag, Other, Reason} when Other =/= Pid ->
            {Kind, Value, Stack} = end_of(Reason),
            case done(<<"process">>, Kind, Value, Prediction, place(M, Stack)) of
                [_, "true" | _] = Same -> Same;
                _ -> process_end(Call, Prediction, Until, Else)
            end;
        {Tag, R} -> process_end(Call, Prediction, min(Until, deadline(?SETTLING)), differs(R));
        {'DOWN', Monitor, process, Pid, Reason} when hd(Else) =:= <<"timeout">> ->
            Died = died(M, Pid, Tracer, Reason, Prediction),
            process_end(Call, Prediction, min(Until, deadline(?SETTLING)), differs(Died))
    after max(0, Until - erlang:monotonic_time(millisecond)) -> Else
    end.

differs([Status, _ | Rest]) -> [Status, "false" | Rest].

%% An error ends a process with {Reason, Stacktrace}; so does an exit for which an error was the reason.
end_of({Reason, [{M, F, _, I} | _] = Stack}) when is_atom(M), is_atom(F), is_list(I) -> {error, Reason, Stack};
end_of(Reason) -> {exit, Reason, []}.

%% ---- Calls that are not expected to end ----

%% As many at a time as memory allows.
-define(TOGETHER, 4).

each_ending(Fields, M, F, Words) -> in_groups(ending_cases(Fields), M, F, Words).

ending_cases([]) -> [];
ending_cases([N0 | Rest]) ->
    {Args, [Loop | Others]} = lists:split(binary_to_integer(N0), Rest),
    [{Args, Loop} | ending_cases(Others)].

in_groups([], _, _, _) -> [];
in_groups(Cases, M, F, Words) ->
    {Group, Others} = lists:split(min(?TOGETHER, length(Cases)), Cases),
    Modules = lists:usort([M | [binary_to_atom(L, utf8) || {_, L} <- Group, L =/= <<>>]]),
    Results = together(Group, M, F, Words, Modules),
    lists:append(Results) ++ in_groups(Others, M, F, Words).

together(Cases, M, F, Words, Modules) ->
    Lasting = lasting(),
    Sink = new_sink(),
    trace_calls(Modules, []),
    Self = self(),
    Watchers = [spawn_monitor(fun() -> Self ! {self(), watched(M, F, Case, Words, {Self, Sink})} end) || Case <- Cases],
    Results = results(Watchers, Modules, [], #{}),
    [erlang:trace_pattern({Module, '_', '_'}, false, [local]) || Module <- Modules],
    kill_led_by(fun(Leader) -> Leader =:= Sink end, 10),
    kill(Sink),
    restore(Lasting),
    Results.

%% Of processes that hold much one call is seen each time that they are traced: in its turn a process makes thousands, and
%% each is seen with a copy of its arguments.
trace_calls(Modules, Large) ->
    Once = [{'_', [{'=:=', {self}, {const, Pid}}], [{trace, [call], []}]} || Pid <- Large],
    [erlang:trace_pattern({Module, '_', '_'}, Once ++ [{'_', [], []}], [local]) || Module <- Modules].

results(Watchers, _, _, Results) when map_size(Results) =:= length(Watchers) -> [maps:get(Pid, Results) || {Pid, _} <- Watchers];
results(Watchers, Modules, Large, Results) ->
    receive
        {large, Watcher, Pid} ->
            trace_calls(Modules, [Pid | Large]),
            Watcher ! {seen_once, Pid},
            results(Watchers, Modules, [Pid | Large], Results);
        {Watcher, Result} when is_pid(Watcher) ->
            demonitor(proplists:get_value(Watcher, Watchers), [flush]),
            results(Watchers, Modules, Large, Results#{Watcher => Result});
        {'DOWN', _, process, Watcher, _} ->
            results(Watchers, Modules, Large, Results#{Watcher => [<<"open">>, <<>>]})
    end.

%% Whoever watches is the tracer, too. It looks at the first calls, for some explode soon, and at some later ones.
watched(M, F, {Args, Loop}, Words, {Together, Sink}) ->
    Self = self(),
    {Pid, Monitor} = spawn_opt(
        fun() ->
            group_leader(Sink, self()),
            receive go -> Self ! {ended, self(), attempt(M, F, Args, {<<"none">>, <<>>, <<"call">>})} end
        end,
        [monitor, {max_heap_size, heap_limit(Words)}]
    ),
    erlang:trace(Pid, true, [garbage_collection]),
    Pid ! go,
    Call = {M, Pid, Monitor, Together},
    Patience = if Loop =:= <<>> -> 0; true -> ?PATIENCE end,
    Until = deadline(?ENDING_MS),
    Result =
        case goes_on(Call, Until - ?ENDING_MS + 20, false) of
            {false, Over} ->
                Seen = look(Call, 300),
                Enough = if Seen, Loop =/= <<>> -> Until - ?ENDING_MS + ?LOOP_MS; true -> Until end,
                watch(Call, Enough, Seen, Over, Patience);
            {true, Ended} -> Ended
        end,
    kill(Pid),
    Result.

watch(Call, Until, true, Over, _) -> watched_end(goes_on(Call, Until, Over), <<"hang">>, <<"exploding">>);
watch(Call, Until, false, Over, Patience) ->
    case goes_on(Call, Until - 400, Over) of
        {false, Over2} ->
            case look(Call, 400) orelse Patience > 0 andalso look(Call, Patience) of
                true -> watched_end(goes_on(Call, Until, Over2), <<"hang">>, <<"exploding">>);
                false -> watched_end(goes_on(Call, Until, Over2), <<"open">>, <<"memory">>)
            end;
        {true, Ended} -> Ended
    end.

watched_end({false, _}, Status, _) -> [Status, <<>>];
watched_end({true, [<<"memory">>, Text]}, _, Status) -> [Status, Text];
watched_end({true, Ended}, _, _) -> Ended.

%% Until then; true: it has ended.
goes_on({M, Pid, Monitor, _} = Call, Until, Over) ->
    receive
        {trace, Pid, gc_max_heap_size, _} -> goes_on(Call, Until, true);
        {trace, Pid, _, _} -> goes_on(Call, Until, Over);
        {ended, Pid, R} -> {true, [<<"ended">>, in_words(R)]};
        {'DOWN', Monitor, process, Pid, Reason} ->
            case Over orelse was_over(Pid) of
                true -> {true, [<<"memory">>, <<>>]};
                false ->
                    {_, _, Stack} = end_of(Reason),
                    {true, [<<"ended">>, in_words(done(<<"died">>, exit, Reason, {<<"none">>, <<>>, <<>>}, place(M, Stack)))]}
            end
    after max(0, Until - erlang:monotonic_time(millisecond)) -> {false, Over}
    end.

was_over(Pid) ->
    Ref = erlang:trace_delivered(Pid),
    receive {trace_delivered, _, Ref} -> ok end,
    was_over(Pid, false).
was_over(Pid, Over) ->
    receive
        {trace, Pid, gc_max_heap_size, _} -> was_over(Pid, true);
        {trace, Pid, _, _} -> was_over(Pid, Over)
    after 0 -> Over
    end.

in_words([_, _, Kind, Text | _]) -> [if Kind =:= "return" -> "returned"; true -> Kind end, " ", Text].

%% Whether a function is called with the same arguments again and again.
look({_, Pid, _, Together}, Ms) ->
    Held = words_held(Pid),
    if
        Held =< ?WORDS_HELD -> look(Pid, Ms, false);
        Held =< ?WORDS_HELD_MAX -> Together ! {large, self(), Pid}, receive {seen_once, Pid} -> look(Pid, Ms, true) end;
        true -> false
    end.

%% Its stack apart.
words_held(Pid) ->
    erlang:garbage_collect(Pid),
    case process_info(Pid, garbage_collection_info) of
        {_, Info} -> proplists:get_value(heap_size, Info) + proplists:get_value(old_heap_size, Info);
        undefined -> 0 % it has ended
    end.

look(Pid, Ms, Once) ->
    Again = try
        erlang:trace(Pid, true, [call]),
        look(Pid, Once, deadline(Ms), #{}, ?CALLS_SEEN, ?WORDS_SEEN)
    catch
        error:badarg -> false % it has ended
    end,
    catch erlang:trace(Pid, false, [call]),
    Ref = erlang:trace_delivered(Pid),
    receive {trace_delivered, _, Ref} -> ok end,
    forget_calls(Pid),
    Again.

look(_, _, _, _, N, Words) when N =< 0; Words =< 0 -> false;
look(Pid, Once, Until, Seen, N, Words) ->
    receive
        {trace, Pid, call, Call} ->
            case maps:get(Call, Seen, 1) of
                ?AGAIN -> true;
                Times ->
                    Once andalso erlang:trace(Pid, true, [call]),
                    look(Pid, Once, Until, Seen#{Call => Times + 1}, N - 1, Words - erts_debug:flat_size(Call))
            end
    after max(0, Until - erlang:monotonic_time(millisecond)) -> false
    end.

forget_calls(Pid) -> receive {trace, Pid, call, _} -> forget_calls(Pid) after 0 -> ok end.

%% What outlives the processes that made it: persistent terms, and the table of application_controller.
lasting() -> {persistent_keys(), environment()}.
persistent_keys() -> [K || {K, _} <- persistent_term:get()].
environment() -> ets:match_object(ac_tab, {{env, '_', '_'}, '_'}).

restore({Persistent, Environment}) ->
    [persistent_term:erase(K) || K <- persistent_keys(), not lists:member(K, Persistent)],
    [ets:delete(ac_tab, Key) || {Key, _} <- environment(), not lists:keymember(Key, 1, Environment)],
    ets:insert(ac_tab, Environment).

%% A process that is over its limit gets the same reason as one that somebody killed; only the trace tells.
%% The end of a process is passed on.
tracer(Over, {To, Tag} = Told) ->
    receive
        {trace, _, gc_max_heap_size, _} -> tracer(true, Told);
        {trace, Pid, exit, Reason} -> To ! {Tag, Pid, Reason}, tracer(Over, Told);
        {over, From} -> From ! {over, self(), Over}, tracer(Over, Told);
        _ -> tracer(Over, Told)
    end.

died(M, Pid, Tracer, Reason, Prediction) ->
    Ref = erlang:trace_delivered(Pid),
    receive {trace_delivered, _, Ref} -> ok end,
    Tracer ! {over, self()},
    receive
        {over, Tracer, true} -> plain(<<"memory">>, "");
        {over, Tracer, false} ->
            {_, _, Stack} = end_of(Reason),
            done(<<"died">>, exit, Reason, Prediction, place(M, Stack))
    end.

kill(Pid) ->
    Monitor = monitor(process, Pid),
    unlink(Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end.

kill_led_by(_, 0) -> ok;
kill_led_by(Which, Rounds) ->
    Left = [P || P <- processes(), P =/= self(), {group_leader, L} <- [process_info(P, group_leader)], Which(L)],
    lists:foreach(fun kill/1, Left),
    if
        Left =:= [] -> ok;
        true -> kill_led_by(Which, Rounds - 1)
    end.

plain(Status, Text) -> [Status, <<"false">>, <<>>, Text, <<>>, <<"0">>, <<>>, <<>>, <<>>].

attempt(M, F, ArgTexts, Prediction) ->
    try [frisk_value:evaluate(A) || A <- ArgTexts] of
        Args -> attempt_call(M, F, Args, Prediction)
    catch
        _:Reason -> plain(<<"unusable">>, io_lib:format("~0tp", [Reason]))
    end.

attempt_call(M, F, Args, {_, _, {forced, Whose, Order, Ms}} = Prediction) ->
    case frisk_force:force_run(Order, Ms, {M, F, Args}, []) of
        {{differs, Why, Event}, _, _} -> plain(<<"differs">>, io_lib:format("~0tp instead of ~0tp", [Why, Event]));
        {kept, Outcome, Ends} when Whose =:= <<"process">> -> forced_end(M, Outcome, Ends, Prediction);
        {kept, Outcome, _} -> forced_outcome(M, Outcome, Prediction)
    end;
attempt_call(M, F, Args, Prediction) ->
    try apply(M, F, Args) of
        Value -> done(<<"done">>, return, Value, Prediction, none)
    catch
        Class:Reason:Stack -> done(<<"done">>, Class, Reason, Prediction, place(M, Stack))
    end.

forced_outcome(_, {return, Value}, Prediction) -> done(<<"done">>, return, Value, Prediction, none);
forced_outcome(M, {raise, Class, Reason, Stack}, Prediction) -> done(<<"done">>, Class, Reason, Prediction, place(M, Stack));
forced_outcome(_, {died, Reason}, Prediction) -> done(<<"died">>, exit, Reason, Prediction, none);
forced_outcome(_, {deadlock, Processes}, {<<"deadlock">>, _, Whose}) ->
    Text = unicode:characters_to_binary(frisk_value:show(Processes)),
    done(<<"done">>, deadlock, Processes, {<<"deadlock">>, Text, Whose}, none);
forced_outcome(_, {deadlock, Processes}, Prediction) -> done(<<"done">>, deadlock, Processes, Prediction, none);
forced_outcome(_, unfinished, _) -> plain(<<"timeout">>, "").

%% The end of a process other than that of the call; else what there is to be said when none ends as predicted.
forced_end(M, Outcome, [], Prediction) -> differs(forced_outcome(M, Outcome, Prediction));
forced_end(M, Outcome, [{_, Reason} | Ends], Prediction) ->
    {Kind, Value, Stack} = end_of(Reason),
    case done(<<"process">>, Kind, Value, Prediction, place(M, Stack)) of
        [_, "true" | _] = Same -> Same;
        _ -> forced_end(M, Outcome, Ends, Prediction)
    end.

done(Status, Kind, Value, {PredictedKind, Predicted, _}, Place) ->
    Same = PredictedKind =:= atom_to_binary(Kind, utf8) andalso
        (frisk_value:same(Predicted, Value) orelse Kind =:= error andalso frisk_value:no_such_record(Predicted, Value)),
    {File, Line, Function} = place_fields(Place),
    {Text, Pattern, Guard} = frisk_value:texts(Value),
    [Status, atom_to_list(Same), atom_to_list(Kind), Text, File, integer_to_list(Line), Function, Pattern, Guard].

%% ---- Where it failed: the topmost frame in the unit's own module, else that has a line, else the topmost of all ----

%% What erlang:raise/3 was given may hold other things than frames.
place(M, Stack) ->
    Own = lists:takewhile(fun(Frame) -> not is_tuple(Frame) orelse element(1, Frame) =/= ?MODULE end, Stack),
    Frames = [Frame || {_, _, _, _} = Frame <- Own],
    Lines = [Frame || {_, _, _, Info} = Frame <- Frames, is_list(Info), lists:keymember(line, 1, Info)],
    case [Frame || {FM, _, _, _} = Frame <- Frames, FM =:= M] ++ Lines ++ Frames of
        [Frame | _] -> Frame;
        [] -> none
    end.

place_fields(none) -> {"", 0, ""};
place_fields({M, F, A, Info}) ->
    Arity = try length(A) catch _:_ -> A end,
    File = proplists:get_value(file, Info, ""),
    Line = proplists:get_value(line, Info, 0),
    {
        case io_lib:printable_unicode_list(File) of true -> File; false -> "" end,
        if is_integer(Line) -> Line; true -> 0 end,
        [[atom_to_list(M), ":"] || File =:= "", is_atom(M)] ++ function_text(F, Arity)
    }.

%% '-outer/2-fun-0-' is a fun in outer/2.
function_text(F, Arity) ->
    case re:run(atom_to_list(F), "^-(.*/[0-9]+)-(fun|lc\\$|lbc\\$|anonymous)", [unicode, {capture, [1], list}]) of
        {match, [Outer]} -> Outer;
        nomatch -> io_lib:format("~tw/~tw", [F, Arity])
    end.

%% ---- The suite ----

%% All at once, as the user will run them. If that fails, each test alone, and then those that pass one after the
%% other: what one leaves behind (a registered process, say) may be in the way of another.
run_tests(M, Tests, {Ms, _}) ->
    Each = 20 * Ms, % each has a limit of its own
    case run_apart([fun() -> by_eunit(M, Tests) end], Each * length(Tests)) of
        [ok] -> [<<"ok">> || _ <- Tests];
        _ ->
            Alone = [{T, hd(run_apart([fun() -> by_eunit(M, [T]) end], Each))} || T <- Tests],
            Passed = [T || {T, ok} <- Alone],
            Works = [fun() -> in_turn(M, by_name(M, T)) end || T <- Passed],
            Together = lists:zip(Passed, run_apart(Works, Each * length(Passed))),
            [result(Result, proplists:get_value(T, Together)) || {T, Result} <- Alone]
    end.

result(ok, ok) -> <<"ok">>;
result(ok, _) -> <<"order">>;
result(_, _) -> <<"failed">>.

run_apart(Works, Ms) ->
    Lasting = lasting(),
    Self = self(),
    Tag = make_ref(),
    Sink = new_sink(),
    {Pid, Monitor} = spawn_monitor(fun() ->
        group_leader(Sink, self()),
        Self ! {Tag, [Work() || Work <- Works]}
    end),
    Results =
        receive
            {Tag, R} -> R;
            {'DOWN', Monitor, process, Pid, _} -> [error || _ <- Works]
        after Ms -> [error || _ <- Works]
        end,
    kill(Pid),
    demonitor(Monitor, [flush]),
    receive {Tag, _} -> ok after 0 -> ok end,
    kill_led_by(fun(Leader) -> Leader =:= Sink orelse not is_process_alive(Leader) end, 10),
    kill(Sink),
    restore(Lasting),
    Results.

%% EUnit is a package of its own on some systems.
by_eunit(M, Tests) ->
    case code:ensure_loaded(eunit) of
        {module, eunit} -> eunit:test([by_name(M, T) || T <- Tests], [no_tty]);
        _ -> lists:foldl(fun(T, ok) -> by_hand(by_name(M, T)); (_, error) -> error end, ok, Tests)
    end.

%% All that are no generators run in one process, as under EUnit.
in_turn(M, {test, M, T}) -> try M:T() of _ -> ok catch _:_ -> error end;
in_turn(M, {generator, M, T}) -> by_eunit(M, [T]).

%% What the call of a test does, if it is something else than the test says.
now(M, T, Ms) ->
    case run_apart([fun() -> happens(M, by_name(M, T)) end], 2 * Ms + 5000) of
        [error] -> <<"does not end in time">>;
        [Text] -> Text
    end.

happens(M, {generator, M, T}) -> happens(M, M:T());
happens(M, {test, M, T}) -> happens(M, {spawn, {timeout, 5, fun M:T/0}});
happens(M, {setup, Setup, Cleanup, Test}) ->
    State = Setup(),
    try happens(M, Test) after Cleanup(State) end;
happens(M, {spawn, {timeout, _, Fun}}) ->
    try Fun() of
        _ -> <<>>
    catch
        Class:Reason:Stack -> happened(Class, Reason, [M] =:= [Top || {Top, _, _, _} <- lists:sublist(Stack, 1)])
    end.

%% At the top of the stack is the test itself: its call came back.
happened(error, {Word, Value}, true) when Word =:= badmatch; Word =:= case_clause; Word =:= returned ->
    ["returns ", frisk_value:show(Value)];
happened(error, Reason, _) -> ["raises ", frisk_value:show(Reason)];
happened(exit, Reason, _) -> ["exits with ", frisk_value:show(Reason)];
happened(throw, Reason, _) -> ["throws ", frisk_value:show(Reason)].

by_name(M, T) ->
    case lists:suffix("_test_", atom_to_list(T)) of
        true -> {generator, M, T};
        false -> {test, M, T}
    end.

by_hand({generator, M, T}) -> by_hand(M:T());
by_hand({test, M, T}) -> by_hand({spawn, {timeout, 5, fun M:T/0}});
by_hand({setup, Setup, Cleanup, Test}) ->
    State = Setup(),
    try by_hand(Test) after Cleanup(State) end;
by_hand({spawn, {timeout, Seconds, Fun}}) ->
    {Pid, Monitor} = spawn_monitor(Fun),
    receive {'DOWN', Monitor, process, Pid, Reason} -> if Reason =:= normal -> ok; true -> error end
    after Seconds * 1000 -> exit(Pid, kill), error
    end.
