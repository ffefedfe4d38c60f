// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** Sorting keeps the sum: one way through merged swaps. */
public class BubbleSumTrue {
    public static void main(String[] args) {
        int[] a = new int[5];
        long before = 0, after = 0;
        for (int i = 0; i < a.length; i++) {
            a[i] = Verifier.nondetInt();
            before += a[i];
        }
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j + 1 < a.length - i; j++)
                if (a[j] > a[j + 1]) {
                    int t = a[j];
                    a[j] = a[j + 1];
                    a[j + 1] = t;
                }
        for (int i = 0; i < a.length; i++) after += a[i];
        assert before == after;
    }
}
