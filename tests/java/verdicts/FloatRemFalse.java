// expect: false (2.5)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatRemFalse {
    public static void main(String[] args) {
        float f = Verifier.nondetFloat();
        Verifier.assume(f > 1.0f && f < 100.0f);
        assert f % 2.0f != 0.5f;
    }
}
