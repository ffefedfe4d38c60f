// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MaxArrTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 1 || n > 10) return;
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = Verifier.nondetInt();
        int max = a[0];
        for (int i = 1; i < n; i++)
            if (a[i] > max) max = a[i];
        for (int i = 0; i < n; i++) assert max >= a[i];
    }
}
