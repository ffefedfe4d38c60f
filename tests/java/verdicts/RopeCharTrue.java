// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeCharTrue {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder(Verifier.nondetString());
        char c = Verifier.nondetChar();
        b.append(c);
        assert b.charAt(b.length() - 1) == c;
    }
}
