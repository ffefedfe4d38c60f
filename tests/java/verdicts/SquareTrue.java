// expect: true (no square ends in 2)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SquareTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x < 100);
        assert x * x % 10 != 2;
    }
}
