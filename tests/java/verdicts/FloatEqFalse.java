// expect: false (zero and minus zero)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatEqFalse {
    public static void main(String[] args) {
        float a = Verifier.nondetFloat();
        float b = Verifier.nondetFloat();
        if (a == b) assert Float.floatToIntBits(a) == Float.floatToIntBits(b);
    }
}
