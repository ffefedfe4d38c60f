// expect: false (there are other digits than those of ASCII)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DigitUniFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.isDigit(c)) assert c >= '0' && c <= '9';
    }
}
