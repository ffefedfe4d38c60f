// expect: false (x has one box for all)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharBoxFalse {
    public static void main(String[] args) {
        Character a = Verifier.nondetChar();
        Character b = 'x';
        assert a != b;
    }
}
