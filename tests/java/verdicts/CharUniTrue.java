// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharUniTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.isDigit(c)) assert Character.digit(c, 10) >= 0 && Character.digit(c, 10) <= 9;
    }
}
