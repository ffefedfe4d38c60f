// expect: false (the last element is never moved)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArraySortFalse {
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < a.length; i++) a[i] = Verifier.nondetInt();
        for (int i = 0; i < a.length - 1; i++)
            for (int k = i + 1; k < a.length - 1; k++)
                if (a[i] > a[k]) {
                    int t = a[i];
                    a[i] = a[k];
                    a[k] = t;
                }
        for (int i = 1; i < a.length; i++) assert a[i - 1] <= a[i];
    }
}
