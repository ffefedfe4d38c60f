// expect: true (the greatest common divisor divides)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class GcdTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        Verifier.assume(a >= 1 && a <= 6 && b >= 1 && b <= 6);
        int x = a;
        int y = b;
        while (y != 0) {
            int t = x % y;
            x = y;
            y = t;
        }
        assert a % x == 0 && b % x == 0;
    }
}
