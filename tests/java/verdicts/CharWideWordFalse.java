// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharWideWordFalse {
    static char wide() {
        char c = Verifier.nondetChar();
        Verifier.assume(c > 127);
        return c;
    }

    public static void main(String[] args) {
        char a = wide(), b = wide(), c = wide();
        Verifier.assume(b != '\u0434');
        boolean found = Character.toUpperCase(a) == 'S' && Character.toLowerCase(b) == '\u0434'
                && Character.toUpperCase(c) == 'I' && Character.getNumericValue(wide()) == 5000;
        assert !found;
    }
}
