// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

// Products and quotients with an unknown power of two.
public class PowerOfUnknownTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), k = Verifier.nondetInt();
        Verifier.assume(k >= 0 && k < 20 && x >= 0 && x < 1000);
        int p = 1 << k;
        assert x * p == x << k && x / p == x >> k && x % p == (x & p - 1);
    }
}
