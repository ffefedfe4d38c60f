// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CaesarTrue {
    static char rot(char c, int k) {
        return (char) ('a' + (c - 'a' + k) % 26);
    }
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        int k = Verifier.nondetInt();
        if (c < 'a' || c > 'z' || k < 0 || k > 25) return;
        char r = rot(c, k);
        assert r >= 'a' && r <= 'z';
        assert rot(r, 26 - k) == c;
    }
}
