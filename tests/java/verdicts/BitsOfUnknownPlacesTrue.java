// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

// Shifts by unknown amounts, which multiply.
public class BitsOfUnknownPlacesTrue {
    static int below(int n) {
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x < n);
        return x;
    }

    public static void main(String[] args) {
        int a = below(64), b = below(64), c = below(64), q = below(64);
        long bits = 1L << a | 1L << b | 1L << c;
        assert ((bits >> q & 1) == 1) == (q == a || q == b || q == c);
    }
}
