// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharNumericTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        int v = Character.getNumericValue(c);
        if (c < 128) assert v >= -1 && v <= 35;
    }
}
