// expect: true (a square is not negative)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DoublePolyTrue {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        Verifier.assume(x >= 0.0 && x <= 10.0);
        assert x * x + 1.0 > 0.0;
    }
}
