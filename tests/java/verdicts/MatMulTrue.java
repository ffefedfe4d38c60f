// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MatMulTrue {
    public static void main(String[] args) {
        int[][] a = new int[2][2];
        for (int i = 0; i < 4; i++) {
            a[i / 2][i % 2] = Verifier.nondetInt();
            Verifier.assume(a[i / 2][i % 2] >= -100 && a[i / 2][i % 2] <= 100);
        }
        int det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
        int[][] t = {{a[0][0], a[1][0]}, {a[0][1], a[1][1]}};
        assert det == t[0][0] * t[1][1] - t[0][1] * t[1][0];
    }
}
