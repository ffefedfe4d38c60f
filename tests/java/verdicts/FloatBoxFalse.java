// expect: false (NaN equals itself as an object only)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatBoxFalse {
    public static void main(String[] args) {
        Float a = Verifier.nondetFloat();
        assert a.equals(a) && a.floatValue() == a.floatValue();
    }
}
