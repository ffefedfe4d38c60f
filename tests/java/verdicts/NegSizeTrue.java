// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NegSizeTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n > 20) return;
        try {
            int[] a = new int[n];
            assert a.length == n && n >= 0;
        } catch (NegativeArraySizeException e) {
            assert n < 0 && e.getMessage().equals(String.valueOf(n));
        }
    }
}
