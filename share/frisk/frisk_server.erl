%% SPDX-License-Identifier: Apache-2.0
%% The part of frisk that runs in the user's erl: compiles modules to Core Erlang, calls functions.
%%
%% Frisk starts one erl with file descriptor 3 (requests) and 4 (replies); standard input and output are nobody's, so
%% that code under test may print as it likes. Messages have a length of 4 bytes, big endian, in front. Started with
%%   erl .. -run frisk_server start -extra SHARE CACHE DIR..
%% (SHARE: where this file is; CACHE: where compiled server modules are kept, "" for nowhere; DIR..: code path).
%%
%% A request is one byte, then (varint: 7 bits a byte, lowest first, top bit: more follow; str: varint, bytes;
%% term: see doc/dump-format.md; all the rest of the message: rest)
%%   'i'                                        -> str root_dir, str OTP version
%%   'b' str Path                               -> varint 0, dump           a module from a .beam file
%%   'e' str Path, varint N, N * str Dir        -> varint N, N * str Path of an included file, dump     from a .erl file
%%   'c' str M, str F, rest Payload             -> what M:F(Payload) gives, an iolist; M is in SHARE
%%   'a' str M, str F, varint Ms, varint Words, term Args
%%            -> term {ok, Value} | {error | exit | throw, Reason, Stack} | {limit, time | memory, []}
%% The reply is one byte, 0, and that; or 1 and a line of UTF-8 that says what is wrong. Requests are done one after
%% the other, each in a process of its own. When the descriptor is closed, the node ends at once.
-module(frisk_server).
-export([start/0, start/1, ensure/1]).

start() ->
    [Share, Cache | Dirs] = init:get_plain_arguments(),
    erlang:process_flag(trap_exit, true),
    ok = code:add_pathsa(lists:reverse(Dirs)),
    persistent_term:put(frisk_share, Share),
    persistent_term:put(frisk_cache, Cache),
    ensure(frisk_dump),
    loop(erlang:open_port({fd, 3, 4}, [{packet, 4}, binary])).

%% The first start of all, from source: keeps the compiled server for the next one.
start(Beam) ->
    [_, Cache | _] = init:get_plain_arguments(),
    keep(Cache, ?MODULE, Beam),
    start().

loop(Port) ->
    receive
        {Port, {data, Request}} ->
            true = erlang:port_command(Port, handle(Port, Request)),
            loop(Port);
        {'EXIT', Port, _} -> gone();
        _ -> loop(Port)
    end.

gone() -> erlang:halt(0, [{flush, false}]).

%% ---- Requests ----

handle(Port, <<$a, R0/binary>>) ->
    {M, R1} = read_string(R0),
    {F, R2} = read_string(R1),
    {Ms, R3} = read_varint(R2),
    {Words, R4} = read_varint(R3),
    Work = fun() -> call(binary_to_atom(M, utf8), binary_to_atom(F, utf8), R4) end,
    Limit = {max_heap_size, #{size => Words, kill => true, error_logger => false}},
    case run(Port, Work, [Limit || Words > 0], Ms) of
        {ok, Reply} -> Reply;
        {down, killed} -> [0, frisk_dump:term({limit, memory, []})];
        {down, Reason} -> [0, frisk_dump:term({exit, Reason, []})];
        timeout -> [0, frisk_dump:term({limit, time, []})]
    end;
handle(Port, Request) ->
    case run(Port, fun() -> guarded(Request) end, [], infinity) of
        {ok, Reply} -> Reply;
        {down, Reason} -> failure(io_lib:format("erl: a request ended with ~0tp", [Reason]))
    end.

%% Runs Work in its own process: {ok, Value} | {down, Reason} | timeout.
run(Port, Work, Options, Ms) ->
    Self = self(),
    Tag = make_ref(),
    {Pid, Monitor} = spawn_opt(fun() -> Self ! {Tag, Work()} end, [monitor | Options]),
    receive
        {Tag, Value} ->
            erlang:demonitor(Monitor, [flush]),
            {ok, Value};
        {'DOWN', Monitor, process, Pid, Reason} -> {down, Reason};
        {'EXIT', Port, _} -> gone()
    after Ms ->
        exit(Pid, kill),
        receive {'DOWN', Monitor, process, Pid, _} -> ok end,
        receive {Tag, _} -> ok after 0 -> ok end,
        timeout
    end.

guarded(Request) ->
    try iolist_to_binary([0, answer(Request)])
    catch
        throw:{frisk, Text} -> failure(Text);
        Class:Reason:Stack -> failure(io_lib:format("erl: ~p ~0tp at ~0tp", [Class, Reason, where(Stack)]))
    end.

where([{M, F, A, _} | _]) when is_integer(A) -> {M, F, A};
where([{M, F, A, _} | _]) -> {M, F, length(A)};
where(_) -> [].

%% A reply must be one line.
failure(Text) ->
    Line = [case C of $\n -> $\s; _ -> C end || C <- unicode:characters_to_list(Text)],
    iolist_to_binary([1 | unicode:characters_to_binary(Line)]).

answer(<<$i>>) ->
    Root = code:root_dir(),
    [string(Root), string(otp_version(Root))];
answer(<<$b, R0/binary>>) ->
    {Path, <<>>} = read_string(R0),
    [0 | frisk_dump:module(core_of_beam(Path))];
answer(<<$e, R0/binary>>) ->
    {Path, R1} = read_string(R0),
    {N, R2} = read_varint(R1),
    {Core, Included} = core_of_source(Path, read_strings(N, R2)),
    [varint(length(Included)), [string(I) || I <- Included] | frisk_dump:module(Core)];
answer(<<$c, R0/binary>>) ->
    {M, R1} = read_string(R0),
    {F, Payload} = read_string(R1),
    Module = binary_to_atom(M, utf8),
    ensure(Module),
    Module:(binary_to_atom(F, utf8))(Payload);
answer(_) -> throw({frisk, "erl: unknown request"}).

call(M, F, Bytes) ->
    try frisk_dump:read_term(Bytes) of
        {Args, <<>>} -> iolist_to_binary([0, frisk_dump:term(outcome(M, F, Args))])
    catch throw:{frisk, Text} -> failure(Text)
    end.

outcome(M, F, Args) ->
    try {ok, apply(M, F, Args)}
    catch Class:Reason:Stack -> {Class, Reason, above(Stack)}
    end.

%% The stack trace without the frames of this server.
above(Stack) -> lists:takewhile(fun(Frame) -> element(1, Frame) =/= ?MODULE end, Stack).

otp_version(Root) ->
    Release = erlang:system_info(otp_release),
    Version = case file:read_file(filename:join([Root, "releases", Release, "OTP_VERSION"])) of
                  {ok, V} -> string:trim(binary_to_list(V));
                  _ -> Release
              end,
    Version ++ "/" ++ erlang:system_info(version).

%% ---- Server modules: compiled once, kept in the cache directory ----

%% Makes a module of share/frisk callable.
ensure(Module) -> code:is_loaded(Module) =/= false orelse load_kept(persistent_term:get(frisk_cache), Module).

load_kept("", Module) -> load_source("", Module);
load_kept(Cache, Module) ->
    case file:read_file(kept_name(Cache, Module)) of
        {ok, Beam} -> load_binary(Module, Beam) orelse load_source(Cache, Module);
        _ -> load_source(Cache, Module)
    end.

load_source(Cache, Module) ->
    Source = filename:join(persistent_term:get(frisk_share), atom_to_list(Module)),
    case compile:noenv_file(Source, [binary, deterministic, return_errors]) of
        {ok, Module, Beam} ->
            keep(Cache, Module, Beam),
            load_binary(Module, Beam);
        {error, Errors, _} -> throw({frisk, compile_errors(Errors, Source, Source)})
    end.

load_binary(Module, Beam) -> element(1, code:load_binary(Module, atom_to_list(Module), Beam)) =:= module.

keep("", _, _) -> ok;
keep(Cache, Module, Beam) ->
    File = kept_name(Cache, Module),
    Temporary = File ++ "." ++ os:getpid() ++ ".tmp",
    case file:write_file(Temporary, Beam) of
        ok -> file:rename(Temporary, File);
        _ -> file:delete(Temporary)
    end.

kept_name(Cache, Module) -> filename:join(Cache, atom_to_list(Module) ++ ".beam").

%% ---- Core Erlang ----

%% As Dialyzer asks the compiler: no optimisation, one clause per clause of the source, one segment per segment.
core_options() ->
    [to_core, no_copt, no_inline, binary, return_errors, deterministic, dialyzer, no_spawn_compiler_process].

core_of_beam(Path) ->
    Beam = case file:read_file(Path) of
               {ok, B} -> B;
               {error, Why} -> fail("cannot read ~ts: ~ts", [Path, file:format_error(Why)])
           end,
    case beam_lib:chunks(Beam, [abstract_code]) of
        {ok, {_, [{abstract_code, {raw_abstract_v1, Forms}}]}} ->
            %% Parse transforms have been applied already, and lint has seen these forms.
            core_of_forms(Forms, Path);
        {ok, _} -> fail("~ts has no debug_info: compile it with +debug_info", [Path]);
        {error, beam_lib, {key_missing_or_invalid, _, _}} ->
            fail("~ts has encrypted debug_info: compile it with +debug_info and no key", [Path]);
        {error, beam_lib, {not_a_beam_file, _}} -> fail("~ts is not a BEAM file", [Path]);
        {error, beam_lib, {missing_backend, _, elixir_erl}} ->
            fail("~ts was compiled by Elixir, which is needed to read its debug_info: put elixir on the PATH, or give "
                 "its lib/elixir/ebin with -pa", [Path]);
        {error, beam_lib, {missing_backend, _, Backend}} ->
            fail("~ts needs ~ts to read its debug_info: add that module's directory with -pa", [Path, Backend]);
        {error, beam_lib, _} -> fail("~ts is a damaged BEAM file: compile it again", [Path])
    end.

core_of_forms(Forms, Path) ->
    ensure(frisk_lines),
    Marked = frisk_lines:mark([plain(F) || F <- Forms]),
    compiled(compile:noenv_forms(Marked, [from_abstr, no_lint | core_options()]), Path).

plain({attribute, L, compile, Options}) when is_list(Options) ->
    {attribute, L, compile, [O || O <- Options, not is_transform(O)]};
plain({attribute, L, compile, Option}) ->
    case is_transform(Option) of
        true -> {attribute, L, compile, []};
        false -> {attribute, L, compile, Option}
    end;
plain(Form) -> Form.

is_transform({parse_transform, _}) -> true;
is_transform(_) -> false.

compiled({ok, _, Core}, _) -> Core;
compiled({ok, _, Core, _}, _) -> Core;
compiled({error, Errors, _}, Path) -> throw({frisk, compile_errors(Errors, Path, filename:basename(to_list(Path)))});
compiled(Other, Path) -> fail("~ts: the compiler says ~0tp", [Path, Other]).

%% The module of a .erl file, and the files its meaning depends on: included ones and parse transforms.
core_of_source(PathBytes, Dirs) ->
    Path = to_list(PathBytes),
    Dir = filename:dirname(Path),
    Base = filename:basename(Path),
    Includes = [Dir, filename:join([Dir, "..", "include"]) | [to_list(D) || D <- Dirs]],
    Forms = case epp:parse_file(Path, [{includes, Includes}, {source_name, Base}, {location, {1, 1}},
                                       {default_encoding, utf8}]) of
                {ok, F} -> F;
                {ok, F, _} -> F;
                {error, Why} -> fail("cannot read ~ts: ~ts", [Path, file:format_error(Why)])
            end,
    case parse_errors(Forms, Base, []) of
        [] -> ok;
        Errors -> throw({frisk, compile_errors(Errors, Path, Base)})
    end,
    Checked = compiled(compile:noenv_forms(Forms, [to_pp | core_options() -- [to_core]]), Path),
    {core_of_forms(Checked, Path), dependencies(Forms, Base)}.

parse_errors([{attribute, _, file, {F, _}} | R], _, Errors) -> parse_errors(R, F, Errors);
parse_errors([{error, Info} | R], File, Errors) -> parse_errors(R, File, [{File, [Info]} | Errors]);
parse_errors([_ | R], File, Errors) -> parse_errors(R, File, Errors);
parse_errors([], _, Errors) -> lists:reverse(Errors).

dependencies(Forms, Base) ->
    Files = [filename:absname(F) || {attribute, _, file, {F, _}} <- Forms, F =/= Base],
    Options = lists:flatten([O || {attribute, _, compile, O} <- Forms]),
    Transforms = [code:which(M) || {parse_transform, M} <- Options],
    lists:usort([F || F <- Files ++ Transforms, is_list(F), filelib:is_regular(F)]).

%% The first error as FILE:LINE: MESSAGE, and how many more there are.
compile_errors(Errors, Path, Base) ->
    All = [{F, E} || {F, Es} <- Errors, E <- Es],
    [{File, First} | More] = All,
    Named = case File of
                Base -> Path;
                "" -> Path; % of a parse transform that is not there
                _ -> File
            end,
    Text = case First of
               {none, Module, What} -> io_lib:format("~ts: ~ts", [Named, Module:format_error(What)]);
               {Location, Module, What} ->
                   io_lib:format("~ts:~ts: ~ts", [Named, location(Location), Module:format_error(What)]);
               {Module, What} -> io_lib:format("~ts: ~ts", [Named, Module:format_error(What)])
           end,
    case length(More) of
        0 -> Text;
        N -> io_lib:format("~ts (and ~b more)", [Text, N])
    end.

location({Line, Column}) -> io_lib:format("~b:~b", [Line, Column]);
location(Line) -> io_lib:format("~b", [Line]).

%% ---- Small things ----

fail(Format, Args) -> throw({frisk, io_lib:format(Format, [text(A) || A <- Args])}).

%% File names arrive as bytes; they need not be UTF-8.
text(Bytes) when is_binary(Bytes) -> to_list(Bytes);
text(Other) -> Other.

to_list(Bytes) when is_binary(Bytes) ->
    case unicode:characters_to_list(Bytes) of
        L when is_list(L) -> L;
        _ -> binary_to_list(Bytes)
    end;
to_list(L) -> L.

string(Text) -> frisk_dump:string(unicode:characters_to_binary(Text)).
varint(N) -> frisk_dump:varint(N).

read_varint(Bytes) -> read_varint(Bytes, 0, 0).

read_varint(<<1:1, B:7, R/binary>>, Shift, N) -> read_varint(R, Shift + 7, N bor (B bsl Shift));
read_varint(<<0:1, B:7, R/binary>>, Shift, N) -> {N bor (B bsl Shift), R}.

read_string(R0) ->
    {N, R1} = read_varint(R0),
    <<Text:N/binary, R/binary>> = R1,
    {Text, R}.

read_strings(0, _) -> [];
read_strings(N, R0) ->
    {Text, R} = read_string(R0),
    [Text | read_strings(N - 1, R)].
