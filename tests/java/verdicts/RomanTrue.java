// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RomanTrue {
    static int value(char c) {
        switch (c) {
        case 'I': return 1;
        case 'V': return 5;
        case 'X': return 10;
        default: throw new IllegalArgumentException("bad " + c);
        }
    }
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() > 4) return;
        int v = 0;
        try {
            for (int i = 0; i < s.length(); i++) {
                int x = value(s.charAt(i));
                if (i + 1 < s.length() && value(s.charAt(i + 1)) > x)
                    v -= x;
                else
                    v += x;
            }
        } catch (IllegalArgumentException e) {
            assert e.getMessage().startsWith("bad ");
            return;
        }
        assert v <= 40 && v >= 0;
    }
}
