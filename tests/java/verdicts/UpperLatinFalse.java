// expect: false (there are lower-case letters beyond Latin)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class UpperLatinFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c > 200) assert Character.toUpperCase(c) == c;
    }
}
