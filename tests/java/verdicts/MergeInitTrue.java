// expect: true (a class whose initialiser is seen is initialised on one way)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeInitTrue {
    static int log;
    static class Lazy {
        static int v = 3;
        static { log = 1; }
    }
    public static void main(String[] args) {
        int k = Verifier.nondetInt(), n = 0;
        if (k == 3)
            n = Lazy.v;
        else
            n = 3;
        assert n == 3 && (log == 1) == (k == 3);
    }
}
