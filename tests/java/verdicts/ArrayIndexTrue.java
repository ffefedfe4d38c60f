// expect: true (all indexes are within)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArrayIndexTrue {
    public static void main(String[] args) {
        int[] a = new int[4];
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 4);
        a[i] = 1;
        int sum = a[0] + a[1] + a[2] + a[3];
        assert sum == 1;
    }
}
