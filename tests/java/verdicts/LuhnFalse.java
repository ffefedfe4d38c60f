// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LuhnFalse {
    static boolean luhn(String s) {
        int sum = 0;
        for (int i = 0; i < s.length(); i++) {
            int d = s.charAt(s.length() - 1 - i) - '0';
            if (d < 0 || d > 9) return false;
            if (i % 2 == 1) {
                d *= 2;
                if (d > 9) d -= 9;
            }
            sum += d;
        }
        return sum % 10 == 0;
    }
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() == 6 && s.startsWith("49")) assert !luhn(s);
    }
}
