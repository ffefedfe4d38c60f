// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CalcFalse {
    static String s;
    static int p;
    static int expr() {
        int v = term();
        while (p < s.length() && (s.charAt(p) == '+' || s.charAt(p) == '-')) {
            char c = s.charAt(p++);
            int w = term();
            v = c == '+' ? v + w : v - w;
        }
        return v;
    }
    static int term() {
        int v = factor();
        while (p < s.length() && (s.charAt(p) == '*' || s.charAt(p) == '/')) {
            char c = s.charAt(p++);
            int w = factor();
            v = c == '*' ? v * w : v / w;
        }
        return v;
    }
    static int factor() {
        char c = s.charAt(p);
        if (c == '(') {
            p++;
            int v = expr();
            if (s.charAt(p) != ')') throw new NumberFormatException();
            p++;
            return v;
        }
        if (!Character.isDigit(c)) throw new NumberFormatException();
        p++;
        return c - '0';
    }
    public static void main(String[] args) {
        s = Verifier.nondetString();
        if (s.isEmpty() || s.length() > 5) return;
        try {
            int v = expr();
            assert p != s.length() || v != 63;
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
        }
    }
}
