// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MultiIdxFalse {
    public static void main(String[] args) {
        int[][] m = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
        int i = Verifier.nondetInt(), j = Verifier.nondetInt();
        if (i < 0 || i > 2 || j < 0 || j > 2) return;
        assert m[i][j] * m[j][i] != 24;
    }
}
