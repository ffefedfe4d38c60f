// expect: true (a copy is equal)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TwoArraysTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 1 && n <= 4);
        int[] a = new int[n];
        int[] b = new int[n];
        for (int i = 0; i < n; i++) a[i] = Verifier.nondetInt();
        System.arraycopy(a, 0, b, 0, n);
        assert java.util.Arrays.equals(a, b);
    }
}
