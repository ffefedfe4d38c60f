// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatMixFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        if (i < -100 || i > 100) return;
        float f = i / 4;
        double g = i / 4.0;
        assert !(f != g && g * 8 == 94);
    }
}
