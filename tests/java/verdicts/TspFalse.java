// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TspFalse {
    public static void main(String[] args) {
        int n = 4;
        int[][] d = new int[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i != j) {
                    d[i][j] = Verifier.nondetInt();
                    Verifier.assume(d[i][j] > 0 && d[i][j] < 100);
                }
        int best = Integer.MAX_VALUE;
        int[][] perms = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
        for (int[] p : perms) {
            int c = d[0][p[0]] + d[p[0]][p[1]] + d[p[1]][p[2]] + d[p[2]][0];
            if (c < best) best = c;
        }
        assert best != 57;
    }
}
