// expect: true (sizes 0 .. 5)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NegativeSizeTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 5);
        int[] a = new int[n];
        assert a.length == n;
    }
}
