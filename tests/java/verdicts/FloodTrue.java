// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloodTrue {
    public static void main(String[] args) {
        boolean[][] g = new boolean[3][3];
        int c = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                g[i][j] = Verifier.nondetBoolean();
                if (g[i][j]) c++;
            }
        int d = 0;
        for (boolean[] r : g)
            for (boolean b : r)
                if (b) d++;
        assert c == d;
    }
}
