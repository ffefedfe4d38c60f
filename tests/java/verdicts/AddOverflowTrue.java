// expect: true (x is too small to wrap)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AddOverflowTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x < Integer.MAX_VALUE);
        assert x + 1 > x;
    }
}
