// expect: unknown (the two may differ in the last place, which of them is told by none)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrictSineFalse {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        Verifier.assume(x > 0 && x < 1);
        assert Math.sin(x) == StrictMath.sin(x);
    }
}
