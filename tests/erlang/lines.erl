%% SPDX-License-Identifier: Apache-2.0
%% Expressions over many lines, in all the places where OTP's cover counts one, and where it does not.
-module(lines).
-export([steps/1, list/2, bits/1, choose/2, later/1, guarded/1, nested/2, tail/1, same/2]).
-include("lines.hrl").
-define(TWICE(X), begin
                      Once = X,
                      Once + Once
                  end).
-record(point, {x = 0, y = 0}).

-spec steps(integer()) -> term().
steps(X) ->
    "nobody wants this",
    Y = 10 div (X - 3),
    ok,
    #point{
       x = included(Y),
       y = case Y of
               5 ->
                   five;
               _ -> other
           end
      }.

-spec list([integer()], integer()) -> [term()].
list(L, N) ->
    [begin
         Y = E + N,
         {E,
          Y}
     end
     || E <- L,
        E > N,
        wanted(
          E),
        F <- [a,
              b],
        F =/= E].

wanted(E) ->
    E > 5 andalso
        E < 10 orelse
        E =:= 1.

-spec bits(binary()) -> bitstring().
bits(B) ->
    << <<(X + 1):4>>
       || <<X:4>>
              <= B,
          X < 9 >>.

-spec choose(integer(), integer()) -> term().
choose(A, B) ->
    F = fun(C) when C > 0 ->
                C
                    + B;
           (0) ->
                B
        end,
    if
        A > 3 ->
            F(A);
        A =:= B ->
            catch
                throw(A);
        true ->
            ?TWICE(B)
    end.

-spec later(integer() | [integer()]) -> term().
later(X) ->
    try
        hd(X),
        length(X)
    of
        1 ->
            one;
        N ->
            N
    catch
        error:badarg when X =:= 1 ->
            throw(one);
        error:_ ->
            none
    after
        is_list(X),
        done
    end.

-spec guarded(term()) -> term().
guarded(X)
  when is_atom(X);
       X =:= 7 ->
    put(seen,
        X),
    get(
      seen
     );
guarded(X)
  when X > 12,
       X < 15 ->
    exit(
      begin
          seen,
          X
      end).

-spec nested(integer(), integer()) -> integer().
nested(A, B) ->
    C = case A of
            1 -> case B of
                     2 -> B; _ ->
                         A
                 end;
            _ -> 0 end, D = C + 1,
    max(
      case D of
          3 -> B;
          _ -> A
      end,
      D).

-spec tail(map()) -> term().
tail(#{a := A} = M) ->
    M#{a := A,
       b => begin
                A,
                1 end};
tail(M) ->
    maps:map(
      fun(K, _) ->
              K
      end,
      M).

-spec same(boolean(), boolean()) -> atom().
same(A, B) -> X = A and B, case X of true -> yes; false -> no end.
