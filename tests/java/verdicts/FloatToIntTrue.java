// expect: true (truncation towards zero)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatToIntTrue {
    public static void main(String[] args) {
        float f = Verifier.nondetFloat();
        Verifier.assume(f >= 0.0f && f < 3.0f);
        int i = (int) f;
        assert i >= 0 && i <= 2;
    }
}
