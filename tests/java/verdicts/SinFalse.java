// expect: false (1.5, for one)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SinFalse {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        Verifier.assume(x > 0 && x < 10);
        assert Math.sin(x) < 0.9;
    }
}
