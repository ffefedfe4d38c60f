// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BigIntTrue2 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        java.math.BigInteger a = java.math.BigInteger.valueOf(x);
        assert a.intValue() == x && a.add(a).subtract(a).equals(a) && a.signum() == Integer.signum(x);
    }
}
