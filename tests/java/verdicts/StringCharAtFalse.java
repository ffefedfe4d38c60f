// expect: false (an empty string has no first character)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StringCharAtFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.charAt(0) != 'x';
    }
}
