// expect: true (insertion sort of four)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArraySortTrue {
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < a.length; i++) a[i] = Verifier.nondetInt();
        for (int i = 1; i < a.length; i++) {
            int v = a[i];
            int k = i - 1;
            while (k >= 0 && a[k] > v) {
                a[k + 1] = a[k];
                k--;
            }
            a[k + 1] = v;
        }
        for (int i = 1; i < a.length; i++) assert a[i - 1] <= a[i];
    }
}
