// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharKelvinFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.toLowerCase(c) == 'k') assert c == 'k' || c == 'K';
    }
}
