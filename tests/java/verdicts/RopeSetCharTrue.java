// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeSetCharTrue {
    public static void main(String[] args) {
        String in = Verifier.nondetString();
        StringBuilder b = new StringBuilder("x");
        b.append(in);
        String s = b.toString();
        if (in.length() == 2) {
            char c = in.charAt(0);
            b.setCharAt(1, (char) (c == 'A' ? 'B' : 'A'));
            assert s.charAt(1) == c;
            assert b.charAt(1) != c;
        }
    }
}
