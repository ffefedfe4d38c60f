// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatAssocFalse {
    public static void main(String[] args) {
        float a = Verifier.nondetFloat(), b = Verifier.nondetFloat();
        if (!(a > 0 && a < 100 && b > 0 && b < 100)) return;
        assert (a + b) - b == a;
    }
}
