// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharUpperLowerFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        assert Character.toLowerCase(Character.toUpperCase(c)) == Character.toLowerCase(c);
    }
}
