// expect: true (the binomial formula, without wrapping)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MultTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        Verifier.assume(a >= 0 && a < 1000 && b >= 0 && b < 1000);
        assert (a + b) * (a + b) == a * a + 2 * a * b + b * b;
    }
}
