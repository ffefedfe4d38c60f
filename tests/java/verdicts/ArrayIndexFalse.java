// expect: false (an index may be 4)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArrayIndexFalse {
    public static void main(String[] args) {
        int[] a = new int[4];
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i <= 4);
        a[i] = 1;
    }
}
