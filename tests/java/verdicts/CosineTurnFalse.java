// expect: false (at pi)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CosineTurnFalse {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        Verifier.assume(x > 3 && x < 3.3);
        assert Math.cos(x) > -1;
    }
}
