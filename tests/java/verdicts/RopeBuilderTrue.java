// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeBuilderTrue {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("x");
        b.append(Verifier.nondetString());
        String s = b.toString();
        int n = s.length();
        b.append("more");
        assert s.length() == n;
        assert b.length() == n + 4;
        assert s.charAt(0) == 'x';
    }
}
