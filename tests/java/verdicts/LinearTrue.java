// expect: true (no solution in ints without wrapping)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LinearTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Verifier.assume(x > -1000 && x < 1000 && y > -1000 && y < 1000);
        assert 2 * x + 4 * y != 7;
    }
}
