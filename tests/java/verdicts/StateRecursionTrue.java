// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** The same loop in frames of one another. */
public class StateRecursionTrue {
    static int f(int d) {
        int r = d;
        while (Verifier.nondetBoolean()) {
            r = r == 0 ? 1 : 0;
            if (d > 0)
                r += f(d - 1);
        }
        return r;
    }
    public static void main(String[] args) { assert f(2) < 4; }
}
