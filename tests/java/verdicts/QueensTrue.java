// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class QueensTrue {
    static int n = 5, found;
    static void place(int row, int[] c) {
        if (row == n) {
            found++;
            return;
        }
        for (int i = 0; i < n; i++) {
            boolean ok = true;
            for (int r = 0; r < row; r++)
                if (c[r] == i || Math.abs(c[r] - i) == row - r) ok = false;
            if (ok) {
                c[row] = i;
                place(row + 1, c);
            }
        }
    }
    public static void main(String[] args) {
        place(0, new int[n]);
        assert found == 10;
    }
}
