// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BigDecTrue {
    public static void main(String[] args) {
        java.math.BigDecimal a = new java.math.BigDecimal("1.10"), b = new java.math.BigDecimal("2.20");
        assert a.add(b).equals(new java.math.BigDecimal("3.30")) &&
            a.compareTo(new java.math.BigDecimal("1.1")) == 0 && !a.equals(new java.math.BigDecimal("1.1"));
        assert a.multiply(b).setScale(1, java.math.RoundingMode.HALF_UP).toString().equals("2.4");
        int k = Verifier.nondetInt();
        if (k < 0 || k > 9) return;
        assert a.multiply(java.math.BigDecimal.valueOf(k)).signum() == (k == 0 ? 0 : 1);
    }
}
