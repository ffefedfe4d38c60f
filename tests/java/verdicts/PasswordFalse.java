// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PasswordFalse {
    public static void main(String[] args) {
        String p = Verifier.nondetString();
        boolean up = false, lo = false, di = false;
        if (p.length() < 8) return;
        for (int i = 0; i < p.length(); i++) {
            char c = p.charAt(i);
            if (Character.isUpperCase(c)) up = true;
            if (Character.isLowerCase(c)) lo = true;
            if (Character.isDigit(c)) di = true;
        }
        assert !(up && lo && di);
    }
}
