// expect: true (Arrays.sort)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class Sort5True {
    public static void main(String[] args) {
        int[] a = new int[5];
        for (int i = 0; i < 5; i++) a[i] = Verifier.nondetInt();
        java.util.Arrays.sort(a);
        for (int i = 1; i < 5; i++) assert a[i - 1] <= a[i];
    }
}
