// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class Multi3dTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 1 || n > 4) return;
        int[][][] a = new int[n][2][];
        assert a.length == n && a[0].length == 2 && a[n - 1][1] == null;
        a[n - 1][1] = new int[] {1, 2, 3};
        assert a[n - 1][1][2] == 3;
    }
}
