// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeNumberTrue {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 10 && i < 100);
        StringBuilder b = new StringBuilder(Verifier.nondetString());
        int n = b.length();
        b.append(i);
        assert b.length() == n + 2;
        assert b.charAt(n) == '0' + i / 10;
    }
}
