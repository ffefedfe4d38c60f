// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TspTrue {
    static int[][] c = new int[3][3];
    static int best = Integer.MAX_VALUE;
    static void go(int at, int seen, int cost) {
        if (seen == 7) {
            int t = cost + c[at][0];
            if (t < best) best = t;
            return;
        }
        for (int n = 0; n < 3; n++) if ((seen >> n & 1) == 0) go(n, seen | 1 << n, cost + c[at][n]);
    }
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) {
            c[i][j] = Verifier.nondetInt();
            Verifier.assume(c[i][j] >= 0 && c[i][j] < 1000);
        }
        go(0, 1, 0);
        assert best <= c[0][1] + c[1][2] + c[2][0];
        assert best >= 0;
    }
}
