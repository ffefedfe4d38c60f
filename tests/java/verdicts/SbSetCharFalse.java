// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbSetCharFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder(s);
        if (b.length() != 4) return;
        b.setCharAt(0, 'X');
        b.setCharAt(3, 'Z');
        assert !b.toString().equals("XqwZ");
    }
}
