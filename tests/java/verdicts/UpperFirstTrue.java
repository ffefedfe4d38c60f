// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class UpperFirstTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() == 1);
        char c = s.charAt(0);
        Verifier.assume(c >= 'a' && c <= 'z');
        assert s.toUpperCase().charAt(0) == c - 32;
    }
}
