// expect: true (three appends)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BuilderTrue {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 3);
        for (int i = 0; i < n; i++) b.append('x');
        assert b.length() == n;
        b.append(true).reverse();
        assert b.charAt(0) == 'e';
    }
}
