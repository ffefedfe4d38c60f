// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class GcdTrue2 {
    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        if (a <= 0 || a > 30 || b <= 0 || b > 30) return;
        int g = gcd(a, b);
        assert g > 0 && a % g == 0 && b % g == 0;
    }
}
