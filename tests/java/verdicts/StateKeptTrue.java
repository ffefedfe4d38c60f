// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StateKeptTrue {
    public static void main(String[] args) {
        int k = Verifier.nondetInt();
        Verifier.assume(k > 0 && k < 100);
        int s = 0;
        boolean f = false;
        while (Verifier.nondetBoolean()) {
            f = !f;
            s = f ? k : 0;
            assert s == 0 || s == k;
        }
    }
}
