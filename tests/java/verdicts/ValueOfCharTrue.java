// expect: true (a text of one character)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ValueOfCharTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        String s = String.valueOf(c);
        assert s.length() == 1 && s.charAt(0) == c;
    }
}
