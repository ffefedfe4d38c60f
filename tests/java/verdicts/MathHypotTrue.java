// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MathHypotTrue {
    public static void main(String[] args) {
        double a = Math.sqrt(2.0), b = Math.cbrt(27.0), c = Math.hypot(3, 4), d = Math.signum(-2.5);
        assert a * a > 1.99 && a * a < 2.01 && b == 3.0 && c == 5.0 && d == -1.0 &&
            Math.toDegrees(Math.PI) == 180.0;
        assert Math.floorMod(-7, 3) == 2 && Math.floorDiv(-7, 3) == -3;
    }
}
