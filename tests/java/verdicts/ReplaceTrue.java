// expect: true (undecided: one path per length of texts beyond ASCII; nothing is left to replace)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ReplaceTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() <= 2);
        String t = s.replace('a', 'b');
        assert t.indexOf('a') < 0;
    }
}
