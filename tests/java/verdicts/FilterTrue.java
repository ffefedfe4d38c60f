// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FilterTrue {
    public static void main(String[] args) {
        int n = 8;
        int[] a = new int[n], b = new int[n];
        int k = 0;
        for (int i = 0; i < n; i++) a[i] = Verifier.nondetInt();
        for (int i = 0; i < n; i++)
            if (a[i] % 2 == 0) b[k++] = a[i];
        for (int i = 0; i < k; i++) assert b[i] % 2 == 0;
    }
}
