// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class GcdFalse {
    static int gcd(int a, int b) {
        if (a <= 0 || b <= 0) return 0;
        if (a == b) return a;
        return a > b ? gcd(a - b, b) : gcd(a, b - a);
    }
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        if (a <= 0 || a > 60 || b <= 0 || b > 60) return;
        assert gcd(a, b) != 13;
    }
}
