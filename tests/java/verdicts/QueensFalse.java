// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class QueensFalse {
    public static void main(String[] args) {
        int n = 4;
        int[] c = new int[n];
        for (int i = 0; i < n; i++) {
            c[i] = Verifier.nondetInt();
            Verifier.assume(c[i] >= 0 && c[i] < n);
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (c[i] == c[j] || Math.abs(c[i] - c[j]) == i - j) return;
        assert c[0] != 2;
    }
}
