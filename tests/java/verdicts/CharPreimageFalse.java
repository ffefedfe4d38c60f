// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharPreimageFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.toLowerCase(Character.toUpperCase(c)) == 's') assert c == 's' || c == 'S';
    }
}
