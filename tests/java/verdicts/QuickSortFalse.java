// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class QuickSortFalse {
    static void qs(int[] a, int l, int h) {
        if (l >= h) return;
        int p = a[l], i = l, j = h;
        while (i < j) {
            while (i < h && a[i] < p) i++;
            while (a[j] > p) j--;
            if (i < j) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
                i++;
                j--;
            }
        }
        qs(a, l, j);
        qs(a, j + 1, h);
    }
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < 4; i++) a[i] = Verifier.nondetInt();
        qs(a, 0, 3);
        for (int i = 1; i < 4; i++) assert a[i - 1] <= a[i];
    }
}
