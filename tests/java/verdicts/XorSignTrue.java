// expect: true (the sign of a bitwise operation is that of the signs)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class XorSignTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        assert (x ^ y) < 0 == (x < 0 != y < 0);
        assert (x & y) < 0 == (x < 0 && y < 0);
        assert (x | y) < 0 == (x < 0 || y < 0);
    }
}
