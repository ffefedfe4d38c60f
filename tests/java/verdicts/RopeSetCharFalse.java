// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeSetCharFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("x");
        b.append(Verifier.nondetString());
        String s = b.toString();
        if (b.length() == 3) {
            b.setCharAt(1, 'Q');
            assert s.charAt(1) == 'Q' || !b.toString().equals("xQz");
        }
    }
}
