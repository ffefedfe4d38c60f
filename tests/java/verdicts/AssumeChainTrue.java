// expect: true (the assumptions contradict each other)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AssumeChainTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Verifier.assume(x > y);
        Verifier.assume(y > 10);
        Verifier.assume(x < 11);
        assert false;
    }
}
