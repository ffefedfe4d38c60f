// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LcsFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = "ab";
        if (a.length() != 3) return;
        int[][] d = new int[4][3];
        for (int i = 1; i <= 3; i++)
            for (int j = 1; j <= 2; j++)
                d[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? d[i - 1][j - 1] + 1
                                                             : Math.max(d[i - 1][j], d[i][j - 1]);
        assert d[3][2] < 2;
    }
}
