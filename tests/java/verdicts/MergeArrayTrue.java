// expect: true (elements at known places)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeArrayTrue {
    public static void main(String[] args) {
        int[] a = new int[4];
        byte[] b = new byte[2];
        char[] c = {'x', 'y'};
        for (int i = 0; i < 8; i++) {
            int k = Verifier.nondetInt();
            if (k > 0)
                a[i % 4]++;
            else {
                b[i % 2] += 100;
                c[1] += 40000;
            }
        }
        int n = a[0] + a[1] + a[2] + a[3];
        assert n >= 0 && n <= 8 && b[0] >= -128 && b[0] <= 127 && c[1] >= 0;
    }
}
