// expect: false (a large number swallows 1)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DoubleFalse {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        Verifier.assume(d > 0.0 && d < 1e300);
        assert d + 1.0 > d;
    }
}
