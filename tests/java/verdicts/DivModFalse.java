// expect: false (x = -1, y = 2: the quotient is 0)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DivModFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Verifier.assume(y != 0);
        assert x / y * y <= x;
    }
}
