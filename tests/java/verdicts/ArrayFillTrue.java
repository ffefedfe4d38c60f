// expect: true (the greatest of three is at least each of them)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArrayFillTrue {
    public static void main(String[] args) {
        int[] a = new int[3];
        for (int i = 0; i < a.length; i++) a[i] = Verifier.nondetInt();
        int max = a[0];
        for (int v : a) if (v > max) max = v;
        for (int v : a) assert v <= max;
    }
}
