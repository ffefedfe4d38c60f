// expect: true (upper case is 32 before lower case)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        Verifier.assume(c >= 'a' && c <= 'z');
        char u = (char) (c - 32);
        assert u >= 'A' && u <= 'Z';
    }
}
