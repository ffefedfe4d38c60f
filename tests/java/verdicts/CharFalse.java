// expect: false (a char wraps at 65535)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        char d = (char) (c + 1);
        assert d > c;
    }
}
