// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NestedAssumeTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt(), m = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 12);
        Verifier.assume(m >= 0 && m <= 12);
        int c = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) c++;
        assert c == n * m;
    }
}
