%% SPDX-License-Identifier: Apache-2.0
%% Twenty functions that look for a keyword or a fixed format behind two or three calls of OTP's text
%% functions, as command, header and configuration parsers do. Each ends in error(reached) for few texts
%% only; what these are is told by the comment, and checked on the real VM.
-module(texts).
-export([verb/1, content_type/1, header/1, flag/1, iso_date/1, version/1, setting/1, encoding/1, cookie/1,
         color/1, request_line/1, quoted/1, duration/1, section/1, month/1, uuid_version/1, bearer/1, port/1,
         charset/1, log_level/1]).

%% A mail server's command in any case, with spaces around: "STARTTLS".
-spec verb(string()) -> ok.
verb(Line) ->
    case string:uppercase(string:trim(Line)) of
        "STARTTLS" -> error(reached);
        "QUIT" -> ok;
        _ -> ok
    end.

%% The media type in front of its parameters: "application/json;".
-spec content_type(binary()) -> json | other.
content_type(Value) ->
    [Type | _] = binary:split(Value, <<";">>, [global]),
    case string:lowercase(string:trim(Type)) of
        <<"application/json">> -> error(reached);
        _ -> other
    end.

%% "transfer-encoding: chunked", names in any case.
-spec header(binary()) -> ok.
header(Line) ->
    case binary:split(Line, <<":">>) of
        [Name, Value] ->
            case string:lowercase(Name) of
                <<"transfer-encoding">> ->
                    case string:trim(Value) of
                        <<"chunked">> -> error(reached);
                        _ -> ok
                    end;
                _ -> ok
            end;
        _ -> ok
    end.

%% "--max-depth=" and a number.
-spec flag(string()) -> integer().
flag(Argument) ->
    case string:split(Argument, "=") of
        ["--max-depth", Number] ->
            case string:to_integer(Number) of
                {N, ""} when is_integer(N), N > 4096 -> error(reached);
                _ -> 0
            end;
        _ -> 0
    end.

%% "2024-02-30": each part of its width, a day that no month has.
-spec iso_date(binary()) -> ok.
iso_date(<<Y:4/binary, "-", M:2/binary, "-", D:2/binary>>) ->
    Year = binary_to_integer(Y),
    Month = binary_to_integer(M),
    Day = binary_to_integer(D),
    if Month =:= 2, Day =:= 30, Year > 1900 -> error(reached); true -> ok end;
iso_date(_) -> ok.

%% "v2.10.3": three numbers between points behind a v.
-spec version(string()) -> ok.
version(Text) ->
    case string:prefix(Text, "v") of
        nomatch -> ok;
        Rest ->
            case [catch list_to_integer(P) || P <- string:lexemes(Rest, ".")] of
                [2, 10, 3] -> error(reached);
                _ -> ok
            end
    end.

%% A line "log_file = ...", a comment behind # cut off.
-spec setting(string()) -> ok.
setting(Line) ->
    [Text | _] = string:split(Line, "#"),
    case string:split(Text, "=") of
        [Key, _Value] ->
            case string:trim(Key) of
                "log_file" -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% One of "gzip", "deflate" among what a client accepts: ", identity".
-spec encoding(binary()) -> ok.
encoding(Header) ->
    Accepted = [string:trim(A) || A <- binary:split(Header, <<",">>, [global])],
    case lists:member(<<"identity">>, Accepted) of
        true when length(Accepted) > 1 -> error(reached);
        _ -> ok
    end.

%% "session=...; HttpOnly".
-spec cookie(binary()) -> ok.
cookie(Header) ->
    [_Pair | Attributes] = binary:split(Header, <<";">>, [global]),
    [case string:lowercase(string:trim(A)) of <<"httponly">> -> error(reached); _ -> ok end
     || A <- Attributes],
    ok.

%% "#ff8800", six hexadecimal digits behind a #.
-spec color(string()) -> ok.
color("#" ++ Digits) when length(Digits) =:= 6 ->
    case catch list_to_integer(string:lowercase(Digits), 16) of
        16#ff8800 -> error(reached);
        _ -> ok
    end;
color(_) -> ok.

%% "DELETE /users/1 HTTP/1.1": a method, a path, a protocol.
-spec request_line(binary()) -> ok.
request_line(Line) ->
    case binary:split(Line, <<" ">>, [global]) of
        [Method, <<"/users/", Id/binary>>, <<"HTTP/1.1">>] ->
            case string:uppercase(Method) of
                <<"DELETE">> when Id =/= <<>> -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% A name in quotation marks: "\"administrator\"".
-spec quoted(string()) -> ok.
quoted(Text) ->
    case string:trim(string:trim(Text), both, "\"") of
        "administrator" -> error(reached);
        _ -> ok
    end.

%% "90 minutes": a number and a unit in any case.
-spec duration(binary()) -> ok.
duration(Text) ->
    case string:to_integer(Text) of
        {N, Unit} when is_integer(N), N > 60 ->
            case string:casefold(string:trim(Unit)) of
                <<"minutes">> -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% "[database]".
-spec section(binary()) -> ok.
section(Line) ->
    case re:run(string:trim(Line), "^\\[([a-z]+)\\]$", [{capture, all_but_first, binary}]) of
        {match, [<<"database">>]} -> error(reached);
        _ -> ok
    end.

%% "29-FEB-1900" as databases write dates.
-spec month(string()) -> ok.
month(Text) ->
    case string:lexemes(string:lowercase(Text), "-") of
        ["29", "feb", Year] ->
            case catch list_to_integer(Year) of
                1900 -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% "xxxxxxxx-xxxx-4xxx": the digit behind two groups says the version.
-spec uuid_version(binary()) -> ok.
uuid_version(Text) ->
    case binary:split(Text, <<"-">>, [global]) of
        [A, B, <<Version, _:3/binary>>] when byte_size(A) =:= 8, byte_size(B) =:= 4 ->
            case list_to_integer([Version]) of
                4 -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% "Bearer " in any case, and a token that begins with "eyJ".
-spec bearer(binary()) -> ok.
bearer(Header) ->
    case binary:split(Header, <<" ">>) of
        [Scheme, <<"eyJ", _/binary>>] ->
            case string:lowercase(Scheme) of
                <<"bearer">> -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% "localhost:8080".
-spec port(string()) -> ok.
port(Address) ->
    case string:split(string:trim(Address), ":", trailing) of
        ["localhost", Port] ->
            case string:to_integer(Port) of
                {N, []} when is_integer(N), N >= 8000, N < 9000 -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% "text/html; charset=utf-8".
-spec charset(binary()) -> ok.
charset(Value) ->
    case binary:split(string:lowercase(Value), <<"charset=">>) of
        [_, Charset] ->
            case string:trim(Charset) of
                <<"utf-8">> -> error(reached);
                _ -> ok
            end;
        _ -> ok
    end.

%% "[WARNING] ...", where the level comes as an atom.
-spec log_level(string()) -> ok.
log_level(Line) ->
    case string:lexemes(Line, "[] ") of
        [Level | _] ->
            case catch list_to_existing_atom(string:lowercase(Level)) of
                warning -> error(reached);
                _ -> ok
            end;
        [] -> ok
    end.
