// expect: false (NegativeArraySizeException)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NegativeSizeFalse {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n < 5);
        int[] a = new int[n];
        assert a.length == n;
    }
}
