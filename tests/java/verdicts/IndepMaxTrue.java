// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IndepMaxTrue {
    public static void main(String[] args) {
        int m = Integer.MIN_VALUE;
        int[] a = new int[12];
        for (int i = 0; i < 12; i++) {
            a[i] = Verifier.nondetInt();
            m = Math.max(m, a[i]);
        }
        for (int i = 0; i < 12; i++) assert a[i] <= m;
    }
}
