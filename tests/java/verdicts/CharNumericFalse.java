// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharNumericFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        assert Character.getNumericValue(c) != 50;
    }
}
