// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** The same loop, called from two places. */
public class StateCallFalse {
    static int g(boolean b) {
        int n = 0;
        do {
            n++;
            if (n > 3)
                n = 0;
        } while (Verifier.nondetBoolean());
        return b ? n : -n;
    }
    public static void main(String[] args) {
        int x = g(true) + 10 * g(false);
        assert x != 3 - 20;
    }
}
