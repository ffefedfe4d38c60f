// expect: true (undecided: one path per length of texts beyond ASCII; no more than there are)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CountTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() <= 4);
        int n = 0;
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == 'a') n++;
        assert n <= s.length();
    }
}
