// expect: true (initialisers run in textual order)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StaticInitTrue {
    static class Late {
        static final int FIRST = 5;
        static int second = FIRST + 2;
    }

    public static void main(String[] args) {
        assert Late.FIRST + Late.second == 12;
        assert Verifier.nondetBoolean() || Late.second == 7;
    }
}
