// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatMixTrue {
    public static void main(String[] args) {
        int c = Verifier.nondetInt();
        if (c < -100 || c > 200) return;
        double f = c * 9.0 / 5.0 + 32;
        double back = (f - 32) * 5 / 9;
        assert Math.abs(back - c) < 1e-9;
    }
}
