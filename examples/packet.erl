% SPDX-License-Identifier: Apache-2.0
% Binaries: headers, lengths that say where the rest begins, strings.
-module(packet).
-export([decode/1, greet/1, checksum/1]).

% A frame: type, length, payload. A pong with a payload of two bytes fails, and so does what is no frame at all.
-spec decode(binary()) -> {ping | pong, binary()} | more.
decode(<<1, N, Payload:N/binary>>) -> {ping, Payload};
decode(<<2, N, Payload:N/binary>>) when N =/= 2 -> {pong, Payload};
decode(<<T, _, _/binary>>) when T < 2 -> more;
decode(<<>>) -> more.

% Twelve bytes that only a solver types in.
-spec greet(binary()) -> ok.
greet(<<"GET /x", Rest/binary>>) when byte_size(Rest) > 1 -> error(teapot);
greet(_) -> ok.

-spec checksum(<<_:24>>) -> ok.
checksum(<<A, B, C>>) ->
    case (A * 3 + B * 5) band 255 of
        C when A > 200, B > 200 -> error(collision);
        _ -> ok
    end.
