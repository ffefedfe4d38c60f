// expect: true (the ten digits of ASCII)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharClassTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c >= '0' && c <= '9') assert Character.isDigit(c) && Character.getNumericValue(c) == c - '0';
    }
}
