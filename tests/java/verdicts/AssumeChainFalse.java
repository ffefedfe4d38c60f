// expect: false (one solution is left)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AssumeChainFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Verifier.assume(x > y);
        Verifier.assume(y > 10);
        Verifier.assume(x < 13);
        assert x + y == 0;
    }
}
