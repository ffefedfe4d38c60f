// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharNumericWideFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        Verifier.assume(c > 200);
        assert Character.getNumericValue(c) != 10;
    }
}
