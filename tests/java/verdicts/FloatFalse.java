// expect: false (0.1f is not 0.1)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatFalse {
    public static void main(String[] args) {
        float f = Verifier.nondetFloat();
        Verifier.assume(f == 0.1f || f == 0.5f);
        assert (double) f == 0.1 || (double) f == 0.5;
    }
}
