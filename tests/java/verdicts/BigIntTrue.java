// expect: true (0 or positive)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BigIntTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        Verifier.assume(a >= 0 && a < 5);
        java.math.BigInteger b = java.math.BigInteger.valueOf(a).pow(20);
        assert b.signum() == (a == 0 ? 0 : 1);
    }
}
