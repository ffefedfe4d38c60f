// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeSortTrue {
    static void merge(int[] a, int l, int m, int r, int[] t) {
        int i = l, j = m, k = l;
        while (k < r) {
            if (i < m && (j >= r || a[i] <= a[j]))
                t[k++] = a[i++];
            else
                t[k++] = a[j++];
        }
        for (k = l; k < r; k++) a[k] = t[k];
    }
    static void sort(int[] a) {
        int n = a.length;
        int[] t = new int[n];
        for (int w = 1; w < n; w *= 2)
            for (int i = 0; i < n; i += 2 * w) merge(a, i, Math.min(i + w, n), Math.min(i + 2 * w, n), t);
    }
    public static void main(String[] args) {
        int[] a = new int[5];
        for (int i = 0; i < 5; i++) a[i] = Verifier.nondetInt();
        sort(a);
        for (int i = 1; i < 5; i++) assert a[i - 1] <= a[i];
    }
}
