// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DijkstraTrue {
    public static void main(String[] args) {
        int[][] g = new int[4][4];
        for (int i = 0; i < 4; i++) for (int j = i + 1; j < 4; j++) {
            int w = Verifier.nondetByte();
            Verifier.assume(w > 0);
            g[i][j] = g[j][i] = w;
        }
        int[] d = { 0, 1000, 1000, 1000 };
        boolean[] done = new boolean[4];
        for (int k = 0; k < 4; k++) {
            int u = -1;
            for (int i = 0; i < 4; i++) if (!done[i] && (u < 0 || d[i] < d[u])) u = i;
            done[u] = true;
            for (int i = 0; i < 4; i++) if (g[u][i] > 0 && d[u] + g[u][i] < d[i]) d[i] = d[u] + g[u][i];
        }
        for (int i = 1; i < 4; i++) assert d[i] <= g[0][i];
    }
}
