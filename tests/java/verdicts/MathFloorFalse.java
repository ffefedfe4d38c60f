// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MathFloorFalse {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        if (!(x >= -50 && x <= 50)) return;
        assert Math.floor(x) + 1 >= Math.ceil(x) + (x == 3.5 ? 1 : 0);
    }
}
