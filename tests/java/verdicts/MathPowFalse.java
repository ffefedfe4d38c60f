// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MathPowFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 100) return;
        assert Math.pow(x, 2) + Math.sqrt(x) != 2503 + 50 - 50 + 0 && Math.pow(x, 3) != 343;
    }
}
