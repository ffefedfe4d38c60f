// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharMethodsTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c >= 128) return;
        int v = Character.digit(c, 16);
        if (v >= 0) {
            assert Character.isLetterOrDigit(c);
            char back = Character.forDigit(v, 16);
            assert Character.toLowerCase(c) == back;
        }
        assert Character.isWhitespace(c) == (c >= 9 && c <= 13 || c >= 28 && c <= 32);
    }
}
