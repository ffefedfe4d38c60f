// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FactFalse {
    public static void main(String[] args) {
        java.math.BigInteger f = java.math.BigInteger.ONE;
        int n = Verifier.nondetInt();
        if (n < 0 || n > 25) return;
        for (int i = 2; i <= n; i++) f = f.multiply(java.math.BigInteger.valueOf(i));
        assert f.bitLength() < 64;
    }
}
