// expect: false (only the low 16 bits count)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharCastFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        char c = (char) i;
        if (i > 100000) assert c != 'A';
    }
}
