// expect: false (aaaaa, for one)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PalinFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() == 5);
        boolean pal = true;
        for (int i = 0; i < s.length() / 2; i++) if (s.charAt(i) != s.charAt(s.length() - 1 - i)) pal = false;
        assert !pal;
    }
}
