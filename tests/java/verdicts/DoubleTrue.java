// expect: true (doubling a small positive number gives more)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DoubleTrue {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        Verifier.assume(d > 1.0 && d < 100.0);
        assert d * 2.0 > d;
    }
}
