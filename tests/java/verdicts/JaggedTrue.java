// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class JaggedTrue {
    public static void main(String[] args) {
        int[][] t = new int[6][];
        for (int i = 0; i < 6; i++) {
            t[i] = new int[i + 1];
            t[i][0] = t[i][i] = 1;
            for (int j = 1; j < i; j++) t[i][j] = t[i - 1][j - 1] + t[i - 1][j];
        }
        int r = Verifier.nondetInt();
        if (r < 0 || r > 5) return;
        int s = 0;
        for (int x : t[r]) s += x;
        assert s == 1 << r;
    }
}
