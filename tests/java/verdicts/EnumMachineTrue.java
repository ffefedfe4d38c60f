// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class EnumMachineTrue {
    enum S {
        IDLE {
            S next(int e) {
                return e == 1 ? RUN : this;
            }
        }, RUN {
            S next(int e) {
                return e == 2 ? WAIT : e == 3 ? DONE : this;
            }
        }, WAIT {
            S next(int e) {
                return e == 1 ? RUN : e == 4 ? IDLE : this;
            }
        }, DONE {
            S next(int e) {
                return this;
            }
        }; abstract S next(int e); } public static void main(String[] args) {
            S s = S.IDLE;
            EnumSet<S> seen = EnumSet.of(s);
            int runs = 0;
            for (int i = 0; i < 5; i++) {
                S n = s.next(Verifier.nondetInt());
                if (n == S.RUN && s != S.RUN) runs++;
                s = n;
                seen.add(s);
            }
            assert s != S.DONE || runs > 0;
            assert !seen.contains(S.DONE) || seen.contains(S.RUN);
        }
    }
