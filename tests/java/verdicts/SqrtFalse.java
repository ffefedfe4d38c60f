// expect: false (2.0, for one)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SqrtFalse {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        Verifier.assume(x >= 0 && x < 1e6);
        double r = Math.sqrt(x);
        assert r * r == x;
    }
}
