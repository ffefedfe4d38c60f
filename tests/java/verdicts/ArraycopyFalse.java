// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArraycopyFalse {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 3);
        int[] a = new int[3], b = new int[3];
        System.arraycopy(a, 0, b, n, 3 - n + (n == 3 ? 1 : 0));
    }
}
