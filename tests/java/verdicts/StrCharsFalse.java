// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrCharsFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int digits = 0, letters = 0;
        for (char c : s.toCharArray()) {
            if (Character.isDigit(c))
                digits++;
            else if (Character.isLetter(c))
                letters++;
        }
        assert !(digits == 2 && letters == 3);
    }
}
