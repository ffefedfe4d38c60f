// expect: false (both indexes may be the same)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArrayAliasFalse {
    public static void main(String[] args) {
        int[] a = new int[10];
        int i = Verifier.nondetInt();
        int k = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 10 && k >= 0 && k < 10);
        a[i] = 1;
        a[k] = 2;
        assert a[i] == 1;
    }
}
