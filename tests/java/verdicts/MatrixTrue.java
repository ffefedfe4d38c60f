// expect: true (a transpose keeps the diagonal)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MatrixTrue {
    public static void main(String[] args) {
        int[][] m = new int[2][2];
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 2; k++) m[i][k] = Verifier.nondetInt();
        int[][] t = new int[2][2];
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 2; k++) t[k][i] = m[i][k];
        assert t[0][0] == m[0][0] && t[0][1] == m[1][0];
    }
}
